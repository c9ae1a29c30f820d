// save_level FILE MODE: what save_faults.sh puts faults into. Prints "ready" before the save's first system call.
//
//   old, new   makes FILE a level of that name by a save of its own; exit 0
//   change     opens FILE, renames its object to "new" and saves. Exit 0: saved. Exit 1: it was not, and the document
//              is still changed and still says "new"; the reason is on stderr. Exit 2: anything else, a bug
//   check      opens FILE and prints its object's name; exit 3 when it is refused
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "document/file/document_file.h"
#include "document/file/open.h"
#include "document/history/edit.h"

static editor_document *open_document(const char *path)
{
    editor_error error;
    editor_level *level = editor_open(path, NULL, NULL, &error);
    if (!level)
        fprintf(stderr, "%s\n", error.text);
    return level ? editor_document_create(level, NULL) : NULL;
}

static int make(const char *path, const char *name)
{
    editor_error error = {""};
    editor_level *level = editor_level_create();
    if (!level || !editor_level_finish(level, &error))
        return 2;
    editor_document *document = editor_document_create(level, NULL);
    bool ok = document != NULL;
    for (int i = 0; ok && i < 400; i++) // a file of more than one block
        ok = editor_edit_add_group(document, i == 0 ? name : "other", EDITOR_NONE, &PICK_AFFINE_IDENTITY, NULL) ==
             EDITOR_EDIT_DONE;
    ok = ok && editor_document_save(document, path, &error);
    fputs(error.text, stderr);
    editor_document_destroy(document);
    return ok ? 0 : 2;
}

static int change(const char *path)
{
    editor_error error = {""};
    editor_document *document = open_document(path);
    if (!document || editor_edit_rename(document, 0, "new") != EDITOR_EDIT_DONE)
        return 2;
    // What the C library does at its first output is not part of the save.
    if (write(STDERR_FILENO, "ready\n", 6) != 6)
        return 2;
    bool saved = editor_document_save(document, path, &error);
    bool sound = editor_document_is_changed(document) == !saved &&
                 strcmp(editor_document_level(document)->objects[0].name, "new") == 0 && (error.text[0] == 0) == saved;
    if (!saved)
        fprintf(stderr, "%s\n", error.text);
    editor_document_destroy(document);
    return !sound ? 2 : saved ? 0 : 1;
}

static int check(const char *path)
{
    editor_document *document = open_document(path);
    if (!document)
        return 3;
    puts(editor_document_level(document)->objects[0].name);
    editor_document_destroy(document);
    return 0;
}

int main(int argc, char **argv)
{
    const char *mode = argc == 3 ? argv[2] : "";
    if (strcmp(mode, "old") == 0 || strcmp(mode, "new") == 0)
        return make(argv[1], mode);
    if (strcmp(mode, "change") == 0)
        return change(argv[1]);
    return strcmp(mode, "check") == 0 ? check(argv[1]) : 2;
}

// save_level FILE MODE: what save_faults.sh, export_faults.sh and copy_faults.sh put faults into. Prints "ready" before
// the save's first system call.
//
//   old, new   makes FILE a level of that name by a save of its own; exit 0
//   change     opens FILE, renames its object to "new" and saves. Exit 0: saved. Exit 1: it was not, and the document
//              is still changed and still says "new"; the reason is on stderr. Exit 2: anything else, a bug
//   export-old, export-new
//              exports a level of a triangle of 1 m (old) or 2 m (new) of that name to FILE, a .gltf. Exit 0: done.
//              Exit 1: refused, with the reason on stderr
//   export-check
//              opens the export and prints its object's name; exit 3 when it is refused, or has the other's triangle
//   copy       opens FILE, locks it, renames its object to "new", autosaves that and removes the lock. Exit 0: all was
//              done. Exit 1: the lock or the copy was refused, with the reason on stderr
//   lock       locks FILE and removes the lock. Exit 0: done
//   check      opens FILE and prints its object's name; exit 3 when it is refused
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "document/export/gltf_export.h"
#include "document/file/autosave.h"
#include "document/file/document_file.h"
#include "document/file/open.h"
#include "document/history/edit.h"
#include "system/file_lock.h"

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

static int lock_file(const char *path)
{
    editor_error error = {""};
    editor_file_lock lock = {0};
    editor_lock_holder holder;
    bool taken = editor_file_lock_take(&lock, path, false, &holder, &error) == EDITOR_LOCK_TAKEN;
    fputs(error.text, stderr);
    editor_file_lock_release(&lock);
    return taken ? 0 : 1;
}

static int copy(const char *path)
{
    editor_error error = {""}, second = {""};
    editor_document *document = open_document(path);
    if (!document || editor_edit_rename(document, 0, "new") != EDITOR_EDIT_DONE)
        return 2;
    if (write(STDERR_FILENO, "ready\n", 6) != 6)
        return 2;
    editor_file_lock lock = {0};
    editor_lock_holder holder;
    bool locked = editor_file_lock_take(&lock, path, false, &holder, &error) == EDITOR_LOCK_TAKEN;
    editor_autosave autosave = {0};
    editor_autosave_tick(&autosave, document, NULL, 0, &second);
    bool copied =
        editor_autosave_tick(&autosave, document, NULL, EDITOR_AUTOSAVE_SECONDS, &second) == EDITOR_AUTOSAVE_DONE;
    if (!locked || !copied)
        fprintf(stderr, "%s%s\n", error.text, second.text);
    bool sound = editor_document_is_changed(document) && copied == (autosave.copy_count == 1) &&
                 locked == (error.text[0] == 0) && copied == (second.text[0] == 0);
    editor_autosave_finish(&autosave);
    editor_file_lock_release(&lock);
    editor_document_destroy(document);
    return !sound ? 2 : locked && copied ? 0 : 1;
}

static bool add_triangle(editor_level *level, const char *name, float size)
{
    const float corners[9] = {0, 0, 0, size, 0, 0, 0, size, 0};
    editor_mesh mesh = {.vertex_count = 3, .index_count = 3, .submesh_count = 1};
    mesh.positions = malloc(sizeof(corners));
    mesh.indices = malloc(3 * sizeof(*mesh.indices));
    mesh.submeshes = malloc(sizeof(*mesh.submeshes));
    if (!mesh.positions || !mesh.indices || !mesh.submeshes)
        return false;
    memcpy(mesh.positions, corners, sizeof(corners));
    for (uint32_t i = 0; i < 3; i++)
        mesh.indices[i] = i;
    mesh.submeshes[0] = (editor_submesh){0, 1, EDITOR_NONE};
    uint32_t number = editor_level_add_mesh(level, &mesh);
    return number != EDITOR_NONE &&
           editor_level_add_object(level, name, EDITOR_NONE, number, &PICK_AFFINE_IDENTITY) != EDITOR_NONE;
}

static int export_level(const char *path, const char *name)
{
    editor_error error = {""};
    editor_level *level = editor_level_create();
    if (!level || !add_triangle(level, name, strcmp(name, "old") == 0 ? 1 : 2) || !editor_level_finish(level, &error))
        return 2;
    if (write(STDERR_FILENO, "ready\n", 6) != 6)
        return 2;
    bool done = editor_gltf_export(level, path, NULL, NULL, &error);
    if (!done)
        fprintf(stderr, "%s\n", error.text);
    editor_level_destroy(level);
    return done ? 0 : 1;
}

static int check_export(const char *path)
{
    editor_error error;
    editor_level *level = editor_open(path, NULL, NULL, &error);
    if (!level || level->mesh_count != 1 || level->meshes[0].vertex_count != 3)
        return 3;
    const char *name = level->objects[0].name;
    bool whole = level->meshes[0].positions[3] == (strcmp(name, "old") == 0 ? 1 : 2);
    puts(name);
    editor_level_destroy(level);
    return whole ? 0 : 3;
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
    if (strcmp(mode, "copy") == 0)
        return copy(argv[1]);
    if (strcmp(mode, "lock") == 0)
        return lock_file(argv[1]);
    if (strcmp(mode, "export-old") == 0 || strcmp(mode, "export-new") == 0)
        return export_level(argv[1], mode + strlen("export-"));
    if (strcmp(mode, "export-check") == 0)
        return check_export(argv[1]);
    return strcmp(mode, "check") == 0 ? check(argv[1]) : 2;
}

#define _GNU_SOURCE // strcasestr

// assimp_log.c: what Assimp's readers say of broken files, which they repair or pass over and open nevertheless.
#include "document/import/assimp/assimp_import.h"

#include <assimp/cimport.h>
#include <stdio.h>
#include <string.h>

// The readers also write what they miss in whole files: fields that another version of the program writes, materials
// that nothing needs. Only these words say that a file is broken.
static bool is_complaint(const char *message)
{
    static const char *const words[] = {"invalid",        "incorrect",    "corrupt",        "mismatch",
                                        "overflow",       "cannot parse", "out of range",   "out of bounds",
                                        "unexpected end", "not enough",   "unexpected eof", "unexpected face count"};
    if (strcasestr(message, "mesh is empty or invalid")) // a solid of STL without facets, which is allowed
        return false;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (strcasestr(message, words[i]))
            return true;
    }
    return false;
}

// "Error, T0: OFF: Vertex index is out of range\n"
static void take_line(const char *line, char *user)
{
    assimp_log *log = (assimp_log *)(void *)user;
    const char *message = strstr(line, ": ");
    if ((strncmp(line, "Error", 5) != 0 && strncmp(line, "Warn", 4) != 0) || !message || !is_complaint(message + 2))
        return;
    message += 2;
    char text[120];
    size_t length = strcspn(message, "\r\n");
    while (length > 0 && strchr(". ", message[length - 1]))
        length--;
    snprintf(text, sizeof(text), "%.*s", (int)length, message);
    if (!log->first[0])
        memcpy(log->first, text, sizeof(text));
    editor_import_tally(log->importer, "reported by Assimp; part of the file may be left out or changed", "%s", text);
}

void assimp_log_begin(assimp_log *log, editor_importer *importer)
{
    *log = (assimp_log){.importer = importer};
    const struct aiLogStream stream = {take_line, (char *)(void *)log};
    aiAttachLogStream(&stream);
}

void assimp_log_end(void)
{
    aiDetachAllLogStreams();
}

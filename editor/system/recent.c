#include "system/recent.h"

#include <stdio.h>
#include <string.h>

void editor_recent_init(editor_recent *recent, const char *file)
{
    *recent = (editor_recent){.count = 0};
    if (!file || strlen(file) >= sizeof(recent->file))
        return;
    memcpy(recent->file, file, strlen(file) + 1);
    FILE *in = fopen(file, "r");
    if (!in)
        return;
    bool whole = true; // the next line starts at its beginning
    while (recent->count < EDITOR_RECENT_MAX && fgets(recent->paths[recent->count], EDITOR_PATH_SIZE, in)) {
        char *path = recent->paths[recent->count];
        bool starts = whole;
        whole = strchr(path, '\n') || feof(in);
        path[strcspn(path, "\r\n")] = '\0';
        recent->count += starts && whole && path[0] == '/'; // no path is that long
    }
    fclose(in);
}

void editor_recent_add(editor_recent *recent, const char *path)
{
    if (strlen(path) >= EDITOR_PATH_SIZE || strchr(path, '\n'))
        return;
    int at = 0;
    while (at < recent->count && strcmp(recent->paths[at], path) != 0)
        at++;
    if (at == recent->count)
        recent->count += recent->count < EDITOR_RECENT_MAX;
    at = at < EDITOR_RECENT_MAX ? at : EDITOR_RECENT_MAX - 1;
    memmove(recent->paths[1], recent->paths[0], (size_t)at * EDITOR_PATH_SIZE);
    memcpy(recent->paths[0], path, strlen(path) + 1);
    FILE *out = recent->file[0] ? fopen(recent->file, "w") : NULL;
    if (!out)
        return;
    for (int i = 0; i < recent->count; i++)
        fprintf(out, "%s\n", recent->paths[i]);
    fclose(out);
}

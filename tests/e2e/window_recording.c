#define _POSIX_C_SOURCE 200809L // setenv

#include "window_recording.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// Runs a line of the shell.
static void shell(driver *d, const char *what, const char *format, ...)
{
    char command[3072];
    va_list arguments;
    va_start(arguments, format);
    const int size = vsnprintf(command, sizeof(command), format, arguments);
    va_end(arguments);
    const int status = size < (int)sizeof(command) ? system(command) : -1;
    CHECK(d, WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s", what);
}

static void set_folder(driver *d, const char *variable, const char *name)
{
    char path[256];
    snprintf(path, sizeof(path), "%s/%s", d->directory, name);
    CHECK(d, setenv(variable, path, 1) == 0, "no %s", variable);
}

void recording_init(recording *r, driver *d)
{
    *r = (recording){.later_count = 0};
    snprintf(r->folder, sizeof(r->folder), "%s/work", d->directory);
    snprintf(r->beside, sizeof(r->beside), "%s/play", d->directory);
    snprintf(r->path, sizeof(r->path), "%s/recorded.play", d->directory);
    shell(d, "no working folder", "cd '%s' && mkdir -p work data/vkpick state cache config", d->directory);
    CHECK(d, chdir(r->folder) == 0, "no working folder");
    set_folder(d, "XDG_STATE_HOME", "state");
    set_folder(d, "XDG_DATA_HOME", "data");
    set_folder(d, "XDG_CACHE_HOME", "cache");
    set_folder(d, "XDG_CONFIG_HOME", "config");
}

void recording_prepare(recording *r, driver *d, const char *script)
{
    r->later_count = 0;
    const char *slash = strrchr(script, '/');
    snprintf(r->original, sizeof(r->original), "%.*s", slash ? (int)(slash - script) : 1, slash ? script : ".");
    shell(d, "no folders for the replay",
          "cd '%s' && rm -rf before play && cp -a '%s' play && mkdir before && cp -a work state play before",
          d->directory, r->original);
}

void recording_check_later(recording *r, driver *d, int line, const char *text)
{
    CHECK(d, r->later_count < RECORDING_MAX_LATER, "too many checks for the replay");
    // The program writes step by step.
    FILE *file = fopen(r->path, "r");
    CHECK(d, file && fseek(file, 0, SEEK_END) == 0, "no recording");
    r->later[r->later_count].at = ftell(file);
    r->later[r->later_count].line = line;
    snprintf(r->later[r->later_count++].text, RECORDING_LINE_SIZE, "%s", text);
    fclose(file);
}

// The recording with the checks, each behind the steps that came before it.
static void add_later(const recording *r, driver *d, const char *path)
{
    FILE *in = fopen(r->path, "r"), *out = fopen(path, "w");
    CHECK(d, in && out, "%s cannot be written", path);
    long at = 0;
    for (int i = 0, c = 0; c != EOF; at++) {
        for (; i < r->later_count && r->later[i].at == at; i++)
            fprintf(out, "%s # line %d of the script\n", r->later[i].text, r->later[i].line);
        c = fgetc(in);
        if (c != EOF)
            fputc(c, out);
    }
    fclose(in);
    fclose(out);
}

void recording_replay(recording *r, driver *d, const char *program)
{
    char checked[160];
    snprintf(checked, sizeof(checked), "%s/checked.play", d->directory);
    add_later(r, d, checked);
    // It runs in the same folders, as they were before: copies of unsaved work say of which file they are.
    shell(d, "no folders for the replay", "cd '%s' && mkdir done && mv work state play done && mv before/* .",
          d->directory);
    shell(d, "the recording replays to something else", "cd '%s' && '%s' play '%s'", r->folder, program, checked);
    // Not those copies: they say of which process they are. Pictures of the screen are not made without one.
    shell(d, "the replay saves something else",
          "cd '%s' && for f in work play; do diff -r -x '*.autosave' -x vkpick.png $f done/$f || exit 1; done",
          d->directory);
    shell(d, "the replay's folders are still there",
          "cd '%s' && rm -r work state play before && mv done/* . && rmdir done", d->directory);
    const char *keep = getenv("VKPICK_KEEP_RECORDING");
    if (keep)
        rename(r->path, keep);
}

void recording_finish(recording *r, driver *d)
{
    (void)r;
    shell(d, "the test's folders are still there", "cd / && rm -r '%s'", d->directory);
}

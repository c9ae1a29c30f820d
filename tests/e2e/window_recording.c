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

void recording_init(recording *r, driver *d)
{
    char here[200], path[256];
    *r = (recording){.later_count = 0};
    CHECK(d, getcwd(here, sizeof(here)), "no working folder");
    snprintf(r->folder, sizeof(r->folder), "%s/window_play.%ld", here, (long)getpid());
    snprintf(r->path, sizeof(r->path), "%s/recorded.play", d->directory);
    shell(d, "no working folder", "mkdir -p '%s' '%s/data/vkpick' '%s/state'", r->folder, d->directory, d->directory);
    CHECK(d, chdir(r->folder) == 0, "no working folder");
    snprintf(path, sizeof(path), "%s/state", d->directory);
    setenv("XDG_STATE_HOME", path, 1);
    snprintf(path, sizeof(path), "%s/data", d->directory);
    setenv("XDG_DATA_HOME", path, 1);
}

void recording_prepare(recording *r, driver *d)
{
    r->later_count = 0;
    shell(d, "no folders for the replay",
          "rm -rf '%s.before' '%s/before' && cp -a '%s' '%s.before' && cp -a '%s/state' '%s/before'", r->folder,
          d->directory, r->folder, r->folder, d->directory, d->directory);
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
    shell(d, "no folders for the replay",
          "mv '%s' '%s.done' && mv '%s.before' '%s' && mv '%s/state' '%s/done' && mv '%s/before' '%s/state'", r->folder,
          r->folder, r->folder, r->folder, d->directory, d->directory, d->directory, d->directory);
    shell(d, "the recording replays to something else", "cd '%s' && '%s' play '%s'", r->folder, program, checked);
    // Not those copies: they say of which process they are.
    shell(d, "the replay saves something else",
          "rm -f '%s'/*.autosave && "
          "for f in '%s'/*; do [ ! -e \"$f\" ] || cmp \"$f\" '%s.done'/\"${f##*/}\" || exit 1; done",
          r->folder, r->folder, r->folder);
    shell(d, "the replay's folders are still there",
          "rm -r '%s' '%s/state' && mv '%s.done' '%s' && mv '%s/done' '%s/state'", r->folder, d->directory, r->folder,
          r->folder, d->directory, d->directory);
    const char *keep = getenv("VKPICK_KEEP_RECORDING");
    if (keep)
        rename(r->path, keep);
}

void recording_finish(recording *r, driver *d)
{
    shell(d, "the test's folders are still there", "rm -r '%s' '%s'", r->folder, d->directory);
}

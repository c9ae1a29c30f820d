// The program is started with a file that takes a while to read: `window_start PROGRAM`. The window is there before the
// file is, and then has it. A file that is refused ends the program as a small one does.
#define _POSIX_C_SOURCE 200809L // popen
#include "window_driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static const double patience = 60; // seconds

// More than 4 MiB. `ending` is its last line.
static void write_obj(driver *d, const char *path, const char *ending)
{
    enum { COUNT = 120000 };
    FILE *file = fopen(path, "w");
    CHECK(d, file, "%s cannot be written", path);
    for (int i = 0; i < COUNT; i++)
        fprintf(file, "v %d 0 0\nv %d 0 0\nv %d 1 0\nf -3 -2 -1\n", 2 * i, 2 * i + 1, 2 * i);
    fprintf(file, "%s\n", ending);
    CHECK(d, ftell(file) > 5000000 && fclose(file) == 0, "%s cannot be written", path);
}

static void write_level(driver *d, const char *path)
{
    FILE *file = fopen(path, "w");
    CHECK(d, file, "%s cannot be written", path);
    fputs("{\"vkpick_level\": 1, \"assets\": [{\"id\": 1, \"path\": \"good.obj\", \"mesh_names\": [\"good\"], "
          "\"mesh_boxes\": [[0, 0, 0, 240000, 1, 1]]}], \"objects\": [{\"id\": 1, \"name\": \"one\", \"asset\": 1, "
          "\"mesh\": 0}]}",
          file);
    CHECK(d, fclose(file) == 0, "%s cannot be written", path);
}

static bool has_object(const driver_state *state, const void *user)
{
    (void)user;
    return state->objects == 1;
}

static void check_opens(driver *d, const char *program, const char *path)
{
    d->state = (driver_state){.objects = 0}; // of the program before
    driver_start_program(d, program, (const char *const[]){path, "--validation", "--log-events", "-", NULL});
    CHECK(d, driver_wait(d, has_object, NULL, patience), "the file has not come");
    driver_rest(d);
    CHECK(d, d->state.reading_steps > 0, "it was read before the window was there");
    driver_end(d);
    const int status = driver_wait_program(d);
    CHECK(d, status == 0 && d->state.validation_messages == 0, "exit status %d, %u validation messages", status,
          d->state.validation_messages);
}

static void check_is_refused(driver *d, const char *program, const char *path)
{
    char command[1024], line[256] = "";
    snprintf(command, sizeof(command), "DISPLAY=%s '%s' '%s' 2>&1", d->display, program, path);
    FILE *said = popen(command, "r");
    CHECK(d, said, "the program cannot be started");
    bool is_told = false;
    while (fgets(line, sizeof(line), said))
        is_told = is_told || strstr(line, "broken.obj: line 480001, ");
    const int status = pclose(said);
    CHECK(d, WIFEXITED(status) && WEXITSTATUS(status) == 3, "exit status %d", WEXITSTATUS(status));
    CHECK(d, is_told, "it does not say why: %s", line);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: window_start PROGRAM\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    driver d;
    driver_start_screen(&d, 800, 600);
    char good[128], level[128], broken[128], command[128];
    snprintf(good, sizeof(good), "%s/good.obj", d.directory);
    snprintf(level, sizeof(level), "%s/good.vkpick", d.directory);
    snprintf(broken, sizeof(broken), "%s/broken.obj", d.directory);
    write_obj(&d, good, "");
    write_obj(&d, broken, "f 1 2 999999999");
    write_level(&d, level);
    check_opens(&d, argv[1], good);
    check_opens(&d, argv[1], level);
    check_is_refused(&d, argv[1], broken);
    driver_finish(&d);
    snprintf(command, sizeof(command), "rm -r '%s'", d.directory);
    return system(command) == 0 ? 0 : 1;
}

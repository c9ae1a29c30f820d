#define _POSIX_C_SOURCE 200809L

#include "window_driver.h"

#include <cjson/cJSON.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

double driver_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void end_process(pid_t *process)
{
    if (*process <= 0)
        return;
    kill(*process, SIGKILL);
    waitpid(*process, NULL, 0);
    *process = 0;
}

void driver_finish(driver *d)
{
    end_process(&d->program);
    end_process(&d->screen);
    if (d->output > 0)
        close(d->output);
    d->output = 0;
    free(d->pending);
    d->pending = NULL;
    d->pending_size = d->pending_space = 0;
}

// Starts a program with `output` as its descriptor `as`.
static pid_t start(const char *const *arguments, int output, int as)
{
    pid_t process = fork();
    if (process != 0)
        return process;
    if (output >= 0)
        dup2(output, as);
    execvp(arguments[0], (char *const *)arguments);
    _exit(127);
}

void driver_keep_picture(driver *d, const char *file, int line)
{
    const char *folder = getenv("VKPICK_KEEP_PICTURES"), *name = strrchr(file, '/');
    if (!folder || !folder[0] || d->screen <= 0 || d->program <= 0)
        return;
    char path[512];
    name = name ? name + 1 : file;
    snprintf(path, sizeof(path), "%s/%.*s.%04d.png", folder, (int)strcspn(name, "."), name, line);
    const char *const arguments[] = {"import", "-window", d->window[0] ? d->window : "root", path, NULL};
    pid_t process = start(arguments, -1, -1);
    waitpid(process, NULL, 0);
}

void driver_fail(driver *d, const char *file, int line, const char *what, ...)
{
    driver_keep_picture(d, file, line);
    va_list arguments;
    va_start(arguments, what);
    fprintf(stderr, "%s:%d: ", file, line);
    vfprintf(stderr, what, arguments);
    va_end(arguments);
    fprintf(stderr, "\n  hover '%s', %d selected, active '%s', files in %s\n", d->state.hover, d->state.selected_total,
            d->state.active, d->directory);
    driver_finish(d);
    exit(1);
}

static bool is_installed(const char *program, const char *option)
{
    pid_t process = fork();
    if (process == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, 1);
        dup2(nowhere, 2);
        execlp(program, program, option, (char *)NULL);
        _exit(127);
    }
    int status = 0;
    waitpid(process, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) != 127;
}

void driver_start_screen(driver *d, int width, int height)
{
    *d = (driver){0};
    if (!is_installed("Xvfb", "-help") || !is_installed("xdotool", "version")) {
        printf("skipped: needs Xvfb and xdotool (packages xvfb, xdotool)\n");
        exit(77);
    }
    snprintf(d->directory, sizeof(d->directory), "/tmp/vkpick-window-XXXXXX");
    CHECK(d, mkdtemp(d->directory), "no temporary directory: %s", strerror(errno));
    char size[48];
    snprintf(size, sizeof(size), "%dx%dx24", width, height);
    int ends[2];
    CHECK(d, pipe(ends) == 0, "no pipe: %s", strerror(errno));
    // Xvfb looks for a free number itself and writes it to descriptor 3.
    // -r: keys do not repeat: on a busy machine a tapped one is down for longer than any delay.
    // Without -noreset it would start over when its last client, the program or xdotool, leaves.
    const char *const arguments[] = {"Xvfb", "-noreset", "-r",        "-displayfd", "3", "-screen",
                                     "0",    size,       "-nolisten", "tcp",        NULL};
    d->screen = start(arguments, ends[1], 3);
    close(ends[1]);
    // It writes the number and the end of the line apart, and ends when nobody reads the second.
    char number[16] = "";
    size_t used = 0;
    struct pollfd wait = {.fd = ends[0], .events = POLLIN};
    ssize_t got = 1;
    while (got > 0 && !strchr(number, '\n') && used < sizeof(number) - 1) {
        got = poll(&wait, 1, 20000) == 1 ? read(ends[0], number + used, sizeof(number) - 1 - used) : -1;
        used += got > 0 ? (size_t)got : 0;
    }
    close(ends[0]);
    CHECK(d, strchr(number, '\n'), "Xvfb did not start");
    snprintf(d->display, sizeof(d->display), ":%d", atoi(number));
    setenv("DISPLAY", d->display, 1);
    unsetenv("WAYLAND_DISPLAY");
    setenv("XDG_STATE_HOME", d->directory, 1); // not what the user's own editors left
}

static void find_window(driver *d)
{
    for (int attempt = 0; attempt < 50; attempt++) {
        FILE *found = popen("xdotool search --name 'vkpick$' 2>/dev/null", "r");
        char line[sizeof(d->window)] = "";
        if (found) {
            if (!fgets(line, sizeof(line), found))
                line[0] = '\0';
            pclose(found);
        }
        line[strcspn(line, "\n")] = '\0';
        if (line[0]) {
            memcpy(d->window, line, sizeof(line));
            return;
        }
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    CHECK(d, false, "the program's window is not there");
}

static bool is_ready(const driver_state *state, const void *user)
{
    (void)user;
    return state->ready || state->quit;
}

void driver_start_program(driver *d, const char *program, const char *const *arguments)
{
    const char *line[32] = {program};
    for (int i = 0; arguments[i]; i++)
        line[i + 1] = arguments[i];
    int ends[2];
    CHECK(d, pipe(ends) == 0, "no pipe: %s", strerror(errno));
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    d->state = (driver_state){0};
    d->pending_size = 0;
    d->program = start(line, ends[1], 1);
    close(ends[1]);
    d->output = ends[0];
    CHECK(d, driver_wait(d, is_ready, NULL, 240) && d->state.ready, "the program drew no first frame");
    find_window(d);
}

void driver_end(driver *d)
{
    kill(d->program, SIGTERM);
}

int driver_wait_program(driver *d)
{
    driver_settle(d, 20); // ends at once when the program closes its output
    int status = 0;
    for (int i = 0; i < 200; i++) {
        if (waitpid(d->program, &status, WNOHANG) == d->program) {
            d->program = 0;
            close(d->output);
            d->output = 0;
            CHECK(d, WIFEXITED(status), "the program died of signal %d", WTERMSIG(status));
            return WEXITSTATUS(status);
        }
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    driver_fail(d, __FILE__, __LINE__, "the program did not end");
    return -1;
}

int driver_run_without_display(driver *d, const char *program)
{
    pid_t process = fork();
    if (process == 0) {
        unsetenv("DISPLAY");
        dup2(open("/dev/null", O_WRONLY), 2);
        execl(program, program, (char *)NULL);
        _exit(127);
    }
    int status = 0;
    CHECK(d, waitpid(process, &status, 0) == process && WIFEXITED(status), "the program died without a display");
    return WEXITSTATUS(status);
}

// --- the log ---

static void read_numbers(const cJSON *line, const char *key, double *out, int count)
{
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(line, key);
    for (int i = 0; i < count && i < cJSON_GetArraySize(array); i++)
        out[i] = cJSON_GetArrayItem(array, i)->valuedouble;
}

static pick_vec3 read_point(const cJSON *line, const char *key)
{
    double v[3] = {0};
    read_numbers(line, key, v, 3);
    return (pick_vec3){v[0], v[1], v[2]};
}

static void read_text(const cJSON *line, const char *key, char *out, size_t size)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(line, key));
    snprintf(out, size, "%s", text ? text : "");
}

static uint64_t read_count(const cJSON *line, const char *key)
{
    return (uint64_t)cJSON_GetObjectItemCaseSensitive(line, key)->valuedouble;
}

// 0: it is not there.
static double read_figure(const cJSON *line, const char *key)
{
    const cJSON *figure = cJSON_GetObjectItemCaseSensitive(line, key);
    return cJSON_IsNumber(figure) ? figure->valuedouble : 0;
}

static void read_picture(driver_state *state, const cJSON *line)
{
    read_numbers(line, "window", state->window, 2);
    double rect[4] = {0}, matrix[16] = {0};
    read_numbers(line, "viewport", rect, 4);
    state->viewport = (pick_rect){rect[0], rect[1], rect[2], rect[3]};
    const cJSON *camera = cJSON_GetObjectItemCaseSensitive(line, "camera");
    state->eye = read_point(camera, "eye");
    state->target = read_point(camera, "target");
    read_numbers(camera, "projection", matrix, 16);
    for (int i = 0; i < 16; i++)
        state->projection[i] = (float)matrix[i];
    read_numbers(camera, "view", matrix, 16);
    for (int i = 0; i < 16; i++)
        state->view[i] = (float)matrix[i];
}

static void read_selection(driver_state *state, const cJSON *line)
{
    const cJSON *objects = cJSON_GetObjectItemCaseSensitive(line, "objects"), *object;
    state->selected_count = 0;
    state->selected_total = cJSON_GetArraySize(objects);
    cJSON_ArrayForEach(object, objects)
    {
        if (state->selected_count < DRIVER_MAX_SELECTED)
            snprintf(state->selected[state->selected_count++], DRIVER_NAME_SIZE, "%s", object->valuestring);
    }
    read_text(line, "active", state->active, sizeof(state->active));
}

static void read_level(driver_state *state, const cJSON *line)
{
    const cJSON *selected = cJSON_GetObjectItemCaseSensitive(line, "selected"), *one;
    read_text(line, "hash", state->hash, sizeof(state->hash));
    state->undo = read_count(line, "undo");
    state->objects = read_count(line, "objects");
    state->place_count = 0;
    state->selected_total = cJSON_GetArraySize(selected);
    cJSON_ArrayForEach(one, selected)
    {
        if (state->place_count == DRIVER_MAX_SELECTED)
            break;
        read_text(one, "name", state->places[state->place_count].name, DRIVER_NAME_SIZE);
        read_numbers(one, "origin", state->places[state->place_count].origin, 3);
        // They may have been renamed since they were selected.
        memcpy(state->selected[state->place_count], state->places[state->place_count].name, DRIVER_NAME_SIZE);
        state->place_count++;
    }
    state->selected_count = state->place_count;
}

static void read_places(driver_state *state, const cJSON *line)
{
    const cJSON *places = cJSON_GetObjectItemCaseSensitive(line, "places"), *one;
    state->objects_at_count = 0;
    cJSON_ArrayForEach(one, places)
    {
        if (state->objects_at_count == DRIVER_MAX_OBJECTS)
            break;
        read_text(one, "name", state->objects_at[state->objects_at_count].name, DRIVER_NAME_SIZE);
        read_numbers(one, "middle", state->objects_at[state->objects_at_count++].middle, 3);
    }
}

static void read_dialog(driver_state *state, const cJSON *line)
{
    const cJSON *answers = cJSON_GetObjectItemCaseSensitive(line, "answers"), *one;
    read_text(line, "kind", state->dialog, sizeof(state->dialog));
    state->answer_count = 0;
    cJSON_ArrayForEach(one, answers)
    {
        if (state->answer_count == DRIVER_MAX_ANSWERS)
            break;
        double r[4] = {0};
        read_text(one, "label", state->answers[state->answer_count], DRIVER_NAME_SIZE);
        read_numbers(one, "rect", r, 4);
        state->buttons[state->answer_count++] = (pick_rect){r[0], r[1], r[2], r[3]};
    }
    state->field_count = 0;
    cJSON_ArrayForEach(one, cJSON_GetObjectItemCaseSensitive(line, "fields"))
    {
        if (state->field_count == DRIVER_MAX_FIELDS)
            break;
        double r[4] = {0};
        read_text(one, "label", state->fields[state->field_count].label, DRIVER_NAME_SIZE);
        read_text(one, "choice", state->fields[state->field_count].choice, DRIVER_NAME_SIZE);
        const cJSON *step = cJSON_GetObjectItemCaseSensitive(one, "step");
        state->fields[state->field_count].is_listed = step != NULL;
        state->fields[state->field_count].step = step ? step->valueint : 0;
        read_numbers(one, "rect", r, 4);
        state->fields[state->field_count++].rect = (pick_rect){r[0], r[1], r[2], r[3]};
    }
}

static void read_line(driver *d, const char *text)
{
    driver_state *state = &d->state;
    cJSON *line = cJSON_Parse(text);
    const char *event = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(line, "event"));
    CHECK(d, event, "not a line of the event log: %s", text);
    state->line_count++;
    if (strcmp(event, "ready") == 0 || strcmp(event, "camera") == 0 || strcmp(event, "resize") == 0) {
        read_picture(state, line);
        if (event[0] == 'r' && event[2] == 'a') {
            state->ready = true;
            state->validating = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(line, "validation"));
            read_text(line, "device", state->device, sizeof(state->device));
        }
        state->camera_count += event[0] == 'c';
        state->resize_count += strcmp(event, "resize") == 0;
    } else if (strcmp(event, "hover") == 0) {
        read_text(line, "object", state->hover, sizeof(state->hover));
        read_text(line, "target", state->taken, sizeof(state->taken));
        read_text(line, "place", state->place, sizeof(state->place));
        state->handle = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(line, "handle"));
        if (state->hover[0]) {
            state->hover_point = read_point(line, "point");
            state->hover_t = cJSON_GetObjectItemCaseSensitive(line, "t")->valuedouble;
        }
    } else if (strcmp(event, "select") == 0) {
        read_selection(state, line);
    } else if (strcmp(event, "level") == 0) {
        read_level(state, line);
        read_places(state, line);
    } else if (strcmp(event, "timeline") == 0) {
        state->playing = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(line, "playing"));
    } else if (strcmp(event, "dialog") == 0) {
        read_dialog(state, line);
    } else if (strcmp(event, "idle") == 0 || strcmp(event, "quit") == 0) {
        state->frames = read_count(line, "frames");
        state->picks = read_count(line, "picks");
        state->validation_messages = (uint32_t)read_count(line, "validation_messages");
        state->loads = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(line, "loads"));
        state->reading_steps = (uint64_t)read_figure(line, "reading_steps"); // where one was
        state->load_step = read_figure(line, "load_step_ms");
        state->load_draw = read_figure(line, "load_draw_ms");
        state->load_gap = read_figure(line, "load_gap_ms");
        state->reading_gap = read_figure(line, "reading_gap_ms");
        state->idle_count += event[0] == 'i';
        state->quit = event[0] == 'q';
    } else if (strcmp(event, "screenshot") == 0) {
        state->screenshot_count++;
    } else if (strcmp(event, "validation") == 0) {
        CHECK(d, false, "validation: %s", text);
    }
    cJSON_Delete(line);
}

enum { PENDING_STEP = 1 << 16, PENDING_MOST = 1 << 24 }; // bytes

// Waits for more of the log at most until `deadline`. False when there is none.
static bool read_more(driver *d, double deadline)
{
    double left = deadline - driver_seconds();
    struct pollfd wait = {.fd = d->output, .events = POLLIN};
    if (left < 0 || poll(&wait, 1, (int)(left * 1000) + 1) != 1)
        return false;
    // A line names all that is selected.
    if (d->pending_space - d->pending_size < PENDING_STEP) {
        d->pending_space += PENDING_STEP;
        d->pending = realloc(d->pending, d->pending_space);
        CHECK(d, d->pending && d->pending_space <= PENDING_MOST, "a line without end");
    }
    ssize_t got = read(d->output, d->pending + d->pending_size, d->pending_space - 1 - d->pending_size);
    if (got <= 0)
        return false;
    d->pending_size += (size_t)got;
    d->pending[d->pending_size] = '\0';
    char *rest = d->pending, *end;
    while ((end = strchr(rest, '\n'))) {
        *end = '\0';
        read_line(d, rest);
        rest = end + 1;
    }
    d->pending_size -= (size_t)(rest - d->pending);
    memmove(d->pending, rest, d->pending_size + 1);
    return true;
}

bool driver_wait(driver *d, bool (*done)(const driver_state *state, const void *user), const void *user, double seconds)
{
    double deadline = driver_seconds() + seconds;
    while (!done(&d->state, user)) {
        if (!read_more(d, deadline))
            return done(&d->state, user);
    }
    return true;
}

void driver_settle(driver *d, double seconds)
{
    while (read_more(d, driver_seconds() + seconds))
        ;
}

void driver_pass(driver *d, double seconds)
{
    const double end = driver_seconds() + seconds;
    while (read_more(d, end))
        ;
}

// --- the pointer ---

void driver_tool(driver *d, const char *const *arguments)
{
    pid_t process = start(arguments, -1, -1);
    int status = 0;
    waitpid(process, &status, 0);
    CHECK(d, WIFEXITED(status) && WEXITSTATUS(status) == 0, "xdotool %s failed", arguments[1]);
}

void driver_move(driver *d, double x, double y)
{
    char column[16], row[16];
    snprintf(column, sizeof(column), "%d", (int)x);
    snprintf(row, sizeof(row), "%d", (int)y);
    TOOL(d, "mousemove", "--window", d->window, column, row);
}

void driver_drag(driver *d, pick_vec2 from, pick_vec2 to, int steps)
{
    enum { MOST_STEPS = 16, WORDS = 7 }; // "sleep S mousemove --window W X Y"
    char numbers[2 * MOST_STEPS][16];
    const char *arguments[1 + WORDS * MOST_STEPS + 1] = {"xdotool"};
    CHECK(d, steps >= 1 && steps <= MOST_STEPS, "%d steps", steps);
    for (int i = 0; i < steps; i++) {
        const double part = (double)(i + 1) / steps;
        snprintf(numbers[2 * i], sizeof(numbers[0]), "%d", (int)floor(from.x + (to.x - from.x) * part));
        snprintf(numbers[2 * i + 1], sizeof(numbers[0]), "%d", (int)floor(from.y + (to.y - from.y) * part));
        const char *const words[WORDS] = {"sleep",   "0.008",        "mousemove",       "--window",
                                          d->window, numbers[2 * i], numbers[2 * i + 1]};
        memcpy(arguments + 1 + WORDS * i, words, sizeof(words));
    }
    driver_tool(d, arguments);
}

pick_view driver_view(driver *d)
{
    pick_view view;
    pick_view_desc desc = {
        .projection = d->state.projection, .view = d->state.view, .eye = d->state.eye, .viewport = d->state.viewport};
    pick_result result = pick_view_init(&view, &desc);
    CHECK(d, result == PICK_OK, "the logged view is none: %s", pick_result_name(result));
    return view;
}

pick_vec2 driver_project(driver *d, pick_vec3 world)
{
    pick_view view = driver_view(d);
    pick_projected_point p;
    CHECK(d, pick_view_project(&view, world, &p), "a point behind the camera");
    return p.window;
}

// The state of a thread, "R" for one that runs or would if it had a processor, and its ticks so far; '\0' when it is
// gone.
static char read_thread(driver *d, const char *path, long *ticks)
{
    char text[1024], state = '\0';
    FILE *file = fopen(path, "r");
    bool there = file && fgets(text, sizeof(text), file);
    if (file)
        fclose(file);
    if (!there)
        return '\0';
    // After the name in brackets: state, then ten numbers, then user and system time.
    char *rest = strrchr(text, ')');
    CHECK(d, rest, "%s has another form", path);
    unsigned long user = 0, system = 0;
    int got = sscanf(rest + 2, "%c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &state, &user, &system);
    CHECK(d, got == 3, "%s has another form", path);
    *ticks += (long)(user + system);
    return state;
}

// Whether all threads of a process sleep; adds up their ticks.
static bool is_asleep(driver *d, pid_t process, long *ticks)
{
    char path[300];
    snprintf(path, sizeof(path), "/proc/%d/task", (int)process);
    DIR *threads = opendir(path);
    CHECK(d, threads, "%s cannot be read", path);
    bool asleep = true;
    for (const struct dirent *one; (one = readdir(threads));) {
        if (one->d_name[0] == '.')
            continue;
        snprintf(path, sizeof(path), "/proc/%d/task/%.200s/stat", (int)process, one->d_name);
        char state = read_thread(d, path, ticks);
        asleep &= state == '\0' || state == 'S' || state == 'I';
    }
    closedir(threads);
    return asleep;
}

long driver_processor_ticks(driver *d)
{
    long ticks = 0;
    is_asleep(d, d->program, &ticks);
    return ticks;
}

static bool are_asleep(driver *d, long *ticks)
{
    bool screen = is_asleep(d, d->screen, ticks), program = is_asleep(d, d->program, ticks);
    return screen && program;
}

void driver_rest(driver *d)
{
    // What was sent is at the screen's server, or in the program's queue: whoever has it is awake until it is done, on
    // a processor or waiting for one. The two looks, with silence between, see the moment when it is handed over.
    const double silence = 0.05, deadline = driver_seconds() + 120;
    long before = 0, now = 0;
    bool asleep = are_asleep(d, &before);
    for (int calm = 0, played = 0; calm < 3 && played < 4;) {
        const int lines = d->state.line_count;
        driver_pass(d, silence);
        now = 0;
        bool still = are_asleep(d, &now);
        calm = asleep && still && now == before && d->state.line_count == lines ? calm + 1 : 0;
        played = d->state.playing ? played + 1 : 0;
        asleep = still;
        before = now;
        CHECK(d, driver_seconds() < deadline, "the program does not come to rest");
    }
}

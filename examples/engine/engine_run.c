// The engine's main loop, and the steps that its options ask for.
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_STEPS = 16, FIRST_STEP = 4, FRAMES_A_STEP = 5 };

typedef enum step_kind { STEP_MOVE, STEP_CLICK, STEP_RESIZE } step_kind;

typedef struct run_step {
    step_kind kind;
    int x, y;
} run_step;

typedef struct run_options {
    int width, height;
    bool validation;
    uint64_t frames; // 0: until the window is closed
    const char *picture;
    run_step steps[MAX_STEPS];
    uint32_t step_count;
} run_options;

static bool read_pair(const char *text, const char *format, int *a, int *b)
{
    int end = 0;
    return sscanf(text, format, a, b, &end) == 2 && text[end] == '\0';
}

static bool read_option(run_options *it, const char *name, const char *value)
{
    static const char *const names[] = {"--move", "--click", "--resize"};
    if (strcmp(name, "--size") == 0)
        return read_pair(value, "%dx%d%n", &it->width, &it->height) && it->width > 0 && it->height > 0;
    if (strcmp(name, "--picture") == 0) {
        it->picture = value;
        return true;
    }
    if (strcmp(name, "--frames") == 0) {
        char *end;
        it->frames = strtoull(value, &end, 10);
        return it->frames > 0 && *end == '\0';
    }
    for (int kind = 0; kind < 3; kind++) {
        if (strcmp(name, names[kind]) != 0)
            continue;
        run_step *new = &it->steps[it->step_count];
        new->kind = (step_kind)kind;
        return it->step_count++ < MAX_STEPS - 1 &&
               read_pair(value, kind == STEP_RESIZE ? "%dx%d%n" : "%d,%d%n", &new->x, &new->y);
    }
    return false;
}

static bool read_options(run_options *it, int argc, char **argv)
{
    *it = (run_options){.width = 800, .height = 500};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--validation") == 0)
            it->validation = true;
        else if (i + 1 == argc || !read_option(it, argv[i], argv[i + 1]))
            return false;
        else
            i++;
    }
    return it->picture == NULL || it->frames > 0;
}

static void send_button(Uint32 type, int x, int y)
{
    SDL_Event event = {.type = type};
    event.button.button = SDL_BUTTON_LEFT;
    event.button.x = x;
    event.button.y = y;
    event.button.timestamp = SDL_GetTicks();
    SDL_PushEvent(&event);
}

static void send_move(int x, int y)
{
    SDL_Event event = {.type = SDL_MOUSEMOTION};
    event.motion.x = x;
    event.motion.y = y;
    SDL_PushEvent(&event);
}

// Sends what is due before frame `frame`. A click is a move, a press in the next frame, and a release in the one after.
static void send_events(engine *it, const run_options *options, uint64_t frame)
{
    if (frame < FIRST_STEP || (frame - FIRST_STEP) / FRAMES_A_STEP >= options->step_count)
        return;
    const run_step *step = &options->steps[(frame - FIRST_STEP) / FRAMES_A_STEP];
    const uint64_t phase = (frame - FIRST_STEP) % FRAMES_A_STEP;
    if (step->kind == STEP_RESIZE && phase == 0)
        SDL_SetWindowSize(it->window, step->x, step->y);
    if (step->kind != STEP_RESIZE && phase == 0)
        send_move(step->x, step->y);
    if (step->kind == STEP_CLICK && (phase == 1 || phase == 2))
        send_button(phase == 1 ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP, step->x, step->y);
}

// The right button turns the camera, the wheel changes its distance.
static void move_camera(engine *it, const SDL_Event *event)
{
    if (event->type == SDL_MOUSEMOTION && event->motion.state & SDL_BUTTON_RMASK) {
        it->yaw -= 0.008f * (float)event->motion.xrel;
        it->pitch += 0.008f * (float)event->motion.yrel;
        it->pitch = SDL_clamp(it->pitch, -1.5f, 1.5f);
    }
    if (event->type == SDL_MOUSEWHEEL)
        it->distance = SDL_clamp(it->distance * (event->wheel.y > 0 ? 0.9f : 1.1f), 2.0f, 60.0f);
}

static void send_mouse(const engine *it, const SDL_Event *event, const engine_program *program)
{
    engine_mouse mouse = {.type = ENGINE_MOUSE_MOVE, .x = event->motion.x, .y = event->motion.y};
    if (event->type == SDL_MOUSEBUTTONDOWN || event->type == SDL_MOUSEBUTTONUP) {
        mouse = (engine_mouse){.type = event->type == SDL_MOUSEBUTTONDOWN ? ENGINE_MOUSE_PRESS : ENGINE_MOUSE_RELEASE,
                               .x = event->button.x,
                               .y = event->button.y,
                               .button = event->button.button - 1u};
    } else if (event->type == SDL_WINDOWEVENT && event->window.event == SDL_WINDOWEVENT_LEAVE) {
        mouse = (engine_mouse){.type = ENGINE_MOUSE_LEAVE};
    } else if (event->type != SDL_MOUSEMOTION) {
        return;
    }
    // SDL counts in points, of which one may be several pixels.
    int width, height;
    SDL_GetWindowSize(it->window, &width, &height);
    mouse.x = SDL_clamp(mouse.x * (int)it->width / width, 0, (int)it->width - 1);
    mouse.y = SDL_clamp(mouse.y * (int)it->height / height, 0, (int)it->height - 1);
    program->mouse(&mouse);
}

static void draw_frame(engine *it, const run_options *options, const engine_program *program)
{
    engine_aim_camera(it);
    if (program->before_scene != NULL)
        program->before_scene(it);
    engine_draw(it);
    program->after_scene(it);
    engine_end(it, options->picture != NULL && it->frame + 1 == options->frames);
    program->submitted();
}

static void run(engine *it, const run_options *options, const engine_program *program)
{
    for (bool open = true; open && (options->frames == 0 || it->frame < options->frames);) {
        const uint64_t frame = it->frame;
        const bool drawable = engine_begin(it);
        if (drawable)
            send_events(it, options, frame);
        for (SDL_Event event; SDL_PollEvent(&event);) {
            open = open && event.type != SDL_QUIT;
            move_camera(it, &event);
            send_mouse(it, &event, program);
        }
        if (drawable)
            draw_frame(it, options, program);
        else
            SDL_Delay(10);
    }
}

int engine_run(int argc, char **argv, const engine_program *program)
{
    static engine it;
    run_options options;
    if (!read_options(&options, argc, argv)) {
        fprintf(stderr,
                "usage: %s [--size WxH] [--validation] [--frames N [--picture FILE.ppm]] [--move X,Y] [--click X,Y] "
                "[--resize WxH]\n",
                argv[0]);
        return 2;
    }
    engine_open_device(&it, program->title, options.width, options.height, options.validation);
    if (options.frames > 0) { // the person's own mouse stays out of it
        SDL_EventState(SDL_MOUSEMOTION, SDL_IGNORE);
        SDL_EventState(SDL_MOUSEBUTTONDOWN, SDL_IGNORE);
        SDL_EventState(SDL_MOUSEBUTTONUP, SDL_IGNORE);
        SDL_EventState(SDL_WINDOWEVENT, SDL_IGNORE);
    }
    engine_open_frames(&it);
    engine_open_scene(&it);
    program->open(&it);
    run(&it, &options, program);
    ENGINE_CHECK(vkDeviceWaitIdle(it.device));
    bool good = program->close(&it);
    if (options.picture != NULL)
        engine_save_picture(&it, options.picture);
    engine_close_scene(&it);
    engine_close_frames(&it);
    engine_close_device(&it);
    return good && it.messages == 0 ? 0 : 1;
}

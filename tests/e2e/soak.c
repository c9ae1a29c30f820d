// Random valid input, as a person's hands and a cat's might give it: `soak SEED SECONDS [SCRIPT]`.
//
// Everything goes into a recording; it is then replayed, and must come to the same level, to the bit. The same seed and
// the same number of events give the same run. Meant for sanitizers: what is looked for is what nobody thought of.
#include "document/demo_level.h"
#include "play/player.h"
#include "random.h"
#include "record.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct soak {
    test_random random;
    editor_workspace *workspace;
    editor_record *record;
    pick_window window;
    pick_vec2 mouse;
    bool down[PICK_BUTTON_COUNT];
    uint32_t modifiers;
    uint64_t events, steps;
} soak;

static uint32_t below(soak *s, uint32_t n)
{
    return random_index(&s->random, n);
}

static double now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void step(soak *s)
{
    double seconds = below(s, 8) == 0 ? below(s, 2000000) / 1e6 : (1000 + below(s, 40000)) / 1e6;
    editor_record_step(s->record, &s->window, seconds);
    editor_workspace_set_window(s->workspace, &s->window);
    editor_workspace_step(s->workspace, seconds);
    editor_workspace_take_requests(s->workspace);
    s->steps++;
}

static void send(soak *s, editor_event event)
{
    event.modifiers = s->modifiers;
    editor_record_event(s->record, &event);
    s->events++;
    if (editor_workspace_event(s->workspace, &event))
        step(s);
}

static void move(soak *s)
{
    pick_vec2 was = s->mouse;
    double far = below(s, 4) == 0 ? 1 : 0.04;
    s->mouse.x = floor(s->mouse.x + (below(s, 2001) / 1000.0 - 1) * far * s->window.width) + 0.5;
    s->mouse.y = floor(s->mouse.y + (below(s, 2001) / 1000.0 - 1) * far * s->window.height) + 0.5;
    s->mouse.x = fmin(s->window.width + 40, fmax(-40, s->mouse.x));
    s->mouse.y = fmin(s->window.height + 40, fmax(-40, s->mouse.y));
    send(s, (editor_event){.type = EDITOR_EVENT_MOUSE_MOVE,
                           .position = s->mouse,
                           .delta = {s->mouse.x - was.x, s->mouse.y - was.y}});
}

static void button(soak *s)
{
    uint32_t which = below(s, 10) < 7 ? PICK_BUTTON_LEFT : below(s, PICK_BUTTON_COUNT);
    s->down[which] = !s->down[which];
    send(s, (editor_event){.type = s->down[which] ? EDITOR_EVENT_MOUSE_PRESS : EDITOR_EVENT_MOUSE_RELEASE,
                           .position = s->mouse,
                           .button = which});
}

static void key(soak *s)
{
    static const int others[] = {EDITOR_KEY_ESCAPE,   EDITOR_KEY_DELETE,    EDITOR_KEY_END,     EDITOR_KEY_F1,
                                 EDITOR_KEY_F1 + 1,   EDITOR_KEY_F1 + 2,    EDITOR_KEY_SPACE,   EDITOR_KEY_TAB,
                                 EDITOR_KEY_ENTER,    EDITOR_KEY_BACKSPACE, EDITOR_KEY_MINUS,   EDITOR_KEY_PERIOD,
                                 EDITOR_KEY_UP,       EDITOR_KEY_DOWN,      EDITOR_KEY_KP_0,    EDITOR_KEY_KP_0 + 1,
                                 EDITOR_KEY_KP_0 + 3, EDITOR_KEY_KP_0 + 5,  EDITOR_KEY_KP_0 + 7};
    uint32_t kind = below(s, 4);
    editor_key k = (editor_key)(kind < 2    ? 'A' + (int)below(s, 26)
                                : kind == 2 ? '0' + (int)below(s, 10)
                                            : others[below(s, sizeof(others) / sizeof(others[0]))]);
    // Undo and redo now and then, so that history is walked both ways.
    uint32_t was = s->modifiers;
    if (below(s, 40) == 0) {
        k = (editor_key)'Z';
        s->modifiers = PICK_MODIFIER_CTRL | (below(s, 3) == 0 ? PICK_MODIFIER_SHIFT : 0u);
    }
    send(s, (editor_event){.type = EDITOR_EVENT_KEY_DOWN, .key = k, .position = s->mouse});
    if (below(s, 3) == 0)
        send(s, (editor_event){.type = EDITOR_EVENT_TEXT, .text = {(char)(' ' + (char)below(s, 95)), 0}});
    if (below(s, 8) != 0)
        send(s, (editor_event){.type = EDITOR_EVENT_KEY_UP, .key = k, .position = s->mouse});
    s->modifiers = was;
}

static void resize(soak *s)
{
    static const double densities[] = {1, 1, 1.5, 2};
    double density = densities[below(s, 4)];
    uint32_t kind = below(s, 12); // minimised, tiny, or such as people use
    s->window.width = kind == 0 ? 0 : kind == 1 ? 1 + below(s, 300) : 700 + below(s, 900);
    s->window.height = kind == 0 ? 0 : kind == 1 ? 1 + below(s, 300) : 500 + below(s, 500);
    s->window.drawable_width = floor(s->window.width * density);
    s->window.drawable_height = floor(s->window.height * density);
    editor_workspace_set_window(s->workspace, &s->window);
    send(s, (editor_event){.type = EDITOR_EVENT_RESIZE});
}

static void one(soak *s)
{
    uint32_t r = below(s, 1000);
    // Who is asked answers sooner or later, and who minimised a window wants it back.
    bool asked = editor_workspace_dialog(s->workspace)->kind != EDITOR_DIALOG_NONE;
    if (asked && below(s, 3) == 0) {
        editor_key answer = below(s, 2) ? EDITOR_KEY_ESCAPE : EDITOR_KEY_ENTER;
        send(s, (editor_event){.type = EDITOR_EVENT_KEY_DOWN, .key = answer, .position = s->mouse});
        send(s, (editor_event){.type = EDITOR_EVENT_KEY_UP, .key = answer, .position = s->mouse});
    } else if (s->window.width < 300 && below(s, 10) == 0)
        resize(s);
    else if (r < 520)
        move(s);
    else if (r < 740)
        button(s);
    else if (r < 930)
        key(s);
    else if (r < 970)
        send(s,
             (editor_event){.type = EDITOR_EVENT_WHEEL, .position = s->mouse, .delta = {0, (double)below(s, 7) - 3}});
    else if (r < 984)
        s->modifiers = below(s, 3) == 0 ? below(s, 8) : 0;
    else if (r < 990)
        resize(s);
    else if (r < 994)
        send(s, (editor_event){.type = EDITOR_EVENT_MOUSE_LEAVE});
    else if (r < 997)
        send(s, (editor_event){.type = EDITOR_EVENT_FOCUS_LOST});
    else
        send(s, (editor_event){.type = EDITOR_EVENT_EXPOSE});
    if (below(s, 3) != 0)
        step(s);
}

static editor_level *load(void *user, const char *path, editor_error *error)
{
    (void)user, (void)path;
    return editor_demo_level(error);
}

static bool no_screenshot(void *user, editor_workspace *workspace, const char *path, editor_error *error)
{
    (void)user, (void)workspace, (void)path, (void)error;
    return true;
}

static void nothing(void *user)
{
    (void)user;
}

static int fail(const char *what)
{
    fprintf(stderr, "soak: %s\n", what);
    return 1;
}

int main(int argc, char **argv)
{
    if (argc < 3 || argc > 4) {
        fprintf(stderr, "usage: soak SEED SECONDS [SCRIPT]\n");
        return 2;
    }
    const char *script = argc > 3 ? argv[3] : "soak.play";
    double seconds = strtod(argv[2], NULL);
    soak s = {.window = {1280, 720, 1280, 720}, .mouse = {640.5, 360.5}};
    s.random.state = strtoull(argv[1], NULL, 10);
    editor_error error = {""};
    editor_level *level = editor_demo_level(&error);
    const editor_workspace_desc desc = {.window = s.window, .ui_scale = 1, .no_files = true};
    if (!level || !editor_record_open(script, NULL, &desc, &s.record, &error))
        return fail(error.text);
    s.workspace = editor_workspace_create(level, &desc, &error);
    if (!s.workspace)
        return fail(error.text);
    for (double start = now(); now() - start < seconds;) {
        for (int i = 0; i < 64; i++)
            one(&s);
    }
    editor_history history = editor_document_history(editor_workspace_document(s.workspace));
    uint64_t hash = editor_level_hash(editor_workspace_level(s.workspace));
    bool written = editor_record_close(s.record, s.workspace, &error);
    printf("seed %s: %" PRIu64 " events, %" PRIu64 " steps, %" PRIu64 " pictures, %" PRIu64
           " picks, %u undo steps (%" PRIu64 " dropped), level %016" PRIx64 "\n",
           argv[1], s.events, s.steps, editor_workspace_pictures(s.workspace), editor_workspace_picks(s.workspace),
           (unsigned)history.step_count, history.dropped, hash);
    editor_workspace_destroy(s.workspace);
    if (!written)
        return fail(error.text);
    // A run that did nothing would be equal to its replay, too.
    if (history.step_count + history.dropped == 0)
        return fail("nothing was ever changed");
    const editor_player_desc player = {
        .load = load, .screenshot = no_screenshot, .close = nothing, .workspace = {.no_files = true}};
    if (editor_play(script, &player, &error) != EDITOR_PLAY_DONE)
        return fail(error.text);
    printf("replayed: the same level\n");
    return 0;
}

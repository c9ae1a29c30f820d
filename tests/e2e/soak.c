// Random valid input: `soak SEED EVENTS [SCRIPT]`.
//
// Everything goes into a recording; it is then replayed, and must come to the same level, to the bit. Time is what the
// seed says, never a clock's: the same seed and number of events are the same run, on any machine. Meant for
// sanitizers: what is looked for is what nobody thought of.
#include "actions/actions.h"
#include "app/record.h"
#include "document/demo/demo_level.h"
#include "play/player.h"
#include "random.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct soak {
    test_random random;
    editor_workspace *workspace;
    editor_record *record;
    pick_window window;
    pick_vec2 mouse;
    bool down[PICK_BUTTON_COUNT];
    uint32_t modifiers;
    uint32_t objects; // in the level to begin with
    uint64_t events, steps;
} soak;

static uint32_t below(soak *s, uint32_t n)
{
    return random_index(&s->random, n);
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
    const double clock = editor_workspace_seconds(s->workspace);
    if (event.type == EDITOR_EVENT_MOUSE_PRESS &&
        below(s, 4) > 0) // not read at once, or on its way while a step lasted
        event.seconds = fmax(clock + ((double)below(s, 1000000) - 500000) / 1e6, 1e-6);
    editor_record_event(s->record, &event, clock);
    s->events++;
    if (editor_workspace_event(s->workspace, &event))
        step(s);
}

// Mostly on from where it is, now and then anywhere, which includes just outside of the window.
static void move(soak *s)
{
    pick_vec2 was = s->mouse;
    double x = below(s, 2001) / 1000.0 - 1, y = below(s, 2001) / 1000.0 - 1; // -1 .. 1
    if (below(s, 6) == 0)
        s->mouse = (pick_vec2){(x + 1) / 2 * (s->window.width + 80) - 40, (y + 1) / 2 * (s->window.height + 80) - 40};
    else
        s->mouse = (pick_vec2){was.x + 0.04 * x * s->window.width, was.y + 0.04 * y * s->window.height};
    s->mouse.x = fmin(s->window.width + 40, fmax(-40, floor(s->mouse.x) + 0.5));
    s->mouse.y = fmin(s->window.height + 40, fmax(-40, floor(s->mouse.y) + 0.5));
    send(s, (editor_event){.type = EDITOR_EVENT_MOUSE_MOVE,
                           .position = s->mouse,
                           .delta = {s->mouse.x - was.x, s->mouse.y - was.y}});
}

// Whoever holds a button lets go of it soon.
static void button(soak *s)
{
    uint32_t which = below(s, 10) < 7 ? PICK_BUTTON_LEFT : below(s, PICK_BUTTON_COUNT);
    for (uint32_t b = 0; b < PICK_BUTTON_COUNT && !s->down[which]; b++) {
        if (s->down[b] && below(s, 4) != 0)
            which = b;
    }
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
    const editor_key place = below(s, 4) == 0 ? (editor_key)('A' + (int)below(s, 26)) : EDITOR_KEY_NONE;
    send(s, (editor_event){.type = EDITOR_EVENT_KEY_DOWN, .key = k, .place = place, .position = s->mouse});
    if (below(s, 3) == 0)
        send(s, (editor_event){.type = EDITOR_EVENT_TEXT, .text = {(char)(' ' + (char)below(s, 95)), 0}});
    if (below(s, 8) != 0)
        send(s, (editor_event){.type = EDITOR_EVENT_KEY_UP, .key = k, .place = place, .position = s->mouse});
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
    send(s, (editor_event){.type = EDITOR_EVENT_RESIZE}); // its size comes with the step, as the program does it
}

static void tap(soak *s, int k, uint32_t modifiers)
{
    uint32_t was = s->modifiers;
    s->modifiers = modifiers;
    send(s, (editor_event){.type = EDITOR_EVENT_KEY_DOWN, .key = (editor_key)k, .position = s->mouse});
    send(s, (editor_event){.type = EDITOR_EVENT_KEY_UP, .key = (editor_key)k, .position = s->mouse});
    step(s);
    s->modifiers = was;
}

static uint32_t count_objects(const soak *s)
{
    const editor_level *level = editor_workspace_level(s->workspace);
    uint32_t count = 0;
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); i != EDITOR_NONE; i = editor_level_next(level, i))
        count++;
    return count;
}

// As people do who have lost the thread: what was deleted or hidden comes back, and the camera looks at it.
static void tidy_up(soak *s)
{
    for (uint32_t b = 0; b < PICK_BUTTON_COUNT; b++) {
        if (s->down[b])
            send(s, (editor_event){.type = EDITOR_EVENT_MOUSE_RELEASE, .position = s->mouse, .button = b});
        s->down[b] = false;
    }
    for (int i = 0; i < 3; i++)
        tap(s, EDITOR_KEY_ESCAPE, 0);
    for (int i = 0; i < 40 && count_objects(s) < s->objects / 2; i++)
        tap(s, 'Z', PICK_MODIFIER_CTRL);
    tap(s, 'H', PICK_MODIFIER_ALT);
    tap(s, 'L', PICK_MODIFIER_ALT);
    tap(s, 'F', 0);
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
    } else if (s->window.width < 300 && below(s, 10) == 0) {
        resize(s);
    } else if (r < 4) {
        tidy_up(s);
    } else if (r < 520) {
        move(s);
    } else if (r < 740) {
        button(s);
    } else if (r < 930) {
        key(s);
    } else if (r < 970) {
        send(s,
             (editor_event){.type = EDITOR_EVENT_WHEEL, .position = s->mouse, .delta = {0, (double)below(s, 7) - 3}});
    } else if (r < 984) {
        s->modifiers = below(s, 3) == 0 ? below(s, 8) : 0;
    } else if (r < 990) {
        resize(s);
    } else if (r < 994) {
        send(s, (editor_event){.type = EDITOR_EVENT_MOUSE_LEAVE});
    } else if (r < 997) {
        send(s, (editor_event){.type = EDITOR_EVENT_FOCUS_LOST});
    } else {
        send(s, (editor_event){.type = EDITOR_EVENT_EXPOSE});
    }
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

// Beside the level's hash, which a recording ends with: nothing else has gone another way either.
static bool add_checks(const char *script, const editor_workspace *workspace)
{
    editor_history history = editor_document_history(editor_workspace_document(workspace));
    FILE *file = fopen(script, "a");
    if (!file)
        return false;
    fprintf(file, "expect undo %u\nexpect redo %u\nexpect count %u\nexpect tool \"%s\"\nexpect views %u\n",
            (unsigned)history.position, (unsigned)(history.step_count - history.position),
            (unsigned)pick_selection_count(editor_workspace_selection(workspace)), editor_workspace_tool(workspace),
            (unsigned)editor_workspace_views(workspace)->count);
    return fclose(file) == 0;
}

int main(int argc, char **argv)
{
    if (argc < 3 || argc > 4) {
        fprintf(stderr, "usage: soak SEED EVENTS [SCRIPT]\n");
        return 2;
    }
    const char *script = argc > 3 ? argv[3] : "soak.play";
    uint64_t events = strtoull(argv[2], NULL, 10);
    soak s = {.window = {1280, 720, 1280, 720}, .mouse = {640.5, 360.5}};
    s.random.state = strtoull(argv[1], NULL, 10);
    editor_error error = {""};
    editor_level *level = editor_demo_level(&error);
    const editor_workspace_desc desc = {
        .actions = &EDITOR_ACTION_TABLE, .window = s.window, .ui_scale = 1, .no_files = true};
    if (!level || !editor_record_open(script, NULL, &desc, &s.record, &error))
        return fail(error.text);
    s.workspace = editor_workspace_create(level, &desc, &error);
    if (!s.workspace)
        return fail(error.text);
    s.objects = count_objects(&s);
    while (s.events < events)
        one(&s);
    editor_history history = editor_document_history(editor_workspace_document(s.workspace));
    uint64_t hash = editor_level_hash(editor_workspace_level(s.workspace));
    bool written = editor_record_close(s.record, s.workspace, &error);
    printf("seed %s: %" PRIu64 " events, %" PRIu64 " steps, %" PRIu64 " pictures, %" PRIu64
           " picks, %u undo steps (%" PRIu64 " dropped), level %016" PRIx64 "\n",
           argv[1], s.events, s.steps, editor_workspace_pictures(s.workspace), editor_workspace_picks(s.workspace),
           (unsigned)history.step_count, history.dropped, hash);
    written = written && add_checks(script, s.workspace);
    editor_workspace_destroy(s.workspace);
    if (!written)
        return fail(error.text[0] ? error.text : "the recording cannot be written");
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

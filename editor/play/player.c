#define _POSIX_C_SOURCE 200809L // access, nanosleep

#include "play/player.h"

#include "actions/actions.h"
#include "play/player_private.h"
#include "play/words.h"
#include "system/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE_SIZE = 4 * EDITOR_PATH_SIZE, SETTLE_STEPS = 64 };

static const double frame_seconds = 1.0 / 64; // exact in binary, so that sums are exact
// Longer than any double click, so that two presses of a script are two clicks.
static const double press_pause = 1;

static bool broken(editor_player *player, const char *what, const char *word)
{
    return editor_player_fail(player, EDITOR_PLAY_BROKEN, "%s: %s", word, what);
}

// --- reading ---

// Splits a line into words in place: spaces separate, quotes group, # begins a comment. False: a quote is not closed or
// there are too many words.
static bool split(char *line, char **words, int *count)
{
    *count = 0;
    char *from = line;
    for (;;) {
        from += strspn(from, " \t\r\n");
        if (!*from || *from == '#')
            return true;
        if (*count == PLAYER_WORDS)
            return false;
        bool quoted = *from == '"';
        from += quoted;
        char *to = from;
        words[(*count)++] = from;
        while (quoted ? *from != '"' : *from && !strchr(" \t\r\n", *from)) {
            if (!*from)
                return false;
            if (quoted && *from == '\\' && from[1]) {
                from++;
                *to++ = *from == 'n' ? '\n' : *from;
                from++;
                continue;
            }
            *to++ = *from++;
        }
        bool last = !*from;
        *to = '\0';
        if (last)
            return true;
        from++;
    }
}

// --- the workspace ---

// Resolves a path relative to the script's folder.
static void resolve(const editor_player *player, const char *path, char *out, size_t size)
{
    const char *slash = strrchr(player->path, '/');
    if (path[0] == '/' || !slash || strcmp(path, "demo") == 0)
        snprintf(out, size, "%s", path);
    else
        snprintf(out, size, "%.*s/%s", (int)(slash - player->path), player->path, path);
}

static void settle(editor_player *player)
{
    for (int i = 0; i < SETTLE_STEPS && (i == 0 || editor_workspace_is_busy(player->workspace)); i++)
        editor_workspace_step(player->workspace, 0);
}

static bool after_event(editor_player *player)
{
    if (!player->manual)
        settle(player);
    return true;
}

// Opens the workspace if it is not open yet. False: that failed.
static bool open_workspace(editor_player *player)
{
    if (player->workspace)
        return true;
    char path[2 * EDITOR_PATH_SIZE];
    resolve(player, player->level, path, sizeof(path));
    editor_error error = {""};
    editor_level *level = player->desc->load(player->desc->user, path, &error);
    if (!level)
        return editor_player_fail(player, EDITOR_PLAY_BROKEN, "%s", error.text);
    editor_workspace_desc desc = player->desc->workspace;
    desc.window = player->window;
    desc.ui_scale = player->ui_scale;
    desc.actions = &EDITOR_ACTION_TABLE;
    desc.keys = player->keys;
    desc.loads_behind = player->loads_behind;
    desc.boxes_from = player->boxes ? 1 : 0;
    desc.notice = player->notice[0] ? player->notice : NULL;
    player->workspace = editor_workspace_create(level, &desc, &error);
    if (!player->workspace)
        return editor_player_fail(player, EDITOR_PLAY_FAILED, "%s", error.text);
    return after_event(player);
}

static bool send(editor_player *player, const editor_event *event)
{
    // Every event carries the modifiers held on the keyboard, as a window system reports them.
    editor_event sent = *event;
    sent.touch = player->touch;
    editor_workspace_event(player->workspace, &sent);
    return after_event(player);
}

// --- commands ---

static bool run_open(editor_player *player, char **words, int count)
{
    (void)count;
    if (player->workspace)
        return broken(player, "a level is open already; open comes first", words[0]);
    if (strlen(words[0]) >= sizeof(player->level))
        return broken(player, "the path is too long", "open");
    snprintf(player->level, sizeof(player->level), "%s", words[0]);
    return true;
}

static bool run_assets(editor_player *player, char **words, int count)
{
    char path[2 * EDITOR_PATH_SIZE];
    (void)count;
    resolve(player, words[0], path, sizeof(path));
    if (!editor_workspace_set_assets(player->workspace, path))
        return broken(player, "this folder cannot be listed", words[0]);
    return after_event(player);
}

static bool run_scale(editor_player *player, char **words, int count)
{
    (void)count;
    if (player->workspace)
        return broken(player, "scale comes before anything is done", words[0]);
    return editor_player_numbers(player, words[0], ' ', &player->ui_scale, 1) &&
           ((player->ui_scale >= 0.5 && player->ui_scale <= 4) || broken(player, "expected 0.5 to 4", words[0]));
}

static bool run_size(editor_player *player, char **words, int count)
{
    double points[2] = {0}, pixels[2];
    if (!editor_player_numbers(player, words[0], 'x', points, 2))
        return false;
    pixels[0] = points[0], pixels[1] = points[1];
    if (count > 1 && !editor_player_numbers(player, words[1], 'x', pixels, 2))
        return false;
    for (int i = 0; i < 2; i++) {
        if (points[i] < 0 || points[i] > 16384 || pixels[i] < 0 || pixels[i] > 16384)
            return broken(player, "expected 0 to 16384", words[0]);
    }
    player->window = (pick_window){points[0], points[1], pixels[0], pixels[1]};
    if (!player->workspace)
        return true;
    editor_workspace_set_window(player->workspace, &player->window);
    return send(player, &(editor_event){.type = EDITOR_EVENT_RESIZE});
}

// The keys of the actions, to be changed. NULL: that failed.
static editor_key_binding *own_keys(editor_player *player, const char *word)
{
    if (player->workspace) {
        broken(player, "comes before anything is done", word);
        return NULL;
    }
    if (!player->keys)
        player->keys = editor_action_keys();
    if (!player->keys)
        broken(player, "out of memory", word);
    return player->keys;
}

static bool run_bind(editor_player *player, char **words, int count)
{
    (void)count;
    editor_key_binding *keys = own_keys(player, "bind");
    editor_key_binding *binding = keys ? editor_keymap_find(keys, EDITOR_ACTION_COUNT, words[0]) : NULL;
    if (!binding)
        return keys && broken(player, "no such action", words[0]);
    binding->key = EDITOR_KEY_NONE;
    return strcmp(words[1], "none") == 0 || editor_key_read(words[1], &binding->key, &binding->modifiers) ||
           broken(player, "expected a key, as in Ctrl+Shift+X, or none", words[1]);
}

// Keeps the first problem of a keymap file.
static void keep_problem(void *user, const char *text)
{
    editor_player *player = user;
    if (!player->notice[0])
        snprintf(player->notice, sizeof(player->notice), "%s", text);
}

static bool run_keymap(editor_player *player, char **words, int count)
{
    (void)count;
    char path[2 * EDITOR_PATH_SIZE];
    editor_error error = {""};
    resolve(player, words[0], path, sizeof(path));
    editor_key_binding *keys = own_keys(player, "keymap");
    return keys && (editor_keymap_read(path, keys, EDITOR_ACTION_COUNT, keep_problem, player, &error) ||
                    editor_player_fail(player, EDITOR_PLAY_BROKEN, "%s", error.text));
}

static bool run_notice(editor_player *player, char **words, int count)
{
    (void)count;
    if (player->workspace)
        return broken(player, "comes before anything is done", "notice");
    snprintf(player->notice, sizeof(player->notice), "%s", words[0]);
    return true;
}

static bool run_touch(editor_player *player, char **words, int count)
{
    (void)count;
    player->touch = strcmp(words[0], "on") == 0;
    return player->touch || strcmp(words[0], "off") == 0 || broken(player, "expected on or off", words[0]);
}

static bool run_loads(editor_player *player, char **words, int count)
{
    (void)count;
    if (player->workspace)
        return broken(player, "loads comes before anything is done", words[0]);
    player->boxes = strcmp(words[0], "boxes") == 0;
    player->loads_behind = player->boxes || strcmp(words[0], "behind") == 0;
    return player->loads_behind || strcmp(words[0], "at-once") == 0 ||
           broken(player, "expected behind, boxes or at-once", words[0]);
}

static bool run_loaded(editor_player *player, char **words, int count)
{
    (void)words, (void)count;
    return editor_workspace_poll_load(player->workspace, true)
               ? after_event(player)
               : editor_player_fail(player, EDITOR_PLAY_FAILED, "loaded: no file is being read");
}

static bool run_steps(editor_player *player, char **words, int count)
{
    (void)count;
    player->manual = strcmp(words[0], "manual") == 0;
    return player->manual || strcmp(words[0], "auto") == 0 || broken(player, "expected manual or auto", words[0]);
}

static bool run_step(editor_player *player, char **words, int count)
{
    double seconds = 0;
    if (count > 0 && !editor_player_numbers(player, words[0], ' ', &seconds, 1))
        return false;
    editor_workspace_step(player->workspace, seconds);
    return true;
}

static bool run_wait(editor_player *player, char **words, int count)
{
    (void)count;
    double seconds = 0;
    if (!editor_player_numbers(player, words[0], ' ', &seconds, 1))
        return false;
    if (seconds < 0 || seconds > 3600)
        return broken(player, "expected 0 to 3600 seconds", words[0]);
    for (double passed = 0; passed < seconds; passed += frame_seconds)
        editor_workspace_step(player->workspace, fmin(frame_seconds, seconds - passed));
    return after_event(player);
}

// An integer names a pixel and means its centre; a number with a decimal point is the position itself.
static double center(double x, const char *word)
{
    return strchr(word, '.') ? x : floor(x) + 0.5;
}

// Reads "X Y" at words[0]. Returns the number of words used; 0: an error.
static int read_position(editor_player *player, char **words, int count, pick_vec2 *out)
{
    double x = 0, y = 0;
    if (count < 2) {
        broken(player, "expected X Y", count > 0 ? words[0] : "position");
        return 0;
    }
    if (!editor_player_numbers(player, words[0], ' ', &x, 1) || !editor_player_numbers(player, words[1], ' ', &y, 1))
        return 0;
    *out = (pick_vec2){center(x, words[0]), center(y, words[1])};
    return 2;
}

// Projects a world point to the centre of its pixel.
static bool project(editor_player *player, pick_vec3 point, const char *word, pick_vec2 *out)
{
    const editor_viewport *viewport = editor_workspace_viewport(player->workspace);
    pick_projected_point p;
    if (!viewport->has_view || !pick_view_project(&viewport->view, point, &p))
        return editor_player_fail(player, EDITOR_PLAY_FAILED, "%s is not on screen", word);
    *out = (pick_vec2){floor(p.window.x) + 0.5, floor(p.window.y) + 0.5};
    return true;
}

// Reads a place: "at NAME", the centre of its box; "point X,Y,Z"; "in FX,FY", fractions of the viewport.
static int read_place(editor_player *player, char **words, int count, pick_vec2 *out)
{
    const editor_level *level = editor_workspace_level(player->workspace);
    double n[3] = {0};
    if (count >= 2 && strcmp(words[0], "at") == 0) {
        uint32_t object = editor_level_find(level, words[1], EDITOR_NONE);
        pick_aabb box;
        if (object == EDITOR_NONE ||
            pick_scene_object_bounds(level->scene, level->objects[object].pick, &box) != PICK_OK)
            return editor_player_fail(player, EDITOR_PLAY_FAILED, "no object is named %s", words[1]);
        pick_vec3 middle = pick_aabb_is_empty(&box) ? level->objects[object].world.origin
                                                    : pick_vec3_scale(pick_vec3_add(box.min, box.max), 0.5);
        return project(player, middle, words[1], out) ? 2 : 0;
    }
    if (count >= 2 && strcmp(words[0], "point") == 0)
        return editor_player_numbers(player, words[1], ',', n, 3) &&
                       project(player, pick_vec3_make(n[0], n[1], n[2]), words[1], out)
                   ? 2
                   : 0;
    if (count >= 2 && strcmp(words[0], "in") == 0) {
        if (!editor_player_numbers(player, words[1], ',', n, 2))
            return 0;
        pick_rect r = editor_workspace_viewport(player->workspace)->rect;
        *out = (pick_vec2){floor(r.x + n[0] * r.width) + 0.5, floor(r.y + n[1] * r.height) + 0.5};
        return 2;
    }
    return read_position(player, words, count, out);
}

static bool read_modifiers(editor_player *player, char **words, int used, int count)
{
    player->modifiers = 0;
    if (used < count && !editor_words_read_modifiers(words[used], &player->modifiers))
        return broken(player, "expected modifiers, as in shift+ctrl", words[used]);
    return used + 1 >= count || broken(player, "is one word too many", words[used + 1]);
}

// move PLACE [by DX DY] [MODIFIERS]
static bool run_move(editor_player *player, char **words, int count)
{
    pick_vec2 to = {0}, by;
    int used = read_place(player, words, count, &to);
    if (!used)
        return false;
    by = (pick_vec2){to.x - player->mouse.x, to.y - player->mouse.y};
    if (count >= used + 3 && strcmp(words[used], "by") == 0) {
        if (!editor_player_numbers(player, words[used + 1], ' ', &by.x, 1) ||
            !editor_player_numbers(player, words[used + 2], ' ', &by.y, 1))
            return false;
        used += 3;
    }
    if (!read_modifiers(player, words, used, count))
        return false;
    player->mouse = to;
    return send(
        player,
        &(editor_event){.type = EDITOR_EVENT_MOUSE_MOVE, .position = to, .delta = by, .modifiers = player->modifiers});
}

// by DX DY [MODIFIERS]: moves the mouse in small steps, as a hand does
static bool run_by(editor_player *player, char **words, int count)
{
    pick_vec2 by = {0}, from = player->mouse;
    if (!editor_player_numbers(player, words[0], ' ', &by.x, 1) ||
        !editor_player_numbers(player, words[1], ' ', &by.y, 1) || !read_modifiers(player, words, 2, count))
        return false;
    enum { STEPS = 8 };
    for (int i = 1; i <= STEPS; i++) {
        pick_vec2 to = {floor(from.x + by.x * i / STEPS) + 0.5, floor(from.y + by.y * i / STEPS) + 0.5};
        editor_event event = {.type = EDITOR_EVENT_MOUSE_MOVE,
                              .position = to,
                              .delta = {to.x - player->mouse.x, to.y - player->mouse.y},
                              .modifiers = player->modifiers};
        player->mouse = to;
        send(player, &event);
    }
    return true;
}

// BUTTON [at X Y] [+SECONDS] [MODIFIERS]
static bool button_event(editor_player *player, editor_event_type type, char **words, int count)
{
    editor_event event = {.type = type};
    int used = 0;
    if (count > 0 && editor_words_read_button(words[0], &event.button))
        used = 1;
    if (count >= used + 3 && strcmp(words[used], "at") == 0) {
        if (!read_position(player, words + used + 1, count - used - 1, &player->mouse))
            return false;
        used += 3;
    }
    if (used < count && (words[used][0] == '+' || words[used][0] == '-')) {
        double later = 0;
        if (!editor_player_numbers(player, words[used++], ' ', &later, 1))
            return false;
        event.seconds = fmax(editor_workspace_seconds(player->workspace) + later, 1e-6);
    }
    if (!read_modifiers(player, words, used, count))
        return false;
    event.position = player->mouse;
    event.modifiers = player->modifiers;
    return send(player, &event);
}

static bool run_press(editor_player *player, char **words, int count)
{
    if (!player->manual)
        editor_workspace_step(player->workspace, press_pause);
    return button_event(player, EDITOR_EVENT_MOUSE_PRESS, words, count);
}

static bool run_release(editor_player *player, char **words, int count)
{
    return button_event(player, EDITOR_EVENT_MOUSE_RELEASE, words, count);
}

static bool run_click(editor_player *player, char **words, int count)
{
    return run_press(player, words, count) && button_event(player, EDITOR_EVENT_MOUSE_RELEASE, words, count);
}

static bool run_double_click(editor_player *player, char **words, int count)
{
    return run_click(player, words, count) && button_event(player, EDITOR_EVENT_MOUSE_PRESS, words, count) &&
           button_event(player, EDITOR_EVENT_MOUSE_RELEASE, words, count);
}

// wheel [DX] DY [at X Y] [MODIFIERS]
static bool run_wheel(editor_player *player, char **words, int count)
{
    editor_event event = {.type = EDITOR_EVENT_WHEEL};
    char *end = NULL;
    bool two = count > 1 && (strtod(words[1], &end), end != words[1]);
    int used = two ? 2 : 1;
    if ((two && !editor_player_numbers(player, words[0], ' ', &event.delta.x, 1)) ||
        !editor_player_numbers(player, words[used - 1], ' ', &event.delta.y, 1))
        return false;
    if (count >= used + 3 && strcmp(words[used], "at") == 0) {
        if (!read_position(player, words + used + 1, count - used - 1, &player->mouse))
            return false;
        used += 3;
    }
    if (!read_modifiers(player, words, used, count))
        return false;
    event.position = player->mouse;
    event.modifiers = player->modifiers;
    return send(player, &event);
}

// KEY [PLACE]
static bool key_event(editor_player *player, editor_event_type type, char **words, int count, bool repeat)
{
    editor_event event = {.type = type, .repeat = repeat, .position = player->mouse};
    uint32_t none = 0;
    if (!editor_words_read_key(words[0], &event.key, &event.modifiers))
        return broken(player, "expected a key, as in ctrl+d", words[0]);
    if (count > 1 && (!editor_words_read_key(words[1], &event.place, &none) || none != 0))
        return broken(player, "expected a key without ctrl, shift and alt, as in w", words[1]);
    player->modifiers = type == EDITOR_EVENT_KEY_DOWN ? event.modifiers : 0;
    return send(player, &event);
}

static bool run_key_down(editor_player *player, char **words, int count)
{
    return key_event(player, EDITOR_EVENT_KEY_DOWN, words, count, false);
}

static bool run_key_repeat(editor_player *player, char **words, int count)
{
    return key_event(player, EDITOR_EVENT_KEY_DOWN, words, count, true);
}

static bool run_key_up(editor_player *player, char **words, int count)
{
    return key_event(player, EDITOR_EVENT_KEY_UP, words, count, false);
}

static bool run_key(editor_player *player, char **words, int count)
{
    if (!run_key_down(player, words, count))
        return false;
    // Release the key together with its modifiers.
    editor_event event = {.type = EDITOR_EVENT_KEY_UP, .position = player->mouse};
    uint32_t held = 0;
    player->modifiers = 0;
    return editor_words_read_key(words[0], &event.key, &held) && send(player, &event);
}

static bool run_text(editor_player *player, char **words, int count)
{
    (void)count;
    // Split the text: an event holds as much as a window system sends at once.
    for (const char *at = words[0]; *at;) {
        editor_event event = {.type = EDITOR_EVENT_TEXT};
        size_t n = strlen(at);
        if (n >= sizeof(event.text)) {
            n = sizeof(event.text) - 1;
            while (n > 1 && ((unsigned char)at[n] & 0xc0) == 0x80) // do not split a UTF-8 character
                n--;
        }
        memcpy(event.text, at, n);
        at += n;
        if (!send(player, &event))
            return false;
    }
    return true;
}

static bool simple_event(editor_player *player, editor_event_type type)
{
    return send(player, &(editor_event){.type = type});
}

static bool run_leave(editor_player *player, char **words, int count)
{
    (void)words, (void)count;
    return simple_event(player, EDITOR_EVENT_MOUSE_LEAVE);
}

static bool run_unfocus(editor_player *player, char **words, int count)
{
    (void)words, (void)count;
    return simple_event(player, EDITOR_EVENT_FOCUS_LOST);
}

static bool run_close(editor_player *player, char **words, int count)
{
    (void)words, (void)count;
    return simple_event(player, EDITOR_EVENT_CLOSE);
}

static bool run_drop(editor_player *player, char **words, int count)
{
    char path[2 * EDITOR_PATH_SIZE];
    for (int i = 0; i < count; i++) {
        resolve(player, words[i], path, sizeof(path));
        editor_workspace_event(player->workspace,
                               &(editor_event){.type = EDITOR_EVENT_DROP, .position = player->mouse, .path = path});
    }
    return after_event(player);
}

// The only command that waits in real time: for a script that runs beside another program.
static bool run_await(editor_player *player, char **words, int count)
{
    enum { TRIES = 6000 };
    char path[2 * EDITOR_PATH_SIZE];
    (void)count;
    resolve(player, words[0], path, sizeof(path));
    for (int i = 0; i < TRIES; i++) {
        if (access(path, F_OK) == 0)
            return true;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return editor_player_fail(player, EDITOR_PLAY_FAILED, "await %s: there is no such file after a minute", words[0]);
}

static bool run_focus(editor_player *player, char **words, int count)
{
    (void)words, (void)count;
    return simple_event(player, EDITOR_EVENT_FOCUS_GAINED);
}

static bool run_expose(editor_player *player, char **words, int count)
{
    (void)words, (void)count;
    return simple_event(player, EDITOR_EVENT_EXPOSE);
}

static bool run_action(editor_player *player, char **words, int count)
{
    (void)count;
    const editor_action *action = editor_action_find(words[0]);
    if (!action)
        return broken(player, "no such action", words[0]);
    // As in a menu: only enabled actions, and none during a drag.
    if (!editor_action_run(player->workspace, action))
        return editor_player_fail(player, EDITOR_PLAY_FAILED, "%s cannot be done now", words[0]);
    return after_event(player);
}

static bool run_answer(editor_player *player, char **words, int count)
{
    (void)count;
    if (!editor_workspace_press(player->workspace, words[0]))
        return editor_player_fail(player, EDITOR_PLAY_FAILED, "no dialog has a button %s", words[0]);
    return after_event(player);
}

static bool run_fill(editor_player *player, char **words, int count)
{
    (void)count;
    if (!editor_workspace_fill(player->workspace, words[0], words[1]))
        return editor_player_fail(player, EDITOR_PLAY_FAILED, "no dialog has a field %s that takes %s", words[0],
                                  words[1]);
    return after_event(player);
}

static bool run_view(editor_player *player, char **words, int count)
{
    char name[64];
    snprintf(name, sizeof(name), "view-%.50s", words[0]);
    return run_action(player, (char *[]){name}, count);
}

static bool run_screenshot(editor_player *player, char **words, int count)
{
    (void)count;
    editor_error error = {""};
    return player->desc->screenshot(player->desc->user, player->workspace, words[0], &error) ||
           editor_player_fail(player, EDITOR_PLAY_FAILED, "%s", error.text);
}

// --- the script ---

typedef struct player_command {
    const char *name;
    int least, most; // number of words after the command
    bool before;     // allowed before the level is open
    bool (*run)(editor_player *player, char **words, int count);
} player_command;

static const player_command COMMANDS[] = {
    {"open", 1, 1, true, run_open},
    {"size", 1, 2, true, run_size},
    {"scale", 1, 1, true, run_scale},
    {"bind", 2, 2, true, run_bind},
    {"keymap", 1, 1, true, run_keymap},
    {"notice", 1, 1, true, run_notice},
    {"steps", 1, 1, true, run_steps},
    {"loads", 1, 1, true, run_loads},
    {"loaded", 0, 0, false, run_loaded},
    {"assets", 1, 1, false, run_assets},
    {"touch", 1, 1, true, run_touch},
    {"step", 0, 1, false, run_step},
    {"wait", 1, 1, false, run_wait},
    {"move", 2, 6, false, run_move},
    {"by", 2, 3, false, run_by},
    {"press", 0, 6, false, run_press},
    {"release", 0, 5, false, run_release},
    {"click", 0, 5, false, run_click},
    {"doubleclick", 0, 5, false, run_double_click},
    {"wheel", 1, 6, false, run_wheel},
    {"key", 1, 1, false, run_key},
    {"keydown", 1, 2, false, run_key_down},
    {"keyrepeat", 1, 2, false, run_key_repeat},
    {"keyup", 1, 2, false, run_key_up},
    {"text", 1, 1, false, run_text},
    {"leave", 0, 0, false, run_leave},
    {"unfocus", 0, 0, false, run_unfocus},
    {"focus", 0, 0, false, run_focus},
    {"expose", 0, 0, false, run_expose},
    {"close", 0, 0, false, run_close},
    {"drop", 1, PLAYER_WORDS, false, run_drop},
    {"await", 1, 1, false, run_await},
    {"expect", 1, PLAYER_WORDS, false, editor_player_expect},
    {"mark", 2, 2, false, editor_player_mark_value},
    {"command", 1, 1, false, run_action},
    {"answer", 1, 1, false, run_answer},
    {"fill", 2, 2, false, run_fill},
    {"view", 1, 1, false, run_view},
    {"screenshot", 1, 1, false, run_screenshot},
};

static const player_command *find_command(const char *name)
{
    for (size_t i = 0; i < sizeof(COMMANDS) / sizeof(COMMANDS[0]); i++) {
        if (strcmp(COMMANDS[i].name, name) == 0)
            return &COMMANDS[i];
    }
    return NULL;
}

static bool run_line(editor_player *player, char *line, bool only_check)
{
    char *words[PLAYER_WORDS];
    int count = 0;
    if (!split(line, words, &count))
        return editor_player_fail(player, EDITOR_PLAY_BROKEN, "a quote is not closed, or there are too many words");
    if (count == 0)
        return true;
    const player_command *command = find_command(words[0]);
    if (!command)
        return broken(player, "no such command", words[0]);
    if (count - 1 < command->least || count - 1 > command->most)
        return broken(player, count - 1 < command->least ? "something is missing after it" : "too much after it",
                      words[0]);
    if (only_check)
        return true;
    return (command->before || open_workspace(player)) && command->run(player, words + 1, count - 1);
}

// Runs all lines, or only parses them. Parsing the whole script first reports an error in the last line at once.
static bool run_file(editor_player *player, FILE *file, bool only_check)
{
    char line[LINE_SIZE];
    rewind(file);
    for (player->line = 1; fgets(line, sizeof(line), file); player->line++) {
        if (!strchr(line, '\n') && !feof(file))
            return editor_player_fail(player, EDITOR_PLAY_BROKEN, "the line is too long");
        if (!run_line(player, line + (player->line == 1 ? editor_text_mark(line, strlen(line)) : 0), only_check))
            return false;
    }
    return !ferror(file) || editor_player_fail(player, EDITOR_PLAY_BROKEN, "cannot be read: %s", strerror(errno));
}

editor_play_result editor_play(const char *path, const editor_player_desc *desc, editor_error *error)
{
    editor_player player = {
        .path = path, .desc = desc, .error = error, .level = "demo", .ui_scale = 1, .window = {1280, 720, 1280, 720}};
    FILE *file = fopen(path, "rb");
    if (!file) {
        snprintf(error->text, sizeof(error->text), "%s: cannot be read: %s", path, strerror(errno));
        return EDITOR_PLAY_BROKEN;
    }
    // A script may consist of the level alone: open it.
    if (run_file(&player, file, true) && run_file(&player, file, false))
        open_workspace(&player);
    fclose(file);
    desc->close(desc->user);
    editor_workspace_destroy(player.workspace);
    free(player.keys);
    return player.result;
}

// Scripts in the real window: `window_play PROGRAM SCRIPT...` does with a real pointer and real keys what
// `vkpick play` does without, and checks through the event log. At the end the program's own recording is replayed
// without a window, and has to come to the same level and to the same files.
//
// Known are the commands and checks in the tables below; anything else ends the test. Checks of what the event log does
// not say, such as the status line, are written into the recording at the place where they were met, and hold or fail
// in its replay.
#define _XOPEN_SOURCE 700 // realpath
#include "window_play.h"
#include "actions/actions.h"
#include "play/words.h"
#include "window_drop.h"
#include "window_keys.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double press_pause = 0.45, most_wait = 70; // seconds

void play_fail(play *p, const char *what, const char *word)
{
    driver_fail(&p->d, p->script, p->line, "%s: %s", word, what);
}

// --- keys and the pointer ---

static void hold(play *p, uint32_t modifiers)
{
    static const struct {
        uint32_t bit;
        const char *name;
    } keys[] = {{PICK_MODIFIER_SHIFT, "shift"}, {PICK_MODIFIER_CTRL, "ctrl"}, {PICK_MODIFIER_ALT, "alt"}};
    for (int i = 0; i < 3; i++) {
        bool is = (p->modifiers & keys[i].bit) != 0, wanted = (modifiers & keys[i].bit) != 0;
        if (is != wanted)
            TOOL(&p->d, wanted ? "keydown" : "keyup", keys[i].name);
    }
    p->modifiers = modifiers;
}

// Waits until the program has done what was asked. In flight it need not come to rest.
void play_rest(play *p)
{
    if (p->flies)
        driver_pass(&p->d, 0.1);
    else
        driver_rest(&p->d);
}

static void key(play *p, const char *how, editor_key k, uint32_t modifiers)
{
    char name[32];
    if (!window_key_name(k, name))
        play_fail(p, "no such key here", "key");
    uint32_t was = p->modifiers;
    hold(p, was | modifiers);
    TOOL(&p->d, how, name);
    hold(p, was);
    if (!p->types_ahead)
        play_rest(p);
}

static void move_to(play *p, double x, double y)
{
    p->x = floor(x);
    p->y = floor(y);
    driver_move(&p->d, p->x, p->y);
}

// --- commands ---

bool play_numbers(const char *word, double *out, int count)
{
    for (int i = 0; i < count; i++) {
        char *end;
        out[i] = strtod(word, &end);
        if (end == word || *end != (i + 1 < count ? ',' : '\0'))
            return false;
        word = end + 1;
    }
    return true;
}

static uint32_t modifiers_at(play *p, char **words, int at, int count)
{
    uint32_t modifiers = 0;
    if (at < count && !editor_words_read_modifiers(words[at], &modifiers))
        play_fail(p, "no modifiers", words[at]);
    return modifiers;
}

// The middle of an object, or of what is selected in a large level its origin; NULL: it is not logged.
static const double *find_object(play *p, const char *name)
{
    driver_rest(&p->d);
    const driver_state *state = &p->d.state;
    for (int i = 0; i < state->objects_at_count; i++) {
        if (strcmp(state->objects_at[i].name, name) == 0)
            return state->objects_at[i].middle;
    }
    for (int i = 0; i < state->place_count; i++) {
        if (strcmp(state->places[i].name, name) == 0)
            return state->places[i].origin;
    }
    return NULL;
}

static void run_move(play *p, char **words, int count)
{
    const double *o = NULL;
    double n[3] = {0};
    hold(p, modifiers_at(p, words, 3, count));
    if (strcmp(words[1], "point") == 0 && play_numbers(words[2], n, 3)) {
        pick_vec2 at = driver_project(&p->d, pick_vec3_make(n[0], n[1], n[2]));
        move_to(p, at.x, at.y);
    } else if (strcmp(words[1], "at") == 0 && (o = find_object(p, words[2])) != NULL) {
        pick_vec2 at = driver_project(&p->d, pick_vec3_make(o[0], o[1], o[2]));
        move_to(p, at.x, at.y);
    } else if (strcmp(words[1], "in") == 0 && play_numbers(words[2], n, 2)) {
        pick_rect r = p->d.state.viewport;
        move_to(p, r.x + n[0] * r.width, r.y + n[1] * r.height);
    } else if (play_numbers(words[1], n, 1) && play_numbers(words[2], n + 1, 1)) {
        move_to(p, n[0], n[1]);
    } else {
        play_fail(p, "not known here", words[1]);
    }
    driver_rest(&p->d);
}

static void fly_by(play *p, const double by[2])
{
    enum { STEPS = 8 };
    for (int i = 1; i <= STEPS; i++) {
        char text[2][16];
        for (int k = 0; k < 2; k++)
            snprintf(text[k], sizeof(text[k]), "%d", (int)(floor(by[k] * i / STEPS) - floor(by[k] * (i - 1) / STEPS)));
        TOOL(&p->d, "mousemove_relative", "--", text[0], text[1]);
    }
    play_rest(p);
}

static void run_by(play *p, char **words, int count)
{
    double by[2] = {0}, x = p->x, y = p->y;
    hold(p, modifiers_at(p, words, 3, count));
    if (!play_numbers(words[1], by, 1) || !play_numbers(words[2], by + 1, 1))
        play_fail(p, "expected numbers", words[1]);
    if (p->flies) {
        fly_by(p, by);
        return;
    }
    p->x = floor(x + by[0]);
    p->y = floor(y + by[1]);
    driver_drag(&p->d, (pick_vec2){x, y}, (pick_vec2){x + by[0], y + by[1]}, 8);
    driver_rest(&p->d);
}

// Which of xdotool's buttons, and the modifiers after it.
static const char *button_of(play *p, char **words, int count)
{
    static const char *const buttons[PICK_BUTTON_COUNT] = {"1", "2", "3"};
    uint32_t button = PICK_BUTTON_LEFT;
    int used = count > 1 && editor_words_read_button(words[1], &button) ? 2 : 1;
    hold(p, modifiers_at(p, words, used, count));
    return buttons[button];
}

// Two presses are two clicks: the next one comes when the time of a double click is over.
static void keep_apart(play *p)
{
    driver_pass(&p->d, p->pressed + press_pause - driver_seconds());
    p->pressed = driver_seconds();
}

static void run_press(play *p, char **words, int count)
{
    const char *button = button_of(p, words, count);
    keep_apart(p);
    TOOL(&p->d, "mousedown", button);
    p->flies = button[0] == '3' && !(p->modifiers & PICK_MODIFIER_ALT);
    play_rest(p);
}

static void run_release(play *p, char **words, int count)
{
    TOOL(&p->d, "mouseup", button_of(p, words, count));
    p->flies = false;
    driver_rest(&p->d);
    hold(p, 0);
}

static void run_click(play *p, char **words, int count)
{
    run_press(p, words, count);
    run_release(p, words, count);
}

// Presses and releases without the pause that keeps clicks apart.
static void run_doubleclick(play *p, char **words, int count)
{
    const char *button = button_of(p, words, count);
    keep_apart(p);
    TOOL(&p->d, "click", "--repeat", "2", "--delay", "60", button);
    driver_rest(&p->d);
    hold(p, 0);
}

// Notches up (4) or down (5), whole ones.
static void run_wheel(play *p, char **words, int count)
{
    double notches = 0;
    if (count > 2 || !play_numbers(words[1], &notches, 1))
        play_fail(p, "expected one number", words[1]);
    char repeats[16];
    snprintf(repeats, sizeof(repeats), "%d", (int)ceil(fabs(notches)));
    TOOL(&p->d, "click", "--repeat", repeats, "--delay", "5", notches > 0 ? "4" : "5");
    play_rest(p);
}

// The first size is what the program was started with.
static void run_size(play *p, char **words, int count)
{
    double size[2];
    char *end = NULL, text[2][16];
    (void)count;
    size[0] = strtod(words[1], &end);
    size[1] = *end == 'x' ? strtod(end + 1, NULL) : 0;
    if (!(size[0] >= 1 && size[1] >= 1))
        play_fail(p, "expected a size", words[1]);
    if (size[0] == p->d.state.window[0] && size[1] == p->d.state.window[1])
        return;
    for (int i = 0; i < 2; i++)
        snprintf(text[i], sizeof(text[i]), "%d", (int)size[i]);
    TOOL(&p->d, "windowsize", p->d.window, text[0], text[1]);
    driver_settle(&p->d, press_pause);
    driver_rest(&p->d);
}

static void run_key(play *p, char **words, int count)
{
    (void)count;
    editor_key k;
    uint32_t modifiers;
    if (!editor_words_read_key(words[1], &k, &modifiers))
        play_fail(p, "no such key", words[1]);
    key(p, strcmp(words[0], "key") == 0 ? "key" : words[0], k, modifiers);
    if (p->types_ahead && modifiers == 0 && k > EDITOR_KEY_SPACE && k <= (editor_key)'Z')
        snprintf(p->typed, sizeof(p->typed), "%c", tolower((int)k));
}

static void run_text(play *p, char **words, int count)
{
    (void)count;
    if (p->types_ahead && strcmp(p->typed, words[1]) == 0) // a real key writes its letter itself
        return;
    TOOL(&p->d, "type", "--delay", "40", "--", words[1]);
    driver_rest(&p->d);
}

// By its shortcut; an action without one is found in the command palette by its label and menu.
static void run_action(play *p, const char *name)
{
    const editor_action *action = editor_action_find(name), *palette = editor_action_find("palette");
    for (int i = 0; i < p->bound_count; i++) {
        if (strcmp(p->bound[i], name) == 0) {
            key(p, "key", (editor_key)('1' + i), PICK_MODIFIER_CTRL | PICK_MODIFIER_ALT);
            return;
        }
    }
    if (!action || !action->label[0])
        play_fail(p, "no such action", name);
    // Esc leaves a group, or lets go of parts, before it deselects.
    if (action->key != EDITOR_KEY_NONE && action->key != EDITOR_KEY_ESCAPE) {
        key(p, "key", action->key, action->modifiers);
        return;
    }
    char text[128];
    const char *menu = strrchr(action->menu, '|');
    snprintf(text, sizeof(text), "%s %s", action->label, menu ? menu + 1 : action->menu);
    key(p, "key", palette->key, palette->modifiers);
    TOOL(&p->d, "type", "--delay", "40", "--", text);
    key(p, "key", EDITOR_KEY_ENTER, 0);
}

static void run_command(play *p, char **words, int count)
{
    (void)count;
    run_action(p, words[1]);
}

static void run_view(play *p, char **words, int count)
{
    char name[64];
    (void)count;
    snprintf(name, sizeof(name), "view-%.50s", words[1]);
    run_action(p, name);
}

static void run_mark(play *p, char **words, int count)
{
    (void)count;
    if (strcmp(words[2], "hash") != 0) {
        driver_rest(&p->d);
        recording_check_later(&p->recording, &p->d, p->line, p->text);
        return;
    }
    if (p->mark_count == PLAY_MARKS)
        play_fail(p, "only so many marks are known here", words[2]);
    driver_rest(&p->d);
    snprintf(p->marks[p->mark_count].name, 32, "%.31s", words[1]);
    memcpy(p->marks[p->mark_count++].hash, p->d.state.hash, sizeof(p->d.state.hash));
}

// Time passes by itself here: as much of it as the script says.
static void run_wait(play *p, char **words, int count)
{
    double seconds = 0;
    if (count > 1 && (!play_numbers(words[1], &seconds, 1) || seconds > most_wait))
        play_fail(p, "expected seconds, and not many", words[1]);
    driver_pass(&p->d, seconds);
    play_rest(p);
}

static bool has_button(const driver_state *state, const void *user)
{
    for (int i = 0; i < state->answer_count; i++) {
        if (strcmp(state->answers[i], user) == 0)
            return state->buttons[i].width > 0;
    }
    return false;
}

static void run_answer(play *p, char **words, int count)
{
    (void)count;
    if (!driver_wait(&p->d, has_button, words[1], PLAY_PATIENCE))
        play_fail(p, "no button has this label", words[1]);
    driver_rest(&p->d); // it may still move
    int i = 0;
    while (i < p->d.state.answer_count - 1 && strcmp(p->d.state.answers[i], words[1]) != 0)
        i++;
    const pick_rect r = p->d.state.buttons[i];
    move_to(p, r.x + r.width / 2, r.y + r.height / 2);
    driver_rest(&p->d);
    run_click(p, (char *[]){words[0]}, 1);
}

static bool has_field(const driver_state *state, const void *user)
{
    char *const *words = user;
    for (int i = 0; i < state->field_count; i++) {
        if (strcmp(state->fields[i].label, words[1]) == 0 && state->fields[i].rect.width > 0 &&
            (!state->fields[i].choice[0] || strcmp(state->fields[i].choice, words[2]) == 0))
            return true;
    }
    return false;
}

static void run_fill(play *p, char **words, int count)
{
    (void)count;
    if (!driver_wait(&p->d, has_field, words, PLAY_PATIENCE))
        play_fail(p, "no field has this label, or this choice", words[1]);
    driver_rest(&p->d); // it may still move
    int i = 0;
    while (strcmp(p->d.state.fields[i].label, words[1]) != 0 ||
           (p->d.state.fields[i].choice[0] && strcmp(p->d.state.fields[i].choice, words[2]) != 0))
        i++;
    const bool is_choice = p->d.state.fields[i].choice[0] != '\0';
    const pick_rect r = p->d.state.fields[i].rect;
    move_to(p, r.x + r.width / 2, r.y + r.height / 2);
    driver_rest(&p->d);
    const int step = p->d.state.fields[i].step;
    const bool is_listed = p->d.state.fields[i].is_listed;
    run_click(p, (char *[]){words[0]}, 1);
    for (int k = 0; is_listed && k < abs(step); k++)
        key(p, "key", step > 0 ? EDITOR_KEY_DOWN : EDITOR_KEY_UP, 0);
    if (is_listed)
        key(p, "key", EDITOR_KEY_ENTER, 0);
    if (is_choice)
        return;
    key(p, "key", (editor_key)'A', PICK_MODIFIER_CTRL);
    run_text(p, (char *[]){words[0], words[2]}, 2);
}

// Beside the script, in the copy of its folder. What lies elsewhere is not copied.
static void resolve(const play *p, const char *name, char *out, size_t size)
{
    const char *folder = strncmp(name, "../", 3) == 0 ? p->recording.original : p->recording.beside;
    snprintf(out, size, "%s/%.300s", folder, name);
}

static void run_drop(play *p, char **words, int count)
{
    char paths[PLAY_WORDS][600];
    const char *list[PLAY_WORDS];
    for (int i = 1; i < count; i++) {
        resolve(p, words[i], paths[i], sizeof(paths[i]));
        list[i] = paths[i];
    }
    window_drop(&p->d, (int)p->x, (int)p->y, list + 1, count - 1);
    driver_rest(&p->d);
}

static bool is_loaded(const driver_state *state, const void *user)
{
    (void)user;
    return !state->loads;
}

static void run_loaded(play *p, char **words, int count)
{
    (void)count;
    driver_rest(&p->d);
    if (!driver_wait(&p->d, is_loaded, NULL, PLAY_PATIENCE))
        play_fail(p, "the file is still being read", words[0]);
    driver_rest(&p->d);
}

static void run_focus(play *p, char **words, int count)
{
    (void)count;
    window_focus(&p->d, strcmp(words[0], "unfocus") != 0);
    driver_rest(&p->d);
}

static void run_screenshot(play *p, char **words, int count)
{
    (void)words, (void)count;
    driver_rest(&p->d);
    driver_keep_picture(&p->d, p->script, p->line);
}

// The window always reads behind, and makes boxes of large files only.
static void run_loads(play *p, char **words, int count)
{
    (void)count;
    if (strcmp(words[1], "behind") != 0)
        play_fail(p, "not known here", words[1]);
}

// The first one is what the program was started with.
static void run_assets(play *p, char **words, int count)
{
    char path[600];
    (void)count;
    if (strcmp(words[1], p->assets) == 0)
        return;
    resolve(p, words[1], path, sizeof(path));
    run_action(p, "assets-folder");
    key(p, "key", (editor_key)'A', PICK_MODIFIER_CTRL);
    run_text(p, (char *[]){words[0], path}, 2);
    key(p, "key", EDITOR_KEY_ENTER, 0);
    snprintf(p->assets, sizeof(p->assets), "%.63s", words[1]);
}

// auto: the program makes them, and every line waits for it. manual: keys come without a pause, until there is a step.
static void run_steps(play *p, char **words, int count)
{
    (void)count;
    driver_rest(&p->d);
    p->types_ahead = strcmp(words[1], "manual") == 0;
}

static void run_nothing(play *p, char **words, int count)
{
    (void)p, (void)words, (void)count; // what the program was started with
}

static const struct {
    const char *name;
    int least;
    void (*run)(play *p, char **words, int count);
} COMMANDS[] = {
    {"open", 2, run_nothing},
    {"size", 2, run_size},
    {"doubleclick", 1, run_doubleclick},
    {"wheel", 2, run_wheel},
    {"screenshot", 2, run_screenshot},
    {"move", 3, run_move},
    {"by", 3, run_by},
    {"press", 1, run_press},
    {"release", 1, run_release},
    {"click", 1, run_click},
    {"key", 2, run_key},
    {"keydown", 2, run_key},
    {"keyup", 2, run_key},
    {"command", 2, run_command},
    {"view", 2, run_view},
    {"mark", 3, run_mark},
    {"expect", 2, play_expect},
    {"text", 2, run_text},
    {"answer", 2, run_answer},
    {"steps", 2, run_steps},
    {"step", 1, run_wait},
    {"wait", 2, run_wait},
    {"keymap", 2, run_nothing},
    {"fill", 3, run_fill},
    {"drop", 2, run_drop},
    {"loads", 2, run_loads},
    {"loaded", 1, run_loaded},
    {"assets", 2, run_assets},
    {"focus", 1, run_focus},
    {"unfocus", 1, run_focus},
};

// --- a script ---

static int split(char *line, char **words)
{
    int count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    while (count < PLAY_WORDS && *(line += strspn(line, " \t")) != '\0' && *line != '#') {
        const bool quoted = *line == '"';
        char *to = words[count++] = line += quoted;
        while (*line != '\0' && !strchr(quoted ? "\"" : " \t", *line)) {
            line += quoted && *line == '\\' && line[1] != '\0'; // \" is a quote
            *to++ = *line++;
        }
        line += *line != '\0';
        *to = '\0';
    }
    return count;
}

// Moves to the place of "at X Y", behind a button or a wheel, and takes it out of the words.
static int move_there(play *p, char **words, int count)
{
    double at[2];
    for (int i = 1; i + 2 < count; i++) {
        if (strcmp(words[i], "at") != 0 || !play_numbers(words[i + 1], at, 1) || !play_numbers(words[i + 2], at + 1, 1))
            continue;
        move_to(p, at[0], at[1]);
        driver_rest(&p->d);
        memmove(words + i, words + i + 3, (size_t)(count - i - 3) * sizeof(*words));
        return count - 3;
    }
    return count;
}

static void run_line(play *p, char *line)
{
    char *words[PLAY_WORDS];
    snprintf(p->text, sizeof(p->text), "%.*s", (int)strcspn(line, "\r\n"), line);
    int count = split(line, words);
    if (count == 0)
        return;
    count = move_there(p, words, count);
    if (strcmp(words[0], "text") != 0)
        p->typed[0] = '\0';
    for (size_t i = 0; i < sizeof(COMMANDS) / sizeof(COMMANDS[0]); i++) {
        if (strcmp(COMMANDS[i].name, words[0]) == 0 && count >= COMMANDS[i].least) {
            COMMANDS[i].run(p, words, count);
            return;
        }
    }
    play_fail(p, "not known here, or too short", words[0]);
}

// The folder that the assets panel lists, from the settings of the session before.
static void set_assets(play *p, const char *folder)
{
    char path[600];
    snprintf(p->assets, sizeof(p->assets), "%s", folder);
    snprintf(path, sizeof(path), "%s/data/vkpick/assets", p->d.directory);
    remove(path);
    if (!folder[0])
        return;
    FILE *file = fopen(path, "w");
    CHECK(&p->d, file, "%s cannot be written", path);
    resolve(p, strcmp(folder, ".") == 0 ? "" : folder, path, sizeof(path));
    fprintf(file, "%s\n", path);
    fclose(file);
}

// Gives an action without a label, whose label is the name of a set or a file, a key of its own.
static void bind(play *p, const char *name)
{
    const editor_action *action = editor_action_find(name);
    if (!action || action->label[0])
        return;
    for (int i = 0; i < p->bound_count; i++) {
        if (strcmp(p->bound[i], name) == 0)
            return;
    }
    if (p->bound_count == PLAY_BOUND || strlen(name) >= sizeof(p->bound[0]))
        play_fail(p, "too many actions without a label", name);
    snprintf(p->bound[p->bound_count++], sizeof(p->bound[0]), "%s", name);
}

static void write_bound(play *p, char *keymap)
{
    if (p->bound_count == 0)
        return;
    if (keymap[0])
        play_fail(p, "no actions without a label are known beside a keymap", p->bound[0]);
    snprintf(keymap, 512, "%s/keymap", p->d.directory);
    FILE *file = fopen(keymap, "w");
    CHECK(&p->d, file, "%s cannot be written", keymap);
    for (int i = 0; i < p->bound_count; i++)
        fprintf(file, "%s = Ctrl+Alt+%d\n", p->bound[i], i + 1);
    fclose(file);
}

// What the program is to be started with.
static void read_setup(play *p, FILE *file, char *model, char *size, char *keymap)
{
    char line[RECORDING_LINE_SIZE], *words[PLAY_WORDS], assets[64] = "";
    p->bound_count = 0;
    bool sized = false; // later sizes change the window's
    while (fgets(line, sizeof(line), file)) {
        int count = split(line, words);
        if (count < 2)
            continue;
        if (strcmp(words[0], "open") == 0 && strcmp(words[1], "demo") != 0) {
            resolve(p, words[1], model, 512);
        } else if (strcmp(words[0], "size") == 0) {
            if (!sized)
                snprintf(size, 32, "%.31s", words[1]);
            sized = true;
        } else if (strcmp(words[0], "keymap") == 0) {
            resolve(p, words[1], keymap, 512);
        } else if (strcmp(words[0], "assets") == 0 && !assets[0]) {
            snprintf(assets, sizeof(assets), "%.63s", words[1]);
        } else if (strcmp(words[0], "command") == 0) {
            bind(p, words[1]);
        }
    }
    write_bound(p, keymap);
    set_assets(p, assets);
    rewind(file);
}

static void play_script(play *p)
{
    FILE *file = fopen(p->script, "r");
    CHECK(&p->d, file, "%s cannot be read", p->script);
    char model[512] = "demo", size[32] = "1000x640", keymap[512] = "", line[RECORDING_LINE_SIZE];
    recording_prepare(&p->recording, &p->d, p->script);
    read_setup(p, file, model, size, keymap);
    const char *const arguments[] = {model,
                                     "--size",
                                     size,
                                     "--validation",
                                     "--log-events",
                                     "-",
                                     "--record",
                                     p->recording.path,
                                     keymap[0] ? "--keymap" : NULL,
                                     keymap,
                                     NULL};
    double start = driver_seconds();
    driver_start_program(&p->d, p->program, arguments);
    p->mark_count = 0;
    p->types_ahead = false;
    for (p->line = 1; fgets(line, sizeof(line), file); p->line++)
        run_line(p, line);
    fclose(file);
    hold(p, 0);
    driver_keep_picture(&p->d, p->script, p->line);
    driver_end(&p->d);
    int status = driver_wait_program(&p->d);
    CHECK(&p->d, status == 0 && p->d.state.validation_messages == 0, "%s: exit status %d, %u validation messages",
          p->script, status, p->d.state.validation_messages);
    recording_replay(&p->recording, &p->d, p->program);
    const char *name = strrchr(p->script, '/');
    printf("%-34s ok, %.1f s, %d lines checked in the replay\n", name ? name + 1 : p->script, driver_seconds() - start,
           p->recording.later_count);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: window_play PROGRAM SCRIPT...\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    // The working folder changes.
    char *program = realpath(argv[1], NULL);
    play p = {.program = program ? program : argv[1]};
    driver_start_screen(&p.d, 1920, 1200); // room for windows that grow
    for (int i = 2; i < argc; i++) {
        char *script = realpath(argv[i], NULL);
        CHECK(&p.d, script, "%s cannot be read", argv[i]);
        argv[i] = script;
    }
    p.script = argv[2];
    recording_init(&p.recording, &p.d);
    for (int i = 2; i < argc; i++) {
        p.script = argv[i];
        play_script(&p);
        free(argv[i]);
    }
    recording_finish(&p.recording, &p.d);
    driver_finish(&p.d);
    free(program);
    return 0;
}

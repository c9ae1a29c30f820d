// history_actions.c: a person at the editor: every action of the table, clicks, drags, typed keys and text, dialogs, in
// any order, with memory that runs out within an action.
//
// After each the document is whole (level_check.h). The level's hash changes with steps alone: undo and redo give that
// of the position. In the end, undo to the start gives the first hash, redo the last, and what is written and read back
// is the same level.
#include "actions/actions.h"
#include "document/file/level_file.h"
#include "document/import/import.h"
#include "document/level/level_internal.h"
#include "failing_malloc.h"
#include "history.h"
#include "level_check.h"
#include "workspace/workspace.h"

#include <math.h>
#include <unistd.h>

enum { STEPS = 80, POSITIONS = 4096, MOST_OBJECTS = 300, TOO_MANY = 20000, WIDTH = 800, HEIGHT = 600 };

typedef struct world {
    history h;
    editor_workspace *workspace;
    uint32_t modifiers;
    pick_vec2 mouse;
    // The hash of each position that was seen; 0: not seen.
    uint64_t at[POSITIONS];
    uint64_t made;
} world;

// --- The level ------------------------------------------------------------------------------------------------------

// A model that clips move in every way, a floor, three posts in a group, a turned and sheared shed, a lamp, a camera.
static editor_level *make_level(void)
{
    editor_error error = {""};
    editor_level *level = editor_import(ARM, NULL, NULL, &error);
    HISTORY_MUST(level != NULL);
    const editor_primitive cube = editor_primitive_default(EDITOR_SHAPE_CUBE);
    const uint32_t box = editor_level_primitive(level, &cube);
    HISTORY_MUST(box != EDITOR_NONE);
    const editor_light light = {.type = EDITOR_LIGHT_POINT, .color = {1, 1, 1}, .intensity = 1, .outer = 0.7};
    const editor_lens lens = {.fov = 1, .near_plane = 0.1};
    pick_affine at = {{20, 0, 0, 0, 1, 0, 0, 0, 20}, {0, -1, 0}};
    (void)editor_level_add_object(level, "floor", EDITOR_NONE, box, &at);
    const uint32_t posts = editor_level_add_object(level, "posts", EDITOR_NONE, EDITOR_NONE, &PICK_AFFINE_IDENTITY);
    for (int i = 0; i < 3; i++) {
        char name[24];
        (void)snprintf(name, sizeof(name), "post %02d", i + 1);
        at = PICK_AFFINE_IDENTITY;
        at.origin = pick_vec3_make(2.0 * i, 0, 3);
        (void)editor_level_add_object(level, name, posts, box, &at);
    }
    at = (pick_affine){{0.7, 0.7, 0, -1.4, 1.4, 0, 0, 0, 1}, {-5, 0, 0}};
    const uint32_t shed = editor_level_add_object(level, "shed", EDITOR_NONE, EDITOR_NONE, &at);
    (void)editor_level_add_object(level, "roof", shed, box, &at);
    at.origin = pick_vec3_make(0, 4, 0);
    (void)editor_level_add_light(level, "lamp", shed, &light, &at);
    (void)editor_level_add_camera(level, "eye", EDITOR_NONE, &lens, &at);
    return level;
}

// --- What must hold -------------------------------------------------------------------------------------------------

static const editor_document *document_of(const world *w)
{
    return editor_workspace_document(w->workspace);
}

static uint64_t hash_of(const world *w)
{
    const uint64_t hash = editor_level_hash(editor_workspace_level(w->workspace));
    return hash != 0 ? hash : 1;
}

// Steps that were made replace those that could be redone. An action makes one; nothing undoes after it.
static void check_hash(world *w)
{
    const editor_history now = editor_document_history(document_of(w));
    const uint64_t hash = hash_of(w);
    HISTORY_MUST(now.dropped == 0 && now.position < POSITIONS);
    if (now.made != w->made) {
        const uint64_t fresh = now.made - w->made;
        HISTORY_MUST(fresh <= now.step_count);
        for (uint32_t i = now.step_count + 1 - (uint32_t)fresh; i < POSITIONS; i++)
            w->at[i] = 0;
        w->made = now.made;
    }
    HISTORY_MUST(w->at[now.position] == 0 || w->at[now.position] == hash);
    w->at[now.position] = hash;
}

// The meshes and worlds are those of the pose that the level says it has, whatever was done before.
static void check_pose(const world *w)
{
    static editor_level *fresh;
    const editor_level *level = editor_workspace_level(w->workspace);
    editor_error error = {""};
    if (fresh == NULL)
        fresh = editor_import(ARM, NULL, NULL, &error);
    HISTORY_MUST(fresh != NULL);
    if (level->is_posed)
        HISTORY_MUST(editor_level_set_pose(fresh, level->pose_clip, level->pose_time, &error));
    else
        editor_level_clear_pose(fresh);
    for (uint32_t i = 0; i < fresh->mesh_count; i++) {
        const editor_mesh *mine = &level->meshes[i], *other = &fresh->meshes[i];
        HISTORY_MUST(memcmp(mine->positions, other->positions, 12 * (size_t)other->vertex_count) == 0);
        HISTORY_MUST(pick_mesh_hash(mine->pick) == pick_mesh_hash(other->pick));
    }
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); i != EDITOR_NONE; i = editor_level_next(level, i)) {
        const editor_object *o = &level->objects[i];
        pick_affine local = o->local, back;
        if (o->follows && level->is_posed) { // the fresh level has not moved the node itself
            const uint32_t node = level->assets[0].motion->nodes[o->motion_node].object;
            const pick_affine posed = editor_level_shown_local(fresh, node);
            HISTORY_MUST(pick_affine_invert(&fresh->objects[node].local, &back));
            back = pick_affine_multiply(&o->local, &back);
            local = pick_affine_multiply(&back, &posed);
        }
        const pick_affine above = o->parent == EDITOR_NONE ? PICK_AFFINE_IDENTITY : level->objects[o->parent].world;
        const pick_affine expected = pick_affine_multiply(&above, &local);
        const double *a = expected.linear, *b = o->world.linear;
        for (int k = 0; k < 12 && o->is_finite; k++) { // twelve doubles
            const double size = fabs(a[k]) + fabs(above.linear[0]) * fabs(local.origin.x) + 1;
            HISTORY_MUST(fabs(a[k] - b[k]) <= 1e-6 * size || !isfinite(a[k]));
        }
    }
}

static void settle(world *w)
{
    for (int i = 0; i < 20 && editor_workspace_is_busy(w->workspace); i++)
        (void)editor_workspace_step(w->workspace, 0.015625);
}

static void check(world *w)
{
    settle(w);
    if (editor_document_is_open(document_of(w))) // a drag
        return;
    const char *wrong = level_check(document_of(w));
    history_must(wrong == NULL, wrong);
    check_hash(w);
    check_pose(w);
}

// --- What a person does ---------------------------------------------------------------------------------------------

static void send(world *w, editor_event event)
{
    event.modifiers = w->modifiers;
    event.position = w->mouse;
    (void)editor_workspace_event(w->workspace, &event);
    (void)editor_workspace_step(w->workspace, 0.015625);
}

static uint32_t any_modifiers(history *h)
{
    static const uint32_t kinds[8] = {
        0, 0, 0, PICK_MODIFIER_SHIFT, PICK_MODIFIER_CTRL, PICK_MODIFIER_CTRL | PICK_MODIFIER_SHIFT, PICK_MODIFIER_ALT,
        0};
    return kinds[history_byte(h) % 8];
}

static pick_vec2 any_place(world *w)
{
    const double x = history_byte(&w->h) * (WIDTH / 255.0), y = history_byte(&w->h) * (HEIGHT / 255.0);
    return (pick_vec2){x, y};
}

static void move(world *w, pick_vec2 to)
{
    editor_event event = {.type = EDITOR_EVENT_MOUSE_MOVE};
    event.delta = (pick_vec2){to.x - w->mouse.x, to.y - w->mouse.y};
    w->mouse = to;
    send(w, event);
}

static void button(world *w, bool down, uint32_t which)
{
    send(w, (editor_event){.type = down ? EDITOR_EVENT_MOUSE_PRESS : EDITOR_EVENT_MOUSE_RELEASE, .button = which});
}

static void click(world *w, uint32_t which, uint32_t times)
{
    for (uint32_t i = 0; i < times; i++) {
        button(w, true, which);
        button(w, false, which);
    }
    (void)editor_workspace_step(w->workspace, 1); // no double click with what follows
}

static void key(world *w, editor_key which)
{
    send(w, (editor_event){.type = EDITOR_EVENT_KEY_DOWN, .key = which});
    send(w, (editor_event){.type = EDITOR_EVENT_KEY_UP, .key = which});
}

static void do_drag(world *w)
{
    const uint32_t which = history_byte(&w->h) % 8 == 7 ? PICK_BUTTON_MIDDLE : PICK_BUTTON_LEFT;
    move(w, any_place(w));
    w->modifiers = any_modifiers(&w->h);
    button(w, true, which);
    const uint32_t steps = 1 + history_byte(&w->h) % 4;
    for (uint32_t i = 0; i < steps; i++)
        move(w, any_place(w));
    if (history_byte(&w->h) % 8 == 7)
        key(w, EDITOR_KEY_ESCAPE);
    button(w, false, which);
    w->modifiers = 0;
}

static void do_text(world *w)
{
    static const char *const words[] = {"7",     "-1.5", "post",    "type:light", "*2", "1e30",      "0",  "+=1",
                                        "post*", "x y",  "layer:1", "\"",         "3",  "a\xc3\xa4", "90", "material:"};
    editor_event event = {.type = EDITOR_EVENT_TEXT};
    (void)snprintf(event.text, sizeof(event.text), "%s", words[history_byte(&w->h) % 16]);
    send(w, event);
}

static void do_answer(world *w)
{
    const editor_dialog *dialog = editor_workspace_dialog(w->workspace);
    const uint8_t which = history_byte(&w->h), how = history_byte(&w->h);
    static const char *const values[] = {"2", "3", "-1", "0.5", "12", "0", "1e9", "what"};
    if (dialog->field_count > 0 && which % 3 != 0) {
        const editor_form_field *field = &dialog->fields[how % dialog->field_count];
        const char *choice = field->choices[which % EDITOR_FORM_CHOICES];
        (void)editor_workspace_fill(w->workspace, field->label,
                                    field->choices[0] && choice ? choice : values[which % 8]);
    }
    const char *label = dialog->answers[how % EDITOR_DIALOG_ANSWERS];
    if (label != NULL && how % 4 != 3)
        (void)editor_workspace_press(w->workspace, label);
}

// Whether it would make a large level larger.
static bool is_too_much(const world *w)
{
    return pick_scene_count(editor_workspace_level(w->workspace)->scene) > MOST_OBJECTS;
}

// A person reaches a menu only by leaving the field that is being typed in.
static void run(world *w, const editor_action *action)
{
    if (editor_ui_owns_keyboard(editor_workspace_ui(w->workspace)))
        key(w, history_flag(&w->h) ? EDITOR_KEY_ENTER : EDITOR_KEY_ESCAPE);
    (void)editor_action_run(w->workspace, action);
}

static void do_action(world *w)
{
    const editor_action *action = &EDITOR_ACTIONS[history_index(&w->h, EDITOR_ACTION_COUNT)];
    const bool grows = strstr(action->name, "duplicate") != NULL || strcmp(action->name, "paste") == 0 ||
                       strncmp(action->name, "array", 5) == 0 || strcmp(action->name, "prefab-unpack") == 0;
    if (grows && is_too_much(w))
        action = editor_action_find("delete");
    const uint8_t how = history_byte(&w->h);
    // The panels cannot do without memory, the document can.
    if (how < 224 || strncmp(action->menu, "View", 4) == 0 ||
        editor_ui_owns_keyboard(editor_workspace_ui(w->workspace))) {
        run(w, action);
        return;
    }
    failing_malloc_arm(how - 223u, how % 2 == 0);
    (void)editor_action_run(w->workspace, action);
    failing_malloc_arm(0, false);
}

static void do_layout(world *w)
{
    const uint8_t how = history_byte(&w->h);
    if (how % 4 == 0) {
        const double width = 300 + how * 3.0, height = 250 + how * 2.0;
        editor_workspace_set_window(w->workspace, &(pick_window){width, height, width, height});
    } else if (how % 4 == 1) {
        send(w, (editor_event){.type = EDITOR_EVENT_WHEEL, .delta = {0, how % 8 < 4 ? 1 : -1}});
    } else {
        static const editor_event_type types[] = {EDITOR_EVENT_FOCUS_LOST, EDITOR_EVENT_FOCUS_GAINED,
                                                  EDITOR_EVENT_MOUSE_LEAVE, EDITOR_EVENT_EXPOSE};
        send(w, (editor_event){.type = types[how / 4 % 4]});
    }
}

// Actions that few objects allow, on what a click on a row of the outliner selects.
static void do_one_of(world *w, const char *const *names, uint32_t count)
{
    const uint8_t how = history_byte(&w->h);
    if (how < 128) {
        move(w, (pick_vec2){60, 110 + how * 2.0});
        w->modifiers = how % 4 == 0 ? PICK_MODIFIER_CTRL : 0;
        click(w, PICK_BUTTON_LEFT, 1);
        w->modifiers = 0;
    }
    const uint32_t which = history_index(&w->h, count);
    if (!is_too_much(w))
        run(w, editor_action_find(names[which]));
}

static void do_prefab(world *w)
{
    static const char *const names[] = {
        "prefab-make",          "prefab-make", "prefab-unpack", "prefab-update", "add-prefab-1", "add-prefab-2",
        "prefab-delete-unused", "delete",      "prefab-unpack", "group",         "copy",         "paste"};
    do_one_of(w, names, sizeof(names) / sizeof(names[0]));
}

static void do_volume(world *w)
{
    static const char *const names[] = {"add-compound-volume",
                                        "add-convex-volume",
                                        "add-cone-volume",
                                        "add-convex-around",
                                        "join-volumes",
                                        "join-volumes",
                                        "split-volumes",
                                        "select-all",
                                        "prefab-make",
                                        "group",
                                        "copy",
                                        "paste"};
    do_one_of(w, names, sizeof(names) / sizeof(names[0]));
}

static void do_one(world *w)
{
    history *h = &w->h;
    const uint8_t what = history_byte(h);
    if (what >= 224) {
        do_prefab(w);
        return;
    }
    if (what >= 208) {
        do_volume(w);
        return;
    }
    switch (what % 16) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
        do_action(w);
        break;
    case 5:
    case 6:
        move(w, any_place(w));
        w->modifiers = any_modifiers(h);
        click(w, history_byte(h) % 8 == 7 ? PICK_BUTTON_RIGHT : PICK_BUTTON_LEFT, 1 + history_byte(h) % 5 / 4);
        w->modifiers = 0;
        break;
    case 7:
    case 8:
        do_drag(w);
        break;
    case 9:
        w->modifiers = any_modifiers(h);
        key(w, (editor_key)(history_byte(h) % EDITOR_KEY_COUNT));
        w->modifiers = 0;
        break;
    case 10:
        do_text(w);
        break;
    case 11:
        do_answer(w);
        break;
    case 12:
        do_layout(w);
        break;
    case 13: // a button that stays down, or goes up
        button(w, history_byte(h) % 2 == 0, PICK_BUTTON_LEFT);
        break;
    case 14:
        run(w, editor_action_find("undo"));
        break;
    default:
        run(w, editor_action_find("redo"));
        break;
    }
}

// --- The end --------------------------------------------------------------------------------------------------------

// Ends what is under way: drags, menus, dialogs, typing.
static void calm_down(world *w)
{
    w->modifiers = 0;
    for (int i = 0; i < 6; i++) {
        key(w, EDITOR_KEY_ESCAPE);
        for (uint32_t b = 0; b < PICK_BUTTON_COUNT; b++)
            button(w, false, b);
        settle(w);
    }
    HISTORY_MUST(!editor_document_is_open(document_of(w)));
    check(w);
}

static void go(world *w, const char *action)
{
    const uint32_t before = editor_document_history(document_of(w)).position;
    HISTORY_MUST(editor_action_run(w->workspace, editor_action_find(action)));
    HISTORY_MUST(editor_document_history(document_of(w)).position != before);
    check(w);
}

static void there_and_back(world *w, uint64_t first)
{
    while (editor_document_redo_label(document_of(w)) != NULL)
        go(w, "redo");
    const uint64_t last = hash_of(w);
    const uint64_t made = editor_document_history(document_of(w)).made;
    while (editor_document_undo_label(document_of(w)) != NULL)
        go(w, "undo");
    HISTORY_MUST(hash_of(w) == first);
    while (editor_document_redo_label(document_of(w)) != NULL)
        go(w, "redo");
    HISTORY_MUST(editor_document_history(document_of(w)).made == made);
    HISTORY_MUST(hash_of(w) == last);
}

static void write_and_read(const world *w)
{
    char path[96];
    const char *folder = getenv("TMPDIR");
    (void)snprintf(path, sizeof(path), "%.60s/actions.%ld.vkpick", folder ? folder : "/tmp", (long)getpid());
    editor_text text = {0};
    editor_error error = {""};
    HISTORY_MUST(editor_level_write(editor_workspace_level(w->workspace), path, &text, &error));
    FILE *file = fopen(path, "wb");
    HISTORY_MUST(file != NULL && fwrite(text.data, 1, text.size, file) == text.size);
    HISTORY_MUST(fclose(file) == 0);
    editor_level *level = editor_level_read(path, NULL, NULL, NULL, &error);
    (void)unlink(path);
    HISTORY_MUST(level != NULL && level->warning_count == 0);
    HISTORY_MUST(editor_level_hash(level) == editor_level_hash(editor_workspace_level(w->workspace)));
    editor_level_destroy(level);
    editor_text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static world w;
    w = (world){.h = history_begin(bytes, size), .mouse = {WIDTH / 2.0, HEIGHT / 2.0}};
    const editor_workspace_desc desc = {
        .window = {WIDTH, HEIGHT, WIDTH, HEIGHT}, .ui_scale = 1, .actions = &EDITOR_ACTION_TABLE, .no_files = true};
    editor_error error = {""};
    w.workspace = editor_workspace_create(make_level(), &desc, &error);
    HISTORY_MUST(w.workspace != NULL);
    check(&w);
    const uint64_t first = hash_of(&w);
    for (int i = 0; i < STEPS && !history_ended(&w.h); i++) {
        do_one(&w);
        check(&w);
        if (pick_scene_count(editor_workspace_level(w.workspace)->scene) > TOO_MANY)
            break;
    }
    calm_down(&w);
    there_and_back(&w, first);
    write_and_read(&w);
    editor_workspace_destroy(w.workspace);
    return 0;
}

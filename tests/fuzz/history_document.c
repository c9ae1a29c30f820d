// history_document.c: histories of a document: commands, drags, undo, redo, saving, and memory that runs out.
//
// After each call the document's content is read into plain rows. The model is the rows of every undo position, with
// the level's hash beside them, and a reading of each command in terms of rows: what it changes, and that nothing else
// does.
#define _POSIX_C_SOURCE 200809L // mkdtemp
#include "document_rows.h"

#include "document/file/clipboard.h"
#include "document/file/document_file.h"
#include "document/file/level_file.h"
#include "document/motion/affine.h"
#include "failing_malloc.h"
#include "import_model.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STEP_MAX = 60, POSITION_MAX = STEP_MAX + 1, OBJECT_MAX = 40, TARGET_MAX = 4 };

typedef struct world {
    const char *level, *model; // files
    editor_document *document;
    rows at[POSITION_MAX]; // of each undo position
    uint32_t position, known;
    uint32_t asset;
} world;

// Two triangles in a group.
static const char model_text[] =
    "{\"asset\": {\"version\": \"2.0\"}, \"scene\": 0, \"scenes\": [{\"nodes\": [0]}],"
    "\"nodes\": [{\"name\": \"boat\", \"children\": [1, 2]}, {\"name\": \"wing\", \"mesh\": 0},"
    "{\"name\": \"sail\", \"mesh\": 1, \"translation\": [3, 0, 0]}],"
    "\"meshes\": [{\"name\": \"wing\", \"primitives\": [{\"attributes\": {\"POSITION\": 0}}]},"
    "{\"name\": \"sail\", \"primitives\": [{\"attributes\": {\"POSITION\": 1}}]}],"
    "\"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\"},"
    "{\"bufferView\": 1, \"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\"}],"
    "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 36}, {\"buffer\": 0, \"byteOffset\": 36, \"byteLength\": 36}],"
    "\"buffers\": [{\"byteLength\": 72, \"uri\": \"data:application/octet-stream;base64,"
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAEAAAAAA\"}]}";

static void write_text(const char *path, const char *text, size_t size)
{
    FILE *file = fopen(path, "wb");
    HISTORY_MUST(file != NULL);
    HISTORY_MUST(fwrite(text, 1, size, file) == size);
    HISTORY_MUST(fclose(file) == 0);
}

static char made_folder[64], made_model[96], made_level[96];

static void remove_files(void)
{
    (void)unlink(made_model);
    (void)unlink(made_level);
    (void)rmdir(made_folder);
}

// One folder for all histories of the process.
static void make_files(world *w)
{
    if (made_folder[0] == 0) {
        const char *parent = getenv("TMPDIR");
        (void)snprintf(made_folder, sizeof(made_folder), "%.40s/history.XXXXXX", parent ? parent : "/tmp");
        HISTORY_MUST(mkdtemp(made_folder) != NULL);
        (void)snprintf(made_model, sizeof(made_model), "%s/boat.gltf", made_folder);
        (void)snprintf(made_level, sizeof(made_level), "%s/a.vkpick", made_folder);
        write_text(made_model, model_text, sizeof(model_text) - 1);
        (void)atexit(remove_files);
    }
    w->model = made_model;
    w->level = made_level;
}

static const editor_level *level_of(const world *w)
{
    return editor_document_level(w->document);
}

static pick_affine any_affine(history *h)
{
    pick_affine a = PICK_AFFINE_IDENTITY;
    uint32_t kind = history_index(h, 8);
    if (kind >= 4) {
        for (int i = 0; i < 9; i++)
            a.linear[i] = history_near(h, 2);
    }
    if (kind == 6)
        memset(&a.linear[3 * history_index(h, 3)], 0, 3 * sizeof(double)); // flat
    if (kind == 7)
        a.linear[history_index(h, 9)] = history_any_number(h);
    a.origin = history_index(h, 16) == 0 ? history_point(h) : history_point_near(h, 100);
    return a;
}

// Mostly an object that is there.
static uint32_t any_object(const world *w, history *h)
{
    const rows *now = &w->at[w->position];
    uint32_t number = history_byte(h);
    if (now->count == 0 || number >= 240)
        return number == 255 ? EDITOR_NONE : number % (level_of(w)->object_count + 2);
    return now->row[number % now->count].number;
}

// The first object with triangles from that one on, round to its start; the object itself where there is none.
static uint32_t next_mesh(const world *w, uint32_t number)
{
    const rows *now = &w->at[w->position];
    uint32_t first = 0;
    while (first < now->count && now->row[first].number != number)
        first++;
    for (uint32_t i = 0; i < now->count; i++) {
        const row *r = &now->row[(first + i) % now->count];
        if (r->kind == EDITOR_OBJECT_MESH)
            return r->number;
    }
    return number;
}

typedef enum command_kind {
    COMMAND_ADD_GROUP,
    COMMAND_DUPLICATE,
    COMMAND_DELETE,
    COMMAND_GROUP,
    COMMAND_UNGROUP,
    COMMAND_REPARENT,
    COMMAND_ADD_ASSET,
    COMMAND_SET_LOCALS,
    COMMAND_SET_WORLDS,
    COMMAND_RENAME,
    COMMAND_SET_HIDDEN,
    COMMAND_SET_LOCKED,
    COMMAND_SET_LAYERS,
    COMMAND_ADD_DEVICE, // a light or a camera
    COMMAND_NAME_LAYERS,
    COMMAND_SELECT,
    COMMAND_SET_ACTIVE,
    COMMAND_ALIGN,
    COMMAND_DROP_TO_HEIGHT,
    COMMAND_DROP_TO_SURFACE,
    COMMAND_PASTE,
    COMMAND_SHOW_ALL,
    COMMAND_UNLOCK_ALL,
    COMMAND_SET_DEVICE,   // a light's or a camera's values
    COMMAND_MOVE_VERTICES // or puts all of them back
} command_kind;

typedef struct command {
    command_kind which;
    uint32_t targets[TARGET_MAX], count, parent, before, bits;
    bool flag, selected;
    pick_affine transforms[TARGET_MAX];
    char name[24];
    char *text; // of a paste, copied before
} command;

static bool is_named(const rows *r, const command *c, uint32_t number)
{
    bool named = c->selected && rows_is_selected(r, number);
    for (uint32_t k = 0; k < c->count && !c->selected; k++)
        named |= c->targets[k] == number;
    return named;
}

// Whether the object, or one that it is below, is named.
static bool is_below_named(const rows *r, const command *c, uint32_t number)
{
    bool below = false;
    for (const row *up = rows_find(r, number); up != NULL && !below; up = rows_find(r, up->parent))
        below = is_named(r, c, up->number);
    return below;
}

static bool resets_shapes(const command *c)
{
    return c->bits % 8 == 7;
}

// Where a command moves vertices to; what is far away is refused.
static editor_moved_vertex vertex_of(const command *c, uint32_t target)
{
    const pick_vec3 at = c->transforms[target].origin;
    const bool near = fabs(at.x) < 1e6 && fabs(at.y) < 1e6 && fabs(at.z) < 1e6;
    return (editor_moved_vertex){c->bits % 8 == 6 ? 3 : c->bits % 3,
                                 {near ? (float)at.x : INFINITY, (float)at.y + 0.0f, (float)at.z + 0.0f}};
}

// Of an object that is there twice the first one counts.
static editor_edit_result move_vertices(editor_document *d, const command *c)
{
    editor_moved_vertex vertices[TARGET_MAX];
    editor_vertex_moves moves[TARGET_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        bool again = false;
        for (uint32_t k = 0; k < i; k++)
            again |= c->targets[k] == c->targets[i];
        vertices[i] = vertex_of(c, i);
        if (!again)
            moves[count++] = (editor_vertex_moves){c->targets[i], &vertices[i], 1};
    }
    return editor_edit_move_vertices(d, moves, count);
}

static void check_vertices(const editor_level *level, const command *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        const uint32_t number = level->objects[c->targets[i]].mesh;
        const editor_mesh *mesh = &level->meshes[number];
        bool again = false;
        for (uint32_t k = 0; k < i; k++)
            again |= c->targets[k] == c->targets[i];
        const editor_moved_vertex to = vertex_of(c, i);
        HISTORY_MUST(again || (to.vertex < mesh->vertex_count && mesh->positions[3 * to.vertex] == to.position[0] &&
                               mesh->positions[3 * to.vertex + 1] == to.position[1] &&
                               mesh->positions[3 * to.vertex + 2] == to.position[2]));
    }
}

static command any_command(const world *w, history *h)
{
    // Commands that change the tree and numbers occur twice as often.
    static const command_kind kinds[27] = {
        COMMAND_ADD_GROUP,  COMMAND_DUPLICATE,      COMMAND_DELETE,          COMMAND_GROUP,      COMMAND_UNGROUP,
        COMMAND_REPARENT,   COMMAND_REPARENT,       COMMAND_ADD_ASSET,       COMMAND_SET_LOCALS, COMMAND_SET_LOCALS,
        COMMAND_SET_WORLDS, COMMAND_RENAME,         COMMAND_MOVE_VERTICES,   COMMAND_SET_HIDDEN, COMMAND_SET_LOCKED,
        COMMAND_SET_LAYERS, COMMAND_ADD_DEVICE,     COMMAND_NAME_LAYERS,     COMMAND_SELECT,     COMMAND_SET_ACTIVE,
        COMMAND_ALIGN,      COMMAND_DROP_TO_HEIGHT, COMMAND_DROP_TO_SURFACE, COMMAND_PASTE,      COMMAND_SHOW_ALL,
        COMMAND_UNLOCK_ALL, COMMAND_SET_DEVICE};
    command c = {.which = kinds[history_index(h, 27)], .count = 1 + history_index(h, TARGET_MAX)};
    uint32_t more = history_byte(h);
    c.flag = more & 1;
    c.selected = more % 8 >= 6;
    c.bits = more / 8;
    for (uint32_t i = 0; i < c.count; i++) {
        c.targets[i] = any_object(w, h);
        c.transforms[i] = any_affine(h);
    }
    c.parent = more & 128 ? EDITOR_NONE : any_object(w, h);
    c.before = EDITOR_NONE;
    const editor_level *level = level_of(w);
    if (more & 64)
        c.before = c.parent < level->object_count ? level->objects[c.parent].first_child : level->first_root;
    c.selected = c.selected && (c.which != COMMAND_MOVE_VERTICES || resets_shapes(&c));
    for (uint32_t i = 0; i < c.count && c.which == COMMAND_MOVE_VERTICES && c.bits % 8 != 5; i++)
        c.targets[i] = next_mesh(w, c.targets[i]);
    if (more % 16 != 15) // else empty, which is refused
        (void)snprintf(c.name, sizeof(c.name), "name %u", (unsigned)more % 5);
    if (w->at[w->position].count > OBJECT_MAX && (c.which == COMMAND_DUPLICATE || c.which == COMMAND_ADD_ASSET))
        c.which = COMMAND_DELETE;
    return c;
}

static editor_edit_result apply(world *w, const command *c)
{
    editor_document *d = w->document;
    const uint32_t *targets = c->selected ? NULL : c->targets;
    const editor_light light = {.color = {1, 1, 1}, .intensity = c->bits, .outer = 1};
    const editor_lens lens = {.fov = 1 + c->bits / 32.0, .height = 1, .near_plane = 0.1};
    switch (c->which) {
    case COMMAND_ADD_GROUP:
        return editor_edit_add_group(d, c->name, c->parent, &c->transforms[0], NULL);
    case COMMAND_DUPLICATE:
        return editor_edit_duplicate(d, targets, c->count);
    case COMMAND_DELETE:
        return editor_edit_delete(d, targets, c->count);
    case COMMAND_GROUP:
        return editor_edit_group(d, targets, c->count, "group");
    case COMMAND_UNGROUP:
        return editor_edit_ungroup(d, targets, c->count);
    case COMMAND_REPARENT:
        return editor_edit_reparent(d, targets, c->count, c->parent, c->before);
    case COMMAND_ADD_ASSET:
        return editor_edit_add_asset(d, w->asset, c->parent, &c->transforms[0], NULL);
    case COMMAND_SET_LOCALS:
        return editor_edit_set_locals(d, c->targets, c->transforms, c->count);
    case COMMAND_SET_WORLDS:
        return editor_edit_set_worlds(d, c->targets, c->transforms, c->count);
    case COMMAND_RENAME:
        return editor_edit_rename(d, c->targets[0], c->name);
    case COMMAND_SET_HIDDEN:
        return editor_edit_set_hidden(d, targets, c->count, c->flag);
    case COMMAND_SET_LOCKED:
        return editor_edit_set_locked(d, targets, c->count, c->flag);
    case COMMAND_SET_LAYERS:
        return editor_edit_set_layers(d, targets, c->count, c->flag ? 0 : 1u << c->bits % 4,
                                      c->flag ? 1u << c->bits % 4 : 0);
    case COMMAND_ADD_DEVICE:
        return c->flag ? editor_edit_add_light(d, c->name, c->parent, &light, &c->transforms[0], NULL)
                       : editor_edit_add_camera(d, c->name, c->parent, &lens, &c->transforms[0], NULL);
    case COMMAND_NAME_LAYERS:
        if (c->bits >= 24)
            return editor_edit_set_layer_sight(d, c->bits % 4, c->bits / 4 % 4, c->flag);
        return c->flag ? editor_edit_set_layer_flags(d, c->bits % 16, c->bits / 4 % 16)
                       : editor_edit_name_layer(d, c->bits, c->name);
    case COMMAND_SET_ACTIVE:
        return editor_edit_set_active(d, c->targets[0]);
    case COMMAND_ALIGN:
        return editor_edit_align(d, targets, c->count, (int)(c->bits % 3), (editor_align_edge)(c->bits / 3 % 3));
    case COMMAND_DROP_TO_HEIGHT:
        return editor_edit_drop_to_height(d, targets, c->count, c->transforms[0].origin.y);
    case COMMAND_DROP_TO_SURFACE:
        return editor_edit_drop_to_surface(d, targets, c->count);
    case COMMAND_PASTE:
        return editor_edit_paste(d, c->text != NULL ? c->text : "{\"no\": \"level\"}", c->parent, NULL, NULL);
    case COMMAND_SHOW_ALL:
        return editor_edit_show_all(d);
    case COMMAND_UNLOCK_ALL:
        return editor_edit_unlock_all(d);
    case COMMAND_MOVE_VERTICES:
        return resets_shapes(c) ? editor_edit_reset_shapes(d, targets, c->count) : move_vertices(d, c);
    case COMMAND_SET_DEVICE:
        return c->flag ? editor_edit_set_light(d, c->targets[0], &light)
                       : editor_edit_set_lens(d, c->targets[0], &lens);
    default:
        return editor_edit_select_objects(d, (pick_selection_op)(c->bits % 4), c->targets, c->count);
    }
}

static bool is_finite(const pick_affine *a)
{
    bool finite = isfinite(a->origin.x) && isfinite(a->origin.y) && isfinite(a->origin.z);
    for (int i = 0; i < 9; i++)
        finite = finite && isfinite(a->linear[i]);
    return finite;
}

static bool same_affine(const pick_affine *a, const pick_affine *b)
{
    return memcmp(a, b, sizeof(*a)) == 0;
}

// What the simple commands make of rows. False for the others.
static bool model_apply(rows *m, const command *c)
{
    row *first = rows_find(m, c->targets[0]);
    switch (c->which) {
    case COMMAND_SET_LOCALS:
        for (uint32_t i = 0; i < c->count; i++) // of two mentions the last counts
            rows_find(m, c->targets[i])->local = c->transforms[i];
        return true;
    case COMMAND_RENAME:
        (void)snprintf(first->name, sizeof(first->name), "%s", c->name);
        return true;
    case COMMAND_SET_HIDDEN:
    case COMMAND_SET_LOCKED:
    case COMMAND_SET_LAYERS:
        for (uint32_t i = 0; i < m->count; i++) {
            row *r = &m->row[i];
            const bool named = is_named(m, c, r->number);
            if (named && c->which == COMMAND_SET_HIDDEN)
                r->hidden = c->flag;
            else if (named && c->which == COMMAND_SET_LOCKED)
                r->locked = c->flag;
            else if (named)
                r->layers = c->flag ? r->layers | 1u << c->bits % 4 : r->layers & ~(1u << c->bits % 4);
        }
        return true;
    case COMMAND_SET_ACTIVE:
        m->active = c->targets[0];
        return true;
    case COMMAND_SHOW_ALL:
    case COMMAND_UNLOCK_ALL:
        for (uint32_t i = 0; i < m->count; i++) {
            m->row[i].hidden &= c->which != COMMAND_SHOW_ALL;
            m->row[i].locked &= c->which != COMMAND_UNLOCK_ALL;
        }
        return true;
    case COMMAND_SET_DEVICE: // rows have no such values
        return true;
    case COMMAND_SELECT:
        rows_select(m, (pick_selection_op)(c->bits % 4), c->targets, c->count);
        return true;
    default:
        return false;
    }
}

static double along(pick_vec3 v, uint32_t axis)
{
    return axis == 0 ? v.x : (axis == 1 ? v.y : v.z);
}

// What align and drop promise of an object at the top, whose transform has no parent's rounding, when nothing else that
// is named moves it, or what is below it.
static void check_moved(const editor_level *level, const rows *before, const row *was, const row *is, const command *c)
{
    const uint32_t axis = c->which == COMMAND_ALIGN ? c->bits % 3 : 1;
    const double far = 1e9;
    bool alone = !level->objects[is->number].is_locked, held = !alone; // what is locked stays
    for (uint32_t i = 0; i < 3; i++)                                   // else the coordinates are too coarse
        alone = alone && fabs(along(was->world.origin, i)) < far && fabs(along(is->world.origin, i)) < far;
    for (int i = 0; i < 9; i++)
        HISTORY_MUST(was->world.linear[i] == is->world.linear[i]);
    for (uint32_t i = 0; i < 3; i++)
        HISTORY_MUST((i == axis && !held) || along(was->world.origin, i) == along(is->world.origin, i));
    for (uint32_t i = 0; i < before->count && alone; i++) {
        const row *other = &before->row[i];
        const row *up = other;
        while (up != NULL && up->number != was->number)
            up = rows_find(before, up->parent);
        alone = up == NULL || other == was || !is_named(before, c, other->number);
    }
    const row *active = rows_find(before, before->active);
    if (!alone || active == NULL || c->which == COMMAND_DROP_TO_SURFACE)
        return;
    const pick_aabb box = editor_level_subtree_bounds(level, is->number);
    const pick_aabb to = editor_level_subtree_bounds(level, active->number);
    const double low = along(box.min, axis), high = along(box.max, axis), least = 1e-6 * (1 + high - low);
    if (c->which == COMMAND_DROP_TO_HEIGHT) {
        HISTORY_MUST(!(fabs(low) + fabs(high) < far) || fabs(low - c->transforms[0].origin.y) <= least);
        return;
    }
    for (uint32_t i = 0; i < before->count; i++) { // nothing that is named moves the active object, or part of it
        if (is_named(before, c, before->row[i].number) && before->row[i].number != active->number) {
            for (const row *up = &before->row[i]; up != NULL; up = rows_find(before, up->parent)) {
                if (up->number == active->number)
                    return;
            }
        }
    }
    if (active->parent != EDITOR_NONE || !(fabs(low) + fabs(high) < far))
        return;
    const double to_low = along(to.min, axis), to_high = along(to.max, axis);
    const editor_align_edge edge = (editor_align_edge)(c->bits / 3 % 3);
    const double apart = edge == EDITOR_ALIGN_MIN   ? low - to_low
                         : edge == EDITOR_ALIGN_MAX ? high - to_high
                                                    : (low + high - to_low - to_high) / 2;
    HISTORY_MUST(fabs(apart) <= least + 1e-6 * fabs(to_high - to_low));
}

// Align and drop move what is named, with what is below it, and nothing else.
static void check_moves(const editor_level *level, const rows *before, const rows *after, const command *c)
{
    for (uint32_t i = 0; i < before->count; i++) {
        const row *was = &before->row[i], *is = rows_find(after, was->number);
        HISTORY_MUST(is != NULL && strcmp(is->name, was->name) == 0 && is->parent == was->parent);
        HISTORY_MUST(is->hidden == was->hidden && is->locked == was->locked && is->layers == was->layers);
        if (!is_named(before, c, was->number))
            HISTORY_MUST(same_affine(&is->local, &was->local));
        if (!is_below_named(before, c, was->number))
            HISTORY_MUST(same_affine(&is->world, &was->world));
        if (is_named(before, c, was->number) && was->parent == EDITOR_NONE)
            check_moved(level, before, was, is, c);
    }
}

// Whether a group is copied because all its children are, two or more. The only root of a level does not count.
static bool is_copied_whole(const rows *before, const command *c, const row *group)
{
    uint32_t children = 0, roots = 0;
    for (uint32_t i = 0; i < before->count; i++) {
        const row *child = &before->row[i];
        roots += child->parent == EDITOR_NONE;
        if (child->parent != group->number)
            continue;
        children++;
        if (!is_named(before, c, child->number) && !is_copied_whole(before, c, child))
            return false;
    }
    return group->kind == EDITOR_OBJECT_GROUP && children > 1 && (group->parent != EDITOR_NONE || roots > 1);
}

static bool is_copied(const rows *before, const command *c, const row *r)
{
    return is_below_named(before, c, r->number) || is_copied_whole(before, c, r);
}

// Each of the objects that came is a copy of one that was to be copied, and where that is: up to the rounding in the
// new parent, which those further down have on top of their own.
static void check_pasted(const rows *before, const rows *after, const command *c, uint32_t came)
{
    uint32_t wanted = 0;
    for (uint32_t i = 0; i < before->count; i++)
        wanted += is_copied(before, c, &before->row[i]);
    HISTORY_MUST(came == wanted);
    for (uint32_t i = 0; i < after->count; i++) {
        const row *is = &after->row[i];
        bool found = rows_find(before, is->number) != NULL;
        for (uint32_t k = 0; k < before->count && !found; k++) {
            const row *was = &before->row[k];
            found = was->kind == is->kind && was->shape == is->shape && was->layers == is->layers &&
                    was->hidden == is->hidden && was->locked == is->locked && is_copied(before, c, was) &&
                    (is->parent != c->parent || rows_near(after, is, &was->world));
        }
        HISTORY_MUST(found);
    }
}

// What every command of a kind promises, where the model does not say it row by row.
static void check_kind(const rows *before, const rows *after, const command *c)
{
    uint32_t gone = 0, came = 0;
    bool keeps_world = c->which == COMMAND_GROUP || c->which == COMMAND_UNGROUP || c->which == COMMAND_REPARENT;
    for (uint32_t i = 0; i < before->count; i++) {
        const row *was = &before->row[i], *is = rows_find(after, was->number);
        if (is == NULL) {
            gone++;
            // What is deleted was named, or stood below something named, or (ungroup) is a group.
            HISTORY_MUST(c->which == COMMAND_DELETE ||
                         (c->which == COMMAND_UNGROUP && was->kind == EDITOR_OBJECT_GROUP));
            continue;
        }
        HISTORY_MUST(is->id == was->id && is->kind == was->kind);
        HISTORY_MUST((is->mesh == was->mesh && is->shape == was->shape) ||
                     (c->which == COMMAND_MOVE_VERTICES && is_named(before, c, was->number)));
        if (c->which <= COMMAND_ADD_ASSET || c->which == COMMAND_ADD_DEVICE || c->which == COMMAND_PASTE) {
            HISTORY_MUST(strcmp(is->name, was->name) == 0 && is->hidden == was->hidden && is->layers == was->layers);
            const bool same = is->parent == was->parent && same_affine(&is->local, &was->local);
            HISTORY_MUST(same || (keeps_world && rows_near(after, is, &was->world)));
        }
    }
    for (uint32_t i = 0; i < after->count; i++)
        came += rows_find(before, after->row[i].number) == NULL;
    HISTORY_MUST(came == 0 || c->which == COMMAND_ADD_GROUP || c->which == COMMAND_DUPLICATE ||
                 c->which == COMMAND_GROUP || c->which == COMMAND_ADD_ASSET || c->which == COMMAND_ADD_DEVICE ||
                 c->which == COMMAND_PASTE);
    if (c->which == COMMAND_PASTE)
        check_pasted(before, after, c, came);
    if (c->which == COMMAND_ADD_GROUP || c->which == COMMAND_ADD_DEVICE || c->which == COMMAND_GROUP)
        HISTORY_MUST(came == 1 && gone == 0);
    if (c->which == COMMAND_ADD_ASSET)
        HISTORY_MUST(came == 3);
    if (c->which == COMMAND_SET_WORLDS) {
        for (uint32_t i = 0; i < c->count; i++) {
            bool again = false;
            for (uint32_t k = i + 1; k < c->count; k++)
                again |= c->targets[k] == c->targets[i];
            const row *is = rows_find(after, c->targets[i]);
            if (is != NULL && !again)
                HISTORY_MUST(rows_near(after, is, &c->transforms[i]));
        }
    }
    if (c->which == COMMAND_DELETE) {
        for (uint32_t i = 0; i < c->count && !c->selected; i++)
            HISTORY_MUST(rows_find(after, c->targets[i]) == NULL);
    }
}

// --- Steps

static rows *now(world *w)
{
    return &w->at[w->position];
}

// Compares the document with the rows that it should be, and with itself.
static void check_document(world *w, const rows *expected)
{
    static rows actual;
    editor_document_catch_up(w->document);
    rows_read(&actual, w->document);
    HISTORY_MUST(rows_equal(&actual, expected));
    HISTORY_MUST(actual.hash == expected->hash);
    HISTORY_MUST(rows_are_consistent(&actual, level_of(w)));
}

static void check_history(world *w)
{
    const editor_history steps = editor_document_history(w->document);
    HISTORY_MUST(steps.dropped == 0 && steps.position == w->position && steps.step_count == w->known);
    HISTORY_MUST((editor_document_undo_label(w->document) != NULL) == (w->position > 0));
    HISTORY_MUST((editor_document_redo_label(w->document) != NULL) == (w->position < w->known));
}

// Takes over a step that the document has made, or sees that it made none.
static void take_step(world *w, bool made, const rows *after)
{
    if (made) {
        w->position++;
        w->known = w->position;
        HISTORY_MUST(w->position < POSITION_MAX);
        w->at[w->position] = *after;
    } else {
        HISTORY_MUST(rows_equal(after, now(w)) && after->hash == now(w)->hash);
    }
    check_history(w);
}

// Runs a command, perhaps with an allocation that fails. Returns whether it changed something.
static bool run_command(world *w, history *h, const command *wanted_command)
{
    static rows before, after, wanted;
    rows_read(&before, w->document);
    command copy = *wanted_command;
    const command *c = &copy;
    if (before.count > 2 * OBJECT_MAX &&
        (c->which == COMMAND_DUPLICATE || c->which == COMMAND_ADD_ASSET || c->which == COMMAND_PASTE))
        copy.which = COMMAND_DELETE;
    if (c->which == COMMAND_PASTE && c->bits % 8 != 7) // else no level
        copy.text = editor_edit_copy(w->document, c->selected ? NULL : c->targets, c->count);
    uint32_t failing = history_index(h, 8) == 0 ? 1 + history_index(h, 24) : 0;
    failing_malloc_arm(failing, failing % 2 == 0);
    editor_edit_result result = apply(w, c);
    failing_malloc_arm(0, false);
    free(copy.text);
    editor_document_catch_up(w->document); // as the next step of the editor does
    rows_read(&after, w->document);
    HISTORY_MUST(rows_are_consistent(&after, level_of(w)));
    if (result != EDITOR_EDIT_DONE) {
        HISTORY_MUST(rows_equal(&before, &after) && before.hash == after.hash);
        HISTORY_MUST((editor_document_reason(w->document)[0] != 0) == (result == EDITOR_EDIT_REFUSED));
        return false;
    }
    HISTORY_MUST(!rows_equal(&before, &after) || before.hash != after.hash);
    check_kind(&before, &after, c);
    if (c->which == COMMAND_MOVE_VERTICES && !resets_shapes(c))
        check_vertices(level_of(w), c);
    if (c->which >= COMMAND_ALIGN && c->which <= COMMAND_DROP_TO_SURFACE)
        check_moves(level_of(w), &before, &after, c);
    wanted = before;
    if (model_apply(&wanted, c)) {
        rows_derive(&wanted);
        HISTORY_MUST(rows_equal(&wanted, &after));
    }
    for (uint32_t i = 0; i < c->count; i++) {
        if (c->which == COMMAND_SET_LOCALS)
            HISTORY_MUST(rows_find(&after, c->targets[i]) == NULL ||
                         is_finite(&rows_find(&after, c->targets[i])->local));
    }
    return true;
}

static void step_command(world *w, history *h)
{
    static rows after;
    const command c = any_command(w, h);
    bool done = run_command(w, h, &c);
    rows_read(&after, w->document);
    take_step(w, done, &after);
}

// A drag: commands that make one step, or are cancelled.
static void step_drag(world *w, history *h)
{
    static rows after;
    const uint32_t count = history_index(h, 5), ending = history_index(h, 3);
    HISTORY_MUST(editor_document_begin(w->document, "Drag"));
    for (uint32_t i = 0; i < count; i++) {
        const command c = any_command(w, h);
        (void)run_command(w, h, &c);
        HISTORY_MUST(editor_document_is_open(w->document) && !editor_document_undo(w->document));
    }
    if (ending == 0)
        editor_document_cancel(w->document);
    bool made = ending != 0 && editor_document_commit(w->document);
    HISTORY_MUST(!editor_document_is_open(w->document));
    rows_read(&after, w->document);
    take_step(w, made, &after);
}

static void step_history(world *w, history *h)
{
    const bool back = history_flag(h);
    for (uint32_t n = 1 + history_index(h, 6); n > 0; n--) {
        bool possible = back ? w->position > 0 : w->position < w->known;
        bool failing = history_index(h, 16) == 0;
        failing_malloc_arm(failing ? 1 : 0, true);
        bool did = back ? editor_document_undo(w->document) : editor_document_redo(w->document);
        failing_malloc_arm(0, false);
        HISTORY_MUST(did ? possible : !possible || failing);
        if (did)
            w->position = back ? w->position - 1 : w->position + 1;
        check_document(w, now(w));
        check_history(w);
    }
}

static void all_the_way(world *w)
{
    const uint32_t here = w->position;
    while (w->position > 0) {
        HISTORY_MUST(editor_document_undo(w->document));
        w->position--;
        check_document(w, now(w));
    }
    HISTORY_MUST(!editor_document_undo(w->document));
    while (w->position < w->known) {
        HISTORY_MUST(editor_document_redo(w->document));
        w->position++;
        check_document(w, now(w));
    }
    HISTORY_MUST(!editor_document_redo(w->document));
    while (w->position > here) {
        HISTORY_MUST(editor_document_undo(w->document));
        w->position--;
    }
}

// Written and read back it is the same level, and writes the same text.
static void step_file(world *w, history *h)
{
    static rows again;
    editor_text first = {0}, second = {0};
    editor_error error = {""};
    uint32_t failing = history_index(h, 8) == 0 ? 1 + history_index(h, 64) : 0;
    failing_malloc_arm(failing, true);
    bool written = editor_level_write(level_of(w), w->level, &first, &error);
    failing_malloc_arm(0, false);
    HISTORY_MUST(written || (failing != 0 && error.text[0] != 0));
    if (written) {
        write_text(w->level, first.data, first.size);
        failing_malloc_arm(failing, true);
        editor_level *level = editor_level_read(w->level, NULL, NULL, NULL, &error);
        failing_malloc_arm(0, false);
        HISTORY_MUST(level != NULL || (failing != 0 && error.text[0] != 0));
        if (level != NULL && level->warning_count == 0) { // memory may have run out in an asset: boxes stand in for it
            HISTORY_MUST(editor_level_hash(level) == now(w)->hash);
            HISTORY_MUST(editor_level_write(level, w->level, &second, &error));
            HISTORY_MUST(first.size == second.size && memcmp(first.data, second.data, first.size) == 0);
            rows_read_level(&again, level);
            HISTORY_MUST(rows_alike(&again, now(w)));
        }
        editor_level_destroy(level);
    }
    editor_text_free(&first);
    editor_text_free(&second);
}

// The scene's hierarchy answers as every triangle does, and names objects that are there.
static void step_pick(world *w, history *h)
{
    const editor_level *level = level_of(w);
    for (int i = 0; i < 4; i++) {
        pick_ray ray = {.t_max = (double)INFINITY};
        ray.origin = history_point_near(h, 50);
        const row *r = now(w)->count > 0 ? &now(w)->row[history_index(h, now(w)->count)] : NULL;
        const pick_vec3 at =
            r != NULL ? pick_vec3_add(r->world.origin, history_point_near(h, 1)) : history_point_near(h, 9);
        ray.direction = pick_vec3_sub(at, ray.origin);
        if (!pick_vec3_is_finite(ray.direction) || pick_vec3_length(ray.direction) == 0)
            continue;
        const pick_query query = editor_level_query(level);
        pick_hit fast = {0}, slow = {0};
        bool hit = pick_closest(level->scene, &ray, &query, &fast);
        HISTORY_MUST(hit == pick_closest_brute_force(level->scene, &ray, &query, &slow));
        if (!hit)
            continue;
        HISTORY_MUST(pick_object_id_equal(fast.object, slow.object) && fast.t == slow.t &&
                     fast.triangle == slow.triangle);
        const row *found = rows_find(now(w), editor_level_object(level, fast.object));
        HISTORY_MUST(found != NULL && !found->is_hidden && found->kind == EDITOR_OBJECT_MESH);
    }
}

static void step(world *w, history *h)
{
    switch (history_index(h, 16)) {
    case 0:
    case 1:
    case 2:
        step_history(w, h);
        break;
    case 3:
    case 4:
        step_drag(w, h);
        break;
    case 5:
        step_file(w, h);
        break;
    case 6:
    case 7:
        step_pick(w, h);
        break;
    default:
        step_command(w, h);
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static world w;
    history h = history_begin(bytes, size);
    w.position = w.known = 0;
    make_files(&w);
    editor_level *level = editor_level_create();
    editor_error error = {""};
    HISTORY_MUST(level != NULL && editor_level_finish(level, &error));
    w.document = editor_document_create(level, NULL);
    HISTORY_MUST(w.document != NULL);
    w.asset = import_model(w.document, w.model, &error);
    HISTORY_MUST(w.asset != EDITOR_NONE);
    rows_read(&w.at[0], w.document);
    for (int i = 0; i < 2; i++) { // something to work on
        static rows after;
        static const pick_affine places[2] = {{{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}},
                                              {{0, 0, 90, 90, 0, 0, 0, 90, 0}, {-20, -5, -20}}}; // a floor to drop to
        HISTORY_MUST(editor_edit_add_asset(w.document, w.asset, EDITOR_NONE, &places[i], NULL) == EDITOR_EDIT_DONE);
        rows_read(&after, w.document);
        take_step(&w, true, &after);
    }
    for (int i = 0; i < STEP_MAX - 2 && !history_ended(&h); i++)
        step(&w, &h);
    all_the_way(&w);
    editor_document_destroy(w.document);
    return 0;
}

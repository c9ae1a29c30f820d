// workspace_place.c: places a model by dragging it from the assets panel. While it is dragged, its objects are in the
// level already, in an open transaction: what one sees is what one gets, and cancelling restores every bit.
#include "workspace/workspace_private.h"

#include "document/file/document_file.h"
#include "system/path.h"

#include <math.h>
#include <stdio.h>

bool editor_workspace_is_placing(const editor_workspace *workspace)
{
    return workspace->placing.active;
}

// The next random number in 0..1, the same in each session: recordings come to the same level.
static double next_random(editor_placing *placing)
{
    uint64_t x = placing->random ? placing->random : UINT64_C(0x9e3779b97f4a7c15);
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    placing->random = x;
    return (double)(x >> 11) / 9007199254740992.0;
}

static void begin_ghost(editor_workspace *workspace)
{
    workspace->placing.object = EDITOR_NONE;
    workspace->placing.turn = next_random(&workspace->placing) * 6.283185307179586;
    workspace->placing.stale = true;
}

bool editor_workspace_begin_place(editor_workspace *workspace)
{
    editor_placing *placing = &workspace->placing;
    if (placing->active || editor_workspace_asks(workspace) || workspace->desc.no_files ||
        editor_document_is_open(workspace->document))
        return false;
    const uint64_t random = placing->random;
    *placing = (editor_placing){.active = true,
                                .asset = EDITOR_NONE,
                                .random = random,
                                .mouse = editor_ui_mouse(workspace->ui),
                                .modifiers = editor_ui_modifiers(workspace->ui)};
    begin_ghost(workspace);
    return true;
}

bool editor_workspace_read_placed(editor_workspace *workspace, const char *path, editor_error *error)
{
    editor_placing *placing = &workspace->placing;
    placing->asset =
        editor_document_import(workspace->document, path, workspace->desc.decoder, workspace->desc.decoder_user);
    if (placing->asset == EDITOR_NONE) {
        placing->active = false;
        snprintf(error->text, sizeof(error->text), "%s", editor_document_reason(workspace->document));
        return false;
    }
    editor_workspace_say(workspace, "Drop %.120s in a viewport. Shift keeps placing, Esc cancels",
                         editor_path_name(path));
    return true;
}

// --- where it goes ---

typedef struct others {
    const editor_level *level;
    uint32_t ghost;
} others;

static bool is_other(void *user, pick_object_id object, uint64_t number)
{
    const others *o = user;
    (void)object;
    return number >= o->level->object_count || !editor_level_is_below(o->level, (uint32_t)number, o->ghost);
}

// On the grid, at the height of the surface there.
static void snap(const editor_workspace *workspace, const pick_query *query, editor_surface *at)
{
    const double step = pick_gizmo_desc_default().move_step;
    const editor_level *level = editor_workspace_get_level(workspace);
    at->point.x = round(at->point.x / step) * step;
    at->point.z = round(at->point.z / step) * step;
    const pick_ray down = {.origin = {at->point.x, at->point.y + 1, at->point.z}, .direction = {0, -1, 0}, .t_max = 2};
    pick_hit hit;
    if (pick_closest(level->scene, &down, query, &hit)) {
        at->point = hit.point;
        at->normal = hit.backface ? pick_vec3_scale(hit.normal, -1) : hit.normal;
    }
}

// The shortest rotation of +Y to `normal`, after a turn about +Y.
static pick_affine stand_along(pick_vec3 normal, double turn)
{
    const double c = cos(turn), s = sin(turn);
    const pick_affine turned = {{c, 0, -s, 0, 1, 0, s, 0, c}, {0, 0, 0}};
    pick_affine tilt = PICK_AFFINE_IDENTITY;
    const double k = 1 + normal.y;
    if (k < 1e-9) { // straight down
        tilt.linear[4] = tilt.linear[8] = -1;
        return pick_affine_multiply(&tilt, &turned);
    }
    const double x = normal.x, z = normal.z;
    const double columns[9] = {1 - x * x / k, -x, -x * z / k, x, normal.y, z, -x * z / k, -z, 1 - z * z / k};
    for (int i = 0; i < 9; i++)
        tilt.linear[i] = columns[i];
    return pick_affine_multiply(&tilt, &turned);
}

static bool make_ghost(editor_workspace *workspace)
{
    editor_placing *placing = &workspace->placing;
    editor_document *document = workspace->document;
    const editor_level *level = editor_workspace_get_level(workspace);
    char label[160];
    snprintf(label, sizeof(label), "Place %.120s", editor_path_name(level->assets[placing->asset].path));
    if (!editor_document_begin(document, label))
        return false;
    if (editor_edit_add_asset(document, placing->asset, EDITOR_NONE, &PICK_AFFINE_IDENTITY, &placing->object) !=
        EDITOR_EDIT_DONE) {
        editor_document_cancel(document);
        placing->object = EDITOR_NONE;
        return false;
    }
    const pick_aabb box = editor_level_subtree_bounds(level, placing->object);
    placing->start = level->objects[placing->object].world;
    placing->foot = pick_vec3_make((box.min.x + box.max.x) / 2, box.min.y, (box.min.z + box.max.z) / 2);
    return true;
}

static void drop_ghost(editor_workspace *workspace)
{
    if (workspace->placing.object == EDITOR_NONE)
        return;
    workspace->placing.object = EDITOR_NONE;
    editor_document_cancel(workspace->document);
    workspace->dirty = true;
}

static void move_ghost(editor_workspace *workspace, uint32_t view)
{
    const editor_placing *placing = &workspace->placing;
    const editor_level *level = editor_workspace_get_level(workspace);
    others filter = {level, placing->object};
    pick_query query = editor_level_query(level);
    query.object_filter = is_other;
    query.object_filter_user = &filter;
    editor_surface at = editor_workspace_find_surface(workspace, view, &placing->mouse, &query);
    if (workspace->settings.snap != ((placing->modifiers & PICK_MODIFIER_CTRL) != 0))
        snap(workspace, &query, &at);
    const pick_affine to_foot = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, pick_vec3_scale(placing->foot, -1)};
    pick_affine place = stand_along(workspace->settings.place_align ? at.normal : pick_vec3_make(0, 1, 0),
                                    workspace->settings.place_turn ? placing->turn : 0);
    place.origin = at.point;
    place = pick_affine_multiply(&place, &to_foot);
    const pick_affine world = pick_affine_multiply(&place, &placing->start);
    editor_workspace_done(workspace, editor_edit_set_worlds(workspace->document, &placing->object, &world, 1));
}

void editor_workspace_follow_place(editor_workspace *workspace)
{
    editor_placing *placing = &workspace->placing;
    if (!placing->active || !placing->stale || placing->asset == EDITOR_NONE)
        return;
    placing->stale = false;
    const uint32_t view = editor_views_at(&workspace->views, placing->mouse);
    if (view == EDITOR_VIEW_MAX || !workspace->views.view[view].has_view)
        drop_ghost(workspace);
    else if (placing->object != EDITOR_NONE || make_ghost(workspace))
        move_ghost(workspace, view);
    workspace->dirty = true;
}

// --- ends ---

void editor_workspace_cancel_place(editor_workspace *workspace)
{
    editor_placing *placing = &workspace->placing;
    if (!placing->active)
        return;
    drop_ghost(workspace);
    placing->active = false;
    if (workspace->work == EDITOR_WORK_PLACE)
        workspace->work = EDITOR_WORK_NONE;
    workspace->message[0] = '\0';
    workspace->dirty = true;
}

static void finish(editor_workspace *workspace, bool again)
{
    editor_placing *placing = &workspace->placing;
    placing->stale = true; // the last position counts
    if (placing->asset == EDITOR_NONE && editor_views_at(&workspace->views, placing->mouse) < EDITOR_VIEW_MAX) {
        // Released before the model was read: it is imported there.
        placing->active = false;
        workspace->work = EDITOR_WORK_IMPORT;
        workspace->is_drop = true;
        workspace->drops.placed = 0;
        workspace->drops.point = editor_workspace_surface(workspace, &placing->mouse);
        return;
    }
    editor_workspace_follow_place(workspace);
    if (placing->object == EDITOR_NONE) {
        editor_workspace_cancel_place(workspace);
        return;
    }
    editor_document_commit(workspace->document);
    const editor_level *level = editor_workspace_get_level(workspace);
    editor_workspace_say(workspace, "Placed %.100s%s", level->objects[placing->object].name,
                         again ? ". Click for the next one; Esc ends" : "");
    placing->active = placing->keeps = again;
    placing->pressed = false;
    begin_ghost(workspace);
}

// A press or a release of the left button.
static bool take_button(editor_workspace *workspace, const editor_event *event)
{
    editor_placing *placing = &workspace->placing;
    const bool press = event->type == EDITOR_EVENT_MOUSE_PRESS;
    if (press && editor_views_at(&workspace->views, event->position) == EDITOR_VIEW_MAX) {
        editor_workspace_cancel_place(workspace); // the panels get it
        return false;
    }
    if (!press && (placing->pressed || !placing->keeps))
        finish(workspace, (event->modifiers & PICK_MODIFIER_SHIFT) != 0);
    else
        placing->pressed = press;
    return true;
}

bool editor_workspace_place_event(editor_workspace *workspace, const editor_event *event)
{
    editor_placing *placing = &workspace->placing;
    switch (event->type) {
    case EDITOR_EVENT_MOUSE_PRESS:
    case EDITOR_EVENT_MOUSE_RELEASE:
    case EDITOR_EVENT_MOUSE_MOVE:
        placing->mouse = event->position;
        placing->modifiers = event->modifiers;
        placing->stale = true;
        if (event->type == EDITOR_EVENT_MOUSE_MOVE)
            return false;
        if (event->button == PICK_BUTTON_LEFT)
            return take_button(workspace, event);
        if (event->button == PICK_BUTTON_RIGHT && event->type == EDITOR_EVENT_MOUSE_PRESS)
            editor_workspace_cancel_place(workspace);
        return event->button == PICK_BUTTON_RIGHT;
    case EDITOR_EVENT_MOUSE_LEAVE:
        placing->mouse = (pick_vec2){-1, -1};
        placing->stale = true;
        return false;
    case EDITOR_EVENT_WHEEL:
        placing->stale = true; // the camera moves
        return false;
    case EDITOR_EVENT_KEY_DOWN:
    case EDITOR_EVENT_KEY_UP:
        placing->modifiers = event->modifiers;
        placing->stale = true;
        if (event->type == EDITOR_EVENT_KEY_DOWN && event->key == EDITOR_KEY_ESCAPE)
            editor_workspace_cancel_place(workspace);
        return true;
    case EDITOR_EVENT_FOCUS_LOST:
    case EDITOR_EVENT_QUIT:
    case EDITOR_EVENT_CLOSE:
    case EDITOR_EVENT_DROP:
        editor_workspace_cancel_place(workspace);
        return false;
    default:
        return false;
    }
}

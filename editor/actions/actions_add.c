// actions_add.c: the actions of the menu Add: shapes, lights, a camera, empties.
#include "actions/actions_private.h"

#include "document/level/names.h"
#include "document/level/prefab.h"
#include "workspace/workspace_private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double light_height = 2, eye_height = 1.6; // metres above the ground
static const double plane_gap = 0.001;                  // between a plane and the surface that it lies on
static const double apart = 1;                          // between things that are drawn as icons, metres
enum { RINGS = 8 };                                     // of places around the wanted one

static const char *name_of(const editor_level *level, int what)
{
    if (what >= EDITOR_ADD_PREFAB)
        return level->prefabs[what - EDITOR_ADD_PREFAB].name;
    switch (what) {
    case EDITOR_ADD_EMPTY:
        return "empty";
    case EDITOR_ADD_GROUP:
        return "group";
    case EDITOR_ADD_SUN:
        return "sun";
    case EDITOR_ADD_POINT_LIGHT:
        return "point light";
    case EDITOR_ADD_SPOT_LIGHT:
        return "spot light";
    case EDITOR_ADD_CAMERA:
        return "camera";
    case EDITOR_ADD_LINE:
        return "line";
    default:
        return editor_shape_name((editor_shape)what);
    }
}

// --- Transforms ---

// At `eye`, with -Z along `forward` and +Y up, or to the north where it looks straight up or down.
static pick_affine looking(pick_vec3 eye, pick_vec3 forward)
{
    const pick_vec3 back = pick_vec3_normalize(pick_vec3_scale(forward, -1));
    const pick_vec3 up = fabs(back.y) < 0.999 ? pick_vec3_make(0, 1, 0) : pick_vec3_make(0, 0, -1);
    const pick_vec3 x = pick_vec3_normalize(pick_vec3_cross(up, back)), y = pick_vec3_cross(back, x);
    return (pick_affine){{x.x, x.y, x.z, y.x, y.y, y.z, back.x, back.y, back.z}, eye};
}

// The direction of the active view, level with the ground.
static pick_vec3 heading(const editor_workspace *workspace)
{
    const editor_camera *camera = &workspace->views.view[workspace->views.active].camera;
    pick_vec3 ahead = pick_vec3_sub(camera->target, camera->eye);
    if (hypot(ahead.x, ahead.z) < 1e-6 * fabs(ahead.y))
        ahead = camera->up;
    ahead.y = 0;
    return hypot(ahead.x, ahead.z) > 0 ? ahead : pick_vec3_make(0, 0, -1);
}

static pick_affine above(const editor_surface *ground, double height)
{
    pick_affine place = PICK_AFFINE_IDENTITY;
    place.origin = ground->point;
    place.origin.y += height;
    return place;
}

// Whether a light, camera or empty is within half a step of the place, seen from above.
static bool is_taken(const editor_level *level, pick_vec3 at)
{
    for (uint32_t i = 0; i < level->object_count; i++) {
        const editor_object *o = &level->objects[i];
        if (o->exists && o->mesh == EDITOR_NONE && o->first_child == EDITOR_NONE &&
            hypot(o->world.origin.x - at.x, o->world.origin.z - at.z) < apart / 2)
            return true;
    }
    return false;
}

// The free place nearest to `at`, ring by ring; `at` where there is none.
static pick_vec3 free_place(const editor_level *level, pick_vec3 at)
{
    for (int ring = 0; ring <= RINGS; ring++) {
        double best = HUGE_VAL;
        pick_vec3 found = at;
        for (int k = 0; k < (2 * ring + 1) * (2 * ring + 1); k++) {
            const int x = k % (2 * ring + 1) - ring, z = k / (2 * ring + 1) - ring;
            const pick_vec3 place = {at.x + apart * x, at.y, at.z + apart * z};
            if ((abs(x) == ring || abs(z) == ring) && hypot(x, z) < best && !is_taken(level, place)) {
                best = hypot(x, z);
                found = place;
            }
        }
        if (best < HUGE_VAL)
            return found;
    }
    return at;
}

static bool not_this(void *user, pick_object_id object, uint64_t number)
{
    (void)object;
    return number != *(const uint32_t *)user;
}

// How far the object must rise so that it does not reach below the ground under `at`, at most `half` below that: a
// visible surface, or else the grid.
static double sunk(const editor_level *level, uint32_t object, pick_vec3 at, double half)
{
    pick_query query = editor_level_surface_query(level);
    query.cull = PICK_CULL_NONE;
    query.object_filter = not_this;
    query.object_filter_user = &object;
    const pick_ray down = {.origin = at, .direction = {0, -1, 0}, .t_max = half};
    pick_hit hit;
    if (pick_closest(level->scene, &down, &query, &hit))
        return half - hit.t;
    return at.y >= 0 && at.y < half ? half - at.y : 0;
}

// --- Adding ---

static editor_edit_result add_light(editor_workspace *workspace, int what, const char *name,
                                    const editor_surface *ground, uint32_t *made)
{
    editor_light light = {.type = EDITOR_LIGHT_POINT, .color = {1, 1, 1}, .intensity = 60, .outer = EDITOR_PI / 4};
    pick_affine place = above(ground, light_height);
    if (what == EDITOR_ADD_SUN) { // over the right shoulder of someone who looks to the north
        light.type = EDITOR_LIGHT_DIRECTIONAL;
        light.intensity = 60000;
        place = looking(place.origin, pick_vec3_make(-1, -2, -1.5));
    } else if (what == EDITOR_ADD_SPOT_LIGHT) {
        light.type = EDITOR_LIGHT_SPOT;
        light.inner = EDITOR_PI / 9;
        light.outer = EDITOR_PI / 6;
        place = looking(place.origin, pick_vec3_make(0, -1, 0));
    }
    return editor_edit_add_light(workspace->document, name, EDITOR_NONE, &light, &place, made);
}

// How far the box reaches from the origin against a direction.
static double reach_back(const pick_aabb *box, pick_vec3 n)
{
    return -(fmin(n.x * box->min.x, n.x * box->max.x) + fmin(n.y * box->min.y, n.y * box->max.y) +
             fmin(n.z * box->min.z, n.z * box->max.z));
}

// A shape, a line or a prefab touches the surface, beside its point where the surface is a wall.
static editor_edit_result add_shape(editor_workspace *workspace, int what, const char *name,
                                    const editor_surface *ground, bool beside, uint32_t *made)
{
    editor_document *document = workspace->document;
    const bool is_plane = what == EDITOR_SHAPE_PLANE;
    pick_affine place = PICK_AFFINE_IDENTITY;
    editor_edit_result result;
    if (what >= EDITOR_ADD_PREFAB) {
        const uint32_t prefab = (uint32_t)(what - EDITOR_ADD_PREFAB);
        result = editor_edit_add_prefab(document, prefab, name, EDITOR_NONE, &place, made);
    } else if (what == EDITOR_ADD_LINE) {
        const editor_line upright = {.points = (double[]){0, -0.5, 0, 0, 0.5, 0}, .count = 2};
        result = editor_edit_add_line(document, name, EDITOR_NONE, &upright, &place, made);
    } else {
        const editor_primitive primitive = editor_primitive_default((editor_shape)what);
        result = editor_edit_add_primitive(document, name, EDITOR_NONE, &primitive, &place, made);
    }
    if (result != EDITOR_EDIT_DONE)
        return result;
    if (beside && !is_plane)
        return editor_edit_stand(document, *made, ground->point);
    const pick_aabb box = editor_level_subtree_bounds(editor_workspace_get_level(workspace), *made);
    const pick_vec3 n = ground->normal;
    const double reach = reach_back(&box, n) + (is_plane && ground->object != EDITOR_NONE ? plane_gap : 0);
    place.origin = pick_vec3_add(ground->point, pick_vec3_scale(n, reach));
    if (fabs(n.y) < 0.5) // a wall: what is added low on it stands on the floor
        place.origin.y += sunk(editor_workspace_get_level(workspace), *made, place.origin, fmax(-box.min.y, 0));
    return editor_edit_set_locals(document, made, &place, 1);
}

static editor_edit_result add(editor_workspace *workspace, int what, const char *name, editor_surface *ground,
                              bool beside, uint32_t *made)
{
    editor_document *document = workspace->document;
    if (beside && what >= EDITOR_SHAPE_COUNT && what < EDITOR_ADD_LINE)
        ground->point = free_place(editor_workspace_get_level(workspace), ground->point);
    const editor_lens lens = {.fov = EDITOR_PI / 4, .height = 10, .near_plane = 0.1};
    pick_affine place = above(ground, what == EDITOR_ADD_CAMERA ? eye_height : 0);
    switch (what) {
    case EDITOR_ADD_EMPTY:
    case EDITOR_ADD_GROUP:
        return editor_edit_add_group(document, name, EDITOR_NONE, &place, made);
    case EDITOR_ADD_CAMERA:
        place = looking(place.origin, heading(workspace));
        return editor_edit_add_camera(document, name, EDITOR_NONE, &lens, &place, made);
    case EDITOR_ADD_SUN:
    case EDITOR_ADD_POINT_LIGHT:
    case EDITOR_ADD_SPOT_LIGHT:
        return add_light(workspace, what, name, ground, made);
    default:
        return add_shape(workspace, what, name, ground, beside, made);
    }
}

// Whether the mouse points into a viewport, no panel between.
static bool points(const editor_workspace *workspace, pick_vec2 *at)
{
    *at = editor_ui_mouse(workspace->ui);
    return editor_views_at(&workspace->views, *at) < EDITOR_VIEW_MAX && !editor_ui_owns_mouse(workspace->ui, *at);
}

bool editor_find_pointed(const editor_workspace *workspace, editor_surface *ground)
{
    pick_vec2 mouse;
    if (editor_panels_context(workspace->panels) != 0) {
        *ground = workspace->add_ground;
        return true;
    }
    if (workspace->from_palette) {
        *ground = workspace->add_ground;
        return workspace->palette_pointed;
    }
    const bool pointed = points(workspace, &mouse);
    *ground = editor_workspace_ground(workspace, pointed ? &mouse : NULL);
    return pointed;
}

pick_vec3 editor_pointed_place(const editor_workspace *workspace)
{
    editor_surface ground;
    (void)editor_find_pointed(workspace, &ground);
    return ground.point;
}

// The palette comes to lie over the place that the mouse points to.
void editor_do_palette(editor_workspace *workspace, int argument)
{
    (void)argument;
    pick_vec2 mouse;
    workspace->palette_pointed = points(workspace, &mouse);
    workspace->add_ground = editor_workspace_ground(workspace, workspace->palette_pointed ? &mouse : NULL);
    editor_panels_open_palette(workspace->panels);
    editor_workspace_await_keyboard(workspace);
}

void editor_do_add_menu(editor_workspace *workspace, int argument)
{
    (void)argument;
    pick_vec2 mouse;
    const bool pointed = points(workspace, &mouse);
    const pick_rect r = workspace->views.view[workspace->views.active].rect;
    workspace->add_ground = editor_workspace_ground(workspace, pointed ? &mouse : NULL);
    if (!pointed)
        mouse = (pick_vec2){r.x + r.width / 2, r.y + r.height / 2};
    editor_panels_open_context(workspace->panels, EDITOR_CONTEXT_ADD, mouse, true);
}

void editor_do_add(editor_workspace *workspace, int argument)
{
    editor_document *document = workspace->document;
    const char *stem = name_of(editor_workspace_get_level(workspace), argument);
    const char *narrow = argument < EDITOR_ADD_PREFAB ? stem : ""; // whose names may have numbers
    editor_names *names = editor_names_create(editor_workspace_get_level(workspace), narrow);
    const char *name = names ? editor_names_unique(names, stem) : NULL;
    char label[128];
    snprintf(label, sizeof(label), "Add %.100s", stem);
    editor_surface ground;
    const bool pointed = editor_find_pointed(workspace, &ground);
    uint32_t made = EDITOR_NONE;
    if (!name || !editor_document_begin(document, label)) {
        editor_workspace_say(workspace, "out of memory");
    } else if (add(workspace, argument, name, &ground, !pointed, &made) == EDITOR_EDIT_REFUSED) {
        editor_workspace_done(workspace, EDITOR_EDIT_REFUSED);
        editor_document_cancel(document);
    } else {
        editor_document_commit(document);
        if (!pointed)
            editor_workspace_bring_into_view(workspace, made);
        const editor_level *level = editor_workspace_get_level(workspace);
        const char *on = ground.object != EDITOR_NONE && pointed ? level->objects[ground.object].name : NULL;
        const char *shown = editor_reveal_made(workspace, made);
        char hidden[48];
        editor_workspace_describe_hidden(workspace, made, hidden, sizeof(hidden));
        editor_workspace_say(workspace, "Added %.90s%s%.70s%s%s", name, on ? " on " : "", on ? on : "", hidden, shown);
    }
    editor_names_destroy(names);
}

// It comes when its picture is chosen and read.
void editor_do_add_terrain(editor_workspace *workspace, int argument)
{
    (void)argument;
    const pick_vec3 place = editor_pointed_place(workspace);
    editor_workspace_ask_file(workspace, EDITOR_FOR_TERRAIN);
    workspace->terrain_point = place;
}

void editor_do_add_prefab(editor_workspace *workspace, int argument)
{
    editor_do_add(workspace, EDITOR_ADD_PREFAB + argument);
}

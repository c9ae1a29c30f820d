// resize.c: a selected volume has a handle on each side of its box, which changes its size. The side across from it
// stays; with Shift it moves as well, and so it always does of a radius. A convex volume has one on each of its sides
// that faces the eye, which moves that side alone.
#include "tools/tools_private.h"

#include "document/level/sides.h"
#include "document/level/volume.h"
#include "picking/gizmo.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOX_SIDES = 6 }; // +x, -x, +y, -y, +z, -z

static const double half_handle = 4, reach_of_handle = 8; // design units
static const double least_apart = 14;                     // on screen, of a handle from the middle

// A side in the world.
typedef struct side_place {
    pick_vec3 at, middle; // of the side; and half way to what the volume's box has across from it
    pick_vec3 outwards;   // unit
    double scale;         // metres per unit of the object that the side moves by
} side_place;

typedef struct resize_side {
    pick_vec2 at;    // window
    bool faces_away; // from the eye
} resize_side;

static double sign_of(uint32_t side)
{
    return side % 2 == 0 ? 1 : -1;
}

static bool is_convex(const editor_primitive *primitive)
{
    return primitive->shape == EDITOR_SHAPE_CONVEX_VOLUME;
}

// None of a compound, whose parts may reach past each other.
static uint32_t count_sides(const editor_primitive *primitive)
{
    return is_convex(primitive) ? primitive->side_count : primitive->part_count > 0 ? 0 : BOX_SIDES;
}

// False: the others cut the side off, or the volume is flat in the world.
static bool place_convex(const editor_mesh *mesh, const pick_affine *world, uint32_t number, side_place *out)
{
    pick_affine inverse;
    pick_vec3 middle;
    if (!editor_side_middle(&mesh->primitive, number, &middle) || !pick_affine_invert(world, &inverse))
        return false;
    const editor_side side = editor_side_of(&mesh->primitive, number);
    const pick_vec3 normal = pick_vec3_make(pick_vec3_dot(pick_affine_column(&inverse, 0), side.normal),
                                            pick_vec3_dot(pick_affine_column(&inverse, 1), side.normal),
                                            pick_vec3_dot(pick_affine_column(&inverse, 2), side.normal));
    const pick_aabb box = pick_volume_bounds(mesh->volume);
    const pick_vec3 n = side.normal;
    const pick_vec3 across = {n.x > 0 ? box.max.x : box.min.x, n.y > 0 ? box.max.y : box.min.y,
                              n.z > 0 ? box.max.z : box.min.z};
    out->scale = 1 / pick_vec3_length(normal);
    out->outwards = pick_vec3_scale(pick_vec3_normalize(normal), -1);
    out->at = pick_affine_point(world, middle);
    const double depth = (pick_vec3_dot(n, across) + side.offset) / 2;
    out->middle = pick_vec3_add(out->at, pick_vec3_scale(out->outwards, -out->scale * depth));
    return true;
}

static bool find_place(const editor_mesh *mesh, const pick_affine *world, uint32_t side, side_place *out)
{
    if (is_convex(&mesh->primitive))
        return place_convex(mesh, world, side, out);
    double half[3];
    editor_volume_half_sizes(&mesh->primitive, half);
    const int k = (int)side / 2;
    const pick_vec3 along = pick_vec3_scale(pick_affine_column(world, k), sign_of(side));
    *out = (side_place){.at = pick_vec3_add(world->origin, pick_vec3_scale(along, half[k])),
                        .middle = world->origin,
                        .outwards = pick_vec3_normalize(along),
                        .scale = pick_vec3_length(along)};
    if (mesh->primitive.shape == EDITOR_SHAPE_CONE_VOLUME &&
        k != 1) { // the base has the radius, half way up is nothing
        const pick_vec3 down = pick_vec3_scale(pick_affine_column(world, 1), -half[1]);
        out->at = pick_vec3_add(out->at, down);
        out->middle = pick_vec3_add(out->middle, down);
    }
    return true;
}

static editor_primitive_field field_of(editor_shape shape, int axis)
{
    static const editor_primitive_field of_box[3] = {EDITOR_PRIMITIVE_WIDTH, EDITOR_PRIMITIVE_HEIGHT,
                                                     EDITOR_PRIMITIVE_DEPTH};
    return editor_primitive_has(shape, of_box[axis]) ? of_box[axis] : EDITOR_PRIMITIVE_RADIUS;
}

// The volume that is selected alone and can be changed, or EDITOR_NONE.
static uint32_t target_of(const editor_tool_context *context)
{
    const editor_level *level = editor_document_level(context->document);
    const uint32_t active = editor_document_active(context->document);
    if (active == EDITOR_NONE || pick_selection_count(editor_document_selection(context->document)) != 1)
        return EDITOR_NONE;
    const editor_object *o = &level->objects[active];
    const bool shown = o->kind == EDITOR_OBJECT_VOLUME && !o->is_hidden;
    return shown && !o->is_locked && o->is_finite ? active : EDITOR_NONE;
}

// False: it is behind the eye, or so near the middle that it could not be told from the others, or of no use.
static bool side_in(const pick_view *view, double scale, const editor_mesh *mesh, const pick_affine *world,
                    uint32_t side, resize_side *out)
{
    static const double edge_on = 1e-6;
    side_place place;
    pick_projected_point p, middle;
    if (!find_place(mesh, world, side, &place) || !pick_view_project(view, place.at, &p) ||
        !pick_view_project(view, place.middle, &middle) ||
        !(hypot(p.window.x - middle.window.x, p.window.y - middle.window.y) >= least_apart * scale))
        return false;
    const pick_vec3 sight = pick_vec3_normalize(pick_view_ray(view, p.window).direction);
    *out = (resize_side){p.window, pick_vec3_dot(place.outwards, sight) > edge_on};
    return !is_convex(&mesh->primitive) || !out->faces_away;
}

uint32_t editor_resize_handle_at(const editor_tool_context *context, pick_vec2 position)
{
    const editor_level *level = editor_document_level(context->document);
    const editor_viewport *viewport = &context->views->view[context->view];
    const uint32_t object = viewport->has_view ? target_of(context) : EDITOR_NONE;
    double nearest = reach_of_handle * context->ui_scale * context->reach;
    uint32_t found = 0;
    const editor_object *o = object != EDITOR_NONE ? &level->objects[object] : NULL;
    for (uint32_t side = 0; o && side < count_sides(&level->meshes[o->mesh].primitive); side++) {
        resize_side s;
        if (!side_in(&viewport->view, context->ui_scale, &level->meshes[o->mesh], &o->world, side, &s))
            continue;
        const double distance = hypot(s.at.x - position.x, s.at.y - position.y);
        if (distance <= nearest) {
            nearest = distance;
            found = EDITOR_HANDLE_SIDE + side;
        }
    }
    return found;
}

// --- Drag -----------------------------------------------------------------------------------------------------------

static void begin(editor_resize *resize, const editor_tool_context *context, const pick_pointer_action *action)
{
    const editor_level *level = editor_document_level(context->document);
    const uint32_t object = target_of(context), side = action->target.handle - EDITOR_HANDLE_SIDE;
    if (object == EDITOR_NONE)
        return;
    const editor_object *o = &level->objects[object];
    const editor_mesh *mesh = &level->meshes[o->mesh];
    side_place place;
    if (side >= count_sides(&mesh->primitive) || !find_place(mesh, &o->world, side, &place))
        return;
    *resize = (editor_resize){.object = object,
                              .side = side,
                              .start_view = context->views->view[context->view].view,
                              .start = mesh->primitive,
                              .now = mesh->primitive,
                              .start_local = o->local,
                              .anchor = place.at,
                              .axis = place.outwards,
                              .scale = place.scale};
    if (is_convex(&mesh->primitive)) { // the mesh goes once nothing has it
        memcpy(resize->sides, mesh->primitive.sides, mesh->primitive.side_count * sizeof(resize->sides[0]));
        resize->start.sides = (const double(*)[4])resize->sides;
        resize->now.sides = NULL;
    }
    char label[80];
    snprintf(label, sizeof(label), "Resize %.60s", o->name);
    resize->dragging =
        resize->scale > 0 &&
        editor_place_along(&resize->start_view, action->press, resize->anchor, resize->axis, &resize->grabbed) &&
        editor_document_begin(context->document, label);
}

static void move_side(editor_resize *resize, const editor_tool_context *context, double by)
{
    double sides[EDITOR_SIDES][4];
    editor_primitive now = resize->start;
    const double more = editor_side_limit(&resize->start, resize->side, by / resize->scale);
    editor_side_move(&resize->start, resize->side, more, sides);
    now.sides = (const double(*)[4])sides;
    if (editor_edit_set_primitives(context->document, &resize->object, &now, 1) != EDITOR_EDIT_REFUSED)
        resize->moved = more * resize->scale;
}

// `by`: metres that the side is moved by.
static void apply(editor_resize *resize, const editor_tool_context *context, double by, bool both)
{
    const int k = (int)resize->side / 2;
    if (is_convex(&resize->start)) {
        move_side(resize, context, by);
        return;
    }
    const editor_primitive_field field = field_of(resize->start.shape, k);
    const bool is_radius = field == EDITOR_PRIMITIVE_RADIUS;
    const double more = by / resize->scale, start = resize->start.value[field];
    editor_primitive now = resize->start;
    now.value[field] = start + (both && !is_radius ? 2 * more : more);
    editor_primitive_clamp(&now, field);
    pick_affine local = resize->start_local;
    if (!both && !is_radius)
        local.origin =
            pick_vec3_add(local.origin, pick_vec3_scale(pick_affine_column(&local, k),
                                                        sign_of(resize->side) * (now.value[field] - start) / 2));
    if (editor_edit_set_primitives(context->document, &resize->object, &now, 1) == EDITOR_EDIT_REFUSED ||
        editor_edit_set_locals(context->document, &resize->object, &local, 1) == EDITOR_EDIT_REFUSED)
        return;
    resize->now = now;
}

// The metres that the side is moved by, by what is typed, or by where the pointer is. False: it is where it says
// nothing.
static bool find_shift(const editor_resize *resize, const editor_tool_context *context, bool both, double *by)
{
    double place;
    if (resize->typed[0]) {
        const bool convex = is_convex(&resize->start);
        const editor_primitive_field field = field_of(resize->start.shape, (int)resize->side / 2);
        const double number = strtod(resize->typed, NULL), more = number - resize->start.value[field];
        *by = convex ? number : more * resize->scale / (both && field != EDITOR_PRIMITIVE_RADIUS ? 2 : 1);
        return true;
    }
    if (!editor_place_along(&resize->start_view, resize->last.position, resize->anchor, resize->axis, &place))
        return false;
    const bool ctrl = (resize->last.held & PICK_MODIFIER_CTRL) != 0;
    const double step = pick_gizmo_desc_default().move_step;
    *by = place - resize->grabbed;
    if (context->settings->snap != ctrl)
        *by = step * round(*by / step);
    return true;
}

static void drag(editor_resize *resize, const editor_tool_context *context)
{
    const bool both = (resize->last.held & PICK_MODIFIER_SHIFT) != 0;
    double by;
    if (find_shift(resize, context, both, &by))
        apply(resize, context, by, both);
}

// Adds a character to what is typed. '-' flips the sign, Backspace deletes the last character. False: it types nothing.
static bool type(char *typed, size_t size, char c)
{
    const size_t length = strlen(typed);
    if (c == '\b' && length > 0) {
        typed[length - 1] = '\0';
    } else if (c == '-' && typed[0] == '-') {
        memmove(typed, typed + 1, length);
    } else if (c == '-' && length + 1 < size) {
        memmove(typed + 1, typed, length + 1);
        typed[0] = '-';
    } else if ((isdigit((unsigned char)c) || (c == '.' && !strchr(typed, '.'))) && length + 1 < size) {
        typed[length] = c;
        typed[length + 1] = '\0';
    }
    return c == '\b' || c == '-' || c == '.' || isdigit((unsigned char)c);
}

bool editor_resize_key(editor_resize *resize, const editor_tool_context *context, const editor_event *event)
{
    const char c = event->type == EDITOR_EVENT_KEY_DOWN ? editor_typed_character(event->key) : '\0';
    if (!resize->dragging || !type(resize->typed, sizeof(resize->typed), c == ',' ? '.' : c))
        return false;
    drag(resize, context);
    return true;
}

void editor_resize_act(editor_resize *resize, const editor_tool_context *context, const pick_pointer_action *action)
{
    switch (action->type) {
    case PICK_POINTER_DRAG_BEGIN:
        begin(resize, context, action);
    // fall through
    case PICK_POINTER_DRAG_MOVE:
    case PICK_POINTER_DRAG_END:
        resize->last = *action;
        if (resize->dragging)
            drag(resize, context);
        if (resize->dragging && action->type == PICK_POINTER_DRAG_END)
            editor_document_commit(context->document);
        resize->dragging = resize->dragging && action->type != PICK_POINTER_DRAG_END;
        break;
    default:
        editor_resize_cancel(resize, context);
        break;
    }
}

void editor_resize_cancel(editor_resize *resize, const editor_tool_context *context)
{
    if (resize->dragging)
        editor_document_cancel(context->document);
    resize->dragging = false;
}

// --- Display --------------------------------------------------------------------------------------------------------

void editor_resize_text(const editor_resize *resize, char *out, size_t size)
{
    const editor_primitive_field field = field_of(resize->start.shape, (int)resize->side / 2);
    const char *name = is_convex(&resize->start) ? "side" : editor_primitive_field_name(field);
    if (resize->typed[0])
        snprintf(out, size, "%s %s| m", name, resize->typed);
    else if (is_convex(&resize->start))
        snprintf(out, size, "%s %+.4g m", name, resize->moved);
    else
        snprintf(out, size, "%s %.4g m", name, resize->now.value[field]);
    out[0] = (char)toupper((unsigned char)out[0]);
}

void editor_resize_draw(const editor_resize *resize, const editor_tool_context *context, editor_ui *ui)
{
    const editor_level *level = editor_document_level(context->document);
    const editor_viewport *viewport = &context->views->view[context->view];
    const uint32_t object = viewport->next_has_view ? target_of(context) : EDITOR_NONE;
    if (object == EDITOR_NONE)
        return;
    const editor_object *o = &level->objects[object];
    editor_ui_canvas_begin(ui, viewport->rect);
    for (uint32_t side = 0; side < count_sides(&level->meshes[o->mesh].primitive); side++) {
        resize_side s;
        if (!side_in(&viewport->next_view, context->ui_scale, &level->meshes[o->mesh], &o->world, side, &s))
            continue;
        const bool hot =
            resize->dragging ? resize->side == side : resize->hot[context->view] == EDITOR_HANDLE_SIDE + side;
        const double h = (s.faces_away ? 0.75 : 1) * half_handle * context->ui_scale;
        const pick_vec2 corner[4] = {
            {s.at.x - h, s.at.y - h}, {s.at.x + h, s.at.y - h}, {s.at.x + h, s.at.y + h}, {s.at.x - h, s.at.y + h}};
        editor_ui_canvas_area(ui, corner, 4,
                              hot            ? EDITOR_UI_INK_ACCENT
                              : s.faces_away ? EDITOR_UI_INK_QUIET
                                             : EDITOR_UI_INK_STRONG);
        editor_ui_canvas_path(ui, corner, 4, true, false, EDITOR_UI_INK_SEAM);
    }
    editor_ui_canvas_end(ui);
}

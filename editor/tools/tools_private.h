// tools_private.h: the tools' state, one struct per concern.
#ifndef EDITOR_TOOLS_TOOLS_PRIVATE_H
#define EDITOR_TOOLS_TOOLS_PRIVATE_H

#include "tools/parts.h"
#include "tools/tools.h"

#include "picking/nearest.h"
#include "picking/region.h"
#include "picking/snap.h"

// --- parts_draw.c: over a view ---

// Clips a triangle, or the segment that one of two corners is, at the near plane. Returns the number of corners left,
// at most one more than there were.
uint32_t editor_clip_near(const pick_view *view, const pick_vec3 *in, uint32_t count, pick_vec3 *out);

// --- collide.c: moves that stop at what is in the way ---

// A step with 1000 objects takes some 4 ms where nothing is met, and up to eight times that where they slide.
enum { EDITOR_COLLIDE_OBJECTS = 1000, EDITOR_COLLIDE_TOUCHED = 1024, EDITOR_COLLIDE_PLANES = 8 };

// What is swept of one held object.
typedef struct editor_held {
    pick_vec3 origin;      // of its accepted place, world
    uint32_t first, count; // its points; none: nothing stops it
} editor_held;

typedef struct editor_contact_plane {
    pick_vec3 normal; // world, towards what is held
    uint32_t object;  // of the level
    bool stops;       // the handle does not let things slide along it
} editor_contact_plane;

typedef struct editor_collision {
    bool active;                // what is held has been prepared
    const char *passes;         // why nothing stops the drag, for the status line; NULL: something can
    pick_vec3 *points, *shrunk; // world, at the accepted place; and a little nearer to the middle
    uint32_t point_count;
    editor_held *solids; // one per object of the drag
    uint8_t *marks;      // per object of the level: it is among `touched`
    uint32_t mark_count;
    uint32_t touched[EDITOR_COLLIDE_TOUCHED]; // at the accepted place: they are met with the shrunk points
    uint32_t touched_count;
    editor_contact_plane planes[EDITOR_COLLIDE_PLANES]; // what has been met and is still touched
    uint32_t plane_count;
    bool stopped; // by `object`, the last of those that were in the way
    uint32_t object;
    double moved; // metres, of the first object
} editor_collision;

// --- part_drag.c: what the gizmo moves in part mode ---

// An object whose vertices are moved.
typedef struct editor_dragged_object {
    uint32_t object;
    uint32_t first, count; // its vertices
    size_t marks;          // first of its marks, one for each vertex of its mesh
} editor_dragged_object;

typedef struct editor_part_drag {
    // What moves as one: all parts, or with individual origins each island of parts that touch.
    pick_gizmo_target *targets;   // at the press
    pick_affine *results, *turns; // after the drag; and what turns and scales, from the press on
    uint32_t target_count;
    uint32_t *target_of; // per vertex
    editor_dragged_object *objects;
    uint32_t object_count;
    editor_moved_vertex *vertices, *now; // of all objects: at the press, and after the drag
    editor_vertex_moves *moves;          // for the command; one for each object
    bool *marks;                         // it moves with the drag
    // World: the corners that stay of the triangles that move. What is held snaps to them as the caller's points,
    // because these triangles, which change all the time, are left out.
    pick_vec3 *ring;
    uint32_t ring_count;
} editor_part_drag;

void editor_part_drag_finish(editor_part_drag *drag);
// What the gizmo is placed at: the middle of the selected parts, with the axes of their object if it is one. Of faces
// the y axis is along the mean of their normals, so that it pushes and pulls them. `pivot`: what it turns about; NULL:
// the middle. False: nothing is selected.
bool editor_part_drag_target(const editor_part_tool *parts, const editor_tool_context *context, const pick_vec3 *pivot,
                             pick_gizmo_target *out);
// At the press: takes the vertices of the selected parts. `whole`: what all move as, unless each of the `islands` of
// parts that touch moves on its own. False: out of memory, or there are none.
bool editor_part_drag_begin(editor_part_drag *drag, const editor_part_tool *parts, const editor_tool_context *context,
                            const pick_gizmo_target *whole, bool islands);
// Around them at the press, world space.
pick_aabb editor_part_drag_box(const editor_part_drag *drag, const editor_level *level);
// Whether the drag moves a corner of the triangle that was hit.
bool editor_part_drag_moves(const editor_part_drag *drag, const editor_level *level, const pick_hit *hit);
// Moves them as their targets were moved, from the press to the results: all of them, or, refused, none; then `refusal`
// says why.
editor_edit_result editor_part_drag_apply(editor_part_drag *drag, editor_document *document, char *refusal,
                                          size_t size);

// --- part_islands.c: parts that touch ---

// A vertex of a part, which is a number of the list.
typedef struct editor_part_corner {
    uint32_t object, vertex, part;
} editor_part_corner;

// Numbers the islands of parts: `island` has one for each part. Parts of one object touch where they have corners in
// one place; vertices, also where a triangle has both. Parts without corners have EDITOR_NONE. Returns how many islands
// there are; 0: out of memory, or no corners.
uint32_t editor_part_islands(const editor_level *level, const editor_part_corner *corners, size_t corner_count,
                             const editor_part_list *parts, uint32_t *island);

// A drag that moved the chosen pivot.
typedef struct editor_pivot_move {
    uint64_t step, state; // editor_document_count_done and editor_document_state after it
    pick_vec3 before, after;
} editor_pivot_move;

enum { EDITOR_PIVOT_MOVES = 64 }; // that undo takes back, at most

typedef struct editor_transform {
    const editor_part_tool *parts; // it moves these, not objects; NULL: objects. Then `targets` has one for all
    editor_part_drag part_drag;
    editor_document_moment parts_at; // when their target was found, which is `part_target`
    uint64_t parts_revision;
    bool has_part_target;
    pick_gizmo_target part_target;
    pick_affine part_result;           // the last one of the drag that was applied
    pick_gizmo gizmo[EDITOR_VIEW_MAX]; // one per view: each has its size and its hot handle
    bool outside[EDITOR_VIEW_MAX];     // not shown there: its origin is beside the viewport, towards `beside`
    pick_vec2 beside[EDITOR_VIEW_MAX]; // points of the window
    bool dragging;
    uint32_t view; // view of the drag
    uint32_t *objects;
    pick_gizmo_target *targets; // transforms now; while dragging: at the press
    pick_affine *results;       // transforms after the drag
    pick_vec3 *pivots;          // for editor_tools_pivots
    uint32_t count, capacity, active;
    editor_document_moment collected; // when the objects and targets were
    editor_group_pivot collected_pivot;
    bool collected_hidden; // those that are not seen, too
    bool has_point;        // a pivot that was chosen, for everything
    pick_vec3 point;
    editor_pivot_move pivot_moves[EDITOR_PIVOT_MOVES]; // of it, in the order of their steps
    uint32_t pivot_move_count;
    uint64_t steps_made; // of the document, when those were looked at
    bool *dragged;       // per object of the level: the drag moves it
    uint32_t dragged_capacity;
    editor_drag_left left; // what is selected and neither dragged nor copied
    uint8_t *above;        // per object; scratch
    uint32_t above_capacity;
    pick_pointer_action last; // last action of the drag
    bool copied;              // the drag moves copies that it made
    bool free;                // the drag began on an object, at `grabbed`, which follows the pointer
    pick_vec3 grabbed;        // world, at the press
    bool vertex_key;
    pick_vec3 held;     // world, at the press: what the snap set snaps; the pivot, or the part that was grabbed
    pick_aabb held_box; // around what is dragged, at the press
    bool snapped;       // to `snap`
    pick_snap snap;
    char refusal[128]; // why the last move is not what the pointer wants; "": it is
    bool refused;      // nothing was changed by it
    pick_gizmo_primitive *primitives;
    editor_collision collision;
} editor_transform;

bool editor_transform_init(editor_transform *transform);
void editor_transform_finish(editor_transform *transform);
editor_pivots editor_transform_pivots(editor_transform *transform, const editor_tool_context *context, bool hidden);
void editor_transform_place(editor_transform *transform, const editor_tool_context *context, int mode);
void editor_transform_act(editor_transform *transform, const editor_tool_context *context,
                          const pick_pointer_action *action);
// Begins a free move if the press of the drag was on a selected object and no modifier is held; else has no effect.
void editor_transform_begin_free(editor_transform *transform, const editor_tool_context *context,
                                 const pick_pointer_action *action);
// After a drag made a step, which moved the chosen pivot from `before`; and whenever the document may have gone to
// another place of its history.
void editor_pivot_moves_add(editor_transform *transform, const editor_document *document, pick_vec3 before);
void editor_pivot_moves_follow(editor_transform *transform, const editor_document *document);
// The character that a key types into a number ('\b', '\t' too), or 0.
char editor_typed_character(editor_key key);
bool editor_transform_key(editor_transform *transform, const editor_tool_context *context, const editor_event *event);
void editor_transform_cancel(editor_transform *transform, const editor_tool_context *context);
// Whether the drag changes nothing where the pointer is: its numbers would say that it does. What is typed is shown.
bool editor_transform_is_refused(const editor_transform *transform);
void editor_transform_draw(editor_transform *transform, const editor_tool_context *context, editor_ui *ui);

// At the press, with the drag's objects marked. Without memory, or with more than EDITOR_COLLIDE_OBJECTS of them,
// nothing stops them, and `passes` says why.
void editor_collide_begin(editor_transform *transform, const editor_level *level);
void editor_collide_finish(editor_collision *collision);
// Moves the results of a drag, which are where the pointer wants the objects, to where they can go from their last
// place: to the first contact of the hull of any of them, and on along the planes of what was met; arrows stop there.
// What they touch at the start of a step lets go of them: it is met with hulls that are a ten thousandth smaller, and
// not at all where these overlap it. Objects that turn, or move each its own way, pass through everything, until the
// next drag. Allocates nothing.
void editor_collide(editor_transform *transform, const editor_level *level);
// "Moved 1.2 m     Stopped by wall 03".
void editor_collide_text(const editor_collision *collision, const editor_level *level, char *out, size_t size);

// --- snap.c: what moves snap to ---

// At the press: what is held. The drag's objects are marked.
void editor_snap_begin(editor_transform *transform, const editor_tool_context *context, pick_vec2 press);
// Finds what the drag snaps to, by its keys and the settings, and leads the input there. False: nothing.
bool editor_snap_find(editor_transform *transform, const editor_tool_context *context, pick_gizmo_input *input);
// "Snapped to the middle of an edge of wall 03".
void editor_snap_text(const pick_snap *snap, const editor_level *level, char *out, size_t size);
// Its sign and guides, on the canvas of a view.
void editor_snap_draw(const pick_snap *snap, const pick_view *view, double scale, editor_ui *ui);

// --- line_drag.c: handles that move along a line ---

// How far along a line, from its anchor, a window position points: metres, with an axis of length 1. False: along the
// line of sight, where it says nothing.
bool editor_place_along(const pick_view *view, pick_vec2 position, pick_vec3 anchor, pick_vec3 axis, double *out);

// --- section.c, section_draw.c: the arrows of the section's planes ---

enum { EDITOR_HANDLE_SECTION = 0x100 }; // that of plane 0; the numbers below are the gizmo's

typedef struct editor_section_tool {
    uint32_t hot[EDITOR_VIEW_MAX]; // the handle under the mouse, or 0
    bool dragging;
    uint32_t plane;
    pick_view start_view;
    editor_section start;  // at the press
    double grabbed, moved; // metres along the normal: the press, and from there
} editor_section_tool;

typedef struct editor_section_arrow {
    pick_vec2 from, to; // points of the window
} editor_section_arrow;

// The arrow of a plane, towards what is cut off. False: it is behind the eye, or seen end on.
bool editor_section_arrow_of(const editor_tool_context *context, const pick_view *view, uint32_t plane,
                             editor_section_arrow *out);
// Whether the arrow of a plane is beside the viewport, and the place that it is towards: where it would be in the
// window, or, for one behind the eye, somewhere on the side to turn to.
bool editor_section_beside(const editor_tool_context *context, const pick_view *view, uint32_t plane, pick_vec2 *out);
// An arrowhead at the edge of a viewport, towards a place beside it.
void editor_tools_draw_beside(pick_rect rect, pick_vec2 beside, double scale, editor_ui_ink ink, editor_ui *ui);
// The handle of the arrow under a window position of the picture on screen; 0: none.
uint32_t editor_section_handle_at(const editor_tool_context *context, pick_vec2 position);
void editor_section_act(editor_section_tool *tool, const editor_tool_context *context,
                        const pick_pointer_action *action);
void editor_section_cancel(editor_section_tool *tool, const editor_tool_context *context);
void editor_section_draw(const editor_section_tool *tool, const editor_tool_context *context, editor_ui *ui);

// --- resize.c: the sides of a volume ---

enum { EDITOR_HANDLE_SIDE = 0x200 }; // that of side 0, the highest ones; planes of the section are below

typedef struct editor_resize {
    uint32_t hot[EDITOR_VIEW_MAX]; // the handle under the mouse, or 0
    bool dragging;
    uint32_t object, side;
    pick_view start_view;
    editor_primitive start, now;
    double sides[EDITOR_SIDES][4]; // of `start`, where it is convex
    double moved;                  // metres outwards, of the side of a convex one
    pick_affine start_local;
    pick_vec3 anchor, axis; // world: the side at the press, and outwards
    double scale;           // metres per unit of the object along the axis
    double grabbed;         // metres along the axis, of the press
    pick_pointer_action last;
    char typed[16]; // a number instead of the pointer, as it is typed; "": the pointer
} editor_resize;

// The handle under a window position of the picture on screen; 0: none.
uint32_t editor_resize_handle_at(const editor_tool_context *context, pick_vec2 position);
void editor_resize_act(editor_resize *resize, const editor_tool_context *context, const pick_pointer_action *action);
// Types a number: the size, or of a convex volume the metres that the side moves.
bool editor_resize_key(editor_resize *resize, const editor_tool_context *context, const editor_event *event);
void editor_resize_cancel(editor_resize *resize, const editor_tool_context *context);
// "Width 2.4 m".
void editor_resize_text(const editor_resize *resize, char *out, size_t size);
void editor_resize_draw(const editor_resize *resize, const editor_tool_context *context, editor_ui *ui);

// --- region.c: rectangle, brush and lasso ---

// What a drag has drawn so far.
typedef struct editor_region_path {
    pick_vec2 press, position;
    pick_vec2 *points; // the path of the mouse, including the press
    uint32_t count, capacity;
    uint32_t done; // brush: points that were queried
    double radius; // of the brush, points
} editor_region_path;

typedef struct editor_region_shape {
    bool keeps_path;  // needs all points, not only the ends
    bool accumulates; // found objects stay found
    // Makes the region of the path; if the shape accumulates, only around point `path->done`. False: the region is
    // empty.
    bool (*make)(const editor_region_path *path, const pick_view *view, pick_region *out);
    void (*draw)(const editor_region_path *path, editor_ui *ui, bool contains);
} editor_region_shape;

extern const editor_region_shape EDITOR_REGION_RECTANGLE, EDITOR_REGION_BRUSH, EDITOR_REGION_LASSO;

typedef struct editor_region_tool {
    bool dragging;
    uint32_t view;
    const editor_region_shape *shape;
    editor_region_path path;
    pick_region *area; // of the path, or of the part that is being queried
    bool contains;     // contained, not only touched
    pick_selection_op op;
    bool leaf;               // select objects, not their groups
    editor_part_tool *parts; // selects these, not objects; or NULL
    pick_object_id *ids;
    size_t id_capacity;
    uint8_t *marks; // per object: FOUND, PASSED
    uint32_t mark_capacity;
    uint32_t *found; // the objects and groups that would be selected
    uint32_t found_count, found_capacity;
    uint32_t *outermost; // per object: its outermost group, or EDITOR_NONE: not known yet
    uint32_t outermost_capacity;
} editor_region_tool;

void editor_region_finish(editor_region_tool *region);
// `parts`: what the region selects from, instead of objects; or NULL. Read at the press.
void editor_region_act(editor_region_tool *region, const editor_tool_context *context, const editor_region_shape *shape,
                       editor_part_tool *parts, const pick_pointer_action *action);
void editor_region_cancel(editor_region_tool *region);
void editor_region_draw(const editor_region_tool *region, const editor_tool_context *context, editor_ui *ui);

// Keeps the handles, of `count`, that are visible at a pixel centre of the region. Tests every `stride`th pixel at the
// finest. Returns the number of kept handles.
size_t editor_region_keep_visible(const editor_level *level, bool pass_locked, const pick_view *view,
                                  const pick_region *region, int stride, pick_object_id *ids, size_t count);

// --- select.c: clicks ---

void editor_select_click(const editor_tool_context *context, const pick_pointer_action *action);

#endif

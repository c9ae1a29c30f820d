// gizmo_internal.h: the handles, and the geometry that hit test, drag and drawing share. Private.
#ifndef PICKING_SRC_GIZMO_INTERNAL_H
#define PICKING_SRC_GIZMO_INTERNAL_H

#include "picking/gizmo.h"

// The farthest window position on either axis, so that no product of positions leaves the range of double. Pointers
// beyond it count as there; a gizmo is not visible there.
#define PICK_GIZMO_FARTHEST 1e9

typedef enum gizmo_act { GIZMO_MOVE, GIZMO_TURN, GIZMO_SCALE } gizmo_act;
typedef enum gizmo_form { GIZMO_ARM, GIZMO_PLANE, GIZMO_CENTER, GIZMO_RING, GIZMO_VIEW_RING, GIZMO_BALL } gizmo_form;

typedef struct gizmo_row {
    gizmo_act act;
    gizmo_form form;
    int axis;       // arms, rings: it; planes: across it
    uint32_t modes; // bit per pick_gizmo_mode
} gizmo_row;

extern const gizmo_row pick_gizmo_rows[PICK_GIZMO_HANDLE_COUNT];

// Sizes of a mode, in arms.
typedef struct gizmo_layout {
    double arm_from, arm_to;     // of the part of the arms that can be grabbed
    double box_at;               // scale boxes; 0: they are the arms' ends
    double plane_from, plane_to; // of the squares between two arms
    double center;               // radius
    double ring, view_ring;      // radius
} gizmo_layout;

gizmo_layout pick_gizmo_layout(pick_gizmo_mode mode);

// The size of an arm, logical points, in this viewport.
double pick_gizmo_arm_points(const pick_gizmo_desc *desc, const pick_view *view);

// The point of a target that its pivot names, world.
pick_vec3 pick_gizmo_pivot_of(const pick_gizmo_target *target);

// Where a handle's arm begins and ends, in arms.
void pick_gizmo_arm_span(pick_gizmo_mode mode, gizmo_act act, double *from, double *to);

// The head of an arm: a cone with its base at `from` and its tip at `to`, or a box between the two, in arms.
typedef struct gizmo_head {
    double from, to;
    double half; // the radius of the base, or half a side of the box
} gizmo_head;

gizmo_head pick_gizmo_arm_head(pick_gizmo_mode mode, gizmo_act act);

// The axes of a space for one target: unit length, never all in one plane.
void pick_gizmo_axes(pick_gizmo_space space, const pick_gizmo_target *target, const pick_view *view, pick_vec3 axis[3]);

// How fast a world point moves on screen, in logical points per metre along `direction`. The point is in front of the
// eye.
pick_vec2 pick_gizmo_screen_rate(const pick_view *view, pick_vec3 point, pick_vec3 direction);

// Change of depth per metre along `direction`, relative to the depth of `point`. Zero where nothing recedes.
double pick_gizmo_depth_rate(const pick_view *view, pick_vec3 point, pick_vec3 direction);

// Two unit vectors across a unit vector, right-handed with it.
void pick_gizmo_across(pick_vec3 axis, pick_vec3 *first, pick_vec3 *second);

// Whether a ring faces the camera enough to be a dial.
bool pick_gizmo_is_dial(const pick_gizmo_pose *pose, pick_vec3 axis);

// The axis of a ring, and its radius in arms.
pick_vec3 pick_gizmo_ring_axis(const pick_gizmo_pose *pose, const gizmo_row *row);
double pick_gizmo_ring_radius(pick_gizmo_mode mode, const gizmo_row *row);

// --- The press (gizmo_hold.c) ---------------------------------------------------------------------------------------

// The position, brought within PICK_GIZMO_FARTHEST.
pick_vec2 pick_gizmo_within_reach(pick_vec2 position);

// The factor by which perspective changes a linear move. The grabbed point is at depth 1 and moves by an amount that
// would change its depth by -q at the rate of the press. Along that straight line on screen its depth is
// 1 / (1 + q u), u from 0 to 1, and so is its path, relative to the linear one. Beyond PICK_GIZMO_DEPTH_RATIO the rate
// stays as it is there.
double pick_gizmo_follow(double q);

// --- Typing (gizmo_typing.c) ----------------------------------------------------------------------------------------

// Components that can be typed for a handle, and the axis that one of a move is along.
uint32_t pick_gizmo_components(pick_gizmo_handle handle);
int pick_gizmo_component_axis(const gizmo_row *row, uint32_t component);

// Puts the typed numbers into the delta. The rest is as for no movement.
void pick_gizmo_typed_delta(const pick_gizmo *gizmo, pick_gizmo_delta *delta);

// Handles a key. False: the key is not used.
bool pick_gizmo_take_key(pick_gizmo_typing *typing, uint32_t components, char key);

extern const pick_gizmo_delta pick_gizmo_no_delta;

// The factor itself, kept away from zero.
double pick_gizmo_factor(double factor);

#endif

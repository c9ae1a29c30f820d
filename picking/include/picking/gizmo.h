// gizmo.h: handles that move, turn and scale objects.
//
// Use:        each frame, pick_gizmo_place with the view and the objects as they are now; pick_gizmo_handle_at and
//             pick_gizmo_set_hot for the hover; pick_gizmo_draw for the picture. At a press on a handle
//             pick_gizmo_begin; at each move pick_gizmo_drag and pick_gizmo_apply; then pick_gizmo_end, or
//             pick_gizmo_cancel and put the start transforms back.
// Space:      world space, metres, radians, double. Window positions are logical points, as in view.h.
// Drags:      measured from the state at the press, through the view of the press. The caller keeps the transforms that
//             the objects had then, and pick_gizmo_apply makes new ones from them: the result depends on where the
//             pointer is, not on how it got there; back at the press it is the start, bit for bit.
// Bounded:    no jump at the press: where on the handle it was is kept. Moves along axes and planes follow the pointer
//             exactly until the point held is PICK_GIZMO_DEPTH_RATIO times as deep as it was, and at that rate from
//             there on: no flight to infinity at the horizon. Towards the eye they slow down and never get there.
//             Handles that lie within 10 degrees of the line of sight (axes; planes seen edge-on) neither react nor
//             show; they fade in up to 20 degrees. At the press one point moves things by at most 1 / sin(5 degrees)
//             = 11.5 times what a point covers there. Rings work at every angle: one that faces the camera by 30
//             degrees or more is a dial that follows the pointer around its centre; others turn by one radian per ring
//             radius of movement across.
// Pivots:     ACTIVE: one point, the active object's origin. MEDIAN: the mean of all origins. INDIVIDUAL: each object's
//             own origin, and in LOCAL and PARENT space its own axes too.
// Scale:      along the axes of the space about the pivot. In world, parent or view space that shears objects that are
//             turned against it: the world transform is exactly what was asked for. In LOCAL space an object scaled
//             along its own axes is never sheared. Factors may be negative; they stay 0.001 away from zero.
// Parents:    everything here is in world space, so no parent distorts it; pick_affine_to_local turns the result into a
//             local transform, or says why there is none.
// Size:       constant on screen, at any distance, field of view and projection; smaller in viewports so small that it
//             would not fit.
// Priority:   of handles that overlap: centre; scale boxes (combined); arms; planes; rings; the view ring; the
//             trackball. Among equals the nearest to the pointer, then to the camera, then the lower number.
// Colours:    x red, y green, z blue. Green is far lighter than the other two (25 or more in L*), for those who cannot
//             tell it from red by its hue; red and blue differ along blue and yellow, which they see. Every pair is 25
//             or more apart in CIELAB for normal eyes and without red, green or blue cones (test_gizmo_hand
//             simulates them). Letters stand at the tips as well.
// Memory:     none is allocated. A pick_gizmo is by value: copy it freely, read its fields, change `desc` between
// drags.
//             Its grab, input and typing are private and may change with any version.
#ifndef PICKING_GIZMO_H
#define PICKING_GIZMO_H

#include "picking/affine.h"
#include "picking/view.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pick_gizmo_mode {
    PICK_GIZMO_TRANSLATE, // arms, planes, centre: in the view plane
    PICK_GIZMO_ROTATE,    // rings, view ring, trackball
    PICK_GIZMO_SCALE,     // arms, planes, centre: uniform
    PICK_GIZMO_COMBINED   // arms and planes and centre that move, boxes on the arms that scale, rings, view ring
} pick_gizmo_mode;

typedef enum pick_gizmo_space {
    PICK_GIZMO_WORLD,
    PICK_GIZMO_LOCAL,  // the active object's own axes, whatever their angle
    PICK_GIZMO_PARENT, // its parent's
    PICK_GIZMO_VIEW    // right, up and towards the camera
} pick_gizmo_space;

typedef enum pick_gizmo_pivot { PICK_GIZMO_ACTIVE, PICK_GIZMO_MEDIAN, PICK_GIZMO_INDIVIDUAL } pick_gizmo_pivot;

// Planes are named by the axis across them (MOVE_PLANE_X moves along y and z).
typedef enum pick_gizmo_handle {
    PICK_GIZMO_NONE = 0,
    PICK_GIZMO_MOVE_X,
    PICK_GIZMO_MOVE_Y,
    PICK_GIZMO_MOVE_Z,
    PICK_GIZMO_MOVE_PLANE_X,
    PICK_GIZMO_MOVE_PLANE_Y,
    PICK_GIZMO_MOVE_PLANE_Z,
    PICK_GIZMO_MOVE_VIEW,
    PICK_GIZMO_TURN_X,
    PICK_GIZMO_TURN_Y,
    PICK_GIZMO_TURN_Z,
    PICK_GIZMO_TURN_VIEW,
    PICK_GIZMO_TURN_BALL,
    PICK_GIZMO_SCALE_X,
    PICK_GIZMO_SCALE_Y,
    PICK_GIZMO_SCALE_Z,
    PICK_GIZMO_SCALE_PLANE_X,
    PICK_GIZMO_SCALE_PLANE_Y,
    PICK_GIZMO_SCALE_PLANE_Z,
    PICK_GIZMO_SCALE_ALL,
    PICK_GIZMO_HANDLE_COUNT
} pick_gizmo_handle;

#define PICK_GIZMO_DEPTH_RATIO 4.0

typedef struct pick_gizmo_desc {
    pick_gizmo_mode mode;
    pick_gizmo_space space;
    pick_gizmo_pivot pivot;
    double scale;        // logical points per unscaled point, as in pick_pointer_desc
    double size;         // of an arm, unscaled points
    double tolerance;    // how far beside a line the pointer may be, unscaled points
    double move_step;    // snapping, metres; 0: none
    double turn_step;    // radians; 0: none
    double scale_step;   // factors; 0: none
    bool snap_to_grid;   // moves: the pivot lands on multiples of move_step; else it moves by multiples of it
    uint32_t align_axis; // 0..2: the active object's axis that surface snapping turns along the normal
} pick_gizmo_desc;

// 15 degrees, quarter metres, tenths; +y stands up on surfaces. A function for C++ and a macro for C. A description
// that cannot be worked with makes a gizmo that is not visible: a mode, space or pivot that does not exist, a scale or
// size of 0 or less, a tolerance below 0, anything not finite; so a zeroed one does.
PICK_API pick_gizmo_desc pick_gizmo_desc_default(void);
#define PICK_GIZMO_DESC_DEFAULT                                                                                        \
    ((pick_gizmo_desc){.scale = 1,                                                                                     \
                       .size = 90,                                                                                     \
                       .tolerance = 6,                                                                                 \
                       .move_step = 0.25,                                                                              \
                       .turn_step = 0.26179938779914943654,                                                            \
                       .scale_step = 0.1,                                                                              \
                       .align_axis = 1})

// An object to be moved: its world transform, and its parent's (identity without one).
typedef struct pick_gizmo_target {
    pick_affine world, parent;
} pick_gizmo_target;

// What a drag has come to. All zero (factors one) changes nothing.
typedef struct pick_gizmo_delta {
    pick_gizmo_handle handle; // that made it
    double along[3];          // moves: metres along the axes
    pick_vec3 free;           // moves: and this, world
    double angle;             // turns: radians about `axis`, whole turns counted
    double turn;              // the same without the whole turns that mean nothing
    pick_vec3 axis;           // unit, world
    double factor[3];         // scale along the axes
    bool aligned;             // moves: first turned by `align` about `base`
    double align[9];
    pick_vec3 base;
} pick_gizmo_delta;

// Where the gizmo stands. `axis` are of unit length, at right angles but for the axes of sheared objects.
typedef struct pick_gizmo_pose {
    pick_vec3 origin, axis[3];
    pick_vec2 center; // the origin on screen
    pick_view view;
    pick_vec3 right, up, toward; // of the view, at the origin; toward: to the camera
    double unit;                 // metres that one point covers at the origin
    double arm;                  // length of an arm, metres
} pick_gizmo_pose;

enum { PICK_GIZMO_TEXT_SIZE = 24 };

// Numbers typed while dragging; see pick_gizmo_type. Private.
typedef struct pick_gizmo_typing {
    bool active;
    uint32_t component;
    bool negative[3];
    char text[3][PICK_GIZMO_TEXT_SIZE]; // digits and at most one dot
} pick_gizmo_typing;

// Where the pointer is in a drag.
typedef struct pick_gizmo_input {
    pick_vec2 position; // window. One that is not finite leaves the drag where it was; 1e9 points are the farthest
    bool snap;          // to the steps
    bool has_point;     // moves: `base` goes to `point`, as far as the handle allows; steps do not count then
    pick_vec3 point;    // world: a vertex, or a point of a surface
    bool has_base;      // else the pivot is the base
    pick_vec3 base;     // world, as it was at the press
    bool has_normal;    // with has_point: turn the active object's align_axis to `normal`
    pick_vec3 normal;   // world, any length above 0
} pick_gizmo_input;

// How the pointer's way becomes a delta. Private.
typedef struct pick_gizmo_grab {
    pick_vec2 press;
    double to_plane[4];   // column-major: from points on screen to amounts along the two directions of the handle
    double depth_rate[2]; // change of depth, relative to that of the point held, per amount along each
    bool dial;
    double last_angle; // for whole turns
} pick_gizmo_grab;

// Fields are for reading; the functions write them. `desc` may be changed between drags.
typedef struct pick_gizmo {
    pick_gizmo_desc desc;
    bool visible; // there is something to move, in front of the camera
    pick_gizmo_pose pose;
    pick_gizmo_handle hot; // drawn brighter
    // The drag, if any: its handle, and what was at the press.
    pick_gizmo_handle active;
    pick_gizmo_pose start;
    size_t start_active; // number of the active target
    pick_vec3 start_up;  // its align axis; zero when it has none
    pick_gizmo_grab grab;
    pick_gizmo_input input;
    pick_gizmo_delta delta;
    pick_gizmo_typing typing;
} pick_gizmo;

PICK_API void pick_gizmo_init(pick_gizmo *gizmo, const pick_gizmo_desc *desc); // `desc` NULL: the default

// Puts the gizmo where the objects are now: call it each frame, during drags too. `active`: number of the active one.
// It is not visible without objects, behind the camera, where transforms are not finite, farther than 1e9 points off in
// the window, or where an arm would not be between 1e-100 and 1e100 m long.
PICK_API void pick_gizmo_place(pick_gizmo *gizmo, const pick_view *view, const pick_gizmo_target *targets, size_t count,
                               size_t active);

// How much of a handle shows, 0..1: 0 for those that the mode has not, and those that cannot work at this angle.
PICK_API double pick_gizmo_handle_alpha(const pick_gizmo *gizmo, pick_gizmo_handle handle);

// The handle under a window position, PICK_GIZMO_NONE when there is none or it would not react.
PICK_API pick_gizmo_handle pick_gizmo_handle_at(const pick_gizmo *gizmo, pick_vec2 position);

PICK_API void pick_gizmo_set_hot(pick_gizmo *gizmo, pick_gizmo_handle handle);

// Takes hold of a handle. `targets` as given to pick_gizmo_place. False, and nothing happens, when the handle does not
// react at this angle or a drag is going on.
PICK_API bool pick_gizmo_begin(pick_gizmo *gizmo, pick_gizmo_handle handle, pick_vec2 press,
                               const pick_gizmo_target *targets, size_t count, size_t active);

// The pointer has moved, or a snap key changed. Nothing happens without a drag.
PICK_API void pick_gizmo_drag(pick_gizmo *gizmo, const pick_gizmo_input *input);

// New world transforms, from those at the press. `start` are the targets as given to pick_gizmo_begin. An object whose
// transform would not be finite keeps its own, and the answer is then PICK_ERROR_NOT_FINITE.
PICK_API pick_result pick_gizmo_apply(const pick_gizmo *gizmo, const pick_gizmo_target *start, size_t count,
                                      pick_affine *world);

// Whether the drag has changed anything.
PICK_API bool pick_gizmo_changed(const pick_gizmo *gizmo);

PICK_API void pick_gizmo_end(pick_gizmo *gizmo);
// The same; pick_gizmo_apply gives the start, bit for bit, from then on.
PICK_API void pick_gizmo_cancel(pick_gizmo *gizmo);

// A key while dragging, as a character. Digits, '.' (or ',') write a number, which takes the pointer's place; '-' turns
// its sign over at any time; backspace (8) takes back the last character, then the sign, and after that gives the drag
// back to the pointer; tab (9) goes to the handle's next component. What is not filled in counts as 0 (scale: 1).
// Metres, degrees, factors. Components: arms one; planes two, in the order of the axes; MOVE_VIEW three, along x, y and
// z; rings one; the trackball two, about up and right; scale one. Up to 15 digits; more are not taken. Returns whether
// the key was taken.
PICK_API bool pick_gizmo_type(pick_gizmo *gizmo, char key);

typedef enum pick_gizmo_unit { PICK_GIZMO_METRES, PICK_GIZMO_RADIANS, PICK_GIZMO_FACTOR } pick_gizmo_unit;

// What the drag has come to, for a label.
typedef struct pick_gizmo_readout {
    pick_gizmo_unit unit;
    uint32_t count; // components
    double value[3];
    char name[3];       // 'X' 'Y' 'Z', or 0 where a letter would mean nothing
    bool typed;         // by hand
    uint32_t component; // being typed
} pick_gizmo_readout;

// False, and `out` untouched, without a drag.
PICK_API bool pick_gizmo_get_readout(const pick_gizmo *gizmo, pick_gizmo_readout *out);

// The same as text, UTF-8: "X 1.25 m  Y -0.5 m", "30 deg", "x 1.5"; what is typed is shown as typed, with a bar. Writes
// at most `capacity` bytes, zero included, and returns the length of the whole; 0 without a drag.
PICK_API size_t pick_gizmo_label(const pick_gizmo *gizmo, char *out, size_t capacity);

typedef enum pick_gizmo_primitive_kind {
    PICK_GIZMO_LINE,     // point[0] - point[1]
    PICK_GIZMO_TRIANGLE, // point[0..2], seen from both sides
    PICK_GIZMO_LETTER    // `letter`, centred on point[0]
} pick_gizmo_primitive_kind;

typedef struct pick_gizmo_primitive {
    pick_gizmo_primitive_kind kind;
    pick_gizmo_handle handle; // NONE: a guide of the drag
    bool hot;
    char letter;
    float width;        // of a line, logical points
    float color[4];     // straight sRGB and alpha, 0..1
    pick_vec3 point[3]; // world
} pick_gizmo_primitive;

enum { PICK_GIZMO_PRIMITIVE_MAX = 1024 }; // more are never drawn

// The picture: without depth test, in this order, over everything else. Writes at most `capacity`; returns how many
// there are.
PICK_API size_t pick_gizmo_draw(const pick_gizmo *gizmo, pick_gizmo_primitive *out, size_t capacity);

// The colour of an axis (0..2), straight sRGB.
PICK_API void pick_gizmo_axis_color(int axis, float out[3]);

#ifdef __cplusplus
}
#endif

#endif

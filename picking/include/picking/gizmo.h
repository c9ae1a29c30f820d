// gizmo.h: handles that move, rotate and scale objects.
//
// Use:        each frame, call pick_gizmo_place with the view and the current objects, pick_gizmo_handle_at and
//             pick_gizmo_set_hot for the hover, and pick_gizmo_draw. At a press on a handle call pick_gizmo_begin; at
//             each move pick_gizmo_drag and pick_gizmo_apply; at the release pick_gizmo_end. To cancel, call
//             pick_gizmo_cancel and restore the start transforms.
// Space:      world space, metres, radians, double. Window positions are logical points, as in view.h.
// Drags:      measured from the state at the press, with the view at the press. The caller keeps the objects'
//             transforms at the press, and pick_gizmo_apply computes new ones from them. The result depends on where
//             the pointer is, not on its path; back at the press position it is the start, bit for bit.
// Bounded:    nothing jumps at the press, because the grabbed point of the handle is kept. Moves along axes and planes
//             follow the pointer exactly until the grabbed point is PICK_GIZMO_DEPTH_RATIO times as deep as at the
//             press; beyond, they continue at the rate reached there, so that nothing flies to infinity at the horizon.
//             Towards the eye they slow down and never reach it.
//             Axes within 10 degrees of the line of sight, and planes within 10 degrees of edge-on, are hidden and
//             inactive; they fade in up to 20 degrees. Off the middle of a perspective, which stretches the picture
//             there, these angles are smaller: 40 degrees off, 7.6 and 15. At the press, one point of pointer movement
//             moves objects by at most 1 / sin(5 degrees) = 11.5 times the length that a point covers there. Rings work
//             at every angle: a ring that faces the camera by 30 degrees or more is a dial that follows the pointer
//             around its centre; other rings turn by one radian per ring radius of pointer movement.
// Pivots:     ACTIVE: the active object's origin. MEDIAN: the mean of all origins. INDIVIDUAL: each object's own
//             origin, and in LOCAL and PARENT space its own axes. A target's `pivot` replaces its origin.
// Scale:      along the axes of the space, about the pivot. In world, parent or view space this shears objects that are
//             rotated against these axes. In LOCAL space an object scaled along its own axes is never sheared. Factors
//             may be negative; their size is at least 0.001. The pointer changes them evenly, also in perspective: by 1
//             for a movement along the arm by its length, for planes by the diagonal of their two arms, for the centre
//             up and to the right by an arm's length; lengths are those on screen at the gizmo's origin at the press.
// Parents:    all transforms here are in world space, so no parent distorts them. pick_affine_to_local computes the
//             local transform, or reports why there is none.
// Size:       constant on screen, for any distance, field of view and projection; smaller in small viewports, so that
//             no arm or ring reaches farther from its centre than a third of the viewport's shorter side; in
//             perspective, what points at the viewer or lies off the middle is as much larger as all else there.
// Priority:   of overlapping handles: centre; scale boxes (combined); arms; planes; rings; the view ring; the
//             trackball. Ties: nearest to the pointer, then nearest to the camera, then the lower number.
// Colours:    x red, y green, z blue. Green is lighter than the other two by 25 or more in L*, for colour-blind users
//             who cannot tell it from red by hue. Every pair is 25 or more apart in CIELAB, for normal vision and
//             without red, green or blue cones (test_gizmo_hand simulates them). Letters mark the tips.
// Memory:     none is allocated. A pick_gizmo is plain data: copy it, read its fields, change `desc` between drags.
//             Its fields grab, input and typing are private and may change with any version.
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
    PICK_GIZMO_COMBINED   // arms, planes and centre move; boxes on the arms scale; rings, view ring
} pick_gizmo_mode;

typedef enum pick_gizmo_space {
    PICK_GIZMO_WORLD,
    PICK_GIZMO_LOCAL,  // the active object's own axes, at any angle
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
    double tolerance;    // how far the pointer may be from a line, unscaled points
    double move_step;    // snapping, metres; 0: none
    double turn_step;    // radians; 0: none
    double scale_step;   // factors; 0: none
    bool snap_to_grid;   // moves: snaps the pivot to multiples of move_step; else snaps the distance
    uint32_t align_axis; // 0..2: the active object's axis that surface snapping aligns to the normal
} pick_gizmo_desc;

// Steps of 15 degrees, 0.25 m and 0.1; +y aligns to surfaces. A function for C++ and a macro for C. The gizmo is
// invisible with an invalid description: an unknown mode, space or pivot, a scale or size of 0 or less, a tolerance
// below 0, anything not finite. A zeroed description is invalid.
PICK_API pick_gizmo_desc pick_gizmo_desc_default(void);
#define PICK_GIZMO_DESC_DEFAULT                                                                                        \
    ((pick_gizmo_desc){.scale = 1,                                                                                     \
                       .size = 90,                                                                                     \
                       .tolerance = 6,                                                                                 \
                       .move_step = 0.25,                                                                              \
                       .turn_step = 0.26179938779914943654,                                                            \
                       .scale_step = 0.1,                                                                              \
                       .align_axis = 1})

// An object to transform: its world transform, and its parent's (identity without a parent). `pivot`: the point that
// counts as its origin for the gizmo's place and pivots, in its own space; zeroed: its origin.
typedef struct pick_gizmo_target {
    pick_affine world, parent;
    pick_vec3 pivot;
} pick_gizmo_target;

// The result of a drag. All zero, with factors of 1, changes nothing.
typedef struct pick_gizmo_delta {
    pick_gizmo_handle handle; // the one dragged
    double along[3];          // moves: metres along the axes
    pick_vec3 free;           // moves: metres in world space, added to `along`
    double angle;             // turns: radians about `axis`, with whole turns
    double turn;              // the same without whole turns
    pick_vec3 axis;           // unit, world
    double factor[3];         // scale along the axes
    bool aligned;             // moves: objects are first rotated by `align` about `base`
    double align[9];
    pick_vec3 base;
} pick_gizmo_delta;

// Where the gizmo is. `axis` are of unit length, and perpendicular except for sheared objects.
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
    pick_vec2 position; // window; not finite: the drag does not change. Clamped to 1e9 points
    bool snap;          // to the steps
    bool has_point;     // moves: brings `base` to `point`, as far as the handle allows, without steps
    pick_vec3 point;    // world: a vertex, or a point of a surface
    bool has_base;      // else the pivot is the base
    pick_vec3 base;     // world, at the press
    bool has_normal;    // with has_point: rotates the active object's align_axis to `normal`
    pick_vec3 normal;   // world, any length above 0
} pick_gizmo_input;

// How pointer movement becomes a delta. Private.
typedef struct pick_gizmo_grab {
    pick_vec2 press;
    double to_plane[4];   // column-major: points on screen to amounts along the two directions of the handle
    double depth_rate[2]; // change of depth per amount along each, relative to the depth of the grabbed point
    bool dial;
    double last_angle; // for whole turns
} pick_gizmo_grab;

// Fields are for reading; the functions write them. `desc` may be changed between drags.
typedef struct pick_gizmo {
    pick_gizmo_desc desc;
    bool visible; // there are objects, in front of the camera
    pick_gizmo_pose pose;
    pick_gizmo_handle hot; // drawn brighter
    // The drag, if any: its handle, and the state at the press.
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

// Places the gizmo at the objects. Call it each frame, during drags too. `active`: index of the active object. The
// gizmo is invisible without objects, behind the camera, with transforms that are not finite, farther than 1e9 points
// off in the window, if an arm would not be between 1e-100 and 1e100 m long, or if it would be shorter than 2^-46 of
// the largest coordinate of gizmo and eye: so far out doubles cannot tell its ends apart.
PICK_API void pick_gizmo_place(pick_gizmo *gizmo, const pick_view *view, const pick_gizmo_target *targets, size_t count,
                               size_t active);

// The opacity of a handle, 0..1: 0 for handles that the mode does not have, and at angles where they are inactive.
PICK_API double pick_gizmo_handle_alpha(const pick_gizmo *gizmo, pick_gizmo_handle handle);

// The active handle under a window position, or PICK_GIZMO_NONE. Arms and rings are found within the tolerance of their
// lines, and of a ring that is no dial the half that is nearer to the eye; cones and boxes also wherever they are
// drawn; planes within half the tolerance; the centre within a tenth of an arm, the trackball within its disc. Letters
// are none.
PICK_API pick_gizmo_handle pick_gizmo_handle_at(const pick_gizmo *gizmo, pick_vec2 position);

PICK_API void pick_gizmo_set_hot(pick_gizmo *gizmo, pick_gizmo_handle handle);

// Begins a drag of a handle. `targets` as given to pick_gizmo_place. False, without effect, when the handle is inactive
// at this angle or a drag is in progress.
PICK_API bool pick_gizmo_begin(pick_gizmo *gizmo, pick_gizmo_handle handle, pick_vec2 press,
                               const pick_gizmo_target *targets, size_t count, size_t active);

// Updates the drag after the pointer moved or a snap key changed. No effect without a drag.
PICK_API void pick_gizmo_drag(pick_gizmo *gizmo, const pick_gizmo_input *input);

// Computes new world transforms from those at the press. `start` are the targets given to pick_gizmo_begin. An object
// whose new transform would not be finite keeps its start transform; the call then returns PICK_ERROR_NOT_FINITE.
PICK_API pick_result pick_gizmo_apply(const pick_gizmo *gizmo, const pick_gizmo_target *start, size_t count,
                                      pick_affine *world);

// Whether the drag has changed anything.
PICK_API bool pick_gizmo_changed(const pick_gizmo *gizmo);

PICK_API void pick_gizmo_end(pick_gizmo *gizmo);
// The same, and pick_gizmo_apply then returns the start transforms, bit for bit.
PICK_API void pick_gizmo_cancel(pick_gizmo *gizmo);

// Handles a key during a drag, as a character. Digits and '.' (or ',') type a number that replaces the pointer. '-'
// flips its sign at any time. Backspace (8) deletes the last character, then the sign, then goes to the component
// before; when all are empty, it returns control to the pointer. Tab (9) goes to the handle's next component. An empty
// component counts as 0 (scale: 1). Units: metres, degrees, factors. Components: arms one; planes two, in the order of
// the axes; MOVE_VIEW three, along x, y and z; rings one; the trackball two, about up and right; scale one. Digits
// after the 15th are ignored. Returns whether the key was used.
PICK_API bool pick_gizmo_type(pick_gizmo *gizmo, char key);

typedef enum pick_gizmo_unit { PICK_GIZMO_METRES, PICK_GIZMO_RADIANS, PICK_GIZMO_FACTOR } pick_gizmo_unit;

// The numbers of a drag, for a label.
typedef struct pick_gizmo_readout {
    pick_gizmo_unit unit;
    uint32_t count; // components
    double value[3];
    char name[3];       // 'X' 'Y' 'Z', or 0 where no letter applies
    bool typed;         // from the keyboard
    uint32_t component; // being typed
} pick_gizmo_readout;

// False, and `out` untouched, without a drag.
PICK_API bool pick_gizmo_get_readout(const pick_gizmo *gizmo, pick_gizmo_readout *out);

// The same as text, UTF-8: "X 1.25 m  Y -0.5 m", "30 deg", "x 1.5". Typed numbers appear as typed, with a bar as the
// cursor. Writes at most `capacity` bytes with the terminating zero; returns the length of the whole text, 0 without a
// drag.
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

enum { PICK_GIZMO_PRIMITIVE_MAX = 1024 }; // pick_gizmo_draw never writes more

// Writes the primitives of the gizmo: draw them in this order, without a depth test, over everything else. Writes at
// most `capacity`; returns how many there are.
PICK_API size_t pick_gizmo_draw(const pick_gizmo *gizmo, pick_gizmo_primitive *out, size_t capacity);

// The colour of an axis (0..2), straight sRGB.
PICK_API void pick_gizmo_axis_color(int axis, float out[3]);

#ifdef __cplusplus
}
#endif

#endif

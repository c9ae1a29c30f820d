// abuse.h: calls every public function with each bad argument, and checks the result.
#ifndef TESTS_ABUSE_H
#define TESTS_ABUSE_H

#include "picking/picking.h"

#include <math.h>
#include <string.h>

// A scene with one square in it, a view that looks at it, and values of every bad kind.
typedef struct abuse {
    pick_mesh *mesh;
    pick_scene *scene;
    pick_object_id id, stale, other; // other: far out of range
    pick_view view, zero_view;
    pick_ray ray;                            // hits the square
    pick_ray bad_rays[5];                    // NaN, infinite, without direction, t_min > t_max, zeroed
    pick_vec3 nan, infinite, zero;           // vectors
    pick_vec2 nan2, infinite2, middle;       // window positions
    pick_transform transform, nan_transform; // identity
    pick_affine affine, nan_affine;
    pick_query bad_cull;
    double not_a_number;
} abuse;

// Notes that `function` was called in `expression`, and fails unless that is true.
void abuse_check(const char *function, const char *expression, bool holds, const char *file, int line);
#define CHECK(function, expression) abuse_check(#function, #expression, (expression), __FILE__, __LINE__)

// Whether all bytes of a value are zero.
bool abuse_is_zero(const void *value, size_t size);

void abuse_values(const abuse *a);    // base, math, affine, view, layers
void abuse_shapes(const abuse *a);    // shape
void abuse_meshes(const abuse *a);    // mesh
void abuse_scenes(const abuse *a);    // scene
void abuse_queries(const abuse *a);   // query, nearest, cursor, region, explain
void abuse_parts(const abuse *a);     // parts, topology
void abuse_thin(const abuse *a);      // thin, points, curves, thin_query
void abuse_primitive(const abuse *a); // primitive, height_field
void abuse_snap(const abuse *a);
void abuse_sweep(const abuse *a);
void abuse_selection(const abuse *a);
void abuse_pointer(const abuse *a);
void abuse_gizmo(const abuse *a);
void abuse_debug_draw(const abuse *a);

#endif

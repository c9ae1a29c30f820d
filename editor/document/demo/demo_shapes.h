// demo_shapes.h: meshes from formulas, with normals and texture coordinates. Metres; +Y up; front faces outward.
#ifndef EDITOR_DOCUMENT_DEMO_SHAPES_H
#define EDITOR_DOCUMENT_DEMO_SHAPES_H

#include "document/level/level.h"

// A mesh under construction. Vertices and triangles are appended; parts with different materials follow each other. Out
// of memory sets `failed` and ignores later additions, so that only the end must be checked.
typedef struct demo_mesh {
    editor_mesh mesh;
    uint32_t vertex_capacity, index_capacity;
    bool failed;
} demo_mesh;

// The frame of appended shapes: position = linear * p + origin. Normals are multiplied by the linear part, so it should
// rotate and scale uniformly; shapes take their sizes as arguments.
typedef struct demo_frame {
    pick_vec3 x, y, z, origin;
} demo_frame;

#define DEMO_FRAME_IDENTITY ((demo_frame){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}})
demo_frame demo_frame_at(double x, double y, double z);
demo_frame demo_frame_turned(double x, double y, double z, double yaw); // about +Y, radians

// Ends the current part, if any. Everything after it has this material.
void demo_mesh_material(demo_mesh *mesh, uint32_t material);
uint32_t demo_mesh_vertex(demo_mesh *mesh, pick_vec3 position, pick_vec3 normal, double u, double v);
void demo_mesh_triangle(demo_mesh *mesh, uint32_t a, uint32_t b, uint32_t c);
// Corners counter-clockwise seen from the front. Flat, with vertices of its own. Texture coordinates run from (0, v) to
// (u, 0).
void demo_mesh_quad(demo_mesh *mesh, const demo_frame *frame, pick_vec3 a, pick_vec3 b, pick_vec3 c, pick_vec3 d,
                    double u, double v);

// A box from `min` to `max`. `uv` texture repeats per metre; 0: each face shows the texture once.
void demo_box(demo_mesh *mesh, const demo_frame *frame, pick_vec3 min, pick_vec3 max, double uv);
// The surface of revolution about +Y of a profile of (radius, height) points, bottom first. `smooth` shares normals
// along the profile; ends of radius 0 close it.
void demo_lathe(demo_mesh *mesh, const demo_frame *frame, const pick_vec2 *profile, int count, int sides, bool smooth);
void demo_sphere(demo_mesh *mesh, const demo_frame *frame, double radius, int rings, int sides);
void demo_capsule(demo_mesh *mesh, const demo_frame *frame, double radius, double height, int rings, int sides);
void demo_cylinder(demo_mesh *mesh, const demo_frame *frame, double radius, double height, int sides);
void demo_cone(demo_mesh *mesh, const demo_frame *frame, double radius, double height, int sides);
void demo_torus(demo_mesh *mesh, const demo_frame *frame, double radius, double tube, int sides, int tube_sides);
// An icosahedron, its faces split `splits` times, every triangle flat. `roughness` moves vertices in and out by up to
// that share of the radius.
void demo_icosphere(demo_mesh *mesh, const demo_frame *frame, double radius, int splits, double roughness,
                    uint32_t seed);
// A tube along points; `closed` joins the last to the first, otherwise the ends are capped flat.
void demo_tube(demo_mesh *mesh, const demo_frame *frame, const pick_vec3 *points, int count, double radius, int sides,
               bool closed);

// Repeatable noise in 0..1 from integers.
static inline double demo_random(uint32_t seed, uint32_t number)
{
    uint32_t x = seed * 0x9e3779b9u ^ (number + 0x7f4a7c15u) * 0x85ebca6bu;
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return (double)x / 4294967295.0;
}

#endif

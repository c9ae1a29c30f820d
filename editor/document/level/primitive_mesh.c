// primitive_mesh.c: cubes and planes from flat faces, everything else by turning a profile about the y axis.
#include "document/level/primitive_mesh.h"

#include "document/level/mesh_tools.h"
#include "system/text.h"

#include <math.h>
#include <stdlib.h>

// --- Parts ---

static bool make_room(editor_mesh *mesh, const char *name, uint32_t vertices, uint32_t triangles)
{
    *mesh = (editor_mesh){.name = editor_text_copy(name),
                          .positions = malloc(3 * (size_t)vertices * sizeof(float)),
                          .normals = malloc(3 * (size_t)vertices * sizeof(float)),
                          .uvs = malloc(2 * (size_t)vertices * sizeof(float)),
                          .indices = malloc(3 * (size_t)triangles * sizeof(uint32_t)),
                          .continues = malloc(triangles),
                          .submeshes = malloc(sizeof(editor_submesh)),
                          .submesh_count = 1};
    if (!mesh->name || !mesh->positions || !mesh->normals || !mesh->uvs || !mesh->indices || !mesh->continues ||
        !mesh->submeshes) {
        mesh_tools_free(mesh);
        return false;
    }
    mesh->submeshes[0] = (editor_submesh){0, triangles, EDITOR_NONE};
    return true;
}

static void add_vertex(editor_mesh *mesh, pick_vec3 position, pick_vec3 normal, double u, double v)
{
    const uint32_t n = mesh->vertex_count++;
    const double p[3] = {position.x, position.y, position.z}, q[3] = {normal.x, normal.y, normal.z};
    for (size_t k = 0; k < 3; k++) {
        mesh->positions[3 * n + k] = (float)p[k];
        mesh->normals[3 * n + k] = (float)q[k];
    }
    mesh->uvs[2 * n] = (float)u;
    mesh->uvs[2 * n + 1] = (float)v;
}

// `continues`: it belongs to the face of the triangle before.
static void add_triangle(editor_mesh *mesh, uint32_t a, uint32_t b, uint32_t c, bool continues)
{
    mesh->continues[mesh->index_count / 3] = continues;
    mesh->indices[mesh->index_count++] = a;
    mesh->indices[mesh->index_count++] = b;
    mesh->indices[mesh->index_count++] = c;
}

// A face in the middle of which is `normal` times `out`; `u` and `v` are half its edges, with u x v along the normal.
static void add_face(editor_mesh *mesh, pick_vec3 normal, double out, pick_vec3 u, pick_vec3 v)
{
    const uint32_t first = mesh->vertex_count;
    for (int i = 0; i < 4; i++) {
        const double s = i == 1 || i == 2 ? 1 : -1, t = i >= 2 ? 1 : -1;
        pick_vec3 p = pick_vec3_scale(normal, out);
        p = pick_vec3_add(p, pick_vec3_add(pick_vec3_scale(u, s), pick_vec3_scale(v, t)));
        add_vertex(mesh, p, normal, (s + 1) / 2, (1 - t) / 2);
    }
    add_triangle(mesh, first, first + 1, first + 2, false);
    add_triangle(mesh, first, first + 2, first + 3, true);
}

static bool make_cube(const editor_primitive *primitive, editor_mesh *out)
{
    const double x = primitive->value[EDITOR_PRIMITIVE_WIDTH] / 2, y = primitive->value[EDITOR_PRIMITIVE_HEIGHT] / 2;
    const double z = primitive->value[EDITOR_PRIMITIVE_DEPTH] / 2;
    if (!make_room(out, "cube", 24, 12))
        return false;
    for (int i = -1; i <= 1; i += 2) {
        add_face(out, pick_vec3_make(0, 0, i), z, pick_vec3_make(i * x, 0, 0), pick_vec3_make(0, y, 0));
        add_face(out, pick_vec3_make(i, 0, 0), x, pick_vec3_make(0, 0, -i * z), pick_vec3_make(0, y, 0));
        add_face(out, pick_vec3_make(0, i, 0), y, pick_vec3_make(x, 0, 0), pick_vec3_make(0, 0, -i * z));
    }
    return true;
}

static bool make_plane(const editor_primitive *primitive, editor_mesh *out)
{
    const double x = primitive->value[EDITOR_PRIMITIVE_WIDTH] / 2, z = primitive->value[EDITOR_PRIMITIVE_DEPTH] / 2;
    if (!make_room(out, "plane", 4, 2))
        return false;
    add_face(out, pick_vec3_make(0, 1, 0), 0, pick_vec3_make(x, 0, 0), pick_vec3_make(0, 0, -z));
    return true;
}

// --- Turned shapes ---

// A point of the profile, which becomes a circle of vertices. The profile goes up on the outside, so that the surface
// lies to its right.
typedef struct ring {
    double radius, y;
    double out, up; // the normal: away from the axis, and along it
    double v;
    bool begins; // no surface between it and the ring before
    bool cap;    // flat texture coordinates
} ring;

enum { MOST_RINGS = 2 * (128 + 1) };

typedef struct profile {
    ring rings[MOST_RINGS];
    uint32_t count;
} profile;

static void add_ring(profile *p, ring r)
{
    p->rings[p->count++] = r;
}

static bool is_pole(const ring *r)
{
    return r->radius == 0;
}

static uint32_t count_triangles(const profile *p, uint32_t segments)
{
    uint32_t count = 0;
    for (uint32_t i = 1; i < p->count; i++) {
        if (!p->rings[i].begins)
            count += segments * (is_pole(&p->rings[i - 1]) || is_pole(&p->rings[i]) ? 1 : 2);
    }
    return count;
}

static void add_circle(editor_mesh *mesh, const ring *r, uint32_t segments)
{
    for (uint32_t i = 0; i <= segments; i++) {
        // The last vertex of a circle is where the first one is, to the bit. At a pole each triangle has a vertex of
        // its own, in the middle of its base; the last one has no triangle.
        const double turn = (double)(i % segments) + (is_pole(r) ? 0.5 : 0);
        const double angle = 2 * EDITOR_PI * turn / segments, c = cos(angle), s = sin(angle);
        const pick_vec3 at =
            is_pole(r) ? pick_vec3_make(0, r->y, 0) : pick_vec3_make(r->radius * c, r->y, -r->radius * s);
        double u = (is_pole(r) ? turn : (double)i) / segments, v = r->v;
        if (r->cap) {
            u = is_pole(r) ? 0.5 : 0.5 + c / 2;
            v = is_pole(r) ? 0.5 : 0.5 - (r->up > 0 ? s : -s) / 2;
        }
        add_vertex(mesh, at, pick_vec3_make(r->out * c, r->up, -r->out * s), u, v);
    }
}

// A band of quads, or of triangles around a pole. A cap is one face: its triangles share the pole, and where the circle
// ends the vertex that it begins with, which is the same.
static void add_band(editor_mesh *mesh, const ring *low, const ring *high, uint32_t first, uint32_t segments)
{
    const uint32_t second = first + segments + 1;
    for (uint32_t i = 0; i < segments; i++) {
        const bool goes_on = low->cap && i > 0;
        const uint32_t pole = low->cap ? 0 : i, next = low->cap ? (i + 1) % segments : i + 1;
        if (is_pole(high))
            add_triangle(mesh, first + i, first + next, second + pole, goes_on);
        else
            add_triangle(mesh, is_pole(low) ? first + pole : first + i + 1, second + next, second + i, goes_on);
        if (!is_pole(low) && !is_pole(high))
            add_triangle(mesh, first + i, first + i + 1, second + i, true);
    }
}

static bool turn(const profile *p, uint32_t segments, const char *name, editor_mesh *out)
{
    if (!make_room(out, name, p->count * (segments + 1), count_triangles(p, segments)))
        return false;
    for (uint32_t i = 0; i < p->count; i++) {
        add_circle(out, &p->rings[i], segments);
        if (i > 0 && !p->rings[i].begins)
            add_band(out, &p->rings[i - 1], &p->rings[i], (i - 1) * (segments + 1), segments);
    }
    return true;
}

// A quarter circle from the equator to a pole or back: half of a sphere whose middle is at height `middle`.
static void add_half_sphere(profile *p, double radius, double middle, uint32_t rings, bool upper, double v0, double v1)
{
    for (uint32_t i = 0; i <= rings; i++) {
        const bool pole = i == (upper ? rings : 0), equator = i == (upper ? 0 : rings);
        const double share = (double)i / rings, angle = EDITOR_PI / 2 * (upper ? share : share - 1);
        const double c = pole ? 0 : equator ? 1 : cos(angle), s = pole ? (upper ? 1 : -1) : equator ? 0 : sin(angle);
        add_ring(p, (ring){radius * c, middle + radius * s, c, s, v0 + (v1 - v0) * share, false, false});
    }
}

static void add_sphere(profile *p, double radius, uint32_t rings)
{
    for (uint32_t i = 0; i <= rings; i++) {
        const double share = (double)i / rings, angle = EDITOR_PI * (share - 0.5);
        const bool pole = i == 0 || i == rings;
        const double c = pole ? 0 : cos(angle), s = pole ? (i == 0 ? -1 : 1) : sin(angle);
        add_ring(p, (ring){radius * c, radius * s, c, s, 1 - share, false, false});
    }
}

static void add_capsule(profile *p, double radius, double height, uint32_t rings)
{
    // A straight part that floats cannot hold would be flat triangles.
    const double straight = height / 2 > radius * (1 + 1e-6) ? height / 2 - radius : 0;
    const double arc = EDITOR_PI / 2 * radius, whole = 2 * (arc + straight);
    add_half_sphere(p, radius, -straight, rings, false, 1, 1 - arc / whole);
    // Without a straight part the two halves share their equator.
    if (straight == 0)
        p->count--;
    add_half_sphere(p, radius, straight, rings, true, arc / whole, 0);
}

static void add_cap(profile *p, double radius, double y, bool top)
{
    const double up = top ? 1 : -1;
    const ring edge = {radius, y, 0, up, 0, top, true}, pole = {0, y, 0, up, 0, !top, true};
    add_ring(p, top ? edge : pole);
    add_ring(p, top ? pole : edge);
}

// The sides of a cylinder or cone, with their caps.
static void add_sides(profile *p, double low_radius, double high_radius, double height)
{
    const double slant = hypot(height, low_radius - high_radius);
    const double out = height / slant, up = (low_radius - high_radius) / slant;
    add_cap(p, low_radius, -height / 2, false);
    add_ring(p, (ring){low_radius, -height / 2, out, up, 1, true, false});
    add_ring(p, (ring){high_radius, height / 2, out, up, 0, false, false});
    if (high_radius > 0)
        add_cap(p, high_radius, height / 2, true);
}

static void add_torus(profile *p, double radius, double tube, uint32_t rings)
{
    for (uint32_t i = 0; i <= rings; i++) {
        const double angle = 2 * EDITOR_PI * (i % rings) / rings, c = cos(angle), s = sin(angle);
        add_ring(p, (ring){radius + tube * c, tube * s, c, s, 1 - (double)i / rings, false, false});
    }
}

// False: the shape is none that is turned.
static bool make_profile(const editor_primitive *primitive, profile *p)
{
    const double *value = primitive->value;
    const double radius = value[EDITOR_PRIMITIVE_RADIUS], height = value[EDITOR_PRIMITIVE_HEIGHT];
    const uint32_t rings = (uint32_t)value[EDITOR_PRIMITIVE_RINGS];
    p->count = 0;
    switch (primitive->shape) {
    case EDITOR_SHAPE_SPHERE:
        add_sphere(p, radius, rings);
        break;
    case EDITOR_SHAPE_CYLINDER:
        add_sides(p, radius, radius, height);
        break;
    case EDITOR_SHAPE_CONE:
        add_sides(p, radius, 0, height);
        break;
    case EDITOR_SHAPE_CAPSULE:
        add_capsule(p, radius, height, rings);
        break;
    case EDITOR_SHAPE_TORUS:
        add_torus(p, radius, value[EDITOR_PRIMITIVE_TUBE], rings);
        break;
    case EDITOR_SHAPE_NONE:
    case EDITOR_SHAPE_CUBE:
    case EDITOR_SHAPE_PLANE:
    case EDITOR_SHAPE_BOX_VOLUME:
    case EDITOR_SHAPE_SPHERE_VOLUME:
    case EDITOR_SHAPE_CAPSULE_VOLUME:
    case EDITOR_SHAPE_CYLINDER_VOLUME:
    case EDITOR_SHAPE_CONE_VOLUME:
    case EDITOR_SHAPE_CONVEX_VOLUME:
    case EDITOR_SHAPE_COMPOUND_VOLUME:
    case EDITOR_SHAPE_COUNT:
        return false;
    }
    return true;
}

uint32_t editor_primitive_triangle_count(const editor_primitive *primitive)
{
    profile p;
    if (primitive->shape == EDITOR_SHAPE_CUBE)
        return 12;
    if (primitive->shape == EDITOR_SHAPE_PLANE)
        return 2;
    return make_profile(primitive, &p) ? count_triangles(&p, (uint32_t)primitive->value[EDITOR_PRIMITIVE_SEGMENTS]) : 0;
}

bool editor_primitive_mesh(const editor_primitive *primitive, editor_mesh *out)
{
    profile p;
    if (primitive->shape == EDITOR_SHAPE_CUBE)
        return make_cube(primitive, out);
    if (primitive->shape == EDITOR_SHAPE_PLANE)
        return make_plane(primitive, out);
    return make_profile(primitive, &p) &&
           turn(&p, (uint32_t)primitive->value[EDITOR_PRIMITIVE_SEGMENTS], editor_shape_name(primitive->shape), out);
}

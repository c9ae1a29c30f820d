// demo_shapes.c: generates meshes by formulas.
#include "document/demo/demo_shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

demo_frame demo_frame_at(double x, double y, double z)
{
    demo_frame frame = DEMO_FRAME_IDENTITY;
    frame.origin = pick_vec3_make(x, y, z);
    return frame;
}

demo_frame demo_frame_turned(double x, double y, double z, double yaw)
{
    demo_frame frame = demo_frame_at(x, y, z);
    frame.x = pick_vec3_make(cos(yaw), 0, -sin(yaw));
    frame.z = pick_vec3_make(sin(yaw), 0, cos(yaw));
    return frame;
}

static pick_vec3 frame_vector(const demo_frame *frame, pick_vec3 v)
{
    return pick_vec3_add(pick_vec3_add(pick_vec3_scale(frame->x, v.x), pick_vec3_scale(frame->y, v.y)),
                         pick_vec3_scale(frame->z, v.z));
}

static pick_vec3 frame_point(const demo_frame *frame, pick_vec3 p)
{
    return pick_vec3_add(frame_vector(frame, p), frame->origin);
}

// --- Building ---

static bool grow(float **array, uint32_t components, uint32_t capacity)
{
    float *grown = realloc(*array, (size_t)capacity * components * sizeof(float));
    if (grown)
        *array = grown;
    return grown != NULL;
}

void demo_mesh_material(demo_mesh *mesh, uint32_t material)
{
    editor_mesh *m = &mesh->mesh;
    editor_submesh *grown = realloc(m->submeshes, ((size_t)m->submesh_count + 1) * sizeof(*grown));
    mesh->failed = mesh->failed || !grown;
    if (!grown)
        return;
    m->submeshes = grown;
    grown[m->submesh_count++] = (editor_submesh){m->index_count / 3, 0, material};
}

uint32_t demo_mesh_vertex(demo_mesh *mesh, pick_vec3 position, pick_vec3 normal, double u, double v)
{
    editor_mesh *m = &mesh->mesh;
    if (m->vertex_count == mesh->vertex_capacity) {
        uint32_t capacity = mesh->vertex_capacity ? 2 * mesh->vertex_capacity : 256;
        if (!grow(&m->positions, 3, capacity) || !grow(&m->normals, 3, capacity) || !grow(&m->uvs, 2, capacity))
            mesh->failed = true;
        else
            mesh->vertex_capacity = capacity;
    }
    if (mesh->failed)
        return 0;
    size_t i = m->vertex_count;
    const double p[3] = {position.x, position.y, position.z}, n[3] = {normal.x, normal.y, normal.z};
    for (size_t k = 0; k < 3; k++) {
        m->positions[3 * i + k] = (float)p[k];
        m->normals[3 * i + k] = (float)n[k];
    }
    m->uvs[2 * i] = (float)u;
    m->uvs[2 * i + 1] = (float)v;
    return m->vertex_count++;
}

void demo_mesh_triangle(demo_mesh *mesh, uint32_t a, uint32_t b, uint32_t c)
{
    editor_mesh *m = &mesh->mesh;
    if (m->submesh_count == 0)
        demo_mesh_material(mesh, EDITOR_NONE);
    if (m->index_count == mesh->index_capacity) {
        uint32_t capacity = mesh->index_capacity ? 2 * mesh->index_capacity : 768;
        uint32_t *grown = realloc(m->indices, (size_t)capacity * sizeof(uint32_t));
        mesh->failed = mesh->failed || !grown;
        if (grown) {
            m->indices = grown;
            mesh->index_capacity = capacity;
        }
    }
    if (mesh->failed)
        return;
    m->indices[m->index_count++] = a;
    m->indices[m->index_count++] = b;
    m->indices[m->index_count++] = c;
    m->submeshes[m->submesh_count - 1].triangle_count++;
}

void demo_mesh_quad(demo_mesh *mesh, const demo_frame *frame, pick_vec3 a, pick_vec3 b, pick_vec3 c, pick_vec3 d,
                    double u, double v)
{
    pick_vec3 normal =
        pick_vec3_normalize(frame_vector(frame, pick_vec3_cross(pick_vec3_sub(b, a), pick_vec3_sub(d, a))));
    uint32_t ia = demo_mesh_vertex(mesh, frame_point(frame, a), normal, 0, v);
    uint32_t ib = demo_mesh_vertex(mesh, frame_point(frame, b), normal, u, v);
    uint32_t ic = demo_mesh_vertex(mesh, frame_point(frame, c), normal, u, 0);
    uint32_t id = demo_mesh_vertex(mesh, frame_point(frame, d), normal, 0, 0);
    demo_mesh_triangle(mesh, ia, ib, ic);
    demo_mesh_triangle(mesh, ia, ic, id);
}

// --- Shapes ---

void demo_box(demo_mesh *mesh, const demo_frame *frame, pick_vec3 min, pick_vec3 max, double uv)
{
    pick_vec3 p[8];
    for (int i = 0; i < 8; i++)
        p[i] = pick_vec3_make(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z);
    double x = uv > 0 ? uv * (max.x - min.x) : 1, y = uv > 0 ? uv * (max.y - min.y) : 1;
    double z = uv > 0 ? uv * (max.z - min.z) : 1;
    demo_mesh_quad(mesh, frame, p[4], p[5], p[7], p[6], x, y); // +z
    demo_mesh_quad(mesh, frame, p[1], p[0], p[2], p[3], x, y); // -z
    demo_mesh_quad(mesh, frame, p[5], p[1], p[3], p[7], z, y); // +x
    demo_mesh_quad(mesh, frame, p[0], p[4], p[6], p[2], z, y); // -x
    demo_mesh_quad(mesh, frame, p[6], p[7], p[3], p[2], x, z); // +y
    demo_mesh_quad(mesh, frame, p[0], p[1], p[5], p[4], x, z); // -y
}

// Adds a ring of vertices at a profile point; `slope` is the profile's direction there.
static uint32_t lathe_ring(demo_mesh *mesh, const demo_frame *frame, pick_vec2 point, pick_vec2 slope, int sides,
                           double v)
{
    uint32_t first = mesh->mesh.vertex_count;
    for (int i = 0; i <= sides; i++) {
        double angle = 2 * EDITOR_PI * i / sides;
        double c = i == sides ? 1 : cos(angle), s = i == sides ? 0 : sin(angle);
        pick_vec3 normal = pick_vec3_normalize(pick_vec3_make(slope.y * c, -slope.x, -slope.y * s));
        demo_mesh_vertex(mesh, frame_point(frame, pick_vec3_make(point.x * c, point.y, -point.x * s)),
                         pick_vec3_normalize(frame_vector(frame, normal)), (double)i / sides, v);
    }
    return first;
}

// Adds the strip between two rings of vertices. A ring of radius 0 makes triangles, not quads with a degenerate half.
static void lathe_strip(demo_mesh *mesh, uint32_t lower, uint32_t upper, int sides, bool lower_point, bool upper_point)
{
    for (uint32_t i = 0; i < (uint32_t)sides; i++) {
        if (!lower_point)
            demo_mesh_triangle(mesh, lower + i, lower + i + 1, upper + i + 1);
        if (!upper_point)
            demo_mesh_triangle(mesh, lower + i, upper + i + 1, upper + i);
    }
}

void demo_lathe(demo_mesh *mesh, const demo_frame *frame, const pick_vec2 *profile, int count, int sides, bool smooth)
{
    uint32_t previous = 0;
    for (int i = 0; i < count; i++) {
        pick_vec2 before = profile[i > 0 ? i - 1 : 0], after = profile[i + 1 < count ? i + 1 : count - 1];
        double v = 1 - (double)i / (count - 1);
        if (smooth) {
            pick_vec2 slope = {after.x - before.x, after.y - before.y};
            uint32_t ring = lathe_ring(mesh, frame, profile[i], slope, sides, v);
            if (i > 0)
                lathe_strip(mesh, previous, ring, sides, before.x == 0, profile[i].x == 0);
            previous = ring;
        } else if (i > 0) {
            pick_vec2 slope = {profile[i].x - before.x, profile[i].y - before.y};
            uint32_t lower = lathe_ring(mesh, frame, before, slope, sides, 1 - (double)(i - 1) / (count - 1));
            uint32_t upper = lathe_ring(mesh, frame, profile[i], slope, sides, v);
            lathe_strip(mesh, lower, upper, sides, before.x == 0, profile[i].x == 0);
        }
    }
}

void demo_capsule(demo_mesh *mesh, const demo_frame *frame, double radius, double height, int rings, int sides)
{
    pick_vec2 profile[128];
    int half = rings < 2 ? 2 : rings > 60 ? 60 : rings;
    int count = 0;
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i <= half; i++) {
            if (side == 1 && i == 0 && height == 0)
                continue; // a sphere has a single equator
            double angle = (side == 0 ? i - half : i) * EDITOR_PI / (2 * half);
            bool pole = (side == 0 && i == 0) || (side == 1 && i == half);
            profile[count++] =
                (pick_vec2){pole ? 0 : radius * cos(angle), radius * sin(angle) + (side == 0 ? -height : height) / 2};
        }
    }
    demo_lathe(mesh, frame, profile, count, sides, true);
}

void demo_sphere(demo_mesh *mesh, const demo_frame *frame, double radius, int rings, int sides)
{
    demo_capsule(mesh, frame, radius, 0, rings / 2, sides);
}

void demo_cylinder(demo_mesh *mesh, const demo_frame *frame, double radius, double height, int sides)
{
    const pick_vec2 profile[4] = {{0, 0}, {radius, 0}, {radius, height}, {0, height}};
    demo_lathe(mesh, frame, profile, 4, sides, false);
}

void demo_cone(demo_mesh *mesh, const demo_frame *frame, double radius, double height, int sides)
{
    const pick_vec2 profile[3] = {{0, 0}, {radius, 0}, {0, height}};
    demo_lathe(mesh, frame, profile, 3, sides, false);
}

// Adds the flat end of a tube whose last ring of vertices begins at `ring`, with vertices of its own.
static void tube_cap(demo_mesh *mesh, const demo_frame *frame, uint32_t ring, int sides, pick_vec3 outwards, bool start)
{
    pick_vec3 normal = pick_vec3_normalize(frame_vector(frame, outwards));
    uint32_t first = mesh->mesh.vertex_count;
    for (uint32_t k = 0; k < (uint32_t)sides && !mesh->failed; k++) {
        const float *p = mesh->mesh.positions + 3 * (size_t)(ring + k);
        demo_mesh_vertex(mesh, pick_vec3_make((double)p[0], (double)p[1], (double)p[2]), normal, 0, 0);
    }
    for (uint32_t k = 1; k + 1 < (uint32_t)sides; k++)
        demo_mesh_triangle(mesh, first, first + (start ? k + 1 : k), first + (start ? k : k + 1));
}

void demo_tube(demo_mesh *mesh, const demo_frame *frame, const pick_vec3 *points, int count, double radius, int sides,
               bool closed)
{
    // Carry the side direction along, so that the tube does not twist more than its path.
    pick_vec3 side = pick_vec3_make(0, 0, 0);
    uint32_t rings = mesh->mesh.vertex_count;
    int ring_count = closed ? count + 1 : count;
    pick_vec3 first_side = side;
    for (int i = 0; i < ring_count; i++) {
        pick_vec3 before = points[closed ? (i + count - 1) % count : i > 0 ? i - 1 : 0];
        pick_vec3 after = points[closed ? (i + 1) % count : i + 1 < count ? i + 1 : i];
        pick_vec3 along = pick_vec3_normalize(pick_vec3_sub(after, before));
        if (i == 0)
            side = fabs(along.y) < 0.9 ? pick_vec3_make(0, 1, 0) : pick_vec3_make(1, 0, 0);
        side = pick_vec3_normalize(pick_vec3_sub(side, pick_vec3_scale(along, pick_vec3_dot(side, along))));
        if (i == 0)
            first_side = side;
        if (closed && i == count)
            side = first_side;
        pick_vec3 other = pick_vec3_cross(along, side);
        for (int k = 0; k <= sides; k++) {
            double angle = 2 * EDITOR_PI * (k % sides) / sides;
            pick_vec3 normal = pick_vec3_add(pick_vec3_scale(side, cos(angle)), pick_vec3_scale(other, sin(angle)));
            demo_mesh_vertex(
                mesh, frame_point(frame, pick_vec3_add(points[i % count], pick_vec3_scale(normal, radius))),
                pick_vec3_normalize(frame_vector(frame, normal)), (double)k / sides, (double)i / ring_count);
        }
    }
    uint32_t width = (uint32_t)sides + 1;
    for (uint32_t i = 0; i + 1 < (uint32_t)ring_count; i++) {
        for (uint32_t k = 0; k < (uint32_t)sides; k++) {
            uint32_t a = rings + i * width + k;
            demo_mesh_triangle(mesh, a, a + 1, a + width + 1);
            demo_mesh_triangle(mesh, a, a + width + 1, a + width);
        }
    }
    if (!closed) {
        tube_cap(mesh, frame, rings, sides, pick_vec3_sub(points[0], points[1]), true);
        tube_cap(mesh, frame, rings + (uint32_t)(count - 1) * width, sides,
                 pick_vec3_sub(points[count - 1], points[count - 2]), false);
    }
}

void demo_torus(demo_mesh *mesh, const demo_frame *frame, double radius, double tube, int sides, int tube_sides)
{
    pick_vec3 points[128];
    int count = sides > 128 ? 128 : sides;
    for (int i = 0; i < count; i++)
        points[i] =
            pick_vec3_make(radius * cos(2 * EDITOR_PI * i / count), 0, -radius * sin(2 * EDITOR_PI * i / count));
    demo_tube(mesh, frame, points, count, tube, tube_sides, true);
}

typedef struct ico {
    demo_mesh *mesh;
    const demo_frame *frame;
    double radius, roughness;
    uint32_t seed;
} ico;

// The displacement depends on the direction alone, so that neighbouring triangles still share vertices.
static pick_vec3 ico_point(const ico *shape, pick_vec3 direction)
{
    uint32_t number = (uint32_t)lround((direction.x + 2) * 1000) * 73856093u ^
                      (uint32_t)lround((direction.y + 2) * 1000) * 19349663u ^
                      (uint32_t)lround((direction.z + 2) * 1000) * 83492791u;
    double factor = 1 + shape->roughness * (2 * demo_random(shape->seed, number) - 1);
    return pick_vec3_scale(direction, shape->radius * factor);
}

static void ico_split(const ico *shape, pick_vec3 a, pick_vec3 b, pick_vec3 c, int splits)
{
    if (splits > 0) {
        pick_vec3 ab = pick_vec3_normalize(pick_vec3_add(a, b));
        pick_vec3 bc = pick_vec3_normalize(pick_vec3_add(b, c));
        pick_vec3 ca = pick_vec3_normalize(pick_vec3_add(c, a));
        ico_split(shape, a, ab, ca, splits - 1);
        ico_split(shape, ab, b, bc, splits - 1);
        ico_split(shape, ca, bc, c, splits - 1);
        ico_split(shape, ab, bc, ca, splits - 1);
        return;
    }
    pick_vec3 p[3] = {ico_point(shape, a), ico_point(shape, b), ico_point(shape, c)};
    pick_vec3 normal = pick_vec3_cross(pick_vec3_sub(p[1], p[0]), pick_vec3_sub(p[2], p[0]));
    normal = pick_vec3_normalize(frame_vector(shape->frame, normal));
    uint32_t index[3];
    for (int i = 0; i < 3; i++)
        index[i] =
            demo_mesh_vertex(shape->mesh, frame_point(shape->frame, p[i]), normal,
                             0.5 + atan2(p[i].z, p[i].x) / (2 * EDITOR_PI), 0.5 - p[i].y / (2.5 * shape->radius));
    demo_mesh_triangle(shape->mesh, index[0], index[1], index[2]);
}

void demo_icosphere(demo_mesh *mesh, const demo_frame *frame, double radius, int splits, double roughness,
                    uint32_t seed)
{
    static const uint8_t faces[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                         {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                         {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                         {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
    const double t = 1.6180339887498949;
    const pick_vec3 corners[12] = {{-1, t, 0},  {1, t, 0},  {-1, -t, 0}, {1, -t, 0}, {0, -1, t},  {0, 1, t},
                                   {0, -1, -t}, {0, 1, -t}, {t, 0, -1},  {t, 0, 1},  {-t, 0, -1}, {-t, 0, 1}};
    const ico shape = {mesh, frame, radius, roughness, seed};
    for (int i = 0; i < 20; i++)
        ico_split(&shape, pick_vec3_normalize(corners[faces[i][0]]), pick_vec3_normalize(corners[faces[i][1]]),
                  pick_vec3_normalize(corners[faces[i][2]]), splits);
}

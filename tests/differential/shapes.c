#include "shapes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static void shape_must(bool condition)
{
    if (!condition) {
        (void)fputs("a test shape could not be made\n", stderr);
        abort();
    }
}

static soup soup_make(uint32_t vertices, uint32_t indices)
{
    soup s = {malloc(vertices * 3 * sizeof(float)), malloc(indices * sizeof(uint32_t)), vertices, indices};
    shape_must(s.positions != NULL && s.indices != NULL);
    return s;
}

void soup_free(soup *s)
{
    free(s->positions);
    free(s->indices);
}

static void set_vertex(soup *s, uint32_t i, double x, double y, double z)
{
    s->positions[3 * i] = (float)x;
    s->positions[3 * i + 1] = (float)y;
    s->positions[3 * i + 2] = (float)z;
}

soup soup_random(test_random *r, uint32_t triangles, double extent, double size)
{
    soup s = soup_make(3 * triangles, 3 * triangles);
    for (uint32_t t = 0; t < triangles; t++) {
        const pick_vec3 center = pick_vec3_scale(random_in_cube(r, 1), extent);
        for (uint32_t i = 0; i < 3; i++) {
            const pick_vec3 p = pick_vec3_add(center, pick_vec3_scale(random_in_cube(r, 1), size));
            set_vertex(&s, 3 * t + i, p.x, p.y, p.z);
            s.indices[3 * t + i] = 3 * t + i;
        }
    }
    return s;
}

static uint32_t sphere_vertex(uint32_t rings, uint32_t segments, uint32_t ring, uint32_t segment)
{
    if (ring == 0)
        return 0;
    return ring == rings ? 1 : 2 + (ring - 1) * segments + segment % segments;
}

soup soup_sphere(uint32_t rings, uint32_t segments, double radius, double displacement)
{
    soup s = soup_make(2 + (rings - 1) * segments, 6 * segments * (rings - 1));
    set_vertex(&s, 0, 0, radius, 0);
    set_vertex(&s, 1, 0, -radius, 0);
    for (uint32_t i = 1; i < rings; i++) {
        for (uint32_t j = 0; j < segments; j++) {
            const double theta = pi * i / rings;
            const double phi = 2 * pi * j / segments;
            const double r = radius * (1 + displacement * sin(7 * theta) * sin(5 * phi) * sin(theta));
            set_vertex(&s, sphere_vertex(rings, segments, i, j), r * sin(theta) * cos(phi), r * cos(theta),
                       -r * sin(theta) * sin(phi));
        }
    }
    uint32_t n = 0;
    for (uint32_t i = 0; i < rings; i++) {
        for (uint32_t j = 0; j < segments; j++) {
            const uint32_t a = sphere_vertex(rings, segments, i, j);
            const uint32_t b = sphere_vertex(rings, segments, i + 1, j);
            const uint32_t c = sphere_vertex(rings, segments, i + 1, j + 1);
            const uint32_t d = sphere_vertex(rings, segments, i, j + 1);
            const uint32_t quad[6] = {a, b, c, a, c, d};
            const bool keep[2] = {i + 1 < rings, i > 0};
            for (uint32_t k = 0; k < 2; k++) {
                if (keep[k]) {
                    memcpy(&s.indices[n], &quad[3 * k], 3 * sizeof(uint32_t));
                    n += 3;
                }
            }
        }
    }
    shape_must(n == s.index_count);
    return s;
}

soup soup_box(double half_x, double half_y, double half_z)
{
    static const uint32_t faces[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                       2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    soup s = soup_make(8, 36);
    for (uint32_t i = 0; i < 8; i++) {
        set_vertex(&s, i, (i & 1) != 0 ? half_x : -half_x, (i & 2) != 0 ? half_y : -half_y,
                   (i & 4) != 0 ? half_z : -half_z);
    }
    memcpy(s.indices, faces, sizeof faces);
    return s;
}

soup soup_grid(uint32_t cells, double half)
{
    const uint32_t side = cells + 1;
    soup s = soup_make(side * side, cells * cells * 6);
    for (uint32_t i = 0; i < side * side; i++)
        set_vertex(&s, i, half * (2.0 * (i % side) / cells - 1), 0, half * (2.0 * (double)(i / side) / cells - 1));
    for (uint32_t i = 0; i < cells * cells; i++) {
        const uint32_t a = i / cells * side + i % cells;
        const uint32_t quad[6] = {a, a + side, a + side + 1, a, a + side + 1, a + 1};
        memcpy(&s.indices[6 * i], quad, sizeof quad);
    }
    return s;
}

pick_mesh *soup_mesh(const soup *s, const pick_allocator *allocator)
{
    pick_mesh *mesh = NULL;
    const pick_mesh_desc desc = {.positions = s->positions,
                                 .vertex_count = s->vertex_count,
                                 .indices = s->indices,
                                 .index_type = PICK_INDEX_UINT32,
                                 .index_count = s->index_count};
    shape_must(pick_mesh_create(&desc, allocator, &mesh) == PICK_OK);
    return mesh;
}

pick_transform random_transform(test_random *r, pick_vec3 origin, double spread)
{
    const pick_vec3 z = random_direction(r);
    const pick_vec3 side = pick_vec3_normalize(pick_vec3_cross(random_direction(r), z));
    const pick_vec3 axes[3] = {side, pick_vec3_cross(z, side), z};
    const uint32_t kind = random_index(r, 6);
    const double scale = kind == 4 ? 1e-3 : (kind == 5 ? 50 : 1);
    pick_transform t = {.origin = pick_vec3_add(origin, pick_vec3_scale(random_in_cube(r, 1), spread))};
    for (int i = 0; i < 3; i++) {
        double s = scale;
        if (kind >= 2)
            s *= random_between(r, 0.2, 3); // non-uniform
        if (kind == 3 && i == 0)
            s = -s; // mirrored
        pick_vec3 axis = pick_vec3_scale(axes[i], s);
        if (kind == 1) // sheared
            axis = pick_vec3_add(axis, pick_vec3_scale(random_in_cube(r, 1), 0.5));
        t.linear[3 * i] = (float)axis.x;
        t.linear[3 * i + 1] = (float)axis.y;
        t.linear[3 * i + 2] = (float)axis.z;
    }
    return t;
}

pick_ray random_ray_at_mesh(test_random *r, const pick_mesh *mesh)
{
    const pick_aabb box = pick_mesh_bounds(mesh);
    const pick_vec3 center = pick_vec3_scale(pick_vec3_add(box.min, box.max), 0.5);
    const double size = 0.5 * pick_vec3_length(pick_vec3_sub(box.max, box.min));
    pick_vec3 target = pick_vec3_add(center, random_in_cube(r, size));
    const uint32_t triangles = pick_mesh_get_stats(mesh).triangle_count;
    float vertex[3][3];
    if (random_index(r, 2) == 0 && pick_mesh_triangle(mesh, random_index(r, triangles), vertex) &&
        isfinite(vertex[0][0] + vertex[0][1] + vertex[0][2]))
        target = pick_vec3_make((double)vertex[0][0], (double)vertex[0][1], (double)vertex[0][2]);
    const pick_vec3 origin = pick_vec3_add(center, pick_vec3_scale(random_direction(r), 3 * size));
    return (pick_ray){origin, pick_vec3_sub(target, origin), 0, HUGE_VAL};
}

// The triangle test alone: it is watertight, whatever edge or vertex a ray is aimed at.
#include "effort.h"
#include "near.h"
#include "random.h"

#include "math/triangle.h"

#include <stdlib.h>
#include <string.h>

// A closed mesh with, for each vertex, the triangles around it.
typedef struct closed_mesh {
    float (*position)[3];
    uint32_t (*triangle)[3];
    uint32_t vertex_count, triangle_count;
    uint32_t *around_start; // vertex_count + 1
    uint32_t *around;
} closed_mesh;

static void *allocate(size_t count, size_t size)
{
    void *p = calloc(count, size);
    assert_non_null(p);
    return p;
}

static void finish_mesh(closed_mesh *mesh)
{
    free(mesh->position);
    free(mesh->triangle);
    free(mesh->around_start);
    free(mesh->around);
}

static void list_triangles_around_vertices(closed_mesh *mesh)
{
    mesh->around_start = allocate(mesh->vertex_count + 2, sizeof(uint32_t));
    mesh->around = allocate(3 * (size_t)mesh->triangle_count, sizeof(uint32_t));
    uint32_t *start = mesh->around_start + 1; // shifted, so that filling moves it into place
    for (uint32_t i = 0; i < 3 * mesh->triangle_count; i++)
        ++start[mesh->triangle[i / 3][i % 3] + 1];
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        start[i + 1] += start[i];
    for (uint32_t i = 0; i < 3 * mesh->triangle_count; i++)
        mesh->around[start[mesh->triangle[i / 3][i % 3]]++] = i / 3;
}

// An octahedron whose faces are cut into cells * cells triangles and blown up to a sphere. Exact doubles of the
// grid name the vertices, so shared ones are one vertex.
static uint32_t find_or_add(closed_mesh *mesh, int (*grid)[3], const int at[3])
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        if (memcmp(grid[i], at, sizeof(int[3])) == 0)
            return i;
    }
    memcpy(grid[mesh->vertex_count], at, sizeof(int[3]));
    return mesh->vertex_count++;
}

static closed_mesh make_sphere(int cells, double radius, double noise, pick_vec3 center, test_random *random)
{
    closed_mesh mesh = {0};
    const size_t most = 8 * (size_t)cells * (size_t)cells + 8;
    mesh.triangle = allocate(most, sizeof(*mesh.triangle));
    mesh.position = allocate(3 * most, sizeof(*mesh.position));
    int(*grid)[3] = allocate(3 * most, sizeof(int[3]));
    for (int face = 0; face < 8; face++) {
        const int sx = face & 1 ? -1 : 1, sy = face & 2 ? -1 : 1, sz = face & 4 ? -1 : 1;
        for (int i = 0; i < cells; i++) {
            for (int j = 0; i + j < cells; j++) {
                for (int half = 0; half < (i + j < cells - 1 ? 2 : 1); half++) {
                    const int corner[2][3][2] = {{{i, j}, {i + 1, j}, {i, j + 1}},
                                                 {{i + 1, j}, {i + 1, j + 1}, {i, j + 1}}};
                    for (int k = 0; k < 3; k++) {
                        const int a = corner[half][k][0], b = corner[half][k][1];
                        const int at[3] = {sx * a, sy * b, sz * (cells - a - b)};
                        mesh.triangle[mesh.triangle_count][k] = find_or_add(&mesh, grid, at);
                    }
                    ++mesh.triangle_count;
                }
            }
        }
    }
    for (uint32_t i = 0; i < mesh.vertex_count; i++) {
        const pick_vec3 out = pick_vec3_normalize(pick_vec3_make(grid[i][0], grid[i][1], grid[i][2]));
        const double r = radius * (1 + random_between(random, -noise, noise));
        mesh.position[i][0] = (float)(center.x + out.x * r);
        mesh.position[i][1] = (float)(center.y + out.y * r);
        mesh.position[i][2] = (float)(center.z + out.z * r);
    }
    free(grid);
    list_triangles_around_vertices(&mesh);
    return mesh;
}

static bool hits_triangle(const closed_mesh *mesh, const pick_triangle_ray *ray, uint32_t number)
{
    float vertex[3][3];
    for (int k = 0; k < 3; k++)
        memcpy(vertex[k], mesh->position[mesh->triangle[number][k]], sizeof(vertex[k]));
    double t = 0, u = 0, v = 0;
    bool backface = false;
    if (!pick_triangle_intersect(ray, (const float(*)[3])vertex, &t, &u, &v, &backface))
        return false;
    return u >= 0 && v >= 0 && u + v <= 1 + 1e-15;
}

// Whether the ray meets the mesh at all; the triangles around `vertex` are the likely ones.
static bool hits_mesh(const closed_mesh *mesh, const pick_ray *ray, uint32_t vertex)
{
    const pick_triangle_ray ready = pick_triangle_ray_init(ray);
    for (uint32_t i = mesh->around_start[vertex]; i < mesh->around_start[vertex + 1]; i++) {
        if (hits_triangle(mesh, &ready, mesh->around[i]))
            return true;
    }
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        if (hits_triangle(mesh, &ready, i))
            return true;
    }
    return false;
}

static pick_vec3 vertex_at(const closed_mesh *mesh, uint32_t i)
{
    const float *p = mesh->position[i];
    return pick_vec3_make((double)p[0], (double)p[1], (double)p[2]);
}

// Rays from inside a closed mesh, aimed at its edges and vertices. Each must hit something.
static uint32_t count_leaks(const closed_mesh *mesh, pick_vec3 center, double inner, uint32_t rays, test_random *random)
{
    uint32_t leaks = 0;
    for (uint32_t i = 0; i < rays; i++) {
        const uint32_t number = random_index(random, mesh->triangle_count);
        const uint32_t corner = random_index(random, 3);
        const uint32_t from = mesh->triangle[number][corner];
        const uint32_t to = mesh->triangle[number][(corner + 1) % 3];
        pick_vec3 target = vertex_at(mesh, from);
        if (i % 4 != 0) {
            const double along = i % 4 == 1 ? 0.5 : random_between(random, 0, 1);
            target = pick_vec3_add(target, pick_vec3_scale(pick_vec3_sub(vertex_at(mesh, to), target), along));
        }
        const pick_vec3 origin = pick_vec3_add(center, random_in_cube(random, inner));
        pick_vec3 direction = pick_vec3_sub(target, origin);
        if (i % 2)
            direction = pick_vec3_normalize(direction);
        const pick_ray ray = {origin, direction, 0, (double)INFINITY};
        leaks += hits_mesh(mesh, &ray, from) ? 0 : 1;
    }
    return leaks;
}

static void no_ray_leaks_through_edges_or_vertices(void **state)
{
    (void)state;
    test_random random = {42};
    const pick_vec3 far_away = {148376, 1234, -223423};
    const struct {
        int cells;
        double radius, noise;
        pick_vec3 center;
    } meshes[] =
        {
            {12, 1, 0, {0, 0, 0}},     {12, 1, 0.4, {0, 0, 0}},      {12, 1e-6, 0.3, {0, 0, 0}},
            {12, 1e9, 0.3, {0, 0, 0}}, {12, 1, 0.3, {3, -7, 0.125}}, {12, 100, 0.3, far_away},
            {12, 1, 0.2, far_away}, // so coarse a grid that triangles collapse
            {2, 10, 0.5, far_away},
        };
    uint32_t rays = 0, leaks = 0;
    for (size_t i = 0; i < sizeof(meshes) / sizeof(meshes[0]); i++) {
        closed_mesh mesh = make_sphere(meshes[i].cells, meshes[i].radius, meshes[i].noise, meshes[i].center, &random);
        assert_int_equal(mesh.triangle_count, 8 * meshes[i].cells * meshes[i].cells);
        assert_int_equal(mesh.vertex_count, mesh.triangle_count / 2 + 2); // Euler: closed
        const uint32_t count = test_effort(50000, 150000);
        leaks += count_leaks(&mesh, meshes[i].center, 0.15 * meshes[i].radius, count, &random);
        rays += count;
        finish_mesh(&mesh);
    }
    print_message("  %u rays, %u leaks\n", rays, leaks);
    assert_true(rays >= test_effort(400000, 1000000));
    assert_int_equal(leaks, 0);
}

// The test above can fail: with one triangle out, rays leak.
static void a_hole_leaks(void **state)
{
    (void)state;
    test_random random = {43};
    closed_mesh mesh = make_sphere(4, 1, 0.1, pick_vec3_make(0, 0, 0), &random);
    mesh.triangle[17][0] = mesh.triangle[17][1];
    const pick_vec3 center = {0, 0, 0};
    uint32_t leaks = 0;
    for (int i = 0; i < 20000; i++) {
        const pick_ray ray = {center, random_direction(&random), 0, (double)INFINITY};
        leaks += hits_mesh(&mesh, &ray, 0) ? 0 : 1;
    }
    assert_true(leaks > 20);
    finish_mesh(&mesh);
}

// Vertices, edges and rays on one exact grid: every edge function that can be zero is.
static void rays_along_the_axes_of_an_exact_grid_do_not_leak(void **state)
{
    (void)state;
    uint32_t rays = 0;
    for (int axis = 0; axis < 3; axis++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            for (int gx = 0; gx <= 16; gx++) {
                for (int gy = 0; gy <= 16; gy++) {
                    double o[3] = {0}, d[3] = {0};
                    o[axis] = -5 * sign;
                    o[(axis + 1) % 3] = gx / 4.0;
                    o[(axis + 2) % 3] = gy / 4.0;
                    d[axis] = sign;
                    const pick_ray ray = {{o[0], o[1], o[2]}, {d[0], d[1], d[2]}, 0, (double)INFINITY};
                    const pick_triangle_ray ready = pick_triangle_ray_init(&ray);
                    bool hit = false;
                    for (int cell = 0; cell < 32; cell++) { // 4 x 4 quads of two triangles
                        const float x = (float)(cell / 2 % 4), y = (float)(cell / 8);
                        const float q[2][3][2] = {{{x, y}, {x + 1, y}, {x + 1, y + 1}},
                                                  {{x, y}, {x + 1, y + 1}, {x, y + 1}}};
                        float vertex[3][3];
                        for (int k = 0; k < 3; k++) {
                            vertex[k][axis] = 1;
                            vertex[k][(axis + 1) % 3] = q[cell % 2][k][0];
                            vertex[k][(axis + 2) % 3] = q[cell % 2][k][1];
                        }
                        double t = 0, u = 0, v = 0;
                        bool backface = false;
                        if (pick_triangle_intersect(&ready, (const float(*)[3])vertex, &t, &u, &v, &backface)) {
                            hit = true;
                            assert_near(t, 5 + sign, 0);
                            assert_int_equal(backface, sign > 0); // the quads face +axis
                        }
                    }
                    assert_true(hit);
                    ++rays;
                }
            }
        }
    }
    assert_int_equal(rays, 6 * 17 * 17);
}

static bool hits(const pick_ray *ray, const float vertex[3][3], double *t)
{
    const pick_triangle_ray ready = pick_triangle_ray_init(ray);
    double u = 0, v = 0;
    bool backface = false;
    return pick_triangle_intersect(&ready, vertex, t, &u, &v, &backface);
}

static void t_stays_within_the_triangle(void **state)
{
    (void)state;
    // Slivers seen almost edge-on: the quotient alone would land far from the triangle.
    test_random random = {44};
    uint32_t met = 0;
    for (int i = 0; i < 200000; i++) {
        const pick_vec3 a = random_in_cube(&random, 600), b = random_in_cube(&random, 600);
        const float tip = (float)random_between(&random, 0, 1e-3);
        const float vertex[3][3] = {{(float)a.x, (float)a.y, (float)a.z},
                                    {(float)b.x, (float)b.y, (float)b.z},
                                    {(float)b.x + tip, (float)b.y, (float)b.z}};
        const pick_vec3 start = {(double)vertex[0][0], (double)vertex[0][1], (double)vertex[0][2]};
        const pick_vec3 end = {(double)vertex[1][0], (double)vertex[1][1], (double)vertex[1][2]};
        const pick_vec3 along = pick_vec3_sub(end, start);
        const pick_vec3 aside = random_in_cube(&random, i % 2 ? 1e-9 : 1e-13);
        const pick_vec3 origin = pick_vec3_add(pick_vec3_sub(start, along), aside);
        const pick_ray ray = {origin, along, -HUGE_VAL, HUGE_VAL}; // down the long edge
        double t;
        if (hits(&ray, vertex, &t)) {
            ++met;
            const pick_triangle_ray ready = pick_triangle_ray_init(&ray);
            double low = HUGE_VAL, high = -HUGE_VAL;
            for (int k = 0; k < 3; k++) {
                const double at = ready.shear[2] * ((double)vertex[k][ready.kz] - ready.origin[ready.kz]);
                low = fmin(low, at);
                high = fmax(high, at);
            }
            assert_true(t >= low && t <= high); // not by an ulp more
            assert_true(low > 0.99 && high < 2.01);
        }
    }
    print_message("  %u slivers met\n", met);
    assert_true(met > 10000);
}

static void range_and_ends_are_inclusive(void **state)
{
    (void)state;
    const float vertex[3][3] = {{-1, -1, 5}, {1, -1, 5}, {0, 1, 5}};
    double t = -7;
    pick_ray ray = {{0, 0, 0}, {0, 0, 1}, 5, 5};
    assert_true(hits(&ray, vertex, &t));
    assert_near(t, 5, 0);
    t = -7;
    ray.t_min = 5.000001, ray.t_max = 10;
    assert_false(hits(&ray, vertex, &t));
    ray.t_min = 0, ray.t_max = 4.999999;
    assert_false(hits(&ray, vertex, &t));
    ray.t_max = HUGE_VAL;
    const float broken[3][3] = {{-1, -1, NAN}, {1, -1, 5}, {0, 1, 5}};
    assert_false(hits(&ray, broken, &t));
    const float line[3][3] = {{-1, 0, 5}, {0, 0, 5}, {1, 0, 5}};
    assert_false(hits(&ray, line, &t));
    const float edge_on[3][3] = {{0, -1, 4}, {0, 1, 4}, {0, 0, 9}};
    assert_false(hits(&ray, edge_on, &t));
    assert_near(t, -7, 0);
}

static void barycentrics_give_the_point_back(void **state)
{
    (void)state;
    test_random random = {45};
    for (int i = 0; i < 20000; i++) {
        double vertex[3][3], weight[3];
        float rounded[3][3];
        for (int k = 0; k < 9; k++) {
            rounded[k / 3][k % 3] = (float)random_between(&random, -10, 10);
            vertex[k / 3][k % 3] = (double)rounded[k / 3][k % 3];
        }
        weight[1] = random_between(&random, 0.05, 0.9);
        weight[2] = random_between(&random, 0.05, 0.95 - weight[1]);
        weight[0] = 1 - weight[1] - weight[2];
        double p[3];
        for (int k = 0; k < 3; k++)
            p[k] = weight[0] * vertex[0][k] + weight[1] * vertex[1][k] + weight[2] * vertex[2][k];
        const pick_vec3 target = {p[0], p[1], p[2]};
        const pick_vec3 direction = random_direction(&random);
        const double distance = random_between(&random, 1, 50);
        const pick_vec3 ab = {vertex[1][0] - vertex[0][0], vertex[1][1] - vertex[0][1], vertex[1][2] - vertex[0][2]};
        const pick_vec3 ac = {vertex[2][0] - vertex[0][0], vertex[2][1] - vertex[0][1], vertex[2][2] - vertex[0][2]};
        const pick_vec3 normal = pick_vec3_normalize(pick_vec3_cross(ab, ac));
        const double facing = pick_vec3_dot(normal, direction);
        if (fabs(facing) < 0.05)
            continue;
        const pick_ray ray = {pick_vec3_sub(target, pick_vec3_scale(direction, distance)), direction, 0, HUGE_VAL};
        const pick_triangle_ray ready = pick_triangle_ray_init(&ray);
        double t = 0, u = 0, v = 0;
        bool backface = false;
        assert_true(pick_triangle_intersect(&ready, (const float(*)[3])rounded, &t, &u, &v, &backface));
        assert_near(t, distance, 1e-10);
        const double slack = 1e-9 / (pick_vec3_length(pick_vec3_cross(ab, ac)) + 1e-6);
        assert_near(u, weight[1], 1e-9 + slack);
        assert_near(v, weight[2], 1e-9 + slack);
        assert_int_equal(backface, facing > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_ray_leaks_through_edges_or_vertices),
        cmocka_unit_test(a_hole_leaks),
        cmocka_unit_test(rays_along_the_axes_of_an_exact_grid_do_not_leak),
        cmocka_unit_test(t_stays_within_the_triangle),
        cmocka_unit_test(range_and_ends_are_inclusive),
        cmocka_unit_test(barycentrics_give_the_point_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

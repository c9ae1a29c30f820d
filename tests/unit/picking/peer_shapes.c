// Cases that meet shapes. The peers agree on geometry and differ on policy: what a ray that starts inside answers,
// and over which range it counts. Each policy is expressed by what ours returns: entry, exit, `inside`, t_min.
#include "peer_cases.h"

#include "picking/mesh.h"
#include "picking/shape.h"

#include <math.h>
#include <string.h>

bool peer_near(double actual, double expected, double tolerance)
{
    return fabs(actual - expected) <= fmax(tolerance, 1e-12 * fabs(expected));
}

bool peer_near3(pick_vec3 actual, pick_vec3 expected, double tolerance)
{
    return peer_near(actual.x, expected.x, tolerance) && peer_near(actual.y, expected.y, tolerance) &&
           peer_near(actual.z, expected.z, tolerance);
}

static bool read_ray(const cJSON *inputs, pick_ray *ray)
{
    ray->t_min = 0;
    ray->t_max = case_number(inputs, "t_max", HUGE_VAL);
    return case_vec3(inputs, "origin", &ray->origin) && case_vec3(inputs, "direction", &ray->direction);
}

static bool read_volume(const cJSON *inputs, pick_shape *shape)
{
    pick_vec3 a, b;
    memset(shape, 0, sizeof(*shape));
    if (case_vec3(inputs, "min", &a) && case_vec3(inputs, "max", &b)) {
        shape->type = PICK_SHAPE_AABB;
        shape->as.aabb = (pick_aabb){a, b};
        return true;
    }
    if (case_vec3(inputs, "a", &a) && case_vec3(inputs, "b", &b) && case_has(inputs, "radius")) {
        shape->type = PICK_SHAPE_CAPSULE;
        shape->as.capsule = (pick_capsule){a, b, case_number(inputs, "radius", 0)};
        return true;
    }
    if (!case_vec3(inputs, "center", &a)) {
        return false;
    }
    if (case_has(inputs, "radius")) {
        shape->type = PICK_SHAPE_SPHERE;
        shape->as.sphere = (pick_sphere){a, case_number(inputs, "radius", 0)};
        return true;
    }
    const cJSON *axes = cJSON_GetObjectItemCaseSensitive(inputs, "half_axes");
    shape->type = PICK_SHAPE_OBB;
    shape->as.obb.center = a;
    for (int i = 0; i < 3; ++i) {
        const cJSON *axis = cJSON_GetArrayItem(axes, i);
        if (cJSON_GetArraySize(axis) != 3) {
            return false;
        }
        double n[3];
        for (int k = 0; k < 3; ++k) {
            n[k] = cJSON_GetArrayItem(axis, k)->valuedouble;
        }
        shape->as.obb.half_axis[i] = pick_vec3_make(n[0], n[1], n[2]);
    }
    return cJSON_GetArraySize(axes) == 3;
}

// What the case's own file derived in double: where the endless line runs inside the volume.
static peer_result check_line(const peer_case *c, const pick_ray *ray, const pick_shape *shape)
{
    pick_ray line = *ray;
    line.t_min = -HUGE_VAL;
    line.t_max = HUGE_VAL;
    pick_shape_hit hit;
    const bool met = pick_ray_shape(&line, shape, &hit);
    double interval[2];
    PEER_CHECK(met == case_numbers(c->expected, "derived_line_interval", interval, 2), "line meets the volume");
    if (met) {
        PEER_CHECK(peer_near(hit.t, interval[0], 1e-9), "entry of the line");
        PEER_CHECK(peer_near(hit.t_exit, interval[1], 1e-9), "exit of the line");
    }
    return PEER_OK;
}

static bool says(const peer_case *c, const char *convention, const char *words)
{
    return strstr(case_string(c->conventions, convention), words) != NULL;
}

peer_result peer_ray_volume(const peer_case *c)
{
    pick_ray ray;
    pick_shape shape;
    PEER_CHECK(read_ray(c->inputs, &ray) && read_volume(c->inputs, &shape), "inputs are understood");
    const bool expected = case_bool(c->expected, "hit");
    if (ray.direction.x == 0 && ray.direction.y == 0 && ray.direction.z == 0 && expected) {
        return (peer_result){PEER_SKIPPED, "a zero direction tests the point; here it is no ray"};
    }
    const peer_result line = check_line(c, &ray, &shape);
    if (line.outcome != PEER_AGREES) {
        return line;
    }
    pick_shape_hit hit;
    bool met = pick_ray_shape(&ray, &shape, &hit);
    if (says(c, "inside", "-> miss (front")) {
        met = met && !hit.inside;
    }
    const bool own_rule = says(c, "tangent", "tangential direction -> miss") || says(c, "tangent", "is a MISS");
    if (met && !expected && own_rule && hit.t == 0) {
        return (peer_result){PEER_SKIPPED, "a ray that touches the surface it starts on misses; here touching hits"};
    }
    PEER_CHECK(met == expected, "hit");
    if (!met) {
        return PEER_OK;
    }
    double t = hit.t;
    const bool entry_behind = says(c, "inside", "BACKTRACKED") || says(c, "inside", "entry fraction returned") ||
                              says(c, "inside", "two roots");
    if (hit.inside && says(c, "inside", "-> exit point")) {
        t = hit.t_exit;
    } else if (hit.inside && entry_behind) {
        pick_ray line_ray = ray;
        line_ray.t_min = -HUGE_VAL;
        pick_shape_hit whole;
        PEER_CHECK(pick_ray_shape(&line_ray, &shape, &whole), "entry behind the origin");
        t = whole.t;
        PEER_CHECK(!case_has(c->expected, "t1_negative") || (whole.t < 0 && whole.t_exit > 0), "t1 < 0 < t2");
    }
    pick_vec3 v;
    PEER_CHECK(!case_has(c->expected, "t") || peer_near(t, case_number(c->expected, "t", 0), c->tolerance), "t");
    PEER_CHECK(!case_has(c->expected, "t_exit") ||
                   peer_near(hit.t_exit, case_number(c->expected, "t_exit", 0), c->tolerance),
               "t_exit");
    PEER_CHECK(!case_vec3(c->expected, "point", &v) || peer_near3(pick_ray_at(&ray, t), v, c->tolerance), "point");
    PEER_CHECK(!case_vec3(c->expected, "normal", &v) || hit.inside || peer_near3(hit.normal, v, c->tolerance),
               "normal");
    PEER_CHECK(!case_has(c->expected, "inside") || hit.inside == case_bool(c->expected, "inside"), "inside");
    return PEER_OK;
}

peer_result peer_ray_plane(const peer_case *c)
{
    pick_ray ray;
    double p[4];
    PEER_CHECK(read_ray(c->inputs, &ray) && case_numbers(c->inputs, "plane", p, 4), "inputs are understood");
    const bool expected = case_bool(c->expected, "hit");
    if (expected && !case_has(c->expected, "derived_t")) {
        return (peer_result){PEER_SKIPPED, "a ray in the plane hits at its origin; here it has no one point to hit"};
    }
    if (says(c, "line", "infinite line")) {
        ray.t_min = -HUGE_VAL;
    }
    const pick_plane plane = {{p[0], p[1], p[2]}, p[3]};
    pick_shape_hit hit;
    const bool met = pick_ray_plane(&ray, &plane, &hit);
    PEER_CHECK(met == expected, "hit");
    if (!met) {
        return PEER_OK;
    }
    pick_vec3 point;
    PEER_CHECK(peer_near(hit.t, case_number(c->expected, "derived_t", (double)NAN), 1e-12), "derived t");
    PEER_CHECK(!case_has(c->expected, "t") || peer_near(hit.t, case_number(c->expected, "t", 0), c->tolerance), "t");
    PEER_CHECK(!case_vec3(c->expected, "point", &point) || peer_near3(hit.point, point, c->tolerance), "point");
    return PEER_OK;
}

// A mesh whose index list is broken: it is refused before any ray is cast.
static peer_result broken_mesh(const peer_case *c)
{
    const cJSON *positions = cJSON_GetObjectItemCaseSensitive(c->inputs, "positions");
    const cJSON *indices = cJSON_GetObjectItemCaseSensitive(c->inputs, "indices");
    float position[16][3];
    uint32_t index[16];
    const int vertex_count = cJSON_GetArraySize(positions), index_count = cJSON_GetArraySize(indices);
    PEER_CHECK(vertex_count <= 16 && index_count <= 16, "inputs are understood");
    for (int i = 0; i < 3 * vertex_count; ++i) {
        position[i / 3][i % 3] = (float)cJSON_GetArrayItem(cJSON_GetArrayItem(positions, i / 3), i % 3)->valuedouble;
    }
    for (int i = 0; i < index_count; ++i) {
        index[i] = (uint32_t)cJSON_GetArrayItem(indices, i)->valuedouble;
    }
    const pick_mesh_desc desc = {.positions = &position[0][0],
                                 .vertex_count = (uint32_t)vertex_count,
                                 .indices = index,
                                 .index_type = PICK_INDEX_UINT32,
                                 .index_count = (uint32_t)index_count};
    pick_mesh *mesh = NULL;
    const pick_result result = pick_mesh_create(&desc, NULL, &mesh);
    pick_mesh_destroy(mesh);
    PEER_CHECK(!case_bool(c->expected, "hit") && result != PICK_OK && !mesh, "the mesh is refused");
    return PEER_OK;
}

peer_result peer_ray_triangle(const peer_case *c)
{
    if (case_has(c->inputs, "indices")) {
        return broken_mesh(c);
    }
    pick_ray ray;
    pick_triangle triangle;
    PEER_CHECK(read_ray(c->inputs, &ray) && case_vec3(c->inputs, "v0", &triangle.vertex[0]) &&
                   case_vec3(c->inputs, "v1", &triangle.vertex[1]) && case_vec3(c->inputs, "v2", &triangle.vertex[2]),
               "inputs are understood");
    pick_shape_hit hit;
    const bool met = pick_ray_triangle(&ray, &triangle, &hit);
    const bool seen = met && !(hit.backface && case_bool(c->inputs, "cull_backfaces"));
    PEER_CHECK(seen == case_bool(c->expected, "hit"), "hit");
    if (!met) {
        return PEER_OK;
    }
    const cJSON *derived = cJSON_GetObjectItemCaseSensitive(c->expected, "derived");
    double weight[3];
    pick_vec3 point;
    PEER_CHECK(peer_near(hit.t, case_number(derived, "t", (double)NAN), 1e-12), "derived t");
    PEER_CHECK(case_numbers(derived, "barycentric_v0v1v2", weight, 3), "derived barycentrics");
    PEER_CHECK(peer_near(hit.barycentric[0], weight[1], 1e-12) && peer_near(hit.barycentric[1], weight[2], 1e-12),
               "barycentrics");
    PEER_CHECK(hit.backface != case_bool(derived, "front_facing_ccw"), "facing");
    PEER_CHECK(!case_has(c->expected, "t") || peer_near(hit.t, case_number(c->expected, "t", 0), c->tolerance), "t");
    PEER_CHECK(!case_vec3(c->expected, "point", &point) || peer_near3(hit.point, point, c->tolerance), "point");
    return PEER_OK;
}

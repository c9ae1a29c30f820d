// Cases that meet planes, triangles and meshes.
#include "peer_answers.h"
#include "peer_cases.h"

#include <math.h>
#include <string.h>

static peer_result same(bool agrees, const cJSON *value)
{
    return agrees ? PEER_OK : peer_say(PEER_DIFFERS, value->string, "");
}

static peer_result no_such(void)
{
    return peer_say(PEER_SKIPPED, "a miss has no such field", "");
}

// --- What planes, triangles and meshes answer alike -----------------------------------------------------------------

typedef struct flat_answer {
    pick_ray ray;
    bool met;  // as the case counts it: culled, and in its range
    bool line; // the endless line meets it
    double t, line_t;
    pick_vec3 point, normal;
    double barycentric[2], line_barycentric[2];
    uint32_t triangle;
    bool backface, line_backface;
} flat_answer;

static peer_result hit_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const flat_answer *a = answer;
    (void)c;
    return same(cJSON_IsBool(value) && a->met == cJSON_IsTrue(value), value);
}

static peer_result t_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const flat_answer *a = answer;
    return a->met ? same(peer_value_near(a->t, value, c->tolerance), value) : no_such();
}

static peer_result distance_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const flat_answer *a = answer;
    const double length = pick_vec3_length(a->ray.direction);
    return a->met ? same(peer_value_near(a->t * length, value, c->tolerance), value) : no_such();
}

static peer_result point_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const flat_answer *a = answer;
    return a->met ? same(peer_value_near3(a->point, value, c->tolerance), value) : no_such();
}

static peer_result normal_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const flat_answer *a = answer;
    return a->met ? same(peer_value_near3(a->normal, value, c->tolerance), value) : no_such();
}

static peer_result backface_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const flat_answer *a = answer;
    (void)c;
    const bool front = strstr(value->string, "front") != NULL;
    return a->met ? same(cJSON_IsBool(value) && a->backface == (front != cJSON_IsTrue(value)), value) : no_such();
}

static peer_result triangle_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const flat_answer *a = answer;
    return a->met ? same(peer_value_near(a->triangle, value, c->tolerance), value) : no_such();
}

// Weights of vertices 1 and 2, or of all three.
static bool same_weights(const double ours[2], const cJSON *value, double tolerance)
{
    const int from = cJSON_GetArraySize(value) - 2;
    return (from == 0 ||
            (from == 1 && peer_value_near(1 - ours[0] - ours[1], cJSON_GetArrayItem(value, 0), tolerance))) &&
           peer_value_near(ours[0], cJSON_GetArrayItem(value, from), tolerance) &&
           peer_value_near(ours[1], cJSON_GetArrayItem(value, from + 1), tolerance);
}

static peer_result weights_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const flat_answer *a = answer;
    return a->met ? same(same_weights(a->barycentric, value, c->tolerance), value) : no_such();
}

// --- Planes ---------------------------------------------------------------------------------------------------------

static peer_result plane_t_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const flat_answer *a = answer;
    if (cJSON_IsString(value) && !a->met)
        return peer_say(PEER_SKIPPED, "a parallel ray has no t here, where the peer says infinity", "");
    return t_field(c, value, answer);
}

// Where the endless line meets the plane.
static peer_result derived_t_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const flat_answer *a = answer;
    (void)c;
    if (cJSON_IsNull(value))
        return same(!a->line, value);
    return same(a->line && peer_value_near(a->line_t, value, 1e-12), value);
}

static const peer_field plane_fields[] = {
    {"hit", hit_field},     {"t", plane_t_field},     {"derived_t", derived_t_field}, {"distance", distance_field},
    {"point", point_field}, {"normal", normal_field}, {"backface", backface_field},   {"front_face", backface_field},
};

peer_result peer_ray_plane(const peer_case *c)
{
    flat_answer a = {.met = false};
    pick_shape shape = {.type = PICK_SHAPE_PLANE};
    pick_shape_hit hit;
    double p[4];
    const peer_result known = peer_check_inputs(c->inputs, "origin direction t_max plane");
    if (known.outcome == PEER_DIFFERS)
        return known;
    PEER_CHECK(case_ray(c->inputs, &a.ray) && case_numbers(c->inputs, "plane", p, 4), "inputs are understood");
    const pick_vec3 normal = {p[0], p[1], p[2]};
    const double toward = pick_vec3_dot(normal, a.ray.direction);
    shape.as.plane = (pick_plane){normal, p[3]};
    if (case_bool(c->expected, "hit") && toward == 0 && pick_vec3_dot(normal, a.ray.origin) + p[3] == 0)
        return peer_say(PEER_SKIPPED, "a ray in the plane hits at its origin; here it has no one point to hit", "");
    if (peer_says(c, "line", "infinite line"))
        a.ray.t_min = -HUGE_VAL;
    pick_ray line = a.ray;
    line.t_min = -HUGE_VAL;
    line.t_max = HUGE_VAL;
    a.line = answer_shape(&line, &shape, &hit);
    a.line_t = a.line ? hit.t : 0;
    a.met = answer_shape(&a.ray, &shape, &hit);
    if (a.met) {
        a.t = hit.t;
        a.point = hit.point;
        a.normal = hit.normal;
        a.backface = hit.backface;
        const pick_vec3 at = pick_vec3_add(a.ray.origin, pick_vec3_scale(a.ray.direction, hit.t));
        const double size = 1 + pick_vec3_length(at), off = pick_vec3_dot(normal, hit.point) + p[3];
        PEER_CHECK(peer_near3(hit.point, at, 1e-9 * size), "the point at t");
        PEER_CHECK(fabs(off) <= 1e-9 * size * pick_vec3_length(normal), "the point in the plane");
        PEER_CHECK(peer_near3(hit.normal, pick_vec3_normalize(normal), 1e-12), "the plane's normal");
        PEER_CHECK(hit.backface == (toward > 0), "the side of the plane");
        PEER_CHECK(hit.t_exit == hit.t && hit.face == 0 && !hit.inside, "a plane has no inside");
    }
    return peer_check_fields(c, c->expected, plane_fields, sizeof(plane_fields) / sizeof(plane_fields[0]), &a);
}

// --- Triangles and meshes -------------------------------------------------------------------------------------------

// What the case's own file derived in double, of the endless line: it misses what lies outside the triangle.
static peer_result derived_front_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const flat_answer *a = answer;
    (void)c;
    return a->line ? same(a->line_backface != cJSON_IsTrue(value), value) : no_such();
}

static peer_result derived_line_t_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const flat_answer *a = answer;
    (void)c;
    return a->line ? same(peer_value_near(a->line_t, value, 1e-12), value) : no_such();
}

static peer_result derived_weights_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const flat_answer *a = answer;
    (void)c;
    return a->line ? same(same_weights(a->line_barycentric, value, 1e-12), value) : no_such();
}

static const peer_field derived_fields[] = {
    {"t", derived_line_t_field},
    {"barycentric_v0v1v2", derived_weights_field},
    {"front_facing_ccw", derived_front_field},
};

static peer_result derived_field(const peer_case *c, const cJSON *value, const void *answer)
{
    return peer_check_fields(c, value, derived_fields, sizeof(derived_fields) / sizeof(derived_fields[0]), answer);
}

static const peer_field triangle_fields[] = {
    {"hit", hit_field},
    {"t", t_field},
    {"distance", distance_field},
    {"point", point_field},
    {"normal", normal_field},
    {"barycentric", weights_field},
    {"triangle", triangle_field},
    {"backface", backface_field},
    {"front_face", backface_field},
    {"derived", derived_field},
};

// What a hit of this triangle must be, whatever the case states.
static peer_result check_triangle(const flat_answer *a, const pick_vec3 v[3])
{
    const pick_vec3 e1 = pick_vec3_sub(v[1], v[0]), e2 = pick_vec3_sub(v[2], v[0]);
    const pick_vec3 normal = pick_vec3_normalize(pick_vec3_cross(e1, e2));
    const pick_vec3 at = pick_vec3_add(a->ray.origin, pick_vec3_scale(a->ray.direction, a->t));
    const pick_vec3 weighed = pick_vec3_add(
        v[0], pick_vec3_add(pick_vec3_scale(e1, a->barycentric[0]), pick_vec3_scale(e2, a->barycentric[1])));
    const double slack = 1e-9 * (1 + pick_vec3_length(at));
    PEER_CHECK(peer_near3(a->point, at, slack), "the point at t");
    PEER_CHECK(peer_near3(a->point, weighed, slack), "the point of the barycentrics");
    PEER_CHECK(peer_near3(a->normal, normal, 1e-9), "the triangle's normal");
    PEER_CHECK(a->backface == (pick_vec3_dot(normal, a->ray.direction) > 0), "the side of the triangle");
    return PEER_OK;
}

static peer_result compare(const peer_case *c, const flat_answer *a)
{
    return peer_check_fields(c, c->expected, triangle_fields, sizeof(triangle_fields) / sizeof(triangle_fields[0]), a);
}

enum { MESH_MAX = 64 };

typedef struct mesh_case {
    float position[MESH_MAX][3];
    uint32_t index[MESH_MAX];
    int vertices, indices;
    bool indexed;
} mesh_case;

static bool read_mesh(const cJSON *inputs, mesh_case *m)
{
    const cJSON *positions = cJSON_GetObjectItemCaseSensitive(inputs, "positions");
    const cJSON *indices = cJSON_GetObjectItemCaseSensitive(inputs, "indices");
    m->vertices = cJSON_GetArraySize(positions);
    m->indices = cJSON_GetArraySize(indices);
    m->indexed = cJSON_IsArray(indices);
    if (m->vertices > MESH_MAX || m->indices > MESH_MAX)
        return false;
    for (int i = 0; i < m->vertices; i++) {
        const cJSON *position = cJSON_GetArrayItem(positions, i);
        for (int k = 0; k < 3; k++) {
            const cJSON *number = cJSON_GetArrayItem(position, k);
            if (!cJSON_IsNumber(number))
                return false;
            m->position[i][k] = (float)number->valuedouble;
        }
    }
    for (int i = 0; i < m->indices; i++)
        m->index[i] = (uint32_t)cJSON_GetArrayItem(indices, i)->valuedouble;
    return true;
}

static pick_vec3 corner(const mesh_case *m, uint32_t triangle, int i)
{
    const uint32_t at = 3 * triangle + (uint32_t)i;
    const float *p = m->position[m->indexed ? m->index[at] : at];
    return pick_vec3_make((double)p[0], (double)p[1], (double)p[2]);
}

// The closest hit of a mesh in a scene. A mesh that is refused hits nothing.
static peer_result ask_mesh(const mesh_case *m, bool cull, flat_answer *a)
{
    const pick_mesh_desc desc = {.positions = &m->position[0][0],
                                 .vertex_count = (uint32_t)m->vertices,
                                 .indices = m->indexed ? m->index : NULL,
                                 .index_type = m->indexed ? PICK_INDEX_UINT32 : PICK_INDEX_NONE,
                                 .index_count = (uint32_t)m->indices};
    pick_mesh *mesh = NULL;
    pick_hit hit;
    a->met = a->line = false;
    if (pick_mesh_create(&desc, NULL, &mesh) != PICK_OK) {
        PEER_CHECK(!mesh, "a mesh that is refused");
        return PEER_OK;
    }
    a->met = answer_mesh(&a->ray, mesh, cull ? PICK_CULL_BACK : PICK_CULL_NONE, &hit);
    const uint32_t triangles = pick_mesh_get_stats(mesh).triangle_count;
    pick_mesh_destroy(mesh);
    if (!a->met)
        return PEER_OK;
    a->line = true;
    a->t = a->line_t = hit.t;
    a->point = hit.point;
    a->normal = hit.normal;
    a->triangle = hit.triangle;
    a->backface = a->line_backface = hit.backface;
    for (int i = 0; i < 2; i++)
        a->barycentric[i] = a->line_barycentric[i] = hit.barycentric[i];
    PEER_CHECK(hit.triangle < triangles, "the triangle's number");
    PEER_CHECK(!(cull && hit.backface), "a back face that is culled");
    const pick_vec3 v[3] = {corner(m, hit.triangle, 0), corner(m, hit.triangle, 1), corner(m, hit.triangle, 2)};
    return check_triangle(a, v);
}

// The triangle by itself, and as a mesh of one when floats can hold it.
static peer_result ask_triangle(const peer_case *c, const pick_triangle *triangle, bool cull, flat_answer *a)
{
    const pick_shape shape = {.type = PICK_SHAPE_TRIANGLE, .as.triangle = *triangle};
    pick_shape_hit hit;
    pick_ray line = a->ray;
    line.t_min = -HUGE_VAL;
    line.t_max = HUGE_VAL;
    a->line = answer_shape(&line, &shape, &hit);
    if (a->line) {
        a->line_t = hit.t;
        a->line_backface = hit.backface;
        a->line_barycentric[0] = hit.barycentric[0];
        a->line_barycentric[1] = hit.barycentric[1];
    }
    a->met = answer_shape(&a->ray, &shape, &hit);
    mesh_case m = {.vertices = 3};
    bool exact = true;
    for (int i = 0; i < 3; i++) {
        const double v[3] = {triangle->vertex[i].x, triangle->vertex[i].y, triangle->vertex[i].z};
        for (int k = 0; k < 3; k++) {
            m.position[i][k] = (float)v[k];
            exact = exact && (double)m.position[i][k] == v[k];
        }
    }
    if (a->met) {
        a->t = hit.t;
        a->point = hit.point;
        a->normal = hit.normal;
        a->barycentric[0] = hit.barycentric[0];
        a->barycentric[1] = hit.barycentric[1];
        a->backface = hit.backface;
        a->met = !(hit.backface && cull);
        PEER_CHECK(hit.t_exit == hit.t && hit.face == 0 && !hit.inside, "a triangle has no inside");
        const peer_result sane = check_triangle(a, triangle->vertex);
        if (sane.outcome == PEER_DIFFERS)
            return sane;
    }
    flat_answer as_mesh = {.ray = a->ray};
    const peer_result meshed = exact ? ask_mesh(&m, cull, &as_mesh) : PEER_OK;
    if (meshed.outcome == PEER_DIFFERS)
        return meshed;
    return exact ? compare(c, &as_mesh) : PEER_OK;
}

peer_result peer_ray_triangle(const peer_case *c)
{
    flat_answer a = {.met = false};
    pick_triangle triangle;
    mesh_case m;
    const bool cull = case_bool(c->inputs, "cull_backfaces");
    peer_result result =
        peer_check_inputs(c->inputs, "origin direction t_max v0 v1 v2 positions indices cull_backfaces");
    if (result.outcome == PEER_DIFFERS)
        return result;
    PEER_CHECK(case_ray(c->inputs, &a.ray), "inputs are understood");
    if (case_has(c->inputs, "positions")) {
        PEER_CHECK(read_mesh(c->inputs, &m), "inputs are understood");
        result = ask_mesh(&m, cull, &a);
    } else {
        PEER_CHECK(case_vec3(c->inputs, "v0", &triangle.vertex[0]) && case_vec3(c->inputs, "v1", &triangle.vertex[1]) &&
                       case_vec3(c->inputs, "v2", &triangle.vertex[2]),
                   "inputs are understood");
        result = ask_triangle(c, &triangle, cull, &a);
    }
    return result.outcome == PEER_DIFFERS ? result : compare(c, &a);
}

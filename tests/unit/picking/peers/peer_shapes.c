// Cases that meet volumes. The peers agree on geometry and differ on policy: what a ray that starts inside answers,
// and over which range it counts. Each policy is expressed by what ours returns: entry, exit, `inside`, t_min.
#include "peer_answers.h"
#include "peer_cases.h"

#include <math.h>
#include <string.h>

typedef struct volume_answer {
    pick_ray ray;
    pick_shape shape;
    bool met, line_met;
    pick_shape_hit hit;  // of the ray
    pick_shape_hit line; // of the endless line that it lies on
    // By the case's policy: where the answer is taken from, and whether that has a normal.
    double t;
    pick_vec3 point, normal;
    bool has_normal;
} volume_answer;

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
    if (!case_vec3(inputs, "center", &a))
        return false;
    if (case_has(inputs, "radius")) {
        shape->type = PICK_SHAPE_SPHERE;
        shape->as.sphere = (pick_sphere){a, case_number(inputs, "radius", 0)};
        return true;
    }
    const cJSON *axes = cJSON_GetObjectItemCaseSensitive(inputs, "half_axes");
    shape->type = PICK_SHAPE_OBB;
    shape->as.obb.center = a;
    for (int i = 0; i < 3; i++) {
        const cJSON *axis = cJSON_GetArrayItem(axes, i);
        if (cJSON_GetArraySize(axis) != 3)
            return false;
        double n[3];
        for (int k = 0; k < 3; k++)
            n[k] = cJSON_GetArrayItem(axis, k)->valuedouble;
        shape->as.obb.half_axis[i] = pick_vec3_make(n[0], n[1], n[2]);
    }
    return cJSON_GetArraySize(axes) == 3;
}

// --- What follows from the shape alone ------------------------------------------------------------------------------

static pick_vec3 on_segment(const pick_capsule *c, pick_vec3 point, double *along)
{
    const pick_vec3 way = pick_vec3_sub(c->b, c->a);
    const double length2 = pick_vec3_dot(way, way);
    const double k = length2 > 0 ? pick_vec3_dot(pick_vec3_sub(point, c->a), way) / length2 : 0;
    *along = k;
    return pick_vec3_add(c->a, pick_vec3_scale(way, fmin(1, fmax(0, k))));
}

// A box of either kind as centre and half axes. The normal of its side i, of unit length, at the end of half axis i.
static pick_obb as_obb(const pick_shape *shape)
{
    if (shape->type == PICK_SHAPE_OBB)
        return shape->as.obb;
    const pick_aabb *box = &shape->as.aabb;
    const pick_vec3 half = pick_vec3_scale(pick_vec3_sub(box->max, box->min), 0.5);
    return (pick_obb){pick_vec3_add(box->min, half), {{half.x, 0, 0}, {0, half.y, 0}, {0, 0, half.z}}};
}

static pick_vec3 side_normal(const pick_shape *shape, const pick_obb *box, int i)
{
    if (shape->type == PICK_SHAPE_AABB)
        return pick_vec3_make(i == 0, i == 1, i == 2);
    const pick_vec3 n = pick_vec3_cross(box->half_axis[(i + 1) % 3], box->half_axis[(i + 2) % 3]);
    return pick_vec3_normalize(pick_vec3_dot(n, box->half_axis[i]) < 0 ? pick_vec3_scale(n, -1) : n);
}

// How far outside a point lies, negative inside: exact for balls and capsules, in units of the half axes for boxes.
static double depth_of(const pick_shape *shape, pick_vec3 point)
{
    double along;
    if (shape->type == PICK_SHAPE_SPHERE)
        return pick_vec3_length(pick_vec3_sub(point, shape->as.sphere.center)) - shape->as.sphere.radius;
    if (shape->type == PICK_SHAPE_CAPSULE) {
        const pick_vec3 middle = on_segment(&shape->as.capsule, point, &along);
        return pick_vec3_length(pick_vec3_sub(point, middle)) - shape->as.capsule.radius;
    }
    const pick_obb box = as_obb(shape);
    double deepest = -HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        const pick_vec3 n = pick_vec3_cross(box.half_axis[(i + 1) % 3], box.half_axis[(i + 2) % 3]);
        const double volume = pick_vec3_dot(n, box.half_axis[i]);
        if (volume == 0)
            return 0; // flat: nothing to say
        deepest = fmax(deepest, fabs(pick_vec3_dot(pick_vec3_sub(point, box.center), n) / volume) - 1);
    }
    return deepest;
}

// The normal and face of a point on the surface.
static peer_result check_surface(const pick_shape *shape, const pick_shape_hit *hit)
{
    if (shape->type == PICK_SHAPE_SPHERE || shape->type == PICK_SHAPE_CAPSULE) {
        const bool sphere = shape->type == PICK_SHAPE_SPHERE;
        double along = 0;
        const pick_vec3 middle = sphere ? shape->as.sphere.center : on_segment(&shape->as.capsule, hit->point, &along);
        const double radius = sphere ? shape->as.sphere.radius : shape->as.capsule.radius;
        PEER_CHECK(radius == 0 ||
                       peer_near3(hit->normal, pick_vec3_scale(pick_vec3_sub(hit->point, middle), 1 / radius), 1e-6),
                   "the normal of a round surface");
        const bool side = along > -1e-9 && along < 1 + 1e-9;
        PEER_CHECK(sphere ? hit->face == 0
                          : (hit->face == 0 && side) || (hit->face == 1 && along < 1e-9) ||
                                (hit->face == 2 && along > 1 - 1e-9),
                   "the face of a round surface");
        return PEER_OK;
    }
    PEER_CHECK(hit->face >= 0 && hit->face < 6, "the face of a box");
    const pick_obb box = as_obb(shape);
    const int axis = hit->face / 2;
    const double sign = hit->face % 2 ? 1 : -1;
    const pick_vec3 side = pick_vec3_add(box.center, pick_vec3_scale(box.half_axis[axis], sign));
    const pick_vec3 normal = pick_vec3_scale(side_normal(shape, &box, axis), sign);
    const double off = pick_vec3_dot(pick_vec3_sub(hit->point, side), normal);
    PEER_CHECK(fabs(off) <= 1e-9 * (1 + pick_vec3_length(hit->point)), "the face of a box");
    const bool flat = shape->type == PICK_SHAPE_OBB && pick_vec3_length(box.half_axis[axis]) == 0;
    PEER_CHECK(peer_near3(hit->normal, normal, 1e-6) ||
                   (flat && peer_near3(hit->normal, pick_vec3_scale(normal, -1), 1e-6)),
               "the normal of a box");
    return PEER_OK;
}

// What a hit must be, whatever the case states.
static peer_result check_hit(const volume_answer *a)
{
    const pick_ray *ray = &a->ray;
    const pick_shape_hit *hit = &a->hit;
    const double t_slack = 1e-9 * (1 + fabs(hit->t));
    const double entry = fmax(a->line.t, ray->t_min), exit = fmin(a->line.t_exit, ray->t_max);
    PEER_CHECK(a->line_met, "the endless line of a ray that hits");
    PEER_CHECK(peer_near(hit->t, entry, t_slack), "t and the endless line's");
    PEER_CHECK(peer_near(hit->t_exit, exit, 1e-9 * (1 + fabs(exit))), "the exit and the endless line's");
    const pick_vec3 at = pick_vec3_add(ray->origin, pick_vec3_scale(ray->direction, hit->t));
    PEER_CHECK(peer_near3(hit->point, at, 1e-9 * (1 + pick_vec3_length(at))), "the point at t");
    const double start = a->line.t - ray->t_min;
    PEER_CHECK(fabs(start) < 1e-9 || hit->inside == (start < 0), "the inside flag");
    // The ends lie on the surface, but those that the range cuts off.
    const double reach = 1e-6 * (1 + pick_vec3_length(ray->origin));
    for (int i = 0; i < 2; i++) {
        const double t = i ? a->line.t_exit : a->line.t;
        const double depth = depth_of(&a->shape, pick_vec3_add(ray->origin, pick_vec3_scale(ray->direction, t)));
        PEER_CHECK(fabs(depth) <= reach, i ? "the exit on the surface" : "the entry on the surface");
    }
    if (hit->inside) {
        PEER_CHECK(hit->face == -1 && pick_vec3_length(hit->normal) == 0, "no face nor normal inside");
        return PEER_OK;
    }
    return check_surface(&a->shape, hit);
}

// The same volume as the only object of a scene, solid, at the origin. What cannot be a volume is passed over.
static peer_result check_object(const pick_ray *ray, const pick_shape *shape)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_volume *volume = NULL;
    pick_scene *scene = NULL;
    pick_object_id id;
    pick_shape_hit expected;
    pick_hit hit;
    if (pick_volume_create(&(pick_volume_desc){.shape = shape}, NULL, &volume) != PICK_OK)
        return PEER_OK;
    desc.volume = volume;
    const bool made = pick_scene_create(NULL, &scene) == PICK_OK && pick_scene_add(scene, &desc, &id) == PICK_OK;
    const bool met = pick_ray_shape(ray, shape, &expected);
    const bool found = made && pick_closest(scene, ray, NULL, &hit);
    pick_scene_destroy(scene);
    pick_volume_destroy(volume);
    const double slack = 1e-9 * (1 + (met ? fabs(expected.t) : 0));
    const bool grazes = met && expected.t_exit - expected.t <= 1e-6 * (1 + fabs(expected.t));
    PEER_CHECK(found == met || grazes, "the hit of an object");
    if (found && met) {
        PEER_CHECK(peer_near(hit.t, expected.t, slack), "t of an object");
        PEER_CHECK(hit.inside == expected.inside, "the inside flag of an object");
        // At an edge that faces the ray two faces are met at once, and either's normal will do.
        const double tie = pick_vec3_dot(ray->direction, pick_vec3_sub(hit.normal, expected.normal));
        PEER_CHECK(expected.face != 0 || peer_near3(hit.normal, expected.normal, 1e-6) || fabs(tie) <= 1e-9,
                   "the normal of an object");
    }
    return PEER_OK;
}

// --- What a case states ---------------------------------------------------------------------------------------------

static peer_result no_such(void)
{
    return peer_say(PEER_SKIPPED, "a miss has no such field", "");
}

static peer_result same(bool agrees, const cJSON *value)
{
    return agrees ? PEER_OK : peer_say(PEER_DIFFERS, value->string, "");
}

static peer_result hit_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const volume_answer *a = answer;
    (void)c;
    return same(cJSON_IsBool(value) && a->met == cJSON_IsTrue(value), value);
}

static peer_result t_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const volume_answer *a = answer;
    return a->met ? same(peer_value_near(a->t, value, c->tolerance), value) : no_such();
}

static peer_result exit_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const volume_answer *a = answer;
    return a->met ? same(peer_value_near(a->hit.t_exit, value, c->tolerance), value) : no_such();
}

static peer_result point_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const volume_answer *a = answer;
    return a->met ? same(peer_value_near3(a->point, value, c->tolerance), value) : no_such();
}

static peer_result exit_point_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const volume_answer *a = answer;
    return a->met ? same(peer_value_near3(pick_ray_at(&a->ray, a->hit.t_exit), value, c->tolerance), value) : no_such();
}

static peer_result normal_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const volume_answer *a = answer;
    if (a->met && !a->has_normal)
        return peer_say(PEER_SKIPPED, "the exit has no normal here", "");
    return a->met ? same(peer_value_near3(a->normal, value, c->tolerance), value) : no_such();
}

static peer_result inside_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const volume_answer *a = answer;
    (void)c;
    return a->met ? same(cJSON_IsBool(value) && a->hit.inside == cJSON_IsTrue(value), value) : no_such();
}

static peer_result distance_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const volume_answer *a = answer;
    const double length = pick_vec3_length(a->ray.direction);
    return a->met ? same(peer_value_near(a->t * length, value, c->tolerance), value) : no_such();
}

// A number as in shape.h, or a box's side as text: "-x".
static peer_result face_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const volume_answer *a = answer;
    (void)c;
    int face = cJSON_IsNumber(value) && value->valuedouble == value->valueint ? value->valueint : -2;
    if (cJSON_IsString(value) && strlen(value->valuestring) == 2) {
        const char *axes = "xXyYzZ", *axis = strchr(axes, value->valuestring[1]);
        face = axis ? 2 * (int)((axis - axes) / 2) + (value->valuestring[0] == '+') : -2;
    }
    return a->met ? same(a->hit.face == face, value) : no_such();
}

// The two roots of the endless line, and their signs.
static peer_result root_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const volume_answer *a = answer;
    const double root = value->string[1] == '1' ? a->line.t : a->line.t_exit;
    if (cJSON_IsNull(value) || !a->line_met)
        return same(cJSON_IsNull(value) && !a->line_met, value);
    if (strstr(value->string, "_positive"))
        return same(cJSON_IsBool(value) && (root > 0) == cJSON_IsTrue(value), value);
    if (strstr(value->string, "_negative"))
        return same(cJSON_IsBool(value) && (root < 0) == cJSON_IsTrue(value), value);
    return same(peer_value_near(root, value, c->tolerance), value);
}

static peer_result interval_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const volume_answer *a = answer;
    (void)c;
    if (cJSON_IsNull(value))
        return same(!a->line_met, value);
    return same(a->line_met && cJSON_GetArraySize(value) == 2 &&
                    peer_value_near(a->line.t, cJSON_GetArrayItem(value, 0), 1e-9) &&
                    peer_value_near(a->line.t_exit, cJSON_GetArrayItem(value, 1), 1e-9),
                value);
}

static const peer_field fields[] = {
    {"derived_line_interval", interval_field},
    {"hit", hit_field},
    {"t", t_field},
    {"t_exit", exit_field},
    {"point", point_field},
    {"exit_point", exit_point_field},
    {"normal", normal_field},
    {"face", face_field},
    {"inside", inside_field},
    {"distance", distance_field},
    {"t1", root_field},
    {"t2", root_field},
    {"t1_positive", root_field},
    {"t2_positive", root_field},
    {"t1_negative", root_field},
    {"t2_negative", root_field},
};

// The box that local bounds and a scale say once more must be the same one.
static peer_result check_local_box(const peer_case *c, const pick_shape *shape)
{
    pick_vec3 min, max, scale;
    if (!case_has(c->inputs, "local_min"))
        return PEER_OK;
    PEER_CHECK(case_vec3(c->inputs, "local_min", &min) && case_vec3(c->inputs, "local_max", &max) &&
                   case_vec3(c->inputs, "scale", &scale) && shape->type == PICK_SHAPE_OBB,
               "inputs are understood");
    const pick_aabb box = {min, max};
    pick_transform transform = PICK_TRANSFORM_IDENTITY;
    transform.linear[0] = (float)scale.x;
    transform.linear[4] = (float)scale.y;
    transform.linear[8] = (float)scale.z;
    const pick_obb made = pick_obb_from_aabb(&box, &transform);
    PEER_CHECK(peer_near3(made.center, shape->as.obb.center, 1e-9), "the centre of the local box");
    for (int i = 0; i < 3; i++)
        PEER_CHECK(peer_near3(made.half_axis[i], shape->as.obb.half_axis[i], 1e-9), "the axes of the local box");
    return PEER_OK;
}

// Where the case's policy takes its answer from.
static void choose(const peer_case *c, volume_answer *a)
{
    const bool entry_behind = peer_says(c, "inside", "BACKTRACKED") ||
                              peer_says(c, "inside", "entry fraction returned") || peer_says(c, "inside", "two roots");
    const bool to_exit = peer_says(c, "inside", "-> exit point");
    a->t = a->hit.t;
    a->point = a->hit.point;
    a->normal = a->hit.normal;
    a->has_normal = true;
    if (a->hit.inside && to_exit) {
        a->t = a->hit.t_exit;
        a->point = pick_ray_at(&a->ray, a->t);
        a->has_normal = false;
    } else if (a->hit.inside && entry_behind) {
        a->t = a->line.t;
        a->point = a->line.point;
        a->normal = a->line.normal;
    }
}

peer_result peer_ray_volume(const peer_case *c)
{
    volume_answer a = {.met = false};
    const peer_result known = peer_check_inputs(
        c->inputs, "origin direction t_max min max a b radius center half_axes local_min local_max scale");
    if (known.outcome == PEER_DIFFERS)
        return known;
    PEER_CHECK(case_ray(c->inputs, &a.ray) && read_volume(c->inputs, &a.shape), "inputs are understood");
    const peer_result local = check_local_box(c, &a.shape);
    if (local.outcome == PEER_DIFFERS)
        return local;
    const bool expected = case_bool(c->expected, "hit");
    const pick_vec3 d = a.ray.direction;
    if (d.x == 0 && d.y == 0 && d.z == 0 && expected)
        return peer_say(PEER_SKIPPED, "a zero direction tests the point; here it is no ray", "");
    pick_ray line = a.ray;
    line.t_min = -HUGE_VAL;
    line.t_max = HUGE_VAL;
    a.line_met = answer_shape(&line, &a.shape, &a.line);
    a.met = answer_shape(&a.ray, &a.shape, &a.hit);
    if (a.met) {
        const peer_result sane = check_hit(&a);
        if (sane.outcome == PEER_DIFFERS)
            return sane;
        choose(c, &a);
    }
    const peer_result object = check_object(&a.ray, &a.shape);
    if (object.outcome == PEER_DIFFERS)
        return object;
    if (peer_says(c, "inside", "-> miss (front"))
        a.met = a.met && !a.hit.inside;
    const bool own_rule =
        peer_says(c, "tangent", "tangential direction -> miss") || peer_says(c, "tangent", "is a MISS");
    if (a.met && !expected && own_rule && a.hit.t == 0)
        return peer_say(PEER_SKIPPED, "a ray that touches the surface it starts on misses; here touching hits", "");
    return peer_check_fields(c, c->expected, fields, sizeof(fields) / sizeof(fields[0]), &a);
}

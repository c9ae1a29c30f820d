// Cases about what lies in a frustum: boxes as objects of a scene, asked for by their boxes; points; and spheres, as
// points of a frustum that is larger, or smaller, by their radius.
#include "peer_answers.h"
#include "peer_cameras.h"
#include "peer_cases.h"

#include <math.h>
#include <string.h>

// Planes: as listed, or left, right, bottom, top, near, far.
typedef struct frustum {
    pick_plane planes[PICK_REGION_PLANES];
    uint32_t count;
    pick_vec3 eye;
    pick_vec3 right, up, forward; // of unit length
} frustum;

// The side of a plane through `point` that `normal` points to.
static void add_plane(frustum *f, pick_vec3 normal, pick_vec3 point)
{
    const pick_vec3 unit = pick_vec3_normalize(normal);
    f->planes[f->count++] = (pick_plane){unit, -pick_vec3_dot(unit, point)};
}

static bool read_planes(const cJSON *list, frustum *out)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, list)
    {
        double n[4];
        for (int i = 0; i < 4; i++) {
            const cJSON *number = cJSON_GetArrayItem(item, i);
            if (!cJSON_IsNumber(number) || out->count == PICK_REGION_PLANES)
                return false;
            n[i] = number->valuedouble;
        }
        out->planes[out->count++] = (pick_plane){{n[0], n[1], n[2]}, n[3]};
    }
    return out->count > 0;
}

static bool read_camera(const cJSON *in, frustum *out)
{
    projection_spec spec;
    pick_vec3 forward, up;
    if (!peer_read_axes(in, &out->eye, &forward, &up) || !peer_read_sides(in, 1, &spec))
        return false;
    out->forward = pick_vec3_normalize(forward);
    out->right = pick_vec3_normalize(pick_vec3_cross(out->forward, up));
    out->up = pick_vec3_cross(out->right, out->forward);
    const double side[4] = {spec.left, -spec.right, spec.bottom, -spec.top}; // where each begins, going inward
    for (int i = 0; i < 4; i++) {
        const pick_vec3 inward = pick_vec3_scale(i < 2 ? out->right : out->up, i % 2 == 0 ? 1 : -1);
        if (spec.kind == PICK_ORTHOGRAPHIC)
            add_plane(out, inward, pick_vec3_add(out->eye, pick_vec3_scale(inward, side[i])));
        else
            add_plane(out, pick_vec3_sub(inward, pick_vec3_scale(out->forward, side[i])), out->eye);
    }
    const pick_vec3 to_near = pick_vec3_scale(out->forward, spec.near_distance);
    add_plane(out, out->forward, pick_vec3_add(out->eye, to_near));
    if (isfinite(spec.far_distance)) {
        const pick_vec3 to_far = pick_vec3_scale(out->forward, spec.far_distance);
        add_plane(out, pick_vec3_scale(out->forward, -1), pick_vec3_add(out->eye, to_far));
    }
    return true;
}

static bool read_frustum(const cJSON *in, frustum *out)
{
    const char *matrix = case_string(in, "view_projection");
    *out = (frustum){.count = 0};
    if (case_has(in, "planes"))
        return read_planes(cJSON_GetObjectItemCaseSensitive(in, "planes"), out);
    if (matrix[0] == '\0')
        return read_camera(in, out);
    for (int i = 0; i < 6; i++) { // the cube of NDC
        const double sign = i % 2 == 0 ? 1 : -1;
        const pick_vec3 inward = {i / 2 == 0 ? sign : 0, i / 2 == 1 ? sign : 0, i / 2 == 2 ? sign : 0};
        add_plane(out, inward, pick_vec3_scale(inward, -1));
    }
    return strncmp(matrix, "identity", strlen("identity")) == 0;
}

// What lies farther inside than `margin` of every plane, or less far outside than a negative one.
static bool contains(const pick_plane *planes, uint32_t count, pick_vec3 eye, double margin, pick_vec3 point)
{
    pick_plane moved[PICK_REGION_PLANES];
    for (uint32_t i = 0; i < count; i++) {
        moved[i] = planes[i];
        moved[i].offset -= margin * pick_vec3_length(planes[i].normal);
    }
    return answer_has_point(moved, count, eye, point);
}

typedef struct frustum_answer {
    frustum f;
    bool is_box;
    pick_aabb box;
    pick_vec3 center;
    double radius; // 0: a point
    bool visible, inside;
} frustum_answer;

static peer_result same(bool agrees, const cJSON *value)
{
    return agrees ? PEER_OK : peer_say(PEER_DIFFERS, value->string, "");
}

static peer_result visible_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const frustum_answer *a = answer;
    (void)c;
    return same(cJSON_IsBool(value) && a->visible == cJSON_IsTrue(value), value);
}

static peer_result contained_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const frustum_answer *a = answer;
    (void)c;
    return same(cJSON_IsBool(value) && a->inside == cJSON_IsTrue(value), value);
}

static peer_result classification_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const frustum_answer *a = answer;
    const char *found = a->inside ? "inside" : (a->visible ? "intersect" : "outside");
    (void)c;
    return same(cJSON_IsString(value) && strcmp(found, value->valuestring) == 0, value);
}

// The number of a plane: by its axis, by its side, or as it is.
static int plane_number(const cJSON *value)
{
    static const char *const names[2][6] = {{"-X", "+X", "-Y", "+Y", "-Z", "+Z"},
                                            {"left", "right", "bottom", "top", "near", "far"}};
    for (int i = 0; cJSON_IsString(value) && i < 6; i++) {
        if (strcmp(value->valuestring, names[0][i]) == 0 || strcmp(value->valuestring, names[1][i]) == 0)
            return i;
    }
    return cJSON_IsNumber(value) && value->valuedouble == value->valueint ? value->valueint : -1;
}

// The first plane, in order, on whose outer side all of the shape lies.
static peer_result rejecting_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const frustum_answer *a = answer;
    (void)c;
    int first = -1;
    for (uint32_t i = 0; first < 0 && i < a->f.count; i++) {
        const pick_plane *plane = &a->f.planes[i];
        const bool kept = a->is_box ? answer_plane_keeps(plane, a->f.eye, a->box)
                                    : contains(plane, 1, a->f.eye, -a->radius, a->center);
        first = kept ? -1 : (int)i;
    }
    return same(cJSON_IsNull(value) ? first < 0 : first >= 0 && first == plane_number(value), value);
}

static const peer_field fields[] = {
    {"visible", visible_field},
    {"contained", contained_field},
    {"classification", classification_field},
    {"rejecting_plane", rejecting_field},
};

static bool read_shape(const peer_case *c, frustum_answer *a, const char **shape)
{
    const cJSON *in = cJSON_GetObjectItemCaseSensitive(c->inputs, "frustum");
    const double scale = case_number(in, "model_scale", 1); // the shape is given in the space of a model
    pick_vec3 p, min = {0, 0, 0}, max = {0, 0, 0};
    *shape = "point";
    if (case_vec3(c->inputs, "point_camera_space", &p)) {
        a->center = pick_vec3_add(a->f.eye, pick_vec3_scale(a->f.right, p.x));
        a->center = pick_vec3_add(a->center, pick_vec3_scale(a->f.up, p.y));
        a->center = pick_vec3_add(a->center, pick_vec3_scale(a->f.forward, -p.z));
        return true;
    }
    if (case_vec3(c->inputs, "point", &p)) {
        a->center = pick_vec3_scale(p, scale);
        return true;
    }
    if (case_vec3(c->inputs, "center", &p)) {
        *shape = "sphere";
        a->center = pick_vec3_scale(p, scale);
        a->radius = scale * case_number(c->inputs, "radius", 0);
        return true;
    }
    *shape = "aabb";
    a->is_box = case_vec3(c->inputs, "min", &min) && case_vec3(c->inputs, "max", &max);
    a->box = (pick_aabb){pick_vec3_scale(min, scale), pick_vec3_scale(max, scale)};
    return a->is_box;
}

peer_result peer_frustum(const peer_case *c)
{
    const cJSON *in = cJSON_GetObjectItemCaseSensitive(c->inputs, "frustum");
    frustum_answer a = {.is_box = false};
    const char *shape;
    peer_result known = peer_check_inputs(c->inputs, "frustum shape point_camera_space point center radius min max");
    if (known.outcome == PEER_AGREES) {
        known = peer_check_inputs(in, "eye forward target up ortho ortho_width ortho_height fovy_deg fovx_deg frustum "
                                      "aspect near far viewport planes view_projection model_scale");
    }
    if (known.outcome == PEER_DIFFERS)
        return known;
    PEER_CHECK(read_frustum(in, &a.f), "the frustum is not understood");
    PEER_CHECK(read_shape(c, &a, &shape), "the shape is not understood");
    PEER_CHECK(strcmp(case_string(c->inputs, "shape"), shape) == 0, "the kind of shape");
    const frustum *f = &a.f;
    if (a.is_box) {
        a.visible = answer_has_box(f->planes, f->count, f->eye, a.box, PICK_REGION_TOUCH);
        a.inside = answer_has_box(f->planes, f->count, f->eye, a.box, PICK_REGION_CONTAIN);
    } else {
        a.visible = contains(f->planes, f->count, f->eye, -a.radius, a.center);
        a.inside = a.radius == 0 ? a.visible : contains(f->planes, f->count, f->eye, a.radius, a.center);
    }
    PEER_CHECK(a.visible || !a.inside, "what lies inside is visible");
    return peer_check_fields(c, c->expected, fields, sizeof(fields) / sizeof(fields[0]), &a);
}

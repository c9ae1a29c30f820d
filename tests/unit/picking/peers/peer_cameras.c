// Cases about cameras. NDC with y up, depths of OpenGL and windows that start at the bottom are all matrices and
// viewports that pick_view reads, so most cases need no conversion but the building of the matrix.
#include "peer_cameras.h"
#include "peer_answers.h"
#include "peer_cases.h"

#include <math.h>
#include <string.h>

// The peers' matrices are double, or exact; ours reach the GPU as float.
static double tolerance_of(const peer_case *c)
{
    return fmax(c->tolerance, 2e-7);
}

typedef struct camera {
    float projection[16], rotation[16];
    pick_view_desc desc;
    pick_view view;
    bool has_planes;                    // near and far are given, and lie before the eye or the view is orthographic
    double near_distance, far_distance; // as given
    pick_vec3 forward;                  // of unit length
} camera;

bool peer_read_axes(const cJSON *inputs, pick_vec3 *eye, pick_vec3 *forward, pick_vec3 *up)
{
    pick_vec3 target;
    if (!case_vec3(inputs, "eye", eye) || !case_vec3(inputs, "up", up))
        return false;
    if (case_vec3(inputs, "target", &target))
        *forward = pick_vec3_sub(target, *eye);
    else if (!case_vec3(inputs, "forward", forward))
        return false;
    double degrees[3];
    if (case_numbers(inputs, "euler_deg_yxz", degrees, 3)) {
        // The camera turned about its y, then x, then z: R = Ry Rx Rz, given as (x, y, z).
        const double to_radians = acos(-1) / 180;
        const double x = degrees[0] * to_radians, y = degrees[1] * to_radians, z = degrees[2] * to_radians;
        *forward = pick_vec3_make(-sin(y) * cos(x), sin(x), -cos(y) * cos(x));
        *up = pick_vec3_make(-cos(y) * sin(z) + sin(y) * sin(x) * cos(z), cos(x) * cos(z),
                             sin(y) * sin(z) + cos(y) * sin(x) * cos(z));
    }
    return true;
}

static projection_spec sides_of(pick_projection_kind kind, double left, double right, double bottom, double top)
{
    return (projection_spec){.kind = kind, .left = left, .right = right, .bottom = bottom, .top = top};
}

bool peer_read_sides(const cJSON *inputs, double aspect, projection_spec *out)
{
    const double to_half = acos(-1) / 360; // of an angle in degrees
    const double near_distance = case_number(inputs, "near", 0.1);
    double s[4];
    aspect = case_number(inputs, "aspect", aspect);
    if (case_has(inputs, "fovy_deg") || case_has(inputs, "fovx_deg")) {
        const bool across = case_has(inputs, "fovx_deg");
        const double half = tan(case_number(inputs, across ? "fovx_deg" : "fovy_deg", 0) * to_half);
        const double x = across ? half : half * aspect, y = across ? half / aspect : half;
        *out = sides_of(PICK_PERSPECTIVE, -x, x, -y, y);
    } else if (case_numbers(inputs, "frustum", s, 4)) { // at the near plane
        *out = sides_of(PICK_PERSPECTIVE, s[0] / near_distance, s[1] / near_distance, s[2] / near_distance,
                        s[3] / near_distance);
    } else if (case_numbers(inputs, "ortho", s, 4)) {
        *out = sides_of(PICK_ORTHOGRAPHIC, s[0], s[1], s[2], s[3]);
    } else if (case_has(inputs, "ortho_height") || case_has(inputs, "ortho_width")) {
        const double y = case_number(inputs, "ortho_height", case_number(inputs, "ortho_width", 0) / aspect) / 2;
        *out = sides_of(PICK_ORTHOGRAPHIC, -y * aspect, y * aspect, -y, y);
    } else {
        return false;
    }
    out->near_distance = near_distance;
    out->far_distance = case_number(inputs, "far", out->kind == PICK_PERSPECTIVE ? HUGE_VAL : 1000);
    return true;
}

// The camera of a case. Windows whose origin is top-left get Vulkan's matrix; NDC and windows with y up get a y-up
// one over a viewport of the same orientation, which leaves window y growing upwards.
static bool read_camera(const peer_case *c, depth_range depth, bool y_up, camera *out)
{
    double viewport[4] = {0, 0, 2, 2}; // NDC + 1
    if (!case_numbers(c->inputs, "viewport", viewport, 4))
        case_numbers(c->inputs, "viewport", viewport + 2, 2);
    pick_vec3 eye = {0, 0, 0};
    out->has_planes = false;
    out->forward = pick_vec3_make(0, 0, -1);
    if (strcmp(case_string(c->inputs, "view_projection"), "identity") == 0) {
        memset(out->projection, 0, sizeof(out->projection));
        for (int i = 0; i < 16; i += 5)
            out->projection[i] = 1;
        memcpy(out->rotation, out->projection, sizeof(out->rotation));
    } else {
        projection_spec spec;
        pick_vec3 forward, up;
        if (!peer_read_sides(c->inputs, viewport[2] / viewport[3], &spec))
            return false;
        spec.depth = depth;
        spec.y_up = y_up;
        projection_matrix(&spec, out->projection);
        if (!peer_read_axes(c->inputs, &eye, &forward, &up))
            return false;
        view_matrix(forward, up, out->rotation);
        out->has_planes = true;
        out->near_distance = spec.near_distance;
        out->far_distance = spec.far_distance;
        out->forward = pick_vec3_normalize(forward);
    }
    out->desc =
        (pick_view_desc){out->projection, out->rotation, eye, {viewport[0], viewport[1], viewport[2], viewport[3]}};
    return pick_view_init(&out->view, &out->desc) == PICK_OK;
}

// World to camera, in its own words: what "direction in camera space" means.
static pick_vec3 to_camera(const camera *cam, pick_vec3 v)
{
    const float *r = cam->rotation;
    return pick_vec3_make((double)r[0] * v.x + (double)r[4] * v.y + (double)r[8] * v.z,
                          (double)r[1] * v.x + (double)r[5] * v.y + (double)r[9] * v.z,
                          (double)r[2] * v.x + (double)r[6] * v.y + (double)r[10] * v.z);
}

static peer_result same(bool agrees, const cJSON *value)
{
    return agrees ? PEER_OK : peer_say(PEER_DIFFERS, value->string, "");
}

static const char *const camera_inputs =
    "op eye forward target up euler_deg_yxz fovy_deg fovx_deg frustum ortho ortho_height ortho_width aspect near far "
    "viewport view view_projection keep model_translate ndc window unit_xy point view_depth";

// --- Rays -----------------------------------------------------------------------------------------------------------

typedef struct ray_answer {
    camera cam;
    pick_ray ray;
} ray_answer;

static peer_result direction_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const ray_answer *a = answer;
    return same(peer_value_near3(a->ray.direction, value, tolerance_of(c)), value);
}

static peer_result camera_direction_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const ray_answer *a = answer;
    return same(peer_value_near3(to_camera(&a->cam, a->ray.direction), value, tolerance_of(c)), value);
}

static peer_result origin_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const ray_answer *a = answer;
    const bool from_near = peer_says(c, "ray_origin", "NEAR");
    const pick_vec3 origin = from_near ? pick_ray_at(&a->ray, a->ray.t_min) : a->ray.origin;
    return same(peer_value_near3(origin, value, from_near ? 1e-3 : tolerance_of(c)), value); // a float depth
}

// Along the ray, in metres.
static peer_result range_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const ray_answer *a = answer;
    const double t = strcmp(value->string, "t_min") == 0 ? a->ray.t_min : a->ray.t_max;
    if (cJSON_IsNull(value)) // endless
        return same(isinf(t), value);
    return same(peer_value_near(t, value, fmax(c->tolerance, 1e-5 * fabs(value->valuedouble))), value);
}

// Every ray must have unit length and reach from the near to the far plane, whatever the case states.
static peer_result check_ray(const ray_answer *a)
{
    const pick_ray *ray = &a->ray;
    const camera *cam = &a->cam;
    PEER_CHECK(peer_near(pick_vec3_length(ray->direction), 1, 1e-12), "the length of the direction");
    const pick_vec3 from_eye = pick_vec3_sub(ray->origin, cam->desc.eye);
    const double along = pick_vec3_dot(ray->direction, cam->forward);
    PEER_CHECK(peer_near(pick_vec3_dot(from_eye, cam->forward), 0, 1e-6), "the plane of the origin");
    PEER_CHECK(cam->view.kind == PICK_ORTHOGRAPHIC || pick_vec3_length(from_eye) == 0, "the origin at the eye");
    if (cam->has_planes) {
        const bool endless = isinf(cam->far_distance);
        const double size = fabs(cam->near_distance) + (endless ? 0 : fabs(cam->far_distance));
        PEER_CHECK(peer_near(ray->t_min * along, cam->near_distance, 1e-6 * size), "the near end of the ray");
        PEER_CHECK(endless ? isinf(ray->t_max) : peer_near(ray->t_max * along, cam->far_distance, 1e-5 * size),
                   "the far end of the ray");
    }
    return PEER_OK;
}

static const peer_field ray_fields[] = {
    {"direction", direction_field}, {"direction_camera_space", camera_direction_field},
    {"origin", origin_field},       {"t_min", range_field},
    {"t_max", range_field},
};

peer_result peer_camera_ray(const peer_case *c)
{
    double at[2];
    pick_vec2 position;
    bool y_up = true;
    ray_answer a;
    const peer_result known = peer_check_inputs(c->inputs, camera_inputs);
    if (known.outcome == PEER_DIFFERS)
        return known;
    if (case_numbers(c->inputs, "window", at, 2)) {
        position = (pick_vec2){at[0], at[1]};
        y_up = false;
    } else if (case_numbers(c->inputs, "ndc", at, 2)) {
        position = (pick_vec2){at[0] + 1, at[1] + 1};
    } else {
        PEER_CHECK(case_numbers(c->inputs, "unit_xy", at, 2), "inputs are understood");
        position = (pick_vec2){2 * at[0], 2 * at[1]};
    }
    PEER_CHECK(read_camera(c, DEPTH_REVERSED, y_up, &a.cam), "the camera is understood");
    a.ray = answer_view_ray(&a.cam.view, position);
    const peer_result sane = check_ray(&a);
    return sane.outcome == PEER_DIFFERS
               ? sane
               : peer_check_fields(c, c->expected, ray_fields, sizeof(ray_fields) / sizeof(ray_fields[0]), &a);
}

// --- Points ---------------------------------------------------------------------------------------------------------

typedef struct point_answer {
    camera cam;
    bool found; // projected, unprojected, or both
    bool projects;
    bool ndc; // the window is that of NDC + 1
    pick_projected_point projected;
    pick_vec3 point, model;
    double point_tolerance;
} point_answer;

static peer_result behind_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const point_answer *a = answer;
    (void)c;
    return same(cJSON_IsBool(value) && a->found != cJSON_IsTrue(value), value);
}

static peer_result ndc_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const point_answer *a = answer;
    if (!a->found && case_bool(c->expected, "behind_camera")) {
        return peer_say(PEER_SKIPPED, "no position behind the camera; the peer divides by the negative w all the same",
                        "");
    }
    const pick_vec3 ndc = {a->projected.window.x - 1, a->projected.window.y - 1, a->projected.depth};
    return same(a->found && a->projects && a->ndc && peer_value_near3(ndc, value, tolerance_of(c)), value);
}

static peer_result window_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const point_answer *a = answer;
    return same(a->found && a->projects && cJSON_GetArraySize(value) == 2 &&
                    peer_value_near(a->projected.window.x, cJSON_GetArrayItem(value, 0), tolerance_of(c)) &&
                    peer_value_near(a->projected.window.y, cJSON_GetArrayItem(value, 1), tolerance_of(c)),
                value);
}

static peer_result depth_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const point_answer *a = answer;
    return same(a->found && a->projects && peer_value_near(a->projected.depth, value, tolerance_of(c)), value);
}

static peer_result distance_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const point_answer *a = answer;
    return same(a->found && a->projects && peer_value_near(a->projected.distance, value, tolerance_of(c)), value);
}

static peer_result point_field(const peer_case *c, const cJSON *value, const void *answer)
{
    const point_answer *a = answer;
    pick_vec3 expected;
    PEER_CHECK(case_vec3(c->expected, "point", &expected), "point");
    if (strcmp(case_string(c->inputs, "op"), "ndc_to_world") == 0 && a->cam.view.kind == PICK_PERSPECTIVE &&
        to_camera(&a->cam, pick_vec3_sub(expected, a->cam.view.eye)).z > 0) {
        PEER_CHECK(!a->found, "no point behind the camera");
        return peer_say(PEER_SKIPPED, "no point past infinity; the peer wraps around to behind the camera", "");
    }
    const double tolerance = fmax(tolerance_of(c), a->point_tolerance);
    return same(a->found && peer_value_near3(pick_vec3_sub(a->point, a->model), value, tolerance), value);
}

static const peer_field point_fields[] = {
    {"ndc", ndc_field},           {"behind_camera", behind_field}, {"window", window_field}, {"depth", depth_field},
    {"distance", distance_field}, {"view_depth", distance_field},  {"point", point_field},
};

// What a projected point must be, whatever the case states: as far from the eye as it is, and back where it was.
static peer_result check_projected(const point_answer *a, pick_vec3 point)
{
    if (!a->found)
        return PEER_OK;
    const pick_vec3 from_eye = pick_vec3_sub(point, a->cam.desc.eye);
    const double size = 1 + pick_vec3_length(from_eye);
    PEER_CHECK(peer_near(a->projected.distance, pick_vec3_dot(from_eye, a->cam.forward), 1e-6 * size),
               "the distance of the projected point");
    const pick_ray ray = answer_view_ray(&a->cam.view, a->projected.window);
    const double along = pick_vec3_dot(pick_vec3_sub(point, ray.origin), ray.direction);
    PEER_CHECK(peer_near3(pick_ray_at(&ray, along), point, 1e-9 * size), "the ray through the projected point");
    return PEER_OK;
}

static peer_result ask_point(const peer_case *c, const char *op, point_answer *a)
{
    const bool opengl = strcmp(op, "world_to_window") != 0 && strcmp(op, "window_and_view_depth_to_world") != 0;
    double at[3];
    pick_vec3 point;
    PEER_CHECK(read_camera(c, opengl ? DEPTH_OPENGL : DEPTH_REVERSED, opengl, &a->cam), "inputs are understood");
    case_vec3(c->inputs, "model_translate", &a->model);
    a->ndc = !case_has(c->inputs, "viewport");
    if (strcmp(op, "ndc_to_world") == 0) {
        PEER_CHECK(case_numbers(c->inputs, "ndc", at, 3), "inputs are understood");
        a->found = answer_unproject(&a->cam.view, (pick_vec2){at[0] + 1, at[1] + 1}, at[2], &a->point);
        // The peers' doubles; a float depth of 1 at the far plane stands for distances some 1e-4 apart.
        const bool far_plane = a->cam.view.kind == PICK_PERSPECTIVE && at[2] >= 1;
        a->point_tolerance =
            a->found && far_plane ? 1e-4 * pick_vec3_length(pick_vec3_sub(a->point, a->cam.view.eye)) : 0;
        return PEER_OK;
    }
    if (strcmp(op, "window_and_view_depth_to_world") == 0) {
        const double depth = case_number(c->inputs, "view_depth", (double)NAN);
        PEER_CHECK(case_numbers(c->inputs, "window", at, 2), "inputs are understood");
        const pick_ray ray = answer_view_ray(&a->cam.view, (pick_vec2){at[0], at[1]});
        a->point = pick_ray_at(&ray, depth / pick_vec3_dot(ray.direction, a->cam.forward));
        a->found = true;
        return PEER_OK;
    }
    PEER_CHECK(case_vec3(c->inputs, "point", &point), "inputs are understood");
    point = pick_vec3_add(point, a->model);
    a->projects = true;
    a->found = answer_project(&a->cam.view, point, &a->projected);
    const peer_result sane = check_projected(a, point);
    if (sane.outcome == PEER_AGREES && a->found && strcmp(op, "roundtrip") == 0)
        a->found = answer_unproject(&a->cam.view, a->projected.window, a->projected.depth, &a->point);
    return sane;
}

// --- Matrices -------------------------------------------------------------------------------------------------------

// We build no matrices, we read them: from the peer's entries must come its near, its far and its angle.
static peer_result entry_field(const peer_case *c, const cJSON *value, const void *answer)
{
    (void)c;
    (void)answer;
    return same(cJSON_IsNumber(value), value); // the view is made from it
}

static peer_result others_field(const peer_case *c, const cJSON *value, const void *answer)
{
    (void)c;
    (void)answer;
    return same(cJSON_IsNumber(value) && value->valuedouble == 0, value);
}

static peer_result layout_field(const peer_case *c, const cJSON *value, const void *answer)
{
    (void)c;
    (void)answer;
    return same(cJSON_IsString(value) && strcmp(value->valuestring, "m[column][row]") == 0, value);
}

static const peer_field matrix_fields[] = {
    {"m00", entry_field}, {"m11", entry_field},     {"m22", entry_field},     {"m23", entry_field},
    {"m32", entry_field}, {"others", others_field}, {"layout", layout_field},
};

static peer_result read_back_matrix(const peer_case *c)
{
    const bool opengl = peer_says(c, "depth", "[-1,1]");
    const float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    float m[16] = {0};
    m[0] = (float)case_number(c->expected, "m00", 0);
    m[5] = (float)case_number(c->expected, "m11", 0);
    m[10] = (float)case_number(c->expected, "m22", 0);
    m[11] = (float)case_number(c->expected, "m23", 0);
    m[14] = (float)case_number(c->expected, "m32", 0);
    const pick_view_desc desc = {m, identity, {0, 0, 0}, {0, 0, 2, 2}};
    pick_view view;
    PEER_CHECK(pick_view_init(&view, &desc) == PICK_OK, "the matrix is understood");
    pick_vec3 near_point, far_point;
    const pick_vec2 middle = {1, 1};
    PEER_CHECK(answer_unproject(&view, middle, opengl ? -1 : 0, &near_point), "near plane");
    PEER_CHECK(answer_unproject(&view, middle, 1, &far_point), "far plane");
    PEER_CHECK(peer_near(-near_point.z, case_number(c->inputs, "near", 0), 1e-6), "near");
    PEER_CHECK(peer_near(-far_point.z, case_number(c->inputs, "far", 0), 1e-2), "far"); // what its 7 digits keep
    const pick_ray corner = answer_view_ray(&view, (pick_vec2){2, 2});
    const double top = tan(case_number(c->inputs, "fovy_deg", 0) * acos(-1) / 360);
    PEER_CHECK(peer_near(corner.direction.y / -corner.direction.z, top, 1e-6), "angle");
    PEER_CHECK(peer_near(corner.direction.x / corner.direction.y, case_number(c->inputs, "aspect", 0), 1e-6), "aspect");
    return peer_check_fields(c, c->expected, matrix_fields, sizeof(matrix_fields) / sizeof(matrix_fields[0]), NULL);
}

peer_result peer_project_unproject(const peer_case *c)
{
    static const char *const ops[] = {"ndc_to_world", "world_to_ndc", "world_to_window",
                                      "window_and_view_depth_to_world", "roundtrip"};
    const char *op = case_string(c->inputs, "op");
    const peer_result known = peer_check_inputs(c->inputs, camera_inputs);
    if (known.outcome == PEER_DIFFERS)
        return known;
    if (strcmp(op, "projection_matrix") == 0)
        return read_back_matrix(c);
    if (strcmp(op, "eye_from_view_projection") == 0)
        return peer_say(PEER_SKIPPED, "the eye is given in double here, never taken out of a matrix", "");
    for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++) {
        if (strcmp(op, ops[i]) == 0) {
            point_answer a = {.found = false};
            const peer_result asked = ask_point(c, op, &a);
            return asked.outcome == PEER_DIFFERS
                       ? asked
                       : peer_check_fields(c, c->expected, point_fields, sizeof(point_fields) / sizeof(point_fields[0]),
                                           &a);
        }
    }
    return peer_say(PEER_DIFFERS, "unknown operation: ", op);
}

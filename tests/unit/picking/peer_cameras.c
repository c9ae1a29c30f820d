// Cases about cameras. NDC with y up, depths of OpenGL and windows that start at the bottom are all matrices and
// viewports that pick_view reads, so most cases need no conversion but the building of the matrix.
#include "peer_cameras.h"
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
} camera;

bool peer_read_axes(const cJSON *inputs, pick_vec3 *eye, pick_vec3 *forward, pick_vec3 *up)
{
    pick_vec3 target;
    if (!case_vec3(inputs, "eye", eye) || !case_vec3(inputs, "up", up)) {
        return false;
    }
    if (case_vec3(inputs, "target", &target)) {
        *forward = pick_vec3_sub(target, *eye);
    } else if (!case_vec3(inputs, "forward", forward)) {
        return false;
    }
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
    if (!case_numbers(c->inputs, "viewport", viewport, 4)) {
        case_numbers(c->inputs, "viewport", viewport + 2, 2);
    }
    pick_vec3 eye = {0, 0, 0};
    if (strcmp(case_string(c->inputs, "view_projection"), "identity") == 0) {
        memset(out->projection, 0, sizeof(out->projection));
        for (int i = 0; i < 16; i += 5) {
            out->projection[i] = 1;
        }
        memcpy(out->rotation, out->projection, sizeof(out->rotation));
    } else {
        projection_spec spec;
        pick_vec3 forward, up;
        if (!peer_read_sides(c->inputs, viewport[2] / viewport[3], &spec)) {
            return false;
        }
        spec.depth = depth;
        spec.y_up = y_up;
        projection_matrix(&spec, out->projection);
        if (!peer_read_axes(c->inputs, &eye, &forward, &up)) {
            return false;
        }
        view_matrix(forward, up, out->rotation);
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

peer_result peer_camera_ray(const peer_case *c)
{
    double at[2];
    pick_vec2 position;
    bool y_up = true;
    if (case_numbers(c->inputs, "window", at, 2)) {
        position = (pick_vec2){at[0], at[1]};
        y_up = false;
    } else if (case_numbers(c->inputs, "ndc", at, 2)) {
        position = (pick_vec2){at[0] + 1, at[1] + 1};
    } else {
        PEER_CHECK(case_numbers(c->inputs, "unit_xy", at, 2), "inputs are understood");
        position = (pick_vec2){2 * at[0], 2 * at[1]};
    }
    camera cam;
    PEER_CHECK(read_camera(c, DEPTH_REVERSED, y_up, &cam), "the camera is understood");
    const pick_ray ray = pick_view_ray(&cam.view, position);
    const double tolerance = tolerance_of(c);
    pick_vec3 v;
    PEER_CHECK(case_has(c->expected, "direction") || case_has(c->expected, "direction_camera_space"), "a direction");
    if (case_vec3(c->expected, "direction", &v)) {
        PEER_CHECK(peer_near3(ray.direction, v, tolerance), "direction");
    }
    if (case_vec3(c->expected, "direction_camera_space", &v)) {
        PEER_CHECK(peer_near3(to_camera(&cam, ray.direction), v, tolerance), "direction in camera space");
    }
    if (case_vec3(c->expected, "origin", &v)) {
        const bool from_near = strstr(case_string(c->conventions, "ray_origin"), "NEAR") != NULL;
        const pick_vec3 origin = from_near ? pick_ray_at(&ray, ray.t_min) : ray.origin;
        PEER_CHECK(peer_near3(origin, v, from_near ? 1e-3 : tolerance), "origin"); // the near plane is a float depth
    }
    return PEER_OK;
}

static peer_result ndc_to_world(const peer_case *c)
{
    camera cam;
    double ndc[3];
    pick_vec3 expected, p;
    PEER_CHECK(read_camera(c, DEPTH_OPENGL, true, &cam) && case_numbers(c->inputs, "ndc", ndc, 3) &&
                   case_vec3(c->expected, "point", &expected),
               "inputs are understood");
    const bool unprojected = pick_view_unproject(&cam.view, (pick_vec2){ndc[0] + 1, ndc[1] + 1}, ndc[2], &p);
    if (cam.view.kind == PICK_PERSPECTIVE && to_camera(&cam, pick_vec3_sub(expected, cam.view.eye)).z > 0) {
        PEER_CHECK(!unprojected, "no point behind the camera"); // a depth past infinity, which the peer wraps around
        return PEER_OK;
    }
    PEER_CHECK(unprojected, "unproject");
    // The peers' doubles; a float depth of 1 at the far plane stands for distances some 1e-4 apart.
    const double size = pick_vec3_length(pick_vec3_sub(expected, cam.view.eye));
    const bool far_plane = cam.view.kind == PICK_PERSPECTIVE && ndc[2] >= 1;
    PEER_CHECK(peer_near3(p, expected, fmax(tolerance_of(c), far_plane ? 1e-4 * size : 0)), "point");
    return PEER_OK;
}

static peer_result world_to_ndc(const peer_case *c)
{
    camera cam;
    pick_vec3 point;
    PEER_CHECK(read_camera(c, DEPTH_OPENGL, true, &cam) && case_vec3(c->inputs, "point", &point),
               "inputs are understood");
    pick_projected_point out;
    const bool seen = pick_view_project(&cam.view, point, &out);
    if (case_bool(c->expected, "behind_camera")) {
        PEER_CHECK(!seen, "no position behind the camera"); // the peer divides by the negative w all the same
        return PEER_OK;
    }
    double ndc[3];
    PEER_CHECK(seen && case_numbers(c->expected, "ndc", ndc, 3), "project");
    PEER_CHECK(peer_near(out.window.x - 1, ndc[0], tolerance_of(c)) &&
                   peer_near(out.window.y - 1, ndc[1], tolerance_of(c)) &&
                   peer_near(out.depth, ndc[2], tolerance_of(c)),
               "ndc");
    return PEER_OK;
}

static peer_result window_and_world(const peer_case *c, bool to_window)
{
    camera cam;
    double window[2];
    pick_vec3 point;
    PEER_CHECK(read_camera(c, DEPTH_REVERSED, false, &cam) &&
                   case_numbers(to_window ? c->expected : c->inputs, "window", window, 2) &&
                   case_vec3(to_window ? c->inputs : c->expected, "point", &point),
               "inputs are understood");
    if (to_window) {
        pick_projected_point out;
        PEER_CHECK(pick_view_project(&cam.view, point, &out), "project");
        PEER_CHECK(peer_near(out.window.x, window[0], c->tolerance) && peer_near(out.window.y, window[1], c->tolerance),
                   "window");
        return PEER_OK;
    }
    const pick_ray ray = pick_view_ray(&cam.view, (pick_vec2){window[0], window[1]});
    const double per_metre = ray.t_min / cam.view.near_distance; // along the view axis
    const double depth = case_number(c->inputs, "view_depth", (double)NAN);
    PEER_CHECK(peer_near3(pick_ray_at(&ray, depth * per_metre), point, tolerance_of(c)), "point");
    return PEER_OK;
}

static peer_result round_trip(const peer_case *c)
{
    camera cam;
    pick_vec3 point, expected, model = {0, 0, 0}, back;
    PEER_CHECK(read_camera(c, DEPTH_OPENGL, true, &cam) && case_vec3(c->inputs, "point", &point) &&
                   case_vec3(c->expected, "point", &expected),
               "inputs are understood");
    case_vec3(c->inputs, "model_translate", &model);
    pick_projected_point out;
    PEER_CHECK(pick_view_project(&cam.view, pick_vec3_add(point, model), &out), "project");
    PEER_CHECK(pick_view_unproject(&cam.view, out.window, out.depth, &back), "unproject");
    PEER_CHECK(peer_near3(pick_vec3_sub(back, model), expected, c->tolerance), "point");
    return PEER_OK;
}

// We build no matrices, we read them: from the peer's entries must come its near, its far and its angle.
static peer_result read_back_matrix(const peer_case *c)
{
    const bool opengl = strstr(case_string(c->conventions, "depth"), "[-1,1]") != NULL;
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
    PEER_CHECK(pick_view_unproject(&view, middle, opengl ? -1 : 0, &near_point), "near plane");
    PEER_CHECK(pick_view_unproject(&view, middle, 1, &far_point), "far plane");
    PEER_CHECK(peer_near(-near_point.z, case_number(c->inputs, "near", 0), 1e-6), "near");
    PEER_CHECK(peer_near(-far_point.z, case_number(c->inputs, "far", 0), 1e-2), "far"); // what its 7 digits keep
    const pick_ray corner = pick_view_ray(&view, (pick_vec2){2, 2});
    const double top = tan(case_number(c->inputs, "fovy_deg", 0) * acos(-1) / 360);
    PEER_CHECK(peer_near(corner.direction.y / -corner.direction.z, top, 1e-6), "angle");
    PEER_CHECK(peer_near(corner.direction.x / corner.direction.y, case_number(c->inputs, "aspect", 0), 1e-6), "aspect");
    return PEER_OK;
}

peer_result peer_project_unproject(const peer_case *c)
{
    const char *op = case_string(c->inputs, "op");
    if (strcmp(op, "ndc_to_world") == 0) {
        return ndc_to_world(c);
    }
    if (strcmp(op, "world_to_ndc") == 0) {
        return world_to_ndc(c);
    }
    if (strcmp(op, "world_to_window") == 0) {
        return window_and_world(c, true);
    }
    if (strcmp(op, "window_and_view_depth_to_world") == 0) {
        return window_and_world(c, false);
    }
    if (strcmp(op, "roundtrip") == 0) {
        return round_trip(c);
    }
    if (strcmp(op, "projection_matrix") == 0) {
        return read_back_matrix(c);
    }
    if (strcmp(op, "eye_from_view_projection") == 0) {
        return (peer_result){PEER_SKIPPED, "the eye is given in double here, never taken out of a matrix"};
    }
    return (peer_result){PEER_DIFFERS, "unknown operation"};
}

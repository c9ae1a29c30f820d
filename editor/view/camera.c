#include "view/camera.h"

#include "view/projection.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Limits the pitch: straight up or down, the up vector would be parallel to the view axis.
static const double POLE_MARGIN = 0.01;

static const double HALF_PI = 1.57079632679489662;

// Reversed float depth keeps its relative precision at any near plane, so the near plane can be so close that it never
// clips visibly.
static const double NEAR_PER_SIZE = 1e-4;

// The fraction of the view that a framed box fills.
static const double FRAME_FILL = 0.95;

// The far plane of an orthographic projection with an infinite far distance, in multiples of its height or of the
// distance to its target, whichever is larger: linear depth cannot reach infinity.
static const double ORTHO_DEPTH = 1024;

// The camera's axes in world space: right, up, and back (from target to eye).
typedef struct camera_axes {
    pick_vec3 right, up, back;
} camera_axes;

static camera_axes get_axes(const editor_camera *camera)
{
    camera_axes axes;
    axes.back = pick_vec3_normalize(pick_vec3_sub(camera->eye, camera->target));
    if (pick_vec3_dot(axes.back, axes.back) == 0)
        axes.back = pick_vec3_make(0, 0, 1);
    pick_vec3 right = pick_vec3_cross(pick_vec3_normalize(camera->up), axes.back);
    if (pick_vec3_length(right) < 1e-9) { // looking along `up`: choose any right vector, always the same
        pick_vec3 other = fabs(axes.back.z) < 0.9 ? pick_vec3_make(0, 0, -1) : pick_vec3_make(0, 1, 0);
        right = pick_vec3_cross(other, axes.back);
    }
    axes.right = pick_vec3_normalize(right);
    axes.up = pick_vec3_cross(axes.back, axes.right);
    return axes;
}

static double get_distance(const editor_camera *camera)
{
    return pick_vec3_length(pick_vec3_sub(camera->eye, camera->target));
}

static void write_projection(const editor_camera *camera, double aspect, float projection[16])
{
    double near = camera->near_distance, far = camera->far_distance;
    if (!camera->orthographic) {
        editor_perspective_matrix(camera->fov, aspect, near, far, EDITOR_DEPTH_REVERSED, projection);
        return;
    }
    if (!isfinite(far))
        far = near + ORTHO_DEPTH * fmax(camera->ortho_height, get_distance(camera));
    editor_orthographic_matrix(camera->ortho_height, aspect, near, far, EDITOR_DEPTH_REVERSED, projection);
}

bool editor_camera_is_equal(const editor_camera *a, const editor_camera *b)
{
    return memcmp(&a->eye, &b->eye, sizeof(a->eye)) == 0 && memcmp(&a->target, &b->target, sizeof(a->target)) == 0 &&
           memcmp(&a->up, &b->up, sizeof(a->up)) == 0 && a->fov == b->fov && a->near_distance == b->near_distance &&
           a->far_distance == b->far_distance && a->orthographic == b->orthographic &&
           a->ortho_height == b->ortho_height;
}

editor_camera_matrices editor_camera_get_matrices(const editor_camera *camera, double aspect)
{
    assert(aspect > 0 && isfinite(aspect));
    assert(camera->near_distance > 0 && camera->far_distance > camera->near_distance);
    editor_camera_matrices matrices;
    camera_axes axes = get_axes(camera);
    editor_view_matrix((pick_vec3[3]){axes.right, axes.up, axes.back}, matrices.view);
    write_projection(camera, aspect, matrices.projection);
    return matrices;
}

pick_result editor_camera_get_view(const editor_camera *camera, pick_rect viewport, pick_view *out)
{
    if (!(fabs(viewport.width) > 0) || !(fabs(viewport.height) > 0))
        return PICK_ERROR_EMPTY_VIEWPORT;
    double aspect = fabs(viewport.width / viewport.height);
    if (!isfinite(aspect) || !(aspect > 0))
        return PICK_ERROR_NOT_FINITE;
    editor_camera_matrices matrices = editor_camera_get_matrices(camera, aspect);
    pick_view_desc desc = {
        .projection = matrices.projection, .view = matrices.view, .eye = camera->eye, .viewport = viewport};
    return pick_view_init(out, &desc);
}

// The box's corner `i` relative to its centre, along the camera's axes.
static pick_vec3 corner_in_view(const camera_axes *axes, pick_vec3 half, int i)
{
    pick_vec3 corner = {i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z};
    return pick_vec3_make(pick_vec3_dot(corner, axes->right), pick_vec3_dot(corner, axes->up),
                          pick_vec3_dot(corner, axes->back));
}

void editor_camera_frame(editor_camera *camera, const pick_aabb *box, double aspect)
{
    assert(aspect > 0 && isfinite(aspect));
    if (pick_aabb_is_empty(box) || !pick_vec3_is_finite(box->min) || !pick_vec3_is_finite(box->max))
        return;
    camera_axes axes = get_axes(camera);
    pick_vec3 half = pick_vec3_sub(pick_vec3_scale(box->max, 0.5), pick_vec3_scale(box->min, 0.5));
    pick_vec3 center = pick_vec3_add(pick_vec3_scale(box->min, 0.5), pick_vec3_scale(box->max, 0.5));
    double radius = pick_vec3_length(half);
    if (radius == 0) // frame a single point from about a metre
        radius = 0.5;
    radius = fmax(radius, 1e-12 * pick_vec3_length(center)); // so that eye and target differ in double

    double tan_y = tan(camera->fov / 2) * FRAME_FILL, tan_x = tan_y * aspect;
    double distance = radius, height = 0;
    for (int i = 0; i < 8; i++) {
        pick_vec3 corner = corner_in_view(&axes, half, i);
        distance = fmax(distance, corner.z + fmax(fabs(corner.x) / tan_x, fabs(corner.y) / tan_y));
        height = fmax(height, 2 * fmax(fabs(corner.x) / aspect, fabs(corner.y)));
    }
    if (camera->orthographic) {
        distance = 2 * radius;
        camera->ortho_height = fmax(height, 1e-3 * radius) / FRAME_FILL;
    }
    // A box close to the eye (a wide angle close to a flat object) must still lie beyond the near plane.
    camera->near_distance = NEAR_PER_SIZE * radius;
    distance = fmax(distance, radius * (1 + 2 * NEAR_PER_SIZE));
    camera->far_distance = fmax(camera->far_distance, distance + 2 * radius);
    camera->target = center;
    camera->eye = pick_vec3_add(center, pick_vec3_scale(axes.back, distance));
}

// Rotates `back` (unit) by yaw about +Y and by pitch, which is limited short of the poles.
static pick_vec3 turn_direction(pick_vec3 back, double yaw, double pitch)
{
    double elevation = asin(fmax(-1, fmin(1, back.y))) + pitch;
    double limit = HALF_PI - POLE_MARGIN;
    elevation = fmax(-limit, fmin(limit, elevation));
    double heading = atan2(back.x, back.z) + yaw;
    return pick_vec3_make(sin(heading) * cos(elevation), sin(elevation), cos(heading) * cos(elevation));
}

void editor_camera_orbit(editor_camera *camera, double yaw, double pitch)
{
    camera_axes axes = get_axes(camera);
    pick_vec3 back = turn_direction(axes.back, yaw, pitch);
    camera->eye = pick_vec3_add(camera->target, pick_vec3_scale(back, get_distance(camera)));
    camera->up = pick_vec3_make(0, 1, 0);
}

static void move(editor_camera *camera, pick_vec3 by)
{
    camera->eye = pick_vec3_add(camera->eye, by);
    camera->target = pick_vec3_add(camera->target, by);
}

void editor_camera_pan(editor_camera *camera, const pick_view *view, double dx, double dy)
{
    double size = pick_view_point_size(view, camera->target);
    camera_axes axes = get_axes(camera);
    move(camera, pick_vec3_add(pick_vec3_scale(axes.right, -dx * size), pick_vec3_scale(axes.up, dy * size)));
}

void editor_camera_zoom(editor_camera *camera, pick_vec3 toward, double factor)
{
    assert(factor > 0 && isfinite(factor));
    double distance = get_distance(camera) / factor;
    // Outside these limits eye and target would coincide, or leave the range of the float matrices.
    double smallest = 1e-12 * (1 + pick_vec3_length(camera->target));
    if (!(distance > smallest) || distance > 1e15)
        return;
    pick_vec3 step = pick_vec3_scale(pick_vec3_sub(toward, camera->eye), 1 - 1 / factor);
    if (camera->orthographic) { // scale the picture and slide the eye: moving forward would clip, not magnify
        camera_axes axes = get_axes(camera);
        step = pick_vec3_sub(step, pick_vec3_scale(axes.back, pick_vec3_dot(step, axes.back)));
        camera->ortho_height /= factor;
        move(camera, step);
        return;
    }
    camera->eye = pick_vec3_add(camera->eye, step);
    camera->target =
        pick_vec3_add(camera->target, pick_vec3_scale(pick_vec3_sub(toward, camera->target), 1 - 1 / factor));
    camera->near_distance = fmin(camera->near_distance, 0.01 * distance);
}

void editor_camera_fly(editor_camera *camera, double right, double up, double forward)
{
    camera_axes axes = get_axes(camera);
    pick_vec3 by = pick_vec3_add(pick_vec3_scale(axes.right, right), pick_vec3_scale(axes.up, up));
    move(camera, pick_vec3_sub(by, pick_vec3_scale(axes.back, forward)));
}

void editor_camera_turn(editor_camera *camera, double yaw, double pitch)
{
    camera_axes axes = get_axes(camera);
    // `back` points away from the target, so its pitch is the negated pitch of the view direction.
    pick_vec3 back = turn_direction(axes.back, yaw, -pitch);
    camera->target = pick_vec3_sub(camera->eye, pick_vec3_scale(back, get_distance(camera)));
    camera->up = pick_vec3_make(0, 1, 0);
}

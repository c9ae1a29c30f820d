#include "cli/view_options.h"

#include <math.h>

static const double DEGREE = 0.017453292519943295;

static bool apply_size(void *into, const char *value, editor_error *error)
{
    editor_cli_view *view = into;
    return editor_cli_read_size(value, &view->width, &view->height) ||
           editor_cli_fail(error, "--size %s: expected WxH, each from 1 to 16384", value);
}

static bool read_vector(const char *name, const char *value, pick_vec3 *out, bool *has, editor_error *error)
{
    double v[3];
    if (!editor_cli_read_numbers(value, ',', v, 3))
        return editor_cli_fail(error, "%s %s: expected three numbers x,y,z", name, value);
    *out = pick_vec3_make(v[0], v[1], v[2]);
    *has = true;
    return true;
}

static bool apply_eye(void *into, const char *value, editor_error *error)
{
    editor_cli_view *view = into;
    return read_vector("--eye", value, &view->eye, &view->has_eye, error);
}

static bool apply_target(void *into, const char *value, editor_error *error)
{
    editor_cli_view *view = into;
    return read_vector("--target", value, &view->target, &view->has_target, error);
}

static bool apply_up(void *into, const char *value, editor_error *error)
{
    editor_cli_view *view = into;
    return read_vector("--up", value, &view->up, &view->has_up, error);
}

static bool read_positive(const char *name, const char *value, double *out, editor_error *error)
{
    return (editor_cli_read_numbers(value, ',', out, 1) && *out > 0) ||
           editor_cli_fail(error, "%s %s: expected a number above 0", name, value);
}

static bool apply_fov(void *into, const char *value, editor_error *error)
{
    editor_cli_view *view = into;
    double degrees;
    if (!read_positive("--fov", value, &degrees, error))
        return false;
    if (degrees < 0.01 || degrees > 179)
        return editor_cli_fail(error, "--fov %s: expected degrees from 0.01 to 179", value);
    view->fov = degrees * DEGREE;
    return true;
}

static bool apply_near(void *into, const char *value, editor_error *error)
{
    editor_cli_view *view = into;
    view->has_near = true;
    return read_positive("--near", value, &view->near_distance, error);
}

static bool apply_far(void *into, const char *value, editor_error *error)
{
    editor_cli_view *view = into;
    view->has_far = true;
    return read_positive("--far", value, &view->far_distance, error);
}

static bool apply_ortho(void *into, const char *value, editor_error *error)
{
    editor_cli_view *view = into;
    return read_positive("--ortho", value, &view->ortho_height, error);
}

static bool apply_section(void *into, const char *value, editor_error *error)
{
    editor_cli_view *view = into;
    double v[4];
    if (!editor_cli_read_numbers(value, ',', v, 4))
        return editor_cli_fail(error, "--section %s: expected four numbers nx,ny,nz,d", value);
    if (view->section.count == PICK_SECTION_PLANES)
        return editor_cli_fail(error, "--section %s: at most %d planes", value, (int)PICK_SECTION_PLANES);
    return editor_section_add(&view->section, (pick_plane){{v[0], v[1], v[2]}, v[3]}) ||
           editor_cli_fail(error, "--section %s: the normal nx,ny,nz has no direction", value);
}

static bool apply_caps(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    ((editor_cli_view *)into)->section.caps = true;
    return true;
}

static const editor_cli_option VIEW_OPTIONS[] = {
    {"--size", "WxH", "pixels (default 1280x720)", apply_size},
    {"--eye", "x,y,z", "camera position (default: outside, along (6,4,8), the whole scene framed)", apply_eye},
    {"--target", "x,y,z", "what --eye looks at (default: the middle of the scene)", apply_target},
    {"--up", "x,y,z", "what is up on screen (default 0,1,0; straight down 0,0,-1, straight up 0,0,1)", apply_up},
    {"--fov", "DEG", "vertical field of view (default 45)", apply_fov},
    {"--near", "M", "near plane (default: near enough not to be met)", apply_near},
    {"--far", "M", "far plane (default: none)", apply_far},
    {"--ortho", "HEIGHT", "orthographic, HEIGHT metres from top to bottom", apply_ortho},
    {"--section", "nx,ny,nz,d",
     "cut off all but nx x + ny y + nz z + d >= 0, and show both sides of the rest (repeatable, up to 8)",
     apply_section},
    {"--caps", NULL, "close the solids that --section cuts open with flat caps", apply_caps},
};

editor_cli_view editor_cli_view_default(void)
{
    editor_camera camera = EDITOR_CAMERA_DEFAULT;
    return (editor_cli_view){.width = 1280, .height = 720, .up = camera.up, .fov = camera.fov};
}

editor_cli_options editor_cli_view_options(editor_cli_view *view)
{
    return (editor_cli_options){"View", VIEW_OPTIONS, sizeof(VIEW_OPTIONS) / sizeof(VIEW_OPTIONS[0]), view};
}

// Distance along the view axis to the last corner of the box.
static double depth_of(const editor_camera *camera, const pick_aabb *box)
{
    pick_vec3 forward = pick_vec3_normalize(pick_vec3_sub(camera->target, camera->eye));
    double depth = 0;
    for (int i = 0; i < 8; i++) {
        pick_vec3 corner = {i & 1 ? box->max.x : box->min.x, i & 2 ? box->max.y : box->min.y,
                            i & 4 ? box->max.z : box->min.z};
        depth = fmax(depth, pick_vec3_dot(forward, pick_vec3_sub(corner, camera->eye)));
    }
    return depth;
}

static bool place_eye(const editor_cli_view *view, const pick_aabb *bounds, editor_camera *camera, editor_error *error)
{
    bool empty = pick_aabb_is_empty(bounds);
    pick_vec3 center = pick_vec3_make(0, 0, 0);
    if (!empty)
        center = pick_vec3_scale(pick_vec3_add(bounds->min, bounds->max), 0.5);
    if (!view->has_eye) {
        if (view->has_target)
            return editor_cli_fail(error, "--target needs --eye");
        editor_camera_frame(camera, bounds, editor_cli_view_aspect(view));
        return true;
    }
    camera->eye = view->eye;
    camera->target = view->has_target ? view->target : center;
    if (!empty) { // the default near plane suits a room; a tiny model needs a closer one
        double radius = 0.5 * pick_vec3_length(pick_vec3_sub(bounds->max, bounds->min));
        if (radius > 0)
            camera->near_distance = fmin(camera->near_distance, 1e-4 * radius);
    }
    return true;
}

static bool is_parallel(pick_vec3 a, pick_vec3 b)
{
    return pick_vec3_length(pick_vec3_cross(pick_vec3_normalize(a), pick_vec3_normalize(b))) < 1e-6;
}

bool editor_cli_view_camera(const editor_cli_view *view, const pick_aabb *bounds, editor_camera *out,
                            editor_error *error)
{
    editor_camera camera = EDITOR_CAMERA_DEFAULT;
    camera.fov = view->fov;
    camera.up = view->up;
    camera.orthographic = view->ortho_height > 0;
    if (pick_vec3_length(view->up) == 0)
        return editor_cli_fail(error, "--up must not be 0,0,0");
    if (!place_eye(view, bounds, &camera, error))
        return false;
    pick_vec3 forward = pick_vec3_sub(camera.target, camera.eye);
    if (pick_vec3_length(forward) == 0)
        return editor_cli_fail(error, "--eye and --target are the same point");
    if (!view->has_up && is_parallel(forward, camera.up)) // as the viewpoints Top and Bottom
        camera.up = pick_vec3_make(0, 0, forward.y < 0 ? -1 : 1);
    if (is_parallel(forward, camera.up))
        return editor_cli_fail(error, "--up points along the view axis");
    if (view->has_near)
        camera.near_distance = view->near_distance;
    if (camera.orthographic)
        camera.ortho_height = view->ortho_height;
    if (view->has_far) {
        camera.far_distance = view->far_distance;
        if (camera.far_distance <= camera.near_distance)
            return editor_cli_fail(error, "--far %g is not beyond the near plane, %g", camera.far_distance,
                                   camera.near_distance);
    } else if (camera.orthographic &&
               !pick_aabb_is_empty(bounds)) { // linear depth needs a far plane: put it behind everything
        camera.far_distance = fmax(1.01 * depth_of(&camera, bounds), 2 * camera.near_distance);
    }
    *out = camera;
    return true;
}

pick_rect editor_cli_view_viewport(const editor_cli_view *view)
{
    return (pick_rect){0, 0, view->width, view->height};
}

double editor_cli_view_aspect(const editor_cli_view *view)
{
    return (double)view->width / view->height;
}

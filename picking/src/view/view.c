#include "picking/view.h"
#include "base/compiler.h"
#include "math/math_inline.h"
#include "view/view_section.h"

#include <math.h>

// Exceeds the drift of a float rotation over thousands of products, and is far below any intended scale.
static const double RIGID_TOLERANCE = 1e-4;

static bool all_finite(const float *values, int count)
{
    for (int i = 0; i < count; i++) {
        if (!isfinite(values[i]))
            return false;
    }
    return true;
}

static pick_result read_viewport(pick_view *view, const pick_rect *rect)
{
    if (!isfinite(rect->x) || !isfinite(rect->y) || !isfinite(rect->width) || !isfinite(rect->height))
        return PICK_ERROR_NOT_FINITE;
    if (rect->width == 0 || rect->height == 0)
        return PICK_ERROR_EMPTY_VIEWPORT;
    if (rect->width < 0)
        return PICK_ERROR_INVALID_ARGUMENT;
    view->viewport = *rect;
    return PICK_OK;
}

// Reads the rotation and its inverse. Near orthonormality the inverse is precise, and unlike the transpose it inverts
// exactly the float matrix that the GPU was given.
static pick_result read_rotation(pick_view *view, const float *matrix, bool looks_up_z)
{
    for (int i = 0; i < 3; i++) {
        if (!all_finite(matrix + 4 * i, 4))
            return PICK_ERROR_NOT_FINITE;
        if (matrix[4 * i + 3] != 0)
            return PICK_ERROR_INVALID_ARGUMENT;
        for (int k = 0; k < 3; k++) {
            const double entry = (double)matrix[4 * i + k];
            view->rotation[3 * i + k] = looks_up_z && k == 2 ? -entry : entry;
        }
    }
    if (matrix[15] != 1) // NaN included
        return PICK_ERROR_INVALID_ARGUMENT;
    pick_vec3 column[3];
    for (int i = 0; i < 3; i++)
        column[i] = pick_column3(view->rotation, i);
    for (int i = 0; i < 3; i++) {
        for (int k = i; k < 3; k++) {
            const double expected = i == k ? 1 : 0;
            if (fabs(pick_vec3_dot(column[i], column[k]) - expected) > RIGID_TOLERANCE)
                return PICK_ERROR_INVALID_ARGUMENT;
        }
    }
    (void)pick_invert3(column, view->inverse_rotation); // the determinant is near 1 or -1
    return PICK_OK;
}

// Near and far from the depth row. With d the distance along the view axis, the depth is -scale + offset / d
// (perspective) or -scale * d + offset (orthographic); the planes are where it is 0 and 1.
static pick_result read_depth_range(pick_view *view)
{
    const double scale = view->depth_scale;
    const double offset = view->depth_offset;
    double at_zero, at_one;
    if (view->kind == PICK_PERSPECTIVE) {
        if (offset == 0)
            return PICK_ERROR_UNSUPPORTED_PROJECTION;
        view->reversed_depth = offset > 0;
        at_zero = offset / scale;
        at_one = offset / (1 + scale);
    } else {
        view->reversed_depth = scale > 0;
        at_zero = offset / scale;
        at_one = (offset - 1) / scale;
    }
    view->near_distance = view->reversed_depth ? at_one : at_zero;
    view->far_distance = view->reversed_depth ? at_zero : at_one;
    view->infinite_far = false;
    if (view->kind == PICK_PERSPECTIVE) {
        if (!(view->near_distance > 0) || !isfinite(view->near_distance)) // nothing in front of the eye is in range
            return PICK_ERROR_UNSUPPORTED_PROJECTION;
        // A depth that only approaches the far value, or a smaller one, has no far plane.
        if (!(view->far_distance > 0) || !isfinite(view->far_distance)) {
            view->infinite_far = true;
            view->far_distance = (double)INFINITY;
        }
    }
    return PICK_OK;
}

// Whether the camera looks along +z of view space, as left-handed ones do. In a perspective, w decides: it is positive
// before the camera. An orthographic w is 1 everywhere, so the depth range decides: most of it lies before the camera,
// so that the eye's own depth, m[14] / m[15], is nearer to the near plane's than to the far plane's. A range evenly
// around the eye fits both and is read as along -z.
static bool looks_along_positive_z(const double m[16])
{
    // One half, up to the rounding of the floats that the matrix was made of.
    static const double TIE = 1e-6;
    if (m[11] != 0)
        return m[11] > 0;
    const double from_middle = m[14] / m[15] - 0.5;
    // The depth grows away from the eye's when that is below one half, and shrinks when it is above: along -z or +z.
    return fabs(from_middle) > TIE && (m[10] > 0) == (from_middle < 0);
}

static pick_result read_projection(pick_view *view, const float *matrix, bool *looks_up_z)
{
    if (!all_finite(matrix, 16))
        return PICK_ERROR_NOT_FINITE;
    double m[16];
    for (int i = 0; i < 16; i++)
        m[i] = (double)matrix[i];
    if (m[3] != 0 || m[7] != 0 || m[2] != 0 || m[6] != 0) // w or depth depends on x or y
        return PICK_ERROR_UNSUPPORTED_PROJECTION;
    double w;
    if (m[11] != 0 && m[15] == 0 && m[12] == 0 && m[13] == 0) {
        view->kind = PICK_PERSPECTIVE;
        w = fabs(m[11]);
        view->offset[0] = m[8] / w;
        view->offset[1] = m[9] / w;
    } else if (m[11] == 0 && m[15] > 0 && m[8] == 0 && m[9] == 0 && m[10] != 0) {
        view->kind = PICK_ORTHOGRAPHIC;
        w = m[15];
        view->offset[0] = m[12] / w;
        view->offset[1] = m[13] / w;
    } else {
        return PICK_ERROR_UNSUPPORTED_PROJECTION;
    }
    *looks_up_z = looks_along_positive_z(m);
    if (*looks_up_z && view->kind == PICK_PERSPECTIVE) {
        view->offset[0] = -view->offset[0];
        view->offset[1] = -view->offset[1];
    }
    view->linear2[0] = m[0] / w;
    view->linear2[1] = m[1] / w;
    view->linear2[2] = m[4] / w;
    view->linear2[3] = m[5] / w;
    if (pick_invert2(view->linear2, view->inverse2) == 0)
        return PICK_ERROR_UNSUPPORTED_PROJECTION;
    view->depth_scale = (*looks_up_z ? -m[10] : m[10]) / w;
    view->depth_offset = m[14] / w;
    return read_depth_range(view);
}

pick_result pick_view_init(pick_view *out, const pick_view_desc *desc)
{
    if (!out || !desc || !desc->projection || !desc->view)
        return PICK_ERROR_INVALID_ARGUMENT;
    pick_view view = {0};
    bool looks_up_z = false;
    pick_result result = read_viewport(&view, &desc->viewport);
    if (result == PICK_OK)
        result = read_projection(&view, desc->projection, &looks_up_z);
    if (result == PICK_OK)
        result = read_rotation(&view, desc->view, looks_up_z);
    if (result == PICK_OK && !pick_vec3_is_finite(desc->eye))
        result = PICK_ERROR_NOT_FINITE;
    if (result == PICK_OK) {
        view.eye = desc->eye;
        *out = view;
    }
    return result;
}

pick_vec2 pick_view_window_to_ndc(const pick_view *view, pick_vec2 window)
{
    if (!view)
        return (pick_vec2){0};
    const pick_rect *r = &view->viewport;
    pick_vec2 ndc = {2 * (window.x - r->x) / r->width - 1, 2 * (window.y - r->y) / r->height - 1};
    return ndc;
}

pick_vec2 pick_view_ndc_to_window(const pick_view *view, pick_vec2 ndc)
{
    if (!view)
        return (pick_vec2){0};
    const pick_rect *r = &view->viewport;
    pick_vec2 window = {r->x + (ndc.x + 1) * 0.5 * r->width, r->y + (ndc.y + 1) * 0.5 * r->height};
    return window;
}

bool pick_view_contains(const pick_view *view, pick_vec2 window)
{
    if (!view)
        return false;
    const pick_rect *r = &view->viewport;
    const double top = r->height < 0 ? r->y + r->height : r->y;
    const double bottom = r->height < 0 ? r->y : r->y + r->height;
    return window.x >= r->x && window.x < r->x + r->width && window.y >= top && window.y < bottom;
}

// Maps an NDC position to the plane at distance 1 (perspective), or to any plane (orthographic).
static pick_vec2 ndc_to_plane(const pick_view *view, pick_vec2 ndc)
{
    const double sign = view->kind == PICK_PERSPECTIVE ? 1 : -1;
    return pick_multiply2(view->inverse2, ndc.x + sign * view->offset[0], ndc.y + sign * view->offset[1]);
}

pick_ray pick_view_uncut_ray(const pick_view *view, pick_vec2 window)
{
    const pick_vec2 plane = ndc_to_plane(view, pick_view_window_to_ndc(view, window));
    pick_vec3 origin = view->eye;
    pick_vec3 along = {0, 0, -1}; // view space, one metre deep
    if (view->kind == PICK_PERSPECTIVE)
        along = pick_vec3_make(plane.x, plane.y, -1);
    else
        origin = pick_vec3_add(origin, pick_multiply3(view->inverse_rotation, pick_vec3_make(plane.x, plane.y, 0)));
    along = pick_multiply3(view->inverse_rotation, along);
    const double length = pick_vec3_length(along);
    return (pick_ray){
        .origin = origin,
        .direction = pick_vec3_normalize(along),
        .t_min = view->near_distance * length,
        .t_max = view->far_distance * length,
    };
}

pick_ray pick_view_ray(const pick_view *view, pick_vec2 window)
{
    if (!view)
        return (pick_ray){0};
    pick_ray ray = pick_view_uncut_ray(view, window);
    if (view->section_count > 0)
        pick_section_clip(view, &ray);
    return ray;
}

pick_ray pick_view_ray_from_eye(const pick_view *view, pick_vec2 window)
{
    pick_view moved = *view;
    moved.eye = pick_vec3_make(0, 0, 0);
    for (uint32_t i = 0; i < view->section_count; i++)
        moved.section[i].offset = pick_section_distance(&view->section[i], view->eye);
    return pick_view_ray(&moved, window);
}

bool pick_view_project(const pick_view *view, pick_vec3 world, pick_projected_point *out)
{
    if (!view || !out)
        return false;
    const pick_vec3 p = pick_multiply3(view->rotation, pick_vec3_sub(world, view->eye));
    const bool perspective = view->kind == PICK_PERSPECTIVE;
    if (!pick_vec3_is_finite(p) || (perspective && p.z >= 0))
        return false;
    const double w = perspective ? -p.z : 1;
    const double shift = perspective ? p.z : 1;
    const pick_vec2 plane = pick_multiply2(view->linear2, p.x, p.y);
    const pick_vec2 ndc = {(plane.x + view->offset[0] * shift) / w, (plane.y + view->offset[1] * shift) / w};
    const pick_vec2 position = pick_view_ndc_to_window(view, ndc);
    const double depth = (view->depth_scale * p.z + view->depth_offset) / w;
    if (!pick_is_finite_vec2(position) || !isfinite(depth)) // numerically on the eye plane
        return false;
    *out = (pick_projected_point){.window = position, .depth = depth, .distance = -p.z};
    return true;
}

bool pick_view_unproject(const pick_view *view, pick_vec2 window, double depth, pick_vec3 *out)
{
    if (!view || !out)
        return false;
    const pick_vec2 plane = ndc_to_plane(view, pick_view_window_to_ndc(view, window));
    pick_vec3 p;
    if (view->kind == PICK_PERSPECTIVE) {
        const double distance = view->depth_offset / (depth + view->depth_scale);
        if (!(distance > 0)) // NaN included
            return false;
        p = pick_vec3_make(plane.x * distance, plane.y * distance, -distance);
    } else {
        p = pick_vec3_make(plane.x, plane.y, (depth - view->depth_offset) / view->depth_scale);
    }
    p = pick_vec3_add(view->eye, pick_multiply3(view->inverse_rotation, p));
    if (!pick_vec3_is_finite(p))
        return false;
    *out = p;
    return true;
}

double pick_view_point_size(const pick_view *view, pick_vec3 world)
{
    if (!view)
        return 0;
    const double *m = view->inverse2;
    const double ndc_area = fabs(m[0] * m[3] - m[1] * m[2]); // of the unit square, on the plane of ndc_to_plane
    const double at_plane = 2 * sqrt(ndc_area / fabs(view->viewport.width * view->viewport.height));
    if (view->kind == PICK_ORTHOGRAPHIC)
        return at_plane;
    const double distance = -pick_multiply3(view->rotation, pick_vec3_sub(world, view->eye)).z;
    return distance > 0 ? at_plane * distance : 0;
}

static pick_vec2 convert(pick_vec2 p, double from_width, double from_height, double to_width, double to_height)
{
    pick_vec2 result = {0, 0};
    if (from_width > 0 && from_height > 0 && to_width > 0 && to_height > 0) {
        result.x = p.x * to_width / from_width;
        result.y = p.y * to_height / from_height;
    }
    return result;
}

pick_vec2 pick_window_to_drawable(const pick_window *window, pick_vec2 point)
{
    if (!window)
        return (pick_vec2){0};
    return convert(point, window->width, window->height, window->drawable_width, window->drawable_height);
}

pick_vec2 pick_window_from_drawable(const pick_window *window, pick_vec2 pixel)
{
    if (!window)
        return (pick_vec2){0};
    return convert(pixel, window->drawable_width, window->drawable_height, window->width, window->height);
}

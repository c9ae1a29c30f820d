#include "view/view.h"

#include "device/maths.h"
#include "scene/scene_private.h"
#include "view/shadow.h"

#include <math.h>
#include <string.h>

static void get_row(const float m[16], int row, double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = (double)m[4 * i + row];
}

static bool are_finite(const float *values, int count)
{
    for (int i = 0; i < count; i++) {
        if (!isfinite(values[i]))
            return false;
    }
    return true;
}

float render_to_linear(uint32_t byte)
{
    float value = (float)byte / 255.0f;
    return value <= 0.04045f ? value / 12.92f : powf((value + 0.055f) / 1.055f, 2.4f);
}

static bool are_labels(const render_frame *frame)
{
    for (uint32_t i = 0; i < frame->label_count; i++) {
        const render_label *label = frame->labels != NULL ? &frame->labels[i] : NULL;
        if (label == NULL || label->text == NULL || !isfinite(label->size) || label->size > 1000.0f ||
            !are_finite(label->offset, 2))
            return false;
        for (int k = 0; k < 3; k++) {
            if (!(fabs(label->position[k]) < 3e38))
                return false;
        }
    }
    return true;
}

static bool are_planes(const render_frame *frame)
{
    for (uint32_t i = 0; i < frame->section_count && i < RENDER_SECTION_PLANES; i++) {
        const render_plane *plane = &frame->section[i];
        const double *n = plane->normal;
        // Any length near 1: it only scales the distance that is compared with 0.
        if (!(fabs(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1.0) < 1e-3) || !(fabs(plane->offset) < 3e38))
            return false;
    }
    return frame->section_count <= RENDER_SECTION_PLANES;
}

const char *render_check_frame(const render_device *device, const render_frame *frame)
{
    const float *bounds = device->properties.limits.viewportBoundsRange;
    const render_rect *rect = &frame->viewport;
    if (!are_finite(frame->projection, 16) || !are_finite(frame->view, 16))
        return "a matrix that is not finite";
    for (int i = 0; i < 3; i++) {
        if (!(fabs(frame->eye[i]) < 3e38))
            return "an eye that is not finite";
    }
    if (!isfinite(rect->x) || !isfinite(rect->y) || !isfinite(rect->width) || !isfinite(rect->height) ||
        rect->width < 0.0f || rect->x < bounds[0] || rect->y < bounds[0] || rect->x + rect->width > bounds[1] ||
        rect->y + rect->height > bounds[1] || rect->y + rect->height < bounds[0] ||
        rect->width > (float)device->properties.limits.maxViewportDimensions[0] ||
        fabsf(rect->height) > (float)device->properties.limits.maxViewportDimensions[1] ||
        (rect->width > 0.0f && rect->height == 0.0f))
        return "a viewport out of range";
    if ((unsigned)frame->shading > RENDER_SHADING_CLAY)
        return "an unknown shading";
    if (frame->line_count > 0 && frame->lines == NULL)
        return "lines that are not there";
    if (!are_labels(frame))
        return "labels that are not there";
    if (!are_planes(frame))
        return "a section without such planes";
    const render_overlay *overlay = frame->overlay;
    if (overlay != NULL && ((overlay->vertex_count > 0 && overlay->vertices == NULL) ||
                            (overlay->index_count > 0 && overlay->indices == NULL) ||
                            (overlay->command_count > 0 && overlay->commands == NULL) || !isfinite(overlay->scale) ||
                            overlay->scale < 0.0f))
        return "an overlay that is not there";
    return NULL;
}

static render_rect get_viewport(const render_frame *frame, uint32_t target_width, uint32_t target_height)
{
    if (frame->viewport.width == 0.0f)
        return (render_rect){0.0f, 0.0f, (float)target_width, (float)target_height};
    return frame->viewport;
}

static void set_viewport(render_draw *draw)
{
    const render_target *target = draw->target;
    render_rect rect = get_viewport(draw->frame, target->width, target->height);
    draw->viewport = (VkViewport){rect.x, rect.y, rect.width, rect.height, 0.0f, 1.0f};
    float top = fminf(rect.y, rect.y + rect.height), bottom = fmaxf(rect.y, rect.y + rect.height);
    float x0 = fminf(fmaxf(floorf(rect.x), 0.0f), (float)target->width);
    float y0 = fminf(fmaxf(floorf(top), 0.0f), (float)target->height);
    float x1 = fminf(fmaxf(ceilf(rect.x + rect.width), x0), (float)target->width);
    float y1 = fminf(fmaxf(ceilf(bottom), y0), (float)target->height);
    draw->scissor = (VkRect2D){{(int32_t)x0, (int32_t)y0}, {(uint32_t)(x1 - x0), (uint32_t)(y1 - y0)}};
}

// Sets where the camera looks, and whether the picture is a mirror image: the sign of the determinant that maps right,
// down and away on screen to world space.
static void read_handedness(render_draw *draw)
{
    const render_frame *frame = draw->frame;
    double right[3], down[3], away[3], depth[3];
    get_row(frame->projection, 0, right);
    get_row(frame->projection, 1, down);
    get_row(frame->projection, 3, away);
    get_row(frame->projection, 2, depth);
    draw->orthographic = away[0] == 0.0 && away[1] == 0.0 && away[2] == 0.0;
    for (int i = 0; draw->orthographic && i < 3; i++)
        away[i] = frame->forward_depth ? depth[i] : -depth[i];

    double x[3], y[3], z[3], size = 0.0;
    get_row(frame->view, 0, x);
    get_row(frame->view, 1, y);
    get_row(frame->view, 2, z);
    // Right-handed, y down: right x down = away.
    double sign = render_determinant(right, down, away) * render_determinant(x, y, z) * (double)draw->viewport.height;
    draw->mirrored = sign < 0.0;
    for (int i = 0; i < 3; i++) {
        draw->forward[i] = away[0] * x[i] + away[1] * y[i] + away[2] * z[i];
        size += draw->forward[i] * draw->forward[i];
    }
    for (int i = 0; i < 3 && size > 0.0; i++)
        draw->forward[i] /= sqrt(size);
}

int render_grid_axis(const render_draw *draw)
{
    for (int i = 0; draw->orthographic && i < 3; i += 2) {
        if (fabs(draw->forward[i]) > 1.0 - 1e-6)
            return i;
    }
    return 1;
}

// Sets the grid. The finest cell follows the height of the eye, or the height of an orthographic view. Positions are
// relative to a coarse line near the eye, so that they are small at any distance from the origin.
static void set_grid(const render_draw *draw, struct shader_view *view)
{
    const render_frame *frame = draw->frame;
    double height = fabs(frame->eye[1]);
    double metres_per_pixel = height / fmax(fabs((double)draw->viewport.height), 1.0);
    if (draw->orthographic) {
        double rows = sqrt((double)(frame->projection[1] * frame->projection[1]) +
                           (double)(frame->projection[5] * frame->projection[5]) +
                           (double)(frame->projection[9] * frame->projection[9]));
        metres_per_pixel = rows > 0.0 ? 2.0 / rows / fmax(fabs((double)draw->viewport.height), 1.0) : 1.0;
    }
    const int axis = render_grid_axis(draw), u = axis == 0 ? 2 : 0, v = axis == 1 ? 2 : 1;
    double finest = pow(10.0, floor(log10(fmin(fmax(metres_per_pixel, 1e-9), 1e15))));
    double coarse = finest * 1e6;
    view->grid[0] = (float)(frame->eye[u] - round(frame->eye[u] / coarse) * coarse);
    view->grid[1] = (float)(frame->eye[v] - round(frame->eye[v] / coarse) * coarse);
    view->grid[2] = (float)(100.0 * fmax(height, 0.5));
    view->grid[3] = draw->scale;
    view->grid_cells[0] = (float)finest;
    view->grid_cells[1] = (float)frame->eye[axis];
    view->grid_cells[2] = (float)axis;
    view->grid_cells[3] = axis == 1 ? 0.0f : 1.0f;
}

// Sets how far ambient occlusion reaches: a part of the view's height.
static void set_occlusion(const render_draw *draw, struct shader_view *view)
{
    const double part = 0.08;
    const float *p = draw->frame->projection;
    const double scale = hypot((double)p[1], (double)p[5]);
    view->occlusion[0] = scale > 0.0 ? (float)(part * 2.0 / scale) : 0.0f;
    view->occlusion[1] = (float)(0.5 * part * fabs((double)draw->viewport.height));
}

// The section's origin: the eye, but where that is far from the box around all objects the place of the box nearest to
// it. From nearby, what is drawn does not depend on objects that are not.
static void find_section_origin(const render_draw *draw, double out[3])
{
    static const double FAR = 1000.0; // metres: floats are a sixteenth of a millimetre apart
    const double *eye = draw->frame->eye;
    double low[3], high[3], away = 0.0;
    const bool found = draw->frame->section_count > 0 && render_bounds_find_box(&draw->scene->bounds, low, high);
    for (int i = 0; i < 3; i++) {
        out[i] = found ? fmin(fmax(eye[i], low[i]), high[i]) : eye[i];
        away = fmax(away, fabs(out[i] - eye[i]));
    }
    for (int i = 0; i < 3 && away < FAR; i++)
        out[i] = eye[i];
}

static void set_plane(const render_plane *plane, const double origin[3], shader_vec4 out)
{
    double inside = plane->offset;
    for (int k = 0; k < 3; k++) {
        out[k] = (float)plane->normal[k];
        inside += plane->normal[k] * origin[k];
    }
    out[3] = (float)inside;
}

static void set_section(const render_frame *frame, const double origin[3], struct shader_view *view)
{
    for (uint32_t i = 0; i < frame->section_count; i++) {
        set_plane(&frame->section[i], origin, view->section[i]);
        set_plane(&frame->section[i], frame->eye, view->section_from_eye[i]);
    }
    for (uint32_t i = frame->section_count; i < RENDER_SECTION_PLANES; i++)
        view->section[i][3] = view->section_from_eye[i][3] = 1.0f; // keeps all
    for (int k = 0; k < 3; k++)
        render_split(frame->eye[k] - origin[k], &view->section_eye_high[k], &view->section_eye_low[k]);
    view->section_count = frame->section_count;
}

// The place in view space that the projection maps to a place in NDC: clip_i = place_i clip_w, three planes,
// intersected by Cramer's rule.
static void unproject(const render_frame *frame, const double place[3], double in_view[3])
{
    double w[4], rows[3][3], right[3];
    for (int k = 0; k < 4; k++)
        w[k] = (double)frame->projection[4 * k + 3];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            rows[k][i] = (double)frame->projection[4 * k + i] - place[i] * w[k];
        right[i] = place[i] * w[3] - (double)frame->projection[12 + i];
    }
    double size = render_determinant(rows[0], rows[1], rows[2]);
    in_view[0] = render_determinant(right, rows[1], rows[2]) / size;
    in_view[1] = render_determinant(rows[0], right, rows[2]) / size;
    in_view[2] = render_determinant(rows[0], rows[1], right) / size;
}

// The place that the matrix of the view, which is one of floats and so no exact rotation, takes to `in_view`: 1000 km
// away its transpose would be a decimetre off.
static void unrotate(const render_frame *frame, const double in_view[3], double out[3])
{
    double columns[3][3];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            columns[i][k] = (double)frame->view[4 * i + k];
    }
    const double size = render_determinant(columns[0], columns[1], columns[2]);
    out[0] = render_determinant(in_view, columns[1], columns[2]) / size;
    out[1] = render_determinant(columns[0], in_view, columns[2]) / size;
    out[2] = render_determinant(columns[0], columns[1], in_view) / size;
}

// Sets where rays through pixels meet the plane across the view that is as far away as the section's origin, or the
// near plane if that is farther.
static void set_ray_place(const render_draw *draw, const double origin[3], struct shader_view *view)
{
    const render_frame *frame = draw->frame;
    double at[3][3], away = 0, near = 0, base;
    for (int i = 0; i < 3; i++) {
        const double place[3] = {i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0, frame->forward_depth ? 0.0 : 1.0};
        double in_view[3];
        unproject(frame, place, in_view);
        unrotate(frame, in_view, at[i]);
    }
    for (int k = 0; k < 3; k++) {
        near += draw->forward[k] * at[0][k];
        away += draw->forward[k] * (origin[k] - frame->eye[k]);
    }
    base = fmax(near, away);
    for (int i = 0; i < 3; i++) { // from the near plane to the base
        for (int k = 0; k < 3; k++)
            at[i][k] = draw->orthographic ? at[i][k] + (base - near) * draw->forward[k] : at[i][k] * (base / near);
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            view->ray_place[i][k] = (float)(i == 0 ? at[0][k] + (frame->eye[k] - origin[k]) : at[i][k] - at[0][k]);
    }
    view->ray_place[0][3] = (float)(draw->orthographic ? near - base : near / base - 1);
}

void render_view_init(render_draw *draw, struct shader_view *view)
{
    const render_frame *frame = draw->frame;
    set_viewport(draw);
    read_handedness(draw);
    draw->nearer = frame->forward_depth ? VK_COMPARE_OP_LESS : VK_COMPARE_OP_GREATER;
    draw->nearest = frame->forward_depth ? VK_COMPARE_OP_LESS_OR_EQUAL : VK_COMPARE_OP_GREATER_OR_EQUAL;
    draw->scale = draw->overlay != NULL && draw->overlay->scale > 0.0f ? draw->overlay->scale : 1.0f;

    memcpy(view->projection, frame->projection, sizeof view->projection);
    memcpy(view->rotation, frame->view, sizeof view->rotation);
    for (int i = 0; i < 3; i++) {
        view->rotation[12 + i] = 0.0f;
        view->rotation[4 * i + 3] = 0.0f;
        render_split(frame->eye[i], &view->eye_high[i], &view->eye_low[i]);
        view->forward[i] = (float)draw->forward[i];
    }
    view->rotation[15] = 1.0f;
    view->eye_high[3] = draw->orthographic ? 1.0f : 0.0f;
    view->eye_low[3] = 0.0f;
    view->forward[3] = frame->forward_depth ? 1.0f : 0.0f;
    view->viewport[0] = draw->viewport.x;
    view->viewport[1] = draw->viewport.y;
    view->viewport[2] = draw->viewport.width;
    view->viewport[3] = draw->viewport.height;
    set_grid(draw, view);
    double origin[3];
    find_section_origin(draw, origin);
    set_section(frame, origin, view);
    if (frame->caps)
        set_ray_place(draw, origin, view);
    view->shading = frame->shading;
    render_scene_fill_lights(draw->scene, frame->eye, view);
    if (draw->occlusion)
        set_occlusion(draw, view);
    double away[3];
    if (draw->shadow != NULL)
        render_shadow_fill(draw->shadow, frame, render_scene_sun(draw->scene, away), view);
}

VkRect2D render_view_intersect(const VkRect2D *a, const VkRect2D *b)
{
    int32_t x0 = a->offset.x > b->offset.x ? a->offset.x : b->offset.x;
    int32_t y0 = a->offset.y > b->offset.y ? a->offset.y : b->offset.y;
    int64_t ax1 = a->offset.x + (int64_t)a->extent.width, bx1 = b->offset.x + (int64_t)b->extent.width;
    int64_t ay1 = a->offset.y + (int64_t)a->extent.height, by1 = b->offset.y + (int64_t)b->extent.height;
    int64_t width = (ax1 < bx1 ? ax1 : bx1) - x0, height = (ay1 < by1 ? ay1 : by1) - y0;
    if (width <= 0 || height <= 0)
        return (VkRect2D){.offset = {b->offset.x, b->offset.y}};
    return (VkRect2D){{x0, y0}, {(uint32_t)width, (uint32_t)height}};
}

void render_view_unproject(const render_frame *frame, uint32_t target_width, uint32_t target_height,
                           const double pixel[2], double depth, double point[3])
{
    const render_rect rect = get_viewport(frame, target_width, target_height);
    const double place[3] = {2.0 * (pixel[0] - (double)rect.x) / (double)rect.width - 1.0,
                             2.0 * (pixel[1] - (double)rect.y) / (double)rect.height - 1.0, depth};
    double in_view[3];
    unproject(frame, place, in_view);
    double relative[3];
    render_rotate_to_world(frame->view, in_view, relative);
    for (int i = 0; i < 3; i++)
        point[i] = frame->eye[i] + relative[i];
}

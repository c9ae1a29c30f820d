// Finds the part of the picture that highlighted objects cover: masks and outlines are drawn only there.
#include "device/maths.h"
#include "scene/scene_private.h"
#include "view/view.h"

#include <math.h>

typedef struct area {
    double low[2], high[2]; // pixels
} area;

// Computes the centre of an object's bounding sphere in view space, and returns its radius.
static double get_sphere(const render_draw *draw, uint32_t slot, double center[3])
{
    const render_boxes *boxes = &draw->scene->bounds.boxes[0];
    double relative[3], squares = 0.0;
    for (int i = 0; i < 3; i++) {
        double half = (double)boxes->half[i][slot];
        relative[i] = boxes->center[i][slot] - draw->frame->eye[i];
        squares += half * half;
    }
    render_rotate_to_view(draw->frame->view, relative, center);
    return sqrt(squares);
}

// Widens the area by the box around a sphere in view space. False: part of the box is not in front of the eye.
static bool add_sphere(const render_draw *draw, const double center[3], double radius, area *it)
{
    const float *p = draw->frame->projection;
    const VkViewport *viewport = &draw->viewport;
    for (int corner = 0; corner < 8; corner++) {
        double v[3], clip[4];
        for (int i = 0; i < 3; i++)
            v[i] = center[i] + (corner >> i & 1 ? radius : -radius);
        for (int i = 0; i < 4; i++)
            clip[i] = (double)p[i] * v[0] + (double)p[4 + i] * v[1] + (double)p[8 + i] * v[2] + (double)p[12 + i];
        if (!(clip[3] > 1e-6 * radius))
            return false;
        double pixel[2] = {(double)viewport->x + (clip[0] / clip[3] + 1.0) * 0.5 * (double)viewport->width,
                           (double)viewport->y + (clip[1] / clip[3] + 1.0) * 0.5 * (double)viewport->height};
        for (int i = 0; i < 2; i++) {
            it->low[i] = fmin(it->low[i], pixel[i]);
            it->high[i] = fmax(it->high[i], pixel[i]);
        }
    }
    return true;
}

// The pixels of an area, with a margin, within the scissor.
static VkRect2D round_area(const render_draw *draw, const area *it, double margin)
{
    const VkRect2D *scissor = &draw->scissor;
    const int32_t start[2] = {scissor->offset.x, scissor->offset.y};
    const uint32_t size[2] = {scissor->extent.width, scissor->extent.height};
    double low[2], high[2];
    for (int i = 0; i < 2; i++) {
        double end = (double)start[i] + (double)size[i];
        low[i] = fmin(fmax(floor(it->low[i] - margin), (double)start[i]), end);
        high[i] = fmin(fmax(ceil(it->high[i] + margin), low[i]), end);
    }
    return (VkRect2D){{(int32_t)low[0], (int32_t)low[1]}, {(uint32_t)(high[0] - low[0]), (uint32_t)(high[1] - low[1])}};
}

VkRect2D render_view_object_area(const render_draw *draw, uint32_t slot, double margin)
{
    area it = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};
    double center[3];
    double radius = get_sphere(draw, slot, center);
    return add_sphere(draw, center, radius, &it) ? round_area(draw, &it, margin) : draw->scissor;
}

void render_view_find_highlight_bounds(render_draw *draw)
{
    const render_batch_list *list = &draw->scene->list;
    area it = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};
    draw->highlight_area = draw->scissor;
    for (uint32_t i = 0; i < list->marked.count; i++) {
        double center[3];
        double radius = get_sphere(draw, list->marked.items[i].slot, center);
        if (!add_sphere(draw, center, radius, &it))
            return;
    }
    if (!(it.low[0] <= it.high[0]))
        return;
    double margin = ceil((double)(RENDER_OUTLINE_WIDTH * draw->scale) + render_view_reach(draw)) + 3.0;
    draw->highlight_area = round_area(draw, &it, margin);
}

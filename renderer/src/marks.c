// Where in the picture the marked objects are: masks and outlines are drawn there only.
#include "scene_private.h"
#include "view.h"

#include <math.h>

typedef struct area {
    double low[2], high[2]; // pixels
} area;

// The centre of an object's bounding sphere in view space, and the radius.
static double get_sphere(const render_draw *draw, uint32_t slot, double center[3])
{
    const render_object *object = &draw->scene->objects[slot];
    const render_mesh_item *mesh = render_pool_get(&draw->scene->meshes, object->mesh);
    const float *view = draw->frame->view;
    double relative[3], stretch = 0.0;
    for (int i = 0; i < 3; i++) {
        relative[i] = object->origin[i] - draw->frame->eye[i];
        for (int j = 0; j < 3; j++) {
            double entry = (double)object->linear[3 * j + i];
            relative[i] += entry * (double)mesh->center[j];
            stretch += entry * entry; // Frobenius: never less than what the matrix stretches by
        }
    }
    for (int i = 0; i < 3; i++) {
        center[i] =
            (double)view[i] * relative[0] + (double)view[4 + i] * relative[1] + (double)view[8 + i] * relative[2];
    }
    return (double)mesh->radius * sqrt(stretch);
}

// Widens the area by the box around a sphere in view space; false when part of it is not before the eye.
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

void render_view_find_marks(render_draw *draw)
{
    const render_draw_list *list = &draw->scene->list;
    area it = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};
    draw->mark_area = draw->scissor;
    for (int masked = 0; masked < 2; masked++) {
        for (uint32_t b = 0; b < list->marked[masked].count; b++) {
            const render_batch *batch = &list->marked[masked].batches[b];
            for (uint32_t i = 0; i < batch->instance_count; i++) {
                double center[3];
                double radius = get_sphere(draw, list->instances[batch->first_instance + i], center);
                if (!add_sphere(draw, center, radius, &it))
                    return;
            }
        }
    }
    double margin = ceil((double)(RENDER_OUTLINE_WIDTH * draw->scale)) + 3.0;
    const VkRect2D *scissor = &draw->scissor;
    const int32_t start[2] = {scissor->offset.x, scissor->offset.y};
    const uint32_t size[2] = {scissor->extent.width, scissor->extent.height};
    double low[2], high[2];
    for (int i = 0; i < 2; i++) {
        double end = (double)start[i] + (double)size[i];
        low[i] = fmin(fmax(floor(it.low[i] - margin), (double)start[i]), end);
        high[i] = fmin(fmax(ceil(it.high[i] + margin), low[i]), end);
    }
    draw->mark_area =
        (VkRect2D){{(int32_t)low[0], (int32_t)low[1]}, {(uint32_t)(high[0] - low[0]), (uint32_t)(high[1] - low[1])}};
}

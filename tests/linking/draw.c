#include "draw.h"

#include <renderer/renderer.h>

#include <stdio.h>
#include <string.h>

enum { SIZE = 64 };

static const float positions[] = {-1, -1, -3, 1, -1, -3, 0, 1, -3};
static const uint32_t indices[] = {0, 1, 2};

static bool draw(render_scene *scene, render_target *target, uint8_t *rgba)
{
    const render_submesh all = {.triangle_count = 1};
    const render_mesh_desc desc = {.positions = positions,
                                   .vertex_count = 3,
                                   .indices = indices,
                                   .index_count = 3,
                                   .submeshes = &all,
                                   .submesh_count = 1};
    render_object object = {.linear = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    const render_frame frame = {.projection = {[0] = 2, [5] = -2, [11] = -1, [14] = 0.1f},
                                .view = {[0] = 1, [5] = 1, [10] = 1, [15] = 1}};
    return render_mesh_create(scene, &desc, &object.mesh) == RENDER_OK &&
           render_scene_set_object(scene, 0, &object) == RENDER_OK &&
           render_target_draw(target, scene, &frame) == RENDER_OK &&
           render_target_read_color(target, rgba, 4 * SIZE * SIZE, NULL, NULL) == RENDER_OK;
}

int draw_picture(void)
{
    static uint8_t rgba[4 * SIZE * SIZE];
    render_device *device = NULL;
    render_scene *scene = NULL;
    render_target *target = NULL;
    char error[256];
    const render_result result = render_device_create(&(render_device_desc){0}, &device, error, sizeof(error));
    if (result != RENDER_OK) {
        fprintf(stderr, "%s\n", error);
        return result == RENDER_ERROR_NO_DRIVER ? 77 : 1;
    }
    bool good = render_scene_create(device, &scene) == RENDER_OK &&
                render_target_create(device, SIZE, SIZE, &target) == RENDER_OK && draw(scene, target, rgba);
    // The triangle is in the middle and not in the corner.
    good = good && memcmp(&rgba[4 * (SIZE / 2 * SIZE + SIZE / 2)], rgba, 3) != 0;
    printf("%s\n", good ? "drawn" : render_device_last_error(device));
    render_target_destroy(target);
    render_scene_destroy(scene);
    render_device_destroy(device);
    return good ? 0 : 1;
}

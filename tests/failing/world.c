#include "world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { SLOT = 3 };

const char *world_step_name(world_step step)
{
    static const char *const names[WORLD_STEPS] = {"start", "fill", "frame", "resize", "ids", "request", "read"};
    return names[step];
}

static void on_log(void *user, render_log_level level, const char *text)
{
    uint32_t *messages = user;
    *messages += level == RENDER_LOG_VALIDATION;
    if (level == RENDER_LOG_VALIDATION)
        fprintf(stderr, "%s\n", text);
}

static render_result start(world *it)
{
    if (it->device == NULL) {
        const render_device_desc desc = {.instance_extensions = fake_window_extensions,
                                         .instance_extension_count = 1,
                                         .create_surface = fake_window_create_surface,
                                         .surface_user = &it->fake,
                                         .allocator = &failing_heap,
                                         .masked_features = it->mask,
                                         .validation = it->validation,
                                         .log = it->validation ? on_log : NULL,
                                         .log_user = &it->messages,
                                         .pipeline_cache_path = it->cache_path};
        render_result result = render_device_create(&desc, &it->device, it->error, sizeof it->error);
        if (result != RENDER_OK)
            return result;
    }
    it->fake.width = it->fake.height = 24;
    const render_window_desc window = {
        .create_surface = fake_window_create_surface, .get_size = fake_window_get_size, .user = &it->fake};
    return it->window != NULL ? RENDER_OK : render_window_create(it->device, &window, &it->window);
}

static render_result make_mesh(world *it)
{
    static const float positions[12] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
    static const float uvs[8] = {0, 1, 1, 1, 1, 0, 0, 0};
    static const uint32_t indices[18] = {0, 1, 2, 0, 2, 3, 0, 1, 2, 0, 2, 3, 0, 1, 2, 0, 2, 3};
    const render_submesh submeshes[3] = {{0, 2, it->materials[0]}, {2, 2, it->materials[1]}, {4, 2, it->materials[2]}};
    const render_mesh_desc desc = {.name = "quad",
                                   .positions = positions,
                                   .uvs = uvs,
                                   .vertex_count = 4,
                                   .indices = indices,
                                   .index_count = 18,
                                   .submeshes = submeshes,
                                   .submesh_count = 3};
    return it->mesh != 0 ? RENDER_OK : render_mesh_create(it->scene, &desc, &it->mesh);
}

// An opaque, a cut-out and a translucent material, with textures.
static render_result make_materials(world *it)
{
    static const uint8_t texels[16] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255};
    for (int i = 0; i < 3; i++) {
        if (it->materials[i] != 0)
            continue;
        const render_texture_desc texture = {.name = "checks", .width = 2, .height = 2, .rgba = texels};
        render_material_desc desc = {.base_color = {1, 1, 1, 0.5f},
                                     .uv_transform = {1, 0, 0, 0, 1, 0},
                                     .alpha_mode = (render_alpha_mode)i,
                                     .alpha_cutoff = 0.25f,
                                     .roughness = 1};
        render_result result = render_texture_create(it->scene, &texture, &desc.base_color_texture);
        if (result != RENDER_OK)
            return result;
        result = render_material_create(it->scene, &desc, &it->materials[i]);
        render_texture_destroy(it->scene, desc.base_color_texture); // the material keeps it
        if (result != RENDER_OK)
            return result;
    }
    return RENDER_OK;
}

// A volume, balls and lines: what has no triangles.
static render_result make_shapes(world *it)
{
    static const float positions[9] = {-1, -1, 0, 1, 1, 0, 1, -1, 0};
    const render_volume_desc volume = {.shape = RENDER_VOLUME_SPHERE, .half = {1, 1, 1}};
    render_thin_desc thin = {.positions = positions, .position_count = 3, .radius = 0.5};
    render_result result = it->shapes[0] != 0 ? RENDER_OK : render_volume_create(it->scene, &volume, &it->shapes[0]);
    if (result == RENDER_OK && it->shapes[1] == 0)
        result = render_thin_create(it->scene, &thin, &it->shapes[1]);
    thin.kind = RENDER_THIN_LINES;
    thin.unit = RENDER_THIN_ON_SCREEN;
    if (result == RENDER_OK && it->shapes[2] == 0)
        result = render_thin_create(it->scene, &thin, &it->shapes[2]);
    return result;
}

// Behind the quad.
static render_result set_shapes(world *it)
{
    render_result result = RENDER_OK;
    for (uint32_t i = 0; i < 3 && result == RENDER_OK; i++) {
        const render_object object = {.mesh = it->shapes[i],
                                      .linear = {0.2f, 0, 0, 0, 0.2f, 0, 0, 0, 0.2f},
                                      .origin = {0.1 * i - 0.1, 0, -2},
                                      .flags = RENDER_OBJECT_SELECTED};
        result = render_scene_set_object(it->scene, i, &object);
    }
    return result;
}

static render_object make_object(const world *it, double x)
{
    return (render_object){.mesh = it->mesh,
                           .linear = {0.25f, 0, 0, 0, 0.25f, 0, 0, 0, 1},
                           .origin = {x, 0, -1},
                           .flags = RENDER_OBJECT_SELECTED};
}

static render_result fill(world *it)
{
    if (it->scene == NULL) {
        render_result result = render_scene_create(it->device, &it->scene);
        if (result != RENDER_OK)
            return result;
    }
    render_result result = make_materials(it);
    if (result == RENDER_OK)
        result = make_mesh(it);
    if (result == RENDER_OK)
        result = make_shapes(it);
    if (result == RENDER_OK)
        result = set_shapes(it);
    const render_object object = make_object(it, 0.0);
    return result == RENDER_OK ? render_scene_set_object(it->scene, SLOT, &object) : result;
}

// Looks along -z from the origin.
static render_frame make_frame(void)
{
    return (render_frame){.projection = {1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, -1, 0, 0, 0.1f, 0},
                          .view = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                          .grid = true};
}

// A window skips a picture when the one before it takes the driver longer than a second, as the first one may, while
// its shaders are compiled.
static render_result show(world *it, const render_frame *views, uint32_t view_count)
{
    enum { PATIENCE = 60 };
    render_result result = RENDER_SKIPPED;
    for (int tries = 0; tries < PATIENCE && result == RENDER_SKIPPED; tries++)
        result = render_window_draw_views(it->window, it->scene, views, view_count);
    return result;
}

static render_result draw(world *it, uint32_t view_count)
{
    static const render_overlay_vertex vertices[3] = {{0, 0, 0, 0, ~0u}, {4, 0, 0, 0, ~0u}, {0, 4, 0, 0, ~0u}};
    static const uint16_t indices[3] = {0, 1, 2};
    static const render_overlay_command command = {.clip = {0, 0, 99, 99}, .index_count = 3};
    const render_overlay overlay = {vertices, 3, indices, 3, &command, 1, 1.0f};
    const render_line lines[2] = {{{-1, 0, -2}, {1, 0, -2}, ~0u, 1.0f, false},
                                  {{-1, 0, -2}, {1, 1, -2}, ~0u, 2.0f, true}};
    render_frame views[2] = {make_frame(), make_frame()};
    views[0].lines = lines;
    views[0].line_count = 2;
    views[0].overlay = &overlay;
    views[1].wireframe = true;
    views[1].section[0] = (render_plane){{0, 0, 1}, 5}; // behind all
    views[1].section_count = 1;
    for (int i = 0; i < 2; i++)
        views[i].shadows = views[i].ambient_occlusion = !it->plain;
    views[1].viewport = (render_rect){2, 2, 8, 8};
    // What changed is uploaded along with it.
    const render_object objects[2] = {make_object(it, 0.0), make_object(it, 0.3)};
    render_result result = render_scene_set_object(it->scene, SLOT + 1 + (uint32_t)it->request % 90, &objects[1]);
    if (result == RENDER_OK)
        result = render_scene_set_object(it->scene, SLOT, &objects[0]);
    return result == RENDER_OK ? show(it, views, view_count) : result;
}

static render_result read_ids(world *it)
{
    render_target *target = render_window_get_target(it->window);
    static render_pixel_id ids[64 * 64];
    const render_frame frame = make_frame();
    return render_target_draw_ids(target, it->scene, &frame, ids, sizeof ids / sizeof ids[0]);
}

static render_result request(world *it, uint32_t x, uint32_t y, uint32_t *object)
{
    render_target *target = render_window_get_target(it->window);
    const render_frame frame = make_frame();
    render_pick pick = {0};
    render_result result = render_target_request_pick(target, it->scene, &frame, x, y, &it->request);
    if (result == RENDER_OK) {
        render_device_wait_idle(it->device); // so that every run polls alike
        result = RENDER_PENDING;
    }
    while (result == RENDER_PENDING)
        result = render_pick_poll(it->device, it->request, &pick);
    *object = pick.id.object;
    return result;
}

bool world_picks_right(world *it)
{
    uint32_t width, height, middle = 0, corner = 1;
    render_window_get_size(it->window, &width, &height);
    return request(it, width / 2, height / 2, &middle) == RENDER_OK && middle == SLOT + 1 &&
           request(it, 0, 0, &corner) == RENDER_OK && corner == 0;
}

static render_result read_picture(world *it)
{
    static uint8_t pixels[64 * 64 * 4];
    return render_target_read_color(render_window_get_target(it->window), pixels, sizeof pixels, NULL, NULL);
}

render_result world_do(world *it, world_step step)
{
    uint32_t object;
    switch (step) {
    case WORLD_START:
        return start(it);
    case WORLD_FILL:
        return fill(it);
    case WORLD_FRAME:
        return draw(it, 1);
    case WORLD_RESIZE:
        it->fake.width = 33;
        it->fake.height = 27;
        return draw(it, 2);
    case WORLD_IDS:
        return read_ids(it);
    case WORLD_REQUEST:
        return request(it, 5, 5, &object);
    case WORLD_READ:
        return read_picture(it);
    case WORLD_STEPS:
        break;
    }
    return RENDER_ERROR_INVALID_ARGUMENT;
}

void world_empty(world *it)
{
    render_scene_destroy(it->scene);
    render_window_destroy(it->window);
    if (it->device != NULL)
        render_device_wait_idle(it->device);
    *it = (world){.device = it->device,
                  .cache_path = it->cache_path,
                  .validation = it->validation,
                  .messages = it->messages,
                  .plain = it->plain};
}

void world_end(world *it)
{
    world_empty(it);
    render_device_destroy(it->device);
    it->device = NULL;
}

void world_begin(world *it)
{
    for (int step = 0; step <= (int)WORLD_FRAME; step++) {
        if (world_do(it, (world_step)step) != RENDER_OK)
            fail_msg("%s: %s", world_step_name((world_step)step),
                     it->device != NULL ? render_device_last_error(it->device) : it->error);
    }
}

void world_check_clean(void)
{
    char kinds[512];
    if (failing_calls_live_objects(kinds, sizeof kinds) != 0 || failing_heap_live() != 0)
        fail_msg("left behind: %s, %lld allocations", kinds, (long long)failing_heap_live());
}

void world_end_clean(world *it)
{
    world_end(it);
    assert_int_equal(it->messages, 0);
    world_check_clean();
}

bool world_has_driver(void)
{
    if (!failing_calls_install())
        return false;
    world probe = {0};
    const bool there = world_do(&probe, WORLD_START) == RENDER_OK;
    world_end(&probe);
    return there;
}

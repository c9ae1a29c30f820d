// engine_terrain: picking where only the GPU knows the shape. A compute shader moves the vertices of a terrain in every
// frame; the CPU has no copy, only the tiles' bounds. Hover and clicks come from the IDs that the renderer draws from
// the engine's own buffers, a frame or two later, and so do the outlines, which follow the waves.
//
//     engine_terrain [OPTIONS of engine_run]      exit status 1: a click's answer did not come or contradicts the
//     bounds
#include "engine/engine.h"

#include <renderer/renderer.h>
#include <renderer/vulkan.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 33, TILE_VERTICES = SIDE * SIDE, TILE_INDICES = 6 * (SIDE - 1) * (SIDE - 1), TILES = 5 };
enum { VERTEX_SIZE = ENGINE_VERTEX_FLOATS * sizeof(float), DEAD_ZONE = 4 };

static const float tile_size = 2.0f, lowest = -1.1f, highest = 1.1f; // metres

static const uint32_t waves_words[] = {
#include "waves.comp.inc"
};

// What waves.comp reads.
typedef struct waves_constants {
    uint32_t tile_vertices, tiles;
    float tile_size, seconds;
} waves_constants;

static struct {
    engine_buffer vertices, indices;
    engine_mesh meshes[TILES * TILES];
    VkDescriptorSetLayout set_layout;
    VkDescriptorPool descriptors;
    VkDescriptorSet set;
    VkPipelineLayout layout;
    VkPipeline pipeline;
} terrain;

static struct {
    render_device *device;
    render_scene *scene; // slots are the engine's numbers of objects
    render_target *target;
    VkSwapchainKHR swapchain;                     // whose size the target has
    bool inside, clicked;                         // where the mouse is, and whether a click has to be answered
    int x, y, press_x, press_y;                   // pixels
    render_id_request hover_asked, clicked_asked; // 0: none
    uint32_t hovered, selected;                   // an object's number, from 1; 0: none
    bool failed;
} picker;

static void need(bool good, const char *what)
{
    if (!good)
        engine_fail(what, picker.device != NULL ? render_device_last_error(picker.device) : "");
}

static void open_waves(engine *it)
{
    const VkDescriptorSetLayoutBinding binding = {.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                                  .descriptorCount = 1,
                                                  .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    const VkDescriptorSetLayoutCreateInfo set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = &binding};
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1};
    const VkDescriptorPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 1, .pPoolSizes = &size};
    ENGINE_CHECK(vkCreateDescriptorSetLayout(it->device, &set, NULL, &terrain.set_layout));
    ENGINE_CHECK(vkCreateDescriptorPool(it->device, &pool, NULL, &terrain.descriptors));
    const VkDescriptorSetAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                                  .descriptorPool = terrain.descriptors,
                                                  .descriptorSetCount = 1,
                                                  .pSetLayouts = &terrain.set_layout};
    ENGINE_CHECK(vkAllocateDescriptorSets(it->device, &allocate, &terrain.set));
    const VkDescriptorBufferInfo buffer = {terrain.vertices.handle, 0, VK_WHOLE_SIZE};
    const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                        .dstSet = terrain.set,
                                        .descriptorCount = 1,
                                        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                        .pBufferInfo = &buffer};
    vkUpdateDescriptorSets(it->device, 1, &write, 0, NULL);

    const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(waves_constants)};
    const VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                               .setLayoutCount = 1,
                                               .pSetLayouts = &terrain.set_layout,
                                               .pushConstantRangeCount = 1,
                                               .pPushConstantRanges = &range};
    ENGINE_CHECK(vkCreatePipelineLayout(it->device, &layout, NULL, &terrain.layout));
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = engine_make_shader(it, waves_words, sizeof waves_words),
                  .pName = "main"},
        .layout = terrain.layout};
    ENGINE_CHECK(vkCreateComputePipelines(it->device, VK_NULL_HANDLE, 1, &info, NULL, &terrain.pipeline));
    vkDestroyShaderModule(it->device, info.stage.module, NULL);
}

// A grid of two triangles a cell, counter-clockwise from above.
static void fill_indices(uint32_t *index)
{
    for (uint32_t z = 0; z + 1 < SIDE; z++) {
        for (uint32_t x = 0; x + 1 < SIDE; x++) {
            const uint32_t a = z * SIDE + x, b = a + 1, c = a + SIDE, d = c + 1;
            const uint32_t quad[6] = {a, c, d, a, d, b};
            memcpy(index, quad, sizeof quad);
            index += 6;
        }
    }
}

static void add_tiles(engine *it)
{
    static const float colors[4][3] = {
        {0.16f, 0.40f, 0.10f}, {0.55f, 0.42f, 0.16f}, {0.34f, 0.20f, 0.42f}, {0.10f, 0.36f, 0.42f}};
    terrain.vertices = engine_make_buffer(it, (VkDeviceSize)VERTEX_SIZE * TILES * TILES * TILE_VERTICES,
                                          VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
    terrain.indices = engine_make_buffer(it, sizeof(uint32_t) * TILE_INDICES, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    fill_indices(terrain.indices.mapped);
    for (uint32_t i = 0; i < TILES * TILES; i++) {
        const uint32_t x = i % TILES, z = i / TILES;
        char name[16];
        snprintf(name, sizeof name, "tile %u", i + 1);
        terrain.meshes[i] = (engine_mesh){.vertices = terrain.vertices.handle,
                                          .indices = terrain.indices.handle,
                                          .vertices_offset = (VkDeviceSize)VERTEX_SIZE * TILE_VERTICES * i,
                                          .vertex_count = TILE_VERTICES,
                                          .index_count = TILE_INDICES};
        engine_object *tile = engine_add(it, name, &terrain.meshes[i], ((float)x - 0.5f * TILES) * tile_size, 0,
                                         ((float)z - 0.5f * TILES) * tile_size);
        memcpy(tile->color, colors[x % 2 + 2 * (z % 2)], sizeof tile->color);
    }
}

// The renderer draws the tiles from the very buffers that the engine draws.
static void share_tile(const engine_object *tile, uint32_t slot)
{
    const render_submesh all = {.triangle_count = TILE_INDICES / 3};
    const render_vulkan_mesh_desc desc = {.name = tile->name,
                                          .positions = tile->mesh->vertices,
                                          .positions_offset = tile->mesh->vertices_offset,
                                          .positions_stride = VERTEX_SIZE,
                                          .vertex_count = TILE_VERTICES,
                                          .indices = tile->mesh->indices,
                                          .index_count = TILE_INDICES,
                                          .low = {0, lowest, 0},
                                          .high = {tile_size, highest, tile_size},
                                          .submeshes = &all,
                                          .submesh_count = 1};
    render_object object = {0};
    need(render_vulkan_mesh_create(picker.scene, &desc, &object.mesh) == RENDER_OK, "a mesh in the engine's buffers");
    engine_object_matrix(tile, object.linear);
    for (int i = 0; i < 3; i++)
        object.origin[i] = (double)tile->position[i];
    need(render_scene_set_object(picker.scene, slot, &object) == RENDER_OK, "an object to outline");
}

static void open_terrain(engine *it)
{
    const render_vulkan_device vulkan = {.get_instance_proc_addr = vkGetInstanceProcAddr,
                                         .instance = it->instance,
                                         .physical = it->physical,
                                         .device = it->device,
                                         .queue = it->queue,
                                         .queue_family = it->family};
    char error[256];
    it->distance = 13;
    add_tiles(it);
    open_waves(it);
    need(render_device_adopt(&vulkan, NULL, &picker.device, error, sizeof error) == RENDER_OK, error);
    need(render_scene_create(picker.device, &picker.scene) == RENDER_OK, "a scene to outline");
    for (uint32_t i = 0; i < it->object_count; i++)
        share_tile(&it->objects[i], i);
}

static void push_mouse(const engine_mouse *mouse)
{
    picker.inside = mouse->type != ENGINE_MOUSE_LEAVE;
    if (!picker.inside)
        return;
    picker.x = mouse->x;
    picker.y = mouse->y;
    if (mouse->type == ENGINE_MOUSE_PRESS && mouse->button == 0) {
        picker.press_x = mouse->x;
        picker.press_y = mouse->y;
    }
    if (mouse->type == ENGINE_MOUSE_RELEASE && mouse->button == 0)
        picker.clicked = abs(mouse->x - picker.press_x) <= DEAD_ZONE && abs(mouse->y - picker.press_y) <= DEAD_ZONE;
}

static void record_barrier(const engine *it, VkPipelineStageFlags2 from, VkAccessFlags2 written,
                           VkPipelineStageFlags2 to, VkAccessFlags2 used)
{
    const VkMemoryBarrier2 barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                                      .srcStageMask = from,
                                      .srcAccessMask = written,
                                      .dstStageMask = to,
                                      .dstAccessMask = used};
    const VkDependencyInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1, .pMemoryBarriers = &barrier};
    vkCmdPipelineBarrier2(it->commands, &info);
}

// The shader's writes are made visible to vertex input once, for the engine's draws and the renderer's.
static void move_vertices(engine *it)
{
    const waves_constants push = {SIDE, TILES, tile_size, (float)it->frame / 60.0f};
    record_barrier(it, VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT, 0, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                   VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT);
    vkCmdBindPipeline(it->commands, VK_PIPELINE_BIND_POINT_COMPUTE, terrain.pipeline);
    vkCmdBindDescriptorSets(it->commands, VK_PIPELINE_BIND_POINT_COMPUTE, terrain.layout, 0, 1, &terrain.set, 0, NULL);
    vkCmdPushConstants(it->commands, terrain.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, &push);
    vkCmdDispatch(it->commands, (TILES * TILES * TILE_VERTICES + 63) / 64, 1, 1);
    record_barrier(it, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
                   VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT, VK_ACCESS_2_VERTEX_ATTRIBUTE_READ_BIT);
}

// Whether a request is answered now; it is then none.
static bool answered(render_id_request *request, render_pick *out)
{
    if (*request == 0)
        return false;
    const render_result result = render_pick_poll(picker.device, *request, out);
    need(result >= RENDER_OK, "the answer of the GPU");
    if (result == RENDER_PENDING)
        return false;
    *request = 0;
    return result == RENDER_OK;
}

static void take_answers(const engine *it)
{
    render_pick seen;
    if (answered(&picker.hover_asked, &seen))
        picker.hovered = seen.id.object;
    if (!answered(&picker.clicked_asked, &seen))
        return;
    picker.selected = seen.id.object;
    printf("%s selected", engine_name(it, seen.id.object));
    if (seen.id.object != 0) {
        const float *corner = it->objects[seen.id.object - 1].position;
        const double x = seen.point[0] - (double)corner[0], z = seen.point[2] - (double)corner[2], slack = 1e-3;
        const bool good =
            fabs(x - 1.0) <= 1.0 + slack && fabs(z - 1.0) <= 1.0 + slack && fabs(seen.point[1]) <= (double)highest;
        printf(" at %.2f, %.2f, %.2f%s", seen.point[0], seen.point[1], seen.point[2],
               good ? "" : ", which is OUTSIDE OF ITS BOUNDS");
        picker.failed = picker.failed || !good;
    }
    printf("\n");
}

// Asks for the ID of a pixel of this frame. Skipped while the GPU is busy: the next frame tries again.
static void ask(engine *it, const render_frame *frame, int x, int y, render_id_request *request)
{
    const render_area pixel = {(uint32_t)x, (uint32_t)y, 1, 1};
    need(render_vulkan_record_ids(picker.target, picker.scene, frame, pixel, it->commands, request) >= RENDER_OK,
         "the ID of a pixel");
}

static void after_scene(engine *it)
{
    render_frame frame = {.eye = {it->eye[0], it->eye[1], it->eye[2]}};
    memcpy(frame.projection, it->projection, sizeof it->projection);
    memcpy(frame.view, it->view, sizeof it->view);
    if (picker.swapchain != it->swapchain) {
        picker.swapchain = it->swapchain;
        render_target_destroy(picker.target);
        need(render_vulkan_target_create(picker.device, it->width, it->height, &picker.target) == RENDER_OK,
             "a target");
    }
    take_answers(it);
    if (!picker.inside)
        picker.hovered = 0;
    else if (picker.hover_asked == 0)
        ask(it, &frame, picker.x, picker.y, &picker.hover_asked);
    if (picker.clicked && picker.clicked_asked == 0) {
        ask(it, &frame, picker.press_x, picker.press_y, &picker.clicked_asked);
        picker.clicked = picker.clicked_asked == 0;
    }
    for (uint32_t i = 0; i < it->object_count; i++)
        render_scene_set_flags(picker.scene, i,
                               (i + 1 == picker.hovered ? RENDER_OBJECT_HOVERED : 0u) |
                                   (i + 1 == picker.selected ? RENDER_OBJECT_SELECTED : 0u));
    const render_vulkan_picture picture = {.commands = it->commands,
                                           .color = it->images[it->image].handle,
                                           .color_view = it->images[it->image].view,
                                           .color_format = it->color_format,
                                           .depth_view = it->depth.view,
                                           .depth_layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
    need(render_vulkan_record_highlight(picker.target, picker.scene, &frame, &picture) == RENDER_OK, "outlines");
}

static void submitted(void)
{
    need(render_vulkan_submitted(picker.device) == RENDER_OK, "a submission");
}

static bool close_terrain(engine *it)
{
    take_answers(it);
    render_target_destroy(picker.target);
    render_scene_destroy(picker.scene);
    render_device_destroy(picker.device);
    vkDestroyPipeline(it->device, terrain.pipeline, NULL);
    vkDestroyPipelineLayout(it->device, terrain.layout, NULL);
    vkDestroyDescriptorPool(it->device, terrain.descriptors, NULL);
    vkDestroyDescriptorSetLayout(it->device, terrain.set_layout, NULL);
    engine_free_buffer(it, &terrain.vertices);
    engine_free_buffer(it, &terrain.indices);
    return !picker.failed && !picker.clicked && picker.clicked_asked == 0;
}

int main(int argc, char **argv)
{
    const engine_program program = {.title = "engine: terrain",
                                    .open = open_terrain,
                                    .mouse = push_mouse,
                                    .before_scene = move_vertices,
                                    .after_scene = after_scene,
                                    .submitted = submitted,
                                    .close = close_terrain};
    return engine_run(argc, argv, &program);
}

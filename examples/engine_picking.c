// engine_picking: what somebody adds to an engine (engine/) for hover, outlines and clicks. The picking library finds
// what is under the mouse; the renderer adopts the engine's device, draws outlines over its picture, and checks each
// click: it draws the ID of the pixel that was clicked, to be compared.
//
//     engine_picking [OPTIONS of engine_run]      exit status 0: CPU and GPU agreed on every click; 1: they did not
#include "engine/engine.h"

#include <picking/picking.h>
#include <renderer/renderer.h>
#include <renderer/vulkan.h>

#include <stdio.h>
#include <string.h>

static struct {
    pick_scene *objects;
    pick_mesh *meshes[2]; // crate, sphere
    pick_pointer *pointer;
    render_device *device;
    render_scene *scene; // the same objects, in the same slots
    render_target *target;
    VkSwapchainKHR swapchain; // whose size the target has
    render_frame frame;       // of the picture on screen, as are the next two
    pick_view view;
    uint64_t revision;
    pick_target clicked;       // whose object is selected
    render_id_request request; // the GPU's answer to the last click; 0: it has come
    bool failed;
} picker;

static void need(bool good, const char *what)
{
    if (!good)
        engine_fail(what, picker.device != NULL ? render_device_last_error(picker.device) : "");
}

static render_mesh add_mesh(const engine_mesh *mesh, pick_mesh **out)
{
    const pick_mesh_desc picked = {.positions = mesh->positions,
                                   .vertex_count = mesh->vertex_count,
                                   .indices = mesh->triangles,
                                   .index_type = PICK_INDEX_UINT32,
                                   .index_count = mesh->index_count};
    const render_submesh all = {.triangle_count = mesh->index_count / 3};
    const render_mesh_desc drawn = {.positions = mesh->positions,
                                    .vertex_count = mesh->vertex_count,
                                    .indices = mesh->triangles,
                                    .index_count = mesh->index_count,
                                    .submeshes = &all,
                                    .submesh_count = 1};
    render_mesh handle;
    need(pick_mesh_create(&picked, NULL, out) == PICK_OK, "a mesh to pick");
    need(render_mesh_create(picker.scene, &drawn, &handle) == RENDER_OK, "a mesh to outline");
    return handle;
}

static void open_picker(engine *it)
{
    const render_vulkan_device vulkan = {.get_instance_proc_addr = vkGetInstanceProcAddr,
                                         .instance = it->instance,
                                         .physical = it->physical,
                                         .device = it->device,
                                         .queue = it->queue,
                                         .queue_family = it->family};
    char error[256];
    engine_add_crates(it);
    need(render_device_adopt(&vulkan, NULL, &picker.device, error, sizeof error) == RENDER_OK, error);
    need(pick_scene_create(NULL, &picker.objects) == PICK_OK, "a scene to pick");
    need(pick_pointer_create(NULL, NULL, &picker.pointer) == PICK_OK, "a pointer");
    need(render_scene_create(picker.device, &picker.scene) == RENDER_OK, "a scene to outline");
    const render_mesh crate = add_mesh(&it->crate, &picker.meshes[0]);
    const render_mesh sphere = add_mesh(&it->sphere, &picker.meshes[1]);
    // Handles and IDs count the engine's objects from 1.
    for (uint32_t i = 0; i < it->object_count; i++) {
        const engine_object *from = &it->objects[i];
        const bool is_crate = from->mesh == &it->crate;
        pick_object_desc picked = PICK_OBJECT_DESC_DEFAULT;
        render_object drawn = {.mesh = is_crate ? crate : sphere};
        pick_object_id id;
        picked.mesh = picker.meshes[is_crate ? 0 : 1];
        picked.flags = from->is_ground ? PICK_OBJECT_LOCKED : 0; // in the way, but not selected
        picked.transform.origin = pick_vec3_make(from->position[0], from->position[1], from->position[2]);
        memcpy(drawn.origin, &picked.transform.origin, sizeof drawn.origin);
        engine_object_matrix(from, drawn.linear);
        memcpy(picked.transform.linear, drawn.linear, sizeof drawn.linear);
        need(pick_scene_add(picker.objects, &picked, &id) == PICK_OK && id.index1 == i + 1, "an object to pick");
        need(render_scene_set_object(picker.scene, i, &drawn) == RENDER_OK, "an object to outline");
    }
}

static void push_mouse(const engine_mouse *mouse)
{
    // The same kinds in the same order; positions in pixels.
    const pick_pointer_event event = {.type = (pick_pointer_event_type)mouse->type,
                                      .position = pick_mouse_position(mouse->x, mouse->y),
                                      .button = mouse->button};
    pick_pointer_push(picker.pointer, &event);
}

// Compares the GPU's answer with the click, once it is there.
static void check_click(engine *it)
{
    render_pick seen;
    const render_result result = render_pick_poll(picker.device, picker.request, &seen);
    if (picker.request == 0 || result == RENDER_PENDING)
        return;
    need(result == RENDER_OK, "the answer of the GPU");
    picker.request = 0;
    const pick_vec3 point = pick_vec3_make(seen.point[0], seen.point[1], seen.point[2]);
    const double away = picker.clicked.hit ? pick_vec3_length(pick_vec3_sub(point, picker.clicked.nearest)) : 0;
    const bool same = seen.id.object == picker.clicked.nearest_object.index1 && !(away > 1e-3);
    printf("%s selected: CPU and GPU %s\n", engine_name(it, picker.clicked.object.index1),
           same ? "agree" : "DO NOT AGREE");
    picker.failed = picker.failed || !same;
}

// Hover, and clicks: each records the drawing of its pixel's ID with the matrices of the picture on screen.
static void use_pointer(engine *it)
{
    const pick_pointer_frame frame = {.view = &picker.view, .scene = picker.objects, .revision = picker.revision};
    pick_pointer_action action;
    pick_pointer_begin_frame(picker.pointer, &frame);
    while (picker.request == 0 && pick_pointer_next(picker.pointer, &action)) {
        if (action.type != PICK_POINTER_CLICK || action.button != PICK_BUTTON_LEFT)
            continue;
        const render_area pixel = {(uint32_t)action.press.x, (uint32_t)action.press.y, 1, 1};
        picker.clicked = action.target;
        need(render_vulkan_record_ids(picker.target, picker.scene, &picker.frame, pixel, it->commands,
                                      &picker.request) == RENDER_OK,
             "the ID of a pixel");
    }
}

static void take_camera(const engine *it)
{
    const pick_view_desc desc = {
        it->projection, it->view, {it->eye[0], it->eye[1], it->eye[2]}, {0, 0, it->width, it->height}};
    need(pick_view_init(&picker.view, &desc) == PICK_OK, "a view");
    memcpy(picker.frame.projection, it->projection, sizeof it->projection);
    memcpy(picker.frame.view, it->view, sizeof it->view);
    memcpy(picker.frame.eye, it->eye, sizeof it->eye);
    picker.revision = it->view_revision;
}

static void after_scene(engine *it)
{
    if (picker.swapchain != it->swapchain) {
        picker.swapchain = it->swapchain;
        render_target_destroy(picker.target);
        need(render_vulkan_target_create(picker.device, it->width, it->height, &picker.target) == RENDER_OK,
             "a target");
        take_camera(it);
    }
    check_click(it);
    use_pointer(it);
    take_camera(it);
    const uint32_t hovered = pick_pointer_hover(picker.pointer)->object.index1;
    for (uint32_t i = 0; i < it->object_count; i++)
        render_scene_set_flags(picker.scene, i,
                               (i + 1 == hovered ? RENDER_OBJECT_HOVERED : 0u) |
                                   (i + 1 == picker.clicked.object.index1 ? RENDER_OBJECT_SELECTED : 0u));
    const render_vulkan_picture picture = {.commands = it->commands,
                                           .color = it->images[it->image].handle,
                                           .color_view = it->images[it->image].view,
                                           .color_format = it->color_format,
                                           .depth_view = it->depth.view,
                                           .depth_layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
    need(render_vulkan_record_highlight(picker.target, picker.scene, &picker.frame, &picture) == RENDER_OK, "outlines");
}

static void submitted(void)
{
    need(render_vulkan_submitted(picker.device) == RENDER_OK, "a submission");
}

static bool close_picker(engine *it)
{
    check_click(it);
    pick_pointer_destroy(picker.pointer);
    pick_scene_destroy(picker.objects);
    pick_mesh_destroy(picker.meshes[0]);
    pick_mesh_destroy(picker.meshes[1]);
    render_target_destroy(picker.target);
    render_scene_destroy(picker.scene);
    render_device_destroy(picker.device);
    return !picker.failed && picker.request == 0;
}

int main(int argc, char **argv)
{
    const engine_program program = {.title = "engine: picking",
                                    .open = open_picker,
                                    .mouse = push_mouse,
                                    .after_scene = after_scene,
                                    .submitted = submitted,
                                    .close = close_picker};
    return engine_run(argc, argv, &program);
}

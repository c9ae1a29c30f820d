// Points and lines. An element is an instance of four corners; a shader makes them a quad around what it covers, and
// the fragment shaders meet the element itself. An object is a draw call for all its elements.
#include "passes/pass.h"
#include "scene/scene_private.h"

#include <stddef.h>

enum { CORNERS = 4 };

// The start of an element, then its end, which is the next vertex.
typedef struct render_thin_vertex thin_vertex;
static const VkVertexInputBindingDescription bindings[] = {{0, sizeof(thin_vertex), VK_VERTEX_INPUT_RATE_INSTANCE}};
static const VkVertexInputAttributeDescription attributes[] = {
    {0, 0, VK_FORMAT_R32G32B32_SFLOAT, offsetof(thin_vertex, position)},
    {1, 0, VK_FORMAT_R32G32_UINT, offsetof(thin_vertex, color)},
    {2, 0, VK_FORMAT_R32G32B32_SFLOAT, sizeof(thin_vertex) + offsetof(thin_vertex, position)},
    {3, 0, VK_FORMAT_R32_UINT, sizeof(thin_vertex) + offsetof(thin_vertex, color)}};
const render_vertex_layout render_thin_vertices = {bindings, 1, attributes, 4, .dynamic_strides = false};

// Draws the objects of one command.
static void draw_objects(const render_draw *draw, const render_group *group,
                         const VkDrawIndexedIndirectCommand *command, const render_thin *thin,
                         const struct shader_instance *instances)
{
    const render_draw_state *state = &group->state;
    const render_geometry_page *page = &draw->scene->geometry.pages[state->page];
    const VkDeviceSize offset = page->offsets[0] + (uint64_t)command->vertexOffset * render_mesh_stream_sizes[0];
    draw->device->vk.CmdBindVertexBuffers(draw->commands, 0, 1, &page->buffers[0], &offset);
    for (uint32_t i = 0; i < command->instanceCount; i++) {
        const struct shader_push push = {.material = state->material_row,
                                         .first_object = state->first_object,
                                         .slot = instances[command->firstInstance + i].slot,
                                         .values = {thin->radius, thin->lines ? 1.0f : 0.0f, 0, 0}};
        render_draw_push(draw, &push);
        draw->device->vk.CmdDraw(draw->commands, CORNERS, command->indexCount, 0, 0);
    }
    draw->device->stats.draws += command->instanceCount;
}

static void draw_unit(const render_draw *draw, const render_group_list *list, VkPipeline pipeline, bool on_screen,
                      bool exact)
{
    const render_view_range *range = &draw->scene->list.view->ranges[list->groups[0].range]; // that of all of them
    const VkDrawIndexedIndirectCommand *commands = range->commands.data;
    const struct shader_instance *instances = range->instances.data;
    bool is_bound = false;
    uint32_t first_object = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const render_group *group = &list->groups[i];
        for (uint32_t c = 0; c < group->command_count; c++) {
            const VkDrawIndexedIndirectCommand *command = &commands[group->first_command + c];
            const render_mesh_item *mesh =
                render_pool_at(&draw->scene->meshes, instances[command->firstInstance].first_number);
            if (mesh->thin.on_screen != on_screen || (exact && mesh->thin.radius == 0.0f))
                continue;
            if (!is_bound)
                render_draw_bind(draw, pipeline);
            if (group->state.first_object != first_object)
                render_draw_bind_frame(draw, group->state.first_object);
            is_bound = true;
            first_object = group->state.first_object;
            draw_objects(draw, group, command, &mesh->thin, instances);
        }
    }
}

void render_draw_thin(const render_draw *draw, const render_group_list *list, const VkPipeline pipelines[2], bool exact)
{
    for (int on_screen = 0; on_screen < 2 && list->count > 0; on_screen++)
        draw_unit(draw, list, pipelines[on_screen], on_screen, exact);
}

static bool want(const render_draw *draw)
{
    return draw->scene->list.view->by_mode[RENDER_MODE_THIN].count > 0;
}

static render_result record(const render_draw *draw)
{
    draw->device->vk.CmdSetDepthCompareOp(draw->commands, draw->nearer);
    render_draw_thin(draw, &draw->scene->list.view->by_mode[RENDER_MODE_THIN], draw->pipelines, false);
    return RENDER_OK;
}

#define THIN(pipeline_name, shader)                                                                                    \
    .name = pipeline_name, .vertex = shader##VERT, .fragment = shader##FRAG, .vertices = &render_thin_vertices,        \
    .strip = true, .depth_test = true, .depth_write = true, .per_sample = true

static const render_pipeline_desc pipelines[] = {{THIN("balls and tubes", SHADER_THIN_)},
                                                 {THIN("on screen", SHADER_THIN_SCREEN_)}};

const render_pass render_pass_thin = {"points and lines", RENDER_STAGE_SCENE, 2, pipelines, want, record};

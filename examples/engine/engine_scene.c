// The engine's shapes, objects and camera, and how they are drawn.
#include "engine.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const uint32_t vertex_words[] = {
#include "engine.vert.inc"
};
static const uint32_t fragment_words[] = {
#include "engine.frag.inc"
};

// What engine.vert reads: 128 bytes, which every device takes.
typedef struct push_constants {
    float clip_from_object[16];
    float normal[12]; // object to world, three columns of four floats
    float color[4];
} push_constants;

enum {
    CRATE_VERTICES = 24,
    CRATE_INDICES = 36,
    RINGS = 24,
    SEGMENTS = 48,
    SPHERE_VERTICES = (RINGS + 1) * (SEGMENTS + 1),
    SPHERE_INDICES = 6 * RINGS * SEGMENTS
};

// The shapes' vertices and indices, as they lie in the buffer `shapes`; and the positions alone, for the CPU.
static struct {
    float crate[CRATE_VERTICES * ENGINE_VERTEX_FLOATS];
    float sphere[SPHERE_VERTICES * ENGINE_VERTEX_FLOATS];
    uint32_t crate_indices[CRATE_INDICES];
    uint32_t sphere_indices[SPHERE_INDICES];
} shapes;
static float crate_positions[3 * CRATE_VERTICES], sphere_positions[3 * SPHERE_VERTICES];

// Half a metre to each side of the origin. Triangles are counter-clockwise, seen from outside.
static void fill_crate(void)
{
    uint32_t *index = shapes.crate_indices;
    for (uint32_t side = 0; side < 6; side++) {
        const uint32_t axis = side / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
        const float sign = side % 2 == 0 ? 1.0f : -1.0f;
        for (uint32_t corner = 0; corner < 4; corner++) {
            float *vertex = &shapes.crate[ENGINE_VERTEX_FLOATS * (4 * side + corner)];
            vertex[axis] = 0.5f * sign;
            vertex[u] = corner == 1 || corner == 2 ? 0.5f * sign : -0.5f * sign;
            vertex[v] = corner >= 2 ? 0.5f : -0.5f;
            vertex[3 + axis] = sign;
        }
        static const uint32_t quad[6] = {0, 1, 2, 0, 2, 3};
        for (int i = 0; i < 6; i++)
            *index++ = 4 * side + quad[i];
    }
}

static void fill_sphere(void)
{
    const float pi = 3.14159265f;
    float *vertex = shapes.sphere;
    uint32_t *index = shapes.sphere_indices;
    for (uint32_t ring = 0; ring <= RINGS; ring++) {
        for (uint32_t segment = 0; segment <= SEGMENTS; segment++, vertex += ENGINE_VERTEX_FLOATS) {
            const float down = pi * (float)ring / RINGS, round = 2.0f * pi * (float)segment / SEGMENTS;
            const float normal[3] = {sinf(down) * sinf(round), cosf(down), sinf(down) * cosf(round)};
            for (int i = 0; i < 3; i++) {
                vertex[i] = 0.5f * normal[i];
                vertex[3 + i] = normal[i];
            }
        }
    }
    for (uint32_t ring = 0; ring < RINGS; ring++) {
        for (uint32_t segment = 0; segment < SEGMENTS; segment++) {
            const uint32_t a = ring * (SEGMENTS + 1) + segment, b = a + SEGMENTS + 1;
            const uint32_t quad[6] = {a, b, b + 1, a, b + 1, a + 1};
            memcpy(index, quad, sizeof quad);
            index += 6;
        }
    }
}

static void copy_positions(float *positions, const float *vertices, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        memcpy(&positions[3 * i], &vertices[ENGINE_VERTEX_FLOATS * i], 3 * sizeof(float));
}

static void open_pipeline(engine *it)
{
    VkShaderModule vertex = engine_make_shader(it, vertex_words, sizeof vertex_words);
    VkShaderModule fragment = engine_make_shader(it, fragment_words, sizeof fragment_words);
    const VkPipelineShaderStageCreateInfo stages[2] = {{.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                        .stage = VK_SHADER_STAGE_VERTEX_BIT,
                                                        .module = vertex,
                                                        .pName = "main"},
                                                       {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                        .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
                                                        .module = fragment,
                                                        .pName = "main"}};
    const VkPushConstantRange range = {VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof(push_constants)};
    const VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                               .pushConstantRangeCount = 1,
                                               .pPushConstantRanges = &range};
    const VkVertexInputBindingDescription binding = {0, ENGINE_VERTEX_FLOATS * sizeof(float),
                                                     VK_VERTEX_INPUT_RATE_VERTEX};
    const VkVertexInputAttributeDescription attributes[2] = {{0, 0, VK_FORMAT_R32G32B32_SFLOAT, 0},
                                                             {1, 0, VK_FORMAT_R32G32B32_SFLOAT, 12}};
    const VkPipelineVertexInputStateCreateInfo input = {.sType =
                                                            VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
                                                        .vertexBindingDescriptionCount = 1,
                                                        .pVertexBindingDescriptions = &binding,
                                                        .vertexAttributeDescriptionCount = 2,
                                                        .pVertexAttributeDescriptions = attributes};
    const VkPipelineInputAssemblyStateCreateInfo assembly = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
    const VkPipelineViewportStateCreateInfo viewport = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO, .viewportCount = 1, .scissorCount = 1};
    const VkPipelineRasterizationStateCreateInfo raster = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
        .cullMode = VK_CULL_MODE_BACK_BIT,
        .frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE,
        .lineWidth = 1.0f};
    const VkPipelineMultisampleStateCreateInfo samples = {.sType =
                                                              VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
                                                          .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
    const VkPipelineDepthStencilStateCreateInfo depth = {.sType =
                                                             VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
                                                         .depthTestEnable = VK_TRUE,
                                                         .depthWriteEnable = VK_TRUE,
                                                         .depthCompareOp = VK_COMPARE_OP_GREATER};
    const VkPipelineColorBlendAttachmentState write = {.colorWriteMask = 0xf};
    const VkPipelineColorBlendStateCreateInfo blend = {.sType =
                                                           VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
                                                       .attachmentCount = 1,
                                                       .pAttachments = &write};
    const VkDynamicState changing[2] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
    const VkPipelineDynamicStateCreateInfo dynamic = {.sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
                                                      .dynamicStateCount = 2,
                                                      .pDynamicStates = changing};
    const VkPipelineRenderingCreateInfo rendering = {.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
                                                     .colorAttachmentCount = 1,
                                                     .pColorAttachmentFormats = &it->color_format,
                                                     .depthAttachmentFormat = VK_FORMAT_D32_SFLOAT};
    ENGINE_CHECK(vkCreatePipelineLayout(it->device, &layout, NULL, &it->layout));
    const VkGraphicsPipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                               .pNext = &rendering,
                                               .stageCount = 2,
                                               .pStages = stages,
                                               .pVertexInputState = &input,
                                               .pInputAssemblyState = &assembly,
                                               .pViewportState = &viewport,
                                               .pRasterizationState = &raster,
                                               .pMultisampleState = &samples,
                                               .pDepthStencilState = &depth,
                                               .pColorBlendState = &blend,
                                               .pDynamicState = &dynamic,
                                               .layout = it->layout};
    ENGINE_CHECK(vkCreateGraphicsPipelines(it->device, VK_NULL_HANDLE, 1, &info, NULL, &it->pipeline));
    vkDestroyShaderModule(it->device, vertex, NULL);
    vkDestroyShaderModule(it->device, fragment, NULL);
}

void engine_open_scene(engine *it)
{
    fill_crate();
    fill_sphere();
    copy_positions(crate_positions, shapes.crate, CRATE_VERTICES);
    copy_positions(sphere_positions, shapes.sphere, SPHERE_VERTICES);
    it->shapes =
        engine_make_buffer(it, sizeof shapes, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    memcpy(it->shapes.mapped, &shapes, sizeof shapes);
    const char *start = (const char *)&shapes;
    it->crate = (engine_mesh){.vertices = it->shapes.handle,
                              .indices = it->shapes.handle,
                              .indices_offset = (VkDeviceSize)((const char *)shapes.crate_indices - start),
                              .vertex_count = CRATE_VERTICES,
                              .index_count = CRATE_INDICES,
                              .positions = crate_positions,
                              .triangles = shapes.crate_indices};
    it->sphere = (engine_mesh){.vertices = it->shapes.handle,
                               .indices = it->shapes.handle,
                               .vertices_offset = (VkDeviceSize)((const char *)shapes.sphere - start),
                               .indices_offset = (VkDeviceSize)((const char *)shapes.sphere_indices - start),
                               .vertex_count = SPHERE_VERTICES,
                               .index_count = SPHERE_INDICES,
                               .positions = sphere_positions,
                               .triangles = shapes.sphere_indices};
    it->yaw = 0.5f;
    it->pitch = 0.45f;
    it->distance = 9.0f;
    open_pipeline(it);
}

void engine_close_scene(engine *it)
{
    vkDestroyPipeline(it->device, it->pipeline, NULL);
    vkDestroyPipelineLayout(it->device, it->layout, NULL);
    engine_free_buffer(it, &it->shapes);
}

engine_object *engine_add(engine *it, const char *name, const engine_mesh *mesh, float x, float y, float z)
{
    if (it->object_count == ENGINE_MAX_OBJECTS)
        return NULL;
    engine_object *object = &it->objects[it->object_count++];
    *object = (engine_object){.mesh = mesh, .position = {x, y, z}, .scale = 1.0f, .color = {0.5f, 0.5f, 0.5f}};
    snprintf(object->name, sizeof object->name, "%s", name);
    return object;
}

const char *engine_name(const engine *it, uint32_t number)
{
    return number == 0 ? "nothing" : it->objects[number - 1].name;
}

void engine_object_matrix(const engine_object *object, float linear[9])
{
    const float s = object->scale * sinf(object->turn), c = object->scale * cosf(object->turn);
    const float columns[9] = {c, 0, -s, 0, object->scale, 0, s, 0, c};
    memcpy(linear, columns, sizeof columns);
}

void engine_aim_camera(engine *it)
{
    const float near = 0.1f, scale = 1.0f / tanf(0.5f * 0.8f); // 0.8 rad from top to bottom
    const float sy = sinf(it->yaw), cy = cosf(it->yaw), sp = sinf(it->pitch), cp = cosf(it->pitch);
    const float projection[16] = {
        [0] = scale * (float)it->height / (float)it->width, [5] = -scale, [11] = -1, [14] = near};
    // Rows: right, up, backwards.
    const float view[16] = {cy, -sy * sp, sy * cp, 0, 0, cp, sp, 0, -sy, -cy * sp, cy * cp, 0, 0, 0, 0, 1};
    const double distance = (double)it->distance;
    const double eye[3] = {distance * (double)view[2], distance * (double)view[6], distance * (double)view[10]};
    if (memcmp(it->projection, projection, sizeof projection) != 0 || memcmp(it->view, view, sizeof view) != 0 ||
        memcmp(it->eye, eye, sizeof eye) != 0)
        it->view_revision++;
    memcpy(it->projection, projection, sizeof projection);
    memcpy(it->view, view, sizeof view);
    memcpy(it->eye, eye, sizeof eye);
}

static void multiply(const float a[16], const float b[16], float out[16])
{
    for (int column = 0; column < 4; column++) {
        for (int row = 0; row < 4; row++) {
            float sum = 0.0f;
            for (int i = 0; i < 4; i++)
                sum += a[4 * i + row] * b[4 * column + i];
            out[4 * column + row] = sum;
        }
    }
}

void engine_record_scene(engine *it)
{
    // A viewport of positive height: the projection points y down.
    const VkViewport viewport = {0, 0, (float)it->width, (float)it->height, 0, 1};
    const VkRect2D scissor = {{0, 0}, {it->width, it->height}};
    float clip_from_world[16];
    multiply(it->projection, it->view, clip_from_world); // world, seen from the eye
    vkCmdBindPipeline(it->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, it->pipeline);
    vkCmdSetViewport(it->commands, 0, 1, &viewport);
    vkCmdSetScissor(it->commands, 0, 1, &scissor);
    for (uint32_t i = 0; i < it->object_count; i++) {
        const engine_object *object = &it->objects[i];
        float linear[9], place[16] = {[15] = 1};
        push_constants push = {.color = {object->color[0], object->color[1], object->color[2], 1}};
        engine_object_matrix(object, linear);
        for (int column = 0; column < 3; column++) {
            memcpy(&place[4 * column], &linear[3 * column], 3 * sizeof(float));
            memcpy(&push.normal[4 * column], &linear[3 * column], 3 * sizeof(float));
            place[12 + column] = (float)((double)object->position[column] - it->eye[column]);
        }
        multiply(clip_from_world, place, push.clip_from_object);
        vkCmdPushConstants(it->commands, it->layout, VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof push, &push);
        vkCmdBindVertexBuffers(it->commands, 0, 1, &object->mesh->vertices, &object->mesh->vertices_offset);
        vkCmdBindIndexBuffer(it->commands, object->mesh->indices, object->mesh->indices_offset, VK_INDEX_TYPE_UINT32);
        vkCmdDrawIndexed(it->commands, object->mesh->index_count, 1, 0, 0, 0);
    }
}

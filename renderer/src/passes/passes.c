#include "device/device_private.h"
#include "passes/pass.h"

#include <assert.h>

// Sorted by stage; within a stage in drawing order.
static const render_pass *const passes[] = {
    &render_pass_background,
    &render_pass_surface,
    &render_pass_wire,
    &render_pass_grid,
    &render_pass_lines,
    &render_pass_translucent,
    &render_pass_annotations,
    &render_pass_mask,
    &render_pass_outline,
    &render_pass_top_lines,
    &render_pass_top_annotations,
    &render_pass_overlay,
    &render_pass_ids,
    &render_pass_annotation_ids,
};

static_assert((int)RENDER_MAX_PASSES <= (int)RENDER_STATS_PASSES, "RENDER_STATS_PASSES is too small");
static_assert(sizeof passes / sizeof passes[0] <= RENDER_MAX_PASSES, "RENDER_MAX_PASSES is too small");

uint32_t render_pass_count(void)
{
    return sizeof passes / sizeof passes[0];
}

const render_pass *render_get_pass(uint32_t index)
{
    return passes[index];
}

static render_result create_pipelines(render_device *device, const render_pass *pass, VkPipeline *out)
{
    render_result result = RENDER_OK;
    for (uint32_t i = 0; i < pass->pipeline_count; i++) {
        render_pipeline_desc desc = pass->pipelines[i];
        if (desc.edges && !device->features.line_mode)
            continue;
        if (desc.fragment == SHADER_IDS_FRAG && !device->features.primitive_id)
            desc.fragment = SHADER_IDS_PLAIN_FRAG;
        TRY(render_pipeline_create(device, &desc, render_stage_formats(pass->stage), &out[i]));
    }
error:
    return result;
}

render_result render_passes_init(render_device *device)
{
    render_result result = RENDER_OK;
    device->stats.pass_count = render_pass_count();
    for (uint32_t p = 0; p < render_pass_count(); p++) {
        device->stats.passes[p].name = passes[p]->name;
        TRY(create_pipelines(device, passes[p], device->pipelines.passes[p]));
    }
error:
    return result;
}

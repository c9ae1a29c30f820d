#include "passes/pass.h"

#include <assert.h>

// By stage, and within a stage in the order of drawing.
static const render_pass *const passes[] = {
    &render_pass_background,  &render_pass_surface, &render_pass_wire, &render_pass_grid,     &render_pass_lines,
    &render_pass_translucent, &render_pass_signs,   &render_pass_mask, &render_pass_outline,  &render_pass_top_lines,
    &render_pass_top_signs,   &render_pass_overlay, &render_pass_ids,  &render_pass_sign_ids,
};

static_assert(sizeof passes / sizeof passes[0] <= RENDER_MAX_PASSES, "RENDER_MAX_PASSES is too small");

uint32_t render_pass_count(void)
{
    return sizeof passes / sizeof passes[0];
}

const render_pass *render_get_pass(uint32_t index)
{
    return passes[index];
}

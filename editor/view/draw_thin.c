// draw_thin.c: points and lines, as the renderer takes them.
#include "view/draw_list_private.h"

#include "document/level/mesh_tools.h"

#include <math.h>

static render_thin_unit unit_of(editor_width width)
{
    return width.unit == EDITOR_WIDTH_IN_METRES ? RENDER_THIN_IN_SPACE : RENDER_THIN_ON_SCREEN;
}

// The material of points or lines that have none. The renderer's own is grey, and would darken colours.
static render_result use_plain(editor_draw_list *list, const editor_mesh *mesh, render_material *material)
{
    render_result result = RENDER_OK;
    if (*material != 0 || !mesh->colors)
        return result;
    if (list->plain == 0) {
        render_material_desc plain;
        result = editor_draw_list_describe(list, &EDITOR_MATERIAL_DEFAULT, false, &plain);
        result = result == RENDER_OK ? render_material_create(list->scene, &plain, &list->plain) : result;
    }
    *material = list->plain;
    return result;
}

render_result editor_draw_thin_describe(editor_draw_list *list, const editor_mesh *mesh, render_material material,
                                        render_thin_desc *out)
{
    const editor_width width = mesh_tools_width(mesh);
    *out = (render_thin_desc){.name = mesh->name,
                              .kind = mesh->form == EDITOR_FORM_POINTS ? RENDER_THIN_POINTS : RENDER_THIN_LINES,
                              .positions = mesh->positions,
                              .colors = mesh->colors,
                              .position_count = mesh->vertex_count,
                              .counts = mesh->line_counts,
                              .chain_count = mesh->line_count,
                              .radius = width.value / 2,
                              .unit = unit_of(width),
                              .material = material};
    return use_plain(list, mesh, &out->material);
}

render_result editor_draw_thin_upload(editor_draw_list *list, const editor_mesh *mesh, render_material material,
                                      render_mesh *out)
{
    render_thin_desc desc;
    if (mesh->vertex_count == 0)
        return RENDER_OK;
    const render_result result = editor_draw_thin_describe(list, mesh, material, &desc);
    return result == RENDER_OK ? render_thin_create(list->scene, &desc, out) : result;
}

render_result editor_draw_thin_share(editor_draw_list *list, const editor_mesh *mesh, render_mesh lender,
                                     editor_width width, render_material material, render_mesh *out)
{
    const render_result result = use_plain(list, mesh, &material);
    return result == RENDER_OK ? render_thin_share(list->scene, lender, width.value / 2, unit_of(width), material, out)
                               : result;
}

render_result editor_draw_outline_upload(editor_draw_list *list, const editor_mesh *mesh, render_material material,
                                         render_mesh *out)
{
    float low[3], high[3], edges[12][2][3];
    uint32_t counts[12], edge = 0;
    const pick_aabb box = mesh->thin     ? pick_thin_bounds(mesh->thin)
                          : mesh->volume ? pick_volume_bounds(mesh->volume)
                                         : pick_mesh_bounds(mesh->pick);
    const double from[3] = {box.min.x, box.min.y, box.min.z}, to[3] = {box.max.x, box.max.y, box.max.z};
    if (!(box.min.x <= box.max.x)) // nothing in it
        return RENDER_OK;
    for (int k = 0; k < 3; k++) {
        low[k] = (float)from[k];
        high[k] = (float)to[k];
    }
    for (unsigned corner = 0; corner < 8; corner++) {
        for (unsigned axis = 0; axis < 3; axis++) {
            if (corner >> axis & 1)
                continue;
            for (unsigned k = 0; k < 3; k++) {
                edges[edge][0][k] = corner >> k & 1 ? high[k] : low[k];
                edges[edge][1][k] = k == axis ? high[k] : edges[edge][0][k];
            }
            counts[edge++] = 2;
        }
    }
    const editor_mesh lines = {.name = mesh->name,
                               .form = EDITOR_FORM_LINES,
                               .positions = &edges[0][0][0],
                               .vertex_count = 24,
                               .line_counts = counts,
                               .line_count = 12,
                               .width = 1};
    return editor_draw_thin_upload(list, &lines, material, out);
}

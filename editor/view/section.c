#include "view/section.h"

#include <assert.h>
#include <math.h>

static_assert((int)PICK_SECTION_PLANES == (int)RENDER_SECTION_PLANES, "what is seen is what is picked");

bool editor_section_add(editor_section *section, pick_plane plane)
{
    pick_view view = {.section_count = 0}; // reads the plane as a view does
    if (section->count == PICK_SECTION_PLANES || pick_view_set_section(&view, &plane, 1) != PICK_OK)
        return false;
    plane = view.section[0];
    section->anchors[section->count] = pick_vec3_scale(plane.normal, -plane.offset);
    section->planes[section->count++] = plane;
    return true;
}

bool editor_section_add_at(editor_section *section, pick_vec3 anchor, pick_vec3 normal)
{
    if (!editor_section_add(section, (pick_plane){normal, -pick_vec3_dot(normal, anchor)}))
        return false;
    section->anchors[section->count - 1] = anchor;
    return true;
}

void editor_section_move(editor_section *section, uint32_t i, double by)
{
    section->planes[i].offset -= by;
    section->anchors[i] = pick_vec3_add(section->anchors[i], pick_vec3_scale(section->planes[i].normal, by));
}

void editor_section_flip(editor_section *section, uint32_t i)
{
    pick_plane *plane = &section->planes[i];
    *plane = (pick_plane){pick_vec3_scale(plane->normal, -1), -plane->offset};
}

void editor_section_cut_view(const editor_section *section, pick_view *view)
{
    pick_result result = pick_view_set_section(view, section->planes, section->count);
    assert(result == PICK_OK);
    (void)result;
    pick_view_set_caps(view, section->caps);
}

void editor_section_cut_frame(const editor_section *section, render_frame *frame)
{
    frame->section_count = section->count;
    frame->both_sides = section->count > 0;
    frame->caps = section->caps;
    for (uint32_t i = 0; i < section->count; i++) {
        const pick_plane *plane = &section->planes[i];
        frame->section[i] = (render_plane){{plane->normal.x, plane->normal.y, plane->normal.z}, plane->offset};
    }
}

void editor_section_query(const pick_view *view, pick_query *query)
{
    query->cull = editor_section_cull(view);
    query->caps = view;
}

pick_cull editor_section_cull(const pick_view *view)
{
    return view->section_count > 0 ? PICK_CULL_NONE : PICK_CULL_MATERIAL;
}

#include "view/section.h"

#include <assert.h>
#include <math.h>

static_assert((int)PICK_SECTION_PLANES == (int)RENDER_SECTION_PLANES, "what is seen is what is picked");

bool editor_section_add(editor_section *section, pick_plane plane)
{
    pick_view view = {.section_count = 0}; // reads the plane as a view does
    if (section->count == PICK_SECTION_PLANES || pick_view_set_section(&view, &plane, 1) != PICK_OK)
        return false;
    section->planes[section->count++] = view.section[0];
    return true;
}

void editor_section_cut_view(const editor_section *section, pick_view *view)
{
    pick_result result = pick_view_set_section(view, section->planes, section->count);
    assert(result == PICK_OK);
    (void)result;
}

void editor_section_cut_frame(const editor_section *section, render_frame *frame)
{
    frame->section_count = section->count;
    for (uint32_t i = 0; i < section->count; i++) {
        const pick_plane *plane = &section->planes[i];
        frame->section[i] = (render_plane){{plane->normal.x, plane->normal.y, plane->normal.z}, plane->offset};
    }
}

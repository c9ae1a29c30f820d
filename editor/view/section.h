// section.h: planes that cut what is seen and picked, to look inside things.
#ifndef EDITOR_VIEW_SECTION_H
#define EDITOR_VIEW_SECTION_H

#include "picking/view.h"
#include "renderer/frame.h"

// What is kept lies on or inside all planes: dot(normal, p) + offset >= 0, in world space, metres. Unit normals.
typedef struct editor_section {
    pick_plane planes[PICK_SECTION_PLANES];
    uint32_t count; // 0: nothing is cut
} editor_section;

// Adds a plane; its normal may have any length above 0. False: there are PICK_SECTION_PLANES, or the plane is none.
bool editor_section_add(editor_section *section, pick_plane plane);

// Cut a view, for picks, and a frame, for pictures and IDs, alike.
void editor_section_cut_view(const editor_section *section, pick_view *view);
void editor_section_cut_frame(const editor_section *section, render_frame *frame);

#endif

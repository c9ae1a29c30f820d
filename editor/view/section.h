// section.h: planes that cut what is seen and picked, to look inside things. What is cut open shows its inside: both
// sides of all surfaces are drawn, and picked.
#ifndef EDITOR_VIEW_SECTION_H
#define EDITOR_VIEW_SECTION_H

#include "picking/query.h"
#include "picking/view.h"
#include "renderer/frame.h"

// What is kept lies on or inside all planes: dot(normal, p) + offset >= 0, in world space, metres. Unit normals.
typedef struct editor_section {
    pick_plane planes[PICK_SECTION_PLANES];
    pick_vec3 anchors[PICK_SECTION_PLANES]; // on the planes: where their handles are
    uint32_t count;                         // 0: nothing is cut
    bool caps;                              // what is cut open is capped
} editor_section;

// Adds a plane; its normal may have any length above 0. Its anchor is its point nearest to the origin. False: there are
// PICK_SECTION_PLANES, or the plane is none.
bool editor_section_add(editor_section *section, pick_plane plane);
// Adds the plane through a point, its anchor, which keeps what lies along the normal.
bool editor_section_add_at(editor_section *section, pick_vec3 anchor, pick_vec3 normal);
// Moves plane `i` and its anchor along its normal, by metres.
void editor_section_move(editor_section *section, uint32_t i, double by);
// Keeps the other side of plane `i`.
void editor_section_flip(editor_section *section, uint32_t i);

// Cut a view, for picks, and a frame, for pictures and IDs, alike.
void editor_section_cut_view(const editor_section *section, pick_view *view);
void editor_section_cut_frame(const editor_section *section, render_frame *frame);

// Which sides picks in the view hit, so that they hit what is drawn.
pick_cull editor_section_cull(const pick_view *view);
// Lets the rays of a query hit what is drawn in the view: these sides, and its caps. The view must outlive the query.
void editor_section_query(const pick_view *view, pick_query *query);

#endif

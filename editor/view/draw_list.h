// draw_list.h: turns a level, a selection and a hover into draws. The only place that does.
//
// A level object with a mesh is drawn from the slot of the same number, so slot s in the ID image is object s.
#ifndef EDITOR_DRAW_LIST_H
#define EDITOR_DRAW_LIST_H

#include "document/level/level.h"
#include "renderer/renderer.h"

typedef struct editor_draw_list editor_draw_list;

// Uploads the level's images, materials, meshes and objects into a new render scene. The level must outlive it.
render_result editor_draw_list_create(render_device *device, const editor_level *level, editor_draw_list **out);
void editor_draw_list_destroy(editor_draw_list *list); // NULL is fine

render_scene *editor_draw_list_scene(const editor_draw_list *list);

// Brings the scene up to date with the level: what was added since, and each object that changed.
render_result editor_draw_list_sync(editor_draw_list *list);

// Uploads one object anew: after its transform or its hidden flag changed (subtrees: call for each).
render_result editor_draw_list_update(editor_draw_list *list, uint32_t object);

typedef struct editor_highlight {
    const uint32_t *hovered; // object numbers; a group's number stands for all below it
    uint32_t hovered_count;
    const uint32_t *selected;
    uint32_t selected_count;
    uint32_t active; // or EDITOR_NONE
} editor_highlight;

// Whether picking and drawing see the object at all: it has a mesh, is not hidden, nor flattened to nothing by its
// transform (a flat object has no inside to transform a ray into, so it is neither picked nor drawn).
bool editor_draw_list_is_drawn(const editor_level *level, uint32_t object);

// Sets hover and selection flags. Only slots whose flags changed are touched; returns whether any did.
bool editor_draw_list_highlight(editor_draw_list *list, const editor_highlight *highlight);

#endif

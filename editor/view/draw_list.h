// draw_list.h: turns a level, a selection and a hover into draws. Nothing else does.
//
// A level object with a mesh is drawn from the slot of the same number, so slot s in the ID image is object s.
#ifndef EDITOR_DRAW_LIST_H
#define EDITOR_DRAW_LIST_H

#include "document/level/level.h"
#include "renderer/renderer.h"

typedef struct editor_draw_list editor_draw_list;

// Uploads the level's images, materials, meshes and objects into a new render scene. The level must outlive it.
render_result editor_draw_list_create(render_device *device, const editor_level *level, editor_draw_list **out);
// The same for a window: a sync uploads about `limit` bytes at the most. What comes from a file, or is larger than
// that, shows as its box until it and the images on it are uploaded: triangles, points, lines. 0: all at once.
render_result editor_draw_list_begin(render_device *device, const editor_level *level, uint64_t limit,
                                     editor_draw_list **out);
// Whether something is still to be uploaded by another sync.
bool editor_draw_list_is_uploading(const editor_draw_list *list);
void editor_draw_list_destroy(editor_draw_list *list); // NULL is fine

render_scene *editor_draw_list_scene(const editor_draw_list *list);

// Uploads what was added to the level, and each object that changed.
render_result editor_draw_list_sync(editor_draw_list *list);

// Updates an object after its transform or its hidden flag changed. Call it for each object of a subtree.
render_result editor_draw_list_update(editor_draw_list *list, uint32_t object);

// Finds out which objects are solids, that may have caps (document/level/look.h), after a sync. Until then none is.
// Costs a pass over the triangles of meshes that nobody has looked at yet, and nothing while the level stays as it is.
void editor_draw_list_find_solids(editor_draw_list *list);

typedef struct editor_highlight {
    const uint32_t *hovered; // object numbers; a group's number stands for all below it
    uint32_t hovered_count;
    bool dims; // everything but `inside`, a group, and what is below it
    uint32_t inside;
    const uint32_t *selected;
    uint32_t selected_count;
    uint32_t active; // or EDITOR_NONE
} editor_highlight;

// Whether the object is picked and drawn: it has a mesh, is not hidden, and its transform does not flatten it. A flat
// object has no object space to transform a ray into.
bool editor_draw_list_is_drawn(const editor_level *level, uint32_t object);

// Sets hover and selection flags. Updates only slots whose flags changed. Returns whether any did.
bool editor_draw_list_highlight(editor_draw_list *list, const editor_highlight *highlight);

#endif

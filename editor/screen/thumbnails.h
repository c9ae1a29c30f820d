// thumbnails.h: pictures of the models in the assets panel, made in the background.
//
// This program draws them: `vkpick render` in a process of its own, one at a time, at low priority, so that no frame
// waits for a model. Pictures lie in a cache folder under a name made of the model's path, size and time, so that a
// changed model gets another one, and are read from there. Only models whose cells are seen are drawn.
//
// Bounds:     EDITOR_THUMBNAIL_LARGEST bytes of a model, EDITOR_THUMBNAIL_SECONDS to draw one, EDITOR_THUMBNAIL_FILES
//             in the cache (the oldest go first) and EDITOR_THUMBNAIL_SHOWN in graphics memory.
// Failures:   a model that is refused gets a reason instead, which is kept like a picture.
#ifndef EDITOR_SCREEN_THUMBNAILS_H
#define EDITOR_SCREEN_THUMBNAILS_H

#include "renderer/renderer.h"
#include "system/asset_folder.h"

enum {
    EDITOR_THUMBNAIL_SIZE = 112, // pixels; square
    EDITOR_THUMBNAIL_LARGEST = 256 << 20,
    EDITOR_THUMBNAIL_SECONDS = 60,
    EDITOR_THUMBNAIL_FILES = 1000,
    EDITOR_THUMBNAIL_SHOWN = 200
};

typedef struct editor_thumbnails editor_thumbnails;

// `folder`: of the cache; made if it is missing. `device_name` as in editor_screen_desc; it must outlive them. NULL:
// out of memory, or the program does not know its own path.
editor_thumbnails *editor_thumbnails_create(const char *folder, const char *device_name);
void editor_thumbnails_destroy(editor_thumbnails *thumbnails); // ends what runs; NULL is fine

// Gives the seen entries of the folder (asset_folder.h) their pictures or reasons, as far as they are known, and starts
// to draw the next one. `generation`: another one when the scene, which has the textures, is another one. Returns
// whether an entry changed: draw another picture. At most one file of a thumbnail is read.
bool editor_thumbnails_step(editor_thumbnails *thumbnails, editor_asset_folder *assets, render_scene *scene,
                            uint64_t generation);

// Whether one is being drawn: step again soon.
bool editor_thumbnails_are_busy(const editor_thumbnails *thumbnails);

#endif

// icons.h: what stands on screen for lights, cameras and empties, to draw and to pick.
#ifndef EDITOR_ICONS_H
#define EDITOR_ICONS_H

#include "document/level/level.h"
#include "renderer/renderer.h"

// The icon of an object: none for meshes, and for groups, whose members show where they are.
render_icon editor_icon_of(const editor_level *level, uint32_t object);

// The icons of a level as proxies for picking (cursor.h): discs as they are drawn. Kept from frame to frame.
typedef struct editor_icons {
    pick_proxy *proxies;
    uint32_t count, capacity;
    const editor_level *level; // of which, and when
    uint64_t revision;
} editor_icons;

// Brings the list up to date; out of memory leaves out what has no room. Start from all zeros.
void editor_icons_update(editor_icons *icons, const editor_level *level);
void editor_icons_finish(editor_icons *icons);

#endif

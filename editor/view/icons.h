// icons.h: icons for lights, cameras and empties, drawn and picked.
#ifndef EDITOR_ICONS_H
#define EDITOR_ICONS_H

#include "document/level/level.h"
#include "renderer/renderer.h"

// The icon of an object. Meshes have none; neither have groups, whose members are visible.
render_icon editor_icon_of(const editor_level *level, uint32_t object);

// The icons of a level as proxies for picking (cursor.h): discs of the drawn size. Kept between frames.
typedef struct editor_icons {
    pick_proxy *proxies;
    uint32_t count, capacity;
    const editor_level *level; // the level and its revision
    uint64_t revision;
} editor_icons;

// Updates the list. Out of memory, the remaining icons are left out. Start from a zeroed struct.
void editor_icons_update(editor_icons *icons, const editor_level *level);
void editor_icons_finish(editor_icons *icons);

#endif

#include "view/icons.h"

#include <stdlib.h>

render_icon editor_icon_of(const editor_level *level, uint32_t object)
{
    const editor_object *it = &level->objects[object];
    switch (it->kind) {
    case EDITOR_OBJECT_LIGHT:
        return it->light.type == EDITOR_LIGHT_DIRECTIONAL ? RENDER_ICON_SUN
               : it->light.type == EDITOR_LIGHT_POINT     ? RENDER_ICON_POINT_LIGHT
                                                          : RENDER_ICON_SPOT_LIGHT;
    case EDITOR_OBJECT_CAMERA:
        return RENDER_ICON_CAMERA;
    case EDITOR_OBJECT_GROUP:
        return it->first_child == EDITOR_NONE ? RENDER_ICON_EMPTY : RENDER_ICON_NONE;
    case EDITOR_OBJECT_MESH:
    case EDITOR_OBJECT_VOLUME:
    case EDITOR_OBJECT_TERRAIN:
    case EDITOR_OBJECT_PREFAB:
        break;
    }
    return RENDER_ICON_NONE;
}

static bool add_proxy(editor_icons *icons, const editor_object *object)
{
    if (icons->count == icons->capacity) {
        uint32_t capacity = icons->capacity > 0 ? 2 * icons->capacity : 16;
        pick_proxy *proxies = realloc(icons->proxies, capacity * sizeof(*proxies));
        if (proxies == NULL)
            return false;
        icons->proxies = proxies;
        icons->capacity = capacity;
    }
    const pick_vec3 place = object->world.origin;
    icons->proxies[icons->count++] =
        (pick_proxy){.object = object->pick, .a = place, .b = place, .radius = 0.5 * (double)RENDER_ICON_SIZE};
    return true;
}

void editor_icons_update(editor_icons *icons, const editor_level *level)
{
    if (icons->level == level && icons->revision == level->revision)
        return;
    icons->level = level;
    icons->revision = level->revision;
    icons->count = 0;
    for (uint32_t i = 0; i < level->object_count; i++) {
        const editor_object *object = &level->objects[i];
        bool there = object->kind != EDITOR_OBJECT_MESH && object->exists && object->is_finite;
        if (there && editor_icon_of(level, i) != RENDER_ICON_NONE && !add_proxy(icons, object))
            return;
    }
}

void editor_icons_finish(editor_icons *icons)
{
    free(icons->proxies);
    *icons = (editor_icons){0};
}

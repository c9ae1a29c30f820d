#include "icons.h"

#include <math.h>

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
        break;
    }
    return RENDER_ICON_NONE;
}

uint32_t editor_icon_at(const editor_level *level, const pick_view *view, pick_vec2 at, double scale, double distance)
{
    uint32_t nearest = EDITOR_NONE;
    for (uint32_t i = 0; i < level->object_count; i++) {
        const editor_object *object = &level->objects[i];
        if (object->kind == EDITOR_OBJECT_MESH || !object->exists || object->is_hidden || !object->is_finite ||
            editor_icon_of(level, i) == RENDER_ICON_NONE) {
            continue;
        }
        const double *origin = object->world.origin;
        pick_projected_point point;
        if (!pick_view_project(view, pick_vec3_make(origin[0], origin[1], origin[2]), &point) ||
            point.distance < view->near_distance || point.distance > distance) {
            continue;
        }
        double radius = 0.5 * (double)RENDER_ICON_SIZE * scale;
        if (hypot(at.x - (floor(point.window.x) + 0.5), at.y - (floor(point.window.y) + 0.5)) <= radius) {
            distance = point.distance;
            nearest = i;
        }
    }
    return nearest;
}

// lights.h: converts a level's lights for the renderer.
//
// Exposure:   files have lux and candela, from 1 to 100 000, and a viewport has no iris. So the strongest sun is scaled
//             to the renderer's default sun, and the strongest lamp to the same strength at a distance that fits the
//             size of the level. All other lights keep their ratio to the strongest of their kind.
#ifndef EDITOR_LIGHTS_H
#define EDITOR_LIGHTS_H

#include "document/level/level.h"
#include "renderer/renderer.h"

// Collects the visible lights. If there are more than RENDER_MAX_LIGHTS: suns first, then the strongest. Returns the
// number of lights.
uint32_t editor_collect_lights(const editor_level *level, render_light out[RENDER_MAX_LIGHTS]);

#endif

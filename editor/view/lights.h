// lights.h: converts a level's lights for the renderer.
//
// Exposure:   files have lux and candela, from 1 to 100 000, and a viewport has no iris. So the strongest sun is scaled
//             to the renderer's default sun, and the strongest lamp to the same strength at a distance that fits the
//             size of the level. All other lights keep their ratio to the strongest of their kind.
// Size:       how far from their middle most objects reach. A few that lie far off do not count, so moving one does not
//             change how bright the others are.
#ifndef EDITOR_LIGHTS_H
#define EDITOR_LIGHTS_H

#include "document/level/level.h"
#include "renderer/renderer.h"

// The size of the level, metres. Takes the time of a few thousand objects at most: of more, every so many count.
double editor_lights_size(const editor_level *level);

// Collects the visible lights of a level of that size. If there are more than RENDER_MAX_LIGHTS: suns first, then the
// strongest. Returns the number of lights.
uint32_t editor_collect_lights(const editor_level *level, double size, render_light out[RENDER_MAX_LIGHTS]);

#endif

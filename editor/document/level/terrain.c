// terrain.c: the sizes of terrains.
#include "document/level/terrain.h"

#include <math.h>

static bool is_size(double size)
{
    return size >= EDITOR_TERRAIN_LEAST && size <= EDITOR_TERRAIN_MOST;
}

const char *editor_terrain_fault(const editor_terrain *terrain)
{
    return !is_size(terrain->width)    ? "width: expected 0.001 to 100000 m"
           : !is_size(terrain->depth)  ? "depth: expected 0.001 to 100000 m"
           : !is_size(terrain->height) ? "height: expected 0.001 to 100000 m"
                                       : NULL;
}

bool editor_terrain_equal(const editor_terrain *a, const editor_terrain *b)
{
    return a->width == b->width && a->depth == b->depth && a->height == b->height;
}

editor_terrain editor_terrain_default(uint32_t columns, uint32_t rows)
{
    const double width = columns > 1 ? columns - 1 : 1, depth = rows > 1 ? rows - 1 : 1;
    return (editor_terrain){.width = width, .depth = depth, .height = fmax(width, depth) / 8};
}

// One step; the box of a file that was never read may have no extent.
static double step(double size, double low, double high)
{
    return size / (high > low ? high - low : 1);
}

pick_affine editor_terrain_matrix(const editor_terrain *terrain, const double box[6])
{
    pick_affine out = PICK_AFFINE_IDENTITY;
    out.linear[0] = step(terrain->width, box[0], box[3]);
    out.linear[4] = terrain->height / EDITOR_TERRAIN_TOP;
    out.linear[8] = step(terrain->depth, box[2], box[5]);
    out.origin = pick_vec3_make(-out.linear[0] * (box[0] + box[3]) / 2, 0, -out.linear[8] * (box[2] + box[5]) / 2);
    return out;
}

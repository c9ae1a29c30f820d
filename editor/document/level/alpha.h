// alpha.h: the alpha of a material at a point of a triangle, computed as the renderer's shader computes it.
#ifndef EDITOR_DOCUMENT_ALPHA_H
#define EDITOR_DOCUMENT_ALPHA_H

#include "document/level/level.h"

// The share of the cutoff by which alpha may fall short of it and still be opaque: the renderer's RENDER_ALPHA_SLACK.
#define EDITOR_ALPHA_SLACK (1.0f / 65536)

// base_color.a * vertex colour alpha * texture alpha in `triangle` of `mesh`; `barycentric` are the weights of its
// vertices 1 and 2. `material` and its image belong to `level`.
float editor_surface_alpha(const editor_level *level, const editor_mesh *mesh, const editor_material *material,
                           uint32_t triangle, const double barycentric[2]);

#endif

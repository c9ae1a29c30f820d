// volume.h: objects that are volumes: triggers and colliders. They have sizes (primitive.h) and no triangles.
//
// Surface:    hollow. A ray hits one where it enters, and, from inside, where it leaves: so what is inside is behind
//             the volume for an eye outside, and in front of it for one inside.
// In the way: of nothing. Objects do not stand on a volume or snap to it, and look through it:
//             editor_level_surface_query.
#ifndef EDITOR_DOCUMENT_VOLUME_H
#define EDITOR_DOCUMENT_VOLUME_H

#include "document/level/level.h"

#define EDITOR_VOLUME_KIND PICK_SUBMESH_KIND(0) // of all volumes in the pick scene

// Half sizes of the volume's box, x, y, z; of a valid primitive that is a volume, but no convex and no
// compound one.
void editor_volume_half_sizes(const editor_primitive *primitive, double half[3]);
// Makes the volume for picking.
pick_result editor_volume_create(const editor_primitive *primitive, pick_volume **out);

#endif

// demo_level.h: the level a person sees first, made by code: the same bits every time.
#ifndef EDITOR_DOCUMENT_DEMO_LEVEL_H
#define EDITOR_DOCUMENT_DEMO_LEVEL_H

#include "document/level/level.h"

// Some 200 objects: primitives, a terrain, thin wires, instances, nested groups, a mirrored and a sheared object, an
// alpha-cut fence, a room seen from the inside. NULL out of memory.
editor_level *editor_demo_level(editor_error *error);

#endif

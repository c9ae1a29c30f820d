// sight.h: whether one object of a level sees another, and what is in the way.
//
// Eye:        the middle of the world box of the object and its descendants; its origin where they have no mesh (a
//             camera, a light, an empty).
// Points:     EDITOR_SIGHT_POINTS points on the triangles of the other object and its descendants, evenly by number;
//             its origin where they have none. A part of less than that may be missed.
// Seen:       a point is seen if the ray from the eye to it meets the other object before anything else. What counts is
//             what is drawn: alpha cut-outs and culled faces let the ray pass, as do hidden objects. Only objects in
//             layers that a layer of the one that looks sees (level->sees) count; it and its descendants never do.
// Results:    depend on the level alone.
#ifndef EDITOR_DOCUMENT_SIGHT_H
#define EDITOR_DOCUMENT_SIGHT_H

#include "document/level/level.h"

enum { EDITOR_SIGHT_POINTS = 256, EDITOR_SIGHT_BLOCKERS = 64 };

typedef struct editor_sight_blocker {
    uint32_t object;
    uint32_t points; // how many of those that are not seen it hides, alone or with others
} editor_sight_blocker;

typedef struct editor_sight {
    pick_vec3 eye;
    pick_vec3 point; // the seen point that is nearest to the mean of all; if none is seen, that mean
    uint32_t points; // whose rays meet the other object at all; 0: it is hidden, turned away, or in a layer not seen
    uint32_t seen;   // of these
    uint32_t blocker_count;                               // at most EDITOR_SIGHT_BLOCKERS
    editor_sight_blocker blockers[EDITOR_SIGHT_BLOCKERS]; // those that hide most first, then by number
} editor_sight;

typedef struct editor_looker {
    const editor_level *level;
    uint32_t object;
} editor_looker;

// What the object sees. The looker must outlive the query.
pick_query editor_sight_query(const editor_looker *looker);

// Why these two have no line of sight, as the end of a sentence ("... is part of ..."), or NULL. Both exist.
const char *editor_sight_fault(const editor_level *level, uint32_t from, uint32_t to);

// Both exist, without a fault.
void editor_sight_find(const editor_level *level, uint32_t from, uint32_t to, editor_sight *out);

#endif

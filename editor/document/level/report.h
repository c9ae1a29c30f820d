// report.h: what a level's models hold, and what of them was not read.
//
// The lines are the same in the window (File > Import Report) and on the command line (vkpick info --report).
#ifndef EDITOR_DOCUMENT_REPORT_H
#define EDITOR_DOCUMENT_REPORT_H

#include "document/level/level.h"
#include "system/text.h"

// Why a triangle can never be picked. Each has one reason: the first that holds.
typedef enum editor_drop_reason {
    EDITOR_DROP_NOT_FINITE,
    EDITOR_DROP_REPEATED, // names a vertex twice
    EDITOR_DROP_POINT,    // two corners at one place
    EDITOR_DROP_LINE,     // corners in a line
    EDITOR_DROP_COUNT
} editor_drop_reason;

typedef struct editor_drops_of_reason {
    uint64_t count;
    uint32_t mesh, triangle; // the first one: number of the mesh in the level, and of the triangle in the mesh
} editor_drops_of_reason;

typedef struct editor_flat_objects {
    uint32_t count;
    uint32_t object; // the first one
} editor_flat_objects;

typedef struct editor_report {
    editor_level_counts counts;
    uint64_t submeshes; // each mesh counted once
    uint32_t groups, lights, cameras;
    editor_drops_of_reason drops[EDITOR_DROP_COUNT]; // their sum is counts.dropped_triangles
    // Objects with triangles, points or lines that their transforms flatten: they are neither drawn nor picked.
    editor_flat_objects flat;         // always
    editor_flat_objects flat_in_pose; // as they are shown now; clips move them, or what they are below
    bool is_whole;                    // nothing was dropped or left out: no warning, nothing that is always flat
} editor_report;

// Call it on a finished level. Takes time in proportion to the triangles of meshes that have dropped ones.
editor_report editor_report_make(const editor_level *level);
// "a vertex is named twice"
const char *editor_drop_reason_text(editor_drop_reason reason);
// "0.01 m, Z up; converted to metres, Y up"
void editor_report_units(const editor_model_facts *facts, char *out, size_t size);
// Appends the report's lines, each ended by a line feed.
void editor_report_write(const editor_level *level, editor_text *out);

#endif

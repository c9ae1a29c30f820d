// measurements.h: the lines of a level that measure something: their labels over a view, and arcs of angles.
//
// Labels:     beside the middle of what a section keeps of a line, or at the point of an angle. One of a line that is
//             hidden or cut off is not shown; nor one that would hide another.
#ifndef EDITOR_TOOLS_MEASUREMENTS_H
#define EDITOR_TOOLS_MEASUREMENTS_H

#include "tools/tools.h"

typedef struct editor_measurements {
    const editor_level *level; // that they were found in
    uint64_t revision;
    uint32_t *objects; // those that measure something
    uint32_t count, capacity;
} editor_measurements;

void editor_measurements_finish(editor_measurements *all);
void editor_measurements_draw(editor_measurements *all, const editor_tool_context *context, editor_ui *ui);
// The label of a line: "2.400 m", "45.0" and a degree sign; with the name of what it is, unless that is a distance or
// an angle: "Clearance 0.350 m".
void editor_measurement_label(const editor_line *line, const pick_affine *world, char *out, size_t size);

#endif

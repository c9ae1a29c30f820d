// parts.h: the options --parts and --through: vertices, edges and faces in place of objects.
#ifndef EDITOR_CLI_PARTS_H
#define EDITOR_CLI_PARTS_H

#include "cli/query_options.h"

typedef struct editor_cli_parts {
    uint32_t kinds; // PICK_PART_*; 0: objects, not parts
    bool through;
} editor_cli_parts;

// Parts of a pick with a tolerance of 0 have this reach, in pixels: nobody hits a line exactly.
#define EDITOR_CLI_PARTS_REACH 8.0

// The rows of the options, for tables with an editor_cli_parts.
editor_cli_options editor_cli_parts_options(editor_cli_parts *parts);

// Writes a line of vkpick pick: the part under a point.
void editor_cli_parts_pick(const editor_level *level, const editor_cli_look *look, const editor_cli_parts *parts,
                           pick_vec2 at, double tolerance);
// Writes the lines of vkpick explain: of each kind what is found, and what is nearer but occluded.
void editor_cli_parts_explain(const editor_level *level, const editor_cli_look *look, const editor_cli_parts *parts,
                              pick_vec2 at, double tolerance);
// Writes the lines of vkpick region. Returns the exit status.
int editor_cli_parts_region(const editor_level *level, const editor_cli_parts *parts, const editor_cli_look *look,
                            const pick_region *region, const pick_region_query *query, bool visible_only);

#endif

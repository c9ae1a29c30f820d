// debug_draw_internal.h: allocates lines for shapes. Private.
#ifndef PICKING_SRC_DEBUG_DRAW_INTERNAL_H
#define PICKING_SRC_DEBUG_DRAW_INTERNAL_H

#include "picking/debug_draw.h"

struct pick_debug_draw {
    const pick_allocator *allocator;
    pick_debug_draw_desc room;
    size_t line_count, point_count, label_count;
    uint64_t dropped;
    pick_debug_line *lines; // the three arrays follow this struct in the same block
    pick_debug_point *points;
    pick_debug_label *labels;
};

extern const pick_debug_style pick_debug_plain;

// Returns room for `count` more lines, to be filled. NULL: there is not enough; counts them as dropped.
pick_debug_line *pick_debug_take_lines(pick_debug_draw *draw, size_t count);

// Whether the colour is finite and the time 0 or more; NULL, the default style, is fine.
bool pick_debug_is_style(const pick_debug_style *style);

// Counts something that is not added. Returns false.
bool pick_debug_refuse(pick_debug_draw *draw);

#endif

// debug_draw.c: what is to be seen, and for how long.
#include "base/arguments.h"
#include "base/compiler.h"
#include "debug/debug_draw_internal.h"

#include <math.h>
#include <stdalign.h>
#include <string.h>

#define MOST ((size_t)1 << 24)

const pick_debug_style pick_debug_plain = {.color = {1, 1, 1, 1}};

static size_t draw_block_size(const pick_debug_draw_desc *room)
{
    return sizeof(pick_debug_draw) + room->lines * sizeof(pick_debug_line) + room->points * sizeof(pick_debug_point) +
           room->labels * sizeof(pick_debug_label);
}

pick_debug_draw_desc pick_debug_draw_desc_default(void)
{
    return PICK_DEBUG_DRAW_DESC_DEFAULT;
}

pick_debug_style pick_debug_style_default(void)
{
    return PICK_DEBUG_STYLE_DEFAULT;
}

pick_result pick_debug_draw_create(const pick_debug_draw_desc *desc, const pick_allocator *allocator,
                                   pick_debug_draw **out)
{
    if (!out || !pick_allocator_is_usable(allocator)) {
        return PICK_ERROR_INVALID_ARGUMENT;
    }
    const pick_debug_draw_desc room = desc ? *desc : PICK_DEBUG_DRAW_DESC_DEFAULT;
    if (room.lines > MOST || room.points > MOST || room.labels > MOST) {
        return PICK_ERROR_TOO_LARGE;
    }
    const pick_allocator *from = allocator ? allocator : pick_default_allocator();
    pick_debug_draw *draw = from->allocate(from->user, draw_block_size(&room), alignof(max_align_t));
    if (!draw) {
        return PICK_ERROR_OUT_OF_MEMORY;
    }
    *draw = (pick_debug_draw){.allocator = from, .room = room};
    draw->lines = (pick_debug_line *)(draw + 1);
    draw->points = (pick_debug_point *)(draw->lines + room.lines);
    draw->labels = (pick_debug_label *)(draw->points + room.points);
    *out = draw;
    return PICK_OK;
}

void pick_debug_draw_destroy(pick_debug_draw *draw)
{
    if (!draw) {
        return;
    }
    const pick_allocator *from = draw->allocator;
    from->deallocate(from->user, draw, draw_block_size(&draw->room), alignof(max_align_t));
}

pick_debug_line *pick_debug_take_lines(pick_debug_draw *draw, size_t count)
{
    if (count > draw->room.lines - draw->line_count) {
        draw->dropped++;
        return NULL;
    }
    pick_debug_line *first = draw->lines + draw->line_count;
    draw->line_count += count;
    return first;
}

bool pick_debug_is_style(const pick_debug_style *style)
{
    for (int i = 0; style && i < 4; ++i) {
        if (!isfinite(style->color[i])) {
            return false;
        }
    }
    return !style || style->seconds >= 0; // NaN is refused
}

bool pick_debug_refuse(pick_debug_draw *draw)
{
    draw->dropped++;
    return false;
}

bool pick_debug_add_point(pick_debug_draw *draw, pick_vec3 position, double size, const pick_debug_style *style)
{
    if (!draw) {
        return false;
    }
    if (!pick_vec3_is_finite(position) || !(size >= 0 && size < HUGE_VAL) || !pick_debug_is_style(style) ||
        draw->point_count == draw->room.points) {
        return pick_debug_refuse(draw);
    }
    draw->points[draw->point_count++] =
        (pick_debug_point){.position = position, .size = size, .style = style ? *style : pick_debug_plain};
    return true;
}

bool pick_debug_add_label(pick_debug_draw *draw, pick_vec3 anchor, const char *text, const pick_debug_style *style)
{
    if (!draw) {
        return false;
    }
    if (!pick_vec3_is_finite(anchor) || !pick_debug_is_style(style) || draw->label_count == draw->room.labels) {
        return pick_debug_refuse(draw);
    }
    pick_debug_label *label = &draw->labels[draw->label_count++];
    *label = (pick_debug_label){.anchor = anchor, .style = style ? *style : pick_debug_plain};
    const char *source = text ? text : "";
    size_t length = 0;
    while (length < PICK_DEBUG_TEXT_SIZE - 1 && source[length]) {
        length++;
    }
    while (length > 0 && ((unsigned char)source[length] & 0xc0) == 0x80) { // in the middle of a character
        length--;
    }
    memcpy(label->text, source, length);
    return true;
}

const pick_debug_line *pick_debug_draw_lines(const pick_debug_draw *draw, size_t *count)
{
    if (!count) {
        return NULL;
    }
    *count = 0;
    if (!draw) {
        return NULL;
    }
    *count = draw->line_count;
    return draw->line_count > 0 ? draw->lines : NULL;
}

const pick_debug_point *pick_debug_draw_points(const pick_debug_draw *draw, size_t *count)
{
    if (!count) {
        return NULL;
    }
    *count = 0;
    if (!draw) {
        return NULL;
    }
    *count = draw->point_count;
    return draw->point_count > 0 ? draw->points : NULL;
}

const pick_debug_label *pick_debug_draw_labels(const pick_debug_draw *draw, size_t *count)
{
    if (!count) {
        return NULL;
    }
    *count = 0;
    if (!draw) {
        return NULL;
    }
    *count = draw->label_count;
    return draw->label_count > 0 ? draw->labels : NULL;
}

// Whether something with this style stays.
static bool age(pick_debug_style *style, double seconds)
{
    style->seconds -= seconds;
    return style->seconds > 0; // NaN goes
}

void pick_debug_draw_advance(pick_debug_draw *draw, double seconds)
{
    if (!draw) {
        return;
    }
    const double passed = seconds > 0 ? seconds : 0;
    size_t kept = 0;
    for (size_t i = 0; i < draw->line_count; ++i) {
        if (age(&draw->lines[i].style, passed)) {
            draw->lines[kept++] = draw->lines[i];
        }
    }
    draw->line_count = kept;
    kept = 0;
    for (size_t i = 0; i < draw->point_count; ++i) {
        if (age(&draw->points[i].style, passed)) {
            draw->points[kept++] = draw->points[i];
        }
    }
    draw->point_count = kept;
    kept = 0;
    for (size_t i = 0; i < draw->label_count; ++i) {
        if (age(&draw->labels[i].style, passed)) {
            draw->labels[kept++] = draw->labels[i];
        }
    }
    draw->label_count = kept;
}

bool pick_debug_draw_is_changing(const pick_debug_draw *draw)
{
    if (!draw) {
        return false;
    }
    for (size_t i = 0; i < draw->line_count; ++i) {
        if (draw->lines[i].style.seconds < HUGE_VAL) {
            return true;
        }
    }
    for (size_t i = 0; i < draw->point_count; ++i) {
        if (draw->points[i].style.seconds < HUGE_VAL) {
            return true;
        }
    }
    for (size_t i = 0; i < draw->label_count; ++i) {
        if (draw->labels[i].style.seconds < HUGE_VAL) {
            return true;
        }
    }
    return false;
}

void pick_debug_draw_clear(pick_debug_draw *draw)
{
    if (!draw) {
        return;
    }
    draw->line_count = 0;
    draw->point_count = 0;
    draw->label_count = 0;
}

uint64_t pick_debug_draw_dropped(const pick_debug_draw *draw)
{
    return draw ? draw->dropped : 0;
}

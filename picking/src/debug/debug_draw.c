// debug_draw.c: the lists of debug drawing and their lifetimes.
#include "base/compiler.h"
#include "base/memory.h"
#include "debug/debug_draw_internal.h"

#include <math.h>
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
    if (!out || !pick_allocator_is_usable(allocator))
        return PICK_ERROR_INVALID_ARGUMENT;
    const pick_debug_draw_desc room = desc ? *desc : PICK_DEBUG_DRAW_DESC_DEFAULT;
    if (room.lines > MOST || room.points > MOST || room.labels > MOST)
        return PICK_ERROR_TOO_LARGE;
    const pick_allocator *from = allocator ? allocator : pick_default_allocator();
    pick_debug_draw *draw = pick_allocate(from, draw_block_size(&room));
    if (!draw)
        return PICK_ERROR_OUT_OF_MEMORY;
    *draw = (pick_debug_draw){.allocator = from, .room = room};
    draw->lines = (pick_debug_line *)(draw + 1);
    draw->points = (pick_debug_point *)(draw->lines + room.lines);
    draw->labels = (pick_debug_label *)(draw->points + room.points);
    *out = draw;
    return PICK_OK;
}

void pick_debug_draw_destroy(pick_debug_draw *draw)
{
    if (draw)
        pick_deallocate(draw->allocator, draw, draw_block_size(&draw->room));
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
    for (int i = 0; style && i < 4; i++) {
        if (!isfinite(style->color[i]))
            return false;
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
    if (!draw)
        return false;
    if (!pick_vec3_is_finite(position) || !(size >= 0 && size < HUGE_VAL) || !pick_debug_is_style(style) ||
        draw->point_count == draw->room.points)
        return pick_debug_refuse(draw);
    draw->points[draw->point_count++] =
        (pick_debug_point){.position = position, .size = size, .style = style ? *style : pick_debug_plain};
    return true;
}

bool pick_debug_add_label(pick_debug_draw *draw, pick_vec3 anchor, const char *text, const pick_debug_style *style)
{
    if (!draw)
        return false;
    if (!pick_vec3_is_finite(anchor) || !pick_debug_is_style(style) || draw->label_count == draw->room.labels)
        return pick_debug_refuse(draw);
    pick_debug_label *label = &draw->labels[draw->label_count++];
    *label = (pick_debug_label){.anchor = anchor, .style = style ? *style : pick_debug_plain};
    const char *source = text ? text : "";
    size_t length = 0;
    while (length < PICK_DEBUG_TEXT_SIZE - 1 && source[length])
        length++;
    while (length > 0 && ((unsigned char)source[length] & 0xc0) == 0x80) // inside a UTF-8 sequence
        length--;
    memcpy(label->text, source, length);
    return true;
}

static const void *list_of(const void *items, size_t have, size_t *count)
{
    if (!count)
        return NULL;
    *count = have;
    return have > 0 ? items : NULL;
}

const pick_debug_line *pick_debug_draw_lines(const pick_debug_draw *draw, size_t *count)
{
    return draw ? list_of(draw->lines, draw->line_count, count) : list_of(NULL, 0, count);
}

const pick_debug_point *pick_debug_draw_points(const pick_debug_draw *draw, size_t *count)
{
    return draw ? list_of(draw->points, draw->point_count, count) : list_of(NULL, 0, count);
}

const pick_debug_label *pick_debug_draw_labels(const pick_debug_draw *draw, size_t *count)
{
    return draw ? list_of(draw->labels, draw->label_count, count) : list_of(NULL, 0, count);
}

// Ages the items of one kind and removes expired ones. Returns how many are left. `style` is the offset of
// an item's style.
static size_t age(void *items, size_t count, size_t size, size_t style, double seconds)
{
    char *const first = items;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        char *item = first + i * size;
        pick_debug_style *its = (pick_debug_style *)(void *)(item + style);
        its->seconds -= its->seconds < HUGE_VAL ? seconds : 0; // endless ones stay, however long it was
        if (its->seconds > 0)
            memmove(first + kept++ * size, item, size);
    }
    return kept;
}

void pick_debug_draw_advance(pick_debug_draw *draw, double seconds)
{
    if (!draw)
        return;
    const double passed = seconds > 0 ? seconds : 0;
    draw->line_count =
        age(draw->lines, draw->line_count, sizeof *draw->lines, offsetof(pick_debug_line, style), passed);
    draw->point_count =
        age(draw->points, draw->point_count, sizeof *draw->points, offsetof(pick_debug_point, style), passed);
    draw->label_count =
        age(draw->labels, draw->label_count, sizeof *draw->labels, offsetof(pick_debug_label, style), passed);
}

bool pick_debug_draw_is_changing(const pick_debug_draw *draw)
{
    bool changing = false;
    for (size_t i = 0; draw && i < draw->line_count; i++)
        changing = changing || draw->lines[i].style.seconds < HUGE_VAL;
    for (size_t i = 0; draw && i < draw->point_count; i++)
        changing = changing || draw->points[i].style.seconds < HUGE_VAL;
    for (size_t i = 0; draw && i < draw->label_count; i++)
        changing = changing || draw->labels[i].style.seconds < HUGE_VAL;
    return changing;
}

void pick_debug_draw_clear(pick_debug_draw *draw)
{
    if (!draw)
        return;
    draw->line_count = 0;
    draw->point_count = 0;
    draw->label_count = 0;
}

uint64_t pick_debug_draw_dropped(const pick_debug_draw *draw)
{
    return draw ? draw->dropped : 0;
}

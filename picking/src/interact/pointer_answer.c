// pointer_answer.c: late answers: when one is wanted, whether one counts, and its rows in the stack.
#include "base/compiler.h"
#include "interact/pointer_resolve.h"
#include "math/math_inline.h"

#include <math.h>
#include <string.h>

static bool same_place(pick_vec2 a, pick_vec2 b)
{
    return a.x == b.x && a.y == b.y;
}

bool pick_pointer_need_answer(pick_pointer *pointer, pick_vec2 position)
{
    uint64_t revision = pointer->frame.revision;
    bool known =
        pointer->answered && same_place(position, pointer->answer_position) && revision == pointer->answer_revision;
    pointer->wants_answer = pointer->desc.answer_frames > 0 && !known;
    pointer->wanted_position = position;
    pointer->wanted_revision = revision;
    return !pointer->wants_answer;
}

bool pick_pointer_can_merge(const pick_pointer *pointer)
{
    return pointer->answered && !pointer->merged && same_place(pointer->resolved_position, pointer->answer_position) &&
           pointer->resolved_revision == pointer->answer_revision;
}

// Inserts a row before the first one that is farther away.
static void insert_row(pick_pointer *pointer, const pick_stack_row *row)
{
    uint32_t at = 0;
    while (at < pointer->row_count && pointer->rows[at].surface.t <= row->surface.t)
        at++;
    if (at == PICK_POINTER_STACK_SIZE)
        return;
    if (pointer->row_count < PICK_POINTER_STACK_SIZE)
        pointer->row_count++;
    memmove(&pointer->rows[at + 1], &pointer->rows[at], (pointer->row_count - at - 1) * sizeof(pointer->rows[0]));
    pointer->rows[at] = *row;
}

void pick_pointer_merge_answer(pick_pointer *pointer)
{
    for (uint32_t i = 0; i < pointer->answer_count; i++) {
        const pick_hit *hit = &pointer->answer[i];
        bool outside = !pick_scene_contains(pointer->frame.scene, hit->object);
        if (!pick_pointer_has_row(pointer, hit->object))
            insert_row(pointer, &(pick_stack_row){.surface = *hit, .outside = outside});
    }
    pointer->merged = true;
}

void pick_pointer_forget_answer(pick_pointer *pointer)
{
    pointer->wants_answer = false;
    pointer->answered = false;
    if (pointer->merged) {
        pointer->resolved = false;
        pointer->stale = true;
    }
}

bool pick_pointer_wants_answer(const pick_pointer *pointer, pick_vec2 *position, uint64_t *revision)
{
    if (!pointer || !position || !revision || !pointer->wants_answer)
        return false;
    *position = pointer->wanted_position;
    *revision = pointer->wanted_revision;
    return true;
}

static pick_result check_hits(const pick_hit *hits, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (pick_object_id_is_null(hits[i].object))
            return PICK_ERROR_INVALID_ARGUMENT;
        if (!isfinite(hits[i].t) || !pick_is_finite_vec3(hits[i].point))
            return PICK_ERROR_NOT_FINITE;
    }
    return PICK_OK;
}

// Keeps the nearest hits, each object once, ties as listed.
static void keep_late_hit(pick_pointer *pointer, const pick_hit *hit)
{
    pick_hit *kept = pointer->answer;
    uint32_t count = pointer->answer_count, same = 0, at = 0;
    while (same < count && !pick_object_id_equal(kept[same].object, hit->object))
        same++;
    if (same < count && kept[same].t <= hit->t)
        return;
    while (at < same && kept[at].t <= hit->t)
        at++;
    if (at == PICK_POINTER_ANSWER_SIZE)
        return;
    uint32_t last = same < PICK_POINTER_ANSWER_SIZE ? same : PICK_POINTER_ANSWER_SIZE - 1; // is overwritten
    memmove(&kept[at + 1], &kept[at], (last - at) * sizeof(kept[0]));
    kept[at] = *hit;
    pointer->answer_count = last < count ? count : last + 1;
}

pick_result pick_pointer_answer(pick_pointer *pointer, pick_vec2 position, uint64_t revision, const pick_hit *hits,
                                size_t count)
{
    if (!pointer || (!hits && count > 0))
        return PICK_ERROR_INVALID_ARGUMENT;
    pick_result result = pick_is_finite_vec2(position) ? check_hits(hits, count) : PICK_ERROR_NOT_FINITE;
    if (result != PICK_OK || !pointer->wants_answer || !same_place(position, pointer->wanted_position) ||
        revision != pointer->wanted_revision)
        return result;
    pick_pointer_forget_answer(pointer);
    pointer->answered = true;
    pointer->answer_position = position;
    pointer->answer_revision = revision;
    pointer->answer_count = 0;
    for (size_t i = 0; i < count; i++)
        keep_late_hit(pointer, &hits[i]);
    pointer->stale = true;
    return PICK_OK;
}

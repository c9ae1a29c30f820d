// pointer_resolve.c: the stack under the pointer, the click cycle, and its next choice.
#include "interact/pointer_resolve.h"
#include "base/compiler.h"

#include <math.h>

// Hits requested: a gatherer may report some objects many times.
enum { HIT_CAPACITY = 4 * PICK_POINTER_STACK_SIZE };

static pick_object_id group_of(const pick_pointer *pointer, pick_object_id object)
{
    const pick_pointer_frame *frame = &pointer->frame;
    return frame->group_of ? frame->group_of(frame->user, object) : (pick_object_id){0};
}

// The object and its groups, from the object outwards. Returns their number.
static uint32_t climb(const pick_pointer *pointer, pick_object_id object,
                      pick_object_id chain[PICK_POINTER_GROUP_DEPTH + 1])
{
    uint32_t count = 0;
    while (!pick_object_id_is_null(object) && count <= PICK_POINTER_GROUP_DEPTH) {
        chain[count++] = object;
        object = group_of(pointer, object);
    }
    return count;
}

static bool has_choice(const pick_pointer *pointer, pick_object_id object)
{
    for (uint32_t i = 0; i < pointer->choice_count; i++) {
        if (pick_object_id_equal(pointer->choices[i].object, object))
            return true;
    }
    return false;
}

// Adds the choices of a row: from its outermost group to the object itself.
static void add_choices(pick_pointer *pointer, uint32_t row, const pick_object_id *chain, uint32_t count)
{
    const uint32_t capacity = sizeof(pointer->choices) / sizeof(pointer->choices[0]);
    for (uint32_t i = count; i-- > 0 && pointer->choice_count < capacity;) {
        if (!has_choice(pointer, chain[i]))
            pointer->choices[pointer->choice_count++] =
                (pick_pointer_choice){chain[i], i + 1 < count ? chain[i + 1] : (pick_object_id){0}, row};
    }
}

static void build_rows(pick_pointer *pointer, const pick_hit *hits, size_t count)
{
    pointer->row_count = 0;
    pointer->merged = false;
    for (size_t i = 0; i < count && pointer->row_count < PICK_POINTER_STACK_SIZE; i++) {
        if (!pick_pointer_has_row(pointer, hits[i].object))
            pointer->rows[pointer->row_count++] = (pick_stack_row){.surface = hits[i]};
    }
}

// Finds groups and choices of the rows, and which of them can be clicked.
static void build_choices(pick_pointer *pointer)
{
    pointer->choice_count = 0;
    bool blocked = false;
    for (uint32_t i = 0; i < pointer->row_count; i++) {
        pick_stack_row *row = &pointer->rows[i];
        pick_object_id chain[PICK_POINTER_GROUP_DEPTH + 1];
        uint32_t length = climb(pointer, row->surface.object, chain);
        row->group = length > 1 ? chain[length - 1] : (pick_object_id){0};
        row->blocked = blocked;
        blocked |= row->surface.locked;
        if (!blocked)
            add_choices(pointer, i, chain, length);
    }
}

uint32_t pick_pointer_handle_at(const pick_pointer *pointer, pick_vec2 position)
{
    const pick_pointer_frame *frame = &pointer->frame;
    return frame->handle_test ? frame->handle_test(frame->user, position) : 0;
}

static void pick(pick_pointer *pointer, pick_vec2 position)
{
    const pick_pointer_frame *frame = &pointer->frame;
    pick_hit hits[HIT_CAPACITY];
    size_t count;
    if (frame->gather) {
        count = frame->gather(frame->user, frame, position, hits, HIT_CAPACITY);
    } else {
        pick_ray ray = pick_view_ray(frame->view, position);
        count = pick_all_objects(frame->scene, &ray, frame->query, hits, HIT_CAPACITY);
    }
    build_rows(pointer, hits, count < HIT_CAPACITY ? count : HIT_CAPACITY);
    pointer->resolved = true;
    pointer->resolved_position = position;
    pointer->resolved_revision = frame->revision;
    pointer->frame_picks++;
    pointer->total_picks++;
}

bool pick_pointer_resolve(pick_pointer *pointer, pick_vec2 position)
{
    bool known = pointer->resolved && position.x == pointer->resolved_position.x &&
                 position.y == pointer->resolved_position.y && pointer->frame.revision == pointer->resolved_revision;
    if (!known) {
        if (pointer->frame_picks > 0)
            return false;
        pick(pointer, position);
    }
    bool late = pick_pointer_can_merge(pointer);
    if (late)
        pick_pointer_merge_answer(pointer);
    if (late || !known)
        build_choices(pointer);
    return true;
}

void pick_pointer_forget(pick_pointer *pointer)
{
    pointer->resolved = false;
    pointer->row_count = 0;
    pointer->choice_count = 0;
}

pick_selection_op pick_pointer_click_op(uint32_t modifiers)
{
    if (modifiers & PICK_MODIFIER_CTRL)
        return PICK_SELECTION_TOGGLE;
    return modifiers & PICK_MODIFIER_SHIFT ? PICK_SELECTION_ADD : PICK_SELECTION_REPLACE;
}

pick_selection_op pick_pointer_op(const pick_pointer *pointer, uint32_t modifiers)
{
    uint32_t leaf = pointer->desc.leaf_modifiers;
    return pick_pointer_click_op(leaf != 0 && (modifiers & leaf) == leaf ? modifiers & ~leaf : modifiers);
}

bool pick_pointer_continues(const pick_pointer *pointer, pick_vec2 position, uint32_t button, uint32_t modifiers)
{
    double x = position.x - pointer->click_position.x, y = position.y - pointer->click_position.y;
    return pointer->clicked && button == pointer->click_button && modifiers == pointer->click_modifiers &&
           pointer->frame.revision == pointer->click_revision &&
           hypot(x, y) <= pointer->desc.dead_zone * pointer->desc.scale;
}

// The first choice at a new spot: with `leaf` the nearest object itself, else its group in the entered group, else its
// outermost group. There is at least one choice, and the first ones are those of the nearest object.
static uint32_t first_choice(const pick_pointer *pointer, bool leaf)
{
    for (uint32_t i = 0; i < pointer->choice_count && pointer->choices[i].row == pointer->choices[0].row; i++) {
        const pick_pointer_choice *choice = &pointer->choices[i];
        if (leaf ? pick_object_id_equal(choice->object, pointer->rows[choice->row].surface.object)
                 : !pick_object_id_is_null(pointer->entered) && pick_object_id_equal(choice->group, pointer->entered))
            return i;
    }
    return 0;
}

// The choice of a click that continues the cycle.
static uint32_t next_choice(const pick_pointer *pointer, bool leaf, bool second)
{
    uint32_t count = pointer->choice_count;
    for (uint32_t i = 0; i < count; i++) {
        if (!pick_object_id_equal(pointer->choices[i].object, pointer->click_object))
            continue;
        uint32_t next = (i + 1) % count;
        if (second) // into the group, or not at all
            return pick_object_id_equal(pointer->choices[next].group, pointer->click_object) ? next : i;
        while (leaf && !pick_object_id_equal(pointer->choices[next].object,
                                             pointer->rows[pointer->choices[next].row].surface.object))
            next = (next + 1) % count;
        return next;
    }
    return first_choice(pointer, leaf);
}

pick_target pick_pointer_choose(const pick_pointer *pointer, uint32_t button, uint32_t modifiers, bool second)
{
    pick_target target = {.hit = pointer->row_count > 0};
    if (!target.hit)
        return target;
    target.surface = pointer->rows[0].surface;
    target.nearest = target.surface.point;
    target.nearest_object = target.surface.object;
    target.outside = pointer->rows[0].outside;
    if (pointer->choice_count == 0)
        return target;
    uint32_t leaf_modifiers = pointer->desc.leaf_modifiers;
    bool leaf = leaf_modifiers != 0 && (modifiers & leaf_modifiers) == leaf_modifiers;
    bool goes_on = button == pointer->desc.select_button &&
                   (second || pick_pointer_op(pointer, modifiers) != PICK_SELECTION_TOGGLE) &&
                   pick_pointer_continues(pointer, pointer->resolved_position, button, modifiers);
    uint32_t i = goes_on ? next_choice(pointer, leaf, second) : first_choice(pointer, leaf);
    const pick_pointer_choice *choice = &pointer->choices[i];
    target.object = choice->object;
    target.group = choice->group;
    target.surface = pointer->rows[choice->row].surface;
    target.outside = pointer->rows[choice->row].outside;
    target.is_group = !pick_object_id_equal(target.object, target.surface.object);
    target.place = i + 1;
    target.count = pointer->choice_count;
    return target;
}

bool pick_pointer_is_there(const pick_pointer *pointer, const pick_target *target)
{
    const pick_scene *scene = pointer->frame.scene;
    if (!target->hit)
        return true;
    if (!scene || !(target->outside || pick_scene_contains(scene, target->surface.object)))
        return false;
    pick_object_id chain[PICK_POINTER_GROUP_DEPTH + 1];
    uint32_t length = climb(pointer, target->surface.object, chain);
    for (uint32_t i = 0; i < length; i++) {
        if (pick_object_id_equal(chain[i], target->object) &&
            pick_object_id_equal(i + 1 < length ? chain[i + 1] : (pick_object_id){0}, target->group))
            return true;
    }
    return pick_object_id_is_null(target->object);
}

void pick_pointer_remember_click(pick_pointer *pointer, const pick_target *target)
{
    pointer->clicked = true;
    pointer->click_position = pointer->press;
    pointer->click_button = pointer->button;
    pointer->click_modifiers = pointer->modifiers;
    pointer->click_revision = pointer->frame.revision;
    pointer->click_object = target->object;
    pointer->entered = target->group;
}

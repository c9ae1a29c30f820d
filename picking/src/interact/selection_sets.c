// selection_sets.c: new sets from old ones: filtered, inverted, copied, parents, children.
#include "base/compiler.h"
#include "interact/selection_internal.h"

// An empty set with room for `count`, made with the allocator of `like`.
static pick_result begin_set(pick_selection *made, const pick_selection *like, size_t count)
{
    *made = (pick_selection){.allocator = like->allocator};
    return pick_selection_reserve(made, count);
}

static void add_made(pick_selection *made, pick_object_id object)
{
    if (!pick_object_id_is_null(object))
        pick_selection_append(made, object);
}

// Adds an object that may be a duplicate, which makes it active.
static void add_again(pick_selection *list, pick_object_id object)
{
    if (!pick_object_id_is_null(object))
        list->objects[list->count++] = object;
}

// Replaces the selection by `made`, unless they are equal. `active` becomes the active one; if it is no member, the
// last member does.
static void finish_set(pick_selection *selection, pick_selection *made, pick_object_id active, bool *changed)
{
    made->active = active;
    if (!pick_selection_contains(made, active))
        made->active = made->count > 0 ? made->objects[made->count - 1] : (pick_object_id){0};
    bool differs = !pick_selection_equal(selection, made);
    if (differs) {
        pick_selection old = *selection;
        selection->count = made->count;
        selection->capacity = made->capacity;
        selection->objects = made->objects;
        selection->table = made->table;
        selection->leaving = made->leaving;
        selection->active = made->active;
        *made = old;
        pick_selection_note_change(selection);
    }
    pick_selection_release(made);
    if (changed)
        *changed = differs;
}

pick_result pick_selection_set(pick_selection *selection, const pick_object_id *objects, size_t count,
                               pick_object_id active, bool *changed)
{
    if (!selection || (!objects && count > 0))
        return PICK_ERROR_INVALID_ARGUMENT;
    pick_selection made;
    pick_result result = begin_set(&made, selection, count);
    if (result != PICK_OK)
        return result;
    for (size_t i = 0; i < count; i++)
        add_made(&made, objects[i]);
    finish_set(selection, &made, active, changed);
    return PICK_OK;
}

pick_result pick_selection_copy(pick_selection *selection, const pick_selection *from, bool *changed)
{
    if (!selection || !from)
        return PICK_ERROR_INVALID_ARGUMENT;
    return pick_selection_set(selection, from->objects, from->count, from->active, changed);
}

pick_result pick_selection_apply_where(pick_selection *selection, pick_selection_op op, const pick_object_id *objects,
                                       size_t count, pick_selection_predicate predicate, void *user, bool *changed)
{
    if (!selection || (!objects && count > 0) || !predicate)
        return PICK_ERROR_INVALID_ARGUMENT;
    pick_selection chosen;
    pick_result result = begin_set(&chosen, selection, count);
    if (result != PICK_OK)
        return result;
    for (size_t i = 0; i < count; i++) {
        if (!pick_object_id_is_null(objects[i]) && predicate(user, objects[i]))
            add_again(&chosen, objects[i]);
    }
    result = pick_selection_apply(selection, op, chosen.objects, chosen.count, changed);
    pick_selection_release(&chosen);
    return result;
}

pick_result pick_selection_apply_range(pick_selection *selection, pick_selection_op op, const pick_object_id *order,
                                       size_t count, size_t from, size_t to, bool *changed)
{
    if (!selection || !order || from >= count || to >= count)
        return PICK_ERROR_INVALID_ARGUMENT;
    if (from <= to)
        return pick_selection_apply(selection, op, order + from, to - from + 1, changed);
    // Backwards, so that the end given last becomes active.
    pick_selection run;
    pick_result result = begin_set(&run, selection, from - to + 1);
    if (result != PICK_OK)
        return result;
    for (size_t i = from + 1; i-- > to;)
        add_again(&run, order[i]);
    result = pick_selection_apply(selection, op, run.objects, run.count, changed);
    pick_selection_release(&run);
    return result;
}

pick_result pick_selection_invert(pick_selection *selection, const pick_object_id *all, size_t count, bool *changed)
{
    if (!selection || (!all && count > 0))
        return PICK_ERROR_INVALID_ARGUMENT;
    pick_selection made;
    pick_result result = begin_set(&made, selection, count);
    if (result != PICK_OK)
        return result;
    for (size_t i = 0; i < count; i++) {
        if (!pick_selection_contains(selection, all[i]))
            add_made(&made, all[i]);
    }
    finish_set(selection, &made, (pick_object_id){0}, changed);
    return PICK_OK;
}

pick_result pick_selection_to_parents(pick_selection *selection, pick_selection_parent_of parent_of, void *user,
                                      bool *changed)
{
    if (!selection || !parent_of)
        return PICK_ERROR_INVALID_ARGUMENT;
    pick_selection made;
    pick_result result = begin_set(&made, selection, selection->count);
    if (result != PICK_OK)
        return result;
    pick_object_id active = {0};
    for (size_t i = 0; i < selection->count; i++) {
        pick_object_id object = selection->objects[i], parent = parent_of(user, object);
        pick_object_id taken = pick_object_id_is_null(parent) ? object : parent;
        add_made(&made, taken);
        if (pick_object_id_equal(object, selection->active))
            active = taken;
    }
    finish_set(selection, &made, active, changed);
    return PICK_OK;
}

pick_result pick_selection_to_children(pick_selection *selection, const pick_object_id *all, size_t count,
                                       pick_selection_parent_of parent_of, void *user, bool *changed)
{
    if (!selection || (!all && count > 0) || !parent_of)
        return PICK_ERROR_INVALID_ARGUMENT;
    pick_selection made;
    pick_result result = begin_set(&made, selection, count);
    if (result != PICK_OK)
        return result;
    for (size_t i = 0; i < count; i++) {
        if (!pick_object_id_is_null(all[i]) && pick_selection_contains(selection, parent_of(user, all[i])))
            pick_selection_append(&made, all[i]);
    }
    if (made.count > 0) {
        finish_set(selection, &made, (pick_object_id){0}, changed);
        return PICK_OK;
    }
    pick_selection_release(&made);
    if (changed)
        *changed = false;
    return PICK_OK;
}

size_t pick_selection_difference(const pick_selection *a, const pick_selection *b, pick_object_id *out, size_t capacity)
{
    if (!out && capacity > 0)
        return 0;
    size_t count = 0;
    for (size_t i = 0; a && i < a->count; i++) {
        if (pick_selection_contains(b, a->objects[i]))
            continue;
        if (count < capacity)
            out[count] = a->objects[i];
        count++;
    }
    return count;
}

bool pick_selection_equal(const pick_selection *a, const pick_selection *b)
{
    if (pick_selection_count(a) != pick_selection_count(b) ||
        !pick_object_id_equal(pick_selection_active(a), pick_selection_active(b)))
        return false;
    for (size_t i = 0; i < pick_selection_count(a); i++) {
        if (!pick_object_id_equal(a->objects[i], b->objects[i]))
            return false;
    }
    return true;
}

// G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014: its finisher.
static uint64_t mix(uint64_t hash, pick_object_id id)
{
    uint64_t z = (hash ^ ((uint64_t)id.generation << 32 | id.index1)) + 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint64_t pick_selection_hash(const pick_selection *selection)
{
    uint64_t hash = mix(0, pick_selection_active(selection));
    for (size_t i = 0; i < pick_selection_count(selection); i++)
        hash = mix(hash, selection->objects[i]);
    return hash;
}

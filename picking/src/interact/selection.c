#include "base/compiler.h"
#include "base/memory.h"
#include "interact/selection_internal.h"

#include <string.h>

#define MAX_COUNT ((size_t)1 << 30)

pick_result pick_selection_create(const pick_allocator *allocator, pick_selection **out)
{
    if (!out || !pick_allocator_is_usable(allocator))
        return PICK_ERROR_INVALID_ARGUMENT;
    const pick_allocator *from = allocator ? allocator : pick_default_allocator();
    pick_selection *selection = pick_allocate(from, sizeof(*selection));
    if (!selection)
        return PICK_ERROR_OUT_OF_MEMORY;
    *selection = (pick_selection){.allocator = from};
    *out = selection;
    return PICK_OK;
}

static size_t block_size(size_t capacity)
{
    return pick_array_size(capacity, sizeof(pick_object_id) + 2 * sizeof(uint32_t) + 1);
}

void pick_selection_release(pick_selection *selection)
{
    pick_deallocate(selection->allocator, selection->objects, block_size(selection->capacity));
}

void pick_selection_destroy(pick_selection *selection)
{
    if (!selection)
        return;
    pick_selection_release(selection);
    pick_deallocate(selection->allocator, selection, sizeof(*selection));
}

void pick_selection_note_change(pick_selection *selection)
{
    selection->revision++;
    if (selection->listener)
        selection->listener(selection->listener_user, selection);
}

void pick_selection_set_listener(pick_selection *selection, pick_selection_listener listener, void *user)
{
    if (!selection)
        return;
    selection->listener = listener;
    selection->listener_user = user;
}

static size_t hash(pick_object_id id)
{
    uint64_t h = ((uint64_t)id.generation << 32 | id.index1) * 0x9e3779b97f4a7c15u;
    return (size_t)(h >> 32);
}

// The table entry of `id`: the one that names its place, or the free one where it belongs. Needs capacity > 0.
static uint32_t *find_entry(const pick_selection *selection, pick_object_id id)
{
    size_t mask = 2 * selection->capacity - 1;
    size_t i = hash(id) & mask;
    while (selection->table[i] != 0 && !pick_object_id_equal(selection->objects[selection->table[i] - 1], id))
        i = (i + 1) & mask;
    return &selection->table[i];
}

// The place of a member + 1; 0: not a member.
static size_t find_place1(const pick_selection *selection, pick_object_id id)
{
    return selection->capacity > 0 ? *find_entry(selection, id) : 0;
}

// Needs capacity > 0, which is true for every selection that has had a member.
static void rebuild_table(pick_selection *selection)
{
    memset(selection->table, 0, 2 * selection->capacity * sizeof(*selection->table));
    for (size_t i = 0; i < selection->count; i++)
        *find_entry(selection, selection->objects[i]) = (uint32_t)i + 1;
}

pick_result pick_selection_reserve(pick_selection *selection, size_t needed)
{
    if (needed <= selection->capacity)
        return PICK_OK;
    if (needed > MAX_COUNT)
        return PICK_ERROR_TOO_LARGE;
    size_t capacity = 8;
    while (capacity < needed)
        capacity *= 2;
    pick_object_id *block = pick_allocate(selection->allocator, block_size(capacity));
    if (!block)
        return PICK_ERROR_OUT_OF_MEMORY;
    if (selection->count > 0)
        memcpy(block, selection->objects, selection->count * sizeof(*block));
    pick_selection_release(selection);
    selection->objects = block;
    selection->table = (uint32_t *)(block + capacity);
    selection->leaving = (uint8_t *)(selection->table + 2 * capacity);
    selection->capacity = capacity;
    memset(selection->leaving, 0, capacity);
    rebuild_table(selection);
    return PICK_OK;
}

bool pick_selection_append(pick_selection *selection, pick_object_id id)
{
    uint32_t *entry = find_entry(selection, id);
    if (*entry != 0)
        return false;
    selection->objects[selection->count++] = id;
    *entry = (uint32_t)selection->count;
    return true;
}

// Removes the members marked in `leaving`, in order. Returns whether there were any.
static bool sweep(pick_selection *selection)
{
    size_t kept = 0;
    for (size_t i = 0; i < selection->count; i++) {
        if (!selection->leaving[i])
            selection->objects[kept++] = selection->objects[i];
        selection->leaving[i] = 0;
    }
    bool any = kept != selection->count;
    selection->count = kept;
    if (any)
        rebuild_table(selection);
    return any;
}

// Whether the given objects are exactly the members, in order, with the last one active.
static bool is_same(const pick_selection *selection, const pick_object_id *objects, size_t count)
{
    size_t seen = 0;
    pick_object_id last = {0};
    for (size_t i = 0; i < count; i++) {
        if (pick_object_id_is_null(objects[i]))
            continue;
        size_t place1 = find_place1(selection, objects[i]);
        if (place1 == 0 || place1 > seen + 1)
            return false;
        seen += place1 == seen + 1;
        last = objects[i];
    }
    return seen == selection->count && pick_object_id_equal(last, selection->active);
}

static pick_result replace(pick_selection *selection, const pick_object_id *objects, size_t count, bool *changed)
{
    if (is_same(selection, objects, count))
        return PICK_OK;
    pick_result result = pick_selection_reserve(selection, count);
    if (result != PICK_OK)
        return result;
    selection->count = 0;
    rebuild_table(selection);
    selection->active = (pick_object_id){0};
    for (size_t i = 0; i < count; i++) {
        if (pick_object_id_is_null(objects[i]))
            continue;
        pick_selection_append(selection, objects[i]);
        selection->active = objects[i];
    }
    *changed = true;
    return PICK_OK;
}

// The number of given objects that are not members. Duplicates may count twice.
static size_t count_new(const pick_selection *selection, const pick_object_id *objects, size_t count)
{
    size_t fresh = 0;
    for (size_t i = 0; i < count; i++)
        fresh += !pick_object_id_is_null(objects[i]) && find_place1(selection, objects[i]) == 0;
    return fresh;
}

// Add, toggle and remove.
static pick_result merge(pick_selection *selection, pick_selection_op op, const pick_object_id *objects, size_t count,
                         bool *changed)
{
    if (op != PICK_SELECTION_REMOVE) {
        pick_result result = pick_selection_reserve(selection, selection->count + count_new(selection, objects, count));
        if (result != PICK_OK)
            return result;
    }
    size_t before = selection->count;
    pick_object_id named = {0};
    for (size_t i = 0; i < count; i++) {
        if (pick_object_id_is_null(objects[i]))
            continue;
        size_t place1 = find_place1(selection, objects[i]);
        bool was_in = place1 != 0 && place1 <= before;
        if (op == PICK_SELECTION_REMOVE || (op == PICK_SELECTION_TOGGLE && was_in)) {
            if (was_in)
                selection->leaving[place1 - 1] = 1;
        } else {
            *changed |= pick_selection_append(selection, objects[i]);
            named = objects[i];
        }
    }
    *changed |= sweep(selection);
    pick_object_id active = pick_object_id_is_null(named) ? selection->active : named;
    if (find_place1(selection, active) == 0)
        active = selection->count > 0 ? selection->objects[selection->count - 1] : (pick_object_id){0};
    *changed |= !pick_object_id_equal(active, selection->active);
    selection->active = active;
    return PICK_OK;
}

// Whether a list lies in the selection's own array, which changes move.
static bool is_own(const pick_selection *selection, const pick_object_id *objects)
{
    const uintptr_t list = (uintptr_t)objects, own = (uintptr_t)selection->objects;
    return list >= own && list < own + selection->capacity * sizeof(*objects);
}

pick_result pick_selection_apply(pick_selection *selection, pick_selection_op op, const pick_object_id *objects,
                                 size_t count, bool *changed)
{
    if (!selection || (!objects && count > 0) || (unsigned)op > PICK_SELECTION_REMOVE ||
        (count > 0 && is_own(selection, objects)))
        return PICK_ERROR_INVALID_ARGUMENT;
    bool did = false;
    pick_result result = op == PICK_SELECTION_REPLACE ? replace(selection, objects, count, &did)
                                                      : merge(selection, op, objects, count, &did);
    if (did)
        pick_selection_note_change(selection);
    if (changed)
        *changed = did;
    return result;
}

bool pick_selection_keep(pick_selection *selection, pick_selection_predicate predicate, void *user)
{
    if (!selection || !predicate)
        return false;
    for (size_t i = 0; i < selection->count; i++)
        selection->leaving[i] = !predicate(user, selection->objects[i]);
    if (!sweep(selection))
        return false;
    if (find_place1(selection, selection->active) == 0)
        selection->active = selection->count > 0 ? selection->objects[selection->count - 1] : (pick_object_id){0};
    pick_selection_note_change(selection);
    return true;
}

bool pick_selection_clear(pick_selection *selection)
{
    bool changed = false;
    pick_selection_apply(selection, PICK_SELECTION_REPLACE, NULL, 0, &changed); // needs no memory
    return changed;
}

bool pick_selection_set_active(pick_selection *selection, pick_object_id object)
{
    if (!pick_selection_contains(selection, object) || pick_object_id_equal(object, selection->active))
        return false;
    selection->active = object;
    pick_selection_note_change(selection);
    return true;
}

bool pick_selection_contains(const pick_selection *selection, pick_object_id object)
{
    return selection && find_place1(selection, object) != 0;
}

size_t pick_selection_count(const pick_selection *selection)
{
    return selection ? selection->count : 0;
}

const pick_object_id *pick_selection_objects(const pick_selection *selection)
{
    return selection ? selection->objects : NULL;
}

pick_object_id pick_selection_active(const pick_selection *selection)
{
    return selection ? selection->active : (pick_object_id){0};
}

uint64_t pick_selection_revision(const pick_selection *selection)
{
    return selection ? selection->revision : 0;
}

// draw_highlight.c: the flags of hovered, selected, active and dimmed objects. In a large level most pictures change
// the hovered object alone, or nothing: only what is below such objects is looked at then.
#include "view/draw_list_private.h"

#include "view/icons.h"

#include <stdlib.h>
#include <string.h>

// What each of the lists gives its objects, by draw_mark.
static const uint32_t GIVEN[DRAW_MARK_COUNT] = {RENDER_OBJECT_HOVERED, RENDER_OBJECT_SELECTED,
                                                RENDER_OBJECT_SELECTED | RENDER_OBJECT_ACTIVE};

// As many subtrees are looked at one by one; where there are more, the whole level is.
enum { MOST_ROOTS = 4 };

typedef struct roots {
    bool all;
    uint32_t count;
    uint32_t at[MOST_ROOTS];
} roots;

static void add_roots(roots *r, const uint32_t *objects, uint32_t count)
{
    r->all |= count > MOST_ROOTS - r->count;
    for (uint32_t i = 0; !r->all && i < count; i++)
        r->at[r->count++] = objects[i];
}

// Objects with an outline of their own. Their descendants share it.
static void set_marks(editor_draw_list *list, const uint32_t *objects, uint32_t count, uint8_t bit, bool on)
{
    for (uint32_t i = 0; i < count; i++) {
        if (objects[i] < list->object_count)
            list->marks[objects[i]] = (uint8_t)(on ? list->marks[objects[i]] | bit : list->marks[objects[i]] & ~bit);
    }
}

// Keeps a copy of a list. False: out of memory.
static bool keep(draw_marked *marked, const uint32_t *objects, uint32_t count)
{
    if (count > marked->capacity) {
        uint32_t *grown = realloc(marked->at, 2 * count * sizeof(*grown));
        if (grown == NULL)
            return false;
        marked->at = grown;
        marked->capacity = 2 * count;
    }
    if (count > 0)
        memcpy(marked->at, objects, count * sizeof(*objects));
    marked->count = count;
    return true;
}

static void update_marks(editor_draw_list *list, draw_mark which, const uint32_t *objects, uint32_t count, roots *r)
{
    draw_marked *marked = &list->marked[which];
    const uint8_t bit = (uint8_t)(1u << which);
    if (!r->all && count == marked->count && (count == 0 || memcmp(objects, marked->at, count * sizeof(*objects)) == 0))
        return;
    add_roots(r, marked->at, marked->count);
    add_roots(r, objects, count);
    set_marks(list, marked->at, marked->count, bit, false);
    set_marks(list, objects, count, bit, true);
    list->is_marked &= keep(marked, objects, count);
}

// Whether level and dimming are as they were.
static bool is_still(editor_draw_list *list, const editor_highlight *highlight)
{
    const uint32_t inside = highlight->dims ? highlight->inside : EDITOR_NONE;
    if (!list->is_marked) {
        memset(list->marks, 0, list->object_count * sizeof(*list->marks));
        for (uint32_t which = 0; which < DRAW_MARK_COUNT; which++)
            list->marked[which].count = 0;
    }
    const bool still = list->is_marked && list->marked_revision == list->level->revision &&
                       list->is_dimmed == highlight->dims && list->inside == inside;
    list->is_marked = true;
    list->marked_revision = list->level->revision;
    list->is_dimmed = highlight->dims;
    list->inside = inside;
    return still;
}

// Sets the flags of an object, whose parent's are final. Returns whether they changed.
static bool flag(editor_draw_list *list, uint32_t i)
{
    const uint32_t inherited = RENDER_OBJECT_HOVERED | RENDER_OBJECT_SELECTED | RENDER_OBJECT_ACTIVE;
    const editor_object *object = &list->level->objects[i];
    const uint32_t above = object->parent != EDITOR_NONE ? list->wanted[object->parent] : 0;
    uint32_t wanted = above & inherited;
    for (uint32_t which = 0; which < DRAW_MARK_COUNT; which++)
        wanted |= list->marks[i] >> which & 1 ? GIVEN[which] : 0;
    wanted |= list->marks[i] ? RENDER_OBJECT_OUTLINE(i) : above & RENDER_OBJECT_OUTLINE_BITS;
    const bool outside = object->parent == EDITOR_NONE || (above & RENDER_OBJECT_DIMMED) != 0;
    wanted |= list->is_dimmed && outside && i != list->inside ? (uint32_t)RENDER_OBJECT_DIMMED : 0;
    list->wanted[i] = wanted;
    const uint32_t flags = (list->flags[i] & DRAW_LASTING_FLAGS) | wanted;
    if (flags == list->flags[i])
        return false;
    list->flags[i] = flags;
    const bool drawn = object->mesh != EDITOR_NONE || editor_icon_of(list->level, i) != RENDER_ICON_NONE;
    return drawn && render_scene_set_flags(list->scene, i, flags) == RENDER_OK;
}

bool editor_draw_list_highlight(editor_draw_list *list, const editor_highlight *highlight)
{
    const editor_level *level = list->level;
    roots r = {.all = !is_still(list, highlight)};
    update_marks(list, DRAW_MARK_HOVERED, highlight->hovered, highlight->hovered_count, &r);
    update_marks(list, DRAW_MARK_SELECTED, highlight->selected, highlight->selected_count, &r);
    update_marks(list, DRAW_MARK_ACTIVE, &highlight->active, highlight->active != EDITOR_NONE, &r);
    bool changed = false;
    // Objects with a higher number were added since the last sync.
    for (uint32_t i = r.all ? editor_level_next(level, EDITOR_NONE) : EDITOR_NONE; i != EDITOR_NONE;
         i = editor_level_next(level, i))
        changed |= i < list->object_count && flag(list, i);
    for (uint32_t k = 0; !r.all && k < r.count; k++) {
        const uint32_t root = r.at[k];
        const bool there = root < list->object_count && level->objects[root].exists;
        for (uint32_t i = there ? root : EDITOR_NONE; i != EDITOR_NONE; i = editor_level_next_below(level, root, i))
            changed |= i < list->object_count && flag(list, i);
    }
    return changed;
}

void editor_draw_highlight_finish(editor_draw_list *list)
{
    for (uint32_t which = 0; which < DRAW_MARK_COUNT; which++)
        free(list->marked[which].at);
    free(list->marks);
    free(list->wanted);
    free(list->was_light);
}

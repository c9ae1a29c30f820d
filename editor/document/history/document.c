// document.c: transactions and the history.
#include "document/history/document_internal.h"

#include "system/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- Creation ---

static uint64_t next_number(void)
{
    static _Atomic uint64_t last;
    return ++last;
}

editor_document *editor_document_create(editor_level *level, const editor_document_desc *desc)
{
    assert(level->scene);
    editor_document *document = calloc(1, sizeof(*document));
    if (document)
        document->level = level;
    if (!document || pick_selection_create(NULL, &document->selection) != PICK_OK) {
        free(document);
        editor_level_destroy(level);
        return NULL;
    }
    document->limit = (desc ? *desc : EDITOR_DOCUMENT_DESC_DEFAULT).history_bytes;
    document->next_state = 1;
    document->number = next_number();
    return document;
}

static void free_step(editor_step *step)
{
    if (!step)
        return;
    editor_changes_free(&step->changes);
    free(step->label);
    free(step);
}

void editor_document_destroy(editor_document *document)
{
    if (!document)
        return;
    for (uint32_t i = 0; i < document->step_count; i++)
        free_step(document->steps[i]);
    free_step(document->open);
    editor_changes_free(&document->journal);
    pick_selection_destroy(document->selection);
    editor_level_destroy(document->level);
    free(document->steps);
    free(document->made);
    free(document->touched);
    free(document->targets);
    free(document->marks);
    free(document);
}

// --- Queries ---

const editor_level *editor_document_level(const editor_document *document)
{
    return document->level;
}

const pick_selection *editor_document_selection(const editor_document *document)
{
    return document->selection;
}

const char *editor_document_reason(const editor_document *document)
{
    return document->reason;
}

uint32_t editor_document_selected(const editor_document *document, uint32_t *objects, uint32_t capacity)
{
    const pick_object_id *selected = pick_selection_objects(document->selection);
    size_t count = pick_selection_count(document->selection);
    uint32_t found = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t number = editor_level_object(document->level, selected[i]);
        if (number == EDITOR_NONE)
            continue;
        if (found < capacity)
            objects[found] = number;
        found++;
    }
    return found;
}

uint32_t editor_document_active(const editor_document *document)
{
    return editor_level_object(document->level, pick_selection_active(document->selection));
}

bool editor_document_sees_selected(const editor_document *document)
{
    const editor_level *level = document->level;
    const size_t count = pick_selection_count(document->selection);
    bool seen = false;
    for (size_t i = 0; i < count && !seen; i++) {
        const uint32_t object = editor_level_object(level, pick_selection_objects(document->selection)[i]);
        seen = object != EDITOR_NONE && level->objects[object].exists && !level->objects[object].is_hidden;
    }
    return seen;
}

editor_document_moment editor_document_now(const editor_document *document)
{
    return (editor_document_moment){document->number, document->level->revision,
                                    pick_selection_revision(document->selection)};
}

bool editor_document_is_still(const editor_document *document, editor_document_moment *moment)
{
    const editor_document_moment now = editor_document_now(document), then = *moment;
    *moment = now;
    return now.document == then.document && now.level == then.level && now.selection == then.selection;
}

// --- Views ---

void editor_document_set_views(editor_document *document, const editor_view *views, uint32_t count)
{
    editor_level_set_views(document->level, views, count);
}

void editor_document_set_bookmark(editor_document *document, uint32_t bookmark, const editor_view *view)
{
    assert(bookmark < EDITOR_BOOKMARK_COUNT);
    editor_level_set_bookmark(document->level, bookmark, view);
    editor_document_mark_changed(document);
}

bool editor_document_isolate(editor_document *document, const uint32_t *objects, uint32_t count)
{
    if (objects) {
        editor_level_isolate(document->level, objects, count);
        return true;
    }
    count = editor_document_selected(document, NULL, 0);
    uint32_t *selected = malloc((count ? count : 1) * sizeof(*selected));
    if (!selected)
        return false;
    editor_level_isolate(document->level, selected, editor_document_selected(document, selected, count));
    free(selected);
    return true;
}

void editor_document_show_volumes(editor_document *document, bool shown)
{
    editor_level_show_volumes(document->level, shown);
}

void editor_document_show_measurements(editor_document *document, bool shown)
{
    editor_level_show_measurements(document->level, shown);
}

bool editor_document_pose(editor_document *document, const char *clip, double time, editor_error *error)
{
    return editor_level_set_pose(document->level, clip, time, error);
}

void editor_document_rest(editor_document *document)
{
    editor_level_clear_pose(document->level);
}

bool editor_document_list_clips(editor_document *document, editor_clip_list *list)
{
    return editor_level_list_clips(document->level, list);
}

void editor_document_catch_up(editor_document *document)
{
    editor_level_catch_up(document->level);
}

bool editor_document_maintain(editor_document *document)
{
    enum { BUDGET = 400000 }; // two to four milliseconds
    return pick_scene_maintain(document->level->scene, BUDGET);
}

// --- Steps ---

// Frees a step that is no longer reachable. `undone`: it could have been redone.
static void drop_step(editor_document *document, editor_step *step, bool undone)
{
    document->bytes -= step->bytes;
    editor_changes_forget(&step->changes, document->level, undone);
    free_step(step);
}

static void drop_redo(editor_document *document)
{
    while (document->step_count > document->position)
        drop_step(document, document->steps[--document->step_count], true);
}

static void drop_oldest(editor_document *document)
{
    uint32_t count = 0;
    while (document->bytes > document->limit && count + 1 < document->position) {
        document->base_state = document->steps[count]->state;
        drop_step(document, document->steps[count++], false);
        document->dropped++;
    }
    document->step_count -= count;
    document->position -= count;
    if (count)
        memmove(document->steps, document->steps + count, document->step_count * sizeof(*document->steps));
}

// A step without a name of its own has that of the last command that began. Without memory it keeps the one before.
static void name_step(editor_step *step, const char *label)
{
    char *copy = step->is_unnamed && label ? editor_text_copy(label) : NULL;
    if (!copy)
        return;
    free(step->label);
    step->label = copy;
}

bool editor_document_begin(editor_document *document, const char *label)
{
    if (document->open) {
        document->depth++;
        name_step(document->open, label);
        return true;
    }
    editor_step **steps =
        editor_level_reserve(document->steps, document->step_count, &document->step_capacity, sizeof(*steps));
    if (!steps)
        return edit_out_of_memory(document);
    document->steps = steps; // so that commit cannot fail
    editor_step *step = calloc(1, sizeof(*step));
    char *copy = editor_text_copy(label ? label : "");
    if (!step || !copy) {
        free(step);
        free(copy);
        return edit_out_of_memory(document);
    }
    step->label = copy;
    step->is_unnamed = !label;
    document->open = step;
    document->depth = 1;
    document->open_layers = 0;
    if (++document->transaction == 0) { // the counter wrapped around: clear the old marks
        if (document->touched)
            memset(document->touched, 0, document->touched_capacity * sizeof(*document->touched));
        document->transaction = 1;
    }
    return true;
}

bool editor_document_commit(editor_document *document)
{
    assert(document->open);
    if (--document->depth > 0)
        return false;
    editor_step *step = document->open;
    document->open = NULL;
    editor_changes_prune(&step->changes, document->level, document->selection);
    if (editor_changes_is_empty(&step->changes)) {
        free_step(step);
        return false;
    }
    drop_redo(document);
    editor_changes_trim(&step->changes);
    step->bytes = sizeof(*step) + strlen(step->label) + 1 + editor_changes_bytes(&step->changes, document->level);
    step->state = editor_changes_has_content(&step->changes) ? document->next_state++ : editor_document_state(document);
    document->steps[document->step_count++] = step;
    document->step_total++;
    document->position = document->step_count;
    document->bytes += step->bytes;
    drop_oldest(document);
    return true;
}

void editor_document_cancel(editor_document *document)
{
    editor_step *step = document->open;
    if (!step)
        return;
    editor_changes_take_back(&step->changes, document->level, document->selection);
    editor_changes_refresh(&step->changes, document->level);
    editor_changes_forget(&step->changes, document->level, true);
    document->open = NULL;
    document->depth = 0;
    free_step(step);
}

bool editor_document_is_open(const editor_document *document)
{
    return document->open != NULL;
}

// --- Undo ---

static bool travel(editor_document *document, uint32_t step, bool forwards)
{
    editor_changes *changes = &document->steps[step]->changes;
    if (!editor_changes_exchange(changes, document->level, document->selection, forwards))
        return edit_out_of_memory(document);
    editor_changes_refresh(changes, document->level);
    return true;
}

bool editor_document_undo(editor_document *document)
{
    document->reason[0] = 0;
    if (document->open || document->position == 0 || !travel(document, document->position - 1, false))
        return false;
    document->position--;
    return true;
}

bool editor_document_redo(editor_document *document)
{
    document->reason[0] = 0;
    if (document->open || document->position == document->step_count || !travel(document, document->position, true))
        return false;
    document->position++;
    return true;
}

bool editor_document_take_back(editor_document *document)
{
    if (!editor_document_undo(document))
        return false;
    drop_redo(document);
    return true;
}

const char *editor_document_undo_label(const editor_document *document)
{
    return document->position > 0 ? document->steps[document->position - 1]->label : NULL;
}

const char *editor_document_redo_label(const editor_document *document)
{
    return document->position < document->step_count ? document->steps[document->position]->label : NULL;
}

const char *editor_document_step_label(const editor_document *document, uint32_t step)
{
    return step < document->step_count ? document->steps[step]->label : NULL;
}

bool editor_document_go(editor_document *document, uint32_t position)
{
    bool ok = position <= document->step_count;
    while (ok && document->position > position)
        ok = editor_document_undo(document);
    while (ok && document->position < position)
        ok = editor_document_redo(document);
    return ok;
}

editor_history editor_document_history(const editor_document *document)
{
    return (editor_history){document->step_count, document->position,   document->dropped,
                            document->bytes,      document->step_total, document->limit};
}

uint64_t editor_document_count_done(const editor_document *document)
{
    return document->dropped + document->position;
}

// --- Saved or not ---

uint64_t editor_document_state(const editor_document *document)
{
    return document->position > 0 ? document->steps[document->position - 1]->state : document->base_state;
}

editor_document_version editor_document_get_version(const editor_document *document)
{
    return (editor_document_version){editor_document_state(document), document->saved_state};
}

bool editor_document_is_at(const editor_document *document, const editor_document_version *version)
{
    return editor_document_state(document) == version->state && document->saved_state == version->saved;
}

bool editor_document_is_changed(const editor_document *document)
{
    return editor_document_state(document) != document->saved_state ||
           (document->open && editor_changes_has_content(&document->open->changes));
}

void editor_document_mark_saved(editor_document *document)
{
    document->saved_state = editor_document_state(document);
}

void editor_document_mark_changed(editor_document *document)
{
    document->saved_state = document->next_state++; // a state that no edit reaches
}

// --- Refusals ---

bool edit_refuse(editor_document *document, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    editor_text_print(document->reason, sizeof(document->reason), format, arguments);
    va_end(arguments);
    return false;
}

bool edit_out_of_memory(editor_document *document)
{
    return edit_refuse(document, "out of memory");
}

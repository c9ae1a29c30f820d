// outliner.c: the level's tree. Only the rows that are seen are made, so a level of 100 000 objects scrolls like one
// of ten.
#include "panels_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool editor_outliner_init(editor_outliner *outliner, const editor_level *level)
{
    uint32_t count = level->object_count;
    size_t n = count ? count : 1;
    *outliner = (editor_outliner){.object_count = count, .rows_stale = true};
    outliner->first_child = malloc(n * sizeof(uint32_t));
    outliner->next_sibling = malloc(n * sizeof(uint32_t));
    outliner->open = calloc(n, sizeof(bool));
    outliner->rows = malloc(n * sizeof(uint32_t));
    outliner->depths = malloc(n * sizeof(uint32_t));
    outliner->range = malloc(n * sizeof(pick_object_id));
    if (!outliner->first_child || !outliner->next_sibling || !outliner->open || !outliner->rows || !outliner->depths ||
        !outliner->range) {
        editor_outliner_finish(outliner);
        return false;
    }
    for (uint32_t i = 0; i < count; i++)
        outliner->first_child[i] = outliner->next_sibling[i] = EDITOR_NONE;
    // Backwards, so that each parent's list begins with its first child.
    uint32_t root_count = 0, root = 0;
    for (uint32_t i = count; i-- > 0;) {
        uint32_t parent = level->objects[i].parent;
        if (parent == EDITOR_NONE) {
            root_count++;
            root = i;
            continue;
        }
        outliner->next_sibling[i] = outliner->first_child[parent];
        outliner->first_child[parent] = i;
    }
    // A single root says nothing by itself: open down to where the tree branches.
    while (root_count == 1 && outliner->first_child[root] != EDITOR_NONE && !outliner->open[root]) {
        outliner->open[root] = true;
        uint32_t child = outliner->first_child[root];
        if (outliner->next_sibling[child] == EDITOR_NONE)
            root = child;
    }
    return true;
}

void editor_outliner_finish(editor_outliner *outliner)
{
    free(outliner->first_child);
    free(outliner->next_sibling);
    free(outliner->open);
    free(outliner->rows);
    free(outliner->depths);
    free(outliner->range);
    *outliner = (editor_outliner){0};
}

// Lists `root` and what is open below it, without recursion: a chain may be as deep as the level is long.
static void list_tree(editor_outliner *outliner, const editor_level *level, uint32_t root)
{
    uint32_t at = root, depth = 0;
    for (;;) {
        outliner->rows[outliner->row_count] = at;
        outliner->depths[outliner->row_count++] = depth;
        if (outliner->open[at] && outliner->first_child[at] != EDITOR_NONE) {
            at = outliner->first_child[at];
            depth++;
            continue;
        }
        while (at != root && outliner->next_sibling[at] == EDITOR_NONE) {
            at = level->objects[at].parent;
            depth--;
        }
        if (at == root)
            return;
        at = outliner->next_sibling[at];
    }
}

static void refresh_rows(editor_outliner *outliner, const editor_level *level)
{
    if (!outliner->rows_stale)
        return;
    outliner->rows_stale = false;
    outliner->row_count = 0;
    for (uint32_t i = 0; i < outliner->object_count; i++) {
        if (level->objects[i].parent == EDITOR_NONE)
            list_tree(outliner, level, i);
    }
}

static uint32_t find_row(const editor_outliner *outliner, uint32_t object)
{
    for (uint32_t i = 0; i < outliner->row_count; i++) {
        if (outliner->rows[i] == object)
            return i;
    }
    return EDITOR_UI_NO_SCROLL;
}

// Opens what the object is folded into. Returns its row, or EDITOR_UI_NO_SCROLL for EDITOR_NONE.
static uint32_t reveal(editor_outliner *outliner, const editor_level *level, uint32_t object)
{
    if (object == EDITOR_NONE)
        return EDITOR_UI_NO_SCROLL;
    for (uint32_t up = level->objects[object].parent; up != EDITOR_NONE; up = level->objects[up].parent) {
        outliner->rows_stale |= !outliner->open[up];
        outliner->open[up] = true;
    }
    refresh_rows(outliner, level);
    return find_row(outliner, object);
}

// From the active row to this one.
static void select_range(editor_outliner *outliner, const editor_panels_model *model, uint32_t row,
                         editor_command *command)
{
    uint32_t from = find_row(outliner, editor_level_object(model->level, pick_selection_active(model->selection)));
    if (from == EDITOR_UI_NO_SCROLL)
        from = row;
    size_t count = 0;
    for (uint32_t i = from;; i = i < row ? i + 1 : i - 1) {
        outliner->range[count++] = model->level->objects[outliner->rows[i]].pick;
        if (i == row)
            break;
    }
    command->op = PICK_SELECTION_ADD;
    command->object_count = count;
}

static void row_command(editor_outliner *outliner, editor_ui_row_event event, const editor_panels_model *model,
                        uint32_t row, uint32_t modifiers, editor_command *command)
{
    uint32_t number = outliner->rows[row];
    const editor_object *object = &model->level->objects[number];
    switch (event) {
    case EDITOR_UI_ROW_NOTHING:
        break;
    case EDITOR_UI_ROW_CLICK:
        *command = (editor_command){.type = EDITOR_COMMAND_SELECT,
                                    .op = pick_pointer_click_op(modifiers),
                                    .objects = outliner->range,
                                    .object_count = 1};
        outliner->range[0] = object->pick;
        if (command->op == PICK_SELECTION_ADD)
            select_range(outliner, model, row, command);
        outliner->own_change = true;
        break;
    case EDITOR_UI_ROW_DOUBLE_CLICK:
        *command = (editor_command){.type = EDITOR_COMMAND_FRAME};
        break;
    case EDITOR_UI_ROW_OPEN:
        outliner->open[number] = !outliner->open[number];
        outliner->rows_stale = true;
        break;
    case EDITOR_UI_ROW_HIDE:
        *command = (editor_command){.type = EDITOR_COMMAND_HIDE, .object = number, .value = !object->hidden};
        break;
    case EDITOR_UI_ROW_LOCK:
        *command = (editor_command){.type = EDITOR_COMMAND_LOCK, .object = number, .value = !object->locked};
        break;
    }
}

void editor_outliner_show(editor_outliner *outliner, editor_ui *ui, const editor_panels_model *model,
                          editor_command *command)
{
    const editor_level *level = model->level;
    refresh_rows(outliner, level);
    uint32_t active = editor_level_object(level, pick_selection_active(model->selection));
    uint32_t scroll_to = EDITOR_UI_NO_SCROLL;
    if (pick_selection_revision(model->selection) != outliner->seen_revision) {
        outliner->seen_revision = pick_selection_revision(model->selection);
        if (!outliner->own_change)
            scroll_to = reveal(outliner, level, active);
        outliner->own_change = false;
    }
    uint32_t hovered = model->hover->hit ? editor_level_object(level, model->hover->surface.object) : EDITOR_NONE;
    uint32_t first, end;
    editor_ui_rows_begin(ui, outliner->row_count, scroll_to, &first, &end);
    for (uint32_t i = first; i < end; i++) {
        uint32_t number = outliner->rows[i];
        const editor_object *object = &level->objects[number];
        editor_ui_row row = {
            .index = i,
            .depth = outliner->depths[i],
            .label = object->name,
            .group = object->mesh == EDITOR_NONE,
            .has_children = outliner->first_child[number] != EDITOR_NONE,
            .open = outliner->open[number],
            .selected = pick_selection_contains(model->selection, object->pick),
            .active = number == active,
            .hovered = number == hovered,
            .hidden = object->hidden,
            .locked = object->locked,
            .dimmed = editor_level_is_hidden(level, number),
        };
        editor_ui_row_event event = editor_ui_tree_row(ui, &row);
        if (command->type == EDITOR_COMMAND_NONE)
            row_command(outliner, event, model, i, editor_ui_modifiers(ui), command);
    }
    editor_ui_rows_end(ui);
}

// outliner.c: the level's tree. It builds only the visible rows, so a level of 100 000 objects scrolls like one of ten.
#include "panels/panels_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool editor_numbers_add(editor_numbers *numbers, uint32_t object)
{
    if (numbers->count == numbers->capacity) {
        uint32_t capacity = numbers->capacity ? 2 * numbers->capacity : 64;
        uint32_t *grown = realloc(numbers->at, capacity * sizeof(*grown));
        if (!grown)
            return false;
        numbers->at = grown;
        numbers->capacity = capacity;
    }
    numbers->at[numbers->count++] = object;
    return true;
}

void editor_outliner_finish(editor_outliner *outliner)
{
    free(outliner->open);
    free(outliner->rows.at);
    free(outliner->depths.at);
    free(outliner->picked.at);
    *outliner = (editor_outliner){0};
}

// A single root is no information: open the tree down to the first branch.
static void open_single_roots(editor_outliner *outliner, const editor_level *level)
{
    uint32_t root = level->first_root;
    while (root != EDITOR_NONE && level->objects[root].next == EDITOR_NONE &&
           level->objects[root].previous == EDITOR_NONE && level->objects[root].first_child != EDITOR_NONE) {
        outliner->open[root] = true;
        root = level->objects[root].first_child;
    }
}

// Updates the rows from the level. False: out of memory.
static bool update_rows(editor_outliner *outliner, const editor_level *level)
{
    bool other = outliner->level != level;
    if (level->object_count > outliner->open_capacity) {
        uint32_t capacity = 2 * level->object_count;
        bool *grown = realloc(outliner->open, capacity * sizeof(*grown));
        if (!grown)
            return false;
        memset(grown + outliner->open_capacity, 0, (capacity - outliner->open_capacity) * sizeof(*grown));
        outliner->open = grown;
        outliner->open_capacity = capacity;
    }
    if (other) {
        if (outliner->open) // NULL while no level had objects
            memset(outliner->open, 0, outliner->open_capacity);
        open_single_roots(outliner, level);
        outliner->held = outliner->renaming.object = EDITOR_NONE;
        outliner->dragging = outliner->renaming.is_new = false;
    }
    outliner->rows_stale |= other || outliner->tree_revision != level->tree_revision;
    if (strchr(outliner->search, ':')) // layers, sets or materials may have changed
        outliner->rows_stale |= outliner->revision != level->revision;
    outliner->revision = level->revision;
    outliner->level = level;
    outliner->tree_revision = level->tree_revision;
    return true;
}

static void refresh_rows(editor_outliner *outliner, const editor_level *level)
{
    if (!outliner->rows_stale)
        return;
    outliner->rows_stale = false;
    outliner->rows.count = outliner->depths.count = 0;
    bool searching = outliner->search[0] != '\0';
    editor_search search;
    outliner->search_error.text[0] = '\0';
    editor_search_read(level, outliner->search, &search, &outliner->search_error);
    uint32_t depth = 0;
    for (uint32_t at = level->first_root; at != EDITOR_NONE;) {
        const editor_object *object = &level->objects[at];
        if (editor_search_matches(&search, level, at) &&
            !(editor_numbers_add(&outliner->rows, at) && editor_numbers_add(&outliner->depths, searching ? 0 : depth)))
            return;
        if (object->first_child != EDITOR_NONE && (searching || outliner->open[at])) {
            at = object->first_child;
            depth++;
            continue;
        }
        // No recursion: a chain can be as deep as the level has objects.
        while (at != EDITOR_NONE && level->objects[at].next == EDITOR_NONE) {
            at = level->objects[at].parent;
            depth--;
        }
        if (at != EDITOR_NONE)
            at = level->objects[at].next;
    }
}

static uint32_t find_row(const editor_outliner *outliner, uint32_t object)
{
    for (uint32_t i = 0; i < outliner->rows.count; i++) {
        if (outliner->rows.at[i] == object)
            return i;
    }
    return EDITOR_NONE;
}

// Unfolds the ancestors of the object. Returns its row, or EDITOR_NONE for EDITOR_NONE.
static uint32_t reveal(editor_outliner *outliner, const editor_level *level, uint32_t object)
{
    if (object == EDITOR_NONE)
        return EDITOR_NONE;
    for (uint32_t up = level->objects[object].parent; up != EDITOR_NONE; up = level->objects[up].parent) {
        outliner->rows_stale |= !outliner->open[up];
        outliner->open[up] = true;
    }
    refresh_rows(outliner, level);
    return find_row(outliner, object);
}

// The same for the row that is renamed, which the search may hide.
static uint32_t reveal_renamed(editor_outliner *outliner, const editor_level *level)
{
    const uint32_t object = outliner->renaming.object;
    outliner->renaming.reveal = false;
    if (object == EDITOR_NONE)
        return EDITOR_NONE;
    const uint32_t row = reveal(outliner, level, object);
    if (row != EDITOR_NONE || !outliner->search[0])
        return row;
    outliner->search[0] = '\0';
    outliner->rows_stale = true;
    return reveal(outliner, level, object);
}

static void give_objects(editor_outliner *outliner, editor_command *command)
{
    command->objects = outliner->picked.at;
    command->object_count = outliner->picked.count;
}

// Collects the rows from the active one to this one.
static void pick_range(editor_outliner *outliner, const editor_panels_model *model, uint32_t row)
{
    uint32_t from = find_row(outliner, editor_document_active(model->document));
    if (from == EDITOR_NONE)
        from = row;
    for (uint32_t i = from;; i = i < row ? i + 1 : i - 1) {
        editor_numbers_add(&outliner->picked, outliner->rows.at[i]);
        if (i == row)
            return;
    }
}

// Collects the selection if `object` is selected, else the object alone.
static void pick_selected_or(editor_outliner *outliner, const editor_document *document, uint32_t object)
{
    const editor_level *level = editor_document_level(document);
    const pick_selection *selection = editor_document_selection(document);
    outliner->picked.count = 0;
    if (!pick_selection_contains(selection, level->objects[object].pick)) {
        editor_numbers_add(&outliner->picked, object);
        return;
    }
    for (size_t i = 0; i < pick_selection_count(selection); i++) {
        uint32_t number = editor_level_object(level, pick_selection_objects(selection)[i]);
        if (number != EDITOR_NONE)
            editor_numbers_add(&outliner->picked, number);
    }
}

static void row_command(editor_outliner *outliner, editor_tree_row_event event, const editor_panels_model *model,
                        uint32_t row, uint32_t modifiers, editor_command *command)
{
    const editor_level *level = editor_document_level(model->document);
    uint32_t number = outliner->rows.at[row];
    const editor_object *object = &level->objects[number];
    switch (event) {
    case EDITOR_ROW_NOTHING:
    case EDITOR_ROW_HELD:
    case EDITOR_ROW_TYPED:
        return;
    case EDITOR_ROW_CLICK:
        *command = (editor_command){.type = EDITOR_COMMAND_SELECT, .op = pick_pointer_click_op(modifiers)};
        outliner->picked.count = 0;
        if (command->op == PICK_SELECTION_ADD)
            pick_range(outliner, model, row);
        else
            editor_numbers_add(&outliner->picked, number);
        outliner->own_change = true;
        break;
    case EDITOR_ROW_MENU:
        outliner->wants_context = true;
        if (pick_selection_contains(editor_document_selection(model->document), object->pick))
            return;
        *command = (editor_command){.type = EDITOR_COMMAND_SELECT, .op = PICK_SELECTION_REPLACE};
        outliner->picked.count = 0;
        editor_numbers_add(&outliner->picked, number);
        outliner->own_change = true;
        break;
    case EDITOR_ROW_DOUBLE_CLICK:
        if (modifiers == 0 && !editor_outliner_begin_rename(outliner, level, number, false))
            *command =
                (editor_command){.type = EDITOR_COMMAND_REFUSED, .text = "The name is too long to be edited here"};
        return;
    case EDITOR_ROW_OPEN:
        outliner->open[number] = !outliner->open[number];
        outliner->rows_stale = true;
        return;
    case EDITOR_ROW_HIDE:
    case EDITOR_ROW_LOCK:
        pick_selected_or(outliner, model->document, number);
        *command = (editor_command){.type = event == EDITOR_ROW_HIDE ? EDITOR_COMMAND_HIDE : EDITOR_COMMAND_LOCK,
                                    .value = event == EDITOR_ROW_HIDE ? !object->hidden : !object->locked};
        break;
    }
    give_objects(outliner, command);
}

// --- dragging rows ---

static void drop(editor_outliner *outliner, const editor_panels_model *model, editor_command *command)
{
    const editor_level *level = editor_document_level(model->document);
    uint32_t target = outliner->drop_row == EDITOR_NONE ? EDITOR_NONE : outliner->rows.at[outliner->drop_row];
    pick_selected_or(outliner, model->document, outliner->held);
    *command = (editor_command){.type = EDITOR_COMMAND_REPARENT, .parent = EDITOR_NONE, .before = EDITOR_NONE};
    if (target != EDITOR_NONE && outliner->drop_place == 0) {
        command->parent = target;
        outliner->open[target] = true;
    } else if (target != EDITOR_NONE) {
        command->parent = level->objects[target].parent;
        command->before = outliner->drop_place < 0 ? target : level->objects[target].next;
    }
    give_objects(outliner, command);
}

void editor_outliner_let_go(editor_outliner *outliner)
{
    outliner->held = EDITOR_NONE;
    outliner->dragging = outliner->called_off = false;
}

static void follow_drag(editor_outliner *outliner, editor_ui *ui, const editor_panels_model *model,
                        editor_command *command)
{
    if (outliner->held == EDITOR_NONE)
        return;
    pick_vec2 mouse = editor_ui_mouse(ui);
    double unit = editor_ui_unit(ui);
    bool beside = mouse.x < outliner->left || mouse.x >= outliner->right;
    outliner->called_off |= editor_ui_pressed(ui, EDITOR_KEY_ESCAPE);
    outliner->dragging |= fabs(mouse.y - outliner->held_at.y) > 6 * unit && outliner->search[0] == '\0';
    outliner->dragging &= !outliner->called_off;
    if (editor_ui_mouse_held(ui))
        return;
    if (outliner->dragging && !beside && command->type == EDITOR_COMMAND_NONE)
        drop(outliner, model, command);
    editor_outliner_let_go(outliner);
}

static void mark_drop(editor_outliner *outliner, editor_ui *ui, const pick_rect *rect, uint32_t row)
{
    pick_vec2 mouse = editor_ui_mouse(ui);
    if (mouse.y < rect->y || mouse.y >= rect->y + rect->height || mouse.x < outliner->left ||
        mouse.x >= outliner->right)
        return;
    double part = (mouse.y - rect->y) / rect->height, unit = editor_ui_unit(ui);
    outliner->drop_row = row;
    outliner->drop_place = part < 0.28 ? -1 : part > 0.72 ? 1 : 0;
    double y = outliner->drop_place > 0 ? rect->y + rect->height - unit : rect->y;
    if (outliner->drop_place != 0) {
        editor_ui_paint_rect(ui, (pick_rect){rect->x + 8 * unit, y, rect->width - 16 * unit, 2 * unit}, 0,
                             EDITOR_COLOR_ACCENT);
        return;
    }
    const pick_vec2 frame[4] = {{rect->x + unit, rect->y + unit},
                                {rect->x + rect->width - unit, rect->y + unit},
                                {rect->x + rect->width - unit, rect->y + rect->height - unit},
                                {rect->x + unit, rect->y + rect->height - unit}};
    editor_ui_paint_path(ui, frame, 4, true, 1.5 * unit, EDITOR_COLOR_ACCENT);
}

// --- the panel ---

void editor_outliner_show_head(editor_outliner *outliner, editor_ui *ui, const editor_panels_model *model)
{
    const editor_level *level = editor_document_level(model->document);
    if (!update_rows(outliner, level))
        return;
    refresh_rows(outliner, level);
    editor_ui_edit edit =
        editor_ui_text_field(ui, "##search", outliner->search, sizeof(outliner->search), "Search", false);
    outliner->rows_stale |= edit.changed;
}

// Adds a row to what the outliner shows. The clipper also builds the row that has the focus, in view or not.
static void note_row(editor_panels_rows *shown, uint32_t row, const pick_rect *rect)
{
    if (rect->y + rect->height <= shown->panel.y || rect->y >= shown->panel.y + shown->panel.height)
        return;
    if (shown->count == 0) {
        shown->first = row;
        shown->area = *rect;
    }
    shown->count++;
    shown->area.height = rect->y + rect->height - shown->area.y;
}

static editor_icon_kind icon_of(const editor_level *level, const editor_object *object)
{
    static const editor_icon_kind forms[] = {[EDITOR_FORM_TRIANGLES] = EDITOR_ICON_MESH,
                                             [EDITOR_FORM_POINTS] = EDITOR_ICON_POINTS,
                                             [EDITOR_FORM_LINES] = EDITOR_ICON_LINES};
    switch (object->kind) {
    case EDITOR_OBJECT_VOLUME:
        return EDITOR_ICON_VOLUME;
    case EDITOR_OBJECT_TERRAIN:
        return EDITOR_ICON_TERRAIN;
    case EDITOR_OBJECT_MESH:
        return forms[level->meshes[object->mesh].form];
    case EDITOR_OBJECT_LIGHT:
        return EDITOR_ICON_LIGHT;
    case EDITOR_OBJECT_CAMERA:
        return EDITOR_ICON_CAMERA;
    case EDITOR_OBJECT_PREFAB:
        return EDITOR_ICON_PREFAB;
    case EDITOR_OBJECT_GROUP:
        break;
    }
    return EDITOR_ICON_GROUP;
}

static void show_row(editor_outliner *outliner, editor_ui *ui, const editor_panels_model *model, uint32_t hovered,
                     uint32_t i, editor_command *command)
{
    const editor_level *level = editor_document_level(model->document);
    uint32_t number = outliner->rows.at[i];
    const editor_object *object = &level->objects[number];
    editor_renaming *renaming = &outliner->renaming;
    const bool is_renamed = number == renaming->object;
    const editor_tree_row row = {
        .index = i,
        .depth = outliner->depths.at[i],
        .label = object->name,
        .kind = icon_of(level, object),
        .has_children = object->first_child != EDITOR_NONE && outliner->search[0] == '\0',
        .open = outliner->open[number],
        .selected = pick_selection_contains(editor_document_selection(model->document), object->pick),
        .active = number == editor_document_active(model->document),
        .hovered = number == hovered,
        .hidden = object->hidden,
        .locked = object->locked,
        .dimmed = object->is_hidden,
        .text = is_renamed ? renaming->text : NULL,
        .text_size = sizeof(renaming->text),
        .focus = renaming->is_new,
    };
    renaming->shown |= is_renamed;
    renaming->is_new &= !is_renamed;
    pick_rect rect;
    editor_tree_row_event event = editor_tree_row_show(ui, &row, &rect);
    note_row(&outliner->shown, i, &rect);
    renaming->over |= event == EDITOR_ROW_TYPED;
    if (event == EDITOR_ROW_HELD && outliner->held == EDITOR_NONE) {
        outliner->held = number;
        outliner->held_at = editor_ui_mouse(ui);
    }
    if (outliner->dragging)
        mark_drop(outliner, ui, &rect, i);
    else if (command->type == EDITOR_COMMAND_NONE)
        row_command(outliner, event, model, i, editor_ui_modifiers(ui), command);
}

static void show_rows(editor_outliner *outliner, editor_ui *ui, const editor_panels_model *model, uint32_t reveal_row,
                      editor_command *command)
{
    const editor_level *level = editor_document_level(model->document);
    uint32_t hovered = model->hover->hit ? editor_level_object(level, model->hover->surface.object) : EDITOR_NONE;
    outliner->drop_row = EDITOR_NONE;
    outliner->shown.count = 0;
    outliner->renaming.shown = outliner->renaming.is_new; // its row may come into view with the next frame
    uint32_t first, end;
    editor_ui_rows_begin(ui, outliner->rows.count, editor_tree_row_height(ui), reveal_row);
    while (editor_ui_rows_next(ui, &first, &end)) {
        for (uint32_t i = first; i < end; i++)
            show_row(outliner, ui, model, hovered, i, command);
    }
}

void editor_outliner_show(editor_outliner *outliner, editor_ui *ui, const editor_panels_model *model,
                          editor_command *command)
{
    const editor_level *level = editor_document_level(model->document);
    if (!update_rows(outliner, level))
        return;
    refresh_rows(outliner, level);
    uint32_t reveal_row = EDITOR_NONE;
    uint64_t revision = pick_selection_revision(editor_document_selection(model->document));
    if (revision != outliner->seen_selection) {
        outliner->seen_selection = revision;
        if (!outliner->own_change)
            reveal_row = reveal(outliner, level, editor_document_active(model->document));
        outliner->own_change = false;
    }
    if (outliner->renaming.reveal)
        reveal_row = reveal_renamed(outliner, level);
    if (outliner->rows.count == 0 && outliner->search[0]) {
        const bool wrong = outliner->search_error.text[0] != '\0';
        editor_ui_indent(ui, 12);
        editor_ui_text(ui, wrong ? EDITOR_COLOR_WARNING : EDITOR_COLOR_MUTED,
                       wrong ? outliner->search_error.text : "Nothing matches.");
        editor_ui_indent(ui, -12);
    }
    pick_rect room = editor_ui_place(ui, 0, 0);
    outliner->left = room.x;
    outliner->right = room.x + room.width;
    show_rows(outliner, ui, model, reveal_row, command);
    editor_outliner_follow_rename(outliner, level, command);
    follow_drag(outliner, ui, model, command);
}

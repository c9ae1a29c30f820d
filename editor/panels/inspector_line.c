// inspector_line.c: what the selected lines of the level measure, whether they are closed, and the points of the active
// one.
#include "panels/panels_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 6 }; // points that are shown at once

static const editor_line *line_of(const editor_level *level, uint32_t object)
{
    const uint32_t mesh = level->objects[object].mesh;
    return mesh != EDITOR_NONE && level->meshes[mesh].line.count > 0 ? &level->meshes[mesh].line : NULL;
}

static void compare_lines(editor_inspector *inspector, const editor_document *document, const editor_line *active)
{
    const editor_level *level = editor_document_level(document);
    if (editor_document_is_still(document, &inspector->lined))
        return;
    inspector->mixed_closed = inspector->mixed_measures = false;
    for (uint32_t i = 0; i < inspector->objects.count; i++) {
        const editor_line *line = line_of(level, inspector->objects.at[i]);
        inspector->mixed_closed |= line && line->closed != active->closed;
        inspector->mixed_measures |= line && line->measure != active->measure;
    }
}

// The lines of all selected ones, to be changed but for their points, which are the level's. NULL: out of memory.
static editor_line *change_lines(editor_inspector *inspector, const editor_level *level, editor_command *command)
{
    inspector->targets.count = 0;
    for (uint32_t i = 0; i < inspector->objects.count; i++) {
        if (line_of(level, inspector->objects.at[i]) &&
            !editor_numbers_add(&inspector->targets, inspector->objects.at[i]))
            return NULL;
    }
    const uint32_t count = inspector->targets.count;
    editor_line *lines = editor_inspector_values(inspector, count * sizeof(*lines));
    for (uint32_t i = 0; lines && i < count; i++)
        lines[i] = *line_of(level, inspector->targets.at[i]);
    if (lines)
        *command = (editor_command){.type = EDITOR_COMMAND_SET_LINES,
                                    .value = true,
                                    .objects = inspector->targets.at,
                                    .object_count = count,
                                    .lines = lines};
    return lines;
}

// The active one's line with `count` of its points, to be changed; points beyond its own are zero. NULL: out of memory.
static editor_line *change_points(editor_inspector *inspector, const editor_level *level, uint32_t object,
                                  uint32_t count, bool typed, editor_command *command)
{
    const editor_line *line = line_of(level, object);
    const size_t bytes = 3 * (size_t)count * sizeof(double), kept = count < line->count ? count : line->count;
    editor_line *changed = editor_inspector_values(inspector, sizeof(*changed) + bytes);
    inspector->targets.count = 0;
    if (!changed || !editor_numbers_add(&inspector->targets, object))
        return NULL;
    *changed = *line;
    changed->points = (double *)(void *)(changed + 1);
    changed->count = count;
    memset(changed->points, 0, bytes);
    memcpy(changed->points, line->points, 3 * kept * sizeof(double));
    *command = (editor_command){.type = EDITOR_COMMAND_SET_LINES,
                                .value = typed,
                                .objects = inspector->targets.at,
                                .object_count = 1,
                                .lines = changed};
    return changed;
}

static void show_measure(editor_inspector *inspector, editor_ui *ui, const editor_level *level,
                         const editor_object *object, const editor_line *line, editor_command *command)
{
    static const char *const measures[] = {"Nothing", "Length", "Angle", "Clearance"}; // as editor_measure
    const uint32_t shown = inspector->mixed_measures ? EDITOR_MEASURE_COUNT : (uint32_t)line->measure;
    const uint32_t chosen = editor_ui_property_choice(ui, "Measures", measures, EDITOR_MEASURE_COUNT, shown);
    editor_line *lines = chosen < EDITOR_MEASURE_COUNT ? change_lines(inspector, level, command) : NULL;
    for (uint32_t i = 0; lines && i < inspector->targets.count; i++)
        lines[i].measure = (editor_measure)chosen;
    char text[48];
    editor_measure_text(line, &object->world, 3, text, sizeof(text));
    if (text[0])
        editor_ui_property(ui, editor_measure_name(line), text);
}

static void show_closed(editor_inspector *inspector, editor_ui *ui, const editor_level *level, const editor_line *line,
                        editor_command *command)
{
    bool closed = line->closed;
    const bool changed = editor_ui_property_check(ui, "Closed", &closed, inspector->mixed_closed, NULL);
    editor_line *lines = changed ? change_lines(inspector, level, command) : NULL;
    for (uint32_t i = 0; lines && i < inspector->targets.count; i++)
        lines[i].closed = closed;
}

static void show_point(editor_inspector *inspector, editor_ui *ui, const editor_level *level, uint32_t object,
                       uint32_t point, editor_command *command)
{
    const editor_line *line = line_of(level, object);
    const double *p = &line->points[3 * (size_t)point];
    editor_ui_numbers numbers = {.quantity = EDITOR_LENGTH, .speed = 0.01, .value = {p[0], p[1], p[2]}};
    char label[24];
    snprintf(label, sizeof(label), "Point %u", (unsigned)point + 1);
    editor_ui_property_numbers(ui, label, &numbers);
    editor_inspector_refuse(inspector, numbers.refused, command);
    editor_line *changed =
        numbers.changed ? change_points(inspector, level, object, line->count, numbers.typed, command) : NULL;
    for (uint32_t k = 0; changed && k < 3; k++) {
        if (numbers.changed >> k & 1u)
            changed->points[3 * (size_t)point + k] = editor_change_apply(&numbers.change[k], p[k]);
    }
}

// A new point goes on where the last segment ends, as far again.
static void show_point_buttons(editor_inspector *inspector, editor_ui *ui, const editor_level *level, uint32_t object,
                               editor_command *command)
{
    static const char *const labels[] = {"Add Point", "Remove Last"};
    const uint32_t clicked = editor_ui_buttons(ui, labels, 2), count = line_of(level, object)->count;
    if (clicked > 1)
        return;
    if (clicked == 0 ? count == EDITOR_LINE_POINTS : count == 2) {
        editor_inspector_refuse(inspector, clicked == 0 ? "A line has no more points" : "A line has two points or more",
                                command);
        return;
    }
    const uint32_t wanted = clicked == 0 ? count + 1 : count - 1;
    editor_line *changed = change_points(inspector, level, object, wanted, true, command);
    for (size_t k = 0; changed && clicked == 0 && k < 3; k++) {
        double *end = &changed->points[3 * (size_t)(count - 1) + k];
        end[3] = 2 * end[0] - end[-3];
    }
    if (changed && wanted < 3 && changed->measure == EDITOR_MEASURE_ANGLE)
        changed->measure = EDITOR_MEASURE_LENGTH;
    inspector->first_point = clicked == 0 ? wanted : inspector->first_point; // the last page
}

static void show_points(editor_inspector *inspector, editor_ui *ui, const editor_level *level, uint32_t object,
                        editor_command *command)
{
    static const char *const pages[] = {"Earlier", "Later"};
    const uint32_t count = line_of(level, object)->count, last = count > ROWS ? count - ROWS : 0;
    uint32_t *first = &inspector->first_point;
    if (inspector->pointed != object)
        *first = 0;
    inspector->pointed = object;
    *first = *first > last ? last : *first;
    for (uint32_t i = *first; i < count && i < *first + ROWS; i++)
        show_point(inspector, ui, level, object, i, command);
    if (last > 0) {
        char text[48];
        snprintf(text, sizeof(text), "%u to %u of %u", (unsigned)*first + 1, (unsigned)*first + ROWS, (unsigned)count);
        editor_ui_property(ui, "Points", text);
        const uint32_t page = editor_ui_buttons(ui, pages, 2);
        if (page == 0)
            *first = *first > ROWS ? *first - ROWS : 0;
        else if (page == 1)
            *first = *first + ROWS; // shown in the next frame
    }
    show_point_buttons(inspector, ui, level, object, command);
}

void editor_inspector_show_line(editor_inspector *inspector, editor_ui *ui, const editor_panels_model *model,
                                editor_command *command)
{
    const editor_level *level = editor_document_level(model->document);
    const uint32_t number = inspector->active;
    const editor_line *line = line_of(level, number);
    if (!line)
        return;
    compare_lines(inspector, model->document, line);
    editor_ui_heading(ui, "Line", NULL);
    show_measure(inspector, ui, level, &level->objects[number], line, command);
    show_closed(inspector, ui, level, line, command);
    show_points(inspector, ui, level, number, command);
    editor_ui_separator(ui);
}

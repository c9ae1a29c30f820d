#include "tools/measurements.h"

#include "tools/ruler.h"

#include <stdio.h>
#include <stdlib.h>

void editor_measurements_finish(editor_measurements *all)
{
    free(all->objects);
    *all = (editor_measurements){0};
}

static bool add_measurement(editor_measurements *all, uint32_t object)
{
    if (all->count == all->capacity) {
        const uint32_t capacity = 2 * all->capacity + 16;
        uint32_t *grown = realloc(all->objects, capacity * sizeof(*grown));
        if (!grown)
            return false;
        all->objects = grown;
        all->capacity = capacity;
    }
    all->objects[all->count++] = object;
    return true;
}

static void find_measurements(editor_measurements *all, const editor_level *level)
{
    if (all->level == level && all->revision == level->revision)
        return;
    all->level = level;
    all->revision = level->revision;
    all->count = 0;
    for (uint32_t i = 0; level->measure_count > 0 && i < level->object_count; i++) {
        const editor_object *object = &level->objects[i];
        if (object->exists && !object->is_hidden && object->is_finite && editor_level_measurement(level, object) &&
            !add_measurement(all, i))
            return;
    }
}

void editor_measurement_label(const editor_line *line, const pick_affine *world, char *out, size_t size)
{
    char value[48];
    const bool is_plain =
        line->measure == EDITOR_MEASURE_ANGLE || (line->measure == EDITOR_MEASURE_LENGTH && line->count == 2);
    editor_measure_text(line, world, 3, value, sizeof(value));
    snprintf(out, size, "%s%s%s", is_plain ? "" : editor_measure_name(line), is_plain ? "" : " ", value);
}

// Leaves of a segment what the section keeps. False: nothing.
static bool cut_segment(const pick_view *view, pick_vec3 ends[2])
{
    for (uint32_t i = 0; i < view->section_count; i++) {
        const double from = pick_vec3_dot(view->section[i].normal, ends[0]) + view->section[i].offset;
        const double to = pick_vec3_dot(view->section[i].normal, ends[1]) + view->section[i].offset;
        if (from < 0 && to < 0)
            return false;
        if (from < 0 || to < 0) {
            const pick_vec3 along = pick_vec3_sub(ends[1], ends[0]);
            ends[from < 0 ? 0 : 1] = pick_vec3_add(ends[0], pick_vec3_scale(along, from / (from - to)));
        }
    }
    return true;
}

static void draw_measurement(editor_ruler_tags *tags, const pick_view *view, const editor_line *line,
                             const pick_affine *world)
{
    const bool is_angle = line->measure == EDITOR_MEASURE_ANGLE;
    const uint32_t at = is_angle ? line->count - 3 : (line->count - 1) / 2; // the first point of what is labelled
    pick_vec3 p[3];
    pick_vec2 place;
    char text[64];
    for (uint32_t i = 0; i < (is_angle ? 3u : 2u); i++)
        p[i] = editor_line_point(line, world, (at + i) % line->count);
    if (is_angle ? pick_view_cuts(view, p[1]) : !cut_segment(view, p))
        return;
    if (is_angle)
        editor_ruler_draw_arc(view, &p[1], tags->ui);
    if (is_angle ? !editor_ruler_tag_angle(tags, view, p[1], &place)
                 : !editor_ruler_tag_segment(tags, view, p[0], p[1], &place))
        return;
    editor_measurement_label(line, world, text, sizeof(text));
    editor_ruler_add_tag(tags, place, text);
}

void editor_measurements_draw(editor_measurements *all, const editor_tool_context *context, editor_ui *ui)
{
    const editor_level *level = editor_document_level(context->document);
    const editor_viewport *viewport = &context->views->view[context->view];
    find_measurements(all, level);
    if (all->count == 0 || !viewport->next_has_view)
        return;
    editor_ruler_tags tags = {.ui = ui, .inside = viewport->rect, .scale = context->ui_scale};
    editor_ui_canvas_begin(ui, viewport->rect);
    for (uint32_t i = 0; i < all->count; i++) {
        const editor_object *object = &level->objects[all->objects[i]];
        draw_measurement(&tags, &viewport->next_view, &level->meshes[object->mesh].line, &object->world);
    }
    editor_ui_canvas_end(ui);
}

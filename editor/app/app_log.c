// app_log.c: logs the events of the window, one JSON object a line.
#include "app/app_log.h"

#include "document/json/json_lines.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct editor_log {
    FILE *file;
};

bool editor_log_open(const char *path, editor_log **out)
{
    *out = NULL;
    if (!path)
        return true;
    editor_log *log = malloc(sizeof(*log));
    if (!log)
        return false;
    log->file = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (!log->file) {
        free(log);
        return false;
    }
    *out = log;
    return true;
}

void editor_log_close(editor_log *log)
{
    if (!log)
        return;
    if (log->file != stdout)
        fclose(log->file);
    free(log);
}

static editor_json begin(editor_log *log, const char *event)
{
    editor_json line = {.file = log->file};
    editor_json_begin_object(&line, NULL);
    editor_json_string(&line, "event", event);
    return line;
}

static void finish(editor_log *log, editor_json *line)
{
    editor_json_end_object(line);
    editor_json_end_line(line);
    fflush(log->file);
}

static void add_matrix(editor_json *line, const char *key, const float matrix[16])
{
    double numbers[16];
    for (int i = 0; i < 16; i++)
        numbers[i] = (double)matrix[i];
    editor_json_numbers(line, key, numbers, 16);
}

static editor_json begin_picture(editor_log *log, const char *event, const editor_log_view *view)
{
    const pick_window *w = &view->window;
    const pick_rect *v = &view->viewport;
    editor_json line = begin(log, event);
    editor_json_numbers(&line, "window", (const double[]){w->width, w->height}, 2);
    editor_json_numbers(&line, "drawable", (const double[]){w->drawable_width, w->drawable_height}, 2);
    editor_json_numbers(&line, "viewport", (const double[]){v->x, v->y, v->width, v->height}, 4);
    editor_json_begin_object(&line, "camera");
    editor_json_vec3(&line, "eye", view->camera->eye);
    editor_json_vec3(&line, "target", view->camera->target);
    add_matrix(&line, "projection", view->matrices->projection);
    add_matrix(&line, "view", view->matrices->view);
    editor_json_end_object(&line);
    return line;
}

// Adds the object's name, or null if the object no longer exists.
static void add_name(editor_json *line, const char *key, const editor_level *level, uint32_t object)
{
    if (object == EDITOR_NONE)
        editor_json_null(line, key);
    else
        editor_json_string(line, key, level->objects[object].name);
}

void editor_log_picture(editor_log *log, const char *event, const editor_log_view *view)
{
    if (!log)
        return;
    editor_json line = begin_picture(log, event, view);
    finish(log, &line);
}

void editor_log_ready(editor_log *log, const editor_log_view *view, const char *device, bool validating)
{
    if (!log)
        return;
    editor_json line = begin_picture(log, "ready", view);
    editor_json_string(&line, "device", device);
    editor_json_bool(&line, "validation", validating);
    finish(log, &line);
}

void editor_log_hover(editor_log *log, const editor_level *level, const pick_target *hover, pick_vec2 at)
{
    if (!log)
        return;
    editor_json line = begin(log, "hover");
    const pick_hit *surface = &hover->surface;
    uint32_t number = hover->hit ? editor_level_object(level, surface->object) : EDITOR_NONE;
    uint32_t target = editor_level_object(level, hover->object);
    add_name(&line, "object", level, number);
    if (number != EDITOR_NONE) {
        editor_json_count(&line, "object_index", level->objects[number].number);
        editor_json_count(&line, "triangle", surface->triangle);
        editor_json_vec3(&line, "point", surface->point);
        editor_json_number(&line, "t", surface->t);
        editor_json_bool(&line, "locked", surface->locked);
    }
    add_name(&line, "target", level, target);
    char place[32];
    snprintf(place, sizeof(place), "%u/%u", (unsigned)hover->place, (unsigned)hover->count);
    editor_json_string(&line, "place", place);
    editor_json_bool(&line, "handle", hover->handle != 0);
    editor_json_numbers(&line, "at", (const double[]){at.x, at.y}, 2);
    finish(log, &line);
}

void editor_log_select(editor_log *log, const editor_level *level, const pick_selection *selection)
{
    if (!log)
        return;
    editor_json line = begin(log, "select");
    editor_json_begin_array(&line, "objects");
    for (size_t i = 0; i < pick_selection_count(selection); i++) {
        uint32_t number = editor_level_object(level, pick_selection_objects(selection)[i]);
        if (number != EDITOR_NONE)
            editor_json_string(&line, NULL, level->objects[number].name);
    }
    editor_json_end_array(&line);
    uint32_t active = editor_level_object(level, pick_selection_active(selection));
    add_name(&line, "active", level, active);
    finish(log, &line);
}

enum { MOST_PLACES = 256 }; // more would make long lines

// Where a script points to an object: the middle of its box, or its origin.
static void add_places(editor_json *line, const editor_level *level)
{
    editor_json_begin_array(line, "places");
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); i != EDITOR_NONE; i = editor_level_next(level, i)) {
        const editor_object *o = &level->objects[i];
        pick_aabb box = PICK_AABB_EMPTY;
        pick_scene_object_bounds(level->scene, o->pick, &box);
        editor_json_begin_object(line, NULL);
        editor_json_string(line, "name", o->name);
        editor_json_vec3(line, "middle",
                         pick_aabb_is_empty(&box) ? o->world.origin
                                                  : pick_vec3_scale(pick_vec3_add(box.min, box.max), 0.5));
        editor_json_end_object(line);
    }
    editor_json_end_array(line);
}

void editor_log_level(editor_log *log, const editor_document *document)
{
    if (!log)
        return;
    const editor_level *level = editor_document_level(document);
    const pick_selection *selection = editor_document_selection(document);
    editor_json line = begin(log, "level");
    char hash[32];
    snprintf(hash, sizeof(hash), "%016llx", (unsigned long long)editor_level_hash(level));
    editor_json_string(&line, "hash", hash);
    editor_json_count(&line, "undo", editor_document_history(document).position);
    uint32_t objects = 0;
    for (uint32_t i = 0; i < level->object_count; i++)
        objects += level->objects[i].exists;
    editor_json_count(&line, "objects", objects);
    if (objects <= MOST_PLACES)
        add_places(&line, level);
    editor_json_begin_array(&line, "selected");
    for (size_t i = 0; i < pick_selection_count(selection); i++) {
        uint32_t number = editor_level_object(level, pick_selection_objects(selection)[i]);
        if (number == EDITOR_NONE)
            continue;
        editor_json_begin_object(&line, NULL);
        editor_json_string(&line, "name", level->objects[number].name);
        editor_json_vec3(&line, "origin", level->objects[number].world.origin);
        editor_json_end_object(&line);
    }
    editor_json_end_array(&line);
    finish(log, &line);
}

static void add_rect(editor_json *line, pick_rect r)
{
    editor_json_numbers(line, "rect", (const double[]){r.x, r.y, r.width, r.height}, 4);
}

// A number of a form, or one choice of a field. Of a list that opens, `step` is how many lines below the chosen one it
// is; NULL: it is in no list.
static void add_field(editor_json *line, const char *label, const char *choice, const double *step, pick_rect rect)
{
    editor_json_begin_object(line, NULL);
    editor_json_string(line, "label", label);
    if (choice)
        editor_json_string(line, "choice", choice);
    if (step)
        editor_json_number(line, "step", *step);
    add_rect(line, rect);
    editor_json_end_object(line);
}

void editor_log_dialog(editor_log *log, const char *kind, const editor_dialog *dialog)
{
    if (!log)
        return;
    editor_json line = begin(log, "dialog");
    editor_json_string(&line, "kind", kind);
    editor_json_begin_array(&line, "answers");
    for (uint32_t i = 0; i < EDITOR_DIALOG_ANSWERS; i++) {
        if (!dialog->answers[i])
            continue;
        editor_json_begin_object(&line, NULL);
        editor_json_string(&line, "label", dialog->answers[i]);
        add_rect(&line, dialog->buttons[i]);
        editor_json_end_object(&line);
    }
    editor_json_end_array(&line);
    editor_json_begin_array(&line, "fields");
    for (uint32_t i = 0; i < dialog->field_count; i++) {
        const editor_form_field *field = &dialog->fields[i];
        for (uint32_t k = 0; k < field->list_count; k++) {
            const double step = (double)k - (double)field->chosen;
            add_field(&line, field->label, field->list[k], &step, field->rects[0]);
        }
        for (uint32_t k = 0; !field->list && (k == 0 || (k < EDITOR_FORM_CHOICES && field->choices[k])); k++)
            add_field(&line, field->label, field->choices[k], NULL, field->rects[k]);
    }
    editor_json_end_array(&line);
    finish(log, &line);
}

void editor_log_timeline(editor_log *log, bool playing)
{
    if (!log)
        return;
    editor_json line = begin(log, "timeline");
    editor_json_bool(&line, "playing", playing);
    finish(log, &line);
}

void editor_log_text(editor_log *log, const char *event, const char *key, const char *text)
{
    if (!log)
        return;
    editor_json line = begin(log, event);
    editor_json_string(&line, key, text);
    finish(log, &line);
}

void editor_log_counts(editor_log *log, const char *event, const editor_log_counters *counters)
{
    if (!log)
        return;
    editor_json line = begin(log, event);
    editor_json_count(&line, "frames", counters->frames);
    editor_json_count(&line, "picks", counters->picks);
    editor_json_count(&line, "validation_messages", counters->validation_messages);
    editor_json_count(&line, "latencies", counters->latencies);
    editor_json_number(&line, "latency_median_ms", 1e3 * counters->latency_median);
    editor_json_number(&line, "latency_999_ms", 1e3 * counters->latency_most);
    editor_json_bool(&line, "tells_shown", counters->tells_shown);
    if (counters->tells_shown) {
        editor_json_count(&line, "screen_latencies", counters->screen_latencies);
        editor_json_number(&line, "screen_latency_median_ms", 1e3 * counters->screen_median);
        editor_json_number(&line, "screen_latency_999_ms", 1e3 * counters->screen_most);
    }
    if (counters->load_steps > 0) {
        editor_json_bool(&line, "loads", counters->loads);
        editor_json_count(&line, "load_steps", counters->load_steps);
        editor_json_count(&line, "reading_steps", counters->reading_steps);
        editor_json_number(&line, "load_gap_ms", 1e3 * counters->load_gap);
        editor_json_number(&line, "reading_gap_ms", 1e3 * counters->reading_gap);
        editor_json_number(&line, "load_step_ms", 1e3 * counters->load_step);
        editor_json_number(&line, "load_draw_ms", 1e3 * counters->load_draw);
    }
    finish(log, &line);
}

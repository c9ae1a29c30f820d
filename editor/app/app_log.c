#include "app/app_log.h"

#include <cjson/cJSON.h>
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

static cJSON *begin(const char *event)
{
    cJSON *line = cJSON_CreateObject();
    cJSON_AddStringToObject(line, "event", event);
    return line;
}

// A line that could not be made for want of memory is left out.
static void finish(editor_log *log, cJSON *line)
{
    char *text = cJSON_PrintUnformatted(line);
    if (text) {
        fprintf(log->file, "%s\n", text);
        fflush(log->file);
    }
    cJSON_free(text);
    cJSON_Delete(line);
}

static void add_numbers(cJSON *object, const char *key, const double *numbers, int count)
{
    cJSON_AddItemToObject(object, key, cJSON_CreateDoubleArray(numbers, count));
}

static void add_matrix(cJSON *object, const char *key, const float matrix[16])
{
    cJSON_AddItemToObject(object, key, cJSON_CreateFloatArray(matrix, 16));
}

static void add_point(cJSON *object, const char *key, pick_vec3 v)
{
    add_numbers(object, key, (const double[]){v.x, v.y, v.z}, 3);
}

static cJSON *begin_picture(const char *event, const editor_log_view *view)
{
    const pick_window *w = &view->window;
    cJSON *line = begin(event);
    add_numbers(line, "window", (const double[]){w->width, w->height}, 2);
    add_numbers(line, "drawable", (const double[]){w->drawable_width, w->drawable_height}, 2);
    add_numbers(line, "viewport",
                (const double[]){view->viewport.x, view->viewport.y, view->viewport.width, view->viewport.height}, 4);
    cJSON *camera = cJSON_AddObjectToObject(line, "camera");
    add_point(camera, "eye", view->camera->eye);
    add_point(camera, "target", view->camera->target);
    add_matrix(camera, "projection", view->matrices->projection);
    add_matrix(camera, "view", view->matrices->view);
    return line;
}

void editor_log_picture(editor_log *log, const char *event, const editor_log_view *view)
{
    if (log)
        finish(log, begin_picture(event, view));
}

void editor_log_ready(editor_log *log, const editor_log_view *view, const char *device, bool validating)
{
    if (!log)
        return;
    cJSON *line = begin_picture("ready", view);
    cJSON_AddStringToObject(line, "device", device);
    cJSON_AddBoolToObject(line, "validation", validating);
    finish(log, line);
}

void editor_log_hover(editor_log *log, const editor_level *level, const pick_target *hover, pick_vec2 at)
{
    if (!log)
        return;
    cJSON *line = begin("hover");
    const pick_hit *surface = &hover->surface;
    uint32_t number = hover->hit ? editor_level_object(level, surface->object) : EDITOR_NONE;
    uint32_t target = editor_level_object(level, hover->object);
    if (number == EDITOR_NONE) {
        cJSON_AddNullToObject(line, "object");
    } else {
        cJSON_AddStringToObject(line, "object", level->objects[number].name);
        cJSON_AddNumberToObject(line, "object_index", level->objects[number].number);
        cJSON_AddNumberToObject(line, "triangle", surface->triangle);
        add_point(line, "point", surface->point);
        cJSON_AddNumberToObject(line, "t", surface->t);
        cJSON_AddBoolToObject(line, "locked", surface->locked);
    }
    if (target != EDITOR_NONE)
        cJSON_AddStringToObject(line, "target", level->objects[target].name);
    else
        cJSON_AddNullToObject(line, "target");
    char place[32];
    snprintf(place, sizeof(place), "%u/%u", (unsigned)hover->place, (unsigned)hover->count);
    cJSON_AddStringToObject(line, "place", place);
    cJSON_AddBoolToObject(line, "handle", hover->handle != 0);
    add_numbers(line, "at", (const double[]){at.x, at.y}, 2);
    finish(log, line);
}

void editor_log_select(editor_log *log, const editor_level *level, const pick_selection *selection)
{
    if (!log)
        return;
    cJSON *line = begin("select");
    cJSON *objects = cJSON_AddArrayToObject(line, "objects");
    for (size_t i = 0; i < pick_selection_count(selection); i++) {
        uint32_t number = editor_level_object(level, pick_selection_objects(selection)[i]);
        if (number != EDITOR_NONE)
            cJSON_AddItemToArray(objects, cJSON_CreateString(level->objects[number].name));
    }
    uint32_t active = editor_level_object(level, pick_selection_active(selection));
    if (active != EDITOR_NONE)
        cJSON_AddStringToObject(line, "active", level->objects[active].name);
    else
        cJSON_AddNullToObject(line, "active");
    finish(log, line);
}

void editor_log_level(editor_log *log, const editor_document *document)
{
    if (!log)
        return;
    const editor_level *level = editor_document_level(document);
    const pick_selection *selection = editor_document_selection(document);
    cJSON *line = begin("level");
    char hash[32];
    snprintf(hash, sizeof(hash), "%016llx", (unsigned long long)editor_level_hash(level));
    cJSON_AddStringToObject(line, "hash", hash);
    cJSON_AddNumberToObject(line, "undo", editor_document_history(document).position);
    uint32_t objects = 0;
    for (uint32_t i = 0; i < level->object_count; i++)
        objects += level->objects[i].exists;
    cJSON_AddNumberToObject(line, "objects", objects);
    cJSON *selected = cJSON_AddArrayToObject(line, "selected");
    for (size_t i = 0; i < pick_selection_count(selection); i++) {
        uint32_t number = editor_level_object(level, pick_selection_objects(selection)[i]);
        if (number == EDITOR_NONE)
            continue;
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "name", level->objects[number].name);
        const pick_vec3 origin = level->objects[number].world.origin;
        add_numbers(one, "origin", (const double[3]){origin.x, origin.y, origin.z}, 3);
        cJSON_AddItemToArray(selected, one);
    }
    finish(log, line);
}

void editor_log_text(editor_log *log, const char *event, const char *key, const char *text)
{
    if (!log)
        return;
    cJSON *line = begin(event);
    cJSON_AddStringToObject(line, key, text);
    finish(log, line);
}

void editor_log_counts(editor_log *log, const char *event, const editor_log_counters *counters)
{
    if (!log)
        return;
    cJSON *line = begin(event);
    cJSON_AddNumberToObject(line, "frames", (double)counters->frames);
    cJSON_AddNumberToObject(line, "picks", (double)counters->picks);
    cJSON_AddNumberToObject(line, "validation_messages", counters->validation_messages);
    finish(log, line);
}

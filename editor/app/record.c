#include "app/record.h"

#include "actions/actions.h"

#include "play/words.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct editor_record {
    FILE *file;
    char path[256];
    pick_window window; // as written last
    bool touch;         // likewise
};

// Writes the text in quotes; quotes inside become \".
static void write_text(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', file);
        if (*text == '\n')
            fputs("\\n", file);
        else
            fputc(*text, file);
    }
    fputc('"', file);
}

static bool fail(const char *path, editor_error *error)
{
    snprintf(error->text, sizeof(error->text), "%.255s: cannot be written: %s", path, strerror(errno));
    return false;
}

static void write_window(editor_record *record, const pick_window *w)
{
    record->window = *w;
    fprintf(record->file, "size %.17gx%.17g %.17gx%.17g\n", w->width, w->height, w->drawable_width, w->drawable_height);
}

// The keys that are not those of the table.
static void write_keys(FILE *file, const editor_key_binding *keys)
{
    for (uint32_t i = 0; keys && i < EDITOR_ACTION_COUNT; i++) {
        const editor_action *action = &EDITOR_ACTIONS[i];
        char key[EDITOR_KEY_TEXT_SIZE];
        editor_key_write(keys[i].key, keys[i].modifiers, key);
        if (keys[i].key != action->key || keys[i].modifiers != action->modifiers)
            fprintf(file, "bind %s \"%s\"\n", action->name, key[0] ? key : "none");
    }
}

bool editor_record_open(const char *path, const char *level_path, const editor_workspace_desc *desc,
                        editor_record **out, editor_error *error)
{
    editor_record *record = calloc(1, sizeof(*record));
    if (!record) {
        snprintf(error->text, sizeof(error->text), "out of memory");
        return false;
    }
    snprintf(record->path, sizeof(record->path), "%.255s", path);
    record->file = fopen(path, "w");
    if (!record->file) {
        free(record);
        return fail(path, error);
    }
    fputs("# Recorded by vkpick. Replay it with: vkpick play THIS_FILE\nopen ", record->file);
    write_text(record->file, level_path ? level_path : "demo");
    fprintf(record->file, "\nscale %.17g\n", desc->ui_scale);
    write_window(record, &desc->window);
    write_keys(record->file, desc->keys);
    if (desc->notice && desc->notice[0]) {
        fputs("notice ", record->file);
        write_text(record->file, desc->notice);
        fputc('\n', record->file);
    }
    if (desc->loads_behind)
        fputs("loads behind\n", record->file);
    fputs("steps manual\n", record->file);
    editor_asset_folder assets;
    editor_asset_folder_init(&assets, desc->assets_file);
    if (assets.root[0]) {
        fputs("assets ", record->file);
        write_text(record->file, assets.root);
        fputc('\n', record->file);
    }
    editor_asset_folder_finish(&assets);
    *out = record;
    return true;
}

// Writes a coordinate of a mouse event. An integer names a pixel and means its centre; a number with a decimal point is
// the position itself.
static void write_coordinate(FILE *file, double x)
{
    char text[40];
    if (x - 0.5 == floor(x)) {
        fprintf(file, " %.0f", floor(x));
        return;
    }
    snprintf(text, sizeof(text), "%.17g", x);
    fprintf(file, " %s%s", text, strchr(text, '.') ? "" : ".0");
}

static void write_position(FILE *file, pick_vec2 p)
{
    write_coordinate(file, p.x);
    write_coordinate(file, p.y);
}

static void write_modifiers(FILE *file, uint32_t modifiers)
{
    char text[EDITOR_WORD_SIZE];
    editor_words_write_modifiers(modifiers, text);
    fprintf(file, "%s%s\n", text[0] ? " " : "", text);
}

void editor_record_event(editor_record *record, const editor_event *event, double clock)
{
    if (!record)
        return;
    FILE *file = record->file;
    char text[EDITOR_WORD_SIZE];
    const bool mouse = event->type == EDITOR_EVENT_MOUSE_MOVE || event->type == EDITOR_EVENT_MOUSE_PRESS ||
                       event->type == EDITOR_EVENT_MOUSE_RELEASE;
    if (mouse && event->touch != record->touch)
        fputs(event->touch ? "touch on\n" : "touch off\n", file);
    record->touch = mouse ? event->touch : record->touch;
    bool down = event->type == EDITOR_EVENT_MOUSE_PRESS || event->type == EDITOR_EVENT_KEY_DOWN;
    switch (event->type) {
    case EDITOR_EVENT_QUIT:
        return;
    case EDITOR_EVENT_CLOSE:
        fputs("close\n", file);
        return;
    case EDITOR_EVENT_DROP:
        fputs("drop ", file);
        write_text(file, event->path);
        fputc('\n', file);
        return;
    case EDITOR_EVENT_RESIZE: // the step has the new size; record only that there is a new picture
    case EDITOR_EVENT_EXPOSE:
        fputs("expose\n", file);
        return;
    case EDITOR_EVENT_FOCUS_GAINED:
        fputs("focus\n", file);
        return;
    case EDITOR_EVENT_FOCUS_LOST:
        fputs("unfocus\n", file);
        return;
    case EDITOR_EVENT_MOUSE_LEAVE:
        fputs("leave\n", file);
        return;
    case EDITOR_EVENT_MOUSE_MOVE:
        fputs("move", file);
        write_position(file, event->position);
        fprintf(file, " by %.17g %.17g", event->delta.x, event->delta.y);
        write_modifiers(file, event->modifiers);
        return;
    case EDITOR_EVENT_MOUSE_PRESS:
    case EDITOR_EVENT_MOUSE_RELEASE:
        if (!editor_words_button(event->button))
            return;
        fprintf(file, "%s %s at", down ? "press" : "release", editor_words_button(event->button));
        write_position(file, event->position);
        if (down && event->seconds > 0)
            fprintf(file, " %+.6f", event->seconds - clock);
        write_modifiers(file, event->modifiers);
        return;
    case EDITOR_EVENT_WHEEL:
        fprintf(file, "wheel %.17g %.17g at", event->delta.x, event->delta.y);
        write_position(file, event->position);
        write_modifiers(file, event->modifiers);
        return;
    case EDITOR_EVENT_KEY_DOWN:
    case EDITOR_EVENT_KEY_UP:
        editor_words_write_key(event->key, event->modifiers, text);
        fprintf(file, "%s %s", !down ? "keyup" : event->repeat ? "keyrepeat" : "keydown", text);
        if (event->place != EDITOR_KEY_NONE && event->place != event->key) {
            editor_words_write_key(event->place, 0, text);
            fprintf(file, " %s", text);
        }
        fputc('\n', file);
        return;
    case EDITOR_EVENT_TEXT:
        fputs("text ", file);
        write_text(file, event->text);
        fputc('\n', file);
        return;
    }
}

void editor_record_step(editor_record *record, const pick_window *window, double seconds)
{
    if (!record)
        return;
    const pick_window *was = &record->window;
    if (was->width != window->width || was->height != window->height || was->drawable_width != window->drawable_width ||
        was->drawable_height != window->drawable_height)
        write_window(record, window);
    fprintf(record->file, "step %.6f\n", seconds);
    fflush(record->file); // keep the events that lead to a crash
}

void editor_record_loaded(editor_record *record)
{
    if (record)
        fputs("loaded\n", record->file);
}

bool editor_record_close(editor_record *record, const editor_workspace *workspace, editor_error *error)
{
    if (workspace)
        fprintf(record->file, "expect hash %016llx\n",
                (unsigned long long)editor_level_hash(editor_workspace_level(workspace)));
    bool written = !ferror(record->file);
    written = fclose(record->file) == 0 && written;
    if (!written)
        fail(record->path, error);
    free(record);
    return written;
}

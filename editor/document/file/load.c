// load.c: one thread for one file. What both threads touch is the progress, and `has_ended`, the thread's last word.
#define _POSIX_C_SOURCE 200809L // pthread_sigmask

#include "document/file/load.h"

#include "document/file/level_file.h"
#include "document/file/open.h"
#include "document/import/import.h"
#include "document/level/look.h"
#include "system/platform_priority.h"
#include "system/text.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

// A reader recurses at most as deep as a file's nodes nest, which is bounded.
#define STACK_SIZE ((size_t)8 << 20)

typedef struct load_file {
    char *path, *scene, *variant; // copies
    editor_model_origin origin;
    bool may_lack_scene, may_lack_variant;
    // The thread's until it has ended.
    editor_level *level;
    editor_error error;
} load_file;

struct editor_load {
    load_file *files; // first the one of the description, then `more`
    uint32_t count;
    editor_load_desc desc; // without texts; `taken` grows with each file
    double slow;           // as in import.h
    editor_progress progress;
    atomic_bool has_ended;
    pthread_t thread;
    bool has_thread;         // that is not joined yet
    editor_load_state state; // the thread's until it has ended
};

// NULL: the model is to be read whole.
static editor_level *read_boxes(editor_load *load, const load_file *file)
{
    const editor_import_options options = {
        .scene = file->scene, .variant = file->variant, .fit = EDITOR_FIT_PLAIN, .progress = &load->progress};
    return editor_import_boxes(file->path, load->desc.boxes_from, &options);
}

static editor_level *read_level(editor_load *load, load_file *file, bool only_models)
{
    const editor_load_desc *desc = &load->desc;
    editor_error *error = &file->error;
    if (only_models && editor_level_is_file(file->path)) {
        snprintf(error->text, sizeof(error->text), "%.300s: a level, not a model", file->path);
        return NULL;
    }
    if (!only_models && editor_level_is_file(file->path) && desc->boxes_from > 0)
        return editor_level_read_boxes(file->path, desc->boxes_from, desc->decoder, desc->decoder_user, &load->progress,
                                       error);
    editor_level *boxes = file == load->files && desc->boxes_from > 0 ? read_boxes(load, file) : NULL;
    if (boxes)
        return boxes;
    if (!only_models)
        return editor_open_watched(file->path, desc->decoder, desc->decoder_user, &load->progress, error);
    const editor_import_options options = {.scene = file->scene,
                                           .variant = file->variant,
                                           .origin = file->origin,
                                           .may_lack_scene = file->may_lack_scene,
                                           .may_lack_variant = file->may_lack_variant,
                                           .fit = EDITOR_FIT_PLAIN,
                                           .taken = load->desc.taken,
                                           .slow = &load->slow,
                                           .progress = &load->progress};
    return editor_import_as(file->path, &options, desc->decoder, desc->decoder_user, error);
}

// Of a cancelled level, models may be missing.
static void drop_levels(editor_load *load)
{
    for (uint32_t i = 0; i < load->count; i++) {
        load_file *file = &load->files[i];
        editor_level_destroy(file->level);
        file->level = NULL;
        snprintf(file->error.text, sizeof(file->error.text), "%.300s: cancelled", file->path);
    }
}

static void read_files(editor_load *load)
{
    load->state = EDITOR_LOAD_FAILED;
    for (uint32_t i = 0; i < load->count && !editor_progress_is_cancelled(&load->progress); i++) {
        load_file *file = &load->files[i];
        file->level = read_level(load, file, i > 0 || load->desc.only_models);
        if (file->level && load->desc.finds_solids)
            editor_level_find_solids(file->level);
        if (file->level) {
            editor_import_add_taken(&load->desc.taken, editor_import_taken(file->level, 0));
            load->state = EDITOR_LOAD_DONE;
        }
    }
    if (editor_progress_is_cancelled(&load->progress)) {
        drop_levels(load);
        load->state = EDITOR_LOAD_CANCELLED;
    }
    atomic_store_explicit(&load->has_ended, true, memory_order_release);
}

static void *run(void *user)
{
    editor_thread_gives_way();
    read_files(user);
    return NULL;
}

// Signals are for the main thread.
static bool start(editor_load *load)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    load->has_thread = pthread_create(&load->thread, &attributes, run, load) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return load->has_thread;
}

static void free_load(editor_load *load)
{
    for (uint32_t i = 0; i < load->count; i++) {
        editor_level_destroy(load->files[i].level);
        free(load->files[i].path);
        free(load->files[i].scene);
        free(load->files[i].variant);
    }
    free(load->files);
    free(load);
}

// False: out of memory.
static bool add_file(editor_load *load, const editor_load_model *model)
{
    load_file *file = &load->files[load->count++];
    file->may_lack_scene = model->may_lack_scene;
    file->may_lack_variant = model->may_lack_variant;
    file->path = editor_text_copy(model->path);
    file->scene = model->scene ? editor_text_copy(model->scene) : NULL;
    file->variant = model->variant ? editor_text_copy(model->variant) : NULL;
    file->origin = model->origin;
    return file->path && !model->scene == !file->scene && !model->variant == !file->variant;
}

editor_load *editor_load_begin(const editor_load_desc *desc)
{
    editor_load *load = calloc(1, sizeof(*load));
    if (!load)
        return NULL;
    load->desc = *desc;
    load->files = calloc((size_t)desc->more_count + 1, sizeof(*load->files));
    bool ok = load->files && add_file(load, &desc->first);
    for (uint32_t i = 0; i < desc->more_count && ok; i++)
        ok = add_file(load, &desc->more[i]);
    if (!ok) {
        free_load(load);
        return NULL;
    }
    if (!desc->behind || !start(load))
        read_files(load);
    return load;
}

editor_load_state editor_load_look(editor_load *load)
{
    if (!atomic_load_explicit(&load->has_ended, memory_order_acquire))
        return EDITOR_LOAD_RUNS;
    return editor_load_wait(load);
}

editor_load_state editor_load_wait(editor_load *load)
{
    if (load->has_thread)
        pthread_join(load->thread, NULL);
    load->has_thread = false;
    return load->state;
}

const char *editor_load_stage(const editor_load *load)
{
    return editor_progress_stage(&load->progress);
}

double editor_load_fraction(const editor_load *load)
{
    return editor_progress_fraction(&load->progress);
}

bool editor_load_bytes(const editor_load *load, uint64_t *done, uint64_t *total)
{
    return editor_progress_bytes(&load->progress, done, total);
}

void editor_load_cancel(editor_load *load)
{
    editor_progress_cancel(&load->progress);
}

editor_level *editor_load_take(editor_load *load, uint32_t number, editor_error *error)
{
    load_file *file = &load->files[number];
    editor_load_wait(load);
    editor_level *level = file->level;
    file->level = NULL;
    *error = file->error;
    return level;
}

void editor_load_destroy(editor_load *load)
{
    if (!load)
        return;
    editor_load_cancel(load);
    editor_load_wait(load);
    free_load(load);
}

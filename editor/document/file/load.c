// load.c: one thread for one file. What both threads touch is the progress, and `has_ended`, the thread's last word.
#define _POSIX_C_SOURCE 200809L // pthread_sigmask

#include "document/file/load.h"

#include "document/file/level_file.h"
#include "document/file/open.h"
#include "system/text.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

// A reader recurses at most as deep as a file's nodes nest, which is bounded.
#define STACK_SIZE ((size_t)8 << 20)

struct editor_load {
    char *path;
    editor_load_desc desc;
    editor_progress progress;
    atomic_bool has_ended;
    pthread_t thread;
    bool has_thread; // that is not joined yet
    // The thread's until it has ended.
    editor_level *level;
    editor_load_state state;
    editor_error error;
};

static void read_file(editor_load *load)
{
    if (load->desc.only_models && editor_level_is_file(load->path))
        snprintf(load->error.text, sizeof(load->error.text), "%.300s: a level, not a model", load->path);
    else
        load->level =
            editor_open_watched(load->path, load->desc.decoder, load->desc.decoder_user, &load->progress, &load->error);
    load->state = load->level ? EDITOR_LOAD_DONE : EDITOR_LOAD_FAILED;
    if (editor_progress_is_cancelled(&load->progress)) { // of a cancelled level, models may be missing
        editor_level_destroy(load->level);
        load->level = NULL;
        load->state = EDITOR_LOAD_CANCELLED;
        snprintf(load->error.text, sizeof(load->error.text), "%.300s: cancelled", load->path);
    }
    atomic_store_explicit(&load->has_ended, true, memory_order_release);
}

static void *run(void *user)
{
    read_file(user);
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

editor_load *editor_load_begin(const editor_load_desc *desc)
{
    editor_load *load = calloc(1, sizeof(*load));
    if (!load)
        return NULL;
    load->desc = *desc;
    load->path = editor_text_copy(desc->path);
    load->desc.path = load->path;
    if (!load->path) {
        free(load);
        return NULL;
    }
    if (!desc->behind || !start(load))
        read_file(load);
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

void editor_load_cancel(editor_load *load)
{
    editor_progress_cancel(&load->progress);
}

editor_level *editor_load_take(editor_load *load, editor_error *error)
{
    editor_load_wait(load);
    editor_level *level = load->level;
    load->level = NULL;
    *error = load->error;
    return level;
}

void editor_load_destroy(editor_load *load)
{
    if (!load)
        return;
    editor_load_cancel(load);
    editor_load_wait(load);
    editor_level_destroy(load->level);
    free(load->path);
    free(load);
}

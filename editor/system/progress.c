// progress.c: numbers that two threads share. Nothing else depends on their order, so that relaxed ones will do.
#include "system/progress.h"

#include <stddef.h>

static void enter(editor_progress *progress, const char *stage, uint64_t total, bool counts_bytes)
{
    if (!progress)
        return;
    atomic_store_explicit(&progress->total, 0, memory_order_relaxed); // no fraction of another stage meanwhile
    atomic_store_explicit(&progress->done, 0, memory_order_relaxed);
    atomic_store_explicit(&progress->counts_bytes, counts_bytes, memory_order_relaxed);
    atomic_store_explicit(&progress->stage, stage, memory_order_relaxed);
    atomic_store_explicit(&progress->total, total, memory_order_relaxed);
}

void editor_progress_enter(editor_progress *progress, const char *stage, uint64_t total)
{
    enter(progress, stage, total, false);
}

void editor_progress_enter_bytes(editor_progress *progress, const char *stage, uint64_t total)
{
    enter(progress, stage, total, true);
}

void editor_progress_advance(editor_progress *progress, uint64_t parts)
{
    if (progress)
        atomic_fetch_add_explicit(&progress->done, parts, memory_order_relaxed);
}

void editor_progress_cancel(editor_progress *progress)
{
    if (progress)
        atomic_store_explicit(&progress->is_cancelled, true, memory_order_relaxed);
}

bool editor_progress_is_cancelled(const editor_progress *progress)
{
    return progress && atomic_load_explicit(&progress->is_cancelled, memory_order_relaxed);
}

double editor_progress_fraction(const editor_progress *progress)
{
    const uint64_t total = progress ? atomic_load_explicit(&progress->total, memory_order_relaxed) : 0;
    const uint64_t done = progress ? atomic_load_explicit(&progress->done, memory_order_relaxed) : 0;
    if (total == 0 || done == 0)
        return -1;
    return done < total ? (double)done / (double)total : 1;
}

bool editor_progress_bytes(const editor_progress *progress, uint64_t *done, uint64_t *total)
{
    *total = atomic_load_explicit(&progress->total, memory_order_relaxed);
    *done = atomic_load_explicit(&progress->done, memory_order_relaxed);
    *done = *done < *total ? *done : *total;
    return *total > 0 && atomic_load_explicit(&progress->counts_bytes, memory_order_relaxed);
}

const char *editor_progress_stage(const editor_progress *progress)
{
    const char *stage = progress ? atomic_load_explicit(&progress->stage, memory_order_relaxed) : NULL;
    return stage ? stage : "";
}

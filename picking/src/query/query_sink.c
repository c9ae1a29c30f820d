// query_sink.c: which object a sink is at, within nested scenes.
#include "query/query_sink.h"
#include "base/compiler.h"

void pick_sink_write_path(const pick_sink *sink, pick_candidate *candidate)
{
    candidate->slot = sink->path[0];
    for (uint32_t i = 1; i < sink->depth; i++)
        candidate->path[i - 1] = sink->path[i];
    candidate->path[sink->depth - 1] = sink->slot;
}

// The slot of the current object, or of one around it: 0 is the outermost.
static uint32_t slot_at(const pick_sink *sink, uint32_t level)
{
    return level < sink->depth ? sink->path[level] : sink->slot;
}

// The first level at which the current object is not, or not in, that of a candidate, and the slots there. False: none.
// An object that is a scene is not hit itself, so no path is the beginning of another.
static bool parts_from(const pick_sink *sink, const pick_candidate *candidate, uint32_t *now, uint32_t *then)
{
    *now = slot_at(sink, 0);
    *then = candidate->slot;
    for (uint32_t i = 0; *now == *then && i < candidate->depth; i++) {
        *now = slot_at(sink, i + 1);
        *then = candidate->path[i];
    }
    return *now != *then;
}

bool pick_sink_is_at(const pick_sink *sink, const pick_candidate *candidate)
{
    uint32_t now, then;
    return !parts_from(sink, candidate, &now, &then);
}

bool pick_sink_path_is_later(const pick_sink *sink, const pick_candidate *candidate, uint32_t triangle)
{
    uint32_t now, then;
    return parts_from(sink, candidate, &now, &then) ? now > then : triangle > candidate->triangle;
}

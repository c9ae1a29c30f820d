// query_volume.c: rays against volumes. There is no brute-force twin of its own: every part is tested.
#include "query/query_volume.h"
#include "base/compiler.h"

#include <math.h>

static void offer_meeting(const pick_volume_part *part, double t, bool backface, bool inside, uint32_t flags,
                          pick_sink *sink)
{
    if (!pick_sink_wants(sink, t, backface, part->number, flags) ||
        pick_sink_has_met(sink, t, part->number, &(pick_meeting){.backface = backface, .inside = inside}))
        return;
    pick_candidate elsewhere;
    pick_candidate *place = pick_sink_place(sink, flags, &elsewhere);
    *place = (pick_candidate){.t = t, .triangle = part->number, .backface = backface, .inside = inside};
    pick_sink_sign(sink, place);
    pick_sink_take(sink, place, flags);
}

static void offer_part(const pick_volume *volume, const pick_volume_part *part, const pick_part_span *span,
                       pick_sink *sink)
{
    const uint32_t sides = volume->submesh.flags & PICK_SUBMESH_DOUBLE_SIDED;
    if (span->flat) { // no inside
        offer_meeting(part, span->enter, span->backface, false, PICK_SUBMESH_DOUBLE_SIDED, sink);
    } else if (sides != 0) {
        offer_meeting(part, span->enter, false, false, sides, sink);
        offer_meeting(part, span->exit, true, false, sides, sink);
    } else {
        const bool inside = span->enter < sink->t_min && span->exit >= sink->t_min;
        offer_meeting(part, inside ? sink->t_min : span->enter, false, inside, sides, sink);
    }
}

void pick_volume_walk(const pick_volume *volume, const pick_local_ray *ray, pick_sink *sink)
{
    if (volume->field != NULL) {
        pick_height_field_walk(volume, ray, sink);
        return;
    }
    if (pick_volume_asks_ray(volume)) {
        pick_primitive_walk(volume, ray, sink);
        return;
    }
    if (sink->stats != NULL)
        sink->stats->triangles += volume->part_count;
    for (uint32_t i = 0; i < volume->part_count; i++) {
        pick_part_span span;
        if (pick_find_span(&volume->parts[i], ray, &span))
            offer_part(volume, &volume->parts[i], &span, sink);
    }
}

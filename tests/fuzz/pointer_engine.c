// pointer_engine.c: what a GPU draws beside the scene, and an engine that hands it in some frames late.
#include "pointer_model.h"

#include <math.h>

size_t pointer_world_gpu(const pointer_world *w, pick_vec2 position, pick_hit hits[GPU_HIT_MAX])
{
    const pick_ray ray = pick_view_ray(&w->view, position);
    size_t count = 0;
    for (uint32_t i = 0; i < GPU_MAX; i++) {
        const gpu_plate *g = &w->gpu[i];
        if (fabs(ray.origin.x - g->x) >= g->half || fabs(ray.origin.y - g->y) >= g->half)
            continue;
        const pick_hit hit = {.object = {i + 1, 0},
                              .t = 20 - g->z,
                              .point = {ray.origin.x, ray.origin.y, g->z},
                              .triangle = i,
                              .locked = g->locked};
        hits[count++] = hit;
        if (i % 3 == 0) { // nearer or farther away
            hits[count] = hit;
            hits[count].triangle = 1000;
            hits[count++].t += i % 2 ? 0.5 : -0.5;
        }
    }
    if (!pick_object_id_is_null(w->plate[0]) && w->gpu[0].half > 0)
        hits[count++] = (pick_hit){.object = w->plate[0], .t = 20 - w->gpu[0].z, .triangle = 2000};
    return count;
}

void pointer_engine_set(pointer_engine *e, uint32_t how)
{
    static const uint32_t delays[8] = {0, 0, 0, 1, 2, 3, 4, 0};
    e->delay = delays[how % 8];
    e->answers = how % 8 != 7;
    e->junk = how & 8;
}

static void hand_in_junk(const pointer_engine *e, const pointer_world *w, pick_pointer *pointer)
{
    const pick_hit junk = {.object = {777, 0}, .t = 0.25, .locked = true};
    const pick_vec2 beside = {e->position.x + 0.25, e->position.y};
    HISTORY_MUST(pick_pointer_answer(pointer, beside, e->revision, &junk, 1) == PICK_OK);
    HISTORY_MUST(pick_pointer_answer(pointer, e->position, w->revision - 1, &junk, 1) == PICK_OK);
    HISTORY_MUST(pick_pointer_answer(pointer, e->position, w->revision + 1, &junk, 1) == PICK_OK);
}

void pointer_engine_step(pointer_engine *e, const pointer_world *w, pick_pointer *pointer)
{
    if (e->junk)
        hand_in_junk(e, w, pointer);
    if (!e->under_way && e->answers && pick_pointer_wants_answer(pointer, &e->position, &e->revision)) {
        e->under_way = true;
        e->frames_left = e->delay;
    }
    if (!e->under_way || e->frames_left-- > 0)
        return;
    e->under_way = false;
    // An answer for another revision than the present one counts for nothing, whatever is in it.
    pick_hit hits[GPU_HIT_MAX];
    size_t count = pointer_world_gpu(w, e->position, hits);
    HISTORY_MUST(pick_pointer_answer(pointer, e->position, e->revision, hits, count) == PICK_OK);
    const pick_hit junk = {.object = {778, 0}, .t = 0.25};
    if (e->junk)
        HISTORY_MUST(pick_pointer_answer(pointer, e->position, e->revision, &junk, 1) == PICK_OK);
}

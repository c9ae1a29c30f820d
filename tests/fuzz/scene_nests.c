#include "scene_nests.h"

#include "history.h"
#include "scene_check.h"

void scene_nests_make(scene_nests *nests, const pick_allocator *allocator, const pick_mesh *mesh)
{
    *nests = (scene_nests){.count = {0}};
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    desc.mesh = mesh;
    for (uint32_t i = 0; i < NEST_CHAIN; i++) {
        HISTORY_MUST(pick_scene_create(allocator, &nests->chain[i]) == PICK_OK);
        HISTORY_MUST(pick_scene_add(nests->chain[i], &desc, &id) == PICK_OK);
        desc.mesh = NULL;
        desc.scene = nests->chain[i];
        desc.transform.origin.x = 0.5;
    }
    for (uint32_t i = 0; i < SCENE_NESTS; i++)
        HISTORY_MUST(pick_scene_create(allocator, &nests->all[i]) == PICK_OK);
    HISTORY_MUST(pick_scene_add(nests->all[SCENE_NESTS - 1], &desc, &id) == PICK_OK);
}

void scene_nests_free(scene_nests *nests)
{
    for (uint32_t i = 0; i < SCENE_NESTS; i++)
        pick_scene_destroy(nests->all[i]);
    for (uint32_t i = 0; i < NEST_CHAIN; i++)
        pick_scene_destroy(nests->chain[i]);
}

size_t scene_nests_memory(const scene_nests *nests)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < SCENE_NESTS; i++)
        bytes += pick_scene_memory(nests->all[i]);
    for (uint32_t i = 0; i < NEST_CHAIN; i++)
        bytes += pick_scene_memory(nests->chain[i]);
    return bytes;
}

const char *scene_nests_check(const scene_nests *nests)
{
    const char *wrong = NULL;
    for (uint32_t i = 0; i < SCENE_NESTS && wrong == NULL; i++)
        wrong = scene_check(nests->all[i]);
    return wrong;
}

uint32_t scene_nests_find(const scene_nests *nests, const pick_scene *scene)
{
    uint32_t which = 0;
    while (which < SCENE_NESTS && nests->all[which] != scene)
        ++which;
    return which;
}

static uint32_t nest_within(const scene_nests *nests, uint32_t which, uint32_t object)
{
    return scene_nests_find(nests, nests->objects[which][object].desc.scene);
}

uint32_t scene_nests_levels(const scene_nests *nests, uint32_t which)
{
    uint32_t most = which == SCENE_NESTS - 1 ? NEST_CHAIN : 0;
    for (uint32_t i = 0; i < nests->count[which]; i++) {
        const uint32_t within = nest_within(nests, which, i);
        const uint32_t levels = within < SCENE_NESTS ? scene_nests_levels(nests, within) : 0;
        most = levels > most ? levels : most;
    }
    return most + 1;
}

bool scene_nests_has(const scene_nests *nests, uint32_t which, uint32_t within)
{
    bool has = which == within;
    for (uint32_t i = 0; i < nests->count[which] && !has; i++) {
        const uint32_t next = nest_within(nests, which, i);
        has = next < SCENE_NESTS && scene_nests_has(nests, next, within);
    }
    return has;
}

uint32_t scene_nests_total(const scene_nests *nests, uint32_t which)
{
    uint32_t total = which == SCENE_NESTS - 1;
    for (uint32_t i = 0; i < nests->count[which]; i++) {
        const uint32_t within = nest_within(nests, which, i);
        total += within < SCENE_NESTS ? scene_nests_total(nests, within) : 1;
    }
    return total;
}

void scene_nests_tell(const scene_nests *nests, uint32_t changed, pick_scene *scene)
{
    for (uint32_t levels = 1; levels <= NEST_CHAIN + SCENE_NESTS + 1; levels++) {
        for (uint32_t which = 0; which < SCENE_NESTS; which++) {
            if (scene_nests_levels(nests, which) != levels)
                continue;
            for (uint32_t within = 0; within < SCENE_NESTS; within++) {
                if ((changed >> within & 1u) == 0 || within == which || !scene_nests_has(nests, which, within))
                    continue;
                pick_scene_nested_changed(nests->all[which], nests->all[within]);
                changed |= 1u << which;
            }
        }
    }
    for (uint32_t which = 0; which < SCENE_NESTS; which++) {
        if ((changed >> which & 1u) != 0)
            pick_scene_nested_changed(scene, nests->all[which]);
    }
}

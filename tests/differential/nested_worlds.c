#include "nested_worlds.h"

#include "shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const double SPREAD[NESTED_SCENES] = {1, 3, 6, 10};

// Moderate, as assemblies are placed: turned, mirrored, sheared a little, up to twice as long on an axis.
static void assembly_transform(nested_world *w, uint32_t scene, pick_transform *transform)
{
    pick_vec3 at = random_in_cube(&w->random, SPREAD[scene]);
    if (scene == NESTED_SCENES - 1)
        at = pick_vec3_add(at, w->outer);
    transform->origin = at;
    for (int i = 0; i < 9; i++)
        transform->linear[i] = (float)random_between(&w->random, -0.3, 0.3);
    const uint32_t turned = random_index(&w->random, 3);
    for (uint32_t i = 0; i < 3; i++)
        transform->linear[3 * i + (i + turned) % 3] += random_index(&w->random, 2) == 0 ? 1 : -1;
}

pick_object_desc nested_world_object(nested_world *w, uint32_t scene)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    const uint32_t kind = random_index(&w->random, 8);
    pick_vec3 center = scene == 0 ? w->inner : (pick_vec3){0, 0, 0};
    if (scene == NESTED_SCENES - 1)
        center = w->outer;
    if (kind < 5 && scene > 0) {
        desc.scene = w->scenes[random_index(&w->random, scene)];
        assembly_transform(w, scene, &desc.transform);
    } else {
        desc.transform = random_transform(&w->random, center, SPREAD[scene]);
        if (kind == 6)
            desc.volume = w->volumes[random_index(&w->random, VOLUME_KINDS)].volume;
        else if (kind == 7)
            desc.thin = w->thin[random_index(&w->random, THIN_KINDS)].thin;
        else
            desc.mesh = w->meshes[random_index(&w->random, NESTED_MESHES)];
        float largest = 0;
        for (int k = 0; k < 9; k++)
            largest = desc.transform.linear[k] > largest ? desc.transform.linear[k] : largest;
        for (int k = 0; k < 9 && largest > (float)SPREAD[scene]; k++) // else all starts inside it
            desc.transform.linear[k] *= (float)SPREAD[scene] / largest;
    }
    desc.layers = random_index(&w->random, 4) == 0 ? 1u << random_index(&w->random, 4) : 0xfu;
    desc.flags = random_index(&w->random, 8) == 0 ? random_index(&w->random, 8) : 0;
    desc.user = random_bits(&w->random);
    return desc;
}

void nested_world_make(nested_world *w, pick_vec3 inner, pick_vec3 outer, uint64_t seed)
{
    *w = (nested_world){.random = {seed}, .inner = inner, .outer = outer};
    soup soups[NESTED_MESHES] = {soup_sphere(4, 6, 1, 0.3), soup_box(1, 0.5, 0.25), soup_grid(2, 1)};
    for (int i = 0; i < NESTED_MESHES; i++) {
        w->meshes[i] = soup_mesh(&soups[i], NULL);
        soup_free(&soups[i]);
    }
    for (int i = 0; i < VOLUME_KINDS; i++)
        test_volume_make(&w->random, i, seed % 2 == 0 ? 0 : PICK_VOLUME_SURFACE, &w->volumes[i]);
    for (int i = 0; i < THIN_KINDS; i++)
        w->thin[i] = thin_world_make(&w->random, i, false, 8);
    for (uint32_t s = 0; s < NESTED_SCENES; s++) {
        assert_int_equal(pick_scene_create(NULL, &w->scenes[s]), PICK_OK);
        w->count[s] = s == 0 ? 10 : s == NESTED_SCENES - 1 ? NESTED_MOST : 4;
        for (uint32_t i = 0; i < w->count[s]; i++) {
            const pick_object_desc desc = nested_world_object(w, s);
            assert_int_equal(pick_scene_add(w->scenes[s], &desc, &w->ids[s][i]), PICK_OK);
        }
    }
}

void nested_world_free(nested_world *w)
{
    for (uint32_t s = NESTED_SCENES; s-- > 0;)
        pick_scene_destroy(w->scenes[s]);
    for (int i = 0; i < NESTED_MESHES; i++)
        pick_mesh_destroy(w->meshes[i]);
    for (int i = 0; i < VOLUME_KINDS; i++)
        test_volume_free(&w->volumes[i]);
    for (int i = 0; i < THIN_KINDS; i++)
        thin_world_free(&w->thin[i]);
}

pick_scene *nested_world_top(const nested_world *w)
{
    return w->scenes[NESTED_SCENES - 1];
}

void nested_world_edit(nested_world *w)
{
    const uint32_t s = random_index(&w->random, NESTED_SCENES);
    const uint32_t i = random_index(&w->random, w->count[s]);
    const pick_object_desc desc = nested_world_object(w, s);
    switch (random_index(&w->random, 4)) {
    case 0:
        assert_int_equal(pick_scene_remove(w->scenes[s], w->ids[s][i]), PICK_OK);
        assert_int_equal(pick_scene_add(w->scenes[s], &desc, &w->ids[s][i]), PICK_OK);
        break;
    case 1:
        assert_int_equal(pick_scene_set_flags(w->scenes[s], w->ids[s][i], desc.flags), PICK_OK);
        break;
    default:
        assert_int_equal(pick_scene_set_many(w->scenes[s], &w->ids[s][i], &desc, 1), PICK_OK);
        break;
    }
    for (uint32_t changed = s; changed < NESTED_SCENES; changed++) { // whatever is around a scene comes after it
        for (uint32_t around = changed + 1; around < NESTED_SCENES; around++)
            pick_scene_nested_changed(w->scenes[around], w->scenes[changed]);
    }
}

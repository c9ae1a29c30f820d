// The demo level: its content, the same bits every time, and no errors in it.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "document/demo/demo_level.h"

static editor_level *make(void)
{
    editor_error error;
    editor_level *level = editor_demo_level(&error);
    assert_non_null(level);
    return level;
}

static uint32_t must_find(const editor_level *level, const char *name)
{
    uint32_t object = editor_level_find(level, name, EDITOR_NONE);
    if (object == EDITOR_NONE)
        fail_msg("no %s", name);
    return object;
}

static void test_contents(void **state)
{
    (void)state;
    editor_level *level = make();
    editor_level_counts counts = editor_level_count(level);
    assert_true(counts.objects >= 180 && counts.objects <= 260);
    assert_int_equal(counts.dropped_triangles, 0);
    assert_true(counts.instanced_triangles < 100000);
    assert_int_equal(level->warning_count, 0);
    static const char *const names[] = {
        "terrain", "pond", "pine 07",   "fence 03", "wire 05",  "exhibit torus", "sphere", "cube",      "torus",
        "capsule", "cone", "icosphere", "knot",     "crate 02", "leaning tower", "room",   "wall west", "pebble 36"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        must_find(level, names[i]);
    // Groups in groups; a mirrored and a sheared object; many objects of one mesh.
    uint32_t book = must_find(level, "book 01"), depth = 0;
    for (uint32_t i = book; i != EDITOR_NONE; i = level->objects[i].parent)
        depth++;
    assert_true(depth >= 4);
    pick_transform chair = pick_affine_to_transform(&level->objects[must_find(level, "chair mirrored")].world);
    assert_true(pick_transform_determinant(&chair) < 0);
    const double *tower = level->objects[must_find(level, "leaning tower")].world.linear;
    assert_true(fabs(tower[0] * tower[3] + tower[1] * tower[4] + tower[2] * tower[5]) > 0.1);
    assert_int_equal(level->objects[must_find(level, "pine 01")].mesh,
                     level->objects[must_find(level, "pine 09")].mesh);
    // A wire is 5 mm in radius: its ends lie low in the middle.
    pick_aabb box;
    pick_scene_object_bounds(level->scene, level->objects[must_find(level, "wire 01")].pick, &box);
    assert_true(box.max.y - box.min.y < 1.5);
    editor_level_destroy(level);
}

static void test_same_bits(void **state)
{
    (void)state;
    editor_level *a = make(), *b = make();
    assert_int_equal(a->object_count, b->object_count);
    assert_int_equal(a->mesh_count, b->mesh_count);
    assert_int_equal(a->image_count, b->image_count);
    for (uint32_t i = 0; i < a->object_count; i++) {
        assert_string_equal(a->objects[i].name, b->objects[i].name);
        assert_memory_equal(&a->objects[i].world, &b->objects[i].world, sizeof(pick_affine));
    }
    for (uint32_t i = 0; i < a->mesh_count; i++) {
        assert_int_equal(a->meshes[i].index_count, b->meshes[i].index_count);
        assert_memory_equal(a->meshes[i].positions, b->meshes[i].positions,
                            3 * sizeof(float) * a->meshes[i].vertex_count);
        assert_memory_equal(a->meshes[i].indices, b->meshes[i].indices, sizeof(uint32_t) * a->meshes[i].index_count);
    }
    for (uint32_t i = 0; i < a->image_count; i++)
        assert_memory_equal(a->images[i].rgba, b->images[i].rgba, (size_t)4 * a->images[i].width * a->images[i].height);
    editor_level_destroy(a);
    editor_level_destroy(b);
}

// Closed shapes face outwards: their signed volume is positive. Normals are unit and on the triangles' side.
static void test_shapes_are_sound(void **state)
{
    (void)state;
    editor_level *level = make();
    static const char *const solid[] = {"sphere", "cube",     "torus", "capsule", "cone",  "icosphere",
                                        "knot",   "cylinder", "tower", "pine",    "crate", "wire"};
    int checked = 0;
    for (uint32_t m = 0; m < level->mesh_count; m++) {
        const editor_mesh *mesh = &level->meshes[m];
        double volume = 0;
        uint32_t against = 0;
        for (uint32_t i = 0; i < mesh->index_count; i += 3) {
            pick_vec3 p[3], n = {0, 0, 0};
            for (uint32_t k = 0; k < 3; k++) {
                const float *position = mesh->positions + 3 * (size_t)mesh->indices[i + k];
                const float *normal = mesh->normals + 3 * (size_t)mesh->indices[i + k];
                p[k] = pick_vec3_make((double)position[0], (double)position[1], (double)position[2]);
                pick_vec3 unit = pick_vec3_make((double)normal[0], (double)normal[1], (double)normal[2]);
                assert_true(fabs(pick_vec3_length(unit) - 1) < 1e-3);
                n = pick_vec3_add(n, unit);
            }
            pick_vec3 face = pick_vec3_cross(pick_vec3_sub(p[1], p[0]), pick_vec3_sub(p[2], p[0]));
            against += pick_vec3_dot(face, n) <= 0;
            volume += pick_vec3_dot(p[0], pick_vec3_cross(p[1], p[2]));
        }
        if (against)
            fail_msg("%s: %u normals point inwards", mesh->name, (unsigned)against);
        for (size_t s = 0; s < sizeof(solid) / sizeof(solid[0]); s++) {
            if (strcmp(mesh->name, solid[s]) == 0) {
                assert_true(volume > 0);
                checked++;
            }
        }
    }
    assert_true(checked >= 12);
    editor_level_destroy(level);
}

static bool hit_by(const editor_level *level, pick_vec3 from, pick_vec3 to, const char *name)
{
    const pick_ray ray = {from, pick_vec3_sub(to, from), 0, 1.5};
    pick_query query = editor_level_query(level);
    pick_hit hit;
    return pick_closest(level->scene, &ray, &query, &hit) && strcmp(level->objects[hit.user].name, name) == 0;
}

static void test_room_and_fence(void **state)
{
    (void)state;
    editor_level *level = make();
    // From far outside, through the near wall, onto the wall behind: its inside.
    pick_vec3 target =
        pick_vec3_add(level->objects[must_find(level, "room")].world.origin, pick_vec3_make(2.2, 2.2, -2));
    assert_true(hit_by(level, pick_vec3_make(target.x + 0.5, target.y + 1.5, target.z + 6), target, "wall north"));
    // Rays through a fence panel at picket height: some are stopped, some pass between the pickets.
    uint32_t panel = must_find(level, "fence 05");
    const pick_affine *world = &level->objects[panel].world;
    pick_vec3 normal = pick_vec3_make(-world->linear[2], 0, world->linear[0]);
    int stopped = 0, passed = 0;
    for (int i = 0; i < 200; i++) {
        double u = (i + 0.5) / 200, v = 0.5;
        pick_vec3 p = pick_affine_point(world, pick_vec3_make(u, v, 0));
        if (hit_by(level, pick_vec3_add(p, normal), p, "fence 05"))
            stopped++;
        else
            passed++;
    }
    assert_true(stopped > 60 && passed > 60);
    editor_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contents),
        cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_shapes_are_sound),
        cmocka_unit_test(test_room_and_fence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

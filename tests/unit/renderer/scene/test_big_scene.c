// Many objects: few draws, culling of exactly the invisible ones, and uploads of changes only.
#include "effort.h"
#include "fixture.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { SIZE = 96, TILE = 16, MESHES = 40, MATERIALS = 3 };

static uint32_t object_count(void)
{
    return test_effort(300, 3000);
}

static render_stats stats_of(const fixture *it)
{
    render_stats stats;
    render_device_get_stats(it->device, &stats);
    return stats;
}

// A cloud of small objects, some sheared or mirrored, around `center`.
static void fill(fixture *it, test_random *random, const double center[3])
{
    render_material materials[MATERIALS];
    render_mesh meshes[MESHES];
    for (int i = 0; i < MATERIALS; i++)
        materials[i] = fixture_material(it->scene, 0.3f, 0.3f * (float)i, 0.5f);
    for (uint32_t i = 0; i < MESHES; i++) {
        render_material material = materials[i % MATERIALS];
        meshes[i] = i % 2 ? fixture_cube(it->scene, material) : fixture_sphere(it->scene, material, 2 + i / 4, true);
    }
    for (uint32_t slot = 0; slot < object_count(); slot++) {
        render_object object = fixture_object(meshes[slot % MESHES], 0, 0, 0);
        for (int i = 0; i < 3; i++)
            object.origin[i] = center[i] + random_between(random, -6, 6);
        for (int i = 0; i < 9; i++)
            object.linear[i] = (float)random_between(random, -0.4, 0.4);
        assert_int_equal(render_scene_set_object(it->scene, slot, &object), RENDER_OK);
    }
}

static void read_area(fixture *it, render_target *target, const render_frame *frame, render_area area,
                      render_pixel_id *ids)
{
    render_id_request request;
    render_result result = RENDER_PENDING;
    assert_int_equal(render_target_request_ids(target, it->scene, frame, area, &request), RENDER_OK);
    while (result == RENDER_PENDING)
        result = render_ids_poll(it->device, request, ids, NULL, TILE * TILE);
    assert_int_equal(result, RENDER_OK);
}

// Each tile is culled by itself; together they are the whole picture.
static void test_culling_drops_nothing(void **state)
{
    fixture *it = *state;
    static render_pixel_id whole[SIZE * SIZE], tile[TILE * TILE];
    static const double centers[3][3] = {{0, 0, 0}, {1e6, -3e5, 2e6}, {-7e3, 100, 5}};
    test_random random = {11};
    render_target *target;
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    uint64_t hits = 0, left_out = 0;
    const int rounds = (int)test_effort(4, 12);
    for (int round = 0; round < rounds; round++) {
        const double *center = centers[round % 3];
        if (round < 3)
            fill(it, &random, center);
        double eye[3], at[3];
        for (int i = 0; i < 3; i++) {
            eye[i] = centers[2][i] + random_between(&random, -4, 4);
            at[i] = centers[2][i] + random_between(&random, -4, 4);
        }
        render_frame frame =
            round % 4 < 3 ? fixture_look(eye, at, 1.0f, 1.0f) : fixture_look_orthographic(eye, at, 5.0f, 1.0f);
        if (round < 2) { // the cloud of this round
            for (int i = 0; i < 3; i++)
                frame.eye[i] += center[i] - centers[2][i];
        }
        if (round % 3 == 1)
            frame.viewport = (render_rect){4, SIZE - 3, SIZE - 9, 7 - SIZE};
        assert_int_equal(render_target_draw_ids(target, it->scene, &frame, whole, SIZE * SIZE), RENDER_OK);
        render_stats before = stats_of(it);
        for (uint32_t y = 0; y < SIZE; y += TILE) {
            for (uint32_t x = 0; x < SIZE; x += TILE) {
                read_area(it, target, &frame, (render_area){x, y, TILE, TILE}, tile);
                for (uint32_t row = 0; row < TILE; row++)
                    assert_memory_equal(tile + TILE * row, whole + SIZE * (y + row) + x, TILE * sizeof *tile);
            }
        }
        left_out += stats_of(it).culled - before.culled;
        for (uint32_t i = 0; i < SIZE * SIZE; i++)
            hits += whole[i].object != 0;
    }
    assert_true(hits > (uint64_t)rounds * SIZE * SIZE / 5);
    assert_true(left_out > (uint64_t)rounds * (SIZE / TILE) * (SIZE / TILE) * object_count() / 2);
    render_target_destroy(target);
}

static void draw(fixture *it, render_target *target, const render_frame *frame)
{
    assert_int_equal(render_target_draw(target, it->scene, frame), RENDER_OK);
}

static void test_uploads_and_draws(void **state)
{
    fixture *it = *state;
    static const double center[3] = {0};
    test_random random = {5};
    render_target *target;
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    fill(it, &random, center);
    const double eye[3] = {0, 0, 40};
    render_frame frame = fixture_look(eye, center, 0.6f, 1.0f);
    draw(it, target, &frame);

    // Everything is seen, by few calls: materials, and both sides.
    render_stats before = stats_of(it);
    draw(it, target, &frame);
    render_stats after = stats_of(it);
    assert_int_equal(after.drawn - before.drawn, object_count());
    assert_int_equal(after.culled, before.culled);
    const uint32_t parts = fixture_mask() & RENDER_FEATURE_STORAGE_RANGE ? 3 : 1;
    assert_true(after.draws - before.draws <= 2 * MATERIALS * parts);
    assert_int_equal(after.upload_bytes, before.upload_bytes);

    // One moves, and is marked, and hides: one row each time.
    render_object object = fixture_object(0, 1, 2, 3);
    uint64_t row = 0;
    for (int what = 0; what < 4; what++) {
        before = stats_of(it);
        if (what == 0) {
            // Its own mesh again, elsewhere.
            render_pixel_id ids[SIZE * SIZE];
            assert_int_equal(render_target_draw_ids(target, it->scene, &frame, ids, SIZE * SIZE), RENDER_OK);
            object.mesh = fixture_cube(it->scene, 0);
            assert_int_equal(render_scene_set_object(it->scene, 77, &object), RENDER_OK);
            draw(it, target, &frame);
            before = stats_of(it);
            object.origin[0] = 5;
            assert_int_equal(render_scene_set_object(it->scene, 77, &object), RENDER_OK);
        } else {
            static const uint32_t flags[4] = {0, RENDER_OBJECT_HOVERED, RENDER_OBJECT_HIDDEN, 0};
            assert_int_equal(render_scene_set_flags(it->scene, 77, flags[what]), RENDER_OK);
        }
        draw(it, target, &frame);
        after = stats_of(it);
        if (what == 0)
            row = after.upload_bytes - before.upload_bytes;
        assert_true(row > 0 && row <= 64);
        assert_int_equal(after.upload_bytes - before.upload_bytes, row);
        assert_int_equal(after.culled - before.culled, what == 2);
    }
    // The same again changes nothing.
    before = stats_of(it);
    assert_int_equal(render_scene_set_flags(it->scene, 77, 0), RENDER_OK);
    draw(it, target, &frame);
    assert_int_equal(stats_of(it).upload_bytes, before.upload_bytes);
    render_target_destroy(target);
}

typedef struct shown {
    uint8_t pixels[4 * SIZE * SIZE];
    render_pixel_id ids[SIZE * SIZE];
} shown;

// Draws a cloud of opaque, cut-out and translucent solids in every `step`-th slot, some of them highlighted. The slots
// between hold the same behind the camera.
static void draw_every(render_device *device, uint32_t step, const render_frame *frame, shown *out)
{
    enum { COUNT = 60 };
    fixture it = {.device = device};
    test_random random = {31};
    render_target *target;
    render_mesh meshes[6];
    assert_int_equal(render_target_create(device, SIZE, SIZE, &target), RENDER_OK);
    assert_int_equal(render_scene_create(device, &it.scene), RENDER_OK);
    for (uint32_t i = 0; i < 6; i++) {
        const render_material_desc desc = {.base_color = {0.2f * (float)i, 0.7f, 1 - 0.2f * (float)i, 0.6f},
                                           .uv_transform = {1, 0, 0, 0, 1, 0},
                                           .alpha_mode = (render_alpha_mode)(i % 3),
                                           .alpha_cutoff = 0.5f};
        render_material material;
        assert_int_equal(render_material_create(it.scene, &desc, &material), RENDER_OK);
        meshes[i] = i % 2 ? fixture_cube(it.scene, material) : fixture_sphere(it.scene, material, 5, true);
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        render_object object = fixture_object(meshes[random_index(&random, 6)], 0, 0, 0);
        for (int k = 0; k < 3; k++)
            object.origin[k] = random_between(&random, -1.4, k < 2 ? 1.4 : 0.2);
        object.flags = RENDER_OBJECT_SOLID | (i % 9 == 0 ? RENDER_OBJECT_SELECTED : 0u);
        fixture_set(&it, i * step, &object);
        object.origin[2] = 100 + object.origin[0];
        for (uint32_t k = 1; k < step; k++)
            fixture_set(&it, i * step + k, &object);
    }
    render_stats before, after;
    render_device_get_stats(device, &before);
    draw(&it, target, frame);
    render_device_get_stats(device, &after);
    assert_int_equal(after.culled - before.culled, COUNT * (step - 1));
    assert_int_equal(render_target_read_color(target, out->pixels, sizeof out->pixels, NULL, NULL), RENDER_OK);
    assert_int_equal(render_target_draw_ids(target, it.scene, frame, out->ids, SIZE * SIZE), RENDER_OK);
    for (uint32_t i = 0; i < SIZE * SIZE; i++)
        out->ids[i].object = out->ids[i].object != 0 ? 1 + (out->ids[i].object - 1) / step : 0;
    render_scene_destroy(it.scene);
    render_target_destroy(target);
}

// Few objects among many that are not seen are drawn in the order that they are drawn in alone, translucent ones too.
static void test_few_among_many(void **state)
{
    const fixture *it = *state;
    static shown alone, among;
    render_frame frame = fixture_front_view();
    for (uint32_t i = 0; i < 2; i++) {
        draw_every(it->device, 1, &frame, &alone);
        draw_every(it->device, test_effort(20, 70), &frame, &among);
        assert_memory_equal(alone.pixels, among.pixels, sizeof alone.pixels);
        assert_memory_equal(alone.ids, among.ids, sizeof alone.ids);
        frame.section[0] = (render_plane){{0.8, 0, -0.6}, 0.2};
        frame.section_count = 1;
        frame.caps = true;
    }
}

// A still camera on a still scene culls and sorts nothing; what changes is seen at once.
static void test_still_views(void **state)
{
    fixture *it = *state;
    enum { VIEWS = 4 };
    render_frame views[VIEWS];
    render_target *target;
    test_random random = {17};
    static const double center[3] = {0};
    fill(it, &random, center);
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    for (int v = 0; v < VIEWS; v++) {
        const double eye[3] = {4.0 * v - 6.0, 3, 14};
        views[v] = fixture_look(eye, center, 0.9f, 1.0f);
        views[v].viewport = (render_rect){(float)(v % 2 * SIZE / 2), (float)(v / 2 * SIZE / 2), SIZE / 2, SIZE / 2};
    }
    for (int round = 0; round < 6; round++) {
        const render_stats before = stats_of(it);
        assert_int_equal(render_target_draw_views(target, it->scene, views, VIEWS), RENDER_OK);
        const render_stats after = stats_of(it);
        assert_true(after.drawn > before.drawn);
        // First all, then none, then the one that moved, then all after a change of the scene, then none.
        static const uint64_t expected[6] = {VIEWS, 0, 1, VIEWS, 0, VIEWS};
        assert_int_equal(after.lists - before.lists, expected[round]);
        if (round == 1)
            views[2].eye[0] += 0.5;
        const render_object moved = fixture_object(fixture_cube(it->scene, 0), 0, round, 0);
        if (round == 2)
            fixture_set(it, 5, &moved);
        if (round == 4)
            assert_int_equal(render_scene_set_flags(it->scene, 6, RENDER_OBJECT_HIDDEN), RENDER_OK);
    }
    render_target_destroy(target);
}

// Requests in flight keep what they were recorded with, while the scene changes and further views are recorded.
static void test_changes_in_flight(void **state)
{
    fixture *it = *state;
    static render_pixel_id ids[SIZE * SIZE];
    const render_frame frame = fixture_front_view();
    const render_area all = {0, 0, SIZE, SIZE};
    render_target *target;
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    render_mesh mesh = fixture_sphere(it->scene, 0, 60, false);
    for (uint32_t round = test_effort(6, 40); round > 0; round--) {
        render_id_request requests[RENDER_ID_REQUESTS];
        uint32_t made = 0;
        for (uint32_t i = 0; i < RENDER_ID_REQUESTS; i++) {
            // Object i alone is shown.
            for (uint32_t slot = 0; slot < RENDER_ID_REQUESTS; slot++) {
                render_object object = fixture_object(mesh, 0, 0, 0);
                object.flags = slot == i ? 0 : RENDER_OBJECT_HIDDEN;
                fixture_set(it, slot, &object);
            }
            if (render_target_request_ids(target, it->scene, &frame, all, &requests[i]) != RENDER_OK)
                break;
            made++;
        }
        for (uint32_t i = 0; i < made; i++) {
            render_result result = RENDER_PENDING;
            while (result == RENDER_PENDING)
                result = render_ids_poll(it->device, requests[i], ids, NULL, SIZE * SIZE);
            assert_int_equal(result, RENDER_OK);
            for (uint32_t pixel = 0; pixel < SIZE * SIZE; pixel++) {
                if (ids[pixel].object != 0)
                    assert_int_equal(ids[pixel].object, i + 1);
            }
            assert_int_equal(ids[SIZE * SIZE / 2 + SIZE / 2].object, i + 1);
        }
    }
    render_target_destroy(target);
}

// Meshes come and go in the same memory, within one batch of uploads, large ones too.
static void test_meshes_come_and_go(void **state)
{
    fixture *it = *state;
    render_pixel_id ids[SIZE * SIZE];
    render_target *target;
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    render_frame frame = fixture_front_view();
    const uint32_t rounds = test_effort(5, 30);
    for (uint32_t round = 0; round < rounds; round++) {
        render_mesh passing = fixture_sphere(it->scene, 0, 3 + round, round % 3 != 0);
        render_mesh_destroy(it->scene, passing);
        render_mesh sphere = fixture_sphere(it->scene, 0, round % 5 == 4 ? 160 : 3 + round, round % 2 == 0);
        render_mesh cube = fixture_cube(it->scene, 0);
        render_object objects[2] = {fixture_object(sphere, -0.5, 0, 0), fixture_object(cube, 0.6, 0, 0)};
        for (uint32_t i = 0; i < 2; i++)
            assert_int_equal(render_scene_set_object(it->scene, i, &objects[i]), RENDER_OK);
        assert_int_equal(render_target_draw_ids(target, it->scene, &frame, ids, SIZE * SIZE), RENDER_OK);
        assert_int_equal(ids[SIZE * 48 + 36].object, 1);
        assert_int_equal(ids[SIZE * 48 + 62].object, 2);
        assert_int_equal(ids[SIZE * 2 + 2].object, 0);
        render_mesh_destroy(it->scene, sphere);
        render_mesh_destroy(it->scene, cube);
    }
    render_target_destroy(target);
}

int main(void)
{
    if (!fixture_has_driver())
        return 77;
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_few_among_many),    FIXTURE_TEST(test_culling_drops_nothing),
        FIXTURE_TEST(test_uploads_and_draws), FIXTURE_TEST(test_still_views),
        FIXTURE_TEST(test_changes_in_flight), FIXTURE_TEST(test_meshes_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, fixture_finish);
}

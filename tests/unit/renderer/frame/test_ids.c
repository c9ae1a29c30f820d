// The object-ID image: which object and triangle a pixel shows.
#include "fixture.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIZE = 64 };

static void draw_ids(fixture *it, const render_frame *frame, render_pixel_id ids[SIZE * SIZE])
{
    render_target *target;
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    assert_int_equal(render_target_draw_ids(target, it->scene, frame, ids, SIZE * SIZE), RENDER_OK);
    render_target_destroy(target);
}

static uint32_t object_at(const render_pixel_id *ids, int x, int y)
{
    return ids[SIZE * y + x].object;
}

static void test_overlap(void **state)
{
    fixture *it = *state;
    render_pixel_id ids[SIZE * SIZE];
    render_mesh quad = fixture_quad(it->scene, 0);
    render_object back = fixture_object(quad, 0.25, 0, -0.1), front = fixture_object(quad, -0.25, 0, 0);
    fixture_set(it, 7, &back);
    fixture_set(it, 200, &front);
    assert_int_equal(render_scene_slot_count(it->scene), 201);
    render_frame frame = fixture_front_view();
    draw_ids(it, &frame, ids);
    // The front quad covers x from 20 to 35 exactly, and hides what is behind it.
    assert_int_equal(object_at(ids, 19, 32), 0);
    assert_int_equal(object_at(ids, 20, 32), 201);
    assert_int_equal(object_at(ids, 35, 32), 201);
    assert_int_equal(object_at(ids, 36, 32), 8);
    assert_int_equal(object_at(ids, 0, 0), 0);
    // The quad's first triangle is below the diagonal.
    assert_int_equal(ids[SIZE * 38 + 30].triangle, 0);
    assert_int_equal(ids[SIZE * 26 + 24].triangle, 1);
    assert_int_equal(render_scene_set_flags(it->scene, 200, RENDER_OBJECT_HIDDEN), RENDER_OK);
    draw_ids(it, &frame, ids);
    assert_int_equal(object_at(ids, 20, 32), 0);
    assert_int_equal(object_at(ids, 32, 32), 8);
    back.mesh = 0;
    fixture_set(it, 7, &back);
    draw_ids(it, &frame, ids);
    assert_int_equal(object_at(ids, 32, 32), 0);
}

// A front face is seen, a back face not; a mirror turns both; so do a negative viewport and a projection with y up.
static void test_culling(void **state)
{
    fixture *it = *state;
    render_pixel_id ids[SIZE * SIZE];
    render_material_desc both = {
        .base_color = {1, 1, 1, 1}, .uv_transform = {1, 0, 0, 0, 1, 0}, .double_sided = true, .roughness = 1};
    render_material double_sided;
    assert_int_equal(render_material_create(it->scene, &both, &double_sided), RENDER_OK);
    render_mesh single = fixture_quad(it->scene, 0), twin = fixture_quad(it->scene, double_sided);
    for (int bits = 0; bits < 64; bits++) {
        bool turned = bits & 1, mirrored = bits & 2, flipped_viewport = bits & 4, flipped_projection = bits & 8;
        bool forward = bits & 16, orthographic = bits & 32;
        render_object objects[2] = {fixture_object(single, -1, 0, 0), fixture_object(twin, 1, 0, 0)};
        for (uint32_t i = 0; i < 2; i++) {
            // Turned about y: x and z change sign. A mirror in z leaves the quad in place, but front is back.
            fixture_scale(&objects[i], turned ? -1 : 1, 1, turned != mirrored ? -1 : 1);
            fixture_set(it, i, &objects[i]);
        }
        render_frame frame =
            orthographic ? fixture_look_orthographic(FIXTURE_EYE, FIXTURE_TARGET, 4, 1) : fixture_front_view();
        if (forward && orthographic) {
            frame.projection[10] = -1.0f / 1000.0f;
            frame.projection[14] = 0.0f;
        } else if (forward) {
            frame.projection[10] = -1.001f;
            frame.projection[14] = -0.05f;
        }
        frame.forward_depth = forward;
        if (flipped_viewport)
            frame.viewport = (render_rect){0, SIZE, SIZE, -SIZE};
        if (flipped_projection)
            frame.projection[5] = -frame.projection[5];
        draw_ids(it, &frame, ids);
        assert_int_equal(object_at(ids, 48, 32), 2);
        // diag(-1, 1, -1) turns about y: the quad's back is seen. diag(1, 1, -1) mirrors: the winding on screen is
        // as before, and means a back face now.
        assert_int_equal(object_at(ids, 16, 32), turned != mirrored ? 0 : 1);
    }
}

static void test_alpha_cut(void **state)
{
    fixture *it = *state;
    render_pixel_id ids[SIZE * SIZE];
    // Left half solid, right half not: the cut at one half is in the middle, between the texels.
    uint8_t texels[4 * 4 * 4];
    for (int i = 0; i < 16; i++) {
        const uint8_t texel[4] = {255, 255, 255, i % 4 < 2 ? 255 : 0};
        memcpy(texels + 4 * i, texel, 4);
    }
    const render_texture_desc desc = {.width = 4, .height = 4, .rgba = texels};
    render_material_desc cut = {.base_color = {1, 1, 1, 1},
                                .uv_transform = {1, 0, 0, 0, 1, 0},
                                .wrap_u = RENDER_WRAP_CLAMP,
                                .alpha_mode = RENDER_ALPHA_MASK,
                                .alpha_cutoff = 0.5f,
                                .roughness = 1};
    render_material material;
    assert_int_equal(render_texture_create(it->scene, &desc, &cut.base_color_texture), RENDER_OK);
    static const render_wrap wraps[] = {RENDER_WRAP_CLAMP, RENDER_WRAP_REPEAT, RENDER_WRAP_MIRROR};
    for (int w = 0; w < 3; w++) {
        cut.wrap_u = wraps[w];
        cut.uv_transform[0] = 2; // u from -0.5 to 1.5
        cut.uv_transform[2] = -0.5f;
        assert_int_equal(render_material_create(it->scene, &cut, &material), RENDER_OK);
        render_object object = fixture_object(fixture_quad(it->scene, material), 0, 0, 0);
        fixture_scale(&object, 4, 4, 1);
        fixture_set(it, 0, &object);
        render_frame frame = fixture_front_view();
        draw_ids(it, &frame, ids);
        for (int x = 0; x < SIZE; x++) {
            double u = -0.5 + 2.0 * (x + 0.5) / SIZE;
            double inside = w == 0 ? fmin(fmax(u, 0), 1) : w == 1 ? u - floor(u) : 1 - fabs(1 - fabs(u));
            assert_int_equal(object_at(ids, x, 10), inside < 0.5);
        }
    }
    // The factor counts: 255 * 0.4 is under the cut-off.
    cut.base_color[3] = 0.4f;
    assert_int_equal(render_material_create(it->scene, &cut, &material), RENDER_OK);
    render_object object = fixture_object(fixture_quad(it->scene, material), 0, 0, 0);
    fixture_set(it, 0, &object);
    render_frame frame = fixture_front_view();
    draw_ids(it, &frame, ids);
    for (int i = 0; i < SIZE * SIZE; i++)
        assert_int_equal(ids[i].object, 0);
}

// Triangle numbers are those of the mesh: over submeshes, instances, and more triangles than any driver batches.
static void test_triangle_numbers(void **state)
{
    fixture *it = *state;
    enum { COLUMNS = 500, ROWS = 400, COUNT = COLUMNS * ROWS };
    render_pixel_id *ids = malloc(SIZE * SIZE * sizeof *ids);
    float *positions = malloc((size_t)COUNT * 9 * sizeof *positions);
    uint32_t *indices = malloc((size_t)COUNT * 3 * sizeof *indices);
    assert_true(ids && positions && indices);
    // Each triangle covers the middle of its cell of a unit square.
    for (uint32_t t = 0; t < COUNT; t++) {
        float x = (float)(t % COLUMNS) / COLUMNS - 0.5f, y = (float)(t / COLUMNS) / ROWS - 0.5f;
        const float triangle[9] = {x - 1.0f / COLUMNS, y, 0, x + 2.0f / COLUMNS, y, 0, x + 0.5f / COLUMNS,
                                   y + 2.0f / ROWS,    0};
        memcpy(positions + (size_t)9 * t, triangle, sizeof triangle);
        for (uint32_t k = 0; k < 3; k++)
            indices[3 * t + k] = 3 * t + k;
    }
    const render_submesh submeshes[3] = {{0, 1001, fixture_material(it->scene, 1, 0, 0)},
                                         {1001, 150000, 0},
                                         {151001, COUNT - 151001, fixture_material(it->scene, 0, 1, 0)}};
    const render_mesh_desc desc = {.positions = positions,
                                   .vertex_count = 3 * COUNT,
                                   .indices = indices,
                                   .index_count = 3 * COUNT,
                                   .submeshes = submeshes,
                                   .submesh_count = 3};
    render_mesh mesh;
    assert_int_equal(render_mesh_create(it->scene, &desc, &mesh), RENDER_OK);
    // Two instances side by side, each 2 x 4 metres: 32 x 64 pixels.
    for (uint32_t i = 0; i < 2; i++) {
        render_object object = fixture_object(mesh, i ? 1 : -1, 0, 0);
        fixture_scale(&object, 2, 4, 1);
        fixture_set(it, i, &object);
    }
    render_frame frame = fixture_front_view();
    draw_ids(it, &frame, ids);
    uint32_t checked = 0, seen[3] = {0};
    for (int y = 4; y < SIZE - 4; y++) {
        for (int x = 0; x < SIZE; x++) {
            render_pixel_id id = ids[SIZE * y + x];
            assert_int_equal(id.object, x < 32 ? 1 : 2);
            assert_true(id.triangle < COUNT);
            double column = (x % 32 + 0.5) / 32 * COLUMNS, row = (SIZE - y - 0.5) / SIZE * ROWS;
            assert_true(fabs((double)(id.triangle % COLUMNS) + 0.5 - column) <= 2.0);
            assert_true(fabs((double)(id.triangle / COLUMNS) + 0.5 - row) <= 2.5);
            checked++;
            seen[id.triangle < 1001 ? 0 : id.triangle < 151001 ? 1 : 2]++;
        }
    }
    assert_true(checked > 3000 && seen[1] > 0 && seen[2] > 0);
    free(ids);
    free(positions);
    free(indices);
}

static void test_translucent_counts(void **state)
{
    fixture *it = *state;
    render_pixel_id ids[SIZE * SIZE];
    render_material_desc glass = {.base_color = {1, 1, 1, 0.1f},
                                  .uv_transform = {1, 0, 0, 0, 1, 0},
                                  .alpha_mode = RENDER_ALPHA_BLEND,
                                  .roughness = 1};
    render_material material;
    assert_int_equal(render_material_create(it->scene, &glass, &material), RENDER_OK);
    render_object front = fixture_object(fixture_quad(it->scene, material), 0, 0, 0.1);
    render_object behind = fixture_object(fixture_quad(it->scene, 0), 0, 0, 0);
    fixture_set(it, 0, &behind);
    fixture_set(it, 1, &front);
    render_frame frame = fixture_front_view();
    draw_ids(it, &frame, ids);
    assert_int_equal(object_at(ids, 32, 32), 2);
}

// Vertices that are not finite: their triangles are not drawn, the others keep their numbers.
static void test_not_finite(void **state)
{
    fixture *it = *state;
    render_pixel_id ids[SIZE * SIZE];
    const float positions[] = {-0.5f, -0.5f, 0, 0.5f, -0.5f, 0, 0.5f,     0.5f, 0,
                               -0.5f, 0.5f,  0, NAN,  0,     0, INFINITY, 9,    9};
    const uint32_t indices[] = {4, 1, 2, 0, 5, 3, 0, 1, 2, 0, 2, 3};
    const render_submesh submesh = {.triangle_count = 4};
    const render_mesh_desc desc = {.positions = positions,
                                   .vertex_count = 6,
                                   .indices = indices,
                                   .index_count = 12,
                                   .submeshes = &submesh,
                                   .submesh_count = 1};
    render_mesh mesh;
    assert_int_equal(render_mesh_create(it->scene, &desc, &mesh), RENDER_OK);
    render_object object = fixture_object(mesh, 0, 0, 0);
    fixture_set(it, 0, &object);
    render_frame frame = fixture_front_view();
    draw_ids(it, &frame, ids);
    assert_int_equal(ids[SIZE * 38 + 38].triangle, 2);
    assert_int_equal(ids[SIZE * 26 + 26].triangle, 3);
    assert_int_equal(object_at(ids, 20, 32), 0);
}

static void test_far_from_origin(void **state)
{
    fixture *it = *state;
    render_pixel_id near_ids[SIZE * SIZE], far_ids[SIZE * SIZE];
    render_object object = fixture_object(fixture_sphere(it->scene, 0, 10, true), 0.125, 0.25, 0);
    fixture_scale(&object, 3, 3, 3);
    render_frame frame = fixture_front_view();
    fixture_set(it, 0, &object);
    draw_ids(it, &frame, near_ids);
    object.origin[0] += 1e7;
    frame.eye[0] += 1e7;
    object.origin[2] -= 4e7;
    frame.eye[2] -= 4e7;
    fixture_set(it, 0, &object);
    draw_ids(it, &frame, far_ids);
    uint32_t different = 0, covered = 0;
    for (int i = 0; i < SIZE * SIZE; i++) {
        different += memcmp(&near_ids[i], &far_ids[i], sizeof near_ids[i]) != 0;
        covered += near_ids[i].object != 0;
    }
    assert_true(covered > 1000);
    assert_int_equal(different, 0);
}

static void test_invalid(void **state)
{
    fixture *it = *state;
    const float positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    uint32_t indices[] = {0, 1, 2};
    render_submesh submesh = {.triangle_count = 1};
    render_mesh_desc desc = {.positions = positions,
                             .vertex_count = 3,
                             .indices = indices,
                             .index_count = 3,
                             .submeshes = &submesh,
                             .submesh_count = 1};
    render_mesh mesh = 5;
    const render_result invalid = RENDER_ERROR_INVALID_ARGUMENT;
    indices[2] = 3;
    assert_int_equal(render_mesh_create(it->scene, &desc, &mesh), invalid);
    assert_int_equal(mesh, 0);
    indices[2] = 2;
    submesh.triangle_count = 2;
    assert_int_equal(render_mesh_create(it->scene, &desc, &mesh), invalid);
    submesh.triangle_count = 1;
    desc.index_count = 2;
    assert_int_equal(render_mesh_create(it->scene, &desc, &mesh), invalid);
    desc.index_count = 3;
    assert_int_equal(render_mesh_create(it->scene, &desc, &mesh), RENDER_OK);

    render_object object = fixture_object(mesh, HUGE_VAL, 0, 0);
    assert_int_equal(render_scene_set_object(it->scene, 0, &object), invalid);
    object = fixture_object(mesh + 1, 0, 0, 0);
    assert_int_equal(render_scene_set_object(it->scene, 0, &object), invalid);
    object = fixture_object(mesh, 0, 0, 0);
    assert_int_equal(render_scene_set_object(it->scene, UINT32_MAX, &object), invalid);
    assert_int_equal(render_scene_set_flags(it->scene, 0, 0), invalid);
    assert_int_equal(render_scene_set_object(it->scene, 0, &object), RENDER_OK);
    render_mesh_destroy(it->scene, mesh);
    render_mesh_destroy(it->scene, mesh);
    assert_int_equal(render_scene_set_object(it->scene, 0, &object), invalid);

    const uint8_t texel[4] = {0};
    render_texture texture;
    const render_texture_desc no_size = {.rgba = texel}, no_texels = {.width = 1, .height = 1};
    assert_int_equal(render_texture_create(it->scene, &no_size, &texture), invalid);
    assert_int_equal(render_texture_create(it->scene, &no_texels, &texture), invalid);
    render_material material;
    render_material_desc wrong = {.base_color_texture = 77};
    assert_int_equal(render_material_create(it->scene, &wrong, &material), invalid);
    wrong = (render_material_desc){.roughness = NAN};
    assert_int_equal(render_material_create(it->scene, &wrong, &material), invalid);
    render_target *target;
    render_pixel_id ids[4];
    render_frame frame = fixture_front_view();
    assert_int_equal(render_target_create(it->device, 4, 4, &target), RENDER_OK);
    assert_int_equal(render_target_draw_ids(target, it->scene, &frame, ids, 4), invalid);
    render_id_request request;
    assert_int_equal(render_target_request_pick(target, it->scene, NULL, 1, 1, &request), invalid);
    assert_int_equal(render_target_request_pick(target, NULL, &frame, 1, 1, &request), invalid);
    render_target_destroy(target);
}

int main(void)
{
    if (!fixture_has_driver())
        return 77;
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_overlap),
        FIXTURE_TEST(test_culling),
        FIXTURE_TEST(test_alpha_cut),
        FIXTURE_TEST(test_triangle_numbers),
        FIXTURE_TEST(test_translucent_counts),
        FIXTURE_TEST(test_not_finite),
        FIXTURE_TEST(test_far_from_origin),
        FIXTURE_TEST(test_invalid),
    };
    return cmocka_run_group_tests(tests, NULL, fixture_finish);
}

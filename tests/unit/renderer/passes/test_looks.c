// Materials, lights, icons, labels and outlines in pictures: the direction of each effect, not the exact colour.
#include "effort.h"
#include "fixture.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIZE = 64 };

typedef struct shot {
    uint8_t texels[SIZE * SIZE * 4];
} shot;

static void draw_into(fixture *it, render_target *target, const render_frame *frame, shot *out)
{
    assert_int_equal(render_target_draw(target, it->scene, frame), RENDER_OK);
    assert_int_equal(render_target_read_color(target, out->texels, sizeof out->texels, NULL, NULL), RENDER_OK);
}

static void draw(fixture *it, const render_frame *frame, shot *out)
{
    render_target *target;
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    draw_into(it, target, frame, out);
    render_target_destroy(target);
}

static const uint8_t *at(const shot *it, int x, int y)
{
    return it->texels + 4 * (SIZE * y + x);
}

static int brightness(const shot *it, int x, int y)
{
    const uint8_t *texel = at(it, x, y);
    return texel[0] + texel[1] + texel[2];
}

static void put(fixture *it, uint32_t slot, render_material material)
{
    render_object object = fixture_object(fixture_quad(it->scene, material), 0, 0, 0);
    fixture_scale(&object, 3, 3, 1);
    assert_int_equal(render_scene_set_object(it->scene, slot, &object), RENDER_OK);
}

static render_material_desc plain(void)
{
    return (render_material_desc){.base_color = {0.5f, 0.5f, 0.5f, 1},
                                  .uv_transform = {1, 0, 0, 0, 1, 0},
                                  .roughness = 0.9f,
                                  .normal_scale = 1,
                                  .occlusion_strength = 1};
}

// A texture of one texel on its left half and another on its right.
static render_texture make_texture(fixture *it, const uint8_t left[4], const uint8_t right[4], bool data)
{
    uint8_t texels[8 * 8 * 4];
    for (int i = 0; i < 64; i++)
        memcpy(texels + 4 * i, i % 8 < 4 ? left : right, 4);
    const render_texture_desc desc = {.name = "halves", .width = 8, .height = 8, .rgba = texels, .data = data};
    render_texture texture;
    assert_int_equal(render_texture_create(it->scene, &desc, &texture), RENDER_OK);
    return texture;
}

static render_material make(fixture *it, const render_material_desc *desc)
{
    render_material material;
    assert_int_equal(render_material_create(it->scene, desc, &material), RENDER_OK);
    return material;
}

static void sun_from(fixture *it, float x, float y, float z)
{
    const render_light sun = {.type = RENDER_LIGHT_SUN, .direction = {-x, -y, -z}, .color = {1, 1, 1}};
    assert_int_equal(render_scene_set_lights(it->scene, &sun, 1), RENDER_OK);
}

// One half leans its normals to +x, the other to -x: the sun from +x lights the first more. And so in +y, whichever way
// the picture lies: +Y of a normal map is against v.
static void test_normal_maps(void **state)
{
    fixture *it = *state;
    static const uint8_t to_x[4] = {210, 128, 200, 255}, from_x[4] = {46, 128, 200, 255};
    static const uint8_t to_y[4] = {128, 210, 200, 255}, from_y[4] = {128, 46, 200, 255};
    render_frame frame = fixture_front_view();
    shot picture;
    for (int axis = 0; axis < 2; axis++) {
        render_material_desc desc = plain();
        desc.maps[RENDER_MAP_NORMAL].texture =
            make_texture(it, axis == 0 ? to_x : to_y, axis == 0 ? from_x : from_y, true);
        put(it, 0, make(it, &desc));
        for (int side = -1; side <= 1; side += 2) {
            sun_from(it, axis == 0 ? (float)side : 0, axis == 1 ? (float)side : 0, 1);
            draw(it, &frame, &picture);
            int left = brightness(&picture, 16, 32), right = brightness(&picture, 48, 32);
            assert_true(side * (left - right) > 40);
        }
        desc.normal_scale = 0; // flat again
        put(it, 0, make(it, &desc));
        draw(it, &frame, &picture);
        assert_true(abs(brightness(&picture, 16, 32) - brightness(&picture, 48, 32)) < 12);
    }
}

static void test_other_maps(void **state)
{
    fixture *it = *state;
    static const uint8_t white[4] = {255, 255, 255, 255}, black[4] = {0, 0, 0, 255};
    render_frame frame = fixture_front_view();
    shot picture;
    render_material_desc desc = plain();
    sun_from(it, 0, 0.2f, 1);
    desc.maps[RENDER_MAP_OCCLUSION].texture = make_texture(it, white, black, true);
    put(it, 0, make(it, &desc));
    draw(it, &frame, &picture);
    assert_true(brightness(&picture, 16, 32) > brightness(&picture, 48, 32) + 8);

    desc = plain();
    desc.emissive[0] = 0.5f;
    desc.maps[RENDER_MAP_EMISSIVE].texture = make_texture(it, black, white, false);
    put(it, 0, make(it, &desc));
    draw(it, &frame, &picture);
    assert_true(at(&picture, 48, 32)[0] > at(&picture, 16, 32)[0] + 30);
    assert_true(at(&picture, 48, 32)[1] < at(&picture, 16, 32)[1] + 3);

    // A transform of its own: the halves change sides, the base colour's coordinates stay.
    desc.maps[RENDER_MAP_EMISSIVE].uv_transform[0] = -1;
    desc.maps[RENDER_MAP_EMISSIVE].uv_transform[4] = 1;
    desc.maps[RENDER_MAP_EMISSIVE].uv_transform[2] = 1;
    put(it, 0, make(it, &desc));
    draw(it, &frame, &picture);
    assert_true(at(&picture, 16, 32)[0] > at(&picture, 48, 32)[0] + 30);

    // Metal has no diffuse light of its own: a red one and a white one differ in what they mirror, not in the sun.
    desc = plain();
    desc.metallic = 1;
    desc.maps[RENDER_MAP_METALLIC_ROUGHNESS].texture = make_texture(it, white, black, true); // black: no metal, smooth
    put(it, 0, make(it, &desc));
    draw(it, &frame, &picture);
    assert_true(abs(brightness(&picture, 16, 32) - brightness(&picture, 48, 32)) > 20);
}

// sRGB 188 is half the light of 255: as colours two texels differ so, as data 188 is 0.737.
static void test_data_is_not_converted(void **state)
{
    fixture *it = *state;
    static const uint8_t half[4] = {188, 188, 188, 255};
    render_frame frame = fixture_front_view();
    frame.shading = RENDER_SHADING_UNLIT;
    shot picture;
    render_material_desc desc = plain();
    desc.base_color[0] = desc.base_color[1] = desc.base_color[2] = 1;
    desc.base_color_texture = make_texture(it, half, half, false);
    put(it, 0, make(it, &desc));
    draw(it, &frame, &picture);
    assert_in_range(at(&picture, 32, 32)[0], 187, 189);
    desc.base_color_texture = make_texture(it, half, half, true);
    put(it, 0, make(it, &desc));
    draw(it, &frame, &picture);
    assert_in_range(at(&picture, 32, 32)[0], 221, 225); // 0.737 of light as sRGB
}

static void test_shadings(void **state)
{
    fixture *it = *state;
    render_frame frame = fixture_front_view();
    shot picture;
    render_material_desc desc = plain();
    desc.base_color[0] = 0.8f, desc.base_color[1] = 0.1f, desc.base_color[2] = 0.1f;
    put(it, 0, make(it, &desc));
    sun_from(it, 0, 0, -1); // from behind
    draw(it, &frame, &picture);
    int lit = at(&picture, 32, 32)[0];
    frame.shading = RENDER_SHADING_UNLIT;
    draw(it, &frame, &picture);
    assert_in_range(at(&picture, 32, 32)[0], 229, 233); // linear 0.8
    assert_true(at(&picture, 32, 32)[0] > lit + 30);
    frame.shading = RENDER_SHADING_CLAY;
    draw(it, &frame, &picture);
    assert_true(abs(at(&picture, 32, 32)[0] - at(&picture, 32, 32)[2]) < 25);
    desc.emissive[0] = desc.emissive[1] = desc.emissive[2] = 1;
    put(it, 0, make(it, &desc));
    frame.shading = RENDER_SHADING_UNLIT;
    draw(it, &frame, &picture);
    assert_int_equal(at(&picture, 32, 32)[2], 255); // what emits does so without lights too
    frame.shading = RENDER_SHADING_LIT;
    desc.unlit = true; // but a material that is never lit has only its colour
    put(it, 0, make(it, &desc));
    draw(it, &frame, &picture);
    assert_in_range(at(&picture, 32, 32)[0], 229, 233);
    assert_in_range(at(&picture, 32, 32)[2], 87, 91); // linear 0.1
    frame.shading = (render_shading)7;
    render_target *target;
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    assert_int_equal(render_target_draw(target, it->scene, &frame), RENDER_ERROR_INVALID_ARGUMENT);
    render_target_destroy(target);
}

// A mesh without normals, and one whose normals are 0 0 0, are shaded by triangles alike.
static void test_flat_shading(void **state)
{
    fixture *it = *state;
    static const float positions[] = {-1, -1, 0, 1, -1, 0, 1, 1, 0.5f, -1, 1, -0.5f}, none[12] = {0};
    static const uint32_t indices[] = {0, 1, 2, 0, 2, 3};
    const render_material_desc look = plain();
    const render_submesh submesh = {0, 2, make(it, &look)};
    render_mesh_desc desc = {.name = "fold",
                             .positions = positions,
                             .vertex_count = 4,
                             .indices = indices,
                             .index_count = 6,
                             .submeshes = &submesh,
                             .submesh_count = 1};
    const render_frame frame = fixture_front_view();
    shot pictures[2];
    sun_from(it, 1, 0.3f, 1);
    for (int i = 0; i < 2; i++) {
        render_mesh mesh;
        desc.normals = i == 0 ? NULL : none;
        assert_int_equal(render_mesh_create(it->scene, &desc, &mesh), RENDER_OK);
        const render_object object = fixture_object(mesh, 0, 0, 0);
        assert_int_equal(render_scene_set_object(it->scene, 0, &object), RENDER_OK);
        draw(it, &frame, &pictures[i]);
    }
    assert_memory_equal(&pictures[0], &pictures[1], sizeof(pictures[0]));
    assert_true(abs(brightness(&pictures[0], 40, 40) - brightness(&pictures[0], 24, 24)) > 10); // the two triangles
}

static void test_lights(void **state)
{
    fixture *it = *state;
    render_frame frame = fixture_front_view();
    shot picture;
    render_material_desc desc = plain();
    put(it, 0, make(it, &desc));
    render_light light = {.type = RENDER_LIGHT_POINT, .position = {-1, 0, 0.3}, .color = {0.3f, 0.05f, 0.05f}};
    assert_int_equal(render_scene_set_lights(it->scene, &light, 1), RENDER_OK);
    draw(it, &frame, &picture);
    int near = at(&picture, 16, 32)[0], far = at(&picture, 52, 32)[0];
    assert_true(near > far + 60 && near > at(&picture, 16, 32)[2] + 40);
    light.range = 0.2f; // ends before the wall
    assert_int_equal(render_scene_set_lights(it->scene, &light, 1), RENDER_OK);
    draw(it, &frame, &picture);
    assert_true(abs(at(&picture, 16, 32)[0] - at(&picture, 52, 32)[0]) < 12);
    light = (render_light){.type = RENDER_LIGHT_SPOT,
                           .position = {0, 0, 1},
                           .direction = {0, 0, -2},
                           .color = {2, 2, 2},
                           .inner_angle = 0.2f,
                           .outer_angle = 0.4f};
    assert_int_equal(render_scene_set_lights(it->scene, &light, 1), RENDER_OK);
    draw(it, &frame, &picture);
    assert_true(brightness(&picture, 32, 32) > brightness(&picture, 50, 32) + 150); // 0.42 m and 1.1 m off the axis
    light.outer_angle = 0.1f;
    assert_int_equal(render_scene_set_lights(it->scene, &light, 1), RENDER_ERROR_INVALID_ARGUMENT);
    light.outer_angle = NAN;
    assert_int_equal(render_scene_set_lights(it->scene, &light, 1), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_scene_set_lights(it->scene, &light, RENDER_MAX_LIGHTS + 1), RENDER_ERROR_INVALID_ARGUMENT);
}

// An icon keeps its size at any distance, is in the picture and in the IDs alike, and hides behind what is in front.
static void test_icons(void **state)
{
    fixture *it = *state;
    static render_pixel_id ids[SIZE * SIZE];
    render_object icon = {.icon = RENDER_ICON_CAMERA, .linear = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    render_frame frame = fixture_front_view();
    frame.icons = true;
    for (int far = 1; far <= 1000; far *= 10) {
        icon.origin[2] = 1 - far;
        assert_int_equal(render_scene_set_object(it->scene, 5, &icon), RENDER_OK);
        render_target *target;
        assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
        assert_int_equal(render_target_draw_ids(target, it->scene, &frame, ids, SIZE * SIZE), RENDER_OK);
        shot picture;
        draw(it, &frame, &picture);
        frame.icons = false;
        static render_pixel_id none[SIZE * SIZE];
        assert_int_equal(render_target_draw_ids(target, it->scene, &frame, none, SIZE * SIZE), RENDER_OK);
        frame.icons = true;
        render_target_destroy(target);
        int covered = 0;
        for (int i = 0; i < SIZE * SIZE; i++) {
            assert_true(ids[i].object == 0 || (ids[i].object == 6 && ids[i].triangle == UINT32_MAX));
            assert_int_equal(none[i].object, 0);
            covered += ids[i].object == 6;
        }
        double area = 3.14159 * 0.25 * (double)(RENDER_ICON_SIZE * RENDER_ICON_SIZE);
        assert_true(fabs(covered - area) < 0.06 * area);
        assert_int_equal(ids[SIZE * 32 + 32].object, 6);
        assert_int_equal(ids[SIZE * 32 + 32 + 12].object, 0);
        int body = brightness(&picture, 26, 32); // the camera's left side
        assert_true(body > brightness(&picture, 30, 32) + 100);
    }
    put(it, 0, 0); // a wall at z = 0, before the icon
    shot hidden, shown;
    draw(it, &frame, &hidden);
    icon.origin[2] = 0.5;
    assert_int_equal(render_scene_set_object(it->scene, 5, &icon), RENDER_OK);
    draw(it, &frame, &shown);
    assert_true(brightness(&shown, 30, 32) + 150 < brightness(&hidden, 30, 32)); // the dark disc, faint behind the wall
    render_scene_set_flags(it->scene, 5, RENDER_OBJECT_HIDDEN);
    icon.icon = (render_icon)99;
    assert_int_equal(render_scene_set_object(it->scene, 5, &icon), RENDER_ERROR_INVALID_ARGUMENT);
}

static int count_brighter(const shot *it, int limit)
{
    int count = 0;
    for (int i = 0; i < SIZE * SIZE; i++)
        count += it->texels[4 * i] + it->texels[4 * i + 1] + it->texels[4 * i + 2] > limit;
    return count;
}

static void test_labels(void **state)
{
    fixture *it = *state;
    render_frame frame = fixture_front_view();
    shot picture;
    draw(it, &frame, &picture);
    assert_int_equal(count_brighter(&picture, 500), 0);
    render_label label = {.position = {0, 0, -3}, .text = "Il", .color = 0xffffffff, .on_top = true};
    frame.labels = &label;
    frame.label_count = 1;
    draw(it, &frame, &picture);
    int letters = count_brighter(&picture, 500);
    assert_in_range(letters, 10, 80);
    label.text = "Il Il \xc3\xa9\xf0\x9f\x98\x80"; // two code points outside the font: two boxes
    draw(it, &frame, &picture);
    assert_true(count_brighter(&picture, 500) > 2 * letters + 20);
    label.text = "";
    draw(it, &frame, &picture);
    assert_int_equal(count_brighter(&picture, 500), 0);

    label.text = "Il";
    put(it, 0, 0); // before it
    sun_from(it, 0, 0, -1);
    draw(it, &frame, &picture);
    letters = count_brighter(&picture, 650);
    label.on_top = false;
    draw(it, &frame, &picture);
    assert_true(letters > 8 && count_brighter(&picture, 650) == 0);
    label.text = NULL;
    render_target *target;
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    assert_int_equal(render_target_draw(target, it->scene, &frame), RENDER_ERROR_INVALID_ARGUMENT);
    render_target_destroy(target);
}

static void draw_ids(fixture *it, const render_frame *frame, render_pixel_id ids[SIZE * SIZE])
{
    render_target *target;
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    assert_int_equal(render_target_draw_ids(target, it->scene, frame, ids, SIZE * SIZE), RENDER_OK);
    render_target_destroy(target);
}

// A floor seen from above with a box over it, and the sun at 45 degrees: a shadow lies beside the box, and nowhere
// else. It is gone when the box is hidden, when the sun is a lamp, and when shadows are off. IDs know nothing of it.
static void test_shadows(void **state)
{
    fixture *it = *state;
    static shot bare, shaded, again;
    static render_pixel_id ids[2][SIZE * SIZE];
    render_mesh cube = fixture_cube(it->scene, make(it, &(render_material_desc){.base_color = {0.5f, 0.5f, 0.5f, 1},
                                                                                .uv_transform = {1, 0, 0, 0, 1, 0},
                                                                                .roughness = 0.9f}));
    render_object ground = fixture_object(cube, 0, -0.5, 0), box = fixture_object(cube, 0, 1.5, 0);
    fixture_scale(&ground, 12, 1, 12);
    fixture_set(it, 0, &ground);
    fixture_set(it, 1, &box);
    sun_from(it, 1, 1, 0);
    const double eye[3] = {0, 20, 0.01}, middle[3] = {0, 0, 0};
    render_frame frame = fixture_look_orthographic(eye, middle, 8, 1); // 8 pixels a metre
    draw(it, &frame, &bare);
    draw_ids(it, &frame, ids[0]);
    frame.shadows = true;
    draw(it, &frame, &shaded);
    draw_ids(it, &frame, ids[1]);
    assert_memory_equal(ids[0], ids[1], sizeof ids[0]);
    // The box, from 1 to 2 m high, has its shadow where x is -0.5 - 2 to 0.5 - 1.
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            const double px = (x + 0.5 - SIZE / 2) / 8, pz = (y + 0.5 - SIZE / 2) / 8;
            const bool in = px > -2.3 && px < -0.7 && fabs(pz) < 0.3;
            const bool out = px > 0.0 || px < -2.8 || fabs(pz) > 0.8;
            if (in)
                assert_true(brightness(&shaded, x, y) + 60 < brightness(&bare, x, y));
            if (out)
                assert_in_range(brightness(&shaded, x, y), brightness(&bare, x, y) - 3, brightness(&bare, x, y) + 3);
        }
    }
    assert_int_equal(render_scene_set_flags(it->scene, 1, RENDER_OBJECT_HIDDEN), RENDER_OK);
    draw(it, &frame, &shaded);
    frame.shadows = false;
    draw(it, &frame, &again);
    assert_memory_equal(shaded.texels, again.texels, sizeof again.texels);
    assert_int_equal(render_scene_set_flags(it->scene, 1, 0), RENDER_OK);
    const render_light lamp = {.type = RENDER_LIGHT_POINT, .position = {5, 5, 0}, .color = {9, 9, 9}};
    assert_int_equal(render_scene_set_lights(it->scene, &lamp, 1), RENDER_OK);
    draw(it, &frame, &again);
    frame.shadows = true;
    draw(it, &frame, &shaded);
    assert_memory_equal(shaded.texels, again.texels, sizeof again.texels);
}

// Counts the pixels of one picture that differ from those of another `shift` pixels to the right.
static int count_moved(const shot *a, const shot *b, int shift)
{
    int count = 0;
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x + shift < SIZE; x++)
            count += abs(brightness(a, x + shift, y) - brightness(b, x, y)) > 6;
    }
    return count;
}

// A camera that moves by whole pixels over a floor shows the same shadows, moved: the map keeps to its texels. The
// floor is wider than the map, and a texel as large as some pixels.
static void test_shadows_stand_still(void **state)
{
    fixture *it = *state;
    static shot first, next, bare;
    const render_material grey =
        make(it, &(render_material_desc){
                     .base_color = {0.5f, 0.5f, 0.5f, 1}, .uv_transform = {1, 0, 0, 0, 1, 0}, .roughness = 0.9f});
    const render_mesh cube = fixture_cube(it->scene, grey);
    render_object ground = fixture_object(cube, 0, -0.5, 0), box = fixture_object(cube, 0, 0.5, 0);
    fixture_scale(&ground, 4000, 1, 4000);
    fixture_scale(&box, 0.2f, 0.2f, 0.3f);
    fixture_set(it, 0, &ground);
    for (uint32_t i = 1; i < 30; i++) {
        box.origin[0] = 0.4 * (i % 6) - 1.0;
        box.origin[2] = 0.4 * (i / 6) - 1.0;
        fixture_set(it, i, &box);
    }
    sun_from(it, 1, 1, 0.3f);
    int moves = 0;
    const int views = (int)test_effort(1, 19);
    for (int i = 1; i <= views; i++) {
        const double from[3] = {0.1, 100, 0.1001}, under[3] = {0.1, 0, 0.1};
        render_frame frame = fixture_look_orthographic(from, under, 2.56f, 1); // 25 pixels a metre
        frame.shadows = true;
        draw(it, &frame, &first);
        frame.eye[0] += i * 2.56 / SIZE;
        draw(it, &frame, &next);
        assert_in_range(count_moved(&first, &next, i), 0, 3);
        frame.shadows = false;
        draw(it, &frame, &bare);
        moves += count_moved(&bare, &next, 0);
    }
    assert_true(moves > views * 200); // there are shadows
}

// The map follows camera, sun and objects: a target that has drawn others before shows what a new one shows.
static void test_shadows_follow(void **state)
{
    fixture *it = *state;
    static shot kept, other, before;
    render_target *target;
    const render_mesh cube = fixture_cube(it->scene, 0);
    const double eye[3] = {3, 5, 4}, middle[3] = {0, 0, 0};
    render_frame frame = fixture_look(eye, middle, 1.0f, 1);
    render_object ground = fixture_object(cube, 0, -0.5, 0), box = fixture_object(cube, 0, 1, 0);
    fixture_set(it, 1, &box);
    frame.shadows = true;
    int changes = 0;
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    const int rounds = (int)test_effort(3, 12);
    for (int i = 0; i < rounds; i++) {
        ground.linear[0] = ground.linear[8] = i % 6 < 3 ? 9.0f : 99.0f; // narrower and wider than the map
        if (i % 3 == 0)
            fixture_set(it, 0, &ground);
        for (int k = 0; k < 3 && i % 3 == 1; k++)
            frame.eye[k] *= 1.5; // sees more: larger texels
        if (i % 3 == 2)
            sun_from(it, 0.2f * (float)i, 1, 0.3f);
        draw_into(it, target, &frame, &kept);
        draw(it, &frame, &other);
        assert_memory_equal(kept.texels, other.texels, sizeof kept.texels);
        changes += memcmp(kept.texels, before.texels, sizeof kept.texels) != 0;
        before = kept;
    }
    assert_true(changes > rounds * 2 / 3);
    render_target_destroy(target);
}

// Volumes neither cast shadows nor show any: where many and huge ones are, the map is as sharp as without.
static void check_volumes_leave_shadows(fixture *it, render_mesh cube, render_mesh sphere, float width)
{
    static shot with, without;
    const double eye[3] = {3, 5, 4}, middle[3] = {0, 0, 0};
    render_frame frame = fixture_look(eye, middle, 1.0f, 1);
    render_object ground = fixture_object(cube, 0, -0.5, 0), box = fixture_object(cube, 0, 1, 0);
    render_object behind = fixture_object(sphere, 3000, 5000, 4000), small = fixture_object(sphere, 0, 1, 0);
    fixture_scale(&ground, width, 1, width);
    fixture_scale(&behind, 500, 500, 500);
    fixture_scale(&small, 1e-3f, 1e-3f, 1e-3f); // before the camera, in the box
    fixture_set(it, 0, &ground);
    fixture_set(it, 1, &box);
    sun_from(it, 1, 1, 0.3f);
    frame.shadows = true;
    draw(it, &frame, &without);
    fixture_set(it, 2, &behind);
    draw(it, &frame, &with);
    assert_memory_equal(with.texels, without.texels, sizeof with.texels);
    for (uint32_t i = 3; i < 40; i++)
        fixture_set(it, i, &small);
    draw(it, &frame, &with);
    assert_memory_equal(with.texels, without.texels, sizeof with.texels);
    // They alone: nothing to fit to.
    for (uint32_t i = 0; i < 2; i++)
        assert_int_equal(render_scene_set_flags(it->scene, i, RENDER_OBJECT_HIDDEN), RENDER_OK);
    draw(it, &frame, &with);
    frame.shadows = false;
    draw(it, &frame, &without);
    assert_memory_equal(with.texels, without.texels, sizeof with.texels);
    for (uint32_t i = 2; i < 40; i++)
        assert_int_equal(render_scene_set_flags(it->scene, i, RENDER_OBJECT_HIDDEN), RENDER_OK);
}

static void test_volumes_leave_shadows(void **state)
{
    fixture *it = *state;
    const render_mesh cube = fixture_cube(it->scene, 0);
    const render_volume_desc desc = {.shape = RENDER_VOLUME_SPHERE, .half = {1, 1, 1}};
    render_mesh sphere;
    assert_int_equal(render_volume_create(it->scene, &desc, &sphere), RENDER_OK);
    for (uint32_t slot = 2; slot < 40; slot++)
        fixture_set(it, slot, &(render_object){.flags = RENDER_OBJECT_HIDDEN, .linear = {1, 0, 0, 0, 1, 0, 0, 0, 1}});
    if (test_is_thorough())
        check_volumes_leave_shadows(it, cube, sphere, 5); // the whole scene is in the map
    check_volumes_leave_shadows(it, cube, sphere, 99);
}

// A box on a floor under a lamp of the camera's and the sky alone: dark where they meet, as before elsewhere, whichever
// way the view projects, and in each view of several. Unlit surfaces and IDs know nothing of it.
static void test_ambient_occlusion(void **state)
{
    fixture *it = *state;
    static shot bare, dark;
    static render_pixel_id ids[2][SIZE * SIZE];
    const render_material grey =
        make(it, &(render_material_desc){
                     .base_color = {0.5f, 0.5f, 0.5f, 1}, .uv_transform = {1, 0, 0, 0, 1, 0}, .roughness = 0.9f});
    const render_mesh cube = fixture_cube(it->scene, grey);
    render_object ground = fixture_object(cube, 0, -0.5, 0), box = fixture_object(cube, 0, 0.5, 0);
    fixture_scale(&ground, 60, 1, 60);
    fixture_set(it, 0, &ground);
    fixture_set(it, 1, &box);
    const render_light lamp = {.type = RENDER_LIGHT_POINT, .position = {0, 9, 9}, .color = {0.1f, 0.1f, 0.1f}};
    assert_int_equal(render_scene_set_lights(it->scene, &lamp, 1), RENDER_OK);
    const double eye[3] = {0, 3, 3}, middle[3] = {0, 0, 0.5}; // the foot of the box is in the middle
    for (int kind = 0; kind < 3; kind++) {
        render_frame frame =
            kind == 0 ? fixture_look(eye, middle, 0.9f, 1) : fixture_look_orthographic(eye, middle, 3.0f, 1);
        if (kind == 2) // upside down, in an odd part of the target
            frame.viewport = (render_rect){1, SIZE - 3, SIZE - 5, 7 - SIZE};
        draw(it, &frame, &bare);
        draw_ids(it, &frame, ids[0]);
        frame.ambient_occlusion = true;
        draw(it, &frame, &dark);
        draw_ids(it, &frame, ids[1]);
        assert_memory_equal(ids[0], ids[1], sizeof ids[0]);
        const int x = kind == 2 ? 1 + (SIZE - 5) / 2 : SIZE / 2, y = kind == 2 ? 4 + (SIZE - 7) / 2 : SIZE / 2;
        for (int side = -1; side <= 1; side += 2) // just above and below the edge
            assert_true(brightness(&dark, x, y + 2 * side) + (kind == 2 ? 4 : 10) < brightness(&bare, x, y + 2 * side));
        for (int i = 0; i < SIZE * SIZE; i++) {
            const int place[2] = {i % SIZE, i / SIZE},
                      change = brightness(&dark, place[0], place[1]) - brightness(&bare, place[0], place[1]);
            assert_true(change <= 3); // never brighter
            const bool clear = ids[0][i].object == 1 && (kind == 2 ? place[1] < 16 : place[1] > 50);
            assert_true(!clear || change >= -3); // the floor in front
        }
        frame.shading = RENDER_SHADING_UNLIT;
        draw(it, &frame, &dark);
        frame.ambient_occlusion = false;
        draw(it, &frame, &bare);
        assert_memory_equal(dark.texels, bare.texels, sizeof bare.texels);
    }
    render_frame views[2] = {fixture_look(eye, middle, 0.9f, 0.5f), fixture_look(eye, middle, 0.9f, 0.5f)};
    render_target *target;
    views[0].viewport = (render_rect){0, 0, SIZE / 2, SIZE};
    views[1].viewport = (render_rect){SIZE / 2, 0, SIZE / 2, SIZE};
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    for (int on = 0; on < 2; on++) {
        shot *picture = on ? &dark : &bare;
        views[0].ambient_occlusion = views[1].ambient_occlusion = on;
        assert_int_equal(render_target_draw_views(target, it->scene, views, 2), RENDER_OK);
        assert_int_equal(render_target_read_color(target, picture->texels, sizeof picture->texels, NULL, NULL),
                         RENDER_OK);
    }
    for (int x = SIZE / 4; x < SIZE; x += SIZE / 2)
        assert_true(brightness(&dark, x, SIZE / 2 + 2) + 10 < brightness(&bare, x, SIZE / 2 + 2));
    render_target_destroy(target);
}

// Two selected quads, one half over the other: a line parts them, but not when they share an outline.
static void test_outlines_are_parted(void **state)
{
    fixture *it = *state;
    render_frame frame = fixture_front_view();
    shot picture;
    render_mesh quad = fixture_quad(it->scene, fixture_material(it->scene, 0.1f, 0.1f, 0.3f));
    for (uint32_t number = 0; number < 3; number++) {
        for (uint32_t i = 0; i < 2; i++) {
            render_object object = fixture_object(quad, i == 0 ? -0.4 : 0.4, 0, 0.1 * i);
            fixture_scale(&object, 1.4f, 1.4f, 1);
            object.flags = RENDER_OBJECT_SELECTED | RENDER_OBJECT_OUTLINE(number == 0 ? 7 : 7 + i * number);
            assert_int_equal(render_scene_set_object(it->scene, i, &object), RENDER_OK);
        }
        draw(it, &frame, &picture);
        int reddest = 0;
        for (int x = 20; x < 44; x++) {
            int red = at(&picture, x, 32)[0] - at(&picture, x, 32)[2];
            reddest = red > reddest ? red : reddest;
        }
        assert_true(number == 0 ? reddest < 20 : reddest > 100);
    }
}

int main(void)
{
    if (!fixture_has_driver())
        return 77;
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_normal_maps),
        FIXTURE_TEST(test_other_maps),
        FIXTURE_TEST(test_data_is_not_converted),
        FIXTURE_TEST(test_shadings),
        FIXTURE_TEST(test_flat_shading),
        FIXTURE_TEST(test_lights),
        FIXTURE_TEST(test_icons),
        FIXTURE_TEST(test_labels),
        FIXTURE_TEST(test_shadows),
        FIXTURE_TEST(test_shadows_follow),
        FIXTURE_TEST(test_shadows_stand_still),
        FIXTURE_TEST(test_volumes_leave_shadows),
        FIXTURE_TEST(test_ambient_occlusion),
        FIXTURE_TEST(test_outlines_are_parted),
    };
    return cmocka_run_group_tests(tests, NULL, fixture_finish);
}

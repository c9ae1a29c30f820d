// Volumes: the ID image against rays on the CPU, what they look like over meshes, bad sizes.
#include "effort.h"
#include "fixture.h"

#include "picking/picking.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIZE = 64 };

static const double REACH = 1.0 / 256; // pixels: how far from a contour both may differ

// The same planes for picking, relative to object space.
static pick_convex planes_of(const render_volume_desc *desc)
{
    static pick_plane planes[RENDER_VOLUME_PLANES]; // one convex shape at a time
    for (uint32_t i = 0; i < desc->plane_count; i++) {
        const float *p = desc->planes[i], *c = desc->center;
        planes[i].normal = pick_vec3_make((double)p[0], (double)p[1], (double)p[2]);
        planes[i].offset =
            (double)p[3] - pick_vec3_dot(planes[i].normal, pick_vec3_make((double)c[0], (double)c[1], (double)c[2]));
    }
    return (pick_convex){planes, desc->plane_count};
}

// The same shape for picking.
static pick_shape shape_of(const render_volume_desc *desc)
{
    const double x = (double)desc->half[0], y = (double)desc->half[1], z = (double)desc->half[2];
    const pick_vec3 low = {0, -y, 0}, high = {0, y, 0};
    switch (desc->shape) {
    case RENDER_VOLUME_SPHERE:
        return (pick_shape){.type = PICK_SHAPE_SPHERE, .as.sphere = {.radius = x}};
    case RENDER_VOLUME_CAPSULE:
        return (pick_shape){.type = PICK_SHAPE_CAPSULE, .as.capsule = {{0, x - y, 0}, {0, y - x, 0}, x}};
    case RENDER_VOLUME_CYLINDER:
        return (pick_shape){.type = PICK_SHAPE_CYLINDER, .as.cylinder = {low, high, x}};
    case RENDER_VOLUME_CONE:
        return (pick_shape){.type = PICK_SHAPE_CONE, .as.cone = {low, high, x}};
    case RENDER_VOLUME_CONVEX:
        return (pick_shape){.type = PICK_SHAPE_CONVEX, .as.convex = planes_of(desc)};
    default:
        return (pick_shape){.type = PICK_SHAPE_AABB, .as.aabb = {{-x, -y, -z}, {x, y, z}}};
    }
}

typedef struct volume_case {
    render_object object;
    pick_volume *volume;
} volume_case;

static void place_case(const float linear[9], const double origin[3], volume_case *out)
{
    memcpy(out->object.linear, linear, sizeof out->object.linear);
    memcpy(out->object.origin, origin, sizeof out->object.origin);
}

static void open_case(fixture *it, const render_volume_desc *desc, const float linear[9], const double origin[3],
                      volume_case *out)
{
    const pick_shape shape = shape_of(desc);
    const pick_volume_desc volume = {.shape = &shape, .flags = PICK_VOLUME_SURFACE};
    *out = (volume_case){0};
    assert_int_equal(pick_volume_create(&volume, NULL, &out->volume), PICK_OK);
    assert_int_equal(render_volume_create(it->scene, desc, &out->object.mesh), RENDER_OK);
    place_case(linear, origin, out);
}

enum { NOTHING = UINT32_MAX };

// The part that a ray meets, or NOTHING.
static uint32_t look_at(pick_scene *scene, const pick_view *view, double x, double y)
{
    pick_hit hit;
    const pick_ray ray = pick_view_ray(view, (pick_vec2){x, y});
    const pick_query query = PICK_QUERY_DEFAULT;
    return pick_closest(scene, &ray, &query, &hit) ? hit.triangle : NOTHING;
}

// Draws the case alone, and compares. Returns how many pixels show it.
static uint32_t compare(fixture *it, const volume_case *volume, const render_frame *frame)
{
    render_target *target;
    static render_pixel_id ids[SIZE * SIZE];
    fixture_set(it, 0, &volume->object);
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    assert_int_equal(render_target_draw_ids(target, it->scene, frame, ids, SIZE * SIZE), RENDER_OK);
    render_target_destroy(target);

    pick_scene *scene;
    pick_object_id id;
    pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
    object.volume = volume->volume;
    memcpy(object.transform.linear, volume->object.linear, sizeof object.transform.linear);
    memcpy(&object.transform.origin, volume->object.origin, sizeof object.transform.origin);
    assert_int_equal(pick_scene_create(NULL, &scene), PICK_OK);
    assert_int_equal(pick_scene_add(scene, &object, &id), PICK_OK);
    const render_rect *rect = &frame->viewport;
    const pick_view_desc desc = {.projection = frame->projection,
                                 .view = frame->view,
                                 .eye = {frame->eye[0], frame->eye[1], frame->eye[2]},
                                 .viewport = {(double)rect->x, (double)rect->y,
                                              rect->width == 0 ? SIZE : (double)rect->width,
                                              rect->width == 0 ? SIZE : (double)rect->height}};
    pick_view view;
    assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
    uint32_t covered = 0, wrong = 0, border = 0;
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            const render_pixel_id *pixel = &ids[SIZE * y + x];
            const uint32_t drawn = pixel->object != 0 ? pixel->triangle : NOTHING;
            covered += pixel->object != 0;
            assert_true(pixel->object <= 1);
            if (drawn == look_at(scene, &view, x + 0.5, y + 0.5))
                continue;
            bool is_border = false;
            for (int i = 0; i < 9; i++)
                is_border |=
                    look_at(scene, &view, x + 0.5 + REACH * (i % 3 - 1), y + 0.5 + REACH * (i / 3 - 1)) == drawn;
            border += is_border;
            wrong += !is_border;
        }
    }
    assert_int_equal(wrong, 0);
    assert_true(border < SIZE / 8);
    pick_scene_destroy(scene);
    return covered;
}

// An octahedron whose top is cut off, and a corner.
#define DIAGONAL 0.57735027f
static const float planes[][4] = {
    {DIAGONAL, DIAGONAL, DIAGONAL, 0.45f},
    {-DIAGONAL, DIAGONAL, DIAGONAL, 0.45f},
    {DIAGONAL, -DIAGONAL, DIAGONAL, 0.45f},
    {-DIAGONAL, -DIAGONAL, DIAGONAL, 0.45f},
    {DIAGONAL, DIAGONAL, -DIAGONAL, 0.45f},
    {-DIAGONAL, DIAGONAL, -DIAGONAL, 0.45f},
    {DIAGONAL, -DIAGONAL, -DIAGONAL, 0.45f},
    {-DIAGONAL, -DIAGONAL, -DIAGONAL, 0.45f},
    {0, -1, 0, 0.4f},
    {0.6f, 0, 0.8f, 0.35f},
};
enum { PLANES = sizeof planes / sizeof planes[0] };

static const render_volume_desc shapes[RENDER_VOLUME_SHAPE_COUNT] = {
    {.shape = RENDER_VOLUME_BOX, .half = {0.5f, 0.3f, 0.7f}},
    {.shape = RENDER_VOLUME_SPHERE, .half = {0.6f, 0.6f, 0.6f}},
    {.shape = RENDER_VOLUME_CAPSULE, .half = {0.3f, 0.7f, 0.3f}},
    {.shape = RENDER_VOLUME_CYLINDER, .half = {0.5f, 0.4f, 0.5f}},
    {.shape = RENDER_VOLUME_CONE, .half = {0.6f, 0.5f, 0.6f}},
    {.shape = RENDER_VOLUME_CONVEX,
     .half = {0.78f, 0.78f, 0.78f},
     .center = {0.1f, -0.05f, 0.15f},
     .planes = planes,
     .plane_count = PLANES},
};

static const float transforms[][9] = {
    {1, 0, 0, 0, 1, 0, 0, 0, 1},
    {0.8f, 0.3f, -0.2f, -0.4f, 0.9f, 0.35f, 0.25f, -0.3f, 0.7f}, // sheared
    {0.36f, 0.48f, -0.8f, -1.6f, 1.2f, 0, 0.24f, 0.32f, 0.3f},   // turned, unequal scales
    {-1, 0, 0, 0, 0.7f, 0.7f, 0, -0.7f, 0.7f},                   // mirrored, and leaning
};

static void test_ids(void **state)
{
    fixture *it = *state;
    static const double eyes[][3] = {{1.4, 1.1, 1.7}, {0, 0.001, 3}, {0.05, 0.02, 0.1}, {-0.4, 2.2, -0.3}};
    static const double middle[3] = {0, 0, 0}, aside[3] = {1, 0.4, -0.8};
    const uint32_t step = test_effort(2, 1);
    for (uint32_t s = 0; s < RENDER_VOLUME_SHAPE_COUNT; s++) {
        for (size_t t = s % step; t < sizeof transforms / sizeof transforms[0]; t += step) {
            volume_case volume;
            open_case(it, &shapes[s], transforms[t], middle, &volume);
            for (int e = 0; e < 4; e++) {
                const bool inside = e == 2;
                render_frame frame = fixture_look(eyes[e], inside ? aside : middle, 1.0f, 1.0f);
                const uint32_t covered = compare(it, &volume, &frame);
                // The eye inside sees nothing else.
                assert_true(inside ? covered == SIZE * SIZE : covered > 100 && covered < SIZE * SIZE);
                frame = fixture_look_orthographic(eyes[e], inside ? aside : middle, 2.5f, 1.0f);
                assert_true(compare(it, &volume, &frame) > 100);
            }
            render_mesh_destroy(it->scene, volume.object.mesh);
            pick_volume_destroy(volume.volume);
        }
    }
}

// Depth that grows, a flipped projection, a flipped viewport that is a part of the target; near and far planes that
// cut.
static void test_views(void **state)
{
    fixture *it = *state;
    static const double eye[3] = {0.9, 0.6, 1.2}, middle[3] = {0, 0, 0};
    const uint32_t step = test_effort(3, 1);
    for (uint32_t s = 0; s < RENDER_VOLUME_SHAPE_COUNT; s++) {
        volume_case volume;
        open_case(it, &shapes[s], transforms[1], middle, &volume);
        for (uint32_t bits = s % step; bits < 32; bits += step) {
            render_frame frame =
                bits & 1 ? fixture_look_orthographic(eye, middle, 2.5f, 1) : fixture_look(eye, middle, 1, 1);
            // Planes 1.3 and 1.7 m away: before and behind the middle.
            const float near = bits & 2 ? 1.3f : 0.01f, far = bits & 4 ? 1.7f : 50.0f;
            const bool forward = bits & 8;
            const float a = forward ? far : near, b = forward ? near : far;
            frame.forward_depth = forward;
            frame.projection[10] = bits & 1 ? 1 / (b - a) : a / (b - a);
            frame.projection[14] = bits & 1 ? b / (b - a) : near * far / (b - a);
            if (bits & 16) {
                frame.viewport = (render_rect){8, SIZE - 12, SIZE - 16, -(SIZE - 16)};
                frame.projection[5] = -frame.projection[5];
            }
            (void)compare(it, &volume, &frame);
        }
        render_mesh_destroy(it->scene, volume.object.mesh);
        pick_volume_destroy(volume.volume);
    }
}

// Small and large, near and 10 000 km away from the world's origin.
static void test_sizes(void **state)
{
    fixture *it = *state;
    static const double scales[] = {1e-3, 1, 1e3}, places[] = {0, 1e7};
    for (int s = 0; s < RENDER_VOLUME_SHAPE_COUNT; s++) {
        for (int i = 0; i < 6; i++) {
            const double scale = scales[i % 3], place = places[i / 3];
            const double origin[3] = {place, -place, 0.5 * place};
            const double eye[3] = {origin[0] + 1.2 * scale, origin[1] + 0.7 * scale, origin[2] + 1.5 * scale};
            float linear[9];
            for (int k = 0; k < 9; k++)
                linear[k] = (float)scale * transforms[2][k];
            volume_case volume;
            open_case(it, &shapes[s], linear, origin, &volume);
            render_frame frame = fixture_look(eye, origin, 1.2f, 1);
            frame.projection[14] = (float)(0.05 * scale);
            assert_true(compare(it, &volume, &frame) > 100);
            render_mesh_destroy(it->scene, volume.object.mesh);
            pick_volume_destroy(volume.volume);
        }
    }
}

// Thin cones, flat ones, and an apex from so near that only it is in the picture: their quadratics cancel.
static void test_extreme_cones(void **state)
{
    fixture *it = *state;
    static const struct {
        float radius, height; // halves of the box
        double view;          // the width of the picture, around the apex
    } cases[] = {{0.5f, 0.5f, 0.02},   {0.5f, 0.5f, 0.002},   {0.02f, 0.5f, 0.1}, {0.02f, 0.5f, 0.02},
                 {0.001f, 0.5f, 0.01}, {0.001f, 0.5f, 0.002}, {0.5f, 0.01f, 1},   {0.5f, 0.001f, 0.1}};
    static const double middle[3] = {0, 0, 0}, aways[][3] = {{1, 0.2, 0.4}, {-0.3, 0.8, 0.6}, {0.7, -0.6, -0.2}};
    uint32_t covered = 0;
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        const render_volume_desc cone = {.shape = RENDER_VOLUME_CONE,
                                         .half = {cases[c].radius, cases[c].height, cases[c].radius}};
        // A little below the apex.
        const double at[3] = {0, (double)cases[c].height - 0.2 * fmin(cases[c].view, (double)cases[c].height), 0};
        volume_case volume;
        open_case(it, &cone, transforms[0], middle, &volume);
        for (int e = 0; e < 3; e++) {
            double eye[3];
            for (int i = 0; i < 3; i++)
                eye[i] = at[i] + aways[e][i];
            render_frame frame = fixture_look(eye, at, (float)cases[c].view, 1.0f);
            covered += compare(it, &volume, &frame);
            frame = fixture_look_orthographic(eye, at, (float)cases[c].view, 1.0f);
            covered += compare(it, &volume, &frame);
        }
        render_mesh_destroy(it->scene, volume.object.mesh);
        pick_volume_destroy(volume.volume);
    }
    assert_in_range(covered, 5000, 8 * 6 * SIZE * SIZE / 2);
}

// One of each shape, each in a place of its own, through each other; one is mirrored, one far from the origin.
static void test_compounds(void **state)
{
    fixture *it = *state;
    enum { PARTS = RENDER_VOLUME_SHAPE_COUNT };
    static const double places[PARTS][3] = {{0, 0, 0},      {0.5, 0.4, 0.1},  {-0.6, 0.2, 0.3},
                                            {0.1, -0.7, 0}, {-0.3, 0.5, 0.5}, {0.4, -0.2, -0.6}};
    static const double middle[3] = {0, 0, 0}, aside[3] = {1, 0.4, -0.8};
    static const double eyes[][3] = {{2.4, 1.1, 1.7}, {0, 0.001, 3.5}, {0.05, 0.02, 0.1}, {-0.4, 2.9, -0.3}};
    const uint32_t step = test_effort(2, 1);
    for (int far = 0; far < 2; far++) { // the object's origin is 1000 km from what is drawn
        render_volume_part parts[PARTS];
        pick_shape_part picked[PARTS];
        for (int i = 0; i < PARTS; i++) {
            parts[i].shape = shapes[i];
            memcpy(parts[i].linear, transforms[i % 4], sizeof parts[i].linear);
            for (int k = 0; k < 3; k++)
                parts[i].origin[k] = places[i][k] + (far ? 1e6 : 0);
            for (int k = 0; k < 9; k++)
                picked[i].local.linear[k] = (double)parts[i].linear[k];
            memcpy(&picked[i].local.origin, parts[i].origin, sizeof parts[i].origin);
            picked[i].shape = shape_of(&parts[i].shape);
        }
        const pick_shape shape = {.type = PICK_SHAPE_COMPOUND, .as.compound = {picked, PARTS}};
        const pick_volume_desc desc = {.shape = &shape, .flags = PICK_VOLUME_SURFACE};
        for (uint32_t t = 0; t < 4; t += step) {
            volume_case volume = {0};
            const float *m = far ? transforms[0] : transforms[t];
            const double origin[3] = {far ? -1e6 : 0, far ? -1e6 : 0, far ? -1e6 : 0};
            assert_int_equal(pick_volume_create(&desc, NULL, &volume.volume), PICK_OK);
            assert_int_equal(render_volume_create_compound(it->scene, NULL, parts, PARTS, &volume.object.mesh),
                             RENDER_OK);
            place_case(m, origin, &volume);
            for (int e = 0; e < 4; e++) {
                render_frame frame = fixture_look(eyes[e], e == 2 ? aside : middle, 1.0f, 1.0f);
                assert_true(compare(it, &volume, &frame) > 100);
                frame = fixture_look_orthographic(eyes[e], e == 2 ? aside : middle, 3.5f, 1.0f);
                assert_true(compare(it, &volume, &frame) > 100);
            }
            render_mesh_destroy(it->scene, volume.object.mesh);
            pick_volume_destroy(volume.volume);
        }
    }
}

// From 1000 km, as large in the picture as ever.
static void test_from_afar(void **state)
{
    fixture *it = *state;
    static const double eye[3] = {4e5, 3e5, 8.66e5}, origin[3] = {0.3, 0.2, -0.1};
    for (int s = 0; s < RENDER_VOLUME_SHAPE_COUNT; s++) {
        volume_case volume;
        open_case(it, &shapes[s], transforms[1], origin, &volume);
        const render_frame frame = fixture_look(eye, origin, 2e-6f, 1);
        assert_true(compare(it, &volume, &frame) > 400);
        render_mesh_destroy(it->scene, volume.object.mesh);
        pick_volume_destroy(volume.volume);
    }
}

static void read_picture(fixture *it, const render_frame *frame, uint8_t pixels[SIZE * SIZE * 4])
{
    render_target *target;
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    assert_int_equal(render_target_draw(target, it->scene, frame), RENDER_OK);
    assert_int_equal(render_target_read_color(target, pixels, SIZE * SIZE * 4, NULL, NULL), RENDER_OK);
    render_target_destroy(target);
}

static int difference(const uint8_t *a, const uint8_t *b, int x, int y)
{
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += abs(a[4 * (SIZE * y + x) + i] - b[4 * (SIZE * y + x) + i]);
    return sum;
}

// A faint fill and a strong contour; hidden by what is in front; its outline as that of a mesh; its tint and dimming.
static void test_picture(void **state)
{
    fixture *it = *state;
    static uint8_t without[SIZE * SIZE * 4], with[SIZE * SIZE * 4], other[SIZE * SIZE * 4];
    const render_frame frame = fixture_front_view(); // 16 pixels a metre where it looks
    render_mesh sphere;
    const render_volume_desc desc = {.shape = RENDER_VOLUME_SPHERE, .half = {1, 1, 1}};
    assert_int_equal(render_volume_create(it->scene, &desc, &sphere), RENDER_OK);
    read_picture(it, &frame, without);
    render_object object = fixture_object(sphere, 0, 0, 0);
    fixture_set(it, 0, &object);
    read_picture(it, &frame, with);
    int contour = 0, outside = 0;
    for (int x = 0; x < SIZE / 2; x++) {
        contour = contour > difference(with, without, x, 32) ? contour : difference(with, without, x, 32);
        outside += x < 12 ? difference(with, without, x, 32) : 0; // the contour is 18.5 pixels from the middle
    }
    const int fill = difference(with, without, 23, 24);
    assert_true(fill > 8 && contour > 3 * fill);
    assert_int_equal(outside, 0);
    object.flags = RENDER_OBJECT_TINT(1);
    fixture_set(it, 0, &object);
    read_picture(it, &frame, other);
    assert_true(difference(with, other, 23, 24) > 4);
    object.flags = RENDER_OBJECT_DIMMED;
    fixture_set(it, 0, &object);
    read_picture(it, &frame, other);
    assert_true(difference(other, without, 23, 24) < fill / 2);
    object.flags = RENDER_OBJECT_SELECTED;
    fixture_set(it, 0, &object);
    read_picture(it, &frame, other);
    outside = 0;
    for (int x = 0; x < 13; x++)
        outside += difference(other, without, x, 32);
    assert_true(outside > 100);
    object.flags = 0;
    fixture_set(it, 0, &object);
    render_object wall = fixture_object(fixture_cube(it->scene, 0), 0, 0, 1.6);
    fixture_scale(&wall, 9, 9, 0.1f);
    fixture_set(it, 1, &wall);
    read_picture(it, &frame, with);
    object.flags = RENDER_OBJECT_HIDDEN;
    fixture_set(it, 0, &object);
    read_picture(it, &frame, without);
    assert_memory_equal(with, without, sizeof with);
}

// A mesh in front of a volume, in it, behind it: the nearest counts, for a flat object none.
static void test_depth(void **state)
{
    fixture *it = *state;
    static render_pixel_id ids[SIZE * SIZE];
    render_target *target;
    const render_frame frame = fixture_front_view();
    const render_volume_desc desc = {.shape = RENDER_VOLUME_BOX, .half = {1, 1, 0.5f}};
    render_object volume = {0}, cube = fixture_object(fixture_cube(it->scene, 0), 0, 0, 0);
    render_mesh mesh;
    assert_int_equal(render_volume_create(it->scene, &desc, &mesh), RENDER_OK);
    volume = fixture_object(mesh, 0, 0, 0);
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    fixture_scale(&cube, 0.5f, 0.5f, 0.5f);
    for (int i = 0; i < 4; i++) {
        cube.origin[2] = i == 0 ? 0.6 : i == 1 ? 0 : -0.9;
        if (i == 3)
            fixture_scale(&volume, 1, 0, 1);
        fixture_set(it, 0, &volume);
        fixture_set(it, 1, &cube);
        assert_int_equal(render_target_draw_ids(target, it->scene, &frame, ids, SIZE * SIZE), RENDER_OK);
        assert_int_equal(ids[SIZE * 32 + 32].object, i == 0 || i == 3 ? 2 : 1);
    }
    render_target_destroy(target);
}

static bool is_drawn(fixture *it, render_mesh mesh, const render_frame *frame)
{
    static render_pixel_id ids[SIZE * SIZE];
    render_target *target;
    const render_object object = fixture_object(mesh, 0, 0, 0);
    fixture_set(it, 0, &object);
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    assert_int_equal(render_target_draw_ids(target, it->scene, frame, ids, SIZE * SIZE), RENDER_OK);
    render_target_destroy(target);
    return ids[SIZE * 32 + 32].object != 0;
}

// Places of planes are used again, and those of others stay as they are while the table grows.
static void test_planes(void **state)
{
    fixture *it = *state;
    enum { MANY = 40 };
    static const float box[6][4] = {{1, 0, 0, 0.5f},  {-1, 0, 0, 0.5f}, {0, 1, 0, 0.5f},
                                    {0, -1, 0, 0.5f}, {0, 0, 1, 0.5f},  {0, 0, -1, 0.5f}};
    static const float cut[7][4] = {{1, 0, 0, 0.5f}, {-1, 0, 0, 0.5f}, {0, 1, 0, 0.5f}, {0, -1, 0, 0.5f},
                                    {0, 0, 1, 0.5f}, {0, 0, -1, 0.5f}, {1, 0, 0, -0.2f}}; // leaves the middle out
    const render_volume_desc whole = {
        .shape = RENDER_VOLUME_CONVEX, .half = {0.5f, 0.5f, 0.5f}, .planes = box, .plane_count = 6};
    const render_volume_desc part = {
        .shape = RENDER_VOLUME_CONVEX, .half = {0.5f, 0.5f, 0.5f}, .planes = cut, .plane_count = 7};
    const render_frame frame = fixture_front_view();
    render_mesh meshes[MANY];
    for (int i = 0; i < MANY; i++)
        assert_int_equal(render_volume_create(it->scene, i % 2 == 0 ? &whole : &part, &meshes[i]), RENDER_OK);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < MANY; i++)
            assert_true(is_drawn(it, meshes[i], &frame) == (i % 2 == round));
        for (int i = 0; i < MANY; i++) { // each gives way to one of the other kind
            render_mesh_destroy(it->scene, meshes[i]);
            assert_int_equal(render_volume_create(it->scene, (i + round) % 2 == 1 ? &whole : &part, &meshes[i]),
                             RENDER_OK);
        }
    }
    // New ones in the gaps between the others.
    for (int i = 0; i < MANY; i += 2)
        render_mesh_destroy(it->scene, meshes[i]);
    for (int i = 0; i < MANY; i += 2)
        assert_int_equal(render_volume_create(it->scene, &whole, &meshes[i]), RENDER_OK);
    for (int i = 0; i < MANY; i++)
        assert_true(is_drawn(it, meshes[i], &frame) == (i % 2 == 0));
}

// Frames that show both sides of surfaces show volumes as ever.
static void test_both_sides(void **state)
{
    fixture *it = *state;
    static uint8_t one[4 * SIZE * SIZE], both[4 * SIZE * SIZE];
    render_object object = {.linear = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    render_frame frame = fixture_front_view();
    assert_int_equal(render_volume_create(it->scene, &shapes[0], &object.mesh), RENDER_OK);
    fixture_set(it, 0, &object);
    read_picture(it, &frame, one);
    frame.both_sides = true;
    read_picture(it, &frame, both);
    assert_memory_equal(one, both, sizeof one);
}

static void test_invalid(void **state)
{
    fixture *it = *state;
    static const float long_normal[4][4] = {
        {1, 0, 0, 1}, {-1, 0, 0, 1}, {0, 1, 0, 1}, {0, 2, 0, 1}}; // not open: nobody looks
    static const float not_finite[4][4] = {{1, 0, 0, 1}, {-1, 0, 0, 1}, {0, 1, 0, 1}, {0, -1, 0, NAN}};
    static const render_volume_desc convex[] = {
        {.shape = RENDER_VOLUME_CONVEX, .half = {1, 1, 1}},
        {.shape = RENDER_VOLUME_CONVEX, .half = {1, 1, 1}, .planes = planes, .plane_count = 3},
        {.shape = RENDER_VOLUME_CONVEX, .half = {1, 1, 1}, .planes = planes, .plane_count = RENDER_VOLUME_PLANES + 1},
        {.shape = RENDER_VOLUME_CONVEX, .half = {1, 1, 1}, .planes = long_normal, .plane_count = 4},
        {.shape = RENDER_VOLUME_CONVEX, .half = {1, 1, 1}, .planes = not_finite, .plane_count = 4},
        {.shape = RENDER_VOLUME_CONVEX, .half = {1, 0, 1}, .planes = planes, .plane_count = PLANES},
        {.shape = RENDER_VOLUME_CONVEX,
         .half = {1, 1, 1},
         .center = {0, INFINITY, 0},
         .planes = planes,
         .plane_count = PLANES}};
    for (size_t i = 0; i < sizeof convex / sizeof convex[0]; i++) {
        render_mesh mesh = 5;
        assert_int_equal(render_volume_create(it->scene, &convex[i], &mesh), RENDER_ERROR_INVALID_ARGUMENT);
        assert_int_equal(mesh, 0);
    }
    static const render_volume_desc wrong[] = {
        {.shape = RENDER_VOLUME_SHAPE_COUNT, .half = {1, 1, 1}}, {.shape = RENDER_VOLUME_BOX, .half = {1, 0, 1}},
        {.shape = RENDER_VOLUME_BOX, .half = {1, -1, 1}},        {.shape = RENDER_VOLUME_BOX, .half = {1, NAN, 1}},
        {.shape = RENDER_VOLUME_BOX, .half = {1, INFINITY, 1}},  {.shape = RENDER_VOLUME_SPHERE, .half = {1, 2, 1}},
        {.shape = RENDER_VOLUME_CAPSULE, .half = {1, 0.9f, 1}},  {.shape = RENDER_VOLUME_CYLINDER, .half = {1, 1, 2}},
        {.shape = RENDER_VOLUME_CONE, .half = {1, 1, 2}}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        render_mesh mesh = 5;
        assert_int_equal(render_volume_create(it->scene, &wrong[i], &mesh), RENDER_ERROR_INVALID_ARGUMENT);
        assert_int_equal(mesh, 0);
    }
    render_mesh mesh;
    assert_int_equal(render_volume_create(it->scene, &shapes[0], NULL), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_volume_create(it->scene, NULL, &mesh), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_volume_create(NULL, &shapes[0], &mesh), RENDER_ERROR_INVALID_ARGUMENT);
}

static void test_invalid_compounds(void **state)
{
    fixture *it = *state;
    render_volume_part parts[RENDER_VOLUME_PARTS + 1];
    const render_volume_part box = {.shape = shapes[0], .linear = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k <= RENDER_VOLUME_PARTS; k++)
            parts[k] = box;
        parts[1].shape = i == 2 ? (render_volume_desc){.shape = RENDER_VOLUME_SPHERE, .half = {1, 2, 1}} : shapes[0];
        parts[1].linear[4] = i == 3 ? NAN : 1;
        parts[1].origin[2] = i == 4 ? (double)INFINITY : 0;
        parts[1].origin[1] = i == 5 ? 2e18 : 0;
        const uint32_t count = i == 0 ? 0 : i == 1 ? RENDER_VOLUME_PARTS + 1 : 2;
        render_mesh mesh = 5;
        assert_int_equal(render_volume_create_compound(it->scene, "no", parts, count, &mesh),
                         RENDER_ERROR_INVALID_ARGUMENT);
        assert_int_equal(mesh, 0);
    }
    render_mesh mesh;
    parts[1] = box;
    assert_int_equal(render_volume_create_compound(it->scene, "no", NULL, 2, &mesh), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_volume_create_compound(it->scene, "no", parts, 2, NULL), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_volume_create_compound(NULL, "no", parts, 2, &mesh), RENDER_ERROR_INVALID_ARGUMENT);
    // Neither a flat part nor a flat object is drawn; what else there is is.
    static const double middle[3] = {0, 0, 0};
    volume_case volume = {0};
    parts[0].linear[0] = parts[0].linear[4] = 2;
    parts[0].linear[8] = 0;
    const pick_shape_part picked = {PICK_AFFINE_IDENTITY, shape_of(&shapes[0])};
    const pick_shape shape = {.type = PICK_SHAPE_COMPOUND, .as.compound = {&picked, 1}};
    const pick_volume_desc desc = {.shape = &shape, .flags = PICK_VOLUME_SURFACE};
    assert_int_equal(pick_volume_create(&desc, NULL, &volume.volume), PICK_OK);
    assert_int_equal(render_volume_create_compound(it->scene, NULL, parts, 2, &volume.object.mesh), RENDER_OK);
    place_case(transforms[0], middle, &volume);
    const render_frame frame = fixture_front_view();
    uint32_t first_part = 0;
    static render_pixel_id ids[SIZE * SIZE];
    render_target *target;
    fixture_set(it, 0, &volume.object);
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    assert_int_equal(render_target_draw_ids(target, it->scene, &frame, ids, SIZE * SIZE), RENDER_OK);
    render_target_destroy(target);
    for (int i = 0; i < SIZE * SIZE; i++)
        first_part += ids[i].object != 0 && ids[i].triangle == 0;
    assert_int_equal(first_part, 0);
    assert_true(ids[SIZE * 32 + 32].object == 1 && ids[SIZE * 32 + 32].triangle == 1);
    render_mesh_destroy(it->scene, volume.object.mesh);
    pick_volume_destroy(volume.volume);
}

int main(void)
{
    if (!fixture_has_driver())
        return 77;
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_ids),           FIXTURE_TEST(test_views),      FIXTURE_TEST(test_sizes),
        FIXTURE_TEST(test_extreme_cones), FIXTURE_TEST(test_picture),    FIXTURE_TEST(test_depth),
        FIXTURE_TEST(test_planes),        FIXTURE_TEST(test_both_sides), FIXTURE_TEST(test_invalid),
        FIXTURE_TEST(test_compounds),     FIXTURE_TEST(test_from_afar),  FIXTURE_TEST(test_invalid_compounds),
    };
    return cmocka_run_group_tests(tests, NULL, fixture_finish);
}

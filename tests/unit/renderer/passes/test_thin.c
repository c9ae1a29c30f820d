// Points and lines: the ID image against picking, what they look like, bad descriptions.
#include "fixture.h"

#include "effort.h"
#include "picking/picking.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIZE = 64, POSITIONS = 24, CHAINS = 4 };

static const double REACH = 1.0 / 256; // pixels: how far from a border both may differ
static const double JOINT = 5e-3;      // how far along its tube is as near to the eye as the joint, but for rounding

// Four chains of six positions, the second with one that is not finite, the fourth with two that are equal.
static void fill_positions(float positions[3 * POSITIONS])
{
    uint32_t state = 12345;
    for (int i = 0; i < 3 * POSITIONS; i++) {
        state = state * 1664525u + 1013904223u;
        positions[i] = (float)(state >> 8) / (float)(1 << 24) - 0.5f;
    }
    positions[3 * 8 + 1] = NAN;
    memcpy(positions + 3 * 20, positions + 3 * 21, 3 * sizeof *positions);
}

static const uint32_t counts[CHAINS] = {6, 6, 6, 6};

typedef struct thin_case {
    render_object object;
    pick_thin *thin;
    bool on_screen;
} thin_case;

static void open_thin(fixture *it, const float *positions, bool lines, bool on_screen, double radius,
                      const float *linear, thin_case *out)
{
    const render_thin_desc desc = {.name = "case",
                                   .kind = lines ? RENDER_THIN_LINES : RENDER_THIN_POINTS,
                                   .positions = positions,
                                   .position_count = POSITIONS,
                                   .counts = counts,
                                   .chain_count = CHAINS,
                                   .radius = radius,
                                   .unit = on_screen ? RENDER_THIN_ON_SCREEN : RENDER_THIN_IN_SPACE};
    *out = (thin_case){.on_screen = on_screen};
    assert_int_equal(render_thin_create(it->scene, &desc, &out->object.mesh), RENDER_OK);
    memcpy(out->object.linear, linear, sizeof out->object.linear);
    const pick_thin_unit unit = on_screen ? PICK_THIN_ON_SCREEN : PICK_THIN_IN_SPACE;
    const pick_points_desc points = {.positions = positions, .count = POSITIONS, .radius = radius, .unit = unit};
    const pick_curves_desc curves = {.positions = positions,
                                     .position_count = POSITIONS,
                                     .counts = counts,
                                     .curve_count = CHAINS,
                                     .radius = radius,
                                     .unit = unit};
    assert_int_equal(
        lines ? pick_curves_create(&curves, NULL, &out->thin) : pick_points_create(&points, NULL, &out->thin), PICK_OK);
}

static void close_thin(fixture *it, thin_case *thin)
{
    render_mesh_destroy(it->scene, thin->object.mesh);
    pick_thin_destroy(thin->thin);
}

static bool find(const thin_case *thin, const pick_view *view, double x, double y, pick_thin_hit *hit)
{
    pick_transform transform;
    memcpy(transform.linear, thin->object.linear, sizeof transform.linear);
    memcpy(&transform.origin, thin->object.origin, sizeof transform.origin);
    const pick_ray ray = pick_view_ray(view, (pick_vec2){x, y});
    return thin->on_screen ? pick_thin_in_window(thin->thin, &transform, view, (pick_vec2){x, y}, 0, hit)
                           : pick_thin_closest(thin->thin, &transform, &ray, hit);
}

// Whether picking finds that element at a position; UINT32_MAX: none. At a joint, a ball that two segments share and
// that their tubes touch, either may be found.
static bool finds(const thin_case *thin, const pick_view *view, double x, double y, uint32_t part)
{
    pick_thin_hit hit;
    if (!find(thin, view, x, y, &hit))
        return part == UINT32_MAX;
    // The near plane cuts segments at one depth.
    if (thin->on_screen && part != UINT32_MAX && fabs(hit.depth - view->near_distance) < 1e-9)
        return true;
    // One of the segments has no length: the joint is that of its neighbours, too.
    return hit.part == part || (hit.part > part && hit.part <= part + 2 && hit.along < JOINT) ||
           (hit.part < part && part <= hit.part + 2 && hit.along > 1 - JOINT);
}
static pick_view view_of(const render_frame *frame)
{
    const render_rect *rect = &frame->viewport;
    pick_plane section[RENDER_SECTION_PLANES];
    for (uint32_t i = 0; i < frame->section_count; i++) {
        const render_plane *plane = &frame->section[i];
        section[i] = (pick_plane){{plane->normal[0], plane->normal[1], plane->normal[2]}, plane->offset};
    }
    const pick_view_desc desc = {.projection = frame->projection,
                                 .view = frame->view,
                                 .eye = {frame->eye[0], frame->eye[1], frame->eye[2]},
                                 .viewport = {(double)rect->x, (double)rect->y,
                                              rect->width == 0 ? SIZE : (double)rect->width,
                                              rect->width == 0 ? SIZE : (double)rect->height}};
    pick_view view;
    assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
    assert_int_equal(pick_view_set_section(&view, section, frame->section_count), PICK_OK);
    return view;
}

// Draws the case alone, and compares. Returns how many pixels show it.
static uint32_t compare(fixture *it, const thin_case *thin, const render_frame *frame)
{
    render_target *target;
    static render_pixel_id ids[SIZE * SIZE];
    fixture_set(it, 0, &thin->object);
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    assert_int_equal(render_target_draw_ids(target, it->scene, frame, ids, SIZE * SIZE), RENDER_OK);
    render_target_destroy(target);
    const pick_view view = view_of(frame);
    const double left = (double)frame->viewport.x,
                 top = (double)fminf(frame->viewport.y, frame->viewport.y + frame->viewport.height);
    uint32_t covered = 0, wrong = 0, border = 0;
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            const render_pixel_id *pixel = &ids[SIZE * y + x];
            const bool outside =
                frame->viewport.width > 0 && (x < left || y < top || x >= left + (double)frame->viewport.width ||
                                              y >= top + fabs((double)frame->viewport.height));
            const uint32_t drawn = pixel->object != 0 ? pixel->triangle : UINT32_MAX;
            covered += pixel->object != 0;
            assert_true(pixel->object <= 1);
            if (outside) {
                assert_int_equal(pixel->object, 0);
                continue;
            }
            if (finds(thin, &view, x + 0.5, y + 0.5, drawn))
                continue;
            bool is_border = false;
            for (int i = 0; i < 9; i++)
                is_border |= finds(thin, &view, x + 0.5 + REACH * (i % 3 - 1), y + 0.5 + REACH * (i / 3 - 1), drawn);
            border += is_border;
            wrong += !is_border;
            pick_thin_hit hit = {.part = UINT32_MAX};
            (void)find(thin, &view, x + 0.5, y + 0.5, &hit);
            if (!is_border)
                print_error("pixel %d,%d: element %u drawn, %u picked, %g along\n", x, y, drawn, hit.part, hit.along);
        }
    }
    assert_int_equal(wrong, 0);
    assert_true(border < SIZE / 8);
    return covered;
}

static const float transforms[][9] = {
    {1, 0, 0, 0, 1, 0, 0, 0, 1},
    {0.8f, 0.3f, -0.2f, -0.4f, 0.9f, 0.35f, 0.25f, -0.3f, 0.7f}, // sheared
    {0.36f, 0.48f, -0.8f, -1.6f, 1.2f, 0, 0.24f, 0.32f, 0.3f},   // turned, unequal scales
    {-1, 0, 0, 0, 0.7f, 0.7f, 0, -0.7f, 0.7f},                   // mirrored, and leaning
};

enum { FORMS = 4 }; // points and lines, in space and on screen

static void open_form(fixture *it, int form, const float *linear, double scale, thin_case *out)
{
    static const double radii[FORMS] = {0.08, 0.03, 3.3, 1.7};
    float positions[3 * POSITIONS];
    fill_positions(positions);
    open_thin(it, positions, form & 1, form & 2, form & 2 ? radii[form] : scale * radii[form], linear, out);
}

// From outside, from within, from in between the elements.
static void test_thin_ids(void **state)
{
    fixture *it = *state;
    static const double eyes[][3] = {{1.0, 0.8, 1.2}, {0, 0.001, 1.6}, {0.05, 0.02, 0.1}, {-0.3, 1.4, -0.3}};
    static const double middle[3] = {0, 0, 0}, aside[3] = {1, 0.4, -0.8};
    for (int form = 0; form < FORMS; form++) {
        for (size_t t = 0; t < sizeof transforms / sizeof transforms[0]; t++) {
            thin_case thin;
            uint32_t total = 0;
            open_form(it, form, transforms[t], 1, &thin);
            for (int e = (int)t; e < 4; e += (int)test_effort(3, 1)) {
                const double *at = e == 2 ? aside : middle;
                render_frame frame = fixture_look(eyes[e], at, 1.0f, 1.0f);
                total += compare(it, &thin, &frame);
                frame = fixture_look_orthographic(eyes[e], at, 1.5f, 1.0f);
                total += compare(it, &thin, &frame);
            }
            assert_true(total > 300 && total < 7 * SIZE * SIZE);
            close_thin(it, &thin);
        }
    }
}

// Depth that grows, a flipped projection, a flipped viewport that is a part of the target; near and far planes and
// sections that cut.
static void test_thin_views(void **state)
{
    fixture *it = *state;
    static const double eye[3] = {0.9, 0.6, 1.2}, middle[3] = {0, 0, 0};
    static const render_plane section[2] = {{{0.6, 0, 0.8}, 0.05}, {{0, 1, 0}, 0.1}};
    for (int form = 0; form < FORMS; form++) {
        thin_case thin;
        open_form(it, form, transforms[1], 1, &thin);
        for (int bits = form; bits < 64; bits += (int)test_effort(5, 1)) {
            render_frame frame =
                bits & 1 ? fixture_look_orthographic(eye, middle, 1.5f, 1) : fixture_look(eye, middle, 1, 1);
            // Planes 1.4 and 1.75 m away: before and behind the middle.
            const float near = bits & 2 ? 1.4f : 0.01f, far = bits & 4 ? 1.75f : 50.0f;
            const bool forward = bits & 8;
            const float a = forward ? far : near, b = forward ? near : far;
            frame.forward_depth = forward;
            frame.projection[10] = bits & 1 ? 1 / (b - a) : a / (b - a);
            frame.projection[14] = bits & 1 ? b / (b - a) : near * far / (b - a);
            if (bits & 16) {
                frame.viewport = (render_rect){8, SIZE - 12, SIZE - 16, -(SIZE - 16)};
                frame.projection[5] = -frame.projection[5];
            }
            if (bits & 32) {
                frame.section_count = 2;
                memcpy(frame.section, section, sizeof section);
            }
            assert_true(compare(it, &thin, &frame) > 10);
        }
        close_thin(it, &thin);
    }
}

// Small and large, near and 10 000 km away from the world's origin.
static void test_thin_sizes(void **state)
{
    fixture *it = *state;
    static const double scales[] = {1e-3, 1, 1e3}, places[] = {0, 1e7};
    for (int form = 0; form < FORMS; form++) {
        for (int i = form % 3; i < 6; i += (int)test_effort(3, 1)) {
            const double scale = scales[i % 3], place = places[i / 3];
            const double origin[3] = {place, -place, 0.5 * place};
            const double eye[3] = {origin[0] + 0.9 * scale, origin[1] + 0.5 * scale, origin[2] + 1.1 * scale};
            float linear[9];
            for (int k = 0; k < 9; k++)
                linear[k] = (float)scale * transforms[2][k];
            thin_case thin;
            open_form(it, form, linear, 1, &thin);
            memcpy(thin.object.origin, origin, sizeof origin);
            render_frame frame = fixture_look(eye, origin, 1.0f, 1);
            frame.projection[14] = (float)(0.05 * scale);
            assert_true(compare(it, &thin, &frame) > 50);
            close_thin(it, &thin);
        }
    }
}

// Cables kilometres long that pass the eye at a metre: their ends are far off, their middles near.
static void test_thin_long(void **state)
{
    fixture *it = *state;
    float positions[3 * POSITIONS];
    static const double eye[3] = {0.3, 0.2, 0.1}, ahead[3] = {1, 0.3, -0.4};
    uint32_t number = 99, total = 0;
    for (int i = 0; i < POSITIONS; i += 2) {
        double middle[3], way[3];
        for (int k = 0; k < 3; k++) {
            number = number * 1664525u + 1013904223u;
            way[k] = (double)(number >> 8) / (1 << 24) - 0.5;
            number = number * 1664525u + 1013904223u;
            middle[k] = eye[k] + ahead[k] + 1.2 * ((double)(number >> 8) / (1 << 24) - 0.5);
        }
        for (int k = 0; k < 3; k++) {
            positions[3 * i + k] = (float)(middle[k] - 20e3 * way[k]);
            positions[3 * i + 3 + k] = (float)(middle[k] + 20e3 * way[k]);
        }
    }
    for (int form = 0; form < 2; form++) {
        thin_case thin;
        open_thin(it, positions, true, form, form ? 1.5 : 0.02, transforms[0], &thin);
        render_frame frame = fixture_look(eye, ahead, 1.0f, 1.0f);
        total += compare(it, &thin, &frame);
        frame = fixture_look_orthographic(eye, ahead, 2.0f, 1.0f);
        total += compare(it, &thin, &frame);
        close_thin(it, &thin);
    }
    assert_true(total > 500);
}

static void draw_ids(fixture *it, const render_frame *frame, render_pixel_id ids[SIZE * SIZE])
{
    render_target *target;
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    assert_int_equal(render_target_draw_ids(target, it->scene, frame, ids, SIZE * SIZE), RENDER_OK);
    render_target_destroy(target);
}

static render_mesh make(fixture *it, const render_thin_desc *desc)
{
    render_mesh mesh;
    assert_int_equal(render_thin_create(it->scene, desc, &mesh), RENDER_OK);
    return mesh;
}

// The caller's numbers, and several sets in one page; several objects with one set; elements that are not there.
static void test_thin_numbers(void **state)
{
    fixture *it = *state;
    static render_pixel_id ids[SIZE * SIZE];
    static const float places[15] = {-1.5f, 0, 0, -0.5f, 0, 0, 0.5f, 0, 0, 1.5f, 0, 0, 0.5f, 1, 0};
    static const uint32_t numbers[5] = {70, 71, 72, 0xffffffff, 99}, two[2] = {2, 3}, one[3] = {1, 3, 1};
    const render_frame frame = fixture_front_view(); // 16 pixels a metre where it looks; the middle is pixel 32
    render_thin_desc desc = {.positions = places, .position_count = 5, .numbers = numbers, .radius = 0.2};
    const render_object points = fixture_object(make(it, &desc), 0, 0, 0);
    desc.kind = RENDER_THIN_LINES;
    desc.counts = two;
    desc.chain_count = 2;
    const render_mesh both = make(it, &desc);
    const render_object lines[2] = {fixture_object(both, 0, -1, 0), fixture_object(both, 0, 1.2, 0)};
    desc.counts = one;
    desc.chain_count = 3;
    desc.numbers = NULL;
    desc.radius = 2;
    desc.unit = RENDER_THIN_ON_SCREEN;
    const render_object others = fixture_object(make(it, &desc), 0, -1.6, 0);
    fixture_set(it, 3, &points);
    fixture_set(it, 4, &lines[0]);
    fixture_set(it, 5, &lines[1]);
    fixture_set(it, 6, &others);
    draw_ids(it, &frame, ids);
    static const struct {
        int x, y;
        uint32_t object, element;
    } expected[] = {{8, 31, 4, 70},  {24, 31, 4, 71},         {40, 31, 4, 72}, {56, 31, 4, 0xffffffff},
                    {40, 16, 4, 99}, {16, 31, 0, 0},          {16, 48, 5, 70}, {32, 48, 0, 0},
                    {48, 48, 5, 72}, {48, 40, 5, 0xffffffff}, {16, 12, 6, 70}, {48, 12, 6, 72},
                    {16, 57, 0, 0},  {32, 57, 7, 0},          {48, 57, 7, 1},  {48, 49, 5, 72}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const render_pixel_id *id = &ids[SIZE * expected[i].y + expected[i].x];
        if (id->object != expected[i].object || (id->object != 0 && id->triangle != expected[i].element))
            fail_msg("pixel %d, %d: object %u, element %u", expected[i].x, expected[i].y, id->object, id->triangle);
    }
    // Once destroyed it is gone, and the memory that it leaves serves others.
    render_mesh_destroy(it->scene, points.mesh);
    desc = (render_thin_desc){.positions = places, .position_count = 1, .radius = 0.2};
    const render_object again = fixture_object(make(it, &desc), 0, 0, 0);
    fixture_set(it, 7, &again);
    draw_ids(it, &frame, ids);
    assert_int_equal(ids[SIZE * 31 + 24].object, 0);
    assert_int_equal(ids[SIZE * 31 + 8].object, 8);
}

static void read_thin_picture(fixture *it, const render_frame *frame, uint8_t pixels[SIZE * SIZE * 4])
{
    render_target *target;
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &target), RENDER_OK);
    assert_int_equal(render_target_draw(target, it->scene, frame), RENDER_OK);
    assert_int_equal(render_target_read_color(target, pixels, SIZE * SIZE * 4, NULL, NULL), RENDER_OK);
    render_target_destroy(target);
}

static uint32_t count_changed(const uint8_t *a, const uint8_t *b)
{
    uint32_t count = 0;
    for (int i = 0; i < SIZE * SIZE; i++)
        count += memcmp(a + 4 * i, b + 4 * i, 3) != 0;
    return count;
}

static void expect_color(const uint8_t *pixels, int x, int y, int r, int g, int b)
{
    const uint8_t *p = pixels + 4 * (SIZE * y + x);
    if (abs(p[0] - r) > 3 || abs(p[1] - g) > 3 || abs(p[2] - b) > 3)
        fail_msg("pixel %d, %d: %d %d %d, not %d %d %d", x, y, p[0], p[1], p[2], r, g, b);
}

// Colours run along lines; the material multiplies them; dimming; what is thinner than a pixel is a pixel wide.
static void test_thin_colors(void **state)
{
    fixture *it = *state;
    static uint8_t without[SIZE * SIZE * 4], with[SIZE * SIZE * 4], other[SIZE * SIZE * 4];
    static render_pixel_id ids[SIZE * SIZE];
    static const float places[6] = {-1.5f, 0, 0, 1.5f, 0, 0}, colors[8] = {1, 0, 0, 0, 0, 0.5f, 0, 1};
    const render_frame frame = fixture_front_view();
    read_thin_picture(it, &frame, without);
    render_thin_desc desc = {.kind = RENDER_THIN_LINES,
                             .positions = places,
                             .colors = colors,
                             .position_count = 2,
                             .radius = 3,
                             .unit = RENDER_THIN_ON_SCREEN};
    render_object object = fixture_object(make(it, &desc), 0, 0, 0);
    fixture_set(it, 0, &object);
    read_thin_picture(it, &frame, with);
    // The default material is (0.8, 0.8, 0.8) of light; sRGB in the picture.
    const uint8_t *start = with + 4 * (SIZE * 32 + 6), *end = with + 4 * (SIZE * 32 + 57);
    assert_true(start[0] > 200 && start[1] < 5 && start[2] < 5);
    assert_true(end[0] < 5 && end[1] > 140 && end[1] < 190 && end[2] < 5);
    desc.material = fixture_material(it->scene, 0.5f, 0.5f, 0.5f);
    object.mesh = make(it, &desc);
    fixture_set(it, 0, &object);
    read_thin_picture(it, &frame, with);
    expect_color(with, 6, 32, 188, 0, 0);   // 0.5
    expect_color(with, 32, 32, 137, 99, 0); // 0.25, 0.125
    expect_color(with, 57, 32, 0, 137, 0);
    object.flags = RENDER_OBJECT_DIMMED;
    fixture_set(it, 0, &object);
    read_thin_picture(it, &frame, other);
    assert_true(other[4 * (SIZE * 32 + 6)] < 130);
    assert_int_equal(count_changed(with, other), count_changed(with, without));

    desc.radius = 0;
    object = fixture_object(make(it, &desc), 0, 1.0 / 32, 0); // through the middles of pixels
    fixture_set(it, 0, &object);
    read_thin_picture(it, &frame, other);
    assert_true(count_changed(other, without) >= 48 && count_changed(other, without) <= 2 * 50);
    draw_ids(it, &frame, ids);
    for (int i = 0; i < SIZE * SIZE; i++)
        assert_int_equal(ids[i].object, 0);
}

// Balls and tubes are lit, on the side of the light; clay and unlit shading.
static void test_thin_shading(void **state)
{
    fixture *it = *state;
    static uint8_t lit[SIZE * SIZE * 4], plain[SIZE * SIZE * 4], mesh[SIZE * SIZE * 4];
    static const float place[3] = {0, 0, 0};
    const render_material material = fixture_material(it->scene, 0.5f, 0.3f, 0.1f);
    const render_thin_desc desc = {.positions = place, .position_count = 1, .radius = 0.5, .material = material};
    render_object object = fixture_object(make(it, &desc), 0, 0, 0);
    render_object sphere = fixture_object(fixture_sphere(it->scene, material, 64, true), 0, 0, 0);
    static const float turned[9] = {1.2f, 1.6f, 0, -0.8f, 0.6f, 0, 0, 0, 1.5f}; // unequal scales
    memcpy(object.linear, turned, sizeof turned);
    memcpy(sphere.linear, turned, sizeof turned);
    render_frame frame = fixture_front_view();
    for (int shading = RENDER_SHADING_LIT; shading <= RENDER_SHADING_CLAY; shading++) {
        frame.shading = (render_shading)shading;
        fixture_set(it, 0, &object);
        read_thin_picture(it, &frame, lit);
        fixture_set(it, 0, &sphere);
        read_thin_picture(it, &frame, mesh);
        // It looks as a mesh of the same shape does, but for facets. The contour has other samples.
        uint32_t different = 0, inside = 0;
        for (int y = 1; y < SIZE - 1; y++) {
            for (int x = 1; x < SIZE - 1; x++) {
                bool is_inside = true;
                for (int k = 0; k < 9; k++) {
                    const int i = 4 * (SIZE * (y + k / 3 - 1) + x + k % 3 - 1);
                    is_inside = is_inside && lit[i] > 120 && mesh[i] > 120;
                }
                const uint8_t *a = lit + 4 * (SIZE * y + x), *b = mesh + 4 * (SIZE * y + x);
                different += is_inside && abs(a[0] - b[0]) + abs(a[1] - b[1]) + abs(a[2] - b[2]) > 12;
                inside += is_inside;
            }
        }
        assert_true(inside > 150);
        assert_int_equal(different, 0);
        if (shading == RENDER_SHADING_LIT)
            memcpy(plain, lit, sizeof plain);
        else
            assert_true(count_changed(plain, lit) > 200);
    }
}

// Meshes and elements hide each other, in the IDs and in the picture, also in wireframe.
static void test_thin_depth(void **state)
{
    fixture *it = *state;
    static render_pixel_id ids[SIZE * SIZE];
    static uint8_t near[SIZE * SIZE * 4], far[SIZE * SIZE * 4], alone[SIZE * SIZE * 4];
    static const float places[6] = {-1.5f, 0, 0, 1.5f, 0, 0};
    render_frame frame = fixture_front_view();
    for (int unit = 0; unit < 2; unit++) {
        const render_thin_desc desc = {.kind = RENDER_THIN_LINES,
                                       .positions = places,
                                       .position_count = 2,
                                       .radius = unit ? 3 : 0.2,
                                       .unit = unit ? RENDER_THIN_ON_SCREEN : RENDER_THIN_IN_SPACE};
        render_object line = fixture_object(make(it, &desc), 0, 0, 0);
        render_object wall =
            fixture_object(fixture_quad(it->scene, fixture_material(it->scene, 0.5f, 0.1f, 0.1f)), 0, 0, -0.3);
        for (int i = 0; i < 2; i++) {
            frame.wireframe = i;
            render_object nothing = {0};
            fixture_set(it, 0, &nothing);
            fixture_set(it, 1, &wall);
            read_thin_picture(it, &frame, alone);
            fixture_set(it, 0, &line);
            read_thin_picture(it, &frame, near);
            draw_ids(it, &frame, ids);
            assert_int_equal(ids[SIZE * 32 + 32].object, 1);
            wall.origin[2] = 0.3;
            fixture_set(it, 1, &wall);
            fixture_set(it, 0, &nothing);
            read_thin_picture(it, &frame, far);
            fixture_set(it, 0, &line);
            draw_ids(it, &frame, ids);
            assert_int_equal(ids[SIZE * 32 + 32].object, 2);
            assert_int_equal(ids[SIZE * 32 + 12].object, 1);
            assert_true(memcmp(near + 4 * (SIZE * 33 + 30), alone + 4 * (SIZE * 33 + 30), 3) != 0);
            read_thin_picture(it, &frame, near);
            assert_memory_equal(near + 4 * (SIZE * 33 + 30), far + 4 * (SIZE * 33 + 30), 3);
            wall.origin[2] = -0.3;
        }
    }
}

// The outline surrounds the element, also of an object whose middle is out of view.
static void test_thin_outline(void **state)
{
    fixture *it = *state;
    static uint8_t without[SIZE * SIZE * 4], with[SIZE * SIZE * 4];
    static const float places[6] = {-1.5f, 0, 0, 1.5f, 0, 0};
    const render_frame frame = fixture_front_view();
    for (int unit = 0; unit < 2; unit++) {
        const render_thin_desc desc = {.kind = RENDER_THIN_LINES,
                                       .positions = places,
                                       .position_count = 2,
                                       .radius = unit ? 6 : 0.375, // 6 pixels, too
                                       .unit = unit ? RENDER_THIN_ON_SCREEN : RENDER_THIN_IN_SPACE};
        render_object line = fixture_object(make(it, &desc), 0, 0, 0);
        for (int i = 0; i < 2; i++) {
            line.origin[1] = i ? 2.2 : 0; // 3 pixels above the view
            line.flags = 0;
            fixture_set(it, 0, &line);
            read_thin_picture(it, &frame, without);
            line.flags = RENDER_OBJECT_SELECTED;
            fixture_set(it, 0, &line);
            read_thin_picture(it, &frame, with);
            // The line ends in row 38, or in row 3.
            int first = SIZE, last = -1;
            for (int y = i ? 0 : 32; y < SIZE; y++) {
                if (memcmp(with + 4 * (SIZE * y + 30), without + 4 * (SIZE * y + 30), 3) == 0)
                    continue;
                first = first < y ? first : y;
                last = y;
            }
            assert_true(i ? first >= 2 && first <= 5 : first >= 37 && first <= 39);
            assert_in_range(last, first + 2, first + 4);
        }
    }
}

// The outline of a point, whose box has no size, is whole; one of a page and material with a mesh is drawn as what it
// is; a flat object shows nothing.
static void test_thin_alone(void **state)
{
    fixture *it = *state;
    static uint8_t without[SIZE * SIZE * 4], with[SIZE * SIZE * 4];
    static render_pixel_id ids[SIZE * SIZE];
    static const float place[3] = {0, 0, 0}, corners[9] = {-1.5f, -1.5f, 0, -0.5f, -1.5f, 0, -1, -0.5f, 0};
    static const uint32_t indices[3] = {0, 1, 2};
    const render_frame frame = fixture_front_view();
    const render_material material = fixture_material(it->scene, 0.5f, 0.5f, 0.5f);
    render_thin_desc desc = {
        .positions = place, .position_count = 1, .radius = 12, .unit = RENDER_THIN_ON_SCREEN, .material = material};
    render_object point = fixture_object(make(it, &desc), 0, 0, 0);
    fixture_set(it, 0, &point);
    read_thin_picture(it, &frame, without);
    point.flags = RENDER_OBJECT_SELECTED;
    fixture_set(it, 0, &point);
    read_thin_picture(it, &frame, with);
    for (int side = -1; side < 2; side += 2) {
        assert_memory_not_equal(with + 4 * (SIZE * (32 + 13 * side) + 32), without + 4 * (SIZE * (32 + 13 * side) + 32),
                                3);
        assert_memory_not_equal(with + 4 * (SIZE * 32 + 32 + 13 * side), without + 4 * (SIZE * 32 + 32 + 13 * side), 3);
    }
    const render_submesh submesh = {.triangle_count = 1, .material = material};
    const render_mesh_desc triangle = {.positions = corners,
                                       .vertex_count = 3,
                                       .indices = indices,
                                       .index_count = 3,
                                       .submeshes = &submesh,
                                       .submesh_count = 1};
    render_mesh mesh;
    assert_int_equal(render_mesh_create(it->scene, &triangle, &mesh), RENDER_OK);
    const render_object other = fixture_object(mesh, 0, 0, 0);
    fixture_set(it, 1, &other);
    draw_ids(it, &frame, ids);
    assert_int_equal(ids[SIZE * 32 + 32].object, 1);
    assert_int_equal(ids[SIZE * 50 + 16].object, 2);
    fixture_scale(&point, 1, 0, 1);
    fixture_set(it, 0, &point);
    draw_ids(it, &frame, ids);
    assert_int_equal(ids[SIZE * 32 + 32].object, 0);
}

// A size on screen counts in points, and reaches into the view.
static void test_thin_scale(void **state)
{
    fixture *it = *state;
    static render_pixel_id ids[SIZE * SIZE];
    static const float place[3] = {0, 0, 0};
    const render_thin_desc desc = {.positions = place, .position_count = 1, .radius = 5, .unit = RENDER_THIN_ON_SCREEN};
    render_object point = fixture_object(make(it, &desc), -2.4, 0, 0); // 6.4 pixels to the left of the view
    render_frame frame = fixture_front_view();
    for (int scale = 1; scale <= 2; scale++) {
        const render_overlay overlay = {.scale = (float)scale};
        frame.overlay = &overlay;
        fixture_set(it, 0, &point);
        draw_ids(it, &frame, ids);
        for (int x = 0; x < 8; x++)
            assert_int_equal(ids[SIZE * 32 + x].object, scale == 2 && x < 4);
    }
}

// A shared set is drawn like one that was made with its width, also when its lender is gone; and so is its lender.
static void test_thin_share(void **state)
{
    fixture *it = *state;
    static render_pixel_id ids[2][SIZE * SIZE];
    float positions[3 * POSITIONS];
    static const float others[3 * POSITIONS] = {0};
    fill_positions(positions);
    const render_frame frame = fixture_front_view();
    for (int form = 0; form < 8; form++) {
        const bool lines = form & 1;
        const render_thin_unit from = form & 2 ? RENDER_THIN_ON_SCREEN : RENDER_THIN_IN_SPACE;
        const render_thin_unit to = form & 4 ? RENDER_THIN_ON_SCREEN : RENDER_THIN_IN_SPACE;
        const double radius[2] = {from == RENDER_THIN_ON_SCREEN ? 1 : 0.02, to == RENDER_THIN_ON_SCREEN ? 3 : 0.1};
        render_thin_desc desc = {.kind = lines ? RENDER_THIN_LINES : RENDER_THIN_POINTS,
                                 .positions = positions,
                                 .position_count = POSITIONS,
                                 .counts = counts,
                                 .chain_count = CHAINS,
                                 .radius = radius[0],
                                 .unit = from};
        const render_mesh lender = make(it, &desc);
        desc.radius = radius[1];
        desc.unit = to;
        const render_mesh wanted = make(it, &desc);
        render_mesh shared = 0;
        assert_int_equal(render_thin_share(it->scene, lender, radius[1], to, 0, &shared), RENDER_OK);
        const render_mesh both[2] = {wanted, shared};
        size_t covered = 0;
        for (int i = 0; i < 2; i++) {
            const render_object object = fixture_object(both[i], 0, 0, 0);
            fixture_set(it, 0, &object);
            draw_ids(it, &frame, ids[i]);
            if (i == 0) { // what is made next would take its place
                render_mesh_destroy(it->scene, lender);
                desc.positions = others;
                (void)make(it, &desc);
            }
        }
        for (int i = 0; i < SIZE * SIZE; i++)
            covered += ids[0][i].object != 0;
        assert_in_range(covered, 100, SIZE * SIZE - 100);
        assert_memory_equal(ids[0], ids[1], sizeof ids[0]);
        const render_object nothing = {0};
        fixture_set(it, 0, &nothing);
        render_mesh_destroy(it->scene, shared);
        render_mesh_destroy(it->scene, wanted);
    }
}

// One of a width in space is not culled by the box of a lender on screen.
static void test_thin_share_box(void **state)
{
    fixture *it = *state;
    static render_pixel_id ids[SIZE * SIZE];
    static const float place[3] = {0, 0, 0};
    const render_thin_desc desc = {.positions = place, .position_count = 1, .radius = 1, .unit = RENDER_THIN_ON_SCREEN};
    const render_mesh lender = make(it, &desc);
    render_mesh ball = 0;
    assert_int_equal(render_thin_share(it->scene, lender, 1, RENDER_THIN_IN_SPACE, 0, &ball), RENDER_OK);
    const render_object beside = fixture_object(ball, -2.7, 0, 0); // its middle is to the left of the view
    const render_frame frame = fixture_front_view();
    fixture_set(it, 0, &beside);
    draw_ids(it, &frame, ids);
    assert_int_equal(ids[SIZE * 32].object, 1);
}

static void test_thin_invalid(void **state)
{
    fixture *it = *state;
    static const float places[6] = {0, 0, 0, 1, 0, 0};
    static const uint32_t short_counts[2] = {1, 0}, long_counts[2] = {2, 1}, huge[2] = {UINT32_MAX, 3};
#define GOOD .positions = places, .position_count = 2, .radius = 1
    const render_thin_desc wrong[] = {
        {GOOD, .kind = (render_thin_kind)2},
        {GOOD, .unit = (render_thin_unit)2},
        {.position_count = 2, .radius = 1},
        {.positions = places, .radius = 1},
        {.positions = places, .position_count = 2, .radius = -1},
        {.positions = places, .position_count = 2, .radius = NAN},
        {.positions = places, .position_count = 2, .radius = 2e18},
        {GOOD, .kind = RENDER_THIN_LINES, .counts = short_counts, .chain_count = 2},
        {GOOD, .kind = RENDER_THIN_LINES, .counts = long_counts, .chain_count = 2},
        {GOOD, .kind = RENDER_THIN_LINES, .counts = long_counts, .chain_count = 0},
        {GOOD, .kind = RENDER_THIN_LINES, .counts = huge, .chain_count = 2},
    };
    render_mesh mesh;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        mesh = 5;
        assert_int_equal(render_thin_create(it->scene, &wrong[i], &mesh), RENDER_ERROR_INVALID_ARGUMENT);
        assert_int_equal(mesh, 0);
    }
    const render_thin_desc good = {GOOD}, large = {.positions = places, .position_count = UINT32_MAX, .radius = 1};
    assert_int_equal(render_thin_create(it->scene, &good, NULL), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_thin_create(it->scene, NULL, &mesh), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_thin_create(NULL, &good, &mesh), RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_thin_create(it->scene, &large, &mesh), RENDER_ERROR_OUT_OF_MEMORY);
    // It has no triangles that another mesh could share.
    assert_int_equal(render_thin_create(it->scene, &good, &mesh), RENDER_OK);
    const render_submesh submesh = {.triangle_count = 1};
    const render_mesh thin = mesh;
    assert_int_equal(render_mesh_share(it->scene, mesh, &submesh, 1, &mesh), RENDER_ERROR_INVALID_ARGUMENT);
    // Nor can triangles be shared as points; and radii are checked.
    const struct {
        render_mesh mesh;
        double radius;
        render_thin_unit unit;
    } bad[] = {{fixture_cube(it->scene, 0), 1, RENDER_THIN_IN_SPACE},
               {0, 1, RENDER_THIN_IN_SPACE},
               {thin, -1, RENDER_THIN_IN_SPACE},
               {thin, NAN, RENDER_THIN_ON_SCREEN},
               {thin, 2e18, RENDER_THIN_ON_SCREEN},
               {thin, 1, (render_thin_unit)2}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        mesh = 5;
        assert_int_equal(render_thin_share(it->scene, bad[i].mesh, bad[i].radius, bad[i].unit, 0, &mesh),
                         RENDER_ERROR_INVALID_ARGUMENT);
        assert_int_equal(mesh, 0);
    }
    assert_int_equal(render_thin_share(it->scene, thin, 1, RENDER_THIN_IN_SPACE, 0, NULL),
                     RENDER_ERROR_INVALID_ARGUMENT);
    assert_int_equal(render_thin_share(NULL, thin, 1, RENDER_THIN_IN_SPACE, 0, &mesh), RENDER_ERROR_INVALID_ARGUMENT);
}

// All tests share a device, which takes longer to open than they take.
static int empty_scene(void **state)
{
    fixture *it = *state;
    const render_object nothing = {0};
    for (uint32_t slot = 0; slot < 8; slot++)
        fixture_set(it, slot, &nothing);
    return 0;
}

#define THIN_TEST(name) cmocka_unit_test_setup(name, empty_scene)

int main(void)
{
    if (!fixture_has_driver())
        return 77;
    const struct CMUnitTest tests[] = {
        THIN_TEST(test_thin_ids),     THIN_TEST(test_thin_views),     THIN_TEST(test_thin_sizes),
        THIN_TEST(test_thin_numbers), THIN_TEST(test_thin_colors),    THIN_TEST(test_thin_shading),
        THIN_TEST(test_thin_depth),   THIN_TEST(test_thin_outline),   THIN_TEST(test_thin_alone),
        THIN_TEST(test_thin_long),    THIN_TEST(test_thin_scale),     THIN_TEST(test_thin_invalid),
        THIN_TEST(test_thin_share),   THIN_TEST(test_thin_share_box),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}

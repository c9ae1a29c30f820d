#include "extras.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void report_middle(void *user, const pick_ray *ray, pick_ray_probe *probe)
{
    (void)user;
    const double t = -ray->origin.y / ray->direction.y;
    if (isfinite(t) && fabs(ray->origin.x + t * ray->direction.x) < 1)
        (void)pick_ray_report(probe, &(pick_primitive_hit){.t = t, .normal = {0, 1, 0}});
}

static void make_thins(test_random *r, extras *e)
{
    enum { PLACES = 19 }; // six pieces of a cubic
    float places[3 * PLACES];
    for (int i = 0; i < 3 * PLACES; i++)
        places[i] = (float)random_between(r, -1, 1);
    places[3 * 7] = NAN;
    const pick_points_desc points = {.positions = places, .count = PLACES, .radius = 0.2};
    const pick_points_desc bare = {.positions = places, .count = PLACES};
    const pick_curves_desc lines = {.positions = places, .position_count = PLACES, .radius = 0.1};
    const pick_curves_desc cubics = {.positions = places,
                                     .position_count = PLACES,
                                     .kind = PICK_CURVE_CUBIC,
                                     .flatness = 0.002, // more segments than one node has
                                     .radius = random_between(r, 0.01, 0.1)};
    const pick_curves_desc wires = {
        .positions = places, .position_count = PLACES, .radius = 3, .unit = PICK_THIN_ON_SCREEN};
    assert_int_equal(pick_points_create(&points, NULL, &e->thins[0]), PICK_OK);
    assert_int_equal(pick_curves_create(&lines, NULL, &e->thins[1]), PICK_OK);
    assert_int_equal(pick_curves_create(&cubics, NULL, &e->thins[2]), PICK_OK);
    assert_int_equal(pick_points_create(&bare, NULL, &e->thins[3]), PICK_OK);
    assert_true(pick_thin_get_stats(e->thins[2]).segment_count > 100);
    assert_int_equal(pick_curves_create(&wires, NULL, &e->thins[4]), PICK_OK);
}

static void make_field(test_random *r, extras *e)
{
    const pick_height_field_desc field = {
        .samples = e->heights, .columns = EXTRA_SIDE, .rows = EXTRA_SIDE, .flags = PICK_HEIGHT_FIELD_HOLES};
    for (int i = 0; i < EXTRA_SIDE * EXTRA_SIDE; i++)
        e->heights[i] = (uint16_t)(random_index(r, 12) == 0 ? 65535 : random_index(r, 8));
    for (int i = 0; i < 6 * EXTRA_SIDE; i++) // blocks without any height
        e->heights[i] = i % EXTRA_SIDE < 8 ? 65535 : e->heights[i];
    assert_int_equal(pick_height_field_create(&field, NULL, &e->field), PICK_OK);
}

void extras_add(world *w, extras *e)
{
    const pick_primitive_desc primitive = {.bounds = {{-1, -1, -1}, {1, 1, 1}}, .ray = report_middle};
    test_random *r = &w->random;
    make_thins(r, e);
    make_field(r, e);
    assert_int_equal(pick_primitive_create(&primitive, NULL, &e->primitive), PICK_OK);
    for (int i = 0; i < EXTRA_OBJECTS; i++) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        const int kind = i % (EXTRA_THINS + 2);
        desc.thin = kind < EXTRA_THINS ? e->thins[kind] : NULL;
        desc.volume = kind == EXTRA_THINS ? e->field : (kind > EXTRA_THINS ? e->primitive : NULL);
        desc.transform = random_transform(r, w->center, 0.6 * w->spread);
        float largest = 0;
        for (int k = 0; k < 9; k++)
            largest = fmaxf(largest, fabsf(desc.transform.linear[k]));
        const double size = (desc.volume == e->field ? 0.02 : 0.2) * w->spread;
        for (int k = 0; k < 9; k++)
            desc.transform.linear[k] *= (float)size / largest;
        desc.layers = EXTRA_LAYER | 1u << random_index(r, 4);
        assert_int_equal(pick_scene_add(w->scene, &desc, &e->ids[i]), PICK_OK);
    }
}

void extras_remove(world *w, extras *e)
{
    for (int i = 0; i < EXTRA_OBJECTS; i++)
        assert_int_equal(pick_scene_remove(w->scene, e->ids[i]), PICK_OK);
    for (int i = 0; i < EXTRA_THINS; i++)
        pick_thin_destroy(e->thins[i]);
    pick_volume_destroy(e->field);
    pick_volume_destroy(e->primitive);
}

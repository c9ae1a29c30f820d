// Culling: nothing inside a view is left out, what lies clearly outside is, and after any history of edits and views
// the result is that of boxes which were set once.
#include "effort.h"
#include "random.h"
#include "scene/cull.h"
#include "scene/depths.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 9000 };

typedef struct thing {
    render_object object;
    bool hidden, shaded;
} thing;

typedef struct crowd {
    render_bounds bounds;
    thing things[MOST];
    uint32_t count;
    uint32_t depths[3]; // how often they were found near, far, nowhere
    test_random random;
} crowd;

static const float CENTER[3] = {0.1f, 0, -0.2f}, HALF[3] = {0.5f, 0.3f, 0.7f};

static void put(render_bounds *bounds, uint32_t slot, const thing *it)
{
    if (it->hidden)
        render_bounds_hide(bounds, slot);
    else
        render_bounds_set(bounds, slot, &it->object, CENTER, HALF, it->shaded);
}

// Neighbours in slots lie near each other, so that blocks are outside, inside and cut.
static void place(crowd *it, uint32_t slot)
{
    thing *one = &it->things[slot];
    *one = (thing){.hidden = random_index(&it->random, 8) == 0, .shaded = random_index(&it->random, 2)};
    for (int i = 0; i < 9; i++)
        one->object.linear[i] = (float)random_between(&it->random, -1, 1);
    for (int i = 0; i < 3; i++) {
        const uint32_t row = i == 0 ? slot % 20 : i == 1 ? slot / 20 % 20 : slot / 400;
        one->object.origin[i] = 4.0 * row + random_between(&it->random, -1, 1);
    }
    put(&it->bounds, slot, one);
}

static void add(crowd *it, uint32_t count)
{
    assert_true(it->count + count <= MOST);
    assert_true(render_bounds_reserve(&it->bounds, NULL, it->count + count));
    for (uint32_t i = 0; i < count; i++)
        place(it, it->count++);
}

// Looks from a place among them in a random direction, and as far as `far`.
static render_frustum look(test_random *random, double far)
{
    static const double low[2] = {-1, -1}, high[2] = {1, 1};
    const float near = 0.1f;
    float projection[16] = {[0] = 1.5f, [5] = -1.5f, [11] = -1.0f};
    projection[10] = (float)((double)near / (far - (double)near));
    projection[14] = (float)((double)near * far / (far - (double)near));
    const double turn = random_between(random, 0, 6.28), c = cos(turn), s = sin(turn);
    const float view[16] = {(float)c, 0, (float)s, 0, 0, 1, 0, 0, (float)-s, 0, (float)c, 0, 0, 0, 0, 1};
    double eye[3];
    for (int i = 0; i < 3; i++)
        eye[i] = random_between(random, -10, 90);
    render_frustum frustum;
    render_frustum_init(&frustum, projection, view, eye, low, high);
    return frustum;
}

// How far the nearest and the farthest corner of a thing's box reach before the plane that they are farthest behind.
static double measure(const thing *it, const render_frustum *frustum, bool farthest)
{
    double least = INFINITY, center[3], half[3];
    for (int i = 0; i < 3; i++) {
        center[i] = it->object.origin[i] - frustum->eye[i];
        half[i] = 0.0;
        for (int k = 0; k < 3; k++) {
            center[i] += (double)it->object.linear[3 * k + i] * (double)CENTER[k];
            half[i] += fabs((double)it->object.linear[3 * k + i]) * (double)HALF[k];
        }
    }
    for (int p = 0; p < 6; p++) {
        double middle = (double)frustum->distance[p], reach = 0.0;
        for (int i = 0; i < 3; i++) {
            middle += (double)frustum->normal[p][i] * center[i];
            reach += fabs((double)frustum->normal[p][i]) * half[i];
        }
        least = fmin(least, farthest ? middle - reach : middle + reach);
    }
    return least;
}

static void check_view(crowd *it, const render_frustum *frustum)
{
    const uint32_t found = render_cull(&it->bounds, frustum);
    uint32_t sum = 0;
    for (uint32_t slot = 0; slot < it->count; slot++) {
        const double most = measure(&it->things[slot], frustum, false);
        const bool visible = it->bounds.visible[slot];
        if (it->things[slot].hidden || most < -1e-3)
            assert_false(visible);
        else if (most > 0.0)
            assert_true(visible);
        if (fabs(most) > 1e-3)
            assert_int_equal(visible, render_cull_slot(&it->bounds, slot, frustum));
        sum += visible;
    }
    assert_int_equal(found, sum);
    uint32_t size = 1;
    for (int level = 1; level < RENDER_BOUNDS_LEVELS; level++) {
        size *= RENDER_BOUNDS_FAN;
        for (uint32_t first = 0; first < it->count; first += size) {
            uint32_t count = 0;
            for (uint32_t slot = first; slot < first + size && slot < it->count; slot++)
                count += it->bounds.visible[slot];
            assert_int_equal(it->bounds.boxes[level].visible[first / size], count);
        }
    }
}

// The box of all, or of all that have surfaces.
static void check_box(crowd *it, bool all)
{
    double low[3], high[3], least[3] = {INFINITY, INFINITY, INFINITY}, most[3] = {-INFINITY, -INFINITY, -INFINITY};
    bool any = false;
    for (uint32_t slot = 0; slot < it->count; slot++) {
        const thing *one = &it->things[slot];
        any = any || ((all || one->shaded) && !one->hidden);
        for (int i = 0; i < 3 && (all || one->shaded) && !one->hidden; i++) {
            double center = one->object.origin[i], half = 0.0;
            for (int k = 0; k < 3; k++) {
                center += (double)one->object.linear[3 * k + i] * (double)CENTER[k];
                half += fabs((double)one->object.linear[3 * k + i]) * (double)HALF[k];
            }
            least[i] = fmin(least[i], center - half);
            most[i] = fmax(most[i], center + half);
        }
    }
    const bool found =
        all ? render_bounds_find_box(&it->bounds, low, high) : render_bounds_find_shaded_box(&it->bounds, low, high);
    assert_int_equal(found, any);
    for (int i = 0; i < 3 && any; i++) {
        const double room = all ? 1e-3 : 1e-5; // blocks are widened by their roundings
        assert_true(low[i] < least[i] + 1e-5 && low[i] > least[i] - room);
        assert_true(high[i] > most[i] - 1e-5 && high[i] < most[i] + room);
    }
}

static int compare_steps(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The distance that three of four lie within, one by one: in steps of a quarter of an octave.
static double find_depth(const crowd *it, const double eye[3], const double forward[3])
{
    static double steps[MOST];
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < it->count; slot++) {
        double ahead = 0.0;
        for (int i = 0; i < 3; i++)
            ahead += (it->bounds.boxes[0].center[i][slot] - eye[i]) * forward[i];
        if (it->bounds.shaded[slot] && ahead > 0.0)
            steps[count++] = fmin(ceil(4.0 * log2(ahead)), 255.0); // the last one
    }
    qsort(steps, count, sizeof steps[0], compare_steps);
    return count > 0 ? exp2(steps[(3 * count + 3) / 4 - 1] / 4.0) : 0.0;
}

// From among them, from nearby and from far away, where blocks are counted as a whole.
static void check_depth(crowd *it)
{
    double eye[3], forward[3], length = 0.0;
    const double away = random_index(&it->random, 2) ? 100 : 5000;
    for (int i = 0; i < 3; i++) {
        eye[i] = random_between(&it->random, -away, away);
        forward[i] = random_between(&it->random, -1, 1);
        length += forward[i] * forward[i];
    }
    for (int i = 0; i < 3; i++)
        forward[i] /= sqrt(length);
    const double expected = find_depth(it, eye, forward);
    assert_true(render_bounds_find_depth(&it->bounds, eye, forward) == expected);
    if (expected > 0.0 && expected < 50.0)
        it->depths[0]++;
    else if (expected > 0.0)
        it->depths[1]++;
    else
        it->depths[2]++;
}

// Boxes that were set once give the same.
static void check_against_new(crowd *it, const render_frustum *frustum)
{
    render_bounds fresh = {0};
    assert_true(render_bounds_reserve(&fresh, NULL, it->count));
    for (uint32_t slot = 0; slot < it->count; slot++)
        put(&fresh, slot, &it->things[slot]);
    assert_int_equal(render_cull(&fresh, frustum), render_cull(&it->bounds, frustum));
    assert_memory_equal(fresh.visible, it->bounds.visible, it->count);
    render_bounds_finish(&fresh);
}

static void edit(crowd *it)
{
    const uint32_t slot = random_index(&it->random, it->count);
    switch (random_index(&it->random, 3)) {
    case 0:
        place(it, slot);
        break;
    case 1:
        it->things[slot].hidden = !it->things[slot].hidden;
        put(&it->bounds, slot, &it->things[slot]);
        break;
    default: // a block and its neighbours
        for (uint32_t k = slot, end = slot + 3 * RENDER_BOUNDS_FAN; k < end && k < it->count; k++) {
            it->things[k].hidden = !it->things[slot].hidden;
            put(&it->bounds, k, &it->things[k]);
        }
        break;
    }
}

static void test_histories(void **state)
{
    (void)state;
    static crowd it;
    const uint32_t histories = test_effort(6, 60), steps = test_effort(40, 200);
    uint32_t depths[3] = {0};
    for (uint32_t h = 0; h < histories; h++) {
        it = (crowd){.random = {h}};
        add(&it, 1 + random_index(&it.random, h % 2 ? 300 : 8000));
        const render_frustum views[3] = {look(&it.random, 20), look(&it.random, 1000), look(&it.random, 60)};
        for (uint32_t step = 0; step < steps; step++) {
            const render_frustum *view = &views[random_index(&it.random, 3)];
            for (uint32_t edits = random_index(&it.random, 3); edits > 0; edits--)
                edit(&it);
            if (random_index(&it.random, 10) == 0 && it.count + 100 <= MOST)
                add(&it, 100);
            switch (random_index(&it.random, 4)) {
            case 0:
                check_against_new(&it, view);
                break;
            case 1:
                check_box(&it, false);
                check_box(&it, true);
                check_depth(&it);
                break;
            default:
                check_view(&it, view);
                break;
            }
        }
        render_bounds_finish(&it.bounds);
        for (int i = 0; i < 3; i++)
            depths[i] += it.depths[i];
    }
    assert_true(depths[0] > 0 && depths[1] > 0 && depths[2] > 0);
}

// What surrounds the eye, and what is as large as numbers are, is visible from everywhere.
static void test_extremes(void **state)
{
    (void)state;
    static crowd it;
    it = (crowd){.random = {7}};
    add(&it, 500);
    const float middle[3] = {0}, half[3] = {3e38f, 3e38f, 3e38f};
    thing huge = {.shaded = true};
    huge.object.linear[0] = huge.object.linear[4] = huge.object.linear[8] = 3e38f;
    render_bounds_set(&it.bounds, 77, &huge.object, middle, half, true);
    huge.object.linear[0] = 1.0f;
    huge.object.origin[1] = -2e38;
    render_bounds_set(&it.bounds, 78, &huge.object, middle, half, true);
    for (int i = 0; i < 50; i++) {
        const render_frustum view = look(&it.random, 1000);
        assert_true(render_cull(&it.bounds, &view) >= 1);
        assert_true(it.bounds.visible[77]);
        check_depth(&it);
    }
    render_bounds_finish(&it.bounds);
    // Nothing at all, and nothing that is not hidden.
    double low[3], high[3];
    const double forward[3] = {0, 0, -1};
    const render_frustum view = look(&it.random, 1000);
    assert_int_equal(render_cull(&it.bounds, &view), 0);
    assert_false(render_bounds_find_shaded_box(&it.bounds, low, high));
    assert_false(render_bounds_find_box(&it.bounds, low, high));
    assert_true(render_bounds_find_depth(&it.bounds, view.eye, forward) == 0.0);
    assert_true(render_bounds_reserve(&it.bounds, NULL, 100));
    assert_int_equal(render_cull(&it.bounds, &view), 0);
    assert_false(render_bounds_find_shaded_box(&it.bounds, low, high));
    assert_false(render_bounds_find_box(&it.bounds, low, high));
    assert_true(render_bounds_find_depth(&it.bounds, view.eye, forward) == 0.0);
    render_bounds_finish(&it.bounds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_histories), cmocka_unit_test(test_extremes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

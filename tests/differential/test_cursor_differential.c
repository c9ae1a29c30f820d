// Cursor queries through every kind of view, with proxies and tolerances: the hierarchy finds what brute force finds.
#include "effort.h"
#include "simd/simd.h"
#include "worlds.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { PROXIES = 12, MOST = 16, VIEWS_PER_PROJECTION = 2, ASKED_PER_VIEW = 3 };

typedef struct tally {
    uint64_t asked, surfaces, proxies, near, thin, nothing, several;
} tally;

static void same_hit(const pick_cursor_hit *a, const pick_cursor_hit *b)
{
    assert_int_equal(a->proxy, b->proxy);
    assert_int_equal(a->thin, b->thin);
    assert_true(pick_object_id_equal(a->hit.object, b->hit.object));
    assert_int_equal(a->hit.triangle, b->hit.triangle);
    assert_int_equal(a->hit.user, b->hit.user);
    assert_int_equal(a->hit.locked, b->hit.locked);
    assert_int_equal(a->hit.backface, b->hit.backface);
    assert_memory_equal(&a->distance, &b->distance, sizeof a->distance);
    assert_memory_equal(&a->window, &b->window, sizeof a->window);
    assert_memory_equal(&a->hit.t, &b->hit.t, sizeof a->hit.t);
    assert_memory_equal(&a->hit.point, &b->hit.point, sizeof a->hit.point);
    assert_memory_equal(&a->hit.normal, &b->hit.normal, sizeof a->hit.normal);
    assert_memory_equal(a->hit.barycentric, b->hit.barycentric, sizeof a->hit.barycentric);
}

static void compare(world *w, const pick_view *view, pick_vec2 position, const pick_cursor_query *query, tally *count)
{
    pick_cursor_hit one, every[MOST];
    const bool found = pick_cursor_brute_force(w->scene, view, position, query, &one);
    const size_t total = pick_cursor_all_brute_force(w->scene, view, position, query, every, MOST);
    assert_int_equal(total > 0, found);
    for (pick_simd level = PICK_SIMD_SCALAR; level < PICK_SIMD_COUNT; level++) {
        if (pick_simd_available(level)) {
            pick_cursor_hit fast, list[MOST];
            world_set_simd(w, (int)level);
            assert_int_equal(pick_cursor(w->scene, view, position, query, &fast), found);
            assert_int_equal(pick_cursor_all(w->scene, view, position, query, list, MOST), total);
            if (found)
                same_hit(&fast, &one);
            for (size_t i = 0; i < total && i < MOST; i++)
                same_hit(&list[i], &every[i]);
        }
    }
    ++count->asked;
    count->nothing += !found;
    count->several += total > 1;
    count->near += found && one.distance > 0 && !one.thin;
    count->thin += found && one.thin;
    count->surfaces += found && one.proxy == PICK_NO_PROXY;
    count->proxies += found && one.proxy != PICK_NO_PROXY;
}

// Points and segments among the objects; of an object, of none, or of one that was never there.
static void random_proxies(world *w, const pick_view *view, pick_vec2 position, pick_proxy proxies[PROXIES])
{
    test_random *r = &w->random;
    for (int i = 0; i < PROXIES; i++) {
        const uint32_t kind = random_index(r, 8);
        pick_proxy *p = &proxies[i];
        *p = (pick_proxy){.radius = random_between(r, 0, 30), .user = (uint64_t)i};
        p->object = kind < 4 ? (pick_object_id){0, 0} : (pick_object_id){1 + random_index(r, WORLD_OBJECTS), 0};
        p->object.generation = kind < 4 ? 0 : (kind == 4 ? 77 : 1);
        p->flags = random_index(r, 4) == 0 ? PICK_PROXY_ON_TOP : 0;
        const pick_vec2 beside = {position.x + random_between(r, -90, 90), position.y + random_between(r, -90, 90)};
        const pick_ray ray = pick_view_ray(view, beside);
        p->a = pick_ray_at(&ray, fmin(ray.t_max, ray.t_min + w->spread * random_between(r, 0, 3)));
        p->b = random_index(r, 2) == 0 ? p->a : pick_vec3_add(w->center, random_in_cube(r, w->spread));
    }
}

// One object in `*user`: a few, so that much of the picture is empty.
static bool is_of_few(void *user, pick_object_id object, uint64_t object_user)
{
    (void)object_user;
    return object.index1 % *(const uint32_t *)user == 0;
}

static void ask(world *w, const pick_view *view, tally *count)
{
    test_random *r = &w->random;
    pick_proxy proxies[PROXIES];
    pick_query query = PICK_QUERY_DEFAULT;
    pick_cursor_query cursor = PICK_CURSOR_QUERY_DEFAULT;
    const pick_vec2 position = world_place(r);
    random_proxies(w, view, position, proxies);
    query.cull = (pick_cull)random_index(r, 4);
    query.pass_locked = random_index(r, 4) == 0;
    uint32_t one_in = 10 + random_index(r, 60);
    query.object_filter = random_index(r, 4) == 0 ? NULL : is_of_few;
    query.object_filter_user = &one_in;
    query.hidden_layers = random_index(r, 2) == 0 ? ~(1u << random_index(r, 4)) : 0;
    world_filter(r, &query);
    cursor.query = random_index(r, 8) == 0 ? NULL : &query;
    cursor.tolerance = random_index(r, 4) == 0 ? 0 : pow(10, random_between(r, 0.5, 2.7));
    cursor.exact_wins = random_index(r, 8) == 0;
    cursor.scale = random_index(r, 2) == 0 ? 1 : 1.5;
    cursor.proxies = proxies;
    cursor.proxy_count = random_index(r, 3) > 0 ? random_index(r, PROXIES + 1) : 0;
    compare(w, view, position, &cursor, count);
}

static void ask_in_world(world *w, const projection_spec *spec, double depth, void *user)
{
    for (uint32_t i = test_effort(1, VIEWS_PER_PROJECTION); i > 0; i--) {
        const pick_view view = world_view(w, spec, depth);
        for (uint32_t k = test_effort(1, ASKED_PER_VIEW); k > 0; k--)
            ask(w, &view, user);
    }
}

static void under_the_mouse_or_near_it(void **state)
{
    (void)state;
    tally count = {0};
    world_each(2, 5000, ask_in_world, &count);
    print_message("%llu asked: %llu surfaces, %llu proxies, %llu near, %llu thin, %llu with several, %llu nothing\n",
                  (unsigned long long)count.asked, (unsigned long long)count.surfaces,
                  (unsigned long long)count.proxies, (unsigned long long)count.near, (unsigned long long)count.thin,
                  (unsigned long long)count.several, (unsigned long long)count.nothing);
    assert_true(count.surfaces > count.asked / 10 && count.proxies > count.asked / 40);
    assert_true(count.near > count.asked / 10 && count.several > count.asked / 20);
    assert_true(count.nothing > count.asked / 40);
}

// Makes most objects needles and crumbs, and a few so large that they fill the picture behind them.
static void make_thin(world *w)
{
    test_random *r = &w->random;
    for (uint32_t i = 0; i < WORLD_OBJECTS; i++) {
        const bool large = i % 16 == 0;
        pick_transform t = random_transform(r, w->center, large ? 2 * w->spread : w->spread);
        const double size = (large ? 1 : 0.05) * w->spread;
        const uint32_t along = random_index(r, 4); // 3: small in all directions
        for (uint32_t k = 0; k < 9; k++)
            t.linear[k] *= (float)(size * (large || k / 3 == along ? 1 : 0.01));
        (void)pick_scene_set_transform(w->scene, (pick_object_id){i + 1, 1}, &t);
        (void)pick_scene_set_flags(w->scene, (pick_object_id){i + 1, 1},
                                   random_index(r, 12) == 0 ? PICK_OBJECT_LOCKED : 0);
    }
}

// Like the editor: all proxies are small, the tolerance is some points.
static void ask_thin(world *w, const pick_view *view, tally *count)
{
    test_random *r = &w->random;
    pick_proxy proxies[PROXIES];
    pick_cursor_query cursor = PICK_CURSOR_QUERY_DEFAULT;
    const pick_vec2 position = world_place(r);
    random_proxies(w, view, position, proxies);
    for (int i = 0; i < PROXIES; i++)
        proxies[i].radius *= 0.1;
    cursor.tolerance = random_between(r, 2, 20);
    cursor.proxies = proxies;
    cursor.proxy_count = random_index(r, 4) == 0 ? PROXIES : 0;
    compare(w, view, position, &cursor, count);
}

static void ask_in_thin_world(world *w, const projection_spec *spec, double depth, void *user)
{
    make_thin(w);
    for (int i = 0; i < VIEWS_PER_PROJECTION; i++) {
        const pick_view view = world_view(w, spec, depth);
        for (uint32_t k = test_effort(1, 2 * ASKED_PER_VIEW); k > 0; k--)
            ask_thin(w, &view, user);
    }
}

static void thin_things_in_front(void **state)
{
    (void)state;
    tally count = {0};
    world_each(2, 7000, ask_in_thin_world, &count);
    print_message("%llu asked: %llu thin, %llu near, %llu nothing\n", (unsigned long long)count.asked,
                  (unsigned long long)count.thin, (unsigned long long)count.near, (unsigned long long)count.nothing);
    assert_true(count.thin > count.asked / 20 && count.surfaces > count.asked / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(under_the_mouse_or_near_it),
                                       cmocka_unit_test(thin_things_in_front)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

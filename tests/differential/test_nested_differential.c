// Scenes in scenes, edited at every level between picks: the hierarchies find what brute force finds, bit for bit.
#include "compare.h"
#include "nested_worlds.h"
#include "scene/scene_internal.h"

#include "picking/parts.h"
#include "picking/snap.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "effort.h"
#include "projection.h"

static bool rejects_some(void *user, const pick_hit *candidate)
{
    (void)user;
    return (candidate->triangle * 7u + candidate->path_count + candidate->inner_user) % 3 != 0;
}

static bool skips_some(void *user, pick_object_id object, uint64_t object_user)
{
    const nested_world *w = user;
    assert_true(pick_scene_contains(nested_world_top(w), object)); // never one of a nested scene
    return (object.index1 + object_user) % 4 != 0;
}

static pick_query random_query(nested_world *w)
{
    pick_query query = PICK_QUERY_DEFAULT;
    query.cull = (pick_cull)random_index(&w->random, 4);
    query.pass_locked = random_index(&w->random, 4) == 0;
    query.hidden_layers = random_index(&w->random, 3) == 0 ? random_index(&w->random, 16) : 0;
    if (random_index(&w->random, 4) == 0) {
        query.filter = rejects_some;
        query.filter_all = true;
    }
    if (random_index(&w->random, 4) == 0) {
        query.object_filter = skips_some;
        query.object_filter_user = w;
    }
    return query;
}

static pick_vec3 place_in_object(nested_world *w)
{
    pick_aabb box;
    const pick_object_id id = w->ids[NESTED_SCENES - 1][random_index(&w->random, w->count[NESTED_SCENES - 1])];
    assert_int_equal(pick_scene_object_bounds(nested_world_top(w), id, &box), PICK_OK);
    if (pick_aabb_is_empty(&box))
        return w->outer;
    return pick_vec3_make(random_between(&w->random, box.min.x, box.max.x),
                          random_between(&w->random, box.min.y, box.max.y),
                          random_between(&w->random, box.min.z, box.max.z));
}

static pick_ray random_ray(nested_world *w)
{
    const double away = random_index(&w->random, 8) == 0 ? 1e5 : 20;
    const pick_vec3 target = place_in_object(w);
    const pick_vec3 origin = pick_vec3_add(target, pick_vec3_scale(random_direction(&w->random), away));
    pick_ray ray = {origin, pick_vec3_sub(target, origin), 0, HUGE_VAL};
    if (random_index(&w->random, 6) == 0)
        ray.t_max = random_between(&w->random, 0.5, 1);
    if (random_index(&w->random, 6) == 0)
        ray.direction = pick_vec3_scale(ray.direction, 1e-9);
    if (random_index(&w->random, 8) == 0)
        ray = (pick_ray){target, {0, -0.5, 0}, -HUGE_VAL, HUGE_VAL};
    return ray;
}

static void same_answers(const nested_world *w, const pick_ray *ray, const pick_query *query)
{
    enum { MOST = 32 };
    const pick_scene *top = nested_world_top(w);
    pick_hit all[MOST], twin[MOST];
    const size_t total = pick_all_objects_brute_force(top, ray, query, twin, MOST);
    assert_int_equal(pick_all_objects(top, ray, query, all, MOST), total);
    for (size_t i = 0; i < total && i < MOST; i++) {
        assert_true(pick_object_id_equal(all[i].object, twin[i].object));
        assert_memory_equal(&all[i].t, &twin[i].t, sizeof all[i].t);
        assert_int_equal(all[i].path_count, twin[i].path_count);
        assert_memory_equal(all[i].path, twin[i].path, all[i].path_count * sizeof all[i].path[0]);
    }
    assert_int_equal(pick_any(top, ray, query), pick_any_brute_force(top, ray, query));
    assert_int_equal(pick_any(top, ray, query), total > 0);
}

// Between places on surfaces too, which must not hide themselves.
static uint32_t same_sight(const nested_world *w, const pick_ray *ray, const pick_query *query)
{
    const pick_scene *top = nested_world_top(w);
    pick_hit hit;
    if (!pick_closest(top, ray, query, &hit) || ray->t_min < 0)
        return 0;
    const bool seen = pick_visible(top, ray->origin, hit.point, query);
    assert_int_equal(seen, pick_visible_brute_force(top, ray->origin, hit.point, query));
    return hit.path_count > 0 && seen;
}

static void choose_kernels(nested_world *w)
{
    for (uint32_t s = 0; s + 1 < NESTED_SCENES; s++) {
        const pick_simd level = (pick_simd)random_index(&w->random, PICK_SIMD_COUNT);
        pick_scene_set_simd(w->scenes[s], pick_simd_available(level) ? level : PICK_SIMD_SCALAR);
    }
}

static void cast(nested_world *w, tally *count, uint32_t *seen)
{
    const pick_ray ray = random_ray(w);
    const pick_query query = random_query(w);
    choose_kernels(w);
    compare_scene(nested_world_top(w), w->meshes, NESTED_MESHES, &ray, &query, count);
    same_answers(w, &ray, &query);
    *seen += same_sight(w, &ray, &query);
}

// --- Nearest, and the cursor ----------------------------------------------------------------------------------------

static pick_view random_view(nested_world *w)
{
    const pick_vec3 target = place_in_object(w);
    const pick_vec3 forward = random_direction(&w->random);
    projection_spec spec = projection_perspective(1, 1, 0.1, 200);
    float projection[16], matrix[16];
    pick_view view;
    projection_matrix(&spec, projection);
    view_matrix(forward, pick_vec3_make(0, 1, 0), matrix);
    const pick_view_desc desc = {.projection = projection,
                                 .view = matrix,
                                 .eye = pick_vec3_sub(target, pick_vec3_scale(forward, 20)),
                                 .viewport = {0, 0, 100, 100}};
    assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
    return view;
}

static void same_nearest(bool found, const pick_nearest *a, bool twin_found, const pick_nearest *b)
{
    assert_int_equal(found, twin_found);
    if (!found)
        return;
    assert_true(pick_object_id_equal(a->object, b->object));
    assert_int_equal(a->path_count, b->path_count);
    assert_memory_equal(a->path, b->path, sizeof a->path);
    assert_int_equal(a->triangle, b->triangle);
    assert_int_equal(a->feature, b->feature);
    assert_int_equal(a->locked, b->locked);
    assert_memory_equal(&a->point, &b->point, sizeof a->point);
    assert_memory_equal(&a->normal, &b->normal, sizeof a->normal);
    assert_memory_equal(&a->distance, &b->distance, sizeof a->distance);
}

static void same_cursor(nested_world *w, const pick_view *view, pick_vec2 at, const pick_query *query, uint32_t *found)
{
    const pick_cursor_query cursor = {.tolerance = 6, .query = query};
    pick_cursor_hit a = {.proxy = 0}, b = {.proxy = 0};
    const bool hit = pick_cursor(nested_world_top(w), view, at, &cursor, &a);
    assert_int_equal(pick_cursor_brute_force(nested_world_top(w), view, at, &cursor, &b), hit);
    if (!hit)
        return;
    assert_true(pick_object_id_equal(a.hit.object, b.hit.object));
    assert_memory_equal(&a.distance, &b.distance, sizeof a.distance);
    assert_memory_equal(&a.hit.t, &b.hit.t, sizeof a.hit.t);
    assert_int_equal(a.hit.path_count, b.hit.path_count);
    assert_memory_equal(a.hit.path, b.hit.path, a.hit.path_count * sizeof a.hit.path[0]);
    *found += a.hit.path_count > 0 && a.distance > 0;
}

static void nearest_at_every_level(void **state)
{
    (void)state;
    nested_world w;
    uint32_t in_window = 0, in_world = 0, at_cursor = 0;
    nested_world_make(&w, (pick_vec3){0, 0, 0}, (pick_vec3){1000, 0, -5000}, 26);
    for (uint32_t i = test_effort(12, 400); i > 0; i--) {
        const pick_view view = random_view(&w);
        const pick_query query = random_query(&w);
        const pick_vec2 at = {50 + random_between(&w.random, -20, 20), 50 + random_between(&w.random, -20, 20)};
        const uint32_t features = random_index(&w.random, 8);
        choose_kernels(&w);
        const pick_nearest_query wanted = {features, 8, random_index(&w.random, 2) == 0};
        const pick_scene *top = nested_world_top(&w);
        pick_nearest a, b;
        bool found = pick_nearest_in_window(top, &view, at, &wanted, &query, &a);
        same_nearest(found, &a, pick_nearest_in_window_brute_force(top, &view, at, &wanted, &query, &b), &b);
        in_window += found && a.path_count > 0;
        const pick_vec3 place = pick_vec3_add(place_in_object(&w), random_in_cube(&w.random, 1));
        found = pick_nearest_in_world(top, place, &wanted, &query, &a);
        same_nearest(found, &a, pick_nearest_in_world_brute_force(top, place, &wanted, &query, &b), &b);
        in_world += found && a.path_count > 0;
        same_cursor(&w, &view, at, &query, &at_cursor);
        nested_world_edit(&w);
    }
    assert_true(in_window > 0 && in_world > 2 && at_cursor > 0);
    nested_world_free(&w);
}

// --- Regions --------------------------------------------------------------------------------------------------------

static void regions_at_every_level(void **state)
{
    (void)state;
    enum { MOST = NESTED_MOST };
    nested_world w;
    pick_region *region;
    uint32_t found[2] = {0, 0};
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    nested_world_make(&w, (pick_vec3){0, 0, 0}, (pick_vec3){1000, 0, -5000}, 33);
    for (uint32_t i = test_effort(16, 400); i > 0; i--) {
        const pick_view view = random_view(&w);
        const double half = random_between(&w.random, 1, 60);
        const pick_vec2 a = {50 - half, 50 - half}, b = {50 + half, 50 + half};
        pick_region_query query = {.mode = (pick_region_mode)(i % 2), .cull = (pick_cull)random_index(&w.random, 4)};
        query.include_locked = random_index(&w.random, 2) == 0;
        query.hidden_layers = random_index(&w.random, 3) == 0 ? random_index(&w.random, 16) : 0;
        query.filter = random_index(&w.random, 3) == 0 ? rejects_some : NULL;
        query.bounds_only = random_index(&w.random, 8) == 0;
        pick_object_id ids[MOST], twin[MOST];
        choose_kernels(&w);
        if (random_index(&w.random, 2) == 0)
            assert_int_equal(pick_region_rect(region, &view, a, b), PICK_OK);
        else
            assert_int_equal(pick_region_circle(region, &view, (pick_vec2){50, 50}, half), PICK_OK);
        const size_t count = pick_region_objects_brute_force(nested_world_top(&w), region, &query, twin, MOST);
        assert_int_equal(pick_region_objects(nested_world_top(&w), region, &query, ids, MOST), count);
        assert_memory_equal(ids, twin, count * sizeof ids[0]);
        for (size_t k = 0; k < count; k++) {
            pick_object_desc desc;
            assert_int_equal(pick_scene_get(nested_world_top(&w), ids[k], &desc), PICK_OK);
            found[i % 2] += desc.scene != NULL && !query.bounds_only;
        }
        nested_world_edit(&w);
    }
    assert_true(found[0] > 2 && found[1] > 0);
    pick_region_destroy(region);
    nested_world_free(&w);
}

// --- Sweeps ---------------------------------------------------------------------------------------------------------

typedef struct sweep_tally {
    uint32_t met, inside, within, deep, locked, overlapping, kinds[4];
} sweep_tally;

static void count_contact(const nested_world *w, const pick_contact *contact, sweep_tally *count)
{
    const pick_scene *scene = nested_world_top(w);
    pick_object_desc desc;
    assert_int_equal(pick_scene_get(scene, contact->object, &desc), PICK_OK);
    for (uint32_t i = 0; i < contact->path_count; i++)
        assert_int_equal(pick_scene_get(desc.scene, contact->path[i], &desc), PICK_OK);
    assert_null(desc.scene);
    ++count->met;
    count->inside += contact->inside;
    count->within += contact->path_count > 0;
    count->deep += contact->path_count > 1;
    count->locked += contact->locked;
    if (contact->path_count > 0)
        ++count->kinds[desc.mesh != NULL ? 0 : desc.volume == NULL ? 1 : pick_height_field_memory(desc.volume) ? 2 : 3];
}

// Balls, boxes and other solids, most towards some object.
static pick_solid random_solid(nested_world *w, pick_vec3 points[8], pick_vec3 *motion)
{
    test_random *r = &w->random;
    const pick_vec3 to = place_in_object(w);
    const pick_vec3 at = pick_vec3_add(to, random_in_cube(r, random_index(r, 4) == 0 ? 1 : 15));
    const double size = random_between(r, 0.1, 4);
    pick_solid solid = {points, 1 + random_index(r, 8), random_index(r, 2) == 0 ? 0 : random_between(r, 0, size)};
    pick_obb box = {.center = at};
    for (int k = 0; k < 3; k++)
        box.half_axis[k] = random_in_cube(r, size);
    if (random_index(r, 2) == 0) {
        solid = pick_solid_from_box(&box, points);
    } else {
        for (uint32_t i = 0; i < solid.count; i++)
            points[i] = pick_vec3_add(at, random_in_cube(r, size));
    }
    *motion = pick_vec3_scale(pick_vec3_sub(to, at), random_between(r, 0, 2));
    return solid;
}

static void same_sweep(nested_world *w, const pick_solid *solid, pick_vec3 motion, const pick_query *query,
                       sweep_tally *count)
{
    const pick_scene *top = nested_world_top(w);
    pick_contact a, b;
    const bool met = pick_sweep(top, solid, motion, query, &a);
    assert_int_equal(pick_sweep_brute_force(top, solid, motion, query, &b), met);
    if (!met)
        return;
    assert_true(pick_object_id_equal(a.object, b.object));
    assert_int_equal(a.path_count, b.path_count);
    assert_memory_equal(a.path, b.path, sizeof a.path);
    assert_memory_equal(&a.t, &b.t, sizeof a.t);
    assert_memory_equal(&a.point, &b.point, sizeof a.point);
    assert_memory_equal(&a.normal, &b.normal, sizeof a.normal);
    assert_memory_equal(a.barycentric, b.barycentric, sizeof a.barycentric);
    assert_int_equal(a.triangle, b.triangle);
    assert_int_equal(a.submesh, b.submesh);
    assert_int_equal(a.user, b.user);
    assert_int_equal(a.locked, b.locked);
    assert_int_equal(a.inside, b.inside);
    assert_int_equal(a.backface, b.backface);
    assert_int_equal(a.from_bounds, b.from_bounds);
    count_contact(w, &a, count);
}

static void same_overlaps(const nested_world *w, const pick_solid *solid, const pick_query *query, sweep_tally *count)
{
    const pick_scene *top = nested_world_top(w);
    pick_object_id a[NESTED_MOST], b[NESTED_MOST];
    const size_t found = pick_overlaps(top, solid, query, a, NESTED_MOST);
    assert_int_equal(pick_overlaps_brute_force(top, solid, query, b, NESTED_MOST), found);
    assert_memory_equal(a, b, found * sizeof a[0]);
    for (size_t i = 0; i < found; i++) {
        pick_object_desc desc;
        assert_int_equal(pick_scene_get(top, a[i], &desc), PICK_OK);
        count->overlapping += desc.scene != NULL;
    }
}

// A ray from the middle of a ball to the place of contact ends there, in the scene's own space, and nothing is nearer.
static uint32_t contact_is_on_surface(nested_world *w)
{
    const pick_vec3 to = place_in_object(w);
    const pick_sphere ball = {pick_vec3_add(to, random_in_cube(&w->random, 15)), random_between(&w->random, 0.1, 1)};
    const pick_solid solid = pick_solid_from_sphere(&ball);
    const pick_vec3 motion = pick_vec3_sub(to, ball.center);
    const pick_query both = {.cull = PICK_CULL_NONE};
    const pick_nearest_query surface = {.features = PICK_FEATURE_SURFACE, .radius = HUGE_VAL};
    pick_contact contact;
    pick_nearest nearest;
    pick_hit hit;
    if (!pick_sweep(nested_world_top(w), &solid, motion, &both, &contact) || contact.inside || contact.path_count == 0)
        return 0;
    const pick_vec3 at = pick_vec3_add(ball.center, pick_vec3_scale(motion, contact.t));
    const double size = pick_vec3_length(at) + 20;
    assert_true(pick_nearest_in_world(nested_world_top(w), at, &surface, &both, &nearest));
    assert_true(fabs(nearest.distance - ball.radius) < 1e-9 * size);
    assert_true(fabs(pick_vec3_length(pick_vec3_sub(contact.point, at)) - ball.radius) < 1e-6 * size);
    const pick_vec3 direction = pick_vec3_sub(contact.point, at);
    assert_true(pick_vec3_dot(contact.normal, direction) < 0);
    const pick_ray ray = {at, direction, 0, 1 + 1e-3};
    if (!pick_closest(nested_world_top(w), &ray, &both, &hit)) // it grazes an edge
        return 0;
    assert_true(fabs(hit.t - 1) * ball.radius < 1e-5 * size);
    return 1;
}

static void sweeps_at_every_level(void **state)
{
    (void)state;
    uint32_t on_surface = 0;
    sweep_tally count = {.met = 0};
    static const pick_vec3 outer[] = {{0, 0, 0}, {148376, 1234, -223423}};
    for (size_t p = 0; p < sizeof outer / sizeof outer[0]; p++) {
        nested_world w;
        nested_world_make(&w, (pick_vec3){0, 0, 0}, outer[p], 51 + p);
        for (uint32_t i = test_effort(30, 400); i > 0; i--) {
            pick_vec3 points[8], motion;
            const pick_query query = random_query(&w);
            const pick_solid solid = random_solid(&w, points, &motion);
            same_sweep(&w, &solid, motion, &query, &count);
            same_overlaps(&w, &solid, &query, &count);
            on_surface += contact_is_on_surface(&w);
            nested_world_edit(&w);
        }
        nested_world_free(&w);
    }
    print_message("%u contacts: %u within, %u deeper, %u inside, %u locked; %u %u %u %u; %u overlapping\n", count.met,
                  count.within, count.deep, count.inside, count.locked, count.kinds[0], count.kinds[1], count.kinds[2],
                  count.kinds[3], count.overlapping);
    assert_true(count.within > 5 && count.deep > 2 && count.inside < count.met && count.overlapping > 2);
    assert_true(on_surface > 3 && count.kinds[0] > 0 && count.kinds[1] + count.kinds[2] + count.kinds[3] > 0);
}

// --- Clearances -----------------------------------------------------------------------------------------------------

typedef struct clearance_tally {
    uint32_t found, apart, one, both, deep;
} clearance_tally;

// The object at the end of a path. Its place is also that of `point`, as far as the product of transforms is rounded.
static void check_path(const pick_scene *scene, pick_object_id id, const pick_object_id *path, uint32_t count)
{
    pick_object_desc desc;
    assert_int_equal(pick_scene_get(scene, id, &desc), PICK_OK);
    for (uint32_t i = 0; i < count; i++) {
        assert_non_null(desc.scene);
        assert_int_equal(pick_scene_get(desc.scene, path[i], &desc), PICK_OK);
        assert_int_equal(desc.flags & PICK_OBJECT_HIDDEN, 0);
    }
    assert_null(desc.scene);
}

// What brute force pairs, so that it is quick enough.
static uint64_t items_within(const pick_object_desc *desc)
{
    if (desc->mesh != NULL)
        return pick_mesh_get_stats(desc->mesh).triangle_count;
    if (desc->thin != NULL)
        return pick_thin_get_stats(desc->thin).segment_count;
    if (desc->volume != NULL)
        return pick_height_field_memory(desc->volume) > 0 ? 200 : 4;
    pick_object_id ids[NESTED_MOST];
    uint64_t sum = 0;
    const size_t count = pick_scene_objects(desc->scene, ids, NESTED_MOST);
    for (size_t i = 0; i < count; i++) {
        pick_object_desc inner;
        assert_int_equal(pick_scene_get(desc->scene, ids[i], &inner), PICK_OK);
        sum += items_within(&inner);
    }
    return sum;
}

// Two objects of some scene that brute force is quick with; of a number of tries, the first where both are scenes.
static const pick_scene *random_pair(nested_world *w, pick_object_id id[2])
{
    const pick_scene *scene = NULL;
    bool both = false;
    for (int tries = 0; tries < 10 && !both; tries++) {
        const uint32_t asked = 1 + random_index(&w->random, NESTED_SCENES - 1);
        pick_object_id drawn[2];
        pick_object_desc desc[2];
        for (int i = 0; i < 2; i++) {
            drawn[i] = w->ids[asked][random_index(&w->random, w->count[asked])];
            assert_int_equal(pick_scene_get(w->scenes[asked], drawn[i], &desc[i]), PICK_OK);
        }
        if (items_within(&desc[0]) * items_within(&desc[1]) > test_effort(30000, 100000))
            continue;
        both = desc[0].scene != NULL && desc[1].scene != NULL;
        scene = w->scenes[asked];
        memcpy(id, drawn, sizeof drawn);
    }
    return scene;
}

static void same_clearance(nested_world *w, clearance_tally *count)
{
    pick_object_id id[2];
    const pick_scene *top = random_pair(w, id);
    if (top == NULL)
        return;
    const pick_query query = {.hidden_kinds = random_index(&w->random, 3) == 0 ? PICK_SUBMESH_KIND(0) : 0};
    pick_clearance a, b;
    const bool found = pick_object_clearance(top, id[0], id[1], &query, &a);
    assert_int_equal(pick_object_clearance_brute_force(top, id[0], id[1], &query, &b), found);
    if (!found)
        return;
    assert_memory_equal(&a.distance, &b.distance, sizeof a.distance);
    for (int i = 0; i < 2; i++)
        check_path(top, id[i], a.path[i], a.path_count[i]);
    ++count->found;
    count->one += (a.path_count[0] > 0) != (a.path_count[1] > 0);
    count->both += a.path_count[0] > 0 && a.path_count[1] > 0;
    count->deep += a.path_count[0] > 1 || a.path_count[1] > 1;
    if (a.distance == 0) // whichever is found first
        return;
    ++count->apart;
    assert_memory_equal(a.path_count, b.path_count, sizeof a.path_count);
    assert_memory_equal(a.path, b.path, sizeof a.path);
    assert_memory_equal(a.point, b.point, sizeof a.point);
    assert_memory_equal(a.triangle, b.triangle, sizeof a.triangle);
    assert_memory_equal(a.barycentric, b.barycentric, sizeof a.barycentric);
    assert_memory_equal(a.from_bounds, b.from_bounds, sizeof a.from_bounds);
    const double between = pick_vec3_length(pick_vec3_sub(a.point[1], a.point[0]));
    assert_true(fabs(between - a.distance) < 1e-6 * (30 + pick_vec3_length(w->outer)));
}

static void clearances_at_every_level(void **state)
{
    (void)state;
    static const pick_vec3 outer[] = {{0, 0, 0}, {148376, 1234, -223423}};
    clearance_tally count = {.found = 0};
    for (size_t p = 0; p < sizeof outer / sizeof outer[0]; p++) {
        nested_world w;
        nested_world_make(&w, (pick_vec3){0, 0, 0}, outer[p], 71 + p);
        for (uint32_t i = test_effort(20, 300); i > 0; i--) {
            same_clearance(&w, &count);
            nested_world_edit(&w);
        }
        nested_world_free(&w);
    }
    print_message("%u clearances, %u apart; %u with one scene, %u with two, %u deeper\n", count.found, count.apart,
                  count.one, count.both, count.deep);
    assert_true(count.apart > 5 && count.apart < count.found && count.one > 2 && count.both > 2 && count.deep > 0);
}

// --- Parts ----------------------------------------------------------------------------------------------------------

enum { MOST_PARTS = 1 << 16 };

typedef struct part_tally {
    uint32_t found, within, deep, hidden, in_regions, deep_in_regions, seen, kinds[5];
} part_tally;

static bool same_part(const nested_world *w, const pick_view *view, pick_vec2 at, const pick_part_query *wanted,
                      const pick_query *query, pick_part_hit *out)
{
    pick_part_hit twin;
    const bool found = pick_part_in_window(nested_world_top(w), view, at, wanted, query, out);
    same_nearest(found, &out->place,
                 pick_part_in_window_brute_force(nested_world_top(w), view, at, wanted, query, &twin), &twin.place);
    if (found)
        assert_int_equal(pick_part_compare(&out->part, &twin.part), 0);
    return found;
}

// Its points are those that the place is on.
static void check_part(const nested_world *w, const pick_part_hit *hit, part_tally *count)
{
    pick_part_path path = {.count = hit->place.path_count};
    pick_vec3 points[3];
    memcpy(path.path, hit->place.path, sizeof path.path);
    const uint32_t corners = pick_part_points_within(nested_world_top(w), &hit->part, &path, points, 3);
    assert_int_equal(corners, hit->part.kind == PICK_PART_FACE ? 3 : hit->part.kind);
    double nearest = 0;
    if (corners == 1) {
        nearest = pick_vec3_length(pick_vec3_sub(points[0], hit->place.point));
    } else if (corners == 2) {
        const pick_vec3 edge = pick_vec3_sub(points[1], points[0]), way = pick_vec3_sub(hit->place.point, points[0]);
        nearest = pick_vec3_length(pick_vec3_cross(edge, way)) / pick_vec3_length(edge);
    }
    assert_true(nearest < 1e-11 * (100 + pick_vec3_length(hit->place.point)));
    ++count->found;
    ++count->kinds[hit->part.kind];
    count->within += path.count > 0;
    count->deep += path.count > 1;
}

static void part_under_mouse(nested_world *w, const pick_view *view, part_tally *count)
{
    const pick_query query = random_query(w);
    const pick_vec2 at = {50 + random_between(&w->random, -20, 20), 50 + random_between(&w->random, -20, 20)};
    pick_part_query wanted = {random_index(&w->random, 8), random_between(&w->random, 0, 10), true};
    pick_part_hit any, seen;
    const bool found = same_part(w, view, at, &wanted, &query, &any);
    if (found)
        check_part(w, &any, count);
    wanted.through = false;
    const bool visible = same_part(w, view, at, &wanted, &query, &seen);
    assert_true(found || !visible);
    if (visible)
        check_part(w, &seen, count);
    count->hidden += found && !visible;
}

static void parts_in_region(nested_world *w, const pick_view *view, pick_region *region, part_tally *count)
{
    static pick_part fast[MOST_PARTS], slow[MOST_PARTS];
    static pick_part_path paths[MOST_PARTS], twin[MOST_PARTS];
    const double half = random_between(&w->random, 1, 30), x = random_between(&w->random, 20, 80);
    const pick_vec2 lasso[4] = {{x, 50 - half}, {x + half, 50}, {x, 50 + half}, {x - half, 50}};
    const uint32_t shape = random_index(&w->random, 3);
    const pick_scene *top = nested_world_top(w);
    pick_region_query rules = {.mode = (pick_region_mode)random_index(&w->random, 2),
                               .cull = (pick_cull)random_index(&w->random, 4)};
    rules.include_locked = random_index(&w->random, 2) == 0;
    rules.hidden_layers = random_index(&w->random, 3) == 0 ? random_index(&w->random, 16) : 0;
    rules.filter = random_index(&w->random, 3) == 0 ? rejects_some : NULL;
    pick_region_part_query wanted = {.kinds = random_index(&w->random, 8), .region = &rules, .nested = true};
    if (shape == 0)
        assert_int_equal(pick_region_polygon(region, view, lasso, 4), PICK_OK);
    else if (shape == 1)
        assert_int_equal(pick_region_circle(region, view, lasso[1], half), PICK_OK);
    else
        assert_int_equal(pick_region_rect(region, view, lasso[0], lasso[1]), PICK_OK);
    for (int visible = 0; visible < 2; visible++) {
        wanted.view = visible != 0 ? view : NULL;
        wanted.paths = paths;
        const size_t found = pick_region_parts(top, region, &wanted, fast, MOST_PARTS);
        wanted.paths = twin;
        assert_int_equal(pick_region_parts_brute_force(top, region, &wanted, slow, MOST_PARTS), found);
        assert_true(found < MOST_PARTS);
        assert_memory_equal(fast, slow, found * sizeof fast[0]);
        for (size_t i = 0; i < found; i++) {
            pick_vec3 points[3];
            assert_int_equal(pick_part_compare_within(&fast[i], &paths[i], &slow[i], &twin[i]), 0);
            assert_true(i == 0 || pick_part_compare_within(&fast[i - 1], &paths[i - 1], &fast[i], &paths[i]) < 0);
            assert_true(pick_part_points_within(top, &fast[i], &paths[i], points, 3) > 0);
            count->in_regions += paths[i].count > 0;
            count->deep_in_regions += paths[i].count > 1;
        }
        count->seen += visible != 0 && found > 0;
        if (found > 40) // rays by brute force take long
            break;
    }
}

static void parts_at_every_level(void **state)
{
    (void)state;
    nested_world w;
    pick_region *region;
    part_tally count = {.found = 0};
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    nested_world_make(&w, (pick_vec3){0, 0, 0}, (pick_vec3){1000, 0, -5000}, 95);
    for (uint32_t i = test_effort(24, 400); i > 0; i--) {
        const pick_view view = random_view(&w);
        choose_kernels(&w);
        part_under_mouse(&w, &view, &count);
        parts_in_region(&w, &view, region, &count);
        nested_world_edit(&w);
    }
    print_message("%u parts, %u within, %u deeper, %u hidden; %u %u %u; %u in regions, %u deeper, %u seen\n",
                  count.found, count.within, count.deep, count.hidden, count.kinds[1], count.kinds[2], count.kinds[4],
                  count.in_regions, count.deep_in_regions, count.seen);
    assert_true(count.within > 5 && count.deep > 2 && count.kinds[1] > 0 && count.kinds[2] > 0 && count.kinds[4] > 0);
    assert_true(count.hidden > 0 && count.in_regions > 20 && count.deep_in_regions > 5 && count.seen > 1);
    pick_region_destroy(region);
    nested_world_free(&w);
}

// --- Snapping -------------------------------------------------------------------------------------------------------

typedef struct snap_tally {
    uint32_t found, within, deep, hidden, rules[10];
} snap_tally;

// The held point is near some object, so that feet and intersections are near, too.
static pick_snap_query random_snap(nested_world *w)
{
    test_random *r = &w->random;
    pick_snap_query snap = PICK_SNAP_QUERY_DEFAULT;
    snap.rules = random_index(r, 4) == 0 ? 0 : 1u << (1 + random_index(r, 9));
    snap.reach = random_between(r, 2, 20);
    snap.has_held = random_index(r, 8) != 0;
    snap.held = pick_vec3_add(place_in_object(w), random_in_cube(r, 1));
    snap.motion = snap.has_held ? (pick_snap_motion)random_index(r, 3) : PICK_SNAP_FREE;
    snap.direction = random_direction(r);
    snap.has_box = random_index(r, 2) == 0;
    snap.box = (pick_aabb){snap.held, pick_vec3_add(snap.held, (pick_vec3){1, 2, 3})};
    return snap;
}

static bool same_snap(const nested_world *w, const pick_view *view, pick_vec2 at, const pick_snap_query *wanted,
                      const pick_query *query, pick_snap *a)
{
    const pick_scene *top = nested_world_top(w);
    pick_snap b;
    const bool found = pick_snap_in_window(top, view, at, wanted, query, a);
    assert_int_equal(pick_snap_in_window_brute_force(top, view, at, wanted, query, &b), found);
    if (!found)
        return false;
    assert_int_equal(a->rule, b.rule);
    assert_true(pick_object_id_equal(a->object, b.object));
    assert_int_equal(a->path_count, b.path_count);
    assert_memory_equal(a->path, b.path, sizeof a->path);
    assert_int_equal(a->triangle, b.triangle);
    assert_int_equal(a->submesh, b.submesh);
    assert_int_equal(a->index, b.index);
    assert_memory_equal(&a->point, &b.point, sizeof a->point);
    assert_memory_equal(&a->to, &b.to, sizeof a->to);
    assert_memory_equal(&a->normal, &b.normal, sizeof a->normal);
    assert_memory_equal(a->barycentric, b.barycentric, sizeof a->barycentric);
    assert_true(a->distance == b.distance && a->depth == b.depth && a->user == b.user);
    assert_true(a->backface == b.backface && a->locked == b.locked);
    return true;
}

static void count_snap(const nested_world *w, const pick_snap *snap, snap_tally *count)
{
    uint32_t rule = 0;
    while (1u << rule != snap->rule)
        ++rule;
    ++count->found;
    if (snap->path_count > 0)
        check_path(nested_world_top(w), snap->object, snap->path, snap->path_count);
    count->within += snap->path_count > 0;
    count->deep += snap->path_count > 1;
    count->rules[rule] += snap->path_count > 0;
}

static void snaps_at_every_level(void **state)
{
    (void)state;
    nested_world w;
    snap_tally count = {.found = 0};
    nested_world_make(&w, (pick_vec3){0, 0, 0}, (pick_vec3){1000, 0, -5000}, 117);
    for (uint32_t i = test_effort(40, 600); i > 0; i--) {
        const pick_view view = random_view(&w);
        const pick_query query = random_query(&w);
        const pick_vec2 at = {50 + random_between(&w.random, -20, 20), 50 + random_between(&w.random, -20, 20)};
        pick_snap_query wanted = random_snap(&w);
        pick_snap any, seen;
        choose_kernels(&w);
        wanted.through = true;
        const bool found = same_snap(&w, &view, at, &wanted, &query, &any);
        if (found)
            count_snap(&w, &any, &count);
        if (random_index(&w.random, 4) == 0) { // rays by brute force take long
            wanted.through = false;
            const bool visible = same_snap(&w, &view, at, &wanted, &query, &seen);
            count.hidden += found && (!visible || memcmp(&seen.point, &any.point, sizeof seen.point) != 0);
        }
        nested_world_edit(&w);
    }
    print_message("%u snaps, %u within, %u deeper, %u hidden; by rule:", count.found, count.within, count.deep,
                  count.hidden);
    uint32_t kinds = 0;
    for (int i = 0; i < 10; i++) {
        print_message(" %u", count.rules[i]);
        kinds += count.rules[i] > 0;
    }
    print_message("\n");
    assert_true(count.within > 5 && count.deep > 2 && kinds >= 4 &&
                count.rules[0] + count.rules[7] + count.rules[8] == 0);
    nested_world_free(&w);
}

static void edits_at_every_level(void **state)
{
    (void)state;
    static const struct {
        pick_vec3 inner, outer;
    } places[] = {{{0, 0, 0}, {0, 0, 0}}, {{50, 20, -70}, {148376, 1234, -223423}}, {{0, 0, 0}, {0, 1e5, 0}}};
    for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
        nested_world w;
        tally count = {0};
        uint32_t seen = 0;
        nested_world_make(&w, places[p].inner, places[p].outer, p + 1);
        for (uint32_t i = test_effort(40, 1000); i > 0; i--) {
            for (uint32_t edits = random_index(&w.random, 3); edits > 0; edits--)
                nested_world_edit(&w);
            cast(&w, &count, &seen);
        }
        assert_true(count.misses > 5 && count.hits > 5 && seen > 0);
        nested_world_free(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_at_every_level),      cmocka_unit_test(nearest_at_every_level),
        cmocka_unit_test(regions_at_every_level),    cmocka_unit_test(sweeps_at_every_level),
        cmocka_unit_test(clearances_at_every_level), cmocka_unit_test(parts_at_every_level),
        cmocka_unit_test(snaps_at_every_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

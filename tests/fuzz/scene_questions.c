#include "scene_questions.h"

#include "history.h"
#include "projection.h"

enum { MOST_HITS = 64, LASSO = 7 };

// Where the near plane, which may be at 1e-3, cuts something larger that is no mesh, its picture is so large that
// rounding decides what is in a region, or near.
#define LARGEST_IN_WINDOW 1e5
// Beyond the range of base.h rounding decides which of two places is nearer: what lies there is asked about, and not
// compared.
#define RANGE 1e15
#define LARGEST_IN_RANGE 1e12

uint64_t scene_questions_asked, scene_questions_answered;

static bool is_in_range(pick_vec3 p)
{
    return pick_vec3_length(p) < RANGE;
}

static void count(bool answered)
{
    ++scene_questions_asked;
    scene_questions_answered += answered;
}

// --- Queries --------------------------------------------------------------------------------------------------------

static pick_vec3 choose_point(scene_questions *q)
{
    const pick_aabb *box = &q->target;
    const double u = random_between(&q->random, 0, 1);
    const double v = random_between(&q->random, 0, 1);
    const double s = random_between(&q->random, 0, 1);
    return pick_vec3_make(box->min.x + u * (box->max.x - box->min.x), box->min.y + v * (box->max.y - box->min.y),
                          box->min.z + s * (box->max.z - box->min.z));
}

static double choose_distance(scene_questions *q, double low, double high)
{
    return pow(10.0, random_between(&q->random, low, high));
}

// Towards the target, or anywhere.
static pick_ray choose_ray(scene_questions *q)
{
    test_random *r = &q->random;
    const bool both_ways = random_index(r, 2) == 0;
    pick_ray ray = {random_in_cube(r, 40), random_in_cube(r, 1), both_ways ? -HUGE_VAL : 0, HUGE_VAL};
    if (random_index(r, 8) != 0) {
        ray.direction = random_direction(r);
        ray.origin = pick_vec3_sub(choose_point(q), pick_vec3_scale(ray.direction, choose_distance(q, -1, 5)));
    }
    return ray;
}

// Of any projection, before the target and towards it. False where no view is that far out.
static bool choose_view(scene_questions *q, pick_view *view)
{
    static const pick_rect viewports[] = {{0, 0, 640, 480}, {10, 20, 300, 900}, {0, 480, 640, -480}};
    test_random *r = &q->random;
    const pick_vec3 forward = random_direction(r);
    const pick_vec3 up = fabs(forward.y) > 0.9 ? pick_vec3_make(1, 0, 0) : pick_vec3_make(0, 1, 0);
    const double distance = choose_distance(q, 0, 3);
    const pick_vec3 eye = pick_vec3_sub(choose_point(q), pick_vec3_scale(forward, distance));
    projection_spec spec = projection_perspective(random_between(r, 0.1, 2.5), 1, distance * 1e-3, (double)INFINITY);
    float projection[16], rotation[16];
    spec.depth = DEPTH_REVERSED;
    if (random_index(r, 2) == 0)
        spec = projection_table[random_index(r, (uint32_t)projection_table_count)];
    projection_matrix(&spec, projection);
    view_matrix(forward, up, rotation);
    return pick_view_init(view, &(pick_view_desc){projection, rotation, eye, viewports[random_index(r, 3)]}) == PICK_OK;
}

// In the viewport, or near it.
static pick_vec2 choose_position(scene_questions *q, const pick_view *view)
{
    const double u = random_between(&q->random, -0.1, 1.1), v = random_between(&q->random, -0.1, 1.1);
    return (pick_vec2){view->viewport.x + u * view->viewport.width, view->viewport.y + v * view->viewport.height};
}

// Where the target is drawn, or anywhere.
static pick_vec2 aim(scene_questions *q, const pick_view *view)
{
    pick_projected_point at;
    const bool drawn = random_index(&q->random, 4) != 0 && pick_view_project(view, choose_point(q), &at) &&
                       isfinite(at.window.x) && isfinite(at.window.y);
    return drawn ? at.window : choose_position(q, view);
}

static bool is_even(void *user, pick_object_id object, uint64_t object_user)
{
    (void)user;
    (void)object;
    return object_user % 2 == 0;
}

static bool rejects_some(void *user, const pick_hit *candidate)
{
    (void)user;
    return (candidate->triangle * 7u + candidate->object.index1) % 3 != 0;
}

static pick_query choose_query(scene_questions *q)
{
    pick_query query = PICK_QUERY_DEFAULT;
    query.hidden_layers = random_index(&q->random, 4) == 0 ? ~2u : 0;
    query.pass_locked = random_index(&q->random, 4) == 0;
    query.cull = random_index(&q->random, 2) == 0 ? PICK_CULL_NONE : PICK_CULL_MATERIAL;
    query.object_filter = random_index(&q->random, 4) == 0 ? is_even : NULL;
    query.filter = random_index(&q->random, 4) == 0 ? rejects_some : NULL;
    query.filter_all = true;
    return query;
}

// --- Rays -----------------------------------------------------------------------------------------------------------

static bool same_path(const pick_object_id *a, uint32_t a_count, const pick_object_id *b, uint32_t b_count)
{
    bool same = a_count == b_count;
    for (uint32_t i = 0; i < a_count && same; i++)
        same = pick_object_id_equal(a[i], b[i]);
    return same;
}

static bool same_hit(const pick_hit *a, const pick_hit *b)
{
    return same_path(a->path, a->path_count, b->path, b->path_count) && a->inner_user == b->inner_user &&
           a->t == b->t && pick_object_id_equal(a->object, b->object) && a->triangle == b->triangle &&
           a->user == b->user && a->backface == b->backface && a->locked == b->locked && a->inside == b->inside &&
           a->from_bounds == b->from_bounds && memcmp(a->barycentric, b->barycentric, sizeof a->barycentric) == 0;
}

static void compare_hits(const pick_hit *fast, size_t fast_count, const pick_hit *slow, size_t slow_count)
{
    HISTORY_MUST(fast_count == slow_count);
    for (size_t i = 0; i < fast_count && fast_count <= MOST_HITS; i++) // else the nearest ones, as sorted
        HISTORY_MUST(same_hit(&fast[i], &slow[i]));
}

static void ask_ray(scene_questions *q)
{
    const pick_query query = choose_query(q);
    const pick_ray ray = choose_ray(q);
    pick_hit fast = {0}, slow = {0}, all[MOST_HITS], all_slow[MOST_HITS];
    switch (random_index(&q->random, 4)) {
    case 0: {
        const size_t slow_count = pick_all_brute_force(q->scene, &ray, &query, all_slow, MOST_HITS);
        compare_hits(all, pick_all(q->scene, &ray, &query, all, MOST_HITS), all_slow, slow_count);
        HISTORY_MUST(pick_any(q->scene, &ray, &query) == (slow_count > 0));
        HISTORY_MUST(pick_closest(q->scene, &ray, &query, &fast) == (slow_count > 0));
        HISTORY_MUST(slow_count == 0 || same_hit(&fast, &all_slow[0]) ||
                     (fast.t == all_slow[0].t && !is_in_range(fast.point)));
        count(slow_count > 0);
        break;
    }
    case 1: {
        const size_t slow_count = pick_all_objects_brute_force(q->scene, &ray, &query, all_slow, MOST_HITS);
        compare_hits(all, pick_all_objects(q->scene, &ray, &query, all, MOST_HITS), all_slow, slow_count);
        count(slow_count > 0);
        break;
    }
    default: {
        const bool hit = pick_closest_brute_force(q->scene, &ray, &query, &slow);
        HISTORY_MUST(pick_closest(q->scene, &ray, &query, &fast) == hit);
        HISTORY_MUST(!hit || same_hit(&fast, &slow));
        HISTORY_MUST(pick_any(q->scene, &ray, &query) == hit);
        count(hit);
        break;
    }
    }
}

// Between two points of the target, or of its neighbourhood.
static void ask_visible(scene_questions *q)
{
    const pick_query query = choose_query(q);
    const pick_vec3 a = choose_point(q);
    const pick_vec3 b = random_index(&q->random, 2) == 0
                            ? choose_point(q)
                            : pick_vec3_add(a, random_in_cube(&q->random, choose_distance(q, -1, 3)));
    const bool visible = pick_visible_brute_force(q->scene, a, b, &query);
    HISTORY_MUST(pick_visible(q->scene, a, b, &query) == visible);
    count(!visible);
}

// --- Regions --------------------------------------------------------------------------------------------------------

static bool set_planes(scene_questions *q)
{
    const pick_ray ray = choose_ray(q);
    const pick_vec3 at = pick_vec3_add(ray.origin, ray.direction);
    const double half = choose_distance(q, -2, 4);
    const pick_plane planes[6] = {{{1, 0, 0}, half - at.x},  {{-1, 0, 0}, half + at.x}, {{0, 1, 0}, half - at.y},
                                  {{0, -1, 0}, half + at.y}, {{0, 0, 1}, half - at.z},  {{0, 0, -1}, half + at.z}};
    return pick_region_planes(q->region, planes, 6, at) == PICK_OK; // else too far out
}

// `lasso`, which must last as long as the region, is written where the shape is one.
static bool set_shape(scene_questions *q, pick_vec2 lasso[LASSO])
{
    pick_view view;
    if (random_index(&q->random, 4) == 0)
        return set_planes(q);
    if (!choose_view(q, &view))
        return false;
    const pick_vec2 at = aim(q, &view);
    const double radius = choose_distance(q, -1, 2.7);
    switch (random_index(&q->random, 3)) {
    case 0:
        return pick_region_rect(q->region, &view, at, choose_position(q, &view)) == PICK_OK;
    case 1:
        return pick_region_circle(q->region, &view, at, radius) == PICK_OK;
    default:
        for (int i = 0; i < LASSO; i++) { // any order: it may cross itself
            const double by = radius * random_between(&q->random, 0.2, 1), angle = random_between(&q->random, 0, 6.2);
            lasso[i] = (pick_vec2){at.x + by * cos(angle), at.y + by * sin(angle)};
        }
        return pick_region_polygon(q->region, &view, lasso, 3 + random_index(&q->random, LASSO - 2)) == PICK_OK;
    }
}

static void ask_region(scene_questions *q)
{
    pick_vec2 lasso[LASSO];
    pick_region_query query = PICK_REGION_QUERY_DEFAULT;
    if (!set_shape(q, lasso))
        return;
    query.mode = random_index(&q->random, 2) == 0 ? PICK_REGION_TOUCH : PICK_REGION_CONTAIN;
    query.hidden_layers = random_index(&q->random, 4) == 0 ? ~2u : 0;
    query.cull = random_index(&q->random, 2) == 0 ? PICK_CULL_NONE : PICK_CULL_MATERIAL;
    query.include_locked = random_index(&q->random, 2) == 0;
    query.object_filter = random_index(&q->random, 4) == 0 ? is_even : NULL;
    query.filter = random_index(&q->random, 4) == 0 ? rejects_some : NULL;
    pick_object_id *fast = malloc((2 * (size_t)q->slots + 1) * sizeof *fast), *slow = fast + q->slots;
    history_must(fast != NULL, "no memory");
    const size_t found = pick_region_objects(q->scene, q->region, &query, fast, q->slots);
    HISTORY_MUST(pick_region_objects_brute_force(q->scene, q->region, &query, slow, q->slots) == found);
    HISTORY_MUST(found <= q->slots && memcmp(fast, slow, found * sizeof *slow) == 0);
    free(fast);
    count(found > 0);
}

// --- Nearest --------------------------------------------------------------------------------------------------------

// Brute force tests every object for occluding a candidate, and searches the outline of every volume: in larger scenes
// that would take minutes.
enum { MOST_TO_SEE = 512 };

static pick_nearest_query choose_nearest(scene_questions *q, double low, double high)
{
    static const uint32_t features[] = {PICK_FEATURE_ALL, PICK_FEATURE_ALL, PICK_FEATURE_VERTEX, PICK_FEATURE_EDGE,
                                        PICK_FEATURE_SURFACE};
    return (pick_nearest_query){.features = features[random_index(&q->random, 5)],
                                .radius = choose_distance(q, low, high),
                                .visible = random_index(&q->random, 4) == 0 && q->slots <= MOST_TO_SEE};
}

static void compare_nearest(bool found, const pick_nearest *fast, bool found_slow, const pick_nearest *slow)
{
    HISTORY_MUST(found == found_slow);
    HISTORY_MUST(fast->distance == slow->distance && fast->depth == slow->depth && fast->feature == slow->feature);
    HISTORY_MUST(pick_object_id_equal(fast->object, slow->object) && fast->user == slow->user);
    HISTORY_MUST(same_path(fast->path, fast->path_count, slow->path, slow->path_count));
    HISTORY_MUST(fast->triangle == slow->triangle && fast->index == slow->index && fast->locked == slow->locked);
    HISTORY_MUST(memcmp(&fast->point, &slow->point, sizeof fast->point) == 0 && fast->from_bounds == slow->from_bounds);
    count(found);
}

// Whether an object that was found is too large for the range: its nearest place is known to a share of its size.
static bool is_too_large(const scene_questions *q, bool found, const pick_nearest *nearest)
{
    pick_aabb box;
    return found && pick_scene_object_bounds(q->scene, nearest->object, &box) == PICK_OK &&
           !(is_in_range(box.min) && is_in_range(box.max));
}

static void ask_nearest_in_world(scene_questions *q)
{
    const pick_query query = choose_query(q);
    const pick_vec3 at = choose_ray(q).origin;
    const pick_nearest_query nearest = choose_nearest(q, -1, 4);
    pick_nearest fast = {0}, slow = {0};
    const bool found = pick_nearest_in_world(q->scene, at, &nearest, &query, &fast);
    if (!is_in_range(at))
        return;
    const bool found_slow = pick_nearest_in_world_brute_force(q->scene, at, &nearest, &query, &slow);
    if (!is_too_large(q, found, &fast) && !is_too_large(q, found_slow, &slow))
        compare_nearest(found, &fast, found_slow, &slow);
}

static void ask_nearest_in_window(scene_questions *q)
{
    pick_view view;
    if ((q->others && q->slots > MOST_TO_SEE) || q->largest_mesh > LARGEST_IN_RANGE || !choose_view(q, &view) ||
        !is_in_range(view.eye))
        return;
    const pick_query query = choose_query(q);
    const pick_vec2 at = aim(q, &view);
    const pick_nearest_query nearest = choose_nearest(q, -1, 2);
    pick_nearest fast = {0}, slow = {0};
    const bool found = pick_nearest_in_window(q->scene, &view, at, &nearest, &query, &fast);
    const bool found_slow = pick_nearest_in_window_brute_force(q->scene, &view, at, &nearest, &query, &slow);
    if (is_in_range(fast.point) && is_in_range(slow.point))
        compare_nearest(found, &fast, found_slow, &slow);
}

// Whether all hits lie in the range that base.h promises to treat exactly: what lies beyond may hide them.
static bool are_in_range(const pick_cursor_hit *hits, size_t count)
{
    bool in_range = true;
    for (size_t i = 0; i < count; i++)
        in_range = in_range && is_in_range(hits[i].hit.point);
    return in_range;
}

// With a tolerance: what is thin and in front, or near where nothing is exact. Brute force tests all triangles for each
// of its rays. Very far out the points that are found are too coarse to say what is in front.
static void ask_cursor(scene_questions *q)
{
    enum { MOST_SLOTS = 128 };
    pick_view view;
    if (q->slots > MOST_SLOTS || q->largest_mesh > LARGEST_IN_RANGE || !choose_view(q, &view) ||
        !(pick_vec3_length(view.eye) < 1e12))
        return;
    const pick_query query = choose_query(q);
    const pick_vec2 at = aim(q, &view);
    const pick_cursor_query cursor = {
        .query = &query, .tolerance = choose_distance(q, 0, 1.5), .exact_wins = random_index(&q->random, 8) == 0};
    enum { MOST = 8 };
    pick_cursor_hit fast[MOST] = {{.proxy = 0}}, slow[MOST] = {{.proxy = 0}};
    const size_t found = pick_cursor_all(q->scene, &view, at, &cursor, fast, MOST);
    const size_t found_slow = pick_cursor_all_brute_force(q->scene, &view, at, &cursor, slow, MOST);
    if (!are_in_range(fast, found < MOST ? found : MOST) || !are_in_range(slow, found_slow < MOST ? found_slow : MOST))
        return;
    HISTORY_MUST(found == found_slow);
    for (size_t i = 0; i < found && i < MOST; i++) {
        HISTORY_MUST(same_hit(&fast[i].hit, &slow[i].hit));
        HISTORY_MUST(fast[i].distance == slow[i].distance && fast[i].thin == slow[i].thin);
        HISTORY_MUST(!fast[i].thin || (i == 0 && found > 1 && !fast[i].hit.locked));
    }
    count(found > 0);
}

// --- Sweeps ---------------------------------------------------------------------------------------------------------

enum { MOST_CORNERS = 8, MOST_TO_SWEEP = 2048 };

// A ball, a box that may be flat, or a rounded hull; near the target, or where it comes from.
static pick_solid choose_solid(scene_questions *q, pick_vec3 points[MOST_CORNERS])
{
    test_random *r = &q->random;
    const double size = choose_distance(q, -3, 2);
    const pick_vec3 at = random_index(r, 2) == 0 ? choose_point(q) : choose_ray(q).origin;
    const uint32_t kind = random_index(r, 3);
    pick_obb box = {.center = at};
    for (int k = 0; k < 3; k++)
        box.half_axis[k] = pick_vec3_scale(random_in_cube(r, 1), random_index(r, 6) == 0 ? 0 : size);
    if (kind == 0)
        return pick_solid_from_box(&box, points);
    const uint32_t count = kind == 1 ? 1 : 2 + random_index(r, MOST_CORNERS - 1);
    for (uint32_t i = 0; i < count; i++)
        points[i] = kind == 1 ? at : pick_vec3_add(at, random_in_cube(r, size));
    return (pick_solid){points, count, random_index(r, 4) == 0 ? 0 : size};
}

static void ask_sweep(scene_questions *q)
{
    pick_vec3 points[MOST_CORNERS];
    pick_contact fast = {0}, slow = {0};
    if (q->slots > MOST_TO_SWEEP)
        return;
    const pick_query query = choose_query(q);
    const pick_solid solid = choose_solid(q, points);
    const pick_vec3 motion =
        pick_vec3_scale(pick_vec3_sub(choose_point(q), points[0]), random_between(&q->random, 0, 3));
    const bool met = pick_sweep(q->scene, &solid, motion, &query, &fast);
    if (!is_in_range(points[0]) || !is_in_range(motion))
        return;
    HISTORY_MUST(pick_sweep_brute_force(q->scene, &solid, motion, &query, &slow) == met);
    HISTORY_MUST(fast.t == slow.t && pick_object_id_equal(fast.object, slow.object) && fast.user == slow.user);
    HISTORY_MUST(fast.triangle == slow.triangle && fast.inside == slow.inside && fast.backface == slow.backface);
    HISTORY_MUST(memcmp(&fast.point, &slow.point, sizeof fast.point) == 0);
    HISTORY_MUST(memcmp(&fast.normal, &slow.normal, sizeof fast.normal) == 0);
    count(met);
}

static void ask_overlaps(scene_questions *q)
{
    pick_vec3 points[MOST_CORNERS];
    static pick_object_id fast[MOST_TO_SWEEP], slow[MOST_TO_SWEEP];
    if (q->slots > MOST_TO_SWEEP)
        return;
    const pick_query query = choose_query(q);
    const pick_solid solid = choose_solid(q, points);
    const size_t found = pick_overlaps(q->scene, &solid, &query, fast, MOST_TO_SWEEP);
    if (!is_in_range(points[0]))
        return;
    HISTORY_MUST(pick_overlaps_brute_force(q->scene, &solid, &query, slow, MOST_TO_SWEEP) == found);
    HISTORY_MUST(memcmp(fast, slow, found * sizeof *slow) == 0);
    count(found > 0);
}

static void ask_clearance(scene_questions *q)
{
    static pick_object_id ids[MOST_TO_SWEEP];
    const uint32_t objects = (uint32_t)pick_scene_objects(q->scene, ids, MOST_TO_SWEEP);
    if (objects == 0 || objects > MOST_TO_SWEEP)
        return;
    const pick_object_id a = ids[random_index(&q->random, objects)], b = ids[random_index(&q->random, objects)];
    pick_clearance fast = {0}, slow = {0};
    const bool found = pick_object_clearance_brute_force(q->scene, a, b, NULL, &slow);
    HISTORY_MUST(pick_object_clearance(q->scene, a, b, NULL, &fast) == found);
    if (!is_in_range(slow.point[0]) || !is_in_range(slow.point[1]))
        return;
    HISTORY_MUST(fast.distance == slow.distance);
    if (fast.distance > 0) { // else any place where they overlap
        HISTORY_MUST(memcmp(fast.point, slow.point, sizeof fast.point) == 0);
        HISTORY_MUST(memcmp(fast.triangle, slow.triangle, sizeof fast.triangle) == 0);
    }
    count(found);
}

// --- Points and curves without a scene ------------------------------------------------------------------------------

static void compare_thin(bool found, const pick_thin_hit *fast, bool found_slow, const pick_thin_hit *slow)
{
    HISTORY_MUST(found == found_slow && fast->part == slow->part && fast->along == slow->along);
    HISTORY_MUST(fast->t == slow->t && fast->distance == slow->distance && fast->depth == slow->depth);
    HISTORY_MUST(fast->inside == slow->inside && memcmp(&fast->point, &slow->point, sizeof fast->point) == 0);
    count(found);
}

static void ask_thin(scene_questions *q)
{
    const pick_thin *thin = q->things->thins[random_index(&q->random, SCENE_THINS)];
    const pick_aabb whole = q->target;
    pick_transform place = PICK_TRANSFORM_IDENTITY;
    pick_thin_hit fast = {0}, slow = {0};
    pick_vec2 lasso[LASSO];
    pick_view view;
    const double size = choose_distance(q, -2, 2);
    const pick_aabb bounds = pick_thin_bounds(thin);
    double largest = q->largest;
    for (int i = 0; i < 9; i += 4)
        place.linear[i] = (float)size;
    place.linear[1] = random_index(&q->random, 2) == 0 ? 0 : 0.5f;
    if (bounds.min.x <= bounds.max.x) {
        q->target.min = pick_transform_point(&place, bounds.min);
        q->target.max = pick_transform_point(&place, bounds.max);
        largest = fmax(largest, pick_vec3_length(pick_vec3_sub(q->target.max, q->target.min)));
    }
    const pick_ray ray = choose_ray(q);
    bool found = pick_thin_closest_brute_force(thin, &place, &ray, &slow);
    compare_thin(pick_thin_closest(thin, &place, &ray, &fast), &fast, found, &slow);
    if (largest <= LARGEST_IN_WINDOW && choose_view(q, &view)) {
        const pick_vec2 at = aim(q, &view);
        const double radius = choose_distance(q, -1, 2);
        fast = slow = (pick_thin_hit){0};
        found = pick_thin_in_window_brute_force(thin, &place, &view, at, radius, &slow);
        compare_thin(pick_thin_in_window(thin, &place, &view, at, radius, &fast), &fast, found, &slow);
    }
    if (largest <= LARGEST_IN_WINDOW && set_shape(q, lasso)) {
        uint32_t parts[2][MOST_HITS];
        const pick_region_mode mode = random_index(&q->random, 2) == 0 ? PICK_REGION_TOUCH : PICK_REGION_CONTAIN;
        const size_t n = pick_thin_in_region_brute_force(thin, &place, q->region, mode, parts[0], MOST_HITS);
        HISTORY_MUST(pick_thin_in_region(thin, &place, q->region, mode, parts[1], MOST_HITS) == n);
        count(n > 0);
    }
    q->target = whole;
}

// --- All ------------------------------------------------------------------------------------------------------------

static void ask_anywhere(scene_questions *q)
{
    switch (random_index(&q->random, 6)) {
    case 0:
        ask_visible(q);
        break;
    case 1:
    case 2:
        ask_nearest_in_world(q);
        break;
    case 3:
        ask_sweep(q);
        break;
    case 4:
        ask_overlaps(q);
        break;
    default:
        ask_clearance(q);
        break;
    }
}

void scene_questions_ask(scene_questions *q)
{
    ask_ray(q);
    switch (q->largest > LARGEST_IN_WINDOW ? 0 : random_index(&q->random, 10)) {
    case 4:
    case 5:
        ask_cursor(q);
        break;
    case 6:
    case 7:
        ask_nearest_in_window(q);
        break;
    case 8:
        ask_region(q);
        break;
    case 9:
        ask_thin(q);
        break;
    default:
        ask_anywhere(q);
        break;
    }
}

// distance_field: an object that is no mesh: a distance field (a ball welded to a ring), met by sphere tracing, and
// found by the same questions as everything else. Needs `picking` alone.
//
//     distance_field        prints what is under each character; exit status 1: an answer is not on the surface
#include <picking/picking.h>

#include <math.h>
#include <stdio.h>

enum { COLUMNS = 64, ROWS = 32, STEPS = 512, DEPTH = 5 };
enum { PART_BALL = 1, PART_RING = 2 };

static const double epsilon = 1e-9, weld = 0.3;

static double ball_distance(pick_vec3 p)
{
    return pick_vec3_length(pick_vec3_make(p.x - 0.6, p.y, p.z)) - 0.6;
}

static double ring_distance(pick_vec3 p)
{
    const double around = sqrt(p.x * p.x + p.y * p.y) - 1.2;
    return sqrt(around * around + p.z * p.z) - 0.25;
}

// Negative inside; never more than the true distance.
static double distance(pick_vec3 p)
{
    const double a = ball_distance(p), b = ring_distance(p);
    const double h = fmax(weld - fabs(a - b), 0) / weld;
    return fmin(a, b) - 0.25 * h * h * weld;
}

static pick_vec3 gradient(pick_vec3 p)
{
    const double s = 1e-5;
    return pick_vec3_make(distance(pick_vec3_make(p.x + s, p.y, p.z)) - distance(pick_vec3_make(p.x - s, p.y, p.z)),
                          distance(pick_vec3_make(p.x, p.y + s, p.z)) - distance(pick_vec3_make(p.x, p.y - s, p.z)),
                          distance(pick_vec3_make(p.x, p.y, p.z + s)) - distance(pick_vec3_make(p.x, p.y, p.z - s)));
}

// The direction is not of unit length: a step of a distance is that much less in t. The ray given begins and ends at
// the bounds, so nothing is marched through empty space.
static void field_ray(void *user, const pick_ray *ray, pick_ray_probe *probe)
{
    const double speed = pick_vec3_length(ray->direction);
    double t = ray->t_min;
    (void)user;
    for (int i = 0; i < STEPS && t <= ray->t_max; i++) {
        const pick_vec3 p = pick_ray_at(ray, t);
        const double d = distance(p);
        if (d <= epsilon) {
            const pick_primitive_hit hit = {.t = t,
                                            .normal = gradient(p),
                                            .part = ball_distance(p) < ring_distance(p) ? PART_BALL : PART_RING,
                                            .inside = t == ray->t_min && d < -epsilon};
            (void)pick_ray_report(probe, &hit);
            return;
        }
        t += d / speed;
    }
}

// A box that may hold some of the surface or the inside: as far as its middle is from them.
static bool may_hold(const pick_aabb *box)
{
    const pick_vec3 half = pick_vec3_scale(pick_vec3_sub(box->max, box->min), 0.5);
    return distance(pick_vec3_add(box->min, half)) <= pick_vec3_length(half);
}

static pick_aabb octant(const pick_aabb *box, int i)
{
    const pick_vec3 m = pick_vec3_scale(pick_vec3_add(box->min, box->max), 0.5);
    return (pick_aabb){{i & 1 ? m.x : box->min.x, i & 2 ? m.y : box->min.y, i & 4 ? m.z : box->min.z},
                       {i & 1 ? box->max.x : m.x, i & 2 ? box->max.y : m.y, i & 4 ? box->max.z : m.z}};
}

static bool cell_in(const pick_region_probe *probe, const pick_aabb *box, bool contain, int depth)
{
    const pick_shape shape = {.type = PICK_SHAPE_AABB, .as.aabb = *box};
    if (!may_hold(box) || (contain && pick_region_probe_contains(probe, &shape)))
        return contain;
    if (!contain && !pick_region_probe_touches(probe, &shape))
        return false;
    if (depth == 0)
        return !contain;
    for (int i = 0; i < 8; i++) {
        const pick_aabb inner = octant(box, i);
        if (cell_in(probe, &inner, contain, depth - 1) != contain)
            return !contain;
    }
    return contain;
}

static void report_cells(pick_nearest_probe *probe, const pick_aabb *box, int depth)
{
    if (!may_hold(box) || !pick_nearest_reaches(probe, box))
        return;
    if (depth == 0) { // the ball around the cell's middle that just touches the surface, or the middle itself
        const pick_vec3 middle = pick_vec3_scale(pick_vec3_add(box->min, box->max), 0.5);
        const double inside = fmax(-distance(middle), 0);
        const pick_shape ball = {.type = PICK_SHAPE_SPHERE, .as.sphere = {middle, inside}};
        pick_nearest_report(probe, &ball, ball_distance(middle) < ring_distance(middle) ? PART_BALL : PART_RING);
        return;
    }
    for (int i = 0; i < 8; i++) {
        const pick_aabb inner = octant(box, i);
        report_cells(probe, &inner, depth - 1);
    }
}

static const pick_aabb bounds = {{-1.5, -1.5, -0.75}, {1.5, 1.5, 0.75}};

// Exact to the size of a cell.
static bool field_region(void *user, pick_region_probe *probe, bool contain)
{
    (void)user;
    return cell_in(probe, &bounds, contain, DEPTH);
}

static void field_nearest(void *user, pick_nearest_probe *probe)
{
    (void)user;
    report_cells(probe, &bounds, DEPTH);
}

// Prints a picture of the parts. Returns whether all hits lie on the surface.
static bool print_parts(const pick_scene *scene, const pick_view *view)
{
    uint32_t found[3] = {0};
    bool good = true;
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            const pick_ray ray = pick_view_ray(view, (pick_vec2){column + 0.5, row + 0.5});
            pick_hit hit;
            const bool is_hit = pick_closest(scene, &ray, NULL, &hit);
            good = good && (!is_hit || (fabs(distance(hit.point)) < 1e-6 && !hit.from_bounds &&
                                        pick_vec3_dot(hit.normal, ray.direction) < 1e-3));
            ++found[is_hit ? hit.triangle : 0];
            putchar(!is_hit ? '.' : (hit.triangle == PART_BALL ? 'o' : '#'));
        }
        putchar('\n');
    }
    return good && found[0] > 0 && found[PART_BALL] > 0 && found[PART_RING] > 0;
}

// The square within the ring touches the ball alone; nothing lies in the corner.
static bool check_regions(const pick_scene *scene, const pick_view *view, pick_region *region)
{
    static const struct {
        pick_vec2 from, to;
        pick_region_mode mode;
        size_t count;
    } asked[] = {{{31, 15}, {33, 17}, PICK_REGION_TOUCH, 1},
                 {{0, 0}, {6, 3}, PICK_REGION_TOUCH, 0},
                 {{0, 0}, {COLUMNS, ROWS}, PICK_REGION_CONTAIN, 1},
                 {{0, 0}, {COLUMNS / 2, ROWS}, PICK_REGION_CONTAIN, 0}};
    bool good = true;
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        const pick_region_query query = {.mode = asked[i].mode};
        pick_object_id found;
        good = good && pick_region_rect(region, view, asked[i].from, asked[i].to) == PICK_OK &&
               pick_region_objects(scene, region, &query, &found, 1) == asked[i].count;
    }
    return good;
}

static bool check_nearest(const pick_scene *scene)
{
    const pick_nearest_query wanted = {.features = PICK_FEATURE_SURFACE, .radius = 10};
    pick_nearest nearest;
    return pick_nearest_in_world(scene, pick_vec3_make(-3, 0, 0), &wanted, NULL, &nearest) && !nearest.from_bounds &&
           nearest.triangle == PART_RING && fabs(nearest.distance - (3 - 1.45)) < 3.0 / (1 << DEPTH);
}

int main(void)
{
    // Twice as wide as high, because characters are twice as high as wide; from 4 m.
    static const float projection[16] = {1.2f, 0, 0, 0, 0, 1.2f, 0, 0, 0, 0, -1, -1, 0, 0, -0.1f, 0};
    static const float camera[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const pick_view_desc seen = {
        .projection = projection, .view = camera, .eye = {0, 0, 4}, .viewport = {0, 0, COLUMNS, ROWS}};
    const pick_primitive_desc field = {
        .bounds = bounds, .ray = field_ray, .region = field_region, .nearest = field_nearest};
    pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
    pick_volume *volume = NULL;
    pick_scene *scene = NULL;
    pick_region *region = NULL;
    pick_object_id id;
    pick_view view;
    bool good = pick_view_init(&view, &seen) == PICK_OK && pick_primitive_create(&field, NULL, &volume) == PICK_OK &&
                pick_scene_create(NULL, &scene) == PICK_OK && pick_region_create(NULL, &region) == PICK_OK;
    object.volume = volume;
    good = good && pick_scene_add(scene, &object, &id) == PICK_OK && print_parts(scene, &view) &&
           check_regions(scene, &view, region) && check_nearest(scene);
    pick_region_destroy(region);
    pick_scene_destroy(scene);
    pick_volume_destroy(volume);
    puts(good ? "all answers are on the surface" : "an answer is not on the surface");
    return good ? 0 : 1;
}

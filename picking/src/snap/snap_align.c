// snap_align.c: lines the free place up with the boxes of neighbours, on the axes of the world.
#include "base/compiler.h"
#include "math/math_inline.h"
#include "region/region_kernel.h"
#include "snap/snap_internal.h"

#include <math.h>
#include <string.h>

// What is compared: the held point with a neighbour's left, middle and right; then the held box's left, right, left,
// right and middle.
enum { POINT_PAIRS = 3, PAIRS = 8, SQUARES = 4 };
static const uint8_t pair_held[PAIRS] = {1, 1, 1, 0, 2, 0, 2, 1}; // 0 left, 1 middle, 2 right
static const uint8_t pair_neighbor[PAIRS] = {0, 1, 2, 0, 2, 2, 0, 1};

typedef struct alignment {
    bool found;
    double shift, away; // metres along the axis; square of the distance to the neighbour's middle
    double coordinate;  // where the two line up
    uint32_t slot, pair;
    pick_vec3 middle; // of the neighbour's box
    pick_vec3 point;  // where the held point would be
} alignment;

typedef struct align_search {
    const pick_snap_search *snap;
    pick_frustum frustum; // that neighbours' middles are in
    bool has_box;         // of what is held
    double held[3][3];    // left, middle and right of the held box, from the held point, for each axis
    double place[3];      // the free place
    double along[3];      // the free place moves by this, for a shift of 1 along the axis
    pick_vec3 way[3];     // in this direction, of length `along`
    uint32_t axis;        // the one that is searched
    alignment best[3];
} align_search;

static double coordinate_of(pick_vec3 v, uint32_t axis)
{
    return axis == 0 ? v.x : (axis == 1 ? v.y : v.z);
}

static void set_coordinate(pick_vec3 *v, uint32_t axis, double value)
{
    *(axis == 0 ? &v->x : (axis == 1 ? &v->y : &v->z)) = value;
}

// --- Neighbours -----------------------------------------------------------------------------------------------------

static bool is_better_alignment(const alignment *a, const alignment *b)
{
    if (!b->found || fabs(a->shift) != fabs(b->shift))
        return !b->found || fabs(a->shift) < fabs(b->shift);
    if (a->away != b->away)
        return a->away < b->away;
    return a->slot != b->slot ? a->slot < b->slot : a->pair < b->pair;
}

static void look_at_aligned(align_search *search, uint32_t slot)
{
    const pick_snap_search *snap = search->snap;
    const uint32_t k = search->axis;
    const pick_aabb box = pick_object_world_box(pick_object_at(snap->scene, slot), false);
    const double low = coordinate_of(box.min, k), high = coordinate_of(box.max, k);
    const double edges[3] = {low, 0.5 * low + 0.5 * high, high};
    const pick_vec3 middle = {0.5 * box.min.x + 0.5 * box.max.x, 0.5 * box.min.y + 0.5 * box.max.y,
                              0.5 * box.min.z + 0.5 * box.max.z};
    const pick_vec3 from_eye = pick_vec3_sub(middle, snap->view->eye),
                    to_middle = pick_vec3_sub(middle, snap->place.point);
    for (uint32_t i = 0; i < search->frustum.plane_count; i++) {
        if (!(pick_frustum_distance(search->frustum.planes[i], from_eye) >= 0))
            return; // so is a box that is empty
    }
    for (uint32_t pair = 0; pair < (search->has_box ? PAIRS : POINT_PAIRS); pair++) {
        const double held = pair < POINT_PAIRS ? 0 : search->held[pair_held[pair]][k];
        alignment found = {.found = true,
                           .coordinate = edges[pair_neighbor[pair]],
                           .away = pick_vec3_dot(to_middle, to_middle),
                           .slot = slot,
                           .pair = pair,
                           .middle = middle};
        found.shift = found.coordinate - held - search->place[k];
        if (!is_better_alignment(&found, &search->best[k]))
            continue;
        double distance, depth;
        found.point = pick_vec3_add(snap->place.point, pick_vec3_scale(search->way[k], found.shift));
        if (pick_snap_measure(snap, found.point, &distance, &depth) && distance <= snap->snap->reach)
            search->best[k] = found;
    }
}

// The least and the greatest coordinate that the free place may be shifted to within the reach. False: unknown.
static bool range_on_line(const align_search *search, double *low, double *high)
{
    const pick_snap_place *place = &search->snap->place;
    const double(*to)[4] = search->snap->frustum.to_window;
    const double reach = search->snap->snap->reach + 0x1p-10;
    const pick_vec3 at = pick_vec3_sub(place->point, search->snap->view->eye);
    double row[3][2]; // value at the free place, and change along the line
    for (int i = 0; i < 3; i++) {
        row[i][0] = pick_frustum_distance(to[i], at);
        row[i][1] = to[i][0] * place->way.x + to[i][1] * place->way.y + to[i][2] * place->way.z;
    }
    double first = -HUGE_VAL, last = HUGE_VAL;
    for (int i = 0; i < 4; i++) { // sides of the square: (x / w - side) sign >= 0
        const double sign = i % 2 == 0 ? 1 : -1;
        const double side = (i < 2 ? place->window.x : place->window.y) - sign * reach;
        const double value = sign * (row[i / 2][0] - side * row[2][0]);
        const double slope = sign * (row[i / 2][1] - side * row[2][1]);
        if (slope > 0)
            first = pick_most(first, -value / slope);
        else if (slope < 0)
            last = pick_least(last, -value / slope);
    }
    const double slope = coordinate_of(place->way, search->axis), origin = search->place[search->axis];
    *low = origin + pick_least(first * slope, last * slope);
    *high = origin + pick_most(first * slope, last * slope);
    return isfinite(*low) && isfinite(*high);
}

static bool range_in_plane(const align_search *search, double *low, double *high)
{
    const pick_snap_place *place = &search->snap->place;
    const double reach = search->snap->snap->reach + 0x1p-10;
    *low = HUGE_VAL;
    *high = -HUGE_VAL;
    for (int i = 0; i < 4; i++) {
        const pick_vec2 corner = {place->window.x + (i % 2 == 0 ? -reach : reach),
                                  place->window.y + (i < 2 ? -reach : reach)};
        const pick_ray ray = pick_view_ray(search->snap->view, corner);
        const double t = pick_vec3_dot(place->way, pick_vec3_sub(place->point, ray.origin)) /
                         pick_vec3_dot(place->way, ray.direction);
        if (!(1 / t > 0)) // behind, or parallel
            return false;
        const double at = coordinate_of(pick_ray_at(&ray, t), search->axis);
        *low = pick_least(*low, at);
        *high = pick_most(*high, at);
    }
    return true;
}

static bool visit_neighbor(pick_plane_walk *walk, uint32_t ref, uint32_t open)
{
    align_search *search = walk->user;
    const uint32_t slot = ref & ~PICK_REF_LEAF;
    (void)open;
    if (pick_object_is_seen(search->snap->scene, slot, search->snap->query))
        look_at_aligned(search, slot);
    return false;
}

// Visits the objects in the slab that the free place can be shifted in.
static void walk_neighbors(align_search *search)
{
    const uint32_t k = search->axis;
    const double eye = coordinate_of(search->snap->view->eye, k);
    pick_frustum frustum = search->frustum;
    double low, high;
    if (search->snap->place.on_line ? range_on_line(search, &low, &high) : range_in_plane(search, &low, &high)) {
        const double slack = 1e-9 * (fabs(low) + fabs(high) + fabs(eye) + (high - low));
        // The held point may be outside the held box, and both line up.
        low -= eye + slack - (search->has_box ? pick_least(search->held[0][k], 0) : 0);
        high -= eye - slack - (search->has_box ? pick_most(search->held[2][k], 0) : 0);
        double planes[2][4] = {{0, 0, 0, -low}, {0, 0, 0, high}};
        planes[0][k] = 1;
        planes[1][k] = -1;
        memcpy(frustum.planes[frustum.plane_count], planes, sizeof planes);
        frustum.plane_count += 2;
    }
    pick_plane_walk walk;
    pick_plane_walk_for_scene(&walk, search->snap->scene, &frustum);
    walk.skip_inside = walk.report_outside = false;
    walk.leaf = visit_neighbor;
    walk.user = search;
    (void)pick_plane_walk_scene(&walk, search->snap->scene, pick_frustum_all(&frustum), search->snap->query->stats);
}

static void visit_all_neighbors(align_search *search)
{
    const pick_scene *scene = search->snap->scene;
    for (uint32_t slot = 0; slot < scene->slot_count; slot++) {
        const pick_object *object = pick_object_at(scene, slot);
        if ((object->flags & PICK_OBJECT_ALIVE) != 0 && pick_object_is_pickable(object) &&
            pick_object_is_seen(scene, slot, search->snap->query))
            look_at_aligned(search, slot);
    }
}

// --- The answer -----------------------------------------------------------------------------------------------------

// The place in the plane where two axes line up at once. False: the plane is too steep to both.
static bool meet_in_plane(const align_search *search, uint32_t i, uint32_t k, pick_vec3 *out)
{
    const pick_vec3 n = search->snap->place.way;
    const double ni = coordinate_of(n, i), nk = coordinate_of(n, k);
    const double determinant = 1 - ni * ni - nk * nk; // the square of the third
    if (!(determinant >= 0.03))
        return false;
    pick_vec3 move = {0, 0, 0};
    set_coordinate(&move, i, search->best[i].shift);
    set_coordinate(&move, k, search->best[k].shift);
    set_coordinate(&move, 3 - i - k,
                   -(ni * search->best[i].shift + nk * search->best[k].shift) / coordinate_of(n, 3 - i - k));
    *out = pick_vec3_add(search->snap->place.point, move);
    return true;
}

static pick_snap_guide guide_of(const align_search *search, uint32_t axis, pick_vec3 place)
{
    const alignment *best = &search->best[axis];
    pick_snap_guide guide = {
        .from = best->middle, .to = place, .object = pick_object_handle(search->snap->scene, best->slot), .axis = axis};
    if (best->pair >= POINT_PAIRS) { // the middle of the held box
        const double(*held)[3] = search->held;
        guide.to = pick_vec3_add(place, pick_vec3_make(held[1][0], held[1][1], held[1][2]));
    }
    set_coordinate(&guide.from, axis, best->coordinate);
    set_coordinate(&guide.to, axis, best->coordinate);
    return guide;
}

static void begin_alignment(align_search *search, const pick_snap_search *snap)
{
    const pick_snap_place *place = &snap->place;
    *search = (align_search){.snap = snap};
    pick_vec3 middle = {0, 0, 0};
    if (snap->snap->has_box && snap->snap->has_held) {
        const pick_vec3 min = pick_vec3_sub(snap->snap->box.min, snap->snap->held);
        const pick_vec3 max = pick_vec3_sub(snap->snap->box.max, snap->snap->held);
        middle = pick_vec3_add(pick_vec3_scale(min, 0.5), pick_vec3_scale(max, 0.5));
        search->has_box = min.x <= max.x && min.y <= max.y && min.z <= max.z && pick_is_finite_vec3(middle);
        for (uint32_t k = 0; k < 3; k++) {
            search->held[0][k] = coordinate_of(min, k);
            search->held[1][k] = coordinate_of(middle, k);
            search->held[2][k] = coordinate_of(max, k);
        }
    }
    for (uint32_t k = 0; k < 3; k++) {
        const double slope = coordinate_of(place->way, k);
        pick_vec3 axis = {0, 0, 0};
        set_coordinate(&axis, k, 1);
        search->place[k] = coordinate_of(place->point, k);
        // In a plane along the axis, as far as the plane goes along with it.
        const double share = place->on_line ? slope * slope : 1 - slope * slope;
        search->along[k] = share >= 0.03 ? 1 / share : 0;
        search->way[k] = pick_vec3_scale(place->on_line ? pick_vec3_scale(place->way, slope)
                                                        : pick_vec3_sub(axis, pick_vec3_scale(place->way, slope)),
                                         search->along[k]);
    }
}

// Finds the best on an axis, in squares of growing size around the mouse: of those next to it first. From far off, the
// whole reach may have thousands of neighbours.
static void find_on_axis(align_search *search)
{
    const pick_snap_search *snap = search->snap;
    for (int square = SQUARES - 1; square >= 0 && !search->best[search->axis].found; square--) {
        pick_frustum_from_view(&search->frustum, snap->view);
        if (!pick_frustum_add_square(&search->frustum, snap->view, snap->position,
                                     snap->snap->neighbor_reach / (1 << square)))
            continue;
        if (snap->brute_force)
            visit_all_neighbors(search);
        else
            walk_neighbors(search);
    }
}

// Finds the best on each axis. `order`: the axes that have one, the nearest on screen first. Returns how many.
static uint32_t find_alignments(align_search *search, uint32_t order[3], double distances[3])
{
    uint32_t count = 0;
    for (search->axis = 0; search->axis < 3; search->axis++) {
        const uint32_t k = search->axis;
        if (search->along[k] == 0)
            continue;
        find_on_axis(search);
        if (!search->best[k].found)
            continue;
        double depth;
        (void)pick_snap_measure(search->snap, search->best[k].point, &distances[k], &depth);
        uint32_t place = count++;
        for (; place > 0 && distances[order[place - 1]] > distances[k]; place--)
            order[place] = order[place - 1];
        order[place] = k;
    }
    return count;
}

bool pick_snap_align(const pick_snap_search *snap, pick_snap *out)
{
    align_search search;
    if (!(snap->snap->neighbor_reach >= 0 && snap->snap->neighbor_reach < HUGE_VAL))
        return false;
    begin_alignment(&search, snap);
    uint32_t order[3];
    double distances[3];
    const uint32_t count = find_alignments(&search, order, distances);
    if (count == 0)
        return false;
    const alignment *first = &search.best[order[0]];
    const pick_object *object = pick_object_at(snap->scene, first->slot);
    *out = (pick_snap){.point = first->point,
                       .object = pick_object_handle(snap->scene, first->slot),
                       .user = object->user,
                       .locked = (object->flags & PICK_OBJECT_LOCKED) != 0,
                       .guide_count = 1};
    for (uint32_t i = 1; i < count && !snap->place.on_line && out->guide_count == 1; i++) {
        pick_vec3 both;
        double distance, depth;
        if (meet_in_plane(&search, order[0], order[i], &both) && pick_snap_measure(snap, both, &distance, &depth) &&
            distance <= snap->snap->reach) {
            out->point = both;
            out->guide_count = 2;
            order[1] = order[i];
        }
    }
    out->to = out->point;
    for (uint32_t i = 0; i < out->guide_count; i++)
        out->guide[i] = guide_of(&search, order[i], out->point);
    (void)pick_snap_measure(snap, out->point, &out->distance, &out->depth); // it was measured before
    return true;
}

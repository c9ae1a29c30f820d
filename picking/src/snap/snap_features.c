// snap_features.c: the places of a triangle that a held point can snap to.
#include "base/compiler.h"
#include "math/math_inline.h"
#include "snap/snap_internal.h"

#include <math.h>

// The weights of vertex 1 and 2 at a place along edge `i`.
static void weights_on_edge(uint32_t i, double along, double out[2])
{
    out[0] = i == 0 ? along : (i == 1 ? 1 - along : 0);
    out[1] = i == 1 ? along : (i == 2 ? 1 - along : 0);
}

static void offer_mark(pick_nearest_search *search, uint32_t index, const double weights[2])
{
    double distance, depth;
    if (pick_window_measure(search, weights, &distance, &depth))
        pick_nearest_offer(search, index, weights, distance, depth);
}

static bool has_polygons(const pick_nearest_search *search)
{
    const pick_mesh *mesh = pick_nearest_object(search, search->slot)->mesh;
    return pick_mesh_has_triangles(mesh) && mesh->polygons != NULL;
}

// Whether a side of the current triangle is no edge: a mesh with polygons says so, another one has it found out.
static bool is_within_face(const pick_nearest_search *search, uint32_t side)
{
    double across[3];
    return has_polygons(search) ? (pick_nearest_inner(search) >> side & 1u) != 0
                                : pick_snap_is_diagonal(search, side, across);
}

// Offers a place of an edge, unless the edge is a diagonal. That is found out last: it takes a search.
static void offer_on_edge(pick_nearest_search *search, uint32_t edge, double along)
{
    double weights[2], distance, depth;
    weights_on_edge(edge, along, weights);
    if (pick_window_measure(search, weights, &distance, &depth) && distance <= pick_nearest_limit(search) &&
        !is_within_face(search, edge))
        pick_nearest_offer(search, edge, weights, distance, depth);
}

static void look_at_middles(pick_nearest_search *search)
{
    for (uint32_t i = 0; i < 3; i++)
        offer_on_edge(search, i, 0.5);
}

static void look_at_outlines(pick_nearest_search *search)
{
    const pick_snap_search *snap = search->user;
    for (uint32_t i = 0; i < 3; i++) {
        double along, distance, weights[2];
        if (!pick_frustum_to_clipped_segment(search->frustum, snap->position, search->vertex[i],
                                             search->vertex[(i + 1) % 3], &along, &distance) ||
            distance > pick_nearest_limit(search) || is_within_face(search, i))
            continue;
        weights_on_edge(i, along, weights);
        pick_nearest_offer(search, i, weights, distance,
                           pick_frustum_depth(search->frustum, pick_nearest_place(search, weights)));
    }
}

// Whether the current triangle is too far from the mouse on screen to have the best place. False where it reaches
// behind the eye.
static bool is_far_off(const pick_nearest_search *search)
{
    const pick_snap_search *snap = search->user;
    pick_vec2 low = {HUGE_VAL, HUGE_VAL}, high = {-HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < 3; i++) {
        if (!(pick_frustum_distance(search->frustum->planes[0], search->vertex[i]) > 0)) // the near plane
            return false;
        const pick_vec2 at = pick_frustum_project(search->frustum, search->vertex[i]);
        low = (pick_vec2){pick_least(low.x, at.x), pick_least(low.y, at.y)};
        high = (pick_vec2){pick_most(high.x, at.x), pick_most(high.y, at.y)};
    }
    const double limit = pick_nearest_limit(search) * (1 + 0x1p-30) + 0x1p-30;
    return snap->position.x < low.x - limit || snap->position.x > high.x + limit || snap->position.y < low.y - limit ||
           snap->position.y > high.y + limit;
}

// The weights of a point of the triangle's plane, in object space.
static void weights_of(const float local[3][3], const double at[3], double out[2])
{
    double sides[3][3];
    for (int k = 0; k < 3; k++) {
        const double start = (double)local[0][k];
        sides[0][k] = (double)local[1][k] - start;
        sides[1][k] = (double)local[2][k] - start;
        sides[2][k] = at[k] - start;
    }
    double dot[5] = {0};
    for (int k = 0; k < 3; k++) {
        dot[0] += sides[0][k] * sides[0][k];
        dot[1] += sides[0][k] * sides[1][k];
        dot[2] += sides[1][k] * sides[1][k];
        dot[3] += sides[2][k] * sides[0][k];
        dot[4] += sides[2][k] * sides[1][k];
    }
    const double determinant = dot[0] * dot[2] - dot[1] * dot[1];
    out[0] = (dot[2] * dot[3] - dot[1] * dot[4]) / determinant;
    out[1] = (dot[0] * dot[4] - dot[1] * dot[3]) / determinant;
}

// The center of a face of four corners is on one of its triangles, which offers it; if it is on the diagonal, both do.
static void look_at_centers(pick_nearest_search *search)
{
    if (is_far_off(search))
        return;
    double weights[2] = {1.0 / 3, 1.0 / 3};
    if (has_polygons(search)) {
        if (pick_snap_has_center(search, weights))
            offer_mark(search, 0, weights);
        return;
    }
    for (uint32_t i = 0; i < 3; i++) {
        double across[3], far[2];
        if (!pick_snap_is_diagonal(search, i, across))
            continue;
        weights_of((const float(*)[3])search->local, across, far);
        weights[0] = (1 + far[0]) / 4;
        weights[1] = (1 + far[1]) / 4;
        const double least = pick_least(pick_least(weights[0], weights[1]), 1 - weights[0] - weights[1]);
        if (!(least >= -0x1p-20))
            return; // the other triangle has it
        break;
    }
    offer_mark(search, 0, weights);
}

static void look_at_feet(pick_nearest_search *search)
{
    const pick_snap_search *snap = search->user;
    const pick_vec3 held = pick_vec3_sub(snap->snap->held, search->from);
    for (uint32_t i = 0; i < 3; i++) {
        const pick_vec3 edge = search->edge[i];
        const double along = pick_vec3_dot(pick_vec3_sub(held, search->vertex[i]), edge) / pick_vec3_dot(edge, edge);
        if (along >= 0 && along <= 1)
            offer_on_edge(search, i, along);
    }
    // Of the face: inside all edges, seen along the normal.
    double side[3], sum = 0;
    for (uint32_t i = 0; i < 3; i++) {
        side[i] =
            pick_vec3_dot(search->normal, pick_vec3_cross(search->edge[i], pick_vec3_sub(held, search->vertex[i])));
        sum += side[i];
    }
    if (side[0] >= 0 && side[1] >= 0 && side[2] >= 0)
        offer_mark(search, 0, (const double[2]){side[2] / sum, side[0] / sum});
}

// Signs of the same kind for the three sides. Two triangles that share a side compute opposite numbers for it, to the
// bit, so no line slips through between them.
static void look_at_piercings(pick_nearest_search *search)
{
    const pick_snap_search *snap = search->user;
    for (uint32_t line = 0; line < snap->line_count; line++) {
        pick_vec3 v[3];
        double side[3], sum = 0;
        for (int i = 0; i < 3; i++)
            v[i] = pick_vec3_sub(search->vertex[i], snap->line_at[line]);
        for (int i = 0; i < 3; i++) {
            side[i] = pick_vec3_dot(snap->line_way[line], pick_vec3_cross(v[i], v[(i + 1) % 3]));
            sum += side[i];
        }
        const bool left = side[0] >= 0 && side[1] >= 0 && side[2] >= 0;
        const bool right = side[0] <= 0 && side[1] <= 0 && side[2] <= 0;
        if (left != right) // both: edge-on
            offer_mark(search, line, (const double[2]){side[2] / sum, side[0] / sum});
    }
}

static void look_at_crossings(pick_nearest_search *search)
{
    const pick_snap_search *snap = search->user;
    double height[3];
    for (int i = 0; i < 3; i++)
        height[i] = pick_vec3_dot(snap->line_way[0], pick_vec3_sub(search->vertex[i], snap->line_at[0]));
    for (uint32_t i = 0; i < 3; i++) {
        const double from = height[i], to = height[(i + 1) % 3];
        // Ends in the plane meet it, from either side; an edge that lies in it meets it nowhere alone.
        if (from != to && pick_least(from, to) <= 0 && pick_most(from, to) >= 0)
            offer_on_edge(search, i, from / (from - to));
    }
}

bool pick_snap_find_feature(const pick_snap_search *search, uint32_t rule, pick_nearest *out)
{
    pick_window_marks marks = {.radius = search->snap->reach, .visible = !search->snap->through, .user = search};
    switch (rule) {
    case PICK_SNAP_MIDDLE:
        marks.look = look_at_middles;
        break;
    case PICK_SNAP_EDGE:
        marks.look = look_at_outlines;
        break;
    case PICK_SNAP_CENTER:
        marks.look = look_at_centers;
        break;
    case PICK_SNAP_PERPENDICULAR:
        marks.look = look_at_feet;
        marks.sparse = true;
        break;
    default:
        PICK_ASSERT(rule == PICK_SNAP_INTERSECTION);
        marks.look = search->snap->motion == PICK_SNAP_PLANE ? look_at_crossings : look_at_piercings;
        marks.sparse = search->snap->motion != PICK_SNAP_PLANE;
        break;
    }
    return pick_window_nearest_marked(search->scene, search->view, search->position, &marks, search->query, out,
                                      search->brute_force);
}

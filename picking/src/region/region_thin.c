// region_thin.c: walks points, lines and curves for regions.
#include "region/region_thin.h"
#include "base/compiler.h"
#include "region/region_volume.h"
#include "scene/thin_row.h"

#include <math.h>

// Keys of boxes, and of what is in them.
#define WHOLLY_OUTSIDE (-2.0)
#define WHOLLY_INSIDE (-1.0)
#define MAYBE_INSIDE 0.0

typedef struct thin_region {
    pick_even_walk walk; // first, so that a pointer to this is one to it
    const pick_thin *thin;
    const pick_object *object;
    const pick_region *region;
    bool contain;
    pick_vec3 offset; // of the object's origin from the region's eye
    double size;      // half width on screen; 0 in a region of planes
    // Those of depth and section; in a region of planes all.
    uint32_t plane_count;
    pick_thin_row planes[PICK_REGION_PLANES];
    pick_thin_row window[3]; // to window coordinates; of a region from a view
    // What is found.
    uint32_t *out;
    size_t capacity, total;
    // In place of it, whether the object as a whole is in the region.
    const pick_thin_region_rule *rule;
    bool counted, answer;
} thin_region;

// --- Boxes ----------------------------------------------------------------------------------------------------------

static pick_thin_row row_of_plane(const thin_region *search, const double plane[4])
{
    const double size[4] = {fabs(plane[0]), fabs(plane[1]), fabs(plane[2]), fabs(plane[3])};
    return pick_thin_row_from(search->object, search->thin, search->offset, plane, size);
}

// The least value in a box, or the greatest.
static double extreme_in(const pick_thin_row *row, const double box[2][3], bool greatest)
{
    double sum = row->constant;
    for (int k = 0; k < 3; k++)
        sum += row->n[k] * box[(row->n[k] > 0) == greatest][k];
    return sum;
}

static double value_at(const pick_thin_row *row, const double box[2][3], int corner)
{
    return row->constant + row->n[0] * box[corner & 1][0] + row->n[1] * box[corner >> 1 & 1][1] +
           row->n[2] * box[corner >> 2 & 1][2];
}

// The rectangle around the picture of a box. False: it reaches the plane through the eye.
static bool rect_of_box(const thin_region *search, const double box[2][3], pick_vec2 *min, pick_vec2 *max)
{
    const pick_thin_row *window = search->window;
    const double nearest = extreme_in(&window[2], box, false) - window[2].error;
    if (!(nearest > 0))
        return false;
    *min = (pick_vec2){HUGE_VAL, HUGE_VAL};
    *max = (pick_vec2){-HUGE_VAL, -HUGE_VAL};
    for (int corner = 0; corner < 8; corner++) {
        const double w = value_at(&window[2], box, corner);
        const double x = value_at(&window[0], box, corner) / w, y = value_at(&window[1], box, corner) / w;
        *min = (pick_vec2){pick_least(x, min->x), pick_least(y, min->y)};
        *max = (pick_vec2){pick_most(x, max->x), pick_most(y, max->y)};
    }
    const double largest = pick_most(pick_most(fabs(min->x), fabs(max->x)), pick_most(fabs(min->y), fabs(max->y)));
    const double error = (window[0].error + window[1].error + largest * window[2].error) / nearest;
    const double pad = search->size + error + 0x1p-36 * (largest + search->size);
    *min = (pick_vec2){min->x - pad, min->y - pad};
    *max = (pick_vec2){max->x + pad, max->y + pad};
    return true;
}

static double region_key(const thin_region *search, const double box[2][3])
{
    const pick_region *region = search->region;
    const pick_rect *r = &region->bounds;
    bool inside = true;
    pick_vec2 min, max;
    for (uint32_t i = 0; i < search->plane_count; i++) {
        const pick_thin_row *plane = &search->planes[i];
        if (extreme_in(plane, box, true) < -plane->error)
            return HUGE_VAL;
        inside = inside && extreme_in(plane, box, false) > plane->error;
    }
    if (!region->from_view)
        return inside ? WHOLLY_INSIDE : MAYBE_INSIDE;
    if (!rect_of_box(search, box, &min, &max))
        return MAYBE_INSIDE;
    if (max.x < r->x || min.x > r->x + r->width || max.y < r->y || min.y > r->y + r->height)
        return HUGE_VAL;
    inside = inside && min.x > r->x && max.x < r->x + r->width && min.y > r->y && max.y < r->y + r->height;
    const pick_side side = region->kind == PICK_REGION_CONVEX ? PICK_INSIDE : pick_region_shape_side(region, min, max);
    if (side == PICK_OUTSIDE)
        return HUGE_VAL;
    return inside && side == PICK_INSIDE ? WHOLLY_INSIDE : MAYBE_INSIDE;
}

static void region_keys(pick_even_walk *walk, const pick_even_node *node, double key, double out[PICK_EVEN_WIDTH])
{
    const thin_region *search = (const thin_region *)(const void *)walk;
    const bool whole_contained = search->rule != NULL && search->contain;
    for (int c = 0; c < PICK_EVEN_WIDTH; c++) {
        const double box[2][3] = {{(double)node->bounds[0][c], (double)node->bounds[2][c], (double)node->bounds[4][c]},
                                  {(double)node->bounds[1][c], (double)node->bounds[3][c], (double)node->bounds[5][c]}};
        out[c] = key < MAYBE_INSIDE ? key : region_key(search, box);
        if (whole_contained && out[c] == HUGE_VAL)
            out[c] = WHOLLY_OUTSIDE; // any part of it that counts decides
        else if (whole_contained && search->counted && out[c] == WHOLLY_INSIDE)
            out[c] = HUGE_VAL; // no part of it can change the answer
    }
}

// --- Segments -------------------------------------------------------------------------------------------------------

// Whether a segment is in the region as the mode says. One that is not finite is not.
static bool segment_is_in(const thin_region *search, uint32_t segment)
{
    const pick_region *region = search->region;
    const pick_object *object = search->object;
    pick_vec3 a, b;
    if (!pick_thin_segment(search->thin, segment, &a, &b))
        return false;
    if (!pick_thin_is_bare(search->thin)) {
        const pick_volume_part tube = pick_thin_body(search->thin, 0, a, b);
        const pick_body body = pick_body_make(&tube, object->linear, search->offset);
        return search->contain ? pick_region_body_contained(region, &body) : pick_region_body_touches(region, &body);
    }
    const pick_vec3 from = pick_vec3_add(pick_object_turn(object, a.x, a.y, a.z), search->offset);
    const pick_vec3 to = pick_vec3_add(pick_object_turn(object, b.x, b.y, b.z), search->offset);
    return search->contain ? pick_region_stroke_contained(region, from, to, search->size)
                           : pick_region_stroke_touches(region, from, to, search->size);
}

// Whether a part's segment is the one that reports the part: the first that is touched, or, where all of them are
// contained, the first.
static bool reports_part(const thin_region *search, uint32_t part, uint32_t segment)
{
    const uint32_t first = pick_thin_first(search->thin, part);
    if (!search->contain) {
        for (uint32_t i = first; i < segment; i++) {
            if (segment_is_in(search, i))
                return false;
        }
        return true;
    }
    for (uint32_t i = first; i < pick_thin_first(search->thin, part + 1); i++) {
        if (i != segment && !segment_is_in(search, i))
            return false;
    }
    return segment == first;
}

static bool add_part(pick_even_walk *walk, uint32_t item, double key)
{
    thin_region *search = (thin_region *)(void *)walk;
    pick_vec3 a, b;
    // Without dropped parts, the positions of those inside need not be read.
    if (key == WHOLLY_INSIDE ? search->thin->dropped_count > 0 && !pick_thin_segment(search->thin, item, &a, &b)
                             : !segment_is_in(search, item))
        return false;
    const uint32_t part = pick_thin_part(search->thin, item);
    if (search->thin->are_cubics && !reports_part(search, part, item))
        return false;
    if (search->total < search->capacity)
        search->out[search->total] = part;
    ++search->total;
    return false;
}

// True: the answer for the whole object is known.
static bool judge_whole(pick_even_walk *walk, uint32_t item, double key)
{
    thin_region *search = (thin_region *)(void *)walk;
    const pick_thin_region_rule *rule = search->rule;
    pick_vec3 a, b;
    if (!pick_thin_segment(search->thin, item, &a, &b) ||
        (rule->accept != NULL && !rule->accept(rule->user, pick_thin_part(search->thin, item))))
        return false;
    if (rule->stats != NULL)
        ++rule->stats->triangles;
    search->counted = true;
    const bool in = key == WHOLLY_INSIDE || (key != WHOLLY_OUTSIDE && segment_is_in(search, item));
    search->answer = in;
    return in != search->contain;
}

// --- The search -----------------------------------------------------------------------------------------------------

static void begin_thin_region(thin_region *search)
{
    const pick_region *region = search->region;
    const pick_frustum *frustum = &region->frustum;
    search->offset = pick_object_offset(search->object, frustum->eye);
    search->size = region->from_view ? pick_thin_screen_radius(search->thin) : 0;
    search->plane_count = region->from_view ? frustum->depth_planes + frustum->section_planes : frustum->plane_count;
    for (uint32_t i = 0; i < search->plane_count; i++)
        search->planes[i] = row_of_plane(search, frustum->planes[i]);
    for (int i = 0; i < 3 && region->from_view; i++)
        search->window[i] = row_of_plane(search, frustum->to_window[i]);
    search->walk = pick_thin_plan_walk(search->thin, region_keys, search->rule != NULL ? judge_whole : add_part);
}

static void walk_thin_region(thin_region *search, bool brute_force)
{
    const pick_even_tree *tree = &search->thin->tree;
    if (!brute_force) {
        (void)pick_even_visit(tree, &search->walk, MAYBE_INSIDE);
        return;
    }
    for (uint32_t i = 0; i < tree->item_count && !search->walk.item(&search->walk, i, MAYBE_INSIDE); i++) {
    }
}

size_t pick_thin_parts_in_region(const pick_object *object, const pick_region *region, pick_region_mode mode,
                                 uint32_t *out, size_t capacity, bool brute_force)
{
    thin_region search = {.thin = pick_thin_of(object->mesh),
                          .object = object,
                          .region = region,
                          .contain = mode == PICK_REGION_CONTAIN,
                          .out = out,
                          .capacity = capacity};
    begin_thin_region(&search);
    walk_thin_region(&search, brute_force);
    return search.total;
}

bool pick_thin_object_in_region(const pick_object *object, const pick_region *region, pick_region_mode mode,
                                const pick_thin_region_rule *rule, bool brute_force, bool *counted)
{
    thin_region search = {.thin = pick_thin_of(object->mesh),
                          .object = object,
                          .region = region,
                          .contain = mode == PICK_REGION_CONTAIN,
                          .rule = rule};
    begin_thin_region(&search);
    walk_thin_region(&search, brute_force);
    if (rule->stats != NULL)
        rule->stats->nodes += search.walk.nodes;
    *counted = search.counted;
    return search.answer;
}

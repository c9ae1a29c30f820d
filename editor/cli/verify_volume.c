#include "cli/verify_volume.h"

#include <math.h>

static const double TWO_TO_MINUS_20 = 9.5367431640625e-07, TWO_TO_MINUS_22 = 2.384185791015625e-07;

// Of a hit of the object.
static bool is_part(void *user, const pick_hit *candidate)
{
    return candidate->triangle == *(const uint32_t *)user;
}

static bool is_this(void *user, pick_object_id object, uint64_t number)
{
    (void)object;
    return number == *(const uint32_t *)user;
}

// How far the volume reaches from the eye.
static double reach_of(const editor_level *level, const pick_view *view, uint32_t object)
{
    pick_aabb box;
    double reach = 0;
    if (pick_scene_object_bounds(level->scene, level->objects[object].pick, &box) != PICK_OK)
        return 0;
    for (int i = 0; i < 2; i++) {
        const pick_vec3 relative = pick_vec3_sub(i == 0 ? box.min : box.max, view->eye);
        reach = fmax(reach, fmax(fabs(relative.x), fmax(fabs(relative.y), fabs(relative.z))));
    }
    return reach;
}

// The view with the planes of its section moved outwards, or inwards for a negative distance.
static pick_view with_section_moved(const pick_view *view, double by)
{
    pick_view moved = *view;
    for (uint32_t i = 0; i < moved.section_count; i++)
        moved.section[i].offset += by;
    return moved;
}

// The depth of a point, larger for nearer ones, and how fast it changes per metre.
static double nearness_of(const pick_view *view, pick_vec3 point, double *per_metre)
{
    const double *r = view->rotation;
    const pick_vec3 at = pick_vec3_sub(point, view->eye);
    const double distance = -(r[2] * at.x + r[5] * at.y + r[8] * at.z);
    const bool perspective = view->kind == PICK_PERSPECTIVE;
    const double depth = perspective ? view->depth_offset / distance - view->depth_scale
                                     : view->depth_offset - view->depth_scale * distance;
    *per_metre = perspective ? fabs(view->depth_offset) / (distance * distance) : fabs(view->depth_scale);
    return view->reversed_depth ? depth : -depth;
}

editor_pixel_verdict editor_volume_judge(const editor_level *level, const pick_view *view, uint32_t object,
                                         uint32_t part, double tolerance, pick_vec2 at)
{
    editor_pixel_verdict verdict = {.sure = true, .back = (double)INFINITY, .front = -(double)INFINITY};
    // Depths are differences of floats as large as the distance from the eye; what is beside the ray is not.
    const double rounding = TWO_TO_MINUS_22 * reach_of(level, view, object), depth_rounding = 4 * rounding;
    const double *r = view->rotation;
    const pick_vec3 right = {r[0], r[3], r[6]}, up = {r[1], r[4], r[7]};
    const pick_view wide = with_section_moved(view, rounding), narrow = with_section_moved(view, -rounding);
    pick_query query = editor_level_query(level);
    query.object_filter = is_this;
    query.object_filter_user = &object;
    if (part != EDITOR_NONE) {
        query.filter = is_part;
        query.filter_user = &part;
        query.filter_all = true;
    }
    // Beside the pixel's ray with and without rounding: from afar that may be more than a rod is thick.
    for (int i = 0; i < 27; i++) {
        const double x = i % 3 - 1, y = i / 3 % 3 - 1, apart = i < 18 ? 1 : -1, aside = i < 9 ? 0 : rounding;
        pick_ray ray = pick_view_ray(i < 18 ? &wide : &narrow, (pick_vec2){at.x + tolerance * x, at.y + tolerance * y});
        const double along = depth_rounding / pick_vec3_length(ray.direction);
        ray.origin = pick_vec3_add(ray.origin, pick_vec3_scale(right, aside * x));
        ray.origin = pick_vec3_add(ray.origin, pick_vec3_scale(up, aside * y));
        ray.t_min -= apart * along;
        ray.t_max += apart * along;
        pick_hit hit;
        if (!(ray.t_min <= ray.t_max) || !pick_closest(level->scene, &ray, &query, &hit)) {
            verdict.sure = false;
            continue;
        }
        double per_metre;
        const double nearness = nearness_of(view, hit.point, &per_metre);
        const double error = 2 * depth_rounding * per_metre + TWO_TO_MINUS_20 * fabs(nearness);
        verdict.possible = true;
        verdict.back = fmin(verdict.back, nearness - error);
        verdict.front = fmax(verdict.front, nearness + error);
    }
    return verdict;
}

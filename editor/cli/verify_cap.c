#include "cli/verify_cap.h"

#include "renderer/frame.h"

#include <math.h>

static const double TWO_TO_MINUS_18 = 3.814697265625e-06;
static const double TWO_TO_MINUS_20 = 9.5367431640625e-07;

static void count_object(editor_pixel_caps *caps, uint32_t object)
{
    uint32_t i = 0;
    while (i < caps->count && caps->objects[i] != object)
        i++;
    if (i == EDITOR_PIXEL_CAPS)
        return;
    if (i == caps->count) {
        caps->objects[i] = object;
        caps->found[i] = 0;
        caps->count++;
    }
    caps->found[i]++;
}

static void widen_depth(const pick_view *view, pick_vec3 place, editor_pixel_caps *caps)
{
    pick_projected_point p;
    if (!pick_view_project(view, place, &p))
        return;
    const double nearness = view->reversed_depth ? p.depth : -p.depth, error = TWO_TO_MINUS_20 * fabs(p.depth);
    caps->back = fmin(caps->back, nearness - error);
    caps->front = fmax(caps->front, nearness + error);
}

// With the planes moved by `by`, metres.
static void sample(const editor_level *level, const pick_view *view, double by, pick_vec2 at, editor_pixel_caps *caps)
{
    enum { MOST = 64 };
    pick_hit hits[MOST];
    pick_view moved = *view;
    for (uint32_t i = 0; i < moved.section_count; i++)
        moved.section[i].offset += by;
    pick_query query = editor_level_query(level);
    query.cull = PICK_CULL_NONE;
    query.caps = &moved;
    const pick_ray ray = pick_view_ray(&moved, at);
    const size_t count = pick_all_objects(level->scene, &ray, &query, hits, MOST);
    for (size_t i = 0; i < count && i < MOST; i++) {
        if (hits[i].cap != 0)
            count_object(caps, (uint32_t)hits[i].user);
    }
    if (ray.t_min <= ray.t_max)
        widen_depth(&moved, pick_ray_at(&ray, ray.t_min), caps);
    caps->samples++;
}

// How far off the renderer may be at the cap: it computes with places relative to the eye or, where that is a kilometre
// from the level's box or more, to the place of the box that is nearest to it.
static double rounding_of(const editor_level *level, const pick_view *view, pick_vec2 at)
{
    const pick_aabb box = pick_scene_bounds(level->scene);
    const pick_vec3 eye = view->eye;
    pick_vec3 origin = eye;
    if (!pick_aabb_is_empty(&box))
        origin = pick_vec3_make(fmin(fmax(eye.x, box.min.x), box.max.x), fmin(fmax(eye.y, box.min.y), box.max.y),
                                fmin(fmax(eye.z, box.min.z), box.max.z));
    if (fmax(fabs(origin.x - eye.x), fmax(fabs(origin.y - eye.y), fabs(origin.z - eye.z))) < 1000)
        origin = eye;
    const pick_ray ray = pick_view_ray(view, at);
    double size = ray.t_min <= ray.t_max ? pick_vec3_length(pick_vec3_sub(pick_ray_at(&ray, ray.t_min), origin)) : 0;
    for (uint32_t i = 0; i < view->section_count; i++)
        size = fmax(size, fabs(pick_vec3_dot(view->section[i].normal, origin) + view->section[i].offset));
    return TWO_TO_MINUS_18 * size;
}

void editor_caps_find(const editor_level *level, const pick_view *view, double tolerance, pick_vec2 at,
                      editor_pixel_caps *out)
{
    *out = (editor_pixel_caps){.back = (double)INFINITY, .front = -(double)INFINITY};
    if (!view->caps || view->section_count == 0)
        return;
    const double rounding = rounding_of(level, view, at);
    for (int i = 0; i < 27; i++) {
        const pick_vec2 near_by = {at.x + tolerance * (i % 3 - 1), at.y + tolerance * (i / 3 % 3 - 1)};
        sample(level, view, rounding * (i / 9 - 1), near_by, out);
    }
}

editor_pixel_verdict editor_caps_judge(const editor_pixel_caps *caps, uint32_t object)
{
    editor_pixel_verdict verdict = {.back = caps->back, .front = caps->front};
    for (uint32_t i = 0; i < caps->count; i++) {
        if (caps->objects[i] == object) {
            verdict.possible = true;
            verdict.sure = caps->found[i] == caps->samples;
        }
    }
    return verdict;
}

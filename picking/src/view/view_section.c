// view_section.c: planes that cut a view, and what they leave of a ray.
#include "view/view_section.h"
#include "base/compiler.h"
#include "math/math_inline.h"

#include <math.h>

pick_result pick_view_set_section(pick_view *view, const pick_plane *planes, uint32_t count)
{
    pick_plane unit[PICK_SECTION_PLANES] = {{{0, 0, 0}, 0}};
    if (view == NULL || (planes == NULL && count > 0) || count > PICK_SECTION_PLANES)
        return PICK_ERROR_INVALID_ARGUMENT;
    for (uint32_t i = 0; i < count; i++) {
        const double length = pick_vec3_length(planes[i].normal);
        if (!isfinite(length) || !isfinite(planes[i].offset)) // longer than any number is refused too
            return PICK_ERROR_NOT_FINITE;
        if (length == 0)
            return PICK_ERROR_INVALID_ARGUMENT;
        unit[i].normal = pick_vec3_normalize(planes[i].normal);
        unit[i].offset = planes[i].offset / length;
        if (!isfinite(unit[i].offset))
            return PICK_ERROR_NOT_FINITE;
    }
    for (uint32_t i = 0; i < PICK_SECTION_PLANES; i++)
        view->section[i] = unit[i];
    view->section_count = count;
    return PICK_OK;
}

void pick_view_set_caps(pick_view *view, bool caps)
{
    if (view != NULL)
        view->caps = caps;
}

bool pick_view_cuts(const pick_view *view, pick_vec3 world)
{
    for (uint32_t i = 0; view != NULL && i < view->section_count; i++) {
        if (!(pick_section_distance(&view->section[i], world) >= 0))
            return true;
    }
    return false;
}

void pick_section_clip(const pick_view *view, pick_ray *ray)
{
    for (uint32_t i = 0; i < view->section_count; i++) {
        const double inside = pick_section_distance(&view->section[i], ray->origin);
        const double along = pick_vec3_dot(view->section[i].normal, ray->direction);
        if (along > 0)
            ray->t_min = fmax(ray->t_min, -inside / along);
        else if (along < 0)
            ray->t_max = fmin(ray->t_max, inside / -along);
        else if (!(inside >= 0))
            ray->t_max = -HUGE_VAL;
    }
    if (!(ray->t_min <= ray->t_max)) {
        ray->t_min = HUGE_VAL;
        ray->t_max = -HUGE_VAL;
    }
}

bool pick_view_clip_ray(const pick_view *view, pick_ray *ray)
{
    if (view == NULL || !pick_ray_is_valid(ray))
        return false;
    pick_ray left = *ray;
    pick_section_clip(view, &left);
    if (left.t_min > left.t_max)
        return false;
    *ray = left;
    return true;
}

bool pick_section_enter(const pick_view *view, const pick_ray *ray, uint32_t *plane)
{
    for (uint32_t i = 0; i < view->section_count; i++) {
        const double along = pick_vec3_dot(view->section[i].normal, ray->direction);
        if (along > 0 && ray->t_min == -pick_section_distance(&view->section[i], ray->origin) / along) {
            *plane = i;
            return true;
        }
    }
    return false;
}

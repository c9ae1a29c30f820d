// nearest_volume.c: the points of volumes that are nearest, in space and on screen.
#include "base/compiler.h"
#include "math/gjk.h"
#include "math/math_inline.h"
#include "nearest/nearest_internal.h"
#include "query/query_volume.h"
#include "query/query_walks.h"
#include "region/silhouette.h"
#include "view/view_section.h"

#include <math.h>

static pick_gjk_vertex support_of_body(const void *set, pick_vec3 direction)
{
    const pick_vec3 p = pick_body_support(set, direction);
    return (pick_gjk_vertex){.p = p, .source = p};
}

pick_gjk_result pick_nearest_on_body(const pick_body *body)
{
    return pick_gjk_nearest(support_of_body, body, HUGE_VAL);
}

void pick_nearest_look_at_body(pick_nearest_search *search, const pick_body *body)
{
    const pick_gjk_result result = pick_nearest_on_body(body);
    if (result.distance > 0)
        pick_nearest_offer_body(search, result.nearest, pick_unit_vec3(pick_vec3_scale(result.nearest, -1)), false,
                                result.distance, 0);
    else
        pick_nearest_offer_body(search, pick_vec3_make(0, 0, 0), pick_vec3_make(0, 0, 0), false, 0, 0);
}

// Where the ray meets the part first, from the near plane on. False: not before the far plane.
static bool first_on_ray(const pick_object *object, const pick_body *body, const pick_ray *ray, pick_hit *out)
{
    const pick_scene_ray scene_ray = {.ray = ray,
                                      .inverse_square = 1.0 / pick_vec3_dot(ray->direction, ray->direction)};
    const bool solid = (object->mesh->submeshes[0].flags & PICK_SUBMESH_DOUBLE_SIDED) == 0;
    pick_local_ray local;
    pick_part_span span;
    if (!pick_object_local_ray(object, &scene_ray, &local) ||
        !pick_find_span(body->part, &local, &span)) // or it is flat
        return false;
    *out = (pick_hit){.t = span.enter, .triangle = body->part->number, .backface = span.backface};
    if (span.enter < ray->t_min) {
        out->t = solid ? ray->t_min : span.exit;
        out->inside = solid;
        out->backface = !solid;
    }
    return span.exit >= ray->t_min && out->t <= ray->t_max;
}

void pick_nearest_look_at_body_in_window(pick_nearest_search *search, const pick_body *body, const pick_view *view,
                                         pick_vec2 position)
{
    const pick_object object = pick_object_from_eye(pick_nearest_object(search, search->slot), view->eye);
    const pick_rect *v = &view->viewport;
    const pick_rect bounds = {v->x, fmin(v->y, v->y + v->height), v->width, fabs(v->height)};
    const bool seen = position.x >= bounds.x && position.x <= bounds.x + bounds.width && position.y >= bounds.y &&
                      position.y <= bounds.y + bounds.height;
    pick_ray ray = pick_view_ray_from_eye(view, position);
    pick_silhouette silhouette;
    pick_silhouette_point nearest = {.distance = 0};
    pick_hit hit = {.backface = false};
    bool met = seen && first_on_ray(&object, body, &ray, &hit); // mostly: no search for the outline then
    if (!met) {
        if (!pick_silhouette_init(&silhouette, body, search->frustum) ||
            !pick_silhouette_nearest(&silhouette, position, &bounds, pick_nearest_limit(search), &nearest) ||
            nearest.distance > pick_nearest_limit(search))
            return;
        if (!pick_silhouette_front(&silhouette, view, &nearest, &nearest.point)) {
            ray = pick_view_ray_from_eye(view, nearest.window);
            met = first_on_ray(&object, body, &ray, &hit); // at the outline, rounding decides
            if (!met && pick_view_cuts(view, pick_vec3_add(view->eye, nearest.point)))
                return;
        }
    }
    if (met) {
        nearest.point = pick_ray_at(&ray, hit.t);
        nearest.normal = pick_parts_normal(&object, body->part, 1, &ray, &hit);
    }
    pick_nearest_offer_body(search, nearest.point, nearest.normal, hit.backface, nearest.distance,
                            pick_frustum_depth(search->frustum, nearest.point));
}

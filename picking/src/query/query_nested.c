// query_nested.c: rays in scenes that are objects of scenes. A scene's own traversals walk it, with the ray in its
// space and the same t; the sink keeps the way in.
#include "query/query_nested.h"
#include "base/compiler.h"
#include "math/closest_point.h"
#include "query/query_walks.h"

// --- Rays -----------------------------------------------------------------------------------------------------------

// The ray from its own start: one along it has t of the query. Its error is that of the start, however far away that
// is.
static pick_ray ray_from_start(const pick_local_ray *local, double t_min, double t_max)
{
    const pick_vec3 near = {local->origin[0], local->origin[1], local->origin[2]};
    const pick_vec3 direction = {local->direction[0], local->direction[1], local->direction[2]};
    return (pick_ray){pick_vec3_sub(near, pick_vec3_scale(direction, local->shift)), direction, t_min, t_max};
}

static pick_scene_ray scene_ray_of(const pick_ray *ray, const pick_query *query)
{
    return (pick_scene_ray){
        .ray = ray, .query = query, .inverse_square = 1.0 / pick_vec3_dot(ray->direction, ray->direction)};
}

void pick_nested_walk(const pick_scene *nested, const pick_local_ray *local, pick_sink *sink, bool brute_force)
{
    const pick_ray ray = ray_from_start(local, sink->t_min, sink->t_max);
    // Edits inside a nested scene may have made more levels than there may be.
    if (nested->tree.object_count == 0 || sink->depth == PICK_NESTED_LEVELS || !pick_is_valid_ray(&ray))
        return;
    const pick_query *query = sink->query;
    pick_query without;
    sink->query = pick_query_within(query, &without);
    const pick_scene_ray scene_ray = scene_ray_of(&ray, sink->query);
    const uint32_t slot = sink->slot;
    sink->path[sink->depth++] = slot;
    if (brute_force || !pick_kernel_at(nested->simd).walk_scene(nested, &scene_ray, sink))
        pick_scene_walk_every_object(nested, &scene_ray, sink, brute_force);
    --sink->depth;
    sink->slot = slot;
    sink->query = query;
}

pick_ray pick_nested_ray(const pick_nested_way *way, const pick_ray *ray)
{
    pick_ray inner = *ray;
    for (uint32_t i = 0; i < way->count; i++) {
        const pick_scene_ray scene_ray = scene_ray_of(&inner, NULL);
        pick_local_ray local;
        (void)pick_object_local_ray(way->scenes[i], &scene_ray, &local); // one that cannot be cast meets nothing
        inner = ray_from_start(&local, ray->t_min, ray->t_max);
    }
    return inner;
}

// --- Paths ----------------------------------------------------------------------------------------------------------

pick_nested_way pick_nested_way_of(const pick_scene *scene, uint32_t slot, const uint32_t *path, uint32_t count)
{
    pick_nested_way way = {.count = count, .object = pick_object_at(scene, slot)};
    for (uint32_t i = 0; i < count; i++) {
        way.scenes[i] = way.object;
        way.object = pick_object_at(pick_scene_of(way.object->mesh), path[i]);
    }
    return way;
}

pick_nested_way pick_nested_way_by(const pick_scene *scene, pick_object_id object, const pick_object_id *path,
                                   uint32_t count)
{
    uint32_t slots[PICK_NESTED_LEVELS];
    for (uint32_t i = 0; i < count; i++)
        slots[i] = path[i].index1 - 1;
    return pick_nested_way_of(scene, object.index1 - 1, slots, count);
}

const pick_object *pick_nested_describe(const pick_scene *scene, const pick_candidate *candidate, pick_hit *hit)
{
    const pick_object *object = pick_object_at(scene, candidate->slot);
    for (uint32_t i = 0; i < candidate->depth; i++) {
        scene = pick_scene_of(object->mesh);
        object = pick_object_at(scene, candidate->path[i]);
        hit->path[i] = pick_object_handle(scene, candidate->path[i]);
        hit->locked = hit->locked || (object->flags & PICK_OBJECT_LOCKED) != 0;
    }
    hit->inner_user = object->user;
    return object;
}

// --- Outwards -------------------------------------------------------------------------------------------------------

pick_vec3 pick_nested_point_out(const pick_nested_way *way, pick_vec3 point)
{
    for (uint32_t i = way->count; i-- > 0;) {
        const double *origin = way->scenes[i]->origin;
        point = pick_vec3_add(pick_object_turn(way->scenes[i], point.x, point.y, point.z),
                              pick_vec3_make(origin[0], origin[1], origin[2]));
    }
    return point;
}

pick_vec3 pick_nested_normal_out(const pick_nested_way *way, pick_vec3 normal)
{
    for (uint32_t i = way->count; i-- > 0;)
        normal = pick_object_turn_normal(way->scenes[i], normal);
    return normal;
}

// A triangle on its way outwards: corners relative to an object's origin, and edges, in the axes of its scene.
typedef struct moving_triangle {
    pick_vec3 corner[3], edge[3];
    double largest; // coordinate so far, as the transforms stretch it
} moving_triangle;

static void add_origin(moving_triangle *triangle, const pick_object *object, pick_vec3 from)
{
    const double *o = object->origin;
    const pick_vec3 offset = {o[0] - from.x, o[1] - from.y, o[2] - from.z};
    triangle->largest = pick_most(triangle->largest, pick_largest(o[0], o[1], o[2]));
    for (int i = 0; i < 3; i++) {
        const pick_vec3 c = triangle->corner[i];
        triangle->largest = pick_most(triangle->largest, pick_largest(c.x, c.y, c.z));
        triangle->corner[i] = pick_vec3_add(c, offset);
    }
}

static void turn_outwards(moving_triangle *triangle, const pick_object *object)
{
    double stretch = 0;
    for (int i = 0; i < 9; i++)
        stretch = pick_most(stretch, fabs((double)object->linear[i]));
    triangle->largest *= stretch;
    for (int i = 0; i < 3; i++) {
        const pick_vec3 c = triangle->corner[i], e = triangle->edge[i];
        triangle->corner[i] = pick_object_turn(object, c.x, c.y, c.z);
        triangle->edge[i] = pick_object_turn(object, e.x, e.y, e.z);
    }
}

bool pick_nested_touches(const pick_nested_way *way, const float vertex[3][3], pick_vec3 point)
{
    moving_triangle triangle = {.largest = 0};
    const pick_object *object = way->object;
    double weights[3];
    for (int i = 0; i < 3; i++)
        triangle.corner[i] = pick_object_vector(object, vertex[i]);
    pick_object_edges(object, vertex, triangle.edge);
    for (uint32_t i = way->count; i-- > 0;) {
        add_origin(&triangle, object, pick_vec3_make(0, 0, 0));
        object = way->scenes[i];
        turn_outwards(&triangle, object);
    }
    triangle.largest = pick_most(triangle.largest, pick_largest(point.x, point.y, point.z));
    add_origin(&triangle, object, point); // subtracted last, so that no precision is lost far out
    const pick_vec3 nearest =
        pick_closest_on_triangle((const pick_vec3 *)triangle.corner, (const pick_vec3 *)triangle.edge, weights);
    return pick_vec3_length(nearest) <= 0x1p-44 * triangle.largest;
}

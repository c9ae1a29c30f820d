// trace.c: a ray's traversal of the hierarchies, box by box, in double.
#include "base/compiler.h"
#include "picking/explain.h"

#include "query/query_nested.h"
#include "query/query_thin.h"
#include "query/query_volume.h"
#include "query/query_walks.h"

#include <math.h>

typedef struct trace_walk {
    const pick_scene *scene;
    const pick_query *query;
    const pick_ray *ray;
    const pick_scene_ray *scene_ray;
    pick_trace trace;
    void *user;
    pick_sink sink;
    // The current object; NULL in the scene's hierarchy.
    const pick_object *object;
    pick_local_ray local;
} trace_walk;

static void report(trace_walk *walk, pick_trace_step *step)
{
    if (walk->object != NULL)
        step->object = pick_object_handle(walk->scene, walk->sink.slot);
    walk->trace(walk->user, step);
}

static bool accept_traced(const pick_sink *sink, const pick_candidate *candidate)
{
    const trace_walk *walk = sink->user;
    pick_hit hit;
    pick_hit_describe(walk->scene, candidate, &hit);
    return pick_query_accepts(walk->query, walk->scene, &hit);
}

// Slab test: where the ray is inside the box, from `t_min` on. The box is in the space of the ray.
static bool meets_box(const double origin[3], const double direction[3], const double lo[3], const double hi[3],
                      double t_min, double t_max, double *t)
{
    double enter = t_min;
    double leave = t_max;
    *t = t_min;
    for (int k = 0; k < 3; k++) {
        if (direction[k] == 0) {
            if (origin[k] < lo[k] || origin[k] > hi[k])
                return false;
            continue;
        }
        const double a = (lo[k] - origin[k]) / direction[k];
        const double b = (hi[k] - origin[k]) / direction[k];
        enter = fmax(enter, fmin(a, b));
        leave = fmin(leave, fmax(a, b));
    }
    *t = enter;
    return enter <= leave;
}

// The child's box in the space where it is axis-aligned: the object's, or the world relative to the ray's origin.
static void read_box(const trace_walk *walk, const pick_box3f *box, double lo[3], double hi[3])
{
    const double *anchor = walk->scene->tree.anchor;
    const double from[3] = {walk->ray->origin.x, walk->ray->origin.y, walk->ray->origin.z};
    for (int k = 0; k < 3; k++) {
        if (walk->object != NULL) {
            const pick_mesh *mesh = walk->object->mesh;
            lo[k] = (double)box->lo[k] / mesh->scale + mesh->center[k];
            hi[k] = (double)box->hi[k] / mesh->scale + mesh->center[k];
        } else {
            lo[k] = (double)box->lo[k] + (anchor[k] - from[k]);
            hi[k] = (double)box->hi[k] + (anchor[k] - from[k]);
        }
    }
}

static pick_vec3 box_to_world(const trace_walk *walk, const double p[3])
{
    if (walk->object == NULL)
        return pick_vec3_add(walk->ray->origin, pick_vec3_make(p[0], p[1], p[2]));
    const float *m = walk->object->linear;
    const double *o = walk->object->origin;
    pick_vec3 world = {o[0], o[1], o[2]};
    for (int i = 0; i < 3; i++) {
        const pick_vec3 axis = {(double)m[3 * i], (double)m[3 * i + 1], (double)m[3 * i + 2]};
        world = pick_vec3_add(world, pick_vec3_scale(axis, p[i]));
    }
    return world;
}

// Tests a child's box and reports it. True when the ray hits the box.
static bool test_child(trace_walk *walk, const pick_bvh_node *node, uint32_t c, uint32_t depth, double *t)
{
    static const double ZERO[3] = {0, 0, 0};
    const pick_box3f box = pick_bvh_node_box(node, c);
    const double direction[3] = {walk->ray->direction.x, walk->ray->direction.y, walk->ray->direction.z};
    const bool in_mesh = walk->object != NULL;
    const double shift = in_mesh ? walk->local.shift : 0;
    double lo[3], hi[3];
    read_box(walk, &box, lo, hi);
    pick_trace_step step = {.kind = in_mesh ? PICK_TRACE_MESH_BOX : PICK_TRACE_OBJECT_BOX,
                            .depth = depth,
                            .leaf = !pick_ref_is_node(node->child[c])};
    step.hit = meets_box(in_mesh ? walk->local.origin : ZERO, in_mesh ? walk->local.direction : direction, lo, hi,
                         walk->sink.t_min - shift, walk->sink.t_max - shift, t);
    *t += shift;
    step.t = step.hit ? *t : 0;
    if (!in_mesh && step.leaf)
        step.object = pick_object_handle(walk->scene, node->child[c] & ~PICK_REF_LEAF);
    for (int i = 0; i < 8; i++) {
        const double corner[3] = {i & 1 ? hi[0] : lo[0], i & 2 ? hi[1] : lo[1], i & 4 ? hi[2] : lo[2]};
        step.corner[i] = box_to_world(walk, corner);
    }
    report(walk, &step);
    return step.hit;
}

// Pushes the children that the ray hits above `bottom`, the nearest on top.
static void push_traced_children(trace_walk *walk, pick_waiting *stack, uint32_t bottom, const pick_bvh_node *node,
                                 uint32_t depth)
{
    const uint32_t count = pick_bvh_node_count(node);
    for (uint32_t c = 0; c < count; c++) {
        double t;
        if (test_child(walk, node, c, depth, &t))
            pick_waiting_push(stack, bottom, (pick_waiting_node){t, node->child[c], depth + 1});
    }
}

static void test_triangles(trace_walk *walk, uint32_t ref)
{
    const pick_triangle_ray exact = pick_local_ray_exact(&walk->local);
    const pick_block *block = pick_mesh_blocks(walk->object->mesh, ref);
    const pick_block *end = block + pick_leaf_block_count(ref);
    for (; block < end; block++) {
        for (uint32_t lane = 0; lane < PICK_BLOCK_SIZE; lane++) {
            float vertex[3][3];
            const uint32_t tagged = block->triangle[lane];
            if (tagged == PICK_BLOCK_UNUSED)
                continue;
            pick_block_vertices(block, lane, vertex);
            pick_trace_step step = {.kind = PICK_TRACE_TRIANGLE, .triangle = tagged & PICK_BLOCK_TRIANGLE_MASK};
            pick_sink *sink = &walk->sink;
            pick_sink_offer(sink, &exact, walk->local.shift, step.triangle, tagged >> PICK_BLOCK_FLAG_SHIFT,
                            (const float(*)[3])vertex);
            step.hit = sink->found && sink->best.slot == sink->slot && sink->best.triangle == step.triangle;
            step.t = step.hit ? sink->best.t : 0;
            for (int i = 0; i < 3; i++) {
                const double p[3] = {(double)vertex[i][0], (double)vertex[i][1], (double)vertex[i][2]};
                step.corner[i] = box_to_world(walk, p);
            }
            report(walk, &step);
        }
    }
}

static void trace_object(trace_walk *walk, uint32_t slot);

static void empty_stack(trace_walk *walk, pick_waiting *stack)
{
    while (stack->count > 0) {
        const pick_waiting_node entry = stack->nodes[--stack->count];
        if (entry.key > walk->sink.t_max)
            continue;
        if (pick_ref_is_node(entry.ref)) {
            const pick_bvh_node *node = walk->object != NULL ? pick_mesh_node(walk->object->mesh, entry.ref)
                                                             : &pick_node_at(&walk->scene->tree.pool, entry.ref)->node;
            push_traced_children(walk, stack, stack->count, node, entry.depth);
        } else if (walk->object != NULL) {
            test_triangles(walk, entry.ref);
        } else {
            trace_object(walk, entry.ref & ~PICK_REF_LEAF);
        }
    }
}

static pick_aabb bounds_of_shapes(const pick_mesh *mesh)
{
    if (pick_mesh_is_volume(mesh))
        return pick_volume_of(mesh)->bounds;
    return pick_mesh_is_scene(mesh) ? pick_scene_bounds(pick_scene_of(mesh)) : pick_thin_bounds(pick_thin_of(mesh));
}

// A volume, points, or a nested scene, in one step.
static void trace_shapes(trace_walk *walk)
{
    const pick_mesh *mesh = walk->object->mesh;
    const pick_aabb bounds = bounds_of_shapes(mesh);
    const pick_aabb *box = &bounds;
    pick_sink *sink = &walk->sink;
    pick_shapes_walk(mesh, &walk->local, sink);
    pick_trace_step step = {.kind = PICK_TRACE_VOLUME, .leaf = true};
    step.hit = sink->found && sink->best.slot == sink->slot;
    step.t = step.hit ? sink->best.t : 0;
    for (int i = 0; i < 8; i++) {
        const double corner[3] = {i & 1 ? box->max.x : box->min.x, i & 2 ? box->max.y : box->min.y,
                                  i & 4 ? box->max.z : box->min.z};
        step.corner[i] = box_to_world(walk, corner);
    }
    report(walk, &step);
}

static void trace_object(trace_walk *walk, uint32_t slot)
{
    const pick_object *object = pick_object_at(walk->scene, slot);
    if (pick_object_is_seen(walk->scene, slot, walk->query) &&
        pick_object_local_ray(object, walk->scene_ray, &walk->local)) {
        walk->object = object;
        walk->sink.slot = slot;
        if (!pick_mesh_has_triangles(object->mesh)) {
            trace_shapes(walk);
        } else {
            pick_waiting stack = {.count = 1, .nodes = {{-HUGE_VAL, object->mesh->root, 0}}};
            empty_stack(walk, &stack);
        }
        walk->object = NULL;
    }
}

static void trace_tree(trace_walk *walk, const pick_tree *tree)
{
    pick_waiting stack = {.count = 0};
    for (uint32_t i = 0; i < tree->root_count; i++)
        push_traced_children(walk, &stack, 0, &pick_node_at(&tree->pool, i)->node, 0);
    empty_stack(walk, &stack);
}

bool pick_closest_traced(const pick_scene *scene, const pick_ray *ray, const pick_query *query, pick_trace trace,
                         void *user, pick_hit *hit)
{
    query = pick_usable_query(query);
    if (scene == NULL || ray == NULL || trace == NULL || hit == NULL || query == NULL)
        return false;
    if (pick_ray_is_valid(ray)) {
        const pick_scene_ray scene_ray = {
            .ray = ray, .query = query, .inverse_square = 1.0 / pick_vec3_dot(ray->direction, ray->direction)};
        trace_walk walk = {.scene = scene,
                           .query = query,
                           .ray = ray,
                           .scene_ray = &scene_ray,
                           .trace = trace,
                           .user = user,
                           .sink = {.t_min = ray->t_min,
                                    .t_max = ray->t_max,
                                    .cull = query->cull,
                                    .query = query,
                                    .walk_nested = pick_nested_walk,
                                    .accept = accept_traced,
                                    .accept_all = pick_query_asks(query, 0)}};
        walk.sink.user = &walk;
        trace_tree(&walk, &scene->tree);
    }
    pick_query plain = *query;
    plain.caps = NULL;
    return pick_closest(scene, ray, &plain, hit);
}

// parts.c: names the parts of meshes, and finds the one under the mouse.
#include "picking/parts.h"

#include "base/compiler.h"
#include "nearest/nearest_internal.h"
#include "parts/parts_internal.h"

#include <math.h>

_Static_assert((int)PICK_PART_VERTEX == (int)PICK_FEATURE_VERTEX && (int)PICK_PART_EDGE == (int)PICK_FEATURE_EDGE &&
                   (int)PICK_PART_FACE == (int)PICK_FEATURE_SURFACE,
               "a kind of part is found as the feature with its value");

pick_part pick_part_make(const pick_mesh *mesh, pick_object_id object, uint32_t kind, uint32_t triangle, uint32_t index)
{
    pick_part part = {.object = object, .kind = kind, .a = triangle};
    if (kind == PICK_PART_FACE) {
        part.a = pick_mesh_polygon_first(mesh, triangle);
    } else {
        uint32_t vertex[3];
        pick_mesh_vertex_numbers(mesh, triangle, vertex);
        part.a = vertex[index];
        if (kind == PICK_PART_EDGE) {
            const uint32_t end = vertex[(index + 1) % 3];
            part.b = end > part.a ? end : part.a;
            part.a = end > part.a ? part.a : end;
        }
    }
    return part;
}

bool pick_part_of(const pick_mesh *mesh, pick_object_id object, uint32_t kind, uint32_t triangle, uint32_t index,
                  pick_part *out)
{
    if (mesh == NULL || out == NULL || triangle >= mesh->triangle_count ||
        !(kind == PICK_PART_FACE || ((kind == PICK_PART_VERTEX || kind == PICK_PART_EDGE) && index < 3)))
        return false;
    *out = pick_part_make(mesh, object, kind, triangle, index);
    return true;
}

int pick_part_order(const pick_part *first, const pick_part *second)
{
    const uint32_t one[5] = {first->object.index1, first->object.generation, first->kind, first->a, first->b};
    const uint32_t two[5] = {second->object.index1, second->object.generation, second->kind, second->a, second->b};
    for (int i = 0; i < 5; i++) {
        if (one[i] != two[i])
            return one[i] < two[i] ? -1 : 1;
    }
    return 0;
}

int pick_part_compare(const pick_part *first, const pick_part *second)
{
    return first != NULL && second != NULL ? pick_part_order(first, second) : 0;
}

static uint32_t length_of_path(const pick_part_path *path)
{
    return path == NULL ? 0 : (path->count < PICK_NESTED_LEVELS ? path->count : PICK_NESTED_LEVELS);
}

int pick_part_order_within(const pick_part *first, const pick_part_path *first_path, const pick_part *second,
                           const pick_part_path *second_path)
{
    if (first->object.index1 == second->object.index1 && first->object.generation == second->object.generation) {
        const uint32_t one_length = length_of_path(first_path), two_length = length_of_path(second_path);
        for (uint32_t i = 0; i < one_length && i < two_length; i++) {
            const pick_object_id one = first_path->path[i], two = second_path->path[i];
            if (one.index1 != two.index1)
                return one.index1 < two.index1 ? -1 : 1;
            if (one.generation != two.generation)
                return one.generation < two.generation ? -1 : 1;
        }
        if (one_length != two_length)
            return one_length < two_length ? -1 : 1;
    }
    return pick_part_order(first, second);
}

int pick_part_compare_within(const pick_part *first, const pick_part_path *first_path, const pick_part *second,
                             const pick_part_path *second_path)
{
    return first != NULL && second != NULL ? pick_part_order_within(first, first_path, second, second_path) : 0;
}

pick_part_query pick_part_query_default(void)
{
    return PICK_PART_QUERY_DEFAULT;
}

// --- Under the mouse ------------------------------------------------------------------------------------------------

typedef struct part_window_search {
    const pick_scene *scene;
    const pick_view *view;
    pick_vec2 position;
    const pick_query *query;
    bool brute_force;
} part_window_search;

// A filter of objects that takes meshes and scenes only, of those that the query takes.
static bool takes_mesh(void *user, pick_object_id object, uint64_t object_user)
{
    const part_window_search *search = user;
    const pick_query *query = search->query;
    const pick_mesh *mesh = pick_object_at(search->scene, object.index1 - 1)->mesh;
    return (pick_mesh_has_triangles(mesh) || pick_mesh_is_scene(mesh)) &&
           (query->object_filter == NULL || query->object_filter(query->object_filter_user, object, object_user));
}

// A filter of hits that takes those of meshes, of those that the query takes: within nested scenes.
static bool takes_mesh_hit(void *user, const pick_hit *candidate)
{
    const part_window_search *search = user;
    return pick_mesh_has_triangles(pick_hit_innermost(search->scene, candidate)->mesh) &&
           pick_query_accepts(search->query, search->scene, candidate);
}

// The face that the ray through the position hits, if no cap of the section lies before it. A square without area would
// lose it to rounding.
static bool face_at(part_window_search *search, bool through, pick_nearest *out)
{
    pick_query query = *search->query;
    pick_hit hit;
    const pick_ray ray = pick_view_ray(search->view, search->position);
    query.caps = through ? NULL : search->view;
    if (through) {
        query.object_filter = takes_mesh;
        query.object_filter_user = search;
    }
    if (through && search->scene->nests) {
        query.filter = takes_mesh_hit;
        query.filter_user = search;
        query.filter_all = true;
    }
    if (!pick_view_contains(search->view, search->position) ||
        !(search->brute_force ? pick_closest_brute_force(search->scene, &ray, &query, &hit)
                              : pick_closest(search->scene, &ray, &query, &hit)) ||
        hit.cap != 0 || !pick_mesh_has_triangles(pick_hit_innermost(search->scene, &hit)->mesh))
        return false;
    pick_frustum frustum;
    pick_frustum_from_view(&frustum, search->view);
    const double depth = pick_frustum_depth(&frustum, pick_vec3_sub(hit.point, search->view->eye));
    *out = pick_nearest_of_hit(&hit, depth);
    out->feature = PICK_FEATURE_SURFACE;
    return true;
}

static bool nearest_of(const part_window_search *search, uint32_t kinds, const pick_part_query *parts,
                       pick_nearest *out)
{
    const pick_nearest_query nearest = {kinds, parts->reach, !parts->through};
    return kinds != 0 && pick_window_nearest_of_meshes(search->scene, search->view, search->position, &nearest,
                                                       search->query, out, search->brute_force);
}

static bool in_window(const pick_scene *scene, const pick_view *view, pick_vec2 position, const pick_part_query *parts,
                      const pick_query *query, pick_part_hit *out, bool brute_force)
{
    const pick_part_query usual = PICK_PART_QUERY_DEFAULT;
    parts = parts != NULL ? parts : &usual;
    query = pick_usable_query(query);
    if (scene == NULL || view == NULL || query == NULL || out == NULL || !(parts->reach >= 0) ||
        !isfinite(parts->reach))
        return false;
    part_window_search search = {scene, view, position, query, brute_force};
    const uint32_t kinds = parts->kinds != 0 ? parts->kinds : PICK_PART_ALL;
    const uint32_t face = kinds & PICK_PART_FACE;
    pick_nearest place;
    if (!nearest_of(&search, kinds & (PICK_PART_VERTEX | PICK_PART_EDGE), parts, &place) &&
        !(face != 0 && face_at(&search, parts->through, &place)) && !nearest_of(&search, face, parts, &place))
        return false;
    const pick_mesh *mesh = pick_nearest_innermost(scene, &place)->mesh;
    out->part = pick_part_make(mesh, place.object, place.feature, place.triangle, place.index);
    out->place = place;
    return true;
}

bool pick_part_in_window(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                         const pick_part_query *parts, const pick_query *query, pick_part_hit *out)
{
    return in_window(scene, view, position, parts, query, out, false);
}

bool pick_part_in_window_brute_force(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                                     const pick_part_query *parts, const pick_query *query, pick_part_hit *out)
{
    return in_window(scene, view, position, parts, query, out, true);
}

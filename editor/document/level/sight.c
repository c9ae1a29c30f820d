#include "document/level/sight.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_HITS = 64 };

typedef struct seeker {
    const editor_level *level;
    uint32_t to;
    pick_query query;
    pick_vec3 points[EDITOR_SIGHT_POINTS]; // that are seen
    pick_vec3 sum;                         // of all points
    editor_sight *out;
} seeker;

const char *editor_sight_fault(const editor_level *level, uint32_t from, uint32_t to)
{
    if (from == to)
        return "is the same object";
    if (editor_level_is_below(level, from, to) || editor_level_is_below(level, to, from))
        return "belongs to the same object";
    return NULL;
}

static bool is_other(void *user, pick_object_id object, uint64_t number)
{
    const editor_looker *looker = user;
    (void)object;
    return !editor_level_is_below(looker->level, (uint32_t)number, looker->object);
}

pick_query editor_sight_query(const editor_looker *looker)
{
    const editor_level *level = looker->level;
    pick_query query = editor_level_surface_query(level);
    query.hidden_layers = ~pick_layer_matrix_mask(&level->sees, level->objects[looker->object].layers);
    query.object_filter = is_other;
    query.object_filter_user = (void *)looker;
    return query;
}

// What points are taken from: triangles; of points and lines the vertices.
static uint32_t shown_places(const editor_level *level, uint32_t object)
{
    const editor_object *o = &level->objects[object];
    if (o->mesh == EDITOR_NONE || o->is_hidden)
        return 0;
    const editor_mesh *mesh = &level->meshes[o->mesh];
    return mesh->form == EDITOR_FORM_TRIANGLES ? mesh->index_count / 3 : mesh->vertex_count;
}

static void add_blocker(editor_sight *sight, uint32_t object)
{
    for (uint32_t i = 0; i < sight->blocker_count; i++) {
        if (sight->blockers[i].object == object) {
            sight->blockers[i].points++;
            return;
        }
    }
    if (sight->blocker_count < EDITOR_SIGHT_BLOCKERS)
        sight->blockers[sight->blocker_count++] = (editor_sight_blocker){object, 1};
}

// `is_origin`: the point is a place, not on a triangle.
static void try_point(seeker *it, pick_vec3 point, bool is_origin)
{
    pick_hit hits[MOST_HITS];
    editor_sight *sight = it->out;
    const pick_ray ray = {.origin = sight->eye,
                          .direction = pick_vec3_sub(point, sight->eye),
                          .t_min = 0,
                          .t_max = is_origin ? 1 : HUGE_VAL};
    const size_t total = pick_all_objects(it->level->scene, &ray, &it->query, hits, MOST_HITS);
    const size_t count = total < MOST_HITS ? total : MOST_HITS;
    size_t before = 0;
    while (before < count && !editor_level_is_below(it->level, (uint32_t)hits[before].user, it->to))
        before++;
    if (before == count && !is_origin && total <= MOST_HITS)
        return; // the ray passes the triangle: it is seen from behind, or edge-on
    it->sum = pick_vec3_add(it->sum, point);
    sight->points++;
    if (before == 0)
        it->points[sight->seen++] = point;
    for (size_t i = 0; i < before; i++)
        add_blocker(sight, (uint32_t)hits[i].user);
}

// A vertex, or a point within the triangle; they lie evenly for consecutive numbers (Roberts 2018, the R2 sequence).
static pick_vec3 point_of(const editor_level *level, uint32_t object, uint32_t triangle, uint32_t number)
{
    const editor_object *o = &level->objects[object];
    const editor_mesh *mesh = &level->meshes[o->mesh];
    const pick_affine world = editor_level_mesh_world(level, o);
    if (mesh->form != EDITOR_FORM_TRIANGLES) {
        const float *p = &mesh->positions[3 * (size_t)triangle];
        return pick_affine_point(&world, pick_vec3_make((double)p[0], (double)p[1], (double)p[2]));
    }
    double u = fmod(0.7548776662466927 * (number + 1), 1), v = fmod(0.5698402909980532 * (number + 1), 1);
    if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
    }
    const double weights[3] = {1 - u - v, u, v};
    double local[3] = {0, 0, 0};
    for (int corner = 0; corner < 3; corner++) {
        const float *p = &mesh->positions[3 * (size_t)mesh->indices[3 * (size_t)triangle + (size_t)corner]];
        for (int axis = 0; axis < 3; axis++)
            local[axis] += weights[corner] * (double)p[axis];
    }
    return pick_affine_point(&world, pick_vec3_make(local[0], local[1], local[2]));
}

static void try_places(seeker *it, uint64_t total)
{
    uint64_t first = 0; // of the object's places, among all
    uint32_t object = it->to;
    for (uint32_t k = 0; k < EDITOR_SIGHT_POINTS; k++) {
        const uint64_t wanted = k * total / EDITOR_SIGHT_POINTS;
        uint32_t count;
        for (;;) {
            count = shown_places(it->level, object);
            if (wanted < first + count)
                break;
            first += count;
            object = editor_level_next_below(it->level, it->to, object);
        }
        const bool is_vertex = it->level->meshes[it->level->objects[object].mesh].form != EDITOR_FORM_TRIANGLES;
        try_point(it, point_of(it->level, object, (uint32_t)(wanted - first), k), is_vertex);
    }
}

static int compare_blockers(const void *a, const void *b)
{
    const editor_sight_blocker *x = a, *y = b;
    if (x->points != y->points)
        return x->points > y->points ? -1 : 1;
    return x->object < y->object ? -1 : x->object > y->object;
}

static pick_vec3 nearest_to(const pick_vec3 *points, uint32_t count, pick_vec3 middle)
{
    pick_vec3 best = points[0];
    for (uint32_t i = 1; i < count; i++) {
        if (pick_vec3_length(pick_vec3_sub(points[i], middle)) < pick_vec3_length(pick_vec3_sub(best, middle)))
            best = points[i];
    }
    return best;
}

void editor_sight_find(const editor_level *level, uint32_t from, uint32_t to, editor_sight *out)
{
    const editor_looker looker = {level, from};
    const pick_aabb box = editor_level_subtree_bounds(level, from);
    seeker it = {.level = level, .to = to, .query = editor_sight_query(&looker), .out = out};
    *out = (editor_sight){.eye = pick_vec3_add(pick_vec3_scale(box.min, 0.5), pick_vec3_scale(box.max, 0.5))};
    uint64_t total = 0;
    bool has_mesh = false;
    for (uint32_t i = to; i != EDITOR_NONE; i = editor_level_next_below(level, to, i)) {
        has_mesh = has_mesh || editor_object_is_solid(&level->objects[i]);
        total += shown_places(level, i);
    }
    out->point = level->objects[to].world.origin;
    if (total > 0)
        try_places(&it, total);
    else if (!has_mesh)
        try_point(&it, out->point, true);
    if (out->points > 0)
        out->point = pick_vec3_scale(it.sum, 1.0 / out->points);
    if (out->seen > 0)
        out->point = nearest_to(it.points, out->seen, out->point);
    qsort(out->blockers, out->blocker_count, sizeof(*out->blockers), compare_blockers);
}

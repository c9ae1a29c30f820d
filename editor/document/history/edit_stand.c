// edit_stand.c: the command that puts a new object on a surface, beside what already stands there.
#include "document/history/document_internal.h"
#include "document/level/volume.h"

#include "picking/region.h"

#include <math.h>

enum { STAND_RINGS = 8 };       // of places around the wanted one
static const double gap = 0.05; // between neighbours, in widths

typedef struct stand_search {
    const editor_level *level;
    uint32_t object;
    pick_region *region;
    pick_vec3 size; // of the object's box
    double floor;   // where it stands aside of the wanted place if nothing is below
} stand_search;

static bool only_support(void *user, pick_object_id object, uint64_t number)
{
    (void)number;
    return pick_object_id_equal(object, *(const pick_object_id *)user);
}

static bool not_support(void *user, pick_object_id object, uint64_t number)
{
    return !only_support(user, object, number);
}

// Whether triangles of the objects that pass the filter lie in the box that stands at `base`, above the fraction `from`
// of its height. `support`: the object below, for the filter.
static bool is_occupied(const stand_search *search, pick_vec3 base, double from, pick_object_filter filter,
                        pick_object_id *support)
{
    // A little wider than the object: the sides of an equal one at the same place lie in it.
    const double x = 0.51 * search->size.x, z = 0.51 * search->size.z;
    const double low = base.y + from * search->size.y, high = base.y + 0.99 * search->size.y;
    const pick_plane walls[6] = {
        {{1, 0, 0}, -(base.x - x)}, {{-1, 0, 0}, base.x + x},   {{0, 1, 0}, -low},
        {{0, -1, 0}, high},         {{0, 0, 1}, -(base.z - z)}, {{0, 0, -1}, base.z + z},
    };
    const pick_region_query query = {.cull = PICK_CULL_NONE,
                                     .include_locked = true,
                                     .hidden_kinds = EDITOR_VOLUME_KIND,
                                     .object_filter = filter,
                                     .object_filter_user = support};
    return pick_region_planes(search->region, walls, 6, base) == PICK_OK &&
           pick_region_objects(search->level->scene, search->region, &query, NULL, 0) > 0;
}

// The surface below a point.
static bool below(const stand_search *search, double x, double y, double z, pick_hit *hit)
{
    pick_query query = editor_level_surface_query(search->level);
    query.cull = PICK_CULL_NONE;
    const pick_ray down = {.origin = {x, y, z}, .direction = {0, -1, 0}, .t_max = HUGE_VAL};
    return pick_closest(search->level->scene, &down, &query, hit);
}

// Whether the object can stand on `hit`: most of its corners are supported too, and it is not put on its own kind.
static bool supports(const stand_search *search, const pick_hit *hit, pick_vec3 base)
{
    const editor_level *level = search->level;
    const uint32_t support = editor_level_object(level, hit->object);
    for (uint32_t i = search->object; i != EDITOR_NONE; i = editor_level_next_below(level, search->object, i)) {
        if (level->objects[i].mesh != EDITOR_NONE && level->objects[i].mesh == level->objects[support].mesh)
            return false;
    }
    const pick_vec3 size = search->size;
    const double slope = fmax(0.4 * size.y, 0.35 * fmax(size.x, size.z));
    int corners = 0;
    for (int i = 0; i < 4; i++) {
        pick_hit at;
        corners += below(search, base.x + (i & 1 ? 0.4 : -0.4) * size.x, base.y + slope,
                         base.z + (i & 2 ? 0.4 : -0.4) * size.z, &at) &&
                   base.y - at.point.y <= slope;
    }
    return corners >= 3;
}

// The height of what supports the object at the wanted place, which may be on the side or the top of what is in the
// way: then the floor.
static double find_floor(const stand_search *search, pick_vec3 at)
{
    pick_hit hit;
    if (below(search, at.x, at.y + 0.02 * search->size.y, at.z, &hit) &&
        supports(search, &hit, pick_vec3_make(at.x, hit.point.y, at.z)))
        return hit.point.y;
    return fmin(at.y, 0);
}

// Moves `base` to the surface below a point `above` it, and returns whether the object has room there.
static bool fits(const stand_search *search, double above, bool aside, pick_vec3 *base)
{
    pick_hit hit;
    pick_object_id support = {0};
    if (below(search, base->x, base->y + above, base->z, &hit)) {
        base->y = hit.point.y;
        support = hit.object;
        if (!supports(search, &hit, *base))
            return false;
    } else if (aside) {
        base->y = search->floor;
    }
    // Uneven ground may rise into the lower part of the box; other objects may not.
    return !is_occupied(search, *base, 0.02, not_support, &support) &&
           !is_occupied(search, *base, 0.4, only_support, &support);
}

// Finds the free place nearest to `at`, ring by ring.
static pick_vec3 find_place(const stand_search *search, pick_vec3 at)
{
    const double step_x = search->size.x * (1 + gap), step_z = search->size.z * (1 + gap);
    for (int ring = 0; ring <= STAND_RINGS; ring++) {
        double best = HUGE_VAL;
        pick_vec3 found = at;
        for (int k = -ring; k <= ring; k++) {
            const bool row = k == -ring || k == ring;
            for (int i = -ring; i <= ring; i += row || ring == 0 ? 1 : 2 * ring) {
                const double dx = i * step_x, dz = k * step_z, distance = hypot(dx, dz);
                pick_vec3 base = pick_vec3_make(at.x + dx, at.y, at.z + dz);
                // At the wanted place a surface above is none: it is the side of something in the way.
                if (distance < best && fits(search, (ring == 0 ? 0.02 : 0.5) * search->size.y, ring > 0, &base)) {
                    best = distance;
                    found = base;
                }
            }
        }
        if (best < HUGE_VAL)
            return found;
    }
    return at;
}

editor_edit_result editor_edit_stand(editor_document *document, uint32_t object, pick_vec3 at)
{
    const editor_level *level = document->level;
    char label[128];
    bool ok = edit_enter(document, edit_label(document, "Place", &object, 1, label, sizeof(label))) &&
              edit_targets(document, &object, 1, true, EDIT_PARENTS_FIRST);
    if (!ok || document->target_count == 0)
        return edit_leave(document, ok);
    const pick_aabb box = editor_level_subtree_bounds(level, object);
    stand_search search = {.level = level, .object = object, .size = pick_vec3_sub(box.max, box.min)};
    pick_vec3 base = at;
    // What has no extent needs no room.
    if (search.size.x > 0 && search.size.y >= 0 && search.size.z > 0) {
        ok = pick_region_create(NULL, &search.region) == PICK_OK || edit_out_of_memory(document);
        edit_hide_from_scene(document, object);
        if (ok) {
            search.floor = find_floor(&search, at);
            base = find_place(&search, at);
        }
        editor_level_refresh_flags(document->level, object);
        pick_region_destroy(search.region);
    }
    const pick_vec3 foot = pick_vec3_make(box.min.x + search.size.x / 2, box.min.y, box.min.z + search.size.z / 2);
    return edit_leave(document, ok && edit_shift(document, object, pick_vec3_sub(base, foot)));
}

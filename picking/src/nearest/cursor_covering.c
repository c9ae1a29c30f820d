// cursor_covering.c: objects with a size on screen under the cursor: their discs and lines, which rays do not meet.
#include "base/compiler.h"
#include "nearest/cursor_internal.h"
#include "nearest/nearest_thin.h"
#include "query/query_internal.h"
#include "region/region_kernel.h"

typedef struct covering_search {
    const pick_cursor_search *cursor;
    uint32_t slot;
    void (*found)(void *user, const pick_cursor_hit *hit);
    void *user;
} covering_search;

bool pick_cursor_is_on_screen(const pick_cursor_search *search, const pick_cursor_hit *hit)
{
    return pick_object_is_on_screen(pick_object_at(search->scene, hit->hit.object.index1 - 1));
}

static bool passes_rules(void *user, const pick_thin_hit *hit)
{
    const covering_search *search = user;
    const pick_query *query = search->cursor->query;
    const pick_mesh *mesh = pick_object_at(search->cursor->scene, search->slot)->mesh;
    if (!pick_query_asks(query, mesh->submeshes[0].flags))
        return true;
    const pick_candidate candidate = {.slot = search->slot, .triangle = hit->part, .u = hit->along};
    pick_hit described;
    pick_hit_describe(search->cursor->scene, &candidate, &described);
    return pick_query_accepts(query, search->cursor->scene, &described);
}

static void look_at_object(covering_search *search, uint32_t slot)
{
    const pick_cursor_search *cursor = search->cursor;
    const pick_object *object = pick_object_at(cursor->scene, slot);
    const pick_thin_wish wish = {.accept = passes_rules, .user = search, .stats = cursor->query->stats};
    pick_thin_hit hit;
    search->slot = slot;
    if (!pick_object_is_on_screen(object) || !pick_object_is_pickable(object) ||
        !pick_object_is_seen(cursor->scene, slot, cursor->query) ||
        !pick_thin_nearest_in_window(object, cursor->view, &cursor->frustum, cursor->position, &wish, &hit,
                                     cursor->brute_force))
        return;
    const pick_nearest nearest = {.object = pick_object_handle(cursor->scene, slot),
                                  .triangle = hit.part,
                                  .barycentric = {hit.along, 0},
                                  .point = hit.point,
                                  .depth = hit.depth};
    pick_cursor_hit out;
    if (!pick_cursor_take_near(cursor, &nearest, &out))
        return;
    // Its depth at the position: t along the cursor's ray compares with what that ray hits.
    out.window = cursor->position;
    out.hit.t = hit.depth / pick_vec3_dot(cursor->frustum.axis, cursor->ray.direction);
    search->found(search->user, &out);
}

static void keep_covering(void *user, const pick_cursor_hit *hit)
{
    *(pick_cursor_hit *)user = *hit;
}

bool pick_cursor_covers(const pick_cursor_search *cursor, pick_object_id object, pick_cursor_hit *out)
{
    covering_search search = {.cursor = cursor, .found = keep_covering, .user = out};
    out->proxy = 0;
    look_at_object(&search, object.index1 - 1);
    return out->proxy == PICK_NO_PROXY;
}

static bool visit_covering(pick_plane_walk *walk, uint32_t ref, uint32_t open)
{
    (void)open;
    look_at_object(walk->user, ref & ~PICK_REF_LEAF);
    return false;
}

void pick_cursor_each_covering(const pick_cursor_search *cursor, void (*found)(void *user, const pick_cursor_hit *hit),
                               void *user)
{
    const pick_scene *scene = cursor->scene;
    covering_search search = {.cursor = cursor, .found = found, .user = user};
    if (!(scene->screen_reach > 0))
        return;
    if (cursor->brute_force) {
        for (uint32_t slot = 0; slot < scene->slot_count; slot++) {
            if ((pick_object_at(scene, slot)->flags & PICK_OBJECT_ALIVE) != 0)
                look_at_object(&search, slot);
        }
        return;
    }
    pick_frustum square = cursor->frustum;
    pick_plane_walk walk;
    const pick_vec2 p = cursor->position;
    const double reach = scene->screen_reach;
    pick_frustum_add_wide_rect(&square, (pick_vec2){p.x - reach, p.y - reach}, (pick_vec2){p.x + reach, p.y + reach});
    pick_plane_walk_for_scene(&walk, scene, &square);
    walk.skip_inside = walk.report_outside = false;
    walk.leaf = visit_covering;
    walk.user = &search;
    (void)pick_plane_walk_scene(&walk, scene, pick_frustum_all(&square), cursor->query->stats);
}

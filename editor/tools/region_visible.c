// region_visible.c: finds the visible objects of a region: those that a pick at some pixel of it hits.
//
// A coarse raster finds most of them; finer ones pick only where the missing ones can be.
#include "tools/tools_private.h"

#include "document/level/volume.h"

#include <math.h>
#include <stdlib.h>

enum { COARSEST = 16 };

// The screen rectangle of an object's box. False: the box extends behind the eye, so it can be anywhere.
static bool box_on_screen(const editor_level *level, const pick_view *view, pick_object_id id, pick_rect *out)
{
    pick_aabb box;
    if (pick_scene_object_bounds(level->scene, id, &box) != PICK_OK || pick_aabb_is_empty(&box))
        return false;
    double x0 = HUGE_VAL, y0 = HUGE_VAL, x1 = -HUGE_VAL, y1 = -HUGE_VAL;
    for (int i = 0; i < 8; i++) {
        pick_vec3 corner = {i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y,
                            i & 4 ? box.max.z : box.min.z};
        pick_projected_point p;
        if (!pick_view_project(view, corner, &p))
            return false;
        x0 = fmin(x0, p.window.x), x1 = fmax(x1, p.window.x);
        y0 = fmin(y0, p.window.y), y1 = fmax(y1, p.window.y);
    }
    *out = (pick_rect){x0, y0, x1 - x0, y1 - y0};
    return true;
}

static pick_rect intersect(pick_rect a, pick_rect b)
{
    double x0 = fmax(a.x, b.x), y0 = fmax(a.y, b.y);
    double x1 = fmin(a.x + a.width, b.x + b.width), y1 = fmin(a.y + a.height, b.y + b.height);
    return (pick_rect){x0, y0, fmax(0, x1 - x0), fmax(0, y1 - y0)};
}

static pick_rect unite(pick_rect a, pick_rect b)
{
    double x0 = fmin(a.x, b.x), y0 = fmin(a.y, b.y);
    double x1 = fmax(a.x + a.width, b.x + b.width), y1 = fmax(a.y + a.height, b.y + b.height);
    return (pick_rect){x0, y0, x1 - x0, y1 - y0};
}

static int by_slot(const void *a, const void *b)
{
    const pick_object_id *x = a, *y = b;
    return x->index1 < y->index1 ? -1 : x->index1 > y->index1;
}

// What is seen first, and behind a volume the first surface too: a volume hides nothing. Returns how many there are.
static uint32_t first_seen(const editor_level *level, const pick_ray *ray, bool pass_locked, const pick_view *view,
                           pick_hit hits[2])
{
    pick_query query = editor_level_query(level);
    query.pass_locked = pass_locked;
    editor_section_query(view, &query);
    if (!pick_closest(level->scene, ray, &query, &hits[0]))
        return 0;
    query.hidden_kinds = EDITOR_VOLUME_KIND;
    return level->objects[hits[0].user].kind == EDITOR_OBJECT_VOLUME &&
                   pick_closest(level->scene, ray, &query, &hits[1])
               ? 2
               : 1;
}

size_t editor_region_keep_visible(const editor_level *level, bool pass_locked, const pick_view *view,
                                  const pick_region *region, int stride, pick_object_id *ids, size_t count)
{
    bool *seen = calloc(count ? count : 1, sizeof(*seen));
    if (!seen)
        return count;
    qsort(ids, count, sizeof(*ids), by_slot);
    pick_rect whole = view->viewport;
    if (whole.height < 0)
        whole = (pick_rect){whole.x, whole.y + whole.height, whole.width, -whole.height};
    size_t missing = count;
    for (int step = COARSEST; step >= stride && missing > 0; step /= 2) {
        pick_rect area = {0, 0, 0, 0};
        bool any = false;
        for (size_t i = 0; i < count; i++) {
            pick_rect box;
            if (seen[i])
                continue;
            box = box_on_screen(level, view, ids[i], &box) ? box : whole;
            area = any ? unite(area, box) : box;
            any = true;
        }
        area = intersect(area, whole);
        double x0 = floor(area.x / step) * step, y0 = floor(area.y / step) * step;
        for (double y = y0; y < area.y + area.height && missing > 0; y += step) {
            for (double x = x0; x < area.x + area.width && missing > 0; x += step) {
                const pick_ray ray = pick_view_ray(view, (pick_vec2){x + 0.5, y + 0.5});
                pick_hit hits[2];
                const uint32_t hit_count = first_seen(level, &ray, pass_locked, view, hits);
                for (uint32_t i = 0; i < hit_count; i++) {
                    const pick_object_id *found = bsearch(&hits[i].object, ids, count, sizeof(*ids), by_slot);
                    if (!found || seen[found - ids] || !pick_region_contains_point(region, hits[i].point))
                        continue;
                    seen[found - ids] = true;
                    missing--;
                }
            }
        }
    }
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (seen[i])
            ids[kept++] = ids[i];
    }
    free(seen);
    return kept;
}

#include "model_check.h"

#include "document/import/import.h"
#include "document/level/level_internal.h"

#include <math.h>

// Whether what has a size on screen, in a window that the box fills, is found as its twin finds it.
static bool use_on_screen(const editor_level *level, const pick_aabb *box)
{
    const pick_vec3 size = pick_vec3_sub(box->max, box->min);
    const double half = fmax(fmax(size.x, size.y), fmax(size.z, 1e-3));
    const float scale = (float)(1 / half);
    const float projection[16] = {scale, 0, 0, 0, 0, -scale, 0, 0, 0, 0, -scale / 4, 0, 0, 0, 0, 1},
                identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const pick_view_desc desc = {.projection = projection,
                                 .view = identity,
                                 .eye = {box->min.x + size.x / 2, box->min.y + size.y / 2, box->max.z + half},
                                 .viewport = {0, 0, 200, 200}};
    const pick_query query = editor_level_query(level);
    const pick_cursor_query cursor = {.query = &query, .tolerance = 20};
    pick_view view;
    pick_cursor_hit fast, slow;
    if (!isfinite(half) || !(scale > 0) || pick_view_init(&view, &desc) != PICK_OK)
        return true;
    for (int i = 0; i < 9; i++) {
        const pick_vec2 at = {50.0 + 50 * (i % 3), 50.0 + 50 * (i / 3)};
        const bool hit = pick_cursor(level->scene, &view, at, &cursor, &fast);
        if (hit != pick_cursor_brute_force(level->scene, &view, at, &cursor, &slow) ||
            (hit && (fast.hit.user != slow.hit.user || fast.hit.triangle != slow.hit.triangle)))
            return false;
    }
    return true;
}

static bool has_thin(const editor_level *level)
{
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        if (level->meshes[i].thin)
            return true;
    }
    return false;
}

// What the library says of windows holds that far out (picking/base.h).
static bool is_in_range(const pick_aabb *box)
{
    const pick_vec3 a = box->min, b = box->max;
    const double most = fmax(fmax(fmax(fabs(a.x), fabs(a.y)), fabs(a.z)), fmax(fmax(fabs(b.x), fabs(b.y)), fabs(b.z)));
    return most <= 1e15;
}

bool model_check_use(const editor_level *level)
{
    const pick_aabb box = pick_scene_bounds(level->scene);
    if (pick_aabb_is_empty(&box))
        return true;
    if (!pick_vec3_is_finite(box.min) || !pick_vec3_is_finite(box.max))
        return false;
    const pick_vec3 middle = pick_vec3_add(pick_vec3_scale(box.min, 0.5), pick_vec3_scale(box.max, 0.5));
    const pick_vec3 from = pick_vec3_make(middle.x, middle.y, box.max.z + 1);
    const pick_ray ray = {from, {0.01, -0.02, -1}, 0, HUGE_VAL};
    const pick_query query = editor_level_query(level);
    pick_hit fast, slow;
    const bool hit = pick_closest(level->scene, &ray, &query, &fast);
    if (has_thin(level) && is_in_range(&box) && !use_on_screen(level, &box))
        return false;
    if (hit != pick_closest_brute_force(level->scene, &ray, &query, &slow))
        return false;
    return !hit || (fast.t == slow.t && fast.triangle == slow.triangle && fast.user == slow.user);
}

bool model_check_play(editor_level *level)
{
    const editor_motion *motion = level->asset_count > 0 ? level->assets[0].motion : NULL;
    const uint64_t hash = editor_level_hash(level);
    bool ok = true;
    for (uint32_t i = 0; motion && i < motion->clip_count && ok; i++) {
        for (int k = -1; k < 3 && ok; k++) {
            editor_error error;
            ok = editor_level_set_pose(level, motion->clips[i].name, motion->clips[i].length * k / 2, &error) &&
                 model_check_use(level) && editor_level_hash(level) == hash;
        }
    }
    editor_level_clear_pose(level);
    return ok;
}

bool model_check_boxes(const char *path, const editor_level *whole, long *count)
{
    const editor_import_options options = EDITOR_IMPORT_OPTIONS_DEFAULT;
    editor_level *boxes = editor_import_boxes(path, 1, &options);
    const bool ok = !boxes || (model_check_use(boxes) &&
                               (!whole || editor_asset_adds_the_same(&boxes->assets[0], &whole->assets[0])));
    *count += boxes != NULL;
    editor_level_destroy(boxes);
    return ok;
}

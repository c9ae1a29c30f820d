#include "view/debug_view.h"

#include "document/level/mesh_tools.h"
#include "document/level/prefab.h"
#include "picking/explain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double pick_seconds = 8;

// The colours differ in lightness as well as in hue.
static const float color_ray[4] = {1.0f, 0.86f, 0.3f, 1}, color_hit[4] = {1, 1, 1, 1},
                   color_box[4] = {0.45f, 0.68f, 1.0f, 0.8f}, color_inner[4] = {0.3f, 0.42f, 0.62f, 0.45f},
                   color_sight[4] = {0.62f, 0.95f, 0.75f, 1}, color_blocked[4] = {1.0f, 0.55f, 0.35f, 1};

bool editor_debug_view_init(editor_debug_view *view)
{
    *view = (editor_debug_view){0};
    return pick_debug_draw_create(NULL, NULL, &view->lasting) == PICK_OK &&
           pick_debug_draw_create(NULL, NULL, &view->now) == PICK_OK;
}

void editor_debug_view_finish(editor_debug_view *view)
{
    pick_debug_draw_destroy(view->lasting);
    pick_debug_draw_destroy(view->now);
    free(view->lines);
    *view = (editor_debug_view){0};
}

static pick_debug_style style_of(const float color[4], bool depth_test, double seconds)
{
    return (pick_debug_style){
        .color = {color[0], color[1], color[2], color[3]}, .depth_test = depth_test, .seconds = seconds};
}

// --- the last pick ---

static void add_box(pick_debug_draw *draw, const pick_vec3 corner[8], const pick_debug_style *style)
{
    for (int i = 0; i < 8; i++) {
        for (int bit = 1; bit < 8; bit <<= 1) {
            if (!(i & bit))
                pick_debug_add_line(draw, corner[i], corner[i | bit], style);
        }
    }
}

static void trace_step(void *user, const pick_trace_step *step)
{
    pick_debug_draw *draw = user;
    if (!step->hit)
        return;
    if (step->kind == PICK_TRACE_TRIANGLE) {
        pick_debug_style style = style_of(color_hit, false, pick_seconds);
        for (int i = 0; i < 3; i++)
            pick_debug_add_line(draw, step->corner[i], step->corner[(i + 1) % 3], &style);
        return;
    }
    // Draw only the last boxes of a mesh: the others are many and of little interest.
    bool object = step->kind == PICK_TRACE_OBJECT_BOX;
    if (!step->leaf)
        return;
    pick_debug_style style = style_of(object ? color_box : color_inner, false, pick_seconds);
    add_box(draw, step->corner, &style);
}

// Which rule of cursor.h chose it.
static void describe(const editor_level *level, const pick_cursor_hit *found, const pick_hit *exact, char *out,
                     size_t size)
{
    char name[208];
    editor_level_hit_name(level, &found->hit, name, sizeof(name));
    if (found->thin)
        snprintf(out, size, "%.24s: thin, %.1f points away, in front of %.24s", name, found->distance,
                 exact ? level->objects[exact->user].name : "the rest");
    else if (found->distance > 0)
        snprintf(out, size, "%.24s: nothing is hit, the nearest, %.1f points away", name, found->distance);
    else if (found->proxy != PICK_NO_PROXY)
        snprintf(out, size, "%.24s: its icon is hit", name);
    else if (level->objects[found->hit.user].kind == EDITOR_OBJECT_VOLUME)
        snprintf(out, size, "%.24s, a volume: hit exactly", name);
    else
        snprintf(out, size, "%.24s, %s %u: hit exactly", name,
                 mesh_tools_part_name(&level->meshes[level->objects[found->hit.user].mesh]),
                 (unsigned)found->hit.triangle);
}

// A segment of a line; a point has no extent.
static void add_segment(pick_debug_draw *draw, const editor_object *object, const editor_mesh *mesh,
                        const pick_hit *hit)
{
    const pick_debug_style style = style_of(color_hit, false, pick_seconds);
    pick_vec3 a, b;
    if (pick_thin_place(mesh->thin, hit->triangle, 0, &a) && pick_thin_place(mesh->thin, hit->triangle, 1, &b))
        pick_debug_add_line(draw, pick_affine_point(&object->world, a), pick_affine_point(&object->world, b), &style);
}

// The triangle of what is near the mouse; that of an exact hit is drawn as its ray is traced.
static void add_triangle(pick_debug_draw *draw, const editor_level *level, const pick_hit *hit)
{
    const editor_object *object = &level->objects[hit->user];
    const editor_mesh *mesh = &level->meshes[object->mesh];
    pick_vec3 corner[3];
    if (mesh->form != EDITOR_FORM_TRIANGLES) {
        add_segment(draw, object, mesh, hit);
        return;
    }
    const pick_affine world = editor_level_mesh_world(level, object);
    for (int i = 0; i < 3; i++) {
        const float *p = &mesh->positions[3 * (size_t)mesh->indices[3 * (size_t)hit->triangle + (size_t)i]];
        corner[i] = pick_affine_point(&world, pick_vec3_make((double)p[0], (double)p[1], (double)p[2]));
    }
    pick_debug_style style = style_of(color_hit, false, pick_seconds);
    for (int i = 0; i < 3; i++)
        pick_debug_add_line(draw, corner[i], corner[(i + 1) % 3], &style);
}

void editor_debug_view_pick(editor_debug_view *view, const editor_level *level, const pick_view *through,
                            pick_vec2 position, const pick_cursor_query *query, char *said, size_t said_size)
{
    pick_debug_draw_clear(view->lasting);
    pick_cursor_hit found;
    pick_hit exact, traced;
    pick_ray ray = pick_view_ray(through, position);
    const bool any = pick_cursor(level->scene, through, position, query, &found);
    const bool is_hit = pick_closest(level->scene, &ray, query->query, &exact);
    snprintf(said, said_size, "Nothing is hit, and nothing is within reach");
    if (any) {
        describe(level, &found, is_hit ? &exact : NULL, said, said_size);
        ray = pick_view_ray(through, found.window);
    }
    // The boxes that lead to the winner. The ray through the edge of something thin may just miss it.
    pick_closest_traced(level->scene, &ray, query->query, trace_step, view->lasting, &traced);
    if (any && found.distance > 0 && found.proxy == PICK_NO_PROXY &&
        level->objects[found.hit.user].kind != EDITOR_OBJECT_VOLUME) {
        const pick_hit drawn = editor_level_hit_drawn(level, &found.hit);
        add_triangle(view->lasting, level, &drawn);
    }
    pick_aabb bounds = pick_scene_bounds(level->scene);
    double reach = pick_aabb_is_empty(&bounds) ? 10
                                               : 2 * pick_vec3_length(pick_vec3_sub(bounds.max, bounds.min)) +
                                                     pick_vec3_length(pick_vec3_sub(ray.origin, bounds.min));
    pick_debug_style style = style_of(color_ray, false, pick_seconds);
    pick_debug_add_line(view->lasting, pick_ray_at(&ray, ray.t_min),
                        any ? found.hit.point : pick_ray_at(&ray, fmin(ray.t_max, reach)), &style);
    if (!any)
        return;
    style = style_of(color_hit, false, pick_seconds);
    pick_debug_add_point(view->lasting, found.hit.point, 7, &style);
    char text[PICK_DEBUG_TEXT_SIZE];
    snprintf(text, sizeof(text), "%.*s", (int)sizeof(text) - 1, said);
    pick_debug_add_label(view->lasting, found.hit.point, text, &style);
}

// --- what an object sees ---

uint32_t editor_debug_view_sight(editor_debug_view *view, const editor_level *level, uint32_t object)
{
    enum { MOST = 64 };
    pick_hit hits[MOST];
    const editor_looker from = {level, object};
    pick_transform transform = pick_affine_to_transform(&level->objects[object].world);
    pick_ray ray = pick_ray_from_transform(&transform);
    if (!pick_ray_is_valid(&ray))
        return 0;
    const pick_query query = editor_sight_query(&from);
    size_t count = pick_all_objects(level->scene, &ray, &query, hits, MOST);
    size_t shown = count < MOST ? count : MOST;
    pick_aabb bounds = pick_scene_bounds(level->scene);
    double size = pick_vec3_length(pick_vec3_sub(bounds.max, bounds.min));
    pick_debug_style style = style_of(color_sight, false, 0);
    if (shown > 0)
        ray.t_max = hits[shown - 1].t;
    pick_debug_add_ray(view->now, &ray, isfinite(size) ? size : 10, &style);
    for (size_t i = 0; i < shown; i++) {
        pick_aabb box;
        char text[PICK_DEBUG_TEXT_SIZE];
        snprintf(text, sizeof(text), "%u  %.40s", (unsigned)i + 1, level->objects[hits[i].user].name);
        pick_debug_add_point(view->now, hits[i].point, 7, &style);
        pick_debug_add_label(view->now, hits[i].point, text, &style);
        if (pick_scene_object_bounds(level->scene, hits[i].object, &box) == PICK_OK) {
            pick_debug_style quiet = style_of(color_sight, true, 0);
            quiet.color[3] = 0.5f;
            pick_debug_add_aabb(view->now, &box, &quiet);
        }
    }
    return (uint32_t)count;
}

void editor_debug_view_between(editor_debug_view *view, const editor_level *level, const editor_sight *sight)
{
    const bool sees = sight->seen > 0;
    pick_debug_style style = style_of(sees ? color_sight : color_blocked, false, pick_seconds);
    pick_debug_draw_clear(view->lasting);
    pick_debug_add_line(view->lasting, sight->eye, sight->point, &style);
    pick_debug_add_point(view->lasting, sight->eye, 7, &style);
    pick_debug_add_point(view->lasting, sight->point, 7, &style);
    for (uint32_t i = 0; i < sight->blocker_count; i++) {
        const editor_object *o = &level->objects[sight->blockers[i].object];
        pick_aabb box;
        if (pick_scene_object_bounds(level->scene, o->pick, &box) != PICK_OK)
            continue;
        style = style_of(color_blocked, true, pick_seconds);
        pick_debug_add_aabb(view->lasting, &box, &style);
        if (i == 0)
            pick_debug_add_label(view->lasting, pick_vec3_scale(pick_vec3_add(box.min, box.max), 0.5), o->name, &style);
    }
}

// --- time ---

bool editor_debug_view_advance(editor_debug_view *view, double seconds)
{
    size_t before, after;
    pick_debug_draw_lines(view->lasting, &before);
    pick_debug_draw_advance(view->lasting, seconds);
    pick_debug_draw_lines(view->lasting, &after);
    return before != after;
}

double editor_debug_view_wake(const editor_debug_view *view)
{
    size_t count;
    const pick_debug_line *lines = pick_debug_draw_lines(view->lasting, &count);
    double least = HUGE_VAL;
    for (size_t i = 0; i < count; i++)
        least = fmin(least, lines[i].style.seconds);
    return isfinite(least) ? least : -1;
}

void editor_debug_view_begin(editor_debug_view *view)
{
    pick_debug_draw_clear(view->now);
}

void editor_debug_view_clear(editor_debug_view *view)
{
    pick_debug_draw_clear(view->lasting);
    pick_debug_draw_clear(view->now);
}

// --- the picture ---

static uint32_t pack(const float c[4])
{
    uint32_t out = 0;
    for (int i = 0; i < 4; i++)
        out |= (uint32_t)lrintf(fminf(1, fmaxf(0, c[i])) * 255) << (8 * i);
    return out;
}

void editor_debug_view_lines(editor_debug_view *view, render_frame *frame)
{
    const pick_debug_draw *const draws[2] = {view->lasting, view->now};
    view->line_count = 0;
    for (int d = 0; d < 2; d++) {
        size_t count;
        const pick_debug_line *lines = pick_debug_draw_lines(draws[d], &count);
        if (view->line_count + count > view->line_capacity) {
            size_t capacity = 2 * (view->line_count + count);
            render_line *grown = realloc(view->lines, capacity * sizeof(*grown));
            if (!grown)
                break; // fewer lines
            view->lines = grown;
            view->line_capacity = (uint32_t)capacity;
        }
        for (size_t i = 0; i < count; i++) {
            const pick_debug_line *line = &lines[i];
            view->lines[view->line_count++] = (render_line){.from = {line->a.x, line->a.y, line->a.z},
                                                            .to = {line->b.x, line->b.y, line->b.z},
                                                            .color = pack(line->style.color),
                                                            .width = 1.5f,
                                                            .on_top = !line->style.depth_test};
        }
    }
    frame->lines = view->lines;
    frame->line_count = view->line_count;
}

static void draw_one(const pick_debug_draw *draw, const pick_view *through, editor_ui *ui)
{
    size_t count;
    double unit = editor_ui_unit(ui);
    pick_projected_point at;
    const pick_debug_point *points = pick_debug_draw_points(draw, &count);
    for (size_t i = 0; i < count; i++) {
        if (pick_view_project(through, points[i].position, &at))
            editor_ui_paint_circle(ui, at.window, points[i].size * unit / 2, 0, pack(points[i].style.color));
    }
    const pick_debug_label *labels = pick_debug_draw_labels(draw, &count);
    for (size_t i = 0; i < count; i++) {
        if (pick_view_project(through, labels[i].anchor, &at))
            editor_ui_canvas_tag(ui, through->viewport, (pick_vec2){at.window.x + 9 * unit, at.window.y - 26 * unit},
                                 labels[i].text);
    }
}

void editor_debug_view_draw(const editor_debug_view *view, const pick_view *through, editor_ui *ui)
{
    editor_ui_canvas_begin(ui, through->viewport);
    draw_one(view->lasting, through, ui);
    draw_one(view->now, through, ui);
    editor_ui_canvas_end(ui);
}

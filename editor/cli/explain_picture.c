#include "cli/explain_picture.h"

#include "cli/session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Memory order R, G, B, A.
#define COLOR_RAY 0xff3cb4ffu        // amber
#define COLOR_OBJECT_BOX 0xffd9a066u // blue
#define COLOR_MESH_BOX 0xffb8c878u   // teal
#define COLOR_TRIANGLE 0xffe8e8e8u   // white: tested
#define COLOR_HIT 0xff3070ffu        // orange red

typedef struct line_list {
    render_line *lines;
    uint32_t count, capacity;
    bool failed; // out of memory
    editor_cli_picture_kind kind;
    pick_object_id object; // the picked object
    pick_aabb close;       // bounds of the tested triangles
    pick_vec3 hit[3];      // the nearest triangle so far; drawn last, over the edges of its neighbours
} line_list;

static void add_line(line_list *list, pick_vec3 from, pick_vec3 to, uint32_t color, float width)
{
    if (list->count == list->capacity) {
        const uint32_t capacity = list->capacity == 0 ? 256 : 2 * list->capacity;
        render_line *lines = realloc(list->lines, capacity * sizeof(*lines));
        if (lines == NULL) {
            list->failed = true;
            return;
        }
        list->lines = lines;
        list->capacity = capacity;
    }
    list->lines[list->count++] = (render_line){{from.x, from.y, from.z}, {to.x, to.y, to.z}, color, width, true};
}

static void add_box(line_list *list, const pick_vec3 corner[8], uint32_t color)
{
    for (uint32_t i = 0; i < 8; i++) {
        for (uint32_t axis = 0; axis < 3; axis++) {
            if ((i >> axis & 1) == 0)
                add_line(list, corner[i], corner[i | 1u << axis], color, 1.25f);
        }
    }
}

static void take_step(void *user, const pick_trace_step *step)
{
    line_list *list = user;
    if (step->kind == PICK_TRACE_OBJECT_BOX) {
        if (list->kind == EDITOR_CLI_PICTURE_RAY && step->hit)
            add_box(list, step->corner, COLOR_OBJECT_BOX);
        return;
    }
    if (!pick_object_id_equal(step->object, list->object))
        return;
    if (step->kind == PICK_TRACE_MESH_BOX) {
        if (list->kind == EDITOR_CLI_PICTURE_MESH && step->hit)
            add_box(list, step->corner, COLOR_MESH_BOX);
        return;
    }
    for (int i = 0; i < 3 && list->kind != EDITOR_CLI_PICTURE_RAY; i++) {
        const pick_aabb point = {step->corner[i], step->corner[i]};
        list->close = pick_aabb_union(&list->close, &point);
        add_line(list, step->corner[i], step->corner[(i + 1) % 3], COLOR_TRIANGLE, 1.5f);
    }
    if (step->hit)
        memcpy(list->hit, step->corner, sizeof(list->hit));
}

// A camera beside the ray, slightly above and behind its start, that frames `around`.
static editor_camera side_camera(const editor_cli_look *look, const pick_ray *ray, const pick_aabb *around,
                                 double aspect)
{
    editor_camera camera = EDITOR_CAMERA_DEFAULT;
    const pick_vec3 along = pick_vec3_normalize(ray->direction);
    pick_vec3 across = pick_vec3_cross(along, pick_vec3_make(0, 1, 0));
    if (pick_vec3_length(across) < 1e-3) // the ray points straight down: use the camera's up vector
        across = pick_vec3_cross(along, look->camera.up);
    across = pick_vec3_normalize(across);
    const pick_vec3 back =
        pick_vec3_add(pick_vec3_add(across, pick_vec3_make(0, 0.45, 0)), pick_vec3_scale(along, -0.5));
    camera.target = pick_vec3_scale(pick_vec3_add(around->min, around->max), 0.5);
    camera.eye = pick_vec3_add(camera.target, back);
    editor_camera_frame(&camera, around, aspect);
    return camera;
}

static pick_aabb framed(const editor_level *level, const line_list *list)
{
    pick_aabb box = pick_scene_bounds(level->scene);
    if (list->kind == EDITOR_CLI_PICTURE_MESH)
        (void)pick_scene_object_bounds(level->scene, list->object, &box);
    else if (list->kind == EDITOR_CLI_PICTURE_TRIANGLES)
        box = list->close;
    return box;
}

static int draw(const editor_cli_call *call, const editor_level *level, const editor_cli_look *look,
                const editor_cli_view *view, const pick_ray *ray, const line_list *list, const char *path)
{
    const double aspect = editor_cli_view_aspect(view);
    const pick_aabb around = framed(level, list);
    const editor_camera camera = side_camera(look, ray, &around, aspect);
    render_frame frame = editor_cli_session_frame(&camera, view);
    frame.grid = list->kind == EDITOR_CLI_PICTURE_RAY;
    frame.wireframe = list->kind == EDITOR_CLI_PICTURE_TRIANGLES;
    frame.lines = list->lines;
    frame.line_count = list->count;
    editor_cli_session session;
    int status = editor_cli_session_open(&session, call->globals, level, view->width, view->height);
    if (status == EDITOR_EXIT_DONE)
        status = editor_cli_session_picture(&session, &frame, path);
    return editor_cli_session_close(&session, status);
}

int editor_cli_explain_picture(const editor_cli_call *call, const editor_level *level, const editor_cli_look *look,
                               const editor_cli_view *view, pick_vec2 at, const editor_cli_picture *picture)
{
    const pick_ray ray = pick_view_ray(&look->view, at);
    pick_hit hit;
    if (!pick_closest(level->scene, &ray, &look->query, &hit))
        return editor_cli_report(EDITOR_EXIT_FAILED, "nothing is hit there, so there is no picture of it");
    line_list list = {.kind = picture->kind, .object = hit.object, .close = PICK_AABB_EMPTY};
    (void)pick_closest_traced(level->scene, &ray, &look->query, take_step, &list, &hit);
    for (int i = 0; i < 3; i++)
        add_line(&list, list.hit[i], list.hit[(i + 1) % 3], COLOR_HIT, 2.5f);
    // Start the ray at the eye, but not farther away than the size of the scene: a longer ray would fill the picture.
    const pick_aabb all = pick_scene_bounds(level->scene);
    const double size = pick_vec3_length(pick_vec3_sub(all.max, all.min));
    const double start = fmax(ray.t_min, hit.t - 0.8 * size);
    add_line(&list, pick_ray_at(&ray, start), hit.point, COLOR_RAY, 2.5f);
    int status = list.failed ? editor_cli_report(EDITOR_EXIT_FAILED, "out of memory")
                             : draw(call, level, look, view, &ray, &list, picture->path);
    free(list.lines);
    return status;
}

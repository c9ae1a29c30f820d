// vkpick verify: compares the CPU pick of every pixel centre with the object-ID image of the same frame.
#include "cli/verify.h"
#include "document/level/look.h"

#include "cli/session.h"
#include "cli/verify_explain.h"
#include "cli/verify_views.h"
#include "cli/view_options.h"
#include "document/level/level_internal.h"
#include "document/level/mesh_tools.h"
#include "document/level/prefab.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Maximum number of unexplained pixels described on stderr.
static const uint64_t DESCRIBED = 10;

// Errors planted on the CPU's side, to test that they are detected.
typedef enum plant {
    PLANT_NONE,
    PLANT_HALF_PIXEL,
    PLANT_FLIP_Y,
    PLANT_WRONG_CULL,
    PLANT_VOLUME_SIZE,
    PLANT_THIN_SIZE,
    PLANT_SECTION,
    PLANT_CAPS
} plant;

typedef struct verify_options {
    uint32_t views; // 0: not given
    bool matrix;
    plant plant;
} verify_options;

static bool apply_views(void *into, const char *value, editor_error *error)
{
    double count;
    if (!editor_cli_read_numbers(value, ',', &count, 1) || count < 1 || count > 1000 || count != floor(count))
        return editor_cli_fail(error, "--views %s: expected a whole number from 1 to 1000", value);
    ((verify_options *)into)->views = (uint32_t)count;
    return true;
}

static bool apply_plant(void *into, const char *value, editor_error *error)
{
    static const struct {
        const char *name;
        plant plant;
    } PLANTS[] = {{"half-pixel", PLANT_HALF_PIXEL},
                  {"flip-y", PLANT_FLIP_Y},
                  {"wrong-cull", PLANT_WRONG_CULL},
                  {"volume-size", PLANT_VOLUME_SIZE},
                  {"thin-size", PLANT_THIN_SIZE},
                  {"section", PLANT_SECTION},
                  {"caps", PLANT_CAPS}};
    for (size_t i = 0; i < sizeof(PLANTS) / sizeof(PLANTS[0]); i++) {
        if (strcmp(PLANTS[i].name, value) == 0) {
            ((verify_options *)into)->plant = PLANTS[i].plant;
            return true;
        }
    }
    return editor_cli_fail(
        error, "--plant %s: expected half-pixel, flip-y, wrong-cull, volume-size, thin-size, section or caps", value);
}

static bool apply_matrix(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    ((verify_options *)into)->matrix = true;
    return true;
}

static const editor_cli_option VERIFY_OPTIONS[] = {
    {"--views", "N", "so many views, orbiting around the target from the first one (default 1)", apply_views},
    {"--matrix", NULL, "every kind of view instead: projections, depths, viewports, places (--views: the first N)",
     apply_matrix},
    {"--plant", "ERROR",
     "self-test: half-pixel, flip-y, wrong-cull, volume-size (2 %), thin-size (10 %, of points and lines), section (1 "
     "%) or caps (none) in the CPU's picks",
     apply_plant},
};

// One view being compared.
typedef struct verify_comparison {
    editor_level *level; // moved for some views, and moved back
    const editor_cli_view *size;
    plant plant;
    bool quiet; // print only the sum
    const render_device *device;
    pick_view view;   // as drawn
    pick_view picked; // the same, or with a planted error
    pick_query query;
    bool has_thin;               // there are points or lines, which no ray meets
    editor_explainer *explainer; // created at the first difference
    editor_verify_tally tally;   // of the view, or of the orbit, being compared
} verify_comparison;

static void find_thin(verify_comparison *comparison)
{
    for (uint32_t i = 0; i < comparison->level->mesh_count; i++)
        comparison->has_thin = comparison->has_thin || comparison->level->meshes[i].thin != NULL;
}

static editor_pixel_answer answer_of(const editor_level *level, const pick_hit *hit)
{
    const uint32_t triangle = editor_level_hit_drawn(level, hit).triangle; // says which part, too
    return (editor_pixel_answer){(uint32_t)hit->user, hit->cap != 0 ? RENDER_CAP_TRIANGLE : triangle};
}

static editor_pixel_answer pick_pixel(const verify_comparison *comparison, pick_vec2 at)
{
    if (comparison->plant == PLANT_HALF_PIXEL) {
        at = (pick_vec2){at.x + 0.5, at.y + 0.5};
    } else if (comparison->plant == PLANT_FLIP_Y) {
        const pick_rect *area = &comparison->view.viewport;
        at.y = 2 * area->y + area->height - at.y;
    }
    if (comparison->has_thin) {
        const pick_cursor_query cursor = {.query = &comparison->query};
        pick_cursor_hit found;
        if (!pick_cursor(comparison->level->scene, &comparison->picked, at, &cursor, &found))
            return (editor_pixel_answer){EDITOR_NONE, 0};
        return answer_of(comparison->level, &found.hit);
    }
    pick_ray ray = pick_view_ray(&comparison->picked, at);
    pick_hit hit;
    if (!pick_closest(comparison->level->scene, &ray, &comparison->query, &hit))
        return (editor_pixel_answer){EDITOR_NONE, 0};
    return answer_of(comparison->level, &hit);
}

static void describe(verify_comparison *comparison, pick_vec2 at, editor_pixel_answer cpu, editor_pixel_answer gpu)
{
    if (comparison->tally.described++ >= DESCRIBED)
        return;
    const editor_pixel_answer answers[2] = {cpu, gpu};
    fprintf(stderr, "unexplained at %g,%g:", at.x, at.y);
    for (int i = 0; i < 2; i++) {
        fprintf(stderr, "%s %s ", i == 0 ? "" : ",", i == 0 ? "CPU" : "GPU");
        if (answers[i].object < comparison->level->object_count) {
            fprintf(stderr, "\"%s\" (%u) triangle %u", comparison->level->objects[answers[i].object].name,
                    answers[i].object, answers[i].triangle);
        } else {
            fputs("nothing", stderr);
        }
    }
    fputc('\n', stderr);
}

// False: out of memory.
static bool compare_pixel(verify_comparison *comparison, pick_vec2 at, const render_pixel_id *id)
{
    editor_verify_tally *tally = &comparison->tally;
    editor_pixel_answer cpu = pick_pixel(comparison, at);
    editor_pixel_answer gpu = {id->object - 1, id->triangle}; // 0 - 1 is EDITOR_NONE
    bool same_object = cpu.object == gpu.object;
    tally->pixels++;
    tally->hits += cpu.object != EDITOR_NONE;
    tally->gpu_hits += gpu.object != EDITOR_NONE;
    if (same_object && (cpu.object == EDITOR_NONE || cpu.triangle == gpu.triangle))
        return true;
    if (comparison->explainer == NULL) {
        comparison->explainer = editor_explainer_create(comparison->level, &comparison->view,
                                                        render_device_subpixel_bits(comparison->device));
        if (comparison->explainer == NULL)
            return false;
    }
    bool explained = editor_explainer_explains(comparison->explainer, at, cpu, gpu);
    if (same_object) {
        tally->triangle_disagreements++;
        tally->triangle_explained += explained;
    } else {
        tally->disagreements++;
        tally->explained += explained;
    }
    if (!explained)
        describe(comparison, at, cpu, gpu);
    return true;
}

// The pixels of a viewport, which lies inside the image.
typedef struct pixel_range {
    uint32_t x0, y0, x1, y1;
} pixel_range;

static pixel_range get_pixels(const pick_rect *viewport)
{
    double top = fmin(viewport->y, viewport->y + viewport->height);
    return (pixel_range){(uint32_t)viewport->x, (uint32_t)top, (uint32_t)(viewport->x + viewport->width),
                         (uint32_t)(top + fabs(viewport->height))};
}

// Makes the picking view from the matrices and the section of the frame.
static pick_result read_view(const editor_cli_view *size, const render_frame *frame, pick_view *out)
{
    const render_rect *rect = &frame->viewport;
    bool whole = rect->width == 0;
    const pick_view_desc desc = {.projection = frame->projection,
                                 .view = frame->view,
                                 .eye = {frame->eye[0], frame->eye[1], frame->eye[2]},
                                 .viewport = {(double)rect->x, (double)rect->y,
                                              whole ? size->width : (double)rect->width,
                                              whole ? size->height : (double)rect->height}};
    pick_result result = pick_view_init(out, &desc);
    pick_plane planes[PICK_SECTION_PLANES];
    for (uint32_t i = 0; i < frame->section_count; i++) {
        const render_plane *plane = &frame->section[i];
        planes[i] = (pick_plane){{plane->normal[0], plane->normal[1], plane->normal[2]}, plane->offset};
    }
    pick_view_set_caps(out, frame->caps);
    return result == PICK_OK ? pick_view_set_section(out, planes, frame->section_count) : result;
}

// Moves the section of the picks by a hundredth of the level's size.
static void plant_section(const editor_level *level, pick_view *view)
{
    const pick_aabb bounds = pick_scene_bounds(level->scene);
    for (uint32_t i = 0; i < view->section_count; i++)
        view->section[i].offset += 0.01 * pick_vec3_length(pick_vec3_sub(bounds.max, bounds.min));
}

// Makes the volumes that are picked larger than those that are drawn.
static void plant_sizes(const editor_level *level)
{
    for (uint32_t i = 0; i < level->object_count; i++) {
        pick_object_desc desc;
        if (level->objects[i].kind != EDITOR_OBJECT_VOLUME ||
            pick_scene_get(level->scene, level->objects[i].pick, &desc) != PICK_OK)
            continue;
        for (int k = 0; k < 9; k++)
            desc.transform.linear[k] *= 1.02f;
        pick_scene_set_transform(level->scene, level->objects[i].pick, &desc.transform);
    }
}

// Makes them a tenth wider. Looks of equal width share theirs, and are widened once for each.
static bool widen(const editor_level *level, const editor_mesh *mesh, editor_width width, pick_thin **thin)
{
    pick_thin *drawn = *thin, *wide;
    width.value *= 1.1;
    if (editor_level_make_thin(mesh, width, &wide) != PICK_OK)
        return false;
    for (uint32_t k = 0; k < level->object_count; k++) {
        if (editor_level_pick_thin(level, &level->objects[k]) == drawn)
            pick_scene_set_thin(level->scene, level->objects[k].pick, wide);
    }
    *thin = wide;
    pick_thin_destroy(drawn);
    return true;
}

// Makes the points and lines that are picked larger than those that are drawn. False: out of memory.
static bool plant_widths(editor_level *level)
{
    bool ok = true;
    for (uint32_t i = 0; i < level->look_count; i++) {
        editor_look *look = level->looks[i];
        if (look && look->content.pick && look->content.pick->thin)
            ok = widen(level, &level->meshes[look->mesh], look->content.width, &look->content.pick->thin) && ok;
    }
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        editor_mesh *mesh = &level->meshes[i];
        if (mesh->thin)
            ok = widen(level, mesh, mesh_tools_width(mesh), &mesh->thin) && ok;
    }
    return ok;
}

static int compare_view(editor_cli_session *session, verify_comparison *comparison, const render_frame *frame,
                        render_pixel_id *ids)
{
    uint32_t width = comparison->size->width, height = comparison->size->height;
    render_result drawn = render_target_draw_ids(session->target, editor_draw_list_scene(session->draw_list), frame,
                                                 ids, (size_t)width * height);
    if (drawn != RENDER_OK)
        return editor_cli_session_fail(session, "drawing the IDs", drawn);
    pick_result read = read_view(comparison->size, frame, &comparison->view);
    if (read != PICK_OK)
        return editor_cli_report(EDITOR_EXIT_FAILED, "the view cannot be used: %s", pick_result_name(read));
    comparison->picked = comparison->view;
    comparison->query.caps = &comparison->picked;
    if (comparison->plant != PLANT_WRONG_CULL)
        comparison->query.cull = editor_section_cull(&comparison->view);
    if (comparison->plant == PLANT_SECTION)
        plant_section(comparison->level, &comparison->picked);
    if (comparison->plant == PLANT_CAPS)
        pick_view_set_caps(&comparison->picked, false);
    bool ok = true;
    pixel_range range = get_pixels(&comparison->view.viewport);
    for (uint32_t y = range.y0; y < range.y1 && ok; y++) {
        for (uint32_t x = range.x0; x < range.x1 && ok; x++)
            ok = compare_pixel(comparison, (pick_vec2){x + 0.5, y + 0.5}, &ids[(size_t)y * width + x]);
    }
    editor_explainer_destroy(comparison->explainer);
    comparison->explainer = NULL;
    return ok ? EDITOR_EXIT_DONE : editor_cli_report(EDITOR_EXIT_FAILED, "out of memory");
}

// View `i` of `count`: around the target, in turn from below, level and from above. The first is the camera itself.
static editor_camera orbit_view(const editor_camera *camera, uint32_t i, uint32_t count)
{
    static const double PITCH[3] = {0, 0.5, -0.8};
    editor_camera turned = *camera;
    if (i > 0)
        editor_camera_orbit(&turned, 6.283185307179586 * i / count, PITCH[i % 3]);
    return turned;
}

// Moves the whole level. False: an origin would overflow.
static bool move_level(editor_level *level, pick_vec3 by)
{
    bool ok = true;
    for (uint32_t i = level->first_root; i != EDITOR_NONE; i = level->objects[i].next) {
        pick_affine local = level->objects[i].local;
        local.origin = pick_vec3_add(local.origin, by);
        ok = editor_level_set_local(level, i, &local) && ok;
    }
    return ok;
}

// `name`: the view's name; NULL: the sum over `views`.
static void write_tally(const verify_comparison *comparison, const editor_verify_tally *tally, const char *name,
                        uint32_t views)
{
    editor_json json = {.file = stdout};
    editor_json_begin_object(&json, NULL);
    if (name != NULL)
        editor_json_string(&json, "view", name);
    else
        editor_json_count(&json, "views", views);
    editor_json_count(&json, "pixels", tally->pixels);
    editor_json_count(&json, "hits", tally->hits);
    editor_json_count(&json, "gpu_hits", tally->gpu_hits);
    editor_json_count(&json, "disagreements", tally->disagreements);
    editor_json_count(&json, "explained", tally->explained);
    editor_json_count(&json, "unexplained", tally->disagreements - tally->explained);
    editor_json_count(&json, "triangle_disagreements", tally->triangle_disagreements);
    editor_json_count(&json, "triangle_explained", tally->triangle_explained);
    editor_json_count(&json, "triangle_unexplained", tally->triangle_disagreements - tally->triangle_explained);
    editor_json_count(&json, "subpixel_bits", render_device_subpixel_bits(comparison->device));
    editor_json_end_object(&json);
    editor_json_end_line(&json);
    fflush(stdout);
}

static int finish_tally(const verify_comparison *comparison, const editor_verify_tally *tally, uint32_t views)
{
    write_tally(comparison, tally, NULL, views);
    bool ok = tally->disagreements == tally->explained && tally->triangle_disagreements == tally->triangle_explained;
    return ok ? EDITOR_EXIT_DONE : EDITOR_EXIT_FAILED;
}

editor_verify_tally editor_verify_add(const editor_verify_tally *a, const editor_verify_tally *b)
{
    return (editor_verify_tally){.pixels = a->pixels + b->pixels,
                                 .hits = a->hits + b->hits,
                                 .gpu_hits = a->gpu_hits + b->gpu_hits,
                                 .disagreements = a->disagreements + b->disagreements,
                                 .explained = a->explained + b->explained,
                                 .triangle_disagreements = a->triangle_disagreements + b->triangle_disagreements,
                                 .triangle_explained = a->triangle_explained + b->triangle_explained,
                                 .described = b->described};
}

// Compares one view of the matrix, with the level moved by the view's offset. The move may round; each comparison uses
// the level as it is then.
static int compare_matrix_view(editor_cli_session *session, verify_comparison *comparison,
                               const editor_verify_view *view, render_pixel_id *ids)
{
    bool moves = pick_vec3_length(view->offset) > 0;
    if (moves && !move_level(comparison->level, view->offset))
        return editor_cli_report(EDITOR_EXIT_FAILED, "the level cannot be moved");
    render_result result = moves ? editor_draw_list_sync(session->draw_list) : RENDER_OK;
    int status = result == RENDER_OK ? compare_view(session, comparison, &view->frame, ids)
                                     : editor_cli_session_fail(session, "moving the level", result);
    if (moves) {
        move_level(comparison->level, pick_vec3_scale(view->offset, -1));
        result = editor_draw_list_sync(session->draw_list);
        status = status == EDITOR_EXIT_DONE && result != RENDER_OK
                     ? editor_cli_session_fail(session, "moving the level", result)
                     : status;
    }
    return status;
}

static int compare_matrix(editor_cli_session *session, verify_comparison *comparison, uint32_t count,
                          render_pixel_id *ids, editor_verify_tally *sum)
{
    pick_aabb bounds = pick_scene_bounds(comparison->level->scene);
    int status = EDITOR_EXIT_DONE;
    for (uint32_t i = 0; i < count && status == EDITOR_EXIT_DONE; i++) {
        comparison->tally = (editor_verify_tally){.described = sum->described};
        editor_verify_view view = editor_verify_get_view(i, &bounds, comparison->size->width, comparison->size->height);
        editor_section section = comparison->size->section; // moves with the level
        for (uint32_t k = 0; k < section.count; k++)
            section.planes[k].offset -= pick_vec3_dot(section.planes[k].normal, view.offset);
        editor_section_cut_frame(&section, &view.frame);
        status = compare_matrix_view(session, comparison, &view, ids);
        if (status == EDITOR_EXIT_DONE && !comparison->quiet)
            write_tally(comparison, &comparison->tally, view.name, 1);
        *sum = editor_verify_add(sum, &comparison->tally);
    }
    return status;
}

static int report_matrix(editor_cli_session *session, verify_comparison *comparison, uint32_t count,
                         render_pixel_id *ids)
{
    editor_verify_tally sum = {0};
    pick_aabb bounds = pick_scene_bounds(comparison->level->scene);
    if (pick_aabb_is_empty(&bounds))
        return editor_cli_report(EDITOR_EXIT_FAILED, "there is nothing to look at");
    count = count > 0 && count < EDITOR_VERIFY_VIEW_COUNT ? count : EDITOR_VERIFY_VIEW_COUNT;
    int status = compare_matrix(session, comparison, count, ids, &sum);
    return status == EDITOR_EXIT_DONE ? finish_tally(comparison, &sum, count) : status;
}

static int compare_orbit(editor_cli_session *session, verify_comparison *comparison, const editor_camera *camera,
                         uint32_t count, render_pixel_id *ids)
{
    comparison->tally = (editor_verify_tally){0};
    int status = EDITOR_EXIT_DONE;
    for (uint32_t i = 0; i < count && status == EDITOR_EXIT_DONE; i++) {
        editor_camera turned = orbit_view(camera, i, count);
        render_frame frame = editor_cli_session_frame(&turned, comparison->size);
        status = compare_view(session, comparison, &frame, ids);
    }
    return status == EDITOR_EXIT_DONE ? finish_tally(comparison, &comparison->tally, count) : status;
}

static int compare_views(editor_cli_session *session, editor_level *level, const editor_camera *camera,
                         const verify_options *options, const editor_cli_view *view)
{
    render_pixel_id *ids = malloc((size_t)view->width * view->height * sizeof(*ids));
    if (ids == NULL)
        return editor_cli_report(EDITOR_EXIT_FAILED, "out of memory");
    verify_comparison comparison = {.level = level,
                                    .size = view,
                                    .plant = options->plant,
                                    .device = session->device,
                                    .query = editor_level_query(level)};
    if (options->plant == PLANT_WRONG_CULL)
        comparison.query.cull = PICK_CULL_FRONT;
    if (options->plant == PLANT_VOLUME_SIZE)
        plant_sizes(level);
    find_thin(&comparison);
    if (options->plant == PLANT_THIN_SIZE && !plant_widths(level)) {
        free(ids);
        return editor_cli_report(EDITOR_EXIT_FAILED, "out of memory");
    }
    int status = options->matrix
                     ? report_matrix(session, &comparison, options->views, ids)
                     : compare_orbit(session, &comparison, camera, options->views > 0 ? options->views : 1, ids);
    free(ids);
    return status;
}

static int verify_level(const editor_cli_call *call, editor_level *level, const verify_options *options,
                        const editor_cli_view *view)
{
    editor_error error = {""};
    editor_camera camera;
    pick_aabb bounds = pick_scene_bounds(level->scene);
    if (!editor_cli_view_camera(view, &bounds, &camera, &error))
        return editor_cli_usage(call, "%s", error.text);
    if (view->section.caps)
        (void)editor_level_find_solids(level);
    editor_cli_session session;
    int status = editor_cli_session_open(&session, call->globals, level, view->width, view->height);
    if (status == EDITOR_EXIT_DONE) {
        editor_cli_view drawn = *view;
        drawn.section.caps = drawn.section.caps && editor_cli_session_has_caps(&session);
        status = compare_views(&session, level, &camera, options, &drawn);
    }
    return editor_cli_session_close(&session, status);
}

int editor_cli_verify_matrix(const editor_cli_globals *globals, editor_level *level, uint32_t width, uint32_t height,
                             uint32_t views, editor_verify_tally *sum)
{
    editor_cli_view size = editor_cli_view_default();
    size.width = width;
    size.height = height;
    *sum = (editor_verify_tally){0};
    editor_cli_session session;
    int status = editor_cli_session_open(&session, globals, level, width, height);
    render_pixel_id *ids = malloc((size_t)width * height * sizeof(*ids));
    if (status == EDITOR_EXIT_DONE && ids == NULL)
        status = editor_cli_report(EDITOR_EXIT_FAILED, "out of memory");
    if (status == EDITOR_EXIT_DONE) {
        verify_comparison comparison = {
            .level = level, .size = &size, .quiet = true, .device = session.device, .query = editor_level_query(level)};
        find_thin(&comparison);
        status = compare_matrix(&session, &comparison, views, ids, sum);
    }
    free(ids);
    return editor_cli_session_close(&session, status);
}

int editor_cli_verify(const editor_cli_call *call)
{
    verify_options options = {0};
    editor_cli_view view = editor_cli_view_default();
    editor_cli_options tables[] = {
        {"Comparison", VERIFY_OPTIONS, sizeof(VERIFY_OPTIONS) / sizeof(VERIFY_OPTIONS[0]), &options},
        editor_cli_view_options(&view)};
    const char *path = NULL;
    int status = EDITOR_EXIT_DONE;
    if (!editor_cli_read(call, tables, 2, &path, &status))
        return status;
    editor_level *level = editor_cli_load(call->globals, path, true, &status);
    if (level != NULL)
        status = verify_level(call, level, &options, &view);
    editor_level_destroy(level);
    return status;
}

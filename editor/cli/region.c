// vkpick region: the names of the objects in a rectangle, a circle or a lasso, a JSON line each.
#include "cli/parts.h"
#include "cli/session.h"

#include <stdlib.h>
#include <string.h>

typedef struct region_options {
    int shapes; // number of given shapes
    bool rect, circle;
    double numbers[4]; // the rectangle or the circle
    pick_vec2 *lasso;
    uint32_t lasso_count;
    pick_region_mode mode;
    bool visible_only;
    editor_cli_query query;
    editor_cli_parts parts;
} region_options;

static bool apply_rect(void *into, const char *value, editor_error *error)
{
    region_options *options = into;
    options->rect = true;
    options->shapes++;
    return editor_cli_read_numbers(value, ',', options->numbers, 4) ||
           editor_cli_fail(error, "--rect %s: expected four numbers X0,Y0,X1,Y1", value);
}

static bool apply_circle(void *into, const char *value, editor_error *error)
{
    region_options *options = into;
    options->circle = true;
    options->shapes++;
    return (editor_cli_read_numbers(value, ',', options->numbers, 3) && options->numbers[2] >= 0) ||
           editor_cli_fail(error, "--circle %s: expected three numbers X,Y,R, R 0 or more", value);
}

static bool apply_lasso(void *into, const char *value, editor_error *error)
{
    region_options *options = into;
    uint32_t count = 1;
    for (const char *c = value; *c != '\0'; c++)
        count += *c == ';';
    char *text = malloc(strlen(value) + 1);
    free(options->lasso);
    options->lasso = calloc(count, sizeof(*options->lasso));
    options->lasso_count = 0;
    options->shapes++;
    if (text == NULL || options->lasso == NULL) {
        free(text);
        return editor_cli_fail(error, "out of memory");
    }
    bool ok = count >= 3;
    char *start = strcpy(text, value);
    while (ok && start != NULL) {
        char *end = strchr(start, ';');
        double point[2];
        if (end != NULL)
            *end++ = '\0';
        ok = editor_cli_read_numbers(start, ',', point, 2);
        options->lasso[options->lasso_count++] = (pick_vec2){point[0], point[1]};
        start = end;
    }
    free(text);
    return ok || editor_cli_fail(error, "--lasso %s: expected three or more points x,y;x,y;x,y", value);
}

static bool apply_mode(void *into, const char *value, editor_error *error)
{
    region_options *options = into;
    if (strcmp(value, "touch") != 0 && strcmp(value, "contain") != 0)
        return editor_cli_fail(error, "--mode %s: expected touch or contain", value);
    options->mode = value[0] == 't' ? PICK_REGION_TOUCH : PICK_REGION_CONTAIN;
    return true;
}

static bool apply_visible_only(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    ((region_options *)into)->visible_only = true;
    return true;
}

static const editor_cli_option REGION_OPTIONS[] = {
    {"--rect", "X0,Y0,X1,Y1", "the rectangle between two opposite corners", apply_rect},
    {"--circle", "X,Y,R", "all points within R of X,Y", apply_circle},
    {"--lasso", "x,y;x,y;...", "a closed polygon; where it crosses itself, odd windings are inside", apply_lasso},
    {"--mode", "MODE", "touch (the default: any part is in it) or contain (the whole is)", apply_mode},
    {"--visible-only", NULL, "only what can be seen: pixels of the picture decide, not triangles", apply_visible_only},
};

static pick_result make_region(const region_options *options, const pick_view *view, pick_region *out)
{
    const double *n = options->numbers;
    if (options->rect)
        return pick_region_rect(out, view, (pick_vec2){n[0], n[1]}, (pick_vec2){n[2], n[3]});
    if (options->circle)
        return pick_region_circle(out, view, (pick_vec2){n[0], n[1]}, n[2]);
    return pick_region_polygon(out, view, options->lasso, options->lasso_count);
}

// The found objects, by their number in the level.
typedef struct region_answer {
    const editor_level *level;
    bool *inside;
} region_answer;

static void write_answer(const region_answer *answer)
{
    editor_json json = {.file = stdout};
    for (uint32_t i = 0; i < answer->level->object_count; i++) {
        if (answer->inside[i]) {
            editor_json_begin_object(&json, NULL);
            editor_cli_write_object(&json, answer->level, i);
            editor_json_end_object(&json);
            editor_json_end_line(&json);
        }
    }
}

static pick_region_query query_for(const editor_cli_look *look, const region_options *options)
{
    pick_region_query query = PICK_REGION_QUERY_DEFAULT;
    query.mode = options->mode;
    query.hidden_layers = look->query.hidden_layers;
    query.cull = look->query.cull;
    if (editor_cli_filter_has_rules(&options->query.filter)) {
        query.filter = editor_cli_filter_matches;
        query.filter_user = (void *)(uintptr_t)&look->filtered; // the filter only reads it
    }
    return query;
}

static int find_all(const editor_cli_look *look, const region_options *options, const pick_region *region,
                    region_answer *answer)
{
    const size_t capacity = pick_scene_count(answer->level->scene);
    pick_object_id *found = malloc((capacity + 1) * sizeof(*found));
    if (found == NULL)
        return editor_cli_report(EDITOR_EXIT_FAILED, "out of memory");
    const pick_region_query query = query_for(look, options);
    const size_t count = pick_region_objects(answer->level->scene, region, &query, found, capacity);
    for (size_t i = 0; i < count; i++)
        answer->inside[editor_level_object(answer->level, found[i])] = true;
    free(found);
    return EDITOR_EXIT_DONE;
}

// Counts the pixels of each object. A pixel belongs to the region if its centre does.
static int count_pixels(const editor_cli_view *view, const editor_cli_look *look, const region_options *options,
                        const pick_region *region, const render_pixel_id *ids, region_answer *answer)
{
    const editor_level *level = answer->level;
    bool *outside = calloc((size_t)level->object_count + 1, sizeof(*outside));
    if (outside == NULL)
        return editor_cli_report(EDITOR_EXIT_FAILED, "out of memory");
    for (uint32_t y = 0; y < view->height; y++) {
        for (uint32_t x = 0; x < view->width; x++) {
            const uint32_t object = ids[(size_t)y * view->width + x].object;
            if (object > 0 && object <= level->object_count) {
                const bool in = pick_region_contains_position(region, (pick_vec2){x + 0.5, y + 0.5});
                *(in ? &answer->inside[object - 1] : &outside[object - 1]) = true;
            }
        }
    }
    for (uint32_t i = 0; i < level->object_count; i++) {
        pick_object_desc desc;
        const bool selectable = pick_scene_get(level->scene, level->objects[i].pick, &desc) == PICK_OK &&
                                (desc.flags & PICK_OBJECT_LOCKED) == 0 &&
                                (desc.layers & ~look->query.hidden_layers) != 0;
        answer->inside[i] = answer->inside[i] && selectable && !(options->mode == PICK_REGION_CONTAIN && outside[i]);
    }
    free(outside);
    return EDITOR_EXIT_DONE;
}

static int find_visible(const editor_cli_call *call, const editor_cli_view *view, const editor_cli_look *look,
                        const region_options *options, const pick_region *region, region_answer *answer)
{
    const size_t pixels = (size_t)view->width * view->height;
    render_frame frame = editor_cli_session_frame(&look->camera, view);
    render_pixel_id *ids = malloc(pixels * sizeof(*ids));
    if (ids == NULL)
        return editor_cli_report(EDITOR_EXIT_FAILED, "out of memory");
    editor_cli_session session;
    int status = editor_cli_session_open(&session, call->globals, answer->level, view->width, view->height);
    if (status == EDITOR_EXIT_DONE) {
        render_result drawn =
            render_target_draw_ids(session.target, editor_draw_list_scene(session.draw_list), &frame, ids, pixels);
        status = drawn == RENDER_OK ? count_pixels(view, look, options, region, ids, answer)
                                    : editor_cli_session_fail(&session, "drawing the IDs", drawn);
    }
    status = editor_cli_session_close(&session, status);
    free(ids);
    return status;
}

static int answer_region(const editor_cli_call *call, const editor_level *level, const region_options *options,
                         const editor_cli_view *view)
{
    editor_cli_look look;
    int status = editor_cli_look_make(call, level, view, &options->query, &look);
    if (status != EDITOR_EXIT_DONE)
        return status;
    pick_region *region = NULL;
    region_answer answer = {level, calloc((size_t)level->object_count + 1, sizeof(bool))};
    if (answer.inside == NULL || pick_region_create(NULL, &region) != PICK_OK) {
        free(answer.inside);
        return editor_cli_report(EDITOR_EXIT_FAILED, "out of memory");
    }
    const pick_result result = make_region(options, &look.view, region);
    if (result != PICK_OK) {
        status = editor_cli_usage(call, "the region cannot be used: %s", pick_result_name(result));
    } else if (options->parts.kinds != 0) {
        const pick_region_query query = query_for(&look, options);
        status = editor_cli_parts_region(level, &options->parts, &look, region, &query, options->visible_only);
    } else {
        status = options->visible_only ? find_visible(call, view, &look, options, region, &answer)
                                       : find_all(&look, options, region, &answer);
    }
    if (status == EDITOR_EXIT_DONE)
        write_answer(&answer);
    pick_region_destroy(region);
    free(answer.inside);
    return status;
}

int editor_cli_region(const editor_cli_call *call)
{
    region_options options = {.query = editor_cli_query_default()};
    editor_cli_view view = editor_cli_view_default();
    editor_cli_options tables[] = {
        {"Region", REGION_OPTIONS, sizeof(REGION_OPTIONS) / sizeof(REGION_OPTIONS[0]), &options},
        editor_cli_parts_options(&options.parts),
        editor_cli_query_options(&options.query),
        editor_cli_view_options(&view)};
    const char *path = NULL;
    int status = EDITOR_EXIT_DONE;
    if (editor_cli_read(call, tables, 4, &path, &status)) {
        if (options.shapes != 1) {
            status = editor_cli_usage(call, "region needs one of --rect, --circle and --lasso, once");
        } else if (options.parts.through) {
            status = editor_cli_usage(call, "a region finds occluded parts too; --visible-only leaves them out");
        } else if (options.parts.kinds == 0 && options.visible_only && options.query.cull != PICK_CULL_MATERIAL) {
            status =
                editor_cli_usage(call, "--visible-only is about what is drawn: it cannot have a --cull of its own");
        } else if (options.parts.kinds == 0 && options.visible_only &&
                   editor_cli_filter_has_rules(&options.query.filter)) {
            status = editor_cli_usage(call, "--visible-only tells objects apart, not their materials and kinds: it "
                                            "cannot have a --filter of those");
        } else {
            editor_level *level = editor_cli_load(call->globals, path, true, &status);
            if (level != NULL)
                status = answer_region(call, level, &options, &view);
            editor_level_destroy(level);
        }
    }
    free(options.lasso);
    return status;
}

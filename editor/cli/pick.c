// vkpick pick: the hit under a point of the view, or along a ray; a JSON line per query.
#include "cli/parts.h"
#include "document/level/prefab.h"
#include "system/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct pick_options {
    pick_vec2 *at;
    size_t at_count, at_capacity;
    const char *points, *rays;
    bool all;
    double tolerance; // pixels
    bool exact_wins;
    editor_cli_query query;
    editor_cli_parts parts;
} pick_options;

static bool apply_at(void *into, const char *value, editor_error *error)
{
    pick_options *options = into;
    double point[2];
    if (!editor_cli_read_numbers(value, ',', point, 2))
        return editor_cli_fail(error, "--at %s: expected two numbers X,Y", value);
    if (options->at_count == options->at_capacity) {
        size_t capacity = options->at_capacity > 0 ? 2 * options->at_capacity : 16;
        pick_vec2 *at = realloc(options->at, capacity * sizeof(*at));
        if (at == NULL)
            return editor_cli_fail(error, "out of memory");
        options->at = at;
        options->at_capacity = capacity;
    }
    options->at[options->at_count++] = (pick_vec2){point[0], point[1]};
    return true;
}

static bool apply_points(void *into, const char *value, editor_error *error)
{
    (void)error;
    ((pick_options *)into)->points = value;
    return true;
}

static bool apply_rays(void *into, const char *value, editor_error *error)
{
    (void)error;
    ((pick_options *)into)->rays = value;
    return true;
}

static bool apply_all(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    ((pick_options *)into)->all = true;
    return true;
}

static bool apply_tolerance(void *into, const char *value, editor_error *error)
{
    return editor_cli_read_points("--tolerance", value, &((pick_options *)into)->tolerance, error);
}

static bool apply_exact_wins(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    ((pick_options *)into)->exact_wins = true;
    return true;
}

static const editor_cli_option PICK_OPTIONS[] = {
    {"--at", "X,Y", "a point of the window (repeatable)", apply_at},
    {"--points", "FILE", "points, a line \"x y\" each", apply_points},
    {"--rays", "FILE", "rays in world space, a line \"ox oy oz dx dy dz\" each", apply_rays},
    {"--all", NULL, "every hit along the ray, nearest first: a JSON array per query", apply_all},
    {"--tolerance", "PX", "within so many pixels, something thin in front of a hit; with no hit, the nearest thing",
     apply_tolerance},
    {"--exact-wins", NULL, "what is hit exactly wins over something thin in front of it", apply_exact_wins},
};

// Shared by all queries of a call.
typedef struct pick_context {
    const editor_level *level;
    editor_cli_look look;
    double tolerance;
    bool exact_wins;
    const editor_cli_parts *parts;
    bool all;
    bool has_thin;  // the level has points or lines
    pick_hit *hits; // room for --all
    size_t hit_capacity;
    editor_json json;
} pick_context;

// `distance`: on screen, from the queried point; written only with a tolerance.
static void write_hit(pick_context *picker, const pick_hit *hit, double distance)
{
    editor_json *json = &picker->json;
    const editor_object *object = editor_level_hit_object(picker->level, hit);
    const uint32_t part = editor_level_hit_part(picker->level, hit);
    editor_json_begin_object(json, NULL);
    editor_json_bool(json, "hit", true);
    editor_cli_write_object(json, picker->level, (uint32_t)hit->user);
    if (part != EDITOR_NONE) {
        editor_json_count(json, "part", part);
        char name[EDITOR_PART_NAME];
        editor_level_hit_part_name(picker->level, hit, name, sizeof(name));
        editor_json_string(json, "part_name", name);
    }
    editor_json_count(json, "mesh", object->mesh);
    editor_cli_write_part(json, picker->level, (uint32_t)hit->user, hit->triangle);
    editor_json_number(json, "t", hit->t);
    editor_json_vec3(json, "point", hit->point);
    editor_json_vec3(json, "normal", hit->normal);
    editor_json_begin_array(json, "barycentric");
    editor_json_number(json, NULL, hit->barycentric[0]);
    editor_json_number(json, NULL, hit->barycentric[1]);
    editor_json_end_array(json);
    if (hit->has_uv) {
        editor_json_begin_array(json, "uv");
        editor_json_number(json, NULL, (double)hit->uv[0]);
        editor_json_number(json, NULL, (double)hit->uv[1]);
        editor_json_end_array(json);
    } else {
        editor_json_null(json, "uv");
    }
    editor_json_bool(json, "backface", hit->backface);
    if (hit->cap != 0)
        editor_json_count(json, "cap", hit->cap - 1);
    if (picker->tolerance > 0)
        editor_json_number(json, "distance", distance);
    editor_json_end_object(json);
}

static bool reserve_hits(pick_context *picker, size_t count)
{
    if (count <= picker->hit_capacity)
        return true;
    pick_hit *hits = realloc(picker->hits, count * sizeof(*hits));
    if (hits == NULL)
        return false;
    picker->hits = hits;
    picker->hit_capacity = count;
    return true;
}

// Points and lines have a size on screen: no ray meets them, but they cover positions.
static bool covers(const pick_context *picker, const pick_cursor_hit *found)
{
    const editor_level *level = picker->level;
    return found->distance == 0 && !found->thin &&
           level->meshes[level->objects[found->hit.user].mesh].form != EDITOR_FORM_TRIANGLES;
}

// Adds the points and lines that cover the position to the hits, which stay sorted. False: out of memory.
static bool add_covering(pick_context *picker, pick_vec2 at, size_t *count)
{
    const pick_cursor_query query = {.query = &picker->look.query};
    const size_t total = pick_cursor_all(picker->level->scene, &picker->look.view, at, &query, NULL, 0);
    pick_cursor_hit *found = malloc((total + 1) * sizeof(*found));
    const bool ok = found != NULL && reserve_hits(picker, *count + total);
    if (ok)
        pick_cursor_all(picker->level->scene, &picker->look.view, at, &query, found, total);
    for (size_t i = 0; ok && i < total; i++) {
        if (!covers(picker, &found[i]))
            continue;
        size_t place = (*count)++;
        for (; place > 0 && picker->hits[place - 1].t > found[i].hit.t; place--)
            picker->hits[place] = picker->hits[place - 1];
        picker->hits[place] = found[i].hit;
    }
    free(found);
    return ok;
}

// Fills picker->hits with all hits and sets their number. False: out of memory.
static bool find_all(pick_context *picker, const pick_ray *ray, const pick_vec2 *at, size_t *count)
{
    *count = pick_all(picker->level->scene, ray, &picker->look.query, picker->hits, picker->hit_capacity);
    if (*count > picker->hit_capacity) {
        if (!reserve_hits(picker, *count))
            return false;
        *count = pick_all(picker->level->scene, ray, &picker->look.query, picker->hits, picker->hit_capacity);
    }
    return at == NULL || !picker->has_thin || add_covering(picker, *at, count);
}

// Finds what is picked at a point, or within the tolerance of it, instead of what its ray hits, if anything is.
static bool find_near(const pick_context *picker, const pick_vec2 *at, pick_cursor_hit *out)
{
    pick_cursor_query query = PICK_CURSOR_QUERY_DEFAULT;
    query.query = &picker->look.query;
    query.tolerance = picker->tolerance;
    query.exact_wins = picker->exact_wins;
    return at != NULL && (picker->tolerance > 0 || picker->has_thin) &&
           pick_cursor(picker->level->scene, &picker->look.view, *at, &query, out) &&
           (out->distance > 0 || out->thin || (covers(picker, out) && !picker->all));
}

// `at`: the window position of the ray; NULL: a ray given in world space.
static bool answer(pick_context *picker, const pick_ray *ray, const pick_vec2 *at)
{
    editor_json *json = &picker->json;
    pick_cursor_hit near;
    if (picker->all) {
        size_t count = 0;
        if (!find_all(picker, ray, at, &count)) {
            editor_cli_report(EDITOR_EXIT_FAILED, "out of memory");
            return false;
        }
        editor_json_begin_array(json, NULL);
        if (find_near(picker, at, &near))
            write_hit(picker, &near.hit, near.distance);
        for (size_t i = 0; i < count; i++)
            write_hit(picker, &picker->hits[i], 0);
        editor_json_end_array(json);
    } else {
        pick_hit hit;
        if (find_near(picker, at, &near)) {
            write_hit(picker, &near.hit, near.distance);
        } else if (pick_closest(picker->level->scene, ray, &picker->look.query, &hit)) {
            write_hit(picker, &hit, 0);
        } else {
            editor_json_begin_object(json, NULL);
            editor_json_bool(json, "hit", false);
            editor_json_end_object(json);
        }
    }
    editor_json_end_line(json);
    return true;
}

static bool answer_point(pick_context *picker, const double *numbers)
{
    const pick_vec2 at = {numbers[0], numbers[1]};
    if (picker->parts->kinds != 0) {
        editor_cli_parts_pick(picker->level, &picker->look, picker->parts, at, picker->tolerance);
        return true;
    }
    pick_ray ray = pick_view_ray(&picker->look.view, at);
    return answer(picker, &ray, &at);
}

// Queries the whole ray, but for what a section cuts off. t is in lengths of the given direction, from the origin on.
static bool answer_ray(pick_context *picker, const double *numbers)
{
    pick_ray ray = {.origin = {numbers[0], numbers[1], numbers[2]},
                    .direction = {numbers[3], numbers[4], numbers[5]},
                    .t_min = 0,
                    .t_max = (double)INFINITY};
    if (!pick_view_clip_ray(&picker->look.view, &ray))
        ray.t_max = -1; // the section leaves nothing of it: it hits nothing
    return answer(picker, &ray, NULL);
}

// Reads a line without its end. False: end of the file. A line that does not fit, or holds a zero byte, is truncated
// and sets `*cut`.
static bool read_line(FILE *file, char *line, int size, bool *cut)
{
    if (fgets(line, size, file) == NULL)
        return false;
    size_t length = strlen(line);
    *cut = (length == 0 || line[length - 1] != '\n') && !feof(file);
    return true;
}

// Answers each line of the file as it is read. `rays`: six numbers a line, else two.
static int answer_lines(pick_context *picker, FILE *file, const char *path, bool rays)
{
    const int count = rays ? 6 : 2;
    char line[1024];
    bool cut = false;
    for (unsigned long number = 1; read_line(file, line, sizeof(line), &cut); number++) {
        double values[6];
        const char *text = line + (number == 1 ? editor_text_mark(line, strlen(line)) : 0);
        if (text[strspn(text, " \t\r\n")] == '\0' && !cut)
            continue;
        if (cut || !editor_cli_read_numbers(text, ' ', values, count))
            return editor_cli_report(EDITOR_EXIT_REFUSED, "%s: line %lu: expected %s finite numbers: %s", path, number,
                                     rays ? "six" : "two", rays ? "ox oy oz dx dy dz" : "x y");
        if (rays && values[3] == 0 && values[4] == 0 && values[5] == 0)
            return editor_cli_report(EDITOR_EXIT_REFUSED, "%s: line %lu: the direction is zero", path, number);
        if (!(rays ? answer_ray(picker, values) : answer_point(picker, values)))
            return EDITOR_EXIT_FAILED;
    }
    if (ferror(file))
        return editor_cli_report(EDITOR_EXIT_REFUSED, "%s: cannot be read", path);
    return EDITOR_EXIT_DONE;
}

static int answer_file(pick_context *picker, const char *path, bool rays)
{
    if (strcmp(path, "-") == 0)
        return answer_lines(picker, stdin, "standard input", rays);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return editor_cli_report(EDITOR_EXIT_REFUSED, "%s: cannot be opened", path);
    int status = answer_lines(picker, file, path, rays);
    fclose(file);
    return status;
}

static int answer_all(const editor_cli_call *call, const editor_level *level, const pick_options *options,
                      const editor_cli_view *view)
{
    pick_context picker = {.level = level,
                           .tolerance = options->tolerance,
                           .exact_wins = options->exact_wins,
                           .parts = &options->parts,
                           .all = options->all,
                           .json = {.file = stdout}};
    for (uint32_t i = 0; i < level->mesh_count; i++)
        picker.has_thin = picker.has_thin || level->meshes[i].thin != NULL;
    int status = editor_cli_look_make(call, level, view, &options->query, &picker.look);
    if (status != EDITOR_EXIT_DONE)
        return status;
    for (size_t i = 0; i < options->at_count && status == EDITOR_EXIT_DONE; i++) {
        const double point[2] = {options->at[i].x, options->at[i].y};
        status = answer_point(&picker, point) ? EDITOR_EXIT_DONE : EDITOR_EXIT_FAILED;
    }
    if (options->points != NULL)
        status = answer_file(&picker, options->points, false);
    else if (options->rays != NULL)
        status = answer_file(&picker, options->rays, true);
    fflush(stdout); // print the answers before any message on stderr
    free(picker.hits);
    return status;
}

int editor_cli_pick(const editor_cli_call *call)
{
    pick_options options = {.query = editor_cli_query_default()};
    editor_cli_view view = editor_cli_view_default();
    editor_cli_options tables[] = {{"Queries", PICK_OPTIONS, sizeof(PICK_OPTIONS) / sizeof(PICK_OPTIONS[0]), &options},
                                   editor_cli_parts_options(&options.parts),
                                   editor_cli_query_options(&options.query),
                                   editor_cli_view_options(&view)};
    const char *path = NULL;
    int status = EDITOR_EXIT_DONE;
    if (editor_cli_read(call, tables, 4, &path, &status)) {
        int kinds = (options.at_count > 0) + (options.points != NULL) + (options.rays != NULL);
        if (kinds != 1) {
            status = editor_cli_usage(call, "pick needs one of --at, --points and --rays");
        } else if (options.tolerance > 0 && options.rays != NULL) {
            status = editor_cli_usage(call, "--tolerance counts in pixels, which --rays do not have");
        } else if (options.parts.kinds != 0 && (options.rays != NULL || options.all)) {
            status =
                editor_cli_usage(call, "--parts are picked on screen, one for each point: not with --rays or --all");
        } else if (options.parts.through && options.parts.kinds == 0) {
            status = editor_cli_usage(call, "--through needs --parts");
        } else {
            editor_level *level = editor_cli_load(call->globals, path, true, &status);
            if (level != NULL)
                status = answer_all(call, level, &options, &view);
            editor_level_destroy(level);
        }
    }
    free(options.at);
    return status;
}

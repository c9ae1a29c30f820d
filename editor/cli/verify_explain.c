#include "cli/verify_explain.h"

#include "cli/verify_cap.h"
#include "cli/verify_outline.h"
#include "cli/verify_thin.h"
#include "cli/verify_volume.h"
#include "document/level/look.h"
#include "document/level/mesh_tools.h"
#include "document/level/terrain_mesh.h"
#include "view/draw_list.h"
#include "view/section.h"

#include <math.h>
#include <stdlib.h>

// Grid steps: a vertex moves by less than one along each axis, whichever way a driver rounds, and by sqrt(2) in all.
// The rest is for the float arithmetic of its transform.
static const double TOLERANCE_STEPS = 1.75;

static const double TWO_TO_MINUS_21 = 4.76837158203125e-07;
static const double TWO_TO_MINUS_22 = 2.384185791015625e-07;

// The pixels that a triangle can cover: a cheap test that rejects most triangles of a pixel.
typedef struct triangle_box {
    float x0, y0, x1, y1;
    uint32_t object, triangle;
} triangle_box;

struct editor_explainer {
    const editor_level *level;
    const pick_view *view;
    pick_query query;        // for its alpha cut-off
    double tolerance;        // of edges, pixels
    double volume_tolerance; // likewise; no vertex is put on a grid for them
    triangle_box *boxes;
    size_t box_count, box_capacity;
    // Boxes by the pixel rows that they touch: those of row r are row_boxes[row_first[r]] to row_boxes[row_first[r +
    // 1]], exclusive.
    size_t row_count;
    size_t *row_first;
    uint32_t *row_boxes;
    uint32_t *volumes; // objects, also points and lines whose width is in metres
    size_t volume_count;
};

// A triangle in view space.
typedef struct eye_triangle {
    pick_vec3 corner[3]; // from editor_outline_view_point
    double rounding;     // bound on the float error of its distances, metres
    const pick_submesh *submesh;
    uint32_t submesh_number;
    bool mirrored;
} eye_triangle;

// A triangle's depth as the rasterizer computes it: linear over the window.
typedef struct depth_plane {
    double at, slope_x, slope_y; // at the pixel; per pixel
    double rounding;
} depth_plane;

// Maps a window position to the plane at distance 1 (perspective), or to the view plane (orthographic).
static pick_vec2 view_place(const pick_view *view, pick_vec2 at)
{
    pick_vec2 ndc = pick_view_window_to_ndc(view, at);
    double sign = view->kind == PICK_PERSPECTIVE ? 1 : -1;
    double x = ndc.x + sign * view->offset[0], y = ndc.y + sign * view->offset[1];
    return (pick_vec2){view->inverse2[0] * x + view->inverse2[2] * y, view->inverse2[1] * x + view->inverse2[3] * y};
}

static bool load_triangle(const editor_explainer *explainer, uint32_t object, uint32_t triangle, eye_triangle *out)
{
    const editor_level *level = explainer->level;
    const editor_object *source = &level->objects[object];
    const editor_mesh *mesh = &level->meshes[source->mesh];
    const pick_affine world = editor_level_mesh_world(level, source);
    pick_transform transform = pick_affine_to_transform(&world);
    pick_vec3 origin = pick_vec3_sub(transform.origin, explainer->view->eye);
    double size = 0;
    for (int i = 0; i < 3; i++) {
        const float *p = &mesh->positions[3 * (size_t)mesh->indices[3 * (size_t)triangle + (size_t)i]];
        const pick_vec3 vertex = pick_vec3_make((double)p[0], (double)p[1], (double)p[2]);
        const pick_vec3 relative = pick_vec3_add(pick_transform_vector(&transform, vertex), origin);
        size = fmax(size, fmax(fabs(relative.x), fmax(fabs(relative.y), fabs(relative.z))));
        out->corner[i] = editor_outline_view_point(explainer->view, relative);
    }
    out->rounding = TWO_TO_MINUS_22 * size; // positions are rounded once, relative to the eye
    out->submesh = mesh->columns > 0
                       ? editor_terrain_submesh()
                       : pick_mesh_submesh_of(editor_level_pick_mesh(level, source), triangle, &out->submesh_number);
    out->mirrored = pick_transform_determinant(&transform) < 0;
    return out->submesh != NULL;
}

// The outline with the near and the far plane moved apart (sign 1) or together (-1) by the rounding error.
static editor_outline outline_of(const pick_view *view, const eye_triangle *triangle, double sign)
{
    double near = view->near_distance - sign * triangle->rounding;
    if (view->kind == PICK_PERSPECTIVE)
        near = fmax(near, 1e-3 * view->near_distance); // the plane must stay in front of the eye
    return editor_outline_make(view, triangle->corner, near, view->far_distance + sign * triangle->rounding);
}

static pick_vec3 plane_normal(const eye_triangle *triangle)
{
    return pick_vec3_cross(pick_vec3_sub(triangle->corner[1], triangle->corner[0]),
                           pick_vec3_sub(triangle->corner[2], triangle->corner[0]));
}

// Intersects the ray through `at` with the triangle's plane, in view space. False: they are parallel.
static bool meet_plane(const pick_view *view, const eye_triangle *triangle, pick_vec2 at, pick_vec3 *out)
{
    pick_vec3 normal = plane_normal(triangle);
    double level = pick_vec3_dot(normal, triangle->corner[0]);
    pick_vec2 place = view_place(view, at);
    if (view->kind == PICK_PERSPECTIVE) {
        pick_vec3 direction = {place.x, place.y, 1};
        double slope = pick_vec3_dot(normal, direction);
        *out = pick_vec3_scale(direction, level / slope);
        return slope != 0;
    }
    *out = pick_vec3_make(place.x, place.y, (level - normal.x * place.x - normal.y * place.y) / normal.z);
    return normal.z != 0;
}

// Depth on the triangle's plane. The reciprocal of the distance is linear over the window, so there is no pole here.
static double plane_depth(const pick_view *view, const pick_vec3 *normal, double level, pick_vec2 at)
{
    pick_vec2 place = view_place(view, at);
    double across = normal->x * place.x + normal->y * place.y;
    if (view->kind == PICK_PERSPECTIVE)
        return view->depth_offset * (across + normal->z) / level - view->depth_scale;
    return view->depth_offset - view->depth_scale * (level - across) / normal->z;
}

static bool get_depth(const editor_explainer *explainer, const eye_triangle *triangle, pick_vec2 at, depth_plane *out)
{
    const pick_view *view = explainer->view;
    pick_vec3 normal = plane_normal(triangle);
    double level = pick_vec3_dot(normal, triangle->corner[0]);
    out->at = plane_depth(view, &normal, level, at);
    out->slope_x = plane_depth(view, &normal, level, (pick_vec2){at.x + 1, at.y}) - out->at;
    out->slope_y = plane_depth(view, &normal, level, (pick_vec2){at.x, at.y + 1}) - out->at;

    pick_vec2 place = view_place(view, at);
    bool perspective = view->kind == PICK_PERSPECTIVE;
    pick_vec3 direction = perspective ? pick_vec3_make(place.x, place.y, 1) : pick_vec3_make(0, 0, 1);
    // An error of the vertices moves the plane by as much along its normal, and the distance along the ray by 1 / cos
    // of the angle times as much.
    double slant = pick_vec3_length(normal) / fabs(pick_vec3_dot(normal, direction));
    double distance_error = triangle->rounding * slant;
    double distance = level / pick_vec3_dot(normal, direction);
    double per_metre = perspective ? fabs(view->depth_offset) / (distance * distance) : fabs(view->depth_scale);
    double reach = fabs(out->at) + fabs(out->slope_x) * fabs(view->viewport.width) +
                   fabs(out->slope_y) * fabs(view->viewport.height);
    out->rounding = TWO_TO_MINUS_21 * reach + distance_error * per_metre +
                    explainer->tolerance * (fabs(out->slope_x) + fabs(out->slope_y));
    return isfinite(out->at) && isfinite(out->slope_x) && isfinite(out->slope_y) && isfinite(out->rounding);
}

// Tests the level's alpha rule at `at`. A plane seen edge on has no point there and counts as kept.
static bool is_kept(const editor_explainer *explainer, uint32_t object, uint32_t number, const eye_triangle *triangle,
                    pick_vec2 at)
{
    pick_vec3 point;
    pick_vec3 normal = plane_normal(triangle);
    double length2 = pick_vec3_dot(normal, normal);
    if (explainer->query.filter == NULL || length2 == 0 || !meet_plane(explainer->view, triangle, at, &point))
        return true;
    pick_vec3 from = pick_vec3_sub(point, triangle->corner[0]);
    pick_vec3 e1 = pick_vec3_sub(triangle->corner[1], triangle->corner[0]);
    pick_vec3 e2 = pick_vec3_sub(triangle->corner[2], triangle->corner[0]);
    pick_hit candidate = {.object = explainer->level->objects[object].pick,
                          .user = object,
                          .triangle = number,
                          .submesh = triangle->submesh_number,
                          .t = point.z};
    candidate.barycentric[0] = pick_vec3_dot(pick_vec3_cross(from, e2), normal) / length2;
    candidate.barycentric[1] = pick_vec3_dot(pick_vec3_cross(e1, from), normal) / length2;
    const editor_mesh *mesh = &explainer->level->meshes[explainer->level->objects[object].mesh];
    if (mesh->uvs != NULL) {
        double w[3] = {1 - candidate.barycentric[0] - candidate.barycentric[1], candidate.barycentric[0],
                       candidate.barycentric[1]};
        double uv[2] = {0, 0};
        for (size_t i = 0; i < 3; i++) {
            const float *corner = &mesh->uvs[2 * (size_t)mesh->indices[3 * (size_t)number + i]];
            uv[0] += w[i] * (double)corner[0];
            uv[1] += w[i] * (double)corner[1];
        }
        candidate.has_uv = true;
        candidate.uv[0] = (float)uv[0];
        candidate.uv[1] = (float)uv[1];
    }
    return explainer->query.filter(explainer->query.filter_user, &candidate);
}

// A surface seen at a slant can show many texels within the tolerance, so alpha is sampled densely.
static void apply_alpha(const editor_explainer *explainer, uint32_t object, uint32_t number,
                        const eye_triangle *triangle, pick_vec2 at, editor_pixel_verdict *verdict)
{
    if (!(triangle->submesh->flags & PICK_SUBMESH_ALPHA_TEST) || !verdict->possible)
        return;
    enum { REACH = 8, SIDE = 2 * REACH + 1 };
    const double step = explainer->tolerance / REACH;
    bool any_kept = false, any_cut = false;
    for (int i = 0; i < SIDE * SIDE && !(any_kept && any_cut); i++) {
        const pick_vec2 near_by = {at.x + step * (i % SIDE - REACH), at.y + step * (i / SIDE - REACH)};
        if (is_kept(explainer, object, number, triangle, near_by))
            any_kept = true;
        else
            any_cut = true;
    }
    verdict->possible = any_kept;
    verdict->sure = verdict->sure && !any_cut;
}

// How much the rasterizer's place on the triangle may be off at `at`, where `point` is on its plane: the vertices are
// rounded, and the place is a quotient of two functions that it computes linearly over the window.
static double place_error(const pick_view *view, const eye_triangle *triangle, pick_vec2 at, pick_vec3 point)
{
    const pick_vec3 normal = plane_normal(triangle);
    const bool perspective = view->kind == PICK_PERSPECTIVE;
    const pick_vec3 direction = perspective ? pick_vec3_scale(point, 1 / point.z) : pick_vec3_make(0, 0, 1);
    const double slant =
        pick_vec3_length(normal) * pick_vec3_length(direction) / fabs(pick_vec3_dot(normal, direction));
    double reach = fabs(perspective ? 1 / point.z : point.z);
    const double middle = reach;
    for (int i = 0; i < 2; i++) {
        pick_vec3 beside;
        if (!meet_plane(view, triangle, (pick_vec2){at.x + (i == 0), at.y + (i == 1)}, &beside))
            return (double)INFINITY;
        const double slope =
            perspective ? fabs(1 / beside.z - 1 / point.z) : pick_vec3_length(pick_vec3_sub(beside, point));
        reach += slope * fabs(i == 0 ? view->viewport.width : view->viewport.height);
    }
    const double interpolation =
        perspective ? pick_vec3_length(point) * (1 + reach / middle) : pick_vec3_length(point) + reach;
    return triangle->rounding * slant + 2 * TWO_TO_MINUS_21 * interpolation;
}

// The section cuts by the place on the triangle, at each pixel.
static void apply_section(const editor_explainer *explainer, const eye_triangle *triangle, pick_vec2 at,
                          editor_pixel_verdict *verdict)
{
    const pick_view *view = explainer->view;
    bool any_kept = false, any_cut = false;
    for (int i = 0; i < 9 && view->section_count > 0 && verdict->possible; i++) {
        const pick_vec2 near_by = {at.x + explainer->tolerance * (i % 3 - 1),
                                   at.y + explainer->tolerance * (i / 3 - 1)};
        pick_vec3 point;
        double inside = (double)INFINITY, error = (double)INFINITY; // a plane seen edge on has no point there
        if (meet_plane(view, triangle, near_by, &point)) {
            error = place_error(view, triangle, near_by, point);
            for (uint32_t k = 0; k < view->section_count; k++) {
                const pick_plane *plane = &view->section[k];
                const pick_vec3 normal = editor_outline_view_point(view, plane->normal);
                const double eye = pick_vec3_dot(plane->normal, view->eye) + plane->offset;
                error = fmax(error, TWO_TO_MINUS_22 * fabs(eye));
                inside = fmin(inside, pick_vec3_dot(normal, point) + eye);
            }
        }
        any_kept = any_kept || inside > -error;
        any_cut = any_cut || !(inside > error);
    }
    if (view->section_count > 0) {
        verdict->possible = verdict->possible && any_kept;
        verdict->sure = verdict->sure && !any_cut;
    }
}

static editor_pixel_verdict judge(const editor_explainer *explainer, uint32_t object, uint32_t number, pick_vec2 at)
{
    editor_pixel_verdict result = {
        .sure = false, .possible = false, .back = -(double)INFINITY, .front = (double)INFINITY};
    const pick_view *view = explainer->view;
    eye_triangle triangle;
    if (!load_triangle(explainer, object, number, &triangle))
        return result;
    editor_outline wide = outline_of(view, &triangle, 1), narrow = outline_of(view, &triangle, -1);
    result.possible = editor_outline_distance(&wide, at) <= explainer->tolerance;
    result.sure = editor_outline_distance(&narrow, at) < -explainer->tolerance;
    if (!result.possible)
        return result;
    pick_vec3 normal = plane_normal(&triangle);
    // View points have z forward, which mirrors them against the world.
    double toward = view->kind == PICK_PERSPECTIVE ? pick_vec3_dot(normal, triangle.corner[0]) : normal.z;
    bool front_face = (toward > 0) != triangle.mirrored;
    const bool both =
        (triangle.submesh->flags & PICK_SUBMESH_DOUBLE_SIDED) != 0 || editor_section_cull(view) == PICK_CULL_NONE;
    if (!both && !front_face) {
        result.sure = false;
        result.possible = editor_outline_width(&wide) <= 2 * explainer->tolerance;
    }
    const bool is_line = editor_outline_width(&wide) <= 2 * explainer->tolerance;
    if (!is_line)
        apply_section(explainer, &triangle, at, &result);
    else if (view->section_count > 0)
        result.sure = false; // its plane is undefined, as for the depth below
    apply_alpha(explainer, object, number, &triangle, at, &result);

    depth_plane depth;
    if (get_depth(explainer, &triangle, at, &depth)) {
        double nearness = view->reversed_depth ? depth.at : -depth.at;
        result.back = nearness - depth.rounding;
        result.front = nearness + depth.rounding;
    }
    if (is_line) {
        // All of the triangle is within the tolerance of its edges, so it may be a line on the grid. Without an area to
        // divide by, its plane is undefined: any depth is possible.
        result.back = -(double)INFINITY;
        result.front = (double)INFINITY;
    }
    return result;
}

static bool is_thin(const editor_explainer *explainer, uint32_t object)
{
    return explainer->level->meshes[explainer->level->objects[object].mesh].form != EDITOR_FORM_TRIANGLES;
}

// Balls and rods: points and lines whose width is a length of their space. They are judged as volumes are.
static bool is_round(const editor_level *level, uint32_t object)
{
    return editor_level_width(level, &level->objects[object]).unit == EDITOR_WIDTH_IN_METRES;
}

// A triangle, a point or a segment.
static editor_pixel_verdict judge_part(const editor_explainer *explainer, uint32_t object, uint32_t number,
                                       pick_vec2 at)
{
    return is_round(explainer->level, object)
               ? editor_volume_judge(explainer->level, explainer->view, object, number, explainer->volume_tolerance, at)
           : is_thin(explainer, object) ? editor_thin_judge(explainer->level, explainer->view, object, number, at)
                                        : judge(explainer, object, number, at);
}

static bool bound_part(const editor_explainer *explainer, uint32_t object, uint32_t number, pick_vec2 *min,
                       pick_vec2 *max)
{
    eye_triangle triangle;
    if (is_thin(explainer, object))
        return editor_thin_bounds(explainer->level, explainer->view, object, number, min, max);
    if (!load_triangle(explainer, object, number, &triangle))
        return false;
    const editor_outline wide = outline_of(explainer->view, &triangle, 1);
    return editor_outline_bounds(&wide, min, max);
}

static bool add_box(editor_explainer *explainer, uint32_t object, uint32_t number)
{
    pick_vec2 min, max;
    const pick_rect *image = &explainer->view->viewport;
    if (!bound_part(explainer, object, number, &min, &max))
        return true;
    double margin = explainer->tolerance + 1e-2; // plus the rounding of the boxes to float
    double top = fmin(image->y, image->y + image->height), bottom = fmax(image->y, image->y + image->height);
    if (!(max.x >= image->x - margin) || !(max.y >= top - margin) || !(min.x <= image->x + image->width + margin) ||
        !(min.y <= bottom + margin))
        return true;
    if (explainer->box_count == explainer->box_capacity) {
        size_t capacity = explainer->box_capacity > 0 ? 2 * explainer->box_capacity : 4096;
        triangle_box *boxes = realloc(explainer->boxes, capacity * sizeof(*boxes));
        if (boxes == NULL)
            return false;
        explainer->boxes = boxes;
        explainer->box_capacity = capacity;
    }
    explainer->boxes[explainer->box_count++] = (triangle_box){(float)(min.x - margin),
                                                              (float)(min.y - margin),
                                                              (float)(max.x + margin),
                                                              (float)(max.y + margin),
                                                              object,
                                                              number};
    return true;
}

static double top_of(const editor_explainer *explainer)
{
    const pick_rect *image = &explainer->view->viewport;
    return floor(fmin(image->y, image->y + image->height));
}

// The pixel row of a height in the window, clamped to the image.
static size_t row_of(const editor_explainer *explainer, double y)
{
    double row = floor(y - top_of(explainer));
    return row <= 0 ? 0 : row >= (double)explainer->row_count ? explainer->row_count - 1 : (size_t)row;
}

// Sorts the boxes by rows (counting sort), so that a pixel tests only those of its row.
static bool make_rows(editor_explainer *explainer)
{
    explainer->row_count = (size_t)fabs(explainer->view->viewport.height) + 2;
    explainer->row_first = calloc(explainer->row_count + 1, sizeof(*explainer->row_first));
    if (explainer->row_first == NULL)
        return false;
    size_t total = 0;
    for (size_t i = 0; i < explainer->box_count; i++) {
        const triangle_box *box = &explainer->boxes[i];
        for (size_t r = row_of(explainer, (double)box->y0); r <= row_of(explainer, (double)box->y1); r++) {
            explainer->row_first[r]++;
            total++;
        }
    }
    explainer->row_boxes = malloc((total > 0 ? total : 1) * sizeof(*explainer->row_boxes));
    if (explainer->row_boxes == NULL)
        return false;
    for (size_t r = 0, end = 0; r <= explainer->row_count; r++) {
        end += explainer->row_first[r];
        explainer->row_first[r] = end;
    }
    for (size_t i = explainer->box_count; i-- > 0;) {
        const triangle_box *box = &explainer->boxes[i];
        for (size_t r = row_of(explainer, (double)box->y0); r <= row_of(explainer, (double)box->y1); r++)
            explainer->row_boxes[--explainer->row_first[r]] = (uint32_t)i;
    }
    return true;
}

// Lists the volumes that are drawn, and what is like one.
static bool find_volumes(editor_explainer *explainer)
{
    const editor_level *level = explainer->level;
    explainer->volumes = malloc((level->object_count ? level->object_count : 1) * sizeof(*explainer->volumes));
    for (uint32_t i = 0; explainer->volumes != NULL && i < level->object_count; i++) {
        if ((level->objects[i].kind == EDITOR_OBJECT_VOLUME || is_round(level, i)) &&
            editor_draw_list_is_drawn(level, i))
            explainer->volumes[explainer->volume_count++] = i;
    }
    return explainer->volumes != NULL;
}

static uint32_t part_count(const editor_mesh *mesh)
{
    return mesh->form == EDITOR_FORM_TRIANGLES ? mesh->index_count / 3 : mesh_tools_part_count(mesh);
}

editor_explainer *editor_explainer_create(const editor_level *level, const pick_view *view, uint32_t subpixel_bits)
{
    editor_explainer *explainer = calloc(1, sizeof(*explainer));
    if (explainer == NULL)
        return NULL;
    explainer->level = level;
    explainer->view = view;
    explainer->query = editor_level_query(level);
    explainer->tolerance = ldexp(TOLERANCE_STEPS, -(int)subpixel_bits);
    explainer->volume_tolerance = ldexp(1, -(int)subpixel_bits);
    for (uint32_t object = 0; object < level->object_count; object++) {
        uint32_t mesh = level->objects[object].mesh;
        if (!editor_draw_list_is_drawn(level, object) || is_round(level, object))
            continue;
        const uint32_t count = part_count(&level->meshes[mesh]);
        for (uint32_t part = 0; part < count; part++) {
            if (!add_box(explainer, object, part)) {
                editor_explainer_destroy(explainer);
                return NULL;
            }
        }
    }
    if (explainer->box_count > UINT32_MAX || !make_rows(explainer) || !find_volumes(explainer)) {
        editor_explainer_destroy(explainer);
        return NULL;
    }
    return explainer;
}

void editor_explainer_destroy(editor_explainer *explainer)
{
    if (explainer != NULL) {
        free(explainer->boxes);
        free(explainer->row_first);
        free(explainer->row_boxes);
        free(explainer->volumes);
        free(explainer);
    }
}

// Whether a pixel of this row may ask for the box.
static bool is_in_box(const triangle_box *box, pick_vec2 at)
{
    return at.x >= (double)box->x0 && at.x <= (double)box->x1 && at.y >= (double)box->y0 && at.y <= (double)box->y1;
}

// `nearest`: the smallest nearness of the nearest sure triangle or volume; -infinity: there is none.
static bool is_admissible(const editor_explainer *explainer, pick_vec2 at, editor_pixel_answer answer,
                          const editor_pixel_caps *caps, bool any_sure, double nearest)
{
    const editor_level *level = explainer->level;
    if (answer.object == EDITOR_NONE)
        return !any_sure;
    if (answer.object >= level->object_count || !editor_draw_list_is_drawn(level, answer.object))
        return false;
    if (level->objects[answer.object].kind == EDITOR_OBJECT_VOLUME) { // of a compound, the part
        const editor_pixel_verdict own = editor_volume_judge(level, explainer->view, answer.object, answer.triangle,
                                                             explainer->volume_tolerance, at);
        return own.possible && nearest <= own.front;
    }
    if (answer.triangle == RENDER_CAP_TRIANGLE) {
        const editor_pixel_verdict own = editor_caps_judge(caps, answer.object);
        return own.possible && nearest <= own.front;
    }
    if (answer.triangle >= part_count(&level->meshes[level->objects[answer.object].mesh]))
        return false;
    editor_pixel_verdict own = judge_part(explainer, answer.object, answer.triangle, at);
    return own.possible && nearest <= own.front;
}

bool editor_explainer_explains(const editor_explainer *explainer, pick_vec2 at, editor_pixel_answer cpu,
                               editor_pixel_answer gpu)
{
    bool any_sure = false;
    double nearest = -(double)INFINITY;
    size_t row = row_of(explainer, at.y);
    for (size_t i = explainer->row_first[row]; i < explainer->row_first[row + 1]; i++) {
        const triangle_box *box = &explainer->boxes[explainer->row_boxes[i]];
        if (!is_in_box(box, at))
            continue;
        editor_pixel_verdict verdict = judge_part(explainer, box->object, box->triangle, at);
        if (verdict.sure) {
            any_sure = true;
            nearest = fmax(nearest, verdict.back);
        }
    }
    for (size_t i = 0; i < explainer->volume_count; i++) {
        const editor_pixel_verdict verdict = editor_volume_judge(
            explainer->level, explainer->view, explainer->volumes[i], EDITOR_NONE, explainer->volume_tolerance, at);
        any_sure = any_sure || verdict.sure;
        nearest = verdict.sure ? fmax(nearest, verdict.back) : nearest;
    }
    editor_pixel_caps caps;
    editor_caps_find(explainer->level, explainer->view, explainer->tolerance, at, &caps);
    for (uint32_t i = 0; i < caps.count; i++) {
        const editor_pixel_verdict verdict = editor_caps_judge(&caps, caps.objects[i]);
        any_sure = any_sure || verdict.sure;
        nearest = verdict.sure ? fmax(nearest, verdict.back) : nearest;
    }
    return is_admissible(explainer, at, cpu, &caps, any_sure, nearest) &&
           is_admissible(explainer, at, gpu, &caps, any_sure, nearest);
}

// parts_points.c: the vertices, places, triangles and measures of parts.
#include "base/compiler.h"
#include "math/math_inline.h"
#include "mesh/mesh_internal.h"
#include "parts/parts_internal.h"

bool pick_part_has_face(const pick_mesh *mesh, uint32_t face)
{
    return face < mesh->triangle_count && pick_mesh_polygon_first(mesh, face) == face;
}

bool pick_part_has_triangle(const pick_mesh *mesh, uint32_t triangle)
{
    float local[3][3];
    pick_mesh_positions(mesh, triangle, local);
    return mesh->polygons == NULL || pick_triangle_is_valid((const float(*)[3])local);
}

// --- Vertices -------------------------------------------------------------------------------------------------------

// Called with each of a part's vertices.
typedef void take_vertex(void *user, uint32_t vertex);

static void take_corners(const pick_mesh *mesh, uint32_t face, take_vertex *take, void *user)
{
    const uint32_t end = pick_mesh_polygon_end(mesh, face);
    for (uint32_t triangle = face; triangle < end; triangle++) {
        uint32_t vertex[3];
        if (!pick_part_has_triangle(mesh, triangle))
            continue;
        const uint32_t inner = pick_mesh_inner(mesh, triangle);
        pick_mesh_vertex_numbers(mesh, triangle, vertex);
        for (uint32_t i = 0; i < 3; i++) {
            if ((inner >> i & 1u) == 0)
                take(user, vertex[i]);
        }
    }
}

static void take_vertices(const pick_mesh *mesh, const pick_part *part, take_vertex *take, void *user)
{
    if (part->kind == PICK_PART_FACE) {
        if (pick_part_has_face(mesh, part->a))
            take_corners(mesh, part->a, take, user);
        return;
    }
    if ((part->kind != PICK_PART_VERTEX && part->kind != PICK_PART_EDGE) || part->a >= mesh->vertex_count ||
        part->b >= mesh->vertex_count)
        return;
    take(user, part->a);
    if (part->kind == PICK_PART_EDGE)
        take(user, part->b);
}

typedef struct vertex_list {
    uint32_t *out;
    uint32_t count, capacity;
} vertex_list;

static void list_vertex(void *user, uint32_t vertex)
{
    vertex_list *list = user;
    if (list->count < list->capacity)
        list->out[list->count] = vertex;
    ++list->count;
}

uint32_t pick_part_vertices(const pick_mesh *mesh, const pick_part *part, uint32_t *out, uint32_t capacity)
{
    vertex_list list = {out, 0, capacity};
    if (mesh == NULL || part == NULL || (out == NULL && capacity > 0))
        return 0;
    take_vertices(mesh, part, list_vertex, &list);
    return list.count;
}

// --- In the world ---------------------------------------------------------------------------------------------------

// The way from the mesh of a part to the world.
typedef struct part_frame {
    pick_object_desc desc;
    uint32_t levels;
    pick_transform outward[PICK_NESTED_LEVELS];
} part_frame;

// False: there is no mesh.
static bool find_frame(const pick_scene *scene, const pick_part *part, const pick_part_path *path, part_frame *out)
{
    out->levels = path != NULL ? path->count : 0;
    if (scene == NULL || part == NULL || out->levels > PICK_NESTED_LEVELS ||
        pick_scene_get(scene, part->object, &out->desc) != PICK_OK)
        return false;
    for (uint32_t i = 0; i < out->levels; i++) {
        out->outward[i] = out->desc.transform;
        if (out->desc.scene == NULL || pick_scene_get(out->desc.scene, path->path[i], &out->desc) != PICK_OK)
            return false;
    }
    return out->desc.mesh != NULL;
}

static pick_vec3 part_place_in_world(const part_frame *frame, uint32_t vertex)
{
    const float *p = frame->desc.mesh->positions + 3 * (size_t)vertex;
    pick_vec3 at =
        pick_transform_point(&frame->desc.transform, pick_vec3_make((double)p[0], (double)p[1], (double)p[2]));
    for (uint32_t level = frame->levels; level-- > 0;)
        at = pick_transform_point(&frame->outward[level], at);
    return at;
}

typedef struct point_list {
    const part_frame *frame;
    pick_vec3 *out;
    uint32_t count, capacity;
} point_list;

static void list_point(void *user, uint32_t vertex)
{
    point_list *list = user;
    if (list->count < list->capacity)
        list->out[list->count] = part_place_in_world(list->frame, vertex);
    ++list->count;
}

uint32_t pick_part_points_within(const pick_scene *scene, const pick_part *part, const pick_part_path *path,
                                 pick_vec3 *out, uint32_t capacity)
{
    part_frame frame;
    point_list list = {&frame, out, 0, capacity};
    if ((out == NULL && capacity > 0) || !find_frame(scene, part, path, &frame))
        return 0;
    take_vertices(frame.desc.mesh, part, list_point, &list);
    return list.count;
}

uint32_t pick_part_points(const pick_scene *scene, const pick_part *part, pick_vec3 *out, uint32_t capacity)
{
    return pick_part_points_within(scene, part, NULL, out, capacity);
}

static void corners_in_world(const part_frame *frame, uint32_t triangle, pick_vec3 out[3])
{
    uint32_t vertex[3];
    pick_mesh_vertex_numbers(frame->desc.mesh, triangle, vertex);
    for (uint32_t i = 0; i < 3; i++)
        out[i] = part_place_in_world(frame, vertex[i]);
}

uint32_t pick_part_triangles_within(const pick_scene *scene, const pick_part *part, const pick_part_path *path,
                                    pick_part_triangle *out, uint32_t capacity)
{
    part_frame frame;
    uint32_t count = 0;
    if ((out == NULL && capacity > 0) || !find_frame(scene, part, path, &frame) || part->kind != PICK_PART_FACE ||
        !pick_part_has_face(frame.desc.mesh, part->a))
        return 0;
    const uint32_t end = pick_mesh_polygon_end(frame.desc.mesh, part->a);
    for (uint32_t triangle = part->a; triangle < end; triangle++) {
        if (!pick_part_has_triangle(frame.desc.mesh, triangle))
            continue;
        if (count < capacity) {
            out[count].triangle = triangle;
            out[count].inner_sides = pick_mesh_inner(frame.desc.mesh, triangle);
            corners_in_world(&frame, triangle, out[count].corner);
        }
        ++count;
    }
    return count;
}

uint32_t pick_part_triangles(const pick_scene *scene, const pick_part *part, pick_part_triangle *out, uint32_t capacity)
{
    return pick_part_triangles_within(scene, part, NULL, out, capacity);
}

// --- Measures -------------------------------------------------------------------------------------------------------

// Sums from the first point, so that no digits are lost far out.
typedef struct point_sum {
    const part_frame *frame;
    pick_vec3 base, sum, last;
    uint32_t count;
} point_sum;

static void add_point(void *user, uint32_t vertex)
{
    point_sum *points = user;
    const pick_vec3 at = part_place_in_world(points->frame, vertex);
    points->base = points->count == 0 ? at : points->base;
    points->last = pick_vec3_sub(at, points->base);
    points->sum = pick_vec3_add(points->sum, points->last);
    ++points->count;
}

// Transforms that mirror turn the order of the corners around; the side that is the front stays the front.
static bool mirrors(const part_frame *frame)
{
    bool turned = pick_transform_determinant(&frame->desc.transform) < 0;
    for (uint32_t level = 0; level < frame->levels; level++)
        turned ^= pick_transform_determinant(&frame->outward[level]) < 0;
    return turned;
}

bool pick_part_measure_within(const pick_scene *scene, const pick_part *part, const pick_part_path *path,
                              pick_part_measures *out)
{
    part_frame frame;
    point_sum points = {.frame = &frame};
    pick_vec3 area = {0, 0, 0};
    if (out == NULL || !find_frame(scene, part, path, &frame))
        return false;
    take_vertices(frame.desc.mesh, part, add_point, &points);
    if (points.count == 0)
        return false;
    *out = (pick_part_measures){.center = pick_vec3_add(points.base, pick_vec3_scale(points.sum, 1.0 / points.count))};
    if (part->kind != PICK_PART_FACE) {
        out->size = pick_vec3_length(points.last);
        return true;
    }
    const uint32_t end = pick_mesh_polygon_end(frame.desc.mesh, part->a);
    for (uint32_t triangle = part->a; triangle < end; triangle++) {
        pick_vec3 v[3];
        if (!pick_part_has_triangle(frame.desc.mesh, triangle))
            continue;
        corners_in_world(&frame, triangle, v);
        const pick_vec3 cross = pick_vec3_cross(pick_vec3_sub(v[1], v[0]), pick_vec3_sub(v[2], v[0]));
        out->size += 0.5 * pick_vec3_length(cross);
        area = pick_vec3_add(area, cross);
    }
    out->normal = pick_vec3_normalize(pick_vec3_scale(area, mirrors(&frame) ? -1 : 1));
    return true;
}

bool pick_part_measure(const pick_scene *scene, const pick_part *part, pick_part_measures *out)
{
    return pick_part_measure_within(scene, part, NULL, out);
}

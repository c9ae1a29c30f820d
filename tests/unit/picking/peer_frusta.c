// Cases about what lies in a frustum: boxes as objects of a scene, asked for by their boxes; points; and spheres, as
// points of a frustum that is larger, or smaller, by their radius.
#include "peer_cases.h"

#include "picking/picking.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct frustum {
    pick_plane planes[PICK_REGION_PLANES];
    uint32_t count;
    pick_vec3 eye;
    pick_vec3 right, up, forward; // of unit length
} frustum;

// The side of a plane through `point` that `normal` points to.
static void add_plane(frustum *f, pick_vec3 normal, pick_vec3 point)
{
    const double size = sqrt(pick_vec3_dot(normal, normal));
    const pick_vec3 unit = pick_vec3_scale(normal, 1 / size);
    f->planes[f->count++] = (pick_plane){unit, -pick_vec3_dot(unit, point)};
}

static bool read_planes(const cJSON *list, frustum *out)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, list)
    {
        double n[4];
        for (int i = 0; i < 4; ++i) {
            const cJSON *number = cJSON_GetArrayItem(item, i);
            if (!cJSON_IsNumber(number) || out->count == PICK_REGION_PLANES) {
                return false;
            }
            n[i] = number->valuedouble;
        }
        out->planes[out->count++] = (pick_plane){{n[0], n[1], n[2]}, n[3]};
    }
    return out->count > 0;
}

static bool read_axes(const cJSON *in, frustum *out)
{
    pick_vec3 up, target;
    if (!case_vec3(in, "eye", &out->eye) || !case_vec3(in, "up", &up)) {
        return false;
    }
    if (case_vec3(in, "target", &target)) {
        out->forward = pick_vec3_sub(target, out->eye);
    } else if (!case_vec3(in, "forward", &out->forward)) {
        return false;
    }
    out->forward = pick_vec3_normalize(out->forward);
    out->right = pick_vec3_normalize(pick_vec3_cross(out->forward, up));
    out->up = pick_vec3_cross(out->right, out->forward);
    return true;
}

// Left, right, bottom, top: at a distance of 1, or anywhere if parallel.
static bool read_sides(const cJSON *in, double sides[4], bool *parallel)
{
    const double aspect = case_number(in, "aspect", 1);
    const double to_half = acos(-1) / 360;
    double width = 0, height = 0; // half of them
    *parallel = case_has(in, "ortho") || case_has(in, "ortho_width");
    if (case_numbers(in, "ortho", sides, 4)) {
        return true;
    }
    if (case_numbers(in, "frustum", sides, 4)) {
        for (int i = 0; i < 4; ++i) {
            sides[i] /= case_number(in, "near", 1);
        }
        return true;
    }
    if (case_has(in, "ortho_width")) {
        width = case_number(in, "ortho_width", 0) / 2;
        height = width / aspect;
    } else if (case_has(in, "fovx_deg")) {
        width = tan(case_number(in, "fovx_deg", 0) * to_half);
        height = width / aspect;
    } else {
        height = tan(case_number(in, "fovy_deg", 0) * to_half);
        width = height * aspect;
    }
    sides[0] = -width;
    sides[1] = width;
    sides[2] = -height;
    sides[3] = height;
    return height > 0;
}

static bool read_frustum(const cJSON *in, frustum *out)
{
    const pick_vec3 axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double sides[4];
    bool parallel;
    *out = (frustum){.count = 0};
    if (case_has(in, "planes")) {
        return read_planes(cJSON_GetObjectItemCaseSensitive(in, "planes"), out);
    }
    if (case_has(in, "view_projection")) { // of those the identity only
        for (int i = 0; i < 3; ++i) {
            add_plane(out, axis[i], pick_vec3_scale(axis[i], -1));
            add_plane(out, pick_vec3_scale(axis[i], -1), axis[i]);
        }
        return true;
    }
    if (!read_axes(in, out) || !read_sides(in, sides, &parallel)) {
        return false;
    }
    const pick_vec3 back = pick_vec3_scale(out->forward, -1);
    add_plane(out, out->forward, pick_vec3_add(out->eye, pick_vec3_scale(out->forward, case_number(in, "near", 0))));
    add_plane(out, back, pick_vec3_add(out->eye, pick_vec3_scale(out->forward, case_number(in, "far", 0))));
    for (int i = 0; i < 4; ++i) {
        const pick_vec3 across = i < 2 ? out->right : out->up;
        const pick_vec3 inward = pick_vec3_scale(across, i % 2 == 0 ? 1 : -1);
        if (parallel) {
            add_plane(out, inward, pick_vec3_add(out->eye, pick_vec3_scale(across, sides[i])));
        } else {
            const double along = i % 2 == 0 ? -sides[i] : sides[i];
            add_plane(out, pick_vec3_add(inward, pick_vec3_scale(out->forward, along)), out->eye);
        }
    }
    return true;
}

// What lies farther inside than `margin` of every plane, or less far outside than a negative one.
static bool contains(const frustum *f, double margin, pick_vec3 point)
{
    pick_plane planes[PICK_REGION_PLANES];
    pick_region region;
    for (uint32_t i = 0; i < f->count; ++i) {
        planes[i] = f->planes[i];
        planes[i].offset -= margin * sqrt(pick_vec3_dot(planes[i].normal, planes[i].normal));
    }
    return pick_region_planes(&region, planes, f->count, f->eye) == PICK_OK &&
           pick_region_contains_point(&region, point);
}

// Counts a box's object among those in the frustum: 0 or 1.
static size_t count_box(const frustum *f, pick_vec3 min, pick_vec3 max, pick_region_mode mode)
{
    static const uint32_t quads[6][4] = {{0, 2, 6, 4}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                         {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 5, 7, 6}};
    const pick_vec3 half = pick_vec3_scale(pick_vec3_sub(max, min), 0.5);
    float corners[8][3];
    uint32_t indices[36];
    for (uint32_t i = 0; i < 8; ++i) {
        corners[i][0] = (float)(i & 1u ? half.x : -half.x);
        corners[i][1] = (float)(i & 2u ? half.y : -half.y);
        corners[i][2] = (float)(i & 4u ? half.z : -half.z);
    }
    for (uint32_t i = 0; i < 36; ++i) {
        static const uint32_t fan[6] = {0, 1, 2, 0, 2, 3};
        indices[i] = quads[i / 6][fan[i % 6]];
    }
    const pick_mesh_desc desc = {.positions = corners[0],
                                 .vertex_count = 8,
                                 .indices = indices,
                                 .index_type = PICK_INDEX_UINT32,
                                 .index_count = 36};
    pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
    pick_region_query query = PICK_REGION_QUERY_DEFAULT;
    pick_mesh *mesh = NULL;
    pick_scene *scene = NULL;
    pick_object_id id;
    pick_region region;
    if (pick_mesh_create(&desc, NULL, &mesh) != PICK_OK || pick_scene_create(NULL, &scene) != PICK_OK) {
        abort();
    }
    object.mesh = mesh;
    object.transform.origin = pick_vec3_add(min, half);
    query.mode = mode;
    query.bounds_only = true;
    if (pick_scene_add(scene, &object, &id) != PICK_OK ||
        pick_region_planes(&region, f->planes, f->count, f->eye) != PICK_OK) {
        abort();
    }
    const size_t count = pick_region_objects(scene, &region, &query, &id, 1);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
    return count;
}

peer_result peer_frustum(const peer_case *c)
{
    const cJSON *in = cJSON_GetObjectItemCaseSensitive(c->inputs, "frustum");
    const char *expected = case_string(c->expected, "classification"); // "": not said
    const double scale = case_number(in, "model_scale", 1);            // the shape is given in the space of a model
    frustum f;
    pick_vec3 point, min, max;
    bool visible, inside = false;
    PEER_CHECK(read_frustum(in, &f), "the frustum is not understood");
    if (case_vec3(c->inputs, "point_camera_space", &point)) {
        const pick_vec3 p = point;
        point = pick_vec3_add(f.eye, pick_vec3_scale(f.right, p.x));
        point = pick_vec3_add(point, pick_vec3_scale(f.up, p.y));
        point = pick_vec3_add(point, pick_vec3_scale(f.forward, -p.z));
        visible = inside = contains(&f, 0, point);
    } else if (case_vec3(c->inputs, "point", &point)) {
        visible = inside = contains(&f, 0, pick_vec3_scale(point, scale));
    } else if (case_vec3(c->inputs, "center", &point)) {
        const double radius = scale * case_number(c->inputs, "radius", 0);
        visible = contains(&f, -radius, pick_vec3_scale(point, scale));
        inside = contains(&f, radius, pick_vec3_scale(point, scale));
    } else if (case_vec3(c->inputs, "min", &min) && case_vec3(c->inputs, "max", &max)) {
        min = pick_vec3_scale(min, scale);
        max = pick_vec3_scale(max, scale);
        visible = count_box(&f, min, max, PICK_REGION_TOUCH) == 1;
        inside = count_box(&f, min, max, PICK_REGION_CONTAIN) == 1;
    } else {
        return (peer_result){PEER_DIFFERS, "the shape is not understood"};
    }
    PEER_CHECK(visible == case_bool(c->expected, "visible"), "visible");
    const char *found = inside ? "inside" : (visible ? "intersect" : "outside");
    PEER_CHECK(expected[0] == '\0' || strcmp(found, expected) == 0, "classification");
    if (case_has(c->expected, "contained")) {
        PEER_CHECK(inside == case_bool(c->expected, "contained"), "contained");
    }
    return PEER_OK;
}

// Cases about what lies in a frustum: boxes as objects of a scene, asked for by their boxes; points; and spheres, as
// points of a frustum that is larger, or smaller, by their radius.
#include "peer_cameras.h"
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
    const pick_vec3 unit = pick_vec3_normalize(normal);
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

static bool read_camera(const cJSON *in, frustum *out)
{
    projection_spec spec;
    pick_vec3 forward, up;
    if (!peer_read_axes(in, &out->eye, &forward, &up) || !peer_read_sides(in, 1, &spec)) {
        return false;
    }
    out->forward = pick_vec3_normalize(forward);
    out->right = pick_vec3_normalize(pick_vec3_cross(out->forward, up));
    out->up = pick_vec3_cross(out->right, out->forward);
    const double side[4] = {spec.left, -spec.right, spec.bottom, -spec.top}; // where each begins, going inward
    for (int i = 0; i < 4; ++i) {
        const pick_vec3 inward = pick_vec3_scale(i < 2 ? out->right : out->up, i % 2 == 0 ? 1 : -1);
        if (spec.kind == PICK_ORTHOGRAPHIC) {
            add_plane(out, inward, pick_vec3_add(out->eye, pick_vec3_scale(inward, side[i])));
        } else {
            add_plane(out, pick_vec3_sub(inward, pick_vec3_scale(out->forward, side[i])), out->eye);
        }
    }
    const pick_vec3 to_near = pick_vec3_scale(out->forward, spec.near_distance);
    add_plane(out, out->forward, pick_vec3_add(out->eye, to_near));
    if (isfinite(spec.far_distance)) {
        const pick_vec3 to_far = pick_vec3_scale(out->forward, spec.far_distance);
        add_plane(out, pick_vec3_scale(out->forward, -1), pick_vec3_add(out->eye, to_far));
    }
    return true;
}

static bool read_frustum(const cJSON *in, frustum *out)
{
    const char *matrix = case_string(in, "view_projection");
    *out = (frustum){.count = 0};
    if (case_has(in, "planes")) {
        return read_planes(cJSON_GetObjectItemCaseSensitive(in, "planes"), out);
    }
    if (matrix[0] == '\0') {
        return read_camera(in, out);
    }
    for (int i = 0; i < 6; ++i) { // the cube of NDC
        const double sign = i % 2 == 0 ? 1 : -1;
        const pick_vec3 inward = {i / 2 == 0 ? sign : 0, i / 2 == 1 ? sign : 0, i / 2 == 2 ? sign : 0};
        add_plane(out, inward, pick_vec3_scale(inward, -1));
    }
    return strncmp(matrix, "identity", strlen("identity")) == 0;
}

// What lies farther inside than `margin` of every plane, or less far outside than a negative one.
static bool contains(const frustum *f, double margin, pick_vec3 point)
{
    pick_plane planes[PICK_REGION_PLANES];
    pick_region *region;
    for (uint32_t i = 0; i < f->count; ++i) {
        planes[i] = f->planes[i];
        planes[i].offset -= margin * pick_vec3_length(planes[i].normal);
    }
    if (pick_region_create(NULL, &region) != PICK_OK) {
        abort();
    }
    const bool inside =
        pick_region_planes(region, planes, f->count, f->eye) == PICK_OK && pick_region_contains_point(region, point);
    pick_region_destroy(region);
    return inside;
}

// Counts a box's object among those in the frustum: 0 or 1.
static size_t count_box(const frustum *f, pick_vec3 min, pick_vec3 max, pick_region_mode mode)
{
    const pick_vec3 half = pick_vec3_scale(pick_vec3_sub(max, min), 0.5);
    const float x = (float)half.x, y = (float)half.y, z = (float)half.z;
    // Two triangles from corner to corner, of which one at least has an area where the box is flat.
    const float positions[18] = {-x, -y, -z, x, y, z, x, -y, -z, -x, -y, -z, x, y, z, -x, y, -z};
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = 6};
    pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
    pick_region_query query = PICK_REGION_QUERY_DEFAULT;
    pick_mesh *mesh = NULL;
    pick_scene *scene = NULL;
    pick_object_id id;
    pick_region *region = NULL;
    if (pick_mesh_create(&desc, NULL, &mesh) != PICK_OK || pick_scene_create(NULL, &scene) != PICK_OK) {
        abort();
    }
    object.mesh = mesh;
    object.transform.origin = pick_vec3_add(min, half);
    query.mode = mode;
    query.bounds_only = true;
    if (pick_scene_add(scene, &object, &id) != PICK_OK || pick_region_create(NULL, &region) != PICK_OK ||
        pick_region_planes(region, f->planes, f->count, f->eye) != PICK_OK) {
        abort();
    }
    const size_t count = pick_region_objects(scene, region, &query, &id, 1);
    pick_region_destroy(region);
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
    bool visible, inside;
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

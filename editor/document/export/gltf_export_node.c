// gltf_export_node.c: the tree, with lights and cameras.
#include "document/export/gltf_export_internal.h"
#include "document/json/json_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- Transforms ---

typedef struct node_parts {
    double translation[3], rotation[4], scale[3];
    double inner[4]; // rotation of the inner node; the identity if there is no shear
    bool sheared;
} node_parts;

// Converts a rotation's columns to a quaternion (Shepperd, J. Guidance and Control 1, 1978: from the largest
// component).
static void to_quaternion(const pick_vec3 m[3], double q[4])
{
    const pick_vec3 a = m[0], b = m[1], c = m[2];
    double t[4] = {1 + a.x - b.y - c.z, 1 - a.x + b.y - c.z, 1 - a.x - b.y + c.z, 1 + a.x + b.y + c.z};
    int best = 0;
    for (int i = 1; i < 4; i++)
        best = t[i] > t[best] ? i : best;
    double x[4] = {b.z - c.y, c.x - a.z, a.y - b.x, t[3]};
    if (best == 0)
        memcpy(x, (double[4]){t[0], a.y + b.x, c.x + a.z, b.z - c.y}, sizeof(x));
    else if (best == 1)
        memcpy(x, (double[4]){a.y + b.x, t[1], b.z + c.y, c.x - a.z}, sizeof(x));
    else if (best == 2)
        memcpy(x, (double[4]){c.x + a.z, b.z + c.y, t[2], a.y - b.x}, sizeof(x));
    double length = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]);
    for (int i = 0; i < 4; i++)
        q[i] = x[i] / length;
}

// A unit vector perpendicular to `given`; to z if `given` is zero.
static pick_vec3 find_across(pick_vec3 given)
{
    const pick_vec3 axis = fabs(given.x) < 0.6 ? pick_vec3_make(1, 0, 0) : pick_vec3_make(0, 1, 0);
    return pick_vec3_normalize(
        pick_vec3_cross(pick_vec3_dot(given, given) > 0 ? given : pick_vec3_make(0, 0, 1), axis));
}

// Splits `m` = rotation * scale into lengths and unit columns. False: the columns are not perpendicular. Columns of
// zero length get a direction that completes the rotation.
static bool split_columns(const pick_vec3 m[3], pick_vec3 rotation[3], double scale[3], double tolerance)
{
    for (int i = 0; i < 3; i++) {
        scale[i] = pick_vec3_length(m[i]);
        rotation[i] = pick_vec3_normalize(m[i]);
    }
    for (int i = 0; i < 3; i++) {
        if (fabs(pick_vec3_dot(rotation[i], rotation[(i + 1) % 3])) > tolerance)
            return false;
    }
    for (int pass = 0; pass < 3; pass++) { // complete the zero columns from the others
        for (int i = 0; i < 3; i++) {
            const pick_vec3 a = rotation[(i + 1) % 3], b = rotation[(i + 2) % 3];
            if (pick_vec3_dot(rotation[i], rotation[i]) > 0)
                continue;
            rotation[i] = pick_vec3_cross(a, b);
            if (pick_vec3_dot(rotation[i], rotation[i]) > 0.5 || pass == 0)
                continue;
            rotation[i] = find_across(pick_vec3_dot(a, a) > 0 ? a : b); // at most one of them has a direction
        }
    }
    if (pick_vec3_dot(pick_vec3_cross(rotation[0], rotation[1]), rotation[2]) < 0) { // mirrored
        scale[0] = -scale[0];
        rotation[0] = pick_vec3_scale(rotation[0], -1);
    }
    return true;
}

// Rotates a and b in their plane: a c - b s and a s + b c.
static void turn_pair(pick_vec3 *a, pick_vec3 *b, double c, double s)
{
    const pick_vec3 x = *a, y = *b;
    *a = pick_vec3_sub(pick_vec3_scale(x, c), pick_vec3_scale(y, s));
    *b = pick_vec3_add(pick_vec3_scale(x, s), pick_vec3_scale(y, c));
}

// One-sided Jacobi (Hestenes, J. SIAM 6, 1958): rotates pairs of columns of `m` until all are perpendicular. The old m
// = new m * transposed(turn).
static void orthogonalize(pick_vec3 m[3], pick_vec3 turn[3])
{
    for (int i = 0; i < 3; i++)
        turn[i] = pick_vec3_make(i == 0, i == 1, i == 2);
    for (int sweep = 0; sweep < 60; sweep++) {
        double largest = 0;
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3;
            double aa = pick_vec3_dot(m[i], m[i]), bb = pick_vec3_dot(m[j], m[j]), ab = pick_vec3_dot(m[i], m[j]);
            double size = sqrt(aa * bb);
            if (!(size > 0) || fabs(ab) <= 1e-17 * size)
                continue;
            largest = fmax(largest, fabs(ab) / size);
            double zeta = (bb - aa) / (2 * ab);
            double t = (zeta < 0 ? -1 : 1) / (fabs(zeta) + sqrt(1 + zeta * zeta));
            double c = 1 / sqrt(1 + t * t), s = c * t;
            turn_pair(&m[i], &m[j], c, s);
            turn_pair(&turn[i], &turn[j], c, s);
        }
        if (largest < 1e-15)
            return;
    }
}

static node_parts split(const pick_affine *affine)
{
    node_parts parts = {.translation = {affine->origin.x, affine->origin.y, affine->origin.z}, .inner = {0, 0, 0, 1}};
    pick_vec3 m[3], rotation[3], turn[3];
    for (int i = 0; i < 3; i++)
        m[i] = pick_affine_column(affine, i);
    parts.sheared = !split_columns(m, rotation, parts.scale, 1e-12);
    if (parts.sheared) {
        orthogonalize(m, turn);
        split_columns(m, rotation, parts.scale, HUGE_VAL);
        // The inner rotation is the transposed turn, its conjugate.
        to_quaternion(turn, parts.inner);
        for (int i = 0; i < 3; i++)
            parts.inner[i] = -parts.inner[i];
    }
    to_quaternion(rotation, parts.rotation);
    return parts;
}

static bool same(const double *a, const double *b, int count)
{
    for (int i = 0; i < count; i++) {
        if (a[i] != b[i])
            return false;
    }
    return true;
}

static void add_numbers(editor_text *out, const char *name, const double *numbers, const double *usual, int count)
{
    if (same(numbers, usual, count))
        return;
    editor_text_format(out, ", \"%s\": ", name);
    editor_json_write_numbers(out, numbers, (size_t)count);
}

static void add_transform(editor_text *out, const node_parts *parts)
{
    static const double zero[3] = {0, 0, 0}, unit[4] = {0, 0, 0, 1}, one[3] = {1, 1, 1};
    add_numbers(out, "translation", parts->translation, zero, 3);
    add_numbers(out, "rotation", parts->rotation, unit, 4);
    add_numbers(out, "scale", parts->scale, one, 3);
}

// --- Lights and cameras ---

static uint32_t add_light(gltf_exporter *exporter, const editor_object *object)
{
    static const char *const types[] = {"directional", "point", "spot"};
    const editor_light *light = &object->light;
    uint32_t number = gltf_export_begin(&exporter->lights);
    editor_text *out = &exporter->lights.text;
    editor_text_format(out, "{\"type\": \"%s\", \"name\": ", types[light->type]);
    editor_json_write_string(out, object->name);
    editor_text_put(out, ", \"color\": ");
    editor_json_write_numbers(out, light->color, 3);
    editor_text_put(out, ", \"intensity\": ");
    editor_json_write_number(out, light->intensity);
    if (light->range > 0 && light->type != EDITOR_LIGHT_DIRECTIONAL) {
        editor_text_put(out, ", \"range\": ");
        editor_json_write_number(out, light->range);
    }
    if (light->type == EDITOR_LIGHT_SPOT) {
        editor_text_put(out, ", \"spot\": {\"innerConeAngle\": ");
        editor_json_write_number(out, light->inner);
        editor_text_put(out, ", \"outerConeAngle\": ");
        editor_json_write_number(out, light->outer);
        editor_text_put(out, "}");
    }
    editor_text_put(out, "}");
    exporter->uses |= GLTF_USES_LIGHTS;
    return number;
}

static uint32_t add_camera(gltf_exporter *exporter, const editor_object *object)
{
    const editor_lens *lens = &object->lens;
    uint32_t number = gltf_export_begin(&exporter->cameras);
    editor_text *out = &exporter->cameras.text;
    editor_text_put(out, "{\"name\": ");
    editor_json_write_string(out, object->name);
    if (lens->orthographic) {
        // glTF requires a far plane for orthographic cameras.
        double far_plane = lens->far_plane > 0 ? lens->far_plane : lens->near_plane + 1e5;
        editor_text_put(out, ", \"type\": \"orthographic\", \"orthographic\": {\"xmag\": ");
        editor_json_write_number(out, lens->height / 2);
        editor_text_put(out, ", \"ymag\": ");
        editor_json_write_number(out, lens->height / 2);
        editor_text_put(out, ", \"znear\": ");
        editor_json_write_number(out, lens->near_plane);
        editor_text_put(out, ", \"zfar\": ");
        editor_json_write_number(out, far_plane);
    } else {
        editor_text_put(out, ", \"type\": \"perspective\", \"perspective\": {\"yfov\": ");
        editor_json_write_number(out, lens->fov);
        editor_text_put(out, ", \"znear\": ");
        editor_json_write_number(out, lens->near_plane);
        if (lens->far_plane > 0) {
            editor_text_put(out, ", \"zfar\": ");
            editor_json_write_number(out, lens->far_plane);
        }
    }
    editor_text_put(out, "}}");
    return number;
}

// --- Nodes ---

// Numbers all nodes first, because a node refers to its children, which come after it. A sheared node takes two
// numbers.
static void number_nodes(gltf_exporter *exporter, uint32_t *numbers, bool *sheared)
{
    const editor_level *level = exporter->level;
    uint32_t next = 0;
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); i != EDITOR_NONE; i = editor_level_next(level, i)) {
        sheared[i] = split(&level->objects[i].local).sheared;
        numbers[i] = next;
        next += sheared[i] ? 2 : 1;
    }
}

static void add_children(gltf_exporter *exporter, editor_text *out, uint32_t object, const uint32_t *numbers)
{
    const editor_level *level = exporter->level;
    uint32_t child = level->objects[object].first_child;
    if (child == EDITOR_NONE)
        return;
    editor_text_put(out, ", \"children\": [");
    for (bool first = true; child != EDITOR_NONE; child = level->objects[child].next, first = false)
        editor_text_format(out, "%s%u", first ? "" : ", ", (unsigned)numbers[child]);
    editor_text_put(out, "]");
}

// glTF has no volumes: the node says in its extras what it would be.
static void add_volume(editor_text *out, const editor_primitive *primitive)
{
    editor_text_format(out, ", \"extras\": {\"volume\": {\"shape\": \"%s\"", editor_shape_key(primitive->shape));
    for (int i = 0; i < EDITOR_PRIMITIVE_FIELDS; i++) {
        const editor_primitive_field field = (editor_primitive_field)i;
        if (!editor_primitive_has(primitive->shape, field))
            continue;
        editor_text_format(out, ", \"%s\": ", editor_primitive_field_name(field));
        editor_json_write_number(out, primitive->value[field]);
    }
    editor_text_put(out, "}}");
}

// Adds the content of a node: mesh, camera, light.
static void add_content(gltf_exporter *exporter, editor_text *out, const editor_object *object)
{
    uint32_t mesh = object->kind == EDITOR_OBJECT_MESH ? gltf_export_mesh(exporter, object) : EDITOR_NONE;
    if (mesh != EDITOR_NONE)
        editor_text_format(out, ", \"mesh\": %u", (unsigned)mesh);
    if (object->kind == EDITOR_OBJECT_VOLUME)
        add_volume(out, &exporter->level->meshes[object->mesh].primitive);
    if (object->kind == EDITOR_OBJECT_CAMERA)
        editor_text_format(out, ", \"camera\": %u", (unsigned)add_camera(exporter, object));
}

static void add_extensions(gltf_exporter *exporter, editor_text *out, const editor_object *object, bool light,
                           bool hidden)
{
    if (!light && !hidden)
        return;
    editor_text_put(out, ", \"extensions\": {");
    if (light)
        editor_text_format(out, "\"KHR_lights_punctual\": {\"light\": %u}", (unsigned)add_light(exporter, object));
    if (hidden)
        editor_text_format(out, "%s\"KHR_node_visibility\": {\"visible\": false}", light ? ", " : "");
    editor_text_put(out, "}");
    exporter->uses |= hidden ? (unsigned)GLTF_USES_VISIBILITY : 0;
}

static void add_node(gltf_exporter *exporter, uint32_t number, const uint32_t *numbers)
{
    const editor_object *object = &exporter->level->objects[number];
    editor_text *out = &exporter->nodes.text;
    node_parts parts = split(&object->local);
    bool light = object->kind == EDITOR_OBJECT_LIGHT;
    gltf_export_begin(&exporter->nodes);
    editor_text_put(out, "{\"name\": ");
    editor_json_write_string(out, object->name);
    add_transform(out, &parts);
    if (parts.sheared) {
        editor_text_format(out, ", \"children\": [%u]", (unsigned)numbers[number] + 1);
        add_extensions(exporter, out, object, false, object->hidden);
        editor_text_put(out, "}");
        gltf_export_begin(&exporter->nodes);
        editor_text_put(out, "{\"name\": ");
        editor_json_write_string(out, object->name);
        node_parts inner = {.scale = {1, 1, 1}};
        memcpy(inner.rotation, parts.inner, sizeof(inner.rotation));
        add_transform(out, &inner);
    }
    add_content(exporter, out, object);
    add_children(exporter, out, number, numbers);
    add_extensions(exporter, out, object, light, object->hidden && !parts.sheared);
    editor_text_put(out, "}");
}

void gltf_export_nodes(gltf_exporter *exporter)
{
    const editor_level *level = exporter->level;
    uint32_t count = level->object_count ? level->object_count : 1;
    uint32_t *numbers = calloc(count, sizeof(*numbers));
    bool *sheared = calloc(count, sizeof(*sheared));
    if (!numbers || !sheared) {
        exporter->failed = true;
    } else {
        number_nodes(exporter, numbers, sheared);
        for (uint32_t i = editor_level_next(level, EDITOR_NONE); i != EDITOR_NONE; i = editor_level_next(level, i))
            add_node(exporter, i, numbers);
        for (uint32_t i = level->first_root; i != EDITOR_NONE; i = level->objects[i].next) {
            gltf_export_begin(&exporter->roots);
            editor_text_format(&exporter->roots.text, "%u", (unsigned)numbers[i]);
        }
    }
    free(numbers);
    free(sheared);
}

// gltf_export_node.c: the tree, with lights and cameras.
#include "document/export/gltf_export_internal.h"
#include "document/json/json_write.h"
#include "document/level/level_internal.h"
#include "document/level/prefab.h"
#include "document/level/primitive_text.h"
#include "document/motion/affine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- Transforms ---

typedef struct node_parts {
    double translation[3], rotation[4], scale[3];
    double inner[4]; // rotation of the inner node; the identity if there is no shear
    bool sheared;
} node_parts;

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
    parts.sheared = !editor_affine_split_columns(m, rotation, parts.scale, 1e-12);
    if (parts.sheared) {
        orthogonalize(m, turn);
        editor_affine_split_columns(m, rotation, parts.scale, HUGE_VAL);
        // The inner rotation is the transposed turn, its conjugate.
        editor_affine_to_quaternion(turn, parts.inner);
        for (int i = 0; i < 3; i++)
            parts.inner[i] = -parts.inner[i];
    }
    editor_affine_to_quaternion(rotation, parts.rotation);
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

// A node refers to its children, which come after it, so all nodes are numbered first. The parts of an instance come
// right behind it, and those of a part that is one behind that. A sheared node takes two numbers, and a terrain one
// more: for its heights, which are in steps.
typedef struct node_numbers {
    uint32_t *of;       // of each object of the level
    uint32_t *children; // of the node that is being written, `count` of them
    uint32_t count, capacity;
} node_numbers;

static uint32_t width_of(const editor_object *object)
{
    return (split(&object->local).sheared ? 2u : 1u) + (object->kind == EDITOR_OBJECT_TERRAIN);
}

// Its own numbers and those of its parts.
static uint32_t span_of(const editor_level *level, const editor_object *object)
{
    const editor_prefab_content *content = editor_level_content(level, object->mesh);
    uint32_t span = width_of(object);
    for (uint32_t i = 0; content && i < content->part_count; i++)
        span += span_of(level, &content->parts[i]);
    return span;
}

static void number_nodes(const gltf_exporter *exporter, node_numbers *numbers)
{
    const editor_level *level = exporter->level;
    uint32_t next = 0;
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); i != EDITOR_NONE; i = editor_level_next(level, i)) {
        numbers->of[i] = next;
        next += span_of(level, &level->objects[i]);
    }
}

static void add_child(gltf_exporter *exporter, node_numbers *numbers, uint32_t number)
{
    uint32_t *array = editor_level_reserve(numbers->children, numbers->count, &numbers->capacity, sizeof(*array));
    exporter->failed |= !array;
    if (!array)
        return;
    numbers->children = array;
    array[numbers->count++] = number;
}

// The parts at the top of the content, whose first one has the number `first`.
static void add_top_parts(gltf_exporter *exporter, node_numbers *numbers, const editor_prefab_content *content,
                          uint32_t first)
{
    for (uint32_t k = 0; k < content->part_count; k++) {
        if (content->parts[k].parent == EDITOR_NONE)
            add_child(exporter, numbers, first);
        first += span_of(exporter->level, &content->parts[k]);
    }
}

static void put_children(editor_text *out, const node_numbers *numbers)
{
    for (uint32_t i = 0; i < numbers->count; i++)
        editor_text_format(out, "%s%u", i == 0 ? ", \"children\": [" : ", ", (unsigned)numbers->children[i]);
    editor_text_put(out, numbers->count > 0 ? "]" : "");
}

// glTF has no volumes: the node says in its extras what it would be.
static void add_volume(editor_text *out, const editor_primitive *primitive)
{
    editor_text_put(out, ", \"extras\": {\"volume\": {");
    editor_primitive_write(out, primitive);
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

// Writes an object, or a part of a prefab, whose children are in `numbers`.
static void put_node(gltf_exporter *exporter, const editor_object *object, uint32_t number, const node_numbers *numbers)
{
    editor_text *out = &exporter->nodes.text;
    node_parts parts = split(&object->local);
    bool light = object->kind == EDITOR_OBJECT_LIGHT;
    gltf_export_begin(&exporter->nodes);
    editor_text_put(out, "{\"name\": ");
    editor_json_write_string(out, object->name);
    add_transform(out, &parts);
    if (parts.sheared) {
        editor_text_format(out, ", \"children\": [%u]", (unsigned)number + 1);
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
    put_children(out, numbers);
    add_extensions(exporter, out, object, light, object->hidden && !parts.sheared);
    editor_text_put(out, "}");
}

// The heights of a terrain.
static void put_heights(gltf_exporter *exporter, const editor_object *object)
{
    const editor_level *level = exporter->level;
    const editor_mesh *mesh = &level->meshes[object->mesh];
    const pick_affine steps =
        editor_terrain_matrix(&object->terrain, level->assets[mesh->asset].meshes[mesh->asset_index].box);
    const node_parts parts = split(&steps);
    const uint32_t number = gltf_export_mesh(exporter, object);
    editor_text *out = &exporter->nodes.text;
    gltf_export_begin(&exporter->nodes);
    editor_text_put(out, "{\"name\": ");
    editor_json_write_string(out, object->name);
    add_transform(out, &parts);
    if (number != EDITOR_NONE)
        editor_text_format(out, ", \"mesh\": %u", (unsigned)number);
    editor_text_put(out, "}");
}

// Of a part of a content: its node's number, and its children, by number of the part.
typedef struct part_place {
    uint32_t number, first_child, next;
} part_place;

// NULL: out of memory.
static part_place *place_parts(const gltf_exporter *exporter, const editor_prefab_content *content, uint32_t first)
{
    part_place *places = malloc(((size_t)content->part_count + 1) * sizeof(*places));
    for (uint32_t k = 0; places && k < content->part_count; k++) {
        places[k] = (part_place){first, EDITOR_NONE, EDITOR_NONE};
        first += span_of(exporter->level, &content->parts[k]);
    }
    for (uint32_t k = content->part_count; places && k-- > 0;) { // parents come first
        const uint32_t parent = content->parts[k].parent;
        if (parent == EDITOR_NONE)
            continue;
        places[k].next = places[parent].first_child;
        places[parent].first_child = k;
    }
    return places;
}

// The parts of an instance: nodes of its own that share meshes with those of all others.
static void add_parts(gltf_exporter *exporter, const editor_prefab_content *content, uint32_t first,
                      node_numbers *numbers)
{
    part_place *places = place_parts(exporter, content, first);
    exporter->failed |= !places;
    for (uint32_t k = 0; places && k < content->part_count; k++) {
        const editor_object *part = &content->parts[k];
        const editor_prefab_content *inner = editor_level_content(exporter->level, part->mesh);
        const uint32_t behind = places[k].number + width_of(part);
        numbers->count = 0;
        for (uint32_t child = places[k].first_child; child != EDITOR_NONE; child = places[child].next)
            add_child(exporter, numbers, places[child].number);
        if (inner)
            add_top_parts(exporter, numbers, inner, behind);
        put_node(exporter, part, places[k].number, numbers);
        if (inner)
            add_parts(exporter, inner, behind, numbers);
    }
    free(places);
}

static void add_node(gltf_exporter *exporter, uint32_t object, node_numbers *numbers)
{
    const editor_level *level = exporter->level;
    const editor_object *o = &level->objects[object];
    const editor_prefab_content *content = editor_level_content(level, o->mesh);
    const uint32_t number = numbers->of[object], first = number + width_of(o);
    numbers->count = 0;
    for (uint32_t child = o->first_child; child != EDITOR_NONE; child = level->objects[child].next)
        add_child(exporter, numbers, numbers->of[child]);
    if (content)
        add_top_parts(exporter, numbers, content, first);
    if (o->kind == EDITOR_OBJECT_TERRAIN)
        add_child(exporter, numbers, first - 1);
    put_node(exporter, o, number, numbers);
    if (o->kind == EDITOR_OBJECT_TERRAIN)
        put_heights(exporter, o);
    if (content)
        add_parts(exporter, content, first, numbers);
}

uint64_t gltf_export_count_parts(const editor_level *level)
{
    uint64_t count = 0;
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); i != EDITOR_NONE; i = editor_level_next(level, i)) {
        const editor_prefab_content *content = editor_level_content(level, level->objects[i].mesh);
        count += content ? content->all_parts : 0;
    }
    return count;
}

void gltf_export_nodes(gltf_exporter *exporter)
{
    const editor_level *level = exporter->level;
    node_numbers numbers = {.of = calloc((size_t)level->object_count + 1, sizeof(*numbers.of))};
    if (!numbers.of) {
        exporter->failed = true;
        return;
    }
    number_nodes(exporter, &numbers);
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); i != EDITOR_NONE; i = editor_level_next(level, i))
        add_node(exporter, i, &numbers);
    for (uint32_t i = level->first_root; i != EDITOR_NONE; i = level->objects[i].next) {
        gltf_export_begin(&exporter->roots);
        editor_text_format(&exporter->roots.text, "%u", (unsigned)numbers.of[i]);
    }
    free(numbers.children);
    free(numbers.of);
}

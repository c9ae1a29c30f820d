// gltf_shape.c: the morph targets and joints of a glTF primitive, appended to those of its mesh.
#include "document/import/gltf/gltf_import.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool gltf_find_attribute(gltf_import *import, const gltf_part *part, const cJSON *attributes, const char *name,
                         uint32_t *out)
{
    const gltf_document *document = &import->document;
    if (!gltf_get_list_index(document, attributes, name, GLTF_ACCESSORS, part->where, out))
        return false;
    if (*out != EDITOR_NONE && !gltf_check_accessor(document, *out))
        return false;
    if (*out != EDITOR_NONE && document->accessors[*out].count != part->vertex_count) {
        editor_import_tally(document->importer, "not one element for each vertex; not used", "%s.%s", part->where,
                            name);
        *out = EDITOR_NONE;
    }
    return true;
}

bool gltf_read_first(gltf_import *import, const char *where, uint32_t accessor, uint32_t components, float **out)
{
    const gltf_document *document = &import->document;
    *out = NULL;
    if (accessor == EDITOR_NONE)
        return true;
    const uint32_t held = document->accessors[accessor].components, count = document->accessors[accessor].count;
    if (held < components || held > 4) {
        editor_import_tally(document->importer, "of an unexpected type; not used", "%s", where);
        return true;
    }
    float *values = gltf_read_floats(document, accessor, held, where);
    if (values && held > components) {
        editor_import_tally(document->importer, "of an unexpected type; its first numbers are used", "%s", where);
        for (size_t i = 1; i < count; i++)
            memmove(values + i * components, values + i * held, components * sizeof(*values));
    }
    *out = values;
    return values != NULL;
}

// --- Morph targets ---

// Appends `count` vertices to an array that holds `held`; `values` NULL: zeros, and no array where there is none.
static bool append(gltf_import *import, float **array, uint32_t held, const float *values, uint32_t count,
                   const char *where)
{
    if (!values && (!*array || count == 0))
        return true;
    const size_t old_size = 3 * (size_t)held, new_size = old_size + 3 * (size_t)count;
    const size_t zeros = (*array ? 0 : old_size) + (values ? 0 : 3 * (size_t)count);
    if (!gltf_claim(&import->document, zeros * sizeof(float), where))
        return false;
    float *grown = realloc(*array, (new_size ? new_size : 1) * sizeof(*grown));
    if (!grown)
        return editor_import_out_of_memory(import->document.importer);
    if (!*array)
        memset(grown, 0, old_size * sizeof(*grown));
    *array = grown;
    if (values)
        memcpy(grown + old_size, values, 3 * (size_t)count * sizeof(*grown));
    else
        memset(grown + old_size, 0, 3 * (size_t)count * sizeof(*grown));
    return true;
}

static bool is_finite(const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i]))
            return false;
    }
    return true;
}

static bool add_deltas(gltf_import *import, const gltf_part *part, const cJSON *target, const char *name, uint32_t held,
                       float **array)
{
    const gltf_document *document = &import->document;
    char where[96];
    uint32_t accessor;
    if (!target)
        return append(import, array, held, NULL, part->vertex_count, part->where);
    snprintf(where, sizeof(where), "%s.targets.%s", part->where, name);
    if (!gltf_find_attribute(import, part, target, name, &accessor))
        return false;
    float *deltas = NULL;
    if (accessor != EDITOR_NONE && strcmp(name, "POSITION") == 0) {
        deltas = gltf_read_floats(document, accessor, 3, part->where);
        if (!deltas)
            return false;
    } else if (!gltf_read_first(import, where, accessor, 3, &deltas)) {
        return false;
    }
    if (deltas && !is_finite(deltas, 3 * (size_t)part->vertex_count)) {
        editor_import_tally(document->importer, "not finite; not used", "%s", where);
        free(deltas);
        deltas = NULL;
    }
    const bool ok = append(import, array, held, deltas, part->vertex_count, part->where);
    free(deltas);
    return ok;
}

uint32_t gltf_count_targets(const gltf_document *document, uint32_t mesh)
{
    const cJSON *primitives = gltf_get(document->lists[GLTF_MESHES].items[mesh], "primitives");
    uint32_t most = 0;
    for (const cJSON *item = cJSON_IsArray(primitives) ? primitives->child : NULL; item; item = item->next) {
        const cJSON *targets = gltf_get(item, "targets");
        const uint32_t count = cJSON_IsArray(targets) ? (uint32_t)cJSON_GetArraySize(targets) : 0;
        most = count > most ? count : most;
    }
    return most;
}

bool gltf_make_targets(gltf_import *import, motion_shape *shape, uint32_t count)
{
    if (count <= shape->target_count)
        return true;
    // A node may show a mesh in a pose of its own, which takes targets and weights again.
    enum { BYTES_PER_TARGET = 128 };
    const size_t more = (size_t)(count - shape->target_count) * BYTES_PER_TARGET;
    if (!gltf_claim(&import->document, more, "morph targets"))
        return false;
    motion_target *grown = realloc(shape->targets, count * sizeof(*grown));
    if (!grown)
        return editor_import_out_of_memory(import->document.importer);
    memset(grown + shape->target_count, 0, (count - shape->target_count) * sizeof(*grown));
    shape->targets = grown;
    shape->target_count = count;
    return true;
}

// Targets of positions and normals are read; those of tangents change nothing that is drawn.
static void tell_unread(gltf_import *import, const gltf_part *part, const cJSON *target)
{
    for (const cJSON *item = target ? target->child : NULL; item; item = item->next) {
        if (item->string && (strncmp(item->string, "COLOR_", 6) == 0 || strncmp(item->string, "TEXCOORD_", 9) == 0))
            editor_import_tally(import->document.importer,
                                "its morph targets of colours and texture coordinates are not shown", "%s",
                                part->where);
    }
}

static bool add_targets(gltf_import *import, motion_shape *shape, const gltf_part *part, const gltf_pose *pose)
{
    const cJSON *targets;
    if (!gltf_get_array(&import->document, part->json, "targets", part->where, &targets))
        return false;
    const cJSON *target = targets ? targets->child : NULL;
    // The targets of one primitive are those of the whole mesh, and are gone through for each of its primitives.
    bool ok = gltf_make_targets(import, shape, targets ? (uint32_t)cJSON_GetArraySize(targets) : 0) &&
              gltf_claim(&import->document, shape->target_count * sizeof(*shape->targets), part->where);
    for (uint32_t i = 0; ok && i < shape->target_count; i++, target = target ? target->next : NULL) {
        motion_target *into = &shape->targets[i];
        const bool is_used = pose->keeps_targets || (i < pose->weight_count && pose->weights[i] != 0);
        const cJSON *from = is_used ? target : NULL;
        tell_unread(import, part, target);
        ok = add_deltas(import, part, from, "POSITION", shape->vertex_count, &into->positions) &&
             add_deltas(import, part, part->has_normals ? from : NULL, "NORMAL", shape->vertex_count, &into->normals);
    }
    return ok;
}

// --- Joints ---

// A set of four joints of every vertex.
typedef struct joint_set {
    uint32_t *joints;
    float *weights;
} joint_set;

enum { SETS = 64 };

static bool is_unsigned(const gltf_accessor *accessor)
{
    return accessor->component_type == 5121 || accessor->component_type == 5123 || accessor->component_type == 5125;
}

// Four numbers for each vertex in place of fewer, which are freed; the rest is 0. Both kinds of numbers have four
// bytes.
static void *widen(gltf_import *import, const gltf_part *part, void *values, uint32_t held)
{
    const size_t size = 4 * sizeof(uint32_t), used = held * sizeof(uint32_t);
    uint8_t *wide = NULL;
    if (values && held == 4)
        return values;
    if (values && gltf_claim(&import->document, size * part->vertex_count, part->where))
        wide = editor_import_allocate(import->document.importer, part->vertex_count, size);
    for (size_t i = 0; wide && i < part->vertex_count; i++)
        memcpy(wide + size * i, (const uint8_t *)values + used * i, used);
    free(values);
    return wide;
}

// Joints that were written as floats. What is no whole number is no joint.
static uint32_t *read_float_joints(gltf_import *import, const gltf_part *part, uint32_t accessor, uint32_t components)
{
    const gltf_document *document = &import->document;
    const size_t count = (size_t)part->vertex_count * components;
    float *values = gltf_read_floats(document, accessor, components, part->where);
    uint32_t *joints = values && gltf_claim(document, count * sizeof(*joints), part->where)
                           ? editor_import_allocate(document->importer, count, sizeof(*joints))
                           : NULL;
    for (size_t i = 0; joints && i < count; i++)
        joints[i] =
            values[i] >= 0 && values[i] < 65536 && values[i] == floorf(values[i]) ? (uint32_t)values[i] : UINT32_MAX;
    free(values);
    return joints;
}

// Whether the accessor can be read as four numbers, or fewer, of each vertex. `is_expected`: it is of a type of glTF.
static bool check_set(gltf_import *import, const gltf_part *part, const char *name, uint32_t components,
                      bool is_expected)
{
    if (components > 4)
        editor_import_tally(import->document.importer, "of an unexpected type; not used", "%s.%s", part->where, name);
    else if (components < 4 || !is_expected)
        editor_import_tally(import->document.importer, "of an unexpected type; read as far as it goes", "%s.%s",
                            part->where, name);
    return components <= 4;
}

// `*found` false: there is no set of that number.
static bool read_set(gltf_import *import, const gltf_part *part, uint32_t number, joint_set *set, bool *found)
{
    const gltf_document *document = &import->document;
    char joints_name[32], weights_name[32];
    snprintf(joints_name, sizeof(joints_name), "JOINTS_%u", (unsigned)number);
    snprintf(weights_name, sizeof(weights_name), "WEIGHTS_%u", (unsigned)number);
    uint32_t joints, weights;
    if (!gltf_find_attribute(import, part, part->attributes, joints_name, &joints) ||
        !gltf_find_attribute(import, part, part->attributes, weights_name, &weights))
        return false;
    *found = joints != EDITOR_NONE && weights != EDITOR_NONE;
    if (!*found)
        return true;
    const uint32_t held = document->accessors[joints].components, weighed = document->accessors[weights].components;
    const bool is_whole = is_unsigned(&document->accessors[joints]);
    const bool are_joints = check_set(import, part, joints_name, held, is_whole);
    *found = check_set(import, part, weights_name, weighed, true) && are_joints;
    if (!*found)
        return true;
    set->joints =
        is_whole ? gltf_read_uints(document, joints, held, part->where) : read_float_joints(import, part, joints, held);
    set->joints = widen(import, part, set->joints, held);
    set->weights = set->joints ? gltf_read_floats(document, weights, weighed, part->where) : NULL;
    set->weights = widen(import, part, set->weights, weighed);
    return set->weights != NULL;
}

// Reads the sets; the caller frees them in any case. No exporter writes more than a few: those beyond 64 are left out.
static bool read_sets(gltf_import *import, const gltf_part *part, joint_set **sets, uint32_t *count)
{
    while (*count < SETS) {
        joint_set *grown = realloc(*sets, ((size_t)*count + 1) * sizeof(*grown));
        if (!grown)
            return editor_import_out_of_memory(import->document.importer);
        *sets = grown;
        joint_set set = {NULL, NULL};
        bool found = false;
        if (!read_set(import, part, *count, &set, &found)) {
            free(set.joints);
            return false;
        }
        if (!found)
            return true;
        grown[(*count)++] = set;
    }
    return true;
}

// Drops the influences of joints that the skin does not have.
static void drop_strangers(gltf_import *import, const gltf_part *part, const joint_set *set, uint32_t number,
                           uint32_t joint_count)
{
    bool found = false;
    for (size_t i = 0; i < 4 * (size_t)part->vertex_count; i++) {
        const bool is_stranger = set->weights[i] > 0 && set->joints[i] >= joint_count;
        set->weights[i] = is_stranger ? 0 : set->weights[i];
        found = found || is_stranger;
    }
    if (found)
        editor_import_tally(import->document.importer, "names joints that the skin does not have; not used",
                            "%s.JOINTS_%u", part->where, (unsigned)number);
}

// Appends what the sets say to the influences.
static bool append_influences(gltf_import *import, motion_shape *shape, const gltf_part *part, const joint_set *sets,
                              uint32_t set_count)
{
    const size_t held = shape->vertex_count, vertices = held + part->vertex_count;
    const uint32_t before = shape->first ? shape->first[held] : 0;
    uint64_t count = before;
    for (uint32_t s = 0; s < set_count; s++) {
        for (size_t i = 0; i < 4 * (size_t)part->vertex_count; i++)
            count += sets[s].weights[i] > 0;
    }
    if (count > UINT32_MAX / sizeof(motion_influence))
        return gltf_refuse(&import->document, "%s: too many joints", part->where);
    uint32_t *first = realloc(shape->first, (vertices + 1) * sizeof(*first));
    if (first) {
        memset(first + held + (shape->first != NULL), 0,
               (part->vertex_count + (shape->first == NULL)) * sizeof(*first));
        shape->first = first;
    }
    motion_influence *influences = realloc(shape->influences, ((size_t)count + 1) * sizeof(*influences));
    if (influences)
        shape->influences = influences;
    if (!first || !influences)
        return editor_import_out_of_memory(import->document.importer);
    uint32_t at = before;
    for (size_t v = 0; v < part->vertex_count; v++) {
        for (size_t k = 0; k < 4 * (size_t)set_count; k++) {
            const joint_set *set = &sets[k / 4];
            const float weight = set->weights[4 * v + k % 4];
            if (weight > 0)
                influences[at++] = (motion_influence){set->joints[4 * v + k % 4], weight};
        }
        first[held + v + 1] = at;
    }
    return true;
}

static bool add_joints(gltf_import *import, motion_shape *shape, const gltf_part *part, const gltf_pose *pose)
{
    joint_set *sets = NULL;
    uint32_t count = 0;
    bool ok = read_sets(import, part, &sets, &count);
    for (uint32_t i = 0; ok && i < count; i++)
        drop_strangers(import, part, &sets[i], i, pose->joint_count);
    ok = ok && append_influences(import, shape, part, sets, count);
    for (uint32_t i = 0; i < count; i++) {
        free(sets[i].joints);
        free(sets[i].weights);
    }
    free(sets);
    return ok;
}

bool gltf_add_to_shape(gltf_import *import, motion_shape *shape, const gltf_part *part, const gltf_pose *pose)
{
    const bool ok =
        add_targets(import, shape, part, pose) && (!pose->is_skinned || add_joints(import, shape, part, pose));
    if (ok)
        shape->vertex_count += part->vertex_count;
    return ok;
}

// gltf_skin.c: skins, and meshes in the pose that their nodes give them.
#include "document/import/gltf/gltf_scene.h"

#include "document/level/mesh_tools.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Counts the joints of a skin.
static bool check_joints(const gltf_document *document, const cJSON *joints, const char *where, uint32_t *count)
{
    const uint32_t nodes = document->lists[GLTF_NODES].count;
    *count = 0;
    for (const cJSON *item = joints ? joints->child : NULL; item; item = item->next, ++*count) {
        if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0) || item->valuedouble >= nodes)
            return gltf_refuse(document, "%s.joints names a node that is not there (there are %u)", where,
                               (unsigned)nodes);
    }
    return true;
}

bool gltf_read_skin(const gltf_scene *scene, uint32_t number, motion_skin *out)
{
    const gltf_document *document = &scene->import->document;
    char where[32];
    snprintf(where, sizeof(where), "skins[%u]", (unsigned)number);
    const cJSON *json = document->lists[GLTF_SKINS].items[number], *joints;
    uint32_t accessor, count = 0;
    *out = (motion_skin){0};
    if (!gltf_get_array(document, json, "joints", where, &joints) ||
        !gltf_get_list_index(document, json, "inverseBindMatrices", GLTF_ACCESSORS, where, &accessor))
        return false;
    // It is read, and its joints are multiplied, once for each node that shows a mesh with it.
    if (!gltf_claim_walk(document, json, where) || !check_joints(document, joints, where, &count))
        return false;
    const uint32_t bind_count = accessor == EDITOR_NONE ? 0 : document->accessors[accessor].count;
    if (accessor != EDITOR_NONE && bind_count < count)
        editor_import_tally(document->importer,
                            "fewer inverse bind matrices than joints; those that lack are taken as 1", "%s", where);
    float *binds = accessor == EDITOR_NONE ? NULL : gltf_read_floats(document, accessor, 16, where);
    out->joints = editor_import_allocate(document->importer, count, sizeof(*out->joints));
    out->binds = editor_import_allocate(document->importer, count, sizeof(*out->binds));
    const bool ok = out->joints && out->binds && (binds || accessor == EDITOR_NONE);
    for (const cJSON *item = joints ? joints->child : NULL; ok && item; item = item->next) {
        const uint32_t i = out->joint_count++;
        out->joints[i] = (uint32_t)item->valuedouble;
        out->binds[i] = PICK_AFFINE_IDENTITY;
        if (i >= bind_count)
            continue;
        const float *m = &binds[16 * (size_t)i];
        out->binds[i].origin = pick_vec3_make((double)m[12], (double)m[13], (double)m[14]);
        for (int k = 0; k < 9; k++)
            out->binds[i].linear[k] = (double)m[4 * (k / 3) + k % 3];
    }
    free(binds);
    return ok;
}

// Reads the "weights" of a mesh or node. NULL with `*count` 0: there are none.
static bool read_weights(const gltf_document *document, const cJSON *json, const char *where, double **weights,
                         uint32_t *count)
{
    const cJSON *array;
    *weights = NULL;
    *count = 0;
    if (!gltf_get_array(document, json, "weights", where, &array))
        return false;
    for (const cJSON *item = array ? array->child : NULL; item; item = item->next)
        ++*count;
    if (*count == 0)
        return true;
    *weights = editor_import_allocate(document->importer, *count, sizeof(**weights));
    uint32_t i = 0;
    for (const cJSON *item = array->child; *weights && item; item = item->next) {
        if (!cJSON_IsNumber(item))
            return gltf_refuse(document, "%s.weights holds something that is not a number", where);
        (*weights)[i++] = item->valuedouble;
    }
    return *weights != NULL;
}

// --- The pose of the file ---

// Computes the transforms of the joints in the space of the node. glTF ignores the node's own transform for a skinned
// mesh, so it is undone. `*out` NULL: the node is flat, and shown without its skin.
static bool pose_joints(const gltf_scene *scene, const gltf_node *node, const motion_skin *skin, pick_affine **out)
{
    editor_importer *importer = scene->import->document.importer;
    pick_affine undo;
    if (!pick_affine_invert(&node->world, &undo)) {
        editor_import_tally(importer, "its node is flat; shown without its skin", "skins[%u]", (unsigned)node->skin);
        return true;
    }
    *out = editor_import_allocate(importer, skin->joint_count, sizeof(**out));
    for (uint32_t i = 0; *out && i < skin->joint_count; i++) {
        const pick_affine joint = pick_affine_multiply(&undo, &scene->nodes[skin->joints[i]].world);
        (*out)[i] = pick_affine_multiply(&joint, &skin->binds[i]);
    }
    return *out != NULL;
}

// Replaces the vertices of the mesh, which the shape takes as those at rest, by posed ones.
static bool pose_mesh(const gltf_scene *scene, uint32_t number, motion_shape *shape, const double *weights,
                      const pick_affine *joints, editor_mesh *mesh)
{
    const gltf_document *document = &scene->import->document;
    const size_t count = 3 * (size_t)mesh->vertex_count;
    shape->positions = mesh->positions;
    shape->normals = mesh->normals;
    mesh->positions = editor_import_allocate(document->importer, count, sizeof(float));
    mesh->normals = shape->normals ? editor_import_allocate(document->importer, count, sizeof(float)) : NULL;
    if (!mesh->positions || (shape->normals && !mesh->normals))
        return false;
    motion_shape_pose(shape, weights, joints, mesh->positions, mesh->normals);
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(mesh->positions[i]))
            return gltf_refuse(document, "meshes[%u]: vertex %zu is not finite in its pose", (unsigned)number, i / 3);
    }
    return true;
}

static bool is_deformed(const motion_shape *shape)
{
    return shape->target_count > 0 || (shape->first && shape->first[shape->vertex_count] > 0);
}

// Whether a clip may give the mesh another pose.
static bool is_played(const gltf_scene *scene, const gltf_node *node)
{
    return scene->motion && node && (node->skin != EDITOR_NONE || node->is_morphed);
}

// Adds what the level's mesh `number` may be deformed by to the motion, which takes the shape and the weights.
static bool add_to_motion(const gltf_scene *scene, const gltf_node *node, uint32_t number, motion_shape *shape,
                          double **weights)
{
    editor_motion *motion = scene->motion;
    motion_mesh *grown = realloc(motion->meshes, ((size_t)motion->mesh_count + 1) * sizeof(*grown));
    if (!grown)
        return editor_import_out_of_memory(scene->import->document.importer);
    motion->meshes = grown;
    grown[motion->mesh_count++] = (motion_mesh){number, (uint32_t)(node - scene->nodes), node->skin, *shape, *weights};
    *shape = (motion_shape){0};
    *weights = NULL;
    return true;
}

// As many weights as the shape has targets.
static bool fit_weights(const gltf_scene *scene, const motion_shape *shape, double **weights, uint32_t count)
{
    double *fitted = editor_import_allocate(scene->import->document.importer, shape->target_count, sizeof(*fitted));
    for (uint32_t i = 0; fitted && i < count && i < shape->target_count; i++)
        fitted[i] = (*weights)[i];
    free(*weights);
    *weights = fitted;
    return fitted != NULL;
}

bool gltf_add_thin(const gltf_scene *scene, uint32_t number, editor_mesh_form form, uint32_t *out)
{
    editor_importer *importer = scene->import->document.importer;
    editor_mesh mesh;
    if (importer->only_boxes)
        return gltf_add_box(scene, number, form, out);
    if (!editor_import_goes_on(importer) || !gltf_read_thin(scene->import, number, form, &mesh))
        return false;
    *out = editor_level_add_mesh(importer->level, &mesh);
    editor_progress_advance(importer->level->progress, 1);
    return *out != EDITOR_NONE || editor_import_out_of_memory(importer);
}

bool gltf_add_mesh(const gltf_scene *scene, uint32_t number, const gltf_node *node, uint32_t *out)
{
    const gltf_document *document = &scene->import->document;
    if (document->importer->only_boxes)
        return gltf_add_box(scene, number, EDITOR_FORM_TRIANGLES, out);
    const cJSON *source = node && node->has_weights ? node->json : document->lists[GLTF_MESHES].items[number];
    const bool played = is_played(scene, node);
    double *weights = NULL;
    pick_affine *joints = NULL;
    motion_skin skin = {0};
    motion_shape shape = {0};
    editor_mesh mesh = {0};
    gltf_pose pose = {.keeps_targets = played, .is_skinned = node && node->skin != EDITOR_NONE};
    bool ok =
        editor_import_goes_on(document->importer) &&
        read_weights(document, source, "meshes or nodes", &weights, &pose.weight_count) &&
        (!pose.is_skinned || (gltf_read_skin(scene, node->skin, &skin) && pose_joints(scene, node, &skin, &joints)));
    pose.weights = weights;
    pose.joint_count = skin.joint_count;
    // Keys of weights have a value for each target of the mesh, points and lines included.
    ok = ok && gltf_read_mesh(scene->import, number, &pose, &shape, &mesh) &&
         gltf_make_targets(scene->import, &shape, played ? scene->target_counts[number] : 0) &&
         fit_weights(scene, &shape, &weights, pose.weight_count) &&
         (!is_deformed(&shape) || pose_mesh(scene, number, &shape, weights, joints, &mesh));
    if (ok) {
        *out = editor_level_add_mesh(document->importer->level, &mesh);
        ok = *out != EDITOR_NONE || editor_import_out_of_memory(document->importer);
        ok = ok && (!played || !is_deformed(&shape) || add_to_motion(scene, node, *out, &shape, &weights));
    } else {
        mesh_tools_free(&mesh);
    }
    free(weights);
    free(joints);
    free(skin.joints);
    free(skin.binds);
    motion_shape_free(&shape);
    editor_progress_advance(document->importer->level->progress, 1);
    return ok;
}

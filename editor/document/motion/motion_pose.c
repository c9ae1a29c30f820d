// motion_pose.c: the nodes of a model at a time, and its meshes as they are shown then.
#include "document/motion/motion.h"

#include "document/motion/affine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool motion_pose_init(motion_pose *pose, const editor_motion *motion)
{
    const size_t nodes = motion->node_count ? motion->node_count : 1;
    size_t joints = 1;
    for (uint32_t i = 0; i < motion->skin_count; i++)
        joints = motion->skins[i].joint_count > joints ? motion->skins[i].joint_count : joints;
    pose->locals = calloc(nodes, sizeof(*pose->locals));
    pose->worlds = calloc(nodes, sizeof(*pose->worlds));
    pose->is_moved = calloc(nodes, sizeof(*pose->is_moved));
    pose->is_shown = calloc(nodes, sizeof(*pose->is_shown));
    pose->is_switched = calloc(nodes, sizeof(*pose->is_switched));
    pose->joints = calloc(joints, sizeof(*pose->joints));
    pose->weights = calloc(motion->mesh_count ? motion->mesh_count : 1, sizeof(*pose->weights));
    pose->first_mesh = malloc(nodes * sizeof(*pose->first_mesh));
    pose->next_mesh = malloc((motion->mesh_count ? motion->mesh_count : 1) * sizeof(*pose->next_mesh));
    bool ok = pose->locals && pose->worlds && pose->is_moved && pose->is_shown && pose->is_switched && pose->joints &&
              pose->weights && pose->first_mesh && pose->next_mesh;
    for (uint32_t i = 0; ok && i < motion->node_count; i++)
        pose->first_mesh[i] = MOTION_NONE;
    for (uint32_t i = 0; ok && i < motion->mesh_count; i++) {
        uint32_t *first = &pose->first_mesh[motion->meshes[i].node];
        pose->next_mesh[i] = *first;
        *first = i;
    }
    for (uint32_t i = 0; ok && i < motion->mesh_count; i++) {
        const uint32_t targets = motion->meshes[i].shape.target_count;
        pose->weights[i] = calloc(targets ? targets : 1, sizeof(**pose->weights));
        ok = pose->weights[i] != NULL;
    }
    return ok;
}

void motion_pose_free(motion_pose *pose, const editor_motion *motion)
{
    for (uint32_t i = 0; pose->weights && i < motion->mesh_count; i++)
        free(pose->weights[i]);
    free(pose->weights);
    free(pose->locals);
    free(pose->worlds);
    free(pose->is_moved);
    free(pose->is_shown);
    free(pose->is_switched);
    free(pose->joints);
    free(pose->first_mesh);
    free(pose->next_mesh);
    *pose = (motion_pose){0};
}

// --- A time ---

typedef struct parts {
    double translation[3], rotation[4], scale[3];
} parts;

static void set_weights(motion_pose *pose, const editor_motion *motion, const motion_channel *channel, double time)
{
    for (uint32_t i = pose->first_mesh[channel->node]; i != MOTION_NONE; i = pose->next_mesh[i]) {
        assert(channel->width == motion->meshes[i].shape.target_count);
        (void)motion;
        motion_sample(channel, time, pose->weights[i]);
    }
}

// Applies the channels of one node, which lie together.
static void set_node(motion_pose *pose, const editor_motion *motion, const motion_channel *channels, uint32_t count,
                     double time)
{
    const uint32_t number = channels[0].node;
    const motion_node *node = &motion->nodes[number];
    parts now;
    memcpy(now.translation, node->translation, sizeof(now.translation));
    memcpy(now.rotation, node->rotation, sizeof(now.rotation));
    memcpy(now.scale, node->scale, sizeof(now.scale));
    for (uint32_t i = 0; i < count; i++) {
        double *const into[] = {now.translation, now.rotation, now.scale};
        double shown;
        if (channels[i].path == MOTION_WEIGHTS) {
            set_weights(pose, motion, &channels[i], time);
        } else if (channels[i].path == MOTION_VISIBLE) {
            motion_sample(&channels[i], time, &shown);
            pose->is_shown[number] = shown > 0.5;
            pose->is_switched[number] = true;
        } else {
            motion_sample(&channels[i], time, into[channels[i].path]);
            pose->is_moved[number] = true;
        }
    }
    if (pose->is_moved[number])
        pose->locals[number] = editor_affine_from_parts(now.translation, now.rotation, now.scale);
}

void motion_pose_set(motion_pose *pose, const editor_motion *motion, uint32_t clip, double time)
{
    for (uint32_t i = 0; i < motion->node_count; i++) {
        pose->locals[i] = motion->nodes[i].local;
        pose->is_moved[i] = pose->is_switched[i] = false;
    }
    for (uint32_t i = 0; i < motion->mesh_count; i++) {
        const motion_mesh *mesh = &motion->meshes[i];
        if (mesh->shape.target_count > 0)
            memcpy(pose->weights[i], mesh->weights, mesh->shape.target_count * sizeof(*mesh->weights));
    }
    const motion_clip *played = clip == MOTION_NONE ? NULL : &motion->clips[clip];
    for (uint32_t i = 0, count; played && i < played->channel_count; i += count) {
        for (count = 1;
             i + count < played->channel_count && played->channels[i + count].node == played->channels[i].node;)
            count++;
        set_node(pose, motion, &played->channels[i], count, time);
    }
    for (uint32_t i = 0; i < motion->node_count; i++) {
        const uint32_t parent = motion->nodes[i].parent;
        pose->worlds[i] =
            parent == MOTION_NONE ? pose->locals[i] : pick_affine_multiply(&pose->worlds[parent], &pose->locals[i]);
    }
}

// --- Meshes ---

void motion_pose_mesh(motion_pose *pose, const editor_motion *motion, uint32_t mesh, float *positions, float *normals)
{
    const motion_mesh *m = &motion->meshes[mesh];
    const pick_affine *joints = NULL;
    pick_affine undo;
    // glTF ignores the transform of a skinned mesh's own node, so it is undone.
    if (m->skin != MOTION_NONE && pick_affine_invert(&pose->worlds[m->node], &undo)) {
        const motion_skin *skin = &motion->skins[m->skin];
        for (uint32_t i = 0; i < skin->joint_count; i++) {
            const pick_affine joint = pick_affine_multiply(&undo, &pose->worlds[skin->joints[i]]);
            pose->joints[i] = pick_affine_multiply(&joint, &skin->binds[i]);
        }
        joints = pose->joints;
    }
    motion_shape_pose(&m->shape, pose->weights[mesh], joints, positions, normals);
}

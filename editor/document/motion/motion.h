// motion.h: what moves in a model: clips, skins and morph targets, and the pose that a clip has at a time.
//
// Space:      a node's local transform is relative to its parent, as in the model; a shape lies in the space of its
//             node.
// Time:       seconds from the start of a clip. Before its first key a channel has the value of that key, after its
//             last key the value of that one, as glTF 2.0 says (section 3.11).
// Numbers:    nodes, skins, meshes and clips are numbered from 0; MOTION_NONE is none. Parents come before children.
// Checked:    by whoever fills a motion in: every number is in range, key times are finite and do not decrease, values
//             are finite, and arrays have the sizes that are written here. The functions here trust it.
// Threads:    functions that take a const motion read.
#ifndef EDITOR_DOCUMENT_MOTION_H
#define EDITOR_DOCUMENT_MOTION_H

#include "picking/affine.h"

#define MOTION_NONE UINT32_MAX

typedef enum motion_path {
    MOTION_TRANSLATION, // 3 values: the parent's units
    MOTION_ROTATION,    // 4: a quaternion x y z w; normalised after interpolation
    MOTION_SCALE,       // 3
    MOTION_WEIGHTS,     // of the morph targets of the node's mesh, one each
    MOTION_VISIBLE,     // 1: whether the node is shown, above 0.5
    MOTION_PATH_COUNT
} motion_path;

typedef enum motion_interpolation {
    MOTION_STEP,
    MOTION_LINEAR,
    MOTION_CUBIC,
    MOTION_INTERPOLATION_COUNT
} motion_interpolation;

// What a clip does with one property of one node.
typedef struct motion_channel {
    uint32_t node;
    motion_path path;
    motion_interpolation interpolation;
    uint32_t width;     // values of a key
    uint32_t key_count; // at least 1
    float *times;       // seconds, none below the one before; of several at one time the last one counts from then on
    float *values;      // `width` for each key; MOTION_CUBIC: in-tangents, values, out-tangents of each key
} motion_channel;

typedef struct motion_clip {
    char *name;    // never empty
    double length; // seconds: the last key of all channels, at least 0
    motion_channel *channels;
    uint32_t channel_count;
} motion_clip;

typedef struct motion_node {
    uint32_t parent;
    uint32_t object; // the asset's node that it became; MOTION_NONE: not in the scene that was read
    pick_affine local;
    double translation[3], rotation[4], scale[3]; // `local`, unless it was given as a matrix that no clip moves
    bool is_hidden;
} motion_node;

typedef struct motion_skin {
    uint32_t joint_count;
    uint32_t *joints;   // nodes
    pick_affine *binds; // from the shape's space to that of each joint
} motion_skin;

typedef struct motion_influence {
    uint32_t joint; // number in the skin
    float weight;   // above 0
} motion_influence;

// What a weight adds to a shape. An array may be NULL: nothing.
typedef struct motion_target {
    float *positions, *normals; // 3 per vertex
} motion_target;

// A mesh at rest, and what deforms it.
typedef struct motion_shape {
    uint32_t vertex_count;
    float *positions; // 3 per vertex
    float *normals;   // 3 per vertex, or NULL
    uint32_t *first;  // influences of vertex i: first[i] to first[i + 1]; NULL: no vertex has any
    motion_influence *influences;
    motion_target *targets;
    uint32_t target_count;
} motion_shape;

// A mesh of the asset that a node shows in poses of its own.
typedef struct motion_mesh {
    uint32_t mesh; // of the asset
    uint32_t node;
    uint32_t skin; // or MOTION_NONE
    motion_shape shape;
    double *weights; // of the targets where no clip sets them; one for each target
} motion_mesh;

typedef struct editor_motion {
    motion_node *nodes;
    uint32_t node_count;
    motion_skin *skins;
    uint32_t skin_count;
    motion_mesh *meshes;
    uint32_t mesh_count;
    motion_clip *clips;
    uint32_t clip_count;
} editor_motion;

void motion_shape_free(motion_shape *shape); // frees what it owns
void motion_destroy(editor_motion *motion);  // NULL is fine

// The number of the clip of that name, or MOTION_NONE.
uint32_t motion_find_clip(const editor_motion *motion, const char *name);

// motion_sample.c: the value of a channel at a time; `out` has room for `width` values. A rotation is normalised.
void motion_sample(const motion_channel *channel, double time, double *out);

// --- motion_shape.c ---

// Computes the shape with `weights` of its targets (one each; NULL: none) and the transforms of its joints (from the
// shape's space to the posed shape in the same space; NULL: not skinned). A vertex is transformed by the weighted mean
// of its joints; one without influences stays. `normals` may be NULL, and is not used by a shape without normals.
void motion_shape_pose(const motion_shape *shape, const double *weights, const pick_affine *joints, float *positions,
                       float *normals);

// --- motion_pose.c ---

// The state of all nodes at a time. Start from zeros; free it with motion_pose_free.
typedef struct motion_pose {
    pick_affine *locals, *worlds; // one for each node; a world is that of the model
    bool *is_moved;               // whether the clip sets the node's transform
    bool *is_shown;               // of nodes whose visibility the clip sets
    bool *is_switched;            // whether it does
    double **weights;             // for each mesh, of its targets
    uint32_t *first_mesh;         // of each node: the first mesh that it shows, or MOTION_NONE
    uint32_t *next_mesh;          // of each mesh: another one of its node, or MOTION_NONE
    pick_affine *joints;          // room for those of the largest skin
} motion_pose;

// False: out of memory; free it in either case.
bool motion_pose_init(motion_pose *pose, const editor_motion *motion);
void motion_pose_free(motion_pose *pose, const editor_motion *motion);

// Sets the pose to that of a clip (MOTION_NONE: at rest) at a time.
void motion_pose_set(motion_pose *pose, const editor_motion *motion, uint32_t clip, double time);

// Computes the vertices of a mesh in the pose, in the space of its node in the pose. Where that node is flat, the skin
// is left out: nothing of it can be seen.
void motion_pose_mesh(motion_pose *pose, const editor_motion *motion, uint32_t mesh, float *positions, float *normals);

#endif

// pack_motion.c: what moves in a model, as bytes, and read from them.
//
//   clips, nodes, skins, meshes: counts; no clip: nothing follows | nodes: pack_node | skins: count, joints, binds
//   | meshes: pack_posed, arrays | clips: text, length, count, channels: pack_channel, times, values
#include "document/import/common/pack_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct pack_node {
    uint32_t parent, object, is_hidden, unused;
    double translation[3], rotation[4], scale[3];
    pick_affine local;
} pack_node;

typedef struct pack_posed {
    uint32_t mesh, node, skin, vertex_count, target_count, influence_count;
    uint32_t has_normals, has_influences;
} pack_posed;

typedef struct pack_channel {
    uint32_t node, path, interpolation, width, key_count;
} pack_channel;

enum { DELTA_POSITIONS = 1, DELTA_NORMALS = 2 };

// --- Writing: errors stay with the stream ---

static void put(FILE *out, const void *bytes, size_t size)
{
    if (size > 0)
        (void)fwrite(bytes, 1, size, out);
}

static void put_count(FILE *out, size_t count)
{
    const uint32_t small = (uint32_t)count;
    put(out, &small, sizeof(small));
}

static void put_node(FILE *out, const motion_node *node)
{
    pack_node record = {
        .parent = node->parent, .object = node->object, .is_hidden = node->is_hidden, .local = node->local};
    memcpy(record.translation, node->translation, sizeof(record.translation));
    memcpy(record.rotation, node->rotation, sizeof(record.rotation));
    memcpy(record.scale, node->scale, sizeof(record.scale));
    put(out, &record, sizeof(record));
}

static void put_mesh(FILE *out, const motion_mesh *mesh)
{
    const motion_shape *shape = &mesh->shape;
    const size_t n = shape->vertex_count, floats = 3 * n * sizeof(float);
    const pack_posed record = {mesh->mesh,
                               mesh->node,
                               mesh->skin,
                               shape->vertex_count,
                               shape->target_count,
                               shape->first ? shape->first[n] : 0,
                               shape->normals != NULL,
                               shape->first != NULL};
    put(out, &record, sizeof(record));
    put(out, shape->positions, floats);
    put(out, shape->normals, shape->normals ? floats : 0);
    put(out, shape->first, shape->first ? (n + 1) * sizeof(*shape->first) : 0);
    put(out, shape->influences, record.influence_count * sizeof(*shape->influences));
    for (uint32_t i = 0; i < shape->target_count; i++) {
        const motion_target *target = &shape->targets[i];
        put_count(out, (target->positions ? DELTA_POSITIONS : 0) | (target->normals ? DELTA_NORMALS : 0));
        put(out, target->positions, target->positions ? floats : 0);
        put(out, target->normals, target->normals ? floats : 0);
    }
    put(out, mesh->weights, shape->target_count * sizeof(*mesh->weights));
}

static size_t value_count(const motion_channel *channel)
{
    return (size_t)channel->key_count * channel->width * (channel->interpolation == MOTION_CUBIC ? 3 : 1);
}

static void put_clip(FILE *out, const motion_clip *clip)
{
    put_count(out, strlen(clip->name));
    put(out, clip->name, strlen(clip->name));
    put(out, &clip->length, sizeof(clip->length));
    put_count(out, clip->channel_count);
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        const motion_channel *channel = &clip->channels[i];
        const pack_channel record = {channel->node, (uint32_t)channel->path, (uint32_t)channel->interpolation,
                                     channel->width, channel->key_count};
        put(out, &record, sizeof(record));
        put(out, channel->times, channel->key_count * sizeof(*channel->times));
        put(out, channel->values, value_count(channel) * sizeof(*channel->values));
    }
}

void pack_put_motion(FILE *out, const editor_motion *motion)
{
    put_count(out, motion ? motion->clip_count : 0);
    if (!motion || motion->clip_count == 0)
        return;
    put_count(out, motion->node_count);
    put_count(out, motion->skin_count);
    put_count(out, motion->mesh_count);
    for (uint32_t i = 0; i < motion->node_count; i++)
        put_node(out, &motion->nodes[i]);
    for (uint32_t i = 0; i < motion->skin_count; i++) {
        const motion_skin *skin = &motion->skins[i];
        put_count(out, skin->joint_count);
        put(out, skin->joints, skin->joint_count * sizeof(*skin->joints));
        put(out, skin->binds, skin->joint_count * sizeof(*skin->binds));
    }
    for (uint32_t i = 0; i < motion->mesh_count; i++)
        put_mesh(out, &motion->meshes[i]);
    for (uint32_t i = 0; i < motion->clip_count; i++)
        put_clip(out, &motion->clips[i]);
}

// --- Reading ---

static bool is_finite(const float *values, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        if (!isfinite(values[i]))
            return false;
    }
    return true;
}

static bool read_floats(pack_reader *reader, uint64_t count, float **out)
{
    *out = pack_get_array(reader, count, sizeof(float));
    return *out && (is_finite(*out, count) || pack_refuse(reader, "a number that is not finite"));
}

static bool read_node(pack_reader *reader, editor_motion *motion)
{
    const uint32_t number = motion->node_count++, objects = reader->importer->level->object_count;
    motion_node *node = &motion->nodes[number];
    pack_node record;
    if (!pack_get_record(reader, &record, sizeof(record)))
        return false;
    if ((record.parent != MOTION_NONE && record.parent >= number) ||
        (record.object != MOTION_NONE && record.object >= objects) || record.is_hidden > 1)
        return pack_refuse(reader, "a bad node");
    node->parent = record.parent;
    node->object = record.object;
    node->is_hidden = record.is_hidden == 1;
    node->local = record.local;
    memcpy(node->translation, record.translation, sizeof(node->translation));
    memcpy(node->rotation, record.rotation, sizeof(node->rotation));
    memcpy(node->scale, record.scale, sizeof(node->scale));
    return true;
}

static bool read_skin(pack_reader *reader, editor_motion *motion)
{
    motion_skin *skin = &motion->skins[motion->skin_count++];
    if (!pack_get_count(reader, sizeof(*skin->joints) + sizeof(*skin->binds), &skin->joint_count) ||
        !(skin->joints = pack_get_array(reader, skin->joint_count, sizeof(*skin->joints))) ||
        !(skin->binds = pack_get_array(reader, skin->joint_count, sizeof(*skin->binds))))
        return false;
    for (uint32_t i = 0; i < skin->joint_count; i++) {
        if (skin->joints[i] >= motion->node_count)
            return pack_refuse(reader, "a bad joint");
    }
    return true;
}

static bool read_influences(pack_reader *reader, const editor_motion *motion, const pack_posed *record,
                            motion_shape *shape)
{
    const uint32_t n = record->vertex_count;
    const uint32_t joints = record->skin == MOTION_NONE ? 0 : motion->skins[record->skin].joint_count;
    shape->first = pack_get_array(reader, (uint64_t)n + 1, sizeof(*shape->first));
    shape->influences =
        shape->first ? pack_get_array(reader, record->influence_count, sizeof(*shape->influences)) : NULL;
    if (!shape->influences)
        return false;
    bool ok = shape->first[0] == 0 && shape->first[n] == record->influence_count;
    for (uint32_t i = 0; ok && i < n; i++)
        ok = shape->first[i] <= shape->first[i + 1];
    for (uint32_t i = 0; ok && i < record->influence_count; i++)
        ok = shape->influences[i].joint < joints && shape->influences[i].weight > 0 &&
             isfinite(shape->influences[i].weight);
    return ok || pack_refuse(reader, "bad joints");
}

static bool read_target(pack_reader *reader, motion_shape *shape)
{
    motion_target *target = &shape->targets[shape->target_count++];
    const uint64_t n = 3 * (uint64_t)shape->vertex_count;
    uint32_t has;
    if (!pack_get_record(reader, &has, sizeof(has)))
        return false;
    return (has <= (DELTA_POSITIONS | DELTA_NORMALS) || pack_refuse(reader, "a bad morph target")) &&
           (!(has & DELTA_POSITIONS) || read_floats(reader, n, &target->positions)) &&
           (!(has & DELTA_NORMALS) || read_floats(reader, n, &target->normals));
}

static bool check_posed(pack_reader *reader, const editor_motion *motion, const pack_posed *record)
{
    const editor_level *level = reader->importer->level;
    const editor_mesh *mesh = record->mesh < level->mesh_count ? &level->meshes[record->mesh] : NULL;
    return (mesh && mesh->vertex_count == record->vertex_count &&
            (mesh->normals != NULL) == (record->has_normals == 1) && record->node < motion->node_count &&
            (record->skin == MOTION_NONE || record->skin < motion->skin_count) && record->has_normals <= 1 &&
            record->has_influences <= 1 &&
            record->target_count <= (uint64_t)(reader->end - reader->at) / sizeof(uint32_t)) ||
           pack_refuse(reader, "a bad mesh in a pose");
}

static bool read_mesh(pack_reader *reader, editor_motion *motion)
{
    motion_mesh *mesh = &motion->meshes[motion->mesh_count++];
    motion_shape *shape = &mesh->shape;
    pack_posed record;
    if (!pack_get_record(reader, &record, sizeof(record)) || !check_posed(reader, motion, &record))
        return false;
    mesh->mesh = record.mesh;
    mesh->node = record.node;
    mesh->skin = record.skin;
    shape->vertex_count = record.vertex_count;
    const uint64_t n = 3 * (uint64_t)record.vertex_count;
    shape->targets = editor_import_allocate(reader->importer, record.target_count, sizeof(*shape->targets));
    bool ok = shape->targets && read_floats(reader, n, &shape->positions) &&
              (!record.has_normals || read_floats(reader, n, &shape->normals)) &&
              (!record.has_influences || read_influences(reader, motion, &record, shape));
    for (uint32_t i = 0; ok && i < record.target_count; i++)
        ok = read_target(reader, shape);
    return ok && (mesh->weights = pack_get_array(reader, record.target_count, sizeof(*mesh->weights))) != NULL;
}

static const uint32_t any_width = 0, no_width = UINT32_MAX;

// How many weights a channel of each node has: as many as the node's meshes have targets. Nodes without a mesh take
// any number, and those whose meshes differ none. The caller frees the array; NULL: out of memory.
static uint32_t *find_widths(pack_reader *reader, const editor_motion *motion)
{
    uint32_t *widths = editor_import_allocate(reader->importer, motion->node_count, sizeof(*widths));
    for (uint32_t i = 0; widths && i < motion->mesh_count; i++) {
        uint32_t *width = &widths[motion->meshes[i].node];
        const uint32_t targets = motion->meshes[i].shape.target_count;
        // A channel has one weight or more.
        *width = targets > 0 && (*width == any_width || *width == targets) ? targets : no_width;
    }
    return widths;
}

// Whether the keys are as motion.h says.
static bool check_channel(pack_reader *reader, const editor_motion *motion, const uint32_t *widths,
                          const pack_channel *record)
{
    static const uint32_t expected[MOTION_PATH_COUNT] = {
        [MOTION_TRANSLATION] = 3, [MOTION_ROTATION] = 4, [MOTION_SCALE] = 3, [MOTION_VISIBLE] = 1};
    const uint64_t rest = (uint64_t)(reader->end - reader->at) / sizeof(float);
    bool ok = record->node < motion->node_count && record->path < MOTION_PATH_COUNT &&
              record->interpolation < MOTION_INTERPOLATION_COUNT && record->key_count > 0 && record->width > 0 &&
              record->key_count <= rest / record->width &&
              (record->path == MOTION_WEIGHTS || record->width == expected[record->path]);
    if (ok && record->path == MOTION_WEIGHTS)
        ok = widths[record->node] == any_width || widths[record->node] == record->width;
    return ok || pack_refuse(reader, "a bad channel");
}

static bool read_channel(pack_reader *reader, const editor_motion *motion, const uint32_t *widths, motion_clip *clip)
{
    motion_channel *channel = &clip->channels[clip->channel_count++];
    pack_channel record;
    if (!pack_get_record(reader, &record, sizeof(record)) || !check_channel(reader, motion, widths, &record))
        return false;
    channel->node = record.node;
    channel->path = (motion_path)record.path;
    channel->interpolation = (motion_interpolation)record.interpolation;
    channel->width = record.width;
    channel->key_count = record.key_count;
    if (!read_floats(reader, record.key_count, &channel->times) ||
        !read_floats(reader, value_count(channel), &channel->values))
        return false;
    for (uint32_t i = 1; i < record.key_count; i++) {
        if (!(channel->times[i] >= channel->times[i - 1]))
            return pack_refuse(reader, "bad times of keys");
    }
    return true;
}

static bool read_clip(pack_reader *reader, editor_motion *motion, const uint32_t *widths)
{
    motion_clip *clip = &motion->clips[motion->clip_count++];
    uint32_t count;
    clip->name = pack_get_text(reader);
    if (!clip->name || !pack_get_record(reader, &clip->length, sizeof(clip->length)) ||
        !pack_get_count(reader, sizeof(pack_channel), &count))
        return false;
    if (!clip->name[0] || !(clip->length >= 0) || !isfinite(clip->length))
        return pack_refuse(reader, "a bad clip");
    clip->channels = editor_import_allocate(reader->importer, count, sizeof(*clip->channels));
    bool ok = clip->channels != NULL;
    for (uint32_t i = 0; ok && i < count; i++)
        ok = read_channel(reader, motion, widths, clip);
    return ok;
}

bool pack_get_motion(pack_reader *reader)
{
    editor_importer *importer = reader->importer;
    uint32_t clips, nodes, skins, meshes;
    if (!pack_get_count(reader, sizeof(double), &clips))
        return false;
    if (clips == 0)
        return true;
    if (!pack_get_count(reader, sizeof(pack_node), &nodes) || !pack_get_count(reader, sizeof(uint32_t), &skins) ||
        !pack_get_count(reader, sizeof(pack_posed), &meshes))
        return false;
    editor_motion *motion = editor_import_allocate(importer, 1, sizeof(*motion));
    importer->motion = motion; // which frees it
    bool ok = motion && (motion->nodes = editor_import_allocate(importer, nodes, sizeof(*motion->nodes))) != NULL &&
              (motion->skins = editor_import_allocate(importer, skins, sizeof(*motion->skins))) != NULL &&
              (motion->meshes = editor_import_allocate(importer, meshes, sizeof(*motion->meshes))) != NULL &&
              (motion->clips = editor_import_allocate(importer, clips, sizeof(*motion->clips))) != NULL;
    for (uint32_t i = 0; ok && i < nodes; i++)
        ok = read_node(reader, motion);
    for (uint32_t i = 0; ok && i < skins; i++)
        ok = read_skin(reader, motion);
    for (uint32_t i = 0; ok && i < meshes; i++)
        ok = read_mesh(reader, motion);
    uint32_t *widths = ok ? find_widths(reader, motion) : NULL;
    ok = ok && widths;
    for (uint32_t i = 0; ok && i < clips; i++)
        ok = read_clip(reader, motion, widths);
    free(widths);
    return ok;
}

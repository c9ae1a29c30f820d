// pose_bench.c: what a skinned character of 100 000 triangles costs at each time that it is shown at: its clip sampled,
// its vertices and normals posed, its hierarchy refitted, and one pick of it, on one thread.
//
//   pose_bench [TRIANGLES] [--hash]
//
// Prints the median of 60 times of the clip, in milliseconds of CPU time. `--hash`: instead a hash of all positions,
// normals and hierarchies, which is the same on every machine.
#include "document/level/level_internal.h"
#include "system/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { JOINTS = 60, RING = 64, INFLUENCES = 4, KEYS = 31, TIMES = 60 };

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
    return (double)at.tv_sec * 1e3 + (double)at.tv_nsec * 1e-6;
}

// Memory for `count` elements. The bench has no use for failures.
static void *make(size_t count, size_t size)
{
    void *made = calloc(count, size);
    if (!made)
        abort();
    return made;
}

// A tube along y, `rings` + 1 rings of vertices, 10 m high.
static void make_tube(editor_mesh *mesh, uint32_t rings)
{
    const size_t vertices = (size_t)(rings + 1) * RING;
    mesh->name = editor_text_copy("tube");
    mesh->vertex_count = (uint32_t)vertices;
    mesh->positions = make(3 * vertices, sizeof(float));
    mesh->normals = make(3 * vertices, sizeof(float));
    mesh->index_count = 6 * rings * RING;
    mesh->indices = make(mesh->index_count, sizeof(uint32_t));
    mesh->submeshes = make(1, sizeof(*mesh->submeshes));
    mesh->submesh_count = 1;
    mesh->submeshes[0] = (editor_submesh){0, 2 * rings * RING, EDITOR_NONE};
    uint32_t *index = mesh->indices;
    for (uint32_t r = 0; r <= rings; r++) {
        for (uint32_t i = 0; i < RING; i++) {
            const double angle = 2 * EDITOR_PI * i / RING;
            float *p = &mesh->positions[3 * ((size_t)r * RING + i)], *n = &mesh->normals[3 * ((size_t)r * RING + i)];
            n[0] = (float)cos(angle);
            n[2] = (float)sin(angle);
            p[0] = n[0];
            p[1] = (float)(10.0 * r / rings);
            p[2] = n[2];
            const uint32_t a = r * RING + i, b = r * RING + (i + 1) % RING;
            const uint32_t corners[6] = {a, a + RING, b, b, a + RING, b + RING};
            for (int k = 0; k < 6 && r < rings; k++)
                *index++ = corners[k];
        }
    }
}

// Joints along the tube; each vertex follows the nearest four.
static void make_skin(editor_motion *motion, const editor_mesh *mesh)
{
    motion->skins = make(1, sizeof(*motion->skins));
    motion->skin_count = 1;
    motion_skin *skin = &motion->skins[0];
    skin->joint_count = JOINTS;
    skin->joints = make(JOINTS, sizeof(*skin->joints));
    skin->binds = make(JOINTS, sizeof(*skin->binds));
    for (uint32_t i = 0; i < JOINTS; i++) {
        skin->joints[i] = 1 + i;
        skin->binds[i] = PICK_AFFINE_IDENTITY;
        skin->binds[i].origin.y = -10.0 * i / JOINTS;
    }
    motion->meshes = make(1, sizeof(*motion->meshes));
    motion->mesh_count = 1;
    motion_shape *shape = &motion->meshes[0].shape;
    const uint32_t vertices = mesh->vertex_count;
    shape->vertex_count = vertices;
    shape->positions = make(3 * (size_t)vertices, sizeof(float));
    shape->normals = make(3 * (size_t)vertices, sizeof(float));
    memcpy(shape->positions, mesh->positions, 12 * (size_t)vertices);
    memcpy(shape->normals, mesh->normals, 12 * (size_t)vertices);
    shape->first = make((size_t)vertices + 1, sizeof(*shape->first));
    shape->influences = make(INFLUENCES * (size_t)vertices, sizeof(*shape->influences));
    for (uint32_t v = 0; v < vertices; v++) {
        const double at = (double)mesh->positions[3 * (size_t)v + 1] / 10 * JOINTS;
        const int first = (int)at - 1;
        for (int k = 0; k < INFLUENCES; k++) {
            const int joint = first + k < 0 ? 0 : first + k >= JOINTS ? JOINTS - 1 : first + k;
            shape->influences[INFLUENCES * (size_t)v + (size_t)k] =
                (motion_influence){(uint32_t)joint, (float)(0.1 + fabs(sin(at + k)))};
        }
        shape->first[v + 1] = INFLUENCES * (v + 1);
    }
}

// Node 0 has the mesh; the others are a chain of joints, each of which turns to and fro.
static editor_motion *make_motion(const editor_mesh *mesh)
{
    editor_motion *motion = make(1, sizeof(*motion));
    motion->nodes = make(1 + JOINTS, sizeof(*motion->nodes));
    motion->node_count = 1 + JOINTS;
    for (uint32_t i = 0; i <= JOINTS; i++) {
        motion->nodes[i] = (motion_node){.parent = i < 2 ? MOTION_NONE : i - 1,
                                         .object = i,
                                         .local = PICK_AFFINE_IDENTITY,
                                         .rotation = {0, 0, 0, 1},
                                         .scale = {1, 1, 1}};
        motion->nodes[i].translation[1] = motion->nodes[i].local.origin.y = i < 2 ? 0 : 10.0 / JOINTS;
    }
    make_skin(motion, mesh);
    motion->clips = make(1, sizeof(*motion->clips));
    motion->clip_count = 1;
    motion->clips[0] = (motion_clip){editor_text_copy("sway"), 1, make(JOINTS, sizeof(motion_channel)), JOINTS};
    for (uint32_t i = 0; i < JOINTS; i++) {
        motion_channel *channel = &motion->clips[0].channels[i];
        *channel = (motion_channel){1 + i,
                                    MOTION_ROTATION,
                                    MOTION_LINEAR,
                                    4,
                                    KEYS,
                                    make(KEYS, sizeof(float)),
                                    make((size_t)4 * KEYS, sizeof(float))};
        for (int k = 0; k < KEYS; k++) {
            const double angle = 0.05 * sin(2 * EDITOR_PI * k / (KEYS - 1) + 0.1 * i);
            channel->times[k] = (float)k / (KEYS - 1);
            channel->values[4 * k + 2] = (float)sin(angle / 2);
            channel->values[4 * k + 3] = (float)cos(angle / 2);
        }
    }
    return motion;
}

static editor_level *make_level(uint32_t triangles)
{
    editor_error error;
    editor_level *level = editor_level_create();
    editor_mesh mesh = {.asset = EDITOR_NONE};
    const uint32_t rings = triangles / (2 * RING);
    if (!level)
        abort();
    make_tube(&mesh, rings > 0 ? rings : 1);
    const uint32_t number = editor_level_add_mesh(level, &mesh);
    uint32_t joint = EDITOR_NONE;
    editor_level_add_object(level, "tube", EDITOR_NONE, number, &PICK_AFFINE_IDENTITY);
    for (uint32_t i = 0; i < JOINTS; i++) {
        pick_affine local = PICK_AFFINE_IDENTITY;
        local.origin.y = i == 0 ? 0 : 10.0 / JOINTS;
        joint = editor_level_add_object(level, "joint", joint, EDITOR_NONE, &local);
    }
    editor_motion *motion = make_motion(&level->meshes[number]);
    if (!editor_level_add_own_asset(level, "pose_bench", false) || !editor_level_finish(level, &error))
        abort();
    editor_level_set_motion(level, motion);
    return level;
}

static uint64_t add_to_hash(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *at = data;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * 0x100000001b3u;
    return hash;
}

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

int main(int argc, char **argv)
{
    const bool hashes = argc > 1 && strcmp(argv[argc - 1], "--hash") == 0;
    const uint32_t triangles = argc > 1 && argv[1][0] != '-' ? (uint32_t)strtoul(argv[1], NULL, 10) : 100000;
    editor_level *level = make_level(triangles);
    const editor_mesh *mesh = &level->meshes[0];
    const pick_query query = editor_level_query(level);
    double all[TIMES], posed[TIMES];
    uint64_t hash = 0xcbf29ce484222325u;
    uint32_t hits = 0;
    for (int i = 0; i < TIMES; i++) {
        editor_error error;
        const double start = now();
        if (!editor_level_set_pose(level, "sway", (double)i / (TIMES - 1), &error))
            abort();
        posed[i] = now() - start;
        const pick_ray ray = {
            .origin = pick_vec3_make(0.1, 2, 50), .direction = pick_vec3_make(0, 0, -1), .t_max = 100};
        pick_hit hit;
        hits += pick_closest(level->scene, &ray, &query, &hit);
        all[i] = now() - start;
        if (hashes) {
            const uint64_t tree = pick_mesh_hash(mesh->pick);
            hash = add_to_hash(hash, mesh->positions, 12 * (size_t)mesh->vertex_count);
            hash = add_to_hash(hash, mesh->normals, 12 * (size_t)mesh->vertex_count);
            hash = add_to_hash(hash, &tree, sizeof(tree));
        }
    }
    qsort(all, TIMES, sizeof(*all), compare);
    qsort(posed, TIMES, sizeof(*posed), compare);
    if (hashes)
        printf("%016llx\n", (unsigned long long)hash);
    else
        printf("%u triangles, %u vertices, %u joints: posed and refitted in %.2f ms, with a pick %.2f ms; %u of %u "
               "times hit\n",
               (unsigned)(mesh->index_count / 3), (unsigned)mesh->vertex_count, (unsigned)JOINTS, posed[TIMES / 2],
               all[TIMES / 2], (unsigned)hits, (unsigned)TIMES);
    editor_level_destroy(level);
    return hits > 0 ? 0 : 1;
}

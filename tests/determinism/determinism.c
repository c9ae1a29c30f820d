// determinism: one hash over many picks, the same wherever the library runs.
//
//     determinism [PICKS] [LEVEL|all] [THREADS]
//
// Scenes of awkward objects (any affine transform, mirrored, sheared, tiny, huge, far away) are asked with awkward rays
// (along axes, at vertices, from far off, with t in odd units), in chunks of CHUNK picks. A chunk depends on its number
// only, and the hash is made of the chunks' hashes in order, so that threads may share the chunks. Everything that a
// hit says is hashed. Prints the hash of each level asked for and how many picks hit; exit status 1 when levels differ,
// or when a known number of picks does not have its known hash.
//
// Nothing here calls the maths library but for square roots, which are exact: sines differ between machines.
#include "random.h"
#include "scene/scene_internal.h"
#include "shapes.h"

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef TEST_HAVE_THREADS
#include <threads.h>
#endif

enum { CHUNK = 1000, MESHES = 5, OBJECTS = 60, MAX_THREADS = 16 };

typedef struct known {
    uint64_t picks, hash;
} known;

// What every build must answer. To find a new value after a change that is meant to move bits, run the program.
static const known expected[] = {
    {20000, 0x995cb34fb15d8a85u},
    {10000000, 0x56680fb9e5579e91u},
};

typedef struct world {
    soup soups[MESHES];
    pick_mesh *meshes[MESHES];
    pick_scene *scene;
    pick_vec3 origin;
} world;

typedef struct chunk_result {
    uint64_t hash, hits;
} chunk_result;

static void require(bool condition)
{
    if (!condition) {
        (void)fputs("determinism: out of memory, or a scene was refused\n", stderr);
        exit(2);
    }
}

// FNV-1a over the value's bytes, lowest first on every machine.
static void add_bits(uint64_t *hash, uint64_t bits)
{
    for (int i = 0; i < 8; i++)
        *hash = (*hash ^ (bits >> 8 * i & 0xffu)) * 0x100000001b3u;
}

static void add_double(uint64_t *hash, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    add_bits(hash, bits);
}

static void add_vec3(uint64_t *hash, pick_vec3 v)
{
    add_double(hash, v.x);
    add_double(hash, v.y);
    add_double(hash, v.z);
}

static void add_hit(uint64_t *hash, const pick_hit *hit)
{
    add_bits(hash, (uint64_t)hit->object.index1 << 32 | hit->triangle);
    add_bits(hash, (uint64_t)hit->submesh << 2 | (uint64_t)hit->has_uv << 1 | (uint64_t)hit->backface);
    add_double(hash, hit->t);
    add_vec3(hash, hit->point);
    add_vec3(hash, hit->normal);
    add_vec3(hash, hit->smooth_normal);
    add_double(hash, hit->barycentric[0]);
    add_double(hash, hit->barycentric[1]);
    add_double(hash, (double)hit->uv[0]);
    add_double(hash, (double)hit->uv[1]);
}

static pick_mesh *mesh_with_uvs(const soup *s, test_random *r)
{
    float *uvs = malloc(s->vertex_count * 2 * sizeof *uvs);
    require(uvs != NULL);
    for (uint32_t i = 0; i < 2 * s->vertex_count; i++)
        uvs[i] = (float)random_between(r, -2, 2);
    const pick_submesh parts[2] = {{0, s->index_count / 6, PICK_SUBMESH_DOUBLE_SIDED},
                                   {s->index_count / 6, s->index_count / 3 - s->index_count / 6, 0}};
    const pick_mesh_desc desc = {.positions = s->positions,
                                 .vertex_count = s->vertex_count,
                                 .uvs = uvs,
                                 .indices = s->indices,
                                 .index_type = PICK_INDEX_UINT32,
                                 .index_count = s->index_count,
                                 .submeshes = parts,
                                 .submesh_count = 2};
    pick_mesh *mesh = NULL;
    require(pick_mesh_create(&desc, NULL, &mesh) == PICK_OK);
    free(uvs);
    return mesh;
}

static world world_make(void)
{
    test_random r = {20};
    world w = {.origin = {148376, 1234, -223423}};
    w.soups[0] = soup_random(&r, 1500, 1, 0.2);
    w.soups[1] = soup_random(&r, 12, 1, 1);
    w.soups[2] = soup_random(&r, 400, 1000, 300);
    w.soups[3] = soup_box(1, 0.5, 2);
    w.soups[4] = soup_grid(9, 1.5);
    require(pick_scene_create(NULL, &w.scene) == PICK_OK);
    for (int i = 0; i < MESHES; i++)
        w.meshes[i] = mesh_with_uvs(&w.soups[i], &r);
    for (int i = 0; i < OBJECTS; i++) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        desc.mesh = w.meshes[i % MESHES];
        desc.transform = random_transform(&r, w.origin, 8);
        if (i % MESHES == 2) { // made in other units
            for (int k = 0; k < 9; k++)
                desc.transform.linear[k] *= 0x1p-10f;
        }
        pick_object_id id;
        require(pick_scene_add(w.scene, &desc, &id) == PICK_OK);
    }
    return w;
}

static pick_ray awkward_ray(const world *w, test_random *r)
{
    static const double distances[] = {0.5, 3, 12, 30, 1e4, 1e7};
    const double distance = distances[random_index(r, 6)];
    const uint32_t slot = random_index(r, OBJECTS);
    const pick_object *object = pick_object_at(w->scene, slot);
    const soup *s = &w->soups[slot % MESHES];
    pick_vec3 target = {object->origin[0], object->origin[1], object->origin[2]};
    const uint32_t vertex = random_index(r, s->vertex_count);
    for (size_t k = 0; k < 3; k++) { // a vertex, where everything meets
        const double x = (double)s->positions[3 * vertex + k];
        target.x += (double)object->linear[3 * k] * x;
        target.y += (double)object->linear[3 * k + 1] * x;
        target.z += (double)object->linear[3 * k + 2] * x;
    }
    if (random_index(r, 3) != 0)
        target = pick_vec3_add(target, random_in_cube(r, 0.3));
    pick_ray ray = {.t_min = 0, .t_max = HUGE_VAL};
    ray.origin = pick_vec3_add(target, pick_vec3_scale(random_direction(r), distance));
    ray.direction = pick_vec3_sub(target, ray.origin);
    switch (random_index(r, 6)) {
    case 0:
        ray.direction = pick_vec3_make(0, 0, 0);
        *(random_index(r, 2) == 0 ? &ray.direction.x : &ray.direction.y) = random_index(r, 2) == 0 ? 1 : -3;
        ray.origin = pick_vec3_sub(target, pick_vec3_scale(ray.direction, distance));
        break;
    case 1:
        ray.direction = pick_vec3_scale(ray.direction, random_index(r, 2) == 0 ? 1e-12 : 1e12);
        break;
    case 2:
        ray.t_min = random_between(r, -2, 1);
        ray.t_max = random_between(r, ray.t_min, 2);
        break;
    default:
        break;
    }
    return ray;
}

static chunk_result run_chunk(const world *w, uint64_t number, uint64_t picks)
{
    test_random r = {0x1234567u + number};
    chunk_result result = {0xcbf29ce484222325u, 0};
    for (uint64_t i = 0; i < picks; i++) {
        const pick_ray ray = awkward_ray(w, &r);
        pick_query query = PICK_QUERY_DEFAULT;
        query.cull = (pick_cull)random_index(&r, 4);
        pick_hit hit;
        if (pick_closest(w->scene, &ray, &query, &hit)) {
            add_hit(&result.hash, &hit);
            ++result.hits;
        } else {
            add_bits(&result.hash, 0);
        }
    }
    return result;
}

typedef struct job {
    const world *w;
    uint64_t picks, chunks;
    atomic_uint_fast64_t next;
    chunk_result *results;
} job;

static int run_job(void *data)
{
    job *j = data;
    for (;;) {
        const uint64_t number = atomic_fetch_add(&j->next, 1);
        if (number >= j->chunks)
            return 0;
        const uint64_t left = j->picks - number * CHUNK;
        j->results[number] = run_chunk(j->w, number, left < CHUNK ? left : CHUNK);
    }
}

static chunk_result run_all(const world *w, uint64_t picks, unsigned threads)
{
    job j = {.w = w, .picks = picks, .chunks = (picks + CHUNK - 1) / CHUNK};
    j.results = calloc((size_t)j.chunks, sizeof *j.results);
    require(j.results != NULL);
#ifdef TEST_HAVE_THREADS
    thrd_t others[MAX_THREADS];
    for (unsigned i = 1; i < threads; i++)
        require(thrd_create(&others[i], run_job, &j) == thrd_success);
    (void)run_job(&j);
    for (unsigned i = 1; i < threads; i++)
        (void)thrd_join(others[i], NULL);
#else
    require(threads == 1);
    (void)run_job(&j);
#endif
    chunk_result sum = {0xcbf29ce484222325u, 0};
    for (uint64_t i = 0; i < j.chunks; i++) {
        add_bits(&sum.hash, j.results[i].hash);
        sum.hits += j.results[i].hits;
    }
    free(j.results);
    return sum;
}

static bool is_expected(uint64_t picks, uint64_t hash)
{
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        if (expected[i].picks == picks && expected[i].hash != hash) {
            (void)fprintf(stderr, "determinism: expected %016" PRIx64 "\n", expected[i].hash);
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    const uint64_t picks = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
    const char *wanted = argc > 2 ? argv[2] : "all";
    const unsigned threads = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 1;
    if (picks == 0 || threads == 0 || threads > MAX_THREADS) {
        (void)fputs("usage: determinism [PICKS] [LEVEL|all] [THREADS]\n", stderr);
        return 2;
    }
    world w = world_make();
    bool ok = true;
    unsigned levels = 0;
    for (pick_simd level = PICK_SIMD_SCALAR; level < PICK_SIMD_COUNT; level++) {
        if (!pick_simd_available(level) || (strcmp(wanted, "all") != 0 && strcmp(wanted, pick_simd_name(level)) != 0))
            continue;
        pick_scene_set_simd(w.scene, level);
        for (int i = 0; i < MESHES; i++)
            pick_mesh_set_simd(w.meshes[i], level);
        const chunk_result result = run_all(&w, picks, threads);
        (void)printf("%016" PRIx64 " %s, %" PRIu64 " picks, %" PRIu64 " hits, %u thread(s)\n", result.hash,
                     pick_simd_name(level), picks, result.hits, threads);
        // A hash over misses alone would say nothing.
        ok = is_expected(picks, result.hash) && result.hits > picks / 4 && result.hits < picks && ok;
        ++levels;
    }
    pick_scene_destroy(w.scene);
    for (int i = 0; i < MESHES; i++) {
        pick_mesh_destroy(w.meshes[i]);
        soup_free(&w.soups[i]);
    }
    return ok && levels > 0 ? 0 : 1;
}

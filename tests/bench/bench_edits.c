// What changes cost. Meshes: a refit beside a new build, mapping beside building, and how picks fare after
// a refit. Scenes: every edit timed by itself (the worst one is what a person feels), and picks after 50 000 drags and
// 5 000 teleports beside picks before them.
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);
    if (memory == NULL)
        abort();
    return memory;
}

static double median(double *values, size_t count)
{
    return bench_quantile(values, count, 0.5);
}

// --- Meshes ---------------------------------------------------------------------------------------------------------

// A wave through the mesh, `phase` of it.
static void deform(const soup *from, float *to, double phase)
{
    for (size_t i = 0; i < from->vertex_count; i++) {
        const double x = (double)from->positions[3 * i], y = (double)from->positions[3 * i + 1];
        const double z = (double)from->positions[3 * i + 2];
        to[3 * i] = (float)(x + 0.1 * sin(3 * y + phase));
        to[3 * i + 1] = (float)(y + 0.1 * sin(3 * z + phase));
        to[3 * i + 2] = (float)(z + 0.1 * sin(3 * x + phase));
    }
}

static double pick_time(const pick_mesh *mesh, const bench_workload *w, size_t rounds)
{
    double *times = allocate(rounds, sizeof *times);
    const pick_mesh_query query = {.cull = PICK_CULL_NONE};
    volatile double sink = 0;
    for (size_t round = 0; round < rounds; round++) {
        const double start = bench_seconds();
        for (size_t i = 0; i < w->ray_count; i++) {
            pick_mesh_hit hit;
            sink = pick_mesh_closest(mesh, &w->rays[i], &query, &hit) ? hit.t : 0;
        }
        times[round] = 1e9 * (bench_seconds() - start) / (double)w->ray_count;
    }
    (void)sink;
    const double result = median(times, rounds);
    free(times);
    return result;
}

typedef struct mesh_figures {
    double build, refit, write, map; // ms
    double after_refit, after_build; // ns per pick
    double quality;
} mesh_figures;

static void must(bool ok)
{
    if (!ok)
        abort();
}

static mesh_figures measure_mesh(const bench_workload *w, const bench_options *o)
{
    mesh_figures f;
    double *times[4];
    float *positions = allocate(3 * (size_t)w->mesh.vertex_count, sizeof *positions);
    soup deformed = w->mesh;
    deformed.positions = positions;
    pick_mesh *refitted = soup_mesh(&w->mesh, editor_platform_memory());
    const pick_allocator *a = pick_default_allocator();
    const size_t size = pick_mesh_write(refitted, NULL, 0);
    void *bytes = a->allocate(a->user, size, PICK_MESH_ALIGNMENT);
    must(bytes != NULL);
    for (int i = 0; i < 4; i++)
        times[i] = allocate(o->rounds, sizeof(double));
    for (size_t round = 0; round < o->rounds; round++) {
        deform(&w->mesh, positions, 0.3 * (double)round);
        double start = bench_seconds();
        must(pick_mesh_refit(refitted, positions, 0) == PICK_OK);
        times[0][round] = 1e3 * (bench_seconds() - start);
        start = bench_seconds();
        pick_mesh *built = soup_mesh(&deformed, editor_platform_memory());
        times[1][round] = 1e3 * (bench_seconds() - start);
        start = bench_seconds();
        must(pick_mesh_write(refitted, bytes, size) == size);
        times[2][round] = 1e3 * (bench_seconds() - start);
        pick_mesh *mapped = NULL;
        start = bench_seconds();
        must(pick_mesh_map(bytes, size, NULL, &mapped) == PICK_OK);
        times[3][round] = 1e3 * (bench_seconds() - start);
        pick_mesh_destroy(mapped);
        if (round + 1 == o->rounds) {
            f.after_build = pick_time(built, w, 3);
            f.after_refit = pick_time(refitted, w, 3);
            f.quality = pick_mesh_quality(refitted);
        }
        pick_mesh_destroy(built);
    }
    f.refit = median(times[0], o->rounds);
    f.build = median(times[1], o->rounds);
    f.write = median(times[2], o->rounds);
    f.map = median(times[3], o->rounds);
    for (int i = 0; i < 4; i++)
        free(times[i]);
    a->deallocate(a->user, bytes, size, PICK_MESH_ALIGNMENT);
    pick_mesh_destroy(refitted);
    free(positions);
    return f;
}

static void print_mesh(const bench_workload *w, const mesh_figures *f, bool json)
{
    if (json) {
        (void)printf("{\"bench\":\"mesh\",\"workload\":\"%s\",\"build_ms\":%.3f,\"refit_ms\":%.3f,\"refit_ratio\":%.4f,"
                     "\"write_ms\":%.3f,\"map_ms\":%.3f,\"map_ratio\":%.4f,\"quality\":%.3f,\"pick_ratio\":%.3f}\n",
                     w->name, f->build, f->refit, f->refit / f->build, f->write, f->map, f->map / f->build, f->quality,
                     f->after_refit / f->after_build);
        return;
    }
    (void)printf("%s: build %.2f ms, refit %.2f ms (%.3f of it), write %.2f ms, map %.2f ms (%.3f); after the refit "
                 "quality %.2f, picks %.2f of those after a build\n",
                 w->name, f->build, f->refit, f->refit / f->build, f->write, f->map, f->map / f->build, f->quality,
                 f->after_refit / f->after_build);
}

// --- Scenes ---------------------------------------------------------------------------------------------------------

typedef struct edit_times {
    double mean, median, late, worst; // us; late: 99.9 % are no later
} edit_times;

static edit_times summary(double *times, size_t count)
{
    edit_times e = {0};
    for (size_t i = 0; i < count; i++)
        e.mean += times[i] / (double)count;
    e.median = median(times, count);
    e.late = times[(count - 1) * 999 / 1000];
    e.worst = times[count - 1];
    return e;
}

// The same edits are made of several scenes, and the quickest time of each counts: what is left of the worst one is the
// library's doing, not that of other programs.
enum { SCENES = 3 };

typedef struct scene_state {
    pick_scene *scenes[SCENES];
    pick_object_id *ids; // the same in all
    double *times;
    test_random random;
    const bench_workload *w;
} scene_state;

static double pick_time_in(const pick_scene *scene, const bench_workload *w)
{
    double times[7];
    pick_query query = PICK_QUERY_DEFAULT;
    query.cull = PICK_CULL_NONE;
    volatile double sink = 0;
    for (int round = 0; round < 7; round++) {
        const double start = bench_seconds();
        for (size_t i = 0; i < w->ray_count; i++) {
            pick_hit hit;
            sink = pick_closest(scene, &w->rays[i], &query, &hit) ? hit.t : 0;
        }
        times[round] = 1e9 * (bench_seconds() - start) / (double)w->ray_count;
    }
    (void)sink;
    return median(times, 7);
}

static double scene_pick_time(const scene_state *s)
{
    return pick_time_in(s->scenes[0], s->w);
}

// In a new scene of the same objects, where they are now: what edits did to the hierarchy, not to the picture.
static double new_scene_pick_time(const scene_state *s)
{
    const size_t count = s->w->object_count;
    pick_object_desc *descs = allocate(count, sizeof *descs);
    pick_object_id *ids = allocate(count, sizeof *ids);
    pick_scene *scene = NULL;
    for (size_t i = 0; i < count; i++)
        must(pick_scene_get(s->scenes[0], s->ids[i], &descs[i]) == PICK_OK);
    must(pick_scene_create(editor_platform_memory(), &scene) == PICK_OK);
    must(pick_scene_add_many(scene, descs, count, ids) == PICK_OK);
    while (pick_scene_maintain(scene, UINT64_MAX)) {
    }
    const double time = pick_time_in(scene, s->w);
    pick_scene_destroy(scene);
    free(ids);
    free(descs);
    return time;
}

static void note_time(scene_state *s, int scene, size_t i, double start)
{
    const double time = 1e6 * (bench_seconds() - start);
    s->times[i] = scene == 0 || time < s->times[i] ? time : s->times[i];
}

static edit_times add_all(scene_state *s, const pick_mesh *mesh)
{
    for (int k = 0; k < SCENES; k++) {
        must(pick_scene_create(editor_platform_memory(), &s->scenes[k]) == PICK_OK);
        for (size_t i = 0; i < s->w->object_count; i++) {
            pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
            desc.mesh = mesh;
            desc.transform = s->w->objects[i].transform;
            const double start = bench_seconds();
            must(pick_scene_add(s->scenes[k], &desc, &s->ids[i]) == PICK_OK);
            note_time(s, k, i, start);
        }
    }
    return summary(s->times, s->w->object_count);
}

// Small steps, or anywhere within `reach` of the middle.
static edit_times move_many(scene_state *s, size_t count, bool far, double reach)
{
    const test_random random = s->random;
    for (int k = 0; k < SCENES; k++) {
        s->random = random;
        for (size_t i = 0; i < count; i++) {
            const pick_object_id id = s->ids[random_index(&s->random, (uint32_t)s->w->object_count)];
            pick_object_desc desc;
            must(pick_scene_get(s->scenes[k], id, &desc) == PICK_OK);
            const pick_vec3 step = random_in_cube(&s->random, far ? reach : 0.05);
            desc.transform.origin = far ? step : pick_vec3_add(desc.transform.origin, step);
            const double start = bench_seconds();
            must(pick_scene_set_transform(s->scenes[k], id, &desc.transform) == PICK_OK);
            note_time(s, k, i, start);
        }
    }
    return summary(s->times, count);
}

static void print_edits(const scene_state *s, const char *what, const edit_times *e, double before, bool json)
{
    const double then = scene_pick_time(s);
    (void)printf(json ? "{\"bench\":\"edits\",\"workload\":\"%s\",\"edit\":\"%s\",\"mean_us\":%.3f,\"median_us\":%.3f,"
                        "\"late_us\":%.3f,\"worst_us\":%.3f,\"picks_after_ratio\":%.4f,\"picks_new_ratio\":%.4f}\n"
                      : "%s: %s: mean %.2f us, median %.2f, 99.9 %% within %.2f, worst %.2f; picks then / before %.3f, "
                        "/ in a scene built anew %.3f\n",
                 s->w->name, what, e->mean, e->median, e->late, e->worst, then / before, then / new_scene_pick_time(s));
}

static void measure_scene(const bench_workload *w, const bench_options *o)
{
    const size_t count = w->object_count;
    scene_state s = {.w = w, .random = {17}};
    pick_mesh *mesh = soup_mesh(&w->mesh, editor_platform_memory());
    s.ids = allocate(count, sizeof *s.ids);
    const size_t drags = o->quick ? 500 : 50000;
    const size_t teleports = o->quick ? 100 : 5000;
    s.times = allocate(count + drags + teleports, sizeof *s.times);
    const edit_times adds = add_all(&s, mesh);
    for (int k = 0; k < SCENES; k++) {
        while (pick_scene_maintain(s.scenes[k], UINT64_MAX)) {
        }
    }
    const double bytes = (double)pick_scene_memory(s.scenes[0]) / (double)count;
    const double before = scene_pick_time(&s);
    const double reach = 2.5 * cbrt((double)count);
    print_edits(&s, "add", &adds, before, o->json);
    const edit_times dragged = move_many(&s, drags, false, reach);
    print_edits(&s, "drag", &dragged, before, o->json);
    const edit_times jumped = move_many(&s, teleports, true, reach);
    print_edits(&s, "teleport", &jumped, before, o->json);
    (void)printf(o->json ? "{\"bench\":\"memory\",\"workload\":\"%s\",\"bytes_per_object\":%.1f}\n"
                         : "%s: %.1f bytes per object\n",
                 w->name, bytes);
    for (int k = 0; k < SCENES; k++)
        pick_scene_destroy(s.scenes[k]);
    pick_mesh_destroy(mesh);
    free(s.ids);
    free(s.times);
}

// --- Growth ---------------------------------------------------------------------------------------------------------

// Objects added one by one to an empty scene. The same is done several times, and the quickest time of each edit
// counts.
static edit_times measure_growth(const bench_workload *w, const pick_mesh *mesh, const pick_allocator *memory,
                                 double *picks, double *bytes)
{
    double *times = allocate(w->object_count, sizeof *times);
    scene_state s = {.w = w, .times = times, .ids = allocate(w->object_count, sizeof *s.ids)};
    for (int k = 0; k < SCENES; k++) {
        must(pick_scene_create(memory, &s.scenes[0]) == PICK_OK);
        for (size_t i = 0; i < w->object_count; i++) {
            pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
            desc.mesh = mesh;
            desc.transform = w->objects[i].transform;
            const double start = bench_seconds();
            must(pick_scene_add(s.scenes[0], &desc, &s.ids[i]) == PICK_OK);
            note_time(&s, k, i, start);
        }
        if (k + 1 == SCENES) {
            *picks = scene_pick_time(&s) / new_scene_pick_time(&s);
            *bytes = (double)pick_scene_memory(s.scenes[0]) / (double)w->object_count;
        }
        pick_scene_destroy(s.scenes[0]);
    }
    const edit_times result = summary(times, w->object_count);
    free(s.ids);
    free(times);
    return result;
}

bool bench_grow(const char *name, const bench_options *options)
{
    const pick_allocator *const memory[] = {pick_default_allocator(), editor_platform_memory()};
    static const char *const names[] = {"default", "huge pages"};
    bench_workload w;
    (void)name;
    if (!bench_workload_spheres(&w, 80, options->quick ? 1000 : 300000, options->quick ? 500 : 20000))
        return false;
    pick_mesh *mesh = soup_mesh(&w.mesh, NULL);
    for (int i = 0; i < 2; i++) {
        double picks = 0, bytes = 0;
        const edit_times e = measure_growth(&w, mesh, memory[i], &picks, &bytes);
        (void)printf(options->json
                         ? "{\"bench\":\"grow\",\"memory\":\"%s\",\"objects\":%zu,\"mean_us\":%.3f,\"median_us\":%.3f,"
                           "\"late_us\":%.3f,\"worst_us\":%.3f,\"picks_new_ratio\":%.4f,\"bytes_per_object\":%.1f}\n"
                         : "grow, %s memory: %zu objects one by one: mean %.2f us, median %.2f, 99.9 %% within %.2f, "
                           "worst %.2f; picks then / in a scene built anew %.3f; %.1f bytes per object\n",
                     names[i], w.object_count, e.mean, e.median, e.late, e.worst, picks, bytes);
        (void)fflush(stdout);
    }
    pick_mesh_destroy(mesh);
    bench_workload_free(&w);
    return true;
}

bool bench_edits(const char *name, const bench_options *options)
{
    static const char *const meshes[] = {"S60k", "M1", "M2"};
    static const char *const scenes[] = {"I100", "I10k", "I100k"};
    const bool refit = name[0] == 'r';
    for (size_t i = 0; i < (options->quick ? 1 : 3); i++) {
        bench_workload w;
        if (!bench_workload_make(&w, refit ? meshes[i] : scenes[i], options->rays))
            return false;
        if (refit) {
            const mesh_figures f = measure_mesh(&w, options);
            print_mesh(&w, &f, options->json);
        } else {
            measure_scene(&w, options);
        }
        (void)fflush(stdout);
        bench_workload_free(&w);
    }
    return true;
}

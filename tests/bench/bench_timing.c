// Measures times so that they are comparable: engines in turn, in changing order, medians.
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TURN = 8000, MIB = 1 << 20, SWEEP_LIMIT_MIB = 512 };

double bench_seconds(void)
{
    struct timespec now;
    (void)timespec_get(&now, TIME_UTC);
    // Without the high bits of what passed since 1970, which would leave a double no better than 238 ns.
    return (double)(now.tv_sec & 0xfffff) + 1e-9 * (double)now.tv_nsec;
}

double bench_cpu_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_quantile(double *values, size_t count, double part)
{
    if (count == 0)
        return 0;
    qsort(values, count, sizeof *values, compare_doubles);
    return values[(size_t)(part * (double)count)];
}

static double *times_for(size_t count)
{
    double *times = calloc(count + 1, sizeof *times);
    if (times == NULL)
        abort();
    return times;
}

static double time_turn(const bench_engine *engine, const bench_workload *w, size_t first, size_t count)
{
    volatile double sink = 0;
    const size_t warming = engine->slow ? 0 : count / 4;
    for (size_t i = 0; i < warming; i++)
        sink = engine->cast(engine->state, &w->rays[(first + w->ray_count - warming + i) % w->ray_count]);
    const double start = bench_cpu_seconds();
    for (size_t i = 0; i < count; i++)
        sink = engine->cast(engine->state, &w->rays[(first + i) % w->ray_count]);
    (void)sink;
    return 1e9 * (bench_cpu_seconds() - start) / (double)count;
}

// Memory that a virtual machine has given back to its host costs several times as much to find as memory that it still
// has; which of the two a build meets would depend on who was built before. So it always meets the latter.
static void bring_memory(const bench_workload *w)
{
    const size_t bytes = 256 * (size_t)(w->mesh.index_count / 3) + 1024 * w->object_count;
    const pick_allocator *a = editor_platform_memory();
    volatile char *memory = a->allocate(a->user, bytes, 64);
    if (memory == NULL)
        abort();
    for (size_t i = 0; i < bytes; i += 4096)
        memory[i] = 1;
    a->deallocate(a->user, (void *)memory, bytes, 64);
}

void bench_build(const bench_peer *makers, size_t count, const bench_workload *w, const bench_options *o,
                 bench_engine *engines)
{
    const size_t rounds = o->rounds;
    double *times = times_for(rounds * count);
    for (size_t round = 0; round < rounds; round++) {
        for (size_t i = 0; i < count; i++) {
            const size_t e = (i + round) % count;
            if (round > 0)
                engines[e].destroy(engines[e].state);
            bring_memory(w);
            engines[e] = makers[e](w);
            times[e * rounds + round] = engines[e].build_seconds;
        }
    }
    for (size_t e = 0; e < count; e++)
        engines[e].build_seconds = bench_quantile(times + e * rounds, rounds, 0.5);
    free(times);
}

void bench_warm(const bench_engine *engines, size_t count, const bench_workload *w, const bench_options *o, double *out)
{
    const size_t turn_rays = w->ray_count < TURN ? w->ray_count : TURN;
    const size_t per_round = (w->ray_count + turn_rays - 1) / turn_rays;
    const size_t turns = o->rounds * per_round;
    double *times = times_for(turns * count);
    for (size_t turn = 0; turn < turns; turn++) {
        for (size_t i = 0; i < count; i++) {
            const size_t e = (i + turn) % count;
            const size_t rays = engines[e].slow ? 4 : turn_rays;
            if (!engines[e].slow || turn < 5)
                times[e * turns + turn] = time_turn(&engines[e], w, turn % per_round * turn_rays, rays);
        }
    }
    for (size_t e = 0; e < count; e++)
        out[e] = bench_quantile(times + e * turns, engines[e].slow && turns > 5 ? 5 : turns, 0.5);
    free(times);
}

// Reads a size like "2048K" that Linux reports for a cache. 0: unknown.
static size_t cache_bytes(int number)
{
    char path[64];
    char text[32] = "";
    (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/size", number);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 0;
    const size_t length = fread(text, 1, sizeof text - 1, file);
    (void)fclose(file);
    const size_t value = strtoul(text, NULL, 10);
    return length == 0 ? 0 : value * (strchr(text, 'M') != NULL ? (size_t)MIB : (strchr(text, 'K') != NULL ? 1024 : 1));
}

// Twice the two outer caches, so that any sensible replacement has let go of everything else; on a large server, whose
// outermost cache this program shares with others, what can be read in a reasonable time.
static size_t sweep_bytes(const bench_options *o)
{
    const size_t wanted = 2 * (cache_bytes(2) + cache_bytes(3));
    const size_t limit = (size_t)SWEEP_LIMIT_MIB * MIB;
    if (o->sweep_mib > 0)
        return o->sweep_mib * MIB;
    return wanted == 0 || wanted > limit ? limit : wanted;
}

static unsigned char sweep(const unsigned char *memory, size_t bytes)
{
    unsigned char sum = 0;
    for (size_t i = 0; i < bytes; i += 64)
        sum = (unsigned char)(sum + ((const volatile unsigned char *)memory)[i]);
    return sum;
}

size_t bench_cold(const bench_engine *engines, size_t count, const bench_workload *w, const bench_options *o,
                  double *out)
{
    const size_t bytes = sweep_bytes(o);
    unsigned char *memory = malloc(bytes);
    double *times = times_for(o->cold_rays * count);
    if (memory == NULL)
        abort();
    memset(memory, 1, bytes); // pages of its own: unwritten ones are all one page
    volatile double sink = 0;
    for (size_t i = 0; i < o->cold_rays; i++) {
        for (size_t k = 0; k < count; k++) {
            const size_t e = (k + i) % count;
            sink = sweep(memory, bytes);
            // The ray and whom to ask are in hand, as after a mouse event.
            const bench_engine engine = engines[e];
            const pick_ray ray = w->rays[i % w->ray_count];
            const double start = bench_seconds();
            sink = engine.cast(engine.state, &ray);
            times[e * o->cold_rays + i] = 1e9 * (bench_seconds() - start);
        }
    }
    (void)sink;
    for (size_t e = 0; e < count; e++)
        out[e] = bench_quantile(times + e * o->cold_rays, o->cold_rays, 0.5);
    free(times);
    free(memory);
    return bytes;
}

double bench_agreement(const bench_engine *a, const bench_engine *b, const bench_workload *w)
{
    size_t same = 0;
    const size_t most = a->slow || b->slow ? 20 : 2000;
    const size_t rays = w->ray_count < most ? w->ray_count : most;
    for (size_t i = 0; i < rays; i++) {
        const double x = a->cast(a->state, &w->rays[i]);
        const double y = b->cast(b->state, &w->rays[i]);
        same += x == y || fabs(x - y) <= 1e-3 * fabs(x);
    }
    return (double)same / (double)rays;
}

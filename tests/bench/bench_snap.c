// Snapping where many objects lie behind each other near the mouse: with covers, which leave out what is certainly
// hidden (picking/src/nearest/window_cover.c), beside without, in the same run. A filter that accepts all keeps covers
// from being made; it is called for few candidates.
#include "bench.h"
#include "picking/picking.h"
#include "projection.h"
#include "shapes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SNAP_SIDE = 60, SNAP_QUICK_SIDE = 12, SNAP_ASKED = 200, SNAP_QUICK_ASKED = 10 };

typedef struct snap_lattice {
    pick_mesh *mesh;
    pick_scene *scene;
    pick_view view;
    pick_vec2 places[SNAP_ASKED];
    size_t asked;
    pick_vec3 held;
} snap_lattice;

static void snap_must(bool fine)
{
    if (!fine)
        abort();
}

// side * side * side boxes of a third of their distance, which fill the view.
static void snap_fill(snap_lattice *l, uint32_t side)
{
    soup box = soup_box(0.3, 0.3, 0.3);
    l->mesh = soup_mesh(&box, NULL);
    soup_free(&box);
    const size_t count = (size_t)side * side * side;
    pick_object_desc *descs = malloc(count * sizeof *descs);
    pick_object_id *ids = malloc(count * sizeof *ids);
    snap_must(l->mesh != NULL && descs != NULL && ids != NULL);
    for (size_t i = 0; i < count; i++) {
        const double middle = 0.5 * side;
        descs[i] = PICK_OBJECT_DESC_DEFAULT;
        descs[i].mesh = l->mesh;
        descs[i].transform.origin = pick_vec3_make((double)(i % side) - middle, (double)(i / side % side) - middle,
                                                   (double)(i / side / side) - middle);
    }
    snap_must(pick_scene_create(editor_platform_memory(), &l->scene) == PICK_OK &&
              pick_scene_add_many(l->scene, descs, count, ids) == PICK_OK);
    free(descs);
    free(ids);
}

static void snap_look(snap_lattice *l, uint32_t side)
{
    const projection_spec spec = projection_perspective(0.9, 16.0 / 9, 0.1, HUGE_VAL);
    const pick_vec3 forward = pick_vec3_normalize(pick_vec3_make(-0.5, -0.3, -0.8));
    float projection[16], rotation[16];
    test_random r = {5};
    projection_matrix(&spec, projection);
    view_matrix(forward, pick_vec3_make(0, 1, 0), rotation);
    const pick_view_desc desc = {.projection = projection,
                                 .view = rotation,
                                 .eye = pick_vec3_scale(forward, -0.9 * side),
                                 .viewport = {0, 0, 1280, 720}};
    snap_must(pick_view_init(&l->view, &desc) == PICK_OK);
    for (size_t i = 0; i < l->asked; i++)
        l->places[i] = (pick_vec2){random_between(&r, 400, 880), random_between(&r, 150, 570)};
    l->held = pick_vec3_make(0.4 * side, 0.1, 0.2);
}

static bool accepts_all(void *user, const pick_hit *candidate)
{
    (void)user;
    (void)candidate;
    return true;
}

// Seconds of each question; returns a hash of the answers.
static uint64_t snap_ask(const snap_lattice *l, uint32_t rules, bool covers, double *seconds)
{
    const pick_query query = {.filter = covers ? NULL : accepts_all};
    uint64_t answers = 0;
    for (size_t i = 0; i < l->asked; i++) {
        pick_snap_query snap = PICK_SNAP_QUERY_DEFAULT;
        pick_snap out;
        snap.rules = rules;
        snap.reach = 10;
        snap.has_held = true;
        snap.held = l->held;
        const double start = bench_seconds();
        const bool found = pick_snap_in_window(l->scene, &l->view, l->places[i], &snap, &query, &out);
        seconds[i] = bench_seconds() - start;
        answers = 31 * answers + (found ? 1 + out.object.index1 + 7 * out.triangle : 0);
    }
    return answers;
}

bool bench_snap(const char *name, const bench_options *options)
{
    static const struct {
        const char *name;
        uint32_t rules;
    } ROWS[] = {{"all rules", PICK_SNAP_ALL},
                {"vertex", PICK_SNAP_VERTEX},
                {"edge", PICK_SNAP_EDGE},
                {"middle of an edge", PICK_SNAP_MIDDLE},
                {"center of a face", PICK_SNAP_CENTER},
                {"foot", PICK_SNAP_PERPENDICULAR}};
    const uint32_t side = options->quick ? SNAP_QUICK_SIDE : SNAP_SIDE;
    static snap_lattice l;
    bool same = true;
    l = (snap_lattice){.asked = options->quick ? SNAP_QUICK_ASKED : SNAP_ASKED};
    snap_fill(&l, side);
    snap_look(&l, side);
    if (!options->json)
        (void)printf("%s: %u boxes behind each other, reach 10, us: median and 90th of 100\n", name,
                     side * side * side);
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        double times[2][SNAP_ASKED];
        uint64_t answers[2];
        for (int covers = 0; covers < 2; covers++)
            answers[covers] = snap_ask(&l, ROWS[i].rules, covers == 1, times[covers]);
        same = same && answers[0] == answers[1];
        const double without = 1e6 * bench_quantile(times[0], l.asked, 0.5),
                     with = 1e6 * bench_quantile(times[1], l.asked, 0.5);
        const double most_without = 1e6 * bench_quantile(times[0], l.asked, 0.9),
                     most = 1e6 * bench_quantile(times[1], l.asked, 0.9);
        if (options->json)
            (void)printf("{\"bench\":\"snap\",\"rule\":\"%s\",\"us\":%.1f,\"us_90\":%.1f,\"without_us\":%.1f,\"without_"
                         "us_90\":%.1f,"
                         "\"ratio\":%.3f,\"same\":%s}\n",
                         ROWS[i].name, with, most, without, most_without, with / without,
                         answers[0] == answers[1] ? "true" : "false");
        else
            (void)printf("  %-18s with covers %7.1f %7.1f, without %7.1f %7.1f (x%.2f)%s\n", ROWS[i].name, with, most,
                         without, most_without, with / without, answers[0] == answers[1] ? "" : "  ANSWERS DIFFER");
    }
    pick_scene_destroy(l.scene);
    pick_mesh_destroy(l.mesh);
    return same;
}

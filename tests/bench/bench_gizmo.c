// bench gizmo: the cost of a mouse move that drags 1 000 objects, compared with the cost of updating the scene alone.
//
// A move is pick_gizmo_drag and pick_gizmo_apply, then pick_scene_set_transform for each object. The baseline is the
// last part alone: what any tool that moves them has to pay. Figures are medians of moves along a wide circle.
#include "bench.h"
#include "picking/picking.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { OBJECTS = 1000, MOVES = 400, QUICK_MOVES = 20 };

typedef struct gizmo_bench {
    pick_mesh *mesh;
    pick_scene *scene;
    pick_view view;
    pick_object_id ids[OBJECTS];
    pick_gizmo_target targets[OBJECTS];
    pick_affine worlds[OBJECTS];
    double gizmo[MOVES], scene_only[MOVES];
} gizmo_bench;

static bool fill(gizmo_bench *b)
{
    static const float corners[12] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
    static const uint16_t indices[6] = {0, 1, 2, 0, 2, 3};
    const pick_mesh_desc mesh = {
        .positions = corners, .vertex_count = 4, .indices = indices, .index_type = PICK_INDEX_UINT16, .index_count = 6};
    if (pick_mesh_create(&mesh, NULL, &b->mesh) != PICK_OK || pick_scene_create(NULL, &b->scene) != PICK_OK)
        return false;
    for (int i = 0; i < OBJECTS; i++) {
        const double angle = 0.1 * i, c = cos(angle), s = sin(angle);
        b->targets[i] = (pick_gizmo_target){.world = {{c, 0, -s, 0, 1, 0, s, 0, c}, {i % 10, i / 10 % 10, -(i / 100)}},
                                            .parent = PICK_AFFINE_IDENTITY};
        pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
        object.mesh = b->mesh;
        object.transform = pick_affine_to_transform(&b->targets[i].world);
        if (pick_scene_add(b->scene, &object, &b->ids[i]) != PICK_OK)
            return false;
    }
    const float f = 1.7320508f; // 60 degrees, reversed depth, far plane at infinity
    const float projection[16] = {f * 0.75f, 0, 0, 0, 0, -f, 0, 0, 0, 0, 0, -1, 0, 0, 0.1f, 0};
    const float rotation[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    return pick_view_init(&b->view, &(pick_view_desc){projection, rotation, {5, 5, 20}, {0, 0, 800, 600}}) == PICK_OK;
}

static void place_all(gizmo_bench *b, const pick_affine *worlds)
{
    for (int i = 0; i < OBJECTS; i++) {
        const pick_transform transform = pick_affine_to_transform(&worlds[i]);
        (void)pick_scene_set_transform(b->scene, b->ids[i], &transform);
    }
}

static bool run(gizmo_bench *b, const char *name, pick_gizmo_handle handle, pick_gizmo_mode mode,
                pick_gizmo_space space, pick_gizmo_pivot pivot, size_t moves, bool json)
{
    pick_gizmo gizmo;
    pick_gizmo_desc desc = PICK_GIZMO_DESC_DEFAULT;
    desc.mode = mode;
    desc.space = space;
    desc.pivot = pivot;
    pick_gizmo_init(&gizmo, &desc);
    pick_gizmo_place(&gizmo, &b->view, b->targets, OBJECTS, 0);
    const pick_vec2 press = {gizmo.pose.center.x + 30, gizmo.pose.center.y - 30};
    if (!pick_gizmo_begin(&gizmo, handle, press, b->targets, OBJECTS, 0))
        return false;
    for (size_t i = 0; i < moves; i++) {
        const double angle = 6.2831853 * (double)i / (double)moves;
        const pick_gizmo_input input = {.position = {press.x + 80 * cos(angle), press.y + 80 * sin(angle)}};
        const double start = bench_seconds();
        pick_gizmo_drag(&gizmo, &input);
        if (pick_gizmo_apply(&gizmo, b->targets, OBJECTS, b->worlds) != PICK_OK)
            return false;
        place_all(b, b->worlds);
        const double middle = bench_seconds();
        place_all(b, b->worlds);
        b->gizmo[i] = middle - start;
        b->scene_only[i] = bench_seconds() - middle;
    }
    pick_gizmo_cancel(&gizmo);
    const double whole = bench_quantile(b->gizmo, moves, 0.5), scene = bench_quantile(b->scene_only, moves, 0.5);
    if (json) {
        (void)printf(
            "{\"bench\":\"gizmo\",\"objects\":%d,\"move\":\"%s\",\"ms\":%.4f,\"scene_ms\":%.4f,\"ratio\":%.3f}\n",
            OBJECTS, name, 1e3 * whole, 1e3 * scene, whole / scene);
    } else {
        (void)printf("  %-28s %10.4f %10.4f %8.2f\n", name, 1e3 * whole, 1e3 * scene, whole / scene);
    }
    return true;
}

bool bench_gizmo(const char *name, const bench_options *options)
{
    const size_t moves = options->quick ? QUICK_MOVES : MOVES;
    const bool json = options->json;
    gizmo_bench *b = calloc(1, sizeof(*b));
    if (b == NULL)
        return false;
    if (!json) {
        (void)printf("%s: a mouse move with %d objects in hand\n  %-28s %10s %10s %8s\n", name, OBJECTS, "", "ms",
                     "scene ms", "ratio");
    }
    const bool good = fill(b) &&
                      run(b, "move, world, active", PICK_GIZMO_MOVE_VIEW, PICK_GIZMO_TRANSLATE, PICK_GIZMO_WORLD,
                          PICK_GIZMO_ACTIVE, moves, json) &&
                      run(b, "turn, world, median", PICK_GIZMO_TURN_BALL, PICK_GIZMO_ROTATE, PICK_GIZMO_WORLD,
                          PICK_GIZMO_MEDIAN, moves, json) &&
                      run(b, "turn, local, individual", PICK_GIZMO_TURN_Y, PICK_GIZMO_ROTATE, PICK_GIZMO_LOCAL,
                          PICK_GIZMO_INDIVIDUAL, moves, json) &&
                      run(b, "scale, local, individual", PICK_GIZMO_SCALE_ALL, PICK_GIZMO_SCALE, PICK_GIZMO_LOCAL,
                          PICK_GIZMO_INDIVIDUAL, moves, json);
    pick_scene_destroy(b->scene);
    pick_mesh_destroy(b->mesh);
    free(b);
    return good;
}

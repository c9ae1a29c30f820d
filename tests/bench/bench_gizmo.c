// bench_gizmo: what one mouse move costs while 1 000 objects are dragged, beside what their places in the scene cost.
//
// A move is pick_gizmo_drag and pick_gizmo_apply, then pick_scene_set_transform for each object. The baseline is the
// last part alone: what any tool that moves them has to pay. Figures are medians of moves along a wide circle.
#include "picking/picking.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { OBJECTS = 1000, MOVES = 400, QUICK_MOVES = 20 };

static double now(void)
{
    struct timespec time;
    (void)timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef struct bench {
    pick_mesh *mesh;
    pick_scene *scene;
    pick_view view;
    pick_object_id ids[OBJECTS];
    pick_gizmo_target targets[OBJECTS];
    pick_affine worlds[OBJECTS];
    double gizmo[MOVES], scene_only[MOVES];
} bench;

static bool fill(bench *b)
{
    static const float corners[12] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
    static const uint16_t indices[6] = {0, 1, 2, 0, 2, 3};
    const pick_mesh_desc mesh = {
        .positions = corners, .vertex_count = 4, .indices = indices, .index_type = PICK_INDEX_UINT16, .index_count = 6};
    if (pick_mesh_create(&mesh, NULL, &b->mesh) != PICK_OK || pick_scene_create(NULL, &b->scene) != PICK_OK) {
        return false;
    }
    for (int i = 0; i < OBJECTS; ++i) {
        const double angle = 0.1 * i, c = cos(angle), s = sin(angle);
        b->targets[i] = (pick_gizmo_target){{{c, 0, -s, 0, 1, 0, s, 0, c}, {i % 10, i / 10 % 10, -(i / 100)}},
                                            PICK_AFFINE_IDENTITY};
        pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
        object.mesh = b->mesh;
        object.transform = pick_affine_to_transform(&b->targets[i].world);
        if (pick_scene_add(b->scene, &object, &b->ids[i]) != PICK_OK) {
            return false;
        }
    }
    const float f = 1.7320508f; // 60 degrees, reversed depth, far plane at infinity
    const float projection[16] = {f * 0.75f, 0, 0, 0, 0, -f, 0, 0, 0, 0, 0, -1, 0, 0, 0.1f, 0};
    const float rotation[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    return pick_view_init(&b->view, &(pick_view_desc){projection, rotation, {5, 5, 20}, {0, 0, 800, 600}}) == PICK_OK;
}

static void place_all(bench *b, const pick_affine *worlds)
{
    for (int i = 0; i < OBJECTS; ++i) {
        const pick_transform transform = pick_affine_to_transform(&worlds[i]);
        (void)pick_scene_set_transform(b->scene, b->ids[i], &transform);
    }
}

static bool run(bench *b, const char *name, pick_gizmo_handle handle, pick_gizmo_mode mode, pick_gizmo_space space,
                pick_gizmo_pivot pivot, int moves)
{
    pick_gizmo gizmo;
    pick_gizmo_desc desc = PICK_GIZMO_DESC_DEFAULT;
    desc.mode = mode;
    desc.space = space;
    desc.pivot = pivot;
    pick_gizmo_init(&gizmo, &desc);
    pick_gizmo_place(&gizmo, &b->view, b->targets, OBJECTS, 0);
    const pick_vec2 press = {gizmo.pose.center.x + 30, gizmo.pose.center.y - 30};
    if (!pick_gizmo_begin(&gizmo, handle, press, b->targets, OBJECTS, 0)) {
        return false;
    }
    for (int i = 0; i < moves; ++i) {
        const double angle = 6.2831853 * i / moves;
        const pick_gizmo_input input = {.position = {press.x + 80 * cos(angle), press.y + 80 * sin(angle)}};
        const double start = now();
        pick_gizmo_drag(&gizmo, &input);
        if (pick_gizmo_apply(&gizmo, b->targets, OBJECTS, b->worlds) != PICK_OK) {
            return false;
        }
        place_all(b, b->worlds);
        const double middle = now();
        place_all(b, b->worlds);
        b->gizmo[i] = middle - start;
        b->scene_only[i] = now() - middle;
    }
    pick_gizmo_cancel(&gizmo);
    qsort(b->gizmo, (size_t)moves, sizeof(double), compare);
    qsort(b->scene_only, (size_t)moves, sizeof(double), compare);
    const double whole = b->gizmo[moves / 2], scene = b->scene_only[moves / 2];
    (void)printf("  %-28s %10.4f %10.4f %8.2f\n", name, 1e3 * whole, 1e3 * scene, whole / scene);
    return true;
}

int main(int argc, char **argv)
{
    const bool quick = argc > 1 && strcmp(argv[1], "--quick") == 0;
    const int moves = quick ? QUICK_MOVES : MOVES;
    bench *b = calloc(1, sizeof(*b));
    if (b == NULL || !fill(b)) {
        return 1;
    }
    (void)printf("a mouse move with %d objects in hand\n  %-28s %10s %10s %8s\n", OBJECTS, "", "ms", "scene ms",
                 "ratio");
    const bool good = run(b, "move, world, active", PICK_GIZMO_MOVE_VIEW, PICK_GIZMO_TRANSLATE, PICK_GIZMO_WORLD,
                          PICK_GIZMO_ACTIVE, moves) &&
                      run(b, "turn, world, median", PICK_GIZMO_TURN_BALL, PICK_GIZMO_ROTATE, PICK_GIZMO_WORLD,
                          PICK_GIZMO_MEDIAN, moves) &&
                      run(b, "turn, local, individual", PICK_GIZMO_TURN_Y, PICK_GIZMO_ROTATE, PICK_GIZMO_LOCAL,
                          PICK_GIZMO_INDIVIDUAL, moves) &&
                      run(b, "scale, local, individual", PICK_GIZMO_SCALE_ALL, PICK_GIZMO_SCALE, PICK_GIZMO_LOCAL,
                          PICK_GIZMO_INDIVIDUAL, moves);
    pick_scene_destroy(b->scene);
    pick_mesh_destroy(b->mesh);
    free(b);
    return good ? 0 : 1;
}

// The functions of sweep.h.
#include "abuse.h"

static const pick_vec3 MIDDLE[1] = {{0, 0, 0}};

#define CHECK_SWEEP(function)                                                                                          \
    do {                                                                                                               \
        pick_contact c = {.t = 77};                                                                                    \
        CHECK(function, !function(NULL, &solid, a->zero, NULL, &c));                                                   \
        CHECK(function, !function(a->scene, NULL, a->zero, NULL, &c));                                                 \
        CHECK(function, !function(a->scene, &solid, a->zero, NULL, NULL));                                             \
        CHECK(function, !function(a->scene, &solid, a->nan, NULL, &c));                                                \
        CHECK(function, !function(a->scene, &solid, a->infinite, NULL, &c));                                           \
        CHECK(function, !function(a->scene, &solid, a->zero, &a->bad_cull, &c));                                       \
        for (int i = 0; i < BAD; i++)                                                                                  \
            CHECK(function, !function(a->scene, &bad[i], a->zero, NULL, &c) && c.t == 77);                             \
        CHECK(function, function(a->scene, &solid, a->zero, NULL, &c) && c.inside);                                    \
    } while (0)

#define CHECK_OVERLAPS(function)                                                                                       \
    do {                                                                                                               \
        pick_object_id ids[4] = {{77, 77}};                                                                            \
        CHECK(function, function(NULL, &solid, NULL, ids, 4) == 0 && function(a->scene, NULL, NULL, ids, 4) == 0);     \
        CHECK(function, function(a->scene, &solid, NULL, NULL, 4) == 0);                                               \
        CHECK(function, function(a->scene, &solid, &a->bad_cull, ids, 4) == 0);                                        \
        for (int i = 0; i < BAD; i++)                                                                                  \
            CHECK(function, function(a->scene, &bad[i], NULL, ids, 4) == 0 && ids[0].index1 == 77);                    \
        CHECK(function, function(a->scene, &solid, NULL, NULL, 0) == 1);                                               \
        CHECK(function, function(a->scene, &solid, NULL, ids, 4) == 1 && pick_object_id_equal(ids[0], a->id));         \
    } while (0)

#define CHECK_CLEARANCE(function)                                                                                      \
    do {                                                                                                               \
        pick_clearance c = {.distance = 77};                                                                           \
        CHECK(function, !function(NULL, a->id, a->id, NULL, &c) && !function(a->scene, a->id, a->id, NULL, NULL));     \
        CHECK(function, !function(a->scene, a->stale, a->id, NULL, &c));                                               \
        CHECK(function, !function(a->scene, a->id, a->other, NULL, &c));                                               \
        CHECK(function, !function(a->scene, a->id, (pick_object_id){0}, NULL, &c));                                    \
        CHECK(function, !function(a->scene, a->id, a->id, &a->bad_cull, &c) && c.distance == 77);                      \
        CHECK(function, function(a->scene, a->id, a->id, NULL, &c) && c.distance == 0);                                \
    } while (0)

static bool is_empty(pick_solid solid)
{
    return solid.points == NULL && solid.count == 0 && solid.radius == 0;
}

void abuse_sweep(const abuse *a)
{
    enum { BAD = 9 };
    const pick_vec3 half_nan[2] = {{0, 0, 0}, a->nan}, far[2] = {{-1.7e308, 0, 0}, {1.7e308, 0, 0}};
    const pick_solid solid = {MIDDLE, 1, 2};
    const pick_solid bad[BAD] = {
        {NULL, 1, 1},          {MIDDLE, 0, 1},  {MIDDLE, 1, -1},      {MIDDLE, 1, a->not_a_number},
        {MIDDLE, 1, HUGE_VAL}, {&a->nan, 1, 1}, {&a->infinite, 1, 1}, {half_nan, 2, 1},
        {far, 2, 1.7e308}};
    const pick_obb box = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    pick_vec3 corners[8];
    CHECK(pick_solid_from_box, pick_solid_from_box(&box, corners).points == corners);
    CHECK(pick_solid_from_box, corners[7].x == 1 && pick_solid_from_box(&box, corners).count == 8);
    CHECK(pick_solid_from_box, is_empty(pick_solid_from_box(NULL, corners)) && corners[7].x == 1);
    CHECK(pick_solid_from_box, is_empty(pick_solid_from_box(&box, NULL)));
    CHECK(pick_solid_from_sphere, is_empty(pick_solid_from_sphere(NULL)));
    CHECK_SWEEP(pick_sweep);
    CHECK_SWEEP(pick_sweep_brute_force);
    CHECK_OVERLAPS(pick_overlaps);
    CHECK_OVERLAPS(pick_overlaps_brute_force);
    CHECK_CLEARANCE(pick_object_clearance);
    CHECK_CLEARANCE(pick_object_clearance_brute_force);
}

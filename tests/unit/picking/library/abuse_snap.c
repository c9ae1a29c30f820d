// The functions of snap.h.
#include "abuse.h"

enum { BAD = 23 };

static void make_bad(const abuse *a, pick_snap_query bad[BAD])
{
    for (int i = 0; i < BAD; i++)
        bad[i] = PICK_SNAP_QUERY_DEFAULT;
    bad[0].rules = 1u << 10;
    bad[1].reach = -1;
    bad[2].reach = a->not_a_number;
    bad[3].reach = HUGE_VAL;
    bad[4].motion = (pick_snap_motion)3;
    bad[5].motion = PICK_SNAP_LINE; // without a held point
    bad[5].direction = pick_vec3_make(1, 0, 0);
    bad[6].has_held = true;
    bad[6].held = a->nan;
    for (int i = 7; i < 10; i++) {
        bad[i].has_held = true;
        bad[i].motion = i % 2 == 0 ? PICK_SNAP_LINE : PICK_SNAP_PLANE;
        bad[i].direction = i == 7 ? a->zero : (i == 8 ? a->nan : a->infinite);
    }
    bad[10].point_count = 1;
    bad[11].grid_origin = a->infinite;
    bad[12].grid_axis[0] = a->nan;
    bad[13].grid_axis[0] = pick_vec3_make(1, 0, 0); // the others are zero
    // Rules alone that their own numbers switch off.
    bad[14].rules = bad[15].rules = PICK_SNAP_ALIGN;
    bad[14].neighbor_reach = -1;
    bad[15].neighbor_reach = HUGE_VAL;
    bad[16].rules = bad[17].rules = PICK_SNAP_GRID;
    bad[16].grid_step = 0;
    bad[17].grid_step = HUGE_VAL;
    for (int i = 18; i < 21; i++) {
        for (int k = 0; k < 3; k++)
            bad[i].grid_axis[k] = pick_vec3_make(k == 0, k == 1, k == 2);
        bad[i].grid_axis[i - 18] = i == 18 ? a->infinite : (i == 19 ? a->nan : a->zero);
    }
    bad[21].grid_axis[1] = bad[22].grid_axis[2] = pick_vec3_make(0, 1, 0); // the others are zero
    bad[13].grid_axis[1] = pick_vec3_make(0, 1, 0);
    for (int i = 14; i < 18; i++)
        bad[i].has_held = true;
}

#define CHECK_SNAP(function)                                                                                           \
    do {                                                                                                               \
        pick_snap snap = {.rule = 77};                                                                                 \
        CHECK(function, !function(NULL, &a->view, a->middle, NULL, NULL, &snap));                                      \
        CHECK(function, !function(a->scene, NULL, a->middle, NULL, NULL, &snap));                                      \
        CHECK(function, !function(a->scene, &a->view, a->middle, NULL, NULL, NULL));                                   \
        CHECK(function, !function(a->scene, &a->zero_view, a->middle, NULL, NULL, &snap));                             \
        CHECK(function, !function(a->scene, &a->view, a->nan2, NULL, NULL, &snap));                                    \
        CHECK(function, !function(a->scene, &a->view, a->infinite2, NULL, NULL, &snap));                               \
        CHECK(function, !function(a->scene, &a->view, a->middle, NULL, &a->bad_cull, &snap));                          \
        for (int i = 0; i < BAD; i++) {                                                                                \
            CHECK(function, !function(a->scene, &a->view, a->middle, &bad[i], NULL, &snap) && snap.rule == 77);        \
        }                                                                                                              \
        CHECK(function, function(a->scene, &a->view, a->middle, NULL, NULL, &snap) && snap.rule != 77);                \
        CHECK(function, function(a->scene, &a->view, a->middle, &(pick_snap_query){0}, NULL, &snap));                  \
    } while (0)

void abuse_snap(const abuse *a)
{
    pick_snap_query bad[BAD];
    make_bad(a, bad);
    CHECK(pick_snap_query_default, pick_snap_query_default().rules == PICK_SNAP_ALL);
    CHECK_SNAP(pick_snap_in_window);
    CHECK_SNAP(pick_snap_in_window_brute_force);
    pick_snap_query far = PICK_SNAP_QUERY_DEFAULT; // what overflows finds nothing, or what else is there
    pick_snap snap;
    const pick_vec3 points[2] = {a->nan, {1e300, -1e300, 1e300}};
    far.has_held = far.has_box = true;
    far.held = pick_vec3_make(1e308, -1e308, 1e308);
    far.box = (pick_aabb){a->nan, a->infinite};
    far.points = points;
    far.point_count = 2;
    far.grid_step = 1e-300;
    far.direction = pick_vec3_make(1e-300, 0, 1e300);
    for (uint32_t i = 0; i < 30; i++) {
        far.rules = 1u << i % 10;
        far.motion = (pick_snap_motion)(i / 10);
        (void)pick_snap_in_window(a->scene, &a->view, a->middle, &far, NULL, &snap);
        CHECK(pick_snap_in_window,
              i % 10 != 0 || !pick_snap_in_window(a->scene, &a->view, a->middle, &far, NULL, &snap));
    }
}

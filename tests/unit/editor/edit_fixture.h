// edit_fixture.h: a small level to edit, and checks for tests of commands.
#ifndef TESTS_UNIT_EDITOR_EDIT_FIXTURE_H
#define TESTS_UNIT_EDITOR_EDIT_FIXTURE_H

#include "document/history/edit.h"

// A cube's mesh: 1 m wide, its middle at the origin, named "cube".
editor_mesh fixture_cube(void);

// floor: a cube 20 m wide and 1 m high whose top is at y = 0
// posts: group at x = 5
//   post 01, post 02: cubes at z = 0 and z = 2 in it, resting on y = 0
// shed: group at x = -5, scaled by (1, 2, 1) and turned an eighth about +Y
//   roof: a cube in it, turned an eighth about +Z: sheared in the world
//   lamp: a point light
// eye: a camera
enum { FLOOR, POSTS, POST_1, POST_2, SHED, ROOF, LAMP, EYE, FIXTURE_COUNT };
editor_level *fixture_level(void);
editor_document *fixture_document(void);

pick_affine fixture_at(double x, double y, double z);
// The largest difference between two transforms' numbers.
double fixture_difference(const pick_affine *a, const pick_affine *b);
// Whether all derived state equals what a recomputation gives, also in the pick scene.
bool fixture_is_consistent(const editor_level *level);
// Level hash and selection in one.
uint64_t fixture_state(const editor_document *document);
// Names in the tree's order with their depth: "a(b(c)d)".
void fixture_outline(const editor_level *level, char *text, size_t size);

#endif

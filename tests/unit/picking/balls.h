// Balls as objects, for the tests of volumes.
#ifndef TESTS_BALLS_H
#define TESTS_BALLS_H

#include "near.h"
#include "squares.h"

// Balls of radius 1 around the origin, seen from (0, 0, 10), 5 points a metre, the middle of the window at (50, 50).
typedef struct balls {
    squares s;
    pick_volume *solid, *hollow;
} balls;

static const pick_shape BALL = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}};

static inline balls balls_make(void)
{
    balls b = {.s = squares_make()};
    assert_int_equal(pick_volume_create(&(pick_volume_desc){&BALL, PICK_SUBMESH_KIND(2)}, NULL, &b.solid), PICK_OK);
    assert_int_equal(pick_volume_create(&(pick_volume_desc){&BALL, PICK_VOLUME_SURFACE}, NULL, &b.hollow), PICK_OK);
    return b;
}

static inline void balls_free(balls *b)
{
    squares_free(&b->s);
    pick_volume_destroy(b->solid);
    pick_volume_destroy(b->hollow);
}

static inline pick_object_id put(balls *b, const pick_volume *volume, double z)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    desc.volume = volume;
    desc.transform.origin.z = z;
    desc.user = 77;
    assert_int_equal(pick_scene_add(b->s.scene, &desc, &id), PICK_OK);
    return id;
}

#endif

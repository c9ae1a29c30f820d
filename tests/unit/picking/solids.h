// solids.h: closed meshes, and views that cut them open.
#ifndef TESTS_SOLIDS_H
#define TESTS_SOLIDS_H

#include "near.h"
#include "squares.h"

#include <string.h>

enum { MOST = 16 * 36 }; // corners

// Corners that nothing shares, as a cube with flat normals has them.
typedef struct soup {
    float corner[MOST][3];
    uint32_t count;
} soup;

static inline void add_triangle(soup *s, const float a[3], const float b[3], const float c[3])
{
    memcpy(s->corner[s->count++], a, sizeof s->corner[0]);
    memcpy(s->corner[s->count++], b, sizeof s->corner[0]);
    memcpy(s->corner[s->count++], c, sizeof s->corner[0]);
}

// The cube from `low` to `high`, its faces outwards; `odd`: with the other diagonals.
static inline void add_cube(soup *s, float low, float high, bool odd)
{
    for (int axis = 0; axis < 3; axis++) {
        for (int side = 0; side < 2; side++) {
            float p[4][3];
            for (int i = 0; i < 4; i++) {
                const int turn = (i + odd) & 3;
                const bool u = turn == 1 || turn == 2, v = turn >= 2;
                p[i][axis] = side ? high : low;
                p[i][(axis + 1) % 3] = u ? high : low;
                p[i][(axis + 2) % 3] = v ? high : low;
            }
            add_triangle(s, p[0], side ? p[1] : p[2], side ? p[2] : p[1]);
            add_triangle(s, p[0], side ? p[2] : p[3], side ? p[3] : p[2]);
        }
    }
}

static inline void flip(soup *s)
{
    for (uint32_t i = 0; i < s->count; i += 3) {
        float first[3];
        memcpy(first, s->corner[i], sizeof first);
        memcpy(s->corner[i], s->corner[i + 1], sizeof first);
        memcpy(s->corner[i + 1], first, sizeof first);
    }
}

static inline pick_mesh *make(const soup *s, const pick_submesh *submeshes, uint32_t count)
{
    pick_mesh *mesh = NULL;
    const pick_mesh_desc desc = {
        .positions = s->corner[0], .vertex_count = s->count, .submeshes = submeshes, .submesh_count = count};
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    return mesh;
}

static inline pick_mesh *make_cube(float low, float high, bool odd)
{
    soup s = {.count = 0};
    add_cube(&s, low, high, odd);
    pick_mesh *mesh = make(&s, NULL, 0);
    assert_true(pick_mesh_find_closed(mesh));
    return mesh;
}

// The eye is at z = 10 and looks down -z.
static inline pick_view view_behind(double z, bool orthographic)
{
    pick_view view = squares_view(10, 0.1, 100, orthographic);
    const pick_plane plane = {{0, 0, -1}, z};
    assert_int_equal(pick_view_set_section(&view, &plane, 1), PICK_OK);
    pick_view_set_caps(&view, true);
    return view;
}

static inline pick_object_id add(pick_scene *scene, const pick_mesh *mesh, double x, double y, double z)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    desc.mesh = mesh;
    desc.transform.origin = pick_vec3_make(x, y, z);
    desc.user = 7;
    assert_int_equal(pick_scene_add(scene, &desc, &id), PICK_OK);
    return id;
}

static inline uint32_t cap_at(const pick_scene *scene, const pick_view *view, double x, double y)
{
    const pick_query query = {.caps = view};
    const pick_ray ray = {{x, y, 10}, {0, 0, -1}, 0, 100};
    pick_hit hit, twin;
    const bool found = pick_closest(scene, &ray, &query, &hit);
    assert_int_equal(pick_closest_brute_force(scene, &ray, &query, &twin), found);
    if (!found || hit.cap == 0)
        return 0;
    assert_int_equal(twin.cap, hit.cap);
    assert_int_equal(twin.object.index1, hit.object.index1);
    assert_int_equal(twin.triangle, hit.triangle);
    return hit.object.index1;
}

#endif

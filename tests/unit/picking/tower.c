#include "tower.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static pick_object_id put(pick_scene *scene, pick_object_desc desc, pick_vec3 at)
{
    pick_object_id id = {0, 0};
    desc.transform.origin = at;
    assert_int_equal(pick_scene_add(scene, &desc, &id), PICK_OK);
    return id;
}

pick_object_id put_scene(pick_scene *scene, const pick_scene *nested, pick_vec3 at)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    desc.scene = nested;
    desc.user = 100;
    return put(scene, desc, at);
}

pick_object_id put_mesh(pick_scene *scene, const pick_mesh *mesh, pick_vec3 at)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    desc.mesh = mesh;
    desc.user = 7;
    return put(scene, desc, at);
}

pick_scene *new_scene(void)
{
    pick_scene *scene = NULL;
    assert_int_equal(pick_scene_create(NULL, &scene), PICK_OK);
    return scene;
}

tower tower_make(uint32_t levels)
{
    tower t = {.s = squares_make(), .count = levels + 1};
    for (uint32_t i = 0; i <= levels; i++) {
        t.rows[i] = new_scene();
        t.ids[i] = i == 0 ? put_mesh(t.rows[0], t.s.square, (pick_vec3){0, 0, 0})
                          : put_scene(t.rows[i], t.rows[i - 1], (pick_vec3){0, 0, 1});
    }
    return t;
}

void tower_free(tower *t)
{
    while (t->count > 0)
        pick_scene_destroy(t->rows[--t->count]);
    squares_free(&t->s);
}

pick_scene *top_of(const tower *t)
{
    return t->rows[t->count - 1];
}

void tower_changed(const tower *t)
{
    for (uint32_t i = 1; i < t->count; i++)
        pick_scene_nested_changed(t->rows[i], t->rows[i - 1]);
}

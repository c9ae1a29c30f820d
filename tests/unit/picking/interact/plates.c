#include "plates.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

pick_mesh *plates_mesh(void)
{
    static const float corners[12] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
    static const uint16_t indices[6] = {0, 1, 2, 0, 2, 3};
    const pick_mesh_desc desc = {
        .positions = corners, .vertex_count = 4, .indices = indices, .index_type = PICK_INDEX_UINT16, .index_count = 6};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    return mesh;
}

pick_object_id plates_add(pick_scene *scene, const pick_mesh *mesh, pick_vec3 at, float half_x, float half_y,
                          uint32_t flags)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    desc.mesh = mesh;
    desc.transform = (pick_transform){{half_x, 0, 0, 0, half_y, 0, 0, 0, 1}, at};
    desc.flags = flags;
    pick_object_id id;
    assert_int_equal(pick_scene_add(scene, &desc, &id), PICK_OK);
    return id;
}

pick_view plates_view(double half_x, double half_y, pick_rect viewport)
{
    const float range = 1 / (100.0f - 0.1f);
    const float projection[16] = {(float)(1 / half_x), 0, 0, 0, 0, (float)(-1 / half_y), 0, 0, 0, 0, range, 0, 0, 0,
                                  100 * range,         1};
    static const float rotation[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const pick_view_desc desc = {.projection = projection, .view = rotation, .eye = {0, 0, 10}, .viewport = viewport};
    pick_view view;
    assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
    return view;
}

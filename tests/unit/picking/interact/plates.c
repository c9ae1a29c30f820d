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

void plates_begin(plates *p, double half_x, double half_y, pick_rect viewport)
{
    p->plate = plates_mesh();
    assert_int_equal(pick_scene_create(NULL, &p->scene), PICK_OK);
    p->view = plates_view(half_x, half_y, viewport);
    assert_int_equal(pick_pointer_create(NULL, NULL, &p->pointer), PICK_OK);
    p->frame = (pick_pointer_frame){.view = &p->view, .scene = p->scene, .revision = 1};
}

void plates_end(plates *p)
{
    pick_pointer_destroy(p->pointer);
    pick_scene_destroy(p->scene);
    pick_mesh_destroy(p->plate);
}

void plates_push(plates *p, pick_pointer_event_type type, pick_vec2 position, uint32_t button, uint32_t modifiers)
{
    pick_pointer_push(p->pointer, &(pick_pointer_event){.type = type,
                                                        .position = position,
                                                        .button = button,
                                                        .modifiers = modifiers,
                                                        .ui_captured = position.x < p->view.viewport.x,
                                                        .seconds = p->seconds});
}

uint32_t plates_frame(plates *p)
{
    const uint64_t before = pick_pointer_total_picks(p->pointer);
    p->action_count = 0;
    pick_pointer_begin_frame(p->pointer, &p->frame);
    while (pick_pointer_next(p->pointer, &p->actions[p->action_count])) {
        // A hover is the last action of a frame and comes once.
        for (size_t i = 0; i < p->action_count; i++)
            assert_int_not_equal(p->actions[i].type, PICK_POINTER_HOVER);
        p->action_count++;
        assert_true(p->action_count < sizeof(p->actions) / sizeof(p->actions[0]));
    }
    const uint32_t picks = pick_pointer_frame_picks(p->pointer);
    assert_in_range(picks, 0, 1);
    assert_int_equal(pick_pointer_total_picks(p->pointer), before + picks);
    return picks;
}

const pick_pointer_action *plates_find(const plates *p, pick_pointer_action_type type)
{
    for (size_t i = 0; i < p->action_count; i++) {
        if (p->actions[i].type == type)
            return &p->actions[i];
    }
    return NULL;
}

void expect_object(pick_object_id a, pick_object_id b)
{
    assert_int_equal(a.index1, b.index1);
    assert_int_equal(a.generation, b.generation);
}

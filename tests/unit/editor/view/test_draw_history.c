// Random histories: after any edits, the picture of a draw list that followed them is that of a new one.
//
// A draw list is told which objects changed; what nobody tells it of is drawn as before, while picking, which reads the
// level, finds what is there.
#include "document/history/edit.h"
#include "document/history/edit_arrange.h"
#include "document/import/import.h"
#include "document/level/prefab.h"
#include "effort.h"
#include "near.h"
#include "random.h"
#include "view/camera.h"
#include "view/draw_list_private.h"
#include "view/lights.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 96, HEIGHT = 72, PIXELS = WIDTH * HEIGHT, STEPS = 60, MOST = 40, TARGETS = 3, COMMANDS = 28 };

typedef struct stage {
    render_device *device;
    render_target *target;
    editor_document *document;
    editor_draw_list *list;
    test_random random;
} stage;

static int open_device(void **state)
{
    stage *it = calloc(1, sizeof(*it));
    assert_non_null(it);
    char text[256] = "";
    if (render_device_create(&(render_device_desc){.validation = true}, &it->device, text, sizeof(text)) != RENDER_OK) {
        print_message("%s\n", text);
        return -1;
    }
    assert_int_equal(render_target_create(it->device, WIDTH, HEIGHT, &it->target), RENDER_OK);
    *state = it;
    return 0;
}

static int close_device(void **state)
{
    stage *it = *state;
    bool active;
    assert_int_equal(render_device_validation_count(it->device, &active), 0);
    assert_true(active);
    render_target_destroy(it->target);
    render_device_destroy(it->device);
    free(it);
    return 0;
}

static const editor_level *level_of(const stage *it)
{
    return editor_document_level(it->document);
}

// --- Commands ---

static pick_affine any_place(test_random *random)
{
    pick_affine out = PICK_AFFINE_IDENTITY;
    for (int i = 0; i < 9; i++)
        out.linear[i] += random_between(random, -0.5, 0.5);
    out.origin = random_in_cube(random, 3);
    return out;
}

// An object that is there, or EDITOR_NONE.
static uint32_t any_object(stage *it)
{
    const editor_level *level = level_of(it);
    uint32_t number = level->object_count > 0 ? random_index(&it->random, level->object_count) : 0;
    for (uint32_t i = 0; i < level->object_count; i++, number = (number + 1) % level->object_count) {
        if (level->objects[number].exists)
            return number;
    }
    return EDITOR_NONE;
}

static uint32_t count_objects(const editor_level *level)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < level->object_count; i++)
        count += level->objects[i].exists;
    return count;
}

// No two objects lie in one place: which of them is in front would be nobody's business.
static void scatter_selected(stage *it)
{
    uint32_t objects[4 * MOST];
    pick_affine locals[4 * MOST];
    const uint32_t count = editor_document_selected(it->document, objects, 4 * MOST);
    for (uint32_t i = 0; i < count && i < 4 * MOST; i++)
        locals[i] = any_place(&it->random);
    if (count > 0 && count <= 4 * MOST)
        editor_edit_set_locals(it->document, objects, locals, count);
}

static void change_vertex(stage *it, uint32_t object)
{
    const editor_moved_vertex to = {
        random_index(&it->random, 4),
        {(float)random_between(&it->random, -1, 1), (float)random_between(&it->random, -1, 1), 0.5f}};
    editor_edit_move_vertices(it->document, &(editor_vertex_moves){object, &to, 1}, 1);
}

static void change_look(stage *it, uint32_t object)
{
    const editor_override override = {
        .fields = EDITOR_OVERRIDE_BASE_COLOR | EDITOR_OVERRIDE_SIDES,
        .base_color = {random_between(&it->random, 0, 1), random_between(&it->random, 0, 1), 0.5, 1},
        .double_sided = random_index(&it->random, 2)};
    editor_edit_set_overrides(it->document, &object, &override, 1);
}

static void change_size(stage *it, uint32_t object)
{
    editor_primitive primitive =
        editor_primitive_default((editor_shape)(1 + random_index(&it->random, EDITOR_SHAPE_CONE_VOLUME)));
    for (int i = EDITOR_PRIMITIVE_WIDTH; i <= EDITOR_PRIMITIVE_DEPTH; i++) {
        if (editor_primitive_has(primitive.shape, (editor_primitive_field)i))
            primitive.value[i] *= random_between(&it->random, 0.5, 1.5);
        editor_primitive_clamp(&primitive, (editor_primitive_field)i);
    }
    editor_edit_set_primitives(it->document, &object, &primitive, 1);
}

static void add_thing(stage *it, uint32_t kind, uint32_t parent)
{
    editor_document *document = it->document;
    const pick_affine place = any_place(&it->random);
    if (kind < 2) {
        const editor_primitive primitive =
            editor_primitive_default((editor_shape)(1 + random_index(&it->random, EDITOR_SHAPE_CONE_VOLUME)));
        editor_edit_add_primitive(document, "thing", parent, &primitive, &place, NULL);
    } else if (kind == 2) {
        const editor_light light = {(editor_light_type)random_index(&it->random, 3), {1, 0.9, 0.8}, 5, 0, 0.2, 0.7};
        editor_edit_add_light(document, "light", parent, &light, &place, NULL);
    } else if (kind == 3) {
        editor_edit_add_camera(document, "camera", parent, &(editor_lens){.fov = 1, .near_plane = 0.1}, &place, NULL);
    } else {
        editor_edit_add_group(document, "group", parent, &place, NULL);
    }
}

static void change_prefab(stage *it, uint32_t kind, const uint32_t *objects, uint32_t count)
{
    editor_document *document = it->document;
    const uint32_t definitions = level_of(it)->prefab_count;
    const uint32_t any = definitions > 0 ? random_index(&it->random, definitions) : EDITOR_NONE;
    const pick_affine place = any_place(&it->random);
    if (kind == 0)
        editor_edit_make_prefab(document, objects, count, NULL, NULL);
    else if (kind == 1 && any != EDITOR_NONE && editor_level_has_prefab(level_of(it), any))
        editor_edit_add_prefab(document, any, "instance", EDITOR_NONE, &place, NULL);
    else if (kind == 2)
        editor_edit_unpack_prefab(document, objects, count);
    else if (kind == 3)
        editor_edit_update_prefab(document, objects[0]);
}

static void change(stage *it)
{
    editor_document *document = it->document;
    test_random *random = &it->random;
    uint32_t objects[TARGETS];
    const uint32_t count = 1 + random_index(random, TARGETS), kind = random_index(random, COMMANDS);
    const bool is_full = count_objects(level_of(it)) > MOST;
    uint32_t parent = random_index(random, 2) ? any_object(it) : EDITOR_NONE;
    for (uint32_t i = 0; i < count; i++)
        objects[i] = any_object(it);
    const bool flag = random_index(random, 2);
    if (objects[0] == EDITOR_NONE || (kind < 6 && !is_full))
        add_thing(it, kind % 6, parent);
    else if (kind < 8 || is_full)
        editor_edit_delete(document, objects, count);
    else if (kind == 8 && editor_edit_duplicate(document, objects, count) == EDITOR_EDIT_DONE)
        scatter_selected(it);
    else if (kind == 9)
        editor_edit_group(document, objects, count, "group");
    else if (kind == 10)
        editor_edit_ungroup(document, objects, count);
    else if (kind <= 12)
        editor_edit_reparent(document, objects, count, parent, EDITOR_NONE);
    else if (kind == 13)
        editor_edit_set_locals(document, objects, &(pick_affine){.linear = {1, 0, 0, 0, 1}}, 1); // flat
    else if (kind == 14)
        editor_edit_set_hidden(document, objects, count, flag);
    else if (kind == 15)
        editor_edit_show_all(document);
    else if (kind == 16)
        editor_edit_set_layers(document, objects, count, flag ? 0 : 3, flag ? 2 : 0);
    else if (kind == 17)
        editor_edit_set_layer_flags(document, random_index(random, 4), 0);
    else if (kind == 18)
        change_vertex(it, objects[0]);
    else if (kind == 19)
        editor_edit_reset_shapes(document, objects, count);
    else if (kind == 20)
        change_size(it, objects[0]);
    else if (kind == 21)
        change_look(it, objects[0]);
    else if (kind == 22)
        editor_edit_mirror(document, objects, &level_of(it)->objects[objects[0]].world.origin, 1,
                           (int)random_index(random, 3));
    else if (kind == 23)
        change_prefab(it, random_index(random, 4), objects, count);
    else if (kind <= 25)
        editor_document_undo(document);
    else if (kind == 26)
        editor_document_redo(document);
    else
        editor_edit_set_light(
            document, objects[0],
            &(editor_light){EDITOR_LIGHT_DIRECTIONAL, {1, 1, 1}, random_between(random, 1, 9), 0, 0, 1});
}

// --- Pictures ---

typedef struct picture {
    render_pixel_id ids[PIXELS];
    uint8_t colors[4 * PIXELS];
} picture;

static void draw(const stage *it, editor_draw_list *list, picture *out)
{
    editor_camera camera = EDITOR_CAMERA_DEFAULT;
    camera.eye = pick_vec3_make(0, 0, 9);
    const editor_camera_matrices matrices = editor_camera_get_matrices(&camera, (double)WIDTH / HEIGHT);
    render_frame frame = {.eye = {camera.eye.x, camera.eye.y, camera.eye.z}, .icons = true};
    memcpy(frame.projection, matrices.projection, sizeof(frame.projection));
    memcpy(frame.view, matrices.view, sizeof(frame.view));
    render_scene *scene = editor_draw_list_scene(list);
    memset(out, 0, sizeof(*out));
    assert_int_equal(render_target_draw_ids(it->target, scene, &frame, out->ids, PIXELS), RENDER_OK);
    assert_int_equal(render_target_draw(it->target, scene, &frame), RENDER_OK);
    uint32_t width, height;
    assert_int_equal(render_target_read_color(it->target, out->colors, sizeof(out->colors), &width, &height),
                     RENDER_OK);
}

// Volumes are faint, and blended in no order.
enum { FAINT = 20 };

static unsigned color(const picture *it, uint32_t pixel)
{
    const uint8_t *c = &it->colors[4 * pixel];
    return (unsigned)c[0] << 16 | (unsigned)c[1] << 8 | c[2];
}

static void check_picture(const stage *it, uint64_t seed, uint32_t step)
{
    static picture followed, fresh;
    editor_draw_list *list;
    assert_int_equal(editor_draw_list_sync(it->list), RENDER_OK);
    assert_int_equal(editor_draw_list_create(it->device, level_of(it), &list), RENDER_OK);
    draw(it, it->list, &followed);
    draw(it, list, &fresh);
    for (uint32_t i = 0; i < PIXELS; i++) {
        bool same = memcmp(&followed.ids[i], &fresh.ids[i], sizeof(fresh.ids[i])) == 0;
        for (uint32_t k = 4 * i; k < 4 * i + 4; k++)
            same = same && abs(followed.colors[k] - fresh.colors[k]) <= FAINT;
        if (!same)
            fail_msg("history %u, step %u: pixel %u, %u is of object %u, #%06x, but %u, #%06x in a new picture",
                     (unsigned)seed, (unsigned)step, (unsigned)(i % WIDTH), (unsigned)(i / WIDTH),
                     (unsigned)followed.ids[i].object - 1, color(&followed, i), (unsigned)fresh.ids[i].object - 1,
                     color(&fresh, i));
    }
    editor_draw_list_destroy(list);
}

static void test_histories(void **state)
{
    stage *it = *state;
    const uint64_t histories = (uint64_t)test_effort(20, 200);
    for (uint64_t seed = 1; seed <= histories; seed++) {
        editor_level *level = editor_level_create();
        editor_error error = {""};
        assert_true(level && editor_level_finish(level, &error));
        it->random.state = seed;
        it->document = editor_document_create(level, NULL);
        assert_non_null(it->document);
        assert_int_equal(editor_draw_list_create(it->device, level_of(it), &it->list), RENDER_OK);
        for (uint32_t step = 0; step < STEPS; step++) {
            change(it);
            if (random_index(&it->random, 3) == 0 || step == STEPS - 1)
                check_picture(it, seed, step);
        }
        editor_draw_list_destroy(it->list);
        editor_document_destroy(it->document);
    }
}

// Lamps keep their strength while a clip moves what gives the level its size, and get that of the level at rest.
static void test_lamps_do_not_follow_clips(void **state)
{
    stage *it = *state;
    editor_error error = {""};
    editor_level *level = editor_import(ARM, NULL, NULL, &error);
    assert_non_null(level);
    editor_document *document = editor_document_create(level, NULL);
    const editor_light lamp = {.type = EDITOR_LIGHT_POINT, .color = {1, 1, 1}, .intensity = 10};
    assert_int_equal(editor_edit_add_light(document, "lamp", EDITOR_NONE, &lamp,
                                           &(pick_affine){{1, 0, 0, 0, 1, 0, 0, 0, 1}, {3, 1, 5}}, NULL),
                     EDITOR_EDIT_DONE);
    assert_int_equal(editor_draw_list_create(it->device, level, &it->list), RENDER_OK);
    const double size = editor_lights_size(level);
    bool moved = false;
    for (int i = 1; i <= 8; i++) {
        assert_true(editor_level_set_pose(level, i % 2 ? "bend" : "slide", 0.25 * i, &error));
        moved = moved || editor_lights_size(level) != size;
        assert_int_equal(editor_draw_list_sync(it->list), RENDER_OK);
        assert_true(it->list->lit_size == size);
    }
    assert_true(moved);
    editor_level_clear_pose(level);
    assert_int_equal(editor_draw_list_sync(it->list), RENDER_OK);
    assert_true(it->list->lit_size == size);
    editor_draw_list_destroy(it->list);
    editor_document_destroy(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_histories, open_device, close_device),
        cmocka_unit_test_setup_teardown(test_lamps_do_not_follow_clips, open_device, close_device)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

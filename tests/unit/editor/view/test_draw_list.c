// Levels on the GPU: which objects are drawn, from which slots, where, and with which highlights.
#include "document/file/level_file.h"
#include "document/history/edit.h"
#include "document/import/import.h"
#include "document/level/alpha.h"
#include "document/level/level_internal.h"
#include "document/level/look.h"
#include "near.h"
#include "random.h"
#include "view/camera.h"
#include "view/draw_list.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE = 64 };

typedef struct stage {
    render_device *device;
    render_target *target;
    editor_level *level;
    editor_draw_list *list;
    editor_camera camera;
} stage;

static void print_log(void *user, render_log_level level, const char *text)
{
    (void)user;
    if (level != RENDER_LOG_INFO)
        print_message("%s\n", text);
}

static void *copy_of(const void *data, size_t size)
{
    void *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, data, size);
    return copy;
}

// A square of a metre facing +z, its middle at `middle` of object space.
static uint32_t add_square_mesh(editor_level *level, pick_vec3 middle)
{
    float positions[12] = {-0.5f, -0.5f, 0, 0.5f, -0.5f, 0, 0.5f, 0.5f, 0, -0.5f, 0.5f, 0};
    static const uint32_t INDICES[6] = {0, 1, 2, 0, 2, 3};
    const editor_submesh submesh = {0, 2, EDITOR_NONE};
    for (int i = 0; i < 4; i++) {
        positions[3 * i] += (float)middle.x;
        positions[3 * i + 1] += (float)middle.y;
        positions[3 * i + 2] += (float)middle.z;
    }
    editor_mesh mesh = {.vertex_count = 4, .index_count = 6, .submesh_count = 1};
    mesh.name = copy_of("square", 7);
    mesh.positions = copy_of(positions, sizeof(positions));
    mesh.indices = copy_of(INDICES, sizeof(INDICES));
    mesh.submeshes = copy_of(&submesh, sizeof(submesh));
    return editor_level_add_mesh(level, &mesh);
}

static uint32_t add(editor_level *level, uint32_t parent, uint32_t mesh, double x, double y, double scale_z)
{
    const pick_affine local = {{1, 0, 0, 0, 1, 0, 0, 0, scale_z}, {x, y, 0}};
    return editor_level_add_object(level, "object", parent, mesh, &local);
}

// Objects: 0 a square on the left; 1 a group; 2 and 3 squares in it, right above and below; 4 a flat one in the
// middle; 5 one whose vertices lie 2^14 m away, at the top.
static int open_stage(void **state)
{
    stage *it = calloc(1, sizeof(*it));
    assert_non_null(it);
    it->level = editor_level_create();
    uint32_t square = add_square_mesh(it->level, pick_vec3_make(0, 0, 0));
    uint32_t far_off = add_square_mesh(it->level, pick_vec3_make(16384, 16384, 0));
    add(it->level, EDITOR_NONE, square, -2, 0, 1);
    uint32_t group = add(it->level, EDITOR_NONE, EDITOR_NONE, 2, 0, 1);
    add(it->level, group, square, 0, 1, 1);
    add(it->level, group, square, 0, -1, 1);
    add(it->level, EDITOR_NONE, square, 0, 0, 0);
    add(it->level, EDITOR_NONE, far_off, -16384, 2 - 16384, 1);
    editor_error error = {""};
    assert_true(editor_level_finish(it->level, &error));

    char text[256] = "";
    const render_device_desc desc = {.validation = true, .log = print_log};
    if (render_device_create(&desc, &it->device, text, sizeof(text)) != RENDER_OK) {
        print_message("%s\n", text);
        return -1;
    }
    assert_int_equal(render_target_create(it->device, SIZE, SIZE, &it->target), RENDER_OK);
    assert_int_equal(editor_draw_list_create(it->device, it->level, &it->list), RENDER_OK);
    it->camera = EDITOR_CAMERA_DEFAULT;
    it->camera.eye = pick_vec3_make(0, 0, 5);
    it->camera.orthographic = true;
    it->camera.ortho_height = 8; // 8 pixels a metre
    *state = it;
    return 0;
}

static int close_stage(void **state)
{
    stage *it = *state;
    bool active;
    assert_int_equal(render_device_validation_count(it->device, &active), 0);
    assert_true(active);
    editor_draw_list_destroy(it->list);
    render_target_destroy(it->target);
    render_device_destroy(it->device);
    editor_level_destroy(it->level);
    free(it);
    return 0;
}

static render_frame make_frame(const stage *it)
{
    editor_camera_matrices matrices = editor_camera_get_matrices(&it->camera, 1);
    render_frame frame = {.eye = {it->camera.eye.x, it->camera.eye.y, it->camera.eye.z}};
    memcpy(frame.projection, matrices.projection, sizeof(frame.projection));
    memcpy(frame.view, matrices.view, sizeof(frame.view));
    return frame;
}

// The object number at a place of the view plane, or EDITOR_NONE.
static uint32_t object_at(const stage *it, double x, double y)
{
    static render_pixel_id ids[SIZE * SIZE];
    render_frame frame = make_frame(it);
    assert_int_equal(render_target_draw_ids(it->target, editor_draw_list_scene(it->list), &frame, ids, SIZE * SIZE),
                     RENDER_OK);
    size_t column = (size_t)(32 + 8 * x), row = (size_t)(32 - 8 * y);
    return ids[row * SIZE + column].object - 1;
}

static void test_slots_are_object_numbers(void **state)
{
    const stage *it = *state;
    assert_int_equal(object_at(it, -2, 0), 0);
    assert_int_equal(object_at(it, 2, 1), 2);
    assert_int_equal(object_at(it, 2, -1), 3);
    assert_int_equal(object_at(it, 2, 0), EDITOR_NONE);
}

static void test_picture_and_picks_cut_alpha_alike(void **state)
{
    (void)state;
    assert_true(EDITOR_ALPHA_SLACK == RENDER_ALPHA_SLACK);
}

static void test_flat_objects_are_neither_drawn_nor_picked(void **state)
{
    const stage *it = *state;
    assert_false(editor_draw_list_is_drawn(it->level, 4));
    assert_false(editor_draw_list_is_drawn(it->level, 1)); // a group
    assert_true(editor_draw_list_is_drawn(it->level, 0));
    assert_int_equal(object_at(it, 0, 0), EDITOR_NONE);
    pick_view view;
    assert_int_equal(editor_camera_get_view(&it->camera, (pick_rect){0, 0, SIZE, SIZE}, &view), PICK_OK);
    pick_ray ray = pick_view_ray(&view, (pick_vec2){32, 32});
    pick_hit hit;
    assert_false(pick_closest(it->level->scene, &ray, NULL, &hit));
}

static void test_far_vertices_are_where_they_should_be(void **state)
{
    const stage *it = *state;
    assert_int_equal(object_at(it, 0, 2), 5);
    assert_int_equal(object_at(it, -0.4, 2.4), 5);
    assert_int_equal(object_at(it, 0.7, 2), EDITOR_NONE);
}

static void test_updates_follow_the_level(void **state)
{
    stage *it = *state;
    const pick_affine moved = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {-2, 2, 0}};
    const pick_affine before = it->level->objects[0].local;
    assert_true(editor_level_set_local(it->level, 0, &moved));
    assert_int_equal(editor_draw_list_update(it->list, 0), RENDER_OK);
    assert_int_equal(object_at(it, -2, 0), EDITOR_NONE);
    assert_int_equal(object_at(it, -2, 2), 0);
    assert_true(editor_level_set_local(it->level, 0, &before));
    assert_int_equal(editor_draw_list_update(it->list, 0), RENDER_OK);

    editor_level_set_hidden(it->level, 1, true); // the group, and all in it
    for (uint32_t i = 1; i <= 3; i++)
        assert_int_equal(editor_draw_list_update(it->list, i), RENDER_OK);
    assert_int_equal(object_at(it, 2, 1), EDITOR_NONE);
    assert_int_equal(object_at(it, -2, 0), 0);
    editor_level_set_hidden(it->level, 1, false);
    for (uint32_t i = 1; i <= 3; i++)
        assert_int_equal(editor_draw_list_update(it->list, i), RENDER_OK);
    assert_int_equal(object_at(it, 2, 1), 2);
}

// How many pixels of the left and of the right half differ between the picture now and `before`.
static void count_changes(const stage *it, const uint8_t *before, uint8_t *now, int changes[2])
{
    render_frame frame = make_frame(it);
    uint32_t width = 0, height = 0;
    assert_int_equal(render_target_draw(it->target, editor_draw_list_scene(it->list), &frame), RENDER_OK);
    assert_int_equal(render_target_read_color(it->target, now, SIZE * SIZE * 4, &width, &height), RENDER_OK);
    changes[0] = changes[1] = 0;
    for (size_t i = 0; i < SIZE * SIZE; i++)
        changes[i % SIZE >= SIZE / 2] += memcmp(before + 4 * i, now + 4 * i, 4) != 0;
}

static void test_marks_show_and_go_away(void **state)
{
    const stage *it = *state;
    static uint8_t plain[SIZE * SIZE * 4], now[SIZE * SIZE * 4];
    int changes[2];
    count_changes(it, plain, plain, changes);

    const uint32_t square = 0, group = 1;
    const editor_highlight hover = {.hovered = &square, .hovered_count = 1, .active = EDITOR_NONE};
    assert_true(editor_draw_list_highlight(it->list, &hover));
    assert_false(editor_draw_list_highlight(it->list, &hover)); // nothing new
    count_changes(it, plain, now, changes);
    assert_true(changes[0] > 20 && changes[1] == 0);

    // A group stands for what is in it.
    const editor_highlight select = {.selected = &group, .selected_count = 1, .active = EDITOR_NONE};
    assert_true(editor_draw_list_highlight(it->list, &select));
    count_changes(it, plain, now, changes);
    assert_true(changes[0] == 0 && changes[1] > 20);

    const uint32_t wrong = 999; // a number that is no object's is no crash
    const editor_highlight none = {.hovered = &wrong, .hovered_count = 1, .active = EDITOR_NONE};
    assert_true(editor_draw_list_highlight(it->list, &none));
    count_changes(it, plain, now, changes);
    assert_true(changes[0] == 0 && changes[1] == 0);
}

// The mean lightness within two squares: the one on the left, and the upper one in the group.
static void lightness(const uint8_t *rgba, double out[2])
{
    double sums[2] = {0, 0};
    for (size_t side = 0; side < 2; side++) {
        const size_t left = side == 0 ? 14 : 46, top = side == 0 ? 30 : 22; // 8 pixels a metre
        for (size_t i = 0; i < 16; i++)
            sums[side] += rgba[4 * ((top + i / 4) * SIZE + left + i % 4)];
        out[side] = sums[side] / 16;
    }
}

static void test_what_is_outside_a_group_is_dimmed(void **state)
{
    const stage *it = *state;
    static uint8_t plain[SIZE * SIZE * 4], now[SIZE * SIZE * 4];
    int changes[2];
    double before[2], after[2];
    const uint32_t group = 1, square = 0;
    editor_highlight highlight = {.active = EDITOR_NONE};
    (void)editor_draw_list_highlight(it->list, &highlight);
    count_changes(it, plain, plain, changes);
    lightness(plain, before);
    highlight.dims = true;
    highlight.inside = group;
    assert_true(editor_draw_list_highlight(it->list, &highlight));
    assert_false(editor_draw_list_highlight(it->list, &highlight));
    count_changes(it, plain, now, changes);
    lightness(now, after);
    assert_true(changes[0] > 20 && after[1] == before[1]);
    assert_true(after[0] < 0.7 * before[0] && after[0] > 0);
    assert_int_equal(object_at(it, -2, 0), 0); // the IDs are as ever
    assert_int_equal(object_at(it, 2, 1), 2);
    // Inside one of its members: the other one and the left are dimmed. Outlines are as ever.
    highlight.inside = 2;
    assert_true(editor_draw_list_highlight(it->list, &highlight));
    count_changes(it, plain, now, changes);
    lightness(now, after);
    assert_true(changes[0] > 20 && changes[1] > 20 && after[1] == before[1]);
    highlight.hovered = &square;
    highlight.hovered_count = 1;
    assert_true(editor_draw_list_highlight(it->list, &highlight));
    static uint8_t outlined[SIZE * SIZE * 4];
    count_changes(it, now, outlined, changes);
    assert_true(changes[0] > 20);
    highlight = (editor_highlight){.active = EDITOR_NONE};
    assert_true(editor_draw_list_highlight(it->list, &highlight));
    count_changes(it, plain, now, changes);
    assert_true(changes[0] == 0 && changes[1] == 0);
}

// Takes object 2 out of its group, or back.
static void move_over(editor_level *level)
{
    const uint32_t parent = level->objects[2].parent == EDITOR_NONE ? 1 : EDITOR_NONE;
    editor_level_move(level, 2, (editor_place){parent, EDITOR_NONE, true});
    editor_level_refresh(level, 2);
}

// A highlight that changes step by step shows what one that is made at once does.
static void test_steps_and_leaps_look_alike(void **state)
{
    const stage *it = *state;
    enum { STEPS = 48 };
    static uint8_t stepped[SIZE * SIZE * 4], leapt[SIZE * SIZE * 4];
    stage other = *it;
    test_random random = {11};
    uint32_t hovered[8] = {0}, selected[8] = {0}, news = 0;
    editor_highlight highlight = {.hovered = hovered, .selected = selected, .active = EDITOR_NONE};
    for (int step = 0; step < STEPS; step++) {
        const uint32_t what = random_index(&random, 9), object = random_index(&random, 6);
        if (what < 3)
            hovered[0] = object, highlight.hovered_count = what > 0;
        else if (what == 3)
            selected[highlight.selected_count++ % 8] = object, highlight.selected_count %= 8;
        else if (what == 4)
            highlight.selected_count = random_index(&random, 2), selected[0] = object;
        else if (what == 5)
            highlight.active = random_index(&random, 3) > 0 ? object : EDITOR_NONE;
        else if (what == 6)
            highlight.dims = !highlight.dims, highlight.inside = 1 + random_index(&random, 2);
        else if (what == 7)
            move_over(it->level);
        else
            editor_level_set_hidden(it->level, object, !it->level->objects[object].hidden);
        assert_int_equal(editor_draw_list_sync(it->list), RENDER_OK);
        assert_int_equal(editor_draw_list_create(it->device, it->level, &other.list), RENDER_OK);
        (void)editor_draw_list_highlight(it->list, &highlight);
        (void)editor_draw_list_highlight(other.list, &highlight);
        int changes[2];
        memcpy(leapt, stepped, sizeof(leapt));
        count_changes(it, leapt, stepped, changes);
        news += changes[0] + changes[1] > 0;
        count_changes(&other, stepped, leapt, changes);
        editor_draw_list_destroy(other.list);
        if (changes[0] + changes[1] > 0)
            fail_msg("step %d: %d pixels differ", step, changes[0] + changes[1]);
    }
    assert_true(news > STEPS / 4);
}

// What a level looks like that is posed, painted and edited in between: at each pixel away from edges the object that
// picks find there.
static void test_poses_are_drawn_where_they_are_picked(void **state)
{
    stage *it = *state;
    enum { TIMES = 12 };
    editor_error error = {""};
    editor_level *level = editor_import(ARM, NULL, NULL, &error);
    assert_non_null(level);
    editor_document *document = editor_document_create(level, NULL);
    editor_draw_list *list;
    assert_int_equal(editor_draw_list_create(it->device, level, &list), RENDER_OK);
    test_random random = {3};
    const editor_camera kept = it->camera;
    it->camera.eye = pick_vec3_make(3, 1, 5);
    it->camera.target = pick_vec3_make(3, 1, 0);
    it->camera.ortho_height = 10;
    pick_view view;
    assert_int_equal(editor_camera_get_view(&it->camera, (pick_rect){0, 0, SIZE, SIZE}, &view), PICK_OK);
    const pick_query query = editor_level_query(level);
    uint32_t hits = 0, pixels = 0, changes = 0;
    static render_pixel_id ids[SIZE * SIZE], before[SIZE * SIZE];
    for (int i = 0; i < TIMES; i++) {
        const uint32_t object = editor_level_find(level, i % 2 ? "face" : "wheel", EDITOR_NONE);
        if (i % 4 == 3)
            editor_level_clear_pose(level);
        else
            assert_true(editor_level_set_pose(level, i % 5 ? "bend" : "slide", random_between(&random, 0, 2), &error));
        const editor_override red = {.slot = 0, .fields = EDITOR_OVERRIDE_ROUGHNESS, .roughness = 0.1 * i};
        pick_affine moved = level->objects[object].local;
        moved.origin.x += 0.3;
        if (i % 3 == 1)
            assert_int_equal(editor_edit_set_overrides(document, &object, &red, 1), EDITOR_EDIT_DONE);
        if (i % 3 == 2)
            assert_int_equal(editor_edit_set_locals(document, &object, &moved, 1), EDITOR_EDIT_DONE);
        if (i == 7)
            assert_int_equal(editor_edit_duplicate(document, &object, 1), EDITOR_EDIT_DONE);
        assert_int_equal(editor_draw_list_sync(list), RENDER_OK);
        const render_frame frame = make_frame(it);
        assert_int_equal(render_target_draw_ids(it->target, editor_draw_list_scene(list), &frame, ids, SIZE * SIZE),
                         RENDER_OK);
        for (int p = 0; p < SIZE * SIZE; p++) {
            uint32_t found[9];
            bool same = true;
            for (int k = 0; k < 9; k++) {
                const pick_vec2 at = {p % SIZE + 0.5 + 0.1 * (k % 3 - 1), p / SIZE + 0.5 + 0.1 * (k / 3 - 1)};
                const pick_ray ray = pick_view_ray(&view, at);
                pick_hit hit;
                found[k] = pick_closest(level->scene, &ray, &query, &hit) ? (uint32_t)hit.user + 1 : 0;
                same = same && found[k] == found[0];
            }
            if (!same)
                continue;
            assert_int_equal(ids[p].object, found[0]);
            pixels++;
            hits += found[0] != 0;
            changes += i > 0 && ids[p].object != before[p].object;
        }
        memcpy(before, ids, sizeof(ids));
    }
    assert_true(pixels > TIMES * SIZE * SIZE * 8 / 10 && hits > TIMES * 300 && changes > TIMES * 20);
    it->camera = kept;
    editor_draw_list_destroy(list);
    editor_document_destroy(document);
}

// A level that is one model: a square.
static editor_level *model_of_square(pick_vec3 middle)
{
    editor_error error = {""};
    editor_level *level = editor_level_create();
    assert_non_null(level);
    add(level, EDITOR_NONE, add_square_mesh(level, middle), 0, 0, 1);
    assert_true(editor_level_add_own_asset(level, "square.obj", false));
    assert_true(editor_level_finish(level, &error));
    return level;
}

// The numbers of meshes stay when a model is read again.
static void test_a_model_that_was_read_again_is_drawn(void **state)
{
    stage it = *(const stage *)*state;
    it.camera = EDITOR_CAMERA_DEFAULT;
    it.camera.eye = pick_vec3_make(0, 0, 5);
    it.camera.orthographic = true;
    it.camera.ortho_height = 8;
    it.level = model_of_square(pick_vec3_make(-2, 0, 0));
    assert_int_equal(editor_draw_list_create(it.device, it.level, &it.list), RENDER_OK);
    for (int i = -1; i < 2; i++) {
        assert_int_equal(object_at(&it, 2 * i, 0), 0);
        const uint32_t from = editor_level_absorb(it.level, model_of_square(pick_vec3_make(2 * i + 2, 0, 0)));
        assert_true(from != EDITOR_NONE && editor_level_graft(it.level, 0, from));
        assert_int_equal(editor_draw_list_sync(it.list), RENDER_OK);
        assert_int_equal(object_at(&it, 2 * i, 0), EDITOR_NONE);
    }
    assert_int_equal(it.level->mesh_count, 1);
    editor_draw_list_destroy(it.list);
    editor_level_destroy(it.level);
}

// What is still to be read is drawn as the edges of its box, and what is missing as the whole box.
static void test_boxes_of_unread_models_are_outlines(void **state)
{
    static const char path[] = "test_draw_list.vkpick", model[] = "test_draw_list.obj";
    static const char *const names[] = {"plain", "painted"};
    stage it = *(const stage *)*state;
    it.camera = EDITOR_CAMERA_DEFAULT;
    it.camera.eye = pick_vec3_make(0, 0, 5);
    it.camera.orthographic = true;
    it.camera.ortho_height = 8;
    FILE *file = fopen(model, "wb");
    assert_non_null(file);
    fputs("no model", file);
    assert_int_equal(fclose(file), 0);
    file = fopen(path, "wb");
    assert_non_null(file);
    fputs("{\"vkpick_level\": 2, \"assets\": [{\"id\": 1, \"path\": \"test_draw_list.obj\", \"mesh_names\": [\"m\"], "
          "\"mesh_boxes\": [[-1.05, -1.05, 0, 1.05, 1.05, 0]]}], \"objects\": [",
          file);
    for (int i = 0; i < 2; i++)
        fprintf(file, "%s{\"id\": %d, \"name\": \"%s\", \"asset\": 1, \"mesh\": 0, \"position\": [%d, 0, 0]%s}",
                i ? ", " : "", i + 1, names[i], 4 * i - 2,
                i ? ", \"materials\": [{\"slot\": 0, \"metallic\": 1}]" : "");
    fputs("]}", file);
    assert_int_equal(fclose(file), 0);
    editor_error error = {""};
    it.level = editor_level_read_boxes(path, 1, NULL, NULL, NULL, &error);
    remove(path);
    remove(model);
    assert_non_null(it.level);
    assert_int_equal(editor_draw_list_create(it.device, it.level, &it.list), RENDER_OK);
    for (int missing = 0; missing < 2; missing++) {
        for (uint32_t i = 0; i < 2; i++) {
            const double x = 4 * (double)i - 2;
            assert_int_equal(object_at(&it, x, 0), missing ? i : EDITOR_NONE);
            assert_int_equal(object_at(&it, x + 0.9, 0.9), missing ? i : EDITOR_NONE);
            assert_int_equal(object_at(&it, x + 1.05, 0), missing ? EDITOR_NONE : i);
        }
        assert_true(editor_level_settle_missing(it.level, 0));
        assert_int_equal(editor_draw_list_sync(it.list), RENDER_OK);
    }
    editor_draw_list_destroy(it.list);
    editor_level_destroy(it.level);
}

// --- Uploads in parts ---

enum { GRID = 60, GRID_CORNERS = (GRID + 1) * (GRID + 1), GRID_INDICES = 6 * GRID * GRID };

// A square of 2 m, of 7200 triangles; `hole`: its lower left quarter is missing.
static uint32_t add_grid_mesh(editor_level *level, bool hole)
{
    float *positions = malloc(GRID_CORNERS * 3 * sizeof(float));
    uint32_t *indices = malloc(GRID_INDICES * sizeof(uint32_t)), count = 0;
    assert_true(positions && indices);
    for (uint32_t i = 0; i < GRID_CORNERS; i++) {
        positions[3 * i] = (float)(i % (GRID + 1)) * 2 / GRID - 1;
        positions[3 * i + 1] = (float)(i / (GRID + 1)) * 2 / GRID - 1;
        positions[3 * i + 2] = 0;
    }
    for (uint32_t i = 0; i < GRID * GRID; i++) {
        const uint32_t a = i / GRID * (GRID + 1) + i % GRID, b = a + 1, c = a + GRID + 1, d = c + 1;
        const uint32_t corners[6] = {a, b, d, a, d, c};
        if (hole && i % GRID < GRID / 2 && i / GRID < GRID / 2)
            continue;
        memcpy(indices + count, corners, sizeof(corners));
        count += 6;
    }
    const editor_submesh submesh = {0, count / 3, EDITOR_NONE};
    editor_mesh mesh = {.positions = positions, .indices = indices, .submesh_count = 1};
    mesh.vertex_count = GRID_CORNERS;
    mesh.index_count = count;
    mesh.name = copy_of("grid", 5);
    mesh.submeshes = copy_of(&submesh, sizeof(submesh));
    const uint32_t number = editor_level_add_mesh(level, &mesh);
    assert_int_not_equal(number, EDITOR_NONE);
    level->meshes[number].asset = 0; // as of a file
    return number;
}

static uint64_t uploaded(const stage *it)
{
    render_stats stats;
    render_device_get_stats(it->device, &stats);
    return stats.upload_bytes;
}

// A window uploads so many bytes a picture. What is missing is a box, whose middle is empty, and then the mesh.
static void test_a_large_level_comes_in_parts(void **state)
{
    enum { LIMIT = 50000 }; // a mesh reads 0.26 MB
    stage it = *(const stage *)*state;
    editor_error error = {""};
    it.level = editor_level_create();
    it.camera = EDITOR_CAMERA_DEFAULT;
    it.camera.eye = pick_vec3_make(0, 0, 5);
    it.camera.orthographic = true;
    it.camera.ortho_height = 8;
    add(it.level, EDITOR_NONE, add_grid_mesh(it.level, false), -2, 0, 1);
    add(it.level, EDITOR_NONE, add_grid_mesh(it.level, true), 2, 0, 1);
    assert_true(editor_level_finish(it.level, &error));
    assert_int_equal(editor_draw_list_begin(it.device, it.level, LIMIT, &it.list), RENDER_OK);
    assert_true(editor_draw_list_is_uploading(it.list));
    // Other devices take each mesh in one step.
    const bool in_parts = render_device_features(it.device) & RENDER_FEATURE_GEOMETRY_SHADER;
    assert_int_equal(object_at(&it, -2, 0), in_parts ? EDITOR_NONE : 0);
    assert_int_equal(object_at(&it, 2, 0), EDITOR_NONE);
    assert_int_equal(object_at(&it, -1.05, 0), 0); // an edge of its box
    assert_int_equal(object_at(&it, 0.95, 0), 1);
    int syncs = 0;
    bool first_came = false;
    for (; editor_draw_list_is_uploading(it.list); syncs++) {
        const uint64_t before = uploaded(&it);
        assert_int_equal(editor_draw_list_sync(it.list), RENDER_OK);
        assert_true(!in_parts || uploaded(&it) - before <= LIMIT + 4096); // and edges, rows of objects
        first_came |= object_at(&it, -2, 0) == 0 && editor_draw_list_is_uploading(it.list);
        assert_true(syncs < 100);
    }
    assert_in_range(syncs, in_parts ? 8 : 1, 14);
    assert_true(first_came || !in_parts);
    assert_int_equal(object_at(&it, -2, 0), 0);
    assert_int_equal(object_at(&it, 2.5, 0.5), 1);
    assert_int_equal(object_at(&it, 1.5, -0.5), EDITOR_NONE); // the hole

    // A copy with moved vertices, which an edit makes of what is drawn, is never a box.
    const editor_moved_vertex item = {0, {-1, -1, 0}};
    const editor_moves moves = {(editor_moved_vertex *)(uintptr_t)&item, 1, it.level->meshes[0].vertex_count};
    it.level->meshes[0].asset = EDITOR_NONE; // there are no assets
    const uint32_t copy = editor_level_moved_mesh(it.level, 0, &moves);
    it.level->meshes[0].asset = it.level->meshes[copy].asset = 0;
    it.level->objects[0].mesh = copy;
    editor_level_refresh_mesh(it.level, 0);
    assert_int_equal(editor_draw_list_sync(it.list), RENDER_OK);
    assert_false(editor_draw_list_is_uploading(it.list));
    assert_int_equal(object_at(&it, -2, 0), 0);
    it.level->objects[0].mesh = 0;
    editor_level_refresh_mesh(it.level, 0);
    assert_int_equal(editor_draw_list_sync(it.list), RENDER_OK);

    // All at once, the picture is the same.
    static uint8_t parts[SIZE * SIZE * 4], whole[SIZE * SIZE * 4];
    int changes[2];
    count_changes(&it, parts, parts, changes);
    editor_draw_list_destroy(it.list);
    assert_int_equal(editor_draw_list_create(it.device, it.level, &it.list), RENDER_OK);
    assert_false(editor_draw_list_is_uploading(it.list));
    count_changes(&it, parts, whole, changes);
    assert_int_equal(changes[0] + changes[1], 0);

    // The level goes while its upload is at half.
    editor_draw_list_destroy(it.list);
    assert_int_equal(editor_draw_list_begin(it.device, it.level, LIMIT, &it.list), RENDER_OK);
    editor_level_destroy(it.level);
    editor_draw_list_destroy(it.list);
}

enum { POINTS = 3000, TEXELS_WIDE = 64, TEXELS_HIGH = 256 };

// A square of a metre, full of points.
static uint32_t add_cloud(editor_level *level)
{
    float *positions = malloc(POINTS * 3 * sizeof(float)), *colors = malloc(POINTS * 4 * sizeof(float));
    assert_true(positions && colors);
    for (uint32_t i = 0; i < POINTS; i++) {
        positions[3 * i] = (float)(i % 55) / 55 - 0.5f;
        positions[3 * i + 1] = (float)(i / 55) / 55 - 0.5f;
        positions[3 * i + 2] = 0;
        for (uint32_t k = 0; k < 4; k++)
            colors[4 * i + k] = (float)(i >> k & 1);
    }
    editor_mesh mesh = {.form = EDITOR_FORM_POINTS, .positions = positions, .colors = colors, .vertex_count = POINTS};
    const editor_submesh submesh = {0, 0, EDITOR_NONE};
    mesh.name = copy_of("cloud", 6);
    mesh.submesh_count = 1;
    mesh.submeshes = copy_of(&submesh, sizeof(submesh));
    const uint32_t number = editor_level_add_mesh(level, &mesh);
    assert_int_not_equal(number, EDITOR_NONE);
    level->meshes[number].asset = 0;
    return number;
}

static uint32_t add_textured_square(editor_level *level)
{
    uint8_t *texels = malloc(4 * TEXELS_WIDE * TEXELS_HIGH);
    assert_non_null(texels);
    for (uint32_t i = 0; i < 4 * TEXELS_WIDE * TEXELS_HIGH; i++)
        texels[i] = i % 4 == 3 ? 255 : (uint8_t)(i * 7 >> 6);
    const editor_image image = {
        .name = copy_of("image", 6), .width = TEXELS_WIDE, .height = TEXELS_HIGH, .rgba = texels};
    editor_material material = EDITOR_MATERIAL_DEFAULT;
    material.name = copy_of("textured", 9);
    material.base_color_image = editor_level_add_image(level, &image);
    const uint32_t square = add_square_mesh(level, pick_vec3_make(0, 0, 0));
    level->meshes[square].submeshes[0].material = editor_level_add_material(level, &material);
    level->meshes[square].asset = 0;
    return square;
}

// Objects: 0 a cloud, 1 a square with a texture; 2 and 3 the same above them, with the red of an override.
static editor_level *level_of_parts(void)
{
    editor_error error = {""};
    editor_level *level = editor_level_create();
    const uint32_t meshes[2] = {add_cloud(level), add_textured_square(level)};
    const editor_override red = {.fields = EDITOR_OVERRIDE_BASE_COLOR, .base_color = {1, 0, 0, 1}};
    for (int i = 0; i < 4; i++)
        add(level, EDITOR_NONE, meshes[i % 2], i % 2 ? 2.05 : -2.05, i < 2 ? 0 : 2, 1);
    assert_true(editor_level_finish(level, &error));
    for (uint32_t i = 2; i < 4; i++)
        assert_true(editor_level_find_look(level, meshes[i % 2], &red, 1, &level->objects[i].look));
    return level;
}

// So do points, and textures: what has them is a box until then. Overrides upload neither again.
static void test_points_and_textures_come_in_parts(void **state)
{
    enum { LIMIT = 10000, READ = 40 * POINTS, TEXTURE = 4 * TEXELS_WIDE * TEXELS_HIGH };
    static const double places[4][2] = {{-2.05, 0}, {2.05, 0}, {-2.05, 2}, {2.05, 2}};
    stage it = *(const stage *)*state;
    it.level = level_of_parts();
    it.camera = EDITOR_CAMERA_DEFAULT;
    it.camera.eye = pick_vec3_make(0, 0, 5);
    it.camera.orthographic = true;
    it.camera.ortho_height = 8;
    const uint64_t start = uploaded(&it);
    uint64_t before = start;
    uint32_t syncs = 1, boxes[2] = {0, 0};
    assert_int_equal(editor_draw_list_begin(it.device, it.level, LIMIT, &it.list), RENDER_OK);
    for (; editor_draw_list_is_uploading(it.list); syncs++) {
        assert_true(uploaded(&it) - before <= LIMIT + 8192); // and edges, materials
        for (uint32_t i = 0; i < 4; i++) {
            const bool is_box = object_at(&it, places[i][0], places[i][1]) == EDITOR_NONE;
            boxes[i % 2] += is_box;
            assert_true(!is_box || object_at(&it, places[i][0] + 0.47, places[i][1]) == i); // an edge
        }
        before = uploaded(&it);
        assert_int_equal(editor_draw_list_sync(it.list), RENDER_OK);
        assert_true(syncs < 100);
    }
    assert_in_range(syncs, (READ + TEXTURE) / LIMIT, (READ + TEXTURE) / LIMIT + 4);
    assert_int_equal(boxes[1], 2 * (syncs - 1)); // small, but its turn comes last
    assert_true(boxes[0] >= 2 * ((READ + TEXTURE) / LIMIT - 1) && boxes[0] < boxes[1]);
    assert_true(uploaded(&it) - start < 24 * POINTS + TEXTURE + 40000);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(object_at(&it, places[i][0], places[i][1]), i);

    // All at once, the picture is the same.
    static uint8_t parts[SIZE * SIZE * 4], whole[SIZE * SIZE * 4];
    int changes[2];
    count_changes(&it, parts, parts, changes);
    editor_draw_list_destroy(it.list);
    assert_int_equal(editor_draw_list_create(it.device, it.level, &it.list), RENDER_OK);
    assert_false(editor_draw_list_is_uploading(it.list));
    count_changes(&it, parts, whole, changes);
    assert_int_equal(changes[0] + changes[1], 0);

    // The list goes while its uploads are at half: of the texture, and of the points.
    for (int i = 0; i < 2; i++) {
        editor_draw_list_destroy(it.list);
        assert_int_equal(editor_draw_list_begin(it.device, it.level, LIMIT, &it.list), RENDER_OK);
        for (uint32_t k = 0; k < syncs / 2 && i > 0; k++)
            assert_int_equal(editor_draw_list_sync(it.list), RENDER_OK);
        assert_true(editor_draw_list_is_uploading(it.list));
    }
    editor_draw_list_destroy(it.list);
    editor_level_destroy(it.level);
}

enum { TEXELS = 512 };

// A level that is one model: a square with a texture of that grey.
static editor_level *model_with_texture(uint8_t grey)
{
    editor_error error = {""};
    editor_level *level = editor_level_create();
    uint8_t *texels = malloc(4 * TEXELS * TEXELS);
    assert_true(level != NULL && texels != NULL);
    memset(texels, grey, 4 * TEXELS * TEXELS);
    const editor_image image = {.name = copy_of("image", 6), .width = TEXELS, .height = TEXELS, .rgba = texels};
    editor_material material = EDITOR_MATERIAL_DEFAULT;
    material.name = copy_of("textured", 9);
    material.unlit = true;
    material.base_color_image = editor_level_add_image(level, &image);
    material.maps[EDITOR_MAP_NORMAL].image = material.base_color_image;
    const uint32_t square = add_square_mesh(level, pick_vec3_make(0, 0, 0));
    level->meshes[square].submeshes[0].material = editor_level_add_material(level, &material);
    add(level, EDITOR_NONE, square, -2, 0, 1);
    add(level, EDITOR_NONE, square, 2, 0, 1);
    assert_true(editor_level_add_own_asset(level, "square.obj", false));
    assert_true(editor_level_finish(level, &error));
    return level;
}

static uint64_t memory_used(const stage *it)
{
    render_stats stats;
    uint64_t used = 0;
    render_device_get_stats(it->device, &stats);
    for (uint32_t i = 0; i < stats.heap_count; i++)
        used += stats.heaps[i].used;
    return used;
}

// The texture of the square on the left and of that on the right, whose look makes it green.
static void expect_greys(const stage *it, uint8_t grey)
{
    static uint8_t rgba[SIZE * SIZE * 4], none[SIZE * SIZE * 4];
    int changes[2];
    count_changes(it, none, rgba, changes);
    const uint8_t *left = &rgba[4 * (SIZE / 2 * SIZE + SIZE / 4)], *right = left + (size_t)4 * (SIZE / 2);
    assert_in_range(left[0], grey - 3, grey + 3);
    assert_int_equal(right[0], 0);
    assert_in_range(right[1], grey - 3, grey + 3);
}

// Textures of a model that is read again, or not whole yet, give way to the new ones, also those of looks.
static void test_replaced_textures_are_freed(void **state)
{
    enum { ROUNDS = 24, LIMIT = 100000 };
    const editor_override green = {.fields = EDITOR_OVERRIDE_BASE_COLOR, .base_color = {0, 1, 0, 1}};
    stage it = *(const stage *)*state;
    it.camera = EDITOR_CAMERA_DEFAULT;
    it.camera.eye = pick_vec3_make(0, 0, 5);
    it.camera.orthographic = true;
    it.camera.ortho_height = 8;
    for (uint64_t limit = 0; limit <= LIMIT; limit += LIMIT) {
        uint64_t early = 0;
        it.level = model_with_texture(50);
        assert_true(editor_level_find_look(it.level, 0, &green, 1, &it.level->objects[1].look));
        assert_int_equal(editor_draw_list_begin(it.device, it.level, limit, &it.list), RENDER_OK);
        for (int i = 0; i < ROUNDS; i++) {
            const uint8_t grey = (uint8_t)(60 + 5 * i);
            const uint32_t from = editor_level_absorb(it.level, model_with_texture(grey));
            assert_true(from != EDITOR_NONE && editor_level_graft(it.level, 0, from));
            assert_int_equal(editor_draw_list_sync(it.list), RENDER_OK);
            while (i % 3 != 1 && editor_draw_list_is_uploading(it.list)) // else it goes on at half
                assert_int_equal(editor_draw_list_sync(it.list), RENDER_OK);
            if (!editor_draw_list_is_uploading(it.list))
                expect_greys(&it, grey);
            early = i == ROUNDS / 3 ? memory_used(&it) : early;
        }
        assert_true(memory_used(&it) < early + (uint64_t)16 * TEXELS * TEXELS); // 4 MB; a round has a third of that
        editor_draw_list_destroy(it.list);
        editor_level_destroy(it.level);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slots_are_object_numbers),
        cmocka_unit_test(test_picture_and_picks_cut_alpha_alike),
        cmocka_unit_test(test_flat_objects_are_neither_drawn_nor_picked),
        cmocka_unit_test(test_far_vertices_are_where_they_should_be),
        cmocka_unit_test(test_updates_follow_the_level),
        cmocka_unit_test(test_marks_show_and_go_away),
        cmocka_unit_test(test_what_is_outside_a_group_is_dimmed),
        cmocka_unit_test(test_steps_and_leaps_look_alike),
        cmocka_unit_test(test_poses_are_drawn_where_they_are_picked),
        cmocka_unit_test(test_a_model_that_was_read_again_is_drawn),
        cmocka_unit_test(test_boxes_of_unread_models_are_outlines),
        cmocka_unit_test(test_a_large_level_comes_in_parts),
        cmocka_unit_test(test_points_and_textures_come_in_parts),
        cmocka_unit_test(test_replaced_textures_are_freed),
    };
    return cmocka_run_group_tests(tests, open_stage, close_stage);
}

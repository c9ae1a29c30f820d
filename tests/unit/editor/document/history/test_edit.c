// The commands, one by one: what they do, what they refuse, and that undo restores every bit.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "document/motion/affine.h"
#include "edit_bench.h"

// --- Transforms ---

static void test_set_worlds(void **state)
{
    (void)state;
    bench b = bench_begin();
    // A parent and its child at once, under scale and rotation: both get the requested transform.
    uint32_t objects[3] = {ROOF, SHED, POST_2};
    pick_affine worlds[3] = {fixture_at(1, 2, 3), b.level->objects[SHED].world, fixture_at(1e7 + 0.125, 0, 0)};
    worlds[1].origin.x = 40;
    assert_int_equal(editor_edit_set_worlds(b.document, objects, worlds, 3), EDITOR_EDIT_DONE);
    for (int i = 0; i < 3; i++)
        assert_true(fixture_difference(&b.level->objects[objects[i]].world, &worlds[i]) < 1e-14);
    assert_true(b.level->objects[ROOF].local.linear[0] != 1); // the parent's scale and turn are undone in it
    bench_end_after_one_step(&b);
}

static void test_flattened_parent_refuses(void **state)
{
    (void)state;
    bench b = bench_begin();
    pick_affine flat = b.level->objects[SHED].local;
    for (int i = 3; i < 6; i++)
        flat.linear[i] = 0;
    assert_true(editor_document_begin(b.document, "flatten"));
    uint32_t shed = SHED, roof = ROOF, post = POST_1;
    assert_int_equal(editor_edit_set_locals(b.document, &shed, &flat, 1), EDITOR_EDIT_DONE);
    pick_affine place = fixture_at(1, 2, 3);
    assert_int_equal(editor_edit_set_worlds(b.document, &roof, &place, 1), EDITOR_EDIT_REFUSED);
    assert_non_null(strstr(editor_document_reason(b.document), "parent shed is scaled to nothing"));
    assert_int_equal(editor_edit_reparent(b.document, &post, 1, SHED, EDITOR_NONE), EDITOR_EDIT_REFUSED);
    assert_int_equal(b.level->objects[POST_1].parent, POSTS);
    // Nearly flat: there is an inverse, but rounding would put the object somewhere else.
    for (int i = 0; i < 3; i++)
        flat.linear[3 + i] = flat.linear[i] * 3 + (i == 1 ? 1e-13 : 0);
    assert_int_equal(editor_edit_set_locals(b.document, &shed, &flat, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_worlds(b.document, &roof, &place, 1), EDITOR_EDIT_REFUSED);
    editor_document_cancel(b.document);
    assert_true(fixture_state(b.document) == b.start);
    editor_document_destroy(b.document);
}

static void test_last_mention_counts(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        bench b = bench_begin();
        const uint32_t twice[2] = {POST_1, POST_1};
        const editor_object *post = &b.level->objects[POST_1];
        const pick_affine stay = i == 0 ? post->local : post->world;
        const pick_affine places[3] = {stay, fixture_at(1, 2, 3), stay};
        editor_edit_result (*set)(editor_document *, const uint32_t *, const pick_affine *, uint32_t) =
            i == 0 ? editor_edit_set_locals : editor_edit_set_worlds;
        assert_int_equal(set(b.document, twice, &places[1], 2), EDITOR_EDIT_NOTHING);
        assert_true(fixture_state(b.document) == b.start);
        assert_int_equal(set(b.document, twice, places, 2), EDITOR_EDIT_DONE);
        assert_true((i == 0 ? post->local : post->world).origin.y == 2);
        bench_end_after_one_step(&b);
    }
}

// A command on a whole chain refreshes each link once or twice, not all below it again and again.
static void test_chain(void **state)
{
    (void)state;
    enum { LINKS = 1000 };
    static uint32_t links[LINKS];
    static pick_affine worlds[LINKS];
    editor_level *level = editor_level_create();
    for (uint32_t i = 0; i < LINKS; i++) {
        links[i] = editor_level_add_object(level, "link", i > 0 ? links[i - 1] : EDITOR_NONE, EDITOR_NONE,
                                           &PICK_AFFINE_IDENTITY);
        worlds[i] = fixture_at(i + 1.0, 7, 0);
    }
    editor_error error;
    assert_true(editor_level_finish(level, &error));
    editor_document *document = editor_document_create(level, NULL);
    assert_int_equal(editor_edit_set_worlds(document, links, worlds, LINKS), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_hidden(document, links, LINKS, true), EDITOR_EDIT_DONE);
    for (int undone = 0; undone < 2; undone++) {
        const uint64_t before = level->revision; // it counts each object that is refreshed
        assert_true(editor_document_undo(document));
        assert_true(level->revision - before >= LINKS && level->revision - before < 2 * LINKS);
    }
    for (uint32_t i = 0; i < LINKS; i++)
        assert_true(level->objects[links[i]].world.origin.y == 0);
    assert_true(editor_document_redo(document));
    for (uint32_t i = 0; i < LINKS; i++)
        assert_true(fixture_difference(&level->objects[links[i]].world, &worlds[i]) < 1e-14);
    editor_document_destroy(document);
}

static void test_too_large_below(void **state)
{
    (void)state;
    bench b = bench_begin();
    pick_affine large = PICK_AFFINE_IDENTITY;
    large.linear[0] = 1e30;
    uint32_t posts = POSTS, post = POST_1;
    assert_true(editor_document_begin(b.document, "grow"));
    assert_int_equal(editor_edit_set_locals(b.document, &post, &large, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_locals(b.document, &posts, &large, 1), EDITOR_EDIT_REFUSED);
    assert_true(b.level->objects[POSTS].world.linear[0] == 1);
    assert_true(fixture_is_consistent(b.level));
    editor_document_cancel(b.document);
    pick_affine bad = fixture_at((double)INFINITY, 0, 0);
    editor_edit_result result = editor_edit_set_worlds(b.document, &posts, &bad, 1);
    bench_end_after_refusal(&b, result, "posts: a transform that is not finite");
}

static void test_align(void **state)
{
    (void)state;
    bench b = bench_begin();
    assert_true(editor_document_begin(b.document, "Align"));
    uint32_t objects[3] = {POST_1, ROOF, LAMP};
    assert_int_equal(editor_edit_select_objects(b.document, PICK_SELECTION_REPLACE, objects, 3), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_active(b.document, POST_1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_align(b.document, NULL, 0, 0, EDITOR_ALIGN_MIN), EDITOR_EDIT_DONE);
    assert_true(editor_document_commit(b.document));
    pick_aabb post = editor_level_subtree_bounds(b.level, POST_1), roof = editor_level_subtree_bounds(b.level, ROOF);
    assert_true(post.min.x == 4.5 && fabs(roof.min.x - 4.5) < 1e-6);
    assert_true(fabs(b.level->objects[LAMP].world.origin.x - 4.5) < 1e-12);
    bench_end_after_one_step(&b);

    b = bench_begin();
    editor_edit_result result = editor_edit_align(b.document, objects, 3, 0, EDITOR_ALIGN_MAX);
    bench_end_after_refusal(&b, result, "the active object is not among them");
}

static void test_drop(void **state)
{
    (void)state;
    bench b = bench_begin();
    uint32_t roof = ROOF;
    assert_int_equal(editor_edit_drop_to_height(b.document, &roof, 1, -3), EDITOR_EDIT_DONE);
    pick_aabb box = editor_level_subtree_bounds(b.level, ROOF);
    assert_true(fabs(box.min.y + 3) < 1e-6);
    bench_end_after_one_step(&b);

    // The roof stands on its edge: down to the floor, which is at 0.
    b = bench_begin();
    assert_int_equal(editor_edit_drop_to_surface(b.document, &roof, 1), EDITOR_EDIT_DONE);
    box = editor_level_subtree_bounds(b.level, ROOF);
    assert_true(fabs(box.min.y) < 1e-6);
    bench_end_after_one_step(&b);

    // Onto another object, not onto itself; a group as a whole, by what is lowest in it; and never up.
    b = bench_begin();
    assert_true(editor_document_begin(b.document, "Stack"));
    uint32_t post = POST_1, posts = POSTS;
    pick_affine place = fixture_at(0.3, 7, 2.3);
    assert_int_equal(editor_edit_set_locals(b.document, &post, &place, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_drop_to_surface(b.document, &post, 1), EDITOR_EDIT_DONE);
    assert_true(fabs(b.level->objects[POST_1].world.origin.y - 1.5) < 1e-9); // on post 02
    place = fixture_at(-1, -0.3, 0);
    assert_int_equal(editor_edit_set_locals(b.document, &posts, &place, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_drop_to_surface(b.document, &posts, 1), EDITOR_EDIT_NOTHING); // it is sunk in
    assert_true(fabs(b.level->objects[POST_2].world.origin.y - 0.2) < 1e-9);
    place = fixture_at(-1, 0.7, 0);
    assert_int_equal(editor_edit_set_locals(b.document, &posts, &place, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_drop_to_surface(b.document, &posts, 1), EDITOR_EDIT_DONE);
    assert_true(fabs(b.level->objects[POST_2].world.origin.y - 0.5) < 1e-9);
    assert_int_equal(editor_edit_drop_to_surface(b.document, &posts, 1), EDITOR_EDIT_NOTHING);
    assert_true(editor_document_commit(b.document));
    bench_end_after_one_step(&b);

    b = bench_begin();
    uint32_t floor = FLOOR;
    editor_edit_result result = editor_edit_drop_to_surface(b.document, &floor, 1);
    bench_end_after_refusal(&b, result, "nothing below");
}

static pick_vec3 foot_of(const editor_level *level, uint32_t object)
{
    pick_aabb box = editor_level_subtree_bounds(level, object);
    return pick_vec3_make((box.min.x + box.max.x) / 2, box.min.y, (box.min.z + box.max.z) / 2);
}

static bool is_at(pick_vec3 p, double x, double y, double z)
{
    return fabs(p.x - x) < 1e-6 && fabs(p.y - y) < 1e-6 && fabs(p.z - z) < 1e-6;
}

// A slab 40 m wide whose top is at 0, and two cubes of another mesh, "post" and "other", below it.
static editor_level *slab_level(void)
{
    editor_level *level = editor_level_create();
    editor_mesh cube = fixture_cube(), slab = fixture_cube();
    for (uint32_t i = 0; i < slab.vertex_count; i++) {
        slab.positions[3 * i] *= 40;
        slab.positions[3 * i + 2] *= 40;
    }
    const uint32_t wide = editor_level_add_mesh(level, &slab), small = editor_level_add_mesh(level, &cube);
    const pick_affine top = fixture_at(0, -0.5, 0), below = fixture_at(0, -50, 0);
    editor_level_add_object(level, "slab", EDITOR_NONE, wide, &top);
    editor_level_add_object(level, "post", EDITOR_NONE, small, &below);
    editor_level_add_object(level, "other", EDITOR_NONE, small, &below);
    editor_error error;
    assert_true(editor_level_finish(level, &error));
    return level;
}

// What is lowest, and what is highest below it, decides, wherever they are: at a corner, or between all of them.
static void test_drop_finds_the_smallest_gap(void **state)
{
    (void)state;
    editor_level *level = slab_level();
    editor_document *document = editor_document_create(level, NULL);
    const uint32_t slab = 0, post = 1, other = 2;
    pick_affine wide = {{8, 0, 0, 0, 1, 0, 0, 0, 8}, {0, 9, 0}}, thin = {{0.9, 0, 0, 0, 3, 0, 0, 0, 0.9}, {0, 1.5, 0}};
    pick_affine edge = {{0.8, 0.6, 0, -0.6, 0.8, 0, 0, 0, 1}, {3, 30, 0}};
    // A wide one onto a thin one below its middle, where it has no vertex.
    assert_int_equal(editor_edit_set_locals(document, &other, &wide, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_locals(document, &post, &thin, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_drop_to_surface(document, &other, 1), EDITOR_EDIT_DONE);
    assert_true(fabs(level->objects[other].world.origin.y - 3.5) < 1e-9);
    // The same where the thin one is below a side.
    thin.origin.x = 3.4;
    assert_int_equal(editor_edit_set_locals(document, &post, &thin, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_locals(document, &other, &wide, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_drop_to_surface(document, &other, 1), EDITOR_EDIT_DONE);
    assert_true(fabs(level->objects[other].world.origin.y - 3.5) < 1e-9);
    // One that stands on an edge, above a corner of its box alone: its box would stop at the thin one's top. It can go
    // deeper, because its edge is beside that.
    thin.origin = pick_vec3_make(3.9, 1.5, 0);
    thin.linear[0] = 0.3;
    edge.origin.x = 3.2;
    wide.origin.y = -90;
    assert_int_equal(editor_edit_set_locals(document, &other, &wide, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_locals(document, &post, &edge, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_duplicate(document, &post, 1), EDITOR_EDIT_DONE);
    const uint32_t copy = editor_document_active(document);
    assert_int_equal(editor_edit_set_locals(document, &post, &thin, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_drop_to_surface(document, &copy, 1), EDITOR_EDIT_DONE);
    const double deep = level->objects[copy].world.origin.y;
    const double lowest = 0.7;                // of the edge, below the origin
    const double foot = 3.2 - 0.1;            // where the edge is: 0.5 (0.6 - 0.8) beside the origin
    const double rise = (3.75 - foot) * 0.75; // of the side above the edge, at the thin one
    assert_true(fabs(deep - (3 + lowest - rise)) < 0.06 && deep < 3 + lowest - 0.1);
    // Hidden ones hold nothing.
    assert_int_equal(editor_edit_set_hidden(document, &post, 1, true), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_drop_to_surface(document, &copy, 1), EDITOR_EDIT_DONE);
    assert_true(fabs(level->objects[copy].world.origin.y - lowest) < 1e-6);
    assert_int_equal(editor_edit_set_hidden(document, &slab, 1, true), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_drop_to_surface(document, &copy, 1), EDITOR_EDIT_DONE); // onto the wide one
    assert_true(fabs(level->objects[copy].world.origin.y - lowest + 89.5) < 1e-6);
    assert_true(fixture_is_consistent(level));
    editor_document_destroy(document);
}

static void test_stand(void **state)
{
    (void)state;
    editor_level *level = slab_level();
    editor_document *document = editor_document_create(level, NULL);
    const uint32_t slab = 0, post = 1, other = 2;
    // Where there is room, exactly there, and on what is there.
    assert_int_equal(editor_edit_stand(document, post, pick_vec3_make(1, 0, -3)), EDITOR_EDIT_DONE);
    assert_true(is_at(foot_of(level, post), 1, 0, -3));
    assert_int_equal(editor_edit_stand(document, post, pick_vec3_make(1, 0, -3)), EDITOR_EDIT_NOTHING);
    // One after the other to the same place, also into a side or onto the top of the one there: each beside the others.
    for (int i = 0; i < 14; i++) {
        assert_int_equal(editor_edit_duplicate(document, &post, 1), EDITOR_EDIT_DONE);
        const uint32_t copy = editor_document_active(document);
        const pick_vec3 at = pick_vec3_make(1.3, i % 3 * 0.5, -3);
        assert_int_equal(editor_edit_stand(document, copy, at), EDITOR_EDIT_DONE);
        assert_true(fabs(foot_of(level, copy).y) < 1e-6);
        const pick_aabb box = editor_level_subtree_bounds(level, copy);
        for (uint32_t k = 0; k < level->object_count; k++) {
            if (k == copy || !level->objects[k].exists || level->objects[k].mesh != level->objects[copy].mesh)
                continue;
            const pick_aabb b = editor_level_subtree_bounds(level, k);
            assert_true(box.min.x > b.max.x || b.min.x > box.max.x || box.min.z > b.max.z || b.min.z > box.max.z ||
                        b.max.y < -10);
        }
    }
    // Not on what is smaller: the slab goes beside the posts.
    assert_int_equal(editor_edit_stand(document, slab, pick_vec3_make(1, 1, -3)), EDITOR_EDIT_DONE);
    assert_true(hypot(foot_of(level, slab).x - 1, foot_of(level, slab).z + 3) > 20);
    // Where nothing is, at the point itself. A hidden object is not in the way.
    assert_int_equal(editor_edit_stand(document, post, pick_vec3_make(50, 3, 50)), EDITOR_EDIT_DONE);
    assert_true(is_at(foot_of(level, post), 50, 3, 50));
    assert_int_equal(editor_edit_stand(document, other, pick_vec3_make(50, 3, 50)), EDITOR_EDIT_DONE);
    assert_false(is_at(foot_of(level, other), 50, 3, 50));
    assert_true(foot_of(level, other).y == 0); // beside it there is only the floor
    assert_int_equal(editor_edit_set_hidden(document, &post, 1, true), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_stand(document, other, pick_vec3_make(50, 3, 50)), EDITOR_EDIT_DONE);
    assert_true(is_at(foot_of(level, other), 50, 3, 50));
    assert_true(fixture_is_consistent(level));
    editor_document_destroy(document);
}

// --- The tree ---

static void test_outline_of_the_fixture(void **state)
{
    (void)state;
    bench b = bench_begin();
    bench_assert_outline(&b, "floor posts(post 01 post 02) shed(roof lamp) eye");
    assert_true(fixture_is_consistent(b.level));
    editor_document_destroy(b.document);
}

static void test_add(void **state)
{
    (void)state;
    bench b = bench_begin();
    uint32_t made = EDITOR_NONE;
    pick_affine place = fixture_at(0, 1, 0);
    const editor_light light = {.type = EDITOR_LIGHT_SPOT, .color = {1, 1, 1}, .intensity = 5, .outer = 1};
    assert_int_equal(editor_edit_add_light(b.document, "sun", POSTS, &light, &place, &made), EDITOR_EDIT_DONE);
    bench_assert_outline(&b, "floor posts(post 01 post 02 sun) shed(roof lamp) eye");
    assert_true(b.level->objects[made].world.origin.x == 5);
    assert_int_equal(editor_document_active(b.document), made);
    bench_end_after_one_step(&b);

    b = bench_begin();
    editor_light dark = light;
    dark.intensity = -1;
    editor_edit_result result = editor_edit_add_light(b.document, "sun", POSTS, &dark, &place, NULL);
    bench_end_after_refusal(&b, result, "intensity");
    b = bench_begin();
    result = editor_edit_add_group(b.document, "", EDITOR_NONE, &place, NULL);
    bench_end_after_refusal(&b, result, "a name");
    b = bench_begin();
    result = editor_edit_add_group(b.document, "g", 77, &place, NULL);
    bench_end_after_refusal(&b, result, "parent");
}

static void test_delete(void **state)
{
    (void)state;
    bench b = bench_begin();
    uint32_t objects[3] = {POST_2, POSTS, EYE};
    assert_int_equal(editor_edit_delete(b.document, objects, 3), EDITOR_EDIT_DONE);
    bench_assert_outline(&b, "floor shed(roof lamp)");
    assert_int_equal(editor_level_count(b.level).objects, 2);
    assert_int_equal(editor_level_find(b.level, "post 01", EDITOR_NONE), EDITOR_NONE);
    const pick_ray ray = {{5, 100, 0}, {0, -1, 0}, 0, (double)INFINITY};
    pick_query query = editor_level_query(b.level);
    pick_hit hit;
    assert_true(pick_closest(b.level->scene, &ray, &query, &hit) && hit.user == FLOOR);
    assert_true(editor_document_undo(b.document));
    assert_true(pick_closest(b.level->scene, &ray, &query, &hit) && hit.user == POST_1);
    assert_true(editor_document_redo(b.document));
    bench_end_after_one_step(&b);
}

static void test_duplicate(void **state)
{
    (void)state;
    bench b = bench_begin();
    uint32_t objects[3] = {SHED, POST_1, ROOF}; // the roof goes with its shed
    assert_int_equal(editor_edit_duplicate(b.document, objects, 3), EDITOR_EDIT_DONE);
    bench_assert_outline(&b, "floor posts(post 01 post 03 post 02) shed(roof lamp) shed 02(roof 02 lamp 02) eye");
    uint32_t selected[4];
    assert_int_equal(editor_document_selected(b.document, selected, 4), 2);
    uint32_t copy = editor_level_find(b.level, "roof 02", EDITOR_NONE);
    assert_true(editor_affine_equal(&b.level->objects[copy].world, &b.level->objects[ROOF].world));
    assert_int_equal(b.level->objects[copy].mesh, b.level->objects[ROOF].mesh);
    assert_true(b.level->objects[copy].id != b.level->objects[ROOF].id);
    copy = editor_level_find(b.level, "lamp 02", EDITOR_NONE);
    assert_true(b.level->objects[copy].light.intensity == 40);
    bench_end_after_one_step(&b);

    b = bench_begin();
    assert_true(editor_document_begin(b.document, "many"));
    uint32_t post = POST_1;
    for (int i = 0; i < 200; i++)
        assert_int_equal(editor_edit_duplicate(b.document, &post, 1), EDITOR_EDIT_DONE);
    assert_true(editor_document_commit(b.document));
    assert_int_not_equal(editor_level_find(b.level, "post 202", EDITOR_NONE), EDITOR_NONE);
    assert_int_equal(editor_level_find(b.level, "post 203", EDITOR_NONE), EDITOR_NONE);
    bench_end_after_one_step(&b);
}

// So many that the pick scene gets them all at once, as a graft: it has them at once, and after undo and redo, with or
// without the upkeep in between.
static void test_duplicate_many(void **state)
{
    (void)state;
    bench b = bench_begin();
    for (int i = 0; i < 6; i++) { // 8 to 512 of them
        uint32_t children[2000];
        uint32_t count = 0;
        for (uint32_t at = b.level->objects[POSTS].first_child; at != EDITOR_NONE; at = b.level->objects[at].next)
            children[count++] = at;
        const uint64_t before = fixture_state(b.document);
        assert_int_equal(editor_edit_duplicate(b.document, children, count), EDITOR_EDIT_DONE);
        assert_true(fixture_is_consistent(b.level));
        const uint64_t after = fixture_state(b.document);
        uint32_t selected[2000];
        assert_int_equal(editor_document_selected(b.document, selected, 2000), count);
        assert_int_equal(pick_scene_count(b.level->scene), b.level->object_count);
        for (uint32_t k = 0; k < count; k++)
            assert_int_equal(editor_level_object(b.level, b.level->objects[selected[k]].pick), selected[k]);
        if (i % 2 == 0)
            (void)editor_document_maintain(b.document);
        assert_true(editor_document_undo(b.document));
        assert_true(fixture_state(b.document) == before && fixture_is_consistent(b.level));
        assert_true(editor_document_redo(b.document));
        assert_true(fixture_state(b.document) == after && fixture_is_consistent(b.level));
        const pick_ray ray = {{5, 10, 0}, {0, -1, 0}, 0, HUGE_VAL};
        pick_hit hit; // all lie in the same two places; the first of them is hit
        assert_true(pick_closest(b.level->scene, &ray, NULL, &hit) && hit.t == 9 && hit.user == POST_1);
    }
    while (editor_document_maintain(b.document)) {
    }
    assert_true(fixture_is_consistent(b.level));
    while (editor_document_undo(b.document)) {
    }
    assert_true(fixture_state(b.document) == b.start);
    editor_document_destroy(b.document);
}

static void test_group_and_ungroup(void **state)
{
    (void)state;
    bench b = bench_begin();
    pick_affine worlds[FIXTURE_COUNT];
    for (uint32_t i = 0; i < FIXTURE_COUNT; i++)
        worlds[i] = b.level->objects[i].world;
    uint32_t objects[3] = {ROOF, POST_2, EYE};
    assert_int_equal(editor_edit_group(b.document, objects, 3, "set"), EDITOR_EDIT_DONE);
    bench_assert_outline(&b, "floor set(post 02 roof eye) posts(post 01) shed(lamp)");
    for (uint32_t i = 0; i < FIXTURE_COUNT; i++)
        assert_true(fixture_difference(&worlds[i], &b.level->objects[i].world) < 1e-14);
    uint32_t set = editor_document_active(b.document);
    assert_string_equal(b.level->objects[set].name, "set");
    assert_true(b.level->objects[set].world.origin.y > 0);
    bench_end_after_one_step(&b);

    // Within one parent the group stands in that parent, turned and scaled as it may be.
    b = bench_begin();
    uint32_t in_shed[2] = {LAMP, ROOF}, selected[4];
    assert_int_equal(editor_edit_group(b.document, in_shed, 2, "parts"), EDITOR_EDIT_DONE);
    bench_assert_outline(&b, "floor posts(post 01 post 02) shed(parts(roof lamp)) eye");
    assert_true(fixture_difference(&worlds[ROOF], &b.level->objects[ROOF].world) < 1e-14);
    assert_true(fixture_difference(&worlds[LAMP], &b.level->objects[LAMP].world) < 1e-14);
    assert_true(editor_document_undo(b.document) && editor_document_redo(b.document));
    bench_end_after_one_step(&b);

    // Row 31: what comes out of a scaled and turned group is sheared, and looks as it did.
    b = bench_begin();
    uint32_t groups[3] = {SHED, POSTS, FLOOR};
    assert_int_equal(editor_edit_ungroup(b.document, groups, 3), EDITOR_EDIT_DONE);
    bench_assert_outline(&b, "floor post 01 post 02 roof lamp eye");
    for (uint32_t i = 0; i < FIXTURE_COUNT; i++)
        assert_true(!b.level->objects[i].exists || fixture_difference(&worlds[i], &b.level->objects[i].world) < 1e-14);
    assert_int_equal(editor_document_selected(b.document, selected, 4), 4);
    bench_end_after_one_step(&b);

    b = bench_begin();
    uint32_t floor = FLOOR;
    editor_edit_result result = editor_edit_ungroup(b.document, &floor, 1);
    bench_end_after_refusal(&b, result, "no group");
}

static void test_reparent(void **state)
{
    (void)state;
    bench b = bench_begin();
    pick_affine post = b.level->objects[POST_1].world;
    uint32_t objects[2] = {EYE, POST_1};
    assert_int_equal(editor_edit_reparent(b.document, objects, 2, SHED, LAMP), EDITOR_EDIT_DONE);
    bench_assert_outline(&b, "floor posts(post 02) shed(roof post 01 eye lamp)");
    assert_true(fixture_difference(&post, &b.level->objects[POST_1].world) < 1e-14);
    bench_end_after_one_step(&b);

    // Among siblings: the order changes and not a bit of any transform.
    b = bench_begin();
    uint32_t first[2] = {FLOOR, SHED};
    pick_affine local = b.level->objects[SHED].local;
    assert_int_equal(editor_edit_reparent(b.document, first, 2, EDITOR_NONE, EDITOR_NONE), EDITOR_EDIT_DONE);
    bench_assert_outline(&b, "posts(post 01 post 02) eye floor shed(roof lamp)");
    assert_true(editor_affine_equal(&local, &b.level->objects[SHED].local));
    bench_end_after_one_step(&b);

    // Before one that moves too: before what follows it.
    b = bench_begin();
    assert_int_equal(editor_edit_reparent(b.document, first, 2, EDITOR_NONE, SHED), EDITOR_EDIT_DONE);
    bench_assert_outline(&b, "posts(post 01 post 02) floor shed(roof lamp) eye");
    bench_end_after_one_step(&b);

    b = bench_begin();
    uint32_t shed = SHED;
    editor_edit_result result = editor_edit_reparent(b.document, &shed, 1, ROOF, EDITOR_NONE);
    bench_end_after_refusal(&b, result, "into itself");
    b = bench_begin();
    result = editor_edit_reparent(b.document, &shed, 1, POSTS, ROOF);
    bench_end_after_refusal(&b, result, "the place to move it to");
}

// --- Properties ---

static void test_rename(void **state)
{
    (void)state;
    bench b = bench_begin();
    assert_int_equal(editor_edit_rename(b.document, ROOF,
                                        "D\xc3\xa4"
                                        "ch"),
                     EDITOR_EDIT_DONE);
    assert_string_equal(b.level->objects[ROOF].name, "D\xc3\xa4"
                                                     "ch");
    bench_end_after_one_step(&b);
    static const char *const bad[] = {"", "a\nb", "\xff", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "x\xc3"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        b = bench_begin();
        editor_edit_result result = editor_edit_rename(b.document, ROOF, bad[i]);
        bench_end_after_refusal(&b, result, "a name must be");
    }
}

static void test_flags(void **state)
{
    (void)state;
    bench b = bench_begin();
    uint32_t objects[2] = {POSTS, ROOF};
    assert_true(editor_document_begin(b.document, "flags"));
    assert_int_equal(editor_edit_set_hidden(b.document, objects, 2, true), EDITOR_EDIT_DONE);
    assert_true(editor_level_is_hidden(b.level, POST_2) && !b.level->objects[POST_2].hidden);
    assert_int_equal(editor_edit_set_locked(b.document, objects, 1, true), EDITOR_EDIT_DONE);
    assert_true(editor_level_is_locked(b.level, POST_2) && !editor_level_is_locked(b.level, ROOF));
    assert_true(editor_document_commit(b.document));
    bench_end_after_one_step(&b);

    b = bench_begin();
    editor_edit_set_hidden(b.document, objects, 2, true);
    editor_edit_set_locked(b.document, objects, 2, true);
    assert_int_equal(editor_edit_show_all(b.document), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_unlock_all(b.document), EDITOR_EDIT_DONE);
    assert_true(fixture_state(b.document) == b.start);
    assert_int_equal(editor_document_history(b.document).step_count, 4);
    editor_document_destroy(b.document);
}

static void test_layers(void **state)
{
    (void)state;
    bench b = bench_begin();
    uint32_t objects[2] = {POSTS, POST_1};
    assert_true(editor_document_begin(b.document, "layers"));
    assert_int_equal(editor_edit_name_layer(b.document, 3, "props"), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_name_layer(b.document, 3, "things"), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_layers(b.document, objects, 2, 1, 8), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_layers(b.document, objects, 1, 0, 16), EDITOR_EDIT_DONE);
    // Layer 3 hidden: what is in it alone is; the group is in layer 4 too, the other post in neither.
    assert_int_equal(editor_edit_set_layer_flags(b.document, 8, 0), EDITOR_EDIT_DONE);
    assert_true(editor_level_is_hidden(b.level, POST_1));
    assert_false(editor_level_is_hidden(b.level, POSTS) || editor_level_is_hidden(b.level, POST_2));
    assert_int_equal(editor_edit_set_layer_flags(b.document, 0, 24), EDITOR_EDIT_DONE);
    assert_true(editor_level_is_locked(b.level, POST_2)); // its group's layers are
    assert_false(editor_level_is_locked(b.level, ROOF));
    // Two changes of one table: undone together.
    assert_int_equal(editor_edit_set_layer_sight(b.document, 3, 0, false), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_layer_sight(b.document, 4, 31, false), EDITOR_EDIT_DONE);
    assert_false(pick_layer_matrix_sees(&b.level->sees, 3, 0) || pick_layer_matrix_sees(&b.level->sees, 4, 31));
    assert_true(editor_document_commit(b.document));
    assert_string_equal(b.level->layer_names[3], "things");
    bench_end_after_one_step(&b);

    b = bench_begin();
    assert_int_equal(editor_edit_set_layer_sight(b.document, 0, 1, true), EDITOR_EDIT_NOTHING);
    assert_int_equal(editor_edit_set_layer_sight(b.document, 0, 1, false), EDITOR_EDIT_DONE);
    bench_end_after_one_step(&b);

    b = bench_begin();
    editor_edit_result result = editor_edit_set_layers(b.document, objects, 2, 1, 0);
    bench_end_after_refusal(&b, result, "at least one layer");
}

static void test_devices(void **state)
{
    (void)state;
    bench b = bench_begin();
    editor_light light = b.level->objects[LAMP].light;
    light.intensity = 12;
    assert_int_equal(editor_edit_set_light(b.document, LAMP, &light), EDITOR_EDIT_DONE);
    bench_end_after_one_step(&b);
    b = bench_begin();
    editor_lens lens = b.level->objects[EYE].lens;
    lens.orthographic = true;
    assert_int_equal(editor_edit_set_lens(b.document, EYE, &lens), EDITOR_EDIT_DONE);
    bench_end_after_one_step(&b);
    b = bench_begin(); // what is so already is no step
    light = b.level->objects[LAMP].light;
    lens = b.level->objects[EYE].lens;
    assert_int_equal(editor_edit_set_light(b.document, LAMP, &light), EDITOR_EDIT_NOTHING);
    assert_int_equal(editor_edit_set_lens(b.document, EYE, &lens), EDITOR_EDIT_NOTHING);
    assert_int_equal(editor_document_history(b.document).step_count, 0);
    editor_document_destroy(b.document);
    b = bench_begin();
    lens.orthographic = true;
    lens.height = (double)NAN;
    editor_edit_result result = editor_edit_set_lens(b.document, EYE, &lens);
    bench_end_after_refusal(&b, result, "height");
    b = bench_begin();
    result = editor_edit_set_light(b.document, EYE, &light);
    bench_end_after_refusal(&b, result, "eye is not a light");
    b = bench_begin(); // all or none
    const editor_light both[2] = {{.type = EDITOR_LIGHT_SPOT, .intensity = 3, .outer = 1}, light};
    result = editor_edit_set_lights(b.document, (const uint32_t[]){LAMP, EYE}, both, 2);
    bench_end_after_refusal(&b, result, "eye is not a light");
    b = bench_begin();
    light.color[1] = (double)NAN;
    result = editor_edit_set_light(b.document, LAMP, &light);
    bench_end_after_refusal(&b, result, "color");
}

// The pick scene and the mesh follow the sizes, there and back; the meshes of other objects do not.
static void test_primitive(void **state)
{
    (void)state;
    bench b = bench_begin();
    editor_primitive p = editor_primitive_default(EDITOR_SHAPE_CUBE);
    const pick_affine place = fixture_at(0, 50, 0);
    uint32_t box = EDITOR_NONE, other = EDITOR_NONE;
    assert_int_equal(editor_edit_add_primitive(b.document, "box", EDITOR_NONE, &p, &place, &box), EDITOR_EDIT_DONE);
    assert_string_equal(editor_document_undo_label(b.document), "Add cube");
    assert_int_equal(editor_document_active(b.document), box);
    assert_true(fixture_is_consistent(b.level));
    bench_end_after_one_step(&b);
    b = bench_begin();
    editor_edit_add_primitive(b.document, "box", EDITOR_NONE, &p, &place, &box);
    editor_edit_add_primitive(b.document, "other", EDITOR_NONE, &p, &place, &other);
    const uint64_t before = fixture_state(b.document);
    const pick_aabb small = editor_level_subtree_bounds(b.level, box);
    const uint32_t meshes = editor_level_count(b.level).used_meshes; // one for both
    p.value[EDITOR_PRIMITIVE_HEIGHT] = 4;
    assert_int_equal(editor_edit_set_primitives(b.document, &box, &p, 1), EDITOR_EDIT_DONE);
    assert_string_equal(editor_document_undo_label(b.document), "Resize box");
    const uint64_t after = fixture_state(b.document);
    const pick_query query = editor_level_query(b.level);
    const pick_ray ray = {.origin = {5, 51.9, 0}, .direction = {-1, 0, 0}, .t_max = HUGE_VAL};
    pick_hit hit;
    assert_true(pick_closest(b.level->scene, &ray, &query, &hit));
    assert_int_equal(editor_level_object(b.level, hit.object), box);
    assert_true(hit.t == 4.5);
    assert_true(editor_level_subtree_bounds(b.level, box).max.y == small.max.y + 1.5);
    assert_true(editor_level_subtree_bounds(b.level, other).max.y == small.max.y);
    assert_true(fixture_is_consistent(b.level));
    assert_int_equal(editor_level_count(b.level).used_meshes, meshes + 1);
    assert_true(editor_document_undo(b.document));
    assert_int_equal(editor_level_count(b.level).used_meshes, meshes);
    assert_true(fixture_state(b.document) == before && after != before);
    assert_false(pick_closest(b.level->scene, &ray, &query, &hit));
    assert_true(fixture_is_consistent(b.level));
    assert_true(editor_document_redo(b.document));
    assert_true(fixture_state(b.document) == after);
    assert_int_equal(editor_edit_set_primitives(b.document, &box, &p, 1), EDITOR_EDIT_NOTHING);
    editor_document_destroy(b.document);
    b = bench_begin();
    editor_edit_result result = editor_edit_set_primitives(b.document, &(uint32_t){POST_1}, &p, 1);
    bench_end_after_refusal(&b, result, "post 01 has no sizes to change");
    b = bench_begin();
    p.value[EDITOR_PRIMITIVE_DEPTH] = (double)NAN;
    result = editor_edit_add_primitive(b.document, "box", EDITOR_NONE, &p, &place, NULL);
    bench_end_after_refusal(&b, result, "depth: expected 0.001 to 100000 m");
}

// A drag of a size makes hundreds of meshes: those that no object and no step uses go, and undo finds its own.
static void test_meshes_of_a_drag(void **state)
{
    (void)state;
    bench b = bench_begin();
    editor_primitive p = editor_primitive_default(EDITOR_SHAPE_CUBE);
    const pick_affine place = fixture_at(0, 50, 0);
    uint32_t box = EDITOR_NONE;
    editor_edit_add_primitive(b.document, "box", EDITOR_NONE, &p, &place, &box);
    uint64_t states[4] = {fixture_state(b.document)};
    for (int drag = 0; drag < 3; drag++) {
        assert_true(editor_document_begin(b.document, "Drag"));
        for (int i = 0; i < 1000; i++) {
            p.value[EDITOR_PRIMITIVE_WIDTH] = 1 + drag + i * 0.25;
            p.value[EDITOR_PRIMITIVE_DEPTH] = 2 + drag;
            assert_int_equal(editor_edit_set_primitives(b.document, &box, &p, 1), EDITOR_EDIT_DONE);
        }
        assert_true(editor_document_commit(b.document));
        states[drag + 1] = fixture_state(b.document);
    }
    assert_true(b.level->primitive_count <= 64 && b.level->mesh_count < 80);
    assert_true(fixture_is_consistent(b.level));
    for (int drag = 3; drag-- > 0;) {
        assert_true(editor_document_undo(b.document));
        assert_true(fixture_state(b.document) == states[drag]);
        assert_true(fixture_is_consistent(b.level));
    }
    for (int drag = 0; drag < 3; drag++) {
        assert_true(editor_document_redo(b.document));
        assert_true(fixture_state(b.document) == states[drag + 1]);
    }
    editor_document_destroy(b.document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_set_worlds),
        cmocka_unit_test(test_flattened_parent_refuses),
        cmocka_unit_test(test_last_mention_counts),
        cmocka_unit_test(test_chain),
        cmocka_unit_test(test_too_large_below),
        cmocka_unit_test(test_align),
        cmocka_unit_test(test_drop),
        cmocka_unit_test(test_drop_finds_the_smallest_gap),
        cmocka_unit_test(test_stand),
        cmocka_unit_test(test_outline_of_the_fixture),
        cmocka_unit_test(test_add),
        cmocka_unit_test(test_delete),
        cmocka_unit_test(test_duplicate),
        cmocka_unit_test(test_duplicate_many),
        cmocka_unit_test(test_group_and_ungroup),
        cmocka_unit_test(test_reparent),
        cmocka_unit_test(test_rename),
        cmocka_unit_test(test_flags),
        cmocka_unit_test(test_layers),
        cmocka_unit_test(test_devices),
        cmocka_unit_test(test_primitive),
        cmocka_unit_test(test_meshes_of_a_drag),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

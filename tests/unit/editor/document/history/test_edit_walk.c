// A random walk over the commands: undone to the start and redone to the end, the level is the same at every step, with
// the full history and with a memory bound. Running out of memory in the middle of a command changes nothing.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "document/history/edit_arrange.h"
#include "document/level/level_internal.h"
#include "document/level/terrain_mesh.h"
#include "edit_fixture.h"
#include "effort.h"
#include "failing_malloc.h"
#include "random.h"

enum { MOST_TARGETS = 6, MOST_OBJECTS = 120 };

typedef struct walk {
    editor_document *document;
    const editor_level *level;
    test_random random;
    uint32_t targets[MOST_TARGETS], target_count;
    pick_affine transforms[MOST_TARGETS];
    uint32_t heights; // asset
} walk;

static uint32_t any_object(walk *w)
{
    // Mostly one that is there, now and then one that is not.
    for (int tries = 0; tries < 20; tries++) {
        uint32_t object = random_index(&w->random, w->level->object_count);
        if (w->level->objects[object].exists)
            return object;
    }
    return random_index(&w->random, w->level->object_count + 2);
}

static pick_affine any_transform(walk *w)
{
    pick_affine out = fixture_at(0, 0, 0);
    double size = random_index(&w->random, 20) == 0 ? 0 : 1;
    for (int i = 0; i < 9; i++)
        out.linear[i] = random_between(&w->random, -1, 1) * size;
    out.origin.x = random_between(&w->random, -100, 100);
    out.origin.y = random_between(&w->random, -100, 100);
    out.origin.z = random_between(&w->random, -100, 100);
    if (random_index(&w->random, 50) == 0)
        out.linear[4] = 1e38; // finite, and too large for what is below
    return out;
}

static void choose(walk *w)
{
    w->target_count = 1 + random_index(&w->random, MOST_TARGETS);
    for (uint32_t i = 0; i < w->target_count; i++) {
        w->targets[i] = any_object(w);
        w->transforms[i] = any_transform(w);
    }
}

// The arguments are drawn beforehand, so that a command can be repeated.
typedef struct walk_command {
    uint32_t which, parent, before, bits, more;
    bool flag, selected;
} walk_command;

static walk_command next_command(walk *w)
{
    choose(w);
    walk_command c = {.which = random_index(&w->random, 44),
                      .parent = random_index(&w->random, 4) == 0 ? EDITOR_NONE : any_object(w),
                      .before = EDITOR_NONE,
                      .bits = 1u << random_index(&w->random, 4),
                      .more = random_index(&w->random, 8),
                      .flag = random_index(&w->random, 2) != 0,
                      .selected = random_index(&w->random, 3) == 0};
    if (c.parent < w->level->object_count && random_index(&w->random, 2) == 0)
        c.before = w->level->objects[c.parent].first_child;
    return c;
}

static editor_edit_result apply_tree(walk *w, const walk_command *c, const uint32_t *targets)
{
    editor_document *d = w->document;
    bool full = editor_level_count(w->level).objects > MOST_OBJECTS;
    pick_vec3 points[MOST_TARGETS];
    switch (c->which) {
    case 0:
        return full ? editor_edit_delete(d, targets, w->target_count)
                    : editor_edit_duplicate(d, targets, w->target_count);
    case 1:
        return editor_edit_delete(d, targets, c->more == 0 ? w->target_count : 1);
    case 2:
        return editor_edit_group(d, targets, w->target_count, "group");
    case 3:
        return editor_edit_ungroup(d, targets, w->target_count);
    case 4:
    case 5:
        return editor_edit_reparent(d, targets, w->target_count, c->parent, c->before);
    case 6:
        return editor_edit_add_group(d, "made", c->parent, &w->transforms[0], NULL);
    case 7:
        return editor_edit_drop_to_height(d, targets, w->target_count, 0);
    case 22:
        return full ? EDITOR_EDIT_NOTHING : editor_edit_array(d, targets, w->target_count, w->transforms, c->more % 3);
    case 23:
        return full ? EDITOR_EDIT_NOTHING : editor_edit_duplicate_again(d, NULL, 0);
    case 24:
        return editor_edit_distribute(d, targets, w->target_count, (int)c->more % 3, (editor_distribute_mode)c->flag);
    case 25:
        for (uint32_t i = 0; i < w->target_count; i++)
            points[i] = w->transforms[i].origin;
        return editor_edit_mirror(d, w->targets, points, w->target_count, (int)c->more % 3);
    default:
        return editor_edit_drop_to_surface(d, targets, 1);
    }
}

// Coarse, because many are made.
static editor_primitive any_primitive(editor_shape shape)
{
    editor_primitive primitive = editor_primitive_default(shape);
    for (int k = EDITOR_PRIMITIVE_SEGMENTS; k < EDITOR_PRIMITIVE_FIELDS; k++)
        primitive.value[k] = primitive.value[k] > 0 ? 3 : 0;
    return primitive;
}

static editor_edit_result apply_primitive(walk *w, const walk_command *c)
{
    const editor_shape shape = (editor_shape)(1 + c->more % (EDITOR_SHAPE_COUNT - 1));
    editor_primitive primitives[MOST_TARGETS];
    uint32_t targets[MOST_TARGETS], count = 0;
    for (uint32_t i = 0; i < w->target_count; i++) {
        const editor_object *object = w->targets[i] < w->level->object_count ? &w->level->objects[w->targets[i]] : NULL;
        primitives[count] = any_primitive(shape);
        if (!object || object->mesh == EDITOR_NONE ||
            w->level->meshes[object->mesh].primitive.shape == EDITOR_SHAPE_NONE)
            continue;
        primitives[count] = w->level->meshes[object->mesh].primitive;
        for (int k = 0; k < EDITOR_PRIMITIVE_FIELDS; k++)
            primitives[count].value[k] *= c->flag || k >= EDITOR_PRIMITIVE_SEGMENTS ? 1 : 1 + 0.25 * c->bits;
        targets[count++] = w->targets[i];
    }
    if (count == 0 || c->which == 20)
        return editor_edit_add_primitive(w->document, "made", c->parent, &primitives[0], &w->transforms[0], NULL);
    return editor_edit_set_primitives(w->document, targets, primitives, count);
}

// Sometimes of objects without a mesh, which is refused.
static editor_edit_result apply_material(walk *w, const walk_command *c)
{
    editor_override overrides[MOST_TARGETS];
    for (uint32_t i = 0; i < w->target_count; i++)
        overrides[i] = (editor_override){.fields = (c->bits + i / 2) & EDITOR_OVERRIDE_MATERIAL,
                                         .metallic = c->more % 5 / 4.0,
                                         .base_color = {0.5, i / 2 * 0.25, 0, 1},
                                         .alpha_mode = (editor_alpha_mode)(c->more % 3),
                                         .double_sided = c->flag};
    return editor_edit_set_overrides(w->document, w->targets, overrides, w->target_count);
}

// Adds a line, or changes those among the targets.
static editor_edit_result apply_line(walk *w, const walk_command *c)
{
    double points[MOST_TARGETS][12];
    editor_line lines[MOST_TARGETS];
    uint32_t targets[MOST_TARGETS], count = 0;
    for (uint32_t i = 0; i < w->target_count; i++) {
        const editor_object *object = w->targets[i] < w->level->object_count ? &w->level->objects[w->targets[i]] : NULL;
        for (int k = 0; k < 12; k++)
            points[count][k] = (double)((c->more + i) * 7 % 5) + 0.5 * k * k;
        lines[count] = (editor_line){points[count], 2 + c->bits % 3, c->flag, (editor_measure)(c->more % 4)};
        if (object && object->mesh != EDITOR_NONE && w->level->meshes[object->mesh].line.count > 0)
            targets[count++] = w->targets[i];
    }
    if (count == 0) // an angle of two points is refused
        return editor_edit_add_line(w->document, "made", c->parent, &lines[0], &w->transforms[0], NULL);
    return editor_edit_set_lines(w->document, targets, lines, count);
}

// Of the first line, or of all targets, which is mostly refused.
static editor_edit_result apply_width(walk *w, const walk_command *c)
{
    editor_width widths[MOST_TARGETS];
    for (uint32_t i = 0; i < w->target_count; i++)
        widths[i] = (editor_width){0.25 + c->more, (editor_width_unit)(c->bits % 3)};
    for (uint32_t i = 0; c->flag && i < w->level->object_count; i++) {
        const editor_object *object = &w->level->objects[i];
        if (object->exists && object->mesh != EDITOR_NONE && w->level->meshes[object->mesh].line.count > 0)
            return editor_edit_set_widths(w->document, &i, widths, 1);
    }
    return editor_edit_set_widths(w->document, w->targets, widths, w->target_count);
}

// Adds a terrain, or changes those among the targets, which is refused where one is none.
static editor_edit_result apply_terrain(walk *w, const walk_command *c)
{
    editor_terrain terrains[MOST_TARGETS];
    uint32_t targets[MOST_TARGETS], count = 0;
    for (uint32_t i = 0; i < w->target_count; i++) {
        const editor_object *object = w->targets[i] < w->level->object_count ? &w->level->objects[w->targets[i]] : NULL;
        terrains[count] = (editor_terrain){1 + c->more, c->bits, c->more % 3 ? 2.5 : 0.25};
        if (c->selected || (object && object->kind == EDITOR_OBJECT_TERRAIN))
            targets[count++] = w->targets[i];
    }
    if (count == 0)
        return editor_edit_add_asset(w->document, w->heights, c->parent, &w->transforms[0], NULL);
    return c->which == 37 ? editor_edit_set_terrains(w->document, targets, terrains, count)
                          : editor_edit_set_terrain_holes(w->document, targets, count, c->flag);
}

// Moves vertices of the targets that have some, or resets their shapes. Sometimes of others, which is refused.
static editor_edit_result apply_vertices(walk *w, const walk_command *c)
{
    enum { MOST_MOVED = 3 };
    editor_moved_vertex vertices[MOST_TARGETS][MOST_MOVED];
    editor_vertex_moves moves[MOST_TARGETS];
    uint32_t count = 0;
    if (c->which == 41)
        return editor_edit_reset_shapes(w->document, c->selected ? NULL : w->targets, w->target_count);
    for (uint32_t i = 0; i < w->target_count; i++) {
        const editor_object *object = w->targets[i] < w->level->object_count ? &w->level->objects[w->targets[i]] : NULL;
        const bool has_some = object && object->exists && object->kind == EDITOR_OBJECT_MESH &&
                              w->level->meshes[object->mesh].index_count > 0;
        const pick_vec3 by = pick_vec3_scale(w->transforms[i].origin, 0.01);
        if (!has_some && c->more > 0)
            continue;
        for (uint32_t k = 0; k < MOST_MOVED; k++) {
            editor_moved_vertex *to = &vertices[count][k];
            to->vertex = 2 * k + c->more / 4;
            to->position[0] = (float)by.x;
            to->position[1] = (float)by.y + (float)k;
            to->position[2] = c->flag ? (float)by.z : 0;
        }
        moves[count] = (editor_vertex_moves){w->targets[i], vertices[count], MOST_MOVED};
        count++;
    }
    return editor_edit_move_vertices(w->document, moves, count);
}

static editor_edit_result apply_set(walk *w, const walk_command *c)
{
    const uint32_t set = c->more % 4;
    char name[32];
    snprintf(name, sizeof(name), "set %u", (unsigned)c->bits);
    if (c->which == 28)
        return c->flag ? editor_edit_make_set(w->document, name, w->targets, w->target_count, NULL)
                       : editor_edit_add_to_set(w->document, set, w->targets, w->target_count);
    if (c->which == 29)
        return c->flag ? editor_edit_rename_set(w->document, set, name)
                       : editor_edit_remove_from_set(w->document, set, w->targets, w->target_count);
    return editor_edit_delete_set(w->document, set);
}

// The first object of the kind from `from` on, round to its start; EDITOR_NONE: there is none.
static uint32_t find_kind(const walk *w, editor_object_kind kind, bool of_prefab, uint32_t from)
{
    for (uint32_t i = 0; i < w->level->object_count; i++) {
        const uint32_t object = (from + i) % w->level->object_count;
        const editor_object *o = &w->level->objects[object];
        if (o->exists && o->kind == kind && (o->prefab != 0) == of_prefab)
            return object;
    }
    return EDITOR_NONE;
}

static editor_edit_result apply_prefab(walk *w, const walk_command *c)
{
    editor_document *d = w->document;
    const uint32_t instance = find_kind(w, EDITOR_OBJECT_PREFAB, true, w->targets[0]);
    const uint32_t group = find_kind(w, EDITOR_OBJECT_GROUP, true, w->targets[0]);
    const uint32_t prefab = c->more % (w->level->prefab_count + 1);
    const bool full = editor_level_count(w->level).objects > MOST_OBJECTS;
    char name[32];
    snprintf(name, sizeof(name), "prefab %u", (unsigned)c->bits);
    switch (c->which) {
    case 31:
        return editor_edit_make_prefab(d, w->targets, c->flag ? 1 : w->target_count, c->flag ? NULL : name, NULL);
    case 32:
        return full ? EDITOR_EDIT_NOTHING : editor_edit_add_prefab(d, prefab, name, c->parent, &w->transforms[0], NULL);
    case 33:
        if (c->more < 2)
            return c->flag ? editor_edit_rename_prefab(d, prefab, name) : editor_edit_delete_prefab(d, prefab);
        return editor_edit_unpack_prefab(d, &instance, 1);
    default:
        return editor_edit_update_prefab(d, group);
    }
}

// Joins volumes, most of the time, or splits one.
static editor_edit_result apply_compound(walk *w, const walk_command *c)
{
    uint32_t volumes[MOST_TARGETS + 1], count = 0;
    for (uint32_t i = 0; i < w->level->object_count && count <= c->more % MOST_TARGETS; i++) {
        const editor_object *object = &w->level->objects[(i + c->bits) % w->level->object_count];
        if (object->exists && object->kind == EDITOR_OBJECT_VOLUME)
            volumes[count++] = (i + c->bits) % w->level->object_count;
    }
    if (count == 0)
        return EDITOR_EDIT_NOTHING;
    return c->which == 42 ? editor_edit_join_volumes(w->document, volumes, count, volumes[c->flag ? count - 1 : 0])
                          : editor_edit_split_volumes(w->document, volumes, count);
}

static editor_edit_result apply(walk *w, const walk_command *c)
{
    editor_document *d = w->document;
    const uint32_t *targets = c->selected ? NULL : w->targets;
    char name[32];
    editor_light light = {.color = {1, 1, 1}, .intensity = c->more, .outer = 1};
    switch (c->which) {
    case 9:
    case 10:
        return editor_edit_set_locals(d, w->targets, w->transforms, w->target_count);
    case 11:
    case 12:
        return editor_edit_set_worlds(d, w->targets, w->transforms, w->target_count);
    case 13:
        snprintf(name, sizeof(name), "name %u", (unsigned)c->more);
        return editor_edit_rename(d, w->targets[0], name);
    case 14:
        return editor_edit_set_hidden(d, targets, w->target_count, c->flag);
    case 15:
        return editor_edit_set_locked(d, targets, w->target_count, c->flag);
    case 16:
        return editor_edit_set_layers(d, targets, w->target_count, c->flag ? 0 : c->bits, c->flag ? c->bits : 0);
    case 17:
        snprintf(name, sizeof(name), "layer %u", (unsigned)c->more);
        if (c->bits % 3 == 0)
            return editor_edit_set_layer_sight(d, c->more % EDITOR_LAYER_COUNT, c->bits % EDITOR_LAYER_COUNT, c->flag);
        return c->flag ? editor_edit_name_layer(d, c->more, name) : editor_edit_set_layer_flags(d, c->more, c->bits);
    case 18:
        return c->flag ? editor_edit_set_light(d, LAMP, &light) : editor_edit_show_all(d);
    case 19:
        return editor_edit_select_objects(d, (pick_selection_op)(c->more % 4), w->targets, w->target_count);
    case 20:
    case 21:
        return apply_primitive(w, c);
    case 26:
    case 27:
        return apply_material(w, c);
    case 28:
    case 29:
    case 30:
        return apply_set(w, c);
    case 31:
        return apply_line(w, c);
    case 32:
        return apply_width(w, c);
    case 33:
    case 34:
    case 35:
    case 36:
        return apply_prefab(w, c);
    case 37:
    case 38:
        return apply_terrain(w, c);
    case 39:
    case 40:
    case 41:
        return apply_vertices(w, c);
    case 42:
    case 43:
        return apply_compound(w, c);
    default:
        return apply_tree(w, c, targets);
    }
}

// A level with an asset of heights, one of which is a hole.
static editor_level *level_with_heights(uint32_t *asset)
{
    static const uint16_t samples[9] = {0, 20000, 5000, 40000, 100, 30000, 65535, 7, 50000};
    editor_level *level = fixture_level(), *heights = editor_level_create();
    editor_mesh meshes[EDITOR_TERRAIN_MESHES];
    editor_error error = {""};
    const editor_terrain usual = editor_terrain_default(3, 3);
    assert_true(heights && editor_terrain_make_meshes(samples, 3, 3, meshes));
    for (int i = 0; i < EDITOR_TERRAIN_MESHES; i++)
        assert_int_equal(editor_level_add_mesh(heights, &meshes[i]), i);
    editor_level_add_terrain(heights, "hills", EDITOR_NONE, 0, &usual, &PICK_AFFINE_IDENTITY);
    assert_true(editor_level_add_own_asset(heights, "hills.png", false) && editor_level_finish(heights, &error));
    *asset = editor_level_absorb(level, heights);
    assert_true(*asset != EDITOR_NONE);
    return level;
}

static walk start_walk(uint64_t seed, size_t bytes)
{
    walk w = {.random = {seed}};
    editor_level *level = level_with_heights(&w.heights);
    w.document = editor_document_create(level, &(editor_document_desc){.history_bytes = bytes});
    assert_non_null(w.document);
    w.level = editor_document_level(w.document);
    return w;
}

// One step of the walk: a command, or a drag of a few.
static void advance(walk *w, uint32_t counts[3])
{
    bool drag = random_index(&w->random, 5) == 0;
    if (drag)
        assert_true(editor_document_begin(w->document, "Drag"));
    for (int i = 0; i < (drag ? 4 : 1); i++) {
        walk_command c = next_command(w);
        counts[apply(w, &c)]++;
    }
    if (drag && random_index(&w->random, 3) == 0)
        editor_document_cancel(w->document);
    else if (drag)
        editor_document_commit(w->document);
}

static void test_walk(void **state)
{
    (void)state;
    const uint32_t wanted = test_effort(600, 10000);
    walk w = start_walk(1, (size_t)1 << 30);
    uint64_t *states = malloc((wanted + 1) * sizeof(*states));
    assert_non_null(states);
    states[0] = fixture_state(w.document);
    uint32_t steps = 0, idle = 0, counts[3] = {0};
    while (steps < wanted) {
        advance(&w, counts);
        editor_history history = editor_document_history(w.document);
        uint64_t now = fixture_state(w.document);
        assert_true(history.step_count == history.position && history.dropped == 0);
        if (history.step_count == steps)
            assert_true(now == states[steps]);
        else
            assert_int_equal(history.step_count, steps + 1);
        // Only a drag that moves objects in the tree and back, or creates and deletes an object, can change nothing.
        idle += history.step_count != steps && now == states[steps];
        steps = history.step_count;
        states[steps] = now;
        if (steps % 100 == 0)
            assert_true(fixture_is_consistent(w.level));
    }
    assert_true(idle < wanted / 100);
    // All three outcomes are frequent, or the walk says little.
    assert_true(counts[EDITOR_EDIT_DONE] > wanted && counts[EDITOR_EDIT_REFUSED] > wanted / 20 &&
                counts[EDITOR_EDIT_NOTHING] > wanted / 20);
    for (uint32_t i = steps; i-- > 0;) {
        assert_true(editor_document_undo(w.document));
        assert_true(fixture_state(w.document) == states[i]);
    }
    assert_true(fixture_is_consistent(w.level));
    assert_false(editor_document_undo(w.document));
    for (uint32_t i = 1; i <= steps; i++) {
        assert_true(editor_document_redo(w.document));
        assert_true(fixture_state(w.document) == states[i]);
    }
    assert_true(fixture_is_consistent(w.level));
    print_message("%u steps: %u commands done, %u changed nothing, %u refused; %zu bytes of history\n", (unsigned)steps,
                  (unsigned)counts[0], (unsigned)counts[1], (unsigned)counts[2],
                  editor_document_history(w.document).bytes);
    free(states);
    editor_document_destroy(w.document);
}

static void test_walk_within_a_bound(void **state)
{
    (void)state;
    enum { KEPT = 4096 };
    const uint32_t wanted = test_effort(800, 10000);
    const size_t bound = 100000;
    walk w = start_walk(2, bound);
    uint64_t states[KEPT] = {0};
    states[0] = fixture_state(w.document);
    uint32_t counts[3] = {0};
    for (uint64_t steps = 0; steps < wanted;) {
        // Back and forth now and then, so that what could be redone is dropped too.
        for (uint32_t back = random_index(&w.random, 40) == 0 ? random_index(&w.random, 30) : 0; back > 0; back--) {
            if (editor_document_undo(w.document)) {
                steps--;
                assert_true(fixture_state(w.document) == states[steps % KEPT]);
            }
        }
        uint64_t dropped = editor_document_history(w.document).dropped;
        advance(&w, counts);
        editor_history history = editor_document_history(w.document);
        assert_true(history.bytes <= bound || history.step_count == 1);
        assert_true(history.dropped >= dropped);
        steps = history.dropped + history.position;
        states[steps % KEPT] = fixture_state(w.document);
        assert_true(history.step_count < KEPT);
    }
    editor_history history = editor_document_history(w.document);
    assert_true(history.dropped > wanted / 10 && history.step_count > 20);
    uint64_t steps = history.dropped + history.position;
    for (uint32_t i = history.position; i-- > 0;) {
        assert_true(editor_document_undo(w.document));
        assert_true(fixture_state(w.document) == states[--steps % KEPT]);
    }
    assert_true(fixture_is_consistent(w.level));
    while (editor_document_redo(w.document))
        assert_true(fixture_state(w.document) == states[++steps % KEPT]);
    assert_true(steps == history.dropped + history.position);
    // Objects that nothing leads to are forgotten, not piled up: only the steps kept name some beside the level.
    assert_true(w.level->object_count < wanted / 2);
    editor_document_destroy(w.document);
}

// Every allocation of every command fails once: refused, and nothing is different; then the command works.
static void test_memory_runs_out(void **state)
{
    (void)state;
    walk w = start_walk(3, (size_t)1 << 30);
    const uint32_t rounds = test_effort(300, 1500);
    uint32_t refused = 0, undo_refused = 0, counts[3] = {0};
    for (uint32_t round = 0; round < rounds; round++) {
        walk_command c = next_command(&w);
        for (size_t nth = 1;; nth++) {
            uint64_t before = fixture_state(w.document);
            editor_history history = editor_document_history(w.document);
            bool changed = editor_document_is_changed(w.document);
            failing_malloc_arm(nth, round % 2 == 0);
            editor_edit_result result = apply(&w, &c);
            size_t calls = failing_malloc_calls();
            failing_malloc_arm(0, false);
            bool wanting =
                result == EDITOR_EDIT_REFUSED && strcmp(editor_document_reason(w.document), "out of memory") == 0;
            if (!wanting && (result != EDITOR_EDIT_REFUSED || calls < nth)) {
                counts[result]++;
                break;
            }
            refused += wanting;
            assert_true(calls >= nth);
            assert_true(fixture_state(w.document) == before);
            assert_true(editor_document_is_changed(w.document) == changed);
            assert_int_equal(editor_document_history(w.document).position, history.position);
        }
        editor_document_catch_up(w.document);
        if (round % 20 == 0) {
            assert_true(fixture_is_consistent(w.level));
            uint64_t before = fixture_state(w.document);
            failing_malloc_arm(1, true);
            if (!editor_document_undo(w.document)) {
                undo_refused++;
                assert_true(fixture_state(w.document) == before);
            }
            failing_malloc_arm(0, false);
            editor_document_catch_up(w.document);
        }
    }
    print_message("%u commands refused for want of memory, %u undos\n", (unsigned)refused, (unsigned)undo_refused);
    assert_true(refused > 2 * rounds && undo_refused > 0 && counts[EDITOR_EDIT_DONE] > rounds / 3);
    assert_true(fixture_is_consistent(w.level));
    editor_document_destroy(w.document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walk),
        cmocka_unit_test(test_walk_within_a_bound),
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

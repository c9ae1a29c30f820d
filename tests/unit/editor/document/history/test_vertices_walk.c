// Moved vertices: a random history against a model that has an array of positions for each object.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "document/file/clipboard.h"
#include "document/file/level_file.h"
#include "document/level/mesh_tools.h"
#include "document/level/primitive_mesh.h"
#include "edit_fixture.h"
#include "effort.h"
#include "random.h"
#include "text_file.h"
#include "vertices_bench.h"

// --- A random history against a model -------------------------------------------------------------------------------

enum { SHAPES = 4, MOST_VERTICES = 40, MOST_OBJECTS = 12, MOST_STEPS = 4000, MOST_MOVES = 12 };
#define SAVED "test_vertices.tmp.vkpick"

// A cube and a ball in two sizes each. Of each vertex the lowest one in its place.
typedef struct shape {
    editor_primitive primitive;
    uint32_t vertex_count, places[MOST_VERTICES];
    float positions[3 * MOST_VERTICES];
} shape;

typedef struct model_object {
    double id;
    uint32_t shape;
    float positions[3 * MOST_VERTICES];
} model_object;

typedef struct model {
    model_object objects[MOST_OBJECTS];
    uint32_t count;
} model;

typedef struct moment {
    model model;
    uint64_t hash;
} moment;

typedef struct game {
    editor_document *document;
    const editor_level *level;
    test_random random;
    shape shapes[SHAPES];
    model now;
    moment *moments;
    uint32_t position, known;
    uint32_t done, nothing, refused, read;
} game;

static void make_shape(shape *out, editor_shape kind, double size)
{
    editor_mesh mesh = {0};
    out->primitive = editor_primitive_default(kind);
    double *value = out->primitive.value;
    value[EDITOR_PRIMITIVE_SEGMENTS] = value[EDITOR_PRIMITIVE_SEGMENTS] > 0 ? 6 : 0;
    value[EDITOR_PRIMITIVE_RINGS] = value[EDITOR_PRIMITIVE_RINGS] > 0 ? 4 : 0;
    for (int i = 0; i < EDITOR_PRIMITIVE_SEGMENTS; i++)
        value[i] *= size;
    assert_true(editor_primitive_mesh(&out->primitive, &mesh) && mesh.vertex_count <= MOST_VERTICES);
    out->vertex_count = mesh.vertex_count;
    memcpy(out->positions, mesh.positions, 3 * (size_t)mesh.vertex_count * sizeof(float));
    for (uint32_t v = 0; v < mesh.vertex_count; v++) {
        out->places[v] = v;
        for (uint32_t k = 0; k < v && out->places[v] == v; k++) {
            if (vertices_is_at(mesh.positions, v, &mesh.positions[3 * (size_t)k]))
                out->places[v] = k;
        }
    }
    mesh_tools_free(&mesh);
}

static uint32_t number_of(const game *g, double id)
{
    for (uint32_t i = 0; i < g->level->object_count; i++) {
        if (g->level->objects[i].exists && g->level->objects[i].id == id)
            return i;
    }
    fail_msg("object %.0f is gone", id);
    return EDITOR_NONE;
}

static bool same_positions(const game *g, const model_object *o, const float *positions)
{
    bool same = true;
    for (uint32_t i = 0; i < 3 * g->shapes[o->shape].vertex_count; i++)
        same &= positions[i] == o->positions[i];
    return same;
}

static bool is_moved(const game *g, const model_object *o)
{
    return !same_positions(g, o, g->shapes[o->shape].positions);
}

static void compare(const game *g, const model *expected)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->level->object_count; i++)
        count += g->level->objects[i].exists;
    assert_int_equal(count, expected->count);
    for (uint32_t i = 0; i < expected->count; i++) {
        const model_object *o = &expected->objects[i];
        const uint32_t number = number_of(g, o->id);
        const editor_mesh *mesh = vertices_mesh(g->level, number);
        assert_int_equal(mesh->vertex_count, g->shapes[o->shape].vertex_count);
        assert_true(same_positions(g, o, mesh->positions));
        assert_int_equal(editor_level_has_moves(g->level, g->level->objects[number].mesh), is_moved(g, o));
    }
    vertices_check(g->level);
}

static void at_start(game *g)
{
    g->position = g->known = 0;
    g->moments[0] = (moment){g->now, editor_level_hash(g->level)};
}

// Takes over what a command, or a drag, did: a step if something is different.
static void take_step(game *g, bool done)
{
    assert_int_equal(editor_document_history(g->document).position, g->position + done);
    compare(g, &g->now);
    if (!done) {
        assert_true(editor_level_hash(g->level) == g->moments[g->position].hash);
        return;
    }
    g->position++;
    g->known = g->position;
    assert_true(g->position < MOST_STEPS);
    g->moments[g->position] = (moment){g->now, editor_level_hash(g->level)};
}

static model_object *any(game *g)
{
    return &g->now.objects[random_index(&g->random, g->now.count)];
}

// Moves vertices, a few or all, of an object, or two.
static editor_edit_result play_move(game *g)
{
    editor_moved_vertex items[2][MOST_MOVES];
    editor_vertex_moves moves[2];
    const uint32_t objects = 1 + (random_index(&g->random, 4) == 0);
    const model before = g->now;
    bool is_twice = false; // a place in one command
    for (uint32_t i = 0; i < objects; i++) {
        model_object *o = any(g);
        const shape *s = &g->shapes[o->shape];
        moves[i] = (editor_vertex_moves){number_of(g, o->id), items[i], 1 + random_index(&g->random, MOST_MOVES)};
        is_twice |= i > 0 && moves[1].object == moves[0].object;
        const bool home = random_index(&g->random, 3) == 0;
        uint32_t first = random_index(&g->random, s->vertex_count);
        for (uint32_t k = 0; k < moves[i].count; k++) {
            editor_moved_vertex *item = &items[i][k];
            item->vertex = (first + k) % s->vertex_count;
            const uint32_t from = random_index(&g->random, 3) == 0 ? random_index(&g->random, s->vertex_count)
                                                                   : item->vertex; // perhaps onto another one
            memcpy(item->position, &s->positions[3 * (size_t)(home ? item->vertex : from)], sizeof(item->position));
            for (int n = 0; n < 3 && !home && from == item->vertex; n++)
                item->position[n] += (float)random_between(&g->random, -0.3, 0.3);
            for (uint32_t n = 0; n < k; n++)
                is_twice |= s->places[items[i][n].vertex] == s->places[item->vertex];
            for (uint32_t v = 0; v < s->vertex_count; v++) {
                if (s->places[v] == s->places[item->vertex])
                    memcpy(&o->positions[3 * (size_t)v], item->position, sizeof(item->position));
            }
        }
    }
    const editor_edit_result result = editor_edit_move_vertices(g->document, moves, objects);
    bool differs = false;
    for (uint32_t i = 0; i < g->now.count; i++)
        differs |= !same_positions(g, &g->now.objects[i], before.objects[i].positions);
    // A place that is moved and put back in one command may leave a copy.
    assert_true(result == EDITOR_EDIT_DONE || (!differs && result == EDITOR_EDIT_NOTHING));
    assert_true(result == EDITOR_EDIT_NOTHING || differs || is_twice);
    if (is_twice && !editor_document_is_open(g->document)) // then it may make no step
        return editor_document_history(g->document).position > g->position ? EDITOR_EDIT_DONE : EDITOR_EDIT_NOTHING;
    return result;
}

static editor_edit_result play_duplicate(game *g)
{
    const uint32_t most = g->now.count, count = 1 + random_index(&g->random, most < 3 ? most : 3);
    uint32_t targets[3], first = random_index(&g->random, most);
    if (g->now.count + count > MOST_OBJECTS)
        return EDITOR_EDIT_NOTHING;
    for (uint32_t i = 0; i < count; i++)
        targets[i] = number_of(g, g->now.objects[(first + i) % most].id);
    assert_int_equal(editor_edit_duplicate(g->document, targets, count), EDITOR_EDIT_DONE);
    for (uint32_t i = 0; i < count; i++) {
        model_object made = g->now.objects[(first + i) % most];
        const uint32_t twin = g->level->objects[targets[i]].next;
        made.id = g->level->objects[twin].id;
        assert_int_equal(g->level->objects[twin].mesh, g->level->objects[targets[i]].mesh);
        g->now.objects[g->now.count++] = made;
    }
    return EDITOR_EDIT_DONE;
}

static editor_edit_result play_delete(game *g)
{
    if (g->now.count < 4)
        return EDITOR_EDIT_NOTHING;
    model_object *o = any(g);
    const uint32_t target = number_of(g, o->id);
    *o = g->now.objects[--g->now.count];
    return editor_edit_delete(g->document, &target, 1);
}

static editor_edit_result play_reset(game *g)
{
    uint32_t targets[3], count = 1 + random_index(&g->random, 3);
    bool moved = false;
    for (uint32_t i = 0; i < count; i++) {
        model_object *o = any(g);
        targets[i] = number_of(g, o->id);
        moved |= is_moved(g, o);
        memcpy(o->positions, g->shapes[o->shape].positions, sizeof(o->positions));
    }
    const editor_edit_result result = editor_edit_reset_shapes(g->document, targets, count);
    assert_int_equal(result, moved ? EDITOR_EDIT_DONE : EDITOR_EDIT_NOTHING);
    return result;
}

static editor_edit_result play_resize(game *g)
{
    model_object *o = any(g);
    const uint32_t target = number_of(g, o->id), to = o->shape ^ 1;
    const editor_edit_result result = editor_edit_set_primitives(g->document, &target, &g->shapes[to].primitive, 1);
    assert_int_equal(result, is_moved(g, o) ? EDITOR_EDIT_REFUSED : EDITOR_EDIT_DONE);
    if (result == EDITOR_EDIT_DONE) {
        o->shape = to;
        memcpy(o->positions, g->shapes[to].positions, sizeof(o->positions));
    }
    return result;
}

static editor_edit_result play_paint(game *g)
{
    const uint32_t target = number_of(g, any(g)->id), bits = random_index(&g->random, 8);
    const editor_override o = {.fields = (bits & 1 ? EDITOR_OVERRIDE_SIDES : 0) |
                                         (bits & 2 ? EDITOR_OVERRIDE_ALPHA_MODE : 0) |
                                         (bits & 4 ? EDITOR_OVERRIDE_METALLIC : 0),
                               .double_sided = true,
                               .alpha_mode = EDITOR_ALPHA_MASK,
                               .metallic = 0.5};
    return editor_edit_set_overrides(g->document, &target, &o, 1);
}

static editor_edit_result play_paste(game *g)
{
    if (g->now.count == MOST_OBJECTS)
        return EDITOR_EDIT_NOTHING;
    model_object made = *any(g);
    const uint32_t source = number_of(g, made.id);
    char *text = editor_edit_copy(g->document, &source, 1);
    assert_non_null(text);
    const editor_edit_result result = editor_edit_paste(g->document, text, EDITOR_NONE, NULL, NULL);
    free(text);
    assert_int_equal(result, EDITOR_EDIT_DONE);
    made.id = g->level->objects[editor_document_active(g->document)].id;
    g->now.objects[g->now.count++] = made;
    return result;
}

static editor_edit_result play(game *g)
{
    editor_edit_result result;
    switch (random_index(&g->random, 12)) {
    case 0:
        result = play_duplicate(g);
        break;
    case 1:
        result = play_delete(g);
        break;
    case 2:
        result = play_reset(g);
        break;
    case 3:
        result = play_resize(g);
        break;
    case 4:
        result = play_paint(g);
        break;
    case 5:
        result = play_paste(g);
        break;
    default:
        result = play_move(g);
        break;
    }
    g->done += result == EDITOR_EDIT_DONE;
    g->nothing += result == EDITOR_EDIT_NOTHING;
    g->refused += result == EDITOR_EDIT_REFUSED;
    return result;
}

static void play_drag(game *g)
{
    const model before = g->now;
    assert_true(editor_document_begin(g->document, "Drag"));
    for (uint32_t i = random_index(&g->random, 6); i > 0; i--)
        play(g);
    compare(g, &g->now);
    bool made = false;
    if (random_index(&g->random, 3) == 0) {
        editor_document_cancel(g->document);
        g->now = before;
    } else {
        made = editor_document_commit(g->document);
    }
    take_step(g, made);
}

static void play_history(game *g)
{
    const bool back = random_index(&g->random, 2) == 0;
    for (uint32_t n = 1 + random_index(&g->random, 8); n > 0; n--) {
        const bool can = back ? g->position > 0 : g->position < g->known;
        assert_int_equal(back ? editor_document_undo(g->document) : editor_document_redo(g->document), can);
        g->position += can ? (back ? -1u : 1u) : 0;
        g->now = g->moments[g->position].model;
        assert_true(editor_level_hash(g->level) == g->moments[g->position].hash);
        compare(g, &g->now);
    }
}

// Reads what was written, and goes on with it now and then.
static void play_file(game *g, bool goes_on)
{
    editor_error error = {""};
    editor_text text = {0}, again = {0};
    game other = *g;
    assert_true(editor_level_write(g->level, SAVED, &text, &error));
    write_text(SAVED, text.data);
    editor_level *level = editor_level_read(SAVED, NULL, NULL, NULL, &error);
    if (!level)
        fail_msg("%s", error.text);
    remove(SAVED);
    assert_int_equal(level->warning_count, 0);
    assert_true(editor_level_hash(level) == editor_level_hash(g->level));
    assert_true(editor_level_write(level, SAVED, &again, &error));
    assert_string_equal(text.data, again.data);
    other.document = editor_document_create(level, NULL);
    assert_non_null(other.document);
    other.level = editor_document_level(other.document);
    compare(&other, &g->now);
    g->read++;
    if (goes_on) {
        editor_document_destroy(g->document);
        g->document = other.document;
        g->level = other.level;
        at_start(g);
    } else {
        editor_document_destroy(other.document);
    }
    editor_text_free(&text);
    editor_text_free(&again);
}

static void test_random_history(void **state)
{
    (void)state;
    game g = {.random = {2}};
    editor_level *level = editor_level_create();
    editor_error error = {""};
    assert_true(level && editor_level_finish(level, &error));
    g.document = editor_document_create(level, NULL);
    g.level = editor_document_level(g.document);
    g.moments = malloc(MOST_STEPS * sizeof(*g.moments));
    assert_non_null(g.moments);
    for (uint32_t i = 0; i < SHAPES; i++)
        make_shape(&g.shapes[i], i < 2 ? EDITOR_SHAPE_CUBE : EDITOR_SHAPE_SPHERE, i % 2 ? 2 : 1);
    for (uint32_t i = 0; i < SHAPES; i++) {
        const pick_affine place = fixture_at(4.0 * i, 0, 0);
        model_object *o = &g.now.objects[g.now.count++];
        uint32_t made = EDITOR_NONE;
        assert_int_equal(
            editor_edit_add_primitive(g.document, "thing", EDITOR_NONE, &g.shapes[i].primitive, &place, &made),
            EDITOR_EDIT_DONE);
        *o = (model_object){.id = g.level->objects[made].id, .shape = i};
        memcpy(o->positions, g.shapes[i].positions, sizeof(o->positions));
    }
    play_file(&g, true);
    const uint32_t rounds = test_effort(1000, 30000);
    for (uint32_t i = 0; i < rounds; i++) {
        const uint32_t what = random_index(&g.random, 12);
        if (what == 0)
            play_drag(&g);
        else if (what < 4)
            play_history(&g);
        else if (what == 4)
            play_file(&g, random_index(&g.random, 6) == 0 || g.position > MOST_STEPS - 100);
        else
            take_step(&g, play(&g) == EDITOR_EDIT_DONE);
    }
    while (g.position > 0) {
        assert_true(editor_document_undo(g.document));
        g.position--;
        compare(&g, &g.moments[g.position].model);
        assert_true(editor_level_hash(g.level) == g.moments[g.position].hash);
    }
    print_message("%u commands done, %u changed nothing, %u refused; %u times read back\n", (unsigned)g.done,
                  (unsigned)g.nothing, (unsigned)g.refused, (unsigned)g.read);
    assert_true(g.done > rounds / 3 && g.nothing > rounds / 50 && g.refused > rounds / 200 && g.read > rounds / 30);
    free(g.moments);
    editor_document_destroy(g.document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_history),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

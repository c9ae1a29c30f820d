#include "vertices_bench.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "document/level/level_internal.h"
#include "document/level/look.h"
#include "document/level/mesh_tools.h"
#include "edit_fixture.h"
#include "random.h"

uint32_t vertices_add(editor_document *document, const char *name, editor_shape shape, pick_vec3 at)
{
    editor_primitive primitive = editor_primitive_default(shape);
    primitive.value[EDITOR_PRIMITIVE_SEGMENTS] = primitive.value[EDITOR_PRIMITIVE_SEGMENTS] > 0 ? 6 : 0;
    primitive.value[EDITOR_PRIMITIVE_RINGS] = primitive.value[EDITOR_PRIMITIVE_RINGS] > 0 ? 4 : 0;
    const pick_affine place = fixture_at(at.x, at.y, at.z);
    uint32_t made = EDITOR_NONE;
    assert_int_equal(editor_edit_add_primitive(document, name, EDITOR_NONE, &primitive, &place, &made),
                     EDITOR_EDIT_DONE);
    return made;
}

vertices_bench vertices_begin(void)
{
    vertices_bench b = {.document = fixture_document()};
    b.level = editor_document_level(b.document);
    b.box = vertices_add(b.document, "box", EDITOR_SHAPE_CUBE, (pick_vec3){0, 50, 0});
    b.ball = vertices_add(b.document, "ball", EDITOR_SHAPE_SPHERE, (pick_vec3){0, 60, 0});
    b.start = fixture_state(b.document);
    return b;
}

const editor_mesh *vertices_mesh(const editor_level *level, uint32_t object)
{
    return &level->meshes[level->objects[object].mesh];
}

editor_edit_result vertices_move(editor_document *document, uint32_t object, uint32_t vertex, const float to[3])
{
    const editor_moved_vertex moved = {vertex, {to[0], to[1], to[2]}};
    return editor_edit_move_vertices(document, &(editor_vertex_moves){object, &moved, 1}, 1);
}

bool vertices_is_at(const float *positions, uint32_t vertex, const float *at)
{
    const float *p = &positions[3 * (size_t)vertex];
    return p[0] == at[0] && p[1] == at[1] && p[2] == at[2];
}

pick_vec3 vertices_vector(const float *array, uint32_t vertex)
{
    const float *p = &array[3 * (size_t)vertex];
    return pick_vec3_make((double)p[0], (double)p[1], (double)p[2]);
}

static pick_mesh *fresh_pick(const editor_level *level, const editor_object *o)
{
    const editor_mesh *mesh = &level->meshes[o->mesh];
    editor_material materials[2];
    pick_mesh *out = NULL;
    assert_true(mesh->submesh_count <= 2);
    for (uint32_t i = 0; i < mesh->submesh_count; i++)
        materials[i] = *editor_level_material(level, o, i);
    assert_int_equal(editor_level_make_pick(mesh, materials, &out), PICK_OK);
    return out;
}

// What is picked of an object is what would be made of its mesh now: the same triangles, and the same answers.
static void check_pick(const editor_level *level, uint32_t object, uint64_t seed)
{
    const editor_object *o = &level->objects[object];
    const pick_mesh *pick = editor_level_pick_mesh(level, o);
    pick_mesh *fresh = fresh_pick(level, o);
    test_random random = {seed};
    assert_true(pick_mesh_hash(pick) == pick_mesh_hash(fresh));
    const pick_mesh_query query = {.cull = PICK_CULL_NONE};
    for (int i = 0; i < 8; i++) {
        pick_ray ray = {.origin = pick_vec3_scale(random_direction(&random), 5), .t_max = 100};
        ray.direction = pick_vec3_sub(random_in_cube(&random, 0.5), ray.origin);
        pick_mesh_hit a, c;
        const bool hit = pick_mesh_closest(pick, &ray, &query, &a);
        assert_true(hit == pick_mesh_closest_brute_force(fresh, &ray, &query, &c));
        assert_true(!hit || (a.t == c.t && a.triangle == c.triangle));
    }
    pick_mesh_destroy(fresh);
}

// A copy is what its original and its moves make, whatever it has been before.
void vertices_check_copy(const editor_level *level, uint32_t object)
{
    const editor_mesh *mesh = vertices_mesh(level, object);
    editor_mesh fresh;
    if (mesh->original == 0)
        return;
    editor_level *mutable_level = (editor_level *)(uintptr_t)level;
    assert_true(
        editor_level_make_moved(mutable_level, &mutable_level->meshes[mesh->original - 1], &mesh->moves, &fresh));
    const size_t size = 3 * (size_t)mesh->vertex_count * sizeof(float);
    assert_int_equal(fresh.vertex_count, mesh->vertex_count);
    assert_memory_equal(fresh.positions, mesh->positions, size);
    assert_int_equal(fresh.normals != NULL, mesh->normals != NULL);
    if (fresh.normals)
        assert_memory_equal(fresh.normals, mesh->normals, size);
    assert_true(pick_mesh_hash(fresh.pick) == pick_mesh_hash(mesh->pick));
    for (uint32_t i = 1; i < mesh->moves.count; i++)
        assert_true(mesh->moves.items[i - 1].vertex < mesh->moves.items[i].vertex);
    pick_mesh_destroy(fresh.pick);
    mesh_tools_free(&fresh);
}

// The scene has the vertices where they are now: what goes for the middle of a face meets it, or something before it.
static void check_scene(const editor_level *level, uint32_t object)
{
    const editor_object *o = &level->objects[object];
    const editor_mesh *mesh = &level->meshes[o->mesh];
    const pick_query query = {.cull = PICK_CULL_NONE};
    const uint32_t step = 3 * (1 + mesh->index_count / 18); // at six faces
    const pick_aabb bounds = editor_level_subtree_bounds(level, object);
    if (!(pick_vec3_length(pick_vec3_sub(bounds.max, bounds.min)) < 1e6)) // too large for the scene to pick it well
        return;
    for (uint32_t i = 0; i < mesh->index_count && mesh->moves.count > 0 && !o->is_hidden; i += step) {
        pick_vec3 p[3];
        for (uint32_t k = 0; k < 3; k++)
            p[k] = pick_affine_point(&o->world, vertices_vector(mesh->positions, mesh->indices[i + k]));
        const pick_vec3 at = pick_vec3_scale(pick_vec3_add(p[0], pick_vec3_add(p[1], p[2])), 1.0 / 3);
        const pick_vec3 normal = pick_vec3_cross(pick_vec3_sub(p[1], p[0]), pick_vec3_sub(p[2], p[0]));
        const pick_ray ray = {
            .origin = pick_vec3_add(at, pick_vec3_make(3, 7, -5)), .direction = {-3, -7, 5}, .t_max = 9};
        pick_hit hit;
        if (fabs(pick_vec3_dot(normal, ray.direction)) > 1e-2)
            assert_true(pick_closest(level->scene, &ray, &query, &hit) && hit.t < 1 + 1e-6);
    }
}

void vertices_check(const editor_level *level)
{
    assert_true(fixture_is_consistent(level));
    for (uint32_t i = 0; i < level->object_count; i++) {
        const editor_object *o = &level->objects[i];
        if (o->exists && o->kind == EDITOR_OBJECT_MESH && level->meshes[o->mesh].index_count > 0) {
            vertices_check_copy(level, i);
            check_pick(level, i, i);
            check_scene(level, i);
        }
    }
}

void vertices_end(vertices_bench *b)
{
    vertices_check(b->level);
    const uint64_t last = fixture_state(b->document);
    const uint32_t position = editor_document_history(b->document).position;
    while (editor_document_undo(b->document))
        vertices_check(b->level);
    for (uint32_t i = 0; i < position; i++) {
        assert_true(editor_document_redo(b->document));
        vertices_check(b->level);
    }
    assert_true(fixture_state(b->document) == last);
    editor_document_destroy(b->document);
}

// The height where a ray straight down from above meets the object; NAN where it meets another one or nothing.
double vertices_top(const vertices_bench *b, uint32_t object, double x, double z)
{
    const pick_aabb box = editor_level_subtree_bounds(b->level, object);
    const pick_query query = editor_level_query(b->level);
    const pick_ray ray = {.origin = {x, box.max.y + 1, z}, .direction = {0, -1, 0}, .t_max = 100};
    pick_hit hit;
    const bool met = pick_closest(b->level->scene, &ray, &query, &hit) && hit.user == object;
    return met ? ray.origin.y - hit.t : (double)NAN;
}

uint32_t vertices_vertex_at(const editor_mesh *mesh, const float at[3])
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (vertices_is_at(mesh->positions, v, at))
            return v;
    }
    fail_msg("no vertex there");
    return EDITOR_NONE;
}

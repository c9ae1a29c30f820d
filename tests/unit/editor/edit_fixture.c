#include "edit_fixture.h"
#include "document/level/look.h"
#include "document/level/prefab.h"
#include "document/motion/affine.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void *copy(const void *source, size_t size)
{
    void *out = malloc(size);
    assert_non_null(out);
    memcpy(out, source, size);
    return out;
}

editor_mesh fixture_cube(void)
{
    float positions[24];
    for (int i = 0; i < 8; i++) {
        positions[3 * i] = i & 1 ? 0.5f : -0.5f;
        positions[3 * i + 1] = i & 2 ? 0.5f : -0.5f;
        positions[3 * i + 2] = i & 4 ? 0.5f : -0.5f;
    }
    static const uint32_t indices[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                         2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    const editor_submesh submesh = {0, 12, EDITOR_NONE};
    return (editor_mesh){.name = copy("cube", 5),
                         .positions = copy(positions, sizeof(positions)),
                         .vertex_count = 8,
                         .indices = copy(indices, sizeof(indices)),
                         .index_count = 36,
                         .submeshes = copy(&submesh, sizeof(submesh)),
                         .submesh_count = 1};
}

pick_affine fixture_at(double x, double y, double z)
{
    pick_affine out = PICK_AFFINE_IDENTITY;
    out.origin = pick_vec3_make(x, y, z);
    return out;
}

editor_level *fixture_level(void)
{
    editor_level *level = editor_level_create();
    assert_non_null(level);
    editor_mesh mesh = fixture_cube();
    uint32_t cube = editor_level_add_mesh(level, &mesh);
    pick_affine slab = fixture_at(0, -0.5, 0);
    slab.linear[0] = slab.linear[8] = 20;
    assert_int_equal(editor_level_add_object(level, "floor", EDITOR_NONE, cube, &slab), FLOOR);
    pick_affine place = fixture_at(5, 0, 0);
    assert_int_equal(editor_level_add_object(level, "posts", EDITOR_NONE, EDITOR_NONE, &place), POSTS);
    place = fixture_at(0, 0.5, 0);
    assert_int_equal(editor_level_add_object(level, "post 01", POSTS, cube, &place), POST_1);
    place = fixture_at(0, 0.5, 2);
    assert_int_equal(editor_level_add_object(level, "post 02", POSTS, cube, &place), POST_2);
    const double eighth = 0.38268343236508977, rest = 0.92387953251128674; // sine and cosine of pi / 8
    place = editor_affine_from_parts((double[3]){-5, 0, 0}, (double[4]){0, eighth, 0, rest}, (double[3]){1, 2, 1});
    assert_int_equal(editor_level_add_object(level, "shed", EDITOR_NONE, EDITOR_NONE, &place), SHED);
    place = editor_affine_from_parts((double[3]){0, 1, 0}, (double[4]){0, 0, eighth, rest}, (double[3]){1, 1, 1});
    assert_int_equal(editor_level_add_object(level, "roof", SHED, cube, &place), ROOF);
    place = fixture_at(0, 0.5, 0);
    const editor_light light = {
        .type = EDITOR_LIGHT_POINT, .color = {1, 0.5, 0.25}, .intensity = 40, .inner = 0, .outer = 0.7};
    assert_int_equal(editor_level_add_light(level, "lamp", SHED, &light, &place), LAMP);
    place = fixture_at(0, 2, 10);
    const editor_lens lens = {.fov = 1, .height = 1, .near_plane = 0.1};
    assert_int_equal(editor_level_add_camera(level, "eye", EDITOR_NONE, &lens, &place), EYE);
    editor_error error;
    assert_true(editor_level_finish(level, &error));
    return level;
}

editor_document *fixture_document(void)
{
    editor_document *document = editor_document_create(fixture_level(), NULL);
    assert_non_null(document);
    return document;
}

double fixture_difference(const pick_affine *a, const pick_affine *b)
{
    double largest = 0;
    for (int i = 0; i < 9; i++)
        largest = fmax(largest, fabs(a->linear[i] - b->linear[i]));
    const pick_vec3 apart = pick_vec3_sub(a->origin, b->origin);
    largest = fmax(largest, fmax(fabs(apart.x), fmax(fabs(apart.y), fabs(apart.z))));
    return largest;
}

// Whether the object's look is one of the level's, of its mesh.
static bool has_look(const editor_level *level, const editor_object *o)
{
    const editor_look *look = o->look;
    return !look || (look->number < level->look_count && level->looks[look->number] == look && look->mesh == o->mesh &&
                     look->content.material_count == level->meshes[o->mesh].submesh_count);
}

// Whether an instance shows the content that its definition has, and nothing else does.
static bool has_content(const editor_level *level, const editor_object *o)
{
    const bool is_instance = o->kind == EDITOR_OBJECT_PREFAB;
    return (editor_level_content(level, o->mesh) != NULL) == is_instance && o->prefab <= level->prefab_count &&
           (!is_instance || level->prefabs[o->prefab - 1].mesh == o->mesh);
}

// Whether a copy with moved vertices has those where they are, and the others where its original has them.
static bool has_vertices(const editor_level *level, const editor_object *o)
{
    const editor_mesh *mesh = o->mesh == EDITOR_NONE ? NULL : &level->meshes[o->mesh];
    if (!mesh || mesh->original == 0 || mesh->stand_in)
        return true;
    const editor_mesh *original = &level->meshes[mesh->original - 1];
    const uint32_t count = mesh->moves.vertex_count == mesh->vertex_count ? mesh->moves.count : 0;
    uint32_t next = 0;
    bool same = mesh->vertex_count == original->vertex_count && original->original == 0;
    for (uint32_t v = 0; same && v < mesh->vertex_count; v++) {
        const bool is_moved = next < count && mesh->moves.items[next].vertex == v;
        const float *at = is_moved ? mesh->moves.items[next].position : &original->positions[3 * (size_t)v];
        same = memcmp(&mesh->positions[3 * (size_t)v], at, 3 * sizeof(*at)) == 0;
        next += is_moved;
    }
    return same && next == count;
}

static bool is_consistent(const editor_level *level, uint32_t number)
{
    const editor_prefab_content *content = editor_level_content(level, level->objects[number].mesh);
    const editor_object *o = &level->objects[number];
    const editor_object *parent = o->parent == EDITOR_NONE ? NULL : &level->objects[o->parent];
    pick_affine world = parent ? pick_affine_multiply(&parent->world, &o->local) : o->local;
    bool off = o->layers != 0 && (o->layers & ~level->hidden_layers) == 0;
    bool shut = o->layers != 0 && (o->layers & ~level->locked_layers) == 0;
    pick_object_desc desc;
    if (pick_scene_get(level->scene, o->pick, &desc) != PICK_OK)
        return false;
    const pick_affine shown = editor_level_mesh_world(level, o);
    pick_transform transform = pick_affine_to_transform(&shown);
    bool linked = (o->next == EDITOR_NONE || level->objects[o->next].previous == number) &&
                  (o->previous == EDITOR_NONE || level->objects[o->previous].next == number);
    return linked && o->exists && o->attached && editor_affine_equal(&world, &o->world) &&
           o->is_hidden == (o->hidden || off || (parent && parent->is_hidden)) &&
           o->is_locked == (o->locked || shut || (parent && parent->is_locked)) && desc.user == number &&
           desc.mesh == (content ? NULL : editor_level_pick_mesh(level, o)) &&
           desc.scene == (content ? content->scene : NULL) && has_content(level, o) &&
           desc.thin == editor_level_pick_thin(level, o) && has_vertices(level, o) &&
           desc.volume == (o->mesh != EDITOR_NONE ? level->meshes[o->mesh].volume : NULL) && has_look(level, o) &&
           desc.layers == o->layers && ((desc.flags & PICK_OBJECT_HIDDEN) != 0) == o->is_hidden &&
           ((desc.flags & PICK_OBJECT_LOCKED) != 0) == o->is_locked &&
           memcmp(desc.transform.linear, transform.linear, sizeof(transform.linear)) == 0 &&
           desc.transform.origin.x == transform.origin.x && desc.transform.origin.y == transform.origin.y &&
           desc.transform.origin.z == transform.origin.z;
}

// Whether the copies with moved vertices are counted as they are.
static bool counts_copies(const editor_level *level)
{
    uint64_t triangles = 0, vertices = 0, shapes = 0;
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        const editor_mesh *mesh = &level->meshes[i];
        triangles += mesh->original != 0 ? mesh->index_count / 3 : 0;
        vertices += mesh->original != 0 ? mesh->vertex_count : 0;
        shapes += mesh->original != 0 && mesh->asset == EDITOR_NONE ? mesh->index_count / 3 : 0;
    }
    const bool same =
        level->moved_triangles == triangles && level->moved_vertices == vertices && level->moved_shapes == shapes;
    if (!same)
        print_error("copies with moved vertices are not counted as they are\n");
    return same;
}

bool fixture_is_consistent(const editor_level *level)
{
    uint32_t in_tree = 0, exist = 0;
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); i != EDITOR_NONE; i = editor_level_next(level, i)) {
        in_tree++;
        if (!is_consistent(level, i)) {
            print_error("object %u (%s) is not as it should be\n", (unsigned)i, level->objects[i].name);
            return false;
        }
    }
    for (uint32_t i = 0; i < level->object_count; i++) {
        const editor_object *o = &level->objects[i];
        exist += o->exists;
        pick_object_desc desc;
        if (!o->exists && pick_scene_get(level->scene, o->pick, &desc) == PICK_OK &&
            !(desc.flags & PICK_OBJECT_HIDDEN)) {
            print_error("object %u is gone and can be picked\n", (unsigned)i);
            return false;
        }
    }
    return in_tree == exist && level->unfinite_count == 0 && counts_copies(level);
}

uint64_t fixture_state(const editor_document *document)
{
    const editor_level *level = editor_document_level(document);
    const pick_selection *selection = editor_document_selection(document);
    uint64_t state = editor_level_hash(level);
    for (size_t i = 0; i < pick_selection_count(selection); i++) {
        pick_object_id handle = pick_selection_objects(selection)[i];
        uint32_t number = editor_level_object(level, handle);
        state = state * 0x100000001b3u + (number == EDITOR_NONE ? 7 : (uint64_t)level->objects[number].id);
        state += pick_object_id_equal(handle, pick_selection_active(selection));
    }
    return state;
}

void fixture_outline(const editor_level *level, char *text, size_t size)
{
    size_t used = 0;
    uint32_t above = EDITOR_NONE;
    text[0] = 0;
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); i != EDITOR_NONE; i = editor_level_next(level, i)) {
        const editor_object *o = &level->objects[i];
        const char *before = used == 0 ? "" : o->parent == above && above != EDITOR_NONE ? "(" : " ";
        char closing[32];
        size_t closed = 0;
        if (used != 0 && before[0] == ' ') {
            for (; above != EDITOR_NONE && level->objects[above].parent != o->parent;
                 above = level->objects[above].parent)
                closing[closed++] = ')';
        }
        closing[closed] = 0;
        used += (size_t)snprintf(text + used, size - used, "%s%s%s", closing, before, o->name);
        assert_true(used < size);
        above = i;
    }
    for (; above != EDITOR_NONE && level->objects[above].parent != EDITOR_NONE; above = level->objects[above].parent)
        used += (size_t)snprintf(text + used, size - used, ")");
}

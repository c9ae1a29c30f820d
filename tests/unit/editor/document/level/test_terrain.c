// Terrains in a level: picked as the mesh of their triangles, resized, with and without holes, shared, saved and
// opened, missing and found again, exported; and files that are none.
#define _DEFAULT_SOURCE // usleep
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "document/export/gltf_export.h"
#include "document/export/gltf_losses.h"
#include "document/file/clipboard.h"
#include "document/file/document_file.h"
#include "document/file/level_file.h"
#include "document/file/models.h"
#include "document/file/open.h"
#include "document/history/edit.h"
#include "document/level/look.h"
#include "document/level/prefab.h"
#include "document/level/search.h"
#include "document/level/sight.h"
#include "document/level/terrain_mesh.h"
#include "edit_fixture.h"
#include "random.h"
#include "text_file.h"

#define FOLDER "test_terrain.tmp"
#define HILLS FOLDER "/hills.png"
#define LEVEL FOLDER "/a.vkpick"
#define OUT FOLDER "/out.glb"

// --- Pictures: "COLUMNS ROWS BUMP", of which this decoder makes heights with two holes ---

static uint16_t height_at(uint32_t column, uint32_t row, unsigned bump)
{
    if ((column == 3 && row == 2) || (column == 6 && row == 5))
        return EDITOR_TERRAIN_TOP;
    return (uint16_t)((column * 7919u + row * 104729u + column * row * bump) % 50000u);
}

static bool decode(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    unsigned columns, rows, bump;
    char text[64] = "";
    (void)user;
    memcpy(text, bytes, size < sizeof(text) ? size : sizeof(text) - 1);
    if (sscanf(text, "%u %u %u", &columns, &rows, &bump) != 3 || !out->is_heights) {
        snprintf(error->text, sizeof(error->text), "is no picture of heights");
        return false;
    }
    out->heights = malloc((size_t)columns * rows * sizeof(uint16_t));
    if (!out->heights)
        return false;
    out->width = columns;
    out->height = rows;
    for (uint32_t i = 0; i < columns * rows; i++)
        out->heights[i] = height_at(i % columns, i / columns, bump);
    return true;
}

static void write_hills(const char *text)
{
    usleep(5000); // more than a tick of the file system's clock
    write_text(HILLS, text);
}

static editor_document *must_open(const char *path)
{
    editor_error error = {""};
    editor_level *level = editor_open(path, decode, NULL, &error);
    if (!level)
        fail_msg("%s", error.text);
    editor_document *document = editor_document_create(level, NULL);
    assert_non_null(document);
    return document;
}

static void must_refuse_level(const char *objects, const char *why)
{
    char text[1024];
    editor_error error = {""};
    snprintf(text, sizeof(text),
             "{\"vkpick_level\": 2, \"assets\": [{\"id\": 1, \"path\": \"hills.png\"}], \"objects\": [%s]}", objects);
    write_text(LEVEL, text);
    assert_null(editor_level_read(LEVEL, NULL, decode, NULL, &error));
    if (!strstr(error.text, why))
        fail_msg("says: %s; not: %s", error.text, why);
}

static int set_up(void **state)
{
    (void)state;
    assert_int_equal(system("rm -rf " FOLDER), 0);
    mkdir(FOLDER, 0777);
    write_hills("9 7 31");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    return system("rm -rf " FOLDER);
}

// Where a ray straight down meets something at (x, z), and what; EDITOR_NONE: nothing.
static uint32_t below(const editor_level *level, double x, double z, double *y)
{
    const pick_query query = editor_level_surface_query(level);
    const pick_ray ray = {.origin = {x, 1000, z}, .direction = {0, -1, 0}, .t_max = 2000};
    pick_hit hit;
    if (!pick_closest(level->scene, &ray, &query, &hit))
        return EDITOR_NONE;
    *y = hit.point.y;
    return (uint32_t)hit.user;
}

// --- Picking ---

// The same triangles as a mesh, in a scene of its own.
static pick_scene *scene_of_mesh(const editor_level *level, uint32_t object, pick_mesh **mesh)
{
    const editor_mesh *m = &level->meshes[level->objects[object].mesh];
    const pick_submesh both = {0, m->index_count / 3, PICK_SUBMESH_DOUBLE_SIDED};
    const pick_mesh_desc desc = {.positions = m->positions,
                                 .vertex_count = m->vertex_count,
                                 .indices = m->indices,
                                 .index_type = PICK_INDEX_UINT32,
                                 .index_count = m->index_count,
                                 .submeshes = &both,
                                 .submesh_count = 1};
    pick_scene *scene = NULL;
    pick_object_id id;
    assert_int_equal(pick_mesh_create(&desc, NULL, mesh), PICK_OK);
    assert_int_equal(pick_scene_create(NULL, &scene), PICK_OK);
    pick_object_desc thing = PICK_OBJECT_DESC_DEFAULT;
    const pick_affine world = editor_level_mesh_world(level, &level->objects[object]);
    thing.mesh = *mesh;
    thing.transform = pick_affine_to_transform(&world);
    thing.user = object;
    assert_int_equal(pick_scene_add(scene, &thing, &id), PICK_OK);
    return scene;
}

static void must_pick_as_mesh(const editor_level *level, uint32_t object, uint64_t seed)
{
    pick_mesh *mesh;
    pick_scene *scene = scene_of_mesh(level, object, &mesh);
    const pick_aabb box = editor_level_subtree_bounds(level, object);
    const pick_vec3 middle = pick_vec3_scale(pick_vec3_add(box.min, box.max), 0.5);
    const double size = pick_vec3_length(pick_vec3_sub(box.max, box.min));
    const pick_query query = editor_level_query(level);
    test_random random = {seed};
    int hits = 0, below_it = 0;
    for (int i = 0; i < 5000; i++) {
        const pick_vec3 from = pick_vec3_add(middle, random_in_cube(&random, size));
        const pick_vec3 to = pick_vec3_add(middle, random_in_cube(&random, size / 3));
        const pick_ray ray = {.origin = from, .direction = pick_vec3_sub(to, from), .t_max = 3};
        pick_hit a, b;
        const bool met = pick_closest(level->scene, &ray, &query, &a);
        assert_int_equal(met, pick_closest(scene, &ray, &query, &b));
        hits += met;
        below_it += met && a.backface;
        if (!met)
            continue;
        assert_int_equal(a.triangle, b.triangle);
        assert_true(a.t == b.t && a.backface == b.backface && a.submesh == 0);
        assert_true(memcmp(&a.normal, &b.normal, sizeof(a.normal)) == 0);
    }
    assert_true(hits > 1000 && below_it > 100);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
}

static void picked_as_its_triangles(void **state)
{
    (void)state;
    editor_document *document = must_open(HILLS);
    const editor_level *level = editor_document_level(document);
    const uint32_t object = 0;
    assert_true(level->objects[0].kind == EDITOR_OBJECT_TERRAIN && strcmp(level->objects[0].name, "hills") == 0);
    must_pick_as_mesh(level, object, 1);
    pick_affine place = fixture_at(3, 5, -7); // turned, mirrored and sheared
    place.linear[0] = -0.8, place.linear[2] = 0.6, place.linear[4] = 1.5, place.linear[5] = 0.3, place.linear[6] = 0.6;
    const editor_terrain wide = {30, 12, 4};
    assert_int_equal(editor_edit_set_locals(document, &object, &place, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_terrains(document, &object, &wide, 1), EDITOR_EDIT_DONE);
    must_pick_as_mesh(level, object, 2);
    assert_int_equal(editor_edit_set_terrain_holes(document, &object, 1, true), EDITOR_EDIT_DONE);
    must_pick_as_mesh(level, object, 3);
    assert_true(fixture_is_consistent(level));
    editor_document_destroy(document);
}

// The middle of the rectangle is the origin, sample 0 its height; rows go to +z, columns to +x.
static void lies_where_a_designer_expects_it(void **state)
{
    (void)state;
    editor_document *document = must_open(HILLS);
    const editor_level *level = editor_document_level(document);
    const uint32_t object = 0;
    assert_true(level->objects[0].terrain.width == 8 && level->objects[0].terrain.depth == 6 &&
                level->objects[0].terrain.height == 1);
    const editor_terrain sizes = {80, 60, 65.535};
    assert_int_equal(editor_edit_set_terrains(document, &object, &sizes, 1), EDITOR_EDIT_DONE);
    const pick_aabb box = editor_level_subtree_bounds(level, object);
    assert_true(fabs(box.min.x + 40) < 1e-4 && fabs(box.max.x - 40) < 1e-4 && fabs(box.min.z + 30) < 1e-4 &&
                fabs(box.max.z - 30) < 1e-4 && fabs(box.max.y - 65.535) < 1e-4);
    for (uint32_t row = 1; row < 6; row++) {
        for (uint32_t column = 1; column < 8; column++) {
            double y = -1;
            const double x = -40 + 10.0 * column, z = -30 + 10.0 * row;
            assert_int_equal(below(level, x + 1e-7, z + 1e-7, &y), object);
            assert_true(fabs(y - 0.001 * height_at(column, row, 31)) < 1e-3);
        }
    }
    assert_int_equal(editor_edit_set_terrain_holes(document, &object, 1, true), EDITOR_EDIT_DONE);
    double y;
    assert_int_equal(below(level, -10.01, -10.01, &y), EDITOR_NONE); // sample (3, 2)
    assert_int_equal(below(level, 19.9, 20.01, &y), EDITOR_NONE);    // sample (6, 5)
    assert_int_equal(below(level, 0.5, 0.25, &y), object);
    editor_document_destroy(document);
}

// A decoder that made a flat grid of given samples would show smooth normals alone; these are tilted.
static void normals_are_smooth(void **state)
{
    (void)state;
    static const uint16_t samples[9] = {0, 10, 20, 0, 10, 20, 65535, 10, 20};
    editor_mesh meshes[EDITOR_TERRAIN_MESHES];
    assert_true(editor_terrain_make_meshes(samples, 3, 3, meshes));
    const float *n = meshes[0].normals + 3; // of the first row's middle: 10 a step along x, none along z
    const double length = sqrt(101);
    assert_true(fabs((double)n[0] + 10 / length) < 1e-6 && fabs((double)n[1] - 1 / length) < 1e-6 && n[2] == 0);
    assert_true(meshes[1].indices != meshes[0].indices && meshes[1].positions == meshes[0].positions);
    // Beside the hole the slope is that of the other neighbours.
    const float *whole = meshes[0].normals + 9, *beside = meshes[1].normals + 9;
    assert_true(whole[2] < -0.9f && beside[2] == 0);
    int degenerate = 0;
    for (int i = 0; i < 8; i++)
        degenerate += meshes[1].indices[3 * i + 1] == meshes[1].indices[3 * i];
    assert_int_equal(degenerate, 1); // the corner at column 0 of the last row belongs to one triangle
    static const uint16_t flat[4] = {1, 2, 3, 4};
    editor_mesh whole_ones[EDITOR_TERRAIN_MESHES];
    assert_true(editor_terrain_make_meshes(flat, 2, 2, whole_ones));
    assert_true(whole_ones[1].indices == whole_ones[0].indices); // without holes both are the same
    for (int i = 0; i < EDITOR_TERRAIN_MESHES; i++) {
        pick_volume_destroy(meshes[i].volume);
        pick_volume_destroy(whole_ones[i].volume);
        free(meshes[i].name), free(meshes[i].submeshes);
        free(whole_ones[i].name), free(whole_ones[i].submeshes);
        editor_mapping_release(meshes[i].mapping);
        editor_mapping_release(whole_ones[i].mapping);
    }
}

// --- Editing ---

static void edits_and_undo(void **state)
{
    (void)state;
    editor_document *document = must_open(HILLS);
    const editor_level *level = editor_document_level(document);
    const uint32_t object = 0;
    const uint64_t before = fixture_state(document);
    const editor_terrain sizes = {10, 20, 3},
                         bad[] = {{0, 1, 1}, {1, -1, 1}, {1, 1, NAN}, {1, 1, 100001}, {INFINITY, 1, 1}, {1, 0.0005, 1}};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        assert_int_equal(editor_edit_set_terrains(document, &object, &bad[i], 1), EDITOR_EDIT_REFUSED);
        assert_non_null(strstr(editor_document_reason(document), "expected 0.001 to 100000 m"));
    }
    assert_true(fixture_state(document) == before);
    assert_int_equal(editor_edit_set_terrains(document, &object, &sizes, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_terrains(document, &object, &sizes, 1), EDITOR_EDIT_NOTHING);
    assert_true(fixture_state(document) != before && fixture_is_consistent(level));
    pick_aabb box = editor_level_subtree_bounds(level, object);
    assert_true(fabs(box.max.z - 10) < 1e-4 && fabs(box.max.x - 5) < 1e-4);
    const uint64_t resized = fixture_state(document);
    assert_int_equal(editor_edit_set_terrain_holes(document, &object, 1, true), EDITOR_EDIT_DONE);
    assert_true(editor_terrain_has_holes(level, &level->objects[0]) && fixture_state(document) != resized);
    assert_true(editor_document_undo(document) && fixture_state(document) == resized);
    assert_true(!editor_terrain_has_holes(level, &level->objects[0]) && fixture_is_consistent(level));
    assert_true(editor_document_undo(document) && fixture_state(document) == before && fixture_is_consistent(level));
    box = editor_level_subtree_bounds(level, object);
    assert_true(fabs(box.max.z - 3) < 1e-4);
    assert_true(editor_document_redo(document) && fixture_state(document) == resized && fixture_is_consistent(level));
    // A drag is one step.
    assert_true(editor_document_begin(document, "Edit size"));
    for (int i = 1; i < 5; i++) {
        const editor_terrain step = {10 + i, 20, 3};
        assert_int_equal(editor_edit_set_terrains(document, &object, &step, 1), EDITOR_EDIT_DONE);
    }
    editor_document_commit(document);
    assert_true(level->objects[0].terrain.width == 14);
    assert_true(editor_document_undo(document) && fixture_state(document) == resized);
    editor_document_destroy(document);
}

// Heights are opaque and have two sides, whatever else is asked of their material.
static void materials(void **state)
{
    (void)state;
    editor_document *document = must_open(HILLS);
    const editor_level *level = editor_document_level(document);
    const uint32_t object = 0;
    const editor_override paint = {.fields = EDITOR_OVERRIDE_BASE_COLOR | EDITOR_OVERRIDE_SIDES |
                                             EDITOR_OVERRIDE_ALPHA_MODE | EDITOR_OVERRIDE_ALPHA_CUTOFF,
                                   .base_color = {1, 0, 0, 0.25},
                                   .alpha_mode = EDITOR_ALPHA_MASK,
                                   .alpha_cutoff = 0.5,
                                   .double_sided = false};
    assert_int_equal(editor_edit_set_overrides(document, &object, &paint, 1), EDITOR_EDIT_DONE);
    const editor_material *m = editor_level_material(level, &level->objects[0], 0);
    assert_true(m->base_color[0] == 1 && m->double_sided && m->alpha_mode == EDITOR_ALPHA_OPAQUE);
    assert_true(level->objects[0].look && !level->objects[0].look->content.pick && fixture_is_consistent(level));
    assert_int_equal(editor_edit_set_terrain_holes(document, &object, 1, true), EDITOR_EDIT_DONE);
    assert_true(editor_level_material(level, &level->objects[0], 0)->base_color[0] == 1);
    must_pick_as_mesh(level, object, 4);
    editor_document_destroy(document);
}

// All terrains of a file share its heights, whatever their sizes.
static void heights_are_shared(void **state)
{
    (void)state;
    editor_document *document = must_open(HILLS);
    const editor_level *level = editor_document_level(document);
    editor_error error = {""};
    const uint32_t object = 0, meshes = level->mesh_count, asset = editor_document_find_model(document, HILLS);
    assert_int_equal(asset, 0);
    const pick_affine place = fixture_at(50, 0, 0);
    uint32_t made = EDITOR_NONE;
    assert_int_equal(editor_edit_add_asset(document, asset, EDITOR_NONE, &place, &made), EDITOR_EDIT_DONE);
    const editor_terrain sizes = {10, 20, 3};
    assert_int_equal(editor_edit_set_terrains(document, &made, &sizes, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_duplicate(document, &made, 1), EDITOR_EDIT_DONE);
    const uint32_t copy = editor_document_active(document);
    assert_true(copy != made && editor_terrain_equal(&level->objects[copy].terrain, &sizes));
    assert_int_equal(level->mesh_count, meshes);
    assert_true(level->objects[made].mesh == level->objects[object].mesh && level->objects[object].terrain.width == 8);
    char *text = editor_edit_copy(document, &made, 1);
    assert_non_null(text);
    assert_int_equal(editor_edit_paste(document, text, EDITOR_NONE, decode, NULL), EDITOR_EDIT_DONE);
    const uint32_t pasted = editor_document_active(document);
    assert_true(level->objects[pasted].kind == EDITOR_OBJECT_TERRAIN && level->mesh_count == meshes &&
                editor_terrain_equal(&level->objects[pasted].terrain, &sizes) &&
                level->objects[pasted].mesh == level->objects[made].mesh);
    free(text);
    assert_true(fixture_is_consistent(level));
    assert_true(editor_document_save(document, LEVEL, &error));
    const editor_level_counts counts = editor_level_count(level);
    assert_true(counts.triangles == 96 && counts.instanced_triangles == 4 * 96 && counts.objects == 4);
    while (editor_document_undo(document)) {
    }
    editor_document_destroy(document);
    document = must_open(LEVEL);
    assert_int_equal(editor_document_level(document)->mesh_count, meshes);
    assert_int_equal(editor_document_level(document)->asset_count, 1);
    editor_document_destroy(document);
}

static uint32_t add_cube(editor_document *document, double x, double y, double z)
{
    const editor_primitive cube = editor_primitive_default(EDITOR_SHAPE_CUBE);
    const pick_affine place = fixture_at(x, y, z);
    uint32_t made = EDITOR_NONE;
    assert_int_equal(editor_edit_add_primitive(document, "cube", EDITOR_NONE, &cube, &place, &made), EDITOR_EDIT_DONE);
    return made;
}

// Things are dropped on it, see it and are hidden by it; it is found by its kind, and is no part of a prefab.
static void takes_part(void **state)
{
    (void)state;
    editor_document *document = must_open(HILLS);
    const editor_level *level = editor_document_level(document);
    uint32_t object = 0;
    const editor_terrain sizes = {80, 60, 20};
    assert_int_equal(editor_edit_set_terrains(document, &object, &sizes, 1), EDITOR_EDIT_DONE);
    const uint32_t cube = add_cube(document, 4, 100, 5), under = add_cube(document, 4, -50, 5);
    assert_int_equal(editor_edit_drop_to_surface(document, &cube, 1), EDITOR_EDIT_DONE);
    // It touches the heights under it, and is in none: no point of its base is below the surface.
    const pick_aabb box = editor_level_subtree_bounds(level, cube);
    double least = HUGE_VAL;
    assert_int_equal(editor_edit_set_hidden(document, &cube, 1, true), EDITOR_EDIT_DONE);
    for (int i = 0; i <= 20; i++) {
        for (int k = 0; k <= 20; k++) {
            double y = -1;
            assert_int_equal(below(level, 3.5 + 0.05 * i, 4.5 + 0.05 * k, &y), object);
            least = fmin(least, box.min.y - y);
        }
    }
    assert_true(editor_document_undo(document));
    assert_true(least > -1e-6 && least < 1e-3);
    editor_sight sight;
    editor_sight_find(level, cube, object, &sight);
    assert_true(sight.points > 0 && sight.seen > 0);
    editor_sight_find(level, cube, under, &sight);
    assert_true(sight.points > 0 && sight.seen == 0 && sight.blocker_count == 1 && sight.blockers[0].object == object);
    editor_search search;
    editor_error error = {""};
    assert_true(editor_search_read(level, "type:terrain", &search, &error));
    assert_true(editor_search_matches(&search, level, object) && !editor_search_matches(&search, level, cube));
    const char *why = "";
    assert_false(editor_prefab_takes(level, &level->objects[object], &why));
    assert_non_null(strstr(why, "terrain"));
    assert_int_equal(editor_edit_set_terrains(document, &cube, &sizes, 1), EDITOR_EDIT_REFUSED);
    assert_int_equal(editor_edit_set_terrain_holes(document, &cube, 1, true), EDITOR_EDIT_REFUSED);
    // A terrain itself falls until it rests on something.
    const pick_affine high = fixture_at(0, 500, 0);
    assert_int_equal(editor_edit_set_locals(document, &object, &high, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_drop_to_surface(document, &object, 1), EDITOR_EDIT_DONE);
    assert_true(level->objects[object].world.origin.y < 400 && fixture_is_consistent(level));
    editor_document_destroy(document);
}

// --- Files ---

static void saves_and_opens(void **state)
{
    (void)state;
    editor_document *document = must_open(HILLS);
    const uint32_t object = 0;
    const editor_terrain sizes = {1.0 / 3, 20.125, 99999};
    const pick_affine place = fixture_at(0, -0.5, 3);
    editor_error error = {""};
    assert_int_equal(editor_edit_set_terrains(document, &object, &sizes, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_terrain_holes(document, &object, 1, true), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_locals(document, &object, &place, 1), EDITOR_EDIT_DONE);
    assert_true(editor_document_save(document, LEVEL, &error));
    char *text = read_text(LEVEL);
    assert_non_null(strstr(text, "\"asset\": 1, \"mesh\": 1, "));
    assert_non_null(strstr(text, "\"terrain\": {\"width\": 0.3333333333333333, \"depth\": 20.125, \"height\": 99999}"));
    editor_document *again = must_open(LEVEL);
    const editor_level *level = editor_document_level(again);
    assert_true(editor_level_hash(level) == editor_level_hash(editor_document_level(document)));
    assert_true(level->warning_count == 0 && fixture_is_consistent(level));
    assert_true(editor_document_save(again, LEVEL, &error));
    char *second = read_text(LEVEL);
    assert_string_equal(text, second);
    free(text);
    free(second);
    editor_document_destroy(again);
    editor_document_destroy(document);
    // Unknown fields stay; heights without sizes get the usual ones.
    write_text(LEVEL,
               "{\"vkpick_level\": 2, \"assets\": [{\"id\": 1, \"path\": \"hills.png\"}], \"objects\": ["
               "{\"id\": 1, \"name\": \"a\", \"asset\": 1, \"mesh\": 0, \"terrain\": {\"width\": 2, \"depth\": 3, "
               "\"height\": 4, \"x_lod\": [1, 2]}}, {\"id\": 2, \"name\": \"b\", \"asset\": 1, \"mesh\": 1}]}");
    document = must_open(LEVEL);
    assert_true(editor_document_level(document)->objects[1].kind == EDITOR_OBJECT_TERRAIN &&
                editor_document_level(document)->objects[1].terrain.depth == 6);
    assert_true(editor_document_save(document, LEVEL, &error));
    text = read_text(LEVEL);
    assert_non_null(strstr(text, "\"height\": 4, \"x_lod\": [1, 2]}"));
    free(text);
    editor_document_destroy(document);
}

static void refuses_levels(void **state)
{
    (void)state;
#define TERRAIN(sizes) "{\"id\": 1, \"name\": \"a\", \"asset\": 1, \"mesh\": 0, \"terrain\": {" sizes "}}"
    must_refuse_level(TERRAIN("\"width\": 1, \"depth\": 1"), "height");
    must_refuse_level(TERRAIN("\"width\": 0, \"depth\": 1, \"height\": 1"), "width: expected 0.001 to 100000 m");
    must_refuse_level(TERRAIN("\"width\": 1, \"depth\": -2, \"height\": 1"), "depth: expected 0.001 to 100000 m");
    must_refuse_level(TERRAIN("\"width\": 1, \"depth\": 1, \"height\": 1e6"), "height: expected 0.001 to 100000 m");
    must_refuse_level(TERRAIN("\"width\": NaN, \"depth\": 1, \"height\": 1"), LEVEL);
    must_refuse_level("{\"id\": 1, \"name\": \"a\", \"terrain\": {\"width\": 1, \"depth\": 1, \"height\": 1}}",
                      "terrain: only with a mesh of an asset");
    must_refuse_level("{\"id\": 1, \"name\": \"a\", \"asset\": 1, \"mesh\": 0, \"terrain\": 3}", "terrain");
}

static editor_level *must_read(const char *path)
{
    editor_error error = {""};
    editor_level *level = editor_import(path, decode, NULL, &error);
    if (!level)
        fail_msg("%s", error.text);
    return level;
}

// The file is gone: a box of the terrain's size, and the reference stays. It comes back with other heights.
static void missing_and_found(void **state)
{
    (void)state;
    editor_error error = {""};
    uint32_t object = 0;
    const editor_terrain sizes = {80, 60, 20}, other = {40, 60, 20};
    editor_document *document = must_open(HILLS);
    assert_int_equal(editor_edit_set_terrains(document, &object, &sizes, 1), EDITOR_EDIT_DONE);
    const pick_aabb shown = editor_level_subtree_bounds(editor_document_level(document), object);
    assert_true(editor_document_save(document, LEVEL, &error));
    editor_document_destroy(document);
    assert_int_equal(remove(HILLS), 0);
    document = must_open(LEVEL);
    const editor_level *level = editor_document_level(document);
    assert_true(level->assets[0].missing && level->meshes[level->objects[0].mesh].stand_in &&
                level->objects[0].kind == EDITOR_OBJECT_TERRAIN && level->warning_count == 1);
    assert_non_null(strstr(level->warnings[0], HILLS));
    pick_aabb box = editor_level_subtree_bounds(level, object);
    assert_true(memcmp(&box, &shown, sizeof(box)) == 0 && fixture_is_consistent(level));
    assert_int_equal(editor_edit_set_terrains(document, &object, &other, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_terrain_holes(document, &object, 1, true), EDITOR_EDIT_DONE);
    assert_true(editor_document_save(document, LEVEL, &error));
    char *text = read_text(LEVEL);
    assert_true(strstr(text, "hills.png") && strstr(text, "\"width\": 40"));
    free(text);
    write_hills("33 17 5"); // more samples
    assert_true(editor_document_exchange_model(document, 0, must_read(HILLS), &error));
    assert_true(level->meshes[level->objects[0].mesh].columns == 33 && fixture_is_consistent(level));
    assert_true(editor_terrain_has_holes(level, &level->objects[0]));
    box = editor_level_subtree_bounds(level, object);
    assert_true(fabs(box.max.x - 20) < 1e-4 && fabs(box.max.z - 30) < 1e-4);
    must_pick_as_mesh(level, object, 5);
    while (editor_document_undo(document)) {
    }
    assert_true(!editor_terrain_has_holes(level, &level->objects[0]) && fixture_is_consistent(level));
    must_pick_as_mesh(level, object, 6);
    write_hills("5 5 5"); // and once more, from heights to heights
    assert_true(editor_document_exchange_model(document, 0, must_read(HILLS), &error));
    must_pick_as_mesh(level, object, 7);
    editor_document_destroy(document);
}

// Each file that is none is refused with one line that names it.
static void refuses_files(void **state)
{
    (void)state;
    static const struct {
        const char *text, *why;
    } rows[] = {{"colours", "is no picture of heights"},
                {"1 9 1", "1 x 9 samples: a terrain has 2 or more along each side"},
                {"9 1 1", "9 x 1 samples: a terrain has 2 or more along each side"},
                {"16386 2 1", "16386 x 2 samples: a terrain has at most 16385 along each side"},
                {"4098 4097 1", "4098 x 4097 samples: at most 16.8 million (4097 x 4097) can be drawn"},
                {"", "empty file"}};
    editor_error error;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        write_hills(rows[i].text);
        error = (editor_error){""};
        assert_null(editor_import(HILLS, decode, NULL, &error));
        if (!strstr(error.text, rows[i].why) || !strstr(error.text, HILLS) || strchr(error.text, '\n'))
            fail_msg("says: %s; not: %s", error.text, rows[i].why);
    }
    assert_int_equal(remove(HILLS), 0);
    assert_int_equal(mkfifo(HILLS, 0600), 0);
    error = (editor_error){""};
    assert_null(editor_import(HILLS, decode, NULL, &error));
    assert_non_null(strstr(error.text, HILLS));
    assert_int_equal(remove(HILLS), 0);
    error = (editor_error){""};
    assert_null(editor_import(HILLS, decode, NULL, &error));
    assert_non_null(strstr(error.text, HILLS));
}

// glTF has no heights: the same triangles at the same places come back.
static void exports(void **state)
{
    (void)state;
    editor_document *document = must_open(HILLS);
    const editor_level *level = editor_document_level(document);
    const uint32_t object = 0;
    const editor_terrain sizes = {80, 60, 20};
    editor_error error = {""};
    pick_affine place = fixture_at(3, 5, -7);
    place.linear[6] = 0.5; // sheared
    assert_int_equal(editor_edit_set_terrains(document, &object, &sizes, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_locals(document, &object, &place, 1), EDITOR_EDIT_DONE);
    const uint32_t cube = add_cube(document, 1, 2, 3);
    assert_int_equal(editor_edit_reparent(document, &cube, 1, object, EDITOR_NONE), EDITOR_EDIT_DONE);
    uint32_t counts[EDITOR_GLTF_LOSS_COUNT];
    editor_gltf_count_losses(level, counts);
    assert_int_equal(counts[EDITOR_GLTF_LOSES_TERRAINS], 1);
    assert_true(editor_gltf_export(level, OUT, NULL, NULL, &error));
    editor_level *back = editor_import(OUT, NULL, NULL, &error);
    assert_non_null(back);
    assert_int_equal(back->warning_count, 0);
    const pick_aabb a = pick_scene_bounds(level->scene), b = pick_scene_bounds(back->scene);
    assert_true(pick_vec3_length(pick_vec3_sub(a.min, b.min)) < 1e-3 &&
                pick_vec3_length(pick_vec3_sub(a.max, b.max)) < 1e-3);
    test_random random = {9};
    int met = 0;
    for (int i = 0; i < 500; i++) {
        double y = 0, other = 0;
        const double x = random_between(&random, -45, 45), z = random_between(&random, -45, 45);
        const bool hit = below(level, x, z, &y) != EDITOR_NONE;
        met += hit;
        if (hit == (below(back, x, z, &other) != EDITOR_NONE) && hit)
            assert_true(fabs(y - other) < 1e-3);
    }
    assert_true(met > 100);
    editor_level_destroy(back);
    editor_document_destroy(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(picked_as_its_triangles, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lies_where_a_designer_expects_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(normals_are_smooth, set_up, tear_down),
        cmocka_unit_test_setup_teardown(edits_and_undo, set_up, tear_down),
        cmocka_unit_test_setup_teardown(materials, set_up, tear_down),
        cmocka_unit_test_setup_teardown(heights_are_shared, set_up, tear_down),
        cmocka_unit_test_setup_teardown(takes_part, set_up, tear_down),
        cmocka_unit_test_setup_teardown(saves_and_opens, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_levels, set_up, tear_down),
        cmocka_unit_test_setup_teardown(missing_and_found, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(exports, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// The functions of mesh.h and scene.h.
#include "abuse.h"

#include <stdlib.h>

#define INVALID PICK_ERROR_INVALID_ARGUMENT

static void no_work(void *user, void (*task)(void *data, uint32_t index), void *data, uint32_t count)
{
    (void)user;
    for (uint32_t i = 0; i < count; i++)
        task(data, i);
}

static void descriptions(const abuse *a)
{
    static const float corner[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const uint32_t index[4] = {0, 1, 2, 3};
    static const pick_submesh flags = {0, 1, 4}, gap = {1, 1, 0};
    static const pick_task_hook idle = {NULL, NULL}, busy = {no_work, NULL};
    static const pick_allocator half = {NULL, NULL, NULL};
    const pick_mesh_desc good = {.positions = corner, .vertex_count = 3, .tasks = &busy};
    pick_mesh *mesh = a->mesh;
    pick_mesh_desc bad[9] = {good, good, good, good, good, good, good, good, good};
    bad[0].positions = NULL;
    bad[1].position_stride = 8;
    bad[2].index_type = (pick_index_type)3;
    bad[3].vertex_count = 4;
    bad[4].submeshes = &flags;
    bad[4].submesh_count = 1;
    bad[5].submeshes = &gap;
    bad[5].submesh_count = 1;
    bad[6].submesh_count = 1;
    bad[7].tasks = &idle;
    bad[8].index_type = PICK_INDEX_UINT32;
    bad[8].index_count = 3;
    for (int i = 0; i < 9; i++)
        CHECK(pick_mesh_create, pick_mesh_create(&bad[i], NULL, &mesh) == INVALID);
    bad[8].indices = (const char *)index + 1;
    CHECK(pick_mesh_create, pick_mesh_create(&bad[8], NULL, &mesh) == INVALID);
    bad[8].index_type = PICK_INDEX_UINT16;
    CHECK(pick_mesh_create, pick_mesh_create(&bad[8], NULL, &mesh) == INVALID);
    bad[8].index_type = PICK_INDEX_UINT32;
    bad[8].indices = index + 1;
    CHECK(pick_mesh_create, pick_mesh_create(&bad[8], NULL, &mesh) == PICK_ERROR_INDEX_OUT_OF_RANGE);
    CHECK(pick_mesh_create, pick_mesh_create(NULL, NULL, &mesh) == INVALID);
    CHECK(pick_mesh_create, pick_mesh_create(&good, NULL, NULL) == INVALID);
    CHECK(pick_mesh_create, pick_mesh_create(&good, &half, &mesh) == INVALID && mesh == a->mesh);
}

static bool keep(void *user, const pick_mesh_hit *candidate)
{
    (void)user;
    return candidate->triangle < 2;
}

static void rays(const abuse *a)
{
    const pick_mesh_query bad_cull = {.cull = (pick_cull)-1}, filtered = {.filter = keep};
    pick_mesh_hit hit[2] = {{.t = 7}, {.t = 7}};
    CHECK(pick_mesh_closest,
          !pick_mesh_closest(NULL, &a->ray, NULL, hit) && !pick_mesh_closest(a->mesh, NULL, NULL, hit));
    CHECK(pick_mesh_closest, !pick_mesh_closest(a->mesh, &a->ray, NULL, NULL));
    CHECK(pick_mesh_closest, !pick_mesh_closest(a->mesh, &a->ray, &bad_cull, hit));
    CHECK(pick_mesh_closest_brute_force, !pick_mesh_closest_brute_force(NULL, &a->ray, NULL, hit));
    CHECK(pick_mesh_closest_brute_force, !pick_mesh_closest_brute_force(a->mesh, NULL, NULL, hit));
    CHECK(pick_mesh_closest_brute_force, !pick_mesh_closest_brute_force(a->mesh, &a->ray, NULL, NULL));
    CHECK(pick_mesh_closest_brute_force, !pick_mesh_closest_brute_force(a->mesh, &a->ray, &bad_cull, hit));
    CHECK(pick_mesh_all,
          pick_mesh_all(NULL, &a->ray, NULL, hit, 2) == 0 && pick_mesh_all(a->mesh, NULL, NULL, hit, 2) == 0);
    CHECK(pick_mesh_all, pick_mesh_all(a->mesh, &a->ray, NULL, NULL, 2) == 0);
    CHECK(pick_mesh_all, pick_mesh_all(a->mesh, &a->ray, &bad_cull, hit, 2) == 0);
    CHECK(pick_mesh_all_brute_force, pick_mesh_all_brute_force(NULL, &a->ray, NULL, hit, 2) == 0);
    CHECK(pick_mesh_all_brute_force, pick_mesh_all_brute_force(a->mesh, NULL, NULL, hit, 2) == 0);
    CHECK(pick_mesh_all_brute_force, pick_mesh_all_brute_force(a->mesh, &a->ray, NULL, NULL, 2) == 0);
    CHECK(pick_mesh_all_brute_force, pick_mesh_all_brute_force(a->mesh, &a->ray, &bad_cull, hit, 2) == 0);
    for (int i = 0; i < 5; i++) {
        CHECK(pick_mesh_closest, !pick_mesh_closest(a->mesh, &a->bad_rays[i], NULL, hit));
        CHECK(pick_mesh_closest_brute_force, !pick_mesh_closest_brute_force(a->mesh, &a->bad_rays[i], NULL, hit));
        CHECK(pick_mesh_all, pick_mesh_all(a->mesh, &a->bad_rays[i], NULL, hit, 2) == 0);
        CHECK(pick_mesh_all_brute_force, pick_mesh_all_brute_force(a->mesh, &a->bad_rays[i], NULL, hit, 2) == 0);
    }
    CHECK(pick_mesh_all, pick_mesh_all(a->mesh, &a->ray, NULL, NULL, 0) == 1 && hit[0].t == 7 && hit[1].t == 7);
    CHECK(pick_mesh_closest, pick_mesh_closest(a->mesh, &a->ray, &filtered, hit));
}

static void reading_meshes(const abuse *a)
{
    float triangle[3][3];
    uint32_t index = 7;
    CHECK(pick_mesh_destroy, (pick_mesh_destroy(NULL), true));
    CHECK(pick_mesh_find_closed, !pick_mesh_find_closed(NULL));
    CHECK(pick_mesh_is_closed, !pick_mesh_is_closed(NULL));
    CHECK(pick_mesh_quality, pick_mesh_quality(NULL) == 0);
    CHECK(pick_mesh_hash, pick_mesh_hash(NULL) == 0);
    uint32_t first = 77, count = 77;
    CHECK(pick_mesh_polygon, !pick_mesh_polygon(NULL, 0, &first, &count));
    CHECK(pick_mesh_polygon, !pick_mesh_polygon(a->mesh, UINT32_MAX, &first, &count) && first == 77);
    CHECK(pick_mesh_polygon, !pick_mesh_polygon(a->mesh, 0, NULL, &count) && count == 77);
    CHECK(pick_mesh_polygon, !pick_mesh_polygon(a->mesh, 0, &first, NULL) && first == 77);
    CHECK(pick_mesh_inner_sides, pick_mesh_inner_sides(NULL, 0) == 0);
    CHECK(pick_mesh_inner_sides, pick_mesh_inner_sides(a->mesh, UINT32_MAX) == 0);
    CHECK(pick_mesh_get_arrays, pick_mesh_get_arrays(NULL).positions == NULL);
    CHECK(pick_mesh_get_arrays, pick_mesh_get_arrays(NULL).submeshes == NULL);
    CHECK(pick_mesh_get_arrays, pick_mesh_get_arrays(a->mesh).submeshes != NULL);
    CHECK(pick_mesh_get_stats, pick_mesh_get_stats(NULL).total_bytes == 0);
    pick_aabb bounds;
    CHECK(pick_mesh_bounds, (bounds = pick_mesh_bounds(NULL), pick_aabb_is_empty(&bounds)));
    const pick_vec3 ahead = {1, 0, 0}, nowhere = {0, a->not_a_number, 0};
    pick_vec3 place = {7, 7, 7};
    CHECK(pick_mesh_farthest,
          !pick_mesh_farthest(NULL, ahead, 0, &place) && !pick_mesh_farthest(a->mesh, ahead, 0, NULL));
    CHECK(pick_mesh_farthest, !pick_mesh_farthest(a->mesh, nowhere, 0, &place) && place.x == 7);
    CHECK(pick_mesh_triangle, !pick_mesh_triangle(NULL, 0, triangle) && !pick_mesh_triangle(a->mesh, 0, NULL));
    CHECK(pick_mesh_triangle,
          !pick_mesh_triangle(a->mesh, 2, triangle) && !pick_mesh_triangle(a->mesh, UINT32_MAX, triangle));
    CHECK(pick_mesh_submesh_of, pick_mesh_submesh_of(NULL, 0, &index) == NULL);
    CHECK(pick_mesh_submesh_of, pick_mesh_submesh_of(a->mesh, 2, &index) == NULL && index == 7);
    CHECK(pick_mesh_submesh_of, pick_mesh_submesh_of(a->mesh, 0, NULL) != NULL);
}

static void writing_meshes(const abuse *a)
{
    static const float corner[12] = {0};
    static const pick_allocator half = {NULL, NULL, NULL};
    char byte = 7;
    CHECK(pick_mesh_refit, pick_mesh_refit(NULL, corner, 0) == INVALID && pick_mesh_refit(a->mesh, NULL, 0) == INVALID);
    CHECK(pick_mesh_refit, pick_mesh_refit(a->mesh, corner, 11) == INVALID);
    CHECK(pick_mesh_set_normals, pick_mesh_set_normals(NULL, corner, 0) == INVALID);
    CHECK(pick_mesh_set_normals, pick_mesh_set_normals(a->mesh, corner, 0) == INVALID); // it has none
    CHECK(pick_mesh_write, pick_mesh_write(NULL, &byte, 1) == 0);
    const size_t size = pick_mesh_write(a->mesh, NULL, 1000000);
    CHECK(pick_mesh_write, pick_mesh_write(a->mesh, &byte, 1) == size && byte == 7);
    pick_mesh *mesh = a->mesh;
    char *bytes = malloc(size + 128);
    char *aligned = bytes + (-(uintptr_t)bytes & 63);
    CHECK(pick_mesh_write, pick_mesh_write(a->mesh, aligned, size) == size);
    CHECK(pick_mesh_copy,
          pick_mesh_copy(NULL, NULL, &mesh) == INVALID && pick_mesh_copy(a->mesh, NULL, NULL) == INVALID);
    CHECK(pick_mesh_copy, pick_mesh_copy(a->mesh, &half, &mesh) == INVALID && mesh == a->mesh);
    CHECK(pick_mesh_map, pick_mesh_map(NULL, size, NULL, &mesh) == INVALID);
    CHECK(pick_mesh_map, pick_mesh_map(aligned + 1, size, NULL, &mesh) == INVALID);
    CHECK(pick_mesh_map, pick_mesh_map(aligned, size, NULL, NULL) == INVALID);
    CHECK(pick_mesh_map, pick_mesh_map(aligned, size, &half, &mesh) == INVALID);
    CHECK(pick_mesh_map, pick_mesh_map(aligned, size - 1, NULL, &mesh) == PICK_ERROR_BAD_DATA);
    CHECK(pick_mesh_map, pick_mesh_map(aligned, 0, NULL, &mesh) == PICK_ERROR_BAD_DATA && mesh == a->mesh);
    CHECK(pick_mesh_map_quick, pick_mesh_map_quick(NULL, size, NULL, &mesh) == INVALID);
    CHECK(pick_mesh_map_quick, pick_mesh_map_quick(aligned + 1, size, NULL, &mesh) == INVALID);
    CHECK(pick_mesh_map_quick, pick_mesh_map_quick(aligned, size, NULL, NULL) == INVALID);
    CHECK(pick_mesh_map_quick, pick_mesh_map_quick(aligned, size, &half, &mesh) == INVALID);
    CHECK(pick_mesh_map_quick, pick_mesh_map_quick(aligned, 0, NULL, &mesh) == PICK_ERROR_BAD_DATA && mesh == a->mesh);
    free(bytes);
}

void abuse_meshes(const abuse *a)
{
    descriptions(a);
    rays(a);
    reading_meshes(a);
    writing_meshes(a);
}

static void adding(const abuse *a)
{
    static const pick_allocator half = {NULL, NULL, NULL};
    pick_scene *scene = a->scene;
    pick_object_id id = {7, 7};
    pick_object_desc good = pick_object_desc_default();
    good.mesh = a->mesh;
    pick_object_desc bad[3] = {good, good, good};
    bad[0].mesh = NULL;
    bad[1].flags = 8;
    bad[2].transform = a->nan_transform;
    CHECK(pick_object_desc_default, pick_object_desc_default().layers == 0xffffffffu);
    CHECK(pick_scene_create, pick_scene_create(NULL, NULL) == INVALID && pick_scene_create(&half, &scene) == INVALID);
    CHECK(pick_scene_destroy, (pick_scene_destroy(NULL), true));
    for (int i = 0; i < 3; i++) {
        const pick_result result = i == 2 ? PICK_ERROR_NOT_FINITE : INVALID;
        CHECK(pick_scene_add, pick_scene_add(a->scene, &bad[i], &id) == result);
        CHECK(pick_scene_add_many, pick_scene_add_many(a->scene, bad + i, 1, &id) == result);
        CHECK(pick_scene_set_many, pick_scene_set_many(a->scene, &a->id, bad + i, 1) == result);
    }
    CHECK(pick_scene_add,
          pick_scene_add(NULL, &good, &id) == INVALID && pick_scene_add(a->scene, NULL, &id) == INVALID);
    CHECK(pick_scene_add, pick_scene_add(a->scene, &good, NULL) == INVALID);
    CHECK(pick_scene_add_many, pick_scene_add_many(NULL, &good, 1, &id) == INVALID);
    CHECK(pick_scene_add_many, pick_scene_add_many(a->scene, NULL, 1, &id) == INVALID);
    CHECK(pick_scene_add_many, pick_scene_add_many(a->scene, &good, 1, NULL) == INVALID);
    CHECK(pick_scene_add_many, pick_scene_add_many(a->scene, NULL, 0, NULL) == PICK_OK);
    CHECK(pick_scene_set_many, pick_scene_set_many(NULL, &a->id, &good, 1) == INVALID);
    CHECK(pick_scene_set_many, pick_scene_set_many(a->scene, NULL, &good, 1) == INVALID);
    CHECK(pick_scene_set_many, pick_scene_set_many(a->scene, &a->id, NULL, 1) == INVALID);
    CHECK(pick_scene_set_many, pick_scene_set_many(a->scene, NULL, NULL, 0) == PICK_OK);
    CHECK(pick_scene_defer_builds, (pick_scene_defer_builds(NULL, true), true));
    CHECK(pick_scene_reserve, pick_scene_reserve(NULL, 1) == INVALID);
    CHECK(pick_scene_reserve, pick_scene_reserve(a->scene, SIZE_MAX) == PICK_ERROR_TOO_LARGE);
    CHECK(pick_scene_count, pick_scene_count(a->scene) == 1 && id.index1 == 7);
}

static void changing(const abuse *a)
{
    const pick_object_id gone[3] = {a->stale, a->other, {0, 0}};
    pick_object_desc good = pick_object_desc_default();
    good.mesh = a->mesh;
    CHECK(pick_scene_remove, pick_scene_remove(NULL, a->id) == INVALID);
    CHECK(pick_scene_set_transform, pick_scene_set_transform(NULL, a->id, &a->transform) == INVALID);
    CHECK(pick_scene_set_transform, pick_scene_set_transform(a->scene, a->id, NULL) == INVALID);
    CHECK(pick_scene_set_transform,
          pick_scene_set_transform(a->scene, a->id, &a->nan_transform) == PICK_ERROR_NOT_FINITE);
    CHECK(pick_scene_set_nested, pick_scene_set_nested(NULL, a->id, a->scene) == INVALID);
    CHECK(pick_scene_set_nested, pick_scene_set_nested(a->scene, a->id, NULL) == INVALID);
    CHECK(pick_scene_set_nested, pick_scene_set_nested(a->scene, a->id, a->scene) == INVALID);
    CHECK(pick_scene_nested_changed, (pick_scene_nested_changed(NULL, a->scene), true));
    CHECK(pick_scene_nested_changed, (pick_scene_nested_changed(a->scene, NULL), true));
    CHECK(pick_scene_set_mesh, pick_scene_set_mesh(NULL, a->id, a->mesh) == INVALID);
    CHECK(pick_scene_set_mesh, pick_scene_set_mesh(a->scene, a->id, NULL) == INVALID);
    CHECK(pick_scene_set_layers, pick_scene_set_layers(NULL, a->id, 1) == INVALID);
    CHECK(pick_scene_set_flags, pick_scene_set_flags(NULL, a->id, 0) == INVALID);
    CHECK(pick_scene_set_flags, pick_scene_set_flags(a->scene, a->id, 1u << 31) == INVALID);
    CHECK(pick_scene_set_user, pick_scene_set_user(NULL, a->id, 1) == INVALID);
    CHECK(pick_scene_mesh_changed, (pick_scene_mesh_changed(NULL, a->mesh), true));
    CHECK(pick_scene_mesh_changed, (pick_scene_mesh_changed(a->scene, NULL), true));
    CHECK(pick_scene_maintain, !pick_scene_maintain(NULL, 1));
    for (int i = 0; i < 3; i++) {
        const pick_result stale = PICK_ERROR_STALE_HANDLE;
        CHECK(pick_scene_remove, pick_scene_remove(a->scene, gone[i]) == stale);
        CHECK(pick_scene_set_transform, pick_scene_set_transform(a->scene, gone[i], &a->transform) == stale);
        CHECK(pick_scene_set_mesh, pick_scene_set_mesh(a->scene, gone[i], a->mesh) == stale);
        CHECK(pick_scene_set_mesh, pick_scene_set_mesh(a->scene, gone[i], NULL) == stale);
        CHECK(pick_scene_set_nested, pick_scene_set_nested(a->scene, gone[i], a->scene) == stale);
        CHECK(pick_scene_set_nested, pick_scene_set_nested(a->scene, gone[i], NULL) == stale);
        CHECK(pick_scene_set_layers, pick_scene_set_layers(a->scene, gone[i], 1) == stale);
        CHECK(pick_scene_set_flags, pick_scene_set_flags(a->scene, gone[i], 0) == stale);
        CHECK(pick_scene_set_user, pick_scene_set_user(a->scene, gone[i], 1) == stale);
        CHECK(pick_scene_set_many, pick_scene_set_many(a->scene, &gone[i], &good, 1) == stale);
        CHECK(pick_scene_contains, !pick_scene_contains(a->scene, gone[i]));
    }
}

static void reading(const abuse *a)
{
    pick_object_desc desc = {.user = 7};
    pick_object_id ids[2] = {{7, 7}, {7, 7}};
    pick_aabb box = {{7, 7, 7}, {7, 7, 7}};
    CHECK(pick_scene_contains, !pick_scene_contains(NULL, a->id));
    CHECK(pick_scene_get,
          pick_scene_get(NULL, a->id, &desc) == INVALID && pick_scene_get(a->scene, a->id, NULL) == INVALID);
    CHECK(pick_scene_get, pick_scene_get(a->scene, a->stale, &desc) == PICK_ERROR_STALE_HANDLE && desc.user == 7);
    CHECK(pick_scene_object_bounds, pick_scene_object_bounds(NULL, a->id, &box) == INVALID);
    CHECK(pick_scene_object_bounds, pick_scene_object_bounds(a->scene, a->id, NULL) == INVALID);
    CHECK(pick_scene_object_bounds,
          pick_scene_object_bounds(a->scene, a->stale, &box) == PICK_ERROR_STALE_HANDLE && box.min.x == 7);
    CHECK(pick_scene_bounds, (box = pick_scene_bounds(NULL), pick_aabb_is_empty(&box)));
    CHECK(pick_scene_count, pick_scene_count(NULL) == 0);
    CHECK(pick_scene_objects, pick_scene_objects(NULL, ids, 2) == 0 && pick_scene_objects(a->scene, NULL, 2) == 0);
    CHECK(pick_scene_objects, pick_scene_objects(a->scene, NULL, 0) == 1 && ids[0].index1 == 7);
    CHECK(pick_scene_memory, pick_scene_memory(NULL) == 0);
}

void abuse_scenes(const abuse *a)
{
    adding(a);
    changing(a);
    reading(a);
}

#include "worlds.h"
#include "effort.h"

#include "mesh/mesh_internal.h"
#include "scene/scene_internal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { POLYGONS_MOST = 2048 };

// Makes polygons of triangles that follow each other: some share sides, some are bent or concave, some in pieces.
static void make_polygons(test_random *r, uint32_t count, uint32_t border, uint8_t *continues)
{
    assert_true(count <= POLYGONS_MOST);
    const uint32_t rarely = 2 + random_index(r, 8); // how large they are
    for (uint32_t i = 0; i < count; i++)
        continues[i] = i > 0 && i != border && (i % 2 == 1 || random_index(r, rarely) > 1);
}

// `polygons` NULL: without.
static pick_mesh *make_mesh(test_random *r, const soup *s, test_random *polygons)
{
    uint8_t continues[POLYGONS_MOST];
    const uint32_t count = s->index_count / 3;
    const uint32_t first = 1 + random_index(r, count);
    const pick_submesh submeshes[2] = {
        {0, first, random_index(r, 2) * PICK_SUBMESH_DOUBLE_SIDED | PICK_SUBMESH_KIND(first % 4)},
        {first, count - first, random_index(r, 4)}};
    const pick_mesh_desc desc = {.positions = s->positions,
                                 .vertex_count = s->vertex_count,
                                 .indices = s->indices,
                                 .index_type = PICK_INDEX_UINT32,
                                 .index_count = s->index_count,
                                 .submeshes = submeshes,
                                 .submesh_count = 2,
                                 .continues = polygons != NULL ? continues : NULL};
    if (polygons != NULL)
        make_polygons(polygons, count, first, continues);
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    return mesh;
}

// Puts a mesh, or a volume, anywhere in the world.
static void add_object(world *w, test_random *r, const pick_mesh *mesh, const pick_volume *volume)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    desc.mesh = mesh;
    desc.volume = volume;
    desc.transform = random_transform(r, w->center, w->spread);
    for (int k = 0; k < 9; k++) // sizes that fit the place
        desc.transform.linear[k] *= (float)(0.05 * w->spread);
    desc.layers = 1u << random_index(r, 4);
    desc.flags = random_index(r, 8) == 0 ? random_index(r, 8) : 0;
    assert_int_equal(pick_scene_add(w->scene, &desc, &id), PICK_OK);
}

void world_make(world *w, pick_vec3 center, double spread, uint64_t seed)
{
    *w = (world){.center = center, .spread = spread, .random = {seed}};
    soup soups[WORLD_MESHES] = {soup_sphere(20, 30, 1, 0.3), soup_random(&w->random, 200, 1, 0.3),
                                soup_box(1, 0.5, 0.25), soup_grid(6, 1), soup_random(&w->random, 1, 1, 1)};
    test_random sides = {seed + 0x706f6c79}; // the meshes are else the same
    for (int i = 0; i < WORLD_MESHES; i++) {
        w->meshes[i] = make_mesh(&w->random, &soups[i], seed % 2 == 1 ? &sides : NULL);
        soup_free(&soups[i]);
    }
    assert_int_equal(pick_scene_create(NULL, &w->scene), PICK_OK);
    for (int i = 0; i < WORLD_OBJECTS - WORLD_VOLUMES; i++)
        add_object(w, &w->random, w->meshes[random_index(&w->random, WORLD_MESHES)], NULL);
    test_random own = {seed + 0x766f6c756d65}; // the meshes are the same with and without volumes
    for (int i = 0; i < WORLD_VOLUMES; i++) {
        test_volume_make(&own, i % VOLUME_KINDS,
                         (i < VOLUME_KINDS ? 0 : PICK_VOLUME_SURFACE) | PICK_SUBMESH_KIND(i % 4), &w->volumes[i]);
        add_object(w, &own, NULL, w->volumes[i].volume);
    }
}

void world_free(world *w)
{
    pick_scene_destroy(w->scene);
    for (int i = 0; i < WORLD_MESHES; i++)
        pick_mesh_destroy(w->meshes[i]);
    for (int i = 0; i < WORLD_VOLUMES; i++)
        test_volume_free(&w->volumes[i]);
}

void world_each(int place_count, uint64_t seed,
                void (*ask)(world *w, const projection_spec *spec, double depth, void *user), void *user)
{
    static const pick_vec3 places[] = {{0, 0, 0}, {148376, 1234, -223423}, {1e7, -1e7, 1e7}};
    for (int p = 0; p < place_count; p++) {
        for (size_t v = 0; v < projection_table_count; v++) {
            if (!test_is_thorough() && ((int)v + p) % place_count != 0) // each projection at one of the places
                continue;
            const double depth = world_depth(&projection_table[v]);
            world w;
            world_make(&w, places[p], depth, seed + 100 * (uint64_t)p + v);
            ask(&w, &projection_table[v], depth, user);
            world_free(&w);
        }
    }
}

pick_view world_view(world *w, const projection_spec *spec, double depth)
{
    test_random *r = &w->random;
    float projection[16];
    float rotation[16];
    const pick_vec3 forward = random_direction(r);
    projection_matrix(spec, projection);
    view_matrix(forward, random_direction(r), rotation);
    const double height = spec->viewport_scale == 0 ? 600 : 600 * spec->viewport_scale;
    const pick_view_desc desc = {.projection = projection,
                                 .view = rotation,
                                 .eye = pick_vec3_add(pick_vec3_add(w->center, random_in_cube(r, 0.3 * w->spread)),
                                                      pick_vec3_scale(forward, -depth * random_between(r, 0, 1.5))),
                                 .viewport = {random_between(r, -50, 50), height < 0 ? 620 : 20, 800, height}};
    pick_view view;
    assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
    return view;
}

pick_vec2 world_place(test_random *r)
{
    return (pick_vec2){random_between(r, -60, 860), random_between(r, -40, 660)};
}

bool world_rejects_some(void *user, const pick_hit *candidate)
{
    (void)user;
    return (candidate->triangle * 7u + candidate->object.index1) % 3 != 0;
}

void world_filter(test_random *r, pick_query *query)
{
    const uint32_t how = random_index(r, 4);
    query->hidden_kinds = how == 1 ? PICK_SUBMESH_KIND(random_index(r, 4)) : 0;
    query->filter = how == 2 ? world_rejects_some : NULL;
    query->filter_all = random_index(r, 2) == 0;
}

void world_set_simd(world *w, int level)
{
    pick_scene_set_simd(w->scene, (pick_simd)level);
    for (int i = 0; i < WORLD_MESHES; i++)
        pick_mesh_set_simd(w->meshes[i], (pick_simd)level);
}

double world_depth(const projection_spec *spec)
{
    const double far_distance = fmin(spec->far_distance, 1000 * fmax(spec->near_distance, 0.01));
    return sqrt(fmax(spec->near_distance, 1e-3 * far_distance) * far_distance);
}

// The functions of shape.h.
#include "abuse.h"

// The shape's own function with NULL and with bad rays: a miss that leaves the hit alone.
#define CHECK_RAY(function, good, bad)                                                                                 \
    do {                                                                                                               \
        pick_shape_hit hit = {.t = 7};                                                                                 \
        CHECK(function, !function(NULL, &(good), &hit));                                                               \
        CHECK(function, !function(&a->ray, NULL, &hit));                                                               \
        CHECK(function, !function(&a->ray, &(good), NULL));                                                            \
        CHECK(function, !function(&a->ray, &(bad), &hit));                                                             \
        for (int i = 0; i < 5; i++) {                                                                                  \
            CHECK(function, !function(&a->bad_rays[i], &(good), &hit));                                                \
        }                                                                                                              \
        CHECK(function, !function(NULL, NULL, NULL) && hit.t == 7);                                                    \
        CHECK(function, function(&a->ray, &(good), &hit));                                                             \
    } while (0)

static void one_by_one(const abuse *a)
{
    const double nan = a->not_a_number;
    const pick_plane plane = {{0, 0, 1}, 0}, bad_plane = {{0, 0, 0}, 1};
    const pick_sphere sphere = {{0, 0, 0}, 1}, bad_sphere = {{0, 0, 0}, -1};
    const pick_aabb box = {{-1, -1, -1}, {1, 1, 1}}, bad_box = {{-1, nan, -1}, {1, 1, 1}};
    const pick_obb obb = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                   bad_obb = {{0, nan, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const pick_capsule capsule = {{0, 0, -1}, {0, 0, 1}, 1}, bad_capsule = {{0, 0, -1}, {0, 0, 1}, HUGE_VAL};
    const pick_cylinder cylinder = {{0, 0, -1}, {0, 0, 1}, 1}, bad_cylinder = {{0, 0, -1}, {0, 0, 1}, -1};
    const pick_cone cone = {{0, 0, -1}, {0, 0, 1}, 1}, bad_cone = {{0, 0, -1}, {0, 0, 1}, nan};
    const pick_triangle triangle = {{{-1, -1, 0}, {1, -1, 0}, {0, 2, 0}}},
                        bad_triangle = {{{-1, -1, 0}, {1, -1, 0}, {0, nan, 0}}};
    const pick_convex convex = {&plane, 1}, bad_convex = {NULL, 1};
    const pick_segment segment = {{0, 0, 0}, {1, 0, 0}, 1, 0}, bad_segment = {{0, 0, 0}, {1, 0, 0}, nan, 0};
    const pick_point point = {{0, 0, 0}, 1, 0}, bad_point = {{0, 0, 0}, 1, -1};
    const pick_shape_part part = {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}}};
    const pick_compound compound = {&part, 1}, bad_compound = {NULL, 1};
    CHECK_RAY(pick_ray_plane, plane, bad_plane);
    CHECK_RAY(pick_ray_sphere, sphere, bad_sphere);
    CHECK_RAY(pick_ray_aabb, box, bad_box);
    CHECK_RAY(pick_ray_obb, obb, bad_obb);
    CHECK_RAY(pick_ray_capsule, capsule, bad_capsule);
    CHECK_RAY(pick_ray_cylinder, cylinder, bad_cylinder);
    CHECK_RAY(pick_ray_cone, cone, bad_cone);
    CHECK_RAY(pick_ray_triangle, triangle, bad_triangle);
    CHECK_RAY(pick_ray_convex, convex, bad_convex);
    CHECK_RAY(pick_ray_segment, segment, bad_segment);
    CHECK_RAY(pick_ray_point, point, bad_point);
    CHECK_RAY(pick_ray_compound, compound, bad_compound);
    pick_shape_hit hit = {.t = 7};
    CHECK(pick_ray_mesh, !pick_ray_mesh(NULL, a->mesh, &hit) && !pick_ray_mesh(&a->ray, NULL, &hit));
    CHECK(pick_ray_mesh, !pick_ray_mesh(&a->ray, a->mesh, NULL));
    for (int i = 0; i < 5; i++)
        CHECK(pick_ray_mesh, !pick_ray_mesh(&a->bad_rays[i], a->mesh, &hit) && hit.t == 7);
}

// Through the type that holds any of them.
static void tagged(const abuse *a)
{
    pick_shape_part empty = {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_COMPOUND, .as.compound = {NULL, 3}}};
    const pick_shape sphere = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}};
    const pick_shape bad[] = {
        {.type = PICK_SHAPE_NONE},
        {.type = (pick_shape_type)(PICK_SHAPE_CONE + 1)},
        {.type = (pick_shape_type)-1},
        {.type = PICK_SHAPE_MESH},
        {.type = PICK_SHAPE_CONVEX, .as.convex = {NULL, 2}},
        {.type = PICK_SHAPE_COMPOUND, .as.compound = {NULL, 2}},
        {.type = PICK_SHAPE_COMPOUND, .as.compound = {&empty, 1}},
    };
    pick_shape_hit hit = {.t = 7};
    pick_aabb bounds;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK(pick_ray_shape, !pick_ray_shape(&a->ray, &bad[i], &hit));
        CHECK(pick_shape_bounds, (bounds = pick_shape_bounds(&bad[i]), pick_aabb_is_empty(&bounds)));
    }
    CHECK(pick_ray_shape, !pick_ray_shape(NULL, &sphere, &hit) && !pick_ray_shape(&a->ray, NULL, &hit));
    CHECK(pick_ray_shape, !pick_ray_shape(&a->ray, &sphere, NULL));
    CHECK(pick_shape_bounds, (bounds = pick_shape_bounds(NULL), pick_aabb_is_empty(&bounds)));
    CHECK(pick_ray_shapes, pick_ray_shapes(NULL, &sphere, 1, &hit) == -1);
    CHECK(pick_ray_shapes, pick_ray_shapes(&a->ray, NULL, 1, &hit) == -1);
    CHECK(pick_ray_shapes, pick_ray_shapes(&a->ray, NULL, 0, &hit) == -1);
    CHECK(pick_ray_shapes, pick_ray_shapes(&a->ray, &sphere, 1, NULL) == -1 && hit.t == 7);
}

static void from_views(const abuse *a)
{
    double radius = 7, spread = 7;
    pick_plane planes[6];
    pick_shape_hit hit;
    CHECK(pick_view_cone, (pick_view_cone(NULL, 1, &radius, &spread), radius == 7));
    CHECK(pick_view_cone, (pick_view_cone(&a->view, 1, NULL, &spread), spread == 7));
    CHECK(pick_view_cone, (pick_view_cone(&a->view, 1, &radius, NULL), radius == 7));
    CHECK(pick_convex_from_view, pick_convex_from_view(NULL, (pick_rect){0, 0, 1, 1}, planes) == 0);
    CHECK(pick_convex_from_view, pick_convex_from_view(&a->view, (pick_rect){0, 0, 1, 1}, NULL) == 0);
    CHECK(pick_convex_from_view, pick_convex_from_view(&a->view, (pick_rect){a->not_a_number, 0, 1, 1}, planes) == 0);
    CHECK(pick_convex_from_view, pick_convex_from_view(&a->zero_view, (pick_rect){0, 0, 1, 1}, planes) <= 6);
    const pick_aabb box = {{-1, -1, -1}, {1, 1, 1}};
    pick_obb obb;
    CHECK(pick_obb_from_aabb, (obb = pick_obb_from_aabb(NULL, &a->transform), !pick_ray_obb(&a->ray, &obb, &hit)));
    CHECK(pick_obb_from_aabb, (obb = pick_obb_from_aabb(&box, NULL), !pick_ray_obb(&a->ray, &obb, &hit)));
    CHECK(pick_obb_from_aabb, (obb = pick_obb_from_aabb(&box, &a->nan_transform), !pick_ray_obb(&a->ray, &obb, &hit)));
}

static void volumes(const abuse *a)
{
    static const pick_allocator half = {NULL, NULL, NULL};
    const pick_shape shape = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}};
    const pick_shape nan = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, a->not_a_number}};
    const pick_shape bad[] = {
        {.type = PICK_SHAPE_NONE},
        {.type = (pick_shape_type)(PICK_SHAPE_CONE + 1)},
        {.type = (pick_shape_type)-1},
        {.type = PICK_SHAPE_MESH, .as.mesh = a->mesh},
        {.type = PICK_SHAPE_PLANE, .as.plane = {{0, 0, 1}, 0}},
        {.type = PICK_SHAPE_SEGMENT, .as.segment = {{0, 0, 0}, {1, 0, 0}, 1, 0}},
        {.type = PICK_SHAPE_POINT, .as.point = {{0, 0, 0}, 1, 0}},
        {.type = PICK_SHAPE_CONVEX, .as.convex = {NULL, 2}},
        {.type = PICK_SHAPE_COMPOUND, .as.compound = {NULL, 2}},
        {.type = PICK_SHAPE_COMPOUND, .as.compound = {NULL, 0}},
    };
    pick_volume *volume = NULL;
    pick_volume_desc desc = {.shape = &shape};
    CHECK(pick_volume_create, pick_volume_create(NULL, NULL, &volume) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_volume_create, pick_volume_create(&desc, NULL, NULL) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_volume_create, pick_volume_create(&desc, &half, &volume) == PICK_ERROR_INVALID_ARGUMENT);
    desc.flags = 2;
    CHECK(pick_volume_create, pick_volume_create(&desc, NULL, &volume) == PICK_ERROR_INVALID_ARGUMENT);
    desc = (pick_volume_desc){.shape = NULL};
    CHECK(pick_volume_create, pick_volume_create(&desc, NULL, &volume) == PICK_ERROR_INVALID_ARGUMENT);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        desc.shape = &bad[i];
        CHECK(pick_volume_create, pick_volume_create(&desc, NULL, &volume) == PICK_ERROR_INVALID_ARGUMENT);
    }
    desc.shape = &nan;
    CHECK(pick_volume_create, pick_volume_create(&desc, NULL, &volume) == PICK_ERROR_NOT_FINITE && volume == NULL);
    CHECK(pick_volume_destroy, (pick_volume_destroy(NULL), true));
    pick_aabb bounds;
    CHECK(pick_volume_bounds, (bounds = pick_volume_bounds(NULL), pick_aabb_is_empty(&bounds)));
    // In a scene.
    const pick_object_id gone[3] = {a->stale, a->other, {0, 0}};
    pick_object_desc both = pick_object_desc_default();
    pick_object_id id;
    desc.shape = &shape;
    CHECK(pick_volume_create, pick_volume_create(&desc, NULL, &volume) == PICK_OK);
    both.mesh = a->mesh;
    both.volume = volume;
    CHECK(pick_scene_add, pick_scene_add(a->scene, &both, &id) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_scene_set_volume, pick_scene_set_volume(NULL, a->id, volume) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_scene_set_volume, pick_scene_set_volume(a->scene, a->id, NULL) == PICK_ERROR_INVALID_ARGUMENT);
    for (int i = 0; i < 3; i++) {
        CHECK(pick_scene_set_volume, pick_scene_set_volume(a->scene, gone[i], volume) == PICK_ERROR_STALE_HANDLE);
        CHECK(pick_scene_set_volume, pick_scene_set_volume(a->scene, gone[i], NULL) == PICK_ERROR_STALE_HANDLE);
    }
    pick_volume_destroy(volume);
}

void abuse_shapes(const abuse *a)
{
    volumes(a);
    one_by_one(a);
    tagged(a);
    from_views(a);
}

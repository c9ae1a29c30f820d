#include "abuse.h"

static void primitives(const abuse *a)
{
    static const pick_allocator half = {NULL, NULL, NULL};
    const pick_aabb unit = {{-1, -1, -1}, {1, 1, 1}}, empty = {{1, 1, 1}, {-1, -1, -1}};
    const pick_primitive_desc good = {.bounds = unit};
    pick_primitive_desc bad = good;
    pick_volume *made = NULL, *primitive = NULL;
    CHECK(pick_primitive_create, pick_primitive_create(NULL, NULL, &made) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_primitive_create, pick_primitive_create(&good, NULL, NULL) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_primitive_create, pick_primitive_create(&good, &half, &made) == PICK_ERROR_INVALID_ARGUMENT);
    bad.bounds = empty;
    CHECK(pick_primitive_create, pick_primitive_create(&bad, NULL, &made) == PICK_ERROR_INVALID_ARGUMENT);
    bad.bounds = (pick_aabb){a->zero, a->zero};
    CHECK(pick_primitive_create, pick_primitive_create(&bad, NULL, &made) == PICK_ERROR_INVALID_ARGUMENT);
    bad.bounds = (pick_aabb){unit.min, a->nan};
    CHECK(pick_primitive_create, pick_primitive_create(&bad, NULL, &made) == PICK_ERROR_NOT_FINITE);
    bad.bounds = (pick_aabb){unit.min, {1e31, 1, 1}};
    CHECK(pick_primitive_create, pick_primitive_create(&bad, NULL, &made) == PICK_ERROR_TOO_LARGE);
    bad = good;
    bad.flags = 1u << 5;
    CHECK(pick_primitive_create, pick_primitive_create(&bad, NULL, &made) == PICK_ERROR_INVALID_ARGUMENT && !made);
    CHECK(pick_primitive_create, pick_primitive_create(&good, NULL, &primitive) == PICK_OK);
    CHECK(pick_primitive_set_bounds, pick_primitive_set_bounds(NULL, &unit) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_primitive_set_bounds, pick_primitive_set_bounds(primitive, NULL) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_primitive_set_bounds, pick_primitive_set_bounds(primitive, &empty) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_primitive_missing, pick_primitive_missing(NULL) == 0);
    CHECK(pick_primitive_missing,
          pick_primitive_missing(primitive) == (PICK_PRIMITIVE_RAY | PICK_PRIMITIVE_REGION | PICK_PRIMITIVE_NEAREST));
    CHECK(pick_scene_volume_changed, (pick_scene_volume_changed(NULL, primitive), true));
    CHECK(pick_scene_volume_changed, (pick_scene_volume_changed(a->scene, NULL), true));
    pick_volume_destroy(primitive);
}

static void probes(void)
{
    const pick_primitive_hit hit = {.t = 1};
    const pick_shape shape = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}};
    const pick_aabb box = {{-1, -1, -1}, {1, 1, 1}};
    CHECK(pick_ray_report, pick_ray_report(NULL, &hit) == -HUGE_VAL);
    CHECK(pick_region_probe_touches, !pick_region_probe_touches(NULL, &shape));
    CHECK(pick_region_probe_contains, !pick_region_probe_contains(NULL, &shape));
    CHECK(pick_nearest_report, (pick_nearest_report(NULL, &shape, 0), true));
    CHECK(pick_nearest_reaches, !pick_nearest_reaches(NULL, &box));
}

static void height_fields(const abuse *a)
{
    static const uint16_t samples[4] = {0, 1, 2, 3};
    static const pick_allocator half = {NULL, NULL, NULL};
    const pick_height_field_desc good = {.samples = samples, .columns = 2, .rows = 2};
    pick_height_field_desc bad[6] = {good, good, good, good, good, good};
    pick_volume *field = NULL, *ball = NULL;
    bad[0].samples = NULL;
    bad[1].columns = 1;
    bad[2].row_stride = 3;
    bad[3].type = (pick_height_type)7;
    bad[4].flags = 1u << 5;
    bad[5].samples = (const char *)samples + 1;
    for (int i = 0; i < 6; i++)
        CHECK(pick_height_field_create,
              pick_height_field_create(&bad[i], NULL, &field) == PICK_ERROR_INVALID_ARGUMENT && field == NULL);
    bad[0] = good;
    bad[0].rows = PICK_HEIGHT_FIELD_SAMPLES + 1;
    CHECK(pick_height_field_create, pick_height_field_create(&bad[0], NULL, &field) == PICK_ERROR_TOO_LARGE);
    CHECK(pick_height_field_create, pick_height_field_create(NULL, NULL, &field) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_height_field_create, pick_height_field_create(&good, NULL, NULL) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_height_field_create, pick_height_field_create(&good, &half, &field) == PICK_ERROR_INVALID_ARGUMENT);
    const pick_shape shape = {.type = PICK_SHAPE_SPHERE, .as.sphere = {a->zero, 1}};
    CHECK(pick_volume_create, pick_volume_create(&(pick_volume_desc){.shape = &shape}, NULL, &ball) == PICK_OK);
    CHECK(pick_height_field_create, pick_height_field_create(&good, NULL, &field) == PICK_OK);
    CHECK(pick_height_field_update, pick_height_field_update(NULL, 0, 0, 1, 1) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_height_field_update, pick_height_field_update(ball, 0, 0, 1, 1) == PICK_ERROR_INVALID_ARGUMENT);
    CHECK(pick_height_field_update, pick_height_field_update(field, UINT32_MAX, 1, UINT32_MAX, UINT32_MAX) == PICK_OK);
    CHECK(pick_height_field_memory, pick_height_field_memory(NULL) == 0);
    CHECK(pick_height_field_memory, pick_height_field_memory(ball) == 0);
    CHECK(pick_height_field_memory, pick_height_field_memory(field) > 0);
    pick_volume_destroy(field);
    pick_volume_destroy(ball);
}

void abuse_primitive(const abuse *a)
{
    primitives(a);
    probes();
    height_fields(a);
}

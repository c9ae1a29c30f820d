// Checks the cases themselves: after a fault in each result of the library, some case must differ; after a change of
// each expected value, that case must differ.
#include "peer_answers.h"
#include "peer_cases.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// --- Faults ---------------------------------------------------------------------------------------------------------

static bool is_volume(const pick_shape *shape)
{
    return shape->type != PICK_SHAPE_PLANE && shape->type != PICK_SHAPE_TRIANGLE;
}

// A hit where there is none has the numbers of a plain one.
static void flip(const pick_ray *ray, bool *met, pick_shape_hit *hit)
{
    *met = !*met;
    if (*met)
        *hit = (pick_shape_hit){.t = 1, .t_exit = 1, .point = pick_ray_at(ray, 1), .normal = {0, 0, 1}};
}

#define SHAPE_FAULT(name, condition, change)                                                                           \
    static void name(const pick_shape *shape, const pick_ray *ray, bool *met, pick_shape_hit *hit)                     \
    {                                                                                                                  \
        (void)shape;                                                                                                   \
        (void)ray;                                                                                                     \
        (void)hit;                                                                                                     \
        if (*met && (condition)) {                                                                                     \
            change;                                                                                                    \
        }                                                                                                              \
    }

static void volume_flipped(const pick_shape *shape, const pick_ray *ray, bool *met, pick_shape_hit *hit)
{
    if (is_volume(shape))
        flip(ray, met, hit);
}

static void plane_flipped(const pick_shape *shape, const pick_ray *ray, bool *met, pick_shape_hit *hit)
{
    if (shape->type == PICK_SHAPE_PLANE)
        flip(ray, met, hit);
}

static void triangle_flipped(const pick_shape *shape, const pick_ray *ray, bool *met, pick_shape_hit *hit)
{
    if (shape->type == PICK_SHAPE_TRIANGLE)
        flip(ray, met, hit);
}

// Hits behind the origin, as of a line
static void line_for_ray(const pick_shape *shape, const pick_ray *ray, bool *met, pick_shape_hit *hit)
{
    pick_ray line = *ray;
    line.t_min = -HUGE_VAL;
    *met = pick_ray_shape(&line, shape, hit);
}

SHAPE_FAULT(volume_t, is_volume(shape), hit->t += 0.01)
SHAPE_FAULT(plane_t, shape->type == PICK_SHAPE_PLANE, hit->t += 0.01)
SHAPE_FAULT(triangle_t, shape->type == PICK_SHAPE_TRIANGLE, hit->t += 0.01)
SHAPE_FAULT(volume_point, is_volume(shape), hit->point.z += 0.01)
SHAPE_FAULT(plane_point, shape->type == PICK_SHAPE_PLANE, hit->point.x += 0.01)
SHAPE_FAULT(triangle_point, shape->type == PICK_SHAPE_TRIANGLE, hit->point.x += 0.01)
SHAPE_FAULT(sphere_normal, shape->type == PICK_SHAPE_SPHERE, hit->normal = pick_vec3_scale(hit->normal, -1))
SHAPE_FAULT(aabb_normal, shape->type == PICK_SHAPE_AABB, hit->normal = pick_vec3_scale(hit->normal, -1))
SHAPE_FAULT(obb_normal, shape->type == PICK_SHAPE_OBB, hit->normal = pick_vec3_scale(hit->normal, 2))
SHAPE_FAULT(capsule_normal, shape->type == PICK_SHAPE_CAPSULE, hit->normal = pick_vec3_scale(hit->normal, -1))
SHAPE_FAULT(plane_normal, shape->type == PICK_SHAPE_PLANE, hit->normal = pick_vec3_scale(hit->normal, -1))
SHAPE_FAULT(triangle_normal, shape->type == PICK_SHAPE_TRIANGLE, hit->normal = pick_vec3_scale(hit->normal, -1))
SHAPE_FAULT(plane_side, shape->type == PICK_SHAPE_PLANE, hit->backface = !hit->backface)
SHAPE_FAULT(triangle_side, shape->type == PICK_SHAPE_TRIANGLE, hit->backface = !hit->backface)
SHAPE_FAULT(weights_swapped, shape->type == PICK_SHAPE_TRIANGLE, const double first = hit->barycentric[0];
            hit->barycentric[0] = hit->barycentric[1]; hit->barycentric[1] = first)
SHAPE_FAULT(exit_off, is_volume(shape), hit->t_exit += 0.01)
SHAPE_FAULT(exit_is_entry, is_volume(shape), hit->t_exit = hit->t)
SHAPE_FAULT(exit_past_range, is_volume(shape) && hit->t_exit == ray->t_max, hit->t_exit += 1)
SHAPE_FAULT(box_face, shape->type == PICK_SHAPE_AABB || shape->type == PICK_SHAPE_OBB, hit->face ^= 1)
SHAPE_FAULT(capsule_face, shape->type == PICK_SHAPE_CAPSULE, hit->face = (hit->face + 1) % 3)
SHAPE_FAULT(never_inside, true, hit->inside = false)
SHAPE_FAULT(always_inside, is_volume(shape), hit->inside = true)

#define MESH_FAULT(name, change)                                                                                       \
    static void name(bool *met, pick_hit *hit)                                                                         \
    {                                                                                                                  \
        (void)hit;                                                                                                     \
        if (*met) {                                                                                                    \
            change;                                                                                                    \
        }                                                                                                              \
    }

MESH_FAULT(mesh_missed, *met = false)
MESH_FAULT(mesh_t, hit->t += 0.01)
MESH_FAULT(mesh_point, hit->point.x += 0.01)
MESH_FAULT(mesh_normal, hit->normal = pick_vec3_scale(hit->normal, -1))
MESH_FAULT(mesh_side, hit->backface = !hit->backface)
MESH_FAULT(mesh_weights, hit->barycentric[0] += 0.01)
MESH_FAULT(mesh_triangle, hit->triangle ^= 1)
MESH_FAULT(mesh_first_triangle, hit->triangle = 0)

static void ray_turned(pick_ray *ray)
{
    ray->direction = pick_vec3_normalize(pick_vec3_add(ray->direction, pick_vec3_make(0.001, 0, 0)));
}

static void ray_not_unit(pick_ray *ray)
{
    ray->direction = pick_vec3_scale(ray->direction, 1.01);
}

static void ray_moved(pick_ray *ray)
{
    ray->origin.y += 0.01;
}

static void ray_from_eye(pick_ray *ray)
{
    ray->t_min = 0;
}

static void ray_endless(pick_ray *ray)
{
    ray->t_max = HUGE_VAL;
}

static void ray_ends_early(pick_ray *ray)
{
    ray->t_max *= 0.99;
}

static void ray_never_endless(pick_ray *ray)
{
    ray->t_max = fmin(ray->t_max, 1e6);
}

static void window_off(bool *seen, pick_projected_point *point)
{
    point->window.x += *seen ? 0.1 : 0;
}

static void window_upside_down(bool *seen, pick_projected_point *point)
{
    point->window.y = *seen ? -point->window.y : point->window.y;
}

static void depth_off(bool *seen, pick_projected_point *point)
{
    point->depth += *seen ? 0.01 : 0;
}

static void distance_off(bool *seen, pick_projected_point *point)
{
    point->distance += *seen ? 0.01 : 0;
}

static void seen_behind(bool *seen, pick_projected_point *point)
{
    if (!*seen) {
        *seen = true;
        *point = (pick_projected_point){{0, 0}, 0, -1};
    }
}

static void unprojected_off(bool *found, pick_vec3 *point)
{
    point->x += *found ? 0.01 : 0;
}

static void not_unprojected(bool *found, pick_vec3 *point)
{
    (void)point;
    *found = false;
}

#define REGION_FAULT(name, asked, change)                                                                              \
    static void name(peer_region_question question, bool *in)                                                          \
    {                                                                                                                  \
        if (question == asked) {                                                                                       \
            *in = change;                                                                                              \
        }                                                                                                              \
    }

REGION_FAULT(point_flipped, PEER_HAS_POINT, !*in)
REGION_FAULT(box_seen, PEER_TOUCHES, true)
REGION_FAULT(box_unseen, PEER_TOUCHES, false)
REGION_FAULT(box_contained, PEER_CONTAINS, true)
REGION_FAULT(box_not_contained, PEER_CONTAINS, false)
REGION_FAULT(plane_rejects, PEER_PLANE_KEEPS, false)
REGION_FAULT(plane_keeps, PEER_PLANE_KEEPS, true)

static const peer_fault faults[] = {
    {"hit or miss of a volume", .shape = volume_flipped},
    {"hit or miss of a plane", .shape = plane_flipped},
    {"hit or miss of a triangle", .shape = triangle_flipped},
    {"hits behind the origin", .shape = line_for_ray},
    {"t of a volume", .shape = volume_t},
    {"t of a plane", .shape = plane_t},
    {"t of a triangle", .shape = triangle_t},
    {"point of a volume", .shape = volume_point},
    {"point of a plane", .shape = plane_point},
    {"point of a triangle", .shape = triangle_point},
    {"normal of a sphere", .shape = sphere_normal},
    {"normal of a box", .shape = aabb_normal},
    {"normal of an oriented box", .shape = obb_normal},
    {"normal of a capsule", .shape = capsule_normal},
    {"normal of a plane", .shape = plane_normal},
    {"normal of a triangle", .shape = triangle_normal},
    {"side of a plane", .shape = plane_side},
    {"side of a triangle", .shape = triangle_side},
    {"barycentrics of a triangle", .shape = weights_swapped},
    {"exit of a volume", .shape = exit_off},
    {"exit at the entry", .shape = exit_is_entry},
    {"exit past the range", .shape = exit_past_range},
    {"face of a box", .shape = box_face},
    {"face of a capsule", .shape = capsule_face},
    {"never inside", .shape = never_inside},
    {"always inside", .shape = always_inside},
    {"a mesh that is missed", .mesh = mesh_missed},
    {"t of a mesh", .mesh = mesh_t},
    {"point of a mesh", .mesh = mesh_point},
    {"normal of a mesh", .mesh = mesh_normal},
    {"side of a mesh", .mesh = mesh_side},
    {"barycentrics of a mesh", .mesh = mesh_weights},
    {"triangle number", .mesh = mesh_triangle},
    {"always the first triangle", .mesh = mesh_first_triangle},
    {"direction of a view's ray", .ray = ray_turned},
    {"length of a view's ray", .ray = ray_not_unit},
    {"origin of a view's ray", .ray = ray_moved},
    {"t_min of a view's ray", .ray = ray_from_eye},
    {"t_max of a view's ray: endless", .ray = ray_endless},
    {"t_max of a view's ray: early", .ray = ray_ends_early},
    {"t_max of a view's ray: never endless", .ray = ray_never_endless},
    {"projected position", .project = window_off},
    {"projected upside down", .project = window_upside_down},
    {"projected depth", .project = depth_off},
    {"projected distance", .project = distance_off},
    {"projected from behind", .project = seen_behind},
    {"unprojected point", .unproject = unprojected_off},
    {"nothing unprojected", .unproject = not_unprojected},
    {"point in a frustum", .region = point_flipped},
    {"box always in a frustum", .region = box_seen},
    {"box never in a frustum", .region = box_unseen},
    {"box always contained", .region = box_contained},
    {"box never contained", .region = box_not_contained},
    {"rejecting plane: always the first", .region = plane_rejects},
    {"rejecting plane: never", .region = plane_keeps},
};

// --- The tests ------------------------------------------------------------------------------------------------------

static int run_all(peer_tally *sum)
{
    static char names[PEER_FAMILIES][64];
    const int count = peer_list(TEST_CASES, names);
    assert_in_range(count, 1, PEER_FAMILIES);
    *sum = (peer_tally){.ran = 0};
    for (int i = 0; i < count; i++) {
        peer_tally t;
        assert_true(peer_run_file(TEST_CASES, names[i], false, &t));
        assert_true(t.ran > 0 && t.cases.count == 0);
        sum->ran += t.ran;
        sum->fields += t.fields;
        sum->differed += t.differed;
        if (t.differed > 0)
            memcpy(sum->last, t.last, sizeof(sum->last));
    }
    return count;
}

static void each_planted_fault_is_noticed(void **state)
{
    (void)state;
    peer_tally t;
    size_t noticed = 0;
    peer_planted = NULL;
    run_all(&t);
    assert_int_equal(t.differed, 0);
    const size_t count = sizeof(faults) / sizeof(faults[0]);
    for (size_t i = 0; i < count; i++) {
        peer_planted = &faults[i];
        run_all(&t);
        if (t.differed > 0) {
            print_message("%s: noticed by %d cases, as %s\n", faults[i].name, t.differed, t.last);
            ++noticed;
        } else {
            print_error("%s: not noticed\n", faults[i].name);
        }
    }
    peer_planted = NULL;
    assert_int_equal(noticed, count);
}

// Another value of the same kind, or one where there was none.
static cJSON *changed(const cJSON *value)
{
    if (cJSON_IsBool(value))
        return cJSON_CreateBool(!cJSON_IsTrue(value));
    if (cJSON_IsString(value))
        return cJSON_CreateString("something else");
    return cJSON_CreateNumber(cJSON_IsNumber(value) ? value->valuedouble + 0.5 : 7);
}

// Changes, one after the other, each value in `object`, which is part of `item`. Returns how many there were.
static int change_each(peer_runner run, const cJSON *item, cJSON *object)
{
    int count = 0;
    const int size = cJSON_GetArraySize(object);
    for (int i = 0; i < size; i++) {
        cJSON *value = cJSON_GetArrayItem(object, i);
        if (cJSON_IsArray(value) || cJSON_IsObject(value)) {
            count += change_each(run, item, value);
            continue;
        }
        char name[64] = "";
        snprintf(name, sizeof(name), "%s", value->string ? value->string : "");
        cJSON *old = cJSON_Duplicate(value, 1);
        if (cJSON_IsArray(object))
            cJSON_ReplaceItemInArray(object, i, changed(value));
        else
            cJSON_ReplaceItemInObjectCaseSensitive(object, name, changed(value));
        peer_tally t = {.ran = 0};
        const peer_result result = peer_run_case(run, item, false, &t);
        if (result.outcome != PEER_DIFFERS && t.skipped_fields.count == 0) {
            print_error("%s: the value %d of %s%s is not compared\n", case_string(item, "id"), i,
                        object->string ? object->string : "an array of ", name);
            fail();
        }
        if (cJSON_IsArray(object))
            cJSON_ReplaceItemInArray(object, i, old);
        else
            cJSON_ReplaceItemInObjectCaseSensitive(object, name, old);
        ++count;
    }
    return count;
}

static void each_stated_value_is_compared(void **state)
{
    (void)state;
    static char names[PEER_FAMILIES][64];
    const int files = peer_list(TEST_CASES, names);
    int count = 0;
    for (int f = 0; f < files; f++) {
        cJSON *document = NULL;
        const cJSON *cases = cases_load(TEST_CASES, names[f], &document);
        const cJSON *item;
        cJSON_ArrayForEach(item, cases)
        {
            count += change_each(peer_family(names[f]), item, cJSON_GetObjectItemCaseSensitive(item, "expected"));
        }
        cJSON_Delete(document);
    }
    print_message("%d values changed, each noticed\n", count);
    assert_true(count > 300);
}

// Fields and inputs that the test does not know, and cases that expect nothing, are never passed over.
static void nothing_is_passed_over(void **state)
{
    (void)state;
    static char names[PEER_FAMILIES][64];
    const int files = peer_list(TEST_CASES, names);
    for (int f = 0; f < files; f++) {
        cJSON *document = NULL;
        const cJSON *cases = cases_load(TEST_CASES, names[f], &document);
        const peer_runner run = peer_family(names[f]);
        cJSON *item = cJSON_GetArrayItem(cases, 0);
        cJSON *inputs = cJSON_GetObjectItemCaseSensitive(item, "inputs");
        cJSON *expected = cJSON_GetObjectItemCaseSensitive(item, "expected");
        peer_tally t = {.ran = 0};
        assert_int_equal(peer_run_case(run, item, true, &t).outcome, PEER_AGREES);
        cJSON_AddNumberToObject(inputs, "colour", 1);
        assert_int_equal(peer_run_case(run, item, false, &t).outcome, PEER_DIFFERS);
        cJSON_DeleteItemFromObjectCaseSensitive(inputs, "colour");
        cJSON_AddNumberToObject(expected, "colour", 1);
        const peer_result unknown = peer_run_case(run, item, false, &t);
        assert_int_equal(unknown.outcome, PEER_DIFFERS);
        assert_non_null(strstr(unknown.why, "colour"));
        while (expected->child)
            cJSON_DeleteItemFromArray(expected, 0);
        assert_int_equal(peer_run_case(run, item, false, &t).outcome, PEER_DIFFERS);
        cJSON_Delete(document);
    }
    peer_tally t;
    assert_false(peer_run_file(TEST_CASES, "no_such_family", false, &t));
    assert_int_equal(peer_list("no such folder", names), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_planted_fault_is_noticed),
        cmocka_unit_test(each_stated_value_is_compared),
        cmocka_unit_test(nothing_is_passed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

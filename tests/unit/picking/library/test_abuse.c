// Every public function with each bad argument: NULL, stale handles, indices and enumerators that do not exist, NaN and
// infinity. The rule is in picking/base.h. The last test reads the headers and fails if a function was forgotten.
#include "abuse.h"

#include "near.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_FUNCTIONS = 512, NAME_SIZE = 64 };

static char called[MOST_FUNCTIONS][NAME_SIZE];
static size_t called_count;

static bool was_called(const char *function)
{
    for (size_t i = 0; i < called_count; i++) {
        if (strcmp(called[i], function) == 0)
            return true;
    }
    return false;
}

void abuse_check(const char *function, const char *expression, bool holds, const char *file, int line)
{
    char call[NAME_SIZE + 1];
    (void)snprintf(call, sizeof call, "%s(", function);
    if (strstr(expression, call) == NULL)
        fail_msg("%s:%d: %s is not called in %s", file, line, function, expression);
    if (!holds)
        fail_msg("%s:%d: %s", file, line, expression);
    if (!was_called(function)) {
        assert_true(called_count < MOST_FUNCTIONS);
        (void)snprintf(called[called_count++], NAME_SIZE, "%s", function);
    }
}

bool abuse_is_zero(const void *value, size_t size)
{
    const unsigned char *bytes = value;
    while (size > 0 && bytes[size - 1] == 0)
        --size;
    return size == 0;
}

static void make(abuse *a)
{
    static const float corners[12] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
    static const uint32_t indices[6] = {0, 1, 2, 0, 2, 3};
    static const float projection[16] = {1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, -1, 0, 0, 0.1f, 0};
    static const float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const double nan = (double)NAN;
    memset(a, 0, sizeof *a);
    const pick_mesh_desc mesh = {
        .positions = corners, .vertex_count = 4, .indices = indices, .index_type = PICK_INDEX_UINT32, .index_count = 6};
    assert_int_equal(pick_mesh_create(&mesh, NULL, &a->mesh), PICK_OK);
    assert_int_equal(pick_scene_create(NULL, &a->scene), PICK_OK);
    pick_object_desc object = pick_object_desc_default();
    object.mesh = a->mesh;
    assert_int_equal(pick_scene_add(a->scene, &object, &a->stale), PICK_OK);
    assert_int_equal(pick_scene_remove(a->scene, a->stale), PICK_OK);
    assert_int_equal(pick_scene_add(a->scene, &object, &a->id), PICK_OK);
    a->other = (pick_object_id){1000000, 1};
    const pick_view_desc view = {
        .projection = projection, .view = identity, .eye = {0, 0, 5}, .viewport = {0, 0, 100, 100}};
    assert_int_equal(pick_view_init(&a->view, &view), PICK_OK);
    a->nan = pick_vec3_make(0, nan, 0);
    a->infinite = pick_vec3_make(0, 0, HUGE_VAL);
    a->nan2 = (pick_vec2){nan, 1};
    a->infinite2 = (pick_vec2){1, -HUGE_VAL};
    a->middle = (pick_vec2){50, 50};
    a->ray = (pick_ray){{0.1, 0.2, 5}, {0, 0, -1}, 0, HUGE_VAL};
    for (int i = 0; i < 4; i++)
        a->bad_rays[i] = a->ray;
    a->bad_rays[0].origin = a->nan;
    a->bad_rays[1].direction = a->infinite;
    a->bad_rays[2].direction = a->zero;
    a->bad_rays[3].t_min = 2;
    a->bad_rays[3].t_max = 1;
    a->transform = a->nan_transform = PICK_TRANSFORM_IDENTITY;
    a->nan_transform.linear[4] = NAN;
    a->affine = a->nan_affine = PICK_AFFINE_IDENTITY;
    a->nan_affine.linear[4] = nan;
    a->bad_cull.cull = (pick_cull)4;
    a->not_a_number = nan;
}

static int setup(void **state)
{
    abuse *a = malloc(sizeof *a);
    make(a);
    *state = a;
    return 0;
}

static int teardown(void **state)
{
    abuse *a = *state;
    pick_scene_destroy(a->scene);
    pick_mesh_destroy(a->mesh);
    free(a);
    return 0;
}

#define ABUSE(name)                                                                                                    \
    static void test_##name(void **state)                                                                              \
    {                                                                                                                  \
        abuse_##name(*state);                                                                                          \
    }
ABUSE(values)
ABUSE(shapes)
ABUSE(meshes)
ABUSE(scenes)
ABUSE(queries)
ABUSE(parts)
ABUSE(primitive)
ABUSE(thin)
ABUSE(snap)
ABUSE(sweep)
ABUSE(selection)
ABUSE(pointer)
ABUSE(gizmo)
ABUSE(debug_draw)

// Defaults are the same as functions and as macros; zeroed queries are the default.
static void defaults_agree(void **state)
{
    (void)state;
#define SAME(function, macro, field) assert_true(function().field == (macro).field)
    SAME(pick_query_default, PICK_QUERY_DEFAULT, hidden_layers);
    SAME(pick_query_default, PICK_QUERY_DEFAULT, cull);
    SAME(pick_query_default, (pick_query){0}, hidden_layers);
    SAME(pick_query_default, (pick_query){0}, cull);
    SAME(pick_query_default, (pick_query){0}, pass_locked);
    SAME(pick_object_desc_default, PICK_OBJECT_DESC_DEFAULT, layers);
    SAME(pick_object_desc_default, PICK_OBJECT_DESC_DEFAULT, transform.linear[8]);
    SAME(pick_region_query_default, PICK_REGION_QUERY_DEFAULT, mode);
    SAME(pick_region_query_default, (pick_region_query){0}, hidden_layers);
    SAME(pick_nearest_query_default, PICK_NEAREST_QUERY_DEFAULT, features);
    SAME(pick_nearest_query_default, PICK_NEAREST_QUERY_DEFAULT, radius);
    SAME(pick_part_query_default, PICK_PART_QUERY_DEFAULT, kinds);
    SAME(pick_part_query_default, PICK_PART_QUERY_DEFAULT, reach);
    SAME(pick_snap_query_default, PICK_SNAP_QUERY_DEFAULT, rules);
    SAME(pick_snap_query_default, PICK_SNAP_QUERY_DEFAULT, reach);
    SAME(pick_cursor_query_default, PICK_CURSOR_QUERY_DEFAULT, scale);
    SAME(pick_cursor_query_default, PICK_CURSOR_QUERY_DEFAULT, tolerance);
    SAME(pick_pointer_desc_default, PICK_POINTER_DESC_DEFAULT, dead_zone);
    SAME(pick_pointer_desc_default, PICK_POINTER_DESC_DEFAULT, double_click_seconds);
    SAME(pick_pointer_desc_default, PICK_POINTER_DESC_DEFAULT, menu_modifiers);
    SAME(pick_gizmo_desc_default, PICK_GIZMO_DESC_DEFAULT, size);
    SAME(pick_gizmo_desc_default, PICK_GIZMO_DESC_DEFAULT, turn_step);
    SAME(pick_debug_draw_desc_default, PICK_DEBUG_DRAW_DESC_DEFAULT, lines);
    SAME(pick_debug_draw_desc_default, PICK_DEBUG_DRAW_DESC_DEFAULT, labels);
    SAME(pick_debug_style_default, PICK_DEBUG_STYLE_DEFAULT, color[3]);
    SAME(pick_debug_style_default, PICK_DEBUG_STYLE_DEFAULT, seconds);
}

// The name of the function declared behind a PICK_API, up to its parenthesis.
static void read_name(const char *declaration, char name[NAME_SIZE])
{
    const char *end = strchr(declaration, '(');
    assert_non_null(end);
    const char *begin = end;
    while (begin > declaration && (isalnum((unsigned char)begin[-1]) || begin[-1] == '_'))
        --begin;
    assert_true((size_t)(end - begin) < NAME_SIZE);
    memcpy(name, begin, (size_t)(end - begin));
    name[end - begin] = 0;
}

// Every function that a header declares, in whatever header it is.
static void every_public_function_is_abused(void **state)
{
    (void)state;
    static const char *const headers[] = {PICK_HEADERS};
    static char text[1 << 16];
    size_t functions = 0, missing = 0;
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        FILE *file = fopen(headers[i], "rb");
        assert_non_null(file);
        const size_t size = fread(text, 1, sizeof text - 1, file);
        assert_true(size < sizeof text - 1);
        text[size] = 0;
        (void)fclose(file);
        for (const char *at = strstr(text, "\nPICK_API "); at != NULL; at = strstr(at + 1, "\nPICK_API ")) {
            char name[NAME_SIZE];
            read_name(at + 10, name);
            ++functions;
            if (!was_called(name)) {
                print_message("%s: %s is not in the table\n", headers[i], name);
                ++missing;
            }
        }
    }
    assert_int_equal(missing, 0);
    assert_true(functions >= 200);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(values),
        TEST(shapes),
        TEST(meshes),
        TEST(scenes),
        TEST(queries),
        TEST(parts),
        TEST(primitive),
        TEST(thin),
        TEST(snap),
        TEST(sweep),
        TEST(selection),
        TEST(pointer),
        TEST(gizmo),
        TEST(debug_draw),
        cmocka_unit_test(defaults_agree),
        cmocka_unit_test(every_public_function_is_abused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

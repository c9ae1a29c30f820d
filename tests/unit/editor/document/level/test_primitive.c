// Primitives: each mesh is closed and points outward, has the volume and the surface that its formula gives up to what
// flat faces leave out, and fits into the box of its sizes.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "document/level/level_internal.h"
#include "document/level/mesh_tools.h"
#include "document/level/primitive_mesh.h"
#include "effort.h"

typedef struct edge {
    float from[3], to[3];
} edge;

static int compare_edges(const void *a, const void *b)
{
    const float *x = a, *y = b; // by values, so that -0 and 0 are one place
    for (int i = 0; i < 6; i++) {
        if (x[i] < y[i] || x[i] > y[i])
            return x[i] < y[i] ? -1 : 1;
    }
    return 0;
}

static pick_vec3 at(const float *values, uint32_t number)
{
    const float *p = values + 3 * (size_t)number;
    return pick_vec3_make((double)p[0], (double)p[1], (double)p[2]);
}

// Every edge is there once in each direction; returns how many edges have no opposite.
static uint32_t open_edges(const editor_mesh *mesh)
{
    edge *edges = calloc(mesh->index_count, sizeof(*edges));
    assert_non_null(edges);
    for (uint32_t i = 0; i < mesh->index_count; i++) {
        const uint32_t next = i % 3 == 2 ? i - 2 : i + 1;
        memcpy(edges[i].from, mesh->positions + 3 * (size_t)mesh->indices[i], sizeof(edges[i].from));
        memcpy(edges[i].to, mesh->positions + 3 * (size_t)mesh->indices[next], sizeof(edges[i].to));
    }
    qsort(edges, mesh->index_count, sizeof(*edges), compare_edges);
    uint32_t open = 0;
    for (uint32_t i = 0; i < mesh->index_count; i++) {
        edge opposite;
        memcpy(opposite.from, edges[i].to, sizeof(opposite.from));
        memcpy(opposite.to, edges[i].from, sizeof(opposite.to));
        open += bsearch(&opposite, edges, mesh->index_count, sizeof(*edges), compare_edges) == NULL;
        if (i > 0) // no edge twice in one direction
            assert_true(compare_edges(&edges[i - 1], &edges[i]) < 0);
        assert_true(compare_edges(&edges[i], &opposite) != 0); // no edge without length
    }
    free(edges);
    return open;
}

typedef struct measures {
    double volume, area;
    double box[6];
} measures;

static measures measure(const editor_mesh *mesh)
{
    measures m = {.box = {HUGE_VAL, HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (uint32_t i = 0; i < mesh->index_count; i += 3) {
        const uint32_t *n = mesh->indices + i;
        const pick_vec3 a = at(mesh->positions, n[0]), b = at(mesh->positions, n[1]), c = at(mesh->positions, n[2]);
        const pick_vec3 normal = pick_vec3_cross(pick_vec3_sub(b, a), pick_vec3_sub(c, a));
        m.volume += pick_vec3_dot(a, normal) / 6;
        m.area += pick_vec3_length(normal) / 2;
        for (int k = 0; k < 3; k++) {
            const pick_vec3 own = at(mesh->normals, n[k]);
            assert_true(fabs(pick_vec3_length(own) - 1) < 1e-6);
            // Vertex normals are those of the surface, which bends away from the flat triangle.
            assert_true(pick_vec3_dot(own, normal) > 0.3 * pick_vec3_length(normal));
        }
    }
    for (size_t i = 0; i < 3 * (size_t)mesh->vertex_count; i++) {
        m.box[i % 3] = fmin(m.box[i % 3], (double)mesh->positions[i]);
        m.box[3 + i % 3] = fmax(m.box[3 + i % 3], (double)mesh->positions[i]);
    }
    for (size_t i = 0; i < 2 * (size_t)mesh->vertex_count; i++)
        assert_true(mesh->uvs[i] >= 0 && mesh->uvs[i] <= 1);
    return m;
}

// Formulas of the smooth shapes.
static void expect(const editor_primitive *p, double *volume, double *area, double half[3])
{
    const double *v = p->value, w = v[EDITOR_PRIMITIVE_WIDTH], h = v[EDITOR_PRIMITIVE_HEIGHT];
    const double d = v[EDITOR_PRIMITIVE_DEPTH], r = v[EDITOR_PRIMITIVE_RADIUS], t = v[EDITOR_PRIMITIVE_TUBE];
    const double disc = EDITOR_PI * r * r, ball = 4 * disc * r / 3, around = 2 * EDITOR_PI * r;
    double x = r, y = h / 2;
    switch (p->shape) {
    case EDITOR_SHAPE_CUBE:
        *volume = w * h * d;
        *area = 2 * (w * h + h * d + d * w);
        break;
    case EDITOR_SHAPE_SPHERE:
        *volume = ball;
        *area = 4 * disc;
        y = r;
        break;
    case EDITOR_SHAPE_CYLINDER:
        *volume = disc * h;
        *area = 2 * disc + around * h;
        break;
    case EDITOR_SHAPE_CONE:
        *volume = disc * h / 3;
        *area = disc + EDITOR_PI * r * hypot(r, h);
        break;
    case EDITOR_SHAPE_CAPSULE:
        *volume = ball + disc * (h - 2 * r);
        *area = around * h;
        break;
    case EDITOR_SHAPE_TORUS:
        *volume = around * EDITOR_PI * t * t;
        *area = around * 2 * EDITOR_PI * t;
        x = r + t;
        y = t;
        break;
    default:
        *volume = 0;
        *area = w * d;
        break;
    }
    half[0] = w > 0 ? w / 2 : x;
    half[1] = y;
    half[2] = d > 0 ? d / 2 : x;
}

// What an inscribed shape is smaller by, at most: of angles between neighbouring vertices along the circles and across
// them, a quarter of the square.
static double missing(const editor_primitive *p)
{
    const double s = p->value[EDITOR_PRIMITIVE_SEGMENTS], r = p->value[EDITOR_PRIMITIVE_RINGS];
    const double rings = p->shape == EDITOR_SHAPE_SPHERE ? 2 * r : p->shape == EDITOR_SHAPE_CAPSULE ? 4 * r : r;
    const double a = s > 0 ? 2 * EDITOR_PI / s : 0, b = rings > 0 ? 2 * EDITOR_PI / rings : 0;
    return (a * a + b * b) / 4;
}

static void check(const editor_primitive *primitive)
{
    editor_mesh mesh;
    char why[128];
    assert_true(editor_primitive_is_valid(primitive, why, sizeof(why)));
    assert_true(editor_primitive_mesh(primitive, &mesh));
    assert_string_equal(mesh.name, editor_shape_name(primitive->shape));
    const measures m = measure(&mesh);
    double volume = 0, area = 0, half[3];
    expect(primitive, &volume, &area, half);
    const double less = missing(primitive);
    assert_true(m.volume <= volume * (1 + 1e-6) && m.volume >= volume * (1 - less) - 1e-6);
    assert_true(m.area <= area * (1 + 1e-6) && m.area >= area * (1 - less) - 1e-6);
    for (int i = 0; i < 3; i++) {
        assert_true(m.box[i] >= -half[i] * (1 + 1e-6) && m.box[3 + i] <= half[i] * (1 + 1e-6));
        assert_true(m.box[i] <= -half[i] * (1 - less) + 1e-6 && m.box[3 + i] >= half[i] * (1 - less) - 1e-6);
    }
    assert_int_equal(open_edges(&mesh), primitive->shape == EDITOR_SHAPE_PLANE ? 4 : 0);
    assert_int_equal(mesh.submesh_count, 1);
    assert_int_equal(mesh.submeshes[0].triangle_count, mesh.index_count / 3);
    mesh_tools_free(&mesh);
}

static void test_defaults(void **state)
{
    (void)state;
    for (int shape = EDITOR_SHAPE_CUBE; shape < EDITOR_SHAPE_BOX_VOLUME; shape++) {
        const editor_primitive primitive = editor_primitive_default((editor_shape)shape);
        assert_int_equal(editor_shape_named(editor_shape_key((editor_shape)shape), false), shape);
        check(&primitive);
    }
    assert_int_equal(editor_shape_named("pyramid", false), EDITOR_SHAPE_NONE);
}

static void test_other_sizes(void **state)
{
    (void)state;
    static const double lengths[3] = {0.03, 2.5, 40};
    static const double counts[4] = {7, 24, 61, 128};
    for (int shape = EDITOR_SHAPE_CUBE; shape < EDITOR_SHAPE_BOX_VOLUME; shape++) {
        // In a quick run a half of them, of each shape others.
        for (int i = shape % (int)test_effort(2, 1); i < 12; i += (int)test_effort(2, 1)) {
            editor_primitive p = editor_primitive_default((editor_shape)shape);
            for (int k = 0; k < EDITOR_PRIMITIVE_FIELDS; k++) {
                if (editor_primitive_has(p.shape, (editor_primitive_field)k))
                    p.value[k] =
                        editor_primitive_is_whole((editor_primitive_field)k) ? counts[i % 4] : lengths[(i + k) % 3];
            }
            if (p.shape == EDITOR_SHAPE_CAPSULE) // from a sphere to a long one
                p.value[EDITOR_PRIMITIVE_HEIGHT] = p.value[EDITOR_PRIMITIVE_RADIUS] * (2 + (double)(i / 4) * 3);
            if (p.shape == EDITOR_SHAPE_TORUS)
                p.value[EDITOR_PRIMITIVE_TUBE] = p.value[EDITOR_PRIMITIVE_RADIUS] * (0.1 + 0.4 * (i / 4));
            check(&p);
        }
    }
}

static void test_ranges(void **state)
{
    (void)state;
    char why[128];
    for (int shape = EDITOR_SHAPE_CUBE; shape < EDITOR_SHAPE_COUNT; shape++) {
        for (int k = 0; k < EDITOR_PRIMITIVE_FIELDS; k++) {
            const editor_primitive_field field = (editor_primitive_field)k;
            double low, high;
            editor_primitive_range((editor_shape)shape, field, &low, &high);
            const double bad[] = {low / 2 - 1, high * 2 + 1, NAN,
                                  HUGE_VAL,    -HUGE_VAL,    editor_primitive_is_whole(field) ? 4.5 : -1};
            for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
                editor_primitive p = editor_primitive_default((editor_shape)shape);
                p.value[k] = bad[i];
                assert_false(editor_primitive_is_valid(&p, why, sizeof(why)));
                assert_non_null(strstr(why, editor_primitive_field_name(field)));
            }
        }
    }
    editor_primitive p = editor_primitive_default(EDITOR_SHAPE_CAPSULE);
    p.value[EDITOR_PRIMITIVE_HEIGHT] = 0.99;
    assert_false(editor_primitive_is_valid(&p, why, sizeof(why)));
    assert_string_equal(why, "height: expected at least twice the radius, 1 m");
    p = editor_primitive_default(EDITOR_SHAPE_TORUS);
    p.value[EDITOR_PRIMITIVE_TUBE] = 0.5;
    assert_false(editor_primitive_is_valid(&p, why, sizeof(why)));
    assert_string_equal(why, "tube: expected less than the radius, 0.5 m");
}

// Equal primitives share a mesh of the level, others have their own.
static void test_shared(void **state)
{
    (void)state;
    editor_level *level = editor_level_create();
    assert_non_null(level);
    editor_primitive p = editor_primitive_default(EDITOR_SHAPE_CUBE);
    uint32_t first = editor_level_primitive(level, &p);
    for (int i = 0; i < 3000; i++) { // more than there are buckets
        p.value[EDITOR_PRIMITIVE_WIDTH] = 1 + i;
        assert_int_equal(editor_level_primitive(level, &p), first + (uint32_t)i);
    }
    for (int i = 0; i < 3000; i++) {
        p.value[EDITOR_PRIMITIVE_WIDTH] = 1 + i;
        assert_int_equal(editor_level_primitive(level, &p), first + (uint32_t)i);
    }
    assert_int_equal(level->mesh_count, 3000);
    assert_non_null(level->meshes[first].pick);
    editor_level_destroy(level);
}

static void test_counts(void **state)
{
    (void)state;
    for (int shape = EDITOR_SHAPE_CUBE; shape < EDITOR_SHAPE_BOX_VOLUME; shape++) {
        for (int i = 0; i < 3; i++) {
            editor_primitive p = editor_primitive_default((editor_shape)shape);
            for (int field = EDITOR_PRIMITIVE_SEGMENTS; i > 0 && field <= EDITOR_PRIMITIVE_RINGS; field++) {
                double low, high;
                editor_primitive_range(p.shape, (editor_primitive_field)field, &low, &high);
                p.value[field] = i == 1 ? low : high;
            }
            editor_mesh mesh;
            assert_true(editor_primitive_mesh(&p, &mesh));
            assert_int_equal(editor_primitive_triangle_count(&p), mesh.index_count / 3);
            mesh_tools_free(&mesh);
        }
    }
    const editor_primitive volume = editor_primitive_default(EDITOR_SHAPE_SPHERE_VOLUME);
    assert_int_equal(editor_primitive_triangle_count(&volume), 0);
}

// Files with many fine primitives: those beyond the bound have few triangles, and their own values. What a user adds is
// as fine as asked for.
static void test_many_triangles(void **state)
{
    (void)state;
    editor_level *level = editor_level_create();
    assert_non_null(level);
    editor_primitive p = editor_primitive_default(EDITOR_SHAPE_SPHERE),
                     cube = editor_primitive_default(EDITOR_SHAPE_CUBE);
    const uint32_t triangles = editor_primitive_triangle_count(&p), room = EDITOR_PRIMITIVE_TRIANGLES - triangles;
    level->primitive_triangles = room;
    const uint32_t fine = editor_level_read_primitive(level, &p, "fine");
    assert_int_equal(level->meshes[fine].index_count, 3 * triangles);
    assert_int_equal(level->primitive_triangles, EDITOR_PRIMITIVE_TRIANGLES);
    assert_int_equal(editor_level_read_primitive(level, &cube, "cube"), fine + 1);
    assert_int_equal(level->warning_count, 0); // it has no segments
    for (uint32_t i = 1; i < 4; i++) {
        p.value[EDITOR_PRIMITIVE_RADIUS] = 1 + i;
        const uint32_t coarse = editor_level_read_primitive(level, &p, i == 1 ? "first" : "other");
        assert_int_equal(level->meshes[coarse].index_count / 3, 8 * (2 + 2 * 2));
        assert_true(editor_primitive_equal(&level->meshes[coarse].primitive, &p));
        assert_int_equal(editor_level_read_primitive(level, &p, "same"), coarse);
        assert_int_equal(editor_level_primitive(level, &p), coarse);
    }
    assert_int_equal(level->warning_count, 1);
    assert_non_null(strstr(level->warnings[0], "first: primitives of different sizes have more than 8388608"));
    p.value[EDITOR_PRIMITIVE_RADIUS] = 9;
    const uint32_t added = editor_level_primitive(level, &p);
    assert_int_equal(level->meshes[added].index_count, 3 * triangles);
    const uint64_t before = level->primitive_triangles;
    editor_level_remove_made(level, added);
    assert_int_equal(level->primitive_triangles, before - triangles);
    editor_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults), cmocka_unit_test(test_other_sizes), cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_shared),   cmocka_unit_test(test_counts),      cmocka_unit_test(test_many_triangles),
    };
    return cmocka_run_group_tests_name("primitive", tests, NULL, NULL);
}

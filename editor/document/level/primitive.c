// primitive.c: the fields of the primitives, their defaults and their ranges.
#include "document/level/primitive.h"

#include "document/level/sides.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A field of a shape. `usual` 0: the shape does not use the field.
typedef struct field_rule {
    double usual, low, high;
} field_rule;

#define LENGTH(usual)                                                                                                  \
    {                                                                                                                  \
        usual, 0.001, 100000                                                                                           \
    }

typedef struct shape_rule {
    const char *name, *key; // key NULL: the name
    field_rule fields[EDITOR_PRIMITIVE_FIELDS];
} shape_rule;

#define WIDTH [EDITOR_PRIMITIVE_WIDTH]
#define HEIGHT [EDITOR_PRIMITIVE_HEIGHT]
#define DEPTH [EDITOR_PRIMITIVE_DEPTH]
#define RADIUS [EDITOR_PRIMITIVE_RADIUS]
#define TUBE [EDITOR_PRIMITIVE_TUBE]
#define SEGMENTS [EDITOR_PRIMITIVE_SEGMENTS]
#define RINGS [EDITOR_PRIMITIVE_RINGS]

static const shape_rule rules[EDITOR_SHAPE_COUNT] = {
    [EDITOR_SHAPE_NONE] = {"", NULL, {{0}}},
    [EDITOR_SHAPE_CUBE] = {"cube", NULL, {WIDTH = LENGTH(1), HEIGHT = LENGTH(1), DEPTH = LENGTH(1)}},
    [EDITOR_SHAPE_SPHERE] = {"sphere", NULL, {RADIUS = LENGTH(0.5), SEGMENTS = {32, 3, 256}, RINGS = {16, 2, 128}}},
    [EDITOR_SHAPE_CYLINDER] = {"cylinder", NULL, {HEIGHT = LENGTH(1), RADIUS = LENGTH(0.5), SEGMENTS = {32, 3, 256}}},
    [EDITOR_SHAPE_CONE] = {"cone", NULL, {HEIGHT = LENGTH(1), RADIUS = LENGTH(0.5), SEGMENTS = {32, 3, 256}}},
    [EDITOR_SHAPE_CAPSULE] = {"capsule",
                              NULL,
                              {HEIGHT = LENGTH(2), RADIUS = LENGTH(0.5), SEGMENTS = {32, 3, 256}, RINGS = {8, 1, 128}}},
    [EDITOR_SHAPE_TORUS] = {"torus",
                            NULL,
                            {RADIUS = LENGTH(0.5), TUBE = LENGTH(0.2), SEGMENTS = {48, 3, 256}, RINGS = {16, 3, 128}}},
    [EDITOR_SHAPE_PLANE] = {"plane", NULL, {WIDTH = LENGTH(10), DEPTH = LENGTH(10)}},
    [EDITOR_SHAPE_BOX_VOLUME] = {"box volume", "box", {WIDTH = LENGTH(2), HEIGHT = LENGTH(2), DEPTH = LENGTH(2)}},
    [EDITOR_SHAPE_SPHERE_VOLUME] = {"sphere volume", "sphere", {RADIUS = LENGTH(1)}},
    [EDITOR_SHAPE_CAPSULE_VOLUME] = {"capsule volume", "capsule", {HEIGHT = LENGTH(2), RADIUS = LENGTH(0.5)}},
    [EDITOR_SHAPE_CYLINDER_VOLUME] = {"cylinder volume", "cylinder", {HEIGHT = LENGTH(2), RADIUS = LENGTH(1)}},
    [EDITOR_SHAPE_CONE_VOLUME] = {"cone volume", "cone", {HEIGHT = LENGTH(2), RADIUS = LENGTH(1)}},
    [EDITOR_SHAPE_CONVEX_VOLUME] = {"convex volume", "convex", {{0}}},
};

// A ramp: half of a box of 2 m.
static const double usual_sides[][4] = {{1, 0, 0, 1}, {-1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {0, -1, -1, 0}};

static const char *const field_names[EDITOR_PRIMITIVE_FIELDS] = {
    WIDTH = "width", HEIGHT = "height",     DEPTH = "depth", RADIUS = "radius",
    TUBE = "tube",   SEGMENTS = "segments", RINGS = "rings",
};

const char *editor_shape_name(editor_shape shape)
{
    return rules[shape].name;
}

const char *editor_primitive_field_name(editor_primitive_field field)
{
    return field_names[field];
}

const char *editor_shape_key(editor_shape shape)
{
    return rules[shape].key ? rules[shape].key : rules[shape].name;
}

bool editor_shape_is_volume(editor_shape shape)
{
    return shape >= EDITOR_SHAPE_BOX_VOLUME;
}

editor_shape editor_shape_named(const char *key, bool volume)
{
    int shape = EDITOR_SHAPE_COUNT - 1;
    while (shape > EDITOR_SHAPE_NONE && (editor_shape_is_volume((editor_shape)shape) != volume ||
                                         strcmp(editor_shape_key((editor_shape)shape), key) != 0))
        shape--;
    return (editor_shape)shape;
}

editor_primitive editor_primitive_default(editor_shape shape)
{
    editor_primitive primitive = {.shape = shape};
    for (int i = 0; i < EDITOR_PRIMITIVE_FIELDS; i++)
        primitive.value[i] = rules[shape].fields[i].usual;
    if (shape == EDITOR_SHAPE_CONVEX_VOLUME) {
        primitive.sides = usual_sides;
        primitive.side_count = sizeof(usual_sides) / sizeof(usual_sides[0]);
    }
    return primitive;
}

bool editor_primitive_has(editor_shape shape, editor_primitive_field field)
{
    return rules[shape].fields[field].usual > 0;
}

bool editor_primitive_is_whole(editor_primitive_field field)
{
    return field == EDITOR_PRIMITIVE_SEGMENTS || field == EDITOR_PRIMITIVE_RINGS;
}

void editor_primitive_range(editor_shape shape, editor_primitive_field field, double *low, double *high)
{
    *low = rules[shape].fields[field].low;
    *high = rules[shape].fields[field].high;
}

// Whether its height includes two half spheres.
static bool is_capsule(editor_shape shape)
{
    return shape == EDITOR_SHAPE_CAPSULE || shape == EDITOR_SHAPE_CAPSULE_VOLUME;
}

void editor_primitive_clamp(editor_primitive *primitive, editor_primitive_field field)
{
    double *v = primitive->value, low, high;
    editor_primitive_range(primitive->shape, field, &low, &high);
    if (is_capsule(primitive->shape) && field == EDITOR_PRIMITIVE_HEIGHT)
        low = fmax(low, 2 * v[EDITOR_PRIMITIVE_RADIUS]);
    if (is_capsule(primitive->shape) && field == EDITOR_PRIMITIVE_RADIUS)
        high = fmin(high, v[EDITOR_PRIMITIVE_HEIGHT] / 2);
    if (primitive->shape == EDITOR_SHAPE_TORUS && field == EDITOR_PRIMITIVE_RADIUS)
        low = nextafter(v[EDITOR_PRIMITIVE_TUBE], HUGE_VAL);
    if (primitive->shape == EDITOR_SHAPE_TORUS && field == EDITOR_PRIMITIVE_TUBE)
        high = nextafter(v[EDITOR_PRIMITIVE_RADIUS], 0);
    if (editor_primitive_is_whole(field))
        v[field] = floor(v[field] + 0.5);
    v[field] = fmax(low, fmin(high, v[field]));
}

bool editor_primitive_is_valid(const editor_primitive *primitive, char *why, size_t size)
{
    const double *value = primitive->value;
    for (int i = 0; i < EDITOR_PRIMITIVE_FIELDS; i++) {
        const editor_primitive_field field = (editor_primitive_field)i;
        const field_rule *rule = &rules[primitive->shape].fields[i];
        const bool whole = editor_primitive_is_whole(field);
        if (value[i] >= rule->low && value[i] <= rule->high && (!whole || value[i] == floor(value[i])))
            continue;
        snprintf(why, size, "%s: expected %s%.6g to %.6g%s", field_names[i], whole ? "a whole number from " : "",
                 rule->low, rule->high, whole ? "" : " m");
        return false;
    }
    if (is_capsule(primitive->shape) && value[EDITOR_PRIMITIVE_HEIGHT] < 2 * value[EDITOR_PRIMITIVE_RADIUS]) {
        snprintf(why, size, "height: expected at least twice the radius, %.6g m", 2 * value[EDITOR_PRIMITIVE_RADIUS]);
        return false;
    }
    if (primitive->shape == EDITOR_SHAPE_TORUS && value[EDITOR_PRIMITIVE_TUBE] >= value[EDITOR_PRIMITIVE_RADIUS]) {
        snprintf(why, size, "tube: expected less than the radius, %.6g m", value[EDITOR_PRIMITIVE_RADIUS]);
        return false;
    }
    return primitive->shape != EDITOR_SHAPE_CONVEX_VOLUME || editor_sides_are_valid(primitive, why, size);
}

bool editor_primitive_equal(const editor_primitive *a, const editor_primitive *b)
{
    bool equal = a->shape == b->shape && a->side_count == b->side_count;
    for (size_t i = 0; equal && i < 4 * (size_t)a->side_count; i++)
        equal = a->sides[i / 4][i % 4] == b->sides[i / 4][i % 4];
    for (int i = 0; i < EDITOR_PRIMITIVE_FIELDS; i++)
        equal = equal && a->value[i] == b->value[i];
    return equal;
}

static uint64_t mix_in(uint64_t hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof(bits));
    hash = (hash ^ bits) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

uint64_t editor_primitive_hash(const editor_primitive *primitive)
{
    uint64_t hash = (uint64_t)primitive->shape;
    for (int i = 0; i < EDITOR_PRIMITIVE_FIELDS; i++)
        hash = mix_in(hash, primitive->value[i]);
    for (size_t i = 0; i < 4 * (size_t)primitive->side_count; i++)
        hash = mix_in(hash, primitive->sides[i / 4][i % 4]);
    return hash;
}

bool editor_primitive_copy(const editor_primitive *from, editor_primitive *to)
{
    double(*sides)[4] = NULL;
    *to = (editor_primitive){0};
    if (from->side_count > 0) {
        sides = malloc(from->side_count * sizeof(*sides));
        if (!sides)
            return false;
        memcpy(sides, from->sides, from->side_count * sizeof(*sides));
    }
    *to = *from;
    to->sides = (const double(*)[4])sides;
    return true;
}

void editor_primitive_free(editor_primitive *copy)
{
    free((void *)(uintptr_t)copy->sides);
    *copy = (editor_primitive){0};
}

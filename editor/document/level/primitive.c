// primitive.c: the fields of the primitives, their defaults and their ranges.
#include "document/level/primitive.h"

#include "document/level/sides.h"
#include "document/motion/affine.h"

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
    [EDITOR_SHAPE_COMPOUND_VOLUME] = {"compound volume", "compound", {{0}}},
};

// A ramp: half of a box of 2 m.
static const double usual_sides[][4] = {{1, 0, 0, 1}, {-1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {0, -1, -1, 0}};

// Two steps, of 1 m each.
static const editor_part usual_parts[] = {
    {{.shape = EDITOR_SHAPE_BOX_VOLUME, .value = {WIDTH = 2, HEIGHT = 1, DEPTH = 2}},
     {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, -0.5, 0}}},
    {{.shape = EDITOR_SHAPE_BOX_VOLUME, .value = {WIDTH = 2, HEIGHT = 1, DEPTH = 1}},
     {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0.5, -0.5}}},
};

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
    if (shape == EDITOR_SHAPE_COMPOUND_VOLUME) {
        primitive.parts = usual_parts;
        primitive.part_count = sizeof(usual_parts) / sizeof(usual_parts[0]);
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

static bool is_place(const pick_affine *local)
{
    const pick_transform transform = pick_affine_to_transform(local);
    return editor_affine_fits_float(local) && !editor_transform_is_flat(&transform);
}

static bool are_parts_valid(const editor_primitive *primitive, char *why, size_t size)
{
    if (primitive->part_count < 1 || primitive->part_count > EDITOR_PARTS) {
        snprintf(why, size, "parts: expected 1 to %d, not %u", EDITOR_PARTS, (unsigned)primitive->part_count);
        return false;
    }
    for (uint32_t i = 0; i < primitive->part_count; i++) {
        const editor_part *part = &primitive->parts[i];
        const editor_shape shape = part->volume.shape;
        char inner[96] = "expected a place that is finite and not flat";
        if (!editor_shape_is_volume(shape) || shape == EDITOR_SHAPE_COMPOUND_VOLUME)
            snprintf(inner, sizeof(inner), "expected another volume than a compound");
        else if (editor_primitive_is_valid(&part->volume, inner, sizeof(inner)) && is_place(&part->local))
            continue;
        snprintf(why, size, "parts[%u]: %s", (unsigned)i, inner);
        return false;
    }
    return true;
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
    return (primitive->shape != EDITOR_SHAPE_CONVEX_VOLUME || editor_sides_are_valid(primitive, why, size)) &&
           (primitive->shape != EDITOR_SHAPE_COMPOUND_VOLUME || are_parts_valid(primitive, why, size));
}

static bool are_parts_equal(const editor_primitive *a, const editor_primitive *b)
{
    bool equal = a->part_count == b->part_count;
    for (uint32_t i = 0; equal && i < a->part_count; i++) {
        const pick_affine *from = &a->parts[i].local, *to = &b->parts[i].local;
        equal = editor_primitive_equal(&a->parts[i].volume, &b->parts[i].volume) && from->origin.x == to->origin.x &&
                from->origin.y == to->origin.y && from->origin.z == to->origin.z;
        for (int k = 0; k < 9; k++)
            equal = equal && from->linear[k] == to->linear[k];
    }
    return equal;
}

bool editor_primitive_equal(const editor_primitive *a, const editor_primitive *b)
{
    bool equal = a->shape == b->shape && a->side_count == b->side_count;
    for (size_t i = 0; equal && i < 4 * (size_t)a->side_count; i++)
        equal = a->sides[i / 4][i % 4] == b->sides[i / 4][i % 4];
    for (int i = 0; i < EDITOR_PRIMITIVE_FIELDS; i++)
        equal = equal && a->value[i] == b->value[i];
    return equal && are_parts_equal(a, b);
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
    for (uint32_t i = 0; i < primitive->part_count; i++) {
        const editor_part *part = &primitive->parts[i];
        hash = mix_in(hash ^ editor_primitive_hash(&part->volume), part->local.origin.x);
        hash = mix_in(mix_in(hash, part->local.origin.y), part->local.origin.z);
        for (int k = 0; k < 9; k++)
            hash = mix_in(hash, part->local.linear[k]);
    }
    return hash;
}

// False: out of memory; then there are none.
static bool copy_parts(const editor_primitive *from, editor_primitive *to)
{
    editor_part *parts = malloc(from->part_count * sizeof(*parts));
    if (!parts)
        return false;
    to->parts = parts;
    while (to->part_count < from->part_count) {
        const editor_part *part = &from->parts[to->part_count];
        if (!editor_primitive_copy(&part->volume, &parts[to->part_count].volume)) {
            editor_primitive_free(to);
            return false;
        }
        parts[to->part_count++].local = part->local;
    }
    return true;
}

bool editor_primitive_copy(const editor_primitive *from, editor_primitive *to)
{
    double(*sides)[4] = NULL;
    *to = (editor_primitive){0};
    if (from->part_count > 0 && !copy_parts(from, to))
        return false;
    if (from->side_count > 0) {
        sides = malloc(from->side_count * sizeof(*sides));
        if (!sides)
            return false; // a compound has no sides
        memcpy(sides, from->sides, from->side_count * sizeof(*sides));
    }
    const editor_part *parts = to->parts;
    *to = *from;
    to->sides = (const double(*)[4])sides;
    to->parts = parts;
    return true;
}

void editor_primitive_free(editor_primitive *copy)
{
    editor_part *parts = (editor_part *)(uintptr_t)copy->parts;
    for (uint32_t i = 0; i < copy->part_count; i++)
        editor_primitive_free(&parts[i].volume);
    free(parts);
    free((void *)(uintptr_t)copy->sides);
    *copy = (editor_primitive){0};
}

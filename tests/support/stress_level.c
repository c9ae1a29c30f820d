#include "stress_level.h"

#include "random.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPHERE_RINGS = 12, SPHERE_SIDES = 24, SHEET_CELLS = 16, NODES = 700, TEXT_SIZE = 1 << 20 };

// Two meshes over one buffer: positions (3 floats) and colours (4 floats) of all vertices, then indices.
typedef struct geometry {
    float positions[3 * 1024], colors[4 * 1024];
    uint32_t indices[6 * 1024];
    uint32_t vertex_count, index_count;
} geometry;

static void add_vertex(geometry *g, double x, double y, double z, double alpha)
{
    const float position[3] = {(float)x, (float)y, (float)z};
    const float color[4] = {(float)(0.5 + 0.4 * x), (float)(0.5 + 0.4 * y), 0.6f, (float)alpha};
    memcpy(g->positions + (size_t)3 * g->vertex_count, position, sizeof(position));
    memcpy(g->colors + (size_t)4 * g->vertex_count, color, sizeof(color));
    g->vertex_count++;
}

// A patch of rows by columns of quads over vertices that begin at `first`.
static void add_patch(geometry *g, uint32_t rows, uint32_t columns)
{
    for (uint32_t r = 0; r < rows; r++) {
        for (uint32_t c = 0; c < columns; c++) {
            uint32_t a = r * (columns + 1) + c, b = a + columns + 1;
            const uint32_t quad[6] = {a, b, a + 1, a + 1, b, b + 1};
            memcpy(g->indices + g->index_count, quad, sizeof(quad));
            g->index_count += 6;
        }
    }
}

static void make_sphere(geometry *g)
{
    for (int r = 0; r <= SPHERE_RINGS; r++) {
        for (int s = 0; s <= SPHERE_SIDES; s++) {
            double down = 3.14159265358979 * r / SPHERE_RINGS, round = 6.28318530717959 * s / SPHERE_SIDES;
            add_vertex(g, sin(down) * cos(round), cos(down), -sin(down) * sin(round), 1);
        }
    }
    add_patch(g, SPHERE_RINGS, SPHERE_SIDES);
}

// A wavy sheet whose alpha falls and rises, so that the cut runs through its triangles.
static void make_sheet(geometry *g)
{
    for (int r = 0; r <= SHEET_CELLS; r++) {
        for (int c = 0; c <= SHEET_CELLS; c++) {
            double x = 2.0 * c / SHEET_CELLS - 1, z = 2.0 * r / SHEET_CELLS - 1;
            add_vertex(g, x, 0.15 * sin(5 * x + 3 * z), z, 0.5 + 0.5 * sin(7 * x) * cos(6 * z));
        }
    }
    add_patch(g, SHEET_CELLS, SHEET_CELLS);
}

typedef struct text {
    char *bytes;
    size_t length;
} text;

static void put(text *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(t->bytes + t->length, TEXT_SIZE - t->length, format, arguments);
    va_end(arguments);
    assert(length >= 0 && t->length + (size_t)length < TEXT_SIZE); // the text is the same every time
    t->length += (size_t)length;
}

// A node's transform: by kind, so that each hard case comes up again and again.
static void put_transform(text *t, int number, test_random *random)
{
    double spread = number % 3 == 0 ? 9 : 2; // roots far apart, children near their parents
    double place[3], turn[4], length = 0;
    for (int i = 0; i < 3; i++)
        place[i] = number % 11 == 0 ? floor(random_between(random, -4, 4)) : random_between(random, -spread, spread);
    for (int i = 0; i < 4; i++) {
        turn[i] = number % 11 == 0 ? i == 3 : random_between(random, -1, 1); // every eleventh axis-aligned: coplanar
        length += turn[i] * turn[i];
    }
    double scale[3] = {random_between(random, 0.5, 1.5), random_between(random, 0.5, 1.5),
                       random_between(random, 0.5, 1.5)};
    if (number % 3 == 0)
        scale[number % 2] = -scale[number % 2]; // mirrored
    if (number % 13 == 0)
        scale[1] = 0; // flat
    if (number % 17 == 0)
        scale[0] = 3, scale[2] = 0.05; // long and thin
    if (number % 19 == 0)
        scale[0] = scale[1] = scale[2] = 2e-3; // smaller than a pixel
    if (number % 11 == 0)
        scale[0] = scale[1] = scale[2] = 1;
    length = sqrt(length);
    put(t, "\"translation\":[%.9g,%.9g,%.9g],\"rotation\":[%.9g,%.9g,%.9g,%.9g],\"scale\":[%.9g,%.9g,%.9g]", place[0],
        place[1], place[2], turn[0] / length, turn[1] / length, turn[2] / length, turn[3] / length, scale[0], scale[1],
        scale[2]);
}

// Nodes in chains of three: a turned child of an unevenly scaled parent is sheared.
static void put_nodes(text *t)
{
    test_random random = {42};
    put(t, "\"nodes\":[");
    for (int i = 0; i < NODES; i++) {
        put(t, "%s{\"name\":\"node %d\",\"mesh\":%d,", i > 0 ? "," : "", i, i % 6);
        if (i % 3 != 2 && i + 1 < NODES)
            put(t, "\"children\":[%d],", i + 1);
        put_transform(t, i, &random);
        put(t, "}");
    }
    put(t, "],\"scenes\":[{\"nodes\":[");
    for (int i = 0; i < NODES; i += 3)
        put(t, "%s%d", i > 0 ? "," : "", i);
    put(t, "]}],\"scene\":0");
}

// Mesh m: shape m / 3 (sphere, sheet), material m % 3 + 3 * shape.
static void put_meshes(text *t)
{
    put(t, "\"meshes\":[");
    for (int m = 0; m < 6; m++) {
        int shape = m / 3;
        put(t, "%s{\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"COLOR_0\":%d},\"indices\":%d,\"material\":%d}]}",
            m > 0 ? "," : "", 3 * shape, 3 * shape + 1, 3 * shape + 2, m);
    }
    // The first has alpha of exactly the cutoff, which is opaque.
    put(t,
        "],\"materials\":[{\"alphaMode\":\"MASK\",\"alphaCutoff\":0.5,"
        "\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,1,1,0.5]}},{\"doubleSided\":true},{\"alphaMode\":\"BLEND\"},"
        "{\"alphaMode\":\"MASK\"},{\"alphaMode\":\"MASK\",\"alphaCutoff\":0.7,\"doubleSided\":true},{}],");
}

static bool write_file(const char *folder, const char *name, const void *bytes, size_t size)
{
    char path[1200];
    const int length = snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = length > 0 && (size_t)length < sizeof(path) ? fopen(path, "wb") : NULL;
    if (file == NULL)
        return false;
    const bool written = fwrite(bytes, 1, size, file) == size;
    return fclose(file) == 0 && written;
}

// The buffer's bytes, and all of the JSON up to its end. Returns the number of bytes.
static size_t put_shapes(text *json, const geometry shapes[2], char *bytes)
{
    put(json, "{\"asset\":{\"version\":\"2.0\"},\"accessors\":[");
    char views[2048] = "";
    size_t size = 0, views_length = 0;
    for (int s = 0; s < 2; s++) {
        const geometry *g = &shapes[s];
        const void *parts[3] = {g->positions, g->colors, g->indices};
        const size_t sizes[3] = {12u * g->vertex_count, 16u * g->vertex_count, 4u * g->index_count};
        static const char *const types[3] = {"VEC3", "VEC4", "SCALAR"};
        for (int p = 0; p < 3; p++) {
            put(json, "%s{\"bufferView\":%d,\"componentType\":%d,\"count\":%u,\"type\":\"%s\"}", s + p > 0 ? "," : "",
                3 * s + p, p == 2 ? 5125 : 5126, (unsigned)(p == 2 ? g->index_count : g->vertex_count), types[p]);
            views_length += (size_t)snprintf(views + views_length, sizeof(views) - views_length,
                                             "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}",
                                             s + p > 0 ? "," : "", size, sizes[p]);
            memcpy(bytes + size, parts[p], sizes[p]);
            size += sizes[p];
        }
    }
    put(json, "],\"bufferViews\":[%s],\"buffers\":[{\"uri\":\"stress.bin\",\"byteLength\":%zu}],", views, size);
    return size;
}

bool stress_level_write(const char *folder)
{
    geometry *shapes = calloc(2, sizeof(*shapes));
    text json = {.bytes = malloc(TEXT_SIZE)};
    char *bytes = malloc(2 * sizeof(geometry));
    bool ok = shapes != NULL && json.bytes != NULL && bytes != NULL;
    if (ok) {
        make_sphere(&shapes[0]);
        make_sheet(&shapes[1]);
        const size_t size = put_shapes(&json, shapes, bytes);
        put_meshes(&json);
        put_nodes(&json);
        put(&json, "}");
        ok =
            write_file(folder, "stress.bin", bytes, size) && write_file(folder, "stress.gltf", json.bytes, json.length);
    }
    free(shapes);
    free(json.bytes);
    free(bytes);
    return ok;
}

// What large models cost the window: `window_load PROGRAM`.
//
// VKPICK_LOAD_LONG=1 takes models that are some twenty times as large: 10 million triangles or points. Their pictures
// take software Vulkan seconds each.
//
// Each is opened in a real window on software Vulkan, and then another in its place, so that its memory is freed. Only
// the processor time of the window's thread counts: how long pictures take is up to the machine.
#define _POSIX_C_SOURCE 200809L // setenv
#include "window_driver.h"

#include <spng.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double most = 100;    // milliseconds of a step
static const double patience = 60; // seconds
static const double slow = 10000;  // milliseconds between pictures

// --- files ---

enum { JSON_SIZE = 8192 };

typedef struct gltf_file {
    FILE *file;
    const char *path;
    bool ok;
} gltf_file;

// Appends to the JSON.
static void add(char json[JSON_SIZE], const char *format, ...)
{
    const size_t used = strlen(json);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(json + used, JSON_SIZE - used, format, arguments);
    va_end(arguments);
}

static void write_bytes(gltf_file *out, const void *data, size_t size)
{
    out->ok = out->ok && fwrite(data, 1, size, out->file) == size;
}

// The head of a .glb, up to its `bytes` of data.
static gltf_file begin_glb(driver *d, const char *path, char json[JSON_SIZE], uint32_t bytes)
{
    while (strlen(json) % 4 != 0)
        add(json, " ");
    const uint32_t length = (uint32_t)strlen(json);
    const uint32_t head[5] = {0x46546c67, 2, 28 + length + bytes, length, 0x4e4f534a}, chunk[2] = {bytes, 0x004e4942};
    gltf_file out = {fopen(path, "wb"), path, true};
    CHECK(d, out.file, "%s cannot be written", path);
    write_bytes(&out, head, sizeof(head));
    write_bytes(&out, json, length);
    write_bytes(&out, chunk, sizeof(chunk));
    return out;
}

static void end_file(driver *d, gltf_file *out)
{
    const bool ok = fclose(out->file) == 0 && out->ok;
    CHECK(d, ok, "%s cannot be written", out->path);
}

static float wave(uint32_t x, uint32_t y)
{
    return (float)((x * 7 + y * 13) % 11) / 11;
}

enum { GROUND_PARTS = 4 };

// What each part of the ground has: its own bytes, and an object.
static void describe_ground(char json[JSON_SIZE], uint32_t columns, uint32_t side, uint32_t vertices, uint32_t indices)
{
    const uint32_t bytes = 12 * vertices + 4 * indices;
    json[0] = '\0';
    add(json,
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,1,2,3]}],\"buffers\":[{\"byteLength\":%"
        "u}]",
        GROUND_PARTS * bytes);
    for (uint32_t i = 0; i < GROUND_PARTS; i++)
        add(json,
            "%s{\"buffer\":0,\"byteOffset\":%u,\"byteLength\":%u},{\"buffer\":0,\"byteOffset\":%u,\"byteLength\":%u}",
            i ? "," : ",\"bufferViews\":[", i * bytes, 12 * vertices, i * bytes + 12 * vertices, 4 * indices);
    for (uint32_t i = 0; i < GROUND_PARTS; i++)
        add(json,
            "%s{\"bufferView\":%u,\"componentType\":5126,\"count\":%u,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[%u,1,%"
            "u]},"
            "{\"bufferView\":%u,\"componentType\":5125,\"count\":%u,\"type\":\"SCALAR\"}",
            i ? "," : "],\"accessors\":[", 2 * i, vertices, columns - 1, side, 2 * i + 1, indices);
    for (uint32_t i = 0; i < GROUND_PARTS; i++)
        add(json, "%s{\"primitives\":[{\"attributes\":{\"POSITION\":%u},\"indices\":%u}]}", i ? "," : "],\"meshes\":[",
            2 * i, 2 * i + 1);
    for (uint32_t i = 0; i < GROUND_PARTS; i++)
        add(json, "%s{\"name\":\"part%u\",\"mesh\":%u,\"translation\":[%u,0,0]}", i ? "," : "],\"nodes\":[", i, i,
            i * (columns - 1));
    add(json, "]}");
}

// A square of waved quads in four parts, `side` along each edge.
static void write_ground(driver *d, const char *path, uint32_t side)
{
    const uint32_t columns = side / GROUND_PARTS + 1, vertices = columns * (side + 1), quads = (columns - 1) * side;
    float *positions = malloc((size_t)12 * vertices);
    uint32_t *indices = malloc((size_t)24 * quads);
    char json[JSON_SIZE];
    CHECK(d, positions && indices, "out of memory");
    for (uint32_t i = 0; i < vertices; i++) {
        const uint32_t x = i % columns, y = i / columns;
        memcpy(positions + 3 * (size_t)i, (const float[3]){(float)x, wave(x, y), (float)y}, 12);
    }
    for (uint32_t i = 0; i < quads; i++) {
        const uint32_t a = i / (columns - 1) * columns + i % (columns - 1), c = a + columns;
        memcpy(indices + 6 * (size_t)i, (const uint32_t[6]){a, c, a + 1, a + 1, c, c + 1}, 24);
    }
    describe_ground(json, columns, side, vertices, 6 * quads);
    gltf_file out = begin_glb(d, path, json, GROUND_PARTS * (12 * vertices + 24 * quads));
    for (int i = 0; i < GROUND_PARTS; i++) {
        write_bytes(&out, positions, (size_t)12 * vertices);
        write_bytes(&out, indices, (size_t)24 * quads);
    }
    end_file(d, &out);
    free(positions);
    free(indices);
}

// A cloud of `side` squared points with colours. It is hidden: this driver takes a minute for a picture of 10 million.
static void write_cloud(driver *d, const char *path, uint32_t side)
{
    const uint32_t count = side * side;
    float *row = malloc((size_t)12 * side);
    uint8_t *colors = malloc((size_t)4 * count);
    char json[JSON_SIZE] = "";
    CHECK(d, row && colors, "out of memory");
    add(json,
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"extensionsUsed\":["
        "\"KHR_node_visibility\"],\"nodes\":[{\"name\":\"cloud\",\"mesh\":0,\"extensions\":{\"KHR_node_visibility\":{"
        "\"visible\":false}}}],\"meshes\":[{\"primitives\":[{\"mode\":0,\"attributes\":{\"POSITION\":0,"
        "\"COLOR_0\":1}}]}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":%u,\"type\":\"VEC3\","
        "\"min\":[0,0,0],\"max\":[%u,1,%u]},{\"bufferView\":1,\"componentType\":5121,\"normalized\":true,"
        "\"count\":%u,\"type\":\"VEC4\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":%u},{\"buffer\":0,"
        "\"byteOffset\":%u,\"byteLength\":%u}],\"buffers\":[{\"byteLength\":%u}]}",
        count, side, side, count, 12 * count, 12 * count, 4 * count, 16 * count);
    gltf_file out = begin_glb(d, path, json, 16 * count);
    for (uint32_t y = 0; y < side; y++) {
        for (uint32_t x = 0; x < side; x++) {
            memcpy(row + 3 * x, (const float[3]){(float)x, wave(x, y), (float)y}, 12);
            memcpy(colors + 4 * ((size_t)y * side + x), (const uint8_t[4]){(uint8_t)x, (uint8_t)y, 128, 255}, 4);
        }
        write_bytes(&out, row, (size_t)12 * side);
    }
    write_bytes(&out, colors, (size_t)4 * count);
    end_file(d, &out);
    free(row);
    free(colors);
}

// `count` segments, each with ends of its own.
static void write_segments(driver *d, const char *path, uint32_t count)
{
    float *positions = malloc((size_t)24 * count);
    char json[JSON_SIZE] = "";
    CHECK(d, positions, "out of memory");
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t x = i % 1000, y = i / 1000;
        const float ends[6] = {(float)x, wave(x, y), (float)y, (float)x + 0.5f, wave(y, x), (float)y};
        memcpy(positions + (size_t)6 * i, ends, sizeof(ends));
    }
    add(json,
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"name\":\"lines\","
        "\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"mode\":1,\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{"
        "\"bufferView\":0,\"componentType\":5126,\"count\":%u,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1000,1,%u]}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":%u}],\"buffers\":[{\"byteLength\":%u}]}",
        2 * count, count / 1000, 24 * count, 24 * count);
    gltf_file out = begin_glb(d, path, json, 24 * count);
    write_bytes(&out, positions, (size_t)24 * count);
    end_file(d, &out);
    free(positions);
}

// A PNG of `side` squared pixels. The caller frees it.
static void *encode_picture(driver *d, uint32_t side, size_t *size)
{
    uint8_t *pixels = malloc((size_t)4 * side * side);
    CHECK(d, pixels, "out of memory");
    for (uint32_t i = 0; i < side * side; i++)
        memcpy(pixels + (size_t)4 * i, (const uint8_t[4]){(uint8_t)(i % side >> 3), (uint8_t)(i / side >> 3), 90, 255},
               4);
    spng_ctx *png = spng_ctx_new(SPNG_CTX_ENCODER);
    struct spng_ihdr header = {
        .width = side, .height = side, .bit_depth = 8, .color_type = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA};
    int error = 0;
    spng_set_option(png, SPNG_ENCODE_TO_BUFFER, 1);
    spng_set_option(png, SPNG_IMG_COMPRESSION_LEVEL, 1);
    spng_set_ihdr(png, &header);
    spng_encode_image(png, pixels, (size_t)4 * side * side, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
    void *bytes = spng_get_png_buffer(png, size, &error);
    CHECK(d, bytes, "no picture: %d", error);
    spng_ctx_free(png);
    free(pixels);
    return bytes;
}

// A square with a picture of `side` squared pixels.
static void write_picture(driver *d, const char *path, uint32_t side)
{
    static const float data[20] = {-1, 0, -1, 1, 0, -1, -1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 1, 1, 1};
    static const uint32_t indices[6] = {0, 2, 1, 1, 2, 3};
    size_t size = 0;
    void *png = encode_picture(d, side, &size);
    char json[JSON_SIZE] = "";
    add(json,
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"name\":\"square\","
        "\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":1},\"indices\":2,"
        "\"material\":0}]}],\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}}}],"
        "\"textures\":[{\"source\":0}],\"images\":[{\"mimeType\":\"image/png\",\"bufferView\":3}],\"accessors\":["
        "{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"min\":[-1,0,-1],\"max\":[1,0,1]},"
        "{\"bufferView\":1,\"componentType\":5126,\"count\":4,\"type\":\"VEC2\"},"
        "{\"bufferView\":2,\"componentType\":5125,\"count\":6,\"type\":\"SCALAR\"}],\"bufferViews\":["
        "{\"buffer\":0,\"byteLength\":48},{\"buffer\":0,\"byteOffset\":48,\"byteLength\":32},"
        "{\"buffer\":0,\"byteOffset\":80,\"byteLength\":24},{\"buffer\":0,\"byteOffset\":104,\"byteLength\":%u}],"
        "\"buffers\":[{\"byteLength\":%u}]}",
        (unsigned)size, (unsigned)size + 104);
    const uint32_t padding = (uint32_t)(4 - size % 4) % 4;
    gltf_file out = begin_glb(d, path, json, (uint32_t)size + 104 + padding);
    write_bytes(&out, data, sizeof(data));
    write_bytes(&out, indices, sizeof(indices));
    write_bytes(&out, png, size);
    write_bytes(&out, "\0\0\0", padding);
    end_file(d, &out);
    free(png);
}

static void write_triangles(driver *d, const char *path, int count)
{
    FILE *file = fopen(path, "w");
    CHECK(d, file, "%s cannot be written", path);
    for (int i = 0; i < count; i++)
        fprintf(file, "o triangle%d\nv %d 0 0\nv %d 0 0\nv %d 1 0\nf -3 -2 -1\n", i, 2 * i, 2 * i + 1, 2 * i);
    fclose(file);
}

// --- loads ---

typedef struct model {
    const char *name, *file;
    void (*write)(driver *d, const char *path, uint32_t size);
    uint32_t sample, size;
    uint64_t objects, imported; // of the level, when it was opened, and when it was imported into the small one; 0: not
} model;

enum { SMALL_OBJECTS = 3 };

static const model models[] = {
    {"triangles", "ground.glb", write_ground, 500, 2240, GROUND_PARTS, SMALL_OBJECTS + 1 + GROUND_PARTS},
    {"points", "cloud.glb", write_cloud, 500, 3163, 1, 0},
    {"segments", "lines.glb", write_segments, 50000, 1000000, 1, 0},
    {"picture", "picture.glb", write_picture, 2048, 8192, 1, 0},
};

static uint32_t size_of(const model *it)
{
    const char *value = getenv("VKPICK_LOAD_LONG");
    return value != NULL && strcmp(value, "1") == 0 ? it->size : it->sample;
}

static bool is_loaded(const driver_state *state, const void *objects)
{
    return state->objects == *(const uint64_t *)objects && state->load_step > 0 && !state->loads;
}

static bool has_quit(const driver_state *state, const void *user)
{
    (void)user;
    return state->quit;
}

static void open_file(driver *d, const char *keys, const char *path, uint64_t objects)
{
    const double start = driver_seconds();
    const uint64_t frames = d->state.frames;
    TOOL(d, "key", keys);
    driver_rest(d);
    TOOL(d, "key", "ctrl+a");
    TOOL(d, "type", path);
    driver_rest(d);
    TOOL(d, "key", "Return");
    CHECK(d, driver_wait(d, is_loaded, &objects, 20 * patience), "%s was expected", path);
    printf("  %-12s %6.1f s, %3d pictures; so far: longest step %5.1f ms, drawing %5.1f ms, between pictures %5.0f ms, "
           "of these while it was read %5.0f ms\n",
           strrchr(path, '/') + 1, driver_seconds() - start, (int)(d->state.frames - frames), d->state.load_step,
           d->state.load_draw, d->state.load_gap, d->state.reading_gap);
}

static void run_model(driver *d, const char *program, const model *it)
{
    char small[128], path[128], state[160];
    const uint64_t small_objects = SMALL_OBJECTS;
    snprintf(small, sizeof(small), "%s/small.obj", d->directory);
    snprintf(path, sizeof(path), "%s/%s", d->directory, it->file);
    snprintf(state, sizeof(state), "%s/%s", d->directory, it->name);
    setenv("XDG_STATE_HOME", state, 1); // the work of the one before is not asked about
    write_triangles(d, small, SMALL_OBJECTS);
    it->write(d, path, size_of(it));
    const char *const arguments[] = {small, "--size", "640x480", "--validation", "--log-events", "-", NULL};
    printf("%s\n", it->name);
    driver_start_program(d, program, arguments);
    open_file(d, "ctrl+o", path, it->objects);
    if (d->state.load_gap < slow)
        open_file(d, "ctrl+o", small, small_objects);
    if (d->state.load_gap < slow && it->imported) {
        open_file(d, "ctrl+shift+o", path, it->imported);
        TOOL(d, "key", "ctrl+z"); // so that the program ends without a question
        CHECK(d, driver_wait(d, is_loaded, &small_objects, patience), "the import was not undone");
    }
    CHECK(d, d->state.load_step <= most, "a step took %.1f ms of processor time", d->state.load_step);
    CHECK(d, d->state.load_draw <= most, "drawing took %.1f ms of processor time", d->state.load_draw);
    TOOL(d, "key", "ctrl+q");
    CHECK(d, driver_wait(d, has_quit, NULL, 5 * patience), "the program did not end");
    const int status = driver_wait_program(d);
    CHECK(d, status == 0 && d->state.validation_messages == 0, "exit status %d, %u validation messages", status,
          d->state.validation_messages);
    remove(path);
    remove(small);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: window_load PROGRAM [NAME]\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    driver d;
    driver_start_screen(&d, 800, 600);
    for (size_t i = 0; i < sizeof(models) / sizeof(models[0]); i++) {
        if (argc == 2 || strcmp(argv[2], models[i].name) == 0)
            run_model(&d, argv[1], &models[i]);
    }
    driver_finish(&d);
    char command[128];
    snprintf(command, sizeof(command), "rm -r '%s'", d.directory);
    return system(command) == 0 ? 0 : 1;
}

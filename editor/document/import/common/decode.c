// decode.c: the child of an import, and its tasks.
#include "document/import/common/decode.h"

#include "system/child.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES_A_SECOND = 1 << 19 };
enum { SECONDS_LIMIT = 60, BYTES_PER_PIXEL = 16, PIXELS_PER_BYTE = 64 };
// Pictures of the largest size that a model, and all models of a level, may have whatever the sizes of their files.
enum { FREE_PICTURES = 4, FREE_IN_LEVEL = 8 };
#define MEMORY_LEAST (1ull << 30)
#define OUTPUT_LEAST (1ull << 30)

static uint64_t pixel_limit = (uint64_t)1 << 26;

void editor_decode_set_pixels(uint64_t pixels)
{
    pixel_limit = pixels;
}

uint64_t editor_decode_pixels(void)
{
    return pixel_limit;
}

// --- In the child ---

// A picture's size follows its pixels, so that these begin where memory begins.
typedef struct decode_size {
    uint32_t width, height;
} decode_size;

static size_t pixel_size(bool is_heights)
{
    return is_heights ? sizeof(uint16_t) : 4;
}

static bool decode_image(const editor_importer *importer, bool is_heights, const uint8_t *bytes, size_t size, FILE *out,
                         editor_error *error)
{
    editor_image image = {.is_heights = is_heights};
    bool ok = importer->decoder(importer->decoder_user, bytes, size, &image, error);
    const void *pixels = is_heights ? (const void *)image.heights : image.rgba;
    if (ok && pixels) {
        const decode_size end = {image.width, image.height};
        const size_t count = (size_t)image.width * image.height;
        ok = fwrite(pixels, pixel_size(is_heights), count, out) == count && fwrite(&end, sizeof(end), 1, out) == 1;
    }
    ok = ok && pixels;
    free(image.name);
    free(image.rgba);
    free(image.heights);
    return ok;
}

typedef enum decode_kind { DECODE_IMAGE, DECODE_HEIGHTS, DECODE_MESHOPT, DECODE_DRACO } decode_kind;

// In front of the bytes of each task.
typedef struct decode_request {
    decode_kind kind;
    uint64_t pixels; // that a picture may have
    editor_meshopt meshopt;
    editor_draco draco;
} decode_request;

// In this process where there is none of its own.
static bool decode_within(const editor_importer *importer, const decode_request *request, const uint8_t *bytes,
                          size_t size, FILE *out, editor_error *error)
{
    const uint64_t before = pixel_limit;
    pixel_limit = request->pixels;
    const bool ok = decode_image(importer, request->kind == DECODE_HEIGHTS, bytes, size, out, error);
    pixel_limit = before;
    return ok;
}

static bool run_task(void *user, editor_child *child, const uint8_t *bytes, size_t size, FILE *out, editor_error *error)
{
    (void)child;
    decode_request request;
    memcpy(&request, bytes, sizeof(request));
    bytes += sizeof(request);
    size -= sizeof(request);
    switch (request.kind) {
    case DECODE_MESHOPT:
        return editor_decode_meshopt_stream(&request.meshopt, bytes, size, out);
    case DECODE_DRACO:
        return editor_decode_draco_mesh(&request.draco, bytes, size, out);
    default:
        return decode_within(user, &request, bytes, size, out, error);
    }
}

// --- In this process ---

static editor_child *start(editor_importer *importer)
{
    if (!importer->child) {
        const uint64_t pixels = pixel_limit < (1ull << 48) ? pixel_limit : 1ull << 48;
        importer->child = editor_child_create(&(editor_child_desc){.task = run_task,
                                                                   .task_user = importer,
                                                                   .memory = MEMORY_LEAST + BYTES_PER_PIXEL * pixels,
                                                                   .output = OUTPUT_LEAST + 4 * pixels,
                                                                   .seconds = SECONDS_LIMIT,
                                                                   .progress = importer->level->progress});
    }
    return importer->child;
}

// The caller frees the result. NULL: `reason`, which says "cannot be decoded" without a better one.
static uint8_t *run(editor_importer *importer, const decode_request *request, const void *bytes, size_t size,
                    size_t *result_size, editor_error *reason)
{
    editor_import_note_encoded(importer, size);
    const double more = importer->more_seconds + editor_import_more_seconds(importer->encoded, BYTES_A_SECOND);
    const double all = editor_import_share_seconds(importer, EDITOR_IMPORT_SECONDS + more);
    const double left = fmin(all - importer->child_seconds, SECONDS_LIMIT);
    if (!(left > 0)) {
        snprintf(reason->text, sizeof(reason->text), "is not decoded: others took too long");
        return NULL;
    }
    snprintf(reason->text, sizeof(reason->text), "cannot be decoded");
    uint8_t *input = malloc(sizeof(*request) + size);
    editor_child *child = input ? start(importer) : NULL;
    uint8_t *result = NULL;
    editor_error error = {"out of memory"};
    editor_child_result said = EDITOR_CHILD_BROKEN;
    if (child) {
        memcpy(input, request, sizeof(*request));
        if (size > 0)
            memcpy(input + sizeof(*request), bytes, size);
        editor_child_set_seconds(child, left);
        said = editor_child_run(child, input, sizeof(*request) + size, &result, result_size, &error);
        importer->child_seconds += editor_child_spent(child);
    }
    free(input);
    if (said == EDITOR_CHILD_DONE) {
        editor_import_note_weakness(importer, child);
        return result;
    }
    if (said == EDITOR_CHILD_BROKEN)
        snprintf(reason->text, sizeof(reason->text), "cannot be decoded (%.300s)", error.text);
    else if (error.text[0])
        *reason = error;
    return NULL;
}

// How many pixels the next picture may have, which is decoded from `size` bytes.
static uint64_t find_limit(const editor_importer *importer, size_t size)
{
    const uint64_t each =
        pixel_limit < UINT64_MAX / (2 * FREE_IN_LEVEL) ? pixel_limit : UINT64_MAX / (2 * FREE_IN_LEVEL);
    const uint64_t rest =
        FREE_IN_LEVEL * each > importer->taken.pixels ? FREE_IN_LEVEL * each - importer->taken.pixels : 0;
    const uint64_t free_pixels = rest < FREE_PICTURES * each ? rest : FREE_PICTURES * each;
    const uint64_t all = free_pixels + PIXELS_PER_BYTE * (importer->picture_bytes + size);
    const uint64_t left = all > importer->pixels ? all - importer->pixels : 0;
    return left < each ? left : each;
}

// `out->is_heights` says which.
static bool decode_picture(editor_importer *importer, const void *bytes, size_t size, editor_image *out,
                           editor_error *reason)
{
    if (editor_progress_is_cancelled(importer->level->progress)) {
        snprintf(reason->text, sizeof(reason->text), "is not decoded");
        return false;
    }
    size_t result_size = 0;
    const decode_request request = {.kind = out->is_heights ? DECODE_HEIGHTS : DECODE_IMAGE,
                                    .pixels = find_limit(importer, size)};
    uint8_t *result = run(importer, &request, bytes, size, &result_size, reason);
    if (!result)
        return false;
    decode_size end;
    bool ok = result_size >= sizeof(end);
    if (ok) {
        memcpy(&end, result + result_size - sizeof(end), sizeof(end));
        ok = end.width > 0 && end.height > 0 && (uint64_t)end.width * end.height <= request.pixels &&
             result_size - sizeof(end) == pixel_size(out->is_heights) * (uint64_t)end.width * end.height;
    }
    if (!ok) {
        free(result);
        return false;
    }
    importer->pixels += (uint64_t)end.width * end.height;
    importer->picture_bytes += size;
    const uint64_t due = PIXELS_PER_BYTE * importer->picture_bytes;
    importer->excess.pixels = importer->pixels > due ? importer->pixels - due : 0;
    out->width = end.width;
    out->height = end.height;
    if (out->is_heights)
        out->heights = (uint16_t *)(void *)result;
    else
        out->rgba = result;
    return true;
}

bool editor_decode_image(editor_importer *importer, const void *bytes, size_t size, editor_image *out,
                         editor_error *reason)
{
    *out = (editor_image){.is_heights = false};
    return decode_picture(importer, bytes, size, out, reason);
}

bool editor_decode_heights(editor_importer *importer, const void *bytes, size_t size, editor_image *out,
                           editor_error *reason)
{
    *out = (editor_image){.is_heights = true};
    return decode_picture(importer, bytes, size, out, reason);
}

// A result of another size is as broken as none.
static uint8_t *check_size(uint8_t *result, size_t size, size_t wanted, editor_error *reason)
{
    if (!result || size == wanted)
        return result;
    free(result);
    snprintf(reason->text, sizeof(reason->text), "cannot be decoded (another size)");
    return NULL;
}

uint8_t *editor_decode_meshopt(editor_importer *importer, const editor_meshopt *stream, const uint8_t *bytes,
                               size_t size, editor_error *reason)
{
    const decode_request request = {.kind = DECODE_MESHOPT, .meshopt = *stream};
    size_t got = 0;
    uint8_t *result = run(importer, &request, bytes, size, &got, reason);
    return check_size(result, got, (size_t)stream->count * stream->stride, reason);
}

uint8_t *editor_decode_draco(editor_importer *importer, const editor_draco *mesh, const uint8_t *bytes, size_t size,
                             size_t wanted, editor_error *reason)
{
    const decode_request request = {.kind = DECODE_DRACO, .draco = *mesh};
    size_t got = 0;
    uint8_t *result = run(importer, &request, bytes, size, &got, reason);
    return check_size(result, got, wanted, reason);
}

void editor_decode_end(editor_importer *importer)
{
    editor_child_destroy(importer->child);
    importer->child = NULL;
}

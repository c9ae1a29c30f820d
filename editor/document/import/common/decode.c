// decode.c: the child of an import, and its tasks.
#include "document/import/common/decode.h"

#include "system/child.h"

#include <stdlib.h>
#include <string.h>

enum { SECONDS_LIMIT = 60, BYTES_PER_PIXEL = 16 };
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

static bool decode_image(const editor_importer *importer, const uint8_t *bytes, size_t size, FILE *out,
                         editor_error *error)
{
    editor_image image = {0};
    bool ok = importer->decoder(importer->decoder_user, bytes, size, &image, error) && image.rgba;
    if (ok) {
        const decode_size end = {image.width, image.height};
        const size_t pixels = (size_t)image.width * image.height;
        ok = fwrite(image.rgba, 4, pixels, out) == pixels && fwrite(&end, sizeof(end), 1, out) == 1;
    }
    free(image.name);
    free(image.rgba);
    return ok;
}

static bool run_task(void *user, editor_child *child, const uint8_t *bytes, size_t size, FILE *out, editor_error *error)
{
    (void)child;
    return decode_image(user, bytes, size, out, error);
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
                                                                   .seconds = SECONDS_LIMIT});
    }
    return importer->child;
}

bool editor_decode_image(editor_importer *importer, const void *bytes, size_t size, editor_image *out,
                         editor_error *reason)
{
    uint8_t *result = NULL;
    size_t result_size = 0;
    editor_error error = {"out of memory"};
    const editor_child_result said = start(importer)
                                         ? editor_child_run(importer->child, bytes, size, &result, &result_size, &error)
                                         : EDITOR_CHILD_BROKEN;
    if (said != EDITOR_CHILD_DONE) {
        if (said == EDITOR_CHILD_BROKEN)
            snprintf(reason->text, sizeof(reason->text), "cannot be decoded (%.300s)", error.text);
        else if (error.text[0])
            *reason = error;
        return false;
    }
    editor_import_tell_weakness(importer, importer->child);
    decode_size end;
    bool ok = result_size >= sizeof(end);
    if (ok) {
        memcpy(&end, result + result_size - sizeof(end), sizeof(end));
        ok = end.width > 0 && end.height > 0 && result_size - sizeof(end) == 4 * (uint64_t)end.width * end.height;
    }
    if (!ok) {
        free(result);
        return false;
    }
    *out = (editor_image){.width = end.width, .height = end.height, .rgba = result};
    return true;
}

void editor_decode_end(editor_importer *importer)
{
    editor_child_destroy(importer->child);
    importer->child = NULL;
}

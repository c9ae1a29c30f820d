// Level files that are truncated, changed and recombined: each is read or refused, never a crash; a level that was read
// can be written, and reads back as the same level.
//
//   fuzz_level [ROUNDS [SEED]]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document/file/clipboard.h"
#include "document/file/level_content.h"
#include "document/file/level_file.h"
#include "document/history/edit.h"
#include "effort.h"
#include "random.h"

static const char LEVEL[] =
    "{\"vkpick_level\": 2, \"game\": {\"a\": [1, -2.5e3, null, true, false, \"x\\u00e4\\n\"]},\n"
    " \"assets\": [{\"id\": 1, \"path\": \"none.glb\", \"mesh_names\": [\"m\", \"n\"],\n"
    "   \"mesh_boxes\": [[0, 0, 0, 1, 1, 1], [-1, -1, -1, 0, 0, 0]], \"x\": 1}, {\"id\": 2, \"builtin\": \"none\"}],\n"
    " \"layers\": [{\"number\": 3, \"name\": \"l\", \"hidden\": true, \"x\": []}, {\"number\": 4, \"locked\": true}],\n"
    " \"views\": [{\"eye\": [1, 2, 3], \"target\": [0, 0, 0], \"up\": [0, 1, 0], \"fov\": 1, \"height\": 2, \"x\": "
    "{}}],\n"
    " \"prefabs\": [{\"id\": 3, \"name\": \"p\", \"x\": 1, \"parts\": [\n"
    "   {\"id\": 2, \"name\": \"q\", \"parent\": 1, \"asset\": 1, \"mesh\": 1, \"hidden\": true},\n"
    "   {\"id\": 1, \"name\": \"r\", \"basis\": [-1, 0, 0, 0, 2, 0, 0, 0, 1], \"primitive\": {\"shape\": "
    "\"cube\"}}]}],\n"
    " \"objects\": [\n"
    "  {\"id\": 8, \"name\": \"g\", \"prefab\": 3, \"position\": [0, 0, 5]}, {\"id\": 9, \"name\": \"h\", "
    "\"unpacked\": 3},\n"
    "  {\"id\": 1, \"name\": \"a\", \"position\": [1, 2, 3], \"basis\": [1, 0, 0, 0, 2, 0, 0, 0, 1], \"tag\": \"t\",\n"
    "   \"follows\": 1, \"node\": 2, \"node_name\": \"n\"},\n"
    "  {\"id\": 2, \"name\": \"b\", \"parent\": 1, \"asset\": 1, \"mesh\": 0, \"layers\": 12, \"hidden\": true},\n"
    "  {\"id\": 4, \"name\": \"c\", \"parent\": 2, \"asset\": 1, \"mesh\": 1, \"locked\": true},\n"
    "  {\"id\": 5, \"name\": \"d\", \"light\": {\"type\": \"spot\", \"color\": [1, 0.5, 0], \"inner\": 0.1, \"x\": "
    "0}},\n"
    "  {\"id\": 6, \"name\": \"e\", \"parent\": 5, \"camera\": {\"orthographic\": true, \"far\": 10, \"y\": 1}},\n"
    "  {\"id\": 11, \"name\": \"k\", \"line\": {\"points\": [[0, 0, 0], [1, 2, 3], [-1, 0, 1e3]], \"closed\": true,\n"
    "   \"measures\": \"angle\", \"p\": 1}, \"materials\": [{\"slot\": 0, \"width\": 0.5, \"width_unit\": "
    "\"metres\"}]},\n"
    "  {\"id\": 7, \"name\": \"f\", \"primitive\": {\"shape\": \"torus\", \"tube\": 0.1, \"rings\": 5, \"z\": 0},\n"
    "   \"materials\": [{\"slot\": 0, \"base_color\": [1, 0, 0.5, 1], \"emissive\": [0, 1, 0], \"alpha_mode\": "
    "\"mask\","
    " \"z\": 1},\n"
    "     {\"slot\": 2, \"metallic\": 1, \"double_sided\": true}]},\n"
    "  {\"id\": 14, \"name\": \"o\", \"volume\": {\"shape\": \"capsule\", \"height\": 3}},\n"
    "  {\"id\": 15, \"name\": \"p\", \"volume\": {\"shape\": \"convex\", \"sides\": [[1, 0, 0, 1], [-2, 0, 0, 2], [0, "
    "1, 0, 1],\n"
    "   [0, 0, 1, 1], [0, -1, -1, 0.2]]}},\n"
    "  {\"id\": 16, \"name\": \"q\", \"volume\": {\"shape\": \"compound\", \"parts\": [{\"shape\": \"box\", \"width\": "
    "1},\n"
    "   {\"shape\": \"cone\", \"position\": [0, 1, 2], \"basis\": [1, 0, 0, 3, 1, 0, 0, 0, -4]}, {\"shape\": "
    "\"convex\",\n"
    "   \"sides\": [[1, 0, 0, 1], [0, 2, 0, 1], [0, 0, 1, 1], [-1, -1, -1, 2]]}], \"y\": 2}},\n"
    "  {\"id\": 17, \"name\": \"r\", \"asset\": 1, \"mesh\": 0, \"terrain\": {\"width\": 5, \"depth\": 6, \"height\": "
    "7}},\n"
    "  {\"id\": 12, \"name\": \"m\", \"primitive\": {\"shape\": \"cube\"}, \"moved_of\": 24, \"moved\": [[0, 1, 2.5, "
    "-3], [23, 0, 0, 1e9]]},\n"
    "  {\"id\": 13, \"name\": \"n\", \"asset\": 1, \"mesh\": 1, \"moved_of\": 9, \"moved\": [[8, 0, 0, 0]]}]}\n";

static struct {
    uint64_t read, refused;
} counts;

static int fail(const char *what, const char *text, size_t size)
{
    fprintf(stderr, "fuzz_level: %s:\n%.*s\n", what, (int)size, text);
    exit(1);
}

// In a block of its own size, so that AddressSanitizer sees a byte too far.
static char *own_copy(const char *text, size_t size)
{
    char *copy = malloc(size + 1);
    if (!copy)
        abort();
    memcpy(copy, text, size);
    copy[size] = 0;
    return copy;
}

// Pastes the text into a level, which reads it without a file.
static void try(const char *text, size_t size)
{
    char *copy = own_copy(text, size);
    editor_error error = {""};
    editor_level *level = editor_level_create();
    if (!level || !editor_level_finish(level, &error))
        abort();
    editor_document *document = editor_document_create(level, NULL);
    editor_edit_result result =
        memchr(copy, 0, size) ? EDITOR_EDIT_REFUSED : editor_edit_paste(document, copy, EDITOR_NONE, NULL, NULL);
    if (result == EDITOR_EDIT_REFUSED) {
        counts.refused++;
        const char *reason = editor_document_reason(document);
        if (!memchr(copy, 0, size) && (!reason[0] || strchr(reason, '\n')))
            fail("no reason in one line", text, size);
        if (editor_level_next(level, EDITOR_NONE) != EDITOR_NONE)
            fail("half of it was read", text, size);
    } else {
        counts.read++;
        editor_text first = {0};
        if (!editor_level_write(level, "x.vkpick", &first, &error))
            fail(error.text, text, size);
        level_content content;
        if (!level_content_open(&content, "again", first.data, first.size, &error))
            fail(error.text, first.data, first.size);
        level_content_close(&content);
        editor_text_free(&first);
        while (editor_document_undo(document)) {
        }
        if (editor_level_next(level, EDITOR_NONE) != EDITOR_NONE)
            fail("undo left something", text, size);
    }
    editor_document_destroy(document);
    // The same bytes as a file, with a zero in them or not.
    level_content content;
    level_content_open(&content, "file", copy, size, &error);
    level_content_close(&content);
    free(copy);
}

static const char *const PIECES[] = {"{",
                                     "}",
                                     "[",
                                     "]",
                                     ",",
                                     ":",
                                     "\"",
                                     "\\",
                                     "null",
                                     "true",
                                     "0",
                                     "-",
                                     "1e999",
                                     "1e-400",
                                     "-0",
                                     "9007199254740993",
                                     "4294967295",
                                     "\"id\": 1",
                                     "\"parent\": 2",
                                     "\"parent\": 6",
                                     "\"mesh\": 1",
                                     "\"mesh\": 99999999",
                                     "\"asset\": 1",
                                     "\"follows\": 2",
                                     "\"moved_of\": 24",
                                     "\"moved\": [[1, 0, 0, 0]]",
                                     "\"node\": 4294967294",
                                     "\"name\": \"\"",
                                     "\"\\u0000\"",
                                     "\"\\ud800\"",
                                     "\xff",
                                     "[[[[[[[[[[[[[[[[",
                                     "{\"a\":{\"a\":{\"a\":",
                                     "\"objects\": []",
                                     "\"parts\": []",
                                     "\"shape\": \"compound\"",
                                     "\"basis\": [0, 0, 0, 0, 0, 0, 0, 0, 0]",
                                     "\"basis\": [1e30, 0, 0, 0, 1e30, 0, 0, 0, 1e30]",
                                     "NaN",
                                     "Infinity"};

// A line of the level, a piece, or a few bytes, put in or over something.
static size_t mutate(test_random *random, char *text, size_t size, size_t capacity)
{
    for (uint32_t i = 1 + random_index(random, 3); i > 0; i--) {
        size_t at = random_index(random, (uint32_t)size + 1), over = 0, length = 1;
        char byte = (char)random_index(random, 256);
        const char *put = &byte;
        switch (random_index(random, 8)) {
        case 3:
        case 4:
        case 5:
        case 6: // another digit in a number, which leaves it JSON
            while (at < size && !(text[at] >= '0' && text[at] <= '9'))
                at++;
            byte = (char)('0' + random_index(random, 10));
            over = at < size;
            length = over;
            break;
        case 0:
            over = at < size;
            break;
        case 1:
            put = PIECES[random_index(random, sizeof(PIECES) / sizeof(PIECES[0]))];
            length = strlen(put);
            over = random_index(random, 2) ? length : 0;
            break;
        case 2:
            put = LEVEL + random_index(random, sizeof(LEVEL) - 80);
            length = random_index(random, 80);
            break;
        default:
            length = 0;
            over = random_index(random, 40);
            break;
        }
        if (over > size - at)
            over = size - at;
        if (size - over + length > capacity)
            continue;
        char moved[80];
        memcpy(moved, put, length);
        memmove(text + at + length, text + at + over, size - at - over);
        memcpy(text + at, moved, length);
        size += length - over;
    }
    return size;
}

int main(int argc, char **argv)
{
    unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : test_effort(4000, 20000);
    test_random random = {argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    try(LEVEL, sizeof(LEVEL) - 1);
    if (counts.read != 1)
        fail("the level itself is refused", LEVEL, sizeof(LEVEL) - 1);
    for (size_t cut = 0; cut < sizeof(LEVEL) - 2; cut++)
        try(LEVEL, cut);
    // Without its last bytes, which are the brace and the line's end, none of them is a level.
    if (counts.read != 1)
        fail("a level that is cut is read", LEVEL, sizeof(LEVEL) - 1);
    for (unsigned long i = 0; i < rounds; i++) {
        char text[2 * sizeof(LEVEL)];
        memcpy(text, LEVEL, sizeof(LEVEL) - 1);
        size_t size = mutate(&random, text, sizeof(LEVEL) - 1, sizeof(text));
        try(text, size);
    }
    printf("fuzz_level: %llu read, %llu refused\n", (unsigned long long)counts.read,
           (unsigned long long)counts.refused);
    return counts.read > rounds / 20 && counts.refused > rounds / 20 ? 0 : 1;
}

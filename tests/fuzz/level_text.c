#include "level_text.h"

#include "document/file/clipboard.h"
#include "document/file/level_content.h"
#include "document/file/level_file.h"
#include "document/history/edit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char LEVEL_TEXT[] =
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

const size_t LEVEL_TEXT_SIZE = sizeof(LEVEL_TEXT) - 1;

static void fail(const char *what, const char *text, size_t size)
{
    fprintf(stderr, "level: %s:\n%.*s\n", what, (int)size, text);
    abort();
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

bool level_text_try(const char *text, size_t size)
{
    char *copy = own_copy(text, size);
    editor_error error = {""};
    editor_level *level = editor_level_create();
    if (!level || !editor_level_finish(level, &error))
        abort();
    editor_document *document = editor_document_create(level, NULL);
    const editor_edit_result result =
        memchr(copy, 0, size) ? EDITOR_EDIT_REFUSED : editor_edit_paste(document, copy, EDITOR_NONE, NULL, NULL);
    if (result == EDITOR_EDIT_REFUSED) {
        const char *reason = editor_document_reason(document);
        if (!memchr(copy, 0, size) && (!reason[0] || strchr(reason, '\n')))
            fail("no reason in one line", text, size);
        if (editor_level_next(level, EDITOR_NONE) != EDITOR_NONE)
            fail("half of it was read", text, size);
    } else {
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
    return result != EDITOR_EDIT_REFUSED;
}

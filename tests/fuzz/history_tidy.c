// What is changed in a file before Assimp reads it, and what is read of it beside Assimp. The first byte chooses the
// format, and any bytes follow: nothing is read or written outside of them, and the text keeps its zero.
#include "history.h"

#include "document/import/assimp/assimp_import.h"
#include "document/import/common/importer.h"

static editor_importer begin(const char *path, const uint8_t *bytes, size_t size, editor_error *error)
{
    editor_importer importer = {.path = path, .size = size, .error = error, .level = editor_level_create()};
    importer.bytes = malloc(size + 1);
    HISTORY_MUST(importer.level != NULL && importer.bytes != NULL);
    if (size > 0)
        memcpy(importer.bytes, bytes, size);
    importer.bytes[size] = 0;
    return importer;
}

static void end(editor_importer *importer)
{
    free(importer->bytes);
    editor_import_free_sources(importer);
    editor_import_free_tallies(importer);
    editor_level_destroy(importer->level);
}

// Blanks go; images without a file get one, at most one name for each shortest image; and transforms become matrices.
static void tidy_collada(editor_importer *importer)
{
    enum { IMAGE = sizeof("<image></image>") - 1, NAME = sizeof("<init_from>no file named</init_from>") - 1 };
    const size_t most = importer->size + importer->size / IMAGE * NAME;
    HISTORY_MUST(assimp_tidy_collada(&importer->bytes, &importer->size));
    HISTORY_MUST(importer->bytes[importer->size] == 0 && importer->size <= most);
    HISTORY_MUST(assimp_tidy_transforms(importer));
    HISTORY_MUST(importer->bytes[importer->size] == 0);
    const size_t before = importer->size;
    HISTORY_MUST(assimp_tidy_bindings(importer));
    HISTORY_MUST(importer->bytes[importer->size] == 0 && importer->size <= 4 * before + 1024);
}

// Meshes of several volumes become several, which makes the text eight times as large at most, and 4 MiB more.
static void split_volumes(const editor_importer *importer)
{
    editor_importer split = *importer;
    split.bytes = malloc(importer->size + 1);
    HISTORY_MUST(split.bytes != NULL);
    memcpy(split.bytes, importer->bytes, importer->size + 1);
    HISTORY_MUST(assimp_split_volumes(&split));
    HISTORY_MUST(split.bytes[split.size] == 0 && split.size <= 8 * importer->size + (4 << 20));
    free(split.bytes);
    editor_import_free_tallies(&split);
}

// Two constellations, with four instances each.
static void tidy_amf(editor_importer *importer)
{
    struct aiNode root = {.mName = {1, "r"}}, groups[2] = {{.mName = {1, "1"}}, {.mName = {1, "2"}}}, parts[8];
    struct aiNode *children[2] = {&groups[0], &groups[1]}, *of_groups[8];
    memset(parts, 0, sizeof(parts));
    for (int i = 0; i < 8; i++)
        of_groups[i] = &parts[i];
    for (int i = 0; i < 2; i++) {
        groups[i].mChildren = &of_groups[4 * i];
        groups[i].mNumChildren = 4;
    }
    root.mChildren = children;
    root.mNumChildren = 2;
    const struct aiScene scene = {.mRootNode = &root};
    assimp_index index = {.nodes = NULL};
    HISTORY_MUST(assimp_index_init(&index, &scene));
    uint8_t *once = malloc(importer->size + 1);
    HISTORY_MUST(once != NULL);
    assimp_tidy_amf(importer->bytes, importer->size);
    memcpy(once, importer->bytes, importer->size + 1);
    assimp_tidy_amf(importer->bytes, importer->size);
    HISTORY_MUST(memcmp(once, importer->bytes, importer->size + 1) == 0);
    split_volumes(importer);
    assimp_turn_instances(importer, &index);
    for (int i = 0; i < 8; i++) { // turns have rows of length 1; what nothing turned has zeros
        const struct aiMatrix4x4 *m = &parts[i].mTransformation;
        const float rows[3] = {m->a1 * m->a1 + m->a2 * m->a2 + m->a3 * m->a3,
                               m->b1 * m->b1 + m->b2 * m->b2 + m->b3 * m->b3,
                               m->c1 * m->c1 + m->c2 * m->c2 + m->c3 * m->c3};
        for (int row = 0; row < 3; row++)
            HISTORY_MUST(rows[row] == 0 || fabsf(rows[row] - 1) < 1e-5f);
    }
    assimp_index_free(&index);
    free(once);
}

static void tidy_stl(editor_importer *importer)
{
    if (assimp_tidy_stl(importer))
        HISTORY_MUST(importer->bytes[importer->size] == 0);
    else
        HISTORY_MUST(importer->error->text[0] != '\0' && !strchr(importer->error->text, '\n'));
}

static void tidy_x3d(editor_importer *importer)
{
    const size_t own = importer->size;
    assimp_tidy_x3d(importer->bytes, importer->size);
    HISTORY_MUST(importer->bytes[importer->size] == 0);
    HISTORY_MUST(assimp_tidy_x3d_nodes(importer, NULL));
    HISTORY_MUST(importer->bytes[importer->size] == 0);
    HISTORY_MUST(importer->size <= 32 * own + (4 << 20)); // groups that are used again, by groups that are
    HISTORY_MUST(importer->repeated == (importer->size > own ? importer->size - own : 0));
}

static void tidy_fbx(editor_importer *importer)
{
    assimp_tidy_fbx(importer->bytes, importer->size);
    HISTORY_MUST(importer->bytes[importer->size] == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const struct {
        const char *path;
        void (*tidy)(editor_importer *importer);
    } formats[] = {{"nowhere/history.dae", tidy_collada},
                   {"nowhere/history.amf", tidy_amf},
                   {"nowhere/history.stl", tidy_stl},
                   {"nowhere/history.x3d", tidy_x3d},
                   {"nowhere/history.fbx", tidy_fbx}};
    if (size == 0)
        return 0;
    const unsigned kind = bytes[0] % 5;
    editor_error error = {""};
    editor_importer importer = begin(formats[kind].path, bytes + 1, size - 1, &error);
    formats[kind].tidy(&importer);
    end(&importer);
    return 0;
}

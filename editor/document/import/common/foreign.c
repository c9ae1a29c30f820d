#include "document/import/common/foreign.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Broken files claim huge sizes. A valid file needs memory and time in some proportion to its length.
#define MEMORY_LEAST (1ull << 30)
#define MEMORY_PER_BYTE 256ull
// What is handed back is in memory twice while it is read.
#define OUTPUT_LEAST (1ull << 29)
#define SECONDS_LIMIT 120 // no model takes this long: the reader hangs. Small ones have less

static size_t own_size(const editor_importer *importer)
{
    return importer->size - importer->repeated;
}

bool editor_foreign_claim(editor_importer *importer, size_t bytes)
{
    const size_t size = own_size(importer);
    return editor_import_claim(importer, bytes, EDITOR_PACK_BYTES_PER_BYTE * size, size, "its model");
}

bool editor_foreign_check(editor_importer *importer, bool is_empty)
{
    const editor_level *level = importer->level;
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        if (level->meshes[i].index_count > 0)
            return true;
    }
    if (is_empty)
        return editor_import_refuse(importer, "no model in it: it has no triangles");
    editor_level_add_warning(importer->level, "it has no triangles; nothing of it is drawn");
    return true;
}

// In the child: reads the model into a level of its own and packs it.
static bool read_and_pack(void *user, editor_child *child, const uint8_t *bytes, size_t size, FILE *out,
                          editor_error *error)
{
    (void)bytes, (void)size;
    const editor_foreign *foreign = user;
    editor_error refusal = {""};
    editor_importer importer = *foreign->importer;
    importer.tallies = NULL; // they count warnings of the other process's level
    importer.tally_count = 0;
    importer.error = &refusal;
    importer.level = editor_level_create();
    editor_pack_images images = {NULL, 0, 0};
    bool ok = importer.level ? foreign->read(&importer, child, &images) : editor_import_out_of_memory(&importer);
    ok = ok && (editor_pack_write(importer.level, &importer.facts, images.list, images.count, out) ||
                editor_import_refuse(&importer, "what its reader makes of it is too large"));
    editor_pack_images_free(&images);
    editor_level_destroy(importer.level);
    editor_import_free_tallies(&importer);
    const size_t prefix = strlen(refusal.text) > 0 ? (size_t)snprintf(NULL, 0, "%.200s: ", importer.path) : 0;
    if (!ok) // the other side names the file again
        snprintf(error->text, sizeof(error->text), "%s", refusal.text + prefix);
    return ok;
}

void editor_foreign_allow(editor_foreign *foreign, uint64_t bytes)
{
    enum { BYTES_A_SECOND = 1 << 17 };
    editor_importer *importer = foreign->importer;
    importer->foreign_size += bytes;
    importer->more_seconds = editor_import_more_seconds(importer->foreign_size, BYTES_A_SECOND);
    editor_child_set_seconds(foreign->child,
                             editor_import_share_seconds(importer, EDITOR_IMPORT_SECONDS + importer->more_seconds));
}

bool editor_foreign_import(editor_foreign *foreign)
{
    editor_importer *importer = foreign->importer;
    const editor_child_desc desc = {.task = read_and_pack,
                                    .task_user = foreign,
                                    .open = foreign->open,
                                    .open_user = foreign,
                                    .memory = MEMORY_LEAST + MEMORY_PER_BYTE * own_size(importer),
                                    .output = OUTPUT_LEAST + EDITOR_PACK_BYTES_PER_BYTE * (uint64_t)own_size(importer),
                                    .seconds = SECONDS_LIMIT,
                                    .progress = importer->level->progress};
    foreign->child = editor_child_create(&desc);
    if (!foreign->child)
        return editor_import_out_of_memory(importer);
    editor_foreign_allow(foreign, own_size(importer));
    uint8_t *pack = NULL;
    size_t size = 0;
    editor_error error;
    editor_progress_enter(importer->level->progress, "Decoding", 0);
    bool ok = editor_child_run(foreign->child, NULL, 0, &pack, &size, &error) == EDITOR_CHILD_DONE;
    if (!ok)
        editor_import_refuse(importer, "%s", error.text);
    else
        editor_import_note_weakness(importer, foreign->child);
    importer->child_seconds += editor_child_spent(foreign->child); // pictures have the rest
    editor_child_destroy(foreign->child);
    foreign->child = NULL;
    ok = ok && editor_pack_read(importer, pack, size);
    free(pack);
    return ok;
}

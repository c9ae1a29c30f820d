// threemf_import.c: reads 3MF files: runs the reader in a child process, and makes objects of what the model builds.
#include "document/import/threemf/threemf_import.h"

#include "document/import/threemf/threemf_reader.h"
#include "system/child.h"
#include "system/text.h"

#include <stdlib.h>
#include <string.h>

// As for Assimp's formats: a valid file needs memory and time in some proportion to its length.
#define MEMORY_LEAST (1ull << 30)
#define MEMORY_PER_BYTE 256ull
#define OUTPUT_LEAST (1ull << 29)
#define SECONDS_LIMIT 120
#define BYTES_A_SECOND (1 << 17)

static bool add_use(threemf_reader *reader, const threemf_use *use, uint32_t parent, int depth)
{
    editor_importer *importer = reader->importer;
    if (depth > EDITOR_PACK_DEPTH)
        return editor_import_refuse(importer, "objects nested more than %d deep", EDITOR_PACK_DEPTH);
    const uint32_t number = threemf_find(reader, use->part, use->object);
    if (number == EDITOR_NONE || reader->resources[number].kind != THREEMF_OBJECT) {
        editor_import_tally(importer, "the model refers to it, but it is not there", "object %u of \"%.100s\"",
                            (unsigned)use->object, reader->parts[use->part]);
        return true;
    }
    const threemf_resource *object = &reader->resources[number];
    char fallback[32];
    snprintf(fallback, sizeof(fallback), "object %u", (unsigned)use->object);
    const char *name = object->name && object->name[0] ? object->name : fallback;
    if (!threemf_claim(importer, EDITOR_IMPORT_OBJECT))
        return false;
    const uint32_t added = editor_level_add_object(importer->level, name, parent, object->mesh, &use->local);
    if (added == EDITOR_NONE)
        return editor_import_out_of_memory(importer);
    for (uint32_t i = 0; i < object->count; i++) {
        if (!add_use(reader, &reader->components[object->first + i], added, depth + 1))
            return false;
    }
    return true;
}

static bool read_parts(threemf_reader *reader)
{
    char *model = threemf_find_model(reader);
    bool ok = model && threemf_part(reader, model) != EDITOR_NONE;
    free(model);
    for (reader->part = 0; ok && reader->part < reader->part_count; reader->part++)
        ok = threemf_read_part(reader);
    if (ok && reader->item_count == 0)
        return editor_import_refuse(reader->importer, "no model in it: it builds nothing");
    for (uint32_t i = 0; ok && i < reader->item_count; i++)
        ok = add_use(reader, &reader->items[i], EDITOR_NONE, 0);
    return ok;
}

static void free_reader(threemf_reader *reader)
{
    for (uint32_t i = 0; i < reader->part_count; i++)
        free(reader->parts[i]);
    for (uint32_t i = 0; i < reader->resource_count; i++)
        free(reader->resources[i].name);
    for (uint32_t i = 0; i < reader->color_count; i++)
        free(reader->colors[i].name);
    for (uint32_t i = 0; i < reader->image_count; i++) {
        free(reader->images[i].name);
        free(reader->images[i].bytes);
    }
    free(reader->parts);
    free(reader->resources);
    free(reader->components);
    free(reader->items);
    free(reader->colors);
    free(reader->coordinates);
    free(reader->images);
    free(reader->vertices);
    free(reader->triangles);
    editor_hash_index_free(&reader->numbers);
}

static bool open_package(threemf_reader *reader)
{
    zip_error_t problem;
    zip_error_init(&problem);
    zip_source_t *source = zip_source_buffer_create(reader->importer->bytes, reader->importer->size, 0, &problem);
    reader->zip = source ? zip_open_from_source(source, ZIP_RDONLY, &problem) : NULL;
    if (!reader->zip) {
        zip_source_free(source);
        editor_import_refuse(reader->importer, "no model that can be read: %.150s", zip_error_strerror(&problem));
    }
    zip_error_fini(&problem);
    return reader->zip != NULL;
}

// In the child: reads the model into a level of its own and packs it.
static bool read_and_pack(void *user, editor_child *child, const uint8_t *bytes, size_t size, FILE *out,
                          editor_error *error)
{
    (void)child, (void)bytes, (void)size;
    editor_error refusal = {""};
    editor_importer importer = *(const editor_importer *)user;
    importer.tallies = NULL; // they count warnings of the other process's level
    importer.tally_count = 0;
    importer.error = &refusal;
    importer.level = editor_level_create();
    threemf_reader reader = {.importer = &importer, .plain = EDITOR_NONE, .white = EDITOR_NONE};
    bool ok = importer.level ? open_package(&reader) && read_parts(&reader) : editor_import_out_of_memory(&importer);
    ok = ok && (editor_pack_write(importer.level, &importer.facts, reader.images, reader.image_count, out) ||
                editor_import_refuse(&importer, "what its reader makes of it is too large"));
    if (reader.zip)
        zip_discard(reader.zip);
    free_reader(&reader);
    editor_level_destroy(importer.level);
    editor_import_free_tallies(&importer);
    const size_t prefix = strlen(refusal.text) > 0 ? (size_t)snprintf(NULL, 0, "%.200s: ", importer.path) : 0;
    if (!ok) // the other side names the file again
        snprintf(error->text, sizeof(error->text), "%s", refusal.text + prefix);
    return ok;
}

bool editor_import_threemf(editor_importer *importer)
{
    const editor_child_desc desc = {.task = read_and_pack,
                                    .task_user = importer,
                                    .memory = MEMORY_LEAST + MEMORY_PER_BYTE * importer->size,
                                    .output = OUTPUT_LEAST + EDITOR_PACK_BYTES_PER_BYTE * (uint64_t)importer->size,
                                    .seconds = SECONDS_LIMIT,
                                    .progress = importer->level->progress};
    editor_child *child = editor_child_create(&desc);
    if (!child)
        return editor_import_out_of_memory(importer);
    importer->assimp_size = importer->size;
    importer->more_seconds = editor_import_more_seconds(importer->size, BYTES_A_SECOND);
    editor_child_set_seconds(child,
                             editor_import_share_seconds(importer, EDITOR_IMPORT_SECONDS + importer->more_seconds));
    uint8_t *pack = NULL;
    size_t size = 0;
    editor_error error;
    editor_progress_enter(importer->level->progress, "Decoding", 0);
    bool ok = editor_child_run(child, NULL, 0, &pack, &size, &error) == EDITOR_CHILD_DONE;
    if (!ok)
        editor_import_refuse(importer, "%s", error.text);
    else
        editor_import_tell_weakness(importer, child);
    importer->child_seconds += editor_child_spent(child); // pictures have the rest
    editor_child_destroy(child);
    ok = ok && editor_pack_read(importer, pack, size);
    free(pack);
    return ok;
}

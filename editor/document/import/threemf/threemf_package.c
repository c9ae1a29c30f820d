// threemf_package.c: entries of the package: which part is the model, and pictures.
#include "document/import/threemf/threemf_reader.h"

#include "system/text.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

#define RELATIONS "_rels/.rels"
#define USUAL_MODEL "3D/3dmodel.model"
#define PICTURE_LIMIT ((zip_uint64_t)1 << 28)

bool threemf_locate(const threemf_reader *reader, const char *path, zip_uint64_t *out)
{
    while (*path == '/')
        path++;
    const zip_int64_t number = zip_name_locate(reader->zip, path, ZIP_FL_NOCASE);
    *out = (zip_uint64_t)number;
    return number >= 0;
}

static uint8_t *read_entry(editor_importer *importer, zip_t *zip, zip_uint64_t entry, size_t *size)
{
    zip_stat_t about;
    if (zip_stat_index(zip, entry, 0, &about) != 0 || !(about.valid & ZIP_STAT_SIZE) || about.size == 0 ||
        about.size > PICTURE_LIMIT)
        return NULL;
    zip_file_t *file = zip_fopen_index(zip, entry, 0);
    uint8_t *bytes = file ? editor_import_allocate(importer, (size_t)about.size, 1) : NULL;
    const bool ok = bytes && zip_fread(file, bytes, about.size) == (zip_int64_t)about.size;
    if (file)
        zip_fclose(file);
    if (!ok) {
        free(bytes);
        return NULL;
    }
    *size = (size_t)about.size;
    return bytes;
}

// "Relationship" with a type that ends in "/3dmodel": the first one.
static void note_relation(void *user, const XML_Char *name, const XML_Char **attributes)
{
    static const char type[] = "/3dmodel";
    char **path = user;
    const char *target = NULL;
    bool is_model = false;
    if (*path || strcmp(name, "Relationship") != 0)
        return;
    for (; attributes[0]; attributes += 2) {
        const size_t length = strlen(attributes[1]);
        if (strcmp(attributes[0], "Target") == 0)
            target = attributes[1];
        else if (strcmp(attributes[0], "Type") == 0 && length >= sizeof(type) - 1)
            is_model = strcmp(attributes[1] + length - (sizeof(type) - 1), type) == 0;
    }
    if (target && is_model)
        *path = editor_text_copy(target);
}

char *threemf_find_model(threemf_reader *reader)
{
    zip_uint64_t entry = 0;
    size_t size = 0;
    char *path = NULL;
    uint8_t *bytes =
        threemf_locate(reader, RELATIONS, &entry) ? read_entry(reader->importer, reader->zip, entry, &size) : NULL;
    XML_Parser parser = bytes ? XML_ParserCreate(NULL) : NULL;
    if (parser) {
        XML_SetUserData(parser, &path);
        XML_SetStartElementHandler(parser, note_relation);
        XML_Parse(parser, (const char *)bytes, (int)size, 1);
        XML_ParserFree(parser);
    }
    free(bytes);
    if (!path)
        path = editor_text_copy(USUAL_MODEL);
    if (!path)
        editor_import_out_of_memory(reader->importer);
    else if (threemf_locate(reader, path, &entry))
        return path;
    else
        editor_import_refuse(reader->importer, "no model that can be read: \"%.200s\" is not in the package", path);
    free(path);
    return NULL;
}

uint32_t threemf_picture(threemf_reader *reader, const char *path)
{
    editor_importer *importer = reader->importer;
    zip_uint64_t entry = 0;
    editor_pack_image image = {.name = NULL};
    if (threemf_locate(reader, path, &entry))
        image.bytes = read_entry(importer, reader->zip, entry, &image.size);
    if (!image.bytes) {
        editor_import_tally(importer, "the picture cannot be read; drawn without it", "\"%.200s\"", path);
        return EDITOR_NONE;
    }
    image.name = editor_text_copy(path);
    if (!image.name ||
        !threemf_grow(importer, &reader->images, &reader->image_capacity, reader->image_count, sizeof(image))) {
        free(image.name);
        free(image.bytes);
        return EDITOR_NONE;
    }
    reader->images[reader->image_count] = image;
    return reader->image_count++;
}

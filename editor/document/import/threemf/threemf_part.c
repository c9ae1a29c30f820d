// threemf_part.c: a part of the package: XML that defines materials and objects, and says what is built.
#define _POSIX_C_SOURCE 200809L // newlocale

#include "document/import/threemf/threemf_reader.h"

#include "system/text.h"

#include <expat.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK (1 << 16)
#define SEPARATOR '|' // between namespace and name

typedef struct part_reader {
    threemf_reader *reader;
    XML_Parser parser;
    char core[128];        // the namespace of the root
    uint32_t skipped;      // open elements from the outermost that is not read on
    bool has_root, failed; // failed: refused
    bool in_object, in_mesh;
    uint32_t object; // the resource that is being read
    uint32_t group;  // likewise; EDITOR_NONE: none
} part_reader;

static bool fail(part_reader *part)
{
    part->failed = true;
    XML_StopParser(part->parser, XML_FALSE);
    return false;
}

static bool refuse(part_reader *part, const char *what, const char *text)
{
    editor_import_refuse(part->reader->importer, "\"%.100s\", line %lu: %s \"%.60s\"",
                         part->reader->parts[part->reader->part], (unsigned long)XML_GetCurrentLineNumber(part->parser),
                         what, text);
    return fail(part);
}

static const char *local_name(const char *name)
{
    const char *separator = strrchr(name, SEPARATOR);
    return separator ? separator + 1 : name;
}

static const char *find(const XML_Char **attributes, const char *name)
{
    for (; attributes[0]; attributes += 2) {
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    }
    return NULL;
}

// One of an extension, whatever its version.
static const char *find_foreign(const XML_Char **attributes, const char *name)
{
    for (; attributes[0]; attributes += 2) {
        if (strchr(attributes[0], SEPARATOR) && strcmp(local_name(attributes[0]), name) == 0)
            return attributes[1];
    }
    return NULL;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Moves behind the number and the space around it.
static bool next_float(const char **at, float *out)
{
    char *end = NULL;
    *out = strtof(*at, &end);
    if (end == *at || !isfinite(*out))
        return false;
    while (is_space(*end))
        end++;
    *at = end;
    return true;
}

static bool read_float(part_reader *part, const XML_Char **attributes, const char *name, float *out)
{
    const char *text = find(attributes, name), *at = text;
    if (text && next_float(&at, out) && *at == '\0')
        return true;
    return refuse(part, name, text ? text : "");
}

// False, with `*out` as it is: it is not there. `fatal`: then the file is refused; so is what is no number.
static bool read_number(part_reader *part, const XML_Char **attributes, const char *name, bool fatal, uint32_t *out)
{
    const char *text = find(attributes, name);
    if (!text)
        return fatal && refuse(part, name, "is missing");
    char *end = NULL;
    const unsigned long long value = strtoull(text, &end, 10);
    while (is_space(*end))
        end++;
    if (end == text || *end || strchr(text, '-') || value >= EDITOR_NONE)
        return refuse(part, name, text);
    *out = (uint32_t)value;
    return true;
}

static bool read_transform(part_reader *part, const XML_Char **attributes, pick_affine *out)
{
    const char *text = find(attributes, "transform"), *at = text;
    float values[12];
    *out = PICK_AFFINE_IDENTITY;
    if (!text)
        return true;
    while (is_space(*at))
        at++;
    for (int i = 0; i < 12; i++) {
        if (!next_float(&at, &values[i]))
            return refuse(part, "transform", text);
    }
    if (*at)
        return refuse(part, "transform", text);
    for (int i = 0; i < 9; i++) // rows that are multiplied from the left: columns here
        out->linear[i] = (double)values[i];
    out->origin = pick_vec3_make((double)values[9], (double)values[10], (double)values[11]);
    return true;
}

static float linear_of(unsigned value)
{
    const double c = value / 255.0;
    return (float)(c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
}

// "#RRGGBB" or "#RRGGBBAA", sRGB. False: something else.
static bool read_color(const char *text, float out[4])
{
    if (!text || text[0] != '#')
        return false;
    const size_t length = strlen(text + 1);
    char *end = NULL;
    const unsigned long long value = strtoull(text + 1, &end, 16);
    if ((length != 6 && length != 8) || *end)
        return false;
    const unsigned rgba = (unsigned)(length == 6 ? value << 8 | 0xff : value);
    for (int i = 0; i < 3; i++)
        out[i] = linear_of(rgba >> (24 - 8 * i) & 0xff);
    out[3] = (float)(rgba & 0xff) / 255;
    return true;
}

// --- Materials ---

static bool begin_group(part_reader *part, threemf_kind kind, const XML_Char **attributes)
{
    threemf_reader *reader = part->reader;
    uint32_t number = 0;
    part->group = EDITOR_NONE;
    if (!read_number(part, attributes, "id", true, &number))
        return false;
    threemf_resource *group = threemf_add(reader, kind, number);
    if (!group)
        return fail(part);
    group->first = kind == THREEMF_COORDINATES ? reader->coordinate_count : reader->color_count;
    if (kind == THREEMF_COORDINATES && !read_number(part, attributes, "texid", true, &group->texture))
        return false;
    part->group = reader->resource_count - 1;
    return true;
}

static void add_color(part_reader *part, const char *color, const char *name)
{
    threemf_reader *reader = part->reader;
    if (part->group == EDITOR_NONE || reader->resources[part->group].kind != THREEMF_COLORS)
        return;
    threemf_color entry = {{1, 1, 1, 1}, name ? editor_text_copy(name) : NULL, EDITOR_NONE};
    if (!read_color(color, entry.rgba))
        editor_import_tally(reader->importer, "a colour that is none is read as white", "\"%.100s\"",
                            reader->parts[reader->part]);
    if (!threemf_claim(reader->importer, sizeof(entry)) ||
        !threemf_grow(reader->importer, &reader->colors, &reader->color_capacity, reader->color_count, sizeof(entry))) {
        free(entry.name);
        fail(part);
        return;
    }
    reader->colors[reader->color_count++] = entry;
    reader->resources[part->group].count++;
}

static void add_coordinates(part_reader *part, const XML_Char **attributes)
{
    threemf_reader *reader = part->reader;
    float u, v;
    if (part->group == EDITOR_NONE || reader->resources[part->group].kind != THREEMF_COORDINATES)
        return;
    if (!read_float(part, attributes, "u", &u) || !read_float(part, attributes, "v", &v))
        return;
    if (!threemf_grow(reader->importer, &reader->coordinates, &reader->coordinate_capacity, reader->coordinate_count,
                      2 * sizeof(float))) {
        fail(part);
        return;
    }
    reader->coordinates[2 * reader->coordinate_count] = u;
    reader->coordinates[2 * reader->coordinate_count + 1] = 1 - v;
    reader->coordinate_count++;
    reader->resources[part->group].count++;
}

static editor_wrap read_wrap(const char *text)
{
    if (text && strcmp(text, "mirror") == 0)
        return EDITOR_WRAP_MIRROR;
    return text && (strcmp(text, "clamp") == 0 || strcmp(text, "none") == 0) ? EDITOR_WRAP_CLAMP : EDITOR_WRAP_REPEAT;
}

static void add_texture(part_reader *part, const XML_Char **attributes)
{
    uint32_t number = 0;
    const char *path = find(attributes, "path");
    if (!read_number(part, attributes, "id", true, &number))
        return;
    threemf_resource *texture = threemf_add(part->reader, THREEMF_TEXTURE, number);
    if (!texture) {
        fail(part);
        return;
    }
    texture->name = editor_text_copy(path ? path : "");
    texture->wrap_u = read_wrap(find(attributes, "tilestyleu"));
    texture->wrap_v = read_wrap(find(attributes, "tilestylev"));
}

// --- Objects ---

static void begin_object(part_reader *part, const XML_Char **attributes)
{
    threemf_reader *reader = part->reader;
    const char *name = find(attributes, "name");
    reader->object_group = reader->object_entry = EDITOR_NONE;
    if (!read_number(part, attributes, "id", true, &reader->object_id))
        return;
    read_number(part, attributes, "pid", false, &reader->object_group);
    read_number(part, attributes, "pindex", false, &reader->object_entry);
    if (part->failed)
        return;
    threemf_resource *object = threemf_add(reader, THREEMF_OBJECT, reader->object_id);
    if (!object) {
        fail(part);
        return;
    }
    object->first = reader->component_count;
    object->name = name ? editor_text_copy(name) : NULL;
    part->in_object = true;
    part->object = reader->resource_count - 1;
    reader->vertex_count = reader->triangle_count = 0;
}

static void add_vertex(part_reader *part, const XML_Char **attributes)
{
    threemf_reader *reader = part->reader;
    float place[3];
    if (!read_float(part, attributes, "x", &place[0]) || !read_float(part, attributes, "y", &place[1]) ||
        !read_float(part, attributes, "z", &place[2]))
        return;
    if (!threemf_grow(reader->importer, &reader->vertices, &reader->vertex_capacity, reader->vertex_count,
                      sizeof(place))) {
        fail(part);
        return;
    }
    memcpy(reader->vertices + 3 * (size_t)reader->vertex_count++, place, sizeof(place));
}

static void add_triangle(part_reader *part, const XML_Char **attributes)
{
    static const char *const corners[3] = {"v1", "v2", "v3"}, *const entries[3] = {"p1", "p2", "p3"};
    threemf_reader *reader = part->reader;
    threemf_triangle triangle = {.group = EDITOR_NONE, .entries = {EDITOR_NONE, EDITOR_NONE, EDITOR_NONE}};
    for (int i = 0; i < 3; i++) {
        if (!read_number(part, attributes, corners[i], true, &triangle.vertices[i]))
            return;
    }
    read_number(part, attributes, "pid", false, &triangle.group);
    for (int i = 0; i < 3; i++)
        read_number(part, attributes, entries[i], false, &triangle.entries[i]);
    if (part->failed)
        return;
    if (!threemf_grow(reader->importer, &reader->triangles, &reader->triangle_capacity, reader->triangle_count,
                      sizeof(triangle))) {
        fail(part);
        return;
    }
    reader->triangles[reader->triangle_count++] = triangle;
}

static void add_use(part_reader *part, const XML_Char **attributes, bool is_item)
{
    threemf_reader *reader = part->reader;
    threemf_use use = {.part = reader->part};
    const char *path = find_foreign(attributes, "path");
    if (!read_number(part, attributes, "objectid", true, &use.object) || !read_transform(part, attributes, &use.local))
        return;
    if (path)
        use.part = threemf_part(reader, path);
    threemf_use **array = is_item ? &reader->items : &reader->components;
    uint32_t *capacity = is_item ? &reader->item_capacity : &reader->component_capacity;
    uint32_t *count = is_item ? &reader->item_count : &reader->component_count;
    if (use.part == EDITOR_NONE || !threemf_grow(reader->importer, array, capacity, *count, sizeof(use))) {
        fail(part);
        return;
    }
    (*array)[(*count)++] = use;
    if (!is_item)
        reader->resources[part->object].count++;
}

static void read_unit(threemf_reader *reader, const char *text)
{
    static const struct {
        const char *name;
        double metres;
    } units[] = {{"micron", 1e-6}, {"millimeter", 1e-3}, {"centimeter", 1e-2},
                 {"inch", 0.0254}, {"foot", 0.3048},     {"meter", 1}};
    reader->importer->facts =
        (editor_model_facts){.format = "3D Manufacturing Format (3MF)", .unit = 1e-3, .up = EDITOR_AXIS_Z};
    for (size_t i = 0; text && i < sizeof(units) / sizeof(units[0]); i++) {
        if (strcmp(text, units[i].name) == 0)
            reader->importer->facts.unit = units[i].metres;
    }
}

// --- Elements ---

static void begin_root(part_reader *part, const char *name, const XML_Char **attributes)
{
    part->has_root = true;
    if (strcmp(local_name(name), "model") != 0) {
        refuse(part, "it is no 3D model, but", local_name(name));
        return;
    }
    const size_t length = (size_t)(local_name(name) - name);
    snprintf(part->core, sizeof(part->core), "%.*s", length < sizeof(part->core) ? (int)length : 0, name);
    if (part->reader->part == 0)
        read_unit(part->reader, find(attributes, "unit"));
}

static void skip(part_reader *part, const char *name)
{
    part->skipped = 1;
    if (part->in_object && strcmp(name, "metadatagroup") != 0)
        editor_import_tally(part->reader->importer, "an element of another extension is not read", "<%.60s>", name);
}

static void begin_foreign(part_reader *part, const char *name, const XML_Char **attributes)
{
    const char *local = local_name(name);
    if (!strstr(name, "/material/"))
        skip(part, local);
    else if (strcmp(local, "colorgroup") == 0)
        begin_group(part, THREEMF_COLORS, attributes);
    else if (strcmp(local, "color") == 0)
        add_color(part, find(attributes, "color"), NULL);
    else if (strcmp(local, "texture2d") == 0)
        add_texture(part, attributes);
    else if (strcmp(local, "texture2dgroup") == 0)
        begin_group(part, THREEMF_COORDINATES, attributes);
    else if (strcmp(local, "tex2coord") == 0)
        add_coordinates(part, attributes);
    else if (strcmp(local, "compositematerials") == 0 || strcmp(local, "multiproperties") == 0)
        begin_group(part, THREEMF_MIX, attributes);
}

static void begin_core(part_reader *part, const char *local, const XML_Char **attributes)
{
    threemf_reader *reader = part->reader;
    if (part->in_mesh && strcmp(local, "vertex") == 0)
        add_vertex(part, attributes);
    else if (part->in_mesh && strcmp(local, "triangle") == 0)
        add_triangle(part, attributes);
    else if (part->in_object && strcmp(local, "mesh") == 0)
        part->in_mesh = true;
    else if (part->in_object && strcmp(local, "component") == 0)
        add_use(part, attributes, false);
    else if (strcmp(local, "object") == 0)
        begin_object(part, attributes);
    else if (strcmp(local, "basematerials") == 0)
        begin_group(part, THREEMF_COLORS, attributes);
    else if (strcmp(local, "base") == 0)
        add_color(part, find(attributes, "displaycolor"), find(attributes, "name"));
    else if (reader->part == 0 && strcmp(local, "item") == 0) // only the model itself is built
        add_use(part, attributes, true);
    else if (strcmp(local, "metadata") == 0 || strcmp(local, "metadatagroup") == 0)
        skip(part, "metadatagroup");
}

static void begin(void *user, const XML_Char *name, const XML_Char **attributes)
{
    part_reader *part = user;
    const char *local = local_name(name);
    if (part->failed)
        return;
    if (part->skipped > 0)
        part->skipped++;
    else if (!part->has_root)
        begin_root(part, name, attributes);
    else if (strncmp(name, part->core, strlen(part->core)) == 0 && local == name + strlen(part->core))
        begin_core(part, local, attributes);
    else
        begin_foreign(part, name, attributes);
}

static void end(void *user, const XML_Char *name)
{
    part_reader *part = user;
    const char *local = local_name(name);
    if (part->failed || part->skipped > 0) {
        part->skipped -= part->skipped > 0;
        return;
    }
    if (strcmp(local, "mesh") == 0)
        part->in_mesh = false;
    if (strcmp(local, "object") != 0 || !part->in_object)
        return;
    part->in_object = false;
    if (!threemf_add_mesh(part->reader, &part->reader->resources[part->object]))
        fail(part);
}

// The format has none: its entities could stand for gigabytes.
static void begin_doctype(void *user, const XML_Char *name, const XML_Char *system, const XML_Char *public,
                          int internal)
{
    (void)system, (void)public, (void)internal;
    refuse(user, "a document type is not allowed:", name);
}

static bool parse(part_reader *part, zip_file_t *file)
{
    zip_int64_t count;
    do {
        void *buffer = XML_GetBuffer(part->parser, CHUNK);
        if (!buffer)
            return editor_import_out_of_memory(part->reader->importer);
        count = zip_fread(file, buffer, CHUNK);
        const char *path = part->reader->parts[part->reader->part];
        if (count < 0)
            return editor_import_refuse(part->reader->importer, "\"%.200s\" in the package is broken: %.100s", path,
                                        zip_file_strerror(file));
        if (XML_ParseBuffer(part->parser, (int)count, count == 0) != XML_STATUS_OK) {
            if (!part->failed)
                editor_import_refuse(part->reader->importer, "\"%.200s\", line %lu: %s", path,
                                     (unsigned long)XML_GetCurrentLineNumber(part->parser),
                                     XML_ErrorString(XML_GetErrorCode(part->parser)));
            return false;
        }
    } while (count > 0);
    return true;
}

static bool parse_in_plain_locale(part_reader *part, zip_file_t *file)
{
    // A point is a point in every country. The locale "C" is built in.
    const locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    const locale_t before = plain ? uselocale(plain) : (locale_t)0;
    const bool ok = parse(part, file);
    if (plain) {
        uselocale(before);
        freelocale(plain);
    }
    return ok;
}

bool threemf_read_part(threemf_reader *reader)
{
    zip_uint64_t entry;
    const char *path = reader->parts[reader->part];
    if (!threemf_locate(reader, path, &entry)) { // of another part: what it defines is missed where it is used
        editor_import_tally(reader->importer, "the package does not have this part", "\"%.200s\"", path);
        return true;
    }
    zip_file_t *file = zip_fopen_index(reader->zip, entry, 0);
    if (!file)
        return editor_import_refuse(reader->importer, "\"%.200s\" in the package is broken: %.100s", path,
                                    zip_strerror(reader->zip));
    part_reader part = {.reader = reader, .parser = XML_ParserCreateNS(NULL, SEPARATOR), .group = EDITOR_NONE};
    bool ok = part.parser || editor_import_out_of_memory(reader->importer);
    if (ok) {
        XML_SetUserData(part.parser, &part);
        XML_SetElementHandler(part.parser, begin, end);
        XML_SetStartDoctypeDeclHandler(part.parser, begin_doctype);
        ok = parse_in_plain_locale(&part, file);
    }
    XML_ParserFree(part.parser);
    zip_fclose(file);
    return ok;
}

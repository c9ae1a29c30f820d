// assimp_volumes.c: the volumes of AMF's meshes, in pieces that Assimp reads. Version 5.2 reads the first volume of a
// mesh, takes a time that grows with the square of its triangles, and lists the last mesh of an object alone
// (assimp_index.c gives nodes the others).
#include "document/import/assimp/assimp_import.h"
#include "document/import/assimp/assimp_xml.h"
#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PIECE = 1000, // triangles; fewer repeat more vertices
    MOST = 4,     // times its own size that a text may get: what lies in several pieces is repeated
    DIGITS = 10
};

// An element: its tag, what is inside, and the place behind it.
typedef struct element {
    const char *tag, *inside, *close, *end;
} element;

typedef struct vertex {
    const char *text;
    size_t length;
    uint32_t piece, number; // the last piece that it is in, and its number there
} vertex;

typedef struct splitter {
    vertex *vertices;
    uint32_t *used; // by the piece
    size_t vertex_count, vertex_capacity, used_count;
    uint32_t piece;
    editor_text text;   // of the mesh
    size_t size, limit; // of it; nothing is written beyond the limit
    bool is_full;
} splitter;

// Reads the element whose tag that is. False: it has no end.
static bool read_element(const char *tag, const char *stop, element *out)
{
    int64_t depth = 0;
    out->tag = tag;
    for (const char *at = tag; at && at < stop; at = assimp_xml_find_tag(at, stop)) {
        const char *end = (const char *)assimp_xml_pass_tag((const uint8_t *)at, (const uint8_t *)stop);
        if (end[-1] != '>' || at[1] == '!')
            return false;
        const bool closes = at[1] == '/', is_empty = !closes && end[-2] == '/';
        depth += is_empty ? 0 : closes ? -1 : 1;
        if (at == tag)
            out->inside = end;
        if (depth == 0) {
            out->close = is_empty && at == tag ? end : at;
            out->end = end;
            return true;
        }
        at = end;
    }
    return false;
}

// The next element from `at` on inside of another. False: there is none.
static bool next_child(const char *at, const char *close, element *out)
{
    const char *tag = assimp_xml_find_tag(at, close);
    return tag && tag[1] != '/' && read_element(tag, close, out);
}

static bool next_named(const char *at, const char *close, const char *name, element *out)
{
    while (next_child(at, close, out)) {
        if (assimp_xml_is_tag(out->tag, name))
            return true;
        at = out->end;
    }
    return false;
}

static void put(splitter *s, const char *begin, const char *end)
{
    const size_t length = (size_t)(end - begin);
    s->is_full = s->is_full || length > s->limit - s->size;
    if (s->is_full)
        return;
    editor_text_add(&s->text, begin, length);
    s->size += length;
}

static void put_string(splitter *s, const char *string)
{
    put(s, string, string + strlen(string));
}

// False: out of memory.
static bool read_vertices(splitter *s, const element *list)
{
    element child;
    s->vertex_count = 0;
    for (const char *at = list->inside; next_named(at, list->close, "vertex", &child); at = child.end) {
        if (s->vertex_count == s->vertex_capacity) {
            const size_t wanted = s->vertex_capacity ? 2 * s->vertex_capacity : 1024;
            vertex *grown = realloc(s->vertices, wanted * sizeof(*grown));
            uint32_t *used = grown ? realloc(s->used, wanted * sizeof(*used)) : NULL;
            s->vertices = grown ? grown : s->vertices;
            s->used = used ? used : s->used;
            if (!used)
                return false;
            s->vertex_capacity = wanted;
        }
        s->vertices[s->vertex_count++] = (vertex){child.tag, (size_t)(child.end - child.tag), 0, 0};
    }
    return s->vertex_count < UINT32_MAX;
}

static const char *pass_blanks(const char *at, const char *stop)
{
    while (at < stop && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n'))
        at++;
    return at;
}

// The number of a vertex, and nothing else. False: it is none of the mesh.
static bool read_number(const splitter *s, const element *corner, size_t *out)
{
    const char *close = corner->close, *at = pass_blanks(corner->inside, close);
    size_t digits = 0, number = 0;
    for (; at < close && *at >= '0' && *at <= '9' && digits < DIGITS; at++, digits++)
        number = 10 * number + (size_t)(*at - '0');
    *out = number;
    return pass_blanks(at, close) == close && digits > 0 && number < s->vertex_count;
}

// Puts the triangle with numbers of the piece. False: it is not one of three vertices of the mesh.
static bool put_triangle(splitter *s, const element *triangle)
{
    static const char *const names[3] = {"v1", "v2", "v3"};
    unsigned found = 0;
    element child;
    const char *copied = triangle->tag;
    for (const char *at = triangle->inside; next_child(at, triangle->close, &child); at = child.end) {
        for (unsigned corner = 0; corner < 3; corner++) {
            size_t number;
            if (!assimp_xml_is_tag(child.tag, names[corner]))
                continue;
            if ((found >> corner & 1) || !read_number(s, &child, &number))
                return false;
            found |= 1u << corner;
            vertex *v = &s->vertices[number];
            if (v->piece != s->piece) {
                v->piece = s->piece;
                v->number = (uint32_t)s->used_count;
                s->used[s->used_count++] = (uint32_t)number;
            }
            char digits[DIGITS + 2];
            snprintf(digits, sizeof(digits), "%u", (unsigned)v->number);
            put(s, copied, child.inside);
            put_string(s, digits);
            copied = child.close;
        }
    }
    put(s, copied, triangle->end);
    return found == 7;
}

static void begin_piece(splitter *s, const element *volume, const element *color)
{
    s->piece++;
    s->used_count = 0;
    put_string(s, "<mesh>");
    put(s, volume->tag, volume->inside);
    if (color)
        put(s, color->tag, color->end);
}

static void end_piece(splitter *s)
{
    put_string(s, "</volume><vertices>");
    for (size_t i = 0; i < s->used_count; i++) {
        const vertex *v = &s->vertices[s->used[i]];
        put(s, v->text, v->text + v->length);
    }
    put_string(s, "</vertices></mesh>");
}

// In pieces of so many triangles. False: the volume is not to be split.
static bool put_volume(splitter *s, const element *volume, uint32_t piece)
{
    uint32_t count = 0;
    element triangle, color;
    const bool has_color = next_named(volume->inside, volume->close, "color", &color);
    for (const char *at = volume->inside; next_named(at, volume->close, "triangle", &triangle); at = triangle.end) {
        if (count == 0)
            begin_piece(s, volume, has_color ? &color : NULL);
        if (!put_triangle(s, &triangle) || s->is_full)
            return false;
        count++;
        if (count == piece) {
            end_piece(s);
            count = 0;
        }
    }
    if (count > 0)
        end_piece(s);
    return !s->is_full;
}

// False: the mesh is not to be split so.
static bool put_mesh(splitter *s, const element *mesh, uint32_t piece)
{
    element volume;
    s->text.size = 0;
    s->size = 0;
    s->piece = 0;
    s->is_full = false;
    for (size_t i = 0; i < s->vertex_count; i++)
        s->vertices[i].piece = 0;
    bool ok = true;
    for (const char *at = mesh->inside; ok && next_named(at, mesh->close, "volume", &volume); at = volume.end)
        ok = put_volume(s, &volume, piece);
    return ok && s->piece > 0;
}

// What it is worth to split a mesh for: its volumes, and whether one has more triangles than a piece.
static uint32_t count_volumes(const element *mesh, bool *is_large)
{
    uint32_t volumes = 0;
    element volume, triangle;
    *is_large = false;
    for (const char *at = mesh->inside; next_named(at, mesh->close, "volume", &volume); at = volume.end) {
        uint32_t count = 0;
        for (const char *in = volume.inside; count <= PIECE && next_named(in, volume.close, "triangle", &triangle);
             in = triangle.end)
            count++;
        *is_large = *is_large || count > PIECE;
        volumes++;
    }
    return volumes;
}

// Splits it into `s->text`. False, with nothing in it: it stays as it is, because it need not be split, or cannot be,
// or the system is out of memory (s->text.failed).
static bool split_mesh(splitter *s, const element *mesh, uint32_t *lost)
{
    bool is_large;
    const uint32_t volumes = count_volumes(mesh, &is_large);
    if (volumes < 2 && !is_large)
        return false;
    element vertices;
    const bool has_vertices = next_named(mesh->inside, mesh->close, "vertices", &vertices);
    if (has_vertices && !read_vertices(s, &vertices)) {
        s->text.failed = true;
        return false;
    }
    if (has_vertices && (put_mesh(s, mesh, PIECE) || put_mesh(s, mesh, UINT32_MAX)))
        return !s->text.failed;
    *lost += volumes - 1;
    return false;
}

// All meshes, into `out`.
static uint32_t split_meshes(splitter *s, const char *at, const char *stop, editor_text *out)
{
    uint32_t lost = 0;
    size_t more = (MOST - 1) * (size_t)(stop - at); // that may still be added
    element mesh;
    for (const char *tag = at; (tag = assimp_xml_find_tag(tag, stop)) != NULL; tag++) {
        if (!assimp_xml_is_tag(tag, "mesh"))
            continue;
        if (!read_element(tag, stop, &mesh)) // broken, and left to Assimp; searched once
            break;
        const size_t size = (size_t)(mesh.end - tag);
        s->limit = size + more;
        if (split_mesh(s, &mesh, &lost)) {
            more = s->size > size ? more - (s->size - size) : more;
            editor_text_add(out, at, (size_t)(tag - at));
            editor_text_add(out, s->text.data, s->size);
            at = mesh.end;
        }
        if (s->text.failed)
            out->failed = true;
        tag = mesh.end - 1;
    }
    editor_text_add(out, at, (size_t)(stop - at) + 1);
    return lost;
}

bool assimp_split_volumes(editor_importer *importer)
{
    splitter s = {.vertices = NULL};
    editor_text out = {0};
    const char *begin = (const char *)importer->bytes;
    const uint32_t lost = split_meshes(&s, begin, begin + importer->size, &out);
    free(s.vertices);
    free(s.used);
    editor_text_free(&s.text);
    if (out.failed) {
        editor_text_free(&out);
        return false;
    }
    free(importer->bytes);
    importer->repeated += out.size - 1 > importer->size ? out.size - 1 - importer->size : 0;
    importer->size = out.size - 1;
    importer->bytes = (uint8_t *)editor_text_take(&out);
    if (lost > 0)
        editor_level_add_warning(importer->level, "%u volume%s left out: of some meshes only the first is read",
                                 (unsigned)lost, lost == 1 ? " is" : "s are");
    return true;
}

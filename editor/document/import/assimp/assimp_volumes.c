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
    MOST = 8,     // times its own size that a text may get, and MORE bytes: what lies in several pieces is repeated
    MORE = 4 << 20,
    DIGITS = 10,
    SHOWN = 80 // bytes of an object's number, in a warning
};

#define PIECE_OPENS "<mesh>"
#define PIECE_TURNS "</volume><vertices>"
#define PIECE_CLOSES "</vertices></mesh>"

// An element: its tag, what is inside, and the place behind it.
typedef struct element {
    const char *tag, *inside, *close, *end;
} element;

typedef struct vertex {
    const char *text;
    size_t length;
    uint32_t piece, number; // the last piece that it is in, and its number there
} vertex;

typedef struct corner {
    element element;
    size_t vertex;
} corner;

// What a piece begins with: the tag of its volume and the colour, which may be empty.
typedef struct heading {
    const char *tag, *color;
    size_t tag_size, color_size;
} heading;

typedef struct splitter {
    editor_importer *importer;
    vertex *vertices;
    uint32_t *used; // by the piece
    size_t vertex_count, vertex_capacity, used_count;
    uint32_t piece;     // how many there are
    uint32_t count;     // triangles of the last one; 0: it has ended
    heading heading;    // of the last one
    editor_text text;   // of the mesh
    size_t end_size;    // what is still to be written of the last piece
    size_t limit;       // of the text; triangles that do not fit are left out
    uint32_t lost;      // such triangles
    bool has_bad;       // triangles that are none
    uint32_t all_lost;  // of all meshes
    const char *object; // its number
    size_t object_size;
} splitter;

// Reads the element whose tag that is. False: it has no end.
static bool read_element(const char *tag, const char *stop, element *out)
{
    int64_t depth = 0;
    out->tag = tag;
    for (const char *at = tag; at && at < stop; at = assimp_xml_find_tag(at, stop)) {
        const char *end = assimp_xml_pass_tag(at, stop);
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
    editor_text_add(&s->text, begin, (size_t)(end - begin));
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

static const char *pass_comments(const char *at, const char *stop)
{
    static const char opens[] = "<!--", closes[] = "-->";
    while ((size_t)(stop - at) >= sizeof(opens) - 1 && memcmp(at, opens, sizeof(opens) - 1) == 0) {
        const char *end = assimp_xml_find(at, stop, closes);
        if (!end)
            break;
        at = end + sizeof(closes) - 1;
    }
    return at;
}

static const char *pass_blanks(const char *at, const char *stop)
{
    at = pass_comments(at, stop);
    while (at < stop && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n'))
        at = pass_comments(at + 1, stop);
    return at;
}

// Reads a digit, which may be written as "&#48;" or "&#x30;". False: there is none.
static bool read_digit(const char **at, const char *stop, size_t *out)
{
    const char *c = *at;
    if (c == stop)
        return false;
    unsigned long code = (unsigned char)*c++;
    if (code == '&' && stop - c > 2 && *c++ == '#') {
        const bool is_hex = *c == 'x';
        char *end;
        code = strtoul(c + is_hex, &end, is_hex ? 16 : 10); // a tag follows, where it ends
        if (*end != ';')
            return false;
        c = end + 1;
    }
    *at = c;
    *out = code - '0';
    return code >= '0' && code <= '9';
}

// The number of a vertex, and nothing else but ".0". False: it is none of the mesh.
static bool read_number(const splitter *s, const element *from, size_t *out)
{
    const char *close = from->close, *at = pass_blanks(from->inside, close), *behind = at;
    size_t digits = 0, number = 0, digit;
    for (; digits < DIGITS && read_digit(&at, close, &digit); digits++) {
        number = 10 * number + digit;
        at = behind = pass_comments(at, close);
    }
    if (behind < close && *behind == '.') {
        while (++behind < close && *behind == '0')
            ;
    }
    *out = number;
    return pass_blanks(behind, close) == close && digits > 0 && number < s->vertex_count;
}

// Reads the corners, in the order of the text. False: they are not three vertices of the mesh.
static bool read_triangle(const splitter *s, const element *triangle, corner out[3])
{
    static const char *const names[3] = {"v1", "v2", "v3"};
    unsigned found = 0, count = 0;
    element child;
    for (const char *at = triangle->inside; next_child(at, triangle->close, &child); at = child.end) {
        for (unsigned i = 0; i < 3; i++) {
            size_t number;
            if (!assimp_xml_is_tag(child.tag, names[i]))
                continue;
            if ((found >> i & 1) || !read_number(s, &child, &number))
                return false;
            found |= 1u << i;
            out[count++] = (corner){child, number};
        }
    }
    return count == 3;
}

static void begin_piece(splitter *s, const heading *h)
{
    s->piece++;
    s->used_count = 0;
    s->heading = *h;
    s->end_size = sizeof(PIECE_TURNS PIECE_CLOSES) - 1;
    editor_text_put(&s->text, PIECE_OPENS);
    editor_text_add(&s->text, h->tag, h->tag_size);
    editor_text_add(&s->text, h->color, h->color_size);
}

static void end_piece(splitter *s)
{
    if (s->count == 0)
        return;
    editor_text_put(&s->text, PIECE_TURNS);
    for (size_t i = 0; i < s->used_count; i++) {
        const vertex *v = &s->vertices[s->used[i]];
        put(s, v->text, v->text + v->length);
    }
    editor_text_put(&s->text, PIECE_CLOSES);
    s->end_size = 0;
    s->count = 0;
}

// The most that a triangle adds to the text, with the end of its piece: of the last one, or of a new one (`h`).
static size_t triangle_size(const splitter *s, const element *triangle, const corner corners[3], const heading *h)
{
    size_t size = (size_t)(triangle->end - triangle->tag) + (size_t)3 * DIGITS;
    for (int i = 0; i < 3; i++) {
        const vertex *v = &s->vertices[corners[i].vertex];
        size += h || v->piece != s->piece ? v->length : 0;
    }
    return size + (h ? sizeof(PIECE_OPENS PIECE_TURNS PIECE_CLOSES) - 1 + h->tag_size + h->color_size : 0);
}

// Puts the triangle with numbers of the piece.
static void put_triangle(splitter *s, const element *triangle, const corner corners[3])
{
    const char *copied = triangle->tag;
    for (int i = 0; i < 3; i++) {
        vertex *v = &s->vertices[corners[i].vertex];
        if (v->piece != s->piece) {
            v->piece = s->piece;
            v->number = (uint32_t)s->used_count;
            s->used[s->used_count++] = (uint32_t)corners[i].vertex;
            s->end_size += v->length;
        }
        put(s, copied, corners[i].element.inside);
        editor_text_format(&s->text, "%u", (unsigned)v->number);
        copied = corners[i].element.close;
    }
    put(s, copied, triangle->end);
    s->count++;
}

static bool is_same(const heading *a, const heading *b)
{
    return a->tag_size == b->tag_size && a->color_size == b->color_size && memcmp(a->tag, b->tag, a->tag_size) == 0 &&
           (a->color_size == 0 || memcmp(a->color, b->color, a->color_size) == 0);
}

// In pieces of so many triangles. The first ones go to the piece before if they are of the same material: a piece for
// each of many small volumes would repeat most vertices.
static void put_volume(splitter *s, const element *volume, uint32_t most)
{
    element triangle, color;
    corner corners[3];
    heading h = {.tag = volume->tag, .tag_size = (size_t)(volume->inside - volume->tag)};
    if (next_named(volume->inside, volume->close, "color", &color)) {
        h.color = color.tag;
        h.color_size = (size_t)(color.end - color.tag);
    }
    bool joins = s->count > 0 && s->count < PIECE && is_same(&h, &s->heading);
    for (const char *at = volume->inside; next_named(at, volume->close, "triangle", &triangle); at = triangle.end) {
        if (!read_triangle(s, &triangle, corners)) {
            s->has_bad = true;
            continue;
        }
        joins = joins && s->count < most;
        const size_t size = s->text.size + s->end_size;
        s->lost += s->lost > 0 || triangle_size(s, &triangle, corners, joins ? NULL : &h) > s->limit - size;
        if (s->lost > 0)
            continue;
        if (!joins) {
            end_piece(s);
            begin_piece(s, &h);
        }
        put_triangle(s, &triangle, corners);
        joins = true;
    }
}

static void put_mesh(splitter *s, const element *mesh, uint32_t most)
{
    element volume;
    s->text.size = 0;
    s->end_size = 0;
    s->piece = 0;
    s->count = 0;
    s->lost = 0;
    s->has_bad = false;
    for (size_t i = 0; i < s->vertex_count; i++)
        s->vertices[i].piece = 0;
    for (const char *at = mesh->inside; next_named(at, mesh->close, "volume", &volume); at = volume.end)
        put_volume(s, &volume, most);
    end_piece(s);
}

// Whether Assimp would leave out triangles of the mesh, or be slow.
static bool needs_split(const element *mesh)
{
    uint32_t volumes = 0;
    bool has_triangles = false;
    element volume, triangle;
    for (const char *at = mesh->inside; next_named(at, mesh->close, "volume", &volume); at = volume.end) {
        uint32_t count = 0;
        for (const char *in = volume.inside; count <= PIECE && next_named(in, volume.close, "triangle", &triangle);
             in = triangle.end)
            count++;
        volumes++;
        has_triangles = has_triangles || count > 0;
        if (count > PIECE || (volumes > 1 && has_triangles))
            return true;
    }
    return false;
}

// Splits it into `s->text`. False: it stays as it is, because Assimp reads it so, or it has no vertices, or the
// system is out of memory (s->text.failed).
static bool split_mesh(splitter *s, const element *mesh)
{
    element vertices;
    if (!next_named(mesh->inside, mesh->close, "vertices", &vertices))
        return false;
    if (!read_vertices(s, &vertices)) {
        s->text.failed = true;
        return false;
    }
    put_mesh(s, mesh, PIECE);
    if (!s->has_bad && !needs_split(mesh))
        return false;
    if (s->lost > 0)
        put_mesh(s, mesh, UINT32_MAX);
    if (s->has_bad)
        editor_import_tally(s->importer, "triangles with a missing or wrong index; left out", "object \"%.*s\"",
                            (int)(s->object_size < SHOWN ? s->object_size : SHOWN), s->object);
    s->all_lost += s->lost;
    if (s->piece == 0) { // not a triangle that Assimp could read
        editor_text_put(&s->text, "<mesh>");
        put(s, vertices.tag, vertices.end);
        editor_text_put(&s->text, "<volume/></mesh>");
    }
    return !s->text.failed;
}

// All meshes, into `out`.
static void split_meshes(splitter *s, const char *at, const char *stop, editor_text *out)
{
    size_t more = (MOST - 1) * (size_t)(stop - at) + MORE; // that may still be added
    element mesh;
    for (const char *tag = at; (tag = assimp_xml_find_tag(tag, stop)) != NULL; tag++) {
        if (assimp_xml_is_tag(tag, "object")) {
            const char *end = assimp_xml_pass_tag(tag, stop);
            const char *id = assimp_xml_attribute(tag, end, "id", &s->object_size);
            s->object_size = id ? s->object_size : 0;
            s->object = id ? id : "";
            tag = end - 1; // each tag is passed over once
            continue;
        }
        if (!assimp_xml_is_tag(tag, "mesh"))
            continue;
        if (!read_element(tag, stop, &mesh)) // broken, and left to Assimp; searched once
            break;
        const size_t size = (size_t)(mesh.end - tag);
        s->limit = size + more;
        if (split_mesh(s, &mesh)) {
            more = s->text.size > size ? more - (s->text.size - size) : more;
            editor_text_add(out, at, (size_t)(tag - at));
            editor_text_add(out, s->text.data, s->text.size);
            at = mesh.end;
        }
        if (s->text.failed)
            out->failed = true;
        tag = mesh.end - 1;
    }
    editor_text_add(out, at, (size_t)(stop - at) + 1);
}

bool assimp_split_volumes(editor_importer *importer)
{
    splitter s = {.importer = importer, .object = ""};
    editor_text out = {0};
    const char *begin = (const char *)importer->bytes;
    split_meshes(&s, begin, begin + importer->size, &out);
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
    if (s.all_lost > 0)
        editor_level_add_warning(importer->level,
                                 "%u triangle%s left out: the vertices that volumes share would make the text too long",
                                 (unsigned)s.all_lost, s.all_lost == 1 ? " is" : "s are");
    return true;
}

// obj_check.c: checks OBJ files line by line before Assimp reads them leniently.
#include "document/import/obj_check.h"

#include "system/path.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct obj_counts {
    size_t v, vt, vn;
} obj_counts;

typedef struct obj_line {
    const char *text, *end; // without the line break
    size_t number;
    bool complete; // a line break follows
} obj_line;

// Returns the next physical line. A backslash at its end counts as a space: it does not join lines.
static bool next_line(const char **at, const char *end, obj_line *line)
{
    if (*at >= end)
        return false;
    const char *c = *at;
    line->text = c;
    line->number++;
    while (c < end && *c != '\n')
        c++;
    line->end = c;
    line->complete = c < end;
    *at = c + (c < end);
    return true;
}

static const char *skip_space(const char *c, const char *end)
{
    while (c < end && (*c == ' ' || *c == '\t' || *c == '\r' || *c == '\\'))
        c++;
    return c;
}

// Whether the line begins with the word; `*rest` is then the text after it.
static bool has_keyword(const obj_line *line, const char *word, const char **rest)
{
    const char *c = skip_space(line->text, line->end);
    size_t length = strlen(word);
    if ((size_t)(line->end - c) <= length || memcmp(c, word, length) != 0 || !isspace((unsigned char)c[length]))
        return false;
    *rest = c + length;
    return true;
}

static bool check_numbers(editor_importer *importer, const obj_line *line, const char *c, int wanted)
{
    int count = 0;
    for (c = skip_space(c, line->end); c < line->end && *c != '#'; c = skip_space(c, line->end)) {
        char *after;
        double value = strtod(c, &after); // strtod stops at the zero after the file
        if (after == c || after > line->end)
            return editor_import_refuse(importer, "line %zu: \"%.20s\" is not a number", line->number, c);
        if (!isfinite((float)value))
            return editor_import_refuse(importer, "line %zu: a number that is not finite", line->number);
        count++;
        c = after;
    }
    if (count < wanted)
        return editor_import_refuse(importer, "line %zu: %d numbers, not %d; truncated?", line->number, count, wanted);
    return true;
}

static bool check_index(editor_importer *importer, const obj_line *line, long index, size_t so_far, size_t total,
                        const char *what)
{
    bool ok = index > 0 ? (size_t)index <= total : index < 0 && (size_t)-index <= so_far;
    if (ok)
        return true;
    return editor_import_refuse(importer, "line %zu: %s %ld is out of range (there are %zu)", line->number, what, index,
                                index < 0 ? so_far : total);
}

// Checks a corner: v, v/vt, v//vn or v/vt/vn.
static bool check_corner(editor_importer *importer, const obj_line *line, const char **at, const obj_counts *so_far,
                         const obj_counts *total)
{
    static const char *const names[3] = {"vertex", "texture coordinate", "normal"};
    const size_t before[3] = {so_far->v, so_far->vt, so_far->vn};
    const size_t all[3] = {total->v, total->vt, total->vn};
    const char *c = *at;
    for (int part = 0; part < 3; part++) {
        char *after;
        long index = strtol(c, &after, 10);
        if (after == c && part == 0)
            return editor_import_refuse(importer, "line %zu: \"%.20s\" is not the number of a vertex", line->number, c);
        // If a file refers to normals or texture coordinates but has none at all, ignore the references.
        bool ignored = part > 0 && all[part] == 0;
        if (after != c && !ignored && !check_index(importer, line, index, before[part], all[part], names[part]))
            return false;
        c = after;
        if (*c != '/')
            break;
        c++;
    }
    if (c < line->end && !isspace((unsigned char)*c) && *c != '\\' && *c != '#')
        return editor_import_refuse(importer, "line %zu: \"%.20s\" follows a corner of a face", line->number, c);
    *at = c;
    return true;
}

static bool is_continued(const obj_line *line)
{
    const char *c = line->end;
    while (c > line->text && (c[-1] == '\r' || c[-1] == ' '))
        c--;
    return c > line->text && c[-1] == '\\';
}

static bool check_face(editor_importer *importer, const obj_line *line, const char *c, const obj_counts *so_far,
                       const obj_counts *total)
{
    int corners = 0;
    for (c = skip_space(c, line->end); c < line->end && *c != '#'; c = skip_space(c, line->end)) {
        if (!check_corner(importer, line, &c, so_far, total))
            return false;
        corners++;
    }
    if (corners < 3 && !is_continued(line))
        return editor_import_refuse(importer, "line %zu: a face of %d corners%s", line->number, corners,
                                    line->complete ? "" : "; truncated?");
    return true;
}

// Notes the material library that the line names, so that its changes are noticed.
static void note_library(editor_importer *importer, const obj_line *line, const char *name)
{
    const char *end = line->end;
    name = skip_space(name, end);
    while (end > name && isspace((unsigned char)end[-1]))
        end--;
    char *text = malloc((size_t)(end - name) + 1);
    if (!text)
        return;
    memcpy(text, name, (size_t)(end - name));
    text[end - name] = '\0';
    char *path = text[0] ? editor_path_beside(importer->path, text) : NULL;
    const editor_file_stamp stamp = path ? editor_file_look(path) : (editor_file_stamp){0};
    if (stamp.exists)
        editor_import_add_source(importer, path, stamp);
    free(path);
    free(text);
}

bool editor_obj_check(editor_importer *importer)
{
    const char *text = (const char *)importer->bytes;
    const char *end = text + importer->size;
    const char *zero = memchr(text, 0, importer->size);
    if (zero)
        return editor_import_refuse(importer, "not an OBJ file: it is not text, at byte %zu", (size_t)(zero - text));
    obj_counts total = {0}, so_far = {0};
    obj_line line = {0};
    const char *rest;
    for (const char *at = text; next_line(&at, end, &line);) {
        total.v += has_keyword(&line, "v", &rest);
        total.vt += has_keyword(&line, "vt", &rest);
        total.vn += has_keyword(&line, "vn", &rest);
    }
    if (total.v == 0)
        return editor_import_refuse(importer, "not an OBJ file: there is no vertex in it");
    line = (obj_line){0};
    for (const char *at = text; next_line(&at, end, &line);) {
        bool ok = true;
        if (has_keyword(&line, "v", &rest)) {
            so_far.v++;
            ok = check_numbers(importer, &line, rest, 3);
        } else if (has_keyword(&line, "vt", &rest)) {
            so_far.vt++;
            ok = check_numbers(importer, &line, rest, 1);
        } else if (has_keyword(&line, "vn", &rest)) {
            so_far.vn++;
            ok = check_numbers(importer, &line, rest, 3);
        } else if (has_keyword(&line, "f", &rest)) {
            ok = check_face(importer, &line, rest, &so_far, &total);
        } else if (has_keyword(&line, "mtllib", &rest)) {
            note_library(importer, &line, rest);
        }
        if (!ok)
            return false;
    }
    return true;
}

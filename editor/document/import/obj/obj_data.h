// obj_data.h: what the text of an OBJ file holds, as its lines have it.
#ifndef EDITOR_DOCUMENT_OBJ_DATA_H
#define EDITOR_DOCUMENT_OBJ_DATA_H

#include "document/import/common/importer.h"
#include "document/import/obj/obj_text.h"

// What a corner names: a vertex, and perhaps a texture coordinate and a normal.
typedef enum obj_part { OBJ_VERTEX, OBJ_UV, OBJ_NORMAL, OBJ_PART_COUNT } obj_part;

// A corner has no such part.
#define OBJ_ABSENT UINT32_MAX

typedef enum obj_kind { OBJ_FACES, OBJ_LINES, OBJ_POINTS, OBJ_KIND_COUNT } obj_kind;

// Elements that follow one another, of one object and material.
typedef struct obj_run {
    uint32_t object, material;
    uint32_t first_element, first_corner;
} obj_run;

// The lines `f`, `l` or `p` of the file.
typedef struct obj_elements {
    uint32_t *corners[OBJ_PART_COUNT]; // numbers from 0. NULL: no corner names that part
    uint32_t corner_count, corner_capacity;
    uint32_t *sizes; // corners of each element; NULL: faces of three
    uint32_t count, capacity;
    obj_run *runs;
    uint32_t run_count, run_capacity;
} obj_elements;

// Names without repetition, numbered from 0.
typedef struct obj_names {
    obj_name *list;
    uint32_t count, capacity;
    uint32_t *slots; // a hash table of numbers + 1
    uint32_t slot_count;
} obj_names;

// The number of a name, which is added where it is new. OBJ_ABSENT: out of memory.
uint32_t obj_names_add(obj_names *names, obj_name name);
// The number of a name, or OBJ_ABSENT.
uint32_t obj_names_find(const obj_names *names, obj_name name);
void obj_names_free(obj_names *names);

typedef struct obj_data {
    float *values[OBJ_PART_COUNT]; // 3, 2 and 3 for each
    uint32_t counts[OBJ_PART_COUNT], capacities[OBJ_PART_COUNT];
    double origin[3]; // where objects are: vertices are relative to it
    float *colors;    // 4 for each vertex, linear; NULL: none has any
    obj_elements elements[OBJ_KIND_COUNT];
    obj_name *objects; // those with elements. Others leave no trace
    uint32_t object_count, object_capacity;
    obj_names materials; // those that are used; the first has no name, and is that of elements before any `usemtl`
    obj_names libraries;
    obj_joined *joined; // what the text has on several lines
} obj_data;

// Whether an element has no material, or there are only vertices.
bool obj_uses_default(const obj_data *data);

void obj_data_free(obj_data *data);

// Reads the importer's text, which must be UTF-8 or another extension of ASCII, in which the names lie, or `joined`.
// Warns of what is left out. False: refused; free the data in any case.
bool obj_parse(editor_importer *importer, obj_data *data);

#endif

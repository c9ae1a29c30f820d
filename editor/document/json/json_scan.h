// json_scan.h: checks the grammar of JSON text strictly and finds the position of each value.
//
// Why:        cJSON builds the tree, but it reports no lines, accepts more than the grammar (numbers like 01, raw
//             control characters, strings cut at \u0000, invalid UTF-8) and keeps the last of two fields of one name.
//             This scan accepts strict JSON only, so both trees are the same.
// Order:      values are numbered in the order of the text: a container, then its content.
#ifndef EDITOR_DOCUMENT_JSON_SCAN_H
#define EDITOR_DOCUMENT_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EDITOR_JSON_DEPTH = 64 }; // maximum depth of nested containers

typedef struct editor_json_span {
    uint32_t key;        // offset of the opening quotation mark of the field's name; without a name, of the value
    uint32_t start, end; // offsets of the value's first byte and after its last
    uint32_t size;       // number of values in it, including itself: the next sibling is this many values later
} editor_json_span;

typedef struct editor_json_map {
    editor_json_span *spans;
    uint32_t count, capacity;
} editor_json_map;

typedef struct editor_json_fault {
    const char *what; // a static string; "out of memory" is one
    size_t at;        // offset
} editor_json_fault;

// `text` has a zero at `size`, which is below 2^31. False: see the fault; the map is empty.
bool editor_json_scan(const char *text, size_t size, editor_json_map *map, editor_json_fault *fault);
void editor_json_map_free(editor_json_map *map);

// The line of an offset, from 1 on.
uint32_t editor_json_line(const char *text, size_t at);

#endif

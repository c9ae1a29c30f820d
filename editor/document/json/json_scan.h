// json_scan.h: the grammar of a JSON text, strictly, and where each of its values stands.
//
// Why:        cJSON builds the tree, but it says no line, lets more through than the grammar (numbers like 01, raw
//             control characters, texts cut at \u0000, bytes that are not UTF-8) and keeps the last of two fields of
//             one name. What passes here is JSON to the letter, so the two trees are the same.
// Order:      values are numbered in the order of the text: a container, then what is in it.
#ifndef EDITOR_DOCUMENT_JSON_SCAN_H
#define EDITOR_DOCUMENT_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EDITOR_JSON_DEPTH = 64 }; // containers in containers

typedef struct editor_json_span {
    uint32_t key;        // offset of the field's name, at its quotation mark; of the value when it has none
    uint32_t start, end; // offsets of the value's first byte and of what follows its last
    uint32_t size;       // values in it, itself included: at this distance is the next one beside it
} editor_json_span;

typedef struct editor_json_map {
    editor_json_span *spans;
    uint32_t count, capacity;
} editor_json_map;

typedef struct editor_json_fault {
    const char *what; // a static string; "out of memory" is one
    size_t at;        // offset
} editor_json_fault;

// `text` has a zero at `size`, which is below 2^31. False with the fault; the map is then empty.
bool editor_json_scan(const char *text, size_t size, editor_json_map *map, editor_json_fault *fault);
void editor_json_map_free(editor_json_map *map);

// Of the offset, from 1 on.
uint32_t editor_json_line(const char *text, size_t at);

#endif

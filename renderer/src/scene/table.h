// table.h: an array on the GPU with a copy on the CPU. Changed rows are uploaded once per frame.
//
// A shader sees one part of it at a time: as many rows as the device's storage buffers allow, a power of two, so that
// a table that is larger than one part is a number of whole ones.
#ifndef RENDERER_SRC_TABLE_H
#define RENDERER_SRC_TABLE_H

#include "device/resource.h"

typedef struct render_table {
    const render_allocator *allocator;
    const char *name;
    uint32_t row_size;
    uint32_t capacity;  // rows
    uint32_t part_bits; // 2^part_bits rows are what a shader of the device sees at a time
    char *rows;
    uint64_t *changed;             // a bit per row
    uint32_t first_word, end_word; // the words that can have changed bits
    render_buffer buffer;
    uint32_t generation; // counts the buffers
    uint64_t last_batch; // number of the upload batch that rows were last written in
} render_table;

void render_table_init(const render_device *device, render_table *table, const char *name, uint32_t row_size);
void render_table_finish(render_device *device, render_table *table);
bool render_table_reserve(render_table *table, uint32_t rows); // new rows are zero; false: out of memory
void *render_table_row(const render_table *table, uint32_t row);
void render_table_mark(render_table *table, uint32_t row);
VkDeviceSize render_table_part_size(const render_table *table); // bytes that a shader sees at a time
// Uploads the changed rows.
render_result render_table_flush(render_device *device, render_table *table);

#endif

// table.h: an array on the GPU with a copy on the CPU. Changed rows are uploaded once per frame.
#ifndef RENDERER_SRC_TABLE_H
#define RENDERER_SRC_TABLE_H

#include "device/resource.h"

typedef struct render_table {
    const render_allocator *allocator;
    const char *name;
    uint32_t row_size;
    uint32_t capacity; // rows
    uint32_t limit;    // rows that a shader of the device can see
    char *rows;
    uint64_t *changed;             // a bit per row
    uint32_t first_word, end_word; // the words that can have changed bits
    render_buffer buffer;
    uint32_t generation; // counts the buffers
} render_table;

void render_table_init(const render_device *device, render_table *table, const char *name, uint32_t row_size);
void render_table_finish(render_device *device, render_table *table);
bool render_table_reserve(render_table *table, uint32_t rows); // new rows are zero; false: out of memory, or the limit
void *render_table_row(const render_table *table, uint32_t row);
void render_table_mark(render_table *table, uint32_t row);
// Uploads the changed rows.
render_result render_table_flush(render_device *device, render_table *table);

#endif

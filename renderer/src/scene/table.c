#include "scene/table.h"

#include "device/device_private.h"

#include <string.h>

enum { LEAST = 64 }; // rows: a word of bits

// The power of two of rows that so many bytes have room for. Every device has room for LEAST.
static uint32_t count_row_bits(uint32_t bytes, uint32_t row_size)
{
    uint32_t bits = 6;
    while ((uint64_t)row_size << (bits + 1) <= bytes)
        bits++;
    return bits;
}

void render_table_init(const render_device *device, render_table *table, const char *name, uint32_t row_size)
{
    *table = (render_table){.allocator = device->allocator,
                            .name = name,
                            .row_size = row_size,
                            .part_bits = count_row_bits(device->limits.storage_range, row_size)};
}

void render_table_finish(render_device *device, render_table *table)
{
    render_buffer_retire(device, &table->buffer);
    render_free(table->rows);
    render_free(table->changed);
    *table = (render_table){0};
}

bool render_table_reserve(render_table *table, uint32_t rows)
{
    if (rows <= table->capacity)
        return true;
    uint32_t capacity = table->capacity ? table->capacity : LEAST;
    while (capacity < rows)
        capacity *= 2;
    char *new_rows = render_reallocate(table->allocator, table->rows, (size_t)capacity * table->row_size);
    if (new_rows == NULL)
        return false;
    table->rows = new_rows;
    uint64_t *changed = render_reallocate(table->allocator, table->changed, capacity / 64 * sizeof *changed);
    if (changed == NULL)
        return false;
    table->changed = changed;
    memset(new_rows + (size_t)table->capacity * table->row_size, 0,
           (size_t)(capacity - table->capacity) * table->row_size);
    memset(changed, 0xff, capacity / 64 * sizeof *changed); // upload all rows: flush creates a larger buffer
    table->first_word = 0;
    table->end_word = capacity / 64;
    table->capacity = capacity;
    return true;
}

void *render_table_row(const render_table *table, uint32_t row)
{
    return table->rows + (size_t)row * table->row_size;
}

VkDeviceSize render_table_part_size(const render_table *table)
{
    const uint32_t part = UINT32_C(1) << table->part_bits;
    return (VkDeviceSize)(table->capacity < part ? table->capacity : part) * table->row_size;
}

void render_table_mark(render_table *table, uint32_t row)
{
    uint32_t word = row / 64;
    table->changed[word] |= UINT64_C(1) << row % 64;
    if (table->first_word == table->end_word) {
        table->first_word = word;
        table->end_word = word + 1;
    } else {
        if (word < table->first_word)
            table->first_word = word;
        if (word + 1 > table->end_word)
            table->end_word = word + 1;
    }
}

static bool is_changed(const render_table *table, uint32_t row)
{
    return table->changed[row / 64] >> row % 64 & 1u;
}

static render_result upload_rows(render_device *device, render_table *table, uint32_t first, uint32_t end)
{
    const render_result result =
        render_upload_buffer(device, &table->buffer, (VkDeviceSize)first * table->row_size,
                             render_table_row(table, first), (VkDeviceSize)(end - first) * table->row_size);
    table->last_batch = device->upload.batch;
    return result;
}

// Gives the table another buffer, of the size it needs, and marks all rows.
static render_result replace_buffer(render_device *device, render_table *table)
{
    render_buffer buffer;
    const render_result result = render_buffer_create(
        device, table->name, (VkDeviceSize)table->capacity * table->row_size,
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT, RENDER_MEMORY_DEVICE, &buffer);
    if (result != RENDER_OK)
        return result;
    render_buffer_retire(device, &table->buffer);
    table->buffer = buffer;
    table->generation++;
    memset(table->changed, 0xff, table->capacity / 64 * sizeof *table->changed);
    table->first_word = 0;
    table->end_word = table->capacity / 64;
    return RENDER_OK;
}

render_result render_table_flush(render_device *device, render_table *table)
{
    render_result result = RENDER_OK;
    const bool changed = table->first_word < table->end_word;
    const bool grown = table->buffer.size != (VkDeviceSize)table->capacity * table->row_size;
    // What an engine has recorded and not yet submitted must see the rows as they were.
    if (grown || (changed && device->deletions.held))
        TRY(replace_buffer(device, table));
    // A range may be written once per batch: a frame that failed has left its batch open.
    else if (changed && table->last_batch == device->upload.batch)
        TRY(render_upload_flush(device));
    uint32_t row = table->first_word * 64, end = table->end_word * 64;
    while (row < end) {
        if (row % 64 == 0 && table->changed[row / 64] == 0) {
            row += 64;
        } else if (!is_changed(table, row)) {
            row++;
        } else {
            uint32_t first = row;
            while (row < end && is_changed(table, row))
                row++;
            TRY(upload_rows(device, table, first, row));
            // Clear the bits now, not at the end: a range may be written once per batch, and the next upload may fail.
            for (uint32_t done = first; done < row; done++)
                table->changed[done / 64] &= ~(UINT64_C(1) << done % 64);
        }
    }
    table->first_word = table->end_word = 0;
error:
    return result;
}

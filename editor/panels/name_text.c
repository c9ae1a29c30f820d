// name_text.c: names that are shortened to the room that they have.
#include "panels/name_text.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool is_inside_letter(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

// Writes about `kept` bytes of the name, whole letters, half of them from its end.
static void shorten(const char *name, size_t length, size_t kept, char *out, size_t size)
{
    size_t head = (kept + 1) / 2, tail = length - kept / 2;
    while (head > 0 && is_inside_letter(name[head]))
        head--;
    while (tail < length && is_inside_letter(name[tail]))
        tail++;
    snprintf(out, size, "%.*s...%s", (int)head, name, name + tail);
}

void editor_name_text_fit(const char *name, double room, double (*width)(const void *user, const char *text),
                          const void *user, char *out, size_t size)
{
    const size_t length = strlen(name);
    size_t low = 0, high = length < size - 4 ? length : size - 4; // bytes that are kept
    if (length < size) {
        memcpy(out, name, length + 1);
        if (width(user, out) <= room)
            return;
    }
    while (low < high) {
        const size_t middle = high - (high - low) / 2;
        shorten(name, length, middle, out, size);
        if (width(user, out) <= room)
            low = middle;
        else
            high = middle - 1;
    }
    shorten(name, length, low, out, size);
}

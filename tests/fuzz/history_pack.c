// What a child process hands back is read as if an enemy had written it: any bytes are refused in one line or become a
// level that can be picked in. A first byte that is even: the rest is a pack. Odd: a good pack with bytes changed,
// removed or doubled, so that the fuzzer gets behind the counts at once.
#include "history.h"

#include "pack_model.h"

// Each change is a place, what to do, and a value.
static size_t change(history *h, uint8_t *bytes, size_t size, size_t capacity)
{
    while (!history_ended(h) && size > 8) {
        const size_t at = ((size_t)history_byte(h) << 8 | history_byte(h)) % (size - 4);
        const uint8_t what = history_byte(h), value = history_byte(h);
        static const uint32_t likely[] = {0, 1, 2, 3, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0x7f800000};
        const size_t piece = 1 + value % 16;
        switch (what % 4) {
        case 0:
            bytes[at] = value;
            break;
        case 1:
            memcpy(bytes + at, &likely[value % (sizeof(likely) / sizeof(likely[0]))], 4);
            break;
        case 2:
            if (at + piece < size) {
                memmove(bytes + at, bytes + at + piece, size - at - piece);
                size -= piece;
            }
            break;
        default:
            if (size + piece <= capacity && at + piece <= size) {
                memmove(bytes + at + piece, bytes + at, size - at);
                size += piece;
            }
        }
    }
    return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    history h = history_begin(bytes, size);
    if (history_byte(&h) % 2 == 0) {
        const size_t skipped = size > 0;
        HISTORY_MUST(pack_model_try(bytes + skipped, size - skipped) != PACK_WRONG);
        return 0;
    }
    size_t whole = 0;
    uint8_t *pack = pack_model_write(&whole);
    HISTORY_MUST(pack != NULL);
    const size_t capacity = whole + 4096;
    uint8_t *room = calloc(capacity, 1);
    HISTORY_MUST(room != NULL);
    memcpy(room, pack, whole);
    free(pack);
    const size_t changed = change(&h, room, whole, capacity);
    uint8_t *exact = malloc(changed); // so that reading past the end is seen
    HISTORY_MUST(exact != NULL);
    memcpy(exact, room, changed);
    free(room);
    HISTORY_MUST(pack_model_try(exact, changed) != PACK_WRONG);
    free(exact);
    return 0;
}

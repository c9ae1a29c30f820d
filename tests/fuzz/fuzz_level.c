// Level files that are truncated, changed and recombined: each is read or refused, never a crash; a level that was read
// can be written, and reads back as the same level.
//
//   fuzz_level [ROUNDS [SEED]]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "effort.h"
#include "level_text.h"
#include "random.h"

static struct {
    uint64_t read, refused;
} counts;

static const char *const PIECES[] = {"{",
                                     "}",
                                     "[",
                                     "]",
                                     ",",
                                     ":",
                                     "\"",
                                     "\\",
                                     "null",
                                     "true",
                                     "0",
                                     "-",
                                     "1e999",
                                     "1e-400",
                                     "-0",
                                     "9007199254740993",
                                     "4294967295",
                                     "\"id\": 1",
                                     "\"parent\": 2",
                                     "\"parent\": 6",
                                     "\"mesh\": 1",
                                     "\"mesh\": 99999999",
                                     "\"asset\": 1",
                                     "\"follows\": 2",
                                     "\"moved_of\": 24",
                                     "\"moved\": [[1, 0, 0, 0]]",
                                     "\"node\": 4294967294",
                                     "\"name\": \"\"",
                                     "\"\\u0000\"",
                                     "\"\\ud800\"",
                                     "\xff",
                                     "[[[[[[[[[[[[[[[[",
                                     "{\"a\":{\"a\":{\"a\":",
                                     "\"objects\": []",
                                     "\"parts\": []",
                                     "\"shape\": \"compound\"",
                                     "\"basis\": [0, 0, 0, 0, 0, 0, 0, 0, 0]",
                                     "\"basis\": [1e30, 0, 0, 0, 1e30, 0, 0, 0, 1e30]",
                                     "NaN",
                                     "Infinity"};

// A line of the level, a piece, or a few bytes, put in or over something.
static size_t mutate(test_random *random, char *text, size_t size, size_t capacity)
{
    for (uint32_t i = 1 + random_index(random, 3); i > 0; i--) {
        size_t at = random_index(random, (uint32_t)size + 1), over = 0, length = 1;
        char byte = (char)random_index(random, 256);
        const char *put = &byte;
        switch (random_index(random, 8)) {
        case 3:
        case 4:
        case 5:
        case 6: // another digit in a number, which leaves it JSON
            while (at < size && !(text[at] >= '0' && text[at] <= '9'))
                at++;
            byte = (char)('0' + random_index(random, 10));
            over = at < size;
            length = over;
            break;
        case 0:
            over = at < size;
            break;
        case 1:
            put = PIECES[random_index(random, sizeof(PIECES) / sizeof(PIECES[0]))];
            length = strlen(put);
            over = random_index(random, 2) ? length : 0;
            break;
        case 2:
            put = LEVEL_TEXT + random_index(random, (uint32_t)LEVEL_TEXT_SIZE - 79);
            length = random_index(random, 80);
            break;
        default:
            length = 0;
            over = random_index(random, 40);
            break;
        }
        if (over > size - at)
            over = size - at;
        if (size - over + length > capacity)
            continue;
        char moved[80];
        memcpy(moved, put, length);
        memmove(text + at + length, text + at + over, size - at - over);
        memcpy(text + at, moved, length);
        size += length - over;
    }
    return size;
}

static void try(const char *text, size_t size)
{
    const bool read = level_text_try(text, size);
    counts.read += read;
    counts.refused += !read;
}

int main(int argc, char **argv)
{
    unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : test_effort(4000, 20000);
    test_random random = {argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    const size_t size = LEVEL_TEXT_SIZE;
    try(LEVEL_TEXT, size);
    // Without its last bytes, which are the brace and the line's end, none of them is a level.
    for (size_t cut = 0; cut < size - 1; cut++)
        try(LEVEL_TEXT, cut);
    char *text = counts.read == 1 ? malloc(2 * size) : NULL;
    if (!text) {
        fprintf(stderr, "fuzz_level: the level itself is refused, or one that is cut is read\n");
        return 1;
    }
    for (unsigned long i = 0; i < rounds; i++) {
        memcpy(text, LEVEL_TEXT, size);
        try(text, mutate(&random, text, size, 2 * size));
    }
    free(text);
    printf("fuzz_level: %llu read, %llu refused\n", (unsigned long long)counts.read,
           (unsigned long long)counts.refused);
    return counts.read > rounds / 20 && counts.refused > rounds / 20 ? 0 : 1;
}

// verify.h: the comparison of every pixel (docs/verify.md), for the command and for its bench.
#ifndef EDITOR_CLI_VERIFY_H
#define EDITOR_CLI_VERIFY_H

#include "cli/command.h"

typedef struct editor_verify_tally {
    uint64_t pixels, hits, gpu_hits;   // compared pixels; those where a pick hit; those where the image has an object
    uint64_t disagreements, explained; // different objects
    uint64_t triangle_disagreements, triangle_explained; // the same object, different triangles
    uint64_t described;                                  // unexplained pixels described on stderr
} editor_verify_tally;

// Adds two tallies; `described` is that of the second.
editor_verify_tally editor_verify_add(const editor_verify_tally *a, const editor_verify_tally *b);

// Compares the first `views` (1 to EDITOR_VERIFY_VIEW_COUNT) of the matrix on a device of its own. The level must not
// be empty; some views move it and move it back. Prints nothing to standard output. Returns the exit status:
// EDITOR_EXIT_DONE whatever the sum is.
int editor_cli_verify_matrix(const editor_cli_globals *globals, editor_level *level, uint32_t width, uint32_t height,
                             uint32_t views, editor_verify_tally *sum);

// The options of vkpick bench verify.
typedef struct editor_verify_bench {
    const char *models; // a file, or a folder of models; NULL: none
    bool is_quick;      // a few views of the demo level, small
    bool is_long;       // larger pictures, and the models below VKPICK_ASSETS_DIR
    bool json;
} editor_verify_bench;
int editor_cli_verify_bench(const editor_cli_globals *globals, const editor_verify_bench *options);

#endif

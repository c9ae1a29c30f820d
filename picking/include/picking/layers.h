// layers.h: which layers see which, as data.
//
// Layers:     32, numbered 0 to 31; an object is in any of them (pick_object_desc.layers, a bit mask).
// Matrix:     for each layer that a ray can be cast from, the mask of the layers that it sees. "The player's ray does
//             not see triggers" is one entry of a table that a level can save, not an if in the program.
// Use:        query.hidden_layers = ~pick_layer_matrix_mask(&matrix, layers of what casts the ray).
#ifndef PICKING_LAYERS_H
#define PICKING_LAYERS_H

#include "picking/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { PICK_LAYER_COUNT = 32 };

// Plain data: copy, save and compare it freely.
typedef struct pick_layer_matrix {
    uint32_t sees[PICK_LAYER_COUNT]; // sees[a] bit b: a ray cast from layer a sees objects in layer b
} pick_layer_matrix;

// Every layer sees every layer.
PICK_API void pick_layer_matrix_init(pick_layer_matrix *matrix);

// Whether a ray from layer `from` sees layer `to`. The other way round is an entry of its own. Both are below
// PICK_LAYER_COUNT; else PICK_ERROR_INVALID_ARGUMENT, and nothing changes.
PICK_API pick_result pick_layer_matrix_set(pick_layer_matrix *matrix, uint32_t from, uint32_t to, bool sees);

// Both ways at once.
PICK_API pick_result pick_layer_matrix_set_pair(pick_layer_matrix *matrix, uint32_t a, uint32_t b, bool sees);

// False for numbers that are no layers.
PICK_API bool pick_layer_matrix_sees(const pick_layer_matrix *matrix, uint32_t from, uint32_t to);

// What a ray sees that is cast from something in `layers` (a bit mask): all that any of its layers sees.
PICK_API uint32_t pick_layer_matrix_mask(const pick_layer_matrix *matrix, uint32_t layers);

#ifdef __cplusplus
}
#endif

#endif

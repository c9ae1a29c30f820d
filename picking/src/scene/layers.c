#include "picking/layers.h"
#include "base/compiler.h"

void pick_layer_matrix_init(pick_layer_matrix *matrix)
{
    if (matrix == NULL)
        return;
    for (uint32_t layer = 0; layer < PICK_LAYER_COUNT; layer++)
        matrix->sees[layer] = 0xffffffffu;
}

pick_result pick_layer_matrix_set(pick_layer_matrix *matrix, uint32_t from, uint32_t to, bool sees)
{
    if (matrix == NULL || from >= PICK_LAYER_COUNT || to >= PICK_LAYER_COUNT)
        return PICK_ERROR_INVALID_ARGUMENT;
    const uint32_t bit = 1u << to;
    matrix->sees[from] = sees ? matrix->sees[from] | bit : matrix->sees[from] & ~bit;
    return PICK_OK;
}

pick_result pick_layer_matrix_set_pair(pick_layer_matrix *matrix, uint32_t a, uint32_t b, bool sees)
{
    const pick_result result = pick_layer_matrix_set(matrix, a, b, sees);
    return result != PICK_OK ? result : pick_layer_matrix_set(matrix, b, a, sees);
}

bool pick_layer_matrix_sees(const pick_layer_matrix *matrix, uint32_t from, uint32_t to)
{
    return matrix != NULL && from < PICK_LAYER_COUNT && to < PICK_LAYER_COUNT && (matrix->sees[from] >> to & 1u) != 0;
}

uint32_t pick_layer_matrix_mask(const pick_layer_matrix *matrix, uint32_t layers)
{
    if (matrix == NULL)
        return 0;
    uint32_t mask = 0;
    for (uint32_t layer = 0; layer < PICK_LAYER_COUNT; layer++)
        mask |= (layers >> layer & 1u) != 0 ? matrix->sees[layer] : 0;
    return mask;
}

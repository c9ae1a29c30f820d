// affine.c: transforms in double.
#include "document/level.h"

const editor_affine EDITOR_AFFINE_IDENTITY = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}};

pick_transform editor_affine_to_pick(const editor_affine *affine)
{
    pick_transform out;
    for (int i = 0; i < 9; i++)
        out.linear[i] = (float)affine->linear[i];
    out.origin = pick_vec3_make(affine->origin[0], affine->origin[1], affine->origin[2]);
    return out;
}

editor_affine editor_affine_multiply(const editor_affine *a, const editor_affine *b)
{
    editor_affine out;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            const double *v = b->linear + 3 * column;
            out.linear[3 * column + row] =
                a->linear[row] * v[0] + a->linear[3 + row] * v[1] + a->linear[6 + row] * v[2];
        }
        const double *o = b->origin;
        out.origin[row] =
            a->linear[row] * o[0] + a->linear[3 + row] * o[1] + a->linear[6 + row] * o[2] + a->origin[row];
    }
    return out;
}

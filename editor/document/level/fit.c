// fit.c: scale and up axis of a model.
#include "document/level/fit.h"

#include <string.h>

static const char *const names[] = {NULL, "x", "y", "z"};

bool editor_fit_is_plain(const editor_fit *fit)
{
    return fit->scale == 1 && fit->up == EDITOR_AXIS_Y;
}

const char *editor_fit_fault(const editor_fit *fit)
{
    if (!(fit->scale >= EDITOR_FIT_LEAST && fit->scale <= EDITOR_FIT_MOST))
        return "scale: expected 0.000001 to 1000000";
    return fit->up >= EDITOR_AXIS_X && fit->up <= EDITOR_AXIS_Z ? NULL : "up: expected x, y or z";
}

pick_affine editor_fit_matrix(const editor_fit *fit)
{
    // Columns: where the model's x, y and z go. Quarter turns, so that nothing is mirrored.
    static const double turns[][9] = {
        [EDITOR_AXIS_X] = {0, 1, 0, -1, 0, 0, 0, 0, 1},
        [EDITOR_AXIS_Y] = {1, 0, 0, 0, 1, 0, 0, 0, 1},
        [EDITOR_AXIS_Z] = {1, 0, 0, 0, 0, -1, 0, 1, 0},
    };
    pick_affine out = PICK_AFFINE_IDENTITY;
    for (int i = 0; i < 9; i++)
        out.linear[i] = turns[fit->up][i] * fit->scale + 0.0; // no negative zeros
    return out;
}

const char *editor_axis_name(editor_axis axis)
{
    return names[axis];
}

editor_axis editor_axis_find(const char *name)
{
    for (int i = EDITOR_AXIS_X; i <= EDITOR_AXIS_Z; i++) {
        if (strcmp(name, names[i]) == 0)
            return (editor_axis)i;
    }
    return EDITOR_AXIS_NONE;
}

// fit.h: scale and up axis of a model that are changed at import.
//
// The roots of what is imported are transformed, so picture and picking follow; meshes stay as they are read.
#ifndef EDITOR_DOCUMENT_FIT_H
#define EDITOR_DOCUMENT_FIT_H

#include "document/level/level.h"

bool editor_fit_is_plain(const editor_fit *fit);
// Why the values are invalid, as "scale: expected ...", or NULL.
const char *editor_fit_fault(const editor_fit *fit);
// From the model's numbers to metres with +Y up.
pick_affine editor_fit_matrix(const editor_fit *fit);
// "x", "y", "z"; and back: EDITOR_AXIS_NONE for any other text.
const char *editor_axis_name(editor_axis axis);
editor_axis editor_axis_find(const char *name);

#endif

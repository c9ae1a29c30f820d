// primitive_text.h: a primitive as the fields of a JSON object, as level files and exports have them.
#ifndef EDITOR_DOCUMENT_PRIMITIVE_TEXT_H
#define EDITOR_DOCUMENT_PRIMITIVE_TEXT_H

#include "document/level/primitive.h"
#include "system/text.h"

// Appends `"shape": "box", "width": 2, ...`, without braces.
void editor_primitive_write(editor_text *out, const editor_primitive *primitive);

#endif

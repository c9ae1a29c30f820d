// decode.h: decodes what lies encoded inside a model, in a child process (system/child.h): one for a model, started
// when something is first decoded. Bytes that break a decoder cost what they encode, not the editor.
#ifndef EDITOR_DOCUMENT_DECODE_H
#define EDITOR_DOCUMENT_DECODE_H

#include "document/import/common/decode_mesh.h"
#include "document/import/common/importer.h"

// Sets how many pixels a picture may have, for the whole process: 2^26 unless set. It bounds the child's memory, too:
// decoding takes up to 12 bytes a pixel. All pictures of one model may have four times as many, and 64 for each byte
// that they are decoded from: a few kilobytes can hold hundreds of large pictures of one colour. All models of a level
// together have eight times as many, and 64 for each byte.
void editor_decode_set_pixels(uint64_t pixels);
uint64_t editor_decode_pixels(void);

// Decodes a picture with the importer's decoder. False: `reason` says why, as it follows the picture's name.
bool editor_decode_image(editor_importer *importer, const void *bytes, size_t size, editor_image *out,
                         editor_error *reason);

// The same to `out->heights`. They are as many as its width and height say, and else unchecked.
bool editor_decode_heights(editor_importer *importer, const void *bytes, size_t size, editor_image *out,
                           editor_error *reason);

// Decode compressed geometry (decode_mesh.h). The caller frees the result, which has just the size of what was asked
// for: count times stride; `wanted` bytes. NULL: `reason` says why.
uint8_t *editor_decode_meshopt(editor_importer *importer, const editor_meshopt *stream, const uint8_t *bytes,
                               size_t size, editor_error *reason);
uint8_t *editor_decode_draco(editor_importer *importer, const editor_draco *mesh, const uint8_t *bytes, size_t size,
                             size_t wanted, editor_error *reason);

// Ends the child of this import, if there is one.
void editor_decode_end(editor_importer *importer);

#endif

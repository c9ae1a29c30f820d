// decode_no_draco.c: stands for decode_draco.cpp where Draco was not there when this was built.
#include "document/import/common/decode_mesh.h"

bool editor_decode_draco_mesh(const editor_draco *mesh, const uint8_t *bytes, size_t size, FILE *out)
{
    (void)mesh, (void)bytes, (void)size, (void)out;
    return false;
}

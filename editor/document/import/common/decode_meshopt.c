// decode_meshopt.c: streams of EXT_meshopt_compression.
#include "document/import/common/decode_mesh.h"

#include <stdlib.h>

const char *editor_meshopt_fault(const editor_meshopt *stream)
{
    const uint32_t stride = stream->stride;
    if (stream->mode > EDITOR_MESHOPT_INDICES || stream->filter > EDITOR_MESHOPT_EXPONENTIAL)
        return "an unknown mode or filter";
    if (stream->mode == EDITOR_MESHOPT_ATTRIBUTES ? stride == 0 || stride > 256 || stride % 4 != 0
                                                  : stride != 2 && stride != 4)
        return "a stride that its mode does not allow";
    if (stream->mode == EDITOR_MESHOPT_TRIANGLES && stream->count % 3 != 0)
        return "indices that do not make whole triangles";
    const bool fits = stream->filter == EDITOR_MESHOPT_OCTAHEDRAL   ? stride == 4 || stride == 8
                      : stream->filter == EDITOR_MESHOPT_QUATERNION ? stride == 8
                                                                    : true;
    if (!fits || (stream->filter != EDITOR_MESHOPT_NONE && stream->mode != EDITOR_MESHOPT_ATTRIBUTES))
        return "a filter that its stride or mode does not allow";
    return NULL;
}

#if EDITOR_MESHOPT

#include <meshoptimizer.h>

static bool decode(const editor_meshopt *stream, const uint8_t *bytes, size_t size, void *elements)
{
    const size_t count = stream->count, stride = stream->stride;
    switch (stream->mode) {
    case EDITOR_MESHOPT_TRIANGLES:
        return meshopt_decodeIndexBuffer(elements, count, stride, bytes, size) == 0;
    case EDITOR_MESHOPT_INDICES:
        return meshopt_decodeIndexSequence(elements, count, stride, bytes, size) == 0;
    default:
        break;
    }
    if (meshopt_decodeVertexBuffer(elements, count, stride, bytes, size) != 0)
        return false;
    if (stream->filter == EDITOR_MESHOPT_OCTAHEDRAL)
        meshopt_decodeFilterOct(elements, count, stride);
    else if (stream->filter == EDITOR_MESHOPT_QUATERNION)
        meshopt_decodeFilterQuat(elements, count, stride);
    else if (stream->filter == EDITOR_MESHOPT_EXPONENTIAL)
        meshopt_decodeFilterExp(elements, count, stride);
    return true;
}

bool editor_decode_meshopt_stream(const editor_meshopt *stream, const uint8_t *bytes, size_t size, FILE *out)
{
    if (editor_meshopt_fault(stream))
        return false;
    // The filters work on four elements at a time.
    void *elements = calloc((size_t)stream->count + 4, stream->stride);
    const bool ok = elements && decode(stream, bytes, size, elements) &&
                    fwrite(elements, stream->stride, stream->count, out) == stream->count;
    free(elements);
    return ok;
}

#else

bool editor_decode_meshopt_stream(const editor_meshopt *stream, const uint8_t *bytes, size_t size, FILE *out)
{
    (void)stream, (void)bytes, (void)size, (void)out;
    return false;
}

#endif

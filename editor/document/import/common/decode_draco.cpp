// decode_draco.cpp: meshes of KHR_draco_mesh_compression. The only file that sees Draco, which has no C interface.
#include "document/import/common/decode_mesh.h"

#include <draco/compression/decode.h>

#include <memory>
#include <vector>

template <typename Number>
static bool put_attribute(const draco::PointAttribute &attribute, uint32_t points, uint32_t components, FILE *out)
{
    std::vector<Number> values(static_cast<size_t>(points) * components);
    for (uint32_t i = 0; i < points; i++) {
        const draco::AttributeValueIndex value = attribute.mapped_index(draco::PointIndex(i));
        if (value.value() >= attribute.size() ||
            !attribute.ConvertValue<Number>(value, static_cast<int8_t>(components),
                                            &values[static_cast<size_t>(i) * components]))
            return false;
    }
    return fwrite(values.data(), sizeof(Number), values.size(), out) == values.size();
}

static bool put_attribute_of(const draco::PointAttribute &attribute, uint32_t points,
                             const editor_draco_attribute &wanted, FILE *out)
{
    if (wanted.components < 1 || wanted.components > 4)
        return false;
    switch (wanted.component_type) {
    case 5120:
        return put_attribute<int8_t>(attribute, points, wanted.components, out);
    case 5121:
        return put_attribute<uint8_t>(attribute, points, wanted.components, out);
    case 5122:
        return put_attribute<int16_t>(attribute, points, wanted.components, out);
    case 5123:
        return put_attribute<uint16_t>(attribute, points, wanted.components, out);
    case 5125:
        return put_attribute<uint32_t>(attribute, points, wanted.components, out);
    case 5126:
        return put_attribute<float>(attribute, points, wanted.components, out);
    default:
        return false;
    }
}

static bool put_mesh(const draco::Mesh &mesh, const editor_draco &wanted, FILE *out)
{
    if (mesh.num_points() != wanted.vertex_count || mesh.num_faces() != wanted.index_count / 3 ||
        wanted.index_count % 3 != 0)
        return false;
    for (uint32_t i = 0; i < mesh.num_faces(); i++) {
        const draco::Mesh::Face &face = mesh.face(draco::FaceIndex(i));
        const uint32_t corners[3] = {face[0].value(), face[1].value(), face[2].value()};
        if (fwrite(corners, sizeof(corners), 1, out) != 1)
            return false;
    }
    for (uint32_t i = 0; i < wanted.attribute_count && i < EDITOR_DRACO_ATTRIBUTES; i++) {
        const draco::PointAttribute *attribute = mesh.GetAttributeByUniqueId(wanted.attributes[i].id);
        if (!attribute || !put_attribute_of(*attribute, mesh.num_points(), wanted.attributes[i], out))
            return false;
    }
    return true;
}

extern "C" bool editor_decode_draco_mesh(const editor_draco *wanted, const uint8_t *bytes, size_t size, FILE *out)
{
    try {
        draco::DecoderBuffer buffer;
        buffer.Init(reinterpret_cast<const char *>(bytes), size);
        draco::Decoder decoder;
        auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
        if (!decoded.ok())
            return false;
        const std::unique_ptr<draco::Mesh> mesh = std::move(decoded).value();
        return mesh && put_mesh(*mesh, *wanted, out);
    } catch (...) { // out of memory: no exception may reach C
        return false;
    }
}

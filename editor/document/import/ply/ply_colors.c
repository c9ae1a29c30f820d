// ply_colors.c: colours of PLY files.
#include "document/import/ply/ply_colors.h"

#include "document/level/srgb.h"

static double within(double value)
{
    return value > 0 ? fmin(value, 1) : 0; // NaN: 0
}

static float linear_of(double srgb)
{
    return (float)editor_linear_of_srgb(within(srgb));
}

// What makes a number of that type 0 to 1.
static double scale_of(ply_type type)
{
    return type == PLY_U16 ? 1.0 / 65535 : type < PLY_F32 ? 1.0 / 255 : 1;
}

ply_colors ply_find_colors(const ply_header *header, const ply_element *element)
{
    ply_colors out = {.first = PLY_RED};
    if (element->is_material && !ply_has_roles(header, element, PLY_RED, PLY_BLUE))
        out.first = PLY_AMBIENT_RED;
    out.any = ply_has_roles(header, element, out.first, out.first + 2);
    for (int i = 0; i < 3 && out.any; i++)
        out.scale[i] = scale_of(ply_find_role(header, element, (ply_role)((int)out.first + i))->type);
    const ply_property *alpha = ply_find_role(header, element, PLY_ALPHA);
    out.scale[3] = alpha ? scale_of(alpha->type) : 0;
    for (int i = 0; i < 256; i++)
        out.linear[i] = linear_of(i / 255.0);
    return out;
}

static double alpha_of(const ply_colors *colors, const double *values)
{
    return colors->scale[3] > 0 ? within(values[PLY_ALPHA] * colors->scale[3]) : 1;
}

void ply_put_color(const ply_colors *colors, const double *values, float out[4])
{
    for (int i = 0; i < 3; i++) {
        const double value = values[(int)colors->first + i];
        out[i] = colors->scale[i] == 1.0 / 255 ? colors->linear[(int)fmin(fmax(value, 0), 255)]
                                               : linear_of(value * colors->scale[i]);
    }
    out[3] = (float)alpha_of(colors, values);
}

void ply_pack_color(const ply_colors *colors, const double *values, uint32_t out[2])
{
    uint32_t channels[4];
    for (int i = 0; i < 3; i++)
        channels[i] = (uint32_t)(within(values[(int)colors->first + i] * colors->scale[i]) * 65535 + 0.5);
    channels[3] = (uint32_t)(alpha_of(colors, values) * 65535 + 0.5);
    out[0] = channels[0] | channels[1] << 16;
    out[1] = channels[2] | channels[3] << 16;
}

void ply_unpack_color(const uint32_t packed[2], float out[4])
{
    out[0] = linear_of((packed[0] & 0xFFFF) / 65535.0);
    out[1] = linear_of((packed[0] >> 16) / 65535.0);
    out[2] = linear_of((packed[1] & 0xFFFF) / 65535.0);
    out[3] = (float)((packed[1] >> 16) / 65535.0);
}

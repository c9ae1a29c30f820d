// region_primitive.c: primitives against regions: callbacks ask about shapes, which are tested as parts of volumes are.
#include "base/compiler.h"
#include "region/region_volume.h"

struct pick_region_probe {
    const pick_region *region;
    const float *linear;
    pick_vec3 offset;
};

static bool make_probe_body(const pick_region_probe *probe, const pick_shape *shape, pick_volume_part *part,
                            pick_body *body)
{
    if (probe == NULL || shape == NULL || pick_volume_check(shape) != PICK_OK)
        return false;
    *part = pick_volume_part_of(shape, 0);
    *body = pick_body_make(part, probe->linear, probe->offset);
    return true;
}

bool pick_region_probe_touches(const pick_region_probe *probe, const pick_shape *shape)
{
    pick_volume_part part;
    pick_body body;
    return make_probe_body(probe, shape, &part, &body) && pick_region_body_touches(probe->region, &body);
}

bool pick_region_probe_contains(const pick_region_probe *probe, const pick_shape *shape)
{
    pick_volume_part part;
    pick_body body;
    return make_probe_body(probe, shape, &part, &body) && pick_region_body_contained(probe->region, &body);
}

// What lies outside by its bounds is not asked, so that hierarchies may pass over it.
bool pick_region_primitive_in(const pick_region *region, const pick_volume *volume, const float linear[9],
                              pick_vec3 offset, bool contain)
{
    const pick_primitive *primitive = volume->primitive;
    pick_region_probe probe = {region, linear, offset};
    const pick_body reach = pick_body_make(&primitive->reach, linear, offset);
    return pick_region_body_touches(region, &reach) && primitive->desc.region(primitive->desc.user, &probe, contain);
}

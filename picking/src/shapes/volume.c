// volume.c: checks a shape and copies it, in two passes: the first counts what the second one copies.
#include "picking/volume.h"

#include "base/compiler.h"
#include "base/memory.h"
#include "math/math_inline.h"
#include "math/polytope.h"
#include "shapes/shape_solid.h"
#include "shapes/volume_internal.h"

_Static_assert((int)PICK_VOLUME_PLANES == (int)PICK_POLYTOPE_PLANES,
               "a convex solid's corners are those of a polytope");

// --- Checks ---------------------------------------------------------------------------------------------------------

static bool are_finite(const pick_vec3 *v, int count)
{
    bool finite = true;
    for (int i = 0; i < count; i++)
        finite = finite && pick_vec3_is_finite(v[i]);
    return finite;
}

// A result for something finite that encloses something, or not.
static pick_result result_of(bool finite, bool encloses)
{
    return !finite ? PICK_ERROR_NOT_FINITE : (encloses ? PICK_OK : PICK_ERROR_INVALID_ARGUMENT);
}

static pick_result check_axis(pick_vec3 a, pick_vec3 b, double radius)
{
    return result_of(are_finite((const pick_vec3[2]){a, b}, 2) && isfinite(radius),
                     radius >= 0 && pick_vec3_length(pick_vec3_sub(b, a)) > 0);
}

// The planes of a convex solid with unit normals, and the ball around its bounds.
typedef struct solid_planes {
    double planes[PICK_VOLUME_PLANES][4];
    pick_vec3 center;
    double radius;
} solid_planes;

static uint32_t find_corners(const pick_convex *convex, const solid_planes *solid, pick_vec3 *out, uint32_t capacity)
{
    return pick_polytope_corners((const double(*)[4])solid->planes, convex->count, solid->center, solid->radius, out,
                                 capacity);
}

static pick_result read_convex(const pick_convex *convex, solid_planes *out)
{
    if (convex->planes == NULL)
        return PICK_ERROR_INVALID_ARGUMENT; // all of space, without a count
    if (convex->count > PICK_VOLUME_PLANES)
        return PICK_ERROR_TOO_LARGE;
    for (uint32_t i = 0; i < convex->count; i++) {
        const pick_vec3 n = convex->planes[i].normal;
        const double length = pick_vec3_length(n);
        const pick_result result = result_of(pick_vec3_is_finite(n) && isfinite(convex->planes[i].offset), length > 0);
        if (result != PICK_OK)
            return result;
        const pick_vec3 unit = pick_vec3_normalize(n);
        out->planes[i][0] = unit.x;
        out->planes[i][1] = unit.y;
        out->planes[i][2] = unit.z;
        out->planes[i][3] = convex->planes[i].offset / length;
    }
    const pick_aabb box = pick_convex_bounds(convex);
    const pick_vec3 half = pick_vec3_scale(pick_vec3_sub(box.max, box.min), 0.5);
    out->center = pick_vec3_add(box.min, half);
    out->radius = pick_vec3_length(half);
    const bool bounded = !pick_aabb_is_empty(&box) && isfinite(out->radius);
    return bounded && find_corners(convex, out, NULL, 0) > 0 ? PICK_OK : PICK_ERROR_INVALID_ARGUMENT;
}

static pick_result check_obb(const pick_obb *box)
{
    return result_of(pick_vec3_is_finite(box->center) && are_finite(box->half_axis, 3), !pick_obb_is_flattened(box));
}

// Checks a shape that is neither a compound nor convex.
pick_result pick_volume_check(const pick_shape *shape)
{
    switch (shape->type) {
    case PICK_SHAPE_SPHERE:
        return result_of(pick_vec3_is_finite(shape->as.sphere.center) && isfinite(shape->as.sphere.radius),
                         shape->as.sphere.radius >= 0);
    case PICK_SHAPE_AABB:
        return result_of(pick_vec3_is_finite(shape->as.aabb.min) && pick_vec3_is_finite(shape->as.aabb.max),
                         !pick_aabb_is_empty(&shape->as.aabb));
    case PICK_SHAPE_OBB:
        return check_obb(&shape->as.obb);
    case PICK_SHAPE_CAPSULE:
        return result_of(pick_vec3_is_finite(shape->as.capsule.a) && pick_vec3_is_finite(shape->as.capsule.b) &&
                             isfinite(shape->as.capsule.radius),
                         shape->as.capsule.radius >= 0);
    case PICK_SHAPE_CYLINDER:
        return check_axis(shape->as.cylinder.a, shape->as.cylinder.b, shape->as.cylinder.radius);
    case PICK_SHAPE_CONE:
        return check_axis(shape->as.cone.base, shape->as.cone.apex, shape->as.cone.radius);
    case PICK_SHAPE_TRIANGLE:
        return result_of(are_finite(shape->as.triangle.vertex, 3),
                         !pick_is_zero_vec3(pick_triangle_normal(shape->as.triangle.vertex)));
    default:
        return PICK_ERROR_INVALID_ARGUMENT;
    }
}

// --- Copies ---------------------------------------------------------------------------------------------------------

typedef struct gathering {
    uint32_t visited; // shapes and compounds
    uint32_t part_count, plane_count, corner_count;
    // NULL in the first pass.
    pick_volume_part *parts;
    pick_plane *planes;
    pick_vec3 *corners;
} gathering;

// Where a shape is: in the volume's space, in which top-level part, how deep.
typedef struct shape_place {
    pick_affine local;
    uint32_t number;
    int depth;
} shape_place;

static pick_result gather_convex(gathering *g, const pick_convex *convex, pick_volume_part *part)
{
    solid_planes solid;
    const pick_result result = read_convex(convex, &solid);
    if (result != PICK_OK)
        return result;
    pick_vec3 *corners = g->corners != NULL ? g->corners + g->corner_count : NULL;
    const uint32_t corner_count = find_corners(convex, &solid, corners, corners != NULL ? UINT32_MAX : 0);
    if (part != NULL) {
        pick_plane *planes = g->planes + g->plane_count;
        for (uint32_t i = 0; i < convex->count; i++)
            planes[i] = convex->planes[i];
        part->shape.as.convex.planes = planes;
        part->corners = corners;
        part->corner_count = corner_count;
    }
    g->plane_count += convex->count;
    g->corner_count += corner_count;
    return PICK_OK;
}

static pick_result gather_body(gathering *g, const pick_shape *shape, const shape_place *place)
{
    pick_volume_part *part = g->parts != NULL ? &g->parts[g->part_count] : NULL;
    const pick_affine turn = {.linear = {place->local.linear[0], place->local.linear[1], place->local.linear[2],
                                         place->local.linear[3], place->local.linear[4], place->local.linear[5],
                                         place->local.linear[6], place->local.linear[7], place->local.linear[8]}};
    pick_affine inverse;
    if (part != NULL)
        *part = (pick_volume_part){.shape = *shape, .number = place->number, .local = place->local};
    const pick_result result =
        shape->type == PICK_SHAPE_CONVEX ? gather_convex(g, &shape->as.convex, part) : pick_volume_check(shape);
    if (result != PICK_OK || !pick_affine_invert(&turn, &inverse))
        return result; // a singular part is never hit
    if (part != NULL)
        part->inverse = inverse;
    ++g->part_count;
    return PICK_OK;
}

static pick_result gather_shape(gathering *g, const pick_shape *shape, const shape_place *place)
{
    if (++g->visited > PICK_VOLUME_PARTS)
        return PICK_ERROR_TOO_LARGE;
    if (shape->type != PICK_SHAPE_COMPOUND)
        return gather_body(g, shape, place);
    const pick_compound *compound = &shape->as.compound;
    if (place->depth >= PICK_SHAPE_MAX_DEPTH || (compound->parts == NULL && compound->count > 0))
        return PICK_ERROR_INVALID_ARGUMENT;
    for (size_t i = 0; i < compound->count; i++) {
        const pick_shape_part *part = &compound->parts[i];
        if (!pick_affine_is_finite(&part->local))
            return PICK_ERROR_NOT_FINITE;
        const shape_place inner = {.local = pick_affine_multiply(&place->local, &part->local),
                                   .number = place->depth == 0 ? (uint32_t)i : place->number,
                                   .depth = place->depth + 1};
        const pick_result result = gather_shape(g, &part->shape, &inner);
        if (result != PICK_OK)
            return result;
    }
    return PICK_OK;
}

// --- The volume -----------------------------------------------------------------------------------------------------

void pick_volume_set_mesh(pick_volume *volume, const pick_allocator *allocator)
{
    static const float IDENTITY[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    volume->bounds = volume->primitive != NULL ? volume->primitive->desc.bounds : pick_volume_extent(volume, IDENTITY);
    const pick_aabb *box = &volume->bounds;
    const pick_vec3 center = pick_vec3_add(pick_vec3_scale(box->min, 0.5), pick_vec3_scale(box->max, 0.5));
    volume->mesh = (pick_mesh){.center = {center.x, center.y, center.z},
                               .scale = 1,
                               .root = PICK_ROOT_VOLUME,
                               .simd = pick_simd_best(),
                               .allocator = *allocator,
                               .bounds = PICK_BOX3F_EMPTY,
                               .submesh_count = 1,
                               .submeshes = &volume->submesh};
}

pick_result pick_volume_create(const pick_volume_desc *desc, const pick_allocator *allocator, pick_volume **out)
{
    const shape_place whole = {.local = PICK_AFFINE_IDENTITY};
    if (desc == NULL || desc->shape == NULL || out == NULL || !pick_allocator_is_usable(allocator) ||
        (desc->flags & ~(PICK_VOLUME_SURFACE | PICK_SUBMESH_KINDS)) != 0)
        return PICK_ERROR_INVALID_ARGUMENT;
    allocator = allocator != NULL ? allocator : pick_default_allocator();
    gathering sizes = {.visited = 0};
    const pick_result result = gather_shape(&sizes, desc->shape, &whole);
    if (result != PICK_OK || sizes.part_count == 0)
        return result != PICK_OK ? result : PICK_ERROR_INVALID_ARGUMENT;
    // One more part, because a singular one is written before it is found to be so.
    const size_t parts = pick_array_size((uint64_t)sizes.part_count + 1, sizeof(pick_volume_part));
    const size_t planes = pick_array_size(sizes.plane_count, sizeof(pick_plane));
    const size_t bytes = pick_size((uint64_t)sizeof(pick_volume) + parts + planes +
                                   pick_array_size(sizes.corner_count, sizeof(pick_vec3)));
    pick_volume *volume = pick_allocate(allocator, bytes);
    if (volume == NULL)
        return PICK_ERROR_OUT_OF_MEMORY;
    *volume = (pick_volume){.bytes = bytes, .part_count = sizes.part_count};
    char *const arrays = (char *)(volume + 1);
    gathering copies = {.parts = (pick_volume_part *)(void *)arrays,
                        .planes = (pick_plane *)(void *)(arrays + parts),
                        .corners = (pick_vec3 *)(void *)(arrays + parts + planes)};
    (void)gather_shape(&copies, desc->shape, &whole);
    volume->parts = copies.parts;
    const uint32_t sides = (desc->flags & PICK_VOLUME_SURFACE) != 0 ? PICK_SUBMESH_DOUBLE_SIDED : 0;
    volume->submesh.flags = (desc->flags & PICK_SUBMESH_KINDS) | sides;
    pick_volume_set_mesh(volume, allocator);
    *out = volume;
    return PICK_OK;
}

void pick_volume_destroy(pick_volume *volume)
{
    if (volume != NULL) {
        const pick_allocator allocator = volume->mesh.allocator;
        pick_deallocate(&allocator, volume, volume->bytes);
    }
}

pick_aabb pick_volume_bounds(const pick_volume *volume)
{
    return volume != NULL ? volume->bounds : PICK_AABB_EMPTY;
}

// shape_bounds.c: the bounds of all types of shapes.
#include "base/compiler.h"
#include "picking/mesh.h"
#include "shapes/shape_solid.h"

#include <math.h>

static pick_aabb bounds_of_shape(const pick_shape *shape, int depth);

static pick_aabb box_around(pick_vec3 center, pick_vec3 half)
{
    return (pick_aabb){pick_vec3_sub(center, half), pick_vec3_add(center, half)};
}

static pick_aabb ball_bounds(pick_vec3 center, double radius)
{
    return box_around(center, pick_vec3_make(radius, radius, radius)); // min > max when the radius is negative
}

static pick_aabb obb_bounds(const pick_obb *box)
{
    const pick_vec3 *h = box->half_axis;
    return box_around(box->center, pick_vec3_make(fabs(h[0].x) + fabs(h[1].x) + fabs(h[2].x),
                                                  fabs(h[0].y) + fabs(h[1].y) + fabs(h[2].y),
                                                  fabs(h[0].z) + fabs(h[1].z) + fabs(h[2].z)));
}

static pick_aabb triangle_bounds(const pick_triangle *triangle)
{
    pick_aabb box = {triangle->vertex[0], triangle->vertex[0]};
    for (int i = 1; i < 3; i++) {
        const pick_aabb point = {triangle->vertex[i], triangle->vertex[i]};
        box = pick_aabb_union(&box, &point);
    }
    return box;
}

static const pick_aabb everywhere = {{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL, HUGE_VAL}};

static pick_aabb segment_bounds(pick_vec3 from, pick_vec3 to, double radius, double spread)
{
    const pick_aabb a = ball_bounds(from, radius), b = ball_bounds(to, radius);
    return spread > 0 ? everywhere : pick_aabb_union(&a, &b);
}

// A disc across an axis reaches as far along each world axis as the axis is inclined to it.
static pick_aabb disc_bounds(pick_vec3 center, pick_vec3 axis, double radius)
{
    const pick_vec3 n = pick_vec3_normalize(axis);
    return box_around(center,
                      pick_vec3_make(radius * hypot(n.y, n.z), radius * hypot(n.z, n.x), radius * hypot(n.x, n.y)));
}

static pick_aabb cylinder_bounds(const pick_cylinder *cylinder)
{
    const pick_vec3 axis = pick_vec3_sub(cylinder->b, cylinder->a);
    const pick_aabb a = disc_bounds(cylinder->a, axis, cylinder->radius);
    const pick_aabb b = disc_bounds(cylinder->b, axis, cylinder->radius);
    return pick_aabb_union(&a, &b);
}

static pick_aabb cone_bounds(const pick_cone *cone)
{
    const pick_aabb apex = {cone->apex, cone->apex};
    const pick_aabb base = disc_bounds(cone->base, pick_vec3_sub(cone->apex, cone->base), cone->radius);
    return pick_aabb_is_empty(&base) ? base : pick_aabb_union(&apex, &base);
}

static pick_aabb bounds_of_compound(const pick_compound *compound, int depth)
{
    pick_aabb all = PICK_AABB_EMPTY;
    for (size_t i = 0; depth < PICK_SHAPE_MAX_DEPTH && compound->parts && i < compound->count; i++) {
        const pick_aabb own = bounds_of_shape(&compound->parts[i].shape, depth + 1);
        const pick_aabb placed = pick_affine_aabb(&compound->parts[i].local, &own);
        all = pick_aabb_union(&all, &placed);
    }
    return all;
}

static pick_aabb bounds_of_shape(const pick_shape *shape, int depth)
{
    switch (shape->type) {
    case PICK_SHAPE_NONE:
        break;
    case PICK_SHAPE_PLANE:
        return everywhere;
    case PICK_SHAPE_SPHERE:
        return ball_bounds(shape->as.sphere.center, shape->as.sphere.radius);
    case PICK_SHAPE_AABB:
        return shape->as.aabb;
    case PICK_SHAPE_OBB:
        return obb_bounds(&shape->as.obb);
    case PICK_SHAPE_CAPSULE:
        return segment_bounds(shape->as.capsule.a, shape->as.capsule.b, shape->as.capsule.radius, 0);
    case PICK_SHAPE_TRIANGLE:
        return triangle_bounds(&shape->as.triangle);
    case PICK_SHAPE_CONVEX:
        return pick_convex_bounds(&shape->as.convex);
    case PICK_SHAPE_SEGMENT: {
        const pick_segment *s = &shape->as.segment;
        return segment_bounds(s->a, s->b, s->radius, s->spread);
    }
    case PICK_SHAPE_POINT: {
        const pick_point *p = &shape->as.point;
        return segment_bounds(p->position, p->position, p->radius, p->spread);
    }
    case PICK_SHAPE_MESH:
        return pick_mesh_bounds(shape->as.mesh);
    case PICK_SHAPE_COMPOUND:
        return bounds_of_compound(&shape->as.compound, depth);
    case PICK_SHAPE_CYLINDER:
        return cylinder_bounds(&shape->as.cylinder);
    case PICK_SHAPE_CONE:
        return cone_bounds(&shape->as.cone);
    }
    return PICK_AABB_EMPTY;
}

pick_aabb pick_shape_bounds(const pick_shape *shape)
{
    return shape ? bounds_of_shape(shape, 0) : PICK_AABB_EMPTY;
}

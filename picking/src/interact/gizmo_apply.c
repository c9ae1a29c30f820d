// gizmo_apply.c: computes new transforms from those at the press.
#include "base/compiler.h"
#include "interact/gizmo_internal.h"
#include "math/math_inline.h"

#include <math.h>
#include <string.h>

static const double HALF_PI = PICK_PI / 2;

// Sine and cosine, exact at quarter turns, so that turns by 90 degrees have no rounding errors.
static void sine_cosine(double angle, double *sine, double *cosine)
{
    static const double table[4] = {0, 1, 0, -1};
    const double quarters = round(angle / HALF_PI);
    if (fabs(angle - quarters * HALF_PI) <= 1e-14 * fmax(1, fabs(quarters))) {
        const int quarter = (int)(quarters - 4 * floor(quarters / 4));
        *sine = table[quarter];
        *cosine = table[(quarter + 1) % 4];
        return;
    }
    *sine = sin(angle);
    *cosine = cos(angle);
}

// O. Rodrigues, "Des lois géométriques qui régissent les déplacements d'un système solide", 1840. `axis` of unit
// length.
static pick_affine rotation(pick_vec3 axis, double angle)
{
    double s, c;
    sine_cosine(angle, &s, &c);
    const double a[3] = {axis.x, axis.y, axis.z};
    const double cross[9] = {0, axis.z, -axis.y, -axis.z, 0, axis.x, axis.y, -axis.x, 0};
    pick_affine result = {.origin = {0, 0, 0}};
    for (int i = 0; i < 9; i++)
        result.linear[i] = (1 - c) * a[i / 3] * a[i % 3] + s * cross[i] + (i % 4 == 0 ? c : 0);
    return result;
}

// Scales by the factors along axes of any angle.
static pick_affine stretch(const pick_vec3 axis[3], const double factor[3])
{
    pick_affine to_world = {.origin = {0, 0, 0}}, from_world = PICK_AFFINE_IDENTITY;
    for (int i = 0; i < 3; i++) {
        to_world.linear[3 * i] = axis[i].x;
        to_world.linear[3 * i + 1] = axis[i].y;
        to_world.linear[3 * i + 2] = axis[i].z;
    }
    pick_affine_invert(&to_world, &from_world); // axes of a gizmo are never flat
    for (int i = 0; i < 9; i++)
        to_world.linear[i] *= factor[i / 3];
    return pick_affine_multiply(&to_world, &from_world);
}

// Applies a linear map about a point.
static void apply_about(const pick_affine *map, pick_vec3 pivot, pick_affine *world)
{
    world->origin = pick_vec3_sub(world->origin, pivot);
    *world = pick_affine_multiply(map, world);
    world->origin = pick_vec3_add(pivot, world->origin);
}

// The effect of the drag, prepared for many objects.
typedef struct plan {
    const pick_gizmo *gizmo;
    const gizmo_row *row;
    bool own_axes; // each object's
    bool own_pivot;
    pick_vec3 move;  // along the shared axes
    pick_affine map; // turn, scale or alignment with the shared axes
} plan;

static pick_vec3 way(const pick_gizmo_delta *delta, const pick_vec3 axis[3])
{
    pick_vec3 sum = delta->free;
    for (int i = 0; i < 3; i++)
        sum = pick_vec3_add(sum, pick_vec3_scale(axis[i], delta->along[i]));
    return sum;
}

static void move_one(const plan *p, const pick_gizmo_target *start, pick_affine *world)
{
    const pick_gizmo_delta *delta = &p->gizmo->delta;
    pick_vec3 by = p->move;
    if (p->own_axes) {
        pick_vec3 axis[3];
        pick_gizmo_axes(p->gizmo->desc.space, start, &p->gizmo->start.view, axis);
        by = way(delta, axis);
    }
    if (delta->aligned)
        apply_about(&p->map, delta->base, world);
    world->origin = pick_vec3_add(world->origin, by);
}

static void turn_one(const plan *p, const pick_gizmo_target *start, pick_affine *world)
{
    pick_affine own;
    const pick_affine *map = &p->map;
    if (p->own_axes && p->row->form == GIZMO_RING) {
        pick_vec3 axis[3];
        pick_gizmo_axes(p->gizmo->desc.space, start, &p->gizmo->start.view, axis);
        own = rotation(axis[p->row->axis], p->gizmo->delta.turn);
        map = &own;
    }
    apply_about(map, p->own_pivot ? pick_gizmo_pivot_of(start) : p->gizmo->start.origin, world);
}

static void scale_one(const plan *p, const pick_gizmo_target *start, bool active, pick_affine *world)
{
    const pick_gizmo *gizmo = p->gizmo;
    const pick_vec3 pivot = p->own_pivot ? pick_gizmo_pivot_of(start) : gizmo->start.origin;
    pick_affine own;
    const pick_affine *map = &p->map;
    if (p->own_axes) {
        pick_vec3 axis[3];
        pick_gizmo_axes(gizmo->desc.space, start, &gizmo->start.view, axis);
        own = stretch(axis, gizmo->delta.factor);
        map = &own;
    }
    apply_about(map, pivot, world);
    if (gizmo->desc.space == PICK_GIZMO_LOCAL && (p->own_axes || active)) {
        for (int i = 0; i < 9; i++) // the same, without rounding twice
            world->linear[i] = start->world.linear[i] * gizmo->delta.factor[i / 3];
    }
}

bool pick_gizmo_changed(const pick_gizmo *gizmo)
{
    if (!gizmo)
        return false;
    const pick_gizmo_delta *d = &gizmo->delta;
    const pick_vec3 along = {d->along[0], d->along[1], d->along[2]};
    return !pick_is_zero_vec3(along) || !pick_is_zero_vec3(d->free) || d->turn != 0 || d->aligned ||
           d->factor[0] != 1 || d->factor[1] != 1 || d->factor[2] != 1;
}

static plan make_plan(const pick_gizmo *gizmo)
{
    const pick_gizmo_delta *delta = &gizmo->delta;
    plan p = {.gizmo = gizmo, .row = &pick_gizmo_rows[delta->handle], .map = PICK_AFFINE_IDENTITY};
    p.own_pivot = gizmo->desc.pivot == PICK_GIZMO_INDIVIDUAL;
    p.own_axes = p.own_pivot && (gizmo->desc.space == PICK_GIZMO_LOCAL || gizmo->desc.space == PICK_GIZMO_PARENT);
    p.move = way(delta, gizmo->start.axis);
    if (p.row->act == GIZMO_TURN)
        p.map = rotation(delta->axis, delta->turn);
    else if (p.row->act == GIZMO_SCALE)
        p.map = stretch(gizmo->start.axis, delta->factor);
    else if (delta->aligned)
        memcpy(p.map.linear, delta->align, sizeof(p.map.linear));
    return p;
}

pick_result pick_gizmo_apply(const pick_gizmo *gizmo, const pick_gizmo_target *start, size_t count, pick_affine *world)
{
    if (!gizmo || ((!start || !world) && count > 0))
        return PICK_ERROR_INVALID_ARGUMENT;
    const bool changed = pick_gizmo_changed(gizmo);
    const plan p = make_plan(gizmo);
    pick_result result = PICK_OK;
    for (size_t i = 0; i < count; i++) {
        pick_affine one = start[i].world;
        if (changed) {
            if (p.row->act == GIZMO_MOVE)
                move_one(&p, &start[i], &one);
            else if (p.row->act == GIZMO_TURN)
                turn_one(&p, &start[i], &one);
            else
                scale_one(&p, &start[i], i == gizmo->start_active, &one);
        }
        if (!pick_affine_is_finite(&one)) {
            one = start[i].world;
            result = PICK_ERROR_NOT_FINITE;
        }
        world[i] = one;
    }
    return result;
}

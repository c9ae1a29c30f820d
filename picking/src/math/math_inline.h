// math_inline.h: inline versions of the functions of picking/math.h that every pick calls. Private.
#ifndef PICKING_SRC_MATH_INLINE_H
#define PICKING_SRC_MATH_INLINE_H

#include "picking/math.h"

#include <float.h>
#include <math.h>

#define PICK_PI 3.14159265358979323846

// Of numbers: fmin and fmax would be calls. NaN in `a` gives b.
static inline double pick_least(double a, double b)
{
    return a < b ? a : b;
}

static inline double pick_most(double a, double b)
{
    return a > b ? a : b;
}

// The largest of three sizes.
static inline double pick_largest(double x, double y, double z)
{
    return pick_most(fabs(x), pick_most(fabs(y), fabs(z)));
}

// Whether a sum of squares was formed without overflow and without losing bits to underflow.
static inline bool pick_squares_are_safe(double sum)
{
    return sum >= DBL_MIN / DBL_EPSILON && sum <= DBL_MAX;
}

// pick_vec3_normalize
static inline pick_vec3 pick_unit_vec3(pick_vec3 a)
{
    const double sum = pick_vec3_dot(a, a);
    if (!pick_squares_are_safe(sum))
        return pick_vec3_normalize(a);
    const double length = sqrt(sum);
    return pick_vec3_make(a.x / length, a.y / length, a.z / length);
}

// pick_vec3_is_finite
static inline bool pick_is_finite_vec3(pick_vec3 a)
{
    return (a.x - a.x) + (a.y - a.y) + (a.z - a.z) == 0; // infinity minus infinity is NaN
}

static inline bool pick_is_finite_vec2(pick_vec2 a)
{
    return (a.x - a.x) + (a.y - a.y) == 0;
}

// pick_ray_is_valid
static inline bool pick_is_valid_ray(const pick_ray *ray)
{
    const pick_vec3 d = ray->direction;
    return pick_is_finite_vec3(ray->origin) && pick_is_finite_vec3(d) && (d.x != 0 || d.y != 0 || d.z != 0) &&
           ray->t_min <= ray->t_max; // false for NaN
}

static inline bool pick_is_zero_vec3(pick_vec3 a)
{
    return a.x == 0 && a.y == 0 && a.z == 0;
}

// origin + x a + y b
static inline pick_vec3 pick_vec3_at(pick_vec3 origin, pick_vec3 a, double x, pick_vec3 b, double y)
{
    return pick_vec3_add(origin, pick_vec3_add(pick_vec3_scale(a, x), pick_vec3_scale(b, y)));
}

// The point of a circle at an angle from e towards f, which are unit vectors.
static inline pick_vec3 pick_circle_at(pick_vec3 center, pick_vec3 e, pick_vec3 f, double radius, double angle)
{
    return pick_vec3_at(center, e, radius * cos(angle), f, radius * sin(angle));
}

// The normal towards the front, with a length of twice the area.
static inline pick_vec3 pick_triangle_normal(const pick_vec3 vertex[3])
{
    return pick_vec3_cross(pick_vec3_sub(vertex[1], vertex[0]), pick_vec3_sub(vertex[2], vertex[0]));
}

// --- Matrices: 2x2 and 3x3, column-major ----------------------------------------------------------------------------

static inline pick_vec2 pick_multiply2(const double m[4], double x, double y)
{
    return (pick_vec2){m[0] * x + m[2] * y, m[1] * x + m[3] * y};
}

// Returns the determinant. If it is 0 there is no inverse, and `out` is undefined.
static inline double pick_invert2(const double m[4], double out[4])
{
    const double determinant = m[0] * m[3] - m[1] * m[2];
    out[0] = m[3] / determinant;
    out[1] = -m[1] / determinant;
    out[2] = -m[2] / determinant;
    out[3] = m[0] / determinant;
    return determinant;
}

static inline pick_vec3 pick_column3(const double m[9], int i)
{
    return pick_vec3_make(m[3 * i], m[3 * i + 1], m[3 * i + 2]);
}

static inline pick_vec3 pick_multiply3(const double m[9], pick_vec3 v)
{
    return pick_vec3_make(m[0] * v.x + m[3] * v.y + m[6] * v.z, m[1] * v.x + m[4] * v.y + m[7] * v.z,
                          m[2] * v.x + m[5] * v.y + m[8] * v.z);
}

// The determinant of the matrix with these columns; 0 where they are in one plane, as far as rounding can tell. Columns
// that are rounded themselves, by half a unit in the last place, may be off by half of the limit.
static inline double pick_determinant3(const pick_vec3 column[3])
{
    const pick_vec3 a = column[0], b = column[1], c = column[2];
    const double determinant = pick_vec3_dot(a, pick_vec3_cross(b, c));
    const double size = fabs(a.x) * (fabs(b.y * c.z) + fabs(b.z * c.y)) +
                        fabs(a.y) * (fabs(b.z * c.x) + fabs(b.x * c.z)) +
                        fabs(a.z) * (fabs(b.x * c.y) + fabs(b.y * c.x));
    return fabs(determinant) > 0x1p-49 * size ? determinant : 0;
}

// Inverts the matrix with these columns, as pick_invert2: rows of the inverse are cross products of columns.
static inline double pick_invert3(const pick_vec3 column[3], double out[9])
{
    const double determinant = pick_vec3_dot(column[0], pick_vec3_cross(column[1], column[2]));
    for (int i = 0; i < 3; i++) {
        const pick_vec3 row = pick_vec3_cross(column[(i + 1) % 3], column[(i + 2) % 3]);
        out[i] = row.x / determinant;
        out[3 + i] = row.y / determinant;
        out[6 + i] = row.z / determinant;
    }
    return determinant;
}

// Solves for the weights of the columns whose sum is `v` (Cramer's rule). Returns the determinant, as pick_invert2.
static inline double pick_solve3(const pick_vec3 column[3], pick_vec3 v, double out[3])
{
    const double determinant = pick_vec3_dot(column[0], pick_vec3_cross(column[1], column[2]));
    for (int i = 0; i < 3; i++)
        out[i] = pick_vec3_dot(v, pick_vec3_cross(column[(i + 1) % 3], column[(i + 2) % 3])) / determinant;
    return determinant;
}

#endif

// quad.h: vectors in the widest arithmetic available, as a reference for doubles: 113 bits if the compiler has them.
#ifndef TESTS_SUPPORT_QUAD_H
#define TESTS_SUPPORT_QUAD_H

#include "picking/math.h"

#include <math.h>

#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 quad;
#else
typedef long double quad; // 113 bits on most processors other than x86
#endif

typedef struct quad3 {
    quad x, y, z;
} quad3;

static inline quad3 quad_of(pick_vec3 v)
{
    return (quad3){(quad)v.x, (quad)v.y, (quad)v.z};
}

static inline quad3 quad_add_scaled(quad3 a, quad3 b, quad s)
{
    return (quad3){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
}

static inline quad3 quad_sub(quad3 a, quad3 b)
{
    return (quad3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline quad quad_dot(quad3 a, quad3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline quad3 quad_cross(quad3 a, quad3 b)
{
    return (quad3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// Of a number >= 0, by Newton's method from the double's root.
static inline quad quad_root(quad square)
{
    int exponent = 0;
    (void)frexp((double)square, &exponent);
    const quad factor = (quad)ldexp(1, exponent / 2 * 2);
    if (!((double)square > 0))
        return 0;
    const quad scaled = square / factor;
    quad root = (quad)sqrt((double)scaled);
    root = (root + scaled / root) / 2;
    root = (root + scaled / root) / 2;
    return root * (quad)ldexp(1, exponent / 2);
}

static inline quad quad_length(quad3 a)
{
    return quad_root(quad_dot(a, a));
}

// The nearest points of a segment and of a triangle, by projection; the least of all candidates, so that no decision
// about regions can be wrong.
static inline quad3 quad_on_segment(quad3 p, quad3 a, quad3 b)
{
    const quad3 ab = quad_sub(b, a);
    const quad square = quad_dot(ab, ab);
    quad s = square > 0 ? quad_dot(quad_sub(p, a), ab) / square : 0;
    s = s < 0 ? 0 : (s > 1 ? 1 : s);
    return quad_add_scaled(a, ab, s);
}

static inline quad3 quad_on_triangle(quad3 p, const quad3 v[3])
{
    quad3 best = v[0];
    quad least = quad_dot(quad_sub(p, best), quad_sub(p, best));
    for (int i = 0; i < 3; i++) {
        const quad3 candidate = quad_on_segment(p, v[i], v[(i + 1) % 3]);
        const quad3 off = quad_sub(p, candidate);
        if (quad_dot(off, off) < least) {
            least = quad_dot(off, off);
            best = candidate;
        }
    }
    const quad3 normal = quad_cross(quad_sub(v[1], v[0]), quad_sub(v[2], v[0]));
    const quad square = quad_dot(normal, normal);
    if (square > 0) {
        const quad3 foot = quad_add_scaled(p, normal, -quad_dot(quad_sub(p, v[0]), normal) / square);
        bool inside = true;
        for (int i = 0; i < 3; i++) {
            const quad3 edge = quad_sub(v[(i + 1) % 3], v[i]);
            inside = inside && quad_dot(quad_cross(edge, quad_sub(foot, v[i])), normal) >= 0;
        }
        best = inside ? foot : best;
    }
    return best;
}

#endif

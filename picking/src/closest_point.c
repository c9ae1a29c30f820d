// Source: C. Ericson, "Real-Time Collision Detection", 2005, sections 5.1.2 and 5.1.5; with the query point at the
// origin.
#include "closest_point.h"
#include "compiler.h"

pick_vec3 pick_closest_on_segment(pick_vec3 a, pick_vec3 b, double *weight)
{
    const pick_vec3 ab = pick_vec3_sub(b, a);
    const double along = -pick_vec3_dot(a, ab);
    const double square = pick_vec3_dot(ab, ab);
    *weight = along <= 0 ? 0 : (along >= square ? 1 : along / square);
    return pick_vec3_add(a, pick_vec3_scale(ab, *weight));
}

static pick_vec3 on_edge(const pick_vec3 vertex[3], int i, int j, double weights[3])
{
    double along;
    const pick_vec3 p = pick_closest_on_segment(vertex[i], vertex[j], &along);
    weights[0] = weights[1] = weights[2] = 0;
    weights[i] = 1 - along;
    weights[j] = along;
    return p;
}

// The nearest of the three edges: always right when the point inside is not the answer.
static pick_vec3 on_border(const pick_vec3 vertex[3], double weights[3])
{
    pick_vec3 best = on_edge(vertex, 0, 1, weights);
    double best_square = pick_vec3_dot(best, best);
    for (int i = 1; i < 3; ++i) {
        double w[3];
        const pick_vec3 p = on_edge(vertex, i, (i + 1) % 3, w);
        const double square = pick_vec3_dot(p, p);
        if (square < best_square) {
            best = p;
            best_square = square;
            weights[0] = w[0];
            weights[1] = w[1];
            weights[2] = w[2];
        }
    }
    return best;
}

pick_vec3 pick_closest_on_triangle(const pick_vec3 vertex[3], double weights[3])
{
    const pick_vec3 ab = pick_vec3_sub(vertex[1], vertex[0]);
    const pick_vec3 ac = pick_vec3_sub(vertex[2], vertex[0]);
    const pick_vec3 normal = pick_vec3_cross(ab, ac);
    const double square = pick_vec3_dot(normal, normal);
    // Areas of the triangles that the origin's projection makes with the edges, times 2 |normal|.
    const double u = pick_vec3_dot(normal, pick_vec3_cross(vertex[1], vertex[2]));
    const double v = pick_vec3_dot(normal, pick_vec3_cross(vertex[2], vertex[0]));
    const double w = pick_vec3_dot(normal, pick_vec3_cross(vertex[0], vertex[1]));
    if (!(u >= 0 && v >= 0 && w >= 0 && square > 0)) {
        return on_border(vertex, weights);
    }
    const double sum = u + v + w;
    weights[0] = u / sum;
    weights[1] = v / sum;
    weights[2] = w / sum;
    return pick_vec3_scale(normal, pick_vec3_dot(normal, vertex[0]) / square);
}

// motion_shape.c: vertices of a shape in a pose: morph targets first, then the skin, as glTF says.
#include "document/motion/affine.h"
#include "document/motion/motion.h"

#include <math.h>
#include <string.h>

static void add(float *values, const float *delta, double weight, size_t count)
{
    for (size_t i = 0; i < count; i++)
        values[i] = (float)((double)values[i] + weight * (double)delta[i]);
}

static void morph(const motion_shape *shape, const double *weights, float *positions, float *normals)
{
    const size_t count = 3 * (size_t)shape->vertex_count;
    for (uint32_t i = 0; i < shape->target_count; i++) {
        const motion_target *target = &shape->targets[i];
        if (weights[i] == 0)
            continue;
        if (target->positions)
            add(positions, target->positions, weights[i], count);
        if (normals && target->normals)
            add(normals, target->normals, weights[i], count);
    }
}

// The sum of weight * joint over the influences of a vertex: the columns of its matrix, then its origin. Returns the
// sum of the weights.
static double mean_of(const motion_shape *shape, uint32_t vertex, const double *joints, double m[12])
{
    double total = 0;
    for (int k = 0; k < 12; k++)
        m[k] = 0;
    for (uint32_t i = shape->first[vertex]; i < shape->first[vertex + 1]; i++) {
        const double weight = (double)shape->influences[i].weight;
        const double *joint = joints + 12 * (size_t)shape->influences[i].joint;
        for (int k = 0; k < 12; k++)
            m[k] += weight * joint[k];
        total += weight;
    }
    return total;
}

static pick_vec3 turn(const double m[12], const float v[3])
{
    const double x = (double)v[0], y = (double)v[1], z = (double)v[2];
    return pick_vec3_make(m[0] * x + m[3] * y + m[6] * z, m[1] * x + m[4] * y + m[7] * z,
                          m[2] * x + m[5] * y + m[8] * z);
}

static void write(float v[3], double x, double y, double z)
{
    v[0] = (float)x;
    v[1] = (float)y;
    v[2] = (float)z;
}

// As pick_vec3_normalize, to the bit, without a call where nothing overflows.
static void write_unit(float v[3], pick_vec3 a)
{
    const double square = a.x * a.x + a.y * a.y + a.z * a.z;
    if (square > 1e-200 && square < 1e200) {
        const double length = sqrt(square);
        write(v, a.x / length, a.y / length, a.z / length);
    } else {
        a = pick_vec3_normalize(a);
        write(v, a.x, a.y, a.z);
    }
}

static void skin(const motion_shape *shape, const pick_affine *joints, float *positions, float *normals)
{
    _Static_assert(sizeof(pick_affine) == 12 * sizeof(double), "columns, then the origin, without padding");
    const double *all = (const double *)(const void *)joints;
    for (uint32_t i = 0; i < shape->vertex_count; i++) {
        double m[12];
        const double total = mean_of(shape, i, all, m);
        if (!(total > 0))
            continue;
        float *position = positions + 3 * (size_t)i;
        const pick_vec3 p = turn(m, position);
        write(position, (p.x + m[9]) / total, (p.y + m[10]) / total, (p.z + m[11]) / total);
        if (normals)
            write_unit(normals + 3 * (size_t)i, editor_affine_normal(m, normals + 3 * (size_t)i));
    }
}

void motion_shape_pose(const motion_shape *shape, const double *weights, const pick_affine *joints, float *positions,
                       float *normals)
{
    const size_t size = 3 * (size_t)shape->vertex_count * sizeof(float);
    normals = shape->normals ? normals : NULL;
    if (size > 0)
        memcpy(positions, shape->positions, size);
    if (normals && size > 0)
        memcpy(normals, shape->normals, size);
    if (weights)
        morph(shape, weights, positions, normals);
    if (joints && shape->first)
        skin(shape, joints, positions, normals);
}

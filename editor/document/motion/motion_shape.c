// motion_shape.c: vertices of a shape in a pose: morph targets first, then the skin, as glTF says.
#include "document/motion/motion.h"

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

static pick_vec3 read(const float v[3])
{
    return pick_vec3_make((double)v[0], (double)v[1], (double)v[2]);
}

static void write(float v[3], pick_vec3 value)
{
    v[0] = (float)value.x;
    v[1] = (float)value.y;
    v[2] = (float)value.z;
}

// The sum of weight * joint over the influences of a vertex, and of the weights.
static double mean_of(const motion_shape *shape, uint32_t vertex, const pick_affine *joints, pick_affine *sum)
{
    double m[12] = {0}, total = 0;
    for (uint32_t i = shape->first[vertex]; i < shape->first[vertex + 1]; i++) {
        const double weight = (double)shape->influences[i].weight;
        const pick_affine *joint = &joints[shape->influences[i].joint];
        for (int k = 0; k < 9; k++)
            m[k] += weight * joint->linear[k];
        m[9] += weight * joint->origin.x;
        m[10] += weight * joint->origin.y;
        m[11] += weight * joint->origin.z;
        total += weight;
    }
    memcpy(sum->linear, m, sizeof(sum->linear));
    sum->origin = pick_vec3_make(m[9], m[10], m[11]);
    return total;
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
    if (!joints || !shape->first)
        return;
    for (uint32_t i = 0; i < shape->vertex_count; i++) {
        pick_affine sum;
        const double total = mean_of(shape, i, joints, &sum);
        if (!(total > 0))
            continue;
        float *position = positions + 3 * (size_t)i, *normal = normals ? normals + 3 * (size_t)i : NULL;
        const pick_vec3 p = pick_affine_point(&sum, read(position));
        write(position, pick_vec3_make(p.x / total, p.y / total, p.z / total));
        if (normal)
            write(normal, pick_vec3_normalize(pick_affine_vector(&sum, read(normal))));
    }
}

// skin.c: applies a skin's joints to a mesh.
#include "document/import/common/skin.h"

#include "document/motion/affine.h"

#include <stdlib.h>

bool editor_skin_init(editor_skin *skin, editor_importer *importer, uint32_t vertex_count)
{
    *skin = (editor_skin){.vertex_count = vertex_count};
    skin->sums = editor_import_allocate(importer, vertex_count, sizeof(*skin->sums));
    skin->totals = editor_import_allocate(importer, vertex_count, sizeof(*skin->totals));
    return skin->sums && skin->totals;
}

void editor_skin_free(editor_skin *skin)
{
    free(skin->sums);
    free(skin->totals);
    *skin = (editor_skin){0};
}

void editor_skin_add(editor_skin *skin, size_t vertex, double weight, const pick_affine *joint)
{
    if (vertex >= skin->vertex_count || !(weight > 0))
        return;
    pick_affine *sum = &skin->sums[vertex];
    for (int i = 0; i < 9; i++)
        sum->linear[i] += weight * joint->linear[i];
    sum->origin = pick_vec3_add(sum->origin, pick_vec3_scale(joint->origin, weight));
    skin->totals[vertex] += weight;
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

void editor_skin_bend(const editor_skin *skin, float *positions, float *normals)
{
    for (size_t i = 0; i < skin->vertex_count; i++) {
        const double total = skin->totals[i];
        if (!(total > 0))
            continue;
        pick_vec3 p = pick_affine_point(&skin->sums[i], read(positions + 3 * i));
        write(positions + 3 * i, pick_vec3_make(p.x / total, p.y / total, p.z / total));
        if (normals)
            write(normals + 3 * i, pick_vec3_normalize(editor_affine_normal(skin->sums[i].linear, normals + 3 * i)));
    }
}

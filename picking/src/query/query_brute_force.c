// query_brute_force.c: offers every triangle of a mesh: for brute-force queries, and for kernels if boxes cannot
// decide.
#include "base/compiler.h"
#include "query/query_kernel.h"
#include "query/query_thin.h"
#include "query/query_volume.h"

void pick_mesh_walk_brute_force(const pick_mesh *mesh, const pick_local_ray *ray, pick_sink *sink)
{
    if (pick_mesh_field(mesh) != NULL) {
        pick_height_field_walk_brute_force(pick_volume_of(mesh), ray, sink);
        return;
    }
    if (pick_mesh_is_volume(mesh)) {
        pick_volume_walk(pick_volume_of(mesh), ray, sink);
        return;
    }
    if (pick_mesh_is_thin(mesh)) {
        pick_thin_walk_brute_force(pick_thin_of(mesh), ray, sink);
        return;
    }
    if (pick_mesh_is_scene(mesh)) {
        sink->walk_nested(pick_scene_of(mesh), ray, sink, true);
        return;
    }
    const pick_triangle_ray exact = pick_local_ray_exact(ray);
    for (uint32_t s = 0; s < mesh->submesh_count; s++) {
        const pick_submesh *submesh = &mesh->submeshes[s];
        for (uint32_t i = 0; i < submesh->triangle_count; i++) {
            const uint32_t triangle = submesh->first_triangle + i;
            float vertex[3][3];
            pick_mesh_positions(mesh, triangle, vertex);
            double t, u, v;
            bool backface; // few are hit, so that is asked first
            if (pick_triangle_intersect(&exact, (const float(*)[3])vertex, &t, &u, &v, &backface) &&
                pick_triangle_is_valid((const float(*)[3])vertex))
                pick_sink_offer(sink, &exact, ray->shift, triangle, submesh->flags, (const float(*)[3])vertex);
        }
    }
    if (sink->stats != NULL)
        sink->stats->triangles += mesh->triangle_count;
}

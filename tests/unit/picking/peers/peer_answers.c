#include "peer_answers.h"

#include <stdlib.h>

const peer_fault *peer_planted;

bool answer_shape(const pick_ray *ray, const pick_shape *shape, pick_shape_hit *hit)
{
    bool met = pick_ray_shape(ray, shape, hit);
    if (peer_planted && peer_planted->shape)
        peer_planted->shape(shape, ray, &met, hit);
    return met;
}

static pick_scene *scene_with(const pick_mesh *mesh, pick_vec3 origin)
{
    pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
    pick_scene *scene = NULL;
    pick_object_id id;
    object.mesh = mesh;
    object.transform.origin = origin;
    if (pick_scene_create(NULL, &scene) != PICK_OK || pick_scene_add(scene, &object, &id) != PICK_OK)
        abort();
    return scene;
}

bool answer_mesh(const pick_ray *ray, const pick_mesh *mesh, pick_cull cull, pick_hit *hit)
{
    pick_scene *scene = scene_with(mesh, pick_vec3_make(0, 0, 0));
    pick_query query = PICK_QUERY_DEFAULT;
    query.cull = cull;
    bool met = pick_closest(scene, ray, &query, hit);
    pick_scene_destroy(scene);
    if (peer_planted && peer_planted->mesh)
        peer_planted->mesh(&met, hit);
    return met;
}

pick_ray answer_view_ray(const pick_view *view, pick_vec2 window)
{
    pick_ray ray = pick_view_ray(view, window);
    if (peer_planted && peer_planted->ray)
        peer_planted->ray(&ray);
    return ray;
}

bool answer_project(const pick_view *view, pick_vec3 world, pick_projected_point *out)
{
    bool seen = pick_view_project(view, world, out);
    if (peer_planted && peer_planted->project)
        peer_planted->project(&seen, out);
    return seen;
}

bool answer_unproject(const pick_view *view, pick_vec2 window, double depth, pick_vec3 *out)
{
    bool found = pick_view_unproject(view, window, depth, out);
    if (peer_planted && peer_planted->unproject)
        peer_planted->unproject(&found, out);
    return found;
}

static bool spoil(peer_region_question question, bool in)
{
    if (peer_planted && peer_planted->region)
        peer_planted->region(question, &in);
    return in;
}

static pick_region *region_of(const pick_plane *planes, uint32_t count, pick_vec3 eye)
{
    pick_region *region = NULL;
    if (pick_region_create(NULL, &region) != PICK_OK || pick_region_planes(region, planes, count, eye) != PICK_OK)
        abort();
    return region;
}

bool answer_has_point(const pick_plane *planes, uint32_t count, pick_vec3 eye, pick_vec3 point)
{
    pick_region *region = region_of(planes, count, eye);
    const bool in = pick_region_contains_point(region, point);
    pick_region_destroy(region);
    return spoil(PEER_HAS_POINT, in);
}

static bool has_box(const pick_plane *planes, uint32_t count, pick_vec3 eye, pick_aabb box, pick_region_mode mode)
{
    const pick_vec3 half = pick_vec3_scale(pick_vec3_sub(box.max, box.min), 0.5);
    const float x = (float)half.x, y = (float)half.y, z = (float)half.z;
    // Two triangles from corner to corner, of which one at least has an area where the box is flat.
    const float positions[18] = {-x, -y, -z, x, y, z, x, -y, -z, -x, -y, -z, x, y, z, -x, y, -z};
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = 6};
    pick_region_query query = PICK_REGION_QUERY_DEFAULT;
    pick_mesh *mesh = NULL;
    pick_object_id id;
    query.mode = mode;
    query.bounds_only = true;
    if (pick_mesh_create(&desc, NULL, &mesh) != PICK_OK)
        abort();
    pick_scene *scene = scene_with(mesh, pick_vec3_add(box.min, half));
    pick_region *region = region_of(planes, count, eye);
    const size_t found = pick_region_objects(scene, region, &query, &id, 1);
    pick_region_destroy(region);
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
    return found == 1;
}

bool answer_has_box(const pick_plane *planes, uint32_t count, pick_vec3 eye, pick_aabb box, pick_region_mode mode)
{
    return spoil(mode == PICK_REGION_TOUCH ? PEER_TOUCHES : PEER_CONTAINS, has_box(planes, count, eye, box, mode));
}

bool answer_plane_keeps(const pick_plane *plane, pick_vec3 eye, pick_aabb box)
{
    return spoil(PEER_PLANE_KEEPS, has_box(plane, 1, eye, box, PICK_REGION_TOUCH));
}

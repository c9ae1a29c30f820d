// consumer.c: one triangle, one view, one pick, with nothing but the installed headers and library.
#include <picking/picking.h>

#include <stdio.h>

int main(void)
{
    const float positions[] = {-1, -1, 0, 1, -1, 0, 0, 1, 0};
    pick_mesh *mesh = NULL;
    pick_scene *scene = NULL;
    pick_object_id object = {0, 0};
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    int status = 1;
    if (pick_mesh_create(&(pick_mesh_desc){.positions = positions, .vertex_count = 3}, NULL, &mesh) != PICK_OK)
        goto done;
    desc.mesh = mesh;
    if (pick_scene_create(NULL, &scene) != PICK_OK || pick_scene_add(scene, &desc, &object) != PICK_OK)
        goto done;

    // 90 degrees, square, reversed-Z with an infinite far plane, Y down; the eye 5 m in front of the triangle.
    const float projection[16] = {1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, -1, 0, 0, 0.1f, 0};
    const float camera[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    pick_view view;
    if (pick_view_init(&view,
                       &(pick_view_desc){
                           .projection = projection, .view = camera, .eye = {0, 0, 5}, .viewport = {0, 0, 100, 100}}) !=
        PICK_OK)
        goto done;
    const pick_ray ray = pick_view_ray(&view, pick_mouse_position(50, 50));
    const pick_ray above = pick_view_ray(&view, pick_mouse_position(50, 10));
    pick_hit hit;
    if (pick_closest(scene, &ray, NULL, &hit) && pick_object_id_equal(hit.object, object) &&
        !pick_closest(scene, &above, NULL, &hit)) {
        printf("picked triangle %u at %.3f m\n", (unsigned)hit.triangle, hit.t);
        status = 0;
    }
done:
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
    return status;
}

#include "squares.h"

#include "near.h"
#include "projection.h"

static pick_mesh *make_square(uint32_t flags)
{
    static const float positions[12] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
    static const float uvs[8] = {0, 0, 1, 0, 1, 1, 0, 1};
    static const uint16_t indices[6] = {0, 1, 2, 0, 2, 3};
    const pick_submesh submesh = {0, 2, flags};
    const pick_mesh_desc desc = {.positions = positions,
                                 .vertex_count = 4,
                                 .uvs = uvs,
                                 .indices = indices,
                                 .index_type = PICK_INDEX_UINT16,
                                 .index_count = 6,
                                 .submeshes = &submesh,
                                 .submesh_count = 1};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    return mesh;
}

pick_view squares_view(double eye_z, double near_distance, double far_distance, bool orthographic)
{
    projection_spec spec = projection_perspective(2 * atan(1), 1, near_distance, far_distance);
    if (orthographic) {
        spec.kind = PICK_ORTHOGRAPHIC;
        spec.left = spec.bottom = -10;
        spec.right = spec.top = 10;
    }
    float projection[16];
    float view[16];
    projection_matrix(&spec, projection);
    view_matrix(pick_vec3_make(0, 0, -1), pick_vec3_make(0, 1, 0), view);
    const pick_view_desc desc = {
        .projection = projection, .view = view, .eye = {0, 0, eye_z}, .viewport = {0, 0, 100, 100}};
    pick_view made;
    assert_int_equal(pick_view_init(&made, &desc), PICK_OK);
    return made;
}

squares squares_make(void)
{
    const pick_mesh_desc nothing = {.positions = NULL};
    squares s = {.square = make_square(0),
                 .both_sides = make_square(PICK_SUBMESH_DOUBLE_SIDED),
                 .alpha = make_square(PICK_SUBMESH_ALPHA_TEST),
                 .view = squares_view(10, 0.1, 100, false)};
    assert_int_equal(pick_mesh_create(&nothing, NULL, &s.nothing), PICK_OK);
    assert_int_equal(pick_scene_create(NULL, &s.scene), PICK_OK);
    return s;
}

void squares_free(squares *s)
{
    pick_scene_destroy(s->scene);
    pick_mesh_destroy(s->square);
    pick_mesh_destroy(s->both_sides);
    pick_mesh_destroy(s->alpha);
    pick_mesh_destroy(s->nothing);
}

pick_object_id squares_put(squares *s, const pick_mesh *mesh, double x, double y, double z)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    desc.mesh = mesh;
    desc.transform.origin = pick_vec3_make(x, y, z);
    desc.user = s->count;
    assert_int_equal(pick_scene_add(s->scene, &desc, &s->ids[s->count]), PICK_OK);
    return s->ids[s->count++];
}

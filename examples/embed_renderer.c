// embed_renderer: the whole of the renderer in one sitting: a device, a mesh, a picture, and two picks at one pixel: by
// the GPU, from the object-ID image, and by the CPU, with the picking library. They agree, or the program says so.
//
//     embed_renderer [PICTURE.ppm]      exit status 0: they agree; 77: no Vulkan driver
#include <picking/picking.h>
#include <renderer/renderer.h>

#include <math.h>
#include <stdio.h>

enum { WIDTH = 320, HEIGHT = 200, SLOT = 41 };

// An octahedron, 2 m from tip to tip.
static const float positions[] = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
static const uint32_t indices[] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
enum { VERTICES = 6, INDICES = 24 };

// World space: one thing, 100 km from the origin, turned a little; looked at from 4 m in front of it. Reversed-Z with
// an infinite far plane, y down: what both libraries take.
static const double place[3] = {100000.5, 20, -3};
static const float turned[9] = {0.8f, 0, -0.6f, 0, 1, 0, 0.6f, 0, 0.8f};
static const float projection[16] = {1.25f, 0, 0, 0, 0, -2, 0, 0, 0, 0, 0, -1, 0, 0, 0.1f, 0};
static const float camera[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
static const double eye[3] = {100000.5, 20, 1};

static bool failed(const render_device *device, render_result result, const char *what)
{
    if (result < RENDER_OK)
        fprintf(stderr, "%s: %s, %s\n", what, render_result_name(result), render_device_last_error(device));
    return result < RENDER_OK;
}

static bool fill(render_device *device, render_scene *scene)
{
    const render_material_desc gold = {
        .base_color = {1, 0.6f, 0.2f, 1}, .uv_transform = {1, 0, 0, 0, 1, 0}, .metallic = 0.5f, .roughness = 0.4f};
    render_material material;
    if (failed(device, render_material_create(scene, &gold, &material), "material"))
        return false;
    const render_submesh all = {.triangle_count = INDICES / 3, .material = material};
    const render_mesh_desc mesh = {.name = "octahedron",
                                   .positions = positions,
                                   .vertex_count = VERTICES,
                                   .indices = indices,
                                   .index_count = INDICES,
                                   .submeshes = &all,
                                   .submesh_count = 1};
    render_object object = {.origin = {place[0], place[1], place[2]}, .flags = RENDER_OBJECT_SELECTED};
    for (int i = 0; i < 9; i++)
        object.linear[i] = turned[i];
    return !failed(device, render_mesh_create(scene, &mesh, &object.mesh), "mesh") &&
           !failed(device, render_scene_set_object(scene, SLOT, &object), "object");
}

static bool save(const char *path, const uint8_t *rgba)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return false;
    fprintf(file, "P6\n%d %d\n255\n", WIDTH, HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        fwrite(rgba + 4 * i, 1, 3, file);
    return fclose(file) == 0;
}

// A frame, its picture, and what one pixel shows.
static bool draw(render_device *device, render_scene *scene, uint32_t x, uint32_t y, const char *path, render_pick *out)
{
    static uint8_t rgba[WIDTH * HEIGHT * 4];
    render_target *target = NULL;
    render_frame frame = {.grid = true, .eye = {eye[0], eye[1], eye[2]}};
    for (int i = 0; i < 16; i++) {
        frame.projection[i] = projection[i];
        frame.view[i] = camera[i];
    }
    render_id_request request;
    bool good = !failed(device, render_target_create(device, WIDTH, HEIGHT, &target), "target") &&
                !failed(device, render_target_draw(target, scene, &frame), "frame") &&
                !failed(device, render_target_request_pick(target, scene, &frame, x, y, &request), "request") &&
                !failed(device, render_target_read_color(target, rgba, sizeof rgba, NULL, NULL), "picture");
    // A program would draw on and ask again in its next frame; here there is nothing else to do.
    render_result result = good ? RENDER_PENDING : RENDER_ERROR_INVALID_ARGUMENT;
    while (result == RENDER_PENDING)
        result = render_pick_poll(device, request, out);
    good = result == RENDER_OK && (path == NULL || save(path, rgba));
    render_target_destroy(target);
    return good;
}

// The same pixel by rays on the CPU. `*t`: metres from the eye.
static bool pick(uint32_t x, uint32_t y, uint32_t *triangle, double *t)
{
    pick_mesh *mesh = NULL;
    pick_scene *scene = NULL;
    pick_object_id id;
    pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
    pick_view view;
    pick_hit hit;
    const pick_mesh_desc desc = {.positions = positions,
                                 .vertex_count = VERTICES,
                                 .indices = indices,
                                 .index_type = PICK_INDEX_UINT32,
                                 .index_count = INDICES};
    const pick_view_desc looks = {
        .projection = projection, .view = camera, .eye = {eye[0], eye[1], eye[2]}, .viewport = {0, 0, WIDTH, HEIGHT}};
    bool good = pick_mesh_create(&desc, NULL, &mesh) == PICK_OK && pick_scene_create(NULL, &scene) == PICK_OK;
    object.mesh = mesh;
    object.transform.origin = pick_vec3_make(place[0], place[1], place[2]);
    for (int i = 0; i < 9; i++)
        object.transform.linear[i] = turned[i];
    good = good && pick_scene_add(scene, &object, &id) == PICK_OK && pick_view_init(&view, &looks) == PICK_OK;
    const pick_ray ray = good ? pick_view_ray(&view, pick_mouse_position((int)x, (int)y)) : (pick_ray){0};
    good = good && pick_closest(scene, &ray, NULL, &hit);
    if (good) {
        *triangle = hit.triangle;
        *t = hit.t * pick_vec3_length(ray.direction);
    }
    pick_scene_destroy(scene);
    pick_mesh_destroy(mesh);
    return good;
}

int main(int argc, char **argv)
{
    const uint32_t x = 150, y = 93;
    render_device *device = NULL;
    render_scene *scene = NULL;
    render_pick shown = {0};
    char error[256];
    uint32_t triangle = 0;
    double t = 0;
    if (render_device_create(&(render_device_desc){0}, &device, error, sizeof error) != RENDER_OK) {
        fprintf(stderr, "%s\n", error);
        return 77;
    }
    bool good = !failed(device, render_scene_create(device, &scene), "scene") && fill(device, scene) &&
                draw(device, scene, x, y, argc > 1 ? argv[1] : NULL, &shown) && pick(x, y, &triangle, &t);
    double way[3] = {shown.point[0] - eye[0], shown.point[1] - eye[1], shown.point[2] - eye[2]};
    double away = sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    good = good && shown.id.object == SLOT + 1 && shown.id.triangle == triangle && fabs(away - t) < 1e-3;
    printf("%s: pixel %u, %u shows triangle %u at %.4f m; the ray hits triangle %u at %.4f m\n",
           good ? "agreed" : "NOT AGREED", x, y, shown.id.triangle, away, triangle, t);
    render_scene_destroy(scene);
    render_device_destroy(device);
    return good ? 0 : 1;
}

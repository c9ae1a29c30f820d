#include "fixture.h"

#include "effort.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <spng.h>

void fixture_log(void *user, render_log_level level, const char *text)
{
    uint32_t *messages = user;
    if (messages != NULL && level == RENDER_LOG_VALIDATION)
        ++*messages;
    if (level != RENDER_LOG_INFO)
        fprintf(stderr, "%s\n", text);
}

uint32_t fixture_mask(void)
{
    const char *names = getenv("VKPICK_MASK");
    uint32_t mask = 0;
    if (names != NULL && !render_features_read(names, &mask)) {
        fprintf(stderr, "VKPICK_MASK=%s: no such feature\n", names);
        abort();
    }
    return mask;
}

bool fixture_has_driver(void)
{
    const render_device_desc desc = {0};
    render_device *device;
    char error[256];
    render_result result = render_device_create(&desc, &device, error, sizeof error);
    render_device_destroy(device);
    if (result == RENDER_ERROR_NO_DRIVER)
        fprintf(stderr, "skipped: %s\n", error);
    return result != RENDER_ERROR_NO_DRIVER;
}

static render_device *open_device(uint32_t *messages)
{
    const render_device_desc desc = {
        .validation = true, .masked_features = fixture_mask(), .log = fixture_log, .log_user = messages};
    render_device *device = NULL;
    char error[256];
    *messages = 0;
    if (render_device_create(&desc, &device, error, sizeof error) != RENDER_OK)
        fail_msg("no device: %s", error);
    return device;
}

static void check_validation(const render_device *device, const uint32_t *messages)
{
    bool active = false;
    const uint32_t count = render_device_validation_count(device, &active);
    assert_true(active);
    assert_int_equal(count, 0);
    assert_int_equal(*messages, 0);
}

void fixture_open(fixture *it)
{
    it->device = open_device(&it->messages);
    assert_int_equal(render_scene_create(it->device, &it->scene), RENDER_OK);
}

void fixture_close(fixture *it)
{
    render_scene_destroy(it->scene);
    render_device_wait_idle(it->device);
    check_validation(it->device, &it->messages);
    render_device_destroy(it->device);
    assert_int_equal(it->messages, 0);
}

static void normalize(double v[3])
{
    double size = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3; i++)
        v[i] /= size;
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static render_frame look(const double eye[3], const double target[3])
{
    render_frame frame = {0};
    double back[3], right[3], up[3] = {0, 1, 0};
    for (int i = 0; i < 3; i++) {
        frame.eye[i] = eye[i];
        back[i] = eye[i] - target[i];
    }
    normalize(back);
    if (fabs(back[1]) > 0.999)
        up[1] = 0, up[2] = -1;
    cross(up, back, right);
    normalize(right);
    cross(back, right, up);
    for (int i = 0; i < 3; i++) {
        frame.view[4 * i] = (float)right[i];
        frame.view[4 * i + 1] = (float)up[i];
        frame.view[4 * i + 2] = (float)back[i];
    }
    frame.view[15] = 1.0f;
    return frame;
}

int fixture_setup(void **state)
{
    fixture *it = calloc(1, sizeof *it);
    fixture_open(it);
    *state = it;
    return 0;
}

int fixture_teardown(void **state)
{
    fixture_close(*state);
    free(*state);
    return 0;
}

// The device of a program's shared tests, and the messages about it.
static struct {
    render_device *device;
    uint32_t messages;
} shared;

int fixture_setup_shared(void **state)
{
    if (test_is_thorough())
        return fixture_setup(state);
    if (shared.device == NULL)
        shared.device = open_device(&shared.messages);
    fixture *it = calloc(1, sizeof *it);
    it->device = shared.device;
    assert_int_equal(render_scene_create(it->device, &it->scene), RENDER_OK);
    *state = it;
    return 0;
}

int fixture_teardown_shared(void **state)
{
    if (test_is_thorough())
        return fixture_teardown(state);
    fixture *it = *state;
    render_scene_destroy(it->scene);
    free(it);
    render_device_wait_idle(shared.device);
    check_validation(shared.device, &shared.messages);
    return 0;
}

int fixture_finish(void **state)
{
    (void)state;
    render_device_destroy(shared.device);
    shared.device = NULL;
    assert_int_equal(shared.messages, 0);
    return 0;
}

const double FIXTURE_EYE[3] = {0, 0, 2}, FIXTURE_TARGET[3] = {0, 0, 0};

render_frame fixture_front_view(void)
{
    return fixture_look(FIXTURE_EYE, FIXTURE_TARGET, 1.57079633f, 1.0f);
}

render_frame fixture_look(const double eye[3], const double target[3], float fov, float aspect)
{
    render_frame frame = look(eye, target);
    float focal = 1.0f / tanf(0.5f * fov);
    frame.projection[0] = focal / aspect;
    frame.projection[5] = -focal;
    frame.projection[11] = -1.0f;
    frame.projection[14] = 0.05f;
    return frame;
}

render_frame fixture_look_orthographic(const double eye[3], const double target[3], float height, float aspect)
{
    render_frame frame = look(eye, target);
    frame.projection[0] = 2.0f / (height * aspect);
    frame.projection[5] = -2.0f / height;
    frame.projection[10] = 1.0f / 1000.0f;
    frame.projection[14] = 1.0f;
    frame.projection[15] = 1.0f;
    return frame;
}

static render_mesh make_mesh(render_scene *scene, const render_mesh_desc *desc, render_material material)
{
    render_mesh_desc copy = *desc;
    const render_submesh submesh = {.triangle_count = desc->index_count / 3, .material = material};
    render_mesh mesh = 0;
    copy.submeshes = &submesh;
    copy.submesh_count = 1;
    assert_int_equal(render_mesh_create(scene, &copy, &mesh), RENDER_OK);
    return mesh;
}

render_mesh fixture_quad(render_scene *scene, render_material material)
{
    static const float positions[] = {-0.5f, -0.5f, 0, 0.5f, -0.5f, 0, 0.5f, 0.5f, 0, -0.5f, 0.5f, 0};
    static const float uvs[] = {0, 1, 1, 1, 1, 0, 0, 0};
    static const uint32_t indices[] = {0, 1, 2, 0, 2, 3};
    const render_mesh_desc desc = {
        .name = "quad", .positions = positions, .uvs = uvs, .vertex_count = 4, .indices = indices, .index_count = 6};
    return make_mesh(scene, &desc, material);
}

render_mesh fixture_cube(render_scene *scene, render_material material)
{
    float positions[72], normals[72];
    uint32_t indices[36];
    for (uint32_t face = 0; face < 6; face++) {
        uint32_t axis = face / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
        float side = face % 2 ? 0.5f : -0.5f;
        for (uint32_t corner = 0; corner < 4; corner++) {
            float *position = positions + 12 * face + 3 * corner, *normal = normals + 12 * face + 3 * corner;
            position[axis] = side;
            position[u] = (corner == 1 || corner == 2) ? 0.5f : -0.5f;
            position[v] = corner >= 2 ? side : -side;
            normal[axis] = 2.0f * side;
            normal[u] = normal[v] = 0.0f;
        }
        static const uint32_t order[6] = {0, 1, 2, 0, 2, 3};
        for (uint32_t i = 0; i < 6; i++)
            indices[6 * face + i] = 4 * face + order[i];
    }
    const render_mesh_desc desc = {.name = "cube",
                                   .positions = positions,
                                   .normals = normals,
                                   .vertex_count = 24,
                                   .indices = indices,
                                   .index_count = 36};
    return make_mesh(scene, &desc, material);
}

render_mesh fixture_sphere(render_scene *scene, render_material material, uint32_t rings, bool normals)
{
    uint32_t sides = 2 * rings, vertex_count = (rings + 1) * (sides + 1);
    float *positions = malloc(vertex_count * 3 * sizeof *positions),
          *directions = malloc(vertex_count * 3 * sizeof *positions);
    uint32_t *indices = malloc(rings * sides * 6 * sizeof *indices), count = 0;
    assert_true(positions && directions && indices);
    for (uint32_t r = 0; r <= rings; r++) {
        for (uint32_t s = 0; s <= sides; s++) {
            double polar = 3.14159265358979 * r / rings, turn = 6.28318530717959 * s / sides;
            const double direction[3] = {sin(polar) * sin(turn), cos(polar), sin(polar) * cos(turn)};
            for (uint32_t i = 0; i < 3; i++) {
                directions[3 * (r * (sides + 1) + s) + i] = (float)direction[i];
                positions[3 * (r * (sides + 1) + s) + i] = (float)(0.5 * direction[i]);
            }
        }
    }
    for (uint32_t r = 0; r < rings; r++) {
        for (uint32_t s = 0; s < sides; s++) {
            uint32_t a = r * (sides + 1) + s, b = a + sides + 1;
            const uint32_t quad[6] = {a, b, b + 1, a, b + 1, a + 1};
            memcpy(indices + count, quad, sizeof quad);
            count += 6;
        }
    }
    const render_mesh_desc desc = {.name = "sphere",
                                   .positions = positions,
                                   .normals = normals ? directions : NULL,
                                   .vertex_count = vertex_count,
                                   .indices = indices,
                                   .index_count = count};
    render_mesh mesh = make_mesh(scene, &desc, material);
    free(positions);
    free(directions);
    free(indices);
    return mesh;
}

render_material fixture_material(render_scene *scene, float r, float g, float b)
{
    const render_material_desc desc = {
        .base_color = {r, g, b, 1}, .uv_transform = {1, 0, 0, 0, 1, 0}, .roughness = 0.6f};
    render_material material = 0;
    assert_int_equal(render_material_create(scene, &desc, &material), RENDER_OK);
    return material;
}

render_object fixture_object(render_mesh mesh, double x, double y, double z)
{
    return (render_object){.mesh = mesh, .linear = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .origin = {x, y, z}};
}

void fixture_set(fixture *it, uint32_t slot, const render_object *object)
{
    assert_int_equal(render_scene_set_object(it->scene, slot, object), RENDER_OK);
}

void fixture_scale(render_object *object, float x, float y, float z)
{
    const float scale[3] = {x, y, z};
    for (int i = 0; i < 9; i++)
        object->linear[i] *= scale[i / 3];
}

bool fixture_write_png(const char *path, const uint8_t *rgba, uint32_t width, uint32_t height)
{
    FILE *file = fopen(path, "wb");
    spng_ctx *context = file ? spng_ctx_new(SPNG_CTX_ENCODER) : NULL;
    bool good = false;
    if (context != NULL) {
        struct spng_ihdr header = {
            .width = width, .height = height, .bit_depth = 8, .color_type = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA};
        spng_set_png_file(context, file);
        spng_set_ihdr(context, &header);
        good = spng_encode_image(context, rgba, (size_t)4 * width * height, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE) == 0;
        spng_ctx_free(context);
    }
    if (file != NULL)
        good = fclose(file) == 0 && good;
    return good;
}

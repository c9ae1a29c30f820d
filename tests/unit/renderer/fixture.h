// fixture.h: shared by the renderer's tests: a device with validation, cameras, small meshes, pictures.
#ifndef TESTS_RENDERER_FIXTURE_H
#define TESTS_RENDERER_FIXTURE_H

#include "renderer/renderer.h"

typedef struct fixture {
    render_device *device;
    render_scene *scene;
    uint32_t messages; // of the validation layer, to the very end
} fixture;

// Prints what the device says. `user` is a counter of validation messages, or NULL.
void fixture_log(void *user, render_log_level level, const char *text);
// The features that the environment variable VKPICK_MASK names, to run any test without them.
uint32_t fixture_mask(void);
// false: there is no Vulkan driver at all.
bool fixture_has_driver(void);
void fixture_open(fixture *it);
// Fails the test when the validation layer said anything, or was not there.
void fixture_close(fixture *it);
// The same as a test's setup and teardown; the state is the fixture.
int fixture_setup(void **state);
int fixture_teardown(void **state);
// A test that wants a device of its own: it counts what the device has done, or what it has left.
#define FIXTURE_TEST_ALONE(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)
// Any other: a scene of its own on a device which, in a quick run (effort.h), the program's tests share, as most of
// their time is that of new devices, which make the same pipelines again. fixture_finish must be the group's teardown:
// it destroys the device, and fails where the validation layer says something then.
int fixture_setup_shared(void **state);
int fixture_teardown_shared(void **state);
int fixture_finish(void **state);
#define FIXTURE_TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup_shared, fixture_teardown_shared)

// A reversed-Z, infinite, Y-down perspective at `eye` that looks at `target`; fov in radians, vertical.
render_frame fixture_look(const double eye[3], const double target[3], float fov, float aspect);
// From (0, 0, 2) to the origin, 90 degrees, square: 4 m high where it looks at.
extern const double FIXTURE_EYE[3], FIXTURE_TARGET[3];
render_frame fixture_front_view(void);
// The same as an orthographic view, `height` metres high, 1000 m deep.
render_frame fixture_look_orthographic(const double eye[3], const double target[3], float height, float aspect);

// A quad in the xy plane, facing +z, from (-0.5, -0.5) to (0.5, 0.5), uv (0, 0) at the top left.
render_mesh fixture_quad(render_scene *scene, render_material material);
// A cube of size 1 with normals.
render_mesh fixture_cube(render_scene *scene, render_material material);
// A sphere of radius 0.5; `normals` false: flat shading.
render_mesh fixture_sphere(render_scene *scene, render_material material, uint32_t rings, bool normals);
render_material fixture_material(render_scene *scene, float r, float g, float b);

render_object fixture_object(render_mesh mesh, double x, double y, double z);
void fixture_set(fixture *it, uint32_t slot, const render_object *object); // what must succeed
void fixture_scale(render_object *object, float x, float y, float z);

bool fixture_write_png(const char *path, const uint8_t *rgba, uint32_t width, uint32_t height);

#endif

// world.h: everything that a program does with the renderer, in repeatable steps.
#ifndef TESTS_FAILING_WORLD_H
#define TESTS_FAILING_WORLD_H

#include "failing_calls.h"
#include "renderer/renderer.h"

typedef struct world {
    fake_window fake;
    render_device *device;
    render_scene *scene;
    render_window *window;
    render_mesh mesh, shapes[3];
    render_material materials[3];
    render_id_request request;
    char what[256];  // the test's word for what was done last
    char error[512]; // of the device that could not be created
    const char *cache_path;
    uint32_t mask; // RENDER_FEATURE_*
    bool validation;
    uint32_t messages; // of the validation layer
    bool plain;        // pictures without shadows and ambient occlusion, for tests of something else
} world;

typedef enum world_step {
    WORLD_START, // device, window
    WORLD_FILL,  // textures, materials, meshes, volumes, points, lines, objects
    WORLD_FRAME, // a picture with everything in it, after a change
    WORLD_RESIZE,
    WORLD_IDS,     // the whole image, waited for
    WORLD_REQUEST, // a pixel, polled
    WORLD_READ,    // the picture
    WORLD_STEPS
} world_step;

const char *world_step_name(world_step step);
// Does a step. What the step made before it failed is kept, and used when it is tried again.
render_result world_do(world *it, world_step step);
// Whether an ID pick in the middle finds the object that is there, and one in the corner nothing.
bool world_picks_right(world *it);
// Destroys all but the device.
void world_empty(world *it);
void world_end(world *it);

// For tests: the first steps, to the first picture.
void world_begin(world *it);
// Ends it. No object and no allocation is left.
void world_end_clean(world *it);
// Fails the test if Vulkan objects or allocations are left.
void world_check_clean(void);
// Prepares the harness and tries a device. False: there is no driver, and the test is to be skipped (exit status 77).
bool world_has_driver(void);

#endif

// engine.h: a small engine that draws with Vulkan: a window, its own device and swapchain, crates and spheres under a
// sun. It knows nothing of picking, nor of the renderer that outlines its objects: that is in engine_picking.c and
// engine_terrain.c.
//
// Space:      world space, metres, right-handed, +Y up. Matrices are column-major.
// Depth:      reversed-Z with an infinite far plane, in a 32-bit float image without multisampling.
// Errors:     what fails prints one line and exits with status 1.
// Frames:     engine_begin, engine_draw, whatever else is recorded into `commands`, engine_end.
#ifndef EXAMPLES_ENGINE_H
#define EXAMPLES_ENGINE_H

#include <SDL.h>
#include <stdbool.h>
#include <stdint.h>
#include <volk.h>

enum { ENGINE_MAX_OBJECTS = 64, ENGINE_FRAMES = 2, ENGINE_MAX_IMAGES = 8, ENGINE_VERTEX_FLOATS = 6 };

typedef struct engine_buffer {
    VkBuffer handle;
    VkDeviceMemory memory;
    void *mapped;
} engine_buffer;

typedef struct engine_image {
    VkImage handle;
    VkImageView view;
    VkDeviceMemory memory; // null in images of the swapchain
} engine_image;

// Vertices are interleaved: position, normal.
typedef struct engine_mesh {
    VkBuffer vertices, indices;
    VkDeviceSize vertices_offset, indices_offset; // bytes
    uint32_t vertex_count, index_count;
    const float *positions;    // the CPU's copy, 3 floats a vertex; NULL: only the GPU knows them
    const uint32_t *triangles; // the CPU's copy of the indices
} engine_mesh;

typedef struct engine_object {
    char name[16];
    bool is_ground;
    const engine_mesh *mesh;
    float position[3];
    float scale;
    float turn;     // radians, about +Y
    float color[3]; // linear
} engine_object;

typedef struct engine_frame {
    VkCommandBuffer commands;
    VkFence done;
    VkSemaphore acquired;
} engine_frame;

typedef struct engine {
    // Device: engine_device.c
    SDL_Window *window;
    VkInstance instance;
    VkDebugUtilsMessengerEXT messenger;
    bool validation;
    uint32_t messages; // of the validation layer
    VkSurfaceKHR surface;
    VkPhysicalDevice physical;
    VkDevice device;
    uint32_t family;
    VkQueue queue;

    // Frames: engine_frame.c
    VkSwapchainKHR swapchain;
    VkFormat color_format;  // sRGB
    uint32_t width, height; // pixels
    uint32_t image_count, image;
    engine_image images[ENGINE_MAX_IMAGES];
    VkSemaphore drawn[ENGINE_MAX_IMAGES];
    engine_image depth;
    VkCommandPool pool;
    engine_frame frames[ENGINE_FRAMES];
    uint64_t frame;           // number of the frame that is recorded
    VkCommandBuffer commands; // of this frame
    engine_buffer picture;    // a copy of the last frame, when one is wanted

    // Scene: engine_scene.c
    engine_buffer shapes;
    engine_mesh crate, sphere;
    engine_object objects[ENGINE_MAX_OBJECTS];
    uint32_t object_count;
    float yaw, pitch, distance;     // the camera looks at the origin from here: radians and metres
    float projection[16], view[16]; // of this frame; the view matrix only rotates
    double eye[3];
    uint64_t view_revision; // changes with the three and with the size
    VkPipelineLayout layout;
    VkPipeline pipeline;
} engine;

// engine_device.c
void engine_fail(const char *what, const char *why); // prints both and ends the program
void engine_check(VkResult result, const char *what);
#define ENGINE_CHECK(call) engine_check(call, #call)
void engine_open_device(engine *it, const char *title, int width, int height, bool validation);
void engine_close_device(engine *it);
engine_buffer engine_make_buffer(engine *it, VkDeviceSize size, VkBufferUsageFlags usage);
void engine_free_buffer(engine *it, engine_buffer *buffer);
engine_image engine_make_depth(engine *it, uint32_t width, uint32_t height);
void engine_free_image(engine *it, engine_image *image);
VkShaderModule engine_make_shader(engine *it, const uint32_t *words, size_t size);

// engine_frame.c
void engine_open_frames(engine *it);
void engine_close_frames(engine *it);
bool engine_begin(engine *it); // false: nothing can be drawn now; read events, then try again
void engine_draw(engine *it);  // the scene; afterwards `images[image]` is a colour attachment, `depth` can be sampled
void engine_end(engine *it, bool keep_picture); // presents
void engine_save_picture(engine *it, const char *path);

// engine_scene.c
void engine_open_scene(engine *it);
void engine_close_scene(engine *it);
void engine_add_crates(engine *it);                         // on a ground; engine_level.c
const char *engine_name(const engine *it, uint32_t number); // of an object, counted from 1; 0: "nothing"
engine_object *engine_add(engine *it, const char *name, const engine_mesh *mesh, float x, float y, float z);
void engine_object_matrix(const engine_object *object, float linear[9]); // object to world, without the position
void engine_aim_camera(engine *it);
void engine_record_scene(engine *it);

// What the mouse did. Positions are whole pixels of the picture.
typedef enum engine_mouse_type {
    ENGINE_MOUSE_MOVE,
    ENGINE_MOUSE_PRESS,
    ENGINE_MOUSE_RELEASE,
    ENGINE_MOUSE_LEAVE // the window; without position
} engine_mouse_type;

typedef struct engine_mouse {
    engine_mouse_type type;
    int x, y;
    uint32_t button; // of PRESS and RELEASE: 0 left, 1 middle, 2 right
} engine_mouse;

// What a program adds to the engine.
typedef struct engine_program {
    const char *title;
    void (*open)(engine *it);
    void (*mouse)(const engine_mouse *mouse);
    void (*before_scene)(engine *it); // NULL: nothing; records into it->commands
    void (*after_scene)(engine *it);  // records into it->commands, outside of dynamic rendering
    void (*submitted)(void);          // it->commands are in the queue
    bool (*close)(engine *it);        // the device is idle; false: the program has failed
} engine_program;

// engine_run.c: opens a window and draws until it is closed. Returns the exit status.
//
//     --size WxH  --validation  --frames N (then it ends)  --picture FILE.ppm (the last of N frames)
//     --move X,Y  --click X,Y  --resize WxH    as a person would do it, one after the other, some frames apart
int engine_run(int argc, char **argv, const engine_program *program);

#endif

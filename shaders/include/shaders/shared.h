// shared.h: what C and GLSL must agree on: the layouts of buffers and push constants, and the binding numbers.
//
// Every struct is made of 16-byte rows, so that C, std140 and std430 lay it out alike.
#ifndef SHADERS_SHARED_H
#define SHADERS_SHARED_H

#ifdef __STDC_VERSION__
#include <stdint.h>
typedef float shader_vec4[4];
typedef float shader_mat4[16]; // column-major
typedef uint32_t shader_uint;
typedef float shader_float;
#else
#define shader_vec4 vec4
#define shader_mat4 mat4
#define shader_uint uint
#define shader_float float
#endif

// Descriptor set 0: the frame. Set 1: up to two images, whatever the pass needs.
#define SHADER_SET_FRAME 0
#define SHADER_SET_IMAGES 1
#define SHADER_BINDING_VIEW 0
#define SHADER_BINDING_OBJECTS 1
#define SHADER_BINDING_MATERIALS 2
#define SHADER_BINDING_INSTANCES 3
#define SHADER_BINDING_LINES 4
#define SHADER_FRAME_BINDINGS 5
#define SHADER_BINDING_IMAGE_0 0
#define SHADER_BINDING_IMAGE_1 1
#define SHADER_IMAGE_BINDINGS 2

// Object flags; the first four are RENDER_OBJECT_*.
#define SHADER_OBJECT_HIDDEN 1u
#define SHADER_OBJECT_HOVERED 2u
#define SHADER_OBJECT_SELECTED 4u
#define SHADER_OBJECT_ACTIVE 8u
#define SHADER_OBJECT_MIRRORED 16u

// How a surface treats alpha: RENDER_ALPHA_*, a specialisation constant of the fragment shaders.
#define SHADER_ALPHA_OPAQUE 0
#define SHADER_ALPHA_MASK 1
#define SHADER_ALPHA_BLEND 2

#define SHADER_WRAP_REPEAT 0u
#define SHADER_WRAP_CLAMP 1u
#define SHADER_WRAP_MIRROR 2u

struct shader_view {
    shader_mat4 projection;
    shader_mat4 rotation; // of the view; the eye is apart
    shader_vec4 eye_high; // xyz + xyz = the eye, world space; the high part's w: 1 for an orthographic view
    shader_vec4 eye_low;
    shader_vec4 viewport; // x, y, width, height in pixels; a negative height flips
    shader_vec4 forward;  // xyz: the way the camera looks, world space; w: 1 when depth grows with distance
    shader_vec4 grid;     // xy: the eye from the coarse line nearest to it; z: where it has faded; w: pixels per point
    shader_vec4 grid_cells; // x: the finest cell, metres; y: height of the eye above the ground
};

struct shader_object {
    shader_vec4 column_x; // xyz: linear part; w: high part of the origin's x
    shader_vec4 column_y;
    shader_vec4 column_z;
    shader_float low_x, low_y, low_z; // low part of the origin
    shader_uint flags;
};

struct shader_material {
    shader_vec4 base_color; // linear
    shader_vec4 uv_row_u;   // a, b, c; w: alpha cut-off
    shader_vec4 uv_row_v;   // d, e, f; w: roughness
    shader_uint wrap_u, wrap_v;
    shader_uint textured;
    shader_float metallic;
};

// A line to draw, camera-relative.
struct shader_line {
    shader_vec4 from; // w: width in pixels
    shader_vec4 to;
    shader_vec4 color; // linear, straight alpha
};

struct shader_push {
    shader_uint material;
    shader_uint first_triangle; // of the submesh, in its mesh
    shader_uint width, height;  // of the pass's area, in pixels
    shader_vec4 values;         // the pass's own
};

#endif

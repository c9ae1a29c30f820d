// shared.h: shared by C and GLSL: the layouts of buffers and push constants, and the binding numbers.
//
// Every struct but one consists of 16-byte rows, so that its layout is the same in C, std140 and std430.
#ifndef SHADERS_SHARED_H
#define SHADERS_SHARED_H

#ifdef __STDC_VERSION__
#include <stdint.h>
typedef float shader_vec4[4];
typedef float shader_mat4[16]; // column-major
typedef uint32_t shader_uint;
typedef float shader_float;
typedef struct shader_light shader_light;
#else
#define shader_vec4 vec4
#define shader_mat4 mat4
#define shader_uint uint
#define shader_float float
#endif

// Descriptor set 0: the frame. Set 1: the images of the pass; for surfaces the base colour, then the maps.
#define SHADER_SET_FRAME 0
#define SHADER_SET_IMAGES 1
#define SHADER_BINDING_VIEW 0
#define SHADER_BINDING_OBJECTS 1
#define SHADER_BINDING_MATERIALS 2
#define SHADER_BINDING_PLANES 3
#define SHADER_BINDING_SHADOW 4
#define SHADER_BINDING_OCCLUSION 5
#define SHADER_FRAME_BINDINGS 6
#define SHADER_FRAME_BUFFERS 4 // the first of the bindings; the others are images
#define SHADER_BINDING_IMAGE_0 0
#define SHADER_BINDING_IMAGE_1 1
#define SHADER_IMAGE_BINDINGS 5

// The maps of a material other than its base colour: RENDER_MAP_*. Map m is image m + 1.
#define SHADER_MAP_METALLIC_ROUGHNESS 0
#define SHADER_MAP_NORMAL 1
#define SHADER_MAP_OCCLUSION 2
#define SHADER_MAP_EMISSIVE 3
#define SHADER_MAPS 4

#define SHADER_MATERIAL_UNLIT 1u

#define SHADER_MAX_LIGHTS 16
#define SHADER_SECTION_PLANES 8

// How surfaces are shaded: RENDER_SHADING_*.
#define SHADER_SHADING_LIT 0u
#define SHADER_SHADING_UNLIT 1u
#define SHADER_SHADING_CLAY 2u

// Object flags: RENDER_OBJECT_*, and one that the renderer sets.
#define SHADER_OBJECT_HIDDEN 1u
#define SHADER_OBJECT_HOVERED 2u
#define SHADER_OBJECT_SELECTED 4u
#define SHADER_OBJECT_ACTIVE 8u
#define SHADER_OBJECT_MIRRORED 16u // not a flag of callers
#define SHADER_OBJECT_DIMMED 32u
#define SHADER_OBJECT_SOLID 64u
#define SHADER_OUTLINE_SHIFT 8 // position of the outline's number, RENDER_OBJECT_OUTLINE
#define SHADER_OUTLINE_MASK 63u
#define SHADER_TINT_SHIFT 16 // position of a volume's colour, RENDER_OBJECT_TINT
#define SHADER_TINT_MASK 7u

// The shapes of volumes: RENDER_VOLUME_*.
#define SHADER_VOLUME_BOX 0u
#define SHADER_VOLUME_SPHERE 1u
#define SHADER_VOLUME_CAPSULE 2u
#define SHADER_VOLUME_CYLINDER 3u
#define SHADER_VOLUME_CONE 4u
#define SHADER_VOLUME_CONVEX 5u
#define SHADER_VOLUME_SHAPES 8u // a corner has its shape plus this times the number of its part, from 1; 0: no parts

#define SHADER_VOLUME_PLANES 64u // of a convex one, at most: RENDER_VOLUME_PLANES

// How a surface treats alpha: RENDER_ALPHA_*, a specialisation constant of the fragment shaders.
#define SHADER_ALPHA_OPAQUE 0
#define SHADER_ALPHA_MASK 1
#define SHADER_ALPHA_BLEND 2

#define SHADER_WRAP_REPEAT 0u
#define SHADER_WRAP_CLAMP 1u
#define SHADER_WRAP_MIRROR 2u

// A light as the shaders read it.
struct shader_light {
    shader_vec4 position;  // xyz: relative to the eye, world space; w: 1 for a sun, which has no position
    shader_vec4 direction; // xyz: where it shines, unit; w: 1 / range^2, or 0: unlimited range
    shader_vec4 color;     // linear, times intensity
    shader_vec4 cone;      // x, y: strength = clamp(x + y cos angle)^2; 1, 0: the same in all directions
};

struct shader_view {
    shader_mat4 projection;
    shader_mat4 rotation; // rotation of the view; the eye is stored separately
    shader_vec4 eye_high; // eye_high.xyz + eye_low.xyz: the eye, world space; eye_high.w: 1 for an orthographic view
    shader_vec4 eye_low;
    shader_vec4 viewport; // x, y, width, height in pixels; a negative height flips
    shader_vec4 forward;  // xyz: where the camera looks, world space; w: 1 if depth grows with distance
    shader_vec4 grid; // xy: the eye relative to the nearest coarse line; z: distance at which the grid has faded out;
                      // w: pixels per point
    shader_vec4 grid_cells; // x: the finest cell, metres; y: distance of the eye from the grid's plane, signed; z: the
                            // axis across the plane (0 x, 1 y, 2 z); w: 1 for a grid behind everything
    // Where the shadow map lies: the dot product with a place relative to the eye and 1 is x, y (0 to 1) and depth.
    shader_vec4 shadow_rows[3];
    // Ambient occlusion. x: how far it reaches, metres; in a perspective view at distance 1. y: the same in pixels of
    // its half-size images; 0: none. z, w: 0.
    shader_vec4 occlusion;
    shader_uint shading; // SHADER_SHADING_*
    shader_uint light_count;
    shader_uint shadow_light;  // number of the light with the shadow map, from 1; 0: none
    shader_float shadow_texel; // size of a texel of the map, metres
    // Keep what lies where dot(xyz, place) + w >= 0; those from section_count on keep all. The place is relative to the
    // section's origin: the eye, or a place near what is drawn. Relative to an eye that is 1000 km away, floats would
    // be off by centimetres. `section_from_eye`: the same planes for places relative to the eye.
    shader_vec4 section[SHADER_SECTION_PLANES];
    shader_vec4 section_from_eye[SHADER_SECTION_PLANES];
    shader_vec4 section_eye_high; // xyz + section_eye_low.xyz: the eye relative to the section's origin
    shader_vec4 section_eye_low;
    shader_uint section_count, pad_0, pad_1, pad_2;
    // Where the ray through a place of NDC meets a plane across the view, as far away as the section's origin or the
    // near plane, relative to that origin: [0] + x [1] + y [2]. [0].w: how far beyond that place the ray meets the near
    // plane, in lengths of its direction (cap_ray.glsl); below 0 before it. Set where the section has caps.
    shader_vec4 ray_place[3];
    shader_light lights[SHADER_MAX_LIGHTS];
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
    shader_vec4 emissive; // linear; w: scale of the normal map
    shader_uint maps;     // bit m: the material has map m
    shader_uint flags;    // SHADER_MATERIAL_*
    shader_float occlusion_strength, pad;
    shader_vec4 map_rows[2 * SHADER_MAPS]; // a, b, c and d, e, f of each map
};

// A line, relative to the eye: the attributes of an instance, in this order.
struct shader_line {
    shader_vec4 from; // w: width in pixels
    shader_vec4 to;
    shader_vec4 color; // linear, straight alpha
};

// The number of a triangle in the IDs of caps: RENDER_CAP_TRIANGLE.
#define SHADER_CAP_TRIANGLE 0xfffffffeu

// The number of an instance whose triangles have none. No page has that many vertices.
#define SHADER_NO_TRIANGLES 0x80000000u

// One instance: a submesh of an object. Shaders read it as an attribute, a uvec2.
struct shader_instance {
    shader_uint slot;
    shader_uint first_number; // of the submesh's first triangle; in object_numbers.vert, of the vertex that is triangle
                              // 0's first, negated, or SHADER_NO_TRIANGLES
};

struct shader_push {
    shader_uint material;      // its row
    shader_uint first_object;  // the slot of the first row in `objects`: a shader sees a part of the rows at a time
    shader_uint width, height; // of the pass's area, in pixels
    shader_vec4 values;        // defined by each pass
    shader_uint slot, pad_0, pad_1, pad_2; // of the object, where a draw is for one
};

#endif

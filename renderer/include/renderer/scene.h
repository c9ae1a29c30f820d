// scene.h: a scene: meshes, textures, materials, lights, and the objects that use them.
//
// Lifetime:   creating copies the caller's data. Resources that frames in flight use are freed when those are done.
// Handles:    numbers; 0 is none, and a stale one is ignored or an error, never a crash. Objects live in slots that the
//             caller numbers, so that the caller's own numbers can be used. Setting an object uploads that object only.
// Space:      world space, metres. An origin is a double, stored as two floats and made relative to the camera on the
//             GPU: objects 10 000 km from the origin are drawn as precisely as those near it.
#ifndef RENDERER_SCENE_H
#define RENDERER_SCENE_H

#include "renderer/device.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t render_mesh;
typedef uint32_t render_texture;
typedef uint32_t render_material;

typedef struct render_submesh {
    uint32_t first_triangle, triangle_count;
    render_material material; // 0: the default material (light grey, single-sided)
} render_submesh;

typedef struct render_mesh_desc {
    const char *name;       // shown by debuggers; may be NULL
    const float *positions; // 3 per vertex, object space. A triangle with a position that is not finite is not drawn
    const float *normals;   // 3 per vertex; NULL, or 0 0 0 at all corners of a triangle: flat shading
    const float *uvs;       // 2 per vertex, or NULL: (0, 0)
    const float *colors;    // 4 per vertex, linear, or NULL: white
    uint32_t vertex_count;
    const uint32_t *indices; // 3 per triangle, each < vertex_count
    uint32_t index_count;
    const render_submesh *submeshes; // cover all triangles, in order
    uint32_t submesh_count;
} render_mesh_desc;

typedef enum render_wrap { RENDER_WRAP_REPEAT, RENDER_WRAP_CLAMP, RENDER_WRAP_MIRROR } render_wrap;

typedef struct render_texture_desc {
    const char *name;
    uint32_t width, height;
    const uint8_t *rgba; // 4 bytes per texel, straight alpha, top row first
    bool data;           // true: linear data (normals, roughness, occlusion); false: sRGB colours
} render_texture_desc;

typedef enum render_alpha_mode { RENDER_ALPHA_OPAQUE, RENDER_ALPHA_MASK, RENDER_ALPHA_BLEND } render_alpha_mode;

// The textures of a material besides its base colour; channels as in glTF.
typedef enum render_map {
    RENDER_MAP_METALLIC_ROUGHNESS, // G times roughness, B times metallic; a data texture
    RENDER_MAP_NORMAL,             // 2 RGB - 1 in tangent space, +Y against v; a data texture
    RENDER_MAP_OCCLUSION,          // R: how much of the sky's light arrives; a data texture
    RENDER_MAP_EMISSIVE,           // RGB times emissive; a colour texture
    RENDER_MAP_COUNT
} render_map;

typedef struct render_material_map {
    render_texture texture; // 0: none
    render_wrap wrap_u, wrap_v;
    float uv_transform[6]; // as in render_material_desc; all 0: the identity
} render_material_map;

// By how much of the cutoff alpha may fall short of it and still be opaque. An alpha of exactly the cutoff is opaque,
// but the rasterizer may interpolate 1, 1 and 1 to 0.9999999. The same share keeps picks on the CPU equal to the
// picture.
#define RENDER_ALPHA_SLACK (1.0f / 65536)

typedef struct render_material_desc {
    float base_color[4];               // linear factor
    render_texture base_color_texture; // 0: none (white)
    render_wrap wrap_u, wrap_v;
    float uv_transform[6]; // rows: u' = a u + b v + c; v' = d u + e v + f. Identity: 1 0 0 0 1 0
    render_alpha_mode alpha_mode;
    // RENDER_ALPHA_MASK: a fragment is discarded, in colour and in IDs, when alpha < cutoff * (1 - RENDER_ALPHA_SLACK).
    // In float, in this order:
    // clang-format off
    //     alpha = base_color.a * vertex_color.a * texture_alpha
    //     texture_alpha, with (u, v) after uv_transform and a texture of w x h texels at its finest level:
    //         x = u * w - 0.5, y = v * h - 0.5      texel centres lie at whole numbers
    //         i = floor(x), j = floor(y), fx = x - i, fy = y - j
    //         a(i, j) = byte / 255, with i and j wrapped separately:
    //             REPEAT i mod w (never negative); CLAMP to [0, w - 1]; MIRROR m = i mod 2w, m < w ? m : 2w - 1 - m
    //         top = a(i, j) + (a(i + 1, j) - a(i, j)) * fx
    //         bottom = a(i, j + 1) + (a(i + 1, j + 1) - a(i, j + 1)) * fx
    //         texture_alpha = top + (bottom - top) * fy
    //     Without a texture it is 1. A CPU pick that computes this formula gets the same result.
    // clang-format on
    float alpha_cutoff;
    bool double_sided;         // false: back faces are culled (mirrored objects swap sides)
    float metallic, roughness; // 0..1
    render_material_map maps[RENDER_MAP_COUNT];
    float normal_scale;       // of the normal map's x and y
    float occlusion_strength; // 0..1, of the occlusion map
    float emissive[3];        // linear, >= 0; may exceed 1
    bool unlit;               // base colour only: neither lit nor emissive
} render_material_desc;

typedef struct render_scene render_scene;

render_result render_scene_create(render_device *device, render_scene **out);
void render_scene_destroy(render_scene *scene); // NULL does nothing

// The vertices and indices of a mesh are in one buffer: RENDER_ERROR_OUT_OF_MEMORY, with both sizes in the message and
// nothing changed, where they take more than the device allows a buffer (which is at least 1 GiB).
render_result render_mesh_create(render_scene *scene, const render_mesh_desc *desc, render_mesh *out);
// The same mesh a part at a time, for callers that must not wait for all of it.
typedef struct render_mesh_upload render_mesh_upload;
// Takes the memory for it. Only `desc` itself and its submeshes are copied: the arrays are read by
// render_mesh_upload_step. Errors as of render_mesh_create, but that indices out of range are found by the steps.
render_result render_mesh_upload_begin(render_scene *scene, const render_mesh_desc *desc, render_mesh_upload **out);
// Reads some of the arrays, about `bytes` of them (more than 0), which must be as they were. RENDER_PENDING: there is
// more to do. RENDER_OK: `*out` is the mesh. That and an error end the upload: its pointer is stale then. Devices
// without RENDER_FEATURE_GEOMETRY_SHADER do all in one step.
render_result render_mesh_upload_step(render_mesh_upload *upload, uint64_t bytes, render_mesh *out);
// Gives up: frees what it has, without reading the arrays. Must come before the scene is destroyed. NULL is fine.
void render_mesh_upload_abandon(render_mesh_upload *upload);

// Another mesh with the triangles of `mesh` and submeshes of its own, which cover them: it takes no memory for
// vertices, and may outlive `mesh`. Points and lines are shared by render_thin_share (thin.h).
render_result render_mesh_share(render_scene *scene, render_mesh mesh, const render_submesh *submeshes, uint32_t count,
                                render_mesh *out);

// A shape without dents that is drawn analytically, exact at every distance: triggers, colliders.
typedef enum render_volume_shape {
    RENDER_VOLUME_BOX,
    RENDER_VOLUME_SPHERE,
    RENDER_VOLUME_CAPSULE,  // about the y axis, as are the next two
    RENDER_VOLUME_CYLINDER, // with flat ends
    RENDER_VOLUME_CONE,     // its tip at +y
    RENDER_VOLUME_CONVEX,   // between planes
    RENDER_VOLUME_SHAPE_COUNT
} render_volume_shape;

enum { RENDER_VOLUME_PLANES = 64, RENDER_VOLUME_PARTS = 64 };

typedef struct render_volume_desc {
    const char *name; // shown by debuggers; may be NULL
    render_volume_shape shape;
    // Half sizes of the shape's box, whose middle is the origin of object space; each > 0. A sphere's are its radius;
    // x and z of the round shapes are their radius, and a capsule's y, its caps included, is at least that.
    // A convex one's box contains it; the middle is `center`.
    float half[3];
    // Of a convex one alone: it is where dot(xyz, p - center) + w >= 0 of all planes; xyz is unit. 4 to
    // RENDER_VOLUME_PLANES of them.
    float center[3];
    const float (*planes)[4];
    uint32_t plane_count;
} render_volume_desc;

// A mesh without triangles: an object that has it is drawn as a volume. Its fill is translucent, its edges and its
// contour are lines. Its surface is the one where a ray enters it, and where one leaves it that starts inside: in the
// ID image that surface counts as solid, with triangle 0. It casts no shadow. RENDER_ERROR_INVALID_ARGUMENT: a size, a
// plane or the number of planes out of range. RENDER_ERROR_OUT_OF_MEMORY: also where all convex volumes together have
// more than 8 million planes.
render_result render_volume_create(render_scene *scene, const render_volume_desc *desc, render_mesh *out);

// A shape of a compound, anywhere in the object's space. One whose matrix is singular is not drawn.
typedef struct render_volume_part {
    render_volume_desc shape; // its name does not matter
    float linear[9];          // column-major 3x3, from the part's space to the object's
    double origin[3];
} render_volume_part;

// The same of 1 to RENDER_VOLUME_PARTS shapes, each of which is drawn by itself: where they overlap, the surfaces of
// all are there. In the ID image the triangle is the part's index. Errors as above, and
// RENDER_ERROR_INVALID_ARGUMENT: the number of parts out of range, a place that is not finite.
render_result render_volume_create_compound(render_scene *scene, const char *name, const render_volume_part *parts,
                                            uint32_t count, render_mesh *out);
// Objects with a destroyed mesh are no longer drawn. Materials keep a destroyed texture; meshes with a destroyed
// material get the default one.
void render_mesh_destroy(render_scene *scene, render_mesh mesh);
render_result render_texture_create(render_scene *scene, const render_texture_desc *desc, render_texture *out);
void render_texture_destroy(render_scene *scene, render_texture texture);
// The same texture some rows at a time, as render_mesh_upload. `rgba` is read by the steps.
typedef struct render_texture_upload render_texture_upload;
render_result render_texture_upload_begin(render_scene *scene, const render_texture_desc *desc,
                                          render_texture_upload **out);
// Reads about `bytes` (more than 0), at least a row. RENDER_PENDING: there is more to do. RENDER_OK: `*out` is the
// texture. That and an error end the upload: its pointer is stale then.
render_result render_texture_upload_step(render_texture_upload *upload, uint64_t bytes, render_texture *out);
// Gives up. Must come before the scene is destroyed. NULL is fine.
void render_texture_upload_abandon(render_texture_upload *upload);
render_result render_material_create(render_scene *scene, const render_material_desc *desc, render_material *out);
void render_material_destroy(render_scene *scene, render_material material);

enum {
    RENDER_OBJECT_HIDDEN = 1u << 0,
    RENDER_OBJECT_HOVERED = 1u << 1,
    RENDER_OBJECT_SELECTED = 1u << 2,
    RENDER_OBJECT_ACTIVE = 1u << 3, // the last one selected; its outline has another colour
    RENDER_OBJECT_DIMMED = 1u << 5, // its surface and icon are drawn dark and grey; outline and ID as ever
    RENDER_OBJECT_SOLID = 1u << 6   // its mesh is closed, so that it may be capped (render_frame.caps)
};

// Further flags of hovered and selected objects: objects with the same number share one outline, as the members of a
// group do; a line separates overlapping objects with different numbers. Numbers wrap at RENDER_OUTLINES.
enum { RENDER_OUTLINES = 62 };
#define RENDER_OBJECT_OUTLINE(number) (((uint32_t)(number) % RENDER_OUTLINES + 1u) << 8)
#define RENDER_OBJECT_OUTLINE_BITS 0x3f00u

// Further flags of objects with a volume: its colour, one of RENDER_TINTS. Numbers wrap; without: number 0.
enum { RENDER_TINTS = 8 };
#define RENDER_OBJECT_TINT(number) ((uint32_t)(number) % RENDER_TINTS << 16)
#define RENDER_OBJECT_TINT_BITS 0x70000u

// A symbol for an object without a mesh, drawn at its origin, RENDER_ICON_SIZE points wide at any distance.
typedef enum render_icon {
    RENDER_ICON_NONE,
    RENDER_ICON_SUN,
    RENDER_ICON_POINT_LIGHT,
    RENDER_ICON_SPOT_LIGHT,
    RENDER_ICON_CAMERA,
    RENDER_ICON_EMPTY,
    RENDER_ICON_COUNT
} render_icon;

#define RENDER_ICON_SIZE 22.0f // points: the diameter of the disc, which its ID covers

typedef struct render_object {
    render_mesh mesh; // 0: none; with RENDER_ICON_NONE the slot is then empty
    render_icon icon;
    float linear[9];  // column-major 3x3, object to world
    double origin[3]; // world space, metres
    uint32_t flags;   // RENDER_OBJECT_*
} render_object;

// Slots are numbered from 0, and added as needed. The slot number + 1 is the object's ID in the ID image.
// RENDER_ERROR_INVALID_ARGUMENT for a slot of 16 777 216 or more.
render_result render_scene_set_object(render_scene *scene, uint32_t slot, const render_object *object);
render_result render_scene_set_flags(render_scene *scene, uint32_t slot, uint32_t flags);
uint32_t render_scene_slot_count(const render_scene *scene);

typedef enum render_light_type { RENDER_LIGHT_SUN, RENDER_LIGHT_POINT, RENDER_LIGHT_SPOT } render_light_type;

typedef struct render_light {
    render_light_type type;
    double position[3]; // world space, metres; unused by a sun
    float direction[3]; // world space, where it shines; not for a point light. Not 0; need not be unit
    // Linear. A sun of 1 lights a white surface that faces it to about 0.62 of the brightest picture value. A point or
    // spot light does so at 1 m; its light falls off with the square of the distance.
    float color[3];
    float range; // metres, where the light of a point or spot ends; 0: unlimited
    float inner_angle,
        outer_angle; // of a spot, radians from its axis: full light inside, none outside; 0 <= inner < outer
} render_light;

enum { RENDER_MAX_LIGHTS = 16 };

// Replaces the lights of the scene. Without lights a default sun is used. Soft light from sky and ground is always
// added.
render_result render_scene_set_lights(render_scene *scene, const render_light *lights, uint32_t count);

#ifdef __cplusplus
}
#endif

#endif

// scene_private.h: the struct behind `render_scene`.
#ifndef RENDERER_SRC_SCENE_PRIVATE_H
#define RENDERER_SRC_SCENE_PRIVATE_H

#include "device/device_private.h"
#include "device/ranges.h"
#include "renderer/scene.h"
#include "renderer/thin.h"
#include "scene/batch_list.h"
#include "scene/cull.h"
#include "scene/geometry.h"
#include "scene/pool.h"
#include "scene/table.h"

enum {
    RENDER_MAX_SLOTS = 1 << 24,
    RENDER_PLANE_ROWS = 1 << 23 // of all convex volumes and compounds
};

// A vertex of points and lines, on the device.
struct render_thin_vertex {
    float position[3];
    uint32_t color;  // bytes R, G, B: square roots of linear values; A: 0 where no element starts
    uint32_t number; // of the element that starts here
    uint32_t pad;
};

// Points or lines (thin.h) instead of triangles.
typedef struct render_thin {
    uint32_t element_count;
    bool is_thin, lines;
    bool on_screen; // the radius counts in points; also where it is 0
    float radius;
} render_thin;

typedef struct render_mesh_item {
    render_geometry_span span;
    uint32_t *sharers; // how many meshes have that span, a number that they share; NULL: one
    render_submesh *submeshes;
    uint32_t submesh_count;
    float center[3], half[3]; // bounding box, object space
    bool volume;
    uint32_t first_plane_row, plane_row_count; // of a convex volume or a compound
    render_thin thin;
} render_mesh_item;

typedef struct render_texture_item {
    render_image image;
    uint32_t users; // materials that use it, plus 1 while open
    bool open;      // the caller has not destroyed it
    render_set_pool *set_pool;
    VkDescriptorSet set; // for the overlay
} render_texture_item;

typedef struct render_material_item {
    render_texture textures[SHADER_IMAGE_BINDINGS]; // the base colour, then the maps
    render_set_pool *set_pool;
    VkDescriptorSet set;
    uint32_t mode; // render_alpha_mode or RENDER_MODE_VOLUME
    bool double_sided;
} render_material_item;

struct render_scene {
    render_device *device;
    uint64_t serial; // of the device's
    render_pool meshes, textures, materials;
    render_geometry geometry;
    render_texture white;
    render_material default_material;
    render_material volume_material; // made for the first volume; 0: none yet
    render_table object_rows, material_rows;
    render_table plane_rows;    // of each convex volume: the middle of its box and how many planes it has, then these
    render_ranges plane_spaces; // which of the rows are free
    render_object *objects;
    render_bounds bounds;     // of the objects
    uint64_t *highlight_bits; // a bit for each slot that is hovered, selected or active
    uint32_t slot_count, object_capacity;
    uint32_t *icons; // slots with an icon
    uint32_t icon_count, icon_capacity;
    bool icons_changed;
    render_light lights[RENDER_MAX_LIGHTS];
    uint32_t light_count;
    uint64_t texture_changes; // counts textures created and destroyed
    render_batch_list list;
};

enum { RENDER_OBJECT_HIGHLIGHTS = RENDER_OBJECT_HOVERED | RENDER_OBJECT_SELECTED | RENDER_OBJECT_ACTIVE };

// Whether the submeshes cover that many triangles, in order.
bool render_submeshes_cover(const render_submesh *submeshes, uint32_t count, uint32_t triangle_count);
// Whether the arrays of a mesh are there, and its submeshes cover them.
bool render_mesh_has_arrays(const render_mesh_desc *desc);
// Records that a mesh is refused for its indices or submeshes.
render_result render_mesh_refuse(const render_scene *scene, const render_mesh_desc *desc);
// Whether these indices name vertices.
bool render_mesh_indices_fit(const render_mesh_desc *desc, uint32_t first, uint32_t count);
// The box of the finite vertices, and the number of the first one.
typedef struct render_mesh_extent {
    float low[3], high[3];
    uint32_t good; // 0: none
    bool is_some;
} render_mesh_extent;
// Takes these vertices into it. Starts zeroed; vertices come in order.
void render_mesh_extend(render_mesh_extent *extent, const render_mesh_desc *desc, uint32_t first, uint32_t count);
// Copies the indices of whole triangles. One with a vertex that is not finite collapses to a point, which covers no
// pixel, so that the other triangles keep their numbers.
void render_mesh_clean(const render_mesh_desc *desc, const render_mesh_extent *extent, uint32_t first, uint32_t count,
                       uint32_t *out);
// Points or lines whose vertices are written a part at a time.
typedef struct render_thin_writer {
    render_thin_desc desc;
    render_mesh_extent extent;
    uint32_t at;               // the first position that was not written
    uint32_t number;           // of the element that starts there
    uint32_t chain, chain_end; // chains that begin before it, and where the last of them ends
} render_thin_writer;
// Adds the mesh with a place for its vertices. Errors set `*out` to 0.
render_result render_thin_open(render_scene *scene, const render_thin_desc *desc, render_thin_writer *writer,
                               render_mesh *out);
// Writes that many positions. RENDER_PENDING: more are left. The mesh can be drawn after RENDER_OK.
render_result render_thin_write(render_scene *scene, render_thin_writer *writer, render_mesh handle, uint32_t count);
// Whether the device can draw a mesh that is uploaded with so many vertices.
render_result render_mesh_check_limits(const render_scene *scene, const render_mesh_desc *desc, uint32_t vertex_count);
// Adds a mesh that has no geometry yet, with a copy of the submeshes. NULL: out of memory, which it records.
render_mesh_item *render_mesh_add(render_scene *scene, const render_submesh *submeshes, uint32_t count,
                                  render_mesh *out);
// Adds a mesh with the geometry and the box of another one, which is there. NULL: out of memory, which it records.
render_mesh_item *render_mesh_add_sharer(render_scene *scene, render_mesh mesh, const render_submesh *submeshes,
                                         uint32_t count, render_mesh *out);
// Whether nothing else has the mesh's triangles, once it is gone.
bool render_mesh_leave(render_mesh_item *mesh);
void render_mesh_set_bounds(render_mesh_item *mesh, const float low[3], const float high[3]);
// Writes rows (shaders/planes.glsl), 1 or more. False: out of memory.
bool render_planes_write(render_scene *scene, const shader_vec4 *rows, uint32_t count, uint32_t *first);
// Frees the rows of a mesh that has some.
void render_planes_free(render_scene *scene, const render_mesh_item *mesh);
// Uploads what changed and updates the batches.
render_result render_scene_update(render_scene *scene);
// Returns the material to draw with, and its row: the default one if the handle is null or stale.
const render_material_item *render_scene_material(const render_scene *scene, render_material handle, uint32_t *row);
// Sets the lights of the shaders' view, relative to the eye. A scene without lights gets a sun.
void render_scene_fill_lights(const render_scene *scene, const double eye[3], struct shader_view *view);
// Finds the sun that casts shadows: returns its number among the lights of the view, from 1, and sets where it shines,
// a unit vector in world space. 0: no sun.
uint32_t render_scene_sun(const render_scene *scene, double direction[3]);
// Removes a user of a texture. The last one destroys it.
void render_texture_release(render_scene *scene, render_texture handle);
const render_texture_item *render_scene_texture(const render_scene *scene, render_texture handle);

#endif

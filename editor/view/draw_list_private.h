// draw_list_private.h: the struct behind `editor_draw_list`, for the files that it is made of.
#ifndef EDITOR_VIEW_DRAW_LIST_PRIVATE_H
#define EDITOR_VIEW_DRAW_LIST_PRIVATE_H

#include "view/draw_list.h"

// A material of looks. Equal ones are one, so that meshes of different models that are painted alike are one draw.
typedef struct draw_paint {
    render_material_desc desc;
    uint64_t hash;
    uint32_t users; // slots of looks; 0: free
    render_material material;
} draw_paint;

// What is drawn for a look of the level.
typedef struct draw_look {
    uint64_t serial;  // of the look; 0: none
    uint32_t version; // of the mesh whose triangles it has
    bool is_box;      // or of which it has the box
    render_mesh mesh;
    uint32_t *paints; // one for each slot
    uint32_t paint_count;
} draw_look;

// The lists of a highlight.
typedef enum draw_mark { DRAW_MARK_HOVERED, DRAW_MARK_SELECTED, DRAW_MARK_ACTIVE, DRAW_MARK_COUNT } draw_mark;

// One of them, as of the last highlight.
typedef struct draw_marked {
    uint32_t *at;
    uint32_t count, capacity;
} draw_marked;

// The flags of a slot that stay when highlights change.
#define DRAW_LASTING_FLAGS ((uint32_t)RENDER_OBJECT_HIDDEN | (uint32_t)RENDER_OBJECT_SOLID | RENDER_OBJECT_TINT_BITS)

// What is drawn for a mesh of the level.
typedef struct draw_mesh {
    render_mesh mesh;        // 0: nothing
    uint32_t version;        // of the level's mesh that was uploaded, or whose box is drawn
    const uint32_t *indices; // of that mesh, compared alone; NULL: it is a box, or none was
    bool is_box;             // its edges: the rest is still to be uploaded
} draw_mesh;

struct editor_draw_list {
    const editor_level *level;
    render_scene *scene;
    draw_mesh *meshes;          // one per level mesh, `mesh_count` of them uploaded; likewise below
    uint64_t mesh_versions;     // of the level, when they were
    uint32_t box_count;         // of `meshes`
    bool has_new;               // some were boxes before this sync
    bool has_other_lights;      // than the scene has been given:
    double lit_size;            // of the level, when it was
    bool has_lamps;             // among them, whose strength depends on that
    uint64_t limit, left;       // bytes of a sync, and of this one; 0: no limit
    render_mesh_upload *upload; // of mesh `uploaded` in part, as of `upload_version`; NULL: none
    uint32_t uploaded, upload_version;
    const uint32_t *upload_indices; // of that mesh, compared alone
    render_texture_upload *texture; // of image `textured` in part, as colour or data; NULL: none
    uint32_t textured;
    bool textured_data;
    render_material *materials; // one per level material
    render_material plain;      // white, of coloured points and lines without a material; 0: not yet
    uint64_t image_frees;       // of the level, when those were freed here, too
    render_texture *textures;   // one per level image used as colour, 0 for the others
    render_texture *data;       // likewise for images used as data: normals, roughness, occlusion
    uint32_t mesh_count, material_count, image_count, object_count;
    draw_look *looks; // one per number of a look
    uint32_t look_count;
    uint64_t look_serial, look_mesh_versions; // of the level, when they were brought up to date
    draw_paint *paints;
    uint32_t paint_count, paint_capacity;
    uint32_t *flags;  // one per object: the current flags of its slot
    uint32_t *wanted; // likewise: those that the last highlight gives it
    bool *was_light;  // likewise: it was a light at the last sync
    uint8_t *marks;   // likewise: bits, the lists of the last highlight that it is in
    draw_marked marked[DRAW_MARK_COUNT];
    bool is_marked;           // the last highlight is known
    uint64_t marked_revision; // of the level, at the last highlight
    bool is_dimmed;
    uint32_t inside;          // a group; EDITOR_NONE where nothing is dimmed
    uint64_t seen;            // the level's revision at the last sync
    uint32_t solid_meshes;    // of the level, when solids were last found
    uint64_t solids_revision; // likewise
};

// Uploads the images of a material that are not uploaded yet, and describes it to the renderer. `limited`: as many as
// the sync may; RENDER_PENDING: not all.
render_result editor_draw_list_describe(editor_draw_list *list, const editor_material *material, bool limited,
                                        render_material_desc *out);

// Frees what the renderer has of images and materials that the level no longer has. Comes first in a sync, because an
// upload in parts reads from the image.
void editor_draw_list_drop_images(editor_draw_list *list);

// Describes points or lines, of which there are some; `material` 0: none.
render_result editor_draw_thin_describe(editor_draw_list *list, const editor_mesh *mesh, render_material material,
                                        render_thin_desc *out);
// Uploads points or lines; `material` 0: none. `*out` stays where there are none.
render_result editor_draw_thin_upload(editor_draw_list *list, const editor_mesh *mesh, render_material material,
                                      render_mesh *out);

// Makes points or lines like those that `lender` draws, of another width and material; `material` 0: as they have it.
render_result editor_draw_thin_share(editor_draw_list *list, const editor_mesh *mesh, render_mesh lender,
                                     editor_width width, render_material material, render_mesh *out);

// Brings the meshes up to date, as far as the sync may.
render_result editor_draw_meshes_sync(editor_draw_list *list);
// Takes bytes from what the sync may still upload.
void editor_draw_list_spend(editor_draw_list *list, uint64_t bytes);

// Uploads the edges of the box of a mesh that is still to be read, or to be uploaded.
render_result editor_draw_outline_upload(editor_draw_list *list, const editor_mesh *mesh, render_material material,
                                         render_mesh *out);

// Creates what is drawn for new looks, and frees what removed ones had. The level's meshes are uploaded.
render_result editor_draw_looks_sync(editor_draw_list *list);
void editor_draw_looks_finish(editor_draw_list *list); // the scene frees the rest

void editor_draw_highlight_finish(editor_draw_list *list);

#endif

// pack_internal.h: the parts of a pack. Each is a count and its records; what has no fixed size follows a record.
//
//   CHECK | pack_facts | warnings: text | images: pack_image, text, bytes | materials: pack_material, text
//   | meshes: pack_mesh, text, arrays | objects: pack_object, text | motion (pack_motion.c)
//   | pack_choices, its scenes and variants: text | CHECK
#ifndef EDITOR_DOCUMENT_PACK_INTERNAL_H
#define EDITOR_DOCUMENT_PACK_INTERNAL_H

#include "document/import/common/pack.h"

#define PACK_CHECK 0x6b636150u

enum { PACK_NORMALS = 1, PACK_UVS = 2, PACK_COLORS = 4, PACK_PLACED = 8, PACK_POLYGONS = 16 };

#define PACK_NOWHERE UINT64_MAX

typedef struct pack_facts {
    char format[48];
    double unit;
    double origin[3];
    uint32_t up, is_converted, animations, skins, morphs, has_origin;
} pack_facts;

typedef struct pack_choices {
    uint32_t scene_count, variant_count, scene;
} pack_choices;

typedef struct pack_image {
    uint64_t size;  // bytes; 0: a file, or in the area
    uint64_t place; // in the area; or PACK_NOWHERE
    uint32_t width, height;
} pack_image;

typedef struct pack_map {
    uint32_t image, wrap_u, wrap_v;
    float uv_transform[6];
} pack_map;

typedef struct pack_material {
    pack_map base, maps[EDITOR_MAP_COUNT];
    uint32_t alpha_mode, double_sided, unlit;
    float base_color[4], alpha_cutoff, metallic, roughness, normal_scale, occlusion_strength, emissive[3];
} pack_material;

typedef struct pack_mesh {
    uint32_t vertex_count, index_count, submesh_count, attributes;
    uint32_t form, line_count;
    float width;
} pack_mesh;

// Follows a mesh with PACK_PLACED, instead of its arrays: where they are in the area, each aligned to 64.
typedef struct pack_places {
    // What pick_mesh_write made. It has positions, texture coordinates and often indices. PACK_NOWHERE: points or lines
    uint64_t pick, pick_size;
    uint64_t box;             // 6 doubles
    uint64_t normals, colors; // or PACK_NOWHERE
    uint64_t indices;         // or PACK_NOWHERE: those of the pick mesh
    uint64_t positions;       // of points and lines; else PACK_NOWHERE
    uint64_t line_counts;     // of lines; else PACK_NOWHERE
} pack_places;

typedef struct pack_object {
    uint32_t layers, hidden;
    uint32_t kind, parent, mesh, type; // type: of a light; of a camera, whether it is orthographic
    double local[12];                  // linear, then origin
    double values[7]; // of a light: color, intensity, range, inner, outer; of a camera: fov, height, planes
} pack_object;

// --- Reading: what is refused says why once, in the importer's error ---

typedef struct pack_reader {
    editor_importer *importer;
    const uint8_t *at, *end;
    uint32_t *images; // the level's number of each picture
    uint32_t image_count;
    uint16_t *depths;        // of each object
    editor_mapping *mapping; // with the area of a model in the cache; NULL: there is none
    const uint8_t *area;
    uint64_t area_size;
} pack_reader;

// Always false.
bool pack_refuse(pack_reader *reader, const char *what);
// The next bytes, at any address. NULL: refused.
const uint8_t *pack_take(pack_reader *reader, uint64_t size);
// What lies at a place of the area. NULL: refused.
const uint8_t *pack_at_place(pack_reader *reader, uint64_t place, uint64_t size);
bool pack_get_record(pack_reader *reader, void *record, size_t size);
// Each counted thing has at least `least` bytes, so that a count cannot cost more than the pack has.
bool pack_get_count(pack_reader *reader, size_t least, uint32_t *count);
// Adds to what the model takes in memory (editor_import_claim); what lies in the area takes none. False: refused.
bool pack_claim(pack_reader *reader, uint64_t bytes);
// The caller frees what these return. NULL: refused.
char *pack_get_text(pack_reader *reader);
void *pack_get_array(pack_reader *reader, uint64_t count, size_t size);

// Whether indices are below the number of vertices, and submeshes cover the triangles and have materials that exist.
bool pack_check_indices(pack_reader *reader, const editor_mesh *mesh);
bool pack_check_submeshes(pack_reader *reader, const editor_mesh *mesh);
// Whether polygons begin with triangles and within submeshes, which are right.
bool pack_check_polygons(pack_reader *reader, const editor_mesh *mesh);
// Whether a mesh of triangles has nothing of lines, and one of points or lines nothing of triangles. `attributes`:
// PACK_NORMALS and so on.
bool pack_check_form(pack_reader *reader, const pack_mesh *record);
// Whether the polylines make up the vertices.
bool pack_check_lines(pack_reader *reader, const editor_mesh *mesh);

// pack_motion.c: what moves, after the objects; `motion` may be NULL. The importer gets what is read.
void pack_put_motion(FILE *out, const editor_motion *motion);
bool pack_get_motion(pack_reader *reader);

// pack_read_placed.c: add a picture, whose name it takes and sets to NULL, or a mesh, to the level.
bool pack_get_placed_image(pack_reader *reader, const pack_image *record, char **name, uint32_t *out);
bool pack_get_placed_mesh(pack_reader *reader, const pack_mesh *record);

#endif

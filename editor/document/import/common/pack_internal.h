// pack_internal.h: the parts of a pack. Each is a count and its records; what has no fixed size follows a record.
//
//   CHECK | pack_facts | warnings: text | images: pack_image, text, bytes | materials: pack_material, text
//   | meshes: pack_mesh, text, arrays | objects: pack_object, text | CHECK
#ifndef EDITOR_DOCUMENT_PACK_INTERNAL_H
#define EDITOR_DOCUMENT_PACK_INTERNAL_H

#include "document/level/level.h"

#define PACK_CHECK 0x6b636150u

enum { PACK_NORMALS = 1, PACK_UVS = 2, PACK_COLORS = 4 };

typedef struct pack_facts {
    char format[48];
    double unit;
    uint32_t up, is_converted, animations, skins, morphs, unused;
} pack_facts;

typedef struct pack_image {
    uint64_t size; // bytes; 0: a file
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
} pack_mesh;

typedef struct pack_object {
    uint32_t kind, parent, mesh, type; // type: of a light; of a camera, whether it is orthographic
    double local[12];                  // linear, then origin
    double values[7]; // of a light: color, intensity, range, inner, outer; of a camera: fov, height, planes
} pack_object;

#endif

// ply_faces.c: corners of faces, and their triangles.
#include "document/import/ply/ply_faces.h"

#include "document/import/ply/ply_colors.h"
#include "document/level/mesh_tools.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Faces between two claims of memory.
enum { STEP = 1 << 16 };
#define INDEX_LIMIT (1u << 31)
#define STRIP_END UINT32_MAX // -1

// Numbers of a list of one face.
typedef struct face_list {
    uint32_t *values;
    uint32_t count, capacity;
} face_list;

typedef struct face_reader {
    ply_reader *rows;
    editor_mesh *mesh;
    ply_corners *parted; // vertices of corners, if these have more than a vertex of the file
    ply_looks *looks;
    uint32_t index_capacity;
    face_list corners, uvs;        // of one face; texture coordinates as bits of floats
    double values[PLY_ROLE_COUNT]; // of one face, by role
    ply_colors colors;
    bool has_looks;      // faces have textures or materials
    bool names_texture;  // by a number
    uint64_t all, small; // faces; those of fewer than three corners
    bool has_lost;       // a texture coordinate is not finite
    size_t unclaimed;    // triangles
    mesh_polygons polygons;
} face_reader;

bool ply_has_faces(const ply_header *header)
{
    bool has = false;
    for (uint32_t i = 0; i < header->element_count; i++)
        has = has || (header->elements[i].is_face && header->elements[i].count > 0);
    return has;
}

static bool reserve(editor_importer *importer, uint32_t **array, uint32_t *capacity, uint64_t wanted)
{
    if (wanted <= *capacity)
        return true;
    if (wanted >= INDEX_LIMIT)
        return editor_import_refuse(importer, "it has too many faces");
    const uint64_t larger = wanted > 2 * (uint64_t)*capacity ? wanted : 2 * (uint64_t)*capacity;
    uint32_t *grown = realloc(*array, (size_t)larger * sizeof(*grown));
    if (!grown)
        return editor_import_out_of_memory(importer);
    *array = grown;
    *capacity = (uint32_t)larger;
    return true;
}

// Reads the count of a list. False: cut off, no number, or refused.
static bool read_count(face_reader *faces, const ply_property *property, face_list *list)
{
    ply_reader *rows = faces->rows;
    double count;
    if (!ply_read_number(rows, property->count_type, &count))
        return false;
    const size_t left = (size_t)(rows->end - rows->at);
    if (!(count >= 0) || count > (double)left) // each takes a byte at least
        return false;
    list->count = (uint32_t)count;
    return reserve(rows->importer, &list->values, &list->capacity, list->count);
}

// Reads the corners of the next face. False: cut off, no number, or refused.
static bool read_corners(face_reader *faces, const ply_property *property)
{
    ply_reader *rows = faces->rows;
    face_list *corners = &faces->corners;
    double number;
    if (!read_count(faces, property, corners))
        return false;
    const size_t size = (size_t)corners->count * sizeof(uint32_t);
    if (rows->header.format == PLY_LITTLE_ENDIAN && (property->type == PLY_I32 || property->type == PLY_U32)) {
        if (size > (size_t)(rows->end - rows->at))
            return false;
        if (size > 0)
            memcpy(corners->values, rows->at, size); // negative ones become too large
        rows->at += size;
        return true;
    }
    for (uint32_t i = 0; i < corners->count; i++) {
        if (!ply_read_number(rows, property->type, &number))
            return false;
        const bool fits = number >= 0 && number < (double)UINT32_MAX;
        corners->values[i] = fits ? (uint32_t)number : UINT32_MAX;
        if (fits && (double)corners->values[i] < number)
            return false;
    }
    return true;
}

// As vertices have them: v points down.
static bool read_uvs(face_reader *faces, const ply_property *property)
{
    face_list *uvs = &faces->uvs;
    if (!read_count(faces, property, uvs))
        return false;
    for (uint32_t i = 0; i < uvs->count; i++) {
        double number;
        if (!ply_read_number(faces->rows, property->type, &number))
            return false;
        float value = (float)(i % 2 ? 1 - number : number);
        faces->has_lost = faces->has_lost || !isfinite(value);
        value = isfinite(value) ? value : 0;
        memcpy(&uvs->values[i], &value, sizeof(value));
    }
    return true;
}

static bool read_row(face_reader *faces, const ply_element *element)
{
    double value;
    for (uint32_t i = 0; i < element->property_count; i++) {
        const ply_property *property = &faces->rows->header.properties[element->first + i];
        if (!(property->is_corners ? read_corners(faces, property)
              : property->is_uvs   ? read_uvs(faces, property)
                                   : ply_read_property(faces->rows, property, &value)))
            return false;
        if (property->role != PLY_NO_ROLE)
            faces->values[property->role] = value;
    }
    return true;
}

static bool claim(face_reader *faces)
{
    const size_t triangles = faces->unclaimed;
    faces->unclaimed = 0;
    return ply_corners_claim(faces->parted, faces->rows->importer) &&
           editor_import_claim_of_file(faces->rows->importer, EDITOR_IMPORT_TRIANGLE * triangles, "faces");
}

// Strips of triangles, each of which turns the other way, end at -1. Corners are repeated to join strips.
static void add_strips(face_reader *faces)
{
    editor_mesh *mesh = faces->mesh;
    const uint32_t *corners = faces->corners.values;
    uint32_t begin = 0; // of the strip
    for (uint32_t i = 0; i < faces->corners.count; i++) {
        if (corners[i] == STRIP_END) {
            begin = i + 1;
            continue;
        }
        if (i < begin + 2)
            continue;
        const uint32_t odd = (i - begin) & 1;
        const uint32_t triangle[3] = {corners[i - 2 + odd], corners[i - 1 - odd], corners[i]};
        if (triangle[0] == triangle[1] || triangle[1] == triangle[2] || triangle[2] == triangle[0])
            continue;
        memcpy(mesh->indices + mesh->index_count, triangle, sizeof(triangle));
        mesh->index_count += 3;
        mesh_polygons_add(&faces->polygons, 1);
        faces->unclaimed++;
    }
}

// Makes vertices of the corners.
static bool part_corners(face_reader *faces, bool has_uvs)
{
    const editor_mesh *mesh = faces->mesh;
    uint32_t parts[PLY_CORNER_PARTS] = {0};
    if (faces->parted->has_colors)
        ply_pack_color(&faces->colors, faces->values, parts + PLY_CORNER_COLOR);
    for (uint32_t i = 0; i < faces->corners.count; i++) {
        uint32_t *corner = &faces->corners.values[i];
        static const float none[2] = {0, 1}; // as in OBJ
        if (*corner == STRIP_END)
            continue;
        parts[PLY_CORNER_VERTEX] = *corner;
        if (has_uvs)
            memcpy(parts + PLY_CORNER_U, faces->uvs.values + 2 * (size_t)i, 2 * sizeof(float));
        else if (faces->parted->has_uvs)
            memcpy(parts + PLY_CORNER_U, mesh->uvs ? mesh->uvs + 2 * (size_t)*corner : none, 2 * sizeof(float));
        if (!ply_corners_find(faces->parted, faces->rows->importer, mesh, parts, corner))
            return false;
    }
    return true;
}

static bool check_corners(const face_reader *faces, bool is_strips)
{
    const uint32_t *corners = faces->corners.values, count = faces->mesh->vertex_count;
    for (uint32_t i = 0; i < faces->corners.count; i++) {
        if (corners[i] >= count && !(is_strips && corners[i] == STRIP_END))
            return false;
    }
    return true;
}

// Adds the triangles of the face that was read.
static bool add_triangles(face_reader *faces, bool is_strips)
{
    editor_mesh *mesh = faces->mesh;
    const uint32_t count = faces->corners.count;
    const uint64_t more = 3 * ((uint64_t)count - 2);
    const float *positions = faces->parted->positions ? faces->parted->positions : mesh->positions;
    if (!reserve(faces->rows->importer, &mesh->indices, &faces->index_capacity, mesh->index_count + more))
        return false;
    if (is_strips) {
        add_strips(faces);
        return true;
    }
    if (count == 3)
        memcpy(mesh->indices + mesh->index_count, faces->corners.values, 3 * sizeof(uint32_t));
    else
        editor_import_split(faces->rows->importer, positions, faces->corners.values, count,
                            mesh->indices + mesh->index_count, "faces");
    mesh->index_count += (uint32_t)more;
    mesh_polygons_add(&faces->polygons, count - 2);
    faces->unclaimed += count - 2;
    return true;
}

static bool add_face(face_reader *faces, const ply_element *element, uint64_t number)
{
    ply_corners *parted = faces->parted;
    const bool is_strips = element->is_strips;
    if (!check_corners(faces, is_strips))
        return editor_import_refuse(faces->rows->importer,
                                    "face %llu: a corner is out of range: there are %u vertices, from 0",
                                    (unsigned long long)number, faces->mesh->vertex_count);
    if (faces->corners.count < 3) {
        faces->small++;
        return true;
    }
    const uint32_t before = faces->mesh->index_count;
    const bool has_uvs = element->has_uvs && (uint64_t)faces->uvs.count == 2 * (uint64_t)faces->corners.count;
    if ((parted->has_uvs || parted->has_colors) && !part_corners(faces, has_uvs))
        return false;
    if (!add_triangles(faces, is_strips))
        return false;
    const uint32_t triangles = (faces->mesh->index_count - before) / 3;
    if (faces->has_looks && triangles > 0) {
        // A face without coordinates among others has no texture.
        const bool is_bare = parted->has_uvs && !has_uvs && !faces->mesh->uvs;
        const double texture = is_bare ? -1 : faces->names_texture ? faces->values[PLY_TEXTURE] : 0;
        if (!ply_looks_add(faces->looks, texture, faces->values[PLY_MATERIAL], (faces->mesh->index_count - before) / 3))
            return false;
    }
    return (!is_strips && faces->unclaimed < STEP) || claim(faces);
}

static bool read_element(face_reader *faces, const ply_element *element)
{
    ply_reader *rows = faces->rows;
    editor_importer *importer = rows->importer;
    if (!element->has_corners)
        return editor_import_refuse(importer, "its faces have no list of vertex_indices");
    if (!ply_begin(rows, element))
        return false;
    editor_progress_enter(importer->level->progress, "Reading faces", element->count);
    // Triangles take no more bytes than this, so that they rarely move.
    const uint64_t bound = (uint64_t)(rows->end - rows->at) / sizeof(uint32_t);
    const uint64_t triangles = 3 * (element->count < INDEX_LIMIT / 3 ? element->count : INDEX_LIMIT / 3);
    if (!reserve(importer, &faces->mesh->indices, &faces->index_capacity,
                 1 + faces->mesh->index_count + (triangles < bound ? triangles : bound)))
        return false;
    faces->colors = ply_find_colors(&rows->header, element);
    faces->names_texture = ply_find_role(&rows->header, element, PLY_TEXTURE) != NULL;
    memset(faces->values, 0, sizeof(faces->values));
    if (!ply_find_role(&rows->header, element, PLY_MATERIAL))
        faces->values[PLY_MATERIAL] = -1;
    for (uint64_t i = 0; i < element->count; i++) {
        if (!ply_goes_on(rows, i))
            return false;
        if (!read_row(faces, element))
            return editor_import_refuse(importer, "face %llu of %llu is cut off, or holds no number",
                                        (unsigned long long)i, (unsigned long long)element->count);
        if (!add_face(faces, element, i))
            return false;
    }
    ply_note_end(rows, element);
    faces->all += element->count;
    return claim(faces);
}

// What is said once all faces are read.
static bool conclude(face_reader *faces, bool has_strips)
{
    editor_importer *importer = faces->rows->importer;
    if (has_strips && faces->mesh->index_count == 0)
        return editor_import_refuse(importer, "its strips have no triangles");
    if (faces->small > 0 && faces->small == faces->all)
        return editor_import_refuse(importer, "none of its %llu face%s has three corners",
                                    (unsigned long long)faces->small, faces->small == 1 ? "" : "s");
    if (faces->small > 0)
        editor_level_add_warning(importer->level, "%llu face%s fewer than three corners; left out",
                                 (unsigned long long)faces->small, faces->small == 1 ? " has" : "s have");
    if (faces->has_lost)
        editor_level_add_warning(importer->level, "texture coordinates of faces that are not finite; read as 0");
    return mesh_polygons_take(&faces->polygons, faces->mesh) || editor_import_out_of_memory(importer);
}

// What the faces of all elements have besides corners.
static void find_parts(face_reader *faces, const ply_header *header)
{
    bool has_colors = false, has_materials = false;
    for (const ply_element *element = header->elements; element < header->elements + header->element_count; element++) {
        if (!element->is_face || element->count == 0)
            continue;
        faces->parted->has_uvs = faces->parted->has_uvs || element->has_uvs;
        has_colors = has_colors || ply_has_roles(header, element, PLY_RED, PLY_BLUE);
        has_materials = has_materials || ply_find_role(header, element, PLY_MATERIAL);
    }
    faces->parted->has_colors = has_colors && !faces->mesh->colors;
    faces->has_looks = header->texture_count > 0 || (has_materials && faces->looks->materials);
    if (has_colors && faces->mesh->colors)
        editor_level_add_warning(faces->rows->importer->level,
                                 "colours of faces are not shown: the vertices have some, too");
}

bool ply_read_faces(ply_reader *reader, editor_mesh *mesh, ply_corners *corners, ply_looks *looks)
{
    const ply_header *header = &reader->header;
    face_reader faces = {.rows = reader, .mesh = mesh, .parted = corners, .looks = looks};
    find_parts(&faces, header);
    bool ok = true, has_strips = false;
    for (const ply_element *element = header->elements; ok && element < header->elements + header->element_count;
         element++) {
        if (!element->is_face || element->count == 0)
            continue;
        ok = read_element(&faces, element);
        has_strips = has_strips || element->is_strips;
    }
    ok = ok && conclude(&faces, has_strips) && (faces.has_looks || ply_looks_add(looks, -1, -1, mesh->index_count / 3));
    mesh_polygons_free(&faces.polygons);
    free(faces.corners.values);
    free(faces.uvs.values);
    return ok;
}

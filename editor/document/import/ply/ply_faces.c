// ply_faces.c: corners of faces, and their triangles.
#include "document/import/ply/ply_faces.h"

#include "document/level/mesh_tools.h"

#include <stdlib.h>
#include <string.h>

// Faces between two looks at whether the import is cancelled.
enum { STEP = 1 << 16 };
#define INDEX_LIMIT (1u << 31)
#define STRIP_END UINT32_MAX // -1

typedef struct face_reader {
    ply_reader *rows;
    editor_mesh *mesh;
    uint32_t index_capacity;
    uint32_t *corners; // of one face
    uint32_t corner_count, corner_capacity;
    uint64_t small;   // faces of fewer than three corners
    size_t unclaimed; // triangles
    mesh_polygons polygons;
} face_reader;

const ply_element *ply_find_plain_faces(const ply_header *header)
{
    const ply_element *found = NULL, *vertices = ply_find_vertices(header);
    for (const ply_element *element = header->elements; element < header->elements + header->element_count; element++) {
        if (element->is_face && element->count > 0) {
            if (found || element < vertices || !vertices)
                return NULL;
            found = element;
        }
    }
    uint32_t corners = 0;
    for (uint32_t i = 0; found && i < found->property_count; i++) {
        const ply_property *property = &header->properties[found->first + i];
        if (property->is_corners ? property->type >= PLY_F32 : property->is_list || property->is_look)
            return NULL;
        corners += property->is_corners;
    }
    return corners == 1 && !header->has_texture ? found : NULL;
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

// Reads the corners of the next face. False: cut off, no number, or refused.
static bool read_corners(face_reader *faces, const ply_property *property)
{
    ply_reader *rows = faces->rows;
    double count, number;
    if (!ply_read_number(rows, property->count_type, &count))
        return false;
    const size_t left = (size_t)(rows->end - rows->at);
    const bool is_text = rows->header.format == PLY_ASCII;
    if (!(count >= 0) || count > (double)left) // each takes a byte at least
        return false;
    faces->corner_count = (uint32_t)count;
    if (!reserve(rows->importer, &faces->corners, &faces->corner_capacity, faces->corner_count))
        return false;
    const size_t size = (size_t)faces->corner_count * sizeof(uint32_t);
    if (rows->header.format == PLY_LITTLE_ENDIAN && ply_type_size(property->type) == sizeof(uint32_t)) {
        if (size > left)
            return false;
        if (size > 0)
            memcpy(faces->corners, rows->at, size); // negative ones become too large
        rows->at += size;
        return true;
    }
    for (uint32_t i = 0; i < faces->corner_count; i++) {
        if (!ply_read_number(rows, property->type, &number))
            return false;
        const bool fits = number >= 0 && number < (double)UINT32_MAX;
        faces->corners[i] = fits ? (uint32_t)number : UINT32_MAX;
        if (is_text && fits && (double)faces->corners[i] < number)
            return false;
    }
    return true;
}

static bool read_row(face_reader *faces, const ply_element *element)
{
    double skipped;
    for (uint32_t i = 0; i < element->property_count; i++) {
        const ply_property *property = &faces->rows->header.properties[element->first + i];
        if (property->is_corners ? !read_corners(faces, property) : !ply_read_property(faces->rows, property, &skipped))
            return false;
    }
    return true;
}

static bool claim(face_reader *faces)
{
    const size_t triangles = faces->unclaimed;
    faces->unclaimed = 0;
    return editor_import_claim_of_file(faces->rows->importer, EDITOR_IMPORT_TRIANGLE * triangles, "faces");
}

// Strips of triangles, each of which turns the other way, end at -1. Corners are repeated to join strips.
static void add_strips(face_reader *faces)
{
    editor_mesh *mesh = faces->mesh;
    const uint32_t *corners = faces->corners;
    uint32_t begin = 0; // of the strip
    for (uint32_t i = 0; i < faces->corner_count; i++) {
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

static bool add_face(face_reader *faces, bool is_strips, uint64_t number)
{
    editor_mesh *mesh = faces->mesh;
    for (uint32_t i = 0; i < faces->corner_count; i++) {
        if (faces->corners[i] >= mesh->vertex_count && !(is_strips && faces->corners[i] == STRIP_END))
            return editor_import_refuse(faces->rows->importer,
                                        "face %llu: a corner is out of range: there are %u vertices, from 0",
                                        (unsigned long long)number, mesh->vertex_count);
    }
    if (faces->corner_count < 3) {
        faces->small++;
        return true;
    }
    const uint64_t more = 3 * ((uint64_t)faces->corner_count - 2);
    if (!reserve(faces->rows->importer, &mesh->indices, &faces->index_capacity, mesh->index_count + more))
        return false;
    if (is_strips) {
        add_strips(faces);
        return claim(faces);
    }
    if (faces->corner_count == 3)
        memcpy(mesh->indices + mesh->index_count, faces->corners, 3 * sizeof(uint32_t));
    else
        editor_import_split(faces->rows->importer, mesh->positions, faces->corners, faces->corner_count,
                            mesh->indices + mesh->index_count, "faces");
    mesh->index_count += (uint32_t)more;
    mesh_polygons_add(&faces->polygons, faces->corner_count - 2);
    faces->unclaimed += faces->corner_count - 2;
    return faces->unclaimed < STEP || claim(faces);
}

static bool read_all(face_reader *faces, const ply_element *element)
{
    editor_importer *importer = faces->rows->importer;
    for (uint64_t i = 0; i < element->count; i++) {
        if (i % STEP == 0) {
            if (!editor_import_goes_on(importer))
                return false;
            editor_progress_advance(importer->level->progress, i > 0 ? STEP : 0);
        }
        if (!read_row(faces, element))
            return editor_import_refuse(importer, "face %llu of %llu is cut off, or holds no number",
                                        (unsigned long long)i, (unsigned long long)element->count);
        if (!add_face(faces, element->is_strips, i))
            return false;
    }
    if (!claim(faces))
        return false;
    if (element->is_strips && faces->mesh->index_count == 0)
        return editor_import_refuse(importer, "its strips have no triangles");
    if (faces->small > 0 && faces->small == element->count)
        return editor_import_refuse(importer, "none of its %llu face%s has three corners",
                                    (unsigned long long)faces->small, faces->small == 1 ? "" : "s");
    if (faces->small > 0)
        editor_level_add_warning(importer->level, "%llu face%s fewer than three corners; left out",
                                 (unsigned long long)faces->small, faces->small == 1 ? " has" : "s have");
    return true;
}

bool ply_read_faces(ply_reader *reader, const ply_element *element, editor_mesh *mesh)
{
    editor_importer *importer = reader->importer;
    if (!ply_check_count(reader, element, "faces"))
        return false;
    face_reader faces = {.rows = reader, .mesh = mesh};
    editor_progress_enter(importer->level->progress, "Reading faces", element->count);
    // Triangles take no more bytes than this, so that they rarely move.
    const uint64_t bound = (uint64_t)(reader->end - reader->at) / sizeof(uint32_t);
    const uint64_t triangles = 3 * (element->count < INDEX_LIMIT / 3 ? element->count : INDEX_LIMIT / 3);
    const bool ok =
        reserve(importer, &mesh->indices, &faces.index_capacity, 1 + (triangles < bound ? triangles : bound)) &&
        read_all(&faces, element) &&
        (mesh_polygons_take(&faces.polygons, mesh) || editor_import_out_of_memory(importer));
    mesh_polygons_free(&faces.polygons);
    free(faces.corners);
    return ok && (!mesh->normals || mesh_tools_finish(mesh) || editor_import_out_of_memory(importer));
}

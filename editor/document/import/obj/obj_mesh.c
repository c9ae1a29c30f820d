// obj_mesh.c: makes one vertex of all corners of a mesh that name the same vertex, texture coordinate and normal.
#include "document/import/obj/obj_mesh.h"

#include "document/import/common/weld.h"
#include "document/level/mesh_tools.h"
#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_LIMIT (1u << 31)
// Elements between two looks at whether the import is cancelled.
#define PACE 65536u

typedef struct obj_builder {
    editor_importer *importer;
    obj_data *data;
    const uint32_t *materials;
    editor_weld weld; // of the mesh that is made
    // A polygon: positions of its corners, their numbers (0, 1, 2, ...), its triangles, the mesh vertices.
    float *outline;
    uint32_t *numbers, *triangles, *chosen;
    uint32_t corner_capacity;
    char where[120];        // the mesh that is made, as warnings name it
    mesh_polygons polygons; // of the mesh that is made
} obj_builder;

// Elements of one kind and one object.
typedef struct obj_range {
    uint32_t first_run, end_run;
    uint32_t first_element, end_element;
    uint32_t first_corner, end_corner;
} obj_range;

// --- Vertices ---

// The mesh vertex of a corner of the file.
static inline bool find_vertex(obj_builder *b, const obj_elements *elements, uint32_t corner, uint32_t *out)
{
    uint32_t parts[OBJ_PART_COUNT];
    for (int part = 0; part < OBJ_PART_COUNT; part++)
        parts[part] = elements->corners[part] ? elements->corners[part][corner] : OBJ_ABSENT;
    return editor_weld_find(&b->weld, parts, OBJ_PART_COUNT, out) || editor_import_out_of_memory(b->importer);
}

// A part of a vertex of the mesh.
static uint32_t part_of(const obj_builder *b, size_t vertex, obj_part part)
{
    return editor_weld_parts(&b->weld, OBJ_PART_COUNT, vertex)[part];
}

static void *allocate_floats(obj_builder *b, size_t count)
{
    float *floats = malloc((count ? count : 1) * sizeof(float));
    if (!floats)
        editor_import_out_of_memory(b->importer);
    return floats;
}

static bool has_part(const obj_builder *b, obj_part part)
{
    bool has = false;
    for (uint32_t i = 0; i < b->weld.count && !has; i++)
        has = part_of(b, i, part) != OBJ_ABSENT;
    return has;
}

// Copies a part of all vertices. Zeros where one has none. `*has_gaps`: there is a zero vector.
static float *gather(obj_builder *b, obj_part part, uint32_t size, bool *has_gaps)
{
    float *out = allocate_floats(b, (size_t)size * b->weld.count);
    const float *values = b->data->values[part];
    for (size_t i = 0; out && i < b->weld.count; i++) {
        const uint32_t from = part_of(b, i, part);
        bool is_zero = true;
        for (size_t k = 0; k < size; k++) {
            out[size * i + k] = from != OBJ_ABSENT ? values[size * (size_t)from + k] : 0;
            is_zero = is_zero && out[size * i + k] == 0;
        }
        *has_gaps = *has_gaps || is_zero;
    }
    return out;
}

// The arrays of the mesh's vertices. Forgets the vertices for the next mesh.
static bool take_vertices(obj_builder *b, editor_mesh *mesh)
{
    const obj_data *data = b->data;
    bool ignored = false, has_gaps = false;
    mesh->vertex_count = b->weld.count;
    const size_t most = (3 + 3 + 2 + 4) * sizeof(float); // of each vertex
    bool ok = editor_import_claim_of_file(b->importer, most * b->weld.count, "vertices") &&
              (mesh->positions = gather(b, OBJ_VERTEX, 3, &ignored)) != NULL;
    if (ok && has_part(b, OBJ_UV)) {
        ok = (mesh->uvs = gather(b, OBJ_UV, 2, &ignored)) != NULL;
        for (size_t i = 0; ok && i < b->weld.count; i++)
            mesh->uvs[2 * i + 1] = 1 - mesh->uvs[2 * i + 1]; // v points down
    }
    if (ok && has_part(b, OBJ_NORMAL))
        ok = (mesh->normals = gather(b, OBJ_NORMAL, 3, &has_gaps)) != NULL;
    if (ok && data->colors) {
        ok = (mesh->colors = allocate_floats(b, 4 * (size_t)b->weld.count)) != NULL;
        for (size_t i = 0; ok && i < b->weld.count; i++)
            memcpy(mesh->colors + 4 * i, data->colors + 4 * (size_t)part_of(b, i, OBJ_VERTEX), 4 * sizeof(float));
    }
    editor_weld_clear(&b->weld, OBJ_PART_COUNT);
    return ok && (!has_gaps || mesh_tools_finish(mesh) || editor_import_out_of_memory(b->importer));
}

// --- Faces ---

static bool reserve_polygon(obj_builder *b, uint32_t size)
{
    if (size <= b->corner_capacity)
        return true;
    const size_t wanted = size + (size_t)size / 2 + 16;
    float *outline = realloc(b->outline, 3 * wanted * sizeof(*outline));
    b->outline = outline ? outline : b->outline;
    uint32_t *numbers = realloc(b->numbers, wanted * sizeof(*numbers));
    b->numbers = numbers ? numbers : b->numbers;
    uint32_t *triangles = realloc(b->triangles, 3 * wanted * sizeof(*triangles));
    b->triangles = triangles ? triangles : b->triangles;
    uint32_t *chosen = realloc(b->chosen, wanted * sizeof(*chosen));
    b->chosen = chosen ? chosen : b->chosen;
    if (!outline || !numbers || !triangles || !chosen)
        return editor_import_out_of_memory(b->importer);
    for (uint32_t i = b->corner_capacity; i < (uint32_t)wanted; i++)
        numbers[i] = i;
    b->corner_capacity = (uint32_t)wanted;
    return true;
}

static bool split_polygon(obj_builder *b, const obj_elements *elements, uint32_t corner, uint32_t size, uint32_t *out)
{
    if (!reserve_polygon(b, size))
        return false;
    for (uint32_t i = 0; i < size; i++) {
        const float *at = b->data->values[OBJ_VERTEX] + 3 * (size_t)elements->corners[OBJ_VERTEX][corner + i];
        memcpy(b->outline + 3 * (size_t)i, at, 3 * sizeof(float));
        if (!find_vertex(b, elements, corner + i, &b->chosen[i]))
            return false;
    }
    editor_import_split(b->importer, b->outline, b->numbers, size, b->triangles, b->where);
    for (size_t i = 0; i < 3 * ((size_t)size - 2); i++)
        out[i] = b->chosen[b->triangles[i]];
    return true;
}

static bool add_faces(obj_builder *b, const obj_range *range, editor_mesh *mesh)
{
    const obj_elements *elements = &b->data->elements[OBJ_FACES];
    uint32_t corner = range->first_corner;
    for (uint32_t i = range->first_element; i < range->end_element; i++) {
        if (i % PACE == 0 && !editor_import_goes_on(b->importer))
            return false;
        const uint32_t size = elements->sizes ? elements->sizes[i] : 3;
        uint32_t *out = mesh->indices + mesh->index_count;
        if (size > 3 && !split_polygon(b, elements, corner, size, out))
            return false;
        for (uint32_t k = 0; size == 3 && k < 3; k++) {
            if (!find_vertex(b, elements, corner + k, &out[k]))
                return false;
        }
        corner += size;
        mesh->index_count += 3 * (size - 2);
        mesh_polygons_add(&b->polygons, size - 2);
    }
    return mesh_polygons_take(&b->polygons, mesh) || editor_import_out_of_memory(b->importer);
}

static bool add_submeshes(obj_builder *b, const obj_range *range, editor_mesh *mesh)
{
    const obj_elements *elements = &b->data->elements[OBJ_FACES];
    mesh->submeshes = editor_import_allocate(b->importer, range->end_run - range->first_run, sizeof(*mesh->submeshes));
    if (!mesh->submeshes)
        return false;
    uint32_t triangles = 0;
    for (uint32_t i = range->first_run; i < range->end_run; i++) {
        const obj_run *run = &elements->runs[i];
        const bool is_last = i + 1 == range->end_run;
        const uint32_t corners = (is_last ? range->end_corner : run[1].first_corner) - run->first_corner;
        const uint32_t count = (is_last ? range->end_element : run[1].first_element) - run->first_element;
        mesh->submeshes[mesh->submesh_count++] =
            (editor_submesh){triangles, corners - 2 * count, b->materials[run->material]};
        triangles += corners - 2 * count;
    }
    return true;
}

// Whether the arrays of the file are those of the mesh as they are: one mesh of triangles whose corners name vertices
// alone, and all of them.
static bool is_plain(const obj_builder *b, const obj_range *range)
{
    const obj_data *data = b->data;
    const obj_elements *elements = &data->elements[OBJ_FACES];
    if (elements->sizes || elements->corners[OBJ_UV] || elements->corners[OBJ_NORMAL] ||
        range->end_element - range->first_element != elements->count)
        return false;
    const uint32_t count = data->counts[OBJ_VERTEX];
    uint8_t *used = calloc((size_t)count / 8 + 1, 1);
    uint32_t missing = count;
    for (uint32_t i = 0; used && i < elements->corner_count; i++) {
        const uint32_t vertex = elements->corners[OBJ_VERTEX][i];
        const uint8_t bit = (uint8_t)(1u << vertex % 8);
        missing -= (used[vertex / 8] & bit) == 0;
        used[vertex / 8] |= bit;
    }
    free(used);
    return used && missing == 0;
}

static void *shrink(void *array, size_t size)
{
    void *shrunk = realloc(array, size ? size : 1);
    return shrunk ? shrunk : array;
}

static void take_all(obj_builder *b, editor_mesh *mesh)
{
    obj_data *data = b->data;
    obj_elements *elements = &data->elements[OBJ_FACES];
    mesh->vertex_count = data->counts[OBJ_VERTEX];
    mesh->index_count = elements->corner_count;
    mesh->positions = shrink(data->values[OBJ_VERTEX], 3 * sizeof(float) * mesh->vertex_count);
    mesh->colors = data->colors ? shrink(data->colors, 4 * sizeof(float) * mesh->vertex_count) : NULL;
    mesh->indices = shrink(elements->corners[OBJ_VERTEX], sizeof(uint32_t) * mesh->index_count);
    data->values[OBJ_VERTEX] = data->colors = NULL;
    elements->corners[OBJ_VERTEX] = NULL;
}

// Whether lines or points need the vertices afterwards.
static bool has_others(const obj_data *data)
{
    return data->elements[OBJ_LINES].count > 0 || data->elements[OBJ_POINTS].count > 0;
}

static bool build_faces(obj_builder *b, const obj_range *range, editor_mesh *mesh)
{
    const uint64_t indices = 3 * ((uint64_t)(range->end_corner - range->first_corner) -
                                  2 * (uint64_t)(range->end_element - range->first_element));
    if (indices >= NUMBER_LIMIT)
        return editor_import_refuse(b->importer, "object \"%.100s\" is too large", mesh->name);
    snprintf(b->where, sizeof(b->where), "mesh \"%.100s\"", mesh->name);
    if (!editor_import_claim_of_file(b->importer, EDITOR_IMPORT_TRIANGLE * (size_t)(indices / 3), "faces") ||
        !add_submeshes(b, range, mesh))
        return false;
    if (!has_others(b->data) && is_plain(b, range)) {
        take_all(b, mesh);
        return true;
    }
    const bool ok = editor_weld_init(&b->weld, b->data->counts[OBJ_VERTEX]);
    mesh->indices = ok ? malloc((size_t)indices * sizeof(uint32_t)) : NULL;
    if (!mesh->indices)
        return editor_import_out_of_memory(b->importer);
    return add_faces(b, range, mesh) && take_vertices(b, mesh);
}

// --- Lines and points ---

static uint32_t material_of(const obj_builder *b, const obj_elements *elements, uint32_t run)
{
    return b->materials[elements->run_count > 0 ? elements->runs[run].material : 0];
}

static bool has_materials(const obj_builder *b, const obj_elements *elements, const obj_range *range)
{
    bool has = false;
    for (uint32_t run = range->first_run; run < range->end_run; run++)
        has = has || material_of(b, elements, run) != material_of(b, elements, range->first_run);
    return has;
}

// Multiplies the colours by those of the materials, for a mesh that has only one material for all.
static void bake_materials(const obj_builder *b, const obj_elements *elements, const obj_range *range, float *colors)
{
    for (uint32_t run = range->first_run; run < range->end_run; run++) {
        const float *base = b->importer->level->materials[material_of(b, elements, run)].base_color;
        const uint32_t end = run + 1 < range->end_run ? elements->runs[run + 1].first_corner : range->end_corner;
        for (uint32_t corner = elements->runs[run].first_corner; corner < end; corner++) {
            for (int k = 0; k < 4; k++)
                colors[4 * (size_t)(corner - range->first_corner) + (size_t)k] *= base[k];
        }
    }
}

static bool build_thin(obj_builder *b, obj_kind kind, const obj_range *range, editor_mesh *mesh)
{
    const obj_data *data = b->data;
    const obj_elements *elements = &data->elements[kind];
    mesh->form = kind == OBJ_LINES ? EDITOR_FORM_LINES : EDITOR_FORM_POINTS;
    const uint32_t count = range->end_corner - range->first_corner;
    const size_t each = (3 + 4) * sizeof(float) + EDITOR_IMPORT_PART;
    if (!editor_import_claim_of_file(b->importer, each * count, "points and lines"))
        return false;
    float *positions = allocate_floats(b, 3 * (size_t)count);
    const bool bakes = has_materials(b, elements, range), has_colors = data->colors || bakes;
    float *colors = has_colors ? allocate_floats(b, 4 * (size_t)count) : NULL;
    bool ok = positions && (colors || !has_colors);
    for (size_t i = 0; ok && i < count; i++) {
        // Without elements, all vertices are points.
        const size_t from = elements->count > 0 ? elements->corners[OBJ_VERTEX][range->first_corner + i] : i;
        memcpy(positions + 3 * i, data->values[OBJ_VERTEX] + 3 * from, 3 * sizeof(float));
        for (size_t k = 0; colors && k < 4; k++)
            colors[4 * i + k] = data->colors ? data->colors[4 * from + k] : 1;
    }
    if (ok && bakes)
        bake_materials(b, elements, range, colors);
    const mesh_part part = {.positions = positions,
                            .colors = colors,
                            .vertex_count = count,
                            .material = bakes ? EDITOR_NONE : material_of(b, elements, range->first_run)};
    if (ok && !(kind == OBJ_POINTS ? mesh_tools_append_points(mesh, &part)
                                   : mesh_tools_append_lines(mesh, &part, elements->sizes + range->first_element,
                                                             range->end_element - range->first_element)))
        ok = editor_import_refuse(b->importer, "object \"%.100s\" is too large, or out of memory", mesh->name);
    free(positions);
    free(colors);
    return ok;
}

// --- Objects ---

// The elements of an object, whose runs begin at `first_run`.
static obj_range find_range(const obj_elements *elements, uint32_t object, uint32_t first_run)
{
    uint32_t end = first_run;
    while (end < elements->run_count && elements->runs[end].object == object)
        end++;
    const obj_run last = {.first_element = elements->count, .first_corner = elements->corner_count};
    const obj_run *from = first_run < elements->run_count ? &elements->runs[first_run] : &last;
    const obj_run *to = end < elements->run_count ? &elements->runs[end] : &last;
    return (obj_range){first_run, end, from->first_element, to->first_element, from->first_corner, to->first_corner};
}

static bool add_object(obj_builder *b, obj_kind kind, const obj_range *range, obj_name name, bool is_first)
{
    static const char *const endings[OBJ_KIND_COUNT] = {"", " lines", " points"};
    if (!editor_import_claim_of_file(b->importer, 2 * EDITOR_IMPORT_OBJECT + 2 * name.length, "objects"))
        return false;
    char *plain = obj_name_copy(name);
    editor_text text = {0};
    if (plain)
        editor_text_put(&text, plain);
    editor_text_put(&text, is_first ? "" : endings[kind]);
    free(plain);
    if (!plain || text.failed) {
        editor_text_free(&text);
        return editor_import_out_of_memory(b->importer);
    }
    editor_mesh mesh = {.name = editor_text_take(&text)};
    if (!(kind == OBJ_FACES ? build_faces(b, range, &mesh) : build_thin(b, kind, range, &mesh))) {
        mesh_tools_free(&mesh);
        return false;
    }
    editor_level *level = b->importer->level;
    pick_affine place = PICK_AFFINE_IDENTITY;
    place.origin = pick_vec3_make(b->data->origin[0], b->data->origin[1], b->data->origin[2]);
    const uint32_t number = editor_level_add_mesh(level, &mesh);
    return (number != EDITOR_NONE &&
            editor_level_add_object(level, level->meshes[number].name, EDITOR_NONE, number, &place) != EDITOR_NONE) ||
           editor_import_out_of_memory(b->importer);
}

static bool add_objects(obj_builder *b)
{
    const obj_data *data = b->data;
    if (data->object_count == 0)
        return add_object(b, OBJ_POINTS, &(obj_range){.end_corner = data->counts[OBJ_VERTEX]}, (obj_name){"default", 7},
                          true);
    uint32_t runs[OBJ_KIND_COUNT] = {0, 0, 0};
    for (uint32_t i = 0; i < data->object_count; i++) {
        bool is_first = true;
        for (int kind = 0; kind < OBJ_KIND_COUNT; kind++) {
            const obj_range range = find_range(&data->elements[kind], i, runs[kind]);
            runs[kind] = range.end_run;
            if (range.first_run == range.end_run)
                continue;
            if (!editor_import_goes_on(b->importer) ||
                !add_object(b, (obj_kind)kind, &range, data->objects[i], is_first))
                return false;
            is_first = false;
        }
    }
    return true;
}

bool obj_add_objects(editor_importer *importer, obj_data *data, const uint32_t *materials)
{
    obj_builder builder = {.importer = importer, .data = data, .materials = materials};
    const bool ok = add_objects(&builder);
    mesh_polygons_free(&builder.polygons);
    editor_weld_free(&builder.weld);
    free(builder.outline);
    free(builder.numbers);
    free(builder.triangles);
    free(builder.chosen);
    return ok;
}

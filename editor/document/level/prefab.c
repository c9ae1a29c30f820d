// prefab.c: what is drawn and picked of a prefab's content.
#include "document/level/prefab.h"

#include "document/level/level_internal.h"
#include "document/level/look.h"
#include "document/level/mesh_tools.h"
#include "document/motion/affine.h"
#include "system/platform_memory.h"
#include "system/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- What prefabs repeat ---

static uint64_t most_triangles = EDITOR_PREFAB_TRIANGLES;

void editor_prefab_set_triangles(uint64_t triangles)
{
    most_triangles = triangles;
}

void editor_prefab_say_beyond(char *out, size_t size)
{
    snprintf(out, size, "all prefabs of a level together repeat at most %llu triangles",
             (unsigned long long)most_triangles);
}

static uint32_t slots_of(const editor_mesh *mesh)
{
    return mesh->submesh_count ? mesh->submesh_count : 1;
}

static editor_prefab_room begin_room(editor_level *level)
{
    for (uint32_t i = 0; i < level->mesh_count; i++)
        level->meshes[i].in_prefabs = false;
    return (editor_prefab_room){.triangles = most_triangles, .vertices = 2 * most_triangles, .slots = most_triangles};
}

// False: there is not enough.
static bool take_room(editor_prefab_room *room, editor_mesh *mesh)
{
    const bool is_model = mesh->asset != EDITOR_NONE && mesh->original == 0;
    if (is_model && !mesh->in_prefabs) {
        mesh->in_prefabs = true;
        return true;
    }
    const uint32_t triangles = mesh->index_count / 3, slots = slots_of(mesh);
    if (triangles > room->triangles || mesh->vertex_count > room->vertices || slots > room->slots)
        return false;
    room->triangles -= triangles;
    room->vertices -= mesh->vertex_count;
    room->slots -= slots;
    return true;
}

static void take_room_of(editor_level *level, editor_prefab_room *room, const editor_prefab_content *content)
{
    for (uint32_t i = 0; i < content->part_count; i++) {
        if (!content->parts[i].is_hidden)
            (void)take_room(room, &level->meshes[content->parts[i].mesh]);
    }
}

editor_prefab_room editor_level_prefab_room(editor_level *level, uint32_t except)
{
    editor_prefab_room room = begin_room(level);
    for (uint32_t i = 0; i < level->prefab_count; i++) {
        if (i != except && editor_level_has_prefab(level, i))
            take_room_of(level, &room, level->meshes[level->prefabs[i].mesh].content);
    }
    return room;
}

// --- Parts ---

// Places the parts in the prefab, and finds those of which nothing shows.
static void place_parts(editor_level *level, editor_prefab_content *content, editor_prefab_room *room)
{
    content->beyond = 0;
    for (uint32_t i = 0; i < content->part_count; i++) {
        editor_object *part = &content->parts[i];
        const editor_object *above = part->parent != EDITOR_NONE ? &content->parts[part->parent] : NULL;
        part->world = above ? pick_affine_multiply(&above->world, &part->local) : part->local;
        part->is_off = part->hidden || (above && above->is_off);
        editor_mesh *mesh = part->mesh != EDITOR_NONE ? &level->meshes[part->mesh] : NULL;
        const pick_transform transform = pick_affine_to_transform(&part->world);
        part->is_hidden = part->is_off || !mesh || mesh->form != EDITOR_FORM_TRIANGLES || mesh->volume ||
                          !editor_transform_is_usable(&transform) || editor_transform_is_flat(&transform);
        if (!part->is_hidden && room && !take_room(room, mesh)) {
            part->is_hidden = true;
            content->beyond++;
        }
        content->versions[i] = mesh ? mesh->version : 0;
    }
}

// --- What is drawn ---

// As picking computes them, rounded once.
static void move_vertices(const editor_mesh *from, const pick_transform *transform, float *positions, float *normals)
{
    const float *m = transform->linear;
    // Of the inverse transpose; its scale does not matter, but a mirror must not turn normals inside out.
    const bool mirrored = pick_transform_determinant(transform) < 0;
    for (size_t i = 0; i < from->vertex_count; i++) {
        const float *p = &from->positions[3 * i];
        const double origin[3] = {transform->origin.x, transform->origin.y, transform->origin.z};
        for (size_t k = 0; k < 3; k++)
            positions[3 * i + k] = (float)((double)m[k] * (double)p[0] + (double)m[3 + k] * (double)p[1] +
                                           (double)m[6 + k] * (double)p[2] + origin[k]);
        if (!normals)
            continue;
        const float *n = &from->normals[3 * i];
        double out[3], length = 0;
        for (size_t k = 0; k < 3; k++) {
            const size_t a = (k + 1) % 3, b = (k + 2) % 3;
            out[k] = 0;
            for (size_t c = 0; c < 3; c++) {
                const size_t d = 3 * ((c + 1) % 3), e = 3 * ((c + 2) % 3);
                const double cofactor = (double)m[d + a] * (double)m[e + b] - (double)m[d + b] * (double)m[e + a];
                out[k] += cofactor * (double)n[c];
            }
            length += out[k] * out[k];
        }
        const double scale = length > 0 ? (mirrored ? -1 : 1) / sqrt(length) : 0;
        for (size_t k = 0; k < 3; k++)
            normals[3 * i + k] = (float)(out[k] * scale);
    }
}

// Appends a part that shows to the mesh. Its triangles keep their order; a mirrored one has them turned round, because
// sides follow the transform of the whole.
static bool append_part(const editor_level *level, const editor_object *part, editor_mesh *out)
{
    const editor_mesh *from = &level->meshes[part->mesh];
    const pick_transform transform = pick_affine_to_transform(&part->world);
    const bool mirrored = pick_transform_determinant(&transform) < 0;
    const size_t vertices = from->vertex_count ? from->vertex_count : 1;
    float *positions = malloc(3 * vertices * sizeof(float));
    float *normals = from->normals ? malloc(3 * vertices * sizeof(float)) : NULL;
    bool ok = positions && (normals || !from->normals);
    const uint32_t first_vertex = out->vertex_count, first_index = out->index_count;
    if (ok) {
        move_vertices(from, &transform, positions, normals);
        ok = mesh_tools_append(out, &(mesh_part){.positions = positions,
                                                 .normals = normals,
                                                 .uvs = from->uvs,
                                                 .colors = from->colors,
                                                 .vertex_count = from->vertex_count,
                                                 .triangle_count = from->index_count / 3,
                                                 .material = EDITOR_NONE});
    }
    for (uint32_t i = 0; ok && i < from->index_count; i++) {
        const uint32_t turned = mirrored && i % 3 != 0 ? (i % 3 == 1 ? i + 1 : i - 1) : i;
        out->indices[first_index + turned] = first_vertex + from->indices[i];
    }
    out->index_count += ok ? from->index_count : 0;
    free(positions);
    free(normals);
    return ok;
}

// Gives the mesh the submeshes of the parts in place of one for each.
static bool split_slots(const editor_level *level, const editor_prefab_content *content, editor_mesh *out)
{
    const uint32_t count = content->first_slot[content->part_count];
    editor_submesh *slots = calloc(count ? count : 1, sizeof(*slots));
    if (!slots)
        return false;
    for (uint32_t i = 0; i < content->part_count; i++) {
        const editor_object *part = &content->parts[i];
        const editor_mesh *from = part->is_hidden ? NULL : &level->meshes[part->mesh];
        const uint32_t first = content->first_triangle[i];
        editor_submesh *to = &slots[content->first_slot[i]];
        if (from && from->submesh_count == 0)
            to[0] = (editor_submesh){first, from->index_count / 3, EDITOR_NONE};
        for (uint32_t k = 0; from && k < from->submesh_count; k++) {
            to[k] = from->submeshes[k];
            to[k].first_triangle += first;
        }
    }
    free(out->submeshes);
    out->submeshes = slots;
    out->submesh_count = count;
    return true;
}

// Adds the polygons of a part's triangles. They are the same for a mirrored one.
static void add_polygons(const editor_mesh *from, mesh_polygons *polygons)
{
    const uint32_t count = from->index_count / 3;
    uint32_t first, size = 1;
    for (uint32_t i = 0; i < count; i += size) {
        if (!pick_mesh_polygon(from->pick, i, &first, &size))
            size = 1;
        mesh_polygons_add(polygons, size);
    }
}

// The mesh of all parts. False: out of memory, or too many triangles; then `out` is empty.
static bool make_mesh(const editor_level *level, editor_prefab_content *content, editor_mesh *out)
{
    content->of_stand_ins = 0;
    *out = (editor_mesh){.name = editor_text_copy("prefab"), .asset = EDITOR_NONE, .asset_index = EDITOR_NONE};
    bool ok = out->name != NULL;
    mesh_polygons polygons = {0};
    uint32_t slots = 0;
    for (uint32_t i = 0; ok && i < content->part_count; i++) {
        const editor_object *part = &content->parts[i];
        content->first_triangle[i] = out->index_count / 3;
        content->first_vertex[i] = out->vertex_count;
        content->first_slot[i] = slots;
        slots += part->is_hidden ? 0 : slots_of(&level->meshes[part->mesh]);
        ok = part->is_hidden || append_part(level, part, out);
        if (ok && !part->is_hidden) {
            const editor_mesh *from = &level->meshes[part->mesh];
            add_polygons(from, &polygons);
            content->of_stand_ins += from->stand_in  ? from->index_count / 3
                                     : from->content ? from->content->of_stand_ins
                                                     : 0;
        }
    }
    content->first_triangle[content->part_count] = out->index_count / 3;
    content->first_vertex[content->part_count] = out->vertex_count;
    content->first_slot[content->part_count] = slots;
    ok = ok && mesh_polygons_take(&polygons, out);
    mesh_polygons_free(&polygons);
    // What shows nothing still has arrays, as readers of meshes expect.
    if (ok && !out->positions)
        ok = (out->positions = calloc(3, sizeof(float))) &&
             (out->indices || (out->indices = calloc(3, sizeof(uint32_t))));
    ok = ok && split_slots(level, content, out) && editor_level_finish_mesh(level, out) == PICK_OK;
    if (!ok)
        mesh_tools_free(out);
    return ok;
}

// The look of the content's mesh: what its parts override, each in its own slots. False: out of memory.
static bool find_look(editor_level *level, editor_prefab_content *content, uint32_t mesh)
{
    uint32_t total = 0;
    for (uint32_t i = 0; i < content->part_count; i++) {
        const editor_look *own = editor_level_look(level, &content->parts[i]);
        total += content->parts[i].is_hidden || !own ? 0 : own->override_count;
    }
    editor_override *all = calloc(total ? total : 1, sizeof(*all));
    if (!all)
        return false;
    uint32_t found = 0;
    for (uint32_t i = 0; i < content->part_count; i++) {
        const editor_look *own = editor_level_look(level, &content->parts[i]);
        const uint32_t slots = content->first_slot[i + 1] - content->first_slot[i];
        for (uint32_t k = 0; !content->parts[i].is_hidden && own && k < own->override_count; k++) {
            if (own->overrides[k].slot >= slots)
                continue;
            all[found] = own->overrides[k];
            all[found].extra = NULL;
            all[found++].slot += content->first_slot[i];
        }
    }
    const bool ok = editor_level_find_look(level, mesh, all, found, &content->look);
    free(all);
    return ok;
}

// --- What is picked ---

// Whether all parts that show are closed. Where only some are, none may have a cap, because one picture cannot tell
// them apart: they get triangles of their own, which nobody looks at for holes. False: out of memory.
static bool find_solid(const editor_level *level, editor_prefab_content *content)
{
    uint32_t shown = 0, closed = 0;
    for (uint32_t i = 0; i < content->part_count; i++) {
        const editor_object *part = &content->parts[i];
        shown += !part->is_hidden;
        closed +=
            !part->is_hidden && pick_mesh_find_closed((pick_mesh *)(uintptr_t)editor_level_pick_mesh(level, part));
    }
    editor_prefab_free_own(content);
    content->is_solid = shown > 0 && closed == shown;
    if (closed == 0 || content->is_solid)
        return true;
    content->own = calloc(content->part_count, sizeof(pick_mesh *));
    return content->own != NULL;
}

// The triangles that a part that shows is picked by. NULL: out of memory.
static const pick_mesh *pick_of(const editor_level *level, editor_prefab_content *content, uint32_t part)
{
    const editor_object *o = &content->parts[part];
    const pick_mesh *usual = editor_level_pick_mesh(level, o);
    if (!content->own || !pick_mesh_is_closed(usual))
        return usual;
    for (uint32_t i = 0; i < part; i++) {
        if (content->own[i] && content->parts[i].mesh == o->mesh && content->parts[i].look == o->look)
            return content->own[i];
    }
    const editor_mesh *mesh = &level->meshes[o->mesh];
    editor_material *materials = calloc(slots_of(mesh), sizeof(*materials));
    for (uint32_t i = 0; materials && i < mesh->submesh_count; i++)
        materials[i] = *editor_level_material(level, o, i);
    if (materials && editor_level_make_pick(mesh, materials, &content->own[part]) != PICK_OK)
        content->own[part] = NULL;
    free(materials);
    return content->own[part];
}

// Fills the empty scene. False: out of memory.
static bool fill_scene(const editor_level *level, editor_prefab_content *content)
{
    pick_object_desc *descs = calloc(content->part_count ? content->part_count : 1, sizeof(*descs));
    pick_object_id *ids = calloc(content->part_count ? content->part_count : 1, sizeof(*ids));
    bool ok = descs && ids;
    uint32_t count = 0;
    for (uint32_t i = 0; ok && i < content->part_count; i++) {
        content->ids[i] = (pick_object_id){0};
        if (content->parts[i].is_hidden)
            continue;
        descs[count] = PICK_OBJECT_DESC_DEFAULT;
        descs[count].mesh = pick_of(level, content, i);
        descs[count].transform = pick_affine_to_transform(&content->parts[i].world);
        descs[count].user = i;
        ok = descs[count++].mesh != NULL;
    }
    ok = ok && pick_scene_add_many(content->scene, descs, count, ids) == PICK_OK;
    uint32_t given = 0;
    for (uint32_t i = 0; ok && i < content->part_count; i++) {
        if (!content->parts[i].is_hidden)
            content->ids[i] = ids[given++];
    }
    free(descs);
    free(ids);
    return ok;
}

// --- Making and removing ---

static editor_prefab_content *begin(editor_object *parts, uint32_t count)
{
    editor_prefab_content *content = calloc(1, sizeof(*content));
    if (!content) {
        editor_level_free_parts(parts, count);
        return NULL;
    }
    content->parts = parts;
    content->part_count = count;
    content->first_triangle = calloc((size_t)count + 1, sizeof(*content->first_triangle));
    content->first_vertex = calloc((size_t)count + 1, sizeof(*content->first_vertex));
    content->first_slot = calloc((size_t)count + 1, sizeof(*content->first_slot));
    content->versions = calloc((size_t)count + 1, sizeof(*content->versions));
    content->ids = calloc((size_t)count + 1, sizeof(*content->ids));
    if (content->first_triangle && content->first_vertex && content->first_slot && content->versions && content->ids &&
        pick_scene_create(editor_platform_memory(), &content->scene) == PICK_OK)
        return content;
    editor_prefab_free_content(content);
    return NULL;
}

uint32_t editor_level_make_content(editor_level *level, editor_object *parts, uint32_t count, editor_prefab_room *room)
{
    editor_prefab_content *content = begin(parts, count);
    if (!content)
        return EDITOR_NONE;
    const editor_prefab_size size = editor_prefab_measure(level, parts, count);
    content->depth = size.depth;
    content->all_parts = (uint32_t)size.parts;
    editor_mesh mesh;
    place_parts(level, content, room);
    if (room)
        room->is_beyond = content->beyond > 0;
    if ((room && room->is_strict && room->is_beyond) || !make_mesh(level, content, &mesh)) {
        editor_prefab_free_content(content);
        return EDITOR_NONE;
    }
    const uint32_t number = editor_level_store_mesh(level, &mesh);
    if (number == EDITOR_NONE) {
        editor_prefab_free_content(content);
        return EDITOR_NONE;
    }
    level->meshes[number].content = content;
    level->content_count++;
    if (find_solid(level, content) && fill_scene(level, content) && find_look(level, content, number))
        return number;
    editor_level_remove_content(level, number);
    return EDITOR_NONE;
}

void editor_level_remove_content(editor_level *level, uint32_t number)
{
    editor_level_drop_content(level, number);
    editor_level_free_mesh(level, number);
}

// --- Following the meshes of parts ---

static bool is_stale(const editor_level *level, const editor_prefab_content *content)
{
    bool stale = false;
    for (uint32_t i = 0; i < content->part_count && !stale; i++) {
        const uint32_t mesh = content->parts[i].mesh;
        stale = mesh != EDITOR_NONE && content->versions[i] != level->meshes[mesh].version;
    }
    return stale;
}

static void empty_scene(editor_prefab_content *content)
{
    for (uint32_t i = 0; i < content->part_count; i++) {
        if (!pick_object_id_is_null(content->ids[i]))
            pick_scene_remove(content->scene, content->ids[i]);
        content->ids[i] = (pick_object_id){0};
    }
}

// Looks of the mesh get the materials of its new slots.
static bool renew_looks(editor_level *level, uint32_t mesh)
{
    for (uint32_t i = 0; i < level->look_count; i++) {
        editor_look *look = level->looks[i];
        editor_look_content fresh;
        if (!look || look->mesh != mesh)
            continue;
        editor_look_free_content(&look->content);
        if (!editor_look_make_content(level, look, &level->meshes[mesh], &fresh))
            return false;
        look->content = fresh;
        look->serial = ++level->look_serial;
    }
    return true;
}

// Contents that have the mesh as a part must not refer to its triangles when they go. They are stale then.
static void empty_scenes_with(editor_level *level, uint32_t mesh)
{
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        editor_prefab_content *content = level->meshes[i].content;
        bool has = false;
        for (uint32_t k = 0; content && k < content->part_count && !has; k++)
            has = content->parts[k].mesh == mesh;
        if (has)
            empty_scene(content);
    }
}

static void make_anew(editor_level *level, uint32_t number, editor_prefab_room *room)
{
    editor_prefab_content *content = level->meshes[number].content;
    editor_mesh mesh;
    empty_scene(content);
    empty_scenes_with(level, number);
    place_parts(level, content, room);
    bool ok = make_mesh(level, content, &mesh);
    if (ok) {
        editor_mesh *old = &level->meshes[number];
        mesh.content = content;
        mesh.version = old->version + 1;
        pick_mesh_destroy(old->pick);
        mesh_tools_free(old);
        *old = mesh;
        level->mesh_versions++;
    }
    ok = ok && renew_looks(level, number) && find_solid(level, content) && fill_scene(level, content) &&
         find_look(level, content, number);
    if (!ok)
        empty_scene(content);
    pick_scene_nested_changed(level->scene, content->scene);
    for (uint32_t i = 0; i < level->object_count; i++) {
        if (level->objects[i].exists && level->objects[i].mesh == number)
            editor_level_touch(level, i);
    }
}

// Those of the definitions: in the order in which a level file has them made, with the room that all of them have.
static void follow_defined(editor_level *level, uint32_t depth, editor_prefab_room *room)
{
    for (uint32_t i = 0; i < level->prefab_count; i++) {
        const uint32_t mesh = level->prefabs[i].mesh;
        editor_prefab_content *content = mesh != EDITOR_NONE ? level->meshes[mesh].content : NULL;
        if (!content || content->depth != depth)
            continue;
        if (!is_stale(level, content)) {
            take_room_of(level, room, content);
            continue;
        }
        const uint32_t before = content->beyond;
        make_anew(level, mesh, room);
        if (content->beyond <= before)
            continue;
        char bound[100];
        editor_prefab_say_beyond(bound, sizeof(bound));
        editor_level_add_warning(level, "prefab \"%.100s\": %u of its parts are not shown: %s", level->prefabs[i].name,
                                 (unsigned)content->beyond, bound);
    }
}

static bool is_any_stale(const editor_level *level)
{
    bool stale = false;
    for (uint32_t i = 0; level->content_count > 0 && i < level->mesh_count && !stale; i++)
        stale = level->meshes[i].content && is_stale(level, level->meshes[i].content);
    return stale;
}

void editor_level_follow_parts(editor_level *level)
{
    if (!is_any_stale(level))
        return;
    editor_prefab_room room = begin_room(level);
    // Those within others have lower depth, and make the others stale.
    for (uint32_t depth = 1; depth <= EDITOR_PREFAB_DEPTH; depth++) {
        follow_defined(level, depth, &room);
        for (uint32_t i = 0; i < level->mesh_count; i++) { // what only undo has
            const editor_prefab_content *content = level->meshes[i].content;
            if (content && content->depth == depth && is_stale(level, content))
                make_anew(level, i, NULL);
        }
    }
}

void editor_level_mark_parts(editor_level *level, bool mark)
{
    for (uint32_t i = 0; level->content_count > 0 && i < level->mesh_count; i++) {
        const editor_prefab_content *content = level->meshes[i].content;
        for (uint32_t k = 0; content && k < content->part_count; k++) {
            if (content->parts[k].mesh != EDITOR_NONE)
                level->meshes[content->parts[k].mesh].is_part = mark;
        }
    }
}

void editor_level_part_refitted(editor_level *level, const pick_mesh *mesh)
{
    for (uint32_t i = 0; level->content_count > 0 && i < level->mesh_count; i++) {
        if (level->meshes[i].content)
            pick_scene_mesh_changed(level->meshes[i].content->scene, mesh);
    }
}

void editor_level_part_replaced(editor_level *level, uint32_t mesh)
{
    for (uint32_t i = 0; level->content_count > 0 && i < level->mesh_count; i++) {
        editor_prefab_content *content = level->meshes[i].content;
        for (uint32_t k = 0; content && k < content->part_count; k++) {
            const editor_object *part = &content->parts[k];
            if (part->mesh == mesh && !pick_object_id_is_null(content->ids[k])) // the same bounds: no memory is needed
                pick_scene_set_mesh(content->scene, content->ids[k], editor_level_pick_mesh(level, part));
        }
    }
}

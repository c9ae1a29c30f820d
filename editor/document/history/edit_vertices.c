// edit_vertices.c: the commands that move vertices of meshes, and put them back.
#include "document/history/document_internal.h"

#include <math.h>
#include <stdlib.h>

// Why the vertices of an object cannot be moved, as what follows its name; NULL: they can.
static const char *fault_of(const editor_level *level, const editor_object *object)
{
    const editor_mesh *mesh = object->mesh != EDITOR_NONE ? &level->meshes[object->mesh] : NULL;
    return object->kind == EDITOR_OBJECT_PREFAB    ? "is an instance: unpack it first"
           : object->kind == EDITOR_OBJECT_TERRAIN ? "is a terrain: change its picture instead"
           : object->kind != EDITOR_OBJECT_MESH || !mesh || mesh->index_count == 0 ? "has no triangles"
           : mesh->stand_in && mesh->unread                                        ? "is not loaded yet"
           : mesh->stand_in && !editor_level_original(level, mesh)->stand_in       ? "is a box: reset its shape first"
           : mesh->stand_in                                                        ? "is a box: its file is missing"
           : editor_level_is_deformed(level, object->mesh) ? "is deformed by its clips, so its vertices cannot be moved"
           : mesh->original != 0 && mesh->moves.count > 0 && !editor_mesh_moves_fit(mesh)
               ? "has moved vertices that its file no longer has: reset its shape first"
               : NULL;
}

// The mesh of the object if it is a copy that nothing else has; else a new copy that it gets. EDITOR_NONE: refused.
static uint32_t own_mesh(editor_document *document, uint32_t object)
{
    editor_level *level = document->level;
    const uint32_t now = level->objects[object].mesh;
    const editor_mesh *mesh = &level->meshes[now];
    if (mesh->original != 0 && !editor_level_is_shared(level, now))
        return now;
    edit_remove_unused_copies(document);
    if (!editor_level_can_copy(level, mesh)) {
        const bool is_shape = mesh->asset == EDITOR_NONE;
        edit_refuse(document, "%.100s: %s with moved vertices have at most %d triangles together",
                    level->objects[object].name, is_shape ? "primitives" : "meshes",
                    is_shape ? EDITOR_MOVED_SHAPES : EDITOR_MOVED_TRIANGLES);
        return EDITOR_NONE;
    }
    const uint32_t original = mesh->original != 0 ? mesh->original - 1 : now;
    editor_moves moves = {.vertex_count = mesh->vertex_count};
    if (mesh->original != 0 && !editor_moves_copy(&mesh->moves, &moves)) {
        edit_out_of_memory(document);
        return EDITOR_NONE;
    }
    const uint32_t made = editor_level_copy_mesh(level, original, &moves);
    editor_moves_free(&moves);
    if (made == EDITOR_NONE)
        edit_out_of_memory(document);
    return made != EDITOR_NONE && edit_give_mesh(document, object, made) ? made : EDITOR_NONE;
}

// The moves of a mesh once `vertices` were moved, too: `to` has, for each place, 1 + the number of one of them, or 0.
// What is where the original has it is left out. False: out of memory.
static bool merge(const editor_mesh *mesh, const editor_mesh *original, const editor_moved_vertex *vertices,
                  const uint32_t *to, editor_moves *out)
{
    *out = (editor_moves){.items = malloc((size_t)mesh->vertex_count * sizeof(*out->items) + 1),
                          .vertex_count = mesh->vertex_count};
    uint32_t before = 0; // of the moves that it has
    for (uint32_t v = 0; out->items && v < mesh->vertex_count; v++) {
        const bool was = before < mesh->moves.count && mesh->moves.items[before].vertex == v;
        const uint32_t wanted = to[mesh->places[v]];
        editor_moved_vertex item = {.vertex = v};
        const float *from = wanted ? vertices[wanted - 1].position : was ? mesh->moves.items[before].position : NULL;
        before += was;
        for (size_t k = 0; from && k < 3; k++)
            item.position[k] = from[k] + 0.0f; // -0 would be another place
        bool differs = false;
        for (size_t k = 0; from && k < 3; k++)
            differs |= item.position[k] != original->positions[3 * (size_t)v + k];
        if (differs)
            out->items[out->count++] = item;
    }
    if (!out->items)
        return false;
    editor_moved_vertex *shrunk = realloc(out->items, out->count * sizeof(*shrunk) + 1);
    out->items = shrunk ? shrunk : out->items;
    return true;
}

// Whether the vertices of a mesh that is no copy are where they are to be.
static bool are_there(const editor_mesh *mesh, const editor_vertex_moves *moves)
{
    bool there = true;
    for (uint32_t i = 0; i < moves->count; i++) {
        for (size_t k = 0; k < 3; k++)
            there &= moves->vertices[i].position[k] == mesh->positions[3 * (size_t)moves->vertices[i].vertex + k];
    }
    return there;
}

static bool move_vertices(editor_document *document, const editor_vertex_moves *moves)
{
    editor_level *level = document->level;
    const editor_object *o = moves->object < level->object_count ? &level->objects[moves->object] : NULL;
    if (!o || !o->exists)
        return edit_refuse(document, "the object no longer exists");
    const char *fault = fault_of(level, o);
    if (fault)
        return edit_refuse(document, "%.100s %s", o->name, fault);
    for (uint32_t i = 0; i < moves->count; i++) {
        const editor_moved_vertex *v = &moves->vertices[i];
        if (v->vertex >= level->meshes[o->mesh].vertex_count)
            return edit_refuse(document, "%.100s has no vertex %u", o->name, (unsigned)v->vertex);
        if (!isfinite(v->position[0]) || !isfinite(v->position[1]) || !isfinite(v->position[2]))
            return edit_refuse(document, "%.100s: the result would be too large for numbers to hold", o->name);
    }
    const uint32_t before = o->mesh;
    if (level->meshes[before].original == 0 && are_there(&level->meshes[before], moves))
        return true; // no copy is needed
    uint32_t number = level->meshes[before].original != 0 ? before : own_mesh(document, moves->object);
    if (number == EDITOR_NONE)
        return false;
    const editor_mesh *mesh = &level->meshes[number];
    uint32_t *to = calloc((size_t)mesh->vertex_count + 1, sizeof(*to));
    editor_moves merged;
    for (uint32_t i = 0; to && i < moves->count; i++)
        to[mesh->places[moves->vertices[i].vertex]] = i + 1;
    const bool ok = to && merge(mesh, editor_level_original(level, mesh), moves->vertices, to, &merged);
    free(to);
    if (!ok)
        return edit_out_of_memory(document);
    if (merged.count == 0) { // all are back: the object has the original again, a primitive its sizes
        editor_moves_free(&merged);
        return edit_give_mesh(document, moves->object, mesh->original - 1);
    }
    const bool same = editor_moves_equal(&merged, &mesh->moves);
    if (!same && number == before)
        number = own_mesh(document, moves->object);
    if (same || number == EDITOR_NONE) {
        editor_moves_free(&merged);
        return same;
    }
    return edit_moves(document, number, &merged);
}

editor_edit_result editor_edit_move_vertices(editor_document *document, const editor_vertex_moves *moves,
                                             uint32_t count)
{
    bool ok = edit_enter(document, "Move vertices");
    for (uint32_t i = 0; ok && i < count; i++)
        ok = move_vertices(document, &moves[i]);
    return edit_leave(document, ok);
}

editor_edit_result editor_edit_reset_shapes(editor_document *document, const uint32_t *objects, uint32_t count)
{
    char label[128];
    const editor_level *level = document->level;
    bool ok = edit_enter(document, edit_label(document, "Reset shape of", objects, count, label, sizeof(label))) &&
              edit_targets(document, objects, count, false, EDIT_PARENTS_FIRST);
    for (uint32_t i = 0; ok && i < document->target_count; i++) {
        const uint32_t object = document->targets[i], mesh = level->objects[object].mesh;
        ok = !editor_level_has_moves(level, mesh) || edit_give_mesh(document, object, level->meshes[mesh].original - 1);
    }
    return edit_leave(document, ok);
}

#include "level_check.h"

#include "document/level/level_internal.h"
#include "document/level/names.h"
#include "document/level/prefab.h"

#include <stdlib.h>
#include <string.h>

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define RULE(condition)                                                                                                \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            return "level_check.c:" TEXT(__LINE__) ": " #condition;                                                    \
    } while (0)

static bool is_number(const editor_level *level, uint32_t object)
{
    return object == EDITOR_NONE || object < level->object_count;
}

static const char *check_links(const editor_level *level, uint32_t i)
{
    const editor_object *o = &level->objects[i];
    RULE(is_number(level, o->parent) && is_number(level, o->first_child) && is_number(level, o->last_child) &&
         is_number(level, o->previous) && is_number(level, o->next));
    const editor_object *parent = o->parent == EDITOR_NONE ? NULL : &level->objects[o->parent];
    RULE(o->attached && o->exists && (parent == NULL || parent->exists));
    RULE((o->first_child == EDITOR_NONE) == (o->last_child == EDITOR_NONE));
    RULE((o->previous != EDITOR_NONE ? level->objects[o->previous].next
          : parent != NULL           ? parent->first_child
                                     : level->first_root) == i);
    RULE((o->next != EDITOR_NONE ? level->objects[o->next].previous
          : parent != NULL       ? parent->last_child
                                 : level->last_root) == i);
    RULE(o->next == EDITOR_NONE || level->objects[o->next].parent == o->parent);
    RULE(o->first_child == EDITOR_NONE || level->objects[o->first_child].parent == i);
    return NULL;
}

static const char *check_content(const editor_level *level, uint32_t i)
{
    const editor_object *o = &level->objects[i];
    RULE(o->name != NULL && editor_name_is_valid(o->name));
    RULE(o->id >= 1 && o->id < level->next_id);
    const bool solid = o->kind == EDITOR_OBJECT_MESH, hollow = o->kind == EDITOR_OBJECT_VOLUME;
    const bool instance = o->kind == EDITOR_OBJECT_PREFAB, terrain = o->kind == EDITOR_OBJECT_TERRAIN;
    RULE((solid || hollow || instance || terrain) == (o->mesh != EDITOR_NONE));
    RULE(o->mesh == EDITOR_NONE || o->mesh < level->mesh_count);
    const editor_mesh *mesh = o->mesh == EDITOR_NONE ? NULL : &level->meshes[o->mesh];
    const bool heights = mesh != NULL && mesh->columns > 0;
    RULE(mesh == NULL || (mesh->pick != NULL) + (mesh->thin != NULL) + (mesh->volume != NULL) == 1);
    RULE(mesh == NULL || (mesh->volume != NULL) == (hollow || heights));
    RULE(!hollow || !heights);
    RULE(mesh == NULL || (mesh->content != NULL) == instance);
    RULE(o->prefab <= level->prefab_count);
    RULE(!instance || (editor_level_has_prefab(level, o->prefab - 1) && level->prefabs[o->prefab - 1].mesh == o->mesh &&
                       o->look == NULL));
    for (uint32_t k = 0; mesh != NULL && k < mesh->submesh_count; k++)
        RULE(mesh->submeshes[k].material == EDITOR_NONE || mesh->submeshes[k].material < level->material_count);
    for (uint32_t k = 0; k < EDITOR_SET_COUNT; k++)
        RULE(level->set_names[k] != NULL || (o->sets >> k & 1) == 0);
    RULE(o->kind != EDITOR_OBJECT_LIGHT || editor_light_fault(&o->light) == NULL);
    RULE(!terrain || editor_terrain_fault(&o->terrain) == NULL);
    RULE(o->kind != EDITOR_OBJECT_CAMERA || editor_lens_fault(&o->lens) == NULL);
    return NULL;
}

static bool covers(uint32_t layers, uint32_t of)
{
    return layers != 0 && (layers & ~of) == 0;
}

static const char *check_derived(const editor_level *level, uint32_t i)
{
    const editor_object *o = &level->objects[i];
    const editor_object *parent = o->parent == EDITOR_NONE ? NULL : &level->objects[o->parent];
    const pick_affine local = editor_level_shown_local(level, i), rest = editor_level_rest_world(level, i);
    const pick_affine world = parent != NULL ? pick_affine_multiply(&parent->world, &local) : local;
    const pick_affine above = parent != NULL ? editor_level_rest_world(level, o->parent) : o->local;
    const pick_affine at_rest = parent != NULL ? pick_affine_multiply(&above, &o->local) : o->local;
    RULE(memcmp(&rest, &at_rest, sizeof rest) == 0);
    RULE(memcmp(world.linear, o->world.linear, sizeof world.linear) == 0);
    RULE(memcmp(&world.origin, &o->world.origin, sizeof world.origin) == 0);
    RULE(o->is_finite);
    const bool is_off = editor_level_is_switched_off(level, i);
    RULE(o->is_off == (is_off || (parent && parent->is_off) || covers(o->layers, level->hidden_layers)));
    RULE(o->is_outside == (level->is_isolating && !o->isolated && (!parent || parent->is_outside)));
    const bool of_kind = (level->hides_volumes && o->kind == EDITOR_OBJECT_VOLUME) ||
                         (level->hides_measurements && editor_level_measurement(level, o));
    RULE(o->is_hidden == (o->is_off || o->is_outside || of_kind));
    RULE(o->is_locked == (o->locked || (parent && parent->is_locked) || covers(o->layers, level->locked_layers)));
    return NULL;
}

static const char *check_scene(const editor_level *level, uint32_t i)
{
    const editor_object *o = &level->objects[i];
    pick_object_desc is;
    const pick_result found = pick_scene_get(level->scene, o->pick, &is);
    RULE(!o->is_behind);
    if (!o->exists) {
        RULE(found != PICK_OK || (is.flags & PICK_OBJECT_HIDDEN) != 0);
        return NULL;
    }
    RULE(found == PICK_OK);
    const pick_object_desc wanted = editor_level_describe(level, i);
    RULE(is.mesh == wanted.mesh && is.scene == wanted.scene && is.volume == wanted.volume);
    RULE(is.layers == wanted.layers && is.flags == wanted.flags && is.user == i);
    RULE(memcmp(is.transform.linear, wanted.transform.linear, sizeof is.transform.linear) == 0);
    RULE(memcmp(&is.transform.origin, &wanted.transform.origin, sizeof is.transform.origin) == 0);
    return NULL;
}

// A definition that is there: its parts, and what is drawn and picked of them.
static const char *check_prefab(const editor_level *level, uint32_t prefab)
{
    const editor_prefab *p = &level->prefabs[prefab];
    RULE(p->name != NULL && editor_name_is_valid(p->name) && p->id >= 1);
    RULE(editor_level_find_prefab(level, p->name) == prefab);
    RULE(p->mesh < level->mesh_count && level->meshes[p->mesh].content != NULL);
    const editor_prefab_content *content = level->meshes[p->mesh].content;
    const editor_mesh *mesh = &level->meshes[p->mesh];
    uint32_t triangles = 0, shown = 0;
    for (uint32_t i = 0; i < content->part_count; i++) {
        const editor_object *part = &content->parts[i];
        const char *why;
        RULE(part->parent == EDITOR_NONE || part->parent < i);
        RULE(editor_prefab_takes(level, part, &why));
        RULE((part->kind != EDITOR_OBJECT_GROUP) == (part->mesh != EDITOR_NONE));
        const bool instance = part->kind == EDITOR_OBJECT_PREFAB;
        RULE(instance == (part->prefab != 0));
        RULE(!instance || (part->mesh == level->prefabs[part->prefab - 1].mesh &&
                           !editor_level_prefab_has(level, part->prefab - 1, prefab)));
        RULE(part->mesh == EDITOR_NONE || content->versions[i] == level->meshes[part->mesh].version);
        RULE(content->first_triangle[i] == triangles);
        pick_object_desc is;
        const bool picked = pick_scene_get(content->scene, content->ids[i], &is) == PICK_OK;
        RULE(picked == !part->is_hidden && (!picked || (is.user == i && is.mesh != NULL)));
        triangles += picked ? level->meshes[part->mesh].index_count / 3 : 0;
        shown += picked;
    }
    RULE(triangles == mesh->index_count / 3 && shown == pick_scene_count(content->scene));
    return NULL;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static const char *check_ids(const editor_level *level, uint32_t there)
{
    double *ids = malloc((there + 1) * sizeof *ids);
    uint32_t count = 0;
    bool twice = false;
    for (uint32_t i = 0; ids != NULL && i < level->object_count; i++) {
        if (level->objects[i].exists && count < there)
            ids[count++] = level->objects[i].id;
    }
    if (ids != NULL)
        qsort(ids, count, sizeof *ids, by_size);
    for (uint32_t i = 1; ids != NULL && i < count; i++)
        twice |= ids[i] == ids[i - 1];
    free(ids);
    RULE(ids != NULL && !twice);
    return NULL;
}

static const char *check_selection(const editor_document *document)
{
    const editor_level *level = editor_document_level(document);
    const pick_selection *selection = editor_document_selection(document);
    const size_t count = pick_selection_count(selection);
    for (size_t i = 0; i < count; i++) {
        const uint32_t object = editor_level_object(level, pick_selection_objects(selection)[i]);
        RULE(object != EDITOR_NONE && level->objects[object].exists);
    }
    const uint32_t active = editor_document_active(document);
    RULE((active == EDITOR_NONE) == (count == 0));
    RULE(active == EDITOR_NONE || pick_selection_contains(selection, level->objects[active].pick));
    return NULL;
}

const char *level_check(const editor_document *document)
{
    const editor_level *level = editor_document_level(document);
    const char *wrong = NULL;
    uint32_t in_tree = 0, exist = 0;
    RULE(level->refreshing == 0 && level->behind_count == 0);
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); wrong == NULL && i != EDITOR_NONE;
         i = editor_level_next(level, i)) {
        RULE(i < level->object_count && ++in_tree <= level->object_count);
        wrong = check_links(level, i);
        wrong = wrong != NULL ? wrong : check_content(level, i);
        wrong = wrong != NULL ? wrong : check_derived(level, i);
    }
    for (uint32_t i = 0; wrong == NULL && i < level->object_count; i++) {
        exist += level->objects[i].exists;
        wrong = check_scene(level, i);
    }
    for (uint32_t i = 0; wrong == NULL && i < level->prefab_count; i++)
        wrong = level->prefabs[i].mesh != EDITOR_NONE ? check_prefab(level, i) : NULL;
    if (wrong != NULL)
        return wrong;
    RULE(in_tree == exist && level->unfinite_count == 0);
    RULE(pick_scene_count(level->scene) + level->free_count <= level->object_count); // fewer: slots lost without memory
    wrong = check_ids(level, exist);
    wrong = wrong != NULL ? wrong : check_selection(document);
    if (wrong != NULL)
        return wrong;
    const editor_history history = editor_document_history(document);
    RULE(history.position <= history.step_count && (history.bytes <= history.limit || history.step_count <= 1));
    return NULL;
}

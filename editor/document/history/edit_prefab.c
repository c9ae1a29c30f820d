// edit_prefab.c: the commands that make, place, unpack, change and delete prefabs.
#include "document/history/document_internal.h"
#include "document/level/prefab.h"
#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_there(editor_document *document, uint32_t prefab)
{
    return editor_level_has_prefab(document->level, prefab) || edit_refuse(document, "the prefab no longer exists");
}

static bool enter(editor_document *document, const char *verb, const char *name)
{
    char label[128];
    snprintf(label, sizeof(label), "%s %.80s", verb, name);
    return edit_enter(document, label);
}

static const char *name_of(const editor_document *document, uint32_t prefab)
{
    return editor_level_has_prefab(document->level, prefab) ? document->level->prefabs[prefab].name : "prefab";
}

// --- Parts ---

// What becomes of a tree of objects.
typedef struct part_list {
    editor_object *parts;
    uint32_t count;
    uint32_t layers; // all of those that show
} part_list;

static bool copy_part(editor_document *document, const editor_object *from, uint32_t parent, part_list *list)
{
    editor_object *part = &list->parts[list->count];
    *part = (editor_object){.kind = from->kind,
                            .mesh = from->mesh,
                            .look = from->look,
                            .parent = parent,
                            .local = from->local,
                            .layers = from->layers,
                            .hidden = from->hidden,
                            .locked = from->locked,
                            .prefab = from->kind == EDITOR_OBJECT_PREFAB ? from->prefab : 0};
    part->first_child = part->last_child = part->previous = part->next = EDITOR_NONE;
    part->number = EDITOR_NONE;
    list->count++;
    part->name = editor_text_copy(from->name);
    part->extra = from->extra ? editor_text_copy(from->extra) : NULL;
    part->device_extra = from->device_extra ? editor_text_copy(from->device_extra) : NULL;
    if (!part->name || (from->extra && !part->extra) || (from->device_extra && !part->device_extra))
        return edit_out_of_memory(document);
    if (from->mesh != EDITOR_NONE)
        list->layers |= from->layers;
    return true;
}

// Collects what is below `root`, and, unless it is a group, `root` itself, at the origin.
static bool collect(editor_document *document, uint32_t root, part_list *list)
{
    const editor_level *level = document->level;
    const bool with_root = level->objects[root].kind != EDITOR_OBJECT_GROUP;
    uint32_t total = 0;
    for (uint32_t i = root; i != EDITOR_NONE; i = editor_level_next_below(level, root, i))
        total++;
    *list = (part_list){.parts = calloc(total, sizeof(*list->parts))};
    uint32_t *number = malloc(level->object_count * sizeof(*number)); // of the part of each object
    bool ok = (list->parts && number) || edit_out_of_memory(document);
    bool shows = false;
    for (uint32_t i = root; ok && i != EDITOR_NONE; i = editor_level_next_below(level, root, i)) {
        const editor_object *o = &level->objects[i];
        const char *why;
        if ((i != root || with_root || o->follows) && !editor_prefab_takes(level, o, &why))
            ok = edit_refuse(document, "%.100s %s", o->name, why);
        if (!ok || (i == root && !with_root))
            continue;
        const bool top = i == root || (o->parent == root && !with_root);
        number[i] = list->count;
        ok = copy_part(document, o, top ? EDITOR_NONE : number[o->parent], list);
        shows |= o->mesh != EDITOR_NONE;
    }
    if (ok && with_root) {
        list->parts[0].local = PICK_AFFINE_IDENTITY;
        list->parts[0].hidden = list->parts[0].locked = false; // the instance is
    }
    free(number);
    return ok && (shows || edit_refuse(document, "%.100s has no mesh in it", level->objects[root].name));
}

// Whether a prefab can have these parts. `prefab`: EDITOR_NONE while it is not there, and so in none of them.
static bool can_have(editor_document *document, uint32_t prefab, const char *name, const part_list *list)
{
    const editor_level *level = document->level;
    for (uint32_t i = 0; prefab != EDITOR_NONE && i < list->count; i++) {
        const editor_object *part = &list->parts[i];
        if (part->kind == EDITOR_OBJECT_PREFAB && editor_level_prefab_has(level, part->prefab - 1, prefab))
            return edit_refuse(document, "%.100s would be in itself: %.100s has it", name, part->name);
    }
    const char *why = editor_prefab_too_large(editor_prefab_measure(level, list->parts, list->count));
    return !why || edit_refuse(document, "%.100s %s", name, why);
}

uint32_t edit_prefab_content(editor_document *document, editor_object *parts, uint32_t count, uint32_t prefab,
                             const char *name)
{
    editor_prefab_room room = editor_level_prefab_room(document->level, prefab);
    room.is_strict = true;
    const uint32_t mesh = editor_level_make_content(document->level, parts, count, &room);
    char bound[100];
    editor_prefab_say_beyond(bound, sizeof(bound));
    if (mesh == EDITOR_NONE && room.is_beyond)
        edit_refuse(document, "%.100s has too much: %s", name, bound);
    else if (mesh == EDITOR_NONE)
        edit_out_of_memory(document);
    return mesh;
}

// Makes a content of the tree, for that prefab, or for a new one (EDITOR_NONE). EDITOR_NONE: refused.
static uint32_t make_content(editor_document *document, uint32_t root, uint32_t prefab, uint32_t *layers)
{
    part_list list;
    edit_remove_unused(document);
    const char *name = prefab == EDITOR_NONE ? document->level->objects[root].name : name_of(document, prefab);
    if (!collect(document, root, &list) || !can_have(document, prefab, name, &list)) {
        editor_level_free_parts(list.parts, list.count);
        return EDITOR_NONE;
    }
    *layers = list.layers;
    return edit_prefab_content(document, list.parts, list.count, prefab, name);
}

// Puts an instance in the place of an object, with its name, transform and flags.
static bool replace(editor_document *document, uint32_t root, uint32_t prefab, uint32_t layers, uint32_t *made)
{
    const editor_object *o = &document->level->objects[root];
    const editor_object like = {.kind = EDITOR_OBJECT_PREFAB,
                                .mesh = document->level->prefabs[prefab].mesh,
                                .prefab = prefab + 1,
                                .local = o->local,
                                .layers = layers,
                                .hidden = o->hidden,
                                .locked = o->locked,
                                .extra = o->kind == EDITOR_OBJECT_GROUP ? o->extra : NULL};
    const uint32_t sets = o->sets, parent = o->parent;
    *made = edit_make(document, o->name, &like);
    return *made != EDITOR_NONE && edit_place(document, *made, (editor_place){parent, root, true}) &&
           edit_flags(document, *made, (editor_object_flags){layers, sets, like.hidden, like.locked}) &&
           edit_place(document, root, EDITOR_PLACE_NOWHERE);
}

// --- Making ---

// A name that no other definition has. The caller frees it. NULL: out of memory.
static char *free_name(const editor_level *level, const char *wanted)
{
    const size_t size = strlen(wanted) + 16;
    char *name = malloc(size);
    if (name)
        snprintf(name, size, "%s", wanted);
    for (unsigned i = 2; name && editor_level_find_prefab(level, name) != EDITOR_NONE; i++)
        snprintf(name, size, "%s %02u", wanted, i);
    return name;
}

static bool make_prefab(editor_document *document, const char *name, uint32_t *made, uint32_t *prefab)
{
    editor_level *level = document->level;
    uint32_t root = document->targets[0], layers = 1;
    const bool several = document->target_count > 1;
    if (several && !edit_group_targets(document, name ? name : "prefab", &root))
        return false;
    const uint32_t mesh = make_content(document, root, EDITOR_NONE, &layers);
    char *unique = mesh != EDITOR_NONE ? free_name(level, name ? name : level->objects[root].name) : NULL;
    *prefab = unique ? editor_level_add_prefab(level, unique, 0) : EDITOR_NONE;
    if (mesh != EDITOR_NONE && *prefab == EDITOR_NONE)
        edit_out_of_memory(document);
    const bool ok = *prefab != EDITOR_NONE && edit_prefab(document, *prefab, mesh, unique) &&
                    replace(document, root, *prefab, layers, made);
    free(unique);
    return ok && edit_select_numbers(document, made, 1);
}

editor_edit_result editor_edit_make_prefab(editor_document *document, const uint32_t *objects, uint32_t count,
                                           const char *name, uint32_t *made)
{
    char label[128];
    uint32_t instance = EDITOR_NONE, prefab = EDITOR_NONE;
    bool ok = edit_enter(document, edit_label(document, "Make prefab of", objects, count, label, sizeof(label))) &&
              edit_targets(document, objects, count, true, EDIT_TREE_ORDER);
    if (ok && name && !editor_name_is_valid(name))
        ok = edit_refuse(document, "a name must be UTF-8 text, not empty and without control characters");
    if (ok && document->target_count == 0)
        ok = edit_refuse(document, "no object is selected");
    ok = ok && make_prefab(document, name, &instance, &prefab);
    const editor_edit_result result = edit_leave(document, ok);
    if (result == EDITOR_EDIT_DONE && made)
        *made = prefab;
    return result;
}

editor_edit_result editor_edit_add_prefab(editor_document *document, uint32_t prefab, const char *name, uint32_t parent,
                                          const pick_affine *local, uint32_t *made)
{
    char label[128];
    document->reason[0] = 0;
    if (!is_there(document, prefab))
        return EDITOR_EDIT_REFUSED;
    const editor_prefab *p = &document->level->prefabs[prefab];
    const editor_prefab_content *content = editor_level_content(document->level, p->mesh);
    uint32_t layers = 0;
    for (uint32_t i = 0; i < content->part_count; i++)
        layers |= content->parts[i].mesh != EDITOR_NONE ? content->parts[i].layers : 0;
    const editor_object like = {.kind = EDITOR_OBJECT_PREFAB,
                                .mesh = p->mesh,
                                .prefab = prefab + 1,
                                .local = *local,
                                .layers = layers ? layers : 1};
    snprintf(label, sizeof(label), "Add %.80s", p->name);
    return edit_add_object(document, label, name, parent, &like, made);
}

// --- Unpacking ---

// Copies the parts below the detached group.
static bool copy_parts(editor_document *document, editor_names *names, const editor_prefab_content *content,
                       uint32_t group, uint32_t layers)
{
    editor_level *level = document->level;
    uint32_t *made = malloc(((size_t)content->part_count + 1) * sizeof(*made));
    bool ok = made || edit_out_of_memory(document);
    for (uint32_t i = 0; ok && i < content->part_count; i++) {
        editor_object like = content->parts[i];
        like.layers = layers ? layers : like.layers;
        const char *name = editor_names_unique(names, content->parts[i].name);
        made[i] = name ? editor_level_make_object(level, name, &like) : EDITOR_NONE;
        ok = made[i] != EDITOR_NONE || edit_out_of_memory(document);
        const uint32_t parent = content->parts[i].parent;
        if (ok)
            editor_level_move(level, made[i],
                              (editor_place){parent == EDITOR_NONE ? group : made[parent], EDITOR_NONE, true});
    }
    free(made);
    return ok;
}

static bool unpack(editor_document *document, editor_names *names, uint32_t object, uint32_t *group)
{
    const editor_object o = document->level->objects[object];
    const editor_prefab_content *content = editor_level_content(document->level, o.mesh);
    const editor_object like = {.kind = EDITOR_OBJECT_GROUP,
                                .mesh = EDITOR_NONE,
                                .prefab = o.prefab,
                                .local = o.local,
                                .layers = 1,
                                .hidden = o.hidden,
                                .locked = o.locked,
                                .extra = o.extra};
    uint32_t layers = 0;
    for (uint32_t i = 0; i < content->part_count; i++)
        layers |= content->parts[i].mesh != EDITOR_NONE ? content->parts[i].layers : 0;
    *group = edit_make(document, o.name, &like);
    return *group != EDITOR_NONE && copy_parts(document, names, content, *group, layers == o.layers ? 0 : o.layers) &&
           edit_place(document, *group, (editor_place){o.parent, object, true}) &&
           edit_flags(document, *group, (editor_object_flags){1, o.sets, o.hidden, o.locked}) &&
           edit_place(document, object, EDITOR_PLACE_NOWHERE);
}

editor_edit_result editor_edit_unpack_prefab(editor_document *document, const uint32_t *objects, uint32_t count)
{
    char label[128];
    const editor_level *level = document->level;
    bool ok = edit_enter(document, edit_label(document, "Unpack", objects, count, label, sizeof(label))) &&
              edit_targets(document, objects, count, true, EDIT_TREE_ORDER);
    uint32_t found = 0;
    for (uint32_t i = 0; ok && i < document->target_count; i++) {
        if (level->objects[document->targets[i]].kind == EDITOR_OBJECT_PREFAB)
            document->targets[found++] = document->targets[i];
    }
    if (ok && found == 0)
        ok = edit_refuse(document, "no instance of a prefab is selected");
    editor_names *names = ok ? editor_names_create(level, "") : NULL;
    if (ok && !names)
        ok = edit_out_of_memory(document);
    for (uint32_t i = 0; ok && i < found; i++) {
        uint32_t group;
        ok = unpack(document, names, document->targets[i], &group);
        document->targets[i] = group;
    }
    editor_names_destroy(names);
    ok = ok && edit_select_numbers(document, document->targets, found);
    return edit_leave(document, ok);
}

// --- Changing ---

// Gives the prefab and all its instances another content.
static bool give_content(editor_document *document, uint32_t prefab, uint32_t mesh)
{
    const editor_level *level = document->level;
    if (!edit_prefab(document, prefab, mesh, level->prefabs[prefab].name))
        return false;
    // Deleted instances stay: undo brings the old content back first.
    for (uint32_t i = 0; i < level->object_count; i++) {
        const editor_object *o = &level->objects[i];
        if (o->exists && o->kind == EDITOR_OBJECT_PREFAB && o->prefab == prefab + 1 &&
            !edit_mesh(document, i, mesh, NULL))
            return false;
    }
    return true;
}

// Whether a part of the prefab has a content that its own prefab does not have any more.
static bool is_behind(const editor_level *level, uint32_t prefab)
{
    const editor_prefab_content *content = editor_level_content(level, level->prefabs[prefab].mesh);
    bool behind = false;
    for (uint32_t i = 0; content && content->depth > 1 && i < content->part_count && !behind; i++) {
        const editor_object *part = &content->parts[i];
        behind = part->kind == EDITOR_OBJECT_PREFAB && part->mesh != level->prefabs[part->prefab - 1].mesh;
    }
    return behind;
}

// Gives the prefab a content with the same parts, and what their prefabs have now.
static bool renew(editor_document *document, uint32_t prefab)
{
    editor_level *level = document->level;
    const editor_prefab_content *old = editor_level_content(level, level->prefabs[prefab].mesh);
    part_list list = {.parts = calloc(old->part_count, sizeof(*list.parts))};
    bool ok = list.parts || edit_out_of_memory(document);
    while (ok && list.count < old->part_count) {
        editor_object *part = &list.parts[list.count];
        ok = copy_part(document, &old->parts[list.count], old->parts[list.count].parent, &list);
        if (part->kind == EDITOR_OBJECT_PREFAB)
            part->mesh = level->prefabs[part->prefab - 1].mesh;
    }
    if (!ok || !can_have(document, EDITOR_NONE, level->prefabs[prefab].name, &list)) {
        editor_level_free_parts(list.parts, list.count);
        return false;
    }
    const uint32_t mesh = edit_prefab_content(document, list.parts, list.count, prefab, level->prefabs[prefab].name);
    return mesh != EDITOR_NONE && give_content(document, prefab, mesh);
}

// Renews the prefabs that have a changed one as a part, then those that have these.
static bool renew_others(editor_document *document)
{
    const editor_level *level = document->level;
    bool ok = true, any = true;
    while (ok && any) {
        any = false;
        for (uint32_t i = 0; ok && i < level->prefab_count; i++) {
            const bool behind = is_behind(level, i);
            any |= behind;
            ok = !behind || renew(document, i);
        }
    }
    return ok;
}

static bool update(editor_document *document, uint32_t group, uint32_t prefab)
{
    uint32_t layers = 1, made = EDITOR_NONE;
    const uint32_t mesh = make_content(document, group, prefab, &layers);
    return mesh != EDITOR_NONE && give_content(document, prefab, mesh) && renew_others(document) &&
           replace(document, group, prefab, layers, &made) && edit_select_numbers(document, &made, 1);
}

editor_edit_result editor_edit_update_prefab(editor_document *document, uint32_t group)
{
    const editor_level *level = document->level;
    const editor_object *o = group < level->object_count ? &level->objects[group] : NULL;
    const bool is_group = o && o->exists && o->kind == EDITOR_OBJECT_GROUP && o->prefab != 0;
    const uint32_t prefab = is_group ? o->prefab - 1 : EDITOR_NONE;
    bool ok = enter(document, "Update prefab", name_of(document, prefab)) &&
              (is_group || edit_refuse(document, "only a group that was unpacked from a prefab can update it")) &&
              is_there(document, prefab) && update(document, group, prefab);
    return edit_leave(document, ok);
}

editor_edit_result editor_edit_rename_prefab(editor_document *document, uint32_t prefab, const char *name)
{
    bool ok = enter(document, "Rename prefab", name_of(document, prefab)) && is_there(document, prefab);
    if (ok && !editor_name_is_valid(name))
        ok = edit_refuse(document, "a name must be UTF-8 text, not empty and without control characters");
    const uint32_t other = ok ? editor_level_find_prefab(document->level, name) : EDITOR_NONE;
    if (ok && other != EDITOR_NONE && other != prefab)
        ok = edit_refuse(document, "there is a prefab \"%.100s\" already", name);
    ok = ok && edit_prefab(document, prefab, document->level->prefabs[prefab].mesh, name);
    return edit_leave(document, ok);
}

editor_edit_result editor_edit_delete_prefab(editor_document *document, uint32_t prefab)
{
    bool ok = enter(document, "Delete prefab", name_of(document, prefab)) && is_there(document, prefab);
    const uint32_t count = ok ? editor_level_count_instances(document->level, prefab) : 0;
    if (count > 0)
        ok = edit_refuse(document, "%.100s has %u instance%s: delete or unpack %s first", name_of(document, prefab),
                         (unsigned)count, count == 1 ? "" : "s", count == 1 ? "it" : "them");
    const uint32_t outer = ok ? editor_level_find_prefab_with(document->level, prefab) : EDITOR_NONE;
    if (outer != EDITOR_NONE)
        ok = edit_refuse(document, "%.100s is in the prefab %.100s: delete that first", name_of(document, prefab),
                         name_of(document, outer));
    ok = ok && edit_prefab(document, prefab, EDITOR_NONE, document->level->prefabs[prefab].name);
    return edit_leave(document, ok);
}

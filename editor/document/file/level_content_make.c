// level_content_make.c: makes what a level file says of meshes and prefabs.
#include "document/file/level_content.h"
#include "document/level/level_internal.h"
#include "document/level/look.h"
#include "document/level/prefab.h"
#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>

// As editor_level_moved_mesh, which looks through all meshes for each.
static uint32_t find_moved(const level_content *content, editor_level *level, uint32_t original,
                           const editor_moves *moves)
{
    if (!content->moved)
        return editor_level_moved_mesh(level, original, moves);
    const editor_hash items = editor_hash_bytes(moves->items, moves->count * sizeof(*moves->items));
    const uint64_t all[] = {items.low, items.high, original, moves->vertex_count};
    const editor_hash hash = editor_hash_bytes(all, sizeof(all));
    uint32_t mesh = editor_hash_index_find(content->moved, hash);
    if (mesh != EDITOR_HASH_UNKNOWN)
        return mesh;
    mesh = editor_level_copy_mesh(level, original, moves);
    if (mesh != EDITOR_NONE)
        editor_hash_index_add(content->moved, hash, mesh);
    return mesh;
}

bool level_content_set_mesh(const level_content *content, editor_level *level, content_object *object)
{
    uint32_t *mesh = &object->object.mesh;
    if (object->follows != EDITOR_NONE &&
        !editor_level_follow(level, &object->object, content->assets[object->follows].asset, object->node,
                             object->node_name))
        return false;
    if (object->asset != EDITOR_NONE) {
        const content_asset *asset = &content->assets[object->asset];
        *mesh = editor_level_asset_mesh(level, asset->asset, asset->meshes[object->mesh]);
    } else if (object->primitive.shape != EDITOR_SHAPE_NONE) {
        *mesh = editor_level_read_primitive(level, &object->primitive, object->name);
    } else if (object->line.count > 0) {
        *mesh = editor_level_line(level, &object->line);
    } else if (object->prefab != EDITOR_NONE) {
        const uint32_t prefab = content->prefabs[object->prefab].made;
        object->object.prefab = prefab + 1;
        *mesh = object->object.kind == EDITOR_OBJECT_PREFAB ? level->prefabs[prefab].mesh : EDITOR_NONE;
    }
    if (*mesh != EDITOR_NONE && object->moves.count > 0)
        *mesh = find_moved(content, level, *mesh, &object->moves);
    if (*mesh == EDITOR_NONE)
        return !editor_object_is_solid(&object->object) && object->object.kind != EDITOR_OBJECT_VOLUME;
    return editor_level_find_look(level, *mesh, object->overrides, object->override_count, &object->object.look);
}

// --- Prefabs ---

// The parts in the tree's order, parents first, siblings as in the file. `order` has room for all.
static bool sort_parts(const content_prefab *prefab, uint32_t *order)
{
    const uint32_t count = prefab->part_count;
    uint32_t *first = malloc(((size_t)count + 1) * sizeof(*first)), *next = malloc(((size_t)count + 1) * sizeof(*next));
    uint32_t found = 0;
    for (uint32_t i = 0; first && next && i <= count; i++)
        first[i] = EDITOR_NONE;
    for (uint32_t i = count; first && next && i-- > 0;) { // the last child first, so that the first one heads the list
        const uint32_t parent = prefab->parts[i].parent == EDITOR_NONE ? count : prefab->parts[i].parent;
        next[i] = first[parent];
        first[parent] = i;
    }
    for (uint32_t at = first && next ? first[count] : EDITOR_NONE; at != EDITOR_NONE;) {
        order[found++] = at;
        uint32_t on = first[at];
        while (on == EDITOR_NONE && at != EDITOR_NONE) {
            on = next[at];
            at = prefab->parts[at].parent;
        }
        at = on;
    }
    free(first);
    free(next);
    return first && next;
}

// Moves what the part owns.
static bool take_part(content_object *from, editor_object *to)
{
    *to = from->object;
    from->object.extra = from->object.device_extra = from->object.follow_name = NULL;
    to->id = 0;
    to->first_child = to->last_child = to->previous = to->next = to->number = EDITOR_NONE;
    to->name = editor_text_copy(from->name);
    return to->name != NULL;
}

bool level_content_make_parts(const level_content *content, editor_level *level, content_prefab *prefab,
                              editor_object **parts)
{
    const uint32_t count = prefab->part_count;
    uint32_t *order = malloc(((size_t)count + 1) * sizeof(*order));
    *parts = calloc((size_t)count + 1, sizeof(**parts));
    bool ok = order && *parts && sort_parts(prefab, order);
    uint32_t made = 0;
    for (; ok && made < count; made++) {
        content_object *from = &prefab->parts[order[made]];
        from->made = made;
        ok = level_content_set_mesh(content, level, from) && take_part(from, &(*parts)[made]);
        (*parts)[made].parent = from->parent == EDITOR_NONE ? EDITOR_NONE : prefab->parts[from->parent].made;
    }
    free(order);
    if (!ok)
        editor_json_refuse(&content->reader, prefab->value, NULL, "out of memory");
    const char *why = ok ? editor_prefab_too_large(editor_prefab_measure(level, *parts, count)) : NULL;
    if (why)
        ok = editor_json_refuse(&content->reader, prefab->value, NULL, "the prefab %.100s %s", prefab->name, why);
    if (!ok && *parts)
        editor_level_free_parts(*parts, made < count ? made + 1 : count); // the last one perhaps in part
    return ok;
}

// One warning, however many prefabs have parts that do not show.
static void warn_beyond(const level_content *content, editor_level *level)
{
    uint32_t first = EDITOR_NONE, count = 0;
    for (uint32_t i = content->prefab_count; i-- > 0;) {
        if (level->meshes[level->prefabs[content->prefabs[i].made].mesh].content->beyond > 0) {
            first = i;
            count++;
        }
    }
    if (count == 0)
        return;
    char others[40] = "", bound[100];
    if (count > 1)
        snprintf(others, sizeof(others), " and %u more", (unsigned)count - 1);
    editor_prefab_say_beyond(bound, sizeof(bound));
    editor_level_add_warning(level, "prefab \"%.100s\"%s: parts are not shown: %s", content->prefabs[first].name,
                             others, bound);
}

bool level_content_make_prefabs(level_content *content, editor_level *level)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < content->prefab_count; i++) { // numbered as in the file
        content_prefab *prefab = &content->prefabs[i];
        prefab->made = editor_level_add_prefab(level, prefab->name, prefab->id);
        ok = prefab->made != EDITOR_NONE || editor_json_refuse(&content->reader, prefab->value, NULL, "out of memory");
    }
    editor_prefab_room room = editor_level_prefab_room(level, EDITOR_NONE);
    for (uint32_t i = 0; ok && i < content->prefab_count; i++) {
        content_prefab *prefab = &content->prefabs[content->prefab_order[i]];
        editor_object *parts;
        if (!level_content_make_parts(content, level, prefab, &parts))
            return false;
        const uint32_t mesh = editor_level_make_content(level, parts, prefab->part_count, &room);
        ok = mesh != EDITOR_NONE || editor_json_refuse(&content->reader, prefab->value, NULL, "out of memory");
        level->prefabs[prefab->made].mesh = mesh;
        level->prefabs[prefab->made].extra = prefab->extra;
        prefab->extra = NULL;
    }
    if (ok)
        warn_beyond(content, level);
    return ok;
}

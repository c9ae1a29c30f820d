// clipboard.c: copies objects as text and pastes them.
#include "document/file/clipboard.h"

#include "document/file/level_content.h"
#include "document/file/level_file.h"
#include "document/history/document_internal.h"
#include "document/level/look.h"
#include "document/level/names.h"
#include "document/level/prefab.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Whether all children of a group are to be copied, so that the group is. The single root of a level, as in many
// models, holds everything and is no group; nor does one child stand for its group.
static bool is_whole(const editor_document *document, uint32_t group)
{
    const editor_level *level = document->level;
    if (group == EDITOR_NONE || level->objects[group].kind != EDITOR_OBJECT_GROUP ||
        level->objects[group].first_child == level->objects[group].last_child ||
        (level->first_root == group && level->last_root == group))
        return false;
    uint32_t child = level->objects[group].first_child;
    while (child != EDITOR_NONE && document->marks[child])
        child = level->objects[child].next;
    return child == EDITOR_NONE;
}

// Replaces all children of a group by the group; then these groups likewise. The targets are in the tree's order.
static void take_whole_groups(editor_document *document)
{
    const editor_level *level = document->level;
    for (bool again = true; again;) {
        uint32_t kept = 0, last = EDITOR_NONE; // the last group that was taken
        again = false;
        for (uint32_t i = 0; i < document->target_count; i++) {
            const uint32_t object = document->targets[i], parent = level->objects[object].parent;
            if (last != EDITOR_NONE && parent == last) {
                document->marks[object] = 0;
                continue;
            }
            // Only the first child looks at the others.
            const bool first = parent != EDITOR_NONE && level->objects[parent].first_child == object;
            if (first && is_whole(document, parent)) {
                document->marks[object] = 0;
                document->marks[parent] = 1;
                last = parent;
                again = true;
            }
            document->targets[kept++] = last != EDITOR_NONE && parent == last ? last : object;
        }
        document->target_count = kept;
    }
}

char *editor_edit_copy(editor_document *document, const uint32_t *objects, uint32_t count)
{
    document->reason[0] = 0;
    if (!edit_targets(document, objects, count, true, EDIT_TREE_ORDER))
        return NULL;
    if (document->target_count == 0) {
        edit_refuse(document, "nothing to copy");
        return NULL;
    }
    take_whole_groups(document);
    editor_text text = {0};
    editor_error error = {""};
    if (editor_level_write_objects(document->level, document->targets, document->target_count, &text, &error))
        return text.data;
    editor_text_free(&text);
    edit_refuse(document, "%s", error.text);
    return NULL;
}

// --- Prefabs ---

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

// Whether the definition has just these parts.
static bool has_parts(const editor_level *level, uint32_t prefab, const editor_object *parts, uint32_t count)
{
    const editor_prefab_content *content = editor_level_content(level, level->prefabs[prefab].mesh);
    bool same = content && content->part_count == count;
    for (uint32_t i = 0; same && i < count; i++) {
        const editor_object *a = &content->parts[i], *b = &parts[i];
        same = a->parent == b->parent && a->kind == b->kind && editor_level_same_mesh(level, a->mesh, b->mesh) &&
               editor_look_equal(a->look, b->look) && a->layers == b->layers && a->hidden == b->hidden &&
               a->locked == b->locked && memcmp(&a->local, &b->local, sizeof(a->local)) == 0 &&
               same_text(a->name, b->name) && same_text(a->extra, b->extra) &&
               same_text(a->device_extra, b->device_extra);
    }
    return same;
}

// The definition of that name with these parts, which it takes, made if there is none; if there is another one of the
// name, the new one gets a number behind it. EDITOR_NONE: refused.
static uint32_t bring_prefab(editor_document *document, const char *name, editor_object *parts, uint32_t count)
{
    editor_level *level = document->level;
    const size_t size = strlen(name) + 16;
    char *unique = malloc(size);
    if (unique)
        snprintf(unique, size, "%s", name);
    for (unsigned i = 2; unique; i++) {
        const uint32_t known = editor_level_find_prefab(level, unique);
        if (known == EDITOR_NONE)
            break;
        if (has_parts(level, known, parts, count)) {
            editor_level_free_parts(parts, count);
            free(unique);
            return known;
        }
        snprintf(unique, size, "%s %02u", name, i);
    }
    if (!unique)
        editor_level_free_parts(parts, count);
    const uint32_t mesh = unique ? edit_prefab_content(document, parts, count, EDITOR_NONE, name) : EDITOR_NONE;
    uint32_t prefab = mesh != EDITOR_NONE ? editor_level_add_prefab(level, unique, 0) : EDITOR_NONE;
    if (prefab == EDITOR_NONE && (!unique || mesh != EDITOR_NONE))
        edit_out_of_memory(document);
    else if (prefab != EDITOR_NONE && !edit_prefab(document, prefab, mesh, unique))
        prefab = EDITOR_NONE;
    free(unique);
    return prefab;
}

static bool bring_prefabs(editor_document *document, level_content *content, const editor_error *error)
{
    for (uint32_t i = 0; i < content->prefab_count; i++) {
        content_prefab *prefab = &content->prefabs[content->prefab_order[i]];
        editor_object *parts;
        if (!level_content_make_parts(content, document->level, prefab, &parts))
            return edit_refuse(document, "%s", error->text);
        prefab->made = bring_prefab(document, prefab->name, parts, prefab->part_count);
        if (prefab->made == EDITOR_NONE)
            return false;
    }
    return true;
}

// Creates all objects of the text. Those without a parent are the roots of the command.
static bool make_pasted(editor_document *document, level_content *content, editor_names *names)
{
    editor_level *level = document->level;
    for (uint32_t i = 0; i < content->object_count; i++) {
        content_object *object = &content->objects[i];
        object->made = EDITOR_NONE;
        const char *name = editor_names_unique(names, object->name);
        if (!name || !level_content_set_mesh(content, level, object))
            return edit_out_of_memory(document);
        // Objects with a parent stay detached until all exist; a failure frees them with the rest.
        object->made = edit_make(document, name, &object->object);
        if (object->made == EDITOR_NONE)
            return false;
    }
    return true;
}

static bool place_pasted(editor_document *document, const level_content *content, uint32_t parent)
{
    editor_level *level = document->level;
    uint32_t roots = 0;
    for (uint32_t i = 0; i < content->object_count; i++) {
        const content_object *object = &content->objects[i];
        if (object->parent != EDITOR_NONE)
            editor_level_move(level, object->made,
                              (editor_place){content->objects[object->parent].made, EDITOR_NONE, true});
        else
            document->made[roots++] = object->made; // their children are attached by now
    }
    document->made_count = roots;
    for (uint32_t i = 0; i < roots; i++) {
        pick_affine local;
        if (!edit_local_at_rest(document, document->made[i], parent, &level->objects[document->made[i]].local, &local))
            return false;
        level->objects[document->made[i]].local = local;
        if (!edit_place(document, document->made[i], (editor_place){parent, EDITOR_NONE, true}))
            return false;
    }
    return edit_select_numbers(document, document->made, roots);
}

editor_edit_result editor_edit_paste(editor_document *document, const char *text, uint32_t parent,
                                     editor_image_decoder decoder, void *decoder_user)
{
    level_content content = {0};
    editor_error error = {""};
    bool ok = edit_enter(document, "Paste") && edit_parent_exists(document, parent);
    if (ok && (!level_content_open(&content, "clipboard", text, strlen(text), &error) ||
               !level_content_load_assets(&content, document->level, NULL, decoder, decoder_user)))
        ok = edit_refuse(document, "%s", error.text);
    editor_names *names = ok ? editor_names_create(document->level, "") : NULL;
    if (ok && !names)
        ok = edit_out_of_memory(document);
    ok = ok && bring_prefabs(document, &content, &error) && make_pasted(document, &content, names) &&
         place_pasted(document, &content, parent);
    editor_names_destroy(names);
    level_content_close(&content);
    return edit_leave(document, ok);
}

// prefab_hits.c: what of an instance was hit, and what it is called.
#include "document/level/level_internal.h"
#include "document/level/prefab.h"

#include <stdio.h>

uint32_t editor_level_hit_part(const editor_level *level, const pick_hit *hit)
{
    const editor_prefab_content *content = editor_level_content(level, level->objects[hit->user].mesh);
    return content && hit->path_count > 0 ? (uint32_t)hit->inner_user : EDITOR_NONE;
}

const editor_object *editor_level_hit_object(const editor_level *level, const pick_hit *hit)
{
    const editor_object *object = &level->objects[hit->user];
    const uint32_t part = editor_level_hit_part(level, hit);
    return part != EDITOR_NONE ? &level->meshes[object->mesh].content->parts[part] : object;
}

pick_hit editor_level_hit_drawn(const editor_level *level, const pick_hit *hit)
{
    pick_hit out = *hit;
    const uint32_t part = editor_level_hit_part(level, hit);
    if (part == EDITOR_NONE)
        return out;
    const editor_prefab_content *content = level->meshes[level->objects[hit->user].mesh].content;
    const pick_transform transform = pick_affine_to_transform(&content->parts[part].world);
    out.triangle += content->first_triangle[part];
    out.submesh += content->first_slot[part];
    if (pick_transform_determinant(&transform) < 0) { // its triangles are turned round
        out.barycentric[0] = hit->barycentric[1];
        out.barycentric[1] = hit->barycentric[0];
    }
    return out;
}

const editor_object *editor_level_hit_leaf(const editor_level *level, const pick_hit *hit)
{
    const editor_object *object = editor_level_hit_object(level, hit);
    const bool in_part = editor_level_hit_part(level, hit) != EDITOR_NONE;
    return in_part ? editor_prefab_leaf(level, object, PICK_PART_FACE, hit->triangle) : object;
}

void editor_level_hit_part_name(const editor_level *level, const pick_hit *hit, char *out, size_t size)
{
    out[0] = 0;
    if (editor_level_hit_part(level, hit) != EDITOR_NONE)
        editor_prefab_name_part(level, editor_level_hit_object(level, hit), PICK_PART_FACE, hit->triangle, out, size);
}

void editor_level_hit_name(const editor_level *level, const pick_hit *hit, char *out, size_t size)
{
    char part[EDITOR_PART_NAME];
    editor_level_hit_part_name(level, hit, part, sizeof(part));
    snprintf(out, size, "%.100s%s%s", level->objects[hit->user].name, part[0] ? " > " : "", part);
}

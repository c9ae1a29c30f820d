// prefab_parts.c: vertices, edges and faces of the parts of instances, by the numbers of the mesh that is drawn.
#include "document/level/prefab.h"

#include <stdio.h>
#include <stdlib.h>

// The content that the object of a part shows; NULL: it is no instance. `object`: that one, or EDITOR_NONE.
static const editor_prefab_content *content_of(const editor_level *level, pick_object_id id, uint32_t *object)
{
    *object = editor_level_object(level, id);
    return *object != EDITOR_NONE ? editor_level_content(level, level->objects[*object].mesh) : NULL;
}

pick_part editor_level_part_drawn(const editor_level *level, const pick_part *part, const pick_object_id *path,
                                  uint32_t path_count)
{
    pick_part out = *part;
    pick_object_desc desc;
    uint32_t object;
    const editor_prefab_content *content = path_count > 0 ? content_of(level, part->object, &object) : NULL;
    if (!content || pick_scene_get(content->scene, path[0], &desc) != PICK_OK)
        return out;
    out.a += part->kind == PICK_PART_FACE ? content->first_triangle[desc.user] : content->first_vertex[desc.user];
    if (part->kind == PICK_PART_EDGE)
        out.b += content->first_vertex[desc.user];
    return out;
}

// The other way round than editor_level_part_drawn. Returns the path, which is empty where there is no instance.
static pick_part_path find_found(const editor_level *level, const pick_part *part, pick_part *out)
{
    uint32_t object;
    const editor_prefab_content *content = content_of(level, part->object, &object);
    const uint32_t which = content ? editor_prefab_part_at(content, part->kind, part->a) : EDITOR_NONE;
    *out = *part;
    if (which == EDITOR_NONE)
        return (pick_part_path){0};
    out->a -= part->kind == PICK_PART_FACE ? content->first_triangle[which] : content->first_vertex[which];
    if (part->kind == PICK_PART_EDGE)
        out->b -= content->first_vertex[which];
    return (pick_part_path){.count = 1, .path = {content->ids[which]}};
}

uint32_t editor_level_part_points(const editor_level *level, const pick_part *part, pick_vec3 *out, uint32_t capacity)
{
    pick_part found;
    const pick_part_path path = find_found(level, part, &found);
    return pick_part_points_within(level->scene, &found, &path, out, capacity);
}

uint32_t editor_level_part_triangles(const editor_level *level, const pick_part *part, pick_part_triangle *out,
                                     uint32_t capacity)
{
    pick_part found;
    const pick_part_path path = find_found(level, part, &found);
    return pick_part_triangles_within(level->scene, &found, &path, out, capacity);
}

bool editor_level_part_measure(const editor_level *level, const pick_part *part, pick_part_measures *out)
{
    pick_part found;
    const pick_part_path path = find_found(level, part, &found);
    return pick_part_measure_within(level->scene, &found, &path, out);
}

bool editor_level_hit_face(const editor_level *level, const pick_hit *hit, pick_part *out)
{
    uint32_t object;
    pick_object_desc desc;
    const editor_prefab_content *content = content_of(level, hit->object, &object);
    const bool within = content && hit->path_count > 0;
    if (pick_scene_get(within ? content->scene : level->scene, within ? hit->path[0] : hit->object, &desc) != PICK_OK ||
        !pick_part_of(desc.mesh, hit->object, PICK_PART_FACE, hit->triangle, 0, out))
        return false;
    *out = editor_level_part_drawn(level, out, hit->path, hit->path_count);
    return true;
}

size_t editor_level_region_parts(const editor_level *level, const pick_region *region,
                                 const pick_region_part_query *wanted, pick_part *out, size_t capacity)
{
    pick_region_part_query query = *wanted;
    query.nested = level->content_count > 0;
    query.paths = query.nested ? malloc((capacity + 1) * sizeof(*query.paths)) : NULL;
    if (query.nested && !query.paths)
        return 0;
    const size_t count = pick_region_parts(level->scene, region, &query, out, capacity);
    for (size_t i = 0; query.nested && count <= capacity && i < count; i++)
        out[i] = editor_level_part_drawn(level, &out[i], query.paths[i].path, query.paths[i].count);
    free(query.paths);
    return count;
}

void editor_level_part_name(const editor_level *level, const pick_part *part, char *out, size_t size)
{
    uint32_t object;
    const editor_prefab_content *content = content_of(level, part->object, &object);
    const char *name = object != EDITOR_NONE ? level->objects[object].name : "";
    const uint32_t which = content ? editor_prefab_part_at(content, part->kind, part->a) : EDITOR_NONE;
    char inner[EDITOR_PART_NAME] = "";
    if (which != EDITOR_NONE) {
        const uint32_t *first = part->kind == PICK_PART_FACE ? content->first_triangle : content->first_vertex;
        editor_prefab_name_part(level, &content->parts[which], part->kind, part->a - first[which], inner,
                                sizeof(inner));
    }
    snprintf(out, size, "%.100s%s%s", name, inner[0] ? " > " : "", inner);
}

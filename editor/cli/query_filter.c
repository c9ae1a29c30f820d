#include "cli/query_filter.h"

#include "document/level/look.h"
#include "document/level/prefab.h"

#include <stdlib.h>
#include <string.h>

bool editor_cli_filter_read(editor_cli_filter *filter, const char *value, editor_error *error)
{
    const struct {
        const char *prefix;
        const char **into;
    } RULES[] = {{"layer=", &filter->layer}, {"material=", &filter->material}, {"kind=", &filter->kind}};
    for (size_t i = 0; i < sizeof(RULES) / sizeof(RULES[0]); i++) {
        const size_t length = strlen(RULES[i].prefix);
        if (strncmp(value, RULES[i].prefix, length) != 0 || value[length] == '\0')
            continue;
        if (*RULES[i].into != NULL)
            return editor_cli_fail(error, "--filter %s: there is one already", value);
        *RULES[i].into = value + length;
        if (filter->kind != NULL && strcmp(filter->kind, "model") != 0 && strcmp(filter->kind, "shape") != 0 &&
            strcmp(filter->kind, "volume") != 0 && strcmp(filter->kind, "line") != 0 &&
            strcmp(filter->kind, "terrain") != 0)
            return editor_cli_fail(
                error, "--filter %s: expected kind=model, kind=shape, kind=volume, kind=line or kind=terrain", value);
        return true;
    }
    return editor_cli_fail(
        error, "--filter %s: expected layer=NAME, material=NAME or kind=model|shape|volume|line|terrain", value);
}

bool editor_cli_filter_has_rules(const editor_cli_filter *filter)
{
    return filter->material != NULL || filter->kind != NULL;
}

// A volume has no material.
static const char *material_name(const editor_level *level, const editor_object *object, uint32_t submesh)
{
    if (object->kind == EDITOR_OBJECT_VOLUME)
        return "";
    const char *name = editor_level_material(level, object, submesh)->name;
    return name != NULL ? name : "";
}

bool editor_cli_filter_matches(void *filtered, const pick_hit *candidate)
{
    const editor_cli_filtered *f = filtered;
    const editor_object *object = editor_level_hit_object(f->level, candidate);
    const editor_mesh *mesh = &f->level->meshes[editor_level_hit_leaf(f->level, candidate)->mesh];
    const editor_shape shape = mesh->primitive.shape;
    const char *kind = editor_shape_is_volume(shape)           ? "volume"
                       : shape != EDITOR_SHAPE_NONE            ? "shape"
                       : editor_mesh_is_made(mesh)             ? "line"
                       : object->kind == EDITOR_OBJECT_TERRAIN ? "terrain"
                                                               : "model";
    if (f->filter->kind != NULL && strcmp(f->filter->kind, kind) != 0)
        return false;
    return f->filter->material == NULL ||
           strcmp(material_name(f->level, object, candidate->submesh), f->filter->material) == 0;
}

static bool matches_and_is_drawn(void *filtered, const pick_hit *candidate)
{
    const editor_cli_filtered *f = filtered;
    if (!editor_cli_filter_matches(filtered, candidate))
        return false;
    const editor_object *object = editor_level_hit_object(f->level, candidate);
    const bool cut_out = object->kind != EDITOR_OBJECT_VOLUME &&
                         editor_level_material(f->level, object, candidate->submesh)->alpha_mode == EDITOR_ALPHA_MASK;
    return !cut_out || f->drawn.filter(f->drawn.filter_user, candidate);
}

// The bit of a layer by name or number from 1 on; 0: there is none.
static uint32_t layer_named(const editor_level *level, const char *name)
{
    for (uint32_t i = 0; i < EDITOR_LAYER_COUNT; i++) {
        if (level->layer_names[i] != NULL && strcmp(level->layer_names[i], name) == 0)
            return 1u << i;
    }
    char *end;
    const unsigned long number = strtoul(name, &end, 10);
    return *end == '\0' && number >= 1 && number <= EDITOR_LAYER_COUNT ? 1u << (number - 1) : 0;
}

static bool has_material(const editor_level *level, const char *name)
{
    for (uint32_t i = 0; i < level->material_count; i++) {
        if (level->materials[i].name != NULL && strcmp(level->materials[i].name, name) == 0)
            return true;
    }
    return false;
}

bool editor_cli_filter_apply(editor_cli_filtered *out, const editor_level *level, const editor_cli_filter *filter,
                             pick_query *query, editor_error *error)
{
    *out = (editor_cli_filtered){.level = level, .filter = filter, .drawn = *query};
    if (filter->layer != NULL) {
        const uint32_t layer = layer_named(level, filter->layer);
        if (layer == 0)
            return editor_cli_fail(error, "--filter layer=%s: the level has no such layer", filter->layer);
        query->hidden_layers |= ~layer;
    }
    if (filter->material != NULL && !has_material(level, filter->material))
        return editor_cli_fail(error, "--filter material=%s: the level has no such material", filter->material);
    if (editor_cli_filter_has_rules(filter)) {
        query->filter = matches_and_is_drawn;
        query->filter_user = out;
        query->filter_all = true;
    }
    return true;
}

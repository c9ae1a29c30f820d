// level_hash.c: hashes a level's content.
#include "document/level/level_internal.h"
#include "document/level/look.h"
#include "document/level/prefab.h"

#include <string.h>

typedef struct level_hasher {
    uint64_t state;
} level_hasher;

static void add_word(level_hasher *hasher, uint64_t word)
{
    // The mixer of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), chained.
    uint64_t z = (hasher->state += word + 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    hasher->state = z ^ (z >> 31);
}

static void add_number(level_hasher *hasher, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof(bits));
    add_word(hasher, bits);
}

static void add_text(level_hasher *hasher, const char *text)
{
    size_t length = text ? strlen(text) : 0;
    add_word(hasher, text ? length : UINT64_MAX);
    uint64_t word = 0;
    for (size_t i = 0; i < length; i++) {
        word = word << 8 | (unsigned char)text[i];
        if (i % 8 == 7 || i + 1 == length) {
            add_word(hasher, word);
            word = 0;
        }
    }
}

static void add_light(level_hasher *hasher, const editor_light *light)
{
    add_word(hasher, (uint64_t)light->type);
    for (int i = 0; i < 3; i++)
        add_number(hasher, light->color[i]);
    add_number(hasher, light->intensity);
    add_number(hasher, light->range);
    add_number(hasher, light->inner);
    add_number(hasher, light->outer);
}

static void add_lens(level_hasher *hasher, const editor_lens *lens)
{
    add_word(hasher, lens->orthographic);
    add_number(hasher, lens->fov);
    add_number(hasher, lens->height);
    add_number(hasher, lens->near_plane);
    add_number(hasher, lens->far_plane);
}

// A mesh without moved vertices has the hash that it had before there were any.
static void add_moves(level_hasher *hasher, const editor_moves *moves)
{
    if (moves->count > 0)
        add_word(hasher, (uint64_t)moves->count << 32 | moves->vertex_count);
    for (uint32_t i = 0; i < moves->count; i++) {
        add_word(hasher, moves->items[i].vertex);
        for (int k = 0; k < 3; k++)
            add_number(hasher, (double)moves->items[i].position[k]);
    }
}

// Hashes what a level file says of the mesh, so that a level read again has the same hash.
static void add_local(level_hasher *hasher, const pick_affine *local)
{
    for (int i = 0; i < 9; i++)
        add_number(hasher, local->linear[i]);
    add_number(hasher, local->origin.x);
    add_number(hasher, local->origin.y);
    add_number(hasher, local->origin.z);
}

static void add_primitive(level_hasher *hasher, const editor_primitive *primitive)
{
    add_text(hasher, editor_shape_name(primitive->shape));
    for (int i = 0; i < EDITOR_PRIMITIVE_FIELDS; i++)
        add_number(hasher, primitive->value[i]);
    for (size_t i = 0; i < 4 * (size_t)primitive->side_count; i++)
        add_number(hasher, primitive->sides[i / 4][i % 4]);
    for (uint32_t i = 0; i < primitive->part_count; i++) {
        add_local(hasher, &primitive->parts[i].local);
        add_primitive(hasher, &primitive->parts[i].volume);
    }
}

static void add_mesh(level_hasher *hasher, const editor_level *level, uint32_t mesh)
{
    if (mesh == EDITOR_NONE) {
        add_word(hasher, mesh);
        return;
    }
    const editor_mesh *m = editor_level_original(level, &level->meshes[mesh]);
    add_moves(hasher, &level->meshes[mesh].moves);
    if (m->primitive.shape != EDITOR_SHAPE_NONE) {
        add_primitive(hasher, &m->primitive);
        return;
    }
    if (m->line.count > 0) {
        add_text(hasher, "line");
        add_word(hasher, (uint64_t)m->line.count << 8 | (uint64_t)m->line.measure << 1 | m->line.closed);
        for (size_t i = 0; i < 3 * (size_t)m->line.count; i++)
            add_number(hasher, m->line.points[i]);
        return;
    }
    add_text(hasher, m->name);
    add_word(hasher, m->asset == EDITOR_NONE ? mesh : m->asset_index);
}

static void add_override(level_hasher *hasher, const editor_override *o)
{
    add_word(hasher, (uint64_t)o->slot << 32 | o->fields);
    for (int i = 0; i < 4; i++)
        add_number(hasher, o->base_color[i]);
    for (int i = 0; i < 3; i++)
        add_number(hasher, o->emissive[i]);
    add_number(hasher, o->emissive_strength);
    add_number(hasher, o->metallic);
    add_number(hasher, o->roughness);
    add_number(hasher, o->alpha_cutoff);
    add_word(hasher, (uint64_t)o->alpha_mode << 1 | o->double_sided);
    if (o->fields & EDITOR_OVERRIDE_WIDTH) {
        add_word(hasher, (uint64_t)o->width.unit);
        add_number(hasher, o->width.value);
    }
}

static void add_overrides(level_hasher *hasher, const editor_object *object)
{
    uint32_t count;
    const editor_override *overrides = editor_object_overrides(object, &count);
    for (uint32_t i = 0; i < count; i++)
        add_override(hasher, &overrides[i]);
}

// A level without prefabs has the hash that it had before there were any.
static void add_prefab(level_hasher *hasher, const editor_level *level, const editor_prefab *prefab)
{
    const editor_prefab_content *content = editor_level_content(level, prefab->mesh);
    if (!content)
        return;
    add_text(hasher, prefab->name);
    add_number(hasher, prefab->id);
    for (uint32_t i = 0; i < content->part_count; i++) {
        const editor_object *part = &content->parts[i];
        add_word(hasher, part->parent);
        add_text(hasher, part->name);
        if (part->kind == EDITOR_OBJECT_PREFAB)
            add_number(hasher, level->prefabs[part->prefab - 1].id);
        else
            add_mesh(hasher, level, part->mesh);
        add_overrides(hasher, part);
        add_local(hasher, &part->local);
        add_word(hasher, (uint64_t)part->layers << 2 | (uint64_t)part->hidden << 1 | (uint64_t)part->locked);
    }
}

static void add_object(level_hasher *hasher, const editor_level *level, const editor_object *object)
{
    add_number(hasher, object->id);
    add_number(hasher, object->parent == EDITOR_NONE ? 0 : level->objects[object->parent].id);
    add_text(hasher, object->name);
    add_word(hasher, (uint64_t)object->kind);
    if (object->prefab != 0 && editor_level_has_prefab(level, object->prefab - 1))
        add_number(hasher, level->prefabs[object->prefab - 1].id);
    if (object->kind != EDITOR_OBJECT_PREFAB)
        add_mesh(hasher, level, object->mesh);
    add_overrides(hasher, object);
    add_local(hasher, &object->local);
    add_word(hasher, object->layers);
    add_word(hasher, (uint64_t)object->sets << 2 | (uint64_t)object->hidden << 1 | (uint64_t)object->locked);
    // An object that follows nothing has the hash that it had before any did.
    const char *followed;
    const uint32_t node = editor_level_followed_node(level, object, &followed);
    if (node != EDITOR_NONE) {
        add_word(hasher, node);
        add_text(hasher, followed);
    }
    if (object->kind == EDITOR_OBJECT_LIGHT)
        add_light(hasher, &object->light);
    if (object->kind == EDITOR_OBJECT_CAMERA)
        add_lens(hasher, &object->lens);
    if (object->kind == EDITOR_OBJECT_TERRAIN) {
        add_number(hasher, object->terrain.width);
        add_number(hasher, object->terrain.depth);
        add_number(hasher, object->terrain.height);
    }
}

uint64_t editor_level_hash(const editor_level *level)
{
    level_hasher hasher = {0};
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); i != EDITOR_NONE; i = editor_level_next(level, i))
        add_object(&hasher, level, &level->objects[i]);
    for (uint32_t i = 0; i < level->prefab_count; i++)
        add_prefab(&hasher, level, &level->prefabs[i]);
    for (int i = 0; i < EDITOR_LAYER_COUNT; i++)
        add_text(&hasher, level->layer_names[i]);
    // A level without sets has the hash that it had before there were any.
    for (uint64_t i = 0; i < EDITOR_SET_COUNT; i++) {
        if (level->set_names[i]) {
            add_word(&hasher, i);
            add_text(&hasher, level->set_names[i]);
        }
    }
    add_word(&hasher, level->hidden_layers);
    add_word(&hasher, level->locked_layers);
    for (int i = 0; i < EDITOR_LAYER_COUNT; i++) {
        if (level->sees.sees[i] != UINT32_MAX)
            add_word(&hasher, (uint64_t)i << 32 | level->sees.sees[i]);
    }
    return hasher.state;
}

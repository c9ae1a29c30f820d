// gltf_motion.c: the clips of a glTF file, and the nodes and skins that they move.
//
// Bad keys do not keep a model from opening: a channel that cannot be played is left out, with a warning.
#include "document/import/gltf/gltf_scene.h"

#include "document/motion/affine.h"
#include "system/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One animation while it is read.
typedef struct gltf_clip {
    gltf_scene *scene;
    uint32_t number;
    const cJSON **samplers;
    uint32_t sampler_count;
    motion_clip *out;
} gltf_clip;

// Leaves a channel out: always true, since the model goes on.
static bool leave_out(const gltf_clip *clip, uint32_t channel, const char *why)
{
    char what[160];
    snprintf(what, sizeof(what), "%s; not played", why);
    editor_import_tally(clip->scene->import->document.importer, what, "animations[%u].channels[%u]",
                        (unsigned)clip->number, (unsigned)channel);
    return true;
}

// A whole number below `limit`, or EDITOR_NONE.
static uint32_t read_index(const cJSON *object, const char *key, uint32_t limit)
{
    const cJSON *item = gltf_get(object, key);
    return cJSON_IsNumber(item) && item->valuedouble >= 0 && item->valuedouble < limit &&
                   item->valuedouble == floor(item->valuedouble)
               ? (uint32_t)item->valuedouble
               : EDITOR_NONE;
}

// --- Targets ---

static const struct {
    const char *name, *pointer;
    motion_path path;
} PATHS[] = {
    {"translation", "translation", MOTION_TRANSLATION},
    {"rotation", "rotation", MOTION_ROTATION},
    {"scale", "scale", MOTION_SCALE},
    {"weights", "weights", MOTION_WEIGHTS},
    {"", "extensions/KHR_node_visibility/visible", MOTION_VISIBLE},
};

// "/nodes/3/translation", as in KHR_animation_pointer.
static bool read_pointer(const char *text, uint32_t node_count, uint32_t *node, motion_path *path)
{
    char *end;
    if (!text || strncmp(text, "/nodes/", 7) != 0 || text[7] < '0' || text[7] > '9')
        return false;
    const unsigned long number = strtoul(text + 7, &end, 10);
    if (number >= node_count || *end != '/')
        return false;
    for (size_t i = 0; i < sizeof(PATHS) / sizeof(PATHS[0]); i++) {
        if (strcmp(end + 1, PATHS[i].pointer) == 0) {
            *node = (uint32_t)number;
            *path = PATHS[i].path;
            return true;
        }
    }
    return false;
}

bool gltf_can_play_pointer(const char *pointer)
{
    uint32_t node;
    motion_path path;
    return read_pointer(pointer, EDITOR_NONE, &node, &path);
}

// False: nothing that is played; it was said why.
static bool read_target(const gltf_clip *clip, const cJSON *json, uint32_t number, uint32_t *node, motion_path *path)
{
    const cJSON *target = gltf_get(json, "target");
    const char *name = gltf_get_text(target, "path");
    const uint32_t node_count = clip->scene->node_count;
    if (name && strcmp(name, "pointer") == 0) {
        const char *pointer = gltf_get_text(gltf_get_extension(target, "KHR_animation_pointer"), "pointer");
        if (read_pointer(pointer, node_count, node, path))
            return true;
        return gltf_can_play_pointer(pointer) // others are named with the extension
                   ? !leave_out(clip, number, "its node is not there")
                   : false;
    }
    if (!gltf_get(target, "node"))
        return false; // of an extension: glTF says to ignore it
    *node = read_index(target, "node", node_count);
    if (*node == EDITOR_NONE)
        return !leave_out(clip, number, "its node is not there");
    for (size_t i = 0; name && i < sizeof(PATHS) / sizeof(PATHS[0]); i++) {
        if (PATHS[i].name[0] && strcmp(name, PATHS[i].name) == 0) {
            *path = PATHS[i].path;
            return true;
        }
    }
    return !leave_out(clip, number, "moves something unknown");
}

static uint32_t width_of(const gltf_scene *scene, uint32_t node, motion_path path)
{
    static const uint32_t widths[MOTION_PATH_COUNT] = {
        [MOTION_TRANSLATION] = 3, [MOTION_ROTATION] = 4, [MOTION_SCALE] = 3, [MOTION_VISIBLE] = 1};
    if (path != MOTION_WEIGHTS)
        return widths[path];
    const uint32_t mesh = scene->nodes[node].mesh;
    return mesh == EDITOR_NONE ? 0 : scene->target_counts[mesh];
}

// --- Keys ---

static bool read_interpolation(const cJSON *sampler, motion_interpolation *out)
{
    static const char *const names[] = {
        [MOTION_STEP] = "STEP", [MOTION_LINEAR] = "LINEAR", [MOTION_CUBIC] = "CUBICSPLINE"};
    const char *name = gltf_get_text(sampler, "interpolation");
    *out = MOTION_LINEAR;
    for (int i = 0; name && i < MOTION_INTERPOLATION_COUNT; i++) {
        *out = (motion_interpolation)i;
        if (strcmp(name, names[i]) == 0)
            return true;
    }
    return !name;
}

// Why the keys cannot be played, or NULL.
static const char *find_fault(const motion_channel *channel, size_t value_count)
{
    for (uint32_t i = 0; i < channel->key_count; i++) {
        if (!isfinite(channel->times[i]))
            return "the time of a key is not finite";
        if (i > 0 && channel->times[i] < channel->times[i - 1])
            return "the times of its keys decrease";
    }
    for (size_t i = 0; i < value_count; i++) {
        if (!isfinite(channel->values[i]))
            return "a value is not finite";
    }
    return NULL;
}

// Reads the keys. False: refused. `*ok` false: left out, and said why.
static bool read_keys(const gltf_clip *clip, const cJSON *json, uint32_t number, motion_channel *channel, bool *ok)
{
    const gltf_document *document = &clip->scene->import->document;
    const uint32_t which = read_index(json, "sampler", clip->sampler_count);
    *ok = false;
    if (which == EDITOR_NONE)
        return leave_out(clip, number, "its sampler is not there");
    const cJSON *sampler = clip->samplers[which];
    const uint32_t count = document->lists[GLTF_ACCESSORS].count;
    const uint32_t input = read_index(sampler, "input", count), output = read_index(sampler, "output", count);
    if (input == EDITOR_NONE || output == EDITOR_NONE)
        return leave_out(clip, number, "its sampler has no input or output");
    if (!read_interpolation(sampler, &channel->interpolation))
        return leave_out(clip, number, "its interpolation is unknown");
    const char *fault;
    char where[64];
    snprintf(where, sizeof(where), "animations[%u].samplers[%u]", (unsigned)clip->number, (unsigned)which);
    if (!gltf_find_fault(document, input, where, &fault) ||
        (!fault && !gltf_find_fault(document, output, where, &fault)))
        return false;
    if (fault)
        return leave_out(clip, number, fault);
    const gltf_accessor *keys = &document->accessors[input], *values = &document->accessors[output];
    const uint64_t parts = channel->interpolation == MOTION_CUBIC ? 3 : 1;
    const uint64_t wanted = keys->count * parts * channel->width;
    const bool is_list = channel->path == MOTION_WEIGHTS || channel->path == MOTION_VISIBLE;
    if (keys->components != 1 || values->components != (is_list ? 1 : channel->width) || keys->count == 0 ||
        (uint64_t)values->count * values->components != wanted)
        return leave_out(clip, number, "its sampler has not a value for each key");
    channel->key_count = keys->count;
    channel->times = gltf_read_floats(document, input, 1, where);
    channel->values = channel->times ? gltf_read_floats(document, output, values->components, where) : NULL;
    if (!channel->values)
        return false;
    fault = find_fault(channel, (size_t)wanted);
    *ok = !fault;
    return *ok || leave_out(clip, number, fault);
}

static bool read_channel(gltf_clip *clip, const cJSON *json, uint32_t number)
{
    motion_channel channel = {0};
    if (!read_target(clip, json, number, &channel.node, &channel.path))
        return true;
    gltf_node *node = &clip->scene->nodes[channel.node];
    channel.width = width_of(clip->scene, channel.node, channel.path);
    if (channel.width == 0)
        return leave_out(clip, number, "its node has no morph targets");
    const bool splits = node->has_matrix && channel.path <= MOTION_SCALE;
    if (splits && !editor_affine_to_parts(&node->local, node->translation, node->rotation, node->scale))
        return leave_out(clip, number, "its node has a matrix with shear");
    bool ok;
    const bool goes_on = read_keys(clip, json, number, &channel, &ok);
    if (goes_on && ok) {
        node->is_morphed = node->is_morphed || channel.path == MOTION_WEIGHTS;
        if (splits)
            editor_import_tally(clip->scene->import->document.importer,
                                "moves a node that has a matrix, which is split into its parts",
                                "animations[%u].channels[%u]", (unsigned)clip->number, (unsigned)number);
        const double end = (double)channel.times[channel.key_count - 1];
        if (channel.times[0] < 0)
            editor_import_tally(clip->scene->import->document.importer,
                                "has keys before 0 seconds, where no clip begins", "animations[%u].channels[%u]",
                                (unsigned)clip->number, (unsigned)number);
        clip->out->length = end > clip->out->length ? end : clip->out->length;
        clip->out->channels[clip->out->channel_count++] = channel;
        return true;
    }
    free(channel.times);
    free(channel.values);
    return goes_on;
}

// --- Clips ---

static bool list_samplers(gltf_clip *clip, const cJSON *json)
{
    const gltf_document *document = &clip->scene->import->document;
    const cJSON *array = gltf_get(json, "samplers");
    const size_t count = cJSON_IsArray(array) ? (size_t)cJSON_GetArraySize(array) : 0;
    clip->samplers = editor_import_allocate(document->importer, count, sizeof(*clip->samplers));
    for (const cJSON *item = count > 0 ? array->child : NULL; clip->samplers && item; item = item->next) {
        if (!gltf_check_fields(document, item, "animations.samplers"))
            return false;
        clip->samplers[clip->sampler_count++] = item;
    }
    return clip->samplers != NULL;
}

static bool read_clip(gltf_scene *scene, const cJSON *json, uint32_t number)
{
    editor_importer *importer = scene->import->document.importer;
    editor_motion *motion = scene->motion;
    gltf_clip clip = {.scene = scene, .number = number, .out = &motion->clips[motion->clip_count++]};
    char where[32];
    snprintf(where, sizeof(where), "animations[%u]", (unsigned)number);
    const char *name = gltf_get_text(json, "name");
    const cJSON *channels = gltf_get(json, "channels");
    channels = cJSON_IsArray(channels) ? channels->child : NULL;
    uint32_t count = 0;
    for (const cJSON *item = channels; item; item = item->next)
        count++;
    clip.out->name = editor_text_copy(name && name[0] ? name : where);
    if (clip.out->name)
        editor_text_clean(clip.out->name);
    clip.out->channels = editor_import_allocate(importer, count, sizeof(*clip.out->channels));
    bool ok =
        clip.out->channels && (clip.out->name || editor_import_out_of_memory(importer)) && list_samplers(&clip, json);
    count = 0;
    for (const cJSON *item = channels; ok && item; item = item->next)
        ok = editor_import_goes_on(importer) && read_channel(&clip, item, count++);
    free(clip.samplers);
    if (ok && clip.out->channel_count == 0) {
        editor_import_tally(importer, "moves nothing that is played", "%s", where);
        free(clip.out->name);
        free(clip.out->channels);
        *clip.out = (motion_clip){0};
        motion->clip_count--;
    }
    return ok;
}

static int compare_names(const void *a, const void *b)
{
    const motion_clip *const x = *(const motion_clip *const *)a, *const y = *(const motion_clip *const *)b;
    const int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x > y) - (x < y);
}

static bool has_name(motion_clip *const *sorted, uint32_t count, const char *name)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const int order = strcmp(sorted[middle]->name, name);
        if (order == 0)
            return true;
        *(order < 0 ? &low : &high) = order < 0 ? middle + 1 : middle;
    }
    return false;
}

// Clips are chosen by name, and some exporters give all the same one: the second "walk" becomes "walk 02". New names
// are set at last, so that the order by names holds until then; they differ from each other by their stem or number.
static bool name_apart(gltf_scene *scene)
{
    editor_importer *importer = scene->import->document.importer;
    editor_motion *motion = scene->motion;
    const uint32_t count = motion->clip_count;
    motion_clip **sorted = editor_import_allocate(importer, count, sizeof(*sorted));
    char **names = sorted ? editor_import_allocate(importer, count, sizeof(*names)) : NULL;
    bool ok = names != NULL;
    for (uint32_t i = 0; ok && i < count; i++)
        sorted[i] = &motion->clips[i];
    if (ok)
        qsort(sorted, count, sizeof(*sorted), compare_names);
    unsigned number = 2;
    for (uint32_t i = 1; ok && i < count; i++) {
        const char *name = sorted[i]->name;
        if (strcmp(name, sorted[i - 1]->name) != 0) {
            number = 2;
            continue;
        }
        const size_t size = strlen(name) + 16;
        names[i] = malloc(size);
        ok = names[i] || editor_import_out_of_memory(importer);
        do {
            if (ok)
                snprintf(names[i], size, "%s %02u", name, number++);
        } while (ok && has_name(sorted, count, names[i]));
    }
    for (uint32_t i = 0; names && i < count; i++) {
        if (!names[i])
            continue;
        free(sorted[i]->name);
        sorted[i]->name = names[i];
    }
    free(names);
    free(sorted);
    return ok;
}

bool gltf_read_clips(gltf_scene *scene)
{
    const gltf_document *document = &scene->import->document;
    const cJSON *animations;
    if (!gltf_get_array(document, document->root, "animations", "glTF", &animations))
        return false;
    const size_t count = animations ? (size_t)cJSON_GetArraySize(animations) : 0;
    if (count == 0)
        return true;
    scene->motion = editor_import_allocate(document->importer, 1, sizeof(*scene->motion));
    if (!scene->motion)
        return false;
    scene->motion->clips = editor_import_allocate(document->importer, count, sizeof(*scene->motion->clips));
    bool ok = scene->motion->clips != NULL;
    uint32_t number = 0;
    for (const cJSON *item = animations->child; ok && item; item = item->next)
        ok = read_clip(scene, item, number++);
    if (ok && scene->motion->clip_count == 0) {
        motion_destroy(scene->motion);
        scene->motion = NULL;
    }
    return ok && (!scene->motion || name_apart(scene));
}

// --- Nodes and skins ---

static void describe_nodes(const gltf_scene *scene, editor_motion *motion)
{
    for (uint32_t i = 0; i < scene->order_count; i++) {
        const gltf_node *node = &scene->nodes[scene->order[i]];
        motion_node *out = &motion->nodes[motion->node_count++];
        out->parent = node->parent == EDITOR_NONE ? MOTION_NONE : scene->nodes[node->parent].place;
        out->object = i < scene->scene_count ? node->object : MOTION_NONE;
        out->local = node->local;
        out->is_hidden = node->hidden;
        memcpy(out->translation, node->translation, sizeof(out->translation));
        memcpy(out->rotation, node->rotation, sizeof(out->rotation));
        memcpy(out->scale, node->scale, sizeof(out->scale));
    }
}

static int compare_channels(const void *a, const void *b)
{
    const motion_channel *x = a, *y = b;
    return x->node != y->node ? (x->node > y->node) - (x->node < y->node) : (x->path > y->path) - (x->path < y->path);
}

// From numbers in the file to places in the order. The channels of a node come to lie together.
static void renumber(const gltf_scene *scene, editor_motion *motion)
{
    for (uint32_t i = 0; i < motion->mesh_count; i++)
        motion->meshes[i].node = scene->nodes[motion->meshes[i].node].place;
    for (uint32_t i = 0; i < motion->skin_count; i++) {
        for (uint32_t k = 0; k < motion->skins[i].joint_count; k++)
            motion->skins[i].joints[k] = scene->nodes[motion->skins[i].joints[k]].place;
    }
    for (uint32_t i = 0; i < motion->clip_count; i++) {
        motion_clip *clip = &motion->clips[i];
        for (uint32_t k = 0; k < clip->channel_count; k++)
            clip->channels[k].node = scene->nodes[clip->channels[k].node].place;
        qsort(clip->channels, clip->channel_count, sizeof(*clip->channels), compare_channels);
    }
}

bool gltf_finish_motion(gltf_scene *scene)
{
    editor_importer *importer = scene->import->document.importer;
    editor_motion *motion = scene->motion;
    if (!motion)
        return true;
    const uint32_t skins = scene->import->document.lists[GLTF_SKINS].count;
    motion->nodes = editor_import_allocate(importer, scene->order_count, sizeof(*motion->nodes));
    motion->skins = editor_import_allocate(importer, skins, sizeof(*motion->skins));
    bool ok = motion->nodes && motion->skins;
    motion->skin_count = ok ? skins : 0;
    // Those that deform nothing stay empty: they may be broken.
    for (uint32_t i = 0; ok && i < motion->mesh_count; i++) {
        const uint32_t number = motion->meshes[i].skin;
        if (number != EDITOR_NONE && !motion->skins[number].joints)
            ok = gltf_read_skin(scene, number, &motion->skins[number]);
    }
    if (!ok)
        return false;
    describe_nodes(scene, motion);
    renumber(scene, motion);
    importer->motion = motion;
    scene->motion = NULL;
    return true;
}

// gltf_scene.c: the nodes of a glTF scene as objects, their meshes in the pose that each node gives them.
#include "document/import/gltf/gltf_scene.h"

#include "document/motion/affine.h"
#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- Nodes ---

static bool read_transform(const gltf_document *document, gltf_node *node, const char *where)
{
    double m[16];
    bool has_parts[3];
    node->rotation[3] = node->scale[0] = node->scale[1] = node->scale[2] = 1;
    if (!gltf_get_numbers(document, node->json, "matrix", where, 16, m, &node->has_matrix) ||
        !gltf_get_numbers(document, node->json, "translation", where, 3, node->translation, &has_parts[0]) ||
        !gltf_get_numbers(document, node->json, "rotation", where, 4, node->rotation, &has_parts[1]) ||
        !gltf_get_numbers(document, node->json, "scale", where, 3, node->scale, &has_parts[2]))
        return false;
    if (!node->has_matrix) {
        node->local = editor_affine_from_parts(node->translation, node->rotation, node->scale);
        return true;
    }
    if (has_parts[0] || has_parts[1] || has_parts[2])
        editor_import_tally(document->importer, "beside translation, rotation or scale, which are not used",
                            "%s.matrix", where);
    if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1)
        editor_import_tally(document->importer, "not affine; its last row is not used", "%s.matrix", where);
    for (int column = 0; column < 3; column++)
        memcpy(node->local.linear + (size_t)3 * (size_t)column, m + 4 * (size_t)column, 3 * sizeof(double));
    node->local.origin = pick_vec3_make(m[12], m[13], m[14]);
    return true;
}

// How many weights a mesh states, without the zeros at their end: absent ones are zeros. Something that is no number
// counts, and is refused where the weights are read.
static uint32_t count_weights(const gltf_document *document, uint32_t mesh)
{
    const cJSON *weights = gltf_get(document->lists[GLTF_MESHES].items[mesh], "weights");
    uint32_t number = 0, count = 0;
    for (const cJSON *item = cJSON_IsArray(weights) ? weights->child : NULL; item; item = item->next) {
        number++;
        if (!cJSON_IsNumber(item) || item->valuedouble != 0)
            count = number;
    }
    return count;
}

// Whether the weights of a node are others than those of its mesh. Exporters write those of the mesh, or zeros, on each
// node of a crowd. Takes the time of the node's weights, however many the mesh has.
static bool has_own_weights(const gltf_scene *scene, const gltf_node *node, const cJSON *weights)
{
    if (!weights || !weights->child || node->mesh == EDITOR_NONE)
        return false;
    const cJSON *mesh = scene->import->document.lists[GLTF_MESHES].items[node->mesh];
    const uint32_t stated = scene->weight_counts[node->mesh];
    const cJSON *list = stated > 0 ? gltf_get(mesh, "weights") : NULL, *other = list ? list->child : NULL;
    uint32_t count = 0;
    for (const cJSON *item = weights->child; item; item = item->next, count++) {
        const double expected = cJSON_IsNumber(other) ? other->valuedouble : 0;
        if (!cJSON_IsNumber(item) || item->valuedouble != expected)
            return true;
        other = other ? other->next : NULL;
    }
    return count < stated;
}

static bool read_node(gltf_scene *scene, uint32_t number)
{
    const gltf_document *document = &scene->import->document;
    gltf_node *node = &scene->nodes[number];
    char where[32];
    snprintf(where, sizeof(where), "nodes[%u]", (unsigned)number);
    const cJSON *children, *weights;
    bool visible = true;
    if (!read_transform(document, node, where) ||
        !gltf_get_list_index(document, node->json, "mesh", GLTF_MESHES, where, &node->mesh) ||
        !gltf_get_list_index(document, node->json, "skin", GLTF_SKINS, where, &node->skin) ||
        !gltf_get_bool(document, gltf_get_extension(node->json, "KHR_node_visibility"), "visible", where, &visible) ||
        !gltf_get_array(document, node->json, "weights", where, &weights) ||
        !gltf_get_array(document, node->json, "children", where, &children))
        return false;
    node->hidden = !visible;
    node->has_weights = has_own_weights(scene, node, weights);
    for (const cJSON *item = children ? children->child : NULL; item; item = item->next) {
        if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0) || item->valuedouble >= scene->node_count)
            return gltf_refuse(document, "%s.children names a node that is not there (there are %u)", where,
                               (unsigned)scene->node_count);
        gltf_node *child = &scene->nodes[(uint32_t)item->valuedouble];
        if (child->parent == EDITOR_NONE)
            child->parent = number;
        else
            editor_import_tally(document->importer, "a child twice; shown below its first parent", "nodes[%u]",
                                (unsigned)item->valuedouble);
    }
    return true;
}

// Appends `root` and its descendants to the order, parents first. A node is reached when it is pushed, so that the
// stack never holds it twice, even if its parent lists it twice.
static void reach(gltf_scene *scene, uint32_t root)
{
    uint32_t *stack = scene->stack;
    uint32_t depth = 0;
    stack[depth++] = root;
    scene->nodes[root].reached = true;
    while (depth > 0) {
        uint32_t number = stack[--depth];
        gltf_node *node = &scene->nodes[number];
        node->world = node->parent == EDITOR_NONE
                          ? node->local
                          : pick_affine_multiply(&scene->nodes[node->parent].world, &node->local);
        node->place = scene->order_count;
        scene->order[scene->order_count++] = number;
        // Push the last child first.
        uint32_t first = depth;
        const cJSON *children = gltf_get(node->json, "children");
        for (const cJSON *item = children ? children->child : NULL; item; item = item->next) {
            gltf_node *child = &scene->nodes[(uint32_t)item->valuedouble];
            if (child->parent == number && !child->reached) { // else it is a root, or below another node
                child->reached = true;
                stack[depth++] = (uint32_t)item->valuedouble;
            }
        }
        for (uint32_t a = first, b = depth; a + 1 < b; a++, b--) {
            uint32_t swap = stack[a];
            stack[a] = stack[b - 1];
            stack[b - 1] = swap;
        }
    }
}

// Refuses circles. Each node is walked over once: a walk up from a node ends where an earlier one came by.
static bool check_circles(gltf_scene *scene)
{
    uint32_t *walk = scene->order; // 1 + the node that the walk began at; free until nodes are reached
    memset(walk, 0, scene->node_count * sizeof(*walk));
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t at = i;
        while (at != EDITOR_NONE && walk[at] == 0) {
            walk[at] = i + 1;
            at = scene->nodes[at].parent;
        }
        if (at != EDITOR_NONE && walk[at] == i + 1)
            return gltf_refuse(&scene->import->document, "nodes[%u] is its own ancestor", (unsigned)at);
    }
    return true;
}

// A scene may list only roots, but some exporters list other nodes too. One below a root of the scene is shown there;
// any other is taken from its parent, which the scene leaves out. Call this once the scene's true roots are reached.
static void reach_children(gltf_scene *scene, uint32_t number, const cJSON *roots)
{
    uint32_t count = 0, first = EDITOR_NONE;
    for (const cJSON *item = roots ? roots->child : NULL; item; item = item->next) {
        const uint32_t child = (uint32_t)item->valuedouble;
        gltf_node *node = &scene->nodes[child];
        if (node->parent == EDITOR_NONE)
            continue;
        first = count++ == 0 ? child : first;
        if (!node->reached) {
            node->parent = EDITOR_NONE;
            reach(scene, child);
        }
    }
    editor_level *level = scene->import->document.importer->level;
    if (count == 1)
        editor_level_add_warning(level, "scenes[%u] lists nodes[%u], which is no root", (unsigned)number,
                                 (unsigned)first);
    else if (count > 1)
        editor_level_add_warning(level, "scenes[%u] lists %u nodes that are no roots, first nodes[%u]",
                                 (unsigned)number, (unsigned)count, (unsigned)first);
}

// Visits the roots of the scene to read; without one, all roots.
static bool reach_scene(gltf_scene *scene)
{
    const gltf_document *document = &scene->import->document;
    uint32_t number;
    const cJSON *roots = NULL;
    if (!check_circles(scene) || !gltf_choose_scene(document, &number))
        return false;
    if (number != EDITOR_NONE &&
        !gltf_get_array(document, document->lists[GLTF_SCENES].items[number], "nodes", "scenes", &roots))
        return false;
    for (const cJSON *item = roots ? roots->child : NULL; item; item = item->next) {
        if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0) || item->valuedouble >= scene->node_count)
            return gltf_refuse(document, "scenes[%u] names a node that is not there (there are %u)", (unsigned)number,
                               (unsigned)scene->node_count);
    }
    for (const cJSON *item = roots ? roots->child : NULL; item; item = item->next) {
        const uint32_t root = (uint32_t)item->valuedouble;
        if (scene->nodes[root].parent != EDITOR_NONE)
            continue;
        if (scene->nodes[root].reached)
            editor_import_tally(document->importer, "a root twice; shown once", "nodes[%u]", (unsigned)root);
        else
            reach(scene, root);
    }
    reach_children(scene, number, roots);
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < scene->node_count; i++) {
            bool wanted = pass == 1 || number == EDITOR_NONE;
            if (wanted && scene->nodes[i].parent == EDITOR_NONE && !scene->nodes[i].reached)
                reach(scene, i);
        }
        if (pass == 0)
            scene->scene_count = scene->order_count;
    }
    return true;
}

// --- What is not shown ---

// Marks the nodes that a scene lists.
static void list_nodes(const gltf_scene *scene, const cJSON *json, bool *listed)
{
    const cJSON *nodes = gltf_get(json, "nodes");
    for (const cJSON *item = cJSON_IsArray(nodes) ? nodes->child : NULL; item; item = item->next) {
        if (cJSON_IsNumber(item) && item->valuedouble >= 0 && item->valuedouble < scene->node_count)
            listed[(uint32_t)item->valuedouble] = true;
    }
}

// Warns of roots that no scene lists and that have meshes below them. Roots without any are joints, or help exporters.
static bool tell_strays(const gltf_scene *scene)
{
    const gltf_document *document = &scene->import->document;
    if (scene->scene_count == scene->order_count)
        return true;
    bool *listed = editor_import_allocate(document->importer, scene->node_count, sizeof(*listed));
    for (uint32_t i = 0; listed && i < document->lists[GLTF_SCENES].count; i++)
        list_nodes(scene, document->lists[GLTF_SCENES].items[i], listed);
    uint32_t root = EDITOR_NONE;
    for (uint32_t i = scene->scene_count; listed && i < scene->order_count; i++) {
        const uint32_t number = scene->order[i];
        const gltf_node *node = &scene->nodes[number];
        root = node->parent == EDITOR_NONE ? number : root; // a root and all below it follow each other
        listed[number] = listed[number] || (node->parent != EDITOR_NONE && listed[node->parent]);
        if (node->mesh != EDITOR_NONE && !listed[number])
            editor_import_tally(document->importer, "in no scene; not shown", "nodes[%u]", (unsigned)root);
    }
    free(listed);
    return listed != NULL;
}

// Warns of meshes that no node has.
static bool tell_unused_meshes(const gltf_scene *scene)
{
    const gltf_document *document = &scene->import->document;
    const uint32_t count = document->lists[GLTF_MESHES].count;
    bool *used = editor_import_allocate(document->importer, count, sizeof(*used));
    for (uint32_t i = 0; used && i < scene->node_count; i++) {
        if (scene->nodes[i].mesh != EDITOR_NONE)
            used[scene->nodes[i].mesh] = true;
    }
    for (uint32_t i = 0; used && i < count; i++) {
        if (!used[i])
            editor_import_tally(document->importer, "on no node; not shown", "meshes[%u]", (unsigned)i);
    }
    free(used);
    return used != NULL;
}

// --- Meshes ---

// Points and lines stay as the file has them.
static bool is_posed(const gltf_scene *scene, const gltf_node *node)
{
    return node->mesh != EDITOR_NONE && scene->forms[node->mesh].first == EDITOR_FORM_TRIANGLES &&
           (node->skin != EDITOR_NONE || node->has_weights || node->is_morphed);
}

// Triangles come first, then lines, then points. A mesh without primitives counts as one of triangles.
static bool find_forms(gltf_scene *scene)
{
    const gltf_document *document = &scene->import->document;
    const uint32_t count = document->lists[GLTF_MESHES].count;
    scene->forms = editor_import_allocate(document->importer, count, sizeof(*scene->forms));
    for (uint32_t i = 0; scene->forms && i < count; i++) {
        unsigned forms;
        if (!gltf_find_forms(document, i, &forms))
            return false;
        const bool has_lines = forms & 1u << EDITOR_FORM_LINES, has_points = forms & 1u << EDITOR_FORM_POINTS;
        gltf_mesh_forms *own = &scene->forms[i];
        own->first = forms & 1u << EDITOR_FORM_TRIANGLES || forms == 0 ? EDITOR_FORM_TRIANGLES
                     : has_lines                                       ? EDITOR_FORM_LINES
                                                                       : EDITOR_FORM_POINTS;
        for (int form = 0; form < 3; form++)
            own->further[form] = EDITOR_NONE;
        // Not yet numbers of meshes: what import_further replaces by them.
        if (has_lines && own->first != EDITOR_FORM_LINES)
            own->further[EDITOR_FORM_LINES] = 0;
        if (has_points && own->first != EDITOR_FORM_POINTS)
            own->further[EDITOR_FORM_POINTS] = 0;
    }
    return scene->forms != NULL;
}

// Adds the meshes of further forms, after all others, which have the numbers of the file.
static bool import_further(gltf_scene *scene)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < scene->import->document.lists[GLTF_MESHES].count; i++) {
        for (int form = 0; ok && form < 3; form++) {
            uint32_t *mesh = &scene->forms[i].further[form];
            ok = *mesh == EDITOR_NONE || gltf_add_thin(scene, i, (editor_mesh_form)form, mesh);
        }
    }
    return ok;
}

// Adds the meshes in file order, so that they keep their numbers. A mesh that is only shown in poses is added in its
// first pose; further poses follow after the last mesh.
static bool import_meshes(gltf_scene *scene)
{
    const gltf_document *document = &scene->import->document;
    uint32_t count = document->lists[GLTF_MESHES].count;
    bool *unposed = editor_import_allocate(document->importer, count, sizeof(*unposed));
    uint32_t *posed = editor_import_allocate(document->importer, count, sizeof(*posed));
    bool ok = unposed && posed;
    editor_progress_enter(document->importer->level->progress, "Reading meshes", count);
    for (uint32_t i = 0; ok && i < count; i++)
        posed[i] = EDITOR_NONE;
    for (uint32_t i = 0; ok && i < scene->scene_count; i++) {
        const gltf_node *node = &scene->nodes[scene->order[i]];
        if (node->mesh == EDITOR_NONE)
            continue;
        if (!is_posed(scene, node))
            unposed[node->mesh] = true;
        else if (posed[node->mesh] == EDITOR_NONE)
            posed[node->mesh] = scene->order[i];
    }
    for (uint32_t i = 0; ok && i < count; i++) {
        gltf_node *node = unposed[i] || posed[i] == EDITOR_NONE ? NULL : &scene->nodes[posed[i]];
        uint32_t number;
        const editor_mesh_form form = scene->forms[i].first;
        ok = form == EDITOR_FORM_TRIANGLES ? gltf_add_mesh(scene, i, node, &number)
                                           : gltf_add_thin(scene, i, form, &number);
        if (ok && node)
            node->level_mesh = number;
    }
    for (uint32_t i = 0; ok && i < scene->scene_count; i++) {
        gltf_node *node = &scene->nodes[scene->order[i]];
        if (node->mesh == EDITOR_NONE || node->level_mesh != EDITOR_NONE)
            continue;
        if (is_posed(scene, node))
            ok = gltf_add_mesh(scene, node->mesh, node, &node->level_mesh);
        else
            node->level_mesh = node->mesh;
    }
    free(unposed);
    free(posed);
    return ok;
}

// --- Objects ---

// An object of the node's mesh. What the mesh has of further forms becomes children of it.
static uint32_t add_mesh_object(const gltf_scene *scene, const gltf_node *node, const char *name, uint32_t parent,
                                const pick_affine *local)
{
    static const char *const names[3] = {"triangles", "points", "lines"};
    editor_level *level = scene->import->document.importer->level;
    uint32_t object = editor_level_add_object(level, name, parent, node->level_mesh, local);
    for (int form = 0; node->mesh != EDITOR_NONE && object != EDITOR_NONE && form < 3; form++) {
        const uint32_t mesh = scene->forms[node->mesh].further[form];
        char text[300];
        snprintf(text, sizeof(text), "%.*s %s", (int)editor_text_fit(name, 250), name, names[form]);
        if (mesh != EDITOR_NONE &&
            editor_level_add_object(level, text, object, mesh, &PICK_AFFINE_IDENTITY) == EDITOR_NONE)
            object = EDITOR_NONE;
    }
    return object;
}

static bool read_instance_attribute(const gltf_scene *scene, const cJSON *attributes, const char *name,
                                    uint32_t components, const char *where, float **out, uint32_t *count)
{
    const gltf_document *document = &scene->import->document;
    uint32_t accessor;
    if (!gltf_get_list_index(document, attributes, name, GLTF_ACCESSORS, where, &accessor))
        return false;
    if (accessor == EDITOR_NONE)
        return true;
    if (*count != EDITOR_NONE && document->accessors[accessor].count != *count)
        return gltf_refuse(document, "%s: EXT_mesh_gpu_instancing attributes of different counts", where);
    *count = document->accessors[accessor].count;
    *out = gltf_read_floats(document, accessor, components, where);
    return *out != NULL;
}

// Whether EXT_mesh_gpu_instancing gives the node's mesh places. Instances with other attributes alone lie in one place,
// where the mesh is shown once.
static bool has_instances(const gltf_scene *scene, const gltf_node *node, const char *where)
{
    const cJSON *extension = gltf_get_extension(node->json, "EXT_mesh_gpu_instancing");
    const cJSON *attributes = gltf_get(extension, "attributes");
    if (!extension || node->mesh == EDITOR_NONE)
        return false;
    if (gltf_get(attributes, "TRANSLATION") || gltf_get(attributes, "ROTATION") || gltf_get(attributes, "SCALE"))
        return true;
    editor_import_tally(scene->import->document.importer, "its instances have no places; shown once", "%s", where);
    return false;
}

// EXT_mesh_gpu_instancing: adds a child object per instance.
static bool add_instances(const gltf_scene *scene, const gltf_node *node, const char *name, const char *where)
{
    const cJSON *attributes = gltf_get(gltf_get_extension(node->json, "EXT_mesh_gpu_instancing"), "attributes");
    float *translations = NULL, *rotations = NULL, *scales = NULL;
    uint32_t count = EDITOR_NONE;
    bool ok =
        read_instance_attribute(scene, attributes, "TRANSLATION", 3, where, &translations, &count) &&
        read_instance_attribute(scene, attributes, "ROTATION", 4, where, &rotations, &count) &&
        read_instance_attribute(scene, attributes, "SCALE", 3, where, &scales, &count) &&
        (count == EDITOR_NONE || gltf_claim(&scene->import->document, EDITOR_IMPORT_OBJECT * (size_t)count, where));
    for (uint32_t i = 0; ok && count != EDITOR_NONE && i < count; i++) {
        double translation[3] = {0, 0, 0}, rotation[4] = {0, 0, 0, 1}, scale[3] = {1, 1, 1};
        for (size_t k = 0; k < 3; k++) {
            translation[k] = translations ? (double)translations[3 * (size_t)i + k] : 0;
            scale[k] = scales ? (double)scales[3 * (size_t)i + k] : 1;
        }
        for (size_t k = 0; rotations && k < 4; k++)
            rotation[k] = (double)rotations[4 * (size_t)i + k];
        pick_affine local = editor_affine_from_parts(translation, rotation, scale);
        char text[300];
        snprintf(text, sizeof(text), "%.*s #%u", (int)editor_text_fit(name, 250), name, (unsigned)i);
        ok = add_mesh_object(scene, node, text, node->object, &local) != EDITOR_NONE ||
             editor_import_out_of_memory(scene->import->document.importer);
    }
    free(translations);
    free(rotations);
    free(scales);
    return ok;
}

// A light or camera becomes the node's object itself, or a child if the object already is something else.
static bool add_light_camera(const gltf_scene *scene, gltf_node *node, const gltf_light_camera *light_camera,
                             const char *name, uint32_t parent)
{
    editor_level *level = scene->import->document.importer->level;
    for (int i = 0; i < 2; i++) {
        if (!(i == 0 ? light_camera->is_light : light_camera->is_camera))
            continue;
        bool own = node->object == EDITOR_NONE;
        const pick_affine *local = own ? &node->local : &PICK_AFFINE_IDENTITY;
        uint32_t under = own ? parent : node->object;
        uint32_t object = i == 0 ? editor_level_add_light(level, name, under, &light_camera->light, local)
                                 : editor_level_add_camera(level, name, under, &light_camera->lens, local);
        if (object == EDITOR_NONE)
            return editor_import_out_of_memory(scene->import->document.importer);
        node->object = own ? object : node->object;
    }
    return true;
}

static bool add_object(const gltf_scene *scene, uint32_t number)
{
    const gltf_document *document = &scene->import->document;
    gltf_node *node = &scene->nodes[number];
    char where[32];
    snprintf(where, sizeof(where), "node %u", (unsigned)number);
    const char *name = gltf_get_text(node->json, "name");
    if (!name && node->mesh != EDITOR_NONE) {
        // Any number of nodes may have it; each is an object and one of the asset's nodes.
        name = gltf_get_text(document->lists[GLTF_MESHES].items[node->mesh], "name");
        if (name && !gltf_claim(document, 2 * strlen(name), where))
            return false;
    }
    if (!name || !name[0])
        name = where;
    const bool instanced = has_instances(scene, node, where);
    uint32_t parent = node->parent == EDITOR_NONE ? EDITOR_NONE : scene->nodes[node->parent].object;
    gltf_light_camera light_camera;
    if (!gltf_read_light_camera(scene->import, node->json, where, &light_camera))
        return false;
    node->object = EDITOR_NONE;
    if (node->mesh != EDITOR_NONE || !(light_camera.is_light || light_camera.is_camera)) {
        node->object = instanced
                           ? editor_level_add_object(document->importer->level, name, parent, EDITOR_NONE, &node->local)
                           : add_mesh_object(scene, node, name, parent, &node->local);
        if (node->object == EDITOR_NONE)
            return editor_import_out_of_memory(document->importer);
    }
    if (!add_light_camera(scene, node, &light_camera, name, parent))
        return false;
    document->importer->level->objects[node->object].hidden = node->hidden;
    return !instanced || add_instances(scene, node, name, where);
}

static bool count_targets(gltf_scene *scene)
{
    const gltf_document *document = &scene->import->document;
    const uint32_t count = document->lists[GLTF_MESHES].count;
    scene->target_counts = editor_import_allocate(document->importer, count, sizeof(*scene->target_counts));
    scene->weight_counts = editor_import_allocate(document->importer, count, sizeof(*scene->weight_counts));
    const bool ok = scene->target_counts && scene->weight_counts;
    for (uint32_t i = 0; ok && i < count; i++) {
        scene->target_counts[i] = gltf_count_targets(document, i);
        scene->weight_counts[i] = count_weights(document, i);
    }
    return ok;
}

static bool import_scene(gltf_scene *scene)
{
    const gltf_document *document = &scene->import->document;
    const gltf_list *list = &document->lists[GLTF_NODES];
    if (!count_targets(scene))
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++)
        scene->nodes[i] = (gltf_node){.json = list->items[i], .parent = EDITOR_NONE, .level_mesh = EDITOR_NONE};
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (!read_node(scene, i))
            return false;
    }
    if (!reach_scene(scene) || !tell_strays(scene) || !tell_unused_meshes(scene) || !gltf_read_clips(scene) ||
        !find_forms(scene) || !import_meshes(scene) || !import_further(scene))
        return false;
    for (uint32_t i = 0; i < scene->scene_count; i++) {
        if (!add_object(scene, scene->order[i]))
            return false;
    }
    return gltf_finish_motion(scene);
}

// Adds the objects of the scene and their meshes.
static bool import_all(gltf_import *import)
{
    gltf_scene scene = {.import = import, .node_count = import->document.lists[GLTF_NODES].count};
    const size_t objects = (size_t)scene.node_count + import->document.lists[GLTF_MESHES].count;
    if (!gltf_claim(&import->document, EDITOR_IMPORT_OBJECT * objects, "nodes and meshes"))
        return false;
    scene.nodes = editor_import_allocate(import->document.importer, scene.node_count, sizeof(*scene.nodes));
    scene.stack = editor_import_allocate(import->document.importer, scene.node_count, sizeof(*scene.stack));
    scene.order = editor_import_allocate(import->document.importer, scene.node_count, sizeof(*scene.order));
    bool ok = scene.nodes && scene.stack && scene.order && import_scene(&scene);
    free(scene.nodes);
    free(scene.stack);
    free(scene.order);
    free(scene.forms);
    free(scene.target_counts);
    free(scene.weight_counts);
    motion_destroy(scene.motion);
    return ok;
}

bool editor_import_gltf(editor_importer *importer)
{
    gltf_import import = {0};
    bool ok = gltf_document_open(&import.document, importer) && gltf_choose_variant(&import) &&
              gltf_list_lights(&import) && (importer->only_boxes || gltf_import_materials(&import)) &&
              import_all(&import);
    free(import.uv_sets);
    free(import.lights);
    gltf_document_close(&import.document);
    return ok;
}

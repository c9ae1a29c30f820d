// scene_nested.c: scenes as objects of scenes: which may be, and their bounds.
#include "base/compiler.h"
#include "scene/scene_internal.h"

#include <float.h>

enum { KNOWN_SCENES = 64 }; // others are measured again wherever they occur

// A search through the scenes within one for another one.
typedef struct nesting {
    const pick_scene *outer;
    bool has_outer;
    uint32_t known_count;
    struct {
        const pick_scene *scene;
        uint32_t levels;
    } known[KNOWN_SCENES];
} nesting;

static uint32_t levels_of(nesting *search, const pick_scene *scene, uint32_t depth);

static uint32_t measure_levels(nesting *search, const pick_scene *scene, uint32_t depth)
{
    uint32_t most = 0;
    for (uint32_t slot = 0; slot < scene->slot_count && !search->has_outer; slot++) {
        const pick_object *object = pick_object_at(scene, slot);
        if ((object->flags & PICK_OBJECT_ALIVE) != 0 && pick_mesh_is_scene(object->mesh)) {
            const uint32_t levels = levels_of(search, pick_scene_of(object->mesh), depth + 1);
            most = levels > most ? levels : most;
        }
    }
    return most + 1;
}

// The levels of scenes from this one inwards, at least 1. Edits inside may have made more than there may be: of those
// it is enough to know that they are too many.
static uint32_t levels_of(nesting *search, const pick_scene *scene, uint32_t depth)
{
    if (scene == search->outer)
        search->has_outer = true;
    if (!scene->nests || depth > PICK_NESTED_LEVELS)
        return 1;
    for (uint32_t i = search->known_count; i-- > 0;) {
        if (search->known[i].scene == scene)
            return search->known[i].levels;
    }
    const uint32_t levels = measure_levels(search, scene, depth);
    if (search->known_count < KNOWN_SCENES) {
        search->known[search->known_count].scene = scene;
        search->known[search->known_count++].levels = levels;
    }
    return levels;
}

pick_result pick_nested_check(const pick_scene *outer, const pick_scene *nested)
{
    nesting search = {.outer = outer};
    const uint32_t levels = levels_of(&search, nested, 1);
    if (search.has_outer)
        return PICK_ERROR_INVALID_ARGUMENT;
    return levels <= PICK_NESTED_LEVELS ? PICK_OK : PICK_ERROR_TOO_LARGE;
}

// Adds the box of a child, under the linear map, to a span.
static void add_child(const double anchor[3], const pick_box3f *box, const float linear[9], double lo[4], double hi[4])
{
    double least[3] = {0, 0, 0}, most[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++) { // float boxes of what lies very far out are infinite, and no number times 0
        const double from = pick_most((double)box->lo[i], -DBL_MAX) + anchor[i];
        const double to = pick_least((double)box->hi[i], DBL_MAX) + anchor[i];
        for (int k = 0; k < 3; k++) {
            const double a = (double)linear[3 * i + k] * from;
            const double b = (double)linear[3 * i + k] * to;
            least[k] += pick_least(a, b);
            most[k] += pick_most(a, b);
        }
    }
    for (int k = 0; k < 3; k++) {
        lo[k] = pick_least(lo[k], least[k]);
        hi[k] = pick_most(hi[k], most[k]);
    }
}

void pick_nested_span(const pick_scene *nested, const float linear[9], double lo[4], double hi[4])
{
    const pick_tree *tree = &nested->tree;
    for (int k = 0; k < 4; k++) {
        lo[k] = HUGE_VAL;
        hi[k] = -HUGE_VAL;
    }
    for (uint32_t i = 0; i < tree->root_count; i++) {
        const pick_tree_node *root = pick_node_at(&tree->pool, i);
        for (uint32_t c = 0; c < root->count; c++) {
            const pick_box3f box = pick_bvh_node_box(&root->node, c);
            add_child(tree->anchor, &box, linear, lo, hi);
        }
    }
}

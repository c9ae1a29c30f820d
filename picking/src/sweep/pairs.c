// pairs.c: pairs of nodes wait nearest first; the larger node of a pair is replaced by its children.
#include "sweep/pairs.h"
#include "base/compiler.h"
#include "math/closest_point.h"
#include "sweep/sweep_internal.h"

enum { PAIR_STACK = 2 * PICK_BVH_STACK };

#define BODY_REF PICK_REF_NONE // what a part is on the stack

// --- Items ----------------------------------------------------------------------------------------------------------

enum { FIELD_ITEMS = 2 * PICK_HEIGHT_LEAF * PICK_HEIGHT_LEAF };
_Static_assert((int)FIELD_ITEMS >= (int)PICK_BVH_MAX_LEAF, "the largest leaves are those of height fields");

// The items of a leaf, or a part.
typedef struct item_list {
    uint32_t count;
    pick_pair_item item[FIELD_ITEMS];
    union {
        struct {
            pick_vec3 vertex[FIELD_ITEMS][3], edge[FIELD_ITEMS][3];
        };
        pick_thin_hull thin[PICK_THIN_LEAF];
    };
} item_list;

static const pick_object *pair_object(const pick_pairs *pairs, int side)
{
    return pairs->object[side];
}

static bool kind_is_hidden(const pick_pairs *pairs, const pick_mesh *mesh, uint32_t triangle)
{
    return pairs->query->hidden_kinds != 0 &&
           pick_query_hides(pairs->query, mesh->submeshes[pick_mesh_submesh_number(mesh, triangle)].flags);
}

static void add_triangle(const pick_pairs *pairs, int side, uint32_t triangle, const float local[3][3], item_list *list)
{
    const pick_object *object = pair_object(pairs, side);
    if (kind_is_hidden(pairs, object->mesh, triangle))
        return;
    pick_vec3 *vertex = list->vertex[list->count], *edge = list->edge[list->count];
    pick_object_vertices(object, local, pick_object_offset(object, pairs->from), vertex);
    pick_object_edges(object, local, edge);
    list->item[list->count++] =
        (pick_pair_item){.hull = pick_hull_of_triangle((const pick_vec3 *)vertex, (const pick_vec3 *)edge),
                         .place = pick_place_of_triangle((const pick_vec3 *)vertex),
                         .number = triangle,
                         .order = triangle};
}

static void add_segment(const pick_pairs *pairs, int side, uint32_t segment, item_list *list)
{
    const pick_object *object = pair_object(pairs, side);
    pick_thin_hull *thin = &list->thin[list->count];
    if (!pick_thin_hull_init(thin, object, pairs->from, segment))
        return;
    list->item[list->count++] = (pick_pair_item){.hull = thin->hull,
                                                 .place = thin->place,
                                                 .number = pick_thin_part(pick_thin_of(object->mesh), segment),
                                                 .order = segment,
                                                 .ends = thin->ends};
}

// --- Hierarchies ----------------------------------------------------------------------------------------------------

// Blocks of height fields, and nodes of points and curves, as references: PICK_REF_LEAF of leaves, the level, the
// place.
enum { BLOCK_BITS = 13, EVEN_BITS = 27 };

static uint32_t ref_of_block(pick_height_block block)
{
    return (block.level == 0 ? PICK_REF_LEAF : 0) | block.level << 2 * BLOCK_BITS | block.row << BLOCK_BITS |
           block.column;
}

static pick_height_block block_of_ref(uint32_t ref)
{
    const uint32_t mask = (1u << BLOCK_BITS) - 1;
    return (pick_height_block){(ref & ~PICK_REF_LEAF) >> 2 * BLOCK_BITS, ref & mask, ref >> BLOCK_BITS & mask};
}

static uint32_t ref_of_even(const pick_even_tree *tree, uint32_t level, uint32_t index)
{
    return (level == tree->level_count ? PICK_REF_LEAF : 0) | level << EVEN_BITS | index;
}

static uint32_t even_level(uint32_t ref)
{
    return (ref & ~PICK_REF_LEAF) >> EVEN_BITS;
}

static uint32_t even_index(uint32_t ref)
{
    return ref & ((1u << EVEN_BITS) - 1);
}

typedef struct field_list {
    const pick_pairs *pairs;
    item_list *list;
    int side;
} field_list;

static bool list_field_triangle(void *user, uint32_t triangle, const float vertex[3][3])
{
    const field_list *to = user;
    add_triangle(to->pairs, to->side, triangle, vertex, to->list);
    return false;
}

static void list_blocks(const pick_pairs *pairs, int side, uint32_t ref, item_list *list)
{
    const pick_block *block = pick_mesh_blocks(pair_object(pairs, side)->mesh, ref);
    const pick_block *end = block + pick_leaf_block_count(ref);
    for (; block < end; block++) {
        for (uint32_t lane = 0; lane < PICK_BLOCK_SIZE; lane++) {
            float local[3][3];
            if (block->triangle[lane] == PICK_BLOCK_UNUSED)
                continue;
            pick_block_vertices(block, lane, local);
            add_triangle(pairs, side, block->triangle[lane] & PICK_BLOCK_TRIANGLE_MASK, (const float(*)[3])local, list);
        }
    }
}

static void list_leaf(const pick_pairs *pairs, int side, uint32_t ref, item_list *list)
{
    const pick_mesh *mesh = pair_object(pairs, side)->mesh;
    list->count = 0;
    if (pick_mesh_field(mesh) != NULL) {
        field_list to = {pairs, list, side};
        (void)pick_height_visit(pick_mesh_field(mesh), block_of_ref(ref), list_field_triangle, &to);
    } else if (pick_mesh_is_thin(mesh)) {
        const pick_even_tree *tree = &pick_thin_of(mesh)->tree;
        const uint32_t end = pick_even_items_before(tree, even_index(ref) + 1);
        for (uint32_t i = pick_even_items_before(tree, even_index(ref)); i < end; i++)
            add_segment(pairs, side, tree->items[i], list);
    } else {
        list_blocks(pairs, side, ref, list);
    }
}

// What is paired on a side: all of a mesh, a height field, points or curves; or one part of a volume.
typedef struct pair_side {
    uint32_t root;
    pick_body body;
    pick_pair_item item; // of the body
} pair_side;

static bool has_parts(const pick_mesh *mesh)
{
    return pick_mesh_is_volume(mesh) && pick_mesh_field(mesh) == NULL;
}

static uint32_t side_count(const pick_pairs *pairs, int side)
{
    const pick_mesh *mesh = pair_object(pairs, side)->mesh;
    if (pick_mesh_has_triangles(mesh))
        return 1;
    if (kind_is_hidden(pairs, mesh, 0))
        return 0;
    if (pick_mesh_is_thin(mesh))
        return pick_thin_of(mesh)->tree.level_count > 0;
    return has_parts(mesh) ? pick_volume_of(mesh)->part_count : 1;
}

static void side_init(const pick_pairs *pairs, int side, uint32_t index, pair_side *out)
{
    const pick_object *object = pair_object(pairs, side);
    const pick_mesh *mesh = object->mesh;
    out->root = mesh->root;
    if (pick_mesh_is_thin(mesh))
        out->root = ref_of_even(&pick_thin_of(mesh)->tree, 0, 0);
    else if (pick_mesh_field(mesh) != NULL)
        out->root = ref_of_block(pick_height_top(pick_mesh_field(mesh)));
    if (!has_parts(mesh))
        return;
    const pick_volume_part *part = &pick_volume_of(mesh)->parts[index];
    pick_aabb bounds;
    out->root = BODY_REF;
    out->body = pick_body_make(part, object->linear, pick_object_offset(object, pairs->from));
    out->item.hull = pick_hull_of_body(&out->body, &bounds);
    out->item.place = pick_place_of(&bounds);
    out->item.number = out->item.order = part->number;
    out->item.ends = NULL;
}

// --- Walking --------------------------------------------------------------------------------------------------------

static pick_place place_of_block(const pick_object *object, pick_vec3 offset, pick_height_block block)
{
    double low[3], high[3];
    (void)pick_height_box(pick_mesh_field(object->mesh), block, low, high);
    return pick_place_of_local_box(object, offset, low, high);
}

static pick_place place_of_even(const pick_object *object, pick_vec3 offset, const pick_box3f *box)
{
    double low[3], high[3];
    for (int k = 0; k < 3; k++) {
        low[k] = (double)box->lo[k];
        high[k] = (double)box->hi[k];
    }
    return pick_place_of_local_box(object, offset, low, high);
}

static pick_box3f even_child_box(const pick_even_node *node, uint32_t child)
{
    pick_box3f box;
    for (int k = 0; k < 3; k++) {
        box.lo[k] = node->bounds[2 * k][child];
        box.hi[k] = node->bounds[2 * k + 1][child];
    }
    return box;
}

// The box around a node or leaf of points and curves: what the node above it has.
static pick_box3f box_of_even(const pick_even_tree *tree, uint32_t ref)
{
    const uint32_t level = even_level(ref);
    const uint32_t index = even_index(ref);
    if (level == 0)
        return pick_even_bounds(tree);
    return even_child_box(&tree->nodes[tree->first[level - 1] + index / PICK_EVEN_WIDTH], index % PICK_EVEN_WIDTH);
}

static pick_place place_of_blocks(const pick_object *object, pick_vec3 offset, uint32_t ref)
{
    pick_aabb box = PICK_AABB_EMPTY;
    const pick_block *block = pick_mesh_blocks(object->mesh, ref);
    for (uint32_t i = 0; i < PICK_BLOCK_SIZE * pick_leaf_block_count(ref); i++) {
        float local[3][3];
        pick_vec3 vertex[3];
        if (block[i / PICK_BLOCK_SIZE].triangle[i % PICK_BLOCK_SIZE] == PICK_BLOCK_UNUSED)
            continue;
        pick_block_vertices(&block[i / PICK_BLOCK_SIZE], i % PICK_BLOCK_SIZE, local);
        pick_object_vertices(object, (const float(*)[3])local, offset, vertex);
        for (int v = 0; v < 3; v++) {
            const pick_aabb point = {vertex[v], vertex[v]};
            box = pick_aabb_union(&box, &point);
        }
    }
    return pick_place_of(&box);
}

// The box around what a reference names.
static pick_place place_of_ref(const pick_pairs *pairs, int side, const pair_side *what, uint32_t ref)
{
    if (ref == BODY_REF)
        return what->item.place;
    const pick_object *object = pair_object(pairs, side);
    const pick_vec3 offset = pick_object_offset(object, pairs->from);
    if (pick_mesh_field(object->mesh) != NULL)
        return place_of_block(object, offset, block_of_ref(ref));
    if (pick_mesh_is_thin(object->mesh)) {
        const pick_box3f box = box_of_even(&pick_thin_of(object->mesh)->tree, ref);
        return place_of_even(object, offset, &box);
    }
    if (!pick_ref_is_node(ref))
        return place_of_blocks(object, offset, ref);
    const pick_box3f box = pick_bvh_node_bounds(pick_mesh_node(object->mesh, ref));
    return pick_place_in_object(object, offset, &box);
}

// The children of a node and the boxes around them. Returns how many there are.
typedef struct side_child {
    uint32_t ref;
    pick_place place;
} side_child;

static uint32_t children_of_ref(const pick_pairs *pairs, int side, uint32_t ref, side_child out[PICK_BVH_WIDTH])
{
    const pick_object *object = pair_object(pairs, side);
    const pick_vec3 offset = pick_object_offset(object, pairs->from);
    const pick_height_field *field = pick_mesh_field(object->mesh);
    uint32_t count = 0;
    if (field != NULL) {
        for (uint32_t i = 0; i < 4; i++) {
            pick_height_block child;
            double low[3], high[3];
            if (pick_height_child(field, block_of_ref(ref), i, &child) && pick_height_box(field, child, low, high))
                out[count++] = (side_child){ref_of_block(child), pick_place_of_local_box(object, offset, low, high)};
        }
    } else if (pick_mesh_is_thin(object->mesh)) {
        const pick_even_tree *tree = &pick_thin_of(object->mesh)->tree;
        const pick_even_node *node = &tree->nodes[tree->first[even_level(ref)] + even_index(ref)];
        for (uint32_t c = 0; c < PICK_EVEN_WIDTH; c++) {
            const pick_box3f box = even_child_box(node, c);
            if (box.lo[0] <= box.hi[0])
                out[count++] =
                    (side_child){ref_of_even(tree, even_level(ref) + 1, PICK_EVEN_WIDTH * even_index(ref) + c),
                                 place_of_even(object, offset, &box)};
        }
    } else {
        const pick_bvh_node *node = pick_mesh_node(object->mesh, ref);
        for (; count < PICK_BVH_WIDTH && node->child[count] != PICK_REF_NONE; count++) {
            const pick_box3f box = pick_bvh_node_box(node, count);
            out[count] = (side_child){node->child[count], pick_place_in_object(object, offset, &box)};
        }
    }
    return count;
}

static double size_of_place(const pick_place *place)
{
    return place->extent[0] + place->extent[1] + place->extent[2];
}

static void visit_items(pick_pairs *pairs, const item_list lists[2])
{
    for (uint32_t i = 0; i < lists[0].count; i++) {
        for (uint32_t k = 0; k < lists[1].count; k++) {
            const pick_pair_item *a = &lists[0].item[i], *b = &lists[1].item[k];
            if (pairs->key(pairs, &a->place, &b->place) <= pairs->limit(pairs))
                pairs->visit(pairs, a, b);
        }
    }
}

static void visit_leaves(pick_pairs *pairs, const pair_side sides[2], const uint32_t refs[2])
{
    item_list lists[2];
    for (int side = 0; side < 2; side++) {
        if (refs[side] != BODY_REF) {
            list_leaf(pairs, side, refs[side], &lists[side]);
            continue;
        }
        lists[side].count = 1;
        lists[side].item[0] = sides[side].item;
    }
    visit_items(pairs, lists);
}

// Replaces a node of a pair by its children.
static void push_pairs(const pick_pairs *pairs, const pair_side sides[2], const uint32_t refs[2],
                       pick_waiting_node *stack, uint32_t *count)
{
    pick_place place[2];
    for (int side = 0; side < 2; side++)
        place[side] = place_of_ref(pairs, side, &sides[side], refs[side]);
    const int open =
        !pick_ref_is_node(refs[1]) || (pick_ref_is_node(refs[0]) && size_of_place(&place[0]) > size_of_place(&place[1]))
            ? 0
            : 1;
    side_child children[PICK_BVH_WIDTH];
    const uint32_t child_count = children_of_ref(pairs, open, refs[open], children);
    const uint32_t bottom = *count;
    if (pairs->query->stats != NULL)
        ++pairs->query->stats->nodes;
    for (uint32_t c = 0; c < child_count; c++) {
        const uint32_t child[2] = {open == 0 ? children[c].ref : refs[0], open == 1 ? children[c].ref : refs[1]};
        place[open] = children[c].place;
        const double key = pairs->key(pairs, &place[0], &place[1]);
        if (!(key <= pairs->limit(pairs)))
            continue;
        uint32_t at = (*count)++;
        PICK_ASSERT(at < PAIR_STACK);
        for (; at > bottom && stack[at - 1].key < key; at--)
            stack[at] = stack[at - 1];
        stack[at] = (pick_waiting_node){key, child[0], child[1]};
    }
}

static void walk_sides(pick_pairs *pairs, const pair_side sides[2])
{
    pick_waiting_node stack[PAIR_STACK];
    uint32_t count = 1;
    stack[0] = (pick_waiting_node){-HUGE_VAL, sides[0].root, sides[1].root};
    while (count > 0) {
        const pick_waiting_node entry = stack[--count];
        const uint32_t refs[2] = {entry.ref, entry.depth};
        if (entry.key > pairs->limit(pairs))
            continue;
        if (pick_ref_is_node(refs[0]) || pick_ref_is_node(refs[1]))
            push_pairs(pairs, sides, refs, stack, &count);
        else
            visit_leaves(pairs, sides, refs);
    }
}

// --- Brute force ----------------------------------------------------------------------------------------------------

// The triangles or segments of a side without parts, degenerate ones included.
static uint32_t lone_count(const pick_mesh *mesh)
{
    const pick_height_field *field = pick_mesh_field(mesh);
    if (field != NULL)
        return 2 * field->columns * field->rows;
    return pick_mesh_is_thin(mesh) ? pick_thin_of(mesh)->tree.item_count : mesh->triangle_count;
}

// A triangle or segment alone. False: it is degenerate, or left out.
static bool take_lone(const pick_pairs *pairs, int side, uint32_t number, item_list *one)
{
    const pick_mesh *mesh = pair_object(pairs, side)->mesh;
    const pick_height_field *field = pick_mesh_field(mesh);
    float local[3][3];
    one->count = 0;
    if (pick_mesh_is_thin(mesh)) {
        add_segment(pairs, side, number, one);
        return one->count > 0;
    }
    bool valid;
    if (field != NULL) {
        valid = pick_height_triangle(field, number, local);
    } else {
        pick_mesh_positions(mesh, number, local);
        valid = pick_triangle_is_valid((const float(*)[3])local);
    }
    if (valid)
        add_triangle(pairs, side, number, (const float(*)[3])local, one);
    return one->count > 0;
}

static void pair_with_all(pick_pairs *pairs, const pair_side sides[2], const pick_pair_item *a)
{
    if (sides[1].root == BODY_REF) {
        pairs->visit(pairs, a, &sides[1].item);
        return;
    }
    const uint32_t count = lone_count(pair_object(pairs, 1)->mesh);
    for (uint32_t i = 0; i < count; i++) {
        item_list one;
        if (take_lone(pairs, 1, i, &one))
            pairs->visit(pairs, a, &one.item[0]);
    }
}

static void pair_all(pick_pairs *pairs, const pair_side sides[2])
{
    if (sides[0].root == BODY_REF) {
        pair_with_all(pairs, sides, &sides[0].item);
        return;
    }
    const uint32_t count = lone_count(pair_object(pairs, 0)->mesh);
    for (uint32_t i = 0; i < count; i++) {
        item_list one;
        if (take_lone(pairs, 0, i, &one))
            pair_with_all(pairs, sides, &one.item[0]);
    }
}

// --- Both -----------------------------------------------------------------------------------------------------------

void pick_pairs_walk(pick_pairs *pairs)
{
    const uint32_t counts[2] = {side_count(pairs, 0), side_count(pairs, 1)};
    for (uint32_t i = 0; i < counts[0]; i++) {
        pair_side sides[2];
        side_init(pairs, 0, i, &sides[0]);
        for (uint32_t k = 0; k < counts[1]; k++) {
            side_init(pairs, 1, k, &sides[1]);
            if (pairs->brute_force)
                pair_all(pairs, sides);
            else
                walk_sides(pairs, sides);
        }
    }
}

pick_vec3 pick_pair_point(const pick_pairs *pairs, int side, const pick_pair_item *item, pick_vec3 point,
                          double barycentric[2])
{
    const pick_object *object = pair_object(pairs, side);
    barycentric[0] = barycentric[1] = 0;
    if (item->ends != NULL) {
        const double along = pick_thin_nearest_along(item->ends[0], item->ends[1], point);
        barycentric[0] = pick_thin_along(pick_thin_of(object->mesh), item->number, item->order, along);
    }
    if (item->hull.edge == NULL)
        return pick_vec3_add(pairs->from, point);
    pick_vec3 vertex[3];
    float local[3][3];
    double weights[3];
    for (int i = 0; i < 3; i++)
        vertex[i] = pick_vec3_sub(item->hull.points[i], point);
    (void)pick_closest_on_triangle((const pick_vec3 *)vertex, item->hull.edge, weights);
    barycentric[0] = weights[1];
    barycentric[1] = weights[2];
    if (pick_mesh_field(object->mesh) != NULL)
        (void)pick_height_triangle(pick_mesh_field(object->mesh), item->number, local);
    else
        pick_mesh_positions(object->mesh, item->number, local);
    return pick_object_point(object, (const float(*)[3])local, barycentric);
}

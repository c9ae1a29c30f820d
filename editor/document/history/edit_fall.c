// edit_fall.c: how far an object can fall before one of its triangles, segments or points meets the scene. Boxes around
// halves of what is left of them are swept first; what they cannot bring nearer than the best contact is skipped.
// Triangles of large meshes are not listed for that: halves of the space that they take are swept first, and only those
// of small parts of it that may be the first to land are looked up, in the hierarchies of the meshes.
#include "document/history/edit_fall.h"

#include "document/level/alpha.h"
#include "document/level/look.h"
#include "document/level/prefab.h"

#include <math.h>
#include <stdlib.h>

enum { FALL_LEAF = 4, FALL_LISTED = 8192 }; // triangles

// A triangle, segment or point of an object.
typedef struct fall_piece {
    uint32_t object;
    uint32_t index; // of the triangle, or of its first vertex
} fall_piece;

typedef struct fall_search {
    const edit_fall *fall;
    const editor_level *level;
    pick_query boxes, query;
    pick_vec3 middle; // of the object's box
    double raise;     // sweeps start that much higher: what the object rests on is then not met at the start
    double graze;     // what overlaps less than that, seen from above, slides past
    double slack;
    edit_landing best;    // its gap is how far to search
    pick_vec3 corners[3]; // of the piece that is swept, raised
    uint32_t corner_count;
    fall_piece *pieces;
    uint32_t count, capacity;
    pick_scene *large; // the meshes of the subtree whose triangles are not listed; NULL: all are
    double margin;     // how far a triangle in it, whose place is rounded to floats, may be off
    double fine;       // parts of space of that size are not halved
    bool failed;       // out of memory
} fall_search;

// --- The pieces of the object ---

static pick_vec3 vertex_of(const pick_affine *world, const float *positions, uint32_t vertex)
{
    const float *p = &positions[3 * (size_t)vertex];
    return pick_affine_point(world, pick_vec3_make((double)p[0], (double)p[1], (double)p[2]));
}

// The corners of a piece in world space; returns how many it has.
static uint32_t corners_of(const editor_level *level, uint32_t object, uint32_t index, pick_vec3 out[3])
{
    const editor_object *o = &level->objects[object];
    const editor_mesh *mesh = &level->meshes[o->mesh];
    const pick_affine world = editor_level_mesh_world(level, o);
    if (mesh->form != EDITOR_FORM_TRIANGLES) {
        const uint32_t count = mesh->form == EDITOR_FORM_LINES ? 2 : 1;
        for (uint32_t i = 0; i < count; i++)
            out[i] = vertex_of(&world, mesh->positions, index + i);
        return count;
    }
    pick_mesh_arrays arrays = {.positions = mesh->positions, .indices = mesh->indices};
    if (mesh->pick)
        arrays = pick_mesh_get_arrays(mesh->pick); // they follow the pose
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t corner = 3 * index + i;
        out[i] = vertex_of(&world, arrays.positions, arrays.indices ? arrays.indices[corner] : corner);
    }
    return 3;
}

static bool add_piece(fall_search *search, uint32_t object, uint32_t index)
{
    pick_vec3 corners[3];
    const uint32_t corner_count = corners_of(search->level, object, index, corners);
    for (uint32_t i = 0; i < corner_count; i++) {
        if (!pick_vec3_is_finite(corners[i]))
            return true;
    }
    if (search->count == search->capacity) {
        const uint32_t capacity = search->capacity ? 2 * search->capacity : 256;
        fall_piece *grown = realloc(search->pieces, capacity * sizeof(*grown));
        if (!grown)
            return false;
        search->pieces = grown;
        search->capacity = capacity;
    }
    search->pieces[search->count++] = (fall_piece){object, index};
    return true;
}

// Of a large terrain that falls only some vertices are looked at (edit_drop.c).
enum { FALL_TERRAIN = 1 << 20 };

static uint32_t triangles_of(const editor_mesh *mesh)
{
    const uint32_t count = mesh->form == EDITOR_FORM_TRIANGLES ? mesh->index_count / 3 : 0;
    return mesh->pick || (mesh->columns > 0 && count <= FALL_TERRAIN) ? count : 0;
}

static bool is_at_hole(const editor_mesh *mesh, uint32_t triangle)
{
    const uint32_t *corners = mesh->indices + 3 * (size_t)triangle;
    return mesh->columns > 0 && corners[0] == corners[1];
}

// Adds the points and segments of the object, and its triangles unless `only_thin`.
static bool add_pieces(fall_search *search, uint32_t object, bool only_thin)
{
    const editor_mesh *mesh = &search->level->meshes[search->level->objects[object].mesh];
    bool ok = true;
    uint32_t first = 0;
    for (uint32_t line = 0; ok && line < mesh->line_count; line++) {
        for (uint32_t i = 0; ok && i + 1 < mesh->line_counts[line]; i++)
            ok = add_piece(search, object, first + i);
        first += mesh->line_counts[line];
    }
    const uint32_t points = mesh->form == EDITOR_FORM_POINTS ? mesh->vertex_count : 0;
    for (uint32_t i = 0; ok && i < points; i++)
        ok = add_piece(search, object, i);
    const uint32_t triangles = only_thin ? 0 : triangles_of(mesh);
    for (uint32_t i = 0; ok && i < triangles; i++)
        ok = is_at_hole(mesh, i) || add_piece(search, object, i);
    return ok;
}

// --- What holds a piece ---

// Whether the piece and a triangle of the ground overlap by more than `graze`, seen from above: else they slide past
// each other. Separating axes of two convex polygons; one that is seen from its edge is a segment.
static bool is_above(const fall_search *search, const pick_vec3 ground[3])
{
    const pick_vec3 *shape[2] = {search->corners, ground};
    const uint32_t count[2] = {search->corner_count, 3};
    for (int s = 0; s < 2; s++) {
        for (uint32_t i = 0; i < count[s]; i++) {
            const pick_vec3 edge = pick_vec3_sub(shape[s][(i + 1) % count[s]], shape[s][i]);
            const double length = hypot(edge.x, edge.z);
            double least[2] = {HUGE_VAL, HUGE_VAL}, most[2] = {-HUGE_VAL, -HUGE_VAL};
            for (uint32_t k = 0; length > 0 && k < count[0] + count[1]; k++) {
                const int of = k >= count[0];
                const pick_vec3 at = pick_vec3_sub(shape[of][of ? k - count[0] : k], ground[0]);
                const double along = (edge.z * at.x - edge.x * at.z) / length;
                least[of] = fmin(least[of], along);
                most[of] = fmax(most[of], along);
            }
            if (length > 0 && fmin(most[0] - least[1], most[1] - least[0]) <= search->graze)
                return false;
        }
    }
    return true;
}

// Whether an upright surface goes on just above a point of it. What meets it there is stuck in it: a piece that crosses
// one triangle of a wall meets the next one at the edge between them.
static bool goes_on_above(const fall_search *search, pick_vec3 at, pick_vec3 normal)
{
    at.y += 2 * search->raise;
    const pick_vec3 step = pick_vec3_scale(normal, search->raise);
    const pick_ray across = {
        .origin = pick_vec3_add(at, step), .direction = pick_vec3_scale(step, -2), .t_min = 0, .t_max = 1};
    pick_query query = search->boxes;
    query.cull = PICK_CULL_NONE;
    return pick_any(search->level->scene, &across, &query);
}

// Whether the way that the drawn side of the triangle faces lets it stop what meets it. Of two sides, that counts which
// the object's middle is on.
static bool faces_piece(const fall_search *search, const pick_hit *candidate, bool double_sided,
                        const pick_vec3 ground[3])
{
    static const double steepest = 1e-4; // a wall that is turned by the rounding of floats does not point up
    const pick_vec3 normal =
        pick_vec3_normalize(pick_vec3_cross(pick_vec3_sub(ground[1], ground[0]), pick_vec3_sub(ground[2], ground[0])));
    const bool behind = pick_vec3_dot(normal, pick_vec3_sub(search->middle, ground[0])) < 0;
    const double rise = !double_sided ? fabs(normal.y) : behind ? -normal.y : normal.y; // a single back is not met
    const bool at_start = candidate->t * (search->best.gap + search->raise) <= 2 * search->raise;
    if (rise > steepest)
        return true;
    if (rise < -steepest) // its back, which is drawn
        return !at_start;
    const double u = candidate->barycentric[0], v = candidate->barycentric[1];
    const pick_vec3 at = pick_vec3_add(pick_vec3_scale(ground[0], 1 - u - v),
                                       pick_vec3_add(pick_vec3_scale(ground[1], u), pick_vec3_scale(ground[2], v)));
    return !candidate->inside && !goes_on_above(search, at, normal);
}

// A pick_filter: whether what a piece meets stops it.
static bool holds(void *user, const pick_hit *candidate)
{
    fall_search *search = user;
    const editor_level *level = search->level;
    const pick_hit drawn_hit = editor_level_hit_drawn(level, candidate);
    const editor_object *o = &level->objects[candidate->user];
    const editor_material *material = editor_level_material(level, o, drawn_hit.submesh);
    if (candidate->backface && !material->double_sided)
        return false;
    pick_vec3 ground[3];
    (void)corners_of(level, (uint32_t)candidate->user, drawn_hit.triangle, ground);
    if (!is_above(search, (const pick_vec3 *)ground))
        return false;
    if (!faces_piece(search, &drawn_hit, material->double_sided, (const pick_vec3 *)ground))
        return false;
    const pick_query surface = editor_level_surface_query(level);
    const bool drawn = material->alpha_mode != EDITOR_ALPHA_MASK || surface.filter(surface.filter_user, candidate);
    search->best.cut_out |= !drawn;
    return drawn;
}

// A pick_object_filter: points and lines hold nothing.
static bool has_triangles(void *user, pick_object_id object, uint64_t number)
{
    const editor_level *level = user;
    const uint32_t mesh = level->objects[number].mesh;
    (void)object;
    return mesh != EDITOR_NONE && level->meshes[mesh].form == EDITOR_FORM_TRIANGLES;
}

// --- The search ---

static void land_piece(fall_search *search, fall_piece piece)
{
    search->corner_count = corners_of(search->level, piece.object, piece.index, search->corners);
    for (uint32_t i = 0; i < search->corner_count; i++)
        search->corners[i].y += search->raise;
    const double way = search->best.gap + search->raise;
    const pick_solid solid = {search->corners, search->corner_count, 0};
    pick_contact contact;
    if (!pick_sweep(search->level->scene, &solid, pick_vec3_make(0, -way, 0), &search->query, &contact))
        return;
    const double gap = contact.t * way - search->raise;
    search->best.gap = fmin(search->best.gap, fmax(0, gap));
    search->best.landed = true;
}

typedef struct fall_range {
    uint32_t first, end;
    pick_aabb box, middles; // around the pieces, and around the middles of their boxes
    double gap;             // no piece of it can fall less
} fall_range;

static pick_aabb box_of(const fall_search *search, fall_piece piece)
{
    pick_vec3 corners[3];
    const uint32_t count = corners_of(search->level, piece.object, piece.index, corners);
    pick_aabb box = {corners[0], corners[0]};
    for (uint32_t i = 1; i < count; i++)
        box = pick_aabb_union(&box, &(pick_aabb){corners[i], corners[i]});
    return box;
}

static pick_vec3 middle_of(const pick_aabb *box)
{
    return pick_vec3_scale(pick_vec3_add(box->min, box->max), 0.5);
}

// The solid is good while the corners are.
static pick_solid solid_of(const pick_aabb *box, double margin, pick_vec3 corners[8])
{
    for (int i = 0; i < 8; i++)
        corners[i] = pick_vec3_make(i & 1 ? box->max.x + margin : box->min.x - margin,
                                    i & 2 ? box->max.y + margin : box->min.y - margin,
                                    i & 4 ? box->max.z + margin : box->min.z - margin);
    return (pick_solid){corners, 8, 0};
}

// How far the solid falls. False: farther than what is known.
static bool sweep_solid(const fall_search *search, const pick_solid *solid, double *gap)
{
    pick_contact contact;
    if (!pick_sweep(search->level->scene, solid, pick_vec3_make(0, -search->best.gap, 0), &search->boxes, &contact))
        return false;
    *gap = contact.t * search->best.gap;
    return true;
}

// False: the range cannot fall less than what is known.
static bool measure(const fall_search *search, uint32_t first, uint32_t end, fall_range *out)
{
    *out = (fall_range){first, end, PICK_AABB_EMPTY, PICK_AABB_EMPTY, HUGE_VAL};
    for (uint32_t i = first; i < end; i++) {
        const pick_aabb box = box_of(search, search->pieces[i]);
        const pick_vec3 middle = middle_of(&box);
        out->box = pick_aabb_union(&out->box, &box);
        out->middles = pick_aabb_union(&out->middles, &(pick_aabb){middle, middle});
    }
    pick_vec3 corners[8];
    const pick_solid solid = solid_of(&out->box, 0, corners);
    return first < end && sweep_solid(search, &solid, &out->gap);
}

static double along(pick_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// Parts the pieces at the middle of their middles' longest side; returns where the second part begins.
static uint32_t part(fall_search *search, const fall_range *range)
{
    const pick_vec3 size = pick_vec3_sub(range->middles.max, range->middles.min), middle = middle_of(&range->middles);
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    uint32_t low = range->first, high = range->end;
    while (low < high) {
        const pick_aabb box = box_of(search, search->pieces[low]);
        if (along(middle_of(&box), axis) < along(middle, axis)) {
            low++;
            continue;
        }
        const fall_piece other = search->pieces[--high];
        search->pieces[high] = search->pieces[low];
        search->pieces[low] = other;
    }
    return low > range->first && low < range->end ? low : range->first + (range->end - range->first) / 2;
}

// Whether what cannot fall less than that is of no interest.
static bool is_known(const fall_search *search, double gap)
{
    return search->best.landed && (search->best.gap <= search->fall->least || gap >= search->best.gap - search->slack);
}

static void land_range(fall_search *search, const fall_range *range)
{
    if (is_known(search, range->gap))
        return;
    if (range->end - range->first <= FALL_LEAF) {
        for (uint32_t i = range->first; i < range->end; i++)
            land_piece(search, search->pieces[i]);
        return;
    }
    const uint32_t middle = part(search, range);
    fall_range halves[2];
    const bool left = measure(search, range->first, middle, &halves[0]);
    const bool right = measure(search, middle, range->end, &halves[1]);
    const bool swap = left && right && halves[1].gap < halves[0].gap;
    if (swap)
        land_range(search, &halves[1]);
    if (left)
        land_range(search, &halves[0]);
    if (!swap && right)
        land_range(search, &halves[1]);
}

// --- Large meshes ---

// A part of space.
typedef struct fall_cell {
    pick_aabb box;
    double gap; // nothing in it can fall less
} fall_cell;

// False: no triangle of the large meshes is in it, or none can fall less than what is known.
static bool measure_cell(const fall_search *search, fall_cell *cell)
{
    pick_vec3 corners[8];
    const pick_solid solid = solid_of(&cell->box, search->margin, corners);
    return pick_overlaps(search->large, &solid, NULL, NULL, 0) > 0 && sweep_solid(search, &solid, &cell->gap);
}

// A pick_filter that lists the triangles that it is called for.
static bool list_piece(void *user, const pick_hit *candidate)
{
    fall_search *search = user;
    search->failed |= !add_piece(search, (uint32_t)candidate->user, candidate->triangle);
    return false;
}

static void land_listed(fall_search *search)
{
    fall_range all;
    if (measure(search, 0, search->count, &all))
        land_range(search, &all);
}

static void land_in_cell(fall_search *search, const fall_cell *cell)
{
    pick_query query = PICK_QUERY_DEFAULT;
    query.filter = list_piece;
    query.filter_user = search;
    query.filter_all = true;
    pick_vec3 corners[8];
    const pick_solid solid = solid_of(&cell->box, search->margin, corners);
    pick_contact contact;
    search->count = 0;
    (void)pick_sweep(search->large, &solid, pick_vec3_make(0, 0, 0), &query, &contact);
    if (!search->failed)
        land_listed(search);
}

static void land_cell(fall_search *search, const fall_cell *cell)
{
    const pick_vec3 size = pick_vec3_sub(cell->box.max, cell->box.min), middle = middle_of(&cell->box);
    if (search->failed || is_known(search, cell->gap))
        return;
    if (fmax(size.x, fmax(size.y, size.z)) <= search->fine) {
        land_in_cell(search, cell);
        return;
    }
    fall_cell halves[2] = {*cell, *cell};
    if (size.x >= size.y && size.x >= size.z)
        halves[0].box.max.x = halves[1].box.min.x = middle.x;
    else if (size.y >= size.z)
        halves[0].box.max.y = halves[1].box.min.y = middle.y;
    else
        halves[0].box.max.z = halves[1].box.min.z = middle.z;
    const bool left = measure_cell(search, &halves[0]);
    const bool right = measure_cell(search, &halves[1]);
    const bool swap = left && right && halves[1].gap < halves[0].gap;
    if (swap)
        land_cell(search, &halves[1]);
    if (left)
        land_cell(search, &halves[0]);
    if (!swap && right)
        land_cell(search, &halves[1]);
}

static void land_large(fall_search *search)
{
    fall_cell all = {.box = search->fall->box};
    if (measure_cell(search, &all))
        land_cell(search, &all);
}

// Puts the meshes of the subtree into a scene of their own, if they are large. False: out of memory.
static bool find_large(fall_search *search)
{
    enum { IN_A_CELL = 16 }; // triangles, where they are all alike and lie around the box
    const editor_level *level = search->level;
    const uint32_t root = search->fall->root;
    uint64_t triangles = 0;
    for (uint32_t i = root; i != EDITOR_NONE; i = editor_level_next_below(level, root, i)) {
        const uint32_t mesh = level->objects[i].mesh;
        triangles += mesh != EDITOR_NONE && level->meshes[mesh].pick ? level->meshes[mesh].index_count / 3 : 0;
    }
    if (triangles <= FALL_LISTED)
        return true;
    if (pick_scene_create(NULL, &search->large) != PICK_OK)
        return false;
    const pick_vec3 size = pick_vec3_sub(search->fall->box.max, search->fall->box.min);
    search->fine = fmax(size.x, fmax(size.y, size.z)) * sqrt(6.0 * IN_A_CELL / (double)triangles);
    bool ok = true;
    for (uint32_t i = root; ok && i != EDITOR_NONE; i = editor_level_next_below(level, root, i)) {
        const editor_object *o = &level->objects[i];
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        desc.mesh = o->mesh != EDITOR_NONE ? level->meshes[o->mesh].pick : NULL;
        if (!desc.mesh)
            continue;
        const pick_affine world = editor_level_mesh_world(level, o);
        desc.transform = pick_affine_to_transform(&world);
        desc.user = i;
        pick_object_id id;
        ok = pick_scene_add(search->large, &desc, &id) == PICK_OK;
    }
    return ok;
}

bool edit_fall_find(const edit_fall *fall, double far, edit_landing *out)
{
    const editor_level *level = fall->level;
    const pick_vec3 lo = fall->box.min, hi = fall->box.max;
    fall_search search = {.fall = fall, .level = level, .best.gap = far};
    const double size = fmax(hi.y - lo.y, fmax(hi.x - lo.x, hi.z - lo.z));
    const double reach = fabs(lo.x) + fabs(hi.x) + fabs(lo.y) + fabs(hi.y) + fabs(lo.z) + fabs(hi.z);
    search.middle = middle_of(&fall->box);
    search.graze = EDIT_FALL_GRAZE * size + 1e-12 * reach;
    search.raise = search.graze;
    search.slack = 4e-12 * (far + reach);
    search.boxes = editor_level_surface_query(level);
    search.boxes.filter = NULL;
    search.boxes.object_filter = has_triangles;
    search.boxes.object_filter_user = (void *)(uintptr_t)level; // the filter only reads it
    search.query = search.boxes;
    search.query.filter = holds;
    search.query.filter_user = &search;
    search.query.filter_all = true;
    search.margin = 1e-6 * size + 1e-12 * reach;
    bool ok = find_large(&search);
    for (uint32_t i = fall->root; ok && i != EDITOR_NONE; i = editor_level_next_below(level, fall->root, i)) {
        const uint32_t mesh = level->objects[i].mesh;
        ok = mesh == EDITOR_NONE || add_pieces(&search, i, search.large && level->meshes[mesh].pick);
    }
    if (ok)
        land_listed(&search);
    if (ok && search.large)
        land_large(&search);
    pick_scene_destroy(search.large);
    free(search.pieces);
    *out = search.best;
    return ok && !search.failed;
}

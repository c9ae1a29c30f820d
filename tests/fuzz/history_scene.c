// Histories of a scene of meshes, volumes, height fields, primitives, points, curves and other scenes: edits of every
// kind, near and very far, of few objects and of many that are mostly hidden, with maintenance at any pace and memory
// that runs out. After each edit, or each few of a large scene, its private state keeps the rules of scene_check.h, it
// says of each object what a plain array says, and finds what brute force finds.
#include "failing_allocator.h"
#include "history.h"
#include "picking/picking.h"
#include "random.h"
#include "scene_check.h"
#include "scene_meshes.h"
#include "scene_nests.h"
#include "scene_questions.h"
#include "scene_things.h"
#include "scene_volumes.h"

enum {
    MOST_SLOTS = 400000,
    SMALL = 100,       // scenes of so few slots are checked after every edit
    CHECK_SHARE = 200, // others after slots / this edits
    // Slots visited by checks and by edits of many in one history; the rest is not read. Most histories are short, so
    // that a fuzzer tries many; the sum of all bytes makes 3 in 64 longer, and one long, whatever was before the
    // mutation.
    MOST_WORK = 1000000,
    MORE_WORK = 100000,
    LITTLE_WORK = 6000,
    MOST_ALONE = 4000, // objects edited one by one by one decision
    MOST_NESTED = 64,  // that become scenes by one decision
    QUESTIONS = 2
};

typedef struct model {
    pick_object_desc desc;
    pick_object_id id;
    bool alive;
} model;

typedef struct world {
    history h;
    failing_allocator memory;
    pick_scene *scene;
    scene_meshes meshes;
    scene_volumes volumes;
    scene_things things;
    scene_nests nests;
    model *objects; // of every object that there ever was
    uint32_t count, alive;
    pick_object_id *ids; // scratch, as long as `objects`
    pick_object_desc *descs;
    uint64_t work, most_work, unchecked;
    scene_questions questions; // random ones: bytes are for edits
} world;

// --- Decisions ------------------------------------------------------------------------------------------------------

// Mostly few.
static uint32_t choose_count(history *h, uint32_t most)
{
    const uint8_t kind = history_byte(h);
    uint32_t count = 1 + kind % 16;
    if (kind >= 250)
        count = 1000u << history_byte(h) % 7;
    else if (kind >= 215)
        count = 64 + history_byte(h) * 8u;
    else if (kind >= 150)
        count = 16 + history_byte(h);
    return count < most ? count : most;
}

static model *choose(world *w)
{
    return w->count > 0 ? &w->objects[history_bits(&w->h, w->count <= 256 ? 1 : 3) % w->count] : NULL;
}

static uint32_t choose_flags(history *h)
{
    static const uint32_t flags[] = {0,
                                     0,
                                     PICK_OBJECT_HIDDEN,
                                     PICK_OBJECT_HIDDEN | PICK_OBJECT_LOCKED,
                                     PICK_OBJECT_LOCKED,
                                     PICK_OBJECT_LOCKED | PICK_OBJECT_CLICK_THROUGH,
                                     PICK_OBJECT_CLICK_THROUGH,
                                     0};
    return flags[history_byte(h) % 8];
}

static uint32_t choose_layers(history *h)
{
    static const uint32_t layers[] = {0xffffffffu, 0xffffffffu, 1, 2, 3, 0, 0x80000000u, 0xfffffffeu};
    return layers[history_byte(h) % 8];
}

static void set_scale(float linear[9], float x, float y, float z)
{
    linear[0] = x;
    linear[4] = y;
    linear[8] = z;
}

static pick_transform choose_transform(history *h, pick_vec3 origin)
{
    pick_transform t = PICK_TRANSFORM_IDENTITY;
    t.origin = origin;
    switch (history_byte(h) % 12) {
    case 0: {
        const float s = history_float(h);
        set_scale(t.linear, s, s, s);
        break;
    }
    case 1:
        set_scale(t.linear, 1, 0, 1);
        break;
    case 2:
        set_scale(t.linear, -1, 2, 0.5f);
        break;
    case 3:
        t.linear[1] = (float)history_near(h, 2);
        t.linear[5] = (float)history_near(h, 2);
        break;
    case 4:
        for (int i = 0; i < 9; i++)
            t.linear[i] = history_float(h);
        break;
    case 5: {
        const float s = (float)pow(2.0, history_byte(h) % 40 - 20.0);
        set_scale(t.linear, s, s, s);
        break;
    }
    default:
        break;
    }
    return t;
}

// Assemblies are placed, turned, mirrored and sheared a little, not flattened or made huge.
static void make_moderate(pick_transform *t)
{
    for (int i = 0; i < 9; i++) {
        const float x = t->linear[i];
        t->linear[i] = fabsf(x) > 1e-3f && fabsf(x) < 1e3f ? x : (i % 4 == 0 ? 1.0f : 0.0f);
    }
}

static pick_vec3 choose_place(history *h)
{
    const uint8_t kind = history_byte(h);
    if (kind < 128)
        return history_point_near(h, 30);
    return kind < 192 ? history_point_near(h, 1000) : history_point(h);
}

// A scene of so many levels is refused.
static void refuse_levels(world *w, const pick_scene *nested)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    desc.scene = nested;
    HISTORY_MUST(pick_scene_add(w->scene, &desc, &id) == PICK_ERROR_TOO_LARGE);
}

// Something else in place of a mesh, in more than one case of three.
static void choose_thing(world *w, pick_object_desc *desc)
{
    enum { SCENES = 16, FROM = 170, EACH = 22 };
    const uint32_t which = history_byte(&w->h), i = which < FROM ? 0 : (which - FROM) % EACH;
    desc->mesh = NULL;
    desc->volume = NULL;
    desc->thin = NULL;
    desc->scene = NULL;
    if (which < SCENES) {
        desc->scene = w->nests.all[which % SCENE_NESTS];
        if (scene_nests_levels(&w->nests, which % SCENE_NESTS) > PICK_NESTED_LEVELS) {
            refuse_levels(w, desc->scene);
            desc->scene = NULL;
        }
    }
    w->questions.others |= which >= FROM || desc->scene != NULL;
    if (desc->scene != NULL)
        return;
    if (which < FROM)
        desc->mesh = scene_meshes_at(&w->meshes, which);
    else if (which < FROM + EACH)
        desc->volume = scene_volumes_at(&w->volumes, i);
    else if (which < FROM + 2 * EACH)
        desc->thin = w->things.thins[i % SCENE_THINS];
    else if (which < FROM + 3 * EACH)
        desc->volume = w->things.fields[i % SCENE_FIELDS];
    else
        desc->volume = w->things.primitives[i % SCENE_PRIMITIVES];
}

static pick_object_desc choose_desc(world *w)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    choose_thing(w, &desc);
    desc.flags = choose_flags(&w->h);
    desc.layers = choose_layers(&w->h);
    desc.transform = choose_transform(&w->h, choose_place(&w->h));
    if (desc.scene != NULL)
        make_moderate(&desc.transform);
    desc.user = history_byte(&w->h);
    return desc;
}

// --- What must hold -------------------------------------------------------------------------------------------------

static bool equal(const void *a, const void *b, size_t bytes)
{
    return memcmp(a, b, bytes) == 0;
}

static void check_object(world *w, const model *m)
{
    pick_object_desc got;
    pick_aabb bounds;
    HISTORY_MUST(pick_scene_contains(w->scene, m->id) == m->alive);
    HISTORY_MUST(pick_scene_get(w->scene, m->id, &got) == (m->alive ? PICK_OK : PICK_ERROR_STALE_HANDLE));
    if (m->alive) {
        const pick_object_desc *d = &m->desc;
        HISTORY_MUST(got.mesh == d->mesh && got.volume == d->volume && got.thin == d->thin && got.scene == d->scene);
        HISTORY_MUST(got.flags == d->flags && got.layers == d->layers && got.user == d->user);
        HISTORY_MUST(equal(&got.transform.origin, &d->transform.origin, sizeof got.transform.origin));
        HISTORY_MUST(equal(got.transform.linear, d->transform.linear, sizeof got.transform.linear));
        HISTORY_MUST(pick_scene_object_bounds(w->scene, m->id, &bounds) == PICK_OK);
        const pick_vec3 size = pick_vec3_sub(bounds.max, bounds.min);
        double *largest = d->mesh == NULL ? &w->questions.largest : &w->questions.largest_mesh;
        *largest = fmax(*largest, fmax(fmax(size.x, size.y), size.z));
    }
}

// The bounds of an object that can be seen, mostly, or none.
static pick_aabb choose_target(world *w)
{
    test_random *r = &w->questions.random;
    pick_aabb bounds = {{0, 0, 0}, {0, 0, 0}}, of_object;
    const model *m = w->count > 0 ? &w->objects[random_index(r, w->count)] : NULL;
    for (int tries = 0; tries < 20 && m != NULL && !(m->alive && (m->desc.flags & PICK_OBJECT_HIDDEN) == 0); tries++)
        m = &w->objects[random_index(r, w->count)];
    if (m != NULL && pick_scene_object_bounds(w->scene, m->id, &of_object) == PICK_OK &&
        of_object.min.x <= of_object.max.x)
        bounds = of_object;
    return bounds;
}

static void check_all(world *w)
{
    const char *wrong = scene_check(w->scene);
    history_must(wrong == NULL, wrong);
    wrong = scene_nests_check(&w->nests);
    history_must(wrong == NULL, wrong);
    HISTORY_MUST(pick_scene_count(w->scene) == w->alive);
    HISTORY_MUST(pick_scene_memory(w->scene) + scene_nests_memory(&w->nests) == w->memory.held_bytes);
    w->questions.largest = w->questions.largest_mesh = 0;
    for (uint32_t i = 0; i < w->count; i++)
        check_object(w, &w->objects[i]);
    w->questions.slots = w->count;
    for (int i = 0; i < QUESTIONS; i++) {
        w->questions.target = choose_target(w);
        scene_questions_ask(&w->questions);
    }
    w->work += w->count;
    w->unchecked = 0;
}

// --- Edits ----------------------------------------------------------------------------------------------------------
// Each either does what it says or, where memory ran out, nothing.

static bool expect(const world *w, pick_result result, bool can_fail)
{
    const bool failed = w->memory.fail_at != 0 && w->memory.calls >= w->memory.fail_at;
    HISTORY_MUST(result == PICK_OK || (can_fail && failed && result == PICK_ERROR_OUT_OF_MEMORY));
    return result == PICK_OK;
}

static void make_room(world *w, uint32_t count)
{
    w->objects = realloc(w->objects, (w->count + count + 1) * sizeof *w->objects);
    w->ids = realloc(w->ids, (w->count + count + 1) * sizeof *w->ids);
    w->descs = realloc(w->descs, (count + 1) * sizeof *w->descs);
    history_must(w->objects != NULL && w->ids != NULL && w->descs != NULL, "no memory");
}

static void note_added(world *w, const pick_object_desc *desc, pick_object_id id)
{
    w->objects[w->count++] = (model){*desc, id, true};
    ++w->alive;
}

static void add_one(world *w)
{
    const pick_object_desc desc = choose_desc(w);
    pick_object_id id;
    make_room(w, 1);
    if (expect(w, pick_scene_add(w->scene, &desc, &id), true))
        note_added(w, &desc, id);
}

// Alike but for their places, which lie on a grid, on a line of growing steps, or at random.
static void add_run(world *w, bool together)
{
    const pick_object_desc first = choose_desc(w);
    const uint32_t most = w->most_work < MOST_SLOTS ? (uint32_t)w->most_work : MOST_SLOTS;
    const uint32_t room = w->count < most ? most - w->count : 0;
    uint32_t count = choose_count(&w->h, together || room < MOST_ALONE ? room : MOST_ALONE);
    count = first.scene != NULL && count > MOST_NESTED ? MOST_NESTED : count;
    const uint8_t how = history_byte(&w->h);
    if (count == 0)
        return;
    const double step = (how & 1u) != 0 ? 2.5 : fabs(history_near(&w->h, 100));
    test_random r = {how};
    make_room(w, count);
    for (uint32_t i = 0; i < count; i++) {
        pick_object_desc *d = &w->descs[i];
        *d = first;
        const pick_vec3 on_grid = {step * (i % 64), step * (i / 64 % 64), step * (i / 4096)};
        const double line = step * pow(1.01, i < 5000 ? i : 5000);
        const pick_vec3 by =
            (how & 6u) == 0 ? pick_vec3_make(line, 0, 0) : ((how & 6u) == 2 ? random_in_cube(&r, step * 10) : on_grid);
        const pick_vec3 at = pick_vec3_add(d->transform.origin, by);
        d->transform.origin = isfinite(at.x + at.y + at.z) ? at : d->transform.origin;
        d->flags ^= (how & 8u) != 0 && i % (1 + how / 16) == 0 ? PICK_OBJECT_HIDDEN : 0;
        d->user = i;
    }
    w->work += together ? count : 16 * count;
    if (together) {
        if (expect(w, pick_scene_add_many(w->scene, w->descs, count, w->ids), true)) {
            for (uint32_t i = 0; i < count; i++)
                note_added(w, &w->descs[i], w->ids[i]);
        }
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        pick_object_id id;
        if (expect(w, pick_scene_add(w->scene, &w->descs[i], &id), true))
            note_added(w, &w->descs[i], id);
    }
}

static void remove_object(world *w, model *m)
{
    if (m->alive) {
        expect(w, pick_scene_remove(w->scene, m->id), false);
        m->alive = false;
        --w->alive;
    } else {
        HISTORY_MUST(pick_scene_remove(w->scene, m->id) == PICK_ERROR_STALE_HANDLE);
    }
}

static void set_flags(world *w, model *m, uint32_t flags)
{
    const pick_result result = pick_scene_set_flags(w->scene, m->id, flags);
    if (!m->alive)
        HISTORY_MUST(result == PICK_ERROR_STALE_HANDLE);
    else if (expect(w, result, true))
        m->desc.flags = flags;
}

static void set_transform(world *w, model *m, const pick_transform *transform)
{
    const pick_result result = pick_scene_set_transform(w->scene, m->id, transform);
    if (!m->alive)
        HISTORY_MUST(result == PICK_ERROR_STALE_HANDLE);
    else if (expect(w, result, true))
        m->desc.transform = *transform;
}

// What it is.
static void set_thing(world *w, model *m, const pick_object_desc *like)
{
    pick_result result;
    if (like->mesh != NULL)
        result = pick_scene_set_mesh(w->scene, m->id, like->mesh);
    else if (like->volume != NULL)
        result = pick_scene_set_volume(w->scene, m->id, like->volume);
    else if (like->thin != NULL)
        result = pick_scene_set_thin(w->scene, m->id, like->thin);
    else
        result = pick_scene_set_nested(w->scene, m->id, like->scene);
    if (!m->alive) {
        HISTORY_MUST(result == PICK_ERROR_STALE_HANDLE);
    } else if (expect(w, result, true)) {
        m->desc.mesh = like->mesh;
        m->desc.volume = like->volume;
        m->desc.thin = like->thin;
        m->desc.scene = like->scene;
    }
}

static void set_layers(world *w, model *m, uint32_t layers)
{
    const pick_result result = pick_scene_set_layers(w->scene, m->id, layers);
    HISTORY_MUST(result == (m->alive ? PICK_OK : PICK_ERROR_STALE_HANDLE));
    m->desc.layers = m->alive ? layers : m->desc.layers;
}

static void set_user(world *w, model *m, uint64_t user)
{
    const pick_result result = pick_scene_set_user(w->scene, m->id, user);
    HISTORY_MUST(result == (m->alive ? PICK_OK : PICK_ERROR_STALE_HANDLE));
    m->desc.user = m->alive ? user : m->desc.user;
}

// The same edit of one object and those after it.
static void edit_run(world *w, uint32_t what)
{
    model *first = choose(w);
    if (first == NULL)
        return;
    const uint32_t behind = w->count - (uint32_t)(first - w->objects);
    const uint32_t left = behind < MOST_ALONE ? behind : MOST_ALONE;
    uint32_t count = what >= 4 ? choose_count(&w->h, left) : 1;
    const uint32_t flags = choose_flags(&w->h), layers = choose_layers(&w->h);
    pick_object_desc like;
    choose_thing(w, &like);
    count = like.scene != NULL && count > MOST_NESTED ? MOST_NESTED : count;
    const pick_vec3 by = choose_place(&w->h);
    const pick_transform whole = choose_transform(&w->h, by);
    for (uint32_t i = 0; i < count; i++) {
        model *m = &first[i];
        pick_transform moved = m->desc.transform;
        const pick_vec3 at = pick_vec3_add(moved.origin, by);
        moved.origin = isfinite(at.x + at.y + at.z) ? at : by;
        switch (what) {
        case 0:
        case 4:
            set_flags(w, m, flags);
            break;
        case 1:
        case 5:
            set_transform(w, m, &moved);
            break;
        case 2:
        case 6:
            set_thing(w, m, &like);
            break;
        case 3:
            set_transform(w, m, &whole);
            break;
        case 7:
            remove_object(w, m);
            break;
        case 8:
            set_layers(w, m, layers);
            set_user(w, m, w->work + i);
            break;
        default:
            set_flags(w, m, m->desc.flags ^ PICK_OBJECT_HIDDEN);
            break;
        }
    }
    w->work += 16 * count;
}

// The same of one object and those after it, at once: moved, shown or hidden, all like the first, or back again. Dead
// ones are left out, and some are given twice.
static void set_run(world *w)
{
    model *first = choose(w);
    if (first == NULL)
        return;
    const uint8_t how = history_byte(&w->h);
    const uint32_t from = (uint32_t)(first - w->objects);
    uint32_t most = choose_count(&w->h, w->count - from);
    const pick_object_desc like = choose_desc(w);
    most = like.scene != NULL && most > MOST_NESTED ? MOST_NESTED : most;
    make_room(w, 2 * most);
    first = w->objects + from;
    uint32_t count = 0;
    for (uint32_t i = 0; i < most; i++) {
        const model *m = &first[i];
        for (uint32_t k = 0; m->alive && k < (how % 8 == 7 && i % 3 == 0 ? 2u : 1u); k++) {
            pick_object_desc *d = &w->descs[count];
            *d = (how & 8u) != 0 ? like : m->desc;
            const pick_vec3 at = pick_vec3_add(m->desc.transform.origin, like.transform.origin);
            if ((how & 16u) != 0 && isfinite(at.x + at.y + at.z))
                d->transform.origin = at;
            d->flags = (how & 32u) != 0 ? like.flags : d->flags;
            d->user = w->work + i + k;
            w->ids[count++] = m->id;
        }
    }
    if (expect(w, pick_scene_set_many(w->scene, w->ids, w->descs, count), true)) {
        uint32_t at = 0;
        for (uint32_t i = 0; i < most; i++) {
            for (; first[i].alive && at < count && pick_object_id_equal(w->ids[at], first[i].id); at++)
                first[i].desc = w->descs[at];
        }
    }
    w->work += 2 * count;
}

// All scenes are told of a change by this.
typedef void scene_teller(pick_scene *scene, const void *what);

static void tell_mesh(pick_scene *scene, const void *what)
{
    pick_scene_mesh_changed(scene, what);
}

static void tell_thin(pick_scene *scene, const void *what)
{
    pick_scene_thin_changed(scene, what);
}

static void tell_volume(pick_scene *scene, const void *what)
{
    pick_scene_volume_changed(scene, what);
}

static void tell_all(world *w, scene_teller *tell, const void *what)
{
    for (uint32_t i = 0; i < NEST_CHAIN; i++) {
        tell(w->nests.chain[i], what);
        for (uint32_t k = i + 1; k < NEST_CHAIN; k++)
            pick_scene_nested_changed(w->nests.chain[k], w->nests.chain[i]);
    }
    for (uint32_t i = 0; i < SCENE_NESTS; i++)
        tell(w->nests.all[i], what);
    pick_scene_nested_changed(w->nests.all[SCENE_NESTS - 1], w->nests.chain[NEST_CHAIN - 1]);
    tell(w->scene, what);
    scene_nests_tell(&w->nests, (1u << SCENE_NESTS) - 1, w->scene);
}

// New positions of a mesh, of points, lines or curves, other heights, or other bounds.
static void refit(world *w)
{
    const uint8_t which = history_byte(&w->h), how = history_byte(&w->h);
    if (which < 128) {
        const pick_mesh *mesh = scene_meshes_refit(&w->meshes, which, how);
        if (mesh == NULL)
            return;
        tell_all(w, tell_mesh, mesh);
    } else if (which < 176) {
        tell_all(w, tell_thin, scene_things_refit_thin(&w->things, which - 128u, how));
    } else if (which < 216) {
        tell_all(w, tell_volume, scene_things_change_field(&w->things, which - 176u, how));
    } else {
        tell_all(w, tell_volume, scene_things_change_primitive(&w->things, which - 216u, how));
    }
    w->work += w->count;
}

// --- Nested scenes --------------------------------------------------------------------------------------------------

static bool is_used(const world *w, uint32_t which)
{
    bool used = false;
    for (uint32_t i = 0; i < w->count && !used; i++) {
        const uint32_t at = scene_nests_find(&w->nests, w->objects[i].desc.scene);
        used = w->objects[i].alive && at < SCENE_NESTS && scene_nests_has(&w->nests, at, which);
    }
    for (uint32_t i = 0; i < SCENE_NESTS && !used; i++)
        used = i != which && scene_nests_has(&w->nests, i, which);
    return used;
}

// Whether a scene can get an object without more levels, or more in all, than the histories want.
static bool nest_has_room(const world *w, uint32_t which, uint32_t within)
{
    if (within < SCENE_NESTS && scene_nests_levels(&w->nests, within) >= PICK_NESTED_LEVELS && is_used(w, which))
        return false;
    const uint32_t more = within < SCENE_NESTS ? scene_nests_total(&w->nests, within) : 1;
    for (uint32_t i = 0; i < SCENE_NESTS; i++) {
        uint32_t deeper = within < SCENE_NESTS ? scene_nests_levels(&w->nests, within) : 0;
        if (!scene_nests_has(&w->nests, i, which))
            continue;
        deeper += scene_nests_levels(&w->nests, i);
        if (scene_nests_total(&w->nests, i) * (more + 1) > MOST_IN_NEST * 4 ||
            (i != which && deeper > PICK_NESTED_LEVELS))
            return false;
    }
    return true;
}

// What a nested scene should say to an object.
static bool expect_nested(const world *w, pick_result result, uint32_t which, uint32_t within)
{
    if (within < SCENE_NESTS && scene_nests_has(&w->nests, within, which)) {
        HISTORY_MUST(result == PICK_ERROR_INVALID_ARGUMENT);
        return false;
    }
    if (within < SCENE_NESTS && scene_nests_levels(&w->nests, within) > PICK_NESTED_LEVELS) {
        HISTORY_MUST(result == PICK_ERROR_TOO_LARGE);
        return false;
    }
    return expect(w, result, true);
}

static void add_within(world *w, uint32_t which)
{
    const pick_object_desc desc = choose_desc(w);
    const uint32_t within = scene_nests_find(&w->nests, desc.scene);
    pick_object_id id;
    if (w->nests.count[which] == NEST_OBJECTS || !nest_has_room(w, which, within))
        return;
    if (expect_nested(w, pick_scene_add(w->nests.all[which], &desc, &id), which, within))
        w->nests.objects[which][w->nests.count[which]++] = (nest_object){id, desc};
}

static void edit_within(world *w, uint32_t which, uint32_t what)
{
    scene_nests *nests = &w->nests;
    pick_scene *scene = nests->all[which];
    const uint32_t i = history_byte(&w->h) % nests->count[which];
    nest_object *object = &nests->objects[which][i];
    const pick_object_desc desc = choose_desc(w);
    const uint32_t within = scene_nests_find(nests, desc.scene);
    switch (what) {
    case 0:
        HISTORY_MUST(pick_scene_remove(scene, object->id) == PICK_OK);
        *object = nests->objects[which][--nests->count[which]];
        break;
    case 1:
        if (expect(w, pick_scene_set_flags(scene, object->id, desc.flags), true))
            object->desc.flags = desc.flags;
        break;
    case 2:
        if (nest_has_room(w, which, within) &&
            expect_nested(w, pick_scene_set_many(scene, &object->id, &desc, 1), which, within))
            object->desc = desc;
        break;
    case 3:
        HISTORY_MUST(pick_scene_set_layers(scene, object->id, desc.layers) == PICK_OK);
        object->desc.layers = desc.layers;
        break;
    default:
        if (object->desc.scene == NULL || desc.scene != NULL) {
            if (expect(w, pick_scene_set_transform(scene, object->id, &desc.transform), true))
                object->desc.transform = desc.transform;
        }
        break;
    }
}

static void edit_nest(world *w)
{
    const uint32_t which = history_byte(&w->h) % SCENE_NESTS;
    const uint8_t what = history_byte(&w->h) % 8;
    if (what < 4 || w->nests.count[which] == 0)
        add_within(w, which);
    else
        edit_within(w, which, history_byte(&w->h) % 5);
    scene_nests_tell(&w->nests, 1u << which, w->scene);
    w->work += 16 + w->count;
}

// --- All edits ------------------------------------------------------------------------------------------------------

static void maintain(world *w)
{
    static const uint64_t budgets[] = {0, 1, 7, 60, 500, 3000, 100000, UINT64_MAX};
    const uint8_t kind = history_byte(&w->h);
    const uint32_t times = kind < 128 ? 1 : kind % 16;
    bool more = true;
    pick_scene_defer_builds(w->scene, kind % 3 == 0);
    for (uint32_t i = 0; i < times && more; i++)
        more = pick_scene_maintain(w->scene, budgets[kind % 8]);
}

// What callers get wrong is refused, and changes nothing.
static void offend(world *w)
{
    pick_object_desc bad = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    const model *m = choose(w);
    bad.mesh = scene_meshes_at(&w->meshes, 0);
    bad.flags = 1u << (3 + history_byte(&w->h) % 29);
    HISTORY_MUST(pick_scene_add(w->scene, &bad, &id) == PICK_ERROR_INVALID_ARGUMENT);
    HISTORY_MUST(m == NULL || pick_scene_set_flags(w->scene, m->id, bad.flags) ==
                                  (m->alive ? PICK_ERROR_INVALID_ARGUMENT : PICK_ERROR_STALE_HANDLE));
    bad.flags = 0;
    bad.transform.linear[history_byte(&w->h) % 9] = NAN;
    HISTORY_MUST(pick_scene_add_many(w->scene, &bad, 1, &id) == PICK_ERROR_NOT_FINITE);
    HISTORY_MUST(m == NULL || pick_scene_set_transform(w->scene, m->id, &bad.transform) ==
                                  (m->alive ? PICK_ERROR_NOT_FINITE : PICK_ERROR_STALE_HANDLE));
    const pick_object_id none = {w->count + 1 + history_byte(&w->h), 1};
    HISTORY_MUST(!pick_scene_contains(w->scene, none) && pick_scene_remove(w->scene, none) == PICK_ERROR_STALE_HANDLE);
}

static void reserve(world *w)
{
    const uint32_t count = history_flag(&w->h) ? w->count + history_byte(&w->h) : history_index(&w->h, 20000);
    (void)expect(w, pick_scene_reserve(w->scene, count), true);
}

static void starve(world *w)
{
    const uint8_t kind = history_byte(&w->h);
    w->memory.fail_at = kind < 64 ? 0 : w->memory.calls + 1 + kind % 8;
    w->memory.for_ever = kind >= 192;
}

static void edit(world *w)
{
    const uint8_t op = history_byte(&w->h) % 32;
    switch (op) {
    case 0:
    case 1:
    case 2:
        add_one(w);
        break;
    case 3:
    case 4:
        add_run(w, false);
        break;
    case 5:
    case 6:
    case 7:
        add_run(w, true);
        break;
    case 8:
    case 9:
        refit(w);
        break;
    case 10:
    case 11:
    case 12:
        maintain(w);
        break;
    case 13:
        offend(w);
        break;
    case 14:
        reserve(w);
        break;
    case 15:
        starve(w);
        break;
    case 26:
    case 28:
        edit_nest(w);
        break;
    case 30:
    case 29:
        set_run(w);
        break;
    case 31:
        check_all(w);
        break;
    default:
        edit_run(w, op % 10);
        break;
    }
}

static uint64_t choose_work(const uint8_t *bytes, size_t size)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < size; i++)
        sum += bytes[i];
    return sum % 64 == 0 ? MOST_WORK : (sum % 64 < 4 ? MORE_WORK : LITTLE_WORK);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    world w = {.h = history_begin(bytes, size), .questions.random = {size}};
    const pick_allocator hook = failing_allocator_hook(&w.memory);
    w.most_work = choose_work(bytes, size);
    (void)history_byte(&w.h); // is there for its sum
    scene_meshes_make(&w.meshes);
    scene_volumes_make(&w.volumes);
    scene_things_make(&w.things);
    HISTORY_MUST(pick_region_create(NULL, &w.questions.region) == PICK_OK);
    HISTORY_MUST(pick_scene_create(&hook, &w.scene) == PICK_OK);
    scene_nests_make(&w.nests, &hook, scene_meshes_at(&w.meshes, 0));
    w.questions.scene = w.scene;
    w.questions.things = &w.things;
    while (!history_ended(&w.h) && w.work < w.most_work) {
        edit(&w);
        if (w.count <= SMALL || ++w.unchecked > w.count / CHECK_SHARE)
            check_all(&w);
    }
    check_all(&w);
    w.memory.fail_at = 0;
    while (pick_scene_maintain(w.scene, UINT64_MAX)) {
    }
    check_all(&w);
    pick_scene_destroy(w.scene);
    scene_nests_free(&w.nests);
    HISTORY_MUST(w.memory.held_bytes == 0 && w.memory.held_blocks == 0);
    pick_region_destroy(w.questions.region);
    scene_meshes_free(&w.meshes);
    scene_volumes_free(&w.volumes);
    scene_things_free(&w.things);
    free(w.objects);
    free(w.ids);
    free(w.descs);
    return 0;
}

// look.c: finds, makes and removes looks.
#include "document/level/look.h"

#include "document/level/level_internal.h"
#include "system/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// --- Overrides ---

// The same with all values that do not count 0, so that equal overrides have equal values. -0 becomes 0.
static editor_override reduce(const editor_override *from)
{
    editor_override to = {.slot = from->slot, .fields = from->fields, .extra = from->extra};
    for (int i = 0; i < 4 && from->fields & EDITOR_OVERRIDE_BASE_COLOR; i++)
        to.base_color[i] = from->base_color[i] + 0.0;
    to.metallic = from->fields & EDITOR_OVERRIDE_METALLIC ? from->metallic + 0.0 : 0;
    to.roughness = from->fields & EDITOR_OVERRIDE_ROUGHNESS ? from->roughness + 0.0 : 0;
    for (int i = 0; i < 3 && from->fields & EDITOR_OVERRIDE_EMISSIVE; i++)
        to.emissive[i] = from->emissive[i] + 0.0;
    to.emissive_strength = from->fields & EDITOR_OVERRIDE_EMISSIVE ? from->emissive_strength + 0.0 : 0;
    to.alpha_mode = from->fields & EDITOR_OVERRIDE_ALPHA_MODE ? from->alpha_mode : EDITOR_ALPHA_OPAQUE;
    to.alpha_cutoff = from->fields & EDITOR_OVERRIDE_ALPHA_CUTOFF ? from->alpha_cutoff + 0.0 : 0;
    to.double_sided = from->fields & EDITOR_OVERRIDE_SIDES && from->double_sided;
    if (from->fields & EDITOR_OVERRIDE_WIDTH)
        to.width = from->width;
    return to;
}

static bool same_numbers(const double *a, const double *b, int count)
{
    bool same = true;
    for (int i = 0; i < count; i++)
        same = same && a[i] == b[i];
    return same;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_override(const editor_override *a, const editor_override *b)
{
    return a->slot == b->slot && a->fields == b->fields && same_numbers(a->base_color, b->base_color, 4) &&
           a->metallic == b->metallic && a->roughness == b->roughness && same_numbers(a->emissive, b->emissive, 3) &&
           a->emissive_strength == b->emissive_strength && a->alpha_mode == b->alpha_mode &&
           a->alpha_cutoff == b->alpha_cutoff && a->double_sided == b->double_sided &&
           editor_width_equal(&a->width, &b->width) && same_text(a->extra, b->extra);
}

static int by_slot(const void *a, const void *b)
{
    const editor_override *x = *(const editor_override *const *)a, *y = *(const editor_override *const *)b;
    if (x->slot != y->slot)
        return x->slot < y->slot ? -1 : 1;
    return x < y ? -1 : x > y; // both are of one array
}

// Fills `list` with those that have something to say, ascending by slot, the last one of each. Returns how many.
static uint32_t sort(const editor_override *overrides, uint32_t count, const editor_override **order,
                     editor_override *list)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        order[i] = &overrides[i];
    qsort(order, count, sizeof(*order), by_slot);
    for (uint32_t i = 0; i < count; i++) {
        const bool is_last = i + 1 == count || order[i + 1]->slot != order[i]->slot;
        if (is_last && (order[i]->fields || order[i]->extra))
            list[kept++] = reduce(order[i]);
    }
    return kept;
}

// --- Hashes ---

static uint64_t mix(uint64_t state, uint64_t word)
{
    uint64_t z = (state ^ word) + 0x9e3779b97f4a7c15u; // the mixer of SplitMix64
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t mix_number(uint64_t state, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof(bits));
    return mix(state, bits);
}

static uint64_t hash_of(uint32_t mesh, const editor_override *list, uint32_t count)
{
    uint64_t hash = mesh;
    for (uint32_t i = 0; i < count; i++) {
        const editor_override *o = &list[i];
        hash = mix(hash, (uint64_t)o->slot << 32 | o->fields << 8 | (uint32_t)o->alpha_mode << 1 | o->double_sided);
        for (int k = 0; k < 4; k++)
            hash = mix_number(hash, o->base_color[k]);
        for (int k = 0; k < 3; k++)
            hash = mix_number(hash, o->emissive[k]);
        hash = mix_number(mix_number(hash, o->metallic), o->roughness);
        hash = mix_number(mix_number(hash, o->emissive_strength), o->alpha_cutoff);
        hash = mix_number(mix(hash, (uint64_t)o->width.unit), o->width.value);
    }
    return hash;
}

// --- Making ---

static bool copy_overrides(editor_look *look, const editor_override *list, uint32_t count)
{
    look->overrides = calloc(count, sizeof(*look->overrides));
    bool ok = look->overrides != NULL;
    for (; ok && look->override_count < count; look->override_count++) {
        editor_override *to = &look->overrides[look->override_count];
        *to = list[look->override_count];
        to->extra = to->extra ? editor_text_copy(to->extra) : NULL;
        ok = to->extra || !list[look->override_count].extra;
    }
    return ok;
}

static void free_look(editor_look *look)
{
    for (uint32_t i = 0; i < look->override_count; i++)
        free(look->overrides[i].extra);
    free(look->overrides);
    editor_look_free_content(&look->content);
    free(look);
}

// Gives the look a number: a free one, or a new one.
static bool store(editor_level *level, editor_look *look)
{
    uint32_t number = level->look_count;
    for (uint32_t i = 0; level->look_total < level->look_count && i < level->look_count; i++) {
        if (!level->looks[i]) {
            number = i;
            break;
        }
    }
    if (number == level->look_count) {
        editor_look **looks =
            editor_level_reserve(level->looks, level->look_count, &level->look_capacity, sizeof(*looks));
        if (!looks)
            return false;
        level->looks = looks;
        level->look_count++;
    }
    editor_look **bucket = &level->look_buckets[look->hash % EDITOR_LOOK_BUCKETS];
    look->number = number;
    look->serial = ++level->look_serial;
    look->next = *bucket;
    *bucket = level->looks[number] = look;
    level->look_total++;
    return true;
}

static editor_look *make_look(editor_level *level, uint32_t mesh, const editor_override *list, uint32_t count,
                              uint64_t hash)
{
    editor_look *look = calloc(1, sizeof(*look));
    if (!look)
        return NULL;
    look->mesh = mesh;
    look->hash = hash;
    editor_mesh *m = &level->meshes[mesh];
    if ((m->pick || m->thin || m->volume || editor_level_finish_mesh(level, m) == PICK_OK) &&
        copy_overrides(look, list, count) && editor_look_make_content(level, look, m, &look->content) &&
        store(level, look))
        return look;
    free_look(look);
    return NULL;
}

bool editor_look_equal(const editor_look *a, const editor_look *b)
{
    bool same = a == b || (a && b && a->override_count == b->override_count);
    for (uint32_t i = 0; same && a != b && i < a->override_count; i++)
        same = same_override(&a->overrides[i], &b->overrides[i]);
    return same;
}

static editor_look *find(const editor_level *level, uint32_t mesh, const editor_override *list, uint32_t count,
                         uint64_t hash)
{
    for (editor_look *look = level->look_buckets[hash % EDITOR_LOOK_BUCKETS]; look; look = look->next) {
        bool same = look->hash == hash && look->mesh == mesh && look->override_count == count;
        for (uint32_t i = 0; same && i < count; i++)
            same = same_override(&look->overrides[i], &list[i]);
        if (same)
            return look;
    }
    return NULL;
}

bool editor_level_find_look(editor_level *level, uint32_t mesh, const editor_override *overrides, uint32_t count,
                            const editor_look **out)
{
    *out = NULL;
    if (count == 0)
        return true;
    editor_override *list = calloc(count, sizeof(*list));
    const editor_override **order = calloc(count, sizeof(*order));
    bool ok = list && order;
    const uint32_t kept = ok ? sort(overrides, count, order, list) : 0;
    if (kept > 0) {
        const uint64_t hash = hash_of(mesh, list, kept);
        *out = find(level, mesh, list, kept, hash);
        if (!*out)
            *out = make_look(level, mesh, list, kept, hash);
        ok = *out != NULL;
    }
    free(list);
    free(order);
    return ok;
}

// --- Removing ---

void editor_level_remove_looks(editor_level *level)
{
    for (uint32_t i = 0; i < level->look_count; i++) {
        editor_look *look = level->looks[i];
        if (!look || look->is_used)
            continue;
        editor_look **link = &level->look_buckets[look->hash % EDITOR_LOOK_BUCKETS];
        while (*link != look)
            link = &(*link)->next;
        *link = look->next;
        level->looks[i] = NULL;
        level->look_total--;
        level->look_serial++;
        free_look(look);
    }
}

void editor_level_free_looks(editor_level *level)
{
    for (uint32_t i = 0; i < level->look_count; i++) {
        if (level->looks[i])
            free_look(level->looks[i]);
    }
    free(level->looks);
}

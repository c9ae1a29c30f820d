#include "document_rows.h"

static void add_row(rows *out, const editor_level *level, uint32_t number, uint32_t parent)
{
    const editor_object *o = &level->objects[number];
    HISTORY_MUST(out->count < ROW_MAX && o->parent == parent);
    row *r = &out->row[out->count++];
    memset(r, 0, sizeof(*r));
    r->number = number;
    r->parent = parent;
    r->id = o->id;
    (void)snprintf(r->name, sizeof(r->name), "%s", o->name);
    r->kind = o->kind;
    r->mesh = o->mesh;
    r->shape = o->mesh != EDITOR_NONE && level->meshes[o->mesh].pick ? pick_mesh_hash(level->meshes[o->mesh].pick) : 0;
    r->layers = o->layers;
    r->local = o->local;
    r->world = o->world;
    r->hidden = o->hidden;
    r->locked = o->locked;
    r->is_hidden = o->is_hidden;
    r->is_locked = o->is_locked;
    for (uint32_t child = o->first_child; child != EDITOR_NONE; child = level->objects[child].next)
        add_row(out, level, child, number);
}

void rows_read_level(rows *out, const editor_level *level)
{
    out->count = out->selected_count = 0;
    out->active = EDITOR_NONE;
    for (uint32_t root = level->first_root; root != EDITOR_NONE; root = level->objects[root].next)
        add_row(out, level, root, EDITOR_NONE);
    out->hidden_layers = level->hidden_layers;
    out->locked_layers = level->locked_layers;
    out->hash = editor_level_hash(level);
}

void rows_read(rows *out, const editor_document *document)
{
    rows_read_level(out, editor_document_level(document));
    out->selected_count = editor_document_selected(document, out->selected, ROW_MAX);
    HISTORY_MUST(out->selected_count <= ROW_MAX);
    out->active = editor_document_active(document);
}

row *rows_find(const rows *r, uint32_t number)
{
    for (uint32_t i = 0; i < r->count; i++) {
        if (r->row[i].number == number)
            return (row *)(uintptr_t)&r->row[i];
    }
    return NULL;
}

bool rows_is_selected(const rows *r, uint32_t number)
{
    for (uint32_t i = 0; i < r->selected_count; i++) {
        if (r->selected[i] == number)
            return true;
    }
    return false;
}

static void take_out(rows *r, uint32_t number)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < r->selected_count; i++) {
        if (r->selected[i] != number)
            r->selected[kept++] = r->selected[i];
    }
    r->selected_count = kept;
}

void rows_select(rows *r, pick_selection_op op, const uint32_t *numbers, uint32_t count)
{
    static rows before;
    before = *r;
    if (op == PICK_SELECTION_REPLACE)
        r->selected_count = 0;
    uint32_t named = EDITOR_NONE;
    for (uint32_t i = 0; i < count; i++) {
        if (rows_find(r, numbers[i]) == NULL)
            continue;
        bool out =
            op == PICK_SELECTION_REMOVE || (op == PICK_SELECTION_TOGGLE && rows_is_selected(&before, numbers[i]));
        if (out)
            take_out(r, numbers[i]);
        else if (!rows_is_selected(r, numbers[i]))
            r->selected[r->selected_count++] = numbers[i];
        named = out ? named : numbers[i];
    }
    if (named != EDITOR_NONE)
        r->active = named;
    if (!rows_is_selected(r, r->active))
        r->active = r->selected_count > 0 ? r->selected[r->selected_count - 1] : EDITOR_NONE;
}

static bool covers(uint32_t layers, uint32_t of)
{
    return layers != 0 && (layers & ~of) == 0;
}

void rows_derive(rows *r)
{
    for (uint32_t i = 0; i < r->count; i++) { // parents come first
        row *o = &r->row[i];
        const row *parent = o->parent == EDITOR_NONE ? NULL : rows_find(r, o->parent);
        o->world = parent != NULL ? pick_affine_multiply(&parent->world, &o->local) : o->local;
        o->is_hidden = o->hidden || covers(o->layers, r->hidden_layers) || (parent != NULL && parent->is_hidden);
        o->is_locked = o->locked || covers(o->layers, r->locked_layers) || (parent != NULL && parent->is_locked);
    }
}

static bool same_numbers(const double *a, const double *b, int count)
{
    return memcmp(a, b, (size_t)count * sizeof(*a)) == 0;
}

static bool same_affine(const pick_affine *a, const pick_affine *b)
{
    return same_numbers(a->linear, b->linear, 9) && same_numbers(&a->origin.x, &b->origin.x, 3);
}

// What is in a row but for its numbers.
static bool same_content(const row *x, const row *y)
{
    return x->id == y->id && strcmp(x->name, y->name) == 0 && x->kind == y->kind && x->layers == y->layers &&
           x->shape == y->shape && same_affine(&x->local, &y->local) && same_affine(&x->world, &y->world) &&
           x->hidden == y->hidden && x->locked == y->locked && x->is_hidden == y->is_hidden &&
           x->is_locked == y->is_locked;
}

bool rows_equal(const rows *a, const rows *b)
{
    bool same = a->count == b->count && a->selected_count == b->selected_count && a->active == b->active &&
                a->hidden_layers == b->hidden_layers && a->locked_layers == b->locked_layers;
    for (uint32_t i = 0; same && i < a->count; i++) {
        const row *x = &a->row[i], *y = &b->row[i];
        same = x->number == y->number && x->parent == y->parent && x->mesh == y->mesh && same_content(x, y);
    }
    for (uint32_t i = 0; same && i < a->selected_count; i++)
        same = a->selected[i] == b->selected[i];
    return same;
}

bool rows_alike(const rows *a, const rows *b)
{
    bool same = a->count == b->count && a->hidden_layers == b->hidden_layers && a->locked_layers == b->locked_layers;
    for (uint32_t i = 0; same && i < a->count; i++) {
        const row *x = rows_find(a, a->row[i].parent), *y = rows_find(b, b->row[i].parent);
        same = same_content(&a->row[i], &b->row[i]) && (x == NULL) == (y == NULL) && (x == NULL || x->id == y->id);
    }
    return same;
}

static double largest(const double *v, int count)
{
    double most = 0;
    for (int i = 0; i < count; i++)
        most = fmax(most, fabs(v[i]));
    return most;
}

bool rows_near(const rows *r, const row *is, const pick_affine *wanted)
{
    const row *parent = rows_find(r, is->parent);
    const pick_affine *a = &is->world;
    for (int i = 0; i < 9; i += 3) {
        double apart = 0, most = largest(&wanted->linear[i], 3);
        for (int k = i; k < i + 3; k++)
            apart = fmax(apart, fabs(a->linear[k] - wanted->linear[k]));
        if (!(apart <= 1e-8 * most))
            return false;
    }
    // Relative to the distance from the parent, which is at most this.
    double out = largest(&wanted->origin.x, 3) + (parent != NULL ? largest(&parent->world.origin.x, 3) : 0);
    const pick_vec3 away = pick_vec3_sub(a->origin, wanted->origin);
    return largest(&away.x, 3) <= 1e-8 * out;
}

bool rows_are_consistent(const rows *r, const editor_level *level)
{
    static rows anew;
    anew = *r;
    rows_derive(&anew);
    bool ok = rows_equal(r, &anew) && level->unfinite_count == 0;
    uint32_t there = 0;
    for (uint32_t i = 0; i < level->object_count; i++) {
        pick_object_desc desc;
        const row *o = rows_find(r, i);
        there += o != NULL;
        ok = ok && level->objects[i].exists == (o != NULL);
        if (pick_scene_get(level->scene, level->objects[i].pick, &desc) != PICK_OK)
            ok = ok && o == NULL;
        else
            ok = ok && ((desc.flags & PICK_OBJECT_HIDDEN) != 0) == (o == NULL || o->is_hidden) &&
                 (o == NULL || (desc.user == i && desc.layers == o->layers &&
                                ((desc.flags & PICK_OBJECT_LOCKED) != 0) == o->is_locked));
        if (o != NULL) {
            const pick_affine shown = editor_level_mesh_world(level, &level->objects[i]);
            const pick_transform transform = pick_affine_to_transform(&shown);
            ok = ok && memcmp(desc.transform.linear, transform.linear, sizeof(transform.linear)) == 0 &&
                 same_numbers(&desc.transform.origin.x, &transform.origin.x, 3);
        }
    }
    for (uint32_t i = 0; i < r->count; i++) {
        for (uint32_t k = 0; k < i; k++)
            ok = ok && r->row[i].id != r->row[k].id;
    }
    for (uint32_t i = 0; i < r->selected_count; i++)
        ok = ok && rows_find(r, r->selected[i]) != NULL;
    return ok && there == r->count && (r->active == EDITOR_NONE) == (r->selected_count == 0);
}

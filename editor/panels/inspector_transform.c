// inspector_transform.c: the transform of the selection in numbers. A new value applies to all selected objects.
#include "panels/panels_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double degrees = 57.295779513082321;

// linear = rotation * diag(scale) * rest. `rest` is the shear, the identity if there is none.
typedef struct parts {
    double angle[3]; // degrees: about x, then y, then z
    double scale[3];
    pick_affine rest; // its origin is 0
} parts;

static pick_affine rotation_of(const double angle[3])
{
    double c[3], s[3];
    for (int i = 0; i < 3; i++) {
        c[i] = cos(angle[i] / degrees);
        s[i] = sin(angle[i] / degrees);
    }
    const pick_affine x = {.linear = {1, 0, 0, 0, c[0], s[0], 0, -s[0], c[0]}};
    const pick_affine y = {.linear = {c[1], 0, -s[1], 0, 1, 0, s[1], 0, c[1]}};
    const pick_affine z = {.linear = {c[2], s[2], 0, -s[2], c[2], 0, 0, 0, 1}};
    const pick_affine yx = pick_affine_multiply(&y, &x);
    return pick_affine_multiply(&z, &yx);
}

static double angle_sum(const double angle[3])
{
    return fabs(angle[0]) + fabs(angle[1]) + fabs(angle[2]);
}

// Two triples of angles are the same rotation. Takes the one that turns less: three turns of 45 degrees about y
// are 135 about y, not 45 about y and half a turn about x and z.
static void find_angles(const pick_vec3 axis[3], double out[3])
{
    const double across = hypot(axis[1].z, axis[2].z);
    const bool locked = across < 1e-9; // x and z turn about the same axis: x does it alone
    out[0] = (locked ? atan2(-axis[2].y, axis[1].y) : atan2(axis[1].z, axis[2].z)) * degrees;
    out[1] = atan2(-axis[0].z, across) * degrees;
    out[2] = locked ? 0 : atan2(axis[0].y, axis[0].x) * degrees;
    const double other[3] = {out[0] - copysign(180, out[0]), copysign(180, out[1]) - out[1],
                             out[2] - copysign(180, out[2])};
    if (angle_sum(other) < angle_sum(out) - 1e-6) // by more than rounding
        memcpy(out, other, sizeof(other));
    for (int i = 0; i < 3; i++)
        out[i] += 0.0; // avoids "-0.000"
}

// Gram-Schmidt: the rotation keeps the x axis, then y; the rest is shear. False: the object is flattened.
static bool take_apart(const pick_affine *affine, parts *out)
{
    pick_vec3 axis[3];
    out->rest = PICK_AFFINE_IDENTITY;
    for (int c = 0; c < 3; c++) {
        axis[c] = pick_affine_column(affine, c);
        out->scale[c] = pick_vec3_length(axis[c]);
        if (!(out->scale[c] > 0))
            return false;
        for (int k = 0; k < c; k++)
            axis[c] = pick_vec3_sub(axis[c], pick_vec3_scale(axis[k], pick_vec3_dot(axis[c], axis[k])));
        if (!(pick_vec3_length(axis[c]) > 1e-9 * out->scale[c]))
            return false;
        axis[c] = pick_vec3_normalize(axis[c]);
    }
    if (pick_vec3_dot(axis[0], pick_vec3_cross(axis[1], axis[2])) < 0) {
        out->scale[0] = -out->scale[0];
        axis[0] = pick_vec3_scale(axis[0], -1);
    }
    for (int c = 0; c < 3; c++) { // rest = scale^-1 * rotation^T * linear
        for (int r = 0; r < 3; r++)
            out->rest.linear[3 * c + r] = pick_vec3_dot(axis[r], pick_affine_column(affine, c)) / out->scale[r];
    }
    find_angles(axis, out->angle);
    return true;
}

// Computes the linear part. `out` keeps its origin.
static void put_together(const parts *p, pick_affine *out)
{
    const pick_affine rotation = rotation_of(p->angle);
    pick_affine scaled = p->rest;
    for (int i = 0; i < 9; i++)
        scaled.linear[i] *= p->scale[i % 3];
    const pick_affine product = pick_affine_multiply(&rotation, &scaled);
    memcpy(out->linear, product.linear, sizeof(out->linear));
}

static bool reserve(editor_inspector *inspector, uint32_t count)
{
    if (count <= inspector->local_capacity)
        return true;
    pick_affine *grown = realloc(inspector->locals, 2 * count * sizeof(*grown));
    if (!grown)
        return false;
    inspector->locals = grown;
    inspector->local_capacity = 2 * count;
    return true;
}

enum { POSITION, ROTATION, SCALE, FIELDS };

// Reads the active object's numbers, and sets the bits of those that differ between objects.
static void gather(const editor_inspector *inspector, const editor_level *level, uint32_t active,
                   editor_ui_numbers fields[FIELDS], bool *flat, bool *sheared)
{
    const pick_affine *last = NULL;
    parts p;
    for (uint32_t i = 0; i <= inspector->objects.count; i++) { // the active one first
        uint32_t number = i == 0 ? active : inspector->objects.at[i - 1];
        const pick_affine *local = &level->objects[number].local;
        const double origin[3] = {local->origin.x, local->origin.y, local->origin.z};
        const bool alike = last && memcmp(last->linear, local->linear, sizeof(local->linear)) == 0; // as most are
        last = local;
        if (!alike && !take_apart(local, &p)) {
            *flat = true;
            p = (parts){0};
        }
        for (int k = 0; k < 3; k++)
            *sheared |= !*flat &&
                        (fabs(p.rest.linear[3 * k + k] - 1) > 1e-5 || fabs(p.rest.linear[3 * k + (k + 1) % 3]) > 1e-5 ||
                         fabs(p.rest.linear[3 * k + (k + 2) % 3]) > 1e-5);
        for (int k = 0; k < 3; k++) {
            const double now[FIELDS] = {origin[k], p.angle[k], p.scale[k]};
            for (int f = 0; f < FIELDS; f++) {
                double *shown = &fields[f].value[k];
                if (i == 0)
                    *shown = now[f];
                else if (fabs(now[f] - *shown) > 5e-7 * fmax(1, fabs(*shown)))
                    fields[f].mixed |= 1u << k;
            }
        }
    }
}

// A scale of 0 is refused: later edits could not restore it.
static bool scales_to_nothing(const editor_inspector *inspector, const editor_level *level,
                              const editor_ui_numbers *scale)
{
    for (uint32_t i = 0; i < inspector->objects.count && scale->changed; i++) {
        parts p;
        if (!take_apart(&level->objects[inspector->objects.at[i]].local, &p))
            continue;
        for (int k = 0; k < 3; k++) {
            if (scale->changed >> k & 1u && !(fabs(editor_change_apply(&scale->change[k], p.scale[k])) > 1e-6))
                return true;
        }
    }
    return false;
}

// Applies the changes to every object's own numbers. The other numbers of each object stay.
static void set_all(editor_inspector *inspector, const editor_level *level, const editor_ui_numbers fields[FIELDS],
                    editor_command *command)
{
    const editor_ui_numbers *position = &fields[POSITION], *rotation = &fields[ROTATION], *scale = &fields[SCALE];
    for (uint32_t i = 0; i < inspector->objects.count; i++) {
        pick_affine local = level->objects[inspector->objects.at[i]].local;
        double *origin[3] = {&local.origin.x, &local.origin.y, &local.origin.z};
        parts p;
        bool whole = (rotation->changed | scale->changed) && take_apart(&local, &p);
        for (int k = 0; k < 3; k++) {
            if (position->changed >> k & 1u)
                *origin[k] = editor_change_apply(&position->change[k], *origin[k]);
            if (whole && rotation->changed >> k & 1u)
                p.angle[k] = editor_change_apply(&rotation->change[k], p.angle[k]);
            if (whole && scale->changed >> k & 1u)
                p.scale[k] = editor_change_apply(&scale->change[k], p.scale[k]);
        }
        if (whole)
            put_together(&p, &local);
        inspector->locals[i] = local;
    }
    *command = (editor_command){.type = EDITOR_COMMAND_SET_LOCALS,
                                .value = position->typed || rotation->typed || scale->typed,
                                .objects = inspector->objects.at,
                                .object_count = inspector->objects.count,
                                .locals = inspector->locals};
}

void editor_inspector_show_transform(editor_inspector *inspector, editor_ui *ui, const editor_panels_model *model,
                                     editor_command *command)
{
    static const char *const labels[FIELDS] = {"Position", "Rotation", "Scale"};
    const editor_level *level = editor_document_level(model->document);
    editor_ui_numbers fields[FIELDS] = {{.quantity = EDITOR_LENGTH, .speed = 0.01},
                                        {.quantity = EDITOR_ANGLE, .speed = 0.5},
                                        {.quantity = EDITOR_FACTOR, .speed = 0.01}};
    bool flat = false, sheared = false;
    uint32_t changed = 0;
    if (!editor_document_is_still(model->document, &inspector->measured)) {
        gather(inspector, level, inspector->active, fields, &flat, &sheared);
        memcpy(inspector->numbers, fields, sizeof(fields));
        inspector->is_flat = flat;
        inspector->is_sheared = sheared;
    }
    memcpy(fields, inspector->numbers, sizeof(fields));
    flat = inspector->is_flat;
    sheared = inspector->is_sheared;
    editor_ui_heading(ui, "Transform", "local");
    for (int f = 0; f < (flat ? ROTATION : FIELDS); f++) {
        editor_ui_property_numbers(ui, labels[f], &fields[f]);
        changed |= fields[f].changed;
        editor_inspector_refuse(inspector, fields[f].refused, command);
    }
    if (flat)
        editor_ui_text(ui, EDITOR_COLOR_WARNING, "Flattened: rotation and scale undefined.");
    else if (sheared)
        editor_ui_text(ui, EDITOR_COLOR_MUTED, "Has shear (preserved)");
    if (scales_to_nothing(inspector, level, &fields[SCALE])) {
        *command = (editor_command){.type = EDITOR_COMMAND_REFUSED, .text = "A scale must not be 0"};
        changed = 0;
    }
    if (changed && reserve(inspector, inspector->objects.count))
        set_all(inspector, level, fields, command);
    editor_ui_separator(ui);
}

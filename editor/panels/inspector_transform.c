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
    out->angle[0] = atan2(axis[1].z, axis[2].z) * degrees;
    out->angle[1] = atan2(-axis[0].z, hypot(axis[1].z, axis[2].z)) * degrees;
    out->angle[2] = atan2(axis[0].y, axis[0].x) * degrees;
    for (int i = 0; i < 3; i++)
        out->angle[i] += 0.0; // avoids "-0.000"
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
                   double value[FIELDS][3], uint32_t mixed[FIELDS], bool *flat, bool *sheared)
{
    for (uint32_t i = 0; i <= inspector->objects.count; i++) { // the active one first
        uint32_t number = i == 0 ? active : inspector->objects.at[i - 1];
        const pick_affine *local = &level->objects[number].local;
        const double origin[3] = {local->origin.x, local->origin.y, local->origin.z};
        parts p;
        if (!take_apart(local, &p)) {
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
                if (i == 0)
                    value[f][k] = now[f];
                else if (fabs(now[f] - value[f][k]) > 5e-7 * fmax(1, fabs(value[f][k])))
                    mixed[f] |= 1u << k;
            }
        }
    }
}

// Applies the changed numbers to every object. The other numbers of each object stay.
static void set_all(editor_inspector *inspector, const editor_level *level, double value[FIELDS][3],
                    const uint32_t changed[FIELDS], editor_command *command)
{
    for (uint32_t i = 0; i < inspector->objects.count; i++) {
        pick_affine local = level->objects[inspector->objects.at[i]].local;
        double *origin[3] = {&local.origin.x, &local.origin.y, &local.origin.z};
        parts p;
        bool whole = (changed[ROTATION] | changed[SCALE]) && take_apart(&local, &p);
        for (int k = 0; k < 3; k++) {
            if (changed[POSITION] >> k & 1u)
                *origin[k] = value[POSITION][k];
            if (whole && changed[ROTATION] >> k & 1u)
                p.angle[k] = value[ROTATION][k];
            // Ignore a scale of 0: later edits could not restore it.
            if (whole && changed[SCALE] >> k & 1u && fabs(value[SCALE][k]) > 1e-6)
                p.scale[k] = value[SCALE][k];
        }
        if (whole)
            put_together(&p, &local);
        inspector->locals[i] = local;
    }
    *command = (editor_command){.type = EDITOR_COMMAND_SET_LOCALS,
                                .objects = inspector->objects.at,
                                .object_count = inspector->objects.count,
                                .locals = inspector->locals};
}

void editor_inspector_show_transform(editor_inspector *inspector, editor_ui *ui, const editor_panels_model *model,
                                     editor_command *command)
{
    const editor_level *level = editor_document_level(model->document);
    double value[FIELDS][3] = {{0}};
    uint32_t mixed[FIELDS] = {0}, changed[FIELDS] = {0};
    bool flat = false, sheared = false;
    gather(inspector, level, editor_document_active(model->document), value, mixed, &flat, &sheared);
    editor_ui_heading(ui, "Transform", "local");
    changed[POSITION] = editor_ui_property_numbers(ui, "Position", value[POSITION], mixed[POSITION], 0.01);
    if (!flat) {
        changed[ROTATION] = editor_ui_property_numbers(ui, "Rotation", value[ROTATION], mixed[ROTATION], 0.5);
        changed[SCALE] = editor_ui_property_numbers(ui, "Scale", value[SCALE], mixed[SCALE], 0.01);
    }
    if (flat)
        editor_ui_text(ui, EDITOR_COLOR_WARNING, "Flattened: rotation and scale undefined.");
    else if (sheared)
        editor_ui_text(ui, EDITOR_COLOR_MUTED, "Has shear (preserved)");
    if ((changed[POSITION] | changed[ROTATION] | changed[SCALE]) && reserve(inspector, inspector->objects.count))
        set_all(inspector, level, value, changed, command);
    editor_ui_separator(ui);
}

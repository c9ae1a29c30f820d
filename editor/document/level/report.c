// report.c: counts what a level's models hold, and puts it into words.
#include "document/level/report.h"

#include "document/level/choice.h"
#include "document/level/fit.h"
#include "document/level/level_internal.h"
#include "document/level/mesh_tools.h"
#include "document/motion/affine.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// --- Dropped triangles ---

// The reason by which the core drops it; EDITOR_DROP_COUNT: it does not. As in pick_triangle_is_valid, in double.
static editor_drop_reason find_reason(const editor_mesh *mesh, uint32_t triangle)
{
    const uint32_t *corner = &mesh->indices[3 * (size_t)triangle];
    double p[3][3], e[2][3];
    bool is_finite = true;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            p[i][k] = (double)mesh->positions[3 * (size_t)corner[i] + (size_t)k];
            is_finite = is_finite && isfinite(p[i][k]);
        }
    }
    for (int k = 0; k < 3; k++) {
        e[0][k] = p[1][k] - p[0][k];
        e[1][k] = p[2][k] - p[0][k];
    }
    if (!is_finite)
        return EDITOR_DROP_NOT_FINITE;
    if (e[0][1] * e[1][2] != e[0][2] * e[1][1] || e[0][2] * e[1][0] != e[0][0] * e[1][2] ||
        e[0][0] * e[1][1] != e[0][1] * e[1][0])
        return EDITOR_DROP_COUNT;
    if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0])
        return EDITOR_DROP_REPEATED;
    for (int i = 0; i < 3; i++) {
        const double *a = p[i], *b = p[(i + 1) % 3];
        if (a[0] == b[0] && a[1] == b[1] && a[2] == b[2])
            return EDITOR_DROP_POINT;
    }
    return EDITOR_DROP_LINE;
}

static void count_drops(const editor_level *level, uint32_t number, editor_report *report)
{
    const editor_mesh *mesh = &level->meshes[number];
    if (!mesh->pick || pick_mesh_get_stats(mesh->pick).dropped_triangles == 0)
        return;
    for (uint32_t i = 0; i < mesh->index_count / 3; i++) {
        const editor_drop_reason reason = find_reason(mesh, i);
        if (reason == EDITOR_DROP_COUNT)
            continue;
        editor_drops_of_reason *drops = &report->drops[reason];
        if (drops->count++ == 0) {
            drops->mesh = number;
            drops->triangle = i;
        }
    }
}

const char *editor_drop_reason_text(editor_drop_reason reason)
{
    static const char *const texts[EDITOR_DROP_COUNT] = {
        [EDITOR_DROP_NOT_FINITE] = "a corner is not finite",
        [EDITOR_DROP_REPEATED] = "a vertex is named twice",
        [EDITOR_DROP_POINT] = "two corners are at one place",
        [EDITOR_DROP_LINE] = "the corners are in a line",
    };
    return texts[reason];
}

// --- Flat objects ---

static bool is_flat(const editor_level *level, const editor_object *object)
{
    const editor_mesh *mesh = object->mesh == EDITOR_NONE ? NULL : &level->meshes[object->mesh];
    if (!mesh || !object->is_finite || (mesh->index_count == 0 && mesh_tools_part_count(mesh) == 0))
        return false;
    const pick_affine world = editor_level_mesh_world(level, object);
    const pick_transform transform = pick_affine_to_transform(&world);
    return editor_transform_is_flat(&transform);
}

static void count_flat(const editor_level *level, editor_report *report)
{
    bool *moves = calloc((size_t)level->object_count + 1, sizeof(*moves)); // without memory, none does
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); i != EDITOR_NONE; i = editor_level_next(level, i)) {
        const editor_object *object = &level->objects[i];
        if (moves)
            moves[i] = object->follows || (object->parent != EDITOR_NONE && moves[object->parent]);
        if (!is_flat(level, object))
            continue;
        editor_flat_objects *flat = moves && moves[i] ? &report->flat_in_pose : &report->flat;
        if (flat->count++ == 0)
            flat->object = i;
    }
    free(moves);
}

editor_report editor_report_make(const editor_level *level)
{
    editor_report report = {.counts = editor_level_count(level)};
    bool *gone = editor_level_find_gone(level);
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        const editor_mesh *mesh = &level->meshes[i];
        const bool is_gone = gone && mesh->asset != EDITOR_NONE && gone[mesh->asset];
        if (mesh->content || mesh->stand_in || is_gone) // its parts count; it is no part of a file
            continue;
        report.submeshes += level->meshes[i].submesh_count;
        count_drops(level, i, &report);
    }
    for (uint32_t i = 0; i < level->object_count; i++) {
        const editor_object *object = &level->objects[i];
        report.groups += object->exists && object->kind == EDITOR_OBJECT_GROUP;
        report.lights += object->exists && object->kind == EDITOR_OBJECT_LIGHT;
        report.cameras += object->exists && object->kind == EDITOR_OBJECT_CAMERA;
    }
    count_flat(level, &report);
    report.is_whole = report.counts.dropped_triangles == 0 && level->warning_count == 0 && report.flat.count == 0;
    for (uint32_t i = 0; i < level->asset_count; i++)
        report.is_whole = report.is_whole && (!level->assets[i].missing || (gone && gone[i]));
    free(gone);
    return report;
}

// --- Lines ---

// Names come from files: a control character in one must not begin a line of its own.
static void put_name(editor_text *out, const char *name)
{
    char *clean = editor_text_copy(name ? name : "");
    if (clean)
        editor_text_clean(clean);
    editor_text_put(out, clean ? clean : "");
    out->failed = out->failed || !clean;
    free(clean);
}

static void put_quoted(editor_text *out, const char *name)
{
    editor_text_put(out, "\"");
    put_name(out, name);
    editor_text_put(out, "\"");
}

static const char *const axis_names[] = {"unknown axis", "X", "Y", "Z"};

void editor_report_units(const editor_model_facts *facts, char *out, size_t size)
{
    char unit[40] = "no unit";
    if (facts->unit == 1)
        snprintf(unit, sizeof(unit), "metres");
    else if (facts->unit > 0)
        snprintf(unit, sizeof(unit), "%g m", facts->unit);
    const bool is_ours = facts->unit == 1 && facts->up == EDITOR_AXIS_Y;
    if (facts->unit == 0 && facts->up == EDITOR_AXIS_NONE)
        snprintf(out, size, "none in the file; read as metres, Y up");
    else
        snprintf(out, size, "%s, %s up%s", unit, axis_names[facts->up],
                 is_ours               ? ""
                 : facts->is_converted ? "; converted to metres, Y up"
                                       : "; not converted: read as metres, Y up");
}

static void put_drops(const editor_level *level, const editor_report *report, editor_text *out)
{
    editor_text_format(out, "Dropped triangles: %" PRIu64 "\n", report->counts.dropped_triangles);
    for (int i = 0; i < EDITOR_DROP_COUNT; i++) {
        const editor_drops_of_reason *drops = &report->drops[i];
        if (drops->count == 0)
            continue;
        const char *name = level->meshes[drops->mesh].name;
        editor_text_format(out, "    %" PRIu64 ": %s; first in mesh ", drops->count,
                           editor_drop_reason_text((editor_drop_reason)i));
        if (name && name[0])
            put_quoted(out, name);
        else
            editor_text_format(out, "%u", (unsigned)drops->mesh);
        editor_text_format(out, ", triangle %u\n", (unsigned)drops->triangle);
    }
}

static void put_flat(const editor_level *level, const editor_flat_objects *flat, const char *what, editor_text *out)
{
    if (flat->count == 0)
        return;
    editor_text_format(out, "%s: %u; first ", what, (unsigned)flat->count);
    put_quoted(out, level->objects[flat->object].name);
    editor_text_put(out, "\n");
}

static void put_clips(const editor_motion *motion, editor_text *out)
{
    editor_text_format(out, "    Animations: %u\n", (unsigned)motion->clip_count);
    for (uint32_t i = 0; i < motion->clip_count; i++) {
        editor_text_put(out, "        ");
        put_name(out, motion->clips[i].name);
        editor_text_format(out, ": %.2f s, channels: %u\n", motion->clips[i].length,
                           (unsigned)motion->clips[i].channel_count);
    }
}

static void put_choice(const char *what, const char *chosen, const char *read, editor_text *out)
{
    if (!chosen)
        return;
    editor_text_format(out, "    %s: ", what);
    put_name(out, chosen);
    editor_text_put(out, editor_choice_is_same(chosen, read) ? "\n" : " (not read)\n");
}

static void put_model(const editor_asset *asset, editor_text *out)
{
    const editor_model_facts *facts = &asset->facts;
    char units[120];
    editor_text_put(out, "Model: ");
    put_name(out, asset->path);
    editor_text_put(out, asset->unread ? " (not read yet)\n" : asset->missing ? " (missing)\n" : "\n");
    if (asset->missing || asset->builtin)
        return;
    editor_report_units(facts, units, sizeof(units));
    editor_text_format(out, "    Format: %s\n    Units: %s\n", facts->format[0] ? facts->format : "unknown", units);
    if (!editor_fit_is_plain(&asset->fit))
        editor_text_format(out, "    Changed at import: scale %g, %s up\n", asset->fit.scale,
                           axis_names[asset->fit.up]);
    put_choice("Scene", asset->scene, asset->read_scene, out);
    put_choice("Material variant", asset->variant, asset->read_variant, out);
    if (asset->motion)
        put_clips(asset->motion, out);
    else if (facts->animations > 0)
        editor_text_format(out, "    Animations: %u, not played\n", (unsigned)facts->animations);
    if (facts->skins > 0)
        editor_text_format(out, "    Skins: %u, in the pose of the file\n", (unsigned)facts->skins);
    if (facts->morphs > 0)
        editor_text_format(out, "    Meshes with morph targets: %u, as the file weighs them\n",
                           (unsigned)facts->morphs);
}

void editor_report_write(const editor_level *level, editor_text *out)
{
    const editor_report report = editor_report_make(level);
    const editor_level_counts *counts = &report.counts;
    editor_text_format(out, "Objects: %u; groups: %u; lights: %u; cameras: %u\n", (unsigned)counts->objects,
                       (unsigned)report.groups, (unsigned)report.lights, (unsigned)report.cameras);
    editor_text_format(out, "Meshes: %u; submeshes: %" PRIu64 "\n", (unsigned)counts->meshes, report.submeshes);
    editor_text_format(out, "Triangles: %" PRIu64 "; of all objects: %" PRIu64 "\n", counts->triangles,
                       counts->instanced_triangles);
    if (counts->points > 0 || counts->segments > 0)
        editor_text_format(out, "Points: %" PRIu64 "; segments of lines: %" PRIu64 "\n", counts->points,
                           counts->segments);
    put_drops(level, &report, out);
    put_flat(level, &report.flat, "Flat objects, neither drawn nor picked", out);
    put_flat(level, &report.flat_in_pose, "Flat objects in this pose, moved by clips", out);
    bool *gone = editor_level_find_gone(level);
    for (uint32_t i = 0; i < level->asset_count; i++) {
        if (!gone || !gone[i])
            put_model(&level->assets[i], out);
    }
    free(gone);
    if (level->warning_count > 0)
        editor_text_format(out, "Warnings: %u\n", (unsigned)level->warning_count);
    for (uint32_t i = 0; i < level->warning_count; i++) {
        editor_text_put(out, "    ");
        put_name(out, level->warnings[i]);
        editor_text_put(out, "\n");
    }
    if (report.is_whole)
        editor_text_put(out, "Everything was read.\n");
}

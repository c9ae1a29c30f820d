// inspector.c: the active object's properties; with nothing selected, the level's own and how to move around.
#include "panels_internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double degrees = 57.295779513082321;

// Groups digits by threes, as people read them.
static void format_count(char *out, size_t size, uint64_t n)
{
    char digits[32];
    int length = snprintf(digits, sizeof(digits), "%llu", (unsigned long long)n);
    size_t used = 0;
    for (int i = 0; i < length && used + 2 < size; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            out[used++] = ' ';
        out[used++] = digits[i];
    }
    out[used] = '\0';
}

static void property_count(editor_ui *ui, const char *label, uint64_t n)
{
    char text[48];
    format_count(text, sizeof(text), n);
    editor_ui_property(ui, label, text);
}

static void property_vector(editor_ui *ui, const char *label, const double v[3], const char *unit)
{
    char text[128];
    snprintf(text, sizeof(text), "%.3f  %.3f  %.3f%s", v[0], v[1], v[2], unit);
    editor_ui_property(ui, label, text);
}

// What a linear part is made of: scale along its columns, a mirror in x, rotation about x, then y, then z.
typedef struct linear_parts {
    double scale[3];
    double rotation[3]; // degrees
    bool sheared;
} linear_parts;

static linear_parts take_apart(const double m[9])
{
    linear_parts parts = {0};
    double axis[9] = {0};
    for (int c = 0; c < 3; c++) {
        parts.scale[c] = sqrt(m[3 * c] * m[3 * c] + m[3 * c + 1] * m[3 * c + 1] + m[3 * c + 2] * m[3 * c + 2]);
        for (int r = 0; r < 3 && parts.scale[c] > 0; r++)
            axis[3 * c + r] = m[3 * c + r] / parts.scale[c];
    }
    double det = axis[0] * (axis[4] * axis[8] - axis[7] * axis[5]) - axis[3] * (axis[1] * axis[8] - axis[7] * axis[2]) +
                 axis[6] * (axis[1] * axis[5] - axis[4] * axis[2]);
    if (det < 0) {
        parts.scale[0] = -parts.scale[0];
        for (int r = 0; r < 3; r++)
            axis[r] = -axis[r];
    }
    for (int c = 0; c < 3; c++) {
        int d = (c + 1) % 3;
        double dot = axis[3 * c] * axis[3 * d] + axis[3 * c + 1] * axis[3 * d + 1] + axis[3 * c + 2] * axis[3 * d + 2];
        parts.sheared |= fabs(dot) > 1e-5;
    }
    parts.rotation[0] = atan2(axis[5], axis[8]) * degrees;
    parts.rotation[1] = atan2(-axis[2], hypot(axis[5], axis[8])) * degrees;
    parts.rotation[2] = atan2(axis[1], axis[0]) * degrees;
    for (int i = 0; i < 3; i++)
        parts.rotation[i] += 0.0; // never "-0.000"
    return parts;
}

static void show_transform(editor_ui *ui, const editor_object *object, uint32_t number, editor_command *command)
{
    editor_ui_heading(ui, "Transform", "local");
    editor_affine local = object->local;
    if (editor_ui_property_numbers(ui, "Position", local.origin, 0.01))
        *command = (editor_command){.type = EDITOR_COMMAND_SET_LOCAL, .object = number, .local = local};
    linear_parts parts = take_apart(object->local.linear);
    property_vector(ui, "Rotation", parts.rotation, "");
    property_vector(ui, "Scale", parts.scale, parts.sheared ? "  sheared" : "");
    property_vector(ui, "World", object->world.origin, "");
    editor_ui_separator(ui);
}

static void show_mesh(editor_ui *ui, const editor_level *level, const editor_object *object)
{
    const editor_mesh *mesh = &level->meshes[object->mesh];
    editor_ui_heading(ui, "Mesh", NULL);
    editor_ui_property(ui, "Name", mesh->name && mesh->name[0] ? mesh->name : "unnamed");
    property_count(ui, "Triangles", mesh->index_count / 3);
    property_count(ui, "Vertices", mesh->vertex_count);
    uint32_t users = 0;
    for (uint32_t i = 0; i < level->object_count; i++)
        users += level->objects[i].mesh == object->mesh;
    if (users > 1)
        property_count(ui, "Instances", users);
    // A mesh of many submeshes may use one material again and again: each is listed once.
    for (uint32_t i = 0; i < mesh->submesh_count; i++) {
        uint32_t material = mesh->submeshes[i].material;
        bool again = false;
        for (uint32_t j = 0; j < i; j++)
            again |= mesh->submeshes[j].material == material;
        if (again)
            continue;
        const char *name = material == EDITOR_NONE ? "default" : level->materials[material].name;
        editor_ui_property(ui, i == 0 ? "Material" : "", name && name[0] ? name : "unnamed");
    }
    editor_ui_separator(ui);
}

static void show_flags(editor_ui *ui, const editor_level *level, uint32_t number, editor_command *command)
{
    const editor_object *object = &level->objects[number];
    editor_ui_heading(ui, "Picking", NULL);
    bool hidden = object->hidden, locked = object->locked;
    if (editor_ui_property_check(ui, "Hidden", &hidden))
        *command = (editor_command){.type = EDITOR_COMMAND_HIDE, .object = number, .value = hidden};
    if (editor_ui_property_check(ui, "Locked", &locked))
        *command = (editor_command){.type = EDITOR_COMMAND_LOCK, .object = number, .value = locked};
    char layers[160];
    size_t used = 0;
    for (int i = 0; i < 32 && object->layers != UINT32_MAX; i++) {
        if (object->layers >> i & 1u)
            used += (size_t)snprintf(layers + used, sizeof(layers) - used, "%s%d", used ? ", " : "", i);
    }
    editor_ui_property(ui, "Layers", object->layers == UINT32_MAX ? "all" : used ? layers : "none");
    if (editor_level_is_hidden(level, number) && !object->hidden)
        editor_ui_text(ui, EDITOR_UI_WARNING, "Hidden by a group above it.");
    if (editor_level_is_locked(level, number) && !object->locked)
        editor_ui_text(ui, EDITOR_UI_WARNING, "Locked by a group above it.");
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void show_level(editor_ui *ui, const editor_panels_model *model)
{
    const editor_level *level = model->level;
    editor_level_counts counts = editor_level_count(level);
    editor_ui_heading(ui, level->path ? base_name(level->path) : "Demo level", NULL);
    editor_ui_space(ui, 2);
    property_count(ui, "Objects", counts.objects);
    property_count(ui, "Meshes", counts.meshes);
    property_count(ui, "Triangles", counts.instanced_triangles);
    for (uint32_t i = 0; i < level->warning_count; i++)
        editor_ui_text(ui, EDITOR_UI_WARNING, level->warnings[i]);
    editor_ui_separator(ui);
    static const char *const controls[][2] = {
        {"Click", "select"},
        {"Shift click", "add to the selection"},
        {"Ctrl click", "add or take out"},
        {"F", "frame selection, or all"},
        {"Esc", "select nothing"},
        {"", NULL},
        {"Middle drag", "orbit (or Alt + left)"},
        {"Shift middle", "pan (or Alt + middle)"},
        {"Wheel", "zoom to what is under it"},
        {"Hold right", "fly: W A S D, Q E"},
    };
    editor_ui_heading(ui, "Controls", NULL);
    for (size_t i = 0; i < sizeof(controls) / sizeof(controls[0]); i++) {
        if (controls[i][1])
            editor_ui_hint(ui, controls[i][0], controls[i][1]);
        else
            editor_ui_space(ui, 4);
    }
}

void editor_inspector_show(editor_ui *ui, const editor_panels_model *model, editor_command *command)
{
    const editor_level *level = model->level;
    uint32_t number = editor_level_object(level, pick_selection_active(model->selection));
    if (number == EDITOR_NONE) {
        show_level(ui, model);
        return;
    }
    const editor_object *object = &level->objects[number];
    size_t count = pick_selection_count(model->selection);
    char detail[48] = "";
    if (count > 1)
        snprintf(detail, sizeof(detail), "%zu selected", count);
    editor_ui_heading(ui, object->name, detail);
    if (object->parent != EDITOR_NONE)
        editor_ui_property(ui, "In", level->objects[object->parent].name);
    editor_ui_separator(ui);
    show_transform(ui, object, number, command);
    if (object->mesh != EDITOR_NONE)
        show_mesh(ui, level, object);
    show_flags(ui, level, number, command);
}

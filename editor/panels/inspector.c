// inspector.c: the active object's properties. With nothing selected: the level's properties and hints for navigation.
#include "panels/panels_internal.h"

#include "document/level/prefab.h"

#include "document/level/mesh_tools.h"

#include <stdio.h>
#include <string.h>

// Groups digits by threes.
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

static void count_users(editor_inspector *inspector, const editor_document *document, uint32_t mesh)
{
    const editor_level *level = editor_document_level(document);
    if (editor_document_is_still(document, &inspector->used))
        return;
    inspector->users = 0;
    for (uint32_t i = 0; i < level->object_count; i++)
        inspector->users += level->objects[i].exists && level->objects[i].mesh == mesh;
}

static void show_moved_count(editor_ui *ui, const editor_mesh *mesh)
{
    char count[48], text[64];
    format_count(count, sizeof(count), mesh->moves.count);
    snprintf(text, sizeof(text), "%s%s", count, editor_mesh_moves_fit(mesh) ? "" : " (not shown)");
    editor_ui_property(ui, "Moved", text);
}

static void show_mesh(const editor_inspector *inspector, editor_ui *ui, const editor_level *level,
                      const editor_object *object)
{
    const editor_mesh *mesh = &level->meshes[object->mesh];
    static const char *const headings[] = {
        [EDITOR_FORM_TRIANGLES] = "Mesh", [EDITOR_FORM_POINTS] = "Points", [EDITOR_FORM_LINES] = "Lines"};
    editor_ui_heading(ui, headings[mesh->form], NULL);
    editor_ui_property(ui, "Name", mesh->name && mesh->name[0] ? mesh->name : "unnamed");
    if (mesh->form == EDITOR_FORM_TRIANGLES) {
        property_count(ui, "Triangles", mesh->index_count / 3);
        property_count(ui, "Vertices", mesh->vertex_count);
        if (mesh->moves.count > 0)
            show_moved_count(ui, mesh);
    } else {
        property_count(ui, mesh->form == EDITOR_FORM_POINTS ? "Points" : "Segments", mesh_tools_part_count(mesh));
        if (mesh->form == EDITOR_FORM_LINES)
            property_count(ui, "Lines", mesh->line_count);
    }
    if (inspector->users > 1)
        property_count(ui, "Instances", inspector->users);
    editor_ui_separator(ui);
}

static void compare_flags(editor_inspector *inspector, const editor_document *document)
{
    const editor_level *level = editor_document_level(document);
    const editor_object *active = &level->objects[editor_document_active(document)];
    if (editor_document_is_still(document, &inspector->shared))
        return;
    inspector->mixed_hidden = inspector->mixed_locked = inspector->above_locked = false;
    inspector->hidden_by = NULL;
    for (uint32_t i = 0; i < inspector->chosen.count; i++) {
        const editor_object *object = &level->objects[inspector->chosen.at[i]];
        inspector->mixed_hidden |= object->hidden != active->hidden;
        inspector->mixed_locked |= object->locked != active->locked;
        if (!inspector->hidden_by)
            inspector->hidden_by = editor_level_hidden_by(level, inspector->chosen.at[i]);
        inspector->above_locked |= object->is_locked && !object->locked;
    }
}

static void show_flags(editor_inspector *inspector, editor_ui *ui, const editor_document *document,
                       editor_command *command)
{
    const editor_level *level = editor_document_level(document);
    const editor_object *active = &level->objects[editor_document_active(document)];
    bool hidden = active->hidden, locked = active->locked;
    compare_flags(inspector, document);
    editor_ui_heading(ui, "Picking", NULL);
    char by[64] = "";
    if (inspector->hidden_by)
        snprintf(by, sizeof(by), "by %s", inspector->hidden_by);
    bool hide = editor_ui_property_check(ui, "Hidden", &hidden, inspector->mixed_hidden, by[0] ? by : NULL);
    bool lock = editor_ui_property_check(ui, "Locked", &locked, inspector->mixed_locked,
                                         inspector->above_locked ? "by a parent or a layer" : NULL);
    if (hide || lock)
        *command = (editor_command){.type = hide ? EDITOR_COMMAND_HIDE : EDITOR_COMMAND_LOCK,
                                    .value = hide ? hidden : locked,
                                    .objects = inspector->chosen.at,
                                    .object_count = inspector->chosen.count};
    editor_ui_separator(ui);
}

static void show_level(editor_inspector *inspector, editor_ui *ui, const editor_panels_model *model)
{
    const editor_level *level = editor_document_level(model->document);
    if (!editor_document_is_still(model->document, &inspector->counted))
        inspector->counts = editor_level_count(level);
    const editor_level_counts counts = inspector->counts;
    editor_ui_heading(ui, editor_level_title(level), NULL);
    editor_ui_space(ui, 2);
    property_count(ui, "Objects", counts.all);
    property_count(ui, "Meshes", counts.used_meshes);
    property_count(ui, "Triangles", counts.instanced_triangles);
    for (uint32_t i = 0; i < level->warning_count; i++)
        editor_ui_text(ui, EDITOR_COLOR_WARNING, level->warnings[i]);
    editor_ui_separator(ui);
    static const char *const controls[][2] = {
        {"Click", "select; again: cycle"},
        {"Double click", "enter a group"},
        {"Shift, Ctrl", "add; toggle"},
        {"Alt click", "list all under cursor"},
        {"Drag", "box select"},
        {"", NULL},
        {"Middle drag", "orbit (or Alt + left)"},
        {"Shift middle", "pan (or Alt + middle)"},
        {"Wheel", "zoom to cursor"},
        {"Hold right", "fly: W A S D, Q E"},
        {"Right click", "menu of commands"},
        {"", NULL},
    };
    editor_ui_heading(ui, "Controls", NULL);
    for (size_t i = 0; i < sizeof(controls) / sizeof(controls[0]); i++) {
        if (controls[i][1])
            editor_ui_hint(ui, controls[i][0], controls[i][1]);
        else
            editor_ui_space(ui, 4);
    }
    for (uint32_t i = 0; i < model->action_count; i++) {
        const editor_panel_action *action = &model->actions[i];
        if (action->hint && action->shortcut[0])
            editor_ui_hint(ui, action->shortcut, action->hint);
    }
    editor_ui_separator(ui);
}

static const char *kind_of(const editor_level *level, const editor_object *object)
{
    static const char *const shapes[EDITOR_SHAPE_COUNT] = {
        "Mesh",        "Cube",          "Sphere",         "Cylinder",      "Cone",           "Capsule",
        "Torus",       "Plane",         "Box Volume",     "Sphere Volume", "Capsule Volume", "Cylinder Volume",
        "Cone Volume", "Convex Volume", "Compound Volume"};
    static const char *const forms[] = {[EDITOR_FORM_POINTS] = "Points", [EDITOR_FORM_LINES] = "Lines"};
    switch (object->kind) {
    case EDITOR_OBJECT_GROUP:
        return "Group";
    case EDITOR_OBJECT_LIGHT:
        return "Light";
    case EDITOR_OBJECT_CAMERA:
        return "Camera";
    case EDITOR_OBJECT_PREFAB:
        return "Prefab";
    case EDITOR_OBJECT_TERRAIN:
        return "Terrain";
    case EDITOR_OBJECT_MESH:
    case EDITOR_OBJECT_VOLUME:
        break;
    }
    const editor_mesh *mesh = &level->meshes[object->mesh];
    if (mesh->line.count > 0)
        return mesh->line.measure != EDITOR_MEASURE_NOTHING ? "Measurement" : "Line";
    return mesh->form != EDITOR_FORM_TRIANGLES ? forms[mesh->form] : shapes[mesh->primitive.shape];
}

// The definition of an instance, or of a group that was unpacked.
static void show_prefab(editor_inspector *inspector, editor_ui *ui, const editor_panels_model *model,
                        const editor_object *object)
{
    const editor_level *level = editor_document_level(model->document);
    if (object->prefab == 0 || !editor_level_has_prefab(level, object->prefab - 1))
        return;
    const editor_prefab *prefab = &level->prefabs[object->prefab - 1];
    const editor_prefab_content *content = editor_level_content(level, prefab->mesh);
    editor_ui_heading(ui, object->kind == EDITOR_OBJECT_GROUP ? "Unpacked Prefab" : "Prefab", prefab->name);
    property_count(ui, "Parts", content->part_count);
    property_count(ui, "Triangles", level->meshes[prefab->mesh].index_count / 3);
    count_users(inspector, model->document, prefab->mesh);
    property_count(ui, "Instances", inspector->users);
    editor_ui_separator(ui);
}

static void collect(editor_inspector *inspector, const editor_document *document)
{
    const editor_level *level = editor_document_level(document);
    const pick_selection *selection = editor_document_selection(document);
    if (editor_document_is_still(document, &inspector->seen))
        return;
    inspector->chosen.count = inspector->objects.count = 0;
    for (size_t i = 0; i < pick_selection_count(selection); i++) {
        uint32_t object = editor_level_object(level, pick_selection_objects(selection)[i]);
        if (object != EDITOR_NONE && !editor_numbers_add(&inspector->chosen, object))
            break;
    }
    const bool all = !editor_document_sees_selected(document);
    for (uint32_t i = 0; i < inspector->chosen.count; i++) {
        const uint32_t object = inspector->chosen.at[i];
        if ((all || !level->objects[object].is_hidden) && !editor_numbers_add(&inspector->objects, object))
            break;
    }
    // The active object is the last one, unless another one was made active.
    inspector->active = editor_document_active(document);
    if (!all && inspector->active != EDITOR_NONE && level->objects[inspector->active].is_hidden &&
        inspector->objects.count > 0)
        inspector->active = inspector->objects.at[inspector->objects.count - 1];
}

void editor_inspector_show(editor_inspector *inspector, editor_ui *ui, const editor_panels_model *model,
                           editor_command *command)
{
    const editor_level *level = editor_document_level(model->document);
    collect(inspector, model->document);
    const uint32_t number = inspector->active;
    const bool is_first = command->type == EDITOR_COMMAND_NONE;
    if (number == EDITOR_NONE || inspector->objects.count == 0) {
        show_level(inspector, ui, model);
        return;
    }
    const editor_object *object = &level->objects[number];
    char detail[48] = "";
    const unsigned shown = inspector->objects.count, chosen = inspector->chosen.count;
    if (shown != chosen)
        snprintf(detail, sizeof(detail), "%u of %u selected", shown, chosen);
    else if (chosen > 1)
        snprintf(detail, sizeof(detail), "%u selected", chosen);
    editor_ui_heading(ui, object->name, detail);
    editor_ui_property(ui, "Type", kind_of(level, object));
    if (object->parent != EDITOR_NONE)
        editor_ui_property(ui, "In", level->objects[object->parent].name);
    editor_ui_separator(ui);
    editor_inspector_show_transform(inspector, ui, model, command);
    editor_inspector_show_primitive(inspector, ui, model, command);
    editor_inspector_show_terrain(inspector, ui, model, command);
    editor_inspector_show_line(inspector, ui, model, command);
    editor_inspector_show_width(inspector, ui, model, command);
    editor_inspector_show_material(inspector, ui, model, command);
    editor_inspector_show_light(inspector, ui, model, command);
    editor_inspector_show_camera(inspector, ui, model, command);
    if (editor_object_is_solid(object) && level->meshes[object->mesh].line.count == 0) {
        count_users(inspector, model->document, object->mesh);
        show_mesh(inspector, ui, level, object);
    }
    show_prefab(inspector, ui, model, object);
    if (is_first && command->object_count > 0)
        command->left = chosen - shown;
    show_flags(inspector, ui, model->document, command);
}

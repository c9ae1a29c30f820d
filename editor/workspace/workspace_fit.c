// workspace_fit.c: the dialog of how the active object's model is imported: scale, up axis, and of glTF the scene and
// the material variant. Another one of these is read from the file before it comes, and again after undo and redo.
#include "workspace/workspace_private.h"

#include "document/file/models.h"
#include "document/level/choice.h"
#include "document/level/fit.h"
#include "document/level/report.h"
#include "system/path.h"
#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIT_SCALE, FIT_UP, FIT_FIELDS }; // then scene and variant, where there are several
static const char scene_label[] = "Scene", variant_label[] = "Material Variant";

static bool is_of_file(const editor_level *level, uint32_t asset)
{
    return asset != EDITOR_NONE && !level->assets[asset].builtin;
}

// The model of what is active: of its meshes, or that whose clips move it, as they do joints. Otherwise the level's
// only one.
static uint32_t find_model(const editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const uint32_t active = editor_document_active(workspace->document);
    uint32_t moves = EDITOR_NONE, only = EDITOR_NONE, count = 0;
    for (uint32_t at = active; at != EDITOR_NONE; at = editor_level_next_below(level, active, at)) {
        const editor_object *object = &level->objects[at];
        const uint32_t asset = object->mesh == EDITOR_NONE ? EDITOR_NONE : level->meshes[object->mesh].asset;
        if (is_of_file(level, asset))
            return asset;
        if (moves == EDITOR_NONE && object->follows)
            moves = object->motion_asset;
    }
    for (uint32_t i = 0; i < level->asset_count; i++) {
        if (is_of_file(level, i) && count++ == 0)
            only = i;
    }
    return moves != EDITOR_NONE ? moves : count == 1 ? only : EDITOR_NONE;
}

// Menus ask in every picture, and the active object may be a group of all.
void editor_workspace_follow_model(editor_workspace *workspace)
{
    if (!editor_document_is_still(workspace->document, &workspace->model_seen))
        workspace->model = find_model(workspace);
}

uint32_t editor_workspace_active_model(const editor_workspace *workspace)
{
    editor_document_moment seen = workspace->model_seen;
    return editor_document_is_still(workspace->document, &seen) ? workspace->model : find_model(workspace);
}

// Without memory it is not shown. `first` NULL: the texts alone. `now`: what is chosen, which is listed last if it is
// not one of the texts.
static void add_list(editor_dialog *dialog, const char *label, const char *first, char *const *texts, uint32_t count,
                     const char *now, uint32_t number)
{
    const char **list = malloc(((size_t)count + 2) * sizeof(*list));
    if (!list)
        return;
    uint32_t total = 0;
    if (first)
        list[total++] = first;
    for (uint32_t i = 0; i < count; i++)
        list[total++] = texts[i];
    const uint32_t chosen = number != EDITOR_NONE ? number + (first != NULL) : now || !first ? total : 0;
    if (number == EDITOR_NONE && now)
        list[total++] = now;
    dialog->fields[dialog->field_count++] =
        (editor_form_field){.label = label, .list = list, .list_count = total, .chosen = chosen};
}

// The texts of the lists are the asset's: nothing exchanges its content while there is a dialog.
static void add_choices(editor_dialog *dialog, const editor_asset *asset)
{
    const editor_model_choices *choices = &asset->choices;
    if (editor_asset_has_scenes(asset))
        add_list(dialog, scene_label, choices->scene_count == 0 ? "None" : NULL, choices->scenes, choices->scene_count,
                 asset->scene, editor_choice_scene(choices, asset->scene));
    if (editor_asset_has_variants(asset))
        add_list(dialog, variant_label, "None", choices->variants, choices->variant_count, asset->variant,
                 editor_choice_variant(choices, asset->variant));
}

void editor_workspace_ask_fit(editor_workspace *workspace)
{
    const uint32_t number = editor_workspace_active_model(workspace);
    if (number == EDITOR_NONE) {
        editor_workspace_say(workspace, "The active object is of no model file");
        return;
    }
    const editor_asset *asset = &editor_workspace_get_level(workspace)->assets[number];
    char title[160], units[120];
    snprintf(title, sizeof(title), "Import Settings: %.130s", editor_path_name(asset->path));
    editor_report_units(&asset->facts, units, sizeof(units));
    editor_dialog *dialog = editor_workspace_open_dialog(workspace, EDITOR_DIALOG_FORM, EDITOR_FOR_FIT, title);
    snprintf(dialog->text, sizeof(dialog->text), "Units of the file: %s", units);
    dialog->field_count = FIT_FIELDS;
    editor_form_set_number(&dialog->fields[FIT_SCALE], "Scale", EDITOR_FACTOR, asset->fit.scale);
    dialog->fields[FIT_UP] = (editor_form_field){
        .label = "Up Axis", .choices = {"X", "Y", "Z"}, .chosen = (uint32_t)(asset->fit.up - EDITOR_AXIS_X)};
    add_choices(dialog, asset);
    dialog->answers[0] = "Apply";
    dialog->answers[1] = "Cancel";
}

static void refuse(editor_workspace *workspace, const char *why)
{
    editor_dialog *dialog = &workspace->dialog;
    snprintf(dialog->note_text, sizeof(dialog->note_text), "%.150s", why);
    dialog->note = dialog->note_text;
    dialog->is_new = true; // it is shown again
    workspace->dirty = true;
}

static const editor_form_field *find_field(const editor_dialog *dialog, const char *label)
{
    for (uint32_t i = FIT_FIELDS; i < dialog->field_count; i++) {
        if (dialog->fields[i].label == label)
            return &dialog->fields[i];
    }
    return NULL;
}

// What the dialog chooses; what it cannot show stays.
static editor_load_model read_choice(const editor_dialog *dialog, const editor_asset *asset)
{
    const editor_form_field *scene = find_field(dialog, scene_label), *variant = find_field(dialog, variant_label);
    const editor_model_choices *choices = &asset->choices;
    editor_load_model chosen = {.path = asset->path, .scene = asset->scene, .variant = asset->variant};
    if (scene && scene->chosen < choices->scene_count && scene->chosen != editor_choice_scene(choices, asset->scene))
        chosen.scene = scene->chosen == choices->scene ? NULL : choices->scenes[scene->chosen];
    if (scene && choices->scene_count == 0 && scene->chosen == 0) // there was one
        chosen.scene = NULL;
    if (variant && variant->chosen == 0)
        chosen.variant = NULL;
    else if (variant && variant->chosen <= choices->variant_count &&
             variant->chosen - 1 != editor_choice_variant(choices, asset->variant))
        chosen.variant = choices->variants[variant->chosen - 1];
    return chosen;
}

// Will read the file with what was chosen. False: out of memory.
static bool load_choice(editor_workspace *workspace, uint32_t asset, const editor_load_model *chosen,
                        const editor_fit *fit)
{
    char *scene = chosen->scene ? editor_text_copy(chosen->scene) : NULL;
    char *variant = chosen->variant ? editor_text_copy(chosen->variant) : NULL;
    editor_load_entry *entry = (!chosen->scene || scene) && (!chosen->variant || variant)
                                   ? editor_workspace_load_model(workspace, EDITOR_WORK_CHOOSE, chosen->path, asset)
                                   : NULL;
    if (!entry) {
        free(scene);
        free(variant);
        return false;
    }
    entry->is_chosen = true;
    entry->scene = scene;
    entry->variant = variant;
    entry->fit = *fit;
    return true;
}

void editor_workspace_set_fit(editor_workspace *workspace)
{
    const editor_form_field *fields = workspace->dialog.fields;
    const uint32_t number = editor_workspace_active_model(workspace);
    const editor_asset *asset = &editor_workspace_get_level(workspace)->assets[number];
    const editor_load_model chosen = read_choice(&workspace->dialog, asset);
    const bool same =
        editor_choice_is_same(chosen.scene, asset->scene) && editor_choice_is_same(chosen.variant, asset->variant);
    editor_fit fit = {1, (editor_axis)(EDITOR_AXIS_X + fields[FIT_UP].chosen)};
    char why[EDITOR_UI_WHY_SIZE];
    if (!editor_form_number(&fields[FIT_SCALE], &fit.scale, why))
        refuse(workspace, why);
    else if (editor_fit_fault(&fit))
        refuse(workspace, "Scale must be from 0.000001 to 1000000");
    else if (!same && !load_choice(workspace, number, &chosen, &fit))
        refuse(workspace, "out of memory");
    else if (same && editor_edit_set_fit(workspace->document, number, &fit) == EDITOR_EDIT_REFUSED)
        refuse(workspace, editor_document_reason(workspace->document));
    else
        editor_workspace_close_dialog(workspace);
}

// --- What was read ---

void editor_workspace_follow_choices(editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    if (editor_document_is_still(workspace->document, &workspace->choices_seen))
        return;
    for (uint32_t i = workspace->loads.count; i-- > 0;) { // undo and redo came back to what there is
        const editor_load_entry *entry = &workspace->loads.entries[i];
        if (entry->work == EDITOR_WORK_CHOOSE && !entry->is_chosen &&
            editor_asset_is_as_chosen(&level->assets[entry->asset]))
            editor_workspace_remove_load(workspace, i);
    }
    for (uint32_t i = 0; i < level->asset_count; i++) {
        const editor_asset *asset = &level->assets[i];
        if (!editor_asset_is_as_chosen(asset) && !asset->keeps_content && !editor_workspace_has_load_of(workspace, i))
            editor_workspace_load_model(workspace, EDITOR_WORK_CHOOSE, asset->path, i); // without memory: later
    }
}

void editor_workspace_take_choice(editor_workspace *workspace, const editor_load_entry *entry, editor_level *level,
                                  const editor_error *error)
{
    editor_document *document = workspace->document;
    editor_error why = *error;
    uint32_t left = 0;
    const bool done =
        level && (entry->is_chosen ? editor_document_choose(document, entry->asset, level, &entry->fit, &left, &why)
                                   : editor_document_exchange_model(document, entry->asset, level, &why));
    if (!done && !entry->is_chosen)
        editor_document_keep_content(document, entry->asset, why.text);
    if (!done)
        editor_workspace_fail_work(workspace, EDITOR_WORK_CHOOSE, why.text);
    if (left > 0)
        editor_workspace_say(workspace, "Changed import of %.100s. %u object%s changed since stay%s",
                             editor_path_name(entry->path), (unsigned)left, left == 1 ? " that was" : "s that were",
                             left == 1 ? "s" : "");
    workspace->choices_seen = (editor_document_moment){0};
    workspace->dirty = true;
    editor_debug_view_clear(&workspace->debug);
}

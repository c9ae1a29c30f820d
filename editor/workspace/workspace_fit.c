// workspace_fit.c: the dialog of scale and up axis of the active object's model.
#include "workspace/workspace_private.h"

#include "document/level/fit.h"
#include "document/level/report.h"
#include "system/path.h"

#include <stdio.h>

enum { FIT_SCALE, FIT_UP, FIT_FIELDS };

static uint32_t find_model(const editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const uint32_t active = editor_document_active(workspace->document);
    for (uint32_t at = active; at != EDITOR_NONE; at = editor_level_next_below(level, active, at)) {
        const uint32_t mesh = level->objects[at].mesh;
        const uint32_t asset = mesh == EDITOR_NONE ? EDITOR_NONE : level->meshes[mesh].asset;
        if (asset != EDITOR_NONE && !level->assets[asset].builtin)
            return asset;
    }
    return EDITOR_NONE;
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
    dialog->fields[FIT_SCALE] =
        (editor_form_field){.label = "Scale", .quantity = EDITOR_FACTOR, .value = asset->fit.scale};
    snprintf(dialog->fields[FIT_SCALE].text, sizeof(dialog->fields[FIT_SCALE].text), "%.6g", asset->fit.scale);
    dialog->fields[FIT_UP] = (editor_form_field){
        .label = "Up Axis", .choices = {"X", "Y", "Z"}, .chosen = (uint32_t)(asset->fit.up - EDITOR_AXIS_X)};
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

void editor_workspace_set_fit(editor_workspace *workspace)
{
    const editor_form_field *fields = workspace->dialog.fields;
    const uint32_t asset = editor_workspace_active_model(workspace);
    editor_fit fit = {1, (editor_axis)(EDITOR_AXIS_X + fields[FIT_UP].chosen)};
    char why[EDITOR_UI_WHY_SIZE];
    if (!editor_form_number(&fields[FIT_SCALE], &fit.scale, why))
        refuse(workspace, why);
    else if (editor_fit_fault(&fit))
        refuse(workspace, "Scale must be from 0.000001 to 1000000");
    else if (editor_edit_set_fit(workspace->document, asset, &fit) == EDITOR_EDIT_REFUSED)
        refuse(workspace, editor_document_reason(workspace->document));
    else
        editor_workspace_close_dialog(workspace);
}

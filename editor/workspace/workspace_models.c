// workspace_models.c: model files that changed on disk, or are missing.
#include "workspace/workspace_private.h"

#include "document/file/models.h"
#include "system/path.h"

#include <stdio.h>
#include <string.h>

static uint32_t find_missing(const editor_level *level)
{
    uint32_t i = 0;
    while (i < level->asset_count && (!level->assets[i].missing || level->assets[i].builtin))
        i++;
    return i < level->asset_count ? i : EDITOR_NONE;
}

// A new picture, with everything uploaded again: meshes have other vertices.
static void show_again(editor_workspace *workspace)
{
    workspace->generation++;
    workspace->dirty = true;
    editor_debug_view_clear(&workspace->debug);
}

void editor_workspace_notice_models(editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    if (workspace->desc.no_files || !workspace->desc.keeps_copies)
        return;
    uint32_t changed = 0;
    uint64_t versions = 0; // of the changed files together: each is asked about once
    const char *name = "";
    for (uint32_t i = 0; i < level->asset_count; i++) {
        if (!editor_model_is_changed(&level->assets[i]))
            continue;
        changed++;
        name = editor_path_name(level->assets[i].path);
        versions = versions * 31 + editor_model_version(&level->assets[i]);
    }
    if (changed == 0 || versions == workspace->told_models)
        return;
    workspace->told_models = versions;
    editor_dialog *dialog =
        editor_workspace_open_dialog(workspace, EDITOR_DIALOG_CONFIRM, EDITOR_FOR_MODELS, "Models changed on disk");
    char others[40] = "";
    if (changed > 1)
        snprintf(others, sizeof(others), " and %u other%s", (unsigned)(changed - 1), changed > 2 ? "s" : "");
    snprintf(dialog->text, sizeof(dialog->text),
             "%.160s%s changed since the level read %s. Selection and undo stay. File > Reload Models does it later.",
             name, others, changed > 1 ? "them" : "it");
    dialog->answers[0] = "Reload";
    dialog->answers[1] = "Not Now";
}

void editor_workspace_reload_models(editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    uint32_t done = 0, failed = 0;
    editor_error error = {""}, first = {""};
    for (uint32_t i = 0; i < level->asset_count; i++) {
        if (!editor_model_is_changed(&level->assets[i]))
            continue;
        if (editor_document_reload_model(workspace->document, i, workspace->desc.decoder, workspace->desc.decoder_user,
                                         &error))
            done++;
        else if (failed++ == 0)
            first = error;
    }
    show_again(workspace);
    if (failed > 0)
        editor_workspace_show_message(workspace, "Cannot reload the model", first.text);
    editor_workspace_say(workspace, done == 0 && failed == 0 ? "No model changed on disk" : "Reloaded %u model%s",
                         (unsigned)done, done == 1 ? "" : "s");
}

void editor_workspace_ask_relink(editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    uint32_t asset = find_missing(level);
    if (asset == EDITOR_NONE) {
        editor_workspace_say(workspace, "No model is missing");
        return;
    }
    editor_workspace_ask_file(workspace, EDITOR_FOR_RELINK);
    if (workspace->dialog.kind == EDITOR_DIALOG_FILE)
        snprintf(workspace->dialog.title, sizeof(workspace->dialog.title), "Find the missing model %.100s",
                 editor_path_name(level->assets[asset].path));
}

bool editor_workspace_relink(editor_workspace *workspace, const char *path, editor_error *error)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    uint32_t asset = find_missing(level);
    if (asset == EDITOR_NONE)
        return true;
    uint32_t mended = editor_document_relink_model(workspace->document, asset, path, workspace->desc.decoder,
                                                   workspace->desc.decoder_user, error);
    if (mended == 0)
        return false;
    show_again(workspace);
    bool more = find_missing(level) != EDITOR_NONE;
    editor_workspace_say(workspace, "Found %u missing model%s%s", (unsigned)mended, mended == 1 ? "" : "s",
                         more ? "; others are still missing" : "");
    return true;
}

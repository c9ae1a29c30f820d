// workspace_assets.c: the folder of the assets panel.
#include "workspace/workspace_private.h"

#include "system/platform_folder.h"

#include <stdio.h>
#include <string.h>

void editor_workspace_asset(editor_workspace *workspace, const editor_command *command)
{
    editor_asset_folder *assets = &workspace->assets;
    const bool there = command->number < assets->count;
    workspace->dirty = true;
    switch (command->asset) {
    case EDITOR_ASSET_NOTHING:
        return;
    case EDITOR_ASSET_CHOOSE:
        editor_workspace_ask_file(workspace, EDITOR_FOR_ASSETS);
        return;
    case EDITOR_ASSET_SEARCH:
        editor_asset_folder_list(assets);
        return;
    case EDITOR_ASSET_ENTER:
        editor_asset_folder_enter(assets, command->number);
        return;
    case EDITOR_ASSET_IMPORT:
    case EDITOR_ASSET_PLACE:
        break;
    }
    if (!there || workspace->work != EDITOR_WORK_NONE ||
        !editor_workspace_takes_path(workspace, assets->entries[command->number].path))
        return;
    if (command->asset == EDITOR_ASSET_PLACE && !editor_workspace_begin_place(workspace))
        return;
    workspace->is_drop = false;
    editor_workspace_begin_work(workspace,
                                command->asset == EDITOR_ASSET_PLACE ? EDITOR_WORK_PLACE : EDITOR_WORK_IMPORT,
                                assets->entries[command->number].path);
}

editor_asset_folder *editor_workspace_assets(editor_workspace *workspace)
{
    return workspace->settings.assets ? &workspace->assets : NULL;
}

bool editor_workspace_set_assets(editor_workspace *workspace, const char *folder)
{
    workspace->dirty = true;
    return editor_asset_folder_choose(&workspace->assets, folder);
}

void editor_workspace_choose_assets(editor_workspace *workspace, const char *path)
{
    char folder[EDITOR_DIALOG_TEXT_SIZE];
    snprintf(folder, sizeof(folder), "%s", path);
    if (!editor_path_is_folder(folder)) // a file: the folder that it is in
        folder[editor_path_folder_length(folder)] = '\0';
    if (!editor_workspace_set_assets(workspace, folder[0] ? folder : ".")) {
        editor_workspace_show_message(workspace, "Cannot use this folder",
                                      "It does not exist, is no folder, or its path is too long.");
        return;
    }
    editor_settings settings = workspace->settings;
    settings.assets = true;
    editor_workspace_set_settings(workspace, &settings);
}

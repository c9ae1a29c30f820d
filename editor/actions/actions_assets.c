// actions_assets.c: the assets panel, and how its models are placed.
#include "actions/actions_private.h"

#include "workspace/workspace_private.h"

bool editor_if_assets(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->settings.assets;
}

void editor_do_assets(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.assets = !settings.assets;
    editor_workspace_set_settings(workspace, &settings);
}

void editor_do_assets_folder(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_ask_file(workspace, EDITOR_FOR_ASSETS);
}

bool editor_if_place_align(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->settings.place_align;
}

void editor_do_place_align(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.place_align = !settings.place_align;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_place_turn(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->settings.place_turn;
}

void editor_do_place_turn(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.place_turn = !settings.place_turn;
    editor_workspace_set_settings(workspace, &settings);
}

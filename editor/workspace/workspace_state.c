// workspace_state.c: what the other files of the workspace and the actions share: messages, settings, framing, layout.
#include "workspace/workspace_private.h"

#include "system/text.h"

#include <stdarg.h>
#include <stdio.h>

void editor_workspace_place(editor_workspace *workspace)
{
    pick_rect rect = editor_panels_viewport(workspace->panels, workspace->ui, &workspace->window);
    editor_views_place(&workspace->views, rect, &workspace->window);
}

void editor_workspace_frame_all(editor_workspace *workspace)
{
    editor_workspace_place(workspace);
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++)
        editor_viewport_frame(&workspace->views.view[i], editor_workspace_get_level(workspace),
                              editor_document_selection(workspace->document), false);
}

const editor_level *editor_workspace_get_level(const editor_workspace *workspace)
{
    return editor_document_level(workspace->document);
}

size_t editor_workspace_action_count(const editor_workspace *workspace)
{
    return workspace->desc.actions ? workspace->desc.actions->count : 0;
}

double editor_workspace_scale(const editor_workspace *workspace)
{
    return workspace->desc.ui_scale * workspace->settings.ui_scale;
}

double editor_workspace_reach(const editor_workspace *workspace)
{
    static const double reach_of_touch = 3;
    return workspace->is_touch ? reach_of_touch : 1;
}

editor_tool_context editor_workspace_context(const editor_workspace *workspace, uint32_t view)
{
    // The tools change the views' pointers and the document, which the workspace only borrows to itself.
    editor_workspace *own = (editor_workspace *)(uintptr_t)workspace;
    return (editor_tool_context){.document = own->document,
                                 .settings = &own->settings,
                                 .views = &own->views,
                                 .view = view,
                                 .ui_scale = editor_workspace_scale(workspace),
                                 .reach = editor_workspace_reach(workspace)};
}

void editor_workspace_say(editor_workspace *workspace, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    editor_text_print(workspace->message, sizeof(workspace->message), format, arguments);
    va_end(arguments);
    workspace->dirty = workspace->said = true;
}

void editor_workspace_done(editor_workspace *workspace, editor_edit_result result)
{
    if (result != EDITOR_EDIT_REFUSED)
        return;
    workspace->refused = true;
    editor_workspace_say(workspace, "%s", editor_document_reason(workspace->document));
}

const char *editor_workspace_name_way(const editor_workspace *workspace, const char *action, char out[EDITOR_WAY_SIZE])
{
    out[0] = '\0';
    if (workspace->desc.actions)
        workspace->desc.actions->name_way(workspace, action, out, EDITOR_WAY_SIZE);
    return out;
}

void editor_workspace_set_gpu(editor_workspace *workspace, bool on_gpu)
{
    workspace->dirty = workspace->dirty || workspace->on_gpu != on_gpu;
    workspace->on_gpu = on_gpu;
}

void editor_workspace_forbid_caps(editor_workspace *workspace)
{
    workspace->no_caps = true;
    workspace->views.section.caps = false;
}

bool editor_workspace_has_effect(const editor_workspace *workspace, editor_effect effect)
{
    return effect == EDITOR_EFFECT_ON || (effect == EDITOR_EFFECT_ON_GPU && workspace->on_gpu);
}

void editor_workspace_set_settings(editor_workspace *workspace, const editor_settings *settings)
{
    // What is under the mouse may be found otherwise.
    bool finds = settings->whole_groups != workspace->settings.whole_groups ||
                 settings->pass_locked != workspace->settings.pass_locked ||
                 settings->exact_wins != workspace->settings.exact_wins ||
                 settings->hide_icons != workspace->settings.hide_icons ||
                 settings->snap_rules != workspace->settings.snap_rules ||
                 settings->snap_through != workspace->settings.snap_through;
    if (settings->assets && !workspace->settings.assets)
        editor_asset_folder_list(&workspace->assets);
    workspace->settings = *settings;
    workspace->placing.stale = true;
    workspace->dirty = true;
    if (finds)
        editor_views_scene_changed(&workspace->views);
    double scale = editor_workspace_scale(workspace);
    editor_ui_set_scale(workspace->ui, scale);
    editor_panels_arrange(workspace->panels, settings, workspace->timeline.clips.count > 0);
    workspace->views.scale = scale;
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++) {
        pick_pointer_desc pointer = pick_pointer_get_desc(workspace->views.view[i].pointer);
        pointer.scale = scale;
        pick_pointer_set_desc(workspace->views.view[i].pointer, &pointer);
    }
}

void editor_workspace_frame(editor_workspace *workspace)
{
    const editor_tool_context context = editor_workspace_context(workspace, workspace->views.active);
    editor_part_place place;
    if (editor_tools_part_count(workspace->tools) > 0 && editor_tools_find_parts(workspace->tools, &context, &place)) {
        editor_viewport_frame_box(editor_views_active(&workspace->views), &place.box);
        workspace->dirty = true;
        return;
    }
    workspace->dirty |=
        editor_viewport_frame(editor_views_active(&workspace->views), editor_workspace_get_level(workspace),
                              editor_document_selection(workspace->document),
                              workspace->takes_hidden || !editor_document_sees_selected(workspace->document));
}

bool editor_workspace_same_window(const pick_window *a, const pick_window *b)
{
    return a->width == b->width && a->height == b->height && a->drawable_width == b->drawable_width &&
           a->drawable_height == b->drawable_height;
}

const pick_target *editor_workspace_hover(const editor_workspace *workspace)
{
    return pick_pointer_hover(editor_views_hovered(&workspace->views)->pointer);
}

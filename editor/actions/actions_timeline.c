// actions_timeline.c: clips: play, pause, and the time that is shown.
#include "actions/actions_private.h"

#include "workspace/workspace_private.h"

bool editor_if_clips(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->timeline.clips.count > 0;
}

bool editor_if_clip_plays(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->timeline.playing;
}

bool editor_if_clip_loops(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->timeline.loops;
}

bool editor_if_clip_rests(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return !workspace->timeline.posed;
}

void editor_do_clip_play(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_play(workspace);
}

// `argument`: frames, -1 or 1.
void editor_do_clip_step(editor_workspace *workspace, int argument)
{
    editor_workspace_step_frame(workspace, argument);
}

// `argument`: 0: the start, 1: the end.
void editor_do_clip_end(editor_workspace *workspace, int argument)
{
    editor_workspace_scrub(workspace, argument == 0 ? 0 : editor_workspace_timeline(workspace).length);
}

void editor_do_clip_loop(editor_workspace *workspace, int argument)
{
    (void)argument;
    workspace->timeline.loops = !workspace->timeline.loops;
}

void editor_do_clip_rest(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_rest(workspace);
}

// `argument`: rows of the list, -1 or 1; it goes round.
void editor_do_clip_choose(editor_workspace *workspace, int argument)
{
    const uint32_t count = workspace->timeline.clips.count;
    editor_workspace_choose_clip(workspace, (workspace->timeline.chosen + count + (uint32_t)argument) % count);
    const char *name = workspace->timeline.clips.rows[workspace->timeline.chosen].name;
    editor_workspace_say(workspace, "Clip: %.120s", name ? name : "the first of each model");
}

static bool is_shown(const editor_workspace *workspace)
{
    return workspace->settings.timeline == EDITOR_PANEL_SHOWN ||
           (workspace->settings.timeline == EDITOR_PANEL_BY_NEED && workspace->timeline.clips.count > 0);
}

bool editor_if_timeline(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return is_shown(workspace);
}

void editor_do_timeline(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    const bool needed = workspace->timeline.clips.count > 0;
    if (is_shown(workspace))
        settings.timeline = needed ? EDITOR_PANEL_HIDDEN : EDITOR_PANEL_BY_NEED;
    else
        settings.timeline = needed ? EDITOR_PANEL_BY_NEED : EDITOR_PANEL_SHOWN;
    editor_workspace_set_settings(workspace, &settings);
}

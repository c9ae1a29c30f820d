// workspace_timeline.c: plays the clips of the level's models: what is chosen, the time, and when the level gets a
// pose.
//
// The pose belongs to the picture. It changes only right before a picture is made, after all input that came before was
// picked in the picture that people saw, and never while something is being dragged: a drag has taken the places of
// objects as they were when it began.
#include "workspace/workspace_private.h"

#include "system/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PLAY_INTERVAL = 1.0 / 64; // seconds between poses
static const double STEPS_A_SECOND = 30;      // of the keys that step

static const editor_clip_row *chosen(const editor_workspace *workspace)
{
    const editor_timeline *timeline = &workspace->timeline;
    return timeline->chosen < timeline->clips.count ? &timeline->clips.rows[timeline->chosen] : NULL;
}

static double length_of(const editor_workspace *workspace)
{
    const editor_clip_row *row = chosen(workspace);
    return row ? row->length : 0;
}

static void change_pose(editor_workspace *workspace)
{
    workspace->timeline.stale = workspace->dirty = true;
}

static void rest(editor_workspace *workspace)
{
    workspace->timeline.playing = workspace->timeline.posed = false;
    workspace->timeline.time = 0;
    change_pose(workspace);
}

void editor_workspace_finish_timeline(editor_workspace *workspace)
{
    editor_clip_list_finish(&workspace->timeline.clips);
    free(workspace->timeline.name);
}

// Another level: it is at rest, or has the pose that it was opened in.
void editor_workspace_begin_timeline(editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    editor_workspace_finish_timeline(workspace);
    workspace->timeline = (editor_timeline){.loops = true, .posed = level->is_posed, .time = level->pose_time};
    if (level->is_posed && level->pose_clip)
        workspace->timeline.name = editor_text_copy(level->pose_clip);
    editor_workspace_follow_clips(workspace);
    editor_panels_arrange(workspace->panels, &workspace->settings, workspace->timeline.clips.count > 0);
}

// The row of the clip that was chosen by name; the first one, if there is none.
static uint32_t find_chosen(const editor_timeline *timeline, bool *found)
{
    for (uint32_t i = 0; i < timeline->clips.count; i++) {
        const char *name = timeline->clips.rows[i].name;
        *found = timeline->name && name ? strcmp(name, timeline->name) == 0 : !timeline->name && !name;
        if (*found)
            return i;
    }
    *found = !timeline->name; // without a name it is the first clip of the only model
    return 0;
}

void editor_workspace_follow_clips(editor_workspace *workspace)
{
    editor_timeline *timeline = &workspace->timeline;
    const editor_level *level = editor_workspace_get_level(workspace);
    if (workspace->placing.ghost.count > 0)
        return; // the timeline would come in under the mouse, and the viewport would change its size
    if (timeline->seen_tree == level->tree_revision + 1 && timeline->seen_assets == level->asset_count)
        return;
    const bool had_clips = timeline->clips.count > 0;
    bool found;
    editor_document_list_clips(workspace->document, &timeline->clips);
    timeline->seen_tree = level->tree_revision + 1;
    timeline->seen_assets = level->asset_count;
    timeline->chosen = find_chosen(timeline, &found);
    if (timeline->posed && (!found || timeline->clips.count == 0))
        rest(workspace); // the clip is gone
    else if (timeline->posed)
        change_pose(workspace); // of models that came, or in another clip
    timeline->time = fmin(timeline->time, length_of(workspace));
    if (had_clips != (timeline->clips.count > 0)) {
        editor_panels_arrange(workspace->panels, &workspace->settings, timeline->clips.count > 0);
        workspace->dirty = true;
    }
}

// --- What people do ---

void editor_workspace_choose_clip(editor_workspace *workspace, uint32_t row)
{
    editor_timeline *timeline = &workspace->timeline;
    if (row >= timeline->clips.count)
        return;
    const char *name = timeline->clips.rows[row].name;
    char *copy = name ? editor_text_copy(name) : NULL;
    if (name && !copy) {
        editor_workspace_say(workspace, "Out of memory");
        return;
    }
    free(timeline->name);
    timeline->name = copy;
    timeline->chosen = row;
    timeline->time = 0;
    timeline->posed = true;
    change_pose(workspace);
}

void editor_workspace_scrub(editor_workspace *workspace, double seconds)
{
    editor_timeline *timeline = &workspace->timeline;
    const double length = length_of(workspace);
    timeline->playing = false;
    timeline->time = seconds > length ? length : seconds > 0 ? seconds : 0;
    timeline->posed = timeline->clips.count > 0;
    change_pose(workspace);
}

void editor_workspace_scrub_track(editor_workspace *workspace, double seconds)
{
    editor_timeline *timeline = &workspace->timeline;
    if (!timeline->scrubbing) {
        timeline->scrubbing = true;
        timeline->was_posed = timeline->posed;
        timeline->was_playing = timeline->playing;
        timeline->time_before = timeline->time;
    }
    editor_workspace_scrub(workspace, seconds);
}

bool editor_workspace_cancel_scrub(editor_workspace *workspace)
{
    editor_timeline *timeline = &workspace->timeline;
    if (!timeline->scrubbing)
        return false;
    timeline->scrubbing = false;
    timeline->posed = timeline->was_posed;
    timeline->playing = timeline->begins = timeline->was_playing;
    timeline->time = timeline->time_before;
    editor_ui_deactivate(workspace->ui);
    change_pose(workspace);
    return true;
}

void editor_workspace_play(editor_workspace *workspace)
{
    editor_timeline *timeline = &workspace->timeline;
    if (timeline->clips.count == 0)
        return;
    timeline->playing = !timeline->playing;
    if (!timeline->playing)
        return;
    if (timeline->time >= length_of(workspace))
        timeline->time = 0;
    timeline->posed = timeline->begins = true;
    change_pose(workspace);
}

void editor_workspace_step_frame(editor_workspace *workspace, int by)
{
    const double frame = workspace->timeline.time * STEPS_A_SECOND;
    // From between two frames to the next one of that side.
    const double next = by > 0 ? floor(frame + 1e-6) + 1 : ceil(frame - 1e-6) - 1;
    editor_workspace_scrub(workspace, next / STEPS_A_SECOND);
}

void editor_workspace_rest(editor_workspace *workspace)
{
    rest(workspace);
}

// --- Time ---

// Whether the clip waits for the end of a drag, which has taken the places of objects as they were, or of a press,
// which may become one of what was pressed.
static bool waits(const editor_workspace *workspace)
{
    return editor_document_is_open(workspace->document) || editor_tools_is_dragging(workspace->tools) ||
           workspace->is_pressing || editor_workspace_is_placing(workspace);
}

static void advance(editor_workspace *workspace, double seconds)
{
    editor_timeline *timeline = &workspace->timeline;
    const double length = length_of(workspace);
    timeline->time += seconds;
    if (timeline->time < length)
        return;
    if (timeline->loops && length > 0) {
        timeline->time = fmod(timeline->time, length);
    } else {
        timeline->time = length;
        timeline->playing = false;
    }
}

void editor_workspace_step_timeline(editor_workspace *workspace, double seconds)
{
    editor_timeline *timeline = &workspace->timeline;
    if (!timeline->playing)
        return;
    if (timeline->begins || waits(workspace)) { // the time until now was not played
        timeline->begins = false;
        timeline->waited = 0;
        return;
    }
    timeline->waited += seconds;
    if (timeline->waited < PLAY_INTERVAL - 1e-9)
        return;
    advance(workspace, timeline->waited);
    timeline->waited = 0;
    change_pose(workspace);
}

double editor_workspace_timeline_wake(const editor_workspace *workspace)
{
    const editor_timeline *timeline = &workspace->timeline;
    const pick_window *window = &workspace->window;
    if (!timeline->playing || waits(workspace) || window->drawable_width < 1 || window->drawable_height < 1)
        return -1;
    return fmax(PLAY_INTERVAL - timeline->waited, 0);
}

static void set_pose(editor_workspace *workspace)
{
    editor_timeline *timeline = &workspace->timeline;
    const editor_clip_row *row = chosen(workspace);
    editor_error error;
    timeline->stale = false;
    if (!timeline->posed || !row) {
        editor_document_rest(workspace->document);
    } else if (!editor_document_pose(workspace->document, row->name, timeline->time, &error)) {
        timeline->playing = timeline->posed = false;
        editor_document_rest(workspace->document);
        editor_workspace_say(workspace, "Cannot play %.100s: %s", row->name ? row->name : "the clips", error.text);
    }
}

bool editor_workspace_pose(editor_workspace *workspace)
{
    const bool poses = workspace->timeline.stale && !waits(workspace);
    if (poses)
        set_pose(workspace);
    return poses;
}

void editor_workspace_pose_again(editor_workspace *workspace)
{
    if (!workspace->timeline.stale)
        set_pose(workspace);
}

// --- For the panels and scripts ---

void editor_workspace_list_timeline(const editor_workspace *workspace, editor_panels_model *model)
{
    const editor_timeline *timeline = &workspace->timeline;
    model->timeline = (editor_panels_timeline){.clips = timeline->clips.rows,
                                               .clip_count = timeline->clips.count,
                                               .clip = timeline->chosen,
                                               .time = timeline->time,
                                               .length = length_of(workspace),
                                               .posed = timeline->posed,
                                               .playing = timeline->playing,
                                               .loops = timeline->loops};
}

editor_panels_timeline editor_workspace_timeline(const editor_workspace *workspace)
{
    editor_panels_model model;
    editor_workspace_list_timeline(workspace, &model);
    return model.timeline;
}

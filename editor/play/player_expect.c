// player_expect.c: the checks of a script, one row each.
#include "actions/actions.h"
#include "play/player_private.h"
#include "play/words.h"

#include "document/level/look.h"
#include "document/level/prefab.h"
#include "tools/measurements.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool failed(editor_player *player, const char *what, const char *wanted, const char *found)
{
    return editor_player_fail(player, EDITOR_PLAY_FAILED, "expected %s %s, found %s", what, wanted, found);
}

static const char *object_name(const editor_player *player, pick_object_id id)
{
    const editor_level *level = editor_workspace_level(player->workspace);
    uint32_t object = editor_level_object(level, id);
    return object == EDITOR_NONE ? "none" : level->objects[object].name;
}

static bool is_text(editor_player *player, const char *what, const char *wanted, const char *found)
{
    return strcmp(wanted, found) == 0 || failed(player, what, wanted, found);
}

// Whether the text holds what is wanted; "none": it is empty.
static bool holds(editor_player *player, const char *what, const char *wanted, const char *text)
{
    const bool any = text[0] != '\0';
    return (any && wanted[0] != '\0' && strstr(text, wanted)) || (!any && strcmp(wanted, "none") == 0) ||
           failed(player, what, wanted, any ? text : "none");
}

static bool is_count(editor_player *player, const char *what, const char *word, uint64_t found)
{
    double wanted = 0;
    char text[32];
    if (!editor_player_numbers(player, word, ' ', &wanted, 1))
        return false;
    snprintf(text, sizeof(text), "%llu", (unsigned long long)found);
    return wanted == (double)found || failed(player, what, word, text);
}

// Checks what a click would select.
static bool expect_hover(editor_player *player, char **words)
{
    return is_text(player, "hover", words[0], object_name(player, editor_workspace_hover(player->workspace)->object));
}

// Checks what is under the mouse, selectable or not.
static bool expect_surface(editor_player *player, char **words)
{
    const pick_target *hover = editor_workspace_hover(player->workspace);
    return is_text(player, "surface", words[0], hover->hit ? object_name(player, hover->surface.object) : "none");
}

// Checks which part of an instance that surface is of.
static bool expect_within(editor_player *player, char **words)
{
    const pick_target *hover = editor_workspace_hover(player->workspace);
    char name[EDITOR_PART_NAME] = "";
    if (hover->hit)
        editor_level_hit_part_name(editor_workspace_level(player->workspace), &hover->surface, name, sizeof(name));
    return is_text(player, "within", words[0], name[0] ? name : "none");
}

// Checks whether that surface is the box of a model that is still to be read.
static bool expect_box(editor_player *player, char **words)
{
    const pick_target *hover = editor_workspace_hover(player->workspace);
    const editor_level *level = editor_workspace_level(player->workspace);
    const uint32_t object = hover->hit ? editor_level_object(level, hover->surface.object) : EDITOR_NONE;
    const uint32_t mesh = object != EDITOR_NONE ? level->objects[object].mesh : EDITOR_NONE;
    return is_text(player, "box", words[0], mesh != EDITOR_NONE && level->meshes[mesh].unread ? "yes" : "no");
}

static bool expect_selected(editor_player *player, char **words)
{
    const pick_selection *selection = editor_workspace_selection(player->workspace);
    char names[1024] = "";
    size_t used = 0;
    for (size_t i = 0; i < pick_selection_count(selection) && used < sizeof(names); i++)
        used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s", i ? "," : "",
                                 object_name(player, pick_selection_objects(selection)[i]));
    return is_text(player, "selected", words[0], used ? names : "none");
}

static bool expect_selected_count(editor_player *player, char **words)
{
    return is_count(player, "count", words[0], pick_selection_count(editor_workspace_selection(player->workspace)));
}

static bool expect_active(editor_player *player, char **words)
{
    pick_object_id active = pick_selection_active(editor_workspace_selection(player->workspace));
    return is_text(player, "active", words[0], object_name(player, active));
}

// near NAME X,Y,Z TOLERANCE: the object's origin.
static bool expect_near(editor_player *player, char **words)
{
    const editor_level *level = editor_workspace_level(player->workspace);
    double at[3] = {0}, tolerance = 0;
    if (!editor_player_numbers(player, words[1], ',', at, 3) ||
        !editor_player_numbers(player, words[2], ' ', &tolerance, 1))
        return false;
    uint32_t object = editor_level_find(level, words[0], EDITOR_NONE);
    if (object == EDITOR_NONE)
        return editor_player_fail(player, EDITOR_PLAY_FAILED, "no object is named %s", words[0]);
    const pick_vec3 o = level->objects[object].world.origin;
    double distance = pick_vec3_length(pick_vec3_sub(o, pick_vec3_make(at[0], at[1], at[2])));
    char wanted[200], found[200];
    snprintf(wanted, sizeof(wanted), "%s within %s of %s", words[0], words[2], words[1]);
    snprintf(found, sizeof(found), "it at %.9g,%.9g,%.9g", o.x, o.y, o.z);
    return distance <= tolerance || failed(player, "", wanted, found);
}

static bool expect_hidden(editor_player *player, char **words)
{
    const editor_level *level = editor_workspace_level(player->workspace);
    uint32_t object = editor_level_find(level, words[0], EDITOR_NONE);
    if (object == EDITOR_NONE)
        return editor_player_fail(player, EDITOR_PLAY_FAILED, "no object is named %s", words[0]);
    return is_text(player, words[0], words[1], editor_level_is_hidden(level, object) ? "hidden" : "shown");
}

static bool expect_undo(editor_player *player, char **words)
{
    return is_count(player, "undo", words[0],
                    editor_document_history(editor_workspace_document(player->workspace)).position);
}

static bool expect_redo(editor_player *player, char **words)
{
    editor_history history = editor_document_history(editor_workspace_document(player->workspace));
    return is_count(player, "redo", words[0], history.step_count - history.position);
}

// "2/5": the position in the click cycle, and the length of the cycle.
static bool expect_place(editor_player *player, char **words)
{
    const pick_target *hover = editor_workspace_hover(player->workspace);
    char found[32];
    snprintf(found, sizeof(found), "%u/%u", (unsigned)hover->place, (unsigned)hover->count);
    return is_text(player, "place", words[0], found);
}

static bool expect_handle(editor_player *player, char **words)
{
    return is_text(player, "handle", words[0], editor_workspace_hover(player->workspace)->handle ? "some" : "none");
}

static bool expect_tool(editor_player *player, char **words)
{
    return is_text(player, "tool", words[0], editor_workspace_tool(player->workspace));
}

// Checks how many vertices, edges or faces are selected.
static bool expect_parts(editor_player *player, char **words)
{
    return is_count(player, "parts", words[0], editor_workspace_part_count(player->workspace));
}

static bool expect_measure(editor_player *player, char **words)
{
    char measure[256];
    editor_workspace_measure(player->workspace, measure, sizeof(measure));
    return holds(player, "measure", words[0], measure);
}

static bool expect_views(editor_player *player, char **words)
{
    return is_count(player, "views", words[0], editor_workspace_views(player->workspace)->count);
}

// Checks the active view: "Front", "Perspective".
static bool expect_view(editor_player *player, char **words)
{
    const editor_views *views = editor_workspace_views(player->workspace);
    return is_text(player, "view", words[0], editor_views_name(views, views->active));
}

// Checks that the status line contains a text.
static bool expect_message(editor_player *player, char **words)
{
    const char *message = editor_workspace_message(player->workspace);
    return holds(player, "message", words[0], message);
}

static bool expect_dialog(editor_player *player, char **words)
{
    return is_text(player, "dialog", words[0], editor_words_dialog(editor_workspace_dialog(player->workspace)->kind));
}

static bool expect_context(editor_player *player, char **words)
{
    const uint32_t menu = editor_panels_context(editor_workspace_panels(player->workspace));
    return is_text(player, "context", words[0],
                   menu == EDITOR_CONTEXT_VIEWPORT   ? "viewport"
                   : menu == EDITOR_CONTEXT_OUTLINER ? "outliner"
                   : menu == EDITOR_CONTEXT_ADD      ? "add"
                   : menu == EDITOR_CONTEXT_SET      ? "set"
                                                     : "none");
}

// Checks the selected row of the command palette.
static bool expect_palette(editor_player *player, char **words)
{
    uint32_t action;
    const char *found = "closed";
    if (editor_panels_palette(editor_workspace_panels(player->workspace), &action))
        found = action < EDITOR_ACTION_COUNT ? EDITOR_ACTIONS[action].name : "none";
    return is_text(player, "palette", words[0], found);
}

// Checks the labels of a dialog's list, "A,B".
static bool expect_rows(editor_player *player, char **words)
{
    const editor_dialog *dialog = editor_workspace_dialog(player->workspace);
    char names[1024] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < dialog->row_count && used < sizeof(names); i++)
        used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s", i ? "," : "", dialog->rows[i].label);
    return is_text(player, "rows", words[0], used ? names : "none");
}

// Checks that the import report, which is shown, has a text.
static bool expect_report(editor_player *player, char **words)
{
    const char *report = editor_workspace_dialog(player->workspace)->report;
    return (report && strstr(report, words[0])) || failed(player, "report", words[0], report ? report : "not shown");
}

static bool expect_parent(editor_player *player, char **words)
{
    const editor_level *level = editor_workspace_level(player->workspace);
    uint32_t object = editor_level_find(level, words[0], EDITOR_NONE);
    if (object == EDITOR_NONE)
        return editor_player_fail(player, EDITOR_PLAY_FAILED, "no object is named %s", words[0]);
    uint32_t parent = level->objects[object].parent;
    return is_text(player, "parent", words[1], parent == EDITOR_NONE ? "none" : level->objects[parent].name);
}

// label NAME TEXT: what a measurement shows.
static bool expect_label(editor_player *player, char **words)
{
    const editor_level *level = editor_workspace_level(player->workspace);
    const uint32_t object = editor_level_find(level, words[0], EDITOR_NONE);
    char text[64] = "none";
    if (object == EDITOR_NONE)
        return editor_player_fail(player, EDITOR_PLAY_FAILED, "no object is named %s", words[0]);
    const editor_line *line = editor_level_measurement(level, &level->objects[object]);
    if (line)
        editor_measurement_label(line, &level->objects[object].world, text, sizeof(text));
    return is_text(player, "label", words[1], text);
}

// width NAME TEXT: of points and lines, "3 points" or "0.05 m".
static bool expect_width(editor_player *player, char **words)
{
    const editor_level *level = editor_workspace_level(player->workspace);
    const uint32_t object = editor_level_find(level, words[0], EDITOR_NONE);
    char text[64];
    if (object == EDITOR_NONE)
        return editor_player_fail(player, EDITOR_PLAY_FAILED, "no object is named %s", words[0]);
    const editor_width width = editor_level_width(level, &level->objects[object]);
    snprintf(text, sizeof(text), "%.9g %s", width.value, width.unit == EDITOR_WIDTH_IN_METRES ? "m" : "points");
    return is_text(player, "width", words[1], text);
}

// axis NAME 0..2 X,Y,Z TOLERANCE: the image of a unit axis under the object's transform.
static bool expect_axis(editor_player *player, char **words)
{
    const editor_level *level = editor_workspace_level(player->workspace);
    double which = 0, wanted[3] = {0}, tolerance = 0;
    uint32_t object = editor_level_find(level, words[0], EDITOR_NONE);
    if (!editor_player_numbers(player, words[1], ' ', &which, 1) ||
        !editor_player_numbers(player, words[2], ',', wanted, 3) ||
        !editor_player_numbers(player, words[3], ' ', &tolerance, 1))
        return false;
    if (object == EDITOR_NONE || !(which == 0 || which == 1 || which == 2))
        return editor_player_fail(player, EDITOR_PLAY_FAILED, "%s has no axis %s", words[0], words[1]);
    const double *a = &level->objects[object].world.linear[3 * (int)which];
    char found[160];
    snprintf(found, sizeof(found), "%.9g,%.9g,%.9g", a[0], a[1], a[2]);
    bool holds = fabs(a[0] - wanted[0]) <= tolerance && fabs(a[1] - wanted[1]) <= tolerance &&
                 fabs(a[2] - wanted[2]) <= tolerance;
    return holds || failed(player, "axis", words[2], found);
}

// Checks the level's hash. Recordings end with this check.
static bool expect_hash(editor_player *player, char **words)
{
    char found[32];
    snprintf(found, sizeof(found), "%016llx",
             (unsigned long long)editor_level_hash(editor_workspace_level(player->workspace)));
    return is_text(player, "hash", words[0], found);
}

static bool expect_changed(editor_player *player, char **words)
{
    bool changed = editor_document_is_changed(editor_workspace_document(player->workspace));
    return is_text(player, "changed", words[0], changed ? "yes" : "no");
}

static bool expect_title(editor_player *player, char **words)
{
    return is_text(player, "title", words[0], editor_workspace_title(player->workspace));
}

static bool expect_objects(editor_player *player, char **words)
{
    const editor_level *level = editor_workspace_level(player->workspace);
    uint64_t count = 0;
    for (uint32_t i = 0; i < level->object_count; i++)
        count += level->objects[i].exists;
    return is_count(player, "objects", words[0], count);
}

// Checks that the outliner shows the object's row in full, and that its rows fill the panel.
static bool expect_row(editor_player *player, char **words)
{
    const editor_level *level = editor_workspace_level(player->workspace);
    const editor_panels *panels = editor_workspace_panels(player->workspace);
    const editor_panels_rows rows = editor_panels_outline(panels);
    const double bottom = rows.panel.y + rows.panel.height, height = rows.count ? rows.area.height / rows.count : 0;
    if (rows.area.y > rows.panel.y + 1 || (rows.count < rows.total && rows.area.y + rows.area.height < bottom - 1))
        return failed(player, "row", words[0], "rows that do not fill the outliner");
    for (uint32_t i = 0; i < rows.count; i++) {
        uint32_t object = editor_panels_outline_object(panels, rows.first + i);
        double top = rows.area.y + i * height;
        if (strcmp(level->objects[object].name, words[0]) == 0 && top > rows.panel.y - 1 && top + height < bottom + 1)
            return true;
    }
    return failed(player, "row", words[0], "none in view");
}

static bool expect_idle(editor_player *player, char **words)
{
    (void)words;
    return !editor_workspace_is_busy(player->workspace) ||
           editor_player_fail(player, EDITOR_PLAY_FAILED, "expected rest, found another picture or pick due");
}

// --- numbers compared with earlier values ---

static uint64_t get_content(const editor_workspace *workspace)
{
    return editor_document_state(editor_workspace_document(workspace));
}

static uint64_t get_hash(const editor_workspace *workspace)
{
    return editor_level_hash(editor_workspace_level(workspace));
}

static const struct {
    const char *name;
    uint64_t (*get)(const editor_workspace *workspace);
} NUMBERS[] = {
    {"picks", editor_workspace_picks},
    {"content", get_content},
    {"hash", get_hash},
    {"pictures", editor_workspace_pictures},
};

static bool get_number(editor_player *player, const char *name, uint64_t *out)
{
    for (size_t i = 0; i < sizeof(NUMBERS) / sizeof(NUMBERS[0]); i++) {
        if (strcmp(NUMBERS[i].name, name) == 0) {
            *out = NUMBERS[i].get(player->workspace);
            return true;
        }
    }
    return editor_player_fail(player, EDITOR_PLAY_BROKEN, "%s: no such number", name);
}

static editor_player_mark *find_mark(editor_player *player, const char *name)
{
    for (int i = 0; i < player->mark_count; i++) {
        if (strcmp(player->marks[i].name, name) == 0)
            return &player->marks[i];
    }
    return NULL;
}

// mark NAME NUMBER
bool editor_player_mark_value(editor_player *player, char **words, int count)
{
    (void)count;
    uint64_t value = 0;
    if (!get_number(player, words[1], &value))
        return false;
    editor_player_mark *mark = find_mark(player, words[0]);
    if (!mark) {
        if (player->mark_count == PLAYER_MARKS || strlen(words[0]) >= sizeof(mark->name))
            return editor_player_fail(player, EDITOR_PLAY_BROKEN, "%s: too many marks, or too long", words[0]);
        mark = &player->marks[player->mark_count++];
        snprintf(mark->name, sizeof(mark->name), "%s", words[0]);
    }
    mark->value = value;
    return true;
}

// same NUMBER MARK, different NUMBER MARK, more NUMBER MARK BY
static bool compare(editor_player *player, char **words, int relation, double by)
{
    uint64_t now = 0;
    const editor_player_mark *mark = find_mark(player, words[1]);
    if (!mark)
        return editor_player_fail(player, EDITOR_PLAY_BROKEN, "%s: no such mark", words[1]);
    if (!get_number(player, words[0], &now))
        return false;
    bool holds = relation == 0   ? now == mark->value
                 : relation == 1 ? now != mark->value
                                 : (double)now - (double)mark->value == by;
    return holds || editor_player_fail(player, EDITOR_PLAY_FAILED, "%s was %llu at %s and is %llu", words[0],
                                       (unsigned long long)mark->value, words[1], (unsigned long long)now);
}

static bool expect_same(editor_player *player, char **words)
{
    return compare(player, words, 0, 0);
}

static bool expect_different(editor_player *player, char **words)
{
    return compare(player, words, 1, 0);
}

static bool expect_more(editor_player *player, char **words)
{
    double by = 0;
    return editor_player_numbers(player, words[2], ' ', &by, 1) && compare(player, words, 2, by);
}

static bool expect_clip(editor_player *player, char **words)
{
    const editor_panels_timeline timeline = editor_workspace_timeline(player->workspace);
    const char *name = !timeline.posed || timeline.clip_count == 0 ? "none"
                       : timeline.clips[timeline.clip].name        ? timeline.clips[timeline.clip].name
                                                                   : "first";
    return is_text(player, "clip", words[0], name);
}

// To a thousandth of a second.
static bool expect_time(editor_player *player, char **words)
{
    const double found = editor_workspace_timeline(player->workspace).time;
    double wanted = 0;
    char text[32];
    if (!editor_player_numbers(player, words[0], ' ', &wanted, 1))
        return false;
    snprintf(text, sizeof(text), "%.4f", found);
    return fabs(wanted - found) < 1e-3 || failed(player, "time", words[0], text);
}

static bool expect_playing(editor_player *player, char **words)
{
    return is_text(player, "playing", words[0], editor_workspace_timeline(player->workspace).playing ? "yes" : "no");
}

static bool expect_loading(editor_player *player, char **words)
{
    const char *name = editor_workspace_loading(player->workspace);
    return strcmp(words[0], name[0] ? name : "none") == 0 ||
           editor_player_fail(player, EDITOR_PLAY_FAILED, "being read is %s, not %s", name[0] ? name : "none",
                              words[0]);
}

// --- the table ---

static const struct {
    const char *name;
    int count; // number of words after the check
    bool (*run)(editor_player *player, char **words);
} CHECKS[] = {
    {"box", 1, expect_box},
    {"hover", 1, expect_hover},
    {"surface", 1, expect_surface},
    {"within", 1, expect_within},
    {"place", 1, expect_place},
    {"handle", 1, expect_handle},
    {"selected", 1, expect_selected},
    {"count", 1, expect_selected_count},
    {"active", 1, expect_active},
    {"near", 3, expect_near},
    {"axis", 4, expect_axis},
    {"parent", 2, expect_parent},
    {"label", 2, expect_label},
    {"width", 2, expect_width},
    {"visibility", 2, expect_hidden},
    {"objects", 1, expect_objects},
    {"hash", 1, expect_hash},
    {"changed", 1, expect_changed},
    {"title", 1, expect_title},
    {"undo", 1, expect_undo},
    {"redo", 1, expect_redo},
    {"tool", 1, expect_tool},
    {"views", 1, expect_views},
    {"view", 1, expect_view},
    {"message", 1, expect_message},
    {"dialog", 1, expect_dialog},
    {"rows", 1, expect_rows},
    {"idle", 0, expect_idle},
    {"row", 1, expect_row},
    {"same", 2, expect_same},
    {"different", 2, expect_different},
    {"more", 3, expect_more},
    {"context", 1, expect_context},
    {"palette", 1, expect_palette},
    {"clip", 1, expect_clip},
    {"time", 1, expect_time},
    {"playing", 1, expect_playing},
    {"report", 1, expect_report},
    {"loading", 1, expect_loading},
    {"parts", 1, expect_parts},
    {"measure", 1, expect_measure},
};

bool editor_player_expect(editor_player *player, char **words, int count)
{
    for (size_t i = 0; i < sizeof(CHECKS) / sizeof(CHECKS[0]); i++) {
        if (strcmp(CHECKS[i].name, words[0]) != 0)
            continue;
        if (count - 1 != CHECKS[i].count)
            return editor_player_fail(player, EDITOR_PLAY_BROKEN, "expect %s takes %d words", words[0],
                                      CHECKS[i].count);
        return CHECKS[i].run(player, words + 1);
    }
    return editor_player_fail(player, EDITOR_PLAY_BROKEN, "expect %s: no such check", words[0]);
}

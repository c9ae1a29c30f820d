// actions_view.c: the actions that change views, the current tool and settings.
#include "actions/actions_private.h"

#include "workspace/workspace_private.h"

#include <math.h>
#include <stdio.h>

// --- toggles ---

bool editor_if_whole_groups(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->settings.whole_groups;
}

void editor_do_whole_groups(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.whole_groups = !settings.whole_groups;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_pass_locked(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->settings.pass_locked;
}

void editor_do_pass_locked(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.pass_locked = !settings.pass_locked;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_thin_first(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return !workspace->settings.exact_wins;
}

void editor_do_thin_first(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.exact_wins = !settings.exact_wins;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_regions_visible(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->settings.regions_visible;
}

void editor_do_regions_visible(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.regions_visible = !settings.regions_visible;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_snap(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->settings.snap;
}

void editor_do_snap(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.snap = !settings.snap;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_snap_set(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->settings.snap_set;
}

void editor_do_snap_set(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.snap_set = !settings.snap_set;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_snap_rule(const editor_workspace *workspace, int argument)
{
    return (workspace->settings.snap_rules & (uint32_t)argument) != 0;
}

void editor_do_snap_rule(editor_workspace *workspace, int argument)
{
    editor_settings settings = workspace->settings;
    settings.snap_rules ^= (uint32_t)argument;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_snap_through(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->settings.snap_through;
}

void editor_do_snap_through(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.snap_through = !settings.snap_through;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_collide(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->settings.collide;
}

void editor_do_collide(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.collide = !settings.collide;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_align_normal(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->settings.align_normal;
}

void editor_do_align_normal(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.align_normal = !settings.align_normal;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_grid(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->settings.grid;
}

void editor_do_grid(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.grid = !settings.grid;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_icons(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return !workspace->settings.hide_icons;
}

void editor_do_icons(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.hide_icons = !settings.hide_icons;
    editor_workspace_set_settings(workspace, &settings);
    editor_workspace_say(workspace, settings.hide_icons ? "Icons are hidden and cannot be picked" : "Icons are shown");
}

bool editor_if_wireframe(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->settings.wireframe;
}

void editor_do_wireframe(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.wireframe = !settings.wireframe;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_shadows(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return editor_workspace_has_effect(workspace, workspace->settings.shadows);
}

void editor_do_shadows(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.shadows = editor_if_shadows(workspace, argument) ? EDITOR_EFFECT_OFF : EDITOR_EFFECT_ON;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_ambient_occlusion(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return editor_workspace_has_effect(workspace, workspace->settings.ambient_occlusion);
}

void editor_do_ambient_occlusion(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.ambient_occlusion =
        editor_if_ambient_occlusion(workspace, argument) ? EDITOR_EFFECT_OFF : EDITOR_EFFECT_ON;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_stats(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->settings.stats;
}

void editor_do_stats(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.stats = !settings.stats;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_outliner(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return !workspace->settings.hide_outliner;
}

void editor_do_outliner(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.hide_outliner = !settings.hide_outliner;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_inspector(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return !workspace->settings.hide_inspector;
}

void editor_do_inspector(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.hide_inspector = !settings.hide_inspector;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_history(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->settings.history;
}

void editor_do_history(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.history = !settings.history;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_debug_ray(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->settings.debug_ray;
}

void editor_do_debug_ray(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.debug_ray = !settings.debug_ray;
    editor_workspace_set_settings(workspace, &settings);
    editor_debug_view_clear(&workspace->debug);
}

bool editor_if_sight(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->settings.sight;
}

void editor_do_sight(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_settings settings = workspace->settings;
    settings.sight = !settings.sight;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_pair(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return pick_selection_count(editor_document_selection(workspace->document)) == 2;
}

// Why no point of an object could be looked at.
static const char *why_unseen(const editor_level *level, uint32_t from, uint32_t to)
{
    const uint32_t seen = pick_layer_matrix_mask(&level->sees, level->objects[from].layers);
    bool is_shown = false, is_in_layer = false;
    for (uint32_t i = to; i != EDITOR_NONE; i = editor_level_next_below(level, to, i)) {
        const editor_object *o = &level->objects[i];
        const bool counts = o->mesh != EDITOR_NONE && !o->is_hidden;
        is_shown |= counts;
        is_in_layer |= counts && (o->layers & seen) != 0;
    }
    return !is_shown ? "it is hidden" : !is_in_layer ? "none of its layers is seen" : "it is turned away";
}

static void say_sight(editor_workspace *workspace, uint32_t from_object, uint32_t to_object, const editor_sight *sight)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const char *from = level->objects[from_object].name, *to = level->objects[to_object].name;
    const uint32_t others = sight->blocker_count > 0 ? sight->blocker_count - 1 : 0;
    char more[32] = "";
    if (others > 0)
        snprintf(more, sizeof(more), " and %u more", (unsigned)others);
    const char *blocker = sight->blocker_count > 0 ? level->objects[sight->blockers[0].object].name : "";
    if (sight->points == 0)
        editor_workspace_say(workspace, "%.80s cannot see %.80s: %s", from, to,
                             why_unseen(level, from_object, to_object));
    else if (sight->seen == 0)
        editor_workspace_say(workspace, "%.60s does not see %.60s: %.60s%s %s in the way", from, to, blocker, more,
                             others > 0 ? "are" : "is");
    else if (sight->seen == sight->points)
        editor_workspace_say(workspace, "%.100s sees %.100s", from, to);
    else
        editor_workspace_say(workspace, "%.60s sees %u %% of %.60s; %.60s%s %s in the way", from,
                             (unsigned)fmax(1, 100.0 * sight->seen / sight->points), to, blocker, more,
                             others > 0 ? "are" : "is");
}

// Whether the object that was selected first sees the active one.
void editor_do_check_sight(editor_workspace *workspace, int argument)
{
    (void)argument;
    const editor_level *level = editor_workspace_get_level(workspace);
    const pick_selection *selection = editor_document_selection(workspace->document);
    const uint32_t to = editor_level_object(level, pick_selection_active(selection));
    uint32_t from = EDITOR_NONE;
    for (size_t i = 0; i < pick_selection_count(selection); i++) {
        const uint32_t object = editor_level_object(level, pick_selection_objects(selection)[i]);
        from = object != to ? object : from;
    }
    if (from == EDITOR_NONE || to == EDITOR_NONE)
        return;
    const char *from_name = level->objects[from].name, *to_name = level->objects[to].name;
    const char *fault = editor_sight_fault(level, from, to);
    if (fault) {
        editor_workspace_say(workspace, "%.80s %s as %.80s", to_name, fault, from_name);
        return;
    }
    editor_sight sight;
    editor_sight_find(level, from, to, &sight);
    editor_debug_view_between(&workspace->debug, level, &sight);
    say_sight(workspace, from, to, &sight);
}

// --- choices ---

bool editor_if_region_rule(const editor_workspace *workspace, int argument)
{
    return workspace->settings.region_rule == (editor_region_rule)argument;
}

void editor_do_region_rule(editor_workspace *workspace, int argument)
{
    editor_settings settings = workspace->settings;
    settings.region_rule = (editor_region_rule)argument;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_space(const editor_workspace *workspace, int argument)
{
    return workspace->settings.space == (pick_gizmo_space)argument;
}

void editor_do_space(editor_workspace *workspace, int argument)
{
    editor_settings settings = workspace->settings;
    settings.space = (pick_gizmo_space)argument;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_pivot(const editor_workspace *workspace, int argument)
{
    return !editor_tools_has_pivot_point(workspace->tools) && workspace->settings.pivot == (pick_gizmo_pivot)argument;
}

void editor_do_pivot(editor_workspace *workspace, int argument)
{
    editor_settings settings = workspace->settings;
    settings.pivot = (pick_gizmo_pivot)argument;
    editor_tools_set_pivot_point(workspace->tools, NULL);
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_group_pivot(const editor_workspace *workspace, int argument)
{
    return workspace->settings.group_pivot == (editor_group_pivot)argument;
}

void editor_do_group_pivot(editor_workspace *workspace, int argument)
{
    editor_settings settings = workspace->settings;
    settings.group_pivot = (editor_group_pivot)argument;
    editor_workspace_set_settings(workspace, &settings);
}

bool editor_if_shading(const editor_workspace *workspace, int argument)
{
    return workspace->settings.shading == (render_shading)argument;
}

void editor_do_shading(editor_workspace *workspace, int argument)
{
    editor_settings settings = workspace->settings;
    settings.shading = (render_shading)argument;
    editor_workspace_set_settings(workspace, &settings);
}

void editor_do_space_next(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_do_space(workspace, ((int)workspace->settings.space + 1) % (PICK_GIZMO_VIEW + 1));
}

void editor_do_pivot_next(editor_workspace *workspace, int argument)
{
    (void)argument;
    // From a point that was chosen, back to what was set before.
    const int step = editor_tools_has_pivot_point(workspace->tools) ? 0 : 1;
    editor_do_pivot(workspace, ((int)workspace->settings.pivot + step) % (PICK_GIZMO_INDIVIDUAL + 1));
}

const char *editor_space_label(const editor_workspace *workspace)
{
    static const char *const labels[] = {"World", "Local", "Parent", "View"};
    return labels[workspace->settings.space];
}

const char *editor_pivot_label(const editor_workspace *workspace)
{
    static const char *const labels[] = {"Active", "Median", "Individual"};
    return editor_tools_has_pivot_point(workspace->tools) ? "Point" : labels[workspace->settings.pivot];
}

// `argument`: steps of 0.1; 0: resets the scale to 1.
void editor_do_ui_scale(editor_workspace *workspace, int argument)
{
    editor_settings settings = workspace->settings;
    settings.ui_scale = argument == 0 ? 1 : fmin(2, fmax(0.7, round((settings.ui_scale + 0.1 * argument) * 10) / 10));
    editor_workspace_set_settings(workspace, &settings);
}

// --- tools and viewports ---

bool editor_if_tool(const editor_workspace *workspace, int argument)
{
    return editor_tools_current(workspace->tools) == (uint32_t)argument;
}

void editor_do_tool(editor_workspace *workspace, int argument)
{
    editor_tool_context context = editor_workspace_context(workspace, workspace->views.active);
    editor_tools_choose(workspace->tools, &context, (uint32_t)argument);
    workspace->group_of_parts = pick_pointer_entered_group(editor_views_active(&workspace->views)->pointer);
    char way[EDITOR_WAY_SIZE];
    const char *parts = editor_tools_part_name(editor_tools_part_kind(workspace->tools));
    if (parts && EDITOR_TOOLS[argument].gizmo >= 0 && editor_tools_part_count(workspace->tools) == 0)
        editor_workspace_say(workspace, "Select %s to move them; %s selects objects", parts,
                             editor_workspace_name_way(workspace, "parts-objects", way));
}

void editor_do_frame(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_targets targets;
    const bool parts = editor_tools_part_count(workspace->tools) > 0;
    if (!parts && !editor_workspace_find_targets(workspace, EDITOR_LEAVE_HIDDEN, &targets))
        return;
    editor_workspace_frame(workspace);
    if (parts || workspace->left_hidden == 0)
        return;
    workspace->leaves_out = true;
    editor_workspace_say(workspace, "Framed what is shown");
}

void editor_do_preset(editor_workspace *workspace, int argument)
{
    editor_views_set_preset(&workspace->views, (editor_view_preset)argument);
}

bool editor_if_orthographic(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->views.view[workspace->views.active].camera.orthographic;
}

void editor_do_orthographic(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_views_toggle_perspective(&workspace->views);
}

bool editor_if_four_views(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->views.count > 1;
}

void editor_do_four_views(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_views_set_count(&workspace->views, workspace->views.count > 1 ? 1 : EDITOR_VIEW_MAX);
}

// --- the program ---

void editor_do_shortcuts(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_show_shortcuts(workspace);
}

void editor_do_screenshot(editor_workspace *workspace, int argument)
{
    (void)argument;
    workspace->requests.screenshot = true;
}

void editor_do_quit(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_unless_changed(workspace, EDITOR_PENDING_QUIT);
}

// Opens it where the mouse is, if that is over a viewport or the outliner, else in the middle of the active viewport.
void editor_do_context_menu(editor_workspace *workspace, int argument)
{
    (void)argument;
    const pick_vec2 mouse = editor_ui_mouse(workspace->ui);
    const pick_rect *r = &editor_views_active(&workspace->views)->rect;
    if (editor_panels_is_outliner(workspace->panels, mouse)) {
        editor_panels_open_context(workspace->panels, EDITOR_CONTEXT_OUTLINER, mouse, true);
    } else {
        const bool points = editor_views_at(&workspace->views, mouse) < EDITOR_VIEW_MAX;
        workspace->add_ground = editor_workspace_ground(workspace, points ? &mouse : NULL);
        editor_panels_open_context(workspace->panels, EDITOR_CONTEXT_VIEWPORT,
                                   points ? mouse : (pick_vec2){r->x + r->width / 2, r->y + r->height / 2}, true);
    }
}

bool editor_if_camera(const editor_workspace *workspace, int argument)
{
    (void)argument;
    const uint32_t active = editor_document_active(workspace->document);
    return active != EDITOR_NONE && editor_workspace_get_level(workspace)->objects[active].kind == EDITOR_OBJECT_CAMERA;
}

void editor_do_look_through(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_look_through(workspace, editor_document_active(workspace->document));
}

void editor_do_set_camera(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_set_camera(workspace, editor_document_active(workspace->document));
}

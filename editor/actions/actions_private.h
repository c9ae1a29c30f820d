// actions_private.h: the functions in the rows of the table. actions_edit.c changes the level and the selection,
// actions_view.c views, tools and settings, actions_file.c handles files and the clipboard.
#ifndef EDITOR_ACTIONS_PRIVATE_H
#define EDITOR_ACTIONS_PRIVATE_H

#include "actions/actions.h"

void editor_do_clip_choose(editor_workspace *workspace, int argument);
void editor_do_clip_end(editor_workspace *workspace, int argument);
void editor_do_clip_loop(editor_workspace *workspace, int argument);
void editor_do_clip_play(editor_workspace *workspace, int argument);
void editor_do_clip_rest(editor_workspace *workspace, int argument);
void editor_do_clip_step(editor_workspace *workspace, int argument);
void editor_do_timeline(editor_workspace *workspace, int argument);
void editor_do_align(editor_workspace *workspace, int argument);
void editor_do_collide(editor_workspace *workspace, int argument);
void editor_do_align_normal(editor_workspace *workspace, int argument);
void editor_do_context_menu(editor_workspace *workspace, int argument);
void editor_do_delete(editor_workspace *workspace, int argument);
void editor_do_drop(editor_workspace *workspace, int argument);
void editor_do_duplicate(editor_workspace *workspace, int argument);
void editor_do_four_views(editor_workspace *workspace, int argument);
// Shows volumes or measurements again when what was made is left out as one of them. Returns what the status line adds.
const char *editor_reveal_made(editor_workspace *workspace, uint32_t made);
void editor_do_frame(editor_workspace *workspace, int argument);
void editor_do_grid(editor_workspace *workspace, int argument);
void editor_do_group(editor_workspace *workspace, int argument);
void editor_do_group_pivot(editor_workspace *workspace, int argument);
void editor_do_hide(editor_workspace *workspace, int argument);
void editor_do_history(editor_workspace *workspace, int argument);
void editor_do_inspector(editor_workspace *workspace, int argument);
void editor_do_lock(editor_workspace *workspace, int argument);
void editor_do_orthographic(editor_workspace *workspace, int argument);
void editor_do_outliner(editor_workspace *workspace, int argument);
void editor_do_palette(editor_workspace *workspace, int argument);
void editor_do_pass_locked(editor_workspace *workspace, int argument);
void editor_do_thin_first(editor_workspace *workspace, int argument);
void editor_do_pivot(editor_workspace *workspace, int argument);
void editor_do_pivot_next(editor_workspace *workspace, int argument);
void editor_do_preset(editor_workspace *workspace, int argument);
void editor_do_quit(editor_workspace *workspace, int argument);
void editor_do_redo(editor_workspace *workspace, int argument);
void editor_do_region_rule(editor_workspace *workspace, int argument);
void editor_do_regions_visible(editor_workspace *workspace, int argument);
void editor_do_rename(editor_workspace *workspace, int argument);
void editor_do_screenshot(editor_workspace *workspace, int argument);
void editor_do_select_all(editor_workspace *workspace, int argument);
void editor_do_select_children(editor_workspace *workspace, int argument);
// What editor_do_add adds: a shape (editor_shape), or one of these.
enum {
    EDITOR_ADD_EMPTY = EDITOR_SHAPE_COUNT,
    EDITOR_ADD_GROUP,
    EDITOR_ADD_SUN,
    EDITOR_ADD_POINT_LIGHT,
    EDITOR_ADD_SPOT_LIGHT,
    EDITOR_ADD_CAMERA,
    EDITOR_ADD_LINE,
    EDITOR_ADD_PREFAB // plus the number of its definition
};
void editor_do_add(editor_workspace *workspace, int argument);
void editor_do_add_around(editor_workspace *workspace, int argument);
void editor_do_add_menu(editor_workspace *workspace, int argument);
void editor_do_section_surface(editor_workspace *workspace, int argument);
void editor_do_section_axis(editor_workspace *workspace, int argument);
void editor_do_section_box(editor_workspace *workspace, int argument);
void editor_do_section_flip(editor_workspace *workspace, int argument);
void editor_do_section_remove(editor_workspace *workspace, int argument);
void editor_do_section_clear(editor_workspace *workspace, int argument);
void editor_do_section_caps(editor_workspace *workspace, int argument);
bool editor_if_section(const editor_workspace *workspace, int argument);
bool editor_if_section_caps(const editor_workspace *workspace, int argument);
void editor_do_volumes(editor_workspace *workspace, int argument);
bool editor_if_volumes(const editor_workspace *workspace, int argument);
void editor_do_look_through(editor_workspace *workspace, int argument);
void editor_do_set_camera(editor_workspace *workspace, int argument);
void editor_do_select_invert(editor_workspace *workspace, int argument);
void editor_do_select_none(editor_workspace *workspace, int argument);
void editor_do_select_parent(editor_workspace *workspace, int argument);
void editor_do_shading(editor_workspace *workspace, int argument);
void editor_do_shortcuts(editor_workspace *workspace, int argument);
void editor_do_show_all(editor_workspace *workspace, int argument);
void editor_do_snap(editor_workspace *workspace, int argument);
void editor_do_snap_set(editor_workspace *workspace, int argument);
void editor_do_snap_rule(editor_workspace *workspace, int argument); // argument: PICK_SNAP_*
void editor_do_snap_through(editor_workspace *workspace, int argument);
void editor_do_space(editor_workspace *workspace, int argument);
void editor_do_space_next(editor_workspace *workspace, int argument);
void editor_do_stats(editor_workspace *workspace, int argument);
void editor_do_tool(editor_workspace *workspace, int argument);
// The surface where a menu in the viewport, or the palette, was opened, or the one under the mouse. From the menu bar:
// what the active view looks at. Returns whether something pointed there.
struct editor_surface;
bool editor_find_pointed(const editor_workspace *workspace, struct editor_surface *ground);
pick_vec3 editor_pointed_place(const editor_workspace *workspace); // its point

// actions_measure.c
void editor_do_clearance(editor_workspace *workspace, int argument);
void editor_do_copy_ruler(editor_workspace *workspace, int argument);
void editor_do_clear_ruler(editor_workspace *workspace, int argument);
void editor_do_keep_ruler(editor_workspace *workspace, int argument);
void editor_do_measurements(editor_workspace *workspace, int argument);
bool editor_if_measurements(const editor_workspace *workspace, int argument);
bool editor_if_ruler(const editor_workspace *workspace, int argument);
// Ctrl+C has what to copy: objects, or with the tool that measures the ruler.
bool editor_if_copy(const editor_workspace *workspace, int argument);

// actions_parts.c: `argument` is a kind of part or 0, or an editor_part_step
void editor_do_parts(editor_workspace *workspace, int argument);
bool editor_if_parts(const editor_workspace *workspace, int argument);
void editor_do_parts_step(editor_workspace *workspace, int argument);
bool editor_if_some_parts(const editor_workspace *workspace, int argument);
bool editor_if_any_selection(const editor_workspace *workspace, int argument); // of objects or parts
void editor_do_pivot_here(editor_workspace *workspace, int argument);
bool editor_if_pivot_here(const editor_workspace *workspace, int argument);
void editor_do_align_face(editor_workspace *workspace, int argument);
void editor_do_reset_shape(editor_workspace *workspace, int argument);
bool editor_if_moved(const editor_workspace *workspace, int argument); // something is selected, and something was moved
// In part mode, with selected parts: says that they cannot be deleted. A key that would delete the objects that are
// selected besides is a mistake then.
bool editor_refuse_on_parts(editor_workspace *workspace);
void editor_do_ui_scale(editor_workspace *workspace, int argument);
void editor_do_undo(editor_workspace *workspace, int argument);
void editor_do_make_prefab(editor_workspace *workspace, int argument);
void editor_do_unpack_prefab(editor_workspace *workspace, int argument);
void editor_do_update_prefab(editor_workspace *workspace, int argument);
void editor_do_rename_prefab(editor_workspace *workspace, int argument);
void editor_do_delete_unused_prefabs(editor_workspace *workspace, int argument);
void editor_do_add_prefab(editor_workspace *workspace, int argument); // its definition
bool editor_if_prefab(const editor_workspace *workspace, int argument);
bool editor_if_instance(const editor_workspace *workspace, int argument);
bool editor_if_unpacked(const editor_workspace *workspace, int argument);
bool editor_if_of_prefab(const editor_workspace *workspace, int argument);
bool editor_if_prefabs(const editor_workspace *workspace, int argument);
void editor_do_ungroup(editor_workspace *workspace, int argument);
void editor_do_join_volumes(editor_workspace *workspace, int argument);
void editor_do_split_volumes(editor_workspace *workspace, int argument);
void editor_do_unlock_all(editor_workspace *workspace, int argument);
void editor_do_whole_groups(editor_workspace *workspace, int argument);
void editor_do_shadows(editor_workspace *workspace, int argument);
void editor_do_ambient_occlusion(editor_workspace *workspace, int argument);
void editor_do_wireframe(editor_workspace *workspace, int argument);

void editor_do_new(editor_workspace *workspace, int argument);
void editor_do_open(editor_workspace *workspace, int argument);
void editor_do_recent(editor_workspace *workspace, int argument);
void editor_do_copies(editor_workspace *workspace, int argument);
void editor_do_reload_models(editor_workspace *workspace, int argument);
void editor_do_relink(editor_workspace *workspace, int argument);
void editor_do_import_report(editor_workspace *workspace, int argument);
void editor_do_export_report(editor_workspace *workspace, int argument);
void editor_do_import_settings(editor_workspace *workspace, int argument);
bool editor_if_model(const editor_workspace *workspace, int argument);
void editor_do_import(editor_workspace *workspace, int argument);
void editor_do_add_terrain(editor_workspace *workspace, int argument);
bool editor_if_loading(const editor_workspace *workspace, int argument);
void editor_do_cancel_load(editor_workspace *workspace, int argument);
void editor_do_save(editor_workspace *workspace, int argument);
void editor_do_export(editor_workspace *workspace, int argument);
void editor_do_save_as(editor_workspace *workspace, int argument);
// actions_find.c
void editor_do_bookmark(editor_workspace *workspace, int argument);
void editor_do_set_bookmark(editor_workspace *workspace, int argument);
void editor_do_pick_step(editor_workspace *workspace, int argument);
void editor_do_dim_outside(editor_workspace *workspace, int argument);
bool editor_if_dim_outside(const editor_workspace *workspace, int argument);
void editor_do_axes(editor_workspace *workspace, int argument);
void editor_do_icons(editor_workspace *workspace, int argument);
bool editor_if_axes(const editor_workspace *workspace, int argument);
bool editor_if_icons(const editor_workspace *workspace, int argument);
void editor_do_select_similar(editor_workspace *workspace, int argument);
void editor_do_select_matching(editor_workspace *workspace, int argument);
void editor_do_isolate(editor_workspace *workspace, int argument);
void editor_do_select_set(editor_workspace *workspace, int argument);
void editor_do_save_set(editor_workspace *workspace, int argument);
void editor_do_change_set(editor_workspace *workspace, int argument);
bool editor_if_set(const editor_workspace *workspace, int argument);
bool editor_if_sets(const editor_workspace *workspace, int argument);
bool editor_if_sets_and_selection(const editor_workspace *workspace, int argument);
bool editor_if_isolate(const editor_workspace *workspace, int argument);
bool editor_if_isolated(const editor_workspace *workspace, int argument);

// actions_arrange.c
void editor_do_duplicate_again(editor_workspace *workspace, int argument);
void editor_do_distribute(editor_workspace *workspace, int argument);
void editor_do_mirror(editor_workspace *workspace, int argument);
void editor_do_array_linear(editor_workspace *workspace, int argument);
void editor_do_array_radial(editor_workspace *workspace, int argument);

void editor_do_cut(editor_workspace *workspace, int argument);
void editor_do_copy(editor_workspace *workspace, int argument);
void editor_do_paste(editor_workspace *workspace, int argument);
void editor_do_paste_at_mouse(editor_workspace *workspace, int argument);
void editor_do_duplicate_at_mouse(editor_workspace *workspace, int argument);
void editor_do_debug_ray(editor_workspace *workspace, int argument);
void editor_do_sight(editor_workspace *workspace, int argument);
void editor_do_check_sight(editor_workspace *workspace, int argument);

void editor_do_assets(editor_workspace *workspace, int argument);
void editor_do_assets_folder(editor_workspace *workspace, int argument);
void editor_do_place_align(editor_workspace *workspace, int argument);
void editor_do_place_turn(editor_workspace *workspace, int argument);

bool editor_if_assets(const editor_workspace *workspace, int argument);
bool editor_if_place_align(const editor_workspace *workspace, int argument);
bool editor_if_place_turn(const editor_workspace *workspace, int argument);
bool editor_if_redo(const editor_workspace *workspace, int argument);
bool editor_if_undo(const editor_workspace *workspace, int argument);
bool editor_if_selection(const editor_workspace *workspace, int argument);
bool editor_if_camera(const editor_workspace *workspace, int argument);
bool editor_if_several(const editor_workspace *workspace, int argument);
bool editor_if_pair(const editor_workspace *workspace, int argument);
bool editor_if_collide(const editor_workspace *workspace, int argument);
bool editor_if_align_normal(const editor_workspace *workspace, int argument);
bool editor_if_four_views(const editor_workspace *workspace, int argument);
bool editor_if_group_pivot(const editor_workspace *workspace, int argument);
bool editor_if_grid(const editor_workspace *workspace, int argument);
bool editor_if_history(const editor_workspace *workspace, int argument);
bool editor_if_inspector(const editor_workspace *workspace, int argument);
bool editor_if_outliner(const editor_workspace *workspace, int argument);
bool editor_if_orthographic(const editor_workspace *workspace, int argument);
bool editor_if_pass_locked(const editor_workspace *workspace, int argument);
bool editor_if_thin_first(const editor_workspace *workspace, int argument);
bool editor_if_pivot(const editor_workspace *workspace, int argument);
bool editor_if_region_rule(const editor_workspace *workspace, int argument);
bool editor_if_regions_visible(const editor_workspace *workspace, int argument);
bool editor_if_shading(const editor_workspace *workspace, int argument);
bool editor_if_snap(const editor_workspace *workspace, int argument);
bool editor_if_snap_set(const editor_workspace *workspace, int argument);
bool editor_if_snap_rule(const editor_workspace *workspace, int argument);
bool editor_if_snap_through(const editor_workspace *workspace, int argument);
bool editor_if_space(const editor_workspace *workspace, int argument);
bool editor_if_stats(const editor_workspace *workspace, int argument);
bool editor_if_tool(const editor_workspace *workspace, int argument);
bool editor_if_whole_groups(const editor_workspace *workspace, int argument);
bool editor_if_shadows(const editor_workspace *workspace, int argument);
bool editor_if_ambient_occlusion(const editor_workspace *workspace, int argument);
bool editor_if_wireframe(const editor_workspace *workspace, int argument);
bool editor_if_files(const editor_workspace *workspace, int argument);
bool editor_if_recent(const editor_workspace *workspace, int argument);
bool editor_if_debug_ray(const editor_workspace *workspace, int argument);
bool editor_if_clips(const editor_workspace *workspace, int argument);
bool editor_if_clip_loops(const editor_workspace *workspace, int argument);
bool editor_if_clip_plays(const editor_workspace *workspace, int argument);
bool editor_if_clip_rests(const editor_workspace *workspace, int argument);
bool editor_if_timeline(const editor_workspace *workspace, int argument);
bool editor_if_sight(const editor_workspace *workspace, int argument);

// Labels of the gizmo's current orientation and pivot.
const char *editor_space_label(const editor_workspace *workspace);
const char *editor_pivot_label(const editor_workspace *workspace);

#endif

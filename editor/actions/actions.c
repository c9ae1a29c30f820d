// actions.c: the table of actions.
#include "actions/actions.h"

#include "actions/actions_private.h"
#include "document/level/prefab.h"
#include "document/level/similar.h"
#include "workspace/workspace_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CTRL = PICK_MODIFIER_CTRL, SHIFT = PICK_MODIFIER_SHIFT, ALT = PICK_MODIFIER_ALT };
// In the context menus of viewport and outliner, or of the viewport alone.
enum { IN_BOTH = EDITOR_CONTEXT_VIEWPORT | EDITOR_CONTEXT_OUTLINER, IN_VIEWPORT = EDITOR_CONTEXT_VIEWPORT };
// In a submenu of the viewport's, and in the menu at the cursor.
enum { IN_ADD = EDITOR_CONTEXT_VIEWPORT | EDITOR_CONTEXT_SUBMENU | EDITOR_CONTEXT_ADD };
#define K(c) ((editor_key)(c))
// Selects a selection set; its label is the set's name.
#define SET(n)                                                                                                         \
    {                                                                                                                  \
        "set-" #n, "Select|Selection Sets", "", EDITOR_KEY_NONE, 0,                                                    \
            .run = editor_do_select_set, .enabled = editor_if_set, .argument = (n)-1, .context = IN_BOTH               \
    }

// Adds an instance of a prefab; its label is the prefab's name.
#define PREFAB(n)                                                                                                      \
    {                                                                                                                  \
        "add-prefab-" #n, "Add|Prefab", "", EDITOR_KEY_NONE, 0,                                                        \
            .run = editor_do_add_prefab, .enabled = editor_if_prefab, .argument = (n)-1, .context = EDITOR_CONTEXT_ADD \
    }

// clang-format off
const editor_action EDITOR_ACTIONS[] = {
    {"new", "File", "New", K('N'), CTRL, .run = editor_do_new, .enabled = editor_if_files, .in_fields = true},
    {"open", "File", "Open...", K('O'), CTRL, .run = editor_do_open, .enabled = editor_if_files, .context = EDITOR_CONTEXT_START, .title = "Open a Level or a Model...", .in_fields = true},
    {"recent-1", "File|Recent", "", EDITOR_KEY_NONE, 0, .run = editor_do_recent, .enabled = editor_if_recent, .argument = 0, .context = EDITOR_CONTEXT_START},
    {"recent-2", "File|Recent", "", EDITOR_KEY_NONE, 0, .run = editor_do_recent, .enabled = editor_if_recent, .argument = 1, .context = EDITOR_CONTEXT_START},
    {"recent-3", "File|Recent", "", EDITOR_KEY_NONE, 0, .run = editor_do_recent, .enabled = editor_if_recent, .argument = 2, .context = EDITOR_CONTEXT_START},
    {"recent-4", "File|Recent", "", EDITOR_KEY_NONE, 0, .run = editor_do_recent, .enabled = editor_if_recent, .argument = 3, .context = EDITOR_CONTEXT_START},
    {"recent-5", "File|Recent", "", EDITOR_KEY_NONE, 0, .run = editor_do_recent, .enabled = editor_if_recent, .argument = 4, .context = EDITOR_CONTEXT_START},
    {"recent-6", "File|Recent", "", EDITOR_KEY_NONE, 0, .run = editor_do_recent, .enabled = editor_if_recent, .argument = 5},
    {"recent-7", "File|Recent", "", EDITOR_KEY_NONE, 0, .run = editor_do_recent, .enabled = editor_if_recent, .argument = 6},
    {"recent-8", "File|Recent", "", EDITOR_KEY_NONE, 0, .run = editor_do_recent, .enabled = editor_if_recent, .argument = 7},
    {"import", "File", "Import...", K('O'), CTRL | SHIFT, .run = editor_do_import, .enabled = editor_if_files, .context = EDITOR_CONTEXT_START, .title = "Import a Model...", .in_fields = true},
    {"cancel-load", "File", "Cancel Loading", EDITOR_KEY_NONE, 0, .run = editor_do_cancel_load, .enabled = editor_if_loading},
    {"save", "File", "Save", K('S'), CTRL, .run = editor_do_save, .enabled = editor_if_files, .separator = true, .in_fields = true},
    {"save-as", "File", "Save As...", K('S'), CTRL | SHIFT, .run = editor_do_save_as, .enabled = editor_if_files, .in_fields = true},
    {"export", "File", "Export glTF...", K('E'), CTRL, .run = editor_do_export, .enabled = editor_if_files, .in_fields = true},
    {"reload-models", "File", "Reload Models", EDITOR_KEY_NONE, 0, .run = editor_do_reload_models, .enabled = editor_if_files, .separator = true},
    {"relink", "File", "Find Missing Models...", EDITOR_KEY_NONE, 0, .run = editor_do_relink, .enabled = editor_if_files},
    {"import-report", "File", "Import Report...", EDITOR_KEY_NONE, 0, .run = editor_do_import_report},
    {"export-report", "File", "Export Report...", EDITOR_KEY_NONE, 0, .run = editor_do_export_report},
    {"import-settings", "File", "Import Settings...", EDITOR_KEY_NONE, 0, .run = editor_do_import_settings, .enabled = editor_if_model},
    {"assets-folder", "File", "Assets Folder...", EDITOR_KEY_NONE, 0, .run = editor_do_assets_folder, .enabled = editor_if_files},
    {"copies", "File", "Autosaved Copies...", EDITOR_KEY_NONE, 0, .run = editor_do_copies, .enabled = editor_if_files},
    {"screenshot", "File", "Save Screenshot", EDITOR_KEY_F12, 0, .run = editor_do_screenshot, .in_fields = true},
    {"quit", "File", "Quit", K('Q'), CTRL, .run = editor_do_quit, .separator = true, .in_fields = true},

    {"undo", "Edit", "Undo", K('Z'), CTRL, .run = editor_do_undo, .enabled = editor_if_undo, .in_fields = true},
    {"redo", "Edit", "Redo", K('Z'), CTRL | SHIFT, .run = editor_do_redo, .enabled = editor_if_redo, .in_fields = true},
    {"cut", "Edit", "Cut", K('X'), CTRL, .run = editor_do_cut, .enabled = editor_if_any_selection, .separator = true, .context = IN_BOTH},
    {"copy", "Edit", "Copy", K('C'), CTRL, .run = editor_do_copy, .enabled = editor_if_copy, .context = IN_BOTH},
    {"paste", "Edit", "Paste", K('V'), CTRL, .run = editor_do_paste, .context = IN_BOTH},
    {"paste-at-mouse", "Edit", "Paste at Mouse", K('V'), CTRL | SHIFT, .run = editor_do_paste_at_mouse, .context = IN_VIEWPORT},
    {"duplicate", "Edit", "Duplicate", K('D'), CTRL, .run = editor_do_duplicate, .enabled = editor_if_selection, .context = IN_BOTH},
    {"duplicate-again", "Edit", "Duplicate with Offset", K('D'), CTRL | SHIFT, .run = editor_do_duplicate_again, .enabled = editor_if_selection, .context = IN_BOTH},
    {"duplicate-at-mouse", "Edit", "Duplicate at Mouse", K('D'), SHIFT, .run = editor_do_duplicate_at_mouse, .enabled = editor_if_selection, .context = IN_VIEWPORT},
    {"delete", "Edit", "Delete", EDITOR_KEY_DELETE, 0, .run = editor_do_delete, .enabled = editor_if_any_selection, .context = IN_BOTH},
    {"rename", "Edit", "Rename", EDITOR_KEY_F1 + 1, 0, .run = editor_do_rename, .enabled = editor_if_selection, .context = IN_BOTH},
    {"group", "Edit", "Group", K('G'), CTRL, .run = editor_do_group, .enabled = editor_if_selection, .separator = true, .context = IN_BOTH},
    {"ungroup", "Edit", "Ungroup", K('G'), CTRL | SHIFT, .run = editor_do_ungroup, .enabled = editor_if_selection, .context = IN_BOTH},
    {"join-volumes", "Edit", "Join Volumes", K('J'), CTRL, .run = editor_do_join_volumes, .enabled = editor_if_selection, .separator = true, .tip = "Make the last selected volume a compound of all"},
    {"split-volumes", "Edit", "Split Volumes", EDITOR_KEY_NONE, 0, .run = editor_do_split_volumes, .enabled = editor_if_selection, .tip = "Make each part of a compound a volume of its own"},
    {"prefab-make", "Edit", "Make Prefab", EDITOR_KEY_NONE, 0, .run = editor_do_make_prefab, .enabled = editor_if_selection, .separator = true, .context = IN_BOTH},
    {"prefab-unpack", "Edit", "Unpack Prefab", EDITOR_KEY_NONE, 0, .run = editor_do_unpack_prefab, .enabled = editor_if_instance, .context = IN_BOTH},
    {"prefab-update", "Edit", "Update Prefab", EDITOR_KEY_NONE, 0, .run = editor_do_update_prefab, .enabled = editor_if_unpacked, .context = IN_BOTH},
    {"prefab-rename", "Edit", "Rename Prefab...", EDITOR_KEY_NONE, 0, .run = editor_do_rename_prefab, .enabled = editor_if_of_prefab},
    {"prefab-delete-unused", "Edit", "Delete Unused Prefabs", EDITOR_KEY_NONE, 0, .run = editor_do_delete_unused_prefabs, .enabled = editor_if_prefabs},
    {"palette", "Edit", "Command Palette...", K('P'), CTRL, .run = editor_do_palette, .separator = true, .hint = "find any command", .in_fields = true},

    {"select-all", "Select", "Select All", K('A'), CTRL, .run = editor_do_select_all},
    {"select-none", "Select", "Deselect All", EDITOR_KEY_ESCAPE, 0, .run = editor_do_select_none, .enabled = editor_if_any_selection},
    {"select-invert", "Select", "Invert Selection", K('I'), CTRL, .run = editor_do_select_invert},
    {"select-parent", "Select", "Parent", EDITOR_KEY_UP, CTRL, .run = editor_do_select_parent, .enabled = editor_if_selection, .separator = true, .context = IN_BOTH, .title = "Select Parent"},
    {"select-children", "Select", "Children", EDITOR_KEY_DOWN, CTRL, .run = editor_do_select_children, .enabled = editor_if_selection, .context = IN_BOTH, .title = "Select Children"},
    {"select-same-mesh", "Select|Select Similar", "Mesh", K('M'), CTRL, .run = editor_do_select_similar, .enabled = editor_if_selection, .argument = EDITOR_SIMILAR_MESH, .context = IN_BOTH},
    {"select-same-material", "Select|Select Similar", "Material", EDITOR_KEY_NONE, 0, .run = editor_do_select_similar, .enabled = editor_if_selection, .argument = EDITOR_SIMILAR_MATERIAL, .context = IN_BOTH},
    {"select-same-layer", "Select|Select Similar", "Layer", K('M'), CTRL | SHIFT, .run = editor_do_select_similar, .enabled = editor_if_selection, .argument = EDITOR_SIMILAR_LAYER, .context = IN_BOTH},
    {"select-same-name", "Select|Select Similar", "Name", EDITOR_KEY_NONE, 0, .run = editor_do_select_similar, .enabled = editor_if_selection, .argument = EDITOR_SIMILAR_NAME},
    {"pick-next", "Select", "Next Visible", EDITOR_KEY_TAB, 0, .run = editor_do_pick_step, .argument = 0, .separator = true},
    {"pick-previous", "Select", "Previous Visible", EDITOR_KEY_TAB, SHIFT, .run = editor_do_pick_step, .argument = 1},
    {"select-matching", "Select", "Select Matching...", K('F'), CTRL, .run = editor_do_select_matching},
    {"parts-vertices", "Select|Mode", "Vertices", K('1'), 0, .run = editor_do_parts, .checked = editor_if_parts, .argument = PICK_PART_VERTEX, .title = "Select Vertices"},
    {"parts-edges", "Select|Mode", "Edges", K('2'), 0, .run = editor_do_parts, .checked = editor_if_parts, .argument = PICK_PART_EDGE, .title = "Select Edges"},
    {"parts-faces", "Select|Mode", "Faces", K('3'), 0, .run = editor_do_parts, .checked = editor_if_parts, .argument = PICK_PART_FACE, .title = "Select Faces"},
    {"parts-objects", "Select|Mode", "Objects", K('4'), 0, .run = editor_do_parts, .checked = editor_if_parts, .argument = 0, .title = "Select Objects"},
    {"parts-grow", "Select|Parts", "Grow", EDITOR_KEY_NONE, 0, .run = editor_do_parts_step, .enabled = editor_if_some_parts, .argument = EDITOR_PARTS_GROW, .context = IN_VIEWPORT, .title = "Grow Selected Parts"},
    {"parts-shrink", "Select|Parts", "Shrink", EDITOR_KEY_NONE, 0, .run = editor_do_parts_step, .enabled = editor_if_some_parts, .argument = EDITOR_PARTS_SHRINK, .context = IN_VIEWPORT, .title = "Shrink Selected Parts"},
    {"parts-loop", "Select|Parts", "Edge Loop or Flat Side", EDITOR_KEY_NONE, 0, .run = editor_do_parts_step, .enabled = editor_if_some_parts, .argument = EDITOR_PARTS_LOOP, .context = IN_VIEWPORT},
    {"parts-linked", "Select|Parts", "Linked", EDITOR_KEY_NONE, 0, .run = editor_do_parts_step, .enabled = editor_if_some_parts, .argument = EDITOR_PARTS_LINKED, .context = IN_VIEWPORT, .title = "Select Linked Parts"},
    {"set-save", "Select|Selection Sets", "Save Selection as Set...", EDITOR_KEY_NONE, 0, .run = editor_do_save_set, .enabled = editor_if_selection, .context = IN_BOTH},
    {"set-add", "Select|Selection Sets", "Add Selection to Set...", EDITOR_KEY_NONE, 0, .run = editor_do_change_set, .enabled = editor_if_sets_and_selection, .argument = EDITOR_FOR_ADD_TO_SET, .short_label = "Add Selection", .context = IN_BOTH | EDITOR_CONTEXT_SET},
    {"set-remove", "Select|Selection Sets", "Remove Selection from Set...", EDITOR_KEY_NONE, 0, .run = editor_do_change_set, .enabled = editor_if_sets_and_selection, .argument = EDITOR_FOR_REMOVE_FROM_SET, .short_label = "Remove Selection", .context = IN_BOTH | EDITOR_CONTEXT_SET},
    {"set-update", "Select|Selection Sets", "Update Set from Selection...", EDITOR_KEY_NONE, 0, .run = editor_do_change_set, .enabled = editor_if_sets_and_selection, .argument = EDITOR_FOR_UPDATE_SET, .short_label = "Update from Selection", .context = EDITOR_CONTEXT_SET},
    {"set-rename", "Select|Selection Sets", "Rename Set...", EDITOR_KEY_NONE, 0, .run = editor_do_change_set, .enabled = editor_if_sets, .argument = EDITOR_FOR_RENAME_SET, .short_label = "Rename...", .context = EDITOR_CONTEXT_SET},
    {"set-delete", "Select|Selection Sets", "Delete Set...", EDITOR_KEY_NONE, 0, .run = editor_do_change_set, .enabled = editor_if_sets, .argument = EDITOR_FOR_DELETE_SET, .short_label = "Delete", .context = EDITOR_CONTEXT_SET},
    SET(1), SET(2), SET(3), SET(4), SET(5), SET(6), SET(7), SET(8), SET(9), SET(10), SET(11), SET(12), SET(13), SET(14), SET(15), SET(16),
    SET(17), SET(18), SET(19), SET(20), SET(21), SET(22), SET(23), SET(24), SET(25), SET(26), SET(27), SET(28), SET(29), SET(30), SET(31), SET(32),
    {"whole-groups", "Select", "Select Groups as Whole", EDITOR_KEY_NONE, 0, .run = editor_do_whole_groups, .checked = editor_if_whole_groups, .separator = true},
    {"pass-locked", "Select", "Click Through Locked Objects", K('K'), 0, .run = editor_do_pass_locked, .checked = editor_if_pass_locked},
    {"thin-first", "Select", "Prefer Thin Objects in Front", EDITOR_KEY_NONE, 0, .run = editor_do_thin_first, .checked = editor_if_thin_first},
    {"region-by-direction", "Select|Regions", "By Drag Direction", EDITOR_KEY_NONE, 0, .run = editor_do_region_rule, .checked = editor_if_region_rule, .argument = EDITOR_REGION_BY_DIRECTION},
    {"region-touch", "Select|Regions", "Touching", EDITOR_KEY_NONE, 0, .run = editor_do_region_rule, .checked = editor_if_region_rule, .argument = EDITOR_REGION_TOUCH},
    {"region-contain", "Select|Regions", "Contained", EDITOR_KEY_NONE, 0, .run = editor_do_region_rule, .checked = editor_if_region_rule, .argument = EDITOR_REGION_CONTAIN},
    {"regions-visible", "Select|Regions", "Visible Only", EDITOR_KEY_NONE, 0, .run = editor_do_regions_visible, .checked = editor_if_regions_visible, .separator = true, .bar = 3, .short_label = "Visible only", .tip = "Region selection takes visible objects only"},

    {"add-cube", "Add", "Cube", EDITOR_KEY_NONE, 0, .run = editor_do_add, .argument = EDITOR_SHAPE_CUBE, .context = IN_ADD},
    {"add-sphere", "Add", "Sphere", EDITOR_KEY_NONE, 0, .run = editor_do_add, .argument = EDITOR_SHAPE_SPHERE, .context = IN_ADD},
    {"add-cylinder", "Add", "Cylinder", EDITOR_KEY_NONE, 0, .run = editor_do_add, .argument = EDITOR_SHAPE_CYLINDER, .context = IN_ADD},
    {"add-cone", "Add", "Cone", EDITOR_KEY_NONE, 0, .run = editor_do_add, .argument = EDITOR_SHAPE_CONE, .context = IN_ADD},
    {"add-capsule", "Add", "Capsule", EDITOR_KEY_NONE, 0, .run = editor_do_add, .argument = EDITOR_SHAPE_CAPSULE, .context = IN_ADD},
    {"add-torus", "Add", "Torus", EDITOR_KEY_NONE, 0, .run = editor_do_add, .argument = EDITOR_SHAPE_TORUS, .context = IN_ADD},
    {"add-plane", "Add", "Plane", EDITOR_KEY_NONE, 0, .run = editor_do_add, .argument = EDITOR_SHAPE_PLANE, .context = IN_ADD},
    {"add-line", "Add", "Line", EDITOR_KEY_NONE, 0, .run = editor_do_add, .argument = EDITOR_ADD_LINE, .context = IN_ADD},
    {"add-terrain", "Add", "Terrain...", EDITOR_KEY_NONE, 0, .run = editor_do_add_terrain, .enabled = editor_if_files, .context = IN_ADD, .title = "Add a Terrain..."},
    {"add-box-volume", "Add|Volume", "Box", EDITOR_KEY_NONE, 0, .run = editor_do_add, .argument = EDITOR_SHAPE_BOX_VOLUME, .separator = true, .context = EDITOR_CONTEXT_ADD, .title = "Add Box Volume"},
    {"add-sphere-volume", "Add|Volume", "Sphere", EDITOR_KEY_NONE, 0, .run = editor_do_add, .argument = EDITOR_SHAPE_SPHERE_VOLUME, .context = EDITOR_CONTEXT_ADD, .title = "Add Sphere Volume"},
    {"add-capsule-volume", "Add|Volume", "Capsule", EDITOR_KEY_NONE, 0, .run = editor_do_add, .argument = EDITOR_SHAPE_CAPSULE_VOLUME, .context = EDITOR_CONTEXT_ADD, .title = "Add Capsule Volume"},
    {"add-cylinder-volume", "Add|Volume", "Cylinder", EDITOR_KEY_NONE, 0, .run = editor_do_add, .argument = EDITOR_SHAPE_CYLINDER_VOLUME, .context = EDITOR_CONTEXT_ADD, .title = "Add Cylinder Volume"},
    {"add-cone-volume", "Add|Volume", "Cone", EDITOR_KEY_NONE, 0, .run = editor_do_add, .argument = EDITOR_SHAPE_CONE_VOLUME, .context = EDITOR_CONTEXT_ADD, .title = "Add Cone Volume"},
    {"add-convex-volume", "Add|Volume", "Convex", EDITOR_KEY_NONE, 0, .run = editor_do_add, .argument = EDITOR_SHAPE_CONVEX_VOLUME, .context = EDITOR_CONTEXT_ADD, .title = "Add Convex Volume"},
    {"add-compound-volume", "Add|Volume", "Compound", EDITOR_KEY_NONE, 0, .run = editor_do_add, .argument = EDITOR_SHAPE_COMPOUND_VOLUME, .context = EDITOR_CONTEXT_ADD, .title = "Add Compound Volume"},
    {"add-box-around", "Add|Volume", "Box around Selection", EDITOR_KEY_NONE, 0, .run = editor_do_add_around, .enabled = editor_if_selection, .argument = EDITOR_SHAPE_BOX_VOLUME, .separator = true, .context = EDITOR_CONTEXT_ADD, .title = "Add Box Volume around Selection"},
    {"add-sphere-around", "Add|Volume", "Sphere around Selection", EDITOR_KEY_NONE, 0, .run = editor_do_add_around, .enabled = editor_if_selection, .argument = EDITOR_SHAPE_SPHERE_VOLUME, .context = EDITOR_CONTEXT_ADD, .title = "Add Sphere Volume around Selection"},
    {"add-capsule-around", "Add|Volume", "Capsule around Selection", EDITOR_KEY_NONE, 0, .run = editor_do_add_around, .enabled = editor_if_selection, .argument = EDITOR_SHAPE_CAPSULE_VOLUME, .context = EDITOR_CONTEXT_ADD, .title = "Add Capsule Volume around Selection"},
    {"add-cylinder-around", "Add|Volume", "Cylinder around Selection", EDITOR_KEY_NONE, 0, .run = editor_do_add_around, .enabled = editor_if_selection, .argument = EDITOR_SHAPE_CYLINDER_VOLUME, .context = EDITOR_CONTEXT_ADD, .title = "Add Cylinder Volume around Selection"},
    {"add-convex-around", "Add|Volume", "Convex Hull around Selection", EDITOR_KEY_NONE, 0, .run = editor_do_add_around, .enabled = editor_if_selection, .argument = EDITOR_SHAPE_CONVEX_VOLUME, .context = EDITOR_CONTEXT_ADD, .title = "Add Convex Hull around Selection"},
    {"add-sun", "Add", "Sun Light", EDITOR_KEY_NONE, 0, .run = editor_do_add, .argument = EDITOR_ADD_SUN, .separator = true, .context = IN_ADD},
    {"add-point-light", "Add", "Point Light", EDITOR_KEY_NONE, 0, .run = editor_do_add, .argument = EDITOR_ADD_POINT_LIGHT, .context = IN_ADD},
    {"add-spot-light", "Add", "Spot Light", EDITOR_KEY_NONE, 0, .run = editor_do_add, .argument = EDITOR_ADD_SPOT_LIGHT, .context = IN_ADD},
    {"add-camera", "Add", "Camera", EDITOR_KEY_NONE, 0, .run = editor_do_add, .argument = EDITOR_ADD_CAMERA, .context = IN_ADD},
    {"add-empty", "Add", "Empty", EDITOR_KEY_NONE, 0, .run = editor_do_add, .argument = EDITOR_ADD_EMPTY, .separator = true, .context = IN_ADD},
    {"add-group", "Add", "Group", EDITOR_KEY_NONE, 0, .run = editor_do_add, .argument = EDITOR_ADD_GROUP, .context = IN_ADD},
    PREFAB(1), PREFAB(2), PREFAB(3), PREFAB(4), PREFAB(5), PREFAB(6), PREFAB(7), PREFAB(8), PREFAB(9), PREFAB(10), PREFAB(11), PREFAB(12), PREFAB(13), PREFAB(14), PREFAB(15), PREFAB(16),
    PREFAB(17), PREFAB(18), PREFAB(19), PREFAB(20), PREFAB(21), PREFAB(22), PREFAB(23), PREFAB(24), PREFAB(25), PREFAB(26), PREFAB(27), PREFAB(28), PREFAB(29), PREFAB(30), PREFAB(31), PREFAB(32),
    {"add-menu", "Add", "Add at Cursor...", K('A'), SHIFT, .run = editor_do_add_menu, .separator = true, .context = EDITOR_CONTEXT_START, .title = "Add an Object..."},

    {"hide", "Object", "Hide", K('H'), 0, .run = editor_do_hide, .enabled = editor_if_selection, .context = IN_BOTH},
    {"show-all", "Object", "Show All", K('H'), ALT, .run = editor_do_show_all, .context = IN_VIEWPORT},
    {"isolate", "Object", "Isolate", EDITOR_KEY_SLASH, 0, .run = editor_do_isolate, .enabled = editor_if_isolate, .checked = editor_if_isolated},
    {"lock", "Object", "Lock", K('L'), CTRL, .run = editor_do_lock, .enabled = editor_if_selection, .context = IN_BOTH},
    {"unlock-all", "Object", "Unlock All", K('L'), ALT, .run = editor_do_unlock_all},
    {"align-min-x", "Object|Align", "Min X", EDITOR_KEY_NONE, 0, .run = editor_do_align, .enabled = editor_if_several, .argument = 0, .context = IN_VIEWPORT},
    {"align-center-x", "Object|Align", "Center X", EDITOR_KEY_NONE, 0, .run = editor_do_align, .enabled = editor_if_several, .argument = 1, .context = IN_VIEWPORT},
    {"align-max-x", "Object|Align", "Max X", EDITOR_KEY_NONE, 0, .run = editor_do_align, .enabled = editor_if_several, .argument = 2, .context = IN_VIEWPORT},
    {"align-min-y", "Object|Align", "Min Y", EDITOR_KEY_NONE, 0, .run = editor_do_align, .enabled = editor_if_several, .argument = 3, .context = IN_VIEWPORT},
    {"align-center-y", "Object|Align", "Center Y", EDITOR_KEY_NONE, 0, .run = editor_do_align, .enabled = editor_if_several, .argument = 4, .context = IN_VIEWPORT},
    {"align-max-y", "Object|Align", "Max Y", EDITOR_KEY_NONE, 0, .run = editor_do_align, .enabled = editor_if_several, .argument = 5, .context = IN_VIEWPORT},
    {"align-min-z", "Object|Align", "Min Z", EDITOR_KEY_NONE, 0, .run = editor_do_align, .enabled = editor_if_several, .argument = 6, .context = IN_VIEWPORT},
    {"align-center-z", "Object|Align", "Center Z", EDITOR_KEY_NONE, 0, .run = editor_do_align, .enabled = editor_if_several, .argument = 7, .context = IN_VIEWPORT},
    {"align-max-z", "Object|Align", "Max Z", EDITOR_KEY_NONE, 0, .run = editor_do_align, .enabled = editor_if_several, .argument = 8, .context = IN_VIEWPORT},
    {"align-face", "Object|Align", "Up to Face", EDITOR_KEY_NONE, 0, .run = editor_do_align_face, .enabled = editor_if_selection, .separator = true, .context = IN_VIEWPORT, .title = "Align Up Axis to Face"},
    {"distribute-gaps-x", "Object|Distribute", "Gaps X", EDITOR_KEY_NONE, 0, .run = editor_do_distribute, .enabled = editor_if_several, .argument = 0, .context = IN_VIEWPORT},
    {"distribute-gaps-y", "Object|Distribute", "Gaps Y", EDITOR_KEY_NONE, 0, .run = editor_do_distribute, .enabled = editor_if_several, .argument = 1, .context = IN_VIEWPORT},
    {"distribute-gaps-z", "Object|Distribute", "Gaps Z", EDITOR_KEY_NONE, 0, .run = editor_do_distribute, .enabled = editor_if_several, .argument = 2, .context = IN_VIEWPORT},
    {"distribute-centers-x", "Object|Distribute", "Centers X", EDITOR_KEY_NONE, 0, .run = editor_do_distribute, .enabled = editor_if_several, .argument = 3, .context = IN_VIEWPORT},
    {"distribute-centers-y", "Object|Distribute", "Centers Y", EDITOR_KEY_NONE, 0, .run = editor_do_distribute, .enabled = editor_if_several, .argument = 4, .context = IN_VIEWPORT},
    {"distribute-centers-z", "Object|Distribute", "Centers Z", EDITOR_KEY_NONE, 0, .run = editor_do_distribute, .enabled = editor_if_several, .argument = 5, .context = IN_VIEWPORT},
    {"mirror-x", "Object|Mirror", "Mirror X", EDITOR_KEY_NONE, 0, .run = editor_do_mirror, .enabled = editor_if_selection, .argument = 0, .context = IN_VIEWPORT},
    {"mirror-y", "Object|Mirror", "Mirror Y", EDITOR_KEY_NONE, 0, .run = editor_do_mirror, .enabled = editor_if_selection, .argument = 1, .context = IN_VIEWPORT},
    {"mirror-z", "Object|Mirror", "Mirror Z", EDITOR_KEY_NONE, 0, .run = editor_do_mirror, .enabled = editor_if_selection, .argument = 2, .context = IN_VIEWPORT},
    {"array-linear", "Object|Array", "Linear Array...", EDITOR_KEY_NONE, 0, .run = editor_do_array_linear, .enabled = editor_if_selection, .context = IN_VIEWPORT},
    {"array-radial", "Object|Array", "Radial Array...", EDITOR_KEY_NONE, 0, .run = editor_do_array_radial, .enabled = editor_if_selection, .context = IN_VIEWPORT},
    {"drop", "Object", "Drop to Floor", EDITOR_KEY_END, 0, .run = editor_do_drop, .enabled = editor_if_selection, .separator = true, .context = IN_VIEWPORT},
    {"reset-shape", "Object", "Reset Shape", EDITOR_KEY_NONE, 0, .run = editor_do_reset_shape, .enabled = editor_if_moved, .context = IN_VIEWPORT, .tip = "Put moved vertices back"},

    {"tool-select", "Tool", "Select", K('Q'), 0, .run = editor_do_tool, .checked = editor_if_tool, .argument = 0, .bar = 1, .tip = "Select: click, or drag a rectangle"},
    {"tool-move", "Tool", "Move", K('W'), 0, .run = editor_do_tool, .checked = editor_if_tool, .argument = 1, .bar = 1},
    {"tool-rotate", "Tool", "Rotate", K('E'), 0, .run = editor_do_tool, .checked = editor_if_tool, .argument = 2, .bar = 1},
    {"tool-scale", "Tool", "Scale", K('R'), 0, .run = editor_do_tool, .checked = editor_if_tool, .argument = 3, .bar = 1},
    {"tool-transform", "Tool", "Transform", K('T'), 0, .run = editor_do_tool, .checked = editor_if_tool, .argument = 4, .bar = 1, .tip = "Move, rotate and scale with one gizmo"},
    {"tool-brush", "Tool", "Brush", K('C'), 0, .run = editor_do_tool, .checked = editor_if_tool, .argument = 5, .bar = 1, .tip = "Select with a circular brush"},
    {"tool-lasso", "Tool", "Lasso", K('L'), 0, .run = editor_do_tool, .checked = editor_if_tool, .argument = 6, .bar = 1, .tip = "Select with a freehand outline"},
    {"tool-measure", "Tool", "Measure", K('M'), 0, .run = editor_do_tool, .checked = editor_if_tool, .argument = 7, .bar = 1, .tip = "Measure: click points; distances and angles between them stay until Esc"},
    {"measure-clearance", "Tool|Measuring", "Clearance of Selection", K('M'), SHIFT, .run = editor_do_clearance, .enabled = editor_if_pair, .context = IN_VIEWPORT, .title = "Measure Clearance of Selection"},
    {"measure-keep", "Tool|Measuring", "Keep Measurement", K('K'), SHIFT, .run = editor_do_keep_ruler, .enabled = editor_if_ruler, .context = IN_VIEWPORT},
    {"measure-copy", "Tool|Measuring", "Copy Measurement", EDITOR_KEY_NONE, 0, .run = editor_do_copy_ruler, .enabled = editor_if_ruler},
    {"measure-clear", "Tool|Measuring", "Clear Measurement", EDITOR_KEY_NONE, 0, .run = editor_do_clear_ruler, .enabled = editor_if_ruler},
    {"space-world", "Tool|Orientation", "World", EDITOR_KEY_NONE, 0, .run = editor_do_space, .checked = editor_if_space, .argument = PICK_GIZMO_WORLD},
    {"space-local", "Tool|Orientation", "Local", EDITOR_KEY_NONE, 0, .run = editor_do_space, .checked = editor_if_space, .argument = PICK_GIZMO_LOCAL},
    {"space-parent", "Tool|Orientation", "Parent", EDITOR_KEY_NONE, 0, .run = editor_do_space, .checked = editor_if_space, .argument = PICK_GIZMO_PARENT},
    {"space-view", "Tool|Orientation", "View", EDITOR_KEY_NONE, 0, .run = editor_do_space, .checked = editor_if_space, .argument = PICK_GIZMO_VIEW},
    {"space-next", "Tool|Orientation", "Next Orientation", K('X'), 0, .run = editor_do_space_next, .separator = true, .bar = 2, .short_label = "", .tip = "Orientation of the gizmo's axes"},
    {"pivot-active", "Tool|Pivot", "Active Element", EDITOR_KEY_NONE, 0, .run = editor_do_pivot, .checked = editor_if_pivot, .argument = PICK_GIZMO_ACTIVE},
    {"pivot-median", "Tool|Pivot", "Median Point", EDITOR_KEY_NONE, 0, .run = editor_do_pivot, .checked = editor_if_pivot, .argument = PICK_GIZMO_MEDIAN},
    {"pivot-individual", "Tool|Pivot", "Individual Origins", EDITOR_KEY_NONE, 0, .run = editor_do_pivot, .checked = editor_if_pivot, .argument = PICK_GIZMO_INDIVIDUAL},
    {"pivot-here", "Tool|Pivot", "Here", EDITOR_KEY_NONE, 0, .run = editor_do_pivot_here, .checked = editor_if_pivot_here, .context = IN_VIEWPORT, .title = "Pivot Here"},
    {"pivot-next", "Tool|Pivot", "Next Pivot", EDITOR_KEY_PERIOD, 0, .run = editor_do_pivot_next, .separator = true, .bar = 2, .short_label = "", .tip = "Pivot of rotation and scale"},
    {"group-pivot-center", "Tool|Group Pivot", "Center of Contents", EDITOR_KEY_NONE, 0, .run = editor_do_group_pivot, .checked = editor_if_group_pivot, .argument = EDITOR_GROUP_PIVOT_CENTER},
    {"group-pivot-base", "Tool|Group Pivot", "Base of Contents", EDITOR_KEY_NONE, 0, .run = editor_do_group_pivot, .checked = editor_if_group_pivot, .argument = EDITOR_GROUP_PIVOT_BASE},
    {"group-pivot-origin", "Tool|Group Pivot", "Group's Own Origin", EDITOR_KEY_NONE, 0, .run = editor_do_group_pivot, .checked = editor_if_group_pivot, .argument = EDITOR_GROUP_PIVOT_ORIGIN},
    {"snap", "Tool", "Snap to Steps", K('N'), 0, .run = editor_do_snap, .checked = editor_if_snap, .separator = true, .bar = 2, .short_label = "Snap", .tip = "Snap to steps; Ctrl inverts it while dragging"},
    {"snap-set", "Tool|Snap To", "Snap to Parts", K('N'), SHIFT, .run = editor_do_snap_set, .checked = editor_if_snap_set, .bar = 2, .short_label = "Snap parts", .tip = "Moves snap to what Tool > Snap To lists; Ctrl suspends it while dragging"},
    {"snap-vertices", "Tool|Snap To", "Vertices", EDITOR_KEY_NONE, 0, .run = editor_do_snap_rule, .checked = editor_if_snap_rule, .argument = PICK_SNAP_VERTEX, .separator = true},
    {"snap-middles", "Tool|Snap To", "Middles of Edges", EDITOR_KEY_NONE, 0, .run = editor_do_snap_rule, .checked = editor_if_snap_rule, .argument = PICK_SNAP_MIDDLE},
    {"snap-perpendiculars", "Tool|Snap To", "Perpendiculars", EDITOR_KEY_NONE, 0, .run = editor_do_snap_rule, .checked = editor_if_snap_rule, .argument = PICK_SNAP_PERPENDICULAR},
    {"snap-intersections", "Tool|Snap To", "Intersections", EDITOR_KEY_NONE, 0, .run = editor_do_snap_rule, .checked = editor_if_snap_rule, .argument = PICK_SNAP_INTERSECTION},
    {"snap-edges", "Tool|Snap To", "Edges", EDITOR_KEY_NONE, 0, .run = editor_do_snap_rule, .checked = editor_if_snap_rule, .argument = PICK_SNAP_EDGE},
    {"snap-centers", "Tool|Snap To", "Centers of Faces", EDITOR_KEY_NONE, 0, .run = editor_do_snap_rule, .checked = editor_if_snap_rule, .argument = PICK_SNAP_CENTER},
    {"snap-alignments", "Tool|Snap To", "Alignments", EDITOR_KEY_NONE, 0, .run = editor_do_snap_rule, .checked = editor_if_snap_rule, .argument = PICK_SNAP_ALIGN},
    {"snap-grid", "Tool|Snap To", "Grid", EDITOR_KEY_NONE, 0, .run = editor_do_snap_rule, .checked = editor_if_snap_rule, .argument = PICK_SNAP_GRID},
    {"snap-surfaces", "Tool|Snap To", "Surfaces", EDITOR_KEY_NONE, 0, .run = editor_do_snap_rule, .checked = editor_if_snap_rule, .argument = PICK_SNAP_SURFACE},
    {"snap-through", "Tool|Snap To", "Occluded Places", EDITOR_KEY_NONE, 0, .run = editor_do_snap_through, .checked = editor_if_snap_through, .separator = true},
    {"place-align", "Tool|Placing", "Align to Surface Normal", EDITOR_KEY_NONE, 0, .run = editor_do_place_align, .checked = editor_if_place_align},
    {"place-turn", "Tool|Placing", "Random Turn", EDITOR_KEY_NONE, 0, .run = editor_do_place_turn, .checked = editor_if_place_turn},
    {"collide", "Tool", "Stop at Obstacles", K('B'), 0, .run = editor_do_collide, .checked = editor_if_collide, .bar = 2, .short_label = "Collide", .tip = "Moves stop at what is in the way and slide along it; typed numbers pass"},
    {"align-normal", "Tool", "Align to Surface Normal", EDITOR_KEY_NONE, 0, .run = editor_do_align_normal, .checked = editor_if_align_normal},

    {"frame", "View", "Frame Selection or All", K('F'), 0, .run = editor_do_frame, .context = IN_BOTH},
    {"view-front", "View|Viewpoint", "Front", EDITOR_KEY_KP_0 + 1, 0, .run = editor_do_preset, .argument = EDITOR_VIEW_FRONT},
    {"view-back", "View|Viewpoint", "Back", EDITOR_KEY_KP_0 + 1, CTRL, .run = editor_do_preset, .argument = EDITOR_VIEW_BACK},
    {"view-right", "View|Viewpoint", "Right", EDITOR_KEY_KP_0 + 3, 0, .run = editor_do_preset, .argument = EDITOR_VIEW_RIGHT},
    {"view-left", "View|Viewpoint", "Left", EDITOR_KEY_KP_0 + 3, CTRL, .run = editor_do_preset, .argument = EDITOR_VIEW_LEFT},
    {"view-top", "View|Viewpoint", "Top", EDITOR_KEY_KP_0 + 7, 0, .run = editor_do_preset, .argument = EDITOR_VIEW_TOP},
    {"view-bottom", "View|Viewpoint", "Bottom", EDITOR_KEY_KP_0 + 7, CTRL, .run = editor_do_preset, .argument = EDITOR_VIEW_BOTTOM},
    {"view-perspective", "View|Viewpoint", "Perspective", EDITOR_KEY_KP_0, 0, .run = editor_do_preset, .argument = EDITOR_VIEW_PERSPECTIVE},
    {"bookmark-1", "View|Bookmarks", "Bookmark 1", K('1'), CTRL, .run = editor_do_bookmark, .argument = 0},
    {"bookmark-2", "View|Bookmarks", "Bookmark 2", K('2'), CTRL, .run = editor_do_bookmark, .argument = 1},
    {"bookmark-3", "View|Bookmarks", "Bookmark 3", K('3'), CTRL, .run = editor_do_bookmark, .argument = 2},
    {"bookmark-4", "View|Bookmarks", "Bookmark 4", K('4'), CTRL, .run = editor_do_bookmark, .argument = 3},
    {"bookmark-5", "View|Bookmarks", "Bookmark 5", K('5'), CTRL, .run = editor_do_bookmark, .argument = 4},
    {"bookmark-6", "View|Bookmarks", "Bookmark 6", K('6'), CTRL, .run = editor_do_bookmark, .argument = 5},
    {"bookmark-7", "View|Bookmarks", "Bookmark 7", K('7'), CTRL, .run = editor_do_bookmark, .argument = 6},
    {"bookmark-8", "View|Bookmarks", "Bookmark 8", K('8'), CTRL, .run = editor_do_bookmark, .argument = 7},
    {"bookmark-9", "View|Bookmarks", "Bookmark 9", K('9'), CTRL, .run = editor_do_bookmark, .argument = 8},
    {"set-bookmark-1", "View|Set Bookmark", "Set Bookmark 1", K('1'), CTRL | SHIFT, .run = editor_do_set_bookmark, .argument = 0},
    {"set-bookmark-2", "View|Set Bookmark", "Set Bookmark 2", K('2'), CTRL | SHIFT, .run = editor_do_set_bookmark, .argument = 1},
    {"set-bookmark-3", "View|Set Bookmark", "Set Bookmark 3", K('3'), CTRL | SHIFT, .run = editor_do_set_bookmark, .argument = 2},
    {"set-bookmark-4", "View|Set Bookmark", "Set Bookmark 4", K('4'), CTRL | SHIFT, .run = editor_do_set_bookmark, .argument = 3},
    {"set-bookmark-5", "View|Set Bookmark", "Set Bookmark 5", K('5'), CTRL | SHIFT, .run = editor_do_set_bookmark, .argument = 4},
    {"set-bookmark-6", "View|Set Bookmark", "Set Bookmark 6", K('6'), CTRL | SHIFT, .run = editor_do_set_bookmark, .argument = 5},
    {"set-bookmark-7", "View|Set Bookmark", "Set Bookmark 7", K('7'), CTRL | SHIFT, .run = editor_do_set_bookmark, .argument = 6},
    {"set-bookmark-8", "View|Set Bookmark", "Set Bookmark 8", K('8'), CTRL | SHIFT, .run = editor_do_set_bookmark, .argument = 7},
    {"set-bookmark-9", "View|Set Bookmark", "Set Bookmark 9", K('9'), CTRL | SHIFT, .run = editor_do_set_bookmark, .argument = 8},
    {"view-orthographic", "View", "Orthographic", EDITOR_KEY_KP_0 + 5, 0, .run = editor_do_orthographic, .checked = editor_if_orthographic},
    {"look-through", "View", "Look through Camera", EDITOR_KEY_NONE, 0, .run = editor_do_look_through, .enabled = editor_if_camera},
    {"camera-from-view", "View", "Set Camera from View", EDITOR_KEY_NONE, 0, .run = editor_do_set_camera, .enabled = editor_if_camera},
    {"four-views", "View", "Four Viewports", EDITOR_KEY_SPACE, 0, .run = editor_do_four_views, .checked = editor_if_four_views, .bar = 4, .short_label = "Four views"},
    {"grid", "View", "Grid", K('G'), 0, .run = editor_do_grid, .checked = editor_if_grid, .separator = true},
    {"dim-outside", "View", "Dim outside Group", EDITOR_KEY_NONE, 0, .run = editor_do_dim_outside, .checked = editor_if_dim_outside},
    {"axes", "View", "Axis Widget", EDITOR_KEY_NONE, 0, .run = editor_do_axes, .checked = editor_if_axes},
    {"icons", "View", "Icons", EDITOR_KEY_NONE, 0, .run = editor_do_icons, .checked = editor_if_icons, .tip = "Of lights, cameras, empties and bones"},
    {"volumes", "View", "Volumes", EDITOR_KEY_NONE, 0, .run = editor_do_volumes, .checked = editor_if_volumes},
    {"measurements", "View", "Measurements", EDITOR_KEY_NONE, 0, .run = editor_do_measurements, .checked = editor_if_measurements},
    {"wireframe", "View", "Wireframe", K('Z'), 0, .run = editor_do_wireframe, .checked = editor_if_wireframe},
    {"shading-lit", "View|Shading", "Lit", EDITOR_KEY_NONE, 0, .run = editor_do_shading, .checked = editor_if_shading, .argument = RENDER_SHADING_LIT},
    {"shading-unlit", "View|Shading", "Unlit", EDITOR_KEY_NONE, 0, .run = editor_do_shading, .checked = editor_if_shading, .argument = RENDER_SHADING_UNLIT},
    {"shading-clay", "View|Shading", "Clay", EDITOR_KEY_NONE, 0, .run = editor_do_shading, .checked = editor_if_shading, .argument = RENDER_SHADING_CLAY},
    {"shadows", "View|Shading", "Sun Shadows", EDITOR_KEY_NONE, 0, .run = editor_do_shadows, .checked = editor_if_shadows, .separator = true},
    {"ambient-occlusion", "View|Shading", "Ambient Occlusion", EDITOR_KEY_NONE, 0, .run = editor_do_ambient_occlusion, .checked = editor_if_ambient_occlusion},
    {"section-surface", "View|Section", "At Surface under Mouse", EDITOR_KEY_NONE, 0, .run = editor_do_section_surface, .context = IN_VIEWPORT, .title = "Section at Surface under Mouse"},
    {"section-x", "View|Section", "Across X", EDITOR_KEY_NONE, 0, .run = editor_do_section_axis, .argument = 0, .title = "Section across X"},
    {"section-y", "View|Section", "Across Y", EDITOR_KEY_NONE, 0, .run = editor_do_section_axis, .argument = 1, .title = "Section across Y"},
    {"section-z", "View|Section", "Across Z", EDITOR_KEY_NONE, 0, .run = editor_do_section_axis, .argument = 2, .title = "Section across Z"},
    {"section-box", "View|Section", "Box around Selection", EDITOR_KEY_NONE, 0, .run = editor_do_section_box, .title = "Section Box around Selection"},
    {"section-flip", "View|Section", "Flip", EDITOR_KEY_NONE, 0, .run = editor_do_section_flip, .enabled = editor_if_section, .separator = true, .title = "Flip Section"},
    {"section-remove", "View|Section", "Remove Last Plane", EDITOR_KEY_NONE, 0, .run = editor_do_section_remove, .enabled = editor_if_section, .title = "Remove Last Plane of Section"},
    {"section-clear", "View|Section", "Clear", EDITOR_KEY_NONE, 0, .run = editor_do_section_clear, .enabled = editor_if_section, .title = "Clear Section"},
    {"section-caps", "View|Section", "Caps", EDITOR_KEY_NONE, 0, .run = editor_do_section_caps, .checked = editor_if_section_caps, .separator = true, .title = "Caps of Section"},
    {"animation-start", "View|Animation", "Go to Start", EDITOR_KEY_LEFT, SHIFT, .run = editor_do_clip_end, .enabled = editor_if_clips, .argument = 0, .bar = EDITOR_BAR_TIMELINE, .title = "Go to Start of Clip"},
    {"animation-previous", "View|Animation", "Previous Frame", EDITOR_KEY_LEFT, 0, .run = editor_do_clip_step, .enabled = editor_if_clips, .argument = -1, .bar = EDITOR_BAR_TIMELINE},
    {"animation-play", "View|Animation", "Play or Pause", EDITOR_KEY_SPACE, CTRL, .run = editor_do_clip_play, .enabled = editor_if_clips, .checked = editor_if_clip_plays, .bar = EDITOR_BAR_TIMELINE, .title = "Play or Pause Animation"},
    {"animation-next", "View|Animation", "Next Frame", EDITOR_KEY_RIGHT, 0, .run = editor_do_clip_step, .enabled = editor_if_clips, .argument = 1, .bar = EDITOR_BAR_TIMELINE},
    {"animation-end", "View|Animation", "Go to End", EDITOR_KEY_RIGHT, SHIFT, .run = editor_do_clip_end, .enabled = editor_if_clips, .argument = 1, .bar = EDITOR_BAR_TIMELINE, .title = "Go to End of Clip"},
    {"animation-loop", "View|Animation", "Loop", EDITOR_KEY_NONE, 0, .run = editor_do_clip_loop, .checked = editor_if_clip_loops, .bar = EDITOR_BAR_TIMELINE, .tip = "Begin again at the end of the clip", .title = "Loop Animation"},
    {"animation-rest", "View|Animation", "Rest Pose", EDITOR_KEY_SPACE, CTRL | SHIFT, .run = editor_do_clip_rest, .enabled = editor_if_clips, .checked = editor_if_clip_rests, .bar = EDITOR_BAR_TIMELINE, .short_label = "Rest", .tip = "Show the level without any clip, as it is in its files"},
    {"animation-next-clip", "View|Animation", "Next Clip", EDITOR_KEY_RIGHT, CTRL, .run = editor_do_clip_choose, .enabled = editor_if_clips, .argument = 1, .separator = true},
    {"animation-previous-clip", "View|Animation", "Previous Clip", EDITOR_KEY_LEFT, CTRL, .run = editor_do_clip_choose, .enabled = editor_if_clips, .argument = -1},
    {"outliner", "View", "Outliner", EDITOR_KEY_F1 + 5, 0, .run = editor_do_outliner, .checked = editor_if_outliner, .separator = true},
    {"inspector", "View", "Inspector", EDITOR_KEY_F1 + 6, 0, .run = editor_do_inspector, .checked = editor_if_inspector},
    {"assets", "View", "Assets", EDITOR_KEY_F1 + 7, 0, .run = editor_do_assets, .enabled = editor_if_files, .checked = editor_if_assets},
    {"history", "View", "Undo History", EDITOR_KEY_F1 + 8, 0, .run = editor_do_history, .checked = editor_if_history},
    {"timeline", "View", "Timeline", EDITOR_KEY_F1 + 10, 0, .run = editor_do_timeline, .checked = editor_if_timeline},
    {"stats", "View", "Statistics", EDITOR_KEY_F1 + 2, 0, .run = editor_do_stats, .checked = editor_if_stats, .separator = true},
    {"debug-ray", "View", "Explain Last Pick", EDITOR_KEY_F1 + 3, 0, .run = editor_do_debug_ray, .checked = editor_if_debug_ray},
    {"sight", "View", "Show Line of Sight", EDITOR_KEY_F1 + 4, 0, .run = editor_do_sight, .checked = editor_if_sight},
    {"check-sight", "View", "Check Line of Sight", EDITOR_KEY_NONE, 0, .run = editor_do_check_sight, .enabled = editor_if_pair},
    {"ui-larger", "View|UI Scale", "Increase UI Scale", EDITOR_KEY_PAGE_UP, CTRL, .run = editor_do_ui_scale, .argument = 1},
    {"ui-smaller", "View|UI Scale", "Decrease UI Scale", EDITOR_KEY_PAGE_DOWN, CTRL, .run = editor_do_ui_scale, .argument = -1},
    {"ui-reset", "View|UI Scale", "Reset UI Scale", EDITOR_KEY_NONE, 0, .run = editor_do_ui_scale, .argument = 0},

    {"context-menu", "View", "Context Menu", EDITOR_KEY_F1 + 9, SHIFT, .run = editor_do_context_menu, .separator = true},

    {"shortcuts", "Help", "Keyboard Shortcuts", EDITOR_KEY_F1, 0, .run = editor_do_shortcuts, .hint = "all shortcuts", .in_fields = true},
};
// clang-format on

const uint32_t EDITOR_ACTION_COUNT = sizeof(EDITOR_ACTIONS) / sizeof(EDITOR_ACTIONS[0]);

const editor_action *editor_action_find(const char *name)
{
    for (uint32_t i = 0; i < EDITOR_ACTION_COUNT; i++) {
        if (strcmp(EDITOR_ACTIONS[i].name, name) == 0)
            return &EDITOR_ACTIONS[i];
    }
    return NULL;
}

const editor_action *editor_action_of_key(editor_key key, uint32_t modifiers)
{
    for (uint32_t i = 0; i < EDITOR_ACTION_COUNT && key != EDITOR_KEY_NONE; i++) {
        if (EDITOR_ACTIONS[i].key == key && EDITOR_ACTIONS[i].modifiers == modifiers)
            return &EDITOR_ACTIONS[i];
    }
    return NULL;
}

bool editor_action_run(editor_workspace *workspace, const editor_action *action)
{
    if (action->enabled && !action->enabled(workspace, action->argument))
        return false;
    workspace->untouched = false;
    workspace->takes_hidden = workspace->from_outliner;
    action->run(workspace, action->argument);
    workspace->dirty = true;
    return true;
}

// --- for the panels ---

void editor_action_shortcut(const editor_action *action, char out[EDITOR_KEY_TEXT_SIZE])
{
    editor_key_write(action->key, action->modifiers, out);
}

editor_key_binding *editor_action_keys(void)
{
    editor_key_binding *keys = calloc(EDITOR_ACTION_COUNT, sizeof(*keys));
    for (uint32_t i = 0; keys && i < EDITOR_ACTION_COUNT; i++) {
        const editor_action *action = &EDITOR_ACTIONS[i];
        keys[i] = (editor_key_binding){.action = action->name, .key = action->key, .modifiers = action->modifiers};
    }
    return keys;
}

// A set that is not there is not in the menus. A line parts the first one from what is above.
static void name_set(const editor_level *level, const editor_action *action, editor_panel_action *out)
{
    out->label = out->title = level->set_names[action->argument];
    out->menu = out->label ? action->menu : NULL;
    out->separator = true;
    for (int i = 0; i < action->argument; i++)
        out->separator &= !level->set_names[i];
}

// A prefab that is not there is not in the menus.
static void name_prefab(const editor_level *level, const editor_action *action, editor_panel_action *out)
{
    const uint32_t prefab = (uint32_t)action->argument;
    const bool there = editor_level_has_prefab(level, prefab);
    out->label = out->title = there ? level->prefabs[prefab].name : NULL;
    out->menu = there ? action->menu : NULL;
}

static void write_key(const editor_workspace *workspace, uint32_t number, char out[EDITOR_KEY_TEXT_SIZE])
{
    const editor_key_binding *keys = workspace->desc.keys;
    const editor_action *action = &EDITOR_ACTIONS[number];
    editor_key_write(keys ? keys[number].key : action->key, keys ? keys[number].modifiers : action->modifiers, out);
}

static void list(const editor_workspace *workspace, editor_panel_action *out)
{
    for (uint32_t i = 0; i < EDITOR_ACTION_COUNT; i++) {
        const editor_action *action = &EDITOR_ACTIONS[i];
        out[i] = (editor_panel_action){
            .menu = action->menu,
            .label = action->label,
            .bar_label = action->short_label ? action->short_label : action->label,
            .tip = action->tip,
            .separator = action->separator,
            .enabled = !action->enabled || action->enabled(workspace, action->argument),
            .has_check = action->checked != NULL,
            .checked = action->checked && action->checked(workspace, action->argument),
            .bar = action->bar,
            .context = action->context,
            .hint = action->hint,
            .title = action->title ? action->title : action->label,
        };
        if (action->run == editor_do_parts_step && editor_tools_part_kind(workspace->tools) == 0)
            out[i].context = 0;
        if (action->run == editor_do_cut || action->run == editor_do_delete) // their keys say why not
            out[i].enabled &= editor_tools_part_count(workspace->tools) == 0;
        // Among the parts' entries, those of objects would be in the way where no object is selected.
        if (!out[i].enabled && editor_tools_part_kind(workspace->tools) != 0)
            out[i].context &= (uint8_t)~EDITOR_CONTEXT_VIEWPORT;
        // Buttons that cycle through values show the current value.
        if (action->run == editor_do_space_next)
            out[i].bar_label = editor_space_label(workspace);
        if (action->run == editor_do_pivot_next)
            out[i].bar_label = editor_pivot_label(workspace);
        if (action->run == editor_do_recent) {
            bool there = action->argument < workspace->recent.count;
            out[i].label = there ? workspace->recent.paths[action->argument] : NULL;
            out[i].title = out[i].label;
            out[i].menu = there ? action->menu : NULL;
        }
        if (action->run == editor_do_select_set)
            name_set(editor_workspace_get_level(workspace), action, &out[i]);
        if (action->run == editor_do_add_prefab)
            name_prefab(editor_workspace_get_level(workspace), action, &out[i]);
        write_key(workspace, i, out[i].shortcut);
    }
}

// --- for the workspace ---

static bool find_key(const editor_workspace *workspace, editor_key key, uint32_t modifiers, uint32_t *number)
{
    const editor_key_binding *keys = workspace->desc.keys;
    const editor_action *action = NULL;
    for (uint32_t i = 0; keys && i < EDITOR_ACTION_COUNT; i++) {
        if (keys[i].key == key && keys[i].modifiers == modifiers)
            action = &EDITOR_ACTIONS[i];
    }
    if (!keys)
        action = editor_action_of_key(key, modifiers);
    if (!action && key == EDITOR_KEY_MENU) // the key that is made for it, besides the one in the table
        action = editor_action_find("context-menu");
    if (action)
        *number = (uint32_t)(action - EDITOR_ACTIONS);
    return action != NULL;
}

// "Ctrl+1", or "View > Bookmarks > Bookmark 1".
static void name_way(const editor_workspace *workspace, const char *name, char *out, size_t size)
{
    const editor_action *action = editor_action_find(name);
    char key[EDITOR_KEY_TEXT_SIZE] = "";
    if (action)
        write_key(workspace, (uint32_t)(action - EDITOR_ACTIONS), key);
    if (!action || key[0]) {
        snprintf(out, size, "%s", key);
        return;
    }
    const size_t root = strcspn(action->menu, "|");
    const char *rest = action->menu[root] ? action->menu + root + 1 : NULL;
    snprintf(out, size, "%.*s > %s%s%s", (int)root, action->menu, rest ? rest : "", rest ? " > " : "", action->label);
}

static bool works_in_fields(uint32_t number)
{
    return EDITOR_ACTIONS[number].in_fields;
}

static void run(editor_workspace *workspace, uint32_t number)
{
    editor_action_run(workspace, &EDITOR_ACTIONS[number]);
}

const editor_action_table EDITOR_ACTION_TABLE = {.count = sizeof(EDITOR_ACTIONS) / sizeof(EDITOR_ACTIONS[0]),
                                                 .find_key = find_key,
                                                 .works_in_fields = works_in_fields,
                                                 .run = run,
                                                 .list = list,
                                                 .name_way = name_way};

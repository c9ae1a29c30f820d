// settings.h: user settings: display, selection, snapping.
#ifndef EDITOR_SETTINGS_H
#define EDITOR_SETTINGS_H

#include "picking/gizmo.h"
#include "picking/snap.h"
#include "renderer/frame.h"

typedef enum editor_region_rule {
    EDITOR_REGION_BY_DIRECTION, // drawn from left to right contains, from right to left touches
    EDITOR_REGION_TOUCH,
    EDITOR_REGION_CONTAIN
} editor_region_rule;

// The point of a group that gizmos take for its origin.
typedef enum editor_group_pivot {
    EDITOR_GROUP_PIVOT_CENTER, // the middle of the box of what it holds
    EDITOR_GROUP_PIVOT_BASE,   // the middle of the bottom of that box
    EDITOR_GROUP_PIVOT_ORIGIN
} editor_group_pivot;

// Sun shadows and ambient occlusion. They cost further drawings of what is in view and many pixels, which a processor
// that draws is slow at.
typedef enum editor_effect {
    EDITOR_EFFECT_ON_GPU, // on where a GPU draws
    EDITOR_EFFECT_ON,
    EDITOR_EFFECT_OFF
} editor_effect;

// Panels that are shown where there is something in them, unless people choose.
typedef enum editor_panel_rule { EDITOR_PANEL_BY_NEED, EDITOR_PANEL_SHOWN, EDITOR_PANEL_HIDDEN } editor_panel_rule;

typedef struct editor_settings {
    // View
    bool grid, wireframe;
    render_shading shading;
    editor_effect shadows, ambient_occlusion;
    bool stats;     // the panel of statistics
    bool debug_ray; // draws the last pick: its ray, the boxes it hit, the hit itself
    bool sight;     // draws the line of sight of the active object, along its forward axis
    bool hide_outliner, hide_inspector, hide_axes;
    bool hide_icons;            // of lights, cameras and empties, bones included; they are not picked then
    bool undimmed;              // what is outside the group that clicks are in is drawn as ever
    bool assets;                // the panel of models to place
    bool history;               // the panel of undo steps
    editor_panel_rule timeline; // the panel of clips
    double ui_scale;            // points per design unit, times the platform's
    // Picking
    bool whole_groups;    // the first click selects the outermost group
    bool pass_locked;     // picks pass through locked objects
    bool exact_wins;      // what is exactly under the mouse wins over something thin in front of it
    bool regions_visible; // regions select only visible objects
    editor_region_rule region_rule;
    // Tools
    pick_gizmo_space space;
    pick_gizmo_pivot pivot;
    editor_group_pivot group_pivot;
    bool snap;            // snap without Ctrl; Ctrl inverts it
    bool snap_set;        // moves snap to the places of snap_rules; Ctrl suspends it
    uint32_t snap_rules;  // PICK_SNAP_*
    bool snap_through;    // occluded places too
    bool collide;         // moves stop at what is in the way
    bool align_normal;    // surface snapping aligns objects to the normal
    bool place_align;     // placed models stand along the surface's normal
    bool place_turn;      // and are turned about it by a random angle
    double circle_radius; // of the brush, design units
} editor_settings;

#define EDITOR_SETTINGS_DEFAULT                                                                                        \
    ((editor_settings){.grid = true,                                                                                   \
                       .ui_scale = 1,                                                                                  \
                       .whole_groups = true,                                                                           \
                       .pivot = PICK_GIZMO_MEDIAN,                                                                     \
                       .snap_rules = PICK_SNAP_VERTEX | PICK_SNAP_MIDDLE | PICK_SNAP_EDGE | PICK_SNAP_CENTER |         \
                                     PICK_SNAP_ALIGN | PICK_SNAP_SURFACE,                                              \
                       .align_normal = true,                                                                           \
                       .circle_radius = 40})

#endif

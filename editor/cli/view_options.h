// view_options.h: the options that make a camera, the same for every command.
#ifndef EDITOR_CLI_VIEW_OPTIONS_H
#define EDITOR_CLI_VIEW_OPTIONS_H

#include "cli/arguments.h"
#include "view/camera.h"
#include "view/section.h"

// The given options; the has_ flags say which were given.
typedef struct editor_cli_view {
    uint32_t width, height;
    bool has_eye, has_target, has_up, has_near, has_far;
    pick_vec3 eye, target, up; // world space, metres
    double fov;                // vertical, radians
    double near_distance, far_distance;
    double ortho_height; // metres; 0: perspective
    editor_section section;
} editor_cli_view;

editor_cli_view editor_cli_view_default(void);
editor_cli_options editor_cli_view_options(editor_cli_view *view);

// Makes the camera for a scene with these bounds. Values that were not given are chosen to frame the scene. False: the
// options do not make a view (an eye on its target, an up along the view axis, far before near); `error` has one line.
bool editor_cli_view_camera(const editor_cli_view *view, const pick_aabb *bounds, editor_camera *out,
                            editor_error *error);

// The whole image.
pick_rect editor_cli_view_viewport(const editor_cli_view *view);
double editor_cli_view_aspect(const editor_cli_view *view);

#endif

// icons.h: small pictures, drawn around a centre within a radius.
#ifndef EDITOR_PANELS_ICONS_H
#define EDITOR_PANELS_ICONS_H

#include "panels/imgui_face.h"

void editor_icon_chevron(editor_ui *ui, pick_vec2 center, double radius, bool open, uint32_t color);
typedef enum editor_icon_kind {
    EDITOR_ICON_GROUP,
    EDITOR_ICON_MESH,
    EDITOR_ICON_LIGHT,
    EDITOR_ICON_CAMERA,
    EDITOR_ICON_SET,
    EDITOR_ICON_VOLUME,
    EDITOR_ICON_POINTS,
    EDITOR_ICON_LINES,
    EDITOR_ICON_PREFAB,
    EDITOR_ICON_TERRAIN
} editor_icon_kind;
void editor_icon_object(editor_ui *ui, pick_vec2 center, double radius, editor_icon_kind kind, uint32_t color);
void editor_icon_eye(editor_ui *ui, pick_vec2 center, double radius, bool closed, uint32_t color);
void editor_icon_reset(editor_ui *ui, pick_vec2 center, double radius, uint32_t color); // an arrow turning back
void editor_icon_lock(editor_ui *ui, pick_vec2 center, double radius, bool locked, uint32_t color);

#endif

// imgui_face_internal.hpp: what the two C++ files share: the owner of the context, and the palette.
#ifndef EDITOR_PANELS_IMGUI_FACE_INTERNAL_HPP
#define EDITOR_PANELS_IMGUI_FACE_INTERNAL_HPP

#include "imgui_face.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <vector>

struct editor_ui {
    ImGuiContext *context = nullptr;
    double scale = 1;
    // As the events left them; a press that is over before the next frame still counts in it.
    bool buttons[PICK_BUTTON_COUNT] = {}, pressed[PICK_BUTTON_COUNT] = {};
    bool keys[EDITOR_KEY_COUNT] = {}, tapped[EDITOR_KEY_COUNT] = {};
    int frames_wanted = 2;
    float row_height = 0;
    uint32_t row_count = 0;
    std::vector<render_overlay_vertex> vertices;
    std::vector<uint16_t> indices;
    std::vector<render_overlay_command> commands;
    render_overlay overlay = {};
};

static const ImU32 color_text = IM_COL32(218, 221, 226, 255);
static const ImU32 color_strong = IM_COL32(244, 245, 247, 255);
static const ImU32 color_muted = IM_COL32(142, 148, 158, 255);
static const ImU32 color_warning = IM_COL32(240, 178, 92, 255);
static const ImU32 color_accent = IM_COL32(250, 160, 60, 255);
static const ImU32 color_panel = IM_COL32(30, 32, 36, 255);
static const ImU32 color_bar = IM_COL32(23, 25, 28, 255);
static const ImU32 color_line = IM_COL32(14, 15, 17, 255);
static const ImU32 color_rule = IM_COL32(48, 51, 57, 255);
static const ImU32 color_field = IM_COL32(43, 46, 52, 255);
static const ImU32 color_row_hover = IM_COL32(255, 255, 255, 14);
static const ImU32 color_row_viewport = IM_COL32(150, 190, 235, 40);
static const ImU32 color_row_selected = IM_COL32(250, 150, 50, 46);
static const ImU32 color_row_active = IM_COL32(250, 150, 50, 84);

#endif

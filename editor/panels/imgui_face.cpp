// The only C++ of the project: Dear ImGui behind the C face of imgui_face.h. First its life, input and frames, then the
// widgets.
#include "imgui_face.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <new>
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
    bool on_canvas = false; // painting goes below the panels, else into the one being made
    uint64_t font_revision = 1;
    float pixels_per_point = 1;
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
static const ImU32 color_field = IM_COL32(43, 46, 52, 255);

static_assert(sizeof(ImDrawVert) == sizeof(render_overlay_vertex),
              "the overlay takes Dear ImGui's vertices as they are");
static_assert(sizeof(ImDrawIdx) == sizeof(uint16_t), "and its indices");

// --- life ---

static void set_style(float scale)
{
    ImGuiStyle &style = ImGui::GetStyle();
    style = ImGuiStyle();
    ImGui::StyleColorsDark(&style);
    style.WindowPadding = ImVec2(12, 10);
    style.FramePadding = ImVec2(7, 4);
    style.ItemSpacing = ImVec2(8, 6);
    style.ItemInnerSpacing = ImVec2(6, 4);
    style.WindowBorderSize = style.FrameBorderSize = 0;
    style.PopupBorderSize = 1;
    style.FrameRounding = style.GrabRounding = 3;
    style.PopupRounding = 4;
    style.ScrollbarSize = 11;
    style.ScrollbarRounding = 6;
    style.AntiAliasedLinesUseTex = true;
    style.ScaleAllSizes(scale);
    const struct {
        ImGuiCol slot;
        ImU32 color;
    } colors[] = {
        {ImGuiCol_Text, color_text},
        {ImGuiCol_TextDisabled, color_muted},
        {ImGuiCol_WindowBg, color_panel},
        {ImGuiCol_PopupBg, IM_COL32(38, 41, 46, 252)},
        {ImGuiCol_Border, IM_COL32(60, 64, 72, 255)},
        {ImGuiCol_MenuBarBg, color_bar},
        {ImGuiCol_FrameBg, color_field},
        {ImGuiCol_FrameBgHovered, IM_COL32(54, 58, 65, 255)},
        {ImGuiCol_FrameBgActive, IM_COL32(64, 69, 78, 255)},
        {ImGuiCol_Header, IM_COL32(255, 255, 255, 22)},
        {ImGuiCol_HeaderHovered, IM_COL32(255, 255, 255, 28)},
        {ImGuiCol_HeaderActive, IM_COL32(255, 255, 255, 40)},
        {ImGuiCol_CheckMark, color_accent},
        {ImGuiCol_TextSelectedBg, IM_COL32(250, 160, 60, 90)},
        {ImGuiCol_ScrollbarBg, IM_COL32(0, 0, 0, 0)},
        {ImGuiCol_ScrollbarGrab, IM_COL32(70, 75, 83, 255)},
        {ImGuiCol_ScrollbarGrabHovered, IM_COL32(88, 94, 104, 255)},
        {ImGuiCol_ScrollbarGrabActive, IM_COL32(104, 110, 122, 255)},
        {ImGuiCol_Separator, IM_COL32(52, 56, 63, 255)},
        {ImGuiCol_ModalWindowDimBg, IM_COL32(8, 9, 11, 150)},
        {ImGuiCol_NavHighlight, color_accent},
    };
    for (const auto &c : colors)
        style.Colors[c.slot] = ImGui::ColorConvertU32ToFloat4(c.color);
}

// A proportional font of the system, or where there is none, the one that Dear ImGui brings.
static void add_font(float points, float pixels_per_point)
{
    static const char *const files[] = {
        "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
        "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
        "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
    };
    static const ImWchar letters[] = {0x20, 0x24f, 0x370, 0x52f, 0x2010, 0x2044, 0x2190, 0x21ff, 0x2200, 0x22ff, 0};
    ImGuiIO &io = ImGui::GetIO();
    io.FontGlobalScale = 1 / pixels_per_point;
    for (const char *file : files) {
        FILE *probe = std::fopen(file, "rb");
        if (!probe)
            continue;
        std::fclose(probe);
        ImFontConfig config;
        config.OversampleH = 3;
        config.OversampleV = 1;
        config.PixelSnapH = false;
        if (io.Fonts->AddFontFromFileTTF(file, std::floor(points * pixels_per_point + 0.5f), &config, letters))
            return;
    }
    ImFontConfig config;
    config.SizePixels = 13 * std::fmax(1.0f, std::floor(points / 13 * pixels_per_point));
    io.Fonts->AddFontDefault(&config);
}

void editor_ui_set_scale(editor_ui *ui, double scale)
{
    if (scale == ui->scale)
        return;
    ImGui::SetCurrentContext(ui->context);
    ui->scale = scale;
    set_style(static_cast<float>(scale));
    ImGui::GetIO().Fonts->Clear();
    add_font(static_cast<float>(14 * scale), ui->pixels_per_point);
    ImGui::GetIO().Fonts->Build();
    ui->font_revision++;
    ui->frames_wanted = 2;
}

uint64_t editor_ui_font_revision(const editor_ui *ui)
{
    return ui->font_revision;
}

editor_ui *editor_ui_create(double scale, double pixels_per_point)
{
    editor_ui *ui = new (std::nothrow) editor_ui;
    if (!ui)
        return nullptr;
    ui->scale = scale;
    ui->pixels_per_point = static_cast<float>(pixels_per_point);
    ui->context = ImGui::CreateContext();
    ImGui::SetCurrentContext(ui->context);
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset | ImGuiBackendFlags_HasMouseCursors;
    io.ConfigInputTextCursorBlink = false; // an idle editor draws nothing
    io.ConfigDragClickToInputText = true;
    const struct {
        ImGuiKey slot;
        int key;
    } keys[] = {
        {ImGuiKey_Tab, EDITOR_KEY_TAB},
        {ImGuiKey_LeftArrow, EDITOR_KEY_LEFT},
        {ImGuiKey_RightArrow, EDITOR_KEY_RIGHT},
        {ImGuiKey_UpArrow, EDITOR_KEY_UP},
        {ImGuiKey_DownArrow, EDITOR_KEY_DOWN},
        {ImGuiKey_PageUp, EDITOR_KEY_PAGE_UP},
        {ImGuiKey_PageDown, EDITOR_KEY_PAGE_DOWN},
        {ImGuiKey_Home, EDITOR_KEY_HOME},
        {ImGuiKey_End, EDITOR_KEY_END},
        {ImGuiKey_Insert, EDITOR_KEY_INSERT},
        {ImGuiKey_Delete, EDITOR_KEY_DELETE},
        {ImGuiKey_Backspace, EDITOR_KEY_BACKSPACE},
        {ImGuiKey_Space, EDITOR_KEY_SPACE},
        {ImGuiKey_Enter, EDITOR_KEY_ENTER},
        {ImGuiKey_Escape, EDITOR_KEY_ESCAPE},
        {ImGuiKey_A, 'A'},
        {ImGuiKey_C, 'C'},
        {ImGuiKey_V, 'V'},
        {ImGuiKey_X, 'X'},
        {ImGuiKey_Y, 'Y'},
        {ImGuiKey_Z, 'Z'},
    };
    for (const auto &k : keys)
        io.KeyMap[k.slot] = k.key;
    set_style(static_cast<float>(scale));
    add_font(static_cast<float>(14 * scale), static_cast<float>(pixels_per_point));
    io.Fonts->Build(); // texts have a width also where nothing is drawn
    return ui;
}

void editor_ui_destroy(editor_ui *ui)
{
    if (!ui)
        return;
    ImGui::SetCurrentContext(ui->context);
    ImGui::DestroyContext(ui->context);
    delete ui;
}

editor_ui_image editor_ui_font_image(editor_ui *ui)
{
    ImGui::SetCurrentContext(ui->context);
    unsigned char *pixels = nullptr;
    int width = 0, height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    return {pixels, static_cast<uint32_t>(width), static_cast<uint32_t>(height)};
}

void editor_ui_set_font_texture(editor_ui *ui, render_texture texture)
{
    ImGui::SetCurrentContext(ui->context);
    ImFontAtlas *fonts = ImGui::GetIO().Fonts;
    fonts->SetTexID(reinterpret_cast<ImTextureID>(static_cast<uintptr_t>(texture)));
    fonts->ClearTexData();
}

// --- input ---

void editor_ui_event(editor_ui *ui, const editor_event *event)
{
    ImGui::SetCurrentContext(ui->context);
    ImGuiIO &io = ImGui::GetIO();
    // Of the mouse and the keys, as recordings hold them; other events say nothing about modifiers.
    if (event->type >= EDITOR_EVENT_MOUSE_MOVE && event->type <= EDITOR_EVENT_KEY_UP &&
        event->type != EDITOR_EVENT_MOUSE_LEAVE) {
        io.KeyShift = (event->modifiers & PICK_MODIFIER_SHIFT) != 0;
        io.KeyCtrl = (event->modifiers & PICK_MODIFIER_CTRL) != 0;
        io.KeyAlt = (event->modifiers & PICK_MODIFIER_ALT) != 0;
    }
    bool press = event->type == EDITOR_EVENT_MOUSE_PRESS || event->type == EDITOR_EVENT_KEY_DOWN;
    // A frame shows what came; one more settles what depends on it (hover, sizes, closing menus).
    int wanted = 2;
    switch (event->type) {
    case EDITOR_EVENT_MOUSE_PRESS:
    case EDITOR_EVENT_MOUSE_RELEASE:
        if (event->button < PICK_BUTTON_COUNT) {
            // The order of Dear ImGui's buttons is left, right, middle.
            static const int order[PICK_BUTTON_COUNT] = {0, 2, 1};
            ui->buttons[order[event->button]] = press;
            ui->pressed[order[event->button]] |= press;
        }
        [[fallthrough]];
    case EDITOR_EVENT_MOUSE_MOVE: {
        pick_vec2 was = {static_cast<double>(io.MousePos.x), static_cast<double>(io.MousePos.y)};
        bool ours = editor_ui_owns_mouse(ui, was) || editor_ui_owns_mouse(ui, event->position);
        io.MousePos = ImVec2(static_cast<float>(event->position.x), static_cast<float>(event->position.y));
        if (event->type == EDITOR_EVENT_MOUSE_MOVE && !ours)
            wanted = 0;
        break;
    }
    case EDITOR_EVENT_MOUSE_LEAVE:
        io.MousePos = ImVec2(-FLT_MAX, -FLT_MAX);
        break;
    case EDITOR_EVENT_WHEEL:
        if (!editor_ui_owns_mouse(ui, event->position)) {
            wanted = 0;
            break;
        }
        io.MouseWheel += static_cast<float>(event->delta.y);
        io.MouseWheelH += static_cast<float>(event->delta.x);
        break;
    case EDITOR_EVENT_KEY_DOWN:
    case EDITOR_EVENT_KEY_UP:
        ui->keys[event->key] = press;
        ui->tapped[event->key] |= press;
        wanted = io.WantCaptureKeyboard || ImGui::GetCurrentContext()->OpenPopupStack.Size > 0 ? 2 : 0;
        break;
    case EDITOR_EVENT_TEXT:
        // Text is typed with neither held; their release may have gone to another window.
        io.KeyCtrl = io.KeyAlt = false;
        io.AddInputCharactersUTF8(event->text);
        wanted = io.WantTextInput ? 2 : 0;
        break;
    case EDITOR_EVENT_FOCUS_LOST:
        std::memset(ui->buttons, 0, sizeof(ui->buttons));
        std::memset(ui->keys, 0, sizeof(ui->keys));
        break;
    case EDITOR_EVENT_QUIT:
    case EDITOR_EVENT_CLOSE:
    case EDITOR_EVENT_DROP:
    case EDITOR_EVENT_RESIZE:
    case EDITOR_EVENT_EXPOSE:
        break;
    }
    if (wanted > ui->frames_wanted)
        ui->frames_wanted = wanted;
}

bool editor_ui_owns_mouse(const editor_ui *ui, pick_vec2 position)
{
    const ImGuiContext &g = *ui->context;
    if (g.OpenPopupStack.Size > 0)
        return true; // the next click closes the menu, and does nothing else
    for (bool down : ui->buttons) {
        if (down && g.ActiveId != 0)
            return true; // a widget is being dragged, wherever the mouse has gone
    }
    ImVec2 p(static_cast<float>(position.x), static_cast<float>(position.y));
    for (const ImGuiWindow *window : g.Windows) {
        if (window->WasActive && !window->Hidden && !(window->Flags & ImGuiWindowFlags_NoMouseInputs) &&
            window->OuterRectClipped.Contains(p))
            return true;
    }
    return false;
}

bool editor_ui_owns_keyboard(const editor_ui *ui)
{
    return ui->context->IO.WantTextInput || ui->context->OpenPopupStack.Size > 0;
}

bool editor_ui_needs_frame(const editor_ui *ui)
{
    return ui->frames_wanted > 0;
}

uint32_t editor_ui_modifiers(const editor_ui *ui)
{
    const ImGuiIO &io = ui->context->IO;
    return (io.KeyShift ? static_cast<uint32_t>(PICK_MODIFIER_SHIFT) : 0) |
           (io.KeyCtrl ? static_cast<uint32_t>(PICK_MODIFIER_CTRL) : 0) |
           (io.KeyAlt ? static_cast<uint32_t>(PICK_MODIFIER_ALT) : 0);
}

editor_cursor editor_ui_cursor(const editor_ui *ui)
{
    switch (ui->context->MouseCursor) {
    case ImGuiMouseCursor_TextInput:
        return EDITOR_CURSOR_TEXT;
    case ImGuiMouseCursor_Hand:
        return EDITOR_CURSOR_HAND;
    case ImGuiMouseCursor_ResizeEW:
        return EDITOR_CURSOR_RESIZE_X;
    case ImGuiMouseCursor_ResizeNS:
        return EDITOR_CURSOR_RESIZE_Y;
    default:
        return EDITOR_CURSOR_ARROW;
    }
}

// --- frame ---

void editor_ui_begin(editor_ui *ui, const pick_window *window, double seconds_since_last)
{
    ImGui::SetCurrentContext(ui->context);
    ImGuiIO &io = ImGui::GetIO();
    io.DisplaySize = ImVec2(static_cast<float>(window->width), static_cast<float>(window->height));
    if (window->width > 0 && window->height > 0)
        io.DisplayFramebufferScale = ImVec2(static_cast<float>(window->drawable_width / window->width),
                                            static_cast<float>(window->drawable_height / window->height));
    io.DeltaTime = static_cast<float>(std::fmin(std::fmax(seconds_since_last, 1e-4), 1.0));
    if (ui->frames_wanted > 0)
        ui->frames_wanted--;
    for (int i = 0; i < PICK_BUTTON_COUNT; i++) {
        io.MouseDown[i] = ui->buttons[i] || ui->pressed[i];
        if (ui->pressed[i] && !ui->buttons[i])
            ui->frames_wanted = 2; // the release is still to be shown
        ui->pressed[i] = false;
    }
    for (int i = 0; i < EDITOR_KEY_COUNT; i++) {
        io.KeysDown[i] = ui->keys[i] || ui->tapped[i];
        if (ui->tapped[i] && !ui->keys[i] && ui->frames_wanted > 0)
            ui->frames_wanted = 2;
        ui->tapped[i] = false;
    }
    ImGui::NewFrame();
    if (ImGui::GetTopMostPopupModal())
        ui->context->DimBgRatio = 1; // at once: an idle editor draws no frames to fade in with
    const auto &popups = ui->context->OpenPopupStack;
    // Esc closes the innermost menu or list; what it does to a dialog, the dialog says.
    if (popups.Size > 0 && editor_ui_pressed(ui, EDITOR_KEY_ESCAPE) &&
        !(popups.back().Window && (popups.back().Window->Flags & ImGuiWindowFlags_Modal)))
        ImGui::ClosePopupToLevel(popups.Size - 1, true);
}

static void append_list(editor_ui *ui, const ImDrawList *list, float scale)
{
    uint32_t first_vertex = static_cast<uint32_t>(ui->vertices.size());
    uint32_t first_index = static_cast<uint32_t>(ui->indices.size());
    const auto *vertices = reinterpret_cast<const render_overlay_vertex *>(list->VtxBuffer.Data);
    ui->vertices.insert(ui->vertices.end(), vertices, vertices + list->VtxBuffer.Size);
    ui->indices.insert(ui->indices.end(), list->IdxBuffer.begin(), list->IdxBuffer.end());
    for (const ImDrawCmd &cmd : list->CmdBuffer) {
        if (cmd.ElemCount == 0)
            continue;
        render_overlay_command command = {};
        const float clip[4] = {cmd.ClipRect.x, cmd.ClipRect.y, cmd.ClipRect.z, cmd.ClipRect.w};
        for (int i = 0; i < 4; i++)
            command.clip[i] = clip[i] * scale;
        command.texture = static_cast<render_texture>(reinterpret_cast<uintptr_t>(cmd.GetTexID()));
        command.index_offset = first_index + cmd.IdxOffset;
        command.index_count = cmd.ElemCount;
        command.vertex_offset = first_vertex + cmd.VtxOffset;
        ui->commands.push_back(command);
    }
}

const render_overlay *editor_ui_end(editor_ui *ui)
{
    ImGui::Render();
    const ImDrawData *data = ImGui::GetDrawData();
    float scale = data->FramebufferScale.x;
    ui->vertices.clear();
    ui->indices.clear();
    ui->commands.clear();
    for (int i = 0; i < data->CmdListsCount; i++)
        append_list(ui, data->CmdLists[i], scale);
    ui->overlay = {ui->vertices.data(),
                   static_cast<uint32_t>(ui->vertices.size()),
                   ui->indices.data(),
                   static_cast<uint32_t>(ui->indices.size()),
                   ui->commands.data(),
                   static_cast<uint32_t>(ui->commands.size()),
                   scale};
    return &ui->overlay;
}

double editor_ui_unit(const editor_ui *ui)
{
    return ui->scale;
}

double editor_ui_text_width(const editor_ui *ui, const char *text)
{
    (void)ui;
    return static_cast<double>(ImGui::CalcTextSize(text).x);
}

// --- widgets ---

static ImU32 tone_color(editor_ui_tone tone)
{
    switch (tone) {
    case EDITOR_UI_MUTED:
        return color_muted;
    case EDITOR_UI_STRONG:
        return color_strong;
    case EDITOR_UI_WARNING:
        return color_warning;
    case EDITOR_UI_NORMAL:
        break;
    }
    return color_text;
}

// Design units to points, whole ones.
static float units(const editor_ui *ui, double n)
{
    return static_cast<float>(std::floor(n * ui->scale + 0.5));
}

// --- panels ---

void editor_ui_panel_begin(editor_ui *ui, const char *id, pick_rect rect, editor_ui_panel_style style)
{
    ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration & ~ImGuiWindowFlags_NoScrollbar;
    flags |= ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
             ImGuiWindowFlags_NoNav;
    ImVec2 padding = ImGui::GetStyle().WindowPadding;
    ImU32 background = color_panel;
    switch (style) {
    case EDITOR_UI_PANEL:
        break;
    case EDITOR_UI_LIST:
        padding = ImVec2(0, 0);
        break;
    case EDITOR_UI_BAR:
        background = color_bar;
        padding.y = std::floor((static_cast<float>(rect.height) - ImGui::GetTextLineHeight()) / 2);
        flags |= ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
        break;
    }
    ImGui::SetNextWindowPos(ImVec2(static_cast<float>(rect.x), static_cast<float>(rect.y)));
    ImGui::SetNextWindowSize(ImVec2(static_cast<float>(rect.width), static_cast<float>(rect.height)));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, background);
    ImGui::Begin(id, nullptr, flags);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
    (void)ui;
}

void editor_ui_panel_end(editor_ui *ui)
{
    (void)ui;
    ImGui::End();
}

bool editor_ui_splitter(editor_ui *ui, const char *id, pick_rect rect, double *value, double direction)
{
    editor_ui_panel_begin(ui, id, rect, EDITOR_UI_LIST);
    ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    ImGui::InvisibleButton("edge", size);
    bool active = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
    ImGui::GetWindowDrawList()->AddRectFilled(at, ImVec2(at.x + size.x, at.y + size.y),
                                              active || hovered ? color_accent : color_line);
    if (active || hovered)
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    double moved = active ? static_cast<double>(ImGui::GetIO().MouseDelta.x) * direction : 0;
    *value += moved;
    editor_ui_panel_end(ui);
    return moved != 0;
}

// --- menus ---

bool editor_ui_menu_bar_begin(editor_ui *ui, double height)
{
    (void)ui;
    ImVec2 padding = ImGui::GetStyle().FramePadding;
    padding.y = (static_cast<float>(height) - ImGui::GetFontSize()) / 2;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, padding);
    bool open = ImGui::BeginMainMenuBar();
    if (!open)
        ImGui::PopStyleVar();
    return open;
}

void editor_ui_menu_bar_end(editor_ui *ui)
{
    (void)ui;
    ImGui::EndMainMenuBar();
    ImGui::PopStyleVar();
}

bool editor_ui_menu_begin(editor_ui *ui, const char *label)
{
    (void)ui;
    return ImGui::BeginMenu(label);
}

void editor_ui_menu_end(editor_ui *ui)
{
    (void)ui;
    ImGui::EndMenu();
}

bool editor_ui_menu_item(editor_ui *ui, const char *label, const char *shortcut, const bool *checked, bool enabled)
{
    (void)ui;
    return ImGui::MenuItem(label, shortcut, checked && *checked, enabled);
}

// --- content ---

void editor_ui_text(editor_ui *ui, editor_ui_tone tone, const char *text)
{
    (void)ui;
    ImGui::PushStyleColor(ImGuiCol_Text, tone_color(tone));
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

void editor_ui_text_at(editor_ui *ui, double x, editor_ui_tone tone, const char *text)
{
    (void)ui;
    float at = static_cast<float>(x);
    if (x < 0)
        at = std::fmin(ImGui::GetWindowContentRegionMax().x,
                       ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x) -
             ImGui::CalcTextSize(text).x;
    ImGui::SameLine();
    ImGui::SetCursorPosX(at);
    ImGui::PushStyleColor(ImGuiCol_Text, tone_color(tone));
    ImGui::TextUnformatted(text);
    ImGui::PopStyleColor();
}

void editor_ui_space(editor_ui *ui, double n)
{
    ImGui::Dummy(ImVec2(1, units(ui, n)));
}

// The left column; leaves the cursor at the right one, which is as wide as the rest.
static void label_column(const editor_ui *ui, const char *label)
{
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, color_muted);
    ImGui::TextUnformatted(label);
    ImGui::PopStyleColor();
    ImGui::SameLine(ImGui::GetWindowContentRegionMin().x + units(ui, 78));
    ImGui::SetNextItemWidth(-1);
}

bool editor_ui_property_check(editor_ui *ui, const char *label, bool *value, bool mixed)
{
    ImGui::PushID(label);
    label_column(ui, label);
    ImGui::PushItemFlag(ImGuiItemFlags_MixedValue, mixed);
    bool changed = ImGui::Checkbox("##value", value);
    ImGui::PopItemFlag();
    ImGui::PopID();
    return changed;
}

uint32_t editor_ui_property_numbers(editor_ui *ui, const char *label, double value[3], uint32_t mixed, double speed)
{
    static const ImU32 axis_colors[3] = {IM_COL32(224, 90, 84, 255), IM_COL32(122, 186, 84, 255),
                                         IM_COL32(86, 140, 232, 255)};
    ImGui::PushID(label);
    label_column(ui, label);
    float gap = units(ui, 4), left = ImGui::GetCursorPosX();
    float width = std::floor((ImGui::GetWindowContentRegionMax().x - left - 2 * gap) / 3);
    uint32_t changed = 0;
    for (int i = 0; i < 3; i++) {
        ImGui::PushID(i);
        ImGui::SameLine(left + static_cast<float>(i) * (width + gap));
        ImGui::SetNextItemWidth(width);
        ImVec2 at = ImGui::GetCursorScreenPos();
        if (ImGui::DragScalar("##value", ImGuiDataType_Double, &value[i], static_cast<float>(speed), nullptr, nullptr,
                              (mixed >> i & 1u) ? "mixed" : "%.3f"))
            changed |= 1u << i;
        // A strip in the axis's colour says which is which.
        ImGui::GetWindowDrawList()->AddRectFilled(at, ImVec2(at.x + units(ui, 2), at.y + ImGui::GetFrameHeight()),
                                                  axis_colors[i]);
        ImGui::PopID();
    }
    ImGui::PopID();
    return changed;
}

// --- tree rows ---

void editor_ui_rows_begin(editor_ui *ui, uint32_t count, uint32_t scroll_to, uint32_t *first, uint32_t *end)
{
    ui->row_height = std::floor(ImGui::GetTextLineHeight() + units(ui, 8));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    if (scroll_to != EDITOR_UI_NO_SCROLL) {
        float top = static_cast<float>(scroll_to) * ui->row_height, seen = ImGui::GetWindowHeight();
        float scroll = ImGui::GetScrollY();
        if (top < scroll || top + ui->row_height > scroll + seen)
            ImGui::SetScrollY(std::fmax(0.0f, top - seen / 3));
    }
    uint32_t visible = static_cast<uint32_t>(ImGui::GetWindowHeight() / ui->row_height) + 2;
    *first = static_cast<uint32_t>(ImGui::GetScrollY() / ui->row_height);
    *first = *first < count ? *first : count;
    *end = count - *first < visible ? count : *first + visible;
    ui->row_count = count;
}

void editor_ui_rows_end(editor_ui *ui)
{
    // The list is as long as all its rows, made or not.
    ImGui::SetCursorPosY(static_cast<float>(ui->row_count) * ui->row_height);
    ImGui::Dummy(ImVec2(1, 0));
    ImGui::PopStyleVar();
}

// --- things that react ---

editor_ui_reaction editor_ui_react(editor_ui *ui, const char *id, uint32_t number, pick_rect rect)
{
    (void)ui;
    editor_ui_reaction out = {};
    ImGui::PushID(static_cast<int>(number));
    ImGui::SetCursorScreenPos(ImVec2(static_cast<float>(rect.x), static_cast<float>(rect.y)));
    out.clicked = ImGui::InvisibleButton(
        id, ImVec2(std::fmax(1.0f, static_cast<float>(rect.width)), std::fmax(1.0f, static_cast<float>(rect.height))));
    out.hovered = ImGui::IsItemHovered();
    out.held = ImGui::IsItemActive();
    out.double_clicked = out.hovered && ImGui::IsMouseDoubleClicked(0);
    ImGui::PopID();
    return out;
}

pick_rect editor_ui_place(editor_ui *ui, double width, double height)
{
    (void)ui;
    ImVec2 at = ImGui::GetCursorScreenPos();
    if (width <= 0)
        width = static_cast<double>(ImGui::GetContentRegionAvail().x);
    return {static_cast<double>(at.x), static_cast<double>(at.y), width, height};
}

pick_vec2 editor_ui_mouse(const editor_ui *ui)
{
    const ImVec2 &p = ui->context->IO.MousePos;
    return {static_cast<double>(p.x), static_cast<double>(p.y)};
}

bool editor_ui_mouse_held(const editor_ui *ui)
{
    return ui->context->IO.MouseDown[0];
}

bool editor_ui_is_editing(const editor_ui *ui)
{
    return ui->context->ActiveId != 0;
}

void editor_ui_tooltip(editor_ui *ui, const char *text)
{
    (void)ui;
    ImGui::SetTooltip("%s", text);
}

editor_ui_edit editor_ui_text_field(editor_ui *ui, const char *id, char *text, size_t size, const char *hint,
                                    bool focus)
{
    (void)ui;
    editor_ui_edit out = {};
    if (focus)
        ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    out.entered = ImGui::InputTextWithHint(id, hint, text, size,
                                           ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    out.changed = ImGui::IsItemEdited();
    out.active = ImGui::IsItemActive();
    out.left = ImGui::IsItemDeactivated() && !out.entered;
    return out;
}

// --- windows over everything ---

void editor_ui_open(editor_ui *ui, const char *id)
{
    ImGui::OpenPopup(id);
    ui->frames_wanted = 2;
}

static void set_popup_size(const editor_ui *ui, double width)
{
    if (width > 0)
        ImGui::SetNextWindowSize(ImVec2(units(ui, width), 0));
}

bool editor_ui_dialog_begin(editor_ui *ui, const char *id, double width)
{
    ImVec2 room = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(std::floor(room.x / 2), std::floor(room.y * 0.48f)), ImGuiCond_Always,
                            ImVec2(0.5f, 0.5f));
    set_popup_size(ui, width);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(units(ui, 18), units(ui, 14)));
    bool open =
        ImGui::BeginPopupModal(id, nullptr,
                               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize);
    ImGui::PopStyleVar();
    return open;
}

bool editor_ui_popup_begin(editor_ui *ui, const char *id, pick_vec2 at, double width)
{
    ImGui::SetNextWindowPos(ImVec2(static_cast<float>(at.x), static_cast<float>(at.y)), ImGuiCond_Appearing);
    set_popup_size(ui, width);
    return ImGui::BeginPopup(id, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
}

void editor_ui_popup_end(editor_ui *ui)
{
    (void)ui;
    ImGui::EndPopup();
}

void editor_ui_close(editor_ui *ui)
{
    ImGui::CloseCurrentPopup();
    ui->frames_wanted = 2;
}

void editor_ui_close_all(editor_ui *ui)
{
    if (ui->context->OpenPopupStack.Size == 0)
        return;
    ImGui::ClosePopupToLevel(0, true);
    ui->frames_wanted = 2;
}

bool editor_ui_list_begin(editor_ui *ui, const char *id, double height)
{
    ImGui::PushStyleColor(ImGuiCol_ChildBg, IM_COL32(24, 26, 29, 255));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    bool open = ImGui::BeginChild(id, ImVec2(0, units(ui, height)), false, 0);
    ImGui::PopStyleVar();
    return open;
}

void editor_ui_tight(editor_ui *ui, bool on)
{
    (void)ui;
    if (on)
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    else
        ImGui::PopStyleVar();
}

void editor_ui_list_end(editor_ui *ui)
{
    (void)ui;
    ImGui::EndChild();
    ImGui::PopStyleColor();
}

bool editor_ui_pressed(const editor_ui *ui, editor_key key)
{
    return ui->context->IO.KeysDown[key] && ui->context->IO.KeysDownDuration[key] == 0;
}

// --- painting ---

static ImDrawList *painted(const editor_ui *ui)
{
    return ui->on_canvas ? ImGui::GetBackgroundDrawList() : ImGui::GetWindowDrawList();
}

static ImVec2 vec(pick_vec2 p)
{
    return ImVec2(static_cast<float>(p.x), static_cast<float>(p.y));
}

void editor_ui_paint_canvas(editor_ui *ui, bool on)
{
    ui->on_canvas = on;
}

void editor_ui_paint_clip(editor_ui *ui, pick_rect r)
{
    painted(ui)->PushClipRect(vec({r.x, r.y}), vec({r.x + r.width, r.y + r.height}), true);
}

void editor_ui_paint_unclip(editor_ui *ui)
{
    painted(ui)->PopClipRect();
}

void editor_ui_paint_path(editor_ui *ui, const pick_vec2 *points, uint32_t count, bool closed, double width,
                          uint32_t color)
{
    ImDrawList *list = painted(ui);
    for (uint32_t i = 0; i < count; i++)
        list->PathLineTo(vec(points[i]));
    list->PathStroke(color, closed ? ImDrawFlags_Closed : 0, static_cast<float>(width));
}

void editor_ui_paint_area(editor_ui *ui, const pick_vec2 *points, uint32_t count, uint32_t color)
{
    ImDrawList *list = painted(ui);
    for (uint32_t i = 0; i < count; i++)
        list->PathLineTo(vec(points[i]));
    // Soft edges would show as lines where translucent areas meet.
    const ImDrawListFlags flags = list->Flags;
    if (color >> IM_COL32_A_SHIFT < 0xffu)
        list->Flags &= ~ImDrawListFlags_AntiAliasedFill;
    list->PathFillConvex(color);
    list->Flags = flags;
}

void editor_ui_paint_rect(editor_ui *ui, pick_rect r, double rounding, uint32_t color)
{
    painted(ui)->AddRectFilled(vec({r.x, r.y}), vec({r.x + r.width, r.y + r.height}), color,
                               static_cast<float>(rounding));
}

void editor_ui_paint_circle(editor_ui *ui, pick_vec2 center, double radius, double width, uint32_t color)
{
    if (width > 0)
        painted(ui)->AddCircle(vec(center), static_cast<float>(radius), color, 0, static_cast<float>(width));
    else
        painted(ui)->AddCircleFilled(vec(center), static_cast<float>(radius), color);
}

void editor_ui_paint_text(editor_ui *ui, pick_vec2 at, const char *text, uint32_t color)
{
    painted(ui)->AddText(vec({std::floor(at.x), std::floor(at.y)}), color, text);
}

void editor_ui_paint_text_cut(editor_ui *ui, pick_vec2 at, double right, const char *text, uint32_t color)
{
    ImVec2 from = vec({std::floor(at.x), std::floor(at.y)}), size = ImGui::CalcTextSize(text);
    float end = static_cast<float>(right);
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::RenderTextEllipsis(painted(ui), from, ImVec2(end, from.y + size.y), end, end, text, nullptr, &size);
    ImGui::PopStyleColor();
}

double editor_ui_line_height(const editor_ui *ui)
{
    (void)ui;
    return static_cast<double>(ImGui::GetTextLineHeight());
}

double editor_ui_row_height(const editor_ui *ui)
{
    return static_cast<double>(ui->row_height);
}

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

editor_ui *editor_ui_create(double scale, double pixels_per_point)
{
    editor_ui *ui = new (std::nothrow) editor_ui;
    if (!ui)
        return nullptr;
    ui->scale = scale;
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
    io.KeyShift = (event->modifiers & PICK_MODIFIER_SHIFT) != 0;
    io.KeyCtrl = (event->modifiers & PICK_MODIFIER_CTRL) != 0;
    io.KeyAlt = (event->modifiers & PICK_MODIFIER_ALT) != 0;
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
        io.AddInputCharactersUTF8(event->text);
        wanted = io.WantTextInput ? 2 : 0;
        break;
    case EDITOR_EVENT_FOCUS_LOST:
        std::memset(ui->buttons, 0, sizeof(ui->buttons));
        std::memset(ui->keys, 0, sizeof(ui->keys));
        break;
    case EDITOR_EVENT_QUIT:
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
    case EDITOR_UI_FLOATING:
        background = 0;
        flags |= ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar;
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

void editor_ui_heading(editor_ui *ui, const char *title, const char *detail)
{
    editor_ui_text(ui, EDITOR_UI_STRONG, title);
    if (detail)
        editor_ui_text_at(ui, -1, EDITOR_UI_MUTED, detail);
}

void editor_ui_space(editor_ui *ui, double n)
{
    ImGui::Dummy(ImVec2(1, units(ui, n)));
}

void editor_ui_separator(editor_ui *ui)
{
    ImVec2 at = ImGui::GetCursorScreenPos();
    float width = ImGui::GetContentRegionAvail().x, y = at.y + units(ui, 4);
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x, y), ImVec2(at.x + width, y + units(ui, 1)), color_rule);
    ImGui::Dummy(ImVec2(1, units(ui, 9)));
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

void editor_ui_property(editor_ui *ui, const char *label, const char *value)
{
    // Only a line of text, so it takes less room than a field.
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(0, 0));
    label_column(ui, label);
    ImGui::PopStyleVar();
    ImVec2 from = ImGui::GetCursorScreenPos();
    ImVec2 to(ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x, from.y + ImGui::GetTextLineHeight());
    ImVec2 size = ImGui::CalcTextSize(value);
    ImGui::Dummy(ImVec2(std::fmax(1.0f, to.x - from.x), to.y - from.y));
    ImGui::RenderTextEllipsis(ImGui::GetWindowDrawList(), from, to, to.x, to.x, value, nullptr, &size);
    if (size.x > to.x - from.x && ImGui::IsItemHovered())
        ImGui::SetTooltip("%s", value);
}

void editor_ui_hint(editor_ui *ui, const char *gesture, const char *meaning)
{
    editor_ui_text(ui, EDITOR_UI_NORMAL, gesture);
    ImGui::SameLine(ImGui::GetWindowContentRegionMin().x + units(ui, 100));
    editor_ui_text(ui, EDITOR_UI_MUTED, meaning);
}

bool editor_ui_property_check(editor_ui *ui, const char *label, bool *value)
{
    ImGui::PushID(label);
    label_column(ui, label);
    bool changed = ImGui::Checkbox("##value", value);
    ImGui::PopID();
    return changed;
}

bool editor_ui_property_numbers(editor_ui *ui, const char *label, double value[3], double speed)
{
    static const ImU32 axis_colors[3] = {IM_COL32(224, 90, 84, 255), IM_COL32(122, 186, 84, 255),
                                         IM_COL32(86, 140, 232, 255)};
    ImGui::PushID(label);
    label_column(ui, label);
    float gap = units(ui, 4), left = ImGui::GetCursorPosX();
    float width = std::floor((ImGui::GetWindowContentRegionMax().x - left - 2 * gap) / 3);
    bool changed = false;
    for (int i = 0; i < 3; i++) {
        ImGui::PushID(i);
        ImGui::SameLine(left + static_cast<float>(i) * (width + gap));
        ImGui::SetNextItemWidth(width);
        ImVec2 at = ImGui::GetCursorScreenPos();
        changed |= ImGui::DragScalar("##value", ImGuiDataType_Double, &value[i], static_cast<float>(speed), nullptr,
                                     nullptr, "%.3f");
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

static void draw_chevron(ImDrawList *list, ImVec2 center, float radius, bool open, ImU32 color)
{
    float r = radius;
    if (open)
        list->AddTriangleFilled(ImVec2(center.x - r, center.y - r * 0.55f), ImVec2(center.x + r, center.y - r * 0.55f),
                                ImVec2(center.x, center.y + r * 0.75f), color);
    else
        list->AddTriangleFilled(ImVec2(center.x - r * 0.55f, center.y - r), ImVec2(center.x + r * 0.75f, center.y),
                                ImVec2(center.x - r * 0.55f, center.y + r), color);
}

// A cube for what has a shape, a folder for what has none.
static void draw_kind(ImDrawList *list, ImVec2 c, float r, bool group, ImU32 color)
{
    if (group) {
        list->AddRectFilled(ImVec2(c.x - r, c.y - r * 0.75f), ImVec2(c.x + r * 0.1f, c.y), color, r * 0.2f);
        list->AddRectFilled(ImVec2(c.x - r, c.y - r * 0.4f), ImVec2(c.x + r, c.y + r * 0.8f), color, r * 0.2f);
        return;
    }
    ImVec2 corner[6];
    for (int i = 0; i < 6; i++) {
        float angle = static_cast<float>(IM_PI) * (static_cast<float>(i) / 3 + 0.5f);
        corner[i] = ImVec2(c.x + r * std::cos(angle), c.y - r * std::sin(angle));
    }
    list->AddPolyline(corner, 6, color, ImDrawFlags_Closed, r * 0.24f);
    for (int i = 1; i < 6; i += 2)
        list->AddLine(c, corner[i], color, r * 0.24f);
}

static void draw_eye(ImDrawList *list, ImVec2 c, float r, bool closed, ImU32 color)
{
    float thick = r * 0.2f;
    list->PathLineTo(ImVec2(c.x - r, c.y));
    list->PathBezierQuadraticCurveTo(ImVec2(c.x, c.y + r * 1.3f), ImVec2(c.x + r, c.y), 10);
    if (!closed)
        list->PathBezierQuadraticCurveTo(ImVec2(c.x, c.y - r * 1.3f), ImVec2(c.x - r, c.y), 10);
    list->PathStroke(color, 0, thick);
    if (!closed) {
        list->AddCircleFilled(c, r * 0.28f, color, 12);
        return;
    }
    for (int i = -1; i <= 1; i++) {
        float x = c.x + static_cast<float>(i) * r * 0.6f, y = c.y + r * (i == 0 ? 0.64f : 0.42f);
        list->AddLine(ImVec2(x, y), ImVec2(x + static_cast<float>(i) * r * 0.2f, y + r * 0.42f), color, thick);
    }
}

static void draw_lock(ImDrawList *list, ImVec2 c, float r, bool locked, ImU32 color)
{
    list->AddRectFilled(ImVec2(c.x - r * 0.7f, c.y - r * 0.05f), ImVec2(c.x + r * 0.7f, c.y + r * 0.9f), color,
                        r * 0.2f);
    float pi = static_cast<float>(IM_PI), lift = locked ? 0 : r * 0.22f;
    list->PathArcTo(ImVec2(c.x, c.y - r * 0.25f - lift), r * 0.45f, pi, locked ? 2 * pi : 1.75f * pi, 10);
    if (locked)
        list->PathLineTo(ImVec2(c.x + r * 0.45f, c.y));
    list->PathStroke(color, 0, r * 0.24f);
}

// A small square at the right edge of a row that reacts on its own. Returns whether it was clicked.
static bool row_toggle(ImVec2 center, float height, bool under_mouse, const char *tip, bool *hovered)
{
    ImRect box(ImVec2(center.x - height / 2, center.y - height / 2),
               ImVec2(center.x + height / 2, center.y + height / 2));
    *hovered = under_mouse && box.Contains(ImGui::GetIO().MousePos);
    if (*hovered)
        ImGui::SetTooltip("%s", tip);
    return *hovered && ImGui::IsMouseClicked(0);
}

editor_ui_row_event editor_ui_tree_row(editor_ui *ui, const editor_ui_row *row)
{
    ImDrawList *list = ImGui::GetWindowDrawList();
    float height = ui->row_height, icon = units(ui, 5);
    ImGui::SetCursorPos(ImVec2(0, static_cast<float>(row->index) * height));
    ImVec2 at = ImGui::GetCursorScreenPos();
    float width = ImGui::GetContentRegionAvail().x, middle = at.y + height / 2;
    ImGui::PushID(static_cast<int>(row->index));
    bool clicked = ImGui::InvisibleButton("row", ImVec2(std::fmax(1.0f, width), height));
    bool under_mouse = ImGui::IsItemHovered(), twice = under_mouse && ImGui::IsMouseDoubleClicked(0);
    ImGui::PopID();

    ImU32 back = row->active ? color_row_active : row->selected ? color_row_selected : 0;
    ImVec2 corner(at.x + width, at.y + height);
    if (back)
        list->AddRectFilled(at, corner, back);
    if (row->hovered || under_mouse)
        list->AddRectFilled(at, corner, row->hovered ? color_row_viewport : color_row_hover);

    editor_ui_row_event event = twice     ? EDITOR_UI_ROW_DOUBLE_CLICK
                                : clicked ? EDITOR_UI_ROW_CLICK
                                          : EDITOR_UI_ROW_NOTHING;
    float x = at.x + units(ui, 16) + static_cast<float>(row->depth) * units(ui, 15);
    if (row->has_children) {
        draw_chevron(list, ImVec2(x, middle), units(ui, 4), row->open, color_muted);
        float mouse = ImGui::GetIO().MousePos.x;
        bool on_it = mouse >= x - units(ui, 9) && mouse < x + units(ui, 9);
        if (under_mouse && on_it && (clicked || twice))
            event = twice && !clicked ? EDITOR_UI_ROW_NOTHING : EDITOR_UI_ROW_OPEN;
    }
    x += units(ui, 17);
    ImU32 color = row->dimmed ? color_muted : row->active || row->selected ? color_strong : color_text;
    draw_kind(list, ImVec2(x, middle), icon, row->group, row->dimmed ? IM_COL32(96, 101, 110, 255) : color_muted);
    x += units(ui, 12);

    bool on_eye = false, on_lock = false;
    float eye_x = corner.x - units(ui, 18), lock_x = eye_x - units(ui, 20);
    bool eye = row_toggle(ImVec2(eye_x, middle), height, under_mouse, row->hidden ? "Show" : "Hide", &on_eye);
    bool lock = row_toggle(ImVec2(lock_x, middle), height, under_mouse, row->locked ? "Unlock" : "Lock", &on_lock);
    if (under_mouse || row->hidden)
        draw_eye(list, ImVec2(eye_x, middle), icon + units(ui, 1), row->hidden, on_eye ? color_strong : color_muted);
    if (under_mouse || row->locked)
        draw_lock(list, ImVec2(lock_x, middle), icon, row->locked, on_lock ? color_strong : color_muted);
    if (on_eye || on_lock)
        event = eye ? EDITOR_UI_ROW_HIDE : lock ? EDITOR_UI_ROW_LOCK : EDITOR_UI_ROW_NOTHING;

    float end = lock_x - units(ui, 12);
    ImVec2 size = ImGui::CalcTextSize(row->label);
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::RenderTextEllipsis(list, ImVec2(x, at.y + std::floor((height - size.y) / 2)), ImVec2(end, corner.y), end,
                              end, row->label, nullptr, &size);
    ImGui::PopStyleColor();
    return event;
}

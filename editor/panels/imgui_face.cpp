#include "imgui_face_internal.hpp"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <new>

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

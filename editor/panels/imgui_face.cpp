// imgui_face.cpp: Dear ImGui behind the C interface of imgui_face.h, the only C++ of the project. First creation, input
// and frames, then the widgets.
#include "panels/imgui_face.h"
#include "document/level/srgb.h"
#include "panels/held.h"
#include "system/font_file.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

// A font of the system, and which letters it gives: as Dear ImGui takes them, ranges of one each.
struct foreign_font {
    editor_font_file *file;
    std::vector<ImWchar> ranges;
};

// A number field in which text is typed. `id` 0: none.
struct number_typing {
    ImGuiID id;
    char text[64], start[64]; // now, and when it began
};

struct editor_ui {
    ImGuiContext *context = nullptr;
    double scale = 1;
    editor_held held = {};
    int frames_wanted = 2;
    double pressed_at[PICK_BUTTON_COUNT] =
        {};                    // the button's last press, unless it was a double click's second; 0: none
    bool is_double = false;    // the last press was a double click's second
    ImGuiID tooltip = 0;       // of the last one's text
    bool arrow_keys = false;   // a menu or a list is open: arrow keys move in it, Esc closes it
    bool keys_of_list = false; // one was when the picture began: its keys are for it, not for the dialog around it
    std::string text;          // typed since the last frame; where Dear ImGui keeps it depends on its version
    bool deactivates = false;  // with the next frame, see editor_ui_deactivate
    bool on_canvas = false;    // paint below the panels; else into the current panel
    std::optional<ImGuiListClipper> clipper; // of the list that is being built
    number_typing typing = {}, typed = {};   // typed: finished by Tab, not yet taken by its field
    std::set<ImWchar> foreign;               // letters that were shown and that the font does not have from the start
    std::vector<ImWchar> new_ones;           // of those, for the next picture
    editor_font_list *installed = nullptr;   // opened for the first of them
    std::vector<foreign_font> foreign_fonts;
    std::set<int> unknown; // groups of 256 letters of which no font has some
    uint64_t font_revision = 1;
    render_texture font = 0; // Dear ImGui forgets it when the image is made anew
    float pixels_per_point = 1;
    std::string copied; // by a widget
    bool is_taken = true;
    std::vector<render_overlay_vertex> vertices;
    std::vector<uint16_t> indices;
    std::vector<render_overlay_command> commands;
    render_overlay overlay = {};
};

static_assert(sizeof(ImDrawVert) == sizeof(render_overlay_vertex),
              "the overlay takes Dear ImGui's vertices as they are");
static_assert(sizeof(ImDrawIdx) == sizeof(uint16_t), "and its indices");

static ImVec2 vec(pick_vec2 p)
{
    return ImVec2(static_cast<float>(p.x), static_cast<float>(p.y));
}

static pick_vec2 point(const ImVec2 &p)
{
    return {static_cast<double>(p.x), static_cast<double>(p.y)};
}

// --- creation ---

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
        {ImGuiCol_Text, EDITOR_COLOR_TEXT},
        {ImGuiCol_TextDisabled, EDITOR_COLOR_MUTED},
        {ImGuiCol_WindowBg, EDITOR_COLOR_PANEL},
        {ImGuiCol_PopupBg, IM_COL32(38, 41, 46, 252)},
        {ImGuiCol_Border, IM_COL32(60, 64, 72, 255)},
        {ImGuiCol_MenuBarBg, EDITOR_COLOR_BAR},
        {ImGuiCol_FrameBg, EDITOR_COLOR_FIELD},
        {ImGuiCol_FrameBgHovered, IM_COL32(54, 58, 65, 255)},
        {ImGuiCol_FrameBgActive, IM_COL32(64, 69, 78, 255)},
        {ImGuiCol_Header, IM_COL32(255, 255, 255, 22)},
        {ImGuiCol_HeaderHovered, IM_COL32(255, 255, 255, 28)},
        {ImGuiCol_HeaderActive, IM_COL32(255, 255, 255, 40)},
        {ImGuiCol_CheckMark, EDITOR_COLOR_ACCENT},
        {ImGuiCol_TextSelectedBg, IM_COL32(250, 160, 60, 90)},
        {ImGuiCol_ScrollbarBg, IM_COL32(0, 0, 0, 0)},
        {ImGuiCol_ScrollbarGrab, IM_COL32(70, 75, 83, 255)},
        {ImGuiCol_ScrollbarGrabHovered, IM_COL32(88, 94, 104, 255)},
        {ImGuiCol_ScrollbarGrabActive, IM_COL32(104, 110, 122, 255)},
        {ImGuiCol_Separator, IM_COL32(52, 56, 63, 255)},
        {ImGuiCol_ModalWindowDimBg, IM_COL32(8, 9, 11, 150)},
        {ImGuiCol_NavHighlight, EDITOR_COLOR_ACCENT},
    };
    for (const auto &c : colors)
        style.Colors[c.slot] = ImGui::ColorConvertU32ToFloat4(c.color);
}

// What the font has from the start: Latin, Greek and Cyrillic letters, and signs of the interface.
static const ImWchar common[] = {0x20, 0x24f, 0x370, 0x52f, 0x2010, 0x2044, 0x2190, 0x21ff, 0x2200, 0x22ff, 0};

static bool is_common(unsigned letter)
{
    for (const ImWchar *range = common; range[0]; range += 2) {
        if (letter >= range[0] && letter <= range[1])
            return true;
    }
    return false;
}

constexpr size_t MOST_FOREIGN = 8192; // their image takes 8 MB at a scale of 1

// The text. Notes letters that the font does not have yet, for the next picture.
static const char *as_shown(const char *text)
{
    editor_ui *ui = static_cast<editor_ui *>(ImGui::GetIO().UserData);
    for (const char *at = text; *at;) {
        unsigned letter = static_cast<unsigned char>(*at);
        at += letter < 0x80 ? 1 : ImTextCharFromUtf8(&letter, at, nullptr);
        if (letter < 0x80 || letter > IM_UNICODE_CODEPOINT_MAX || is_common(letter) ||
            ui->foreign.size() == MOST_FOREIGN || !ui->foreign.insert(static_cast<ImWchar>(letter)).second)
            continue;
        ui->new_ones.push_back(static_cast<ImWchar>(letter));
        ui->frames_wanted = ui->frames_wanted > 2 ? ui->frames_wanted : 2;
    }
    return text;
}

static foreign_font *find_font(editor_ui *ui, ImWchar letter)
{
    for (foreign_font &font : ui->foreign_fonts) {
        if (editor_font_file_has(font.file, letter))
            return &font;
    }
    // Each question takes a fifth of a millisecond: where one had no answer, others will have none.
    if (ui->unknown.count(letter >> 8) > 0)
        return nullptr;
    if (!ui->installed)
        ui->installed = editor_font_list_open();
    editor_font_file *file = editor_font_file_find(ui->installed, letter);
    if (!file) {
        ui->unknown.insert(letter >> 8);
        return nullptr;
    }
    ui->foreign_fonts.push_back({file, {}});
    return &ui->foreign_fonts.back();
}

// Finds fonts of the system for the letters that were new in the last picture.
static void find_fonts(editor_ui *ui)
{
    for (ImWchar letter : ui->new_ones) {
        foreign_font *font = find_font(ui, letter);
        if (!font)
            continue;
        if (!font->ranges.empty())
            font->ranges.pop_back(); // the end
        font->ranges.insert(font->ranges.end(), {letter, letter, 0});
    }
    ui->new_ones.clear();
}

// Whether it begins as files do that Dear ImGui can read: TrueType, OpenType, or a collection of those. Fontconfig
// knows others (WOFF, Type 1), which would end the program.
static bool is_readable(const char *path)
{
    static const char *const marks[] = {"\0\1\0\0", "true", "OTTO", "ttcf"};
    char begin[4] = {};
    FILE *file = std::fopen(path, "rb");
    const size_t count = file ? std::fread(begin, 1, sizeof(begin), file) : 0;
    if (file)
        std::fclose(file);
    for (const char *mark : marks) {
        if (count == sizeof(begin) && std::memcmp(begin, mark, sizeof(begin)) == 0)
            return true;
    }
    return false;
}

// Adds a proportional font of the system, or Dear ImGui's own if there is none; then the letters of others.
static void add_fonts(const editor_ui *ui, bool foreign)
{
    static const char *const files[] = {
        "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
        "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
        "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
    };
    const float points = static_cast<float>(14 * ui->scale);
    const float pixels = std::floor(points * ui->pixels_per_point + 0.5f);
    ImGuiIO &io = ImGui::GetIO();
    io.FontGlobalScale = 1 / ui->pixels_per_point;
    ImFontConfig config;
    config.OversampleH = 3;
    config.OversampleV = 1;
    config.PixelSnapH = false;
    for (const char *file : files) {
        if (io.Fonts->Fonts.empty() && is_readable(file))
            io.Fonts->AddFontFromFileTTF(file, pixels, &config, common);
    }
    if (io.Fonts->Fonts.empty()) {
        ImFontConfig plain;
        plain.SizePixels = 13 * std::fmax(1.0f, std::floor(points / 13 * ui->pixels_per_point));
        io.Fonts->AddFontDefault(&plain);
    }
    config.OversampleH = 1;
    config.MergeMode = true;
    for (const foreign_font &font : ui->foreign_fonts) {
        const char *path = editor_font_file_path(font.file);
        config.FontNo = editor_font_file_index(font.file);
        if (foreign && is_readable(path))
            io.Fonts->AddFontFromFileTTF(path, pixels, &config, font.ranges.data());
    }
}

static void set_look(const editor_ui *ui)
{
    set_style(static_cast<float>(ui->scale));
    ImFontAtlas *fonts = ImGui::GetIO().Fonts;
    // Text has a width even if nothing is drawn. A font that Dear ImGui cannot read ends the whole build.
    for (bool foreign : {true, false}) {
        fonts->Clear();
        add_fonts(ui, foreign);
        if (fonts->Build())
            break;
    }
}

void editor_ui_set_scale(editor_ui *ui, double scale)
{
    if (scale == ui->scale)
        return;
    ImGui::SetCurrentContext(ui->context);
    ui->scale = scale;
    set_look(ui);
    ui->font_revision++;
    ui->frames_wanted = 2;
}

uint64_t editor_ui_font_revision(const editor_ui *ui)
{
    return ui->font_revision;
}

static void set_copied(void *user, const char *text)
{
    editor_ui *ui = static_cast<editor_ui *>(user);
    ui->copied = text;
    ui->is_taken = false;
}

static const char *get_copied(void *user)
{
    return static_cast<editor_ui *>(user)->copied.c_str();
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
    io.ConfigInputTextCursorBlink = false; // a blinking cursor would keep an idle editor drawing
    io.ConfigDragClickToInputText = true;
    io.SetClipboardTextFn = set_copied;
    io.GetClipboardTextFn = get_copied;
    io.ClipboardUserData = io.UserData = ui;
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
    set_look(ui);
    return ui;
}

void editor_ui_destroy(editor_ui *ui)
{
    if (!ui)
        return;
    ImGui::SetCurrentContext(ui->context);
    ImGui::DestroyContext(ui->context);
    for (const foreign_font &font : ui->foreign_fonts)
        editor_font_file_destroy(font.file);
    editor_font_list_close(ui->installed);
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
    // Those that were made since the image was made anew have none yet.
    for (render_overlay_command &command : ui->commands) {
        if (command.texture == ui->font || command.texture == 0)
            command.texture = texture;
    }
    ui->font = texture;
    fonts->SetTexID(reinterpret_cast<ImTextureID>(static_cast<uintptr_t>(texture)));
    fonts->ClearTexData();
}

// --- input ---

// Counts double clicks by the events' own times: Dear ImGui counts by the times of pictures, which may take longer.
static void count_press(editor_ui *ui, const editor_event *event)
{
    if (event->button >= PICK_BUTTON_COUNT)
        return;
    double &last = ui->pressed_at[event->button];
    ui->is_double = last > 0 && event->seconds - last < pick_pointer_desc_default().double_click_seconds;
    last = ui->is_double ? 0 : event->seconds;
}

void editor_ui_event(editor_ui *ui, const editor_event *event)
{
    ImGui::SetCurrentContext(ui->context);
    ImGuiIO &io = ImGui::GetIO();
    editor_held_event(&ui->held, event);
    if (event->type == EDITOR_EVENT_MOUSE_PRESS)
        count_press(ui, event);
    // One frame shows the event; a second one settles what depends on it (hover, sizes, closing menus).
    int wanted = 2;
    switch (event->type) {
    case EDITOR_EVENT_MOUSE_PRESS:
    case EDITOR_EVENT_MOUSE_RELEASE:
    case EDITOR_EVENT_MOUSE_MOVE: {
        bool ours = editor_ui_owns_mouse(ui, point(io.MousePos)) || editor_ui_owns_mouse(ui, event->position);
        io.MousePos = vec(event->position);
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
        wanted = io.WantCaptureKeyboard || ImGui::GetCurrentContext()->OpenPopupStack.Size > 0 ? 2 : 0;
        break;
    case EDITOR_EVENT_TEXT:
        ui->text += event->text;
        wanted = io.WantTextInput ? 2 : 0;
        break;
    case EDITOR_EVENT_FOCUS_GAINED:
        wanted = 0;
        break;
    case EDITOR_EVENT_FOCUS_LOST:
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
        return true; // the next click only closes the menu
    for (bool down : ui->held.buttons) {
        if (down && g.ActiveId != 0)
            return true; // a widget is being dragged, wherever the mouse is
    }
    const ImVec2 p = vec(position);
    for (const ImGuiWindow *window : g.Windows) {
        if (window->WasActive && !window->Hidden && !(window->Flags & ImGuiWindowFlags_NoMouseInputs) &&
            window->OuterRectClipped.Contains(p))
            return true;
    }
    return false;
}

bool editor_ui_owns_keyboard(const editor_ui *ui)
{
    // WantTextInput stays for a frame after the field was left.
    return (ui->context->IO.WantTextInput && ui->context->ActiveId != 0) || ui->context->OpenPopupStack.Size > 0;
}

bool editor_ui_types_in_field(const editor_ui *ui)
{
    return ui->context->IO.WantTextInput && ui->context->ActiveId != 0 && ui->context->OpenPopupStack.Size == 0;
}

bool editor_ui_takes_text(const editor_ui *ui, pick_rect *caret)
{
#if IMGUI_VERSION_NUM >= 18700
    const ImVec2 top = ui->context->PlatformImeData.InputPos;
#else
    const ImVec2 top = ui->context->PlatformImePos;
#endif
    *caret = {top.x, top.y, 1, ui->context->FontSize};
    return ui->context->IO.WantTextInput && ui->context->ActiveId != 0;
}

bool editor_ui_field_is_changed(const editor_ui *ui)
{
    const ImGuiInputTextState &state = ui->context->InputTextState;
    if (ui->context->ActiveId == 0 || state.ID != ui->context->ActiveId)
        return false;
    // Both end with 0.
    std::vector<char> text(4 * static_cast<size_t>(state.CurLenW) + 1);
    ImTextStrToUtf8(text.data(), static_cast<int>(text.size()), state.TextW.Data, state.TextW.Data + state.CurLenW);
    return state.InitialTextA.Data && std::strcmp(text.data(), state.InitialTextA.Data) != 0;
}

bool editor_ui_has_text(const editor_ui *ui)
{
    return !ui->text.empty();
}

void editor_ui_deactivate(editor_ui *ui)
{
    ui->deactivates = true;
}

bool editor_ui_hides_release(const editor_ui *ui, editor_key key)
{
    return editor_held_hides_release(&ui->held, key);
}

bool editor_ui_needs_frame(const editor_ui *ui)
{
    return ui->frames_wanted > 0;
}

uint32_t editor_ui_modifiers(const editor_ui *ui)
{
    return ui->held.modifiers;
}

static const ImGuiMouseCursor cursors[EDITOR_CURSOR_COUNT] = {ImGuiMouseCursor_Arrow, ImGuiMouseCursor_TextInput,
                                                              ImGuiMouseCursor_Hand, ImGuiMouseCursor_ResizeEW,
                                                              ImGuiMouseCursor_ResizeNS};

editor_cursor editor_ui_cursor(const editor_ui *ui)
{
    int i = EDITOR_CURSOR_COUNT - 1;
    while (i > 0 && cursors[i] != ui->context->MouseCursor)
        i--;
    return static_cast<editor_cursor>(i); // the arrow for any other
}

void editor_ui_set_cursor(editor_ui *, editor_cursor cursor)
{
    ImGui::SetMouseCursor(cursors[cursor]);
}

// --- frame ---

void editor_ui_begin(editor_ui *ui, const pick_window *window, double seconds_since_last)
{
    ImGui::SetCurrentContext(ui->context);
    if (!ui->new_ones.empty()) {
        find_fonts(ui);
        set_look(ui);
        ui->font_revision++;
    }
    ImGuiIO &io = ImGui::GetIO();
    io.DisplaySize = vec({window->width, window->height});
    if (window->width > 0 && window->height > 0)
        io.DisplayFramebufferScale =
            vec({window->drawable_width / window->width, window->drawable_height / window->height});
    io.DeltaTime = static_cast<float>(std::fmin(std::fmax(seconds_since_last, 1e-4), 1.0));
    // Where pictures take long, a key that was tapped is still no key that is held: repeats begin after four pictures.
    io.KeyRepeatDelay = std::fmax(0.25f, 4 * io.DeltaTime);
    if (ui->frames_wanted > 0)
        ui->frames_wanted--;
    // Dear ImGui's order: left, right, middle.
    bool buttons[PICK_BUTTON_COUNT];
    if (editor_held_take_buttons(&ui->held, buttons))
        ui->frames_wanted = 2;                          // one more frame must show the release
    io.MouseDoubleClickTime = ui->is_double ? 1e6f : 0; // always or never; Dear ImGui compares the places
    io.MouseDown[0] = buttons[PICK_BUTTON_LEFT];
    io.MouseDown[1] = buttons[PICK_BUTTON_RIGHT];
    io.MouseDown[2] = buttons[PICK_BUTTON_MIDDLE];
    io.KeyShift = (ui->held.modifiers & PICK_MODIFIER_SHIFT) != 0;
    // With Ctrl held, Dear ImGui would drop the text that came before.
    io.KeyCtrl = (ui->held.modifiers & PICK_MODIFIER_CTRL) != 0 && ui->text.empty();
    io.KeyAlt = (ui->held.modifiers & PICK_MODIFIER_ALT) != 0;
    if (editor_held_take_keys(&ui->held, io.KeysDown) && ui->frames_wanted > 0)
        ui->frames_wanted = 2;
    io.AddInputCharactersUTF8(ui->text.c_str());
    ui->text.clear();
    io.ConfigFlags = ui->arrow_keys ? ImGuiConfigFlags_NavEnableKeyboard : 0;
    io.KeyMap[ImGuiKey_Space] = ui->arrow_keys ? EDITOR_KEY_ENTER : EDITOR_KEY_SPACE; // what chooses an entry
    ui->keys_of_list = ui->arrow_keys;
    ui->arrow_keys = false;
    const auto &popups = ui->context->OpenPopupStack;
    const bool in_submenu =
        popups.Size > 1 && popups.back().Window && (popups.back().Window->Flags & ImGuiWindowFlags_ChildMenu) != 0;
    ImGui::NewFrame();
    if (ui->deactivates) // here, so that the field notices
        ImGui::ClearActiveID();
    ui->deactivates = false;
    // Dear ImGui 1.90 focuses the first item of a new window one frame after it appeared, and takes a press on the item
    // in that very frame for one of a key.
    if (io.MouseClicked[0] || io.MouseClicked[1] || io.MouseClicked[2])
        ui->context->NavJustMovedToId = 0;
    if (ImGui::GetTopMostPopupModal())
        ui->context->DimBgRatio = 1; // dim at once: an idle editor draws no frames for a fade
    // Esc closes an open list, or a menu with its submenus: one alone would open again under the mouse. A dialog
    // handles Esc itself, and so does Dear ImGui where arrow keys move.
    if (in_submenu && popups.Size > 0 && editor_ui_pressed(ui, EDITOR_KEY_ESCAPE))
        ImGui::ClosePopupToLevel(0, true);
    else if (popups.Size > 0 && io.ConfigFlags == 0 && editor_ui_pressed(ui, EDITOR_KEY_ESCAPE) &&
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

pick_vec2 editor_ui_size(const editor_ui *ui)
{
    return point(ui->context->IO.DisplaySize);
}

double editor_ui_text_width(const editor_ui *, const char *text)
{
    return static_cast<double>(ImGui::CalcTextSize(text).x);
}

// --- widgets ---

// Converts design units to whole points.
static float units(const editor_ui *ui, double n)
{
    return static_cast<float>(std::floor(n * ui->scale + 0.5));
}

// --- panels ---

void editor_ui_panel_begin(editor_ui *, const char *id, pick_rect rect, editor_ui_panel_style style)
{
    ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration & ~ImGuiWindowFlags_NoScrollbar;
    flags |= ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
             ImGuiWindowFlags_NoNavFocus; // Tab moves from field to field
    ImVec2 padding = ImGui::GetStyle().WindowPadding;
    ImU32 background = EDITOR_COLOR_PANEL;
    switch (style) {
    case EDITOR_UI_PANEL:
        break;
    case EDITOR_UI_LIST:
        padding = ImVec2(0, 0);
        break;
    case EDITOR_UI_BAR:
        background = EDITOR_COLOR_BAR;
        padding.y = std::floor((static_cast<float>(rect.height) - ImGui::GetTextLineHeight()) / 2);
        flags |= ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
        break;
    }
    ImGui::SetNextWindowPos(vec({rect.x, rect.y}));
    ImGui::SetNextWindowSize(vec({rect.width, rect.height}));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, background);
    ImGui::Begin(id, nullptr, flags);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
}

void editor_ui_panel_end(editor_ui *)
{
    ImGui::End();
}

// --- menus ---

bool editor_ui_menu_bar_begin(editor_ui *, double height)
{
    ImVec2 padding = ImGui::GetStyle().FramePadding;
    padding.y = (static_cast<float>(height) - ImGui::GetFontSize()) / 2;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, padding);
    bool open = ImGui::BeginMainMenuBar();
    if (!open)
        ImGui::PopStyleVar();
    return open;
}

void editor_ui_menu_bar_end(editor_ui *)
{
    ImGui::EndMainMenuBar();
    ImGui::PopStyleVar();
}

// A menu of the menu bar that is too high for the window scrolls below the bar. Over the bar, the release of the click
// that opens the menu would run the entry that comes to be under the mouse.
static void keep_below_bar(const ImGuiWindow *parent)
{
    const float bottom = parent->Pos.y + parent->Size.y, margin = ImGui::GetStyle().DisplaySafeAreaPadding.y;
    const float room = std::floor(ImGui::GetIO().DisplaySize.y - bottom - margin);
    ImGui::SetNextWindowSizeConstraints(ImVec2(0, 0), ImVec2(FLT_MAX, std::fmax(room, ImGui::GetFrameHeight())));
}

bool editor_ui_menu_begin(editor_ui *ui, const char *label, bool enabled)
{
    const ImGuiWindow *parent = ImGui::GetCurrentWindow();
    if (parent->DC.MenuBarAppending)
        keep_below_bar(parent);
    const bool open = ImGui::BeginMenu(as_shown(label), enabled);
    if (!open)
        ui->context->NextWindowData.ClearFlags();
    ui->arrow_keys |= open;
    return open;
}

void editor_ui_menu_end(editor_ui *)
{
    ImGui::EndMenu();
}

bool editor_ui_menu_item(editor_ui *, const char *label, const char *shortcut, const bool *checked, bool enabled)
{
    return ImGui::MenuItem(as_shown(label), shortcut, checked && *checked, enabled);
}

// --- content ---

static void put_text(ImU32 color, const char *text)
{
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::TextUnformatted(as_shown(text));
    ImGui::PopStyleColor();
}

void editor_ui_text(editor_ui *, uint32_t color, const char *text)
{
    ImGui::PushTextWrapPos(0);
    put_text(color, text);
    ImGui::PopTextWrapPos();
}

void editor_ui_text_at(editor_ui *, double x, uint32_t color, const char *text)
{
    float at = static_cast<float>(x);
    if (x < 0)
        at = std::fmin(ImGui::GetWindowContentRegionMax().x,
                       ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x) -
             ImGui::CalcTextSize(text).x;
    if (x < 0 && ImGui::GetWindowPos().x + at < ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x)
        return;
    ImGui::SameLine();
    ImGui::SetCursorPosX(at);
    put_text(color, text);
}

void editor_ui_space(editor_ui *ui, double n)
{
    ImGui::Dummy(ImVec2(1, units(ui, n)));
}

void editor_ui_indent(editor_ui *ui, double width)
{
    if (width > 0)
        ImGui::Indent(units(ui, width));
    else
        ImGui::Unindent(units(ui, -width));
}

void editor_ui_field_begin(editor_ui *ui, const char *label, double column)
{
    ImGui::PushID(label);
    ImGui::AlignTextToFramePadding();
    put_text(EDITOR_COLOR_MUTED, label);
    if (column < 0) // what follows is in the next line
        ImGui::Dummy(ImVec2(1, ImGui::GetFrameHeight()));
    ImGui::SameLine(ImGui::GetWindowContentRegionMin().x + units(ui, std::fmax(0, column)));
}

void editor_ui_field_end(editor_ui *)
{
    ImGui::PopID();
}

bool editor_ui_check(editor_ui *, bool *value, bool mixed)
{
    ImGui::PushItemFlag(ImGuiItemFlags_MixedValue, mixed);
    bool changed = ImGui::Checkbox("##value", value);
    ImGui::PopItemFlag();
    return changed;
}

bool editor_ui_radio(editor_ui *ui, const char *label, bool chosen, bool beside)
{
    if (beside)
        ImGui::SameLine(0, units(ui, 14));
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
    ImGui::PushStyleColor(ImGuiCol_Border, EDITOR_COLOR_MUTED);
    const bool clicked = ImGui::RadioButton(as_shown(label), chosen);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    return clicked;
}

pick_rect editor_ui_last_rect(const editor_ui *)
{
    const ImVec2 from = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
    return {from.x, from.y, size.x, size.y};
}

static float to_srgb(double linear)
{
    const double c = std::fmax(0, std::fmin(1, linear));
    return static_cast<float>(c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055);
}

static double to_linear(float srgb)
{
    const double c = std::fmax(0, std::fmin(1, static_cast<double>(srgb)));
    return editor_linear_of_srgb(c);
}

bool editor_ui_color(editor_ui *, double linear[3], bool mixed)
{
    float shown[3];
    for (int i = 0; i < 3; i++)
        shown[i] = to_srgb(linear[i]);
    ImGui::SetNextItemWidth(-FLT_MIN);
    const bool changed = ImGui::ColorEdit3("##value", shown,
                                           ImGuiColorEditFlags_NoLabel | ImGuiColorEditFlags_NoOptions |
                                               ImGuiColorEditFlags_NoDragDrop | ImGuiColorEditFlags_NoTooltip |
                                               (mixed ? ImGuiColorEditFlags_NoInputs : ImGuiColorEditFlags_DisplayHex));
    // A click in the code takes all of it, as one in a number does: what is typed takes its place.
    ImGuiInputTextState *code =
        ImGui::IsItemActivated() ? ImGui::GetInputTextState(ImGui::GetCurrentContext()->ActiveId) : nullptr;
    if (code) {
        code->SelectAll();
        code->SelectedAllMouseLock = true; // until the button is released
    }
    if (mixed) {
        ImGui::SameLine();
        put_text(EDITOR_COLOR_MUTED, "mixed");
    }
    for (int i = 0; i < 3 && changed; i++)
        linear[i] = to_linear(shown[i]);
    return changed;
}

uint32_t editor_ui_choice(editor_ui *ui, const char *const *labels, uint32_t count, uint32_t chosen)
{
    uint32_t now = count;
    ImGui::SetNextItemWidth(-FLT_MIN);
    const char *label = chosen < count ? as_shown(labels[chosen]) : "mixed";
    if (!ImGui::BeginCombo("##value", label, ImGuiComboFlags_NoArrowButton)) {
        const float room = ImGui::GetItemRectSize().x - 2 * ImGui::GetStyle().FramePadding.x;
        if (ImGui::IsItemHovered() && ImGui::CalcTextSize(label).x > room) // it is cut
            editor_ui_tooltip(ui, label);
        return count;
    }
    const bool is_new = ImGui::IsWindowAppearing();
    ui->arrow_keys = true;
    for (uint32_t i = 0; i < count; i++) {
        ImGui::PushID(static_cast<int>(i)); // names of files may be equal to others
        if (ImGui::Selectable(as_shown(labels[i]), i == chosen))
            now = i;
        if (i == chosen)
            ImGui::SetItemDefaultFocus(); // arrow keys start there
        ImGui::PopID();
    }
    ImGui::EndCombo();
    if (is_new || now != count) // the next frames show it whole, or closed; an open list costs nothing
        ui->frames_wanted = 2;
    return now == chosen ? count : now;
}

// 0 for a number that the format would show as "-0.000".
static double without_minus_zero(const char *format, double value)
{
    char text[64];
    std::snprintf(text, sizeof(text), format, value);
    return text[0] == '-' && !std::strpbrk(text, "123456789") ? 0 : value;
}

static double width_of(const char *text)
{
    return static_cast<double>(ImGui::CalcTextSize(text).x);
}

// Dear ImGui takes the first text that is typed in, and the steps of drags, from the format: where the number is too
// long for the field, a shorter one is painted in its place.
static bool drag_number(const editor_ui *ui, ImGuiID id, const editor_ui_number_desc *desc, double *value)
{
    char format[32], text[64];
    const double room = desc->rect.width - 6 * ui->scale; // beside the strip of the axis
    editor_number_text_fit(desc->format, *value, room, width_of, format, sizeof(format));
    const bool is_short = std::strcmp(format, desc->format) != 0;
    if (is_short)
        ImGui::PushStyleColor(ImGuiCol_Text, 0);
    const bool dragged = ImGui::DragScalar("##value", ImGuiDataType_Double, value, static_cast<float>(desc->speed),
                                           nullptr, nullptr, desc->format);
    if (is_short)
        ImGui::PopStyleColor();
    const bool types = ImGui::TempInputIsActive(id);
    if (is_short && !types) {
        std::snprintf(text, sizeof(text), format, without_minus_zero(format, *value));
        ImGui::RenderTextClipped(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), text, nullptr, nullptr,
                                 ImVec2(0.5F, 0.5F));
        if (ImGui::IsItemHovered())
            ImGui::SetTooltip(desc->format, *value);
    }
    return dragged && !types;
}

// The text of a number that is being typed.
static void type_number(editor_ui *ui, ImGuiID id, const editor_ui_number_desc *desc)
{
    number_typing &typing = ui->typing;
    if (typing.id != id) { // typing begins
        if (typing.id != 0)
            ui->typed = typing; // in another field, which has yet to notice
        typing = {};
        typing.id = id;
        std::snprintf(typing.text, sizeof(typing.text), desc->format, without_minus_zero(desc->format, desc->value));
        std::memcpy(typing.start, typing.text, sizeof(typing.text));
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImRect box(at, ImVec2(at.x + static_cast<float>(desc->rect.width), at.y + ImGui::GetFrameHeight()));
    editor_change change;
    char why[EDITOR_UI_WHY_SIZE];
    const bool same = std::strcmp(typing.text, typing.start) == 0;
    const bool wrong = !same && !editor_number_text_read(typing.text, desc->quantity, &change, why, sizeof(why));
    if (wrong) {
        ImGui::PushStyleColor(ImGuiCol_FrameBg, EDITOR_COLOR_WRONG);
        const float width = ImGui::CalcTextSize(why).x + 2 * ImGui::GetStyle().WindowPadding.x;
        ImGui::SetNextWindowPos(ImVec2(std::fmin(at.x, ImGui::GetIO().DisplaySize.x - width), box.Max.y + 2));
        ImGui::SetTooltip("%s", why);
    }
    ImGui::ItemAdd(box, id, &box, ImGuiItemFlags_Inputable);
    ImGui::TempInputText(box, id, "##value", typing.text, sizeof(typing.text), ImGuiInputTextFlags_AutoSelectAll);
    if (wrong)
        ImGui::PopStyleColor();
}

editor_ui_number_result editor_ui_number(editor_ui *ui, const editor_ui_number_desc *desc, editor_change *change,
                                         char *why)
{
    ImGui::PushID(static_cast<int>(desc->number));
    ImGui::SameLine(static_cast<float>(desc->rect.x) - ImGui::GetWindowPos().x);
    ImGui::SetNextItemWidth(static_cast<float>(desc->rect.width));
    const ImGuiID id = ImGui::GetID("##value");
    double value = without_minus_zero(desc->format, desc->value);
    bool dragged = false;
    // Dear ImGui decides when typing begins; its own text field would drop the signs and units.
    if (ImGui::TempInputIsActive(id))
        type_number(ui, id, desc);
    else
        dragged = drag_number(ui, id, desc, &value);
    ImGui::PopID();
    number_typing done = {};
    if (ui->typed.id == id)
        std::swap(done, ui->typed);
    else if (ui->typing.id == id && !ImGui::TempInputIsActive(id))
        std::swap(done, ui->typing);
    if (done.id != 0 && std::strcmp(done.text, done.start) != 0)
        return editor_number_text_read(done.text, desc->quantity, change, why, EDITOR_UI_WHY_SIZE)
                   ? EDITOR_UI_NUMBER_TYPED
                   : EDITOR_UI_NUMBER_REFUSED;
    if (!dragged)
        return EDITOR_UI_NUMBER_SAME;
    *change = {EDITOR_CHANGE_SET, value};
    return EDITOR_UI_NUMBER_DRAGGED;
}

// --- a panel that scrolls ---

void editor_ui_rows_begin(editor_ui *ui, uint32_t count, double height, uint32_t reveal)
{
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    if (reveal < count) {
        const ImVec2 top = ImGui::GetCursorScreenPos(); // of row 0
        const float row = static_cast<float>(height), y = top.y + static_cast<float>(reveal * height);
        // Horizontally the row is in view wherever it is: rows are as wide as the panel.
        ImGui::ScrollToRect(ImGui::GetCurrentWindow(), ImRect(top.x, y, top.x + 1, y + row),
                            ImGuiScrollFlags_KeepVisibleCenterY | ImGuiScrollFlags_KeepVisibleEdgeX);
        ui->frames_wanted = 2; // the next frame shows it
    }
    ui->clipper.emplace();
    ui->clipper->Begin(static_cast<int>(count), static_cast<float>(height));
}

bool editor_ui_rows_next(editor_ui *ui, uint32_t *first, uint32_t *end)
{
    if (!ui->clipper->Step()) {
        ui->clipper.reset();
        ImGui::PopStyleVar();
        return false;
    }
    *first = static_cast<uint32_t>(ui->clipper->DisplayStart);
    *end = static_cast<uint32_t>(ui->clipper->DisplayEnd);
    return true;
}

// --- reactive areas ---

editor_ui_reaction editor_ui_react(editor_ui *, const char *id, uint32_t number, pick_rect rect)
{
    editor_ui_reaction out = {};
    ImGui::PushID(static_cast<int>(number));
    ImGui::SetCursorScreenPos(vec({rect.x, rect.y}));
    out.clicked = ImGui::InvisibleButton(id, vec({std::fmax(1, rect.width), std::fmax(1, rect.height)}));
    out.hovered = ImGui::IsItemHovered();
    out.held = ImGui::IsItemActive();
    out.dragged = out.held ? static_cast<double>(ImGui::GetIO().MouseDelta.x) : 0;
    out.double_clicked = out.hovered && ImGui::IsMouseDoubleClicked(0);
    const ImGuiIO &io = ImGui::GetIO(); // a press that began in a viewport does not count
    out.menu = out.hovered && ImGui::IsMouseReleased(1) && io.MouseDownOwned[1] &&
               io.MouseDragMaxDistanceSqr[1] < io.MouseDragThreshold * io.MouseDragThreshold;
    ImGui::PopID();
    return out;
}

pick_rect editor_ui_place(editor_ui *, double width, double height)
{
    const pick_vec2 at = point(ImGui::GetCursorScreenPos());
    return {at.x, at.y, width > 0 ? width : static_cast<double>(ImGui::GetContentRegionAvail().x), height};
}

pick_vec2 editor_ui_mouse(const editor_ui *ui)
{
    return point(ui->context->IO.MousePos);
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
    const ImGuiID id = ImHashStr(text);
    if (id != ui->tooltip) // its window gets the size of the text in the next frame
        ui->frames_wanted = ui->frames_wanted > 2 ? ui->frames_wanted : 2;
    ui->tooltip = id;
    ImGui::BeginTooltip();
    // Long text goes on in the next line.
    ImGui::PushTextWrapPos(ImGui::GetIO().DisplaySize.x - 2 * ImGui::GetStyle().WindowPadding.x);
    ImGui::TextUnformatted(as_shown(text));
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

static editor_ui_edit show_text_field(editor_ui *ui, const char *id, char *text, size_t size, const char *hint,
                                      bool focus)
{
    editor_ui_edit out = {};
    if (focus) {
        ImGui::SetWindowFocus(); // Dear ImGui 1.90 finds no field in a window that has not the focus
        ImGui::SetKeyboardFocusHere();
        ui->frames_wanted = 3; // the next frame activates the field, the one after takes the keyboard
    }
    out.entered = ImGui::InputTextWithHint(id, hint, text, size,
                                           ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    (void)as_shown(text);
    out.changed = ImGui::IsItemEdited();
    out.active = ImGui::IsItemActive();
    out.left = ImGui::IsItemDeactivated() && !out.entered;
    if (out.entered || out.left)
        ui->frames_wanted = 2; // the next frame gives the keyboard back
    return out;
}

editor_ui_edit editor_ui_text_field(editor_ui *ui, const char *id, char *text, size_t size, const char *hint,
                                    bool focus)
{
    ImGui::SetNextItemWidth(-1);
    return show_text_field(ui, id, text, size, hint, focus);
}

editor_ui_edit editor_ui_text_field_in(editor_ui *ui, const char *id, uint32_t number, pick_rect rect, char *text,
                                       size_t size, const char *hint, bool focus)
{
    // As high as the rectangle, whatever the style's padding.
    ImVec2 padding = ImGui::GetStyle().FramePadding;
    padding.y = std::floor(std::fmax(0.0f, static_cast<float>(rect.height) - ImGui::GetFontSize()) / 2);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(padding.x / 2, padding.y));
    ImGui::PushID(static_cast<int>(number));
    ImGui::SetCursorScreenPos(vec({rect.x, rect.y}));
    ImGui::SetNextItemWidth(static_cast<float>(rect.width));
    const editor_ui_edit out = show_text_field(ui, id, text, size, hint, focus);
    ImGui::PopID();
    ImGui::PopStyleVar();
    return out;
}

void editor_ui_text_view(editor_ui *ui, const char *id, const char *text, double height)
{
    // Read-only: Dear ImGui does not write to it.
    const ImVec2 size(-1, static_cast<float>(height * ui->scale));
    (void)as_shown(text);
    ImGui::InputTextMultiline(id, const_cast<char *>(text), std::strlen(text) + 1, size, ImGuiInputTextFlags_ReadOnly);
}

const char *editor_ui_take_copied(editor_ui *ui)
{
    if (ui->is_taken)
        return nullptr;
    ui->is_taken = true;
    return ui->copied.c_str();
}

// --- dialogs and popups ---

void editor_ui_open(editor_ui *ui, const char *id)
{
    ImGui::OpenPopup(id);
    ui->frames_wanted = 2;
}

void editor_ui_context_open(editor_ui *ui, const char *id, pick_vec2 at)
{
    editor_ui_open(ui, id);
    ui->context->OpenPopupStack.back().OpenPopupPos = vec(at); // from where Dear ImGui moves it into the window
}

bool editor_ui_context_begin(editor_ui *ui, const char *id, bool by_key)
{
    const bool open = ImGui::BeginPopup(id, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
    ui->arrow_keys |= open;
    if (open && by_key && ImGui::IsWindowAppearing()) {
        ui->context->NavDisableHighlight = false;
        ui->context->NavDisableMouseHover = true;
    }
    return open;
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
    ImGui::SetNextWindowPos(vec(at), ImGuiCond_Appearing);
    set_popup_size(ui, width);
    return ImGui::BeginPopup(id, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
}

void editor_ui_popup_end(editor_ui *)
{
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
    ImGui::PushStyleColor(ImGuiCol_ChildBg, EDITOR_COLOR_LIST);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    bool open = ImGui::BeginChild(id, ImVec2(0, units(ui, height)), false, 0);
    ImGui::PopStyleVar();
    return open;
}

void editor_ui_tight(editor_ui *, bool on)
{
    if (on)
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    else
        ImGui::PopStyleVar();
}

void editor_ui_list_end(editor_ui *)
{
    ImGui::EndChild();
    ImGui::PopStyleColor();
}

void editor_ui_forget_keys(editor_ui *ui)
{
    editor_held_forget_keys(&ui->held);
}

bool editor_ui_pressed(const editor_ui *ui, editor_key key)
{
    ImGui::SetCurrentContext(ui->context);
    return ImGui::IsKeyPressed(static_cast<ImGuiKey>(key), false);
}

bool editor_ui_list_has_keys(const editor_ui *ui)
{
    return ui->keys_of_list;
}

// --- painting ---

static ImDrawList *painted(const editor_ui *ui)
{
    return ui->on_canvas ? ImGui::GetBackgroundDrawList() : ImGui::GetWindowDrawList();
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

pick_rect editor_ui_paint_clipped(const editor_ui *ui)
{
    const ImVec2 low = painted(ui)->GetClipRectMin(), high = painted(ui)->GetClipRectMax();
    return {low.x, low.y, high.x - low.x, high.y - low.y};
}

static ImDrawList *trace(const editor_ui *ui, const pick_vec2 *points, uint32_t count)
{
    ImDrawList *list = painted(ui);
    for (uint32_t i = 0; i < count; i++)
        list->PathLineTo(vec(points[i]));
    return list;
}

void editor_ui_paint_path(editor_ui *ui, const pick_vec2 *points, uint32_t count, bool closed, double width,
                          uint32_t color)
{
    ImDrawList *list = trace(ui, points, count);
    list->PathStroke(color, closed ? ImDrawFlags_Closed : 0, static_cast<float>(width));
}

void editor_ui_paint_area(editor_ui *ui, const pick_vec2 *points, uint32_t count, uint32_t color)
{
    ImDrawList *list = trace(ui, points, count);
    // Anti-aliased edges would show as lines where translucent areas meet.
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

void editor_ui_paint_image(editor_ui *ui, pick_rect r, double rounding, render_texture texture)
{
    painted(ui)->AddImageRounded(reinterpret_cast<ImTextureID>(static_cast<uintptr_t>(texture)), vec({r.x, r.y}),
                                 vec({r.x + r.width, r.y + r.height}), ImVec2(0, 0), ImVec2(1, 1), IM_COL32_WHITE,
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
    painted(ui)->AddText(vec({std::floor(at.x), std::floor(at.y)}), color, as_shown(text));
}

void editor_ui_paint_text_cut(editor_ui *ui, pick_vec2 at, double right, const char *text, uint32_t color)
{
    ImVec2 from = vec({std::floor(at.x), std::floor(at.y)}), size = ImGui::CalcTextSize(text);
    float end = static_cast<float>(right);
    const float below = std::ceil(size.y / 4); // descenders reach below the line
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::RenderTextEllipsis(painted(ui), from, ImVec2(end, from.y + size.y + below), end, end, as_shown(text),
                              nullptr, &size);
    ImGui::PopStyleColor();
}

double editor_ui_field_height(const editor_ui *)
{
    return static_cast<double>(ImGui::GetFrameHeight());
}

double editor_ui_line_height(const editor_ui *)
{
    return static_cast<double>(ImGui::GetTextLineHeight());
}

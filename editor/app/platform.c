#include "app/platform.h"

#include "app/event_time.h"
#include "app/key_code.h"
#include "system/path.h"
#include "system/platform_signals.h"

#include <SDL.h>
#include <SDL_vulkan.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct editor_platform {
    SDL_Window *window;
    SDL_Cursor *cursors[EDITOR_CURSOR_COUNT]; // NULL: the system has none
    editor_cursor cursor;
    bool grabbed;
    bool closing;  // the last event was the window's close button
    char *dropped; // the path of the last dropped file
    char *clipboard;
    uint32_t modifiers; // at the last event returned; SDL's own state is ahead of it
    bool takes_text;
    SDL_Rect caret;
    int queued_keys;    // presses that SDL had queued when it began to make text of them
    editor_event typed; // the text of the press returned last
    bool typed_is_next;
    editor_event_time time;
    const char **extensions;
    uint32_t extension_count;
};

static bool read_extensions(editor_platform *platform)
{
    unsigned count = 0;
    if (!SDL_Vulkan_GetInstanceExtensions(platform->window, &count, NULL) || count == 0)
        return false;
    platform->extensions = calloc(count, sizeof(*platform->extensions));
    if (!platform->extensions || !SDL_Vulkan_GetInstanceExtensions(platform->window, &count, platform->extensions))
        return false;
    platform->extension_count = count;
    return true;
}

enum { DEFAULT_WIDTH = 1280, DEFAULT_HEIGHT = 720 }; // points, at a scale of 1

static void make_cursors(editor_platform *platform)
{
    static const SDL_SystemCursor kinds[EDITOR_CURSOR_COUNT] = {
        [EDITOR_CURSOR_ARROW] = SDL_SYSTEM_CURSOR_ARROW,     [EDITOR_CURSOR_TEXT] = SDL_SYSTEM_CURSOR_IBEAM,
        [EDITOR_CURSOR_HAND] = SDL_SYSTEM_CURSOR_HAND,       [EDITOR_CURSOR_RESIZE_X] = SDL_SYSTEM_CURSOR_SIZEWE,
        [EDITOR_CURSOR_RESIZE_Y] = SDL_SYSTEM_CURSOR_SIZENS,
    };
    for (int i = 0; i < EDITOR_CURSOR_COUNT; i++)
        platform->cursors[i] = SDL_CreateSystemCursor(kinds[i]);
}

static const char *display_name(void)
{
    const char *wayland = SDL_getenv("WAYLAND_DISPLAY"), *x11 = SDL_getenv("DISPLAY");
    return wayland && wayland[0] ? wayland : x11 && x11[0] ? x11 : NULL;
}

// Starts SDL's video. Without a display SDL falls back to drivers that show nothing: report that as an error.
static bool open_display(editor_error *error)
{
#if defined(__linux__)
    if (!display_name() && !SDL_getenv("SDL_VIDEODRIVER")) {
        snprintf(error->text, sizeof(error->text), "no display to open a window on: DISPLAY is not set");
        return false;
    }
#endif
    int result = SDL_Init(SDL_INIT_VIDEO); // SIGTERM and SIGINT become requests to quit
    editor_signals_keep_work();
    const char *driver = result == 0 ? SDL_GetCurrentVideoDriver() : NULL;
    if (driver && strcmp(driver, "offscreen") != 0 && strcmp(driver, "dummy") != 0)
        return true;
    const char *name = display_name();
    snprintf(error->text, sizeof(error->text), "no display to open a window on: %s",
             result == 0 && name ? name : SDL_GetError());
    SDL_Quit();
    return false;
}

// As large as the user interface needs, but not larger than the screen.
static void show_at_default_size(editor_platform *platform)
{
    const double scale = editor_platform_ui_scale(platform);
    int width = (int)(DEFAULT_WIDTH * scale), height = (int)(DEFAULT_HEIGHT * scale);
    const int display = SDL_GetWindowDisplayIndex(platform->window);
    SDL_Rect room;
    if (display >= 0 && SDL_GetDisplayUsableBounds(display, &room) == 0 && room.w > 0 && room.h > 0) {
        width = SDL_min(width, room.w);
        height = SDL_min(height, room.h);
    }
    SDL_SetWindowSize(platform->window, width, height);
    SDL_SetWindowPosition(platform->window, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED);
    SDL_ShowWindow(platform->window);
}

editor_platform *editor_platform_create(const char *title, uint32_t width, uint32_t height, editor_error *error)
{
    editor_platform *platform = calloc(1, sizeof(*platform));
    if (!platform) {
        snprintf(error->text, sizeof(error->text), "out of memory");
        return NULL;
    }
    // Leave the desktop as it is: keep the compositor on and let the screen sleep.
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
    // What an input method composes, and what it offers, is drawn by the system.
    SDL_SetHint(SDL_HINT_IME_INTERNAL_EDITING, "1");
    SDL_SetHint(SDL_HINT_IME_SHOW_UI, "1");
    // A click that brings the window to the front counts as a click.
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
    if (!open_display(error)) {
        free(platform);
        return NULL;
    }
    editor_event_time_begin();
    const bool is_default = width == 0 || height == 0;
    platform->window = SDL_CreateWindow(
        title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, is_default ? DEFAULT_WIDTH : (int)width,
        is_default ? DEFAULT_HEIGHT : (int)height,
        SDL_WINDOW_VULKAN | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI | (is_default ? SDL_WINDOW_HIDDEN : 0u));
    if (platform->window && is_default)
        show_at_default_size(platform);
    if (!platform->window || !read_extensions(platform)) {
        snprintf(error->text, sizeof(error->text),
                 "no window for Vulkan: %s; is a driver installed (package mesa-vulkan-drivers)?", SDL_GetError());
        editor_platform_destroy(platform);
        return NULL;
    }
    make_cursors(platform);
    SDL_StopTextInput();
    return platform;
}

void editor_platform_destroy(editor_platform *platform)
{
    if (!platform)
        return;
    for (int i = 0; i < EDITOR_CURSOR_COUNT; i++)
        SDL_FreeCursor(platform->cursors[i]);
    free(platform->extensions);
    SDL_free(platform->dropped);
    SDL_free(platform->clipboard);
    if (platform->window)
        SDL_DestroyWindow(platform->window);
    SDL_Quit();
    free(platform);
}

const char *const *editor_platform_instance_extensions(const editor_platform *platform, uint32_t *count)
{
    *count = platform->extension_count;
    return platform->extensions;
}

static bool create_surface(void *user, void *instance, uint64_t *surface)
{
    editor_platform *platform = user;
    VkSurfaceKHR made;
    if (!SDL_Vulkan_CreateSurface(platform->window, (VkInstance)instance, &made))
        return false;
    *surface = (uint64_t)made;
    return true;
}

static void get_drawable_size(void *user, uint32_t *width, uint32_t *height)
{
    pick_window window = editor_platform_window(user);
    *width = (uint32_t)window.drawable_width;
    *height = (uint32_t)window.drawable_height;
}

render_window_desc editor_platform_render_window(editor_platform *platform)
{
    return (render_window_desc){.create_surface = create_surface, .get_size = get_drawable_size, .user = platform};
}

pick_window editor_platform_window(const editor_platform *platform)
{
    int w = 0, h = 0, pixel_w = 0, pixel_h = 0;
    if (!(SDL_GetWindowFlags(platform->window) & SDL_WINDOW_MINIMIZED)) {
        SDL_GetWindowSize(platform->window, &w, &h);
        SDL_Vulkan_GetDrawableSize(platform->window, &pixel_w, &pixel_h);
    }
    return (pick_window){w, h, pixel_w, pixel_h};
}

double editor_platform_ui_scale(const editor_platform *platform)
{
    const char *wanted = SDL_getenv("VKPICK_UI_SCALE");
    double given = wanted ? SDL_strtod(wanted, NULL) : 0;
    if (given >= 0.5 && given <= 4)
        return given;
    pick_window window = editor_platform_window(platform);
    float dpi = 0;
    int display = SDL_GetWindowDisplayIndex(platform->window);
    if (window.drawable_width > window.width || display < 0 || SDL_GetDisplayDPI(display, NULL, &dpi, NULL) != 0)
        return 1;
    // The reported DPI is often wrong: change the scale only from 1.25 on, in steps of a quarter.
    double scale = floor((double)dpi / 96 * 4) / 4;
    return scale < 1.25 ? 1 : scale > 3 ? 3 : scale;
}

static uint32_t translate_modifiers(int mod)
{
    return (mod & KMOD_SHIFT ? PICK_MODIFIER_SHIFT : 0u) | (mod & KMOD_CTRL ? PICK_MODIFIER_CTRL : 0u) |
           (mod & KMOD_ALT ? PICK_MODIFIER_ALT : 0u);
}

static uint32_t translate_button(uint8_t button)
{
    switch (button) {
    case SDL_BUTTON_LEFT:
        return PICK_BUTTON_LEFT;
    case SDL_BUTTON_MIDDLE:
        return PICK_BUTTON_MIDDLE;
    case SDL_BUTTON_RIGHT:
        return PICK_BUTTON_RIGHT;
    default:
        return PICK_BUTTON_COUNT;
    }
}

static bool translate_window_event(const SDL_WindowEvent *event, editor_event *out)
{
    switch (event->event) {
    case SDL_WINDOWEVENT_SIZE_CHANGED:
    case SDL_WINDOWEVENT_MINIMIZED:
    case SDL_WINDOWEVENT_RESTORED:
        out->type = EDITOR_EVENT_RESIZE;
        return true;
    case SDL_WINDOWEVENT_EXPOSED:
    case SDL_WINDOWEVENT_SHOWN:
        out->type = EDITOR_EVENT_EXPOSE;
        return true;
    case SDL_WINDOWEVENT_CLOSE:
        out->type = EDITOR_EVENT_CLOSE;
        return true;
    case SDL_WINDOWEVENT_FOCUS_GAINED:
        out->type = EDITOR_EVENT_FOCUS_GAINED;
        return true;
    case SDL_WINDOWEVENT_FOCUS_LOST:
        out->type = EDITOR_EVENT_FOCUS_LOST;
        return true;
    case SDL_WINDOWEVENT_LEAVE:
        out->type = EDITOR_EVENT_MOUSE_LEAVE;
        return true;
    default:
        return false;
    }
}

static pick_vec2 mouse_now(void)
{
    int x = 0, y = 0;
    SDL_GetMouseState(&x, &y);
    return pick_mouse_position(x, y);
}

// Whether SDL makes text of the press too. What it had queued before it was told to do so has none.
static bool has_text_of_its_own(editor_platform *platform)
{
    if (platform->queued_keys == 0)
        return platform->takes_text;
    platform->queued_keys--;
    return false;
}

// Translates an event. False: the editor does not use it.
static bool translate(editor_platform *platform, const SDL_Event *event, editor_event *out)
{
    uint32_t before = platform->modifiers;
    if (event->type == SDL_KEYDOWN || event->type == SDL_KEYUP)
        platform->modifiers = translate_modifiers(event->key.keysym.mod);
    *out = (editor_event){.modifiers = platform->modifiers};
    switch (event->type) {
    case SDL_QUIT:
        // SDL also sends this after the last window's close event, which the editor may refuse.
        out->type = EDITOR_EVENT_QUIT;
        return !platform->closing;
    case SDL_DROPFILE:
        SDL_free(platform->dropped);
        platform->dropped = event->drop.file;
        out->type = EDITOR_EVENT_DROP;
        out->path = platform->dropped;
        out->position = mouse_now();
        return out->path != NULL;
    case SDL_WINDOWEVENT:
        platform->closing = event->window.event == SDL_WINDOWEVENT_CLOSE;
        return translate_window_event(&event->window, out);
    case SDL_MOUSEMOTION:
        out->type = EDITOR_EVENT_MOUSE_MOVE;
        out->position = pick_mouse_position(event->motion.x, event->motion.y);
        out->delta = (pick_vec2){event->motion.xrel, event->motion.yrel};
        out->touch = event->motion.which == SDL_TOUCH_MOUSEID;
        return true;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        out->type = event->type == SDL_MOUSEBUTTONDOWN ? EDITOR_EVENT_MOUSE_PRESS : EDITOR_EVENT_MOUSE_RELEASE;
        out->position = pick_mouse_position(event->button.x, event->button.y);
        out->button = translate_button(event->button.button);
        out->touch = event->button.which == SDL_TOUCH_MOUSEID;
        return true;
    case SDL_MOUSEWHEEL: {
        double sign = event->wheel.direction == SDL_MOUSEWHEEL_FLIPPED ? -1 : 1;
        out->type = EDITOR_EVENT_WHEEL;
        out->position = mouse_now();
        out->delta = (pick_vec2){sign * (double)event->wheel.preciseX, sign * (double)event->wheel.preciseY};
        return true;
    }
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        out->type = event->type == SDL_KEYDOWN ? EDITOR_EVENT_KEY_DOWN : EDITOR_EVENT_KEY_UP;
        out->repeat = event->key.repeat != 0;
        if (event->type == SDL_KEYDOWN && !has_text_of_its_own(platform)) {
            platform->typed = (editor_event){.type = EDITOR_EVENT_TEXT, .modifiers = platform->modifiers};
            platform->typed_is_next =
                editor_key_text(&event->key.keysym, editor_key_layout_is_us(), platform->typed.text);
        }
        if (editor_key_fill(&event->key.keysym, editor_key_layout_is_latin(), out))
            return true;
        // A modifier alone changes what the mouse would do: report it as a mouse move.
        out->type = EDITOR_EVENT_MOUSE_MOVE;
        out->position = mouse_now();
        return platform->modifiers != before && SDL_GetMouseFocus() == platform->window;
    case SDL_TEXTINPUT:
        out->type = EDITOR_EVENT_TEXT;
        snprintf(out->text, sizeof(out->text), "%s", event->text.text);
        return true;
    default:
        return false;
    }
}

bool editor_platform_next_event(editor_platform *platform, int timeout_ms, editor_event *out)
{
    SDL_Event event;
    for (;;) {
        if (platform->typed_is_next) {
            platform->typed_is_next = false;
            *out = platform->typed;
            return true;
        }
        int got = timeout_ms == 0  ? SDL_PollEvent(&event)
                  : timeout_ms < 0 ? SDL_WaitEvent(&event)
                                   : SDL_WaitEventTimeout(&event, timeout_ms);
        if (!got)
            return false;
        const double seconds = editor_event_time_of(&platform->time, &event, editor_platform_seconds());
        const bool is_used = translate(platform, &event, out);
        out->seconds = platform->typed.seconds = seconds;
        if (is_used)
            return true;
        // An unused event used up part of the timeout: poll from now on. An endless wait goes on.
        if (timeout_ms > 0)
            timeout_ms = 0;
    }
}

void editor_platform_set_cursor(editor_platform *platform, editor_cursor cursor)
{
    if (cursor == platform->cursor || !platform->cursors[cursor])
        return;
    platform->cursor = cursor;
    SDL_SetCursor(platform->cursors[cursor]);
}

void editor_platform_take_text(editor_platform *platform, bool takes, const pick_rect *caret)
{
    if (takes) {
        const SDL_Rect rect = {(int)caret->x, (int)caret->y, (int)caret->width, (int)caret->height};
        if (!SDL_RectEquals(&rect, &platform->caret))
            SDL_SetTextInputRect(&rect);
        platform->caret = rect;
    }
    if (takes == platform->takes_text)
        return;
    platform->takes_text = takes;
    if (takes) {
        SDL_Event queued[64];
        platform->queued_keys = SDL_max(SDL_PeepEvents(queued, 64, SDL_PEEKEVENT, SDL_KEYDOWN, SDL_KEYDOWN), 0);
        SDL_StartTextInput();
    } else {
        platform->queued_keys = 0;
        SDL_StopTextInput(); // also forgets text that is queued
    }
}

void editor_platform_set_title(editor_platform *platform, const char *title)
{
    if (strcmp(SDL_GetWindowTitle(platform->window), title) != 0)
        SDL_SetWindowTitle(platform->window, title);
}

const char *editor_platform_get_clipboard(void *platform)
{
    editor_platform *p = platform;
    SDL_free(p->clipboard);
    p->clipboard = SDL_HasClipboardText() ? SDL_GetClipboardText() : NULL;
    return p->clipboard;
}

void editor_platform_set_clipboard(void *platform, const char *text)
{
    (void)platform;
    SDL_SetClipboardText(text);
}

char *editor_platform_settings_file(const char *name)
{
    char *folder = SDL_GetPrefPath("", "vkpick");
    size_t size = folder ? strlen(folder) + strlen(name) + 1 : 0;
    char *path = folder ? malloc(size) : NULL;
    if (path)
        snprintf(path, size, "%s%s", folder, name);
    SDL_free(folder);
    return path;
}

void editor_platform_grab_mouse(editor_platform *platform, bool grab)
{
    if (grab == platform->grabbed)
        return;
    platform->grabbed = grab;
    SDL_SetRelativeMouseMode(grab ? SDL_TRUE : SDL_FALSE);
}

double editor_platform_seconds(void)
{
    return (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency();
}

bool editor_platform_cache_path(const char *name, char *path, size_t size)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    char folder[EDITOR_PATH_SIZE];
    int length;
    if (cache && cache[0] == '/')
        length = snprintf(folder, sizeof(folder), "%s", cache);
    else if (home && home[0] == '/')
        length = snprintf(folder, sizeof(folder), "%s/.cache", home);
    else
        return false;
    if (length < 0 || (size_t)length + sizeof("/vkpick") > sizeof(folder))
        return false;
    // The folders may exist. If one cannot be created, writing the file fails.
    (void)mkdir(folder, 0700);
    snprintf(folder + length, sizeof(folder) - (size_t)length, "/vkpick");
    (void)mkdir(folder, 0700);
    length = snprintf(path, size, "%s/%s", folder, name);
    return length >= 0 && (size_t)length < size;
}

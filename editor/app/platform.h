// platform.h: the window system. SDL is used by platform.c, and by event_time.c and key_code.c, which read its events.
#ifndef EDITOR_PLATFORM_H
#define EDITOR_PLATFORM_H

#include "document/level/level.h"
#include "renderer/frame.h"
#include "system/input.h"

typedef struct editor_platform editor_platform;

// Opens a window of `width` x `height` logical points; 0: of 1280x720 at the scale of the user interface, or of what
// the screen has room for. NULL: no display; `error` has one line.
editor_platform *editor_platform_create(const char *title, uint32_t width, uint32_t height, editor_error *error);
void editor_platform_destroy(editor_platform *platform); // NULL is fine

// The Vulkan instance extensions that the window needs. Valid for the life of the platform.
const char *const *editor_platform_instance_extensions(const editor_platform *platform, uint32_t *count);
// Describes the window to the renderer. The platform must outlive the render window.
render_window_desc editor_platform_render_window(editor_platform *platform);

// The window's current size in points and in pixels.
pick_window editor_platform_window(const editor_platform *platform);
// Points per design unit of the user interface: 1; if the window system counts in pixels, its DPI / 96. The environment
// variable VKPICK_UI_SCALE (0.5 to 4) overrides it.
double editor_platform_ui_scale(const editor_platform *platform);

// Path of a file in the cache folder: $XDG_CACHE_HOME/vkpick or ~/.cache/vkpick, which is created. False: neither is
// set.
bool editor_platform_cache_path(const char *name, char *path, size_t size);

enum { EDITOR_WAIT_FOREVER = -1 };

// Returns the next event, with the time at which it happened on the clock of editor_platform_seconds. Sleeps at most
// `timeout_ms` until there is one (0: does not wait). False: there was none.
bool editor_platform_next_event(editor_platform *platform, int timeout_ms, editor_event *out);

void editor_platform_set_title(editor_platform *platform, const char *title);

// Callbacks for editor_workspace_desc; `platform` is an editor_platform.
const char *editor_platform_get_clipboard(void *platform);
void editor_platform_set_clipboard(void *platform, const char *text);

// Path of a file of the user's settings. The caller frees it. NULL: there is no folder for settings.
char *editor_platform_settings_file(const char *name);

void editor_platform_set_cursor(editor_platform *platform, editor_cursor cursor);
// Whether keys are text, which an input method may compose beside `caret` (points). Where they are commands no input
// method gets them; the letters of a Latin or another alphabet, and digits, still come as text too, so that a field
// that opens has those that were typed ahead.
void editor_platform_take_text(editor_platform *platform, bool takes, const pick_rect *caret);
// Hides the cursor and keeps the mouse in the window, so that it can move without limit.
void editor_platform_grab_mouse(editor_platform *platform, bool grab);

// Monotonic time, seconds.
double editor_platform_seconds(void);

#endif

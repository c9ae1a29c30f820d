#include "app_screen.h"

#include "image_file.h"

#include <stdio.h>
#include <stdlib.h>

static void log_renderer(void *user, render_log_level level, const char *text)
{
    editor_screen *screen = user;
    // An error comes back as a result, too, and is reported where that is looked at.
    if (level == RENDER_LOG_INFO || level == RENDER_LOG_ERROR)
        return;
    fprintf(stderr, "vkpick: %s\n", text);
    if (level == RENDER_LOG_VALIDATION) {
        screen->validation_messages++;
        editor_log_text(screen->log, "validation", "text", text);
    }
}

static bool fail(const editor_screen *screen, const char *what, render_result result, editor_error *error)
{
    snprintf(error->text, sizeof(error->text), "%s: %s, %s", what, render_result_name(result),
             render_device_last_error(screen->device));
    return false;
}

static bool upload_font(editor_screen *screen, editor_ui *ui, editor_error *error)
{
    editor_ui_image image = editor_ui_font_image(ui);
    render_texture_desc desc = {.name = "font", .width = image.width, .height = image.height, .rgba = image.rgba};
    render_result result = render_texture_create(editor_draw_list_scene(screen->list), &desc, &screen->font);
    if (result != RENDER_OK)
        return fail(screen, "cannot upload the font", result, error);
    editor_ui_set_font_texture(ui, screen->font);
    return true;
}

bool editor_screen_init(editor_screen *screen, editor_platform *platform, const editor_level *level, editor_ui *ui,
                        const char *device_name, bool validation, editor_log *log, editor_error *error)
{
    *screen = (editor_screen){.log = log};
    screen->selected = calloc(level->object_count ? level->object_count : 1, sizeof(*screen->selected));
    if (!screen->selected) {
        snprintf(error->text, sizeof(error->text), "out of memory");
        return false;
    }
    render_device_desc desc = {
        .validation = validation, .device_name = device_name, .log = log_renderer, .log_user = screen};
    desc.instance_extensions = editor_platform_instance_extensions(platform, &desc.instance_extension_count);
    if (render_device_create(&desc, &screen->device, error->text, sizeof(error->text)) != RENDER_OK)
        return false;
    render_window_desc window = editor_platform_render_window(platform);
    render_result result = render_window_create(screen->device, &window, &screen->window);
    if (result != RENDER_OK)
        return fail(screen, "cannot draw into the window", result, error);
    result = editor_draw_list_create(screen->device, level, &screen->list);
    if (result != RENDER_OK)
        return fail(screen, "cannot upload the level", result, error);
    return upload_font(screen, ui, error);
}

void editor_screen_finish(editor_screen *screen)
{
    if (screen->device)
        render_device_wait_idle(screen->device);
    editor_draw_list_destroy(screen->list); // the font goes with its scene
    render_window_destroy(screen->window);
    render_device_destroy(screen->device);
    free(screen->selected);
}

bool editor_screen_highlight(editor_screen *screen, const editor_level *level, const pick_target *hover,
                             const pick_selection *selection)
{
    uint32_t hovered = editor_level_object(level, hover->object);
    editor_highlight highlight = {
        .hovered = &hovered,
        .hovered_count = hovered != EDITOR_NONE,
        .selected = screen->selected,
        .active = editor_level_object(level, pick_selection_active(selection)),
    };
    for (size_t i = 0; i < pick_selection_count(selection); i++) {
        uint32_t number = editor_level_object(level, pick_selection_objects(selection)[i]);
        if (number != EDITOR_NONE)
            screen->selected[highlight.selected_count++] = number;
    }
    return editor_draw_list_highlight(screen->list, &highlight);
}

static bool is_below(const editor_level *level, uint32_t object, uint32_t above)
{
    while (object != EDITOR_NONE && object != above)
        object = level->objects[object].parent;
    return object == above;
}

render_result editor_screen_update(editor_screen *screen, const editor_level *level, uint32_t object)
{
    render_result result = RENDER_OK;
    for (uint32_t i = object; i < level->object_count && result == RENDER_OK; i++) {
        if (is_below(level, i, object))
            result = editor_draw_list_update(screen->list, i);
    }
    return result;
}

render_result editor_screen_draw(editor_screen *screen, const render_frame *frame)
{
    double start = editor_platform_seconds();
    render_result result = render_window_draw(screen->window, editor_draw_list_scene(screen->list), frame);
    if (result == RENDER_OK) {
        screen->frame_milliseconds = (editor_platform_seconds() - start) * 1e3;
        screen->frame_count++;
    }
    return result;
}

bool editor_screen_save(editor_screen *screen, const char *path, editor_error *error)
{
    uint32_t width = 0, height = 0;
    render_window_get_size(screen->window, &width, &height);
    size_t size = (size_t)width * height * 4;
    if (size == 0) {
        snprintf(error->text, sizeof(error->text), "%s: nothing has been drawn yet", path);
        return false;
    }
    uint8_t *rgba = malloc(size);
    if (!rgba) {
        snprintf(error->text, sizeof(error->text), "%s: out of memory", path);
        return false;
    }
    render_result result =
        render_target_read_color(render_window_get_target(screen->window), rgba, size, &width, &height);
    bool done =
        result == RENDER_OK ? editor_png_write(path, rgba, width, height, error) : fail(screen, path, result, error);
    free(rgba);
    return done;
}

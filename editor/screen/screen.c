#include "screen/screen.h"

#include "screen/image_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void log_renderer(void *user, render_log_level level, const char *text)
{
    editor_screen *screen = user;
    // Errors are also returned as results and reported by the caller.
    if (level == RENDER_LOG_INFO || level == RENDER_LOG_ERROR)
        return;
    screen->validation_messages += level == RENDER_LOG_VALIDATION;
    screen->desc.say(screen->desc.say_user, level, text);
}

static bool fail(const editor_screen *screen, const char *what, render_result result, editor_error *error)
{
    snprintf(error->text, sizeof(error->text), "%s: %s, %s", what, render_result_name(result),
             render_device_last_error(screen->device));
    return false;
}

static render_result upload_font(editor_screen *screen, editor_ui *ui)
{
    editor_ui_image image = editor_ui_font_image(ui);
    render_texture_desc desc = {.name = "font", .width = image.width, .height = image.height, .rgba = image.rgba};
    render_result result = render_texture_create(editor_draw_list_scene(screen->list), &desc, &screen->font);
    if (result == RENDER_OK) {
        editor_ui_set_font_texture(ui, screen->font);
        screen->font_revision = editor_ui_font_revision(ui);
    }
    return result;
}

// Uploads the level and the font if another level was opened or the font size changed.
static render_result upload_level_and_font(editor_screen *screen, editor_workspace *workspace)
{
    editor_ui *ui = editor_workspace_ui(workspace);
    // After a failed upload `list` is NULL: upload again.
    bool other_level = !screen->list || screen->generation != editor_workspace_generation(workspace);
    if (!other_level && screen->font && screen->font_revision == editor_ui_font_revision(ui))
        return RENDER_OK;
    if (other_level) {
        // The font lives in the level's scene.
        editor_draw_list_destroy(screen->list);
        screen->list = NULL;
        screen->scene_serial++;
        screen->font = 0;
        screen->generation = editor_workspace_generation(workspace);
        render_result result = editor_draw_list_begin(screen->device, editor_workspace_level(workspace),
                                                      screen->desc.upload_limit, &screen->list);
        if (result != RENDER_OK)
            return result;
    } else {
        render_texture_destroy(editor_draw_list_scene(screen->list), screen->font);
        screen->font = 0;
    }
    return upload_font(screen, ui);
}

static void close_device(editor_screen *screen)
{
    if (screen->device)
        render_device_wait_idle(screen->device);
    editor_draw_list_destroy(screen->list); // this destroys the font too: it belongs to the scene
    render_window_destroy(screen->window);
    render_target_destroy(screen->target);
    render_device_destroy(screen->device);
    screen->list = NULL;
    screen->scene_serial++;
    screen->font = 0;
    screen->window = NULL;
    screen->target = NULL;
    screen->device = NULL;
}

// Creates the device and the window, and uploads the workspace's level and font.
static bool open_device(editor_screen *screen, editor_workspace *workspace, editor_error *error)
{
    const editor_screen_desc *desc = &screen->desc;
    render_device_desc device = {.validation = desc->validation,
                                 .device_name = desc->device_name,
                                 .masked_features = desc->masked_features,
                                 .instance_extensions = desc->instance_extensions,
                                 .instance_extension_count = desc->instance_extension_count,
                                 .create_surface = desc->window ? desc->window->create_surface : NULL,
                                 .surface_user = desc->window ? desc->window->user : NULL,
                                 .pipeline_cache_path = desc->pipeline_cache_path,
                                 .log = log_renderer,
                                 .log_user = screen};
    if (render_device_create(&device, &screen->device, error->text, sizeof(error->text)) != RENDER_OK)
        return false;
    editor_workspace_set_gpu(workspace, !render_device_is_software(screen->device));
    if (!(render_device_features(screen->device) & RENDER_FEATURE_STENCIL))
        editor_workspace_forbid_caps(workspace);
    render_result result =
        desc->window ? render_window_create(screen->device, desc->window, &screen->window) : RENDER_OK;
    if (result != RENDER_OK)
        return fail(screen, "cannot draw into the window", result, error);
    result = editor_draw_list_begin(screen->device, editor_workspace_level(workspace), screen->desc.upload_limit,
                                    &screen->list);
    if (result != RENDER_OK)
        return fail(screen, "cannot upload the level", result, error);
    result = upload_font(screen, editor_workspace_ui(workspace));
    screen->generation = editor_workspace_generation(workspace);
    return result == RENDER_OK || fail(screen, "cannot upload the font", result, error);
}

bool editor_screen_init(editor_screen *screen, const editor_screen_desc *desc, editor_workspace *workspace,
                        editor_error *error)
{
    *screen = (editor_screen){.desc = *desc};
    if (desc->window) {
        screen->window_desc = *desc->window;
        screen->desc.window = &screen->window_desc;
    }
    if (desc->thumbnail_folder)
        screen->thumbnails = editor_thumbnails_create(desc->thumbnail_folder, desc->device_name);
    return open_device(screen, workspace, error);
}

void editor_screen_finish(editor_screen *screen)
{
    close_device(screen);
    editor_thumbnails_destroy(screen->thumbnails);
    screen->thumbnails = NULL;
}

bool editor_screen_step_thumbnails(editor_screen *screen, editor_workspace *workspace)
{
    editor_asset_folder *assets = editor_workspace_assets(workspace);
    // Only when the list is that of the workspace's level: another one is uploaded with the next picture.
    if (!screen->thumbnails || !assets || !screen->list ||
        screen->generation != editor_workspace_generation(workspace) ||
        !editor_thumbnails_step(screen->thumbnails, assets, editor_draw_list_scene(screen->list), screen->scene_serial))
        return false;
    editor_workspace_invalidate(workspace);
    return true;
}

bool editor_screen_draws_thumbnail(const editor_screen *screen)
{
    return screen->thumbnails && editor_thumbnails_are_busy(screen->thumbnails);
}

// Recreates the offscreen target if the picture's size changed.
static render_result fit_target(editor_screen *screen, const pick_window *window)
{
    uint32_t width = (uint32_t)window->drawable_width, height = (uint32_t)window->drawable_height;
    if (screen->target && width == screen->target_width && height == screen->target_height)
        return RENDER_OK;
    render_target_destroy(screen->target);
    screen->target = NULL;
    screen->target_width = width;
    screen->target_height = height;
    return width && height ? render_target_create(screen->device, width, height, &screen->target) : RENDER_SKIPPED;
}

static render_result draw_once(editor_screen *screen, editor_workspace *workspace)
{
    const double begun = screen->desc.processor_clock ? screen->desc.processor_clock() : 0;
    render_result result = upload_level_and_font(screen, workspace);
    if (result == RENDER_OK)
        result = editor_draw_list_sync(screen->list);
    screen->upload_seconds = screen->desc.processor_clock ? screen->desc.processor_clock() - begun : 0;
    if (result != RENDER_OK)
        return result;
    const editor_picture *picture = editor_workspace_picture(workspace);
    if (picture->view_count > 0 && picture->views[0].caps)
        editor_draw_list_find_solids(screen->list);
    editor_draw_list_highlight(screen->list, &picture->highlight);
    render_scene *scene = editor_draw_list_scene(screen->list);
    if (screen->window)
        return render_window_draw_views(screen->window, scene, picture->views, picture->view_count);
    result = fit_target(screen, editor_workspace_window(workspace));
    return result == RENDER_OK ? render_target_draw_views(screen->target, scene, picture->views, picture->view_count)
                               : result;
}

// Recreates everything from the workspace.
static bool recover(editor_screen *screen, editor_workspace *workspace)
{
    close_device(screen);
    if (!open_device(screen, workspace, &screen->error)) {
        close_device(screen); // undo the partial creation; the next picture tries again
        return false;
    }
    screen->recoveries++;
    screen->desc.say(screen->desc.say_user, RENDER_LOG_WARNING,
                     "the graphics device was lost and has been recreated; no data was lost");
    return true;
}

bool editor_screen_wait(editor_screen *screen, double seconds)
{
    return !screen->window || render_window_wait(screen->window, seconds) != RENDER_PENDING;
}

bool editor_screen_is_uploading(const editor_screen *screen)
{
    return screen->list && editor_draw_list_is_uploading(screen->list);
}

bool editor_screen_tells_shown(const editor_screen *screen)
{
    return screen->window && render_device_features(screen->device) & RENDER_FEATURE_PRESENT_TIMES;
}

uint64_t editor_screen_picture(const editor_screen *screen)
{
    return screen->window ? render_window_get_picture(screen->window) : 0;
}

uint64_t editor_screen_poll_shown(editor_screen *screen)
{
    return screen->window ? render_window_poll_shown(screen->window) : 0;
}

render_result editor_screen_draw(editor_screen *screen, editor_workspace *workspace)
{
    double start = screen->desc.clock ? screen->desc.clock() : 0;
    render_result result = RENDER_ERROR_DEVICE_LOST;
    if (screen->device)
        result = draw_once(screen, workspace);
    bool lost = !screen->device || render_device_is_lost(screen->device);
    if (lost) {
        if (!recover(screen, workspace))
            return RENDER_ERROR_DEVICE_LOST;
        result = draw_once(screen, workspace);
    }
    if (result == RENDER_OK) {
        screen->frame_milliseconds = screen->desc.clock ? (screen->desc.clock() - start) * 1e3 : 0;
        screen->frame_count++;
    } else if (result != RENDER_SKIPPED) {
        fail(screen, "cannot draw", result, &screen->error);
    }
    return result;
}

bool editor_screen_collect(editor_screen *screen)
{
    return render_device_collect(screen->device);
}

static void add_line(editor_screen *screen, const char *label, const char *format, ...)
{
    if (screen->line_count == EDITOR_SCREEN_LINES)
        return;
    uint32_t at = 2 * screen->line_count++;
    snprintf(screen->text[at], EDITOR_SCREEN_TEXT, "%s", label);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(screen->text[at + 1], EDITOR_SCREEN_TEXT, format, arguments);
    va_end(arguments);
    screen->lines[at] = screen->text[at];
    screen->lines[at + 1] = screen->text[at + 1];
}

static void add_bytes(editor_screen *screen, const char *label, uint64_t bytes, uint64_t of)
{
    const double mebi = 1048576.0;
    if (of > 0)
        add_line(screen, label, "%.1f of %.0f MiB", (double)bytes / mebi, (double)of / mebi);
    else
        add_line(screen, label, "%.1f MiB", (double)bytes / mebi);
}

static void add_stats(editor_screen *screen, const render_stats *stats)
{
    add_line(screen, "Frames drawn", "%llu", (unsigned long long)stats->frames);
    add_line(screen, "Draws / drawn / culled", "%llu / %llu / %llu", (unsigned long long)stats->draws,
             (unsigned long long)stats->drawn, (unsigned long long)stats->culled);
    add_bytes(screen, "Uploaded", stats->upload_bytes, 0);
    for (uint32_t i = 0; i < stats->heap_count; i++) {
        const render_heap_stats *heap = &stats->heaps[i];
        if (heap->used > 0)
            add_bytes(screen, heap->device_local ? "GPU memory" : "Host memory", heap->used,
                      heap->budget ? heap->budget : heap->size);
    }
    add_line(screen, "Frame: CPU, GPU", "%.2f, %.2f ms", stats->cpu_ms, stats->gpu_ms);
    for (uint32_t i = 0; i < stats->pass_count; i++) {
        if (stats->passes[i].cpu_ms > 0 || stats->passes[i].gpu_ms > 0)
            add_line(screen, stats->passes[i].name, "%.3f, %.3f ms", stats->passes[i].cpu_ms, stats->passes[i].gpu_ms);
    }
}

static void add_latency(editor_screen *screen, const char *label, double median, double most)
{
    add_line(screen, label, "%.1f ms (99.9 %%: %.1f ms)", 1e3 * median, 1e3 * most);
}

editor_figures editor_screen_figures(editor_screen *screen)
{
    screen->line_count = 0;
    if (screen->window)
        add_line(screen, "Presenting", "%s", render_present_mode_name(render_window_get_present_mode(screen->window)));
    if (screen->latency_most > 0)
        add_latency(screen, "Input to picture", screen->latency_median, screen->latency_most);
    if (screen->window && !editor_screen_tells_shown(screen))
        add_line(screen, "Input to screen", "not told by this driver");
    else if (screen->shown_most > 0)
        add_latency(screen, "Input to screen", screen->shown_median, screen->shown_most);
    if (screen->load_gap > 0)
        add_line(screen, "While files load", "%.0f ms between pictures, %.1f ms work", 1e3 * screen->load_gap,
                 1e3 * screen->load_step);
    if (screen->device) {
        render_stats stats;
        render_device_get_stats(screen->device, &stats);
        add_stats(screen, &stats);
    }
    return (editor_figures){.device_name = screen->device ? render_device_name(screen->device) : NULL,
                            .frame_milliseconds = screen->frame_milliseconds,
                            .frame_count = screen->frame_count,
                            .lines = screen->lines,
                            .line_count = screen->line_count};
}

bool editor_screen_save(editor_screen *screen, const char *path, editor_error *error)
{
    uint32_t width = screen->target_width, height = screen->target_height;
    if (screen->window)
        render_window_get_size(screen->window, &width, &height);
    size_t size = screen->device ? (size_t)width * height * 4 : 0;
    if (size == 0) {
        snprintf(error->text, sizeof(error->text), "%s: nothing has been drawn yet", path);
        return false;
    }
    uint8_t *rgba = malloc(size);
    if (!rgba) {
        snprintf(error->text, sizeof(error->text), "%s: out of memory", path);
        return false;
    }
    render_target *target = screen->window ? render_window_get_target(screen->window) : screen->target;
    render_result result = render_target_read_color(target, rgba, size, &width, &height);
    bool done =
        result == RENDER_OK ? editor_png_write(path, rgba, width, height, error) : fail(screen, path, result, error);
    free(rgba);
    return done;
}

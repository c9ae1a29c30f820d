#include "cli/session.h"

#include "screen/image_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void log_message(void *user, render_log_level level, const char *text)
{
    (void)user;
    if (level != RENDER_LOG_INFO)
        fprintf(stderr, "%s: %s\n", level == RENDER_LOG_VALIDATION ? "validation" : "renderer", text);
}

int editor_cli_session_fail(const editor_cli_session *session, const char *doing, render_result result)
{
    const char *detail = session->device != NULL ? render_device_last_error(session->device) : "";
    return editor_cli_report(EDITOR_EXIT_FAILED, "%s: %s%s%s", doing, render_result_name(result),
                             detail != NULL && detail[0] != '\0' ? ": " : "", detail != NULL ? detail : "");
}

int editor_cli_session_open(editor_cli_session *session, const editor_cli_globals *globals, const editor_level *level,
                            uint32_t width, uint32_t height)
{
    *session = (editor_cli_session){.width = width, .height = height};
    char error[512] = "";
    render_device_desc desc = {.validation = globals->validation,
                               .device_name = globals->device_name,
                               .masked_features = globals->masked_features,
                               .log = log_message};
    if (render_device_create(&desc, &session->device, error, sizeof(error)) != RENDER_OK)
        return editor_cli_report(EDITOR_EXIT_FAILED, "%s", error);
    bool active = false;
    render_device_validation_count(session->device, &active);
    if (globals->validation && !active)
        fputs("warning: the Khronos validation layer is not installed (package vulkan-validationlayers)\n", stderr);
    render_result result = editor_draw_list_create(session->device, level, &session->draw_list);
    if (result != RENDER_OK)
        return editor_cli_session_fail(session, "uploading the level", result);
    result = render_target_create(session->device, width, height, &session->target);
    if (result != RENDER_OK)
        return editor_cli_session_fail(session, "making the image", result);
    return EDITOR_EXIT_DONE;
}

bool editor_cli_session_has_caps(const editor_cli_session *session)
{
    const bool has = (render_device_features(session->device) & RENDER_FEATURE_STENCIL) != 0;
    if (!has)
        fputs("warning: this device cannot draw caps (stencil)\n", stderr);
    return has;
}

int editor_cli_session_write(const char *path, const uint8_t *rgba, uint32_t width, uint32_t height)
{
    editor_error error = {""};
    if (!editor_png_write(path, rgba, width, height, &error))
        return editor_cli_report(EDITOR_EXIT_FAILED, "%s", error.text);
    return EDITOR_EXIT_DONE;
}

int editor_cli_session_picture(editor_cli_session *session, const render_frame *frame, const char *path)
{
    const size_t size = (size_t)session->width * session->height * 4;
    uint8_t *rgba = malloc(size);
    if (rgba == NULL)
        return editor_cli_report(EDITOR_EXIT_FAILED, "out of memory");
    uint32_t width = 0, height = 0;
    render_result result = render_target_draw(session->target, editor_draw_list_scene(session->draw_list), frame);
    if (result == RENDER_OK)
        result = render_target_read_color(session->target, rgba, size, &width, &height);
    int status = result == RENDER_OK ? editor_cli_session_write(path, rgba, width, height)
                                     : editor_cli_session_fail(session, "drawing", result);
    free(rgba);
    return status;
}

int editor_cli_session_close(editor_cli_session *session, int status)
{
    render_target_destroy(session->target);
    editor_draw_list_destroy(session->draw_list);
    if (session->device != NULL) {
        render_device_wait_idle(session->device);
        uint32_t messages = render_device_validation_count(session->device, NULL);
        if (messages > 0)
            status = editor_cli_report(status == EDITOR_EXIT_DONE ? EDITOR_EXIT_FAILED : status,
                                       "%u validation messages", messages);
    }
    render_device_destroy(session->device);
    *session = (editor_cli_session){0};
    return status;
}

render_frame editor_cli_session_frame(const editor_camera *camera, const editor_cli_view *view)
{
    editor_camera_matrices matrices = editor_camera_get_matrices(camera, editor_cli_view_aspect(view));
    render_frame frame = {.eye = {camera->eye.x, camera->eye.y, camera->eye.z}};
    memcpy(frame.projection, matrices.projection, sizeof(frame.projection));
    memcpy(frame.view, matrices.view, sizeof(frame.view));
    editor_section_cut_frame(&view->section, &frame);
    return frame;
}

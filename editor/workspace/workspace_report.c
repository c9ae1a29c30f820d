// workspace_report.c: the reports of import and export.
#include "workspace/workspace_private.h"

#include "document/export/gltf_losses.h"
#include "document/level/report.h"

#include <stdio.h>

uint32_t editor_workspace_new_warnings(const editor_workspace *workspace, uint32_t before)
{
    const uint32_t now = editor_workspace_get_level(workspace)->warning_count;
    return now > before ? now - before : 0;
}

void editor_workspace_describe_warnings(uint32_t count, char *out, size_t size)
{
    out[0] = '\0';
    if (count > 0)
        snprintf(out, size, ": %u warning%s (File > Import Report)", (unsigned)count, count == 1 ? "" : "s");
}

// Takes the text over.
static void show(editor_workspace *workspace, const char *title, editor_text *text)
{
    if (text->failed) {
        editor_text_free(text);
        editor_workspace_say(workspace, "Out of memory");
        return;
    }
    editor_dialog *dialog = editor_workspace_open_dialog(workspace, EDITOR_DIALOG_REPORT, EDITOR_FOR_REPORT, title);
    dialog->report = text->data;
    dialog->answers[0] = "Close"; // Enter does, as Esc
    dialog->answers[1] = "Copy";
}

void editor_workspace_show_report(editor_workspace *workspace)
{
    editor_text text = {0};
    editor_report_write(editor_workspace_get_level(workspace), &text);
    show(workspace, "Import Report", &text);
}

void editor_workspace_show_losses(editor_workspace *workspace)
{
    editor_text losses = {0}, text = {0};
    editor_gltf_list_losses(editor_workspace_get_level(workspace), &losses);
    if (losses.size > 0)
        editor_text_put(&text, "In a glTF file of this level:\n");
    else
        editor_text_put(&text, "glTF can hold all that is in this level.\n");
    editor_text_add(&text, losses.data, losses.size);
    text.failed |= losses.failed;
    editor_text_free(&losses);
    show(workspace, "Export Report", &text);
}

void editor_workspace_copy_report(editor_workspace *workspace)
{
    if (workspace->desc.set_clipboard)
        workspace->desc.set_clipboard(workspace->desc.clipboard_user, workspace->dialog.report);
    editor_workspace_say(workspace, "%s copied", workspace->dialog.title);
}

// workspace_report.c: the import report.
#include "workspace/workspace_private.h"

#include "document/level/report.h"

#include <stdio.h>

void editor_workspace_describe_warnings(uint32_t count, char *out, size_t size)
{
    out[0] = '\0';
    if (count > 0)
        snprintf(out, size, ": %u warning%s (File > Import Report)", (unsigned)count, count == 1 ? "" : "s");
}

void editor_workspace_show_report(editor_workspace *workspace)
{
    editor_text text = {0};
    editor_report_write(editor_workspace_get_level(workspace), &text);
    if (text.failed) {
        editor_text_free(&text);
        editor_workspace_say(workspace, "Out of memory");
        return;
    }
    editor_dialog *dialog =
        editor_workspace_open_dialog(workspace, EDITOR_DIALOG_REPORT, EDITOR_FOR_REPORT, "Import Report");
    dialog->report = text.data;
    dialog->answers[0] = "Copy";
    dialog->answers[1] = "Close";
}

void editor_workspace_copy_report(editor_workspace *workspace)
{
    if (workspace->desc.set_clipboard)
        workspace->desc.set_clipboard(workspace->desc.clipboard_user, workspace->dialog.report);
    editor_workspace_say(workspace, "Import report copied");
}

// workspace_put_off.c: files that wait while another level is being opened. They are for the level that is shown: they
// are read after all if it stays.
#include "workspace/workspace_private.h"

#include <stdlib.h>
#include <string.h>

static void free_entries(editor_load_entry *entries, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        free(entries[i].path);
        free(entries[i].scene);
        free(entries[i].variant);
    }
    free(entries);
}

void editor_workspace_put_loads_off(editor_workspace *workspace)
{
    editor_loads *loads = &workspace->loads;
    if (editor_workspace_has_load(workspace, EDITOR_WORK_OPEN)) { // those behind it were for the level that it opens
        editor_workspace_cancel_queue(workspace);
        return;
    }
    editor_workspace_forget_put_off(workspace);
    editor_workspace_abandon_job(workspace);
    loads->put_off = (editor_put_off){loads->entries, loads->count, {loads->reloaded, loads->relinked}};
    loads->entries = NULL;
    loads->count = 0;
    loads->reloaded = loads->relinked = (editor_exchange){0};
}

void editor_workspace_resume_loads(editor_workspace *workspace)
{
    editor_loads *loads = &workspace->loads;
    editor_put_off *off = &loads->put_off;
    if (off->count == 0)
        return;
    const uint32_t count = off->count + loads->count;
    editor_load_entry *grown = realloc(off->entries, count * sizeof(*grown));
    if (!grown) {
        editor_workspace_forget_put_off(workspace);
        editor_workspace_say(workspace, "out of memory: what was being read is not read");
        return;
    }
    editor_workspace_abandon_job(workspace);
    if (loads->count > 0)
        memcpy(grown + off->count, loads->entries, loads->count * sizeof(*grown));
    free(loads->entries);
    editor_workspace_forget_models(workspace, EDITOR_WORK_RELOAD);
    editor_workspace_forget_models(workspace, EDITOR_WORK_RELINK);
    loads->entries = grown;
    loads->count = count;
    loads->reloaded = off->exchanges[0];
    loads->relinked = off->exchanges[1];
    *off = (editor_put_off){0};
    workspace->dirty = true;
}

void editor_workspace_forget_put_off(editor_workspace *workspace)
{
    editor_put_off *off = &workspace->loads.put_off;
    free_entries(off->entries, off->count);
    for (int i = 0; i < 2; i++)
        editor_workspace_free_exchange(&off->exchanges[i]);
    *off = (editor_put_off){0};
}

bool editor_workspace_puts_off(const editor_workspace *workspace, uint32_t asset)
{
    const editor_put_off *off = &workspace->loads.put_off;
    bool found = false;
    for (uint32_t i = 0; i < off->count && !found; i++)
        found = editor_workspace_is_exchange(off->entries[i].work) && off->entries[i].asset == asset;
    for (uint32_t k = 0; k < 2 && !found; k++)
        found = editor_workspace_exchange_has(&off->exchanges[k], asset);
    return found;
}

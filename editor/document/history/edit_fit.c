// edit_fit.c: the command that changes scale and up axis of a model after its import.
#include "document/history/document_internal.h"

#include "document/history/import_roots.h"
#include "document/level/fit.h"
#include "document/level/level_internal.h"
#include "document/motion/affine.h"

#include <stdio.h>
#include <string.h>

// local = place * fit * inner; the place stays.
static bool refit(editor_document *document, uint32_t object, const pick_affine *inner, const pick_affine *before,
                  const pick_affine *change)
{
    pick_affine local = editor_affine_between(inner, &document->level->objects[object].local, before);
    local = pick_affine_multiply(&local, change);
    local = pick_affine_multiply(&local, inner);
    return edit_local(document, object, &local);
}

static bool refit_all(editor_document *document, uint32_t asset, const editor_fit *fit)
{
    const editor_level *level = document->level;
    const pick_affine before = editor_fit_matrix(&level->assets[asset].fit), after = editor_fit_matrix(fit);
    pick_affine change;
    import_lists lists;
    bool ok = import_lists_make(&level->assets[asset], &lists);
    if (!ok)
        edit_out_of_memory(document);
    ok = ok && pick_affine_invert(&before, &change);
    change = ok ? pick_affine_multiply(&change, &after) : PICK_AFFINE_IDENTITY;
    for (uint32_t at = editor_level_next(level, EDITOR_NONE); ok && at != EDITOR_NONE;) {
        const import_root root = import_root_of(level, at, asset, &lists);
        const bool found = root.kind != IMPORT_NONE;
        ok = !found || refit(document, at, &root.inner, &before, &change);
        at = found ? import_next_beside(level, at) : editor_level_next(level, at);
    }
    import_lists_free(&lists);
    return ok;
}

editor_edit_result editor_edit_set_fit(editor_document *document, uint32_t asset, const editor_fit *fit)
{
    const editor_level *level = document->level;
    char label[160] = "Change import";
    if (asset < level->asset_count) {
        const char *slash = strrchr(level->assets[asset].path, '/');
        snprintf(label, sizeof(label), "Change import of %.120s", slash ? slash + 1 : level->assets[asset].path);
    }
    const char *fault = editor_fit_fault(fit);
    bool ok = edit_enter(document, label);
    if (ok && (asset >= level->asset_count || level->assets[asset].builtin))
        ok = edit_refuse(document, "no such model");
    if (ok && fault)
        ok = edit_refuse(document, "%s", fault);
    const bool same = ok && fit->scale == level->assets[asset].fit.scale && fit->up == level->assets[asset].fit.up;
    ok = ok && (same || (refit_all(document, asset, fit) && edit_fit(document, asset, fit)));
    if (ok && !same)
        editor_level_pose_asset(document->level, asset); // the pose of what is flat at rest depends on the fit
    return edit_leave(document, ok);
}

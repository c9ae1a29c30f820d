// workspace_history.c: undo, redo, and what they do to the ruler. It is in no step, but a measurement that is kept
// takes its place; so the ruler comes back when that is undone.
#include "workspace/workspace_private.h"

#include "document/level/line.h"

#include <string.h>

static const double SAME = 1e-6; // metres between points of the same chain

// The line that the last step kept of the ruler, and its place; or NULL. Selections are steps, too: what it made is
// selected.
static const editor_line *kept_line(const editor_workspace *workspace, const pick_affine **place)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const char *label = editor_document_undo_label(workspace->document);
    const uint32_t active = editor_document_active(workspace->document);
    if (!label || strcmp(label, EDITOR_STEP_KEEP_RULER) != 0 || active == EDITOR_NONE)
        return NULL;
    const editor_line *line = editor_level_measurement(level, &level->objects[active]);
    *place = &level->objects[active].world;
    return line && line->count <= EDITOR_RULER_POINTS ? line : NULL;
}

// Whether the ruler shows what the line does.
static bool is_ruler(const editor_workspace *workspace, const editor_line *kept, const pick_affine *world)
{
    double points[3 * EDITOR_RULER_POINTS];
    editor_line line;
    pick_affine place;
    if (!editor_tools_ruler_line(workspace->tools, points, &line, &place) || line.count != kept->count)
        return false;
    for (uint32_t i = 0; i < line.count; i++) {
        const pick_vec3 a = editor_line_point(&line, &place, i);
        const pick_vec3 b = editor_line_point(kept, world, i);
        if (!(pick_vec3_length(pick_vec3_sub(a, b)) < SAME))
            return false;
    }
    return true;
}

bool editor_workspace_go_in_history(editor_workspace *workspace, uint32_t position)
{
    const uint32_t before = editor_document_history(workspace->document).position;
    const pick_affine *place;
    const editor_line *kept = position < before ? kept_line(workspace, &place) : NULL;
    const uint32_t count = kept ? kept->count : 0;
    const bool clears = kept && kept->measure == EDITOR_MEASURE_CLEARANCE;
    pick_vec3 points[EDITOR_RULER_POINTS];
    for (uint32_t i = 0; i < count; i++)
        points[i] = editor_line_point(kept, place, i);
    const bool went = editor_document_go(workspace->document, position);
    const uint32_t now = editor_document_history(workspace->document).position;
    if (now < before && count > 0 && !editor_tools_has_ruler(workspace->tools))
        editor_tools_set_ruler(workspace->tools, points, count, clears);
    kept = now > before ? kept_line(workspace, &place) : NULL;
    if (kept && is_ruler(workspace, kept, place))
        editor_tools_clear_ruler(workspace->tools);
    return went;
}

// workspace_array.c: the dialogs of linear and radial arrays.
#include "workspace/workspace_private.h"

#include "document/history/edit_arrange.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LINEAR_COUNT, LINEAR_X, LINEAR_Y, LINEAR_Z, LINEAR_FIELDS };
enum { RADIAL_COUNT, RADIAL_ANGLE, RADIAL_AXIS, RADIAL_AROUND, RADIAL_FIELDS };
enum { AROUND_ORIGIN, AROUND_PIVOT, AROUND_ACTIVE };

static editor_dialog *ask(editor_workspace *workspace, editor_purpose purpose, const char *title, uint32_t fields)
{
    editor_dialog *dialog = editor_workspace_open_dialog(workspace, EDITOR_DIALOG_FORM, purpose, title);
    dialog->field_count = fields;
    dialog->answers[0] = "Create";
    dialog->answers[1] = "Cancel";
    return dialog;
}

// The objects that arrays copy, and the points that they turn about.
static editor_pivots pivots_of(editor_workspace *workspace)
{
    editor_tool_context context = editor_workspace_context(workspace, workspace->views.active);
    return editor_tools_pivots(workspace->tools, &context, workspace->takes_hidden);
}

void editor_workspace_ask_linear_array(editor_workspace *workspace)
{
    editor_targets targets;
    if (!editor_workspace_find_targets(workspace, EDITOR_LEAVE_LOCKED, &targets))
        return;
    const editor_pivots pivots = pivots_of(workspace);
    if (pivots.count == 0) {
        editor_workspace_say(workspace, "Locked objects cannot be copied");
        return;
    }
    pick_aabb box = PICK_AABB_EMPTY;
    for (uint32_t i = 0; i < pivots.count; i++) {
        const pick_aabb own = editor_level_subtree_bounds(editor_workspace_get_level(workspace), pivots.objects[i]);
        box = pick_aabb_union(&box, &own);
    }
    // The first copy would stand right beside its original.
    const double width = box.max.x - box.min.x;
    editor_dialog *dialog = ask(workspace, EDITOR_FOR_LINEAR_ARRAY, "Linear Array", LINEAR_FIELDS);
    editor_form_set_number(&dialog->fields[LINEAR_COUNT], "Count", EDITOR_FACTOR, 5);
    editor_form_set_number(&dialog->fields[LINEAR_X], "Offset X", EDITOR_LENGTH,
                           width > 1e-6 ? ceil(width * 100) / 100 : 1);
    editor_form_set_number(&dialog->fields[LINEAR_Y], "Offset Y", EDITOR_LENGTH, 0);
    editor_form_set_number(&dialog->fields[LINEAR_Z], "Offset Z", EDITOR_LENGTH, 0);
}

void editor_workspace_ask_radial_array(editor_workspace *workspace)
{
    editor_targets targets;
    if (!editor_workspace_find_targets(workspace, EDITOR_LEAVE_LOCKED, &targets))
        return;
    const editor_pivots pivots = pivots_of(workspace);
    if (pivots.count == 0) {
        editor_workspace_say(workspace, "Locked objects cannot be copied");
        return;
    }
    editor_dialog *dialog = ask(workspace, EDITOR_FOR_RADIAL_ARRAY, "Radial Array", RADIAL_FIELDS);
    editor_form_set_number(&dialog->fields[RADIAL_COUNT], "Count", EDITOR_FACTOR, 6);
    editor_form_set_number(&dialog->fields[RADIAL_ANGLE], "Total Angle", EDITOR_ANGLE, 360);
    dialog->fields[RADIAL_AXIS] = (editor_form_field){.label = "Axis", .choices = {"X", "Y", "Z"}, .chosen = 1};
    dialog->fields[RADIAL_AROUND] =
        (editor_form_field){.label = "Around", .choices = {"World Origin", "Pivot", "Active"}};
    if (pivots.count == 1)
        dialog->fields[RADIAL_AROUND].choices[AROUND_ACTIVE] = NULL; // nothing is left to turn about it
    else
        dialog->fields[RADIAL_AROUND].chosen = AROUND_ACTIVE;
}

// --- making it ---

static bool refuse(editor_workspace *workspace, const char *format, const char *what)
{
    editor_dialog *dialog = &workspace->dialog;
    snprintf(dialog->note_text, sizeof(dialog->note_text), format, what);
    dialog->note = dialog->note_text;
    dialog->is_new = true; // it is shown again
    workspace->dirty = true;
    return false;
}

static bool read_fields(editor_workspace *workspace, double *numbers)
{
    const editor_dialog *dialog = &workspace->dialog;
    char why[EDITOR_UI_WHY_SIZE];
    for (uint32_t i = 0; i < dialog->field_count; i++) {
        if (!dialog->fields[i].choices[0] && !editor_form_number(&dialog->fields[i], &numbers[i], why))
            return refuse(workspace, "%s", why);
    }
    const double count = numbers[0];
    char most[16];
    snprintf(most, sizeof(most), "%d", EDITOR_ARRAY_MOST);
    return (count >= 2 && count <= EDITOR_ARRAY_MOST && count == floor(count)) ||
           refuse(workspace, "Count must be a whole number from 2 to %s", most);
}

// The objects to copy, which the caller frees, and the point to copy them around. NULL: out of memory.
static uint32_t *radial_objects(editor_workspace *workspace, uint32_t around, uint32_t *count, pick_vec3 *center)
{
    const editor_pivots pivots = pivots_of(workspace);
    const uint32_t active = editor_document_active(workspace->document);
    uint32_t *objects = malloc((pivots.count + 1) * sizeof(*objects));
    pick_vec3 sum = {0, 0, 0};
    *count = 0;
    *center = sum;
    for (uint32_t i = 0; objects && i < pivots.count; i++) {
        sum = pick_vec3_add(sum, pick_vec3_sub(pivots.points[i], pivots.points[0]));
        if (around != AROUND_ACTIVE || pivots.objects[i] != active)
            objects[(*count)++] = pivots.objects[i];
    }
    if (around == AROUND_ACTIVE && active != EDITOR_NONE)
        *center = editor_workspace_get_level(workspace)->objects[active].world.origin;
    if (around == AROUND_PIVOT && pivots.count > 0)
        *center = pick_vec3_add(pivots.points[0], pick_vec3_scale(sum, 1.0 / pivots.count));
    return objects;
}

static editor_edit_result make_radial(editor_workspace *workspace, const double *numbers, pick_affine *offsets)
{
    const editor_form_field *fields = workspace->dialog.fields;
    const uint32_t count = (uint32_t)numbers[RADIAL_COUNT];
    uint32_t object_count;
    pick_vec3 center;
    uint32_t *objects = radial_objects(workspace, fields[RADIAL_AROUND].chosen, &object_count, &center);
    const double angle = numbers[RADIAL_ANGLE] * EDITOR_PI / 180;
    for (uint32_t i = 1; i < count; i++)
        offsets[i - 1] = editor_array_radial((int)fields[RADIAL_AXIS].chosen, center, angle, count, i);
    editor_edit_result result = objects
                                    ? editor_edit_array(workspace->document, objects, object_count, offsets, count - 1)
                                    : EDITOR_EDIT_REFUSED;
    free(objects);
    return result;
}

static editor_edit_result make_linear(editor_workspace *workspace, const double *numbers, pick_affine *offsets)
{
    const editor_pivots pivots = pivots_of(workspace);
    const uint32_t count = (uint32_t)numbers[LINEAR_COUNT];
    const pick_vec3 step = {numbers[LINEAR_X], numbers[LINEAR_Y], numbers[LINEAR_Z]};
    for (uint32_t i = 1; i < count; i++)
        offsets[i - 1] = editor_array_linear(step, i);
    return editor_edit_array(workspace->document, pivots.objects, pivots.count, offsets, count - 1);
}

void editor_workspace_make_array(editor_workspace *workspace)
{
    const bool linear = workspace->purpose == EDITOR_FOR_LINEAR_ARRAY;
    double numbers[EDITOR_FORM_FIELDS] = {0};
    if (!read_fields(workspace, numbers))
        return;
    if (linear && numbers[LINEAR_X] == 0 && numbers[LINEAR_Y] == 0 && numbers[LINEAR_Z] == 0) {
        refuse(workspace, "%s", "The copies would lie in the original: set an offset");
        return;
    }
    if (!linear && (fabs(numbers[RADIAL_ANGLE]) > 360 || numbers[RADIAL_ANGLE] == 0)) {
        refuse(workspace, "%s", "Total Angle must be from -360 to 360 degrees, and not 0");
        return;
    }
    const uint32_t count = (uint32_t)numbers[0];
    pick_affine *offsets = malloc(count * sizeof(*offsets));
    editor_edit_result result = EDITOR_EDIT_REFUSED;
    editor_targets targets; // for what the status line says of the rest
    (void)editor_workspace_find_targets(workspace, EDITOR_LEAVE_LOCKED, &targets);
    if (offsets)
        result = linear ? make_linear(workspace, numbers, offsets) : make_radial(workspace, numbers, offsets);
    free(offsets);
    if (result == EDITOR_EDIT_REFUSED) {
        refuse(workspace, "%s", offsets ? editor_document_reason(workspace->document) : "Out of memory");
        return;
    }
    editor_workspace_close_dialog(workspace);
    if (result == EDITOR_EDIT_DONE)
        editor_workspace_say(workspace, "%s array: %u in place of one", linear ? "Linear" : "Radial", (unsigned)count);
}

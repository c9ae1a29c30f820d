// tools.c: the table of tools; routes clicks and drags to gizmo, region or selection.
#include "tools/measurements.h"
#include "tools/ruler.h"
#include "tools/tools_private.h"

#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const editor_tool EDITOR_TOOLS[] = {
    {"select", "Click to select, or drag a rectangle", -1, &EDITOR_REGION_RECTANGLE},
    {"move", "Drag an arrow, a square or the center", PICK_GIZMO_TRANSLATE, &EDITOR_REGION_RECTANGLE},
    {"rotate", "Drag a ring, or the sphere inside them", PICK_GIZMO_ROTATE, &EDITOR_REGION_RECTANGLE},
    {"scale", "Drag a box, a square or the center", PICK_GIZMO_SCALE, &EDITOR_REGION_RECTANGLE},
    {"transform", "Move, rotate and scale with one gizmo", PICK_GIZMO_COMBINED, &EDITOR_REGION_RECTANGLE},
    {"brush", "Drag the circle over objects", -1, &EDITOR_REGION_BRUSH},
    {"lasso", "Draw around objects", -1, &EDITOR_REGION_LASSO},
    {"measure", "Click points to measure between them; Enter ends, Esc clears", -1, NULL},
};

struct editor_tools {
    uint32_t current;
    editor_transform transform;
    editor_region_tool region;
    editor_part_tool parts;
    editor_section_tool section;
    editor_resize resize;
    editor_ruler ruler;
    editor_measurements measurements;
    uint32_t drawn_hot[EDITOR_VIEW_MAX]; // hovered handles in the last picture
    pick_vec2 drawn_brush;               // the mouse then, if the brush followed it
};

editor_tools *editor_tools_create(void)
{
    editor_tools *tools = calloc(1, sizeof(*tools));
    if (tools && !editor_transform_init(&tools->transform)) {
        editor_tools_destroy(tools);
        return NULL;
    }
    return tools;
}

void editor_tools_destroy(editor_tools *tools)
{
    if (!tools)
        return;
    editor_transform_finish(&tools->transform);
    editor_region_finish(&tools->region);
    editor_parts_finish(&tools->parts);
    editor_measurements_finish(&tools->measurements);
    free(tools);
}

uint32_t editor_tools_current(const editor_tools *tools)
{
    return tools->current;
}

void editor_tools_choose(editor_tools *tools, const editor_tool_context *context, uint32_t tool)
{
    editor_tools_cancel(tools, context);
    tools->current = tool;
}

void editor_tools_choose_parts(editor_tools *tools, const editor_tool_context *context, uint32_t kind)
{
    editor_tools_cancel(tools, context);
    editor_parts_choose(&tools->parts, kind);
    tools->transform.parts = kind != 0 ? &tools->parts : NULL;
    tools->transform.parts_at = (editor_document_moment){0};
    tools->transform.collected = (editor_document_moment){0};
}

uint32_t editor_tools_part_kind(const editor_tools *tools)
{
    return tools->parts.kind;
}

size_t editor_tools_part_count(const editor_tools *tools)
{
    return tools->parts.selected.count;
}

void editor_tools_clear_parts(editor_tools *tools)
{
    editor_parts_clear(&tools->parts);
}

void editor_tools_take_hovered_part(editor_tools *tools)
{
    editor_parts_take_hovered(&tools->parts);
}

bool editor_tools_find_parts(const editor_tools *tools, const editor_tool_context *context, editor_part_place *out)
{
    return editor_parts_find_place(&tools->parts, context, false, out);
}

void editor_tools_set_pivot_point(editor_tools *tools, const pick_vec3 *point)
{
    tools->transform.has_point = point != NULL;
    if (point)
        tools->transform.point = *point;
    tools->transform.pivot_move_count = 0;
    tools->transform.collected = tools->transform.parts_at = (editor_document_moment){0};
}

bool editor_tools_has_pivot_point(const editor_tools *tools)
{
    return tools->transform.has_point;
}

uint32_t *editor_tools_part_owners(const editor_tools *tools, const editor_level *level, uint32_t *count)
{
    const editor_part_list *list = &tools->parts.selected; // in the order of objects
    uint32_t *owners = list->count > 0 ? malloc(list->count * sizeof(*owners)) : NULL;
    *count = 0;
    for (size_t i = 0; owners && i < list->count; i++) {
        const uint32_t object = editor_level_object(level, list->items[i].object);
        if (*count == 0 || owners[*count - 1] != object)
            owners[(*count)++] = object;
    }
    return owners;
}

bool editor_tools_extend_parts(editor_tools *tools, const editor_tool_context *context, editor_part_step step)
{
    return editor_parts_extend(&tools->parts, editor_document_level(context->document),
                               editor_document_selection(context->document), step);
}

bool editor_tools_is_measuring(const editor_tools *tools)
{
    return !EDITOR_TOOLS[tools->current].shape;
}

bool editor_tools_has_ruler(const editor_tools *tools)
{
    return tools->ruler.count > 0;
}

void editor_tools_clear_ruler(editor_tools *tools)
{
    editor_ruler_clear(&tools->ruler);
}

void editor_tools_set_ruler(editor_tools *tools, const pick_vec3 *points, uint32_t count, bool clears)
{
    editor_ruler_set(&tools->ruler, points, count, clears);
}

void editor_tools_ruler_text(const editor_tools *tools, const editor_level *level, char *out, size_t size)
{
    editor_ruler_text(&tools->ruler, level, false, out, size);
}

bool editor_tools_ruler_line(const editor_tools *tools, double *points, editor_line *out, pick_affine *place)
{
    return editor_ruler_line(&tools->ruler, points, out, place);
}

// The tool's gizmo, or -1.
static int gizmo_of(const editor_tools *tools)
{
    const bool none = tools->parts.kind != 0 && tools->parts.selected.count == 0;
    return none ? -1 : EDITOR_TOOLS[tools->current].gizmo;
}

// Whether volumes have handles on their sides: for other tools these would be in the way.
static bool shows_sides(const editor_tools *tools)
{
    return tools->parts.kind == 0 && gizmo_of(tools) < 0 &&
           EDITOR_TOOLS[tools->current].shape == &EDITOR_REGION_RECTANGLE;
}

void editor_tools_act(editor_tools *tools, const editor_tool_context *context, const pick_pointer_action *action)
{
    switch (action->type) {
    case PICK_POINTER_HOVER:
    case PICK_POINTER_MENU:
        return;
    case PICK_POINTER_CLICK:
    case PICK_POINTER_DOUBLE_CLICK:
        if (editor_tools_is_measuring(tools))
            editor_ruler_act(&tools->ruler, context, action);
        else if (tools->parts.kind != 0)
            editor_parts_click(&tools->parts, context, action);
        else
            editor_select_click(context, action);
        return;
    case PICK_POINTER_DRAG_BEGIN:
    case PICK_POINTER_DRAG_MOVE:
    case PICK_POINTER_DRAG_END:
    case PICK_POINTER_DRAG_CANCEL:
        break;
    }
    const editor_tool *tool = &EDITOR_TOOLS[tools->current];
    bool marquee = action->drag == PICK_DRAG_MARQUEE;
    if (marquee && action->type == PICK_POINTER_DRAG_BEGIN && gizmo_of(tools) >= 0)
        editor_transform_begin_free(&tools->transform, context, action);
    const bool of_side = action->target.handle >= EDITOR_HANDLE_SIDE || tools->resize.dragging;
    const bool of_section = action->target.handle >= EDITOR_HANDLE_SECTION || tools->section.dragging;
    if (action->drag == PICK_DRAG_HANDLE && of_side)
        editor_resize_act(&tools->resize, context, action);
    else if (action->drag == PICK_DRAG_HANDLE && of_section)
        editor_section_act(&tools->section, context, action);
    else if (action->drag == PICK_DRAG_HANDLE || (marquee && tools->transform.dragging))
        editor_transform_act(&tools->transform, context, action);
    else if (marquee && editor_tools_is_measuring(tools))
        editor_ruler_act(&tools->ruler, context, action);
    else if (marquee)
        editor_region_act(&tools->region, context, tool->shape, tools->parts.kind != 0 ? &tools->parts : NULL, action);
    if (action->type == PICK_POINTER_DRAG_END)
        editor_parts_forget(&tools->parts);
}

bool editor_tools_key(editor_tools *tools, const editor_tool_context *context, const editor_event *event)
{
    return editor_transform_key(&tools->transform, context, event) ||
           editor_resize_key(&tools->resize, context, event) ||
           (editor_tools_is_measuring(tools) && editor_ruler_key(&tools->ruler, event));
}

const char *editor_tools_hint(const editor_tools *tools, uint32_t handle)
{
    if (handle >= EDITOR_HANDLE_SIDE)
        return "Drag the side to change the size; Ctrl goes in steps";
    if (handle >= EDITOR_HANDLE_SECTION)
        return "Drag the arrow to move the plane of the section; Ctrl goes in steps";
    const editor_tool *tool = &EDITOR_TOOLS[tools->current];
    const bool draws = tool->gizmo < 0 && tool->shape != &EDITOR_REGION_RECTANGLE;
    return handle != 0 || draws ? tool->hint : "Nothing under the cursor";
}

uint32_t editor_tools_handle_at(const editor_tools *tools, const editor_tool_context *context, pick_vec2 position)
{
    uint32_t handle = (uint32_t)pick_gizmo_handle_at(&tools->transform.gizmo[context->view], position);
    if (handle == 0 && shows_sides(tools))
        handle = editor_resize_handle_at(context, position);
    return handle != 0 ? handle : editor_section_handle_at(context, position);
}

editor_pivots editor_tools_pivots(editor_tools *tools, const editor_tool_context *context, bool hidden)
{
    return editor_transform_pivots(&tools->transform, context, hidden);
}

bool editor_tools_is_dragging(const editor_tools *tools)
{
    return tools->transform.dragging || tools->region.dragging || tools->section.dragging || tools->resize.dragging ||
           tools->ruler.dragging;
}

bool editor_tools_drags_objects(const editor_tools *tools)
{
    return (tools->transform.dragging && !tools->transform.parts) || tools->resize.dragging;
}

editor_drag_left editor_tools_drag_left(const editor_tools *tools)
{
    return tools->transform.dragging ? tools->transform.left : (editor_drag_left){0};
}

void editor_tools_cancel(editor_tools *tools, const editor_tool_context *context)
{
    editor_transform_cancel(&tools->transform, context);
    editor_region_cancel(&tools->region);
    editor_section_cancel(&tools->section, context);
    editor_resize_cancel(&tools->resize, context);
    editor_ruler_cancel(&tools->ruler);
}

// Whether the brush's circle follows the mouse in a view, before a press that would begin to draw with it.
static bool shows_brush(const editor_tools *tools, const editor_views *views, uint32_t v)
{
    const editor_viewport *view = &views->view[v];
    return EDITOR_TOOLS[tools->current].shape == &EDITOR_REGION_BRUSH && !tools->region.dragging &&
           !tools->section.dragging && tools->drawn_hot[v] == 0 && view->mouse_inside && !view->mouse_captured;
}

bool editor_tools_place(editor_tools *tools, const editor_tool_context *context)
{
    bool changed = !editor_tools_is_dragging(tools) && editor_parts_drop_gone(&tools->parts, context->document);
    editor_transform_place(&tools->transform, context, gizmo_of(tools));
    const bool measuring = editor_tools_is_measuring(tools);
    bool on_handle = tools->transform.dragging || tools->section.dragging;
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++) {
        const editor_viewport *view = &context->views->view[i];
        uint32_t hot = (uint32_t)tools->transform.gizmo[i].hot;
        editor_tool_context own = *context;
        own.view = i;
        const bool hovers = view->mouse_inside && !view->mouse_captured && !tools->region.dragging;
        tools->resize.hot[i] =
            hot == 0 && hovers && shows_sides(tools) ? editor_resize_handle_at(&own, view->mouse) : 0;
        hot = hot != 0 ? hot : tools->resize.hot[i];
        tools->section.hot[i] = hot == 0 && hovers ? editor_section_handle_at(&own, view->mouse) : 0;
        hot = hot != 0 ? hot : tools->section.hot[i];
        on_handle |= hot != 0;
        changed |= hot != tools->drawn_hot[i];
        tools->drawn_hot[i] = hot;
        if (!shows_brush(tools, context->views, i))
            continue;
        changed |= view->mouse.x != tools->drawn_brush.x || view->mouse.y != tools->drawn_brush.y;
        tools->drawn_brush = view->mouse;
    }
    const bool dragging = editor_tools_is_dragging(tools);
    const uint32_t adds = (uint32_t)PICK_MODIFIER_SHIFT | (uint32_t)PICK_MODIFIER_CTRL;
    const bool clicks_parts = !on_handle || (!dragging && (editor_views_mouse(context->views).modifiers & adds) != 0);
    changed |= clicks_parts ? editor_parts_follow(&tools->parts, context, dragging || measuring)
                            : editor_parts_leave(&tools->parts);
    changed |= editor_ruler_follow(&tools->ruler, context, measuring && !on_handle);
    return changed;
}

void editor_tools_draw(editor_tools *tools, const editor_tool_context *context, editor_ui *ui)
{
    editor_section_draw(&tools->section, context, ui);
    if (shows_sides(tools))
        editor_resize_draw(&tools->resize, context, ui);
    editor_transform_draw(&tools->transform, context, ui);
    editor_parts_draw(&tools->parts, context, ui);
    editor_measurements_draw(&tools->measurements, context, ui);
    editor_ruler_draw(&tools->ruler, context, editor_tools_is_measuring(tools), ui);
    if (tools->region.dragging && tools->region.view == context->view)
        editor_region_draw(&tools->region, context, ui);
    const editor_viewport *view = &context->views->view[context->view];
    if (!shows_brush(tools, context->views, context->view))
        return;
    editor_ui_canvas_begin(ui, view->rect);
    editor_ui_canvas_circle(ui, view->mouse, context->settings->circle_radius * context->ui_scale, true,
                            EDITOR_UI_INK_REGION);
    editor_ui_canvas_end(ui);
}

const uint32_t *editor_tools_preview(const editor_tools *tools, uint32_t *count, bool *active)
{
    *active = tools->region.dragging;
    *count = tools->region.dragging ? tools->region.found_count : 0;
    return tools->region.found;
}

void editor_tools_status(const editor_tools *tools, const editor_level *level, const char *objects_way, char *out,
                         size_t size)
{
    out[0] = '\0';
    const editor_transform *transform = &tools->transform;
    if (transform->dragging) {
        char label[128], snapped[192] = "";
        if (transform->snapped)
            editor_snap_text(&transform->snap, level, snapped, sizeof(snapped));
        pick_gizmo_label(&transform->gizmo[transform->view], label, sizeof(label));
        if (editor_transform_is_refused(transform))
            snprintf(out, size, "Refused:%s", transform->refusal + 4); // of its five blanks one is enough
        else if (transform->refusal[0])
            snprintf(out, size, "%s%s", label, transform->refusal);
        else if (transform->collision.stopped)
            editor_collide_text(&transform->collision, level, out, size);
        else
            snprintf(out, size, "%s%s%s", label, transform->snapped ? "     " : "", snapped);
    } else if (tools->section.dragging) {
        snprintf(out, size, "Section moved %.3f m", editor_text_shown(-tools->section.moved, 3)); // along the arrow
    } else if (tools->resize.dragging) {
        editor_resize_text(&tools->resize, out, size);
    } else if (tools->region.dragging) {
        const size_t count = tools->region.parts ? tools->parts.touched.count : tools->region.found_count;
        snprintf(out, size, "%u %s", (unsigned)count, tools->region.contains ? "fully inside" : "touched");
    } else if (editor_tools_is_measuring(tools)) {
        editor_ruler_text(&tools->ruler, level, true, out, size);
    } else {
        editor_parts_status(&tools->parts, level, objects_way, out, size);
    }
}

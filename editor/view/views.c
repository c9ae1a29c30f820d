#include "view/views.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name;
    pick_vec3 back, up; // from the target to the eye
} PRESETS[EDITOR_VIEW_PRESET_COUNT] = {
    [EDITOR_VIEW_FRONT] = {"Front", {0, 0, 1}, {0, 1, 0}},
    [EDITOR_VIEW_BACK] = {"Back", {0, 0, -1}, {0, 1, 0}},
    [EDITOR_VIEW_RIGHT] = {"Right", {1, 0, 0}, {0, 1, 0}},
    [EDITOR_VIEW_LEFT] = {"Left", {-1, 0, 0}, {0, 1, 0}},
    [EDITOR_VIEW_TOP] = {"Top", {0, 1, 0}, {0, 0, -1}},
    [EDITOR_VIEW_BOTTOM] = {"Bottom", {0, -1, 0}, {0, 0, 1}},
    [EDITOR_VIEW_PERSPECTIVE] = {"Perspective", {6, 4, 8}, {0, 1, 0}},
};

// Distance of an orthographic eye from its target, in heights of the view. Anything nearer than the eye is clipped.
static const double ortho_distance = 8;

static const double gap = 2; // between four views, design units

static double distance_of(const editor_camera *camera)
{
    return pick_vec3_length(pick_vec3_sub(camera->eye, camera->target));
}

// Objects at the target keep their size.
static void change_projection(editor_camera *camera)
{
    double slope = 2 * tan(camera->fov / 2), distance = distance_of(camera);
    pick_vec3 back = pick_vec3_scale(pick_vec3_sub(camera->eye, camera->target), 1 / distance);
    if (camera->orthographic) {
        distance = camera->ortho_height / slope;
    } else {
        camera->ortho_height = slope * distance;
        distance = ortho_distance * camera->ortho_height;
    }
    camera->eye = pick_vec3_add(camera->target, pick_vec3_scale(back, distance));
    camera->orthographic = !camera->orthographic;
}

static void apply_preset(editor_camera *camera, editor_view_preset preset)
{
    bool orthographic = preset != EDITOR_VIEW_PERSPECTIVE;
    if (orthographic != camera->orthographic)
        change_projection(camera);
    pick_vec3 back = pick_vec3_normalize(PRESETS[preset].back);
    camera->eye = pick_vec3_add(camera->target, pick_vec3_scale(back, distance_of(camera)));
    camera->up = PRESETS[preset].up;
}

bool editor_views_init(editor_views *views, double scale, double (*clock)(void))
{
    static const editor_view_preset quad[EDITOR_VIEW_MAX] = {EDITOR_VIEW_TOP, EDITOR_VIEW_PERSPECTIVE,
                                                             EDITOR_VIEW_FRONT, EDITOR_VIEW_RIGHT};
    *views = (editor_views){.count = 1, .active = 1, .scale = scale};
    bool made = true;
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++) {
        made &= editor_viewport_init(&views->view[i], scale, clock);
        apply_preset(&views->view[i].camera, quad[i]);
    }
    return made;
}

void editor_views_finish(editor_views *views)
{
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++)
        editor_viewport_finish(&views->view[i]);
}

void editor_views_place(editor_views *views, pick_rect area, const pick_window *window)
{
    if (views->count == 1) {
        editor_viewport_place(&views->view[views->active], area, window);
        return;
    }
    double space = fmax(1, floor(gap * views->scale));
    double w = floor((area.width - space) / 2), h = floor((area.height - space) / 2);
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++) {
        bool right = i & 1, below = i & 2;
        pick_rect rect = {area.x + (right ? w + space : 0), area.y + (below ? h + space : 0),
                          right ? area.width - w - space : w, below ? area.height - h - space : h};
        editor_viewport_place(&views->view[i], rect, window);
    }
}

bool editor_views_is_shown(const editor_views *views, uint32_t view)
{
    return views->count > 1 || view == views->active;
}

uint32_t editor_views_at(const editor_views *views, pick_vec2 p)
{
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++) {
        const pick_rect *r = &views->view[i].rect;
        if (editor_views_is_shown(views, i) && p.x >= r->x && p.y >= r->y && p.x < r->x + r->width &&
            p.y < r->y + r->height)
            return i;
    }
    return EDITOR_VIEW_MAX;
}

editor_viewport *editor_views_active(editor_views *views)
{
    return &views->view[views->active];
}

const editor_viewport *editor_views_hovered(const editor_views *views)
{
    const editor_viewport *active = &views->view[views->active];
    uint32_t at = active->mouse_inside && !pick_pointer_is_dragging(active->pointer)
                      ? editor_views_at(views, active->mouse)
                      : EDITOR_VIEW_MAX;
    return at < EDITOR_VIEW_MAX ? &views->view[at] : active;
}

editor_view_mouse editor_views_mouse(const editor_views *views)
{
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++) {
        const editor_viewport *view = &views->view[i];
        if (editor_views_is_shown(views, i) && view->mouse_inside && !view->mouse_captured)
            return (editor_view_mouse){i, view->mouse, view->revision, view->modifiers};
    }
    return (editor_view_mouse){.view = EDITOR_VIEW_MAX};
}

bool editor_view_mouse_is_same(const editor_view_mouse *a, const editor_view_mouse *b)
{
    return a->view == b->view && a->revision == b->revision && a->modifiers == b->modifiers &&
           a->position.x == b->position.x && a->position.y == b->position.y;
}

void editor_views_set_count(editor_views *views, uint32_t count)
{
    views->count = count;
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++) {
        views->view[i].has_view = views->view[i].next_has_view = false;
        views->view[i].revision++;
    }
}

bool editor_views_event(editor_views *views, const editor_event *event, bool captured)
{
    bool pressed = event->type == EDITOR_EVENT_MOUSE_PRESS;
    bool placed = pressed || event->type == EDITOR_EVENT_MOUSE_MOVE || event->type == EDITOR_EVENT_MOUSE_RELEASE ||
                  event->type == EDITOR_EVENT_WHEEL;
    uint32_t under = placed ? editor_views_at(views, event->position) : EDITOR_VIEW_MAX;
    bool changed = false;
    if (pressed && !captured && under < EDITOR_VIEW_MAX && under != views->active && !editor_views_is_dragging(views)) {
        views->active = under;
        changed = true;
    }
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++) {
        editor_viewport *view = &views->view[i];
        bool flying = view->navigation.flying;
        // With several views, only the view under the mouse gets the event. A single view gets all.
        bool elsewhere = !editor_views_is_shown(views, i) || (under != i && views->count > 1);
        bool moved = editor_viewport_event(view, event, captured || (placed && elsewhere));
        changed |= (moved && editor_views_is_shown(views, i)) || flying != view->navigation.flying;
    }
    return changed;
}

void editor_views_set_preset(editor_views *views, editor_view_preset preset)
{
    apply_preset(&editor_views_active(views)->camera, preset);
}

void editor_views_toggle_perspective(editor_views *views)
{
    change_projection(&editor_views_active(views)->camera);
}

const char *editor_views_name(const editor_views *views, uint32_t view)
{
    const editor_camera *camera = &views->view[view].camera;
    pick_vec3 back = pick_vec3_normalize(pick_vec3_sub(camera->eye, camera->target));
    for (int i = 0; i < EDITOR_VIEW_PERSPECTIVE; i++) {
        if (camera->orthographic && pick_vec3_dot(back, PRESETS[i].back) > 1 - 1e-9)
            return PRESETS[i].name;
    }
    return camera->orthographic ? "Orthographic" : "Perspective";
}

const char *editor_views_shown_name(const editor_views *views, uint32_t view)
{
    return views->count > 1 || views->view[view].camera.orthographic ? editor_views_name(views, view) : NULL;
}

void editor_views_draw(const editor_views *views, editor_ui *ui)
{
    double unit = editor_ui_unit(ui);
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++) {
        if (!editor_views_is_shown(views, i))
            continue;
        const pick_rect r = views->view[i].rect;
        bool active = i == views->active, several = views->count > 1;
        editor_ui_canvas_begin(ui, r);
        if (several && active) {
            double inset = 0.75 * unit;
            const pick_vec2 frame[4] = {{r.x + inset, r.y + inset},
                                        {r.x + r.width - inset, r.y + inset},
                                        {r.x + r.width - inset, r.y + r.height - inset},
                                        {r.x + inset, r.y + r.height - inset}};
            editor_ui_canvas_path(ui, frame, 4, true, false, EDITOR_UI_INK_ACCENT);
        }
        if (editor_views_shown_name(views, i))
            editor_ui_canvas_text(ui, (pick_vec2){r.x + 10 * unit, r.y + 8 * unit}, editor_views_shown_name(views, i),
                                  active ? EDITOR_COLOR_STRONG : EDITOR_COLOR_OVER_PICTURE, false);
        editor_ui_canvas_end(ui);
    }
}

void editor_views_scene_changed(editor_views *views)
{
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++)
        editor_viewport_scene_changed(&views->view[i]);
}

bool editor_views_is_busy(const editor_views *views)
{
    bool busy = false;
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++)
        busy |= editor_views_is_shown(views, i) && editor_viewport_is_busy(&views->view[i]);
    return busy;
}

bool editor_views_is_flying(const editor_views *views)
{
    bool flying = false;
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++)
        flying |= views->view[i].navigation.flying;
    return flying;
}

bool editor_views_is_dragging(const editor_views *views)
{
    bool dragging = false;
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++)
        dragging |= pick_pointer_is_dragging(views->view[i].pointer);
    return dragging;
}

uint64_t editor_views_picks(const editor_views *views)
{
    uint64_t picks = 0;
    for (uint32_t i = 0; i < EDITOR_VIEW_MAX; i++)
        picks += pick_pointer_total_picks(views->view[i].pointer);
    return picks;
}

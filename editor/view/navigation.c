// navigation.c: orbit, pan, dolly, zoom and flight.
#include "view/navigation.h"

#include <math.h>

static const double orbit_radians_per_point = 0.0055;
static const double look_radians_per_point = 0.003;
static const double dolly_per_point = 0.008; // natural logarithm of the factor
static const double zoom_per_notch = 1.2;
static const double fly_speed_per_notch = 1.25;
static const double fly_speed_min = 0.05, fly_speed_max = 2000; // metres per second
static const double fly_fast = 4;
static const double longest_step = 0.1; // seconds; limits the camera's movement after a hitch

static const editor_key fly_keys[6] = {(editor_key)'W', (editor_key)'S', (editor_key)'A',
                                       (editor_key)'D', (editor_key)'E', (editor_key)'Q'};

static void stop_flying(editor_navigation *navigation)
{
    navigation->flying = false;
    for (int i = 0; i < 6; i++)
        navigation->keys[i] = false;
}

// Turns the camera by mouse motion, once it has left the dead zone.
static void look(editor_navigation *navigation, pick_vec2 delta, editor_camera *camera)
{
    if (!navigation->used) {
        navigation->travel.x += delta.x;
        navigation->travel.y += delta.y;
        delta = navigation->travel;
        if (hypot(delta.x, delta.y) <= navigation->dead_zone)
            return;
        navigation->used = true;
    }
    editor_camera_turn(camera, -delta.x * look_radians_per_point, -delta.y * look_radians_per_point);
}

static bool fly_key(editor_navigation *navigation, const editor_event *event)
{
    const editor_key key = event->place != EDITOR_KEY_NONE ? event->place : event->key;
    navigation->fast = (event->modifiers & PICK_MODIFIER_SHIFT) != 0;
    for (int i = 0; i < 6; i++) {
        if (key == fly_keys[i]) {
            navigation->keys[i] = event->type == EDITOR_EVENT_KEY_DOWN;
            navigation->used = true;
            return true;
        }
    }
    return false;
}

bool editor_navigation_event(editor_navigation *navigation, const editor_event *event, bool in_viewport,
                             editor_camera *camera)
{
    switch (event->type) {
    case EDITOR_EVENT_MOUSE_PRESS:
        // Alt + right button is the dolly drag.
        if (event->button == PICK_BUTTON_RIGHT && in_viewport && !(event->modifiers & PICK_MODIFIER_ALT)) {
            navigation->flying = true;
            navigation->used = false;
            navigation->travel = (pick_vec2){0, 0};
        }
        return false;
    case EDITOR_EVENT_MOUSE_RELEASE:
        if (event->button == PICK_BUTTON_RIGHT)
            stop_flying(navigation);
        return false;
    case EDITOR_EVENT_FOCUS_LOST:
        stop_flying(navigation);
        return false;
    case EDITOR_EVENT_MOUSE_MOVE:
        if (navigation->flying)
            look(navigation, event->delta, camera);
        return false;
    case EDITOR_EVENT_WHEEL:
        if (!navigation->flying)
            return false;
        navigation->used = true;
        navigation->fly_speed =
            fmin(fly_speed_max, fmax(fly_speed_min, navigation->fly_speed * pow(fly_speed_per_notch, event->delta.y)));
        return true;
    case EDITOR_EVENT_KEY_DOWN:
    case EDITOR_EVENT_KEY_UP:
        return navigation->flying && fly_key(navigation, event);
    default:
        return false;
    }
}

// The point that a zoom moves towards: the surface that was hit, else the point of the ray at the target's distance.
static pick_vec3 point_under(const pick_target *target, pick_vec2 position, const pick_view *view,
                             const editor_camera *camera)
{
    if (target->hit)
        return target->nearest;
    pick_ray ray = pick_view_ray(view, position);
    return pick_ray_at(&ray, pick_vec3_length(pick_vec3_sub(camera->target, camera->eye)));
}

bool editor_navigation_drag(editor_navigation *navigation, const pick_pointer_action *action, const pick_view *view,
                            editor_camera *camera)
{
    bool alt = (action->modifiers & PICK_MODIFIER_ALT) != 0, shift = (action->modifiers & PICK_MODIFIER_SHIFT) != 0;
    bool middle = action->button == PICK_BUTTON_MIDDLE;
    bool dolly = action->button == PICK_BUTTON_RIGHT && alt;
    if (!middle && !dolly && !(action->button == PICK_BUTTON_LEFT && alt))
        return action->button == PICK_BUTTON_RIGHT; // flight uses relative mouse motion instead
    if (dolly) {
        if (action->type == PICK_POINTER_DRAG_BEGIN)
            navigation->zoom_point = point_under(&action->target, action->press, view, camera);
        editor_camera_zoom(camera, navigation->zoom_point, exp((action->delta.x - action->delta.y) * dolly_per_point));
    } else if (middle && (shift || alt)) {
        editor_camera_pan(camera, view, action->delta.x, action->delta.y);
    } else {
        editor_camera_orbit(camera, -action->delta.x * orbit_radians_per_point,
                            -action->delta.y * orbit_radians_per_point);
    }
    return true;
}

void editor_navigation_wheel(double notches, pick_vec2 position, const pick_target *hover, const pick_view *view,
                             editor_camera *camera)
{
    editor_camera_zoom(camera, point_under(hover, position, view, camera), pow(zoom_per_notch, notches));
}

bool editor_navigation_is_moving(const editor_navigation *navigation)
{
    const bool *k = navigation->keys;
    return navigation->flying && (k[0] != k[1] || k[2] != k[3] || k[4] != k[5]);
}

bool editor_navigation_advance(editor_navigation *navigation, double seconds, editor_camera *camera)
{
    if (!editor_navigation_is_moving(navigation))
        return false;
    const bool *k = navigation->keys;
    double step = fmin(seconds, longest_step) * navigation->fly_speed * (navigation->fast ? fly_fast : 1);
    editor_camera_fly(camera, step * (k[3] - k[2]), step * (k[4] - k[5]), step * (k[0] - k[1]));
    return true;
}

#include "cli/verify_views.h"

#include "view/projection.h"

#include <assert.h>
#include <math.h>

static const double RADIANS = 0.017453292519943295; // per degree

typedef enum view_depth { REVERSED_INFINITE, REVERSED_FINITE, FORWARD_FINITE, FORWARD_INFINITE } view_depth;
typedef enum view_area { WHOLE, MIDDLE, CORNER, FLIPPED, FLIPPED_PART } view_area;

typedef struct view_row {
    const char *name;
    double from[3];   // direction from the centre of the level to the eye
    double distance;  // in radii of the level; 0: 1000 km, with a field of view that fits the level
    double fov;       // degrees, vertical; 0: orthographic, fitting the level
    double near;      // fraction of the distance
    double shift[2];  // shift of the projection's centre, NDC
    double roll;      // degrees
    double aside[3];  // offset of the target from the centre of the level, in radii
    double offset[3]; // metres
    view_depth depth;
    view_area area;
    bool upside_down;
} view_row;

static const view_row ROWS[EDITOR_VERIFY_VIEW_COUNT] = {
    {.name = "framed", .from = {6, 4, 8}, .distance = 1.6, .fov = 45, .near = 1e-4},
    {.name = "front", .from = {0, 0, 1}, .distance = 1.6, .fov = 45, .near = 1e-4},
    {.name = "back, from below", .from = {-3, -2, -8}, .distance = 1.6, .fov = 45, .near = 1e-4},
    {.name = "right, axis-aligned", .from = {1, 0, 0}, .distance = 1.4, .fov = 60, .near = 1e-4},
    {.name = "straight down", .from = {0, 1, 0}, .distance = 1.5, .fov = 50, .near = 1e-4},
    {.name = "straight up", .from = {0, -1, 0}, .distance = 1.5, .fov = 50, .near = 1e-4},
    {.name = "grazing", .from = {9, 0.2, 5}, .distance = 1.4, .fov = 40, .near = 1e-4},
    {.name = "close", .from = {5, 3, -4}, .distance = 0.7, .fov = 70, .near = 1e-4, .aside = {0.2, 0, 0.1}},
    {.name = "inside", .from = {1, 0.6, 0.3}, .distance = 0.2, .fov = 90, .near = 1e-3},
    {.name = "wide", .from = {-4, 2, 6}, .distance = 0.9, .fov = 130, .near = 1e-4},
    {.name = "narrow", .from = {4, 3, 7}, .distance = 40, .fov = 3, .near = 1e-3},
    {.name = "narrow, aside", .from = {-7, 3, 2}, .distance = 30, .fov = 1, .near = 1e-3, .aside = {0.3, 0.1, 0.2}},
    {.name = "rolled", .from = {6, 4, 8}, .distance = 1.5, .fov = 45, .near = 1e-4, .roll = 37},
    {.name = "near plane through it", .from = {3, 2, 8}, .distance = 1.6, .fov = 50, .near = 0.9},
    {.name = "near and far through it",
     .from = {-3, 4, 6},
     .distance = 2,
     .fov = 50,
     .near = 0.9,
     .depth = REVERSED_FINITE},
    {.name = "off-centre", .from = {6, 4, 8}, .distance = 1.6, .fov = 45, .near = 1e-4, .shift = {0.35, -0.2}},
    {.name = "off-centre, rolled, part",
     .from = {-6, 3, 8},
     .distance = 1.6,
     .fov = 55,
     .near = 1e-3,
     .shift = {-0.4, 0.3},
     .roll = -20,
     .area = MIDDLE},
    {.name = "reversed, finite",
     .from = {8, 3, -5},
     .distance = 1.6,
     .fov = 45,
     .near = 0.01,
     .depth = REVERSED_FINITE},
    {.name = "forward, finite", .from = {6, 4, 8}, .distance = 1.6, .fov = 45, .near = 0.1, .depth = FORWARD_FINITE},
    {.name = "forward, infinite",
     .from = {-6, 4, 8},
     .distance = 1.6,
     .fov = 45,
     .near = 0.1,
     .depth = FORWARD_INFINITE},
    {.name = "forward, off-centre, corner",
     .from = {2, 5, 8},
     .distance = 1.4,
     .fov = 60,
     .near = 0.1,
     .shift = {0.2, 0.2},
     .depth = FORWARD_FINITE,
     .area = CORNER},
    {.name = "part", .from = {6, 4, 8}, .distance = 1.5, .fov = 45, .near = 1e-4, .area = MIDDLE},
    {.name = "corner", .from = {-6, 2, -8}, .distance = 1.5, .fov = 45, .near = 1e-4, .area = CORNER},
    {.name = "negative height", .from = {6, 4, 8}, .distance = 1.6, .fov = 45, .near = 1e-4, .area = FLIPPED},
    {.name = "negative height, part",
     .from = {7, 3, -4},
     .distance = 1.5,
     .fov = 50,
     .near = 0.01,
     .depth = REVERSED_FINITE,
     .area = FLIPPED_PART},
    {.name = "upside down", .from = {5, 4, 8}, .distance = 1.6, .fov = 45, .near = 1e-4, .upside_down = true},
    {.name = "orthographic", .from = {6, 4, 8}, .distance = 3},
    {.name = "orthographic, front, forward", .from = {0, 0, 1}, .distance = 3, .depth = FORWARD_FINITE},
    {.name = "orthographic, off-centre, part",
     .from = {-5, 8, 6},
     .distance = 3,
     .shift = {0.3, 0.2},
     .roll = 10,
     .area = MIDDLE},
    {.name = "from 1000 km", .from = {6, 4, 8}, .fov = 1, .near = 0.5},
    {.name = "from 1000 km, orthographic", .from = {-3, 7, 5}},
    {.name = "1000 km out", .from = {6, 4, 8}, .distance = 1.6, .fov = 45, .near = 1e-4, .offset = {8e5, 1e3, -6e5}},
    {.name = "1000 km out, close",
     .from = {5, 3, -4},
     .distance = 0.7,
     .fov = 70,
     .near = 1e-4,
     .offset = {-1e6, 12.345, 7.7e4}},
    {.name = "1000 km out, orthographic", .from = {-6, 4, 8}, .distance = 3, .offset = {3e5, -9e5, 2e5}},
};

// The camera's axes: right, up, back.
static void get_axes(const view_row *row, pick_vec3 axes[3])
{
    axes[2] = pick_vec3_normalize(pick_vec3_make(row->from[0], row->from[1], row->from[2]));
    pick_vec3 up = fabs(axes[2].y) > 0.999 ? pick_vec3_make(0, 0, -1) : pick_vec3_make(0, 1, 0);
    pick_vec3 right = pick_vec3_normalize(pick_vec3_cross(up, axes[2]));
    pick_vec3 upright = pick_vec3_cross(axes[2], right);
    double angle = row->roll * RADIANS, c = cos(angle), s = sin(angle);
    axes[0] = pick_vec3_add(pick_vec3_scale(right, c), pick_vec3_scale(upright, s));
    axes[1] = pick_vec3_add(pick_vec3_scale(upright, c), pick_vec3_scale(right, -s));
}

static render_rect get_area(view_area area, double width, double height)
{
    double x = 0, y = 0, w = width, h = height;
    if (area == MIDDLE || area == FLIPPED_PART)
        x = floor(width * 0.15), y = floor(height * 0.2), w = floor(width * 0.7), h = floor(height * 0.65);
    else if (area == CORNER)
        x = floor(width * 0.5), y = floor(height * 0.4), w = width - x, h = height - y;
    if (area == FLIPPED || area == FLIPPED_PART)
        y += h, h = -h;
    return (render_rect){(float)x, (float)y, (float)w, (float)h};
}

static double get_distance(const view_row *row, double radius)
{
    return row->distance > 0 ? row->distance * radius : fmax(1e6, 100 * radius);
}

static void write_projection(const view_row *row, double radius, const render_rect *area, float projection[16])
{
    const double distance = get_distance(row, radius), aspect = (double)area->width / fabs((double)area->height);
    const bool forward = row->depth == FORWARD_FINITE || row->depth == FORWARD_INFINITE;
    const bool infinite = row->depth == REVERSED_INFINITE || row->depth == FORWARD_INFINITE;
    const editor_depth depth = forward ? EDITOR_DEPTH_FORWARD : EDITOR_DEPTH_REVERSED;
    if (row->fov == 0) {
        editor_orthographic_matrix(1.2 * radius, aspect, 0.01 * radius, distance + 1.5 * radius, depth, projection);
    } else {
        const double fov = row->distance == 0 ? 2 * atan(0.6 * radius / distance) : row->fov * RADIANS;
        const double far = infinite ? (double)INFINITY : distance * (row->near >= 0.5 ? 1.1 : 4);
        editor_perspective_matrix(fov, aspect, row->near * distance, far, depth, projection);
    }
    if ((area->height < 0) != row->upside_down) // y up
        projection[5] = -projection[5];
    // The shift is in clip space, so it is multiplied by w: 1, or the distance in front of the eye.
    const int column = row->fov == 0 ? 12 : 8;
    projection[column] = (float)row->shift[0];
    projection[column + 1] = (float)row->shift[1];
}

editor_verify_view editor_verify_get_view(uint32_t number, const pick_aabb *bounds, uint32_t width, uint32_t height)
{
    assert(number < EDITOR_VERIFY_VIEW_COUNT);
    const view_row *row = &ROWS[number];
    pick_vec3 middle = pick_vec3_scale(pick_vec3_add(bounds->min, bounds->max), 0.5);
    double radius = 0.5 * pick_vec3_length(pick_vec3_sub(bounds->max, bounds->min));
    radius = radius > 0 ? radius : 1;
    editor_verify_view view = {.name = row->name,
                               .offset = pick_vec3_make(row->offset[0], row->offset[1], row->offset[2])};
    pick_vec3 axes[3];
    get_axes(row, axes);
    pick_vec3 aside = pick_vec3_make(row->aside[0], row->aside[1], row->aside[2]);
    pick_vec3 target = pick_vec3_add(pick_vec3_add(middle, view.offset), pick_vec3_scale(aside, radius));
    pick_vec3 eye = pick_vec3_add(target, pick_vec3_scale(axes[2], get_distance(row, radius)));
    view.frame.eye[0] = eye.x, view.frame.eye[1] = eye.y, view.frame.eye[2] = eye.z;
    editor_view_matrix(axes, view.frame.view);
    view.frame.viewport = get_area(row->area, width, height);
    view.frame.forward_depth = row->depth == FORWARD_FINITE || row->depth == FORWARD_INFINITE;
    write_projection(row, radius, &view.frame.viewport, view.frame.projection);
    return view;
}

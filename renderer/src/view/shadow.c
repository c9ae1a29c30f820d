#include "view/shadow.h"

#include "scene/depths.h"
#include "scene/scene_private.h"

#include <math.h>
#include <string.h>

typedef struct sphere {
    double center[3], radius;
} sphere;

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static void normalize(double v[3])
{
    const double length = sqrt(dot(v, v));
    for (int i = 0; i < 3; i++)
        v[i] /= length;
}

// Computes a sphere around the part of the view up to twice that distance.
static sphere find_view_sphere(const render_draw *draw, double distance)
{
    const float *p = draw->frame->projection;
    const int offset = draw->orthographic ? 12 : 8; // of an off-centre view
    double half[2];
    for (int i = 0; i < 2; i++) {
        const double scale = hypot((double)p[i], (double)p[4 + i]);
        half[i] = scale > 0.0 ? (1.0 + fabs((double)p[offset + i])) / scale : 1.0;
    }
    const double across = hypot(half[0], half[1]) * (draw->orthographic ? 1.0 : 2.0 * distance);
    sphere out = {.radius = hypot(distance, across)};
    for (int i = 0; i < 3; i++)
        out.center[i] = draw->frame->eye[i] + distance * draw->forward[i];
    return out;
}

// Sets the map's camera: it looks along `away`, from before the box, at the sphere.
static void set_camera(const sphere *seen, const double away[3], const double low[3], const double high[3],
                       render_frame *out)
{
    double right[3], up[3], eye[3], start = 0.0, end = 0.0;
    const double helper[3] = {fabs(away[1]) > 0.99 ? 1.0 : 0.0, fabs(away[1]) > 0.99 ? 0.0 : 1.0, 0.0};
    cross(away, helper, right);
    normalize(right);
    cross(right, away, up);
    for (int i = 0; i < 3; i++) {
        start += fmin(away[i] * low[i], away[i] * high[i]);
        end += fmax(away[i] * low[i], away[i] * high[i]);
    }
    const double margin = 0.01 * (end - start) + 1e-6 * seen->radius;
    const double texel = 2.0 * seen->radius / RENDER_SHADOW_SIZE;
    const double x = floor(dot(seen->center, right) / texel) * texel, y = floor(dot(seen->center, up) / texel) * texel;
    const double depth = end - start + 2.0 * margin;
    *out = (render_frame){.viewport = {0.0f, 0.0f, RENDER_SHADOW_SIZE, RENDER_SHADOW_SIZE}};
    for (int i = 0; i < 3; i++) {
        eye[i] = x * right[i] + y * up[i] + (start - margin) * away[i];
        out->eye[i] = eye[i];
        out->view[4 * i] = (float)right[i];
        out->view[4 * i + 1] = (float)up[i];
        out->view[4 * i + 2] = (float)-away[i];
    }
    out->view[15] = 1.0f;
    out->projection[0] = (float)(1.0 / seen->radius);
    out->projection[5] = (float)(-1.0 / seen->radius);
    out->projection[10] = (float)(1.0 / depth);
    out->projection[14] = out->projection[15] = 1.0f;
}

// Fits the map to what the view and the sun, which shines along `away`, see of the scene.
static bool fit(const render_draw *draw, const double away[3], render_frame *out)
{
    double low[3], high[3], squares = 0.0;
    sphere whole;
    if (!render_bounds_find_shaded_box(&draw->scene->bounds, low, high))
        return false;
    for (int i = 0; i < 3; i++) {
        whole.center[i] = 0.5 * (low[i] + high[i]);
        squares += 0.25 * (high[i] - low[i]) * (high[i] - low[i]);
    }
    whole.radius = sqrt(squares);
    const double distance = render_bounds_find_depth(&draw->scene->bounds, draw->frame->eye, draw->forward);
    sphere seen = find_view_sphere(draw, distance);
    seen.radius = exp2(ceil(4.0 * log2(fmax(seen.radius, 1e-30))) / 4.0);
    if (!(distance > 0.0) || !(seen.radius < whole.radius))
        seen = whole;
    if (!(seen.radius > 1e-6) || !(seen.radius < 1e12))
        return false;
    set_camera(&seen, away, low, high, out);
    return true;
}

static void make_key(const render_draw *draw, const double away[3], render_shadow_key *key)
{
    memset(key, 0, sizeof *key);
    key->scene = draw->scene->serial;
    key->revision = draw->scene->list.views.revision;
    memcpy(key->eye, draw->frame->eye, sizeof key->eye);
    memcpy(key->forward, draw->forward, sizeof key->forward);
    memcpy(key->away, away, sizeof key->away);
    memcpy(key->projection, draw->frame->projection, sizeof key->projection);
}

bool render_shadow_fit(const render_draw *draw, render_frame *out)
{
    render_shadow_fit_kept *kept = &draw->target->shadow_fits[draw->part];
    render_shadow_key key;
    double away[3];
    if (render_scene_sun(draw->scene, away) == 0)
        return false;
    make_key(draw, away, &key);
    if (memcmp(&key, &kept->key, sizeof key) != 0) {
        kept->found = fit(draw, away, &kept->map);
        kept->key = key;
    }
    *out = kept->map;
    memcpy(out->section, draw->frame->section, sizeof out->section); // what is cut off casts no shadow
    out->section_count = draw->frame->section_count;
    out->both_sides = draw->frame->both_sides;
    return kept->found;
}

void render_shadow_fill(const render_frame *map, const render_frame *frame, uint32_t light, struct shader_view *view)
{
    const double scales[3] = {0.5 * (double)map->projection[0], 0.5 * (double)map->projection[5],
                              (double)map->projection[10]};
    const double offsets[3] = {0.5, 0.5, 1.0};
    for (int row = 0; row < 3; row++) {
        double sum = offsets[row];
        for (int i = 0; i < 3; i++) {
            const double axis = (double)map->view[4 * i + row] * scales[row];
            view->shadow_rows[row][i] = (float)axis;
            sum += axis * (frame->eye[i] - map->eye[i]);
        }
        view->shadow_rows[row][3] = (float)sum;
    }
    view->shadow_texel = 2.0f / (map->projection[0] * (float)RENDER_SHADOW_SIZE);
    view->shadow_light = light;
}

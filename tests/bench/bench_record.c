// bench record: CPU time to record and submit a frame of many objects, and bytes uploaded per moved object.
//
// Five kinds of scene: instances (few meshes), the same with the sun's shadows, the same with caps where a plane cuts a
// hundredth of them, one mesh per object, and 1 000 materials, each of which is a draw call. A view is drawn while the
// camera moves, while it stands still, and while the hovered object changes; "recorded" is a still view whose lines
// change, so that its commands are recorded anew from the list as it is. The baseline is the cost per object at 1 000
// objects: a ratio of 1 is flat. Figures are medians of the calling thread's own time: neither other programs count nor
// the GPU's time, which on a software device is this CPU's too.
#include "bench.h"
#include "renderer/renderer.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 15, WIDTH = 64, HEIGHT = 64 };

enum { MATERIALS = 1000 };

static double thread_seconds(void)
{
#ifdef CLOCK_THREAD_CPUTIME_ID
    struct timespec now;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0)
        return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#endif
    return bench_seconds();
}

static render_mesh make_mesh(render_scene *scene, uint32_t number, render_material material)
{
    const float size = 0.3f + 0.001f * (float)(number % 100);
    const float positions[12] = {-size, -size, -size, size, -size, size, size, size, -size, -size, size, size};
    static const uint32_t indices[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const render_submesh all = {.triangle_count = 4, .material = material};
    const render_mesh_desc desc = {.positions = positions,
                                   .vertex_count = 4,
                                   .indices = indices,
                                   .index_count = 12,
                                   .submeshes = &all,
                                   .submesh_count = 1};
    render_mesh mesh = 0;
    return render_mesh_create(scene, &desc, &mesh) == RENDER_OK ? mesh : 0;
}

static render_object place(render_mesh mesh, uint32_t slot)
{
    return (render_object){.mesh = mesh,
                           .flags = RENDER_OBJECT_SOLID,
                           .linear = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                           .origin = {(double)(slot % 100), (double)(slot / 100 % 100), -(double)(slot / 10000)}};
}

static render_material make_material(render_scene *scene, uint32_t number)
{
    const render_material_desc desc = {.base_color = {0.001f * (float)number, 0.5f, 0.5f, 1},
                                       .uv_transform = {1, 0, 0, 0, 1, 0}};
    render_material material = 0;
    return render_material_create(scene, &desc, &material) == RENDER_OK ? material : 0;
}

static bool fill(render_scene *scene, uint32_t count, uint32_t mesh_count, bool materials)
{
    render_mesh *meshes = malloc(mesh_count * sizeof *meshes);
    bool good = meshes != NULL;
    for (uint32_t i = 0; i < mesh_count && good; i++)
        good = (meshes[i] = make_mesh(scene, i, materials ? make_material(scene, i) : 0)) != 0;
    for (uint32_t slot = 0; slot < count && good; slot++) {
        const render_object object = place(meshes[slot % mesh_count], slot);
        good = render_scene_set_object(scene, slot, &object) == RENDER_OK;
    }
    free(meshes);
    return good;
}

typedef enum extra { EXTRA_NONE, EXTRA_SHADOWS, EXTRA_CAPS } extra;

static render_frame make_frame(bool all, extra with)
{
    render_frame frame = {.shadows = with == EXTRA_SHADOWS,
                          .section = {{{1, 0, 0}, -50}}, // through the middle of one in a hundred
                          .section_count = with == EXTRA_CAPS,
                          .caps = with == EXTRA_CAPS,
                          .projection = {2, 0, 0, 0, 0, -2, 0, 0, 0, 0, 0, -1, 0, 0, 0.1f, 0},
                          .view = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                          .eye = {50, 50, all ? 150 : 5}};
    return frame;
}

typedef enum change { CHANGE_NOTHING, CHANGE_CAMERA, CHANGE_HOVER, CHANGE_LINES } change;

// Seconds of CPU to record and submit, the GPU idle before and after. What changes does so a little each time.
static double time_frame(render_device *device, render_target *target, render_scene *scene, const render_frame *from,
                         change what)
{
    double times[ROUNDS];
    render_frame frame = *from;
    render_line line = {.to = {1, 1, 1}, .color = UINT32_MAX, .width = 1};
    frame.lines = &line;
    frame.line_count = 1;
    for (int i = -4; i < ROUNDS; i++) {
        frame.eye[0] += what == CHANGE_CAMERA ? 1e-3 : 0.0;
        line.to[0] += what == CHANGE_LINES ? 1e-3 : 0.0;
        double start = thread_seconds();
        if (what == CHANGE_HOVER)
            render_scene_set_flags(scene, 3, RENDER_OBJECT_SOLID | (i % 2 ? RENDER_OBJECT_HOVERED : 0u));
        if (render_target_draw(target, scene, &frame) != RENDER_OK)
            return -1.0;
        double spent = thread_seconds() - start;
        render_device_wait_idle(device);
        if (i >= 0)
            times[i] = spent;
    }
    return bench_quantile(times, ROUNDS, 0.5);
}

// `each`: seconds per object of the smallest scene, set by the first.
static void measure(render_device *device, render_target *target, uint32_t count, uint32_t mesh_count, const char *kind,
                    extra with, bool json, double *each)
{
    render_scene *scene;
    render_stats before, after;
    if (render_scene_create(device, &scene) != RENDER_OK || !fill(scene, count, mesh_count, mesh_count == MATERIALS)) {
        (void)fprintf(stderr, "%-10s %7u objects: %s\n", kind, count, render_device_last_error(device));
        render_scene_destroy(scene);
        return;
    }
    const render_frame far_view = make_frame(true, with), near_view = make_frame(false, with);
    double all = time_frame(device, target, scene, &far_view, CHANGE_CAMERA);
    double recorded = time_frame(device, target, scene, &far_view, CHANGE_LINES);
    double hover = time_frame(device, target, scene, &far_view, CHANGE_HOVER);
    double still = time_frame(device, target, scene, &far_view, CHANGE_NOTHING);
    render_device_get_stats(device, &before);
    double some = time_frame(device, target, scene, &near_view, CHANGE_CAMERA);
    render_device_get_stats(device, &after);
    double seen = (double)(after.drawn - before.drawn) / (ROUNDS + 4);

    const render_object moved = place(make_mesh(scene, 1, 0), 7);
    render_scene_set_object(scene, 0, &moved);
    render_target_draw(target, scene, &far_view);
    render_device_get_stats(device, &before);
    render_object again = moved;
    again.origin[0] += 1.0;
    render_scene_set_object(scene, 0, &again);
    render_target_draw(target, scene, &far_view);
    render_device_get_stats(device, &after);
    if (*each == 0.0)
        *each = all / count;
    const double bytes = (double)(after.upload_bytes - before.upload_bytes);
    if (json) {
        (void)printf(
            "{\"bench\":\"record\",\"kind\":\"%s\",\"objects\":%u,\"ms\":%.4f,\"ratio_per_object\":%.3f,\"seen\":%.0f,"
            "\"seen_ms\":%.4f,\"recorded_ms\":%.4f,\"hover_ms\":%.4f,\"still_ms\":%.4f,\"bytes_per_move\":%.0f}\n",
            kind, count, 1e3 * all, all / count / *each, seen, 1e3 * some, 1e3 * recorded, 1e3 * hover, 1e3 * still,
            bytes);
    } else {
        (void)printf(
            "  %-10s %7u objects: all seen %7.3f ms, %5.1f ns each (x%.2f); %6.0f seen %7.3f ms; "
            "still camera: recorded %7.3f ms, hover %7.3f ms, same again %7.3f ms; %.0f bytes per moved object\n",
            kind, count, 1e3 * all, 1e9 * all / count, all / count / *each, seen, 1e3 * some, 1e3 * recorded,
            1e3 * hover, 1e3 * still, bytes);
    }
    render_device_wait_idle(device);
    render_scene_destroy(scene);
}

bool bench_record(const char *name, const bench_options *options)
{
    const render_device_desc desc = {0};
    render_device *device;
    render_target *target;
    char error[256];
    if (render_device_create(&desc, &device, error, sizeof error) != RENDER_OK) {
        (void)fprintf(stderr, "%s: no device: %s\n", name, error);
        return true;
    }
    const bool good = render_target_create(device, WIDTH, HEIGHT, &target) == RENDER_OK;
    if (good) {
        if (!options->json)
            (void)printf("%s: CPU time to record and submit a frame, median of %d, on %s\n", name, ROUNDS,
                         render_device_name(device));
        const uint32_t counts[] = {1000, 10000, 100000};
        const int steps = options->quick ? 1 : 3;
        double each[5] = {0};
        for (int i = 0; i < steps; i++)
            measure(device, target, counts[i], 20, "instances", EXTRA_NONE, options->json, &each[0]);
        for (int i = 0; i < steps; i++)
            measure(device, target, counts[i], 20, "shadows", EXTRA_SHADOWS, options->json, &each[3]);
        for (int i = 0; i < steps; i++)
            measure(device, target, counts[i], 20, "caps", EXTRA_CAPS, options->json, &each[4]);
        for (int i = 0; i < steps; i++)
            measure(device, target, counts[i], counts[i], "all apart", EXTRA_NONE, options->json, &each[1]);
        for (int i = options->quick ? 0 : 1; i < steps; i++)
            measure(device, target, counts[i], MATERIALS, "materials", EXTRA_NONE, options->json, &each[2]);
        render_target_destroy(target);
    }
    render_device_destroy(device);
    return good;
}

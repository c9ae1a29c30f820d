// demo_lights.c: the lights of the island, a camera, and an empty as a mark.
#include "document/demo/demo_builder.h"

// A transform at `eye`, with -Z towards `target` and +Y up.
static pick_affine looking(pick_vec3 eye, pick_vec3 target)
{
    pick_vec3 back = pick_vec3_normalize(pick_vec3_sub(eye, target));
    pick_vec3 right = pick_vec3_normalize(pick_vec3_cross(pick_vec3_make(0, 1, 0), back));
    pick_vec3 up = pick_vec3_cross(back, right);
    return (pick_affine){{right.x, right.y, right.z, up.x, up.y, up.z, back.x, back.y, back.z}, {eye.x, eye.y, eye.z}};
}

static void add_light(demo_builder *builder, const char *name, uint32_t parent, editor_light light, pick_affine local)
{
    if (!builder->failed)
        builder->failed = editor_level_add_light(builder->level, name, parent, &light, &local) == EDITOR_NONE;
}

void demo_add_lights(demo_builder *builder)
{
    uint32_t lights = demo_add_group(builder, "lights", EDITOR_NONE);
    // High enough above the trees to be out of the way, shining over the camera's right shoulder.
    const editor_light sun = {.type = EDITOR_LIGHT_DIRECTIONAL, .color = {1, 0.94, 0.83}, .intensity = 60000};
    add_light(builder, "sun", lights, sun, looking(pick_vec3_make(3.2, 10.6, 7.6), pick_vec3_make(0.7, 3, 1.6)));
    const editor_light lamp = {.type = EDITOR_LIGHT_POINT, .color = {1, 0.72, 0.42}, .intensity = 60};
    add_light(builder, "room light", lights, lamp, demo_at(-2.65, DEMO_GROUND + 1.55, -2.0));
    const editor_light spot = {.type = EDITOR_LIGHT_SPOT,
                               .color = {1, 0.85, 0.62},
                               .intensity = 80,
                               .inner = 15 * EDITOR_PI / 180,
                               .outer = 26 * EDITOR_PI / 180};
    add_light(builder, "gallery light", lights, spot,
              looking(pick_vec3_make(2.6, 3.9, 1.3), pick_vec3_make(5.35, DEMO_GROUND + 0.8, -0.1)));
    const editor_lens lens = {.fov = 0.6, .near_plane = 0.1};
    const pick_affine view = looking(pick_vec3_make(9.5, 4.2, 10.5), pick_vec3_make(0, 1.2, 0));
    if (!builder->failed)
        builder->failed = editor_level_add_camera(builder->level, "camera", EDITOR_NONE, &lens, &view) == EDITOR_NONE;
    demo_add(builder, "start", EDITOR_NONE, EDITOR_NONE, demo_at(6.6, DEMO_GROUND, 2.6));
}

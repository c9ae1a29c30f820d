// The engine's level: crates and spheres on a ground.
#include "engine.h"

#include <stdio.h>

void engine_add_crates(engine *it)
{
    static const struct {
        bool crate;
        float x, y, z, size, turn;
        float color[3];
    } things[] = {
        {true, -2.2f, 0.5f, -0.6f, 1.0f, 0.3f, {0.75f, 0.33f, 0.10f}},
        {true, -0.6f, 0.5f, -2.4f, 1.0f, -0.5f, {0.10f, 0.32f, 0.70f}},
        {true, 0.9f, 0.75f, -0.4f, 1.5f, 0.8f, {0.62f, 0.55f, 0.10f}},
        {true, 0.9f, 1.9f, -0.4f, 0.8f, 0.2f, {0.08f, 0.50f, 0.38f}},
        {true, 2.6f, 0.4f, 1.4f, 0.8f, 1.2f, {0.48f, 0.12f, 0.55f}},
        {false, -1.0f, 0.6f, 1.0f, 1.2f, 0, {0.70f, 0.12f, 0.14f}},
        {false, 2.4f, 0.5f, -2.0f, 1.0f, 0, {0.16f, 0.55f, 0.62f}},
        {false, 0.6f, 0.35f, 1.9f, 0.7f, 0, {0.26f, 0.52f, 0.10f}},
        {false, -2.9f, 0.45f, 1.7f, 0.9f, 0, {0.70f, 0.28f, 0.46f}},
    };
    engine_object *ground = engine_add(it, "ground", &it->crate, 0, -6, 0);
    ground->scale = 12;
    ground->is_ground = true;
    ground->color[0] = ground->color[1] = ground->color[2] = 0.14f;
    uint32_t crates = 0, spheres = 0;
    for (size_t i = 0; i < sizeof things / sizeof things[0]; i++) {
        char name[16];
        snprintf(name, sizeof name, "%s %u", things[i].crate ? "crate" : "sphere",
                 things[i].crate ? ++crates : ++spheres);
        engine_object *object =
            engine_add(it, name, things[i].crate ? &it->crate : &it->sphere, things[i].x, things[i].y, things[i].z);
        object->scale = things[i].size;
        object->turn = things[i].turn;
        for (int c = 0; c < 3; c++)
            object->color[c] = things[i].color[c];
    }
}

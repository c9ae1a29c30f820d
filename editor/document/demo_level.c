// demo_level.c: the composition.
#include "document/demo_level.h"

#include "document/demo_shapes.h"

editor_level *editor_demo_level(editor_error *error)
{
    editor_level *level = editor_level_create();
    if (!level)
        return NULL;
    demo_mesh ball = {0};
    demo_frame frame = demo_frame_at(0, 1, 0);
    demo_sphere(&ball, &frame, 1, 16, 32);
    uint32_t mesh = editor_level_add_mesh(level, &ball.mesh);
    if (ball.failed || mesh == EDITOR_NONE ||
        editor_level_add_object(level, "ball", EDITOR_NONE, mesh, &EDITOR_AFFINE_IDENTITY) == EDITOR_NONE ||
        !editor_level_finish(level, error)) {
        editor_level_destroy(level);
        return NULL;
    }
    return level;
}

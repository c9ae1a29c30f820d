// world.h: a scene with views that is changed step by step. Two worlds that take the same steps show the same, whatever
// was drawn between the steps.
#ifndef TESTS_RENDERER_WORLD_H
#define TESTS_RENDERER_WORLD_H

#include "fixture.h"
#include "random.h"

enum { WORLD_SIZE = 96, WORLD_VIEWS = 3, WORLD_OBJECTS = 40, WORLD_MESHES = 7, WORLD_MATERIALS = 4, WORLD_LINES = 6 };

typedef enum world_step {
    WORLD_NOTHING,
    WORLD_CAMERA,
    WORLD_MOVE,
    WORLD_HOVER,
    WORLD_SELECT,
    WORLD_HIDE,
    WORLD_LIGHT,
    WORLD_MATERIAL, // a mesh with another material
    WORLD_TEXTURE,
    WORLD_RESIZE,
    WORLD_WIREFRAME,
    WORLD_GRID,
    WORLD_SHADING,
    WORLD_SHADOWS,
    WORLD_OCCLUSION,
    WORLD_ICONS,
    WORLD_LINES_MOVE,
    WORLD_LABELS,
    WORLD_OVERLAY,
    WORLD_VIEW_COUNT,
    WORLD_GROW,    // many more objects: the buffers grow
    WORLD_SECTION, // of a view, with caps or without
    WORLD_REPLACE, // a mesh that is drawn, by one that is uploaded in parts
    WORLD_STEPS
} world_step;

typedef struct world {
    fixture it;
    test_random random;
    uint32_t size;
    render_target *target;
    render_mesh meshes[WORLD_MESHES];
    render_material materials[WORLD_MATERIALS];
    render_texture textures[2];
    uint32_t slot_count;
    render_object objects[4096];
    render_frame views[WORLD_VIEWS];
    uint32_t view_count;
    render_line lines[WORLD_LINES];
    render_label label;
    char text[16];
    render_overlay_vertex vertices[3];
    render_overlay_command command;
    render_overlay overlay;
} world;

// The width and height of the target at first, and the largest ones later: WORLD_SIZE, or less in a quick run.
uint32_t world_size(void);
void world_open(world *it, uint64_t seed);
void world_close(world *it);
void world_step_by(world *it, world_step step);
void world_draw(world *it);
// The picture of one more frame, and the IDs of the first view: WORLD_SIZE * WORLD_SIZE at most.
void world_read(world *it, uint8_t *rgba, render_pixel_id *ids);

#endif

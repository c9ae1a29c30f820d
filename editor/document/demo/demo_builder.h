// demo_builder.h: shared by the parts of the demo level: materials, the ground, helpers that add objects.
//
// Places are (x, z) in metres from the centre of the island; demo_ground is the height there. Angles in radians about
// +Y; polar places have angle 0 at +X and a quarter turn at +Z.
#ifndef EDITOR_DOCUMENT_DEMO_BUILDER_H
#define EDITOR_DOCUMENT_DEMO_BUILDER_H

#include "document/demo/demo_shapes.h"

typedef enum demo_material {
    DEMO_GRASS,
    DEMO_MEADOW,
    DEMO_PATH,
    DEMO_EARTH,
    DEMO_STONE,
    DEMO_PALE_STONE,
    DEMO_BARK,
    DEMO_PINE,
    DEMO_LEAF,
    DEMO_AUTUMN,
    DEMO_WATER,
    DEMO_TIMBER,
    DEMO_PLANKS,
    DEMO_PLASTER,
    DEMO_CRATE,
    DEMO_RUG,
    DEMO_PICTURE,
    DEMO_PICKETS,
    DEMO_METAL,
    DEMO_GLOW,
    DEMO_CHECKER,
    DEMO_CORAL,
    DEMO_MUSTARD,
    DEMO_TEAL,
    DEMO_SAGE,
    DEMO_PLUM,
    DEMO_SLATE,
    DEMO_MASONRY,
    DEMO_BRASS,
    DEMO_COPPER,
    DEMO_CREAM,
    DEMO_MATERIAL_COUNT
} demo_material;

typedef struct demo_builder {
    editor_level *level;
    uint32_t materials[DEMO_MATERIAL_COUNT];
    bool failed; // out of memory: later additions are ignored
} demo_builder;

#define DEMO_POND_X (-1.3)
#define DEMO_POND_Z 4.2
#define DEMO_POND_RADIUS 1.6
#define DEMO_PATH_INNER 6.6
#define DEMO_PATH_OUTER 7.8
#define DEMO_ISLAND_RADIUS 13.4
#define DEMO_GROUND 0.9 // height of the flat centre

double demo_ground(double x, double z);

// Takes ownership of the shape.
uint32_t demo_add_mesh(demo_builder *builder, const char *name, demo_mesh *mesh);
uint32_t demo_add_group(demo_builder *builder, const char *name, uint32_t parent);
uint32_t demo_add(demo_builder *builder, const char *name, uint32_t parent, uint32_t mesh, pick_affine local);
// Names the object "tree 07": two digits after the stem.
uint32_t demo_add_numbered(demo_builder *builder, const char *stem, int number, uint32_t parent, uint32_t mesh,
                           pick_affine local);

pick_affine demo_at(double x, double y, double z);
pick_affine demo_turned(double x, double y, double z, double yaw, double scale);

bool demo_add_materials(demo_builder *builder); // demo_textures.c
void demo_add_nature(demo_builder *builder);    // demo_nature.c: island, pond, trees, stones, flowers
void demo_add_room(demo_builder *builder);      // demo_room.c
void demo_add_lights(demo_builder *builder);    // demo_lights.c: sun, lamps, a camera, a place to start from
void demo_add_outdoors(demo_builder *builder);  // demo_outdoors.c: gallery, fence, power line, signs, lanterns

#endif

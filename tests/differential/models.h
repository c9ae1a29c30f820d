// models.h: the meshes of real models, read with Assimp.
#ifndef TESTS_MODELS_H
#define TESTS_MODELS_H

#include "picking/picking.h"

typedef struct models_count {
    size_t models, meshes, triangles;
} models_count;

// Calls `each` with every mesh that has something to hit. The mesh lives until `each` returns.
typedef void (*models_function)(void *user, pick_mesh *mesh);

// A choice of the package assimp-testmodels. False when it is not installed.
bool models_of_package(models_function each, void *user, models_count *count);
// Everything that VKPICK_ASSETS_DIR lists. False when it is not set.
bool models_of_assets(models_function each, void *user, models_count *count);

#endif

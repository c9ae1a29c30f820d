// vertices_bench.h: a document with a cube and a ball whose vertices tests move, and checks of all that follows from
// moves.
#ifndef TESTS_UNIT_EDITOR_VERTICES_BENCH_H
#define TESTS_UNIT_EDITOR_VERTICES_BENCH_H

#include "document/history/edit.h"

typedef struct vertices_bench {
    editor_document *document;
    const editor_level *level;
    uint32_t box, ball; // at y = 50 and y = 60
    uint64_t start;     // fixture_state
} vertices_bench;

// A corner of the cube, and a place above it.
static const float VERTICES_CORNER[3] = {0.5f, 0.5f, 0.5f}, VERTICES_HIGH[3] = {0.5f, 1.5f, 0.5f};

vertices_bench vertices_begin(void);
// Checks the level at each step of the history, there and back, and frees the document.
void vertices_end(vertices_bench *b);

uint32_t vertices_add(editor_document *document, const char *name, editor_shape shape, pick_vec3 at);
const editor_mesh *vertices_mesh(const editor_level *level, uint32_t object);
editor_edit_result vertices_move(editor_document *document, uint32_t object, uint32_t vertex, const float to[3]);
bool vertices_is_at(const float *positions, uint32_t vertex, const float *at);
uint32_t vertices_vertex_at(const editor_mesh *mesh, const float at[3]); // the first one there
pick_vec3 vertices_vector(const float *array, uint32_t vertex);
// The height where a ray straight down from above meets the object; NAN where it meets another one or nothing.
double vertices_top(const vertices_bench *b, uint32_t object, double x, double z);

// A copy is what its original and its moves make, whatever it has been before.
void vertices_check_copy(const editor_level *level, uint32_t object);
// The same of all objects; and what is picked of each is what would be made of its mesh now, also in the scene.
void vertices_check(const editor_level *level);

#endif

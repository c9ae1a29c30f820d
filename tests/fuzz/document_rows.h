// document_rows.h: a document's content as plain rows, one per object in the tree's order, to compare and to change.
#ifndef TESTS_FUZZ_DOCUMENT_ROWS_H
#define TESTS_FUZZ_DOCUMENT_ROWS_H

#include "document/history/edit.h"
#include "history.h"

enum { ROW_MAX = 256, ROW_NAME_MAX = 48 };

typedef struct row {
    uint32_t number, parent; // EDITOR_NONE: at the top
    double id;
    char name[ROW_NAME_MAX];
    editor_object_kind kind;
    uint32_t mesh, layers;
    uint64_t shape; // what is picked of the mesh: another number for other vertices. 0: no triangles
    pick_affine local, world;
    bool hidden, locked;
    bool is_hidden, is_locked; // in force
} row;

typedef struct rows {
    row row[ROW_MAX];
    uint32_t count;
    uint32_t selected[ROW_MAX], selected_count, active;
    uint32_t hidden_layers, locked_layers;
    uint64_t hash;
} rows;

void rows_read(rows *out, const editor_document *document);
void rows_read_level(rows *out, const editor_level *level); // nothing is selected
// NULL where there is none of that number.
row *rows_find(const rows *r, uint32_t number);
bool rows_is_selected(const rows *r, uint32_t number);
// As editor_edit_select_objects, with a plain array.
void rows_select(rows *r, pick_selection_op op, const uint32_t *numbers, uint32_t count);
// Recomputes world transforms and effective flags.
void rows_derive(rows *r);
// To the bit; hashes do not count.
bool rows_equal(const rows *a, const rows *b);
// The same, whatever numbers objects and meshes have, and what is selected.
bool rows_alike(const rows *a, const rows *b);
// Whether the world transform of a row of `r` is the one wanted, up to the rounding that edit.h allows.
bool rows_near(const rows *r, const row *is, const pick_affine *wanted);
// Whether all derived state equals what a recomputation gives, and the pick scene agrees.
bool rows_are_consistent(const rows *r, const editor_level *level);

#endif

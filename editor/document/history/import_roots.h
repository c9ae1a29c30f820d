// import_roots.h: the objects of a level that adding a model has added, found by what they look like.
#ifndef EDITOR_DOCUMENT_IMPORT_ROOTS_H
#define EDITOR_DOCUMENT_IMPORT_ROOTS_H

#include "document/level/level.h"

// The nodes of an asset as lists of children.
typedef struct import_lists {
    const editor_asset *asset;
    uint32_t *first, *next; // per node: its first child, its next sibling
    uint32_t *sizes;        // per node: it and all that is below it
    uint32_t first_root, root_count;
    uint32_t cursor; // the root to look at first: objects come in the order of nodes. EDITOR_NONE: the first
} import_lists;

typedef enum import_kind {
    IMPORT_NONE,
    IMPORT_MESH,  // it has a mesh of the asset, and is nothing else
    IMPORT_NODE,  // made from a root of the file
    IMPORT_HOLDER // holds those that were made from the roots of the file, of which there is not just one
} import_kind;

typedef struct import_root {
    import_kind kind;
    uint32_t node;     // IMPORT_NODE
    pick_affine inner; // the part of its transform that lies within the fit
} import_root;

// False: out of memory. Call import_lists_free in either case.
bool import_lists_make(const editor_asset *asset, import_lists *lists);
void import_lists_free(import_lists *lists);

// What the object is; visit the objects in the order of the tree.
import_root import_root_of(const editor_level *level, uint32_t object, uint32_t asset, import_lists *lists);
// Whether what is below it is as many objects as the file has there.
bool import_root_is_complete(const editor_level *level, uint32_t object, const import_root *root,
                             const import_lists *lists);

// The next object of the tree that is not below this one. EDITOR_NONE: none.
uint32_t import_next_beside(const editor_level *level, uint32_t object);

// Whether two transforms are the same up to the rounding of an earlier change.
bool import_is_near(const pick_affine *a, const pick_affine *b);

#endif

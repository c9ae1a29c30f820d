// base.h: result codes, the allocator hook and the handle type that every other header shares.
//
// Errors:     functions that can fail on data return a pick_result; predicates (ray tests) return bool.
// Arguments:  no argument crashes or is asserted, in any build; the one thing that cannot be checked is a pointer to
//             memory that is not there. The rule, for every public function of every header:
//             * NULL for an object, a matrix, an output, or an array with a count above 0, another enumerator or flag
//               than the header lists, an index out of range: PICK_ERROR_INVALID_ARGUMENT from functions that return a
//               pick_result; false, 0, the null handle, NULL or an empty or zeroed value from those that return one; no
//               effect from void functions. Outputs are then untouched, unless a header says otherwise.
//             * NULL for a query, a description with defaults, options or an allocator takes the defaults. NULL for an
//               array is fine with a count or capacity of 0, which asks how many there are. destroy(NULL) is fine.
//             * NaN, or infinite where a finite number is asked for: PICK_ERROR_NOT_FINITE, or a miss as above.
//             * A stale or null handle: PICK_ERROR_STALE_HANDLE, or a miss.
// Defaults:   each struct of options has a function that returns its default (pick_query_default) and, for C, a
//             macro of the same value (PICK_QUERY_DEFAULT). Queries that are zeroed are the default.
// Range:      what headers say of exactness, and of order among what is equally near, holds for places up to 1e15 m out
//             and, in windows, for triangles up to 1e12 m long. Any finite number is accepted: beyond, rounding is
//             coarser than what it has to tell apart, so another object of the same distance may be named.
// Alignment:  arrays that callers give are aligned as their type, as C asks for. Vertices of a mesh need no
//             alignment and may lie at any stride, indices must be aligned to their size.
// Structs:    what has state of its own is opaque (pick_mesh, pick_scene, pick_region, pick_selection, pick_pointer,
//             pick_debug_draw). pick_view, pick_layer_matrix and pick_gizmo are by value, so that they can be copied
//             and kept anywhere; fields that their header calls private may change with any version.
// Asserts:    assert of the C library, which NDEBUG removes. To replace it, compile the library with PICK_ASSERT_HEADER
//             set to the name of a header, with its quotes, that defines PICK_ASSERT(condition): an expression of type
//             void, which need not evaluate `condition`. There is no function to set at run time, because it would be
//             global state.
// Logging:    none. What a caller should know is in the result of the function that found it.
// Memory:     every allocation goes through a pick_allocator and is freed with the size it was made with.
// Threads:    no global state. Any number of threads may read one object; a writer needs it alone.
// Stack:      a thread of 64 KB is enough for every function that depends on data (x86-64, optimised): window and
//             cursor queries take 53 KB at the most, clearances 38 KB, others less than 30 KB, tasks on lent threads
//             less than 16 KB, those of batches as much as one query. Each level of nested scenes that a query enters
//             takes up to 4 KB more (with clang, or gcc below -O2, 9 KB): give the thread room for as many as there
//             are.
#ifndef PICKING_BASE_H
#define PICKING_BASE_H

#include "picking/export.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pick_result {
    PICK_OK = 0,
    PICK_ERROR_OUT_OF_MEMORY = -1,          // the allocator returned NULL; nothing was changed
    PICK_ERROR_INVALID_ARGUMENT = -2,       // a value outside its documented range
    PICK_ERROR_NOT_FINITE = -3,             // a NaN or an infinity where a finite number is required
    PICK_ERROR_INDEX_OUT_OF_RANGE = -4,     // an index names a vertex that does not exist
    PICK_ERROR_TOO_LARGE = -5,              // more elements than the format can number
    PICK_ERROR_STALE_HANDLE = -6,           // the object was removed, or never existed
    PICK_ERROR_UNSUPPORTED_PROJECTION = -7, // neither a perspective nor an orthographic projection, or singular
    PICK_ERROR_EMPTY_VIEWPORT = -8,         // a viewport of zero width or height: nothing can be picked in it
    PICK_ERROR_BAD_DATA = -9                // bytes that are not what they should be
} pick_result;

// The enumerator's name ("PICK_OK"), never NULL; a static string.
PICK_API const char *pick_result_name(pick_result result);

// Where memory comes from. Both functions are required. `alignment` is a power of two, at least alignof(max_align_t).
// `allocate` returns NULL when there is none; `deallocate` gets the size and alignment of the allocation.
typedef struct pick_allocator {
    void *(*allocate)(void *user, size_t size, size_t alignment);
    void (*deallocate)(void *user, void *pointer, size_t size, size_t alignment);
    void *user;
} pick_allocator;

// The C library's allocator. Wherever an allocator is asked for, NULL means this one.
PICK_API const pick_allocator *pick_default_allocator(void);

// Threads that the caller lends. `run` calls task(data, i) once for every i in [0, count), in any order and on any
// threads, and returns when all have ended; memory written by a task must then be visible to the caller, as joining a
// thread or locking a mutex makes it. The library starts no threads of its own, and allocates on the caller's only.
// Results are the same, byte for byte, with and without a hook and with any number of threads.
typedef struct pick_task_hook {
    void (*run)(void *user, void (*task)(void *data, uint32_t index), void *data, uint32_t count);
    void *user;
} pick_task_hook;

// An object of a scene, by value. Zero-initialised is the null handle, which names nothing.
// A handle whose object was removed is stale: every function answers it with a defined miss or error.
typedef struct pick_object_id {
    uint32_t index1;     // slot + 1; 0 in the null handle
    uint32_t generation; // counts the uses of the slot
} pick_object_id;

static inline bool pick_object_id_equal(pick_object_id a, pick_object_id b)
{
    return a.index1 == b.index1 && a.generation == b.generation;
}

static inline bool pick_object_id_is_null(pick_object_id id)
{
    return id.index1 == 0;
}

#ifdef __cplusplus
}
#endif

#endif

#include "document/level/moves.h"

#include <stdlib.h>
#include <string.h>

bool editor_moves_equal(const editor_moves *a, const editor_moves *b)
{
    return a->count == b->count && (a->count == 0 || (a->vertex_count == b->vertex_count &&
                                                      memcmp(a->items, b->items, a->count * sizeof(*a->items)) == 0));
}

bool editor_moves_copy(const editor_moves *from, editor_moves *to)
{
    *to = *from;
    to->items = from->count > 0 ? malloc(from->count * sizeof(*to->items)) : NULL;
    if (to->items)
        memcpy(to->items, from->items, from->count * sizeof(*to->items));
    else if (from->count > 0)
        *to = (editor_moves){0};
    return to->items || from->count == 0;
}

void editor_moves_free(editor_moves *moves)
{
    free(moves->items);
    *moves = (editor_moves){0};
}

// pivot_moves.c: undo and redo of a drag take the chosen pivot along, as the drag did. It is in no step of the
// document, so the last drags that moved it are kept beside it, each with its place in the history.
#include "tools/tools_private.h"

#include <string.h>

// Forgets drags that cannot be redone any more, because another step was made in their place.
static void forget_lost(editor_transform *transform, const editor_document *document)
{
    const editor_history history = editor_document_history(document);
    const uint64_t done = editor_document_count_done(document), state = editor_document_state(document);
    if (history.made == transform->steps_made)
        return;
    transform->steps_made = history.made;
    while (transform->pivot_move_count > 0) {
        const editor_pivot_move *last = &transform->pivot_moves[transform->pivot_move_count - 1];
        if (last->step < done || (last->step == done && last->state == state))
            return;
        transform->pivot_move_count--;
    }
}

void editor_pivot_moves_add(editor_transform *transform, const editor_document *document, pick_vec3 before)
{
    forget_lost(transform, document);
    if (transform->pivot_move_count == EDITOR_PIVOT_MOVES) {
        transform->pivot_move_count--;
        memmove(transform->pivot_moves, transform->pivot_moves + 1,
                transform->pivot_move_count * sizeof(*transform->pivot_moves));
    }
    transform->pivot_moves[transform->pivot_move_count++] =
        (editor_pivot_move){.step = editor_document_count_done(document),
                            .state = editor_document_state(document),
                            .before = before,
                            .after = transform->point};
}

void editor_pivot_moves_follow(editor_transform *transform, const editor_document *document)
{
    forget_lost(transform, document);
    if (!transform->has_point || transform->pivot_move_count == 0)
        return;
    const uint64_t done = editor_document_count_done(document);
    pick_vec3 now = transform->pivot_moves[0].before;
    for (uint32_t i = 0; i < transform->pivot_move_count && transform->pivot_moves[i].step <= done; i++)
        now = transform->pivot_moves[i].after;
    if (memcmp(&now, &transform->point, sizeof(now)) == 0)
        return;
    transform->point = now;
    transform->collected = transform->parts_at = (editor_document_moment){0};
}

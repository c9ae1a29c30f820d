// pointer_create.c: creates, describes and resets pointers.
#include "base/compiler.h"
#include "base/memory.h"
#include "interact/pointer_resolve.h"

#include <math.h>

pick_pointer_desc pick_pointer_desc_default(void)
{
    return PICK_POINTER_DESC_DEFAULT;
}

static pick_result check_pointer_desc(const pick_pointer_desc *desc)
{
    const double numbers[] = {desc->dead_zone, desc->handle_dead_zone, desc->double_click_seconds};
    for (int i = 0; i < 3; i++) {
        if (!isfinite(numbers[i]))
            return PICK_ERROR_NOT_FINITE;
        if (numbers[i] < 0)
            return PICK_ERROR_INVALID_ARGUMENT;
    }
    if (!isfinite(desc->scale))
        return PICK_ERROR_NOT_FINITE;
    return desc->scale > 0 && desc->select_button < PICK_BUTTON_COUNT && desc->cancel_button < PICK_BUTTON_COUNT &&
                   (unsigned)desc->marquee <= PICK_MARQUEE_ANYWHERE
               ? PICK_OK
               : PICK_ERROR_INVALID_ARGUMENT;
}

pick_result pick_pointer_create(const pick_pointer_desc *desc, const pick_allocator *allocator, pick_pointer **out)
{
    const pick_pointer_desc wanted = desc ? *desc : PICK_POINTER_DESC_DEFAULT;
    pick_result result =
        out && pick_allocator_is_usable(allocator) ? check_pointer_desc(&wanted) : PICK_ERROR_INVALID_ARGUMENT;
    if (result != PICK_OK)
        return result;
    const pick_allocator *from = allocator ? allocator : pick_default_allocator();
    pick_pointer *pointer = pick_allocate(from, sizeof(*pointer));
    if (!pointer)
        return PICK_ERROR_OUT_OF_MEMORY;
    *pointer = (pick_pointer){.allocator = from, .desc = wanted};
    *out = pointer;
    return PICK_OK;
}

void pick_pointer_destroy(pick_pointer *pointer)
{
    if (pointer)
        pick_deallocate(pointer->allocator, pointer, sizeof(*pointer));
}

pick_pointer_desc pick_pointer_get_desc(const pick_pointer *pointer)
{
    return pointer ? pointer->desc : (pick_pointer_desc){0};
}

pick_result pick_pointer_set_desc(pick_pointer *pointer, const pick_pointer_desc *desc)
{
    const pick_pointer_desc wanted = desc ? *desc : PICK_POINTER_DESC_DEFAULT;
    pick_result result = pointer ? check_pointer_desc(&wanted) : PICK_ERROR_INVALID_ARGUMENT;
    if (result != PICK_OK)
        return result;
    pointer->desc = wanted;
    if (wanted.answer_frames == 0)
        pick_pointer_forget_answer(pointer);
    return PICK_OK;
}

void pick_pointer_reset(pick_pointer *pointer)
{
    if (pointer)
        *pointer = (pick_pointer){.allocator = pointer->allocator, .desc = pointer->desc};
}

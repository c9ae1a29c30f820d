// asserting.c: breaks a rule of the allocator (an alignment that is no power of two) and goes on.
#include <picking/picking.h>

int main(void)
{
    const pick_allocator *memory = pick_default_allocator();
    void *block = memory->allocate(memory->user, 1, 3);
    memory->deallocate(memory->user, block, 1, 3);
    return pick_version() == PICK_VERSION ? 0 : 1;
}

#define _DEFAULT_SOURCE // madvise, MAP_ANONYMOUS
#include "system/mapping.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

// Reads all pages into the mapping: fewer page faults, and an error of the disk is an error here, no signal later.
static int fill(void *bytes, size_t size)
{
#ifdef MADV_POPULATE_READ
    return madvise(bytes, size, MADV_POPULATE_READ) == 0 || errno == EINVAL; // older kernels have it not
#else
    (void)bytes, (void)size;
    return 1;
#endif
}

editor_mapping *editor_mapping_open(FILE *file)
{
    struct stat status;
    if (fstat(fileno(file), &status) != 0 || status.st_size <= 0 || (uint64_t)status.st_size > SIZE_MAX)
        return NULL;
    editor_mapping *mapping = malloc(sizeof(*mapping));
    const size_t size = (size_t)status.st_size;
    void *bytes = mapping ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, fileno(file), 0) : MAP_FAILED;
    if (bytes != MAP_FAILED && !fill(bytes, size)) {
        munmap(bytes, size);
        bytes = MAP_FAILED;
    }
    if (bytes == MAP_FAILED) {
        free(mapping);
        return NULL;
    }
    *mapping = (editor_mapping){bytes, size, 1};
    return mapping;
}

editor_mapping *editor_mapping_make(size_t size)
{
    editor_mapping *mapping = malloc(sizeof(*mapping));
    void *bytes = mapping ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : MAP_FAILED;
    if (bytes == MAP_FAILED) {
        free(mapping);
        return NULL;
    }
    *mapping = (editor_mapping){bytes, size, 1};
    return mapping;
}

editor_mapping *editor_mapping_hold(editor_mapping *mapping)
{
    mapping->users++;
    return mapping;
}

void editor_mapping_release(editor_mapping *mapping)
{
    if (!mapping || --mapping->users > 0)
        return;
    munmap((void *)(uintptr_t)mapping->bytes, mapping->size);
    free(mapping);
}

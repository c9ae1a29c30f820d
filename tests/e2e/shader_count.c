// shader_count.c: preloaded, counts the shaders that Mesa's software driver compiles, and writes the number to the file
// VKPICK_SHADER_COUNT when the program ends. Each shader is one LLVM module.
#define _GNU_SOURCE // dl_iterate_phdr
#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_uint count;

// The library that the driver brought, which is in no scope that dlsym looks in.
static int find_library(struct dl_phdr_info *info, size_t size, void *user)
{
    (void)size;
    if (!strstr(info->dlpi_name, "libLLVM"))
        return 0;
    *(void **)user = dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
    return 1;
}

void *LLVMModuleCreateWithNameInContext(const char *name, void *context);

void *LLVMModuleCreateWithNameInContext(const char *name, void *context)
{
    void *(*next)(const char *, void *);
    void *library = NULL;
    dl_iterate_phdr(find_library, &library);
    *(void **)&next = library ? dlsym(library, "LLVMModuleCreateWithNameInContext") : NULL;
    atomic_fetch_add(&count, 1);
    if (!next)
        abort();
    return next(name, context);
}

__attribute__((destructor)) static void write_count(void)
{
    const char *path = getenv("VKPICK_SHADER_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file)
        return;
    fprintf(file, "%u\n", atomic_load(&count));
    fclose(file);
}

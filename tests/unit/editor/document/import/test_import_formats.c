// Assimp's own test models (package assimp-testmodels): every file is imported or refused in one line, and most are
// imported. Skipped where the package is not installed.
#define _POSIX_C_SOURCE 200809L

#include <ctype.h>
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "document/import/import.h"
#include "effort.h"

#define FOLDER "/usr/share/assimp/models"
#define SIZE_LIMIT 2000000

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ADDRESS_SANITIZER 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(HAS_ADDRESS_SANITIZER)
// AddressSanitizer's allocator does not heed the limit that stops this file from taking all memory.
#define SKIPPED "OutOfMemory.off"
#else
#define SKIPPED ""
#endif

typedef struct tally {
    uint32_t models;
    int imported, refused, with_triangles;
} tally;

static bool is_model(const char *name)
{
    static const char *const extensions[] = {
        "3ds", "3mf",  "ac",  "amf", "ase", "b3d", "blend", "cob", "csm",     "dae", "dxf", "fbx",  "glb", "gltf",
        "hmp", "ifc",  "iqm", "irr", "lwo", "lws", "md2",   "md3", "md5mesh", "mdc", "mdl", "ms3d", "nff", "obj",
        "off", "ogex", "ply", "q3o", "raw", "sib", "smd",   "stl", "x",       "x3d", "xgl", "zgl"};
    const char *dot = strrchr(name, '.');
    char lower[16] = "";
    for (size_t i = 0; dot && dot[1 + i] && i + 1 < sizeof(lower); i++)
        lower[i] = (char)tolower((unsigned char)dot[1 + i]);
    for (size_t i = 0; i < sizeof(extensions) / sizeof(extensions[0]); i++) {
        if (strcmp(lower, extensions[i]) == 0)
            return true;
    }
    return false;
}

static void import_file(const char *path, bool broken, tally *sum)
{
    editor_error error;
    editor_level *level = editor_import(path, NULL, NULL, &error);
    if (level) {
        sum->imported++;
        sum->with_triangles += editor_level_count(level).triangles > 0;
    } else {
        sum->refused++;
        if (!broken)
            print_message("refused: %s\n", error.text + sizeof(FOLDER));
        assert_int_equal(strncmp(error.text, path, strlen(path)), 0);
        assert_null(strchr(error.text, '\n'));
    }
    editor_level_destroy(level);
}

static void walk(const char *folder, bool broken, tally *sum)
{
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    const struct dirent *entry;
    while ((entry = readdir(directory)) != NULL) {
        char path[8192];
        snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
        struct stat info;
        if (entry->d_name[0] == '.' || strcmp(entry->d_name, SKIPPED) == 0 || stat(path, &info) != 0)
            continue;
        if (S_ISDIR(info.st_mode))
            walk(path, broken || strcmp(entry->d_name, "invalid") == 0, sum);
        else if (is_model(path) && info.st_size < SIZE_LIMIT && sum->models++ % test_effort(4, 1) == 0)
            import_file(path, broken, sum);
    }
    closedir(directory);
}

static void test_all(void **state)
{
    (void)state;
    tally sum = {0};
    walk(FOLDER, false, &sum);
    print_message("%d imported, %d of them with triangles, %d refused\n", sum.imported, sum.with_triangles,
                  sum.refused);
    assert_true(sum.with_triangles >= (int)test_effort(50, 270));
}

// Assimp 5.2 alone refuses it, or finds nothing in it.
static void test_utf16(void **state)
{
    (void)state;
    tally sum = {0};
    import_file(FOLDER "/Collada/cube_UTF16LE.dae", false, &sum);
    import_file(FOLDER "/ASE/ThreeCubesGreen_UTF16LE.ASE", false, &sum);
    assert_int_equal(sum.with_triangles, 2);
}

// Assimp leaves objects of Blender's files out, without a word.
static void test_blend(void **state)
{
    (void)state;
    editor_error error;
    editor_level *level = editor_import(FOLDER "/BLEND/CubeHierarchy_248.blend", NULL, NULL, &error);
    assert_non_null(level);
    assert_int_equal(level->warning_count, 1);
    assert_int_equal(strncmp(level->warnings[0], "BLEND files are read in part: ", 30), 0);
    editor_level_destroy(level);
}

int main(void)
{
    DIR *directory = opendir(FOLDER);
    if (!directory) {
        print_message("assimp-testmodels is not installed: its models are skipped\n");
        return 77;
    }
    closedir(directory);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all), cmocka_unit_test(test_utf16),
                                       cmocka_unit_test(test_blend)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

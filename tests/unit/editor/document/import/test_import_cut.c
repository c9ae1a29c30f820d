// Model files cut short: refused or imported, never a crash. VKPICK_ASSETS_DIR names the models; skipped without it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "document/import/import.h"

typedef struct tally {
    int files, cuts, refused;
} tally;

static uint8_t *read_all(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long end = ftell(file);
    assert_true(end >= 0);
    rewind(file);
    uint8_t *bytes = malloc((size_t)end + 1);
    assert_non_null(bytes);
    *size = fread(bytes, 1, (size_t)end, file);
    fclose(file);
    return bytes;
}

static bool import_cut(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fwrite(bytes, 1, size, file);
    fclose(file);
    editor_error error;
    editor_level *level = editor_import(path, NULL, NULL, &error);
    if (!level) {
        assert_int_equal(strncmp(error.text, path, strlen(path)), 0);
        assert_null(strchr(error.text, '\n'));
    }
    editor_level_destroy(level);
    return level != NULL;
}

static void cut_file(const char *path, const char *extension, tally *sum)
{
    char name[64];
    snprintf(name, sizeof(name), "test_import_cut%s", extension);
    size_t size;
    uint8_t *bytes = read_all(path, &size);
    bool text = strcmp(extension, ".obj") == 0; // an OBJ that ends after a line is whole
    size_t step = text ? size / 32 + 1 : size < 4096 ? 3 : size / 48 + 1;
    for (size_t cut = 0; cut < size; cut += step) {
        bool imported = import_cut(name, bytes, cut);
        // The JSON of a .gltf is whole until its last brace goes.
        bool blank = true;
        for (size_t i = cut; i < size && blank; i++)
            blank = bytes[i] == ' ' || bytes[i] == '\n' || bytes[i] == '\r' || bytes[i] == '\t';
        if (imported && !text && !blank)
            fail_msg("%s cut at byte %zu of %zu was imported", path, cut, size);
        sum->cuts++;
        sum->refused += !imported;
    }
    sum->files++;
    free(bytes);
    remove(name);
}

static void test_cut(void **state)
{
    const char *folder = *state;
    char path[8192], line[4096];
    snprintf(path, sizeof(path), "%s/MANIFEST.tsv", folder);
    FILE *manifest = fopen(path, "r");
    assert_non_null(manifest);
    tally sum = {0};
    while (fgets(line, sizeof(line), manifest)) {
        line[strcspn(line, "\t\n")] = 0;
        const char *extension = strrchr(line, '.');
        if (!extension || strncmp(line, "invalid/", 8) == 0)
            continue;
        snprintf(path, sizeof(path), "%s/%s", folder, line);
        if (strcmp(extension, ".glb") == 0 || strcmp(extension, ".gltf") == 0 || strcmp(extension, ".obj") == 0)
            cut_file(path, extension, &sum);
    }
    fclose(manifest);
    print_message("%d files, %d cuts, %d refused\n", sum.files, sum.cuts, sum.refused);
    assert_true(sum.files >= 80);
    assert_true(sum.cuts > 4000);
    assert_true(sum.refused > 4000);
}

int main(void)
{
    char *folder = getenv("VKPICK_ASSETS_DIR");
    if (!folder) {
        print_message("VKPICK_ASSETS_DIR is not set: cutting its models is skipped\n");
        return 77;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(test_cut, folder)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// What the cache remembers of a model is what reading it gives; whatever changes makes it be read again.
#define _XOPEN_SOURCE 700 // mkdtemp

#include "model_file.h"

#include "cached_model.h"
#include "document/file/load.h"
#include "document/import/assimp/assimp_files.h"
#include "document/import/common/decode.h"
#include "document/import/common/model_cache.h"
#include "document/level/choice.h"
#include "effort.h"
#include "random.h"
#include "system/cache_internal.h"
#include "system/reference.h"

#include <dirent.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

static char root[64], cache[80], model[96];

static int set_up(void **state)
{
    (void)state;
    snprintf(root, sizeof(root), "model_cache_test.XXXXXX");
    assert_non_null(mkdtemp(root));
    snprintf(cache, sizeof(cache), "%s/cache", root);
    snprintf(model, sizeof(model), "%s/model.gltf", root);
    cached_model_write(root, 1);
    editor_cache_use(cache, 100000000);
    editor_model_cache_set_least(0);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    editor_cache_wait();
    editor_cache_use(NULL, 0);
    editor_model_cache_set_least(EDITOR_MODEL_CACHE_LEAST);
    char command[128];
    snprintf(command, sizeof(command), "rm -rf %s", root);
    return system(command);
}

static size_t count_entries(char *path, size_t size)
{
    size_t count = 0;
    DIR *files = opendir(cache);
    for (struct dirent *entry = files ? readdir(files) : NULL; entry; entry = readdir(files)) {
        if (!strstr(entry->d_name, ".model"))
            continue;
        count++;
        if (path)
            snprintf(path, size, "%s/%.100s", cache, entry->d_name);
    }
    if (files)
        closedir(files);
    return count;
}

// Reads the model as chosen, and waits until what is to be remembered is.
static editor_level *read_as(const char *path, const editor_import_options *options)
{
    editor_error error;
    editor_level *level = editor_import_as(path, options, cached_model_decode, NULL, &error);
    if (!level)
        print_error("%s\n", error.text);
    assert_non_null(level);
    editor_cache_wait();
    return level;
}

static editor_level *read_model(void)
{
    return read_as(model, &EDITOR_IMPORT_OPTIONS_DEFAULT);
}

static bool is_mapped(const editor_level *level)
{
    return level->meshes[0].mapping != NULL;
}

static bool was_mapped(void)
{
    editor_level *level = read_model();
    const bool mapped = is_mapped(level);
    editor_level_destroy(level);
    return mapped;
}

static void test_the_second_time_it_is_the_same(void **state)
{
    (void)state;
    editor_level *first = read_model(), *second = read_model();
    assert_false(is_mapped(first));
    assert_true(is_mapped(second));
    assert_non_null(second->images[0].mapping);
    assert_true(cached_model_hash(first) == cached_model_hash(second));
    assert_true(cached_model_pick(first) == cached_model_pick(second) && cached_model_pick(first) != 0);
    assert_int_equal(second->warning_count, first->warning_count);
    assert_true(first->warning_count > 0);
    assert_true(second->objects[2].hidden && second->objects[2].is_hidden);
    assert_null(second->progress);
    const editor_mesh *wire = &second->meshes[2], *points = &second->meshes[3];
    assert_true(wire->form == EDITOR_FORM_LINES && wire->mapping && wire->line_count == 1 && wire->vertex_count == 51);
    assert_true(points->form == EDITOR_FORM_POINTS && points->mapping && points->colors && points->thin);
    editor_level_destroy(first);
    char path[256];
    assert_int_equal(count_entries(path, sizeof(path)), 1);
    assert_int_equal(remove(path), 0); // the level keeps what it has
    assert_true(cached_model_pick(second) != 0);
    editor_level_destroy(second);
    assert_false(was_mapped());
    assert_true(was_mapped());
}

static void test_small_models_are_left_out(void **state)
{
    (void)state;
    editor_model_cache_set_least(EDITOR_MODEL_CACHE_LEAST);
    assert_false(was_mapped());
    assert_false(was_mapped());
    assert_int_equal(count_entries(NULL, 0), 0);
}

static void test_without_a_cache_it_is_read(void **state)
{
    (void)state;
    assert_false(was_mapped());
    editor_cache_use(NULL, 0);
    assert_false(was_mapped());
}

static void test_each_file_counts(void **state)
{
    (void)state;
    editor_level *before = read_model();
    assert_true(was_mapped());
    cached_model_write(root, 2); // grid.bin alone is another
    editor_level *after = read_model();
    assert_false(is_mapped(after));
    assert_true(cached_model_hash(before) != cached_model_hash(after));
    editor_level_destroy(before);
    editor_level_destroy(after);
    assert_true(was_mapped());
    char paint[96];
    snprintf(paint, sizeof(paint), "%s/paint.pix", root);
    write_model(paint, "another picture, as long as it..", 32);
    assert_false(was_mapped());
    assert_true(was_mapped());
    assert_int_equal(remove(paint), 0); // drawn without it, which is remembered too
    editor_level *without = read_model();
    assert_false(is_mapped(without));
    assert_int_equal(without->image_count, 0);
    editor_level_destroy(without);
    assert_true(was_mapped());
    write_model(paint, "another picture, as long as it..", 32);
    editor_level *with = read_model();
    assert_int_equal(with->image_count, 1);
    editor_level_destroy(with);
    write_model(paint, "broken", 6); // another attempt may succeed
    assert_false(was_mapped());
    assert_false(was_mapped());
}

// A file that another program writes while the model is read.
static void test_what_changes_meanwhile_is_not_remembered(void **state)
{
    (void)state;
    editor_cache_use(NULL, 0);
    editor_level *level = read_model();
    editor_cache_use(cache, 100000000);
    editor_error error = {""};
    char grid[96];
    snprintf(grid, sizeof(grid), "%s/grid.bin", root);
    for (int wrong = 2; wrong >= 0; wrong--) { // the model's file, a buffer, neither
        editor_importer importer = {.path = model, .level = level, .error = &error, .keeps = true};
        FILE *file = fopen(model, "rb"), *buffer = fopen(grid, "rb");
        editor_hash content;
        assert_true(editor_cache_content(file, NULL, &importer.content) &&
                    editor_cache_content(buffer, NULL, &content));
        importer.content_size = editor_file_look(model).bytes;
        fclose(file);
        fclose(buffer);
        importer.content.low += wrong == 2;
        content.low += wrong == 1;
        editor_import_note(&importer, grid, EDITOR_FILE_OK, &content, editor_file_look(grid).bytes);
        editor_model_cache_store(&importer);
        editor_cache_wait();
        editor_import_free_notes(&importer);
        assert_int_equal(count_entries(NULL, 0), wrong == 0);
    }
    editor_level_destroy(level);
}

static void test_choices_count(void **state)
{
    (void)state;
    static const editor_import_options options[] = {
        {.fit = {1, EDITOR_AXIS_Y}},
        {.fit = {1, EDITOR_AXIS_Y}, .scene = "1"},
        {.fit = {1, EDITOR_AXIS_Y}, .variant = "night"},
        {.fit = {1, EDITOR_AXIS_Y}, .variant = "day"},
    };
    enum { COUNT = sizeof(options) / sizeof(options[0]) };
    uint64_t hashes[COUNT];
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < COUNT; i++) {
            editor_level *level = read_as(model, &options[i]);
            assert_int_equal(is_mapped(level), round);
            if (round == 0)
                hashes[i] = cached_model_hash(level);
            assert_true(hashes[i] == cached_model_hash(level));
            assert_true(i == 0 || hashes[i] != hashes[i - 1]);
            editor_level_destroy(level);
        }
    }
    // Scale and axis are applied to what is remembered.
    const editor_import_options fitted = {.fit = {0.01, EDITOR_AXIS_Z}};
    editor_level *mapped = read_as(model, &fitted);
    assert_true(is_mapped(mapped));
    editor_cache_use(NULL, 0);
    editor_level *fresh = read_as(model, &fitted);
    assert_true(cached_model_hash(mapped) == cached_model_hash(fresh));
    editor_level_destroy(mapped);
    editor_level_destroy(fresh);
}

// What is read relative to another origin is something else; one that the reader would choose itself is none.
static void test_origins_count(void **state)
{
    (void)state;
    static const char *const names[2] = {"far.obj", "far.ply"};
    static const char *const texts[2] = {
        "v 10000.5 0 0\nv 10001.5 0 0\nv 10000.5 1 0\nf 1 2 3\n",
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\nproperty double y\nproperty double z\n"
        "end_header\n10000.5 0 0\n10001.5 0 0\n10000.5 1 0\n"};
    static const struct {
        editor_model_origin origin;
        bool is_mapped; // the first time
        float x;        // of the first vertex
    } rows[] = {
        {{{0, 0, 0}, false}, false, 0.5f},      {{{10000, 0, 0}, true}, true, 0.5f},
        {{{9000, 0, 0}, true}, false, 1000.5f}, {{{0, 0, 0}, true}, false, 10000.5f},
        {{{9000, 2, 0}, true}, false, 1000.5f}, {{{0, 0, 0}, false}, true, 0.5f},
    };
    for (int i = 0; i < 4; i++) {
        char path[96];
        snprintf(path, sizeof(path), "%s/%s", root, names[i / 2]);
        write_model(path, texts[i / 2], strlen(texts[i / 2]));
        for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
            const editor_import_options options = {.fit = EDITOR_FIT_PLAIN, .origin = rows[k].origin};
            editor_level *level = read_as(path, &options);
            const editor_model_origin *origin = &level->assets[0].origin;
            const double at = level->objects[0].local.origin.x;
            assert_int_equal(is_mapped(level), i % 2 == 1 || rows[k].is_mapped);
            assert_true(level->meshes[0].positions[0] == rows[k].x);
            assert_true(origin->is_known && at == origin->at[0] && at + (double)rows[k].x == 10000.5);
            assert_true(!rows[k].origin.is_known || origin->at[1] == rows[k].origin.at[1]);
            editor_level_destroy(level);
        }
    }
    // The reader's own one is remembered so when it was given, too.
    char path[96];
    snprintf(path, sizeof(path), "%s/given.obj", root);
    write_model(path, texts[0], strlen(texts[0]));
    for (int i = 0; i < 2; i++) {
        const editor_import_options given = {.fit = EDITOR_FIT_PLAIN, .origin = rows[1].origin};
        editor_level *level = read_as(path, i == 0 ? &given : &EDITOR_IMPORT_OPTIONS_DEFAULT);
        assert_int_equal(is_mapped(level), i);
        editor_level_destroy(level);
    }
}

// What was read without a scene or a variant that the file does not have is not what they would give.
static void test_what_is_gone_counts(void **state)
{
    (void)state;
    static const editor_import_options options[] = {
        {.fit = {1, EDITOR_AXIS_Y}, .scene = "noon", .may_lack_scene = true},
        {.fit = {1, EDITOR_AXIS_Y}, .variant = "noon", .may_lack_scene = true, .may_lack_variant = true},
        {.fit = {1, EDITOR_AXIS_Y}, .scene = "1", .variant = "noon", .may_lack_variant = true},
        {.fit = {1, EDITOR_AXIS_Y},
         .scene = "noon",
         .variant = "noon",
         .may_lack_scene = true,
         .may_lack_variant = true},
        {.fit = {1, EDITOR_AXIS_Y}, .scene = "1", .may_lack_scene = true},
    };
    enum { COUNT = sizeof(options) / sizeof(options[0]) };
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < COUNT; i++) {
            editor_level *level = read_as(model, &options[i]);
            const editor_asset *asset = &level->assets[0];
            const bool lacks = i < COUNT - 1;
            assert_int_equal(is_mapped(level), round);
            assert_true(asset->keeps_content == lacks && editor_asset_is_as_chosen(asset) != lacks);
            assert_true(editor_choice_is_same(asset->scene, options[i].scene));
            assert_true(editor_choice_is_same(asset->variant, options[i].variant));
            bool says = false;
            for (uint32_t k = 0; k < level->warning_count; k++)
                says |= strstr(level->warnings[k], "\"noon\": read without it") != NULL;
            assert_true(says == lacks);
            editor_level_destroy(level);
            editor_error error;
            editor_import_options strict = options[i];
            strict.may_lack_scene = strict.may_lack_variant = false;
            level = editor_import_as(model, &strict, cached_model_decode, NULL, &error);
            assert_true(lacks == !level);
            editor_level_destroy(level);
        }
    }
}

static void test_pictures_count(void **state)
{
    (void)state;
    assert_false(was_mapped());
    editor_error error;
    editor_level *level = editor_import(model, NULL, NULL, &error); // none are read
    assert_false(is_mapped(level));
    editor_level_destroy(level);
    const uint64_t before = editor_decode_pixels();
    editor_decode_set_pixels(before - 1);
    assert_false(was_mapped());
    editor_decode_set_pixels(before);
    assert_true(was_mapped());
}

static void test_a_moved_model_is_the_same_model(void **state)
{
    (void)state;
    assert_false(was_mapped());
    char folder[96], path[128], command[800];
    snprintf(folder, sizeof(folder), "%s/elsewhere", root);
    snprintf(path, sizeof(path), "%s/other.gltf", folder);
    snprintf(command, sizeof(command), "mkdir %s && cp %s/*.bin %s/*.pix %s && cp %s %s", folder, root, root, folder,
             model, path);
    assert_int_equal(system(command), 0);
    editor_level *level = read_as(path, &EDITOR_IMPORT_OPTIONS_DEFAULT);
    assert_true(is_mapped(level));
    assert_string_equal(level->path, path);
    assert_string_equal(level->assets[0].path, path);
    assert_int_equal(strncmp(level->assets[0].sources[0].path, folder, strlen(folder)), 0);
    editor_level_destroy(level);
}

static void copy_file(const char *from, const char *to)
{
    char command[300];
    snprintf(command, sizeof(command), "cp %s %s", from, to);
    assert_int_equal(system(command), 0);
}

// PLY files name their object, so that a copy under another name is another model.
static void test_a_name_that_names_objects_counts(void **state)
{
    (void)state;
    static const char text[] = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
                               "property float z\nelement face 1\nproperty list uchar int vertex_indices\n"
                               "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    char paths[2][96];
    snprintf(paths[0], sizeof(paths[0]), "%s/boat.ply", root);
    snprintf(paths[1], sizeof(paths[1]), "%s/raft.ply", root);
    write_model(paths[0], text, strlen(text));
    copy_file(paths[0], paths[1]);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 2; i++) {
            editor_level *level = read_as(paths[i], &EDITOR_IMPORT_OPTIONS_DEFAULT);
            assert_int_equal(is_mapped(level), round);
            assert_string_equal(level->objects[0].name, i == 0 ? "boat" : "raft");
            editor_level_destroy(level);
        }
    }
}

// OBJ files without a library that is there have the one with their own name.
static void test_a_library_of_the_same_name_counts(void **state)
{
    (void)state;
    static const char text[] = "mtllib gone.mtl\nusemtl paint\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    static const char *const libraries[2] = {"newmtl paint\nKd 1 0 0\n", "newmtl paint\nKd 0 0 1\n"};
    for (int i = 0; i < 2; i++) {
        char path[96];
        snprintf(path, sizeof(path), "%s/%s.mtl", root, i == 0 ? "one" : "two");
        write_model(path, libraries[i], strlen(libraries[i]));
    }
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 2; i++) {
            char path[96];
            snprintf(path, sizeof(path), "%s/%s.obj", root, i == 0 ? "one" : "two");
            write_model(path, text, strlen(text));
            editor_level *level = read_as(path, &EDITOR_IMPORT_OPTIONS_DEFAULT);
            assert_int_equal(is_mapped(level), round);
            assert_true(level->materials[0].base_color[i == 0 ? 0 : 2] == 1);
            editor_level_destroy(level);
        }
    }
}

static void write_sparse(const char *path, uint64_t size)
{
    write_model(path, "", 0);
    assert_int_equal(truncate(path, (off_t)size), 0);
}

// To know the content of a file it is read. What is too large for its reader, or of another size, is not.
static void test_huge_files_are_not_read(void **state)
{
    (void)state;
    char path[96];
    snprintf(path, sizeof(path), "%s/huge.glb", root);
    write_sparse(path, EDITOR_MODEL_FILE_LIMIT + 1);
    editor_progress progress = {0};
    editor_import_options options = EDITOR_IMPORT_OPTIONS_DEFAULT;
    options.progress = &progress;
    editor_error error;
    assert_null(editor_import_as(path, &options, cached_model_decode, NULL, &error));
    assert_non_null(strstr(error.text, "too large"));
    assert_int_equal(progress.total, 0);
    remove(path);
    editor_level_destroy(read_model());
    assert_true(was_mapped());
    snprintf(path, sizeof(path), "%s/grid.bin", root); // which the model refers to
    write_sparse(path, EDITOR_MODEL_FILE_LIMIT + 1);
    editor_importer importer = {
        .path = model, .level = editor_level_create(), .decoder = cached_model_decode, .error = &error, .keeps = true};
    assert_non_null(importer.level);
    importer.level->progress = &progress;
    assert_false(editor_model_cache_find(&importer));
    assert_in_range(progress.total, 1, 1 << 20); // the model's file
    editor_import_free_sources(&importer);
    editor_level_destroy(importer.level);
}

// Those that a child opens while it reads the model.
static void test_huge_files_of_a_child_are_not_read(void **state)
{
    (void)state;
    char path[96];
    snprintf(path, sizeof(path), "%s/huge.lwo", root);
    write_sparse(path, EDITOR_MODEL_FILE_LIMIT + 1);
    editor_importer importer = {.path = model, .level = editor_level_create(), .keeps = true};
    const editor_child_desc nothing = {.task = NULL};
    editor_foreign foreign = {.importer = &importer, .child = editor_child_create(&nothing)};
    assert_true(importer.level && foreign.child);
    FILE *file = NULL;
    assert_int_equal(assimp_files_open(&foreign, path, &file), EDITOR_FILE_TOO_LARGE);
    assert_null(file);
    assert_true(importer.is_passing);
    assert_non_null(strstr(importer.level->warnings[0], "huge.lwo\": too large; read without it"));
    importer.is_passing = false;
    snprintf(path, sizeof(path), "%s/grid.bin", root);
    for (int i = 0; i < 3; i++) { // noted, noted again, and not read any more
        assert_int_equal(assimp_files_open(&foreign, path, &file), EDITOR_FILE_OK);
        fclose(file);
        assert_int_equal(importer.is_passing, i == 2);
        importer.hashed = EDITOR_MODEL_FILE_LIMIT - (i == 0 ? editor_file_look(path).bytes : 0);
    }
    editor_import_free_notes(&importer);
    editor_import_free_sources(&importer);
    editor_import_free_tallies(&importer);
    editor_child_destroy(foreign.child);
    editor_level_destroy(importer.level);
}

// A warning does not name the folder where the model lay when it was read.
static void test_warnings_name_no_folder(void **state)
{
    (void)state;
    static const char text[] = "mtllib gone.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    char paths[2][96], command[160];
    snprintf(paths[0], sizeof(paths[0]), "%s/model.obj", root);
    snprintf(paths[1], sizeof(paths[1]), "%s/elsewhere/model.obj", root);
    snprintf(command, sizeof(command), "mkdir %s/elsewhere", root);
    assert_int_equal(system(command), 0);
    write_model(paths[0], text, strlen(text));
    copy_file(paths[0], paths[1]);
    for (int i = 0; i < 2; i++) {
        editor_level *level = read_as(paths[i], &EDITOR_IMPORT_OPTIONS_DEFAULT);
        assert_int_equal(is_mapped(level), i);
        assert_int_equal(level->warning_count, 1);
        assert_string_equal(level->warnings[0], "\"gone.mtl\": no such file; read without it");
        editor_level_destroy(level);
    }
}

// References are opened by the rules of today, not by those when the model was read.
static void test_rules_for_references_count(void **state)
{
    (void)state;
    char far_folder[80], inner[128], path[160], command[1024];
    snprintf(far_folder, sizeof(far_folder), "%s/far", root);
    snprintf(inner, sizeof(inner), "%s/a/b/c", root);
    snprintf(path, sizeof(path), "%s/model.gltf", inner);
    snprintf(command, sizeof(command),
             "mkdir -p %s %s && cp %s/paint.pix %s && cp %s/grid.bin %s && sed 's|paint.pix|../../../far/paint.pix|' "
             "%s > %s",
             far_folder, inner, root, far_folder, root, inner, model, path);
    assert_int_equal(system(command), 0);
    for (int round = 0; round < 2; round++) {
        editor_level *level = read_as(path, &EDITOR_IMPORT_OPTIONS_DEFAULT);
        assert_int_equal(is_mapped(level), round);
        assert_int_equal(level->image_count, 0);
        editor_level_destroy(level);
    }
    assert_true(editor_reference_allow(far_folder));
    editor_level *level = read_as(path, &EDITOR_IMPORT_OPTIONS_DEFAULT);
    assert_false(is_mapped(level));
    assert_int_equal(level->image_count, 1);
    editor_level_destroy(level);
}

static void test_a_library_that_comes_counts(void **state)
{
    (void)state;
    char path[96], library[96];
    snprintf(path, sizeof(path), "%s/m.obj", root);
    snprintf(library, sizeof(library), "%s/m.mtl", root);
    static const char text[] = "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nusemtl red\nf 1 2 3\nf 2 4 3\n";
    write_model(path, text, strlen(text));
    uint64_t hashes[3];
    for (int i = 0; i < 3; i++) { // without a library, with one, with another
        static const char *const libraries[] = {NULL, "newmtl red\nKd 1 0 0\n", "newmtl red\nKd 0 0 1\n"};
        if (i > 0)
            write_model(library, libraries[i], strlen(libraries[i]));
        for (int round = 0; round < 2; round++) {
            editor_level *level = read_as(path, &EDITOR_IMPORT_OPTIONS_DEFAULT);
            assert_int_equal(is_mapped(level), round);
            assert_true(round == 0 || hashes[i] == cached_model_hash(level));
            hashes[i] = cached_model_hash(level);
            editor_level_destroy(level);
        }
        assert_true(i == 0 || hashes[i] != hashes[i - 1]);
    }
}

#ifdef __linux__
// Lets no filter of system calls be set any more. False: the system has none.
static bool forbid_filters(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_seccomp, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_prctl, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof(code) / sizeof(code[0]), code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

// What a machine lacks is said by each read that needs it, and not remembered for those that do not.
static void test_weak_machines_are_not_remembered(void **state)
{
    (void)state;
    static const char text[] = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
                               "vertex 0 1 0\nendloop\nendfacet\nendsolid s\n";
    enum { WARNED, FORBIDDEN, OTHER };
    char path[96];
    snprintf(path, sizeof(path), "%s/s.stl", root);
    write_model(path, text, strlen(text));
    const pid_t process = fork();
    if (process == 0) {
        if (!forbid_filters())
            _exit(FORBIDDEN);
        editor_level *level = read_as(path, &EDITOR_IMPORT_OPTIONS_DEFAULT);
        const bool warned = level->warning_count == 1 &&
                            strcmp(level->warnings[0], "decoded in a process whose system calls are not filtered") == 0;
        _exit(warned && !is_mapped(level) ? WARNED : OTHER);
    }
    int status;
    assert_true(waitpid(process, &status, 0) == process);
    if (status == FORBIDDEN << 8)
        skip();
    assert_int_equal(status, WARNED << 8);
    editor_level *level = read_as(path, &EDITOR_IMPORT_OPTIONS_DEFAULT);
    assert_true(is_mapped(level));
    assert_int_equal(level->warning_count, 0);
    editor_level_destroy(level);
}
#endif

static void test_a_load_on_a_thread(void **state)
{
    (void)state;
    uint64_t hashes[2];
    for (int i = 0; i < 2; i++) {
        editor_load *load =
            editor_load_begin(&(editor_load_desc){.first.path = model, .decoder = cached_model_decode, .behind = true});
        assert_int_equal(editor_load_wait(load), EDITOR_LOAD_DONE);
        editor_error error;
        editor_level *level = editor_load_take(load, 0, &error);
        editor_load_destroy(load);
        editor_cache_wait();
        assert_int_equal(is_mapped(level), i);
        hashes[i] = cached_model_hash(level);
        editor_level_destroy(level);
    }
    assert_true(hashes[0] == hashes[1]);
}

static uint8_t *read_bytes(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    uint8_t *bytes = malloc(1 << 20);
    *size = fread(bytes, 1, 1 << 20, file);
    assert_true(*size < 1 << 20);
    fclose(file);
    return bytes;
}

static void test_a_broken_entry_is_read_again(void **state)
{
    (void)state;
    editor_level *level = read_model();
    const uint64_t hash = cached_model_hash(level);
    editor_level_destroy(level);
    char path[256];
    assert_int_equal(count_entries(path, sizeof(path)), 1);
    size_t size;
    uint8_t *bytes = read_bytes(path, &size);
    test_random r = {11};
    for (uint32_t i = 0; i < test_effort(60, 200); i++) {
        const size_t at = random_index(&r, (uint32_t)size);
        bytes[at] ^= 0x10;
        write_model(path, bytes, i % 2 ? size : at);
        bytes[at] ^= 0x10;
        level = read_model();
        assert_false(is_mapped(level));
        assert_true(cached_model_hash(level) == hash);
        editor_level_destroy(level);
    }
    free(bytes);
    assert_true(was_mapped()); // it was written anew
}

// Somebody who makes the checksum fit: another model, or none, but never a read outside of it.
static void test_a_forged_entry_is_harmless(void **state)
{
    (void)state;
    assert_false(was_mapped());
    char path[256];
    assert_int_equal(count_entries(path, sizeof(path)), 1);
    size_t size;
    uint8_t *good = read_bytes(path, &size), *bytes = malloc(size);
    test_random r = {12};
    const int wanted = (int)test_effort(250, 800);
    int used = 0;
    for (int i = 0; i < wanted; i++) {
        memcpy(bytes, good, size);
        for (uint32_t n = 1 + random_index(&r, 3); n > 0; n--) {
            static const uint32_t telling[] = {0, 1, 7, 0x7fffffffu, 0x80000000u, 0xffffffffu, 0x7f800000u, 64};
            const uint32_t limit = random_index(&r, 2) ? (uint32_t)size : 4096;
            const size_t at = EDITOR_CACHE_CONTENT + random_index(&r, limit - EDITOR_CACHE_CONTENT - 4) / 4 * 4;
            memcpy(bytes + at, &telling[random_index(&r, 8)], 4);
        }
        const editor_hash checksum = editor_hash_bytes(bytes + CACHE_CHECKED_FROM, size - CACHE_CHECKED_FROM);
        memcpy(bytes + 16, &checksum, sizeof(checksum));
        remove(path);
        write_model(path, bytes, size);
        chmod(path, 0600);
        editor_level *level = read_model();
        used += is_mapped(level);
        (void)cached_model_pick(level);
        (void)cached_model_hash(level);
        editor_level_destroy(level);
    }
    print_message("%d of %d forged entries were used\n", used, wanted);
    assert_true(used > wanted / 10 && used < wanted * 9 / 10); // neither is a matter of course
    free(bytes);
    free(good);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_the_second_time_it_is_the_same),
        TEST(test_small_models_are_left_out),
        TEST(test_without_a_cache_it_is_read),
        TEST(test_each_file_counts),
        TEST(test_what_changes_meanwhile_is_not_remembered),
        TEST(test_origins_count),
        TEST(test_choices_count),
        TEST(test_what_is_gone_counts),
        TEST(test_pictures_count),
        TEST(test_a_moved_model_is_the_same_model),
        TEST(test_a_name_that_names_objects_counts),
        TEST(test_a_library_of_the_same_name_counts),
        TEST(test_huge_files_are_not_read),
        TEST(test_huge_files_of_a_child_are_not_read),
        TEST(test_warnings_name_no_folder),
        TEST(test_a_library_that_comes_counts),
#ifdef __linux__
        TEST(test_weak_machines_are_not_remembered),
#endif
        TEST(test_a_load_on_a_thread),
        TEST(test_a_broken_entry_is_read_again),
        TEST(test_a_forged_entry_is_harmless),
        TEST(test_rules_for_references_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// Every model of the asset collection against its manifest: VKPICK_ASSETS_DIR names the folder. Skipped without it.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "document/import/import.h"
#include "document/level/level_internal.h"
#include "document/level/report.h"

enum {
    FILE_NAME = 0,
    TRIANGLES = 4,
    INSTANCED = 5,
    NODES = 7,
    SKINS = 8,
    DEGENERATE = 11,
    FLAGS = 12,
    MIN = 14,
    MAX = 15
};
enum { VALID = 16, COLUMNS = 20 };

typedef struct row {
    char line[4096];
    char *column[COLUMNS];
} row;

static bool read_row(FILE *file, row *r)
{
    if (!fgets(r->line, sizeof(r->line), file))
        return false;
    char *at = r->line;
    for (int i = 0; i < COLUMNS; i++) {
        r->column[i] = at;
        char *end = strpbrk(at, "\t\n");
        if (!end)
            end = at + strlen(at);
        at = *end ? end + 1 : end;
        *end = 0;
    }
    return true;
}

// Files that break a rule of their format, yet not one that what is read here rests on.
static const struct {
    const char *prefix, *reason;
} accepted[] = {
    {"quantised/cubeQuantized.glb", "quantised without saying so in extensionsRequired; read alike"},
    {"invalid/obj/issue-161-inconsistent-f.obj", "corners with and without normals in one face"},
    {"invalid/gltf_validator/accessor/small_stride", "elements that overlap, within their view"},
    {"invalid/gltf_validator/accessor_data/", "values beyond the accessor's stated min and max"},
    {"invalid/gltf_validator/animation", "animations are not read"},
    {"invalid/gltf_validator/accessor/alignment", "accessors that nothing uses"},
    {"invalid/gltf_validator/accessor/empty_object", "accessors that nothing uses"},
    {"invalid/gltf_validator/accessor/invalid_sparse_count_and_stride", "accessors that nothing uses"},
    {"invalid/gltf_validator/accessor/unresolved_bufferviews", "accessors that nothing uses"},
    {"invalid/gltf_validator/buffer/invalid_uri_data_bytelength", "a short buffer, a warning, that nothing uses"},
    {"invalid/gltf_validator/buffer/invalid_uri_scheme", "a missing file, a warning, that nothing uses"},
    {"invalid/gltf_validator/buffer_view/invalid_length", "a view that nothing uses"},
    {"invalid/gltf_validator/buffer/empty_array", "an empty list"},
    {"invalid/gltf_validator/buffer/zero_bytelength", "a buffer of no bytes that nothing uses"},
    {"invalid/gltf_validator/buffer_view/empty_array", "an empty list"},
    {"invalid/gltf_validator/buffer_view/invalid_stride_too_big", "a stride that nothing uses"},
    {"invalid/gltf_validator/buffer_view/zero_bytelength", "a view of no bytes that nothing uses"},
    {"invalid/gltf_validator/camera/", "a camera that no node has"},
    {"invalid/gltf_validator/glb/json_and_two_buffers", "chunks after the second are to be passed over"},
    {"invalid/gltf_validator/glb/misplaced_bin_chunk", "no buffer asks for the misplaced chunk"},
    {"invalid/gltf_validator/glb/two_valid_json_chunks", "chunks after the second are to be passed over"},
    {"invalid/gltf_validator/image/", "a picture that cannot be had is a warning where it is used"},
    {"invalid/gltf_validator/material/empty_array", "an empty list"},
    {"invalid/gltf_validator/mesh/invalid_attribute_escaped_name", "an unknown attribute, which is not read"},
    {"invalid/gltf_validator/mesh/morph_", "targets whose weight is 0"},
    {"invalid/gltf_validator/mesh/position_accessor_no_bounds", "stated bounds are not used"},
    {"invalid/gltf_validator/mesh/unequal_joints", "joints without a skin are not read"},
    {"invalid/gltf_validator/mesh_data/index_buffer_primitive_restart", "a vertex of that number exists"},
    {"invalid/gltf_validator/mesh_data/joints_weights_complex", "points, which are not drawn"},
    {"invalid/gltf_validator/node/empty_children_array", "an empty list"},
    {"invalid/gltf_validator/node/matrix_trs", "the matrix is taken, with a warning"},
    {"invalid/gltf_validator/node/node_parent_override", "a child twice is shown once, with a warning"},
    {"invalid/gltf_validator/node/skin_with_no_mesh", "nothing to bend"},
    {"invalid/gltf_validator/node/weights_with_no_mesh", "nothing to morph"},
    {"invalid/gltf_validator/root/extensions_undeclared", "an extension that is not read"},
    {"invalid/gltf_validator/sampler/empty_array", "an empty list"},
    {"invalid/gltf_validator/scene/empty_array", "an empty list"},
    {"invalid/gltf_validator/scene/non_root_node", "a node that is no root is shown, with a warning"},
    {"invalid/gltf_validator/skin/empty_joints_array", "an empty list that nothing uses"},
    {"invalid/gltf_validator/skin/ibm_invalid_count", "a skin that nothing uses"},
    {"invalid/gltf_validator/skin/unresolved_ibm", "a skin that nothing uses"},
    {"invalid/gltf_validator/skin/unresolved_skeleton", "the skeleton is not used"},
    {"invalid/gltf_validator/skin/no_joints_in_scene", "joints have their places in the scene or not"},
    {"invalid/gltf_validator/skin_data/invalid_ibm", "matrices that nothing uses"},
    {"invalid/gltf_validator/texture/empty_array", "an empty list"},
};

static bool is_accepted(const char *file)
{
    for (size_t i = 0; i < sizeof(accepted) / sizeof(accepted[0]); i++) {
        if (strncmp(file, accepted[i].prefix, strlen(accepted[i].prefix)) == 0)
            return true;
    }
    return false;
}

static bool report(const char *file, const char *what, double got, double wanted)
{
    print_error("%s: %s is %.9g, not %.9g\n", file, what, got, wanted);
    return false;
}

static bool check_counts(const row *r, const editor_level *level)
{
    const char *file = r->column[FILE_NAME];
    editor_level_counts counts = editor_level_count(level);
    bool ok = true;
    double triangles = atof(r->column[TRIANGLES]), instanced = atof(r->column[INSTANCED]);
    if ((double)counts.triangles != triangles)
        ok = report(file, "triangles", (double)counts.triangles, triangles);
    if ((double)counts.instanced_triangles != instanced)
        ok = report(file, "instanced_triangles", (double)counts.instanced_triangles, instanced);
    // Instances of EXT_mesh_gpu_instancing are objects here, one node there, and so are the points or lines (modes 0 to
    // 3) beside a node's triangles; OBJ rows count groups instead.
    bool nodes = r->column[NODES][0] >= '0' && r->column[NODES][0] <= '9' && !strstr(r->column[FLAGS], "gpuinst");
    for (uint32_t i = 0; i < level->mesh_count && nodes; i++)
        nodes = !level->meshes[i].thin;
    if (nodes && counts.objects != (uint32_t)atoi(r->column[NODES]))
        ok = report(file, "objects", counts.objects, atof(r->column[NODES]));
    // Strips repeat vertices on purpose, which the manifest does not count; a polygon with more than three corners can
    // be split in more than one way.
    bool split = strstr(r->column[FLAGS], "mode5") || strstr(r->column[FLAGS], "ngons");
    const editor_report reported = editor_report_make(level);
    uint64_t drops = 0;
    for (int i = 0; i < EDITOR_DROP_COUNT; i++)
        drops += reported.drops[i].count;
    if (drops != counts.dropped_triangles)
        ok = report(file, "dropped triangles with a reason", (double)drops, (double)counts.dropped_triangles);
    if (!split && (double)counts.dropped_triangles != atof(r->column[DEGENERATE]))
        ok = report(file, "dropped_triangles", (double)counts.dropped_triangles, atof(r->column[DEGENERATE]));
    return ok;
}

// Of the vertices that triangles use, in world space.
static pick_aabb exact_bounds(const editor_level *level)
{
    pick_aabb bounds = PICK_AABB_EMPTY;
    for (uint32_t i = 0; i < level->object_count; i++) {
        const editor_object *object = &level->objects[i];
        const editor_mesh *mesh = object->mesh == EDITOR_NONE ? NULL : &level->meshes[object->mesh];
        for (uint32_t k = 0; mesh && k < mesh->index_count; k++) {
            const float *p = mesh->positions + 3 * (size_t)mesh->indices[k];
            pick_vec3 v = pick_affine_point(&object->world, pick_vec3_make((double)p[0], (double)p[1], (double)p[2]));
            const pick_aabb point = {v, v};
            bounds = pick_aabb_union(&bounds, &point);
        }
    }
    return bounds;
}

// The manifest's bounds are those of turned boxes: never inside ours, and little outside.
static bool check_bounds(const row *r, const editor_level *level)
{
    static const char *const without[] = {"mode0", "mode1", "mode2", "mode3", "gpuinst", "morph", "pprim"};
    for (size_t i = 0; i < sizeof(without) / sizeof(without[0]); i++) {
        if (strstr(r->column[FLAGS], without[i]))
            return true;
    }
    double min[3], max[3];
    if (atoi(r->column[SKINS]) > 0 || // the manifest's are unbent
        sscanf(r->column[MIN], "[%lf, %lf, %lf]", &min[0], &min[1], &min[2]) != 3 ||
        sscanf(r->column[MAX], "[%lf, %lf, %lf]", &max[0], &max[1], &max[2]) != 3)
        return true;
    pick_aabb ours = exact_bounds(level);
    const double low[3] = {ours.min.x, ours.min.y, ours.min.z}, high[3] = {ours.max.x, ours.max.y, ours.max.z};
    double size = fmax(fmax(max[0] - min[0], max[1] - min[1]), max[2] - min[2]);
    bool ok = true;
    for (int i = 0; i < 3; i++) {
        double rounding = 1e-4 + 1e-4 * size;
        if (!(low[i] >= min[i] - rounding && low[i] <= min[i] + 0.03 * size + rounding))
            ok = report(r->column[FILE_NAME], "bounds_min", low[i], min[i]);
        if (!(high[i] <= max[i] + rounding && high[i] >= max[i] - 0.03 * size - rounding))
            ok = report(r->column[FILE_NAME], "bounds_max", high[i], max[i]);
    }
    return ok;
}

// Files that a reader may refuse, or decode and then must show as the manifest says.
static bool is_compressed(const char *file)
{
    return strstr(file, "BoxDraco") || strstr(file, "BoxMeshopt");
}

// Boxes, where the file gives any, are of the objects that the model has, and hold it. `*count` counts them.
static bool check_boxes(const char *path, const editor_level *level, int *count)
{
    const editor_import_options options = EDITOR_IMPORT_OPTIONS_DEFAULT;
    editor_level *boxes = editor_import_boxes(path, 1, &options);
    bool ok = !boxes || editor_asset_adds_the_same(&boxes->assets[0], &level->assets[0]);
    if (!ok)
        print_error("%s: its boxes are of other objects\n", path);
    for (uint32_t i = 0; boxes && ok && i < boxes->mesh_count; i++) {
        const double *outer = boxes->assets[0].meshes[i].box, *inner = level->assets[0].meshes[i].box;
        for (int k = 0; k < 3; k++)
            ok = ok && outer[k] <= inner[k] + 1e-5 && outer[3 + k] >= inner[3 + k] - 1e-5;
        if (!ok)
            print_error("%s: mesh %u is larger than its box\n", path, (unsigned)i);
    }
    *count += boxes != NULL;
    editor_level_destroy(boxes);
    return ok;
}

static void test_manifest(void **state)
{
    const char *folder = *state;
    char path[8192];
    snprintf(path, sizeof(path), "%s/MANIFEST.tsv", folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    static row r;
    assert_true(read_row(file, &r));
    assert_string_equal(r.column[VALID], "expect_valid");
    int boxes = 0, compared = 0, refused = 0, exceptions = 0, wrong = 0;
    while (read_row(file, &r)) {
        bool valid = strcmp(r.column[VALID], "True") == 0;
        const bool compressed = is_compressed(r.column[FILE_NAME]);
        snprintf(path, sizeof(path), "%s/%s", folder, r.column[FILE_NAME]);
        editor_error error;
        editor_level *level = editor_import(path, NULL, NULL, &error);
        if (!level && valid) {
            print_error("refused: %s\n", error.text);
            wrong++;
        } else if (!level) {
            refused++;
            if (strncmp(error.text, path, strlen(path)) != 0 || strchr(error.text, '\n') ||
                strlen(error.text) < strlen(path) + 8) {
                print_error("poor words: %s\n", error.text);
                wrong++;
            }
        } else if (!valid && !compressed && !is_accepted(r.column[FILE_NAME])) {
            print_error("%s should be refused\n", r.column[FILE_NAME]);
            wrong++;
        } else if (!valid && !compressed) {
            exceptions++;
        } else {
            compared++;
            bool counts = check_counts(&r, level);
            wrong += !check_bounds(&r, level) || !counts || !check_boxes(path, level, &boxes);
        }
        editor_level_destroy(level);
    }
    fclose(file);
    print_message("%d files agree with the manifest or not, %d refused, %d broken harmlessly\n", compared, refused,
                  exceptions);
    assert_int_equal(wrong, 0);
    print_message("%d of them come as boxes\n", boxes);
    assert_true(boxes >= 30);
    assert_true(compared >= 80);
    assert_true(refused >= 40);
}

int main(void)
{
    char *folder = getenv("VKPICK_ASSETS_DIR");
    if (!folder) {
        print_message("VKPICK_ASSETS_DIR is not set: the models of the collection are skipped\n");
        return 77;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(test_manifest, folder)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

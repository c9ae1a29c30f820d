// OBJ and PLY models far out, whose numbers are relative to a corner near their first vertex: what is seen of them
// stays where it is when another vertex comes first, after a reload and in a level that is opened again.
#define _DEFAULT_SOURCE // usleep
#define FOLDER "test_model_origin.tmp"
#include "moved_boat.h"

#include "document/motion/affine.h"

#define OBJ FOLDER "/far.obj"
#define PLY FOLDER "/far.ply"

enum { IN_FRONT, BEHIND };

// A mesh of two triangles, from x to x + 1 and from x + 600 to x + 601. The second comes first, or behind the other.
static void write_far(const char *path, double x, int order)
{
    const double xs[2] = {x, x + 600};
    const bool is_obj = strstr(path, ".obj") != NULL;
    editor_text out = {0};
    if (!is_obj)
        editor_text_put(&out, "ply\nformat ascii 1.0\nelement vertex 6\nproperty double x\nproperty double y\n"
                              "property double z\nelement face 2\nproperty list uchar int vertex_indices\n"
                              "end_header\n");
    else
        editor_text_put(&out, "o box\n");
    for (int i = 0; i < 2; i++) {
        const double at = xs[order == IN_FRONT ? 1 - i : i];
        for (int k = 0; k < 3; k++)
            editor_text_format(&out, "%s%.3f %d 5000000\n", is_obj ? "v " : "", at + (k == 1), k == 2);
    }
    editor_text_put(&out, is_obj ? "f 1 2 3\nf 4 5 6\n" : "3 0 1 2\n3 3 4 5\n");
    assert_false(out.failed);
    usleep(5000); // more than a tick of the file system's clock
    write_text(path, out.data);
    editor_text_free(&out);
}

static void must_be_within(const editor_level *level, uint32_t object, double least, double most)
{
    const pick_aabb box = editor_level_subtree_bounds(level, object);
    if (fabs(box.min.x - least) > 1e-3 || fabs(box.max.x - most) > 1e-3 || fabs(box.max.z - 5000000) > 1e-3)
        fail_msg("from %.3f to %.3f, not %.3f to %.3f", box.min.x, box.max.x, least, most);
}

static editor_document *must_open(const char *path)
{
    editor_document *document = document_must_create(level_must_open(path));
    assert_int_equal(editor_document_level(document)->warning_count, 0);
    return document;
}

static void must_reload(editor_document *document, const char *path)
{
    editor_error error = {""};
    if (!reload_model(document, 0, path, &error))
        fail_msg("%s", error.text);
    assert_true(fixture_is_consistent(editor_document_level(document)));
}

static const char *const paths[2] = {OBJ, PLY};

static void test_another_first_vertex(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        write_far(paths[i], 10000.25, BEHIND);
        editor_document *document = must_open(paths[i]);
        const editor_level *level = editor_document_level(document);
        must_be_within(level, 0, 10000.25, 10601.25);
        must_save(document, LEVEL);
        char *text = read_text(LEVEL);
        assert_non_null(strstr(text, "\"origin\": [10000, 0, 5000000]"));
        free(text);
        // Reloaded, also after the object was moved; undo and redo find what they left.
        const pick_affine moved = fixture_at(20000, 0, 5000000);
        const uint32_t object = 0;
        assert_int_equal(editor_edit_set_locals(document, &object, &moved, 1), EDITOR_EDIT_DONE);
        write_far(paths[i], 10000.25, IN_FRONT);
        must_reload(document, NULL);
        must_be_within(level, 0, 20000.25, 20601.25);
        assert_true(editor_document_undo(document));
        must_be_within(level, 0, 10000.25, 10601.25);
        assert_true(editor_document_redo(document));
        must_be_within(level, 0, 20000.25, 20601.25);
        // Import Settings know it as what adding the model adds.
        assert_true(editor_document_undo(document));
        assert_int_equal(editor_edit_set_fit(document, 0, &(editor_fit){2, EDITOR_AXIS_Y}), EDITOR_EDIT_DONE);
        const pick_aabb twice = editor_level_subtree_bounds(level, 0);
        assert_true(fabs(twice.min.x - 20000.5) < 1e-3 && fabs(twice.max.z - 10000000) < 1e-3);
        assert_true(editor_document_undo(document));
        must_be_within(level, 0, 10000.25, 10601.25);
        // Added once more, it stands where the file says.
        uint32_t made;
        assert_int_equal(editor_edit_add_asset(document, 0, EDITOR_NONE, &PICK_AFFINE_IDENTITY, &made),
                         EDITOR_EDIT_DONE);
        must_be_within(level, made, 10000.25, 10601.25);
        editor_document_destroy(document);
        // Opened again.
        document = must_open(LEVEL);
        must_be_within(editor_document_level(document), 0, 10000.25, 10601.25);
        document_round_trip(document, AGAIN, FOLDER "/c.vkpick");
        text = read_text(AGAIN);
        assert_non_null(strstr(text, "\"origin\": [10000, 0, 5000000]"));
        free(text);
        // And once more reloaded: what the level file says counts.
        write_far(paths[i], 10300, IN_FRONT);
        must_reload(document, NULL);
        must_be_within(editor_document_level(document), 0, 10300, 10901);
        editor_document_destroy(document);
    }
}

// Near its first vertex the origin is 0; other vertices are far out, and may come first.
static void test_wide_models(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        write_text(LEVEL, "{\"vkpick_level\": 2, \"objects\": []}");
        editor_document *document = must_open(LEVEL);
        write_far(paths[i], 4000, BEHIND);
        editor_error error = {""};
        uint32_t made;
        assert_int_equal(import_model(document, paths[i], &error), 0);
        assert_int_equal(editor_edit_add_asset(document, 0, EDITOR_NONE, &PICK_AFFINE_IDENTITY, &made),
                         EDITOR_EDIT_DONE);
        assert_true(editor_document_level(document)->assets[0].origin.at[0] == 0);
        must_save(document, LEVEL);
        write_far(paths[i], 4000, IN_FRONT);
        must_reload(document, NULL);
        must_be_within(editor_document_level(document), made, 4000, 4601);
        editor_document_destroy(document);
        document = must_open(LEVEL);
        must_be_within(editor_document_level(document), 0, 4000, 4601);
        editor_document_destroy(document);
    }
}

static char *text_of(const editor_level *level)
{
    editor_text out = {0};
    editor_error error = {""};
    assert_true(editor_level_write(level, LEVEL, &out, &error));
    return editor_text_take(&out);
}

// 0 0 0 is written where another first vertex would be given another origin.
static void test_what_is_written(void **state)
{
    (void)state;
    static const struct {
        const char *vertices, *origin;
    } rows[] = {
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\n", NULL},
        {"v 4095.5 0 0\nv 1 0 -4095.5\nv 0 1 0\n", NULL},
        {"v 0 0 0\nv 1 0 4096\nv 0 1 0\n", "\"origin\": [0, 0, 0]"},
        {"v 0 0 0\nv 1 -4096 0\nv 0 1 0\n", "\"origin\": [0, 0, 0]"},
        {"v 0 0 -5000.5\nv 1 0 0\nv 0 1 0\n", "\"origin\": [0, 0, -5001]"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char model[256];
        snprintf(model, sizeof(model), "%sf 1 2 3\n", rows[i].vertices);
        write_text(OBJ, model);
        editor_level *level = level_must_open(OBJ);
        assert_true(level->assets[0].origin.is_known);
        char *text = text_of(level);
        assert_true(rows[i].origin ? strstr(text, rows[i].origin) != NULL : strstr(text, "origin") == NULL);
        free(text);
        editor_level_destroy(level);
    }
    editor_level *level = level_must_open(BOAT);
    assert_false(level->assets[0].origin.is_known);
    editor_level_destroy(level);
}

#define ENTRY(fields)                                                                                                  \
    "{\"vkpick_level\": 2,\n\"assets\": [{\"id\": 1, " fields "}],\n\"objects\": [{\"id\": 1, \"name\": \"far\", "     \
    "\"asset\": 1, \"mesh\": 0, \"position\": [10000, 0, 5000000]}]}"

static void test_bad_values(void **state)
{
    (void)state;
    static const struct {
        const char *text, *reason;
    } rows[] = {
        {ENTRY("\"path\": \"far.obj\", \"origin\": 10000"), "line 2: assets[0].origin: expected an array"},
        {ENTRY("\"path\": \"far.obj\", \"origin\": [1, 2]"), "line 2: assets[0].origin: expected 3 numbers"},
        {ENTRY("\"path\": \"far.obj\", \"origin\": [1, 2, 3, 4]"), "assets[0].origin: expected 3 numbers"},
        {ENTRY("\"path\": \"far.obj\", \"origin\": [1, \"2\", 3]"), "assets[0].origin[1]: expected a number"},
        {ENTRY("\"path\": \"far.obj\", \"origin\": [1, 2, 1e999]"), "assets[0].origin[2]: "},
        {ENTRY("\"builtin\": \"demo\", \"origin\": [1, 2, 3]"), "origin: only with \"path\""},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        level_must_be_refused(LEVEL, rows[i].text, rows[i].reason);
    // Relative to a corner that is further away than floats reach, there is no model.
    for (int i = 0; i < 2; i++) {
        char text[512];
        write_far(paths[i], 10000, BEHIND);
        snprintf(text, sizeof(text), ENTRY("\"path\": \"%s\", \"origin\": [0, 1e300, 0]"), strrchr(paths[i], '/') + 1);
        write_text(LEVEL, text);
        editor_level *level = level_must_read(LEVEL);
        assert_true(level->assets[0].missing && level->warning_count == 1);
        assert_non_null(
            strstr(level->warnings[0], i == 0 ? "the vertex is too far from the origin" : "vertex 0 is not finite"));
        editor_level_destroy(level);
    }
}

// Files of earlier versions have no origin: the reader chooses it, as it did when they were written.
static void test_levels_without_it(void **state)
{
    (void)state;
    write_far(OBJ, 10000, BEHIND);
    write_text(LEVEL, ENTRY("\"path\": \"far.obj\""));
    editor_document *document = must_open(LEVEL);
    must_be_within(editor_document_level(document), 0, 10000, 10601);
    write_far(OBJ, 10000, IN_FRONT); // from now on it is known
    must_reload(document, NULL);
    must_be_within(editor_document_level(document), 0, 10000, 10601);
    must_save(document, LEVEL);
    editor_document_destroy(document);
    document = must_open(LEVEL);
    must_be_within(editor_document_level(document), 0, 10000, 10601);
    editor_document_destroy(document);
}

// A model that is missing, was not read at once, or became one of another format, keeps the origin.
static void test_missing_models(void **state)
{
    (void)state;
    write_far(OBJ, 10000, BEHIND);
    editor_document *document = must_open(OBJ);
    must_save(document, LEVEL);
    editor_document_destroy(document);
    char *before = read_text(LEVEL);
    write_far(OBJ, 10000, IN_FRONT);
    editor_error error = {""};
    editor_level *boxes = editor_level_read_boxes(LEVEL, 1, NULL, NULL, NULL, &error);
    assert_true(boxes && boxes->assets[0].unread);
    document = document_must_create(boxes);
    must_reload(document, NULL);
    must_be_within(boxes, 0, 10000, 10601);
    editor_document_destroy(document);
    assert_int_equal(rename(OBJ, FOLDER "/away.obj"), 0);
    document = document_must_create(level_must_read(LEVEL));
    const editor_level *level = editor_document_level(document);
    assert_true(level->assets[0].missing);
    must_save(document, LEVEL);
    char *after = read_text(LEVEL);
    assert_string_equal(before, after);
    must_reload(document, BOAT);
    must_save(document, AGAIN);
    must_reload(document, FOLDER "/away.obj");
    must_be_within(level, 0, 10000, 10601);
    editor_document_destroy(document);
    level = level_must_read(AGAIN);
    assert_true(level->assets[0].origin.is_known && level->assets[0].origin.at[0] == 10000);
    editor_level_destroy((editor_level *)level);
    free(before);
    free(after);
}

// --- Into levels that read the file with another origin ---

static void must_be_alike(const editor_level *a, const editor_level *b, const char *name)
{
    const pick_aabb x = editor_level_subtree_bounds(a, find(a, name)),
                    y = editor_level_subtree_bounds(b, find(b, name));
    const double off = pick_vec3_length(pick_vec3_sub(x.min, y.min)) + pick_vec3_length(pick_vec3_sub(x.max, y.max));
    if (!(off < 1e-2))
        fail_msg("%s is %g m away", name, off);
}

// A level with an object of the model, which is turned, has a moved vertex, and a group below; and a prefab of it.
static editor_document *open_source(void)
{
    write_far(OBJ, 10000, BEHIND);
    editor_document *document = must_open(OBJ);
    const uint32_t box = 0;
    uint32_t made, prefab;
    assert_int_equal(editor_edit_add_asset(document, 0, EDITOR_NONE, &PICK_AFFINE_IDENTITY, &made), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_make_prefab(document, &made, 1, "pair", &prefab), EDITOR_EDIT_DONE);
    const pick_affine turned =
        editor_affine_from_parts((double[3]){7000, 2, 3}, (double[4]){0, 1, 0, 2}, (double[3]){1, 2, 3});
    assert_int_equal(editor_edit_set_locals(document, &box, &turned, 1), EDITOR_EDIT_DONE);
    const pick_affine inner = fixture_at(1, 2, 3);
    assert_int_equal(editor_edit_add_group(document, "sail", box, &inner, NULL), EDITOR_EDIT_DONE);
    assert_int_equal(move(document, "box", 0, (float[3]){-40, 1, 2}), EDITOR_EDIT_DONE);
    return document;
}

static void test_paste(void **state)
{
    (void)state;
    editor_document *from = open_source();
    const editor_level *source = editor_document_level(from);
    const uint32_t all[2] = {find(source, "box"), find(source, "box 02")};
    char *text = editor_edit_copy(from, all, 2);
    assert_non_null(text);
    for (int round = 0; round < 2; round++) { // where the file is new, and where it was read with another origin
        write_text(LEVEL, "{\"vkpick_level\": 2, \"objects\": []}");
        editor_document *to = must_open(LEVEL);
        const editor_level *level = editor_document_level(to);
        editor_error error = {""};
        if (round == 1) {
            write_far(OBJ, 10000, IN_FRONT);
            assert_int_equal(import_model(to, OBJ, &error), 0);
            write_far(OBJ, 10000, BEHIND);
            must_reload(to, NULL);
        }
        assert_int_equal(editor_edit_paste(to, text, EDITOR_NONE, NULL, NULL), EDITOR_EDIT_DONE);
        assert_true(level->asset_count == 1 && level->assets[0].origin.at[0] == (round == 0 ? 10000 : 10600));
        must_be_alike(source, level, "box");
        must_be_alike(source, level, "box 02");
        must_be_alike(source, level, "sail");
        assert_true(fixture_is_consistent(level));
        must_save(to, LEVEL);
        editor_document_destroy(to);
        editor_level *back = level_must_read(LEVEL);
        must_be_alike(source, back, "box");
        must_be_alike(source, back, "box 02");
        editor_level_destroy(back);
    }
    editor_document_destroy(from);
    free(text);
    // An origin of 0, which levels do not say, is said there.
    write_text(OBJ, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    from = must_open(OBJ);
    text = editor_edit_copy(from, &(uint32_t){0}, 1);
    assert_non_null(strstr(text, "\"origin\": [0, 0, 0]"));
    editor_document_destroy(from);
    free(text);
}

// Two entries of one file become one.
static void test_two_entries(void **state)
{
    (void)state;
    write_far(OBJ, 10000, BEHIND);
    write_text(LEVEL, "{\"vkpick_level\": 2, \"assets\": [{\"id\": 1, \"path\": \"far.obj\", \"origin\": [10000, 0, "
                      "5000000]}, {\"id\": 2, \"path\": \"./far.obj\", \"origin\": [9000, 0, 5000000]}], \"objects\": "
                      "[{\"id\": 1, \"name\": \"a\", \"asset\": 1, \"mesh\": 0, \"position\": [10000, 0, 5000000]}, "
                      "{\"id\": 2, \"name\": \"b\", \"asset\": 2, \"mesh\": 0, \"position\": [9000, 0, 5000000]}]}");
    editor_document *document = must_open(LEVEL);
    const editor_level *level = editor_document_level(document);
    assert_int_equal(level->asset_count, 1);
    must_be_within(level, find(level, "a"), 10000, 10601);
    must_be_within(level, find(level, "b"), 10000, 10601);
    editor_document_destroy(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_another_first_vertex, set_up),
        cmocka_unit_test_setup(test_wide_models, set_up),
        cmocka_unit_test_setup(test_what_is_written, set_up),
        cmocka_unit_test_setup(test_bad_values, set_up),
        cmocka_unit_test_setup(test_levels_without_it, set_up),
        cmocka_unit_test_setup(test_missing_models, set_up),
        cmocka_unit_test_setup(test_paste, set_up),
        cmocka_unit_test_setup(test_two_entries, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

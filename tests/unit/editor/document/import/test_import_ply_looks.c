// PLY files whose faces have texture coordinates, textures, materials or colours of their own; edges, and splats.
#define _XOPEN_SOURCE 700 // mkdir

#include "model_file.h"

#include "document/level/mesh_tools.h"

#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>

#define PLY "test_import_ply_looks.ply"
#define FOLDER "test_import_ply_looks.tmp"
#define XYZ "property float x\nproperty float y\nproperty float z\n"
#define CORNERS "property list uchar int vertex_indices\n"
#define UVS "property list uchar float texcoord\n"
#define RGB "property uchar red\nproperty uchar green\nproperty uchar blue\n"
#define TEXT(comments) "ply\nformat ascii 1.0\n" comments
#define SQUARE "element vertex 4\n" XYZ
#define PLACES "-1 -1 0\n1 -1 0\n1 1 0\n-1 1 0\n"

// A picture as wide as its file has bytes.
static bool decode_size(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    (void)user, (void)bytes, (void)error;
    *out = (editor_image){.width = (uint32_t)size, .height = 1, .rgba = calloc(size, 4)};
    return out->rgba != NULL;
}

// Imports a model beside pictures of 1, 2 and 3 bytes, which are as wide.
static editor_level *import_with_pictures(const char *text)
{
    mkdir(FOLDER, 0700);
    write_model(FOLDER "/a.png", "x", 1);
    write_model(FOLDER "/b c.png", "xy", 2);
    write_model(FOLDER "/model.ply", text, strlen(text));
    editor_error error = {""};
    editor_level *level = editor_import(FOLDER "/model.ply", decode_size, NULL, &error);
    assert_int_equal(system("rm -r " FOLDER), 0);
    if (!level)
        fail_msg("refused: %s", error.text);
    return level;
}

static const editor_material *material_of(const editor_level *level, uint32_t submesh)
{
    return &level->materials[level->meshes[0].submeshes[submesh].material];
}

// The width of the picture of a submesh; 0: none.
static uint32_t picture_of(const editor_level *level, uint32_t submesh)
{
    const uint32_t image = material_of(level, submesh)->base_color_image;
    return image == EDITOR_NONE ? 0 : level->images[image].width;
}

// What a corner of a triangle has: its place and its texture coordinate.
static void expect_corner(const editor_mesh *mesh, uint32_t corner, float x, float y, float u, float v)
{
    const uint32_t vertex = mesh->indices[corner];
    assert_true(vertex < mesh->vertex_count);
    assert_true(mesh->positions[3 * vertex] == x && mesh->positions[3 * vertex + 1] == y);
    assert_true(mesh->uvs[2 * vertex] == u && mesh->uvs[2 * vertex + 1] == v);
}

// At a seam a vertex has several texture coordinates; equal corners share one.
static void test_seam(void **state)
{
    (void)state;
    editor_level *level = import_with_pictures(
        TEXT("comment TextureFile b c.png\n") SQUARE
        "element face 3\n" CORNERS UVS "end_header\n" PLACES
        "3 0 1 2 6 0.25 0.5 0.5 0.5 0.5 1\n3 0 2 3 6 0.75 0.25 1 0.5 0.75 0.5\n3 2 1 0 6 0.5 1 0.5 0.5 0.25 0.5\n");
    const editor_mesh *mesh = &level->meshes[0];
    assert_int_equal(level->warning_count, 0);
    assert_int_equal(mesh->vertex_count, 6);
    assert_int_equal(mesh->index_count, 9);
    expect_corner(mesh, 0, -1, -1, 0.25f, 0.5f);
    expect_corner(mesh, 2, 1, 1, 0.5f, 0);
    expect_corner(mesh, 3, -1, -1, 0.75f, 0.75f);
    expect_corner(mesh, 4, 1, 1, 1, 0.5f);
    expect_corner(mesh, 5, -1, 1, 0.75f, 0.5f);
    assert_int_equal(mesh->indices[6], mesh->indices[2]);
    assert_int_equal(mesh->indices[8], mesh->indices[0]);
    assert_int_equal(mesh->submesh_count, 1);
    assert_int_equal(picture_of(level, 0), 2);
    assert_string_equal(material_of(level, 0)->name, "b c.png");
    assert_true(material_of(level, 0)->base_color[0] == 1 && material_of(level, 0)->double_sided);
    assert_string_equal(level->objects[0].name, "model");
    assert_string_equal(level->assets[0].facts.format, "Stanford Polygon Library (PLY)");
    editor_level_destroy(level);
}

// Bytes in either order, with the coordinates before the corners; cut off anywhere they are refused.
static void test_bytes(void **state)
{
    (void)state;
    for (int big = 0; big < 2; big++) {
        uint8_t bytes[1000];
        size_t at =
            (size_t)sprintf((char *)bytes,
                            "ply\nformat binary_%s_endian 1.0\nelement vertex 4\nproperty uchar x\nproperty uchar y\n"
                            "property uchar z\nelement face 1\n" UVS "property uchar texnumber\n"
                            "property list uchar ushort vertex_index\nend_header\n",
                            big ? "big" : "little");
        const size_t body = at;
        static const uint8_t places[12] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
        static const float uvs[8] = {0, 0, 0.25f, 0, 0.25f, 0.5f, 0, 0.5f};
        memcpy(bytes + at, places, sizeof(places));
        at += sizeof(places);
        bytes[at++] = 8;
        for (int i = 0; i < 8; i++, at += 4) {
            for (int k = 0; k < 4; k++)
                bytes[at + (size_t)(big ? 3 - k : k)] = ((const uint8_t *)&uvs[i])[k];
        }
        bytes[at++] = 0;
        bytes[at++] = 4;
        for (uint8_t i = 0; i < 4; i++, at += 2) {
            bytes[at] = big ? 0 : i;
            bytes[at + 1] = big ? i : 0;
        }
        for (size_t cut = body; cut <= at; cut++) {
            editor_error error = {""};
            write_model(PLY, bytes, cut);
            editor_level *level = editor_import(PLY, NULL, NULL, &error);
            assert_true((level != NULL) == (cut == at));
            if (level) {
                assert_int_equal(level->meshes[0].vertex_count, 4);
                assert_int_equal(level->meshes[0].index_count, 6);
                expect_corner(&level->meshes[0], 2, 1, 1, 0.25f, 0.5f);
            }
            editor_level_destroy(level);
        }
        remove(PLY);
    }
}

// A face with another number of coordinates than corners has none, and no texture.
static void test_faces_without_coordinates(void **state)
{
    (void)state;
    editor_level *level =
        import_with_pictures(TEXT("comment TextureFile a.png\n") SQUARE
                             "element face 4\n" CORNERS UVS "end_header\n" PLACES
                             "3 0 1 2 0\n3 0 2 3 6 0 0 1 1 nan 1\n3 0 1 3 4 0 0 1 1\n2 0 1 4 0 0 1 1\n");
    const editor_mesh *mesh = &level->meshes[0];
    assert_int_equal(mesh->submesh_count, 2);
    assert_int_equal(mesh->submeshes[0].triangle_count, 2);
    assert_int_equal(picture_of(level, 0), 0);
    assert_int_equal(picture_of(level, 1), 1);
    expect_corner(mesh, 3, -1, -1, 0, 1);
    expect_corner(mesh, 5, -1, 1, 0, 1);
    expect_corner(mesh, 7, 1, 1, 1, 0);
    expect_corner(mesh, 8, -1, 1, 0, 0);
    assert_int_equal(level->warning_count, 2);
    assert_string_equal(level->warnings[0], "1 face has fewer than three corners; left out");
    assert_string_equal(level->warnings[1], "texture coordinates of faces that are not finite; read as 0");
    editor_level_destroy(level);
}

// Each texture and material is a submesh; within one the triangles keep their order, and polygons stay whole.
static void test_textures(void **state)
{
    (void)state;
    editor_level *level = import_with_pictures(
        TEXT("comment TextureFile C:\\x\\a.png\ncomment made by hand\ncomment TextureFile b c.png \n"
             "comment TextureFile gone.png\n") SQUARE
        "element face 6\n" CORNERS UVS "property int texnumber\nend_header\n" PLACES
        "3 0 1 2 6 0 0 1 0 1 1 1\n3 0 2 3 6 0 0 1 1 0 1 0\n4 0 1 2 3 8 0 0 1 0 1 1 0 1 1\n"
        "3 1 2 3 6 0 0 1 0 1 1 -1\n3 2 3 0 6 0 0 1 0 1 1 9\n3 2 3 1 6 0 0 1 0 1 1 2\n");
    const editor_mesh *mesh = &level->meshes[0];
    static const uint32_t firsts[4] = {0, 3, 4, 6}, widths[4] = {2, 1, 0, 0};
    assert_int_equal(mesh->index_count, 21);
    assert_int_equal(mesh->submesh_count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(mesh->submeshes[i].first_triangle, firsts[i]);
        assert_int_equal(mesh->submeshes[i].triangle_count, (i < 3 ? firsts[i + 1] : 7) - firsts[i]);
        assert_int_equal(picture_of(level, i), widths[i]);
    }
    assert_string_equal(material_of(level, 1)->name, "C:\\x\\a.png");
    assert_string_equal(material_of(level, 2)->name, "DefaultMaterial");
    expect_corner(mesh, 2, 1, 1, 1, 0);
    expect_corner(mesh, 9, -1, -1, 0, 1); // the second face
    assert_int_equal(level->warning_count, 2);
    assert_string_equal(level->warnings[0], "texture \"gone.png\": no such file; drawn without it");
    assert_string_equal(level->warnings[1], "1 face names a texture or material that the file does not have");
    editor_level_destroy(level);
}

static void test_materials(void **state)
{
    (void)state;
    editor_level *level = must_import(
        PLY, TEXT("") SQUARE "element face 4\n" CORNERS "property int material_index\nelement material 3\n"
                             "property uchar ambient_red\nproperty uchar ambient_green\nproperty uchar ambient_blue\n"
                             "property float ambient_coeff\nproperty uchar diffuse_red\nproperty uchar diffuse_green\n"
                             "property uchar diffuse_blue\nproperty float opacity\nend_header\n" PLACES
                             "3 0 1 2 1\n3 0 2 3 0\n3 1 2 3 -1\n3 2 3 0 1\n"
                             "9 9 9 1 255 0 0 1\n9 9 9 1 0 188 0 0.5\n9 9 9 1 0 0 0 0\n");
    const editor_mesh *mesh = &level->meshes[0];
    assert_int_equal(level->warning_count, 0);
    assert_int_equal(mesh->submesh_count, 3);
    assert_int_equal(mesh->vertex_count, 4);
    assert_memory_equal(mesh->indices, ((const uint32_t[]){0, 1, 2, 2, 3, 0, 0, 2, 3, 1, 2, 3}), 48);
    const editor_material *first = material_of(level, 0), *second = material_of(level, 1);
    assert_string_equal(first->name, "material 1");
    assert_true(first->base_color[0] == 0 && fabsf(first->base_color[1] - 0.5029f) < 1e-4f);
    assert_true(first->base_color[3] == 0.5f && first->alpha_mode == EDITOR_ALPHA_BLEND);
    assert_true(second->base_color[0] == 1 && second->base_color[3] == 1 && second->alpha_mode == EDITOR_ALPHA_OPAQUE);
    assert_true(material_of(level, 2)->base_color[0] == 0.6f);
    editor_level_destroy(level);
    // With ambient colours alone, and numbers of materials that no element has.
    level = must_import(PLY, TEXT("") "element material 1\nproperty uchar ambient_red\nproperty uchar ambient_green\n"
                                      "property uchar ambient_blue\n" SQUARE "element face 1\n" CORNERS
                                      "property int material_index\nend_header\n0 255 0\n" PLACES "3 0 1 2 0\n");
    assert_true(material_of(level, 0)->base_color[1] == 1 && material_of(level, 0)->base_color[0] == 0);
    editor_level_destroy(level);
    level = must_import(PLY, TEXT("") SQUARE "element face 1\n" CORNERS
                                             "property int material_index\nend_header\n" PLACES "3 0 1 2 7\n");
    assert_int_equal(level->warning_count, 0);
    assert_string_equal(material_of(level, 0)->name, "DefaultMaterial");
    editor_level_destroy(level);
#define MATERIALS(count)                                                                                               \
    TEXT("")                                                                                                           \
    SQUARE "element face 1\n" CORNERS "property int material_index\nelement material " count "\n" RGB                  \
           "end_header\n" PLACES "3 0 1 2 0\n"
    must_refuse(PLY, MATERIALS("2") "1 2 3 100 200 x", "material 1 of 2 is cut off, or holds no number");
    must_refuse(PLY, MATERIALS("4000000000") "1 2 3", "4000000000 materials need 24000000000 bytes or more");
}

// A material may have a texture, too; a texture without coordinates is not drawn.
static void test_textures_of_materials(void **state)
{
    (void)state;
    editor_level *level =
        import_with_pictures(TEXT("comment TextureFile a.png\n") SQUARE
                             "element face 1\n" CORNERS UVS "property int material_index\nelement material 1\n" RGB
                             "end_header\n" PLACES "3 0 1 2 6 0 0 1 0 1 1 0\n255 255 0\n");
    assert_int_equal(picture_of(level, 0), 1);
    assert_string_equal(material_of(level, 0)->name, "material 0, a.png");
    assert_true(material_of(level, 0)->base_color[2] == 0);
    editor_level_destroy(level);
    level = import_with_pictures(TEXT("comment TextureFile a.png\n") SQUARE "element face 1\n" CORNERS
                                                                            "end_header\n" PLACES "3 0 1 2\n");
    assert_int_equal(picture_of(level, 0), 0);
    assert_int_equal(level->warning_count, 1);
    assert_string_equal(level->warnings[0], "texture \"a.png\": no texture coordinates; drawn without it");
    editor_level_destroy(level);
    // Coordinates of vertices do, and those of faces without their own.
    level = import_with_pictures(TEXT("comment TextureFile a.png\n") SQUARE
                                 "property float s\nproperty float t\nelement face 2\n" CORNERS UVS "end_header\n"
                                 "0 0 0 0 0\n1 0 0 1 0\n1 1 0 1 1\n0 1 0 0 1\n3 0 1 2 0\n3 0 2 3 6 0.5 0 1 1 1 0\n");
    assert_int_equal(picture_of(level, 0), 1);
    assert_int_equal(level->meshes[0].submesh_count, 1);
    expect_corner(&level->meshes[0], 0, 0, 0, 0, 1);
    expect_corner(&level->meshes[0], 2, 1, 1, 1, 0);
    expect_corner(&level->meshes[0], 3, 0, 0, 0.5f, 1);
    editor_level_destroy(level);
}

// Far away, and with colours and normals: all are as without texture coordinates.
static void test_parted_attributes(void **state)
{
    (void)state;
    editor_level *level = must_import(
        PLY, TEXT("") "element vertex 3\n" XYZ "property float nx\nproperty float ny\nproperty float nz\n" RGB
                      "element face 2\n" CORNERS UVS "end_header\n500000.25 5400000.25 100 0 1 0 188 188 188\n"
                      "500000.5 5400000.25 100 0 0 0 255 0 0\n500000.25 5400000.5 100 0 1 0 0 0 0\n"
                      "3 0 1 2 6 0 0 1 0 0 1\n3 1 0 2 6 0 0 1 0 0 1\n");
    const editor_mesh *mesh = &level->meshes[0];
    assert_true(level->objects[0].local.origin.x == 500000 && level->objects[0].local.origin.y == 5400000);
    assert_int_equal(mesh->vertex_count, 5); // two share one: vertex 2, with the same coordinate
    expect_corner(mesh, 0, 0.25f, 0.25f, 0, 1);
    expect_corner(mesh, 4, 0.25f, 0.25f, 1, 1);
    const uint32_t first = mesh->indices[4], second = mesh->indices[1];
    assert_true(fabsf(mesh->colors[4 * first] - 0.5029f) < 1e-4f && mesh->colors[4 * second] == 1);
    assert_true(mesh->normals[3 * first + 1] == 1 && mesh->normals[3 * second + 2] != 0); // computed
    assert_true(material_of(level, 0)->base_color[0] == 1);
    editor_level_destroy(level);
}

static void expect_color(const editor_mesh *mesh, uint32_t corner, float red, float green)
{
    const float *color = mesh->colors + 4 * (size_t)mesh->indices[corner];
    assert_true(fabsf(color[0] - red) < 1e-4f && fabsf(color[1] - green) < 1e-4f && color[3] == 1);
}

// Colours of faces part vertices; those of vertices are shown in their place.
static void test_colors_of_faces(void **state)
{
    (void)state;
    editor_level *level = must_import(PLY, TEXT("") SQUARE "element face 3\n" CORNERS RGB "end_header\n" PLACES
                                                           "3 0 1 2 188 0 0\n3 0 2 3 0 255 0\n3 0 3 2 0 255 0\n");
    const editor_mesh *mesh = &level->meshes[0];
    assert_int_equal(mesh->vertex_count, 6);
    assert_null(mesh->uvs);
    for (uint32_t i = 0; i < 9; i++)
        expect_color(mesh, i, i < 3 ? 0.5029f : 0, i < 3 ? 0 : 1);
    assert_int_equal(mesh->submesh_count, 1);
    assert_true(material_of(level, 0)->base_color[0] == 1);
    editor_level_destroy(level);
    level = must_import(PLY, TEXT("") SQUARE RGB "element face 1\n" CORNERS RGB
                                                 "end_header\n0 0 0 255 0 0\n1 0 0 255 0 0\n1 1 0 255 0 0\n"
                                                 "0 1 0 255 0 0\n3 0 1 2 0 255 0\n");
    assert_int_equal(level->meshes[0].vertex_count, 4);
    expect_color(&level->meshes[0], 0, 1, 0);
    assert_int_equal(level->warning_count, 1);
    assert_string_equal(level->warnings[0], "colours of faces are not shown: the vertices have some, too");
    editor_level_destroy(level);
    // Strips are parted between two colours too.
    level = must_import(PLY, TEXT("") SQUARE "element tristrips 2\n" CORNERS RGB "end_header\n" PLACES
                                             "5 0 1 2 -1 3 255 0 0\n4 0 1 2 3 0 255 0\n");
    assert_int_equal(level->meshes[0].index_count, 9);
    expect_color(&level->meshes[0], 0, 1, 0);
    expect_color(&level->meshes[0], 3, 0, 1);
    editor_level_destroy(level);
}

static void test_types_and_names_of_colors(void **state)
{
    (void)state;
    static const char *const types[] = {"int", "uint", "short", "char", "uchar", "ushort", "float"};
    static const char *const reds[] = {"100", "100", "100", "100", "100", "25700", "0.39215686"};
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        for (int is_short = 0; is_short < 2; is_short++) {
            char text[500];
            snprintf(text, sizeof(text),
                     TEXT("") "element vertex 1\n" XYZ "property %s %s\nproperty %s %s\nproperty %s %s\nend_header\n"
                              "0 0 0 %s 0 0\n",
                     types[i], is_short ? "r" : "red", types[i], is_short ? "g" : "green", types[i],
                     is_short ? "b" : "blue", reds[i]);
            editor_level *level = must_import(PLY, text);
            assert_non_null(level->meshes[0].colors);
            assert_true(fabsf(level->meshes[0].colors[0] - 0.1274f) < 1e-4f && level->meshes[0].colors[1] == 0);
            editor_level_destroy(level);
        }
    }
}

// Elements in any order: faces may stand before the vertices that they name.
static void test_any_order(void **state)
{
    (void)state;
    editor_level *level = must_import(
        PLY, TEXT("") "element edge 1\nproperty int vertex1\nproperty int vertex2\nelement face 2\n" CORNERS SQUARE
                      "end_header\n1 3\n3 0 1 2\n3 0 2 3\n" PLACES);
    assert_int_equal(level->meshes[0].index_count, 6);
    assert_int_equal(level->meshes[1].vertex_count, 2);
    editor_level_destroy(level);
    must_refuse(PLY, TEXT("") "element face 2\n" CORNERS SQUARE "end_header\n3 0 1 2\n255 0 2 3\n" PLACES,
                "an element before the vertices is cut off");
    must_refuse(PLY, TEXT("") "element face 4000000000\n" CORNERS SQUARE "end_header\n3 0 1 2\n" PLACES,
                "an element before the vertices is cut off");
}

static void expect_line(const editor_mesh *mesh, uint32_t number, const float from[2], const float to[2])
{
    assert_int_equal(mesh->line_counts[number], 2);
    const float *p = mesh->positions + 6 * (size_t)number;
    assert_true(p[0] == from[0] && p[1] == from[1] && p[3] == to[0] && p[4] == to[1]);
}

#define EDGES(count, more) "element edge " count "\nproperty int vertex1\nproperty int vertex2\n" more

// Edges are lines: an object by themselves, or beside that of faces.
static void test_edges(void **state)
{
    (void)state;
    editor_level *level =
        must_import(PLY, TEXT("") SQUARE EDGES("2", RGB) "end_header\n" PLACES "0 1 255 0 0\n2 3 0 255 0\n");
    assert_int_equal(level->object_count, 1);
    assert_string_equal(level->objects[0].name, "test_import_ply_looks");
    const editor_mesh *mesh = &level->meshes[0];
    assert_int_equal(mesh->form, EDITOR_FORM_LINES);
    assert_int_equal(mesh->line_count, 2);
    expect_line(mesh, 0, (const float[]){-1, -1}, (const float[]){1, -1});
    expect_line(mesh, 1, (const float[]){1, 1}, (const float[]){-1, 1});
    assert_true(mesh->colors[0] == 1 && mesh->colors[4] == 1 && mesh->colors[8] == 0 && mesh->colors[9] == 1);
    editor_level_destroy(level);
    // The vertices' colours, which texture coordinates part for faces alone.
    level = must_import(PLY, TEXT("") SQUARE RGB "element face 1\n" CORNERS UVS EDGES(
                                 "1", "") "end_header\n"
                                          "9000.5 0 0 255 0 0\n9001 0 0 0 255 0\n9000 1 0 0 0 0\n"
                                          "9000 2 0 0 0 0\n3 0 1 2 6 0 0 1 0 0 1\n3 1\n");
    assert_int_equal(level->object_count, 2);
    assert_string_equal(level->objects[0].name, "test_import_ply_looks");
    assert_string_equal(level->objects[1].name, "test_import_ply_looks lines");
    assert_true(level->objects[0].local.origin.x == 9000 && level->objects[1].local.origin.x == 9000);
    assert_int_equal(level->meshes[0].vertex_count, 3);
    mesh = &level->meshes[1];
    expect_line(mesh, 0, (const float[]){0, 2}, (const float[]){1, 0});
    assert_true(mesh->colors[0] == 0 && mesh->colors[5] == 1);
    editor_level_destroy(level);
    must_refuse(PLY, TEXT("") SQUARE EDGES("1", "") "end_header\n" PLACES "0 4\n",
                "edge 0: a vertex is out of range: there are 4 vertices");
    must_refuse(PLY, TEXT("") SQUARE EDGES("1", "") "end_header\n" PLACES "-1 0\n", "edge 0: a vertex is out of range");
    must_refuse(PLY, TEXT("") SQUARE EDGES("2", "") "end_header\n" PLACES "0 1\n1 x\n",
                "edge 1 of 2 is cut off, or holds no number");
    must_refuse(PLY, TEXT("") SQUARE EDGES("4000000000", "") "end_header\n" PLACES "0 1\n",
                "4000000000 edges need 16000000000 bytes or more");
    must_refuse(PLY, TEXT("") "element vertex 2\n" XYZ EDGES("1", "") "end_header\n0 nan 0\n1 1 1\n0 1\n",
                "vertex 0 is not finite");
}

static void test_splats(void **state)
{
    (void)state;
    editor_level *level = must_import(
        PLY, TEXT("") "element vertex 2\n" XYZ "property float f_dc_0\nproperty float opacity\nproperty float scale_0\n"
                      "property float rot_0\nend_header\n1 2 3 0 0 0 0\n4 5 6 0 0 0 0\n");
    assert_int_equal(level->meshes[0].vertex_count, 2);
    assert_int_equal(level->warning_count, 1);
    assert_string_equal(level->warnings[0], "Gaussian splats are shown as points");
    editor_level_destroy(level);
}

// Names of more than 63 characters, as of CloudCompare's scalar fields, are passed over.
static void test_long_names(void **state)
{
    (void)state;
#define LONG "x123456789012345678901234567890123456789012345678901234567890123456789"
    editor_level *level =
        must_import(PLY, TEXT("obj_info " LONG "\n" LONG "\n") "element " LONG " 1\nproperty float " LONG
                                                               "\nelement vertex 1\nproperty float " LONG "\n" XYZ
                                                               "end_header\n7\n8 1 2 3\n");
    assert_int_equal(level->meshes[0].vertex_count, 1);
    assert_true(level->meshes[0].positions[0] == 1 && level->meshes[0].positions[2] == 3);
    editor_level_destroy(level);
    must_refuse(PLY, TEXT("") "element vertex 1\nproperty " LONG " x\nend_header\n1\n", "its header is broken");
}

static void test_refusals(void **state)
{
    (void)state;
    must_refuse(PLY, TEXT("") "element vertex 1\nproperty float x\nend_header\n1\n",
                "it has no vertices with x, y and z");
    must_refuse(PLY, TEXT("") "element face 1\n" CORNERS "end_header\n3 0 1 2\n", "it has no vertices with x, y and z");
    must_refuse(PLY, TEXT("") SQUARE "element face 1\n" UVS "end_header\n" PLACES "6 0 0 0 0 0 0\n",
                "its faces have no list of vertex_indices");
    must_refuse(PLY,
                TEXT("") SQUARE "element face 2\n" CORNERS UVS "end_header\n" PLACES
                                "3 0 1 2 6 0 0 1 0 1 1\n3 0 1 2 255 0\n",
                "face 1 of 2 is cut off, or holds no number");
    must_refuse(PLY, TEXT("") SQUARE "element face 1\n" CORNERS UVS "end_header\n" PLACES "3 0 1 2 -6 0 0 1 0 1 1\n",
                "face 0 of 1 is cut off");
    must_refuse(PLY, TEXT("") SQUARE "element face 1\n" CORNERS UVS "end_header\n" PLACES "3 0 1 4 6 0 0 1 0 1 1\n",
                "face 0: a corner is out of range: there are 4 vertices");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seam),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_faces_without_coordinates),
        cmocka_unit_test(test_textures),
        cmocka_unit_test(test_materials),
        cmocka_unit_test(test_textures_of_materials),
        cmocka_unit_test(test_parted_attributes),
        cmocka_unit_test(test_colors_of_faces),
        cmocka_unit_test(test_types_and_names_of_colors),
        cmocka_unit_test(test_any_order),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_splats),
        cmocka_unit_test(test_long_names),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// golden_test: draws scenes with the program and compares them with checked-in pictures.
//
//   golden_test PROGRAM FOLDER WORK            compares; pictures that differ are left in WORK
//   golden_test PROGRAM FOLDER WORK --update   draws FOLDER/*.png anew; look at them before you commit them
//
// Limits: two versions of a software rasterizer differ in single edge samples and in roundings of a few 255ths; the
// share of pixels whose 3x3 mean differs visibly is then 0 or near it. Moving an object by two pixels, or giving a
// small one another colour, exceeds it: test_comparison sees to that with a colour, a place and a missing object.
#include "effort.h"
#include "picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int VISIBLE = 12;            // 255ths of the 3x3 mean
static const double LARGEST_MEAN = 1.0;   // 255ths
static const double LARGEST_SHARE = 2e-3; // of all pixels

typedef struct golden {
    const char *name;
    const char *scene; // "demo", or a file in FOLDER
    const char *options;
} golden;

static const golden GOLDENS[] = {
    {"demo", "demo", "--size 320x180"},
    {"demo_near", "demo", "--size 320x180 --eye 9,4,12 --target 0,1,0"},
    {"demo_inside", "demo", "--size 320x180 --eye 0.2,2.6,0.2 --target -3,1.7,-2.4 --fov 75"},
    {"demo_ortho", "demo", "--size 320x180 --ortho 16 --eye 30,30,30 --target 0,0,0"},
    {"demo_materials", "demo", "--size 320x240 --eye 9,4,6 --target 3.6,1.2,0.4 --fov 28 --no-grid"},
    {"demo_unlit", "demo", "--size 320x240 --eye 9,4,6 --target 3.6,1.2,0.4 --fov 28 --no-grid --shading unlit"},
    {"demo_clay", "demo", "--size 320x240 --eye 9,4,6 --target 3.6,1.2,0.4 --fov 28 --no-grid --shading clay"},
    {"demo_wireframe", "demo", "--size 320x240 --eye 9,4,6 --target 3.6,1.2,0.4 --fov 28 --shading wireframe"},
    {"demo_shadows", "demo", "--size 320x240 --eye 9,4,6 --target 3.6,1.2,0.4 --fov 28 --no-grid --shadows"},
    {"demo_icons", "demo",
     "--size 320x240 --eye 8,8,12 --target 1,3,1 --fov 50 --icons --labels --select 'gallery light' --hover camera"},
    {"demo_outlines", "demo",
     "--size 320x240 --eye 8,4,4 --target 1.6,1.7,-2.6 --fov 24 --select 'crate 01' --select 'crate 02' "
     "--select 'crate 03' --select 'crate 05' --hover 'crate 04'"},
    {"grid_grazing", "shapes.obj", "--size 320x180 --eye 6,0.3,8 --target 0,0.4,0"},
    {"grid_below", "shapes.obj", "--size 320x180 --eye 6,-3,8 --target 0,0.5,0"},
    {"grid_ortho", "shapes.obj", "--size 320x180 --ortho 12 --eye 20,9,30 --target 0,0,0"},
    {"grid_front", "shapes.obj", "--size 320x180 --ortho 12 --eye 1,1,30 --target 1,1,0"},
    {"grid_right", "shapes.obj", "--size 320x180 --ortho 12 --eye 30,1,1 --target 0,1,1"},
    {"shapes", "shapes.obj", "--size 240x160"},
    {"shapes_marked", "shapes.obj", "--size 240x160 --hover cube --select pyramid"},
    {"shapes_wireframe", "shapes.obj", "--size 240x160 --wireframe --no-grid"},
};

enum { GOLDEN_COUNT = sizeof(GOLDENS) / sizeof(GOLDENS[0]) };

typedef struct places {
    const char *program, *folder, *work;
} places;

static bool draw(const places *at, const char *scene, const char *options, const char *path)
{
    char command[2048];
    snprintf(command, sizeof(command), "VKPICK_VALIDATION=1 '%s' render '%s' %s --out '%s'", at->program, scene,
             options, path);
    fflush(NULL);
    if (system(command) != 0) {
        fprintf(stderr, "failed: %s\n", command);
        return false;
    }
    return true;
}

static bool draw_golden(const places *at, const golden *it, const char *path)
{
    char scene[512];
    bool is_file = strchr(it->scene, '.') != NULL;
    snprintf(scene, sizeof(scene), "%s%s%s", is_file ? at->folder : "", is_file ? "/" : "", it->scene);
    return draw(at, scene, it->options, path);
}

static bool agree(const picture *a, const picture *b, picture_difference *difference)
{
    return picture_compare(a, b, VISIBLE, difference) && difference->mean <= LARGEST_MEAN &&
           difference->wrong <= LARGEST_SHARE;
}

static bool check(const places *at, const golden *it)
{
    char expected[512], actual[512], diff[512];
    snprintf(expected, sizeof(expected), "%s/%s.png", at->folder, it->name);
    snprintf(actual, sizeof(actual), "%s/%s.actual.png", at->work, it->name);
    snprintf(diff, sizeof(diff), "%s/%s.difference.png", at->work, it->name);
    picture a = {0}, b = {0};
    picture_difference difference = {0, 0};
    bool ok = draw_golden(at, it, actual) && picture_read(actual, &b);
    if (ok && !picture_read(expected, &a)) {
        fprintf(stderr, "%s: missing\n", expected);
        ok = false;
    } else if (ok) {
        ok = agree(&a, &b, &difference);
        printf("%-16s mean %.3f, visible %.4f%%: %s\n", it->name, difference.mean, 100 * difference.wrong,
               ok ? "ok" : "DIFFERENT");
    }
    if (ok)
        remove(actual);
    else if (a.rgba != NULL && b.rgba != NULL && picture_write_difference(&a, &b, diff))
        fprintf(stderr, "compare %s with %s: %s\n", actual, expected, diff);
    picture_free(&a);
    picture_free(&b);
    return ok;
}

// Writes the shapes again into WORK with one piece of text replaced, and draws them.
static bool draw_changed(const places *at, const char *file, const char *from, const char *to, picture *out)
{
    static const char *const FILES[2] = {"shapes.obj", "shapes.mtl"};
    char path[512], text[2048];
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof(path), "%s/%s", at->folder, FILES[i]);
        FILE *in = fopen(path, "rb");
        size_t size = in != NULL ? fread(text, 1, sizeof(text) - 1, in) : 0;
        if (in != NULL)
            fclose(in);
        text[size] = '\0';
        snprintf(path, sizeof(path), "%s/%s", at->work, FILES[i]);
        FILE *copy = fopen(path, "wb");
        const char *found = strcmp(FILES[i], file) == 0 ? strstr(text, from) : NULL;
        if (size == 0 || copy == NULL || (strcmp(FILES[i], file) == 0 && found == NULL))
            return false;
        int before = found != NULL ? (int)(found - text) : (int)size;
        fprintf(copy, "%.*s%s%s", before, text, found != NULL ? to : "", found != NULL ? found + strlen(from) : "");
        fclose(copy);
    }
    char scene[512], actual[512];
    snprintf(scene, sizeof(scene), "%s/shapes.obj", at->work);
    snprintf(actual, sizeof(actual), "%s/changed.png", at->work);
    return draw(at, scene, "--size 240x160", actual) && picture_read(actual, out);
}

// Real changes must be seen, and noise must not.
static bool test_comparison(const places *at)
{
    static const struct {
        const char *what, *file, *from, *to;
        bool agrees;
    } CHANGES[] = {
        {"nothing", "shapes.mtl", "Kd 0.6", "Kd 0.6", true},
        {"a colour", "shapes.mtl", "Kd 0.1 0.25 0.8", "Kd 0.1 0.45 0.8", false},
        {"a place", "shapes.obj", "v 1.5 2.5 0", "v 1.5 2.3 0", false},
        {"a missing face", "shapes.obj", "f 13 14 17\n", "", false},
    };
    picture original = {0};
    bool ok = draw_changed(at, "shapes.mtl", "red", "red", &original);
    // In a quick run one change; the picture of no change is drawn below.
    for (size_t i = test_effort(3, 0); i < sizeof(CHANGES) / sizeof(CHANGES[0]) && ok; i++) {
        picture changed = {0};
        picture_difference difference = {0, 0};
        ok = draw_changed(at, CHANGES[i].file, CHANGES[i].from, CHANGES[i].to, &changed) &&
             agree(&original, &changed, &difference) == CHANGES[i].agrees;
        printf("changed %-14s mean %.3f, visible %.4f%%: %s\n", CHANGES[i].what, difference.mean,
               100 * difference.wrong, ok ? "ok" : "WRONG");
        picture_free(&changed);
    }
    for (size_t i = 0; ok && i < (size_t)original.width * original.height * 4; i++) // one 255th up and down
        original.rgba[i] = (uint8_t)(original.rgba[i] ^ 1);
    picture again = {0};
    picture_difference difference;
    ok = ok && draw_changed(at, "shapes.mtl", "red", "red", &again) && agree(&original, &again, &difference);
    picture_free(&original);
    picture_free(&again);
    return ok;
}

static int update(const places *at)
{
    for (int i = 0; i < GOLDEN_COUNT; i++) {
        char path[512];
        snprintf(path, sizeof(path), "%s/%s.png", at->folder, GOLDENS[i].name);
        if (!draw_golden(at, &GOLDENS[i], path))
            return 1;
        printf("%s\n", path);
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fputs("usage: golden_test PROGRAM FOLDER WORK [--update]\n", stderr);
        return 2;
    }
    const places at = {argv[1], argv[2], argv[3]};
    if (argc > 4 && strcmp(argv[4], "--update") == 0)
        return update(&at);
    bool ok = test_comparison(&at);
    for (int i = 0; i < GOLDEN_COUNT; i += (int)test_effort(5, 1))
        ok = check(&at, &GOLDENS[i]) && ok;
    return ok ? 0 : 1;
}

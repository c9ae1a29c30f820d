// The examples that have an engine of their own, in a window on a virtual screen: hover, clicks and their outlines.
//
//     engine_test picking|terrain PROGRAM
//
// An outline is found by comparing two pictures of the same frame, with and without it. Where it must be follows from
// the picture without: the engine shades each object in one hue.
#define _POSIX_C_SOURCE 200809L

#include "effort.h"
#include "window_driver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_WIDTH = 1024, MAX_PIXELS = MAX_WIDTH * MAX_WIDTH, OUTLINE_REACH = 4, FRAMES = 26 };

typedef struct picture {
    int width, height;
    unsigned char rgb[3 * MAX_PIXELS];
} picture;

static picture plain, marked;
static unsigned char region[MAX_PIXELS], changed[MAX_PIXELS];

static void load(driver *d, const char *path, picture *out)
{
    FILE *file = fopen(path, "rb");
    CHECK(d, file != NULL, "no picture %s", path);
    int got = fscanf(file, "P6 %d %d 255%*c", &out->width, &out->height);
    CHECK(d, got == 2 && out->width > 0 && out->height > 0 && out->width * out->height <= MAX_PIXELS, "not a picture");
    size_t size = (size_t)(3 * out->width * out->height);
    CHECK(d, fread(out->rgb, 1, size, file) == size, "%s is too short", path);
    fclose(file);
}

// Runs the program with the validation layer. What it prints, errors included, is `said`.
static void run(driver *d, const char *program, const char *size, const char *steps, const char *said, picture *out)
{
    char command[1024], text[1024] = "", path[128];
    snprintf(path, sizeof(path), "%s/picture.ppm", d->directory);
    snprintf(command, sizeof(command), "'%s' --validation --size %s --frames %d --picture '%s' %s 2>&1", program, size,
             FRAMES, path, steps);
    FILE *output = popen(command, "r");
    CHECK(d, output != NULL, "not started: %s", command);
    text[fread(text, 1, sizeof(text) - 1, output)] = '\0';
    int status = pclose(output);
    CHECK(d, WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s: exit status %d: %s", command, WEXITSTATUS(status),
          text);
    // Text without its end of line leaves the rest of one line open.
    size_t length = strlen(said);
    bool open = length > 0 && said[length - 1] != '\n';
    const char *end = text + strnlen(text, length);
    if (open)
        end = strchr(text, '\n') != NULL ? strchr(text, '\n') + 1 : "no line";
    CHECK(d, strncmp(text, said, length) == 0 && *end == '\0', "%s said '%s', not '%s'", command, text, said);
    load(d, path, out);
    remove(path);
}

// The direction of a pixel's colour, in linear light.
static void hue(const picture *p, int at, double out[3])
{
    double length = 1e-9;
    for (int i = 0; i < 3; i++) {
        double value = p->rgb[3 * at + i] / 255.0;
        out[i] = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
        length += out[i] * out[i];
    }
    for (int i = 0; i < 3; i++)
        out[i] /= sqrt(length);
}

// The pixels of one hue that are connected with (x, y): the object that is seen there. Returns how many.
static int find_region(const picture *p, int x, int y)
{
    static int stack[MAX_PIXELS];
    int count = 0, top = 0;
    double wanted[3], got[3];
    memset(region, 0, sizeof(region));
    hue(p, y * p->width + x, wanted);
    stack[top++] = y * p->width + x;
    region[stack[0]] = 1;
    while (top > 0) {
        int at = stack[--top];
        const int near[4] = {at % p->width > 0 ? at - 1 : at, at % p->width < p->width - 1 ? at + 1 : at, at - p->width,
                             at + p->width};
        count++;
        for (int i = 0; i < 4; i++) {
            if (near[i] < 0 || near[i] >= p->width * p->height || region[near[i]])
                continue;
            hue(p, near[i], got);
            if (wanted[0] * got[0] + wanted[1] * got[1] + wanted[2] * got[2] < 0.9985)
                continue;
            region[near[i]] = 1;
            stack[top++] = near[i];
        }
    }
    return count;
}

// Whether a pixel within `reach` of one has the value `kind` in `mask`.
static bool has_near(const picture *p, const unsigned char *mask, int at, int reach, int kind)
{
    for (int y = at / p->width - reach; y <= at / p->width + reach; y++) {
        for (int x = at % p->width - reach; x <= at % p->width + reach; x++) {
            if (x >= 0 && y >= 0 && x < p->width && y < p->height && mask[y * p->width + x] == kind)
                return true;
        }
    }
    return false;
}

static int compare(driver *d)
{
    int count = 0;
    CHECK(d, plain.width == marked.width && plain.height == marked.height, "pictures of two sizes");
    for (int i = 0; i < plain.width * plain.height; i++) {
        changed[i] = 0;
        for (int c = 0; c < 3; c++)
            changed[i] |= abs(plain.rgb[3 * i + c] - marked.rgb[3 * i + c]) > 6;
        count += changed[i];
    }
    return count;
}

// All that has changed lies along the border of the object at (x, y), all along it. Red says whose line it is.
static void check_outline(driver *d, const char *what, int x, int y, bool selected)
{
    int border = 0, red = 0, count = compare(d);
    int size = find_region(&plain, x, y);
    CHECK(d, size > 300 && size < 30000, "%s: %d pixels of one hue at %d, %d", what, size, x, y);
    for (int i = 0; i < plain.width * plain.height; i++) {
        int px = i % plain.width, py = i / plain.width;
        if (changed[i])
            CHECK(d, has_near(&plain, region, i, OUTLINE_REACH, 0) && has_near(&plain, region, i, OUTLINE_REACH, 1),
                  "%s: an outline at %d, %d, far from its border", what, px, py);
        const unsigned char *rgb = &marked.rgb[3 * i];
        red += changed[i] && rgb[0] > 150 && rgb[1] < 0.7 * rgb[0] && rgb[2] < 0.5 * rgb[0];
        if (region[i] == 0 || !has_near(&plain, region, i, 1, 0))
            continue;
        border++;
        CHECK(d, has_near(&plain, changed, i, OUTLINE_REACH, 1), "%s: no outline at %d, %d", what, px, py);
    }
    CHECK(d, border > 60 && count > border, "%s: %d pixels of an outline around %d", what, count, border);
    CHECK(d, selected ? red > border / 2 : red < border / 8, "%s: %d red pixels of %d", what, red, count);
}

// What a click or a move at a place shows.
typedef struct look {
    const char *size, *steps, *said;
    int x, y; // of the object that is outlined; -1: none is
    bool selected;
} look;

static void check_looks(driver *d, const char *program, const look *looks, size_t count)
{
    const char *size = "";
    for (size_t i = 0; i < count; i++) {
        const look *it = &looks[i];
        if (!test_is_thorough() && (it->x < 0 || strcmp(it->size, looks[0].size) != 0))
            continue; // each size takes a picture more
        if (strcmp(it->size, size) != 0)
            run(d, program, it->size, "", "", &plain);
        size = it->size;
        run(d, program, it->size, it->steps, it->said, &marked);
        if (it->x >= 0)
            check_outline(d, it->steps, it->x, it->y, it->selected);
        else
            CHECK(d, compare(d) == 0, "%s: %d pixels changed", it->steps, compare(d));
    }
}

int main(int argc, char **argv)
{
    static driver d;
    // The mouse leaves the object, so that its hover is not in the picture, but for moves alone.
    static const look picking[] = {
        {"800x500", "--click 545,320 --move 3,3", "crate 5 selected: CPU and GPU agree\n", 545, 320, true},
        {"800x500", "--click 595,205 --click 200,400",
         "sphere 2 selected: CPU and GPU agree\nnothing selected: CPU and GPU agree\n", -1, -1, false},
        {"800x500", "--move 368,295", "", 368, 295, false},
        {"800x500", "--size 480x640 --resize 800x500 --click 545,320 --move 3,3",
         "crate 5 selected: CPU and GPU agree\n", 545, 320, true},
        {"480x640", "--click 117,287 --move 3,3", "sphere 1 selected: CPU and GPU agree\n", 117, 287, true},
        {"480x640", "--click 330,20", "nothing selected: CPU and GPU agree\n", -1, -1, false},
        {"480x640", "--move 330,165", "", 330, 165, false},
    };
    static const look terrain[] = {
        {"800x500", "--click 360,400 --move 3,3", "tile ", 360, 400, true},
        {"800x500", "--click 700,450 --move 3,3", "nothing selected\n", -1, -1, false},
        // A hilltop, above where the terrain would end if it were flat.
        {"800x500", "--click 395,156 --move 3,3", "tile ", 395, 165, true},
        {"800x500", "--move 450,290", "", 450, 290, false},
        {"480x640", "--click 220,520 --move 3,3", "tile ", 220, 520, true},
        {"480x640", "--click 330,20", "nothing selected\n", -1, -1, false},
    };
    if (argc != 3)
        return 2;
    driver_start_screen(&d, 1024, 768);
    if (strcmp(argv[1], "picking") == 0)
        check_looks(&d, argv[2], picking, sizeof(picking) / sizeof(picking[0]));
    else
        check_looks(&d, argv[2], terrain, sizeof(terrain) / sizeof(terrain[0]));
    driver_finish(&d);
    rmdir(d.directory);
    return 0;
}

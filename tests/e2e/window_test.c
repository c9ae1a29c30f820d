// The program in a real window, driven by a real pointer: `window_test PROGRAM`.
//
// Three boxes of known places stand beside each other. Where they are on screen is computed here, through the picking
// library, from the matrices that the program logs: so a shift between picture and mouse cannot hide.
#define _POSIX_C_SOURCE 200809L // setenv
#include "effort.h"
#include "window_driver.h"

#include <math.h>
#include <spng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const pick_vec3 red = {-3, 0, 0}, green = {0, 0, 0}, blue = {3, 0, 0}; // centres; 2 m edges
static const double patience = 60;                                            // seconds, for a slow machine

enum { SCREEN_WIDTH = 1100, SCREEN_HEIGHT = 760 };

// A frame of a software device takes as long as the window is large.
static int window_width(void)
{
    return (int)test_effort(800, 900);
}

static int window_height(void)
{
    return (int)test_effort(500, 560);
}

// --- the model ---

static void write_box(FILE *file, const char *name, pick_vec3 center, int *first)
{
    static const int faces[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
    fprintf(file, "o %s\nusemtl %s\n", name, name);
    for (int i = 0; i < 8; i++)
        fprintf(file, "v %g %g %g\n", center.x + (i & 4 ? 1 : -1), center.y + (i & 2 ? 1 : -1),
                center.z + (i & 1 ? 1 : -1));
    for (int f = 0; f < 6; f++)
        fprintf(file, "f %d %d %d %d\n", *first + faces[f][0], *first + faces[f][1], *first + faces[f][2],
                *first + faces[f][3]);
    *first += 8;
}

static void write_model(driver *d, char *path, size_t size)
{
    snprintf(path, size, "%s/boxes.mtl", d->directory);
    FILE *file = fopen(path, "w");
    CHECK(d, file, "%s cannot be written", path);
    fprintf(file, "newmtl red\nKd 0.5 0.1 0.1\nnewmtl green\nKd 0.1 0.4 0.1\nnewmtl blue\nKd 0.1 0.1 0.5\n");
    fclose(file);
    snprintf(path, size, "%s/boxes.obj", d->directory);
    file = fopen(path, "w");
    CHECK(d, file, "%s cannot be written", path);
    int first = 1;
    fprintf(file, "mtllib boxes.mtl\n");
    write_box(file, "red", red, &first);
    write_box(file, "green", green, &first);
    write_box(file, "blue", blue, &first);
    fclose(file);
}

// --- what is waited for ---

static bool hovers(const driver_state *state, const void *user)
{
    return strcmp(state->hover, user) == 0;
}

static bool selects(const driver_state *state, const void *user)
{
    char all[DRIVER_MAX_SELECTED * (DRIVER_NAME_SIZE + 1)] = "";
    for (int i = 0; i < state->selected_count; i++) {
        strcat(all, i ? " " : "");
        strcat(all, state->selected[i]);
    }
    return strcmp(all, user) == 0;
}

typedef struct counter {
    size_t offset; // of an int in driver_state
    int above;
} counter;

static bool counts(const driver_state *state, const void *user)
{
    const counter *c = user;
    int value;
    memcpy(&value, (const char *)state + c->offset, sizeof(value));
    return value > c->above;
}

#define COUNTER(d, field)                                                                                              \
    (counter)                                                                                                          \
    {                                                                                                                  \
        offsetof(driver_state, field), (d)->state.field                                                                \
    }

static void expect_hover(driver *d, const char *name)
{
    CHECK(d, driver_wait(d, hovers, name, patience), "hover '%s' was expected", name);
    driver_rest(d);
    CHECK(d, hovers(&d->state, name), "hover '%s' did not last", name);
}

static void expect_selection(driver *d, const char *names, const char *active)
{
    CHECK(d, driver_wait(d, selects, names, patience), "selection '%s' was expected", names);
    driver_rest(d);
    CHECK(d, selects(&d->state, names), "selection '%s' did not last", names);
    CHECK(d, strcmp(d->state.active, active) == 0, "active '%s' was expected", active);
}

static void expect_more(driver *d, counter c, const char *what)
{
    CHECK(d, driver_wait(d, counts, &c, patience), "%s was expected", what);
}

static void move_to(driver *d, pick_vec3 world)
{
    pick_vec2 p = driver_project(d, world);
    driver_move(d, floor(p.x), floor(p.y));
}

// A corner of the viewport, where there are no boxes.
static void move_to_nothing(driver *d)
{
    driver_move(d, d->state.viewport.x + 6, d->state.viewport.y + 6);
}

static void click(driver *d, const char *modifier)
{
    if (modifier)
        TOOL(d, "keydown", modifier, "click", "1", "keyup", modifier);
    else
        TOOL(d, "click", "1");
}

// --- the scenario, step by step ---

static void check_ready(driver *d)
{
    const driver_state *s = &d->state;
    printf("device %s, viewport %g x %g at %g, %g\n", s->device, s->viewport.width, s->viewport.height, s->viewport.x,
           s->viewport.y);
    CHECK(d, s->validating, "the validation layer is not installed (package vulkan-validationlayers)");
    CHECK(d, s->window[0] == window_width() && s->window[1] == window_height(), "the window is %g x %g", s->window[0],
          s->window[1]);
    // Panels on both sides, above and below: a viewport that is a real part of the window.
    CHECK(d,
          s->viewport.x > 50 && s->viewport.y > 10 && s->viewport.width > window_width() / 3 &&
              s->viewport.height > 300 && s->viewport.x + s->viewport.width < window_width() - 50 &&
              s->viewport.y + s->viewport.height < window_height() - 10,
          "the viewport is not a part of the window");
}

static void check_hover(driver *d)
{
    const struct {
        const char *name;
        pick_vec3 center;
    } boxes[3] = {{"red", red}, {"green", green}, {"blue", blue}};
    for (int i = 0; i < 3; i++) {
        move_to(d, boxes[i].center);
        expect_hover(d, boxes[i].name);
        // The point that was hit lies on the box, under the mouse, as far away as it says.
        pick_vec3 p = d->state.hover_point, c = pick_vec3_sub(p, boxes[i].center);
        double out = fmax(fabs(c.x), fmax(fabs(c.y), fabs(c.z)));
        CHECK(d, fabs(out - 1) < 1e-6, "the hit is not on the box: %g", out);
        pick_vec2 seen = driver_project(d, p), aimed = driver_project(d, boxes[i].center);
        CHECK(d, fabs(seen.x - (floor(aimed.x) + 0.5)) < 1e-3 && fabs(seen.y - (floor(aimed.y) + 0.5)) < 1e-3,
              "the hit is at %g, %g on screen and the mouse at %g, %g", seen.x, seen.y, floor(aimed.x) + 0.5,
              floor(aimed.y) + 0.5);
        double distance = pick_vec3_length(pick_vec3_sub(p, d->state.eye));
        CHECK(d, fabs(distance - d->state.hover_t) < 1e-6, "t is %g at a distance of %g", d->state.hover_t, distance);
    }
    // Beside the left box, on the height of its middle.
    pick_vec2 middle = driver_project(d, red);
    double edge = 1e9;
    for (int i = 0; i < 8; i++) {
        pick_vec3 corner = {red.x + (i & 4 ? 1 : -1), red.y + (i & 2 ? 1 : -1), red.z + (i & 1 ? 1 : -1)};
        edge = fmin(edge, driver_project(d, corner).x);
    }
    // Farther outside than what is within some points of the mouse, which counts as under it.
    driver_move(d, floor(edge) - 7, floor(middle.y));
    expect_hover(d, "");
    move_to_nothing(d);
    expect_hover(d, "");
}

static void check_clicks(driver *d)
{
    move_to(d, red);
    click(d, NULL);
    expect_selection(d, "red", "red");
    move_to(d, green);
    click(d, "shift");
    expect_selection(d, "red green", "green");
    if (test_is_thorough()) {
        move_to(d, blue);
        click(d, "ctrl");
        expect_selection(d, "red green blue", "blue");
    }
    const char *left = test_is_thorough() ? "green blue" : "green", *active = test_is_thorough() ? "blue" : "green";
    move_to(d, red);
    click(d, "ctrl");
    expect_selection(d, left, active);
    // With a modifier nothing clears, on its own it does.
    move_to_nothing(d);
    if (test_is_thorough())
        click(d, "shift");
    click(d, "ctrl");
    driver_rest(d);
    expect_selection(d, left, active);
    click(d, NULL);
    expect_selection(d, "", "");
    // A drag is no click, and Esc clears.
    move_to(d, red);
    TOOL(d, "mousedown", "1", "mousemove_relative", "12", "0", "mouseup", "1");
    driver_rest(d);
    expect_selection(d, "", "");
    click(d, NULL);
    expect_selection(d, "red", "red");
    TOOL(d, "key", "Escape");
    expect_selection(d, "", "");
    // A double click does not toggle back, also after the mouse rested, and however long a picture takes.
    expect_hover(d, "red");
    driver_settle(d, 0.5);
    TOOL(d, "keydown", "ctrl", "click", "--repeat", "2", "--delay", "60", "1", "keyup", "ctrl");
    expect_selection(d, "red", "red");
    TOOL(d, "key", "Escape");
    expect_selection(d, "", "");
}

static void check_panels(driver *d)
{
    move_to(d, green);
    click(d, NULL);
    expect_selection(d, "green", "green");
    // The lower half of the inspector is empty: neither hover nor click go through it.
    const driver_state *s = &d->state;
    driver_move(d, s->window[0] - 20, s->window[1] - 120);
    expect_hover(d, "");
    click(d, NULL);
    driver_rest(d);
    expect_selection(d, "green", "green");
    // Pressed in the panel and released over a box: nothing.
    pick_vec2 p = driver_project(d, red);
    char x[16], y[16];
    snprintf(x, sizeof(x), "%d", (int)p.x);
    snprintf(y, sizeof(y), "%d", (int)p.y);
    TOOL(d, "mousedown", "1", "mousemove", "--window", d->window, x, y, "mouseup", "1");
    expect_hover(d, "red");
    expect_selection(d, "green", "green");
    // One of the outliner's rows is the blue box's.
    int row = 60;
    while (row < 200 && !selects(s, "blue")) {
        row += 14; // less than a row's height
        driver_move(d, 100, row);
        driver_rest(d);
        click(d, NULL);
        driver_rest(d);
    }
    expect_selection(d, "blue", "blue");
    // Its eye hides the box from the picture and from the mouse, and shows it again. The selection stays.
    for (int hidden = 1; hidden >= 0; hidden--) {
        driver_move(d, 212, row);
        driver_rest(d);
        click(d, NULL);
        driver_rest(d);
        move_to(d, blue);
        driver_rest(d);
        expect_hover(d, hidden ? "" : "blue");
    }
    expect_selection(d, "blue", "blue");
}

static void check_resize(driver *d, int width, int height)
{
    char w[16], h[16];
    snprintf(w, sizeof(w), "%d", width);
    snprintf(h, sizeof(h), "%d", height);
    counter resizes = COUNTER(d, resize_count);
    TOOL(d, "windowsize", d->window, w, h);
    expect_more(d, resizes, "a resize");
    driver_rest(d);
    CHECK(d, d->state.window[0] == width && d->state.window[1] == height, "the window is %g x %g", d->state.window[0],
          d->state.window[1]);
    // All three into view, in whatever shape it has now.
    TOOL(d, "key", "Escape");
    expect_selection(d, "", "");
    TOOL(d, "key", "f");
    driver_rest(d);
    move_to(d, blue);
    expect_hover(d, "blue");
    move_to(d, red);
    click(d, NULL);
    expect_selection(d, "red", "red");
    move_to(d, blue);
    click(d, NULL);
    expect_selection(d, "blue", "blue");
}

static void check_sizes(driver *d)
{
    check_resize(d, 1000, 680);
    check_resize(d, 720, 500);
}

// A window too small for a viewport, and one that is not shown, pick nothing and break nothing.
static void check_no_area(driver *d)
{
    TOOL(d, "windowsize", d->window, "40", "30");
    driver_rest(d);
    driver_move(d, 20, 15);
    click(d, NULL);
    TOOL(d, "windowsize", d->window, "1", "1");
    driver_rest(d);
    click(d, NULL);
    driver_rest(d);
    TOOL(d, "windowunmap", d->window);
    driver_rest(d);
    TOOL(d, "windowmap", d->window);
    driver_rest(d);
    TOOL(d, "windowfocus", d->window); // what a window manager would do
    check_resize(d, 800, test_is_thorough() ? 540 : 480);
}

static void check_camera(driver *d)
{
    // The wheel zooms towards what is under the mouse: it stays there.
    move_to(d, blue);
    expect_hover(d, "blue");
    pick_vec3 point = d->state.hover_point;
    pick_vec2 before = driver_project(d, point);
    double distance = d->state.hover_t;
    counter cameras = COUNTER(d, camera_count);
    TOOL(d, "click", "--repeat", "3", "--delay", "60", "4");
    expect_more(d, cameras, "another camera");
    driver_rest(d);
    pick_vec2 after = driver_project(d, point);
    CHECK(d, hypot(after.x - before.x, after.y - before.y) < 0.5, "the point under the mouse moved by %g, %g",
          after.x - before.x, after.y - before.y);
    CHECK(d, pick_vec3_length(pick_vec3_sub(point, d->state.eye)) < 0.75 * distance, "three notches changed little");
    expect_hover(d, "blue");

    // Orbit by the middle button: no picks meanwhile, and right places afterwards.
    TOOL(d, "mousedown", "2");
    driver_rest(d);
    uint64_t picks = d->state.picks;
    cameras = COUNTER(d, camera_count);
    for (int i = 0; i < 6; i++)
        TOOL(d, "mousemove_relative", "9", "4");
    expect_more(d, cameras, "another camera");
    expect_hover(d, "");
    driver_rest(d);
    CHECK(d, d->state.picks == picks, "%d picks while dragging", (int)(d->state.picks - picks));
    TOOL(d, "mouseup", "2");
    driver_rest(d);
    CHECK(d, d->state.picks == picks + 1, "%d picks when the drag was over", (int)(d->state.picks - picks));

    // F: what is selected fills the view.
    cameras = COUNTER(d, camera_count);
    TOOL(d, "key", "f");
    expect_more(d, cameras, "another camera");
    driver_rest(d);
    CHECK(d, pick_vec3_length(pick_vec3_sub(d->state.target, blue)) < 0.05, "blue is not what was framed");
    move_to(d, blue);
    expect_hover(d, "blue");
    TOOL(d, "key", "Escape");
    expect_selection(d, "", "");
    cameras = COUNTER(d, camera_count);
    TOOL(d, "key", "f");
    expect_more(d, cameras, "another camera");
    driver_rest(d);
    const pick_vec3 all[3] = {red, green, blue};
    for (int i = 0; i < 3; i++) {
        pick_vec2 p = driver_project(d, all[i]);
        pick_view view = driver_view(d);
        CHECK(d, pick_view_contains(&view, p), "box %d is not in the view that frames all", i);
    }

    // Flight: the right button and W.
    move_to(d, green);
    expect_hover(d, "green");
    pick_vec3 eye = d->state.eye;
    cameras = COUNTER(d, camera_count);
    TOOL(d, "mousedown", "3", "keydown", "w");
    for (int i = 0; i < 4; i++) { // a few frames; it is never quiet while it flies
        expect_more(d, cameras, "a flight");
        cameras = COUNTER(d, camera_count);
    }
    TOOL(d, "keyup", "w", "mouseup", "3");
    driver_rest(d);
    CHECK(d, pick_vec3_length(pick_vec3_sub(d->state.eye, eye)) > 0.01, "the camera did not fly");
    TOOL(d, "key", "f");
    driver_rest(d);
}

// --- pictures ---

typedef struct picture {
    uint8_t *rgba;
    uint32_t width, height;
} picture;

static picture take_picture(driver *d)
{
    counter pictures = COUNTER(d, screenshot_count);
    TOOL(d, "key", "F12");
    expect_more(d, pictures, "a screenshot");
    char path[128];
    snprintf(path, sizeof(path), "%s/shot.png", d->directory);
    FILE *file = fopen(path, "rb");
    CHECK(d, file, "%s is not there", path);
    spng_ctx *context = spng_ctx_new(0);
    struct spng_ihdr header;
    size_t size = 0;
    picture p = {0};
    spng_set_png_file(context, file);
    CHECK(d, spng_get_ihdr(context, &header) == 0 && spng_decoded_image_size(context, SPNG_FMT_RGBA8, &size) == 0,
          "%s is no PNG", path);
    p = (picture){malloc(size), header.width, header.height};
    CHECK(d, p.rgba && spng_decode_image(context, p.rgba, size, SPNG_FMT_RGBA8, 0) == 0, "%s cannot be read", path);
    spng_ctx_free(context);
    fclose(file);
    CHECK(d, p.width == (uint32_t)d->state.window[0] && p.height == (uint32_t)d->state.window[1],
          "the picture is %u x %u", p.width, p.height);
    return p;
}

static const uint8_t *pixel(const picture *p, double x, double y)
{
    return p->rgba + 4 * ((size_t)y * p->width + (size_t)x);
}

// Pixels within `reach` of a place that differ between two pictures.
static int count_changes(const picture *a, const picture *b, pick_vec2 center, int reach)
{
    int changed = 0;
    for (int y = -reach; y <= reach; y++) {
        for (int x = -reach; x <= reach; x++) {
            const uint8_t *p = pixel(a, center.x + x, center.y + y), *q = pixel(b, center.x + x, center.y + y);
            changed += abs(p[0] - q[0]) + abs(p[1] - q[1]) + abs(p[2] - q[2]) > 9;
        }
    }
    return changed;
}

// Pixels of the viewport that became blue.
static int count_outline(const picture *before, const picture *after, const pick_rect *rect)
{
    int count = 0;
    for (double y = rect->y; y < rect->y + rect->height; y++) {
        for (double x = rect->x; x < rect->x + rect->width; x++) {
            const uint8_t *p = pixel(before, x, y), *q = pixel(after, x, y);
            count += q[2] > 200 && q[2] > q[0] + 50 && memcmp(p, q, 3) != 0;
        }
    }
    return count;
}

// Pixels of the colour of the active object's outline in the viewport.
static int count_active(const picture *p, const pick_rect *rect)
{
    int count = 0;
    for (double y = rect->y; y < rect->y + rect->height; y++) {
        for (double x = rect->x; x < rect->x + rect->width; x++) {
            const uint8_t *c = pixel(p, x, y);
            count += c[0] > 235 && c[1] > 205 && c[1] < 245 && c[2] > 130 && c[2] < 200;
        }
    }
    return count;
}

static void check_pictures(driver *d)
{
    TOOL(d, "key", "Escape");
    move_to_nothing(d);
    expect_hover(d, "");
    picture plain = take_picture(d);
    pick_vec2 at_green = driver_project(d, green), at_red = driver_project(d, red);
    const uint8_t *g = pixel(&plain, at_green.x, at_green.y), *r = pixel(&plain, at_red.x, at_red.y);
    CHECK(d, g[1] > g[0] && g[1] > g[2] && r[0] > r[1] && r[0] > r[2],
          "the boxes have other colours than their materials: %d %d %d, %d %d %d", g[0], g[1], g[2], r[0], r[1], r[2]);
    CHECK(d, count_active(&plain, &d->state.viewport) == 0, "something has the colour of a selection without one");

    move_to(d, green);
    expect_hover(d, "green");
    picture hovered = take_picture(d);
    int inside = count_changes(&plain, &hovered, at_green, 8), elsewhere = count_changes(&plain, &hovered, at_red, 8);
    int outline = count_outline(&plain, &hovered, &d->state.viewport);
    CHECK(d, inside == 0, "hovering changed %d of 289 pixels inside", inside);
    CHECK(d, outline > 150, "the outline of what is hovered has %d pixels", outline);
    CHECK(d, elsewhere == 0, "hovering green changed %d pixels of red", elsewhere);

    click(d, NULL);
    expect_selection(d, "green", "green");
    move_to_nothing(d);
    expect_hover(d, "");
    picture selected = take_picture(d);
    int active = count_active(&selected, &d->state.viewport);
    CHECK(d, active > 70, "the selection's outline has %d pixels", active);
    printf("the outlines have %d and %d pixels\n", outline, active);
    free(plain.rgba);
    free(hovered.rgba);
    free(selected.rgba);
}

// Nothing happens: no frame, no pick, no processor time.
static void check_idle(driver *d)
{
    // The mouse over a box, so that a program that keeps asking would be found out.
    move_to(d, green);
    expect_hover(d, "green");
    driver_settle(d, 1.5);
    uint64_t frames = d->state.frames, picks = d->state.picks;
    int lines = d->state.line_count, idles = d->state.idle_count;
    long ticks = driver_processor_ticks(d);
    driver_settle(d, 2.5);
    ticks = driver_processor_ticks(d) - ticks;
    CHECK(d, idles > 0 && d->state.line_count == lines, "the program spoke up while idle");
    CHECK(d, ticks <= 2, "%ld ticks of processor time in 2.5 idle seconds", ticks);
    // The same mouse position again: the counters show that nothing was drawn or picked in between.
    TOOL(d, "key", "g");
    counter idle = COUNTER(d, idle_count);
    expect_more(d, idle, "an idle line");
    driver_rest(d);
    CHECK(d, d->state.picks == picks, "%d picks while idle", (int)(d->state.picks - picks));
    CHECK(d, d->state.frames > frames && d->state.frames <= frames + 3, "%d frames for one key",
          (int)(d->state.frames - frames));
    printf("idle: %ld ticks in 2.5 s, %d frames for a key\n", ticks, (int)(d->state.frames - frames));
    TOOL(d, "key", "g");
    driver_rest(d);
}

static void check_end(driver *d, int status)
{
    CHECK(d, d->state.quit, "no quit line");
    CHECK(d, d->state.validation_messages == 0, "%u validation messages", d->state.validation_messages);
    CHECK(d, status == 0, "exit status %d", status);
}

static void remove_files(const driver *d)
{
    static const char *const names[] = {"boxes.obj", "boxes.mtl", "shot.png", ""};
    char path[128];
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        snprintf(path, sizeof(path), "%s%s%s", d->directory, names[i][0] ? "/" : "", names[i]);
        remove(path);
    }
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: window_test PROGRAM\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    driver d;
    driver_start_screen(&d, SCREEN_WIDTH, SCREEN_HEIGHT);
    char model[128], shot[128], size[16];
    snprintf(size, sizeof(size), "%dx%d", window_width(), window_height());
    write_model(&d, model, sizeof(model));
    snprintf(shot, sizeof(shot), "%s/shot.png", d.directory);
    const char *const arguments[] = {model,          "--size", size, "--validation", "--log-events", "-",
                                     "--screenshot", shot,     NULL};
    driver_start_program(&d, argv[1], arguments);
    check_ready(&d);
    static const struct {
        const char *name;
        void (*run)(driver *d);
        bool thorough; // left out of a quick run; "no area", and scripts without a window, do the same
    } steps[] = {
        {"hover", check_hover, false},       {"clicks", check_clicks, false},   {"panels", check_panels, true},
        {"sizes", check_sizes, true},        {"no area", check_no_area, false}, {"camera", check_camera, true},
        {"pictures", check_pictures, false}, {"idle", check_idle, false},
    };
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        if (steps[i].thorough && !test_is_thorough())
            continue;
        double start = driver_seconds();
        steps[i].run(&d);
        printf("%-10s ok, %.1f s\n", steps[i].name, driver_seconds() - start);
    }
    driver_end(&d);
    check_end(&d, driver_wait_program(&d));
    printf("%llu frames, %llu picks\n", (unsigned long long)d.state.frames, (unsigned long long)d.state.picks);

    // Again, ended from within, at the size that it has by itself: 1280x720 at the scale of the interface, cut to the
    // screen. Elsewhere, so that it does not ask about the copy of the work that the first one left.
    char elsewhere[160];
    snprintf(elsewhere, sizeof(elsewhere), "%s/second", d.directory);
    setenv("XDG_STATE_HOME", elsewhere, 1);
    setenv("VKPICK_UI_SCALE", "0.9", 1);
    driver_start_program(&d, argv[1], (const char *const[]){model, "--validation", "--log-events", "-", NULL});
    CHECK(&d, d.state.window[0] == SCREEN_WIDTH && d.state.window[1] == 648, "a window of %g x %g", d.state.window[0],
          d.state.window[1]);
    // With Russian letters Ctrl+Q is the key where a US keyboard has its Q, number 24 of X.
    driver_tool(&d, (const char *const[]){"setxkbmap", "ru", NULL});
    TOOL(&d, "keydown", "ctrl", "key", "24", "keyup", "ctrl");
    check_end(&d, driver_wait_program(&d));
    int blind = driver_run_without_display(&d, argv[1]);
    CHECK(&d, blind == 1, "exit status %d without a display", blind);
    remove_files(&d);
    driver_finish(&d);
    return 0;
}

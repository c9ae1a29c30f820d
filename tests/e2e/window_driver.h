// window_driver.h: a virtual screen, the program in a window on it, a real pointer, and the program's event log.
//
// A check that fails prints where and what, ends the child processes and exits with 1.
#ifndef TESTS_E2E_WINDOW_DRIVER_H
#define TESTS_E2E_WINDOW_DRIVER_H

#include "picking/picking.h"

#include <sys/types.h>

enum {
    DRIVER_NAME_SIZE = 64,
    DRIVER_MAX_SELECTED = 16,
    DRIVER_MAX_OBJECTS = 256,
    DRIVER_MAX_ANSWERS = 4,
    DRIVER_MAX_FIELDS = 16
};

// The program's state, from its event log.
typedef struct driver_state {
    bool ready, quit, validating;
    bool playing; // a clip: the program is never at rest
    double window[2];
    pick_rect viewport;
    pick_vec3 eye, target;
    float projection[16], view[16];
    char device[128];
    char hover[DRIVER_NAME_SIZE]; // "" for nothing
    pick_vec3 hover_point;
    double hover_t;
    char selected[DRIVER_MAX_SELECTED][DRIVER_NAME_SIZE];
    int selected_count, selected_total; // of these names, and of all that are selected
    char active[DRIVER_NAME_SIZE];
    char taken[DRIVER_NAME_SIZE]; // what a click takes; "" for nothing
    char place[24];               // "2/5"
    bool handle;                  // of the gizmo, under the mouse
    char hash[20];                // of the level
    uint64_t undo, objects;
    struct {
        char name[DRIVER_NAME_SIZE];
        double origin[3];
    } places[DRIVER_MAX_SELECTED]; // of what is selected
    int place_count;
    struct {
        char name[DRIVER_NAME_SIZE];
        double middle[3];
    } objects_at[DRIVER_MAX_OBJECTS]; // of all, in a small level
    int objects_at_count;
    char dialog[DRIVER_NAME_SIZE]; // its kind, "none" for none
    char answers[DRIVER_MAX_ANSWERS][DRIVER_NAME_SIZE];
    pick_rect buttons[DRIVER_MAX_ANSWERS]; // of the answers
    int answer_count;
    struct {
        char label[DRIVER_NAME_SIZE], choice[DRIVER_NAME_SIZE]; // of several; "" for a number
        bool is_listed; // in a list that a click opens, `step` lines below the one that is chosen
        int step;
        pick_rect rect;
    } fields[DRIVER_MAX_FIELDS]; // of a form
    int field_count;
    uint64_t frames, picks; // at the last "idle" or "quit"
    uint32_t validation_messages;
    bool loads;             // a file is being read, or uploaded
    uint64_t reading_steps; // in which a file was being read
    double load_step; // most processor time of the window's thread in one step meanwhile, without drawing, milliseconds
    double load_draw; // likewise of drawing a picture
    double load_gap;  // longest time between two pictures meanwhile, milliseconds
    double reading_gap; // likewise until the file has been read: no picture shows it yet
    int line_count, camera_count, resize_count, screenshot_count, idle_count; // lines of each kind so far
} driver_state;

typedef struct driver {
    pid_t screen, program;
    int output; // of the program
    char display[32];
    char window[32]; // X's number of the program's window
    char directory[64];
    char *pending; // what came and is not a whole line yet
    size_t pending_size, pending_space;
    driver_state state;
} driver;

// Makes a directory for the files of the test, and a virtual screen. Exits with 77 when Xvfb or xdotool is missing.
void driver_start_screen(driver *d, int width, int height);
// Starts the program and waits until it has drawn. `arguments` ends with NULL.
void driver_start_program(driver *d, const char *program, const char *const *arguments);
// Asks it to end, as a session's end does.
void driver_end(driver *d);
// Waits until the program has ended, and returns its exit status.
int driver_wait_program(driver *d);
// Runs the program where there is no display. Returns its exit status.
int driver_run_without_display(driver *d, const char *program);
void driver_finish(driver *d);

// Writes what is on the screen to VKPICK_KEEP_PICTURES/FILE.LINE.png, where that names a folder. Needs ImageMagick.
void driver_keep_picture(driver *d, const char *file, int line);

void driver_fail(driver *d, const char *file, int line, const char *what, ...);
#define CHECK(d, condition, ...)                                                                                       \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            driver_fail(d, __FILE__, __LINE__, __VA_ARGS__);                                                           \
    } while (0)

// Reads what the program says until `done` says so. False after `seconds`.
bool driver_wait(driver *d, bool (*done)(const driver_state *state, const void *user), const void *user,
                 double seconds);
// Reads until the program has said nothing for `seconds`.
void driver_settle(driver *d, double seconds);
// Reads what it says for `seconds`, also where it never rests: in flight.
void driver_pass(driver *d, double seconds);

// Runs xdotool. Arguments end with NULL.
void driver_tool(driver *d, const char *const *arguments);
#define TOOL(d, ...) driver_tool(d, (const char *const[]){"xdotool", __VA_ARGS__, NULL})
// Moves the pointer to a place in the program's window.
void driver_move(driver *d, double x, double y);
// Moves it from one place to another in so many steps, at most 16, a few milliseconds apart.
void driver_drag(driver *d, pick_vec2 from, pick_vec2 to, int steps);

// Where a world point is in the window, through the matrices of the picture on screen.
pick_view driver_view(driver *d);
pick_vec2 driver_project(driver *d, pick_vec3 world);

// Reads until the program and the screen's server sleep with nothing left to do, however busy the machine is. While a
// clip is played the program has always something to do: reads for a fifth of a second.
void driver_rest(driver *d);

// Processor time of the program so far, in ticks.
long driver_processor_ticks(driver *d);

double driver_seconds(void);

#endif

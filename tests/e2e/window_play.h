// window_play.h: a script that is played in the window; window_play.c has its commands, window_checks.c its checks.
#ifndef TESTS_E2E_WINDOW_PLAY_H
#define TESTS_E2E_WINDOW_PLAY_H

#include "window_driver.h"
#include "window_recording.h"

enum { PLAY_WORDS = 8, PLAY_MARKS = 8, PLAY_BOUND = 9 };
enum { PLAY_PATIENCE = 60 }; // seconds

typedef struct play {
    driver d;
    const char *program, *script;
    int line;
    uint32_t modifiers; // held down
    double x, y;
    bool flies;     // the right button is down: the program has the pointer, and sees only by how much it moves
    double pressed; // when a button was pressed last, seconds
    struct {
        char name[32], hash[20];
    } marks[PLAY_MARKS];
    int mark_count;
    char assets[64];                // the folder of models, as the script names it
    char text[RECORDING_LINE_SIZE]; // the line as it is written
    bool types_ahead;               // keys do not wait for the program: the script makes the steps
    char typed[8];                  // what the key of the line before has written meanwhile
    char bound[PLAY_BOUND][24];     // actions without a label, which have keys of their own here
    int bound_count;
    recording recording;
} play;

// Ends the test at the script's line.
void play_fail(play *p, const char *what, const char *word);
// Reads "A", or "A,B" and so on. False: these are not so many numbers.
bool play_numbers(const char *word, double *out, int count);
// Waits until the program has done what was asked. In flight it need not come to rest.
void play_rest(play *p);
// expect ...
void play_expect(play *p, char **words, int count);

#endif

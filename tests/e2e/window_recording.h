// window_recording.h: the recording of a program in a window, and its replay without one.
//
// The replay finds what the program found: it comes to the same level, and what it saves is what
// the program saved, to the byte. Checks that the event log cannot answer are made in it.
#ifndef TESTS_E2E_WINDOW_RECORDING_H
#define TESTS_E2E_WINDOW_RECORDING_H

#include "window_driver.h"

enum { RECORDING_LINE_SIZE = 512, RECORDING_MAX_LATER = 512 };

typedef struct recording {
    char path[128];     // what the program is to write
    char folder[256];   // where it runs
    char beside[256];   // a copy of the script's folder, of which it opens files and beside which it saves
    char original[512]; // the script's folder, which nothing changes
    // Checks for the replay, each with the size of the recording when the script came to it.
    struct {
        long at;
        int line;
        char text[RECORDING_LINE_SIZE];
    } later[RECORDING_MAX_LATER];
    int later_count;
} recording;

// Makes folders for what the program reads and writes, the working folder among them: nothing is left elsewhere.
void recording_init(recording *r, driver *d);
// Before the program starts: copies the script's folder, of an absolute path, and keeps for the replay what the program
// will find.
void recording_prepare(recording *r, driver *d, const char *script);
// Leaves a line of the script for the replay. The program has to be at rest.
void recording_check_later(recording *r, driver *d, int line, const char *text);
// After the program has ended. VKPICK_KEEP_RECORDING names a file that gets the recording.
void recording_replay(recording *r, driver *d, const char *program);
void recording_finish(recording *r, driver *d);

#endif

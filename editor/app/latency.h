// latency.h: how long input takes to its picture, submitted or on the screen: quantiles of the last samples.
#ifndef EDITOR_LATENCY_H
#define EDITOR_LATENCY_H

#include <stdint.h>

enum { EDITOR_LATENCY_SAMPLES = 1024 };

typedef struct editor_latency {
    double samples[EDITOR_LATENCY_SAMPLES]; // seconds; a ring
    uint64_t count;                         // all that were ever added
} editor_latency;

void editor_latency_add(editor_latency *latency, double seconds);
// The smallest sample that `share` (0 to 1) of the samples do not exceed, seconds; 0 without samples.
double editor_latency_quantile(const editor_latency *latency, double share);

// Pictures that were submitted and are not known to be on the screen yet.
enum { EDITOR_UNSHOWN_PICTURES = 16 };
typedef struct editor_unshown {
    struct {
        uint64_t picture; // its number in the window
        double since;     // when its input came, seconds
    } items[EDITOR_UNSHOWN_PICTURES];
    uint32_t count;
} editor_unshown;

// Adds a picture. Numbers grow; one that does not is another window's, and all others are forgotten. If there are too
// many, the oldest is forgotten.
void editor_unshown_add(editor_unshown *unshown, uint64_t picture, double since);
// Takes out the pictures up to number `shown`, which are on the screen now, at `now` seconds, and adds their latencies.
// Forgets pictures whose input came more than EDITOR_UNSHOWN_LONGEST before: their window is hidden. Returns how many
// latencies were added.
uint32_t editor_unshown_take(editor_unshown *unshown, uint64_t shown, double now, editor_latency *latency);

#define EDITOR_UNSHOWN_LONGEST 1.0 // seconds

#endif

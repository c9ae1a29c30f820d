// latency.h: how long input takes to a submitted picture: quantiles of the last samples.
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

#endif

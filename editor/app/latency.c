#include "app/latency.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void editor_latency_add(editor_latency *latency, double seconds)
{
    latency->samples[latency->count++ % EDITOR_LATENCY_SAMPLES] = seconds;
}

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

double editor_latency_quantile(const editor_latency *latency, double share)
{
    double sorted[EDITOR_LATENCY_SAMPLES];
    size_t count = latency->count < EDITOR_LATENCY_SAMPLES ? (size_t)latency->count : EDITOR_LATENCY_SAMPLES;
    if (count == 0)
        return 0.0;
    memcpy(sorted, latency->samples, count * sizeof(sorted[0]));
    qsort(sorted, count, sizeof(sorted[0]), compare);
    double rank = ceil(share * (double)count);
    return sorted[rank < 1.0 ? 0 : rank > (double)count ? count - 1 : (size_t)rank - 1];
}

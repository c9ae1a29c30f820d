#include "app/latency.h"

#include <math.h>
#include <stdbool.h>
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

static void forget_oldest(editor_unshown *unshown, uint32_t count)
{
    unshown->count -= count;
    memmove(unshown->items, unshown->items + count, unshown->count * sizeof(unshown->items[0]));
}

void editor_unshown_add(editor_unshown *unshown, uint64_t picture, double since)
{
    if (unshown->count > 0 && picture <= unshown->items[unshown->count - 1].picture)
        unshown->count = 0;
    if (unshown->count == EDITOR_UNSHOWN_PICTURES)
        forget_oldest(unshown, 1);
    unshown->items[unshown->count].picture = picture;
    unshown->items[unshown->count++].since = since;
}

uint32_t editor_unshown_take(editor_unshown *unshown, uint64_t shown, double now, editor_latency *latency)
{
    uint32_t taken = 0, added = 0;
    for (; taken < unshown->count; taken++) {
        const double seconds = now - unshown->items[taken].since;
        const bool is_old = seconds > EDITOR_UNSHOWN_LONGEST;
        if (unshown->items[taken].picture > shown && !is_old)
            break;
        if (is_old)
            continue;
        editor_latency_add(latency, seconds);
        added++;
    }
    forget_oldest(unshown, taken);
    return added;
}

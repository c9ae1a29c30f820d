#include "app/load_watch.h"

#include <math.h>

enum { PICTURES_AFTER = 2 };

bool editor_load_watch_add(editor_load_watch *watch, const editor_load_step *step)
{
    const bool counted = watch->pictures > 0;
    if (step->loads)
        watch->pictures = PICTURES_AFTER;
    else if (step->drew && watch->pictures > 0)
        watch->pictures--;
    if (!counted) { // the loop may have slept since the last picture
        watch->since = step->now;
        watch->read_since = step->reads;
        if (!step->loads)
            return false;
    }
    watch->steps++;
    watch->reading += step->reads;
    watch->longest_step = fmax(watch->longest_step, step->step);
    watch->longest_draw = fmax(watch->longest_draw, step->draw);
    if (step->drew) {
        const double gap = step->now - watch->since;
        watch->longest_gap = fmax(watch->longest_gap, gap);
        if (watch->read_since && step->reads)
            watch->reading_gap = fmax(watch->reading_gap, gap);
        watch->since = step->now;
        watch->read_since = step->reads;
    }
    return true;
}

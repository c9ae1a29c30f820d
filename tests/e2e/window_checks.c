// window_checks.c: what a script expects, asked of the event log, or written into the recording for its replay.
#include "window_play.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct check {
    play *p;
    char **words;
} check;

static void join_selected(const driver_state *state, char *out, size_t size)
{
    size_t used = (size_t)snprintf(out, size, "%s", state->selected_count ? "" : "none");
    for (int i = 0; i < state->selected_count && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", i ? "," : "", state->selected[i]);
}

static const char *mark_of(play *p, const char *name)
{
    for (int i = 0; i < p->mark_count; i++) {
        if (strcmp(p->marks[i].name, name) == 0)
            return p->marks[i].hash;
    }
    play_fail(p, "no such mark", name);
    return "";
}

static bool is_near(play *p, const driver_state *state, char **words)
{
    double at[3] = {0}, tolerance = 0;
    if (!play_numbers(words[2], at, 3) || !play_numbers(words[3], &tolerance, 1))
        play_fail(p, "expected numbers", words[2]);
    for (int i = 0; i < state->place_count; i++) {
        const double *o = state->places[i].origin;
        if (strcmp(state->places[i].name, words[1]) == 0)
            return sqrt((o[0] - at[0]) * (o[0] - at[0]) + (o[1] - at[1]) * (o[1] - at[1]) +
                        (o[2] - at[2]) * (o[2] - at[2])) <= tolerance;
    }
    return false;
}

// Whether it depends on how often the mouse moved, and how often there was a picture.
static bool is_of_this_run(char **words)
{
    static const char *const relations[] = {"same", "different", "more"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(words[0], relations[i]) == 0)
            return strcmp(words[1], "picks") == 0 || strcmp(words[1], "pictures") == 0;
    }
    return false;
}

// Whether the event log does not say it: where objects are that are not selected, and this.
static bool is_unlogged(const driver_state *state, char **words)
{
    static const char *const unlogged[] = {"axis",    "box",     "changed", "clip",       "context", "idle",   "label",
                                           "loading", "measure", "message", "more",       "palette", "parent", "parts",
                                           "playing", "redo",    "report",  "row",        "rows",    "time",   "title",
                                           "tool",    "view",    "views",   "visibility", "width"};
    for (size_t i = 0; i < sizeof(unlogged) / sizeof(unlogged[0]); i++) {
        if (strcmp(words[0], unlogged[i]) == 0)
            return true;
    }
    if (strcmp(words[0], "same") == 0 || strcmp(words[0], "different") == 0)
        return strcmp(words[1], "hash") != 0;
    if (strcmp(words[0], "near") != 0)
        return false;
    for (int i = 0; i < state->place_count; i++) {
        if (strcmp(state->places[i].name, words[1]) == 0)
            return false;
    }
    return true;
}

static bool holds(const driver_state *state, const void *user)
{
    const check *c = user;
    char **w = c->words + 1, text[DRIVER_MAX_SELECTED * (DRIVER_NAME_SIZE + 1)];
    if (strcmp(w[0], "hover") == 0)
        return strcmp(w[1], state->taken[0] ? state->taken : "none") == 0;
    if (strcmp(w[0], "surface") == 0)
        return strcmp(w[1], state->hover[0] ? state->hover : "none") == 0;
    if (strcmp(w[0], "place") == 0)
        return strcmp(w[1], state->place) == 0;
    if (strcmp(w[0], "handle") == 0)
        return (strcmp(w[1], "some") == 0) == state->handle;
    if (strcmp(w[0], "selected") == 0) {
        join_selected(state, text, sizeof(text));
        return state->selected_total == state->selected_count && strcmp(w[1], text) == 0;
    }
    if (strcmp(w[0], "dialog") == 0)
        return strcmp(w[1], state->dialog[0] ? state->dialog : "none") == 0;
    if (strcmp(w[0], "active") == 0)
        return strcmp(w[1], state->active[0] ? state->active : "none") == 0;
    if (strcmp(w[0], "count") == 0)
        return atoi(w[1]) == state->selected_total;
    if (strcmp(w[0], "objects") == 0)
        return (uint64_t)atoi(w[1]) == state->objects;
    if (strcmp(w[0], "undo") == 0)
        return (uint64_t)atoi(w[1]) == state->undo;
    if (strcmp(w[0], "near") == 0)
        return is_near(c->p, state, w);
    if (strcmp(w[0], "same") == 0 || strcmp(w[0], "different") == 0)
        return (strcmp(mark_of(c->p, w[2]), state->hash) == 0) == (w[0][0] == 's');
    play_fail(c->p, "no such check here", w[0]);
    return false;
}

void play_expect(play *p, char **words, int count)
{
    check c = {p, words};
    (void)count;
    play_rest(p);
    if (is_of_this_run(words + 1))
        return;
    if (is_unlogged(&p->d.state, words + 1)) {
        recording_check_later(&p->recording, &p->d, p->line, p->text);
        return;
    }
    bool good = driver_wait(&p->d, holds, &c, PLAY_PATIENCE);
    play_rest(p);
    if (!good || !holds(&p->d.state, &c)) {
        char text[DRIVER_MAX_SELECTED * (DRIVER_NAME_SIZE + 1)];
        join_selected(&p->d.state, text, sizeof(text));
        driver_fail(&p->d, p->script, p->line, "expect %s %s: target '%s', place %s, selected %s, undo %d", words[1],
                    words[2], p->d.state.taken, p->d.state.place, text, (int)p->d.state.undo);
    }
}

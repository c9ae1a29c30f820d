// snap_find.h: a snap and its brute-force twin, which must agree.
#ifndef TESTS_SNAP_FIND_H
#define TESTS_SNAP_FIND_H

#include "near.h"
#include "squares.h"

#include <string.h>

static inline bool find(const squares *s, double x, double y, const pick_snap_query *wanted, pick_snap *out)
{
    pick_snap slow;
    memset(&slow, 0x5a, sizeof slow);
    memset(out, 0x5a, sizeof *out);
    const bool found = pick_snap_in_window_brute_force(s->scene, &s->view, (pick_vec2){x, y}, wanted, NULL, &slow);
    assert_int_equal(pick_snap_in_window(s->scene, &s->view, (pick_vec2){x, y}, wanted, NULL, out), found);
    assert_int_equal(out->rule, slow.rule);
    assert_int_equal(out->triangle, slow.triangle);
    assert_memory_equal(&out->point, &slow.point, sizeof slow.point);
    assert_memory_equal(&out->to, &slow.to, sizeof slow.to);
    assert_true(out->distance == slow.distance || !found);
    return found;
}

// Of rules alone, within a reach.
static inline pick_snap_query rules(uint32_t bits, double reach)
{
    pick_snap_query query = PICK_SNAP_QUERY_DEFAULT;
    query.rules = bits;
    query.reach = reach;
    return query;
}

static inline pick_snap_query held(uint32_t bits, double reach, pick_vec3 at)
{
    pick_snap_query query = rules(bits, reach);
    query.has_held = true;
    query.held = at;
    return query;
}

#endif

// Random mouse input: whatever the events and frames, the pointer keeps its invariants.
#include "interact/pointer_resolve.h"
#include "plates.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

enum { PLATES = 12, EVENTS = 400, RUNS = 300 };

typedef struct world {
    pick_mesh *plate;
    pick_scene *scene;
    pick_view view;
    pick_object_id groups[3];
} world;

// Every third plate is in a group; the first group is in the second.
static pick_object_id group_of(void *user, pick_object_id object)
{
    const world *w = user;
    if (pick_object_id_equal(object, w->groups[0]))
        return w->groups[1];
    if (object.index1 <= PLATES && object.index1 % 3 == 0)
        return w->groups[object.index1 % 2];
    return (pick_object_id){0, 0};
}

static uint32_t handle_at(void *user, pick_vec2 position)
{
    (void)user;
    return hypot(position.x - 300, position.y - 220) < 12 ? 5 : 0;
}

static int setup(void **state)
{
    world *w = calloc(1, sizeof(*w));
    w->plate = plates_mesh();
    assert_int_equal(pick_scene_create(NULL, &w->scene), PICK_OK);
    test_random random = {1};
    for (int i = 0; i < PLATES; i++) {
        const double x = random_between(&random, -8, 8);
        const double y = random_between(&random, -6, 6);
        (void)plates_add(w->scene, w->plate, pick_vec3_make(x, y, -i), 3, 3, i == 7 ? PICK_OBJECT_LOCKED : 0);
    }
    for (uint32_t i = 0; i < 3; i++)
        w->groups[i] = (pick_object_id){100 + i, 1};
    w->view = plates_view(10, 7.5, (pick_rect){50, 0, 350, 300});
    *state = w;
    return 0;
}

static int teardown(void **state)
{
    world *w = *state;
    pick_scene_destroy(w->scene);
    pick_mesh_destroy(w->plate);
    free(w);
    return 0;
}

// Mostly short moves, and random presses.
static pick_pointer_event random_event(test_random *random, pick_vec2 *mouse, uint32_t *modifiers, double *seconds)
{
    static const pick_pointer_event_type types[16] = {
        PICK_POINTER_MOVE,  PICK_POINTER_MOVE,    PICK_POINTER_MOVE,    PICK_POINTER_MOVE,
        PICK_POINTER_PRESS, PICK_POINTER_RELEASE, PICK_POINTER_PRESS,   PICK_POINTER_RELEASE,
        PICK_POINTER_PRESS, PICK_POINTER_RELEASE, PICK_POINTER_RELEASE, PICK_POINTER_RELEASE,
        PICK_POINTER_MOVE,  PICK_POINTER_MOVE,    PICK_POINTER_LEAVE,   PICK_POINTER_CANCEL};
    const uint32_t which = random_index(random, 200);
    const pick_pointer_event_type type = which < 2 ? types[14 + which] : types[which % 14];
    if (type == PICK_POINTER_MOVE) {
        const double step = random_index(random, 5) == 0 ? 100 : random_index(random, 3) ? 2 : 0;
        mouse->x = fmin(fmax(mouse->x + round(random_between(random, -step, step)), 0), 420);
        mouse->y = fmin(fmax(mouse->y + round(random_between(random, -step, step)), -10), 310);
    }
    if (random_index(random, 12) == 0)
        *modifiers = random_index(random, 8);
    *seconds += random_between(random, 0, 0.2);
    const uint32_t buttons[6] = {PICK_BUTTON_LEFT, PICK_BUTTON_LEFT,   PICK_BUTTON_LEFT,
                                 PICK_BUTTON_LEFT, PICK_BUTTON_MIDDLE, PICK_BUTTON_RIGHT};
    return (pick_pointer_event){.type = type,
                                .position = *mouse,
                                .button = buttons[random_index(random, 6)],
                                .modifiers = *modifiers,
                                .ui_captured = mouse->x < 50,
                                .seconds = *seconds};
}

// The state after a frame's actions, in their order.
typedef struct history {
    pick_pointer_action actions[3 * EVENTS];
    size_t count;
    size_t kinds[PICK_POINTER_DRAG_CANCEL + 1];
    size_t foretold;
} history;

// Takes the frame's actions and checks what holds for any.
static void run_frame(world *w, pick_pointer *pointer, history *out)
{
    const pick_pointer_frame frame = {
        .view = &w->view, .scene = w->scene, .revision = 1, .handle_test = handle_at, .group_of = group_of, .user = w};
    pick_pointer_begin_frame(pointer, &frame);
    pick_pointer_action action;
    bool hovered = false;
    while (pick_pointer_next(pointer, &action)) {
        assert_false(hovered); // it is the last of a frame
        hovered = action.type == PICK_POINTER_HOVER;
        out->kinds[action.type]++;
        const pick_target *t = &action.target;
        assert_true(t->count == 0 ? t->place == 0 && pick_object_id_is_null(t->object)
                                  : t->place >= 1 && t->place <= t->count && t->hit);
        assert_true(t->handle == 0 || !t->hit);
        if (t->hit && t->count > 0 && !t->is_group)
            assert_true(pick_object_id_equal(t->object, t->surface.object));
        if (!hovered) {
            assert_true(out->count < sizeof(out->actions) / sizeof(out->actions[0]));
            out->actions[out->count++] = action;
        }
    }
    assert_true(pick_pointer_frame_picks(pointer) <= 1);
}

// A drag begins, moves, and ends once, each by its own kind.
static void check_drags(const history *l)
{
    bool dragging = false;
    pick_drag_kind kind = PICK_DRAG_PLAIN;
    pick_vec2 at = {0, 0};
    for (size_t i = 0; i < l->count; i++) {
        const pick_pointer_action *a = &l->actions[i];
        const bool drags = a->type >= PICK_POINTER_DRAG_BEGIN;
        assert_int_equal(drags && a->type != PICK_POINTER_DRAG_BEGIN, dragging);
        if (a->type == PICK_POINTER_DRAG_BEGIN) {
            kind = a->drag;
            at = a->press;
            assert_int_equal(kind == PICK_DRAG_HANDLE, a->target.handle != 0);
        }
        if (!drags)
            continue;
        assert_int_equal(a->drag, kind);
        // The deltas add up to the position.
        at.x += a->delta.x;
        at.y += a->delta.y;
        assert_true(at.x == a->position.x && at.y == a->position.y);
        dragging = a->type == PICK_POINTER_DRAG_BEGIN || a->type == PICK_POINTER_DRAG_MOVE;
    }
}

static void expect_same(const history *a, const history *b)
{
    // Moves that follow each other become one where frames are long: clicks, beginnings and ends stay.
    size_t i = 0, k = 0;
    for (;;) {
        while (i < a->count && a->actions[i].type == PICK_POINTER_DRAG_MOVE)
            i++;
        while (k < b->count && b->actions[k].type == PICK_POINTER_DRAG_MOVE)
            k++;
        if (i == a->count || k == b->count)
            break;
        const pick_pointer_action *x = &a->actions[i++], *y = &b->actions[k++];
        assert_int_equal(x->type, y->type);
        assert_int_equal(x->drag, y->drag);
        assert_int_equal(x->op, y->op);
        assert_int_equal(x->target.object.index1, y->target.object.index1);
        assert_int_equal(x->target.place, y->target.place);
        assert_int_equal(x->target.handle, y->target.handle);
        assert_true(x->press.x == y->press.x && x->press.y == y->press.y);
    }
    assert_true(i == a->count && k == b->count);
}

static void invariants_hold_for_random_input(void **state)
{
    world *w = *state;
    static history each, several;
    size_t kinds[PICK_POINTER_DRAG_CANCEL + 1] = {0}, foretold = 0;
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        test_random random = {seed}, batches = {seed + 1000};
        pick_pointer *one, *many;
        assert_int_equal(pick_pointer_create(NULL, NULL, &one), PICK_OK);
        assert_int_equal(pick_pointer_create(NULL, NULL, &many), PICK_OK);
        memset(&each, 0, sizeof(each));
        memset(&several, 0, sizeof(several));
        pick_vec2 mouse = {200, 150};
        uint32_t modifiers = 0;
        double seconds = 1;
        uint32_t waiting = 1 + random_index(&batches, 5);
        for (int i = 0; i < EVENTS; i++) {
            const pick_pointer_event event = random_event(&random, &mouse, &modifiers, &seconds);
            // One pointer hears each event in a frame of its own; the other one hears some at a time.
            const pick_target before = *pick_pointer_hover(one);
            const size_t count = each.count;
            pick_pointer_push(one, &event);
            do
                run_frame(w, one, &each);
            while (pick_pointer_is_pending(one));
            // A plain click takes what hover showed when its button went down, which was one event ago or more.
            if (event.type == PICK_POINTER_PRESS && event.button == PICK_BUTTON_LEFT && one->buttons_down == 1 &&
                !event.ui_captured && before.count > 0 && each.count == count && event.modifiers == one->modifiers &&
                one->reported.place == before.place) {
                assert_int_equal(one->press_target.surface.object.index1, before.surface.object.index1);
                foretold++;
            }
            pick_pointer_push(many, &event);
            if (--waiting == 0) {
                run_frame(w, many, &several);
                waiting = 1 + random_index(&batches, 5);
            }
        }
        for (int i = 0; i < EVENTS && pick_pointer_is_pending(many); i++)
            run_frame(w, many, &several);
        run_frame(w, many, &several);
        check_drags(&each);
        check_drags(&several);
        expect_same(&each, &several);
        pick_pointer_destroy(one);
        pick_pointer_destroy(many);
        for (size_t k = 0; k <= PICK_POINTER_DRAG_CANCEL; k++)
            kinds[k] += each.kinds[k];
    }
    for (size_t k = 0; k <= PICK_POINTER_DRAG_CANCEL; k++)
        assert_true(kinds[k] > 20); // each kind of action occurred
    assert_true(foretold > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(invariants_hold_for_random_input, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

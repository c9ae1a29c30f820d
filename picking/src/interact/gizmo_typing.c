// gizmo_typing.c: numbers typed during a drag.
#include "base/compiler.h"
#include "interact/gizmo_internal.h"
#include "math/math_inline.h"

#include <math.h>
#include <string.h>

static const double LEAST_FACTOR = 1e-3;

enum { MOST_DIGITS = 15 }; // every such number is exact in a double

uint32_t pick_gizmo_components(pick_gizmo_handle handle)
{
    const gizmo_row *row = &pick_gizmo_rows[handle];
    if (row->act == GIZMO_MOVE)
        return row->form == GIZMO_ARM ? 1 : row->form == GIZMO_PLANE ? 2 : 3;
    return row->form == GIZMO_BALL ? 2 : 1;
}

int pick_gizmo_component_axis(const gizmo_row *row, uint32_t component)
{
    if (row->form == GIZMO_ARM)
        return row->axis;
    if (row->form == GIZMO_CENTER)
        return (int)component;
    const int first = row->axis == 0 ? 1 : 0, second = row->axis == 2 ? 1 : 2;
    return component == 0 ? first : second;
}

double pick_gizmo_factor(double factor)
{
    if (fabs(factor) >= LEAST_FACTOR)
        return factor;
    return factor < 0 ? -LEAST_FACTOR : LEAST_FACTOR;
}

// The number in a component; false when it has no digit.
static bool typed_value(const pick_gizmo_typing *typing, uint32_t component, double *value)
{
    double digits = 0, power = 1;
    bool any = false, after_dot = false;
    for (const char *c = typing->text[component]; *c; c++) {
        if (*c == '.') {
            after_dot = true;
            continue;
        }
        any = true;
        digits = 10 * digits + (*c - '0');
        power *= after_dot ? 10 : 1;
    }
    *value = digits / power * (typing->negative[component] ? -1 : 1);
    return any;
}

void pick_gizmo_typed_delta(const pick_gizmo *gizmo, pick_gizmo_delta *delta)
{
    const gizmo_row *row = &pick_gizmo_rows[gizmo->active];
    const uint32_t count = pick_gizmo_components(gizmo->active);
    double value[3] = {0, 0, 0};
    bool known[3] = {false, false, false};
    for (uint32_t i = 0; i < count; i++)
        known[i] = typed_value(&gizmo->typing, i, &value[i]);
    if (row->act == GIZMO_MOVE) {
        for (uint32_t i = 0; i < count; i++)
            delta->along[pick_gizmo_component_axis(row, i)] = value[i];
    } else if (row->act == GIZMO_SCALE) {
        for (int i = 0; i < 3; i++) {
            const bool ours = row->form == GIZMO_CENTER || (row->form == GIZMO_ARM) == (i == row->axis);
            delta->factor[i] = known[0] && ours ? pick_gizmo_factor(value[0]) : 1;
        }
    } else if (row->form == GIZMO_BALL) {
        const pick_vec3 about =
            pick_vec3_add(pick_vec3_scale(gizmo->start.up, value[0]), pick_vec3_scale(gizmo->start.right, value[1]));
        delta->angle = pick_vec3_length(about) * (PICK_PI / 180);
        delta->axis = pick_vec3_normalize(about);
        delta->turn = remainder(delta->angle, 2 * PICK_PI);
    } else {
        delta->angle = value[0] * (PICK_PI / 180);
        delta->turn = remainder(value[0], 360) * (PICK_PI / 180);
    }
}

static bool is_blank(const pick_gizmo_typing *typing)
{
    for (int i = 0; i < 3; i++) {
        if (typing->negative[i] || typing->text[i][0])
            return false;
    }
    return true;
}

static bool append_text(char *text, char key)
{
    size_t digits = 0, length = strlen(text);
    for (size_t i = 0; i < length; i++)
        digits += text[i] != '.';
    if (key == '.' ? digits != length : digits >= MOST_DIGITS)
        return false;
    text[length] = key;
    text[length + 1] = 0;
    return true;
}

bool pick_gizmo_take_key(pick_gizmo_typing *typing, uint32_t components, char key)
{
    char *text = typing->text[typing->component];
    if (key == ',')
        key = '.';
    if ((key >= '0' && key <= '9') || key == '.') {
        if (!append_text(text, key))
            return false;
        typing->active = true;
        return true;
    }
    switch (key) {
    case '-':
        typing->negative[typing->component] ^= true;
        typing->active = true;
        return true;
    case '\t':
        typing->component = (typing->component + 1) % components;
        typing->active = true;
        return true;
    case '\b':
        if (!typing->active)
            return false;
        if (text[0])
            text[strlen(text) - 1] = 0;
        else if (typing->negative[typing->component])
            typing->negative[typing->component] = false;
        else if (is_blank(typing))
            *typing = (pick_gizmo_typing){0};
        else
            typing->component = typing->component > 0 ? typing->component - 1 : components - 1;
        return true;
    default:
        return false;
    }
}

// gizmo_text.c: numbers typed while dragging, and numbers to show.
#include "base/compiler.h"
#include "interact/gizmo_internal.h"
#include "math/math_inline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIGITS = 15 }; // every such number is exact in a double

uint32_t pick_gizmo_components(pick_gizmo_handle handle)
{
    const gizmo_row *row = &pick_gizmo_rows[handle];
    if (row->act == GIZMO_MOVE) {
        return row->form == GIZMO_ARM ? 1 : row->form == GIZMO_PLANE ? 2 : 3;
    }
    return row->form == GIZMO_BALL ? 2 : 1;
}

// The axis that a component of a move is along.
static int component_axis(const gizmo_row *row, uint32_t component)
{
    if (row->form == GIZMO_ARM) {
        return row->axis;
    }
    if (row->form == GIZMO_CENTER) {
        return (int)component;
    }
    const int first = row->axis == 0 ? 1 : 0, second = row->axis == 2 ? 1 : 2;
    return component == 0 ? first : second;
}

// What stands in a component; false when it has no digit.
static bool typed_value(const pick_gizmo_typing *typing, uint32_t component, double *value)
{
    double digits = 0, power = 1;
    bool any = false, after_dot = false;
    for (const char *c = typing->text[component]; *c; ++c) {
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
    for (uint32_t i = 0; i < count; ++i) {
        known[i] = typed_value(&gizmo->typing, i, &value[i]);
    }
    if (row->act == GIZMO_MOVE) {
        for (uint32_t i = 0; i < count; ++i) {
            delta->along[component_axis(row, i)] = value[i];
        }
    } else if (row->act == GIZMO_SCALE) {
        for (int i = 0; i < 3; ++i) {
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
    for (int i = 0; i < 3; ++i) {
        if (typing->negative[i] || typing->text[i][0]) {
            return false;
        }
    }
    return true;
}

static bool append_text(char *text, char key)
{
    size_t digits = 0, length = strlen(text);
    for (size_t i = 0; i < length; ++i) {
        digits += text[i] != '.';
    }
    if (key == '.' ? digits != length : digits >= MOST_DIGITS) {
        return false;
    }
    text[length] = key;
    text[length + 1] = 0;
    return true;
}

static bool take_key(pick_gizmo_typing *typing, uint32_t components, char key)
{
    char *text = typing->text[typing->component];
    if (key == ',') {
        key = '.';
    }
    if ((key >= '0' && key <= '9') || key == '.') {
        if (!append_text(text, key)) {
            return false;
        }
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
        if (!typing->active) {
            return false;
        }
        if (text[0]) {
            text[strlen(text) - 1] = 0;
        } else if (typing->negative[typing->component]) {
            typing->negative[typing->component] = false;
        } else if (is_blank(typing)) {
            *typing = (pick_gizmo_typing){0};
        } else {
            typing->component = typing->component > 0 ? typing->component - 1 : components - 1;
        }
        return true;
    default:
        return false;
    }
}

bool pick_gizmo_type(pick_gizmo *gizmo, char key)
{
    if (!gizmo || gizmo->active == PICK_GIZMO_NONE ||
        !take_key(&gizmo->typing, pick_gizmo_components(gizmo->active), key)) {
        return false;
    }
    gizmo->delta = pick_gizmo_compute(gizmo);
    return true;
}

static void read_move(const pick_gizmo *gizmo, const gizmo_row *row, pick_gizmo_readout *out)
{
    const pick_gizmo_delta *delta = &gizmo->delta;
    double along[3] = {delta->along[0], delta->along[1], delta->along[2]};
    const pick_vec3 *axis = gizmo->start.axis;
    const double determinant = pick_vec3_dot(axis[0], pick_vec3_cross(axis[1], axis[2]));
    for (int i = 0; i < 3; ++i) { // a free move, in the same terms
        along[i] += pick_vec3_dot(delta->free, pick_vec3_cross(axis[(i + 1) % 3], axis[(i + 2) % 3])) / determinant;
    }
    out->unit = PICK_GIZMO_METRES;
    for (uint32_t i = 0; i < out->count; ++i) {
        const int k = component_axis(row, i);
        out->value[i] = along[k];
        out->name[i] = (char)('X' + k);
    }
}

bool pick_gizmo_get_readout(const pick_gizmo *gizmo, pick_gizmo_readout *out)
{
    if (!gizmo || !out || gizmo->active == PICK_GIZMO_NONE) {
        return false;
    }
    const gizmo_row *row = &pick_gizmo_rows[gizmo->active];
    pick_gizmo_readout readout = {.count = pick_gizmo_components(gizmo->active),
                                  .typed = gizmo->typing.active,
                                  .component = gizmo->typing.component};
    if (row->act == GIZMO_MOVE) {
        read_move(gizmo, row, &readout);
    } else if (row->act == GIZMO_SCALE) {
        readout.unit = PICK_GIZMO_FACTOR;
        readout.value[0] = gizmo->delta.factor[row->form == GIZMO_PLANE ? (row->axis + 1) % 3 : row->axis];
        readout.name[0] = row->form == GIZMO_ARM ? (char)('X' + row->axis) : 0;
    } else {
        readout.unit = PICK_GIZMO_RADIANS;
        readout.value[0] = gizmo->delta.angle;
        readout.name[0] = row->form == GIZMO_RING ? (char)('X' + row->axis) : 0;
        if (row->form == GIZMO_BALL) {
            const pick_vec3 about = pick_vec3_scale(gizmo->delta.axis, gizmo->delta.angle);
            readout.value[0] = pick_vec3_dot(about, gizmo->start.up);
            readout.value[1] = pick_vec3_dot(about, gizmo->start.right);
        }
    }
    *out = readout;
    return true;
}

// Three decimals at most, no zeros at the end, and no minus on nothing. The same in every locale.
static void print_number(double value, char *out, size_t capacity)
{
    if (!(fabs(value) < 1e12)) {
        snprintf(out, capacity, "%.0f", value);
        return;
    }
    const long long thousandths = llabs(llround(value * 1000));
    const char *sign = value < 0 && thousandths > 0 ? "-" : "";
    char part[] = ".000";
    long long rest = thousandths % 1000;
    for (int i = 3; i > 0; --i, rest /= 10) {
        part[i] = (char)('0' + rest % 10);
    }
    for (int i = 3; i > 0 && part[i] == '0'; --i) {
        part[i == 1 ? 0 : i] = '\0';
    }
    snprintf(out, capacity, "%s%lld%s", sign, thousandths / 1000, part);
}

size_t pick_gizmo_label(const pick_gizmo *gizmo, char *out, size_t capacity)
{
    pick_gizmo_readout r;
    if (!out && capacity > 0) {
        return 0;
    }
    if (capacity > 0) {
        out[0] = 0;
    }
    if (!pick_gizmo_get_readout(gizmo, &r)) {
        return 0;
    }
    size_t length = 0;
    for (uint32_t i = 0; i < r.count; ++i) {
        char number[400]; // any double
        if (r.typed) {
            snprintf(number, sizeof(number), "%s%s%s", gizmo->typing.negative[i] ? "-" : "", gizmo->typing.text[i],
                     i == r.component           ? "|"
                     : gizmo->typing.text[i][0] ? ""
                                                : "0");
        } else {
            print_number(r.unit == PICK_GIZMO_RADIANS ? r.value[i] * (180 / PICK_PI) : r.value[i], number,
                         sizeof(number));
        }
        const char name[3] = {r.name[i], ' ', 0};
        const char *unit = r.unit == PICK_GIZMO_METRES ? " m" : r.unit == PICK_GIZMO_RADIANS ? " deg" : "";
        const int written =
            snprintf(length < capacity ? out + length : NULL, length < capacity ? capacity - length : 0, "%s%s%s%s%s",
                     i > 0 ? "  " : "", r.name[i] ? name : "", r.unit == PICK_GIZMO_FACTOR ? "x " : "", number, unit);
        length += (size_t)written;
    }
    return length;
}

// gizmo_text.c: the numbers of a drag and its label.
#include "base/compiler.h"
#include "interact/gizmo_internal.h"
#include "math/math_inline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void read_move(const pick_gizmo *gizmo, const gizmo_row *row, pick_gizmo_readout *out)
{
    const pick_gizmo_delta *delta = &gizmo->delta;
    double free[3]; // in the same units
    (void)pick_solve3(gizmo->start.axis, delta->free, free);
    out->unit = PICK_GIZMO_METRES;
    for (uint32_t i = 0; i < out->count; i++) {
        const int k = pick_gizmo_component_axis(row, i);
        out->value[i] = delta->along[k] + free[k];
        out->name[i] = (char)('X' + k);
    }
}

bool pick_gizmo_get_readout(const pick_gizmo *gizmo, pick_gizmo_readout *out)
{
    if (!gizmo || !out || gizmo->active == PICK_GIZMO_NONE)
        return false;
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

// At most three decimals, no trailing zeros, no minus before zero. Independent of the locale.
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
    for (int i = 3; i > 0; --i, rest /= 10)
        part[i] = (char)('0' + rest % 10);
    for (int i = 3; i > 0 && part[i] == '0'; i--)
        part[i == 1 ? 0 : i] = '\0';
    snprintf(out, capacity, "%s%lld%s", sign, thousandths / 1000, part);
}

size_t pick_gizmo_label(const pick_gizmo *gizmo, char *out, size_t capacity)
{
    pick_gizmo_readout r;
    if (!out && capacity > 0)
        return 0;
    if (capacity > 0)
        out[0] = 0;
    if (!pick_gizmo_get_readout(gizmo, &r))
        return 0;
    size_t length = 0;
    for (uint32_t i = 0; i < r.count; i++) {
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

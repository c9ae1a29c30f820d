// number_text.c: a parser by recursive descent.
#include "panels/number_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 32 }; // of parentheses and signs

typedef struct reader {
    const char *text, *at;
    editor_quantity quantity;
    int depth;
    char *why; // of the first fault
    size_t size;
} reader;

static const struct unit {
    const char *name;
    editor_quantity quantity;
    double factor;
} units[] = {
    {"m", EDITOR_LENGTH, 1},     {"cm", EDITOR_LENGTH, 0.01},   {"mm", EDITOR_LENGTH, 0.001},
    {"km", EDITOR_LENGTH, 1000}, {"in", EDITOR_LENGTH, 0.0254}, {"ft", EDITOR_LENGTH, 0.3048},
    {"deg", EDITOR_ANGLE, 1},    {"\302\260", EDITOR_ANGLE, 1}, {"rad", EDITOR_ANGLE, 57.295779513082321},
    {"turn", EDITOR_ANGLE, 360}, {"%", EDITOR_FACTOR, 0.01},
};

static const char *const allowed[] = {"m, cm, mm, km, in or ft", "deg, rad or turn", "%"};

static void skip_blanks(reader *r)
{
    r->at += strspn(r->at, " \t");
}

// Always false.
static bool fault(reader *r, const char *what)
{
    if (!r->why[0])
        snprintf(r->why, r->size, "\"%.60s\" %s", r->text, what);
    return false;
}

static bool take(reader *r, char c)
{
    skip_blanks(r);
    if (*r->at != c)
        return false;
    r->at++;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// The length of a decimal number; 0: there is none. No hexadecimal, "inf" or "nan", as strtod would take.
static size_t number_length(const char *at)
{
    size_t n = 0, digits = 0;
    for (; is_digit(at[n]) || at[n] == '.'; n++)
        digits += at[n] != '.';
    if (digits == 0)
        return 0;
    if (at[n] == 'e' || at[n] == 'E') {
        size_t e = n + 1 + (at[n + 1] == '+' || at[n + 1] == '-');
        for (; is_digit(at[e]); e++)
            n = e + 1;
    }
    return n;
}

// Bytes of a word: letters, % and everything beyond ASCII.
static size_t word_length(const char *at)
{
    size_t n = 0;
    while ((at[n] >= 'a' && at[n] <= 'z') || (at[n] >= 'A' && at[n] <= 'Z') || at[n] == '%' || at[n] & '\x80')
        n++;
    return n;
}

static bool read_unit(reader *r, double *value)
{
    skip_blanks(r);
    size_t length = word_length(r->at);
    if (length == 0)
        return true;
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        if (strlen(units[i].name) == length && strncmp(units[i].name, r->at, length) == 0 &&
            units[i].quantity == r->quantity) {
            *value *= units[i].factor;
            r->at += length;
            return true;
        }
    }
    char what[120];
    snprintf(what, sizeof(what), "has \"%.*s\" where only %s can follow", (int)(length < 20 ? length : 20), r->at,
             allowed[r->quantity]);
    return fault(r, what);
}

static bool read_number(reader *r, double *out)
{
    char digits[64], *end;
    size_t length = number_length(r->at);
    if (length == 0)
        return fault(r, *r->at ? "is no number" : "needs a number at its end");
    if (length >= sizeof(digits))
        return fault(r, "has too many digits");
    memcpy(digits, r->at, length);
    digits[length] = '\0';
    *out = strtod(digits, &end);
    if (*end || !isfinite(*out)) // two dots; too large
        return fault(r, *end ? "is no number" : "is too large");
    r->at += length;
    return read_unit(r, out);
}

static bool read_sum(reader *r, double *out);

static bool read_factor(reader *r, double *out)
{
    if (++r->depth > DEPTH)
        return fault(r, "is nested too deeply");
    bool ok;
    if (take(r, '-')) {
        ok = read_factor(r, out);
        *out = -*out;
    } else if (take(r, '+')) {
        ok = read_factor(r, out);
    } else if (take(r, '(')) {
        ok = read_sum(r, out) && (take(r, ')') || fault(r, "lacks a closing parenthesis"));
    } else {
        ok = read_number(r, out);
    }
    r->depth--;
    return ok;
}

static bool read_product(reader *r, double *out)
{
    if (!read_factor(r, out))
        return false;
    for (;;) {
        double next = 0;
        const bool times = take(r, '*'), over = !times && take(r, '/');
        if (!times && !over)
            return true;
        if (!read_factor(r, &next))
            return false;
        if (over && next == 0)
            return fault(r, "divides by 0");
        *out = times ? *out * next : *out / next;
    }
}

static bool read_sum(reader *r, double *out)
{
    if (!read_product(r, out))
        return false;
    for (;;) {
        double next = 0;
        const bool plus = take(r, '+'), minus = !plus && take(r, '-');
        if (!plus && !minus)
            return true;
        if (!read_product(r, &next))
            return false;
        *out += plus ? next : -next;
    }
}

// What is done to the old number. A sign alone belongs to the new one.
static editor_change_op read_op(reader *r, bool *negative)
{
    skip_blanks(r);
    const char c = *r->at;
    const bool assigns = c && r->at[1] == '=';
    *negative = c == '-' && assigns;
    if ((c == '+' || c == '-') && assigns) {
        r->at += 2;
        return EDITOR_CHANGE_ADD;
    }
    if (c != '*' && c != '/')
        return EDITOR_CHANGE_SET;
    r->at += assigns ? 2 : 1;
    return c == '*' ? EDITOR_CHANGE_MULTIPLY : EDITOR_CHANGE_DIVIDE;
}

bool editor_number_text_read(const char *text, editor_quantity quantity, editor_change *out, char *why, size_t size)
{
    reader r = {.text = text, .at = text, .quantity = quantity, .why = why, .size = size};
    why[0] = '\0';
    bool negative = false;
    editor_change change = {.op = read_op(&r, &negative)};
    if (change.op == EDITOR_CHANGE_MULTIPLY || change.op == EDITOR_CHANGE_DIVIDE)
        r.quantity = EDITOR_FACTOR;
    if (!read_sum(&r, &change.value))
        return false;
    skip_blanks(&r);
    if (*r.at)
        return fault(&r, "is no number");
    if (!isfinite(change.value))
        return fault(&r, "is too large");
    if (change.op == EDITOR_CHANGE_DIVIDE && change.value == 0)
        return fault(&r, "divides by 0");
    if (negative)
        change.value = -change.value;
    *out = change;
    return true;
}

double editor_change_apply(const editor_change *change, double old)
{
    switch (change->op) {
    case EDITOR_CHANGE_SET:
        break;
    case EDITOR_CHANGE_ADD:
        return old + change->value;
    case EDITOR_CHANGE_MULTIPLY:
        return old * change->value;
    case EDITOR_CHANGE_DIVIDE:
        return old / change->value;
    }
    return change->value;
}

static bool fits(const char *format, double value, double room, double (*width)(const char *text))
{
    char text[64];
    // Formats come from tables of the panels, or from below.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(text, sizeof(text), format, value);
#pragma GCC diagnostic pop
    return width(text) <= room;
}

void editor_number_text_fit(const char *format, double value, double room, double (*width)(const char *text), char *out,
                            size_t size)
{
    const bool has_decimals = strncmp(format, "%.", 2) == 0 && format[2] >= '0' && format[2] <= '9' && format[3] == 'f';
    snprintf(out, size, "%s", format);
    if (!has_decimals || format[4] != '\0' || fits(out, value, room, width))
        return;
    for (int decimals = format[2] - '1'; decimals >= 0; decimals--) {
        snprintf(out, size, "%%.%df", decimals);
        if (fits(out, value, room, width))
            return;
    }
    for (int decimals = 4; decimals >= 0; decimals--) {
        snprintf(out, size, "%%.%de", decimals);
        if (fits(out, value, room, width))
            return;
    }
}

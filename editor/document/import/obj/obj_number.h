// obj_number.h: numbers in the text of OBJ and MTL files. Equal on every machine, whatever its locale.
//
// The text ends with a zero, which ends every number. A reader moves `*at` behind what it has read.
#ifndef EDITOR_DOCUMENT_OBJ_NUMBER_H
#define EDITOR_DOCUMENT_OBJ_NUMBER_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Reads the longest number at `*at` as the C library's strtof does, which is slower.
float obj_number_exact(const char *at);

// Powers of ten that a double holds exactly.
#define OBJ_NUMBER_POWERS 23
extern const double obj_number_powers[OBJ_NUMBER_POWERS];

static inline bool obj_is_digit(char c)
{
    return (unsigned char)(c - '0') < 10;
}

// `digits` times ten to the `exponent`, which is from -44 to 22; `digits` is below 10^19. False: too close to the
// middle of two floats, or too small or large, to be known to be rounded right.
//
// `digits` as a double, and each of at most two steps by an exact power of ten, is off by half a unit in the last place
// at most: with the magnification by the steps, less than 4 units of a double. Rounding to a float is then right unless
// the middle between two floats, which is a double, lies that close.
static inline bool obj_number_quick(uint64_t digits, int exponent, float *out)
{
    double value = (double)digits;
    if (exponent < 0) {
        if (exponent < -22) {
            value /= obj_number_powers[22];
            exponent += 22;
        }
        value /= obj_number_powers[-exponent];
    } else if (exponent > 0) {
        value *= obj_number_powers[exponent];
    }
    uint64_t bits;
    memcpy(&bits, &value, sizeof(bits));
    const uint32_t below = (uint32_t)bits & 0x1fffffffu; // what a float drops
    if (below - (0x10000000u - 8) <= 16)
        return false;
    *out = (float)value;
    return value >= 0x1p-126 || digits == 0;
}

// What a number in the text is made of: `digits` times ten to the `exponent`.
typedef struct obj_digits {
    uint64_t digits;
    long exponent;
    bool is_negative;
    bool are_all; // no digits are missing, which are more than the integer holds
} obj_digits;

// Reads a sign, digits with a point somewhere, an exponent. False: there is no number.
static inline bool obj_read_digits(const char **at, obj_digits *out)
{
    const char *c = *at;
    const bool negative = *c == '-';
    c += *c == '-' || *c == '+';
    const char *first = c;
    uint64_t digits = 0;
    for (; obj_is_digit(*c); c++)
        digits = 10 * digits + (uint64_t)(*c - '0');
    long count = c - first, exponent = 0;
    if (*c == '.') {
        const char *point = ++c;
        for (; obj_is_digit(*c); c++)
            digits = 10 * digits + (uint64_t)(*c - '0');
        exponent = point - c;
        count += c - point;
    }
    if (count == 0)
        return false;
    if (*c == 'e' || *c == 'E') {
        const char *e = c + 1;
        const bool is_small = *e == '-';
        e += *e == '-' || *e == '+';
        if (obj_is_digit(*e)) {
            long power = 0;
            for (; obj_is_digit(*e); e++)
                power = power < 10000 ? 10 * power + (*e - '0') : power;
            exponent += is_small ? -power : power;
            c = e;
        }
    }
    *out = (obj_digits){digits, exponent, negative, count <= 19};
    *at = c;
    return true;
}

// Reads a number, rounded to the nearest float, ties to even; one that is too large becomes infinite. False: there is
// none.
static inline bool obj_read_number(const char **at, float *out)
{
    const char *c = *at;
    obj_digits number;
    if (!obj_read_digits(at, &number))
        return false;
    if (number.are_all && number.exponent >= -44 && number.exponent <= 22 &&
        obj_number_quick(number.digits, (int)number.exponent, out))
        *out = number.is_negative ? -*out : *out;
    else
        *out = obj_number_exact(c);
    return true;
}

// The same, rounded to the nearest double.
bool obj_read_double(const char **at, double *out);

#endif

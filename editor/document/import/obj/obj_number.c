// obj_number.c: numbers that take the C library.
#define _POSIX_C_SOURCE 200809L // newlocale

#include "document/import/obj/obj_number.h"

#include <locale.h>
#include <stdlib.h>

const double obj_number_powers[OBJ_NUMBER_POWERS] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// A point is a point in every country. The locale "C" is built in and takes no memory.
static locale_t enter_plain(locale_t *before)
{
    const locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    *before = plain ? uselocale(plain) : (locale_t)0;
    return plain;
}

static void leave_plain(locale_t plain, locale_t before)
{
    if (!plain)
        return;
    uselocale(before);
    freelocale(plain);
}

float obj_number_exact(const char *at)
{
    locale_t before;
    const locale_t plain = enter_plain(&before);
    const float value = strtof(at, NULL);
    leave_plain(plain, before);
    return value;
}

bool obj_read_double(const char **at, double *out)
{
    const char *c = *at;
    obj_digits number;
    if (!obj_read_digits(at, &number))
        return false;
    // One step by an exact power of ten from an exact integer is rounded once.
    const long power = number.exponent < 0 ? -number.exponent : number.exponent;
    if (number.are_all && number.digits <= (uint64_t)1 << 53 && power < OBJ_NUMBER_POWERS) {
        const double digits = number.is_negative ? -(double)number.digits : (double)number.digits;
        *out = number.exponent < 0 ? digits / obj_number_powers[power] : digits * obj_number_powers[power];
        return true;
    }
    locale_t before;
    const locale_t plain = enter_plain(&before);
    *out = strtod(c, NULL);
    leave_plain(plain, before);
    return true;
}

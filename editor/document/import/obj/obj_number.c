// obj_number.c: numbers that take the C library.
#define _POSIX_C_SOURCE 200809L // newlocale

#include "document/import/obj/obj_number.h"

#include <locale.h>
#include <stdlib.h>

const double obj_number_powers[OBJ_NUMBER_POWERS] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

float obj_number_exact(const char *at)
{
    // A point is a point in every country. The locale "C" is built in and takes no memory.
    const locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    const locale_t before = plain ? uselocale(plain) : (locale_t)0;
    const float value = strtof(at, NULL);
    if (plain) {
        uselocale(before);
        freelocale(plain);
    }
    return value;
}

// number_text.h: the text of a number field as a change of a number: "7+1.5", "*2", "+=0.5", "20 cm".
//
// Text:       a sum of products of numbers, with parentheses and signs, in front of it perhaps what is done to the old
//             number: += -= *= /=, or * or / alone. Without one the text is the new number. "-5" is a number.
// Units:      after a number: m, cm, mm, km, in, ft (lengths); deg, rad, turn (angles); % (factors). Without one, a
//             length is in metres, an angle in degrees.
#ifndef EDITOR_PANELS_NUMBER_TEXT_H
#define EDITOR_PANELS_NUMBER_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum editor_quantity {
    EDITOR_LENGTH, // metres
    EDITOR_ANGLE,  // degrees
    EDITOR_FACTOR
} editor_quantity;

typedef enum editor_change_op {
    EDITOR_CHANGE_SET,
    EDITOR_CHANGE_ADD,
    EDITOR_CHANGE_MULTIPLY,
    EDITOR_CHANGE_DIVIDE
} editor_change_op;

typedef struct editor_change {
    editor_change_op op;
    double value; // finite; not 0 when it divides
} editor_change;

// False: the text is no change of such a number; `why` then says what is wrong, as in `"7+" needs a number at its end`.
bool editor_number_text_read(const char *text, editor_quantity quantity, editor_change *out, char *why, size_t size);

double editor_change_apply(const editor_change *change, double old);

// Writes a format that shows a number in no more than `room`, as `width` measures texts: `format`, if it is none like
// "%.3f" or fits; else with as many of its decimals as fit, or with a power of ten.
void editor_number_text_fit(const char *format, double value, double room, double (*width)(const char *text), char *out,
                            size_t size);

#ifdef __cplusplus
}
#endif

#endif

// key_code.h: keys of SDL as keys of the editor.
#ifndef EDITOR_APP_KEY_CODE_H
#define EDITOR_APP_KEY_CODE_H

#include "system/input.h"

#include <SDL.h>
#include <stdbool.h>

// Whether the layout in use has Latin letters, as SDL knows it.
bool editor_key_layout_is_latin(void);
// Whether its digits and marks are those of a keyboard of the US.
bool editor_key_layout_is_us(void);

// The key by what the layout prints on it; by its place if the layout has other letters (Cyrillic, Greek, Hebrew, ...),
// whose shortcuts would not work at all, and for digits that are typed with Shift (French). EDITOR_KEY_NONE: the editor
// does not know it.
editor_key editor_key_of(const SDL_Keysym *keysym, bool layout_is_latin);
// The letter, digit or mark that the key types, for when SDL gives no text. Which marks need Shift is only known of the
// layout of the US. False: none.
bool editor_key_text(const SDL_Keysym *keysym, bool layout_is_us, char text[5]);
// The letter, digit or mark that a US keyboard has at that place, or EDITOR_KEY_NONE.
editor_key editor_key_at(SDL_Scancode place);
// Fills in both keys of the event. False: the editor knows neither. Flight goes by the place alone: on a Dvorak
// keyboard an apostrophe, which is no key of an action, is where it looks for Q.
bool editor_key_fill(const SDL_Keysym *keysym, bool layout_is_latin, editor_event *out);

#endif

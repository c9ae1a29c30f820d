// window_keys.h: what xdotool calls the keys of the editor.
#ifndef TESTS_E2E_WINDOW_KEYS_H
#define TESTS_E2E_WINDOW_KEYS_H

#include "system/input.h"

#include <stdbool.h>

// Of the number pad a key's code, which no lock changes. False: xdotool has no name for it here.
bool window_key_name(editor_key key, char out[32]);

#endif

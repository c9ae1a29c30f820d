// words.h: the names of keys, buttons, modifiers and dialogs in scripts: written by recordings, read by the player.
#ifndef EDITOR_PLAY_WORDS_H
#define EDITOR_PLAY_WORDS_H

#include "system/input.h"

// Reads "ctrl+d", "f2", "alt+kp5", "minus", "none". False: not a key.
bool editor_words_read_key(const char *text, editor_key *key, uint32_t *modifiers);
// Reads "shift+ctrl".
bool editor_words_read_modifiers(const char *text, uint32_t *modifiers);
bool editor_words_read_button(const char *text, uint32_t *button);

enum { EDITOR_WORD_SIZE = 40 };
void editor_words_write_key(editor_key key, uint32_t modifiers, char out[EDITOR_WORD_SIZE]);
// Writes "" for no modifiers.
void editor_words_write_modifiers(uint32_t modifiers, char out[EDITOR_WORD_SIZE]);
const char *editor_words_button(uint32_t button);
const char *editor_words_dialog(uint32_t kind); // of an editor_dialog_kind

#endif

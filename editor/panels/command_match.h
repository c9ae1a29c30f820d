// command_match.h: decides which actions a typed text finds, and which of them come first.
#ifndef EDITOR_PANELS_COMMAND_MATCH_H
#define EDITOR_PANELS_COMMAND_MATCH_H

// How well a text finds an action. Lower is better.
typedef enum editor_command_rank {
    EDITOR_COMMAND_STARTS, // the label starts with the text
    EDITOR_COMMAND_WORDS,  // each word of the text starts a word of label or menu
    EDITOR_COMMAND_HOLDS,  // each word of the text is somewhere in label or menu
    EDITOR_COMMAND_RANKS,
    EDITOR_COMMAND_MISSES = EDITOR_COMMAND_RANKS // a word of the text is in neither
} editor_command_rank;

// Blanks separate words; the case of ASCII letters does not count. An empty text starts every label. `menu`:
// "Object|Align".
editor_command_rank editor_command_match(const char *menu, const char *label, const char *text);

#endif

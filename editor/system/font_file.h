// font_file.h: fonts of the system, by what they can show.
#ifndef EDITOR_SYSTEM_FONT_FILE_H
#define EDITOR_SYSTEM_FONT_FILE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What Fontconfig knows of the installed fonts.
typedef struct editor_font_list editor_font_list;
typedef struct editor_font_file editor_font_file;

// Reads it, some 5 ms. NULL: no memory, or the editor was built without Fontconfig.
editor_font_list *editor_font_list_open(void);
void editor_font_list_close(editor_font_list *list); // NULL is fine; after all fonts that it found

// Finds a font with outlines that has the letter (Unicode), as Fontconfig prefers it for the user's language. NULL:
// there is none, or no memory. `list` NULL finds none.
editor_font_file *editor_font_file_find(const editor_font_list *list, uint32_t letter);
void editor_font_file_destroy(editor_font_file *font); // NULL is fine

bool editor_font_file_has(const editor_font_file *font, uint32_t letter);
const char *editor_font_file_path(const editor_font_file *font); // valid as long as the font
int editor_font_file_index(const editor_font_file *font);        // which font of the file

#ifdef __cplusplus
}
#endif

#endif

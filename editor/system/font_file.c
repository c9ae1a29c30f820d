#include "system/font_file.h"

#include <stdlib.h>

#if EDITOR_FONTCONFIG
#include <fontconfig/fontconfig.h>

// A configuration of its own: FcFini, which frees the common one, ends a program in which another library still has a
// font.
struct editor_font_list {
    FcConfig *config;
};

struct editor_font_file {
    FcPattern *pattern; // has the rest
    FcCharSet *letters;
    FcChar8 *path;
    int index;
};

editor_font_list *editor_font_list_open(void)
{
    editor_font_list *list = calloc(1, sizeof(*list));
    if (list)
        list->config = FcInitLoadConfigAndFonts();
    if (list && list->config)
        return list;
    free(list);
    return NULL;
}

void editor_font_list_close(editor_font_list *list)
{
    if (list)
        FcConfigDestroy(list->config);
    free(list);
}

static FcPattern *match(FcConfig *config, FcChar32 letter)
{
    FcPattern *wanted = FcPatternCreate(), *found = NULL;
    FcCharSet *letters = FcCharSetCreate();
    FcResult result;
    if (wanted && letters && FcCharSetAddChar(letters, letter) && FcPatternAddCharSet(wanted, FC_CHARSET, letters) &&
        FcPatternAddBool(wanted, FC_OUTLINE, FcTrue) && FcPatternAddBool(wanted, FC_COLOR, FcFalse) &&
        FcPatternAddString(wanted, FC_FAMILY, (const FcChar8 *)"sans-serif") &&
        FcConfigSubstitute(config, wanted, FcMatchPattern)) {
        FcDefaultSubstitute(wanted);
        found = FcFontMatch(config, wanted, &result);
    }
    if (letters)
        FcCharSetDestroy(letters);
    if (wanted)
        FcPatternDestroy(wanted);
    return found;
}

editor_font_file *editor_font_file_find(const editor_font_list *list, uint32_t letter)
{
    editor_font_file *font = list ? calloc(1, sizeof(*font)) : NULL;
    FcBool outline = FcFalse;
    if (!font)
        return NULL;
    font->pattern = match(list->config, letter);
    // The best match may be one without the letter.
    if (font->pattern && FcPatternGetCharSet(font->pattern, FC_CHARSET, 0, &font->letters) == FcResultMatch &&
        FcCharSetHasChar(font->letters, letter) &&
        FcPatternGetBool(font->pattern, FC_OUTLINE, 0, &outline) == FcResultMatch && outline &&
        FcPatternGetString(font->pattern, FC_FILE, 0, &font->path) == FcResultMatch &&
        FcPatternGetInteger(font->pattern, FC_INDEX, 0, &font->index) == FcResultMatch)
        return font;
    editor_font_file_destroy(font);
    return NULL;
}

void editor_font_file_destroy(editor_font_file *font)
{
    if (font && font->pattern)
        FcPatternDestroy(font->pattern);
    free(font);
}

bool editor_font_file_has(const editor_font_file *font, uint32_t letter)
{
    return FcCharSetHasChar(font->letters, letter);
}

const char *editor_font_file_path(const editor_font_file *font)
{
    return (const char *)font->path;
}

int editor_font_file_index(const editor_font_file *font)
{
    return font->index & 0xffff; // above that: which instance of a variable font
}

#else

editor_font_list *editor_font_list_open(void)
{
    return NULL;
}

void editor_font_list_close(editor_font_list *list)
{
    (void)list;
}

editor_font_file *editor_font_file_find(const editor_font_list *list, uint32_t letter)
{
    (void)list, (void)letter;
    return NULL;
}

void editor_font_file_destroy(editor_font_file *font)
{
    (void)font;
}

bool editor_font_file_has(const editor_font_file *font, uint32_t letter)
{
    (void)font, (void)letter;
    return false;
}

const char *editor_font_file_path(const editor_font_file *font)
{
    (void)font;
    return "";
}

int editor_font_file_index(const editor_font_file *font)
{
    (void)font;
    return 0;
}

#endif

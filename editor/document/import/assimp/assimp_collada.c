// assimp_collada.c: Collada as Assimp reads it.
#include "document/import/assimp/assimp_import.h"
#include "document/import/assimp/assimp_xml.h"
#include "system/text.h"

#include <stdlib.h>
#include <string.h>

static bool begins(const char *at, const char *text)
{
    return strncmp(at, text, strlen(text)) == 0; // a zero follows the file
}

// Behind the first `end` from `at` on, or the end of the text.
static const char *pass(const char *at, const char *stop, const char *end)
{
    const char *found = assimp_xml_find(at, stop, end);
    return found ? found + strlen(end) : stop;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void remove_blanks(char *bytes, size_t *size)
{
    const char *at = bytes, *stop = bytes + *size;
    char *out = bytes;
    while (at < stop) {
        const char *begin = at;
        bool opens = false;
        if (begins(at, "<!--")) {
            at = pass(at, stop, "-->");
            begin = at; // left out; numbers behind it keep their distance from those in front of it
            opens = out == bytes || out[-1] == '>';
        } else if (begins(at, "<![CDATA[")) {
            at = pass(at, stop, "]]>");
        } else if (begins(at, "<?")) {
            at = pass(at, stop, "?>");
        } else if (*at == '<') {
            while (at[1] == '/' && out > bytes && is_space(out[-1]))
                out--;
            at = assimp_xml_pass_tag(at, stop);
            opens = at[-1] == '>';
        } else {
            while (at < stop && *at != '<')
                at++;
        }
        memmove(out, begin, (size_t)(at - begin));
        out += at - begin;
        while (opens && at < stop && is_space(*at))
            at++;
    }
    *out = 0;
    *size = (size_t)(out - bytes);
}

// A place in the text, and what is to be put there, in place of some characters.
typedef struct insertion {
    const char *at, *text;
    size_t replaced;
} insertion;

#define NO_FILE "no file named"

// What the element <image>, up to `end`, lacks for a picture: <init_from> with a text, or <data>. False: nothing.
static bool lacks_picture(const char *image, const char *end, insertion *out)
{
    const char *from = assimp_xml_find(image, end, "<init_from");
    const char *close = from ? assimp_xml_find(from, end, ">") : NULL;
    const bool is_closed = close && close[-1] == '/'; // <init_from/>
    const bool is_empty = close && close[1] == '<';
    if (is_closed)
        *out = (insertion){close - 1, ">" NO_FILE "</init_from>", 2};
    else if (is_empty)
        *out = (insertion){close + 1, NO_FILE, 0};
    else
        *out = (insertion){end, "<init_from>" NO_FILE "</init_from>", 0};
    return !assimp_xml_find(image, end, "<data") && (!close || is_closed || is_empty);
}

// For the next image without a picture. An image ends before the next one begins, so that the time is that of passing
// over the text once. False: there is none.
static bool find_insertion(const char *at, const char *stop, insertion *out)
{
    while ((at = assimp_xml_find(at, stop, "<image")) != NULL) {
        const char *next = assimp_xml_find(at + 6, stop, "<image"), *limit = next ? next : stop;
        const char *open = assimp_xml_find(at, limit, ">"),
                   *end = open ? assimp_xml_find(open, limit, "</image>") : NULL;
        if (end && open[-1] != '/' && (at[6] == ' ' || at[6] == '>') && lacks_picture(at, end, out))
            return true;
        at += 6;
    }
    return false;
}

static bool name_pictures(uint8_t **bytes, size_t *size)
{
    const char *at = (const char *)*bytes, *stop = at + *size;
    insertion next;
    if (!find_insertion(at, stop, &next))
        return true;
    editor_text text = {0};
    do {
        editor_text_add(&text, at, (size_t)(next.at - at));
        editor_text_put(&text, next.text);
        at = next.at + next.replaced;
    } while (find_insertion(at, stop, &next));
    editor_text_add(&text, at, *size - (size_t)(at - (const char *)*bytes) + 1);
    if (text.failed) {
        editor_text_free(&text);
        return false;
    }
    free(*bytes);
    *size = text.size - 1;
    *bytes = (uint8_t *)editor_text_take(&text);
    return true;
}

bool assimp_tidy_collada(uint8_t **bytes, size_t *size)
{
    remove_blanks((char *)*bytes, size);
    return name_pictures(bytes, size);
}

#include "app/key_code.h"

#include <stddef.h>
#include <string.h>

editor_key editor_key_at(SDL_Scancode place)
{
    if (place >= SDL_SCANCODE_A && place <= SDL_SCANCODE_Z)
        return (editor_key)(place - SDL_SCANCODE_A + 'A');
    if (place >= SDL_SCANCODE_1 && place <= SDL_SCANCODE_9)
        return (editor_key)(place - SDL_SCANCODE_1 + '1');
    switch (place) {
    case SDL_SCANCODE_0:
        return (editor_key)'0';
    case SDL_SCANCODE_COMMA:
        return EDITOR_KEY_COMMA;
    case SDL_SCANCODE_MINUS:
        return EDITOR_KEY_MINUS;
    case SDL_SCANCODE_PERIOD:
        return EDITOR_KEY_PERIOD;
    case SDL_SCANCODE_SLASH:
        return EDITOR_KEY_SLASH;
    default:
        return EDITOR_KEY_NONE;
    }
}

static editor_key find_symbol(SDL_Keycode code)
{
    if (code >= SDLK_a && code <= SDLK_z)
        return (editor_key)(code - SDLK_a + 'A');
    if (code >= SDLK_0 && code <= SDLK_9)
        return (editor_key)code;
    if (code >= SDLK_F1 && code <= SDLK_F12)
        return (editor_key)(EDITOR_KEY_F1 + (code - SDLK_F1));
    if (code >= SDLK_KP_1 && code <= SDLK_KP_9)
        return (editor_key)(EDITOR_KEY_KP_0 + 1 + (code - SDLK_KP_1));
    static const struct {
        SDL_Keycode code;
        editor_key key;
    } table[] = {
        {SDLK_SPACE, EDITOR_KEY_SPACE},      {SDLK_TAB, EDITOR_KEY_TAB},         {SDLK_RETURN, EDITOR_KEY_ENTER},
        {SDLK_KP_ENTER, EDITOR_KEY_ENTER},   {SDLK_ESCAPE, EDITOR_KEY_ESCAPE},   {SDLK_BACKSPACE, EDITOR_KEY_BACKSPACE},
        {SDLK_INSERT, EDITOR_KEY_INSERT},    {SDLK_DELETE, EDITOR_KEY_DELETE},   {SDLK_LEFT, EDITOR_KEY_LEFT},
        {SDLK_RIGHT, EDITOR_KEY_RIGHT},      {SDLK_UP, EDITOR_KEY_UP},           {SDLK_DOWN, EDITOR_KEY_DOWN},
        {SDLK_HOME, EDITOR_KEY_HOME},        {SDLK_END, EDITOR_KEY_END},         {SDLK_PAGEUP, EDITOR_KEY_PAGE_UP},
        {SDLK_KP_0, EDITOR_KEY_KP_0},        {SDLK_COMMA, EDITOR_KEY_COMMA},     {SDLK_MINUS, EDITOR_KEY_MINUS},
        {SDLK_KP_MINUS, EDITOR_KEY_MINUS},   {SDLK_PERIOD, EDITOR_KEY_PERIOD},   {SDLK_KP_PERIOD, EDITOR_KEY_PERIOD},
        {SDLK_APPLICATION, EDITOR_KEY_MENU}, {SDLK_MENU, EDITOR_KEY_MENU},       {SDLK_PAGEDOWN, EDITOR_KEY_PAGE_DOWN},
        {SDLK_SLASH, EDITOR_KEY_SLASH},      {SDLK_KP_DIVIDE, EDITOR_KEY_SLASH},
    };
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        if (table[i].code == code)
            return table[i].key;
    }
    return EDITOR_KEY_NONE;
}

static bool is_digit(editor_key key)
{
    return key >= (editor_key)'0' && key <= (editor_key)'9';
}

editor_key editor_key_of(const SDL_Keysym *keysym, bool layout_is_latin)
{
    const editor_key place = editor_key_at(keysym->scancode), symbol = find_symbol(keysym->sym);
    if (!layout_is_latin && place != EDITOR_KEY_NONE)
        return place;
    // French keys of digits have marks, one of them the minus: with Shift they are digits.
    if (is_digit(place) && (symbol == EDITOR_KEY_NONE || (keysym->mod & KMOD_SHIFT)))
        return is_digit(symbol) ? symbol : place;
    return symbol;
}

// UTF-8.
static void put_character(char text[5], uint32_t code)
{
    if (code < 0x80) {
        text[0] = (char)code;
        text[1] = '\0';
    } else if (code < 0x800) {
        text[0] = (char)(0xc0 | (code >> 6));
        text[1] = (char)(0x80 | (code & 0x3f));
        text[2] = '\0';
    } else {
        text[0] = (char)(0xe0 | ((code >> 12) & 0xf));
        text[1] = (char)(0x80 | ((code >> 6) & 0x3f));
        text[2] = (char)(0x80 | (code & 0x3f));
        text[3] = '\0';
    }
}

// What a US keyboard has on its keys of marks and digits, and types with Shift.
static const char plain_marks[] = "`1234567890-=[]\\;',./", shifted_marks[] = "~!@#$%^&*()_+{}|:\"<>?";

bool editor_key_layout_is_us(void)
{
    static const SDL_Scancode places[] = {SDL_SCANCODE_GRAVE,     SDL_SCANCODE_1,           SDL_SCANCODE_2,
                                          SDL_SCANCODE_3,         SDL_SCANCODE_4,           SDL_SCANCODE_5,
                                          SDL_SCANCODE_6,         SDL_SCANCODE_7,           SDL_SCANCODE_8,
                                          SDL_SCANCODE_9,         SDL_SCANCODE_0,           SDL_SCANCODE_MINUS,
                                          SDL_SCANCODE_EQUALS,    SDL_SCANCODE_LEFTBRACKET, SDL_SCANCODE_RIGHTBRACKET,
                                          SDL_SCANCODE_BACKSLASH, SDL_SCANCODE_SEMICOLON,   SDL_SCANCODE_APOSTROPHE,
                                          SDL_SCANCODE_COMMA,     SDL_SCANCODE_PERIOD,      SDL_SCANCODE_SLASH};
    bool is_us = true;
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
        is_us = is_us && SDL_GetKeyFromScancode(places[i]) == plain_marks[i];
    return is_us;
}

// The mark that a key of that layout types with Shift; 0: it is none of them.
static char shifted_mark(SDL_Keycode symbol)
{
    const char *at = symbol > 0 && symbol < SDLK_DELETE ? strchr(plain_marks, (char)symbol) : NULL;
    return at ? shifted_marks[at - plain_marks] : '\0';
}

bool editor_key_text(const SDL_Keysym *keysym, bool layout_is_us, char text[5])
{
    const SDL_Keycode symbol = keysym->sym;
    const bool shift = (keysym->mod & KMOD_SHIFT) != 0, caps = (keysym->mod & KMOD_CAPS) != 0;
    if (keysym->mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI | KMOD_MODE))
        return false;
    if (symbol >= SDLK_a && symbol <= SDLK_z)
        put_character(text, (uint32_t)(shift != caps ? symbol - SDLK_a + 'A' : symbol));
    else if (symbol >= SDLK_KP_1 && symbol <= SDLK_KP_9 && (keysym->mod & KMOD_NUM))
        put_character(text, (uint32_t)(symbol - SDLK_KP_1 + '1'));
    else if (symbol == SDLK_KP_0 && (keysym->mod & KMOD_NUM))
        put_character(text, '0');
    else if (shift && is_digit(editor_key_of(keysym, true)) && !is_digit((editor_key)symbol))
        put_character(text, (uint32_t)editor_key_of(keysym, true));
    else if (shift && layout_is_us && shifted_mark(symbol) != '\0')
        put_character(text, (uint32_t)shifted_mark(symbol));
    else if (!shift && ((symbol >= SDLK_SPACE && symbol < SDLK_DELETE) || (symbol >= 0xa0 && symbol <= 0xffff)))
        put_character(text, (uint32_t)symbol);
    else
        return false;
    return true;
}

bool editor_key_fill(const SDL_Keysym *keysym, bool layout_is_latin, editor_event *out)
{
    out->key = editor_key_of(keysym, layout_is_latin);
    out->place = editor_key_at(keysym->scancode);
    return out->key != EDITOR_KEY_NONE || out->place != EDITOR_KEY_NONE;
}

bool editor_key_layout_is_latin(void)
{
    int letters = 0;
    for (int place = SDL_SCANCODE_A; place <= SDL_SCANCODE_Z; place++) {
        const SDL_Keycode symbol = SDL_GetKeyFromScancode((SDL_Scancode)place);
        letters += symbol >= SDLK_a && symbol <= SDLK_z;
    }
    return letters >= 13;
}

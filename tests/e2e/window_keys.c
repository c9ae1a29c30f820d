#include "window_keys.h"

#include <stdio.h>

bool window_key_name(editor_key key, char out[32])
{
    static const int pad[10] = {90, 87, 88, 89, 83, 84, 85, 79, 80, 81};
    static const struct {
        editor_key key;
        const char *name;
    } names[] = {{EDITOR_KEY_ESCAPE, "Escape"},       {EDITOR_KEY_DELETE, "Delete"},  {EDITOR_KEY_ENTER, "Return"},
                 {EDITOR_KEY_PERIOD, "period"},       {EDITOR_KEY_SPACE, "space"},    {EDITOR_KEY_UP, "Up"},
                 {EDITOR_KEY_DOWN, "Down"},           {EDITOR_KEY_TAB, "Tab"},        {EDITOR_KEY_SLASH, "slash"},
                 {EDITOR_KEY_BACKSPACE, "BackSpace"}, {EDITOR_KEY_INSERT, "Insert"},  {EDITOR_KEY_LEFT, "Left"},
                 {EDITOR_KEY_RIGHT, "Right"},         {EDITOR_KEY_HOME, "Home"},      {EDITOR_KEY_END, "End"},
                 {EDITOR_KEY_PAGE_UP, "Prior"},       {EDITOR_KEY_PAGE_DOWN, "Next"}, {EDITOR_KEY_MINUS, "minus"},
                 {EDITOR_KEY_COMMA, "comma"},         {EDITOR_KEY_MENU, "Menu"}};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (names[i].key == key) {
            snprintf(out, 32, "%s", names[i].name);
            return true;
        }
    }
    if (key >= EDITOR_KEY_KP_0 && key <= EDITOR_KEY_KP_9)
        snprintf(out, 32, "%d", pad[key - EDITOR_KEY_KP_0]);
    else if (key >= EDITOR_KEY_F1 && key <= EDITOR_KEY_F12)
        snprintf(out, 32, "F%d", (int)(key - EDITOR_KEY_F1) + 1);
    else if (key >= (editor_key)'A' && key <= (editor_key)'Z')
        snprintf(out, 32, "%c", (int)key - 'A' + 'a');
    else if (key >= (editor_key)'0' && key <= (editor_key)'9')
        snprintf(out, 32, "%c", (int)key);
    else
        return false;
    return true;
}

// level_content_name.c: reads names.
#include "document/file/level_content_internal.h"

#include "document/level/names.h"

bool level_content_get_name(const level_content *content, editor_json_value value, const char *where, const char *name,
                            const char **out)
{
    if (!editor_json_get_text(&content->reader, value, where, name, out))
        return false;
    return !value.item || editor_name_is_valid(*out) ||
           editor_json_refuse(&content->reader, value, where, "%s: must not be empty or contain control characters",
                              name);
}

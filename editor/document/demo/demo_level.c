// demo_level.c: builds the demo level from its parts.
#include "document/demo/demo_level.h"

#include "document/demo/demo_builder.h"

#include <stdio.h>

editor_level *editor_demo_level(editor_error *error)
{
    error->text[0] = 0;
    demo_builder builder = {.level = editor_level_create()};
    if (builder.level && demo_add_materials(&builder)) {
        demo_add_nature(&builder);
        demo_add_room(&builder);
        demo_add_outdoors(&builder);
        demo_add_lights(&builder);
        builder.level->is_demo = true;
        if (!builder.failed && editor_level_add_own_asset(builder.level, "demo", true) &&
            editor_level_finish(builder.level, error))
            return builder.level;
    }
    if (!error->text[0])
        snprintf(error->text, sizeof(error->text), "demo level: out of memory");
    editor_level_destroy(builder.level);
    return NULL;
}

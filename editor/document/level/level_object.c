// level_object.c: frees objects.
#include "document/level/level_internal.h"

#include <stdlib.h>

void editor_object_free(editor_object *object)
{
    free(object->name);
    free(object->extra);
    free(object->device_extra);
    free(object->follow_name);
}

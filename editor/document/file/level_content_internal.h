// level_content_internal.h: what the files that read the content of a level file share.
#ifndef EDITOR_DOCUMENT_LEVEL_CONTENT_INTERNAL_H
#define EDITOR_DOCUMENT_LEVEL_CONTENT_INTERNAL_H

#include "document/file/level_content.h"

// The fields that say what an object is: none, or one of them.
typedef struct content_kind {
    editor_json_value light, camera, primitive, volume, line, terrain;
} content_kind;

// Reads the name of something.
bool level_content_get_name(const level_content *content, editor_json_value value, const char *where, const char *name,
                            const char **out);

// Reads the fields `layers` and `sets` at the top. The objects are read before the sets.
bool level_content_read_layers(level_content *content, editor_json_value array);
bool level_content_read_sets(level_content *content, editor_json_value array);

// Reads the field `prefabs`, before the objects. The index of the prefab with that id, or EDITOR_NONE.
bool level_content_read_prefabs(level_content *content, editor_json_value array);
uint32_t level_content_find_prefab(const level_content *content, double id);
// Reads a list of objects, or of the parts of a prefab (part_list).
bool level_content_read_objects(level_content *content, editor_json_value array, content_object **objects,
                                uint32_t *object_count);
void level_content_free_objects(content_object *objects, uint32_t count);

// Reads the field that is there into `out`: its kind, and the light, lens, primitive, volume, line or
// terrain. `where`: the object.
bool level_content_read_kind(const level_content *content, const content_kind *kind, const char *where,
                             content_object *out);

// Reads a primitive or a volume. `where`: its field.
bool level_content_read_primitive(const level_content *content, editor_json_value value, bool volume, const char *where,
                                  content_object *out);

// Reads the field `materials` of an object. `where`: the object.
bool level_content_read_overrides(const level_content *content, editor_json_value array, const char *where,
                                  content_object *out);
void level_content_free_overrides(content_object *object);

#endif

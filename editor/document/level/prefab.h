// prefab.h: prefabs: trees of meshes that a level defines once and shows as often as objects name them.
//
// A definition has a name and a content. A content never changes: an edit of the definition makes another one, and
// undo brings the old one back. It is a mesh of the level, of all triangles of its parts, which is what an instance
// draws and what falls, drops and moves with it; and a pick scene of the parts, which all instances share, so that an
// instance costs one object. An instance is an EDITOR_OBJECT_PREFAB with the content's mesh.
//
// Parts:      groups, objects with triangles, and instances of other prefabs. They have no layers, locks and sets of
//             their own in force: those of the instance count. A hidden part, and what is below it, is left out.
// Prefabs within prefabs:  a part that is an instance has the mesh of its prefab's content and is drawn and picked as
//             one mesh, so it costs as much as any part. When a definition changes, those that have it as a part get
//             another content too. No definition has itself as a part, however deep.
// Numbers:    a definition keeps its number as long as the level lives. `prefab` of an object is that number + 1.
// Size:       a content has all triangles of its parts once more, those of the prefabs in it included. So what all
//             prefabs of a level repeat is bounded: the first part of all with a mesh of a model's file counts for
//             nothing, everything else counts. Edits that would go beyond are refused; parts beyond that a level file
//             has, or a changed model makes, do not show. So a level that was saved opens as it was.
// Ownership:  the level owns definitions and contents.
#ifndef EDITOR_DOCUMENT_PREFAB_H
#define EDITOR_DOCUMENT_PREFAB_H

#include "document/level/level.h"

struct editor_prefab {
    double id;     // in level files; unique among the definitions
    char *name;    // never empty; no two definitions that are there have the same
    uint32_t mesh; // of its content; EDITOR_NONE: it is not there, because it was deleted, or undo took it back
    char *extra;   // unknown fields, as of an object
};

// Bounds, so that a small file cannot ask for large contents: how many prefabs are within each other; the parts of a
// content with those of the prefabs in it; and the triangles that all prefabs of a level repeat, with twice as many
// vertices and as many slots.
enum { EDITOR_PREFAB_DEPTH = 16, EDITOR_PREFAB_PARTS = 1 << 20, EDITOR_PREFAB_TRIANGLES = 6000000 };
enum { EDITOR_PART_NAME = 208 }; // bytes for what a part is called; what is longer is cut

struct editor_prefab_content {
    // Parents first, in the tree's order; owned. `parent` is the number of a part, `local` relative to it, `world` to
    // the prefab. Name, kind, mesh, look, layers, hidden, locked and extra count; `is_hidden`: nothing of it shows.
    editor_object *parts;
    uint32_t part_count;
    uint32_t *first_triangle; // of each part in the content's mesh, and behind the last one
    uint32_t *first_vertex;   // likewise its vertices
    uint32_t *first_slot;     // likewise its materials
    uint32_t *versions;       // of the parts' meshes when the content's mesh was made
    pick_scene *scene;        // an object's `user` is the number of its part
    pick_object_id *ids;      // of the parts in it; null: not in it
    pick_mesh **own; // triangles of a part that only this content has; NULL: the mesh's, or those of another part
    const editor_look *look; // of the content's mesh: what parts override. NULL: nothing
    bool is_solid;           // all that shows is closed
    uint32_t of_stand_ins;   // triangles of boxes of missing or unread models
    uint32_t depth;          // 1: there are no prefabs in it
    uint32_t all_parts;      // with those of the prefabs in it
    uint32_t beyond;         // parts that do not show because they are beyond the bound
};

// The content that an object with that mesh shows; NULL: the mesh is no prefab's.
const editor_prefab_content *editor_level_content(const editor_level *level, uint32_t mesh);

// Whether there is a definition of that number. The first one of that name; EDITOR_NONE: none.
bool editor_level_has_prefab(const editor_level *level, uint32_t prefab);
uint32_t editor_level_find_prefab(const editor_level *level, const char *name);
// How many existing instances it has; those that are parts of prefabs do not count.
uint32_t editor_level_count_instances(const editor_level *level, uint32_t prefab);
// The first definition that has it as a part. EDITOR_NONE: none.
uint32_t editor_level_find_prefab_with(const editor_level *level, uint32_t prefab);
// Whether it is `other`, or has it as a part, however deep.
bool editor_level_prefab_has(const editor_level *level, uint32_t prefab, uint32_t other);

// What was hit: the object, or of an instance the part. Its `mesh` and `look` are those that the hit's triangle and
// submesh mean; `world` of a part is relative to the prefab.
const editor_object *editor_level_hit_object(const editor_level *level, const pick_hit *hit);
// The part that was hit, or EDITOR_NONE where it is no instance.
uint32_t editor_level_hit_part(const editor_level *level, const pick_hit *hit);
// The hit with triangle, submesh and weights as those of the mesh of the object of the level, which is what is drawn.
pick_hit editor_level_hit_drawn(const editor_level *level, const pick_hit *hit);
// The innermost part that was hit, where the part is an instance itself; otherwise as editor_level_hit_object.
const editor_object *editor_level_hit_leaf(const editor_level *level, const pick_hit *hit);
// What to call the part that was hit: "post", or "fence > post" where it is in a prefab within the prefab. Empty where
// it is no instance.
void editor_level_hit_part_name(const editor_level *level, const pick_hit *hit, char *out, size_t size);
// What to call what was hit: the object's name, or "fence 02 > post".
void editor_level_hit_name(const editor_level *level, const pick_hit *hit, char *out, size_t size);

// --- Vertices, edges and faces (prefab_parts.c) ---
// Those of an instance are named by the mesh that is drawn, so they need no path: a pick_part of its object, whose
// numbers are those of all the parts together.

// From a part that picking found, and its path.
pick_part editor_level_part_drawn(const editor_level *level, const pick_part *part, const pick_object_id *path,
                                  uint32_t path_count);
// As the functions of parts.h.
uint32_t editor_level_part_points(const editor_level *level, const pick_part *part, pick_vec3 *out, uint32_t capacity);
uint32_t editor_level_part_triangles(const editor_level *level, const pick_part *part, pick_part_triangle *out,
                                     uint32_t capacity);
bool editor_level_part_measure(const editor_level *level, const pick_part *part, pick_part_measures *out);
// The face that was hit. False: what was hit has none.
bool editor_level_hit_face(const editor_level *level, const pick_hit *hit, pick_part *out);
// As pick_region_parts, within instances too; in no order where there are any. Without memory there are none.
size_t editor_level_region_parts(const editor_level *level, const pick_region *region,
                                 const pick_region_part_query *wanted, pick_part *out, size_t capacity);
// What to call its mesh, as editor_level_hit_name does.
void editor_level_part_name(const editor_level *level, const pick_part *part, char *out, size_t size);

// --- Prefabs within prefabs (prefab_within.c) ---

// The part that has a triangle of the content's mesh (PICK_PART_FACE) or a vertex of it (any other kind).
// EDITOR_NONE: there are no parts.
uint32_t editor_prefab_part_at(const editor_prefab_content *content, uint32_t kind, uint32_t number);
// The innermost part of a part with that triangle or vertex of its mesh: itself, unless it is an instance.
const editor_object *editor_prefab_leaf(const editor_level *level, const editor_object *part, uint32_t kind,
                                        uint32_t number);
// Its name, or "fence > post" where it is an instance.
void editor_prefab_name_part(const editor_level *level, const editor_object *part, uint32_t kind, uint32_t number,
                             char *out, size_t size);

// Of a content of these parts.
typedef struct editor_prefab_size {
    uint32_t depth; // 1: there are no prefabs in it
    uint64_t parts; // with those of the prefabs in it
} editor_prefab_size;
editor_prefab_size editor_prefab_measure(const editor_level *level, const editor_object *parts, uint32_t count);
// What bound that breaks, as a sentence's end ("has more than 16 prefabs within each other"). NULL: none.
const char *editor_prefab_too_large(editor_prefab_size size);

// --- For commands and readers ---

// Whether the object may be a part; if not, `why` is set to what is to be said after its name.
bool editor_prefab_takes(const editor_level *level, const editor_object *object, const char **why);

// What contents may still repeat.
typedef struct editor_prefab_room {
    uint64_t triangles, vertices, slots;
    bool is_strict; // set by the caller: a content with parts beyond is not made, and `is_beyond` set
    bool is_beyond;
} editor_prefab_room;
// What is left beside all definitions but `except` (EDITOR_NONE: beside all). Marks the meshes that they have; so only
// the newest room can be used.
editor_prefab_room editor_level_prefab_room(editor_level *level, uint32_t except);
// Sets how many triangles all prefabs of a level may repeat, for the whole process; for tests.
void editor_prefab_set_triangles(uint64_t triangles);
// What is to be said of a prefab where that is not enough, with that number: "... repeat at most 6000000 triangles
// ...".
void editor_prefab_say_beyond(char *out, size_t size);

// Makes a content of these parts, which it takes, and takes what it repeats from the room; parts for which there is
// none do not show. NULL: there is any amount. Returns its mesh. EDITOR_NONE: out of memory, or beyond; the parts are
// freed.
uint32_t editor_level_make_content(editor_level *level, editor_object *parts, uint32_t count, editor_prefab_room *room);
// Frees the scene of a content that nothing uses: before the meshes and looks of its parts go.
void editor_level_drop_content(editor_level *level, uint32_t mesh);
// Frees such a content and its mesh, whose number becomes free.
void editor_level_remove_content(editor_level *level, uint32_t mesh);
void editor_level_free_parts(editor_object *parts, uint32_t count);
void editor_prefab_free_content(editor_prefab_content *content);
void editor_prefab_free_own(editor_prefab_content *content); // its `own` alone

// A new definition without a content, which has the id, or another one (0). Copies `name`. EDITOR_NONE: out of memory.
uint32_t editor_level_add_prefab(editor_level *level, const char *name, double id);
void editor_level_free_prefabs(editor_level *level); // all definitions and contents, but not their meshes

// Makes contents anew where the meshes of parts changed: after a pose, or when a model was read again. Without memory
// such a content shows nothing.
void editor_level_follow_parts(editor_level *level);
// Marks the meshes that are parts of contents (is_part), or takes the marks away.
void editor_level_mark_parts(editor_level *level, bool mark);
// A pick mesh was refitted, or took the place of another one with the same bounds, for the pick scenes of contents.
void editor_level_part_refitted(editor_level *level, const pick_mesh *mesh);
void editor_level_part_replaced(editor_level *level, uint32_t mesh);

#endif

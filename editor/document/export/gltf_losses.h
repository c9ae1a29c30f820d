// gltf_losses.h: what of a level an export to glTF leaves out or changes.
#ifndef EDITOR_DOCUMENT_GLTF_LOSSES_H
#define EDITOR_DOCUMENT_GLTF_LOSSES_H

#include "document/level/level.h"
#include "system/text.h"

typedef enum editor_gltf_loss {
    EDITOR_GLTF_LOSES_LAYERS,    // that are in use, or have a name, a flag or limited sight
    EDITOR_GLTF_LOSES_HIDING,    // objects that only a layer hides, each with all below it: they are visible
    EDITOR_GLTF_LOSES_LOCKS,     // locked objects
    EDITOR_GLTF_LOSES_SETS,      // selection sets
    EDITOR_GLTF_LOSES_BOOKMARKS, // cameras to return to
    EDITOR_GLTF_LOSES_SIZES,     // objects with the mesh of a shape, which is triangles from then on
    EDITOR_GLTF_LOSES_POLYGONS,  // objects with polygons that only triangles can say (gltf_polygons.h)
    EDITOR_GLTF_LOSES_VOLUMES,   // which become empty nodes with their sizes in `extras`
    EDITOR_GLTF_LOSES_TERRAINS,  // which become triangles
    EDITOR_GLTF_LOSES_WIDTHS,    // points and lines of another width than their model's, or the usual one
    EDITOR_GLTF_LOSES_MEASURES,  // lines that measure something: no label shows it then
    EDITOR_GLTF_LOSES_PREFABS,   // instances, each of which becomes a node with its parts
    EDITOR_GLTF_LOSES_MODELS,    // objects, and parts of instances, whose model is missing or not read: boxes
    EDITOR_GLTF_LOSES_POSITIONS, // objects that move by more than a millimetre when their local position is a float
    EDITOR_GLTF_LOSES_CLIPS,     // of the models that objects come from
    EDITOR_GLTF_LOSES_SKINS,     // likewise: meshes stay in the rest pose
    EDITOR_GLTF_LOSES_MORPHS,    // likewise meshes with morph targets: they keep the shape that they have at rest
    EDITOR_GLTF_LOSES_VARIANTS,  // likewise: materials are those of the one that is shown
    EDITOR_GLTF_LOSES_FIELDS,    // objects with fields of other programs
    EDITOR_GLTF_LOSS_COUNT
} editor_gltf_loss;

// How many there are of each. Call it on a finished level.
void editor_gltf_count_losses(const editor_level *level, uint32_t counts[EDITOR_GLTF_LOSS_COUNT]);

// Appends what is lost in a few words, "layers, selection sets". Nothing is: appends nothing.
void editor_gltf_name_losses(const editor_level *level, editor_text *out);

// Appends a line for each, ended by a line feed: "2 selection sets are left out". Nothing is lost: appends nothing.
void editor_gltf_list_losses(const editor_level *level, editor_text *out);

#endif

// assimp_import.h: shared by the parts of the Assimp reader.
#ifndef EDITOR_DOCUMENT_ASSIMP_IMPORT_H
#define EDITOR_DOCUMENT_ASSIMP_IMPORT_H

#include "document/import/assimp/assimp_names.h"
#include "document/import/common/foreign.h"

#include <assimp/scene.h>

// Reads any format that Assimp knows, in a child process (system/child.h), because Assimp crashes on some broken files
// (failed assertions, uncaught exceptions, reads out of bounds) or takes all memory. True with the level filled in (not
// finished), or false with the refusal.
bool editor_import_assimp(editor_importer *importer);

// Changes what Assimp 5.2 refuses a whole model for, though it only costs a texture, or nothing. Removes comments, and
// blanks in front of and behind the text of elements: of numbers and names. Gives images without a file one that is not
// there. A zero follows the text before and after. False: out of memory.
bool assimp_tidy_collada(uint8_t **bytes, size_t *size);

// Makes matrices of transforms that Assimp 5.2 cannot read, in a Collada file that was tidied. Those without a meaning
// are left out, with a warning. False: out of memory.
bool assimp_tidy_transforms(editor_importer *importer);

// Changes a Collada file that was tidied, because Assimp 5.2 refuses files with morph targets or with holes of
// polygons, and gives meshes without a material another one: morphs become the meshes that they start from, and holes
// are left out, both with a warning; and there is a first material, for what has none. The text becomes four times as
// large at most, and 1 KiB. False: out of memory.
bool assimp_tidy_bindings(editor_importer *importer);

// Removes what is in front of the text or behind the last facet of a binary file, with a warning. Brings keywords to
// lower case, normals that are no numbers to zero, and colours of Materialise Magics to the sense that Assimp 5.2 takes
// them in. False: refused, because a binary file is cut off, or out of memory.
bool assimp_tidy_stl(editor_importer *importer);

// Assimp 5.2 takes the list of names that a texture of X3D has as one name: leaves the first. It takes commas between
// numbers as parts of these: makes blanks of them. A zero follows the text.
void assimp_tidy_x3d(uint8_t *bytes, size_t size);

// Rewrites X3D: puts copies in place of groups that are used again (USE), and groups in place of nodes whose children
// Assimp 5.2 passes over; turns its cones over; leaves out <Inline> whose file is not there, prototypes and names that
// no node has, with warnings. What cannot be read stays as it is. The text becomes 32 times as large at most, and 4
// MiB. A zero follows the text before and after. `child`: within its task, of a file that the model inlines, with a
// warning if it cannot be read; else NULL. False: out of memory.
bool assimp_tidy_x3d_nodes(editor_importer *importer, editor_child *child);

// Whether the file that an <Inline> names is there, before Assimp asks for it. If not, adds a warning. `child`: within
// its task; else NULL.
bool assimp_has_inlined(editor_importer *importer, editor_child *child, const char *name);

// Assimp 5.2 drops the property of FBX nodes that says whether they are shown, because of its type: changes that. A
// zero follows the bytes.
void assimp_tidy_fbx(uint8_t *bytes, size_t size);
// Whether an FBX file that was tidied hides the node.
bool assimp_is_hidden(const struct aiNode *node);

// Assimp 5.2 takes the angles of AMF's instances for their offsets: hides them from it. A zero follows the text.
void assimp_tidy_amf(uint8_t *bytes, size_t size);

// Assimp 5.2 reads the first volume of each mesh of AMF, and takes a time that grows with the square of its triangles:
// splits meshes into several, of one volume each and not many triangles. Those that cannot be split without the text
// becoming four times as large stay as they are, with a warning if they have more volumes. False: out of memory.
bool assimp_split_volumes(editor_importer *importer);

// What Assimp's readers say of a broken file becomes a warning.
typedef struct assimp_log {
    editor_importer *importer;
    char first[120]; // "": nothing so far
} assimp_log;

// `log` must outlive assimp_log_end.
void assimp_log_begin(assimp_log *log, editor_importer *importer);
void assimp_log_end(void);

// Whether Assimp made up the name of a node or light that has none in the file: for some of its own address, so that it
// is another each time.
bool assimp_is_made_up(const char *name);

// The pictures that the materials refer to, in the child: the parent reads them.
typedef struct assimp_images {
    editor_pack_images *pictures;
    editor_hash_index files; // of those that are files, by name
    uint32_t *embedded;      // for each texture inside the file: its number in the list, or EDITOR_NONE
    assimp_names names;      // of the textures inside the file, by their files' names without folders
} assimp_images;

void assimp_images_free(assimp_images *images);

// Adds all materials of the file, so that they keep their order, and lists the pictures that they use; their numbers
// are those of the list. Free it in any case.
bool assimp_import_materials(editor_importer *importer, const struct aiScene *scene, assimp_images *images);

// The first of the scene's materials that is one of the file: 0, or 1 behind that which stands for none.
uint32_t assimp_first_material(const struct aiScene *scene);

// Whether the format's colours of vertices are sRGB. Such formats get a grey material from Assimp that the file did not
// name: white where vertices have colours.
bool assimp_has_srgb(const editor_importer *importer);
// Whether its vertices have colours.
bool assimp_has_color(const struct aiMesh *mesh);
// Those of OFF and AMF are sRGB from 0 to 1, or to 255 if one is above 1; Assimp's alpha is 1 where the file has none.
// Other formats are taken as linear, as are Assimp's materials. NULL: refused, out of memory.
float *assimp_copy_colors(editor_importer *importer, const struct aiMesh *mesh);

// Formats whose numbers Assimp leaves in units of their own.
typedef enum assimp_origin { ASSIMP_OTHER, ASSIMP_FBX, ASSIMP_COLLADA } assimp_origin;
assimp_origin assimp_find_origin(const struct aiScene *scene);

// Fills in the importer's facts: what the file says of itself.
void assimp_find_facts(editor_importer *importer, const struct aiScene *scene);

// Nodes that Assimp may make for the steps of one FBX node's transform.
#define ASSIMP_STEPS 24

pick_affine assimp_affine(const struct aiMatrix4x4 *matrix);

// What a scene refers to by name.
typedef struct assimp_index {
    const struct aiNode **nodes; // in the tree's order
    uint32_t node_count, node_capacity;
    assimp_names node_names; // the first node of a name is found
    assimp_names lights, cameras;
    uint32_t *first_meshes; // NULL: nodes list all of their meshes
} assimp_index;

// Nodes deeper than EDITOR_PACK_DEPTH, with their steps, are left out. False: out of memory. Free it in any case.
bool assimp_index_init(assimp_index *index, const struct aiScene *scene);
void assimp_index_free(assimp_index *index);
// Of the meshes of an object of AMF, Assimp 5.2 lists the last in its nodes. Those that no node lists belong to the
// node that lists the next mesh: for each mesh, finds the first of those that are listed by it. False: out of memory.
bool assimp_index_add_unlisted(assimp_index *index, const struct aiScene *scene);

// Turns the instances of an AMF file that was tidied by their angles.
void assimp_turn_instances(const editor_importer *importer, const assimp_index *index);

// Reads the meshes of a node, one submesh each. `out` is empty on a refusal.
bool assimp_read_mesh(editor_importer *importer, const struct aiScene *scene, const assimp_index *index,
                      const struct aiNode *node, editor_mesh *out);

// Adds the lights and cameras that belong to a node below its object.
bool assimp_import_lights_cameras(editor_importer *importer, const struct aiScene *scene, assimp_index *index,
                                  const struct aiNode *node, uint32_t object);

#endif

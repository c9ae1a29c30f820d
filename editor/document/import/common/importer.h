// importer.h: the state of one import, for the readers of single formats.
#ifndef EDITOR_DOCUMENT_IMPORTER_H
#define EDITOR_DOCUMENT_IMPORTER_H

#include "document/import/common/hash_index.h"
#include "document/level/level.h"
#include "system/child.h"
#include "system/hash.h"
#include "system/progress.h"
#include "system/reference.h"

// A larger file is no model, nor a part of one. What is too large is not read to know its content, either.
#define EDITOR_MODEL_FILE_LIMIT ((size_t)1 << 32)

// A file that a reader asked for, and what it got.
typedef struct editor_dependency {
    char *path;
    editor_file_result result;
    editor_hash content; // EDITOR_FILE_OK: of the bytes that were read
    uint64_t size;       // of them
} editor_dependency;

// Readers fill `level`; a refusal fills `error`.
typedef struct editor_importer {
    const char *path;
    editor_file_stamp stamp; // of the file, from before it is read: what is written meanwhile counts as a change
    uint8_t *bytes;          // the whole file, with a zero after the last byte
    size_t size;
    size_t repeated; // of it: bytes that a reader put in addition to what the file holds; no limit grows by them
    editor_image_decoder decoder;
    void *decoder_user;
    editor_level *level;
    editor_error *error;
    editor_model_facts facts;              // the asset gets them
    editor_motion *motion;                 // and this; NULL: nothing moves
    const char *scene, *variant;           // chosen; NULL: the file's own
    bool may_lack_scene, may_lack_variant; // as in import.h
    bool lacks_scene, lacks_variant;       // the file's own was read for one that the file does not have
    editor_model_origin given;             // what vertices are to be relative to; not known: the reader chooses
    editor_model_origin origin;            // what they are relative to; the asset gets it
    bool has_other_origin;                 // the given one, and the reader would choose another
    editor_model_choices choices;          // the asset gets them
    editor_hash_index loaded;        // images by file name, so that each is read once: 1 + the image's number; 0: none
    editor_hash_index picture_files; // the same by what tells files apart, whatever their name
    struct editor_decoded_image *decoded; // images by content, so that each is decoded once
    uint32_t decoded_count, decoded_capacity;
    editor_hash_index decoded_contents;
    uint64_t pixels, picture_bytes; // of all pictures that were decoded, and of what they were decoded from
    editor_source *sources;         // the files that were read besides the model's own; the asset gets them
    uint32_t source_count, source_capacity;
    uint32_t missing_count; // of them; they were looked for
    editor_hash_index source_paths;
    double child_seconds;         // of processor time that child processes took
    double more_seconds;          // that a library may take because of the size of what it reads (foreign.h)
    uint64_t foreign_size;        // of that, bytes
    uint64_t encoded;             // bytes that were decoded, at most those of the files that were read
    uint64_t read_bytes;          // of files besides the model's own, each once
    editor_hash_index read_files; // by what tells files apart, whatever their name
    double *slow;                 // of the level's models so far (import.h); NULL: not shared
    editor_child *child;          // decodes what lies inside the model (decode.h); NULL: not yet needed
    const char *weakness;         // of the child that decoded for it; NULL: none
    struct editor_tally *tallies;
    uint32_t tally_count;
    uint32_t picture_reasons; // why pictures were left out, in warnings
    bool only_boxes;          // meshes are boxes of the sizes that the file states; none of its data is read
    uint64_t boxes_from;      // only_boxes: refused unless the file states so many bytes of data
    bool keeps;               // contents are noted for the cache (model_cache.h)
    bool is_passing;          // what was read may be otherwise the next time: it is not kept
    editor_hash content;      // of the model's file
    uint64_t content_size;
    uint64_t hashed; // bytes of files that a child reads, whose contents were noted
    editor_dependency *asked;
    uint32_t asked_count, asked_capacity;
    editor_hash_index asked_paths;
    editor_excess taken, excess; // by the models before it (import.h), and by this one
    size_t zeros, unpacked;      // elements without data, and bytes of arrays, that were read so far
    uint32_t inlined;            // files that X3D puts in, as often as the child opens them
    uint64_t effort;             // that large polygons took (editor_import_split)
} editor_importer;

// Writes "FILE: ..." as the refusal, unless there is one already. Always false, so that a reader can return it.
bool editor_import_refuse(editor_importer *importer, const char *format, ...);
bool editor_import_out_of_memory(editor_importer *importer);
// Whether the import is not cancelled. If it is, that is the refusal.
bool editor_import_goes_on(editor_importer *importer);

// Allocates `count` zeroed elements of `size` bytes; not NULL when `count` is 0. Refuses when out of memory.
void *editor_import_allocate(editor_importer *importer, size_t count, size_t size);

// What a model takes in memory: so many bytes a triangle, its indices and its share of the hierarchy; a point or
// segment in the hierarchy; an object with its node, and a mesh besides its data.
enum { EDITOR_IMPORT_TRIANGLE = 100, EDITOR_IMPORT_PART = 48, EDITOR_IMPORT_OBJECT = 1024 };
// Adds to what the model takes in memory. A small file can stand for a huge model, so that is bounded: 512 MiB for any
// file, which is then less than a gigabyte while its hierarchies are built, and `more` for what the file holds. A level
// can name thousands of small files: all of its models together have 2 GiB besides what their files hold. False, with
// the refusal: it is too much for the `size` bytes that the file is made of. `where` is what takes it.
bool editor_import_claim(editor_importer *importer, size_t bytes, size_t more, size_t size, const char *where);
// The same for a file that is all in `importer->bytes`, or was: 64 bytes for each of it.
bool editor_import_claim_of_file(editor_importer *importer, size_t bytes, const char *where);

// Sets what all models of a level have together besides what their files hold, for the whole process: 2^31 unless set.
void editor_import_set_shared(uint64_t bytes);

// Splits a polygon (level/polygon.h). The time of a concave one grows with the square of its corners: one of 16384 is
// always split, or several with that sum of squares, and more for a large file. Further ones become fans, with a
// warning. `where` names them in it.
void editor_import_split(editor_importer *importer, const float *positions, const uint32_t *corners, uint32_t count,
                         uint32_t *out, const char *where);

// Reads a file that the model refers to (system/reference.h), and notes it as a source. `path` is not relative to the
// model. With `progress` it is a stage by itself (file_read.h). The caller frees `*bytes`.
editor_file_result editor_import_read(editor_importer *importer, const char *path, size_t limit,
                                      editor_progress *progress, uint8_t **bytes, size_t *size);
// What tells a file from others, whatever its name. False: nothing is known of it.
bool editor_import_identify(const char *path, editor_hash *out);
// What child processes may take of processor time for one model: pictures of a few kilobytes can be made that keep
// their decoder busy for minutes each, and so can files for Assimp. 8 seconds for all of them together, and what those
// that read `bytes`, more than 4 MiB, may take besides.
#define EDITOR_IMPORT_SECONDS 8.0
double editor_import_more_seconds(uint64_t bytes, double bytes_a_second);
// Bounds `seconds`, which all children of the model may take, by what slow models before it in the level leave. Models
// that take half a second, and a second for each MiB that their children read, are not slow.
double editor_import_share_seconds(const editor_importer *importer, double seconds);
// Adds to what slow models of the level took.
void editor_import_note_slow(const editor_importer *importer);
// Notes that children decode so many bytes more. Views of a file may lie on each other: all together count for no more
// than the files that were read.
void editor_import_note_encoded(editor_importer *importer, uint64_t bytes);
// Counts so many bytes of a file among those that were read; a file of many names counts once.
void editor_import_count_read(editor_importer *importer, const char *path, size_t size);
// Sets how long slow models of a level may take together, for the whole process: 30 seconds unless set.
void editor_import_set_slow(double seconds);

// Where the objects of a model stand, by its first vertex: along each axis there, if that is far out
// (EDITOR_MODEL_FAR), and what is read relative to it keeps its millimetres as floats. If an origin is given, it is
// that one. Notes it for the asset.
void editor_import_choose_origin(editor_importer *importer, const double first[3], double out[3]);

// Notes that this system gives a child less protection, for a warning.
void editor_import_note_weakness(editor_importer *importer, const editor_child *child);

// Notes a source, once. `stamp` is from before it was read, so that a change in between is noticed. Out of memory, its
// changes go unnoticed.
void editor_import_add_source(editor_importer *importer, const char *path, editor_file_stamp stamp);
// Notes that a file was looked for, so that it is noticed when it comes. Of the first few.
void editor_import_add_missing(editor_importer *importer, const char *path);
void editor_import_free_sources(editor_importer *importer);

// --- notes.c: the contents that the model was read from, for the cache (model_cache.h). Without one, nothing ---

// Notes the content of the model's file, as it is in `bytes`.
void editor_import_note_main(editor_importer *importer);
// Notes the content of a file that the model refers to, of `size` bytes, or why there is none. `content` NULL: not
// known.
void editor_import_note(editor_importer *importer, const char *path, editor_file_result result,
                        const editor_hash *content, uint64_t size);
// Frees what a reader found of the model, so that it can be read in another way: all but the level.
void editor_import_forget(editor_importer *importer);
// Warns that the file does not have the scene or variant that is chosen: `what` it is, and what is `there`.
void editor_import_tell_gone(editor_importer *importer, const char *what, const char *chosen, const char *there);
void editor_import_free_notes(editor_importer *importer);

// --- tally.c: one warning for each kind of thing that is left out, however many places it is in ---

// Adds the warning "WHERE: WHAT", or counts one more place in the one that there is: "WHERE and 2 more: WHAT". `what`
// has at most 159 bytes; `format` makes WHERE. A place counts once: a mesh may be read several times.
void editor_import_tally(editor_importer *importer, const char *what, const char *format, ...);
bool editor_import_has_tally(const editor_importer *importer, const char *what);
void editor_import_free_tallies(editor_importer *importer);

// --- images.c. An image that cannot be read adds a warning and gives EDITOR_NONE ---

uint32_t editor_import_image_bytes(editor_importer *importer, const char *name, const void *bytes, size_t size);
// `name` is as written in the model: relative, absolute, with slashes or backslashes.
uint32_t editor_import_image_file(editor_importer *importer, const char *name);
// The same for a picture that a file in `folder` names: "mtl/", relative to the model. It is looked for there first,
// then beside the model. "": beside the model alone.
uint32_t editor_import_image_near(editor_importer *importer, const char *folder, const char *name);
void editor_import_free_images(editor_importer *importer);

#endif

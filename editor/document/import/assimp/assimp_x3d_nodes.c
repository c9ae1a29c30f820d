// assimp_x3d_nodes.c: nodes of X3D that Assimp 5.2 leaves out, or loses its place at, become nodes that it reads.
#include "document/import/assimp/assimp_import.h"
#include "document/import/assimp/assimp_xml.h"
#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Copies of groups make a text that is at most so many times as long as the file, and so many bytes more: each copy can
// hold two of the one before it.
enum { GROWTH = 64, GROWTH_BYTES = 4 << 20, INLINES = 4096 };

// Nodes whose children are shown, and nodes with the same fields that Assimp reads. Its groups without any child close
// the group around them, too, and its static groups find no shape outside of them.
static const struct {
    const char *name, *becomes, *attribute;
} groups[] = {{"Group", "Group", ""},         {"Transform", "Transform", ""}, {"Switch", "Switch", ""},
              {"StaticGroup", "Group", ""},   {"Anchor", "Group", ""},        {"Billboard", "Group", ""},
              {"Collision", "Group", ""},     {"CADAssembly", "Group", ""},   {"CADLayer", "Group", ""},
              {"CADPart", "Transform", ""},   {"CADFace", "Group", ""},       {"LOD", "Switch", " whichChoice='0'"},
              {"PickableGroup", "Group", ""}, {"Inline", "Inline", ""}};
enum { GROUPS = sizeof(groups) / sizeof(groups[0]) };

// Nodes with shapes that Assimp passes over, with all that they hold.
static const char *const unread[] = {"ProtoInstance",  "HAnimHumanoid", "GeoLocation", "GeoTransform",
                                     "GeoLOD",         "LayerSet",      "LayoutGroup", "ScreenGroup",
                                     "EspduTransform", "Text",          "QuadSet",     "IndexedQuadSet"};

// An element that is open.
typedef struct element {
    const char *name; // in the text
    size_t length;
    const char *becomes; // the group's name for Assimp; NULL: it is no group
    const char *behind;  // to be put behind it
    size_t begin;        // of a group in `copies`
    editor_hash def;     // has_def: of the group's name
    bool has_def, is_read, is_collision, has_children;
    bool has_name; // the shape that `copies` has the name alone of
} element;

typedef struct x3d_text {
    editor_importer *importer;
    editor_child *child;   // opens files; NULL: this process does
    const char *at, *stop; // what is not yet copied
    editor_text out;       // for Assimp
    editor_text copies;    // the same, with USE in place of shapes: what is put where a group is used again
    element *open;         // all that are
    size_t depth, capacity;
    size_t skipped;           // left out are the elements from this depth on; 0: none
    bool is_shape;            // of which `copies` has the name alone
    bool names_shapes;        // for use in copies
    editor_hash_index groups; // by name: numbers of `ranges`
    struct {
        size_t begin, end; // in `copies`
    } * ranges;
    uint32_t range_count, range_capacity;
    editor_hash_index shapes; // by name: whether it is a cone
    editor_hash_index names;  // of all nodes
    uint32_t named, inlines;
} x3d_text;

static size_t name_length(const char *name)
{
    return strcspn(name, " \t\r\n/>");
}

static void put(x3d_text *x, const char *bytes, size_t size)
{
    editor_text_add(&x->out, bytes, size);
    if (!x->is_shape)
        editor_text_add(&x->copies, bytes, size);
}

static void put_text(x3d_text *x, const char *text)
{
    put(x, text, strlen(text));
}

// Copies the text up to `end`.
static void put_until(x3d_text *x, const char *end)
{
    put(x, x->at, (size_t)(end - x->at));
    x->at = end;
}

// Out of memory, nothing is made of the text.
static bool grow(void **array, size_t *capacity, size_t count, size_t size)
{
    if (count < *capacity)
        return true;
    const size_t wider = *capacity ? 2 * *capacity : 64;
    void *moved = realloc(*array, wider * size);
    if (!moved)
        return false;
    *array = moved;
    *capacity = wider;
    return true;
}

static bool push(x3d_text *x, const element *pushed)
{
    void *array = x->open;
    if (!grow(&array, &x->capacity, x->depth, sizeof(*x->open)))
        return false;
    x->open = array;
    x->open[x->depth++] = *pushed;
    return true;
}

// The last group of a name counts.
static bool define_group(x3d_text *x, const element *group)
{
    if (!group->has_def)
        return true;
    uint32_t number = editor_hash_index_find(&x->groups, group->def);
    if (number == EDITOR_HASH_UNKNOWN) {
        void *array = x->ranges;
        size_t capacity = x->range_capacity;
        if (!grow(&array, &capacity, x->range_count, sizeof(*x->ranges)))
            return false;
        x->ranges = array;
        x->range_capacity = (uint32_t)capacity;
        number = x->range_count++;
        editor_hash_index_add(&x->groups, group->def, number);
    }
    x->ranges[number].begin = group->begin;
    x->ranges[number].end = x->copies.size;
    return true;
}

static void warn_about_use(x3d_text *x, const char *what, const char *tag, const char *name, size_t length)
{
    const int shown = (int)editor_text_fit(name, length < 64 ? length : 64), tag_length = (int)name_length(tag + 1);
    editor_import_tally(x->importer, what, "%.*s USE=\"%.*s\"", tag_length < 32 ? tag_length : 32, tag + 1, shown,
                        name);
}

// A group that holds itself is not yet known where it does.
static void put_copy(x3d_text *x, const char *tag, const char *name, size_t length)
{
    const size_t limit = GROWTH * x->importer->size + GROWTH_BYTES;
    const uint32_t number = editor_hash_index_find(&x->groups, editor_hash_bytes(name, length));
    if (number == EDITOR_HASH_UNKNOWN) {
        warn_about_use(x, "no group of that name before it; left out", tag, name, length);
        return;
    }
    size_t begin = x->ranges[number].begin;
    const size_t end = x->ranges[number].end;
    if (end - begin > limit || x->out.size > limit - (end - begin)) {
        warn_about_use(x, "too many copies of groups; left out", tag, name, length);
        return;
    }
    while (begin < end && !x->copies.failed) {
        char part[4096]; // the text moves while it grows
        const size_t size = end - begin < sizeof(part) ? end - begin : sizeof(part);
        memcpy(part, x->copies.data + begin, size);
        put(x, part, size);
        begin += size;
    }
}

// Whether the shape whose tag ends at `at` holds a cone. No shape holds another: each tag is passed over once.
static bool holds_cone(const char *at, const char *stop)
{
    while ((at = assimp_xml_find_tag(at, stop)) != NULL) {
        if (assimp_xml_is_tag(at, "Shape") || assimp_xml_is_tag(at, "/Shape"))
            return false;
        if (assimp_xml_is_tag(at, "Cone"))
            return true;
        at = (const char *)assimp_xml_pass_tag((const uint8_t *)at, (const uint8_t *)stop);
    }
    return false;
}

// Assimp's cones have their tip below: a turn by half a circle around x.
#define TURN "<Transform scale='1 -1 -1'>"
#define TURN_END "</Transform>"

// Gives a shape a name, so that copies of the group around it can use it again.
static void put_shape(x3d_text *x, const char *tag, const char *end, element *shape)
{
    size_t length = 0;
    const char *use = assimp_xml_attribute(tag, end, "USE", &length);
    const char *def = use ? NULL : assimp_xml_attribute(tag, end, "DEF", &length);
    const bool is_closed = end[-2] == '/';
    bool is_cone = !is_closed && holds_cone(end, x->stop);
    if (use)
        is_cone = editor_hash_index_find(&x->shapes, editor_hash_bytes(use, length)) == 1;
    if (is_cone)
        put_text(x, TURN);
    shape->behind = is_cone ? TURN_END : "";
    char name[32];
    const char *known = def ? def : name;
    if (!def)
        length = (size_t)snprintf(name, sizeof(name), "vkpick shape %u", x->named);
    const editor_hash hash = editor_hash_bytes(known, length);
    const bool is_new = !use && editor_hash_index_find(&x->shapes, hash) == EDITOR_HASH_UNKNOWN;
    if (is_new && (def || x->names_shapes))
        editor_hash_index_add(&x->shapes, hash, is_cone);
    if (is_new && x->names_shapes && shape->is_read && !is_closed && !x->is_shape) {
        const char quote[2] = {def ? def[-1] : '\'', '\0'};
        editor_text_put(&x->copies, "<Shape USE=");
        editor_text_put(&x->copies, quote);
        editor_text_add(&x->copies, known, length);
        editor_text_put(&x->copies, quote);
        editor_text_put(&x->copies, "/>");
        x->is_shape = shape->has_name = true;
        if (!def) {
            put_text(x, "<Shape DEF='");
            put_text(x, name);
            put_text(x, "'");
            x->at = tag + sizeof("<Shape") - 1;
            x->named++;
        }
    }
    put_until(x, end);
    if (is_closed)
        put_text(x, shape->behind);
}

// The group's tag, or a copy of the group that it names, under the name that Assimp reads.
static bool put_group(x3d_text *x, const char *tag, const char *end, size_t kind, element *group)
{
    size_t length = 0;
    const char *use = assimp_xml_attribute(tag, end, "USE", &length);
    if (use) {
        put_copy(x, tag, use, length);
        put_text(x, group->behind);
        group->behind = "";
        x->at = end;
        return true;
    }
    const char *def = assimp_xml_attribute(tag, end, "DEF", &length);
    group->has_def = def != NULL;
    if (def)
        group->def = editor_hash_bytes(def, length);
    group->becomes = groups[kind].becomes;
    group->begin = x->copies.size;
    group->is_collision = assimp_xml_is_tag(tag, "Collision");
    put_text(x, "<");
    put_text(x, group->becomes);
    put_text(x, groups[kind].attribute);
    x->at = tag + 1 + strlen(groups[kind].name);
    const bool is_closed = end[-2] == '/', is_inline = assimp_xml_is_tag(tag, "Inline");
    if (!is_closed && !is_inline) {
        put_until(x, end);
        return true;
    }
    put_until(x, end - (is_closed ? 2 : 1));
    if (is_inline) { // Assimp fails on what it holds
        put_text(x, "/>");
    } else {
        put_text(x, "><WorldInfo/></");
        put_text(x, group->becomes);
        put_text(x, ">");
    }
    x->at = end;
    group->becomes = NULL; // it is done
    const bool ok = define_group(x, group);
    put_text(x, group->behind);
    group->behind = "";
    return ok;
}

// Assimp refuses the whole model for an <Inline> whose file it cannot open.
static bool has_inline(x3d_text *x, const char *tag, const char *end)
{
    size_t length = 0;
    const char *load = assimp_xml_attribute(tag, end, "load", &length);
    if ((load && length == 5 && memcmp(load, "false", 5) == 0) || assimp_xml_attribute(tag, end, "USE", &length))
        return true;
    const char *url = assimp_xml_attribute(tag, end, "url", &length);
    const char *quote = url ? memchr(url, '"', length) : NULL; // of the first name in the list
    if (quote) {
        length -= (size_t)(quote + 1 - url);
        url = quote + 1;
        const char *close = memchr(url, '"', length);
        length = close ? (size_t)(close - url) : length;
    }
    if (!url || length == 0)
        return true; // it stands for nothing
    char name[512];
    if (length >= sizeof(name) || x->inlines++ >= INLINES) {
        editor_import_tally(x->importer, "too many files, or too long a name; left out", "Inline");
        return false;
    }
    snprintf(name, sizeof(name), "%.*s", (int)length, url);
    return assimp_has_inlined(x->importer, x->child, name);
}

// Whether the element uses a node again that is not there, for which Assimp refuses the whole model. Copies of groups
// are made from what is known of them.
static bool is_dangling(x3d_text *x, const char *tag, const char *end)
{
    size_t length = 0;
    const char *def = assimp_xml_attribute(tag, end, "DEF", &length);
    if (def) {
        const editor_hash hash = editor_hash_bytes(def, length);
        if (editor_hash_index_find(&x->names, hash) == EDITOR_HASH_UNKNOWN)
            editor_hash_index_add(&x->names, hash, 1);
    }
    const char *use = assimp_xml_attribute(tag, end, "USE", &length);
    if (!use || editor_hash_index_find(&x->names, editor_hash_bytes(use, length)) != EDITOR_HASH_UNKNOWN)
        return false;
    warn_about_use(x, "no node of that name before it; left out", tag, use, length);
    return true;
}

// Whether the element is left out, for which there may be a warning.
static bool is_left_out(x3d_text *x, const char *tag, const char *end, const element *parent)
{
    if (assimp_xml_is_tag(tag, "ProtoDeclare") || assimp_xml_is_tag(tag, "ExternProtoDeclare"))
        return true; // names in it are its own
    for (size_t i = 0; i < sizeof(unread) / sizeof(unread[0]); i++) {
        if (assimp_xml_is_tag(tag, unread[i])) {
            editor_import_tally(x->importer, "not read; left out", "%s", unread[i]);
            return i == 0;
        }
    }
    if (is_dangling(x, tag, end))
        return true;
    if (assimp_xml_is_tag(tag, "Inline"))
        return !has_inline(x, tag, end);
    // Assimp counts it among the children of which one is chosen.
    return parent->becomes && strcmp(parent->becomes, "Switch") == 0 && strncmp(tag, "<Metadata", 9) == 0;
}

static bool put_open(x3d_text *x, const char *tag, const char *end)
{
    static const element outside = {.is_read = true};
    element *parent = x->depth > 0 ? &x->open[x->depth - 1] : NULL;
    element opened = {.name = tag + 1, .length = name_length(tag + 1), .behind = ""};
    bool skips = x->skipped > 0;
    const bool is_closed = end[-2] == '/';
    if (!skips && is_left_out(x, tag, end, parent ? parent : &outside)) {
        skips = true;
        put_until(x, tag);
    }
    if (skips) {
        x->at = end;
        if (x->skipped == 0 && !is_closed)
            x->skipped = x->depth + 1;
        return is_closed || push(x, &opened);
    }
    put_until(x, tag);
    const size_t before = x->out.size;
    opened.is_read = parent ? parent->is_read : true;
    size_t kind = 0, length = 0;
    while (kind < GROUPS && !assimp_xml_is_tag(tag, groups[kind].name))
        kind++;
    if (parent && parent->is_collision) { // what takes the place of its children where something hits them
        const char *field = assimp_xml_attribute(tag, end, "containerField", &length);
        if (field && length == 5 && memcmp(field, "proxy", 5) == 0) {
            put_text(x, "<Switch whichChoice='-1'>");
            opened.behind = "</Switch>";
        }
    }
    if (kind < GROUPS) {
        if (!put_group(x, tag, end, kind, &opened))
            return false;
        if (!opened.becomes && !is_closed) // all of it is there
            x->skipped = x->depth + 1;
    } else if (assimp_xml_is_tag(tag, "Shape") && !*opened.behind) {
        put_shape(x, tag, end, &opened);
    } else {
        opened.is_read = opened.is_read && (assimp_xml_is_tag(tag, "X3D") || assimp_xml_is_tag(tag, "Scene"));
        put_until(x, end);
        if (is_closed)
            put_text(x, opened.behind);
    }
    if (parent && x->out.size > before)
        parent->has_children = true;
    return is_closed || push(x, &opened);
}

static bool put_close(x3d_text *x, const char *tag, const char *end)
{
    if (x->depth == 0)
        return false;
    const element closed = x->open[x->depth - 1];
    if (name_length(tag + 2) != closed.length || memcmp(tag + 2, closed.name, closed.length) != 0)
        return false;
    x->depth--;
    if (x->skipped > 0) {
        x->at = end;
        x->skipped = x->depth < x->skipped ? 0 : x->skipped;
        return true;
    }
    put_until(x, tag);
    if (closed.becomes) {
        put_text(x, closed.has_children ? "</" : "<WorldInfo/></");
        put_text(x, closed.becomes);
        put_text(x, ">");
        x->at = end;
        if (!define_group(x, &closed))
            return false;
    }
    put_until(x, end);
    x->is_shape = x->is_shape && !closed.has_name;
    put_text(x, closed.behind);
    return true;
}

// False: its elements are not nested, which Assimp refuses; or out of memory.
static bool put_all(x3d_text *x)
{
    const char *tag = x->at;
    while ((tag = assimp_xml_find_tag(tag, x->stop)) != NULL) {
        const char *end = (const char *)assimp_xml_pass_tag((const uint8_t *)tag, (const uint8_t *)x->stop);
        if (end[-1] != '>' || (tag[1] != '!' && !(tag[1] == '/' ? put_close(x, tag, end) : put_open(x, tag, end))))
            return false;
        tag = end;
    }
    put_until(x, x->stop);
    return x->depth == 0;
}

bool assimp_tidy_x3d_nodes(editor_importer *importer, editor_child *child)
{
    const char *text = (const char *)importer->bytes, *stop = text + importer->size;
    x3d_text x = {.importer = importer, .child = child, .at = text, .stop = stop};
    x.names_shapes = assimp_xml_find(text, stop, "USE") != NULL;
    const bool is_nested = put_all(&x);
    editor_text_add(&x.out, "", 1);
    const bool ok = !x.out.failed && !x.copies.failed;
    if (ok && is_nested) {
        free(importer->bytes);
        importer->repeated = x.out.size - 1 > importer->size ? x.out.size - 1 - importer->size : 0;
        importer->size = x.out.size - 1;
        importer->bytes = (uint8_t *)editor_text_take(&x.out);
    }
    editor_text_free(&x.out);
    editor_text_free(&x.copies);
    free(x.open);
    free(x.ranges);
    editor_hash_index_free(&x.groups);
    editor_hash_index_free(&x.shapes);
    editor_hash_index_free(&x.names);
    return ok;
}

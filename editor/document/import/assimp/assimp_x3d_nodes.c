// assimp_x3d_nodes.c: rewrites the nodes of X3D as Assimp 5.2 reads them. Of the rest it refuses some, and loses its
// place at others.
#include "document/import/assimp/assimp_import.h"
#include "document/import/assimp/assimp_xml.h"
#include "document/level/level_internal.h"
#include "system/path.h"
#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Copies of groups make a text of at most so many times the file's bytes, and so many more, and never of more than
// COPIED_BYTES. INLINES files are opened at most: as many as a child may open.
enum { GROWTH = 16, GROWTH_BYTES = 4 << 20, COPIED_BYTES = 256 << 20, INLINES = 4096 };

typedef enum x3d_kind { UNREAD, OUTSIDE, FILES, HEAD, GROUP, LIGHT, SHAPE, APPEARANCE, GEOMETRY, LEAF } x3d_kind;

// What Assimp reads, by the kind of node around it, under the names that the file has. Names stand between blanks.
static const struct {
    x3d_kind parent, kind;
    const char *names;
} nodes[] = {
    {OUTSIDE, FILES, " X3D "},
    {FILES, HEAD, " head "},
    {HEAD, LEAF, " meta "},
    {FILES, GROUP, " Scene "},
    {GROUP, GROUP,
     " Group Transform Switch Inline StaticGroup Anchor Billboard Collision CADAssembly CADLayer CADPart CADFace LOD "
     "PickableGroup "},
    {GROUP, LIGHT, " DirectionalLight PointLight SpotLight "},
    {GROUP, SHAPE, " Shape "},
    {SHAPE, APPEARANCE, " Appearance "},
    {SHAPE, GEOMETRY,
     " Arc2D ArcClose2D Circle2D Disk2D Polyline2D Polypoint2D Rectangle2D TriangleSet2D Box Cone Cylinder "
     "ElevationGrid "
     "Extrusion IndexedFaceSet Sphere IndexedLineSet LineSet PointSet IndexedTriangleFanSet IndexedTriangleSet "
     "IndexedTriangleStripSet TriangleFanSet TriangleSet "},
    {APPEARANCE, LEAF, " Material ImageTexture TextureTransform "},
    {GEOMETRY, LEAF, " Color ColorRGBA Coordinate Normal TextureCoordinate "}};

// Groups that Assimp passes over with all that they hold, and groups with the same fields that it reads. Its static
// groups find no shape outside of them.
static const char *const groups[][2] = {
    {" StaticGroup Anchor Billboard Collision CADAssembly CADLayer CADFace PickableGroup ", "Group"},
    {" CADPart ", "Transform"},
    {" LOD ", "Switch whichChoice='0'"}};

// What could be seen, and Assimp passes over.
static const char shown[] = " ProtoInstance HAnimHumanoid GeoLocation GeoTransform GeoLOD LayerSet LayoutGroup "
                            "ScreenGroup EspduTransform Text QuadSet IndexedQuadSet ";
// What is no child of the group that it stands in.
static const char statements[] = " ROUTE IMPORT EXPORT ProtoDeclare ExternProtoDeclare ";

// Stands for a child that is left out. Assimp closes the group around a group that holds nothing, too.
#define EMPTY "<WorldInfo/>"
#define EMPTY_GROUP "<Group>" EMPTY "</Group>"

// An element that is open.
typedef struct element {
    const char *name; // in the text
    size_t length;
    const char *becomes;  // its name for Assimp, up to a blank
    const char *behind;   // to be put behind it
    x3d_kind kind;        // UNREAD: nothing is put for what it holds
    size_t begin, inside; // of it, and of what it holds, in `out`
    editor_hash def;      // has_def: of the name of a group or light
    bool has_def;
} element;

typedef struct x3d_range {
    size_t begin, end; // in `out`
} x3d_range;

// Out of memory, nothing is made of the text.
typedef struct x3d_text {
    editor_importer *importer;
    editor_child *child; // opens files; NULL: this process does
    const char *stop;
    editor_text out; // for Assimp: tags alone
    size_t limit;    // of it, for copies
    element *open;   // all that are
    uint32_t depth, capacity;
    editor_hash_index groups; // and lights, by name: numbers of `ranges`
    x3d_range *ranges;
    uint32_t range_count, range_capacity;
    editor_hash_index names; // of other nodes: 1 for a shape with a cone, else 0
    bool has_scene;
} x3d_text;

static size_t name_length(const char *name)
{
    return strcspn(name, " \t\r\n/>");
}

static bool is_one_of(const char *tag, const char *names)
{
    for (const char *name = names + 1; *name; name += strcspn(name, " ") + 1) {
        const size_t length = strcspn(name, " ");
        if (length == name_length(tag + 1) && memcmp(name, tag + 1, length) == 0)
            return true;
    }
    return false;
}

static x3d_kind find_kind(x3d_kind parent, const char *tag)
{
    for (size_t i = 0; i < sizeof(nodes) / sizeof(nodes[0]); i++) {
        if (nodes[i].parent == parent && is_one_of(tag, nodes[i].names))
            return nodes[i].kind;
    }
    return UNREAD;
}

// The last group of a name counts.
static bool define_group(x3d_text *x, const element *group)
{
    if (!group->has_def)
        return true;
    uint32_t number = editor_hash_index_find(&x->groups, group->def);
    if (number == EDITOR_HASH_UNKNOWN) {
        x3d_range *ranges = editor_level_reserve(x->ranges, x->range_count, &x->range_capacity, sizeof(*x->ranges));
        if (!ranges)
            return false;
        x->ranges = ranges;
        number = x->range_count++;
        editor_hash_index_add(&x->groups, group->def, number);
    }
    x->ranges[number].begin = group->begin;
    x->ranges[number].end = x->out.size;
    return true;
}

static void warn_about_use(x3d_text *x, const char *what, const char *tag, const char *name, size_t length)
{
    const int shown_length = (int)editor_text_fit(name, length < 64 ? length : 64);
    const int tag_length = (int)name_length(tag + 1);
    editor_import_tally(x->importer, what, "%.*s USE=\"%.*s\"", tag_length < 32 ? tag_length : 32, tag + 1,
                        shown_length, name);
}

// `opened`: how often the child opens the file.
static bool may_inline(x3d_text *x, uint32_t opened)
{
    if (x->importer->inlined + opened <= INLINES) {
        x->importer->inlined += opened;
        return true;
    }
    editor_import_tally(x->importer, "too many files; left out", "Inline");
    return false;
}

// Puts tags again without names, which Assimp would take for each other's.
static void put_again(x3d_text *x, const char *tag, const char *stop)
{
    while (tag < stop) {
        const char *end = assimp_xml_pass_tag(tag, stop);
        size_t length = 0;
        const char *name = assimp_xml_attribute(tag, end, "DEF", &length), *def = end, *behind = end;
        if (name) {
            behind = name + length + 1;
            for (def = name - 1; *def != 'D';) // from the quote back to the attribute
                def--;
        }
        if (assimp_xml_is_tag(tag, "Inline") && !may_inline(x, 1)) {
            editor_text_put(&x->out, EMPTY_GROUP);
            end += sizeof("</Inline>") - 1;
        } else {
            editor_text_add(&x->out, tag, (size_t)(def - tag));
            editor_text_add(&x->out, behind, (size_t)(end - behind));
        }
        tag = end;
    }
}

// A group that holds itself is not yet known where it does.
static void put_copy(x3d_text *x, const char *tag, const char *name, size_t length)
{
    const uint32_t number = editor_hash_index_find(&x->groups, editor_hash_bytes(name, length));
    if (number == EDITOR_HASH_UNKNOWN) {
        warn_about_use(x, "no node of that name before it; left out", tag, name, length);
        return;
    }
    const size_t begin = x->ranges[number].begin, size = x->ranges[number].end - begin;
    if (size > x->limit || x->out.size > x->limit - size) {
        warn_about_use(x, "too many copies of groups; left out", tag, name, length);
        return;
    }
    char *copy = malloc(size + 1); // the text moves while it grows
    if (copy) {
        memcpy(copy, x->out.data + begin, size);
        copy[size] = 0;
        put_again(x, copy, copy + size);
    }
    x->out.failed = x->out.failed || !copy;
    free(copy);
}

// Whether the shape whose tag ends at `at` holds a cone. No shape holds another: each tag is passed over once.
static bool holds_cone(const char *at, const char *stop)
{
    while ((at = assimp_xml_find_tag(at, stop)) != NULL) {
        if (assimp_xml_is_tag(at, "Shape") || assimp_xml_is_tag(at, "/Shape"))
            return false;
        if (assimp_xml_is_tag(at, "Cone"))
            return true;
        at = assimp_xml_pass_tag(at, stop);
    }
    return false;
}

// Assimp refuses the whole model for an <Inline> whose file it cannot open.
static bool has_inline(x3d_text *x, const char *tag, const char *end)
{
    size_t length = 0;
    const char *load = assimp_xml_attribute(tag, end, "load", &length);
    if (load && length == 5 && memcmp(load, "false", 5) == 0)
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
    if (length >= sizeof(name)) {
        editor_import_tally(x->importer, "too long a name; left out", "Inline");
        return false;
    }
    snprintf(name, sizeof(name), "%.*s", (int)length, url);
    return may_inline(x, x->child ? 2 : 1) && assimp_has_inlined(x->importer, x->child, name);
}

// The tag, under the name that Assimp reads.
static void put_tag(x3d_text *x, const element *put, const char *end)
{
    const char *behind_name = put->name + put->length;
    editor_text_put(&x->out, "<");
    editor_text_add(&x->out, put->becomes, put->becomes == put->name ? put->length : strlen(put->becomes));
    editor_text_add(&x->out, behind_name, (size_t)(end - behind_name) - (end[-2] == '/' ? 2 : 1));
    editor_text_put(&x->out, ">");
}

static bool is_switch(const element *group)
{
    return group->kind == GROUP && strncmp(group->becomes, "Switch", 6) == 0;
}

static bool put_end(x3d_text *x, const element *closed)
{
    if (closed->kind != UNREAD) {
        editor_text_put(&x->out, closed->kind == GROUP && x->out.size == closed->inside ? EMPTY "</" : "</");
        editor_text_add(&x->out, closed->becomes, name_length(closed->becomes));
        editor_text_put(&x->out, ">");
    }
    const bool ok = define_group(x, closed);
    editor_text_put(&x->out, closed->behind);
    return ok;
}

// Assimp passes over the tag alone, or refuses the model if it does not know it. False: it stands for no child.
static bool put_unread(x3d_text *x, const char *tag)
{
    if (is_one_of(tag, shown))
        editor_import_tally(x->importer, "not read; left out", "%.*s", (int)name_length(tag + 1), tag + 1);
    if (strncmp(tag, "<Metadata", 9) == 0) // Assimp takes it for a child
        return false;
    editor_text_add(&x->out, tag, 1 + name_length(tag + 1));
    editor_text_put(&x->out, "/>");
    return !is_one_of(tag, statements);
}

// Names of nodes of one kind are found, as Assimp does.
static editor_hash hash_name(const char *tag, const char *name, size_t length)
{
    const editor_hash hashes[2] = {editor_hash_bytes(tag + 1, name_length(tag + 1)), editor_hash_bytes(name, length)};
    return editor_hash_bytes(hashes, sizeof(hashes));
}

// What the name stands for, which is not put where it is not known.
static void put_use(x3d_text *x, const char *tag, x3d_kind kind, const char *use, size_t length)
{
    if (kind == GROUP || kind == LIGHT) {
        put_copy(x, tag, use, length);
    } else if (editor_hash_index_find(&x->names, hash_name(tag, use, length)) == EDITOR_HASH_UNKNOWN) {
        warn_about_use(x, "no node of that name before it; left out", tag, use, length);
    } else {
        editor_text_add(&x->out, tag, 1 + name_length(tag + 1));
        editor_text_put(&x->out, " USE=");
        editor_text_add(&x->out, use - 1, length + 2); // with its quotes
        editor_text_put(&x->out, "/>");
    }
}

// Assimp's cones have their tip below: a turn by half a circle around x.
#define TURN "<Transform scale='1 -1 -1'>"

// What is put in front of a node, and behind it.
static const char *wrap(const element *parent, const char *tag, const char *end, x3d_kind kind, bool is_cone,
                        const char **behind)
{
    size_t length = 0;
    const char *field = assimp_xml_attribute(tag, end, "containerField", &length);
    if (assimp_xml_is_tag(parent->name - 1, "Collision") && field && length == 5 && memcmp(field, "proxy", 5) == 0) {
        *behind = "</Switch>"; // it takes the place of the children where something hits them
        return "<Switch whichChoice='-1'>";
    }
    if (kind == LIGHT && is_switch(parent)) { // two children for Assimp
        *behind = "</Group>";
        return "<Group>";
    }
    *behind = is_cone ? "</Transform>" : "";
    return is_cone ? TURN : "";
}

// True: a child is left out.
static bool put_node(x3d_text *x, const char *tag, const char *end, const element *parent, element *node)
{
    const x3d_kind kind = find_kind(parent->kind, tag);
    if (kind == UNREAD)
        return put_unread(x, tag);
    if (kind == HEAD && x->child) // it says something of the model
        return false;
    size_t use_length = 0, def_length = 0;
    const char *use = assimp_xml_attribute(tag, end, "USE", &use_length);
    const char *def = assimp_xml_attribute(tag, end, "DEF", &def_length);
    use = use_length > 0 ? use : NULL;
    def = def_length > 0 && !use ? def : NULL;
    bool is_cone = false;
    if (kind == SHAPE && use)
        is_cone = editor_hash_index_find(&x->names, hash_name(tag, use, use_length)) == 1;
    else if (kind == SHAPE)
        is_cone = end[-2] != '/' && holds_cone(end, x->stop);
    const size_t before = x->out.size;
    editor_text_put(&x->out, wrap(parent, tag, end, kind, is_cone, &node->behind));
    node->begin = x->out.size;
    if (use) {
        put_use(x, tag, kind, use, use_length);
    } else if (assimp_xml_is_tag(tag, "Inline")) {
        if (has_inline(x, tag, end)) {
            put_tag(x, node, end);
            editor_text_put(&x->out, "</Inline>"); // Assimp fails on what it holds
        }
    } else {
        node->kind = kind;
        for (size_t i = 0; kind == GROUP && i < sizeof(groups) / sizeof(groups[0]); i++)
            node->becomes = is_one_of(tag, groups[i][0]) ? groups[i][1] : node->becomes;
        put_tag(x, node, end);
    }
    node->inside = x->out.size;
    if (x->out.size == node->begin) {
        x->out.size = before;
        node->behind = "";
        return true;
    }
    if (def && (kind == GROUP || kind == LIGHT)) {
        node->has_def = true;
        node->def = editor_hash_bytes(def, def_length);
    } else if (def) {
        const editor_hash hash = hash_name(tag, def, def_length); // Assimp finds the first
        if (editor_hash_index_find(&x->names, hash) == EDITOR_HASH_UNKNOWN)
            editor_hash_index_add(&x->names, hash, is_cone);
    }
    x->has_scene = x->has_scene || (parent->kind == FILES && kind == GROUP);
    return false;
}

static bool put_open(x3d_text *x, const char *tag, const char *end)
{
    static const element outside = {.name = &"<>"[1], .kind = OUTSIDE};
    const element *parent = x->depth > 0 ? &x->open[x->depth - 1] : &outside;
    element opened = {.name = tag + 1, .length = name_length(tag + 1), .becomes = tag + 1, .behind = ""};
    if (parent->kind != UNREAD && put_node(x, tag, end, parent, &opened) && is_switch(parent))
        editor_text_put(&x->out, EMPTY_GROUP);
    if (end[-2] == '/')
        return put_end(x, &opened);
    element *open = editor_level_reserve(x->open, x->depth, &x->capacity, sizeof(*x->open));
    if (!open)
        return false;
    x->open = open;
    x->open[x->depth++] = opened;
    return true;
}

static bool put_close(x3d_text *x, const char *tag)
{
    if (x->depth == 0)
        return false;
    const element *closed = &x->open[x->depth - 1];
    if (name_length(tag + 2) != closed->length || memcmp(tag + 2, closed->name, closed->length) != 0)
        return false;
    x->depth--;
    return put_end(x, closed);
}

// False: its elements are not nested, which Assimp refuses; or out of memory.
static bool put_all(x3d_text *x, const char *text)
{
    const char *tag = text;
    while ((tag = assimp_xml_find_tag(tag, x->stop)) != NULL) {
        const char *end = assimp_xml_pass_tag(tag, x->stop);
        if (end[-1] != '>')
            return false;
        if (x->out.size == 0 && tag[1] != '!')
            editor_text_add(&x->out, text, (size_t)(tag - text)); // which may say how the text is encoded
        if (tag[1] != '!' && !(tag[1] == '/' ? put_close(x, tag) : put_open(x, tag, end)))
            return false;
        tag = end;
    }
    return x->depth == 0 && x->has_scene;
}

bool assimp_tidy_x3d_nodes(editor_importer *importer, editor_child *child)
{
    const char *text = (const char *)importer->bytes;
    const size_t limit = GROWTH * importer->size + GROWTH_BYTES;
    x3d_text x = {.importer = importer,
                  .child = child,
                  .stop = text + importer->size,
                  .limit = limit < COPIED_BYTES ? limit : COPIED_BYTES};
    const bool is_read = put_all(&x, text);
    const bool ok = !x.out.failed;
    if (ok && is_read) {
        importer->repeated = x.out.size > importer->size ? x.out.size - importer->size : 0;
        importer->size = x.out.size;
        free(importer->bytes);
        importer->bytes = (uint8_t *)editor_text_take(&x.out);
    } else if (ok && child) {
        editor_import_tally(importer, "no X3D that can be read; left out", "Inline \"%.120s\"",
                            editor_path_name(importer->path));
    }
    editor_text_free(&x.out);
    free(x.open);
    free(x.ranges);
    editor_hash_index_free(&x.groups);
    editor_hash_index_free(&x.names);
    return ok;
}

// assimp_bindings.c: what Collada's elements refer to, in ways that Assimp 5.2 fails on: controllers of morph targets,
// materials that are not bound, and holes of polygons.
#include "document/import/assimp/assimp_import.h"
#include "document/import/assimp/assimp_xml.h"
#include "system/text.h"

#include <assimp/material.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST = 4,     // times its own size that a text may get, and LEAST bytes
    LEAST = 1024, // more than what is added once
    CHAIN = 8,    // morphs of morphs
    SHOWN = 80    // bytes of a name, in a warning
};

typedef struct words {
    const char *text;
    size_t length;
} words;

typedef struct controller {
    words id, source; // without "#"; no source: it is no morph
    const char *end;  // behind it
    uint32_t base;    // the controller that its source is; ASSIMP_NAMES_NONE: it is a geometry
} controller;

typedef struct rewriter {
    editor_importer *importer;
    controller *controllers;
    uint32_t count, next; // the next one in the text
    assimp_names ids;
    editor_text text;
    const char *at, *stop; // what is copied so far
    size_t limit;
    words geometry; // the last one
    uint32_t depth; // how many elements are open
    bool is_renamed, binds, has_library, in_polygons;
} rewriter;

#define NO_MATERIAL "!none" // Assimp sorts materials by their ids: the first one is that of meshes without

static words attribute(const char *tag, const char *end, const char *name)
{
    words out = {NULL, 0};
    out.text = assimp_xml_attribute(tag, end, name, &out.length);
    if (out.text && out.length > 0 && out.text[0] == '#')
        out = (words){out.text + 1, out.length - 1};
    return out;
}

static uint32_t count_tags(const char *at, const char *stop, const char *name)
{
    uint32_t count = 0;
    for (const char *tag = at; (tag = assimp_xml_find_tag(tag, stop)) != NULL; tag = assimp_xml_pass_tag(tag, stop))
        count += assimp_xml_is_tag(tag, name);
    return count;
}

static bool is_morph(const controller *c)
{
    return c->source.text && c->end;
}

// False: out of memory.
static bool list_controllers(rewriter *r)
{
    const uint32_t most = count_tags(r->at, r->stop, "controller");
    r->controllers = calloc((size_t)most + 1, sizeof(*r->controllers));
    if (!r->controllers || !assimp_names_init(&r->ids, most))
        return false;
    controller *open = NULL;
    for (const char *tag = r->at; (tag = assimp_xml_find_tag(tag, r->stop)) != NULL;) {
        const char *end = assimp_xml_pass_tag(tag, r->stop);
        if (assimp_xml_is_tag(tag, "controller")) {
            open = &r->controllers[r->count++];
            open->id = attribute(tag, end, "id");
            if (open->id.text && !assimp_names_add(&r->ids, r->count - 1, open->id.text, open->id.length))
                return false;
        } else if (open && assimp_xml_is_tag(tag, "/controller")) {
            open->end = end;
            open = NULL;
        } else if (open && assimp_xml_is_tag(tag, "morph")) {
            open->source = attribute(tag, end, "source");
        }
        tag = end;
    }
    for (uint32_t i = 0; i < r->count; i++) { // once each, however long the name and however often it is used
        controller *c = &r->controllers[i];
        c->base = is_morph(c) ? assimp_names_find(&r->ids, c->source.text, c->source.length) : ASSIMP_NAMES_NONE;
    }
    return true;
}

// The last morph of a chain: its source is none, or is not known to be one.
static const controller *last_morph(const rewriter *r, const controller *c)
{
    for (int i = 1; i < CHAIN && c->base != ASSIMP_NAMES_NONE && is_morph(&r->controllers[c->base]); i++)
        c = &r->controllers[c->base];
    return c;
}

// What a reference to a controller becomes: its source if it is a morph. `is_geometry`: that is no controller.
static words resolve(const rewriter *r, words id, bool *is_geometry)
{
    const uint32_t number = id.text ? assimp_names_find(&r->ids, id.text, id.length) : ASSIMP_NAMES_NONE;
    const bool found = number != ASSIMP_NAMES_NONE && is_morph(&r->controllers[number]);
    const controller *last = found ? last_morph(r, &r->controllers[number]) : NULL;
    *is_geometry = last && last->base == ASSIMP_NAMES_NONE;
    return last ? last->source : id;
}

// Puts a text in place of what lies between. False: it would make too much of the whole.
static bool replace(rewriter *r, const char *from, const char *to, const char *text, size_t length)
{
    const size_t copied = (size_t)(from - r->at), left = (size_t)(r->stop - to);
    if (r->text.size + copied + length + left > r->limit)
        return false;
    editor_text_add(&r->text, r->at, copied);
    editor_text_add(&r->text, text, length);
    r->at = to;
    return true;
}

static void put(rewriter *r, const char *at, const char *text)
{
    replace(r, at, at, text, strlen(text));
}

// The value of an attribute of the tag becomes what the controller stands for.
static void replace_reference(rewriter *r, const char *tag, const char *end, const char *name)
{
    const words id = attribute(tag, end, name);
    bool is_geometry;
    const words to = resolve(r, id, &is_geometry);
    if (to.text == id.text)
        return;
    static const char opens[] = "instance_controller", geometry[] = "instance_geometry";
    if (is_geometry && assimp_xml_is_tag(tag, opens)) {
        const bool is_open = end[-2] != '/';
        r->is_renamed = replace(r, tag + 1, tag + sizeof(opens), geometry, sizeof(geometry) - 1) && is_open;
    }
    replace(r, id.text, id.text + id.length, to.text, to.length);
}

static void warn(rewriter *r, words id, const char *what)
{
    if (id.text)
        editor_import_tally(r->importer, what, "mesh \"%.*s\"", (int)(id.length < SHOWN ? id.length : SHOWN), id.text);
    else
        editor_import_tally(r->importer, what, "a mesh");
}

// Morph targets are left out, so that their meshes are those that they start from. Behind what was read.
static const char *rewrite_controllers(rewriter *r, const char *tag, const char *end)
{
    if (assimp_xml_is_tag(tag, "controller") && r->next < r->count) {
        const controller *c = &r->controllers[r->next++];
        if (!is_morph(c))
            return end;
        replace(r, tag, c->end, "", 0);
        warn(r, last_morph(r, c)->source, "morph targets are not used");
        return c->end;
    }
    if (assimp_xml_is_tag(tag, "instance_controller")) {
        replace_reference(r, tag, end, "url");
    } else if (assimp_xml_is_tag(tag, "skin")) {
        replace_reference(r, tag, end, "source");
    } else if (r->is_renamed && assimp_xml_is_tag(tag, "/instance_controller")) {
        static const char closes[] = "</instance_geometry>";
        replace(r, tag, end, closes, sizeof(closes) - 1);
        r->is_renamed = false;
    }
    return end;
}

// Assimp gives a mesh without a bound material the first one of its instance, or of the file: that becomes one that
// stands for none.
static void rewrite_materials(rewriter *r, const char *tag, const char *end)
{
    if (assimp_xml_is_tag(tag, "library_materials") && r->depth == 1 && !r->has_library && end[-2] != '/') {
        put(r, tag,
            "<library_effects><effect id=\"" NO_MATERIAL
            "\"><profile_COMMON><technique sid=\"c\"><lambert/></technique>"
            "</profile_COMMON></effect></library_effects><library_materials><material id=\"" NO_MATERIAL
            "\"><instance_effect url=\"#" NO_MATERIAL "\"/></material></library_materials>");
        r->has_library = true;
    } else if (assimp_xml_is_tag(tag, "bind_material")) {
        r->binds = end[-2] != '/';
    } else if (r->binds && assimp_xml_is_tag(tag, "technique_common")) {
        if (end[-2] != '/')
            put(r, end, "<instance_material symbol=\"\" target=\"#" NO_MATERIAL "\"/>");
        r->binds = false;
    }
}

// <ph><p>1 2 3 4</p><h>5 6 7</h></ph> becomes <p>1 2 3 4</p>. Behind what was read.
static const char *rewrite_holes(rewriter *r, const char *tag, const char *end)
{
    if (assimp_xml_is_tag(tag, "geometry"))
        r->geometry = attribute(tag, end, "id");
    else if (assimp_xml_is_tag(tag, "polygons"))
        r->in_polygons = end[-2] != '/';
    else if (assimp_xml_is_tag(tag, "/polygons"))
        r->in_polygons = false;
    if (!r->in_polygons)
        return end;
    if (assimp_xml_is_tag(tag, "ph") || assimp_xml_is_tag(tag, "/ph")) {
        replace(r, tag, end, "", 0);
    } else if (assimp_xml_is_tag(tag, "h")) {
        const char *close = end[-2] == '/' ? NULL : assimp_xml_find_tag(end, r->stop);
        if (close && assimp_xml_is_tag(close, "/h"))
            end = assimp_xml_pass_tag(close, r->stop);
        replace(r, tag, end, "", 0);
        warn(r, r->geometry, "holes of polygons are filled");
    }
    return end;
}

// False: out of memory.
static bool take_text(rewriter *r)
{
    editor_importer *importer = r->importer;
    if (r->at == (const char *)importer->bytes)
        return true;
    editor_text_add(&r->text, r->at, (size_t)(r->stop - r->at) + 1);
    if (r->text.failed)
        return false;
    free(importer->bytes);
    importer->repeated += r->text.size - 1 > importer->size ? r->text.size - 1 - importer->size : 0;
    importer->size = r->text.size - 1;
    importer->bytes = (uint8_t *)editor_text_take(&r->text);
    return true;
}

bool assimp_tidy_bindings(editor_importer *importer)
{
    rewriter r = {.importer = importer, .at = (const char *)importer->bytes};
    r.stop = r.at + importer->size;
    r.limit = MOST * importer->size + LEAST;
    bool ok = list_controllers(&r);
    for (const char *tag = r.at; ok && tag < r.stop && (tag = assimp_xml_find_tag(tag, r.stop)) != NULL;) {
        const char *end = assimp_xml_pass_tag(tag, r.stop);
        const bool closes = tag[1] == '/';
        const bool is_open = !closes && tag[1] != '!' && end - tag > 2 && end[-2] != '/';
        rewrite_materials(&r, tag, end);
        const char *behind = rewrite_controllers(&r, tag, end);
        tag = behind > end ? behind : rewrite_holes(&r, tag, end);
        if (closes && r.depth > 0)
            r.depth--;
        r.depth += is_open && tag == end; // otherwise all of the element was passed over
    }
    ok = ok && take_text(&r);
    editor_text_free(&r.text);
    free(r.controllers);
    assimp_names_free(&r.ids);
    return ok;
}

uint32_t assimp_first_material(const struct aiScene *scene)
{
    struct aiString name = {0};
    if (scene->mNumMaterials == 0 || assimp_find_origin(scene) != ASSIMP_COLLADA)
        return 0;
    aiGetMaterialString(scene->mMaterials[0], AI_MATKEY_NAME, &name);
    return strcmp(name.data, NO_MATERIAL) == 0;
}

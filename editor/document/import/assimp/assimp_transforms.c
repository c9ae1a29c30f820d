// assimp_transforms.c: transforms of Collada's nodes that Assimp 5.2 fails on (<skew>), or reads as a shear (<lookat>),
// become matrices.
#include "document/import/assimp/assimp_import.h"
#include "document/import/assimp/assimp_xml.h"
#include "system/text.h"

#include <math.h>
#include <stdlib.h>

// False: it has no direction.
static bool normalize(pick_vec3 *a)
{
    *a = pick_vec3_normalize(*a);
    return pick_vec3_is_finite(*a) && pick_vec3_dot(*a, *a) > 0;
}

// An angle, an axis, and the axis along which points are moved by their place on the first one, as in RenderMan.
static bool make_skew(const double numbers[7], pick_affine *out)
{
    static const double most = 1e6; // near a right angle
    pick_vec3 from = {numbers[1], numbers[2], numbers[3]}, along = {numbers[4], numbers[5], numbers[6]};
    const double slope = tan(numbers[0] * (acos(-1) / 180));
    if (!normalize(&from) || !normalize(&along) || !(fabs(slope) < most))
        return false;
    const double by[3] = {from.x, from.y, from.z}, to[3] = {along.x, along.y, along.z};
    *out = PICK_AFFINE_IDENTITY;
    for (int i = 0; i < 9; i++)
        out->linear[i] += slope * to[i % 3] * by[i / 3];
    return true;
}

// The place of an eye, which looks along -Z, a place to look at, and what is up.
static bool make_look(const double numbers[9], pick_affine *out)
{
    const pick_vec3 eye = {numbers[0], numbers[1], numbers[2]}, at = {numbers[3], numbers[4], numbers[5]};
    pick_vec3 z = pick_vec3_sub(eye, at), x = pick_vec3_cross((pick_vec3){numbers[6], numbers[7], numbers[8]}, z);
    if (!normalize(&z) || !normalize(&x))
        return false;
    const pick_vec3 y = pick_vec3_cross(z, x);
    *out = (pick_affine){.linear = {x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z}, .origin = eye};
    return true;
}

static const struct {
    const char *name, *close;
    int numbers;
    bool (*make)(const double *numbers, pick_affine *out);
} kinds[] = {{"skew", "/skew", 7, make_skew}, {"lookat", "/lookat", 9, make_look}};

// False: there are too few numbers.
static bool read_numbers(const char *at, double *out, int count)
{
    for (int i = 0; i < count; i++) {
        char *end;
        out[i] = strtod(at, &end);
        if (end == at)
            return false;
        at = end;
    }
    return true;
}

// Puts a matrix in place of the element that begins at `tag`. Behind the element, or its first tag.
static const char *put_matrix(editor_importer *importer, editor_text *text, const char *tag, const char *stop,
                              size_t kind)
{
    const char *begin = assimp_xml_pass_tag(tag, stop);
    const bool is_closed = begin[-2] == '/'; // <skew/>
    const char *close = is_closed ? begin : assimp_xml_find_tag(begin, stop);
    if (!close || (!is_closed && !assimp_xml_is_tag(close, kinds[kind].close))) { // broken: left to Assimp
        editor_text_add(text, tag, (size_t)(begin - tag));
        return begin;
    }
    double numbers[9];
    pick_affine made;
    if (!is_closed && read_numbers(begin, numbers, kinds[kind].numbers) && kinds[kind].make(numbers, &made)) {
        const double *linear = made.linear, origin[3] = {made.origin.x, made.origin.y, made.origin.z};
        editor_text_put(text, "<matrix>");
        for (int row = 0; row < 3; row++)
            editor_text_format(text, "%.9g %.9g %.9g %.9g ", linear[row], linear[row + 3], linear[row + 6],
                               origin[row]);
        editor_text_put(text, "0 0 0 1</matrix>");
    } else {
        editor_import_tally(importer, "without a direction; it is not applied", "<%s>", kinds[kind].name);
    }
    return is_closed ? begin : assimp_xml_pass_tag(close, stop);
}

bool assimp_tidy_transforms(editor_importer *importer)
{
    const char *at = (const char *)importer->bytes, *stop = at + importer->size;
    editor_text text = {0};
    for (const char *tag = at; (tag = assimp_xml_find_tag(tag, stop)) != NULL; tag++) {
        for (size_t kind = 0; kind < sizeof(kinds) / sizeof(kinds[0]); kind++) {
            if (!assimp_xml_is_tag(tag, kinds[kind].name))
                continue;
            editor_text_add(&text, at, (size_t)(tag - at));
            at = put_matrix(importer, &text, tag, stop, kind);
            tag = at - 1; // each tag is passed over once
            break;
        }
    }
    if (at == (const char *)importer->bytes)
        return true;
    editor_text_add(&text, at, (size_t)(stop - at) + 1);
    if (text.failed) {
        editor_text_free(&text);
        return false;
    }
    free(importer->bytes);
    importer->size = text.size - 1;
    importer->bytes = (uint8_t *)editor_text_take(&text);
    return true;
}

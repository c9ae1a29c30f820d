// assimp_amf.c: AMF as Assimp reads it, and the turns of its instances.
#include "document/import/assimp/assimp_import.h"
#include "document/import/assimp/assimp_xml.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The angles of an <instance>, and the names under which they are hidden from Assimp 5.2, which takes them for offsets.
static const char *const angles[] = {"rx", "ry", "rz"}, *const closed[] = {"/rx", "/ry", "/rz"},
                         *const hidden[] = {"Rx", "Ry", "Rz"};

void assimp_tidy_amf(uint8_t *bytes, size_t size)
{
    char *text = (char *)bytes;
    const char *stop = text + size;
    bool inside = false;
    for (const char *tag = text; (tag = assimp_xml_find_tag(tag, stop)) != NULL; tag++) {
        inside = assimp_xml_is_tag(tag, "instance") || (inside && !assimp_xml_is_tag(tag, "/instance"));
        for (int axis = 0; axis < 3 && inside; axis++) {
            if (assimp_xml_is_tag(tag, angles[axis]))
                text[tag + 1 - text] = 'R';
            else if (assimp_xml_is_tag(tag, closed[axis]))
                text[tag + 2 - text] = 'R';
        }
    }
}

// Reads the angles of the instance that begins at `tag`. Behind it.
static const char *read_angles(const char *tag, const char *stop, double out[3])
{
    const char *end = assimp_xml_pass_tag(tag, stop);
    memset(out, 0, 3 * sizeof(*out));
    if (end[-2] == '/') // it is empty
        return end - 1;
    for (tag = end - 1; (tag = assimp_xml_find_tag(tag, stop)) != NULL && !assimp_xml_is_tag(tag, "/instance"); tag++) {
        for (int axis = 0; axis < 3; axis++) {
            if (assimp_xml_is_tag(tag, hidden[axis])) {
                const char *number = assimp_xml_pass_tag(tag, stop);
                const double value = number < stop ? strtod(number, NULL) : 0;
                out[axis] = isfinite(value) ? value : 0;
                tag = number - 1;
                break;
            }
        }
    }
    return tag ? tag : stop;
}

// About x, then y, then z, before the offset.
static void turn_node(struct aiNode *node, const double degrees[3])
{
    double c[3], s[3];
    for (int axis = 0; axis < 3; axis++) {
        const double angle = degrees[axis] * (acos(-1) / 180);
        c[axis] = cos(angle);
        s[axis] = sin(angle);
    }
    struct aiMatrix4x4 *m = &node->mTransformation;
    m->a1 = (float)(c[1] * c[2]);
    m->a2 = (float)(s[0] * s[1] * c[2] - c[0] * s[2]);
    m->a3 = (float)(c[0] * s[1] * c[2] + s[0] * s[2]);
    m->b1 = (float)(c[1] * s[2]);
    m->b2 = (float)(s[0] * s[1] * s[2] + c[0] * c[2]);
    m->b3 = (float)(c[0] * s[1] * s[2] - s[0] * c[2]);
    m->c1 = (float)-s[1];
    m->c2 = (float)(s[0] * c[1]);
    m->c3 = (float)(c[0] * c[1]);
}

// The nodes that Assimp makes of a constellation have its number as their name, and a child for each instance, in the
// order of the file. Constellations of constellations are copied.
void assimp_turn_instances(const editor_importer *importer, const assimp_index *index)
{
    const char *text = (const char *)importer->bytes, *stop = text + importer->size;
    uint32_t first = ASSIMP_NAMES_NONE;
    unsigned child = 0;
    for (const char *tag = text; tag < stop && (tag = assimp_xml_find_tag(tag, stop)) != NULL; tag++) {
        if (assimp_xml_is_tag(tag, "constellation")) {
            const char *end = assimp_xml_pass_tag(tag, stop);
            size_t length = 0;
            const char *id = assimp_xml_attribute(tag, end, "id", &length);
            first = id ? assimp_names_find(&index->node_names, id, length) : ASSIMP_NAMES_NONE;
            child = 0;
            tag = end - 1; // each tag is passed over once
        } else if (assimp_xml_is_tag(tag, "instance")) {
            double degrees[3];
            tag = read_angles(tag, stop, degrees);
            for (uint32_t i = first; i != ASSIMP_NAMES_NONE; i = index->node_names.next[i]) {
                if (child < index->nodes[i]->mNumChildren && index->nodes[i]->mChildren[child])
                    turn_node(index->nodes[i]->mChildren[child], degrees);
            }
            child++;
        }
    }
}

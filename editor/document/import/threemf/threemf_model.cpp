// threemf_model.cpp: the C face of lib3mf. The only file that sees it. No exception leaves lib3mf's functions.
#define _POSIX_C_SOURCE 200809L // newlocale
#include "document/import/threemf/threemf_model.h"

#include <Common/NMR_ErrorConst.h>
#include <Model/COM/NMR_DLLInterfaces.h>

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <locale.h>
#include <new>

using namespace NMR;

// Something of lib3mf, which is released with the handle.
struct handle {
    PLib3MFBase *thing = nullptr;
    handle() = default;
    handle(const handle &) = delete;
    handle &operator=(const handle &) = delete;
    ~handle()
    {
        lib3mf_release(thing);
    }
};

struct threemf_model {
    handle model, reader, items;
};

// lib3mf gives a text in two calls: first its length.
template <typename getter> static char *copy_text(getter get)
{
    ULONG length = 0;
    char *text = get(nullptr, 0, &length) == LIB3MF_OK && length > 0 ? (char *)calloc(length + 1ul, 1) : nullptr;
    if (text && get(text, length + 1, &length) != LIB3MF_OK) {
        free(text);
        return nullptr;
    }
    return text;
}

static LIB3MFRESULT read_model(threemf_model *model, const uint8_t *bytes, size_t size)
{
    // A point is a point in every country. The locale "C" is built in.
    const locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    const locale_t before = plain ? uselocale(plain) : (locale_t)0;
    const LIB3MFRESULT result = lib3mf_reader_readfrombuffer(model->reader.thing, const_cast<BYTE *>(bytes), size);
    if (plain) {
        uselocale(before);
        freelocale(plain);
    }
    return result;
}

extern "C" threemf_model *threemf_open(const uint8_t *bytes, size_t size, char reason[160])
{
    threemf_model *model = new (std::nothrow) threemf_model;
    snprintf(reason, 160, "out of memory");
    if (!model)
        return nullptr;
    if (lib3mf_createmodel(&model->model.thing) == LIB3MF_OK &&
        lib3mf_model_queryreader(model->model.thing, "3mf", &model->reader.thing) == LIB3MF_OK) {
        if (read_model(model, bytes, size) == LIB3MF_OK &&
            lib3mf_model_getbuilditems(model->model.thing, &model->items.thing) == LIB3MF_OK)
            return model;
        DWORD code = 0;
        LPCSTR text = nullptr;
        if (lib3mf_getlasterror(model->reader.thing, &code, &text) == LIB3MF_OK && text)
            snprintf(reason, 160, "%s", text);
    }
    delete model;
    return nullptr;
}

extern "C" void threemf_close(threemf_model *model)
{
    delete model;
}

extern "C" bool threemf_warning(threemf_model *model, uint32_t number, char text[160])
{
    DWORD count = 0, code = 0;
    ULONG length = 0;
    lib3mf_reader_getwarningcount(model->reader.thing, &count);
    if (number >= count)
        return false;
    if (lib3mf_reader_getwarningutf8(model->reader.thing, number, &code, text, 160, &length) != LIB3MF_OK)
        snprintf(text, 160, "something is wrong with it");
    if (code == NMR_ERROR_MISSINGUUID || code == NMR_ERROR_MISSINGDEFAULTPID)
        text[0] = '\0';
    return true;
}

extern "C" double threemf_unit(threemf_model *model)
{
    static const double metres[] = {1e-6, 1e-3, 1e-2, 0.0254, 0.3048, 1}; // in the order of eModelUnit
    DWORD unit = MODELUNIT_MILLIMETER;
    lib3mf_model_getunit(model->model.thing, &unit);
    return metres[unit <= MODELUNIT_METER ? unit : (DWORD)MODELUNIT_MILLIMETER];
}

// --- Objects ---

static void get_place(const MODELTRANSFORM &transform, threemf_use *out)
{
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            out->linear[3 * k + i] = (double)transform.m_fFields[i][k];
        out->origin[i] = (double)transform.m_fFields[i][3];
    }
}

extern "C" bool threemf_next_item(threemf_model *model, threemf_use *item)
{
    BOOL more = 0;
    handle found;
    DWORD object = 0;
    MODELTRANSFORM transform = {};
    if (lib3mf_builditemiterator_movenext(model->items.thing, &more) != LIB3MF_OK || !more)
        return false;
    if (lib3mf_builditemiterator_getcurrent(model->items.thing, &found.thing) != LIB3MF_OK ||
        lib3mf_builditem_getobjectresourceid(found.thing, &object) != LIB3MF_OK ||
        lib3mf_builditem_getobjecttransform(found.thing, &transform) != LIB3MF_OK)
        object = 0;
    item->object = object;
    get_place(transform, item);
    return true;
}

extern "C" void threemf_get_object(threemf_model *model, uint32_t object, threemf_object *out)
{
    handle mesh, group;
    DWORD vertices = 0, triangles = 0, components = 0, beams = 0;
    if (lib3mf_model_getmeshobjectbyid(model->model.thing, object, &mesh.thing) == LIB3MF_OK && mesh.thing) {
        lib3mf_meshobject_getvertexcount(mesh.thing, &vertices);
        lib3mf_meshobject_gettrianglecount(mesh.thing, &triangles);
        lib3mf_meshobject_getbeamcount(mesh.thing, &beams);
    }
    if (lib3mf_model_getcomponentsobjectbyid(model->model.thing, object, &group.thing) == LIB3MF_OK && group.thing)
        lib3mf_componentsobject_getcomponentcount(group.thing, &components);
    *out = {vertices, triangles, components, beams > 0};
}

extern "C" char *threemf_object_name(threemf_model *model, uint32_t object)
{
    handle found;
    if (lib3mf_model_getresourcebyid(model->model.thing, object, &found.thing) != LIB3MF_OK)
        return nullptr;
    return copy_text([&](char *text, ULONG size, ULONG *length) {
        return lib3mf_object_getnameutf8(found.thing, text, size, length);
    });
}

extern "C" void threemf_get_component(threemf_model *model, uint32_t object, uint32_t number, threemf_use *out)
{
    handle group, component;
    DWORD child = 0;
    MODELTRANSFORM transform = {};
    if (lib3mf_model_getcomponentsobjectbyid(model->model.thing, object, &group.thing) != LIB3MF_OK || !group.thing ||
        lib3mf_componentsobject_getcomponent(group.thing, number, &component.thing) != LIB3MF_OK ||
        lib3mf_component_getobjectresourceid(component.thing, &child) != LIB3MF_OK ||
        lib3mf_component_gettransform(component.thing, &transform) != LIB3MF_OK)
        child = 0;
    out->object = child;
    get_place(transform, out);
}

extern "C" bool threemf_get_mesh(threemf_model *model, uint32_t object, const threemf_object *size, float *vertices,
                                 uint32_t *indices)
{
    static_assert(sizeof(MODELMESHVERTEX) == 3 * sizeof(float) && sizeof(MODELMESHTRIANGLE) == 3 * sizeof(uint32_t),
                  "arrays of lib3mf");
    handle mesh;
    return lib3mf_model_getmeshobjectbyid(model->model.thing, object, &mesh.thing) == LIB3MF_OK && mesh.thing &&
           lib3mf_meshobject_getvertices(mesh.thing, (MODELMESHVERTEX *)vertices, size->vertex_count, nullptr) ==
               LIB3MF_OK &&
           lib3mf_meshobject_gettriangleindices(mesh.thing, (MODELMESHTRIANGLE *)indices, size->triangle_count,
                                                nullptr) == LIB3MF_OK;
}

// --- Looks ---

static void get_base(threemf_model *model, PLib3MFPropertyHandler *properties, DWORD triangle, threemf_look looks[3])
{
    handle materials;
    DWORD group = 0, entry = 0;
    BYTE c[4];
    if (lib3mf_propertyhandler_getbasematerial(properties, triangle, &group, &entry) != LIB3MF_OK ||
        lib3mf_model_getbasematerialbyid(model->model.thing, group, &materials.thing) != LIB3MF_OK ||
        !materials.thing ||
        lib3mf_basematerial_getdisplaycolor(materials.thing, entry, &c[0], &c[1], &c[2], &c[3]) != LIB3MF_OK)
        return;
    for (int k = 0; k < 3; k++)
        looks[k] = {0, {group, entry}, 1, {c[0], c[1], c[2], c[3]}, {0, 0}};
}

static void get_colors(PLib3MFPropertyHandler *properties, DWORD triangle, threemf_look looks[3])
{
    MODELMESH_TRIANGLECOLOR_SRGB colors;
    if (lib3mf_propertyhandler_getcolor(properties, triangle, &colors) != LIB3MF_OK)
        return;
    for (int k = 0; k < 3; k++) {
        const MODELMESHCOLOR_SRGB &c = colors.m_Colors[k];
        looks[k] = {0, {0, 0}, 1, {c.m_Red, c.m_Green, c.m_Blue, c.m_Alpha}, {0, 0}};
    }
}

static void get_coordinates(PLib3MFPropertyHandler *properties, DWORD triangle, threemf_look looks[3])
{
    MODELMESHTEXTURE2D texture;
    if (lib3mf_propertyhandler_gettexture(properties, triangle, &texture) != LIB3MF_OK || texture.m_nTextureID == 0)
        return;
    for (int k = 0; k < 3; k++)
        looks[k] = {texture.m_nTextureID, {0, 0}, 1, {255, 255, 255, 255}, {texture.m_fU[k], 1 - texture.m_fV[k]}};
}

extern "C" threemf_look *threemf_get_looks(threemf_model *model, uint32_t object, uint32_t triangle_count, bool *failed)
{
    handle mesh, properties;
    threemf_look *looks = nullptr;
    *failed = false;
    if (lib3mf_model_getmeshobjectbyid(model->model.thing, object, &mesh.thing) != LIB3MF_OK || !mesh.thing ||
        lib3mf_meshobject_createpropertyhandler(mesh.thing, &properties.thing) != LIB3MF_OK)
        return nullptr;
    for (uint32_t i = 0; i < triangle_count; i++) {
        eModelPropertyType type = MODELPROPERTYTYPE_NONE;
        lib3mf_propertyhandler_getpropertytype(properties.thing, i, &type);
        if (type == MODELPROPERTYTYPE_NONE)
            continue;
        if (!looks)
            looks = (threemf_look *)calloc(3 * (size_t)triangle_count, sizeof(*looks));
        *failed = !looks;
        if (!looks)
            break;
        if (type == MODELPROPERTYTYPE_BASEMATERIALS)
            get_base(model, properties.thing, i, looks + 3 * (size_t)i);
        else if (type == MODELPROPERTYTYPE_COLOR)
            get_colors(properties.thing, i, looks + 3 * (size_t)i);
        else if (type == MODELPROPERTYTYPE_TEXCOORD2D)
            get_coordinates(properties.thing, i, looks + 3 * (size_t)i);
    }
    return looks;
}

extern "C" char *threemf_base_name(threemf_model *model, const uint32_t base[2])
{
    handle materials;
    if (lib3mf_model_getbasematerialbyid(model->model.thing, base[0], &materials.thing) != LIB3MF_OK ||
        !materials.thing)
        return nullptr;
    return copy_text([&](char *text, ULONG size, ULONG *length) {
        return lib3mf_basematerial_getnameutf8(materials.thing, base[1], text, size, length);
    });
}

extern "C" void threemf_get_picture(threemf_model *model, uint32_t texture, threemf_picture *out)
{
    handle found, attachment;
    ULONG64 size = 0;
    eModelTextureTileStyle styles[2] = {MODELTEXTURETILESTYLE_WRAP, MODELTEXTURETILESTYLE_WRAP};
    *out = {nullptr, nullptr, 0, {0, 0}};
    if (lib3mf_model_gettexture2dbyid(model->model.thing, texture, &found.thing) != LIB3MF_OK || !found.thing)
        return;
    lib3mf_texture2d_gettilestyleuv(found.thing, &styles[0], &styles[1]);
    for (int k = 0; k < 2; k++)
        out->styles[k] = styles[k];
    out->path = copy_text([&](char *text, ULONG capacity, ULONG *length) {
        return lib3mf_texture2d_getpathutf8(found.thing, text, capacity, length);
    });
    if (lib3mf_texture2d_getattachment(found.thing, &attachment.thing) != LIB3MF_OK ||
        lib3mf_attachment_getstreamsize(attachment.thing, &size) != LIB3MF_OK || size == 0)
        return;
    out->bytes = (uint8_t *)malloc(size);
    out->size = size;
    if (out->bytes && lib3mf_attachment_writetobuffer(attachment.thing, out->bytes, size) != LIB3MF_OK) {
        free(out->bytes);
        out->bytes = nullptr;
    }
}

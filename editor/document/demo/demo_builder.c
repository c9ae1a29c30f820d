// demo_builder.c: helpers that add objects to the demo level.
#include "document/demo/demo_builder.h"

#include "document/level/mesh_tools.h"
#include "document/motion/affine.h"
#include "system/text.h"

#include <math.h>
#include <stdio.h>

uint32_t demo_add_mesh(demo_builder *builder, const char *name, demo_mesh *mesh)
{
    mesh->mesh.name = editor_text_copy(name);
    if (mesh->failed || builder->failed || !mesh->mesh.name) {
        mesh_tools_free(&mesh->mesh);
        builder->failed = true;
        return EDITOR_NONE;
    }
    uint32_t number = editor_level_add_mesh(builder->level, &mesh->mesh);
    builder->failed = number == EDITOR_NONE;
    return number;
}

uint32_t demo_add(demo_builder *builder, const char *name, uint32_t parent, uint32_t mesh, pick_affine local)
{
    if (builder->failed)
        return EDITOR_NONE;
    uint32_t number = editor_level_add_object(builder->level, name, parent, mesh, &local);
    builder->failed = number == EDITOR_NONE;
    return number;
}

uint32_t demo_add_group(demo_builder *builder, const char *name, uint32_t parent)
{
    return demo_add(builder, name, parent, EDITOR_NONE, PICK_AFFINE_IDENTITY);
}

uint32_t demo_add_numbered(demo_builder *builder, const char *stem, int number, uint32_t parent, uint32_t mesh,
                           pick_affine local)
{
    char name[64];
    snprintf(name, sizeof(name), "%s %02d", stem, number);
    return demo_add(builder, name, parent, mesh, local);
}

pick_affine demo_at(double x, double y, double z)
{
    pick_affine out = PICK_AFFINE_IDENTITY;
    out.origin = pick_vec3_make(x, y, z);
    return out;
}

pick_affine demo_turned(double x, double y, double z, double yaw, double scale)
{
    const double translation[3] = {x, y, z}, scales[3] = {scale, scale, scale};
    const double rotation[4] = {0, sin(yaw / 2), 0, cos(yaw / 2)};
    return editor_affine_from_parts(translation, rotation, scales);
}

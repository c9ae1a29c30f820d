// draw_meshes.c: the meshes of a level in graphics memory: all at once, or some bytes a picture.
#include "view/draw_list_private.h"

#include "document/level/mesh_tools.h"
#include "document/level/sides.h"
#include "document/level/terrain_mesh.h"
#include "document/level/volume.h"

#include <math.h>
#include <stdlib.h>

static bool is_volume(const editor_mesh *mesh)
{
    return mesh->volume && mesh->columns == 0;
}

// The planes of a convex volume, relative to the middle of its box.
static void describe_convex(const editor_primitive *convex, const pick_aabb *box, float planes[EDITOR_SIDES][4],
                            render_volume_desc *out)
{
    const double low[3] = {box->min.x, box->min.y, box->min.z}, high[3] = {box->max.x, box->max.y, box->max.z};
    double middle[3];
    for (int i = 0; i < 3; i++) {
        out->center[i] = (float)(low[i] / 2 + high[i] / 2);
        middle[i] = (double)out->center[i];
        out->half[i] = nextafterf((float)fmax(high[i] - middle[i], middle[i] - low[i]), HUGE_VALF);
    }
    for (uint32_t i = 0; i < convex->side_count; i++) {
        const editor_side side = editor_side_of(convex, i);
        planes[i][0] = (float)side.normal.x;
        planes[i][1] = (float)side.normal.y;
        planes[i][2] = (float)side.normal.z;
        planes[i][3] =
            (float)(side.offset + pick_vec3_dot(side.normal, pick_vec3_make(middle[0], middle[1], middle[2])));
    }
    out->planes = (const float(*)[4])planes;
    out->plane_count = convex->side_count;
}

// `box`: of a convex volume.
static void describe_volume(const editor_primitive *volume, const pick_aabb *box, float planes[EDITOR_SIDES][4],
                            render_volume_desc *out)
{
    static const render_volume_shape shapes[EDITOR_SHAPE_COUNT] = {
        [EDITOR_SHAPE_BOX_VOLUME] = RENDER_VOLUME_BOX,         [EDITOR_SHAPE_SPHERE_VOLUME] = RENDER_VOLUME_SPHERE,
        [EDITOR_SHAPE_CAPSULE_VOLUME] = RENDER_VOLUME_CAPSULE, [EDITOR_SHAPE_CYLINDER_VOLUME] = RENDER_VOLUME_CYLINDER,
        [EDITOR_SHAPE_CONE_VOLUME] = RENDER_VOLUME_CONE,       [EDITOR_SHAPE_CONVEX_VOLUME] = RENDER_VOLUME_CONVEX,
    };
    *out = (render_volume_desc){.shape = shapes[volume->shape]};
    if (volume->shape == EDITOR_SHAPE_CONVEX_VOLUME) {
        describe_convex(volume, box, planes, out);
        return;
    }
    double half[3];
    editor_volume_half_sizes(volume, half);
    for (int i = 0; i < 3; i++)
        out->half[i] = (float)half[i];
}

// False: out of memory.
static bool describe_part(const editor_part *part, float planes[EDITOR_SIDES][4], render_volume_part *out)
{
    pick_volume *convex = NULL;
    if (part->volume.shape == EDITOR_SHAPE_CONVEX_VOLUME && editor_volume_create(&part->volume, &convex) != PICK_OK)
        return false;
    const pick_aabb box = pick_volume_bounds(convex);
    pick_volume_destroy(convex);
    describe_volume(&part->volume, &box, planes, &out->shape);
    out->origin[0] = part->local.origin.x;
    out->origin[1] = part->local.origin.y;
    out->origin[2] = part->local.origin.z;
    for (int k = 0; k < 9; k++)
        out->linear[k] = (float)part->local.linear[k];
    return true;
}

static render_result upload_compound(editor_draw_list *list, uint32_t number)
{
    const editor_mesh *mesh = &list->level->meshes[number];
    const editor_primitive *compound = &mesh->primitive;
    render_volume_part parts[EDITOR_PARTS];
    float(*planes)[EDITOR_SIDES][4] = malloc(compound->part_count * sizeof(*planes));
    bool ok = planes != NULL;
    for (uint32_t i = 0; ok && i < compound->part_count; i++)
        ok = describe_part(&compound->parts[i], planes[i], &parts[i]);
    const render_result result = ok ? render_volume_create_compound(list->scene, mesh->name, parts,
                                                                    compound->part_count, &list->meshes[number].mesh)
                                    : RENDER_ERROR_OUT_OF_MEMORY;
    free(planes);
    return result;
}

static render_result upload_volume(editor_draw_list *list, uint32_t number)
{
    const editor_mesh *mesh = &list->level->meshes[number];
    float planes[EDITOR_SIDES][4];
    render_volume_desc desc;
    if (mesh->primitive.shape == EDITOR_SHAPE_COMPOUND_VOLUME)
        return upload_compound(list, number);
    const pick_aabb box = pick_volume_bounds(mesh->volume);
    describe_volume(&mesh->primitive, &box, planes, &desc);
    desc.name = mesh->name;
    return render_volume_create(list->scene, &desc, &list->meshes[number].mesh);
}

// Describes a mesh of triangles. Returns its submeshes, which the caller frees. NULL: out of memory.
static render_submesh *describe(const editor_draw_list *list, const editor_mesh *mesh, render_mesh_desc *out)
{
    render_submesh *submeshes = calloc(mesh->submesh_count, sizeof(*submeshes));
    for (uint32_t i = 0; submeshes && i < mesh->submesh_count; i++) {
        const editor_submesh *submesh = &mesh->submeshes[i];
        submeshes[i].first_triangle = submesh->first_triangle;
        submeshes[i].triangle_count = submesh->triangle_count;
        submeshes[i].material = submesh->material != EDITOR_NONE ? list->materials[submesh->material] : 0;
    }
    *out = (render_mesh_desc){
        .name = mesh->name,
        .positions = mesh->positions,
        .normals = mesh->normals,
        .uvs = mesh->uvs,
        .colors = mesh->colors,
        .vertex_count = mesh->vertex_count,
        .indices = mesh->indices,
        .index_count = mesh->index_count,
        .submeshes = submeshes,
        .submesh_count = mesh->submesh_count,
    };
    return submeshes;
}

// Of points, lines and boxes; 0: none.
static render_material material_of(const editor_draw_list *list, const editor_mesh *mesh)
{
    const uint32_t painted = mesh->submesh_count > 0 ? mesh->submeshes[0].material : EDITOR_NONE;
    return painted != EDITOR_NONE ? list->materials[painted] : 0;
}

// The uploaded mesh with the same triangles: heights without holes are the same as with them. 0: there is none.
static render_mesh find_lender(const editor_draw_list *list, uint32_t number)
{
    const editor_level *level = list->level;
    const editor_mesh *mesh = &level->meshes[number];
    if (mesh->columns == 0 || mesh->asset == EDITOR_NONE)
        return 0;
    const uint32_t whole = level->assets[mesh->asset].meshes[EDITOR_TERRAIN_WHOLE].mesh;
    const bool is_there = whole != number && whole < list->mesh_count && !list->meshes[whole].is_box &&
                          list->meshes[whole].indices == mesh->indices &&
                          list->meshes[whole].version == level->meshes[whole].version;
    return is_there ? list->meshes[whole].mesh : 0;
}

// All of it, as the number's mesh.
static render_result upload_mesh(editor_draw_list *list, uint32_t number)
{
    const editor_mesh *mesh = &list->level->meshes[number];
    const render_mesh lender = find_lender(list, number);
    if (is_volume(mesh))
        return upload_volume(list, number);
    if (mesh->form != EDITOR_FORM_TRIANGLES || mesh->unread) {
        const render_material material = material_of(list, mesh);
        return mesh->unread ? editor_draw_outline_upload(list, mesh, material, &list->meshes[number].mesh)
                            : editor_draw_thin_upload(list, mesh, material, &list->meshes[number].mesh);
    }
    if (mesh->index_count == 0)
        return RENDER_OK;
    render_mesh_desc desc;
    render_submesh *submeshes = describe(list, mesh, &desc);
    const render_result result = !submeshes    ? RENDER_ERROR_OUT_OF_MEMORY
                                 : lender != 0 ? render_mesh_share(list->scene, lender, submeshes, desc.submesh_count,
                                                                   &list->meshes[number].mesh)
                                               : render_mesh_create(list->scene, &desc, &list->meshes[number].mesh);
    free(submeshes);
    return result;
}

// --- A part at a time ---

// What an upload reads: vertices, and indices twice.
static uint64_t bytes_of(const editor_mesh *mesh)
{
    const uint64_t vertex = 24 + (mesh->normals ? 12u : 0u) + (mesh->uvs ? 8u : 0u) + (mesh->colors ? 16u : 0u);
    return vertex * mesh->vertex_count + 8 * (uint64_t)mesh->index_count;
}

static bool has_materials(const editor_draw_list *list, const editor_mesh *mesh)
{
    bool ok = true;
    for (uint32_t i = 0; i < mesh->submesh_count; i++)
        ok = ok && (mesh->submeshes[i].material == EDITOR_NONE || mesh->submeshes[i].material < list->material_count);
    return ok;
}

static void abandon(editor_draw_list *list)
{
    render_mesh_upload_abandon(list->upload);
    list->upload = NULL;
}

// The number's mesh is drawn as its box until it is uploaded.
static render_result show_box(editor_draw_list *list, uint32_t number)
{
    const editor_mesh *mesh = &list->level->meshes[number];
    draw_mesh *drawn = &list->meshes[number];
    if (drawn->is_box && drawn->version == mesh->version)
        return RENDER_OK;
    render_mesh edges = 0;
    const render_result result = editor_draw_outline_upload(list, mesh, 0, &edges);
    if (result != RENDER_OK)
        return result;
    render_mesh_destroy(list->scene, drawn->mesh);
    list->box_count += !drawn->is_box;
    *drawn = (draw_mesh){.mesh = edges, .version = mesh->version, .is_box = true};
    list->has_new = true;
    list->look_mesh_versions = UINT64_MAX;
    return RENDER_OK;
}

// The mesh itself is what is drawn now.
static void settle(editor_draw_list *list, uint32_t number)
{
    const editor_mesh *mesh = &list->level->meshes[number];
    draw_mesh *drawn = &list->meshes[number];
    if (drawn->is_box) {
        list->box_count--;
        list->has_new = true;
        list->look_mesh_versions = UINT64_MAX; // looks share its triangles
    }
    drawn->is_box = false;
    drawn->version = mesh->version;
    drawn->indices = mesh->indices;
}

static render_result upload_at_once(editor_draw_list *list, uint32_t number)
{
    render_mesh_destroy(list->scene, list->meshes[number].mesh);
    list->meshes[number].mesh = 0;
    const render_result result = upload_mesh(list, number);
    if (result == RENDER_OK)
        settle(list, number);
    return result;
}

static render_result begin_upload(editor_draw_list *list, const editor_mesh *mesh)
{
    if (mesh->form != EDITOR_FORM_TRIANGLES) {
        render_thin_desc thin;
        const render_result result = editor_draw_thin_describe(list, mesh, material_of(list, mesh), &thin);
        return result == RENDER_OK ? render_thin_upload_begin(list->scene, &thin, &list->upload) : result;
    }
    render_mesh_desc desc;
    render_submesh *submeshes = describe(list, mesh, &desc);
    const render_result result =
        submeshes ? render_mesh_upload_begin(list->scene, &desc, &list->upload) : RENDER_ERROR_OUT_OF_MEMORY;
    free(submeshes);
    return result;
}

// Goes on with the mesh that is uploaded in part, or begins with one. RENDER_PENDING: there is more to do.
static render_result upload_part(editor_draw_list *list, uint32_t number)
{
    const editor_mesh *mesh = &list->level->meshes[number];
    render_result result = RENDER_OK;
    if (!list->upload) {
        result = begin_upload(list, mesh);
        list->uploaded = number;
        list->upload_version = mesh->version;
        list->upload_indices = mesh->indices;
    }
    render_mesh made = 0;
    if (result == RENDER_OK)
        result = render_mesh_upload_step(list->upload, list->left, &made);
    if (result == RENDER_PENDING) {
        list->left = 0;
        return result;
    }
    list->upload = NULL;
    list->left = 0; // it may have been one large step
    if (result != RENDER_OK)
        return result;
    render_mesh_destroy(list->scene, list->meshes[number].mesh);
    list->meshes[number].mesh = made;
    settle(list, number);
    return RENDER_OK;
}

// Whether the mesh is uploaded at once, whatever the sync may still upload: it is no file's, vertices of it were moved,
// or a clip deforms it. These are never boxes in between.
static bool comes_at_once(const editor_draw_list *list, uint32_t number, bool is_stale)
{
    const editor_mesh *mesh = &list->level->meshes[number];
    const uint32_t *indices = is_stale ? list->upload_indices : list->meshes[number].indices;
    return list->limit == 0 || mesh->unread || is_volume(mesh) || mesh->asset == EDITOR_NONE || mesh->original != 0 ||
           find_lender(list, number) != 0 ||
           (mesh->form == EDITOR_FORM_TRIANGLES ? mesh->index_count == 0 : mesh->vertex_count == 0) ||
           (indices && indices == mesh->indices);
}

// Brings a mesh up to date, or shows its box.
static render_result bring(editor_draw_list *list, uint32_t number)
{
    const editor_mesh *mesh = &list->level->meshes[number];
    const bool is_begun = list->upload && list->uploaded == number;
    const bool is_stale = is_begun && list->upload_version != mesh->version;
    const uint64_t bytes = bytes_of(mesh);
    if (is_stale)
        abandon(list);
    if (comes_at_once(list, number, is_stale)) {
        editor_draw_list_spend(list, bytes);
        return upload_at_once(list, number);
    }
    if (!has_materials(list, mesh) || list->left == 0 || (list->upload && list->uploaded != number))
        return show_box(list, number);
    if (!list->upload && bytes <= list->left) {
        editor_draw_list_spend(list, bytes);
        return upload_at_once(list, number);
    }
    const render_result result = upload_part(list, number);
    return result == RENDER_PENDING ? show_box(list, number) : result;
}

// Uploads new meshes, others whose number now stands for another mesh, and those that are boxes.
render_result editor_draw_meshes_sync(editor_draw_list *list)
{
    const editor_level *level = list->level;
    render_result result = RENDER_OK;
    const bool look = list->mesh_versions != level->mesh_versions || list->box_count > 0;
    for (uint32_t i = 0; look && i < list->mesh_count && result == RENDER_OK; i++) {
        if (list->meshes[i].is_box || list->meshes[i].version != level->meshes[i].version)
            result = bring(list, i);
    }
    if (result == RENDER_OK)
        list->mesh_versions = level->mesh_versions;
    for (; list->mesh_count < level->mesh_count && result == RENDER_OK; list->mesh_count += result == RENDER_OK)
        result = bring(list, list->mesh_count);
    return result;
}

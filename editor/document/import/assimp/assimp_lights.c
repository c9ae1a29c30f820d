// assimp_lights.c: Assimp's lights and cameras. They name the node that they belong to, and become children of its
// object.
#include "document/import/assimp/assimp_import.h"
#include "system/path.h"

#include <assimp/camera.h>
#include <assimp/light.h>
#include <math.h>
#include <string.h>

// A transform with -Z along `forward` and +Y near `up`; the node's own axes if these are zero.
static pick_affine aim(const struct aiVector3D *place, const struct aiVector3D *forward, const struct aiVector3D *up)
{
    pick_affine out = PICK_AFFINE_IDENTITY;
    pick_vec3 back = pick_vec3_normalize(pick_vec3_make(-(double)forward->x, -(double)forward->y, -(double)forward->z));
    pick_vec3 high = pick_vec3_make((double)up->x, (double)up->y, (double)up->z);
    pick_vec3 right = pick_vec3_normalize(pick_vec3_cross(high, back));
    if (!(pick_vec3_length(right) > 0.5))
        right = pick_vec3_normalize(pick_vec3_cross(pick_vec3_make(back.y, back.z, back.x), back));
    if (pick_vec3_length(back) > 0.5 && pick_vec3_length(right) > 0.5) {
        high = pick_vec3_cross(back, right);
        const double linear[9] = {right.x, right.y, right.z, high.x, high.y, high.z, back.x, back.y, back.z};
        memcpy(out.linear, linear, sizeof(linear));
    }
    out.origin = pick_vec3_make(isfinite(place->x) ? (double)place->x : 0, isfinite(place->y) ? (double)place->y : 0,
                                isfinite(place->z) ? (double)place->z : 0);
    return out;
}

static bool add_light(editor_level *level, const struct aiLight *light, uint32_t object)
{
    const double color[3] = {(double)light->mColorDiffuse.r, (double)light->mColorDiffuse.g,
                             (double)light->mColorDiffuse.b};
    double strength = fmax(color[0], fmax(color[1], color[2]));
    bool bright = strength > 0 && isfinite(strength);
    editor_light out = {.type = light->mType == aiLightSource_DIRECTIONAL ? EDITOR_LIGHT_DIRECTIONAL
                                : light->mType == aiLightSource_SPOT      ? EDITOR_LIGHT_SPOT
                                                                          : EDITOR_LIGHT_POINT,
                        .intensity = bright ? strength : 1};
    for (int i = 0; i < 3; i++)
        out.color[i] = bright ? fmax(color[i] / strength, 0) : 1;
    out.outer = fmin(fmax(0.5 * (double)light->mAngleOuterCone, 1e-3), 1.57); // Assimp has full angles
    out.inner = fmin(fmax(0.5 * (double)light->mAngleInnerCone, 0), 0.999 * out.outer);
    pick_affine local = aim(&light->mPosition, &light->mDirection, &light->mUp);
    const char *name = assimp_is_made_up(light->mName.data) ? "light" : light->mName.data;
    if (editor_light_fault(&out)) {
        editor_level_add_warning(level, "light \"%.200s\": %s; left out", name, editor_light_fault(&out));
        return true;
    }
    return editor_level_add_light(level, name, object, &out, &local) != EDITOR_NONE;
}

static bool add_camera(editor_level *level, const struct aiCamera *camera, uint32_t object)
{
    double aspect = camera->mAspect > 0 ? (double)camera->mAspect : 4.0 / 3;
    double half = fmin(fmax((double)camera->mHorizontalFOV, 0.005), 1.5); // Assimp has half of the angle
    const editor_lens lens = {.fov = 2 * atan(tan(half) / aspect),
                              .near_plane = camera->mClipPlaneNear > 0 ? (double)camera->mClipPlaneNear : 0.1};
    pick_affine local = aim(&camera->mPosition, &camera->mLookAt, &camera->mUp);
    const char *name = camera->mName.data[0] ? camera->mName.data : "camera";
    if (editor_lens_fault(&lens)) {
        editor_level_add_warning(level, "camera \"%.200s\": %s; left out", name, editor_lens_fault(&lens));
        return true;
    }
    return editor_level_add_camera(level, name, object, &lens, &local) != EDITOR_NONE;
}

static bool shines(const struct aiLight *light)
{
    return light->mType == aiLightSource_DIRECTIONAL || light->mType == aiLightSource_POINT ||
           light->mType == aiLightSource_SPOT;
}

bool assimp_import_lights_cameras(editor_importer *importer, const struct aiScene *scene, assimp_index *index,
                                  const struct aiNode *node, uint32_t object)
{
    const char *name = node->mName.data;
    if (!name[0])
        return true;
    bool ok = true;
    // Assimp makes a node without children for each light of X3D. In a file that is inlined several times they have the
    // same name: each takes the first that is left.
    const bool is_x3d = editor_path_has_extension(importer->path, "x3d");
    const bool is_leaf = node->mNumChildren == 0 && node->mNumMeshes == 0;
    uint32_t light = !is_x3d   ? assimp_names_find(&index->lights, name, strlen(name))
                     : is_leaf ? assimp_names_take(&index->lights, name, strlen(name))
                               : ASSIMP_NAMES_NONE;
    for (; ok && light != ASSIMP_NAMES_NONE; light = is_x3d ? ASSIMP_NAMES_NONE : index->lights.next[light]) {
        if (shines(scene->mLights[light]))
            ok = add_light(importer->level, scene->mLights[light], object);
        else
            editor_import_tally(importer, "lights of areas and of all around are left out", "light \"%.100s\"", name);
    }
    for (uint32_t i = assimp_names_find(&index->cameras, name, strlen(name)); ok && i != ASSIMP_NAMES_NONE;
         i = index->cameras.next[i])
        ok = add_camera(importer->level, scene->mCameras[i], object);
    return ok || editor_import_out_of_memory(importer);
}

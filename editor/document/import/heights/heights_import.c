// heights_import.c: reads a grey PNG as a terrain.
#include "document/import/heights/heights_import.h"

#include "document/import/common/decode.h"
#include "document/level/terrain_mesh.h"
#include "system/path.h"
#include "system/text.h"

#include <stdlib.h>
#include <string.h>

static bool check_size(editor_importer *importer, const editor_image *image)
{
    const uint32_t most = EDITOR_TERRAIN_SIDE;
    const unsigned width = image->width, height = image->height;
    if (width < 2 || height < 2)
        return editor_import_refuse(importer, "has %u x %u samples: a terrain has 2 or more along each side", width,
                                    height);
    if (width > most || height > most)
        return editor_import_refuse(importer, "has %u x %u samples: a terrain has at most %u along each side", width,
                                    height, (unsigned)most);
    return (uint64_t)width * height <= EDITOR_TERRAIN_SAMPLES ||
           editor_import_refuse(importer, "has %u x %u samples: at most %.1f million (4097 x 4097) can be drawn", width,
                                height, EDITOR_TERRAIN_SAMPLES * 1e-6);
}

static uint32_t add_material(editor_importer *importer)
{
    static const float earth[4] = {0.34f, 0.36f, 0.27f, 1};
    editor_material material = EDITOR_MATERIAL_DEFAULT;
    material.name = editor_text_copy("terrain");
    memcpy(material.base_color, earth, sizeof(earth));
    material.roughness = 0.9f;
    material.double_sided = true;
    return material.name ? editor_level_add_material(importer->level, &material) : EDITOR_NONE;
}

// The name of the file without its extension.
static char *make_name(const char *path)
{
    char *name = editor_text_copy(editor_path_name(path));
    char *dot = name ? strrchr(name, '.') : NULL;
    if (dot && dot > name)
        *dot = '\0';
    return name;
}

static bool add_meshes(editor_importer *importer, const editor_image *image)
{
    editor_mesh meshes[EDITOR_TERRAIN_MESHES];
    const uint32_t material = add_material(importer);
    if (material == EDITOR_NONE || !editor_terrain_make_meshes(image->heights, image->width, image->height, meshes))
        return editor_import_out_of_memory(importer);
    uint32_t numbers[EDITOR_TERRAIN_MESHES];
    for (int i = 0; i < EDITOR_TERRAIN_MESHES; i++) {
        pick_volume *volume = meshes[i].volume;
        meshes[i].submeshes[0].material = material;
        numbers[i] = editor_level_add_mesh(importer->level, &meshes[i]);
        if (numbers[i] == EDITOR_NONE) // which took all but the volume
            pick_volume_destroy(volume);
    }
    const editor_terrain terrain = editor_terrain_default(image->width, image->height);
    const pick_affine place = PICK_AFFINE_IDENTITY;
    char *name = make_name(importer->path);
    const bool ok = name && numbers[0] != EDITOR_NONE && numbers[1] != EDITOR_NONE &&
                    editor_level_add_terrain(importer->level, name, EDITOR_NONE, numbers[EDITOR_TERRAIN_WHOLE],
                                             &terrain, &place) != EDITOR_NONE;
    free(name);
    return ok || editor_import_out_of_memory(importer);
}

bool editor_import_heights(editor_importer *importer)
{
    editor_image image;
    editor_error reason = {""};
    importer->is_passing = true; // a cache would hold the triangles, which take longer to read than to make
    importer->facts = (editor_model_facts){.format = "PNG heights"};
    if (!importer->decoder)
        return editor_import_refuse(importer, "cannot be decoded here");
    if (!editor_decode_heights(importer, importer->bytes, importer->size, &image, &reason))
        return editor_import_refuse(importer, "%s", reason.text);
    free(importer->bytes); // before the triangles take memory
    importer->bytes = NULL;
    importer->size = 0;
    editor_progress_enter(importer->level->progress, "Building", 0);
    const bool ok = editor_import_goes_on(importer) && check_size(importer, &image) && add_meshes(importer, &image);
    free(image.heights);
    return ok;
}

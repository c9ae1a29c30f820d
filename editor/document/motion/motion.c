// motion.c: frees motions, and finds their clips.
#include "document/motion/motion.h"

#include <stdlib.h>
#include <string.h>

void motion_shape_free(motion_shape *shape)
{
    free(shape->positions);
    free(shape->normals);
    free(shape->first);
    free(shape->influences);
    for (uint32_t i = 0; i < shape->target_count; i++) {
        free(shape->targets[i].positions);
        free(shape->targets[i].normals);
    }
    free(shape->targets);
    *shape = (motion_shape){0};
}

static void free_clip(motion_clip *clip)
{
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        free(clip->channels[i].times);
        free(clip->channels[i].values);
    }
    free(clip->channels);
    free(clip->name);
}

void motion_destroy(editor_motion *motion)
{
    if (!motion)
        return;
    for (uint32_t i = 0; i < motion->skin_count; i++) {
        free(motion->skins[i].joints);
        free(motion->skins[i].binds);
    }
    for (uint32_t i = 0; i < motion->mesh_count; i++) {
        motion_shape_free(&motion->meshes[i].shape);
        free(motion->meshes[i].weights);
    }
    for (uint32_t i = 0; i < motion->clip_count; i++)
        free_clip(&motion->clips[i]);
    free(motion->nodes);
    free(motion->skins);
    free(motion->meshes);
    free(motion->clips);
    free(motion);
}

uint32_t motion_find_clip(const editor_motion *motion, const char *name)
{
    for (uint32_t i = 0; i < motion->clip_count; i++) {
        if (strcmp(motion->clips[i].name, name) == 0)
            return i;
    }
    return MOTION_NONE;
}

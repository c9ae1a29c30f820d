// pose_points.c: writes where the triangles of a model are at some times of a clip, for comparisons with other
// programs.
//
//   pose_points FILE CLIP COUNT [between]
//
// CLIP "": the first one. COUNT times: of keys of the channel with the most keys, evenly chosen (all, if
// there are fewer); `between`: half way to the next key. On stdout for each time and object a line "TIME CORNERS NAME",
// then the corners of its triangles in world space: 3 doubles each, as they lie in memory. On stderr a line that names
// the clip.
#include "document/import/import.h"
#include "document/level/level.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const motion_channel *longest_channel(const motion_clip *clip)
{
    const motion_channel *best = &clip->channels[0];
    for (uint32_t i = 1; i < clip->channel_count; i++) {
        if (clip->channels[i].key_count > best->key_count)
            best = &clip->channels[i];
    }
    return best;
}

static void put_object(const editor_level *level, const editor_object *object, double time)
{
    const editor_mesh *mesh = &level->meshes[object->mesh];
    printf("%.17g %u %s\n", time, (unsigned)mesh->index_count, object->name);
    for (uint32_t i = 0; i < mesh->index_count; i++) {
        const float *p = &mesh->positions[3 * (size_t)mesh->indices[i]];
        const pick_vec3 at =
            pick_affine_point(&object->world, pick_vec3_make((double)p[0], (double)p[1], (double)p[2]));
        const double values[3] = {at.x, at.y, at.z};
        fwrite(values, sizeof(values), 1, stdout);
    }
}

static bool put_pose(editor_level *level, const char *clip, double time)
{
    editor_error error;
    if (!editor_level_set_pose(level, clip, time, &error)) {
        fprintf(stderr, "pose_points: %s\n", error.text);
        return false;
    }
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); i != EDITOR_NONE; i = editor_level_next(level, i)) {
        if (level->objects[i].mesh != EDITOR_NONE)
            put_object(level, &level->objects[i], time);
    }
    return true;
}

int main(int argc, char **argv)
{
    editor_error error;
    const uint32_t count = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 0;
    const bool between = argc > 4 && strcmp(argv[4], "between") == 0;
    if (count == 0) {
        fprintf(stderr, "usage: pose_points FILE CLIP COUNT [between]\n");
        return 2;
    }
    editor_level *level = editor_import(argv[1], NULL, NULL, &error);
    const editor_motion *motion = level && level->asset_count > 0 ? level->assets[0].motion : NULL;
    const uint32_t number = !motion ? MOTION_NONE : argv[2][0] ? motion_find_clip(motion, argv[2]) : 0;
    if (number == MOTION_NONE) {
        fprintf(stderr, "pose_points: %s: %s\n", argv[1], level ? "no such clip" : error.text);
        editor_level_destroy(level);
        return 3;
    }
    const motion_clip *clip = &motion->clips[number];
    const motion_channel *keys = longest_channel(clip);
    fprintf(stderr, "%s\n", clip->name);
    bool ok = true;
    for (uint32_t i = 0; i < count && ok; i++) {
        const uint32_t last = keys->key_count - 1;
        const uint32_t key = count > 1 ? (uint32_t)((uint64_t)i * last / (count - 1)) : 0;
        if (i > 0 && key == (uint32_t)((uint64_t)(i - 1) * last / (count - 1)))
            continue; // there are fewer keys
        const uint32_t next = between && key < last ? key + 1 : key;
        ok = put_pose(level, clip->name, ((double)keys->times[key] + (double)keys->times[next]) / 2);
    }
    editor_level_destroy(level);
    return ok ? 0 : 1;
}

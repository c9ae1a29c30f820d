// choice.c: compares choices, and finds them in the lists of a file.
#include "document/level/choice.h"

#include <stdlib.h>
#include <string.h>

bool editor_choice_is_same(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool editor_asset_is_as_chosen(const editor_asset *asset)
{
    return asset->missing || asset->builtin ||
           (editor_choice_is_same(asset->scene, asset->read_scene) &&
            editor_choice_is_same(asset->variant, asset->read_variant));
}

// A number chooses one that has a name, too.
static uint32_t find(char *const *texts, uint32_t count, const char *wanted)
{
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(texts[i], wanted) == 0)
            return i;
    }
    const size_t length = strlen(wanted);
    if (length == 0 || length > 3 || strspn(wanted, "0123456789") != length)
        return EDITOR_NONE;
    const uint32_t number = (uint32_t)strtoul(wanted, NULL, 10);
    return number < count ? number : EDITOR_NONE;
}

uint32_t editor_choice_scene(const editor_model_choices *choices, const char *scene)
{
    return scene                                   ? find(choices->scenes, choices->scene_count, scene)
           : choices->scene < choices->scene_count ? choices->scene
                                                   : EDITOR_NONE;
}

uint32_t editor_choice_variant(const editor_model_choices *choices, const char *variant)
{
    return variant ? find(choices->variants, choices->variant_count, variant) : EDITOR_NONE;
}

static void free_texts(char **texts, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        free(texts[i]);
    free(texts);
}

bool editor_asset_has_scenes(const editor_asset *asset)
{
    const editor_model_choices *choices = &asset->choices;
    return !asset->missing &&
           (choices->scene_count > 1 || (asset->scene && editor_choice_scene(choices, asset->scene) == EDITOR_NONE));
}

bool editor_asset_has_variants(const editor_asset *asset)
{
    return !asset->missing && (asset->choices.variant_count > 0 || asset->variant);
}

void editor_choices_free(editor_model_choices *choices)
{
    free_texts(choices->scenes, choices->scene_count);
    free_texts(choices->variants, choices->variant_count);
    *choices = (editor_model_choices){.scenes = NULL};
}

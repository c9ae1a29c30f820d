// origin.c: compares the origins of models.
#include "document/level/origin.h"

#include <math.h>

bool editor_origin_is_same(const editor_model_origin *a, const editor_model_origin *b)
{
    return a->is_known == b->is_known &&
           (!a->is_known || (a->at[0] == b->at[0] && a->at[1] == b->at[1] && a->at[2] == b->at[2]));
}

bool editor_asset_needs_origin(const editor_asset *asset)
{
    const double *at = asset->origin.at;
    bool needs = at[0] != 0 || at[1] != 0 || at[2] != 0;
    for (uint32_t i = 0; i < asset->mesh_count && !needs; i++) {
        for (int k = 0; k < 6; k++)
            needs = needs || fabs(asset->meshes[i].box[k]) >= EDITOR_MODEL_FAR;
    }
    return asset->origin.is_known && needs;
}

void editor_origin_difference(const editor_model_origin *from, const editor_model_origin *to, double out[3])
{
    const bool are_known = from->is_known && to->is_known;
    for (int i = 0; i < 3; i++)
        out[i] = are_known ? to->at[i] - from->at[i] : 0;
}

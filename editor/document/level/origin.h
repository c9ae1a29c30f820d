// origin.h: what the vertices of a model are relative to (editor_model_origin in level.h).
#ifndef EDITOR_DOCUMENT_ORIGIN_H
#define EDITOR_DOCUMENT_ORIGIN_H

#include "document/level/level.h"

bool editor_origin_is_same(const editor_model_origin *a, const editor_model_origin *b);
// Whether the asset's reader could choose another origin when other vertices come first. Not where the origin is 0 and
// all vertices are near it.
bool editor_asset_needs_origin(const editor_asset *asset);
// How far vertices that are relative to `from` have to move to be relative to `to`: `out` is to be subtracted from
// them. Zeros if one of the origins is not known.
void editor_origin_difference(const editor_model_origin *from, const editor_model_origin *to, double out[3]);

#endif

// choice.h: the scene and the material variant that a model is read with, and those that its file has.
//
// A choice is a text as in level files: a name, or a number; NULL is the file's own. After undo and redo the content of
// an asset may be that of another choice, until its file has been read again.
#ifndef EDITOR_DOCUMENT_CHOICE_H
#define EDITOR_DOCUMENT_CHOICE_H

#include "document/level/level.h"

bool editor_choice_is_same(const char *a, const char *b);
// Whether the asset's content is that of its choice. One that is missing or still to be read has none.
bool editor_asset_is_as_chosen(const editor_asset *asset);
// Whether there is another scene, or a variant, to choose, be it instead of one that the file does not have any more:
// of content that has been read.
bool editor_asset_has_scenes(const editor_asset *asset);
bool editor_asset_has_variants(const editor_asset *asset);
// Which of the listed ones a choice is; of scenes NULL is the file's own. EDITOR_NONE: none, or none that is listed.
uint32_t editor_choice_scene(const editor_model_choices *choices, const char *scene);
uint32_t editor_choice_variant(const editor_model_choices *choices, const char *variant);

void editor_choices_free(editor_model_choices *choices);

#endif

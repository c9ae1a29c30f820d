// query_filter.h: the option --filter: which parts of a level count in a query, by layer, material or kind.
#ifndef EDITOR_CLI_QUERY_FILTER_H
#define EDITOR_CLI_QUERY_FILTER_H

#include "cli/command.h"

#include "document/level/level.h"

// As on the command line; NULL: everything counts. Several at once must all hold.
typedef struct editor_cli_filter {
    const char *layer;    // a layer's name, or its number from 1 on
    const char *material; // the name of a material of the model
    const char *kind;     // "model" (from a file), "shape" (a primitive) or "volume"
} editor_cli_filter;

// A filter of a level. It must stay where it is while a query uses it.
typedef struct editor_cli_filtered {
    const editor_level *level;
    const editor_cli_filter *filter;
    pick_query drawn; // what is drawn counts: the alpha cut-out
} editor_cli_filtered;

// Reads "layer=NAME", "material=NAME" or "kind=model|shape|volume|line". The value must last as long as the filter.
bool editor_cli_filter_read(editor_cli_filter *filter, const char *value, editor_error *error);

// Adds the filter to a query of what is drawn. Layers and materials that the level does not have are errors.
bool editor_cli_filter_apply(editor_cli_filtered *out, const editor_level *level, const editor_cli_filter *filter,
                             pick_query *query, editor_error *error);

// A pick_filter with an editor_cli_filtered: whether a triangle is of the wanted material and kind, drawn or not.
bool editor_cli_filter_matches(void *filtered, const pick_hit *candidate);

// Whether there is a filter that needs editor_cli_filter_matches.
bool editor_cli_filter_has_rules(const editor_cli_filter *filter);

#endif

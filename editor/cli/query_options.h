// query_options.h: the options of every command that picks, and the view and query that they make.
#ifndef EDITOR_CLI_QUERY_OPTIONS_H
#define EDITOR_CLI_QUERY_OPTIONS_H

#include "cli/command.h"
#include "cli/query_filter.h"
#include "cli/view_options.h"

typedef struct editor_cli_query {
    uint32_t layers;
    pick_cull cull;
    editor_cli_filter filter;
} editor_cli_query;

editor_cli_query editor_cli_query_default(void);
editor_cli_options editor_cli_query_options(editor_cli_query *query);

// The view and the query of a command.
typedef struct editor_cli_look {
    editor_camera camera;
    pick_view view;
    pick_query query; // picks what is drawn, as changed by the options
    editor_cli_filtered filtered;
} editor_cli_look;

// Returns the exit status; the message has been printed. `out` must stay where it is while its query is used, and
// `query` must last as long.
int editor_cli_look_make(const editor_cli_call *call, const editor_level *level, const editor_cli_view *view,
                         const editor_cli_query *query, editor_cli_look *out);

// "--NAME VALUE: expected logical points, 0 or more,".
bool editor_cli_read_points(const char *name, const char *value, double *out, editor_error *error);

// The keys that name an object in every line: "object" and "object_index", null without a mesh.
void editor_cli_write_object(editor_json *json, const editor_level *level, uint32_t object);
// Writes which part of the object's mesh was hit: "triangle"; of points and lines "form" and "part".
void editor_cli_write_part(editor_json *json, const editor_level *level, uint32_t object, uint32_t part);

#endif

// explain_picture.h: a picture of how a pick was found, seen from the side.
#ifndef EDITOR_CLI_EXPLAIN_PICTURE_H
#define EDITOR_CLI_EXPLAIN_PICTURE_H

#include "cli/query_options.h"

typedef enum editor_cli_picture_kind {
    EDITOR_CLI_PICTURE_RAY,      // the scene, the ray, and the object boxes that it hit
    EDITOR_CLI_PICTURE_MESH,     // the picked object, and the boxes of its mesh that the ray hit
    EDITOR_CLI_PICTURE_TRIANGLES // up close: the triangles that were tested
} editor_cli_picture_kind;

typedef struct editor_cli_picture {
    const char *path; // path of the PNG
    editor_cli_picture_kind kind;
} editor_cli_picture;

// Returns the exit status; the message has been printed.
int editor_cli_explain_picture(const editor_cli_call *call, const editor_level *level, const editor_cli_look *look,
                               const editor_cli_view *view, pick_vec2 at, const editor_cli_picture *picture);

#endif

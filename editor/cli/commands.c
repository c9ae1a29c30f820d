#include "cli/command.h"

#include <string.h>

const editor_cli_command EDITOR_CLI_OPEN = {
    NULL, "[FILE]", "open the editor on a level or model (no FILE: the demo level)", editor_cli_open, NULL, false};

const editor_cli_command EDITOR_CLI_COMMANDS[] = {
    {"info", "FILE", "count what is in a file", editor_cli_info,
     "One JSON object: objects, meshes, triangles (each mesh once), instanced_triangles (of all objects),\n"
     "dropped_triangles (no area, or not finite), bounds_min, bounds_max (null: nothing there), clips (only where "
     "there\n"
     "are any: name, model, length in seconds, channels), warnings.\n"
     "--report: lines for people. With --json also submeshes, groups, lights, cameras, dropped (reason, count, and "
     "mesh,\n"
     "name and triangle of the first), models (path, missing, format, unit in metres, up, converted to metres with Y "
     "up,\n"
     "animations, skins, morph_meshes) and whole: nothing was dropped or left out.\n",
     false},
    {"render", "FILE --out shot.png", "draw a frame into a PNG", editor_cli_render,
     "The object number n (from 0) has in --ids the colour whose 24 bits 0xRRGGBB are (n + 1) * 0x9e3779 mod 2^24:\n"
     "distinct for each of the first 16 777 215 objects, the same in every picture, and never black.\n",
     false},
    {"pick", "FILE (--at X,Y ... | --points F | --rays F)", "ask what is under points of the view, or along rays",
     editor_cli_pick,
     "Window coordinates are continuous, origin top-left, and taken as given: the centre of pixel (i, j) is\n"
     "(i + 0.5, j + 0.5), so --at 640,360 is a pixel corner. Points outside the view still have a ray.\n"
     "Files have one query per line (numbers separated by blanks); empty lines are skipped; \"-\" is standard "
     "input.\n"
     "With --tolerance each hit also has its distance on screen: 0 when it was hit exactly, which always wins.\n",
     false},
    {"region", "FILE (--rect X0,Y0,X1,Y1 | --circle X,Y,R | --lasso x,y;x,y;...)", "list the objects in a region",
     editor_cli_region,
     "One line per object, in the order of object_index: object, object_index. Nothing inside: no line.\n"
     "The region is cut to the view, from the near to the far plane. Triangles decide, as drawn: back faces do not\n"
     "count unless --cull says so; alpha cut-outs do, but for --visible-only. Locked objects are never listed.\n",
     false},
    {"explain", "FILE --at X,Y", "tell why each candidate under a point was or was not picked", editor_cli_explain,
     "One line per candidate, nearest first, then what was missed by a few pixels: reason, text (the reason in "
     "words),\n"
     "object, object_index, triangle, t, point, distance (on screen, 0 when the ray meets it), backface, locked, and "
     "of\n"
     "what is behind something: behind, behind_index. Reasons: picked, locked, behind, hidden, layer, passed, "
     "ignored,\n"
     "culled_back, culled_front, cut_out, near, far, degenerate, flat, missed.\n",
     false},
    {"sees", "FILE --from NAME --to NAME", "tell whether one object sees another, and what is in the way",
     editor_cli_sees,
     "One JSON object: sees, from, to, points (tried, on the triangles of --to), seen (of these), eye (the middle of\n"
     "--from), point (one that is seen; else the mean of all), in_the_way: object, object_index, points (that it "
     "hides).\n"
     "As drawn: hidden objects, cut-outs and culled faces let the ray pass. Only layers that those of --from see "
     "count.\n",
     false},
    {"verify", "FILE", "compare the CPU pick of every pixel with what the GPU drew there", editor_cli_verify,
     "A difference is explained when, within the rasterizer's precision, either answer is allowed at that pixel:\n"
     "it lies on a projected edge, at equal depth, on the near-clip line or on the edge of an alpha cut.\n"
     "--matrix writes a line for each view, and then their sum; some of its views move the level 1000 km away.\n"
     "--plant perturbs the picks on purpose: a self-test, which must end with exit status 1.\n",
     false},
    {"bench", "[BENCH]", "measure picks on this machine, beside brute force", editor_cli_bench,
     "Benches: S60k, I100, M1, M2, I10k, refit, edits, gizmo (these by default), I100k, record, scale,\n"
     "verify (each pixel of 34 views as the CPU and as the GPU see it; any unexplained one: exit status 1);\n"
     "docs/performance.md says what they are. Each figure has its ratio to a baseline of the same run, for picks to\n"
     "brute force. vkpick_bench, which is built with the tests, runs the same with Embree beside it.\n",
     false},
    {"export", "FILE --out OUT", "write a level or model as glTF or as a level file", editor_cli_export,
     "A level file (docs/level-format.md) names the models that it is made of; glTF holds everything in itself.\n",
     true},
    {"play", "SCRIPT", "replay input without a display, with checks and pictures", editor_cli_play,
     "The commands of a script are described in docs/play.md; the editor's --record writes one.\n"
     "Exit status 1: a check did not hold; 3: the script cannot be read or understood.\n",
     false},
};

const size_t EDITOR_CLI_COMMAND_COUNT = sizeof(EDITOR_CLI_COMMANDS) / sizeof(EDITOR_CLI_COMMANDS[0]);

const editor_cli_command *editor_cli_find_command(const char *name)
{
    for (size_t i = 0; i < EDITOR_CLI_COMMAND_COUNT; i++) {
        if (strcmp(EDITOR_CLI_COMMANDS[i].name, name) == 0)
            return &EDITOR_CLI_COMMANDS[i];
    }
    return NULL;
}

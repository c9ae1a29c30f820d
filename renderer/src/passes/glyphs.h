// glyphs.h: a tiny font of strokes, for labels in the world.
#ifndef RENDERER_SRC_GLYPHS_H
#define RENDERER_SRC_GLYPHS_H

#include <stdint.h>

// Units: capitals are 6 high, small letters 4; y down from the top of the capitals, the baseline at 6, tails to 8.
enum { RENDER_GLYPH_HEIGHT = 6, RENDER_GLYPH_SPACE = 2 };

// A glyph is text: two digits per point, x then y, lines of points apart by blanks. Code points other than printable
// ASCII share a box.
typedef struct render_glyph {
    const char *lines;
    int32_t width; // of the ink; RENDER_GLYPH_SPACE follows
} render_glyph;

render_glyph render_glyph_of(uint32_t code_point);

// The code point at `*text`, which is moved past it; malformed UTF-8 counts byte by byte. 0 at the end.
uint32_t render_next_code_point(const char **text);

#endif

// glyphs.h: a tiny font of strokes, for labels in the world.
#ifndef RENDERER_SRC_GLYPHS_H
#define RENDERER_SRC_GLYPHS_H

#include <stdint.h>

// Units: capitals are 6 high, small letters 4. y runs down from the top of the capitals; the baseline is at 6,
// descenders reach 8.
enum { RENDER_GLYPH_HEIGHT = 6, RENDER_GLYPH_SPACE = 2 };

// A glyph is a string: two digits per point, x then y; spaces separate polylines. All code points other than printable
// ASCII share one box.
typedef struct render_glyph {
    const char *lines;
    int32_t width; // of the ink; RENDER_GLYPH_SPACE follows
} render_glyph;

render_glyph render_glyph_of(uint32_t code_point);

// Returns the code point at `*text` and advances `*text` past it; 0 at the end. Each byte of malformed UTF-8 is a code
// point.
uint32_t render_next_code_point(const char **text);

#endif

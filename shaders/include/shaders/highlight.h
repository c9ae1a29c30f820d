// highlight.h: shared by C and GLSL: the colours of highlights, linear.
//
// They stay apart from each other, and with their dark rims from white, black, grey and orange surfaces, for people who
// do not see red, green or blue: tests/unit/renderer/passes/test_highlight_colors.c measures that.
#ifndef SHADERS_HIGHLIGHT_H
#define SHADERS_HIGHLIGHT_H

#define SHADER_COLOR_SELECTED 1.0f, 0.32f, 0.0f
#define SHADER_COLOR_ACTIVE 1.0f, 0.8f, 0.4f
#define SHADER_COLOR_HOVERED 0.3f, 0.6f, 1.0f
#define SHADER_RIM_OPACITY 0.75f // of the black rim around each line

#endif

// palette.h: the colours of the user interface: 0xAABBGGRR, straight alpha.
#ifndef EDITOR_PANELS_PALETTE_H
#define EDITOR_PANELS_PALETTE_H

#include <stdint.h>

// Text and icons.
#define EDITOR_COLOR_TEXT UINT32_C(0xffe2ddda)
#define EDITOR_COLOR_STRONG UINT32_C(0xfff7f5f4)
#define EDITOR_COLOR_REST UINT32_C(0xffc8c2bd) // buttons at rest
#define EDITOR_COLOR_MUTED UINT32_C(0xff9e948e)
#define EDITOR_COLOR_FAINT UINT32_C(0xff6e6560)
#define EDITOR_COLOR_WARNING UINT32_C(0xff5cb2f0)
#define EDITOR_COLOR_WRONG UINT32_C(0xff2a2a8c)        // behind text that is refused
#define EDITOR_COLOR_OVER_PICTURE UINT32_C(0xffc8c0b8) // text over the viewports, unobtrusive

// The accent colour: whatever is active, checked, chosen or dragged.
#define EDITOR_COLOR_ACCENT UINT32_C(0xff3ca0fa)
#define EDITOR_COLOR_ACCENT_HOVER UINT32_C(0xff4fb0ff)
#define EDITOR_COLOR_ON_ACCENT UINT32_C(0xff140e08)

// Surfaces.
#define EDITOR_COLOR_PANEL UINT32_C(0xff24201e)
#define EDITOR_COLOR_BAR UINT32_C(0xff1c1917)
#define EDITOR_COLOR_EDGE UINT32_C(0xff110f0e)
#define EDITOR_COLOR_SEPARATOR UINT32_C(0xff393330)
#define EDITOR_COLOR_FIELD UINT32_C(0xff342e2b)
#define EDITOR_COLOR_LIST UINT32_C(0xff1d1a18)
#define EDITOR_COLOR_BUTTON UINT32_C(0xff3a3430)
#define EDITOR_COLOR_BUTTON_HOVER UINT32_C(0xff4e4741)
#define EDITOR_COLOR_BUTTON_CHECKED UINT32_C(0xff453f3b)
#define EDITOR_COLOR_HOVER UINT32_C(0x1cffffff) // blended over the row

#endif

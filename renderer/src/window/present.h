// present.h: copies the finished picture to a window's image.
#ifndef RENDERER_SRC_PRESENT_H
#define RENDERER_SRC_PRESENT_H

#include "view/target.h"
#include "window/swapchain.h"

// Adds to the frame that the target's picture is drawn into image number `image`, which is left ready to be presented.
render_result render_present_record(const render_target *target, render_slot *slot, const render_swapchain *swapchain,
                                    uint32_t image);

#endif

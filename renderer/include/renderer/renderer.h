// renderer.h: everything. Low to high: device, scene, frame.
#ifndef RENDERER_RENDERER_H
#define RENDERER_RENDERER_H

#include "renderer/device.h"
#include "renderer/frame.h"
#include "renderer/scene.h"

#endif

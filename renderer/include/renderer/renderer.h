// renderer.h: everything. Low to high: device, scene, frame, ids; stats beside them.
#ifndef RENDERER_RENDERER_H
#define RENDERER_RENDERER_H

#include "renderer/device.h"
#include "renderer/features.h"
#include "renderer/frame.h"
#include "renderer/ids.h"
#include "renderer/scene.h"
#include "renderer/stats.h"
#include "renderer/thin.h"

#endif

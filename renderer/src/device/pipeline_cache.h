// pipeline_cache.h: keeps compiled pipelines in a file from run to run.
#ifndef RENDERER_SRC_PIPELINE_CACHE_H
#define RENDERER_SRC_PIPELINE_CACHE_H

#include "device/vk.h"

// Makes the device's cache from its file, or an empty one.
render_result render_pipeline_cache_init(render_device *device, const char *path);
// Writes the file if the cache has changed, and destroys the cache.
void render_pipeline_cache_finish(render_device *device);

#endif

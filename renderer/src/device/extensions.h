// extensions.h: which layers and instance extensions this machine offers.
#ifndef RENDERER_SRC_EXTENSIONS_H
#define RENDERER_SRC_EXTENSIONS_H

#include "device/functions.h"

bool render_has_layer(const render_functions *vk, const char *name);
// Whether the layer offers the extension; layer NULL: whether the loader or a driver does.
bool render_has_instance_extension(const render_functions *vk, const char *layer, const char *name);

#endif

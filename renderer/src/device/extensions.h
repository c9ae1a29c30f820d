// extensions.h: which layers and instance extensions this machine offers. The loader must have been loaded.
#ifndef RENDERER_SRC_EXTENSIONS_H
#define RENDERER_SRC_EXTENSIONS_H

#include <stdbool.h>

bool render_has_layer(const char *name);
// Whether the layer offers the extension; layer NULL: whether the loader or a driver does.
bool render_has_instance_extension(const char *layer, const char *name);

#endif

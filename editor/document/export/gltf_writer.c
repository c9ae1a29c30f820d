// gltf_writer.c: elements of the lists of a glTF file, and its buffer.
#include "document/export/gltf_export_internal.h"

uint32_t gltf_export_begin(gltf_export_list *list)
{
    editor_text_put(&list->text, list->count ? ",\n    " : "\n    ");
    return list->count++;
}

uint32_t gltf_export_data(gltf_exporter *exporter, const void *bytes, size_t size, unsigned target)
{
    editor_text *data = &exporter->data;
    while (data->size % 4 != 0 && !data->failed)
        editor_text_add(data, "", 1);
    uint32_t number = gltf_export_begin(&exporter->views);
    editor_text_format(&exporter->views.text, "{\"buffer\": 0, \"byteOffset\": %zu, \"byteLength\": %zu", data->size,
                       size);
    if (target)
        editor_text_format(&exporter->views.text, ", \"target\": %u", target);
    editor_text_put(&exporter->views.text, "}");
    editor_text_add(data, bytes, size);
    return number;
}

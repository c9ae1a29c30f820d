// importer.c: refusals and allocations for the readers.
#include "document/import/common/importer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void editor_import_make_one_line(char *text)
{
    for (char *c = text; *c; c++) {
        if ((unsigned char)*c < ' ')
            *c = ' ';
    }
}

bool editor_import_refuse(editor_importer *importer, const char *format, ...)
{
    editor_error *error = importer->error;
    if (error->text[0])
        return false;
    int length = snprintf(error->text, sizeof(error->text), "%.200s: ", importer->path);
    if (length < 0 || (size_t)length >= sizeof(error->text))
        length = 0;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text + length, sizeof(error->text) - (size_t)length, format, arguments);
    va_end(arguments);
    editor_import_make_one_line(error->text);
    return false;
}

bool editor_import_out_of_memory(editor_importer *importer)
{
    return editor_import_refuse(importer, "out of memory");
}

void *editor_import_allocate(editor_importer *importer, size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        editor_import_out_of_memory(importer);
    return memory;
}

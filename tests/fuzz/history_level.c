// Any bytes as a level's text are refused in one line, or are a level that can be written, read again and undone.
#include "history.h"

#include "level_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    (void)level_text_try((const char *)bytes, size);
    return 0;
}

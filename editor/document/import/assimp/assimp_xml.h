// assimp_xml.h: finds places in XML, for texts that are changed before Assimp reads them.
#ifndef EDITOR_DOCUMENT_ASSIMP_XML_H
#define EDITOR_DOCUMENT_ASSIMP_XML_H

#include <stdint.h>

// The first place from `at` on where `text` stands, all of it before `stop`; or NULL.
const char *assimp_xml_find(const char *at, const char *stop, const char *text);

// Behind the tag, whose attributes may hold `>`.
const uint8_t *assimp_xml_pass_tag(const uint8_t *at, const uint8_t *stop);

#endif

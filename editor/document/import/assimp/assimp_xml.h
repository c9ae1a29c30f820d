// assimp_xml.h: finds places in XML, for texts that are changed before Assimp reads them.
#ifndef EDITOR_DOCUMENT_ASSIMP_XML_H
#define EDITOR_DOCUMENT_ASSIMP_XML_H

#include <stdbool.h>
#include <stddef.h>

// The first place from `at` on where `text` stands, all of it before `stop`; or NULL.
const char *assimp_xml_find(const char *at, const char *stop, const char *text);

// Behind the tag, whose attributes may hold `>`.
const char *assimp_xml_pass_tag(const char *at, const char *stop);

// The next tag from `at` on, whose `<` that is; comments, CDATA sections and instructions are passed over. NULL: none.
const char *assimp_xml_find_tag(const char *at, const char *stop);

// Whether the tag opens the element `name`, or closes it if that is "/name". A zero follows the text.
bool assimp_xml_is_tag(const char *tag, const char *name);

// The value of an attribute of the tag that ends at `end`; blanks may stand around the `=`. NULL: it has none.
const char *assimp_xml_attribute(const char *tag, const char *end, const char *name, size_t *length);

#endif

// version.h: which version of the library this is, and what stays the same between versions.
//
// Versions:   MAJOR.MINOR.PATCH. While MAJOR is 0, a new MINOR may change anything; from 1.0.0 on, only a new MAJOR may
//             remove or change what a program relies on.
// Source:     a program that compiles with one version compiles with any later PATCH, and from 1.0.0 on with any later
//             MINOR. Struct fields and enumerators may be added at the end: set structs by their defaults or by name.
// Binary:     a shared library may be replaced by any later PATCH of the same MAJOR.MINOR; its soname holds these two.
// Results:    a PATCH changes an answer only where it was wrong. Written meshes carry a version of their own
//             (picking/mesh.h).
#ifndef PICKING_VERSION_H
#define PICKING_VERSION_H

#include "picking/export.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PICK_VERSION_MAJOR 0
#define PICK_VERSION_MINOR 1
#define PICK_VERSION_PATCH 0
// One number that grows with every version: 10203 is 1.2.3.
#define PICK_VERSION (PICK_VERSION_MAJOR * 10000 + PICK_VERSION_MINOR * 100 + PICK_VERSION_PATCH)

// The PICK_VERSION of the library that runs, which may be newer than the headers that a program was compiled with.
PICK_API uint32_t pick_version(void);

#ifdef __cplusplus
}
#endif

#endif

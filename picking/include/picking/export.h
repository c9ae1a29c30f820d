// export.h: the mark of every function that the library offers.
//
// Static:     PICK_API is empty. This is the default.
// Shared:     PICK_SHARED must be defined while the library is compiled, PICK_BUILDING too; the CMake target does both,
//             and hides every symbol without the mark. Callers may define PICK_SHARED, which saves a jump per call on
//             Windows; they need not, because the library exports functions only, never data.
#ifndef PICKING_EXPORT_H
#define PICKING_EXPORT_H

#if !defined(PICK_SHARED)
#define PICK_API
#elif defined(_WIN32) && defined(PICK_BUILDING)
#define PICK_API __declspec(dllexport)
#elif defined(_WIN32)
#define PICK_API __declspec(dllimport)
#elif defined(__GNUC__)
#define PICK_API __attribute__((visibility("default")))
#else
#define PICK_API
#endif

#endif

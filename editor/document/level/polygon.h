// polygon.h: splits polygons into triangles.
#ifndef EDITOR_DOCUMENT_POLYGON_H
#define EDITOR_DOCUMENT_POLYGON_H

#include <stdbool.h>
#include <stdint.h>

// Splits a polygon of `count` >= 3 corners, convex or not, into count - 2 triangles with its orientation. A convex one
// becomes the fan about its first corner, unless a triangle of it would have no area. `corners` are indices of vertices
// in `positions` (3 floats each); `out` receives 3 (count - 2) of these indices. A polygon that crosses itself gives as
// many triangles. Unless the polygon is a fan, the time grows with the square of `count`: 0.1 to 0.5 seconds for 16384.
void editor_polygon_split(const float *positions, const uint32_t *corners, uint32_t count, uint32_t *out);

// Whether editor_polygon_split makes it a fan. Takes a time that grows with `count`.
bool editor_polygon_is_fan(const float *positions, const uint32_t *corners, uint32_t count);

// The fan about the first corner, for any polygon. It covers more than a concave one.
void editor_polygon_fan(const uint32_t *corners, uint32_t count, uint32_t *out);

#endif

// picking.h: everything. Low to high: export, version, base, math, affine, view, shape, mesh, volume, primitive, thin,
// points, curves, layers, scene, query, nearest, sweep, cursor, region, thin_query, parts, topology, snap,
// explain, selection, pointer, gizmo, debug_draw.
#ifndef PICKING_PICKING_H
#define PICKING_PICKING_H

#include "picking/affine.h"
#include "picking/base.h"
#include "picking/cursor.h"
#include "picking/curves.h"
#include "picking/debug_draw.h"
#include "picking/explain.h"
#include "picking/export.h"
#include "picking/gizmo.h"
#include "picking/height_field.h"
#include "picking/layers.h"
#include "picking/math.h"
#include "picking/mesh.h"
#include "picking/nearest.h"
#include "picking/parts.h"
#include "picking/pointer.h"
#include "picking/points.h"
#include "picking/primitive.h"
#include "picking/query.h"
#include "picking/region.h"
#include "picking/scene.h"
#include "picking/selection.h"
#include "picking/shape.h"
#include "picking/snap.h"
#include "picking/sweep.h"
#include "picking/thin.h"
#include "picking/thin_query.h"
#include "picking/topology.h"
#include "picking/version.h"
#include "picking/view.h"
#include "picking/volume.h"

#endif

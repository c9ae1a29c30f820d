// picking.h: everything. Low to high: export, version, base, math, affine, view, shape, mesh, layers, scene, query,
// nearest, cursor, region, parts, topology, explain, selection, pointer, gizmo, debug_draw.
#ifndef PICKING_PICKING_H
#define PICKING_PICKING_H

#include "picking/affine.h"
#include "picking/base.h"
#include "picking/cursor.h"
#include "picking/debug_draw.h"
#include "picking/explain.h"
#include "picking/export.h"
#include "picking/gizmo.h"
#include "picking/layers.h"
#include "picking/math.h"
#include "picking/mesh.h"
#include "picking/nearest.h"
#include "picking/parts.h"
#include "picking/pointer.h"
#include "picking/query.h"
#include "picking/region.h"
#include "picking/scene.h"
#include "picking/selection.h"
#include "picking/shape.h"
#include "picking/topology.h"
#include "picking/version.h"
#include "picking/view.h"
#include "picking/volume.h"

#endif

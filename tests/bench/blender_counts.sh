#!/bin/sh
# blender_counts.sh VKPICK FILE.glb: opens an export in Blender, without a window, and compares the numbers of objects
# with a mesh and of triangles with those of `vkpick info`. Needs Blender (packages blender and python3-numpy) and ends with 77 without it.
# CI does not run it.
set -eu
command -v blender >/dev/null || { echo "skipped: needs Blender (package blender)"; exit 77; }
ours=$("$1" info "$2" | sed -n 's/.*"objects":\([0-9]*\),.*"instanced_triangles":\([0-9]*\),.*/\1 objects, \2 triangles/p')
theirs=$(blender --background --factory-startup --python-exit-code 1 --python-expr '
import bpy, numpy, sys
numpy.bool = bool # Debian 12: this importer is older than its NumPy
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=sys.argv[sys.argv.index("--") + 1])
meshes = [o for o in bpy.data.objects if o.type == "MESH"]
triangles = sum(len(p.vertices) - 2 for o in meshes for p in o.data.polygons)
print("counted: %d objects, %d triangles" % (len(meshes), triangles))
' -- "$2" 2>&1 | sed -n 's/^counted: //p')
echo "vkpick:  ${ours:-nothing}"
echo "Blender: ${theirs:-nothing}"
[ -n "$ours" ] && [ "$ours" = "$theirs" ]

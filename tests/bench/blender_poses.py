# blender_poses.py: run by blender_poses.sh within Blender: FILE CLIP KEYS BETWEEN.
import sys

import bpy
import numpy

numpy.bool = bool  # Debian 12: this importer is older than its NumPy
BAR = 1e-5


def read_points(path):
    """[(time, [corners of an object, n x 3])], the objects in the order of the file."""
    frames, data, at = [], open(path, "rb").read(), 0
    while at < len(data):
        end = data.index(b"\n", at)
        time, count, _ = data[at:end].decode().split(" ", 2)
        size = 24 * int(count)
        corners = numpy.frombuffer(data[end + 1 : end + 1 + size], dtype="<f8").reshape(-1, 3)
        at = end + 1 + size
        if not frames or frames[-1][0] != float(time):
            frames.append((float(time), []))
        frames[-1][1].append(corners)
    return frames


def holders():
    for item in list(bpy.data.objects) + [m.shape_keys for m in bpy.data.meshes if m.shape_keys]:
        if item.animation_data:
            yield item


def choose(clip):
    """Has every object do what the clip does with it; what the clip does not touch is at rest."""
    found = 0
    if clip.startswith("animations["):  # it has no name in the file: Blender gives it another one
        clip = "Anim_" + clip[len("animations[") : -1]
    for item in holders():
        data, action = item.animation_data, None
        for track in data.nla_tracks:
            track.mute = True
            if track.name == clip:
                action = track.strips[0].action
        data.action = action
        found += action is not None
    return found


def corners_now():
    graph = bpy.context.evaluated_depsgraph_get()
    out = []
    for item in bpy.data.objects:
        if item.type != "MESH" or item.name.startswith("Icosphere"):  # the importer's shape for bones
            continue
        shown = item.evaluated_get(graph)
        mesh = shown.to_mesh()
        points = numpy.empty(3 * len(mesh.vertices))
        mesh.vertices.foreach_get("co", points)
        numbers = numpy.empty(len(mesh.loops), dtype=numpy.int32)
        mesh.loops.foreach_get("vertex_index", numbers)
        matrix = numpy.array(shown.matrix_world)
        points = points.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]
        points = points[:, [0, 2, 1]] * [1, 1, -1]  # from Z up to Y up
        out.append(points[numbers])
        shown.to_mesh_clear()
    return out


def distance(ours, theirs):
    """The largest distance of corners; objects are those with as many corners that lie nearest."""
    worst, left = 0.0, list(theirs)
    for mine in ours:
        same = [t for t in left if len(t) == len(mine)]
        if not same:
            return None
        gaps = [numpy.linalg.norm(mine - t, axis=1).max() for t in same]
        best = int(numpy.argmin(gaps))
        worst = max(worst, gaps[best])
        left = [t for t in left if t is not same[best]]
    return worst


file, clip, keys, between = sys.argv[sys.argv.index("--") + 1 :]
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=file)
scene = bpy.context.scene
texts = ["%-24s %-24s" % (file.rsplit("/", 1)[-1], clip)]
ok = choose(clip) > 0
for kind, path in (("keys", keys), ("between", between)):
    worst, size, moved, first, times = 0.0, 0.0, 0.0, None, 0
    for time, ours in read_points(path):
        frame = time * scene.render.fps
        scene.frame_set(int(frame), subframe=frame - int(frame))
        gap = distance(ours, corners_now())
        if gap is None:
            ok = False
            texts.append("other triangles at %g s" % time)
            break
        points = numpy.concatenate(ours)
        size = max(size, float(numpy.linalg.norm(points.max(axis=0) - points.min(axis=0))))
        first = points if first is None else first
        moved = max(moved, float(numpy.linalg.norm(points - first, axis=1).max()))
        worst, times = max(worst, gap), times + 1
    texts.append("%s: %d times, moves by %.2g, off by %.2g of its size;" % (kind, times, moved / size, worst / size))
    if kind == "keys":
        ok = ok and worst <= BAR * size and moved > 0 and times >= 2
print("compared: %s %s" % (" ".join(texts), "ok" if ok else "TOO FAR"))
sys.exit(0 if ok else 1)

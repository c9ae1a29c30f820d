#!/usr/bin/env python3
"""Opens the same files with vkpick and with Blender, up to the first exact pick, and prints what each takes.

    tests/bench/blender_open.py VKPICK [FILE...] [--triangles N]

Without files it generates a hilly ground of 10 million triangles (or N) as GLB, PLY and OBJ. Each file is opened by
vkpick twice: with an empty cache of models, and again with what that left there; and once by Blender, which keeps no
cache. A pick is one ray through the middle of the picture, or in Blender straight down through the middle of the
scene's bounds. CPU is user and system time of all processes, memory the largest resident set of one process.

Needs Blender (Debian packages blender and python3-numpy) and ends with 77 without it. CI does not run it.
"""
import argparse
import array
import math
import os
import shutil
import struct
import sys
import tempfile
import time

BLENDER = """
import bpy, numpy, sys, os
numpy.bool = bool # Debian 12: the importer of glTF is older than its NumPy
from mathutils import Vector
path = sys.argv[sys.argv.index("--") + 1]
bpy.ops.wm.read_factory_settings(use_empty=True)
if path.endswith(".obj"):
    bpy.ops.wm.obj_import(filepath=path)
elif path.endswith(".ply"):
    bpy.ops.import_mesh.ply(filepath=path)
else:
    bpy.ops.import_scene.gltf(filepath=path)
meshes = [o for o in bpy.context.scene.objects if o.type == "MESH"]
corners = [o.matrix_world @ Vector(c) for o in meshes for c in o.bound_box]
middle = Vector([(min(c[i] for c in corners) + max(c[i] for c in corners)) / 2 for i in range(3)])
middle.z = max(c.z for c in corners) + 1
hit = bpy.context.scene.ray_cast(bpy.context.evaluated_depsgraph_get(), middle, Vector((0, 0, -1)))
print("picked:", hit[0], hit[4].name if hit[4] else None)
sys.stdout.flush()
os._exit(0) # leaving takes long, and is not what is measured
"""


def height(x, z):
    return 2 * math.sin(0.05 * x) * math.cos(0.07 * z)


def grid_rows(side):
    """The vertices of a grid of side x side quads, a row at a time."""
    for z in range(side + 1):
        yield [value for x in range(side + 1) for value in (0.1 * x, height(0.1 * x, 0.1 * z), 0.1 * z)]


def face_rows(side):
    """Its triangles' indices, a row of quads at a time."""
    for z in range(side):
        first = z * (side + 1)
        yield [i for k in range(first, first + side)
               for i in (k, k + side + 1, k + 1, k + 1, k + side + 1, k + side + 2)]


def write_glb(path, side):
    vertices, count = (side + 1) ** 2, 6 * side * side
    size = 12 * vertices + 4 * count
    extent = 0.1 * side
    document = ('{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"name":"ground"}],'
                '"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"buffers":[{"byteLength":%d}],'
                '"bufferViews":[{"buffer":0,"byteLength":%d},{"buffer":0,"byteOffset":%d,"byteLength":%d}],'
                '"accessors":[{"bufferView":0,"componentType":5126,"count":%d,"type":"VEC3","min":[0,-2,0],'
                '"max":[%.3f,2,%.3f]},{"bufferView":1,"componentType":5125,"count":%d,"type":"SCALAR"}]}'
                % (size, 12 * vertices, 12 * vertices, 4 * count, vertices, extent + 1e-3, extent + 1e-3, count))
    document += " " * (-len(document) % 4)
    with open(path, "wb") as out:
        out.write(struct.pack("<4sII", b"glTF", 2, 28 + len(document) + size))
        out.write(struct.pack("<I4s", len(document), b"JSON") + document.encode())
        out.write(struct.pack("<I4s", size, b"BIN\0"))
        for row in grid_rows(side):
            array.array("f", row).tofile(out)
        for row in face_rows(side):
            array.array("I", row).tofile(out)


def write_ply(path, side):
    with open(path, "wb") as out:
        out.write(("ply\nformat binary_little_endian 1.0\nelement vertex %d\nproperty float x\nproperty float y\n"
                   "property float z\nelement face %d\nproperty list uchar int vertex_indices\nend_header\n"
                   % ((side + 1) ** 2, 2 * side * side)).encode())
        for row in grid_rows(side):
            array.array("f", row).tofile(out)
        face = struct.Struct("<B3i")
        for row in face_rows(side):
            out.write(b"".join(face.pack(3, *row[i:i + 3]) for i in range(0, len(row), 3)))


def write_obj(path, side):
    with open(path, "w") as out:
        for row in grid_rows(side):
            out.write("".join("v %.6f %.6f %.6f\n" % tuple(row[i:i + 3]) for i in range(0, len(row), 3)))
        for row in face_rows(side):
            out.write("".join("f %d %d %d\n" % (row[i] + 1, row[i + 1] + 1, row[i + 2] + 1)
                              for i in range(0, len(row), 3)))


def measure(command, environment, log):
    """Runs a command; its CPU and wall seconds, and its peak in MiB. None: it failed."""
    start = time.time()
    child = os.fork()
    if child == 0:
        with open(log, "wb") as out:
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
        os.execvpe(command[0], command, environment)
    _, status, usage = os.wait4(child, 0)
    wall = time.time() - start
    return None if status else (usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024)


def wait_for_cache(folder):
    """A process of its own writes an entry after the pick, as NAME.model.XXXXXX, and gives it its name (NAME.model) when
    the disk has it. Waits for that; twenty seconds for it to begin, since small models get no entry."""
    end = time.time() + 20
    while time.time() < end:
        names = os.listdir(folder) if os.path.isdir(folder) else []
        if any(name.endswith(".model") for name in names):
            return
        if any(".model." in name for name in names):
            end = time.time() + 20
        time.sleep(0.1)


def show(what, row):
    print("  %-22s %s" % (what, "failed" if row is None else "CPU %8.2f s  wall %8.2f s  peak %7.0f MiB" % row),
          flush=True)


def compare(vkpick, path, work):
    environment = {"PATH": "/usr/bin:/bin", "HOME": work, "XDG_CACHE_HOME": os.path.join(work, "cache")}
    shutil.rmtree(environment["XDG_CACHE_HOME"], ignore_errors=True)
    os.mkdir(environment["XDG_CACHE_HOME"])
    log = os.path.join(work, "log")
    ours = [vkpick, "pick", path, "--at", "640,360"]
    print("%s (%.0f MB)" % (os.path.basename(path), os.path.getsize(path) / 1e6))
    rows = []
    for what in ("vkpick, cold", "vkpick, from the cache"):
        rows.append(measure(ours, environment, log))
        wait_for_cache(os.path.join(environment["XDG_CACHE_HOME"], "vkpick", "models"))
        show(what, rows[-1])
    with open(os.path.join(work, "open.py"), "w") as out:
        out.write(BLENDER)
    rows.append(measure(["blender", "--background", "--factory-startup", "--python-exit-code", "1", "--python",
                         os.path.join(work, "open.py"), "--", path], environment, log))
    with open(log, errors="replace") as said:
        if rows[-1] is not None and "picked: True" not in said.read():
            print("  Blender's ray hits nothing")
    show("Blender", rows[-1])
    if None not in rows:
        print("  Blender / vkpick        cold: CPU %.1f, memory %.1f; from the cache: CPU %.0f, memory %.1f"
              % (rows[2][0] / rows[0][0], rows[2][2] / rows[0][2], rows[2][0] / rows[1][0], rows[2][2] / rows[1][2]),
              flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("vkpick")
    arguments.add_argument("files", nargs="*")
    arguments.add_argument("--triangles", type=int, default=10000000, metavar="N")
    given = arguments.parse_args()
    if shutil.which("blender") is None:
        print("skipped: needs Blender (package blender)")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as work:
        for path in given.files:
            compare(os.path.abspath(given.vkpick), os.path.abspath(path), work)
        side = math.isqrt(given.triangles // 2)
        for kind, write in (("glb", write_glb), ("ply", write_ply), ("obj", write_obj)) if not given.files else ():
            path = os.path.join(work, "ground." + kind)
            write(path, side)
            compare(os.path.abspath(given.vkpick), path, work)
            os.remove(path)


main()

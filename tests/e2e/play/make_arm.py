#!/usr/bin/env python3
"""Writes arm.gltf beside this script: a small model that moves in every way that clips can.

"bend": bone_b turns a quarter about z within 2 s, so the arm bends; the wheel slides along a spline and is hidden from
1 s on; the face bulges. "slide": only the wheel moves, in steps.
"""
import base64
import json
import math
import os
import struct

data = b""
views, accessors = [], []


def add(values, kind, code="f", component=5126):
    global data
    width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}[kind]
    blob = struct.pack("<%d%s" % (len(values), code), *values)
    data += b"\0" * (-len(data) % 4)
    views.append({"buffer": 0, "byteOffset": len(data), "byteLength": len(blob)})
    data += blob
    accessors.append({"bufferView": len(views) - 1, "componentType": component, "count": len(values) // width, "type": kind})
    if kind == "VEC3" and code == "f":
        rows = [values[i : i + 3] for i in range(0, len(values), 3)]
        accessors[-1]["min"] = [min(c) for c in zip(*rows)]
        accessors[-1]["max"] = [max(c) for c in zip(*rows)]
    return len(accessors) - 1


# The arm: 5 rows of 2 vertices, from x 0 to 4. bone_b takes over in the middle.
arm = [c for i in range(5) for y in (-0.5, 0.5) for c in (float(i), y, 0.0)]
arm_indices = [k for i in range(4) for k in (2 * i, 2 * i + 2, 2 * i + 1, 2 * i + 1, 2 * i + 2, 2 * i + 3)]
joints = [j for i in range(10) for j in (0, 1, 0, 0)]
weights = [w for i in range(10) for w in ((1 - i // 2 / 4, i // 2 / 4, 0.0, 0.0))]
square = [-1.0, -1.0, 0.0, 1.0, -1.0, 0.0, 1.0, 1.0, 0.0, -1.0, 1.0, 0.0]
up = [0.0, 0.0, 1.0]
quarter = math.sqrt(0.5)
binds = [1.0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -2, 0, 0, 1]

positions, square_positions = add(arm, "VEC3"), add(square, "VEC3")
arm_attributes = {"POSITION": positions, "NORMAL": add(up * 10, "VEC3"),
                  "JOINTS_0": add(joints, "VEC4", "B", 5121), "WEIGHTS_0": add(weights, "VEC4")}
indices = add(arm_indices, "SCALAR", "H", 5123)
square_indices = add([0, 1, 2, 0, 2, 3], "SCALAR", "H", 5123)
bulge = add([0.0] * 6 + [1.0, 1.0, 0.0] + [0.0] * 3, "VEC3")
two = add([0.0, 2.0], "SCALAR")
one = add([0.0, 1.0], "SCALAR")
document = {
    "asset": {"version": "2.0"},
    "extensionsUsed": ["KHR_animation_pointer", "KHR_node_visibility"],
    "scene": 0,
    "scenes": [{"nodes": [0]}],
    "nodes": [
        {"name": "root", "children": [1, 2, 4, 5]},
        {"name": "arm", "mesh": 0, "skin": 0},
        {"name": "bone_a", "children": [3]},
        {"name": "bone_b", "translation": [2, 0, 0]},
        {"name": "wheel", "mesh": 1, "translation": [0, 3, 0]},
        {"name": "face", "mesh": 2, "translation": [6, 0, 0]},
    ],
    "meshes": [
        {"name": "arm", "primitives": [{"attributes": arm_attributes, "indices": indices, "material": 0}]},
        {"name": "wheel", "primitives": [{"attributes": {"POSITION": square_positions}, "indices": square_indices, "material": 0}]},
        {"name": "face", "primitives": [{"attributes": {"POSITION": square_positions}, "indices": square_indices,
                                         "targets": [{"POSITION": bulge}], "material": 0}]},
    ],
    "materials": [{"doubleSided": True}],
    "skins": [{"joints": [2, 3], "inverseBindMatrices": add(binds, "MAT4")}],
    "animations": [
        {
            "name": "bend",
            "samplers": [
                {"input": two, "output": add([0.0, 0, 0, 1, 0, 0, quarter, quarter], "VEC4")},
                {"input": two, "interpolation": "CUBICSPLINE",
                 "output": add([0.0, 0, 0, 0, 3, 0, 1, 0, 0, 1, 0, 0, 4, 3, 0, 0, 0, 0], "VEC3")},
                {"input": one, "interpolation": "STEP", "output": add([1, 0], "SCALAR", "B", 5121)},
                {"input": two, "output": add([0.0, 1.0], "SCALAR")},
            ],
            "channels": [
                {"sampler": 0, "target": {"node": 3, "path": "rotation"}},
                {"sampler": 1, "target": {"node": 4, "path": "translation"}},
                {"sampler": 2, "target": {"path": "pointer", "extensions": {"KHR_animation_pointer": {
                    "pointer": "/nodes/4/extensions/KHR_node_visibility/visible"}}}},
                {"sampler": 3, "target": {"node": 5, "path": "weights"}},
            ],
        },
        {
            "name": "slide",
            "samplers": [{"input": one, "interpolation": "STEP", "output": add([0.0, 3, 0, 2, 3, 0], "VEC3")}],
            "channels": [{"sampler": 0, "target": {"node": 4, "path": "translation"}}],
        },
    ],
    "bufferViews": views,
    "accessors": accessors,
}
document["buffers"] = [{"byteLength": len(data), "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode()}]
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "arm.gltf"), "w", encoding="utf-8") as file:
    json.dump(document, file, indent=1)
    file.write("\n")

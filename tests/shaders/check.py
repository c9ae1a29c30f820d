#!/usr/bin/env python3
"""check.py GLSLC SHADERS: what a pick on the CPU computes too must be rounded as written.

Compiles the shaders that decide which pixels an object covers, and reports every sum or product that the compiler
fused or that a driver may fuse: operations without NoContraction, dot products, and products of matrices. Last it
drops each `precise` of the alpha formula in turn from a copy and expects to be told."""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# With their extra flags. Positions and texture coordinates, then what discards.
SHADERS = [("object.vert", []), ("object.vert", ["-DWITHOUT_PRIMITIVE_ID"]),
           ("ids.frag", []), ("ids.frag", ["-DWITHOUT_PRIMITIVE_ID"]), ("mask.frag", [])]
ARITHMETIC = re.compile(r"\s*(%\w+) = Op(FAdd|FSub|FMul|VectorTimesScalar)\b")
# Sums of products, of which Vulkan says only how far they may be off.
INEXACT = re.compile(r"= Op(Dot|MatrixTimes\w+|VectorTimesMatrix)\b| = OpExtInst .* Fma\b")


def faults(glslc, folder, name, flags):
    command = [glslc, "-O", "-S", "--target-env=vulkan1.3", *flags, "-o", "-", str(folder / name)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    kept = set(re.findall(r"OpDecorate (%\w+) NoContraction", text))
    for line in text.splitlines():
        found = ARITHMETIC.match(line)
        if INEXACT.search(line) or (found and found.group(1) not in kept):
            yield line.strip()


def main():
    glslc, shaders = sys.argv[1], Path(sys.argv[2])
    failed = False
    for name, flags in SHADERS:
        for line in faults(glslc, shaders, name, flags):
            print(f"{name}: may be fused: {line}")
            failed = True
    with tempfile.TemporaryDirectory() as work:
        copy = Path(work) / "shaders"
        shutil.copytree(shaders, copy)
        material = copy / "material.glsl"
        text = material.read_text()
        places = [found.start() for found in re.finditer(r"\bprecise (?=float|vec)", text)]
        for place in places:
            material.write_text(text[:place] + text[place + len("precise "):])
            if not list(faults(glslc, copy, "ids.frag", [])):
                print(f"material.glsl: without the `precise` at {place} nothing is reported")
                failed = True
        if not places:
            print("material.glsl: nothing is precise")
            failed = True
    sys.exit(failed)


main()

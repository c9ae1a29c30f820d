#!/usr/bin/env python3
"""Prints a table of model files: what opening each gives, and what it costs.

    tests/bench/model_table.py VKPICK FOLDER_OR_FILE... [--ending obj]...

Each file is read by `vkpick info`, without the cache of models, in a process of its own. CPU is user and system time of
all its processes, the peak is the largest resident set of one of them. A file is refused with exit status 3 and one
line, which is shown in place of numbers; `FAILED` is anything else that is not exit status 0, and makes this script's 1.
CI does not run it.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

ENDINGS = ("gltf", "glb", "obj", "ply", "stl", "fbx", "dae", "3mf", "off")


def find(paths, endings):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for folder, folders, names in os.walk(path):
            folders.sort()
            for name in sorted(names):
                if name.lower().rsplit(".", 1)[-1] in endings:
                    yield os.path.join(folder, name)


def measure(command):
    """Exit status, output, error text, CPU seconds and peak MiB."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as said:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=said)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        said.seek(0)
        return (child.returncode, out.read().decode(errors="replace"), said.read().decode(errors="replace").strip(),
                usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def clean(text):
    return text.replace("|", "\\|").replace("\n", " ")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("vkpick")
    arguments.add_argument("paths", nargs="+")
    arguments.add_argument("--ending", action="append", help="only files that end so; may be repeated")
    given = arguments.parse_args()
    counts = {"opened": 0, "refused": 0, "FAILED": 0}
    print("| file | result | triangles | points | segments | CPU | peak | warnings or reason |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    root = given.paths[0] if len(given.paths) == 1 and os.path.isdir(given.paths[0]) else "/"
    for path in find(given.paths, given.ending or ENDINGS):
        status, out, said, cpu, peak = measure([given.vkpick, "info", path, "--no-cache"])
        result = {0: "opened", 3: "refused"}.get(status, "FAILED")
        counts[result] += 1
        numbers, notes = ("", "", ""), said.split(path + ": ", 1)[-1]
        if status == 0:
            info = json.loads(out)
            numbers = (info["triangles"], info.get("points", 0), info.get("segments", 0))
            warnings = info["warnings"]
            notes = warnings[0] + ("" if len(warnings) == 1 else "; %d more" % (len(warnings) - 1)) if warnings else ""
        print("| %s | %s | %s | %s | %s | %.2f s | %.0f MiB | %s |"
              % (clean(os.path.relpath(path, root)), result, *numbers, cpu, peak, clean(notes)), flush=True)
    print("\n%d opened, %d refused, %d failed" % (counts["opened"], counts["refused"], counts["FAILED"]))
    sys.exit(1 if counts["FAILED"] else 0)


main()

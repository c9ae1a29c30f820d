#!/usr/bin/env python3
"""Whether dependencies run downhill, as the tables of rooms in docs/architecture.md say.

    check.py ROOT BUILD [--part SOURCES]... [--plant FROM TO]...

A file depends on the files that it includes, and on those that define what it calls: the symbols of the object files
below BUILD. It may use its own room and rooms on lower floors. No circle may tie files together. In a library, one
file alone calls the C library's heap: all others go through the caller's allocator. BUILD is an ordinary build, not a
unity build. No two files of picking give something private (static) the same name, since unity builds make them one.
The files that the document's "First guesses" names must be there, and those of the table of capabilities
in docs/how-picking-works.md.

--part checks only that part, by its heading in the document (picking/src).
--plant adds an arrow between two files of one part, or from a file to a function of the heap, or gives it a private
name. The tests do so, to see that it is noticed.
"""
import argparse
import os
import re
import subprocess
import sys

# The parts of the project: sources, which are its heading in the document, and public headers.
PARTS = [
    ("picking/src", "picking/include/picking"),
    ("renderer/src", "renderer/include/renderer"),
    ("editor", None),
]
HEAP = {"malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign", "strdup", "free"}
LEVELS = re.compile(r"_(scalar|sse2|avx2|avx512)\.c$")  # files of one SIMD level each, which no unity build takes
PRIVATE = re.compile(r"^static [^;={}()]*?\b(\w+)(?:\(|\[| =|;)", re.M)
HEAP_FILES = {"picking/src": "base/base.c", "renderer/src": "device/heap.c"}  # that may call it
ROW = re.compile(r"^\| *(\d+) *\| *`([^`]+)` *\| *(.*?) *\|$")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Room:
    def __init__(self, floor, name, text):
        self.floor, self.name = floor, name
        self.headers = set(re.findall(r"`(\w+\.h)`", text))  # public headers without a source of their name


def read_rooms(document, part):
    """The rows of the table below the part's heading."""
    section = re.search(r"^### `%s`\n(.*?)(?=^#|\Z)" % re.escape(part), document, re.M | re.S)
    if not section:
        sys.exit("rooms: docs/architecture.md has no table of `%s`" % part)
    rows = (ROW.match(line) for line in section.group(1).splitlines())
    return [Room(int(row.group(1)), row.group(2).rstrip("/"), row.group(3)) for row in rows if row]


class Part:
    def __init__(self, root, build, document, source, public):
        self.root, self.source, self.faults = root, source, []
        self.rooms = read_rooms(document, source)
        self.room = {}
        self.files = [os.path.relpath(os.path.join(folder, name), os.path.join(root, source))
                      for folder, _, names in os.walk(os.path.join(root, source))
                      for name in names if name.endswith((".c", ".h", ".cpp"))]
        for file in self.files:
            rooms = [r for r in self.rooms if file == r.name or file.startswith(r.name + "/")]
            if not rooms:
                self.faults.append("%s is in no room of the table" % file)
                continue
            self.room[file] = max(rooms, key=lambda r: len(r.name))
        for room in self.rooms:
            if room not in self.room.values():
                self.faults.append("the room %s is empty" % room.name)
        self.paths = {file: os.path.join(root, source, file) for file in self.room}
        self.public = os.path.basename(public) if public else None
        if public:
            self.add_public(os.path.join(root, public))
        self.arrows = {}  # (file, file): why
        for file in self.room:
            for include in re.findall(r'^#include "([^"]+)"', read(self.paths[file]), re.M):
                self.add_arrow(file, self.resolve(file, include), "includes")
        self.add_symbols(build)
        self.names = {}  # private name: files
        if source == "picking/src":
            for file in sorted(self.room):
                if file.endswith(".c") and not LEVELS.search(file):
                    self.add_names(file, PRIVATE.findall(read(self.paths[file])))

    def add_names(self, file, names):
        for name in names:
            self.names.setdefault(name, set()).add(file)

    def add_public(self, folder):
        stems = {os.path.splitext(os.path.basename(f))[0]: r for f, r in self.room.items() if f.endswith(".c")}
        for name in sorted(os.listdir(folder)):
            room = next((r for r in self.rooms if name in r.headers), stems.get(name[:-2]))
            if name == self.public + ".h":  # includes all others
                continue
            if room is None:
                self.faults.append("%s/%s: no room has a source of this name, or names the header" % (self.public, name))
                continue
            self.room[self.public + "/" + name] = room
            self.paths[self.public + "/" + name] = os.path.join(folder, name)

    def resolve(self, file, include):
        beside = os.path.normpath(os.path.join(os.path.dirname(file), include))
        return next((f for f in (include, beside) if f in self.room), None)

    def add_arrow(self, file, other, why):
        if other is not None and file != other:
            self.arrows.setdefault((file, other), why)

    def objects(self, build):
        """Each source and its object file. CMake writes A/../B/C.c to A/CMakeFiles/TARGET.dir/__/B/C.c.o."""
        for folder, _, names in os.walk(os.path.join(build, self.source.split("/")[0])):
            above, _, inside = os.path.relpath(folder, build).partition("CMakeFiles/")
            inside = inside.partition(".dir")[2].strip("/").replace("__", "..")
            for name in names:
                source = os.path.normpath(os.path.join(above, inside, os.path.splitext(name)[0]))
                if name.endswith(".o") and os.path.relpath(source, self.source) in self.room:
                    yield os.path.relpath(source, self.source), os.path.join(folder, name)

    def add_symbols(self, build):
        defined, used = {}, list(self.objects(build))
        if len(used) < sum(file.endswith((".c", ".cpp")) for file in self.room) / 2:
            sys.exit("rooms: no object files of %s in the build" % self.source)
        wanted = []
        files = {path: file for file, path in used}
        for line in subprocess.check_output(["nm", "-A", "-P", *files], text=True).splitlines():
            path, entry = line.split(": ", 1)
            symbol, kind = entry.split()[:2]
            if kind == "U":
                wanted.append((files[path], symbol))
            elif kind.isupper():
                defined[symbol] = files[path]
        for file, symbol in wanted:
            self.add_arrow(file, defined.get(symbol), "calls %s of" % symbol)
            self.check_heap(file, symbol)

    def check_heap(self, file, symbol):
        if symbol in HEAP and file != HEAP_FILES.get(self.source, file):
            self.faults.append("%s calls %s, not the caller's allocator" % (file, symbol))

    def check(self):
        for (file, other), why in sorted(self.arrows.items()):
            up, down = self.room[file], self.room[other]
            if up is not down and up.floor <= down.floor:
                self.faults.append("%s (floor %d) %s %s (floor %d)" % (file, up.floor, why, other, down.floor))
        self.check_circles()
        for name, files in sorted(self.names.items()):
            if len(files) > 1:
                self.faults.append("%s have a private %s each" % (" and ".join(sorted(files)), name))
        return ["%s: %s" % (self.source, fault) for fault in self.faults]

    def check_circles(self):
        """Strongly connected components, by Tarjan's algorithm."""
        ahead = {}
        for a, b in self.arrows:
            ahead.setdefault(a, []).append(b)
        order, low, stack = {}, {}, []

        def visit(a):
            order[a] = low[a] = len(order)
            stack.append(a)
            for b in ahead.get(a, []):
                if b not in order:
                    visit(b)
                    low[a] = min(low[a], low[b])
                elif b in stack:
                    low[a] = min(low[a], order[b])
            if low[a] == order[a]:
                ring = stack[stack.index(a):]
                del stack[stack.index(a):]
                if len(ring) > 1:
                    inside = ["%s %s %s" % (a, why, b) for (a, b), why in sorted(self.arrows.items())
                              if a in ring and b in ring]
                    self.faults.append("circle of %d:\n    %s" % (len(ring), "\n    ".join(inside)))

        sys.setrecursionlimit(10000)
        for a in sorted(ahead):
            if a not in order:
                visit(a)


def check_guesses(root, document):
    """Files that "First guesses" names and that are not there."""
    section = re.search(r"^## First guesses\n(.*?)(?=^#|\Z)", document, re.M | re.S)
    files = re.findall(r"`([a-z]\w*/[\w/.]+)`", section.group(1)) if section else []
    return ["first guesses: there is no %s" % file for file in files or ["table"]
            if not os.path.isfile(os.path.join(root, file))]


def check_capabilities(root):
    """Headers, tests and scripts that the table of capabilities names and that are not there."""
    document = read(os.path.join(root, "docs", "how-picking-works.md"))
    section = re.search(r"^## 9\. .*?\n(.*?)(?=^#|\Z)", document, re.M | re.S)
    rows = [line.strip("| ").split(" | ") for line in (section.group(1) if section else "").splitlines()
            if line.startswith("| ") and ".h`" in line]
    places = [None, "picking/include/picking/%s", "tests/unit/picking/%s", "tests/e2e/play/%s.play"]
    files = [place % name for row in rows for cell, place in zip(row, places) if place
             for name in re.findall(r"`([\w/.]+)`", cell)]
    return ["capabilities: there is no %s" % file for file in files or ["table"]
            if not os.path.isfile(os.path.join(root, file))]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root")
    parser.add_argument("build")
    parser.add_argument("--part", action="append", choices=[source for source, _ in PARTS])
    parser.add_argument("--plant", nargs=2, action="append", default=[])
    arguments = parser.parse_args()
    document = read(os.path.join(arguments.root, "docs", "architecture.md"))
    faults, files, arrows = check_guesses(arguments.root, document) + check_capabilities(arguments.root), 0, 0
    for source, public in PARTS:
        if arguments.part and source not in arguments.part:
            continue
        if not os.path.isdir(os.path.join(arguments.build, source.split("/")[0])):
            continue  # left out of this build
        part = Part(arguments.root, arguments.build, document, source, public)
        for file, other in arguments.plant:
            if file in part.room and other in HEAP:
                part.check_heap(file, other)
            elif file in part.room:
                if other in part.room:
                    part.add_arrow(file, other, "is planted to include")
                else:
                    part.add_names(file, [other])
        faults += part.check()
        files, arrows = files + len(part.room), arrows + len(part.arrows)
    for fault in faults:
        print("rooms: " + fault)
    print("rooms: %d files, %d arrows, %d faults" % (files, arrows, len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

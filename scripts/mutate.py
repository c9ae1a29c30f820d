#!/usr/bin/env python3
"""Mutation testing of picking/: changes one operator, constant, condition or call at a time, and checks that a test fails.

    scripts/mutate.py                      500 mutants over all rooms; takes hours
    scripts/mutate.py --sample 20          a look; --seed N: others
    scripts/mutate.py --room interact      one room; --file gizmo_drag.c: one file; --every: each mutant, not one a line

Needs what the tests need, and prlimit (util-linux). Everything it builds lies in build/mutants.

The sample is drawn by a hash of each mutant's text and the seed: an edit of one line leaves the rest of the sample as it
is. A mutant that does not compile, or compiles to the same bytes, is replaced by the next. A mutant is killed when a test
fails, crashes or takes ten times as long as usual. tests/mutation/known.txt lists survivors that change nothing, or
nothing but speed, and those that only the tests under sanitizers kill, which count as killed.

Exit status: 0 when at least 95 % of the mutants that change meaning are killed, and 90 % in each room; else 1.
"""
import argparse
import fnmatch
import hashlib
import json
import multiprocessing
import os
import re
import shlex
import shutil
import subprocess
import sys
import time

from mutants import find_mutants

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WORK = os.path.join(ROOT, "build", "mutants")
KNOWN = os.path.join(ROOT, "tests", "mutation", "known.txt")
SOURCES, HEADERS = "picking/src/", "picking/include/picking/"

LEAST_PER_ROOM = 15
WANTED_TOTAL, WANTED_ROOM = 0.95, 0.90

# Programs of CTest's list that are not run: label, or name.
LABELS = {"unit", "differential", "determinism", "fuzz"}
NOT_RUN = {"determinism_2", "test_stack"}  # of which one measures what a compiler makes of the code

CONFIGURE = ["-G", "Ninja", "-DVKPICK_RENDERER=OFF", "-DVKPICK_EDITOR=OFF", "-DCMAKE_BUILD_TYPE=Debug",
             "-DCMAKE_C_COMPILER_LAUNCHER=", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]
TREE, BASE = os.path.join(WORK, "tree"), os.path.join(WORK, "base")
BASE_FLAGS = "-O1 -w -ffile-prefix-map=%s=." % TREE
COVERAGE_FLAGS = "-O1 -w --coverage -fprofile-update=atomic"


def room_of(name):
    return name.split("/")[0]  # the folder below picking/src


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def run(command, **options):
    result = subprocess.run(command, capture_output=True, text=True, **options)
    if result.returncode != 0:
        sys.exit("mutate: %s failed\n%s%s" % (shlex.join(command), result.stdout[-4000:], result.stderr[-4000:]))
    return result.stdout


# --- Building ---------------------------------------------------------------------------------------------------------

def tracked_files():
    names = run(["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard", "-z"]).split("\0")
    return [n for n in names if os.path.isfile(os.path.join(ROOT, n))]


def copy_tree(target):
    """Copies the sources, leaving files alone that have not changed, so that they are not compiled again."""
    names = tracked_files()
    for name in names:
        source, copy = os.path.join(ROOT, name), os.path.join(target, name)
        data = open(source, "rb").read()
        if not os.path.exists(copy) or open(copy, "rb").read() != data:
            os.makedirs(os.path.dirname(copy), exist_ok=True)
            with open(copy, "wb") as file:
                file.write(data)
            os.chmod(copy, os.stat(source).st_mode)
    wanted = set(names)
    for folder, _, files in os.walk(target):
        for file in files:
            path = os.path.join(folder, file)
            if os.path.relpath(path, target) not in wanted:
                os.remove(path)


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def configure(build, flags):
    run(["cmake", "-S", TREE, "-B", build, "-DCMAKE_C_FLAGS_DEBUG=" + flags] + CONFIGURE)


def build_in(folder, programs=()):
    run(["ninja", "-C", folder, "-j2"] + sorted(programs))


def list_tests():
    """Name and command of each test program of CTest's list, which knows only programs that are there."""
    tests = {}
    for test in json.loads(run(["ctest", "--show-only=json-v1"], cwd=BASE))["tests"]:
        labels = next((p["value"] for p in test.get("properties", []) if p["name"] == "LABELS"), [])
        command = test.get("command", [""])
        wanted = set(labels) & LABELS and "bench" not in labels and test["name"] not in NOT_RUN
        if wanted and command[0].startswith(BASE + os.sep):
            tests[test["name"]] = command
    return tests


class Failed(Exception):
    pass


def run_test(command, cpu_seconds, folder):
    """Runs a test program until its first failure. Raises Failed, else returns its CPU time, or None if it skips itself."""
    before = os.times()
    limited = ["prlimit", "--cpu=%d" % (cpu_seconds + 1), "--as=%d" % (8 << 30), "--core=0", "--"] + command
    process = subprocess.Popen(limited, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
    try:
        # cmocka goes on after a failure; we need not.
        pending = b""
        end = time.time() + 60 + 20 * cpu_seconds
        os.set_blocking(process.stderr.fileno(), False)
        while process.poll() is None:
            pending = pending[-20:] + (process.stderr.read() or b"")
            if b"[  FAILED  ]" in pending or time.time() > end:
                raise Failed
            time.sleep(0.005)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        process.stderr.close()
    if process.returncode == 77:
        return None
    if process.returncode != 0:
        raise Failed
    after = os.times()
    return max(0, after.children_user + after.children_system - before.children_user - before.children_system)


# --- What covers what -------------------------------------------------------------------------------------------------

def coverage_of(job):
    """The lines of picking that one test reaches: {path: [lines]}."""
    name, command = job
    prefix = os.path.join(WORK, "counts", name)
    shutil.rmtree(prefix, ignore_errors=True)
    os.makedirs(prefix)
    environment = dict(os.environ, GCOV_PREFIX=prefix, GCOV_PREFIX_STRIP="0")
    subprocess.run(command, cwd=prefix, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    counts = []
    for folder, _, files in os.walk(prefix):
        for file in files:
            if file.endswith(".gcda") and "picking.dir" in folder:
                path = os.path.join(folder, file)
                notes = path[len(prefix):-5] + ".gcno"
                os.symlink(notes, path[:-5] + ".gcno")
                counts.append(path)
    reached = {}
    if counts:
        output = run(["gcov", "-j", "-t"] + counts, cwd=prefix)
        for text in output.splitlines():
            data = json.loads(text)
            for file in data["files"]:
                path = os.path.relpath(os.path.join(data["current_working_directory"], file["file"]), TREE)
                if path.startswith(SOURCES):
                    lines = reached.setdefault(path, set())
                    lines.update(line["line_number"] for line in file["lines"] if line["count"] > 0)
    shutil.rmtree(prefix)
    return name, {p: sorted(lines) for p, lines in reached.items()}


class Stored:
    """What was found out about each test program, as long as its bytes are the same: a file of JSON."""

    def __init__(self, name):
        self.path = os.path.join(WORK, name)
        self.entries = json.loads(read(self.path)) if os.path.exists(self.path) else {}

    def get(self, name, command):
        entry = self.entries.get(name)
        return entry[1] if entry is not None and entry[0] == digest(command[0]) else None

    def last(self, name):
        """What was true of an older program of this name, or None."""
        return self.entries.get(name, (None, None))[1]

    def put(self, name, command, value):
        self.entries[name] = digest(command[0]), value
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump(self.entries, file)


def coverage(tests, jobs):
    """{test: {path: [lines of picking that it reaches]}}"""
    build = os.path.join(WORK, "coverage")
    tests = {name: [command[0].replace(BASE, build, 1)] + command[1:] for name, command in tests.items()}
    configure(build, COVERAGE_FLAGS)
    build_in(build, {os.path.relpath(command[0], build) for command in tests.values()})
    stored = Stored("coverage.json")
    work = [(n, command) for n, command in tests.items() if stored.get(n, command) is None]
    with multiprocessing.Pool(jobs) as pool:
        for name, reached in pool.imap_unordered(coverage_of, work):
            stored.put(name, tests[name], reached)
            print("counted which lines %s reaches" % name, flush=True)
    return {name: stored.get(name, command) for name, command in tests.items()}


def covering_tests(mutant, reached, times):
    """The tests that reach a mutant's line, the likeliest to fail per second first."""
    found = []
    for name, files in reached.items():
        lines = files.get(SOURCES + mutant.name, [])
        if name not in times or not lines:
            continue
        direct = mutant.line in lines
        if not direct and any(mutant.line in f.get(SOURCES + mutant.name, []) for f in reached.values()):
            continue  # a line without code of its own is judged by the tests of its file
        share = len(lines) / sum(len(f) for f in files.values())
        found.append((-(share + 0.01) / (times[name] + 0.1), name))
    return [name for _, name in sorted(found)]


# --- Running ----------------------------------------------------------------------------------------------------------

class Worker:
    """Compiles and links beside the build that all share, with a copy of picking of its own, and runs the tests."""

    def __init__(self, number):
        self.folder = os.path.join(WORK, "worker-%d" % number)
        self.out = os.path.join(self.folder, "out")
        self.tests = list_tests()

    def load(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(os.path.join(TREE, "picking"), os.path.join(self.folder, "picking"))
        self.compile = {}  # object: command
        for entry in json.loads(read(os.path.join(BASE, "compile_commands.json"))):
            own = entry["command"].replace(TREE + "/picking", self.folder + "/picking").replace(
                "-ffile-prefix-map=" + TREE, "-ffile-prefix-map=%s=. -ffile-prefix-map=%s" % (self.folder, TREE))
            words = shlex.split(own)
            self.compile[words[words.index("-o") + 1]] = words
        self.users = {}  # file: objects
        target = None
        for line in run(["ninja", "-t", "deps"], cwd=BASE).splitlines():
            if line.startswith(" "):
                path = os.path.relpath(os.path.join(BASE, line.strip()), TREE)
                if target in self.compile:
                    self.users.setdefault(path, []).append(target)
            elif ":" in line:
                target = line.split(":")[0]
        self.links = {}  # of tests, when they are needed

    def link_command(self, name):
        if name not in self.links:
            program = os.path.relpath(self.tests[name][0], BASE)
            line = run(["ninja", "-t", "commands", "-s", program], cwd=BASE).strip()
            words = [w for w in shlex.split(line) if w not in (":", "&&")]
            self.links[name] = words, program
        return self.links[name]

    def compile_object(self, target):
        words = list(self.compile[target])
        made = os.path.join(self.out, target)
        os.makedirs(os.path.dirname(made), exist_ok=True)
        words[words.index("-o") + 1] = made
        if subprocess.run(words, cwd=BASE, capture_output=True).returncode != 0:
            return None
        same = open(made, "rb").read() == open(os.path.join(BASE, target), "rb").read()
        return made, same

    def link(self, name, library, made):
        """Links a test with what has changed of the library, which then takes nothing else of these files from it."""
        words, program = self.link_command(name)
        words = list(words)
        output = os.path.join(self.out, os.path.basename(program))
        words[words.index("-o") + 1] = output
        for i, word in enumerate(words):
            if word in self.users_now and word not in library:
                if word not in made:
                    result = self.compile_object(word)
                    if result is None:
                        return None
                    made[word] = result[0]
                words[i] = made[word]
        at = words.index("-o")
        words[at:at] = [made[t] for t in library]
        if subprocess.run(words, cwd=BASE, capture_output=True).returncode != 0:
            return None
        return output

    def judge(self, mutant, order, times):
        """Verdict and the test that gave it: invalid, same, killed or survived."""
        path = os.path.join(self.folder, SOURCES, mutant.name)
        text = read(path)
        shutil.rmtree(self.out, ignore_errors=True)
        os.makedirs(self.out)
        try:
            with open(path, "w", encoding="utf-8") as file:
                file.write(mutant.apply(text))
            return self.judge_applied(mutant, order, times)
        finally:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

    def judge_applied(self, mutant, order, times):
        self.users_now = set(self.users.get(SOURCES + mutant.name, []))
        library = sorted((t for t in self.users_now if "picking.dir" in t),
                         key=lambda t: os.path.getsize(os.path.join(BASE, t)))
        made, different = {}, []
        for target in library:
            result = self.compile_object(target)
            if result is None:
                return "invalid", ""
            made[target], same = result
            if not same:
                different.append(target)
        if not different:
            return "same", ""
        for name in order:
            program = self.link(name, different, made)
            if program is None:
                return "killed", name + " (does not link)"
            try:
                run_test([program] + self.tests[name][1:], 10 * times[name] + 1, self.out)
            except Failed:
                return "killed", name
        return "survived", ""


def measure(worker, slowest):
    """CPU seconds of each test that takes no more, without those that skip themselves. All must pass."""
    stored, times = Stored("times.json"), {}
    for name, command in worker.tests.items():
        taken = stored.get(name, command)
        if taken is None:
            if (stored.last(name) or 0) > slowest:
                continue
            try:
                taken = run_test(command, 600, BASE)
            except Failed:
                sys.exit("mutate: %s fails without any mutation" % name)
            stored.put(name, command, -1 if taken is None else taken)
        if taken is not None and 0 <= taken <= slowest:
            times[name] = taken
    return times


def work(number, tasks, results, reached, times):
    os.nice(10)
    worker = Worker(number)
    worker.load()
    for mutant in iter(tasks.get, None):
        begin = time.time()
        try:
            verdict = worker.judge(mutant, covering_tests(mutant, reached, times), times)
        except Exception as error:  # shown, and the mutant counts as a survivor
            verdict = "survived", "error: %r" % error
        results.put((mutant.key, verdict, time.time() - begin))


class Quotas:
    """Hands out each room's mutants in the order of their hashes until enough of them are valid."""

    def __init__(self, mutants, total, seed, only, every):
        self.every = every  # mutants of a line, else one
        self.waiting, self.wanted, self.lines = {}, {}, set()
        for mutant in sorted(mutants, key=lambda m: m.hash(seed)):
            self.waiting.setdefault(room_of(mutant.name), []).append(mutant)
        places = {room: len(ms) if every else len({(m.name, m.line) for m in ms}) for room, ms in self.waiting.items()}
        least = min(LEAST_PER_ROOM, total // len(places))
        rest = total - least * len(places)
        exact = {room: rest * n / sum(places.values()) for room, n in places.items()}
        self.wanted = {room: least + int(exact[room]) for room in places}
        for room in sorted(places, key=lambda r: int(exact[r]) - exact[r])[:total - sum(self.wanted.values())]:
            self.wanted[room] += 1
        self.wanted = {room: n for room, n in self.wanted.items() if not only or room in only}
        self.out = {room: 0 for room in places}  # given out, and not found invalid

    def next(self):
        """The next mutant, or None if all that are wanted are given out."""
        for room in sorted(self.wanted):
            while self.out[room] < self.wanted[room] and self.waiting[room]:
                mutant = self.waiting[room].pop(0)
                place = mutant.key[:3]
                if self.every or place not in self.lines:
                    self.lines.add(place)
                    self.out[room] += 1
                    return mutant
        return None

    def give_back(self, mutant):
        self.out[room_of(mutant.name)] -= 1
        self.lines.discard(mutant.key[:3])


# --- What is known ----------------------------------------------------------------------------------------------------

def read_known():
    """{key: (kind, reason)} from known.txt, whose format its first lines tell."""
    known = {}
    if not os.path.exists(KNOWN):
        return known
    for block in re.split(r"\n\s*\n", "\n".join(l for l in read(KNOWN).splitlines() if not l.startswith("#"))):
        lines = block.strip().splitlines()
        if not lines:
            continue
        head = re.fullmatch(r"(equivalent|speed|sanitized) (\S+) (\S+)", lines[0])
        if head is None or len(lines) < 4 or lines[1][:2] != "- " or lines[2][:2] != "+ ":
            sys.exit("mutate: %s: cannot read the entry\n%s" % (os.path.relpath(KNOWN, ROOT), block))
        key = (head[2], head[3], lines[1][2:].strip(), lines[2][2:].strip())
        known[key] = head[1], " ".join(lines[3:])
    return known


def describe(mutant):
    return "%s%s:%d %s\n  - %s\n  + %s" % (SOURCES, mutant.key[0], mutant.line, mutant.function, mutant.before,
                                           mutant.after)


# --- Main -------------------------------------------------------------------------------------------------------------

def compiled_files(worker):
    return sorted(p[len(SOURCES):] for p, users in worker.users.items()
                  if p.startswith(SOURCES) and any("picking.dir" in u for u in users))


def report(rows, survivors):
    print("\n%-10s %8s %7s %9s %11s %11s %7s" % (
        "room", "mutants", "killed", "survived", "equivalent", "speed only", "killed"))
    good = True
    total = dict.fromkeys(("killed", "survived", "equivalent", "speed"), 0)
    for room in sorted(r for r in rows if r != "all") + ["all"]:
        row = rows[room] if room != "all" else total
        counted = row["killed"] + row["survived"]
        share = row["killed"] / counted if counted else 1
        good = good and share >= (WANTED_TOTAL if room == "all" else WANTED_ROOM)
        print("%-10s %8d %7d %9d %11d %11d %6.1f%%" % (
            room, sum(row.values()), row["killed"], row["survived"], row["equivalent"], row["speed"], 100 * share))
        if room != "all":
            for kind in total:
                total[kind] += row[kind]
    if survivors:
        print("\nsurvivors:")
        for mutant in sorted(survivors, key=lambda m: (m.name, m.line)):
            print(describe(mutant))
    return good


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=500, metavar="N", help="mutants (500)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="chooses which (1)")
    parser.add_argument("--room", action="append", help="only this room; may be repeated")
    parser.add_argument("--file", action="append", help="only this file; may be repeated")
    parser.add_argument("--every", action="store_true", help="several mutants of a line too, else one")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), metavar="N", help="workers (2)")
    parser.add_argument("--slowest", type=float, default=1e9, metavar="S", help="leave out tests of more CPU seconds")
    parser.add_argument("--again", action="store_true",
                        help="believe what earlier runs killed where the function has not changed since")
    parser.add_argument("--known", action="store_true", help="run the mutants of known.txt too")
    return parser.parse_args()


class Results:
    """Verdicts of this run and earlier ones, a line of JSON each, in build/mutants/results.jsonl."""

    def __init__(self):
        self.path = os.path.join(WORK, "results.jsonl")
        self.stored = {}
        if os.path.exists(self.path):
            for line in read(self.path).splitlines():
                data = json.loads(line)
                self.stored[tuple(data["key"]), data["body"]] = data["verdict"], data["by"]

    def find(self, mutant):
        return self.stored.get((mutant.key, mutant.body))

    def add(self, mutant, verdict, by, seconds):
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps({"key": mutant.key, "body": mutant.body, "verdict": verdict,
                                   "by": by, "line": mutant.line, "seconds": round(seconds, 1)}) + "\n")


class Run:
    def __init__(self, options, mutants):
        self.options, self.known, self.results = options, read_known(), Results()
        self.quotas = Quotas(mutants, options.sample, options.seed, options.room, options.every)
        self.rows, self.survivors = {}, []

    def settle(self, mutant, verdict, by, note):
        """Counts a verdict. Mutants that do not count are replaced."""
        if verdict in ("invalid", "same"):
            self.quotas.give_back(mutant)
            return
        if verdict == "survived" and mutant.key in self.known:
            verdict = self.known[mutant.key][0].replace("sanitized", "killed")
        row = self.rows.setdefault(room_of(mutant.name), dict.fromkeys(("killed", "survived", "equivalent", "speed"), 0))
        row[verdict] += 1
        if verdict == "survived":
            self.survivors.append(mutant)
        print("%s%s:%d %s%s%s" % (SOURCES, mutant.name, mutant.line, verdict, " by " + by if by else "", note), flush=True)

    def from_before(self, mutant):
        """A verdict that needs no work, or None."""
        if mutant.key in self.known and not self.options.known:
            return "survived", ""
        stored = self.results.find(mutant) if self.options.again else None
        return stored if stored and stored[0] != "survived" else None

    def run(self, reached, times):
        jobs = self.options.jobs
        tasks, results = multiprocessing.Queue(), multiprocessing.Queue()
        workers = [multiprocessing.Process(target=work, args=(k, tasks, results, reached, times)) for k in range(jobs)]
        for process in workers:
            process.start()
        running = {}
        while True:
            while len(running) < jobs:
                mutant = self.quotas.next()
                if mutant is None:
                    break
                before = self.from_before(mutant)
                if before is not None:
                    self.settle(mutant, *before, "")
                    continue
                running[mutant.key] = mutant
                tasks.put(mutant)
            if not running:
                break
            key, (verdict, by), seconds = results.get()
            mutant = running.pop(key)
            self.results.add(mutant, verdict, by, seconds)
            self.settle(mutant, verdict, by, ", %.1f s" % seconds)
        for _ in workers:
            tasks.put(None)
        for process in workers:
            process.join()


def main():
    options = arguments()
    os.makedirs(WORK, exist_ok=True)
    copy_tree(TREE)
    configure(BASE, BASE_FLAGS)
    build_in(BASE)
    base = Worker(0)
    base.load()
    times = measure(base, options.slowest)
    reached = coverage({name: base.tests[name] for name in times}, options.jobs)
    names = compiled_files(base)
    folder = os.path.join(TREE, SOURCES)
    left_out = [os.path.relpath(os.path.join(where, name), folder) for where, _, files in os.walk(folder) for name in files]
    left_out = sorted(n for n in left_out if n.endswith((".c", ".h")) and n not in names)
    if left_out:
        print("not compiled for this processor: " + " ".join(left_out))
    if options.file:
        names = [n for n in names if any(fnmatch.fnmatch(n, p) or fnmatch.fnmatch(os.path.basename(n), p)
                                      for p in options.file)]
    mutants = find_mutants(folder, names, os.path.join(TREE, HEADERS))
    if not mutants:
        sys.exit("mutate: nothing to change there")
    print("%d possible mutants in %d files; %d tests" % (len(mutants), len(names), len(times)), flush=True)
    session = Run(options, mutants)
    if not options.file:
        for key in session.known.keys() - {mutant.key for mutant in mutants}:
            print("known.txt: no longer there: %s %s: %s" % key[:3])
    session.run(reached, times)
    return 0 if report(session.rows, session.survivors) else 1


if __name__ == "__main__":
    sys.exit(main())

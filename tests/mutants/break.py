#!/usr/bin/env python3
"""Mutation testing: breaks rules of primitives and checks that the tests detect it.

usage: tests/mutants/break.py [--seed N] [--first N] [--count N] [--only FILE] [--list] [--record]

A mutant is one edit (edits.py) in a rule of jit/ops: of a derivative, a batching rule, a lowering,
or their helper functions. All sampled mutants are compiled into one set of objects, each selected
by a number in the environment at start, so that a mutant costs a run and no build. The build must
have an object for each source: cmake --preset dev -B build-apart -DRILLE_BATCHES=OFF, then --build
build-apart. A mutant is tested by the table of ops for its primitive, then the whole of test_jit,
random graphs (tests/diff), the scripts of tests/conformance, the programs of tests/stablehlo, and
test_backends. A survivor is in equal.txt, with the reason why it is equivalent, or is a failure.
Verdicts are stored in build/mutants: an interrupted run continues from there, and a run after a
test was added tests only the survivors. --record appends the sums to ledger.txt. The last line
counts.
"""
import argparse
import collections
import hashlib
import json
import os
import pathlib
import re
import resource
import shlex
import shutil
import subprocess
import sys
import time

import edits

HERE = pathlib.Path(__file__).resolve().parent
LIMIT_BYTES = 8 << 30
FLAGS = ["-g0", "-w", "-I", ".", "-D_GLIBCXX_ASSERTIONS"]
SPARE = 1.2  # edits sampled for each requested one: some do not compile
ENV = dict(os.environ, RILLE_CACHE="off")  # main() names the plugins of the build
CHOICE, SERVER = HERE / "choice.cpp", HERE / "server.cpp"
ASKED = "namespace rille { int mutant_asked(); }\n"
Mutant = collections.namedtuple("Mutant", "number label path rule begin end new gives")


def edit_of(mutant):
    """The edit in words: the first line that differs, and its index among equal lines."""
    old = mutant.path.read_text()[mutant.begin:mutant.end].splitlines()
    for at, (before, after) in enumerate(zip(old, mutant.new.splitlines())):
        if before != after:
            which = f" (the {old[:at].count(before) + 1}.)" if old.count(before) > 1 else ""
            return f"{before.strip()}  ->  {after.strip()}{which}"
    return ""


def merged(source, mutants):
    """The file with each mutant's body before its rule's own; {number: its lines}."""
    by_body = collections.defaultdict(list)
    for mutant in mutants:
        by_body[mutant.begin].append(mutant)
    begin = source.index("\nnamespace rille {") + 1
    out, at, lines = [source[:begin], ASKED], begin, {}
    for place in sorted(by_body):
        out.append(source[at:place])
        for mutant in by_body[place]:
            first = "".join(out).count("\n") + 1
            ends = "" if mutant.gives else " return;"
            out.append(f"\nif (mutant_asked() == {mutant.number}) {{{mutant.new}{ends}}}\n")
            lines[mutant.number] = (first, "".join(out).count("\n") + 1)
        at = place
    return "".join(out) + source[at:], lines


class Bench:
    """Compiles files of jit/ops with mutants in them and links them with a finished build."""

    def __init__(self, build, folder):
        self.build, self.folder = build.resolve(), folder
        if "RILLE_BATCHES:BOOL=OFF" not in (build / "CMakeCache.txt").read_text():
            sys.exit(f"{build} compiles sources together: see the usage")
        commands = json.loads((build / "compile_commands.json").read_text())
        self.commands = {pathlib.Path(c["file"]).resolve(): c for c in commands}
        made = [re.search(r" -o (\S+\.o)\b", c["command"]) for c in commands]
        self.all_objects = [self.build / m.group(1) for m in made if m]
        headers = sorted(h for floor in ("vm", "jit") for h in pathlib.Path(floor).rglob("*.[hd]*"))
        self.below = "".join(h.read_text() for h in headers)

    def objects(self, *targets):
        places = tuple(f"{self.build}/CMakeFiles/{target}.dir/" for target in targets)
        return [o for o in self.all_objects if o.as_posix().startswith(places)]

    def compile(self, like, text, name):
        """(object or None, the compiler's output) of that text, with the flags of that file."""
        words = shlex.split(self.commands[like.resolve()]["command"])
        words = words[words.index(next(w for w in words if w.endswith("c++"))):] + FLAGS
        key = hashlib.sha256((text + str(words) + self.below).encode()).hexdigest()[:16]
        source, made = self.folder / f"{name}.cpp", self.folder / f"{key}.o"
        if made.exists():
            return made, ""
        source.write_text(text)
        words[words.index("-o") + 1] = str(made)
        words[words.index("-c") + 1] = str(source)
        done = subprocess.run(words, capture_output=True, text=True)
        return (made if done.returncode == 0 else None), done.stderr

    def with_mutants(self, path, mutants):
        """(object, mutants in it): mutants that do not compile are dropped."""
        source = path.read_text()
        while mutants:
            text, lines = merged(source, mutants)
            made, said = self.compile(path, text, path.stem)
            if made is not None:
                return made, mutants
            wrong = [int(n) for n in re.findall(rf"{path.stem}\.cpp:(\d+):\d+: error", said)]
            bad = {k for k, (a, b) in lines.items() if any(a <= n <= b for n in wrong)}
            mutants = [m for m in mutants if m.number not in bad] if bad else []
        return None, []

    def link(self, name, replaced, *targets):
        kept = [o for o in self.objects(*targets) if o not in replaced]
        program = self.folder / name
        linker = [f"-fuse-ld={x}" for x in ("mold", "gold") if shutil.which(f"ld.{x}")][:1]
        main = [] if name in ("diff", "rille") else [self.folder / "server.o", "-lgtest"]
        subprocess.run(["c++", "-o", program, "-Wl,-S", "-rdynamic", *linker, *kept,
                        *replaced.values(), self.folder / "choice.o", *main,
                        *self.libraries(), "-lpthread"],
                       check=True)
        return program

    def libraries(self):
        """The external libraries of the build with which the program is linked."""
        rules = (self.build / "build.ninja").read_text()
        rule = re.search(r"^build rille: .*?LINK_LIBRARIES = (.*?)$", rules, re.M | re.S)
        return [word for word in rule[1].split() if not word.startswith("-Wl,")]


class Suite:
    """A test program (server.cpp) that waits for a number and a filter and returns the result of
    the tests: its initialization runs once for all mutants."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, env=ENV, text=True)

    def __call__(self, number, limit_cpu_s, tests):
        """(status, seconds of processor time)"""
        print(number, limit_cpu_s, tests, file=self.process.stdin, flush=True)
        status, cpu_s = self.process.stdout.readline().split()
        return int(status), float(cpu_s)


def runner(*words_before, env=ENV):
    """The same for a program that takes its tests as last arguments."""
    def run(number, limit_cpu_s, tests):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        words = [*words_before, *tests.split()]
        try:
            status = subprocess.run(words, capture_output=True, timeout=60 + 30 * limit_cpu_s,
                                    env=dict(env, RILLE_MUTANT=str(number)),
                                    preexec_fn=lambda: resource.setrlimit(
                                        resource.RLIMIT_CPU, (limit_cpu_s, limit_cpu_s))).returncode
        except subprocess.TimeoutExpired:
            status = 1
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return status, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return run


class Stage:
    """Some tests of a program. They must pass without a mutant, before the first one; a mutant gets
    a multiple of that processor time, so that a busy machine fails no mutant."""

    def __init__(self, name, run, tests):
        self.name, self.run, self.tests, self.limit_cpu_s = name, run, tests, 0

    def catches(self, number):
        if self.limit_cpu_s == 0:
            status, cpu_s = self.run(0, 600, self.tests)
            if status != 0:
                sys.exit(f"{self.name} ({self.tests}) fails without a mutant")
            self.limit_cpu_s = int(3 * cpu_s + 4)
        return self.run(number, self.limit_cpu_s, self.tests)[0] != 0


class Tests:
    """The tests of a mutant, the cheapest first."""

    def __init__(self, programs, quick):
        suite, compiled, diff, rille = programs
        self.suite, self.compiled = Suite(suite), Suite(compiled)
        diff = runner(diff, "--count", "500", "--seed", "7000000", "--oracles")
        self.of_file = {}
        self.of_all = [Stage("test_jit", self.suite, "*"),
                       Stage("diff", diff, "passes,vmap,jvp,slopes,remat")]
        if not quick:
            self.of_all += [
                Stage("diff", diff, "reference,eager"),
                Stage("conformance", runner(rille, "test"), "tests/conformance"),
                Stage("stablehlo", runner(env=dict(ENV, RILLE=str(rille))),
                      "tests/stablehlo/run"),
                Stage("test_backends", self.compiled, "*-*Sweep*:*Random*:*Cache*")]

    def stages(self, name):
        if name not in self.of_file:
            self.of_file[name] = [Stage("its samples", self.suite, f"ops/*/{name}_*"),
                                  Stage("its samples", self.compiled, f"ops/*/{name}")]
        return self.of_file[name] + self.of_all

    def judge(self, mutant, is_equal):
        """The stage that detects it, or nothing; listed equivalent mutants run few tests."""
        stages = self.stages(mutant.path.stem)[:3 if is_equal else None]
        return next((s.name for s in stages if s.catches(mutant.number)), "")


class Verdicts:
    """Known results of edits: a line of JSON for each that was detected."""

    def __init__(self, path):
        self.path, self.stage_of = path, {}
        if path.exists():
            for line in path.read_text().splitlines():
                row = json.loads(line)
                self.stage_of[row["edit"]] = row["stage"]

    @staticmethod
    def key(mutant):
        body = mutant.path.read_text()[mutant.begin:mutant.end]
        words = f"{mutant.path} {mutant.rule} {body} -> {mutant.new}"
        return hashlib.sha256(words.encode()).hexdigest()[:16]

    def of(self, mutant):
        return self.stage_of.get(self.key(mutant))

    def put(self, mutant, stage):
        with self.path.open("a") as out:
            print(json.dumps({"edit": self.key(mutant), "stage": stage}), file=out)


def known_equal():
    """{(file, rule, edit)} of the equivalent survivors."""
    path = HERE / "equal.txt"
    lines = path.read_text().splitlines() if path.exists() else []
    rows = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    return {tuple(part.strip() for part in row[:3]) for row in rows}


def chosen(asked):
    everything = edits.mutants(pathlib.Path("jit/ops"))
    if asked.only:
        everything = [m for m in everything if m[1].name == asked.only]
    order = list(edits.drawn(everything, asked.seed))
    wanted = order[:int((asked.first + asked.count) * SPARE)]
    return [Mutant(k + 1, *m) for k, m in enumerate(wanted)]


def built(bench, mutants):
    """(mutants that compile, the programs that contain them)."""
    for name, text in (("choice", CHOICE.read_text()), ("server", SERVER.read_text())):
        made, said = bench.compile(pathlib.Path("jit/ops/add.cpp"), text, name)
        if made is None:
            sys.exit(said)
        shutil.copy(made, bench.folder / f"{name}.o")
    by_file = collections.defaultdict(list)
    for mutant in mutants:
        by_file[mutant.path].append(mutant)
    replaced, good = {}, []
    for path, some in by_file.items():
        made, compiled = bench.with_mutants(path, some)
        if made is None:
            continue
        original = next(o for o in bench.all_objects if o.as_posix().endswith(f"/{path}.o"))
        replaced[original] = made
        good += compiled
    below = ("rille_vm", "rille_jit")
    programs = (
        bench.link("suite", replaced, *below, "test_jit", "test_support"),
        bench.link("compiled", replaced, *below, "rille_backends", "test_backends", "test_support"),
        bench.link("diff", replaced, *below, "rille_backends", "diff", "diff_parts"),
        bench.link("rille", replaced, *below, "rille_backends", "rille_lang", "rille_stdlib",
                   "rille_repl", "rille"),
    )
    return sorted(good, key=lambda m: m.number), programs


def record(asked, counts):
    """A line of ledger.txt."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True,
                            text=True, check=True).stdout.strip()
    caught = {stage: n for stage, n in counts.items() if stage not in ("lives", "means the same")}
    by_stage = ", ".join(f"{stage} {n}" for stage, n in sorted(caught.items()))
    with (HERE / "ledger.txt").open("a") as out:
        print(f"{commit} | {asked.seed} | {sum(counts.values())} | {by_stage} | "
              f"{counts['means the same']} | {counts['lives']}", file=out)


def judge_all(asked, folder):
    good, programs = built(Bench(asked.build, folder), chosen(asked))
    tests = Tests(programs, asked.quick)
    equal, counts = known_equal(), collections.Counter()
    verdicts = Verdicts(folder / "verdicts.jsonl")
    for mutant in good[asked.first:asked.first + asked.count]:
        started, stage = time.monotonic(), verdicts.of(mutant)
        is_equal = (mutant.path.name, mutant.rule, edit_of(mutant)) in equal
        if stage is None:
            stage = tests.judge(mutant, is_equal)
            if stage:
                verdicts.put(mutant, stage)
        verdict = stage or ("means the same" if is_equal else "lives")
        counts[verdict] += 1
        print(f"{verdict:<15} {time.monotonic() - started:5.1f} s  {mutant.number} "
              f"{mutant.label}: {mutant.path} | {mutant.rule} | {edit_of(mutant)}", flush=True)
    return counts


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--first", type=int, default=0, help="those before it are left out")
    ask.add_argument("--count", type=int, default=60)
    ask.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    ask.add_argument("--only", help="mutants of this file of jit/ops alone")
    ask.add_argument("--list", action="store_true", help="says which are drawn")
    ask.add_argument("--quick", action="store_true", help="without what takes most of a minute")
    ask.add_argument("--record", action="store_true", help="puts the sums into ledger.txt")
    asked = ask.parse_args()
    if asked.list:
        for mutant in chosen(asked):
            print(f"{mutant.label:<17} {mutant.path} | {mutant.rule} | {edit_of(mutant)}")
        return
    folder = asked.build.resolve() / f"mutants{asked.only or ''}"
    folder.mkdir(exist_ok=True)
    for plugin in asked.build.glob("librille-*.so"):
        (folder / plugin.name).unlink(missing_ok=True)
        (folder / plugin.name).symlink_to(plugin.resolve())
    counts = judge_all(asked, folder)
    if asked.record:
        record(asked, counts)
    caught = sum(counts.values()) - counts["lives"] - counts["means the same"]
    print(f"{caught} caught, {counts['lives']} live, {counts['means the same']} mean the same")
    sys.exit(1 if counts["lives"] else 0)


if __name__ == "__main__":
    main()

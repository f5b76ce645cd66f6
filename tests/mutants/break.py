#!/usr/bin/env python3
"""Breaks rules of primitives and shows that the tests notice.

usage: tests/mutants/break.py [--seed N] [--count N] [--build FOLDER] [--only FILE] [--list]

A mutant is one edit (edits.py) in a rule of jit/ops: of a derivative, a batch, a lowering or what
these are made of. All drawn ones are compiled into one set of objects, each behind a number that
the environment names at start, so that a mutant costs a run and no build. It meets the table of ops
for its primitive, then the whole of test_jit, random graphs (tests/diff), test_backends. Who lives
is in equal.txt, with the reason why it means the same, or is a failure. The last line counts.
"""
import argparse
import collections
import json
import os
import pathlib
import random
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile

import edits

HERE = pathlib.Path(__file__).resolve().parent
LIMIT_S, LIMIT_BYTES = 240, 8 << 30
SPARE = 1.2  # edits drawn for each that is wanted: some do not compile
ENV = dict(os.environ, RILLE_CACHE="off")  # main() names the plugins of the build
ASKED = "namespace rille { int mutant_asked(); }\n"
CHOICE = """#include <cstdlib>
namespace rille {
int mutant_asked();
int mutant_asked() {
  static const int asked = std::getenv("RILLE_MUTANT") ? std::atoi(std::getenv("RILLE_MUTANT")) : 0;
  return asked;
}
}
"""
Mutant = collections.namedtuple("Mutant", "number label path rule begin end new")


def edit_of(mutant):
    """The edit in words: the first line that differs."""
    old = mutant.path.read_text()[mutant.begin:mutant.end]
    for before, after in zip(old.splitlines(), mutant.new.splitlines()):
        if before != after:
            return f"{before.strip()}  ->  {after.strip()}"
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
            ends = "" if re.search(r"\breturn\b", mutant.new) else " return;"
            out.append(f"\nif (mutant_asked() == {mutant.number}) {{{mutant.new}{ends}}}\n")
            lines[mutant.number] = (first, "".join(out).count("\n") + 1)
        at = place
    return "".join(out) + source[at:], lines


class Bench:
    """Compiles files of jit/ops with mutants in them and links them with a finished build."""

    def __init__(self, build, folder):
        self.build, self.folder = build.resolve(), folder
        commands = json.loads((build / "compile_commands.json").read_text())
        self.commands = {pathlib.Path(c["file"]).resolve(): c for c in commands}
        made = [re.search(r" -o (\S+\.o)\b", c["command"]) for c in commands]
        self.all_objects = [self.build / m.group(1) for m in made if m]

    def objects(self, *targets):
        places = tuple(f"{self.build}/CMakeFiles/{target}.dir/" for target in targets)
        return [o for o in self.all_objects if o.as_posix().startswith(places)]

    def compile(self, like, text, name):
        """(object or None, what the compiler says) of that text, with the flags of that file."""
        source = self.folder / f"{name}.cpp"
        source.write_text(text)
        words = shlex.split(self.commands[like.resolve()]["command"])
        words = words[words.index(next(w for w in words if w.endswith("c++"))):]
        words[words.index("-o") + 1] = str(self.folder / f"{name}.o")
        words[-1] = str(source)
        done = subprocess.run([*words, "-g0", "-w", "-I", "."], capture_output=True,
                              text=True)
        return (self.folder / f"{name}.o" if done.returncode == 0 else None), done.stderr

    def with_mutants(self, path, mutants):
        """(object, mutants in it): those that do not compile are left out."""
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

    def link(self, name, replaced, *targets, flags=("-lgtest", "-lgtest_main")):
        kept = [o for o in self.objects(*targets) if o not in replaced]
        program = self.folder / name
        linker = [f"-fuse-ld={x}" for x in ("mold", "gold") if shutil.which(f"ld.{x}")][:1]
        subprocess.run(["c++", "-o", program, "-Wl,-S", "-rdynamic", *linker, *kept,
                        *replaced.values(), self.folder / "choice.o", *flags, "-lfmt",
                        "-llua5.4-c++", "-ldl", "-lpthread"], check=True)
        return program


def run(number, program, *words, tells=False):
    """Exit status of a program with that mutant; one of its own where it does not end."""
    try:
        done = subprocess.run([program, *words], capture_output=True, timeout=LIMIT_S,
                              env=dict(ENV, RILLE_MUTANT=str(number)),
                              preexec_fn=lambda: resource.setrlimit(
                                  resource.RLIMIT_AS, (LIMIT_BYTES, LIMIT_BYTES)))
        if tells and done.returncode != 0:
            print(done.stdout.decode(errors="replace")[-2000:] + done.stderr.decode()[-1000:])
        return done.returncode
    except subprocess.TimeoutExpired:
        return -1


def stages(programs, path):
    """(name, program and its words), the cheapest first."""
    suite, compiled, diff = programs
    brief = ("--gtest_fail_fast", "--gtest_brief=1")
    graphs = "passes,vmap,jvp,slopes,remat"  # the device's turn comes with test_backends
    return [
        ("its samples", (suite, *brief, f"--gtest_filter=ops/*/{path.stem}_*")),
        ("test_jit", (suite, *brief)),
        ("diff", (diff, "--count", "500", "--seed", "7000000", "--oracles", graphs)),
        ("test_backends", (compiled, *brief, "--gtest_filter=*Lowering*:Windows*:Transformed*")),
    ]


def known_equal():
    """{(file, rule, edit)} of the survivors that mean the same."""
    path = HERE / "equal.txt"
    lines = path.read_text().splitlines() if path.exists() else []
    rows = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    return {tuple(part.strip() for part in row[:3]) for row in rows}


def chosen(asked):
    everything = edits.mutants(pathlib.Path("jit/ops"))
    if asked.only:
        everything = [m for m in everything if m[1].name == asked.only]
    order = list(edits.drawn(everything, random.Random(asked.seed)))
    wanted = order[:int(asked.count * SPARE)]
    return [Mutant(k + 1, *m) for k, m in enumerate(wanted)]


def built(bench, mutants):
    """(mutants that compile, the programs that hold them)."""
    choice, said = bench.compile(pathlib.Path("jit/ops/add.cpp"), CHOICE, "choice")
    if choice is None:
        sys.exit(said)
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
        bench.link("diff", replaced, *below, "rille_backends", "diff", flags=()),
    )
    return sorted(good, key=lambda m: m.number), programs


def judged(programs, mutant):
    """The stage that catches it, or nothing."""
    for name, command in stages(programs, mutant.path):
        if run(mutant.number, *command) != 0:
            return name
    return ""


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--count", type=int, default=60)
    ask.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    ask.add_argument("--only", help="mutants of this file of jit/ops alone")
    ask.add_argument("--list", action="store_true", help="says which are drawn")
    asked = ask.parse_args()
    mutants = chosen(asked)
    if asked.list:
        for mutant in mutants:
            print(f"{mutant.label:<17} {mutant.path} {mutant.rule}: {edit_of(mutant)}")
        return
    equal, counts = known_equal(), collections.Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for plugin in asked.build.glob("librille-*.so"):
            (folder / plugin.name).symlink_to(plugin.resolve())
        good, programs = built(Bench(asked.build, folder), mutants)
        for stage, command in stages(programs, pathlib.Path("jit/ops/add.cpp")):
            if run(0, *command, tells=True) != 0:
                sys.exit(f"{stage} fails without a mutant")
        for mutant in good[:asked.count]:
            stage = judged(programs, mutant)
            is_equal = (mutant.path.name, mutant.rule, edit_of(mutant)) in equal
            verdict = stage or ("means the same" if is_equal else "lives")
            counts[verdict if not stage else "caught"] += 1
            print(f"{verdict:<15} {mutant.label:<17} {mutant.path} {mutant.rule}: "
                  f"{edit_of(mutant)}", flush=True)
    print(f"{counts['caught']} caught, {counts['lives']} live, "
          f"{counts['means the same']} mean the same")
    sys.exit(1 if counts["lives"] else 0)


if __name__ == "__main__":
    main()

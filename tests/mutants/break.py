#!/usr/bin/env python3
"""Breaks rules of primitives and shows that the generic suite notices.

usage: tests/mutants/break.py [--seed N] [--count N] [--build FOLDER]

A mutant is one edit in a rule of jit/ops: a sign, a dropped term, swapped operands,
an axis off by one, a wrong constant. One that changes no value of any sample (probe.cpp
says so) breaks nothing and is passed over. The last line counts; exit status 1 where
a mutant that changes a value lives.
"""
import argparse
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

RULE = re.compile(r"^(?:Vars|std::vector<Batched>|Lowering|Var|Types|Shape|Ints|Contract)\s+"
                  r"(\w+)\((?:[^;{]|\n)*?\{$", re.M)
LAMBDA = re.compile(r"\.reference = .*", re.M)
LIMIT_S, LIMIT_BYTES = 300, 8 << 30
DEVICE = dict(os.environ, RILLE_CACHE="off")  # main() names the plugin of the build


def arguments(text, start):
    """The top-level arguments of the call whose `(` stands at start, and its end."""
    depth, at, parts, begin = 0, start, [], start + 1
    while True:
        c = text[at]
        depth += c in "([{"
        depth -= c in ")]}"
        if (c == "," and depth == 1) or depth == 0:
            parts.append((begin, at))
            begin = at + 1
        if depth == 0:
            return parts, at + 1
        at += 1


def calls(text, names):
    for found in re.finditer(r"\bop::(%s)\(" % names, text):
        parts, end = arguments(text, found.end() - 1)
        yield found, [text[a:b].strip() for a, b in parts], end


def put(text, begin, end, new):
    return text[:begin] + new + text[end:]


def signs(text):
    for found, parts, end in calls(text, "neg"):
        yield "sign", put(text, found.start(), end, parts[1])
    for found, _, _ in calls(text, "add|sub"):
        other = {"add": "sub", "sub": "add"}[found.group(1)]
        yield "sign", put(text, found.start(1), found.end(1), other)


def terms(text):
    for found, parts, end in calls(text, "add|mul|sub|div"):
        for kept in parts[1:3] if found.group(1) in ("add", "mul") else parts[1:2]:
            yield "dropped term", put(text, found.start(), end, kept)


def operands(text):
    for found, parts, end in calls(text, "sub|div|pow|select|dot_general|lt|gt|le|ge|atan2"):
        first = 2 if found.group(1) == "select" else 1
        if len(parts) <= first + 1:
            continue
        parts[first], parts[first + 1] = parts[first + 1], parts[first]
        name = text[found.start():found.end()]
        yield "swapped operands", put(text, found.start(), end, name + ", ".join(parts) + ")")
    for found in re.finditer(r"node\.in\[([01])\]", text):
        other = "10"[int(found.group(1))]
        yield "swapped operands", put(text, found.start(1), found.end(1), other)


def axes(text):
    edits = (
        (r"shifted\(((?:[^()]|\([^()]*\))*)\)", r"\1"), (r"(?<!; )\+\+axis\b", "axis"),
        (r"\baxis \+ 1\b", "axis"), (r"\brank\(\) - 1\b", "rank()"), (r"\{0\}\)", "{1})"),
        (r" \+ 1\b", ""), (r" - 1\b", ""),
    )
    for pattern, new in edits:
        for found in re.finditer(pattern, text):
            yield "axis off by one", put(text, found.start(), found.end(), found.expand(new))


def constants(text):
    for found in re.finditer(r"(?<![\w\[.])(\d+\.\d+|[12])(?![\w\].])", text):
        value = float(found.group(1))
        new = repr(value * 1.5) if "." in found.group(1) else str(int(value) + 1)
        yield "wrong constant", put(text, found.start(), found.end(), new)


def references(text):
    pairs = {"std::plus": "std::minus", "std::minus": "std::plus", "x > best": "x >= best",
             "x < best": "x <= best", "x & y": "x | y", "x | y": "x & y", "std::sin": "std::cos",
             "std::cos": "std::sin", "std::exp(": "std::expm1(", "std::log(": "std::log1p(",
             "std::floor": "std::ceil", "std::ceil": "std::floor", "x < y": "x <= y",
             "x > y": "x >= y", "x <= y": "x < y", "x >= y": "x > y", "x == y": "x != y"}
    for old, new in pairs.items():
        for found in re.finditer(re.escape(old), text):
            yield "wrong operation", put(text, found.start(), found.end(), new)


def rules(source):
    """(name, begin, end) of each function that is a rule or helps one, and of references."""
    for found in RULE.finditer(source):
        _, end = arguments(source, found.end() - 1)
        yield found.group(1), found.end(), end - 1
    for found in LAMBDA.finditer(source):
        yield "reference", found.start(), found.end()


def mutants(folder):
    out = []
    for path in sorted(folder.glob("*.cpp")):
        source = path.read_text()
        for name, begin, end in rules(source):
            if name.endswith(("_samples", "_type")):
                continue
            body = source[begin:end]
            kinds = [references] if name == "reference" else [signs, terms, operands, axes,
                                                              constants]
            for kind in kinds:
                for label, new in kind(body):
                    if new != body:
                        out.append((label, path, name, source[:begin] + new + source[end:]))
    return out


def drawn(all_of_them, rng):
    """All, in an order that takes the kinds in turn and the files at random within a kind."""
    by_kind = {}
    for mutant in all_of_them:
        by_kind.setdefault(mutant[0], {}).setdefault(mutant[1], []).append(mutant)
    while by_kind:
        for kind in sorted(by_kind):
            files = by_kind[kind]
            path = rng.choice(sorted(files))
            yield files[path].pop(rng.randrange(len(files[path])))
            if not files[path]:
                del files[path]
            if not files:
                del by_kind[kind]
                break


class Bench:
    """Compiles one file of the suite anew and links it with the rest of a finished build."""

    def __init__(self, build, folder):
        self.build, self.folder = build.resolve(), folder
        commands = json.loads((build / "compile_commands.json").read_text())
        self.commands = {pathlib.Path(c["file"]).resolve(): c for c in commands}

        def objects(*targets):
            made = [re.search(r" -o (\S+\.o)\b", c["command"]) for c in commands]
            places = tuple(f"CMakeFiles/{target}.dir/" for target in targets)
            return [self.build / m.group(1) for m in made if m and m.group(1).startswith(places)]

        self.objects = objects("rille_vm", "rille_jit")
        self.tests = objects("test_jit", "test_support")
        self.device_tests = objects("rille_backends", "test_backends", "test_support")

    def compiled(self, path, text):
        """The object of that file with that text, or None."""
        command = self.commands[path.resolve()]
        source = self.folder / path.name
        source.write_text(text)
        words = shlex.split(command["command"])
        words = words[words.index(next(w for w in words if w.endswith("c++"))):]
        words[words.index("-o") + 1] = str(self.folder / "mutant.o")
        words[-1] = str(source)
        done = subprocess.run(words + ["-g0", "-I", "."], capture_output=True)
        return self.folder / "mutant.o" if done.returncode == 0 else None

    def linked(self, name, objects, replaced=None, by=None):
        kept = [o for o in self.objects if o != replaced] + ([by] if by else [])
        program = self.folder / name
        linker = [f"-fuse-ld={x}" for x in ("mold", "gold") if shutil.which(f"ld.{x}")][:1]
        subprocess.run(["c++", "-o", program, "-Wl,-S", "-rdynamic", *linker, *kept, *objects,
                        "-lgtest", "-lgtest_main", "-lfmt", "-llua5.4-c++", "-ldl",
                        "-lpthread"], check=True)
        return program

    def object_of(self, path):
        place = path.as_posix() + ".o"
        return next(o for o in self.objects if o.as_posix().endswith("/" + place))


def run(program, *words):
    """Exit status and output; a status of its own where it does not end."""
    try:
        done = subprocess.run([program, *words], capture_output=True, timeout=LIMIT_S, env=DEVICE,
                              preexec_fn=lambda: resource.setrlimit(
                                  resource.RLIMIT_AS, (LIMIT_BYTES, LIMIT_BYTES)))
        return done.returncode, done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired:
        return -1, "does not end"


def difference(old, new):
    """The first line that differs."""
    for before, after in zip(old.splitlines(), new.splitlines()):
        if before != after:
            return f"{before.strip()}  ->  {after.strip()}"
    return ""


def judged(bench, probe, values, path, text):
    """'caught', 'lives', 'changes no value' or None where it does not compile."""
    made = bench.compiled(path, text)
    if made is None:
        return None
    original = bench.object_of(path)
    suite = bench.linked("suite", bench.tests, original, made)
    status, _ = run(suite, "--gtest_fail_fast", "--gtest_brief=1")
    if status != 0:
        return "caught"
    compiled = bench.linked("compiled", bench.device_tests, original, made)
    status, _ = run(compiled, "--gtest_fail_fast", "--gtest_brief=1")
    if status != 0:
        return "caught"
    return "changes no value" if run(bench.linked("probe", [probe], original, made))[1] == values \
        else "lives"


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--count", type=int, default=60)
    ask.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    asked = ask.parse_args()
    DEVICE["RILLE_LLVM"] = str((asked.build / "librille-llvm.so").resolve())
    counts = {"caught": 0, "lives": 0, "changes no value": 0}
    with tempfile.TemporaryDirectory() as name:
        bench = Bench(asked.build, pathlib.Path(name))
        probe = pathlib.Path(name) / "probe.o"
        subprocess.run(["c++", "-std=c++20", "-O1", "-I.", "-c", "tests/mutants/probe.cpp", "-o",
                        probe], check=True)
        values = run(bench.linked("probe", [probe]))[1]
        if run(bench.linked("suite", bench.tests), "--gtest_brief=1")[0] != 0:
            sys.exit("the suite fails without a mutant")
        for label, path, rule, text in drawn(mutants(pathlib.Path("jit/ops")),
                                             random.Random(asked.seed)):
            verdict = judged(bench, probe, values, path, text)
            if verdict is None:
                continue
            counts[verdict] += 1
            print(f"{verdict:<17} {label:<17} {path} {rule}: "
                  f"{difference(path.read_text(), text)}", flush=True)
            if counts["caught"] + counts["lives"] == asked.count:
                break
    print(f"{counts['caught']} caught, {counts['lives']} live, "
          f"{counts['changes no value']} change no value")
    sys.exit(1 if counts["lives"] else 0)


if __name__ == "__main__":
    main()

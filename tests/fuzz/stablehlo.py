#!/usr/bin/env python3
"""Damages StableHLO programs: a run ends with or without an error, never by a signal.

usage: tests/fuzz/stablehlo.py [--seed N] [--turns N] [--texts FOLDER]
Bytes are changed, words exchanged, numbers made large or negative, lines dropped or doubled, ends
truncated, types exchanged everywhere, attributes given values of another form, operations and
operands replaced by others, in the programs of tests/stablehlo, in the texts of the bytecode of
tests/conformance (which are in the generic form) and, if ../shared has it, the public suite, some
of them as rille writes them. A quarter as many files of bytecode have bytes changed, truncated, and
doubled. --texts: only the *.mlir of that directory.
"""
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent.parent
SUITE = HERE.parent.parent / "shared" / "conformance" / "stablehlo"
RILLE = os.environ.get("RILLE", "build/rille")
NUMBERS = ["-1", "0", "1", "2", "7", "16", "-2147483648", "2147483648", "4294967296", "4294967297",
           "4611686018427387904", "9223372036854775807", "-9223372036854775808",
           "18446744073709551615", "1e30"]
TYPES = ["tensor<f32>", "tensor<i1>", "tensor<i32>", "tensor<0xf32>", "tensor<1xf32>",
         "tensor<2x3xf32>", "tensor<2x2xf32>", "tensor<2x2x2xi64>", "tensor<4xcomplex<f32>>",
         "tensor<2xui64>"]
VALUES = ["5", "-1", "[]", "[1]", "[[1], [2]]", '"a"', "@a", "{}", "{a = 1}", "true", "1.5",
          "array<i64>", "array<i64: 0>", "array<i64: 1, 0>", "dense<1> : tensor<1xi64>",
          "dense<> : tensor<0x1xi64>", "dense<1.0> : tensor<f32>"]


def option(name, otherwise):
    return int(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else otherwise


def exchanged(text, rng):
    """Another type everywhere, or at one position; another attribute, operation, or operand."""
    kind = rng.randrange(5)
    if kind < 2:
        types = sorted(set(re.findall(r"tensor<[\w<>]*>", text)))
        if not types:
            return text
        old, new = rng.choice(types), rng.choice(types + TYPES)
        if kind == 0:
            return text.replace(old, new)
        places = [found.start() for found in re.finditer(re.escape(old), text)]
        at = rng.choice(places)
        return text[:at] + new + text[at + len(old):]
    pattern = [r"(?<== )(?:array<[^>]*>|\[[^\]\[]*\]|\w+|-?\d+|\"[^\"]*\"|dense<[^>]*>)",
               r"(?:stablehlo|chlo|sdy|func)\.\w+", r"%\w+(?:#\d+)?"][kind - 2]
    found = list(re.finditer(pattern, text))
    if not found:
        return text
    one = rng.choice(found)
    new = rng.choice(VALUES) if kind == 2 else rng.choice(found)[0]
    return text[:one.start()] + new + text[one.end():]


def damaged(text, rng):
    for _ in range(rng.choice([1, 1, 2, 4])):
        kind = rng.randrange(12)
        if kind > 5:
            text = exchanged(text, rng)
            continue
        at = rng.randrange(max(len(text), 1))
        if kind == 0:
            text = text[:at] + rng.choice("()[]{}<>%@#:,=\"'-x01 \n\0\x7f") + text[at + 1:]
        elif kind == 1:
            text = text[:at]
        elif kind == 2:
            words = list(re.finditer(r"[\w.%#@]+", text))
            if len(words) > 1:
                one, two = rng.choice(words), rng.choice(words)
                text = text[:one.start()] + two[0] + text[one.end():]
        elif kind == 3:
            numbers = list(re.finditer(r"-?\b\d+\b", text))
            if numbers:
                one = rng.choice(numbers)
                text = text[:one.start()] + rng.choice(NUMBERS) + text[one.end():]
        else:
            lines = text.splitlines(keepends=True)
            if lines:
                i = rng.randrange(len(lines))
                lines[i:i + 1] = [] if kind == 4 else [lines[i], lines[i]]
                text = "".join(lines)
    return text


def damaged_bytes(data, rng):
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 8])):
        at, kind = rng.randrange(len(data)), rng.randrange(5)
        if kind < 3:
            data[at] = rng.randrange(256)
        elif kind == 3:
            del data[at:at + rng.randrange(1, 9)]
        else:
            data[at:at] = data[at:at + rng.randrange(1, 9)]
    return bytes(data)


def bytecode(turns, rng):
    """The number of damaged bytecode files that crash the reader."""
    samples = [path.read_bytes()
               for path in sorted((HERE / "conformance" / "stablehlo").glob("*.bc"))]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "damaged.bc"
        for turn in range(turns):
            path.write_bytes(damaged_bytes(rng.choice(samples), rng))
            command = [RILLE, "--memory-limit", "500", "--time-limit", "20", "stablehlo", "text",
                       str(path)]
            done = subprocess.run(command, capture_output=True, timeout=300)
            if done.returncode < 0 or b"error[bug]" in done.stderr:
                failed += 1
                print(f"-- bytecode, turn {turn}: {done.returncode} {done.stderr[:300]}")
                print(path.read_bytes().hex())
    return failed


def programs():
    if "--texts" in sys.argv:
        folder = pathlib.Path(sys.argv[sys.argv.index("--texts") + 1])
        return [path.read_text() for path in sorted(folder.glob("*.mlir"))]
    texts = [path.read_text() for folder in (HERE / "stablehlo" / "cases", SUITE)
             for path in sorted(folder.glob("*.mlir")) if path.stat().st_size < 20_000]
    for path in sorted((HERE / "stablehlo" / "jax").glob("*.mlir")):
        texts += path.read_text().split("// -----\n")[:12]
    words = ("sort", "scatter", "argmax", "cosh", "dot_general_dtypes_lhs_complex", "random_",
             "top_k")
    for path in [path for word in words for path in sorted(SUITE.glob(f"{word}*.mlir"))[:4]]:
        command = [RILLE, "stablehlo", "rewrite", str(path)]  # with Rille's composites
        texts += [subprocess.run(command, capture_output=True, text=True).stdout] * 8
    for path in sorted((HERE / "conformance" / "stablehlo").glob("*.bc")):
        command = [RILLE, "stablehlo", "text", str(path)]
        texts += [subprocess.run(command, capture_output=True, text=True).stdout] * 8
    return texts


def main():
    seed, turns = option("--seed", 1), option("--turns", 2000)
    rng = random.Random(seed)
    texts = programs()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for begin in range(0, turns, 50):
            paths = []
            for i in range(begin, min(begin + 50, turns)):
                paths.append(pathlib.Path(folder) / f"{i}.mlir")
                paths[-1].write_text(damaged(rng.choice(texts), rng))
            for some in [paths] + [[path] for path in paths]:
                command = [RILLE, "--memory-limit", "500", "--time-limit", "20", "stablehlo", "run",
                           "--mode", "eager", *map(str, some)]
                done = subprocess.run(command, capture_output=True, timeout=1200)
                crashed = done.returncode < 0 or b"error[bug]" in done.stderr
                if len(some) > 1 and not crashed:
                    break  # all of them passed
                if len(some) == 1 and crashed:
                    failed += 1
                    said = done.stderr[:300].decode(errors="replace")
                    print(f"-- seed {seed}, {some[0].name}: {done.returncode} {said}")
                    print(some[0].read_text()[:3000])
    failed += bytecode(turns // 4, rng)
    turns += turns // 4
    print(f"{turns - failed} passed, {failed} failed")
    sys.exit(failed > 0)


main()

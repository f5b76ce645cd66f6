#!/usr/bin/env python3
"""Property-based test: eager code has the same bits with prebuilt kernels and with newly compiled
ones.

Functions, operations with and without a scalar, comparisons, conversions, and reductions of random
arrays (dtypes, shapes, inf, NaN, -0, subnormals, extremes), each called so often that operations
with one result run as a kernel too. One run takes kernels from the prebuilt library, the other
compiles them (RILLE_EAGER=off, no cache), with each instruction set. The output shows every bit
except those of a NaN. The first run never loads LLVM, the second does.
"""
import math
import pathlib
import re
import subprocess

from law import RILLE, SANITIZED, Law

law = Law(__doc__)
draw = law.random
SPECIAL = ["inf", "-inf", "nan", "-0.0", "0.0", "1.0", "-1.0", "0.5", "-2.5"]
TINY = {"f64": ["5.0e-324", "-1.0e-310", "1.7e308"], "f32": ["1.0e-45", "-1.0e-40", "3.0e38"],
        "f16": ["6.0e-8", "-1.0e-5", "65504.0"], "bf16": ["1.0e-40", "-1.0e-39", "3.0e38"]}
EXTREMES = {"i32": ["2147483647", "-2147483648"],
            "i64": ["9223372036854775807", "-9223372036854775807 - 1"]}
SHAPES = [(1,), (3,), (8,), (17,), (64,), (131,), (2, 3), (5, 1), (3, 70), (70, 3), (2, 3, 5)]

# f: floats, n: numbers, b: bools, g: another array like the first, s: a number of its dtype
FUNCTIONS = """exp(f) | exp(f) | log(f) | tanh(f) | sin(f) | cos(f) | tan(f) | sqrt(f) | rsqrt(f)
log1p(f) | expm1(f) | sigmoid(f)
erf(f) | erf_inv(f) | asin(f) | acos(f) | atan(f) | sinh(f) | cosh(f)
cbrt(f) | floor(f) | ceil(f) | round(f) | abs(n) | sign(n) | -n | isfinite(f) | f ^ g | atan2(f, g)
n + g | n - g | n * g | f / g | n % g | n + s | s - n | n * s | s / f | f / s | s * n | n - s
n == g | n != g | n < g | n <= g | n > g | n >= g | n > s | n == s | s < n
maximum(n, g) | minimum(n, g) | maximum(n, s) | where(b, n, g)
f32(n) | f64(n) | i32(n) | i64(n) | f16(f) | bf16(f) | bool(n) | not b | b and b | b or b
sum(n) | prod(f) | max(n) | min(n) | sum(n, axis = 0) | sum(n, axis = 0) | sum(n, axis = -1)
prod(n, axis = 0) | prod(n, axis = -1) | max(n, axis = 0) | max(n, axis = -1) | min(n, axis = 0)
all(b) | any(b) | mean(f) | f ^ 2"""
CASES = [case.strip() for case in FUNCTIONS.replace("\n", " | ").split(" | ")]


def number(dtype):
    if dtype == "bool":
        return draw.choice(["true", "false"])
    if dtype in EXTREMES:
        return draw.choice(EXTREMES[dtype]) if draw.random() < 0.2 else str(draw.randint(-9, 9))
    kind = draw.random()
    if kind < 0.2:
        return draw.choice(SPECIAL)
    if kind < 0.3:
        return draw.choice(TINY[dtype])
    return repr(round(draw.uniform(-4, 4), draw.randint(0, 6)))


def array(dtype, shape):
    flat = ", ".join(number(dtype) for _ in range(math.prod(shape)))
    typed = f"[{flat}]" if dtype == "bool" else f"{dtype}([{flat}])"
    return f"reshape({typed}, ({''.join(f'{n}, ' for n in shape)}))"


def program(cases):
    """Each case 201 times, on arrays that were created before."""
    lines = ["proc say(text, f) { for i in 0..200 { f() }; print(\"{text} {f()}\") }"]
    for i, case in enumerate(cases):
        dtype = draw.choice(["f32", "f32", "f64", "f16", "bf16"])
        if "f" not in pieces(case):
            dtype = draw.choice(["f32", "f64", "i32", "i64", "f16", "bf16"])
        shape = draw.choice(SHAPES)
        values = {"f": array(dtype, shape), "n": array(dtype, shape), "g": array(dtype, shape),
                  "b": array("bool", shape), "s": number(dtype)}
        names = {}
        for letter, text in values.items():
            names[letter] = f"{letter}_{i}"
            lines.append(f"let {letter}_{i} = {text}")
        body = "".join(names.get(word, word) for word in pieces(case))
        lines.append(f'say("{i} {case} {dtype} {shape}", () => {body})')
    lines.append('print("llvm", has(io.read("/proc/self/maps"), "librille-llvm"))')
    return "\n".join(lines) + "\n"


def pieces(text):
    """Words, and the text between them."""
    out = [""]
    for c in text:
        if out[-1] and c.isalnum() == out[-1][-1].isalnum():
            out[-1] += c
        else:
            out.append(c)
    return out


def answers(text, isa, **env):
    status, out, said = law.run(text, env={"RILLE_ISA": isa, "RILLE_CACHE": "off", **env},
                                limit_s=300)
    law.expect(status == 0, "the drawn program runs", f"{text[:3000]}\n{said[-600:]}")
    *rows, last = out.strip().split("\n") or [""]
    return rows, last


for isa in ("avx512", "avx2", "baseline"):
    for _ in range(law.count(1)):
        cases = draw.sample(CASES, len(CASES))
        text = program(cases)
        packed, opened = answers(text, isa)
        wanted, compiled = answers(text, isa, RILLE_EAGER="off")
        if not SANITIZED:
            law.expect(opened == "llvm false", f"the pack needs no compiler, {isa}", opened)
        law.expect(compiled == "llvm true", "without the pack it is", compiled)
        law.expect(len(packed) == len(wanted), "both print the same rows", isa)
        for have, want in zip(packed, wanted):
            law.expect(have == want, f"the pack has the bits of the compiler, {isa}",
                       f"{want}\n{have}")


def opens_llvm(**env):
    text = 'exp([1.0, 2.0])\nprint(has(io.read("/proc/self/maps"), "librille-llvm"))\n'
    status, out, said = law.run(text, env={"RILLE_CACHE": "off", "RILLE_ISA": "baseline", **env})
    return out == "true\n" if status == 0 else said


# The key decides: nothing is taken from a library of another build, or for another schedule.
build = pathlib.Path(RILLE).parent
mark = re.search(r"Build ID: (\w+)", subprocess.run(
    ["readelf", "-n", build / "librille-llvm.so"], capture_output=True, text=True).stdout)[1]
whole = (build / "librille-eager-baseline.so").read_bytes()
law.expect(mark.encode() in whole, "the pack names the generator that made it", mark)
for what, bytes_, opens in (("the same pack elsewhere", whole, False),
                            ("of another generator", whole.replace(mark.encode(), b"0" * 40), True),
                            ("empty", b"", True)):
    (law.folder / "pack.so").write_bytes(bytes_)
    found = opens_llvm(RILLE_EAGER=str(law.folder / "pack.so"))
    law.expect(found == opens, f"a pack {what} is used as it should", f"LLVM: {found}")
law.expect(opens_llvm(RILLE_TEST_SCHEDULE="3") is True, "a pack for another schedule is not used")
law.done()

#!/usr/bin/env python3
"""Property-based test: sizes never overflow: a call with 2^31 ... 2^63 of anything returns the
right value or raises an error.

There are two kinds of cases. Formulas have their value from Python's unbounded ints: sizes, counts
of slices, elements of views too large to store. Calls are generated for every builtin that takes an
int, a shape, an axis, or a number: they must end, in time, without a crash or error[bug].
"""
import json
import re
import resource
import subprocess

from law import RILLE, SANITIZED, Law

law = Law(__doc__)
draw = law.random
if not SANITIZED:  # the sanitizers' shadow alone is larger
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
BEFORE = ("--memory-limit", "500", "--time-limit", "60")
LARGE = [2**31, 2**32, 2**53, 2**58, 2**59, 2**60, 2**61, 2**62 - 1, 2**62, 2**62 + 1,
         2**63 - 1]
BELOW = [-1, -2, -2**31, -2**32, -2**61, -2**62, -2**63]


def number(n):
    """The text of a host scalar; the smallest int has no literal."""
    return "(-9223372036854775807 - 1)" if n == -2**63 else str(n)


def size():
    n = draw.choice(LARGE)
    return max(1, n + draw.choice([0, 0, 0, -1, 1, -3])) if n < 2**62 else n


def way(body, argument, params="x"):
    """The same value in an eager run, compiled, mapped, and differentiated."""
    return draw.choice([
        f"(({params}) => {body})({argument})",
        f"jit(({params}) => {body})({argument})",
        f"jit(({params}) => {body})({argument})",
        f"vmap(({params}) => {body})(stack(({argument}, {argument})))[1]",
        f"jit(vmap(({params}) => {body}))(stack(({argument}, {argument})))[0]",
    ])


# Formulas: (text, wanted). An error whose kind may result from a size is accepted too.
def element_of_broadcast():
    n, at = size(), draw.randrange(2**20)
    return way(f"broadcast(x, ({n},))[{draw.choice([at, -1 - at, n - 1 - at])}]", "2.5"), "2.5"


def element_of_rows():
    n, m = size(), draw.choice([2, 3, 7, 2**16, 2**31])
    return way(f"broadcast(x, ({n}, {m}))[{n - 1}, {m - 1}]", "2.5"), "2.5"


def extents():
    n, m = size(), draw.choice([1, 2, 5, 2**31, 2**32])
    return way(f"{{ let y = broadcast(x, ({n}, {m})); x * 0.0 + len(y) / {n} }}", "1.0"), "1"


def chain():
    n = size()
    made = draw.choice([f"broadcast(x, ({n},))", f"broadcast(x, (3, {n}))[1]", f"tile([x], ({n},))",
                        f"flip(broadcast(x, ({n},)))", f"broadcast(x, ({n}, 2))[:, 1]"])
    over = draw.choice(["{} + 1.5", "sin({}) * 0.0 + 4.0", "where({} > 0.0, 4.0, 5.0)",
                        "reshape({}, (1, -1))[0] + 1.5", "swap({}[:, nil], 0, 1)[0] + 1.5"])
    return way(over.format(made) + f"[{draw.randrange(9)}]" if over.endswith("]")
               else f"({over.format(made)})[{draw.randrange(9)}]", "2.5"), "4"


def padded():
    before, behind = size(), draw.choice([0, 1, size()])
    at = min(draw.choice([0, before, before - 1, before + 1]), 2**63 - 1)
    wanted = "2.5" if at == before else "0"
    return way(f"pad([x, x][:1], ({before}, {behind}))[{at}]", "2.5"), \
        wanted if at < before + 1 + behind else "0 or 2.5"


def repeated():
    n = size()
    return way(f"{draw.choice(['repeat', 'tile'])}([x, x], {n})[{draw.randrange(5)}]", "2.5"), "2.5"


def joined():
    n, m = size(), size()
    return way(f"concat((broadcast(x, ({n},)), broadcast(x + 1.0, ({m},))))"
               f"[{draw.choice([0, n - 1])}]", "2.5"), "2.5"


def slice_count():
    whole = draw.choice([0, 1, 5, 5, 100])
    edge = [None, 0, 1, 3, *LARGE, *BELOW]
    first, last = draw.choice(edge), draw.choice(edge)
    step = draw.choice([None, 1, 2, 3, *LARGE])
    part = ":".join("" if n is None else number(n) for n in (first, last, step))
    wanted = len(range(whole)[first:last:step])
    return way(f"sum(ones({whole})[{part}] * x)", "1.0"), str(wanted)


def chunked():
    whole, each = draw.choice([0, 1, 5, 100]), draw.choice([1, 2, 3, *LARGE])
    kind = draw.choice([f"ones({whole}) * x", f"(i for i in 0..{whole})"])
    return way(f"x * 0.0 + len(chunks({kind}, {each}))", "1.0"), str(-(-whole // each))


def slice_of_large():
    n, step = draw.choice(LARGE[:8]), draw.choice(LARGE[1:])
    wanted = len(range(0, n, step))
    if wanted > 10**6:
        return "1", "1"
    return way(f"sum(broadcast(x, ({n},))[::{step}])", "1.0"), str(wanted)


def summed():
    n = draw.choice([2**20, 2**24, 2**58, 2**60, 2**61, 2**62])
    text = draw.choice([f"sum(broadcast(x, ({n},)))",
                        f"sum(broadcast(x, (2, {n // 2})), axis = 1)[0] * 2.0",
                        f"mean(broadcast(x, ({n},))) * {n}.0", f"max(broadcast(x, ({n},))) * {n}.0",
                        f"dot(broadcast(x, ({n},)), broadcast(x, ({n},)))",
                        f"sum(broadcast(x, (1, {n})) @ broadcast(x, ({n}, 1)))"])
    if draw.random() < 0.3:
        return f"grad(x => {text})(1.0) / {n}.0 > 0.5", "true"
    return f"{way(text, '1.0')} / {n}.0 > 0.9", "true"


def scanned():
    n = size()
    op = draw.choice(["cumsum", "cumprod", "sort", "argsort", "flip"])
    inner = draw.choice([f"broadcast(x, ({n},))", f"{op}(broadcast(x, ({n},)))"])
    return way(f"({op}({inner}) * 0.0)[0]", "1.0"), "0"


def products():
    n = size()
    a, b = draw.choice([(f"(2, {n})", f"({n}, 2)"), (f"({n}, 2)", "(2, 3)"),
                        (f"(2, {n})", f"({n},)"),
                        ("(3, 2)", f"(2, {n})"), (f"({n}, 1)", f"(1, {n})")])
    dtype = draw.choice(["f32", "f64", "i32", "i8"])
    text = f"({dtype}(broadcast(x, {a})) @ {dtype}(broadcast(x, {b})))"
    wanted = {f"(2, {n})": None, f"({n}, 2)": "2", "(3, 2)": "2", f"({n}, 1)": "1"}[a]
    return way(f"f32(reshape({text}, -1)[0])", "1.0"), wanted


def positions():
    n = size()
    name = draw.choice(["argmax", "argmin"])
    return way(f"{name}(where(arange({n}, dtype = i64) == {n - 1}, x, x))", "1.0"), "0"


FORMULAS = [element_of_broadcast, element_of_rows, extents, chain, padded, repeated, joined,
            slice_count, slice_count, chunked, slice_of_large, summed, summed, scanned,
            products, products, positions]
# Calls.
ARRAYS = ["x", "[x, x]", "zeros((2, 3))", "arange(6)", "ones((2, 2, 2))", "broadcast(x, (4, 1))",
          "i8([1, 2])", "zeros((0, 3))", "[true, false]", "f64([[1.0, 2.0], [3.0, 4.0]])"]
SKIPPED = ("io.", "data.", "ckpt.", "plot.", "profile.", "optim.", "help", "print", "error",
           "assert", "jit", "var",
           "grad", "vmap", "tree.", "exit", "repl", "try", "sleep", "input")


def argument(kind):
    big = number(draw.choice(LARGE + BELOW))
    if kind.startswith(("int", "shape", "(int")):
        shapes = [big, f"({big},)", f"({big}, {number(draw.choice(LARGE))})", f"(2, {big})",
                  f"({big}, 0)", f"(0, {big})", f"(({big}, 1),)", "3", "-1", f"({big}, {big}, 2)"]
        return draw.choice(shapes)
    if kind == "number":
        return draw.choice([big, "1", "0.5", f"{float(draw.choice(LARGE)):.1f}"])
    if "key" in kind:
        return "rng.key(1)"
    if kind in ("bool", "dtype", "str"):
        dtype = draw.choice(["f32", "i32", "u8", "f64"])
        return {"bool": "true", "dtype": dtype, "str": '"ab"'}[kind]
    if kind.startswith(("tuple", "(array", "...array")):
        return f"({draw.choice(ARRAYS)}, broadcast(x, ({abs(int(draw.choice(LARGE)))},)))"
    if draw.random() < 0.3:
        return f"broadcast(x, ({draw.choice(LARGE)},))"
    return draw.choice(ARRAYS)


def call(builtin):
    params = builtin["params"]
    words = [argument(("..." if "rest" in p else "") + p["type"]["text"]) for p in params
             if "default" not in p or draw.random() < 0.6 or p["type"]["text"].startswith("int")]
    words = [w for w, p in zip(words, params)]
    text = f"{builtin['name']}({', '.join(words)})"
    form = draw.choice(["(x => {0})(1.0)", "jit(x => {0})(1.0)", "jit(x => sum({0}))(1.0)",
                        "vmap(x => {0})([1.0, 2.0])", "grad(x => sum({0}))(1.0)"])
    return form.format(text)


def run(texts, value):
    """The result of each: a value, `error KIND`, or the reason for none. A new process continues.
    """
    out, alone = {}, False
    while len(out) < len(texts):
        at = len(out)
        last = at + 1 if alone else len(texts)
        body = "".join(f"show({i}, () => {texts[i]})\n" for i in range(at, last))
        status, said, fault = law.run(
            f"proc show(i, f) {{ let r = try(f); if r.ok {{ print(\"{{i}} value {value}\") }} else "
            "{ print(\"{i} error {r.error.kind} {r.error.message}\") } }\n" + body,
            before=BEFORE, limit_s=75)
        for line in said.split("\n"):
            number_, _, rest = line.partition(" ")
            if number_.isdigit() and int(number_) == len(out) and rest:
                out[len(out)] = rest[:300]
        if len(out) == last:
            alone = False
        elif fault.startswith("error[limit]") and "time limit" not in fault:
            out[len(out)] = "error limit " + fault[:200]
        elif alone:
            out[len(out)] = f"ends with {status}: {fault[:300]}"
            alone = False
        else:
            alone = True  # all of them together may have exceeded the time
    return [out[i] for i in range(len(texts))]


def in_parts(texts, judge, value, part=40):
    for at in range(0, len(texts), part):
        for text, got in zip(texts[at:at + part], run([t for t, _ in texts[at:at + part]], value)):
            judge(text, got)


def is_work(text, got):
    """It reached the time limit at 2^31 ... 2^33 operations: a minute, on a busy machine."""
    numbers = [int(n) for n in re.findall(r"\d+", text)]
    return "time limit" in got and any(2**31 - 4 <= n <= 2**33 for n in numbers)


def judge_formula(case, got):
    text, wanted = case
    kind = got.split()[1] if got.startswith("error") else ""
    good = kind in ("memory", "limit") or (kind in ("value", "index", "shape") and "-" not in text)
    # An eager run may not store what compiled code never materializes; its message is an error.
    if got.startswith("value"):
        good = wanted is None or got[6:].strip() in (wanted, *wanted.split(" or "))
    law.expect(good or is_work(text, got), f"wanted {wanted}, or an error that names a size",
               f"{text}\n   gives {got}")


def judge_call(case, got):
    bad = got.startswith("ends with") or got.startswith("error bug")
    if "time limit" in got or "over" in got:  # 2^31 ... 2^34 operations take seconds
        bad = not any(str(n) in case[0] for n in (2**31, 2**32))
    law.expect(not bad, "a call ends with a value or an error", f"{case[0]}\n   {got}")


in_parts([draw.choice(FORMULAS)() for _ in range(law.count(300))], judge_formula, "{r.value}")
listed = json.loads(subprocess.run([RILLE, "help", "--json"], capture_output=True, text=True,
                                   check=True).stdout)
asked = ("int", "number", "real", "float", "shape", "tuple", "(", "array", "any[")
taken = [b for b in listed if "params" in b and not b["name"].startswith(SKIPPED)
         and any(p["type"]["text"].startswith(asked) for p in b["params"])]
sized = [b for b in taken
         if any(p["type"]["text"].startswith(("int", "shape", "(int")) for p in b["params"])]
calls = [call(b) for b in taken] + [call(draw.choice(sized)) for _ in range(law.count(200))]
in_parts([(text, None) for text in calls], judge_call, "")
law.done()

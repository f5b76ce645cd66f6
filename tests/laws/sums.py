#!/usr/bin/env python3
"""Property-based test: the order of a sum depends on its sizes only.

One array, read through random layouts that are fused into the reduction (transposes, flips, slices,
gathers, sums with zeros), together with random other outputs, on one and several threads, in pieces
and as a whole, for each SIMD width: the bytes are those of the eager run over the same elements.
And f32 sums are near those of exact arithmetic, for any number of terms.
"""
import math
import struct

from law import Law

law = Law(__doc__)
draw = law.random
HEAD = """
proc show(i, f, g, x, y) {
  let a = try(() => f(x)); let b = try(() => g(y))
  if not (a.ok and b.ok) { print("{i} error {a} {b}"); return }
  print("{i} {same(a.value, b.value)} {sum(f64(a.value) * 1.0)}")
}
"""
FOLDS = ["sum", "mean", "prod", "max", "min", "logsumexp", "norm", "sum of squares", "any nan",
         "argmax", "argmin"]


def fold(name, x, axis):
    of = "" if axis is None else f", axis = {axis}"
    return {"sum of squares": f"sum({x} * {x}{of})",
            "any nan": f"sum(where({x} > 0.0, {x}, 0.5 * {x}){of})"}.get(name, f"{name}({x}{of})")


def shape():
    rank = draw.choice([1, 1, 2, 2, 2, 3])
    sizes = [1, 2, 3, 5, 7, 8, 16, 17, 31, 33, 63, 64, 65, 100, 129]
    if rank == 1:
        large = [1000, 1023, 1024, 1025, 2048, 3000, 4097, 9000, 12345, 70000]
        return (draw.choice([*sizes, *large]),)
    if rank == 2:
        return (draw.choice(sizes), draw.choice([*sizes, 1024, 1025, 2500]))
    return tuple(draw.choice(sizes[:13]) for _ in range(3))


def layout(shape):
    """(the stored array, the view of it): the view has `shape` and the elements of x."""
    rank = len(shape)
    stored, view = "x", "y"

    def seen(by, made):  # stored by `made`, read back through `by`
        nonlocal stored, view
        stored, view = made.format(stored), view.replace("y", by)

    for _ in range(draw.choice([1, 1, 2])):
        kind = draw.choice(["flip", "swap", "step", "gather", "zero", "reshape"])
        axis, other = draw.randrange(rank), draw.randrange(rank)
        if kind == "flip":
            seen(f"flip(y, axis = {axis})", f"flip({{}}, axis = {axis})")
        if kind == "gather":
            seen(f"take(y, arange({shape[axis]}), axis = {axis})", "{}")
        if kind == "zero":
            seen(f"({draw.choice(['y + 0.0', '0.0 * y + y', '1.0 * y'])})", "{}")
        if kind == "reshape":
            seen(f"reshape(reshape(y, -1), {shape})", "{}")
        if kind == "swap" and axis != other:  # the stored array has other sizes from here on
            seen(f"swap(y, {axis}, {other})", f"swap({{}}, {axis}, {other})")
            break
        if kind == "step":
            at = ", ".join("::2" if k == axis else ":" for k in range(rank))
            seen(f"y[{at}]", f"repeat({{}}, 2, axis = {axis})")
            break
    return stored, view


def case(i):
    sizes = shape()
    rank = len(sizes)
    axes = [None, *range(rank)] + ([(0, rank - 1), (0, 1)] if rank > 1 else [])
    axis = draw.choice(axes)
    name = draw.choice(FOLDS if not isinstance(axis, tuple) else FOLDS[:-2])
    dtype = draw.choice(["f32", "f32", "f32", "f64", "bf16", "f16"])
    stored, view = layout(sizes)
    plain = fold(name, "x", axis)
    fused = fold(name, view, axis)
    form = draw.choice(["{0}", "{0}", "({0}, sum(y * 2.0), max(y))[0]", "{0} * 1.0", "vmapped"])
    whole = f"jit(y => {form.format(fused)})"
    if form == "vmapped":
        whole = f"(y => jit(vmap(y => {fused}))(stack((y + 1.0, y)))[1])"
    values = draw.choice(["rng.normal(rng.key({0}), {1})",
                          "rng.uniform(rng.key({0}), {1}) + 0.5"])
    made = f"{dtype}({values.format(draw.randrange(1000), sizes)})"
    if name == "prod":
        made = f"{dtype}(1.0 + 0.05 * {values.format(draw.randrange(1000), sizes)})"
    return (f"proc case{i}() {{ let x = {made}; let y = ({stored}) + {dtype}(0.0)\n"
            f"  show({i}, x => {plain}, {whole}, x, y) }}\ncase{i}()\n")


def products(i):
    m, k, n = (draw.choice([1, 2, 3, 5, 16, 17, 33, 64, 100, 300]) for _ in range(3))
    form = draw.choice(["x.T @ w", "x @ w", "w @ x", "w @ x.T", "dot"])
    vector = f"rng.normal(rng.key({i}), {k})"
    if form == "dot":
        return (f"proc case{i}() {{ let x = {vector}; let y = flip(x)\n"
                f"  show({i}, x => x @ (x + 1.0), jit(y => flip(y) @ flip(y + 1.0)), x, y) }}\n"
                f"case{i}()\n")
    extents = (k, m) if form in ("x.T @ w", "w @ x") else (m, k)
    views = [("x", "x"), (f"swap(x, 0, 1) + 0.0", "swap(y, 0, 1)"), ("flip(x)", "flip(y)"),
             ("repeat(x, 2, axis = 0)", "y[::2]")]
    stored, view = draw.choice(views)
    right = f"rng.normal(rng.key({i + 1}), ({k}, {n}))" if draw.random() < 0.4 else None
    w = right if right and not form.startswith("w") else vector
    plain = form.replace("w", "w0")
    fused = plain.replace("x", f"({view})")
    return (f"proc case{i}() {{ let w0 = {w}\n"
            f"  let x = rng.normal(rng.key({i + 7}), {extents})\n  let y = {stored}\n"
            f"  show({i}, x => {plain}, jit(y => {fused}), x, y) }}\ncase{i}()\n")


def lanes(i):
    """An element of vmap is the eager product; the dot with a shared vector is only near."""
    m, n = (draw.choice([2, 3, 5, 16, 17, 33, 100]) for _ in range(2))
    k = draw.choice([1, 2, 3, 17, 64, 100, 300, 1030, 2500])
    x, w = draw.choice([
        ("(3, {k})", "({k}, {n})"), ("(3, {m}, {k})", "{k}"), ("(3, {m}, {k})", "({k}, {n})"),
        ("(3, {k})", "(3, {k})"), ("(3, {m}, {k})", "(3, {k})"), ("(3, {k})", "(3, {k}, {n})"),
        ("(3, {m}, {k})", "(3, {k}, {n})"), ("({m}, {k})", "(3, {k})"), ("{k}", "(3, {k}, {n})"),
        ("({m}, {k})", "(3, {k}, {n})")])
    axes = ", ".join("0" if "3" in side else "nil" for side in (x, w))
    at = [f"{name}[1]" if "3" in side else name for name, side in (("x", x), ("w", w))]
    x, w = x.format(m=m, k=k), w.format(k=k, n=n)
    form = draw.choice(["vmap(f, in_axes = ({0}))(y, w)[1]",
                        "jit(vmap(f, in_axes = ({0})))(y, w)[1]"])
    return (f"proc case{i}() {{ let w = rng.normal(rng.key({i}), {w}); let f = (x, w) => x @ w\n"
            f"  let x = rng.normal(rng.key({i + 3}), {x})\n"
            f"  show({i}, x => f({at[0]}, {at[1]}), y => {form.format(axes)}, x, x) }}\n"
            f"case{i}()\n")


def pieces(i):
    """One sum of many terms, which threads share: of one axis, or of two that cannot be merged."""
    rows, n = draw.choice([(1, draw.randrange(1025, 100000)), (draw.randrange(2, 300), 301)])
    form = draw.choice(["y", "y * 2.0", "y * flip(z, axis = 0)", "y + z", "where(y > 0.5, y, z)"])
    name = draw.choice(FOLDS)
    whole = fold(name, f"({form})", None)
    drawn = f"rng.normal(rng.key({i}), ({rows}, {n + 3}))[:, 3:]"
    return (f"proc case{i}() {{ let x = {drawn}; let z = x[0] * 0.5 \n"
            f"  show({i}, y => {whole}, jit(y => {whole}), x, x) }}\ncase{i}()\n")


def columns(i):
    """Columns of many rows, in strips if they would be read from memory."""
    rows = draw.choice([255, 256, 300, 512, 513, 1000, 1024, 1025, 2047, 2500, 4100])
    wide = draw.choice([64, 128, draw.randrange(3, 150)])
    sizes = draw.choice([(rows, wide), (2, rows, wide)])
    form = draw.choice(["y", "y", "y * y", "exp(y)", "y + r", "y * c - r", "where(y > c, y, r)",
                        "tanh(y + c) * exp(y - r) + sin(y) * cos(y * r) + y / (1.0 + c * c)"])
    name = draw.choice(["sum", "sum", "mean", "norm", "logsumexp", "prod", "max", "min"])
    if name == "prod":
        form = f"(1.0 + 0.01 * ({form}))"
    dtype = draw.choice(["f32", "f32", "f64", "bf16", "f16"])
    whole = fold(name, f"({form})", len(sizes) - 2)
    return (f"proc case{i}() {{ let x = {dtype}(rng.normal(rng.key({i}), {sizes}))\n"
            f"  let r = x[..., :1, :] * {dtype}(0.5); let c = x[..., :, :1]\n"
            f"  show({i}, y => {whole}, jit(y => {whole}), x, x) }}\ncase{i}()\n")


def judged(made, ways):
    """Each program under all settings prints `true` and the same digits."""
    seen = {}
    for way in ways:
        text = HEAD + "".join(made)
        status, out, fault = law.run(text, limit_s=500, env=way)
        lines = out.split("\n")
        law.expect(status == 0, "the drawn programs run", fault[:500])
        for i, program in enumerate(made):
            line = next((x for x in lines if x.startswith(f"{i} ")), f"{i} nothing")
            seen.setdefault(i, line)
            law.expect(line.split()[1] == "true" and line == seen[i],
                       f"a view has the bytes of what it shows, under {way}",
                       f"{program}{line}\nfirst: {seen[i]}")


def near():
    """f32 sums of many equal and of random terms."""
    for n in (10**6, 10**7):
        c = draw.uniform(0.1, 1.0)
        text = (f"let x = {c!r} * ones({n})\nlet c = f64(f32({c!r}))\n"
                "proc off(a, b) { print(abs(float(f64(a)) - float(b)) / float(b)) }\n"
                f"off(mean(x), c); off(sum(x), c * {n}.0); off(norm(x), sqrt(c * c * {n}.0))\n"
                f"off(dot(x, x), c * c * {n}.0)\n"
                f"off(mean(reshape(x, ({n // 10}, 10)), axis = 0)[3], c)\n"
                f"off(jit(x => mean(x))(x), c); off(std(x + 3.0) + 1.0, f64(1.0))\n"
                f"off(sum(jit(v => sum(v * ones(({n // 1000}, 1000))))(f32({c!r}))), c * {n}.0)\n")
        status, out, fault = law.run(text, limit_s=500)
        limits = [2e-6, 2e-6, 1e-6, 1e-6, 2e-6, 2e-6, 1e-5, 2e-6]
        got = out.split()
        law.expect(len(got) == len(limits), "all sums are made", fault)
        for value, limit in zip(got, limits):
            law.expect(float(value) <= limit, f"within {limit} of the exact one", f"{text}\n{out}")
    for _ in range(law.count(4)):
        n = draw.randrange(1, 200000)
        drawn = [draw.gauss(0, 1) for _ in range(min(n, 3000))]
        xs = [struct.unpack("f", struct.pack("f", x))[0] for x in drawn]
        text = f"let x = {xs}\nprint(float(f64(sum(x))), float(f64(dot(x, x))))\n"
        status, out, fault = law.run(text)
        size = math.fsum(abs(x) for x in xs)
        got = [float(x) for x in out.split()]
        law.expect(len(got) == 2 and abs(got[0] - math.fsum(xs)) <= 1e-6 * size
                   and abs(got[1] / math.fsum(x * x for x in xs) - 1) < 1e-6,
                   "near the exact sum", f"{len(xs)} terms: {out} {fault[:200]}")


made = [case(i) for i in range(law.count(45))]
made += [products(i) for i in range(len(made), len(made) + law.count(20))]
made += [lanes(i) for i in range(len(made), len(made) + law.count(30))]
# The small settings split a sum into pieces, as only a long one otherwise is.
made += [pieces(i) for i in range(len(made), len(made) + law.count(30))]
made += [columns(i) for i in range(len(made), len(made) + law.count(30))]
judged(made, [{"RILLE_ISA": "", "RILLE_THREADS": "1"},
              {"RILLE_ISA": "avx2", "RILLE_THREADS": "3", "RILLE_TEST_SCHEDULE": "3"},
              {"RILLE_ISA": "baseline", "RILLE_THREADS": "2"},
              {"RILLE_ISA": "", "RILLE_THREADS": "7", "RILLE_TEST_SCHEDULE": "6"}])
near()
law.done()

#!/usr/bin/env python3
"""Property-based test: complex numbers equal Python's, eager, compiled, under vmap, in loops, and
in derivatives.

Functions and random expressions are checked against Python's complex arithmetic and cmath; data
movement, sums, and products of Gaussian integers exactly; derivatives against finite differences.
Eager, compiled, and mapped code of one expression print the same text, so they have the same bits.
Lengths, thread counts, and instruction sets are random.
"""
import cmath
import math

from law import Law

law = Law(__doc__)
R = law.random
TOGETHER = 8  # cases in one program
SIZES = [0, 1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 70]
UNITS = {"c64": 2.0 ** -23, "c128": 2.0 ** -52}


def part(wide=True):
    kind = R.randrange(8 if wide else 5)
    if kind == 0:
        return R.choice([0.0, 1.0, -1.0, 0.5, -0.5])
    if kind < 5:
        return R.randint(-64, 64) / 16
    return R.choice([-1, 1]) * R.randint(1, 15) * 2.0 ** R.choice([-30, -12, -4, 2, 12, 20])


def number(wide=True):
    return complex(part(wide), part(wide))


def whole(most=4):
    return complex(R.randint(-most, most), R.randint(-most, most))


def literal(dtype, values):
    if not values:
        return f"zeros((0,), dtype = {dtype})"
    kind = "f32" if dtype == "c64" else "f64"
    real = ", ".join(repr(v.real) for v in values)
    imag = ", ".join(repr(v.imag) for v in values)
    return f"complex({kind}([{real}]), {kind}([{imag}]))"


def read(text):
    """Complex numbers as two floats with a comma between; others as one."""
    def one(word):
        parts = [float(p) for p in word.split(",")]
        return complex(*parts) if len(parts) == 2 else parts[0]
    return [one(word) for word in text.split()]


SHOWN = """
fn shown(y) = {
  let flat = reshape(y, (-1,))
  if y.dtype == c64 or y.dtype == c128 {
    join(("{real(v)},{imag(v)}" for v in flat), " ")
  } else {
    join((str(v) for v in f64(flat)), " ")
  }
}
"""


FUNCTIONS = {
    "exp(z)": cmath.exp, "log(z)": cmath.log, "sqrt(z)": cmath.sqrt, "sin(z)": cmath.sin,
    "cos(z)": cmath.cos, "tan(z)": cmath.tan, "asin(z)": cmath.asin, "acos(z)": cmath.acos,
    "atan(z)": cmath.atan, "sinh(z)": cmath.sinh, "cosh(z)": cmath.cosh, "tanh(z)": cmath.tanh,
    "rsqrt(z)": lambda z: 1 / cmath.sqrt(z), "sigmoid(z)": lambda z: 1 / (1 + cmath.exp(-z)),
    "abs(z)": abs, "angle(z)": cmath.phase, "conj(z)": lambda z: z.conjugate(),
    "real(z)": lambda z: z.real, "imag(z)": lambda z: z.imag, "-z": lambda z: -z,
    "z ^ 2": lambda z: z * z, "z ^ 3": lambda z: z * z * z, "z ^ -1": lambda z: 1 / z,
    "z * z": lambda z: z * z, "1.0 / z": lambda z: 1 / z,
    "z / conj(z)": lambda z: z / z.conjugate(),
}
# Cancellation in subtractions: more units in the last place.
LOOSE = {"sigmoid(z)": 2000, "z ^ 3": 40}


def fits_kind(f, z, dtype):
    """The value, or None if it or an intermediate is outside the range of the dtype."""
    limit, least = (1e15, 1e-15) if dtype == "c64" else (1e120, 1e-120)
    try:
        y = f(z)
    except (OverflowError, ValueError, ZeroDivisionError):
        return None
    return y if y == 0 or least < abs(y) < limit else None


def function_case():
    text, dtype = R.choice(list(FUNCTIONS)), R.choice(["c64", "c128"])
    f, values, wanted = FUNCTIONS[text], [], []
    for _ in range(R.choice(SIZES)):
        z = number()
        y = fits_kind(f, z, dtype)
        if y is not None:
            values.append(z)
            wanted.append(y)
    units = LOOSE.get(text, 16) * UNITS[dtype]
    return {"text": text, "z": values, "dtype": dtype, "wanted": wanted, "units": units}


def tree(depth):
    """The text of an expression of z and w, and its value in Python."""
    if depth == 0:
        return R.choice([("z", lambda z, w: z), ("w", lambda z, w: w)])
    a, f = tree(depth - 1)
    b, g = tree(depth - 1)
    return R.choice([
        (f"({a} + {b})", lambda z, w: f(z, w) + g(z, w)),
        (f"({a} - {b})", lambda z, w: f(z, w) - g(z, w)),
        (f"({a} * {b})", lambda z, w: f(z, w) * g(z, w)),
        (f"({a} / ({b} + 9.0))", lambda z, w: f(z, w) / (g(z, w) + 9)),
        (f"conj({a})", lambda z, w: f(z, w).conjugate()),
        (f"complex(imag({a}), real({b}))", lambda z, w: complex(f(z, w).imag, g(z, w).real)),
        (f"exp({a} * 0.125)", lambda z, w: cmath.exp(f(z, w) / 8)),
        (f"({a} * abs({b}))", lambda z, w: f(z, w) * abs(g(z, w))),
        (f"where(real({a}) < imag({b}), {a}, {b})",
         lambda z, w: f(z, w) if f(z, w).real < g(z, w).imag else g(z, w)),
    ])


def small(count):
    return [complex(R.randint(-12, 12), R.randint(-12, 12)) / 8 for _ in range(count)]


def tree_case():
    text, f = tree(R.randint(1, 3))
    count = R.choice(SIZES)
    z, w = small(count), small(count)
    wanted = [complex(f(*pair)) for pair in zip(z, w)]
    units = 1e-11 * (1 + max(map(abs, wanted), default=0))
    return {"text": text, "z": z, "w": w, "dtype": "c128", "wanted": wanted, "absolute": units}


def slope_case():
    """The derivative by x minus i times that by y, as in JAX: of sum(|f|^2)."""
    text, f = tree(R.randint(1, 2))
    count = R.choice([1, 3, 8])
    z, w = small(count), small(count)

    def size(at, moved):
        return abs(f(moved, w[at])) ** 2

    wanted, h = [], 1e-6
    for at, value in enumerate(z):
        dx = (size(at, value + h) - size(at, value - h)) / (2 * h)
        dy = (size(at, value + 1j * h) - size(at, value - 1j * h)) / (2 * h)
        wanted.append(complex(dx, -dy))
    if "where" in text or "abs" in text:  # kinks
        return slope_case()
    text = f"grad(z => sum(real({text}) ^ 2 + imag({text}) ^ 2))(z)"
    return {"text": text, "z": z, "w": w, "dtype": "c128", "wanted": wanted, "vmap": False,
            "absolute": 1e-5 * (1 + max(map(abs, wanted), default=0))}


def turned(x):
    return [list(row) for row in zip(*x)]


def product(values):
    return math.prod(values, start=complex(1))


def running(values, f, start):
    out, so_far = [], start
    for v in values:
        so_far = f(so_far, v)
        out.append(so_far)
    return out


def moves(rows, columns):
    """Operations that move, sum, and multiply Gaussian integers of the matrices z and w."""
    k = R.randint(0, columns)
    i, j = R.randrange(rows), R.randrange(rows)
    places = [R.randrange(rows) for _ in range(R.randint(1, 5))]
    other = [[whole(1) for _ in range(3)] for _ in range(columns)]
    b = literal("c128", [v for row in other for v in row])
    add, times = (lambda a, c: a + c), (lambda a, c: a * c)

    def updated(z, w):
        out = [list(row) for row in z]
        out[i] = [a + c for a, c in zip(out[i], w[j])]
        return out

    return [
        ("z.T", lambda z, w: turned(z)),
        ("flip(z * 2.0, axis = 1)", lambda z, w: [[2 * v for v in row][::-1] for row in z]),
        ("concat((z, conj(w)), axis = 1)",
         lambda z, w: [row + [v.conjugate() for v in more] for row, more in zip(z, w)]),
        ("concat((z + w, w), axis = 0)",
         lambda z, w: [[a + c for a, c in zip(*pair)] for pair in zip(z, w)] + w),
        (f"z[:, {k}:] - w[:, {k}:]",
         lambda z, w: [[a - c for a, c in zip(*pair)][k:] for pair in zip(z, w)]),
        ("z[:, ::2]", lambda z, w: [row[::2] for row in z]),
        (f"z[{places}]", lambda z, w: [z[at] for at in places]),
        ("sum(z, axis = 1)", lambda z, w: [sum(row) for row in z]),
        ("sum(z, axis = 0) * 1.0", lambda z, w: [sum(row) for row in turned(z)]),
        ("prod(z, axis = 1)", lambda z, w: [product(row) for row in z]),
        ("cumsum(z, axis = 1)", lambda z, w: [running(row, add, 0) for row in z]),
        ("cumprod(z, axis = 1)", lambda z, w: [running(row, times, 1) for row in z]),
        ("z == w", lambda z, w: [[a == c for a, c in zip(*pair)] for pair in zip(z, w)]),
        ("z != conj(z)", lambda z, w: [[v.imag != 0 for v in row] for row in z]),
        ("pad(z, 1)", lambda z, w: [[0] * (columns + 2)] + [[0] + row + [0] for row in z]
            + [[0] * (columns + 2)]),
        (f"{{ var y = z; y[{i}] += w[{j}]; y }}", updated),
        (f"z @ reshape({b}, ({columns}, 3))",
         lambda z, w: [[sum(map(times, row, column)) for column in turned(other)] for row in z]),
        ("z @ w.T", lambda z, w: [[sum(map(times, row, column)) for column in w] for row in z]),
        ("mean(z * complex(0.0, 4.0), axis = 1)",
         lambda z, w: [sum(4j * v for v in row) / columns for row in z]),
    ]


def move_case():
    rows, columns = R.choice([1, 2, 3, 17]), R.choice([1, 2, 4, 8, 16, 32])
    text, f = R.choice(moves(rows, columns))
    most = 1 if "prod" in text else 4
    z, w = ([[whole(most) for _ in range(columns)] for _ in range(rows)] for _ in range(2))
    wanted = f(z, w)
    flat = [v for row in wanted for v in (row if isinstance(row, list) else [row])]
    return {"text": text, "z": sum(z, []), "w": sum(w, []), "shape": (rows, columns), "vmap": False,
            "dtype": "c128", "wanted": flat, "units": 0}


def loop_case():
    turns, count = R.choice([0, 1, 3, 9, 12]), R.choice([1, 5, 16])
    z, w = ([whole(1) for _ in range(count)] for _ in range(2))
    kind = R.choice(["for", "while", "if"])

    def stepped(pair):
        s = pair[0]
        for _ in range(turns):
            s = s * pair[0] + pair[1]
        return s

    if kind == "for":
        text = f"{{ var s = z; for i in 0..{turns} {{ s = s * z + w }}; s }}"
        wanted = [stepped(pair) for pair in zip(z, w)]
    elif kind == "while":
        text = "{ var s = z; while sum(abs(s)) < 90.0 { s = s + complex(3.0, 4.0) }; s }"
        wanted = list(z)
        while sum(map(abs, wanted)) < 90:
            wanted = [v + 3 + 4j for v in wanted]
    else:
        text = "if real(sum(z)) > imag(sum(w)) { z * w } else { z - w }"
        yes = sum(z).real > sum(w).imag
        wanted = [a * b if yes else a - b for a, b in zip(z, w)]
    return {"text": text, "z": z, "w": w, "dtype": "c128", "wanted": wanted, "units": 0,
            "vmap": False}


def program(cases):
    lines = [SHOWN]
    for number, case in enumerate(cases):
        z, dtype = case["z"], case["dtype"]
        w = case.get("w", [])
        shape = case.get("shape", (len(z),))
        give = ", ".join(["z"] + ["w"] * bool("w" in case))
        lines += [f"fn f{number}({give}) = {case['text']}", f"proc case{number}() {{"]
        lines += [f"  let {name} = reshape({literal(dtype, values)}, {shape})"
                  for name, values in (("z", z), ("w", w)) if name in give]
        ways = [f"f{number}", f"jit(f{number})"]
        if case.get("vmap", True) and z:
            ways.append(f"vmap(f{number})")
        lines += [f'  print("{number};{way};{{shown({way}({give}))}}")' for way in ways]
        lines += ["}", f"case{number}()"]
    return "\n".join(lines)


def near(case, got, wanted):
    if len(got) != len(wanted):
        return False
    for a, b in zip(got, wanted):
        bound = case.get("absolute", case.get("units", 0) * abs(b))
        if not abs(a - b) <= bound:
            return False
    return True


def main():
    kinds = [function_case] * 3 + [tree_case] * 2 + [move_case] * 3 + [loop_case, slope_case]
    for _ in range(law.count(30)):
        cases = [R.choice(kinds)() for _ in range(TOGETHER)]
        text = program(cases)
        env = {"RILLE_THREADS": str(R.choice([1, 2, 3]))}
        target = R.choice(["", "", "avx2", "baseline"])
        if target:
            env["RILLE_TARGET"] = target
        code, out, err = law.run(text, env=env)
        law.expect(code == 0, "the program runs", text + err)
        by_case = {}
        for line in out.splitlines():
            number, way, values = line.split(";")
            by_case.setdefault(int(number), []).append((way, values))
        for number, ways in by_case.items():
            case = cases[number]
            got, detail = ways[0][1], f"{case}\n{ways}\n{env}"
            law.expect(near(case, read(got), case["wanted"]), f"{case['text']} is Python's", detail)
            for way, values in ways[1:]:
                law.expect(values == got, f"{way} gives the bits of a plain run", detail)
    law.done()


if __name__ == "__main__":
    main()

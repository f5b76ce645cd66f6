#!/usr/bin/env python3
"""Property-based test: products with precision = "fast" are within the bound of their roundings.

Products of bf16 of random sizes and layouts, stored as bf16 or converted from f32, with results in
bf16 or f32: small integers, whose sums are exact, and other numbers, whose sums are compared with
exact sums, forward and backward. The bits are those of any number of threads; of `jit` and of eager
code; and without the processor's instructions those of the default.
"""
import fractions
import math
import struct

from law import Law

law = Law(__doc__)
draw = law.random
SIZES = [1, 5, 7, 8, 9, 15, 16, 17, 28, 31, 33, 48, 65]
DEEP = [1, 2, 3, 16, 31, 64, 101, 257, 1023, 1025]


def number(i, first, is_whole):
    """A number of 8 bits, which bf16 has exactly."""
    i = (i + first) * 37 % 251
    if is_whole:
        return i % 7 - 3
    return (i - 125) * 2.0 ** (i % 13 - 6)


def text_of(count, first, is_whole):
    i = f"(((arange({count}) + {first}) * 37) % 251)"
    return f"f32({i} % 7 - 3)" if is_whole else f"f32({i} - 125) * 2.0 ^ f32({i} % 13 - 6)"


def stored(name, shape, first, is_whole, is_turned, is_converted):
    """The text of an operand, and its elements by (row, column)."""
    rows, columns = shape
    kept = (columns, rows) if is_turned else shape
    text = f"reshape({text_of(rows * columns, first, is_whole)}, {kept})"
    at = (lambda r, c: number(c * rows + r, first, is_whole)) if is_turned else (
        lambda r, c: number(r * columns + c, first, is_whole))
    read = f"{name}.T" if is_turned else name
    return (text if is_converted else f"bf16({text})",
            f"bf16({read})" if is_converted else read, at)


def floats_of(path, dtype):
    data = path.read_bytes()
    start = data.index(b"\n") + 1
    if dtype == "f32":
        return struct.unpack(f"<{(len(data) - start) // 4}f", data[start:])
    raise ValueError(dtype)


def case(number_of_case):
    m, k, n = draw.choice(SIZES), draw.choice(DEEP), draw.choice(SIZES)
    is_whole = draw.random() < 0.3
    left = stored("x", (m, k), 3, is_whole, draw.random() < 0.5, draw.random() < 0.5)
    right = stored("w", (k, n), 11, is_whole, draw.random() < 0.5, draw.random() < 0.5)
    out = draw.choice(["f32", "bf16"])
    product = lambda how: f"dot({left[1]}, {right[1]}, dtype = {out}{how})"
    fast = ', precision = "fast"'
    text = f"""let x = {left[0]}
let w = {right[0]}
let c = reshape(f32((arange({m * n}) * 5) % 7 - 3), ({m}, {n}))
let plain = jit((x, w) => {product("")})
let by_jit = jit((x, w) => {product("")}, precision = "fast")
let by_call = jit((x, w) => {product(fast)})
proc main(folder: str) {{
  data.save_npy("{{folder}}/fast.npy", f32(by_jit(x, w)))
  data.save_npy("{{folder}}/plain.npy", f32(plain(x, w)))
  print(same(by_jit(x, w), by_call(x, w)), same(by_call(x, w), {product(fast)}))
  let loss = (x, w) => sum(c * f32({product(fast)}))
  let (dx, dw) = jit(grad(loss, wrt = (0, 1)))(x, w)
  data.save_npy("{{folder}}/dx.npy", f32({left[1].replace("bf16(", "(").replace("x", "dx")}))
  data.save_npy("{{folder}}/dw.npy", f32({right[1].replace("bf16(", "(").replace("w", "dw")}))
}}
"""
    bits = []
    for env in ({"RILLE_THREADS": "1"}, {"RILLE_THREADS": "7"}, {"RILLE_ISA": "avx2"}):
        status, said, wrong = law.run(text, str(law.folder), env=env)
        law.expect(status == 0 and said == "true true\n", "eager and compiled",
                   f"{env}\n{text}{said}{wrong}")
        if status != 0:
            return
        bits.append([(law.folder / f"{name}.npy").read_bytes()
                     for name in ("fast", "plain", "dx", "dw")])
        if len(bits) == 1:
            values = {name: floats_of(law.folder / f"{name}.npy", "f32")
                      for name in ("fast", "dx", "dw")}
    law.expect(bits[0] == bits[1], "1 thread and 7", text)
    law.expect(bits[2][0] == bits[2][1], "without the unit: the default", text)
    x, w = left[2], right[2]
    c = lambda i, j: (i * n + j) * 5 % 7 - 3
    close(values["fast"], m, n, k, lambda i, j, p: (x(i, p), w(p, j)), out, text)
    close(values["dx"], m, k, n, lambda i, p, j: (c(i, j), w(p, j)), "bf16", text)
    close(values["dw"], k, n, m, lambda p, j, i: (x(i, p), c(i, j)), "bf16", text)


def close(got, rows, columns, deep, terms, out, text):
    """Each element is an exact sum up to a rounding per term and one of the result. Elements are
    sampled."""
    for _ in range(12):
        i, j = draw.randrange(rows), draw.randrange(columns)
        exact, size = fractions.Fraction(0), fractions.Fraction(0)
        for p in range(deep):
            a, b = terms(i, j, p)
            exact += fractions.Fraction(a) * fractions.Fraction(b)
            size += abs(fractions.Fraction(a) * fractions.Fraction(b))
        bound = float(size) * (min(deep, 1024) + 12) * 2.0 ** -24
        bound += abs(float(exact)) * (2.0 ** -8 if out == "bf16" else 2.0 ** -24)
        value = got[i * columns + j]
        law.expect(math.isfinite(value) and abs(value - float(exact)) <= bound,
                   f"element ({i}, {j}): {value} is not {float(exact)}", text)


for number_of_case in range(law.count(25)):
    case(number_of_case)
law.done()

#!/usr/bin/env python3
"""Property-based test: Fourier transforms equal their definition, for any number of transforms, on
any CPU.

Lengths of all kinds: small, powers of two, products of small primes, primes, multiples of primes,
lengths around the thresholds between algorithms. Sparse inputs have transforms that Python's own
sums compute, at random indices. A batch has the bits of each of its rows alone, for any thread
count and instruction set, with infinities and zeros of either sign; and an inverse transform
returns the input.
"""
import cmath
import math

from law import Law

law = Law(__doc__)
draw = law.random
EPSILON = {"f32": 2.0 ** -23, "f64": 2.0 ** -52}
PRIMES = [37, 89, 101, 149, 151, 211, 257, 1009, 2053, 8191, 10007, 65537]


def length():
    kind = draw.choice(["small", "small", "small", "two", "smooth", "prime", "prime times", "edge",
                        "any"])
    if kind == "small":
        return draw.randint(1, 130)
    if kind == "two":
        return 2 ** draw.randint(6, 17)
    if kind == "smooth":
        n = 1
        while n < 60:
            n = math.prod(draw.choice([2, 2, 3, 3, 4, 5, 7, 8, 11, 13]) for _ in range(6))
        return n if n < 300_000 else 30_030
    if kind == "prime":
        return draw.choice(PRIMES)
    if kind == "prime times":
        return draw.choice(PRIMES[:8]) * draw.randint(2, 40)
    if kind == "edge":
        return draw.choice([1022, 1023, 1024, 1025, 2047, 2048, 4095, 4096, 4098, 8190, 8191, 8192,
                            8193, 8194, 8200, 16382, 16384, 16386])
    return draw.randint(131, 40_000)


def settings():
    return {"RILLE_THREADS": str(draw.choice([1, 2, 3, 7])),
            "RILLE_ISA": draw.choice(["avx512", "avx2", "avx2", "baseline"])}


def lines_for(n):
    return draw.choice([1, 1, 2, 3, 4, 5, 8, 9, 13, 16, 17, 40] if n < 5000 else [1, 1, 2, 3, 9])


def call(kind, x, n):
    """The transform, and whether x is complex."""
    return f"fft.{kind}({x}, {n})" if kind == "irfft" else f"fft.{kind}({x})"


def drawn_lines(kind, dtype, shape):
    """Text of rows of numbers, the same on every CPU: complex except for rfft."""
    key = draw.randrange(1 << 30)
    parts = [f"({dtype}(rng.bits(rng.key({key + i}), {shape}) // u32(256)) / 8388608.0 - 1.0)"
             for i in range(2)]
    return parts[0] if kind == "rfft" else f"complex({', '.join(parts)})"


def same_bits():
    """A batch and its rows; other thread counts, other instruction sets."""
    n, dtype = length(), draw.choice(["f32", "f64"])
    kind, lines = draw.choice(["fft", "ifft", "rfft", "irfft"]), lines_for(n)
    width = n // 2 + 1 if kind == "irfft" else n
    odd = draw.choice(["", "", "", "inf", "-inf", "nan", "-0.0"])
    spoiled = f"x[{draw.randrange(lines)}, {draw.randrange(width)}] = {odd}\n" if odd else ""
    text = f"""fn alike(a, b) = all((a == b) or (isnan(a) and isnan(b)))
var x = {drawn_lines(kind, dtype, f"({lines}, {width})")}
{spoiled}let y = {call(kind, "x", n)}
var same_lines = true
for i in 0..{lines} {{ same_lines = same_lines and alike({call(kind, "x[i]", n)}, y[i]) }}
print(same_lines)
print(alike(vmap(x => {call(kind, "x", n)})(x), y))
fn known(x) = (isnan(x), where(isnan(x), 0, x))  # the bits of a NaN are unspecified
ckpt.save("found.safetensors", (re = known(real(y)), im = known(imag(y))))
"""
    found, name = [], f"{kind} of {lines} x {n}, {dtype} {odd}"
    for env in (settings(), settings()):
        status, out, said = law.run(text, env=env)
        holds = status == 0 and out.split() == ["true", "true"]
        law.expect(holds, f"{name}: a batch has the bits of its lines",
                   f"{env}\n{text}{status} {out} {said}")
        if status != 0:
            return
        found.append((env, (law.folder / "found.safetensors").read_bytes()))
    law.expect(found[0][1] == found[1][1], f"{name}: the same bits",
               f"{found[0][0]} {found[1][0]}\n{text}")


def sparse():
    """(index, value) of the nonzero elements of a row, complex."""
    n = length()
    some = {}
    for _ in range(draw.randint(1, 4)):
        some[draw.choice([0, n - 1, draw.randrange(n), draw.randrange(n)])] = complex(
            draw.randint(-8, 8) / 4, draw.randint(-8, 8) / 4)
    return n, some


def definition():
    n, some = sparse()
    dtype, kind = draw.choice(["f32", "f64"]), draw.choice(["fft", "ifft", "rfft", "irfft"])
    lines, norm = draw.choice([1, 2, 9]), draw.choice(["backward", "forward", "ortho"])
    width = n // 2 + 1 if kind == "irfft" else n
    some = {at % width: value.real + 0j if kind == "rfft" else value for at, value in some.items()}
    whole = dict(some)
    if kind == "irfft":  # the Hermitian half; elements that must be real are taken as real
        for at, value in some.items():
            if at == 0 or 2 * at == n:
                whole[at] = complex(value.real, 0)
            else:
                whole[n - at] = value.conjugate()
    forward = kind in ("fft", "rfft")
    scale = {"backward": 1 if forward else 1 / n, "forward": 1 / n if forward else 1,
             "ortho": n ** -0.5}[norm]
    made = n // 2 + 1 if kind == "rfft" else n
    places = sorted({0, made - 1, made // 2, *(draw.randrange(made) for _ in range(8))})
    wanted = []
    for k in places:
        terms = [value * cmath.exp((-2j if forward else 2j) * math.pi * (at * k % n) / n)
                 for at, value in whole.items()]
        wanted.append(scale * complex(math.fsum(t.real for t in terms),
                                      math.fsum(t.imag for t in terms)))
    sets = "".join(f"x[{lines - 1}, {at}] = "
                   f"{value.real!r}\ny[{lines - 1}, {at}] = {value.imag!r}\n"
                   for at, value in some.items())
    x = "x" if kind == "rfft" else "complex(x, y)"
    text = f"""var x = zeros(({lines}, {width})).{dtype}()
var y = x
{sets}let z = fft.{kind}({x}{f", {n}" if kind == "irfft" else ""}, norm = "{norm}")[{lines - 1}]
for k in {places} {{ print(f64(real(z[k])), f64(imag(z[k]))) }}
print(f64(max(abs(z))))
"""
    status, out, said = law.run(text, env=settings())
    rows = out.split("\n")
    if status != 0 or len(rows) < len(places) + 1:
        law.expect(False, f"{kind} {n} runs", f"{text}{status} {out} {said}")
        return
    got = [complex(*(float(part) for part in row.split())) for row in rows[:len(places)]]
    size = abs(scale) * sum(abs(value) for value in whole.values()) + 1e-300
    worst = max(abs(a - b) for a, b in zip(got, wanted)) / (size * EPSILON[dtype])
    law.expect(worst <= 2 + math.log2(n + 1), f"{kind} of {n}, {dtype}: its definition",
               f"{worst} roundings\n{text}{got}\n{wanted}")


def back():
    n, dtype = length(), draw.choice(["f32", "f64"])
    kind, lines = draw.choice(["fft", "rfft"]), lines_for(n)
    text = f"""let x = {drawn_lines(kind, dtype, f"({lines}, {n})")}
let z = fft.{kind}(x)
let again = fft.i{kind}(z{f", {n}" if kind == "rfft" else ""})
print(f64(max(abs(again - x))))
"""
    status, out, said = law.run(text, env=settings())
    bound = EPSILON[dtype] * (8 + 4 * math.log2(n + 1))
    law.expect(status == 0 and float(out) <= bound, f"{kind} of {lines} x {n}, {dtype}, and back",
               f"{text}{status} {out} {said}")


for _ in range(law.count(120)):
    draw.choice([same_bits, definition, back])()
law.done()

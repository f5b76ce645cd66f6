"""Property-based test: ranges, arange, and slices stop correctly at every bound: 64-bit limits,
negative and float steps. The oracle is Python: its range, its slices of lists, fractions.

Each case is written in every form that iterates over it: loops of the top level, of eager and of
compiled functions with literal bounds and with arguments, with break and continue, as values,
tuples, comprehensions, sizes, and slices of arrays.
"""
import math
import re
from fractions import Fraction

from law import Law

law = Law(__doc__)
LEAST, GREATEST = -2**63, 2**63 - 1
CORNERS = [LEAST, LEAST // 2, -2**53, -2**32, -2**31, -9, 0, 7, 2**31, 2**32, 2**53, 2**62,
           GREATEST]


def number(n):
    if n > LEAST:
        return str(n)
    return law.random.choice([f"({LEAST + 1} - 1)", f"(-{2**63})"])


def near(corner, width=9):
    return min(max(corner + law.random.randint(-width, width), LEAST), GREATEST)


def bounds():
    """A range of at most 20 numbers, or an empty one, with ends anywhere."""
    start = near(law.random.choice(CORNERS))
    if law.random.random() < 0.3:
        return start, min(start, near(law.random.choice(CORNERS)))
    return start, min(start + law.random.randint(0, 20), GREATEST)


def shown(items):
    items = list(items)
    return "(" + ", ".join(map(str, items)) + ("," if len(items) == 1 else "") + ")"


HEAD = """
fn all_of(a, b) { var out = (); for i in a..b { push(&out, i) }; out }
fn some_of(a, b) {
  var k = 0
  var last = 0
  for i in a..b { if i % 3 == 0 { continue }; if k > 4 { break }; last = i; k += 1 }
  (last, k)
}
fn pairs(a, b) { var k = 0; for i in a..b { for j in i..b { k += 1 } }; k }
fn until(a, b) { var i = a; var k = 0; while i < b { i += 1; k += 1 }; (i, k) }
fn offsets(a, b) = for i in a..b { i - a }
let jsome = jit(some_of)
let jpairs = jit(pairs)
let juntil = jit(until)
"""


def some_of(items):
    last = k = 0
    for i in items:
        if i % 3 == 0:
            continue
        if k > 4:
            break
        last, k = i, k + 1
    return f"({last}, {k})"


def range_lines(k):
    """The lines of the program, and the output of each line."""
    a, b = bounds()
    items, given = range(a, b), f"{number(a)}, {number(b)}"
    written = f"{number(a)}..{number(b)}"
    some, pairs = some_of(items), str(sum(1 for i in items for _ in range(i, b)))
    offsets = "[" + ", ".join(str(i - a) for i in items) + "]"
    lines = [
        (f"print(all_of({given}))", shown(items)),
        (f"print(some_of({given}), jsome({given}), vmap(some_of)(i64([{given}])[:1], "
         f"i64([{given}])[1:])[1])", f"{some} {some} [{some[1:-1].split(', ')[1]}]"),
        (f"print(jit(() => some_of({given}))())", some),
        (f"print(pairs({given}), jpairs({given}))", f"{pairs} {pairs}"),
        (f"print((i for i in {written}), len({written}))", f"{shown(items)} {len(items)}"),
        (f"var n{k} = 0; var m{k} = 0; for i in {written} {{ n{k} += 1; m{k} = i }}; "
         f"print(n{k}, m{k})", f"{len(items)} {items[-1] if items else 0}"),
        (f"print((...(t for t in enumerate({written})),))",
         shown(f"({at}, {i})" for at, i in enumerate(items))),
        (f"print(arange({given}, dtype = i64))", "[" + ", ".join(map(str, items)) + "]")]
    if items:
        lines += [(f"print(until({given}), juntil({given}))", f"({b}, {len(items)}) " * 2),
                  (f"print(jit(() => offsets({given}))(), [i - {number(a)} for i in {written}])",
                   f"{offsets} {offsets}")]
    return lines


def fitting_lines(given, items):
    """Without a dtype i32, or i64 beyond its range; with one the numbers, or an error."""
    words = "[" + ", ".join(map(str, items)) + "]"
    fits = all(-2**31 <= i < 2**31 for i in items)
    lines = [(f"let r = arange({given}); print(r, r.dtype)",
              f"{words} {'i32' if fits else 'i64'}")]
    dtype, low, high = law.random.choice([("i8", -128, 127), ("u8", 0, 255),
                                          ("u16", 0, 2**16 - 1), ("i32", -2**31, 2**31 - 1),
                                          ("u32", 0, 2**32 - 1)])
    if all(low <= i <= high for i in items):
        lines.append((f"print(arange({given}, dtype = {dtype}))", words))
    else:
        lines.append((f"print(try(() => arange({given}, dtype = {dtype})).error.kind)", "value"))
    return lines


def arange_lines():
    rng = law.random
    start = near(rng.choice(CORNERS))
    count = rng.randint(0, 12)
    step = rng.choice([1, 2, 3, 7, 2**31, 2**61, 2**62, GREATEST, rng.randint(1, 2**63 - 1)])
    step *= rng.choice([1, -1])
    stop = start + step * count + rng.choice([0, 0, 1, -1]) * rng.randint(0, 3)
    stop = min(max(stop, LEAST), GREATEST)
    items = range(start, stop, step)
    given = f"{number(start)}, {number(stop)}, {number(step)}, dtype = i64"
    words = "[" + ", ".join(map(str, items)) + "]"
    lines = [(f"print(arange({given}), jit(() => arange({given}))())", f"{words} {words}")]
    lines += fitting_lines(given.rsplit(",", 1)[0], items)
    # Floats whose sums are exact, so that Fraction and f64 agree.
    step = Fraction(rng.choice([1, 3, 5, 7, -1, -3, -9]), rng.choice([1, 2, 4, 8, 64]))
    start = Fraction(rng.randint(-2**40, 2**40), rng.choice([1, 2, 8]))
    stop = start + step * rng.randint(0, 12) + rng.choice([0, 1, -1]) * Fraction(1, 128)
    count = max(math.ceil((stop - start) / step), 0)
    floats = [float(start + k * step) for k in range(count)]
    given = f"{float(start)!r}, {float(stop)!r}, {float(step)!r}, dtype = f64"
    lines.append((f"let xs = arange({given}); print(len(xs)); for x in xs {{ print(1.5 * x) }}",
                  " ".join([str(count), *(repr(1.5 * x) for x in floats)])))
    return lines


def slice_lines():
    rng = law.random
    n = rng.choice([0, 1, 2, 7, 10])
    ends = [near(rng.choice([LEAST, -n, 0, n, GREATEST]), 3) for _ in range(2)]
    step = rng.choice([1, 2, 3, -1, -2, GREATEST, LEAST, LEAST + 1, near(0, 12) or 1])
    left_out = [rng.random() < 0.2 for _ in range(2)]
    a, b = (None if out else end for out, end in zip(left_out, ends))
    words = ":".join(["" if a is None else number(a), "" if b is None else number(b),
                      number(step)])
    items = list(range(n))[a:b:step]
    array = "[" + ", ".join(map(str, items)) + "]"
    return [(f"print(arange({n})[{words}], jit(x => x[{words}])(arange({n})))", f"{array} {array}"),
            (f"print((i for i in 0..{n})[{words}])", shown(items))]


def words_of(text):
    """Numbers as Python reads them, because floats and long lines are printed in several layouts.
    """
    return [Fraction(word) if re.fullmatch(r"-?[\d.]+(e[+-]?\d+)?", word) else word
            for word in text.split()]


def judge():
    lines = []
    for k in range(8):
        lines += range_lines(k) + arange_lines() + slice_lines()
    lines = [("{ " + text + " }" if text.startswith("let") else text, out) for text, out in lines]
    status, out, said = law.run(HEAD + "".join(text + '\nprint("=")\n' for text, _ in lines))
    if status != 0:
        return law.expect(False, "the program runs", said)
    for (text, wanted), got in zip(lines, out.split("=\n")):
        law.expect(words_of(got) == words_of(wanted), "it ends where Python's does",
                   f"{text}\n{got}\nwanted {wanted}")


for _ in range(law.count(12)):
    judge()
law.done()

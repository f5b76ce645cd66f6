"""Property-based test: a stream yields the items of plain Python, and continues from a saved
position.

Random pipelines of the library's sources and stages, including streams of scripts, are compared
with lists of Python: by `for`, by a comprehension, by `next!`, compiled; and by index for
random-access streams; `len` is their number or an error. Each is stopped at a random item; its
position is saved, loaded into a new pipeline, and continues. A loop over a variable advances it: a
save in its body, together with other state, has the position, whatever is prefetched; after `break`
the variable has the remaining items.
"""
import itertools
import random

from law import Law

law = Law(__doc__)

HEAD = """struct Count { n, var at = 0
  fn next(inout self) = if self.at < self.n { self.at += 1; self.at - 1 } else { nil } }
struct Pass { from: stream
  fn next(inout self) = self.from.next!() }
struct Every { from: stream, k
  fn next(inout self) {
    while true {
      let x = self.from.next!()
      if x == nil { return nil }
      if x % self.k == 0 { return x }
    }
  } }
fn marked(xs) = (if x == nil { 999983 } else { x } for x in xs)
"""
ENOUGH = 40  # items of a pipeline that the model computes


def source(rng):
    n = rng.randint(0, 12)
    lo = rng.randint(-5, 5)
    items = [rng.randint(-9, 9) for _ in range(n)]
    tuple_text = "(" + "".join(f"{x}, " for x in items).rstrip() + ")"
    return rng.choice([
        (f"data.stream({lo}..{lo + n})", list(range(lo, lo + n))),
        (f"data.stream({tuple_text})", items),
        (f"Count({n})", list(range(n))),
        (f"data.map(data.stream(arange({n}) + {lo}), int)", list(range(lo, lo + n))),
    ])


def stage(rng, text, items):
    """A stage over ints: items may be infinite, an iterator that the model truncates."""
    k = rng.randint(1, 4)
    kinds = ["map", "filter", "take", "skip", "repeat", "pass", "every", "zip", "number", "sums",
             "window", "whole", "slice", "behind", "mix", "interleave", "flat", "rebatch",
             "ahead", "kept", "sound", "moved"]
    if "shuffled" in text or "random" in text:
        kinds.remove("repeat")  # it reshuffles, which tests/peers compares with Grain
    kind = rng.choice(kinds)
    items = list(items)
    if kind == "map":
        return f"data.map({text}, i => i * {k} + 1)", [i * k + 1 for i in items]
    if kind == "filter":
        return f"data.filter({text}, i => i % {k} == 0)", [i for i in items if i % k == 0]
    if kind == "take":
        return f"data.take({text}, {k + 2})", items[:k + 2]
    if kind == "skip":
        return f"data.skip({text}, {k})", items[k:]
    if kind == "repeat":
        if rng.random() < 0.3:  # infinite, then truncated
            endless = itertools.islice(itertools.cycle(items), k + 9) if items else []
            return f"data.take(data.repeat({text}), {k + 9})", list(endless)
        return f"data.repeat({text}, {k})", items * k
    if kind == "ahead":  # with or without threads, the same items
        return f"data.prefetch({text}, {k}, {rng.randint(0, 3)})", items
    if kind == "kept":
        return f"data.cache({text})", items
    if kind == "sound":
        return f"data.skip_bad({text})", items
    if kind == "pass":
        return f"Pass({text})", items
    if kind == "every":
        return f"Every({text}, {k})", [i for i in items if i % k == 0]
    if kind == "zip":
        return (f"data.map(data.zip({text}, Count({k + 3})), t => t[0] - t[1])",
                [a - b for a, b in zip(items, range(k + 3))])
    if kind == "number":
        return (f"data.map(data.enumerate({text}), t => t[0] * 3 + t[1])",
                [i * 3 + x for i, x in enumerate(items)])
    if kind == "sums":
        drop = rng.random() < 0.5
        cuts = [items[i:i + k] for i in range(0, len(items), k)]
        cuts = [c for c in cuts if len(c) == k or not drop]
        return (f"data.map(data.batch({text}, {k}, {str(drop).lower()}), b => int(sum(b)))",
                [sum(c) for c in cuts])
    if kind == "slice":
        begin, end = rng.randint(0, 5), rng.choice([None, rng.randint(0, 12)])
        return (f"data.slice({text}, {begin}, {'nil' if end is None else end}, {k})",
                items[begin:end:k])
    if kind == "behind":
        return f"data.concatenate({text}, Count({k}))", items + list(range(k))
    if kind == "mix":  # equal counts, alternating: it ends with the shortest
        return (f"data.mix(({text}, Count({k + 2})))",
                [x for pair in itertools.zip_longest(items, range(k + 2))
                 for x in itertools.takewhile(lambda i: i is not None, pair)]
                [:2 * min(len(items), k + 2) + (len(items) > k + 2)])
    if kind == "interleave":
        turns = itertools.zip_longest(items, range(k), range(50, 50 + k))
        return (f"data.interleave(({text}, Count({k}), data.stream({50}..{50 + k})), 3)",
                [i for turn in turns for i in turn if i is not None])
    if kind == "flat":
        return (f"data.flat_map({text}, i => (i + j for j in 0..(i % {k})))",
                [i + j for i in items for j in range(i % k)])
    if kind == "rebatch":
        size = rng.randint(1, 5)
        cuts = [items[i:i + size] for i in range(0, len(items), size)]
        return (f"data.map(data.rebatch(data.batch({text}, {k}), {size}), b => int(sum(b)))",
                [sum(c) for c in cuts])
    if kind == "moved":
        size, step = rng.randint(1, 5), rng.randint(1, 6)
        cuts = [items[i:i + size] for i in range(0, len(items) - size + 1, step)]
        return (f"data.map(data.window({text}, {size}, {step}), w => int(7 * w[0] + sum(w)))",
                [7 * c[0] + sum(c) for c in cuts])
    seed = rng.randint(0, 1000)
    if kind == "whole":
        order = shuffled(items, len(items), seed)[::-1]  # a window yields its last item first
        return (f"data.shuffle((i for i in {text}), seed = {seed})", order)
    window = rng.randint(1, 9)
    return f"data.shuffle({text}, {seed}, {window})", shuffled(items, window, seed)


def words_of(seed, count):
    """std::seed_seq of one number, as specified by the C++ standard."""
    mask = 2 ** 32 - 1
    b = [0x8b8b8b8b] * count
    t = (count - 1) // 2
    p = (count - t) // 2
    q = p + t
    turns = max(2, count)
    for k in range(turns + count):
        here, near, far = k % count, (k + p) % count, (k + q) % count
        if k < turns:
            x = b[here] ^ b[near] ^ b[(k - 1) % count]
            first = 1664525 * (x ^ x >> 27) & mask
            second = first + (1 if k == 0 else here + seed if k == 1 else here) & mask
            b[near] = b[near] + first & mask
            b[far] = b[far] + second & mask
        else:
            x = b[here] + b[near] + b[(k - 1) % count] & mask
            first = 1566083941 * (x ^ x >> 27) & mask
            second = first - here & mask
            b[near] ^= first
            b[far] ^= second
        b[here] = second
    return b


def ciphered(index, last, seed):
    """Simon with four rounds over 16 bits, repeated while the result exceeds the last number."""
    keys = [word & 255 for word in words_of(seed, 4)]

    def turned(x, by):
        return (x << by | x >> 8 - by) & 255

    def mixed(x):
        return turned(x, 1) & x ^ turned(x, 2)  # rotating 8 bits by 8 changes nothing
    while True:
        left, right = index >> 8, index & 255
        for i in (0, 2):
            left ^= mixed(right) ^ keys[i]
            right ^= mixed(left) ^ keys[i + 1]
        index = left << 8 | right
        if index <= last:
            return index


def shuffled(items, window, seed):
    """Blocks, each in the cipher's order from its end."""
    out = []
    for number, begin in enumerate(range(0, len(items), max(window, 1))):
        block = items[begin:begin + window]
        order = [block[ciphered(i, len(block) - 1, seed + number)] for i in range(len(block))]
        out += order[::-1]
    return out


def pipeline(rng):
    text, items = source(rng)
    for _ in range(rng.randint(0, 5)):
        text, items = stage(rng, text, items)
        items = list(items)
        if len(items) > ENOUGH:
            text, items = f"data.take({text}, {ENOUGH})", items[:ENOUGH]
    return text, items


def given(number, text):
    """The tuple as an argument is traced: it cannot determine which items there are."""
    holds = "data.stream((" in text or "shuffled((" in text
    asks = holds and any(word in text for word in ("filter", "Every", "flat_map"))
    return f"() => total_{number}(s_{number}))(" if asks else f"total_{number})(s_{number}"


def program(number, text, items, stop):
    path = f"law{number}.safetensors"
    saved = max(stop, 1)
    compiled = f"""print(total_{number}(s_{number}) == jit({given(number, text)}))
print(jit(() => total_{number}(made_{number}()))() == total_{number}(s_{number}))
"""
    return f"""fn made_{number}() = {text}
fn total_{number}(s) {{ var t = 0; for x in s {{ t = t * 3 + x }}; t }}
let s_{number} = made_{number}()
print((x for x in s_{number}).len(), "of", {number})
print((x for x in s_{number}))
var turns_{number} = ()
for x in s_{number} {{ push(&turns_{number}, x) }}
print(turns_{number})
var p_{number} = made_{number}()
for i in 0..{stop} {{ p_{number}.next!() |> print }}
ckpt.save("{path}", p_{number})
let r_{number} = ckpt.load("{path}", like = made_{number}())
print((x for x in p_{number}))
print((x for x in r_{number}))
let n_{number} = try(() => s_{number}.count())
let known_{number} = n_{number}.ok and n_{number}.value < 1000
fn items_{number}() = (s_{number}.item(i) for i in 0..n_{number}.value)
fn taken_{number}() = data.filter(marked(items_{number}()), x => x != 999983)
print(if known_{number} {{ (x for x in taken_{number}()) }} else {{ "none" }})
var q_{number} = made_{number}()
var seen_{number} = ()
for x in &q_{number} {{
  push(&seen_{number}, x)
  if len(seen_{number}) == {saved} {{ ckpt.save("q{path}", (n = {saved}, s = (q_{number}, "x"))) }}
}}
print(seen_{number}, (x for x in q_{number}))
let like_{number} = (n = 0, s = (made_{number}(), ""))
print(if len(seen_{number}) < {saved} {{ () }} else {{
  (x for x in ckpt.load("q{path}", like = like_{number}).s[0]) }})
struct Run_{number} {{ var from, var count = 0 }}
var b_{number} = Run_{number}(made_{number}())
for _ in &b_{number}.from {{
  b_{number}.count += 1
  if b_{number}.count == {saved} {{ break }}
}}
print((x for x in b_{number}.from))
let l_{number} = try(() => len(s_{number}))
print(if l_{number}.ok {{ l_{number}.value }} else {{ l_{number}.error.kind }})
{compiled if may_be_traced(text) else ""}"""


def shown(items):
    return "(" + ", ".join(map(str, items)) + ("," if len(items) == 1 else "") + ")"


def may_be_traced(text):
    """A stream that needs the value of an array cannot be traced."""
    return "int(" not in text and "int)" not in text


def expected(number, text, items, stop):
    return [f"{len(items)} of {number}", shown(items), shown(items),
            *(str(items[i]) if i < len(items) else "nil" for i in range(stop)),
            shown(items[stop:]), shown(items[stop:]), shown(items), shown(items) + " ()",
            shown(items[max(stop, 1):]), shown(items[max(stop, 1):]), str(len(items)),
            *["true"] * (2 * may_be_traced(text))]


rng = random.Random(law.seed)
without = 0
for _ in range(law.count(5)):
    cases = [(*pipeline(rng), rng.randint(0, 12)) for _ in range(12)]
    text = HEAD + "".join(program(i, *case) for i, case in enumerate(cases))
    status, out, said = law.run(text)
    law.expect(status == 0, "the program runs", said + text)
    lines = out.split("\n")
    for i, (made, items, stop) in enumerate(cases):
        wanted = expected(i, made, items, stop)
        got, lines = lines[:len(wanted)], lines[len(wanted):]
        by_number = 5 + stop
        if got[by_number:by_number + 1] == ["none"]:  # not a random-access stream
            wanted[by_number], without = "none", without + 1
        if got[by_number + 4:by_number + 5] == ["type"]:  # it must be iterated over
            wanted[by_number + 4] = "type"
        law.expect(got == wanted, "a stream gives what Python gives",
                   f"{made}\nstop at {stop}\nwanted {wanted}\ngot    {got}")
law.done()

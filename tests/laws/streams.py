"""A stream gives what plain Python gives, and from a cursor exactly the rest.

Drawn pipelines of the library's sources and stages, streams of scripts among them, against lists
of Python: by `for`, by a comprehension, by `next!`, compiled. Each is stopped at a drawn item; its
cursor is saved, loaded into a pipeline that is made anew, and goes on from there.
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
"""
ENOUGH = 40  # items of a pipeline that the model looks at


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
    """Over ints: items may be endless, an iterator that the model cuts."""
    k = rng.randint(1, 4)
    kind = rng.choice(["map", "filter", "take", "skip", "repeat", "pass", "every", "zip", "number",
                       "sums", "shuffled"])
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
        if rng.random() < 0.3:  # no end, and then one
            endless = itertools.islice(itertools.cycle(items), k + 9) if items else []
            return f"data.take(data.repeat({text}), {k + 9})", list(endless)
        return f"data.repeat({text}, {k})", items * k
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
    window, seed = rng.randint(1, 9), rng.randint(0, 1000)
    return f"data.shuffled({text}, {window}, seed = {seed})", shuffled(items, window, seed)


def split_mix(state):
    """splitmix64 as its paper has it: the state to come and the draw."""
    mask = 2 ** 64 - 1
    state = (state + 0x9E3779B97F4A7C15) & mask
    z = state
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return state, z ^ (z >> 31)


def shuffled(items, window, state):
    """Blocks, each put into an order by Fisher and Yates."""
    out = []
    for begin in range(0, len(items), window):
        block = items[begin:begin + window]
        for i in range(len(block), 1, -1):
            state, z = split_mix(state)
            block[i - 1], block[z % i] = block[z % i], block[i - 1]
        out += block
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
    """As an argument what a tuple holds is traced: it cannot decide which items there are."""
    asks = "data.stream((" in text and ("filter" in text or "Every" in text)
    return f"() => total_{number}(s_{number}))(" if asks else f"total_{number})(s_{number}"


def program(number, text, items, stop):
    path = f"law{number}.safetensors"
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
{compiled if may_be_traced(text) else ""}"""


def shown(items):
    return "(" + ", ".join(map(str, items)) + ("," if len(items) == 1 else "") + ")"


def may_be_traced(text):
    """What asks for the value of an array does not go into a trace."""
    return "int(" not in text and "int)" not in text


def expected(number, text, items, stop):
    return [f"{len(items)} of {number}", shown(items), shown(items),
            *(str(items[i]) if i < len(items) else "nil" for i in range(stop)),
            shown(items[stop:]), shown(items[stop:]), *["true"] * (2 * may_be_traced(text))]


rng = random.Random(law.seed)
for _ in range(law.count(5)):
    cases = [(*pipeline(rng), rng.randint(0, 12)) for _ in range(12)]
    text = HEAD + "".join(program(i, *case) for i, case in enumerate(cases))
    status, out, said = law.run(text)
    law.expect(status == 0, "the program runs", said + text)
    lines = out.split("\n")
    for i, (made, items, stop) in enumerate(cases):
        wanted = expected(i, made, items, stop)
        got, lines = lines[:len(wanted)], lines[len(wanted):]
        law.expect(got == wanted, "a stream gives what Python gives",
                   f"{made}\nstop at {stop}\nwanted {wanted}\ngot    {got}")
law.done()

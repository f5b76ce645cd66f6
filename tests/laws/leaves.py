"""Property-based test: a compiled step over many arrays computes what plain Python computes, for
any number of threads.

Random steps over a tuple of arrays that are passed and returned: each array is computed from
itself, from others before or after their update, or from a largest element; some are swapped; some
are donated and some kept, some pass through a compiled loop. Sizes are chosen so that a step's
kernels are shared among threads individually, or only as a group. All numbers are small integers,
so each order of summation has the same bits and lists of Python are the oracle.
"""
from law import Law

law = Law(__doc__)
draw = law.random

SIZES = [3, 40, 900, 4096, 9000]
FORMS = ["{a} + {b}", "{a} - {b} + {k}", "maximum({a}, {b})", "minimum({a}, {k}) + {b}",
         "abs({a} - {b})", "where({a} > {b}, {k}, {a})", "{a} + max({b})", "{b}[::-1] - {a}"]
MEANS = [lambda a, b, k: [x + y for x, y in zip(a, b)],
         lambda a, b, k: [x - y + k for x, y in zip(a, b)],
         lambda a, b, k: [max(x, y) for x, y in zip(a, b)],
         lambda a, b, k: [min(x, k) + y for x, y in zip(a, b)],
         lambda a, b, k: [abs(x - y) for x, y in zip(a, b)],
         lambda a, b, k: [k if x > y else x for x, y in zip(a, b)],
         lambda a, b, k: [x + max(b) for x in a],
         lambda a, b, k: [y - x for x, y in zip(a, reversed(b))]]
BOUND = 1 << 16  # bound of an element after the few steps: exact in f32


def drawn_step(leaves, sizes):
    """Lines of the step, and their effect on lists."""
    lines, acts = [], []
    for _ in range(draw.randint(leaves // 2, 2 * leaves)):
        to = draw.randrange(leaves)
        near = [i for i in range(leaves) if sizes[i] == sizes[to]]
        of, by, form = draw.choice(near), draw.choice(near), draw.randrange(len(FORMS))
        old = [draw.random() < 0.4 for _ in range(2)]  # the value before the step
        k = draw.randint(-3, 3)
        if draw.random() < 0.1:
            lines.append(f"(p[{to}], p[{of}]) = (p[{of}], p[{to}])")
            acts.append(("swap", to, of))
            continue
        a, b = (f"{'q' if was else 'p'}[{i}]" for was, i in zip(old, (of, by)))
        text = FORMS[form].format(a=a, b=b, k=float(k))
        lines.append(f"p[{to}] = clip({text}, -9.0, 9.0)")
        acts.append((form, to, (old[0], of), (old[1], by), k))
    return lines, acts


def turned(p, acts):
    was = [list(x) for x in p]
    p = [list(x) for x in p]
    for act in acts:
        if act[0] == "swap":
            p[act[1]], p[act[2]] = p[act[2]], p[act[1]]
            continue
        form, to, a, b, k = act
        a, b = ((was if old else p)[i] for old, i in (a, b))
        p[to] = [min(max(x, -9), 9) for x in MEANS[form](a, b, k)]
    return p


def judge():
    leaves = draw.randint(6, 30)
    kinds = draw.sample(SIZES, draw.randint(1, 3))
    sizes = [draw.choice(kinds) for _ in range(leaves)]
    lines, acts = drawn_step(leaves, sizes)
    steps = draw.randint(2, 5)
    first = [[(j * (i + 3)) % 7 - 3 for j in range(n)] for i, n in enumerate(sizes)]
    made = ", ".join(f"f32(arange({n}) * {i + 3} % 7 - 3)" for i, n in enumerate(sizes))
    body = "\n  ".join(["let q = p", *lines])
    call = draw.choice(["f(&p)", "f(&p)", "p = g(p)", "p = kept(p)", "loop"])
    turns = (f"p = jit(p => {{ var p = p; for i in 0..{steps} {{ step(&p) }}; p }})(p)"
             if call == "loop" else f"for i in 0..{steps} {{ {call} }}")
    text = f"""fn step(inout p) {{
  {body}
}}
fn plain(p) {{ var p = p; step(&p); p }}
let f = jit(step)
let g = jit(plain)
let kept = jit(plain, donate = ())
var p = ({made})
{turns}
for x in p {{ print(i64(sum(x)), i64(sum(x * f32(arange(len(x)) % 13)))) }}
"""
    p = first
    for _ in range(steps):
        p = turned(p, acts)
    wanted = "".join(f"{sum(x)} {sum(v * (j % 13) for j, v in enumerate(x))}\n" for x in p)
    threads = str(draw.choice([1, 2, 2, 3, 7]))
    status, out, said = law.run(text, env={"RILLE_THREADS": threads})
    law.expect((status, out) == (0, wanted), "each array is what plain Python says",
               f"{threads} threads\n{text}\n{out}\nwanted\n{wanted}\n{said}")


for _ in range(law.count(16)):
    judge()
law.done()

"""Functions of scripts against functions of JAX, values and gradients, on drawn inputs.

Each row of a table of cases says how a script writes a call, what JAX calls the same, what is
drawn, and whether the gradient of sum(w * f(x)) is tried too. Every row is tried DRAWS times. The
tolerance is a few units of f32's last place, since exp, log and kin differ there.

usage of the files that hold the tables: python FILE [SEED] [build/rille] [DRAWS]
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import jax
import jax.numpy as jnp
import numpy as np

SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 0
RILLE = sys.argv[2] if len(sys.argv) > 2 else "build/rille"
DRAWS = int(sys.argv[3]) if len(sys.argv) > 3 else 20
RTOL, ATOL = 1e-5, 2e-6
rng = np.random.default_rng(SEED)
SHAPES = [(3,), (2, 3), (4, 1, 2), (1,), (2, 2, 3), (5, 4)]


def shape(least=1):
    shapes = SHAPES if least < 2 else [(2, 3), (4, 2), (2, 2, 3)]
    return shapes[rng.integers(len(shapes))]


def floats(low=-2.0, high=2.0, dims=None):
    dims = shape() if dims is None else dims
    return (rng.random(dims) * (high - low) + low).astype(np.float32)


def ints(low=-9, high=10, dims=None):
    return rng.integers(low, high, shape() if dims is None else dims).astype(np.int32)


def written(x):
    """The array as a script writes it."""
    if isinstance(x, (tuple, list)):
        return "(" + "".join(written(item) + ", " for item in x) + ")"
    items = ", ".join(repr(i).lower() for i in x.reshape(-1).tolist())
    dtype = {"float32": "f32", "int32": "i32", "bool": "", "float64": "f64"}[str(x.dtype)]
    dims = "(" + "".join(f"{n}, " for n in x.shape) + ")"
    return f"reshape({dtype}([{items}]), {dims})"

def gradient(theirs, args):
    w = jnp.asarray(floats(dims=np.shape(theirs(*map(jnp.asarray, args)))))

    def weighed(*xs):
        return jnp.sum(theirs(*xs) * w)

    return np.asarray(w), jax.grad(weighed)(*map(jnp.asarray, args))


def script_and_answers(cases):
    lines, answers = [], []
    for name, (expr, theirs, draw, has_grad) in cases.items():
        for _ in range(DRAWS):
            args = draw()
            given = "".join(f"let {n} = {written(a)}; " for n, a in zip("xy", args))
            number = len(answers)
            answers.append((name, expr, args, np.asarray(theirs(*map(jnp.asarray, args)))))
            lines.append(f"report({number}, try(() => {{ {given}{expr} }}))")
            if not has_grad:
                continue
            w, slope = gradient(theirs, args)
            names = "(x, y)" if len(args) == 2 else "x"
            call = ", ".join("xy"[: len(args)])
            body = f"grad({names} => sum(({expr}) * {written(w)}))({call})"
            answers.append((name + " gradient", expr, args, np.asarray(slope)))
            lines.append(f"report({number + 1}, try(() => {{ {given}{body} }}))")
    return lines, answers


HEAD = """proc report(at, r) {
  if r.ok { print("@{at} {r.value.shape} {flatten(r.value)}") }
  else { print("@{at} error {r.error.kind}: {r.error.message}") }
}
"""


def parsed(text):
    """Case number -> (shape, numbers) or the text of an error."""
    out = {}
    for chunk in text.split("@")[1:]:
        number, rest = chunk.split(" ", 1)
        if rest.startswith("error"):
            out[int(number)] = rest.strip()
            continue
        dims, items = re.match(r"\(([^)]*)\) \[?([^\]]*)\]?", rest, re.S).groups()
        words = [w.strip() for w in items.split(",") if w.strip()]
        values = [{"true": 1.0, "false": 0.0}[w] if w[-1] == "e" else float(w) for w in words]
        out[int(number)] = (tuple(int(d) for d in dims.split(",") if d.strip()), np.array(values))
    return out


def untried(cases, areas, aside):
    """Builtins of the areas of stdlib/ that stand in no case."""
    names = []
    for area in areas:
        for path in pathlib.Path("stdlib", area).glob("*"):
            text = path.read_text()
            names += re.findall(r'Builtin \w+ = \{\s*\.name = "([^"]+)"', text)
            names += re.findall(r"^(?:MATH|CONVERT)\((\w+)", text, re.M)
            names += ["nn." + n for n in re.findall(r"^INITIALIZER\((\w+)", text, re.M)]
    calls = " ".join(expr for expr, *_ in cases.values())
    tried = {name for name in names if re.search(r"(?<![\w.])" + re.escape(name) + r"\(", calls)}
    tried |= {name for name in names if re.search(r"\." + re.escape(name) + r"\(", calls)}
    return sorted(set(names) - tried - set(aside))


def main(cases, areas, aside=()):
    lines, answers = script_and_answers(cases)
    with tempfile.NamedTemporaryFile("w", suffix=".rille") as script:
        script.write(HEAD + "\n".join(lines) + "\n")
        script.flush()
        command = [RILLE, "run", script.name]
        run = subprocess.run(command, capture_output=True, text=True, timeout=1500)
    got = parsed(run.stdout)
    wrong = {}
    for number, (name, expr, args, expected) in enumerate(answers):
        mine = got.get(number, "nothing was printed")
        good = not isinstance(mine, str) and mine[0] == expected.shape and np.allclose(
            mine[1], expected.reshape(-1).astype(np.float64), rtol=RTOL, atol=ATOL, equal_nan=True)
        if not good:
            wrong.setdefault(name, (expr, [a.tolist() for a in args], expected.tolist(), mine))
    for name, (expr, args, expected, mine) in wrong.items():
        shown = [str(text)[:300] for text in (args, expected, mine)]
        print("{}: {}\n  of   {}\n  JAX  {}\n  ours {}".format(name, expr, *shown))
    if run.returncode != 0:
        print(run.stderr[-800:])
    missing = untried(cases, areas, aside)
    if missing:
        print("no case tries", *missing)
    print(f"seed {SEED}: {len(answers)} results, {len(wrong)} functions differ")
    sys.exit(bool(wrong or missing) or run.returncode != 0)

"""Rows of compile time: the first call of a step, programs of many statements."""
import pathlib

from rows import train
from rows.row import Fresh, Goal, Row, seconds

HERE = pathlib.Path(__file__).resolve().parent
STEP_RILLE = f"""{train.IMPORT}
proc main() {{
  let x = data.load_npy("FOLDER/x.npy")
  let y = data.load_npy("FOLDER/y.npy")
  var m = model.gpt("FOLDER/../weights", 6)
  var opt = optim.adamw(m, lr = {train.RATE}, weight_decay = {train.DECAY})
  let step = jit(model.step)
  let since = io.monotonic()
  let l = float(step(&m, &opt, x, y))
  let first = io.monotonic() - since
  let again = io.monotonic()
  step(&m, &opt, x, y)
  assert l > 0.0
  print(first - (io.monotonic() - again))
}}
"""
# The same in plain JAX; the time of the second call is the run itself.
STEP_JAX = f"""
import sys, time
sys.path.insert(0, {str(HERE.parent)!r})
import jax, numpy as np
if "CACHE":
    jax.config.update("jax_compilation_cache_dir", "CACHE")
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
from rows import models_nnx
x, y = (jax.numpy.asarray(np.load(f"FOLDER/{{name}}.npy")) for name in "xy")
step = models_nnx.gpt("FOLDER/../weights", x, y)
times = []
for _ in range(2):
    since = time.perf_counter()
    float(step())
    times.append(time.perf_counter() - since)
print(times[0] - times[1])
"""


def first_call(word, disk, bound):
    return Row(f"first call of the GPT step, {word}, less a later one", (seconds(bound),),
               {"ours": Fresh("rille", STEP_RILLE, disk), "jax": Fresh("python", STEP_JAX, disk)},
               train.text, weights=train.gpt_weights(6, 384, 65, 256), rounds=3)


def timed(body, call="jit(f)([1.0, 2.0, 3.0, 4.0])"):
    """Prints the seconds of the first call."""
    return f"{body}\nlet since = io.monotonic()\n{call}\nprint(io.monotonic() - since)\n"


def statements(lines):
    return "fn f(x) {\n  var y = x\n  var i = 1\n  " + "\n  ".join(lines) + "\n  y\n}\n"


# y stays bounded, and no statement is a copy of another.
KINDS = {
    "sin": "y = sin(y * {c}) + x",
    "mul, add": "y = y * {c} + x",
    "where": "y = where(y > {c}, y * 0.5, y + x)",
    "cumsum": "y = cumsum(y) * {c}",
    "sum": "y = y / (sum(y * y) + {c})",
    "for": "for k in 0..20 {{ y = y * {c} + x }}",
    "if": "if sum(y) > {c} {{ y = y * 0.5 }} else {{ y = y + x }}",
    "while": "while sum(y) > {c} {{ y = y * 0.25 }}",
    "x[i] = x[j]": "y[i] = y[{k}] * {c}",
    "sort": "y = sort(y * {c} - x)",
}


def many(kind, count):
    return timed(statements(KINDS[kind].format(c=f"0.{5000 + n % 4999}", k=n % 4)
                            for n in range(count)))


def worst():
    """The slowest kind counts: its time is ours."""
    sides = {kind: Fresh("rille", many(kind, 20000)) for kind in KINDS}
    return Row("compile 20,000 statements, the worst of 10 kinds", (Goal("worst", 8),), sides,
               rounds=1)


def nodes():
    """Value and gradient of 1,500 equal steps, written one by one: 39,000 operations."""
    body = statements(["y = tanh(y * 0.7 + x) * 0.9 + 0.1"] * 1500)
    return timed(body.replace("  y\n}", "  sum(y)\n}"),
                 "jit(value_and_grad(f))([1.0, 2.0, 3.0, 4.0])")


def kernels():
    """Eight operations on arrays of each of 120 sizes."""
    body = "fn f(x) {\n  var all = ()\n"
    for n in range(120):
        body += f"  let y{n} = x[:{100 + n}]\n"
        body += f"  let z{n} = maximum(y{n} * 1.5 + 0.5, y{n}) * y{n} - 0.25\n"
        body += f"  push(&all, abs(z{n}) * 0.5 + y{n})\n"
    return timed(body + "  all\n}\n", "jit(f)(arange(300) * 0.01)")


def alone(name, bound, text, rounds=3):
    return Row(name, (seconds(bound),), {"ours": Fresh("rille", text)}, rounds=rounds)


ROWS = [
    first_call("cold", False, 0.6),
    first_call("warm disk", True, 0.15),
    alone("compile 39,000 nodes of few kernels", 0.33, nodes()),
    alone("compile 120 distinct kernels", 0.4, kernels()),
    alone("compile 5,000 ifs", 2, many("if", 5000)),
    worst(),
]

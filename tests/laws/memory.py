"""Property-based test: a memory limit holds and changes no bit: `jit(f, memory_bytes = bytes)`.

Random training steps of many layers. With a limit below the unlimited plan, the plan takes no more
than the limit, by its own count and by the process's, and the results of the steps are bit for bit
those without a limit. A limit that cannot be met is rejected, and the next call works.
"""
import re
import subprocess

from law import RILLE, SANITIZED, Law

law = Law(__doc__)
draw = law.random

# Each takes x of (rows, wide), weights w of (wide, wide), and vectors g, b.
LAYERS = [
    "x + nn.gelu(norm(x, g, b) @ w)",
    "tanh(x @ w) * g + b",
    "relu(x @ w + b) + x",
    "x + softmax(x @ w) @ w",
    "norm(x @ w, g, b) * sigmoid(x)",
    "x + where(x @ w > 0.0, x, 0.1 * x) * g",
]
NORM = ("fn norm(x, g, b) = "
        "(x - mean(x, -1, true)) / sqrt(x.var(-1, keepdims = true) + 1e-5) * g + b\n")
OPTIMIZERS = ["optim.sgd(p, lr = 0.01)", "optim.adam(p, lr = 0.01)"]


def program(depth, rows, wide):
    body = "".join(f"  x = {of_layer(draw.choice(LAYERS), i)}\n" for i in range(depth))
    return f"""{NORM}fn net(p, x) {{
  var x = x
{body}  mean(x * x)
}}
fn made(first) = ((
  w = rng.normal(rng.key(first + i), ({wide}, {wide})) / sqrt({wide}.0),
  g = rng.uniform(rng.key(first + 50 + i), ({wide},)) + 0.5,
  b = rng.normal(rng.key(first + 90 + i), ({wide},)) * 0.1) for i in 0..{depth})
fn step(inout p, inout opt, x) {{
  let (l, g) = value_and_grad(net)(p, x)
  opt.update!(&p, g)
  l
}}
let x = rng.normal(rng.key(999), ({rows}, {wide}))
"""


def of_layer(layer, number):
    """With the weights of that index."""
    return re.sub(r"(?<![\w.])([wgb])(?![\w(])", rf"p[{number}].\1", layer)


def arena(text):
    path = law.folder / "plan.rille"
    path.write_text(text)
    done = subprocess.run([RILLE, "dump", "--plan", str(path)], capture_output=True, text=True)
    return max((int(n) for n in re.findall(r"^arena (\d+) bytes", done.stdout, re.M)), default=None)


def one():
    depth, rows, wide = draw.randint(6, 16), draw.choice([256, 500, 1024]), draw.choice([32, 64])
    text = program(depth, rows, wide)
    made = f"var p = made(0)\nvar opt = {draw.choice(OPTIMIZERS)}\n"
    usual = arena(text + made + "jit(step)(&p, &opt, x)\n")
    bound = int(usual * draw.uniform(0.55, 0.95))
    call = f"jit(step, memory_bytes = {bound})"
    taken = arena(text + made + f"{call}(&p, &opt, x)\n")
    if taken is None:  # rejected: an error is raised, and the next call works
        status, out, said = law.run(text + f"""proc main() {{
  {made.replace(chr(10), chr(10) + "  ")}
  let answer = try(() => {{ var q = p; var o = opt; {call}(&q, &o, x) }})
  print(answer.ok, answer.error.kind, contains(answer.error.message, "`memory` is"))
  print(same(jit(net)(p, x), net(p, x)))
}}
""")
        law.expect((status, out) == (0, "false memory true\ntrue\n"), "what cannot be is refused",
                   f"{text}{call}\n{out}\n{said}")
        return False
    law.expect(taken <= bound, "the plan keeps within the bound", f"{text}{call}: {taken}")
    status, out, said = law.run(text + f"""proc main() {{
  {made.replace(chr(10), chr(10) + "  ")}
  var q = p
  var plain = opt
  let bound = {call}
  let free = jit(step)
  for turn in 0..2 {{
    let (a, b) = (bound(&p, &opt, x), free(&q, &plain, x))
    print(same(a, b), same(p, q))
  }}
}}
""", env={"RILLE_THREADS": str(draw.choice([1, 2, 3]))})
    law.expect((status, out) == (0, "true true\n" * 2), "bits are those without a bound",
               f"{text}{call}\n{out}\n{said}")
    return True


def in_the_process():
    """The process of a deep network takes less, by about the difference of the plans."""
    text = program(24, 4096, 128)
    made = "var p = made(0)\nvar opt = optim.sgd(p, lr = 0.01)\n"
    usual = arena(text + made + "jit(step)(&p, &opt, x)\n")
    bound = usual // 2
    peaks = []
    for settings in ("", f", memory_bytes = {bound}"):
        whole = text + f"""proc main() {{
  {made.replace(chr(10), chr(10) + "  ")}
  let f = jit(step{settings})
  f(&p, &opt, x)
  io.write("/proc/self/clear_refs", "5")  # resets the peak
  for turn in 0..3 {{ f(&p, &opt, x) }}
  print(split(split(io.read("/proc/self/status"), "VmHWM:")[1], "kB")[0])
}}
"""
        for _ in range(2):  # the second run reads cached code, without the compiler
            status, out, said = law.run(whole, env={"RILLE_CACHE": str(law.folder / "cache")})
        law.expect(status == 0, "a deep net runs", f"{text}{settings}\n{said}")
        peaks.append(int(out.strip() or 0) * 1024)
    saved = peaks[0] - peaks[1]
    law.expect(saved >= 0.7 * (usual - bound), "the process takes less",
               f"{text}\narena {usual}, bound {bound}, peaks {peaks}")


met = sum(one() for _ in range(law.count(8)))
law.expect(met >= law.count(4), "most bounds can be met", f"{met} of {law.count(8)}")
if not SANITIZED:  # sanitizers keep freed memory
    in_the_process()
law.done()

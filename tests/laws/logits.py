"""Property-based test: a loss whose logits are computed block by block equals that of full logits.

`nn.linear_softmax_cross_entropy` of random rows, classes, and dtypes, with fewer rows than a block
and with many blocks and a remainder, eager, compiled, mapped: each loss has the bits of
`optim.softmax_cross_entropy(x @ w + b, labels)`, its gradients are close in f64. The temporary
memory of its plan does not grow with the rows; the error of an invalid label names it.
"""
import re
import subprocess

from law import RILLE, Law

law = Law(__doc__)
draw = law.random

DEFINED = """fn fused(x, w, y, b) = nn.linear_softmax_cross_entropy(x, w, y, b)
fn whole(x, w, y, b) = optim.softmax_cross_entropy(x @ w + b, y)
fn mean_of(f) = (x, w, y, b) => mean(f(x, w, y, b))
fn near(a, b) = max(abs(a - b)) <= 1e-11 * (max(abs(b)) + 1e-6)
"""


def values():
    classes = draw.choice([1, 2, 10, 1000, 33000, 40001])
    rows = draw.choice([1, 7, 128, 129, 300, 515]) if classes > 1000 else draw.choice([1, 3, 2500])
    wide = draw.choice([1, 3, 8])
    dtype = draw.choice(["f32", "f32", "f64"])
    seed = draw.randrange(1000)
    text = DEFINED + f"""proc main() {{
  let (k, l, m, n) = rng.split(rng.key({seed}), 4)
  let x = rng.normal(k, ({rows}, {wide}), dtype = {dtype})
  let w = rng.normal(l, ({wide}, {classes}), dtype = {dtype})
  let b = rng.normal(m, ({classes},), dtype = {dtype})
  let y = rng.randint(n, ({rows},), 0, {classes})
  let plain = whole(x, w, y, b)
  print(same(fused(x, w, y, b), plain), same(jit(fused)(x, w, y, b), plain))
  print(same(vmap(fused, in_axes = (0, nil, 0, nil))(expand(x, 0), w, expand(y, 0), b)[0], plain))
  let args = (f64(x), f64(w), y, f64(b))
  let a = jit(grad(mean_of(fused), (0, 1, 3)))(args[0], args[1], y, args[3])
  let c = grad(mean_of(whole), (0, 1, 3))(args[0], args[1], y, args[3])
  print(near(a[0], c[0]), near(a[1], c[1]), near(a[2], c[2]))
}}
"""
    status, out, said = law.run(text, env={"RILLE_THREADS": str(draw.choice([1, 2, 3]))})
    law.expect((status, out) == (0, "true true\ntrue\ntrue true true\n"),
               "losses have the bits of those of whole logits", f"{text}\n{out}\n{said}")


def room():
    """The arena of the derivative, for the rows and for ten times as many."""
    classes = draw.choice([5000, 33000])
    path = law.folder / "plan.rille"
    path.write_text(DEFINED + "fn g(x, w, y, b) = "
                    "value_and_grad(mean_of(fused), (0, 1, 3))(x, w, y, b)\n")
    found = []
    for rows in (4000, 40000):
        args = f"f32[{rows}, 8], f32[8, {classes}], i32[{rows}], f32[{classes}]"
        run = subprocess.run([RILLE, "plan", f"{path}:g", "--args", args], capture_output=True,
                             text=True, timeout=300)
        told = re.search(r"temporaries ([\d.]+) ([kMG]?)B", run.stdout)
        scale = {"": 1, "k": 1e3, "M": 1e6, "G": 1e9}
        found.append(float(told[1]) * scale[told[2]] if told else float("inf"))
    allowed = found[0] + 36000 * 200  # for the rows: features and their derivatives, losses
    law.expect(found[1] <= allowed and found[1] < 0.1 * 40000 * classes * 4,
               "no array of all logits is between the steps", f"{classes} classes: {found}")


def wrong_label():
    classes = draw.randint(2, 50)
    bad = draw.choice([-1, classes, classes + 9])
    status, _, said = law.run(
        f"nn.linear_softmax_cross_entropy(ones((3, 2)), ones((2, {classes})), [0, {bad}, 1])\n")
    law.expect(status != 0 and f"label {bad} is out of range for {classes} classes" in said,
               "a label that is no class is named", said)


for _ in range(law.count(10)):
    values()
for _ in range(2):
    room()
    wrong_label()
law.done()

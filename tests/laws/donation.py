"""Property-based test: donated arguments of a compiled step are overwritten, and yield the results
of a copy.

Memory: a jitted step that returns parameters and optimizer state needs no second copy of them.
Values: random steps, with errors inside, by assignment and by `&`, line by line at the prompt; the
oracles are the same step without donation and the eager function, and names that refer to parts of
the donated values. Stops: Ctrl-C during a loop of such steps.
"""
import os
import re
import signal
import subprocess

from law import RILLE, SANITIZED, Law
from clocks import HANGS_S, until_it_computed, until_it_sleeps

law = Law(__doc__)

# --- memory -----------------------------------------------------------------------------------
# The values besides the parameters p, the memory in copies of p, and the step.
MOMENT = "  var m = (w = zeros(n), b = zeros(n))\n"
TRAINED = "opt.update!(&p, grad(loss)(p))"
STEPS = {
    "momentum": (2, MOMENT, "(p, m) = turn(p, m)",
                 "(p, m) => { let m2 = 0.9 * m + grad(loss)(p); (p - 0.1 * m2, m2) }"),
    "moments": (3, MOMENT + MOMENT.replace("m", "v"), "(p, m, v) = turn(p, m, v)",
                "(p, m, v) => { let g = grad(loss)(p); let m2 = 0.9 * m + 0.1 * g; "
                "let v2 = 0.99 * v + 0.01 * g * g; (p - 0.1 * m2 / (v2 ^ 0.5 + 1e-8), m2, v2) }"),
    "inout": (2, MOMENT, "turn(&p, &m)", "down"),
    "donated": (1, "  let m = 1.0\n", "p = turn(p, m)", '(p, m) => p * 0.5, donate = "p"'),
    "loop": (1, "", "p = turn(p)", "p => { var p = p; for i in 0..99 { p.w[5:9] += 1.0; "
             "if i % 3 == 0 { p.b[7] = p.w[6] } else { p.w[3] *= 0.5 } }; p }"),
    "assert": (1, "", "p = turn(p)", "p => { let q = p - 0.1 * grad(loss)(p); "
               'assert all(p.w < 9.0), "{sum(p.w)}"; q }'),
}
OPTIMIZERS = {
    "optim.sgd(p, 0.1)": 1, "optim.sgd(p, 0.1, momentum = 0.9)": 2,
    "optim.sgd(p, t => 0.1 / (1.0 + t), momentum = 0.9, nesterov = true)": 2,
    "optim.adam(p, lr = 0.01)": 3, "optim.adamw(p, lr = 0.01, weight_decay = 0.1)": 3,
    "optim.adam(p, lr = optim.cosine_decay_schedule(0.1, 100))": 3,
    "optim.chain(optim.clip_by_global_norm(1.0))": 1,
}
for made, copies in OPTIMIZERS.items():
    given = f"  var opt = {made}\n"
    STEPS[made] = (copies, given, "turn(&p, &opt)", "train")
    STEPS["given back, " + made] = (
        copies, given, "(p, opt) = turn(p, opt)",
        f"(p, opt) => {{ var p = p; var opt = opt; {TRAINED}; (p, opt) }}")


DEFINED = f"""fn init(n) {{ let w = full((n,), 0.5); (w = w, b = zeros(n)) }}
fn loss(p) = sum(p.w * p.w) + sum(p.b * 3.0)
fn down(inout p, inout m) {{ m = 0.9 * m + grad(loss)(p); p = p - 0.1 * m }}
fn train(inout p, inout opt) {{ {TRAINED} }}
"""


def peak(text, n, at_prompt):
    path = law.folder / "peak.rille"
    path.write_text(text.replace("(n: int)", f"(n = {n})") if not at_prompt
                    else f"let n = {n}\n" + text)
    command = [RILLE, "repl"] if at_prompt else [RILLE, "run", str(path)]
    with open(path) as given:
        run = subprocess.Popen(command, stdin=given, stdout=subprocess.PIPE)
        out = run.stdout.read()
        _, status, used = os.wait4(run.pid, 0)
    run.returncode = status
    return status if out else 1, used.ru_maxrss * 1024


def judge_memory(name, at_prompt=False):
    if SANITIZED:
        return
    copies, kept, call, step = STEPS[name]
    begin = f"  let turn = jit({step})\n  var p = init(n)\n{kept}"
    begin = begin.replace("init(n)", "(w = full((n,), 0.5), b = zeros(n))") if at_prompt else begin
    body = (f"{begin}  {call}\n  {call}\n  {call}\n" if at_prompt else
            f"proc main(n: int) {{\n{begin}  for i in 0..3 {{ {call} }}\n")
    text = DEFINED + body + "  print(p.w[0])\n" + ("" if at_prompt else "}\n")
    few, many = 1 << 18, 8 << 20  # 64 MiB of parameters, in whole huge pages
    base, least = min(peak(text, few, at_prompt) for _ in range(2))  # the first run compiles
    status, most = min(peak(text, many, at_prompt) for _ in range(2))
    ratio = (most - least) / (copies * 2 * (many - few) * 4)
    law.expect(base == 0 and status == 0 and ratio <= 1.05, "a jitted step overwrites what it "
               "is given", f"{name}{', at the prompt' * at_prompt}: {ratio:.2f} copies\n{text}")


# --- donation -----------------------------------------------------------------------------------
# The operations of a step on p.a, p.b (floats) and p.c (i8), with a float k and an int j.
TURNS = [
    "p.a = p.a * 2.0 + k", "p.b[1] = k", "p.b = p.a + p.b", "(p.a, p.b) = (p.b, p.a)",
    "p.a[i32(sum(p.b)) % 8] = 1.0", 'assert sum(p.a) < 50.0, "too much: {sum(p.a)}"',
    "for i in 0..20 { p.a[i % 6] += k }", "for i in 0..12 { p.b = p.b * 0.5 + p.a }",
    "for i in 0..12 { p.a[i % 7] += 1.0 }", "for i in 0..j { p.b[i] += p.a[i % 6] }",
    "if sum(p.a) > 3.0 { p.a[0] = -1.0 } else { p.b[0] = 2.0 }",
    "for i in 0..15 { if p.a[i % 6] > k { p.a[i % 6] -= 1.0 } else { p.b[i % 6] += k } }",
    "for i in 0..9 { (p.a, p.b) = (p.b + 1.0, p.a) }", "p.a = sort(p.a)", "p.b = cumsum(p.b)",
    "while sum(p.a) > 10.0 { p.a = minimum(p.a, 5.0) * 0.5 }", "if k > 2.0 { p.b = p.a }",
    "p.c += j", "p.c[2] = j", "p.c = p.c * 3", "for i in 0..10 { p.c[i % 6] += j }",
    "for i in 0..10 { if i == j { p.c[7 * i - 28] = 1 } else { p.c += 1 } }",
    'if j > 90 { error("far: {j}", kind = "value") }', "p.b[[0, 3, 0]] += k", "p.a[1:4] *= k",
    "p.a[p.b > 1.0] = k", "p.b = for i in 0..6 { p.a[i] + p.b[5 - i] }"]


def judge_donation():
    """Donating and copying, compiled and eager runs have the same results, errors included."""
    rng = law.random
    body = "; ".join(rng.sample(TURNS, rng.randint(1, 5)))
    dtype = rng.choice(["f32", "f32", "f64"])
    lines = [f"fn turn(inout p, k, j) {{ {body} }}",
             "fn plain(p, k, j) { var p = p; turn(&p, k, j); p }", "let step = jit(plain)",
             "let jturn = jit(turn)", "let kept = jit(plain, donate = ())"]
    made = (f"(a = {dtype}([0.5, 1, 2, 3, 4, 5]), b = ones(6, dtype = {dtype}), "
            "c = i8([1, 2, 3, 4, 5, 6]))")
    lines += [f"var {name} = {made}" for name in "pqr"]
    held = 0
    for at in range(6):
        given = f"{rng.choice([0.5, 1.0, 2.5, -3.0])}, {rng.choice([0, 3, 4, 6, 7, 100, 200])}"
        lines.append(rng.choice([f"p = step(p, {given})", f"jturn(&p, {given})"]))
        lines += [f"q = kept(q, {given})", f"r = plain(r, {given})"]
        lines += [f'print("{name}{at}", {name})' for name in "pqr"]
        if rng.random() < 0.2:
            held, part = held + 1, rng.choice(["", ".a"])
            lines += [f"let {name}{held} = {name}{part}" for name in "pqr"]
    lines += [f'print("{name}{at + 100}", {name}{at})' for at in range(1, held + 1)
              for name in "pqr"]
    status, out, said = law.prompt("\n".join(lines) + "\n")
    shown = {name: re.sub(rf"^{name}(\d+ )", r"\1", "".join(re.findall(
        rf"^{name}\d+ [^pqr]*", out, re.MULTILINE)), flags=re.MULTILINE) for name in "pqr"}
    # A plain assert prints more of the values.
    errors = [re.sub(r": sum\(p.a\) is .*", "", error)
              for error in re.findall(r"^error.*$", said, re.MULTILINE)]
    same = all(errors[i] == errors[i + 1] == errors[i + 2] for i in range(0, len(errors) - 2, 3))
    law.expect(status == 0 and shown["p"] and shown["p"] == shown["q"] == shown["r"]
               and same and len(errors) % 3 == 0, "what is overwritten holds what a copy would",
               "\n".join(lines) + "\n" + out + said)


# --- neighbours ---------------------------------------------------------------------------------
# Unrelated results in one kernel, each written to the buffer of any of them.
NEIGHBOURS = ["{x} * 2.0 + k", "{x} - {y}", "{x}", "{y} * {x} + 0.5", "maximum({x}, k)",
              "0.0 * {x} + k", "{x} / ({y} * {y} + 1.0)", "full({shape}, k)", "-{x}"]
LENGTHS = [1, 7, 63, 64, 65, 130, 1000, 4097, 70001, 200003]


def judge_neighbours():
    """Donating, copying, and eager steps over arrays of one shape have the same bits."""
    rng = law.random
    names = "abcdefgh"[:rng.randint(2, 8)]
    length = rng.choice(LENGTHS)
    shape = rng.choice([f"({length},)", f"({length // 8 + 1}, 8)", f"(3, {length})"])
    sources = rng.sample(names, len(names)) if rng.random() < 0.7 else names
    made = [rng.choice(NEIGHBOURS).format(x=f"p.{x}", y=f"p.{rng.choice([x, rng.choice(names)])}",
                                          shape=shape) for x in sources]
    places, dtype = ", ".join(f"p.{name}" for name in names), rng.choice(["f32", "f64", "f16"])
    fields = ", ".join(f"{name} = rng.normal(rng.key({at}), {shape}, dtype = {dtype})"
                       for at, name in enumerate(names))
    text = f"""fn turn(inout p, k) {{ ({places}) = ({', '.join(made)}) }}
fn plain(p, k) {{ var p = p; turn(&p, k); p }}
proc main() {{
  let step = jit(plain)
  let kept = jit(plain, donate = ())
  var p = ({fields})
  var q = p + 0.0
  var r = p + 0.0
  for at in 0..3 {{
    p = step(p, 0.25)
    q = kept(q, 0.25)
    r = plain(r, 0.25)
  }}
  print({" and ".join(f"all(p.{x} == q.{x}) and all(p.{x} == r.{x})" for x in names)})
}}
"""
    status, out, said = law.run(text, env={"RILLE_THREADS": str(rng.choice([1, 2, 3, 7]))})
    law.expect(status == 0 and out.strip() == "true", "what is overwritten holds what a copy would",
               text + out + said)


# --- stops --------------------------------------------------------------------------------------
# Loops of steps that donate their variables, each iteration adds one to every element, and the
# invariants of the variables whenever the loop is stopped.
TWO = "all(p == p[0]) and all(m == m[0]) and p[0] == m[0]"
LOOPS = {
    "p = step(p)": "all(p == p[0])",
    "stepin(&p)": "all(p == p[0])",
    "(p, m) = both(p, m)": TWO,
    "bothin(&p, &m)": TWO,
    "t = tree(t)": "all(t.a == t.b[0]) and all(t.b[0] == t.a[0])",
    "treein(&t)": "all(t.a == t.b[0]) and all(t.b[0] == t.a[0])",
    "stepin(&t.a); stepin(&t.b[0])": "all(t.a == t.a[0]) and all(t.b[0] == t.b[0][0])",
    "opt.update!(&p, g)": "all(p == p[0])",
}
STEPPED = """let n = 400000
let step = jit(p => p + 1.0)
let stepin = jit((inout p) => { p += 1.0 })
let both = jit((p, m) => (p + 1.0, m + 1.0))
let bothin = jit((inout p, inout m) => { p += 1.0; m += 1.0 })
let tree = jit(t => t + 1.0)
let treein = jit((inout t) => { t += 1.0 })
var p = zeros(n)
var m = zeros(n)
var t = (a = zeros(n), b = (zeros(n), 0.0))
let g = ones(n)
var opt = optim.sgd(p, -1.0)
"""


def judge_stop(loop, holds, is_proc):
    """Ctrl-C during a loop of steps: every variable holds the value after a whole iteration."""
    text = f"while true {{ {loop} }}"
    if is_proc:
        text = f"proc go(inout p, inout m, inout t, inout opt) {{ {text} }}\ngo(&p, &m, &t, &opt)"
    with subprocess.Popen([RILLE, "repl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, bufsize=0) as program:
        program.stdin.write(STEPPED + 'print("ready")\n' + text + "\n")
        program.stdout.readline()
        until_it_computed(program.pid, 0.05 + law.random.random() * 0.1)
        program.send_signal(signal.SIGINT)
        until_it_sleeps(program.pid)  # otherwise the input would be dropped with the stopped line
        out = program.communicate(f'print("holds", {holds})\n', timeout=HANGS_S)[0]
    law.expect(program.returncode == 0 and "error[interrupt]" in out and "holds true" in out,
               "a stopped loop leaves whole values in its places", f"{text}\n{out[-300:]}")


for _ in range(law.count(3)):
    for each in LOOPS.items():
        judge_stop(*each, False)
        judge_stop(*each, True)
for _ in range(law.count(40)):
    judge_donation()
for _ in range(law.count(60)):
    judge_neighbours()
for each in STEPS:
    judge_memory(each)
for each in ["momentum", "inout", "optim.adam(p, lr = 0.01)"]:
    judge_memory(each, at_prompt=True)
law.done()

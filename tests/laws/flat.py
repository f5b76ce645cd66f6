"""Property-based test: eager code keeps no memory for a number that is used once.

Each combination of a host scalar and an array runs a million iterations with a new number each; the
memory of the process afterwards is that after half as many before, during which the garbage
collector settles, within a few bytes per iteration. dtypes and shapes are random.
"""
from law import Law

law = Law(__doc__, measures=True)
TURNS = 1_000_000
MOST = 60  # bytes per iteration: variation of the collector; a kept record takes 200 or more

SETUP = """
proc resident() = int(split(split(io.read("/proc/self/status"), "VmRSS:")[1], "kB")[0])
let x = ones({shape}, dtype = {dtype})
let c = x > 0
let line = zeros((1600100,))
let wide = zeros((2, 1600100))
let tall = zeros((1600100, 2))
let scaled = jit((x, k) => x * k)
proc turns(from, to) {{
  var y = x
  var z = zeros((1600100,))
  var w = zeros((2, 1600100))
  for i in from..to {{ {body} }}
}}
proc main() {{
  turns(0, {warm})
  let before = resident()
  turns({warm}, {warm} + {turns})
  print(resident() - before)
}}
"""
# Expressions of a number k, of a float, of one by which few elements pass in a second; of an index
# Expressions of an int k, of a float k, of a k for which each iteration is slow; of an index i.
VALUES = ["y = x + k", "y = k - x", "y = x * k", "y = x == k", "y = x > k", "y = k <= x",
          "y = maximum(x, k)", "y = minimum(k, x)", "y = where(c, x, k)", "y = where(c, k, x)",
          "y = clip(x, 0, k)", "y = scaled(x, k)", "y = full((3,), k)"]
FLOATS = ["y = x / (k + 1)", "y = x ^ k"]
SLOW = ["y = x // (k + 1)", "y = x % (k + 1)", "y = k ^ x"]
PLACES = ["y = line[i]", "y = tall[i]", "y = line[i:i + 2]", "z[i] = 1.5", "z[i:i + 2] = 2.5",
          "w[:, i] = 1.5"]
APART = ["y = wide[:, i]", "y = line[i:i + 4:2]", "y = wide[:, i:i + 3]", "y = tall[i:i + 3, 1]"]
DTYPES = {"f32": "i * 0.25", "f64": "i * 0.25", "bf16": "i * 0.25", "i32": "i", "i64": "i"}


def measured(body, shape, dtype):
    text = SETUP.format(shape=shape, dtype=dtype, body=body, warm=TURNS // 2, turns=TURNS)
    status, out, errors = law.run(text)
    grown = int(out) * 1024 / TURNS if status == 0 else None
    law.expect(grown is not None and grown <= MOST,
               f"{grown} bytes a turn: {body}, x is {dtype}{shape}", text + errors)


def drawn(among, in_ci):
    return among if law.slow else law.random.sample(among, in_ci)


def main():
    for body in drawn(VALUES + FLOATS, 7) + drawn(SLOW, 1):
        dtype = law.random.choice([d for d in DTYPES if d[0] != "i" or body in VALUES])
        shape = law.random.choice(["()", "(4,)", "(3, 5)", "(300,)"])
        measured(f"let k = {DTYPES[dtype]}; {body}", shape, dtype)
    for body in drawn(PLACES, 3) + drawn(APART, 3):
        measured(body, "(4,)", "f32")
    law.done()


main()

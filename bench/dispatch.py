"""Instructions for one operation of a script.

usage: bench/dispatch.py [--against RILLE] [NAME...]

Each row runs a short and a long loop under callgrind and divides the difference, so that the start
of the program and compilation do not count and a busy machine changes nothing. The loops differ by
8,000 iterations: with fewer, Lua's garbage collections would dominate. With --against another build
is counted too and the ratio is printed.
"""
import sys

from callgrind.count import collected, other_build, table

SETUP = """
let x = ones(4)
let m = ones((8, 8))
let one = x[0]
let p = (w = ones(4), b = ones(4))
struct Point { x, y }
fn inc(x, k = 1) = x + k
let j = jit(x => x * 2.0 + 1.0)
let jk = jit((x, k) => x * k + 1.0)
let jt = jit(p => p - 0.1 * p)
let g = grad(x => sum(x * x))
let layers = nn.mlp(rng.key(0), (32, 32, 32, 32))
let w32 = ones((32, 32))
let b32 = ones(32)
let x32 = ones((32, 32))
"""
# name: (statements before the loop, the loop's body)
ROWS = {
    "loop": ("var s = 0", "s += i"),
    "call, default": ("var s = 0", "s = inc(s)"),
    "named argument": ("var s = 0", "s = inc(s, k = 2)"),
    "tuple read": ("let t = (1, 2, 3); var s = 0", "s += t[1]"),
    "tuple write": ("var t = (1, 2, 3)", "t[1] = i"),
    "struct write": ("var q = Point(1, 2)", "q.x = i"),
    "record +=": ("var q = (a = 1, b = 2)", "q.a += i"),
    "dict read": ("let d = dict(a = 1, b = 2); var s = 0", 's += d["b"]'),
    "dict write": ("var d = dict(a = 1)", 'd["a"] = i'),
    "hole": ('var s = ""', 's = "{i}"'),
    "array + array": ("var y = x", "y = x + x"),
    "array * number": ("var y = x", "y = x * 2.0"),
    "array * variable": ("var y = x", "y = x * i"),
    "array read": ("var y = x[0]", "y = x[1]"),
    "row read": ("var y = m[0]", "y = m[1]"),
    "shape": ("var y = x.shape", "y = x.shape"),
    "array write": ("var y = zeros(100)", "y[i % 100] = 1.0"),
    "i32 write": ("var y = i32(zeros(100))", "y[i % 100] = 1"),
    "array +=": ("var y = zeros(100)", "y[i % 100] += 1.0"),
    "slice write": ("var y = zeros(100)", "y[2:6] = x"),
    "tree arithmetic": ("var q = p", "q = p + p"),
    "mlp, its products": ("var y = x32",
                          "y = relu(x32 @ w32 + b32); y = relu(y @ w32 + b32); y = y @ w32 + b32"),
    "mlp of three": ("var y = x32", "y = layers(x32)"),
    "jit call": ("var y = x", "y = j(x)"),
    "jit, two": ("var y = x", "y = jk(x, i * 0.5)"),
    "jit, captures": ("let w = ones(4); let f = jit(x => x * w + 2.0); var y = x", "y = f(x)"),
    "jit tree": ("var q = p", "q = jt(p)"),
    "grad call": ("var y = x", "y = g(x)"),
    "rng": ("var key = rng.key(0); var y = x", "y = rng.normal(&key, 4)"),
}


def per_turn(rille, name):
    before, body = ROWS[name]
    count = {}
    for turns in (500, 8500):
        count[turns] = collected(
            rille, f"{SETUP}proc main() {{\n{before}\nfor i in 0..{turns} {{ {body} }}\n}}\n")
    return (count[8500] - count[500]) / 8000


if __name__ == "__main__":
    words, other = other_build(sys.argv[1:])
    table("instructions a turn", words or ROWS, per_turn, other)

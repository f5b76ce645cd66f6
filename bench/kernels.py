"""Instructions of compiled code: products, sums, rows, chains, gathers, loops.

usage: bench/kernels.py [--against RILLE] [--compile] [NAME...]

Each row jits a function and runs it once and 41 times under callgrind: a fortieth of the difference
is a run. The code is read from the disk cache of a plain run, and is for AVX2, because valgrind has
no AVX-512. With --compile it counts a process that traces, compiles, and runs the row once. With
--against another build is counted too and the ratio is printed.
"""
import sys

from callgrind.count import collected, other_build, table

SQUARE = "let x = rng.normal(rng.key(0), (512, 512))"
WIDE = "let x = rng.normal(rng.key(0), (256, 1024))"
LONG = "let x = rng.normal(rng.key(0), 200000)"
INTS = "let x = i32(rng.normal(rng.key(0), 200000) * 1000.0)"
TABLE = "let x = rng.normal(rng.key(0), (4096, 64)); let i = (7 * arange(4096)) % 4096"
# name: (values created once, the function, its arguments)
ROWS = {
    "product of 768": ("let x = rng.normal(rng.key(0), (192, 768)); let w = ones((768, 192))",
                       "(x, w) => x @ w", "x, w"),
    "product bf16": ("let x = bf16(rng.normal(rng.key(0), (256, 256)))", "x => x @ x", "x"),
    "product f64": ("let x = f64(rng.normal(rng.key(0), (256, 256)))", "x => x @ x", "x"),
    "product i32": ("let x = i32(ones((128, 128)))", "x => x @ x", "x"),
    "x.T @ x": (SQUARE, "x => x.T @ x", "x"),
    "x @ x.T": (SQUARE, "x => x @ x.T", "x"),
    "product, epilogue": (SQUARE, "x => tanh(x @ x + x)", "x"),
    "8 rows @ matrix": (SQUARE, "x => x[:8] @ x", "x"),
    "row @ matrix": (SQUARE, "x => x[0] @ x", "x"),
    "matrix @ column": (SQUARE, "x => x @ x[0]", "x"),
    "dot": (LONG, "x => x @ x", "x"),
    "batched 16": ("let x = ones((512, 16, 16))", "x => x @ x", "x"),
    "sum": (LONG, "x => sum(x)", "x"),
    "sum 0": (WIDE, "x => sum(x, 0)", "x"),
    "sum 1": (WIDE, "x => sum(x, 1)", "x"),
    "sum of [65536, 3], 0": ("let x = ones((65536, 3))", "x => sum(x, 0)", "x"),
    "sum f64": (LONG, "x => sum(f64(x))", "x"),
    "max 1": (WIDE, "x => max(x, 1)", "x"),
    "argmax 1": (WIDE, "x => argmax(x, 1)", "x"),
    "cumsum": (WIDE, "x => cumsum(x, 1)", "x"),
    "softmax": (WIDE, "x => softmax(x)", "x"),
    "layer norm": (WIDE + "; let l = nn.layer_norm(1024)", "x => l(x)", "x"),
    "gelu": (LONG, "x => nn.gelu(x)", "x"),
    "chain": (LONG, "x => ((x * 2.0 + 1.0) * x - 3.0) * x + maximum(x, 0.5) - abs(x)", "x"),
    "exp": (LONG, "x => exp(x)", "x"),
    "log, sqrt": (LONG, "x => log(1.0 + x * x) + sqrt(abs(x))", "x"),
    "tanh, sin": (LONG, "x => tanh(x) + sin(x)", "x"),
    "f64 exp": (LONG, "x => exp(f64(x))", "x"),
    "x ^ 2.5": (LONG, "x => abs(x) ^ 2.5", "x"),
    "x ^ 3": (LONG, "x => x ^ 3", "x"),
    "float //": (LONG, "x => x // 0.3", "x"),
    "float %": (LONG, "x => x % 0.3", "x"),
    "int // %": (INTS, "x => x // 7 + x % 5", "x"),
    "int // array": (INTS, "x => x // (x + 3)", "x"),
    "where": (LONG, "x => where(x > 0.0, x, x * 0.1)", "x"),
    "bools": (LONG, "x => sum(i32(x > 0.0 and x < 1.0))", "x"),
    "convert": (LONG, "x => bf16(x) + bf16(1.0)", "x"),
    "transpose": (SQUARE, "x => x.T * 2.0", "x"),
    "gather rows": (TABLE, "(x, i) => x[i]", "x, i"),
    "scatter rows": (TABLE, "(x, i) => { var y = x; y[i] += 1.0; y }", "x, i"),
    "gather one": (TABLE, "(x, i) => sum(x[:, 0][i])", "x, i"),
    "slices": (SQUARE, "x => x[1:, :] - x[:-1, :]", "x"),
    "sort": ("let x = rng.normal(rng.key(0), 20000)", "x => sort(x)", "x"),
    "normal": ("let x = rng.key(0)", "x => rng.normal(x, 100000)", "x"),
    "loop": ("let x = ones(4)", "x => { var y = x; for i in 0..20000 { y = y * 0.5 + x }; y }",
             "x"),
    "loop, wide": (WIDE, "x => { var y = x; for i in 0..20 { y = tanh(y) * 0.5 + x }; y }", "x"),
    "loop, reads": (LONG, "x => { var s = 0.0; for i in 0..10000 { s += x[i] * 2.0 }; s }", "x"),
    "loop, writes": ("let x = zeros(1000)",
                     "x => { var y = x; for i in 0..10000 { y[i % 1000] += 1.0 }; y }", "x"),
    "loop, checked": ("let x = ones(1000); let k = i32(3)",
                      "(x, k) => { var s = 0.0; for i in 0..10000 { s += x[(i * k) % 1000] }; s }",
                      "x, k"),
    "loop, inner": ("let x = ones(8)",
                    "x => { var y = x; for i in 0..200 { for j in 0..50 { y = y * 0.9 + x } }; y }",
                    "x"),
    "while": ("let x = ones(4)",
              "x => { var y = x; while sum(y) < 40000.0 { y = y + x }; y }", "x"),
    "leaving": ("let x = ones(4)", "x => { var y = x; for i in 0..20000 { y = y + x; "
                "if sum(y) > 60000.0 { break } }; y }", "x"),
    "scan": ("let x = ones((5000, 8))", "x => { var s = zeros(8); [for r in x { s = s * 0.9 + r; "
             "sum(s) }] }", "x"),
    "branches": ("let x = ones(8)", "x => { var y = x; for i in 0..10000 { y = if sum(y) > 50.0 "
                 "{ y * 0.1 } else { y + x } }; y }", "x"),
    "grad of loop": ("let x = ones(8)", "grad(x => { var y = x; for i in 0..5000 "
                     "{ y = sin(y) + x }; sum(y) })", "x"),
    "grad of while": ("let x = ones(8)", "grad(x => { var y = x; while sum(y) < 8000.0 "
                      "{ y = y * 1.001 + x }; sum(y) })", "x"),
    "grad of softmax": (WIDE, "grad(x => sum(softmax(x) * x))", "x"),
    "vmap": (WIDE, "vmap(r => r / sqrt(sum(r * r)))", "x"),
    "checks": ("let x = ones(1000); let i = arange(50000) % 1000",
               "(x, i) => { assert(all(i >= 0)); x[i] * x[i] }", "x, i"),
    "sgd": ("let x = ones((512, 512)); let g = x * 0.1",
            "(x, g) => { let m = 0.9 * x + g; (x - 0.1 * m, m) }", "x, g"),
}


def instructions(rille, name, calls, cached):
    setup, function, arguments = ROWS[name]
    text = setup + f"\nlet f = jit({function})\n"
    text += f"for t in 0..{calls} {{ let y = f({arguments}) }}\n"
    return collected(rille, text, cached, RILLE_ISA="avx2")


def count(rille, name, compiles):
    if compiles:
        return instructions(rille, name, 1, cached=False)
    return (instructions(rille, name, 41, True) - instructions(rille, name, 1, True)) / 40


if __name__ == "__main__":
    words, other = other_build(sys.argv[1:])
    compiles = "--compile" in words
    table("instructions a compile" if compiles else "instructions a call",
          [word for word in words if word != "--compile"] or ROWS,
          lambda rille, name: count(rille, name, compiles), other)

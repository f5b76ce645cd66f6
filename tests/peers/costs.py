"""The counts of `rille plan` compared with XLA's cost analysis, for the same functions and shapes.

XLA counts before it optimizes, so the functions contain no removable operations. Its byte counts
are those of each operation alone and are not compared.
"""
import json
import pathlib
import subprocess
import tempfile

import jax
import jax.numpy as jnp

import compare
from compare import pick


class Draw:
    """A function in both languages, of arrays of these shapes."""

    def __init__(self, text, theirs, *dims):
        self.text, self.theirs, self.dims = text, theirs, dims
        self.name = f"plan of {text} at {dims}"

    def wanted(self):
        types = [jax.ShapeDtypeStruct(dims, jnp.float32) for dims in self.dims]
        found = jax.jit(self.theirs).lower(*types).cost_analysis()
        return {"flops": found["flops"], "functions": found.get("transcendentals", 0)}

    def given(self, rille, folder):
        path = pathlib.Path(folder, "planned.rille")
        path.write_text(f"fn f({', '.join('xyz'[:len(self.dims)])}) = {self.text}\n")
        args = ", ".join(f"f32[{', '.join(map(str, dims))}]" for dims in self.dims)
        done = subprocess.run([rille, "--json", "plan", f"{path}:f", "--args", args],
                              capture_output=True, text=True, check=True)
        plan = json.loads(done.stdout)
        return {what: plan[what] for what in ("flops", "functions")}


def number():
    return int(compare.rng.integers(2, 40))


def drawn():
    a, b, c = number(), number(), number()
    return pick(
        lambda: Draw("tanh(x * y - x) + exp(y)", lambda x, y: jnp.tanh(x * y - x) + jnp.exp(y),
                     (a, b), (a, b)),
        lambda: Draw("sum(sin(x), axis = 0)", lambda x: jnp.sin(x).sum(0), (a, b)),
        lambda: Draw("max(x, axis = -1) / 1.37", lambda x: x.max(-1) / 1.37, (a, b, c)),
        lambda: Draw("x @ y + z", lambda x, y, z: x @ y + z, (a, b), (b, c), (c,)),
        lambda: Draw("x.T @ y", lambda x, y: x.T @ y, (b, a), (b, c)),
        lambda: Draw("conv(x, y, padding = \"valid\")",
                     lambda x, y: jax.lax.conv_general_dilated(
                         x, y, (1, 1), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC")),
                     (2, 7, 6, 3), (3, 2, 3, 1 + a)))()


def run(draws, rille, _):
    """The interface of tests/peers/run to a table."""
    cases, wrong = [drawn() for _ in range(draws * 3)], []
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            wanted, given = case.wanted(), case.given(rille, folder)
            if wanted != given:
                wrong.append(f"{case.name}: XLA counts {wanted}, the plan {given}")
    return wrong, cases

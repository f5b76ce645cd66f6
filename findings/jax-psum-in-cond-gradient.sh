#!/usr/bin/env bash
# JAX 0.10.2: the gradient of a psum inside of lax.cond under vmap lacks the elements of the other branch
#
# Two mapped elements share the axis "i". The first one takes the branch without psum, but the second one squares the
# sum of both, so the first value counts twice. The loss is x0 + (x0 + x1)^2 at [1, 2]: its derivatives
# are [1 + 6, 6], as by finite differences and by the same function with jnp.where.
#
# expected: gradient by cond [7. 6.], as by where and by finite differences
# seen:     gradient by cond [1. 6.], silently; the value of the loss is the same in all three
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install jax==0.10.2 jaxlib==0.10.2
cat >"$folder/program.py" <<'END_OF_PROGRAM'
import jax
import jax.numpy as jnp
from jax import lax

jax.config.update("jax_enable_x64", True)


def loss(xs, by_where):
    def row(x):
        if by_where:
            return jnp.where(x > 1.5, lax.psum(x, "i") ** 2, x)
        return lax.cond(x > 1.5, lambda v: lax.psum(v, "i") ** 2, lambda v: v, x)

    return jnp.sum(jax.vmap(row, axis_name="i")(xs))


xs = jnp.array([1.0, 2.0])
step = 1e-6
ends = [(xs.at[i].add(step), xs.at[i].add(-step)) for i in range(2)]
print("jax", jax.__version__)
print("loss", loss(xs, False), loss(xs, True))
print("gradient by cond", jax.grad(loss)(xs, False))
print("gradient by where", jax.grad(loss)(xs, True))
print("differences", [round(float((loss(a, False) - loss(b, False)) / (2 * step)), 3) for a, b in ends])
END_OF_PROGRAM
JAX_PLATFORMS=cpu "$folder/env/bin/python" "$folder/program.py" | tee "$folder/seen"
diff "$folder/seen" - <<'END_OF_OUTPUT'
jax 0.10.2
loss 10.0 10.0
gradient by cond [1. 6.]
gradient by where [7. 6.]
differences [7.0, 6.0]
END_OF_OUTPUT
echo "as described"

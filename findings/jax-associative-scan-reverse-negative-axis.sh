#!/usr/bin/env bash
# JAX 0.10.2: associative_scan accepts a negative axis, but not with reverse=True
#
# jax.lax.associative_scan(f, x, axis=-1) scans along the last axis, as in NumPy. With reverse=True the operands are
# reversed before the axis is normalized.
#
# expected: axis=-1 and axis=1 return the same for a matrix, with and without reverse=True
# seen:     axis=-1 with reverse=True raises a TypeError of `rev`, which the caller did not call; axis=1 returns the reverse sums
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install jax==0.10.2 jaxlib==0.10.2
cat >"$folder/program.py" <<'END_OF_PROGRAM'
import jax
import jax.numpy as jnp

print("jax", jax.__version__)
x = jnp.arange(6.0).reshape(2, 3)
for axis in (1, -1):
    for reverse in (False, True):
        try:
            said = jax.lax.associative_scan(jnp.add, x, axis=axis, reverse=reverse).tolist()
        except TypeError as error:
            said = f"TypeError: {error}"
        print(axis, reverse, said)
END_OF_PROGRAM
JAX_PLATFORMS=cpu "$folder/env/bin/python" "$folder/program.py" 2>/dev/null | tee "$folder/seen"
diff "$folder/seen" - <<'END_OF_OUTPUT'
jax 0.10.2
1 False [[0.0, 1.0, 3.0], [3.0, 7.0, 12.0]]
1 True [[3.0, 3.0, 2.0], [12.0, 9.0, 5.0]]
-1 False [[0.0, 1.0, 3.0], [3.0, 7.0, 12.0]]
-1 True TypeError: rev dimensions must have every element be nonnegative, got (-1,).
END_OF_OUTPUT
echo "as described"

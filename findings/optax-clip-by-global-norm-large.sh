#!/usr/bin/env bash
# Optax 0.2.8: clip_by_global_norm turns a large finite gradient into zeros
#
# The gradient [3e30, 4e30] is finite in f32 and has the norm 5e30, also finite in f32. Clipped to a norm of 1 it
# is [0.6, 0.8]. Its squares overflow f32, so the computed norm is inf and the gradient is divided by inf.
#
# expected: [0.6, 0.8], as for the same direction at 3e10
# seen:     [0, 0]: the step is dropped silently, and optax.global_norm is inf
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install optax==0.2.8 jax==0.10.2 jaxlib==0.10.2
cat >"$folder/program.py" <<'END_OF_PROGRAM'
import jax.numpy as jnp
import numpy as np
import optax

print("optax", optax.__version__)
clip = optax.clip_by_global_norm(1.0)
for size in (1e10, 1e30):
    grads = jnp.array([3.0, 4.0], jnp.float32) * jnp.float32(size)
    clipped, _ = clip.update(grads, clip.init(grads))
    exact = np.linalg.norm(np.asarray(grads, np.float64))
    print(f"size {size:g}: norm {exact:.3g}, by optax {optax.global_norm(grads):.3g}, clipped",
          *(f"{x:.2f}" for x in clipped))
END_OF_PROGRAM
JAX_PLATFORMS=cpu "$folder/env/bin/python" "$folder/program.py" | tee "$folder/seen"
diff "$folder/seen" - <<'END_OF_OUTPUT'
optax 0.2.8
size 1e+10: norm 5e+10, by optax 5e+10, clipped 0.60 0.80
size 1e+30: norm 5e+30, by optax inf, clipped 0.00 0.00
END_OF_OUTPUT
echo "as described"

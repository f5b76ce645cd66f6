#!/usr/bin/env bash
# Optax 0.2.8: prodigy never recovers from a first gradient of zeros
#
# The estimate of the distance is a quotient of two sums that are both 0 after a gradient of zeros (a dead layer, a batch
# whose loss is masked out, parameters that the first step does not reach).
#
# expected: no step at the zero gradient, steps afterwards
# seen:     nan after the zero gradient, and nan for every gradient that follows
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install jax==0.10.2 jaxlib==0.10.2 optax==0.2.8
cat >"$folder/program.py" <<'END_OF_PROGRAM'
import jax.numpy as jnp
import optax

print("optax", optax.__version__)
params = jnp.array([1.0, 2.0])
optimizer = optax.contrib.prodigy()
state = optimizer.init(params)
for gradient in ([0.0, 0.0], [1.0, 1.0], [1.0, 1.0]):
    updates, state = optimizer.update(jnp.array(gradient), state, params)
    params = optax.apply_updates(params, updates)
    print("gradient", gradient, "params", params)
END_OF_PROGRAM
JAX_PLATFORMS=cpu "$folder/env/bin/python" "$folder/program.py" | tee "$folder/seen"
diff "$folder/seen" - <<'END_OF_OUTPUT'
optax 0.2.8
gradient [0.0, 0.0] params [nan nan]
gradient [1.0, 1.0] params [nan nan]
gradient [1.0, 1.0] params [nan nan]
END_OF_OUTPUT
echo "as described"

#!/usr/bin/env bash
# Optax 0.2.8: triplet_margin_loss takes powers of signed differences, so an odd norm_degree is wrong or nan
#
# The p-norm of a vector is the p-th root of the sum of |x|^p. With anchor [0, 1], positive [1, 0.5] and negative
# [2, 3] the distances for p = 1 are 1.5 and 4, for p = 3 they are 1.04 and 2.52. The negative is farther by more than
# the margin of 1, so both losses are 0 (PyTorch's triplet_margin_loss with p = 1 and p = 3 agrees).
#
# expected: 0 for norm_degree 1, 2 and 3
# seen:     4.5 for 1, since the signed differences add up to -0.5 and -4; 0 for 2; nan for 3
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install optax==0.2.8 jax==0.10.2 jaxlib==0.10.2
cat >"$folder/program.py" <<'END_OF_PROGRAM'
import jax.numpy as jnp
import numpy as np
import optax

anchor, positive, negative = (jnp.array([x]) for x in ([0.0, 1.0], [1.0, 0.5], [2.0, 3.0]))
print("optax", optax.__version__)
for p in (1, 2, 3):
    near, far = (np.linalg.norm(np.asarray(anchor - x), ord=p, axis=1)[0] for x in (positive, negative))
    loss = optax.losses.triplet_margin_loss(anchor, positive, negative, norm_degree=p)[0]
    print(f"norm_degree {p}: by NumPy's norms {max(near - far + 1, 0):.1f}, by optax {loss:.1f}")
END_OF_PROGRAM
JAX_PLATFORMS=cpu "$folder/env/bin/python" "$folder/program.py" | tee "$folder/seen"
diff "$folder/seen" - <<'END_OF_OUTPUT'
optax 0.2.8
norm_degree 1: by NumPy's norms 0.0, by optax 4.5
norm_degree 2: by NumPy's norms 0.0, by optax 0.0
norm_degree 3: by NumPy's norms 0.0, by optax nan
END_OF_OUTPUT
echo "as described"

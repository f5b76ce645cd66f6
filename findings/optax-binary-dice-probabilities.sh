#!/usr/bin/env bash
# optax 0.2.8: binary_dice_loss(apply_sigmoid=False) rejects probabilities
#
# With apply_sigmoid=False the predictions of optax.losses.binary_dice_loss are the probabilities of the positive class. The
# function adds a class axis of size 1 and calls dice_loss with apply_softmax=False, which requires that the
# predictions sum to 1 over the classes: that single class.
#
# expected: the loss of the probabilities 0.9, 0.2, 0.1, 0.8 against the targets 1, 0, 0, 1
# seen:     ValueError, except where every probability is exactly 1
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install optax==0.2.8 jax==0.10.2 jaxlib==0.10.2
cat >"$folder/program.py" <<'END_OF_PROGRAM'
import importlib.metadata

import jax.numpy as jnp
import optax

print("optax", importlib.metadata.version("optax"))
targets = jnp.array([[1, 0], [0, 1]])
for name, predictions in (("probabilities", jnp.array([[0.9, 0.2], [0.1, 0.8]])), ("ones", jnp.ones((2, 2)))):
    try:
        print(name, optax.losses.binary_dice_loss(predictions, targets, apply_sigmoid=False).shape)
    except ValueError as error:
        print(name, type(error).__name__, str(error)[:45])
END_OF_PROGRAM
JAX_PLATFORMS=cpu "$folder/env/bin/python" "$folder/program.py" | tee "$folder/seen"
diff "$folder/seen" - <<'END_OF_OUTPUT'
optax 0.2.8
probabilities ValueError When apply_softmax=False, predictions must be
ones (2,)
END_OF_OUTPUT
echo "as described"

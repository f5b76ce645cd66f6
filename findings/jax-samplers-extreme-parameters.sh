#!/usr/bin/env bash
# JAX 0.10.2: three samplers of jax.random are wrong at extreme parameters
#
# truncated_normal(5, inf): of 10,000 samples none should be above about 7 (the probability of a sample above 9 is
# 4e-13 of the tail). A wald sample of mean 1e10 is positive by definition. A sample of F with (0.01, 0.01) degrees of
# freedom is a quotient of positive numbers: tiny, huge, or inf, but not nan.
#
# expected: a maximum below 9; no sample below 0; no nan
# seen:     the maximum is the largest f32, 3.4e38; negative samples of wald; 4375 of 10000 samples of F are nan
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install jax==0.10.2 jaxlib==0.10.2
cat >"$folder/program.py" <<'END_OF_PROGRAM'
import jax
import jax.numpy as jnp

key, count = jax.random.key(0), 10000
print("jax", jax.__version__)
x = jax.random.truncated_normal(key, 5.0, jnp.inf, (count,), jnp.float32)
print("truncated_normal: maximum is the largest f32:", bool(x.max() == jnp.finfo(jnp.float32).max))
x = jax.random.wald(key, jnp.float32(1e10), (count,), jnp.float32)
print("wald: some are negative:", bool((x < 0).any()))
x = jax.random.f(key, 0.01, 0.01, (count,), jnp.float32)
print("f: nan:", bool(jnp.isnan(x).sum() > 4000))
END_OF_PROGRAM
JAX_PLATFORMS=cpu "$folder/env/bin/python" "$folder/program.py" | tee "$folder/seen"
diff "$folder/seen" - <<'END_OF_OUTPUT'
jax 0.10.2
truncated_normal: maximum is the largest f32: True
wald: some are negative: True
f: nan: True
END_OF_OUTPUT
echo "as described"

#!/usr/bin/env python3
"""Runs a Flax model exported by JAX in rille: the forward pass and a training step.

usage: exported_models.py [--seed N] [--sample FOLDER]
Needs a Python with JAX, Flax, Optax, and safetensors; RILLE names the program. Parameters are
arguments, stored next to the program as safetensors. Text and bytecode, by `rille stablehlo run`
and by stablehlo.load in a script, must yield XLA's numbers within 1e-5 of each output's largest
element. --sample writes the forward pass of a small model with its inputs and outputs for
tests/conformance/stablehlo.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

RILLE = os.environ.get("RILLE", "build/rille")
try:
    import flax.linen as nn
    import jax
    import jax.numpy as jnp
    import numpy as np
    import optax
    from flax import traverse_util
    from jax import export
    from safetensors.numpy import save_file
except ImportError as missing:
    print(f"exported_models: skipped, no {missing.name}\n0 passed, 0 failed")
    sys.exit(0)

passed, failed = 0, 0


class Net(nn.Module):
    features: int = 16

    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Conv(self.features, (3, 3), strides=2)(x))
        x = nn.LayerNorm()(x)
        x = nn.Conv(self.features, (3, 3))(x) + x
        x = nn.gelu(nn.Dense(self.features * 2)(x.reshape(x.shape[0], -1)))
        return nn.Dense(10)(x)


class Small(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(2)(nn.tanh(nn.Dense(3)(x)))


class Attention(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = x + nn.MultiHeadDotProductAttention(num_heads=2)(nn.LayerNorm()(x))
        return nn.Dense(x.shape[-1])(nn.swish(nn.Dense(32)(nn.LayerNorm()(x))))


def loss_of(model):
    def loss(params, x, y):
        return jnp.mean((model.apply(params, x) - y) ** 2)
    return loss


def step_of(model, optimizer):
    def step(params, state, x, y):
        value, grads = jax.value_and_grad(jax.checkpoint(loss_of(model)))(params, x, y)
        updates, state = optimizer.update(grads, state, params)
        return optax.apply_updates(params, updates), state, value
    return step


def programs(rng):
    """Functions with trees of arguments."""
    for name, model, shape in (("small", Small(), (5, 4)), ("net", Net(), (4, 8, 8, 3)),
                               ("attention", Attention(), (2, 6, 8))):
        x = rng.normal(size=shape).astype(np.float32)
        params = model.init(jax.random.key(3), x)
        y = rng.normal(size=model.apply(params, x).shape).astype(np.float32)
        # Adam divides rounding errors by themselves if a gradient is zero apart from them.
        optimizer = optax.adamw(1e-2) if name == "small" else optax.sgd(1e-2, momentum=0.9)
        yield f"{name} forward", model.apply, (params, x)
        yield f"{name} step", step_of(model, optimizer), (params, optimizer.init(params), x, y)


def judge(name, done, out, wanted):
    global passed, failed
    why = None if done.returncode == 0 else (done.stderr.splitlines() or ["no word"])[0]
    if why is None:
        held = np.load(out)
        for i, x in enumerate(wanted):
            got = held[f"arr_{i}"]
            far = np.max(np.abs(got.astype(np.float64) - x), initial=0)
            # Outputs that are zero apart from rounding (the gradient of the bias of keys) have no
            # scale.
            size = max(np.max(np.abs(x), initial=0), 1e-3) if x.dtype.kind == "f" else 0
            if got.dtype != x.dtype or got.shape != x.shape or not far <= 1e-5 * size:
                why = f"result {i} is {far:.2g} apart, of {size:.2g}"
                break
    passed, failed = passed + (why is None), failed + (why is not None)
    if why:
        print(f"{name}: {why}", flush=True)


def run(folder, name, fn, args):
    made = export.export(jax.jit(fn))(*args)
    wanted = [np.asarray(r) for r in jax.tree_util.tree_leaves(jax.jit(fn)(*args))]
    leaves = [np.asarray(a) for a in jax.tree_util.tree_leaves(args)]
    text, code = folder / "program.mlir", folder / "program.bc"
    text.write_text(made.mlir_module())
    code.write_bytes(made.mlir_module_serialized)
    params = {".".join(key): np.asarray(value)
              for key, value in traverse_util.flatten_dict(args[0]).items()}
    save_file(params, folder / "params.safetensors")
    count = len(params)
    np.savez(folder / "rest.npz", *leaves[count:])
    out = folder / "out.npz"
    for path in (text, code):
        for mode in ("jit", "eager"):
            done = subprocess.run([RILLE, "stablehlo", "run", "--mode", mode, path, "--args",
                                   folder / "params.safetensors", folder / "rest.npz", "--out",
                                   out], capture_output=True, text=True, timeout=300)
            judge(f"{name}, {path.suffix}, {mode}", done, out, wanted)
    script = folder / "script.rille"
    results = ", ".join(f"arr_{i} = out[{i}]" for i in range(len(wanted)))
    gives = "f(params, ...more)" if len(wanted) > 1 else "(f(params, ...more),)"
    script.write_text(f"""let f = jit(stablehlo.load("{code}"))
let params = ckpt.load("{folder}/params.safetensors")
let rest = data.load_npz("{folder}/rest.npz")
let more = ({", ".join(f"rest.arr_{i}" for i in range(len(leaves) - count))},)
let out = {gives}
data.save_npz("{out}", ({results},))
""")
    done = subprocess.run([RILLE, script], capture_output=True, text=True, timeout=300)
    judge(f"{name}, stablehlo.load", done, out, wanted)


def sample(folder):
    """A small forward pass with a checkpointed gradient: text, bytecode, inputs, and outputs."""
    folder.mkdir(parents=True, exist_ok=True)
    jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")  # names only
    rng = np.random.default_rng(5)
    model, x = Small(), rng.normal(size=(5, 4)).astype(np.float32)
    params, y = model.init(jax.random.key(3), x), rng.normal(size=(5, 2)).astype(np.float32)
    fn = jax.value_and_grad(jax.checkpoint(loss_of(model)))
    made = export.export(jax.jit(fn))(params, x, y)
    (folder / "step.bc").write_bytes(made.mlir_module_serialized)
    save_file({".".join(k): np.asarray(v) for k, v in traverse_util.flatten_dict(params).items()},
              folder / "params.safetensors")
    wanted = [np.asarray(r) for r in jax.tree_util.tree_leaves(jax.jit(fn)(params, x, y))]
    np.savez(folder / "batch.npz", x=x, y=y)
    np.savez(folder / "wanted.npz", **{f"arr_{i}": r for i, r in enumerate(wanted)})


def main():
    if "--sample" in sys.argv:
        return sample(pathlib.Path(sys.argv[sys.argv.index("--sample") + 1]))
    seed = int(sys.argv[sys.argv.index("--seed") + 1]) if "--seed" in sys.argv else 1
    rng = np.random.default_rng(seed)
    with tempfile.TemporaryDirectory() as name:
        for title, fn, args in programs(rng):
            run(pathlib.Path(name), title, fn, args)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()

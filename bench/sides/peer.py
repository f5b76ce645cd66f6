"""A Python side of a row, in a process of its own.

usage: peer.py ROW SIDE FOLDER OWN THREADS; it reads requests from OWN/go and answers on
OWN/go.answer, as the script in ours.py does.
"""
import importlib
import os
import pathlib
import sys
import time

import numpy as np


def scope_of(kind, threads):
    """The names that a side's text may use, and the conversion of an array to an input."""
    if kind == "torch":
        torch = importlib.import_module("torch")
        torch.set_num_threads(threads)
        functional = importlib.import_module("torch.nn.functional")
        return {"torch": torch, "F": functional}, torch.from_numpy
    if kind == "jax":
        jax = importlib.import_module("jax")
        return {"jax": jax, "jnp": jax.numpy, "lax": jax.lax}, jax.numpy.asarray
    return {}, lambda x: x


def function(text, names, scope):
    """A function of these names, from an expression."""
    return eval(f"lambda {', '.join(names)}: {text}", scope)


def actor(side, scope, names):
    """The code of one turn."""
    exec(side.setup, scope)
    if not side.expr:
        return function(side.act, [], scope)
    given = [scope[name] for name in names]
    act = function(side.expr, names, scope)
    if side.kind == "jax":
        jax = scope["jax"]
        fast = jax.jit(act)
        return lambda: jax.block_until_ready(fast(*given))
    if side.kind == "torch":
        scope["torch"].set_grad_enabled(False)
    return lambda: act(*given)


def leaves(value):
    if isinstance(value, (tuple, list)):
        return [leaf for item in value for leaf in leaves(item)]
    return [value.detach().numpy() if hasattr(value, "detach") else np.asarray(value)]


def sampled(act, samples, inner):
    out = []
    for _ in range(samples):
        start = time.perf_counter()
        for _ in range(inner):
            act()
        out.append((time.perf_counter() - start) / inner)
    return out


def serve(act, go):
    while True:
        wish = pathlib.Path(go).read_text().split()
        if wish[0] == "stop":
            return
        answer = sampled(act, int(wish[1]), int(wish[2]))
        pathlib.Path(f"{go}.answer").write_text(" ".join(map(repr, answer)))


def main(row, name, folder, own, threads):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
    side = importlib.import_module("rows").find(row).sides[name]
    scope, become = scope_of(side.kind, int(threads))
    inputs = [path.stem for path in sorted(pathlib.Path(folder).glob("*.npy"))]
    arrays = {name: np.load(f"{folder}/{name}.npy") for name in inputs}
    scope |= {"np": np, "folder": folder}
    scope |= {name: become(array) for name, array in arrays.items()}
    del arrays
    order = pathlib.Path(folder, "order").read_text().split()
    act = actor(side, scope, order)
    scope["result"] = function(side.result, [], scope)() if side.result else act()
    for i, leaf in enumerate(leaves(function(side.seen, [], scope)())):
        np.save(f"{own}/{i}.npy", leaf)
    scope["result"] = None
    pathlib.Path(f"{own}/go.answer").write_text("ready")
    serve(act, f"{own}/go")


if __name__ == "__main__":
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    main(*sys.argv[1:])

#!/usr/bin/env python3
"""JAX's public functions, exported as StableHLO text with XLA's results.

usage: functions.py FOLDER [--count N] [--seed N] [--only WORD] [--sample TO] [--modes eager,jit]
Needs a Python with JAX; RILLE names the program. `run --slow` runs 500 of them. Each function of
jax.numpy, lax, nn, scipy, and random is called with those of a few arguments that it accepts, or
with the arguments in exported.py, which has further cases: gradients of checkpoints, shardings,
collectives of eight devices, keys of rbg, composites, quantized numbers. --sample writes 60 short
ones, a file for each module, for `run`.
"""
import collections
import pathlib
import random
import sys

import exported  # first: it requests eight XLA devices
import harness
import jax
import jax.numpy as jnp
import numpy as np

MODULES = ["jax.numpy", "jax.numpy.linalg", "jax.numpy.fft", "jax.lax", "jax.lax.linalg", "jax.nn",
           "jax.nn.initializers", "jax.scipy.special", "jax.scipy.linalg", "jax.scipy.signal",
           "jax.scipy.stats", "jax.scipy.fft", "jax.scipy.ndimage", "jax.scipy.cluster.vq",
           "jax.scipy.integrate", "jax.random"]
DISTRIBUTIONS = ["bernoulli", "beta", "betabinom", "binom", "cauchy", "chi2", "dirichlet", "expon",
                 "gamma", "geom", "gennorm", "gumbel_l", "gumbel_r", "laplace", "logistic",
                 "multinomial", "multivariate_normal", "nbinom", "norm", "pareto", "poisson", "t",
                 "truncnorm", "uniform", "vonmises", "wrapcauchy"]
MODULES += [f"jax.scipy.stats.{name}" for name in DISTRIBUTIONS]
# Functions without arrays, with other numbers each time, or that depend on the machine.
ASIDE = {"save", "savez", "load", "fromfile", "get_printoptions", "set_printoptions",
         "empty", "empty_like", "array_repr", "array_str", "after_all", "create_token", "infeed",
         "outfeed", "rng_uniform", "print", "printoptions", "frombuffer", "from_dlpack",
         "fromstring", "optimization_barrier_p", "platform_dependent",
         "rsf2csf"}  # its vectors may have any phase
SHORT, SAMPLE = 5000, 60


def arguments(rng):
    """Possible arguments of a function: floats, integers, bools, complex numbers, matrices, keys.
    """
    def f(*shape):
        return rng.uniform(0.1, 0.9, shape).astype(np.float32)
    square = f(3, 3) + 3 * np.eye(3, dtype=np.float32)
    square = (square + square.T) / 2
    i = rng.integers(1, 9, (2, 3)).astype(np.int32)
    b = rng.integers(0, 2, (2, 3)).astype(bool)
    z = (f(2, 3) + 1j * f(2, 3)).astype(np.complex64)
    key = rng.integers(0, 2**32, 2, dtype=np.uint32)
    yield "f", (f(2, 3) * 2 - 1,)
    yield "u", (f(2, 3),)
    yield "m", (square,)
    yield "v", (f(5),)
    yield "ff", (f(2, 3), f(2, 3))
    yield "vv", (f(3), f(3))
    yield "mm", (square, f(3, 3))
    yield "mv", (square, f(3))
    yield "fff", (f(2, 3), f(2, 3) + 1, f(2, 3) + 2)
    yield "ffff", (f(2, 3), f(2, 3) + 1, f(2, 3) + 2, f(2, 3))
    yield "i", (i,)
    yield "ii", (i, i[::-1].copy())
    yield "if", (i, f(2, 3))
    yield "iff", (i, f(2, 3), f(2, 3))
    yield "fi", (f(2, 3), i)
    yield "b", (b,)
    yield "bff", (b, f(2, 3), f(2, 3))
    yield "bb", (b, ~b)
    yield "z", (z,)
    yield "zz", (z, z * 1j)
    yield "k", (key,)
    yield "kf", (key, f(2, 3))
    yield "kff", (key, f(2, 3), f(2, 3) + 1)
    yield "ki", (key, i)
    yield "kv", (key, f(5))


def module(name):
    __import__(name)
    return sys.modules[name]


def of_keys(f, is_key):
    """The function of the integers of a key."""
    if not is_key:
        return lambda *args: f(*args)
    return lambda words, *rest: f(jax.random.wrap_key_data(words), *rest)


def taken(f, rng, most=2):
    """The first calls that f accepts, with different kinds of arguments."""
    kinds = set()
    for kind, args in arguments(rng):
        if kind[0] in kinds or len(kinds) == most:
            continue
        call = of_keys(f, kind[0] == "k")
        try:
            out = jax.tree_util.tree_leaves(jax.eval_shape(call, *args))
        except Exception:  # any error of f
            continue
        if out and all(str(x.dtype) in harness.NAMES for x in out):
            kinds.add(kind[0])
            yield kind, call, args


def public(rng):
    """Every public function of the modules with arguments that it accepts."""
    for name in MODULES:
        for word in sorted(dir(module(name))):
            f = getattr(module(name), word)
            plain = word[0] == "_" or word in ASIDE or word.endswith("_p") or isinstance(f, type)
            if plain or not callable(f) or word.startswith("cond"):
                continue
            for kind, call, args in taken(f, rng):
                yield f"{name}.{word}({kind})", call, args


def cases(rng):
    yield from public(rng)
    yield from exported.cases(rng)


def by_sizes_alone(args, wanted, got):
    """Absolute values, sorted: values and vectors have free signs and any order."""
    return by_size(args, *([jnp.sort(jnp.abs(x), axis=None) for x in some]
                           for some in (wanted, got)))


def by_size(args, wanted, got):
    """Whether all results are near, relative to the largest element of each."""
    held = jnp.ones((), bool)
    units = [float(jnp.finfo(x.dtype).eps) for x in args if jnp.issubdtype(x.dtype, jnp.inexact)]
    for x, y in zip(wanted, got):
        if not jnp.issubdtype(x.dtype, jnp.inexact):
            held &= jnp.all(x == y)
            continue
        unit = max([float(jnp.finfo(x.dtype).eps), *units])
        finite = jnp.where(jnp.isfinite(x), jnp.abs(x), 0)
        bound = 300 * unit * jnp.maximum(jnp.max(finite, initial=0), 1)
        held &= jnp.all((jnp.abs(x - y) <= bound) | (x == y) | (jnp.isnan(x) & jnp.isnan(y)))
    return held


def program(name, call, args):
    """The text of a case; None and the reason if JAX has none."""
    try:
        fn = call if hasattr(call, "lower") else jax.jit(call, keep_unused=True)
        lowered = fn.lower(*args)
        text = lowered.as_text()
        if exported.LACKS_NUMBERS in name:
            results = []
        else:
            results = [np.asarray(r)
                       for r in jax.tree_util.tree_leaves(lowered.compile()(*args))]
    except Exception as fault:  # any error of JAX
        return None, (str(fault).splitlines() or [type(fault).__name__])[0]
    args = [np.asarray(a) for a in jax.tree_util.tree_leaves(args)]
    if any(str(x.dtype) not in harness.NAMES for x in args + results):
        return None, "dtype"
    kinds = {str(x.dtype) for x in args if x.dtype.kind == "f"}
    wider = len(kinds | {str(x.dtype) for x in results if x.dtype.kind == "f"}) > 1
    by = by_size if "@lapack_" in text or "stablehlo.fft" in text or wider else None
    if any(f"linalg.{word}" in name for word in ("svd", "eig", "schur", "rsf2csf", "sqrtm")):
        by = by_sizes_alone
    return harness.written(name, text, args, results, by), None


def write(folder, some, seed, count):
    """Paths of this number of cases, which are created once."""
    paths, aside = [], collections.Counter()
    for number, (name, call, args) in enumerate(some):
        if len(paths) == count:
            break
        word = "".join(c if c.isalnum() else "_" for c in name)
        path = folder / f"{seed}_{number:04}_{word}.mlir"
        if not path.exists():
            text, why = program(name, call, args)
            if text is None:
                aside[why[:100]] += 1
                continue
            path.write_text(text)
        paths.append(path)
    return paths, aside


def sample(paths, to):
    """Short ones, from every module in turn."""
    groups = collections.defaultdict(list)
    for path in paths:
        title = path.read_text().splitlines()[0][3:]
        if path.stat().st_size < SHORT:
            groups[title.split("(")[0].rsplit(".", 1)[0]].append(path)
    chosen, turn = [], 0
    while len(chosen) < SAMPLE and any(len(g) > turn for g in groups.values()):
        chosen += [group[turn] for group in groups.values() if len(group) > turn]
        turn += 1
    to.mkdir(exist_ok=True)
    texts = collections.defaultdict(list)
    for path in chosen[:SAMPLE]:
        title = path.read_text().splitlines()[0][3:]
        texts[title.split("(")[0].rsplit(".", 1)[0]].append(path.read_text())
    for group, some in texts.items():
        (to / f"{group}.mlir").write_text("// -----\n".join(some))


def option(name, otherwise):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else otherwise


def main():
    folder, seed = pathlib.Path(sys.argv[1]), int(option("--seed", 1))
    folder.mkdir(exist_ok=True)
    some = [case for case in cases(np.random.default_rng(seed)) if option("--only", "") in case[0]]
    random.Random(seed).shuffle(some)
    paths, aside = write(folder, some, seed, int(option("--count", 10**6)))
    print(f"{len(paths)} programs of {len(some)} cases; aside:", flush=True)
    for why, times in aside.most_common():
        print(f"{times:6} {why}", flush=True)
    failed = good = named = 0
    for mode in option("--modes", "eager,jit").split(","):
        found = harness.judged(folder, paths, mode)
        for path in paths:
            title, why = path.read_text().splitlines()[0][3:], found[path.name]
            good, failed = good + (why is None), failed + (why is not None)
            wanted = exported.refusal(title)
            if wanted:
                good, failed = good - (why is None), failed - (why is not None)
                is_named = wanted in (why or "")
                named, failed = named + is_named, failed + (not is_named)
                if is_named:
                    continue
            if why or wanted:
                print(f"{mode}: {path.name} {title}\n    {why}, expected {wanted or 'numbers'}",
                      flush=True)
    if "--sample" in sys.argv:
        right = [path for path in paths if found[path.name] is None]
        sample(right, pathlib.Path(option("--sample", "")))
    print(f"{named} refused by name\n{good + named} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()

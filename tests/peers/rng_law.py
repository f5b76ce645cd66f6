"""Writes tests/laws/rng.txt: samples of jax.random, for tests/laws/rng.py.

usage: python tests/peers/rng_law.py > tests/laws/rng.txt

A row: the call as text of a script, with a key `k`; how the variable of the key is advanced before
(v a value, p1 a variable used once, p2 twice); the seed; the bits of the result in hexadecimal.
"""
import random

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)
assert jax.config.jax_threefry_partitionable
r = jax.random
FLOATS = {"f32": jnp.float32, "bf16": jnp.bfloat16}
WHOLE = {"i8": jnp.int8, "i16": jnp.int16, "i32": jnp.int32, "i64": jnp.int64,
         "u8": jnp.uint8, "u16": jnp.uint16, "u32": jnp.uint32, "u64": jnp.uint64}
SHAPES = ["()", "(5,)", "(2, 3)", "(33,)"]


def hexed(array):
    array = np.asarray(array)
    return array.astype(array.dtype.newbyteorder(">")).tobytes().hex() if array.dtype.kind != "V" \
        and array.dtype != jnp.bfloat16 else array.view(np.uint16).astype(">u2").tobytes().hex()


def in_32_bits(draw):
    with jax.enable_x64(False):
        return draw()


def draws():
    """The text of a call and JAX's samples for it."""
    for shape in SHAPES:
        dims = eval(shape)
        for name, dtype in FLOATS.items():
            end = f"{shape}, dtype = {name})"
            yield f"rng.uniform(k, {end}", lambda k, s=dims, d=dtype: r.uniform(k, s, d)
            yield f"rng.normal(k, {end}", lambda k, s=dims, d=dtype: r.normal(k, s, d)
            yield f"rng.gumbel(k, {end}", lambda k, s=dims, d=dtype: r.gumbel(k, s, d)
            yield f"rng.exponential(k, {end}", lambda k, s=dims, d=dtype: r.exponential(k, s, d)
            yield (f"rng.truncated_normal(k, {shape}, -1.5, 1.0, dtype = {name})",
                   lambda k, s=dims, d=dtype: r.truncated_normal(k, -1.5, 1.0, s, d))
            yield (f"rng.uniform(k, {shape}, -0.3, 2.7, dtype = {name})",
                   lambda k, s=dims, d=dtype: r.uniform(k, s, d, -0.3, 2.7))
        yield (f"rng.uniform(k, {shape}, dtype = f64)",
               lambda k, s=dims: r.uniform(k, s, jnp.float64))
        for name, dtype in WHOLE.items():
            yield (f"rng.randint(k, {shape}, 3, 120, dtype = {name})",
                   lambda k, s=dims, d=dtype: r.randint(k, s, 3, 120, d))
            if name[0] == "u":
                yield (f"rng.bits(k, {shape}, dtype = {name})",
                       lambda k, s=dims, d=dtype: r.bits(k, s, d))
        yield (f"rng.bernoulli(k, 0.25, {shape})",
               lambda k, s=dims: r.bernoulli(k, jnp.float32(0.25), s))
        yield (f"rng.choice(k, 10, {shape})",
               lambda k, s=dims: in_32_bits(lambda: r.choice(k, 10, s)))
    for n in (1, 7, 40):
        yield (f"rng.permutation(k, {n})", lambda k, n=n: in_32_bits(lambda: r.permutation(k, n)))
    yield ("rng.categorical(k, [0.0, 1.0, -1.0, 0.5], shape = (9,))",
           lambda k: in_32_bits(lambda: r.categorical(
               k, jnp.asarray([0.0, 1.0, -1.0, 0.5], jnp.float32), shape=(9,))))
    for n in (1, 2, 3, 9):
        yield (f"rng.bits(rng.split(k, {n})[{n - 1}], (3,))",
               lambda k, n=n: r.bits(r.split(k, n)[n - 1], (3,), jnp.uint32))
    yield ("rng.bits(rng.fold_in(k, 12345), (3,))",
           lambda k: r.bits(r.fold_in(k, 12345), (3,), jnp.uint32))
    for name in ("he_normal", "glorot_uniform"):
        yield (f"nn.{name}(k, (3, 4))",
               lambda k, name=name: getattr(jax.nn.initializers, name)()(k, (3, 4), jnp.float32))
    yield from counts()


def counts():
    """Integers, by rejection sampling: one different rejection shows."""
    for shape in SHAPES:
        dims = eval(shape)
        yield (f"rng.rademacher(k, {shape})",
               lambda k, s=dims: in_32_bits(lambda: r.rademacher(k, s)))
        yield (f"rng.geometric(k, 0.05, {shape})",
               lambda k, s=dims: in_32_bits(lambda: r.geometric(k, jnp.float32(0.05), s)))
        for rate in (0.5, 7.0, 40.0, 2500.0):
            yield (f"rng.poisson(k, {rate}, {shape})",
                   lambda k, s=dims, x=rate: in_32_bits(lambda: r.poisson(k, jnp.float32(x), s)))
        for n, p in ((9, 0.3), (200, 0.6), (5000, 0.25)):
            yield (f"rng.binomial(k, {n}, {p}, {shape})",
                   lambda k, s=dims, n=n, p=p: in_32_bits(
                       lambda: r.binomial(k, jnp.float32(n), jnp.float32(p), s)))


drawn = random.Random(0)
for text, draw in draws():
    for way in ("v", "p1", "p2"):
        below = drawn.choice([2**31, 2**62, 2**40])
        seed = drawn.choice([1, -1]) * drawn.randrange(below)
        key = sub = r.key(seed)
        for _ in range({"v": 0, "p1": 1, "p2": 2}[way]):
            key, sub = r.split(key)
        if way != "v" and ("split" in text or "fold_in" in text):
            continue
        print(text, way, seed, hexed(draw(sub)), sep="\t")

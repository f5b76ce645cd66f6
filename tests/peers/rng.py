"""Writes samples of JAX for tests/unit/stdlib/rng_test.cpp.

usage: python tests/peers/rng.py [SEED] > tests/peers/rng.txt

A row: the sampler, the seed of its key, then the elements, floats as the integers of their bits.
Each sample uses the key itself, as Rille does.
"""
import random
import sys

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)
assert jax.config.jax_threefry_partitionable
BITS = {2: np.uint16, 4: np.uint32, 8: np.uint64}
r = jax.random


def words(array):
    array = np.asarray(array)
    if array.dtype.kind in "fV":
        array = array.view(BITS[array.dtype.itemsize])
    return " ".join(str(int(x)) for x in array.reshape(-1))


def in_32_bits(draw):
    """Indices are sampled in JAX's default int, which x64 would widen."""
    with jax.enable_x64(False):
        return draw()


DRAWS = {
    "bits_u8": lambda k: r.bits(k, (5,), jnp.uint8),
    "bits_u16": lambda k: r.bits(k, (2, 3), jnp.uint16),
    "bits_u32": lambda k: r.bits(k, (7,), jnp.uint32),
    "bits_u64": lambda k: r.bits(k, (3,), jnp.uint64),
    "uniform_f32": lambda k: r.uniform(k, (3, 4), jnp.float32),
    "uniform_f64": lambda k: r.uniform(k, (4,), jnp.float64),
    "uniform_f16": lambda k: r.uniform(k, (6,), jnp.float16),
    "uniform_bf16": lambda k: r.uniform(k, (6,), jnp.bfloat16),
    "uniform_range": lambda k: r.uniform(k, (6,), jnp.float32, -1.0, 1.0),
    "normal_f32": lambda k: r.normal(k, (40,), jnp.float32),
    "normal_f64": lambda k: r.normal(k, (40,), jnp.float64),
    "uniform_span": lambda k: r.uniform(k, (40,), jnp.float32, -0.3, 2.7),
    "uniform_span_f64": lambda k: r.uniform(k, (9,), jnp.float64, -0.3, 2.7),
    "uniform_span_bf16": lambda k: r.uniform(k, (9,), jnp.bfloat16, -0.3, 2.7),
    "normal_bf16": lambda k: r.normal(k, (40,), jnp.bfloat16),
    "normal_f16": lambda k: r.normal(k, (40,), jnp.float16),
    "randint": lambda k: r.randint(k, (8,), -5, 1000, jnp.int32),
    "randint_u8": lambda k: r.randint(k, (8,), 0, 256, jnp.uint8),
    "randint_i8": lambda k: r.randint(k, (8,), 3, 120, jnp.int8),
    "randint_i64": lambda k: r.randint(k, (4,), -10**15, 10**15, jnp.int64),
    "bernoulli": lambda k: r.bernoulli(k, jnp.float32(0.3), (20,)),
    "permutation": lambda k: r.permutation(k, 50),
    "permutation_rows": lambda k: r.permutation(k, jnp.arange(12).reshape(4, 3)),
    "categorical": lambda k: r.categorical(k, jnp.log(jnp.arange(1, 13, dtype=jnp.float32)
                                                      .reshape(3, 4))),
    "categorical_many": lambda k: r.categorical(k, jnp.arange(5, dtype=jnp.float32), shape=(9,)),
    "choice": lambda k: in_32_bits(lambda: r.choice(k, 10, (6,))),
    "choice_once": lambda k: r.choice(k, 10, (6,), replace=False),
    "choice_chances": lambda k: r.choice(k, 4, (9,), p=jnp.array([.1, .2, .3, .4], jnp.float32)),
    "truncated_normal": lambda k: r.truncated_normal(k, -1.0, 2.0, (12,), jnp.float32),
    "exponential": lambda k: r.exponential(k, (12,), jnp.float32),
    "gumbel": lambda k: r.gumbel(k, (12,), jnp.float32),
    "truncated_normal_bf16": lambda k: r.truncated_normal(k, -1.0, 2.0, (12,), jnp.bfloat16),
    "exponential_bf16": lambda k: r.exponential(k, (12,), jnp.bfloat16),
    "gumbel_bf16": lambda k: r.gumbel(k, (12,), jnp.bfloat16),
}

drawn = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
seeds = [0, 1, 42, drawn.randrange(2**31), drawn.randrange(2**62), -1 - drawn.randrange(2**40)]
for seed in seeds:
    key = r.key(seed)
    print("key", seed, words(r.key_data(key)))
    print("split", seed, words(r.key_data(r.split(key, 3))))
    print("fold_in", seed, words(r.key_data(r.fold_in(key, 12345))))
    for name, draw in DRAWS.items():
        print(name, seed, words(draw(key)))

"""Random numbers compared with jax.random, bit for bit."""
import jax
import jax.numpy as jnp
import numpy as np

import compare
from compare import floats, pick

r = jax.random
FLOATS = {"f32": jnp.float32, "bf16": jnp.bfloat16}
INTS = {"i8": jnp.int8, "i16": jnp.int16, "i32": jnp.int32, "i64": jnp.int64, "u8": jnp.uint8,
        "u16": jnp.uint16, "u32": jnp.uint32, "u64": jnp.uint64}
WORDS = {name: dtype for name, dtype in INTS.items() if name[0] == "u"}
SHAPES = [(), (1,), (3,), (8,), (9,), (40,), (5, 7), (2, 3, 4), (0,), (1000,), (31,), (3, 5, 7),
          (1, 257)]


def tuple_of(dims):
    return "(" + "".join(f"{n}, " for n in dims) + ")"


def of_seed(text, theirs, dtypes=None, args=lambda: []):
    """{k} in the text is a key, {s} a shape, {d} a dtype."""
    def case():
        seed, dims = int(compare.rng.integers(-2**40, 2**40)), pick(*SHAPES)
        word = pick(*(dtypes or FLOATS))
        dtype = (dtypes or FLOATS)[word]
        expr = text.format(k=f"rng.key({seed})", s=tuple_of(dims), d=word)

        def asked(*given):
            with jax.enable_x64(True):
                return theirs(r.key(seed), dims, dtype, *given)
        return expr, asked, args(), False
    return case


def numbers(text, theirs, dtypes=None):
    return of_seed(text, lambda k, s, d: theirs(k, s, d), dtypes)


def in_32_bits(draw):
    """Indices are sampled in JAX's default int, which x64 would widen."""
    with jax.enable_x64(False):
        return draw()


def words_of(keys):
    return r.bits(keys, (3,), jnp.uint32)


def places(x):
    return np.asarray(x).astype(np.int32)


CASES = {
    "key": of_seed("rng.bits({k}, (3,))", lambda k, s, d: words_of(k)),
    "split": of_seed("vmap(k => rng.bits(k, (3,)))(rng.split({k}, 4))",
                     lambda k, s, d: jax.vmap(words_of)(r.split(k, 4))),
    "fold_in": of_seed("rng.bits(rng.fold_in({k}, int(x)), (3,))",
                       lambda k, s, d, x: words_of(r.fold_in(k, x.astype(jnp.uint32))),
                       args=lambda: [compare.ints(0, 2**31 - 1, ())]),
    "bits": numbers("rng.bits({k}, {s}, dtype = {d})", r.bits, WORDS),
    "uniform": numbers("rng.uniform({k}, {s}, dtype = {d})", r.uniform,
                       {**FLOATS, "f16": jnp.float16, "f64": jnp.float64}),
    "uniform_between": numbers("rng.uniform({k}, {s}, -0.3, 2.7, dtype = {d})",
                               lambda k, s, d: r.uniform(k, s, d, -0.3, 2.7),
                               {**FLOATS, "f64": jnp.float64}),
    "normal": numbers("rng.normal({k}, {s}, dtype = {d})", r.normal),
    "exponential": numbers("rng.exponential({k}, {s}, dtype = {d})", r.exponential),
    "gumbel": numbers("rng.gumbel({k}, {s}, dtype = {d})", r.gumbel),
    "truncated_normal": numbers("rng.truncated_normal({k}, {s}, -1.3, 2.1, dtype = {d})",
                                lambda k, s, d: r.truncated_normal(k, -1.3, 2.1, s, d)),
    "randint": numbers("rng.randint({k}, {s}, 3, 120, dtype = {d})",
                       lambda k, s, d: r.randint(k, s, 3, 120, d), INTS),
    "randint_full": numbers("rng.randint({k}, {s}, -70000, 70000, dtype = {d})",
                            lambda k, s, d: r.randint(k, s, -70000, 70000, d), INTS),
    "bernoulli": of_seed("rng.bernoulli({k}, x, {s})",
                         lambda k, s, d, p: r.bernoulli(k, p, s),
                         args=lambda: [floats(0, 1, ())]),
    "permutation": of_seed("rng.permutation({k}, 50)",
                           lambda k, s, d: places(r.permutation(k, 50))),
    "permutation_rows": of_seed("rng.permutation({k}, x, axis = 1)",
                                lambda k, s, d, x: r.permutation(k, x, axis=1),
                                args=lambda: [floats(dims=(4, 6))]),
    "permutation_independent": of_seed("rng.permutation({k}, x, axis = 1, independent = true)",
                                       lambda k, s, d, x: r.permutation(k, x, 1, True),
                                       args=lambda: [floats(dims=(4, 6))]),
    "categorical_once": of_seed("rng.categorical({k}, x, 0, (3, 4), replace = false)",
                                lambda k, s, d, x: places(r.categorical(k, x, 0, (3, 4), False)),
                                args=lambda: [floats(dims=(6, 4))]),
    "choice_axis": of_seed("rng.choice({k}, x, (2, 3), axis = 1)",
                           lambda k, s, d, x: in_32_bits(lambda: r.choice(k, x, (2, 3), axis=1)),
                           args=lambda: [floats(dims=(4, 5, 2))]),
    "choice_axis_once": of_seed("rng.choice({k}, x, (2, 2), replace = false, axis = -1)",
                                lambda k, s, d, x: r.choice(k, x, (2, 2), False, axis=-1),
                                args=lambda: [floats(dims=(2, 5))]),
    "key_data": of_seed("rng.key_data(rng.split({k}, 3))",
                        lambda k, s, d: jax.random.key_data(jax.random.split(k, 3))),
    "wrap_key_data": of_seed("rng.bits(rng.wrap_key_data(rng.key_data({k})), (3,))",
                             lambda k, s, d: jax.random.bits(jax.random.wrap_key_data(
                                 jax.random.key_data(k)), (3,), jnp.uint32)),
    "rademacher": numbers("rng.rademacher({k}, {s}, dtype = {d})",
                          lambda k, s, d: in_32_bits(lambda: r.rademacher(k, s, d)), FLOATS),
    "categorical": of_seed("rng.categorical({k}, x)",
                           lambda k, s, d, x: places(r.categorical(k, x)),
                           args=lambda: [floats(dims=(7, 5))]),
    "categorical_many": of_seed("rng.categorical({k}, x, axis = 0, shape = (3, 4))",
                                lambda k, s, d, x: places(r.categorical(k, x, 0, (3, 4))),
                                args=lambda: [floats(dims=(6, 4))]),
    "choice": of_seed("rng.choice({k}, 10, {s})",
                      lambda k, s, d: in_32_bits(lambda: r.choice(k, 10, s))),
    "choice_once": of_seed("rng.choice({k}, x, (4,), replace = false)",
                           lambda k, s, d, x: r.choice(k, x, (4,), replace=False),
                           args=lambda: [floats(dims=(9, 2))]),
    "choice_chances": of_seed("rng.choice({k}, 6, {s}, p = x)",
                              lambda k, s, d, p: places(r.choice(k, 6, s, p=p)),
                              args=lambda: [np.float32(np.full(6, 0.125) + np.eye(6)[2] * 0.25)]),
}

run = compare.table(CASES, exact=True)

"""Segment reductions, rearrange, and image resizing, compared with jax.ops, einops patterns, and
jax.image."""
import jax
import jax.numpy as jnp
import numpy as np

import compare
from compare import floats, ints, pick


def segments(name, theirs, has_grad=True):
    """With ints where JAX has no gradient."""
    def make():
        dims, count = pick((6,), (5, 2), (1, 3), (7, 2, 2)), pick(1, 3, 5)
        places = compare.rng.integers(0, count, dims[0]).astype(np.int32)
        x = floats(dims=dims)
        if not has_grad:
            x = ints(dims=dims)
        return (f"{name}(x, y, {count})", lambda x, y: theirs(x, y, num_segments=count),
                [x, places], has_grad)
    return make


# A pattern, its sizes, its input shape, and the equivalent reshapes and transposes.
PATTERNS = [
    ("b h w c -> b c h w", "", (2, 3, 4, 2), lambda x: x.transpose(0, 3, 1, 2)),
    ("b (h w) c -> b h w c", ", (h = 2)", (2, 6, 3), lambda x: x.reshape(2, 2, 3, 3)),
    ("b (h w) -> w (b h)", ", (w = 3)", (2, 6),
     lambda x: x.reshape(2, 2, 3).transpose(2, 0, 1).reshape(3, 4)),
    ("a b -> (b a)", "", (3, 4), lambda x: x.T.reshape(-1)),
    ("... (h d) -> ... h d", ", (d = 2)", (2, 3, 4), lambda x: x.reshape(2, 3, 2, 2)),
    ("a ... -> (...) a", "", (2, 3, 4), lambda x: jnp.moveaxis(x, 0, -1).reshape(12, 2)),
    ("a 1 b -> b 1 a 1", "", (2, 1, 3), lambda x: x[:, 0].T[:, None, :, None]),
    ("a b -> a k b", ", (k = 3)", (2, 4), lambda x: jnp.repeat(x[:, None], 3, axis=1)),
    ("a -> a (b c)", ", (b = 2, c = 2)", (3,), lambda x: jnp.repeat(x[:, None], 4, axis=1)),
    ("a b c -> c", ', reduce = "sum"', (2, 3, 4), lambda x: x.sum((0, 1))),
    ("b (h p) (w q) -> b h w", ', (p = 2, q = 2), reduce = "mean"', (2, 4, 6),
     lambda x: x.reshape(2, 2, 2, 3, 2).mean((2, 4))),
    ("a b -> b", ', reduce = "max"', (3, 4), lambda x: x.max(0)),
    ("a b -> a", ', reduce = "prod"', (3, 4), lambda x: x.prod(1)),
]


def pattern():
    text, more, dims, theirs = PATTERNS[compare.rng.integers(len(PATTERNS))]
    return f'rearrange(x, "{text}"{more})', theirs, [floats(dims=dims)], True


def resized():
    method = pick("nearest", "linear", "cubic", "lanczos3", "lanczos5")
    dims = pick((5,), (4, 6), (1, 3), (2, 5, 4))
    to = tuple(int(n) if pick(0, 1) else int(compare.rng.integers(1, 9)) for n in dims)
    smooth = bool(pick(0, 1))
    shown = "(" + "".join(f"{n}, " for n in to) + ")"
    return (f'image.resize(x, {shown}, method = "{method}", antialias = {str(smooth).lower()})',
            lambda x: jax.image.resize(x, to, method, antialias=smooth), [floats(dims=dims)], True)


CASES = {
    "segment_sum": segments("segment_sum", jax.ops.segment_sum),
    "segment_sum_ints": segments("segment_sum", jax.ops.segment_sum, False),
    "segment_prod_ints": segments("segment_prod", jax.ops.segment_prod, False),
    "segment_max": segments("segment_max", jax.ops.segment_max),
    "segment_max_ints": segments("segment_max", jax.ops.segment_max, False),
    "segment_min": segments("segment_min", jax.ops.segment_min),
    "segment_min_ints": segments("segment_min", jax.ops.segment_min, False),
    "rearrange": pattern, "image.resize": resized,
}

run = compare.table(CASES)

"""Convolutions, pooling, and their layers compared with JAX and Flax."""
import flax.linen as fl
import flax.linen.pooling
import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from flax import nnx

import compare
from compare import floats, ints, pick

SPATIAL = "HWD"
init = jax.nn.initializers


def number(low, high):
    return int(compare.rng.integers(low, high + 1))


def numbers(low, high, count):
    return tuple(number(low, high) for _ in range(count))


def written(value):
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, tuple):
        return "(" + "".join(written(v) + ", " for v in value) + ")"
    return str(value)


def padding(axes):
    """The text of a script and the argument of JAX."""
    kind = number(0, 3)
    if kind < 2:
        word = ("same", "valid")[kind]
        return f'"{word}"', word.upper()
    if kind == 2:
        one = number(0, 2)
        return str(one), [(one, one)] * axes
    pairs = tuple(numbers(-1, 2, 2) for _ in range(axes))
    return written(pairs), list(pairs)


def layout(axes):
    letters = SPATIAL[:axes]
    return (f"N{letters}C", f"{letters}IO", f"N{letters}C")


class Draw:
    def __init__(self, transposed=False):
        self.axes = axes = pick(1, 2, 2, 2, 3)
        self.groups = 1 if transposed else pick(1, 1, 2, 3)
        self.size = numbers(1, 3, axes)
        self.strides, self.dilation = numbers(1, 3, axes), numbers(1, 2, axes)
        self.padding, self.theirs = padding(axes)
        ins, outs = number(1, 4), number(1, 4)
        extents = tuple(n + number(2, 5) for n in self.size)
        self.x_dims = (number(1, 3), *extents, ins * self.groups)
        self.w_dims = (*self.size, ins, outs * self.groups)

    def arrays(self, dtype=np.float32):
        if np.dtype(dtype).kind in "iu":
            return [ints(-9, 10, self.x_dims, dtype), ints(-9, 10, self.w_dims, dtype)]
        return [floats(dims=self.x_dims, dtype=dtype), floats(dims=self.w_dims, dtype=dtype)]

    def text(self, name="conv", x="x", w="y"):
        groups = f", groups = {self.groups}" if name == "conv" else ""
        return (f"{name}({x}, {w}, strides = {written(self.strides)}, padding = {self.padding}, "
                f"dilation = {written(self.dilation)}{groups})")

    def conv(self, x, w):
        return jax.lax.conv_general_dilated(
            x, w, self.strides, self.theirs, rhs_dilation=self.dilation,
            dimension_numbers=layout(self.axes), feature_group_count=self.groups)

    def transposed(self, x, w):
        return jax.lax.conv_transpose(x, w, self.strides, self.theirs, rhs_dilation=self.dilation,
                                      dimension_numbers=layout(self.axes))


def conv():
    d = Draw()
    return d.text(), d.conv, d.arrays(pick(np.float32, np.float64)), True


def conv_short():
    d = Draw()
    return d.text(), d.conv, d.arrays(pick(np.float16, ml_dtypes.bfloat16, np.int32)), False


def conv_transpose():
    d = Draw(transposed=True)
    return d.text("conv_transpose"), d.transposed, d.arrays(), True


def mapped():
    """vmap over one operand or both, of the result and of the gradients."""
    d, (over_x, over_w) = Draw(), pick((True, False), (False, True), (True, True))
    rows = [np.stack([a, b]) if over else a
            for a, b, over in zip(d.arrays(), d.arrays(), (over_x, over_w))]
    axes = (0 if over_x else None, 0 if over_w else None)
    text = ", ".join("0" if over else "nil" for over in (over_x, over_w))
    ours = f"vmap((x, y) => {d.text()}, in_axes = ({text}))(x, y)"
    return ours, jax.vmap(d.conv, axes), rows, True


def second():
    """A gradient and its own gradients: dilated convolutions, batch groups."""
    d = Draw()
    wrt = number(0, 1)
    return (f"grad((a, b) => sum(tanh({d.text(x='a', w='b')})), wrt = {wrt})(x, y)",
            jax.grad(lambda a, b: jnp.sum(jnp.tanh(d.conv(a, b))), wrt), d.arrays(np.float64), True)


def compiled():
    d = Draw()
    return (f"jit((a, b) => {d.text(x='a', w='b')} * 2.0 + 1.0)(x, y)",
            lambda x, w: d.conv(x, w) * 2 + 1, d.arrays(), True)


def pool(name, theirs, *dtypes, **more):
    def case():
        dtype = pick(*dtypes or (np.float32,))
        axes = pick(1, 2, 2)
        size = numbers(1, 3, axes)
        strides = pick(size, numbers(1, 3, axes))
        ours, their_padding = padding(axes)
        while isinstance(their_padding, list) and any(
                not 0 <= low < k or not 0 <= high < k
                for (low, high), k in zip(their_padding, size)):  # JAX has no gradient of it
            ours, their_padding = padding(axes)
        dims = (number(1, 3), *(n + number(1, 5) for n in size), number(1, 3))
        # Many ties: the element that gets the gradient is documented. Averages have none.
        x = (floats(dims=dims) if name == "avg" else ints(-3, 4, dims)).astype(dtype)
        words = "".join(f", {key} = {str(v).lower()}" for key, v in more.items())
        flax_words = {"count_include_pad": more["count_padding"]} if more else {}
        return (f"nn.{name}_pool(x, {written(size)}, strides = {written(strides)}, "
                f"padding = {ours}{words})",
                lambda x: theirs(x, size, strides=strides, padding=their_padding, **flax_words),
                [x], np.dtype(dtype).kind == "f")
    return case


def any_pool():
    """With any function; JAX has no gradient of these."""
    axes = pick(1, 2)
    size, strides = numbers(1, 3, axes), numbers(1, 3, axes)
    begin, ours, f = pick((1.0, "(x, y) => x * y", jax.lax.mul), (0.0, "(x, y) => x + y",
                                                                  jax.lax.add),
                          (-9.0, "maximum", jax.lax.max))
    text, theirs = padding(axes)
    x = floats(dims=(number(1, 3), *(n + number(1, 5) for n in size), number(1, 3)))
    return (f"nn.pool(x, {begin}, {ours}, {written(size)}, strides = {written(strides)}, padding = "
            f"{text})", lambda x: nnx.pool(x, begin, f, size, strides, theirs), [x], False)


def dilated_pool():
    size, dilation = numbers(2, 3, 2), numbers(1, 2, 2)
    x = floats(dims=(2, 7, 6, 2))

    def theirs(x):
        return jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, *size, 1), (1, 1, 2, 1),
                                     "VALID", window_dilation=(1, *dilation, 1))
    return (f"nn.max_pool(x, {written(size)}, strides = (1, 2), dilation = {written(dilation)})",
            theirs, [x], False)


def kernel(seed, dims):
    return init.lecun_normal()(jax.random.key(seed), dims, jnp.float32)


def layer():
    d = Draw()
    ins, outs = d.x_dims[-1], d.w_dims[-1]

    def theirs(x):
        params = {"kernel": kernel(3, d.w_dims), "bias": jnp.zeros(outs)}
        return fl.Conv(outs, d.size, d.strides, d.theirs, kernel_dilation=d.dilation,
                       feature_group_count=d.groups).apply({"params": params}, x)
    return (f"nn.conv(rng.key(3), {ins}, {outs}, {written(d.size)}, strides = "
            f"{written(d.strides)}, padding = {d.padding}, dilation = {written(d.dilation)}, "
            f"groups = {d.groups})(x)", theirs, d.arrays()[:1], True)


def layer_transpose():
    d = Draw(transposed=True)
    ins, outs = d.x_dims[-1], d.w_dims[-1]

    def theirs(x):
        params = {"kernel": kernel(3, d.w_dims), "bias": jnp.zeros(outs)}
        return fl.ConvTranspose(outs, d.size, d.strides, d.theirs,
                                kernel_dilation=d.dilation).apply({"params": params}, x)
    return (f"nn.conv_transpose(rng.key(3), {ins}, {outs}, {written(d.size)}, strides = "
            f"{written(d.strides)}, padding = {d.padding}, dilation = {written(d.dilation)})(x)",
            theirs, d.arrays()[:1], True)


CASES = {
    "conv": conv, "conv_short": conv_short, "conv_compiled": compiled, "conv_second": second,
    "conv_mapped": mapped, "conv_transpose": conv_transpose,
    "max_pool": pool("max", fl.max_pool, np.float32, np.float64, np.float16),
    "max_pool_dilated": dilated_pool, "pool": any_pool,
    "min_pool": pool("min", flax.linen.pooling.min_pool), "avg_pool": pool("avg", fl.avg_pool),
    "avg_pool_uncounted": pool("avg", fl.avg_pool, count_padding=False),
    "layer": layer, "layer_transpose": layer_transpose,
}

# Sums of some hundred products of both signs differ by their order.
run = compare.table(CASES)

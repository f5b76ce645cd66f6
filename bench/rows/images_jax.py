"""The convolutional networks of the table in JAX and Optax."""
import pathlib

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import lax

from rows.models_jax import normed, stepper


def weights(folder):
    return {path.stem: jnp.asarray(np.load(path)) for path in pathlib.Path(folder).glob("*.npy")}


def conv(x, w, stride=1, groups=1):
    border = w.shape[0] // 2
    return lax.conv_general_dilated(x, w, (stride, stride), [(border, border)] * 2,
                                    dimension_numbers=("NHWC", "HWIO", "NHWC"),
                                    feature_group_count=groups)


def unit(w, at, x, stride=1):
    y = conv(x, w[f"{at}.w"], stride)
    centred = y - y.mean((0, 1, 2))
    return centred * lax.rsqrt((centred**2).mean((0, 1, 2)) + 1e-5) * w[f"{at}.g"] + w[f"{at}.b"]


def linear(w, at, x):
    return x @ w[f"{at}.w"] + w[f"{at}.b"]


def pool(x, size, stride, border):
    edges = ((0, 0), (border, border), (border, border), (0, 0))
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, size, size, 1), (1, stride, stride, 1),
                             edges)


def basic(w, at, x):
    halves = f"{at}.side.w" in w
    y = unit(w, f"{at}.2", jax.nn.relu(unit(w, f"{at}.1", x, 2 if halves else 1)))
    return jax.nn.relu(y + (unit(w, f"{at}.side", x, 2) if halves else x))


def resnet_out(w, x):
    y = pool(jax.nn.relu(unit(w, "stem", x, 2)), 3, 2, 1)
    for stage in range(4):
        for k in range(2):
            y = basic(w, f"{stage}{k}", y)
    return linear(w, "head", y.mean((1, 2)))


def lenet_out(w, x):
    y = pool(jax.nn.relu(conv(x, w["one"])), 2, 2, 0)
    y = pool(jax.nn.relu(conv(y, w["two"])), 2, 2, 0)
    return linear(w, "head", jax.nn.relu(linear(w, "up", y.reshape(len(x), -1))))


def convnext_out(w, x):
    y = normed((w["norm.g"], w["norm.b"]), conv(x, w["deep"], groups=x.shape[-1]))
    y = linear(w, "down", jax.nn.gelu(linear(w, "up", y), approximate=False))
    return linear(w, "head", (x + y).mean((1, 2)))


def made(out, rule):
    def build(folder, x, y):
        def loss(w, x, y):
            return optax.softmax_cross_entropy_with_integer_labels(out(w, x), y).mean()
        return stepper(loss, weights(folder), rule, x, y)
    return build


resnet = made(resnet_out, optax.sgd(1e-3))
lenet = made(lenet_out, optax.adam(1e-3))
convnext = made(convnext_out, optax.sgd(1e-3))

"""Rows of convolutional networks: training steps."""
import pathlib

import numpy as np

from rows.row import Limit, Row, ratio
from rows.train import RATE, linear, norm, step_sides

HERE = pathlib.Path(__file__).resolve().parent
IMPORT = f'import "{HERE}/images.rille" as model'


def kernel(rng, size, of, out):
    scale = np.float32(np.sqrt(2 / (size * size * of)))
    return rng.standard_normal((size, size, of, out), np.float32) * scale


def unit(rng, at, size, of, out):
    return {f"{at}.w": kernel(rng, size, of, out), **norm(at, out)}


def resnet_weights(rng):
    made, of = unit(rng, "stem", 7, 3, 64), 64
    for stage, wide in enumerate((64, 128, 256, 512)):
        for k in range(2):
            made |= unit(rng, f"{stage}{k}.1", 3, of, wide)
            made |= unit(rng, f"{stage}{k}.2", 3, wide, wide)
            if of != wide:
                made |= unit(rng, f"{stage}{k}.side", 1, of, wide)
            of = wide
    return made | linear(rng, "head", 512, 1000)


def resnet_flops():
    """The flops for one image of 64 x 64, forward pass."""
    out, of, side = 2 * 32 * 32 * 49 * 3 * 64, 64, 16
    for stage, wide in enumerate((64, 128, 256, 512)):
        side = side // 2 if stage else side
        out += 2 * side * side * wide * (9 * of + 3 * 9 * wide + (of if of != wide else 0))
        of = wide
    return out + 2 * 512 * 1000


def lenet_weights(rng):
    return {"one": kernel(rng, 3, 1, 32), "two": kernel(rng, 3, 32, 64),
            **linear(rng, "up", 3136, 256), **linear(rng, "head", 256, 10)}


def convnext_weights(rng):
    return {"deep": kernel(rng, 7, 1, 96), **norm("norm", 96), **linear(rng, "up", 96, 384),
            **linear(rng, "down", 384, 96), **linear(rng, "head", 96, 10)}


def drawn(count, side, channels, labels):
    return lambda rng: {"x": rng.standard_normal((count, side, side, channels), np.float32),
                        "y": rng.integers(0, labels, count).astype(np.int32)}


def row(name, goal, model, rule, inputs, weights, flops):
    sides = step_sides(f"model.{model}(weights)", rule, model, "images_jax", "images_torch", IMPORT)
    return Row(name, (ratio(goal),), sides, inputs, weights=weights, tolerance=1e-4, rounds=5,
               limit=Limit(flops=3 * flops))


ROWS = [
    row("ResNet-18 64² b16, train step", 1.2, "resnet", f"optim.sgd(m, lr = {RATE})",
        drawn(16, 64, 3, 1000), resnet_weights, 16 * resnet_flops()),
    row("LeNet-like CNN b128, train step", 1.4, "lenet", f"optim.adam(m, lr = {RATE})",
        drawn(128, 28, 1, 10), lenet_weights,
        128 * 2 * (784 * 9 * 32 + 196 * 9 * 32 * 64 + 3136 * 256 + 2560)),
    row("ConvNeXt-like block b8, train step", 1.1, "convnext", f"optim.sgd(m, lr = {RATE})",
        drawn(8, 28, 96, 10), convnext_weights,
        8 * 784 * 2 * (49 * 96 + 2 * 96 * 384)),
]

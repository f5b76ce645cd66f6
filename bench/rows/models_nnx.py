"""The transformers of the table in Flax NNX, whose attention XLA compiles fastest."""
import jax
import jax.numpy as jnp
import numpy as np
import optax
from flax import nnx

from rows.models_jax import array, stepper


class Block(nnx.Module):
    def __init__(self, wide, causal, rngs):
        self.causal = causal
        self.norm1 = nnx.LayerNorm(wide, rngs=rngs)
        self.attention = nnx.MultiHeadAttention(wide // 64, wide, decode=False, rngs=rngs)
        self.norm2 = nnx.LayerNorm(wide, rngs=rngs)
        self.up = nnx.Linear(wide, 4 * wide, rngs=rngs)
        self.down = nnx.Linear(4 * wide, wide, rngs=rngs)

    def __call__(self, x):
        mask = nnx.make_causal_mask(x[..., 0]) if self.causal else None
        x = x + self.attention(self.norm1(x), mask=mask)
        return x + self.down(nnx.gelu(self.up(self.norm2(x)), approximate=False))


class Vit(nnx.Module):
    def __init__(self, rngs):
        self.patch = nnx.Conv(3, 768, (16, 16), strides=(16, 16), padding="VALID", rngs=rngs)
        self.first = nnx.Param(jnp.zeros(768))
        self.place = nnx.Param(jnp.zeros((197, 768)))
        self.blocks = nnx.List([Block(768, False, rngs) for _ in range(12)])
        self.norm = nnx.LayerNorm(768, rngs=rngs)
        self.head = nnx.Linear(768, 1000, rngs=rngs)

    def __call__(self, x):
        words = self.patch(x).reshape(len(x), 196, 768)
        first = jnp.broadcast_to(self.first[...], (len(x), 1, 768))
        x = jnp.concatenate([first, words], 1) + self.place[...]
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x)[:, 0])


class Gpt(nnx.Module):
    def __init__(self, rngs):
        self.words = nnx.Embed(65, 384, rngs=rngs)
        self.places = nnx.Embed(256, 384, rngs=rngs)
        self.blocks = nnx.List([Block(384, True, rngs) for _ in range(6)])
        self.norm = nnx.LayerNorm(384, rngs=rngs)

    def __call__(self, ids):
        x = self.words(ids) + self.places(jnp.arange(ids.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.words.attend(self.norm(x))


def place(layer, at):
    """Loads the weights of a layer from the files that begin with `at`."""
    if isinstance(layer, nnx.LayerNorm):
        layer.scale = nnx.Param(array(f"{at}.g.npy"))
    else:
        layer.kernel = nnx.Param(array(f"{at}.w.npy").reshape(layer.kernel.shape))
    layer.bias = nnx.Param(array(f"{at}.b.npy"))


def place_attention(layer, at):
    w, b = np.load(f"{at}.qkv.w.npy"), np.load(f"{at}.qkv.b.npy")
    parts = layer.query, layer.key, layer.value
    for part, own, bias in zip(parts, np.split(w, 3, 1), np.split(b, 3)):
        part.kernel = nnx.Param(jnp.asarray(own.reshape(part.kernel.shape)))
        part.bias = nnx.Param(jnp.asarray(bias.reshape(part.bias.shape)))
    layer.out.kernel = nnx.Param(array(f"{at}.out.w.npy").reshape(layer.out.kernel.shape))
    layer.out.bias = nnx.Param(array(f"{at}.out.b.npy"))


def fill(model, folder):
    for i, block in enumerate(model.blocks):
        place_attention(block.attention, f"{folder}/{i}")
        for name in ("norm1", "norm2", "up", "down"):
            place(getattr(block, name), f"{folder}/{i}.{name}")
    place(model.norm, f"{folder}/norm")


def stepper_of(model, rule, x, y):
    kind, params = nnx.split(model, nnx.Param)

    def loss(params, x, y):
        out = nnx.merge(kind, params)(x)
        return optax.softmax_cross_entropy_with_integer_labels(out, y).mean()
    return stepper(loss, params, rule, x, y)


def vit(folder, x, y):
    model = Vit(nnx.Rngs(0))
    fill(model, folder)
    place(model.patch, f"{folder}/patch")
    place(model.head, f"{folder}/head")
    model.first = nnx.Param(array(f"{folder}/first.npy"))
    model.place = nnx.Param(array(f"{folder}/place.npy"))
    return stepper_of(model, optax.sgd(1e-3), x, y)


def gpt(folder, x, y):
    model = Gpt(nnx.Rngs(0))
    fill(model, folder)
    model.words.embedding = nnx.Param(array(f"{folder}/words.npy"))
    model.places.embedding = nnx.Param(array(f"{folder}/places.npy"))
    return stepper_of(model, optax.adamw(1e-3, weight_decay=0.01), x, y)

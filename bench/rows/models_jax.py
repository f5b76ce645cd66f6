"""The models of the table in JAX and Optax."""
import jax
import jax.numpy as jnp
import numpy as np
import optax


def array(path):
    return jnp.asarray(np.load(path))


def linear(at):
    return array(f"{at}.w.npy"), array(f"{at}.b.npy")


def stepper(loss, params, rule, x, y):
    """A compiled step that donates its arguments."""
    def step(params, state, x, y):
        value, slope = jax.value_and_grad(loss)(params, x, y)
        updates, state = rule.update(slope, state, params)
        return optax.apply_updates(params, updates), state, value

    fast = jax.jit(step, donate_argnums=(0, 1))
    held = [params, rule.init(params)]

    def turn():
        *held[:], value = fast(*held, x, y)
        jax.block_until_ready(held)
        return value
    return turn


def mlp(folder, x, y):
    params = [linear(f"{folder}/{i}") for i in range(3)]

    def loss(params, x, y):
        for i, (w, b) in enumerate(params):
            x = x @ w + b
            x = jax.nn.relu(x) if i < 2 else x
        return optax.softmax_cross_entropy_with_integer_labels(x, y).mean()
    return stepper(loss, params, optax.adam(1e-3), x, y)


def normed(p, x):
    centred = x - x.mean(-1, keepdims=True)
    return centred * jax.lax.rsqrt((centred * centred).mean(-1, keepdims=True) + 1e-6) * p[0] + p[1]


def block(at):
    made = {name: linear(f"{at}.{name}") for name in ("qkv", "out", "up", "down")}
    for name in ("norm1", "norm2"):
        made[name] = array(f"{at}.{name}.g.npy"), array(f"{at}.{name}.b.npy")
    return made


def apply(p, x):
    return x @ p[0] + p[1]


def follow(model, keys, values, word, at):
    x = model["words"][word] + model["places"][at]
    for i, p in enumerate(model["blocks"]):
        q, k, v = apply(p["qkv"], normed(p["norm1"], x)).reshape(3, 12, 64)
        keys = jax.lax.dynamic_update_slice(keys, k[None, None], (i, at, 0, 0))
        values = jax.lax.dynamic_update_slice(values, v[None, None], (i, at, 0, 0))
        scores = jnp.einsum("hd,thd->ht", q, keys[i]) * 0.125
        weights = jax.nn.softmax(jnp.where(jnp.arange(256) <= at, scores, -jnp.inf), -1)
        x = x + apply(p["out"], jnp.einsum("ht,thd->hd", weights, values[i]).reshape(768))
        hidden = jax.nn.gelu(apply(p["up"], normed(p["norm2"], x)), approximate=False)
        x = x + apply(p["down"], hidden)
    word = jnp.argmax(model["words"] @ normed(model["norm"], x)).astype(jnp.int32)
    return keys, values, word, at + 1


class Words:
    """Tokens one by one, each a call; the keys and values are donated."""

    def __init__(self, model, count):
        self.model, self.count = model, count
        self.follow = jax.jit(follow, donate_argnums=(1, 2))
        self.kept = [jnp.zeros((12, 256, 12, 64)), jnp.zeros((12, 256, 12, 64))]

    def __call__(self, start):
        word, at, out = start[0], jnp.int32(self.count), []
        for _ in range(self.count):
            *self.kept[:], word, at = self.follow(self.model, *self.kept, word, at)
            out.append(word)
        jax.block_until_ready(self.kept)
        return jnp.stack(out)


def words(folder, count):
    model = {"words": array(f"{folder}/words.npy"), "places": array(f"{folder}/places.npy"),
             "blocks": [block(f"{folder}/{i}") for i in range(12)],
             "norm": (array(f"{folder}/norm.g.npy"), array(f"{folder}/norm.b.npy"))}
    return Words(model, count)

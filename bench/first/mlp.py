"""The twin of mlp.rille in JAX and Optax. usage: mlp.py [FOLDER of the persistent cache]"""
import sys
import time

import jax
import jax.numpy as jnp
import optax

if len(sys.argv) > 1:
    jax.config.update("jax_compilation_cache_dir", sys.argv[1])
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)


def init(key, sizes):
    layers = []
    for i, o in zip(sizes, sizes[1:]):
        key, own = jax.random.split(key)
        layers.append({"w": jax.random.normal(own, (i, o)) * (2.0 / i) ** 0.5, "b": jnp.zeros(o)})
    return layers


def model(layers, x):
    for layer in layers[:-1]:
        x = jax.nn.relu(x @ layer["w"] + layer["b"])
    return x @ layers[-1]["w"] + layers[-1]["b"]


def loss(layers, x, labels):
    return optax.softmax_cross_entropy_with_integer_labels(model(layers, x), labels).mean()


optimizer = optax.adamw(optax.cosine_decay_schedule(3e-3, 630), weight_decay=0.01)


@jax.jit
def step(layers, state, key, x, labels):
    key, own = jax.random.split(key)
    noisy = x + 0.1 * jax.random.normal(own, x.shape)
    value, slope = jax.value_and_grad(loss)(layers, noisy, labels)
    updates, state = optimizer.update(slope, state, layers)
    return value, optax.apply_updates(layers, updates), state, key


key = jax.random.key(0)
layers = init(key, (64, 256, 128, 10))
state = optimizer.init(layers)
x = jax.random.normal(key, (64, 64))
labels = jnp.arange(64) % 10
jax.block_until_ready((layers, state, x, labels))
start = time.perf_counter()
value, layers, state, key = step(layers, state, key, x, labels)
float(value)
first = time.perf_counter() - start
second = 1e9
for _ in range(20):
    again = time.perf_counter()
    value, layers, state, key = step(layers, state, key, x, labels)
    float(value)
    second = min(second, time.perf_counter() - again)
print(first, second)

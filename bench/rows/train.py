"""Rows of whole models: training steps and the tokens of a GPT."""
import pathlib

import numpy as np

from rows.row import Limit, Python, Rille, Row, memory, ratio

HERE = pathlib.Path(__file__).resolve().parent
IMPORT = f'import "{HERE}/transformer.rille" as model'
RATE = 1e-3
DECAY = 0.01


def linear(rng, name, wide, out, bias=0.02):
    return {f"{name}.w": rng.standard_normal((wide, out), np.float32) * np.float32(0.02),
            f"{name}.b": rng.standard_normal(out, np.float32) * np.float32(bias)}


def norm(name, wide):
    return {f"{name}.g": np.ones(wide, np.float32), f"{name}.b": np.zeros(wide, np.float32)}


def small(rng, *shape):
    return rng.standard_normal(shape, np.float32) * np.float32(0.02)


def blocks(rng, layers, wide):
    made = {}
    for i in range(layers):
        made |= norm(f"{i}.norm1", wide) | linear(rng, f"{i}.qkv", wide, 3 * wide)
        made |= linear(rng, f"{i}.out", wide, wide) | norm(f"{i}.norm2", wide)
        made |= linear(rng, f"{i}.up", wide, 4 * wide) | linear(rng, f"{i}.down", 4 * wide, wide)
    return made


def vit_weights(rng):
    return {**linear(rng, "patch", 768, 768), "first": small(rng, 768),
            "place": small(rng, 197, 768), **blocks(rng, 12, 768), **norm("norm", 768),
            **linear(rng, "head", 768, 1000)}


def gpt_weights(layers, wide, words, places):
    return lambda rng: {"words": small(rng, words, wide), "places": small(rng, places, wide),
                        **blocks(rng, layers, wide), **norm("norm", wide)}


def mlp_weights(rng):
    sizes = (784, 512, 512, 10)
    return {k: v for i, (a, b) in enumerate(zip(sizes, sizes[1:]))
            for k, v in linear(rng, str(i), a, b).items()}


def images(rng):
    return {"x": rng.standard_normal((8, 224, 224, 3), np.float32),
            "y": rng.integers(0, 1000, 8).astype(np.int32)}


def text(rng):
    ids = rng.integers(0, 65, (8, 257)).astype(np.int32)
    return {"x": ids[:, :-1].copy(), "y": ids[:, 1:].copy()}


def digits(rng):
    return {"x": rng.standard_normal((128, 784), np.float32),
            "y": rng.integers(0, 10, 128).astype(np.int32)}


def step_sides(made, rule, name, jax_module, torch_module="models_torch", head=IMPORT):
    """The sides of a training step: the losses of three steps are compared."""
    def setup_of(module):
        return f"from rows import {module}\nstep = {module}.{name}(folder + '/../weights', x, y)"
    peers = {kind: Python(kind, setup=setup_of(module), act="step()",
                          result="np.array([float(step()) for _ in range(3)])")
             for kind, module in (("torch", torch_module), ("jax", jax_module))}
    setup = f"""let weights = "{{folder}}/../weights"
var m = {made}
var opt = {rule}
let step = jit(model.step)"""
    ours = Rille(head=head, setup=setup, act="step(&m, &opt, x, y)",
                 result="stack((step(&m, &opt, x, y) for _ in 0..3))")
    return {"ours": ours, **peers}


def mixed_sides(made, rule, name):
    """The sides of a step in bf16, with f32 parameters, and our step in f32."""
    def ours(model, options):
        setup = f"""let weights = "{{folder}}/../weights"
var m = {model}
var opt = {rule}
let step = jit(model.step{options})"""
        return Rille(head=IMPORT, setup=setup, act="step(&m, &opt, x, y)",
                     result="stack((step(&m, &opt, x, y) for _ in 0..3))")
    setup = ("from rows import models_torch\n"
             f"step = models_torch.{name}(folder + '/../weights', x, y, is_mixed=True)")
    torch = Python("torch", setup=setup, act="step()",
                   result="np.array([float(step()) for _ in range(3)])")
    return {"ours": ours(f"nn.with_policy({made}, bf16)", ', precision = "fast"'),
            "f32": ours(made, ""), "torch": torch}


DECODE_RILLE = """let m = model.gpt("{folder}/../weights", 12)
let follow = jit(model.next_word)
var keys = zeros((12, 256, 12, 64))
var values = zeros((12, 256, 12, 64))"""
WORDS = 32  # in a turn; the prompt has equal length


def decode():
    follow = f"follow(m, &keys, &values, id, {WORDS} + at)"
    act = f"var id = start[0]; for at in 0..{WORDS} {{ id = {follow} }}"
    peers = {kind: Python(kind, setup=f"from rows import models_{kind}\nwords = "
                          f"models_{kind}.words(folder + '/../weights', {WORDS})",
                          act="words(start)", turns=WORDS) for kind in ("torch", "jax")}
    ours = Rille(head=IMPORT, setup=DECODE_RILLE, act=act, turns=WORDS,
                 result=f"var id = start[0]\n(stack(({{\n  id = {follow}\n  id\n}} "
                        f"for at in 0..{WORDS})))")
    # Every weight is read for every token, except embeddings: one of these is read as a matrix.
    weights = 12 * (12 * 768 * 768) + 50257 * 768
    return Row("GPT-2-small decode, a word", (ratio(1.2),), {"ours": ours, **peers},
               lambda rng: {"start": rng.integers(0, 50257, 1).astype(np.int32)},
               weights=gpt_weights(12, 768, 50257, 256), tolerance=1e-6,
               limit=Limit(reads=4 * weights), rounds=5)


def vit_flops():
    tokens = 8 * 197
    return 3 * 12 * (2 * tokens * 12 * 768 * 768 + 4 * 8 * 12 * 197 * 197 * 64)


def gpt_flops():
    tokens = 8 * 256
    return 3 * (6 * (2 * tokens * 12 * 384 * 384 + 2 * 8 * 6 * 256 * 256 * 64)
                + 2 * tokens * 65 * 384)


ROWS = [
    Row("ViT-B/16 train step b8, SGD", (ratio(1.25), memory(0.85, "torch")),
        step_sides("model.vit(weights)", f"optim.sgd(m, lr = {RATE})", "vit", "models_nnx"),
        images, weights=vit_weights, tolerance=1e-4, rounds=3, limit=Limit(flops=vit_flops())),
    Row("GPT 6x384, T 256, b8, AdamW", (ratio(1.8),),
        step_sides("model.gpt(weights, 6)",
                   f"optim.adamw(m, lr = {RATE}, weight_decay = {DECAY})", "gpt", "models_nnx"),
        text, weights=gpt_weights(6, 384, 65, 256), tolerance=1e-4, rounds=5,
        limit=Limit(flops=gpt_flops()), shows_memory=True),
    Row("MLP 784-512-512-10 b128, Adam", (ratio(1.3),),
        step_sides("model.mlp(weights)", f"optim.adam(m, lr = {RATE})", "mlp", "models_jax"),
        digits, weights=mlp_weights, tolerance=1e-4, shows_memory=True,
        limit=Limit(flops=3 * 2 * 128 * (784 * 512 + 512 * 512 + 512 * 10))),
    Row("ViT-B/16 train step b8, SGD, mixed bf16, fast",
        (ratio(1.2, "torch"), ratio(1.4, "f32", "over our f32"), memory(0.65, "f32")),
        mixed_sides("model.vit(weights)", f"optim.sgd(m, lr = {RATE})", "vit"),
        images, weights=vit_weights, tolerance=2e-2, rounds=3),
    Row("GPT 6x384, T 256, b8, AdamW, mixed bf16, fast",
        (ratio(1.3, "torch"), ratio(1.4, "f32", "over our f32")),
        mixed_sides("model.gpt(weights, 6)",
                    f"optim.adamw(m, lr = {RATE}, weight_decay = {DECAY})", "gpt"),
        text, weights=gpt_weights(6, 384, 65, 256), tolerance=2e-2, rounds=5),
    decode(),
]

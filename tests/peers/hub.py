"""Hub directories: weights with transformers' names are loaded under Rille's names, transposed as
in Rille."""
import json
import pathlib
import tempfile

import numpy as np
import safetensors.numpy

import compare
from compare import floats, pick

FOLDER = tempfile.TemporaryDirectory()
made = 0


def number(low, high):
    return int(compare.rng.integers(low, high))


class Model:
    """The written and the expected arrays: [out, in] in PyTorch and [in, out]."""

    def __init__(self, kind):
        self.kind, self.heads, self.part = kind, pick(1, 2, 4), number(1, 4)
        self.kv, self.size = pick(1, self.heads), number(2, 6)
        self.theirs, self.ours = {}, {}

    def put(self, theirs, ours, array, turned=None):
        self.theirs[theirs] = array
        at = self.ours
        *path, last = ours.split(".")
        for word in path:
            at = at.setdefault(word, {})
        at[last] = array if turned is None else turned

    def vector(self, theirs, ours, size=None, above=0):
        x = floats(dims=(size or self.size,))
        self.put(theirs, ours, x, (x + np.float32(1)) if above else None)

    def linear(self, theirs, ours, inner, outer, bias=False, rows=False):
        x = floats(dims=(inner, outer) if rows else (outer, inner))
        self.put(f"{theirs}.weight", f"{ours}.w", x, x if rows else x.T)
        if bias:
            self.vector(f"{theirs}.bias", f"{ours}.b", outer)

    def norm(self, theirs, ours, bias=False, above=0, size=None):
        self.vector(f"{theirs}.weight", f"{ours}.scale", size, above)
        if bias:
            self.vector(f"{theirs}.bias", f"{ours}.bias", size)

    def head(self, theirs, ours, heads, bias):
        x = floats(dims=(heads * self.part, self.size))
        self.put(f"{theirs}.weight", ours, x,
                 x.T.reshape(self.size, heads, self.part))
        if bias:
            y = floats(dims=(heads * self.part,))
            self.put(f"{theirs}.bias", f"{ours}_bias", y, y.reshape(heads, self.part))

    def out(self, theirs, ours, bias):
        x = floats(dims=(self.size, self.heads * self.part))
        self.put(f"{theirs}.weight", ours, x, x.T.reshape(self.heads, self.part, self.size))
        if bias:
            self.vector(f"{theirs}.bias", f"{ours}_bias")

    def table(self, theirs, ours):
        self.put(f"{theirs}.weight", f"{ours}.table", floats(dims=(number(2, 5), self.size)))


def llama(kind):
    m, above = Model(kind), kind == "gemma"
    m.table("model.embed_tokens", "embed")
    for i in range(number(1, 3)):
        here, there = f"model.layers.{i}", f"layers.{i}"
        m.norm(f"{here}.input_layernorm", f"{there}.attn_norm", above=above)
        for word, heads in (("q", m.heads), ("k", m.kv), ("v", m.kv)):
            m.head(f"{here}.self_attn.{word}_proj", f"{there}.attn.{word}", heads, kind == "qwen2")
        m.out(f"{here}.self_attn.o_proj", f"{there}.attn.out_proj", False)
        if kind == "qwen3":
            m.norm(f"{here}.self_attn.q_norm", f"{there}.attn.q_norm", size=m.part)
            m.norm(f"{here}.self_attn.k_norm", f"{there}.attn.k_norm", size=m.part)
        m.norm(f"{here}.post_attention_layernorm", f"{there}.mlp_norm", above=above)
        m.linear(f"{here}.mlp.gate_proj", f"{there}.mlp.gate", m.size, 7)
        m.linear(f"{here}.mlp.up_proj", f"{there}.mlp.up", m.size, 7)
        m.linear(f"{here}.mlp.down_proj", f"{there}.mlp.down", 7, m.size)
    m.norm("model.norm", "norm", above=above)
    if kind != "gemma":
        m.linear("lm_head", "head", m.size, 5)
    return m, {"num_attention_heads": m.heads, "num_key_value_heads": m.kv}


def gpt2(kind):
    m, before = Model(kind), pick("", "transformer.")
    m.table(f"{before}wte", "embed")
    m.table(f"{before}wpe", "positions")
    wide = m.heads * m.part
    for i in range(number(1, 3)):
        here, there = f"{before}h.{i}", f"layers.{i}"
        m.norm(f"{here}.ln_1", f"{there}.attn_norm", True)
        x, y = floats(dims=(m.size, 3 * wide)), floats(dims=(3 * wide,))
        for k, word in enumerate("qkv"):
            part = slice(k * wide, (k + 1) * wide)
            m.put(f"{here}.attn.c_attn.weight", f"{there}.attn.{word}", x,
                  x[:, part].reshape(m.size, m.heads, m.part))
            m.put(f"{here}.attn.c_attn.bias", f"{there}.attn.{word}_bias", y,
                  y[part].reshape(m.heads, m.part))
        z = floats(dims=(wide, m.size))
        m.put(f"{here}.attn.c_proj.weight", f"{there}.attn.out_proj", z,
              z.reshape(m.heads, m.part, m.size))
        m.vector(f"{here}.attn.c_proj.bias", f"{there}.attn.out_bias")
        m.norm(f"{here}.ln_2", f"{there}.mlp_norm", True)
        m.linear(f"{here}.mlp.c_fc", f"{there}.mlp.up", m.size, 6, True, True)
        m.linear(f"{here}.mlp.c_proj", f"{there}.mlp.down", 6, m.size, True, True)
        m.theirs[f"{here}.attn.bias"] = np.ones((1, 1, 2, 2), np.float32)
    m.norm(f"{before}ln_f", "norm", True)
    return m, {"n_head": m.heads}


def encoder(kind):
    m, before = Model(kind), pick("", f"{kind}.")
    deep = "attention.attention" if kind == "vit" else "attention.self"
    if kind == "vit":
        x = floats(dims=(m.size, 3, 2, 2))
        m.put(f"{before}embeddings.patch_embeddings.projection.weight", "patches.w", x,
              x.transpose(2, 3, 1, 0))
        m.vector(f"{before}embeddings.patch_embeddings.projection.bias", "patches.b")
        m.put(f"{before}embeddings.cls_token", "first", floats(dims=(1, 1, m.size)))
        m.put(f"{before}embeddings.position_embeddings", "positions", floats(dims=(1, 5, m.size)))
        norms = ("layernorm_before", "layernorm_after")
        m.norm(f"{before}layernorm", "norm", True)
    else:
        m.table(f"{before}embeddings.word_embeddings", "embed")
        m.table(f"{before}embeddings.position_embeddings", "positions")
        m.table(f"{before}embeddings.token_type_embeddings", "kinds")
        m.norm(f"{before}embeddings.LayerNorm", "embed_norm", True)
        norms = ("attention.output.LayerNorm", "output.LayerNorm")
        m.linear(f"{before}pooler.dense", "pooler", m.size, m.size, True)
    for i in range(number(1, 3)):
        here, there = f"{before}encoder.layer.{i}", f"layers.{i}"
        for word in ("query", "key", "value"):
            m.head(f"{here}.{deep}.{word}", f"{there}.attn.{word[0]}", m.heads, True)
        m.out(f"{here}.attention.output.dense", f"{there}.attn.out_proj", True)
        for name, ours in zip(norms, ("attn_norm", "mlp_norm")):
            m.norm(f"{here}.{name}", f"{there}.{ours}", True)
        m.linear(f"{here}.intermediate.dense", f"{there}.mlp.up", m.size, 6, True)
        m.linear(f"{here}.output.dense", f"{there}.mlp.down", 6, m.size, True)
    return m, {"num_attention_heads": m.heads}


def listed(node):
    """0, 1, 2 … as a tuple."""
    if not isinstance(node, dict):
        return node
    node = {key: listed(item) for key, item in node.items()}
    is_list = set(node) == {str(i) for i in range(len(node))}
    return tuple(node[str(i)] for i in range(len(node))) if is_list else node


def save(folder, arrays):
    """One file, or several and their index."""
    folder.mkdir()
    arrays = {name: np.ascontiguousarray(x) for name, x in arrays.items()}
    if pick(0, 1):
        safetensors.numpy.save_file(arrays, folder / "model.safetensors")
        return
    names, places = list(arrays), {}
    for i in range(2):
        file = f"model-{i + 1:05}-of-00002.safetensors"
        part = names[i::2]
        safetensors.numpy.save_file({name: arrays[name] for name in part}, folder / file)
        places |= dict.fromkeys(part, file)
    (folder / "model.safetensors.index.json").write_text(
        json.dumps({"metadata": {"total_size": 1}, "weight_map": places}))


def read(kind, draw):
    def case():
        global made
        made += 1
        folder = pathlib.Path(FOLDER.name, str(made))
        model, config = draw(kind)
        more = {"strange.weight": floats(dims=(2,))} if pick(0, 1) else {}
        save(folder, model.theirs | more)
        (folder / "config.json").write_text(json.dumps({"model_type": kind, **config}))
        text = (f'{{ let m = ckpt.hf("{folder}"); (params = m.params, rest = values(m.rest), '
                f'kind = [m.config["model_type"] == "{kind}"]) }}')
        return text, lambda: {"params": listed(model.ours), "rest": tuple(more.values()),
                              "kind": np.array([True])}, [], False
    return case


CASES = {kind: read(kind, llama) for kind in ("llama", "mistral", "qwen2", "qwen3", "gemma")}
CASES |= {"gpt2": read("gpt2", gpt2), "bert": read("bert", encoder), "vit": read("vit", encoder)}

run = compare.table(CASES, exact=True)

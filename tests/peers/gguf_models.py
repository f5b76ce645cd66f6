"""Language models as GGUF files: the gguf package writes what llama.cpp's converter makes of a Hub
model, which is read as that model; tokenizers equal the files from which they were made; a Llama's
logits with rotary embedding and a KV cache equal a NumPy version of transformers' model in float64.

usage: python tests/peers/gguf_models.py [FOLDER]; FOLDER is tests/conformance/checkpoints: writes
llama.gguf and llama_logits.npy, a model of two layers with the tokenizer of bpe.model.
"""
import json
import pathlib
import sys
import tempfile

import numpy as np
from gguf import GGMLQuantizationType as Kind
from gguf import GGUFReader, GGUFWriter, TokenType, quants
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers

import compare
import hub
from compare import pick

HERE = pathlib.Path(__file__).resolve().parent.parent
TOKENIZERS = HERE / "conformance" / "tokenizers"
FOLDER = tempfile.TemporaryDirectory()
IDS = [1, 20, 290, 7, 42, 3]
made = 0

# Names of transformers to names of GGUF, as in gguf.TensorNameMap.
LLAMA = {"input_layernorm": "attn_norm", "self_attn.q_proj": "attn_q", "self_attn.k_proj": "attn_k",
         "self_attn.v_proj": "attn_v", "self_attn.o_proj": "attn_output",
         "self_attn.q_norm": "attn_q_norm", "self_attn.k_norm": "attn_k_norm",
         "post_attention_layernorm": "ffn_norm", "mlp.gate_proj": "ffn_gate",
         "mlp.up_proj": "ffn_up", "mlp.down_proj": "ffn_down"}
GPT2 = {"ln_1": "attn_norm", "attn.c_attn": "attn_qkv", "attn.c_proj": "attn_output",
        "ln_2": "ffn_norm", "mlp.c_fc": "ffn_up", "mlp.c_proj": "ffn_down"}
TOP = {"model.embed_tokens.weight": "token_embd.weight", "model.norm.weight": "output_norm.weight",
       "lm_head.weight": "output.weight", "transformer.wte.weight": "token_embd.weight",
       "transformer.wpe.weight": "position_embd.weight", "transformer.ln_f.weight":
       "output_norm.weight", "transformer.ln_f.bias": "output_norm.bias"}


def name_of(theirs):
    if theirs in TOP:
        return TOP[theirs]
    _, _, layer, *middle, last = theirs.split(".")
    word = ".".join(middle)
    return f"blk.{layer}.{(LLAMA | GPT2)[word]}.{last}"


def permuted(x, heads):
    """LlamaModel.permute of llama.cpp's convert_hf_to_gguf.py."""
    return x.reshape(heads, 2, x.shape[0] // heads // 2, *x.shape[1:]).swapaxes(1, 2) \
        .reshape(x.shape)


def converted(kind, theirs, x, config):
    """The converter's conversion of an array."""
    if kind in ("llama", "mistral") and ".q_proj." in theirs:
        return permuted(x, config["num_attention_heads"])
    if kind in ("llama", "mistral") and ".k_proj." in theirs:
        return permuted(x, config["num_key_value_heads"])
    if kind == "gemma" and "norm" in theirs:
        return x + np.float32(1)
    if kind == "gpt2" and x.ndim == 2 and ".h." in theirs:
        return x.T
    return x


def write_head(path, kind, config, kv_heads=None):
    architecture = "llama" if kind == "mistral" else kind
    writer = GGUFWriter(path, architecture)
    writer.add_head_count(config.get("num_attention_heads", config.get("n_head")))
    if "num_key_value_heads" in config:
        writer.add_head_count_kv(config["num_key_value_heads"])
    if "rope_theta" in config:
        writer.add_rope_freq_base(config["rope_theta"])
    if "rms_norm_eps" in config:
        writer.add_layer_norm_rms_eps(config["rms_norm_eps"])
    return writer


def finish(writer):
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def put_tensors(writer, kind, arrays, config, packing=None):
    for theirs, x in arrays.items():
        x = np.ascontiguousarray(converted(kind, theirs, x, config))
        is_packed = packing is not None and x.ndim == 2 and x.shape[-1] % 32 == 0
        if is_packed:
            writer.add_tensor(name_of(theirs), quants.quantize(x, packing), raw_dtype=packing)
        else:
            writer.add_tensor(name_of(theirs), x)


def new_path(end=".gguf"):
    global made
    made += 1
    return f"{FOLDER.name}/{made}{end}"


def families(kind):
    """The tree of the directory and that of the file are equal."""
    def case():
        draw = hub.gpt2 if kind == "gpt2" else hub.llama
        while True:
            model, config = draw(kind)
            is_even = model.part % 2 == 0
            is_named = not any(name.startswith(("wte", "h.")) for name in model.theirs)
            if is_even and is_named:
                break
        arrays = {name: x for name, x in model.theirs.items() if not name.endswith(".attn.bias")}
        path = new_path()
        writer = write_head(path, kind, config)
        writer.add_layer_norm_rms_eps(1e-5)
        put_tensors(writer, kind, arrays, config)
        finish(writer)
        told = "llama" if kind == "mistral" else kind
        text = (f'{{ let m = ckpt.hf("{path}"); (params = m.params, rest = len(m.rest), '
                f'kind = [m.config["model_type"] == "{told}", '
                f'm.config["num_attention_heads"] == {model.heads}]) }}')
        return text, lambda: {"params": hub.listed(model.ours), "rest": 0,
                              "kind": np.array([True, True])}, [], False
    return case


# --- a Llama in NumPy ------------------------------------------------------------------------

def small_llama(random, vocab, config):
    size, heads, kv = config["hidden_size"], config["num_attention_heads"], \
        config["num_key_value_heads"]
    part, wide = size // heads, config["intermediate_size"]

    def drawn(*dims):
        return (random.standard_normal(dims) / np.sqrt(dims[-1])).astype(np.float32)
    out = {"model.embed_tokens.weight": drawn(vocab, size) * np.float32(4)}
    for i in range(config["num_hidden_layers"]):
        here = f"model.layers.{i}"
        for word, rows, columns in (
                ("self_attn.q_proj", heads * part, size), ("self_attn.k_proj", kv * part, size),
                ("self_attn.v_proj", kv * part, size), ("self_attn.o_proj", size, heads * part),
                ("mlp.gate_proj", wide, size), ("mlp.up_proj", wide, size),
                ("mlp.down_proj", size, wide)):
            out[f"{here}.{word}.weight"] = drawn(rows, columns) * np.float32(2)
        for word in ("input_layernorm", "post_attention_layernorm"):
            out[f"{here}.{word}.weight"] = (1 + 0.1 * drawn(size)).astype(np.float32)
    out["model.norm.weight"] = (1 + 0.1 * drawn(size)).astype(np.float32)
    out["lm_head.weight"] = drawn(vocab, size)
    return out


def turned(x, theta):
    """transformers: x * cos + rotate_half(x) * sin, of x [T, heads, head_dim]."""
    part = x.shape[-1]
    speeds = 1.0 / theta ** (np.arange(0, part, 2) / part)
    angle = np.arange(x.shape[0])[:, None] * speeds
    angle = np.concatenate((angle, angle), -1)[:, None]
    half = np.concatenate((-x[..., part // 2:], x[..., :part // 2]), -1)
    return x * np.cos(angle) + half * np.sin(angle)


def logits(arrays, config, ids):
    """modeling_llama.py of transformers, in float64."""
    w = {name: x.astype(np.float64) for name, x in arrays.items()}
    heads, kv = config["num_attention_heads"], config["num_key_value_heads"]
    eps = float(np.float32(config["rms_norm_eps"]))

    def norm(x, name):
        return x / np.sqrt((x * x).mean(-1, keepdims=True) + eps) * w[f"{name}.weight"]

    def linear(x, name):
        return x @ w[f"{name}.weight"].T
    x = w["model.embed_tokens.weight"][ids]
    for i in range(config["num_hidden_layers"]):
        here = f"model.layers.{i}"
        y = norm(x, f"{here}.input_layernorm")
        q, k, v = (linear(y, f"{here}.self_attn.{c}_proj").reshape(len(ids), n, -1)
                   for c, n in (("q", heads), ("k", kv), ("v", kv)))
        q, k = turned(q, config["rope_theta"]), turned(k, config["rope_theta"])
        k, v = (np.repeat(a, heads // kv, 1) for a in (k, v))
        scores = np.einsum("thp,shp->hts", q, k) / np.sqrt(q.shape[-1])
        scores = np.where(np.tri(len(ids), dtype=bool), scores, -np.inf)
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        mixed = np.einsum("hts,shp->thp", weights, v).reshape(len(ids), -1)
        x = x + linear(mixed, f"{here}.self_attn.o_proj")
        y = norm(x, f"{here}.post_attention_layernorm")
        gate = linear(y, f"{here}.mlp.gate_proj")
        x = x + linear(gate / (1 + np.exp(-gate)) * linear(y, f"{here}.mlp.up_proj"),
                       f"{here}.mlp.down_proj")
    return linear(norm(x, "model.norm"), "lm_head")


CONFIG = {"hidden_size": 32, "num_attention_heads": 4, "num_key_value_heads": 2,
          "intermediate_size": 64, "num_hidden_layers": 2, "rms_norm_eps": 1e-5,
          "rope_theta": 10000.0}


# --- tokenizers ------------------------------------------------------------------------------

def varint(data, at):
    out = shift = 0
    while True:
        byte = data[at]
        at += 1
        out |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return out, at


def fields(data):
    """The fields of a protocol buffers message: numbers and values."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        else:
            size, at = varint(data, at) if key & 7 == 2 else (4 if key & 7 == 5 else 8, at)
            value, at = data[at:at + size], at + size
        yield key >> 3, value


def pieces(path):
    """Tokens, scores, and types of a SentencePiece model."""
    rows = []
    for field, value in fields(path.read_bytes()):
        if field == 1:
            row = dict(fields(value))
            score = np.frombuffer(bytes(row.get(2, bytes(4))), np.float32)[0]
            rows.append((bytes(row[1]).decode(), float(score), int(row.get(3, 1))))
    return rows


def add_pieces(writer, rows, kind="llama", **more):
    writer.add_tokenizer_model(kind)
    writer.add_token_list([text for text, _, _ in rows])
    writer.add_token_scores([score for _, score, _ in rows])
    writer.add_token_types([kind for _, _, kind in rows])
    for word, value in more.items():
        getattr(writer, f"add_{word}")(value)


def add_byte_level(writer, source, pre, **more):
    """The vocabulary and merges of a tokenizer.json."""
    model = source["model"]
    tokens = {i: token for token, i in model["vocab"].items()}
    kinds = dict.fromkeys(tokens, TokenType.NORMAL)
    for row in source["added_tokens"]:
        tokens[row["id"]] = row["content"]
        kinds[row["id"]] = TokenType.CONTROL if row["special"] else TokenType.USER_DEFINED
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(pre)
    writer.add_token_list([tokens[i] for i in range(len(tokens))])
    writer.add_token_types([kinds[i] for i in range(len(tokens))])
    writer.add_token_merges([m if isinstance(m, str) else " ".join(m) for m in model["merges"]])
    for word, value in more.items():
        getattr(writer, f"add_{word}")(value)


def tokenizer(name):
    """Ids by the GGUF file and by the file in its own format, which the packages check."""
    def case():
        path, source = new_path(), next(TOKENIZERS.glob(f"{name}.[jm]*"))
        writer = GGUFWriter(path, "llama")
        more = {"add_bos_token": False} if name != "llama3" else {"bos_token_id": 0}
        if source.suffix == ".model":
            add_pieces(writer, pieces(source), "llama" if name == "bpe" else "t5",
                       add_bos_token=False, add_eos_token=False,
                       add_space_prefix=True, remove_extra_whitespaces=True)
        else:
            text = json.loads(source.read_text())
            if name == "llama3":
                more["bos_token_id"] = next(row["id"] for row in text["added_tokens"]
                                            if row["content"] == "<s>")
            add_byte_level(writer, text, {"gpt2": "gpt-2", "llama3": "llama-bpe"}[name], **more)
        finish(writer)
        said = [row for row in json.loads((TOKENIZERS / f"{name}.said").read_text())
                if "text" in row and (name != "bpe" or "<s>" not in row["text"])]
        rows = [pick(*said) for _ in range(3)]
        texts = "(" + "".join(f"{json.dumps(row['text'], ensure_ascii=False)}, "
                              .replace("{", "\\{") for row in rows) + ")"
        expr = (f'{{ let t = tokens.load("{path}"); (t.encode(s) for s in {texts}) }}')
        return expr, lambda: tuple(np.array(row["ids"], np.int32) for row in rows), [], False
    return case


SPLITS = {
    "gpt-2": lambda: pre_tokenizers.ByteLevel(False),
    "smollm": lambda: pre_tokenizers.Sequence([pre_tokenizers.Digits(True),
                                               pre_tokenizers.ByteLevel(False)]),
    "llama-bpe": lambda: split(pattern_of("llama3")),
    "qwen2": lambda: split(pattern_of("llama3").replace("{1,3}", "")),
}
PARTS = ["The fox", "isn't", "IT'S", " 1234567", "  two", "\n\n", "\t", "naïve", "日本語", "🙂",
         "x=3.14;", " ", "<s>", "é", "a_b", "...", "\r\n x", "٣٤", "ﬁ", "don'T"]


def pattern_of(name):
    """The pattern of a tokenizer.json."""
    source = json.loads((TOKENIZERS / f"{name}.json").read_text())
    return source["pre_tokenizer"]["pretokenizers"][0]["pattern"]["Regex"]


def split(pattern):
    return pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(pattern), "isolated"),
                                    pre_tokenizers.ByteLevel(False, use_regex=False)])


def pre_tokenizer(name):
    """The package's ids of random texts, with the pre-tokenizer of the models' files."""
    def case():
        path = new_path()
        source = json.loads((TOKENIZERS / "llama3.json").read_text())
        writer = GGUFWriter(path, "llama")
        add_byte_level(writer, source, name, add_bos_token=False)
        finish(writer)
        model = source["model"]
        merges = [tuple(m.split(" ") if isinstance(m, str) else m) for m in model["merges"]]
        made = Tokenizer(models.BPE(model["vocab"], merges, ignore_merges=name == "llama-bpe"))
        made.pre_tokenizer = SPLITS[name]()
        made.normalizer = normalizers.NFC() if name == "qwen2" else None
        made.add_special_tokens(["<s>"])
        text = "".join(pick(*PARTS) for _ in range(12))
        shown = json.dumps(text, ensure_ascii=False).replace("{", "\\{")
        expr = f'tokens.load("{path}").encode({shown})'
        return expr, lambda: np.array(made.encode(text).ids, np.int32), [], False
    return case


def requantized():
    """A file's metadata are those of its source: names, types, and values."""
    source, path = new_path(), new_path()
    writer = write_head(source, "llama", CONFIG)
    add_pieces(writer, pieces(TOKENIZERS / "bpe.model"), add_bos_token=True, bos_token_id=1)
    for word, value in (("uint8", 200), ("int8", -3), ("uint16", 9), ("int16", -9), ("uint32", 7),
                        ("int32", 7), ("uint64", 5), ("int64", -2 ** 40), ("float32", 1e-5),
                        ("float64", 0.1), ("bool", True), ("string", "é \"x\"\n")):
        getattr(writer, f"add_{word}")(f"t.{word}", value)
    writer.add_custom_alignment(int(pick(32, 64, 256)))
    random = np.random.default_rng(int(compare.rng.integers(1000)))
    put_tensors(writer, "llama", small_llama(random, 16, CONFIG), CONFIG)
    finish(writer)

    def theirs():
        before, after = GGUFReader(source), GGUFReader(path)
        words = [name for name in before.fields if not name.startswith("GGUF.")]
        good = words == [name for name in after.fields if not name.startswith("GGUF.")]
        for name in words:
            a, b = before.fields[name], after.fields[name]
            good &= a.types == b.types and a.contents() == b.contents()
        dims = {t.name: list(t.shape) for t in before.tensors}
        good &= dims == {t.name: list(t.shape) for t in after.tensors}
        good &= all(t.tensor_type == Kind.Q8_0 for t in after.tensors if len(t.shape) == 2)
        return np.array([good])
    text = (f'{{ ckpt.save("{path}", ckpt.load("{source}"), meta = ckpt.meta("{source}"), '
            'format = "gguf", quantization = "q8_0"); [true] }')
    return text, theirs, [], False


CASES = {kind: families(kind) for kind in ("llama", "mistral", "qwen2", "qwen3", "gemma", "gpt2")}
CASES |= {f"tokenizer_{name}": tokenizer(name) for name in ("gpt2", "llama3", "bpe")}
CASES |= {f"pre_{name}": pre_tokenizer(name) for name in SPLITS}
CASES["requantized"] = requantized

run = compare.table(CASES, exact=True)


def main(folder):
    random = np.random.default_rng(51)
    rows = pieces(TOKENIZERS / "bpe.model")
    arrays = small_llama(random, len(rows), CONFIG)
    writer = write_head(folder / "llama.gguf", "llama", CONFIG)
    writer.add_name("two layers, drawn")
    writer.add_context_length(64)
    writer.add_embedding_length(CONFIG["hidden_size"])
    writer.add_block_count(CONFIG["num_hidden_layers"])
    writer.add_feed_forward_length(CONFIG["intermediate_size"])
    writer.add_vocab_size(len(rows))
    kinds = {text: i for i, (text, _, _) in enumerate(rows)}
    add_pieces(writer, rows, bos_token_id=kinds["<s>"], eos_token_id=kinds["</s>"],
               unk_token_id=0, add_bos_token=True, add_eos_token=False)
    put_tensors(writer, "llama", arrays, CONFIG, Kind.Q8_0)
    finish(writer)
    # The values in the file, not those before quantization.
    packed = {name: quants.dequantize(quants.quantize(x, Kind.Q8_0), Kind.Q8_0)
              if x.ndim == 2 else x for name, x in arrays.items()}
    np.save(folder / "llama_logits.npy", logits(packed, CONFIG, IDS).astype(np.float32))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "conformance" / "checkpoints")

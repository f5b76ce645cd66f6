"""GGUF files in both directions: Rille reads what the gguf package writes, and the package reads
what Rille writes."""
import tempfile

import ml_dtypes
import numpy as np
from gguf import GGMLQuantizationType as Kind
from gguf import GGUFReader, GGUFWriter, quants

import compare
from compare import pick

FOLDER = tempfile.TemporaryDirectory()
PLAIN = {Kind.F32: np.float32, Kind.F16: np.float16, Kind.F64: np.float64, Kind.I8: np.int8,
         Kind.I16: np.int16, Kind.I32: np.int32, Kind.I64: np.int64}
PACKED = {Kind.Q4_0: (32, 18), Kind.Q4_1: (32, 20), Kind.Q5_0: (32, 22), Kind.Q5_1: (32, 24),
          Kind.Q8_0: (32, 34), Kind.Q4_K: (256, 144), Kind.Q5_K: (256, 176), Kind.Q6_K: (256, 210)}
TWO_SCALES = (Kind.Q4_1, Kind.Q5_1, Kind.Q4_K, Kind.Q5_K)
NAMES = ["token_embd.weight", "output.weight", "blk.0.attn_q.weight", "blk.1.attn_q.weight",
         "blk.0.norm.bias", "rope"]
made = 0


def new_path():
    global made
    made += 1
    return f"{FOLDER.name}/{made}.gguf"


def bits(dims, dtype):
    count = int(np.prod(dims)) * np.dtype(dtype).itemsize
    line = compare.rng.integers(0, 256, count, np.uint8)
    return np.frombuffer(line.tobytes(), dtype).reshape(dims)


def plain():
    kind = pick(*PLAIN)
    dims = pick((5,), (2, 3), (1,), (4, 1, 3), (2, 2, 2, 2))
    x = bits(dims, PLAIN[kind])
    return x, x, None


def brain():
    x = bits(pick((6,), (3, 4)), ml_dtypes.bfloat16)
    return x.view(np.uint8), x, Kind.BF16


def packed():
    """Blocks of random bits, except their scales, which are not NaN."""
    kind = pick(*PACKED)
    elements, size = PACKED[kind]
    rows, blocks = int(compare.rng.integers(1, 4)), int(compare.rng.integers(1, 4))
    data = compare.rng.integers(0, 256, (rows, blocks, size), np.uint8)
    scales = compare.rng.standard_normal((rows, blocks, 2)).astype(np.float16).view(np.uint8)
    at = 208 if kind == Kind.Q6_K else 0
    width = 4 if kind in TWO_SCALES else 2
    data[:, :, at:at + width] = scales[:, :, :width]
    data = data.reshape(rows, blocks * size)
    return data, quants.dequantize(data, kind), kind


def nested(named):
    """Names with dots; 0, 1, 2 … are a list."""
    out = {}
    for name, value in named.items():
        at = out
        *path, last = name.split(".")
        for word in path:
            at = at.setdefault(word, {})
        at[last] = value

    def settled(node):
        if not isinstance(node, dict):
            return node
        node = {key: settled(item) for key, item in node.items()}
        is_list = set(node) == {str(i) for i in range(len(node))}
        return tuple(node[str(i)] for i in range(len(node))) if is_list else node
    return settled(out)


def read():
    path, wanted = new_path(), {}
    writer = GGUFWriter(path, "llama")
    writer.add_context_length(128)
    writer.add_array("tokenizer.ggml.tokens", ["a", "é", ""])
    writer.add_array("numbers", [1, -2, 3])
    if pick(0, 1):
        writer.add_custom_alignment(int(pick(32, 64, 256)))
    names = NAMES if pick(0, 1) else ["x", "y"]
    for name in names:
        data, wanted[name], kind = pick(plain, packed, packed, brain)()
        writer.add_tensor(name, np.ascontiguousarray(data), raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return f'ckpt.load("{path}")', lambda: nested(wanted), [], False


def found(path):
    return {tensor.name: tensor for tensor in GGUFReader(path).tensors}


def write():
    """Plain elements: the axes are listed in reverse order, the bytes are the same."""
    path = new_path()
    dtype = pick(np.float32, np.float16, np.int32, np.int8, ml_dtypes.bfloat16, np.float64)
    x, y = bits((3, 4), dtype), bits((2,), np.float32)

    def theirs(x, y):
        tensors = found(path)
        good = set(tensors) == {"layers.0.w", "layers.1.w", "b"}
        for name, mine in (("layers.0.w", x), ("layers.1.w", x), ("b", y)):
            mine, tensor = np.asarray(mine), tensors[name]
            good &= tensor.data.tobytes() == mine.tobytes()
            good &= list(tensor.shape) == list(mine.shape)[::-1]
        return np.array([good])
    tree = "(layers = ((w = x,), (w = x,)), b = y)"
    text = f'{{ ckpt.save("{path}", {tree}, format = "gguf"); [true] }}'
    return text, theirs, [x, y], False


def write_packed(word, bound):
    """The package and Rille read blocks that Rille quantizes; the error is at most that of the bits
    of the format."""
    def case():
        path = new_path()
        x = compare.floats(-3, 3, (int(compare.rng.integers(1, 4)), 256 * int(pick(1, 2))))

        def theirs(x):
            tensor = found(path)["w"]
            got = quants.dequantize(tensor.data, tensor.tensor_type)
            error = np.abs(got - np.asarray(x)).max()
            assert error <= bound, f"{word}: {error}"
            if word in ("q8_0", "q4_0"):
                kind = Kind[word.upper()]
                assert quants.quantize(np.asarray(x), kind).tobytes() == tensor.data.tobytes(), word
            return got
        text = (f'{{ ckpt.save("{path}", (w = x,), format = "gguf", quantization = "{word}"); '
                f'ckpt.load("{path}").w }}')
        return text, theirs, [x], False
    return case


CASES = {"read": read, "write": write, "write_q8_0": write_packed("q8_0", 0.013),
         "write_q4_0": write_packed("q4_0", 0.45), "write_q4_k": write_packed("q4_k", 0.25),
         "write_q6_k": write_packed("q6_k", 0.06)}

run = compare.table(CASES, exact=True)

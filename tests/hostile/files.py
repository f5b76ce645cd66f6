"""Files that are damaged or inconsistent, as bytes: {name: (bytes, beginning of the message or
None)}."""
import io
import json
import struct
import zipfile

from zips import bomb

EIGHT = b"\0" * 8
GOOD = {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}


def safetensors(header, data=EIGHT, length=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text) if length is None else length) + text + data


def one(**changes):
    return safetensors({"a": {**GOOD, **changes}})


def two(b, size):
    return safetensors({"a": GOOD, "b": {**GOOD, **b}}, b"\0" * size)


SAFETENSORS = {
    "good": (safetensors({"a": GOOD}), None),
    "empty": (b"", "io"),
    "seven_bytes": (b"1234567", "io"),
    "header_of_2_63": (safetensors({"a": GOOD}, length=2**63), "io"),
    "header_of_2_64": (safetensors({"a": GOOD}, length=2**64 - 1), "io"),
    "header_of_100_million": (safetensors({"a": GOOD}, length=100000001), "io"),
    "count_overflows": (one(shape=[4194305, 4194305, 211106198978564]), "io"),
    "too_many_axes": (one(shape=[2] + [1] * 1000), "io"),
    "size_of_80_bits": (safetensors(b'{"a":{"dtype":"F32","shape":[999999999999999999999999],'
                                    b'"data_offsets":[0,8]}}'), "io"),
    "overlap": (two({"data_offsets": [4, 12]}, 12), "io"),
    "hole": (two({"data_offsets": [12, 20]}, 20), "io"),
    "end_before_begin": (one(data_offsets=[8, 0]), "io"),
    "other_size": (one(shape=[3]), "io"),
    "past_the_end": (one(shape=[4], data_offsets=[0, 16]), "io"),
    "negative_size": (one(shape=[-2]), "io"),
    "half_a_size": (one(shape=[2.5]), "io"),
    "negative_place": (one(data_offsets=[-8, 0]), "io"),
    "unknown_dtype": (one(dtype="Q7"), "dtype"),
    "lacks_a_shape": (safetensors({"a": {"dtype": "F32"}}), "io"),
    "entry_is_text": (safetensors({"a": "x"}), "io"),
    "no_object": (safetensors(b"[1, 2]"), "io"),
    "cut_header": (safetensors(b'{"a":{"dtype":"F32","shape":[2],"data'), "io"),
    "not_utf8": (safetensors(b'{"\xff":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}'), "io"),
    "double_name": (safetensors(b'{"a":%s,"a":%s}' % ((json.dumps(GOOD).encode(),) * 2)), "io"),
    "nul_in_a_name": (safetensors({"a\0b": GOOD}), "io"),
    "path_as_name": (safetensors({"../../x": GOOD}), None),
    "deep_arrays": (safetensors(b"[" * 100000), "io"),
    "deep_objects": (safetensors(b'{"a":' * 100000), "io"),
    "deep_name": (safetensors({".".join("a" * 5000): GOOD}), "io"),
    "bytes_behind": (safetensors({"a": GOOD}, b"\0" * 9), "io"),
    "bytes_missing": (safetensors({"a": GOOD}, b"\0" * 7), "io"),
    "ten_thousand_at_one_place": (safetensors({str(i): GOOD for i in range(10000)}), "io"),
    "space_behind_the_header": (safetensors(json.dumps({"a": GOOD}).encode() + b"   "), None),
    "space_before_the_header": (safetensors(b"  " + json.dumps({"a": GOOD}).encode()), "io"),
    "text_behind_the_header": (safetensors(json.dumps({"a": GOOD}).encode() + b"x"), "io"),
    "header_of_0": (safetensors(b"", b""), "io"),
    "header_is_empty_object": (safetensors(b"{}", b""), None),
    "no_elements": (safetensors({"a": {"dtype": "F32", "shape": [2, 0], "data_offsets": [0, 0]}},
                                b""), None),
    "no_axes": (safetensors({"a": {"dtype": "F64", "shape": [], "data_offsets": [0, 8]}}), None),
    "metadata_is_a_list": (safetensors({"__metadata__": [], "a": GOOD}), "io"),
    "metadata_of_numbers": (safetensors({"__metadata__": {"a": 1}, "a": GOOD}), None),
    "half_bytes": (one(dtype="F4", shape=[16]), None),
    "six_bits": (one(dtype="F6_E2M3", shape=[8], data_offsets=[0, 6]), "io"),
    "bytes_overflow": (one(shape=[1 << 62]), "io"),
    "place_of_2_64": (one(data_offsets=[0, 2**64 - 1]), "io"),
    "one_place": (one(data_offsets=[0]), "io"),
    "three_places": (one(data_offsets=[0, 8, 16]), "io"),
    "name_in_a_name": (safetensors({"a": GOOD, "a.b": {**GOOD, "data_offsets": [8, 16]}},
                                   b"\0" * 16), None),
}


def npy(descr="'<f4'", shape="(2,)", data=EIGHT, order="False", version=1, length=None):
    head = f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}\n".encode()
    size = struct.pack("<H" if version == 1 else "<I", len(head) if length is None else length)
    return b"\x93NUMPY" + bytes([version, 0]) + size + head + data


NPY = {
    "good": (npy(), None),
    "empty": (b"", "io"),
    "magic_only": (b"\x93NUMPY", "io"),
    "objects": (npy("'|O'"), "io"),
    "records": (npy("[('a', '<f4')]"), None),
    "text": (npy("'<U3'"), "io"),
    "odd_dtype": (npy("'<q99'"), "io"),
    "version_9": (npy(version=9), "io"),
    "header_too_long": (npy(length=65535), "io"),
    "header_of_4_gb": (npy(version=2, length=2**32 - 1), "io"),
    "too_short": (npy(shape="(20,)"), "io"),
    "negative_size": (npy(shape="(-2,)"), "io"),
    "half_a_size": (npy(shape="(2.0,)"), "io"),
    "size_is_text": (npy(shape="('a',)"), "io"),
    "size_overflows": (npy(shape="(1099511627776, 1099511627776)"), "io"),
    "size_of_80_bits": (npy(shape="(999999999999999999999999,)"), "io"),
    "shape_never_closed": (npy(shape="(2"), "io"),
    "deep_shape": (npy(shape="(" * 10000, version=2), "io"),
    "order_is_no_bool": (npy(order="Maybe"), "io"),
    "300_axes": (npy(shape="(" + "1," * 300 + ")", data=EIGHT[:4]), "io"),
    "no_elements": (npy(shape="(0, 99999999999)", data=b""), None),
}


def npz(*entries):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in entries:
            file.writestr(zipfile.ZipInfo(name), data)
    return out.getvalue()


NPZ = {
    "good": (npz(("a.npy", npy())), None),
    "path_as_name": (npz(("../../x.npy", npy())), None),
    "objects": (npz(("a.npy", npy("'|O'"))), "io"),
    "no_array": (npz(("a.txt", b"hello")), None),
    "cut_off": (npz(("a.npy", npy()))[:-10], "io"),
    "bomb": (bomb(300), "memory"),
    "bomb_that_lies": (bomb(300, 200), "io"),
    "bomb_of_4_gb": (bomb(300, 0xfffffffe), "io"),
    "empty": (b"", "io"),
}

CSV = {
    "good": (b"a,b\n1,2\n", None),
    "empty": (b"", None),
    "ragged": (b"a,b\n1,2\n3\n", "io"),
    "quote_never_closed": (b'a,b\n"1,2\n', "io"),
    "two_columns_of_a_name": (b"a,a\n1,2\n", "io"),
    "not_utf8": (b"a,b\n\xff,1\n", "io"),
    "many_columns": (b",".join(b"c%d" % i for i in range(20000)) + b"\n"
                     + b",".join([b"1"] * 20000) + b"\n", None),
}

TOKENIZER = {"model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"]}}


def tokenizer(**changes):
    return json.dumps({**TOKENIZER, **changes}).encode()


def bpe(**changes):
    return tokenizer(model={**TOKENIZER["model"], **changes})


TOKENIZERS = {
    "good": (tokenizer(), None),
    "empty": (b"", "value"),
    "no_object": (b"[1, 2]", "value"),
    "cut_off": (tokenizer()[:-3], "value"),
    "not_utf8": (b'{"model": "\xff"}', "value"),
    "deep_lists": (b'{"model": ' + b"[" * 100000, "value"),
    "deep_normalizers": (b'{"model": {}, "normalizer": '
                         + b'{"type": "Sequence", "normalizers": [' * 90 + b"]}" * 90 + b"}",
                         "value"),
    "lacks_a_model": (b"{}", "value"),
    "vocabulary_is_text": (bpe(vocab="abc"), "value"),
    "id_of_2_63": (bpe(vocab={"a": 2**63}), "value"),
    "id_is_half": (bpe(vocab={"a": 0.5}), "value"),
    "merge_of_one": (bpe(merges=["a"]), "value"),
    "merge_of_unknown": (bpe(merges=["a c"]), "value"),
    "merge_is_number": (bpe(merges=[7]), "value"),
    "odd_type": (bpe(type="GPT"), "value"),
    "odd_version": (tokenizer(version="9"), "value"),
    "odd_normalizer": (tokenizer(normalizer={"type": "Magic"}), "value"),
    "pattern_is_none": (tokenizer(pre_tokenizer={
        "type": "Split", "pattern": {"Regex": "(["}, "behavior": "Isolated"}), "value"),
    "charsmap_lies": (tokenizer(normalizer={
        "type": "Precompiled", "precompiled_charsmap": "/////w=="}), "value"),
    "charsmap_is_no_base64": (tokenizer(normalizer={
        "type": "Precompiled", "precompiled_charsmap": "?"}), "value"),
    "template_of_unknown": (tokenizer(post_processor={
        "type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "x", "type_id": 0}}],
        "pair": []}), "value"),
    "unknown_id_outside": (tokenizer(model={"type": "Unigram", "unk_id": 5, "vocab": [["a", 0.0]]}),
                           "value"),
}


def proto(number, data):
    return bytes([number << 3 | 2, len(data)]) + data


def piece(text, kind=1):
    return proto(1, proto(1, text) + b"\x15\0\0\x80\xbf\x18" + bytes([kind]))


SENTENCES = {
    "good": (piece(b"<unk>", 2) + piece(b"a") + proto(2, b"\x18\1"), None),
    "empty_pieces": (proto(1, b""), "value"),
    "cut_off": (piece(b"<unk>", 2)[:-4], "value"),
    "length_of_2_63": (b"\x0a" + b"\xff" * 8 + b"\x7f", "value"),
    "endless_number": (b"\x0a" + b"\xff" * 20, "value"),
    "nothing_unknown": (piece(b"a"), "value"),
    "a_piece_twice": (piece(b"<unk>", 2) + piece(b"a") + piece(b"a"), "value"),
    "odd_kind": (piece(b"<unk>", 9), "value"),
    "not_utf8": (piece(b"\xff", 2), "value"),
    "odd_type": (piece(b"<unk>", 2) + proto(2, b"\x18\x63"), "value"),
    "bytes_are_missing": (piece(b"<unk>", 2) + proto(2, b"\x98\x02\1"), "value"),
}

KINDS = {"ckpt.load": ("safetensors", SAFETENSORS), "data.load_npy": ("npy", NPY),
         "data.load_npz": ("npz", NPZ), "data.read_csv": ("csv", CSV),
         "tokens.load": ("json", TOKENIZERS | {f"model_{k}": row for k, row in SENTENCES.items()})}

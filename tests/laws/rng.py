"""Property-based test: samples equal JAX's, bit for bit: with a key passed by value, by reference
once or twice, eager, jitted, mapped, and through a function that is statically unknown.

tests/laws/rng.txt has the results of jax.random; tests/peers/rng_law.py rewrites it. One comparison
is one number.
"""
import re
import struct

from law import Law

law = Law(__doc__)
SIZES = {"f32": 4, "bf16": 2, "f64": 8, "bool": 1}


def dtype_of(text):
    found = re.search(r"dtype = (\w+)", text)
    if found:
        return found.group(1)
    if "bernoulli" in text:
        return "bool"
    if "bits" in text:
        return "u32"
    return "f32" if text.startswith(("nn.", "rng.binomial")) else "i32"


def numbers(data, dtype):
    """The numbers with these hexadecimal bits."""
    raw = bytes.fromhex(data)
    size = SIZES.get(dtype) or int(dtype[1:]) // 8
    parts = [raw[i:i + size] for i in range(0, len(raw), size)]
    if dtype in ("f32", "bf16"):
        return [struct.unpack(">f", part.ljust(4, b"\0"))[0] for part in parts]
    if dtype == "f64":
        return [struct.unpack(">d", part)[0] for part in parts]
    if dtype == "bool":
        return [part != b"\0" for part in parts]
    return [int.from_bytes(part, "big", signed=dtype[0] == "i") for part in parts]


def read(text, dtype):
    """The numbers that a script printed, rounded to the dtype: they read back to their bits."""
    words = re.findall(r"[-+.\w]+", text)
    if dtype == "bool":
        return [word == "true" for word in words]
    if dtype in ("f32", "bf16"):
        return [struct.unpack(">f", struct.pack(">f", float(word)))[0] for word in words]
    return [float(word) if dtype == "f64" else int(word) for word in words]


# Each returns a statement that assigns `x`, from `key` (a let) or `place` (a var), with the text of
# the sampler's call.
VALUES = {
    "plain": "let x = {v}",
    "jit": "let x = jit(k => {v})(key)",
    "vmap": "let x = vmap(k => {v})(stack((rng.key(5), key)))[1]",
    "jit of vmap": "let x = jit(ks => vmap(k => {v})(ks))(stack((key, rng.key(5))))[0]",
    "a function": "fn f(k) = {v}\nlet x = f(key)",
}
PLACES = {
    "plain": "let x = {p}",
    "jit": "let f = jit((inout k) => {p})\nlet x = f(&k)",
    "vmap": "var ks = stack((rng.key(5), k))\nlet f = vmap((inout k) => {p})\nlet x = f(&ks)[1]",
    "a function": "fn f(inout k) = {p}\nlet x = f(&k)",
    "a loop": "var x = ()\nfor i in 0..1 { x = (...x, {p}) }\nx = x[0]",
}


def program(text, way, seed, form):
    lent = text.replace("(k,", "(&k,", 1)
    if way == "v":
        made = VALUES[form].replace("{v}", text)
        return f"let key = rng.key({seed})\n" + made.replace(text, text.replace("(k,", "(key,", 1)
                                                          if form == "plain" else text)
    before = "let first = rng.bits(&k)\n" if way == "p2" else ""
    return f"var k = rng.key({seed})\n{before}" + PLACES[form].replace("{p}", lent)


def shown_block(text, made):
    """The program in a block of its own; a bf16 prints as f32, whose digits determine all its bits.
    """
    x = "f32(x)" if "bf16" in text else "x"
    return f'{{\n{made}\nprint("@", "{{reshape({x}, (-1,))}}")\n}}'


rows = [line.rstrip("\n").split("\t") for line in open(__file__.replace(".py", ".txt"))]
law.random.shuffle(rows)
runs = []
for text, way, seed, data in rows:
    forms = list(VALUES if way == "v" else PLACES)
    chosen = forms if law.slow else law.random.sample(forms, 3)
    runs += [(text, way, seed, data, form) for form in chosen]

SHARE = 200  # programs in one process: each in a block of its own
for at in range(0, len(runs), SHARE):
    part = runs[at:at + SHARE]
    blocks = [shown_block(text, program(text, way, seed, form))
              for text, way, seed, _, form in part]
    status, out, said = law.run("\n".join(blocks))
    shown = out.split("@")[1:]
    if status != 0 or len(shown) != len(part):
        shown = []  # one of them failed: each alone
        for block in blocks:
            status, out, said = law.run(block)
            shown.append(out.partition("@")[2] if status == 0 else said)
    for (text, way, seed, data, form), answer in zip(part, shown):
        dtype = dtype_of(text)
        wanted = numbers(data, dtype)
        try:
            got = read(answer, dtype)
        except (ValueError, OverflowError):
            got = []
        got += [None] * (len(wanted) - len(got))
        for mine, theirs in zip(got, wanted):
            law.expect(mine == theirs, f"{text}, {way}, {form}",
                       f"{program(text, way, seed, form)}\ngot {answer[:200]}\nwanted {wanted[:9]}")
law.done()

"""The rows of tests/laws/tails.txt, and the error of a result in units of the last place."""
import math
import pathlib

TABLE = pathlib.Path(__file__).resolve().parents[1] / "laws/tails.txt"
# Digits (with the hidden one), smallest exponent of normal numbers, largest number.
DTYPES = {"f64": (53, -1022, float.fromhex("0x1.fffffffffffffp1023")),
          "f32": (24, -126, float.fromhex("0x1.fffffep127")),
          "bf16": (8, -126, float.fromhex("0x1.fep127")), "f16": (11, -14, 65504.0)}


def holds(dtype, x):
    digits, least, most = DTYPES[dtype]
    if x == 0 or not math.isfinite(x):
        return x == 0
    if abs(x) > most:
        return False
    last = max(math.frexp(x)[1] - 1, least) - digits + 1
    return (x / 2.0 ** last if last > -1022 else x * 2.0 ** 1000 / 2.0 ** (last + 1000)) % 1 == 0


def rows():
    """(expression, variable, [(arguments, texts of value and three derivatives)]) for each."""
    functions = []
    for line in TABLE.read_text().splitlines():
        parts = line.split("\t")
        if parts[0] == "f":
            functions.append((parts[1], parts[2], []))
        else:
            args = [float.fromhex(x) for x in parts[:-4]]
            functions[-1][2].append((args, parts[-4:]))
    return functions


def off(got, text, dtype, is_inner):
    """The error of got in units of the last place; None where it is unspecified, as for higher
    derivatives out of range: there parts of them may be opposite infinities."""
    if text == "-":
        return None
    digits, least, most = DTYPES[dtype]
    want, _, more = text.partition("@")
    want = float(want)
    unit_at = 2.0 ** (least - digits + 1) if least - digits > -1075 else 5e-324
    if is_inner and abs(want) >= most / 16:
        return None
    if abs(want) >= most:
        near = math.isfinite(got) and abs(got) >= most * (1 - 2.0 ** (6 - digits))
        return 0 if near or math.isinf(got) and (got > 0) == (want > 0) else math.inf
    if abs(want) < 2.0 ** least and abs(got) <= 2.0 ** (least + 1):
        return 0  # a subnormal number may be flushed to 0
    if math.isnan(got):
        return math.inf
    if math.isinf(got):
        return 0 if abs(want) >= most * (1 - 2.0 ** (3 - digits)) else math.inf
    if got == 0 and abs(want) >= 2.0 ** least:
        return math.inf
    exponent = math.frexp(want)[1] - 1 + int(more or 0) if want else least
    exponent = min(max(exponent, least), 1023)
    unit = max(math.ldexp(1.0, exponent - digits + 1), unit_at)
    # 2^-4 keeps the difference within range
    return abs(got * 0.0625 - want * 0.0625) / unit * 16

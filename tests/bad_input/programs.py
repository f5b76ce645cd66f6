"""StableHLO: JAX's tests of its primitives with wrong sizes, ranks, dtypes, attributes, and
operands. A program returns, or ends in an error at one of its lines; if this Python has JAX,
programs that the verifier of its MLIR rejects must be rejected here.
"""
import pathlib
import re
import subprocess
import tempfile

import calls
from clocks import HANGS_S

try:
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir import ir
except ImportError:
    mlir = None

TEXTS = pathlib.Path(__file__).resolve().parent.parent / "stablehlo" / "jax"
SHARE = 40
LIMITS = ["--time-limit", str(HANGS_S)] + ([] if calls.SANITIZED else ["--memory-limit", "500"])
TENSOR = re.compile(r"tensor<((?:[\d?]+x)*)((?:complex<)?\w+>?)>")
CONSTANT = re.compile(r"dense<[^>]*>( : tensor<(?:\d+x)*(complex<\w+>|\w+)>)")
HEADER = re.compile(r"func\.func private @program\((.*?)\) -> \((.*)\) \{\n")
# Its attributes describe a layout, which has no meaning here.
OPERATION = re.compile(r"^ *(?:%.*= )?\"?(?:stablehlo|chlo)\.(?!custom_call)\w+.*$", re.M)
SIZES = [0, 1, 2, 7, 2**31 - 1, 2**31, 2**32, 2**33 + 1, 2**62, 2**63 - 1]
DTYPES = ["f32", "f64", "bf16", "i1", "i8", "ui8", "i32", "i64", "ui32", "complex<f32>", "f8E4M3FN"]
# MLIR's errors about attributes that Rille does not read, about unused orders, repeated names,
# empty windows and indices, and unsigned numbers that are signed here.
NO_MATTER = re.compile(r"layout|unsigned integer type|comparator must return|redefinition of SSA|"
                       r"signless integer|Padding result in negative size|"
                       r"bound of dimension index_vector_dim")
NUMBERS = [-1, 0, 1, 2, 3, 5, 17, -2**31, 2**31, 2**32, 2**62, 2**63 - 1, -2**63]


def splat(dtype):
    return ("true" if dtype == "i1" else "(1.0, 0.0)" if dtype.startswith("complex") else
            "1" if "i" in dtype else "1.0")


def programs():
    """The function of each test with constants of one value, and a main that calls it."""
    out = {}
    for path in sorted(TEXTS.glob("*.mlir")):
        for text in path.read_text().split("// -----\n"):
            found = HEADER.search(text)
            if not found or len(text) > 60_000:
                continue
            types = [t[0] for t in re.finditer(r"tensor<[^>]*(?:<\w+>)?[^>]*>", found[1])]
            gives = [t[0] for t in re.finditer(r"tensor<[^>]*(?:<\w+>)?[^>]*>", found[2])]
            rest = re.sub(r"  func\.func private @judge\w*\(.*?\n  \}\n", "", text[found.start():],
                          flags=re.S)
            lines = [f"    %in{i} = stablehlo.constant dense<0> : {t}" for i, t in enumerate(types)]
            many = f":{len(gives)}" if len(gives) > 1 else ""
            outs = ", ".join(f"%o#{i}" if many else "%o" for i in range(len(gives)))
            names = ", ".join(f"%in{i}" for i in range(len(types)))
            lines.append(f"    %o{many} = func.call @program({names}) : ({', '.join(types)}) -> "
                         f"({', '.join(gives)})")
            lines.append(f"    return {outs} : {', '.join(gives)}")
            main = (f"module {{\n  func.func public @main() -> ({', '.join(gives)}) {{\n" +
                    "\n".join(lines) + "\n  }\n  ")
            whole = CONSTANT.sub(lambda c: f"dense<{splat(c[2])}>{c[1]}", main + rest)
            if len(whole) < 8000:
                for name in set(re.findall(r"(?:stablehlo|chlo)\.(\w+)", rest)):
                    out.setdefault(name, []).append(whole)
    return out


def types_changed(text, source, change, everywhere):
    """A text in which `change` modifies the sizes and dtypes of all types, or of one."""
    spans = list(TENSOR.finditer(text))
    at = source.randrange(len(spans)) if not everywhere else None
    count = iter(range(len(spans)))

    def other(found):
        sizes = re.findall(r"[\d?]+(?=x)", found[1])
        if at is not None and next(count) != at:
            return found[0]
        sizes, dtype = change(sizes, found[2])
        return f"tensor<{''.join(f'{n}x' for n in sizes)}{dtype}>"
    return TENSOR.sub(other, text)


def constants_mended(text):
    return CONSTANT.sub(lambda c: f"dense<{splat(c[2])}>{c[1]}", text)


def resized(text, source):
    known = sorted({n for found in TENSOR.finditer(text)
                    for n in re.findall(r"\d+(?=x)", found[1])})
    if not known:
        return text
    old, new = source.choice(known), str(source.choice(SIZES))
    everywhere = source.random() < 0.7
    return types_changed(text, source, lambda sizes, dtype: (
        [new if n == old else n for n in sizes], dtype), everywhere)


def reranked(text, source):
    more = source.choice([1, 12, 16, 17, 40])
    front = source.random() < 0.5
    return types_changed(text, source, lambda sizes, dtype: (
        ["1"] * more + sizes if front else sizes + ["1"] * more, dtype), source.random() < 0.6)


def retyped(text, source):
    new = source.choice(DTYPES)
    olds = sorted({found[2] for found in TENSOR.finditer(text)})
    old, everywhere = source.choice(olds), source.random() < 0.6
    return constants_mended(types_changed(text, source, lambda sizes, dtype: (
        sizes, new if dtype == old or not everywhere else dtype), everywhere))


def reattributed(text, source):
    """A number, or a list of numbers, between the name of an operation and its types."""
    spots = [(line.start() + m.start(), line.start() + m.end())
             for line in OPERATION.finditer(text)
             for m in re.finditer(r"(?<![\w%#<.x-])-?\d+(?![\w.>x])", line[0].split(" : ")[0])]
    if not spots:
        return text
    begin, end = source.choice(spots)
    new = str(source.choice(NUMBERS))
    roll = source.random()
    if roll < 0.2:
        new = f"{text[begin:end]}, {new}"
    elif roll < 0.3 and text[end:end + 2] == ", ":
        return text[:begin] + text[end + 2:]
    return text[:begin] + new + text[end:]


def reordered(text, source):
    """An operand replaced by another value, or one too many or too few."""
    spots = [m for m in re.finditer(r"%\w+(?:#\d+)?", text)]
    one, two = source.choice(spots), source.choice(spots)
    roll = source.random()
    new = two[0] if roll < 0.6 else f"{one[0]}, {two[0]}" if roll < 0.8 else ""
    return text[:one.start()] + new + text[one.end():]


CHANGES = [resized, resized, resized, reranked, retyped, reattributed, reattributed, reordered]


def ran(paths):
    """{path: verdict}: "" if it ran, otherwise its error with its position, or without."""
    command = [calls.RILLE, *LIMITS, "stablehlo", "run", "--mode", "eager", *paths, "/dev/null"]
    try:
        done = subprocess.run(command, capture_output=True, timeout=900)
    except subprocess.TimeoutExpired:
        return None, "hangs"
    out, err = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    if done.returncode < 0 or "error[bug]" in err or "Sanitizer" in err:
        return None, f"{done.returncode} {err[:600]}"
    held = dict.fromkeys(re.findall(r"^(.*): (?:no checks|\d+ checks? holds?)", out, re.M), "")
    for error, path in re.findall(r"^(error\[.*)\n +--> (.*?):\d+:\d+$", err, re.M):
        held.setdefault(path, error)
    return {path: held[path] for path in paths if path in held}, err


def verdicts(paths):
    """Errors with one cause are printed once: a program without an error of its own runs alone."""
    held, why = ran(paths)
    if held is None and len(paths) == 1:
        return {paths[0]: f"ends the run: {why}"}
    if held is None:
        half = len(paths) // 2
        return verdicts(paths[:half]) | verdicts(paths[half:])
    rest = [path for path in paths if path not in held]
    if len(paths) == 1:
        return {path: f"no verdict: {why[:300]}" for path in rest} | held
    return held | {path: verdict for one in rest for path, verdict in verdicts([one]).items()}


def verifier():
    """Why MLIR rejects a text; None without JAX."""
    if mlir is None:
        return None
    context = mlir.make_ir_context()

    def check(text):
        try:
            with context, ir.Location.unknown(context):
                ir.Module.parse(text).operation.verify()
            return ""
        except Exception as fault:  # for any exception, the text is rejected
            return str(fault)[:300]
    return check


def wrong_of(verdict, refusal):
    if verdict.startswith(("ends the run", "no verdict")):
        return verdict
    if refusal and not verdict and not NO_MATTER.search(refusal):
        return f"runs, but MLIR says: {refusal}"
    return ""


def check(source, count):
    texts, judge, wrong = programs(), verifier(), []
    names = sorted(texts)
    drawn = []
    for i in range(count):
        text = source.choice(texts[names[i % len(names)]])
        for _ in range(source.choice([1, 1, 2])):
            text = source.choice(CHANGES)(text, source)
        drawn.append((names[i % len(names)], text))
    with tempfile.TemporaryDirectory() as folder:
        for begin in range(0, count, SHARE):
            paths = []
            for i, (_, text) in list(enumerate(drawn))[begin:begin + SHARE]:
                paths.append(str(pathlib.Path(folder) / f"{i}.mlir"))
                pathlib.Path(paths[-1]).write_text(text)
            for path, verdict in verdicts(paths).items():
                name, text = drawn[int(pathlib.Path(path).stem)]
                why = wrong_of(verdict, judge(text) if judge else "")
                if why:
                    wrong.append(f"{name}: {why}\n{text[:3000]}")
    return wrong

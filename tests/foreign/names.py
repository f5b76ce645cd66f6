#!/usr/bin/env python3
"""Names of other libraries: a name that an error proposes exists and is the same word, or a row.

usage: tests/foreign/names.py [--write] [--all]
  RILLE_PEERS_PYTHON  a Python with NumPy, JAX, PyTorch, Optax and Flax, whose names are sampled;
                      without one only the names of WANTED are checked
  --write             writes vm/words/theirs.def: names of these libraries similar to one of ours
  --all               shows each proposal
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

RILLE = str(pathlib.Path(os.environ.get("RILLE", "build/rille")).resolve())
PYTHON = os.environ.get("RILLE_PEERS_PYTHON", "")
THEIRS = pathlib.Path("vm/words/theirs.def")
LIMIT_S = 300  # a guard against hangs
STRING = r'"(?:[^"\\]|\\.)*"'
DRAWN = """numpy numpy.linalg numpy.fft numpy.random jax jax.numpy jax.lax jax.nn jax.random
jax.tree jax.tree_util jax.nn.initializers jax.scipy.linalg jax.scipy.special jax.scipy.stats
jax.scipy.stats.beta jax.scipy.signal scipy.special scipy.stats scipy.linalg scipy.signal
scipy.optimize scipy.cluster.vq torch torch.nn torch.nn.functional torch.nn.init torch.optim
torch.linalg torch.fft torch.special torch.distributions torch.Tensor optax optax.losses
optax.contrib flax.nnx flax.core
math os os.path json itertools functools random time sys jax.export jax.debug""".split()

# The hint for a name in any build, as a part of its help; "": no proposal.
WANTED = {
    "np.identity": "`eye(n)`", "jnp.identity": "`eye(n)`", "jnp.rint": "`round(x)`",
    "jnp.nanargmin": "`argmin(where(isnan(x), inf, x))`",
    "jnp.nancumsum": "`cumsum(where(isnan(x), 0.0, x))`",
    "jnp.nanquantile": "`quantile(x, 0.5, where = not isnan(x))`",
    "torch.nn.GRU": "`nn.rnn(nn.gru_cell(&key, n, m))`",
    "torch.nn.GRUCell": "`nn.gru_cell(&key, n, m)`", "torch.long": "`i64`",
    "torch.scatter": "`x[i] = 1.0`", "jax.custom_gradient": "`custom_vjp`",
    "jax.lax.cumlogsumexp": "`associative_scan", "jax.scipy.linalg.polar": "`linalg.svd(",
    "jax.config.update": "", "flax.core.freeze": "", "torch.onnx.export": "`stablehlo.save`",
    "scipy.cluster.vq.kmeans": "", "PIL.Image.open": "`image.load`", "jnp.insert": "`concat(",
    "jnp.invert": "`bits.not", "jnp.choose": "`where(", "jnp.partition": "`sort(x)`",
    "jnp.apply_along_axis": "`vmap(f)(x)`", "torch.nn.GELU": "`nn.gelu`",
    "torch.optim.Adagrad": "`optim.adagrad`",
    "torch.nn.AdaptiveAvgPool2d": "`nn.adaptive_avg_pool`",
    "jax.scipy.linalg.lu_factor": "`linalg.lu(", "scipy.special.iv": "",
    "nn.MaxPool": "`nn.max_pool`", "jax.scipy.stats.beta.logpdf": "special.betaln(",
    "jax.scipy.stats.gamma.logcdf": "", "torch.bernoulli": "`rng.bernoulli`", "torch.Stream": "",
    "torch.cond": "write `if", "jnp.poly": "", "scipy.stats.beta": "",
    "torch.nn.Identity": "`x => x`", "np.var": "`x.var()`", "flax.nnx.data": "", "math.tau": "",
    "jnp.argmxa": "`argmax`", "jax.random.nromal": "`rng.normal", "np.concatenat": "`concat(",
    "optax.adamm": "`optim.adam", "np.linalg.slogdett": "`linalg.slogdet",
    "jnp.reciprocl": "`1 / x`",
}


def table(path, pattern):
    """Rows of a table, of which a long one spans two lines."""
    text = "".join(each.read_text() for each in sorted(pathlib.Path("vm/words").glob(path)))
    return re.findall(pattern, re.sub(r'"\n\s+"', "", text), re.M)


def said_by_rows():
    rows = table("foreign.def", rf'^FOREIGN\((\w+),\s+"([\w ]+)",\s+({STRING})\)$')
    foreign = {word: (languages, json.loads(said)) for word, languages, said in rows}
    dotted = {json.loads(path): json.loads(said) for path, said in
              table("dotted*.def", rf"^DOTTED\(({STRING}),\s+({STRING})\)$")}
    packages = {(module, word): json.loads(said) for module, word, said in
                table("packages.def", rf"^PACKAGE_NAME\((\w+), (\w+),\s+({STRING})\)$")}
    return foreign, dotted, packages


def drawn():
    """Names of the installed libraries, written as their users write them."""
    if not PYTHON:
        return []
    program = f"""
import importlib
for path in {DRAWN!r}:
    try:
        held = importlib.import_module(path)
    except ImportError:
        above, _, word = path.rpartition(".")
        try:
            held = getattr(importlib.import_module(above), word)
        except (ImportError, AttributeError):
            continue
    for word in dir(held):
        if word[0] != "_" and word.isascii():
            print(path + "." + word)
"""
    done = subprocess.run([PYTHON, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout.split()


def told(paths):
    """The help of each name: `rille` reports 50 errors of a file, and merges similar lines."""
    out, left = {}, list(paths)
    with tempfile.TemporaryDirectory() as folder:
        script = pathlib.Path(folder, "names.rille")
        while left:
            part, left = left[:45], left[45:]
            script.write_text("".join(f"print({path})\n" for path in part))
            done = subprocess.run([RILLE, "run", str(script)], capture_output=True, text=True,
                                  timeout=LIMIT_S)
            known = {}
            for line, said, more in re.findall(
                    r":(\d+):\d+\n(?:.*\n)*?  help: (.*)\n(?:  and .* in lines? (.*)\n)?",
                    done.stderr):
                numbers = [int(n) for n in [line, *more.split(", ")] if n.isdigit()]
                known |= {part[n - 1]: said for n in numbers}
            out |= known
            left += [path for path in part if path not in known] if known else []
    return out


def spelling(word):
    """`AdaptiveAvgPool2d` and `adaptive_avg_pool` are one word."""
    plain = word.lower().replace("_", "")
    return plain[:-2] if re.search(r"..[123]d$", plain) else plain


def proposed(said):
    """The proposed Rille names in a help that no row contains."""
    found = re.match(r"^did you mean (.*)\?$", said) or re.match(r"^(`\w+`) needs no module", said)
    return re.findall(r"`([^`]+)`", found[1]) if found else []


SHORT = {"numpy": "np", "jax.numpy": "np", "jnp": "np", "jax.scipy": "scipy",
         "lax": "jax.lax", "torch.special": "scipy.special"}


def whole(path):
    for short in ("jax.numpy", "jax.scipy", "torch.special", "numpy", "jnp", "lax"):
        if path.startswith(f"{short}."):
            return SHORT[short] + path[len(short):]
    return path


def reason(path, said, rows):
    """Why a row may propose it: for the name itself, its module, or its last word; "": it may not.
    """
    foreign, dotted, packages = rows
    path = whole(path)
    if path.startswith("torch.") and path not in dotted:
        path = path.removesuffix("_")  # x.square_() is x.square() in place
    base, _, word = path.rpartition(".")
    root = path.split(".")[0]
    forms = {said, *re.findall(r"^(?:did you mean|in Rille:) (.*?)\??$", said)}
    if {dotted.get(path), dotted.get(f"{path}_"), dotted.get(base)} & forms:
        return "whole"
    package = {"optax": "optim", "flax": "nn", "grain": "data", "orbax": "ckpt"}.get(root)
    if packages.get((package, word)) in forms:
        return "package"
    alike = [row for row in foreign if spelling(row) == spelling(word)]
    languages, text = foreign.get(word, foreign[alike[0]] if alike else ("", ""))
    theirs = {"np": {"numpy", "jax"}, "jax": {"numpy", "jax"}, "torch": {"torch"}, "flax": {"jax"},
              "optax": {"jax"}, "scipy": set()}.get(root, {"python"})
    if text in forms and theirs & set(languages.split()):
        return "word"
    for at, text in dotted.items():
        above, _, last = at.rpartition(".")
        is_kin = above.startswith(base) or base.startswith(above)
        if last == word and is_kin and text in forms:
            return "kin"
    return ""


def fault_of(path, said, rows, ours):
    if reason(path, said, rows):
        return ""
    word = path.rpartition(".")[2]
    for name in proposed(said):
        if name not in ours:
            return f"`{name}` is no name here"
        last = name.rpartition(".")[2]
        starts = {spelling(last[:at]) for at, c in enumerate(last) if c == "_"}
        is_start = word[0].isupper() and spelling(word) in starts
        if spelling(last) != spelling(word) and not is_start:
            return f"`{name}` is another word"
    if not proposed(said) and not re.search(r"`help[^`]*` lists what is available$", said):
        return f"a row of another library says: {said}"
    return ""


def names_here():
    done = subprocess.run([RILLE, "help", "--json"], capture_output=True, text=True,
                          timeout=LIMIT_S)
    names = {row["name"] for row in json.loads(done.stdout)}
    modules = {name.rpartition(".")[0] for name in names if "." in name}
    return names | modules | {"pi", "inf", "nan", "error"}


def is_near(a, b, most):
    """Whether few letters are inserted, deleted, replaced, or transposed."""
    if abs(len(a) - len(b)) > most:
        return False
    before, above = [], list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (x != y)))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                row[-1] = min(row[-1], before[j - 2] + 1)
        before, above = above, row
    return above[-1] <= most


def near_ours(paths, rows, ours):
    """Their words that could be a typing error for a name with a counterpart."""
    foreign, dotted, _ = rows
    words = {name.rpartition(".")[2] for name in ours} | set(foreign)
    words |= {path.rpartition(".")[2] for path in dotted}
    by_length = {}
    for word in sorted(words):
        by_length.setdefault(len(spelling(word)), set()).add(spelling(word))
    out = set()
    for word in {path.rpartition(".")[2] for path in paths}:
        if len(spelling(word)) < 3:
            continue
        plain = spelling(word)
        most = 2 if len(plain) >= 8 else 1
        near = (other for size in range(len(plain) - most, len(plain) + most + 1)
                for other in by_length.get(size, ()))
        if any(is_near(plain, other, most) and other != plain for other in near):
            out.add(word)
    return sorted(out)


def written(words):
    lines, line = [], ""
    for word in words:
        if len(line) + len(word) > 86:
            lines, line = [*lines, line], ""
        line += f" {word}" if line else word
    lines.append(line)
    return ("// Words of other libraries that are similar to words of Rille.\n"
            "// NumPy, JAX, SciPy, PyTorch, Optax, Flax, or Python has them: no misspellings.\n"
            "// Generated from the installed packages by `tests/foreign/names.py --write`.\n"
            "// THEIRS(words): a list of words, in order.\n"
            + "".join(f'THEIRS("{line}")\n' for line in lines) + "#undef THEIRS\n")


def main():
    rows, ours, paths = said_by_rows(), names_here(), drawn()
    if "--write" in sys.argv:
        assert paths, "RILLE_PEERS_PYTHON names the Python whose libraries are read"
        THEIRS.write_text(written(near_ours(paths, rows, ours)))
        return 0
    faults, helps = [], told(paths)
    for path, said in helps.items():
        if "--all" in sys.argv:
            print(path, reason(path, said, rows) or "-", said, sep=" | ")
        fault = fault_of(path, said, rows, ours)
        faults += [f"{path}: {fault}"] if fault else []
    for path, said in told(list(WANTED)).items():
        if not (WANTED[path] in said if WANTED[path] else not proposed(said)):
            faults.append(f"{path}: wanted {WANTED[path] or 'nothing'}, it says: {said}")
    missing = set(paths) - set(helps)
    faults += [f"{path}: no help" for path in sorted(missing)]
    some = sum(bool(proposed(said) or reason(path, said, rows)) for path, said in helps.items())
    print("\n".join(faults[:None if "--all" in sys.argv else 40]))
    print(f"{len(paths)} names drawn, {some} with a proposal")
    count = len(paths) + len(WANTED)
    print(f"{count - len(faults)} passed, {len(faults)} failed")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())

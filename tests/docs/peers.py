#!/usr/bin/env python3
"""Runs the Python boxes of docs/thinking/ and compares them with the Rille boxes below them.

usage: tests/docs/peers.py [--bless]

The output of a box must equal its `#>` lines; the numbers of the following Rille box, whose output
tests/docs/run checks, start with the same ones. With --bless the marks are rewritten. Needs Python
with numpy, jax, and torch: the one that RILLE_PEERS_PYTHON names, or this one; a box whose module
is missing is skipped with a message.
"""
import sys

sys.path.pop(0)  # this directory, whose files have names of modules
import contextlib  # noqa: E402
import io  # noqa: E402
import os  # noqa: E402
import pathlib  # noqa: E402
import re  # noqa: E402

PYTHON = os.environ.get("RILLE_PEERS_PYTHON")
if PYTHON and "RILLE_PEERS_STARTED" not in os.environ:
    os.execve(PYTHON, [PYTHON, *sys.argv], {**os.environ, "RILLE_PEERS_STARTED": "1"})
os.environ.setdefault("JAX_PLATFORMS", "cpu")

PAGES = sorted((pathlib.Path(__file__).resolve().parents[2] / "docs/thinking").glob("*.md"))
BOX = re.compile(r"^```(python|rille)\n(.*?)^```\n", re.M | re.S)
NUMBER = re.compile(r"(?<![\w.])-?(?:\d+\.?\d*(?:e[-+]?\d+)?|\.\d+|inf|nan)")
WORDS = re.compile(r"dtype=\w+|weak_type=\w+|torch\.Size|shape=|size=")


def without_marks(box):
    """The code, and the text of its marks, by the line of code to which they belong."""
    code, wanted = [], {}
    for line in box.splitlines():
        text, mark, said = line.partition("#>")
        if mark and not text.strip():
            wanted[len(code)] = wanted.get(len(code), "") + "\n" + said.strip()
            continue
        code.append(text.rstrip() if mark else line)
        if mark:
            wanted[len(code)] = said.strip()
    return code, wanted


def printed(code):
    """The output of each line; a call over several lines counts at its last one."""
    out = {}

    def note(*values, **options):
        with contextlib.redirect_stdout(io.StringIO()) as text:
            print(*values, **options)
        line = sys._getframe(1).f_lineno
        out[line] = out.get(line, "") + text.getvalue()

    exec(compile("\n".join(code), "box", "exec"), {"print": note})
    return out


def fits(wanted, seen):
    """The same words; `...` at an end stands for any rest."""
    wanted, seen = " ".join(wanted.split()), " ".join(seen.split())
    head, dots, _ = wanted.partition("...")
    return seen.startswith(head) if dots else wanted == seen


def marked(code, seen, wanted):
    lines = []
    for number, line in enumerate(code, 1):
        said = seen.get(number, "").rstrip("\n").splitlines()
        if number in wanted and "..." in wanted[number]:
            said = wanted[number].splitlines()
        column = max(len(line) + 1, 45) if said else 0
        lines.append(f"{line:<{column}}#> {said[0]}" if said else line)
        lines += [" " * column + f"#> {more}" for more in said[1:]]
    return "".join(f"{line}\n" for line in lines)


def numbers(text):
    """The numbers of a box, up to `...`."""
    return [float(n) for n in NUMBER.findall(WORDS.sub("", text).split("...")[0])]


def near(a, b):
    return a == b or (a != a and b != b) or abs(a - b) <= 1e-4 * max(abs(a), abs(b))


def faults(page):
    """The errors in each of its pairs of boxes, and the page with new marks."""
    text, found, skipped = page.read_text(), [], 0
    boxes = list(BOX.finditer(text))
    out, at = "", 0
    for i, box in enumerate(boxes):
        if box[1] != "python":
            continue
        where = f"{page.name}, line {text.count(chr(10), 0, box.start()) + 1}"
        code, wanted = without_marks(box[2])
        try:
            seen = printed(code)
        except ImportError as missing:
            print(f"skipped: {where}: {missing}")
            skipped += 1
            continue
        except Exception as fault:  # any exception in a box is its failure
            found.append(f"{where}: {type(fault).__name__}: {fault}")
            continue
        out += text[at:box.start(2)] + marked(code, seen, wanted)
        at = box.end(2)
        if "--bless" in sys.argv[1:]:
            wanted = {line: wanted[line] if "..." in wanted.get(line, "") else said
                      for line, said in seen.items()}
        wrong = [f"line {n}: wanted {wanted.get(n)!r}, saw {seen.get(n)!r}"
                 for n in sorted({*seen, *wanted})
                 if not fits(wanted.get(n, ""), seen.get(n, ""))]
        ours = boxes[i + 1][2] if i + 1 < len(boxes) and boxes[i + 1][1] == "rille" else ""
        theirs = numbers("\n".join(wanted.values()))
        mine = numbers("\n".join(re.findall(r"#> ?(.*)", ours)))
        if len(mine) < len(theirs) or not all(map(near, mine, theirs)):
            wrong.append(f"the box below says {mine}, this one {theirs}")
        found.append("; ".join([where] + wrong) if wrong else "")
    return found, skipped, out + text[at:]


def main():
    passed = failed = 0
    for page in PAGES:
        found, _, anew = faults(page)
        if "--bless" in sys.argv[1:]:
            page.write_text(anew)
        for fault in found:
            passed, failed = passed + (not fault), failed + bool(fault)
            if fault:
                print(fault)
    print(f"{passed} passed, {failed} failed")
    return failed != 0


sys.exit(main())

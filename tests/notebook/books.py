"""The notebooks of notebooks/: run, compared, rewritten."""
import copy
import difflib
import functools
import pathlib
import re

import nbformat
from nbclient import NotebookClient

from client import HANGS_S, installed

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "notebooks"
# Parts that differ between runs and machines.
UNITS = r"ns|us|ms|steps/s|s/step|s|GB/s|GFLOP/s|MB/s"
MASKS = [(re.compile(rf"\d[\d.]*(e[-+]\d+)? ?({UNITS})\b"), "<time>"),
         (re.compile(r"runs \d+"), "runs <n>")]


def path_of(name):
    return FOLDER / (name if name.endswith(".ipynb") else name + ".ipynb")


def run(book):
    """A copy of it with the outputs of a new kernel."""
    installed()
    book = copy.deepcopy(book)
    NotebookClient(book, kernel_name="rille", timeout=3 * HANGS_S,
                   resources={"metadata": {"path": str(FOLDER)}}).execute()
    return book


def masked(text):
    for pattern, word in MASKS:
        text = pattern.sub(word, text)
    return text


def lines_of(cell):
    """The outputs of a cell as comparable lines: images by their text only, from which they are
    drawn."""
    out = []
    for it in cell.get("outputs", ()):
        if it["output_type"] == "stream":
            out.append(f"{it['name']}: {it['text']}")
        elif it["output_type"] == "error":
            out.append("\n".join(it["traceback"]))
        else:
            data = it["data"]
            out.append(f"{it['output_type']}: {sorted(set(data) - {'image/png'})}")
            out.append(data.get("text/plain", ""))
            out.append(data.get("text/html", ""))
    if "varies" in cell["metadata"].get("tags", ()):  # only the kinds of outputs are compared
        kinds = ("stdout", "display", "execute")
        return [line.split(":")[0] for line in out if line.startswith(kinds)]
    return [line for part in out for line in masked(part).splitlines()]


def compare(name):
    held = nbformat.read(path_of(name), as_version=4)
    nbformat.validate(held)
    assert (held["nbformat"], held["nbformat_minor"]) == (4, 5)
    got = run(held)
    for number, (was, now) in enumerate(zip(held["cells"], got["cells"])):
        if was["cell_type"] != "code":
            continue
        assert was["outputs"] or not now["outputs"], f"cell {number} is stored without its outputs"
        diff = list(difflib.unified_diff(lines_of(was), lines_of(now), "stored", "run", "", "", 1))
        assert not diff, f"cell {number}:\n" + "\n".join(diff)[:1500]


def slim(data):
    """A chart is stored as SVG; as PNG it would be ten times as large."""
    if "image/svg+xml" in data:
        data.pop("image/png", None)


def bless(names):
    for path in sorted(path_of(n) for n in names) if names else sorted(FOLDER.glob("*.ipynb")):
        book = run(nbformat.read(path, as_version=4))
        for cell in book["cells"]:
            cell["metadata"].pop("execution", None)  # times
            for output in cell.get("outputs", ()):
                slim(output.get("data", {}))
        nbformat.write(book, path)
        print(f"{path.name}: written")
    return 0


def checks():
    return [(f"the notebook {path.stem} gives what it holds", functools.partial(compare, path.stem))
            for path in sorted(FOLDER.glob("*.ipynb"))]

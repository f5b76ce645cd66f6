#!/usr/bin/env python3
"""Writes docs/parity.md and vm/words/packages.def from tests/docs/parity.txt.

usage: tests/docs/parity.py [--check]

With --check nothing is written; the exit status is 0 if both are current. Names in the table must
exist in the records in stdlib/.
"""
import collections
import json
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE, PAGE = ROOT / "tests/docs/parity.txt", ROOT / "docs/parity.md"
WORDS = ROOT / "vm/words/packages.def"
FORMS = ROOT / "tests/conformance"
WORST = ROOT / "tests/peers/worst.json"
AREAS = {"optax": "optim", "flax": "nn", "grain": "data", "orbax": "ckpt", "safetensors": "ckpt"}
JUDGES = {"optax": ["trajectories", "losses", "schedules", "helpers"],
          "flax": ["layers", "norms", "recurrence", "products", "attention", "positions",
                   "experts", "metrics", "models"],
          "grain": ["streams", "sources", "tables"],
          "orbax": ["files", "checkpoints", "managers"], "safetensors": ["files", "checkpoints"]}
INTRO = """# Parity with Optax, Flax, Grain, Orbax and safetensors

This page lists every public name of Optax, Flax NNX, Grain, Orbax and safetensors. Each has its
equivalent in Rille, or the reason why it is omitted, or the note that it is missing.
`tests/docs/parity.py` makes the page from `tests/docs/parity.txt`, and looks up each name in the
records of the library.

- An equivalent without a name of its own (an annotation, a field, an expression) is tested in
  `tests/conformance`, with the comment `# parity: package name`.
- Functions with a name are compared with the package itself, on random inputs, by the tables of
  `tests/peers/run` that each section names.
- Optimizer states are records with Optax's field names.
"""
JUDGED = """## Comparisons and largest errors
The table has the results of `tests/peers/run --only TABLE --draws N --seed S --worst`: the number
of compared results, and the largest error for each dtype. An error is the maximum difference in an
array, divided by its largest element, or by 0.1 if that is less.

- A float32 result with an error above 2e-6 is compared with the package's float64 result. Its
  difference may be at most 1e-6 plus twice the difference of the package's own float32 result.
- `bits` means that bits, strings, indices or errors are compared, and that all are equal.
- Trajectories compare the parameters after five steps on random problems. They may diverge as far
  as the package's own parameters do after a change of one ulp at the start.
- `tests/crash` tests crashes.

| Table | Packages | Draws | Seed | Compared | Different | Largest error |
| --- | --- | --- | --- | --- | --- | --- |
"""


def known():
    """Every name that a script can use, from the records."""
    text = "".join(path.read_text() for path in (ROOT / "stdlib").rglob("*.cpp"))
    text += "".join(path.read_text() for path in (ROOT / "stdlib").rglob("*.def"))
    names = set(re.findall(r'\.(?:name|signature) =\s*"([\w.]+)', text))
    for area, row in re.findall(r"(?:BUILTIN|STRUCT)\(([a-z]+)_(\w+)\)", text):
        names.add(f"{area}.{row}")
    return names


def is_form(ours):
    """Whether the equivalent is neither a name of the library nor the record of a state."""
    return not ours.startswith("=") and ours not in ("-", "?", "record")


def rows():
    for line in TABLE.read_text().splitlines():
        if not line.startswith("#"):
            yield (line.split(" | ") + ["", ""])[:4]


def forms():
    """(package, name) of each form that a script shows: by `# parity: package name, …`."""
    for path in FORMS.glob("*.rille"):
        for package, names in re.findall(r"^# parity: (\S+) (.+)$", path.read_text(), re.M):
            for name in names.split(", "):
                yield package, name.strip()


def judged():
    """The recorded rows of the tables of tests/peers."""
    tables = json.loads(WORST.read_text())
    for name in dict.fromkeys(name for names in JUDGES.values() for name in names):
        if name not in tables:
            continue
        row = tables[name]
        whose = ", ".join(package for package, names in JUDGES.items() if name in names)
        errors = ", ".join(f"{off:.2g} ({kind})" for kind, off in sorted(row["worst"].items())
                           if off > 0) or "bits"
        yield (f"| `{name}` | {whose} | {row['draws']} | {row['seed']} | {row['compared']} | "
               f"{row['failed']} | {errors} |")


def said(package, name, ours, remark, names):
    """(kind, text of the page)"""
    if ours == "-":
        return "by design not", remark
    if ours == "?":
        return "to come", remark
    if ours.startswith("="):
        word = ours.lstrip("=?") or f"{AREAS[package.split('.')[0]]}.{name}"
        if word not in names and not ours.startswith("=?"):
            sys.exit(f"{TABLE.name}: {package}.{name}: there is no {word}")
        if word not in names:
            return "to come", remark
        return "have", f"`{word}`" + (f", {remark}" if remark else "")
    return "have", ours + (f": {remark}" if remark else "")


def page():
    names, shown = known(), set(forms())
    parts, counts = collections.defaultdict(list), collections.Counter()
    for package, name, ours, remark in rows():
        if is_form(ours) and (package, name) not in shown:
            sys.exit(f"{TABLE.name}: {package}.{name}: no script shows {ours}")
        kind, text = said(package, name, ours, remark, names)
        counts[package, kind] += 1
        cells = {"have": text, "by design not": f"omitted: {text}",
                 "to come": "missing" + (f": {text}" if text else "")}
        parts[package].append(f"| `{name}` | {cells[kind]} |".replace("||", "\\|\\|"))
    kinds = ("have", "by design not", "to come")
    lines = [INTRO, "| Package | Names | Available | Omitted by design | Missing |",
             "| --- | --- | --- | --- | --- |"]
    for package in parts:
        row = [counts[package, kind] for kind in kinds]
        lines.append(f"| {package} | {sum(row)} | {' | '.join(map(str, row))} |")
    have, all_names = sum(counts[p, "have"] for p in parts), sum(counts.values())
    lines += [f"| all | {all_names} | {have}, {100 * have / all_names:.1f} % | "
              f"{sum(counts[p, 'by design not'] for p in parts)} | "
              f"{sum(counts[p, 'to come'] for p in parts)} |"]
    lines += ["", JUDGED + "\n".join(judged())]
    for package, some in parts.items():
        judge = ", ".join(f"`{name}`" for name in JUDGES[package.split(".")[0]])
        lines += ["", f"## {package}", f"Compared by {judge}.", "", f"| {package} | Rille |",
                  "| --- | --- |", *some]
    return "\n".join(lines) + "\n"


HEAD = """// Names of other packages, with their equivalents in Rille.
// tests/docs/parity.py writes this file from tests/docs/parity.txt.
// PACKAGE_NAME(module, word, said): the module where a user looks for the name.
"""


def told(ours, remark):
    """The text of the error for the foreign name: a name of Rille, an expression, or words."""
    if ours == "record":
        return "a record in `opt.state`, with the same field names"
    text = f"`{ours.lstrip('=?')}`" if ours.startswith("=") else ours
    return (text + (f": {remark}" if remark else "")).replace("\\|", "|")


def words():
    """The rows of packages.def: names that differ in Rille."""
    names, found = known(), {}
    for package, name, ours, remark in rows():
        module, word = AREAS[package.split(".")[0]], name.split(".")[-1]
        if ours in ("-", "?", "=", "=?") or f"{module}.{word}" in names:
            continue
        found.setdefault((module, word), told(ours, remark))
    for (module, word), text in sorted(found.items()):
        text = text.replace("\\", "\\\\").replace('"', '\\"')
        line = f'PACKAGE_NAME({module}, {word}, "{text}")'
        if len(line) > 100:
            pieces = textwrap.wrap(text, 80, drop_whitespace=False)
            line = f"PACKAGE_NAME({module}, {word},\n" + "\n".join(
                f'             "{piece}"' for piece in pieces) + ")"
        yield line


def main():
    made = {PAGE: page(), WORDS: HEAD + "\n".join(words()) + "\n"}
    if "--check" in sys.argv:
        sys.exit(any(path.read_text() != text for path, text in made.items()))
    for path, text in made.items():
        path.write_text(text)


main()

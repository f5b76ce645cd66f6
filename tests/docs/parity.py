#!/usr/bin/env python3
"""Writes docs/parity.md of tests/docs/parity.txt. usage: tests/docs/parity.py [--check]

With --check nothing is written: the exit status says whether the page is what the table says. That
a name which the table gives is there is read from the records in stdlib/.
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE, PAGE = ROOT / "tests/docs/parity.txt", ROOT / "docs/parity.md"
AREAS = {"optax": "optim", "flax": "nn", "grain": "data"}
JUDGES = {"optax": "`trajectories`, `losses`, `schedules`, `helpers`",
          "flax": "`layers`, `norms`, `recurrence`, `products`, `attention`, `positions`, "
                  "`experts`, `metrics`, `models`", "grain": "`streams`, `sources`, `tables`",
          "orbax": "`files` and tests/crash", "safetensors": "`files`"}
INTRO = """# Names that users come with

Every public name of Optax, Flax NNX, Grain, Orbax and safetensors: what it is here, why it is not,
or that it is still to come. Made of `tests/docs/parity.txt` by `tests/docs/parity.py`, which looks
each name up among the records of the library. What is here is compared with the package itself, on
drawn inputs, by the tables of `tests/peers/run` that stand beside each heading; the states of
optimizers are records with Optax's names in them.
"""


def known():
    """Every name that a script can use, from the records."""
    text = "".join(path.read_text() for path in (ROOT / "stdlib").rglob("*.cpp"))
    text += "".join(path.read_text() for path in (ROOT / "stdlib").rglob("*.def"))
    names = set(re.findall(r'\.(?:name|signature) =\s*"([\w.]+)', text))
    for area, row in re.findall(r"(?:BUILTIN|STRUCT)\(([a-z]+)_(\w+)\)", text):
        names.add(f"{area}.{row}")
    return names


def rows():
    for line in TABLE.read_text().splitlines():
        if not line.startswith("#"):
            yield (line.split(" | ") + ["", ""])[:4]


def said(package, name, ours, remark, names):
    """(kind, what the page says)"""
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
    names, parts, counts = known(), collections.defaultdict(list), collections.Counter()
    for package, name, ours, remark in rows():
        kind, text = said(package, name, ours, remark, names)
        counts[package, kind] += 1
        shown = {"have": text, "by design not": f"not: {text}",
                 "to come": "to come" + (f": {text}" if text else "")}
        parts[package].append(f"| `{name}` | {shown[kind]} |".replace("||", "\\|\\|"))
    kinds = ("have", "by design not", "to come")
    lines = [INTRO, "| package | names | have | by design not | to come |",
             "| --- | --- | --- | --- | --- |"]
    for package in parts:
        row = [counts[package, kind] for kind in kinds]
        lines.append(f"| {package} | {sum(row)} | {' | '.join(map(str, row))} |")
    for package, some in parts.items():
        judge = JUDGES[package.split(".")[0]]
        lines += ["", f"## {package}", f"Judged by {judge}.", "", f"| {package} | here |",
                  "| --- | --- |", *some]
    return "\n".join(lines) + "\n"


def main():
    text = page()
    if "--check" in sys.argv:
        sys.exit(PAGE.read_text() != text)
    PAGE.write_text(text)


main()

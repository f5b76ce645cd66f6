#!/usr/bin/env python3
"""Checks prose against the glossary of docs/style.md. usage: .ci/words.py [--record | --list TERM]

Each row of .ci/words.txt forbids a phrase in a scope and gives the standard term, with the number
of remaining places. More places fail with file, line, and term; fewer places fail too, until
--record writes the lower number, so that the numbers only fall. --list prints the places of the
rows whose pattern or term contains TERM.

Scopes: `docs` is Markdown outside of code and the text cells of notebooks, `strings` the string
literals of sources, `comments` their comments, `prose` all three, `records` the pages generated
from the records, `types` the names of types, `names` all identifiers. Sentences, table cells,
headings, and the form of records are counted by checks named here, whose rows have the pattern
`check:NAME`.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys

TABLE = pathlib.Path(".ci/words.txt")
SOURCES = ("vm", "lang", "jit", "backends", "stdlib", "repl")
PROSE = ("docs", "strings", "comments")
MAX_CELL_WORDS, MAX_SENTENCE_WORDS, MAX_BRIEF_WORDS = 25, 35, 15
SHOWN = 5

Row = collections.namedtuple("Row", "left scope pattern term allowed")
TOKEN = re.compile(r'(?P<comment>//[^\n]*|/\*.*?\*/)|R"(?P<mark>\w*)\((?P<raw>.*?)\)(?P=mark)"'
                   r'|"(?P<string>(?:\\.|[^"\\\n])*)"|\'(?:\\.|[^\'\\\n])\'', re.S)
LUA = re.compile(r'(?P<comment>--[^\n]*)|"(?P<string>(?:\\.|[^"\\\n])*)"(?P<raw>)')
TYPE = re.compile(r"^(?:struct|class|enum class)\s+(\w+)\s*(?:final\s*)?(?::[^;]*)?\{", re.M)


def rows():
    for line in TABLE.read_text().splitlines():
        if line and not line.startswith("#"):
            left, scope, pattern, term, *allowed = line.split("\t")
            yield Row(int(left), scope, pattern, term, (allowed or [""])[0].split())


def tracked(*patterns):
    out = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "--",
                          *patterns], capture_output=True, text=True, check=True).stdout
    return [p for p in map(pathlib.Path, out.splitlines()) if p.exists()]


def blanked(found):
    return re.sub(r"[^\n]", " ", found.group(0))


def prose_of_page(text):
    """The text of a page with its code replaced by spaces."""
    text = re.sub(r"^(```|~~~).*?^\1[^\n]*$", blanked, text, flags=re.S | re.M)
    text = re.sub(r"`[^`\n]*`", lambda found: "`" + " " * (len(found.group(0)) - 2) + "`", text)
    return re.sub(r"\]\([^)\n]*\)", blanked, text)


def prose_of_notebook(text):
    cells = json.loads(text)["cells"]
    return prose_of_page("\n".join("".join(c["source"]) for c in cells
                                   if c["cell_type"] == "markdown"))


def parts_of_source(path, text):
    """The strings and the comments of a source, each part on its own line."""
    parts = {"strings": [], "comments": []}
    lines = dict.fromkeys(parts, 0)
    at = line = 0
    for found in (LUA if path.suffix == ".lua" else TOKEN).finditer(text):
        line, at = line + text.count("\n", at, found.start()), found.start()
        said, into = found.group("comment"), "comments"
        if said is None:
            into = "strings"
            string = found.group("string")
            said = string if string is not None else found.group("raw") or ""
            if " " not in said:
                continue
        parts[into].append("\n" * (line - lines[into]) + " " + said)
        lines[into] = line + said.count("\n")
    return tuple("".join(part) for part in parts.values())


def all_prose():
    """For each scope the files with their text; prose is in lower case."""
    out = {scope: {} for scope in ("docs", "strings", "comments", "records", "types", "names")}
    for path in tracked("*.md", ":!docs/style.md"):
        scope = "records" if str(path).startswith("docs/reference/") else "docs"
        out[scope][str(path)] = prose_of_page(path.read_text())
    for path in tracked("*.ipynb"):
        out["docs"][str(path)] = prose_of_notebook(path.read_text())
    for path in tracked(*(f"{folder}/**" for folder in SOURCES)):
        if path.suffix not in {".h", ".cpp", ".def", ".lua"}:
            continue
        name, text = str(path), path.read_text()
        strings, comments = parts_of_source(path, text)
        out["strings"][name] = strings
        out["comments"][name] = comments
        out["names"][name] = TOKEN.sub(blanked, text)
        out["types"][name] = "\n".join(found.group(1) for found in TYPE.finditer(text))
    lower = {scope: {path: text.lower() for path, text in out[scope].items()}
             for scope in (*PROSE, "records")}
    return out | lower


def places_of(row, prose):
    if row.pattern.startswith("check:"):
        yield from CHECKS[row.pattern[6:]](prose)
        return
    pattern = re.compile(row.pattern.replace(" ", r"[\s/]+"))
    for scope in PROSE if row.scope == "prose" else (row.scope,):
        for path, text in prose[scope].items():
            if any(pathlib.PurePath(path).match(glob) for glob in row.allowed):
                continue
            for found in pattern.finditer(text):
                yield path, text.count("\n", 0, found.start()) + 1, " ".join(found.group(0).split())


# --- checks ------------------------------------------------------------------------------------

def long_cells(prose):
    for path, text in prose["docs"].items():
        for number, line in enumerate(text.splitlines(), 1):
            if line.startswith("|"):
                for cell in re.split(r"(?<!\\)\|", line):
                    if len(cell.split()) > MAX_CELL_WORDS:
                        yield path, number, f"a cell of {len(cell.split())} words"


def long_sentences(prose):
    for path, text in prose["docs"].items():
        number = 1
        for block in re.split(r"(\n\s*\n|\n(?=[-|#*>]|\d+\. ))", text):
            if not block.lstrip().startswith(("|", "#")):
                for sentence in re.split(r"(?<=[.!?:;]) ", " ".join(block.split())):
                    if len(sentence.split()) > MAX_SENTENCE_WORDS:
                        yield path, number, f"a sentence of {len(sentence.split())} words"
            number += block.count("\n")


def headings(prose):
    for path, text in prose["docs"].items():
        for number, line in enumerate(text.splitlines(), 1):
            if re.match(r"#+ .*[^.][.]$", line):
                yield path, number, "a heading that ends with a full stop"


def records(prose):
    """(page, line, name, brief, rows) of each entry of the reference."""
    for path in prose["records"]:
        if path.endswith("/README.md"):
            continue
        lines = pathlib.Path(path).read_text().splitlines()
        for at, line in enumerate(lines):
            if line.startswith("## "):
                end = next((i for i in range(at + 1, len(lines)) if lines[i].startswith("## ")),
                           len(lines))
                fences = [i for i in range(at, end) if lines[i].startswith("```")]
                if len(fences) < 2:  # a line of an example
                    continue
                body = fences[1] + 2
                yield path, body + 1, line[3:], lines[body], lines[body:end]


def briefs(prose):
    for path, number, name, brief, _ in records(prose):
        first = re.split(r"(?<=\.) (?=[A-Z`])", brief)[0]
        if len(first.split()) > MAX_BRIEF_WORDS:
            yield path, number, f"{name}: a brief of {len(first.split())} words"
        elif re.match(r"(Of|What|By|As|How|Those|Which|Whose)\b", first):
            yield path, number, f"{name}: a brief that begins with `{first.split()[0]}`"


def parameters(prose):
    for path, number, name, _, lines in records(prose):
        for at, line in enumerate(lines):
            found = re.match(r"\| `(\w+)` \| (.*) \|$", line)
            if not found:
                continue
            text = re.sub(r"^(?:[^.`]|\.\.\.)*?\. ", "", found.group(2), count=1)
            if re.match(r"(of|what|by|as|how|those|likewise|the same)\b", text, re.I):
                yield path, number + at, f"{name}, `{found.group(1)}`: {text[:40]}"


CHECKS = {"cells": long_cells, "sentences": long_sentences, "headings": headings,
          "briefs": briefs, "parameters": parameters}


def main():
    parser = argparse.ArgumentParser(description="Holds prose to the glossary of docs/style.md.")
    parser.add_argument("--record", action="store_true", help="write the numbers that fell")
    parser.add_argument("--list", metavar="TERM", help="print the places of these rows")
    options = parser.parse_args()
    prose, counts, failed = all_prose(), {}, False
    for row in rows():
        places = list(places_of(row, prose))
        counts[row.scope, row.pattern] = len(places)
        if options.list is not None:
            if options.list in row.pattern or options.list in row.term:
                for path, line, what in places:
                    print(f"{path}:{line}: {what} -> {row.term}")
        elif len(places) > row.left:
            failed = True
            print(f"`{row.pattern}` in {row.scope}: {len(places)} places, {row.left} are left. "
                  f"Write: {row.term}")
            for path, line, what in places[:SHOWN]:
                print(f"  {path}:{line}: {what}")
        elif len(places) < row.left and not options.record:
            failed = True
            print(f"`{row.pattern}` in {row.scope}: {len(places)} places are left, not {row.left}: "
                  "run .ci/words.py --record")
    if options.record and not failed:
        lines = []
        for line in TABLE.read_text().splitlines():
            cells = line.split("\t")
            if line and not line.startswith("#"):
                cells[0] = str(counts[cells[1], cells[2]])
            lines.append("\t".join(cells))
        TABLE.write_text("\n".join(lines) + "\n")
    if options.list is None:
        print(f"words: {'too many' if failed else 'no errors'}; "
              f"{sum(counts.values())} places are left in {len(counts)} rows")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

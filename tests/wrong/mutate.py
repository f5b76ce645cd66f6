"""Wrong programs derived from right ones by one change, with the position of the error.

Each way of breaking a program determines the position and kind of the error: so both can be tested
without a second parser. ways.py changes tokens, grafts.py puts a wrong expression in place of a
number.
"""
import concurrent.futures
import os
import pathlib
import random
import re
import subprocess
import tempfile

from clocks import HANGS_S
from tokens import tokens_of

RILLE = pathlib.Path(os.environ.get("RILLE", "build/rille")).resolve()
SOURCES = ["examples", "bench/host", "tests/conformance"]
EACH = 12  # mutants for each way
NO_COMPILER = {"RILLE_LLVM": "/nowhere"}
QUICK_S = 3  # a program that needs more processor time is not changed where it must run


def shared_programs():
    """The directory of the design's programs, which a user's clone lacks."""
    for parent in pathlib.Path.cwd().parents:
        folder = parent / "shared/design/programs"
        if folder.is_dir():
            return [folder]
    print("no ../shared/design/programs: none of them is changed")
    return []


def place(text, offset):
    """Line and column, from 1."""
    before = text[:offset]
    return before.count("\n") + 1, offset - before.rfind("\n")


class Line:
    """One statement of the top level that is on a line of its own and always runs."""

    def __init__(self, tokens):
        self.tokens = tokens

    def is_plain(self):
        first = self.tokens[0].text
        jumps = {"=>", "fn", "proc", "struct", "test", "if", "match", "for", "while", "and", "or",
                 "import", "{", "}", "&"}
        if first in ("let", "var") and self.tokens[2].text == ":":
            return False  # the numbers of an annotation are not values of the program
        return (first not in jumps | {"else", "return"} and not first.startswith((".", "|>", ")"))
                and not jumps & {t.text for t in self.tokens})


    def numbers(self):
        return [now for before, now in zip(self.tokens, self.tokens[1:])
                if now.kind == "number" and before.text != ":"]


class Program:
    """A script, its tokens and its plain lines."""

    def __init__(self, path):
        self.path, self.name, self.text = path, path.name, path.read_text()
        self.tokens = tokens_of(self.text)
        self.names = {t.text for t in self.tokens if t.kind == "word"}
        self.lines = list(self.find_lines())

    def find_lines(self):
        depth, line = 0, []
        for token, after in zip(self.tokens, [*self.tokens[1:], None]):
            line.append(token)
            depth += (token.text in "([{") - (token.text in ")]}")
            end = token.at + len(token.text)
            is_last = after is None or "\n" in self.text[end:after.at]
            goes_on = token.kind == "sign" and token.text not in (")", "]", "}")
            goes_on = goes_on or after is not None and after.text in ("|>", ".", "else")
            if depth == 0 and is_last and not goes_on:
                found = Line(line)
                if "\n" not in self.text[line[0].at:end] and found.is_plain():
                    yield found
                line = []

    def begins_line(self, token):
        return token.at == 0 or self.text[token.at - 1] == "\n"

    def with_(self, offset, length, new):
        return self.text[:offset] + new + self.text[offset + length:]


def ends_well(command, path, **more):
    try:
        with tempfile.TemporaryDirectory() as folder:  # for files of the program
            soon = ["sh", "-c", f'ulimit -t {QUICK_S}; exec "$@"', "sh"]
            done = subprocess.run([*soon, RILLE, command, path.resolve()], capture_output=True,
                                  timeout=HANGS_S, stdin=subprocess.DEVNULL, cwd=folder,
                                  env={**os.environ, **more})
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0 and b"error[" not in done.stderr


def sources():
    """Programs without an error, those that end soon, those that compile nothing."""
    paths = [path for folder in [*SOURCES, *shared_programs()]
             for path in sorted(pathlib.Path(folder).glob("*.rille"))]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        sound = list(pool.map(lambda p: ends_well("check", p), paths))
        quick = list(pool.map(lambda p: p.parent.name != "examples" and ends_well("run", p), paths))
        plain = list(pool.map(lambda p, is_quick: is_quick and ends_well("run", p, **NO_COMPILER),
                              paths, quick))
    programs = [Program(p) for p in paths]
    return [[p for p, is_in in zip(programs, group) if is_in] for group in (sound, quick, plain)]


class Mutant:
    """A wrong text; the error's line and column, first words, and help; its section."""

    def __init__(self, name, section, text, place, first, help_="", options=None):
        self.name, self.section, self.text = name, section, text
        self.place, self.first, self.help = place, first, help_
        self.options = options or {}


def mutants(seed):
    import grafts
    import ways
    sound, quick, plain = sources()
    for way in [*ways.ALL, *grafts.ALL]:
        rng = random.Random(f"{seed} {way.name}")
        pool, made, seen = quick if way.runs else sound, 0, set()
        if way.kind == "device":
            pool = plain
        for _ in range(EACH * 40):
            program = rng.choice(pool)
            try:
                found = way.change(program, rng)
            except IndexError:  # this program cannot be changed in this way
                found = None
            if found is None or found[0] in seen:
                continue
            text, at, *help_ = found
            seen.add(text)
            made += 1
            yield Mutant(f"{program.name}, {way.name} {made} of seed {seed}", way.section, text,
                         place(text, at), f"error[{way.kind}]", *help_, options=way.options)
            if made == EACH:
                break

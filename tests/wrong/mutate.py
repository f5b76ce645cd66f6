"""Wrong programs made from right ones by one random change, with the place of the error.

Each way of breaking a program knows where the fault then is: that is what makes the
place testable without a second parser.
"""
import pathlib
import random
import re

SOURCES = ["examples", "bench/host"]
EACH = 12
TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|#[^\n]*|[A-Za-z_]\w*|\d[\w.]*|[^\s\w]')
KEYWORDS = set("and assert break continue else false fn for if import in inout let match nil not "
               "or proc return struct true var while".split())


class Program:
    """A script, and the places of its tokens."""

    def __init__(self, path):
        self.name = str(path)
        self.text = path.read_text()
        self.tokens = [(m.start(), m.group()) for m in TOKEN.finditer(self.text)
                       if not m.group().startswith("#")]

    def place(self, offset):
        """Line and column, from 1."""
        before = self.text[:offset]
        return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1

    def with_(self, offset, length, new):
        return self.text[:offset] + new + self.text[offset + length:]


def calls(program):
    """Tokens that name a function which is called: not a method, not a definition."""
    tokens = program.tokens
    for (_, before), (at, name), (_, after) in zip(tokens, tokens[1:], tokens[2:]):
        if (after == "(" and name[0].isalpha() and name not in KEYWORDS and len(name) > 3
                and before not in (".", "fn", "proc", "struct", "&", "!")):
            yield at, name


def misspelled_call(program, rng):
    """A call of a name that does not exist."""
    at, name = rng.choice(list(calls(program)))
    wrong = name[:2] + "q" + name[2:]
    return program.with_(at, len(name), wrong), at, "error[name]"


def stray_character(program, rng):
    """A character of no token in front of a statement."""
    at, _ = rng.choice([t for t in program.tokens if t[1] in ("let", "var", "fn", "for", "print")])
    return program.with_(at, 0, rng.choice("$?~`") + " "), at, "error[syntax]"


def stray_bracket(program, rng):
    """A closing bracket that nothing opened, in front of a top-level statement."""
    starts = [t for t in program.tokens if program.place(t[0])[1] == 1
              and t[1] in ("let", "var", "fn", "for")]
    at, _ = rng.choice(starts)
    return program.with_(at, 0, rng.choice(")]}") + " "), at, "error[syntax]"


def missing_operand(program, rng):
    """An operator doubled."""
    signs = [t for t in program.tokens if t[1] in ("*", "/", "@", "<")]
    at, sign = rng.choice(signs)
    return program.with_(at, len(sign), f"{sign} *"), at + len(sign) + 1, "error[syntax]"


def huge_number(program, rng):
    """An int of more than 64 bits."""
    at, number = rng.choice([t for t in program.tokens if t[1].isdigit()
                             and program.text[t[0] - 2:t[0]] not in ("e-", "e+")])
    return program.with_(at, len(number), "9" * 25), at, "error[syntax]"


def assigned_let(program, rng):
    """A let of the top level, assigned on the next line."""
    lets = r"^let (\w+) = [^\n]*[^\n,({\[|+*-]\n(?=\w)"
    found = list(re.finditer(lets, program.text, re.M))
    if not found:
        return None
    at = rng.choice(found)
    wrong = program.with_(at.end(), 0, f"{at.group(1)} = 1\n")
    return wrong, at.end(), "error[name]"


def stray_break(program, rng):
    """A break outside of any loop."""
    starts = [t for t in program.tokens if program.place(t[0])[1] == 1
              and t[1] in ("let", "var", "fn")]
    at, _ = rng.choice(starts)
    word = rng.choice(["break", "continue"])
    return program.with_(at, 0, word + "\n"), at, "error[syntax]"


def cut_string(program, rng):
    """A string whose closing quote is missing."""
    found = [t for t in program.tokens if t[1].startswith('"') and len(t[1]) > 2
             and "{" not in t[1]]
    if not found:
        return None
    at, string = rng.choice(found)
    end = program.text.index("\n", at)
    line = program.text[program.text.rfind("\n", 0, at) + 1:end]
    if line.count('"') != 2 or "{" in line:
        return None
    return program.with_(at + len(string) - 1, 1, ""), at, "error[syntax]"


WAYS = [misspelled_call, stray_character, stray_bracket, missing_operand, huge_number,
        assigned_let, stray_break, cut_string]


def mutants(seed):
    """(name, text, [(line, column, beginning of the error, help)]) for each mutant."""
    rng = random.Random(seed)
    programs = [Program(p) for folder in SOURCES
                for p in sorted(pathlib.Path(folder).glob("*.rille"))]
    for way in WAYS:
        made = 0
        for attempt in range(EACH * 20):
            program = rng.choice(programs)
            try:
                mutant = way(program, rng)
            except IndexError:  # this program has no such token
                continue
            if mutant is None:
                continue
            text, at, first = mutant
            made += 1
            name = f"{program.name}, {way.__name__} {made} of seed {seed}"
            yield name, text, [(*program.place(at), first, "")]
            if made == EACH:
                break

"""Transforms with invalid arguments: the rows of transforms.txt, each in several contexts.

A row gives the kinds of error in which a call may end and a word of the error, or the result. The
context is eager code, code under jit, vmap, or grad, a branch or a loop of compiled code. The
errors are the same there except for those of a trace, which come first.
"""
import pathlib

import calls

PLACES = ["{0}", "jit(() => {0})()", "vmap(q => {0})(ones(2))",
          "grad(q => {{ let r = {0}; q }})(1.0)",
          "jit(q => {{ let r = if q > 0.0 {{ let s = {0}; q }} else {{ q }}; r }})(1.0)",
          "jit(q => {{ var y = q; for i in 0..3 {{ let s = {0}; y = y + 1.0 }}; y }})(1.0)",
          "vmap(jit(q => {{ let r = {0}; q }}))(ones((2, 2)))",
          "jvp(q => {{ let r = {0}; q }}, (1.0,), (1.0,))"]
NUMBERS = [3, 7, -4, 2**31, -2**31, 2**32, 2**62, 2**63 - 1, -2**63 + 1]
NO_FUNCTIONS = ["3", "2.5", "\"a\"", "nil", "ones(3)", "(1, 2)", "(a = 1)", "0..3"]


HEAD = "fn two(inout a, inout b) { a = a + b; b = a * b; a }\n"


def rows():
    text = pathlib.Path(__file__).with_name("transforms.txt").read_text()
    return [[cell.strip() for cell in line.split(" | ")] for line in text.splitlines()
            if line and not line.startswith("#")]


def given(cell, is_plain):
    """Whether a call with the result of `cell` is correct; nested in a context, any result is."""
    words = cell[1:].split()
    dtype, shape = words[0], tuple(map(int, words[1:]))

    def check(gave):
        if gave.kind:
            return f"is refused: {gave.text}"
        right = not is_plain or (gave.dtype, gave.shape) == (dtype, shape)
        return "" if right else f"gives {gave.text}, wanted {dtype} {shape}"
    return check


def refused(kinds, word, is_plain):
    def check(gave):
        if not gave.kind:
            return f"is answered: {gave.text}"
        if gave.kind not in kinds.split() and (is_plain or gave.kind != "trace"):
            return f"ends in {gave.text}, not in error[{kinds}]"
        named = word in gave.text or (not is_plain and gave.kind == "trace")
        return "" if named else f"does not name {word}: {gave.text}"
    return check


def case(source, row):
    within = source.random() < 0.6 and row[-1] != "alone"
    place = source.choice(PLACES) if within else PLACES[0]
    call = row[0].replace("{n}", str(source.choice(NUMBERS)))
    text = place.format(call.replace("{t}", source.choice(NO_FUNCTIONS)))
    is_plain = place == PLACES[0]
    if row[1].startswith("="):
        return text, given(row[1], is_plain)
    return text, refused(row[1], row[2], is_plain)


def check(source, count):
    table = rows()
    return calls.judge([case(source, table[i % len(table)]) for i in range(count)], 100, HEAD)

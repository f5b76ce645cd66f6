"""Strings, trees, dicts, and iterators compared with Python's own."""
import string

import numpy as np

import compare
from compare import pick

LETTERS = "abcxyzABZ019 ,-.;äßΔ€\n\t{}\"\\"


class Dict(dict):
    """A dict of a script; Python's own dicts represent records."""


def quoted(text):
    plain = {"\n": r"\n", "\t": r"\t", '"': r"\"", "\\": r"\\", "{": "{{", "}": "}}"}
    return '"' + "".join(plain.get(c, c) for c in text) + '"'


def literal(value):
    """The value as text of a script."""
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    if isinstance(value, Dict):
        return f"dict({literal(tuple(value))}, {literal(tuple(value.values()))})"
    if isinstance(value, dict):
        return "(" + ", ".join(f"{k} = {literal(v)}" for k, v in value.items()) + ")"
    return "(" + "".join(literal(v) + ", " for v in value) + ")"


def number(high):
    return int(compare.rng.integers(high))


def text(most=12, letters=LETTERS):
    return "".join(pick(*letters) for _ in range(number(most + 1)))


def item():
    return pick(number(9) - 4, round(float(compare.rng.normal()), 3), text(4), number(2) == 1)


def items(most=5, make=item):
    return tuple(make() for _ in range(number(most + 1)))


def leaf():
    return pick(number(9) - 4, round(float(compare.rng.normal()), 3))


def tree(depth=2):
    if depth == 0 or number(3) == 0:
        return leaf()
    if number(2):
        return tuple(tree(depth - 1) for _ in range(1 + number(3)))
    return {name: tree(depth - 1) for name in sorted(set(pick(*"abwz") for _ in range(3)))}


def leaves(value, path=""):
    """(path, leaf) in the order of the language: a record by its names."""
    if isinstance(value, tuple):
        return [x for i, v in enumerate(value) for x in leaves(v, f"{path}[{i}]")]
    if isinstance(value, dict):
        dot = "." if path else ""
        return [x for k in sorted(value) for x in leaves(value[k], f"{path}{dot}{k}")]
    return [(path, value)]


def mapped(f, *trees):
    if isinstance(trees[0], tuple):
        return tuple(mapped(f, *parts) for parts in zip(*trees))
    if isinstance(trees[0], dict):
        return {k: mapped(f, *(t[k] for t in trees)) for k in trees[0]}
    return f(*trees)


def nodes(value):
    """Each node replaced by its number of items, plus the sum of those that are nodes."""
    if not isinstance(value, (tuple, dict)):
        return 0
    parts = value.values() if isinstance(value, dict) else value
    return len(value) + sum(nodes(p) for p in parts)


def both(make, expr, theirs):
    """A case: the values that `make` returns are {0}, {1} … in the text."""
    def case():
        given = make()
        written = expr
        for i, value in enumerate(given):
            written = written.replace(f"{{{i}}}", literal(value))
        return written, theirs(*given)
    return case


def part_of(whole):
    if not whole or number(4) == 0:
        return text(2)
    start = number(len(whole))
    return whole[start:start + 1 + number(2)]


def text_and_part():
    whole = text()
    return whole, part_of(whole) or "a"


def replaced():
    whole, part = text_and_part()
    return whole, part, text(2)


def formatted():
    spec = pick(".3f", ".0f", "8.2f", "<9.1f", "^10.3e", "+.2f", ",.1f", ".4g", "06.1f", "e", "%")
    return round(float(compare.rng.normal()) * 10.0 ** number(6), 5), spec


def whole_number():
    return number(10**9) - 5 * 10**8, pick("d", ",d", "8d", "<6d", "x", "b", "+d", "05d", "o", "_d")


def lines_of(whole):
    out = whole.split("\n")
    return tuple(out[:-1] if out[-1] == "" else out)


def table():
    names = sorted(set(text(3, "abcd") or "k" for _ in range(4)))
    return Dict((n, number(99)) for n in names)


def parts(table):
    return tuple(table), tuple(table.values())


def pairs():
    first = items()
    return first, tuple(item() for _ in first)


def shown(value):
    """The printed form: integral floats without a point, strings bare only at the top."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "nil"}[value]
    if isinstance(value, float):
        return np.format_float_positional(value, trim="-")
    return str(value)


CASES = {
    "chars": both(lambda: [text()], "chars({0})", lambda t: tuple(t)),
    "contains": both(text_and_part, "contains({0}, {1})", lambda t, p: p in t),
    "starts_with": both(text_and_part, "starts_with({0}, {1})", lambda t, p: t.startswith(p)),
    "ends_with": both(text_and_part, "ends_with({0}, {1})", lambda t, p: t.endswith(p)),
    "find": both(text_and_part, "find({0}, {1})", lambda t, p: t.find(p) if p in t else None),
    "split_text": both(text_and_part, "split({0}, {1})", lambda t, p: tuple(t.split(p))),
    "replace": both(replaced, "replace({0}, {1}, {2})", lambda t, a, b: t.replace(a, b)),
    "join": both(lambda: [items(5, text), text(2)], "join({0}, {1})", lambda t, p: p.join(t)),
    "lines": both(lambda: [text(9, "ab\n")], "lines({0})", lines_of),
    "words": both(lambda: [text(9, "ab \t\n")], "words({0})", lambda t: tuple(t.split())),
    "trim": both(lambda: [text(9, "ab \t\n")], "trim({0})", lambda t: t.strip()),
    "upper": both(lambda: [text(9, string.printable[:62])], "upper({0})", str.upper),
    "lower": both(lambda: [text(9, string.printable[:62])], "lower({0})", str.lower),
    "str": both(lambda: [pick(leaf(), number(2) == 1, text())], "str({0})", shown),
    "format": both(formatted, "format({0}, {1})", format),
    "format_int": both(whole_number, "format({0}, {1})", format),
    "sort_text": both(lambda: [(text(), *items(5, text))], "sort({0})", lambda t: tuple(sorted(t))),
    "unique_text": both(lambda: [("b", *items(6, lambda: text(1, "abc")))], "unique({0})",
                        lambda t: tuple(sorted(set(t)))),
    "dict": both(lambda: [table()], "{ let d = {0}; (keys(d), values(d)) }", parts),
    "dict_update": both(lambda: [table(), text(2, "abcd") or "a", number(9)],
                        "{ var d = {0}; d[{1}] = {2}; (keys(d), values(d)) }",
                        lambda d, k, v: parts({**d, k: v})),
    "dict_of": both(lambda: [number(9)], "dict(a = {0}, b = 2)[\"a\"]", lambda v: v),
    "keys": both(lambda: [table()], "keys({0})", tuple),
    "values": both(lambda: [table()], "values({0})", lambda d: tuple(d.values())),
    "has_key": both(lambda: [table(), text(2, "abcd") or "a"], "has({0}, {1})",
                    lambda d, k: k in d),
    "has_item": both(lambda: [items(6, lambda: number(5)), number(5)], "has({0}, {1})",
                     lambda t, x: x in t),
    "len": both(lambda: [pick(items(), table(), text())], "len({0})", len),
    "push": both(lambda: [items(), item()], "{ var t = {0}; push(&t, {1}); t }",
                 lambda t, x: (*t, x)),
    "zip": both(pairs, "zip({0}, {1})", lambda a, b: tuple(zip(a, b))),
    "enumerate": both(lambda: [items()], "enumerate({0})", lambda t: tuple(enumerate(t))),
    "rows": both(lambda: [[number(9) for _ in range(4)]],
                 "{ var s = 1; for r in rows((x = {0}, y = {0} * 2)) "
                 "{ s = s * 2 + int(r.x + r.y) }; s }",
                 lambda x: int(np.polyval([3 * i for i in x], 2)) + 16),
    "same": both(lambda: [tree(), pick(tree(), None)], "(same({0}, {0}), same({0}, {1}))",
                 lambda a, b: (True, a == b)),
    "tree.map": both(lambda: [tree()], "tree.map(x => 2 * x, {0})",
                     lambda t: mapped(lambda x: 2 * x, t)),
    "tree.map_two": both(lambda: [tree()], "tree.map((x, y) => x * y, {0}, {0})",
                         lambda t: mapped(lambda x, y: x * y, t, t)),
    "tree.leaves": both(lambda: [tree()], "tree.leaves({0})",
                        lambda t: tuple(x for _, x in leaves(t))),
    "tree.paths": both(lambda: [tree()], "tree.paths({0})",
                       lambda t: tuple(p for p, _ in leaves(t))),
    "tree.reduce": both(lambda: [tree(), number(5)], "tree.reduce((a, b) => 2 * a + b, {0}, {1})",
                        lambda t, s: folded(t, s)),
    "tree.num_elements": both(lambda: [tree()], "tree.num_elements({0})", lambda t: len(leaves(t))),
    "tree.map_nodes": both(lambda: [(tree(),)], "tree.map_nodes(n => len(n) + tree.reduce("
                           "(a, b) => a + b, n, 0), tree.map(x => 0, {0}))", nodes),
    "tree.record": both(lambda: [tuple(sorted(set(pick(*"abcd") for _ in range(3))))],
                        "tree.record({0}, enumerate({0}))", lambda n: dict(zip(n, enumerate(n)))),
}


def folded(t, start):
    for _, x in leaves(t):
        start = 2 * start + x
    return start


class Text:
    """A case that ran, as tests/peers/run counts it."""

    def __init__(self, name, text):
        self.name, self.text = name, text


def run(draws, rille, _):
    made = [(name, *case()) for name, case in CASES.items() for _ in range(draws)]
    lines = []
    for i, (_, expr, wanted) in enumerate(made):
        body = f"let mine = {expr}; if same(mine, {literal(wanted)}) {{ true }}"
        body += ' else { error("gives {mine}") }'
        lines.append(f'report(&names, &kept, "r{i}", try(() => {{ {body} }}))')
    _, errors = compare.answers(rille, lines, {})
    wrong = {"run": errors.pop("run")} if "run" in errors else {}
    for at, why in errors.items():
        name, expr, wanted = made[int(at[1:])]
        wrong.setdefault(name, f"{name}: {expr}\n  {why}\n  wanted {wanted!r}")
    return list(wrong.values()), [Text(name, expr) for name, expr, _ in made]

"""The values of the copying oracle: kinds of types, and their printed forms in Rille.

A type is "int", "array" (three i32), ("tuple", type, count), ("record", ((name, type), …)),
("dict", type) or ("struct", name, ((name, type), …)). A tuple is a list in the oracle, a record a
dict; each dict has at least the keys "x" and "y".
"""
import copy

POINT = ("record", (("a", "int"), ("b", "int")))
INTS = ("tuple", "int", 3)
ROW = ("tuple", POINT, 3)
BAG = ("dict", POINT)
COUNTS = ("dict", "int")
BOX = ("struct", "Box", (("p", POINT), ("n", "int"), ("d", COUNTS)))
TREE = ("record", (("c", BAG), ("p", ROW), ("q", POINT), ("r", ("tuple", INTS, 2)), ("s", BOX)))
CASE = ("dict", ("record", (("s", BOX), ("v", "array"))))
TYPES = [POINT, ROW, TREE, INTS, BAG, COUNTS, BOX, CASE, "array", "int"]
EXTRA_KEYS = ["z", "w", 3, 7]  # of dicts, in addition to x and y


class Dict(dict):
    pass


class Array(list):
    pass


class Struct(dict):
    pass


def wrap(x):
    return (x + 2**63) % 2**64 - 2**63


def cp(x):
    """A deep copy of x; faster than copy.deepcopy for the oracle's values."""
    if isinstance(x, int):
        return x
    if isinstance(x, dict):
        out = type(x)((k, cp(v)) for k, v in x.items())
        if isinstance(x, Struct):
            out.kind = x.kind
        return out
    if isinstance(x, list):
        return type(x)(map(cp, x))
    return copy.deepcopy(x)


def made(kind, **fields):
    out = Struct(fields)
    out.kind = kind
    return out


def quoted(x):
    return f'"{x}"' if isinstance(x, str) else show(x)


def show(x):
    """The printed form in Rille."""
    if isinstance(x, Struct):
        return f"{x.kind}(" + ", ".join(f"{k} = {show(v)}" for k, v in x.items()) + ")"
    if isinstance(x, Dict):
        if all(isinstance(k, str) for k in x):
            return "dict(" + ", ".join(f"{k} = {show(v)}" for k, v in x.items()) + ")"
        return f"dict({tuple_of(map(quoted, x))}, {tuple_of(map(show, x.values()))})"
    if isinstance(x, dict):
        return "(" + ", ".join(f"{k} = {show(v)}" for k, v in sorted(x.items())) + ")"
    if isinstance(x, Array):
        return "[" + ", ".join(map(str, x)) + "]"
    if isinstance(x, list):
        return tuple_of(map(quoted, x))
    if isinstance(x, bool):
        return "true" if x else "false"
    return str(x)


def tuple_of(texts):
    texts = list(texts)
    return "(" + ", ".join(texts) + (",)" if len(texts) == 1 else ")")


def raised():
    raise ArithmeticError("as the program does")


def attempt(f):
    """try(f) in the form of the log."""
    try:
        return [True, f()]
    except ArithmeticError:
        return [False, 0]


def names():
    return {"cp": cp, "wrap": wrap, "Dict": Dict, "Array": Array, "made": made, "raised": raised,
            "attempt": attempt}

"""Generates expressions: values of variables, literals, and results of builtins and spreads."""
import functools
import random

from values import BAG, BOX, COUNTS, EXTRA_KEYS, POINT, ROW


def literal(key):
    return f'"{key}"' if isinstance(key, str) else str(key)


@functools.cache
def leads_to(kind, wanted):
    """Whether a value of the one type is or contains one of the other."""
    if kind == wanted:
        return True
    if isinstance(kind, str):
        return False
    if kind[0] in ("record", "struct"):
        return any(leads_to(part, wanted) for _, part in kind[-1])
    return leads_to(kind[1], wanted)


class Expressions:
    """Builds two texts in parallel; `number` separates its names from another's in one file."""

    def __init__(self, seed, number=0):
        self.random = random.Random(seed)
        self.number = number
        self.ours, self.theirs, self.count = [], [], 0
        self.functions = []  # (name, type of its first param, kind)
        self.box = f"Box{number}"
        self.may_try = False

    def fresh(self, stem):
        self.count += 1
        return f"{stem}{self.number}_{self.count}"

    def put(self, depth, ours, theirs=()):
        self.ours.append("  " * depth + ours)
        for line in ([theirs] if isinstance(theirs, str) else theirs):
            self.theirs.append("  " * depth + line)

    def chance(self, p):
        return self.random.random() < p

    # --- expressions: (ours, theirs) ---
    def index(self, scope, count):
        counters = [n for n, t, _ in scope if t == "counter"]
        if counters and count == 3 and self.chance(0.6):
            i = self.random.choice(counters)
            return i
        return str(self.random.randrange(count))

    def paths(self, scope, wanted, places_only=False):
        """All paths of a type, each as text in Rille and Python."""
        out = []

        def walk(ours, theirs, kind, depth):
            if kind == wanted:
                out.append((ours, theirs))
            if isinstance(kind, str) or depth > 5:
                return
            if kind[0] in ("record", "struct"):
                for field, part in kind[-1]:
                    if leads_to(part, wanted):
                        walk(f"{ours}.{field}", f"{theirs}[{field!r}]", part, depth + 1)
            elif not leads_to(kind[1], wanted):
                return
            elif kind[0] == "dict":
                key = literal(self.random.choice("xy"))
                walk(f"{ours}[{key}]", f"{theirs}[{key}]", kind[1], depth + 1)
            else:
                i = self.index(scope, kind[2])
                walk(f"{ours}[{i}]", f"{theirs}[{i}]", kind[1], depth + 1)

        for name, kind, is_place in scope:
            may = is_place or not places_only
            if kind != "counter" and may and leads_to(kind, wanted):
                walk(name, name, kind, 0)
        return out

    def pick(self, scope, wanted, places_only=False):
        found = self.paths(scope, wanted, places_only)
        return self.random.choice(found) if found else None

    def expr(self, scope, kind, depth=0):
        found = self.pick(scope, kind)
        if found and self.chance(0.5):
            return found[0], f"cp({found[1]})"
        reads = [(f, t) for f, t, how in self.functions if how == "part" and kind == POINT] + \
                [(f, t) for f, t, how in self.functions if how == "sum" and kind == "int"]
        if reads and depth < 2 and self.chance(0.3):
            f, given = self.random.choice(reads)
            ours, theirs = self.expr(scope, given, depth + 1)
            return f"{f}({ours})", f"{f}({theirs})"
        if depth < 3 and self.chance(0.5):
            drawn = self.drawn_builtin(scope, kind, depth)
            if drawn:
                return drawn
        return self.literal(scope, kind, depth)

    def drawn_builtin(self, scope, kind, depth):
        """The result of a builtin, a method, or a spread."""
        r = self.random
        bag = self.pick(scope, BAG if kind == POINT else COUNTS) if kind in (POINT, "int") else None
        if bag and self.chance(0.6):
            key = literal(r.choice(["x", "y"] + EXTRA_KEYS))
            other = self.expr(scope, kind, depth + 2)
            call = r.choice(["{}.get({}, {})", "get({}, {}, {})"]).format(bag[0], key, other[0])
            return call, f"cp({bag[1]}.get({key}, {other[1]}))"
        if kind == "int" and self.chance(0.5):
            array = self.pick(scope, "array")
            if array:
                i = self.index(scope, 3)
                return f"int({array[0]}[{i}])", f"{array[1]}[{i}]"
        box = self.pick(scope, BOX)
        if box and kind in (POINT, "int"):
            word = "part" if kind == POINT else "total"
            return f"{box[0]}.{word}()", f"{word}_(cp({box[1]}))"
        if kind == ("tuple", POINT, 2):
            bag = self.pick(scope, BAG)
            return bag and (f"values(dict(x = {bag[0]}[\"x\"], y = {bag[0]}[\"y\"]))",
                            f"cp([{bag[1]}['x'], {bag[1]}['y']])")
        if not isinstance(kind, str):
            return self.rebuilt(scope, kind)
        return None

    def rebuilt(self, scope, kind):
        found = self.pick(scope, kind)
        if not found:
            return None
        ours, theirs = found
        if self.chance(0.3):
            return f"tree.map(x => x, {ours})", f"cp({theirs})"
        if kind[0] == "dict" and self.chance(0.7):
            value = self.expr(scope, kind[1], 2)
            return (f"dict(...{ours}, z = {value[0]})",
                    f"Dict({{**cp({theirs}), 'z': {value[1]}}})")
        if kind[0] == "record":
            name, part = self.random.choice(kind[1])
            value = self.expr(scope, part, 2)
            return (f"(...{ours}, {name} = {value[0]})",
                    f"{{**cp({theirs}), {name!r}: {value[1]}}}")
        if kind == ROW:
            way = self.random.choice(["(e for e in {})", "(e for (i, e) in enumerate({}))",
                                      "(a for (a, b) in zip({0}, {0}))", "(...{},)", "{}[0:3]"])
            return way.format(ours), f"cp({theirs})"
        return None

    def literal(self, scope, kind, depth):
        if kind == "int":
            if depth < 2 and self.chance(0.5):
                a, b = self.expr(scope, "int", depth + 1), self.expr(scope, "int", depth + 1)
                return f"({a[0]} + {b[0]}) % 1000", f"wrap({a[1]} + {b[1]}) % 1000"
            n = str(self.random.randrange(100))
            return n, n
        if kind == "array":
            n = [self.random.randrange(100) for _ in range(3)]
            return str(n), f"Array({n})"
        if kind[0] == "tuple":
            parts = [self.expr(scope, kind[1], depth + 1) for _ in range(kind[2])]
            return "(" + ", ".join(p[0] for p in parts) + ")", \
                   "[" + ", ".join(p[1] for p in parts) + "]"
        if kind[0] == "dict":
            x, y = (self.expr(scope, kind[1], depth + 1) for _ in range(2))
            if self.chance(0.3):
                return (f'dict(("x", "y"), ({x[0]}, {y[0]}))', f"Dict(x={x[1]}, y={y[1]})")
            return f"dict(x = {x[0]}, y = {y[0]})", f"Dict(x={x[1]}, y={y[1]})"
        parts = {k: self.expr(scope, t, depth + 1) for k, t in kind[-1]}
        if kind[0] == "struct":
            return (f"{self.box}(" + ", ".join(v[0] for v in parts.values()) + ")",
                    f"made({self.box!r}, " + ", ".join(f"{k}={v[1]}" for k, v in parts.items())
                    + ")")
        return ("(" + ", ".join(f"{k} = {v[0]}" for k, v in parts.items()) + ")",
                "{" + ", ".join(f"{k!r}: {v[1]}" for k, v in parts.items()) + "}")

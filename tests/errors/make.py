#!/usr/bin/env python3
"""Writes scripts from the builtins' records. usage: tests/errors/make.py FOLDER | --count

One file for each module, one statement for each case: each parameter of each builtin gets every
sample of values.py that its annotation rejects, and each builtin gets every wrong count, name, and
`&`. The expected lines are computed from `rille help --json`; no call is made here. --count: the
number of cases of each kind.
"""
import collections
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import records  # noqa: E402
import values  # noqa: E402
from values import BOX, Given, described, fitting, misfit  # noqa: E402

HEAD = ("# {module}: what the signatures refuse. Made by `tests/errors/make.py`.\n"
        "struct Box {{ v }}\nfn held(f) = f\nvar place = 3\n")
# A keyword: it can be called as `x.var()` only; `std` has its signature and code.
SPARED = {"var"}
counts = collections.Counter()


def is_named(builtin):
    """Names become its value: none is unknown."""
    return builtin["name"] == "dict"


def plural(count):
    return f"{count} argument{'s' * (count != 1)}"


class Calls:
    """The wrong calls of one builtin."""

    def __init__(self, builtin):
        self.name, self.params = builtin["name"], builtin["params"]
        self.is_named = is_named(builtin)
        # The name of a dtype is checked when it is called.
        self.is_dtype = self.name in values.DTYPES
        self.has_rest = any(p.get("rest") for p in self.params)
        self.lines = []

    def case(self, sort, call, code, message):
        counts[sort] += 1
        self.lines.append(f"{call}  #! error[{code}]: {message}\n")

    def needed(self, param):
        return "default" not in param and not param.get("rest")

    def changes(self, param):
        """Whether an argument needs `&`: a key can be passed by value too."""
        first = param["type"]["text"].split(" or ")[0]
        return param.get("inout", False) and first not in ("key", "key[...]")

    def argument(self, param, given):
        if not self.changes(param):
            return given.text
        self.lines.append(f"place = {given.text}\n")
        return "&place"

    def call(self, at, given, sizes=None):
        """The call with `given` for parameter `at`; it is a keyword argument if an earlier one is
        omitted."""
        words, left_out = [], False
        for i, param in enumerate(self.params):
            if i != at and not self.needed(param):
                left_out = left_out or i < at
                continue
            value = given if i == at else fitting(param["type"])
            if i < at and sizes is not None:
                misfit(param["type"], value, sizes, param["name"])
            word = self.argument(param, value)
            by_name = left_out and not param.get("rest") and not self.is_named
            words.append(f"{param['name']} = {word}" if by_name else word)
        return f"{self.name}({', '.join(words)})"

    def wrong_values(self, at):
        param = self.params[at]
        skips = any(not self.needed(p) for p in self.params[:at])
        if skips and (param.get("rest") or self.is_named):
            return
        for given in values.samples(param["type"]):
            sizes = {}
            before = len(self.lines)
            call = self.call(at, given, sizes)
            found = None if is_fallback(param, given) else stands_for(param, given, sizes)
            if not found:
                del self.lines[before:]
                continue
            of, why = found
            self.case(values.CODES[of] + " of an argument", call, values.CODES[of],
                      f"`{self.name}` needs {described(param['type'])} for `{param['name']}`, got "
                      f"{said(param, given)}{': ' * bool(why)}{why}")

    def missing(self, at):
        if not self.needed(self.params[at]):
            return
        words = [("" if i < at else f"{p['name']} = ") + self.argument(p, fitting(p["type"]))
                 for i, p in enumerate(self.params) if i != at and self.needed(p)]
        if self.is_named:
            return
        name = self.params[at]["name"]
        arguments = ", ".join(words)
        if not self.is_dtype:
            self.case("missing", f"{self.name}({arguments})", "type",
                      f"`{self.name}`: missing argument `{name}`")
        if "&" not in arguments:
            self.case("missing", f"held({self.name})({arguments})", "type",
                      f"`{self.name}`: missing argument `{name}`")

    def too_many(self):
        if self.has_rest:
            return
        words = [self.argument(p, fitting(p["type"])) for p in self.params] + ["1"]
        arguments = ", ".join(words)
        for form in ("{}", "held({})"):
            if form == "{}" or "&" not in arguments:
                self.case("too many", f"{form.format(self.name)}({arguments})", "type",
                          f"`{self.name}` takes {plural(len(self.params))}, got {len(words)}")

    def unknown(self):
        if self.is_named:
            return
        call = self.call(-1, None)[len(self.name) + 1:-1]
        more = f"{call}{', ' * bool(call)}nonesuch = 1"
        for form in ("{}", "held({})"):
            if form == "{}" or "&" not in call:
                self.case("unknown name", f"{form.format(self.name)}({more})", "type",
                          f"`{self.name}` has no parameter `nonesuch`")

    def twice(self, at):
        param = self.params[at]
        if param.get("rest") or self.is_named or self.changes(param):
            return
        value = fitting(param["type"]).text
        words = [self.argument(p, fitting(p["type"])) for p in self.params[:at]] + [value]
        arguments = f"({', '.join(words)}, {param['name']} = {value})"
        if not self.is_dtype:
            self.case("twice", f"{self.name}{arguments}", "type",
                      f"`{self.name}`: argument `{param['name']}` is given twice")
        if "&" not in arguments:
            self.case("twice", f"held({self.name}){arguments}", "type",
                      f"`{self.name}`: argument `{param['name']}` is given twice")

    def places(self, at):
        """`&` for parameters that are not changed, and missing for parameters that are."""
        param = self.params[at]
        if self.is_named or self.is_dtype:
            return
        words = [p for p in self.params[:at] if not p.get("rest")]
        before = "".join(self.argument(p, fitting(p["type"])) + ", " for p in words)
        if not param.get("inout"):
            self.case("`&`", f"{self.name}({before}&place)", "type",
                      f"`{param['name']}` of `{self.name}` is not `inout`")
        elif self.changes(param):
            self.case("`&`", f"{self.name}({before}place)", "type",
                      f"`{param['name']}` of `{self.name}` is `inout`: pass `place` by reference")

    def all(self):
        for at in range(len(self.params)):
            self.missing(at)
            self.wrong_values(at)
            self.twice(at)
            self.places(at)
        self.too_many()
        self.unknown()
        return "".join(self.lines)


def is_fallback(param, given):
    """The default of a parameter may be passed, nil for a nil default."""
    return given.kind == "nil" and param.get("default") == "nil"


def arrays_in(annotation):
    parts = annotation.get("parts", []) if annotation["form"] == "either" else [annotation]
    return [p for p in parts if "axes" in p or p["word"] == "array"]


def takes_tuples(annotation):
    return values.forms_in(annotation) & {"group", "tuple"}


def stands_for(param, given, sizes):
    """Its misfit; for a tuple of numbers, that of the array that it represents."""
    annotation, name = param["type"], param["name"]
    found = misfit(annotation, given, sizes, name)
    is_row = given.parts and all(p.kind in ("int", "float") for p in given.parts)
    if not found or not is_row or not arrays_in(annotation) or takes_tuples(annotation):
        return found
    dtype = "i32" if all(p.kind == "int" for p in given.parts) else "f32"
    row = values.array(dtype, len(given.parts))
    nearer = misfit(annotation, row, sizes, name)
    return nearer if not nearer or nearer[0] > found[0] else found


def said(param, given):
    """A word that is not one of the choices is quoted."""
    is_one_of = values.literals(param["type"]) or param["type"]["word"] == "dtype"
    is_word = given.kind == "str" and is_one_of
    return given.text if is_word else given.said()


def files(builtins):
    modules = collections.defaultdict(list)
    for builtin in sorted(builtins, key=lambda b: b["name"]):
        modules[builtin["name"].rpartition(".")[0] or "global"].append(builtin)
    for module, rows in modules.items():
        yield f"{module}.rille", HEAD.format(module=module) + "".join(
            f"\n# {row['signature']}\n" + Calls(row).all()
            for row in rows if row["name"] not in SPARED)


def main():
    entries = [e for e in records.records() if "params" in e]  # structs have fields
    made = dict(files(entries))
    if "--count" in sys.argv[1:]:
        rows = "".join(f"{sort:24} {count:5}\n" for sort, count in sorted(counts.items()))
        return print(f"{rows}{'all':24} {sum(counts.values()):5}")
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in made.items():
        (folder / name).write_text(text)


main()

"""Sample arguments of builtins, and whether an annotation accepts them; by docs/language.md alone.

`misfit` implements the rules of annotations independently of vm/annotation/: it computes the error
that a value must cause, from the machine-readable form of `rille help --json`.
"""
import dataclasses

FLOATS = {"f64", "f32", "f16", "bf16", "f8e4m3", "f8e5m2"}
COMPLEX = {"c64", "c128"}
INTS = {f"{sign}{bits}" for sign in "iu" for bits in (4, 8, 16, 32, 64)}
DTYPES = FLOATS | COMPLEX | INTS | {"bool", "key"}
KIND, DTYPE, RANK, EXTENT = 1, 2, 3, 4
CODES = {KIND: "type", DTYPE: "dtype", RANK: "shape", EXTENT: "shape"}


@dataclasses.dataclass
class Given:
    """A value: its text, its kind, and its properties that an annotation may check."""
    text: str
    kind: str
    dtype: str = ""
    shape: tuple = ()
    parts: tuple = ()     # of a tuple
    fields: dict = None   # of a record
    takes: tuple = None   # of a function: the minimum and the maximum number of arguments
    got: str = ""         # its description in an error

    def said(self):
        if self.kind == "array":
            return f"{self.dtype}[{', '.join(map(str, self.shape))}]"
        return self.got or self.kind


def array(dtype, *shape):
    size = f"({', '.join(map(str, shape))}{',' * (len(shape) == 1)})"
    if dtype == "key":
        return Given("rng.key(0)" if not shape else f"rng.split(rng.key(0), {size})",
                     "array", "key", shape)
    return Given(f"zeros({size}, {dtype})", "array", dtype, shape)


def text(word):
    return Given(f'"{word}"', "str", got="str")


def tuple_of(*parts):
    inner = ", ".join(part.text for part in parts)
    return Given(f"({inner}{',' * (len(parts) == 1)})", "tuple", parts=parts)


def function(count):
    names = ", ".join("abcd"[:count])
    return Given(f"({names}) => 1" if count != 1 else "a => 1", "fn", takes=(count, count),
                 got="function")


INT, FLOAT, BOOL, NIL = Given("3", "int"), Given("2.5", "float"), Given("true", "bool"), Given(
    "nil", "nil")
RECORD = Given("(w = 1)", "record", fields={"w": INT})
DICT = Given('dict(a = 1)', "dict")
RANGE = Given("0..3", "range")
BOX = Given("Box(1)", "instance", got="Box")
# For each struct of the library that a builtin takes.
INSTANCES = {"tokens.Tokenizer": Given("tokens.train((), 256)", "instance", got="tokens.Tokenizer"),
             "plot.Page": Given("plot.page((plot.line([1.0]),))", "instance", got="plot.Page"),
             "plot.Chart": Given("plot.line([0.0, 1.0])", "instance", got="plot.Chart"),
             "nn.Rnn": Given("nn.Rnn(abs)", "instance", got="nn.Rnn")}
WORD = Given("f32", "dtype", takes=(1, 1), got="function")

KINDS = [text("zzzz"), NIL, INT, FLOAT, BOOL, RECORD, DICT, RANGE, BOX, WORD, function(1),
         Given("()", "tuple"), tuple_of(text("a"), text("b")), array("f32", 3), array("key")]
# For an annotation with elements: one value of each class, of each rank.
ELEMENTS = [
    array("f32"), array("i32"), array("bool"), array("c64"), array("i32", 3), array("bool", 3),
    array("c64", 3), array("key", 3), array("f32", 2, 3), array("i32", 2, 3), array("c64", 2, 3),
    array("f64", 4, 2, 3), array("i8", 4, 2, 3), tuple_of(INT, INT), tuple_of(INT, FLOAT),
]
# For an annotation with tuples: tuples whose items differ.
TUPLES = [tuple_of(text("a"), FLOAT), tuple_of(INT, text("a")), tuple_of(INT, FLOAT),
          tuple_of(array("f32", 2), NIL), tuple_of(INT, array("i32", 2))]


def forms_in(annotation):
    """The requested forms, including those of choices; for kinds the word."""
    form = annotation["form"]
    own = {annotation["word"] if form == "kind" else form}
    return own.union(*[forms_in(part) for part in annotation.get("parts", [])])


def samples(annotation):
    """Values that may be wrong here. A word that is near to a requested one comes last."""
    forms = forms_in(annotation)
    out = list(KINDS)
    out += ELEMENTS if "numbers" in forms else []
    out += TUPLES if forms & {"group", "shape", "tuple"} else []
    out += [function(4)] if "function" in forms and "labels" in annotation else []
    return out + [text(word[:-1] + "q") for word in literals(annotation)]


def literals(annotation):
    return [p["word"] for p in annotation.get("parts", []) if p["form"] == "literal"]


def has_elements(word, dtype):
    sets = {"float": FLOATS, "int": INTS, "complex": COMPLEX, "array": DTYPES, "any": DTYPES,
            "number": DTYPES - {"key"}, "real": DTYPES - {"key"} - COMPLEX}
    return dtype in sets.get(word, {word})


def host_fits(word, kind, is_open):
    """A host scalar is accepted by every dtype of its kind."""
    if word in ("any", "array"):
        return True
    if kind == "bool":
        return word == "bool" or (is_open and word in ("number", "real"))
    if word in INTS or word == "int":
        return kind == "int"
    return word in FLOATS | COMPLEX | {"float", "complex", "number", "real"}


def axes_misfit(annotation, given, sizes, name):
    axes, shape = annotation.get("axes", []), given.shape
    dots = axes.index("...") if "..." in axes else None
    if len(shape) < len(axes) - 1 if dots is not None else len(shape) != len(axes):
        return RANK, ""
    pairs = list(zip(axes, shape))
    if dots is not None:
        behind = len(axes) - dots - 1
        pairs = pairs[:dots] + list(zip(axes[dots + 1:], shape[len(shape) - behind:]))
    for axis, extent in pairs:
        if isinstance(axis, int):
            if axis != extent:
                return EXTENT, ""
        elif axis != "_":
            known, source = sizes.setdefault(axis, (extent, name))
            if known != extent:
                return EXTENT, (f"{axis} is {known} and {extent}" if source == name
                                else f"{axis} is {known}, from `{source}`")
    return None


def numbers_misfit(annotation, given, sizes, name):
    axes = annotation.get("axes")
    word = annotation["word"]
    if given.kind in ("int", "float", "bool"):
        takes_host = axes is None or axes == ["..."]
        fits = takes_host and host_fits(word, given.kind, axes is not None)
        return None if fits else (KIND, "")
    if given.kind != "array":
        return KIND, ""
    is_bool = given.dtype == "bool" and axes is None and word in ("number", "real")
    if is_bool or not has_elements(word, given.dtype):
        return DTYPE, ""
    return None if word == "array" and axes is None else axes_misfit(annotation, given, sizes, name)


def is_int(given):
    return given.kind == "int" or (given.kind == "array" and given.dtype in INTS
                                   and not given.shape)


def kind_fits(word, given):
    if word == "shape":
        return is_int(given) or (given.kind == "tuple" and all(map(is_int, given.parts)))
    if word == "dtype":
        return given.kind == "dtype" or (given.kind == "str" and given.text.strip('"') in DTYPES)
    if word in ("tuple", "dict", "range"):
        return given.kind == word
    return word == "record" and given.kind in ("record", "instance")


def function_misfit(annotation, given):
    if given.takes is None:
        return KIND, ""
    least, most = given.takes
    labels = annotation.get("labels")
    if labels is None or least <= len(labels) <= most:
        return None
    takes = least if len(labels) < least else most
    return KIND, f"the function takes {takes} argument{'s' * (takes != 1)}"


def group_misfit(annotation, given, sizes, name):
    parts = annotation.get("parts", [])
    if annotation.get("labels"):
        raise NotImplementedError("labels of a group")
    count = len(given.parts)
    is_open = annotation.get("is_open", False)
    if given.kind != "tuple" or (count + 1 < len(parts) if is_open else count != len(parts)):
        return KIND, ""
    for place, item in enumerate(given.parts):
        found = misfit(parts[min(place, len(parts) - 1)], item, sizes, name)
        if found:
            of, why = found
            return of, why or f"item {place} is {item.said()}"
    return None


def either_misfit(annotation, given, sizes, name):
    """The misfit of the nearest choice; of two equally near, the more specific one."""
    best = (KIND, "")
    for part in annotation["parts"]:
        own = dict(sizes)
        found = misfit(part, given, own, name)
        if not found:
            sizes.update(own)
            return None
        if found[0] > best[0] or (found[0] == best[0] and not best[1]):
            best = found
    return best


def misfit(annotation, given, sizes, name):
    """None if the value is accepted, otherwise (the failed property, the reason)."""
    form, word = annotation["form"], annotation["word"]
    if form == "any":
        return None
    if form == "numbers":
        return numbers_misfit(annotation, given, sizes, name)
    if form == "group":
        return group_misfit(annotation, given, sizes, name)
    if form == "either":
        return either_misfit(annotation, given, sizes, name)
    if form == "function":
        return function_misfit(annotation, given)
    fits = {"text": given.kind == "str", "nil": given.kind == "nil",
            "literal": given.kind == "str" and given.text == f'"{word}"',
            "instance": given.kind == "instance" and given.got == word,
            "kind": kind_fits(word, given)}
    return None if fits[form] else (KIND, "")


def described(annotation):
    """The description of the requirement in an error."""
    form, word = annotation["form"], annotation["word"]
    if form == "function" and "labels" not in annotation:
        return "a function"
    if form == "text":
        return "a str"
    if form not in ("numbers", "kind") or "axes" in annotation:
        return annotation["text"]
    fixed = {"shape": "a size or a tuple of sizes", "dtype": "a dtype (f32, i32, bool, …)",
             "real": "a real number"}
    return fixed.get(word, f"a{'n' * (word[0] in 'aeiou')} {word}")


def fitting(annotation, extent=2):
    """A value that is accepted, as small as possible."""
    form, word = annotation["form"], annotation["word"]
    if form == "either":
        return fitting(annotation["parts"][0])
    if form == "group":
        parts = [fitting(part) for part in annotation["parts"]]
        return tuple_of(*parts)
    if form == "numbers":
        dtype = word if word in DTYPES else {"int": "i32", "complex": "c64"}.get(word, "f32")
        axes = annotation.get("axes")
        if axes is None and word != "array":
            return {"int": INT, "bool": BOOL, "key": array("key")}.get(word, FLOAT)
        if axes == ["..."] and dtype == "key":
            return array("key")
        axes = [] if axes is None else axes
        shape = [axis if isinstance(axis, int) else extent for axis in axes if axis != "..."]
        return array(dtype, *(shape or [extent]))
    if form == "literal":
        return text(word)
    if form == "function":
        return function(len(annotation.get("labels", "a")))
    kinds = {"shape": tuple_of(INT), "dtype": WORD, "tuple": tuple_of(INT, INT), "record": RECORD,
             "dict": DICT, "range": RANGE}
    if form == "instance":
        return INSTANCES[word]
    return {"any": INT, "text": text("a"), "nil": NIL}.get(form) or kinds[word]

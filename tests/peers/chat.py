"""Chat templates compared with Jinja, configured as in transformers, on random conversations.

The templates in templates/ are ours, with the constructs of those of Llama 2 and 3, Qwen2, Mistral,
Gemma, and ChatML. The test also generates expressions and blocks, and operations on each kind of
value: both return the same text, or both raise.
"""
import copy
import datetime
import json
import pathlib
import re
import subprocess
import tempfile

import jinja2
from jinja2.ext import loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment

import compare
from compare import pick

TEMPLATES = {path.stem: path.read_text() for path in
             sorted(pathlib.Path(__file__).with_name("templates").glob("*.jinja"))}
TEXTS = [
    "Hi", "  what is 2+2? ", "Ünïcode 日本 🙂", "a\nb\n\nc", "", "<think>x</think>\n\nyes",
    "it's \"so\"", "<tool>1</tool>", "{% if %}", "a & b < c", "\ttab", "é" * 20]
FOLDER = tempfile.TemporaryDirectory()
NOW = 1790000000.0


def integer(low, high):
    return int(compare.rng.integers(low, high))


def chance(p):
    return compare.rng.random() < p


def call():
    return {"type": "function", "function": {"name": pick("add", "get_time"), "arguments": pick(
        {}, {"a": 1, "b": [1.5, None, True]}, {"city": "Zürich", "n": {"x": "\n"}})}}


def conversation():
    out = []
    if chance(0.4):
        out.append({"role": "system", "content": TEXTS[integer(0, len(TEXTS))]})
    for i in range(integer(1, 6)):
        role = ("user", "assistant")[i % 2] if chance(0.9) else pick("user", "tool", "assistant")
        message = {"role": role, "content": TEXTS[integer(0, len(TEXTS))]}
        if role == "assistant" and chance(0.3):
            message["tool_calls"] = [call() for _ in range(integer(1, 3))]
        if chance(0.1):
            message["content"] = [{"type": "text", "text": "part"}, {"type": "image"}]
        out.append(message)
    return out


def values():
    out = {"bos_token": "<s>", "eos_token": "</s>"}
    if chance(0.4):
        out["tools"] = [{"name": "add",
    "description": "adds ü",
     "parameters": {"a": {"type": "int"}}}]
    if chance(0.3):
        out["date_string"] = "1 Jan 2030"
    return out


# --- drawn expressions --------------------------------------------------------------------------

NAMES = ["messages", "n", "s", "xs", "d", "nothing", "t", "f"]
GIVEN = {"n": 7, "s": "Hello, wörld foo", "xs": [3, 1, 2, 3], "d": {"b": 2, "a": "x", "items": 5},
         "t": True, "f": -2.5, "words": ["b", "A", "c", "a"], "z": None,
         "tree": [{"v": 1, "kids": [{"v": 2, "kids": [{"v": 3, "kids": []}]},
                                    {"v": 4, "kids": []}]}, {"v": 5, "kids": []}]}
FILTERS = [
    "upper", "lower", "trim", "length", "count", "first", "last", "join", "join(', ')", "list",
    "string", "int", "float", "abs", "tojson", "sort", "sort(reverse=true)", "unique", "reverse",
    "default('x')", "default('x', true)", "d(0)", "replace('l', 'LL')", "replace('o', '', 1)",
    "title", "capitalize", "sum", "min", "max", "round", "round(1)", "items|list", "dictsort",
    "map('string')|list", "map('upper')|join", "select|list", "reject('odd')|list",
    "select('even')|list", "indent", "indent(2, true)", "tojson(indent=2)", "e", "safe", "odd"]
TESTS = [
    "defined", "undefined", "none", "string", "number", "integer", "float", "boolean", "mapping",
    "sequence", "iterable", "odd", "even", "true", "false", "lower", "upper", "divisibleby(3)",
    "divisibleby 2", "in [1, 7, 'x']", "eq 7", "equalto('x')", "sameas none", "gt 3", "ne 7",
    "callable", "mapping and true", "wrong"]
METHODS = [
    "strip()", "strip('Hd')", "lstrip()", "rstrip('o')", "split()", "split(' ')", "split('o', 1)",
    "rsplit(' ', 1)", "rsplit(None, 1)", "split(None, 1)", "upper()", "lower()", "title()",
    "capitalize()", "replace('l', 'r')", "replace('l', 'r', 1)", "startswith('He')",
    "endswith(('o', 'x'))", "find('o')", "rfind('o')", "count('o')", "splitlines()", "isdigit()",
    "isalpha()", "isupper()", "items()|list", "keys()|list", "values()|list", "get('a')",
    "get('q', 'no')", "index(3)", "removeprefix('He')", "removesuffix('o')", "join(['a', 'b'])",
    "append(3)", "nothing", "a", "b", "x.y", "isalnum()", "isspace()"]
LITERALS = [
    "1", "0", "-3", "2.5", "1e3", "'a'", '"b\\n"', "''", "[]", "[1, 'a', none]", "{}",
    "{'k': [1], 2: 'z'}", "(1, 2)", "(1,)", "true", "none", "'a' 'b'", "range(4)|list",
    "range(5, 0, -2)|list", "dict(a=1)", "1_000", "'\\u00fc'", "True", "None"]


SIGNS = ["==", "!=", "<", "<=", ">", ">=", "in", "not in", "and", "or"]
PLACES = ["0", "-1", "1:", ":2", "::-1", "-2:", "1:5:2", "'a'", "9", "n"]


def expr(depth=3):
    way = integer(0, 12)
    if depth == 0 or way < 2:
        return pick(*LITERALS)
    if way < 4:
        return pick(*NAMES, "words", "z")
    inner = lambda: expr(depth - 1)  # noqa: E731
    return {
    4: lambda: f"{inner()} {pick('+', '-', '*', '/', '//', '%', '~', '~')} {inner()}",
    5: lambda: f"{inner()} {pick(*SIGNS)} {inner()}",
    6: lambda: f"({inner()}) | {pick(*FILTERS)}",
    7: lambda: f"({inner()}) is {pick('', 'not ')}{pick(*TESTS)}",
    8: lambda: f"({pick(*NAMES, 'words')}).{pick(*METHODS)}",
    9: lambda: f"({inner()})[{pick(*PLACES)}]",
    10: lambda: f"({inner()} if {inner()} else {inner()})",
    11: lambda: pick(
        f"not {inner()}",
        f"-({inner()})",
        f"({inner()})",
        f"{inner()} | length"),
         }[way]()


def grid(count):
    """A sample of all operations on all kinds of values, and on an undefined name."""
    kinds = [*LITERALS, "nothing"]
    signs = [*SIGNS, "+", "-", "*", "/", "//", "%", "~"]
    every = [f"({a}) {form}" for a in kinds for form in
             [*(f"| {f}" for f in FILTERS), *(f"is {t}" for t in TESTS)]]
    every += [f"({a}){form}" for a in kinds for form in
              [*(f"[{at}]" for at in PLACES), *(f".{m}" for m in METHODS)]]
    every += [f"({a}) {sign} ({b})" for a in kinds for b in kinds for sign in signs]
    return ["{{ " + every[integer(0, len(every))] + " }}" for _ in range(count)]


def block(depth=2):
    """Text and blocks around random expressions, with all whitespace control markers."""
    way, space = integer(0, 10), pick("", " ", "\n", "  \n  ", "\n\n")
    a, b = pick("{%", "{%", "{%-", "{%+"), pick("%}", "%}", "-%}", "+%}")
    inner = (lambda: block(depth - 1)) if depth else (lambda: "x")
    return space + {
        0: lambda: "{{" + pick("", "-") + f" {expr(2)} " + pick("", "-") + "}}",
        1: lambda: f"{a} if {expr(1)} {b}{inner()}{a} elif {expr(1)} {b}{inner()}"
                   f"{a} else {b}{inner()}{a} endif {b}",
        2: lambda: f"{a} for i in {pick('xs', 'words', 's', 'd', 'range(3)', expr(1))}"
                   f"{pick('', ' if i is defined', ' if loop is defined')} {b}{inner()}"
                   "{{ i }}{{ loop.index }}{{ loop.last }}"
                   + f"{a} else {b}{inner()}{a} endfor {b}",
        3: lambda: f"{a} set v = {expr(2)} {b}" + "{{ v }}" + inner(),
        4: lambda: f"{a} set v {b}{inner()}{a} endset {b}" + "[{{ v|trim }}]",
        5: lambda: "{#" + pick("", "-") + " a comment " + pick("", "-") + "#}" + inner(),
        6: lambda: f"{a} set ns = namespace(c=0) {b}{a} for i in xs {b}"
                   f"{a} set ns.c = ns.c + i {b}{a} endfor {b}"
                   + "{{ ns.c }}" + inner(),
        7: lambda: f"{a} for i in tree{pick('', ' if i.v != 2')} recursive {b}"
                   "{{ i.v }}{{ loop.depth }}{{ loop.depth0 }}{{ loop.last }}" + inner()
                   + "{{ loop(i.kids) }}" + pick("", f"{a} else {b}" + inner())
                   + f"{a} endfor {b}",
        8: lambda: f"{a} with {pick('n', 'v')} = {expr(1)}, w = {pick('n', 's')} {b}" + inner()
                   + "{{ n }}{{ w }}" + f"{a} endwith {b}" + "{{ n }}{{ w }}",
        9: lambda: f"{a} print {expr(1)} {b}" + inner(),
    }[way]() + pick("", " t ", "\n", "\n  ")


def environment():
    def raise_exception(message):
        raise jinja2.TemplateError(message)

    def tojson(x, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
        return json.dumps(x, ensure_ascii=ensure_ascii, indent=indent, separators=separators,
                          sort_keys=sort_keys)

    def strftime_now(form):
        return datetime.datetime.fromtimestamp(NOW, datetime.timezone.utc).strftime(form)
    out = ImmutableSandboxedEnvironment(
    trim_blocks=True,
    lstrip_blocks=True,
     extensions=[loopcontrols])
    out.filters["tojson"] = tojson
    out.globals |= {"raise_exception": raise_exception, "strftime_now": strftime_now}
    return out


def theirs(source, names):
    try:
        return environment().from_string(source).render(**copy.deepcopy(names))
    except Exception as error:
        return error


SCRIPT = """proc main(path: str) {
  for case in json.parse(io.read(path)) {
    let r = try(() => tokens.chat(case[0], case[1]["messages"], add_generation_prompt = case[2],
      values = case[1], now = %r))
    print(json.text(r))
  }
}
""" % NOW


def ours(rille, cases):
    path, script = pathlib.Path(FOLDER.name, "cases.json"), pathlib.Path(FOLDER.name, "chat.rille")
    path.write_text(json.dumps(cases))
    script.write_text(SCRIPT)
    done = subprocess.run([rille, "run", script, path], capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        raise RuntimeError(done.stderr[:2000])
    return [json.loads(line) for line in done.stdout.rstrip("\n").split("\n")]


class Tried:
    def __init__(self, name):
        self.name, self.text = name, "tokens.chat(template, messages)"


# Texts that are not comparable: addresses, generators, functions.
UNTOLD = (
    "<generator", "<bound method", "<built-in", "<function", " at 0x", "dict_items", "dict_keys",
    "dict_values", "range(", "Undefined", "<Macro", "reverseiterator", "list_reverseiterator")


def excused(source, message):
    """Jinja ignores errors in constants, and evaluates the rows of `unique` lazily."""
    late = "unique" in source and "is not iterable" in message
    return late or "cannot be sliced" in message


def judged(source, want, got):
    if isinstance(want, Exception):
        # Jinja resolves filters and tests before the run, Rille during it.
        if not got["ok"] or isinstance(want, jinja2.TemplateAssertionError):
            return []
        return [f"theirs refuses: {want!r}\n  {source!r}\n  ours {got['value']!r}"]
    if any(word in want for word in UNTOLD):
        return []
    if "unique" in source and re.search(r"unique[^|]*\)\[", source):  # a generator has no items
        return []
    if not got["ok"] and excused(source, got["error"]["message"]):
        return []
    if not got["ok"]:
        return [f"ours refuses: {got['error']['message']}\n  {source!r}\n  theirs {want!r}"]
    return [] if got["value"] == want else [
        f"{source!r}\n  theirs {want!r}\n  ours   {got['value']!r}"]


def run(draws, rille, seed):
    cases, names = [], []
    for name, source in TEMPLATES.items():
        for _ in range(draws):
            generate, given = chance(0.5), {**values(), "messages": conversation()}
            cases.append((source, given, generate))
            names.append(name)
    drawn = {"expr": ["{{ " + expr() + " }}" for _ in range(20 * draws)],
             "block": [block() + block() for _ in range(20 * draws)], "grid": grid(50 * draws)}
    for name, sources in drawn.items():
        given = {**GIVEN, "messages": [{"role": "user", "content": "hi"}]}
        cases += [(source, given, False) for source in sources]
        names += [name] * len(sources)
    wrong = []
    for name, case, got in zip(names, cases, ours(rille, cases), strict=True):
        source, given, generate = case
        want = theirs(source, {**given, "add_generation_prompt": generate})
        wrong += [f"{name}: {line}" for line in judged(source, want, got)]
    return wrong, [Tried(name) for name in names]

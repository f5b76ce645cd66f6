"""Ways to break a program by changing a token or a line."""
import re
import subprocess

from mutate import RILLE

KEYWORDS = set("and assert break continue else false fn for if import in inout let match nil not "
               "or proc return struct true var while".split())
ALL = []


class Way:
    def __init__(self, change, kind, section, runs=False, options=None):
        self.change, self.kind, self.section, self.runs = change, kind, section, runs
        self.name, self.options = change.__name__, options


def way(kind, section, runs=False, options=None):
    """A function (program, rng) -> (wrong text, offset of the error[, help]) becomes a way."""
    def add(change):
        ALL.append(Way(change, kind, section, runs, options))
        return change
    return add


def is_builtin(name):
    return subprocess.run([RILLE, "help", name], capture_output=True).returncode == 0


def starts(program, words=("let", "var", "fn", "for")):
    """Tokens that begin a statement of the top level."""
    return [t for t in program.tokens if program.begins_line(t) and t.text in words]


def callees(program):
    """Names of called functions: no method, no definition."""
    tokens = program.tokens
    return [now for before, now, after in zip(tokens, tokens[1:], tokens[2:])
            if after.text == "(" and now.kind == "word" and now.text not in KEYWORDS
            and len(now.text) > 3 and before.text not in (".", "fn", "proc", "struct", "&", "!")
            and after.at == now.at + len(now.text)]


@way("syntax", "lexical")
def stray_character(program, rng):
    words = ("let", "var", "fn", "for", "print")
    at = rng.choice([t for t in program.tokens if t.text in words]).at
    return program.with_(at, 0, rng.choice("$?~`") + " "), at


@way("syntax", "lexical")
def cut_string(program, rng):
    """A string whose closing quote is missing."""
    string = rng.choice([t for t in program.tokens if t.kind == "string" and len(t.text) > 2
                         and "{" not in t.text and t.text.count('"') == 2])
    line = program.text[program.text.rfind("\n", 0, string.at) + 1:]
    line = line[:line.index("\n")]
    if line.count('"') != 2 or "{" in line:
        return None
    return program.with_(string.at + len(string.text) - 1, 1, ""), string.at


@way("syntax", "lexical")
def huge_number(program, rng):
    at = rng.choice([t for t in program.tokens if t.kind == "number" and t.text.isdigit()])
    return program.with_(at.at, len(at.text), "9" * 25), at.at


@way("syntax", "lexical")
def unknown_escape(program, rng):
    string = rng.choice([t for t in program.tokens if t.kind == "string" and t.text[0] == '"'
                         and len(t.text) > 3 and "{" not in t.text and not t.text.startswith('""')])
    at = string.at + 1
    return program.with_(at, 0, "\\" + rng.choice("qzy%")), at


@way("syntax", "lexical")
def keyword_as_name(program, rng):
    """A `let` of a keyword."""
    name = rng.choice([after for before, after in zip(program.tokens, program.tokens[1:])
                       if before.text in ("let", "var") and after.kind == "word"])
    return program.with_(name.at, len(name.text), rng.choice(["for", "match", "struct"])), name.at


@way("syntax", "grammar")
def stray_bracket(program, rng):
    """An unmatched closing bracket, before a statement of the top level."""
    at = rng.choice(starts(program)).at
    return program.with_(at, 0, rng.choice(")]}") + " "), at


@way("syntax", "grammar")
def missing_operand(program, rng):
    sign = rng.choice([t for t in program.tokens if t.text in ("*", "/", "@", "<", "^")])
    return program.with_(sign.at, len(sign.text), f"{sign.text} *"), sign.at + len(sign.text) + 1


@way("syntax", "grammar")
def misspelled_keyword(program, rng):
    """`lett x = 1`: a name, and then one more where the statement should end."""
    word = rng.choice(starts(program, ("let", "var")))
    after = program.tokens[program.tokens.index(word) + 1]
    if after.kind != "word":
        return None
    wrong = rng.choice(["lett", "vra", "define"])
    return program.with_(word.at, len(word.text), wrong), word.at + len(wrong) + 1


@way("syntax", "grammar")
def lost_in(program, rng):
    tokens = program.tokens
    word = rng.choice([t for before, t, after in zip(tokens, tokens[1:], tokens[2:])
                       if t.text == "in" and after.text != "=" and before.text != "."])
    return program.with_(word.at, 2, "of"), word.at


@way("syntax", "grammar")
def never_closed(program, rng):
    """A top-level line without its last `)`: the error shows the opening bracket."""
    lines = [line for line in program.lines if line.tokens[-1].text == ")"]
    line = rng.choice(lines)
    depth, last = 0, line.tokens[-1]
    for token in reversed(line.tokens):
        depth += (token.text in ")]}") - (token.text in "([{")
        if depth == 0:
            return program.with_(last.at, 1, ""), token.at
    return None


@way("syntax", "control")
def stray_jump(program, rng):
    at = rng.choice(starts(program, ("let", "var", "fn"))).at
    return program.with_(at, 0, rng.choice(["break", "continue", "return 1"]) + "\n"), at


@way("syntax", "control")
def lost_else(program, rng):
    """The value of an `if` without an else is used."""
    line = rng.choice(starts(program, ("let", "var", "fn")))
    head = "let lost = "
    return program.with_(line.at, 0, head + "if true { 1 }\n"), line.at + len(head)


@way("syntax", "modules")
def import_inside(program, rng):
    """An import is allowed only at the top level."""
    at = rng.choice(starts(program)).at
    head = "fn inner() { "
    return program.with_(at, 0, head + 'import "x.rille" as x }\n'), at + len(head)


@way("syntax", "modules")
def test_inside(program, rng):
    at = rng.choice(starts(program)).at
    head = "fn inner() { "
    return program.with_(at, 0, head + 'test "x" { assert true } }\n'), at + len(head)


@way("syntax", "expressions")
def nobody_takes_it(program, rng):
    at = rng.choice(starts(program)).at
    return program.with_(at, 0, rng.choice(["1 + 2", '"text"', "(1, 2)", "-3"]) + "\n"), at


@way("name", "expressions")
def misspelled_call(program, rng):
    name = rng.choice(callees(program))
    return program.with_(name.at, len(name.text), name.text[:2] + "q" + name.text[2:]), name.at


@way("name", "modules")
def misspelled_member(program, rng):
    """`rng.nqormal`: a module without such a function."""
    tokens = program.tokens
    found = [c for a, b, c in zip(tokens, tokens[1:], tokens[2:])
             if a.text in ("rng", "nn", "optim", "tree", "io", "data") and b.text == "."
             and f"{a.text} =" not in program.text and len(c.text) > 3]
    word = rng.choice([c for c in found if not re.search(rf"\b(let|var|for|as) {c.text}\b",
                                                         program.text)])
    return program.with_(word.at, len(word.text), word.text[:2] + "q" + word.text[2:]), word.at


@way("name", "bindings")
def assigned_let(program, rng):
    lets = r"^let (\w+) = [^\n]*[^\n,({\[|+*-]\n(?=\w)"
    at = rng.choice(list(re.finditer(lets, program.text, re.M)))
    if at.group().count("{") != at.group().count("}"):
        return None
    return program.with_(at.end(), 0, f"{at.group(1)} = 1\n"), at.end()


@way("name", "bindings")
def bound_twice(program, rng):
    """Two lets of one name in a block."""
    at = rng.choice(starts(program)).at
    head = "{ let once = 1; let "
    return program.with_(at, 0, head + "once = 2; print(once) }\n"), at + len(head)


@way("name", "bindings")
def outer_place(program, rng):
    """A fn reads a var of the top level."""
    names = [after for before, after in zip(program.tokens, program.tokens[1:])
             if before.text == "var" and program.begins_line(before) and after.kind == "word"]
    name = rng.choice(names)
    later = [t for t in starts(program) if t.at > name.at]
    at = rng.choice(later).at
    head = "fn reads_it() = "
    return program.with_(at, 0, f"{head}{name.text}\n"), at + len(head)


@way("name", "bindings")
def read_too_early(program, rng):
    """A let that is read above its line."""
    name = rng.choice([after for before, after in zip(program.tokens, program.tokens[1:])
                       if before.text == "let" and program.begins_line(before)
                       and after.kind == "word"])
    line = program.text.rfind("\n", 0, name.at) + 1
    head = "let early = "
    is_known = any(t.text == name.text for t in program.tokens if t.at < line)
    if is_known or is_builtin(name.text):
        return None
    return program.with_(line, 0, f"{head}{name.text}\n"), line + len(head)


def own_functions(program):
    """name: number of parameters, for functions whose parameters have no defaults."""
    out = {}
    for m in re.finditer(r"^fn (\w+)\(([\w, ]*)\)", program.text, re.M):
        uses = len(re.findall(rf"\b{m.group(1)}\b *[(=]", program.text))
        if "inout" not in m.group(2) and uses < 9:
            out[m.group(1)] = len([p for p in m.group(2).split(",") if p.strip()])
    return {k: v for k, v in out.items()
            if len(re.findall(rf"\b(fn|let|var|proc) {k}\b", program.text)) == 1}


def own_calls(program):
    """(callee, its arguments' first tokens, closing bracket) of calls of the script's functions."""
    known = own_functions(program)
    for i, token in enumerate(program.tokens[:-1]):
        is_call = (token.text in known and program.tokens[i + 1].text == "("
                   and program.tokens[i - 1].text not in ("fn", ".", "|>"))
        if not is_call:
            continue
        depth, firsts = 0, []
        for before, now in zip(program.tokens[i + 1:], program.tokens[i + 2:]):
            depth += (before.text in "([{") - (before.text in ")]}")
            if depth == 1 and before.text in ("(", ",") and now.text != ")":
                firsts.append(now)
            if now.text in ("=", "...", "&", "=>") and depth == 1:
                break
            if depth == 1 and now.text == ")":
                yield token, known[token.text], firsts, now
                break


@way("type", "expressions")
def one_argument_more(program, rng):
    name, count, firsts, closing = rng.choice(list(own_calls(program)))
    if len(firsts) != count:
        return None
    gap = ", " if firsts else ""
    return program.with_(closing.at, 0, gap + "1"), closing.at + len(gap)


@way("type", "expressions")
def one_argument_less(program, rng):
    name, count, firsts, closing = rng.choice(list(own_calls(program)))
    if len(firsts) != count or not firsts:
        return None
    begin = firsts[-1].at if len(firsts) == 1 else program.text.rfind(",", 0, firsts[-1].at)
    return program.with_(begin, closing.at - begin, ""), name.at


@way("type", "expressions")
def unknown_parameter(program, rng):
    name, count, firsts, closing = rng.choice(list(own_calls(program)))
    if len(firsts) != count or not firsts:
        return None
    return program.with_(firsts[-1].at, 0, "nonsense_ = "), firsts[-1].at


@way("type", "bindings")
def place_for_a_value(program, rng):
    """`&` where the parameter is not inout."""
    at = rng.choice(starts(program)).at
    head = "fn plain_(p) = p\nvar lent_ = 1\nprint(plain_("
    text = program.with_(at, 0, head + "&lent_))\n")
    return text, at + len(head)


@way("type", "bindings")
def impure_fn(program, rng):
    at = rng.choice(starts(program)).at
    head = "fn impure_(path) = "
    return program.with_(at, 0, head + "io.read(path)\n"), at + len(head)


@way("type", "expressions", runs=True)
def string_operand(program, rng):
    """`1 * x` as `"1" * x`, where 1 is the whole left side."""
    found = [(b, c) for line in program.lines
             for a, b, c in zip(line.tokens, line.tokens[1:], line.tokens[2:])
             if a.text in ("=", "(", ",", "[") and b.kind == "number"
             and c.text in ("*", "+", "-", "/")]
    number, sign = rng.choice(found)
    wrong = f'"{number.text}"'
    return (program.with_(number.at, len(number.text), wrong),
            sign.at + len(wrong) - len(number.text))


@way("value", "bindings")
def key_drawn_twice(program, rng):
    at = rng.choice(starts(program)).at
    head = "fn twice_(key) = rng.normal(key, (2,)) + rng.normal("
    return program.with_(at, 0, head + "key, (2,))\n"), at + len(head)


@way("value", "bindings")
def key_drawn_in_turns(program, rng):
    at = rng.choice(starts(program)).at
    head = "fn turns_(key) = (rng.normal("
    return program.with_(at, 0, head + "key, (2,)) for i in 0..3)\n"), at + len(head)


def endless_loop(program, rng):
    at = program.tokens[0].at  # nothing slow is above
    head = rng.choice(["var turn_ = 0; while true { turn_ ",
                       "var turn_ = 0; for i in 0..1000000000000 { turn_ "])
    return program.with_(at, 0, head + "+= 1 }\n"), at + len(head)


@way("limit", "control", runs=True, options={"args": ["--time-limit", "1"]})
def out_of_time(program, rng):
    return endless_loop(program, rng)


@way("interrupt", "control", runs=True, options={"stop": 0.3})
def stopped(program, rng):
    return endless_loop(program, rng)


@way("name", "values")
def misspelled_field(program, rng):
    """A method reads a field that its struct does not have."""
    tokens = program.tokens
    words = [c for a, b, c in zip(tokens, tokens[1:], tokens[2:])
             if a.text == "self" and b.text == "." and len(c.text) > 1]
    if not words:
        at = rng.choice(starts(program)).at
        head = "struct Small_ { width; fn get(self) = self."
        help_ = "help: did you mean `width`?"
        return program.with_(at, 0, head + "widht }\n"), at + len(head), help_
    word = rng.choice(words)
    return program.with_(word.at, len(word.text), word.text + "_q"), word.at

#!/usr/bin/env python3
"""Property-based test: `rille fmt` changes only the layout of a program: the emitted Lua is the
same.

Programs are generated from the grammar of docs/language.md, and written with random spaces, line
breaks, and comments. The formatted text has the same Lua as the generated one, and as the one with
single spaces; it keeps every comment, and formatting it again changes nothing. If two texts differ
only in spaces and indents, their formatted texts are equal. The same is checked for every script of
the repository. The oracle is the output of `rille dump --after lua`.
"""
import concurrent.futures
import difflib
import os
import pathlib
import random
import re
import shutil
import subprocess

from law import RILLE, Law

# The end of a statement, unary minus, `and` as the name of a field.
SEP, MINUS, FIELD_AND = "\n", "u-", "u-and"
TEXT_OF = {MINUS: "-", FIELD_AND: "and"}
INFIX = set("+ - * / // % @ ^ == != < <= > >= and or .. = += -= *= /= //= %= ^= , => -> in".split())
OPENS, CLOSES = set("([{"), set(")]}")
COMMENTS = ("# plain", "#", "#  two  spaces", '# "quoted {', "# ) ] } (", "# let x = 1 #> 2",
            "#\ttab", "# ümlaut → ∑", "# a = b; c", "### three")


def of(text):
    """Tokens that are separated by spaces."""
    return text.split()


class Drawn:
    """One program: its tokens, and the names that its statements have defined."""

    def __init__(self, random):
        self.r = random
        self.made = 0
        self.numbers, self.places = [["1"]], [[]]  # by block: readable names, assignable names
        self.functions, self.structs = [], []
        self.pure = False
        self.tokens = []

    def name(self, stem):
        self.made += 1
        return f"{stem}{self.made}" if self.r.random() < 0.9 else f"{stem}_é{self.made}"

    def pick(self, *ways):
        return self.r.choice(ways)

    # ---- expressions: lists of tokens ----
    def atom(self):
        known = [n for block in self.numbers for n in block]
        return of(self.pick("2", "0x1f", "1_000", "2.5", "1e-3", "0b101", *known[-6:], *known[-6:]))

    def number(self, depth):
        if depth <= 0:
            return self.atom()
        n = lambda: self.number(depth - 1)
        ways = [
            lambda: self.atom(),
            lambda: ["(", *n(), self.pick("+", "-", "*", "/", "//", "%"), *n(), ")"],
            lambda: [*self.atom(), self.pick("+", "-", "*"), *n()],
            lambda: [MINUS, *self.atom()],
            lambda: ["(", MINUS, *self.atom(), ")", "^", *self.pick([], [MINUS]), *self.atom()],
            lambda: [self.pick("sqrt", "exp", "abs"), "(", *n(), ")"],
            lambda: ["(", "[", *n(), ",", *n(), *self.pick([], [","]), "]", ")", *self.index()],
            lambda: ["(", "w", "=", *n(), ",", "in", "=", *n(), ")", ".", self.pick("w", "in")],
            lambda: ["(", *n(), ",", ")", "[", "0", "]"],
            lambda: ["if", *self.truth(depth - 1), "{", *n(), "}", "else", "{", *n(), "}"],
            lambda: ["if", *self.truth(depth - 1), "{", *n(), "}", "else", "if",
                     *self.truth(depth - 1), "{", *n(), "}", "else", "{", *n(), "}"],
            lambda: self.inner_block(depth),
            lambda: self.match(depth),
            lambda: ["(", "(", *n(), ")", "|>", self.pick("sqrt", "exp"),
                     "|>", "(", *self.one(depth), ")", ")"],
            lambda: ["(", *self.one(depth), ")", "(", *n(), ")"],
            lambda: ["sum", "(", *self.array(depth), *self.pick([], [",", "axis", "=", "0"]), ")"],
            lambda: ["bits", ".", FIELD_AND, "(", "7", ",", "3", ")"],
            lambda: self.call(depth),
            lambda: self.made_of_struct(depth),
        ]
        return self.r.choice(ways)()

    def inner_block(self, depth):
        self.numbers.append([])
        out = ["{", *self.let(depth - 1), SEP, *self.number(depth - 1), "}"]
        self.numbers.pop()
        return out

    def index(self):
        return self.pick(
            of("[ 0 ]"), of("[ u- 1 ]"), of("[ 0 : 1 ] [ 0 ]"), of("[ :: u- 1 ] [ 1 ]"),
            of("[ ... , 1 ]"), of("[ 1 : : 1 ] [ 0 ]"), ["[", *self.atom(), ":", "]"])

    def one(self, depth):
        x = self.name("x")
        self.numbers.append([x])
        head = self.pick([x], ["(", x, ")"], ["(", x, ",", self.name("k"), "=", "2", ")"])
        body = self.pick(self.number(depth - 1), self.inner_block(depth - 1))
        self.numbers.pop()
        return [*head, "=>", *body]

    def call(self, depth):
        if not self.functions:
            return self.atom()
        f, count, named = self.r.choice(self.functions)
        out = [f, "("]
        for i in range(count):
            out += [*self.number(depth - 1), ","]
        if named and self.r.random() < 0.5:
            out += [named, "=", *self.number(depth - 1), ","]
        if self.r.random() < 0.6:
            out.pop()
        return [*out, ")"] if count else self.atom()

    def made_of_struct(self, depth):
        if not self.structs:
            return self.atom()
        s = self.r.choice(self.structs)
        return [s, "(", *self.number(depth - 1), ",", *self.number(depth - 1), ")",
                *self.pick([".", "size", "(", ")"], [".", "a"], ["(", *self.atom(), ")"])]

    def match(self, depth):
        x, y = self.name("m"), self.name("m")
        value = self.pick(self.atom(), ["(", *self.atom(), ",", *self.atom(), ")"])
        patterns = ["1", "- 2", "nil", '"s"', f"( {x} , ... {y} )", f"( in = {x} )", "true",
                    f"( 1 , {x} )"]
        out = ["match", *value, "{", SEP]
        for pattern in self.r.sample(patterns, 3):
            out += [*of(pattern), "=>", *self.number(depth - 1), self.pick(SEP, ",")]
        return [*out, "_", "=>", *self.number(depth - 1), SEP, "}"]

    def array(self, depth):
        n, i = lambda: self.number(depth - 1), self.name("i")
        return self.pick(
            ["[", *n(), ",", *n(), "]"], of("[ [ 1 , 2 ] , [ 3 , 4 ] , ]"),
            ["[", i, "*", *self.atom(), *of(f"for {i} in 0 .. 3 ]")],
            of("zeros ( ( 2 , 3 ) )"), of("arange ( 4 ) @ ones ( 4 )"),
            of(f"f32 ( [ {i} + 1 for {i} in 1 .. ( 2 + 2 ) ] )"))

    def truth(self, depth):
        if depth <= 0:
            return [*self.atom(), self.pick("<", ">=", "==", "!="), *self.atom()]
        c = lambda: self.truth(depth - 1)
        return self.pick(
            ["not", "(", *c(), ")"], ["(", *c(), ")", self.pick("and", "or"), *c()],
            [*self.atom(), "<", *self.atom(), "<=", *self.atom()], ["not", "not", "true"],
            [*self.atom(), ">", MINUS, *self.atom()])

    def words(self, depth):
        hole = "".join(written_plainly(self.number(1)))
        holes = '"a  {' + hole + '}  b{ ' + hole + ' :>8.3f}"' if '"' not in hole else '"x"'
        return [self.pick('"plain"', r'"\n \" \\ {{ }} # no comment"', r'r"raw \ {"', '""', holes,
                          '"""\n      two\n        lines  \n      """', '"""one {1+2}"""')]

    # ---- statements ----
    def let(self, depth):
        if self.r.random() < 0.2:
            a, b = self.name("o"), self.name("o")
            pattern = ["(", a, ",", b, *self.pick([], [","]), ")"]
            out = ["let", *pattern, "=", "(", *self.number(depth), ",", *self.number(depth), ")"]
            self.numbers[-1] += [a, b]
            return out
        x = self.name("v")
        type_of = self.pick("", "", ": any", ": number [ ... ] or nil", ": fn ( a , b ) or number")
        out = ["let", x, *of(type_of), "=", *self.number(depth)]
        self.numbers[-1].append(x)
        return out

    def block(self, depth, loop=False, value=False):
        """{ statements }, with a value at its end if `is_value`."""
        self.numbers.append([])
        self.places.append([])
        out = ["{", SEP]
        for _ in range(self.r.randint(1, 3)):
            out += [*self.statement(depth - 1), SEP]
        if loop and self.r.random() < 0.4:
            out += ["if", *self.truth(1), "{", self.pick("break", "continue"), "}", SEP]
        if value:
            out += [*self.pick([], ["return"]), *self.number(depth), SEP]
        self.numbers.pop()
        self.places.pop()
        return [*out, "}"]

    def var(self, depth):
        x = self.name("q")
        out = ["var", x, "=", *self.number(depth)]
        self.numbers[-1].append(x)
        self.places[-1].append(x)
        return out

    def assignment(self, depth):
        known = [x for block in self.places for x in block]
        if not known:
            return self.var(depth)
        x = self.r.choice(known)
        if len(known) > 1 and self.r.random() < 0.2:
            a, b = self.r.sample(known, 2)
            return ["(", a, ",", b, ")", "=", "(", b, ",", a, ")"]
        return [x, self.pick("=", "+=", "-=", "*=", "/=", "//=", "%=", "^="), *self.number(depth)]

    def loop(self, depth):
        if self.r.random() < 0.3:
            return ["while", *self.truth(1), *self.block(depth, loop=True)]
        i = self.name("i")
        source = self.pick(["0", "..", "3"], ["(", "1", ",", "2", ")"], self.array(1))
        self.numbers.append([i])
        out = ["for", i, "in", *source, *self.block(depth, loop=True)]
        self.numbers.pop()
        return out

    def shown(self, depth):
        if self.pure:
            return ["assert", *self.truth(depth), *self.pick([], [",", *self.words(depth)])]
        first = self.pick(self.words(depth), self.number(depth))
        return ["print", "(", *first, ",", *self.words(1), *self.pick([], [","]), ")"]

    def statement(self, depth):
        if depth <= 0:
            return self.pick(self.let, self.var, self.shown)(1)
        ways = self.let, self.var, self.assignment, self.shown, self.loop, self.branch
        return self.pick(*ways)(depth)

    def branch(self, depth):
        out = ["if", *self.truth(depth), *self.block(depth)]
        return out + self.pick([], ["else", *self.block(depth)],
                               ["else", "if", *self.truth(1), *self.block(depth)])

    def inside(self, names, write):
        """The result of write() when only `names` and top-level functions are known."""
        kept = self.numbers, self.places, self.pure
        self.numbers, self.places, self.pure = [["1"], list(names)], [[]], True
        out = write()
        self.numbers, self.places, self.pure = kept
        return out

    def body(self, names):
        return self.pick(["=", *self.inside(names, lambda: self.number(2))],
                         self.inside(names, lambda: self.block(2, value=True)))

    def function(self):
        f, names = self.name("g"), [self.name("a") for _ in range(self.r.randint(0, 3))]
        named = self.pick(None, self.name("k"))
        params = []
        for n in names:
            params += [n, *self.pick([], [":", "any"], [":", "number", "[", "...", "]"]), ","]
        if named:
            params += [named, "=", self.pick("1", "2.5"), ","]
        if params and self.r.random() < 0.6:
            params.pop()
        result = self.pick([], [], ["->", "any"], ["->", "(", "int", ",", "...", ")", "or", "any"])
        out = ["fn", f, "(", *params, ")", *result, *self.body(names + ([named] if named else []))]
        self.functions.append((f, len(names), named))
        return out

    def struct(self):
        s, x = self.name("T"), self.name("x")
        sep = lambda: self.pick(SEP, ",")
        inside = lambda *names: self.inside(names, lambda: self.number(2))
        out = ["struct", s, "{", SEP, "a", *self.pick([], [":", "any"]), sep(),
               *self.pick([], ["var"]), "b", *self.pick([], ["=", "3"]), SEP,
               "fn", "size", "(", "self", ")", "=", *inside("self . a"), SEP,
               "fn", "call", "(", "self", ",", x, ")", "=",
               *inside("self . b", x), SEP, "}"]
        self.structs.append(s)
        return out

    def test(self):
        return ["test", self.pick('"t"', '"a b # c"'), *self.inside([], lambda: self.block(2))]

    def program(self):
        for _ in range(self.r.randint(2, 7)):
            way = self.pick(self.function, self.function, self.struct, self.test,
                            *[lambda: self.statement(3)] * 4)
            self.tokens += [*way(), SEP]
        return self.tokens


def need_space(a, b):
    """Whether two tokens would merge, or become another one, without a space."""
    is_word = lambda c: c.isalnum() or c in "_\""
    if is_word(a[-1]) and is_word(b[0]):
        return True
    if a[-1].isdigit() and b[0] == "." or a[-1] == "." and b[0].isdigit():
        return True
    if a == "r" or a[-1].isalpha() and b[0] == '"':
        return True
    signs = "+-*/%@^=!<>.&|:"
    return a[-1] in signs and b[0] in signs


def written_plainly(tokens):
    out = []
    for token in tokens:
        token = {SEP: ";", **TEXT_OF}.get(token, token)
        if out and need_space(out[-1], token):
            out.append(" ")
        out.append(token)
    return out


class Writer:
    """Tokens as a text. Lines are broken by one random generator, spaces chosen by another."""

    def __init__(self, lines, spaces, comments):
        self.lines, self.spaces, self.comments = lines, spaces, comments
        self.out, self.open, self.written = [], [], []

    def blank(self):
        self.out.append(self.spaces.choice(["", " ", "  ", "\t", "      "]))

    def comment(self):
        self.written.append(self.lines.choice(COMMENTS))
        self.out.append(self.written[-1])

    def new_line(self):
        """A line break, with comments, empty lines, and an indent."""
        if self.comments and self.lines.random() < 0.15:
            self.out.append(" ")
            self.comment()
        for _ in range(self.lines.choice([1, 1, 1, 1, 2, 3])):
            self.blank()
            self.out.append("\n")
        if self.comments and self.lines.random() < 0.1:
            self.blank()
            self.comment()
            self.out.append("\n")
        self.blank()

    def separator(self, before, after):
        may_be_empty = before == "{" or after == "}"
        if may_be_empty and self.lines.random() < 0.3:
            self.blank()
        elif not may_be_empty and after != "" and self.lines.random() < 0.2:
            self.blank()
            self.out.append(";")
            self.blank()
        else:
            self.new_line()

    def may_break(self, before, after):
        if self.open and self.open[-1] != "{":
            return True
        return before in INFIX or after in (".", "|>", "else")

    def write(self, tokens):
        before = ""
        for at, token in enumerate(tokens):
            after = next((t for t in tokens[at + 1:] if t != SEP), "")
            if token == SEP:
                if before not in ("", SEP):
                    self.separator(before, after)
                before = "{" if before == "{" else SEP
                continue
            text = TEXT_OF.get(token, token)
            if before not in ("", SEP):
                if self.may_break(before, token) and self.lines.random() < 0.12:
                    self.new_line()
                elif need_space(TEXT_OF.get(before, before), text):
                    self.out.append(self.spaces.choice([" ", "  ", "\t"]))
                else:
                    self.blank()
            self.out.append(text)
            if token in OPENS:
                self.open.append(token)
            elif token in CLOSES:
                self.open.pop()
            before = token
        return "".join(self.out)


# Four texts of one program: random; with single spaces; two with the same lines and other spaces.
KINDS = ("drawn", "plain", "one", "other")


def drawn_program(law):
    """A text of each kind, and the comments of the first."""
    tokens = Drawn(law.random).program()
    drawn = Writer(law.random, law.random, comments=True)
    first = drawn.write(tokens)
    plain = " ".join(TEXT_OF.get(t, t) for t in tokens)
    seed = law.random.random()
    alike = [Writer(random.Random(seed), law.random, comments=False).write(tokens)
             for _ in range(2)]
    return [first, plain, *alike], drawn.written


def other_indents(random, text):
    """The text of a script with other indents, trailing spaces, and empty lines."""
    out = []
    for line in text.split("\n"):
        if not line.strip() or line.strip().startswith(("#>", "#!")):
            out.append(line)
            continue
        out.append(" " * random.randint(0, 9) + line.lstrip() + " " * random.choice([0, 0, 3]))
    return "\n".join(out)


def difference(one, other):
    return "\n".join(difflib.unified_diff(one.split("\n"), other.split("\n"), n=1, lineterm=""))


def lua_of(path):
    done = subprocess.run([RILLE, "dump", "--after", "lua", str(path)], capture_output=True,
                          stdin=subprocess.DEVNULL, timeout=300)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def format_all(paths):
    """Formats in place; rejected files are unchanged and are returned."""
    said = ""
    for at in range(0, len(paths), 200):
        said += subprocess.run([RILLE, "fmt", *map(str, paths[at:at + 200])], capture_output=True,
                               text=True, stdin=subprocess.DEVNULL, timeout=300).stderr
    return set(re.findall(r"--> (.+?):\d+", said))


def formatted(law, folder, names):
    """Formats a copy of the directory twice. Returns the copy, and the rejected files."""
    once, twice = folder.with_name(folder.name + "_1"), folder.with_name(folder.name + "_2")
    shutil.copytree(folder, once)
    refused = format_all([once / name for name in names])
    shutil.copytree(once, twice)
    format_all([twice / name for name in names])
    for name in names:
        one, two = ((base / name).read_text() for base in (once, twice))
        law.expect(one == two, "formatted again it stays", f"{name}\n{difference(one, two)}")
    shutil.rmtree(twice)
    return once, refused


def same_lua(law, folder, once, refused, names):
    """Compares the Lua before and after; returns that before, by name."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        before = list(pool.map(lua_of, [folder / name for name in names]))
        after = list(pool.map(lua_of, [once / name for name in names]))
    for name, one, other in zip(names, before, after):
        said = f"{name}\n{difference(one[1], other[1])}\n{one[2]}\n{other[2]}"
        law.expect(one[:2] == other[:2], "the same Lua", said)
        law.expect(one[0] != 0 or str(once / name) not in refused, "what compiles is taken", name)
    return dict(zip(names, before))


def drawn(law, count):
    folder = law.folder / "drawn"
    folder.mkdir()
    comments = []
    for k in range(count):
        texts, written = drawn_program(law)
        comments.append(written)
        for kind, text in zip(KINDS, texts):
            (folder / f"{kind}{k}.rille").write_text(text)
    names = [f"{kind}{k}.rille" for kind in KINDS for k in range(count)]
    once, refused = formatted(law, folder, names)
    lua = same_lua(law, folder, once, refused, names[:2 * count])
    for k in range(count):
        shown = (folder / f"drawn{k}.rille").read_text()
        looks = [(once / f"{kind}{k}.rille").read_text() for kind in KINDS]
        status, text, said = lua[f"drawn{k}.rille"]
        law.expect(status == 0 and text, "a drawn program is taken", f"{shown}\n{said}")
        law.expect(lua[f"plain{k}.rille"][1] == text, "spaces and lines change no Lua",
                   f"{shown}\n{difference(text, lua[f'plain{k}.rille'][1])}")
        law.expect(looks[2] == looks[3], "spaces change nothing of the look",
                   difference(*looks[2:]))
        kept = all(looks[0].count(c) >= comments[k].count(c) for c in set(comments[k]))
        law.expect(kept, "comments are kept", f"{shown}\n-- becomes\n{looks[0]}")
    shutil.rmtree(folder)
    shutil.rmtree(once)


def of_the_repository(law):
    listed = subprocess.run(["git", "ls-files", "*.rille"], capture_output=True, text=True).stdout
    names = listed.split() or [str(path) for path in pathlib.Path(".").rglob("*.rille")]
    for title, change in (("as_they_stand", lambda text: text),
                          ("other_indents", lambda text: other_indents(law.random, text))):
        folder = law.folder / title
        for name in names:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            text = pathlib.Path(name).read_text()
            path.write_text(text if '"""' in text else change(text))
        once, refused = formatted(law, folder, names)
        same_lua(law, folder, once, refused, names)
        shutil.rmtree(folder)
        shutil.rmtree(once)


def main():
    law = Law(__doc__)
    of_the_repository(law)
    for done in range(0, law.count(1000), 1000):
        drawn(law, min(1000, law.count(1000) - done))
    law.done()


main()

"""Property-based test: a dict behaves as a dict of Python, whether its type is statically known or
not.

Random programs set, update, read, test, delete, and copy keys: strings, extreme ints, names used by
the implementation; as literals, as names, as elements of a tuple of unknown type; in variables of
the top level, of functions, and inside records, in loops that write several. From time to time all
dicts are printed, in order, next to Python's. A missing key, or a key that is neither a string nor
an int, is an error.
"""
from law import Law

WORDS = ["a", "b", "n", "x1", "", "(words)", "(own)", "(keys)", "\\u{1}", "1", "é"]
INTS = [0, 1, 2, 3, -1, -2, 7, 2 ** 63 - 1, -2 ** 63]
VALUES = ["nil", "true", "false", '"s"', "7", "-3", "0", '"(words)"']


def spelled(key):
    if isinstance(key, str):
        return f'"{key}"'
    return "(-9223372036854775807 - 1)" if key == -2 ** 63 else f"({key})" if key < 0 else str(key)


def shown(key):
    return f'"{key}"' if isinstance(key, str) else str(key)


def alone(text):
    """The printed form of a value on its own."""
    return text.strip('"').replace("\\u{1}", "\1")


class Program:
    """Lines of a script over dicts d0 … d2, with their meaning in Python."""

    def __init__(self, random):
        self.random = random
        self.dicts = [{}, {}, {}]
        self.lines, self.wanted = [], []
        self.fresh = 0

    def key(self, of=None):
        r = self.random
        if of and r.random() < 0.7:
            return r.choice(list(of))
        return r.choice(WORDS if r.random() < 0.5 else INTS)

    def key_text(self, key):
        """The key itself, or a name for it whose type is statically known or not."""
        r, self.fresh = self.random, self.fresh + 1
        way = r.randrange(4)
        if way == 0:
            return spelled(key)
        name = f"k{self.fresh}"
        values = {1: spelled(key), 2: f"(nil, {spelled(key)})[1]", 3: f"same_one({spelled(key)})"}
        self.lines.append(f"let {name} = {values[way]}")
        return name

    def number(self, d):
        """A key of d whose value is an int, if there is one."""
        keys = [k for k, v in d.items() if v.lstrip("-").isdigit()]
        return self.random.choice(keys) if keys else None

    def step(self):
        r = self.random
        at = r.randrange(3)
        d, name = self.dicts[at], f"d{at}"
        kind = r.choice(["set"] * 6 + ["add"] * 2 + ["delete"] * 3 +
                        ["copy", "join", "held", "part", "loop", "given", "lent"])
        if kind == "set":
            key, value = self.key(d), r.choice(VALUES)
            self.lines.append(f"{name}[{self.key_text(key)}] = {value}")
            d[key] = value
        elif kind == "add":
            key = self.number(d)
            if key is not None:
                self.lines.append(f"{name}[{self.key_text(key)}] += 2")
                d[key] = str(int(d[key]) + 2)
        elif kind == "delete":
            for key in r.sample(list(d), r.randrange(len(d) + 1)):
                self.lines.append(f"delete(&{name}, {self.key_text(key)})")
                del d[key]
        elif kind == "copy":
            other = r.randrange(3)
            self.lines.append(f"d{other} = {name}")
            self.dicts[other] = dict(d)
        elif kind == "join":
            other = r.randrange(3)
            self.lines.append(f"{name} = dict(...{name}, ...d{other}, a = 5)")
            self.dicts[at] = {**d, **self.dicts[other], "a": "5"}
        elif kind == "held":  # a value with another reference is unchanged
            key, held = self.key(d), f"h{len(self.lines)}"
            was = self.whole(d)
            self.lines += [f"let {held} = {name}", f"{name}[{self.key_text(key)}] = 1",
                           f"print(keys({held}), values({held}))"]
            d[key] = "1"
            self.wanted.append(was)
        elif kind == "part":
            key, r = self.key(d), f"r{len(self.lines)}"
            self.lines += [f"var {r} = (w = {name}, t = (0, {name}))",
                           f"{r}.w[{self.key_text(key)}] = 4",
                           f"{r}.t[1][{self.key_text(key)}] = 5",
                           f"print(values({r}.t[1])[len({r}.w) - 1])", f"{name} = {r}.w"]
            self.wanted.append(alone(list({**d, key: "5"}.values())[-1]))
            d[key] = "4"
        elif kind == "loop":
            lo, n = r.randrange(-2, 3), r.randrange(1, 5)
            for i in range(lo, lo + n + 1):
                if i in d and not d[i].lstrip("-").isdigit():
                    self.lines.append(f"{name}[{i}] = 0")
                    d[i] = "0"
            self.lines += [f"for i in {lo}..{lo + n} {{", f"  {name}[i] = i",
                           f'  {name}["a"] = i',
                           f"  if not has({name}, i + 1) {{ {name}[i + 1] = 0 }}",
                           f"  {name}[i + 1] += 3", "}"]
            for i in range(lo, lo + n):
                d[i] = str(i)
                d["a"] = str(i)
                d[i + 1] = str(int(d.get(i + 1, "0")) + 3)
        elif kind == "given":
            key, value = self.key(d), r.choice(VALUES)
            self.lines.append(f"{name} = {r.choice(['with', 'with_known'])}"
                              f"({name}, {self.key_text(key)}, {value})")
            d[key] = value
        elif kind == "lent":
            key, value = self.key(d), r.choice(VALUES)
            self.lines.append(f"put(&{name}, {self.key_text(key)}, {value})")
            d[key] = value
        self.look(at)

    def whole(self, d):
        def text(items):
            return "(" + ", ".join(items) + ("," if len(items) == 1 else "") + ")"
        return f"{text([shown(k) for k in d])} {text(list(d.values()))}"

    def look(self, at):
        d, name = self.dicts[at], f"d{at}"
        key = self.key(d)
        text = self.key_text(key)
        self.lines.append(f"print(len({name}), has({name}, {text}), {name}.get({text}, 9), "
                          f"if has({name}, {text}) {{ {name}[{text}] }} else {{ \"none\" }})")
        found = key in d
        self.wanted.append(f"{len(d)} {'true' if found else 'false'} {alone(d.get(key, '9'))} "
                           f"{alone(d.get(key, 'none'))}")
        if self.random.random() < 0.6:  # printing all of it compacts the gaps of deleted keys
            return
        for i, each in enumerate(self.dicts):
            self.lines.append(f"print(keys(d{i}), values(d{i}))")
            self.wanted.append(self.whole(each))
        self.lines.append(f"for (k, v) in {name} {{ print(k, v) }}")
        self.wanted += [f"{alone(shown(k))} {alone(v)}" for k, v in d.items()]


HEAD = """fn same_one(x) = match x { 0 => 0, _ => x }
fn with(d, k, v) { var d = d; d[k] = v; d }
fn with_known(d, k, v) { var e = dict(...d); e[k] = v; e }
fn put(inout d, k, v) { d[k] = v }
"""
MISSING = ["print(d[k])", "d[k] += 1", "delete(&d, k)"]


def text_of(program, is_known, is_in_function):
    make = "dict()" if is_known else "same_one(dict())"
    lines = [*(f"var d{i} = {make}" for i in range(3)), *program.lines]
    if not is_in_function:
        return HEAD + "\n".join(lines) + "\n"
    return HEAD + "proc main() {\n" + "\n".join("  " + line for line in lines) + "\n}\n"


def main():
    law = Law(__doc__)
    for _ in range(law.count(40)):
        program = Program(law.random)
        for _ in range(law.random.randrange(4, 30)):
            program.step()
        text = text_of(program, law.random.random() < 0.6, law.random.random() < 0.6)
        status, out, errors = law.run(text)
        got = out.splitlines()
        apart = [f"line {i}: {a!r} instead of {b!r}" for i, (a, b) in
                 enumerate(zip(got, program.wanted)) if a != b][:3]
        law.expect(status == 0 and got == program.wanted, "dicts are those of Python",
                   text + errors + "\n".join(apart))
    for _ in range(law.count(30)):
        bad = law.random.choice(["1.0", "nil", "true", "(1,)", "zeros(2)", *map(spelled, INTS[:4]),
                                 '"z"'])
        what = law.random.choice(MISSING)
        known = law.random.choice(["dict(a = 1, n = 2)", 'dict(("a", "n"), (1, 2))'])
        text = f"var d = {known}\nd[5] = 3\nd[6] = 4\nlet k = {bad}\nprint(1)\n{what}\nprint(2)\n"
        status, out, errors = law.run(text)
        is_key = bad[0] in '"0123(' and bad not in ("1.0", "(1,)")
        code = "error[index]: the dict has no key" if is_key else "error[type]: "
        if bad == "zeros(2)":
            code = "error["
        holds = status == 1 and out == "1\n" and errors.startswith(code)
        law.expect(holds, f"{bad} is no key of it", text + out + errors)
    law.done()


main()

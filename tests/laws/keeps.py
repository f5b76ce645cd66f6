"""Property-based test: results of builtins and their arguments never alias: a result is unchanged
when the variable is updated, and the variable is unchanged when the result is updated.

Every builtin that `rille help --json` lists is called with random arguments: tuples, records,
dicts, instances, arrays, and others. For each call that succeeds, programs are generated that
update the variable of an argument, or a part of it, after the call, and others that update the
result.
"""
import json
import re
import subprocess

from law import RILLE, Law

# The value of a variable, the update that makes it uniquely referenced, and later updates.
HELD = [
    ("((1, 2), (3, 4))", "{}[0][0] += 10", "{}[0][0] += 10; {}[1] = (7, 8)"),
    ("(a = (1, 2), b = (3, 4))", "{}.a[0] += 10", "{}.a[0] += 10; {}.b = (7, 8)"),
    ('dict(a = (1, 2), b = (3, 4))', '{}["a"][0] += 10', '{}["a"][0] += 10; {}["c"] = (7, 8)'),
    ("Pair((1, 2), (3, 4))", "{}.a[0] += 10", "{}.a[0] += 10; {}.b = (7, 8)"),
    ("([1.0, 2.0], [3.0, 4.0])", "{}[0][0] = 5.0", "{}[0][0] = 9.0; {}[1][:] = 0.0"),
    ("dict(a = [1.0, 2.0], b = [3.0, 4.0])", '{}["a"][0] = 5.0', '{}["a"][0] = 9.0'),
    ("(dict(k = (1, 2)), (3,))", '{}[0]["k"][0] += 1', '{}[0]["k"][0] += 1; {}[1][0] = 9'),
    ("(s = Pair(dict(k = 1), 2), t = (3, 4))", '{}.s.a["k"] += 1', '{}.s.a["k"] += 1; {}.t[0] = 9'),
    ("[1.0, 2.0, 3.0]", "{}[1] = 5.0", "{}[1] = 9.0; {}[:] = 8.0"),
    ("[[1.0, 2.0], [3.0, 4.0]]", "{}[0, 1] = 5.0", "{}[0, 1] = 9.0; {}[1] = [7.0, 7.0]"),
    ("[1, 2, 3]", "{}[1] = 5", "{}[1] = 9; {}[0] += 3"),
    ("(1, 2, 3)", "{}[1] = 5", "{}[1] = 9"),
    ('("b", "a")', '{}[1] = "c"', '{}[1] = "d"'),
    ("dict(k = 1, l = 2)", '{}["k"] = 5', '{}["k"] = 9'),
]
OTHERS = ["0", "1", "0.5", '"a"', '"k"', "x => x", "(x, y) => x", "() => 0", "true", "f32", "nil",
          "(2,)", "(0, 1)", "rng.key(0)"]
HEAD = 'struct Pair { a, b }\nproc wrong(number) { print("wrong", number) }\n'
IN_FILE = 200


def updates(text):
    """Ways to update a result with this printed form."""
    if text.startswith("dict(") and "=" in text:
        key = re.match(r"dict\((\w+) =", text)
        inner = text[text.index("=") + 2:]
        step = f'{{}}["{key[1]}"]' if key else None
    elif re.match(r"\w*\((\w+) = ", text):
        name = re.match(r"\w*\((\w+) = ", text)
        inner, step = text[name.end():], f"{{}}.{name[1]}"
    elif text.startswith("("):
        inner, step = text[1:], "{}[0]"
    elif text.startswith("["):
        return ["{}[0] = 0"]
    else:
        return []
    if step is None or inner.startswith(")"):
        return []
    return [f"{step} = 0"] + [way.replace("{}", step) for way in updates(inner)]


def fits(value, kinds):
    """Whether a parameter's type, in the words of `help`, accepts such a value."""
    text = HELD[value][0] if isinstance(value, int) else value
    word = ("dict" if text.startswith("dict") else "array" if text[0] == "[" else
            "str" if text[0] == '"' else "function" if "=>" in text else "key" if "rng" in text else
            "record" if " = " in text or text[0] == "P" else "tuple" if text[0] == "(" else
            "int" if text.isdigit() else "number")
    if isinstance(value, int) and re.search(r"any|tree", kinds):
        return True
    return word in kinds or (word in ("int", "number") and "number" in kinds)


class Calls:
    def __init__(self, law):
        self.law, self.random = law, law.random
        text = subprocess.run([RILLE, "help", "--json"], capture_output=True, text=True).stdout
        self.builtins = [b for b in json.loads(text) if b.get("effect", "host") != "host"]

    def drawn(self, builtin, most):
        """Argument lists: each argument is its text, or the index in HELD as an int."""
        params = builtin["params"]
        need = sum("default" not in p and "rest" not in p for p in params)
        some = any("rest" in p for p in params)
        counts = sorted({min(n, len(params) + some) for n in (need, need + 1, need + 2)})
        everything = list(range(len(HELD))) + OTHERS
        out = [[k] for k in range(len(HELD))] if counts[0] <= 1 else []
        for _ in range(most):
            args = []
            for i in range(self.random.choice(counts)):
                kinds = params[min(i, len(params) - 1)]["type"]["text"] or "any"
                fitting = [x for x in everything if fits(x, kinds)]
                args.append(self.random.choice(
                    fitting if fitting and self.random.random() < 0.8 else everything))
            if any(isinstance(x, int) for x in args) and args not in out:
                out.append(args)
        return out

    def text(self, builtin, args, places):
        """The call; places[i] is the name of the i-th argument from HELD."""
        given, at = [], 0
        for i, arg in enumerate(args):
            params = builtin["params"]
            mark = "&" if i < len(params) and "inout" in params[i] else ""
            if isinstance(arg, int):
                given.append(mark + places[at])
                at += 1
            else:
                given.append(arg)
        return f"{builtin['name']}({', '.join(given)})"


def shown(name, text):
    """The value of a name as a string; lazy values are iterated over."""
    return f'"{{(e for e in {name})}}"' if text.startswith("<") else f'"{{{name}}}"'


def probe(calls, builtin, args, number):
    """Whether the builtin accepts these arguments, and its result."""
    held = [HELD[a][0] for a in args if isinstance(a, int)]
    names = [f"p{i}" for i in range(len(held))]
    makes = "; ".join(f"var {n} = {v}" for n, v in zip(names, held))
    return (f"let r{number} = try(() => {{ {makes}; let r = {calls.text(builtin, args, names)}; "
            f'"{{r}}" }})\nif r{number}.ok {{ print("{number}", r{number}.value) }}\n')


def accepted(law, calls, tried):
    """(builtin, arguments, text of the result) of the calls that do not raise."""
    out = []
    for first in range(0, len(tried), IN_FILE):
        part = tried[first:first + IN_FILE]
        text = HEAD + "".join(
            probe(calls, b, args, k) for k, (b, args) in enumerate(part))
        status, printed, errors = law.run(text)
        if status != 0:  # rejected before the run: one by one
            if len(part) > 1:
                half = len(part) // 2
                out += accepted(law, calls, part[:half]) + accepted(law, calls, part[half:])
            continue
        for number, result in re.findall(r"^(\d+) (.*(?:\n(?!\d+ ).*)*)", printed, re.M):
            out.append((*part[int(number)], result))
    return out


def program(calls, builtin, args, result, number, updated_result):
    """A proc that prints its number if a value has changed."""
    r = calls.random
    in_whole = r.random() < 0.5
    held = [HELD[a] for a in args if isinstance(a, int)]
    names, lines = [], []
    for i, (value, own, _) in enumerate(held):
        names.append(f"p{i}" + (".q" if in_whole else ""))
        lines.append(f"var p{i} = " + (f"(q = {value}, n = 0)" if in_whole else value))
        lines.append(own.replace("{}", names[-1]))
    call = calls.text(builtin, args, names)
    if updated_result is None:
        lines.append(r.choice([f"let r = {call}", f"let h = (1, {call}); let r = h[1]",
                               f"var l = (); push(&l, {call}); let r = l[0]"]))
        lines.append(f"let before = {shown('r', result)}")
        lines += [later.replace("{}", name) for name, (_, _, later) in zip(names, held)]
        lines.append(f"if before != {shown('r', result)} {{ wrong({number}) }}")
    else:
        lines.append(f"var r = {call}")
        seen = " ".join(f"{{{name}}}" for name in names)
        lines += [f'let before = "{seen}"', updated_result.replace("{}", "r"),
                  f'if before != "{seen}" {{ wrong({number}) }}']
    return f"proc t{number}() {{\n  " + "\n  ".join(lines) + f"\n}}\nt{number}()\n"


def judge(law, programs):
    """Counts each (what, text); a program that cannot run is not a case."""
    whole = HEAD + "".join(text for _, text in programs)
    status, printed, errors = law.run(whole)
    if status != 0:
        half = len(programs) // 2
        if half:
            judge(law, programs[:half])
            judge(law, programs[half:])
        return
    wrong = set(map(int, re.findall(r"^wrong (\d+)$", printed, re.M)))
    for number, (what, text) in enumerate(programs):
        name = re.search(r"proc t(\d+)", text)
        law.expect(int(name[1]) not in wrong, what, text)


def main():
    law = Law(__doc__)
    calls = Calls(law)
    tried = [(b, args) for b in calls.builtins for args in calls.drawn(b, law.count(80))]
    good = accepted(law, calls, tried)
    by_name = {}
    for case in good:
        by_name.setdefault(case[0]["name"], []).append(case)
    programs = []
    for name, cases in by_name.items():
        for builtin, args, result in law.random.sample(cases, min(law.count(12), len(cases))):
            ways = [None] + updates(result)[:2]
            for way in ways:
                text = program(calls, builtin, args, result, len(programs), way)
                programs.append((f"{name} " + ("keeps what it is given" if way is None
                                               else "gives what its place holds"), text))
    for first in range(0, len(programs), IN_FILE):
        judge(law, programs[first:first + IN_FILE])
    silent = sorted(b["name"] for b in calls.builtins if b["name"] not in by_name)
    print(f"{len(by_name)} builtins took a container; none did of: {', '.join(silent)}")
    law.done()


main()

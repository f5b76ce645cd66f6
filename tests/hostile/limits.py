"""Limits of the commands, a small stack, few threads: pairs (name, check). `rille` runs it."""
import base64
import json
import os
import struct
import subprocess
import tempfile

import clocks

# A build with sanitizers uses more stack, and more address space than any limit.
SANITIZED = bool(os.environ.get("RILLE_SANITIZED"))
ENDLESS = "while true {}\n"

# Recursion through C++ at every level; each ends in error[limit].
RECURSIONS = {
    "jvp": "fn f(x) = jvp(f, (x,), (x,))[0]; f(1.0)",
    "vjp": "fn f(x) = vjp(f, x)[0]; f(1.0)",
    "linearize": "fn f(x) = linearize(f, x)[0]; f(1.0)",
    "grad": "fn f(x) = grad(f)(x) + 1; f(1.0)",
    "vmap": "fn f(x) = vmap(f)(stack((x, x)))[0]; f(1.0)",
    "jit": "fn f(x) = jit(f)(x) + 1; f(1.0)",
    "a traced if": "fn f(x) { if x > 0.0 { f(x - 1.0) } else { x } }; jit(f)([1.0][0])",
    "a traced while": "fn f(x) { var y = x; while y > 0.0 { y = f(y) }; y }; jit(f)(1.0)",
    "a traced match": "fn f(x) = match x { 0 => 0, _ => f(x - 1) }; jit(f)([1][0])",
    "a traced return": "fn f(x) { if x > 0.0 { return f(x - 1.0) }; x }; jit(f)([1.0][0])",
    "try": "proc g(n) { let r = try(() => g(n + 1)); "
           "if r.ok { r.value } else { error(r.error.message, kind = r.error.kind) } }; g(0)",
    "tree.map": "fn f(x) = tree.map(f, (x,)); f(1)",
    "an instance in tree.map": "struct S { a; fn call(self, x) = tree.map(self, (x,)) }; S(1)(2)",
    "custom_jvp": "fn f(x) = custom_jvp(x => f(x), (x, t) => (x, t))(x); f(1.0)",
    "an operator": "struct S { a; fn call(self, x) = (x, x) |> self }; S(1)(2)",
    "a comprehension": "fn f(x) = [f(i) for i in 0..1]; f(1)",
}


def commands(rille):
    def of_test():
        with tempfile.NamedTemporaryFile("w", suffix=".rille") as file:
            file.write(ENDLESS)
            file.flush()
            status, out, _ = rille("--time-limit", "0.5", "test", file.name)
            assert status == 3 and "error[limit]" in out, (status, out)

    def of_each_line():
        _, out, err = rille("--time-limit", "0.5", "repl",
                            stdin=ENDLESS + "1 + 1\n" + ENDLESS + "2 + 2\n")
        assert err.count("error[limit]") == 2 and out.split() == ["2", "4"], (out, err)

    def of_an_idle_prompt():
        program = rille.start("--time-limit", "0.3", "repl")
        try:
            program.wait(timeout=1)
        except subprocess.TimeoutExpired:
            pass
        out, err = program.communicate(b"1 + 1\n", timeout=clocks.HANGS_S)
        assert out.split() == [b"2"] and not err, (out, err)

    def of_no_number():
        for word in ("nan", "-1", "inf", "1e300"):
            for option in ("--time-limit", "--memory-limit"):
                status, _, err = rille(option, word, "-e", "1")
                assert status == 2 and "limit" in err, (option, word, status, err)

    def of_time_alone():
        status, _, err = rille("--time-limit", "20", "-e", "ones(100000000000000)")
        assert status == 1 and "error[memory]" in err and "the limit is" in err, (status, err)

    yield "rille test has limits", of_test
    yield "each line has a time of its own", of_each_line
    yield "an idle prompt takes no time", of_an_idle_prompt
    yield "a limit is a number", of_no_number
    yield "a limit of time leaves the machine's of memory", of_time_alone


def small_stack(rille):
    for kilobytes in (512, 8192):
        for name, code in RECURSIONS.items():
            def check(code=code, kilobytes=kilobytes):
                status, out, err = rille("--time-limit", "30", "-e", code, ulimit=f"-s {kilobytes}")
                said = (out + err)[-300:]
                assert status == 3 and "error[limit]" in err, f"status {status}: {said}"
            yield f"{name} without an end, a stack of {kilobytes} KB", check

    def deep():
        for kilobytes in (512, 8192):
            code = ("var t = 1; for i in 0..900 { t = (t,) }; "
                    "print(len(tree.leaves(t)), t == t, len(str(t + 1)) > 9)")
            status, out, err = rille("-e", code, ulimit=f"-s {kilobytes}")
            right = (status, out) == (0, "1 true true\n")
            assert right or "error[limit]" in err, (status, out, err)

    def far():
        code = ("fn f(n) = if n == 0 { 0 } else { tree.map(x => f(n - 1) + x, (1,))[0] }; "
                "print(f(500))")
        status, out, err = rille("-e", code)
        assert (status, out) == (0, "500\n"), (status, out, err)

    yield "deep tuples on small stacks", deep
    if not SANITIZED:
        yield "500 levels through tree.map", far


# Texts of 6 MB whose tokens and trees need the most memory per byte.
GREEDY = {
    "numbers": "let x = (" + "1," * 3_000_000 + ")",
    "sums": "let x = 1" + "+1" * 3_000_000,
    "holes": 'let x = "' + "{1}" * 2_000_000 + '"',
    "strings": '"{1}";' * 1_000_000,
    "escapes": '"\\q"' * 1_500_000,
    "comments": "## x\nlet a = 1\n" * 400_000,
    "brackets": "(" * 6_000_000,
    "arms": "match 1 { " + "1=>1," * 1_200_000 + "}",
    "functions": "\n".join(f"fn a{i}(x) = x" for i in range(400_000)),
}


def texts(rille):
    """A memory limit holds during parsing; a growing vector holds twice its size."""
    for name, text in GREEDY.items():
        def check(text=text):
            with tempfile.NamedTemporaryFile("w", suffix=".rille") as file:
                file.write(text)
                file.flush()
                for words in (("run",), ("check",)):
                    limits = ("--memory-limit", "100", "--time-limit", "20")
                    program = rille.start(*limits, *words, file.name)
                    program.stdin.close()
                    said = program.stderr.read()
                    _, status, usage = os.wait4(program.pid, 0)
                    program.returncode = os.waitstatus_to_exitcode(status)
                    assert b"error[" in said and program.returncode in (1, 3), (words, said[-300:])
                    assert usage.ru_maxrss < 230_000, (words, f"{usage.ru_maxrss} KB")
        yield f"a text of {name} stays within the limit of memory", check


# Each took far more time than its limit, or unaccounted memory, before it was interrupted. A text
# of 16 MB, and a template over it.
LONG = 'var s = "a"\nfor i in 0..24 { s = "{s}{s}" }\n'
CHAT = 'tokens.chat(r"""{{ %s }}""", ((role = "u", content = "x"),), values = (s = s,))'
UNHEARD = {
    "a pattern that looks ahead": ("limit", LONG + r"""
        let t = tokens.train((s,), 300, pattern = r"(?:a(?=.*+))*b")"""),
    "a column of long texts": ("limit", LONG + """
        let t = ("{s}{i % 2}" for i in 0..2)
        let k = (t[i % 2] for i in 0..40000) == "{s}0\""""),
    "indents of a template": ("limit", LONG + 's = replace(s, "a", "\\n")\n'
                              + CHAT % "s|indent(1000, true, true)"),
    "copies in a template": ("limit", LONG + CHAT % "([s] * 3000)|max"),
    "one text in many places": ("memory", LONG + "let x = sort((s for i in 0..40000))"),
    "names of values": ("memory", """
        let s = "{(1 for i in 0..20000)}"
        for i in 0..5000 {
          let t = "{i}{s}"
          eval_shape(x => checkpoint_name(x, t) * 2, ones(3))
        }"""),
    "a pattern of quadratic time": ("limit", """
        var s = "ab"
        for i in 0..20 { s = "{s}{s}" }
        let t = tokens.train((s,), 300, pattern = "(?=a)[ab]*c")"""),
    "match arms": ("limit", "\n".join(
        f"proc f{n}(x) = match x {{ " + ", ".join(f"{i} => {i}" for i in range(10_000))
        + ", _ => 0 }"
        for n in range(20))),
    "exits from a long body": ("limit", "fn f(x) {\n" + "if x > 1.0 { return 1.0 }\n" * 6000
                               + "2.0 }\nprint(f(1.0))"),
    "a program of many terms": ("limit", """
        let r = tree.unflatten((0 for i in 0..60000), (ones(2) for i in 0..60000))
        print(len(debug.graph(p => tree.map(x => x * 2.0, p))(r)))"""),
    "ever new shapes": ("memory", "for i in 0..10000000 { let x = zeros((0, i)) }"),
}


def run_text(rille, limits, text):
    with tempfile.NamedTemporaryFile("w", suffix=".rille") as file:
        file.write(text)
        file.flush()
        return rille(*limits, "run", file.name)


def unheard(rille):
    for name, (kind, text) in UNHEARD.items():
        def check(kind=kind, text=text):
            limits = ("--time-limit", "1") if kind == "limit" else ("--memory-limit", "100")
            before = clocks.children_s()
            status, _, err = run_text(rille, limits, text)
            took = clocks.children_s() - before
            assert f"error[{kind}]" in err, (status, err[-300:])
            assert kind == "memory" or took < 8, f"{took:.1f} s of the processor"
        yield f"a limit is heard: {name}", check

    def fields():
        text = "struct S {\n" + "\n".join(f"a{i}: int" for i in range(100_000)) + "\n}\nprint(1)"
        before = clocks.children_s()
        status, out, err = run_text(rille, (), text)
        took = clocks.children_s() - before
        assert (status, out) == (0, "1\n"), (status, err[-300:])
        assert took < 8, f"{took:.1f} s of the processor"
    yield "a struct of 100,000 fields", fields


def replacement(code, text):
    """A SentencePiece table in which the byte becomes the text (darts-clone's units)."""
    units = [0] * 513
    units[0], place = 256 << 10, 256 ^ code
    units[place] = (place ^ 512) << 10 | 1 << 8 | code
    return struct.pack("<514I", 4 * 513, *units) + text + b"\0"


def broken_replacement(rille):
    """A text of the table that ends inside a character: no byte beyond it is read."""
    def check():
        table = base64.b64encode(replacement(ord("a"), b"\xf0")).decode()
        model = {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0], ["b", -1]]}
        text = {"version": "1.0", "model": model, "normalizer": {
            "type": "Precompiled", "precompiled_charsmap": table}}
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(text, file)
            file.flush()
            status, _, err = rille("-e", f'tokens.load("{file.name}").encode("bbba")')
        assert status == 1 and "not valid UTF-8" in err, (status, err[-300:])

    yield "a table of replacements that is no UTF-8", check


def few_threads(rille):
    def check():
        code = "let x = ones((1000, 1000)); print(sum(sin(x) @ x) > 0.0, sort(-x)[0, 0])"
        status, out, err = rille("-e", code, ulimit="-v 1000000; export RILLE_THREADS=256")
        assert (status, out) == (0, "true -1\n"), (status, out, err)

    yield from broken_replacement(rille)
    if not SANITIZED:
        yield from texts(rille)
        yield from unheard(rille)
        yield "256 threads in 1 GB of addresses", check

"""Property-based test: compile time is linear in every construct: four times the program costs at
most five times as much.

The test counts instructions (`perf stat`), so that a busy machine has the results of an idle one;
if they cannot be counted, seconds of the processor, the minimum of three, with a wider bound. The
cost of a program of the smallest size is subtracted. `check` parses and resolves, `run` also emits
Lua, loads it, and runs it.
"""
import subprocess

from law import RILLE, Law, cost_of, counts_instructions

law = Law(__doc__, measures=True)


def lines(text):
    return lambda n: "\n".join(text.replace("@", str(i)) for i in range(n)) + "\n"


def between(head, item, tail, gap=", "):
    return lambda n: head + gap.join(item.replace("@", str(i)) for i in range(n)) + tail + "\n"


def in_function(text, head="fn f(x) {", tail="x }"):
    return lambda n: head + "\n" + lines(text)(n) + tail + "\n"


def nested(head, item, core, tail):
    return lambda n: head + item * n + core + tail * n + "\n"


# Each: a program of size n, the smaller size, and whether n is a nesting depth (bounded).
CONSTRUCTS = {
    "ints in an array": (between("let x = [", "@", "]"), 8000),
    "floats in an array": (between("let x = [", "@.5", "]"), 8000),
    "rows of an array": (between("let x = [", "[@, 1, 2]", "]"), 2000),
    "negative numbers": (between("let x = [", "-@", "]"), 4000),
    "a tuple": (between("let x = (", "@", ")"), 4000),
    "a tuple of values": (between("let a = 1\nlet x = (", "a", ")"), 2000),
    "a record": (between("let x = (", "a@ = @", ")"), 2000),
    "a dict": (between("let x = dict(", "a@ = @", ")"), 500),
    "a tuple of strings": (between("let x = (", '"s@"', ")"), 4000),
    "a long string": (between('let x = "', "abc", '"', ""), 40000),
    "a long comment": (between("# ", "abc", "\nlet x = 1", ""), 40000),
    "lines of a string": (between('let x = """\n', "  line @", '\n  """', "\n"), 8000),
    "holes of a string": (between('let a = 1\nlet x = "', "{a}", '"', " "), 1000),
    "formats of a string": (between('let a = 1.5\nlet x = "', "{a:.2f}", '"', " "), 500),
    "escapes of a string": (between('let x = "', "\\n\\u{1b}", '"', ""), 20000),
    "braces of a string": (between('let x = "', "{{}}", '"', ""), 20000),
    "comments": (lines("# a comment @"), 8000),
    "documents": (lines("## a document @\nfn f@(x) = x"), 1000),
    "empty lines": (lines(""), 40000),
    "sum": (between("let a = 1\nlet x = ", "a", "", " + "), 400),
    "sum of numbers": (between("let x = ", "@", "", " + "), 400),
    "product": (between("let a = 1.0\nlet x = ", "a", "", " * "), 400),
    "and": (between("let a = true\nlet x = ", "a", "", " and "), 400),
    "or": (between("let a = false\nlet x = ", "a", "", " or "), 400),
    "compared": (between("let x = ", "@", "", " < "), 150),
    "piped": (between("fn f(x) = x |> ", "abs", "", " |> "), 150),
    "lets": (lines("let a@ = @"), 2000),
    "lets in a function": (in_function("let a@ = x + @"), 1000),
    "lets that read the one before": (lambda n: "let a0 = 1\n" + "".join(
        f"let a{i} = a{i - 1} + 1\n" for i in range(1, n)), 1000),
    "lets that read an updated place": (in_function(
        "let b@ = p.a\np.a = b@ + 1", "fn f(x) {\nvar p = (a = x, b = 1)"), 500),
    "lets of parts of a place": (in_function(
        "let b@ = t[@]", "fn f(x) {\nvar t = x\nt[0] = 1"), 1000),
    "lets, then one update": (in_function(
        "let b@ = t[@]", "fn f(x) {\nvar t = x", "t[0] = 1\nx }"), 1000),
    "places": (in_function("var a@ = x\na@ += 1"), 800),
    "updates of a place": (in_function("a += 1", "fn f(x) {\nvar a = x"), 1000),
    "updates of an element": (in_function("a[@] = 1", "fn f(x) {\nvar a = x"), 1000),
    "updates of a field": (in_function("p.a = @", "fn f(x) {\nvar p = (a = 1, b = 2)"), 1000),
    "updates through a path": (in_function("p.q[1].a = @",
                                           "fn f(x) {\nvar p = (q = (x, (a = 1)), b = 2)"), 800),
    "updates at the top": (lambda n: "var a = 1\n" + lines("a = @")(n), 2000),
    "swaps": (in_function("(a, b) = (b, a)", "fn f(x) {\nvar a = x\nvar b = 1"), 800),
    "lent places": (lambda n: "fn g(inout p) { p = p + 1 }\nvar a = 1\n" + lines("g(&a)")(n), 1000),
    "pushes": (in_function("push(&t, @)", "fn f(x) {\nvar t = ()"), 800),
    "calls": (lambda n: "fn g(x) = x\n" + lines("let a@ = g(@)")(n), 1000),
    "calls of builtins": (lines("let a@ = abs(@)"), 1000),
    "methods": (lambda n: "let a = 1.5\n" + lines("let b@ = a.abs()")(n), 800),
    "arguments": (lambda n: between("fn f(", "a@", ") = 1")(n) + between("f(", "@", ")")(n), 40),
    "parameters": (between("fn f(", "a@", ") = 1"), 40),
    "named arguments": (lambda n: between("fn f(", "a@ = 1", ") = 1")(n)
                        + between("let x = f(", "a@ = 1", ")")(n), 40),
    "defaults": (between("fn f(", "a@ = @", ") = 1"), 40),
    "spread": (between("let t = (1,)\nlet x = (", "...t", ")"), 500),
    "indices": (between("let a = [1, 2]\nlet x = (", "a[0]", ")"), 500),
    "slices": (between("let a = [1, 2]\nlet x = (", "a[0:1]", ")"), 400),
    "functions": (lines("fn f@(x) = x + @"), 1000),
    "functions with blocks": (lines("fn f@(x) {\n  let a = x\n  a + @\n}"), 800),
    "functions that call each other": (lambda n: "".join(
        f"fn f{i}(x) = if x > 0 {{ f{(i * 7 + 3) % n}(x - 1) }} else {{ x }}\n"
        for i in range(n)), 500),
    "annotated functions": (lines("fn h@(x: f32[n, @], y: int) -> f32[n, @] = x"), 400),
    "procs": (lines("proc p@(x) { print(x) }"), 800),
    "lambdas": (lines("let f@ = x => x + @"), 1000),
    "lambdas that capture": (lambda n: "let a = 1\n" + lines("let f@ = x => x + a")(n), 1000),
    "lambdas that capture a place": (in_function("let f@ = x => x + a",
                                                 "fn f(x) {\nvar a = x\na = 2"), 500),
    "captures": (lambda n: "fn f(x) {\n" + lines("let a@ = x")(n) + "() => "
                 + " + ".join(f"a{i}" for i in range(n)) + "\n}\n", 40),
    "ifs": (in_function("if x > @ { print(@) }", "proc f(x) {"), 500),
    "ifs of a place": (in_function("if x > @ { a = @ } else { a += 1 }", "fn f(x) {\nvar a = 1",
                                   "a }"), 400),
    "values of ifs": (in_function("let a@ = if x > @ { 1 } else { 2 }"), 400),
    "else if": (between("fn f(x) = ", "if x == @ { @ }", " else { 0 }", " else "), 45),
    "arms": (between("fn f(x) = match x { ", "@ => @", ", _ => 0 }"), 40),
    "arms of tuples": (between("fn f(x) = match x { ", "(@, a) => a", ", _ => 0 }"), 40),
    "arms of strings": (between("fn f(x) = match x { ", '"s@" => @', ", _ => 0 }"), 40),
    "matches": (in_function("let a@ = match x { 1 => 2, _ => 3 }"), 300),
    "patterns": (between("fn f(t) {\nlet (", "a@", ") = t\na0 }"), 40),
    "returns": (in_function("if x == @ { return @ }"), 300),
    "fors": (in_function("for i in 0..3 { print(i) }", "proc f(x) {"), 300),
    "fors of a place": (in_function("for i in 0..3 { a += i }",
                                    "fn f(x) {\nvar a = 0", "a }"), 300),
    "fors with a value": (in_function("let a@ = for i in 0..3 { x + i }"), 200),
    "whiles": (in_function("while a > @ { a -= 1 }", "fn f(x) {\nvar a = 0", "a }"), 300),
    "breaks": (in_function("for i in 0..3 { if i > a { break }; a += i }",
                           "fn f(x) {\nvar a = 0", "a }"), 200),
    "carried places": (lambda n: "fn f(x) {\n" + lines("var a@ = x")(n) + "while x > 3 {\n"
                       + lines("a@ += 1")(n) + "}\na0 }\n", 40),
    "comprehensions": (in_function("let a@ = [x * i for i in 0..3]"), 300),
    "comprehensions of tuples": (in_function("let a@ = (x * i for i in 0..3)"), 300),
    "structs": (lines("struct S@ { a, b }"), 400),
    "structs with methods": (lines("struct S@ { a, b\n fn get(self) = self.a\n}"), 300),
    "fields": (between("struct S { ", "a@", " }"), 40),
    "methods of a struct": (lambda n: "struct S { a\n" + lines("fn get@(self) = self.a")(n) + "}\n",
                            400),
    "blocks": (in_function("{ let a = x; print(a) }", "proc f(x) {"), 500),
    "asserts": (lines("assert 1 < 2"), 500),
    "asserts with messages": (lines('assert 1 < 2, "no {1}"'), 400),
    "prints": (lambda n: "proc p() {\n" + lines('print("a {@}", @)')(n) + "}\n", 500),
    "tests": (lines('test "t@" { assert true }'), 500),
    "one line": (between("", "let a@ = @", "", "; "), 2000),
    "one line of calls": (between("fn g(x) = x\n", "let a@ = g(@)", "", "; "), 1000),
    "imports of modules": (lines("let f@ = nn.relu"), 500),
    "parentheses": (nested("let x = ", "(", "1", ")"), 40),
    "brackets": (nested("let x = ", "[", "1", "]"), 20),
    "blocks in blocks": (nested("proc f(x) ", "{ if x { let a = x\n", "print(1)", "\n} }"), 10),
    "functions in functions": (lambda n: "".join(f"fn f{i}(x) {{\n" for i in range(n)) + "x\n"
                               + "".join(f"}}\nf{i}(x)\n" for i in reversed(range(1, n)))
                               + "}\n", 5),
    "calls in calls": (nested("let x = ", "abs(", "1", ")"), 40),
    "lambdas in lambdas": (lambda n: "let f = " + "".join(f"x{i} => " for i in range(n))
                           + "x0\n", 40),
    "signs": (nested("let x = ", "- ", "1", ""), 40),
    "fields of fields": (lambda n: "fn f(r) = r" + ".a" * n + "\n", 40),
    "powers": (nested("let x = ", "1.0 ^ ", "1.0", ""), 40),
    # A fact about one end holds for the other: it passes through everything between them.
    "a value handed on": (lambda n: "fn f(a0) {\n" + "".join(f"  let a{i + 1} = a{i}\n"
                                                            for i in range(n))
                          + f"  a{n}\n}}\nf(1)\n", 500),
    "a result handed on": (lambda n: "".join(f"fn f{i}(x) = f{i + 1}(x)\n" for i in range(n))
                           + f"fn f{n}(x) = x\n", 500),
    "a new value handed on": (lambda n: "".join(f"fn f{i}(x) = f{i + 1}(x)\n" for i in range(n))
                              + f"fn f{n}(x) = [1.0] + x\n", 500),
    "numbers handed on": (lambda n: "fn f(n: int) {\n  var a0 = n\n"
                          + "".join(f"  var a{i + 1} = a{i} + 1\n" for i in range(n))
                          + f"  for i in 0..a{n} {{ a0 += i }}\n  a0\n}}\n", 500),
    "loans": (in_function("  var b@ = t[0]\n  b@[0] = @\n  t[0] = b@",
                          "fn f() {\n  var t = ((1, 2), 3)", "  t\n}"), 300),
    "stand-ins": (in_function("  let b@ = t[0]\n  t[1] = b@[0] + @",
                              "fn f() {\n  var t = ((1, 2), 3)", "  t\n}"), 300),
}
# Wrong programs: the cost of their errors is linear as well.
WRONG = {
    "unknown names": (lines("let a@ = b@"), 500),
    "an error far in a long line": (lambda n: "let x = [" + "1, " * n + "y]\n", 20000),
    "errors in a long line": (between("let x = (", "y@", ")"), 500),
    "closing brackets": (lambda n: ")" * n + "\n", 10000),
    "opening brackets": (lambda n: "(" * n + "\n", 10000),
    "brackets of two kinds": (lambda n: "[" * n + ")" * n + "\n", 5000),
    "pairs in brackets": (lambda n: "[" * n + "()" * n + "\n", 5000),
    "quotes": (lambda n: '"{' * n + "\n", 5000),
    "stray signs": (lambda n: "$ " * n + "\n", 10000),
    "open strings": (lines('let a@ = "abc'), 1000),
    "open blocks": (lines("fn f@() {"), 500),
}


COUNTED = counts_instructions()
MOST = 5 if COUNTED else 7


def measured(name, program, n, command, wanted):
    """The costs of sizes 1, n, and 4 n; None if one does not end as expected."""
    path = law.folder / "grown.rille"
    costs = []
    for size in (1, n, 4 * n):
        path.write_text(program(size))
        spent, status = cost_of([command, str(path)], COUNTED)
        if status != wanted:  # perf sometimes loses the status of its child
            status = subprocess.run([RILLE, command, str(path)], capture_output=True,
                                    timeout=300).returncode
        if status != wanted:
            law.expect(False, "the program is what it should be", f"{name}: {command} of size "
                       f"{size} has status {status}")
            return None
        costs.append(spent)
    return costs


def is_linear(name, program, n, command, wanted):
    noise = 3e5 if COUNTED else 0.02  # a constant cost needs no bound
    least, ratio = None, MOST + 1
    # The clock frequency changes between runs: each size has the minimum of several times.
    for _ in range(1 if COUNTED else 5):
        costs = measured(name, program, n, command, wanted)
        if costs is None:
            return
        least = costs if least is None else [min(pair) for pair in zip(least, costs)]
        base, one, four = least
        ratio = (four - base + noise) / (one - base + noise)
        if ratio <= MOST:
            break
    law.expect(ratio <= MOST, "four times the program costs at most five times",
               f"{name}, {command}: {n} costs {one - base:.3g}, {4 * n} {four - base:.3g}, "
               f"{ratio:.1f} times")


names = list(CONSTRUCTS)
scale = 4 if law.slow else 1
for name in names:
    program, n = CONSTRUCTS[name]
    grows = n if n <= 60 else int(n * scale * law.random.uniform(0.8, 1.2))
    is_linear(name, program, grows, "check", 0)
    is_linear(name, program, grows, "run", 0)
for name, (program, n) in WRONG.items():
    is_linear(name, program, int(n * law.random.uniform(0.8, 1.2)), "check", 1)
law.done()

"""Generates a program with variables, and its twin in Python with a copy at every read."""
from expressions import Expressions, literal
from values import BAG, BOX, CASE, COUNTS, EXTRA_KEYS, INTS, POINT, ROW, TREE, TYPES

LISTED = [  # ways to list the contents of a dict
    ("values({})", "list({}.values())"), ("keys({})", "list({})"),
    ("({}, len({}))", "[{}, len({})]"), ("({}, {} == {})", "[{}, True]"),
    ("(kv for kv in {})", "[[k, v] for k, v in {}.items()]"),
    ("tree.leaves({})", "[n for v in {}.values() for n in v.values()]")]


class Program(Expressions):
    # --- statements ---
    KINDS = ["assign"] * 6 + ["update"] * 4 + ["whole"] * 2 + [
        "let", "let", "var", "loan", "log", "log", "push", "inout", "inout", "swap", "lambda",
        "taken", "rest", "put", "put", "delete", "listed", "bang", "bang", "tried", "mapped",
        "held", "kept"]
    NESTED = ["if", "for", "each", "entries", "pairs", "rows"]

    def statement(self, scope, depth, level):
        kinds = self.KINDS + (self.NESTED if level < 2 else [])
        getattr(self, "do_" + self.random.choice(kinds))(scope, depth, level)

    def do_assign(self, scope, depth, level):
        kind = self.random.choice([POINT, "int", "int", ROW, INTS, BAG, COUNTS, BOX, "array"])
        place = self.pick(scope, kind, places_only=True)
        if place:
            value = self.expr(scope, kind)
            self.put(depth, f"{place[0]} = {value[0]}", f"{place[1]} = {value[1]}")

    def do_whole(self, scope, depth, level):
        """Parts of an array, one or all."""
        place = self.pick(scope, "array", places_only=True)
        if place:
            value, i = self.expr(scope, "int", 2), self.index(scope, 3)
            way = self.random.choice(["[{i}] = {v}", "[{i}] += {v}", "[:] = {v}"])
            text = "[{i}] = wrap({t}[{i}] + {v})" if "+=" in way else way
            if "[:]" in way:
                text = "[:] = [{v}] * 3"
            self.put(depth, place[0] + way.format(i=i, v=f"({value[0]}) % 1000"),
                     place[1] + text.format(i=i, v=f"({value[1]}) % 1000", t=place[1]))

    def do_update(self, scope, depth, level):
        place = self.pick(scope, "int", places_only=True)
        if place:
            value = self.expr(scope, "int")
            self.put(depth, f"{place[0]} += {value[0]}",
                     f"{place[1]} = wrap({place[1]} + {value[1]})")

    def do_let(self, scope, depth, level, word="let"):
        kind, name = self.random.choice(TYPES), self.fresh("v")
        value = self.expr(scope, kind)
        self.put(depth, f"{word} {name} = {value[0]}", f"{name} = {value[1]}")
        scope.append((name, kind, word == "var"))

    def do_var(self, scope, depth, level):
        self.do_let(scope, depth, level, "var")

    def do_taken(self, scope, depth, level):
        """Parts bound by a pattern."""
        a, b = self.fresh("v"), self.fresh("v")
        found = self.pick(scope, POINT)
        if found and self.chance(0.5):
            self.put(depth, f"let (a = {a}, b = {b}) = {found[0]}",
                     f"{a}, {b} = {found[1]}['a'], {found[1]}['b']")
            scope += [(a, "int", False), (b, "int", False)]
        elif found:
            other = self.pick(scope, POINT)
            self.put(depth, f"let ({a}, {b}) = ({found[0]}, {other[0]})",
                     f"{a}, {b} = cp({found[1]}), cp({other[1]})")
            scope += [(a, POINT, False), (b, POINT, False)]

    def do_rest(self, scope, depth, level):
        """match with a rest, or with the fields of a struct."""
        a, rest = self.fresh("v"), self.fresh("v")
        row, box = self.pick(scope, ROW), self.pick(scope, BOX)
        if row and (not box or self.chance(0.5)):
            arm = f"({a}, ...others) => (...others, {a})"
            self.put(depth, f"let {rest} = match {row[0]} {{ {arm} }}",
                     f"{rest} = cp({row[1]}); {rest} = {rest}[1:] + {rest}[:1]")
            scope.append((rest, ROW, False))
        elif box:
            self.put(depth, f"let {rest} = match {box[0]} {{ {self.box}(p = {a}, ...) => {a} }}",
                     f"{rest} = cp({box[1]}['p'])")
            scope.append((rest, POINT, False))

    def do_loan(self, scope, depth, level):
        kind = self.random.choice([POINT, ROW, BAG, BOX])
        place, name = self.pick(scope, kind, places_only=True), self.fresh("b")
        if not place:
            return
        self.put(depth, f"var {name} = {place[0]}", f"{name} = cp({place[1]})")
        own = [(name, kind, True)] + [s for s in scope if s[1] == "counter"]
        for _ in range(self.random.randrange(4)):
            near = own if self.chance(0.7) else scope + own[:1]
            self.random.choice([self.do_update, self.do_assign, self.do_log])(near, depth, level)
        self.put(depth, f"{place[0]} = {name}", f"{place[1]} = cp({name})")
        if self.chance(0.3):
            scope.append((name, kind, True))

    def do_swap(self, scope, depth, level):
        kind = self.random.choice([POINT, BOX])
        a, b = (self.pick(scope, kind, places_only=True) for _ in range(2))
        if a and self.chance(0.5):
            t = self.fresh("t")
            self.put(depth, f"let {t} = {a[0]}; {a[0]} = {b[0]}; {b[0]} = {t}",
                     [f"{t} = cp({a[1]})", f"{a[1]} = cp({b[1]})", f"{b[1]} = cp({t})"])
        elif a:
            self.put(depth, f"({a[0]}, {b[0]}) = ({b[0]}, {a[0]})",
                     [f"t = cp({b[1]}), cp({a[1]})", f"{a[1]} = t[0]", f"{b[1]} = t[1]"])

    def do_log(self, scope, depth, level):
        value = self.expr(scope, self.random.choice([POINT, "int", ROW, INTS, BAG, BOX, "array"]))
        self.put(depth, f"push(&log, {value[0]})", f"log.append({value[1]})")

    def do_push(self, scope, depth, level):
        name = self.fresh("l")
        a, b = self.expr(scope, POINT), self.expr(scope, POINT)
        self.put(depth, f"var {name} = ()", f"{name} = []")
        for x in (a, b, a):
            self.put(depth, f"push(&{name}, {x[0]})", f"{name}.append({x[1]})")
        scope.append((name, ROW, True))

    def do_lambda(self, scope, depth, level):
        """A closure, or a nested one, holds the values of captured names."""
        kind = self.random.choice([POINT, ROW, BAG, BOX])
        value, name, held = self.pick(scope, kind), self.fresh("f"), self.fresh("h")
        if not value:
            return
        nested = self.chance(0.4)
        self.put(depth, f"let {name} = () => {'() => ' if nested else ''}{value[0]}",
                 f"{held} = cp({value[1]})")
        self.do_update(scope, depth, level)
        self.put(depth, f"push(&log, {name}(){'()' if nested else ''})", f"log.append(cp({held}))")

    def do_inout(self, scope, depth, level):
        calls = [(f, t) for f, t, how in self.functions if how == "inout"]
        if not calls:
            return
        f, kind = self.random.choice(calls)
        place, r = self.pick(scope, kind, places_only=True), self.fresh("r")
        if place:
            value = self.expr(scope, POINT)
            self.put(depth, f"let {r} = {f}(&{place[0]}, {value[0]})",
                     [f"{r}, given = {f}(cp({place[1]}), {value[1]})", f"{place[1]} = given"])
            scope.append((r, POINT, False))

    def do_bang(self, scope, depth, level):
        """A method with an inout self."""
        place, r = self.pick(scope, BOX, places_only=True), self.fresh("r")
        if not place:
            return
        is_lost = self.chance(0.3)  # it runs on a copy
        value = self.expr([] if is_lost else scope, POINT, 1)
        if not is_lost:
            self.put(depth, f"let {r} = {place[0]}.swap!({value[0]})",
                     [f"{r}, given = swap_(cp({place[1]}), {value[1]})", f"{place[1]} = given"])
        else:
            self.put(depth, f"let {r} = {place[0]}.swap({value[0]})",
                     f"{r}, given = swap_(cp({place[1]}), {value[1]})")
        scope.append((r, POINT, False))

    def do_put(self, scope, depth, level):
        """A key of a dict, new or existing."""
        kind = self.random.choice([POINT, "int"])
        place = self.pick(scope, BAG if kind == POINT else COUNTS, places_only=True)
        if place:
            key, value = literal(self.random.choice(EXTRA_KEYS)), self.expr(scope, kind)
            self.put(depth, f"{place[0]}[{key}] = {value[0]}", f"{place[1]}[{key}] = {value[1]}")

    def do_delete(self, scope, depth, level):
        place = self.pick(scope, self.random.choice([BAG, COUNTS]), places_only=True)
        if place:
            key = literal(self.random.choice(EXTRA_KEYS))
            self.put(depth, f"if has({place[0]}, {key}) {{ delete(&{place[0]}, {key}) }}",
                     f"{place[1]}.pop({key}, None)")

    def do_listed(self, scope, depth, level):
        """The contents of a dict, stored while it is updated."""
        bag, name = self.pick(scope, BAG), self.fresh("l")
        if not bag:
            return
        ours, theirs = self.random.choice(LISTED)
        self.put(depth, f"let {name} = {ours.replace('{}', bag[0])}",
                 f"{name} = cp({theirs.replace('{}', bag[1])})")
        self.do_update(scope, depth, level)
        self.put(depth, f"push(&log, {name})", f"log.append(cp({name}))")

    def do_tried(self, scope, depth, level):
        """A failed update leaves the initial value."""
        kind = self.random.choice([POINT, ROW, BAG, BOX, TREE])
        place, name = self.pick(scope, kind), self.fresh("q")
        if not place or not self.may_try:
            return
        own, result, held = [(name, kind, True)], self.fresh("r"), self.fresh("h")
        self.put(depth, f"let {result} = try(() => {{")
        self.put(depth, "", f"def {held}():")
        self.put(depth + 1, f"var {name} = {place[0]}", f"{name} = cp({place[1]})")
        for _ in range(self.random.randrange(1, 3)):
            self.random.choice([self.do_update, self.do_assign, self.do_bang])(own, depth + 1, 2)
        test = self.expr(own, "int")
        self.put(depth + 1, f'if {test[0]} % 2 == 0 {{ error("no") }}',
                 [f"if {test[1]} % 2 == 0: raised()"])
        self.put(depth + 1, name, f"return {name}")
        self.put(depth, "})", f"{result} = attempt({held})")
        seen = f"({result}.ok, if {result}.ok {{ {result}.value }} else {{ 0 }})"
        self.put(depth, f"push(&log, {seen})",
                 f"log.append(cp({result}))")
        self.put(depth, f"push(&log, {place[0]})", f"log.append(cp({place[1]}))")

    def do_mapped(self, scope, depth, level):
        """Trees through C++ and back."""
        kind = self.random.choice([POINT, ROW, BAG, INTS, COUNTS])
        found, name = self.pick(scope, kind), self.fresh("m")
        if found:
            self.put(depth, f"var {name} = tree.map(x => x, {found[0]})",
                     f"{name} = cp({found[1]})")
            scope.append((name, kind, True))

    def do_held(self, scope, depth, level):
        """A value inside of a dict inside of a record, taken and put back."""
        kind = self.random.choice([POINT, BOX, COUNTS])
        found, name = self.pick(scope, kind), self.fresh("h")
        if found:
            self.put(depth, f"var {name} = (d = dict(k = {found[0]}))",
                     f"{name} = {{'d': Dict(k=cp({found[1]}))}}")
            inner = [(f'{name}.d["k"]', kind, True)]
            self.theirs[-1] += f"; inner = {name}['d']"
            place = self.pick(inner, "int", places_only=True)
            theirs = place[1].replace('.d["k"]', "['d']['k']")
            self.put(depth, f"{place[0]} += 1", f"{theirs} = wrap({theirs} + 1)")
            self.put(depth, f"push(&log, ({name}, {found[0]}))",
                     f"log.append(cp([{name}, {found[1]}]))")

    def do_kept(self, scope, depth, level):
        """Lazy zip and enumerate, stored while their source is updated."""
        row, name = self.pick(scope, self.random.choice([ROW, "array"])), self.fresh("z")
        if not row:
            return
        array = row in self.paths(scope, "array")
        pick = self.random.choice(["zip({0}, {0})", "enumerate({0})"])
        self.put(depth, f"let {name} = {pick.format(row[0])}", f"{name} = cp({row[1]})")
        self.random.choice([self.do_whole, self.do_update])(scope, depth, level)
        each = "int(b)" if array else "b"
        self.put(depth, f"push(&log, ({each} for (a, b) in {name}))",
                 f"log.append(list(cp({name})))")

    # --- statements that contain statements ---
    def block(self, scope, depth, level):
        inner = list(scope)
        self.theirs.append("  " * depth + "pass")
        for _ in range(self.random.randrange(1, 4)):
            self.statement(inner, depth, level + 1)

    def do_if(self, scope, depth, level):
        a, b = self.expr(scope, "int"), self.expr(scope, "int")
        self.put(depth, f"if {a[0]} < {b[0]} {{", f"if {a[1]} < {b[1]}:")
        self.block(scope, depth + 1, level)
        self.put(depth, "} else {", "else:")
        self.block(scope, depth + 1, level)
        self.put(depth, "}")

    def do_for(self, scope, depth, level):
        outer = [n for n, t, _ in scope if t == "counter"]
        i = self.fresh("i")
        start = f"{self.random.choice(outer)} + 1" if outer and self.chance(0.5) else "0"
        self.put(depth, f"for {i} in {start}..3 {{", f"for {i} in range({start}, 3):")
        self.block(scope + [(i, "counter", False)], depth + 1, level)
        self.put(depth, "}")

    def do_each(self, scope, depth, level):
        row, x = self.pick(scope, ROW), self.fresh("x")
        if row:
            self.put(depth, f"for {x} in {row[0]} {{", f"for {x} in cp({row[1]}):")
            self.block(scope + [(x, POINT, False)], depth + 1, level)
            self.put(depth, "}")

    def do_entries(self, scope, depth, level):
        bag, k, v = self.pick(scope, BAG), self.fresh("k"), self.fresh("x")
        if bag:
            self.put(depth, f"for ({k}, {v}) in {bag[0]} {{",
                     f"for {k}, {v} in cp({bag[1]}).items():")
            self.block(scope + [(v, POINT, False)], depth + 1, level)
            self.put(depth + 1, f"push(&log, {k})", f"log.append({k})")
            self.put(depth, "}")

    def do_pairs(self, scope, depth, level):
        a, b = self.pick(scope, ROW), self.pick(scope, ROW)
        if a:
            x, y, source = self.fresh("x"), self.fresh("x"), f"zip({a[0]}, {b[0]})"
            self.put(depth, f"for ({x}, {y}) in {source} {{",
                     f"for {x}, {y} in list(zip(cp({a[1]}), cp({b[1]}))):")
            self.block(scope + [(x, POINT, False), (y, POINT, False)], depth + 1, level)
            self.put(depth, "}")

    def do_rows(self, scope, depth, level):
        """Rows of a tree of arrays, and a comprehension over them."""
        a, b, r = self.pick(scope, "array"), self.pick(scope, "array"), self.fresh("r")
        if not a:
            return
        if self.chance(0.5):
            name = self.fresh("v")
            self.put(depth, f"let {name} = [u + v for (u, v) in zip({a[0]}, {b[0]})]",
                     f"{name} = Array(u + v for u, v in zip({a[1]}, {b[1]}))")
            scope.append((name, "array", False))
            return
        self.put(depth, f"for {r} in rows((u = {a[0]}, v = dict(x = {b[0]}))) {{",
                 f"for {r} in list(zip(cp({a[1]}), cp({b[1]}))):")
        self.block(scope, depth + 1, level)
        self.put(depth + 1, f'push(&log, (int({r}.u), int({r}.v["x"])))', f"log.append(list({r}))")
        self.put(depth, "}")

    # --- functions ---
    def function(self, how):
        given = self.random.choice([ROW, TREE, POINT, BAG, BOX, CASE])
        name = self.fresh({"inout": "change", "sum": "total", "part": "part"}[how])
        params = "inout x, y" if how == "inout" else "x"
        self.put(0, f"fn {name}({params}) {{", f"def {name}({params.replace('inout ', '')}):")
        scope = [("x", given, how == "inout")] + ([("y", POINT, False)] if how == "inout" else [])
        self.put(1, "var log = ()", "log = []")
        for _ in range(self.random.randrange(1, 4)):
            self.statement(scope, 1, 1)
        result = self.expr(scope, "int" if how == "sum" else POINT)
        self.put(1, result[0], f"return {result[1]}" + (", x" if how == "inout" else ""))
        self.put(0, "}")
        self.functions.append((name, given, how))

    def define_box(self):
        self.put(0, f"""struct {self.box} {{ p, n, d
  fn part(self) = self.p
  fn total(self) = (self.n + self.p.a) % 1000
  fn swap(inout self, q) {{ let old = self.p; self.p = q; self.p.a += 1; self.d["x"] += 1
    self.d["z"] = self.n; old }}
}}""", ["def part_(self): return self['p']",
        "def total_(self): return wrap(self['n'] + self['p']['a']) % 1000",
        "def swap_(self, q):",
        "  old = cp(self['p']); self['p'] = cp(q); self['p']['a'] = wrap(self['p']['a'] + 1)",
        "  self['d']['x'] = wrap(self['d']['x'] + 1); self['d']['z'] = self['n']",
        "  return old, self"])

    def where(self):
        return self.random.choice(["fn", "fn", "proc", "top"])

    def build(self):
        self.define_box()
        for _ in range(self.random.randrange(1, 4)):
            self.function(self.random.choice(["inout", "inout", "sum", "part"]))
        where = self.where()
        depth = 0 if where == "top" else 1
        self.may_try = where != "fn"
        whole, log = f"whole{self.number}", "log"
        if depth:
            self.put(0, f"{where} {whole}() {{", f"def {whole}():")
        else:
            log = f"log{self.number}"
        start = len(self.ours), len(self.theirs)
        self.put(depth, "var log = ()", "log = []")
        scope = []
        for kind in self.random.sample([TREE, ROW, CASE, TREE, BAG, "array"], 3):
            name, value = self.fresh("w"), self.expr([], kind)
            self.put(depth, f"var {name} = {value[0]}", f"{name} = {value[1]}")
            scope.append((name, kind, True))
        everything = list(scope)
        for _ in range(self.random.randrange(4, 14)):
            self.statement(scope, depth, 0)
        for name, _, _ in everything:
            self.put(depth, f"push(&log, {name})", f"log.append(cp({name}))")
        if depth:
            self.put(1, "log", "return log")
            self.put(0, "}")
            log = f"{whole}()"
        else:  # many programs share the top level
            for lines, at in zip((self.ours, self.theirs), start):
                lines[at:] = [line.replace("&log,", f"&{log},").replace("var log =", f"var {log} =")
                              for line in lines[at:]]
        self.put(0, f"for each in {log} {{ print(each) }}",
                 f"result = {log if depth else 'log'}")
        return "\n".join(self.ours) + "\n", "\n".join(self.theirs) + "\n"


class Traced(Program):
    """Functions that run compiled. A program that the trace rejects prints its kind of error."""

    KINDS = ["assign"] * 6 + ["update"] * 4 + ["whole"] * 3 + [
        "let", "let", "var", "loan", "swap", "taken", "rest", "bang", "bang", "mapped", "put",
        "noted", "noted", "noted"]

    def do_noted(self, scope, depth, level):
        """A value that is stored to the end, in addition to the result."""
        if level > 1:
            return
        value = self.expr(scope, self.random.choice([POINT, ROW, INTS, BAG, BOX, "array"]))
        self.put(depth, f"push(&log, {value[0]})", f"log.append({value[1]})")

    def build(self):
        self.define_box()
        for _ in range(self.random.randrange(2)):
            self.function(self.random.choice(["inout", "sum", "part"]))
        kind, name = self.random.choice([ROW, TREE, CASE, BAG, BOX]), f"compiled{self.number}"
        given = self.expr([], kind)
        self.put(0, f"fn {name}(x) {{", f"def {name}(x):")
        scope = [("x", kind, False), ("w", kind, True)]
        self.put(1, "var log = (); var w = x", "log = []; w = cp(x)")
        for _ in range(self.random.randrange(2, 7)):
            self.statement(scope, 1, 1)
        self.put(1, "(log, w, x)", "return [log, w, x]")
        self.put(0, "}")
        result = f"r{self.number}"
        self.put(0, f"let {result} = try(() => jit({name})({given[0]}))", ())
        text = f"if {result}.ok {{ {result}.value }} else {{ {result}.error.kind }}"
        self.put(0, f"print({text})", f"result = [{name}({given[1]})]")
        return "\n".join(self.ours) + "\n", "\n".join(self.theirs) + "\n"


class Guarded(Program):
    """Scripts under test, whose top level continues after lines that raise."""

    KINDS = Program.KINDS + ["failed"] * 4

    def where(self):
        return "top"

    def do_failed(self, scope, depth, level):
        """A call that updates its variable in part and raises: the variable keeps its value."""
        calls = [(f, t) for f, t, how in self.functions if how == "inout"]
        if level or not calls:
            return
        f, kind = self.random.choice(calls)
        place = self.pick(scope, kind, places_only=True)
        if place:
            value = self.expr(scope, POINT)
            self.put(depth, f"failing_{f}(&{place[0]}, {value[0]})  #! error[value]")

    def function(self, how):
        super().function(how)
        if how == "inout":
            name = self.functions[-1][0]
            self.put(0, f"fn failing_{name}(inout x, y) {{")
            self.put(1, f"{name}(&x, y)")
            self.put(1, 'error("no")')
            self.put(0, "}")

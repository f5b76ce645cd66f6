"""Work that would take far too long or far too much, a line each."""

# What each kind does: setup, work, what {n} is drawn between, whether it takes memory, how many
# seconds it may be late.
PAIRS = "var t = ({leaf},); for i in 0..{n} {{ t = (t, t) }}; "
KINDS = {
    "loop": (
        "",
        "while true {{}}",
        (0, 0), False, 0.05),
    "recursion": (
        "fn f(n) = if n < 1000 {{ f(n + 1) }} else {{ 0 }}",
        "while true {{ f(0) }}",
        (0, 0), False, 0.05),
    "comprehension": (
        "",
        "var s = 0; for i in 0..10000000000 {{ s += i }}",
        (0, 0), False, 0.05),
    "json": (
        'var s = "1"; for i in 0..{n} {{ s = "{{s}},{{s}}" }}',
        'while true {{ json.parse("[{{s}}]") }}',
        (25, 25), True, 0.3),
    "stablehlo": (
        "",
        'while true {{ stablehlo.load("law.mlir") }}',
        (0, 0), False, 0.05),
    "png": (
        "",
        'while true {{ image.load("law.png") }}',
        (0, 0), False, 0.05),
    "print of a tree": (
        "",
        PAIRS + "print(t)",
        (25, 28), True, 0.05),
    "text of a tree": (
        "",
        PAIRS + "let s = str(t)",
        (25, 28), True, 0.05),
    "trees compared": (
        "",
        PAIRS + "var u = t; for i in 0..1 {{ u = (t, t) }}; t == u[0]",
        (27, 30), True, 0.05),
    "same": (
        "",
        PAIRS + "var u = ({leaf},); for i in 0..{n} {{ u = (u, u) }}; print(same(t, u))",
        (26, 40), True, 0.05),
    "leaves": (
        "",
        PAIRS + "let s = tree.leaves(t)",
        (25, 30), True, 0.05),
    "tree + 1": (
        "",
        PAIRS + "let s = t + 1",
        (25, 30), True, 0.05),
    "tree.map": (
        "",
        PAIRS + "let s = tree.map(x => x, t)",
        (25, 30), True, 0.05),
    "slopes of many heads": (
        "",
        "while true {{ nn.alibi({n}, 1) }}",
        (500000000, 900000000), True, 0.3),
    "rows of nothing in an order": (
        "let rows = zeros(({n}, 0))",
        "while true {{ for r in data.shuffle(rows, 1) {{ }} }}",
        (300000000, 500000000), True, 0.3),
    "batch of nothing": (
        "let rows = data.stream(zeros(({n}, 0)))",
        "while true {{ data.batch(rows, {n}).item(0); data.window(rows, {n}).item(0) }}",
        (300000000, 500000000), True, 0.3),
    "parts of nothing": (
        "let rows = zeros(({n}, 0))",
        "while true {{ split(rows, {n}) }}",
        (300000000, 500000000), True, 0.3),
    "empty bins": (
        "let s = data.stream((ones(2), ones(3)))",
        "while true {{ for x in data.pack(s, 8, bins = {n}) {{ break }} }}",
        (40000000, 90000000), True, 0.3),
    "functions of a trace": (
        "let fs = ((x => x + k) for k in 0..{n})",
        "while true {{ debug.graph((fs, x) => (fs, x))(fs, 1.0) }}",
        (100000, 300000), False, 0.3),
    "functions from a trace": (
        "",
        "while true {{ jit(x => ((y => y + k) for k in 0..{n}))(1.0) }}",
        (100000, 300000), False, 0.3),
    "letters of a strip": (
        'var s = "b"; var c = "a"; for i in 0..18 {{ s = "{{s}}{{s}}"; c = "{{c}}{{c}}" }}',
        'let of = (s = s, c = "{{c}}b"); '
        'while true {{ tokens.chat("{{{{{{{{ s.strip(c) }}}}}}}}", (), values = of) }}',
        (0, 0), False, 0.3),
    "numbers of a loop's gradient": (
        "fn f(p) {{ var s = 0.0; for k in 0..10 {{ for x in p {{ s = s + x * sin(s) }} }}; s }}",
        "while true {{ grad(f)((1.0 for i in 0..{n})) }}",
        (20000, 60000), False, 1.0),
    "jit argument": (
        "",
        PAIRS + "let s = jit(x => x)(t)",
        (25, 30), True, 0.05),
    "grad argument": (
        "",
        PAIRS + "let s = grad(x => 1.0)(t)",
        (25, 30), True, 0.05),
    "save of a tree": (
        "",
        PAIRS + 'ckpt.save("never.safetensors", (t = t))',
        (25, 30), True, 0.05),
    "rows of nothing": (
        "",
        'let s = "{{zeros((10 ^ {n}, 0))}}"; while true {{}}',
        (8, 9), False, 0.05),
    "counted while": (
        "",
        "jit(x => {{ var y = x; var i = 0; while i < 10 ^ 15 {{ y = y * 1.5 + i; "
        "i += 1 }}; y }})(1.0)",
        (0, 0), False, 0.25),
    "trace of a recursion": (
        "fn f(x, n) = if n < 5000 {{ f(sin(x), n + 1) + x }} else {{ x }}",
        "while true {{ jit(x => f(x, 0))(1.0) }}",
        (0, 0), False, 0.25),
    "tape": (
        "",
        "grad(x => {{ var y = x; while y > 0.0 {{ y = sin(y) + 1.5 }}; y }})(1.0)",
        (0, 0), True, 0.05),
    "compiled while": (
        "",
        "jit(x => {{ var y = x; while y > 0.0 {{ y = sin(y) + 1.5 }}; y }})(1.0)",
        (0, 0), False, 0.25),
    "split": (
        "",
        'var s = "a,"; for i in 0..{n} {{ s = "{{s}}{{s}}" }}; while true {{ let t '
        '= split(s, ",") }}',
        (20, 22), False, 0.05),
    "replace": (
        "",
        'var s = "ab"; for i in 0..40 {{ s = replace(s, "a", "aa") }}',
        (0, 0), True, 0.05),
    "replace again": (
        'var s = "ab"; for i in 0..{n} {{ s = "{{s}}{{s}}" }}',
        'while true {{ let y = replace(s, "a", "b") }}',
        (20, 22), False, 0.05),
    "join": (
        "",
        'var s = ("abc",); for i in 0..{n} {{ s = (...s, ...s) }}; var t = ""; '
        'while true {{ t = join((t, join(s, "-"))) }}',
        (16, 20), False, 0.05),
    "upper": (
        'var s = "ab"; for i in 0..{n} {{ s = "{{s}}{{s}}" }}',
        "while true {{ let y = upper(s) }}",
        (20, 24), False, 0.05),
    "trim": (
        'var s = " "; for i in 0..{n} {{ s = "{{s}}{{s}}" }}',
        "while true {{ let y = trim(s) }}",
        (20, 24), False, 0.05),
    "chars": (
        "",
        'var s = "ab"; for i in 0..{n} {{ s = "{{s}}{{s}}" }}; while true {{ '
        "let y = chars(s) }}",
        (20, 22), False, 0.05),
    "lines": (
        "",
        'var s = "ab\\n"; for i in 0..{n} {{ s = "{{s}}{{s}}" }}; while true {{ '
        "let y = lines(s) }}",
        (20, 22), False, 0.05),
    "words": (
        "",
        'var s = "ab "; for i in 0..{n} {{ s = "{{s}}{{s}}" }}; while true {{ '
        "let y = words(s) }}",
        (20, 22), False, 0.05),
    "find": (
        'var s = "ab"; for i in 0..{n} {{ s = "{{s}}{{s}}" }}',
        'while true {{ let y = find(s, "aa") }}',
        (20, 24), False, 0.05),
    "strings in order": (
        'let s = ("{{(i * 7919) % 200003}}" for i in 0..200000)',
        "while true {{ let y = sort(s) }}",
        (0, 0), False, 0.05),
    "doubled text": (
        "",
        'var s = "ab"; while true {{ s = "{{s}}{{s}}" }}',
        (0, 0), True, 0.05),
    "doubled tuple": (
        "",
        "var s = (1, 2); while true {{ s = (...s, ...s) }}",
        (0, 0), True, 0.05),
    "tuple that grows": (
        "",
        "var s = (); while true {{ push(&s, (1, 2)) }}",
        (0, 0), True, 0.05),
    "dict that grows": (
        "",
        "var s = dict(); var i = 0; while true {{ s[i] = (i,); i += 1 }}",
        (0, 0), True, 0.05),
    "closures": (
        "",
        "var f = () => 1; while true {{ let g = f; f = () => g }}",
        (0, 0), True, 0.05),
    "arrays kept": (
        "",
        "var s = (); while true {{ push(&s, ones(10)) }}",
        (0, 0), True, 0.05),
    "arrays dropped": (
        "",
        "var x = ones(10); while true {{ x = x * 1.0 + 1.0 }}",
        (0, 0), False, 0.05),
    **{name: ("var k = rng.key(0); let x = rng.normal(&k, ({n}, {n}))",
              "while true {{ linalg." + name + "(" + args + ") }}", sizes, False, 0.05)
       for name, args, sizes in (
           ("inv", "x", (2500, 3000)), ("qr", "x", (2500, 3500)), ("solve", "x, x", (2500, 3000)),
           ("svd", "x", (1200, 2500)), ("eigh", "x", (1500, 3000)),
           ("eig", "x", (1200, 2500)), ("schur", "x", (1200, 2500)))},
    "cholesky": (
        "let x = eye({n})",
        "while true {{ linalg.cholesky(x) }}",
        (2500, 4000), False, 0.05),
    "matmul": (
        "let x = ones(({n}, {n}))",
        "while true {{ let y = x @ x }}",
        (2000, 3500), False, 0.25),
    "sin": (
        "let x = ones({n})",
        "while true {{ let y = sin(x) }}",
        (10000000, 20000000), False, 0.25),
    "sort": (
        "var k = rng.key(0); let x = rng.normal(&k, ({n},))",
        "while true {{ let y = sort(x) }}",
        (5000000, 9000000), False, 0.05),
    "top_k": (
        "var k = rng.key(0); let x = rng.normal(&k, ({n},))",
        "while true {{ let y = top_k(x, 5) }}",
        (5000000, 9000000), False, 0.05),
    "unique": (
        "var k = rng.key(0); let x = rng.normal(&k, ({n},))",
        "while true {{ let y = unique(x) }}",
        (3000000, 6000000), False, 0.05),
    "scatter": (
        "var x = zeros({n}); let at = arange({n})",
        "while true {{ x[at] += 1.0 }}",
        (5000000, 9000000), False, 0.25),
    "gather": (
        "let x = zeros({n}); let at = arange({n})",
        "while true {{ let y = x[at] }}",
        (5000000, 9000000), False, 0.25),
    "cumsum": (
        "let x = ones({n})",
        "while true {{ let y = cumsum(x) }}",
        (20000000, 30000000), False, 0.25),
    "permutation": (
        "var k = rng.key(0)",
        "while true {{ let y = rng.permutation(&k, {n}) }}",
        (2000000, 4000000), False, 0.25),
    "stack": (
        "let s = (ones(100) for i in 0..{n})",
        "while true {{ let y = stack(s) }}",
        (3000, 9000), False, 0.05),
    "sum": (
        "let x = ones({n})",
        "while true {{ let y = sum(x) }}",
        (100000000, 200000000), False, 0.05),
    "sums of rows": (
        "let x = ones(({n}, 10))",
        "while true {{ let y = sum(x, axis = 1) }}",
        (5000000, 10000000), False, 0.05),
    "sums of columns": (
        "let x = ones(({n}, 10))",
        "while true {{ let y = sum(x, axis = 0) }}",
        (5000000, 10000000), False, 0.05),
    "argmax": (
        "let x = ones({n})",
        "while true {{ let y = argmax(x) }}",
        (50000000, 100000000), False, 0.05),
    "endless sum": (
        "jit(x => sum(sin(x + zeros(10))))(1.0)",
        "jit(x => sum(sin(x + zeros((10 ^ 6, {n})))))(1.0)",
        (10 ** 6, 10 ** 7), False, 0.25),
    "endless maximum": (
        "jit(x => max(exp(x * zeros(10))))(1.0)",
        "jit(x => max(exp(x * zeros((10, 10 ^ 6, {n}))), axis = (1, 2)))(1.0)",
        (10 ** 5, 10 ** 6), False, 0.25),
    "product of ints": (
        "let x = ones(({n}, {n}), i32)",
        "while true {{ let y = x @ x }}",
        (3000, 4000), False, 0.25),
    "deep product": (
        "let x = ones((9, {n})); let z = ones(({n}, 9))",
        "while true {{ let y = x @ z }}",
        (5000000, 10000000), False, 0.25),
    "zeros": (
        "",
        "while true {{ let y = zeros({n}) }}",
        (100000000, 300000000), False, 0.05),
    "copy": (
        "let x = ones({n})",
        "while true {{ var y = x; y[0] = 2.0 }}",
        (100000000, 200000000), False, 0.05),
    "tile": (
        "let x = ones({n})",
        "while true {{ let y = tile(x, 50) }}",
        (1000000, 3000000), False, 0.05),
    "eye": (
        "",
        "while true {{ let y = eye({n}) }}",
        (8000, 12000), False, 0.05),
    "sort f64": (
        "let x = f64(arange({n}) * 7919 % 1000003)",
        "while true {{ let y = sort(x) }}",
        (20000000, 30000000), False, 0.05),
    "tall qr": (
        "var k = rng.key(0); let x = rng.normal(&k, ({n}, 50))",
        "while true {{ linalg.qr(x) }}",
        (300000, 600000), False, 0.05),
    "array of numbers": (
        "let s = (i for i in 0..{n})",
        "while true {{ let y = stack(s) }}",
        (300000, 600000), False, 0.05),
    "numbers + 1": (
        "let s = (i for i in 0..{n})",
        "while true {{ let y = s + 1 }}",
        (1000000, 3000000), False, 0.05),
    "tuples compared": (
        "let s = (i for i in 0..{n}); let t = (i for i in 0..{n})",
        "while true {{ let y = s == t }}",
        (500000, 1000000), False, 0.05),
    "records": (
        "let t = ((a = i, b = (c = i)) for i in 0..{n})",
        "while true {{ let y = t + 1 }}",
        (200000, 400000), False, 0.05),
    "nodes": (
        PAIRS,
        "while true {{ let y = tree.map_nodes(x => x, t) }}",
        (17, 18), False, 0.05),
    "batches": (
        "let x = ones(({n}, 3)); let y = ones({n})",
        "while true {{ for b in data.batch((x = x, y = y), 7) {{ }} }}",
        (300000, 600000), False, 0.05),
    "streams": (
        "let s = data.repeat(0..{n}) |> data.map(i => i * 2) |> data.filter(i => i % 3 == 1)",
        "while true {{ for b in data.batch(s, 5) {{ }} }}",
        (1000, 3000), False, 0.05),
    "a stream without an item": (
        "let s = data.filter(data.repeat(0..{n}), i => i < 0)",
        "while true {{ for b in data.skip(s, 5) {{ }} }}",
        (1000, 3000), False, 0.05),
    "a shuffled stream": (
        "let s = data.repeat(0..9)",
        "while true {{ for b in data.shuffle(s, 1, {n}) {{ }} }}",
        (1000000, 3000000), False, 0.05),
    "an endless batch": (
        "let s = data.repeat(0..{n})",
        "while true {{ for b in data.batch(s, 1000000000000) {{ }} }}",
        (1000, 3000), True, 0.05),
    "length": (
        'var s = "ab"; for i in 0..{n} {{ s = "{{s}}{{s}}" }}',
        "while true {{ let y = len(s) }}",
        (25, 27), False, 0.05),
    "dict compared": (
        "var d = dict(); for i in 0..{n} {{ d[i] = i }}; var e = dict(...d); e[-1] = 0",
        "while true {{ let y = d == e }}",
        (200000, 500000), False, 0.05),
    "graph": (
        "fn f(x) = {{ var y = x; let s = (i for i in 0..{n}); for i in s {{ y = sin(y) * i + x }}; "
        "y }}",
        "while true {{ let y = jit(grad(f))(1.0) }}",
        (10000, 20000), False, 0.05),
    "csv": (
        "",
        'while true {{ let y = data.read_csv("law.csv") }}',
        (0, 0), False, 0.05),
}

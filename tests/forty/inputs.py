"""The bad inputs that tests/forty/run tries: a number, a title, a text, the result.

A text is code, or bytes of a file that is run; `@` in it is a file with the row's data. The result
is a kind of error, a tuple of kinds of which any may occur on a busy machine, or "=" and the
output, if the input is valid here but not in other languages.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "hostile"))
import checkpoints  # noqa: E402
import files  # noqa: E402

SOON = ("memory", "limit")
TENSORS, ARRAYS, ARCHIVES = files.SAFETENSORS, files.NPY, files.NPZ
LOAD = 'print(ckpt.load("@"))'

SCRIPTS = [
    (1, "an infinite loop", "while true { }", "limit"),
    (2, "an infinite loop inside `try`, inside a loop",
     "while true { try(() => { while true { } }) }", "limit"),
    (3, "an infinite loop in a stream's `next`",
     "struct Endless { fn next(inout self) { while true { } } }\nfor x in Endless() { print(x) }",
     "limit"),
    (4, "infinite recursion", "fn f() = 1 + f()\nf()", "limit"),
    (4, "infinite tail calls", "fn f(n) = f(n + 1)\nf(0)", "limit"),
    (5, "100,000 parentheses", "let x = " + "(" * 100000 + "1" + ")" * 100000, "syntax"),
    (6, "a string that doubles forty times", 'var s = "x"\nfor i in 0..40 { s = "{s}{s}" }', SOON),
    (6, "a number formatted to a width of 10^12", 'print("{1:>1000000000000}")', "value"),
    (7, "a tuple that grows forever", "var t = ()\nwhile true { push(&t, (1, 2)) }", SOON),
    (8, "a search that backtracks in other implementations",
     'let s = join(("a" for i in 0..30000), "")\nprint(find(s, "aaaaaaaab"))', "=nil"),
    (9, "a sort of 200,000 NaN", "let x = sort(full(200000, nan))\nprint(len(x), isnan(x[0]))",
     "=200000 true"),
    (10, "a precompiled chunk of Lua", b"\x1bLuaT\0\x19\x93\r\n\x1a\n\x04\x08\x08xV", "syntax"),
    (11, "starting a program", 'io.popen("ls")', "name"),
    (11, "calling the shell", 'os.execute("ls")', "name"),
    (11, "loading a library", 'package.loadlib("x.so", "f")', "name"),
    (12, "a finalizer", "setmetatable((), (__gc = () => 1))", "name"),
    (13, "replacing a method of all strings", '"abc".upper = x => x', "syntax"),
    (13, "assignment to a builtin", "rng.normal = 1", "name"),
    (14, "a jump", "goto x", "syntax"),
    (14, "a name bound twice", "let x = 1\nlet x = 2", "name"),
    (15, "bytes that are not UTF-8", b"let x = \xff\n", "syntax"),
    (15, "a NUL character in the source", b"let x\0 = 1\n", "syntax"),
    (15, "a byte order mark", b"\xef\xbb\xbfprint(1)\n", "=1"),
    (16, "300 names in one function",
     "fn f() {\n" + "".join(f"  let a{i} = {i}\n" for i in range(300)) +
     "  a0 + a299\n}\nprint(f())",
     "=299"),
]
TRACES = [
    (17, "a shape of 2^80 elements", "zeros((2 ^ 40, 2 ^ 40))", "memory"),
    (18, "an array of 2^62 elements", "zeros(2 ^ 62)", "memory"),
    (19, "a negative size", "zeros((-1, 3))", "value"),
    (19, "a fractional size", "zeros(1.5)", "type"),
    (19, "a size that is NaN", "zeros(0.0 / 0.0)", "type"),
    (20, "two inferred sizes (-1)", "ones(6).reshape((-1, -1))", "shape"),
    (20, "a reshape to another number of elements", "ones(6).reshape((4, 2))", "shape"),
    (20, "a reshape to another number of elements, compiled",
     "jit(x => x.reshape((4, 2)))(ones(6))", "shape"),
    (21, "shapes that do not broadcast", "print(ones((3, 4)) + ones((5, 4)))", "shape"),
    (21, "shapes that do not broadcast, compiled",
     "jit((x, y) => x + y)(ones((3, 4)), ones((5, 4)))", "shape"),
    (22, "an index beyond the end", "print([1, 2, 3, 4, 5][7])", "index"),
    (22, "an index beyond the end, compiled", "jit(x => x[7])([1, 2, 3, 4, 5])", "index"),
    (22, "a traced index beyond the end, compiled",
     "jit((x, i) => x[i])([1, 2, 3, 4, 5], [7][0])", "index"),
    (23, "a donated array that is used again",
     "let f = jit(x => x + 1.0, donate = 0)\nlet x = ones(300)\nlet y = f(x)\nprint(x[0], y[0])",
     "=1 2"),
    (23, "an array donated twice in one call",
     "let f = jit((x, y) => (x + 1.0, y + 2.0), donate = (0, 1))\nlet x = ones(300)\n"
     "let (a, b) = f(x, x)\nprint(x[0], a[0], b[0])", "=1 2 3"),
    (24, "an `if` on a traced value",
     "print(jit(x => if x > 0.0 { x } else { -x })(f32(-2.0)))", "=2"),
    (24, "a size that depends on data", "jit(x => zeros(x[0]))([3])", "trace"),
    (25, "a traced value assigned to an outer variable",
     "var s = 0.0\nfn f(x) { s = x; x }", "name"),
    (25, "a returned closure over a traced value", "jit(x => (y => x + y))(1.0)", "trace"),
    (26, "a function of 100,000 operations",
     "fn f(x) {\n  var x = x\n" + "  x = x * 0.5 + 1.0\n" * 50000 + "  x\n}\nprint(jit(f)([0.0]))",
     SOON),
    (27, "`jit` of a function that calls `jit` of itself",
     "fn f(x) = jit(f)(x) + 1\nf(1.0)", "limit"),
    (27, "`grad` of a function that calls `grad` of itself",
     "fn f(x) = grad(f)(x) + 1\nf(1.0)", "limit"),
    (28, "integer arrays divided by 0, shifted by 40; 3e9 and NaN converted to i32",
     "fn f(x, z) = (x // z, x % z, bits.shift_left(x, 40), i32(f32(x) * 3e9), i32(f32(x) * nan))\n"
     "let (x, z) = ([7], [0])\nprint(f(x, z), jit(f)(x, z))",
     "=([-1], [7], [0], [2147483647], [0]) ([-1], [7], [0], [2147483647], [0])"),
    (28, "a scalar divided by 0", "print(1 // 0)", "value"),
    (28, "a scalar divided by 0, compiled", "jit(x => 1 // x)(0)", "value"),
]
FILES = [
    (29, "safetensors: a header of 2^63 bytes", LOAD, TENSORS["header_of_2_63"][0], "io"),
    (29, "safetensors: a header of 100,000,001 bytes",
     LOAD, TENSORS["header_of_100_million"][0], "io"),
    (30, "safetensors: a count that overflows", LOAD, TENSORS["count_overflows"][0], "io"),
    (31, "safetensors: tensors that overlap", LOAD, TENSORS["overlap"][0], "io"),
    (31, "safetensors: a gap between arrays", LOAD, TENSORS["hole"][0], "io"),
    (31, "safetensors: an end before its start", LOAD, TENSORS["end_before_begin"][0], "io"),
    (31, "safetensors: a byte range of the wrong size", LOAD, TENSORS["other_size"][0], "io"),
    (32, "safetensors: a duplicate name", LOAD, TENSORS["double_name"][0], "io"),
    (32, "safetensors: a NUL in a name", LOAD, TENSORS["nul_in_a_name"][0], "io"),
    (33, "GGUF: 2^60 tensors", LOAD, checkpoints.gguf(tensors=2**60), "io"),
    (33, "GGUF: a truncated file", LOAD, checkpoints.gguf(words=7), "io"),
    (34, "npz: an array of objects", 'print(data.load_npz("@"))', ARCHIVES["objects"][0], "io"),
    (34, "npz: an entry that expands to 300 MB",
     'print(data.load_npz("@"))', ARCHIVES["bomb"][0], "memory"),
    (34, "npz: an entry with a wrong size",
     'print(data.load_npz("@"))', ARCHIVES["bomb_that_lies"][0], "io"),
    (34, "npy: an array of objects", 'print(data.load_npy("@"))', ARRAYS["objects"][0], "io"),
]
# Numbers of the list that are tested elsewhere, or not yet supported.
ELSEWHERE = [
    (35, "checkpoints: a flipped bit, a missing chunk, a step without its mark",
     "`tests/hostile/checkpoints.py`, `tests/crash`"),
    (36, "records: a truncated file, a flipped bit, a missing shard",
     "`tests/conformance/files_records.rille`, `tests/fuzz`"),
    (37, "a server: JSON of 100,000 arrays, request bodies, words",
     "not applicable: no server"),
    (38, "a server: request smuggling, headers sent byte by byte", "not applicable: no server"),
    (39, "lost hosts", "not applicable: one host"),
    (40, "a notebook: messages with a wrong signature",
     "`tests/notebook`, if the kernel was built"),
]

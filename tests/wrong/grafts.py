"""Wrong expressions in place of a number that a program's top level is sure to reach."""
from mutate import NO_COMPILER
from ways import Way

ALL = []
MARK = "§"  # before the position of the error

# kind, section: expressions; " ;; " separates definitions above the line from the expression.
TEMPLATES = {
    ("shape", "values"): """
        ([1.0, 2.0] §+ [1.0, 2.0, 3.0])
        (ones((2, 3)) §@ ones((2, 3)))
        [1.0, 2.0].§reshape((3,))
        §reshape(ones(6), (4, 2))
        sum(§[[1, 2], [3]])
        §concat(([1.0], [[1.0]]))
        (zeros((3, 4)) §* zeros((5, 4)))
        §sum([1.0], axis = 1)
        (ones(3) §< ones(4))""",
    ("shape", "bindings"): """
        fn wide_(x: f32[n, 2]) = x ;; wide_(§ones((2, 3)))
        fn pair_(x: f32[n], y: f32[n]) = x ;; pair_(ones(2), §ones(3))
        fn row_(x: f32[4]) = x ;; row_(§ones(3))
        struct Box_ { w: f32[2] } ;; Box_(§zeros(3))""",
    ("dtype", "bindings"): """
        fn whole_(x: i32[n]) = x ;; whole_(§[1.5])
        fn real_(x: float[n]) = x ;; real_(§[1, 2])
        fn truth_(x: bool[n]) = x ;; truth_(§[1])
        struct Ids_ { at: int[n] } ;; Ids_(§[0.5])""",
    ("dtype", "values"): """
        §sort(c64([1.0, 2.0]))
        §sum(rng.split(rng.key(0), 2))
        §all([1.0, 2.0])
        §grad(x => int(x))(1.0)
        §bits.and([1.5], [2.5])""",
    ("index", "expressions"): """
        [1, 2, 3][§7]
        [1, 2, 3][§-4]
        ones((2, 3))[0, §3]
        (1, 2)[§2]
        (0..3)[§5]
        dict(a = 1)[§"b"]
        [1, 2, 3][§[0, 9]]
        [1.0][0, §0]""",
    ("index", "control"): """
        fn far_(x) = x[§5] ;; jit(far_)([1.0, 2.0])
        fn at_(x, i) = §x[i] ;; jit(at_)([1.0, 2.0], [5])
        fn each_(x) = x[§2] ;; vmap(each_)(ones((3, 2)))
        fn slope_(x) = x[§9] ;; grad(slope_)([1.0, 2.0])""",
    ("value", "values"): """
        (1 §// 0)
        (7 §% 0)
        (2 §^ -1)
        §zeros((2, -1))
        (u8([1]) §+ 300)
        §arange(0, 10, 0)
        §int("many")
        §float("1.2.3")
        §int(1e30)
        §i32(3000000000)""",
    ("value", "control"): """
        (match §3 { 1 => 2 })
        (match §"a" { "b" => 2, nil => 3 })
        (match §(1, 2) { (x, 3) => x })""",
    ("value", "modules"): """
        §error("as asked")
        fn checked_(x) { assert §x > 1; x } ;; checked_(0)
        fn equal_(x) { assert §x == 2, "no"; x } ;; equal_(0)
        fn refuse_(x) = §error("no {x}") ;; refuse_(0)""",
    ("memory", "values"): """
        §zeros(1152921504606846976)
        §zeros((4611686018427387904, 4611686018427387904))
        §ones((1099511627776, 1099511627776))
        §arange(1000000000000000)
        §tile([1.0], 1000000000000000)
        §rng.normal(rng.key(0), (1000000, 1000000, 1000))
        (ones(2000000)[:, nil] §* ones(2000000)[nil, :])
        §eye(1000000000)
        §pad([1.0], ((1000000000000000, 0),))""",
    ("io", "modules"): """
        §io.read("no such file")
        §data.read_csv("no-such.csv")
        §data.load_npy("no-such.npy")
        §ckpt.load("no-such.safetensors")
        §io.read("no/such/folder/file.txt")
        §io.write("no/such/folder/file.txt", "x")""",
    ("trace", "control"): """
        fn mask_(x) = x[§x > 0] ;; jit(mask_)([1, -1])
        fn size_(x) = §zeros(x) ;; jit(size_)([3][0])
        fn sides_(x) = §if x > 0 { [1.0] } else { [1.0, 2.0] } ;; jit(sides_)(1.0)
        fn kinds_(x) = §if x > 0 { 1.0 } else { (1.0, 2.0) } ;; jit(kinds_)(1.0)
        fn cut_(x, n) = §x[:n] ;; jit(cut_)([1, 2], [1][0])
        fn made_(x) = (y => x + y) ;; §jit(made_)(1.0)
        fn pick_(x) = §(1, 2, 3)[x] ;; jit(pick_)([1][0])""",
    ("type", "values"): """
        ("10" §+ 1)
        (nil §* 2)
        (true and §1)
        (not §0)
        (1 §< "2")
        ((1, 2) §+ (1, 2, 3))
        (if §1 { 2 } else { 3 })
        §zeros(1.5)
        §zeros("3")""",
    ("type", "control"): """
        (§"abc")(1)
        fn count_(n) { for i in §n { print(i) }; 1 } ;; count_(3)
        fn until_(n) { while §n { break }; 1 } ;; until_(3)""",
    ("name", "values"): """
        (w = 1, b = 2).§weight
        dict(a = 1).§nonsense
        [1, 2].§nonsense
        "abc".§upside""",
    ("limit", "bindings"): """
        fn down_(n) = 1 + §down_(n + 1) ;; down_(0)
        fn last_(n) = §last_(n + 1) ;; last_(0)
        struct Deep_ { x; fn call(self, n) = §self(n + 1) } ;; Deep_(1)(0)
        fn pair_(n) = (§pair_(n), n) ;; pair_(0)""",
    ("device", "control"): """
        §jit(x => x + 1)([1.0])
        §vmap(x => x + x)([1.0])
        §grad(x => x * x)(1.0)
        §value_and_grad(x => x * x)(2.0)
        fn twice_(x) = x + x ;; §jit(twice_)(3.0)
        §[x * x for x in [1.0, 2.0]]""",
}


def templates(text):
    return [line.strip() for line in text.strip().split("\n")]


def graft(kind, section, text, options=None):
    choices = templates(text)

    def change(program, rng):
        line = rng.choice([line for line in program.lines if line.numbers()])
        number = rng.choice(line.numbers())
        above, _, wrong = rng.choice(choices).rpartition(" ;; ")
        start = program.text.rfind("\n", 0, number.at) + 1
        new = (above + "\n" if above else "") + program.text[start:number.at] + wrong
        rest = program.text[number.at + len(number.text):]
        return program.text[:start] + new.replace(MARK, "") + rest, start + new.index(MARK)

    change.__name__ = f"graft of {kind} in {section}"
    return Way(change, kind, section, True, options)


for (kind, section), text in TEMPLATES.items():
    lacks = {"env": NO_COMPILER} if kind == "device" else None
    ALL.append(graft(kind, section, text, lacks))

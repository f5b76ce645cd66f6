"""Calls of builtins with random arguments: an Error or a result, never a crash, a hang, or a bug.

usage: python tests/fuzz/builtins.py [SEED] [build/rille] [CALLS]
"""
import pathlib
import random
import re
import subprocess
import sys
import tempfile

SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 0
RILLE = sys.argv[2] if len(sys.argv) > 2 else "build/rille"
CALLS = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
ASIDE = ("io.", "data.", "ckpt.", "plot.", "profile.")  # they read and write files
POOL = """
nil | true | false | 0 | 1 | -1 | 3 | 2.5 | -0.0 | 1e300 | 9223372036854775807 | "a" | "" | ()
(1,) | (2, 3) | (1, (2, 3)) | (a = 1, b = [1.0]) | [1.0, 2.0, 3.0] | [1, 2, 3] | [true, false]
zeros(0) | zeros((2, 0, 3)) | zeros((2, 3)) | ones((2, 3), dtype = i32) | i32(2) | f32(1.5)
reshape(arange(24), (2, 3, 4)) | rng.key(1) | rng.split(rng.key(0), 3) | f64([1.0]) | u8([1, 2])
bf16([1.0, 2.0]) | c64([1.0]) | f8e4m3([1.0]) | i4([1, 2]) | (x => x) | ((x, y) => x + y)
(-1, 2) | (0, 0) | [[1.0, 2.0], [3.0, 4.0]] | 1..3 | f32 | [0.0 / 0.0, 1.0] | (1, -1)
"ij,jk->ik" | [9, -9] | 1000000000000 | -9223372036854775807
"""
POOL = [word.strip() for line in POOL.strip().split("\n") for word in line.split(" | ")]
HEAD = """proc call(i, f) {
  let r = try(f)
  if not r.ok and r.error.kind == "bug" { print("BUG {i} {r.error.message}") }
}
"""


def names():
    found = []
    for path in sorted(pathlib.Path("stdlib").rglob("*")):
        if path.suffix == ".cpp" and "core" not in path.parts:
            found += re.findall(r'Builtin \w+ = \{\s*\.name = "([^"]+)"', path.read_text())
        elif path.suffix == ".def":
            found += re.findall(r"(?:MATH|CONVERT)\((\w+)", path.read_text())
    return [name for name in found if name not in ("var", "error") and not name.startswith(ASIDE)]


def drawn(source, known):
    name = source.choice(known)
    args = [source.choice(POOL) for _ in range(source.choice([1, 1, 2, 2, 3, 4]))]
    way = source.random()
    if way < 0.15:
        return f"jit(() => {name}({', '.join(args)}))()"
    if way < 0.3:
        return f"jit(q => {name}({', '.join(['q', *args[1:]])}))({args[0]})"
    return f"{name}({', '.join(args)})"


def run(calls):
    """Status, output, errors; the status is None if it hangs."""
    text = HEAD + "".join(f"call({i}, () => {call})\n" for i, call in calls)
    with tempfile.NamedTemporaryFile("w", suffix=".rille") as script:
        script.write(text)
        script.flush()
        command = [RILLE, "run", script.name]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        except subprocess.TimeoutExpired:
            return None, "", ""
    return done.returncode, done.stdout, done.stderr


def is_bad(status):
    return status is None or not 0 <= status <= 4


def first_bad(calls):
    while len(calls) > 1:
        half = calls[: len(calls) // 2]
        calls = half if is_bad(run(half)[0]) else calls[len(half):]
    return calls[0]


def main():
    source, known, faults = random.Random(SEED), names(), []
    calls = list(enumerate(drawn(source, known) for _ in range(CALLS)))
    while True:
        status, output, errors = run(calls)
        if is_bad(status):
            worst = first_bad(calls)
            faults.append(f"{'hangs' if status is None else 'crashes'}: {worst[1]}")
            calls.remove(worst)
            continue
        # An error before the run stops the script: such calls are skipped.
        lines = {int(n) - HEAD.count("\n") - 1 for n in re.findall(r"--> [^:]*:(\d+):", errors)}
        rest = [call for at, call in enumerate(calls) if at not in lines]
        if status == 0 or len(rest) == len(calls):
            break
        calls = rest
    faults += [line for line in output.splitlines() if line.startswith("BUG")]
    faults += [line for line in errors.splitlines() if line.startswith("error[bug]")]
    print("\n".join(faults))
    print(f"seed {SEED}: {len(calls)} calls ran, {len(faults)} faults")
    sys.exit(bool(faults))


main()

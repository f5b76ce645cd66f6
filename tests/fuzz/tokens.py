"""Scripts with tokens removed, doubled, swapped, or replaced: an Error or a result, never a crash.

usage: python tests/fuzz/tokens.py [SEED] [build/rille] [COUNT]
Each changed script is checked and run, with limits; a signal, a hang, or error[bug] is a failure.
"""
import concurrent.futures
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests/wrong")
from tokens import tokens_of  # noqa: E402

SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 0
RILLE = str(pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "build/rille").resolve())
COUNT = int(sys.argv[3]) if len(sys.argv) > 3 else 500
FOLDERS = ["examples", "bench/host", "tests/conformance", "tests/wrong", "tests/golden"]
LIMITS = ["--time-limit", "1", "--memory-limit", "300"]
HANGS_S = 300


def changed(text, others, source):
    """The text after one to four changes of tokens."""
    for _ in range(source.choice([1, 1, 2, 3, 4])):
        tokens = tokens_of(text)
        if len(tokens) < 2:
            return text
        a, b = source.choice(tokens), source.choice(tokens)
        way = source.random()
        new = ("" if way < 0.3 else f"{a.text} {a.text}" if way < 0.5 else b.text if way < 0.75
               else source.choice(others))
        if way < 0.6 and b.at > a.at and source.random() < 0.3:  # the second half of the swap
            text = text[:b.at] + a.text + text[b.at + len(b.text):]
        text = text[:a.at] + new + text[a.at + len(a.text):]
    return text


def fault_of(text, folder, number):
    """Why the run of it fails; None if it does not."""
    script = folder / f"{number}.rille"
    script.write_text(text)
    for words in (["check", script], [*LIMITS, "run", script]):
        try:
            done = subprocess.run([RILLE, *words], capture_output=True, timeout=HANGS_S,
                                  stdin=subprocess.DEVNULL, cwd=folder)
        except subprocess.TimeoutExpired:
            return f"hangs: {words[-2]}"
        if not 0 <= done.returncode <= 4:
            return f"status {done.returncode}: {words[-2]}"
        if b"error[bug]" in done.stderr:
            return done.stderr.decode(errors="replace")[:600]
    script.unlink()
    return None


def main():
    source, faults = random.Random(SEED), 0
    texts = [p.read_text() for folder in FOLDERS
             for p in sorted(pathlib.Path(folder).glob("**/*.rille"))]
    others = sorted({t.text for text in texts for t in tokens_of(text)})
    scripts = [changed(source.choice(texts), others, source) for _ in range(COUNT)]
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(2) as pool:
        folder = pathlib.Path(name)
        found = pool.map(lambda at: fault_of(scripts[at], folder, at), range(COUNT))
        for text, fault in zip(scripts, found):
            if fault:
                faults += 1
                kept = pathlib.Path(tempfile.gettempdir(), f"fuzz_{SEED}_{faults}.rille")
                kept.write_text(text)
                print(f"{kept}: {fault}", flush=True)
    print(f"seed {SEED}: {COUNT} scripts, {faults} faults")
    sys.exit(bool(faults))


main()

"""Calls in scripts, many in one run: the result of each, and the calls that end the run."""
import os
import pathlib
import re
import subprocess
import tempfile

from clocks import HANGS_S

RILLE = str(pathlib.Path(os.environ.get("RILLE", "build/rille")).resolve())
SANITIZED = bool(os.environ.get("RILLE_SANITIZED"))  # such a build needs more memory and time
MEMORY_MB = 800
LIMITS = ["--time-limit", str(HANGS_S)] + ([] if SANITIZED else ["--memory-limit", str(MEMORY_MB)])
HEAD = """proc report(i, r) {
  if r.ok {
    let shown = try(() => "{r.value.dtype} {r.value.shape}")
    print(if shown.ok { "@{i} = {shown.value}" } else { "@{i} =" })
  } else {
    let place = if contains(r.error.trace, "\\n  --> ") { "here" } else { "nowhere" }
    print("@{i} {place} {r.error.kind}: {r.error.message}")
  }
}
"""
LINE = re.compile(r"^@(\d+) (= ?.*|here \w+: .*|nowhere \w+: .*)$", re.M)


class Gave:
    """The result of a call: its error, or the dtype and the shape of an array."""

    def __init__(self, text):
        self.text, self.kind, self.dtype, self.shape = text, "", "", None
        if text.startswith("="):
            found = re.fullmatch(r"= (\w+) \(([-\d, ]*)\)", text)
            if found:
                self.dtype = found[1]
                self.shape = tuple(int(n) for n in found[2].replace(",", " ").split())
        else:
            self.kind = re.match(r"\w+ (\w+):", text)[1]

    def what_is_wrong(self):
        """For any call: a bug, or an error without a position."""
        if self.kind == "bug":
            return f"ends in {self.text}"
        if self.text.startswith("nowhere"):
            return f"an error without a place: {self.text}"
        if self.shape is not None and any(n < 0 for n in self.shape):
            return f"has the shape {self.shape}"
        return ""


def ran(calls, head=""):
    """The result of each call, by its number, and what is wrong with the run."""
    lines = [f"report({i}, try(() => {{ {text} }}))" for i, text in calls]
    with tempfile.NamedTemporaryFile("w", suffix=".rille") as script:
        script.write(HEAD + head + "\n".join(lines) + "\n")
        script.flush()
        try:
            done = subprocess.run([RILLE, *LIMITS, "run", script.name], capture_output=True,
                                  timeout=2 * HANGS_S)
        except subprocess.TimeoutExpired:
            return {}, "hangs"
    out, err = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    fault = "" if done.returncode == 0 else f"ends the run: {done.returncode} {err[:500]}"
    return {int(i): Gave(text) for i, text in LINE.findall(out)}, fault


def outcomes(calls, head=""):
    """(result of each call, failures of the others), both by number. A run that ends early is
    bisected."""
    got, fault = ran(calls, head)
    if not fault:
        return got, {}
    if len(calls) == 1:
        return {}, {calls[0][0]: fault}
    half = len(calls) // 2
    (one, ends), (two, more) = outcomes(calls[:half], head), outcomes(calls[half:], head)
    return one | two, ends | more


def judge(cases, share, head=""):
    """Cases are (text, check of the result); returns the texts of failed cases."""
    wrong = []
    for begin in range(0, len(cases), share):
        some = list(enumerate(cases))[begin:begin + share]
        got, ends = outcomes([(i, text) for i, (text, _) in some], head)
        for i, (text, check) in some:
            why = ends.get(i) or ("says nothing" if i not in got else
                                  got[i].what_is_wrong() or check(got[i]))
            if why:
                wrong.append(f"{text}\n    {why}")
    return wrong

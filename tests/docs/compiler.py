#!/usr/bin/env python3
"""Fills the boxes of docs/compiler.md and docs/inside.md. usage: tests/docs/compiler.py [--check]

A box follows a line `<!-- FLAG [WORD] -->`: the output of `rille dump FLAG` for the page's script.
With a word, for code, the shortest loop that contains it. After `<!-- plan WORDS -->` follows the
output of `rille plan SCRIPT WORDS`. The page's script is its first block of code; one that follows
`<!-- script NAME -->` is for the boxes with the word @NAME. --check: whether the pages are current.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

RILLE = pathlib.Path(os.environ.get("RILLE", "build/rille")).resolve()
PAGES = {pathlib.Path("docs/compiler.md"): "softmax.rille",
         pathlib.Path("docs/inside.md"): "way.rille"}
BOX = re.compile(r"^(<!-- (--\S+|plan)(?: ([^\n]+?))? -->)\n(?:\n```text\n.*?^```\n)?", re.M | re.S)
NAMED = re.compile(r"^<!-- script (\S+) -->\n```rille\n(.*?)^```", re.M | re.S)


def block_with(program, word):
    """The shortest loop of a loop program that contains the word, without its indentation."""
    lines, found = program.splitlines(), []
    for begin, line in enumerate(lines):
        indent = re.match(" *", line)[0]
        if not line[len(indent):].startswith("loop "):
            continue
        end = lines.index(indent + "}", begin)
        if any(word in inner for inner in lines[begin:end]):
            found.append([inner[len(indent):] for inner in lines[begin:end + 1]])
    return "".join(f"{line}\n" for line in min(found, key=len, default=[]))


def loop_with(code, word):
    """The shortest range of lines that jumps back to its own start and contains the word."""
    lines = code.splitlines()
    found = []
    for begin, label in enumerate(lines):
        if not label.startswith(".LBB"):
            continue
        back = re.compile(rf"\tj\w+\t{re.escape(label.rstrip(':'))}$")
        for end in range(begin + 1, len(lines)):
            if back.search(lines[end]) and any(word in line for line in lines[begin:end]):
                found.append(lines[begin:end + 1])
                break
    return "".join(f"{line}\n" for line in min(found, key=len, default=[]))


def said(script, flag, word):
    env = {**os.environ, "RILLE_ISA": "avx2", "RILLE_CACHE": "off"}
    is_plan = flag == "plan"
    words = ["plan", script, *shlex.split(word)] if is_plan else ["dump", flag, script]
    done = subprocess.run([RILLE, *words], capture_output=True, text=True, env=env, check=True,
                          cwd=script.parent)
    text = done.stdout.replace(str(script.parent) + "/", "")
    if word and not is_plan:
        text = block_with(text, word) if flag == "--loops" else loop_with(text, word)
    return text.expandtabs(4)


def page_now(page, name):
    text = page.read_text()
    with tempfile.TemporaryDirectory() as folder:
        script = pathlib.Path(folder, name)
        script.write_text(re.search(r"^```rille\n(.*?)^```", text, re.M | re.S)[1])
        for other, code in NAMED.findall(text):
            pathlib.Path(folder, f"{other}.rille").write_text(code)

        def box(m):
            own, word = script, m[3]
            if word and word.startswith("@"):
                other, _, word = word.partition(" ")
                own = pathlib.Path(folder, f"{other[1:]}.rille")
            return f"{m[1]}\n\n```text\n{said(own, m[2], word)}```\n"

        return BOX.sub(box, text)


now = {page: page_now(page, name) for page, name in PAGES.items()}
if "--check" in sys.argv[1:]:
    stale = [page for page, text in now.items() if text != page.read_text()]
    for page in stale:
        print(f"{page} is not what the compiler does: run tests/docs/compiler.py")
    print(f"{len(now) - len(stale)} passed, {len(stale)} failed")
    sys.exit(bool(stale))
for page, text in now.items():
    page.write_text(text)

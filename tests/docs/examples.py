#!/usr/bin/env python3
"""Writes docs/examples/: a page for each example with an image.

usage: tests/docs/examples.py [--check]

An example that accepts `--picture` is run with it; its page has the comment above its code, its
output, and the image. With --check nothing is run or written: the exit status says whether each of
these has a page with that comment, an image, and a line in the table of all.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RILLE = pathlib.Path(os.environ.get("RILLE", ROOT / "build/rille")).resolve()
PAGES = ROOT / "docs/examples"
INTRO = """# Examples with figures

The output of each of these programs, as recorded by `tests/docs/examples.py`. The same seeds give
the same numbers on any machine.

| Program | Description |
| --- | --- |
"""


class Example:
    def __init__(self, path):
        self.path, self.name = path, path.stem
        lines = re.match(r"(?:##.*\n)+", path.read_text())[0].splitlines()
        head = "\n".join(line[3:] for line in lines)
        self.title, _, rest = head.partition("\n\n")
        command = re.search(r"^    (rille run .*)$", rest, re.M)
        self.command = command[1]
        self.words = rest.replace(command[0], "").strip()
        given = re.search(r"--picture (\S+)", self.command)
        self.picture = f"{self.name}{pathlib.Path(given[1]).suffix}" if given else None

    def head(self):
        return f"# {' '.join(self.title.split()).removesuffix('.')}\n\n{self.words}\n"

    def row(self):
        return f"| [{self.name}]({self.name}.md) | {' '.join(self.title.split())} |\n"

    def page(self, said):
        name = self.path.name
        return (f"{self.head()}\nThe program: `examples/{name}`.\n"
                f"\n```\n$ {self.command}\n{said.strip()}\n```\n"
                f"\n![{self.title}]({self.picture})\n")

    def run(self):
        with tempfile.TemporaryDirectory() as folder:
            words = self.command.split()[3:]
            words[words.index("--picture") + 1] = str(PAGES / self.picture)
            done = subprocess.run([RILLE, "run", self.path, *words], cwd=folder, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
        said = re.sub(r"^\d+/\d+ .*\n", "", done.stdout, flags=re.M)  # progress, with its speed
        (PAGES / f"{self.name}.md").write_text(self.page(said))


def faults(example):
    page = PAGES / f"{example.name}.md"
    if not page.exists() or not page.read_text().startswith(example.head()):
        yield f"{page.name} does not begin as {example.path.name} does"
    elif f"$ {example.command}\n" not in page.read_text():
        yield f"{page.name} shows another command than {example.path.name}"
    if not (PAGES / example.picture).exists():
        yield f"there is no {example.picture}"


all_of_them = [e for path in sorted((ROOT / "examples").glob("*.rille"))
               if path.read_text().startswith("##") for e in [Example(path)] if e.picture]
table = INTRO + "".join(example.row() for example in all_of_them)
if "--check" in sys.argv:
    wrong = [fault for example in all_of_them for fault in faults(example)]
    if not (PAGES / "README.md").exists() or (PAGES / "README.md").read_text() != table:
        wrong.append("docs/examples/README.md is not the table of all")
    print("\n".join(wrong))
    sys.exit(bool(wrong))
PAGES.mkdir(exist_ok=True)
(PAGES / "README.md").write_text(table)
only = [word for word in sys.argv[1:] if not word.startswith("-")]
for example in all_of_them:
    if not only or example.name in only:
        example.run()
        print(example.name)

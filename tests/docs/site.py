#!/usr/bin/env python3
"""The site of docs/: its list, links, anchors, quotations. usage: tests/docs/site.py [--build]

Every page is listed in mkdocs.yml once and exists; links and their anchors lead to targets inside
docs/; a C++ box after `<!-- FILE -->` is part of that file. With --build, if mkdocs with its theme
is installed (in the Python that RILLE_PEERS_PYTHON names, or this one), it builds the site with
--strict; with zensical if that is installed.
"""
import sys

sys.path.pop(0)  # this directory, whose files have names of modules
import importlib.util  # noqa: E402
import os  # noqa: E402
import pathlib  # noqa: E402
import re  # noqa: E402
import subprocess  # noqa: E402
import tempfile  # noqa: E402
import unicodedata  # noqa: E402

PYTHON = os.environ.get("RILLE_PEERS_PYTHON")
if PYTHON and "RILLE_PEERS_STARTED" not in os.environ:
    os.execve(PYTHON, [PYTHON, *sys.argv], {**os.environ, "RILLE_PEERS_STARTED": "1"})

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
FENCE = re.compile(r"^(`{3,})[^\n]*\n.*?^\1`*$", re.M | re.S)
QUOTE = re.compile(r"^<!-- ([\w./]+\.(?:cpp|h)) -->\n```cpp\n(.*?)^```", re.M | re.S)


def prose(page):
    """Its text without code."""
    return re.sub(r"`[^`\n]*`", "", FENCE.sub("", page.read_text()))


def anchor(title):
    """The anchor of a heading, as Markdown's toc generates it."""
    text = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", lambda m: m[1] or "", title)
    text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", text).strip().lower())


def anchors(page):
    seen, out = {}, set()
    for title in re.findall(r"^#+ (.*)$", FENCE.sub("", page.read_text()), re.M):
        name = anchor(title)
        number = seen[name] = seen.get(name, -1) + 1
        out |= {name, f"{name}-{number}", f"{name}_{number}"} if number else {name}
    return out


def listed():
    listing = (ROOT / "mkdocs.yml").read_text().split("\nnav:\n")[1]
    return re.findall(r"(?:- |: )([\w/-]+\.md)$", listing, re.M)


def list_faults():
    there = {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")}
    names = listed()
    yield from (f"mkdocs.yml lists {name}: it is not there" for name in names if name not in there)
    yield from (f"mkdocs.yml does not list {name}" for name in sorted(there - set(names)))
    yield from (f"mkdocs.yml lists {name} twice" for name in set(names) if names.count(name) > 1)


def link_faults():
    for page in sorted(DOCS.rglob("*.md")):
        for link in re.findall(r"\]\(([^)\s:]+)\)", prose(page)):
            path, _, part = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            name = page.relative_to(DOCS)
            if not target.is_relative_to(DOCS):
                yield f"{name}: {link} leads out of the site"
            elif not target.exists():
                yield f"{name}: {link} leads nowhere"
            elif target.is_dir():
                yield f"{name}: {link} is a folder: name a page"
            elif part and target.suffix == ".md" and part not in anchors(target):
                yield f"{name}: {link}: there is no such heading"


def quote_faults():
    for page in sorted(DOCS.rglob("*.md")):
        for file, text in QUOTE.findall(page.read_text()):
            source = ROOT / file
            if not source.exists() or text not in source.read_text():
                yield f"{page.relative_to(DOCS)}: {file} does not say so: {text.splitlines()[0]}"


def build_faults():
    if importlib.util.find_spec("mkdocs") and importlib.util.find_spec("material"):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", folder]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
            if done.returncode or not pathlib.Path(folder, "index.html").exists():
                yield f"mkdocs build --strict: {(done.stdout + done.stderr)[-2000:]}"
    else:
        print("skipped: mkdocs-material is not installed")
    if importlib.util.find_spec("zensical"):
        done = subprocess.run([sys.executable, "-m", "zensical", "build", "--clean"], cwd=ROOT,
                              capture_output=True, text=True, timeout=600)
        if done.returncode:
            yield f"zensical build: {(done.stdout + done.stderr)[-2000:]}"
    else:
        print("skipped: zensical is not installed")


def main():
    checks = [list_faults, link_faults, quote_faults] + [build_faults] * ("--build" in sys.argv[1:])
    found = [list(check()) for check in checks]
    for fault in sum(found, []):
        print(fault)
    failed = sum(map(bool, found))
    print(f"{len(found) - failed} passed, {failed} failed")
    return failed != 0


sys.exit(main())

"""Rejects two types of one name in a namespace, and names of builtins in lang. usage: .ci/names.py

A class that two files define differently breaks the one-definition rule: the linker keeps one of
its inline functions and drops the other without a message. Types of a single file are in an unnamed
namespace, and are not counted here.

lang knows builtins only by their records (lang/resolve.h): its sources may contain the names of
types and, in lang/parse/foreign.cpp, words of other languages, but no builtin's name.
"""
import pathlib
import re
import sys
from collections import defaultdict

FOLDERS = ["vm", "lang", "jit", "backends", "stdlib", "repl"]
LANGUAGE = ["float", "int", "bool", "str", "any", "var", "repeat"]  # also keywords
FEWEST_BUILTINS = 300
# Comments and string literals contain no code; preprocessor lines open no scope.
SILENT = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"'
                    r"|'(?:\\.|[^'\\\n])'|^[ \t]*#(?:\\\n|[^\n])*", re.S | re.M)
WORDS = re.compile(r"namespace\s*([\w:]*)\s*\{|\b(?:struct|class|union|enum(?:\s+class)?)\s+"
                   r"(?:\[\[\w+\]\]\s*)?(\w+(?:::\w+)*)(?:\s+final)?(?:\s*:[^;{(]*)?\s*\{|[{}]")


def types_of(text):
    """The full names of the types that a file defines with external linkage."""
    scopes = []  # names; "" for an unnamed namespace; None for a block
    for found in WORDS.finditer(SILENT.sub(" ", text)):
        word = found.group(0)
        if word == "}":
            if scopes:
                scopes.pop()
        elif word.startswith("namespace"):
            scopes.append(found.group(1) or "")
        elif found.group(2):
            if all(scopes):
                yield "::".join([*scopes, found.group(2)])
            scopes.append(found.group(2))
        else:
            scopes.append(None)


def builtin_names():
    """The names in the records."""
    for folder in FOLDERS:
        for path in pathlib.Path(folder).rglob("*.cpp"):
            yield from re.findall(r'_builtin = \{\s*\.signature =\s*"([\w.]+)', path.read_text())
    yield from re.findall(r"^MATH\((\w+),", pathlib.Path("stdlib/array/math.def").read_text(), re.M)


def known_by_name():
    names = set(builtin_names()) - set(LANGUAGE)
    if len(names) < FEWEST_BUILTINS:
        yield f"only {len(names)} records of builtins found, expected {FEWEST_BUILTINS} or more"
    for path in sorted(pathlib.Path("lang").rglob("*")):
        if path.suffix not in {".h", ".cpp"} or path.name == "foreign.cpp":
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for text in re.findall(r'"([\w.]+)"', line.split("//")[0]):
                if text in names:
                    yield f"{path}:{number}: `{text}` is a builtin, expected its record"


def main():
    homes = defaultdict(set)
    for folder in FOLDERS:
        for path in sorted(pathlib.Path(folder).rglob("*")):
            if path.suffix in {".h", ".cpp"}:
                for name in types_of(path.read_text()):
                    homes[name].add(str(path))
    faults = [f"{name}: {', '.join(sorted(files))}" for name, files in sorted(homes.items())
              if len(files) > 1]
    faults += known_by_name()
    print("\n".join(faults) if faults else f"names: {len(homes)} types, each defined in one file")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()

"""Rejects classes with too many methods. usage: .ci/classes.py

A class in one of FOLDERS has at most METHODS member functions, including constructors; inherited
ones and those of nested classes do not count. Classes are found by their braces, not by a parser.
"""
import pathlib
import re
import sys

FOLDERS = ["lang"]
METHODS = 40
# Comments and string literals contain no code.
SILENT = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"'
                    r"|'(?:\\.|[^'\\\n])'|^[ \t]*#(?:\\\n|[^\n])*", re.S | re.M)
CLASS = re.compile(r"\b(?:struct|class|union)\s+(\w+)(?:\s+final)?(?:\s*:[^;{}()]*)?\s*$")
MEMBER = re.compile(r"[\w~=\]>)]\s*\(")


def is_method(text: str) -> bool:
    """Whether a member of a class, up to its ; or {, is a method."""
    text = re.sub(r"\b(public|private|protected):", "", text)
    while (bare := re.sub(r"<[^<>]*>", "", text)) != text:
        text = bare
    head = text.split("(")[0]
    is_other = re.search(r"^\s*(using|friend|typedef|static_assert)\b", text)
    is_value = "=" in head and "operator" not in head
    return bool(MEMBER.search(text)) and not is_other and not is_value


def classes(text: str):
    """(name, number of its methods) of each class."""
    text = SILENT.sub(" ", text)
    open_, begin = [], 0  # [name or None, methods]
    for found in re.finditer(r"[{};]", text):
        piece, begin = text[begin:found.start()], found.end()
        sign = found.group()
        name = CLASS.search(piece) if sign == "{" else None
        if sign != "}" and not name and open_ and open_[-1][0] and is_method(piece):
            open_[-1][1] += 1
        if sign == "{":
            open_.append([name.group(1) if name else None, 0])
        elif sign == "}" and open_:
            done = open_.pop()
            if done[0]:
                yield done[0], done[1]


def main():
    found = [(count, name, path) for folder in FOLDERS
             for path in sorted(pathlib.Path(folder).rglob("*")) if path.suffix in {".h", ".cpp"}
             for name, count in classes(path.read_text())]
    faults = [f"{path}: {name} has {count} methods, at most {METHODS}"
              for count, name, path in found if count > METHODS]
    count, name, _ = max(found)
    print("\n".join(faults) or f"classes: no errors; the largest is {name} with {count} methods")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()

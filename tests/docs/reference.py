#!/usr/bin/env python3
"""Writes docs/reference/ from the builtins' records. usage: tests/docs/reference.py [--check]

One page a module, as `rille doc --markdown MODULE` writes it, and a list of all builtins. With
--check nothing is written: the exit status says whether the pages are what the records say. The
examples are run by tests/unit/repl/examples_test.cpp.
"""
import collections
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import records  # noqa: E402

FOLDER = pathlib.Path("docs/reference")
MADE = ("Made by `tests/docs/reference.py` from the records of the builtins; "
        "`rille help NAME` shows the same.\n")


def anchored(text, name, anchor):
    """The page with a place of that name in front of an entry."""
    head = f"\n## {name}\n"
    assert text.count(head) == 1, name
    return text.replace(head, f'\n<a id="{anchor}"></a>\n{head}')


def pages(entries):
    """File names and texts."""
    modules = collections.defaultdict(list)
    for entry in entries:
        module = entry["name"].rpartition(".")[0] or "global"
        modules[module].append(entry)
    index = f"# Reference\n\n{MADE}\n"
    for module in sorted(modules, key=lambda m: (m != "global", m)):
        title = "Names without a module" if module == "global" else f"Module {module}"
        index += f"\n## [{title}]({module}.md)\n\n"
        anchors, text = {}, records.rille("doc", "--markdown", module)
        for entry in sorted(modules[module], key=lambda e: e["name"]):
            anchor = entry["name"].lower().replace(".", "")
            made = anchors.setdefault(anchor, 0)  # nn.Linear and nn.linear
            anchors[anchor] += 1
            if made:  # whose place in a page of HTML is counted in another way
                anchor += f"-{made}"
                text = anchored(text, entry["name"], anchor)
            index += f"- [`{entry['name']}`]({module}.md#{anchor}): {entry['brief']}\n"
        yield f"{module}.md", text
    yield "README.md", index


records.keep(FOLDER, ".md", dict(pages(records.records())), "tests/docs/reference.py")

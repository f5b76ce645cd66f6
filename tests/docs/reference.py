#!/usr/bin/env python3
"""Writes docs/reference/ from the builtins' records. usage: tests/docs/reference.py [--check]

One page a module, one entry a builtin, as `rille help --json` tells them. With --check nothing is
written: the exit status says whether the pages are what the records say. The examples are run by
tests/unit/repl/examples_test.cpp.
"""
import collections
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import records  # noqa: E402

FOLDER = pathlib.Path("docs/reference")
MADE = ("Made by `tests/docs/reference.py` from the records of the builtins; "
        "`rille help NAME` shows the same.\n")


def cell(text):
    return text.replace("|", "\\|")


def parameters(entry):
    rows = [(p["name"], p["text"]) for p in entry["params"] if p["text"]]
    if not rows:
        return ""
    lines = "".join(f"| `{name}` | {cell(text)} |\n" for name, text in rows)
    return f"| parameter | |\n| --- | --- |\n{lines}\n"


EFFECTS = {
    "pure": "",
    "concrete": " It needs values: traced arguments are refused.",
    "host": " It is a proc: it reads or changes the world outside.",
}


def struct_text(entry):
    state = [f["name"] for f in entry["fields"] if f.get("state")]
    out = f"## {entry['name']}\n\n```\nstruct {entry['signature']}\n```\n\n{entry['brief']}\n\n"
    out += parameters({"params": entry["fields"]})
    out += f"State, which no gradient reaches: {', '.join(state)}.\n" if state else ""
    for method in entry["methods"]:
        out += f"- `.{method['head']}`: {method['brief']}\n"
    return out


def builtin_text(entry):
    errors = entry["errors"]
    out = f"## {entry['name']}\n\n```\n{entry['signature']}\n```\n\n"
    out += f"{entry['brief']}{EFFECTS[entry['effect']]}\n\n" + parameters(entry)
    out += f"Gives: {entry['returns']}.\n" if entry["returns"] else ""
    return out + (f"Errors: {errors}.\n" if errors and errors != "none" else "")


def entry_text(entry):
    out = struct_text(entry) if "fields" in entry else builtin_text(entry)
    out += f"\n```\n{entry['example']}\n```\n"
    return out + (f"\nAfter: {entry['source']}.\n" if entry["source"] else "")


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
        anchors = {}
        text = f"# {title}\n\n{MADE}"
        for entry in sorted(modules[module], key=lambda e: e["name"]):
            anchor = entry["name"].lower().replace(".", "")
            made = anchors.setdefault(anchor, 0)  # nn.Linear and nn.linear
            anchors[anchor] += 1
            anchor += f"-{made}" if made else ""
            index += f"- [`{entry['name']}`]({module}.md#{anchor}): {entry['brief']}\n"
            text += "\n" + entry_text(entry)
        yield f"{module}.md", text
    yield "README.md", index


records.keep(FOLDER, ".md", dict(pages(records.records())), "tests/docs/reference.py")

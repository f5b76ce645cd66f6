"""Rejects two equal names in one batched directory. usage: .ci/batches.py [FOLDER...]

cmake/batches.cmake compiles sources of a directory together, and each new file changes the groups.
So all sources of such a directory must compile as one source: the compiler checks it, with the
flags of build/compile_commands.json, without writing objects.
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
from collections import defaultdict

BUILD = pathlib.Path("build")


def folders_of_batches():
    text = pathlib.Path("cmake/batches.cmake").read_text()
    return re.search(r'set\(RILLE_BATCHED "(.*?)"\)', text, re.S).group(1).replace("\\\n", "")


def sources():
    """The sources of each directory, and the command that compiles one of them."""
    batched, here, out = folders_of_batches(), pathlib.Path.cwd(), defaultdict(dict)
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["file"])
        path = path.relative_to(here) if path.is_relative_to(here) else path
        if "_apart" in entry["command"] and re.fullmatch(batched, str(path.parent)):
            out[str(path.parent)][str(path)] = shlex.split(entry["command"])
    return out


def check(paths, command, scratch):
    whole = scratch / "whole.cpp"
    whole.write_text("".join(f'#include "{path}"\n' for path in sorted(paths)))
    compiler = next(i for i, word in enumerate(command) if word.endswith(("c++", "g++", "clang++")))
    flags = command[compiler:command.index("-o")]
    run = subprocess.run([*flags, "-fsyntax-only", "-I", ".", str(whole)], cwd=BUILD,
                         capture_output=True, text=True)
    if run.returncode == 0:
        return []
    return [line for line in run.stderr.splitlines() if " error: " in line] or [run.stderr.strip()]


def main():
    folders, status = sources(), 0
    with tempfile.TemporaryDirectory() as scratch:
        for folder in sys.argv[1:] or sorted(folders):
            if folder not in folders:
                sys.exit(f"{folder} has no sources that are compiled together")
            command = next(iter(folders[folder].values()))
            for line in check(folders[folder], command, pathlib.Path(scratch)):
                print(line.replace(f"{pathlib.Path.cwd()}/", ""))
                status = 1
    if not folders:
        print("batches: no folder, since build/ is without batches")
    sys.exit(status)


if __name__ == "__main__":
    main()

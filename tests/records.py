"""Files generated from `rille help --json`: rewritten, or compared with the existing ones."""
import json
import os
import subprocess
import sys

RILLE = os.environ.get("RILLE", "build/rille")


def rille(*words):
    """The output of the program."""
    return subprocess.run([RILLE, *words], capture_output=True, text=True, check=True).stdout


def records():
    """The builtins and structs of `rille help --json`."""
    return json.loads(rille("help", "--json"))


def keep(folder, ending, made, script):
    """Makes the directory's files of this ending equal to `made`, names and texts; with --check
    none is written, and the exit status says whether they are equal. `script` is the program that
    writes them."""
    there = {path.name: path.read_text() for path in folder.glob(f"*{ending}")}
    if "--check" in sys.argv[1:]:
        stale = sorted(name for name in {*made, *there} if made.get(name) != there.get(name))
        if stale:
            print(f"{folder}: not what the records say: {', '.join(stale)}; "
                  f"{script} writes it anew")
        print(f"{len(made) - len(stale)} passed, {len(stale)} failed")
        sys.exit(bool(stale))
    folder.mkdir(exist_ok=True)
    for name in there.keys() - made.keys():
        (folder / name).unlink()
    for name, text in made.items():
        (folder / name).write_text(text)

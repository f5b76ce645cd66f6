#!/usr/bin/env python3
"""Writes the pictures of docs/profiling.md. usage: tests/profile/doc_pictures.py [OUTPUTS]

The overview is that of the first script of the page, and the other pictures are those of gpt.rille.
The program is the one that RILLE names, or build/rille. If OUTPUTS is given, the script of the page
is also run with its two changes, and the reports and comparisons that the page shows parts of
go into that folder, which must be outside of the tree.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import chromium  # noqa: E402

ROOT = HERE.parents[1]
PAGE, IMAGES = ROOT / "docs/profiling.md", ROOT / "docs/images"
RILLE = pathlib.Path(os.environ.get("RILLE", "build/rille")).resolve()
WIDTH, MAX_BYTES = 1040, 150_000
# The name of a picture, its capture and tab, its height, and what is done before.
PICTURES = [
    ("overview", "slow", "overview", 622, "0"),
    (
        "timeline",
        "gpt",
        "timeline",
        560,
        "((track, kernel) => {"
        "  let at = track.count >> 1;"
        "  while (at < track.count && track.label[at] !== kernel.index) at++;"
        "  app.open_event({track, at}, 12);"
        "})(app.all.tracks.find(track => track.kind === DEVICE),"
        "   kernels_of(app.all).reduce((a, b) => a.self > b.self ? a : b)), 0",
    ),
    ("roofline", "gpt", "roofline", 560, "0"),
    ("memory", "gpt", "memory", 680, "0"),
]
CHARTS = """
var key = rng.key(0)
let model = Gpt.init(&key, 65, 64, 4, 2, 64)
let opt = optim.adamw(model, lr = 3e-3)
let batch = rng.randint(&key, (16, 65), 0, 65)
profile.roofline(train, model, opt, batch) |> plot.save("roofline.svg")
profile.memory(train, model, opt, batch) |> plot.save("memory.svg")
"""
# Changes of the script: texts, and what replaces them.
CROP = [
    (
        r"    let cut = .*\n",
        "    let first = int(rng.randint(&key, (), 0, length // 2 + 1))\n",
    ),
    (r"\[:, :cut\]", "[:, first:first + length // 2]"),
]
BATCH = CROP + [
    (r"    \|> data\.map\(.*\n", ""),
    (r"data\.take\(steps\)\n", "data.take(steps) |> data.prefetch(2)\n"),
    (r"batch\.x\[", "batch.signal["),
    (r"mean\(signal\)", "mean(signal, axis = -1, keepdims = true)"),
    (r"std\(centered\)", "std(centered, axis = -1, keepdims = true)"),
    (r"reshape\(x, \(x", "reshape(normalized(x), (x"),
]


def run(folder, *words):
    env = {**os.environ, "RILLE_CACHE": str(folder / "cache"), "NO_COLOR": "1"}
    done = subprocess.run(
        [RILLE, *words], cwd=folder, env=env, stdin=subprocess.DEVNULL, capture_output=True,
        text=True, check=True
    )
    return done.stdout


def record(folder, name, script, changes):
    for text, new in changes:
        script, count = re.subn(text, lambda _: new, script)
        assert count == 1, text
    (folder / "train.rille").write_text(script)
    run(folder, "run", "--profile", f"log/{name}", "train.rille")
    return run(folder, "profile", "show", f"log/{name}")


def take(folder):
    shutil.copy(HERE / "gpt.rille", folder)
    run(folder, "run", "gpt.rille", "log/gpt", ROOT / "docs/language.md", "--steps", "60")
    with chromium.Chromium() as browser:
        for name, capture, tab, height, action in PICTURES:
            page = folder / f"{capture}.html"
            run(folder, "profile", "show", f"log/{capture}", "--html", page)
            browser.size(WIDTH, height)
            browser.open(f"file://{page}#{tab}")
            browser.value(action)
            browser.frame()
            file = IMAGES / f"profile_{name}.png"
            browser.picture(file, full=False)
            assert not browser.errors and file.stat().st_size < MAX_BYTES, (file, browser.errors)
            print(f"{file.relative_to(ROOT)}: {file.stat().st_size} bytes")


def chart(folder):
    """Saves the charts of one call of the step of gpt.rille."""
    text = (HERE / "gpt.rille").read_text()
    (folder / "charts.rille").write_text(text[:text.index("proc main(")] + CHARTS)
    run(folder, "run", "charts.rille")
    for name in ("roofline", "memory"):
        file = IMAGES / f"profile_{name}_chart.svg"
        shutil.copy(folder / f"{name}.svg", file)
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size} bytes")


def main():
    script = re.search(r"```rille\n(.*?)```", PAGE.read_text(), re.S)[1]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        reports = {"slow": record(folder, "slow", script, [])}
        if len(sys.argv) > 1:
            reports["crop"] = record(folder, "crop", script, CROP)
            reports["batch"] = record(folder, "batch", script, BATCH)
            for pair in [("slow", "crop"), ("crop", "batch")]:
                logs = [f"log/{name}" for name in pair]
                reports["-".join(pair)] = run(folder, "profile", "diff", *logs)
            out = pathlib.Path(sys.argv[1])
            out.mkdir(parents=True, exist_ok=True)
            for name, report in reports.items():
                (out / f"{name}.txt").write_text(report)
        take(folder)
        chart(folder)


main()

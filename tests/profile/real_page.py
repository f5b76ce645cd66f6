#!/usr/bin/env python3
"""Tests the page of real captures in headless Chromium. usage: tests/profile/real_page.py
[--pictures FOLDER] [--only NAME]

The captures are those of 60 training steps of a GPT (gpt.rille) and of a loop of short calls with
a million events (calls.rille), by the program that RILLE names, or build/rille. A check is a
function whose name is a sentence that is true when it passes. Pictures of each view at 1280 and
400 pixels, light and dark, go into FOLDER, which must be outside of the tree.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import chromium  # noqa: E402
import generated  # noqa: E402

RILLE = pathlib.Path(os.environ.get("RILLE", "build/rille")).resolve()
TABS = ["overview", "timeline", "roofline", "memory", "graph", "flame"]
STEPS = 60
LOAD_S = 3
SCRIPTS = {
    "gpt": ["gpt.rille", "LOG", str(HERE.parents[1] / "docs/language.md"), "--steps", str(STEPS)],
    "calls": ["calls.rille", "LOG"],
}


class RealPage(generated.Page):
    """The pages of captures, which are recorded when they are first opened."""

    def make(self, kind, file):
        log = self.folder / f"{kind}-log"
        script, *rest = SCRIPTS[kind]
        words = [str(log) if word == "LOG" else word for word in rest]
        self.run("run", HERE / script, *words)
        self.run("profile", "show", log, "--html", file)

    def run(self, *words):
        done = subprocess.run(
            [RILLE, *words], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=600
        )
        assert done.returncode == 0, (words, done.stdout[-500:], done.stderr[-1500:])
        return done.stdout

    def open(self, kind, width=1280, height=900, scheme="light", tab="overview"):
        file = self.folder / f"{kind}.html"
        if not file.exists():
            self.make(kind, file)
        return super().open(kind, width, height, scheme, tab)


def each_tab_shows_the_training_steps(page):
    page.open("gpt")
    assert page.count("#overview .card") >= 5 and page.inked("canvas.steps") > 3
    overview = page.text("#overview")
    for words in ["Time of the main thread", f"{STEPS} steps", "Compute", "Compile", "Input wait",
                  "Checkpoint"]:
        assert words in overview, (words, overview[:600])
    assert "gpt.rille:" in page.text("#overview .kernels tbody"), "kernels have their lines"
    page.show("timeline")
    assert page.inked("canvas.tracks") > 8 and page.inked("canvas.map") > 2
    page.show("roofline")
    assert page.count("#roofline .point") > 40 and page.count("#roofline .roof") == 1
    page.show("memory")
    memory = page.text("#memory")
    assert page.inked("canvas.memory") > 3 and "at the peak" in memory and "gpt.rille:" in memory
    assert page.count("#memory .buffer") > 50
    page.show("graph")
    assert page.count("#graph .step") > 50 and page.count("#graph .edge") > 50
    page.show("flame")
    assert page.inked("canvas.flame") > 4 and page.js("app.views.flame.boxes.length") > 50
    page.has_no_error()


def sums_are_those_of_the_capture(page):
    page.open("gpt")
    sums = page.js(
        "(split => ({n: split.steps.length, parts: split.parts.reduce((a, b) => a + b), "
        "steps: split.steps.reduce((a, s) => a + s.end - s.begin, 0), "
        "window: split.window[1] - split.window[0], "
        "device: app.all.tracks.filter(t => t.kind === DEVICE)"
        "  .reduce((a, t) => a + t.busy[t.rows[1] || 0], 0), "
        "kernels: app.all.labels.filter(l => l.category === KERNEL || l.category === EAGER)"
        "  .reduce((a, l) => a + l.self, 0), "
        "peaks: [Math.max(...app.all.allocations.used), app.all.peak]}))"
        "(app.views.overview.split)"
    )
    assert sums["n"] == STEPS, sums
    assert abs(sums["parts"] - sums["window"]) < 1 and sums["steps"] <= sums["window"], sums
    assert abs(sums["kernels"] - sums["device"]) <= 1e-6 * sums["device"], sums
    assert sums["peaks"][0] == sums["peaks"][1], sums
    runs = page.js("[...new Set(kernels_of(app.all).filter(l => l.func).map(l => l.count))]")
    assert runs == [STEPS], runs
    best = page.js("kernels_of(app.all).length && app.views.overview.sums.median")
    assert best > 0, best


def the_page_and_the_report_agree(page):
    for kind in SCRIPTS:
        page.open(kind)
        report = page.run("profile", "show", page.folder / f"{kind}-log")
        rows = report.split("time of the main thread\n")[1].split("\n\n")[0]
        pattern = r"([\d.]+) % +(?:[\d.]+ \w+ +)?([a-z]+(?: [a-z]+)?)"
        shown = {part: float(share) for share, part in re.findall(pattern, rows)}
        parts = page.js(
            "(s => [...s.parts].map((x, i) => [parts[i].title.toLowerCase(), "
            "100 * x / (s.window[1] - s.window[0])]))(app.views.overview.split)"
        )
        assert {name for name, share in parts if share > 0} == set(shown), (parts, shown)
        assert all(abs(share - shown.get(name, 0)) <= 0.51 for name, share in parts), (parts, shown)
        median, unit = re.search(r" median ([\d.]+) (\w+)", report).groups()
        exact = page.js("app.all.summary.statistics.median")
        ns = float(median) * {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}[unit]
        assert abs(ns - exact) <= 0.01 * exact, (median, unit, exact)
        first = page.js("kernel_rows(app.all)[0].title")
        kernels = report.split(" by self time\n")[1].split("\n")[2]
        assert first.split(" ")[0][:7] in kernels, (first, kernels)


def the_views_work_by_keys(page):
    page.open("gpt")
    seen = set()
    for _ in range(12):
        page.browser.key("Tab")
        seen.add(page.js("document.activeElement.id || document.activeElement.tagName"))
        outline = page.js("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid", outline
    assert {"theme", "keys", "tab-overview"} <= seen, seen
    page.js("by_id('tab-overview').focus()")
    page.browser.key("ArrowRight")
    assert page.js("app.current") == "timeline"
    page.js("app.views.timeline.canvas.focus()")
    for key, test in [
        ("+", lambda a, b: b[1] - b[0] < a[1] - a[0]),
        ("ArrowRight", lambda a, b: b[0] > a[0]),
        ("ArrowLeft", lambda a, b: b[0] < a[0]),
        ("-", lambda a, b: b[1] - b[0] > a[1] - a[0]),
    ]:
        before = page.range()
        page.browser.key(key)
        assert test(before, page.range()), key
    page.browser.key("/")
    page.browser.text("attention")
    assert page.js("app.views.timeline.found.count") >= STEPS
    page.browser.key("Enter")
    side = page.text("#timeline .side")
    assert "attention" in side and "gpt.rille:" in side and "FLOPs" in side, side
    page.browser.key("Escape")
    page.js("app.open_event(first_event(app.all, kernels_of(app.all)[0])), 0")
    page.browser.key("]")
    page.browser.key("Escape")
    assert "Nothing selected" in page.text("#timeline .side")
    page.has_no_error()


def pages_fit_their_width(page):
    for width in (1280, 400):
        for scheme in ("light", "dark"):
            page.open("gpt", width, scheme=scheme)
            for tab in TABS:
                page.show(tab)
                wide = page.js("document.documentElement.scrollWidth")
                assert wide <= width, (tab, width, wide)
    page.open("gpt")
    room = page.js("(b => [b.scrollWidth, b.clientWidth])(document.querySelector('.kernels'))")
    assert room[0] <= room[1], room


def nothing_is_loaded(page):
    page.open("gpt")
    for tab in TABS:
        page.show(tab)
    loaded = [u for u in page.browser.requests if not u.startswith(("about:", "blob:"))]
    assert len(loaded) == 1 and loaded[0].startswith("file://"), loaded
    page.has_no_error()


def a_million_events_load_in_time(page):
    seconds = min(page.open("calls") for _ in range(3))
    events = page.js("app.all.events")
    scripts = page.js("app.load_ms") / 1000
    print(f"  {events} events: ready after {seconds:.2f} s, of which scripts {scripts:.2f} s")
    assert events >= 1_000_000, events
    assert seconds <= LOAD_S, seconds
    for tab in TABS:
        page.show(tab)
    page.has_no_error()


CHECKS = [
    each_tab_shows_the_training_steps,
    sums_are_those_of_the_capture,
    the_page_and_the_report_agree,
    the_views_work_by_keys,
    pages_fit_their_width,
    nothing_is_loaded,
    a_million_events_load_in_time,
]


def take(page, folder):
    """Writes TAB-WIDTH-SCHEME.png for each view of the training steps."""
    folder.mkdir(parents=True, exist_ok=True)
    for width in (1280, 400):
        for scheme in ("light", "dark"):
            page.open("gpt", width, scheme=scheme)
            for tab in TABS:
                page.show(tab)
                page.browser.frame()
                page.browser.picture(folder / f"{tab}-{width}-{scheme}.png")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--only", default="")
    words = parser.parse_args()
    if not chromium.path():
        print("tests/profile/real_page.py: skipped: no Chromium\n0 passed, 0 failed")
        return 0
    failed = passed = 0
    with tempfile.TemporaryDirectory() as name, chromium.Chromium() as browser:
        page = RealPage(browser, pathlib.Path(name), None)
        for check in CHECKS:
            if words.only not in check.__name__:
                continue
            try:
                check(page)
                passed += 1
            except (AssertionError, RuntimeError, TimeoutError) as error:
                failed += 1
                line = traceback.extract_tb(error.__traceback__)[-1]
                print(f"FAILED {check.__name__}: line {line.lineno}: {str(error)[:1500]}")
        if words.pictures:
            take(page, words.pictures)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())

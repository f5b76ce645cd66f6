#!/usr/bin/env python3
"""Tests the page of a profile in headless Chromium. usage:
tests/profile/page.py [--pictures FOLDER] [--only NAME] [PAGES]

PAGES is the program of tests/profile/pages.cpp; if it is not given, it is compiled here. Pictures
of each view at 1280 and 400 pixels, light and dark, go into FOLDER, which must be outside of the
tree. A check is a function whose name is a sentence that is true when it passes.
"""

import argparse
import pathlib
import re
import shutil
import sys
import tempfile
import traceback

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import chromium  # noqa: E402
import generated  # noqa: E402
import pictures  # noqa: E402

TABS = ["overview", "timeline", "roofline", "memory", "graph", "flame"]
LOAD_S = 3
FORBIDDEN = (
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|</script|"
    r"https?://(?!www\.w3\.org)"
)


def each_tab_has_its_elements(page):
    page.open("gpt")
    assert page.count("[role=tab]") == 6 and page.count("[role=tab][aria-selected=true]") == 1
    assert page.count("#overview .card") == 6 and page.count("#overview .advice li") == 2
    assert page.count("#overview .stack span") >= 5 and page.inked("canvas.steps") > 4
    assert page.text("#overview .stack").startswith("Compute ")
    assert "dot.91" in page.text("#overview"), "the head is the longest kernel"
    page.show("timeline")
    assert page.inked("canvas.tracks") > 10 and page.inked("canvas.map") > 3
    assert page.count("#timeline .legend > span") > 8
    page.show("roofline")
    assert (
        page.count("#roofline .point.compute") > 50 and page.count("#roofline .point.memory") > 50
    )
    texts = page.js("document.querySelector('#roofline svg').textContent")
    assert page.count("#roofline .roof") == 1 and "Peak 1.60 TFLOP/s" in texts
    page.show("memory")
    assert page.inked("canvas.memory") > 4 and "at the peak" in page.text("#memory")
    assert page.count("#memory tbody tr") > 10 and page.count("#memory .buffer") == 300
    page.show("graph")
    assert page.count("#graph .step") == 300 and page.count("#graph .edge") >= 290
    page.show("flame")
    assert page.inked("canvas.flame") > 5 and "all kernels" in page.text("#flame .path")
    assert page.js("app.views.flame.boxes.length") > 200
    page.has_no_error()


def sums_of_the_page_are_those_of_the_capture(page):
    page.open("gpt")
    split = page.js(
        "(it => ({steps: it.steps.length, parts: [...it.parts], "
        "sums: it.steps.map(s => s.parts.reduce((a, b) => a + b) - (s.end - s.begin)), "
        "all: it.window[1] - it.window[0]}))(app.views.overview.split)"
    )
    assert split["steps"] == 50 and abs(sum(split["parts"]) - split["all"]) < 1, split
    assert max(map(abs, split["sums"])) < 1
    kernels = page.js(
        "({labels: kernels_of(app.all).reduce((a, l) => a + l.self, 0), "
        "flame: kernel_tree(app.all).value, track: app.all.tracks[1].busy.at(-1), "
        "compute: app.views.overview.split.parts[0]})"
    )
    assert len({round(x) for x in kernels.values()}) == 1, kernels
    used = page.js("[Math.max(...app.all.allocations.used), app.all.peak]")
    assert used[0] == used[1], used
    alive = page.js("app.open('memory'), [app.views.memory.alive + app.all.before, app.all.peak]")
    assert alive[0] == alive[1], alive
    assert page.js("app.all.samples.length === sample_tree(app.all).value")


def tabs_work_by_keys(page):
    page.open("gpt")
    for number, name in enumerate(TABS, 1):
        page.browser.key(str(number))
        assert (
            page.js("app.current") == name and page.js("document.activeElement.id") == f"tab-{name}"
        )
        assert page.count("[role=tabpanel]:not([hidden])") == 1
    page.browser.key("ArrowRight")
    assert page.js("app.current") == "overview"
    page.browser.key("ArrowLeft")
    assert page.js("app.current") == "flame" and page.js("location.hash") == "#flame"
    page.browser.key("Home")
    assert page.js("app.current") == "overview"
    page.browser.key("?")
    assert page.js("by_id('help').open") and "Zoom" in page.text("#help")
    page.browser.key("Escape")
    assert not page.js("by_id('help').open")
    page.browser.key("t")
    page.browser.key("t")
    assert page.js("document.documentElement.dataset.theme") == "dark"
    page.browser.key("t")
    page.has_no_error()


def focus_is_visible_and_reaches_all_controls(page):
    page.open("gpt")
    seen = set()
    for _ in range(40):
        page.browser.key("Tab")
        seen.add(page.js("(e => e.className || e.id || e.tagName)(document.activeElement)"))
        outline = page.js("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid", (
            outline,
            page.js("document.activeElement.outerHTML.slice(0, 200)"),
        )
    assert {"theme", "keys", "tab-overview", "steps", "pick"} <= seen, seen


def tables_sort_by_keys(page):
    page.open("gpt")
    names = "[...document.querySelectorAll('#overview .pick')].slice(0, 3).map(b => b.innerText)"
    before = page.js(names)
    page.js(
        "[...document.querySelectorAll('#overview th button')]"
        ".find(b => b.textContent.startsWith('Kernel')).focus()"
    )
    page.browser.key("Enter")
    first = page.js(names)
    assert first != before and first == sorted(first), first
    assert page.js("document.activeElement.closest('th').ariaSort") == "ascending"
    page.browser.key("Enter")
    assert page.js("document.activeElement.closest('th').ariaSort") == "descending"
    assert page.js(names) != first
    page.js(
        "(s => { s.value = 'Layer'; s.dispatchEvent(new Event('change')) })"
        "(document.querySelector('#overview .heading select'))"
    )
    assert "layers[0].mlp.down" in page.text("#overview")


def the_timeline_zooms_and_pans(page):
    page.open("gpt", tab="timeline")
    low, high = page.range()
    x, y, width, _ = page.box("canvas.tracks")
    page.browser.mouse("mouseWheel", x + 600, y + 60, deltaX=0, deltaY=-400)
    page.browser.frame()
    zoomed = page.range()
    assert low < zoomed[0] < zoomed[1] < high and zoomed[1] - zoomed[0] < 0.6 * (high - low)
    page.browser.drag(x + 500, y + 60, x + 400, y + 60)
    panned = page.range()
    assert (
        panned[0] > zoomed[0] and abs((panned[1] - panned[0]) / (zoomed[1] - zoomed[0]) - 1) < 1e-9
    )
    for key, test in [
        ("w", lambda a, b: b[1] - b[0] < a[1] - a[0]),
        ("s", lambda a, b: b[1] - b[0] > a[1] - a[0]),
        ("+", lambda a, b: b[1] - b[0] < a[1] - a[0]),
        ("-", lambda a, b: b[1] - b[0] > a[1] - a[0]),
        ("d", lambda a, b: b[0] > a[0]),
        ("a", lambda a, b: b[0] < a[0]),
        ("ArrowRight", lambda a, b: b[0] > a[0]),
        ("ArrowLeft", lambda a, b: b[0] < a[0]),
    ]:
        before = page.range()
        page.browser.key(key)
        assert test(before, page.range()), key
    page.browser.key("Home")
    assert page.range() == [low, high]
    page.has_no_error()


def two_fingers_zoom(page):
    page.open("gpt", 400, tab="timeline")
    before = page.range()
    x, y, _, _ = page.box("canvas.tracks")

    def touch(kind, *at):
        points = [{"x": x + a, "y": y + 60, "id": i} for i, a in enumerate(at)]
        page.browser.ask("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    page.browser.ask("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
    touch("touchStart", 180, 220)
    for by in (20, 40, 60, 80):
        touch("touchMove", 180 - by, 220 + by)
    touch("touchEnd")
    page.browser.ask("Emulation.setTouchEmulationEnabled", enabled=False)
    after = page.range()
    assert after[1] - after[0] < 0.5 * (before[1] - before[0]), (before, after)
    page.has_no_error()


def the_timeline_selects_events(page):
    page.open("gpt", tab="timeline")
    page.js(f"app.open_event({pictures.EVENT}), 0")
    page.browser.frame()
    side = page.text("#timeline .side")
    for words in [
        "dot.2",
        "dot + add",
        "layers[0].attn.qkv",
        "examples/gpt/train.rille:33",
        "FLOPs",
        "1.81 GFLOP",
        "compute-bound",
        "All 50 runs",
        "cycles",
        "Show in the graph",
    ]:
        assert words in side, (words, side)
    page.browser.key("]")
    assert "transpose.3" in page.text("#timeline .side h3")
    page.browser.key("[")
    assert "dot.2" in page.text("#timeline .side h3")
    x, y, width, _ = page.box("canvas.tracks")
    page.browser.key("Escape")
    assert "Nothing selected" in page.text("#timeline .side")
    page.browser.click(x + 140 + (width - 140) / 2, y + 20 + 5)
    assert "step" in page.text("#timeline .side .kind")
    page.browser.key("c")
    page.browser.key("p")
    assert "step" in page.text("#timeline .side .kind")
    page.browser.drag(x + 300, y + 60, x + 500, y + 60, modifiers=8)
    assert "Range of" in page.text("#timeline .side") and page.count("#timeline .side tbody tr") > 2
    page.has_no_error()


def the_timeline_searches(page):
    page.open("gpt", tab="timeline")
    page.browser.key("/")
    page.browser.text("layers[3].attn")
    assert "600 matches" in page.text("#timeline .side"), page.text("#timeline .side")[:80]
    page.browser.key("Enter")
    selected = "(it => it.track.begin[it.at])(app.views.timeline.selected)"
    first = page.js(selected)
    page.browser.key("Enter")
    second = page.js(selected)
    assert second > first
    page.browser.key("Enter", shift=True)
    assert page.js(selected) == first
    page.browser.key("Escape")
    page.browser.key("Escape")
    assert page.js("app.views.timeline.found") is None
    page.has_no_error()


def other_views_work_by_keys(page):
    page.open("gpt", tab="roofline")
    page.js("document.querySelector('#roofline .plot').focus()")
    page.browser.key("ArrowRight")
    page.browser.key("ArrowRight")
    assert page.count("#roofline .point.picked") == 1 and "FLOP/B" in page.text("#roofline .side")
    page.show("memory")
    at = page.js("app.views.memory.at")
    page.browser.key(",")
    assert page.js("app.views.memory.at") < at
    page.show("graph")
    page.js("app.views.graph.svg.focus()")
    page.browser.key("]")
    page.browser.key("]")
    page.browser.key("Enter")
    assert page.count("#graph .node") >= 2 and "layer_norm.1" in page.text("#graph .side")
    page.show("flame")
    page.js("app.views.flame.canvas.focus()")
    for key in ["ArrowDown", "ArrowDown", "ArrowRight"]:
        page.browser.key(key)
    path = page.text("#flame .path")
    assert path.startswith("step › layers["), path
    page.browser.key("Enter")
    assert page.js("app.views.flame.focused !== app.views.flame.root")
    page.browser.key("Escape")
    assert page.js("app.views.flame.focused === app.views.flame.root")
    page.has_no_error()


def an_empty_capture_opens(page):
    page.open("empty")
    for tab in TABS:
        page.show(tab)
        for key in "wsad[]+-,.nfpc":
            page.browser.key(key)
        page.has_no_error()
    assert "no allocations" in page.text("#memory") or page.js("app.all.allocations.count") == 0


def hostile_names_stay_text(page):
    for tab in TABS:
        page.open("hostile", tab=tab)
        for key in "]]cp[wsd,.":
            page.browser.key(key)
        page.has_no_error()
        assert (
            page.js("window.broken === undefined")
            and page.count("img") == 0
            and page.count("script") == 1
        )
    page.show("overview")
    assert page.js("document.body.innerText.includes('\\u202e')") is False
    assert "</script><script>" in page.text(".advice") and "script>" in page.js("document.title")
    page.show("timeline")
    page.browser.key("/")
    page.browser.text("</script>")
    assert page.js("app.views.timeline.found.count") > 10 and "<img src=x" in page.text(
        "#timeline .side"
    )
    page.show("graph")
    page.js("app.views.graph.expand_all(), 0")
    page.show("flame")
    page.js("app.views.flame.use(1), app.views.flame.use(2), 0")
    page.has_no_error()
    assert page.js("window.broken === undefined") and page.count("img") == 0


def nothing_is_loaded(page):
    for kind in ("gpt", "hostile"):
        page.open(kind)
        for tab in TABS:
            page.show(tab)
        assert [
            u for u in page.browser.requests if not u.startswith(("file://", "about:", "blob:"))
        ] == []
        assert (
            len([u for u in page.browser.requests if u.startswith("file://")]) == 1
        ), page.browser.requests


def scripts_parse_no_html(page):
    for file in (ROOT / "stdlib/profile/page").glob("*.js"):
        found = re.search(FORBIDDEN, file.read_text())
        assert not found, (file, found)


def pages_fit_their_width(page):
    for kind in ("gpt", "hostile", "empty"):
        for width in (1280, 400):
            page.open(kind, width)
            for tab in TABS:
                page.show(tab)
                wide = page.js("document.documentElement.scrollWidth")
                assert wide <= width, (kind, tab, width, wide)


def a_million_events_load_in_time(page):
    seconds = min(page.open("million") for _ in range(2))
    assert page.js("app.all.events") >= 1_000_000
    scripts = page.js("app.load_ms") / 1000
    print(f"  a million events: ready after {seconds:.2f} s, of which scripts {scripts:.2f} s")
    assert seconds <= LOAD_S, seconds
    page.show("timeline")
    draw = """(v => { const t = performance.now(), n = 20;
        for (let i = 0; i < n; i++) {
          v.axis.low = v.all.end * SCALE * i / n;
          v.axis.high = v.axis.low + v.all.end * SCALE;
          v.paint();
        }
        return (performance.now() - t) / n })(app.views.timeline)"""
    for scale in (1, 0.1, 0.001):
        ms = page.js(draw.replace("SCALE", str(scale)))
        print(f"  timeline of {scale:g} of the capture: {ms:.1f} ms per frame")
        assert ms < 50, ms
    ms = page.js(
        "(t => { app.views.timeline.find('op7'); app.views.timeline.paint(); "
        "return performance.now() - t })(performance.now())"
    )
    print(f"  search: {ms:.0f} ms")
    assert ms < 1000
    for tab in TABS:
        begin = page.js("performance.now()")
        page.show(tab)
        print(f"  {tab}: {page.js('performance.now()') - begin:.0f} ms")
    page.has_no_error()
    ms = page.js(
        "(t => { app.views.flame.use(1); return performance.now() - t })(performance.now())"
    )
    print(f"  flame graph of spans: {ms:.0f} ms")
    assert ms < 2000


def large_graphs_open(page):
    page.open("wide", tab="graph")
    assert page.js("app.views.graph.module.nodes.length") >= 2000
    ms = page.js(
        "(t => { app.views.graph.expand_all(); return performance.now() - t })(performance.now())"
    )
    nodes, steps = page.count("#graph .node"), page.count("#graph .step")
    print(f"  {nodes} nodes in {steps} steps: expanded in {ms:.0f} ms")
    assert nodes >= 2000 and ms < 3000
    page.has_no_error()


def paper_is_light(page):
    page.open("gpt", scheme="dark")
    for tab in ("overview", "timeline"):
        page.show(tab)
        file = page.folder / f"{tab}.pdf"
        page.browser.pdf(file)
        assert file.stat().st_size > 10_000
    page.has_no_error()


CHECKS = [
    each_tab_has_its_elements,
    sums_of_the_page_are_those_of_the_capture,
    tabs_work_by_keys,
    focus_is_visible_and_reaches_all_controls,
    tables_sort_by_keys,
    the_timeline_zooms_and_pans,
    two_fingers_zoom,
    the_timeline_selects_events,
    the_timeline_searches,
    other_views_work_by_keys,
    an_empty_capture_opens,
    hostile_names_stay_text,
    nothing_is_loaded,
    scripts_parse_no_html,
    pages_fit_their_width,
    a_million_events_load_in_time,
    large_graphs_open,
    paper_is_light,
]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("pages", nargs="?", type=pathlib.Path)
    words = parser.parse_args()
    if not chromium.path() or not (words.pages or shutil.which("g++")):
        print("tests/profile/page.py: skipped: no Chromium or no g++\n0 passed, 0 failed")
        return 0
    failed = passed = 0
    with tempfile.TemporaryDirectory() as name, chromium.Chromium() as browser:
        folder = pathlib.Path(name)
        page = generated.Page(
            browser, folder, words.pages.resolve() if words.pages else generated.build(folder)
        )
        for check in CHECKS:
            if words.only not in check.__name__:
                continue
            try:
                check(page)
                passed += 1
            except (AssertionError, RuntimeError, TimeoutError) as error:
                failed += 1
                line = traceback.extract_tb(error.__traceback__)[-1]
                print(
                    f"FAILED {check.__name__}: line {line.lineno}: {line.line} {str(error)[:1500]}"
                )
        if words.pictures:
            pictures.take(page, words.pictures)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())

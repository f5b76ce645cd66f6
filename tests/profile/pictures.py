"""Pictures of the page's views, for people to look at."""

TABS = ["overview", "timeline", "roofline", "memory", "graph", "flame"]
EVENT = "first_event(app.all, app.all.labels.find(l => l.name === 'dot.2'))"
USED = {
    "timeline": f"app.open_event({EVENT}, 60), 0",
    "roofline": "app.views.roofline.pick(app.views.roofline.shown[3].label), 0",
    "memory": "app.views.memory.axis.show(0, app.all.end / 10), 0",
    "graph": "app.open_graph(0, 104), app.views.graph.toggle(app.views.graph.picked), 0",
    "flame": "app.views.flame.focus(app.views.flame.root.sorted[0].sorted[1]), 0",
}
PAGES = [("gpt", width, scheme) for width in (1280, 400) for scheme in ("light", "dark")] + [
    ("empty", 1280, "light"),
    ("hostile", 1280, "light"),
    ("hostile", 400, "dark"),
    ("million", 1280, "light"),
    ("wide", 1280, "light"),
]


def take(page, folder):
    """Writes PAGE-TAB-WIDTH-SCHEME.png, and views that were used as PAGE-TAB-used-…"""
    folder.mkdir(parents=True, exist_ok=True)
    for kind, width, scheme in PAGES:
        page.open(kind, width, scheme=scheme)
        for tab in TABS:
            page.show(tab)
            page.browser.frame()
            page.browser.picture(folder / f"{kind}-{tab}-{width}-{scheme}.png")
            if kind == "gpt" and tab in USED:
                page.js(USED[tab])
                page.browser.frame()
                page.browser.picture(folder / f"{kind}-{tab}-used-{width}-{scheme}.png")
        page.has_no_error()

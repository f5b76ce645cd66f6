"""Generated pages of profiles in a browser."""

import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = [
    "stdlib/profile/page.cpp",
    "stdlib/profile/page_data.cpp",
    "stdlib/profile/allocations.cpp",
    "stdlib/profile/breakdown.cpp",
    "stdlib/profile/functions.cpp",
    "stdlib/profile/kernels.cpp",
    "stdlib/profile/memory_use.cpp",
    "stdlib/profile/segments.cpp",
    "stdlib/profile/steps.cpp",
    "stdlib/profile/summary.cpp",
    "stdlib/text/base64.cpp",
    "tests/profile/pages.cpp",
]


def build(folder):
    """Compiles the generator of pages, with the texts that cmake/embed.cmake embeds."""
    texts = folder / "texts.cpp"
    parts = []
    for file in sorted((ROOT / "stdlib/profile/page").iterdir()):
        name = f"const std::string_view {file.name.replace('.', '_')}"
        parts.append(f'extern {name};\n{name} = R"embedded({file.read_text()})embedded";\n')
    texts.write_text("#include <string_view>\nnamespace rille {\n" + "".join(parts) + "}\n")
    program = folder / "pages"
    sources = [*(ROOT / source for source in SOURCES), texts]
    command = ["g++", "-std=c++20", "-O2", f"-I{ROOT}", *sources, "-lz", "-o", program]
    subprocess.run(command, check=True)
    return program


class Page:
    """The generated pages in one browser."""

    def __init__(self, browser, folder, program):
        self.browser, self.folder, self.program = browser, folder, program

    def open(self, kind, width=1280, height=900, scheme="light", tab="overview"):
        file = self.folder / f"{kind}.html"
        if not file.exists():
            subprocess.run([self.program, kind, file], check=True, stdout=subprocess.DEVNULL)
        self.browser.size(width, height, scheme)
        seconds = self.browser.open(f"file://{file}#{tab}")
        self.has_no_error()
        return seconds

    def has_no_error(self):
        assert not self.browser.errors, self.browser.errors
        assert self.js("app.errors") == [], self.js("app.errors")

    def js(self, expression):
        return self.browser.value(expression)

    def count(self, selector):
        return self.js(f"document.querySelectorAll({selector!r}).length")

    def text(self, selector):
        return self.js(f"document.querySelector({selector!r})?.innerText ?? ''")

    def show(self, tab):
        self.js(f"app.open('{tab}'), 0")
        self.browser.frame()
        self.has_no_error()

    def box(self, selector):
        box = f"document.querySelector({selector!r}).getBoundingClientRect()"
        return self.js(f"(b => [b.x, b.y, b.width, b.height])({box})")

    def range(self):
        return self.js("[app.views.timeline.axis.low, app.views.timeline.axis.high]")

    def inked(self, selector):
        """The number of different colors on a canvas."""
        return self.js(f"""(c => {{ const s = new Set();
            const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
            for (let i = 0; i < d.length; i += 4) s.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]);
            return s.size }})(document.querySelector({selector!r}))""")

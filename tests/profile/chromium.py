"""A headless Chromium, driven by the DevTools protocol over a pair of pipes."""

import base64
import itertools
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

TIMEOUT_S = 60


def path():
    """The browser, or None."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


class Chromium:
    """One browser with one page. `errors` has the exceptions and error messages of its scripts."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        ours, theirs_out = os.pipe()
        theirs_in, self.to = os.pipe()
        self.source = ours
        # The protocol reads file descriptor 3 and writes 4.
        command = f'exec "$0" "$@" 3<&{theirs_in} 4>&{theirs_out}'
        self.process = subprocess.Popen(
            [
                "bash",
                "-c",
                command,
                path(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--remote-debugging-pipe",
                f"--user-data-dir={self.folder.name}",
                "--no-first-run",
                "about:blank",
            ],
            pass_fds=(theirs_in, theirs_out),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self.numbers, self.rest, self.events, self.errors = itertools.count(1), b"", [], []
        self.session = None
        target = next(
            t for t in self.ask("Target.getTargets")["targetInfos"] if t["type"] == "page"
        )
        self.session = self.ask("Target.attachToTarget", targetId=target["targetId"], flatten=True)[
            "sessionId"
        ]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(f"{domain}.enable")
        self.requests = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        os.close(self.source)
        os.close(self.to)
        self.folder.cleanup()

    def message(self, deadline):
        while b"\0" not in self.rest:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.source], [], [], left)[0]:
                raise TimeoutError("Chromium does not answer")
            got = os.read(self.source, 1 << 20)
            if not got:
                raise EOFError("Chromium ended")
            self.rest += got
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def note(self, event):
        name, body = event.get("method"), event.get("params", {})
        if name == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(body["exceptionDetails"])[:600])
        elif name == "Log.entryAdded" and body["entry"]["level"] == "error":
            self.errors.append(body["entry"]["text"])
        elif name == "Network.requestWillBeSent":
            self.requests.append(body["request"]["url"][:200])
        self.events.append(name)

    def ask(self, method, **params):
        number = next(self.numbers)
        body = {"id": number, "method": method, "params": params}
        if self.session:
            body["sessionId"] = self.session
        data = json.dumps(body).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data) :]
        deadline = time.monotonic() + TIMEOUT_S
        while True:
            answer = self.message(deadline)
            if answer.get("id") != number:
                self.note(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']}")
            else:
                return answer["result"]

    def value(self, expression):
        """The value of a JavaScript expression, which may be a promise."""
        done = self.ask(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in done:
            raise RuntimeError(f"{expression}: {json.dumps(done['exceptionDetails'])[:600]}")
        return done["result"].get("value")

    def size(self, width, height, scheme="light"):
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        self.ask(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": scheme}],
        )

    def open(self, url):
        """Seconds from the navigation until the page says that it is ready."""
        self.errors.clear()
        self.requests.clear()
        self.ask("Page.navigate", url="about:blank")
        begin = time.monotonic()
        self.ask("Page.navigate", url=url)
        while self.value("document.documentElement?.dataset.state") != "ready":
            if time.monotonic() - begin > TIMEOUT_S:
                raise TimeoutError(f"{url} does not get ready: {self.errors}")
            time.sleep(0.02)
        self.frame()
        return time.monotonic() - begin

    def frame(self):
        """Waits until what was asked for is drawn."""
        self.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def key(self, key, shift=False):
        code = {
            "ArrowLeft": 37,
            "ArrowUp": 38,
            "ArrowRight": 39,
            "ArrowDown": 40,
            "Enter": 13,
            "Escape": 27,
            "Tab": 9,
            "Home": 36,
            "End": 35,
        }.get(key, ord(key[0].upper()))
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        body = {"key": key, "windowsVirtualKeyCode": code, "modifiers": 8 if shift else 0}
        self.ask(
            "Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **body
        )
        self.ask("Input.dispatchKeyEvent", type="keyUp", **body)
        self.frame()

    def text(self, text):
        self.ask("Input.insertText", text=text)
        self.frame()

    def mouse(self, kind, x, y, **more):
        self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y, modifiers=0):
        for kind in ("mousePressed", "mouseReleased"):
            self.mouse(kind, x, y, button="left", buttons=1, clickCount=1, modifiers=modifiers)
        self.frame()

    def drag(self, x0, y0, x1, y1, modifiers=0):
        self.mouse(
            "mousePressed", x0, y0, button="left", buttons=1, clickCount=1, modifiers=modifiers
        )
        for i in range(1, 6):
            self.mouse(
                "mouseMoved",
                x0 + (x1 - x0) * i / 5,
                y0 + (y1 - y0) * i / 5,
                button="left",
                buttons=1,
                modifiers=modifiers,
            )
        self.mouse(
            "mouseReleased", x1, y1, button="left", buttons=1, clickCount=1, modifiers=modifiers
        )
        self.frame()

    def picture(self, file, full=True):
        clip = {}
        if full:
            box = self.ask("Page.getLayoutMetrics")["cssContentSize"]
            clip = {
                "clip": {**box, "height": min(box["height"], 6000), "scale": 1},
                "captureBeyondViewport": True,
            }
        file.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot", **clip)["data"]))

    def pdf(self, file):
        file.write_bytes(
            base64.b64decode(self.ask("Page.printToPDF", printBackground=False)["data"])
        )

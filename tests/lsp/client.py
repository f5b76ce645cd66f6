"""An editor, as seen by a language server. A message is a JSON frame."""
import json
import os
import queue
import re
import subprocess
import threading

from clocks import HANGS_S

RILLE = os.environ.get("RILLE", "build/rille")


class Client:
    def __init__(self, root=None, encodings=("utf-16",), ready=True, env=None):
        self.process = subprocess.Popen([RILLE, "lsp"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env={**os.environ, **(env or {})})
        self.messages, self.number = queue.Queue(), 0
        self.told = {}      # the newest diagnostics of each document
        self.versions = {}  # and their versions
        self.texts = {}
        threading.Thread(target=self.listen, daemon=True).start()
        if ready:
            self.about = self.ask("initialize", {
                "processId": os.getpid(), "rootUri": None if root is None else f"file://{root}",
                "capabilities": {"general": {"positionEncodings": list(encodings)}}})
            self.tell("initialized", {})

    def listen(self):
        out = self.process.stdout
        while True:
            length = None
            while (line := out.readline().strip()):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if length is None:
                return self.messages.put(None)
            self.messages.put(json.loads(out.read(length)))

    def raw(self, body):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def tell(self, method, params):
        self.raw({"jsonrpc": "2.0", "method": method, "params": params})

    def next(self):
        message = self.messages.get(timeout=HANGS_S)
        if message is None:
            raise EOFError("the server is gone")
        if message.get("method") == "textDocument/publishDiagnostics":
            of = message["params"]
            self.told[of["uri"]] = of["diagnostics"]
            self.versions[of["uri"]] = of.get("version")
        return message

    def reply(self, number):
        while True:
            message = self.next()
            if message.get("id") == number and "method" not in message:
                return message

    def send(self, method, params):
        self.number += 1
        self.raw({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        return self.reply(self.number)

    def ask(self, method, params):
        answer = self.send(method, params)
        if "error" in answer:
            raise ValueError(f"{method}: {answer['error']}")
        return answer["result"]

    def open(self, uri, text):
        self.texts[uri] = 1
        self.tell("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": "rille", "version": 1, "text": text}})
        return self.diagnostics(uri)

    def change(self, uri, *entries):
        self.texts[uri] += 1
        self.tell("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": self.texts[uri]},
            "contentChanges": list(entries)})
        return self.diagnostics(uri)

    def diagnostics(self, uri):
        """The diagnostics of the newest text."""
        while self.versions.get(uri) != self.texts[uri]:
            self.next()
        return self.told[uri]

    def wait_for(self, uri, is_wanted):
        """Waits until diagnostics are as wanted: those of tracing come later."""
        while not is_wanted(self.told.get(uri, [])):
            self.next()
        return self.told[uri]

    def at(self, kind, uri, line, character, **more):
        return self.ask(f"textDocument/{kind}", {
            "textDocument": {"uri": uri}, "position": {"line": line, "character": character},
            **more})

    def of(self, kind, uri, **more):
        return self.ask(f"textDocument/{kind}", {"textDocument": {"uri": uri}, **more})

    def leave(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        self.process.stdin.close()
        return self.process.wait(HANGS_S)


def place(text, mark, nth=0, inside=0):
    """Line and UTF-16 column of the nth `mark` of a text."""
    at = -1
    for _ in range(nth + 1):
        at = text.index(mark, at + 1)
    return spot(text, at + inside)


def lines_of(text):
    return re.split("\r\n|\r|\n", text)


def spot(text, at):
    lines = lines_of(text[:at])
    return len(lines) - 1, len(lines[-1].encode("utf-16-le")) // 2

"""A kernel as a frontend uses it: requests, and all replies."""
import functools
import os
import pathlib
import queue
import signal
import subprocess
import sys
import tempfile
import time

from jupyter_client import KernelManager

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from clocks import HANGS_S, Watch  # noqa: E402

RILLE = str(pathlib.Path(os.environ.get("RILLE", "build/rille")).resolve())


@functools.lru_cache
def installed():
    """Installs the kernel in a Jupyter directory, for this process and its children."""
    folder = tempfile.TemporaryDirectory()
    subprocess.run([RILLE, "kernel", "install", "--prefix", folder.name], check=True,
                   stdout=subprocess.DEVNULL, timeout=HANGS_S)
    os.environ["JUPYTER_PATH"] = folder.name + "/share/jupyter"
    os.environ["XDG_STATE_HOME"] = folder.name + "/state"
    os.environ["PATH"] = f"{pathlib.Path(RILLE).parent}:{os.environ['PATH']}"  # for `!rille …`
    return folder


class Cell:
    """The output of a cell's run."""

    def __init__(self):
        self.reply, self.messages, self.late_s = None, [], 0.0

    def of(self, *kinds):
        return [m["content"] for m in self.messages if m["header"]["msg_type"] in kinds]

    def stream(self, name="stdout"):
        return "".join(c["text"] for c in self.of("stream") if c["name"] == name)

    @property
    def status(self):
        return self.reply["content"]["status"]

    @property
    def data(self):
        """The MIME representations of its value."""
        results = self.of("execute_result")
        return results[-1]["data"] if results else {}

    @property
    def value(self):
        return self.data.get("text/plain")

    @property
    def trace(self):
        return "\n".join(self.of("error")[0]["traceback"])

    def kinds(self):
        return [m["header"]["msg_type"] for m in self.messages]


class Kernel:
    def __init__(self, answers=(), **settings):
        installed()
        self.folder = tempfile.TemporaryDirectory()
        home = self.folder.name
        env = {**os.environ, "XDG_STATE_HOME": home, **settings}
        self.manager = KernelManager(kernel_name="rille")
        self.manager.start_kernel(cwd=home, env=env)
        self.answers = list(answers)
        self.connect()

    def connect(self):
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=HANGS_S)

    def run(self, code, meanwhile=None, **more):
        """Runs a cell to its end; `meanwhile` is called once, as soon as the cell has started."""
        cell, self.since_stop = Cell(), None
        more.setdefault("allow_stdin", bool(self.answers))
        asked = self.client.execute(code, **more)
        while True:
            message = self.next(asked)
            cell.messages.append(message)
            kind, content = message["header"]["msg_type"], message["content"]
            if meanwhile and kind == "execute_input":
                meanwhile()
                meanwhile = None
            if kind == "status" and content["execution_state"] == "idle":
                break
        cell.reply = self.reply(asked)
        if self.since_stop:  # unread messages are not its work
            cell.late_s = self.since_stop.ran_s()
        return cell

    def next(self, asked):
        """The next message for the request; input requests are answered on the way."""
        until = time.monotonic() + HANGS_S
        while time.monotonic() < until:
            if self.client.allow_stdin and self.answers:
                try:
                    question = self.client.get_stdin_msg(timeout=0)
                    answer = self.answers.pop(0)
                    self.client.input(answer(question) if callable(answer) else answer)
                except queue.Empty:
                    pass
            try:
                message = self.client.get_iopub_msg(timeout=0.05)
            except queue.Empty:
                assert self.manager.is_alive(), "the kernel has ended"
                continue
            if message["parent_header"].get("msg_id") == asked:
                return message
        raise AssertionError("nothing came for too long")

    def reply(self, asked, channel="shell"):
        get = getattr(self.client, f"get_{channel}_msg")
        until = time.monotonic() + HANGS_S
        while time.monotonic() < until:
            message = get(timeout=HANGS_S)
            if message["parent_header"].get("msg_id") == asked:
                return message
        raise AssertionError("no reply")

    def ask(self, what, *words, **more):
        return self.reply(getattr(self.client, what)(*words, **more))["content"]

    def interrupt(self):
        self.since_stop = Watch(self.process)
        self.manager.interrupt_kernel()

    def restart(self):
        self.client.stop_channels()
        self.manager.restart_kernel(now=False)
        self.connect()

    def is_alive(self):
        return self.manager.is_alive()

    @property
    def process(self):
        return self.manager.provisioner.process.pid

    def end(self, now=False):
        if self.client.channels_running:
            self.client.stop_channels()
        self.manager.shutdown_kernel(now=now)
        self.folder.cleanup()


def signal_to(kernel, number=signal.SIGINT):
    os.kill(kernel.process, number)

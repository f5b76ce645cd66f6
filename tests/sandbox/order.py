"""The order of a sandbox's system calls, by strace.

A property-based test over random scripts. Before the guards are active (landlock_restrict_self and
seccomp) there is no socket, the script is opened by path only (O_PATH), and no call contains a word
of the script's text. Afterwards nothing outside of the grants is opened, and once a script runs the
directories of modules are closed. `Order` reads a trace.
"""
import os
import pathlib
import random
import re
import subprocess

TRACED = ("trace=%file,%network,landlock_create_ruleset,landlock_add_rule,landlock_restrict_self,"
          "seccomp,prctl,fork,vfork,clone,clone3,execve")
NETWORK = re.compile(r"^(socket|connect|sendto|sendmsg|bind|socketpair)\(")
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
OPENED = re.compile(r" = \d+<(.*)>$")  # the opened path, as reported by the kernel
# Files that the program reads for itself, as access.cpp lists them; a pipe was open before.
PIPE = "pipe:["
OWN = (os.path.realpath("/lib"), "/lib", "/usr/lib", "/usr/local/lib", "/etc/ld.so.cache",
       "/etc/localtime", "/usr/share/zoneinfo", "/dev/null", "/dev/zero", "/dev/urandom",
       "/sys/devices/system/cpu", "/proc/cpuinfo", "/proc/meminfo")


def traced(command, log, **how):
    """The result of the command, and its calls: of the process itself, of its child, and of
    threads."""
    log.mkdir(parents=True)
    strace = ["strace", "-ff", "-y", "-qq", "-s", "4096", "-o", str(log / "t"), "-e", TRACED]
    done = subprocess.run([*strace, *command], capture_output=True, timeout=300,
                          **{"stdin": subprocess.DEVNULL, **how})
    logs = {int(p.suffix[1:]): p.read_text(errors="replace").splitlines() for p in log.iterdir()}
    parent = min(logs, key=lambda pid: not logs[pid] or not logs[pid][0].startswith("execve("))
    child = next((pid for pid in logs if any(is_a_guard(call) for call in logs[pid])), None)
    threads = [call for pid in logs if pid not in (parent, child) for call in logs[pid]]
    return done, logs[parent], logs.get(child, []), threads


def is_a_guard(call):
    return call.startswith("landlock_create_ruleset(") and "VERSION" not in call


def can_trace(folder):
    try:
        log = pathlib.Path(folder) / "probe"
        done = subprocess.run(["strace", "-f", "-qq", "-o", str(log), "true"],
                              capture_output=True, timeout=300)
        return done.returncode == 0
    except OSError:
        return False


def is_below(path, folders):
    return any(path == f or path.startswith(f.rstrip("/") + "/") for f in folders)


class Order:
    """Reads a trace. `scripts`: paths that are run; `words`: names in their texts; `readable`:
    grants of the command line; `modules`: possible directories of modules."""

    def __init__(self, scripts, words, readable, modules):
        self.scripts, self.words = scripts, words
        self.readable = [os.path.realpath(p) for p in readable]
        self.modules = [os.path.realpath(p) for p in modules]
        self.faults = []
        self.enforced, self.filtered, self.script_read = 0, False, False

    def of(self, parent, child, threads):
        for call in parent:
            if not call.startswith("execve("):  # the command line itself
                self.before(call)
        for call in child:
            self.take(call)
        if not (self.enforced == 2 and self.filtered):
            self.fault(f"{self.enforced} rulesets are enforced, filter: {self.filtered}")
        for call in threads:
            self.take(call)
        return self.faults

    def fault(self, what, call=""):
        self.faults.append(f"{what}: {call[:300]}")

    def take(self, call):
        failed = " = -1 " in call
        if call.startswith("landlock_restrict_self(") and not failed:
            self.enforced += 1
        elif call.startswith("seccomp(SECCOMP_SET_MODE_FILTER") and not failed:
            self.filtered = True
        elif self.enforced and self.filtered:
            self.behind(call, failed)
        else:
            self.before(call)

    def before(self, call):
        failed = " = -1 " in call
        if NETWORK.match(call) and not failed:
            self.fault("network before the guards", call)
        if any(word in call for word in self.words):
            self.fault("a path from the text before the guards", call)
        opens = call.startswith(("open", "creat")) and "O_PATH" not in call
        path = QUOTED.search(call)
        if opens and path and path[1] in self.scripts:
            self.fault("the script before the guards", call)

    def behind(self, call, failed):
        if failed:
            return
        if NETWORK.match(call):
            self.fault("network", call)
        opened = OPENED.search(call)
        if not call.startswith(("open", "creat")) or opened is None or "O_PATH" in call:
            return
        real = opened[1]
        is_module = self.enforced == 1 and is_below(real, self.modules) and real.endswith(".rille")
        is_ours = os.path.basename(real).startswith(("librille", "rille"))
        granted = real.startswith(PIPE) or is_below(real, [*OWN, *self.readable])
        if not (is_module or is_ours or granted):
            self.fault("outside of the grants", call)


class Draw:
    """A random script: imports of all kinds, then calls of io, in a directory of its own."""

    def __init__(self, world, number, url):
        self.random = random.Random(f"order {number}")
        self.folder = world / f"drawn{number}"
        (self.folder / "sub").mkdir(parents=True)
        self.outside = world / f"outside{number}"
        self.outside.mkdir()
        self.words = [f"w{number}x{i}" for i in range(20)]  # each occurs in one path of the text
        self.used = []
        self.url = url
        os.mkfifo(self.outside / "fifo.rille")
        (self.outside / "secret.rille").write_text("let secret = 1\n")
        (self.outside / "secret.txt").write_text("SECRET OF THE OUTSIDE\n")

    def word(self):
        self.used.append(self.words[len(self.used)])
        return self.used[-1]

    def an_import(self):
        kind = self.random.choice(["beside", "below", "up", "absolute", "folder", "url", "link",
                                   "fifo", "text", "none", "name", "device"])
        word = self.word()
        inside, outside = self.folder, self.outside
        if kind == "beside":
            (inside / f"{word}.rille").write_text("let k = 1\n")
            return f'import "{word}.rille"'
        if kind == "below":
            (inside / "sub" / f"{word}.rille").write_text(f'import "{word}y.rille"\nlet k = 1\n')
            (inside / "sub" / f"{word}y.rille").write_text("let k = 2\n")
            return f'import "sub/{word}.rille"'
        if kind == "up":
            (outside / f"{word}.rille").write_text("let k = 1\n")
            return f'import "../{outside.name}/{word}.rille"'
        if kind == "absolute":
            (outside / f"{word}.txt").write_text("SECRET OF THE OUTSIDE\n")
            return f'import "{outside}/{word}.txt" as {word}'
        if kind == "folder":
            (outside / word).mkdir()
            return f'import "{outside}/{word}" as {word}'
        if kind == "url":
            return f'import "{self.url}/{word}.rille" as {word}'
        if kind == "link":
            (inside / f"{word}.rille").symlink_to(outside / "secret.txt")
            return f'import "{word}.rille"'
        if kind == "fifo":
            os.mkfifo(inside / f"{word}.rille")
            return f'import "{word}.rille"'
        if kind == "text":
            (inside / f"{word}.txt").write_text("INSIDE OF THE FOLDER\n")
            return f'import "{word}.txt" as {word}'
        if kind == "device":
            return f'import "/dev/zero" as {word}'
        if kind == "name":
            (inside / f"{word}.rille").write_text("let k = 1\n")
            return f"import {word}"
        return f'import "{word}.rille"'

    def script(self):
        lines = [self.an_import() for _ in range(self.random.randint(0, 6))]
        self.random.shuffle(lines)
        path = self.random.choice([f"../{self.outside.name}/secret.txt", str(self.outside),
                                   "script.rille", "/etc/passwd", f"{self.url}/x"])
        lines.append(f'print(try(() => io.read("{path}")).ok)')
        script = self.folder / "script.rille"
        script.write_text("\n".join(lines) + "\n")
        return script

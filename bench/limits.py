#!/usr/bin/env python3
"""The cost of active limits for a script in a host program. usage: bench/limits.py [--rounds N]
[--count]

Each program runs in three states by librille.so: without limits; with all of them active, by
RILLE_STOP_SIGNAL; with all of them active and no signal, where scripts poll. The states alternate;
the minimum time and the median of the ratios to the first state are printed.

--count prints instructions instead of times (callgrind, one thread, AVX2), which other work on the
machine does not change: those of twelve iterations of a program with smaller numbers, as a ratio.
"""
import ctypes
import os
import pathlib
import re
import statistics
import subprocess
import sys
import time

ROUNDS = int(sys.argv[sys.argv.index("--rounds") + 1]) if "--rounds" in sys.argv else 15
LIBRARY = pathlib.Path(__file__).resolve().parents[1] / "build/librille.so"
pointer = ctypes.c_void_p
PROGRAMS = {
    "a loop of ints": "proc run() { var i = 0; while i < 3000000 { i += 1 }; i }",
    "calls": "fn fib(n) = if n < 2 { n } else { fib(n - 1) + fib(n - 2) }\nproc run() = fib(24)",
    "strings": "proc run() { var t = (); for i in 0..60000 { push(&t, \"{i}\") }; len(t) }",
    "eager arrays": "proc run() { var x = ones(16); for i in 0..60000 { x = x * 0.5 + 1 }; x[0] }",
    "a jitted step": "let f = jit(x => sum(sin(x) * x))\n"
                     "proc run() { var y = 0.0; for i in 0..20000 { y += f(ones(64)) }; y }",
    "a product": "let f = jit(x => x @ x)\nlet a = ones((700, 700)) * 0.001\n"
                 "proc run() { var x = a; for i in 0..8 { x = f(x) }; x[0, 0] }",
}


class Limits(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("memory_bytes", ctypes.c_int64),
                ("wall_s", ctypes.c_double), ("cpu_s", ctypes.c_double),
                ("output_bytes", ctypes.c_int64), ("depth", ctypes.c_int64),
                ("trace_nodes", ctypes.c_int64), ("compile_s", ctypes.c_double)]


class Options(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("user", pointer), ("grants", ctypes.c_uint32),
                ("flags", ctypes.c_uint32), ("root", ctypes.c_char_p),
                ("limits", ctypes.POINTER(Limits)), ("write", pointer), ("find_module", pointer)]


lib = ctypes.CDLL(str(LIBRARY))
lib.rille_error_rendered.restype = ctypes.c_char_p


def made(name, *args):
    out, function = pointer(), getattr(lib, "rille_" + name)
    function.restype = pointer
    error = function(*args, ctypes.byref(out))
    if error:
        sys.exit(lib.rille_error_rendered(pointer(error)).decode())
    return out


def state_of(engine, flags, armed):
    limits = Limits(ctypes.sizeof(Limits), 4 << 30, 600, 600, 1 << 30, 100000, 1 << 40, 600)
    limits = ctypes.pointer(limits) if armed else None
    return made("state_new", engine, ctypes.byref(
        Options(ctypes.sizeof(Options), None, 0, flags, None, limits, None, None)))


def function_of(state, text):
    text = text.encode()
    module = made("load", state, b"bench", text, ctypes.c_size_t(len(text)))
    return made("get", module, b"run")


def seconds(state, function):
    start = time.perf_counter()
    lib.rille_value_free(made("call", state, function, None, ctypes.c_size_t(0)))
    return time.perf_counter() - start


def timed(engine):
    states = [state_of(engine, 1, False), state_of(engine, 1, True), state_of(engine, 0, True)]
    print(f"{'program':<18} {'no limits':>12} {'armed, by signal':>18} {'armed, by looking':>18}")
    for name, text in PROGRAMS.items():
        functions = [function_of(state, text) for state in states]
        for state, function in zip(states, functions):
            seconds(state, function)
        rounds = []
        for turn in range(ROUNDS):
            order = [0, 1, 2] if turn % 2 == 0 else [2, 1, 0]
            took = {at: seconds(states[at], functions[at]) for at in order}
            rounds.append([took[at] for at in range(3)])
        ratios = [statistics.median(row[at] / row[0] for row in rounds) for at in range(3)]
        least = min(row[0] for row in rounds) * 1e3
        print(f"{name:<18} {least:9.2f} ms {ratios[1]:18.3f} {ratios[2]:18.3f}")


def turns(engine, name, armed, count):
    """The part that --count measures: this number of iterations with smaller numbers."""
    text = PROGRAMS[name]
    smaller = {"3000000": "200000", "60000": "6000", "20000": "2000", "(24)": "(18)",
               "(700, 700)": "(70, 70)"}
    for number, less in smaller.items():
        text = text.replace(number, less)
    state = state_of(engine, 1, armed)
    function = function_of(state, text)
    for _ in range(count):
        seconds(state, function)


def instructions(name, armed, count):
    """The instructions of a run whose machine code an earlier run cached."""
    plain = [sys.executable, __file__, "--turns", name, str(int(armed)), str(count)]
    counting = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    env = {**os.environ, "RILLE_THREADS": "1", "RILLE_ISA": "avx2", "PYTHONHASHSEED": "0"}
    for command in (plain, counting + plain):
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=600, env=env)
    return int(re.search(r"Collected : (\d+)", done.stderr)[1])


def counted():
    print(f"{'program':<18} {'instructions':>14} {'armed, by signal':>18}")
    for name in PROGRAMS:
        plain, armed = (instructions(name, armed, 16) - instructions(name, armed, 4)
                        for armed in (False, True))
        print(f"{name:<18} {plain:14,} {armed / plain:18.4f}", flush=True)


if "--turns" in sys.argv:
    turns(made("engine_new", None), sys.argv[2], sys.argv[3] == "1", int(sys.argv[4]))
elif "--count" in sys.argv:
    counted()
else:
    timed(made("engine_new", None))

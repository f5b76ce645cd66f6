"""The checks of tests/notebook/run."""
import inspect
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback

import books
from client import RILLE, Kernel, signal_to
from clocks import HANGS_S, SLOWNESS, Watch, slowness, until_it_sleeps
from table import ROWS

ANSI = re.compile(r"\x1b\[[0-9;]*m")
shared = None


def fresh():
    """The kernel that most checks share."""
    global shared
    if shared is None or not shared.is_alive():
        shared = Kernel()
    return shared


def has_all(words, text, what):
    missing = [word for word in words if word not in text]
    assert not missing, f"{what} lacks {missing}: {text[-600:]!r}"


def holds(cell, wish):
    error = ANSI.sub("", cell.trace) if cell.of("error") else ""
    assert bool(error) == ("error" in wish), f"error {error!r}"
    assert cell.status == ("error" if "error" in wish else "ok"), cell.status
    has_all(wish.get("error", ()), error, "the error")
    if "text" in wish:
        assert cell.value == wish["text"], f"{cell.value!r}, wanted {wish['text']!r}"
    if "out" in wish:
        assert cell.stream() == wish["out"], cell.stream()
    if wish.get("none"):
        assert cell.value is None, cell.value
    has_all(wish.get("has", ()), cell.value or "", "the value")
    has_all(wish.get("html", ()), cell.data.get("text/html", ""), "the page")
    has_all(wish.get("out_has", ()), cell.stream(), "the output")
    has_all(wish.get("err", ()), cell.stream("stderr"), "stderr")
    if "types" in wish:
        assert set(cell.data) == wish["types"], set(cell.data)


def cells_answer_as_the_table_says():
    kernel, faults = Kernel(), []
    for number, (code, wish) in enumerate(ROWS, 1):
        cell = kernel.run(code)
        try:
            holds(cell, wish)
            assert cell.reply["content"]["execution_count"] == number
        except AssertionError as fault:
            faults.append(f"cell {number}, {code!r}: {fault}")
    kernel.end()
    assert not faults, "\n".join(faults)


def the_kernel_says_what_it_is():
    said = fresh().ask("kernel_info")
    info = said["language_info"]
    assert said["implementation"] == "rille" and said["status"] == "ok"
    assert (info["name"], info["file_extension"]) == ("rille", ".rille"), info
    assert info["pygments_lexer"] == "rille" and info["mimetype"] == "text/x-rille", info
    assert int(said["protocol_version"].split(".")[0]) >= 5


def idle_interrupts_never_end_it_nor_stop_the_next_cell():
    kernel = fresh()
    for _ in range(30):
        signal_to(kernel)
        kernel.interrupt()
    for turn in range(5):
        until_it_sleeps(kernel.process)  # a later interrupt would stop the next cell
        assert kernel.run(f"{turn} + 1").value == str(turn + 1)
        signal_to(kernel)
    until_it_sleeps(kernel.process)
    assert kernel.run("1").value == "1" and kernel.is_alive()


LONG = {
    "a loop": "var i = 0\nwhile true { i += 1 }",
    "a loop over arrays": "var a = ones(1000)\nwhile true { a = a * 1.0001 }",
    "a loop that prints": "var i = 0\nwhile true { print(i); i += 1 }",
    "recursion": "fn down(n) = if n == 0 { 0 } else { down(n - 1) + down(n - 1) }\ndown(60)",
    "a compiled loop": "let turn = jit(x => { var y = x; while y < 1e30 { y = y + 1e-30 }; y })\n"
                       "turn(f32(0.0))",
    "a large product": "let b = ones((3000, 3000))\nvar c = b\nwhile true { c = b @ b }",
    "a measurement": ":bench sum(ones((4000, 4000)) @ ones((4000, 4000)))",
    "a command of the shell": "!sleep 60",
    "a comprehension": "fn twice(i) = i * 2\n(twice(i) for i in 0..1000000000)",
    "what it shows": "for i in 0..1000000000 { io.show(i, id = \"i\") }",
}


def ten_interrupts_stop_what_runs_and_all_that_was_bound_stays():
    kernel, faults = fresh(), []
    kernel.run("let before = 17")
    for name, code in LONG.items():
        def later():
            threading.Timer(0.5, kernel.interrupt).start()
        cell = kernel.run(code, meanwhile=later)
        error = ANSI.sub("", cell.trace) if cell.of("error") else "none"
        if "error[interrupt]" not in error:
            faults.append(f"{name}: {error[-300:]}, {cell.reply['content']['status']}")
        if cell.late_s > 5 * SLOWNESS:
            faults.append(f"{name}: ran on for {cell.late_s:.1f} s")
        if kernel.run("before").value != "17":
            faults.append(f"{name}: what was bound is gone")
    assert not faults, "\n".join(faults)


def interrupts_by_message_stop_a_run_too():
    kernel = fresh()
    def by_message():
        message = kernel.client.session.msg("interrupt_request", {})
        kernel.since_stop = Watch(kernel.process)
        kernel.client.control_channel.send(message)
        return message["header"]["msg_id"]
    def later():
        threading.Timer(0.3, by_message).start()
    cell = kernel.run("var i = 0\nwhile true { i += 1 }", meanwhile=later)
    assert "interrupt" in cell.trace and cell.late_s < 5 * SLOWNESS
    kernel.reply(by_message(), "control")  # a later interrupt would stop the next cell
    assert kernel.run("3").value == "3"


def three_restarts_begin_anew():
    kernel = Kernel()
    for turn in range(3):
        kernel.run(f"let mine = {turn}")
        kernel.restart()
        cell = kernel.run("mine")
        assert cell.status == "error" and cell.reply["content"]["execution_count"] == 1, cell.reply
        assert kernel.run("40 + 2").value == "42"
    kernel.end()


def a_restart_in_the_middle_of_a_run_works():
    kernel = Kernel()
    kernel.client.execute("var i = 0\nwhile true { i += 1 }")
    time.sleep(0.3)
    began = time.monotonic()
    kernel.restart()
    took = time.monotonic() - began  # two processes alternate, so only wall-clock time is available
    assert took < 8 * SLOWNESS * slowness(), took
    assert kernel.run("1").value == "1"
    kernel.end()


def it_ends_by_itself_when_asked_and_says_so():
    kernel = Kernel()
    process = kernel.manager.provisioner.process
    asked = kernel.client.shutdown()
    said = kernel.reply(asked, "control")["content"]
    assert said["restart"] is False, said
    assert process.wait(HANGS_S) == 0
    kernel.end()


def questions_go_to_the_frontend_and_answers_come_back():
    kernel = Kernel(answers=["Ada", "ü€"])
    cell = kernel.run("let name = io.input(\"who? \")\nprint(\"hello {name}\")\nio.input()")
    assert cell.stream() == "hello Ada\n" and cell.value == "ü€", cell.messages
    asked = []
    def note(question):
        asked.append(question["content"])
        return "7"
    kernel.answers = [note]
    assert kernel.run("io.input(\"age: \")").value == "7"
    assert asked == [{"prompt": "age: ", "password": False}] or asked[0]["prompt"] == "age: ", asked
    kernel.end()


def a_question_can_be_interrupted_and_is_refused_where_nobody_answers():
    kernel = fresh()
    cell = kernel.run("io.input(\"? \")", allow_stdin=False)
    assert "does not support input" in cell.trace, cell.trace
    def later():
        threading.Timer(0.3, kernel.interrupt).start()
    cell = kernel.run("io.input(\"? \")", meanwhile=later, allow_stdin=True)
    assert "interrupt" in cell.trace and cell.late_s < 5 * SLOWNESS, cell.trace
    while kernel.client.stdin_channel.msg_ready():
        kernel.client.get_stdin_msg(timeout=1)
    assert kernel.run("5").value == "5"


def names_members_fields_words_and_commands_are_completed():
    kernel = fresh()
    kernel.run("let model = (weight = [1.0], bias = 2)\nfn scaled(x, by = 2) = x * by")
    def offered(code, cursor=None):
        said = kernel.ask("complete", code, len(code) if cursor is None else cursor)
        assert said["status"] == "ok"
        return said
    for code, name in [("mod", "model"), ("model.we", "weight"), ("rng.norm", "normal"),
                       ("model.weight.su", "sum"), ("scaled(1, b", "by = "), (":ti", ":time"),
                       ("whi", "while"), ("let a = 1\nsoftm", "softmax"),
                       ("let a = 1\n:pl", ":plan")]:
        assert name in offered(code)["matches"], (code, offered(code)["matches"][:20])
    said = offered("print(\"ü€😀\", mod)", 16)
    assert (said["cursor_start"], said["cursor_end"]) == (13, 16), said
    types = said["metadata"]["_jupyter_types_experimental"]
    assert types and types[0]["start"] == 13 and {"text", "type", "signature"} <= set(types[0])


def what_stands_at_the_cursor_is_explained():
    kernel = fresh()
    kernel.run("## Three times as much.\nfn triple(x) = x * 3\nlet held = ones((2, 3))")
    def text(code, cursor, detail=0):
        said = kernel.ask("inspect", code, cursor, detail)
        return said["data"].get("text/plain") if said["found"] else None
    assert "softmax(" in text("let y = softmax(x, axis = 0)", 12)
    assert "softmax(" in text("softmax(", 8)
    assert "rng.normal(" in text("rng.normal", 6)
    assert "triple" in text("triple(2)", 3)
    assert "x * 3" in text("triple(2)", 3, 1)
    assert text("held", 2) == "held = f32[2, 3] on host\n", text("held", 2)
    assert text("no_such_name", 4) is None and text("", 0) is None
    assert kernel.run("1").value == "1"


def what_is_finished_is_told_from_what_is_not():
    kernel = fresh()
    for code, status, indent in [("1 + 1", "complete", None), ("1 +", "incomplete", ""),
                                 ("fn f(x) {", "incomplete", "  "),
                                 ("fn f(x) {\n  if x > 1 {", "incomplete", "    "),
                                 ("let = 3", "invalid", None), ("?sum", "complete", None),
                                 ("!ls (", "complete", None), ("", "complete", None),
                                 ("\"\"\"open", "incomplete", "")]:
        said = kernel.ask("is_complete", code)
        assert said["status"] == status, (code, said)
        assert indent is None or said["indent"] == indent, (code, said)


def what_was_entered_can_be_had_again():
    kernel = Kernel()
    for code in ["1 + 2", "let a = 5", "a + 1"]:
        kernel.run(code)
    kernel.run("a + 2", store_history=False)
    tail = kernel.ask("history", hist_access_type="tail", n=2)["history"]
    assert tail == [[1, 2, "let a = 5"], [1, 3, "a + 1"]], tail
    part = kernel.ask("history", hist_access_type="range", session=0, start=1, stop=3)["history"]
    assert [row[2] for row in part] == ["1 + 2", "let a = 5"], part
    found = kernel.ask("history", hist_access_type="search", pattern="a*", n=5)["history"]
    assert [row[2] for row in found] == ["a + 1"], found
    kernel.restart()
    again = kernel.ask("history", hist_access_type="tail", n=10)["history"]
    assert [0, 3, "a + 1"] in again, again
    kernel.end()


def a_curve_grows_in_its_place():
    kernel = fresh()
    cell = kernel.run("for i in 1..40 { io.show(plot.line(linspace(0.0, 1.0, i + 1)), "
                      "id = \"loss\") }\nio.show(\"beside\")")
    first = cell.of("display_data")
    later = cell.of("update_display_data")
    ids = {c["transient"].get("display_id") for c in first[:1] + later}
    assert len(first) == 2 and later and len(ids) == 1 and None not in ids, (len(first), ids)
    assert {"image/svg+xml", "image/png"} <= set(later[-1]["data"])
    alone = kernel.run("io.show(plot.line(linspace(0.0, 1.0, 40)))").of("display_data")[0]
    assert later[-1]["data"] == alone["data"], "the last one is the whole curve"
    again = kernel.run("io.show(1, id = \"loss\")").of("display_data")[0]
    assert again["transient"]["display_id"] not in ids, "another cell has another place"


def progress_moves_in_its_place():
    kernel = fresh()
    cell = kernel.run("for i in 0..300 { io.progress(i + 1, 300, \"loss {i}\") }\n"
                      "for i in 0..2 { io.progress(i + 1, 2) }")
    first, later = cell.of("display_data"), cell.of("update_display_data")
    assert len(first) == 2 and later, cell.kinds()
    assert first[0]["transient"] != first[1]["transient"]
    assert any("300/300" in c["data"]["text/plain"] for c in later)
    assert "<progress" in first[0]["data"]["text/html"]
    assert cell.stream() + cell.stream("stderr") == ""


def a_hundred_quick_cells_run_quickly():
    kernel = fresh()
    kernel.run("let quick = ones(10)")
    watch = Watch(kernel.process)
    for turn in range(100):
        assert kernel.run(f"sum(quick) + {turn}").value == str(10 + turn)
    took = watch.idle_s()
    print(f"100 cells in {took:.2f} s")
    assert took < 20 * SLOWNESS, took


def what_is_said_comes_in_its_order():
    kernel = fresh()
    cell = kernel.run("print(1)\nio.show(2)\n!echo 3 >&2\nprint(4)\n5")
    seen = [(m["header"]["msg_type"], m["content"]) for m in cell.messages]
    words = [c.get("text", "").strip() or c.get("data", {}).get("text/plain", "")
             for kind, c in seen if kind in ("stream", "display_data", "execute_result")]
    assert words == ["1", "2", "3", "4", "5"], words
    cell = kernel.run("for i in 0..100000 { print(i) }")
    assert cell.stream() == "".join(f"{i}\n" for i in range(100000))
    assert len(cell.of("stream")) < 200, len(cell.of("stream"))
    cell = kernel.run("print(\"soon\")\nvar a = ones((2000, 2000))\n"
                      "for i in 0..10 { a = a @ a * 0.0 }\nprint(a[0, 0])")
    assert cell.stream() == "soon\n0\n", cell.stream()


def errors_have_colours_and_what_waits_behind_them_is_given_up():
    kernel = fresh()
    cell = kernel.run("let v = f32([1, 2])\nv + f32([1, 2, 3])")
    content = cell.of("error")[0]
    assert content["ename"] == "error[shape]" and "f32[3]" in content["evalue"], content
    assert re.search(r"\x1b\[1;31m *-*\^", cell.trace), cell.trace
    assert "\x1b[1;31merror[shape]:\x1b[0m" in cell.trace, cell.trace
    # It fails when the second has arrived, on a busy machine too.
    first = kernel.client.execute("let begun = io.monotonic()\n"
                                  "while io.monotonic() - begun < 1 { }\n"
                                  "error(\"no\")", stop_on_error=True)
    second = kernel.client.execute("print(\"never\")")
    assert kernel.reply(first)["content"]["status"] == "error"
    assert kernel.reply(second)["content"]["status"] == "aborted"
    idle = 0
    while idle < 2:  # each reports its end
        message = kernel.client.get_iopub_msg(timeout=HANGS_S)
        ours = message["parent_header"].get("msg_id") in (first, second)
        idle += ours and message["content"].get("execution_state") == "idle"
    assert kernel.run("6").value == "6"


def a_failed_cell_keeps_what_it_had_bound():
    kernel = fresh()
    kernel.run("let old = 1\nvar count = 0")
    kernel.run("let one = 1\ncount += 5\nlet two = error(\"stop\")\nlet old = 2\nlet three = 3")
    assert kernel.run("one").value == "1" and kernel.run("count").value == "5"
    assert kernel.run("three").status == "error"
    kernel.run("fn plus(x) = x + 1\nplus(\"a\")")
    assert kernel.run("plus(1)").value == "2"


def expressions_beside_a_cell_are_answered_and_silent_cells_are_silent():
    kernel = fresh()
    cell = kernel.run("let z = 4", user_expressions={"twice": "z * 2", "wrong": "zzz"})
    said = cell.reply["content"]["user_expressions"]
    assert said["twice"]["data"]["text/plain"] == "8" and said["wrong"]["status"] == "error", said
    before = cell.reply["content"]["execution_count"]
    cell = kernel.run("print(1)\n2", silent=True)
    assert not cell.of("stream", "execute_result", "execute_input"), cell.kinds()
    assert kernel.run("3").reply["content"]["execution_count"] == before + 1


def comms_are_answered_politely():
    kernel = fresh()
    session, shell = kernel.client.session, kernel.client.shell_channel
    asked = session.msg("comm_open", {"comm_id": "c1", "target_name": "jupyter.widget",
                                      "data": {}})
    shell.send(asked)
    while True:
        message = kernel.next(asked["header"]["msg_id"])
        if message["header"]["msg_type"] == "comm_close":
            assert message["content"]["comm_id"] == "c1"
            break
    for kind in ("comm_msg", "comm_close"):
        shell.send(session.msg(kind, {"comm_id": "none", "data": {}}))
    assert kernel.ask("comm_info")["comms"] == {}
    assert kernel.run("9").value == "9"


def what_is_no_message_ends_nothing():
    kernel = fresh()
    session, shell = kernel.client.session, kernel.client.shell_channel
    shell.send(session.msg("no_such_request", {}))
    shell.send(session.msg("execute_request", {"code": 5}))
    shell.send(session.msg("complete_request", {"code": "a", "cursor_pos": -7}))
    shell.send(session.msg("complete_request", {"code": "ü", "cursor_pos": 1 << 30}))
    shell.send(session.msg("inspect_request", {}))
    shell.send(session.msg("history_request", {"hist_access_type": "tail", "n": -5}))
    shell.socket.send_multipart([b"x", b"<IDS|MSG>", b"y", b"{", b"{}", b"{}", b"{}"])
    shell.socket.send_multipart([b"nothing"])
    with socket.create_connection(("127.0.0.1", kernel.client.shell_port)) as line:
        line.sendall(b"GET / HTTP/1.1\r\n\r\n")
    time.sleep(0.2)
    while shell.msg_ready():
        shell.get_msg(timeout=1)
    assert kernel.run("8").value == "8"


def a_cell_that_asks_for_the_end_leaves_the_kernel_to_the_frontend():
    kernel = fresh()
    for code in ("io.exit(3)", ":quit"):
        cell = kernel.run("print(1)\n" + code if code[0] != ":" else code)
        assert cell.status == "ok", cell.reply
        assert cell.reply["content"]["payload"][0]["source"] == "ask_exit", cell.reply
    assert kernel.run("1").value == "1"


def letters_of_all_kinds_come_through():
    kernel = fresh()
    cell = kernel.run("print(\"ü€😀\\t<&>\")\n\"日本\"")
    assert cell.stream() == "ü€😀\t<&>\n" and cell.value == "日本"
    cell = kernel.run("!printf 'a\\377b€'")
    assert cell.stream().startswith("a") and cell.stream().endswith("b€"), cell.stream()


def rille(*words, **settings):
    env = {k: v for k, v in os.environ.items() if k not in ("VIRTUAL_ENV", "CONDA_PREFIX")}
    done = subprocess.run([RILLE, *words], env={**env, **settings}, capture_output=True, text=True,
                          timeout=HANGS_S)
    return done.returncode, done.stdout + done.stderr


def it_is_installed_where_jupyter_looks_and_removed_again():
    with tempfile.TemporaryDirectory() as home:
        places = {("--user",): (dict(HOME=home, XDG_DATA_HOME="", JUPYTER_DATA_DIR=""),
                                ".local/share/jupyter"),
                  (): (dict(HOME=home, XDG_DATA_HOME=home + "/x", JUPYTER_DATA_DIR=""),
                       "x/jupyter"),
                  ("--sys-prefix",): (dict(VIRTUAL_ENV=home + "/v"), "v/share/jupyter"),
                  ("--prefix", home + "/p"): ({}, "p/share/jupyter")}
        for words, (settings, place) in places.items():
            status, said = rille("kernel", "install", *words, **settings)
            file = pathlib.Path(home, place, "kernels/rille/kernel.json")
            assert status == 0 and str(file.parent) in said, said
            spec = json.loads(file.read_text())
            assert spec["argv"] == [RILLE, "kernel", "run", "{connection_file}"], spec
            assert spec["interrupt_mode"] == "signal" and spec["language"] == "rille"
            assert (file.parent / "logo-svg.svg").exists()
            assert rille("kernel", "uninstall", *words, **settings)[0] == 0
            assert not file.parent.exists()
            status, said = rille("kernel", "uninstall", *words, **settings)
            assert status == 1 and "no kernel is installed in" in said, said
        status, said = rille("kernel", "install", "--prefix", home, "--name", "rille-2",
                             "--display-name", "Rille two", "--interrupt-by-message")
        file = pathlib.Path(home, "share/jupyter/kernels/rille-2/kernel.json")
        spec = json.loads(file.read_text())
        assert spec["display_name"] == "Rille two" and spec["interrupt_mode"] == "message"


def what_cannot_be_installed_or_run_says_why():
    status, said = rille("kernel", "install", "--sys-prefix")
    assert status == 1 and "VIRTUAL_ENV" in said, said
    status, said = rille("kernel", "install", "--prefix", "/tmp", "--name", "../up")
    assert status == 1 and "letters" in said, said
    status, said = rille("kernel", "install", "--prefix", "/proc/none")
    assert status == 1 and "cannot create" in said, said
    status, said = rille("kernel", "install", "--prefix", "/tmp", "--sys-prefix")
    assert status == 2, said
    status, said = rille("kernel", "run", "/tmp/no-such-connection.json")
    assert status != 0 and "no-such-connection" in said, said
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write("{\"shell_port\": 1}")
        file.flush()
        status, said = rille("kernel", "run", file.name)
        assert status == 4 and "not a connection file" in said, said
    status, said = rille("kernel", "install", "--prefix", "/tmp", RILLE_KERNEL="/no/such.so")
    assert status == 1 and "xeus-dev" in said, said


def checks():
    here = sys.modules[__name__]
    found = [f for name, f in vars(here).items() if inspect.isfunction(f) and
             f.__module__ == __name__ and name.count("_") >= 3]
    return [(f.__name__.replace("_", " "), f) for f in found] + books.checks()


def main():
    words = sys.argv[1:]
    if words[:1] == ["--bless"]:
        return books.bless(words[1:])
    passed = failed = 0
    for name, check in checks():
        if words and not any(word in name for word in words):
            continue
        try:
            check()
            passed += 1
        except Exception:  # noqa: BLE001, any exception is a failure
            failed += 1
            print(f"{name}:\n{traceback.format_exc()[-2500:]}", flush=True)
    if shared is not None:
        shared.end(now=True)
    print(f"{passed} passed, {failed} failed")
    return bool(failed)


sys.exit(main())

"""Checks for tests/cli/run: rille new, doc, test --bless --coverage --doc, completions, man."""
import json
import pathlib
import re
import shutil
import subprocess
import tempfile

from clocks import HANGS_S



def checks(rille, program):
    """Pairs of a name and a check. `program`: the path of rille, for checks that need a directory.
    """

    def inside(folder, *words):
        done = subprocess.run([program, *words], cwd=folder, capture_output=True, timeout=HANGS_S,
                              text=True)
        return done.returncode, done.stdout, done.stderr

    def a_new_project_runs_and_passes_its_tests():
        for name in ("slopes", "my-lines", "sub/lines_2/"):
            with tempfile.TemporaryDirectory() as folder:
                assert inside(folder, "new", name)[0] == 0
                made = pathlib.Path(folder, name)
                module = made.name.replace("-", "_")
                files = sorted(str(f.relative_to(made)) for f in made.rglob("*") if f.is_file())
                assert files == sorted(["README.md", "main.rille", f"{module}.rille",
                                        f"tests/{module}_test.rille"]), files
                assert inside(made, "run", "main.rille") == (0, "w 3.0, b 1.0\n", "")
                for words in (["."], ["--doc", "."]):
                    status, out, err = inside(made, "test", *words)
                    assert status == 0 and re.search(r"[1-9]\d* passed, 0 failed", out), (out, err)
                scripts = [f for f in files if f.endswith(".rille")]
                assert inside(made, "check", *scripts) == (0, "", "")
                assert inside(made, "fmt", "--check", ".") == (0, "", "")

    def a_project_is_made_once_and_under_a_name_that_a_module_can_bear():
        with tempfile.TemporaryDirectory() as folder:
            assert inside(folder, "new", "slopes")[0] == 0
            before = pathlib.Path(folder, "slopes/README.md").read_text()
            pathlib.Path(folder, "dangling").symlink_to("nowhere")
            for name in ("slopes", "slopes/", "dangling"):
                status, out, err = inside(folder, "new", name)
                assert status == 4 and out == "" and "already" in err, (name, status, err)
            assert pathlib.Path(folder, "slopes/README.md").read_text() == before
            for name in ("let", "nn", "lines", "main", "9lives", "a b", "", "..", "../é"):
                status, out, err = inside(folder, "new", name)
                assert status == 2 and "error[value]" in err, (name, status, err)
            assert sorted(p.name for p in pathlib.Path(folder).iterdir()) == ["dangling", "slopes"]

    def options_of_all_commands_stand_before_or_behind_the_command():
        for command in ("check", "run", "dump"):
            for words in (["--json", command], [command, "--json"]):
                status, out, err = rille(*words, "@", text="x = 1\n")
                said = (out + err).splitlines()[0]
                assert status == 1 and json.loads(said)["kind"] == "name", (words, status, said)
        text = "while true { }\n"
        for words in (["run", "--time-limit", "0.2", "@"], ["test", "@", "--time-limit=0.2"]):
            status, out, err = rille(*words, text=text)
            assert status in (1, 3) and "error[limit]" in out + err, (words, status, out, err)
        status, out, err = rille("check", "@", "--time-limit", "-1", text=text)
        assert status == 2 and "must be from 0 to 1e12" in err, (status, err)

    def former_names_are_replaced():
        old = """let m = nn.layer_norm(4, epsilon = 0.5)
var s = data.shuffled(0..9, seed = 3) |> data.batch(4, drop_last = true)
fn f(x) = x.sum(axis = 0, keep = true) + sum(x, keep = true)  # keep = true stays
let g = vmap(f, in = 0)
let keep = 3
print(m.epsilon, (size = keep), nn.confusion(2).counts)
var l = nn.lstm_cell(rng.key(0), 3, 2, act = tanh)
l.start(ones(3))
plot.line([1.0], x = "step")
data.shuffled(0..9, 4, 3)
struct Own { a; fn mean(self, keep = 1) = keep }
fn g2(c) = c.mean(keep = 2)
proc main() { ckpt.manager("d", every = 3, term = "tell").close() }
"""
        new = """let m = nn.layer_norm(4, eps = 0.5)
var s = data.shuffle(0..9, seed = 3) |> data.batch(4, drop_remainder = true)
fn f(x) = x.sum(axis = 0, keepdims = true) + sum(x, keepdims = true)  # keep = true stays
let g = vmap(f, in_axes = 0)
let keep = 3
print(m.eps, (size = keep), nn.confusion_matrix(2).counts)
var l = nn.lstm_cell(rng.key(0), 3, 2, activation = tanh)
l.initialize_carry(ones(3))
plot.line([1.0], xlabel = "step")
data.shuffled(0..9, 4, 3)
struct Own { a; fn mean(self, keep = 1) = keep }
fn g2(c) = c.mean(keep = 2)
proc main() { ckpt.manager("d", save_interval_steps = 3, on_sigterm = "notify").close() }
"""
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "a.rille")
            script.write_text(old)
            status, out, err = inside(folder, "check", "a.rille")
            assert status == 1 and "`epsilon` is now `eps`" in out + err, (status, out, err)
            assert script.read_text() == old
            status, out, err = inside(folder, "check", "--fix", "a.rille")
            assert script.read_text() == new, script.read_text()
            assert "a.rille: 14 former names replaced" in out, (out, err)
            assert inside(folder, "check", "--fix", "a.rille")[1] == ""
            script.write_text("let x = (\n")
            assert inside(folder, "check", "--fix", "a.rille")[0] == 1
            assert script.read_text() == "let x = (\n"

    def a_manager_goes_on_in_a_directory_of_former_names():
        with tempfile.TemporaryDirectory() as folder:
            there = pathlib.Path("tests/conformance/checkpoints/former_names.manager")
            shutil.copytree(there, pathlib.Path(folder, "m"))
            pathlib.Path(folder, "a.rille").write_text(
                'let m = ckpt.manager("m", max_to_keep = 2, best_metric = "loss")\n'
                'let like = (f1 = nn.f1(2),)\n'
                "print(m.steps(), m.best(), m.metrics(4))\n"
                'print(m.restore(like = like, only = "f1").tree.f1.support)\n'
                "m.save(8, like, metrics = (loss = 0.5,)); m.wait()\n"
                "print(m.steps(), m.best()); m.close()\n")
            status, out, err = inside(folder, "run", "a.rille")
            assert (status, out) == (0, "(4, 6) 6 dict(loss = 3)\n[2, 1]\n(6, 8) 8\n"), (out, err)

    def a_path_may_bear_the_name_of_a_command():
        with tempfile.TemporaryDirectory() as folder:
            for name in ("test", "plan", "check"):
                pathlib.Path(folder, name).mkdir()
                pathlib.Path(folder, name, "a.rille").write_text(f"let  b = {name}_not_there\n")
            for name in ("test", "plan", "check"):
                status, out, err = inside(folder, "check", name)
                assert status == 1 and f"{name}_not_there" in out + err, (name, status, out, err)
                assert inside(folder, "fmt", "--check", name)[1] == f"{name}/a.rille\n", name
                assert inside(folder, "test", name)[0] == 1, name
            said = inside(folder, "check", "check", "test")
            assert "".join(said[1:]).count("error[name]") == 2, said
        assert rille("help", "test")[0] == 0 and rille("help", "--all", "plot")[0] == 0

    def a_misspelled_command_is_told():
        for word, near in (("chekc", "check"), ("tset", "test"), ("pLan", "plan"),
                           ("hlep", "help")):
            status, out, err = rille(word, "@")
            assert status == 2 and f"did you mean `rille {near}`" in err, (word, status, err)
        assert rille("chekc.rille")[0] == 4

    script = ('## Shapes, for a test.\n\nlet SIDE: int = 3  # inside\n\n'
              '## A box.\n##\n## ```rille\n'
              '## Box(2.0, 3.0).area()  #> 6\n## ```\nstruct Box {\n  w: f32\n  h = 1.0\n\n'
              '  ## Of its front.\n  fn area(self) = self.w * self.h\n}\n\n## Twice | as much.\n'
              'fn twice(x: f32[n], by = 2) -> f32[n] = x * by\nproc say(x) { print(x) }\n'
              'fn _own(x) = x\nvar seen = 0\n')

    def doc_tells_what_a_script_exports():
        status, out, err = rille("doc", "@", text=script)
        assert status == 0 and err == "", err
        for said in ("Shapes, for a test.", "struct Box(w: f32, h = 1.0)\n", "  .area(self)\n",
                     "    Of its front.",
                     "fn twice(x: f32[n], by = 2) -> f32[n]\n  Twice | as much.",
                     "proc say(x)", "let SIDE: int"):
            assert said in out, (said, out)
        assert "_own" not in out and "seen" not in out and "inside" not in out, out

    def doc_is_markdown_and_json_as_well():
        status, out, _ = rille("doc", "--markdown", "@", text=script)
        assert status == 0 and "\n## Box\n\n```\nstruct Box(w: f32, h = 1.0)\n```\n" in out, out
        assert "- `.area(self)`: Of its front.\n" in out and "```rille\nBox(2.0, 3.0)" in out, out
        status, out, _ = rille("doc", "--json", "@", text=script)
        entries = {e["name"]: e for e in json.loads(out)["entries"]}
        assert list(entries) == ["SIDE", "Box", "twice", "say"], entries
        assert entries["Box"]["methods"] == [{"head": "area(self)", "text": "Of its front."}]
        assert entries["say"]["kind"] == "proc"

    def doc_knows_the_modules_of_the_library():
        status, out, _ = rille("doc", "optim")
        assert status == 0 and "optim.adam(" in out, out
        records = json.loads(rille("help", "--json")[1])
        named = {r["name"] for r in records if r["name"].rpartition(".")[0] == "nn"}
        page = json.loads(rille("doc", "--json", "nn")[1])
        assert {e["name"] for e in page["entries"]} == named
        status, out, err = rille("doc", "optin")
        assert status == 2 and "did you mean `optim`?" in err, err

    def doc_says_what_is_wrong_with_a_file():
        for text, status in (("fn f(\n", 1), ("let x = )\n", 1)):
            found = rille("doc", "@", text=text)
            assert found[0] == status and "error[syntax]" in found[2] and found[1] == "", found
        assert rille("doc", "no-such.rille")[0] == 4
        assert rille("doc", "-o", "/no/such/folder/x.md", "nn")[0] == 1
        assert rille("doc")[0] == 2

    def examples_in_comments_are_run():
        status, out, _ = rille("test", "--doc", "@", text=script)
        assert (status, out) == (0, "1 passed, 0 failed\n"), out
        status, out, _ = rille("test", "--doc", "@", text=script.replace("#> 6", "#> 7"))
        assert status == 1 and "the example at line 7" in out and "got\n6" in out, out
        text = "## ```rille\n## f(3)\n## ```\nfn f(x) = error(\"no\")\n"
        status, out, _ = rille("test", "--doc", "@", text=text)
        assert status == 1 and "error[value]: no" in out, out
        status, out, _ = rille("test", "--doc", "@", text="test \"t\" { assert false }\n1  #> 2\n")
        assert (status, out) == (0, "0 passed, 0 failed\n"), out

    def examples_in_markdown_are_run():
        page = ("# Page\n\n```rille\n1 + 1  #> 2\n```\n\n```\nnot run (\n```\n\n"
                "```rille\nlet = 1\n```\n")
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "page.md").write_text(page)
            status, out, _ = inside(folder, "test", "--doc", ".")
        assert status == 1 and out.endswith("1 passed, 1 failed\n"), out
        assert "page.md, the example at line 11: error[syntax]" in out, out

    def bless_writes_what_is_seen_where_something_else_was_expected():
        before = ('let x = 2\nx + 1  #> 3\nx + 2  #> 5\nprint("a\\nb")  #> a\n#> c\n#> d\n'
                  'let y = 3  # kept\n'
                  'for i in 0..2 {\n  print(i)\n  #> 9\n}\nx["k"]  #! error[shape]: no\n'
                  '"a  "  #> a\n(1, 2)  #> (2, 1)\n')
        after = before.replace("#> 5", "#> 4").replace("#> c\n#> d\n", "#> b\n").replace(
            "  #> 9\n", "  #> 0\n  #> 1\n").replace("#> (2, 1)", "#> (1, 2)")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "t.rille")
            path.write_text(before)
            status, out, _ = inside(folder, "test", "--bless", "t.rille")
            found = path.read_text()
            error = re.search(r"#! (error\[\w+\]: .*)", found)[1]
            assert error != "error[shape]: no", found
            assert found == after.replace("error[shape]: no", error), found
            # "a  " has trailing spaces, which no mark can show
            assert status == 1 and "6 passed, 1 failed, 5 updated" in out, out
            path.write_text(found.replace('"a  "  #> a\n', ""))
            assert inside(folder, "test", "t.rille")[:2] == (0, "6 passed, 0 failed\n")
            same = path.read_bytes()
            again = inside(folder, "test", "--bless", "t.rille")
            assert again[1] == "6 passed, 0 failed, 0 updated\n", again
            assert path.read_bytes() == same
            path.write_bytes(b"1 + 1  #> 3\r\n2  #> 2\r\n")
            assert inside(folder, "test", "--bless", "t.rille")[0] == 0
            assert path.read_bytes() == b"1 + 1  #> 2\r\n2  #> 2\r\n"
        assert rille("test", "--bless", "--filter", "a", "@", text="1 #> 2")[0] == 2

    covered = {
        "lib.rille": "fn sign(x) {\n  if x < 0 {\n    -1\n  } else if x > 0 {\n    1\n  } else {\n"
                     "    0\n  }\n}\n\nfn unused(x) =\n  x + 1\n\n"
                     "fn one_line(x) = if x { 1 } else { 2 }\n",
        "a_test.rille": "import lib\ntest \"below\" {\n  assert lib.sign(-2) == -1\n}\n",
        "b_test.rille": "import lib\nlib.sign(3)  #> 1\nlet g = grad(x => x * x)(2.0)\n"
                        "lib.one_line(true)  #> 1\n"}

    def coverage_tells_which_lines_ran():
        with tempfile.TemporaryDirectory() as folder:
            for name, text in covered.items():
                pathlib.Path(folder, name).write_text(text)
            status, out, err = inside(folder, "test", "--coverage", "--lcov", "out.info",
                                      "--jobs", "2", "a_test.rille", "b_test.rille")
            assert status == 0, (out, err)
            lines = {line.split(":")[0]: line for line in out.splitlines() if "lines ran" in line}
            assert "; not run: 7, 12; run in part: 14" in lines["lib.rille"], lines
            assert "; not" not in lines["a_test.rille"] + lines["b_test.rille"], lines
            info = pathlib.Path(folder, "out.info").read_text()
            record = info[info.index("lib.rille"):]
            counts = dict(re.findall(r"DA:(\d+),(\d+)", record[:record.index("end_of_record")]))
            assert counts["7"] == counts["12"] == "0" and counts["3"] == counts["5"] == "1", counts
            assert f"LF:{len(counts)}\nLH:{len(counts) - 2}\n" in record, record
            if shutil.which("lcov"):  # it reads the file
                subprocess.run(["lcov", "--summary", "out.info"], cwd=folder, check=True,
                               capture_output=True, timeout=HANGS_S)
            assert inside(folder, "test", "--lcov", "no/out.info", "a_test.rille")[0] == 4

    def coverage_changes_no_result():
        scripts = sorted(pathlib.Path("tests/conformance").glob("*.rille"))[:25]
        assert scripts
        for script in scripts:
            plain = rille("test", str(script))
            told = rille("test", "--coverage", str(script))
            last = told[1].splitlines()[-1] + "\n"
            assert (plain[0], plain[1]) == (told[0], last), (script, told[1][-900:])

    def offered(words):
        """The completions of bash for these words, the last of which is incomplete."""
        completion = rille("completions", "bash")[1]
        typed = " ".join(f"'{w}'" for w in words)
        text = (completion + f"COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}\n_rille\n"
                "printf '%s\\n' \"${COMPREPLY[@]}\"\n")
        done = subprocess.run(["bash", "--norc", "-c", text], capture_output=True, text=True,
                              timeout=HANGS_S)
        assert done.stderr == "", done.stderr
        return set(done.stdout.split())

    def bash_completes_commands_options_values_and_names():
        assert {"run", "test", "doc", "--sandbox", "--json"} <= offered(["rille", ""])
        assert "test" in offered(["rille", "te"])
        assert {"--bless", "--junit"} <= offered(["rille", "test", "--"])
        assert {"--json", "--time-limit"} <= offered(["rille", "check", "--"])
        assert {"--step", "--json"} <= offered(["rille", "ckpt", "show", "--"])
        assert "run" not in offered(["rille", "check", "--memory-limit", ""])
        assert "-e" not in offered(["rille", "check", "-"])
        assert offered(["rille", "stablehlo", ""]) >= {"run", "rewrite"}
        assert offered(["rille", "stablehlo", "run", "--mode", ""]) == {"jit", "eager"}
        assert offered(["rille", "help", "softm"]) == {"softmax"}
        assert offered(["rille", "help", "whi"]) == {"while"}
        assert "shape" in offered(["rille", "explain", "sh"])
        assert offered(["rille", "completions", ""]) >= {"bash", "zsh", "fish"}
        assert "README.md" in offered(["rille", "run", "READ"])

    def checkpoints_are_shown_shortly():
        status, out, _ = rille("ckpt", "show", "tests/conformance/checkpoints/llama.gguf")
        lines = out.splitlines()
        assert status == 0 and max(map(len, lines)) < 120 and len(lines) < 60, out[:2000]
        names = [line.split()[0] for line in lines if line.startswith("  blk")]
        assert names.index("blk[0].ffn_up.weight") < names.index("blk[1].attn_k.weight"), names
        assert "q8_0[32, 32]" in out and "340 items" in out and "f32[340]" in out, out[:2000]
        status, out, _ = rille("ckpt", "show", "tests/conformance/checkpoints/unknown.gguf")
        assert status == 0 and "mxfp4[2, 32]" in out and "t.float32 = 0.00001" in out, out

    def shells_read_their_completions():
        for shell, check in (("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")):
            status, out, _ = rille("completions", shell)
            assert status == 0 and "bless" in out and "softmax" in out, (shell, out[:300])
            if shutil.which(shell) is None:
                print(f"not checked: {shell} is not installed")
                continue
            with tempfile.NamedTemporaryFile("w", suffix=f".{shell}") as file:
                file.write(out)
                file.flush()
                done = subprocess.run([shell, check, file.name], capture_output=True, text=True,
                                      timeout=HANGS_S)
            assert done.returncode == 0 and done.stderr == "", (shell, done.stderr[:500])
        assert rille("completions", "tcsh")[0] == 2

    def fish_completes_as_bash_does():
        if shutil.which("fish") is None:
            return print("skipped: fish is not installed")
        with tempfile.NamedTemporaryFile("w", suffix=".fish") as file:
            file.write(rille("completions", "fish")[1])
            file.flush()
            for typed, wanted in (("rille te", "test"), ("rille test --ble", "--bless"),
                                  ("rille help softm", "softmax"), ("rille explain sh", "shape"),
                                  ("rille stablehlo run --mode e", "eager"),
                                  ("rille check --js", "--json")):
                done = subprocess.run(["fish", "--no-config", "-c",
                                       f"source {file.name}; complete -C '{typed}'"],
                                      capture_output=True, text=True, timeout=HANGS_S)
                found = {line.split("\t")[0] for line in done.stdout.splitlines()}
                assert wanted in found, (typed, done.stdout[:400], done.stderr[:400])

    def the_manual_has_every_command_and_option():
        status, out, _ = rille("help", "--man")
        assert status == 0 and out.startswith('.\\" ') and ".TH RILLE 1" in out
        plain = out.replace("\\-", "-").replace("\\fB", "").replace("\\fI", "").replace("\\fR", "")
        for word in (".SS rille test", ".SS rille stablehlo run", "--bless", "--sandbox",
                     "RILLE_CACHE", "EXIT STATUS", ".SS rille ckpt show"):
            assert word in plain, word
        if shutil.which("man") is None:
            return print("not checked: there is no man")
        with tempfile.NamedTemporaryFile("w", suffix=".1") as file:
            file.write(out)
            file.flush()
            done = subprocess.run(["man", "--warnings=all", "-l", file.name], capture_output=True,
                                  text=True, timeout=HANGS_S,
                                  env={"PATH": "/usr/bin:/bin", "MANWIDTH": "80"})
        assert (done.returncode, done.stderr) == (0, ""), done.stderr[:800]
        assert "EXIT STATUS" in done.stdout

    return [(name, it) for name, it in locals().items()
            if callable(it) and name not in ("rille", "inside", "offered")]

"""Steps that several processes save together: killed, restored by other process counts, read."""
import random
import re
import subprocess
import time

from runs import Run

# Each of n processes has some rows of `w`, or some columns if `across`; `b` is equal in all. Step i
# holds whole(i).
CREW = """
let (rows, columns) = (61, 7)
fn whole(i) = reshape(f32(arange(rows * columns)), (rows, columns)) * float(i)
proc main(process: int, processes: int, steps: int, across: bool) {
  let m = ckpt.manager("steps", max_to_keep = 2, process_index = process,
    process_count = processes, timeout_s = 60)
  fn cut(n) = (n * process // processes, n * (process + 1) // processes)
  let (low, high) = if across { cut(columns) } else { cut(rows) }
  fn mine(w) = if across {
    ckpt.shard(w[:, low:high], (rows, columns), (0, low))
  } else {
    ckpt.shard(w[low:high], (rows, columns), (low, 0))
  }
  var run = (w = mine(whole(0)), b = zeros(1000), at = 0, name = "crew")
  if m.latest() != nil { run = m.restore(like = run).tree }
  assert same(run.w.x, mine(whole(run.at)).x) and all(run.b == run.at), "restored something else"
  for i in run.at + 1..steps + 1 {
    run = (w = mine(whole(i)), b = zeros(1000) + float(i), at = i, name = "crew")
    m.save(i, run, metrics = (loss = 1.0 / float(i)))
    if process == 0 and i % 3 == 0 { m.wait(); io.write("said", "{i}") }
  }
  m.close()
  if process == 0 { io.write("said", "{steps}") }
}
"""
JUDGE = """
let (rows, columns) = (61, 7)
let t = ckpt.load("steps")
let w = reshape(f32(arange(rows * columns)), (rows, columns)) * float(t.at)
print("{t.at} {same(t.w, w) and all(t.b == t.at) and t.name == "crew"} {len(ckpt.steps("steps"))}")
"""
READS = """
let size = 2000000
proc main(process: int) {
  let m = ckpt.manager("big", process_index = process, process_count = 2)
  m.save(1, (w = ckpt.shard(ones((size, 2)) * float(process), (2 * size, 2), (process * size, 0)),))
  m.close()
}
"""
BOX = """
proc bytes_read() = int(split(split(io.read("/proc/self/io"), "\\n")[0], " ")[1])
let before = bytes_read()
let x = ckpt.load("big", like = (w = ckpt.shard(zeros((1000, 2)), (4000000, 2), (1999500, 0)),)).w.x
print("{bytes_read() - before} {sum(x)}")
"""
TELLS = """
proc main(process: int) {
  let m = ckpt.manager("told", process_index = process, process_count = 2, timeout_s = 20)
  let r = try(() => { m.save(1, (if process == 0 { FIRST } else { SECOND })); m.wait() })
  print(if r.ok { "saved" } else { r.error.message })
}
"""


def start(run, script, *words):
    return subprocess.Popen([run.rille, "run", script, *map(str, words)], cwd=run.folder,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)


def all_of(run, text, count, *words):
    """The outputs of `count` processes that run a script together."""
    path = run.folder / "together.rille"
    path.write_text(text)
    crew = [start(run, path, i, *words) for i in range(count)]
    return [process.communicate(timeout=300) for process in crew]


def killed_together(run, draw, kills):
    """Any of 2, 3, or 5 processes is killed, then the rest; the next count may differ."""
    script = run.folder / "crew.rille"
    script.write_text(CREW)
    goal, promised, lasted = 0, 0, 0.6
    for turn in range(kills):
        count, goal = draw.choice((2, 3, 5)), promised + 12
        crew = [start(run, script, i, count, goal, "--across" if turn % 2 else "--no-across")
                for i in range(count)]
        began = time.monotonic()
        if turn % 4 == 3:
            for process in crew:
                out = process.communicate(timeout=300)
                run.expect(process.returncode == 0, "a crew that nobody kills ends", out)
            lasted = min(2, time.monotonic() - began)
        else:
            time.sleep(draw.uniform(0.02, lasted))
            draw.shuffle(crew)
            for process in crew:
                process.kill()
                time.sleep(draw.uniform(0, 0.03))
            for process in crew:
                process.communicate(timeout=300)
        said = run.folder / "said"
        promised = max(promised, int(said.read_text() or 0) if said.exists() else 0)
        if promised == 0 and not list((run.folder / "steps").glob("step-????????.safetensors")):
            continue
        _, out, err = run.run(JUDGE)
        found = re.fullmatch(r"(\d+) true (\d+)", out)
        good = found and int(found[1]) >= promised and int(found[2]) <= 3
        run.expect(good, f"{count} processes, promised {promised}", out + err[-500:])
        promised = max(promised, int(found[1]) if found else 0)
    left = [path.name for path in (run.folder / "steps").glob("*.failed")]
    run.expect(not left, "nothing failed", left)


def reads_its_boxes(run):
    """A slice across two files of 16 MB each allocates only its own megabytes."""
    for out, err in all_of(run, READS, 2):
        run.expect(not err, "a large step is saved", err[-300:])
    _, out, err = run.run(BOX)
    found = re.fullmatch(r"(\d+) 1000", out)
    run.expect(found and int(found[1]) < 3_000_000, "a box reads its chunks alone",
               out + err[-300:])


def tells_what_is_wrong(run):
    """Gaps, slices saved twice, other trees: all processes raise, and no step is saved."""
    part = "(w = ckpt.shard(ones(2), 4, {}),)"
    for first, second, words in [
            (part.format(0), part.format(1), "has overlapping shards"),
            ("(w = ckpt.shard(ones(2), 5, 0),)", "(w = ckpt.shard(ones(2), 5, 2),)",
             "is missing 1 of 5"),
            (part.format(0), "(w = ckpt.shard(ones(2), 5, 2),)", "is f32[4] in one process"),
            ("(w = ckpt.shard(ones(2), 2, 0),)", "(v = ckpt.shard(ones(2), 2, 0),)", "process")]:
        for out, err in all_of(run, TELLS.replace("FIRST", first).replace("SECOND", second), 2):
            run.expect(words in out and not err, "a crew tells what is wrong", (words, out, err))
    made = list((run.folder / "told").glob("step-????????.safetensors"))
    run.expect(not made, "no step is made", made)
    copies = "(w = ckpt.shard(ones(2), 2, 0, replica = {}),)"
    script = TELLS.replace("FIRST", copies.format(1)).replace("SECOND", copies.format(0))
    for out, err in all_of(run, script, 2):
        run.expect(out == "saved\n", "of two copies one is saved", out + err[-300:])
    _, out, err = run.run(
        'let m = ckpt.manager("told", process_index = 1, process_count = 2, timeout_s = 0.3)\n'
        "m.save(5, (w = 1.0,)); m.wait()")
    run.expect("process 0 of 2 has not completed the step" in err,
               "nobody waits for ever", err[-300:])


def all_crews(rille, root, expect, kills, seed):
    draw = random.Random(seed)
    killed_together(Run(rille, root / "crews", expect), draw, kills)
    for law in (reads_its_boxes, tells_what_is_wrong):
        law(Run(rille, root / law.__name__, expect))

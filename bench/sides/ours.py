"""Rille's sides: the scripts of rows, and processes of rille."""
import os
import pathlib
import subprocess

BUILD = pathlib.Path("build/rille").resolve()
HERE = pathlib.Path(__file__).resolve().parent
# The server loop: "turn SAMPLES INNER" is answered by the seconds of each sample, "stop" by the
# peak memory. `&`, `var`, and eager code are used as in a script, so the act is inserted as text.
SERVE = """{head}
proc main() {{
  let folder = "{folder}"
{inputs}
{setup}
  let result = {{
{result}
  }}
  for (i, leaf) in enumerate(tree.leaves({seen})) {{
    data.save_npy("{own}/{{i}}.npy", if leaf.dtype == bool {{ i8(leaf) }} else {{ leaf }})
  }}
  io.write("{go}.answer", "ready")
  var more = true
  while more {{
    let wish = words(io.read("{go}"))
    if wish[0] == "stop" {{
      more = false
    }} else {{
      var samples = ()
      let inner = int(wish[2])
      for _ in 0..int(wish[1]) {{
        let since = io.monotonic()
        for _ in 0..inner {{ {act} }}
        push(&samples, (io.monotonic() - since) / inner)
      }}
      io.write("{go}.answer", "{{samples}}")
    }}
  }}
}}
"""


def indented(text):
    return "\n".join("  " + line for line in text.strip("\n").splitlines())


def script(side, inputs, folder, own):
    """The text of a script that serves the side."""
    given = ", ".join(inputs)
    setup, act = side.setup, side.act
    if side.expr:
        setup = f"{setup}\nlet f = jit(({given}) => {side.expr})"
        act = f"f({given})"
    loads = "\n".join(f'  let {name} = data.load_npy("{folder}/{name}.npy")' for name in inputs)
    return SERVE.format(go=f"{own}/go", own=own, folder=folder, head=side.head, inputs=loads,
                        setup=indented(setup), result=indented(side.result or act),
                        act=act, seen=side.seen)


def environment(threads, **more):
    return os.environ | {"RILLE_THREADS": str(threads)} | more


def start(side, inputs, folder, own, threads):
    """A process that serves the side; it answers "ready" once the result is in its directory."""
    path = own / "side.rille"
    path.write_text(script(side, inputs, folder, own))
    return subprocess.Popen([side.build or BUILD, "run", path], stdout=open(own / "said", "w"),
                            stderr=subprocess.STDOUT, env=environment(threads))


def fresh(side, folder, own, threads, limit):
    """The seconds that a process of its own prints."""
    path = own / "fresh.rille"
    path.write_text(side.text.replace("FOLDER", str(folder)))
    cache = str(own / "cache") if side.disk else "off"
    return subprocess.run([side.build or BUILD, "run", path], capture_output=True, text=True,
                          timeout=limit, env=environment(threads, RILLE_CACHE=cache))

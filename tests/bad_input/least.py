"""Every function and layer with minimal arguments: scalars, empty arrays, empty tuples.

All calls are lines of a prompt, which continues after an error, so a call that ends the process
shows.
"""
import json
import os
import re
import subprocess
import tempfile

from clocks import HANGS_S

RILLE = os.path.abspath(os.environ.get("RILLE", "build/rille"))
ASIDE = ("io.", "data.stdin")  # they end the program, read input, or list files
LEAST = ["1.0", "1", "true", "()", "[1.0]", "zeros(0)", "zeros((0, 3))", "zeros((3, 0))",
         "c64(1.0)", "rng.key(0)", "x => x", "\"\"", "f32(2.0)", "nil"]
LAYERS = ["nn.linear(k, 4, 3)", "nn.layer_norm(4)", "nn.batch_norm(4)", "nn.rms_norm(4)",
          "nn.group_norm(4, groups = 2)", "nn.instance_norm(4)", "nn.conv(k, 4, 3, (3,))",
          "nn.conv_transpose(k, 4, 3, (3,))", "nn.embed(k, 4, 3)", "nn.attention(k, 4, heads = 2)",
          "nn.mlp(k, (4, 4))", "nn.dropout(0.5)", "nn.rnn(nn.lstm_cell(k, 4, 4))",
          "nn.lstm_cell(k, 4, 4)", "nn.gru_cell(k, 4, 4)", "nn.moe(k, 4, 4, 4)",
          "nn.lora(k, 4, 2, 4)", "nn.lora_linear(k, 4, 2, 4)", "nn.prelu()",
          "nn.einsum(k, \"ab,bc->ac\", (4, 4))", "nn.linear_general(k, 4, 3)",
          "nn.gated_mlp(k, 4, 8)", "nn.spectral_norm(nn.linear(k, 4, 3))",
          "nn.weight_norm(nn.linear(k, 4, 3))", "nn.conv_lstm_cell(k, 4, 4, (3,))"]


def functions():
    done = subprocess.run([RILLE, "help", "--json"], capture_output=True, text=True,
                          timeout=HANGS_S)
    return [row["name"] for row in json.loads(done.stdout)
            if "(" in row.get("signature", "") and not row["name"].startswith(ASIDE)]


def drawn(draw, names):
    """A call with one, two, or three arguments, which are often equal."""
    first = draw.choice(LEAST)
    given = [first] + [draw.choice((first, draw.choice(LEAST))) for _ in range(draw.randrange(3))]
    if draw.random() < 0.9:
        return f"{draw.choice(names)}({', '.join(given)})"
    call = f"m({', '.join(given)})"
    return draw.choice((f"{{ let m = {draw.choice(LAYERS)}; {call} }}",
                        f"grad(m => sum({call}))({draw.choice(LAYERS)})"))


def run(calls, folder):
    """What is wrong with these calls, and how many of them ran."""
    cells = "".join(f"{call}\n\"@{{{i}}}\"\n" for i, call in enumerate(calls))
    done = subprocess.run([RILLE, "--time-limit", str(HANGS_S), "--memory-limit", "1000"],
                          input="let k = rng.key(0);\n" + cells, capture_output=True, text=True,
                          cwd=folder, timeout=6 * HANGS_S, errors="replace",
                          env={**os.environ, "NO_COLOR": "1"})
    said = done.stdout + done.stderr
    ended = [int(i) for i in re.findall(r"^\"?@(\d+)", said, re.M)]
    wrong = [f"{calls[i]}: error[bug]" for i in
             {int(i) for i in re.findall(r"error\[bug\](?:(?!@\d)[^\x00])*?@(\d+)", said)}]
    wrong += [f"{calls[i]}: hangs" for i in
              {int(i) for i in re.findall(r"time limit of(?:(?!@\d)[^\x00])*?@(\d+)", said)}]
    if done.returncode != 0 or len(ended) < len(calls):
        at = max(ended, default=-1) + 1
        wrong.append(f"{calls[min(at, len(calls) - 1)]}: the program ended, {done.returncode}")
        return wrong, at + 1
    return wrong, len(calls)


def check(draw, count):
    names = functions()
    calls, wrong = [drawn(draw, names) for _ in range(count)], []
    with tempfile.TemporaryDirectory() as folder:
        while calls:
            found, ran = run(calls, folder)
            wrong += found
            calls = calls[ran:]
    return wrong

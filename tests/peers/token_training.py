"""Training and BPE dropout of tokenizers compared with the package `tokenizers`: a part of
text_tokens."""
import json
import pathlib
import subprocess

import numpy as np
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

import compare
from compare import pick
from text_tokens import FOLDER, PATTERNS, WORDS, corpus, integer


def trained(rille):
    """The merges of both trainers, and the ids of a Rille file in the package."""
    path = pathlib.Path(FOLDER.name, f"ours{integer(0, 10 ** 9)}.json")
    lines, size = corpus(), integer(256, 700)
    special = ["<s>", "<pad>"][:integer(0, 3)]
    pattern, least = pick(None, *PATTERNS.values()), pick(0, 0, 2, 3)
    made = Tokenizer(models.BPE())
    cut = pre_tokenizers.ByteLevel(add_prefix_space=False)
    if pattern:
        cut = pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(pattern), "isolated"),
                                       pre_tokenizers.ByteLevel(False, use_regex=False)])
    made.pre_tokenizer = cut
    made.train_from_iterator(lines, trainers.BpeTrainer(
        vocab_size=size + len(special), min_frequency=least, show_progress=False,
        special_tokens=special, initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    pathlib.Path(f"{path}.lines").write_text(json.dumps(lines))
    raw = "nil" if pattern is None else 'r"' + pattern + '"'
    script = pathlib.Path(FOLDER.name, "train.rille")
    script.write_text(f'let lines = json.parse(io.read("{path}.lines"))\n'
                      f'tokens.train(lines, {size + len(special)}, special_tokens = '
                      f'{compare.script(tuple(special))}, pattern = {raw}, min_count = {least}) '
                      f'|> tokens.save("{path}")\n')
    done = subprocess.run([rille, "run", script], capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        return [f"train: {done.stderr[:600]}"]
    mine, state = Tokenizer.from_file(str(path)), json.loads(made.to_str())
    own = json.loads(path.read_text())
    wrong = []
    if own["model"]["merges"] != state["model"]["merges"]:
        at = next((i for i, (a, b) in enumerate(
            zip(own["model"]["merges"], state["model"]["merges"])) if a != b), "the end")
        wrong.append(f"train {path}: merges differ from {at} on")
    if own["model"]["vocab"] != state["model"]["vocab"]:
        wrong.append(f"train {path}: vocabularies differ")
    for line in lines[:10]:
        if mine.encode(line).ids != made.encode(line).ids:
            wrong.append(f"train {path}: other ids of {line!r}")
        if mine.decode(mine.encode(line).ids, skip_special_tokens=False) != line:
            wrong.append(f"train {path}: another text of {line!r}")
    return wrong


SAMPLES = """proc main(path: str) {
  let t = tokens.load("{path}")
  for text in json.parse(io.read("{path}.texts")) {
    print(json.text((tokens.sample(rng.key(i), t, text) for i in 0..80)))
  }
}
"""


def sampled(rille):
    """BPE dropout: equal numbers of tokens on average, none merged at rate 1."""
    path = pathlib.Path(FOLDER.name, f"dropped{integer(0, 10 ** 9)}.json")
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    made.train_from_iterator(corpus(), trainers.BpeTrainer(
        vocab_size=integer(300, 900), show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    made.model.dropout = pick(0.05, 0.1, 0.3, 0.6, 1.0)
    made.save(str(path))
    texts = [" ".join(WORDS[integer(0, len(WORDS))] for _ in range(12)) for _ in range(4)]
    pathlib.Path(f"{path}.texts").write_text(json.dumps(texts))
    script = pathlib.Path(FOLDER.name, "sample.rille")
    script.write_text(SAMPLES)
    done = subprocess.run([rille, "run", script, path], capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        return [f"sample: {done.stderr[:600]}"]
    wrong = []
    for text_, line in zip(texts, done.stdout.rstrip("\n").split("\n"), strict=True):
        mine = json.loads(line)
        own = np.array([len(ids) for ids in mine])
        drawn = [tuple(made.encode(text_).ids) for _ in range(400)]
        other = np.array([len(ids) for ids in drawn])
        spread = np.sqrt(own.var() / len(own) + other.var() / len(other))
        if abs(own.mean() - other.mean()) > 5 * spread + 1e-9:
            wrong.append(f"sample {path}: {own.mean()} tokens, theirs {other.mean()}, {text_!r}")
        if any(made.decode(ids) != text_ for ids in mine):
            wrong.append(f"sample {path}: another text of {text_!r}")
        if 3 * len({tuple(ids) for ids in mine}) < len(set(drawn[:80])):
            wrong.append(f"sample {path}: other keys give the same, {text_!r}")
    return wrong

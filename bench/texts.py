#!/usr/bin/env python3
"""Tokenization compared with the `tokenizers` package with one thread: equal ids, then the time.

usage: RILLE_PEERS_PYTHON=… bench/texts.py [--rounds N] [--megabytes N]

Both read the same tokenizer.json, which the package trains on the text: byte-level with GPT-2's and
Llama 3's pattern, WordPiece as BERT's, BPE with space markers as Llama 2's, Unigram as T5's. The
text is the documentation of this tree, line by line. The sides alternate; the minimum time counts.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

os.environ["TOKENIZERS_PARALLELISM"] = "false"
PYTHON = os.environ.get("RILLE_PEERS_PYTHON")
if PYTHON and "RILLE_PEERS_STARTED" not in os.environ:
    os.execve(PYTHON, [PYTHON, *sys.argv], {**os.environ, "RILLE_PEERS_STARTED": "1"})
try:
    from tokenizers import (Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers,
                            processors, trainers)
except ImportError:
    print("tokenizers: skipped, no package `tokenizers`; RILLE_PEERS_PYTHON names a Python with it")
    sys.exit(0)

RILLE = str(pathlib.Path(os.environ.get("RILLE", "build/rille")).resolve())
LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|"
    r"\s*[\r\n]+|\s+(?!\S)|\s+")


def byte_level(pattern):
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False) if not pattern else \
        pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(pattern), "isolated"),
                                 pre_tokenizers.ByteLevel(False, use_regex=False)])
    made.decoder = decoders.ByteLevel()
    return made, trainers.BpeTrainer(vocab_size=8000, show_progress=False,
                                     initial_alphabet=pre_tokenizers.ByteLevel.alphabet())


def bert():
    made = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer()
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return made, trainers.WordPieceTrainer(vocab_size=8000, show_progress=False,
                                           special_tokens=["[UNK]", "[CLS]", "[SEP]"])


def llama2():
    made = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True))
    made.normalizer = normalizers.Sequence(
        [normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    made.pre_tokenizer = pre_tokenizers.Split("▁", "merged_with_next")
    return made, trainers.BpeTrainer(vocab_size=8000, show_progress=False, special_tokens=["<unk>"])


def t5():
    made = Tokenizer(models.Unigram())
    made.normalizer, made.pre_tokenizer = normalizers.NFKC(), pre_tokenizers.Metaspace()
    return made, trainers.UnigramTrainer(vocab_size=8000, show_progress=False, unk_token="<unk>",
                                         special_tokens=["<unk>"])


KINDS = {"GPT-2": lambda: byte_level(None), "Llama 3": lambda: byte_level(LLAMA3), "BERT": bert,
         "Llama 2": llama2, "T5": t5}
SCRIPT = """proc main(path: str, rounds: int) {
  let t = tokens.load("{path}.json")
  let all = json.parse(io.read("{path}.lines"))
  var best = 1.0e9
  var ids = ()
  for r in 0..rounds {
    let start = io.monotonic()
    ids = (t.encode(x) for x in all)
    let took = io.monotonic() - start
    if took < best { best = took }
  }
  io.write("{path}.ids", json.text(ids))
  print(best)
}
"""


def lines_of(megabytes):
    out, size = [], 0
    pages = sorted(pathlib.Path("docs").rglob("*.md")) + \
                   sorted(pathlib.Path("stdlib").rglob("*.cpp"))
    while size < megabytes * 10 ** 6:
        for page in pages:
            for line in page.read_text().split("\n"):
                if line and size < megabytes * 10 ** 6:
                    out.append(line)
                    size += len(line.encode())
    return out, size


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--megabytes", type=float, default=2)
    given = options.parse_args()
    lines, size = lines_of(given.megabytes)
    print(f"{size / 1e6:.1f} MB in {len(lines)} lines, one thread, MB/s\n"
          f"{'':<10}{'rille':>8}{'tokenizers':>12}{'ratio':>8}")
    with tempfile.TemporaryDirectory() as folder:
        script = pathlib.Path(folder, "encode.rille")
        script.write_text(SCRIPT)
        for name, make in KINDS.items():
            made, trainer = make()
            made.train_from_iterator(lines[:20000], trainer)
            if name == "Llama 2":
                made.pre_tokenizer = None
            path = str(pathlib.Path(folder, "t"))
            made.save(path + ".json")
            pathlib.Path(path + ".lines").write_text(json.dumps(lines))
            made, best = Tokenizer.from_file(path + ".json"), 1e9
            done = subprocess.run([RILLE, "run", script, path, str(given.rounds)], text=True,
                                  capture_output=True, timeout=900, check=True)
            for _ in range(given.rounds):
                start = time.perf_counter()
                theirs = made.encode_batch_fast(lines)
                best = min(best, time.perf_counter() - start)
            ours = json.loads(pathlib.Path(path + ".ids").read_text())
            same = ours == [e.ids for e in theirs]
            mine = float(done.stdout)
            rates = f"{size / mine / 1e6:>8.1f}{size / best / 1e6:>12.1f}"
            print(f"{name:<10}{rates}{best / mine:>8.1f}"
                  + ("" if same else "  other ids"), flush=True)


main()

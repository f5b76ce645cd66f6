"""Writes small tokenizer files, and the results of their packages for a few texts.

usage: python tests/peers/token_samples.py [FOLDER] [SEED]; FOLDER is tests/conformance/tokenizers.
Each NAME.json or NAME.model has a NAME.said: texts, ids, offsets, decoded texts, as JSON.
"""
import json
import pathlib
import sys

import sentencepiece
from tokenizers import (Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers,
                        processors, trainers)

import compare
import text_tokens

LINES = ["The quick brown fox jumps over the lazy dog. It's 12:30, isn't it?",
         "Größe naïve café — résumé; 3.14 x 2 = 6.28", "print(f'{x:>8}')  # a comment",
         "日本語 中文"] * 3
TEXTS = [
    "The fox isn't 123 naïve.", "  two  spaces\n\tand a tab", "Größe: 日本語 🙂 <s>x", "",
    "é e\u0301 ﬁ"]


def bytes_of(pattern):
    made = Tokenizer(models.BPE())
    cut = pre_tokenizers.ByteLevel(add_prefix_space=False)
    if pattern:
        cut = pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(pattern), "isolated"),
                                       pre_tokenizers.ByteLevel(False, use_regex=False)])
    made.pre_tokenizer, made.decoder = cut, decoders.ByteLevel()
    made.train_from_iterator(LINES, trainers.BpeTrainer(
        vocab_size=330, show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    made.add_special_tokens(["<s>"])
    return made


def llama3():
    made = bytes_of(text_tokens.PATTERNS["llama3"])
    made.post_processor = processors.TemplateProcessing(
        single="<s> $A", pair="<s> $A <s> $B:1", special_tokens=[("<s>", made.token_to_id("<s>"))])
    return made


def llama2():
    made = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    made.normalizer = normalizers.Sequence(
        [normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    made.pre_tokenizer = pre_tokenizers.Split("▁", "merged_with_next")
    made.train_from_iterator(LINES[:2], trainers.BpeTrainer(
        vocab_size=380, show_progress=False, limit_alphabet=40,
        special_tokens=["<unk>", "<s>", *text_tokens.BYTES]))
    made.pre_tokenizer = None
    made.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(),
                                      decoders.Fuse(), decoders.Strip(" ", 1, 0)])
    return made


def bert():
    made = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer()
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.train_from_iterator(LINES, trainers.WordPieceTrainer(
        vocab_size=120, show_progress=False, special_tokens=["[UNK]", "[CLS]", "[SEP]"]))
    made.post_processor = processors.BertProcessing(("[SEP]", 2), ("[CLS]", 1))
    made.decoder = decoders.WordPiece()
    return made


def t5():
    made = Tokenizer(models.Unigram())
    made.normalizer, made.decoder = normalizers.NFKC(), decoders.Metaspace()
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    made.train_from_iterator(LINES, trainers.UnigramTrainer(
        vocab_size=150, show_progress=False, unk_token="<unk>", special_tokens=["<unk>", "</s>"]))
    return made


def said(made):
    encodings = [made.encode(text) for text in TEXTS]
    return [{"text": text, "ids": e.ids, "offsets": [list(o) for o in e.offsets],
             "back": made.decode(e.ids)} for text, e in zip(TEXTS, encodings)]


def said_of_sentences(made):
    out = []
    for text in TEXTS:
        want = text_tokens.theirs_sentence(made, (text, None, True))
        out.append({"text": text, "ids": want["ids"], "offsets": want["offsets"],
                    "back": want["without"]})
    return out


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "tests/conformance/tokenizers")
    compare.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    folder.mkdir(exist_ok=True)
    for name, make in {"gpt2": lambda: bytes_of(None), "llama3": llama3, "llama2": llama2,
                       "bert": bert, "t5": t5}.items():
        made = make()
        made.save(str(folder / f"{name}.json"), pretty=False)
        (folder / f"{name}.said").write_text(json.dumps(said(made), ensure_ascii=False) + "\n")
    corpus = folder / "corpus"
    corpus.write_text("\n".join(LINES) + "\n")
    for kind in ("unigram", "bpe"):
        sentencepiece.SentencePieceTrainer.train(
            input=str(corpus), model_prefix=str(folder / kind), vocab_size=340, model_type=kind,
            normalization_rule_name="identity", byte_fallback=True, hard_vocab_limit=False,
            character_coverage=0.98, minloglevel=4, num_threads=1)
        (folder / f"{kind}.vocab").unlink()
        made = sentencepiece.SentencePieceProcessor(str(folder / f"{kind}.model"))
        text = json.dumps(said_of_sentences(made), ensure_ascii=False)
        (folder / f"{kind}.said").write_text(text + "\n")
    corpus.unlink()


main()

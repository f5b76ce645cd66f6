"""Tokenizers compared with the packages `tokenizers` and `sentencepiece`: ids, offsets, tokens,
strings.

Each sample creates a tokenizer with the package, trained on random text or built from random parts,
saves its file, and compares both on random texts of all of Unicode.
"""
import json
import pathlib
import subprocess
import tempfile
import unicodedata

import sentencepiece
import tokenizers
from sentencepiece import sentencepiece_model_pb2 as proto
from tokenizers import (AddedToken, Regex, Tokenizer, decoders, models, normalizers,
                        pre_tokenizers, processors, trainers)

import compare
from compare import pick

# Split patterns of model tokenizers: published with GPT-2, Llama 3 and Qwen2, and one that
# distinguishes cases.
PATTERNS = {
    "llama3": r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|"
              r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    "qwen2": r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}|"
             r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    "cases": r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|"
    r"[^\r\n\p{L}\p{N}]?\p{Lu}+|"
             r"\p{N}|\s+(?!\S)|\s+|[^\s\p{L}\p{N}]+",
}
WORDS = (
    "the of and to in is was he for it with as his on be at by had not are but from or have an "
    "they which one you were all her she there would their we him been has when who will no "
    "more if out so up said what its about than into them can only other time new some could "
    "these two may first then do any like my now over such our man me even most made after "
    "also did many off before must well back through years where much your way down should "
    "naïve café Straße İstanbul ΟΔΟΣ мир привет 日本語 中文 한국어 हिन्दी عربي ไทย don't I'm "
    "we've they'll x_1 3.14 2026 1,000 https://a.b/c?d=e f(x) -> {} [] <b> && || == !=").split()
ODD = (
    "  ", "\n", "\r\n", "\t", " \n \n", "\u00a0", "\u3000", "\u2028", "\u200b", "\u200d",
    "\ufeff", "\ufffd", "é", "e\u0301", "\u1e9b\u0323", "ﬁ", "Å", "\u212b", "①", "½", "ｆｕｌｌ", "ß",
    "ſ", "İ", "각", "\u1100\u1161\u11a8", "क्षि", "👩\u200d👩\u200d👧", "🇩🇪", "👍🏽", "\u0344",
    "q\u0307\u0323", "'S", "'ſ", "'LL", "...", "--", "▁", "▁▁", "Ġ", "<0x41>", "##", "\0", "\x7f",
    "\x1c", "\u0085")
# Blocks whose characters are in all versions of Unicode of the packages, which are older.
RANGES = [(0x20, 0x7F), (0xA0, 0x250), (0x370, 0x378), (0x388, 0x52F), (0x5D0, 0x5EB),
          (0x620, 0x6D4), (0x904, 0x93A), (0xE01, 0xE3B), (0x10A0, 0x10C6), (0x1100, 0x1200),
          (0x1E00, 0x1F16), (0x2010, 0x2060), (0x2070, 0x2072), (0x20A0, 0x20B6), (0x2100, 0x2189),
          (0x2190, 0x23F0), (0x2460, 0x2500), (0x3041, 0x3097), (0x30A0, 0x3100), (0x3220, 0x32FF),
          (0x4E00, 0x9FA6), (0xAC00, 0xD7A4), (0xF900, 0xFA2E), (0xFB00, 0xFB07), (0xFE50, 0xFE53),
          (0xFF01, 0xFF60), (0x10400, 0x10450), (0x1D400, 0x1D455), (0x1F600, 0x1F641),
          (0x300, 0x345), (0x2F800, 0x2FA1E)]
FOLDER = tempfile.TemporaryDirectory()


def integer(low, high):
    return int(compare.rng.integers(low, high))


def chance(p):
    return compare.rng.random() < p


def character():
    if chance(0.5):
        low, high = RANGES[integer(0, len(RANGES))]
        out = chr(integer(low, high))
        return out if unicodedata.category(out) != "Cn" else "x"
    return chr(integer(32, 127))


def text(extra=()):
    """Words, special cases, and characters of all scripts."""
    parts = []
    for _ in range(integer(0, 25)):
        way = compare.rng.random()
        if way < 0.5:
            word = WORDS[integer(0, len(WORDS))]
            parts.append(pick("", " ", " ", " ") + pick(word, word, word.upper(), word.title()))
        elif way < 0.7:
            parts.append(ODD[integer(0, len(ODD))])
        elif way < 0.8 and extra:
            parts.append(pick("", " ", "  ", "x") + extra[integer(0, len(extra))] +
                         pick("", " ", "y"))
        else:
            parts.append("".join(character() for _ in range(integer(1, 6))))
    return "".join(parts)


def corpus():
    return [text() for _ in range(integer(20, 120))]


def added():
    """Tokens outside of the model, with all their options."""
    contents = ["<s>", "</s>", "<|end|>", "[MASK]", "the", "Abc", "<x", "<xy>", "日"]
    compare.rng.shuffle(contents)
    out = []
    for content in contents[:integer(0, 6)]:
        out.append(AddedToken(content, single_word=chance(0.3), lstrip=chance(0.3),
                              rstrip=chance(0.3), normalized=chance(0.4)))
    return out


def add(made, tokens):
    special = [t for t in tokens if chance(0.6)]
    made.add_special_tokens(special)
    made.add_tokens([t for t in tokens if t not in special])
    return [t.content for t in tokens]


def byte_level():
    """GPT-2, Llama 3, Qwen2, and similar models."""
    made = Tokenizer(models.BPE(ignore_merges=chance(0.3)))
    if chance(0.4):
        made.normalizer = pick(normalizers.NFC(), normalizers.NFKC(), normalizers.NFD())
    name = pick("gpt2", "gpt2", *PATTERNS)
    prefix = chance(0.3)
    if name == "gpt2":
        made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=prefix)
    else:
        made.pre_tokenizer = pre_tokenizers.Sequence([
            pre_tokenizers.Split(Regex(PATTERNS[name]), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=prefix, use_regex=False)])
    made.decoder = decoders.ByteLevel()
    made.train_from_iterator(corpus(), trainers.BpeTrainer(
        vocab_size=integer(256, 900), show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet() if chance(0.8) else []))
    names = add(made, added())
    trim = processors.ByteLevel(trim_offsets=chance(0.5), add_prefix_space=prefix)
    made.post_processor = pick(trim, processors.Sequence([trim, template(made)]))
    return made, names


def template(made):
    made.add_special_tokens(["<bos>", "<eos>"])
    ids = [(t, made.token_to_id(t)) for t in ("<bos>", "<eos>")]
    return processors.TemplateProcessing(
        single=pick("<bos> $A", "<bos> $A <eos>", "$A:1 <eos>:1"),
        pair=pick("<bos> $A <eos> $B:1 <eos>:1", "<bos> $B:1 <eos> $A"), special_tokens=ids)


BYTES = [f"<0x{byte:02X}>" for byte in range(256)]


def metaspace_bpe():
    """Llama 2, Gemma, Mistral."""
    fallback, unknown = chance(0.7), pick("<unk>", "<unk>", None)
    mark = pick("pre", "normal", "replace")
    made = Tokenizer(models.BPE(unk_token=unknown, fuse_unk=chance(0.5), byte_fallback=fallback))
    marks = [normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]
    if mark == "pre":
        made.pre_tokenizer = pre_tokenizers.Metaspace(
            prepend_scheme=pick("always", "first", "never"), split=chance(0.6))
    else:
        made.normalizer = normalizers.Sequence(marks) if mark == "normal" else marks[1]
    special = ["<unk>", "<s>", "</s>"] + (BYTES if fallback else [])
    if mark != "pre":  # training needs words
        made.pre_tokenizer = pre_tokenizers.Split("▁", "merged_with_next")
    made.train_from_iterator(corpus(), trainers.BpeTrainer(
        vocab_size=integer(400, 900), show_progress=False, special_tokens=special,
        limit_alphabet=integer(40, 120)))
    if mark != "pre":
        made.pre_tokenizer = None
    made.decoder = pick(
        decoders.Metaspace(),
        decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(),
                           decoders.Strip(" ", 1, 0)]))
    return made, add(made, added())


def word_piece():
    """BERT."""
    made = Tokenizer(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=pick(8, 100)))
    made.normalizer = pick(None, normalizers.BertNormalizer(
        clean_text=chance(0.7), handle_chinese_chars=chance(0.7),
        strip_accents=pick(None, True, False), lowercase=chance(0.6)))
    made.pre_tokenizer = pick(pre_tokenizers.BertPreTokenizer(), pre_tokenizers.Whitespace())
    made.train_from_iterator(corpus(), trainers.WordPieceTrainer(
        vocab_size=integer(200, 600), show_progress=False,
        special_tokens=["[UNK]", "[CLS]", "[SEP]"], limit_alphabet=integer(40, 200)))
    made.decoder = decoders.WordPiece(cleanup=chance(0.5))
    names = add(made, added())
    ends = [(t, made.token_to_id(t)) for t in ("[SEP]", "[CLS]")]
    made.post_processor = pick(None, processors.BertProcessing(*ends),
                               processors.RobertaProcessing(*ends, trim_offsets=chance(0.5),
                                                            add_prefix_space=chance(0.5)),
                               template(made))
    return made, names


def word_level():
    made = Tokenizer(models.WordLevel(unk_token="<unk>"))
    made.pre_tokenizer = pick(
        pre_tokenizers.Whitespace(), pre_tokenizers.WhitespaceSplit(),
        pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(),
                                 pre_tokenizers.Digits(individual_digits=chance(0.5))]),
        pre_tokenizers.CharDelimiterSplit(" "),
        pre_tokenizers.Punctuation(pick("isolated", "removed", "merged_with_previous",
                                        "merged_with_next", "contiguous")))
    made.train_from_iterator(corpus(), trainers.WordLevelTrainer(
        vocab_size=integer(50, 400), show_progress=False, special_tokens=["<unk>"]))
    return made, add(made, added())


def charsmap():
    """SentencePiece's own table of replacements, of a model that it trains."""
    path = sentence_model("unigram", pick("nmt_nfkc", "nfkc", "nmt_nfkc_cf"), 80, False, odd=False)
    model = proto.ModelProto()
    model.ParseFromString(path.read_bytes())
    return model.normalizer_spec.precompiled_charsmap


def unigram():
    """T5, XLM-R, and similar models."""
    made = Tokenizer(models.Unigram())
    if chance(0.7):
        made.normalizer = pick(
            normalizers.NFKC(), normalizers.Precompiled(charsmap()),
            normalizers.Sequence([normalizers.Nmt(), normalizers.NFKC(),
                                  normalizers.Replace(Regex(" {2,}"), " ")]))
    made.pre_tokenizer = pick(
        pre_tokenizers.Metaspace(prepend_scheme=pick("always", "first", "never")),
        pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]))
    fallback = chance(0.4)
    made.train_from_iterator(corpus(), trainers.UnigramTrainer(
        vocab_size=integer(1800, 2500), show_progress=False, unk_token="<unk>",
        special_tokens=["<unk>", "<s>", "</s>"] + (BYTES if fallback else [])))
    if fallback:
        state = json.loads(made.to_str())
        state["model"]["byte_fallback"] = True
        made = Tokenizer.from_str(json.dumps(state))
    made.decoder = decoders.Metaspace()
    return made, add(made, added())


def mixed():
    """Normalizers and pre-tokenizers in any order, before a model that accepts any text."""
    steps = [normalizers.NFC(), normalizers.NFD(), normalizers.NFKD(), normalizers.Lowercase(),
             normalizers.StripAccents(), normalizers.Strip(chance(0.5), chance(0.5)),
             normalizers.Replace(Regex(pick(r"\s+", "[aeiou]", "l+")), pick("", "-", "öö")),
             normalizers.Replace(pick("the", ".", "e"), pick("", "x", "yz")),
             normalizers.Prepend(pick("▁", "ab")), normalizers.Nmt()]
    cuts = [pre_tokenizers.Whitespace(), pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Digits(),
            pre_tokenizers.Punctuation(pick("isolated", "contiguous", "merged_with_next")),
            pre_tokenizers.Metaspace(prepend_scheme=pick("always", "first", "never")),
            pre_tokenizers.Split(pick(Regex(r"\d+"), Regex(r"[^a-z]+"), "a", "th"),
                                 pick("removed", "isolated", "merged_with_previous",
                                      "merged_with_next", "contiguous"), invert=chance(0.3)),
            pre_tokenizers.ByteLevel(add_prefix_space=chance(0.5), use_regex=chance(0.5)),
            pre_tokenizers.FixedLength(integer(1, 6)), pre_tokenizers.UnicodeScripts(),
            pre_tokenizers.BertPreTokenizer()]
    compare.rng.shuffle(steps)
    compare.rng.shuffle(cuts)
    kinds = {"prefix": dict(continuing_subword_prefix="##"),
             "suffix": dict(end_of_word_suffix="</w>"), "plain": {}}
    kind = kinds[pick(*kinds)]
    made = Tokenizer(models.BPE(unk_token=pick("<unk>", None), fuse_unk=chance(0.5), **kind))
    made.normalizer = normalizers.Sequence(steps[:integer(0, 4)])
    made.pre_tokenizer = pre_tokenizers.Sequence(cuts[:integer(0, 3)])
    made.train_from_iterator(corpus(), trainers.BpeTrainer(
        vocab_size=integer(200, 700), show_progress=False, special_tokens=["<unk>"],
        limit_alphabet=integer(30, 200), **kind))
    made.decoder = pick(None, decoders.BPEDecoder(), decoders.CTC(pad_token="a"),
                        decoders.WordPiece(), decoders.Strip("t", 1, 1), decoders.ByteLevel())
    if chance(0.3):
        made.enable_truncation(integer(1, 12), strategy=pick("longest_first", "only_first"),
                               direction=pick("left", "right"))
    if chance(0.3):
        made.enable_padding(direction=pick("left", "right"), pad_id=0, pad_type_id=integer(0, 3),
                            pad_token="<unk>", length=pick(None, 20),
                            pad_to_multiple_of=pick(None, 8))
    return made, add(made, added())


KINDS = {f.__name__: f for f in (byte_level, metaspace_bpe, word_piece, word_level, unigram, mixed)}


def sentence_model(kind, rule, size, fallback, odd=True):
    path = pathlib.Path(FOLDER.name, f"sp{integer(0, 10 ** 9)}")
    lines = corpus() + corpus() if odd else []
    lines = [line.replace("\n", " ").replace("\r", " ").replace("\0", "") or "a" for line in lines]
    corpus_path = path.with_suffix(".txt")
    corpus_path.write_text("\n".join(lines) + "\nabcdefg hijklmnop qrstuv wxyz\n" * 5)
    options = {"character_coverage": pick(0.98, 0.995), "add_dummy_prefix": chance(0.7),
               "remove_extra_whitespaces": chance(0.6),
               "user_defined_symbols": ["<sep>", "the", "▁▁"][:integer(0, 4)]}
    while True:  # a sample of many different characters needs more pieces
        try:
            sentencepiece.SentencePieceTrainer.train(
                input=str(corpus_path), model_prefix=str(path), vocab_size=size, model_type=kind,
                normalization_rule_name=rule, byte_fallback=fallback, hard_vocab_limit=False,
                minloglevel=4, num_threads=1, input_sentence_size=10 ** 6, **options)
            break
        except RuntimeError as error:
            if "Vocabulary size is smaller" not in str(error):
                raise
            size += 200
    return path.with_suffix(".model")


SCRIPT = """proc main(path: str) {
  let t = tokens.load("{path}")
  for case in json.parse(io.read("{path}.texts")) {
    let (a, b) = (case[0], case[1])
    let r = try(() => {
      let p = t.encode_full(a, pair = b, special = case[2])
      let ids = t.encode(a, pair = b, add_special_tokens = case[2])
      (p = p, same = same(ids, p.ids), with = t.decode(p.ids, keep_special_tokens = true),
       without = t.decode(p.ids), size = t.vocab_size())
    })
    print(json.text(r))
  }
}
"""


def theirs(made, case):
    """The package's result; None if it panics, "refused" if it raises."""
    first, second, special = case
    try:
        out = made.encode(first, second, add_special_tokens=special)
        return told(made, out)
    except Exception as error:
        return {"refused": str(error)}
    except BaseException as error:
        if "Panic" not in type(error).__name__:
            raise
        return None


def told(made, out):
    return {"ids": out.ids, "tokens": out.tokens, "offsets": [list(o) for o in out.offsets],
            "types": out.type_ids, "special": [bool(x) for x in out.special_tokens_mask],
            "with": made.decode(out.ids, skip_special_tokens=False),
            "without": made.decode(out.ids), "size": made.get_vocab_size()}


def theirs_sentence(made, case):
    out = made.encode(case[0], return_type="proto")
    pieces, raw = list(out.pieces), case[0].encode()
    at = [0] + [sum(byte & 0xC0 != 0x80 for byte in raw[:i]) for i in range(1, len(raw) + 1)]
    return {"ids": [p.id for p in pieces], "tokens": [p.piece for p in pieces],
            "offsets": [[at[p.begin], at[p.end]] for p in pieces],
            "without": made.decode([p.id for p in pieces]), "size": made.get_piece_size()}


def ours(rille, path, cases):
    pathlib.Path(f"{path}.texts").write_text(json.dumps(cases))
    script = pathlib.Path(FOLDER.name, "ask.rille")
    script.write_text(SCRIPT)
    done = subprocess.run([rille, "run", script, path], capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        return [{"error": done.stderr[:400]}] * len(cases)
    out = []
    for line in done.stdout.rstrip("\n").split("\n"):
        result = json.loads(line)
        if not result["ok"]:
            out.append({"error": result["error"]["message"]})
            continue
        value = result["value"]
        out.append({**value.pop("p"), **value})
    return out


class Tried:
    """A sample, as the tables name it."""

    def __init__(self, name):
        self.name = name
        self.text = ("tokens.load(path).encode(text); tokens.train(text); tokens.save(path); "
                     "tokens.sample(key, t, text)")


def judged(kind, wanted, got, case):
    out = []
    if wanted is None:
        return []
    if "refused" in wanted:
        return [] if "error" in got else [f"{kind}: {case!r}: theirs {wanted['refused']}"]
    if "error" in got:
        return [f"{kind}: {case!r}: {got['error']}"]
    if not got["same"]:
        out.append(f"{kind}: {case!r}: encode and parts differ")
    for name, value in wanted.items():
        if got[name] != value:
            out.append(f"{kind} {name}: {case!r}\n  theirs {value!r}\n  ours   {got[name]!r}")
    return out


def vanishes(made):
    """Whether the normalizer maps an added token to an empty string: the package then finds it
    between all bytes, and panics inside of characters; Rille finds it nowhere."""
    return made.normalizer is not None and any(
        token.normalized and not made.normalizer.normalize_str(token.content)
        for token in made.get_added_tokens_decoder().values())


def one(kind, rille):
    path = pathlib.Path(FOLDER.name, f"t{integer(0, 10 ** 9)}.json")
    if kind.startswith("sentence"):
        path = sentence_model(pick("unigram", "bpe", "word", "char"),
                              pick("nmt_nfkc", "identity", "nfkc_cf"), integer(1200, 1500),
                              chance(0.5))
        made, names = sentencepiece.SentencePieceProcessor(str(path)), ["<sep>", "the", "▁▁"]
        cases = [(text(names).replace("\0", ""), None, True) for _ in range(12)]
        wanted = [theirs_sentence(made, case) for case in cases]
    else:
        made, names = KINDS[kind]()
        while vanishes(made):
            made, names = KINDS[kind]()
        made.save(str(path))
        made = Tokenizer.from_file(str(path))
        cases = [(text(names), text(names) if chance(0.2) else None, chance(0.7))
                 for _ in range(12)]
        wanted = [theirs(made, case) for case in cases]
    wrong = []
    for case, want, got in zip(cases, wanted, ours(rille, path, cases), strict=True):
        wrong += judged(f"{kind} ({path.name})", want, got, case)
    return wrong


def run(draws, rille, seed):
    from token_training import sampled, trained  # which generate their text here
    wrong, cases = [], []
    ways = {"train": trained, "sample": sampled}
    for kind in [*KINDS, "sentence", *ways]:
        for _ in range(draws):
            found = ways[kind](rille) if kind in ways else one(kind, rille)
            wrong += found
            cases += [Tried(f"{kind}")] * max(1, len(found))
    return wrong, cases

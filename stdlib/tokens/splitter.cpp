// Pre-tokenizers of a tokenizer.json.
#include "stdlib/tokens/splitter.h"

#include <algorithm>
#include <array>

#include "stdlib/tokens/normalizer.h"
#include "vm/run/stack.h"

namespace rille {
namespace {

Delimiter read_delimiter(const JsonNode& from) {
  constexpr std::array<std::string_view, 5> names{"Removed", "Isolated", "MergedWithPrevious",
                                                  "MergedWithNext", "Contiguous"};
  auto found = std::ranges::find(names, from.text());
  if (found == names.end()) {
    from.refuse(
        "\"Removed\", \"Isolated\", \"MergedWithPrevious\", \"MergedWithNext\", or \"Contiguous\"");
  }
  return static_cast<Delimiter>(found - names.begin());
}

// Splits at characters of one class.
class CharClassSplitter : public TextSplitter {
 public:
  CharClassSplitter(bool (*is_match)(char32_t), Delimiter how) : is_match_(is_match), how_(how) {}
  void run(const TextPiece& piece, PieceArena&, TextPieces& out) const override {
    split_piece(piece, matches_of(piece.text, is_match_), how_, out);
  }

 private:
  bool (*is_match_)(char32_t);
  Delimiter how_;
};

class CharacterSplitter : public TextSplitter {
 public:
  explicit CharacterSplitter(char32_t delimiter) : delimiter_(delimiter) {}
  void run(const TextPiece& piece, PieceArena&, TextPieces& out) const override {
    auto matches = matches_of(piece.text, [&](char32_t c) { return c == delimiter_; });
    split_piece(piece, matches, Delimiter::removed, out);
  }

 private:
  char32_t delimiter_;
};

class LengthSplitter : public TextSplitter {
 public:
  explicit LengthSplitter(int64_t length) : length_(length) {}
  void run(const TextPiece& piece, PieceArena&, TextPieces& out) const override {
    size_t begin = 0;
    int64_t count = 0;
    for (size_t at = 0; at < piece.text.size(); at += character_at(piece.text, at).size) {
      if (count++ % length_ != 0 || at == 0) continue;
      out.push_back(piece.part(begin, at));
      begin = at;
    }
    if (begin < piece.text.size()) out.push_back(piece.part(begin, piece.text.size()));
  }

 private:
  int64_t length_;
};

// Matches \w+|[^\w\s]+ with the character classes of UTS 18.
class WordSplitter : public TextSplitter {
  void run(const TextPiece& piece, PieceArena&, TextPieces& out) const override {
    auto kind = [](char32_t c) { return is_word_character(c) ? 1 : is_white_space(c) ? 0 : 2; };
    size_t begin = 0;
    int last = 0;
    for (size_t at = 0; at < piece.text.size();) {
      auto [code, size] = character_at(piece.text, at);
      int now = kind(code);
      if (now != last) {
        if (last != 0 && begin < at) out.push_back(piece.part(begin, at));
        begin = at;
        last = now;
      }
      at += size;
    }
    if (last != 0 && begin < piece.text.size()) out.push_back(piece.part(begin, piece.text.size()));
  }
};

// Splits at matches of a pattern or of a string; if inverted, at the gaps between them.
class PatternSplitter : public TextSplitter {
 public:
  explicit PatternSplitter(const JsonNode& from)
      : how_(read_delimiter(from.field("behavior"))), inverts_(from.truth("invert", false)) {
    JsonNode pattern = from.field("pattern").object();
    if (pattern.has("String")) {
      part_ = pattern.text("String");
    } else {
      pattern_.emplace(pattern.text("Regex"));
    }
  }
  void run(const TextPiece& piece, PieceArena&, TextPieces& out) const override {
    TextMatches matches =
        pattern_ ? pattern_->split(piece.text) : matches_of_text(piece.text, part_);
    for (TextMatch& match : matches) match.found = match.found != inverts_;
    split_piece(piece, matches, how_, out);
  }
  const TextPattern* isolates() const override {
    return pattern_ && how_ == Delimiter::isolated ? &*pattern_ : nullptr;
  }

 private:
  std::string part_;
  std::optional<TextPattern> pattern_;
  Delimiter how_;
  bool inverts_;
};

// A pattern of runs of one Unicode script, by the names of PCRE2. Japanese syllables count as
// Chinese characters. A space belongs to the run before it; leading spaces belong to no run.
std::string scripts_pattern() {
  constexpr std::string_view names[] = {
#define SCRIPT(name) #name,
#include "stdlib/tokens/scripts.def"
#undef SCRIPT
  };
  constexpr std::string_view blanks = R"( \p{sc:Unknown})";
  auto run = [&](std::string_view set) { return str("(?! )[", set, "][", set, blanks, "]*"); };
  std::string kana = R"(\p{sc:Han}\p{sc:Hiragana}\p{sc:Katakana}\x{30FC})";
  std::string out = run(kana);
  for (std::string_view name : names) out += str("|", run(str("\\p{sc:", name, "}")));
  return out;
}

class ScriptSplitter : public TextSplitter {
  void run(const TextPiece& piece, PieceArena&, TextPieces& out) const override {
    for (const TextMatch& match : pattern_.split(piece.text)) {
      if (match.found) out.push_back(piece.part(match.begin, match.end));
    }
  }

  TextPattern pattern_{scripts_pattern()};
};

class ByteSplitter : public TextSplitter {
 public:
  explicit ByteSplitter(const JsonNode& from) : prefix_(from.truth("add_prefix_space", true)) {
    if (from.truth("use_regex", true)) pattern_.emplace(std::string(gpt2_pattern));
  }
  void run(const TextPiece& piece, PieceArena& shop, TextPieces& out) const override {
    cut(piece, shop, out, true);
  }
  void cut(const TextPiece& piece, PieceArena& shop, TextPieces& out, bool turns) const {
    bool lacks_space = prefix_ && !piece.text.starts_with(' ');
    TextPiece whole = lacks_space ? shop.prepended(piece, " ") : piece;
    size_t first = out.size();
    if (pattern_) {
      split_piece(whole, pattern_->split(whole.text), Delimiter::isolated, out);
    } else {
      out.push_back(whole);
    }
    for (size_t i = first; turns && i < out.size(); ++i) out[i] = byte_level(out[i], shop);
  }
  bool adds_space() const { return prefix_; }
  const TextPattern* pattern() const { return pattern_ ? &*pattern_ : nullptr; }

 private:
  bool prefix_;
  std::optional<TextPattern> pattern_;
};

// Splits like ByteSplitter but keeps bytes, for a model that reads bytes.
class RawByteSplitter : public TextSplitter {
 public:
  explicit RawByteSplitter(const JsonNode& from) : bytes_(from) {}
  void run(const TextPiece& piece, PieceArena& shop, TextPieces& out) const override {
    bytes_.cut(piece, shop, out, false);
  }
  const TextPattern* isolates() const override {
    return bytes_.adds_space() ? nullptr : bytes_.pattern();
  }
  bool does_nothing() const override { return !bytes_.adds_space() && bytes_.pattern() == nullptr; }

 private:
  ByteSplitter bytes_;
};

class MetaspaceSplitter : public TextSplitter {
 public:
  explicit MetaspaceSplitter(const JsonNode& from)
      : scheme_(from.text("prepend_scheme", "always")), splits_(from.truth("split", true)) {
    put_character(mark_, from.field("replacement").character());
    if (scheme_ != "always" && scheme_ != "first" && scheme_ != "never") {
      from.field("prepend_scheme").refuse("\"always\", \"first\", or \"never\"");
    }
    if (!from.truth("add_prefix_space", true)) scheme_ = "never";
  }
  void run(const TextPiece& piece, PieceArena& shop, TextPieces& out) const override {
    TextPiece whole = shop.replaced(piece, matches_of_text(piece.text, " "), mark_);
    // Whether the piece is at the start of the input, unless a normalizer removed the characters
    // there.
    bool is_first = (piece.text.empty() ? piece.begin : piece.origin(0, 1).begin) == 0;
    bool is_wanted = scheme_ == "always" || (scheme_ == "first" && is_first);
    if (is_wanted && !whole.text.starts_with(mark_)) whole = shop.prepended(whole, mark_);
    if (!splits_) return out.push_back(whole);
    split_piece(whole, matches_of_text(whole.text, mark_), Delimiter::with_next, out);
  }

 private:
  std::string scheme_, mark_;
  bool splits_;
};

void put_splitters(const JsonNode& from, bool* turns_bytes, std::vector<TextSplitterRef>& out);

void put_sequence(const JsonNode& list, bool* turns_bytes, std::vector<TextSplitterRef>& out) {
  for (size_t i = 0; i < list.size(); ++i) {
    put_splitters(list.item(i), i + 1 == list.size() ? turns_bytes : nullptr, out);
  }
}

void put_splitters(const JsonNode& from, bool* turns_bytes, std::vector<TextSplitterRef>& out) {
  check_stack();
  if (from.is_null()) return;
  const std::string& type = from.text("type");
  auto put = [&](auto splitter) { out.push_back(std::move(splitter)); };
  auto kinds = [&](auto is_match, Delimiter how) {
    put(std::make_unique<CharClassSplitter>(is_match, how));
  };
  if (type == "Sequence") {
    put_sequence(from.field("pretokenizers").list(), turns_bytes, out);
  } else if (type == "ByteLevel") {
    if (turns_bytes != nullptr) {
      *turns_bytes = true;
      put(std::make_unique<RawByteSplitter>(from));
    } else {
      put(std::make_unique<ByteSplitter>(from));
    }
  } else if (type == "BertPreTokenizer") {
    kinds(&is_white_space, Delimiter::removed);
    kinds(&is_punctuation_mark, Delimiter::isolated);
  } else if (type == "WhitespaceSplit") {
    kinds(&is_white_space, Delimiter::removed);
  } else if (type == "Punctuation") {
    bool is_given = from.has("behavior");
    kinds(&is_punctuation_mark,
          is_given ? read_delimiter(from.field("behavior")) : Delimiter::isolated);
  } else if (type == "Digits") {
    bool alone = from.truth("individual_digits", false);
    kinds(&is_numeric_character, alone ? Delimiter::isolated : Delimiter::contiguous);
  } else if (type == "Whitespace") {
    put(std::make_unique<WordSplitter>());
  } else if (type == "UnicodeScripts") {
    put(std::make_unique<ScriptSplitter>());
  } else if (type == "Split") {
    put(std::make_unique<PatternSplitter>(from));
  } else if (type == "Metaspace") {
    put(std::make_unique<MetaspaceSplitter>(from));
  } else if (type == "CharDelimiterSplit") {
    put(std::make_unique<CharacterSplitter>(from.field("delimiter").character()));
  } else if (type == "FixedLength") {
    put(std::make_unique<LengthSplitter>(from.field("length").whole(1, INT32_MAX)));
  } else {
    from.field("type").refuse("the name of a pre-tokenizer");
  }
}

}  // namespace

std::vector<TextSplitterRef> read_splitters(const JsonNode& from, bool* turns_bytes) {
  std::vector<TextSplitterRef> out;
  put_splitters(from, turns_bytes, out);
  return out;
}

}  // namespace rille

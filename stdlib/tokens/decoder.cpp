// Decoders of a tokenizer.json.
#include "stdlib/tokens/decoder.h"

#include <array>
#include <utility>

#include "stdlib/text/pattern.h"
#include "stdlib/text/unicode.h"
#include "stdlib/tokens/normalizer.h"
#include "stdlib/tokens/piece.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

using Texts = std::vector<std::string>;

std::string with_matches(std::string_view text, const TextMatches& matches, std::string_view by) {
  std::string out;
  PollCounter polls;
  for (const TextMatch& match : matches) {
    out += match.found ? by : text.substr(match.begin, match.end - match.begin);
    polls.step(out.size());
  }
  return out;
}

std::string replaced_all(std::string_view text, std::string_view old, std::string_view by) {
  return with_matches(text, matches_of_text(text, old), by);
}

// Maps byte-level characters back to bytes. A token with any other character stays unchanged.
class ByteDecoder : public TokenDecoder {
  Texts run(Texts tokens) const override {
    std::string bytes;
    PollCounter polls;
    for (const std::string& token : tokens) {
      polls.step(bytes.size());
      size_t before = bytes.size();
      for (size_t at = 0; at < token.size();) {
        auto [code, size] = character_at(token, at);
        int byte = byte_of_character(code);
        if (byte < 0) {
          bytes.resize(before);
          bytes += token;
          break;
        }
        bytes += static_cast<char>(byte);
        at += size;
      }
    }
    return {lossy_text(bytes)};
  }
};

// Removes the spaces before punctuation marks and English contractions.
std::string cleaned(std::string text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 11> rows{
      {{" .", "."},
       {" ?", "?"},
       {" !", "!"},
       {" ,", ","},
       {" ' ", "'"},
       {" n't", "n't"},
       {" 'm", "'m"},
       {" do not", " don't"},
       {" 's", "'s"},
       {" 've", "'ve"},
       {" 're", "'re"}}};
  for (auto [old, by] : rows) {
    if (text.find(old) != std::string::npos) text = replaced_all(text, old, by);
  }
  return text;
}

class WordPieceDecoder : public TokenDecoder {
 public:
  explicit WordPieceDecoder(const JsonNode& from)
      : prefix_(from.text("prefix", "##")), cleans_(from.truth("cleanup", true)) {}
  Texts run(Texts tokens) const override {
    PollCounter polls;
    for (size_t i = 0; i < tokens.size(); ++i) {
      polls.step();
      if (i > 0) {
        tokens[i] =
            tokens[i].starts_with(prefix_) ? tokens[i].substr(prefix_.size()) : str(" ", tokens[i]);
      }
      if (cleans_) tokens[i] = cleaned(std::move(tokens[i]));
    }
    return tokens;
  }

 private:
  std::string prefix_;
  bool cleans_;
};

class MetaspaceDecoder : public TokenDecoder {
 public:
  explicit MetaspaceDecoder(const JsonNode& from)
      : mark_(from.field("replacement").character()),
        was_prepended_(from.text("prepend_scheme", "always") != "never" &&
                       from.truth("add_prefix_space", true)) {}
  Texts run(Texts tokens) const override {
    for (size_t i = 0; i < tokens.size(); ++i) {
      std::string out;
      for (char32_t c : characters_of(tokens[i])) {
        if (c != mark_) {
          put_character(out, c);
        } else if (i > 0 || !was_prepended_) {
          out += ' ';
        }
      }
      tokens[i] = std::move(out);
    }
    return tokens;
  }

 private:
  char32_t mark_;
  bool was_prepended_;
};

class SuffixDecoder : public TokenDecoder {
 public:
  explicit SuffixDecoder(std::string suffix) : suffix_(std::move(suffix)) {}
  Texts run(Texts tokens) const override {
    for (size_t i = 0; i < tokens.size(); ++i) {
      tokens[i] = replaced_all(tokens[i], suffix_, i + 1 < tokens.size() ? " " : "");
    }
    return tokens;
  }

 private:
  std::string suffix_;
};

class CtcDecoder : public TokenDecoder {
 public:
  explicit CtcDecoder(const JsonNode& from)
      : pad_(from.text("pad_token", "<pad>")),
        delimiter_(from.text("word_delimiter_token", "|")),
        cleans_(from.truth("cleanup", true)) {}
  Texts run(Texts tokens) const override {
    Texts out;
    for (size_t i = 0; i < tokens.size(); ++i) {
      if (i > 0 && tokens[i] == tokens[i - 1]) continue;
      std::string text = replaced_all(tokens[i], pad_, "");
      if (cleans_) text = replaced_all(cleaned(std::move(text)), delimiter_, " ");
      if (!text.empty()) out.push_back(std::move(text));
    }
    return out;
  }

 private:
  std::string pad_, delimiter_;
  bool cleans_;
};

class ReplaceDecoder : public TokenDecoder {
 public:
  explicit ReplaceDecoder(const JsonNode& from) : content_(from.text("content")) {
    JsonNode pattern = from.field("pattern").object();
    if (pattern.has("String")) {
      part_ = pattern.text("String");
    } else {
      pattern_.emplace(pattern.text("Regex"));
    }
  }
  Texts run(Texts tokens) const override {
    PollCounter polls;
    size_t held = 0;
    for (std::string& token : tokens) {
      TextMatches matches = pattern_ ? pattern_->split(token) : matches_of_text(token, part_);
      token = with_matches(token, matches, content_);
      polls.step(held += token.size());
    }
    return tokens;
  }

 private:
  std::string part_, content_;
  std::optional<TextPattern> pattern_;
};

class FallbackDecoder : public TokenDecoder {
  Texts run(Texts tokens) const override { return joined_bytes(std::move(tokens)); }
};

class FuseDecoder : public TokenDecoder {
  Texts run(Texts tokens) const override { return {join(tokens, "")}; }
};

class StripDecoder : public TokenDecoder {
 public:
  explicit StripDecoder(const JsonNode& from)
      : content_(from.field("content").character()),
        start_(from.field("start").whole(0, INT64_MAX)),
        stop_(from.field("stop").whole(0, INT64_MAX)) {}
  Texts run(Texts tokens) const override {
    for (std::string& token : tokens) {
      std::vector<char32_t> all = characters_of(token);
      auto count = static_cast<int64_t>(all.size());
      int64_t begin = 0, end = count;
      while (begin < std::min(start_, count) && all[static_cast<size_t>(begin)] == content_)
        ++begin;
      while (count - end < stop_ && end > begin && all[static_cast<size_t>(end - 1)] == content_) {
        --end;
      }
      token.clear();
      for (int64_t i = begin; i < end; ++i) put_character(token, all[static_cast<size_t>(i)]);
    }
    return tokens;
  }

 private:
  char32_t content_;
  int64_t start_, stop_;
};

class DecoderSequence : public TokenDecoder {
 public:
  explicit DecoderSequence(const JsonNode& from) {
    check_stack();
    JsonNode list = from.field("decoders").list();
    for (size_t i = 0; i < list.size(); ++i) {
      if (TokenDecoderRef step = read_decoder(list.item(i))) steps_.push_back(std::move(step));
    }
  }
  Texts run(Texts tokens) const override {
    for (const TokenDecoderRef& step : steps_) tokens = step->run(std::move(tokens));
    return tokens;
  }

 private:
  std::vector<TokenDecoderRef> steps_;
};

}  // namespace

int byte_of_token(std::string_view token) {
  if (token.size() != 6 || !token.starts_with("<0x") || token[5] != '>') return -1;
  int out = 0;
  for (char c : token.substr(3, 2)) {
    int digit = c >= '0' && c <= '9'   ? c - '0'
                : c >= 'a' && c <= 'f' ? c - 'a' + 10
                : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                       : -1;
    if (digit < 0) return -1;
    out = out * 16 + digit;
  }
  return out;
}

Texts joined_bytes(Texts tokens) {
  Texts out;
  std::string bytes;
  auto flush = [&] {
    if (bytes.empty()) return;
    if (first_bad(bytes) == bytes.size()) {
      out.push_back(bytes);
    } else {
      out.insert(out.end(), bytes.size(), "\xEF\xBF\xBD");
    }
    bytes.clear();
  };
  for (std::string& token : tokens) {
    int byte = byte_of_token(token);
    if (byte >= 0) {
      bytes += static_cast<char>(byte);
      continue;
    }
    flush();
    out.push_back(std::move(token));
  }
  flush();
  return out;
}

TokenDecoderRef read_decoder(const JsonNode& from) {
  if (from.is_null()) return nullptr;
  const std::string& type = from.text("type");
  if (type == "ByteLevel") return std::make_unique<ByteDecoder>();
  if (type == "WordPiece") return std::make_unique<WordPieceDecoder>(from);
  if (type == "Metaspace") return std::make_unique<MetaspaceDecoder>(from);
  if (type == "BPEDecoder") return std::make_unique<SuffixDecoder>(from.text("suffix", "</w>"));
  if (type == "CTC") return std::make_unique<CtcDecoder>(from);
  if (type == "Replace") return std::make_unique<ReplaceDecoder>(from);
  if (type == "ByteFallback") return std::make_unique<FallbackDecoder>();
  if (type == "Fuse") return std::make_unique<FuseDecoder>();
  if (type == "Strip") return std::make_unique<StripDecoder>(from);
  if (type == "Sequence") return std::make_unique<DecoderSequence>(from);
  from.field("type").refuse("the name of a decoder");
}

}  // namespace rille

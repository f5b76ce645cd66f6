// The tokenizer of a SentencePiece model.
// Source: github.com/google/sentencepiece, src/sentencepiece_model.proto, and its observed
// behavior.
#include <algorithm>
#include <array>
#include <limits>
#include <queue>

#include "stdlib/text/unicode.h"
#include "stdlib/tokens/decoder.h"
#include "stdlib/tokens/encoding.h"
#include "stdlib/tokens/model.h"
#include "stdlib/tokens/normalizer.h"
#include "stdlib/tokens/pipeline.h"
#include "stdlib/tokens/proto.h"
#include "stdlib/tokens/unigram.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

constexpr std::string_view mark = "\xE2\x96\x81";  // U+2581 represents a space

enum class PieceKind { normal = 1, unknown, control, user_defined, unused, byte };
enum class SentenceModelType { unigram = 1, bpe, word, character };

struct SentencePieceModel {
  struct ScoredPiece {
    std::string text;
    float score = 0;
    PieceKind kind = PieceKind::normal;
  };
  std::vector<ScoredPiece> rows;
  SentenceModelType way = SentenceModelType::unigram;
  bool falls_back = false, is_suffix = false;
  std::string unknown_surface = " \xE2\x81\x87 ";
  std::string charsmap;
  bool adds_prefix = true, removes_blanks = true, escapes = true;
};

SentencePieceModel::ScoredPiece read_row(std::string_view bytes) {
  SentencePieceModel::ScoredPiece out;
  for (ModelProto proto(bytes); proto.next();) {
    if (proto.field() == 1) out.text = std::string(proto.text());
    if (proto.field() == 2) out.score = proto.real();
    if (proto.field() == 3) out.kind = static_cast<PieceKind>(proto.number());
  }
  if (first_bad(out.text) != out.text.size()) {
    throw Error(Code::value, "a piece of the SentencePiece model is not valid UTF-8");
  }
  if (out.kind < PieceKind::normal || out.kind > PieceKind::byte) {
    throw Error(Code::value, str("the piece \"", out.text, "\" has the type ",
                                 static_cast<int>(out.kind), ", expected 1 to 6"));
  }
  return out;
}

void read_trainer(std::string_view bytes, SentencePieceModel& out) {
  for (ModelProto proto(bytes); proto.next();) {
    if (proto.field() == 3) out.way = static_cast<SentenceModelType>(proto.number());
    if (proto.field() == 24) out.is_suffix = proto.number() != 0;
    if (proto.field() == 35) out.falls_back = proto.number() != 0;
    if (proto.field() == 44) out.unknown_surface = lossy_text(proto.text());
  }
  if (out.way < SentenceModelType::unigram || out.way > SentenceModelType::character) {
    throw Error(
        Code::value,
        "the SentencePiece model has an unknown model type, expected unigram, bpe, word, or char");
  }
  if (out.is_suffix) {
    throw Error(Code::value,
                "SentencePiece models with treat_whitespace_as_suffix are not supported");
  }
}

void read_rules(std::string_view bytes, SentencePieceModel& out) {
  for (ModelProto proto(bytes); proto.next();) {
    if (proto.field() == 2) out.charsmap = std::string(proto.text());
    if (proto.field() == 3) out.adds_prefix = proto.number() != 0;
    if (proto.field() == 4) out.removes_blanks = proto.number() != 0;
    if (proto.field() == 5) out.escapes = proto.number() != 0;
  }
}

SentencePieceModel read_spec(std::string_view bytes) {
  SentencePieceModel out;
  PollCounter polls;
  for (ModelProto proto(bytes); proto.next();) {
    polls.step(out.rows.size() * 150);
    if (proto.field() == 1) out.rows.push_back(read_row(proto.text()));
    if (proto.field() == 2) read_trainer(proto.text(), out);
    if (proto.field() == 3) read_rules(proto.text(), out);
  }
  return out;
}

class SentencePieceCoder : public TokenCoder {
 public:
  explicit SentencePieceCoder(SentencePieceModel spec)
      : spec_(std::move(spec)), map_(std::move(spec_.charsmap)) {
    for (size_t i = 0; i < spec_.rows.size(); ++i) add(spec_.rows[i], static_cast<int32_t>(i));
    if (unknown_ < 0) {
      throw Error(Code::value, "the SentencePiece model has no unknown piece");
    }
    for (size_t byte = 0; byte < 256; ++byte) {
      byte_ids_[byte] = find(byte_token(static_cast<unsigned char>(byte)));
      if (!spec_.falls_back || byte_ids_[byte] >= 0) continue;
      throw Error(Code::value, str("the SentencePiece model lacks \"",
                                   byte_token(static_cast<unsigned char>(byte)), "\""));
    }
  }

  TokenEncoding encode(std::string_view text, const std::string* pair, bool, bool all,
                       bool) const override {
    TokenEncoding out = encode_text(text, 0, all);
    if (pair != nullptr) out.append(encode_text(*pair, 1, all));
    return out;
  }
  std::string decode(const std::vector<int32_t>& ids, bool special) const override;
  int32_t find(std::string_view token) const override {
    auto found = reserved_.find(token);
    if (found != reserved_.end()) return found->second;
    found = ids_.find(token);
    return found == ids_.end() ? -1 : found->second;
  }
  const std::string* name(int32_t id) const override {
    bool is_there = id >= 0 && static_cast<size_t>(id) < spec_.rows.size();
    return is_there ? &row(id).text : nullptr;
  }
  size_t size() const override { return spec_.rows.size(); }
  std::vector<std::pair<std::string, int32_t>> all() const override {
    std::vector<std::pair<std::string, int32_t>> out;
    for (const auto& each : spec_.rows) {
      out.emplace_back(each.text, static_cast<int32_t>(out.size()));
    }
    return out;
  }

 private:
  const SentencePieceModel::ScoredPiece& row(int32_t id) const {
    return spec_.rows[static_cast<size_t>(id)];
  }
  bool is_kind(int32_t id, PieceKind kind) const { return row(id).kind == kind; }

  void add(const SentencePieceModel::ScoredPiece& each, int32_t id) {
    bool is_normal = each.kind == PieceKind::normal || each.kind == PieceKind::user_defined ||
                     each.kind == PieceKind::unused;
    if (each.text.empty()) throw Error(Code::value, str("piece ", id, " is empty"));
    if (!(is_normal ? ids_ : reserved_).emplace(each.text, id).second) {
      throw Error(Code::value, str("the piece \"", each.text, "\" occurs twice in the model"));
    }
    if (each.kind == PieceKind::unknown) unknown_ = id;
    if (is_normal && each.kind != PieceKind::unused) trie_.put(each.text, id);
    if (each.kind == PieceKind::user_defined) user_.put(each.text, id);
    if (each.kind != PieceKind::normal) return;
    least_ = std::min(least_, each.score);
  }

  // A normalized text, and the position in the input of each of its bytes.
  struct NormalizedText {
    std::string text;
    std::vector<uint32_t> from;
  };
  struct CharsmapPrefix {
    std::string_view text;
    size_t size;
  };
  size_t user_defined(std::string_view text) const {
    size_t longest = 0;
    if (!text.empty() && user_.may_begin(text[0])) {
      user_.each_prefix(text, [&](size_t size, int32_t) { longest = size; });
    }
    return longest;
  }
  CharsmapPrefix prefix(std::string_view text) const {
    if (size_t size = user_defined(text); size > 0) return {text.substr(0, size), size};
    Charsmap::CharsmapMatch found = map_.longest(text);
    if (found.size > 0) return {found.text, found.size};
    size_t size = character_at(text, 0).size;
    return {text.substr(0, size), size};
  }
  NormalizedText normalized(std::string_view text) const;

  using Segmentation = TextTokens;  // the id of an unknown part is -1
  Segmentation by_score(std::string_view text) const;
  Segmentation by_pairs(std::string_view text) const;
  struct BpeSymbol {
    uint32_t begin, end;
    int64_t before, next;
    bool is_whole;
  };
  struct SymbolSpan {
    uint32_t begin, end;
  };
  std::vector<BpeSymbol> symbols_of(std::string_view text) const;
  void put_parts(std::string_view text, const SymbolSpan& cut, const TextMap<uint32_t>& halves,
                 Segmentation& out) const;
  Segmentation by_words(std::string_view text) const;
  TokenEncoding encode_text(std::string_view text, int32_t type, bool all) const;

  SentencePieceModel spec_;
  Charsmap map_;
  TextMap<int32_t> ids_, reserved_;
  TextTrie trie_, user_;
  int32_t unknown_ = -1;
  float least_ = std::numeric_limits<float>::max();
  std::array<int32_t, 256> byte_ids_{};
};

SentencePieceCoder::NormalizedText SentencePieceCoder::normalized(std::string_view text) const {
  NormalizedText out;
  uint32_t at = 0;
  auto left = [&] { return text.substr(at); };
  PollCounter polls;
  while (spec_.removes_blanks && at < text.size()) {
    polls.step();
    CharsmapPrefix next = prefix(left());
    if (next.text != " ") break;
    at += static_cast<uint32_t>(next.size);
  }
  if (at == text.size()) return out;
  std::string_view space = spec_.escapes ? mark : std::string_view(" ");
  auto put = [&](std::string_view part) {
    out.text += part;
    out.from.insert(out.from.end(), part.size(), at);
  };
  if (spec_.adds_prefix) put(space);
  bool was_space = spec_.removes_blanks;
  while (at < text.size()) {
    polls.step(out.text.size() * 5);
    CharsmapPrefix next = prefix(left());
    std::string_view part = next.text;
    while (was_space && part.starts_with(' ')) part.remove_prefix(1);
    for (size_t i = 0; i < part.size(); ++i) put(part[i] == ' ' ? space : part.substr(i, 1));
    if (!part.empty()) was_space = part.ends_with(' ');
    at += static_cast<uint32_t>(next.size);
    if (!spec_.removes_blanks) was_space = false;
  }
  while (spec_.removes_blanks && out.text.ends_with(space)) {
    size_t size = out.text.size() - space.size();
    at = out.from[size];
    out.text.resize(size);
    out.from.resize(size);
  }
  out.from.push_back(at);
  return out;
}

SentencePieceCoder::Segmentation SentencePieceCoder::by_score(std::string_view text) const {
  auto score = [&](int32_t id, size_t bytes) -> double {
    // User-defined pieces are nearly always chosen; the score is that of sentencepiece 0.2.3.
    if (is_kind(id, PieceKind::user_defined)) return 0.1 * static_cast<double>(bytes) - 0.1;
    return static_cast<double>(row(id).score);
  };
  Segmentation out;
  for (const TokenSpan& cut : likeliest_cut(text, trie_, score, least_ - 10.0F)) {
    out.push_back({cut.id, cut.begin, cut.end});
  }
  return out;
}

std::vector<SentencePieceCoder::BpeSymbol> SentencePieceCoder::symbols_of(
    std::string_view text) const {
  std::vector<BpeSymbol> out;
  PollCounter polls;
  for (size_t at = 0; at < text.size();) {
    polls.step(out.size() * sizeof(BpeSymbol));
    size_t user = user_defined(text.substr(at));
    size_t size = user > 0 ? user : character_at(text, at).size;
    auto number = std::ssize(out);
    bool is_last = at + size == text.size();
    out.push_back({static_cast<uint32_t>(at), static_cast<uint32_t>(at + size), number - 1,
                   is_last ? -1 : number + 1, user > 0});
    at += size;
  }
  return out;
}

// Appends a piece. An unused piece is split recursively into the two parts that were merged.
void SentencePieceCoder::put_parts(std::string_view text, const SymbolSpan& cut,
                                   const TextMap<uint32_t>& halves, Segmentation& out) const {
  check_stack();
  std::string_view part = text.substr(cut.begin, cut.end - cut.begin);
  int32_t id = find(part);
  auto half = id >= 0 && is_kind(id, PieceKind::unused) ? halves.find(part) : halves.end();
  if (half == halves.end()) {
    out.push_back({id, cut.begin, cut.end});
    return;
  }
  put_parts(text, {cut.begin, cut.begin + half->second}, halves, out);
  put_parts(text, {cut.begin + half->second, cut.end}, halves, out);
}

// Segments by BPE: merges the pair with the highest score, and the leftmost of equal ones.
SentencePieceCoder::Segmentation SentencePieceCoder::by_pairs(std::string_view text) const {
  struct SymbolPair {
    float score;
    size_t left, right;
    uint32_t size;
    bool operator<(const SymbolPair& other) const {
      return score < other.score || (score == other.score && left > other.left);
    }
  };
  std::vector<BpeSymbol> symbols = symbols_of(text);
  std::priority_queue<SymbolPair> pairs;
  TextMap<uint32_t> halves;  // for each unused piece, the size of its left part
  auto offer = [&](int64_t left, int64_t right) {
    if (left < 0 || right < 0) return;
    const BpeSymbol &a = symbols[static_cast<size_t>(left)],
                    &b = symbols[static_cast<size_t>(right)];
    if (a.is_whole || b.is_whole) return;
    std::string_view both = text.substr(a.begin, b.end - a.begin);
    auto found = ids_.find(both);
    if (found == ids_.end()) return;
    pairs.push({row(found->second).score, static_cast<size_t>(left), static_cast<size_t>(right),
                b.end - a.begin});
    if (is_kind(found->second, PieceKind::unused)) halves[std::string(both)] = a.end - a.begin;
  };
  for (int64_t i = 1; i < std::ssize(symbols); ++i) offer(i - 1, i);
  PollCounter polls;
  while (!pairs.empty()) {
    polls.step(pairs.size() * sizeof(SymbolPair) + symbols.size() * sizeof(BpeSymbol));
    SymbolPair top = pairs.top();
    pairs.pop();
    BpeSymbol &a = symbols[top.left], &b = symbols[top.right];
    bool is_gone = a.begin == a.end || b.begin == b.end;
    if (is_gone || a.end - a.begin + (b.end - b.begin) != top.size) continue;
    a.end = b.end;
    a.next = b.next;
    if (b.next >= 0) symbols[static_cast<size_t>(b.next)].before = static_cast<int64_t>(top.left);
    b.end = b.begin;
    offer(a.before, static_cast<int64_t>(top.left));
    offer(static_cast<int64_t>(top.left), a.next);
  }
  Segmentation out;
  for (int64_t i = symbols.empty() ? -1 : 0; i >= 0; i = symbols[static_cast<size_t>(i)].next) {
    const BpeSymbol& symbol = symbols[static_cast<size_t>(i)];
    put_parts(text, {symbol.begin, symbol.end}, halves, out);
  }
  return out;
}

// Segments into words, which begin with a space mark, or into characters.
SentencePieceCoder::Segmentation SentencePieceCoder::by_words(std::string_view text) const {
  Segmentation out;
  PollCounter polls;
  for (size_t at = 0; at < text.size();) {
    polls.step(out.size() * sizeof(TextToken));
    size_t size = user_defined(text.substr(at));
    if (spec_.way == SentenceModelType::word) {
      size_t end = text.find(mark, at + 1);
      size = std::min(end, text.size()) - at;
    } else if (size == 0) {
      size = character_at(text, at).size;
    }
    out.push_back(
        {find(text.substr(at, size)), static_cast<uint32_t>(at), static_cast<uint32_t>(at + size)});
    at += size;
  }
  return out;
}

TokenEncoding SentencePieceCoder::encode_text(std::string_view text, int32_t type, bool all) const {
  if (text.size() > INT32_MAX / 2) {
    throw Error(Code::limit, str("the text has ", text.size(),
                                 " bytes, and a tokenizer accepts at most ", INT32_MAX / 2));
  }
  TokenEncoding out;
  out.has_all = all;
  NormalizedText normal = normalized(text);
  Segmentation pieces = spec_.way == SentenceModelType::unigram ? by_score(normal.text)
                        : spec_.way == SentenceModelType::bpe   ? by_pairs(normal.text)
                                                                : by_words(normal.text);
  std::vector<uint32_t> places;  // the character index of each byte
  if (all) {
    for (size_t at = 0; at <= text.size(); ++at) {
      bool begins = at > 0 && is_boundary(text, at);
      places.push_back(at == 0 ? 0 : places.back() + (begins ? 1 : 0));
    }
  }
  bool was_unknown = false;
  PollCounter polls;
  for (const TextToken& piece : pieces) {
    polls.step(out.ids.size() * 64);
    bool is_unknown = piece.id < 0 || piece.id == unknown_;
    std::string shown = normal.text.substr(piece.begin, piece.end - piece.begin);
    TextOrigin origin{0, 0};
    if (all) origin = {places[normal.from[piece.begin]], places[normal.from[piece.end]]};
    if (is_unknown && spec_.falls_back) {
      for (size_t i = 0; i < shown.size(); ++i) {
        auto byte = static_cast<unsigned char>(shown[i]);
        bool is_last = i + 1 == shown.size();
        out.put({byte_ids_[byte],
                 type,
                 {origin.begin, is_last ? origin.end : origin.begin},
                 byte_token(byte)});
      }
    } else if (is_unknown && was_unknown) {
      if (all) {
        out.tokens.back() += shown;
        out.offsets.back().end = origin.end;
      }
    } else {
      out.put({is_unknown ? unknown_ : piece.id, type, origin, std::move(shown)});
    }
    was_unknown = is_unknown;
  }
  return out;
}

std::string SentencePieceCoder::decode(const std::vector<int32_t>& ids, bool special) const {
  std::string out, bytes;
  bool saw_space = false;
  auto flush = [&] {
    for (size_t at = 0; at < bytes.size();) {
      size_t size = character_size(bytes, at);
      out += size > 0 ? std::string_view(bytes).substr(at, size) : "\xEF\xBF\xBD";
      at += std::max<size_t>(size, 1);
    }
    bytes.clear();
  };
  PollCounter polls;
  for (int32_t id : ids) {
    polls.step(out.size());
    if (name(id) == nullptr) continue;
    const SentencePieceModel::ScoredPiece& each = row(id);
    if (each.kind == PieceKind::byte) {
      bytes += static_cast<char>(std::max(0, byte_of_token(each.text)));
      continue;
    }
    flush();
    bool is_first = !saw_space && out.empty();
    saw_space = false;
    if (each.kind == PieceKind::control) {
      if (special) out += each.text;
      continue;
    }
    if (each.kind == PieceKind::unknown) {
      out += spec_.unknown_surface;
      continue;
    }
    std::string_view rest = each.text;
    if (is_first && (spec_.adds_prefix || spec_.removes_blanks) && rest.starts_with(mark)) {
      rest.remove_prefix(mark.size());
      saw_space = !spec_.removes_blanks;
    }
    for (const TextMatch& match : matches_of_text(rest, mark)) {
      out += match.found ? " " : rest.substr(match.begin, match.end - match.begin);
    }
  }
  flush();
  return out;
}

}  // namespace

TokenCoderRef read_sentencepiece(std::string_view bytes) {
  return std::make_shared<SentencePieceCoder>(read_spec(bytes));
}

}  // namespace rille
